/* tune.h - tune the weights of an evaluation (core/weights.h) by games: SPSA.
 *
 * Knows:   games between two sets of weights, simultaneous perturbation.
 * Ignores: games, files.
 *
 * For boards that have few weights.  The weights in use are the beginning.  Each pair of games is
 * between two sets of weights: every value is a step higher in one and a step lower in the other,
 * with signs at random.  The result moves all values towards the side that did better.  The step of
 * a value is such that it changes the evaluation by about as much as those of all others.
 *
 * The boards take turns.  The games of a pair begin with the same random balanced opening, with
 * colours swapped.  Everything in a pair follows from the seed, its number and the results of the
 * pairs before it.
 */
#ifndef LEARN_TUNE_H
#define LEARN_TUNE_H

#include "core/setup.h"

enum {
    TUNE_SETUPS_MAX = 16,
    TUNE_HEAD_MAX = TUNE_SETUPS_MAX * (SETUP_TEXT_MAX + 1) + 128,
    TUNE_VALUES_MAX = 256, /* a weight has two values, early and late */
    TUNE_RESULT_MAX = 2,   /* of a pair: wins less losses of the first set */
};

typedef struct TunePlan {
    Setup    setups[TUNE_SETUPS_MAX]; /* of one game; all have weights */
    int      setup_count;
    uint64_t seed;
    uint32_t nodes;    /* per turn */
    int      openings; /* random turns */
} TunePlan;

/* Write the plan as one line, without the newline. */
void tune_head(const TunePlan *plan, Text *out);

typedef struct Tuner Tuner;

/* Write a new tuner, or NULL on failure: STATUS_TOO_LARGE if the boards have more than
 * TUNE_VALUES_MAX values. */
Status tuner_new(const TunePlan *plan, Tuner **out);
void   tuner_delete(Tuner *tuner);
/* Return how many values are tuned. */
int tuner_values(const Tuner *tuner);
/* Play the next pair and write its result. */
Status tuner_play(Tuner *tuner, int *result);
/* Learn from the result of the next pair. */
void tuner_learn(Tuner *tuner, int result);
/* Write all weights of the game, with the tuned values averaged over the pairs, mainly the last. */
void tuner_numbers(const Tuner *tuner, int32_t *numbers);

#endif
