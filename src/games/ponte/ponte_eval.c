/* SPDX-License-Identifier: MIT
 *
 * ponte_eval.c - judgement: the numbers, the ladder's own evaluation, and the choice between the two
 * representations.
 */
#include "games/ponte/ponte_eval.h"

const PonteChance PONTE_CHANCE[3] = {
    /* one stone, by the cells that three more can reach */
    { { 2, 4, 6, 9, 13, 99 }, { { 0, 20, 30, 45, 55, 64 }, { 0, 30, 45, 60, 70, 75 } } },
    /* two, by pairs of cells */
    { { 0, 1, 3, 6, 10, 99 }, { { 0, 50, 75, 100, 120, 135 }, { 0, 90, 110, 125, 140, 150 } } },
    /* three, by cells */
    { { 0, 1, 2, 3, 4, 99 }, { { 0, 120, 185, 210, 220, 225 }, { 0, 235, 245, 250, 250, 250 } } },
};

const PonteWorth PONTE_WORTH = {
    .bond = { { 200, 140, 90 }, { 210, 170, 120 } },
    .fresh_shared = 3,
    .fresh_own = 8,
    .only = 4,
    .tempo = { 60, 30 },
};

const PonteRanks PONTE_RANKS = {
    .fills = 3000,
    .denies = 2500,
    .grows = 600,
    .checks = 700,
    .hinders = 1200,
    .spoils = -1500,
    .reaches = 700,
    .contested = 400,
    .fresh = 100,
    .inside = 40,
};

static const PonteBoardEval *board_for(const Pos *pos)
{
    return ponte_unpack(pos->variant).size <= 10 ? &PONTE_SMALL_EVAL : &PONTE_LARGE_EVAL;
}

/* --- the ladder's evaluation: frozen, docs/strength.md has its text --- */

static int ladder_worth(const Pos *pos, const IslandsScore *score, int colour)
{
    const PonteBoardEval *board = board_for(pos);
    return 100 * score->points + 30 * board->count_groups(pos, colour, 3) +
           10 * board->count_groups(pos, colour, 2) + 5 * ponte_count_bridges(pos, colour) +
           ponte_count_cells(pos, colour);
}

static int ladder_eval(const Pos *pos)
{
    IslandsScore score[2];
    ponte_score(pos, score);
    int lead = ladder_worth(pos, &score[0], 0) - ladder_worth(pos, &score[1], 1);
    lead = lead >= EVAL_MAX ? EVAL_MAX - 1 : lead <= -EVAL_MAX ? 1 - EVAL_MAX : lead;
    return pos->side == PONTE_WHITE ? lead : -lead;
}

/* --- the facet --- */

static int eval(const Pos *pos)
{
    return board_for(pos)->eval(pos);
}

static void order(const Pos *pos, const Step *steps, int count, int32_t *ranks)
{
    board_for(pos)->order(pos, steps, count, ranks);
}

static int width(const Pos *pos, int depth, int widening)
{
    return board_for(pos)->width(pos, depth, widening);
}

const GameEval PONTE_EVAL = {
    .thinker = THINKER_ALPHABETA,
    .acyclic = true,
    .unit = PONTE_POINT,
    .likely = 3 * PONTE_POINT,
    .eval = eval,
    .ladder_eval = ladder_eval,
    .order = order,
    .width = width,
};
