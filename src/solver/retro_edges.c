/* SPDX-License-Identifier: MIT */
#include "solver/retro_edges.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

static uint32_t blocks_for(uint32_t targets)
{
    return targets / EDGE_BLOCK + 1;
}

size_t retro_edges_counting_bytes(uint32_t targets)
{
    return blocks_for(targets) * sizeof(uint32_t);
}

size_t retro_edges_bytes(uint64_t count)
{
    return (size_t)count * EDGE_BYTES;
}

size_t retro_edges_round_bytes(const RetroEdges *edge_list)
{
    return retro_edges_bytes(edge_list->capacity);
}

bool retro_edges_begin(RetroEdges *edge_list, uint32_t targets)
{
    *edge_list = (RetroEdges){ .blocks = blocks_for(targets), .scratch = -1 };
    edge_list->end = calloc(edge_list->blocks, sizeof *edge_list->end);
    return edge_list->end != NULL;
}

uint64_t retro_edges_announced(const RetroEdges *edge_list)
{
    uint64_t count = 0;
    for (uint32_t block = 0; block < edge_list->blocks; block++)
        count += edge_list->end[block];
    return count;
}

/* --- rounds --- */

/* Return where the edges of a block begin that has not had its round. */
static uint32_t start_of(const RetroEdges *edge_list, uint32_t block)
{
    assert(block <= edge_list->blocks);
    return block < edge_list->blocks ? edge_list->end[block] : edge_list->count;
}

/* Assign as many blocks to the round as fit, from this one on. */
static void set_round(RetroEdges *edge_list, uint32_t block)
{
    edge_list->block = edge_list->block_end = block;
    edge_list->first = start_of(edge_list, block);
    while (edge_list->block_end < edge_list->blocks &&
           start_of(edge_list, edge_list->block_end + 1) - edge_list->first <= edge_list->capacity)
        edge_list->block_end++;
    edge_list->first_after = start_of(edge_list, edge_list->block_end);
}

/* Turn counts into start indices.  Return the size of the largest block. */
static uint32_t number_blocks(RetroEdges *edge_list)
{
    uint32_t largest = 0;
    for (uint32_t block = 0; block < edge_list->blocks; block++) {
        uint32_t here = edge_list->end[block];
        edge_list->end[block] = edge_list->count;
        edge_list->count += here;
        largest = here > largest ? here : largest;
    }
    return largest;
}

static int count_rounds(RetroEdges *edge_list)
{
    int rounds = 0;
    for (uint32_t block = 0; block < edge_list->blocks; block = edge_list->block_end) {
        set_round(edge_list, block);
        rounds++;
    }
    set_round(edge_list, 0);
    return rounds;
}

/* Create an unnamed file, which is deleted with its last user. */
static int make_scratch(const char *folder)
{
    char name[4096];
    int  length = snprintf(name, sizeof name, "%s/edges-XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof name)
        return -1;
    int file = mkostemp(name, O_CLOEXEC);
    if (file >= 0)
        unlink(name);
    return file;
}

Status retro_edges_open(RetroEdges *edge_list, size_t capacity_bytes, const char *folder,
                        int *rounds)
{
    uint32_t largest = number_blocks(edge_list);
    size_t   capacity = capacity_bytes / EDGE_BYTES;
    edge_list->capacity = capacity < edge_list->count ? (uint32_t)capacity : edge_list->count;
    if (largest > edge_list->capacity)
        return STATUS_TOO_LARGE;
    *rounds = count_rounds(edge_list);
    if (*rounds > EDGE_ROUNDS_MAX || (*rounds > 1 && folder == NULL))
        return STATUS_TOO_LARGE;
    if (*rounds > 1 && (edge_list->scratch = make_scratch(folder)) < 0)
        return STATUS_SYSTEM;
    size_t bytes = (size_t)edge_list->capacity * sizeof *edge_list->source;
    edge_list->source = malloc(bytes + 1);
    edge_list->kind = malloc((size_t)edge_list->capacity + 1);
    if (edge_list->source == NULL || edge_list->kind == NULL)
        return STATUS_NO_MEMORY;
    memory_prefer_large_pages(edge_list->source, bytes);
    memory_prefer_large_pages(edge_list->kind, edge_list->capacity);
    return STATUS_OK;
}

static bool write_at(int file, const void *from, size_t bytes, size_t at)
{
    return lseek(file, (off_t)at, SEEK_SET) >= 0 && file_write(file, from, bytes);
}

/* The file contains all sources, then all kinds. */
static bool save_round(const RetroEdges *edge_list)
{
    size_t count = edge_list->first_after - edge_list->first, width = sizeof *edge_list->source;
    return write_at(edge_list->scratch, edge_list->source, count * width,
                    edge_list->first * width) &&
           write_at(edge_list->scratch, edge_list->kind, count,
                    edge_list->count * width + edge_list->first);
}

static bool map_scratch(RetroEdges *edge_list)
{
    free(edge_list->source);
    free(edge_list->kind);
    edge_list->source = NULL;
    edge_list->kind = NULL;
    edge_list->file_bytes = retro_edges_bytes(edge_list->count);
    void *map = mmap(NULL, edge_list->file_bytes, PROT_READ, MAP_SHARED, edge_list->scratch, 0);
    if (map == MAP_FAILED)
        return false;
    edge_list->map = map;
    edge_list->source = map;
    edge_list->kind = (uint8_t *)map + edge_list->count * sizeof *edge_list->source;
    return true;
}

bool retro_edges_turn(RetroEdges *edge_list)
{
    if (edge_list->scratch < 0)
        return true;
    if (!save_round(edge_list))
        return false;
    if (edge_list->block_end == edge_list->blocks)
        return map_scratch(edge_list);
    set_round(edge_list, edge_list->block_end);
    return true;
}

void retro_edges_free(RetroEdges *edge_list)
{
    free(edge_list->end);
    if (edge_list->map != NULL) {
        munmap(edge_list->map, edge_list->file_bytes);
    } else {
        free(edge_list->source);
        free(edge_list->kind);
    }
    if (edge_list->scratch >= 0)
        close(edge_list->scratch);
    *edge_list = (RetroEdges){ .scratch = -1 };
}

bool retro_edges_put(RetroEdges *edge_list, RetroEdge edge)
{
    assert(edge.turns >= 1 && edge.turns <= EDGE_TURNS_MAX);
    uint32_t block = edge.target / EDGE_BLOCK;
    if (block < edge_list->block || block >= edge_list->block_end)
        return true;
    uint32_t n = __atomic_fetch_add(&edge_list->end[block], 1, __ATOMIC_RELAXED);
    if (n >= edge_list->first_after)
        return false;
    n -= edge_list->first;
    edge_list->source[n] = edge.source;
    uint32_t turns = edge.turns - 1u + (edge.same ? EDGE_TURNS_MAX : 0);
    edge_list->kind[n] = (uint8_t)(turns * EDGE_BLOCK + edge.target % EDGE_BLOCK);
    return true;
}
