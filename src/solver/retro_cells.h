/* retro_cells.h - the state of each position of a layer during retrograde analysis.
 *
 * Knows:   a code for each position, and the number of its moves that are not yet known to lose.
 * Ignores: where the moves lead.
 *
 * Codes and counters are in separate arrays, because an update touches only one of the two.  A
 * counter has one byte if the index promises few moves (GameIndex.has_few_moves), which saves half
 * a gigabyte in the largest layers, and two bytes otherwise.
 *
 * Any number of threads may call these functions at once, except begin, grow and free.
 */
#ifndef SOLVER_RETRO_CELLS_H
#define SOLVER_RETRO_CELLS_H

#include "core/index.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LEFT_NEVER = UINT16_MAX,    /* some move will never lose */
    LEFT_SEEN = LEFT_NEVER - 1, /* the same, and all plain predecessors have been told */
};

typedef struct RetroCells {
    uint16_t *codes; /* final once its distance has been processed; a win may still get shorter */
    uint8_t  *few;   /* one-byte counters, or NULL: the last two numbers stand for LEFT_ */
    uint16_t *many;  /* two-byte counters, or NULL */
} RetroCells;

/* Return the bytes that `count` cells need. */
size_t retro_cells_bytes(uint64_t count, bool has_few_moves);

/* Allocate zeroed cells; false if memory ran out. */
bool retro_cells_begin(RetroCells *cells, uint32_t count, bool has_few_moves);
/* Enlarge to `count` cells; new ones are undefined.  False if memory ran out: then they may only be
 * freed. */
bool retro_cells_grow(RetroCells *cells, uint32_t count);
void retro_cells_free(RetroCells *cells);

/* Return the largest counter. */
static inline uint32_t retro_cells_most(const RetroCells *cells)
{
    return cells->few != NULL ? INDEX_FEW_MOVES : LEFT_SEEN - 1;
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
    return left > INDEX_FEW_MOVES ? left | (LEFT_NEVER & ~UINT8_MAX) : left;
}

/* Set code and counter while no other thread updates this cell; `left` is at most retro_cells_most,
 * or LEFT_. */
static inline void retro_cells_set(RetroCells *cells, uint32_t number, uint16_t code, uint32_t left)
{
    __atomic_store_n(&cells->codes[number], code, __ATOMIC_RELAXED);
    if (cells->few != NULL)
        cells->few[number] = (uint8_t)left;
    else
        cells->many[number] = (uint16_t)left;
}

/* Decrement the counter; true if it reached 0. */
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
