/* SPDX-License-Identifier: MIT */
#include "search/cache.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { LINE_BYTES = CACHE_WAYS * sizeof(CacheSlot), SAMPLE_BUCKETS = 250 };

/* step 24 | score 16 | depth 8 | widening 6 | bound 2 | age 8, from the top. */
static uint64_t pack(const CacheEntry *entry, uint32_t age)
{
    return (uint64_t)(entry->step & 0xffffff) << 40 | (uint64_t)(uint16_t)entry->score << 24 |
           (uint64_t)entry->depth << 16 | (uint64_t)entry->widening << 10 |
           (uint64_t)entry->bound << 8 | (age & 255);
}

static CacheEntry unpack(uint64_t data)
{
    return (CacheEntry){
        .score = (int16_t)(data >> 24 & 0xffff),
        .depth = (int)(data >> 16 & 255),
        .widening = (int)(data >> 10 & 63),
        .bound = (CacheBound)(data >> 8 & 3),
        .step = (uint32_t)(data >> 40),
    };
}

bool cache_init(Cache *cache, size_t bytes)
{
    uint64_t buckets = 1;
    while (buckets * 2 * LINE_BYTES <= bytes)
        buckets *= 2;
    /* Pages that were never touched are zero and cost nothing until they are used. */
    cache->memory = calloc(buckets + 1, LINE_BYTES);
    if (cache->memory == NULL)
        return false;
    memory_prefer_large_pages(cache->memory, (buckets + 1) * LINE_BYTES);
    uintptr_t start = ((uintptr_t)cache->memory + LINE_BYTES - 1) & ~(uintptr_t)(LINE_BYTES - 1);
    cache->slots = (CacheSlot *)start;
    cache->mask = buckets - 1;
    cache->age = 0;
    cache->is_used = false;
    return true;
}

void cache_free(Cache *cache)
{
    free(cache->memory);
    cache->memory = NULL;
}

void cache_clear(Cache *cache)
{
    if (!cache->is_used)
        return; /* touching the pages would cost more than many searches */
    cache->is_used = false;
    memset((void *)cache->slots, 0, (size_t)(cache->mask + 1) * LINE_BYTES);
    cache->age = 0;
}

void cache_grow_older(Cache *cache)
{
    cache->age = (cache->age + 1) & 255;
    cache->is_used = true;
}

int cache_permille(const Cache *cache)
{
    uint64_t buckets = cache->mask + 1 < SAMPLE_BUCKETS ? cache->mask + 1 : SAMPLE_BUCKETS;
    uint64_t used = 0;
    for (uint64_t i = 0; i < buckets * CACHE_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&cache->slots[i].data, memory_order_relaxed);
        used += (data >> 8 & 3) != CACHE_NOTHING && (data & 255) == cache->age;
    }
    return (int)(used * 1000 / (buckets * CACHE_WAYS));
}

static CacheSlot *bucket_of(const Cache *cache, uint64_t key)
{
    return &cache->slots[(key & cache->mask) * CACHE_WAYS];
}

bool cache_find(const Cache *cache, uint64_t key, CacheEntry *out)
{
    const CacheSlot *bucket = bucket_of(cache, key);
    for (int i = 0; i < CACHE_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key && (data >> 8 & 3) != CACHE_NOTHING) {
            *out = unpack(data);
            return true;
        }
    }
    return false;
}

/* How much a slot is worth keeping: deep results of this search most, old ones least. */
static int worth(uint64_t data, uint32_t age)
{
    if ((data >> 8 & 3) == CACHE_NOTHING)
        return -1000;
    int years = (int)((age - (uint32_t)data) & 255);
    return (int)(data >> 16 & 255) + (int)(data >> 10 & 63) - 8 * years;
}

void cache_store(Cache *cache, uint64_t key, CacheEntry entry)
{
    assert(entry.depth >= 0 && entry.depth <= CACHE_DEPTH_MAX && entry.widening >= 0);
    CacheSlot *bucket = bucket_of(cache, key), *target = bucket;
    int        least = INT32_MAX;
    for (int i = 0; i < CACHE_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key) {
            target = &bucket[i];
            if (entry.step == 0)
                entry.step = unpack(data).step;
            break;
        }
        int value = worth(data, cache->age);
        if (value < least) {
            least = value;
            target = &bucket[i];
        }
    }
    if (entry.widening > CACHE_WIDENING_MAX)
        entry.widening = CACHE_WIDENING_MAX;
    uint64_t data = pack(&entry, cache->age);
    atomic_store_explicit(&target->data, data, memory_order_relaxed);
    atomic_store_explicit(&target->check, key ^ data, memory_order_relaxed);
}
