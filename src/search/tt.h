/* tt.h - what the search remembers about positions: the transposition table.
 *
 * Any number of threads read and write without locks.  An entry is two words, and the first is the
 * key mixed with the second: half of one writer's entry and half of another's give a key that
 * nobody asks for.  A step is kept as a few bits of its hash: whoever asks has the list of steps at
 * hand, and a wrong guess costs nothing but the order in which they are tried.
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
    TT_UPPER, /* the true score is at most this */
    TT_LOWER, /* at least this */
    TT_EXACT, /* TT_UPPER | TT_LOWER */
} TtBound;

enum { TT_DEPTH_MAX = 255, TT_WIDENING_MAX = 63, TT_WAYS = 4 };

typedef struct TtSlot {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} TtSlot;

typedef struct TransTable {
    TtSlot  *slots; /* buckets of TT_WAYS, one cache line each */
    void    *memory;
    uint64_t mask; /* number of buckets - 1, a power of two - 1 */
    uint32_t age;  /* of this search, modulo 256 */
    bool     is_used;
} TransTable;

/* One remembered position. */
typedef struct TtEntry {
    int      score; /* wins counted from this position, not from the root */
    int      depth; /* TT_DEPTH_MAX: nothing was left out below */
    int      widening;
    TtBound  bound;
    uint32_t step; /* tt_step_bits of the best step; 0 if there was none */
} TtEntry;

/* Twenty-four bits of a step, never 0. */
static inline uint32_t tt_step_bits(Step step)
{
    return (uint32_t)((step + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 40) | 1;
}

/* False when memory ran out.  At least one bucket. */
bool tt_init(TransTable *tt, size_t bytes);
void tt_free(TransTable *tt);
/* Forget everything. */
void tt_clear(TransTable *tt);
/* A new search begins: what is older goes first. */
void tt_grow_older(TransTable *tt);
/* How many of 1000 slots hold something of this search. */
int tt_permille(const TransTable *tt);

bool tt_find(const TransTable *tt, uint64_t key, TtEntry *out);
void tt_store(TransTable *tt, uint64_t key, TtEntry entry);

/* Bring the bucket near before it is asked for: a miss costs as much as a node. */
static inline void tt_prefetch(const TransTable *tt, uint64_t key)
{
    __builtin_prefetch(&tt->slots[(key & tt->mask) * TT_WAYS]);
}

#endif
