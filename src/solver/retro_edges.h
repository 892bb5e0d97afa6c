/* retro_edges.h - the stored edges inside a layer, indexed by their targets.
 *
 * Knows:   numbers: source and target of an edge.
 * Ignores: what they stand for, and all values.
 *
 * The largest layers have hundreds of millions of edges, so an edge takes five bytes and is written
 * once, into its final place.  For that, all edges are generated twice: first each is announced,
 * which only counts it, and then, after retro_edges_open, each is put.  Any number of threads may
 * do both in any order.  The same edges must be generated both times.
 *
 * If memory is short, the edges are put in rounds.  All of them are generated in every round, those
 * to the targets of the round are kept, and at its end they are written to an unnamed temporary
 * file, whose pages the system may evict and read again.
 */
#ifndef SOLVER_RETRO_EDGES_H
#define SOLVER_RETRO_EDGES_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    EDGE_TURNS_MAX = 8,
    EDGE_BLOCK = 16, /* targets that share a range of the list */
    EDGE_BYTES = 5,
    EDGE_ROUNDS_MAX = 8,
};

typedef struct RetroEdge {
    uint32_t target, source;
    uint8_t  turns; /* turns it takes, 1 to EDGE_TURNS_MAX */
    bool     same;  /* does the same player move at both ends? */
} RetroEdge;

typedef struct RetroEdges {
    uint32_t  blocks;
    uint32_t  count;
    uint32_t *end;    /* of each block; first the count, then the place of the next edge */
    uint32_t *source; /* of each edge, or of those of the round */
    uint8_t  *kind;   /* of each edge: same, turns, target within its block */
    /* The current round: its blocks, and the range of its edges. */
    uint32_t block, block_end, first, first_after;
    uint32_t capacity;   /* edges per round */
    int      scratch;    /* the temporary file, or -1: one round is enough */
    void    *map;        /* of the file, after the last round */
    size_t   file_bytes; /* size of the file */
} RetroEdges;

/* Return the memory needed to count edges to `targets` numbers, and to store `count` of them. */
size_t retro_edges_counting_bytes(uint32_t targets);
size_t retro_edges_bytes(uint64_t count);

/* Prepare for announcements; false if memory ran out. */
bool retro_edges_begin(RetroEdges *edge_list, uint32_t targets);

/* Return the number of announced edges. */
uint64_t retro_edges_announced(const RetroEdges *edge_list);

/* Begin the rounds after fewer than 2^32 edges were announced, with at most `capacity_bytes` for
 * the edges of one.  If that is not enough for all, a temporary file is created in `folder`.
 * `rounds` becomes the number of rounds.  Return STATUS_NO_MEMORY; STATUS_TOO_LARGE if more than
 * EDGE_ROUNDS_MAX would be needed, or `folder` is NULL; STATUS_SYSTEM if the file cannot be
 * created. */
Status retro_edges_open(RetroEdges *edge_list, size_t capacity_bytes, const char *folder,
                        int *rounds);

/* End a round: the next begins or, after the last one, edges can be looked up.  Return false if the
 * file cannot be written or mapped. */
bool retro_edges_turn(RetroEdges *edge_list);

/* Return the memory of a round in bytes. */
size_t retro_edges_round_bytes(const RetroEdges *edge_list);

void retro_edges_free(RetroEdges *edge_list);

static inline void retro_edges_announce(RetroEdges *edge_list, uint32_t target)
{
    assert(target / EDGE_BLOCK < edge_list->blocks);
    __atomic_fetch_add(&edge_list->end[target / EDGE_BLOCK], 1, __ATOMIC_RELAXED);
}

/* Store an edge; edges to targets of other rounds are ignored.  False: it was not announced. */
bool retro_edges_put(RetroEdges *edge_list, RetroEdge edge);

/* Return where the edges to `target` begin. */
static inline uint32_t retro_edges_first(const RetroEdges *edge_list, uint32_t target)
{
    assert(target / EDGE_BLOCK < edge_list->blocks);
    return target < EDGE_BLOCK ? 0 : edge_list->end[target / EDGE_BLOCK - 1];
}

/* Write the next edge to `target`, from index `*from` on, and advance it; false: no more. */
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
