/* SPDX-License-Identifier: MIT */
/* Evaluation: who is closer to a row of four.
 *
 * A window of TOY_ROW cells without a stone of the other side can still become a row.  It counts
 * more, the more own stones it holds.  The evaluation of the baseline players counts stones only.
 */
#include "games/toy/toy.h"

/* The side to move has a large advantage in this game.  TEMPO_VALUE and `likely` were measured on 8
 * cells: 3,800 games of greedy players with this evaluation, after one to four random turns. */
enum { STONE_VALUE = 4, TEMPO_VALUE = 22 };

/* Value of an open window by the number of own stones in it.  Four stones end the game, and eval
 * sees no position that is over, so the array has no entry for them. */
static const int ROW_VALUE[TOY_ROW] = { 1, 3, 8, 20 };

static int open_rows(const Toy *toy, int side)
{
    int value = 0;
    for (int first = 0; first + TOY_ROW <= (int)toy->head.variant; first++) {
        uint32_t window = toy_board(TOY_ROW) << first;
        if (!(toy->stones[1 - side] & window)) /* between two stones of a turn, 4 counts as 0 */
            value += ROW_VALUE[toy_count(toy->stones[side] & window) & (TOY_ROW - 1)];
    }
    return value;
}

static int lead(const Toy *toy)
{
    int side = toy->head.side;
    return toy_count(toy->stones[side]) - toy_count(toy->stones[1 - side]);
}

static int toy_eval(const Pos *pos)
{
    const Toy *toy = toy_of(pos);
    return open_rows(toy, pos->side) - open_rows(toy, 1 - pos->side) + STONE_VALUE * lead(toy) +
           TEMPO_VALUE;
}

static int toy_baseline_eval(const Pos *pos)
{
    return lead(toy_of(pos));
}

/* Rank placements from the middle outwards, because more windows contain a middle cell.  Hops and
 * the stop come last. */
static void toy_order(const Pos *pos, const Step *steps, int count, int32_t *ranks)
{
    int last = (int)pos->variant - 1;
    for (int i = 0; i < count; i++) {
        int to = toy_to(steps[i]), edge = to < last - to ? to : last - to;
        ranks[i] = toy_kind(steps[i]) == TOY_PLACE ? 16 + edge : 0;
    }
}

const GameEval TOY_EVAL = {
    .thinker = ALGORITHM_ALPHABETA,
    .unit = STONE_VALUE,
    .likely = 23,
    .eval = toy_eval,
    .baseline_eval = toy_baseline_eval,
    .order = toy_order,
};
