/* alliances_search.h - principal variation search compiled for Alliances. */
#ifndef GAMES_ALLIANCES_SEARCH_H
#define GAMES_ALLIANCES_SEARCH_H

#include <stdint.h>

struct PvsInstance;

const struct PvsInstance *alliances_search(uint32_t variant);

#endif
