/* level.h - strength that means the same on every machine: how many nodes a level may look at, and how
 * imprecise it is on purpose.
 */
#ifndef SEARCH_LEVEL_H
#define SEARCH_LEVEL_H

#include "search/search.h"

enum { LEVEL_LOWEST = 1, LEVEL_HIGHEST = 10 };

/* One sentence about a level, for people who choose one. */
const char *level_about(int level);

/* What a level may do in this game.  `seed` makes its imprecision repeatable. */
SearchLimits level_limits(const Game *game, uint32_t variant, int level, uint64_t seed);

#endif
