/* tt.h - the transposition table.
 *
 * Any number of threads read and write it without locks.  An entry has two words, and the first is
 * the key XORed with the second (lockless hashing by Hyatt and Mann).  If two writers interleave,
 * the mixed entry does not match any probed key.  A step is stored as a 24-bit hash.  The search
 * compares it with its list of steps, so a false match only affects move ordering.
 */
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game.h"

typedef enum TtBound {
    TT_NOTHING,
    TT_UPPER, /* the exact score is at most this */
    TT_LOWER, /* at least this */
    TT_EXACT, /* TT_UPPER | TT_LOWER */
} TtBound;

enum { TT_DEPTH_MAX = 255, TT_WIDENING_MAX = 63, TT_WAYS = 4 };

typedef struct TtSlot {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} TtSlot;

typedef struct TransTable {
    TtSlot  *slots; /* buckets of TT_WAYS slots, one cache line each */
    void    *memory;
    uint64_t mask; /* number of buckets - 1; the number is a power of two */
    uint32_t age;  /* generation: the number of this search modulo 256 */
    bool     is_used;
} TransTable;

/* One stored position. */
typedef struct TtEntry {
    int      score; /* distance to a win is counted from this position, not from the root */
    int      depth; /* TT_DEPTH_MAX: nothing was pruned below, so the score holds for every depth */
    int      widening;
    TtBound  bound;
    uint32_t step; /* tt_step_bits of the best step; 0 if there was none */
} TtEntry;

/* Return a 24-bit hash of a step, never 0. */
static inline uint32_t tt_step_bits(Step step)
{
    return (uint32_t)((step + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 40) | 1;
}

/* Return false if memory ran out.  There is at least one bucket. */
bool tt_init(TransTable *tt, size_t bytes);
void tt_free(TransTable *tt);
/* Clear all entries. */
void tt_clear(TransTable *tt);
/* Begin a new search.  Older entries are replaced first. */
void tt_grow_older(TransTable *tt);
/* Return how many of 1000 slots hold an entry of this search. */
int tt_permille(const TransTable *tt);

bool tt_find(const TransTable *tt, uint64_t key, TtEntry *out);
void tt_store(TransTable *tt, uint64_t key, TtEntry entry);

/* Prefetch the bucket: a cache miss costs as much as a node. */
static inline void tt_prefetch(const TransTable *tt, uint64_t key)
{
    __builtin_prefetch(&tt->slots[(key & tt->mask) * TT_WAYS]);
}

#endif
