/* retro_edges.h - listed ways inside a layer, found by where they lead.
 *
 * Knows:   numbers: where a way begins, where it leads.
 * Ignores: what they stand for, and every value.
 *
 * In the largest layers there are hundreds of millions of ways, so a way takes five bytes and is
 * written once, into its place.  For that all ways are told twice: first each is announced, which
 * only counts, and then, after retro_edges_open, each is put.  Both may be done by any number of
 * threads in any order; the same ways must be told both times.
 *
 * Where memory is short the ways are put in rounds: all of them are told in every round, those that
 * lead to the targets of the round are kept, and at its end they go to a nameless file, whose
 * pages the system may take away and read again.
 */
#ifndef SOLVER_RETRO_EDGES_H
#define SOLVER_RETRO_EDGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    EDGE_TURNS_MAX = 8,
    EDGE_BLOCK = 16, /* targets that share a place in the list */
    EDGE_BYTES = 5,
    EDGE_ROUNDS_MAX = 8,
};

typedef struct RetroEdge {
    uint32_t target, source;
    uint8_t  turns; /* that it takes, 1 to EDGE_TURNS_MAX */
    bool     same;  /* is it the same player who moves at both ends? */
} RetroEdge;

typedef struct RetroEdges {
    uint32_t  blocks;
    uint32_t  count;
    uint32_t *end; /* of each block.  Before: how many; while ways are put: where the next goes */
    uint32_t *source; /* of each way, or of those of the round */
    uint8_t  *kind;   /* of each way: same, turns, target within its block */
    /* The round: its blocks, and its ways by number. */
    uint32_t block, block_end, first, first_after;
    uint32_t capacity;   /* for so many ways of a round */
    int      scratch;    /* the file, or -1: one round is enough */
    void    *map;        /* of the file, when all rounds are over */
    size_t   file_bytes; /* of it */
} RetroEdges;

/* How many bytes it takes to count ways to `targets` numbers, and to keep `count` of them. */
size_t retro_edges_counting_bytes(uint32_t targets);
size_t retro_edges_bytes(uint64_t count);

/* Ready to be announced to; false when memory ran out. */
bool retro_edges_begin(RetroEdges *edge_list, uint32_t targets);

/* How many have been announced. */
uint64_t retro_edges_announced(const RetroEdges *edge_list);

/* All have been announced, fewer than 2^32; now rounds begin, with at most `capacity_bytes` for the ways of one.
 * If that is not enough for all, `folder` is where the file is made; how many rounds there will be is
 * told in `rounds`.  STATUS_NO_MEMORY; STATUS_TOO_LARGE where there would be more than EDGE_ROUNDS_MAX, or
 * there is no folder; STATUS_SYSTEM where no file can be made. */
Status retro_edges_open(RetroEdges *edge_list, size_t capacity_bytes, const char *folder,
                        int *rounds);

/* The round is over: the next begins, or, after the last one, ways can be found.  False when the
 * file cannot be written or mapped. */
bool retro_edges_turn(RetroEdges *edge_list);

/* The bytes of memory that a round takes. */
size_t retro_edges_round_bytes(const RetroEdges *edge_list);

void retro_edges_free(RetroEdges *edge_list);

static inline void retro_edges_announce(RetroEdges *edge_list, uint32_t target)
{
    __atomic_fetch_add(&edge_list->end[target / EDGE_BLOCK], 1, __ATOMIC_RELAXED);
}

/* A way that leads elsewhere than this round's targets is left alone.  False: it was not announced. */
bool retro_edges_put(RetroEdges *edge_list, RetroEdge edge);

/* Where the ways to `target` are to be looked for. */
static inline uint32_t retro_edges_first(const RetroEdges *edge_list, uint32_t target)
{
    return target < EDGE_BLOCK ? 0 : edge_list->end[target / EDGE_BLOCK - 1];
}

/* The next way to `target`, from number `from` on, which becomes the one behind it; false: no more. */
static inline bool retro_edges_next(const RetroEdges *edge_list, uint32_t target, uint32_t *from,
                                    RetroEdge *edge)
{
    uint32_t end = edge_list->end[target / EDGE_BLOCK];
    for (uint32_t n = *from; n < end; n++)
        if (edge_list->kind[n] % EDGE_BLOCK == target % EDGE_BLOCK) {
            *from = n + 1;
            *edge = (RetroEdge){ target, edge_list->source[n],
                                 (uint8_t)(edge_list->kind[n] / EDGE_BLOCK % EDGE_TURNS_MAX + 1),
                                 edge_list->kind[n] / (EDGE_BLOCK * EDGE_TURNS_MAX) != 0 };
            return true;
        }
    return false;
}

#endif
