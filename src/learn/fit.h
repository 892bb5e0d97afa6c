/* fit.h - fit a model (core/model.h) to the results of games.
 *
 * Knows:   samples as inputs and targets, logistic regression through one hidden layer, Adam.
 * Ignores: games and files.
 *
 * The model predicts the result: 1 / (1 + exp(-value / scale)) is the expected score of the side to
 * move, with the scale at which GameEval.likely wins three games of four.  The fit uses floating
 * point, so its numbers may differ in the last digits between builds.  The model that it returns
 * consists of integers.
 */
#ifndef LEARN_FIT_H
#define LEARN_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* The samples.  Those held out are not fitted to, but used to measure the loss. */
typedef struct FitData {
    int              inputs; /* per sample */
    double           scale;  /* evaluation units; see above */
    size_t           count, capacity, input_capacity;
    int16_t         *input; /* `inputs` numbers for each sample, the last one being the phase */
    struct FitPoint *point;
} FitData;

typedef struct FitOptions {
    bool     linear; /* no hidden layer */
    int      epochs;
    double   rate; /* of learning, at the beginning; it falls to 0 */
    uint64_t seed;
} FitOptions;

/* The mean log loss, on the samples to fit to [0] and on those held out [1]. */
typedef struct FitReport {
    size_t samples[2];
    double without[2]; /* learned numbers: the evaluation by hand, weights of 0, all steps alike */
    double in_use[2];  /* those that are built in */
    double fitted[2];  /* those that were fitted, as integers */
} FitReport;

/* Add the losses of a sample, and turn the sums into means after the last one. */
void fit_report_add(FitReport *report, bool held_out, double without, double in_use, double fitted);
void fit_report_end(FitReport *report);

/* Return the expected score of an evaluation in units of the scale, and the loss of such a score. */
double fit_expected(double logit);
double fit_log_loss(double target, double score);

void fit_init(FitData *data, int inputs, double scale);
void fit_free(FitData *data);
/* Add a sample: its inputs, the hand-made evaluation, the one in use, and the target, which is the
 * expected score of the side to move, 0 to 1. */
Status fit_add(FitData *data, const int16_t *input, int base, int in_use, double target,
               bool held_out);

/* Fit a model and write its numbers, at most MODEL_NUMBERS(data->inputs).  `progress` may be NULL. */
Status fit_model(const FitData *data, const FitOptions             *options,
                 void (*progress)(int epoch, double loss), int16_t *numbers, FitReport *report);

#endif
