/* SPDX-License-Identifier: MIT */
#include "core/shape.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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
    if (!memory_grow(&cells, &shape->cell_capacity, shape->cell_count, sizeof *shape->cells))
        return NULL;
    shape->cells = cells;
    ShapeCell *cell = &shape->cells[shape->cell_count++];
    *cell = (ShapeCell){ .kind = kind, .side = SIDE_NONE, .centre = { x, y } };
    return cell;
}

bool shape_add_line(Shape *shape, int from, int to)
{
    assert(from >= 0 && from < shape->cell_count && to >= 0 && to < shape->cell_count);
    void *lines = shape->lines;
    if (!memory_grow(&lines, &shape->line_capacity, shape->line_count, sizeof *shape->lines))
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
    if (!memory_grow(&at, &pieces->capacity, pieces->count, sizeof *pieces->at))
        return NULL;
    pieces->at = at;
    Piece *piece = &pieces->at[pieces->count++];
    *piece = (Piece){ .glyph = glyph, .side = side, .cell = (uint16_t)cell };
    piece->cell2 = piece->cell;
    return piece;
}

void regions_init(Regions *regions)
{
    *regions = (Regions){ 0 };
}

void regions_free(Regions *regions)
{
    free(regions->at);
    free(regions->cells);
    regions_init(regions);
}

Region *regions_add(Regions *regions, RegionKind kind, uint8_t side, const MessageDef *subject)
{
    void *at = regions->at;
    if (!memory_grow(&at, &regions->capacity, regions->count, sizeof *regions->at))
        return NULL;
    regions->at = at;
    Region *region = &regions->at[regions->count++];
    *region = (Region){
        .kind = (uint8_t)kind, .side = side, .subject = subject, .first = regions->cell_count
    };
    return region;
}

bool regions_add_cell(Regions *regions, int cell)
{
    assert(regions->count > 0 && cell >= 0 && cell <= UINT16_MAX);
    void *cells = regions->cells;
    if (!memory_grow(&cells, &regions->cell_capacity, regions->cell_count, sizeof *regions->cells))
        return false;
    regions->cells = cells;
    regions->cells[regions->cell_count++] = (uint16_t)cell;
    regions->at[regions->count - 1].count++;
    return true;
}

static const char *const REGION_WORDS[REGION_KIND_COUNT] = {
    [REGION_AREA] = "area",     [REGION_NETWORK] = "network", [REGION_PATH] = "path",
    [REGION_CHOICE] = "choice", [REGION_DANGER] = "danger",
};

const char *region_kind_word(RegionKind kind)
{
    assert(kind < REGION_KIND_COUNT);
    return REGION_WORDS[kind];
}

const char *colour_word(uint8_t colour)
{
    static const char *const WORDS[COLOUR_COUNT] = {
        [COLOUR_NONE] = "",         [COLOUR_WHITE] = "white",   [COLOUR_BLACK] = "black",
        [COLOUR_RED] = "red",       [COLOUR_BLUE] = "blue",     [COLOUR_SKY] = "sky",
        [COLOUR_ORANGE] = "orange", [COLOUR_PURPLE] = "purple", [COLOUR_GREEN] = "green",
    };
    assert(colour < COLOUR_COUNT);
    return WORDS[colour];
}

static bool is_among(const CellList *cells, int cell)
{
    for (int i = 0; i < cells->count; i++)
        if (cells->cell[i] == cell)
            return true;
    return false;
}

static bool is_prefix(const CellList *cells, const uint16_t *selected, int count)
{
    return count <= cells->count &&
           memcmp(cells->cell, selected, (size_t)count * sizeof *selected) == 0;
}

bool input_begins(const InputHint *hint, const CellList *selected)
{
    int count = selected->count;
    if (count == 1 && (hint->flags & INPUT_ANY_CELL) != 0)
        return is_among(&hint->cells, selected->cell[0]);
    if ((hint->flags & INPUT_ANY_ORDER) != 0 && hint->cells.count >= 2) {
        CellList turned = hint->cells;
        turned.cell[0] = hint->cells.cell[1];
        turned.cell[1] = hint->cells.cell[0];
        if (is_prefix(&turned, selected->cell, count))
            return true;
    }
    return is_prefix(&hint->cells, selected->cell, count);
}

Message *panel_add(Panel *panel, uint8_t side, const MessageDef *label, const MessageDef *value)
{
    assert(panel->count < PANEL_ITEMS_MAX && label != NULL);
    PanelItem *item = &panel->item[panel->count++];
    *item = (PanelItem){ .label = label, .side = side, .value = message_of(value) };
    return &item->value;
}

void panel_add_count(Panel *panel, uint8_t side, const MessageDef *label, int count)
{
    message_count(panel_add(panel, side, label, &CORE_MESSAGE[CORE_MSG_NUMBER]), "n", count);
}

void panel_add_text(Panel *panel, uint8_t side, const MessageDef *label, const char *text)
{
    message_text(panel_add(panel, side, label, &CORE_MESSAGE[CORE_MSG_TEXT]), "text", text);
}

void panel_rows(const Game *game, const Pos *pos, const Language *language, PanelRows *out)
{
    Panel panel = { .count = 0 };
    game->view->panel(pos, &panel);
    out->count = panel.count;
    for (int i = 0; i < panel.count; i++) {
        const PanelItem *item = &panel.item[i];
        PanelRow        *row = &out->row[i];
        Text             label = text_over(row->label, sizeof row->label);
        Text             value = text_over(row->value, sizeof row->value);
        message_def_write(item->label, language, &label);
        message_write(&item->value, game, pos->variant, language, &value);
        row->side = item->side;
    }
}
