/* SPDX-License-Identifier: MIT */
#include "solver/retro_ways.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
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

size_t retro_ways_round_bytes(const RetroWays *ways)
{
    return retro_ways_bytes(ways->capacity);
}

bool retro_ways_begin(RetroWays *ways, uint32_t targets)
{
    *ways = (RetroWays){ .blocks = blocks_for(targets), .scratch = -1 };
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

/* --- rounds --- */

/* Of a block that has not had its round: where its ways begin. */
static uint32_t start_of(const RetroWays *ways, uint32_t block)
{
    return block < ways->blocks ? ways->end[block] : ways->count;
}

/* As many blocks as there is room for, from this one on. */
static void set_round(RetroWays *ways, uint32_t block)
{
    ways->block = ways->block_end = block;
    ways->first = start_of(ways, block);
    while (ways->block_end < ways->blocks &&
           start_of(ways, ways->block_end + 1) - ways->first <= ways->capacity)
        ways->block_end++;
    ways->first_after = start_of(ways, ways->block_end);
}

/* From how many to where they begin; the largest block is told. */
static uint32_t number_blocks(RetroWays *ways)
{
    uint32_t largest = 0;
    for (uint32_t block = 0; block < ways->blocks; block++) {
        uint32_t here = ways->end[block];
        ways->end[block] = ways->count;
        ways->count += here;
        largest = here > largest ? here : largest;
    }
    return largest;
}

static int count_rounds(RetroWays *ways)
{
    int rounds = 0;
    for (uint32_t block = 0; block < ways->blocks; block = ways->block_end) {
        set_round(ways, block);
        rounds++;
    }
    set_round(ways, 0);
    return rounds;
}

/* A file without a name, gone with its last user. */
static int make_scratch(const char *folder)
{
    char name[4096];
    int  length = snprintf(name, sizeof name, "%s/ways-XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof name)
        return -1;
    int file = mkostemp(name, O_CLOEXEC);
    if (file >= 0)
        unlink(name);
    return file;
}

Status retro_ways_open(RetroWays *ways, size_t capacity_bytes, const char *folder, int *rounds)
{
    uint32_t largest = number_blocks(ways);
    size_t   capacity = capacity_bytes / WAY_BYTES;
    ways->capacity = capacity < ways->count ? (uint32_t)capacity : ways->count;
    if (largest > ways->capacity)
        return STATUS_TOO_LARGE;
    *rounds = count_rounds(ways);
    if (*rounds > WAY_ROUNDS_MAX || (*rounds > 1 && folder == NULL))
        return STATUS_TOO_LARGE;
    if (*rounds > 1 && (ways->scratch = make_scratch(folder)) < 0)
        return STATUS_SYSTEM;
    size_t bytes = (size_t)ways->capacity * sizeof *ways->source;
    ways->source = malloc(bytes + 1);
    ways->kind = malloc((size_t)ways->capacity + 1);
    if (ways->source == NULL || ways->kind == NULL)
        return STATUS_NO_MEMORY;
    memory_prefer_large_pages(ways->source, bytes);
    memory_prefer_large_pages(ways->kind, ways->capacity);
    return STATUS_OK;
}

static bool write_at(int file, const void *from, size_t bytes, size_t at)
{
    return lseek(file, (off_t)at, SEEK_SET) >= 0 && file_write(file, from, bytes);
}

/* The file has all sources, then all kinds. */
static bool save_round(const RetroWays *ways)
{
    size_t count = ways->first_after - ways->first, width = sizeof *ways->source;
    return write_at(ways->scratch, ways->source, count * width, ways->first * width) &&
           write_at(ways->scratch, ways->kind, count, ways->count * width + ways->first);
}

static bool map_scratch(RetroWays *ways)
{
    free(ways->source);
    free(ways->kind);
    ways->source = NULL;
    ways->kind = NULL;
    ways->file_bytes = retro_ways_bytes(ways->count);
    void *map = mmap(NULL, ways->file_bytes, PROT_READ, MAP_SHARED, ways->scratch, 0);
    if (map == MAP_FAILED)
        return false;
    ways->map = map;
    ways->source = map;
    ways->kind = (uint8_t *)map + ways->count * sizeof *ways->source;
    return true;
}

bool retro_ways_turn(RetroWays *ways)
{
    if (ways->scratch < 0)
        return true;
    if (!save_round(ways))
        return false;
    if (ways->block_end == ways->blocks)
        return map_scratch(ways);
    set_round(ways, ways->block_end);
    return true;
}

void retro_ways_free(RetroWays *ways)
{
    free(ways->end);
    if (ways->map != NULL) {
        munmap(ways->map, ways->file_bytes);
    } else {
        free(ways->source);
        free(ways->kind);
    }
    if (ways->scratch >= 0)
        close(ways->scratch);
    *ways = (RetroWays){ .scratch = -1 };
}

bool retro_ways_put(RetroWays *ways, RetroWay way)
{
    uint32_t block = way.target / WAY_BLOCK;
    if (block < ways->block || block >= ways->block_end)
        return true;
    uint32_t n = __atomic_fetch_add(&ways->end[block], 1, __ATOMIC_RELAXED);
    if (n >= ways->first_after)
        return false;
    n -= ways->first;
    ways->source[n] = way.source;
    uint32_t turns = way.turns - 1u + (way.same ? WAY_TURNS_MAX : 0);
    ways->kind[n] = (uint8_t)(turns * WAY_BLOCK + way.target % WAY_BLOCK);
    return true;
}
