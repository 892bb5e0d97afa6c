/* SPDX-License-Identifier: MIT */
#include "learn/fit_weights.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

/* A weight of a sample, and how often it counts. */
typedef struct FitTerm {
    uint16_t index;
    int8_t   times;
} FitTerm;

typedef struct FitSample {
    size_t   first; /* of its terms */
    float    target;
    int16_t  rest;
    uint16_t count;
    uint8_t  phase;
    bool     held_out;
} FitSample;

void fit_samples_init(FitSamples *samples, const GameWeights *weights, double scale)
{
    assert(weights->count <= WEIGHTS_COUNT_MAX);
    *samples = (FitSamples){ .weights = weights, .scale = scale };
}

void fit_samples_free(FitSamples *samples)
{
    free(samples->sample);
    free(samples->terms);
    *samples = (FitSamples){ 0 };
}

static bool ensure_capacity(FitSamples *samples)
{
    void *sample = samples->sample, *terms = samples->terms;
    bool  done =
        memory_reserve(&sample, &samples->capacity, samples->count + 1, sizeof *samples->sample) &&
        memory_reserve(&terms, &samples->term_capacity, samples->term_count + WEIGHTS_TERMS_MAX,
                       sizeof *samples->terms);
    samples->sample = sample;
    samples->terms = terms;
    return done;
}

static int canonical(const GameWeights *weights, int index, int *sign)
{
    *sign = 1;
    return weights->canonical != NULL ? weights->canonical(index, sign) : index;
}

Status fit_samples_add(FitSamples *samples, const WeightTerms *terms, double target, bool held_out)
{
    if (!ensure_capacity(samples))
        return STATUS_NO_MEMORY;
    FitSample *sample = &samples->sample[samples->count++];
    *sample = (FitSample){ .first = samples->term_count,
                           .target = (float)target,
                           .rest = (int16_t)terms->rest,
                           .phase = (uint8_t)terms->phase,
                           .held_out = held_out };
    for (int i = 0; i < terms->count; i++) {
        int sign, index = canonical(samples->weights, terms->index[i], &sign);
        if (sign == 0)
            continue;
        samples->terms[samples->term_count++] =
            (FitTerm){ (uint16_t)index, (int8_t)(sign * terms->times[i]) };
        sample->count++;
    }
    return STATUS_OK;
}

/* --- logistic regression --- */

/* What is known about a weight before the fit, as a sum of squared slopes. */
static const double PRIOR = 20;

/* Weights in units of the scale, early and late, and the sums of their squared slopes. */
typedef struct Trainer {
    const FitSamples *samples;
    double            at[WEIGHTS_COUNT_MAX][2], squares[WEIGHTS_COUNT_MAX][2];
} Trainer;

static double logit_of(const Trainer *trainer, const FitSample *sample)
{
    const FitTerm *terms = trainer->samples->terms + sample->first;
    double         sum[2] = { 0, 0 }, early = sample->phase / (double)WEIGHTS_PHASES;
    for (int i = 0; i < sample->count; i++)
        for (int k = 0; k < 2; k++)
            sum[k] += terms[i].times * trainer->at[terms[i].index][k];
    return sum[0] * early + sum[1] * (1 - early) + sample->rest / trainer->samples->scale;
}

/* One step of AdaGrad. */
static void learn_one(Trainer *trainer, const FitSample *sample, double rate)
{
    const FitTerm *terms = trainer->samples->terms + sample->first;
    const double   error = fit_expected(logit_of(trainer, sample)) - (double)sample->target;
    const double   early = sample->phase / (double)WEIGHTS_PHASES;
    const double   share[2] = { early, 1 - early };
    for (int i = 0; i < sample->count; i++)
        for (int k = 0; k < 2; k++) {
            const double slope = terms[i].times * error * share[k];
            double      *squares = &trainer->squares[terms[i].index][k];
            *squares += slope * slope;
            trainer->at[terms[i].index][k] -= rate * slope / sqrt(*squares);
        }
}

static void begin_weights(Trainer *trainer)
{
    const GameWeights *weights = trainer->samples->weights;
    for (int i = 0; i < weights->count; i++) {
        trainer->at[i][0] = weight_early(weights->numbers[i]) / trainer->samples->scale;
        trainer->at[i][1] = weight_late(weights->numbers[i]) / trainer->samples->scale;
        trainer->squares[i][0] = trainer->squares[i][1] = PRIOR;
    }
}

static void train(Trainer *trainer, const FitOptions *options)
{
    const FitSamples *samples = trainer->samples;
    Random            random = random_seeded(options->seed);
    begin_weights(trainer);
    for (int epoch = 0; epoch < options->epochs; epoch++)
        for (size_t n = 0; n < samples->count; n++) {
            const double     done = (epoch + (double)n / (double)samples->count) / options->epochs;
            const FitSample *sample = &samples->sample[random_next(&random) % samples->count];
            if (!sample->held_out)
                learn_one(trainer, sample, options->rate * (1 - done));
        }
}

/* --- the result --- */

static int whole(double value)
{
    const double rounded = floor(value + 0.5);
    return (int)(rounded > WEIGHT_MOST    ? WEIGHT_MOST
                 : rounded < -WEIGHT_MOST ? -WEIGHT_MOST
                                          : rounded);
}

static void write_numbers(const Trainer *trainer, int32_t *numbers)
{
    const double scale = trainer->samples->scale;
    for (int i = 0; i < trainer->samples->weights->count; i++) {
        int           sign, index = canonical(trainer->samples->weights, i, &sign);
        const double *at = trainer->at[index];
        numbers[i] = weight_pack(sign * whole(at[0] * scale), sign * whole(at[1] * scale));
    }
}

/* Return the loss of a sample by these weights; NULL: by weights of 0. */
static double loss_by(const FitSamples *samples, const int32_t *numbers, const FitSample *sample)
{
    const FitTerm *terms = samples->terms + sample->first;
    int32_t        sum = 0;
    for (int i = 0; i < sample->count && numbers != NULL; i++)
        sum += terms[i].times * numbers[terms[i].index];
    const int value = weights_value(sum, sample->phase) + sample->rest;
    return fit_log_loss((double)sample->target, fit_expected(value / samples->scale));
}

static void measure(const FitSamples *samples, const int32_t *numbers, FitReport *report)
{
    *report = (FitReport){ 0 };
    for (size_t n = 0; n < samples->count; n++) {
        const FitSample *sample = &samples->sample[n];
        fit_report_add(report, sample->held_out, loss_by(samples, NULL, sample),
                       loss_by(samples, samples->weights->numbers, sample),
                       loss_by(samples, numbers, sample));
    }
    fit_report_end(report);
}

Status fit_weights(const FitSamples *samples, const FitOptions *options, int32_t *numbers,
                   FitReport *report)
{
    Trainer *trainer = calloc(1, sizeof *trainer);
    if (trainer == NULL)
        return STATUS_NO_MEMORY;
    trainer->samples = samples;
    train(trainer, options);
    write_numbers(trainer, numbers);
    measure(samples, numbers, report);
    free(trainer);
    return STATUS_OK;
}
