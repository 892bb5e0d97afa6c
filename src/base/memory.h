/* memory.h - growing arrays, and advice to the system about large blocks of memory.
 *
 * Random reads in a gigabyte of small pages miss the TLB, and each miss costs as much as the read
 * itself.  Huge pages avoid most of these misses.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Request huge pages for memory that was not used yet.  Does nothing if the system has none. */
void memory_prefer_large_pages(void *at, size_t bytes);
/* Return that many zero bytes, aligned to cache lines and, if the system has huge pages, to these and
 * in them; `*block` is to be freed.  Pages cost nothing until they are used.  NULL if memory ran out. */
void *memory_zeros(size_t bytes, void **block);

/* Make capacity for `needed` items in a growing array.  Doubling makes n additions cost O(n).  False,
 * and nothing changed, if memory ran out. */
bool memory_reserve(void **items, size_t *capacity, size_t needed, size_t item_size);
/* Make capacity for one more item, likewise. */
bool memory_grow(void **items, int *capacity, int count, size_t item_size);

#endif
