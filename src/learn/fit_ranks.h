/* fit_ranks.h - fit the order of steps (core/ranks.h) to what a search of one turn finds.
 *
 * Knows:   samples as the steps of a position and their values, softmax regression, Adam.
 * Ignores: files, and which games exist.
 *
 * The value of a step is the best evaluation after a complete turn that begins with it, of all such
 * turns.  The search looks only at the steps with the highest ranks, so the fit makes those steps
 * rank high that this exhaustive search likes.
 */
#ifndef LEARN_FIT_RANKS_H
#define LEARN_FIT_RANKS_H

#include "base/random.h"
#include "core/ranks.h"
#include "learn/fit.h"

/* The samples.  Those held out are not fitted to, but used to measure the loss. */
typedef struct RankSamples {
    const Game        *game;
    size_t             count, capacity;
    struct RankSample *sample;
    size_t             step_count, step_capacity;
    struct RankedStep *steps; /* of all samples */
} RankSamples;

void rank_samples_init(RankSamples *samples, const Game *game);
void rank_samples_free(RankSamples *samples);
/* Add a position, and one within the turn: after a plausible step that `random` chooses. */
Status rank_samples_add(RankSamples *samples, const Pos *pos, Random *random, bool held_out);

/* Fit the weights and write all of them to `numbers`.  The losses are cross entropies.
 * `options->linear` is ignored. */
Status fit_ranks(const RankSamples *samples, const FitOptions *options, int16_t *numbers,
                 FitReport *report);

#endif
