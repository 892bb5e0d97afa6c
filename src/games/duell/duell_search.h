/* duell_search.h - the alpha-beta recursion compiled for Duell. */
#ifndef GAMES_DUELL_SEARCH_H
#define GAMES_DUELL_SEARCH_H

#include <stdint.h>

struct PvsInstance;

const struct PvsInstance *duell_search(uint32_t variant);

#endif
