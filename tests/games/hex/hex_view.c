/* SPDX-License-Identifier: MIT */
/* Drawing, move input by selecting cells, what a move does, and why one is illegal. */
#include "games/hex/hex.h"

#include "core/effect.h"
#include "core/shape.h"

/* --- the board --- */

/* Hexagons with a corner at the top: rows are sqrt(3)/2 apart, and each is half a cell to the right. */
static const double ROW_HEIGHT = 0.8660254037844386;
static const double RADIUS = 0.5773502691896258;
static const double RIM = 0.3; /* thickness of an edge */

static ShapePoint centre_of(int size, int cell)
{
    return (ShapePoint){ cell % size + 0.5 * (cell / size), ROW_HEIGHT * (cell / size) };
}

/* Corners are numbered clockwise from the top. */
static ShapePoint corner_of(ShapePoint centre, int corner)
{
    static const double X[HEX_NEIGHBOURS] = { 0, 0.5, 0.5, 0, -0.5, -0.5 };
    static const double Y[HEX_NEIGHBOURS] = { -1, -0.5, 0.5, 1, 0.5, -0.5 };
    return (ShapePoint){ centre.x + X[corner], centre.y + RADIUS * Y[corner] };
}

static ShapeCell *add_cell(Shape *out, uint32_t variant, const char *kind, double x, double y)
{
    int        id = out->cell_count;
    ShapeCell *cell = shape_add_cell(out, kind, x, y);
    if (cell == NULL)
        return NULL;
    Text label = text_over(cell->label, sizeof cell->label);
    hex_cell_write(variant, id, &label);
    cell->side = SIDE_NONE;
    cell->corner_count = HEX_NEIGHBOURS;
    return cell;
}

static bool add_field(Shape *out, uint32_t variant, int id)
{
    ShapePoint centre = centre_of(hex_size(variant), id);
    ShapeCell *cell = add_cell(out, variant, "field", centre.x, centre.y);
    if (cell == NULL)
        return false;
    for (int c = 0; c < HEX_NEIGHBOURS; c++)
        cell->corner[c] = corner_of(centre, c);
    return true;
}

/* Return the cell beside a piece of an edge. */
static int cell_beside(int size, int edge, int place)
{
    switch (edge) {
    case HEX_TOP: return place;
    case HEX_RIGHT: return place * size + size - 1;
    case HEX_BOTTOM: return (size - 1) * size + place;
    default: return place * size;
    }
}

/* Add the piece of an edge beside a cell; it runs along the two sides of the hexagon at one corner. */
static bool add_edge(Shape *out, uint32_t variant, int edge, int place)
{
    static const int OUTWARD[HEX_EDGES] = {
        [HEX_TOP] = 0, [HEX_RIGHT] = 1, [HEX_BOTTOM] = 3, [HEX_LEFT] = 4
    };
    int        size = hex_size(variant), corner = OUTWARD[edge];
    ShapePoint centre = centre_of(size, cell_beside(size, edge, place));
    ShapePoint outer = corner_of(centre, corner);
    double     x = RIM / RADIUS * (outer.x - centre.x), y = RIM / RADIUS * (outer.y - centre.y);
    ShapeCell *cell = add_cell(out, variant, "edge", outer.x + x / 2, outer.y + y / 2);
    if (cell == NULL)
        return false;
    cell->side = edge == HEX_TOP || edge == HEX_BOTTOM ? HEX_WHITE : HEX_BLACK;
    cell->name = &HEX_MESSAGE[cell->side == HEX_WHITE ? HEX_MSG_EDGE_WHITE : HEX_MSG_EDGE_BLACK];
    for (int n = 0; n < 3; n++) {
        ShapePoint inner = corner_of(centre, (corner + 5 + n) % HEX_NEIGHBOURS);
        cell->corner[n] = inner;
        cell->corner[5 - n] = (ShapePoint){ inner.x + x, inner.y + y };
    }
    return true;
}

static bool shape(uint32_t variant, Shape *out)
{
    for (int cell = 0; cell < hex_cells(variant); cell++)
        if (!add_field(out, variant, cell))
            return false;
    for (int edge = 0; edge < HEX_EDGES; edge++)
        for (int place = 0; place < hex_size(variant); place++)
            if (!add_edge(out, variant, edge, place))
                return false;
    return true;
}

/* --- stones --- */

/* Make a stone what it looks like, on the board and in an effect. */
static void describe_stone(Piece *stone)
{
    stone->name = &HEX_MESSAGE[HEX_MSG_STONE];
}

static bool pieces(const Pos *pos, Pieces *out)
{
    const Hex *hex = hex_of(pos);
    for (int cell = 0; cell < hex_cells(pos->variant); cell++) {
        int owner = hex_owner(hex, cell);
        if (owner == SIDE_NONE)
            continue;
        Piece *stone = pieces_add(out, "stone", (uint8_t)owner, cell);
        if (stone == NULL)
            return false;
        describe_stone(stone);
    }
    return true;
}

/* The chain that has won. */
static bool regions(const Pos *pos, Regions *out)
{
    int side = pos->side ^ 1, path[HEX_CELLS_MAX];
    if (!(pos->extra & HEX_WON))
        return true;
    int count = hex_chain(hex_of(pos), side, path);
    if (regions_add(out, REGION_PATH, (uint8_t)side, &HEX_MESSAGE[HEX_MSG_CHAIN]) == NULL)
        return false;
    for (int i = 0; i < count; i++)
        if (!regions_add_cell(out, path[i]))
            return false;
    return true;
}

static void panel(const Pos *pos, Panel *out)
{
    for (int side = 0; side < 2; side++) {
        panel_add(
            out, (uint8_t)side, &HEX_MESSAGE[HEX_MSG_EDGES],
            &HEX_MESSAGE[side == HEX_WHITE ? HEX_MSG_TOP_AND_BOTTOM : HEX_MSG_LEFT_AND_RIGHT]);
        panel_add_count(out, (uint8_t)side, &HEX_MESSAGE[HEX_MSG_STONES],
                        hex_count(hex_of(pos), side));
    }
}

/* --- what a move does --- */

static bool add_placement(const Pos *pos, int cell, Effects *out)
{
    Effect *placed = effects_add(out, EFFECT_PLACE, pos->side, NULL);
    if (placed == NULL)
        return false;
    placed->piece = (Piece){
        .glyph = "stone", .side = pos->side, .cell = (uint16_t)cell, .cell2 = (uint16_t)cell
    };
    describe_stone(&placed->piece);
    return effects_add_cell(out, cell);
}

static bool effects(const Pos *pos, Step step, Effects *out)
{
    Hex after = *hex_of(pos);
    if (step == HEX_SWAP)
        return effects_add(out, EFFECT_SWAP_SIDES, SIDE_NONE, NULL) != NULL;
    if (!add_placement(pos, (int)step, out))
        return false;
    HEX_RULES.apply(&after.head, step);
    if (!(after.head.extra & HEX_WON))
        return true;
    int     path[HEX_CELLS_MAX], count = hex_chain(&after, pos->side, path);
    Effect *won = effects_add(out, EFFECT_WIN, pos->side, &HEX_MESSAGE[HEX_MSG_CHAIN]);
    if (won == NULL)
        return false;
    won->message = &HEX_MESSAGE[HEX_MSG_CONNECTS];
    for (int i = 0; i < count; i++)
        if (!effects_add_cell(out, path[i]))
            return false;
    return true;
}

/* --- move input --- */

static void input_hint(const Pos *pos, Step step, InputHint *out)
{
    (void)pos;
    *out = (InputHint){ 0 };
    if (step == HEX_SWAP)
        out->label = message_of(&HEX_MESSAGE[HEX_MSG_SWAP]);
    else
        out->cells.cell[out->cells.count++] = (uint16_t)step;
}

void hex_why_not(const Pos *pos, Step step, Message *why)
{
    *why = message_of(NULL);
    if (HEX_RULES.legal(pos, step))
        return;
    if (pos->extra & HEX_WON) {
        *why = message_of(&HEX_MESSAGE[HEX_MSG_OVER]);
    } else if (step == HEX_SWAP) {
        *why = message_of(
            &HEX_MESSAGE[pos->variant & HEX_NO_SWAP ? HEX_MSG_SWAP_OFF : HEX_MSG_SWAP_LATE]);
    } else {
        *why = message_of(&HEX_MESSAGE[HEX_MSG_OCCUPIED]);
        message_cell(why, "cell", (int)step);
        message_offending(why, (int)step);
    }
}

static void explain_cells(const Pos *pos, const CellList *selected, Message *why)
{
    int cells = hex_cells(pos->variant), first = selected->count > 0 ? selected->cell[0] : -1;
    *why = message_of(NULL);
    if (pos->extra & HEX_WON) {
        *why = message_of(&HEX_MESSAGE[HEX_MSG_OVER]);
    } else if (first >= cells + HEX_EDGES * hex_size(pos->variant)) {
        *why = message_of(&CORE_MESSAGE[CORE_MSG_NO_CELL]);
    } else if (first >= cells) {
        *why = message_of(&HEX_MESSAGE[HEX_MSG_ON_EDGE]);
        message_cell(why, "cell", first);
        message_offending(why, first);
    } else if (first >= 0) {
        hex_why_not(pos, (Step)first, why);
        if (why->def == NULL && selected->count > 1) {
            *why = message_of(&HEX_MESSAGE[HEX_MSG_ONE_STONE]);
            for (int i = 1; i < selected->count; i++)
                message_offending(why, selected->cell[i]);
        }
    }
}

const GameView HEX_VIEW = {
    .shape = shape,
    .pieces = pieces,
    .panel = panel,
    .input_hint = input_hint,
    .explain_cells = explain_cells,
    .effects = effects,
    .regions = regions,
};
