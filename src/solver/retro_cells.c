/* SPDX-License-Identifier: MIT */
#include "solver/retro_cells.h"

#include <stdlib.h>

#include "base/memory.h"

size_t retro_cells_bytes(uint64_t count, bool has_few_moves)
{
    return (size_t)count *
           (sizeof(uint16_t) + (has_few_moves ? sizeof(uint8_t) : sizeof(uint16_t)));
}

bool retro_cells_begin(RetroCells *cells, uint32_t count, bool has_few_moves)
{
    size_t capacity = (size_t)count + 1;
    *cells = (RetroCells){ .codes = calloc(capacity, sizeof *cells->codes) };
    if (has_few_moves)
        cells->few = calloc(capacity, sizeof *cells->few);
    else
        cells->many = calloc(capacity, sizeof *cells->many);
    if (cells->codes == NULL || (cells->few == NULL && cells->many == NULL))
        return false;
    memory_prefer_large_pages(cells->codes, capacity * sizeof *cells->codes);
    if (has_few_moves)
        memory_prefer_large_pages(cells->few, capacity);
    else
        memory_prefer_large_pages(cells->many, capacity * sizeof *cells->many);
    return true;
}

bool retro_cells_grow(RetroCells *cells, uint32_t count)
{
    size_t    capacity = (size_t)count + 1;
    uint16_t *codes = realloc(cells->codes, capacity * sizeof *codes);
    if (codes == NULL)
        return false;
    cells->codes = codes;
    void *left = cells->few != NULL ? realloc(cells->few, capacity * sizeof *cells->few)
                                    : realloc(cells->many, capacity * sizeof *cells->many);
    if (left == NULL)
        return false;
    if (cells->few != NULL)
        cells->few = left;
    else
        cells->many = left;
    return true;
}

void retro_cells_free(RetroCells *cells)
{
    free(cells->codes);
    free(cells->few);
    free(cells->many);
    *cells = (RetroCells){ 0 };
}
