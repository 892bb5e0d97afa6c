/* duell_playout.h - random playouts of Duell. */
#ifndef GAMES_DUELL_PLAYOUT_H
#define GAMES_DUELL_PLAYOUT_H

#include "core/game.h"

/* As described at GameFast.playout. */
uint32_t duell_playout(const Pos *pos, Random *random, uint32_t turn_limit, Outcome *outcome);

/* For tests: list the moves by picking each of them as a playout does; return their number. */
int duell_playout_steps(const Pos *pos, Step *steps);

#endif
