/* alliances_eval.h - judgement of Alliances; for this room alone.
 *
 * Knows:   how far each player is from each open colour, by all ways that are about as short.
 * Ignores: who searches, and how.
 */
#ifndef GAMES_ALLIANCES_EVAL_H
#define GAMES_ALLIANCES_EVAL_H

#include "games/alliances/alliances_board.h"

/* The judgement of the ladder, frozen. */
int alliances_ladder_eval(const Pos *pos);

#endif
