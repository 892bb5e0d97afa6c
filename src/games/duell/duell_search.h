/* duell_search.h - the alpha-beta search (PVS) instantiated for Duell. */
#ifndef GAMES_DUELL_SEARCH_H
#define GAMES_DUELL_SEARCH_H

#include <stdint.h>

struct PvsInstance;

/* Return the instance for a variant; all variants share one. */
const struct PvsInstance *duell_search(uint32_t variant);

#endif
