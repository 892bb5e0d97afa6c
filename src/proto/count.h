/* count.h - perft that can be stopped.
 *
 * Counts what core/perft counts.  It looks up between any two positions whose turns it counts, so a
 * stop is obeyed as soon as one list of turns is counted.
 */
#ifndef PROTO_COUNT_H
#define PROTO_COUNT_H

#include <stdatomic.h>

#include "core/game.h"

typedef struct Count {
    const Game        *game;
    const atomic_bool *stop;
    uint64_t           most; /* give up beyond this count; 0: never */
    uint64_t           paths;
} Count;

/* Add the paths of exactly `depth` turns from `pos`, a position in which a turn begins, to
 * count->paths.  False if it was stopped or gave up. */
bool count_paths(Count *count, const Pos *pos, int depth);

#endif
