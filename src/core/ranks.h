/* ranks.h - a learned order of steps: a step selects weights, its terms, and their sum is its rank.
 *
 * Knows:   how a game offers the terms of its steps, and the file of the weights (core/numbers.h).
 * Ignores: what the terms mean, and how the weights were found (learn/fit_ranks.h).
 *
 * A position chooses one of several tables of weights, for example by its phase.  In units of
 * RANK_UNIT, the ranks of the steps are the logits of the chance that each is the best.  The weights
 * are integers, so every build has the same order.
 */
#ifndef CORE_RANKS_H
#define CORE_RANKS_H

#include "base/status.h"
#include "core/game.h"

enum {
    RANK_TERMS_MAX = 16,     /* per step */
    RANK_NUMBERS_MAX = 4096, /* of all tables */
    RANK_UNIT = 3000,
};

/* The terms of one step: indices of a table.  No terms: the game ranks the step in another way. */
typedef struct RankTerms {
    int     count;
    int16_t index[RANK_TERMS_MAX];
} RankTerms;

/* The facet of a game with such an order. */
typedef struct GameRanks {
    int            tables, size; /* `size` weights in each table */
    const int16_t *numbers;      /* those that are built in, one table after another */
    /* Write the terms of these legal steps of a position, and return its table. */
    int (*terms_of)(const Pos *pos, const Step *steps, int count, RankTerms *out);
    /* Rank by these numbers instead of those that are built in; NULL: by those.  They must outlive
     * their use.  Not while a search runs. */
    void (*use)(const int16_t *numbers);
} GameRanks;

/* Return how many numbers all tables have. */
static inline int ranks_count(const GameRanks *ranks)
{
    return ranks->tables * ranks->size;
}

/* Read a file of `count` numbers into `numbers`.  On failure `numbers` is undefined and fault->at is
 * the offset in `text`. */
Status ranks_read(const char *text, int count, int16_t *numbers, Fault *fault);

#endif
