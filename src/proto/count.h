/* count.h - perft that can be stopped.
 *
 * Counts the same as core/perft.  It checks `stop` between any two positions, so a stop takes effect
 * as soon as one list of turns is counted.
 */
#ifndef PROTO_COUNT_H
#define PROTO_COUNT_H

#include <stdatomic.h>

#include "core/game.h"

typedef struct Count {
    const Game        *game;
    const atomic_bool *stop;
    uint64_t           most; /* stop beyond this count; 0: no limit */
    uint64_t           paths;
} Count;

/* Add the number of paths of exactly `depth` turns from `pos`, which must be at the start of a turn, to
 * count->paths.  False if it was stopped or exceeded `most`. */
bool count_paths(Count *count, const Pos *pos, int depth);

#endif
