/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

enum { LARGE_PAGE = 2 << 20, CACHE_LINE = 64 };

void memory_prefer_large_pages(void *at, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    long page = sysconf(_SC_PAGESIZE);
    if (at == NULL || bytes < (size_t)LARGE_PAGE || page <= 0)
        return;
    size_t before = (size_t)(-(uintptr_t)at % (uintptr_t)page);
    size_t whole = (bytes - before) / (size_t)page * (size_t)page;
    madvise((char *)at + before, whole, MADV_HUGEPAGE);
#else
    (void)at;
    (void)bytes;
#endif
}

void *memory_zeros(size_t bytes, void **block)
{
#ifdef MADV_HUGEPAGE
    const size_t alignment = bytes < LARGE_PAGE ? CACHE_LINE : LARGE_PAGE;
#else
    const size_t alignment = CACHE_LINE;
#endif
    /* calloc returns untouched zero pages. */
    *block = calloc(1, bytes + alignment);
    if (*block == NULL)
        return NULL;
    void *start = (char *)*block + (-(uintptr_t)*block & (alignment - 1));
    memory_prefer_large_pages(start, bytes);
    return start;
}

bool memory_reserve(void **items, size_t *capacity, size_t needed, size_t item_size)
{
    size_t wanted = *capacity == 0 ? 64 : *capacity;
    if (needed <= *capacity)
        return true;
    while (wanted < needed)
        wanted *= 2;
    void *bigger = realloc(*items, wanted * item_size);
    if (bigger == NULL)
        return false;
    *items = bigger;
    *capacity = wanted;
    return true;
}

bool memory_grow(void **items, int *capacity, int count, size_t item_size)
{
    size_t wanted = (size_t)*capacity;
    if (!memory_reserve(items, &wanted, (size_t)count + 1, item_size))
        return false;
    *capacity = (int)wanted;
    return true;
}
