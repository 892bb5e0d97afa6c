/* ladder.h - four players that never change, to measure all others by.
 *
 * Knows:   the contract, and of its judgement GameEval.ladder_eval alone.
 * Ignores: the searches of this room, so that making those better leaves the ladder as it is.
 *
 * docs/strength.md says exactly what each of them does.
 */
#ifndef SEARCH_LADDER_H
#define SEARCH_LADDER_H

#include "core/line.h"

typedef struct LadderRung {
    const char *name;  /* random, greedy, plain2, uct1000 */
    const char *about; /* one sentence */
} LadderRung;

extern const LadderRung LADDER[]; /* weakest idea first; ends with a NULL name */

/* The rung of that name, or -1. */
int ladder_find(const char *name);

/* Choose a turn for the position that stands at the end of `line`, which is at the beginning of a
 * turn and not over.  Equal seeds of `random` give equal turns. */
Status ladder_choose(int rung, const Line *line, Random *random, Turn *out);

#endif
