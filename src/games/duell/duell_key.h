/* duell_key.h - what the key of a position is made of: shared by the rules and the search.
 *
 * The sum of a mixed number for each piece and one for side and variant.  The counters are no part
 * of it; but a game that is drawn offers no moves and so must not look like one that goes on.
 */
#ifndef GAMES_DUELL_KEY_H
#define GAMES_DUELL_KEY_H

#include "games/duell/duell.h"

/* R7.2, before anybody asks for a win. */
static inline bool duell_is_worn_out(const Duell *duell)
{
    uint32_t limit = duell->head.variant >> 2;
    return limit != 0 && duell->head.extra >= limit;
}

static inline uint64_t duell_key_of_piece(int square, uint8_t piece)
{
    return mix64(UINT64_C(0xd0e11) << 32 | (uint64_t)square << 8 | piece);
}

static inline uint64_t duell_key_of_rest(const Duell *duell)
{
    uint64_t rest = (uint64_t)duell->head.variant << 2 | (duell_is_worn_out(duell) ? 2u : 0u) |
                    duell->head.side;
    return mix64(UINT64_C(0xd1ce) << 40 | rest);
}

#endif
