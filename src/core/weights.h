/* weights.h - a learned evaluation that is a tapered sum of weights, such as piece-square tables.
 *
 * Knows:   how a weight packs two values, how a sum is interpolated, the file of the weights.
 * Ignores: what the weights mean, and how they were found (learn/fit_weights.h).
 *
 * A position selects weights, its terms, and each counts a number of times, which may be negative.
 * A weight has an early and a late value, packed as early + (late << 16), so that one addition sums
 * both.  The phase of the position interpolates between the two sums.  All arithmetic is on integers,
 * so every build computes equal values.
 *
 * The file of the weights (core/numbers.h) has them packed.
 */
#ifndef CORE_WEIGHTS_H
#define CORE_WEIGHTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "core/game.h"

enum {
    WEIGHTS_PHASES = 16, /* phase 16: only early values count; phase 0: only late ones */
    WEIGHTS_TERMS_MAX = 320,
    WEIGHTS_COUNT_MAX = 8192,
    WEIGHT_MOST = 3000, /* of an early or late value; tests bound the sums of those built in */
};

static inline int32_t weight_pack(int early, int late)
{
    return (int32_t)((uint32_t)late << 16) + early;
}

static inline int weight_late(int32_t sum)
{
    return (sum + 0x8000) >> 16; /* the rounding makes up for the borrow of a negative low half */
}

static inline int weight_early(int32_t sum)
{
    return sum - (int32_t)((uint32_t)weight_late(sum) << 16);
}

/* Return the value between an early and a late one in a phase from 0 to WEIGHTS_PHASES. */
static inline int weights_between(int early, int late, int phase)
{
    return (early * phase + late * (WEIGHTS_PHASES - phase)) / WEIGHTS_PHASES;
}

/* The same of a sum of weights. */
static inline int weights_value(int32_t sum, int phase)
{
    return weights_between(weight_early(sum), weight_late(sum), phase);
}

/* The terms of a position, seen by the side to move. */
typedef struct WeightTerms {
    int      count;
    uint16_t index[WEIGHTS_TERMS_MAX];
    int8_t   times[WEIGHTS_TERMS_MAX]; /* negative: it is subtracted */
    int      phase;
    int      rest; /* what the evaluation adds to the sum */
} WeightTerms;

static inline void weight_terms_add(WeightTerms *terms, int index, int times)
{
    terms->index[terms->count] = (uint16_t)index;
    terms->times[terms->count++] = (int8_t)times;
}

/* The facet of a game with such an evaluation. */
typedef struct GameWeights {
    int            count;
    const int32_t *numbers; /* those that are built in; a fit begins with them */
    /* List the terms of a position at the beginning of a turn that is not over. */
    void (*terms_of)(const Pos *pos, WeightTerms *out);
    /* Symmetric terms share a weight: return the index of the one that is fitted, and its sign for
     * this one.  Sign 0: the weight is 0.  NULL: no terms are symmetric. */
    int (*canonical)(int index, int *sign);
    /* True if positions of this variant are evaluated by the weights. */
    bool (*covers)(uint32_t variant);
    /* Evaluate by these numbers instead of those that are built in; NULL: by those.  They must
     * outlive their use.  Not while a search runs. */
    void (*use)(const int32_t *numbers);
} GameWeights;

/* Read a file of `count` weights into `numbers`.  On failure `numbers` is undefined and fault->at is
 * the offset in `text`. */
Status weights_read(const char *text, int count, int32_t *numbers, Fault *fault);

#endif
