/* SPDX-License-Identifier: MIT */
#include "solver/retro_cells.h"

#include <stdlib.h>

#include "base/memory.h"

size_t retro_cells_bytes(uint64_t count, bool has_few_ways)
{
    return (size_t)count * (sizeof(uint16_t) + (has_few_ways ? sizeof(uint8_t) : sizeof(uint16_t)));
}

bool retro_cells_begin(RetroCells *cells, uint32_t count, bool has_few_ways)
{
    size_t room = (size_t)count + 1;
    *cells = (RetroCells){ .codes = calloc(room, sizeof *cells->codes) };
    if (has_few_ways)
        cells->few = calloc(room, sizeof *cells->few);
    else
        cells->many = calloc(room, sizeof *cells->many);
    if (cells->codes == NULL || (cells->few == NULL && cells->many == NULL))
        return false;
    memory_prefer_large_pages(cells->codes, room * sizeof *cells->codes);
    if (has_few_ways)
        memory_prefer_large_pages(cells->few, room);
    else
        memory_prefer_large_pages(cells->many, room * sizeof *cells->many);
    return true;
}

bool retro_cells_grow(RetroCells *cells, uint32_t count)
{
    size_t    room = (size_t)count + 1;
    uint16_t *codes = realloc(cells->codes, room * sizeof *codes);
    if (codes == NULL)
        return false;
    cells->codes = codes;
    void *left = cells->few != NULL ? realloc(cells->few, room * sizeof *cells->few)
                                    : realloc(cells->many, room * sizeof *cells->many);
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
