/* SPDX-License-Identifier: MIT
 *
 * diavolo_view.c - the view of DiavoloPP: shape, pieces, panel and move input.
 *
 * Adjacent points are one unit apart.  The cells are the fields by number, then the points.
 */
#include "core/shape.h"
#include "games/diavolo/diavolo.h"
#include "games/diavolo/diavolo_explain.h"

static const double ROW_HEIGHT = 0.8660254037844386; /* sqrt(3)/2, of a triangle with side 1 */

static ShapePoint place_of(int size, DiavoloPoint point)
{
    return (ShapePoint){ point.c - 1 + 0.5 * (point.r - 1), ROW_HEIGHT * (size + 1 - point.r) };
}

static bool add_field(Shape *out, int size, DiavoloField field)
{
    DiavoloPoint corner[3];
    ShapePoint   place[3], centre = { 0, 0 };
    diavolo_field_corners(field, corner);
    for (int i = 0; i < 3; i++) {
        place[i] = place_of(size, corner[i]);
        centre.x += place[i].x / 3;
        centre.y += place[i].y / 3;
    }
    ShapeCell *cell = shape_add_cell(out, "field", centre.x, centre.y);
    if (cell == NULL)
        return false;
    cell->corner_count = 3;
    for (int i = 0; i < 3; i++)
        cell->corner[i] = place[i];
    Text label = text_over(cell->label, sizeof cell->label);
    diavolo_field_write(field, &label);
    return true;
}

static bool add_point(Shape *out, int size, DiavoloPoint point)
{
    ShapePoint place = place_of(size, point);
    ShapeCell *cell = shape_add_cell(out, "point", place.x, place.y);
    if (cell == NULL)
        return false;
    Text label = text_over(cell->label, sizeof cell->label);
    diavolo_point_write(point, &label);
    return true;
}

static bool shape(uint32_t variant, Shape *out)
{
    int size = (int)variant;
    for (int i = 0; i < diavolo_field_count(size); i++)
        if (!add_field(out, size, diavolo_field(size, i)))
            return false;
    for (int i = 0; i < diavolo_point_count(size); i++)
        if (!add_point(out, size, diavolo_point(size, i)))
            return false;
    return true;
}

/* Add the land on a field, or the mark of a blocked field. */
static bool add_field_piece(const Pos *pos, int field, Pieces *out)
{
    int  side = diavolo_land(pos, field), cell = diavolo_field_cell(field);
    bool blocked = side == SIDE_NONE && diavolo_blocking(pos, field) >= 0;
    if (side == SIDE_NONE && !blocked)
        return true;
    Piece *piece = pieces_add(out, blocked ? "mark" : "land", (uint8_t)side, cell);
    if (piece == NULL)
        return false;
    if (blocked)
        piece->marks |= MARK_BLOCKED;
    if (pos->phase != 0 && pos->extra == field)
        piece->marks |= MARK_LAST;
    return true;
}

/* Add a bridge and the marks of the two points that it takes. */
static bool add_bridge_piece(const Pos *pos, int edge, Pieces *out)
{
    int          size = (int)pos->variant, side = diavolo_bridge(pos, edge);
    DiavoloPoint end[2];
    if (side == SIDE_NONE)
        return true;
    diavolo_edge_ends(diavolo_edge(size, edge), end);
    for (int i = 0; i < 2; i++) {
        Piece *mark = pieces_add(out, "mark", SIDE_NONE, diavolo_point_cell(size, end[i]));
        if (mark == NULL)
            return false;
        mark->marks |= MARK_COVERED;
    }
    Piece *bridge = pieces_add(out, "bridge", (uint8_t)side, diavolo_point_cell(size, end[0]));
    if (bridge == NULL)
        return false;
    bridge->cell2 = (uint16_t)diavolo_point_cell(size, end[1]);
    return true;
}

static bool pieces(const Pos *pos, Pieces *out)
{
    int size = (int)pos->variant;
    for (int i = 0; i < diavolo_field_count(size); i++)
        if (!add_field_piece(pos, i, out))
            return false;
    for (int i = 0; i < diavolo_edge_count(size); i++)
        if (!add_bridge_piece(pos, i, out))
            return false;
    return true;
}

static void panel(const Pos *pos, Panel *out)
{
    IslandsScore score[2];
    diavolo_score(pos, score);
    islands_panel(score, out);
    panel_add_count(out, DIAVOLO_WHITE, &DIAVOLO_MESSAGE[DIAVOLO_MSG_PANEL_SEAT],
                    diavolo_white_seat(pos));
    panel_add_count(out, DIAVOLO_RED, &DIAVOLO_MESSAGE[DIAVOLO_MSG_PANEL_SEAT],
                    3 - diavolo_white_seat(pos));
    if (diavolo_stage(pos) == DIAVOLO_LAST)
        panel_add(out, SIDE_NONE, &DIAVOLO_MESSAGE[DIAVOLO_MSG_PANEL_LAST_TURN],
                  &DIAVOLO_MESSAGE[DIAVOLO_MSG_REDS]);
}

static void input_hint(const Pos *pos, Step step, InputHint *out)
{
    int       size = (int)pos->variant, value = (int)islands_value(step);
    CellList *cells = &out->cells;
    *out = (InputHint){ 0 };
    switch (islands_kind(step)) {
    case ISLANDS_STONE: cells->cell[cells->count++] = (uint16_t)diavolo_field_cell(value); break;
    case ISLANDS_BRIDGE: {
        DiavoloPoint end[2];
        out->flags = INPUT_ANY_ORDER;
        diavolo_edge_ends(diavolo_edge(size, value), end);
        for (int i = 0; i < 2; i++)
            cells->cell[cells->count++] = (uint16_t)diavolo_point_cell(size, end[i]);
        break;
    }
    case ISLANDS_SWAP: out->label = message_of(&DIAVOLO_MESSAGE[DIAVOLO_MSG_SWAP]); break;
    case ISLANDS_PASS: out->label = message_of(&DIAVOLO_MESSAGE[DIAVOLO_MSG_PASS]); break;
    }
}

const GameView DIAVOLO_VIEW = {
    .shape = shape,
    .pieces = pieces,
    .panel = panel,
    .input_hint = input_hint,
    .explain_cells = diavolo_explain_cells,
};
