/* SPDX-License-Identifier: MIT
 *
 * diavolo_view.c - the view of DiavoloPP: shape, pieces, panel, move input, effects and regions.
 *
 * Adjacent points are one unit apart.  The cells are the fields by number, then the points.
 */
#include "core/effect.h"
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
    cell->name = &DIAVOLO_MESSAGE[DIAVOLO_MSG_CELL_POINT];
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

static Piece land_piece(int side, int field)
{
    uint16_t cell = (uint16_t)diavolo_field_cell(field);
    return (Piece){ .glyph = "land",
                    .side = (uint8_t)side,
                    .cell = cell,
                    .cell2 = cell,
                    .name = &DIAVOLO_MESSAGE[DIAVOLO_MSG_PIECE_LAND] };
}

static Piece bridge_piece(int size, int side, int edge)
{
    DiavoloPoint end[2];
    diavolo_edge_ends(diavolo_edge(size, edge), end);
    return (Piece){ .glyph = "bridge",
                    .side = (uint8_t)side,
                    .cell = (uint16_t)diavolo_point_cell(size, end[0]),
                    .cell2 = (uint16_t)diavolo_point_cell(size, end[1]),
                    .name = &DIAVOLO_MESSAGE[DIAVOLO_MSG_PIECE_BRIDGE] };
}

static bool add_piece(Pieces *out, Piece piece)
{
    Piece *added = pieces_add(out, piece.glyph, piece.side, piece.cell);
    if (added != NULL)
        *added = piece;
    return added != NULL;
}

static bool add_mark(Pieces *out, int cell, uint8_t mark)
{
    Piece *added = pieces_add(out, "mark", SIDE_NONE, cell);
    if (added != NULL)
        added->marks = mark;
    return added != NULL;
}

/* Add the land on a field, or the mark of a blocked field. */
static bool add_field_piece(const Pos *pos, int field, Pieces *out)
{
    int side = diavolo_land(pos, field);
    if (side == SIDE_NONE)
        return diavolo_blocking(pos, field) < 0 ||
               add_mark(out, diavolo_field_cell(field), MARK_BLOCKED);
    return add_piece(out, land_piece(side, field));
}

/* Add a bridge and the marks of the two points that it takes. */
static bool add_bridge_piece(const Pos *pos, int edge, Pieces *out)
{
    int side = diavolo_bridge(pos, edge);
    if (side == SIDE_NONE)
        return true;
    Piece bridge = bridge_piece((int)pos->variant, side, edge);
    return add_mark(out, bridge.cell, MARK_COVERED) && add_mark(out, bridge.cell2, MARK_COVERED) &&
           add_piece(out, bridge);
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

/* --- what belongs together, and what a step does --- */

static bool regions(const Pos *pos, Regions *out)
{
    for (int side = 0; side < 2; side++) {
        IslandsMap map;
        diavolo_map(pos, side, &map);
        if (!islands_regions(&map, (uint8_t)side, &DIAVOLO_MESSAGE[DIAVOLO_MSG_TERRITORY], out))
            return false;
    }
    return true;
}

static bool add_place(Effects *out, Piece piece)
{
    Effect *place = effects_add(out, EFFECT_PLACE, piece.side, NULL);
    if (place == NULL)
        return false;
    place->piece = piece;
    return effects_add_cell(out, piece.cell) &&
           (piece.cell2 == piece.cell || effects_add_cell(out, piece.cell2));
}

/* List what a land or a bridge forms.  `land` is the field of the land, or of one at the bridge. */
static bool add_forms(const Pos *pos, Step step, int land, Effects *out)
{
    IslandsKind  kind = islands_kind(step);
    int          side = pos->side;
    PosBuffer    after;
    IslandsScore score, score_after;
    IslandsMap   map;
    diavolo_side_score(pos, side, &score);
    if (kind == ISLANDS_STONE && score.bridges == 0 && !diavolo_completes_island(pos, side, land))
        return true; /* without a bridge there are no networks to join */
    game_copy(&DIAVOLO_GAME, pos, &after.head);
    DIAVOLO_RULES.apply(&after.head, step);
    diavolo_side_score(&after.head, side, &score_after);
    if (score_after.points == score.points)
        return true;
    diavolo_map(&after.head, side, &map);
    return islands_form_effects(&map, (uint8_t)side, kind, diavolo_field_cell(land),
                                score_after.points - score.points, out);
}

static bool bridge_effects(const Pos *pos, Step step, Effects *out)
{
    int          size = (int)pos->variant, edge = (int)islands_value(step);
    DiavoloPoint end[2];
    diavolo_edge_ends(diavolo_edge(size, edge), end);
    return add_place(out, bridge_piece(size, pos->side, edge)) &&
           add_forms(pos, step, diavolo_land_at(pos, pos->side, end[0]), out);
}

static bool effects(const Pos *pos, Step step, Effects *out)
{
    switch (islands_kind(step)) {
    case ISLANDS_STONE: {
        int field = (int)islands_value(step);
        return add_place(out, land_piece(pos->side, field)) && add_forms(pos, step, field, out);
    }
    case ISLANDS_BRIDGE: return bridge_effects(pos, step, out);
    case ISLANDS_SWAP: /* the pieces stay; only the players exchange sides (R3.2) */
        return effects_add(out, EFFECT_SWAP_SIDES, SIDE_NONE, NULL) != NULL;
    default: return effects_add(out, EFFECT_PASS, pos->side, NULL) != NULL;
    }
}

const GameView DIAVOLO_VIEW = {
    .shape = shape,
    .pieces = pieces,
    .panel = panel,
    .input_hint = input_hint,
    .explain_cells = diavolo_explain_cells,
    .effects = effects,
    .regions = regions,
};
