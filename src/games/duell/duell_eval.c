/* SPDX-License-Identifier: MIT
 *
 * duell_eval.c - the evaluation facet of Duell.  The terms are in duell_eval.h.
 */
#include "games/duell/duell_eval.h"

static const union {
    int32_t     numbers[DUELL_TABLE_ROWS];
    DuellTables tables;
} WEIGHTS = { {
#include "games/duell/duell_weights.inc"
} };

const DuellTables *duell_tables = &WEIGHTS.tables;

static int eval(const Pos *pos)
{
    return duell_score(duell_tables, duell_of(pos));
}

static int rough(const Pos *pos)
{
    const Duell *duell = duell_of(pos);
    const int    dice[2] = { duell_dice_count(duell, 0), duell_dice_count(duell, 1) };
    return duell_rough_score(duell_tables, duell, dice, duell_sum_dice(duell_tables, duell));
}

/* --- for the baseline players; frozen, and stated in docs/strength.md --- */

enum { BASELINE_DIE = 100, BASELINE_ROW = 2, BASELINE_STEP = 10, BASELINE_FEW = 2 };

static int baseline_side(const Duell *duell, int side)
{
    int sum = 0;
    for (int square = 0; square < DUELL_SQUARES; square++) {
        uint8_t piece = duell->board[square];
        if (piece == DUELL_EMPTY || duell_colour(piece) != side || duell_kind(piece) == DUELL_KING)
            continue;
        int row = duell_row(square);
        sum += BASELINE_DIE + BASELINE_ROW * (side == DUELL_WHITE ? row : DUELL_ROWS - 1 - row);
    }
    if (duell_dice_count(duell, 1 - side) <= BASELINE_FEW)
        sum -= BASELINE_STEP * duell_distance(duell->king[side], duell_goal(side));
    return sum;
}

static int baseline_eval(const Pos *pos)
{
    const Duell *duell = duell_of(pos);
    return baseline_side(duell, pos->side) - baseline_side(duell, 1 - pos->side);
}

/* --- the rest --- */

static void order(const Pos *pos, const Step *steps, int count, int32_t *ranks)
{
    for (int i = 0; i < count; i++)
        ranks[i] = duell_rank(duell_tables, duell_of(pos), steps[i]);
}

static int noisy(const Pos *pos, Step *steps)
{
    return duell_eval_noisy(duell_of(pos), steps);
}

static bool urgent(const Pos *pos)
{
    return duell_eval_urgent(duell_of(pos));
}

static bool pass(Pos *pos)
{
    return duell_pass((Duell *)(void *)pos, duell_eval_urgent(duell_of(pos)));
}

/* --- weights --- */

#ifndef BROWSER_MODULE

/* The `race` against a bare king is not learned, because its end is within the horizon of the search
 * that plays the games. */
static bool is_learned(int index)
{
    return index < DUELL_ROW(race) || index >= DUELL_ROW(race) + DUELL_FAR;
}

static void side_terms(const Duell *duell, const DuellHits *hits, int side, int sign,
                       WeightTerms *out)
{
    int      dice[2] = { duell_dice_count(duell, 0), duell_dice_count(duell, 1) };
    uint16_t rest[DUELL_REST_TERMS], die[DUELL_DIE_TERMS];
    duell_rest_terms(duell, side, dice, rest);
    for (int n = 0; n < DUELL_REST_TERMS; n++)
        if (is_learned(rest[n]))
            weight_terms_add(out, rest[n], sign);
        else
            out->rest += sign * weights_value((&duell_tables->die[0][0])[rest[n]], out->phase);
    for (int defended = 0; defended < 2; defended++)
        if (hits->count[side][defended] > 0)
            weight_terms_add(out, DUELL_ROW(hit) + 2 * (side == duell->head.side) + defended,
                             sign * hits->count[side][defended]);
    for (int square = 0; square < DUELL_SQUARES; square++) {
        uint8_t piece = duell->board[square];
        if (piece == DUELL_EMPTY || duell_colour(piece) != side || duell_kind(piece) == DUELL_KING)
            continue;
        duell_die_terms(duell->king, side, duell_kind(piece), square, die);
        for (int n = 0; n < DUELL_DIE_TERMS; n++)
            weight_terms_add(out, die[n], sign);
    }
}

static void terms_of(const Pos *pos, WeightTerms *out)
{
    const Duell    *duell = duell_of(pos);
    const DuellHits hits = duell_hits(duell);
    *out = (WeightTerms){ .phase = duell_dice_count(duell, 0) + duell_dice_count(duell, 1) };
    side_terms(duell, &hits, pos->side, 1, out);
    side_terms(duell, &hits, 1 - pos->side, -1, out);
}

static bool has_weights(uint32_t variant)
{
    (void)variant;
    return true;
}

static void use_weights(const int32_t *numbers)
{
    duell_tables = numbers != NULL ? (const DuellTables *)(const void *)numbers : &WEIGHTS.tables;
}

const GameWeights DUELL_WEIGHTS = {
    .count = DUELL_TABLE_ROWS,
    .numbers = WEIGHTS.numbers,
    .terms_of = terms_of,
    .covers = has_weights,
    .use = use_weights,
};

#endif

/* docs/strength.md has the matches. */
/* clang-format off */
static const GameLevel LEVELS[LEVEL_ROWS] = {
    {     50, 1000,  125 },
    {    100,  910,  156 },
    {    200,  823,  195 },
    {    500,  685,  280 },
    {   1500,  570,  365 },
    {   4000,  405,  500 },
    {  12000,  275,  650 },
    {  45000,  145,  820 },
    {  75000,   65, 1000 },
    { 120000,    0,    0 },
};
/* clang-format on */

const GameEval DUELL_EVAL = {
    .thinker = ALGORITHM_ALPHABETA,
    .acyclic = false,
    .unit = DUELL_UNIT,
    .likely = 146, /* 133 points are odds of e to 1, and e^(146/133) is 3: three wins of four */
    .eval = eval,
    .rough = rough,
    .rough_most = DUELL_ROUGH_MOST,
    .baseline_eval = NATIVE_ONLY(baseline_eval),
    .order = order,
    .noisy = noisy,
    .urgent = urgent,
    .pass = pass,
    .levels = LEVELS,
    .slip_turns = 10,
    .futile_turns = DUELL_FUTILE_TURNS,
};
