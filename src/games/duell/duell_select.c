/* SPDX-License-Identifier: MIT
 *
 * duell_select.c - explain why no legal move begins with the squares that a player selected.
 *
 * A player selects the die and then every square of its path.  First the squares are checked one
 * after another, as the die would roll.  If they are a possible path, its completions are tried.
 */
#include "games/duell/duell_board.h"
#include "games/duell/duell_dice.h"
#include "games/duell/duell_explain.h"

static Message message(DuellMessage name)
{
    return message_of(&DUELL_MESSAGE[name]);
}

/* Name the die or king on the start square, and the number of squares that a die rolls. */
static Message about_piece(const Duell *duell, int from, DuellMessage die, DuellMessage king)
{
    uint8_t piece = duell->board[from];
    bool    is_king = duell_kind(piece) == DUELL_KING;
    Message why = message(is_king ? king : die);
    duell_name_square(&why, "from", from);
    if (!is_king)
        message_count(&why, "n", duell_top(piece));
    return why;
}

/* --- square by square --- */

static Message two_squares(DuellMessage name, int from, int to)
{
    Message why = message(name);
    duell_name_square(&why, "from", from);
    duell_name_square(&why, "to", to);
    return why;
}

static Message one_square(DuellMessage name, int square)
{
    Message why = message(name);
    duell_name_square(&why, "cell", square);
    return why;
}

static bool is_vertical(const uint16_t *from)
{
    return duell_column(from[0]) == duell_column(from[1]);
}

/* Check the roll onto square `i`, where `bends` counts the corners so far. */
static Message check_roll(const Duell *duell, const CellList *selected, int i, int *bends)
{
    const uint16_t *at = selected->cell + i;
    int             top = duell_top(duell->board[selected->cell[0]]);
    if (duell_distance(at[-1], at[0]) != 1)
        return two_squares(DUELL_MSG_NOT_ADJACENT, at[-1], at[0]);
    if (i > top) {
        Message why =
            about_piece(duell, selected->cell[0], DUELL_MSG_TOO_LONG, DUELL_MSG_KING_TOO_LONG);
        duell_name_square(&why, "to", at[0]);
        return why;
    }
    if (i > 1 && at[-2] == at[0])
        return two_squares(DUELL_MSG_BACK, at[-1], at[0]);
    if (i > 1 && is_vertical(at - 2) != is_vertical(at - 1) && ++*bends > 1)
        return one_square(DUELL_MSG_SECOND_BEND, at[-1]);
    if (i < top && duell->board[at[0]] != DUELL_EMPTY)
        return one_square(DUELL_MSG_IN_THE_WAY, at[0]);
    return message_of(NULL);
}

static Message check_rolls(const Duell *duell, const CellList *selected)
{
    Message why = message_of(NULL);
    int     bends = 0;
    for (int i = 1; i < selected->count && why.def == NULL; i++)
        why = check_roll(duell, selected, i, &bends);
    return why;
}

/* --- completions --- */

/* What is wrong with the completions of a path. */
typedef struct Completions {
    bool         legal;   /* one is legal */
    DuellReading nearest; /* the one whose error is tested last */
    CellList     blocks;  /* squares that block any of them */
} Completions;

static bool begins(const CellList *selected, const uint8_t *squares, int count)
{
    for (int i = 1; i < selected->count; i++)
        if (i > count || selected->cell[i] != squares[i - 1])
            return false;
    return true;
}

static void add_block(CellList *blocks, int square)
{
    for (int i = 0; i < blocks->count; i++)
        if (blocks->cell[i] == square)
            return;
    if (blocks->count < TOUCHES_MAX)
        blocks->cell[blocks->count++] = (uint16_t)square;
}

static void try_step(const Duell *duell, const CellList *selected, Step step, Completions *out)
{
    uint8_t      squares[DUELL_TOP_MAX];
    int          count = duell_path(step, squares);
    DuellReading reading = { .from = duell_from(step), .to = duell_to(step), .step = step };
    if (!begins(selected, squares, count))
        return;
    reading.error = duell_path_error(duell, step, &reading);
    if (reading.error == DUELL_ERROR_NONE)
        out->legal = true;
    if (reading.error == DUELL_ERROR_BLOCKED)
        add_block(&out->blocks, reading.blocks[0]);
    if (reading.error == DUELL_ERROR_OWN)
        add_block(&out->blocks, reading.to);
    if (reading.error > out->nearest.error)
        out->nearest = reading;
}

/* Try all moves of the die that begin with the selected squares. */
static Completions complete(const Duell *duell, const CellList *selected)
{
    Completions out = { .legal = false };
    int         from = selected->cell[0], top = duell_top(duell->board[from]);
    for (int to = 0; to < DUELL_SQUARES && !out.legal; to++) {
        if (duell_distance(from, to) != top)
            continue;
        bool is_bent = duell_row(from) != duell_row(to) && duell_column(from) != duell_column(to);
        try_step(duell, selected, duell_step(from, to, 0), &out);
        if (is_bent && !out.legal)
            try_step(duell, selected, duell_step(from, to, 1), &out);
    }
    return out;
}

/* Every completion is blocked, or leaves the board. */
static Message stuck_message(const Duell *duell, const CellList *selected, const Completions *found)
{
    bool    is_path = selected->count > 1;
    Message why =
        about_piece(duell, selected->cell[0], is_path ? DUELL_MSG_STUCK_PATH : DUELL_MSG_STUCK,
                    DUELL_MSG_STUCK_KING);
    if (is_path)
        duell_name_square(&why, "cell", selected->cell[selected->count - 1]);
    for (int i = 0; i < found->blocks.count; i++)
        message_offending(&why, found->blocks.cell[i]);
    return why;
}

/* Some completions obey R4, but leave the king attacked. */
static Message unsafe_message(const Duell *duell, const CellList *selected,
                              const Completions *found)
{
    int     from = selected->cell[0], side = duell->head.side;
    bool    is_king = duell_kind(duell->board[from]) == DUELL_KING;
    bool    is_path = selected->count > 1;
    uint8_t attackers[DUELL_PIECES];
    Duell   after = *duell;
    duell_move(&after, found->nearest.step);
    Message why = message(is_king   ? DUELL_MSG_KING_UNSAFE
                          : is_path ? DUELL_MSG_LEAVES_KING_PATH
                                    : DUELL_MSG_LEAVES_KING);
    duell_name_square(&why, "from", from);
    if (!is_king) {
        message_side(&why, "side", side);
        duell_name_square(&why, "king", duell->king[side]);
    }
    if (!is_king && is_path)
        duell_name_square(&why, "cell", selected->cell[selected->count - 1]);
    int count = duell_attackers(&after, after.king[side], 1 - side, attackers);
    for (int i = 0; i < count; i++)
        message_offending(&why, attackers[i]);
    return why;
}

/* Explain a possible path that is not the beginning of a legal move. */
static Message completion_message(const Duell *duell, const CellList *selected)
{
    Completions found = complete(duell, selected);
    Message     why = message_of(NULL);
    if (found.legal)
        return why;
    if (selected->count > duell_top(duell->board[selected->cell[0]]))
        duell_error_write(&duell->head, &found.nearest, &why); /* the path is complete */
    else if (found.nearest.error == DUELL_ERROR_KING)
        why = unsafe_message(duell, selected, &found);
    else
        why = stuck_message(duell, selected, &found);
    return why;
}

static bool is_on_board(const CellList *selected)
{
    for (int i = 0; i < selected->count; i++)
        if (selected->cell[i] >= DUELL_SQUARES)
            return false;
    return true;
}

void duell_explain_cells(const Pos *pos, const CellList *selected, Message *why)
{
    const Duell *duell = duell_of(pos);
    *why = message_of(NULL);
    if (!is_on_board(selected)) {
        *why = message_of(&CORE_MESSAGE[CORE_MSG_NO_CELL]);
        return;
    }
    bool         is_none = selected->count == 0;
    DuellReading reading = { .from = is_none ? 0 : selected->cell[0] };
    reading.error = duell_start_error(duell, reading.from);
    if (reading.error == DUELL_ERROR_OVER || (!is_none && reading.error != DUELL_ERROR_NONE))
        duell_error_write(pos, &reading, why);
    if (is_none || why->def != NULL)
        return;
    *why = check_rolls(duell, selected);
    if (why->def == NULL)
        *why = completion_message(duell, selected);
}
