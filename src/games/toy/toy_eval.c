/* SPDX-License-Identifier: MIT */
/* Judgement: who is nearer to a row of four.
 *
 * Every stretch of TOY_ROW cells without a stone of the other side is a row that may still come
 * true; it counts the more, the more stones stand in it already.  The measure of the ladder knows
 * stones only.
 */
#include "games/toy/toy.h"

/* Being to move is worth much here.  Measured, as is `likely`, on 8 cells: 3,800 games of greedy players
 * that judge by this eval, begun with one to four random turns. */
enum { STONE_VALUE = 4, TEMPO_VALUE = 22 };

/* By own stones in an open stretch. */
static const int ROW_VALUE[TOY_ROW] = { 1, 3, 8, 20 };

static int open_rows(const Toy *toy, int side)
{
    int value = 0;
    for (int first = 0; first + TOY_ROW <= (int)toy->head.variant; first++) {
        uint32_t stretch = toy_board(TOY_ROW) << first;
        if (!(toy->stones[1 - side] & stretch))
            value += ROW_VALUE[toy_count(toy->stones[side] & stretch) & (TOY_ROW - 1)];
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

static int toy_ladder_eval(const Pos *pos)
{
    return lead(toy_of(pos));
}

/* The middle first: more stretches lead through it.  Hops last. */
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
    .baseline_eval = toy_ladder_eval,
    .order = toy_order,
};
