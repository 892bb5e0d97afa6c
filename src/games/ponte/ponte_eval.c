/* SPDX-License-Identifier: MIT
 *
 * ponte_eval.c - the constants of the evaluation, the baseline evaluation, and the dispatch to one
 * of the two bitboard representations.
 */
#include <assert.h>

#include "games/ponte/ponte_eval.h"

/* These and the numbers of PONTE_WORTH were fitted by coordinate descent on 15,309 positions of
 * self-play; README.md describes the fit. */
const PonteChance PONTE_CHANCE[3] = {
    /* one stone, by the cells that three more stones can reach */
    { { 2, 4, 6, 9, 13, 99 }, { { 0, 22, 66, 101, 111, 136 }, { 0, 70, 100, 105, 118, 136 } } },
    /* two stones, by pairs of cells that complete them */
    { { 0, 1, 3, 6, 10, 99 }, { { 0, 58, 79, 128, 148, 163 }, { 0, 98, 120, 130, 170, 190 } } },
    /* three stones, by cells that complete them */
    { { 0, 1, 2, 3, 4, 99 }, { { 0, 148, 181, 210, 230, 233 }, { 0, 187, 205, 226, 235, 240 } } },
};

const PonteWorth PONTE_WORTH = {
    .bond = { { 124, 128, 56 }, { 166, 154, 120 } },
    .fresh_shared = 11,
    .fresh_own = 20,
    .only = -2,
    .reach = 0,
    .tempo = { 10, 5 },
};

static const PonteBoardEval *board_for(const Pos *pos)
{
    return ponte_unpack(pos->variant).size <= 10 ? &PONTE_SMALL_EVAL : &PONTE_LARGE_EVAL;
}

/* --- the evaluation of the baseline players: frozen, docs/strength.md defines it --- */

static int baseline_worth(const Pos *pos, const IslandsScore *score, int colour)
{
    const PonteBoardEval *board = board_for(pos);
    return 100 * score->points + 30 * board->count_groups(pos, colour, 3) +
           10 * board->count_groups(pos, colour, 2) + 5 * ponte_count_bridges(pos, colour) +
           ponte_count_cells(pos, colour);
}

static int baseline_eval(const Pos *pos)
{
    IslandsScore score[2];
    ponte_score(pos, score);
    int lead = baseline_worth(pos, &score[0], 0) - baseline_worth(pos, &score[1], 1);
    lead = lead >= EVAL_MAX ? EVAL_MAX - 1 : lead <= -EVAL_MAX ? 1 - EVAL_MAX : lead;
    return pos->side == PONTE_WHITE ? lead : -lead;
}

/* --- the evaluation interface --- */

static int eval(const Pos *pos)
{
    assert(!ponte_head(pos)->over);
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

/* --- the learned evaluation --- */

static const int16_t LEARNED[] = {
#include "games/ponte/ponte_model.inc"
};
MODEL_CHECK(LEARNED, PONTE_INPUTS);

const int16_t *ponte_model(void)
{
    return model_numbers(LEARNED);
}

static int inputs_of(const Pos *pos, int16_t *inputs)
{
    return board_for(pos)->inputs(pos, inputs);
}

const GameModel PONTE_MODEL = {
    .inputs = PONTE_INPUTS,
    .inputs_of = inputs_of,
};

/* docs/strength.md has the matches. */
/* clang-format off */
static const GameLevel LEVELS[LEVEL_ROWS] = {
    {    100, 1000, 100000 },
    {    100,  910, 100000 },
    {    150,  810, 100000 },
    {    200,  740, 100000 },
    {    400,  610,  83000 },
    {    800,  490,  67000 },
    {   1500,  370,  40000 },
    {   5000,  240,  20000 },
    {  20000,  110,  10000 },
    { 200000,    0,      0 },
};
/* clang-format on */

const GameEval PONTE_EVAL = {
    .thinker = ALGORITHM_ALPHABETA,
    .acyclic = true,
    .unit = PONTE_POINT,
    .likely = 3 * PONTE_POINT,
    .eval = eval,
    .baseline_eval = NATIVE_ONLY(baseline_eval),
    .order = order,
    .width = width,
    .levels = LEVELS,
};
