/* fit_weights.h - fit the weights of a tapered sum (core/weights.h) to the results of games.
 *
 * Knows:   samples as terms and targets, logistic regression, AdaGrad.
 * Ignores: games and files.
 *
 * The sum predicts the result as in learn/fit.h.  A fit begins with the weights in use.  A weight
 * moves in steps that shrink with each sample that had it, so rare ones stay near their beginning.
 */
#ifndef LEARN_FIT_WEIGHTS_H
#define LEARN_FIT_WEIGHTS_H

#include "core/weights.h"
#include "learn/fit.h"

/* The samples.  Those held out are not fitted to, but used to measure the loss. */
typedef struct FitSamples {
    const GameWeights *weights;
    double             scale; /* as in FitData */
    size_t             count, capacity;
    struct FitSample  *sample;
    size_t             term_count, term_capacity;
    struct FitTerm    *terms; /* of all samples, with canonical indices */
} FitSamples;

void   fit_samples_init(FitSamples *samples, const GameWeights *weights, double scale);
void   fit_samples_free(FitSamples *samples);
Status fit_samples_add(FitSamples *samples, const WeightTerms *terms, double target, bool held_out);

/* Fit the weights and write all of them to `numbers`.  `options->linear` is ignored. */
Status fit_weights(const FitSamples *samples, const FitOptions *options, int32_t *numbers,
                   FitReport *report);

#endif
