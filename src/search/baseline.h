/* baseline.h - four players that never change, to measure all others by.
 *
 * Knows:   the contract, and of its judgement GameEval.baseline_eval alone.
 * Ignores: the searches of this room, so that making those better leaves the ladder as it is.
 *
 * docs/strength.md says exactly what each of them does.
 */
#ifndef SEARCH_BASELINE_H
#define SEARCH_BASELINE_H

#include "core/line.h"

typedef struct BaselinePlayer {
    const char *name;  /* random, greedy, plain2, uct1000 */
    const char *about; /* one sentence */
} BaselinePlayer;

extern const BaselinePlayer BASELINE_PLAYERS[]; /* weakest idea first; ends with a NULL name */

/* The rung of that name, or -1. */
int baseline_find(const char *name);

/* Choose a turn for the position that stands at the end of `line`, which is at the beginning of a
 * turn and not over.  Equal seeds of `random` give equal turns. */
Status baseline_choose(int player, const Line *line, Random *random, Turn *out);

#endif
