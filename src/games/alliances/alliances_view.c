/* SPDX-License-Identifier: MIT
 *
 * alliances_view.c - the view of Alliances: hexagons, the coloured rim, the discs, the table of
 * allies.
 *
 * The cells come first, so the id of a cell is its number.  The walls of the six sides follow, one
 * per cell of a side, named by colour, side and place in reading order: O-N1, P-NE3.
 */
#include <assert.h>

#include "core/shape.h"
#include "games/alliances/alliances_board.h"
#include "games/alliances/alliances_explain.h"

/* --- the board --- */

static const double ROW_HEIGHT = 0.8660254037844386; /* sqrt(3)/2: centres are 1 apart */
static const double RADIUS = 0.5773502691896258;     /* 1/sqrt(3): from the centre to a corner */
static const double RIM = 0.3;                       /* thickness of a wall */

static ShapePoint centre_of(int side, AlliancesCell cell)
{
    return (ShapePoint){ 0.5 * (cell.column - (2 * side - 2)), ROW_HEIGHT * (cell.row - side) };
}

/* Return a corner of a hexagon; corners are numbered clockwise from the top. */
static ShapePoint corner_of(ShapePoint centre, int corner)
{
    assert(corner >= 0 && corner < 6);
    static const double X[6] = { 0, 0.5, 0.5, 0, -0.5, -0.5 };
    static const double Y[6] = { -1, -0.5, 0.5, 1, 0.5, -0.5 };
    return (ShapePoint){ centre.x + X[corner], centre.y + RADIUS * Y[corner] };
}

static bool add_cell(Shape *out, int side, AlliancesCell cell)
{
    ShapePoint centre = centre_of(side, cell);
    ShapeCell *added = shape_add_cell(out, "field", centre.x, centre.y);
    if (added == NULL)
        return false;
    Text label = text_over(added->label, sizeof added->label);
    alliances_name_write(cell, &label);
    added->corner_count = 6;
    for (int corner = 0; corner < 6; corner++)
        added->corner[corner] = corner_of(centre, corner);
    return true;
}

static void write_wall(int border, int place, Text *out)
{
    static const char *const NAMES[ALLIANCES_BORDERS] = { "N", "NE", "SE", "S", "SW", "NW" };
    text_addf(out, "%c-%s%d", "OPG"[border % 3], NAMES[border], place);
}

void alliances_cell_write(uint32_t variant, int cell, Text *out)
{
    int side = (int)variant, count = alliances_cell_count(side);
    if (cell < count)
        alliances_name_write(alliances_cell(side, cell), out);
    for (int border = 0, wall = count; border < ALLIANCES_BORDERS; border++)
        for (int n = 0, place = 1; n < count; n++)
            if (alliances_border(side, alliances_cell(side, n)) == border) {
                if (wall++ == cell)
                    write_wall(border, place, out);
                place++;
            }
}

/* Add the wall of a cell on side `border`.  Side n faces outward over corner n, so the wall runs
 * along the two edges at that corner. */
static bool add_wall(Shape *out, int side, int border, int place, AlliancesCell cell)
{
    ShapePoint centre = centre_of(side, cell), top = corner_of(centre, border);
    double     x = RIM / RADIUS * (top.x - centre.x), y = RIM / RADIUS * (top.y - centre.y);
    ShapeCell *wall = shape_add_cell(out, "edge", top.x + x / 2, top.y + y / 2);
    if (wall == NULL)
        return false;
    wall->name = &ALLIANCES_MESSAGE[ALLIANCES_MSG_CELL_EDGE];
    Text label = text_over(wall->label, sizeof wall->label);
    write_wall(border, place, &label);
    wall->corner_count = 6;
    for (int n = 0; n < 3; n++) {
        ShapePoint inner = corner_of(centre, (border + 5 + n) % 6);
        wall->corner[n] = inner;
        wall->corner[5 - n] = (ShapePoint){ inner.x + x, inner.y + y };
    }
    return true;
}

static bool shape(uint32_t variant, Shape *out)
{
    int side = (int)variant, count = alliances_cell_count(side);
    for (int n = 0; n < count; n++)
        if (!add_cell(out, side, alliances_cell(side, n)))
            return false;
    for (int border = 0; border < ALLIANCES_BORDERS; border++) {
        int place = 1;
        for (int n = 0; n < count; n++) {
            AlliancesCell cell = alliances_cell(side, n);
            if (alliances_border(side, cell) == border &&
                !add_wall(out, side, border, place++, cell))
                return false;
        }
    }
    return true;
}

/* --- discs --- */

/* Mark the discs of the chains and fences that have won colours. */
static void mark_reasons(const Pos *pos, Pieces *out)
{
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        AlliancesCells cells;
        char           message[256];
        Text           unused = text_over(message, sizeof message);
        if (!alliances_why_won(pos, colour, &cells, &unused))
            continue;
        uint8_t mark = cells.is_fence ? MARK_FENCE : MARK_CHAIN;
        for (int i = 0; i < cells.count; i++)
            for (int n = 0; n < out->count; n++)
                if (out->at[n].cell == cells.cell[i])
                    out->at[n].marks |= mark;
    }
}

/* Discs belong to neither player; their text names the colour. */
static bool pieces(const Pos *pos, Pieces *out)
{
    int side = (int)pos->variant;
    for (int n = 0; n < alliances_cell_count(side); n++) {
        int colour = alliances_at(pos, alliances_cell(side, n));
        if (colour == ALLIANCES_EMPTY)
            continue;
        Piece *piece = pieces_add(out, "disc", SIDE_NONE, n);
        if (piece == NULL)
            return false;
        piece->text[0] = alliances_colour_letter(colour);
        piece->colour = (uint8_t)(COLOUR_ORANGE + colour);
        piece->name = &ALLIANCES_MESSAGE[ALLIANCES_MSG_PIECE_ORANGE + colour];
    }
    mark_reasons(pos, out);
    return true;
}

/* --- the panel --- */

static const MessageDef *message(int index)
{
    assert(index >= 0 && index < ALLIANCES_MESSAGE_COUNT);
    return &ALLIANCES_MESSAGE[index];
}

/* Make the list of the colours that a player has won. */
static void add_won(const Pos *pos, uint8_t player, Panel *out)
{
    static const char *const NAMES[] = { "a", "b", "c" };
    static const int         LISTS[] = { ALLIANCES_MSG_NONE, ALLIANCES_MSG_ONE, ALLIANCES_MSG_TWO };
    Message *value = panel_add(out, player, message(ALLIANCES_MSG_PANEL_COLOURS_WON),
                               message(ALLIANCES_MSG_NONE));
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (alliances_winner(pos, colour) == player && value->arg_count < 2)
            message_term(value, NAMES[value->arg_count], message(ALLIANCES_MSG_ORANGE + colour));
    value->def = message(LISTS[value->arg_count]);
}

static void panel(const Pos *pos, Panel *out)
{
    for (uint8_t player = 0; player < 2; player++) {
        add_won(pos, player, out);
        for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
            Message *allies =
                panel_add(out, player, message(ALLIANCES_MSG_PANEL_WINS_ORANGE_WITH + colour),
                          message(ALLIANCES_MSG_BOTH));
            message_term(allies, "a", message(ALLIANCES_MSG_ORANGE + colour));
            message_term(allies, "b",
                         message(ALLIANCES_MSG_ORANGE + alliances_ally(player, colour)));
        }
    }
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        panel_add_count(out, SIDE_NONE, message(ALLIANCES_MSG_PANEL_ORANGE_DISCS_LEFT + colour),
                        alliances_left(pos, colour));
}

/* --- move input --- */

/* Discs of all three colours go to the same cell, so the label always names the colour. */
static void input_hint(const Pos *pos, Step step, InputHint *out)
{
    int side = (int)pos->variant;
    *out = (InputHint){ .cells = { .count = 1 } };
    out->cells.cell[0] = (uint16_t)alliances_number(side, alliances_step_cell(side, step));
    out->label = message_of(message(ALLIANCES_MSG_ORANGE + alliances_step_colour(step)));
}

const GameView ALLIANCES_VIEW = {
    .shape = shape,
    .pieces = pieces,
    .panel = panel,
    .input_hint = input_hint,
};
