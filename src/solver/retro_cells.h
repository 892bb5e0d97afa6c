/* retro_cells.h - what is known of each position of a layer while it is being solved.
 *
 * Knows:   a code for each position, and how many of its ways are not yet known to lose.
 * Ignores: where the ways lead.
 *
 * Codes and counters lie apart: whoever tells a position something touches one of the two.  A counter has one
 * byte where the index promises few ways (GameIndex.has_few_ways), which in the largest layers is half a
 * gigabyte less, and two bytes elsewhere.
 *
 * All but making, growing and freeing may be done by any number of threads at once.
 */
#ifndef SOLVER_RETRO_CELLS_H
#define SOLVER_RETRO_CELLS_H

#include "core/index.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LEFT_NEVER = UINT16_MAX,    /* some way will never lose */
    LEFT_SEEN = LEFT_NEVER - 1, /* the same, and whoever has a plain way here knows of it */
};

typedef struct RetroCells {
    uint16_t *codes; /* final once its distance has been worked on; a win may still get shorter */
    uint8_t  *few;   /* counters of one byte, or NULL: the last two numbers are kept for LEFT_ */
    uint16_t *many;  /* counters of two bytes, or NULL */
} RetroCells;

/* How many bytes so many cells take. */
size_t retro_cells_bytes(uint64_t count, bool has_few_ways);

/* All of them 0; false when memory ran out. */
bool retro_cells_begin(RetroCells *cells, uint32_t count, bool has_few_ways);
/* So many in place of fewer; what is new is undefined.   False when memory ran out:
 * then it may only be freed. */
bool retro_cells_grow(RetroCells *cells, uint32_t count);
void retro_cells_free(RetroCells *cells);

/* The largest counter. */
static inline uint32_t retro_cells_most(const RetroCells *cells)
{
    return cells->few != NULL ? INDEX_FEW_WAYS : LEFT_SEEN - 1;
}

static inline uint16_t retro_cells_code(const RetroCells *cells, uint32_t number)
{
    return __atomic_load_n(&cells->codes[number], __ATOMIC_RELAXED);
}

static inline uint32_t retro_cells_left(const RetroCells *cells, uint32_t number)
{
    if (cells->few == NULL)
        return __atomic_load_n(&cells->many[number], __ATOMIC_RELAXED);
    uint8_t left = __atomic_load_n(&cells->few[number], __ATOMIC_RELAXED);
    return left > INDEX_FEW_WAYS ? left | (LEFT_NEVER & ~UINT8_MAX) : left;
}

/* Both at once, while nobody else tells this cell anything; `left` is at most retro_cells_most, or LEFT_. */
static inline void retro_cells_set(RetroCells *cells, uint32_t number, uint16_t code, uint32_t left)
{
    __atomic_store_n(&cells->codes[number], code, __ATOMIC_RELAXED);
    if (cells->few != NULL)
        cells->few[number] = (uint8_t)left;
    else
        cells->many[number] = (uint16_t)left;
}

/* One way less; true if it was the last one. */
static inline bool retro_cells_strike(RetroCells *cells, uint32_t number)
{
    if (retro_cells_left(cells, number) >= LEFT_SEEN)
        return false;
    return cells->few != NULL ? __atomic_sub_fetch(&cells->few[number], 1, __ATOMIC_ACQ_REL) == 0
                              : __atomic_sub_fetch(&cells->many[number], 1, __ATOMIC_ACQ_REL) == 0;
}

static inline void retro_cells_expect_strike(const RetroCells *cells, uint32_t number)
{
    __builtin_prefetch(cells->few != NULL ? (const void *)&cells->few[number]
                                          : (const void *)&cells->many[number],
                       1);
}

#endif
