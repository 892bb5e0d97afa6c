/* opening.h - random openings for pairs of games, reproducible by their seed.
 *
 * Knows:   the rules, through the game interface; balanced positions, by a short search if the game
 *          has an evaluation.
 * Ignores: who plays.
 *
 * Openings are found in order, because each differs from those before it while there are enough of
 * them.  So opening n depends only on the seed and n, not on the order of the calls.
 */
#ifndef PLAY_OPENING_H
#define PLAY_OPENING_H

#include "play/session.h"
#include "search/search.h"

typedef struct Opening {
    uint64_t seed;
    int      turns; /* fewer than requested if that many always end the game */
} Opening;

typedef struct Openings {
    Setup     setup;
    uint64_t  seed;
    int       turns;
    int       count, capacity;
    Opening  *list;
    uint64_t *keys;     /* hash set of the positions reached: open addressing, 0 if free */
    size_t    mask;     /* its size less 1 */
    int       repeated; /* openings that occur again */
    /* Decide which positions are balanced.  NULL if all will do. */
    Search       *search;
    SearchResult *result;
} Openings;

/* Prepare up to `capacity` openings of `turns` random turns each.  If they must be `balanced`, skip
 * positions in which a search of 1,000 nodes gives a side more than 60 % of the points. */
Status openings_init(Openings *openings, const Setup *setup, int capacity, int turns, uint64_t seed,
                     bool balanced);
void   openings_free(Openings *openings);

/* Get opening `index`, which must be below `capacity`.  Fails only with STATUS_NO_MEMORY. */
Status openings_get(Openings *openings, int index, Opening *out);

/* Play an opening in a session at its start, with stopped clocks. */
Status opening_play(const Opening *opening, Session *session);

#endif
