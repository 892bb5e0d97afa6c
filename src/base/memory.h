/* memory.h - a word to the system about a large piece of memory.
 *
 * Memory of a gigabyte that is read here and there is found through tables of small pages, and the
 * look into these tables costs as much as the look into the memory.  Large pages save most of it.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Ask for large pages, before the memory is used; where there are none nothing happens. */
void memory_prefer_large_pages(void *at, size_t bytes);

#endif
