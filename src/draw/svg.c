/* SPDX-License-Identifier: MIT */
/* One board unit is UNIT user units, so that font sizes are ordinary numbers.  Layers from bottom to
 * top: ground, areas, lines, regions, points, labels, pieces, bridges, values.  The two sides differ in colour and in
 * a sign: side 1 has a spot in the middle of a stone and a double edge around a die.  The colours
 * are the palette of Okabe and Ito plus white, which is safe for colour-blind people.
 */
#include "draw/svg.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { UNIT = 40, LABELLED_CELLS_MAX = 130 };

/* An array of lines, because compilers need not accept strings above 4095 characters.  No custom
 * properties, because several SVG viewers do not support them. */
static const char *const STYLE[] = {
    ".board{font-family:system-ui,sans-serif;font-size:11px}\n",
    ".board .ground{fill:#f3eee2}\n",
    ".board .area{fill:#fbf8f1;stroke:#6b6454;stroke-width:1}\n",
    ".board .line{fill:none;stroke:#6b6454;stroke-width:1.5;stroke-linecap:round}\n",
    ".board .point{fill:#6b6454}\n",
    ".board .dot{fill:#f3eee2;stroke:#6b6454;stroke-width:1.5}\n",
    ".board .label{fill:#5a5447;text-anchor:middle}\n",
    ".board .inner{font-size:7px}\n",
    ".board .body{fill:#999;stroke:#1d2126;stroke-width:2}\n",
    /* Signs on the body of a piece. */
    ".board .on{fill:#000}\n",
    ".board .ink{font-weight:bold;text-anchor:middle}\n",
    ".board .digit{font-size:8px;font-weight:bold;text-anchor:middle}\n",
    ".board .ring{fill:none;stroke:#000;stroke-width:1.5}\n",
    ".board .casing{fill:none;stroke:#1d2126;stroke-width:9;stroke-linecap:round}\n",
    ".board .span{fill:none;stroke:#999;stroke-width:5;stroke-linecap:round}\n",
    ".board .sign{fill:none;stroke:#000;stroke-width:.37;stroke-linecap:round;",
    "stroke-linejoin:round}\n",
    /* Regions. */
    ".board .land path,.board .net path,.board .ribbon path,.board .choice path{fill:none;",
    "stroke-linejoin:round;stroke-linecap:round}\n",
    ".board .land .shore{stroke:#b99a4a;stroke-width:5}\n",
    ".board .land .sand{fill:#ead9a4;stroke:#ead9a4;stroke-width:.7}\n",
    ".board .land.minor .shore{stroke-width:3;stroke-dasharray:4 4;stroke-linecap:butt}\n",
    ".board .land.minor .sand{fill:#f5eed7;stroke:#f5eed7}\n",
    ".board .net{opacity:.2}.board .net .link{stroke-width:12}\n",
    ".board .worth text{font-weight:bold;font-size:10px;text-anchor:middle}\n",
    ".board .ribbon .hem{stroke:#1d2126;stroke-width:25}.board .ribbon .silk{stroke-width:22}\n",
    ".board .ribbon.n1 .hem{stroke-width:16}.board .ribbon.n1 .silk{stroke-width:13}\n",
    ".board .ribbon.n2 .hem{stroke-width:9}.board .ribbon.n2 .silk{stroke-width:6}\n",
    ".board .choice .hem{stroke:#0072b2;stroke-width:42}\n",
    ".board .choice .silk{stroke:#f3eee2;stroke-width:37}\n",
    ".board .threat{fill:none;stroke:#b3261e;stroke-width:3}\n",
    ".board .threat.attacker{stroke-width:2;stroke-dasharray:4 3}\n",
    /* Marks. */
    ".board .marked{fill:none;stroke:#d55e00;stroke-width:2.5}\n",
    ".board .hatch{fill:none;stroke:#6b6454;stroke-width:1}\n",
    "@media (prefers-color-scheme:dark){\n",
    ".board .ground{fill:#262b31}.board .area{fill:#30363d;stroke:#8b949e}\n",
    ".board .line{stroke:#8b949e}.board .point{fill:#8b949e}\n",
    ".board .dot{fill:#262b31;stroke:#8b949e}\n",
    ".board .label{fill:#b3bac2}\n",
    ".board .body{stroke:#e8e6e1}.board .colour-white .body{stroke:#1d2126}\n",
    ".board .land .shore{stroke:#b49a5c}.board .land .sand{fill:#6a5f3b;stroke:#6a5f3b}\n",
    ".board .land.minor .sand{fill:#4a4a40;stroke:#4a4a40}\n",
    ".board .ribbon .hem{stroke:#e8e6e1}.board .choice .hem{stroke:#56b4e9}\n",
    ".board .choice .silk{stroke:#262b31}.board .threat{stroke:#ff8a65}\n",
    ".board .marked{stroke:#e69f00}.board .hatch{stroke:#8b949e}\n",
    "}\n",
};

/* The appearance of each Colour: of a body, of what is on it, and a symbol about the origin in units of
 * its own size. */
typedef struct ColourLook {
    const char *body, *on;
    const char *sign;
} ColourLook;

static const ColourLook COLOURS[COLOUR_COUNT] = {
    [COLOUR_WHITE] = { "#fff", "#000", "M-.8 0H.8" },
    [COLOUR_BLACK] = { "#000", "#fff", "M0-.8V.8" },
    [COLOUR_RED] = { "#d55e00", "#000", "M0-1.1L1.1 0 0 1.1-1.1 0Z" },
    [COLOUR_BLUE] = { "#0072b2", "#fff", "M-.85-.85H.85V.85H-.85Z" },
    [COLOUR_SKY] = { "#a9d8f5", "#000", "M-1-.5H1M-1 .5H1" },
    [COLOUR_ORANGE] = { "#e69f00", "#000", "M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1Z" },
    [COLOUR_PURPLE] = { "#cc79a7", "#000", "M0-1V1M-1 0H1" },
    [COLOUR_GREEN] = { "#009e73", "#000", "M0-1L.95.7H-.95Z" },
};

void svg_style(Buffer *out)
{
    /* The colours first, because the last lines of STYLE adapt them to a dark background. */
    for (uint8_t c = COLOUR_NONE + 1; c < COLOUR_COUNT; c++) {
        const char *word = colour_word(c), *body = COLOURS[c].body, *on = COLOURS[c].on;
        buffer_addf(
            out, ".board .colour-%s .body,.board .edge.colour-%s,.board .colour-%s .tint{fill:%s}",
            word, word, word, body);
        buffer_addf(out,
                    ".board .colour-%s .span,.board .colour-%s .link,"
                    ".board .colour-%s .silk{stroke:%s}",
                    word, word, word, body);
        buffer_addf(out,
                    ".board .colour-%s .on{fill:%s}.board .colour-%s .ring,"
                    ".board .colour-%s .sign{stroke:%s}\n",
                    word, on, word, word, on);
    }
    for (size_t i = 0; i < sizeof STYLE / sizeof STYLE[0]; i++)
        buffer_add(out, STYLE[i]);
}

/* Convert to user units with at most one decimal: a fortieth of a cell is finer than any screen. */
static double units(double board_units)
{
    double value = round(board_units * UNIT * 10) / 10;
    return value == 0 ? 0 : value; /* no minus zero */
}

static void add_circle(Buffer *out, const char *class, ShapePoint centre, double radius)
{
    buffer_addf(out, "<circle class=\"%s\" cx=\"%g\" cy=\"%g\" r=\"%g\"/>", class, units(centre.x),
                units(centre.y), units(radius));
}

/* Write text centred at `at`, if its class has text-anchor:middle.  Few viewers support
 * dominant-baseline, so shift it down by a third of its height. */
static void add_text(Buffer *out, const char *class, ShapePoint at, const char *words)
{
    buffer_addf(out, "<text class=\"%s\" x=\"%g\" y=\"%g\" dy=\".35em\">", class, units(at.x),
                units(at.y));
    buffer_escape(out, words);
    buffer_add(out, "</text>");
}

static ShapePoint moved(ShapePoint from, double x, double y)
{
    return (ShapePoint){ from.x + x, from.y + y };
}

static bool is_area(const ShapeCell *cell)
{
    return cell->corner_count >= 3;
}

/* Write the class of a colour: " colour-orange". */
static void add_colour(Buffer *out, uint8_t colour)
{
    if (colour != COLOUR_NONE)
        buffer_addf(out, " colour-%s", colour_word(colour));
}

/* Return the colour of a cell, piece or region: its own, or that of its owner. */
static uint8_t colour_of(uint8_t colour, uint8_t side, const SvgLook *look)
{
    return colour != COLOUR_NONE || side > 1 ? colour : look->colour[side];
}

static void add_sign(Buffer *out, uint8_t colour, ShapePoint at, double size)
{
    if (COLOURS[colour].sign != NULL)
        buffer_addf(out, "<path class=\"sign\" d=\"%s\" transform=\"translate(%g %g) scale(%g)\"/>",
                    COLOURS[colour].sign, units(at.x), units(at.y), units(size));
}

static bool is_edge(const ShapeCell *cell)
{
    return strcmp(cell->kind, "edge") == 0;
}

/* True for a cell that decides the game, which has its own class. */
static bool is_goal(const ShapeCell *cell)
{
    return strcmp(cell->kind, "goal") == 0;
}

/* --- The board ---------------------------------------------------------------------------- */

/* Return the margin around the bounding box of the cells.  Point cells need half a stone and a label;
 * areas need only the letters and numbers along the edge. */
static double margin_of(const Shape *shape)
{
    for (int i = 0; i < shape->cell_count; i++)
        if (!is_area(&shape->cells[i]))
            return 0.8;
    return 0.45;
}

/* The outline of a cell, drawn in towards its centre. */
static void add_corners(Buffer *out, const ShapeCell *cell, double scale)
{
    for (int c = 0; c < cell->corner_count; c++)
        buffer_addf(out, "%s%g,%g", c == 0 ? "" : " ",
                    units(cell->centre.x + scale * (cell->corner[c].x - cell->centre.x)),
                    units(cell->centre.y + scale * (cell->corner[c].y - cell->centre.y)));
}

static void add_areas(Buffer *out, const Shape *shape, const SvgLook *look)
{
    for (int i = 0; i < shape->cell_count; i++) {
        const ShapeCell *cell = &shape->cells[i];
        if (!is_area(cell))
            continue;
        buffer_add(out, "<polygon class=\"area");
        if (is_edge(cell) || is_goal(cell))
            buffer_addf(out, " %s", cell->kind);
        uint8_t colour = colour_of(cell->colour, cell->side, look);
        add_colour(out, colour);
        buffer_add(out, "\" points=\"");
        add_corners(out, cell, 1);
        buffer_add(out, "\"><title>");
        buffer_escape(out, cell->label);
        buffer_add(out, "</title></polygon>\n");
        if (is_edge(cell))
            add_sign(out, colour, cell->centre, 0.09);
    }
}

static void add_lines(Buffer *out, const Shape *shape)
{
    if (shape->line_count == 0)
        return;
    buffer_add(out, "<path class=\"line\" d=\"");
    for (int i = 0; i < shape->line_count; i++) {
        ShapePoint from = shape->cells[shape->lines[i].from].centre;
        ShapePoint to = shape->cells[shape->lines[i].to].centre;
        buffer_addf(out, "M%g %gL%g %g", units(from.x), units(from.y), units(to.x), units(to.y));
    }
    buffer_add(out, "\"/>\n");
}

static bool is_dot(const ShapeCell *cell)
{
    return strcmp(cell->kind, "dot") == 0;
}

static void add_points(Buffer *out, const Shape *shape)
{
    for (int i = 0; i < shape->cell_count; i++) {
        const ShapeCell *cell = &shape->cells[i];
        if (is_area(cell))
            continue;
        buffer_addf(out, "<circle class=\"%s\" cx=\"%g\" cy=\"%g\" r=\"%g\"><title>",
                    is_dot(cell) ? "dot" : "point", units(cell->centre.x), units(cell->centre.y),
                    units(is_dot(cell) ? 0.1 : 0.09));
        buffer_escape(out, cell->label);
        buffer_add(out, "</title></circle>\n");
    }
}

/* Place the label of a dot outside it, seen from the centre of the board. */
static void add_dot_label(Buffer *out, const ShapeCell *cell, ShapePoint middle)
{
    double x = cell->centre.x - middle.x, y = cell->centre.y - middle.y;
    double distance = hypot(x, y);
    if (distance < 0.01)
        return;
    add_text(out, "label", moved(cell->centre, 0.4 * x / distance, 0.4 * y / distance),
             cell->label);
}

/* Label squares as on a chessboard: letters below the board, numbers to its left.  False if the name
 * is not letters, optionally followed by a number. */
static bool add_rim_label(Buffer *out, const ShapeCell *cell, ShapePoint low, ShapePoint high)
{
    char   column[CELL_LABEL_MAX];
    size_t letters = strspn(cell->label, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    size_t digits = strspn(cell->label + letters, "0123456789");
    if (cell->corner_count != 4 || letters == 0 || cell->label[letters + digits] != '\0')
        return false;
    memcpy(column, cell->label, letters);
    column[letters] = '\0';
    if (cell->centre.y > high.y - 0.75)
        add_text(out, "label", (ShapePoint){ cell->centre.x, high.y + 0.22 }, column);
    if (digits > 0 && cell->centre.x < low.x + 0.75)
        add_text(out, "label", (ShapePoint){ low.x - 0.22, cell->centre.y }, cell->label + letters);
    return true;
}

/* Label other areas inside, in small type; large boards have no space for that. */
static void add_inner_label(Buffer *out, const ShapeCell *cell)
{
    if (!is_edge(cell))
        add_text(out, "label inner", cell->centre, cell->label);
}

static bool is_occupied(const Pieces *pieces, int cell)
{
    for (int i = 0; i < pieces->count; i++)
        if (pieces->at[i].cell == cell && strcmp(pieces->at[i].glyph, "mark") != 0)
            return true;
    return false;
}

static void add_labels(Buffer *out, const Shape *shape, const Pieces *pieces, ShapePoint low,
                       ShapePoint high)
{
    ShapePoint middle = { (low.x + high.x) / 2, (low.y + high.y) / 2 };
    for (int i = 0; i < shape->cell_count; i++) {
        const ShapeCell *cell = &shape->cells[i];
        if (cell->label[0] == '\0')
            continue;
        if (is_dot(cell))
            add_dot_label(out, cell, middle);
        else if (is_area(cell) && !add_rim_label(out, cell, low, high) &&
                 shape->cell_count <= LABELLED_CELLS_MAX && !is_occupied(pieces, i))
            add_inner_label(out, cell);
    }
    buffer_add(out, "\n");
}

/* --- Regions ------------------------------------------------------------------------------- */

typedef struct RegionView {
    const Shape    *shape;
    const Pieces   *pieces;
    const Region   *region;
    const uint16_t *cells;
    int             count;
    const SvgLook  *look;
    int             path; /* the number of paths before it */
} RegionView;

static uint8_t region_colour(const RegionView *view)
{
    return colour_of(view->region->colour, view->region->side, view->look);
}

static ShapePoint centre_of(const RegionView *view, int index)
{
    return view->shape->cells[view->cells[index]].centre;
}

/* Draw the outlines of all cells.  Drawn twice they make one shape: first all with a wide stroke, the
 * shore, then all filled with land, which leaves only the outer half of the strokes. */
static void add_patches(Buffer *out, const RegionView *view, const char *class)
{
    buffer_addf(out, "<path class=\"%s\" d=\"", class);
    for (int i = 0; i < view->count; i++) {
        const ShapeCell *cell = &view->shape->cells[view->cells[i]];
        if (!is_area(cell))
            continue;
        buffer_add(out, "M");
        add_corners(out, cell, 1);
        buffer_add(out, "Z");
    }
    buffer_add(out, "\"/>");
}

static void add_through(Buffer *out, const RegionView *view, const char *class)
{
    buffer_addf(out, "<path class=\"%s\" d=\"", class);
    for (int i = 0; i < view->count; i++)
        buffer_addf(out, "%s%g %g", i == 0 ? "M" : "L", units(centre_of(view, i).x),
                    units(centre_of(view, i).y));
    buffer_add(out, "\"/>");
}

static void draw_land(Buffer *out, const RegionView *view)
{
    buffer_addf(out, "<g class=\"land%s\">", view->region->minor ? " minor" : "");
    add_patches(out, view, "shore");
    add_patches(out, view, "sand");
}

static bool has_cell(const RegionView *view, int cell)
{
    for (int i = 0; i < view->count; i++)
        if (view->cells[i] == cell)
            return true;
    return false;
}

/* Draw a line along each piece that joins two cells of the region. */
static void add_links(Buffer *out, const RegionView *view)
{
    for (int i = 0; i < view->pieces->count; i++) {
        const Piece *piece = &view->pieces->at[i];
        if (piece->cell == piece->cell2 || !has_cell(view, piece->cell) ||
            !has_cell(view, piece->cell2))
            continue;
        uint16_t   ends[] = { piece->cell, piece->cell2 };
        RegionView link = *view;
        link.cells = ends;
        link.count = 2;
        add_through(out, &link, "link");
    }
}

static void draw_network(Buffer *out, const RegionView *view)
{
    buffer_add(out, "<g class=\"net");
    add_colour(out, region_colour(view));
    buffer_add(out, "\">");
    add_patches(out, view, "tint");
    add_links(out, view);
}

/* Later ribbons are narrower, so that none hides another.  One cell alone gets a narrow frame, which
 * no piece hides. */
static void draw_ribbon(Buffer *out, const RegionView *view)
{
    bool is_frame = view->count == 1 && view->shape->cells[view->cells[0]].corner_count > 0;
    void (*add)(Buffer *, const RegionView *, const char *) = is_frame ? add_patches : add_through;
    buffer_addf(out, "<g class=\"ribbon n%d", is_frame || view->path > 2 ? 2 : view->path);
    add_colour(out, region_colour(view));
    buffer_add(out, "\">");
    add(out, view, "hem");
    add(out, view, "silk");
}

static void draw_choice(Buffer *out, const RegionView *view)
{
    buffer_add(out, "<g class=\"choice\">");
    add_through(out, view, "hem");
    add_through(out, view, "silk");
}

static void draw_danger(Buffer *out, const RegionView *view)
{
    buffer_add(out, "<g class=\"danger\">");
    for (int i = 0; i < view->count; i++)
        add_circle(out, i == 0 ? "threat king" : "threat attacker", centre_of(view, i), 0.52);
}

static void (*const REGION_DRAWINGS[REGION_KIND_COUNT])(Buffer *out, const RegionView *view) = {
    [REGION_AREA] = draw_land,     [REGION_NETWORK] = draw_network, [REGION_PATH] = draw_ribbon,
    [REGION_CHOICE] = draw_choice, [REGION_DANGER] = draw_danger,
};

static RegionView region_view(const Shape *shape, const Pieces *pieces, const SvgLook *look,
                              int index)
{
    const Regions *regions = look->regions;
    const Region  *region = &regions->at[index];
    RegionView     view = { .shape = shape,
                            .pieces = pieces,
                            .region = region,
                            .cells = regions->cells + region->first,
                            .count = region->count,
                            .look = look };
    for (int i = 0; i < index; i++)
        view.path += regions->at[i].kind == region->kind && regions->at[i].count > 0;
    return view;
}

void svg_region(Buffer *out, const Shape *shape, const Pieces *pieces, const SvgLook *look,
                int index)
{
    assert(look->regions != NULL && index >= 0 && index < look->regions->count);
    RegionView view = region_view(shape, pieces, look, index);
    if (view.count == 0)
        return;
    REGION_DRAWINGS[view.region->kind](out, &view);
    buffer_add(out, "</g>\n");
}

static void add_regions(Buffer *out, const Shape *shape, const Pieces *pieces, const SvgLook *look)
{
    const Regions *regions = look->regions;
    for (int kind = 0; regions != NULL && kind < REGION_KIND_COUNT; kind++)
        for (int i = 0; i < regions->count; i++)
            if (regions->at[i].kind == kind)
                svg_region(out, shape, pieces, look, i);
    if (look->layered)
        buffer_add(out, "<g class=\"regions\"></g>\n");
}

/* Return the topmost cell of a region. */
static int top_cell(const RegionView *view)
{
    int top = 0;
    for (int k = 1; k < view->count; k++) {
        ShapePoint a = centre_of(view, k), b = centre_of(view, top);
        if (a.y - a.x / 8 < b.y - b.x / 8)
            top = k;
    }
    return top;
}

/* The value is on the topmost cell; a triangle has no space beside its centre. */
void svg_region_value(Buffer *out, const Shape *shape, const SvgLook *look, int index)
{
    assert(look->regions != NULL && index >= 0 && index < look->regions->count);
    RegionView view = region_view(shape, NULL, look, index);
    char       number[12];
    Text       text = text_over(number, sizeof number);
    if (view.region->value == 0 || view.count == 0)
        return;
    int        top = top_cell(&view);
    double     shift = shape->cells[view.cells[top]].corner_count == 3 ? 0 : 0.34;
    ShapePoint at = moved(centre_of(&view, top), shift, -shift);
    text_addf(&text, "%d", view.region->value);
    buffer_add(out, "<g class=\"worth");
    add_colour(out, region_colour(&view));
    buffer_add(out, "\">");
    add_circle(out, "body", at, 0.17);
    add_text(out, "on", at, number);
    buffer_add(out, "</g>\n");
}

static void add_values(Buffer *out, const Shape *shape, const SvgLook *look)
{
    for (int i = 0; look->regions != NULL && i < look->regions->count; i++)
        svg_region_value(out, shape, look, i);
}

/* --- The pieces --------------------------------------------------------------------------- */

static void add_spot(Buffer *out, const Piece *piece, const ShapeCell *cell)
{
    if (piece->side == 1 && piece->text[0] == '\0')
        add_circle(out, "on spot", cell->centre, 0.08);
}

static void draw_stone(Buffer *out, const Piece *piece, const ShapeCell *cell)
{
    add_circle(out, "body", cell->centre, 0.36);
    add_spot(out, piece, cell);
}

/* A land fills its field except for a border. */
static void draw_land_piece(Buffer *out, const Piece *piece, const ShapeCell *cell)
{
    buffer_add(out, "<polygon class=\"body\" points=\"");
    add_corners(out, cell, 0.66);
    buffer_add(out, "\"/>");
    add_spot(out, piece, cell);
}

static void draw_stack(Buffer *out, const Piece *piece, const ShapeCell *cell)
{
    add_circle(out, "body", cell->centre, 0.4);
    add_circle(out, "ring", cell->centre, 0.27);
    add_spot(out, piece, cell);
}

static void add_square(Buffer *out, const char *class, ShapePoint centre, double half)
{
    buffer_addf(out, "<rect class=\"%s\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"%g\"/>",
                class, units(centre.x - half), units(centre.y - half), units(2 * half),
                units(2 * half), units(half / 4));
}

static void add_tile(Buffer *out, const Piece *piece, const ShapeCell *cell)
{
    add_square(out, "body", cell->centre, 0.42);
    if (piece->side == 1)
        add_square(out, "ring", cell->centre, 0.38);
}

/* Which of the nine positions of a face have a pip, row by row from the upper left. */
static const char *const PIPS[] = {
    ".........", "....#....", "#.......#", "#...#...#", "#.#...#.#", "#.#.#.#.#", "#.##.##.#",
};

static void add_pips(Buffer *out, ShapePoint centre, int count)
{
    if (count >= (int)(sizeof PIPS / sizeof PIPS[0]))
        return;
    for (int i = 0; i < 9; i++)
        if (PIPS[count][i] == '#')
            add_circle(out, "on pip", moved(centre, 0.11 * (i % 3 - 1), 0.11 * (i / 3 - 1)), 0.045);
}

static void draw_die(Buffer *out, const Piece *piece, const ShapeCell *cell)
{
    static const ShapePoint EDGES[] = { { 0, 0 }, { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };
    ShapePoint              centre = cell->centre;
    add_tile(out, piece, cell);
    add_pips(out, centre, piece->faces[0]);
    for (int face = 1; face < DIE_FACES; face++) {
        if (piece->faces[face] == 0 || piece->faces[face] > 9)
            continue;
        char digit[2] = { (char)('0' + piece->faces[face]), '\0' };
        add_text(out, "on digit", moved(centre, 0.27 * EDGES[face].x, 0.27 * EDGES[face].y), digit);
    }
}

static void draw_king(Buffer *out, const Piece *piece, const ShapeCell *cell)
{
    static const ShapePoint CROWN[] = {
        { -0.22, 0.18 }, { -0.26, -0.16 }, { -0.1, 0 },    { 0, -0.22 },
        { 0.1, 0 },      { 0.26, -0.16 },  { 0.22, 0.18 },
    };
    ShapePoint centre = cell->centre;
    add_tile(out, piece, cell);
    buffer_add(out, "<polygon class=\"on crown\" points=\"");
    for (size_t i = 0; i < sizeof CROWN / sizeof CROWN[0]; i++)
        buffer_addf(out, "%s%g,%g", i == 0 ? "" : " ", units(centre.x + CROWN[i].x),
                    units(centre.y + CROWN[i].y));
    buffer_add(out, "\"/>");
}

static void draw_disc(Buffer *out, const Piece *piece, const ShapeCell *cell)
{
    add_circle(out, "body", cell->centre, 0.39);
    add_sign(out, piece->colour, cell->centre, 0.15);
}

static void draw_nothing(Buffer *out, const Piece *piece, const ShapeCell *cell)
{
    (void)out, (void)piece, (void)cell;
}

typedef struct Glyph {
    const char *name;
    void (*draw)(Buffer *out, const Piece *piece, const ShapeCell *cell);
} Glyph;

/* An unknown glyph is drawn as the last row. */
static const Glyph GLYPHS[] = {
    /* clang-format off */
    { "stack", draw_stack },
    { "die",   draw_die },
    { "king",  draw_king },
    { "land",  draw_land_piece },
    { "disc",  draw_disc },
    { "mark",  draw_nothing },
    { "stone", draw_stone },
    /* clang-format on */
};

static const Glyph *glyph_of(const Piece *piece)
{
    size_t last = sizeof GLYPHS / sizeof GLYPHS[0] - 1;
    size_t i = 0;
    while (i < last && strcmp(GLYPHS[i].name, piece->glyph) != 0)
        i++;
    return &GLYPHS[i];
}

static bool is_bridge(const Piece *piece)
{
    return strcmp(piece->glyph, "bridge") == 0;
}

static void add_hatching(Buffer *out, const Piece *piece, ShapePoint centre)
{
    if ((piece->marks & (MARK_COVERED | MARK_BLOCKED)) == 0)
        return;
    buffer_add(out, "<path class=\"hatch\" d=\"");
    for (int k = -1; k <= 1; k++)
        buffer_addf(out, "M%g %gL%g %g", units(centre.x - 0.2 + 0.2 * k), units(centre.y + 0.2),
                    units(centre.x + 0.2 + 0.2 * k), units(centre.y - 0.2));
    buffer_add(out, "\"/>");
}

void svg_mark(Buffer *out, const Shape *shape, int cell)
{
    assert(cell >= 0 && cell < shape->cell_count);
    add_circle(out, "marked", shape->cells[cell].centre, 0.44);
}

static void add_marked(Buffer *out, const Shape *shape, const SvgLook *look)
{
    for (int i = 0; look->marked != NULL && i < look->marked->count; i++)
        svg_mark(out, shape, look->marked->cell[i]);
}

static void begin_piece(Buffer *out, const Piece *piece, const SvgLook *look)
{
    buffer_add(out, "<g class=\"piece");
    add_colour(out, colour_of(piece->colour, piece->side, look));
    buffer_add(out, "\">");
}

static void add_piece(Buffer *out, const Shape *shape, const Piece *piece, const SvgLook *look)
{
    const ShapeCell *cell = &shape->cells[piece->cell];
    ShapePoint       centre = cell->centre;
    const Glyph     *glyph = glyph_of(piece);
    bool             square = glyph->draw == draw_die || glyph->draw == draw_king;
    begin_piece(out, piece, look);
    glyph->draw(out, piece, cell);
    if (piece->text[0] != '\0' && !square && glyph->draw != draw_disc)
        add_text(out, glyph->draw == draw_nothing ? "label" : "on ink", centre, piece->text);
    add_hatching(out, piece, centre);
    buffer_add(out, "</g>\n");
}

/* Draw an arc from end to end over the cells between them.  It bends to the left of its direction;
 * the ends are ordered so that this is always upwards. */
static void add_bridge(Buffer *out, const Shape *shape, const Piece *piece, const SvgLook *look)
{
    ShapePoint from = shape->cells[piece->cell].centre, to = shape->cells[piece->cell2].centre;
    if (from.x > to.x || (from.x == to.x && from.y > to.y)) {
        ShapePoint other = from;
        from = to;
        to = other;
    }
    double x = to.x - from.x, y = to.y - from.y;
    double bend_x = (from.x + to.x) / 2 + 0.35 * y, bend_y = (from.y + to.y) / 2 - 0.35 * x;
    static const char *const STROKES[] = { "casing", "span" };
    begin_piece(out, piece, look);
    for (size_t i = 0; i < 2; i++)
        buffer_addf(out, "<path class=\"%s\" d=\"M%g %gQ%g %g %g %g\"/>", STROKES[i], units(from.x),
                    units(from.y), units(bend_x), units(bend_y), units(to.x), units(to.y));
    buffer_add(out, "</g>\n");
}

static bool is_on_board(const Shape *shape, const Piece *piece)
{
    return piece->cell < shape->cell_count && piece->cell2 < shape->cell_count;
}

void svg_piece(Buffer *out, const Shape *shape, const Piece *piece, const SvgLook *look)
{
    if (is_on_board(shape, piece))
        (is_bridge(piece) ? add_bridge : add_piece)(out, shape, piece, look);
}

static void add_pieces(Buffer *out, const Shape *shape, const Pieces *pieces, const SvgLook *look)
{
    for (int i = 0; i < pieces->count; i++)
        if (!is_bridge(&pieces->at[i]))
            svg_piece(out, shape, &pieces->at[i], look);
    for (int i = 0; i < pieces->count; i++)
        if (is_bridge(&pieces->at[i]))
            svg_piece(out, shape, &pieces->at[i], look);
}

/* --- Complete drawings--------------------------------------------------------------------- */

static void begin_drawing(Buffer *out, const SvgLook *look, ShapePoint low, ShapePoint high)
{
    double width = units(high.x - low.x), height = units(high.y - low.y);
    if (look->alone)
        buffer_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    buffer_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" "
                "viewBox=\"%g %g %g %g\">\n<title>",
                units(low.x), units(low.y), width, height);
    buffer_escape(out, look->title);
    buffer_add(out, "</title>\n");
    if (look->alone) {
        buffer_add(out, "<style>\n");
        svg_style(out);
        buffer_add(out, "</style>\n");
    }
    buffer_addf(out,
                "<rect class=\"ground\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"8\"/>\n",
                units(low.x), units(low.y), width, height);
}

void svg_board(Buffer *out, const Shape *shape, const Pieces *pieces, const SvgLook *look)
{
    ShapePoint low, high;
    assert(shape != NULL && pieces != NULL && look != NULL && look->title != NULL);
    shape_box(shape, &low, &high);
    double margin = margin_of(shape);
    begin_drawing(out, look, moved(low, -margin, -margin), moved(high, margin, margin));
    add_areas(out, shape, look);
    add_lines(out, shape);
    add_regions(out, shape, pieces, look);
    add_points(out, shape);
    add_labels(out, shape, pieces, low, high);
    add_pieces(out, shape, pieces, look);
    add_values(out, shape, look);
    add_marked(out, shape, look);
    buffer_add(out, "</svg>\n");
}

void svg_look(Buffer *out, const Game *game, const Pos *pos, SvgLook look)
{
    Shape   shape;
    Pieces  pieces;
    Regions regions;
    shape_init(&shape);
    pieces_init(&pieces);
    regions_init(&regions);
    look.colour[0] = game->colour[0];
    look.colour[1] = game->colour[1];
    look.regions = &regions;
    if (game->view->shape(pos->variant, &shape) && game->view->pieces(pos, &pieces) &&
        (game->view->regions == NULL || game->view->regions(pos, &regions)))
        svg_board(out, &shape, &pieces, &look);
    else
        out->failed = true;
    shape_free(&shape);
    pieces_free(&pieces);
    regions_free(&regions);
}

void svg_position(Buffer *out, const Setup *setup, const Pos *pos, bool alone)
{
    assert(setup != NULL && setup->game != NULL && pos != NULL);
    const Game *game = setup->game;
    char        variant[VARIANT_TEXT_MAX], title[VARIANT_TEXT_MAX + 100];
    Text        variant_text = text_over(variant, sizeof variant);
    Text        title_text = text_over(title, sizeof title);
    game->text->variant_write(pos->variant, &variant_text);
    text_add(&title_text, game->title);
    if (variant_text.length > 0)
        text_addf(&title_text, ", %s", variant);

    svg_look(out, game, pos, (SvgLook){ .title = title, .alone = alone });
}
