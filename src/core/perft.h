/* perft.h - count move sequences (perft) and play random games, through the game interface.
 *
 * This is the reference implementation.  A game may compile the same recursion for itself
 * (GameFast). perft_count and perft_playout use that instance if PERFT_FAST is requested and covers
 * the variant, and tests compare the two.
 */
#ifndef CORE_PERFT_H
#define CORE_PERFT_H

#include "core/game.h"

typedef enum PerftKind {
    PERFT_TURNS,     /* paths of distinct turns */
    PERFT_POSITIONS, /* paths in which the children of a node are its distinct successor
                      * positions */
} PerftKind;

typedef enum PerftInstance { PERFT_GENERAL, PERFT_FAST } PerftInstance;

/* Count the paths of exactly `depth` turns from a position in which a turn begins.  PERFT_FAST
 * falls back to the general instance if the game has none for this variant.  Return UINT64_MAX if
 * memory ran out (positions only). */
uint64_t perft_count(const Game *game, const Pos *pos, int depth, PerftKind kind,
                     PerftInstance instance);

/* A growing set of positions. */
typedef struct Successors {
    const Game    *game;
    size_t         pos_size;
    int            count;
    int            capacity;
    unsigned char *positions;
    int           *slots; /* open addressing by key; 2 * capacity slots, -1 if free */
} Successors;

/* Start an empty set for positions of one variant. */
void successors_begin(Successors *set, const Game *game, uint32_t variant);
/* Add a position; `*is_new` says whether it was missing.  False if memory ran out. */
bool successors_add(Successors *set, const Pos *pos, bool *is_new);
/* Collect the distinct positions after one turn, in the order of their first occurrence. */
bool       successors_init(Successors *set, const Game *game, const Pos *pos);
void       successors_free(Successors *set);
const Pos *successors_at(const Successors *set, int index);

/* Play at random as described at GameFast.playout. */
uint32_t perft_playout(const Game *game, const Pos *pos, Random *random, uint32_t turn_limit,
                       Outcome *outcome, PerftInstance instance);

#endif
