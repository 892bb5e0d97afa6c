/* SPDX-License-Identifier: MIT
 *
 * duell_fast.c - perft on target sets.
 *
 * Perft counts the moves of a leaf as bits of its target sets (bulk counting).  It needs no keys, so
 * they are not updated.
 */
#include <string.h>

#include "games/duell/duell.h"
#include "games/duell/duell_board.h"
#include "games/duell/duell_dice.h"
#include "games/duell/duell_playout.h"
#include "games/duell/duell_search.h"
#include "games/duell/duell_sight.h"

static bool covers(uint32_t variant)
{
    (void)variant;
    return true;
}

DUELL_INLINE bool is_free(const Duell *duell)
{
    return (duell->head.variant & 1) != 0;
}

/* True if the game is over for a reason other than a lack of moves. */
DUELL_INLINE bool is_over(const Duell *duell)
{
    uint32_t limit = duell->head.variant >> 2;
    return duell_is_decided(duell) || (limit != 0 && duell->head.extra >= limit);
}

/* The legal moves of all pieces of the side to move, as sets in the order of `gen`. */
typedef struct Choice {
    int          count;
    uint8_t      square[DUELL_PIECES];
    DuellTargets targets[DUELL_PIECES];
} Choice;

DUELL_INLINE void choice_init(Choice *choice, const Duell *duell)
{
    DuellSight sight;
    sight_init(&sight, duell, is_free(duell));
    DuellPair own = (DuellPair)sight.own.rows;
    choice->count = 0;
    for (int half = 0; half < 2; half++)
        for (uint64_t left = own[half]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left), row = half * 4 + (bit >> 4), column = bit & 15;
            assert(choice->count < DUELL_PIECES);
            choice->square[choice->count] = (uint8_t)duell_square(row, column);
            choice->targets[choice->count++] = sight_targets(&sight, duell, row, column);
        }
}

/* --- counting --- */

/* Count the moves of a leaf.  The king's moves are counted separately, so that the loop over the
 * dice has no branch except its end. */
static uint64_t leaf_turns(const Duell *duell)
{
    if (is_over(duell))
        return 0;
    DuellSight sight;
    sight_init(&sight, duell, is_free(duell));
    int          king = duell->king[duell->head.side];
    int          king_row = duell_row(king), king_column = duell_column(king);
    DuellTargets steps = king_targets(&sight, king_row, king_column, duell->head.side);
    int          sum = targets_count(&steps);
    DuellPair    dice =
        (DuellPair)(sight.own.rows & ~(row_lanes(1u << king_row) & rows_of(1u << king_column)));
    for (int half = 0; half < 2; half++)
        for (uint64_t left = dice[half]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left), row = half * 4 + (bit >> 4), column = bit & 15;
            int top = duell_top(duell->board[duell_square(row, column)]);
            DuellTargets targets = die_targets(&sight, row, column, top);
            sum += targets_count(&targets);
        }
    return (uint64_t)sum;
}

/* The two orders of a bent roll lead to the same position exactly if one leg is four steps long, or
 * both are two (R4.6).  These are the legs, by top. */
static const int8_t ALIKE[DUELL_TOP_MAX + 1][2][2] = {
    [4] = { { 2, 2 } },
    [5] = { { 1, 4 }, { 4, 1 } },
    [6] = { { 2, 4 }, { 4, 2 } },
};

/* True if the square is a target of both orders. */
static bool is_in_both(const DuellTargets *targets, int row, int column)
{
    if ((unsigned)row >= DUELL_ROWS || (unsigned)column >= DUELL_COLUMNS)
        return false;
    return (targets->rows[row] >> column & 1) != 0 && (targets->columns[column] >> row & 1) != 0;
}

/* Return the number of moves of a die on `square` that lead to the same position as another one. */
static int count_duplicates(const DuellTargets *targets, int square, int top)
{
    int row = duell_row(square), column = duell_column(square), count = 0;
    for (int i = 0; i < 2; i++) {
        int up = ALIKE[top][i][0], across = ALIKE[top][i][1];
        if (up == 0)
            break;
        count += is_in_both(targets, row + up, column + across);
        count += is_in_both(targets, row + up, column - across);
        count += is_in_both(targets, row - up, column + across);
        count += is_in_both(targets, row - up, column - across);
    }
    return count;
}

static uint64_t leaf_positions(const Duell *duell)
{
    if (is_over(duell))
        return 0;
    Choice choice;
    int    sum = 0;
    choice_init(&choice, duell);
    for (int i = 0; i < choice.count; i++) {
        int top = duell_top(duell->board[choice.square[i]]);
        sum += targets_count(&choice.targets[i]);
        if (top >= 4)
            sum -= count_duplicates(&choice.targets[i], choice.square[i], top);
    }
    return (uint64_t)sum;
}

static int list_turns(const Duell *duell, Step *steps)
{
    if (is_over(duell))
        return 0;
    Choice choice;
    int    count = 0;
    choice_init(&choice, duell);
    for (int i = 0; i < choice.count; i++)
        count += targets_list(&choice.targets[i], choice.square[i], steps + count);
    return count;
}

/* True if the roll of order 0 is also possible and leaves the die in the same orientation. */
static bool is_duplicate(const DuellTargets *targets, Step step, int top)
{
    int to = duell_to(step), row = duell_row(to), column = duell_column(to);
    int up = row - duell_row(duell_from(step)), across = column - duell_column(duell_from(step));
    up = up < 0 ? -up : up;
    across = across < 0 ? -across : across;
    for (int i = 0; i < 2; i++)
        if (up != 0 && up == ALIKE[top][i][0] && across == ALIKE[top][i][1])
            return is_in_both(targets, row, column);
    return false;
}

/* Like list_turns, but without the second of two moves that lead to the same position. */
static int list_positions(const Duell *duell, Step *steps)
{
    if (is_over(duell))
        return 0;
    Choice choice;
    int    kept = 0;
    choice_init(&choice, duell);
    for (int i = 0; i < choice.count; i++) {
        int top = duell_top(duell->board[choice.square[i]]);
        int first = kept;
        int last = first + targets_list(&choice.targets[i], choice.square[i], steps + first);
        for (int n = first; n < last; n++)
            if (duell_order(steps[n]) == 0 || !is_duplicate(&choice.targets[i], steps[n], top))
                steps[kept++] = steps[n];
    }
    return kept;
}

DUELL_INLINE void after(const Duell *duell, Step step, Duell *next)
{
    *next = *duell;
    duell_move(next, step);
}

/* list_positions has no duplicates, so a list of steps can stand for the list of positions. */
#define PERFT_NAME(x)           fast_##x
#define PERFT_ARGS              /* none */
#define PERFT_PASS              /* none */
#define PERFT_POS               Duell
#define PERFT_CAPACITY          Duell
#define PERFT_OF(r)             (&(r))
#define PERFT_STEPS             Step steps[DUELL_STEPS_MAX]
#define PERFT_GEN(p)            list_turns(p, steps)
#define PERFT_NEXT(p, i, next)  after(p, steps[i], &(next))
#define PERFT_TURN_OPEN(p)      ((p)->head.phase != 0)
#define PERFT_LEAF_TURNS(p)     leaf_turns(p)
#define PERFT_LEAF_POSITIONS(p) leaf_positions(p)
#define PERFT_LIST                \
    Step  steps[DUELL_STEPS_MAX]; \
    Duell next
#define PERFT_DISTINCT(p) list_positions(p, steps)
#define PERFT_AT(i)       (after(pos, steps[i], &next), &next)
#define PERFT_END         (void)0
#include "core/perft_body.inc"

static uint64_t perft_turns(const Pos *pos, int depth)
{
    return fast_turns(duell_of(pos), depth);
}

static uint64_t perft_positions(const Pos *pos, int depth)
{
    return fast_positions(duell_of(pos), depth);
}

const GameFast DUELL_FAST = {
    .covers = covers,
    .perft_turns = NATIVE_ONLY(perft_turns),
    .perft_positions = NATIVE_ONLY(perft_positions),
    .playout = NATIVE_ONLY(duell_playout),
    .search = duell_search,
};
