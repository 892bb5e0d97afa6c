/* level.h - levels of strength that are the same on every machine: a node limit, and turns that are
 * played at first sight.
 */
#ifndef SEARCH_LEVEL_H
#define SEARCH_LEVEL_H

#include "search/search.h"

enum {
    LEVEL_LOWEST = 1,
    LEVEL_HIGHEST = 10,
    LEVEL_BOOK = 6, /* from this level on, players use opening books (docs/strength.md) */
};

/* True if a player uses opening books by itself, given its level; 0: full strength. */
static inline bool level_uses_book(int level)
{
    return level == 0 || level >= LEVEL_BOOK;
}

/* Return the limits of a level in this game.  `seed` makes its slips reproducible. */
SearchLimits level_limits(const Game *game, uint32_t variant, int level, uint64_t seed);

#endif
