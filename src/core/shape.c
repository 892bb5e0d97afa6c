/* SPDX-License-Identifier: MIT */
#include "core/shape.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Make capacity for one more element.  Doubling makes n additions cost O(n). */
static bool grow(void **items, int *capacity, int count, size_t item_size)
{
    if (count < *capacity)
        return true;
    int   wanted = *capacity == 0 ? 64 : *capacity * 2;
    void *bigger = realloc(*items, (size_t)wanted * item_size);
    if (bigger == NULL)
        return false;
    *items = bigger;
    *capacity = wanted;
    return true;
}

void shape_init(Shape *shape)
{
    *shape = (Shape){ 0 };
}

void shape_free(Shape *shape)
{
    free(shape->cells);
    free(shape->lines);
    shape_init(shape);
}

ShapeCell *shape_add_cell(Shape *shape, const char *kind, double x, double y)
{
    void *cells = shape->cells;
    if (!grow(&cells, &shape->cell_capacity, shape->cell_count, sizeof *shape->cells))
        return NULL;
    shape->cells = cells;
    ShapeCell *cell = &shape->cells[shape->cell_count++];
    *cell = (ShapeCell){ .kind = kind, .centre = { x, y } };
    return cell;
}

bool shape_add_line(Shape *shape, int from, int to)
{
    assert(from >= 0 && from < shape->cell_count && to >= 0 && to < shape->cell_count);
    void *lines = shape->lines;
    if (!grow(&lines, &shape->line_capacity, shape->line_count, sizeof *shape->lines))
        return false;
    shape->lines = lines;
    shape->lines[shape->line_count++] = (ShapeLine){ (uint16_t)from, (uint16_t)to };
    return true;
}

static void widen(ShapePoint point, ShapePoint *low, ShapePoint *high)
{
    if (point.x < low->x)
        low->x = point.x;
    if (point.y < low->y)
        low->y = point.y;
    if (point.x > high->x)
        high->x = point.x;
    if (point.y > high->y)
        high->y = point.y;
}

void shape_box(const Shape *shape, ShapePoint *low, ShapePoint *high)
{
    *low = *high = shape->cell_count > 0 ? shape->cells[0].centre : (ShapePoint){ 0, 0 };
    for (int i = 0; i < shape->cell_count; i++) {
        const ShapeCell *cell = &shape->cells[i];
        widen(cell->centre, low, high);
        for (int c = 0; c < cell->corner_count; c++)
            widen(cell->corner[c], low, high);
    }
}

int shape_find(const Shape *shape, const char *label)
{
    for (int i = 0; i < shape->cell_count; i++)
        if (strcmp(shape->cells[i].label, label) == 0)
            return i;
    return -1;
}

void pieces_init(Pieces *pieces)
{
    *pieces = (Pieces){ 0 };
}

void pieces_free(Pieces *pieces)
{
    free(pieces->at);
    pieces_init(pieces);
}

Piece *pieces_add(Pieces *pieces, const char *glyph, uint8_t side, int cell)
{
    assert(cell >= 0 && cell <= UINT16_MAX);
    void *at = pieces->at;
    if (!grow(&at, &pieces->capacity, pieces->count, sizeof *pieces->at))
        return NULL;
    pieces->at = at;
    Piece *piece = &pieces->at[pieces->count++];
    *piece = (Piece){ .glyph = glyph, .side = side, .cell = (uint16_t)cell };
    piece->cell2 = piece->cell;
    return piece;
}

void panel_add(Panel *panel, uint8_t side, const char *label, const char *format, ...)
{
    if (panel->count == PANEL_ITEMS_MAX)
        return;
    PanelItem item = { .side = side };
    va_list   args;
    va_start(args, format);
    int value_length = vsnprintf(item.value, sizeof item.value, format, args);
    va_end(args);
    int label_length = snprintf(item.label, sizeof item.label, "%s", label);
    if (value_length >= 0 && (size_t)value_length < sizeof item.value && label_length >= 0 &&
        (size_t)label_length < sizeof item.label)
        panel->item[panel->count++] = item;
}
