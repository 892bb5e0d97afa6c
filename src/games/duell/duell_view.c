/* SPDX-License-Identifier: MIT
 *
 * duell_view.c - drawing and move input of Duell.  The id of a cell is the number of its square;
 * White sits at the bottom.
 */
#include "games/duell/duell_view.h"

#include "games/duell/duell_dice.h"

static bool shape(uint32_t variant, Shape *out)
{
    static const ShapePoint CORNER[4] = {
        { -0.5, -0.5 }, { 0.5, -0.5 }, { 0.5, 0.5 }, { -0.5, 0.5 }
    };
    (void)variant;
    for (int square = 0; square < DUELL_SQUARES; square++) {
        double     x = duell_column(square), y = DUELL_ROWS - 1 - duell_row(square);
        bool       is_goal = square == duell_goal(0) || square == duell_goal(1);
        ShapeCell *cell = shape_add_cell(out, is_goal ? "goal" : "field", x, y);
        if (cell == NULL)
            return false;
        Text label = text_over(cell->label, sizeof cell->label);
        duell_square_write(square, &label);
        if (is_goal) { /* the king square of its owner (R1.3) */
            cell->name = &DUELL_MESSAGE[DUELL_MSG_CELL_GOAL];
            cell->side = square == duell_goal(DUELL_BLACK) ? DUELL_WHITE : DUELL_BLACK;
        }
        cell->corner_count = 4;
        for (int c = 0; c < 4; c++)
            cell->corner[c] = (ShapePoint){ x + CORNER[c].x, y + CORNER[c].y };
    }
    return true;
}

Piece duell_shown(uint8_t piece, int square)
{
    int               kind = duell_kind(piece);
    const DuellFaces *faces = &DUELL_FACES[kind];
    bool              is_king = kind == DUELL_KING;
    Piece             shown = {
                    .glyph = is_king ? "king" : "die",
                    .side = (uint8_t)duell_colour(piece),
                    .cell = (uint16_t)square,
                    .cell2 = (uint16_t)square,
                    .name = &DUELL_MESSAGE[is_king ? DUELL_MSG_PIECE_KING : DUELL_MSG_PIECE_DIE],
    };
    shown.text[0] = (char)(is_king ? 'K' : '0' + faces->top);
    if (is_king)
        return shown;
    shown.faces[0] = faces->top;
    shown.faces[1] = faces->north;
    shown.faces[2] = faces->east;
    shown.faces[3] = (uint8_t)(7 - faces->north);
    shown.faces[4] = (uint8_t)(7 - faces->east);
    return shown;
}

static bool add_piece(uint8_t piece, int square, Pieces *out)
{
    Piece  shown = duell_shown(piece, square);
    Piece *added = pieces_add(out, shown.glyph, shown.side, square);
    if (added != NULL)
        *added = shown;
    return added != NULL;
}

static bool pieces(const Pos *pos, Pieces *out)
{
    const Duell *duell = duell_of(pos);
    for (int square = 0; square < DUELL_SQUARES; square++)
        if (duell->board[square] != DUELL_EMPTY && !add_piece(duell->board[square], square, out))
            return false;
    return true;
}

static int dice_lost(const Duell *duell, int side)
{
    int lost = DUELL_DICE + (duell->king[side] == DUELL_NOWHERE ? 0 : 1);
    for (int row = 0; row < DUELL_ROWS; row++)
        lost -= __builtin_popcount(duell->rows[side][row]);
    return lost;
}

static void panel(const Pos *pos, Panel *out)
{
    const Duell *duell = duell_of(pos);
    int          limit = duell_unpack(pos->variant).nocapture;
    for (uint8_t side = 0; side < 2; side++)
        panel_add_count(out, side, &DUELL_MESSAGE[DUELL_MSG_PANEL_DICE_LOST],
                        dice_lost(duell, side));
    if (limit != 0) {
        Message *value =
            panel_add(out, SIDE_NONE, &DUELL_MESSAGE[DUELL_MSG_PANEL_PLIES_WITHOUT_CAPTURE],
                      &DUELL_MESSAGE[DUELL_MSG_OF]);
        message_count(value, "n", pos->extra);
        message_count(value, "limit", limit);
    }
    if (!duell_is_decided(duell) && duell_is_attacked(duell, pos->side))
        panel_add(out, pos->side, &DUELL_MESSAGE[DUELL_MSG_PANEL_DUELL],
                  &DUELL_MESSAGE[duell_can_move(duell) ? DUELL_MSG_THE_KING_IS_ATTACKED
                                                       : DUELL_MSG_THE_KING_CANNOT_BE_SAVED]);
}

/* Return the direction of a leg: of the first one, or of the second with `last`. */
static DuellMessage direction(Step step, bool last)
{
    int rows = duell_row(duell_to(step)) - duell_row(duell_from(step));
    int columns = duell_column(duell_to(step)) - duell_column(duell_from(step));
    if ((duell_order(step) == 0) != last)
        return rows > 0 ? DUELL_MSG_NORTH : DUELL_MSG_SOUTH;
    return columns > 0 ? DUELL_MSG_EAST : DUELL_MSG_WEST;
}

/* Describe a bent path if the other one to the same square is legal, too. */
static Message path_label(const Pos *pos, Step step)
{
    Step    other = duell_step(duell_from(step), duell_to(step), 1 - duell_order(step));
    Message label = message_of(NULL);
    if (!DUELL_RULES.legal(pos, other))
        return label;
    int kind = duell_moved(duell_kind(duell_of(pos)->board[duell_from(step)]), step);
    label = message_of(&DUELL_MESSAGE[DUELL_MSG_PATH]);
    message_term(&label, "first", &DUELL_MESSAGE[direction(step, false)]);
    message_term(&label, "second", &DUELL_MESSAGE[direction(step, true)]);
    message_count(&label, "n", DUELL_FACES[kind].top);
    return label;
}

/* Select the start square and the path of the die, square by square. */
static void input_hint(const Pos *pos, Step step, InputHint *out)
{
    uint8_t squares[DUELL_TOP_MAX];
    int     count = duell_path(step, squares);
    assert(count > 0 && count < TOUCHES_MAX);
    *out = (InputHint){ .flags = INPUT_FULL_PATH, .label = path_label(pos, step) };
    out->cells.cell[out->cells.count++] = (uint16_t)duell_from(step);
    for (int i = 0; i < count; i++)
        out->cells.cell[out->cells.count++] = squares[i];
}

const GameView DUELL_VIEW = {
    .shape = shape,
    .pieces = pieces,
    .panel = panel,
    .input_hint = input_hint,
    .explain_cells = duell_explain_cells,
    .effects = duell_effects,
    .regions = duell_regions,
};
