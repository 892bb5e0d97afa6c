/* cache.h - what the search remembers about positions: the transposition table.
 *
 * Any number of threads read and write without locks.  An entry is two words, and the first is the
 * key mixed with the second: half of one writer's entry and half of another's give a key that
 * nobody asks for.  A step is kept as a few bits of its hash: whoever asks has the list of steps at
 * hand, and a wrong guess costs nothing but the order in which they are tried.
 */
#ifndef SEARCH_CACHE_H
#define SEARCH_CACHE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game.h"

typedef enum CacheBound {
    CACHE_NOTHING,
    CACHE_UPPER, /* the true score is at most this */
    CACHE_LOWER, /* at least this */
    CACHE_EXACT, /* CACHE_UPPER | CACHE_LOWER */
} CacheBound;

enum { CACHE_DEPTH_MAX = 255, CACHE_WIDENING_MAX = 63, CACHE_WAYS = 4 };

typedef struct CacheSlot {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} CacheSlot;

typedef struct Cache {
    CacheSlot *slots; /* buckets of CACHE_WAYS, one cache line each */
    void      *memory;
    uint64_t   mask; /* number of buckets - 1, a power of two - 1 */
    uint32_t   age;  /* of this search, modulo 256 */
    bool       is_used;
} Cache;

/* One remembered position. */
typedef struct CacheEntry {
    int        score; /* wins counted from this position, not from the root */
    int        depth; /* CACHE_DEPTH_MAX: nothing was left out below */
    int        widening;
    CacheBound bound;
    uint32_t   step; /* cache_step_bits of the best step; 0 if there was none */
} CacheEntry;

/* Twenty-four bits of a step, never 0. */
static inline uint32_t cache_step_bits(Step step)
{
    return (uint32_t)((step + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 40) | 1;
}

/* False when memory ran out.  At least one bucket. */
bool cache_init(Cache *cache, size_t bytes);
void cache_free(Cache *cache);
/* Forget everything. */
void cache_clear(Cache *cache);
/* A new search begins: what is older goes first. */
void cache_grow_older(Cache *cache);
/* How many of 1000 slots hold something of this search. */
int cache_permille(const Cache *cache);

bool cache_find(const Cache *cache, uint64_t key, CacheEntry *out);
void cache_store(Cache *cache, uint64_t key, CacheEntry entry);

/* Bring the bucket near before it is asked for: a miss costs as much as a node. */
static inline void cache_prefetch(const Cache *cache, uint64_t key)
{
    __builtin_prefetch(&cache->slots[(key & cache->mask) * CACHE_WAYS]);
}

#endif
