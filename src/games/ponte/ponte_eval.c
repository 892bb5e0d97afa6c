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

/* clang-format off */
const PonteShape PONTE_SHAPE[PONTE_TINY_SHAPES] = {
    { 0x000f, 0x00f0 }, { 0x0017, 0x03e8 }, { 0x0027, 0x07d8 }, { 0x002e, 0x07d1 },
    { 0x0033, 0x0744 }, { 0x0036, 0x07c9 }, { 0x0047, 0x0eb8 }, { 0x004e, 0x0eb1 },
    { 0x0063, 0x0f9c }, { 0x0066, 0x0f99 }, { 0x006c, 0x0f93 }, { 0x0071, 0x0f8e },
    { 0x0072, 0x0f8d }, { 0x0074, 0x0f8b }, { 0x008e, 0x0c71 }, { 0x00c6, 0x0e39 },
    { 0x00cc, 0x0e22 }, { 0x00e2, 0x0f1d }, { 0x00e4, 0x0f1b }, { 0x00e8, 0x0f17 },
    { 0x00f0, 0x0f0f }, { 0x0113, 0x3264 }, { 0x0131, 0x3646 }, { 0x0132, 0x3645 },
    { 0x0170, 0x3e8f }, { 0x0223, 0x7554 }, { 0x0226, 0x75d9 }, { 0x0231, 0x7546 },
    { 0x0232, 0x7545 }, { 0x0262, 0x7d9d }, { 0x0264, 0x7d9b }, { 0x0270, 0x7d8f },
    { 0x02e0, 0x7d1f }, { 0x0311, 0x7462 }, { 0x0322, 0x7455 }, { 0x0330, 0x7447 },
    { 0x0360, 0x7c9f }, { 0x0446, 0xeab9 }, { 0x044c, 0xeaa2 }, { 0x0462, 0xeb9d },
    { 0x0464, 0xeb9b }, { 0x0470, 0xeb8f }, { 0x04c4, 0xea2a }, { 0x04c8, 0xea26 },
    { 0x04e0, 0xeb1f }, { 0x0622, 0xf9d5 }, { 0x0630, 0xf9c7 }, { 0x0644, 0xf9ba },
    { 0x0660, 0xf99f }, { 0x06c0, 0xf93e }, { 0x0710, 0xf8e3 }, { 0x0720, 0xf8d7 },
    { 0x0740, 0xf8be }, { 0x088c, 0xc462 }, { 0x08c4, 0xc62a }, { 0x08c8, 0xc626 },
    { 0x08e0, 0xc71f }, { 0x0c44, 0xe2aa }, { 0x0c60, 0xe39f }, { 0x0c88, 0xe264 },
    { 0x0cc0, 0xe22e }, { 0x0e20, 0xf1d7 }, { 0x0e40, 0xf1be }, { 0x0e80, 0xf17c },
    { 0x0f00, 0xf0f0 }, { 0x1111, 0x2222 }, { 0x1130, 0x2647 }, { 0x1310, 0x6463 },
    { 0x1320, 0x6457 }, { 0x1700, 0xe8f0 }, { 0x2222, 0x5555 }, { 0x2230, 0x5547 },
    { 0x2260, 0x5d9f }, { 0x2310, 0x5463 }, { 0x2320, 0x5457 }, { 0x2620, 0xd9d7 },
    { 0x2640, 0xd9be }, { 0x2700, 0xd8f0 }, { 0x2e00, 0xd1f0 }, { 0x3110, 0x4623 },
    { 0x3220, 0x4557 }, { 0x3300, 0x4470 }, { 0x3600, 0xc9f0 }, { 0x4444, 0xaaaa },
    { 0x4460, 0xab9f }, { 0x44c0, 0xaa2e }, { 0x4620, 0xb9d7 }, { 0x4640, 0xb9be },
    { 0x4700, 0xb8f0 }, { 0x4c40, 0xa2ae }, { 0x4c80, 0xa26c }, { 0x4e00, 0xb1f0 },
    { 0x6220, 0x9d57 }, { 0x6300, 0x9c70 }, { 0x6440, 0x9bae }, { 0x6600, 0x99f0 },
    { 0x6c00, 0x93e0 }, { 0x7100, 0x8e30 }, { 0x7200, 0x8d70 }, { 0x7400, 0x8be0 },
    { 0x8888, 0x4444 }, { 0x88c0, 0x462e }, { 0x8c40, 0x62ae }, { 0x8c80, 0x626c },
    { 0x8e00, 0x71f0 }, { 0xc440, 0x2aae }, { 0xc600, 0x39f0 }, { 0xc880, 0x264c },
    { 0xcc00, 0x22e0 }, { 0xe200, 0x1d70 }, { 0xe400, 0x1be0 }, { 0xe800, 0x17c0 },
    { 0xf000, 0x0f00 },
};
/* clang-format on */

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

static int noisy(const Pos *pos, Step *steps)
{
    return board_for(pos)->noisy(pos, steps);
}

static bool urgent(const Pos *pos)
{
    return board_for(pos)->urgent(pos);
}

/* --- the learned evaluation --- */

static const int16_t LEARNED[] = {
#include "games/ponte/ponte_model.inc"
};
/* Small boards, by whether a player may pass (R5.2). */
static const int16_t SMALL_SKIP[] = {
#include "games/ponte/ponte_model_4_skip.inc"
};
static const int16_t SMALL_PASS[] = {
#include "games/ponte/ponte_model_4_pass.inc"
};
static const int16_t PASSING[] = {
#include "games/ponte/ponte_model_pass.inc"
};
MODEL_CHECK(LEARNED, PONTE_INPUTS);
MODEL_CHECK(PASSING, PONTE_PASSING_INPUTS);
MODEL_CHECK(SMALL_SKIP, PONTE_TINY_INPUTS);
MODEL_CHECK(SMALL_PASS, PONTE_TINY_INPUTS);

const int16_t *ponte_model(const PonteSettings *settings)
{
    if (ponte_has_passing_model(settings))
        return LEARNED; /* another model replaces the correction */
    return model_numbers(settings->size > PONTE_TINY_SIZE ? LEARNED
                         : settings->passing              ? SMALL_PASS
                                                          : SMALL_SKIP);
}

const int16_t *ponte_passing_model(void)
{
    return model_numbers(PASSING);
}

static int input_count(uint32_t variant)
{
    const PonteSettings settings = ponte_unpack(variant);
    return settings.size <= PONTE_TINY_SIZE     ? PONTE_TINY_INPUTS
           : ponte_has_passing_model(&settings) ? PONTE_PASSING_INPUTS
                                                : PONTE_INPUTS;
}

static int inputs_of(const Pos *pos, int16_t *inputs)
{
    return board_for(pos)->inputs(pos, inputs);
}

const GameModel PONTE_MODEL = {
    .input_count = input_count,
    .inputs_of = inputs_of,
};

/* docs/strength.md has the matches. */
/* clang-format off */
static const GameLevel LEVELS[LEVEL_ROWS] = {
    {    100, 1000,  119 },
    {    100,  910,  147 },
    {    200,  835,  167 },
    {    400,  715,  220 },
    {    875,  584,  293 },
    {   2500,  455,  380 },
    {   7000,  325,  500 },
    {  16000,  180,  650 },
    {  30000,   75,  900 },
    {  45000,    0,    0 },
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
    .noisy = noisy,
    .urgent = urgent,
    .levels = LEVELS,
    .slip_turns = 10,
};
