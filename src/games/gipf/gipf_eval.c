/* SPDX-License-Identifier: MIT
 *
 * gipf_eval.c - the evaluation facet of GIPF: selects the representation.
 */
#include "games/gipf/gipf_eval.h"

#include <assert.h>

static const GipfEval *evaluate_for(const Pos *pos)
{
    static const GipfEval *const EVALS[] = { &GIPF_SMALL_EVAL, &GIPF_LARGE_EVAL, &GIPF_HUGE_EVAL };
    return EVALS[gipf_representation(pos->variant)];
}

static int eval(const Pos *pos)
{
    return evaluate_for(pos)->eval(pos);
}

static int baseline_eval(const Pos *pos)
{
    return evaluate_for(pos)->baseline_eval(pos);
}

static void order(const Pos *pos, const Step *steps, int count, int32_t *ranks)
{
    evaluate_for(pos)->order(pos, steps, count, ranks);
}

static int noisy(const Pos *pos, Step *steps)
{
    return evaluate_for(pos)->noisy(pos, steps);
}

static bool urgent(const Pos *pos)
{
    return evaluate_for(pos)->urgent(pos);
}

static bool pass(Pos *pos)
{
    return evaluate_for(pos)->pass(pos);
}

/* --- weights --- */

static const int32_t WEIGHTS[] = {
#include "games/gipf/gipf_weights.inc"
};
static_assert(sizeof WEIGHTS / sizeof WEIGHTS[0] == GIPF_WEIGHT_COUNT, "one for each index");

const int32_t *gipf_weights = WEIGHTS;

#ifndef BROWSER_MODULE

static int reversed(int code, int length)
{
    int result = 0;
    for (int n = 0; n < length; n++, code /= 3)
        result = result * 3 + code % 3;
    return result;
}

static int exchanged(int code, int length)
{
    int result = 0, power = 1;
    for (int n = 0; n < length; n++, code /= 3, power *= 3)
        result += (3 - code % 3) % 3 * power;
    return result;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* A pattern has the opposite value with colours exchanged, and the same value read from its other end
 * unless one end is that of the line.  Return the number of the pattern that is fitted. */
static int canonical_code(int code, int length, bool has_end, int *sign)
{
    int swapped = exchanged(code, length);
    int same = has_end ? code : least(code, reversed(code, length));
    int other = has_end ? swapped : least(swapped, reversed(swapped, length));
    *sign = same == other ? 0 : same < other ? 1 : -1;
    return least(same, other);
}

static int canonical(int index, int *sign)
{
    int length = 7, end = index - WEIGHT_BOARD - BOARD_END,
        window = index - WEIGHT_BOARD - BOARD_WINDOW;
    if (index >= WEIGHT_ROWS)
        return index;
    if (end >= 0)
        return index - end + canonical_code(end, END_FIELDS, true, sign);
    if (window >= 0)
        return index - window + canonical_code(window, WINDOW_FIELDS, false, sign);
    if (index >= PATTERNS)
        return index;
    while (index < PATTERN_FIRST[length])
        length--;
    return PATTERN_FIRST[length] +
           canonical_code(index - PATTERN_FIRST[length], length, false, sign);
}

static void terms_of(const Pos *pos, WeightTerms *out)
{
    evaluate_for(pos)->terms_of(pos, out);
}

/* Larger boards have weights as well, but their positions may have more terms than a fit can take
 * (WEIGHTS_TERMS_MAX). */
static bool has_weights(uint32_t variant)
{
    return gipf_unpack(variant).side <= 6;
}

static void use_weights(const int32_t *numbers)
{
    gipf_weights = numbers != NULL ? numbers : WEIGHTS;
}

const GameWeights GIPF_WEIGHTS = {
    .count = GIPF_WEIGHT_COUNT,
    .numbers = WEIGHTS,
    .terms_of = terms_of,
    .canonical = canonical,
    .covers = has_weights,
    .use = use_weights,
};

#endif

/* docs/strength.md has the matches. */
/* clang-format off */
static const GameLevel LEVELS[LEVEL_ROWS] = {
    {    100, 1000,  200 },
    {    300,  870,  300 },
    {    900,  680,  380 },
    {   2000,  520,  460 },
    {   5000,  385,  560 },
    {  10000,  265,  650 },
    {  18000,  165,  750 },
    {  28000,   90,  850 },
    {  37000,   37, 1000 },
    {  45000,    0,    0 },
};
/* clang-format on */

const GameEval GIPF_EVAL = {
    .thinker = ALGORITHM_ALPHABETA,
    .unit = GIPF_PIECE / 4,
    .likely = 132, /* 120 points are odds of e to 1, and e^(132/120) is 3: three wins of four */
    .eval = eval,
    .baseline_eval = NATIVE_ONLY(baseline_eval),
    .order = order,
    .noisy = noisy,
    .urgent = urgent,
    .pass = pass,
    .levels = LEVELS,
    .slip_turns = 12,
};

/* Patterns are sorted by length: 81 of four fields, 243 of five, 729 of six, 2187 of seven. */
const uint16_t PATTERN_FIRST[8] = { 0, 0, 0, 0, 0, 81, 324, 1053 };
const uint16_t PATTERN_DIGITS[128] = {
    0,    1,    3,    4,    9,    10,   12,   13,   27,   28,   30,   31,   36,   37,   39,   40,
    81,   82,   84,   85,   90,   91,   93,   94,   108,  109,  111,  112,  117,  118,  120,  121,
    243,  244,  246,  247,  252,  253,  255,  256,  270,  271,  273,  274,  279,  280,  282,  283,
    324,  325,  327,  328,  333,  334,  336,  337,  351,  352,  354,  355,  360,  361,  363,  364,
    729,  730,  732,  733,  738,  739,  741,  742,  756,  757,  759,  760,  765,  766,  768,  769,
    810,  811,  813,  814,  819,  820,  822,  823,  837,  838,  840,  841,  846,  847,  849,  850,
    972,  973,  975,  976,  981,  982,  984,  985,  999,  1000, 1002, 1003, 1008, 1009, 1011, 1012,
    1053, 1054, 1056, 1057, 1062, 1063, 1065, 1066, 1080, 1081, 1083, 1084, 1089, 1090, 1092, 1093,
};
