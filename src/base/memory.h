/* memory.h - advise the system about large blocks of memory.
 *
 * Random reads in a gigabyte of small pages miss the TLB, and each miss costs as much as the read
 * itself.  Huge pages avoid most of these misses.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Request huge pages for memory that was not used yet.  Does nothing if the system has none. */
void memory_prefer_large_pages(void *at, size_t bytes);

#endif
