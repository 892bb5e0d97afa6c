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

/* --- worth --- */

static inline int duell_own_row(int side, int row)
{
    return side == DUELL_WHITE ? row : DUELL_ROWS - 1 - row;
}

static inline int duell_dice_count(const Duell *duell, int side)
{
    DuellRows rows;
    memcpy(&rows, duell->rows[side], sizeof rows);
    return row_bits(rows) - (duell->king[side] != DUELL_NOWHERE);
}

/* A die of `side` on this square. */
static inline int duell_die_worth(int side, int kind, int row, int column)
{
    static const uint8_t BY_TOP[DUELL_TOP_MAX + 1] = { 0, 86, 96, 102, 106, 106, 104 };
    int off = column > 4 ? column - 4 : 4 - column, ahead = duell_own_row(side, row);
    return BY_TOP[DUELL_FACES[kind].top] + 3 * (ahead < 5 ? ahead : 5) - 2 * off;
}

/* The fewer dice could stop it, the more a king gains by going. */
static inline int duell_king_worth(const Duell *duell, int side, int against)
{
    static const uint8_t PER_STEP[DUELL_DICE + 1] = { 25, 15, 8, 4, 0, 0, 0, 0, 0 };
    return -PER_STEP[against] * duell_distance(duell->king[side], duell_goal(side));
}

static inline int duell_side_worth(const Duell *duell, int side)
{
    int sum = duell_king_worth(duell, side, duell_dice_count(duell, 1 - side));
    for (int row = 0; row < DUELL_ROWS; row++)
        for (unsigned left = duell->rows[side][row]; left != 0; left &= left - 1) {
            int column = __builtin_ctz(left);
            int kind = duell_kind(duell->board[duell_square(row, column)]);
            if (kind != DUELL_KING)
                sum += duell_die_worth(side, kind, row, column);
        }
    return sum;
}

static inline int duell_eval_worth(const Duell *duell)
{
    int side = duell->head.side;
    return duell_side_worth(duell, side) - duell_side_worth(duell, 1 - side);
}

/* --- order --- */

/* What is won, and what may be lost in exchange. */
static inline int32_t duell_rank_capture(const Duell *duell, Step step)
{
    int from = duell_from(step), to = duell_to(step), side = duell->head.side;
    int taken = duell_kind(duell->board[to]), own = duell_kind(duell->board[from]);
    if (taken == DUELL_KING)
        return DUELL_RANK_WIN;
    int gain = duell_die_worth(1 - side, taken, duell_row(to), duell_column(to));
    if (own != DUELL_KING && duell_is_hit(duell, to, 1 - side))
        gain -= duell_die_worth(side, duell_moved(own, step), duell_row(to), duell_column(to));
    return ORDER_ALWAYS + gain;
}

static inline int32_t duell_rank_quiet(const Duell *duell, Step step)
{
    int from = duell_from(step), to = duell_to(step), side = duell->head.side;
    int own = duell_kind(duell->board[from]);
    if (own == DUELL_KING)
        return to == duell_goal(side) ? DUELL_RANK_WIN : 0;
    int kind = duell_moved(own, step);
    int gain = duell_die_worth(side, kind, duell_row(to), duell_column(to)) -
               duell_die_worth(side, own, duell_row(from), duell_column(from));
    int attack = duell_distance(to, duell->king[1 - side]) == DUELL_FACES[kind].top ? 2000 : 0;
    return 40 * gain + attack;
}

static inline int32_t duell_eval_rank(const Duell *duell, Step step)
{
    return duell->board[duell_to(step)] != DUELL_EMPTY ? duell_rank_capture(duell, step)
                                                       : duell_rank_quiet(duell, step);
}

/* --- moves that change the balance at once --- */

/* Keep what takes something, and the king's step onto its goal. */
static inline int duell_eval_noisy(const Duell *duell, Step *steps)
{
    int side = duell->head.side;
    if (duell_is_decided(duell) || duell_is_worn_out(duell))
        return 0;
    DuellSight sight;
    sight_init(&sight, duell, (duell->head.variant & 1) != 0);
    DuellRows    prey = sight.all.rows & ~sight.own.rows;
    DuellColumns prey_columns = sight.all.columns & ~sight.own.columns;
    int          goal = duell_goal(side), count = 0;
    DuellRows    goal_rows = row_lanes(1u << duell_row(goal)) & rows_of(1u << duell_column(goal));
    DuellColumns goal_columns =
        column_lanes(1u << duell_column(goal)) & columns_of(1u << duell_row(goal));
    for (int row = 0; row < DUELL_ROWS; row++)
        for (unsigned left = duell->rows[side][row]; left != 0; left &= left - 1) {
            int          column = __builtin_ctz(left), square = duell_square(row, column);
            DuellTargets targets = sight_targets(&sight, duell, row, column);
            bool         king = square == duell->king[side];
            targets.rows &= king ? prey | goal_rows : prey;
            targets.columns &= king ? prey_columns | goal_columns : prey_columns;
            count += targets_list(&targets, square, steps + count);
        }
    return count;
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
