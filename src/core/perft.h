/* perft.h - counting what the rules allow, and playing at random: through the contract.
 *
 * These are the reference.  A game may have the same recursion compiled for itself (GameFast);
 * perft_count and perft_playout take that instance where `fast` is asked for and covers the
 * variant, and tests compare the two.
 */
#ifndef CORE_PERFT_H
#define CORE_PERFT_H

#include "core/game.h"

typedef enum PerftKind {
    PERFT_TURNS,     /* paths of distinct turns */
    PERFT_POSITIONS, /* paths in which a node's children are its distinct successor positions */
} PerftKind;

typedef enum PerftInstance { PERFT_GENERAL, PERFT_FAST } PerftInstance;

/* Paths of exactly `depth` turns from a position in which a turn begins.  PERFT_FAST falls back
 * to the general instance where the game has none for this variant.  UINT64_MAX when memory ran
 * out (positions only). */
uint64_t perft_count(const Game *game, const Pos *pos, int depth, PerftKind kind,
                     PerftInstance instance);

/* A growing set of positions. */
typedef struct Successors {
    const Game    *game;
    size_t         pos_size;
    int            count;
    int            capacity;
    unsigned char *positions;
    int           *slots; /* open addressing by key; 2 * room of them, -1 where free */
} Successors;

/* The distinct positions after one turn, in the order in which they first come up. */
bool       successors_init(Successors *set, const Game *game, const Pos *pos);
void       successors_free(Successors *set);
const Pos *successors_at(const Successors *set, int index);

/* Random play as GameFast.playout describes it. */
uint32_t perft_playout(const Game *game, const Pos *pos, Random *random, uint32_t turn_limit,
                       Outcome *outcome, PerftInstance instance);

#endif
