/* SPDX-License-Identifier: MIT */
/* Drawing, move input by selecting cells, and why a move is illegal. */
#include "games/hex/hex.h"

#include "core/shape.h"

/* Hexagons with a corner at the top: rows are sqrt(3)/2 apart, and each is half a cell to the right. */
static const double ROW_HEIGHT = 0.8660254037844386;
static const double RADIUS = 0.5773502691896258;

static bool shape(uint32_t variant, Shape *out)
{
    int size = hex_size(variant);
    for (int i = 0; i < size * size; i++) {
        double     x = i % size + 0.5 * (i / size), y = ROW_HEIGHT * (i / size);
        ShapeCell *cell = shape_add_cell(out, "field", x, y);
        if (cell == NULL)
            return false;
        const ShapePoint CORNER[HEX_NEIGHBOURS] = {
            { 0, -RADIUS }, { 0.5, -RADIUS / 2 }, { 0.5, RADIUS / 2 },
            { 0, RADIUS },  { -0.5, RADIUS / 2 }, { -0.5, -RADIUS / 2 },
        };
        Text label = text_over(cell->label, sizeof cell->label);
        hex_cell_write(size, i, &label);
        cell->corner_count = HEX_NEIGHBOURS;
        for (int c = 0; c < HEX_NEIGHBOURS; c++)
            cell->corner[c] = (ShapePoint){ x + CORNER[c].x, y + CORNER[c].y };
    }
    return true;
}

/* Mark the cells of the winning group; none while the game is not over. */
static void winning_group(const Hex *hex, bool *winning)
{
    int  side = hex->head.side ^ 1;
    bool group[HEX_CELLS_MAX];
    for (int cell = 0; cell < HEX_CELLS_MAX; cell++)
        winning[cell] = false;
    if (!(hex->head.extra & HEX_WON))
        return;
    for (int cell = 0; cell < hex_cells(hex->head.variant); cell++) {
        if (!hex_has(hex, side, cell) || winning[cell] || !hex_group(hex, side, cell, group))
            continue;
        for (int i = 0; i < HEX_CELLS_MAX; i++)
            winning[i] |= group[i];
    }
}

static bool pieces(const Pos *pos, Pieces *out)
{
    const Hex *hex = hex_of(pos);
    bool       winning[HEX_CELLS_MAX];
    winning_group(hex, winning);
    for (int cell = 0; cell < hex_cells(pos->variant); cell++) {
        int owner = hex_owner(hex, cell);
        if (owner == SIDE_NONE)
            continue;
        Piece *stone = pieces_add(out, "stone", (uint8_t)owner, cell);
        if (stone == NULL)
            return false;
        if (winning[cell])
            stone->marks |= MARK_CHAIN;
    }
    return true;
}

static void panel(const Pos *pos, Panel *out)
{
    panel_add(out, HEX_WHITE, "edges", "top and bottom");
    panel_add(out, HEX_BLACK, "edges", "left and right");
    for (int side = 0; side < 2; side++)
        panel_add(out, (uint8_t)side, "stones", "%d", hex_count(hex_of(pos), side));
}

static void touches(const Pos *pos, Step step, CellList *cells, Text *label)
{
    (void)pos;
    cells->count = 0;
    if (step == HEX_SWAP)
        text_add(label, "swap");
    else
        cells->cell[cells->count++] = (uint16_t)step;
}

void hex_why_not(const Pos *pos, Step step, Text *sentence, CellList *offending)
{
    offending->count = 0;
    if (pos->extra & HEX_WON) {
        text_add(sentence, "the game is over (R3.1)");
    } else if (step == HEX_SWAP && pos->variant & HEX_NO_SWAP) {
        text_add(sentence, "this variant has no swap (R4.2)");
    } else if (step == HEX_SWAP) {
        text_add(sentence, "only Black may swap, as the second move of the game (R4.1)");
    } else {
        hex_cell_write(hex_size(pos->variant), (int)step, sentence);
        text_add(sentence, " is occupied (R2.1)");
        offending->cell[offending->count++] = (uint16_t)step;
    }
}

static void explain(const Pos *pos, Scan scan, Text *sentence, CellList *offending)
{
    Step  step;
    Fault fault;
    offending->count = 0;
    if (hex_parse(pos, &scan, &step, &fault) == STATUS_OK)
        hex_why_not(pos, step, sentence, offending);
    else
        text_add(sentence, fault.why);
}

const GameView HEX_VIEW = {
    .shape = shape,
    .pieces = pieces,
    .panel = panel,
    .touches = touches,
    .explain = explain,
};
