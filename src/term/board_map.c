/* SPDX-License-Identifier: MIT */
/* The place of each cell in characters, and which cell a pointer selects.
 *
 * A board that stands on a corner, with vertical columns, is rotated by 30 degrees: characters show
 * rows and diagonals well, but not columns that are half a row apart. The rulings draw it the same
 * way.
 */
#include "term/board_inside.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ROW_HEIGHT = 0.8660254037844386; /* of equilateral triangles with side 1 */

/* For each form, the largest size first. */
static const BoardSize SIZES[] = {
    { FORM_SQUARES, true, 6, 4, true },     { FORM_SQUARES, true, 6, 3, false },
    { FORM_SQUARES, true, 6, 2, false },    { FORM_SQUARES, true, 3, 1, false },
    { FORM_SQUARES, false, 4, 2, true },    { FORM_SQUARES, false, 2, 1, false },
    { FORM_TRIANGLES, false, 12, 6, true }, { FORM_TRIANGLES, false, 6, 3, true },
    { FORM_TRIANGLES, false, 4, 2, true },  { FORM_HEXAGONS, false, 4, 2, true },
    { FORM_HEXAGONS, false, 2, 1, false },  { FORM_POINTS, false, 6, 3, true },
    { FORM_POINTS, false, 4, 2, true },     { FORM_POINTS, false, 2, 1, false },
};

enum { SIZE_COUNT = sizeof SIZES / sizeof SIZES[0] };

bool board_is_scenery(const ShapeCell *cell)
{
    return strcmp(cell->kind, "edge") == 0;
}

bool board_is_touchable(const Shape *shape, int cell)
{
    assert(cell >= 0 && cell < shape->cell_count);
    return cell >= 0 && cell < shape->cell_count && !board_is_scenery(&shape->cells[cell]);
}

static BoardForm form_of(const Shape *shape)
{
    for (int i = 0; i < shape->cell_count; i++) {
        const ShapeCell *cell = &shape->cells[i];
        if (board_is_scenery(cell) || cell->corner_count == 0)
            continue;
        return cell->corner_count == 3   ? FORM_TRIANGLES
               : cell->corner_count == 6 ? FORM_HEXAGONS
                                         : FORM_SQUARES;
    }
    return FORM_POINTS;
}

/* Return the first row of SIZES for a board; `count` is the number of its rows. */
static int first_size(const Shape *shape, bool has_dice, int *count)
{
    BoardForm form = form_of(shape);
    int       first = -1;
    bool      dice = has_dice && form == FORM_SQUARES;
    *count = 0;
    for (int i = 0; i < SIZE_COUNT; i++) {
        if (SIZES[i].form != form || SIZES[i].dice != dice)
            continue;
        if (first < 0)
            first = i;
        ++*count;
    }
    return first;
}

int board_sizes(const Shape *shape, bool has_dice)
{
    assert(shape != NULL);
    int count;
    first_size(shape, has_dice, &count);
    return count;
}

const BoardSize *board_size(const BoardMap *map)
{
    return &SIZES[map->kind + map->size];
}

/* --- places --- */

static bool has_level_lines(const Shape *shape)
{
    for (int i = 0; i < shape->line_count; i++) {
        ShapePoint from = shape->cells[shape->lines[i].from].centre;
        ShapePoint to = shape->cells[shape->lines[i].to].centre;
        if (fabs(from.y - to.y) < 0.01)
            return true;
    }
    return shape->line_count == 0;
}

/* Transform a point as shown: rotated and flipped, still in board units. */
static ShapePoint seen(const BoardMap *map, ShapePoint point)
{
    if (form_of(map->shape) == FORM_POINTS && !has_level_lines(map->shape))
        point = (ShapePoint){ point.x * ROW_HEIGHT - point.y * 0.5,
                              point.x * 0.5 + point.y * ROW_HEIGHT };
    return map->flipped ? (ShapePoint){ -point.x, -point.y } : point;
}

/* Convert board units to characters. */
static ShapePoint scaled(const BoardMap *map, ShapePoint point)
{
    const BoardSize *size = board_size(map);
    double           row = size->form == FORM_SQUARES ? 1 : ROW_HEIGHT;
    ShapePoint       at = seen(map, point);
    return (ShapePoint){ at.x * size->dx, at.y / row * size->dy };
}

void board_reach(const BoardSize *size, int *x, int *up, int *down)
{
    *x = size->framed ? size->dx / 2 : size->dx > 3 ? (size->dx - 1) / 2 : 1;
    *up = size->dy / 2;
    *down = size->framed ? size->dy / 2 : (size->dy - 1) / 2;
}

/* The margins around the spots: for the cells themselves, marks, labels, scenery. */
BoardMargins board_margins(const BoardMap *map)
{
    const BoardSize *size = board_size(map);
    int              x, up, down;
    switch (size->form) {
    case FORM_SQUARES:
        board_reach(size, &x, &up, &down);
        return (BoardMargins){ 3 + x, up, x, down + 1 };
    case FORM_HEXAGONS: return (BoardMargins){ 3 + size->dy, 3, 1 + size->dy, 1 };
    case FORM_POINTS:
        if (size->dy > 1)
            return (BoardMargins){ 5, 1, 5, 1 };
        break;
    case FORM_TRIANGLES: break;
    }
    return (BoardMargins){ 1, 0, 1, 0 };
}

static void find_low(const BoardMap *map, ShapePoint *low, ShapePoint *high)
{
    *low = (ShapePoint){ 1e9, 1e9 };
    *high = (ShapePoint){ -1e9, -1e9 };
    for (int i = 0; i < map->shape->cell_count; i++) {
        if (board_is_scenery(&map->shape->cells[i]))
            continue;
        ShapePoint at = scaled(map, map->shape->cells[i].centre);
        low->x = fmin(low->x, at.x), low->y = fmin(low->y, at.y);
        high->x = fmax(high->x, at.x), high->y = fmax(high->y, at.y);
    }
}

BoardSpot board_place(const BoardMap *map, ShapePoint point)
{
    BoardMargins margins = board_margins(map);
    ShapePoint   at = scaled(map, point);
    return (BoardSpot){ (int16_t)(lround(at.x - map->origin.x) + margins.left),
                        (int16_t)(lround(at.y - map->origin.y) + margins.top) };
}

static int nearest_field(const BoardMap *map, const ShapeCell *scenery)
{
    int    nearest = 0;
    double least = 1e9;
    for (int i = 0; i < map->shape->cell_count; i++) {
        const ShapeCell *cell = &map->shape->cells[i];
        double           distance =
            hypot(cell->centre.x - scenery->centre.x, cell->centre.y - scenery->centre.y);
        if (!board_is_scenery(cell) && distance < least - 1e-9)
            least = distance, nearest = i;
    }
    return nearest;
}

/* Scenery is beside its field: above or below it, or in its row. */
static BoardSpot scenery_place(const BoardMap *map, const ShapeCell *cell)
{
    const BoardSize *size = board_size(map);
    const ShapeCell *field = &map->shape->cells[nearest_field(map, cell)];
    BoardSpot        spot = board_place(map, field->centre);
    ShapePoint       here = seen(map, cell->centre), there = seen(map, field->centre);
    if (fabs(here.x - there.x) > 0.1)
        spot.x =
            (int16_t)(spot.x + (here.x > there.x ? 1 : -1) * (size->dy > 1 ? size->dy + 1 : 1));
    else
        spot.y = (int16_t)(spot.y + (here.y > there.y ? 1 : -1));
    return spot;
}

bool board_map_init(BoardMap *map, const Shape *shape, bool has_dice, int size, bool flipped)
{
    assert(size >= 0 && size < board_sizes(shape, has_dice));
    int count, first = first_size(shape, has_dice, &count);
    *map = (BoardMap){ .shape = shape, .kind = first, .flipped = flipped };
    map->size = size < 0 ? 0 : size < count ? size : count - 1;
    map->spot = calloc((size_t)shape->cell_count + 1, sizeof *map->spot);
    if (map->spot == NULL)
        return false;
    ShapePoint   low, high;
    BoardMargins margins = board_margins(map);
    find_low(map, &low, &high);
    map->origin = low;
    map->width = (int)lround(high.x - low.x) + 1 + margins.left + margins.right;
    map->height = (int)lround(high.y - low.y) + 1 + margins.top + margins.bottom;
    for (int i = 0; i < shape->cell_count; i++) {
        const ShapeCell *cell = &shape->cells[i];
        map->spot[i] =
            board_is_scenery(cell) ? scenery_place(map, cell) : board_place(map, cell->centre);
    }
    return true;
}

void board_map_free(BoardMap *map)
{
    free(map->spot);
    *map = (BoardMap){ 0 };
}

/* --- hands --- */

/* Characters are about twice as high as wide. */
static double across(const BoardMap *map, int cell, int x)
{
    return 0.5 * (map->spot[cell].x - x);
}

int board_cell_at(const BoardMap *map, int x, int y)
{
    const BoardSize *size = board_size(map);
    int              found = -1;
    double           least = 1e9;
    for (int i = 0; i < map->shape->cell_count; i++) {
        double dx = across(map, i, x), dy = map->spot[i].y - y;
        if (!board_is_touchable(map->shape, i) || fabs(dx) > size->dx * 0.25 + 0.5 ||
            fabs(dy) > size->dy * 0.5 + 0.5)
            continue;
        if (dx * dx + dy * dy < least)
            least = dx * dx + dy * dy, found = i;
    }
    return found;
}

int board_neighbour(const BoardMap *map, int cell, int dx, int dy)
{
    assert(cell >= 0 && cell < map->shape->cell_count);
    assert(dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1);
    int    found = cell;
    double least = 1e9, length = hypot(dx, dy);
    for (int i = 0; i < map->shape->cell_count; i++) {
        double x = across(map, i, map->spot[cell].x), y = map->spot[i].y - map->spot[cell].y;
        double along = (x * dx + y * dy) / length, aside = fabs(x * dy - y * dx) / length;
        if (!board_is_touchable(map->shape, i) || along < 0.1 || aside > along * 1.1)
            continue;
        double cost = along * along + 4 * aside * aside;
        if (cost < least - 1e-9)
            least = cost, found = i;
    }
    return found;
}

/* Fields are preferred to points if there are both. */
int board_middle(const BoardMap *map)
{
    assert(map->shape->cell_count > 0);
    bool   has_fields = board_size(map)->form != FORM_POINTS;
    int    found = 0;
    double least = 1e9;
    for (int i = 0; i < map->shape->cell_count; i++) {
        double x = across(map, i, map->width / 2), y = map->spot[i].y - map->height / 2;
        if (!board_is_touchable(map->shape, i) ||
            (has_fields && map->shape->cells[i].corner_count == 0))
            continue;
        if (x * x + y * y < least)
            least = x * x + y * y, found = i;
    }
    return found;
}
