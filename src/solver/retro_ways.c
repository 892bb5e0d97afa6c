/* SPDX-License-Identifier: MIT */
#include "solver/retro_ways.h"

#include <stdlib.h>

#include "base/memory.h"

static uint32_t blocks_for(uint32_t targets)
{
    return targets / WAY_BLOCK + 1;
}

size_t retro_ways_counting_bytes(uint32_t targets)
{
    return blocks_for(targets) * sizeof(uint32_t);
}

size_t retro_ways_bytes(uint64_t count)
{
    return (size_t)count * WAY_BYTES;
}

bool retro_ways_begin(RetroWays *ways, uint32_t targets)
{
    *ways = (RetroWays){ .blocks = blocks_for(targets) };
    ways->end = calloc(ways->blocks, sizeof *ways->end);
    return ways->end != NULL;
}

uint64_t retro_ways_announced(const RetroWays *ways)
{
    uint64_t count = 0;
    for (uint32_t block = 0; block < ways->blocks; block++)
        count += ways->end[block];
    return count;
}

bool retro_ways_open(RetroWays *ways)
{
    for (uint32_t block = 0; block < ways->blocks; block++) {
        uint32_t here = ways->end[block];
        ways->end[block] = ways->count;
        ways->count += here;
    }
    size_t bytes = (size_t)ways->count * sizeof *ways->source;
    ways->source = malloc(bytes + 1);
    ways->kind = malloc((size_t)ways->count + 1);
    if (ways->source == NULL || ways->kind == NULL)
        return false;
    memory_prefer_large_pages(ways->source, bytes);
    memory_prefer_large_pages(ways->kind, ways->count);
    return true;
}

void retro_ways_free(RetroWays *ways)
{
    free(ways->end);
    free(ways->source);
    free(ways->kind);
    *ways = (RetroWays){ 0 };
}

bool retro_ways_put(RetroWays *ways, RetroWay way)
{
    uint32_t n = __atomic_fetch_add(&ways->end[way.target / WAY_BLOCK], 1, __ATOMIC_RELAXED);
    if (n >= ways->count)
        return false;
    ways->source[n] = way.source;
    uint32_t turns = way.turns - 1u + (way.same ? WAY_TURNS_MAX : 0);
    ways->kind[n] = (uint8_t)(turns * WAY_BLOCK + way.target % WAY_BLOCK);
    return true;
}
