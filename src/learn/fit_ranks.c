/* SPDX-License-Identifier: MIT */
#include "learn/fit_ranks.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    STEPS_LEAST = 6, /* of a sample: a choice among fewer is not cut by the search */
    BATCH = 64,
    PLAUSIBLE = 3, /* the step within a turn is the highest of so many random ones */
};

/* Seven times as sharp as the curve of results: a step that is worse by a seventh of the scale is
 * chosen 1/e times as often. */
static const double SHARPNESS = 7;

typedef struct RankedStep {
    RankTerms terms;
    float     target; /* the chance that it should be chosen */
} RankedStep;

typedef struct RankSample {
    size_t  first; /* of its steps */
    int16_t count, table;
    bool    held_out;
} RankSample;

void rank_samples_init(RankSamples *samples, const Game *game)
{
    assert(ranks_count(game->ranks) <= RANK_NUMBERS_MAX);
    *samples = (RankSamples){ .game = game };
}

void rank_samples_free(RankSamples *samples)
{
    free(samples->sample);
    free(samples->steps);
    *samples = (RankSamples){ 0 };
}

static bool ensure_capacity(RankSamples *samples)
{
    void *sample = samples->sample, *steps = samples->steps;
    bool  done =
        memory_reserve(&sample, &samples->capacity, samples->count + 1, sizeof *samples->sample) &&
        memory_reserve(&steps, &samples->step_capacity, samples->step_count + STEPS_MAX,
                       sizeof *samples->steps);
    samples->sample = sample;
    samples->steps = steps;
    return done;
}

/* --- values ------------------------------------------------------------------------------- */

/* Return the best evaluation for the mover after a step and any completion of the turn. */
static int value_of(const Game *game, const Pos *pos, Step step)
{
    PosBuffer next;
    Step      steps[STEPS_MAX];
    memcpy(&next, pos, game->rules->size(pos->variant));
    game->rules->apply(&next.head, step);
    const int count = game->rules->gen(&next.head, steps);
    if (count == 0 || next.head.phase == 0) {
        const int value = game->eval->eval(&next.head);
        return next.head.side == pos->side ? value : -value;
    }
    int best = -EVAL_MAX;
    for (int i = 0; i < count; i++) {
        const int value = value_of(game, &next.head, steps[i]);
        best = value > best ? value : best;
    }
    return best;
}

/* Turn the values of the steps, in their targets, into chances. */
static void set_targets(const Game *game, RankedStep *steps, int count)
{
    const double sharpness = SHARPNESS * log(3) / game->eval->likely;
    double       sum = 0;
    float        best = steps[0].target;
    for (int i = 1; i < count; i++)
        best = steps[i].target > best ? steps[i].target : best;
    for (int i = 0; i < count; i++)
        sum += exp(((double)steps[i].target - (double)best) * sharpness);
    for (int i = 0; i < count; i++)
        steps[i].target = (float)(exp(((double)steps[i].target - (double)best) * sharpness) / sum);
}

static Status add_position(RankSamples *samples, const Pos *pos, bool held_out)
{
    const Game *game = samples->game;
    Step        steps[STEPS_MAX];
    RankTerms  *terms = malloc(STEPS_MAX * sizeof *terms);
    if (terms == NULL || !ensure_capacity(samples)) {
        free(terms);
        return STATUS_NO_MEMORY;
    }
    const int   count = game->rules->gen(pos, steps);
    RankSample  sample = { .first = samples->step_count, .held_out = held_out };
    RankedStep *to = samples->steps + samples->step_count;
    sample.table = (int16_t)game->ranks->terms_of(pos, steps, count, terms);
    for (int i = 0; i < count; i++)
        if (terms[i].count > 0)
            to[sample.count++] =
                (RankedStep){ .terms = terms[i], .target = (float)value_of(game, pos, steps[i]) };
    if (sample.count >= STEPS_LEAST) {
        set_targets(game, to, sample.count);
        samples->step_count += (size_t)sample.count;
        samples->sample[samples->count++] = sample;
    }
    free(terms);
    return STATUS_OK;
}

static Step plausible_step(const Game *game, const Pos *pos, const Step *steps, int count,
                           Random *random)
{
    Step    best = steps[0];
    int32_t best_rank = INT32_MIN;
    for (int i = 0; i < PLAUSIBLE; i++) {
        const Step step = steps[random_below(random, (uint32_t)count)];
        int32_t    rank;
        game->eval->order(pos, &step, 1, &rank);
        if (rank > best_rank) {
            best = step;
            best_rank = rank;
        }
    }
    return best;
}

Status rank_samples_add(RankSamples *samples, const Pos *pos, Random *random, bool held_out)
{
    const Game *game = samples->game;
    Step        steps[STEPS_MAX];
    PosBuffer   next;
    const int   count = game->rules->gen(pos, steps);
    Status      status = add_position(samples, pos, held_out);
    if (status != STATUS_OK || count == 0)
        return status;
    memcpy(&next, pos, game->rules->size(pos->variant));
    game->rules->apply(&next.head, plausible_step(game, pos, steps, count, random));
    return next.head.phase == 0 ? STATUS_OK : add_position(samples, &next.head, held_out);
}

/* --- softmax regression ------------------------------------------------------------------- */

typedef struct Trainer {
    const RankSamples *samples;
    double             at[RANK_NUMBERS_MAX], slope[RANK_NUMBERS_MAX];
    double             mean[RANK_NUMBERS_MAX], square[RANK_NUMBERS_MAX]; /* Adam's moments */
    int                updates;
} Trainer;

static double logit_of(const double *table, const RankTerms *terms)
{
    double sum = 0;
    for (int i = 0; i < terms->count; i++)
        sum += table[terms->index[i]];
    return sum;
}

/* Write the chances of the steps of a sample, and return the cross entropy. */
static double chances_of(const RankSamples *samples, const double *at, const RankSample *sample,
                         double *chances)
{
    const RankedStep *steps = samples->steps + sample->first;
    const double     *table = at + sample->table * samples->game->ranks->size;
    double            best = -INFINITY, sum = 0, loss = 0;
    for (int i = 0; i < sample->count; i++) {
        chances[i] = logit_of(table, &steps[i].terms);
        best = fmax(best, chances[i]);
    }
    for (int i = 0; i < sample->count; i++)
        sum += exp(chances[i] - best);
    for (int i = 0; i < sample->count; i++) {
        const double log_chance = chances[i] - best - log(sum);
        loss -= (double)steps[i].target * log_chance;
        chances[i] = exp(log_chance);
    }
    return loss;
}

static void learn_one(Trainer *trainer, const RankSample *sample)
{
    const RankSamples *samples = trainer->samples;
    const RankedStep  *steps = samples->steps + sample->first;
    double            *slope = trainer->slope + sample->table * samples->game->ranks->size;
    double             chances[STEPS_MAX];
    chances_of(samples, trainer->at, sample, chances);
    for (int i = 0; i < sample->count; i++)
        for (int k = 0; k < steps[i].terms.count; k++)
            slope[steps[i].terms.index[k]] += chances[i] - (double)steps[i].target;
}

/* One step of Adam. */
static void update(Trainer *trainer, double rate)
{
    const GameRanks *ranks = trainer->samples->game->ranks;
    const double     keep_mean = 0.9, keep_square = 0.999, decay = 1e-5;
    trainer->updates++;
    const double mean_part = 1 - pow(keep_mean, trainer->updates);
    const double square_part = 1 - pow(keep_square, trainer->updates);
    for (int i = 0; i < ranks_count(ranks); i++) {
        const double slope = trainer->slope[i] / BATCH + decay * trainer->at[i];
        double      *mean = &trainer->mean[i], *square = &trainer->square[i];
        *mean = keep_mean * *mean + (1 - keep_mean) * slope;
        *square = keep_square * *square + (1 - keep_square) * slope * slope;
        trainer->at[i] -= rate * (*mean / mean_part) / (sqrt(*square / square_part) + 1e-8);
        trainer->slope[i] = 0;
    }
}

static void learn_all(Trainer *trainer, const FitOptions *options)
{
    const RankSamples *samples = trainer->samples;
    Random             random = random_seeded(options->seed);
    for (int epoch = 0; epoch < options->epochs; epoch++) {
        const double rate = options->rate * (1 - epoch / (double)options->epochs);
        int          seen = 0;
        for (size_t i = 0; i < samples->count; i++) {
            const RankSample *sample =
                &samples->sample[random_below(&random, (uint32_t)samples->count)];
            if (sample->held_out)
                continue;
            learn_one(trainer, sample);
            if (++seen % BATCH == 0)
                update(trainer, rate);
        }
    }
}

/* Write the numbers as logits. */
static void read_logits(const GameRanks *ranks, const int16_t *numbers, double *at)
{
    for (int i = 0; i < ranks_count(ranks); i++)
        at[i] = numbers[i] / (double)RANK_UNIT;
}

static void measure(const RankSamples *samples, const int16_t *numbers, FitReport *report)
{
    static const double NONE[RANK_NUMBERS_MAX];
    double              in_use[RANK_NUMBERS_MAX], fitted[RANK_NUMBERS_MAX], chances[STEPS_MAX];
    read_logits(samples->game->ranks, samples->game->ranks->numbers, in_use);
    read_logits(samples->game->ranks, numbers, fitted);
    *report = (FitReport){ 0 };
    for (size_t i = 0; i < samples->count; i++) {
        const RankSample *sample = &samples->sample[i];
        fit_report_add(report, sample->held_out, chances_of(samples, NONE, sample, chances),
                       chances_of(samples, in_use, sample, chances),
                       chances_of(samples, fitted, sample, chances));
    }
    fit_report_end(report);
}

Status fit_ranks(const RankSamples *samples, const FitOptions *options, int16_t *numbers,
                 FitReport *report)
{
    const GameRanks *ranks = samples->game->ranks;
    Trainer         *trainer = calloc(1, sizeof *trainer);
    if (trainer == NULL)
        return STATUS_NO_MEMORY;
    trainer->samples = samples;
    learn_all(trainer, options);
    for (int i = 0; i < ranks_count(ranks); i++)
        numbers[i] = (int16_t)fmax(-INT16_MAX, fmin(INT16_MAX, round(trainer->at[i] * RANK_UNIT)));
    free(trainer);
    measure(samples, numbers, report);
    return STATUS_OK;
}
