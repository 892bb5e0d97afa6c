/* duell_key.h - the parts of a position's key, shared by the rules and the search.
 *
 * Zobrist hashing with addition instead of XOR: the sum of a mixed number for each piece and one
 * for side and variant, so apply adds and subtracts only what changes.  The counters are not part
 * of the key.  But a position that is drawn by R7.2 has no moves, so its key must differ.
 */
#ifndef GAMES_DUELL_KEY_H
#define GAMES_DUELL_KEY_H

#include "games/duell/duell.h"

/* True if the limit of plies without a capture is reached (R7.2).  A win takes precedence. */
static inline bool duell_is_limit_reached(const Duell *duell)
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
    uint64_t rest = (uint64_t)duell->head.variant << 2 | (duell_is_limit_reached(duell) ? 2u : 0u) |
                    duell->head.side;
    return mix64(UINT64_C(0xd1ce) << 40 | rest);
}

#endif
