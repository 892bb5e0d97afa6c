/* SPDX-License-Identifier: MIT
 *
 * alliances_view.c - the view of Alliances: hexagons, the coloured rim, the discs, the table of
 * allies, and what a turn does.
 *
 * The cells come first, so the id of a cell is its number.  The walls of the six sides follow, one
 * per cell of a side, named by colour, side and place in reading order: O-N1, P-NE3.
 */
#include <assert.h>

#include "core/effect.h"
#include "core/shape.h"
#include "games/alliances/alliances_board.h"
#include "games/alliances/alliances_explain.h"
#include "games/alliances/alliances_messages.h"

static const MessageDef *message(int index)
{
    assert(index >= 0 && index < ALLIANCES_MESSAGE_COUNT);
    return &ALLIANCES_MESSAGE[index];
}

static const MessageDef *colour_term(int colour)
{
    return message(ALLIANCES_MSG_ORANGE + colour);
}

static uint8_t shown_colour(int colour)
{
    static const Colour COLOURS[ALLIANCES_COLOURS] = { COLOUR_ORANGE, COLOUR_PURPLE, COLOUR_GREEN };
    return (uint8_t)COLOURS[colour];
}

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
    wall->colour = shown_colour(border % ALLIANCES_COLOURS);
    wall->name = message(ALLIANCES_MSG_EDGE_ORANGE + border % ALLIANCES_COLOURS);
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

/* Discs belong to neither player; their text names the colour. */
static Piece disc_of(int colour, int cell)
{
    return (Piece){
        .glyph = "disc",
        .side = SIDE_NONE,
        .colour = shown_colour(colour),
        .cell = (uint16_t)cell,
        .cell2 = (uint16_t)cell,
        .text = { alliances_colour_letter(colour) },
        .name = message(ALLIANCES_MSG_PIECE_ORANGE + colour),
    };
}

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
        *piece = disc_of(colour, n);
    }
    return true;
}

/* The chain or fence of each colour that is won. */
static bool regions(const Pos *pos, Regions *out)
{
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        AlliancesCells path;
        if (!alliances_why_won(pos, colour, &path))
            continue;
        Region *region =
            regions_add(out, REGION_PATH, (uint8_t)alliances_winner(pos, colour),
                        message(path.is_fence ? ALLIANCES_MSG_FENCE : ALLIANCES_MSG_CHAIN));
        if (region == NULL)
            return false;
        region->colour = shown_colour(colour);
        for (int i = 0; i < path.count; i++)
            if (!regions_add_cell(out, path.cell[i]))
                return false;
    }
    return true;
}

/* --- what a turn does --- */

static bool add_placement(const Pos *pos, Step step, Effects *out)
{
    int     side = (int)pos->variant, colour = alliances_step_colour(step);
    int     cell = alliances_number(side, alliances_step_cell(side, step));
    Effect *placed = effects_add(out, EFFECT_PLACE, pos->side, colour_term(colour));
    if (placed == NULL)
        return false;
    placed->message = message(ALLIANCES_MSG_PLACES);
    placed->piece = disc_of(colour, cell);
    return effects_add_cell(out, cell);
}

/* Add that a colour is won, for either player. */
static bool add_win(const Pos *after, int colour, Effects *out)
{
    AlliancesCells path;
    if (!alliances_why_won(after, colour, &path))
        return true;
    Effect *won =
        effects_add(out, EFFECT_WIN, (uint8_t)alliances_winner(after, colour), colour_term(colour));
    if (won == NULL)
        return false;
    won->message = message(path.is_fence ? ALLIANCES_MSG_WINS_FENCE : ALLIANCES_MSG_WINS_CHAIN);
    for (int i = 0; i < path.count; i++)
        if (!effects_add_cell(out, path.cell[i]))
            return false;
    return true;
}

static bool effects(const Pos *pos, Step step, Effects *out)
{
    Alliances after = *alliances_of(pos);
    if (!add_placement(pos, step, out))
        return false;
    ALLIANCES_RULES.apply(&after.head, step);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (alliances_winner(pos, colour) == SIDE_NONE && !add_win(&after.head, colour, out))
            return false;
    return true;
}

/* --- the panel --- */

/* Make the list of the colours that a player has won. */
static void add_won(const Pos *pos, uint8_t player, Panel *out)
{
    static const char *const NAMES[] = { "a", "b", "c" };
    static const int         LISTS[] = { ALLIANCES_MSG_NONE, ALLIANCES_MSG_ONE, ALLIANCES_MSG_TWO };
    Message *value = panel_add(out, player, message(ALLIANCES_MSG_PANEL_COLOURS_WON),
                               message(ALLIANCES_MSG_NONE));
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (alliances_winner(pos, colour) == player && value->arg_count < 2)
            message_term(value, NAMES[value->arg_count], colour_term(colour));
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
            message_term(allies, "a", colour_term(colour));
            message_term(allies, "b", colour_term(alliances_ally(player, colour)));
        }
    }
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        panel_add_count(out, SIDE_NONE, message(ALLIANCES_MSG_PANEL_ORANGE_DISCS_LEFT + colour),
                        alliances_left(pos, colour));
}

/* --- move input --- */

/* Return the colour for which `disc` is the ally of a player (R3.1). */
static int colour_helped(int player, int disc)
{
    return player == 0 ? previous_colour(disc) : next_colour(disc);
}

/* Discs of all three colours go to the same cell.  The label names the colour and says whom it helps: in
 * one of the other colours it is the ally of the side to move, in the other that of the opponent (R3.1),
 * and both may use it for its own colour.  Colours that are won are left out; at least one is open. */
static Message label_of(const Pos *pos, int disc)
{
    enum { YOU = 1, OPPONENT = 2, BOTH = 4 };
    int mine = colour_helped(pos->side, disc), theirs = colour_helped(1 - pos->side, disc);
    int open = (alliances_winner(pos, mine) == SIDE_NONE ? YOU : 0) |
               (alliances_winner(pos, theirs) == SIDE_NONE ? OPPONENT : 0) |
               (alliances_winner(pos, disc) == SIDE_NONE ? BOTH : 0);
    assert(open != 0);
    Message label =
        message_of(message(ALLIANCES_MSG_HELPS_YOU + open - 1)); /* in the order of bits */
    message_term(&label, "disc", colour_term(disc));
    if (open & YOU)
        message_term(&label, "mine", colour_term(mine));
    if (open & OPPONENT)
        message_term(&label, "theirs", colour_term(theirs));
    return label;
}

static void input_hint(const Pos *pos, Step step, InputHint *out)
{
    int side = (int)pos->variant;
    *out = (InputHint){ .label = label_of(pos, alliances_step_colour(step)) };
    out->cells.cell[out->cells.count++] =
        (uint16_t)alliances_number(side, alliances_step_cell(side, step));
}

const GameView ALLIANCES_VIEW = {
    .shape = shape,
    .pieces = pieces,
    .panel = panel,
    .input_hint = input_hint,
    .explain_cells = alliances_explain_cells,
    .effects = effects,
    .regions = regions,
};
