/* duell_eval.h - judgement of one position, for duell_eval.c and duell_search.c.
 *
 * Knows:   what dice and kings are worth where they stand, which moves are worth a look first.
 * Ignores: the search.
 *
 * All numbers are for the side to move, 100 is about a die.  README.md tells every term.
 */
#ifndef GAMES_DUELL_EVAL_H
#define GAMES_DUELL_EVAL_H

#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"
#include "games/duell/duell_key.h"
#include "games/duell/duell_sight.h"

enum {
    DUELL_UNIT = 25,
    DUELL_PASS_DICE = 3,               /* with fewer dice having to move may be a burden */
    DUELL_RANK_WIN = 2 * ORDER_ALWAYS, /* ends the game */
};

/* --- attacks on one square --- */

/* No piece on the squares between, the roll going along the column first (order 0) or last. */
static inline bool duell_way_is_free(const Duell *duell, int row, int column, int to_row,
                                     int to_column, int order)
{
    int up = to_row > row ? DUELL_COLUMNS : -DUELL_COLUMNS, across = to_column > column ? 1 : -1;
    int rows = to_row > row ? to_row - row : row - to_row;
    int columns = to_column > column ? to_column - column : column - to_column;
    int at = duell_square(row, column), blocked = 0;
    int first = order == 0 ? rows : columns, total = rows + columns;
    int along = order == 0 ? up : across, then = order == 0 ? across : up;
    for (int n = 1; n < total; n++) {
        at += n <= first ? along : then;
        blocked |= duell->board[at];
    }
    return blocked == 0;
}

/* Could a piece of `by` roll from here onto the square? */
static inline bool duell_rolls_onto(const Duell *duell, int row, int column, int to_row,
                                    int to_column)
{
    return duell_way_is_free(duell, row, column, to_row, to_column, 0) ||
           (row != to_row && column != to_column &&
            duell_way_is_free(duell, row, column, to_row, to_column, 1));
}

/* Could any piece of `by` roll onto the square now?  The same as duell_attackers, made quick. */
static inline bool duell_is_hit(const Duell *duell, int square, int by)
{
    int to_row = duell_row(square), to_column = duell_column(square);
    for (int row = 0; row < DUELL_ROWS; row++)
        for (unsigned left = duell->rows[by][row]; left != 0; left &= left - 1) {
            int column = __builtin_ctz(left);
            int rows = row - to_row, columns = column - to_column;
            int away = (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
            if (away == duell_top(duell->board[duell_square(row, column)]) &&
                duell_rolls_onto(duell, row, column, to_row, to_column))
                return true;
        }
    return false;
}

static inline bool duell_eval_urgent(const Duell *duell)
{
    int side = duell->head.side;
    return duell->king[side] != DUELL_NOWHERE && duell_is_hit(duell, duell->king[side], 1 - side);
}

/* --- worth: a sum of table rows ---
 *
 * The pieces of each side pick rows from one table, and the sums are subtracted.  A row has a worth
 * with all dice on the board and one with none; in between, the number of dice decides.  A side picks
 * its rows as it sees the board itself, so a half turn with colours exchanged changes nothing.
 */

typedef struct DuellWorth {
    int16_t early, late; /* with 16 dice, with none */
} DuellWorth;

enum {
    DUELL_KINDS = DUELL_KING - 1,
    DUELL_APART = 2 * DUELL_ROWS - 1, /* rows that a die may be ahead of a king, plus 7 */
    DUELL_FAR = 12,                   /* longer than any way of a king to its goal */
    DUELL_PHASES = 2 * DUELL_DICE,
    DUELL_TERMS_MAX = 3 * DUELL_DICE + 4, /* rows that a side picks */
};

/* Made of nothing but DuellWorth: tools/duell_learn.c sees it as one long column of rows. */
typedef struct DuellTables {
    DuellWorth die[DUELL_KINDS][DUELL_SQUARES];                  /* orientation, square */
    DuellWorth hunt[DUELL_TOP_MAX][DUELL_APART][DUELL_COLUMNS];  /* top, seen from their king */
    DuellWorth guard[DUELL_TOP_MAX][DUELL_APART][DUELL_COLUMNS]; /* top, seen from the own king */
    DuellWorth king[DUELL_SQUARES];
    DuellWorth race[DUELL_DICE + 1][DUELL_FAR];       /* their dice, way of the king to its goal */
    DuellWorth count[DUELL_DICE + 1][DUELL_DICE + 1]; /* own dice, their dice */
    DuellWorth turn[2];                               /* 1: to move */
} DuellTables;

enum { DUELL_TABLE_ROWS = sizeof(DuellTables) / sizeof(DuellWorth) };

#define DUELL_ROW(member) ((int)(offsetof(DuellTables, member) / sizeof(DuellWorth)))

extern const DuellTables DUELL_TABLES;

static inline int duell_dice_count(const Duell *duell, int side)
{
    DuellRows rows;
    memcpy(&rows, duell->rows[side], sizeof rows);
    return row_bits(rows) - (duell->king[side] != DUELL_NOWHERE);
}

/* The four orientations with one top are numbered so that a half turn takes n to 3 - n. */
static inline int duell_own_kind(int side, int kind)
{
    return (kind - 1) ^ (side * 3);
}

static inline int duell_own_square(int side, int square)
{
    return side == DUELL_WHITE ? square : DUELL_SQUARES - 1 - square;
}

/* A row of `hunt` or `guard`: a die that shows `top`, seen from a king, in squares of one's own view. */
static inline int duell_row_apart(int top, int square, int king)
{
    int rows = duell_row(square) - duell_row(king);
    int columns = duell_column(square) - duell_column(king);
    return ((top - 1) * DUELL_APART + rows + DUELL_ROWS - 1) * DUELL_COLUMNS +
           (columns < 0 ? -columns : columns);
}

/* The rows that one side picks; how many. */
DUELL_INLINE int duell_terms(const Duell *duell, int side, uint16_t terms[DUELL_TERMS_MAX])
{
    int own = duell_dice_count(duell, side), their = duell_dice_count(duell, 1 - side);
    int king = duell_own_square(side, duell->king[side]);
    int prey = duell_own_square(side, duell->king[1 - side]);
    int count = 0;
    terms[count++] = (uint16_t)(DUELL_ROW(king) + king);
    terms[count++] = (uint16_t)(DUELL_ROW(race) + their * DUELL_FAR +
                                duell_distance(king, duell_goal(DUELL_WHITE)));
    terms[count++] = (uint16_t)(DUELL_ROW(count) + own * (DUELL_DICE + 1) + their);
    terms[count++] = (uint16_t)(DUELL_ROW(turn) + (side == duell->head.side));
    for (int row = 0; row < DUELL_ROWS; row++)
        for (unsigned left = duell->rows[side][row]; left != 0; left &= left - 1) {
            int at = duell_square(row, __builtin_ctz(left)), kind = duell_kind(duell->board[at]);
            if (kind == DUELL_KING)
                continue;
            int square = duell_own_square(side, at), top = DUELL_FACES[kind].top;
            terms[count++] =
                (uint16_t)(DUELL_ROW(die) + duell_own_kind(side, kind) * DUELL_SQUARES + square);
            terms[count++] = (uint16_t)(DUELL_ROW(hunt) + duell_row_apart(top, square, prey));
            terms[count++] = (uint16_t)(DUELL_ROW(guard) + duell_row_apart(top, square, king));
        }
    return count;
}

DUELL_INLINE int duell_worth(const DuellTables *tables, const Duell *duell)
{
    const DuellWorth *rows = &tables->die[0][0];
    int               early = 0, late = 0, side = duell->head.side;
    uint16_t          terms[DUELL_TERMS_MAX];
    for (int n = duell_terms(duell, side, terms); n-- > 0;) {
        early += rows[terms[n]].early;
        late += rows[terms[n]].late;
    }
    for (int n = duell_terms(duell, 1 - side, terms); n-- > 0;) {
        early -= rows[terms[n]].early;
        late -= rows[terms[n]].late;
    }
    int dice = duell_dice_count(duell, 0) + duell_dice_count(duell, 1);
    return (early * dice + late * (DUELL_PHASES - dice)) / DUELL_PHASES;
}

/* A die where it stands, kings left aside: for the order of moves. */
static inline int duell_die_worth(const DuellTables *tables, int side, int kind, int square)
{
    const DuellWorth *worth =
        &tables->die[duell_own_kind(side, kind)][duell_own_square(side, square)];
    return (worth->early + worth->late) / 2;
}

/* --- order --- */

/* What is won, and what may be lost in exchange. */
static inline int32_t duell_rank_capture(const DuellTables *tables, const Duell *duell, Step step)
{
    int from = duell_from(step), to = duell_to(step), side = duell->head.side;
    int taken = duell_kind(duell->board[to]), own = duell_kind(duell->board[from]);
    if (taken == DUELL_KING)
        return DUELL_RANK_WIN;
    int gain = duell_die_worth(tables, 1 - side, taken, to);
    if (own != DUELL_KING && duell_is_hit(duell, to, 1 - side))
        gain -= duell_die_worth(tables, side, duell_moved(own, step), to);
    return ORDER_ALWAYS + gain;
}

static inline int32_t duell_rank_quiet(const DuellTables *tables, const Duell *duell, Step step)
{
    int from = duell_from(step), to = duell_to(step), side = duell->head.side;
    int own = duell_kind(duell->board[from]);
    if (own == DUELL_KING)
        return to == duell_goal(side) ? DUELL_RANK_WIN : 0;
    int kind = duell_moved(own, step);
    int gain = duell_die_worth(tables, side, kind, to) - duell_die_worth(tables, side, own, from);
    int attack = duell_distance(to, duell->king[1 - side]) == DUELL_FACES[kind].top ? 2000 : 0;
    return 40 * gain + attack;
}

static inline int32_t duell_rank(const DuellTables *tables, const Duell *duell, Step step)
{
    return duell->board[duell_to(step)] != DUELL_EMPTY ? duell_rank_capture(tables, duell, step)
                                                       : duell_rank_quiet(tables, duell, step);
}

/* --- moves that change the balance at once --- */

/* Keep what takes something, and the king's step onto its goal. */
DUELL_INLINE int duell_noisy(const Duell *duell, const DuellSight *sight, Step *steps)
{
    int          side = duell->head.side;
    DuellRows    prey = sight->all.rows & ~sight->own.rows;
    DuellColumns prey_columns = sight->all.columns & ~sight->own.columns;
    int          goal = duell_goal(side), count = 0;
    DuellRows    goal_rows = row_lanes(1u << duell_row(goal)) & rows_of(1u << duell_column(goal));
    DuellColumns goal_columns =
        column_lanes(1u << duell_column(goal)) & columns_of(1u << duell_row(goal));
    for (int row = 0; row < DUELL_ROWS; row++)
        for (unsigned left = duell->rows[side][row]; left != 0; left &= left - 1) {
            int          column = __builtin_ctz(left), square = duell_square(row, column);
            DuellTargets targets = sight_targets(sight, duell, row, column);
            bool         king = square == duell->king[side];
            targets.rows &= king ? prey | goal_rows : prey;
            targets.columns &= king ? prey_columns | goal_columns : prey_columns;
            count += targets_list(&targets, square, steps + count);
        }
    return count;
}

static inline int duell_eval_noisy(const Duell *duell, Step *steps)
{
    if (duell_is_decided(duell) || duell_is_worn_out(duell))
        return 0;
    DuellSight sight;
    sight_init(&sight, duell, (duell->head.variant & 1) != 0);
    return duell_noisy(duell, &sight, steps);
}

/* --- handing over the turn --- */

static inline bool duell_eval_pass(Duell *duell)
{
    int      side = duell->head.side;
    uint32_t limit = duell->head.variant >> 2;
    if (duell_dice_count(duell, side) < DUELL_PASS_DICE || duell_eval_urgent(duell) ||
        duell->head.extra == DUELL_COUNTER_MAX || (limit != 0 && duell->head.extra + 1u >= limit))
        return false;
    duell->head.key -= duell_key_of_rest(duell);
    duell->head.extra++;
    if (side == DUELL_BLACK && duell->number < DUELL_COUNTER_MAX)
        duell->number++;
    duell->head.side = (uint8_t)(1 - side);
    duell->head.key += duell_key_of_rest(duell);
    return true;
}

#endif
