/* SPDX-License-Identifier: MIT */
#include "search/tt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { LINE_BYTES = TT_WAYS * sizeof(TtSlot), SAMPLE_BUCKETS = 250 };

/* From the top: step 24 | score 16 | depth 8 | widening 6 | bound 2 | age 8 bits. */
static uint64_t pack(const TtEntry *entry, uint32_t age)
{
    assert(entry->score >= INT16_MIN && entry->score <= INT16_MAX);
    return (uint64_t)(entry->step & 0xffffff) << 40 | (uint64_t)(uint16_t)entry->score << 24 |
           (uint64_t)entry->depth << 16 | (uint64_t)entry->widening << 10 |
           (uint64_t)entry->bound << 8 | (age & 255);
}

static TtEntry unpack(uint64_t data)
{
    return (TtEntry){
        .score = (int16_t)(data >> 24 & 0xffff),
        .depth = (int)(data >> 16 & 255),
        .widening = (int)(data >> 10 & 63),
        .bound = (TtBound)(data >> 8 & 3),
        .step = (uint32_t)(data >> 40),
    };
}

bool tt_init(TransTable *tt, size_t bytes)
{
    uint64_t buckets = 1;
    while (buckets * 2 * LINE_BYTES <= bytes)
        buckets *= 2;
    tt->slots = memory_zeros(buckets * LINE_BYTES, &tt->memory);
    if (tt->slots == NULL)
        return false;
    tt->mask = buckets - 1;
    tt->age = 0;
    tt->is_used = false;
    return true;
}

void tt_free(TransTable *tt)
{
    free(tt->memory);
    tt->memory = NULL;
}

void tt_clear(TransTable *tt)
{
    if (!tt->is_used)
        return; /* clearing touches every page, which costs more than many searches */
    tt->is_used = false;
    memset((void *)tt->slots, 0, (size_t)(tt->mask + 1) * LINE_BYTES);
    tt->age = 0;
}

void tt_grow_older(TransTable *tt)
{
    tt->age = (tt->age + 1) & 255;
    tt->is_used = true;
}

int tt_permille(const TransTable *tt)
{
    uint64_t buckets = tt->mask + 1 < SAMPLE_BUCKETS ? tt->mask + 1 : SAMPLE_BUCKETS;
    uint64_t used = 0;
    for (uint64_t i = 0; i < buckets * TT_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&tt->slots[i].data, memory_order_relaxed);
        used += (data >> 8 & 3) != TT_NOTHING && (data & 255) == tt->age;
    }
    return (int)(used * 1000 / (buckets * TT_WAYS));
}

static TtSlot *bucket_of(const TransTable *tt, uint64_t key)
{
    assert(tt->slots != NULL);
    return &tt->slots[(key & tt->mask) * TT_WAYS];
}

bool tt_find(const TransTable *tt, uint64_t key, TtEntry *out)
{
    const TtSlot *bucket = bucket_of(tt, key);
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key && (data >> 8 & 3) != TT_NOTHING) {
            *out = unpack(data);
            return true;
        }
    }
    return false;
}

/* Return the replacement value of a slot: deep results of this search are worth most, old ones
 * least. */
static int worth(uint64_t data, uint32_t age)
{
    if ((data >> 8 & 3) == TT_NOTHING)
        return -1000;
    int years = (int)((age - (uint32_t)data) & 255);
    return (int)(data >> 16 & 255) + (int)(data >> 10 & 63) - 8 * years;
}

void tt_store(TransTable *tt, uint64_t key, TtEntry entry)
{
    assert(entry.depth >= 0 && entry.depth <= TT_DEPTH_MAX && entry.widening >= 0);
    TtSlot *bucket = bucket_of(tt, key), *target = bucket;
    int     least = INT32_MAX;
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key) {
            target = &bucket[i];
            if (entry.step == 0)
                entry.step = unpack(data).step;
            break;
        }
        int value = worth(data, tt->age);
        if (value < least) {
            least = value;
            target = &bucket[i];
        }
    }
    if (entry.widening > TT_WIDENING_MAX)
        entry.widening = TT_WIDENING_MAX;
    uint64_t data = pack(&entry, tt->age);
    atomic_store_explicit(&target->data, data, memory_order_relaxed);
    atomic_store_explicit(&target->check, key ^ data, memory_order_relaxed);
}
