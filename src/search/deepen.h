/* deepen.h - iterative deepening of the alpha-beta search in one thread.
 *
 * Knows:   one worker (search/pvs.h), the root, the variations found so far.
 * Ignores: other threads, the line of play before the root, clocks.  The owner polls them
 *          (PvsControl) and is asked after every iteration.
 */
#ifndef SEARCH_DEEPEN_H
#define SEARCH_DEEPEN_H

#include "search/pvs.h"
#include "search/search.h"

typedef struct Deepening {
    PvsWorker         *worker; /* prepared by pvs_worker_prepare */
    const PvsInstance *instance;
    const Pos         *root;
    int                depth_limit;
    int                lines_wanted; /* principal variations */
    /* Called after each completed iteration; false ends the search.  NULL: no call. */
    bool (*goes_on)(void *context, const struct Deepening *deepening);
    void *context;

    int      completed;  /* iterations; results from here on */
    bool     is_settled; /* a deeper search cannot change the result */
    bool     is_ahead;   /* lines[0] is of the iteration after the last completed one */
    int      depth;      /* of the last completed iteration */
    int      line_count;
    SearchPv lines[SEARCH_PVS_MAX]; /* best first */
} Deepening;

/* Search deeper and deeper until something ends the search: the worker is stopped, `goes_on`
 * returns false, the depth limit is reached, or a deeper search cannot change the result. */
void deepen(Deepening *deepening);

/* True if the result of `a` counts more than that of `b`: it completed more iterations or, if they are
 * equal, found a better turn in the unfinished one. */
bool deepen_is_further(const Deepening *a, const Deepening *b);

/* Write the best turn from the root.  If the search found none, complete a turn with the steps that
 * the game ranks first.  True if the search found it. */
bool deepen_turn(const Deepening *deepening, Turn *turn);

/* Append the rest of the turn in `pos` to `turn` without searching, and play it: always the step that
 * the game ranks first. */
void deepen_complete_turn(const Game *game, Pos *pos, Turn *turn);

#endif
