/* baseline.h - the five baseline players: fixed reference players for all measurements.
 *
 * Knows:   the game interface, and GameEval.baseline_eval as the only evaluation.
 * Ignores: the other searches of this module, so that improving those does not change the baseline.
 *
 * docs/strength.md describes exactly what each of them does.
 */
#ifndef SEARCH_BASELINE_H
#define SEARCH_BASELINE_H

#include "core/line.h"

typedef struct BaselinePlayer {
    const char *name;  /* random, greedy, plain2, uct1000, random1 */
    const char *about; /* one sentence */
} BaselinePlayer;

extern const BaselinePlayer BASELINE_PLAYERS[]; /* ends with a NULL name */

/* Return the index of the player with that name, or -1. */
int baseline_find(const char *name);

/* Choose a turn for the position at the end of `line`, which must be at the beginning of a turn and
 * not over.  Equal seeds of `random` give equal turns. */
Status baseline_choose(int player, const Line *line, Random *random, Turn *out);

#endif
