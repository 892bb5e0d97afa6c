/* SPDX-License-Identifier: MIT */
#include "learn/tune.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "core/weights.h"
#include "learn/self_play.h"
#include "search/search.h"

enum {
    TABLE_BYTES = 1 << 20, /* small: searches of a few hundred nodes */
    TURNS_MAX = 2000,      /* longer games are cut off as draws */
    SAMPLE_GAMES = 4,      /* per board, to find how often each weight counts */
};

/* The result of a pair moves each value by so many steps, divided by TUNE_RESULT_MAX.  The gain falls
 * with the number of pairs. */
static const double GAIN = 0.06, GAIN_PAIRS = 1000, GAIN_POWER = 0.6;
/* A step changes the evaluation by this share of the lead that wins three games of four
 * (GameEval.likely), as root mean square.  A rare weight changes by STEP_MOST of that lead at most. */
static const double STEP = 0.05, STEP_MOST = 0.5;
/* Weight of the last pair in the average: AVERAGE / (number of pairs + AVERAGE). */
static const double AVERAGE = 4;

/* A value that is tuned. */
typedef struct TunedValue {
    uint16_t index; /* of the weight */
    bool     late;  /* or early */
    double   step, at, mean;
    int      sign; /* of the step of the first set in the next pair */
} TunedValue;

struct Tuner {
    TunePlan           plan;
    const GameWeights *weights;
    Search            *search[2];
    uint32_t           pairs; /* done */
    int                count;
    TunedValue         values[TUNE_VALUES_MAX];
    int32_t            numbers[2][WEIGHTS_COUNT_MAX]; /* to play with */
    SearchResult       result;
};

void tune_head(const TunePlan *plan, Text *out)
{
    text_add(out, "tune 1");
    for (int i = 0; i < plan->setup_count; i++) {
        text_add(out, " ");
        setup_write(&plan->setups[i], out);
    }
    text_addf(out, " seed %llu nodes %u openings %d", (unsigned long long)plan->seed, plan->nodes,
              plan->openings);
}

static int canonical(const GameWeights *weights, int index, int *sign)
{
    *sign = 1;
    return weights->canonical != NULL ? weights->canonical(index, sign) : index;
}

/* --- games -------------------------------------------------------------------------------- */

/* Play to the end of the game.  `numbers` are those of each side; NULL: those in use.  After each
 * turn call `visit`, unless it is NULL. */
static Status play_out(Tuner *tuner, Line *line, const int32_t *const numbers[2],
                       void (*visit)(void *context, const Pos *pos), void *context)
{
    const SearchLimits limits = { .nodes = tuner->plan.nodes };
    Status             status = STATUS_OK;
    search_clear(tuner->search[0]);
    search_clear(tuner->search[1]);
    while (status == STATUS_OK && line_outcome(line).ending == ENDING_NONE &&
           line_turns(line) < TURNS_MAX) {
        const int side = line_now(line)->side;
        if (visit != NULL)
            visit(context, line_now(line));
        tuner->weights->use(numbers[side]);
        status = search_think(tuner->search[side], line, &limits, NULL, NULL, &tuner->result);
        for (int i = 0; i < tuner->result.turn.count && status == STATUS_OK; i++)
            status = line_step(line, tuner->result.turn.step[i]);
    }
    tuner->weights->use(NULL);
    return status;
}

static Random random_of(const Tuner *tuner, uint32_t number)
{
    return random_seeded(mix64(tuner->plan.seed) ^ number);
}

/* --- values and their steps --------------------------------------------------------------- */

/* Sums of squares of what one point more of each value adds to evaluations. */
typedef struct Effects {
    const GameWeights *weights;
    double             squares[WEIGHTS_COUNT_MAX][2]; /* early, late */
    double             positions;
} Effects;

static void add_effects(void *context, const Pos *pos)
{
    Effects    *effects = context;
    WeightTerms terms;
    int         times[WEIGHTS_TERMS_MAX], index[WEIGHTS_TERMS_MAX], sign;
    effects->weights->terms_of(pos, &terms);
    const double early = (double)terms.phase / WEIGHTS_PHASES;
    for (int i = 0; i < terms.count; i++) {
        index[i] = canonical(effects->weights, terms.index[i], &sign);
        times[i] = sign * terms.times[i];
    }
    for (int i = 0; i < terms.count; i++) {
        double sum = times[i];
        for (int k = i + 1; k < terms.count; k++)
            if (index[k] == index[i]) {
                sum += times[k];
                times[k] = 0;
            }
        effects->squares[index[i]][0] += sum * early * sum * early;
        effects->squares[index[i]][1] += sum * (1 - early) * sum * (1 - early);
    }
    effects->positions++;
}

static Status play_samples(Tuner *tuner, Effects *effects)
{
    const int32_t *const in_use[2] = { NULL, NULL };
    Status               status = STATUS_OK;
    for (int i = 0; i < SAMPLE_GAMES * tuner->plan.setup_count && status == STATUS_OK; i++) {
        Random random = random_of(tuner, UINT32_MAX - (uint32_t)i);
        Line   line;
        status = self_play_opening(&tuner->plan.setups[i % tuner->plan.setup_count],
                                   tuner->plan.openings, &random, &line);
        if (status == STATUS_OK)
            status = play_out(tuner, &line, in_use, add_effects, effects);
        line_free(&line);
    }
    return status;
}

static Status add_value(Tuner *tuner, int index, bool late, double effect)
{
    const GameEval *eval = tuner->plan.setups[0].game->eval;
    const int32_t   number = tuner->weights->numbers[index];
    const double    at = late ? weight_late(number) : weight_early(number);
    const double    step = STEP * eval->likely / effect, most = STEP_MOST * eval->likely;
    if (tuner->count == TUNE_VALUES_MAX)
        return STATUS_TOO_LARGE;
    tuner->values[tuner->count++] = (TunedValue){ .index = (uint16_t)index,
                                                  .late = late,
                                                  .step = step < most ? step : most,
                                                  .at = at,
                                                  .mean = at };
    return STATUS_OK;
}

/* Tune the values that count in some position of the sample games. */
static Status find_values(Tuner *tuner)
{
    Effects *effects = calloc(1, sizeof *effects);
    if (effects == NULL)
        return STATUS_NO_MEMORY;
    effects->weights = tuner->weights;
    Status status = play_samples(tuner, effects);
    for (int i = 0; i < 2 * tuner->weights->count && status == STATUS_OK; i++) {
        const double squares = effects->squares[i / 2][i % 2];
        if (squares > 0)
            status = add_value(tuner, i / 2, i % 2 == 1, sqrt(squares / effects->positions));
    }
    free(effects);
    return status;
}

/* --- SPSA --------------------------------------------------------------------------------- */

/* Choose the signs of the next pair. */
static Random begin_pair(Tuner *tuner)
{
    Random random = random_of(tuner, tuner->pairs);
    for (int i = 0; i < tuner->count; i++)
        tuner->values[i].sign = random_below(&random, 2) == 0 ? 1 : -1;
    return random;
}

static int within(double value)
{
    return (int)(value > WEIGHT_MOST ? WEIGHT_MOST : value < -WEIGHT_MOST ? -WEIGHT_MOST : value);
}

/* Write the weights with all values that are tuned set to `values`. */
static void write_numbers(const Tuner *tuner, const double *values, int32_t *numbers)
{
    const GameWeights *weights = tuner->weights;
    memcpy(numbers, weights->numbers, (size_t)weights->count * sizeof *numbers);
    for (int i = 0; i < tuner->count; i++) {
        int32_t  *number = &numbers[tuner->values[i].index];
        const int value = within(floor(values[i]));
        *number = tuner->values[i].late ? weight_pack(weight_early(*number), value)
                                        : weight_pack(value, weight_late(*number));
    }
    for (int i = 0; i < weights->count; i++) {
        int           sign;
        const int32_t number = numbers[canonical(weights, i, &sign)];
        numbers[i] = weight_pack(sign * weight_early(number), sign * weight_late(number));
    }
}

/* Write both sets of the next pair.  Values are rounded at random, so that steps below 1 count. */
static void write_sets(Tuner *tuner, Random *random)
{
    double values[2][TUNE_VALUES_MAX];
    for (int i = 0; i < tuner->count; i++) {
        const TunedValue *value = &tuner->values[i];
        const double      part = random_below(random, 1 << 16) / 65536.0;
        values[0][i] = value->at + value->sign * value->step + part;
        values[1][i] = value->at - value->sign * value->step + part;
    }
    write_numbers(tuner, values[0], tuner->numbers[0]);
    write_numbers(tuner, values[1], tuner->numbers[1]);
}

/* Return 1 if the first set won as this side, -1 if the other did. */
static int result_of(const Line *line, int side)
{
    const Outcome outcome = line_outcome(line);
    return outcome.ending != ENDING_WON ? 0 : outcome.winner == side ? 1 : -1;
}

Status tuner_play(Tuner *tuner, int *result)
{
    const Setup *setup = &tuner->plan.setups[tuner->pairs % (uint32_t)tuner->plan.setup_count];
    Random       random = begin_pair(tuner);
    Line         opening, line;
    write_sets(tuner, &random);
    *result = 0;
    Status status = self_play_opening(setup, tuner->plan.openings, &random, &opening);
    for (int side = 0; side < 2 && status == STATUS_OK; side++) {
        const int32_t *const numbers[2] = { tuner->numbers[side], tuner->numbers[1 - side] };
        status = line_copy(&line, &opening);
        if (status == STATUS_OK)
            status = play_out(tuner, &line, numbers, NULL, NULL);
        if (status == STATUS_OK)
            *result += result_of(&line, side);
        line_free(&line);
    }
    line_free(&opening);
    return status;
}

void tuner_learn(Tuner *tuner, int result)
{
    assert(abs(result) <= TUNE_RESULT_MAX);
    begin_pair(tuner);
    tuner->pairs++;
    const double gain = GAIN / pow(1 + tuner->pairs / GAIN_PAIRS, GAIN_POWER);
    for (int i = 0; i < tuner->count; i++) {
        TunedValue *value = &tuner->values[i];
        value->at += gain * result / TUNE_RESULT_MAX * value->sign * value->step;
        value->mean += (value->at - value->mean) * AVERAGE / (tuner->pairs + AVERAGE);
    }
}

void tuner_numbers(const Tuner *tuner, int32_t *numbers)
{
    double values[TUNE_VALUES_MAX];
    for (int i = 0; i < tuner->count; i++)
        values[i] = tuner->values[i].mean + 0.5;
    write_numbers(tuner, values, numbers);
}

/* --- the tuner ---------------------------------------------------------------------------- */

static Status begin_tuner(Tuner *tuner)
{
    SearchOptions options = search_options();
    options.table_bytes = TABLE_BYTES;
    for (int i = 0; i < 2; i++) {
        tuner->search[i] = search_new(&options);
        if (tuner->search[i] == NULL)
            return STATUS_NO_MEMORY;
    }
    return find_values(tuner);
}

Status tuner_new(const TunePlan *plan, Tuner **out)
{
    Tuner *tuner = calloc(1, sizeof *tuner);
    *out = NULL;
    if (tuner == NULL)
        return STATUS_NO_MEMORY;
    tuner->plan = *plan;
    tuner->weights = plan->setups[0].game->weights;
    Status status = begin_tuner(tuner);
    if (status == STATUS_OK)
        *out = tuner;
    else
        tuner_delete(tuner);
    return status;
}

void tuner_delete(Tuner *tuner)
{
    if (tuner == NULL)
        return;
    search_delete(tuner->search[0]);
    search_delete(tuner->search[1]);
    free(tuner);
}

int tuner_values(const Tuner *tuner)
{
    return tuner->count;
}
