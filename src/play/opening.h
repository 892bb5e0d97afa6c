/* opening.h - random openings for pairs of games, the same ones whenever the seed is the same.
 *
 * Knows:   the rules, through the contract; where a game has judgement, which positions are lopsided.
 * Ignores: who plays.
 *
 * Openings are found one after the other, because each differs from those before it as long as there
 * are enough of them.  So opening number n depends on the seed and n, not on who asks when.
 */
#ifndef PLAY_OPENING_H
#define PLAY_OPENING_H

#include "play/session.h"

typedef struct Opening {
    uint64_t seed;
    int      turns; /* fewer than wanted where so many end the game every time */
} Opening;

typedef struct Openings {
    Setup     setup;
    uint64_t  seed;
    int       turns;
    bool      balanced; /* leave out positions in which one side is judged likely to win */
    int       count, capacity;
    Opening  *list;
    uint64_t *keys;     /* of the positions reached: open addressing, 0 where free */
    size_t    mask;     /* their number less 1 */
    int       repeated; /* openings that had to come up again */
} Openings;

/* Room for `room` openings, each of `turns` random turns. */
Status openings_init(Openings *openings, const Setup *setup, int capacity, int turns, uint64_t seed,
                     bool balanced);
void   openings_free(Openings *openings);

/* Opening `index`, below `room`.  STATUS_NO_MEMORY is the only failure. */
Status openings_get(Openings *openings, int index, Opening *out);

/* Play an opening at a session that stands at its start, with clocks that stand still. */
Status opening_play(const Opening *opening, Session *session);

#endif
