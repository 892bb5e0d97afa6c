/* SPDX-License-Identifier: MIT */
/* How pieces and cells look in characters. From bottom to top: ground, lines, empty cells, scenery,
 * labels, marks under bridges, bridges, pieces, and finally the current selection. */
#include "term/board.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "term/board_inside.h"

typedef struct Drawing {
    const BoardMap  *map;
    const BoardView *view;
    const BoardSize *size;
    Canvas          *canvas;
    int              reach_x, up, down; /* of a square */
} Drawing;

static void put(const Drawing *d, int x, int y, uint32_t sign, Ink ink)
{
    canvas_put(d->canvas, x, y, sign, ink);
}

static uint32_t sign_of(const Drawing *d, char ascii, uint32_t unicode)
{
    return d->canvas->unicode ? unicode : (uint32_t)(unsigned char)ascii;
}

static const ShapeCell *cell_of(const Drawing *d, int cell)
{
    return &d->map->shape->cells[cell];
}

/* --- the board --- */

static void add_square(const Drawing *d, CanvasLines *lines, int cell)
{
    BoardSpot at = d->map->spot[cell];
    int       left = at.x - d->reach_x, right = at.x + d->reach_x;
    int       top = at.y - d->up, bottom = at.y + d->down;
    canvas_line(lines, left, top, right, top);
    canvas_line(lines, left, bottom, right, bottom);
    canvas_line(lines, left, top, left, bottom);
    canvas_line(lines, right, top, right, bottom);
}

static void add_outline(const Drawing *d, CanvasLines *lines, int cell)
{
    const ShapeCell *area = cell_of(d, cell);
    for (int c = 0; c < area->corner_count; c++) {
        BoardSpot from = board_place(d->map, area->corner[c]);
        BoardSpot to = board_place(d->map, area->corner[(c + 1) % area->corner_count]);
        canvas_line(lines, from.x, from.y, to.x, to.y);
    }
}

/* Six characters: a hexagon is two columns and two rows away from its neighbours in other rows. */
static void put_hexagon(const Drawing *d, int cell)
{
    BoardSpot at = d->map->spot[cell];
    uint32_t  rising = sign_of(d, '/', 0x2571), falling = sign_of(d, '\\', 0x2572);
    uint32_t  upright = sign_of(d, '|', 0x2502);
    put(d, at.x - 2, at.y, upright, INK_LINE);
    put(d, at.x + 2, at.y, upright, INK_LINE);
    put(d, at.x - 1, at.y - 1, rising, INK_LINE);
    put(d, at.x + 1, at.y - 1, falling, INK_LINE);
    put(d, at.x - 1, at.y + 1, falling, INK_LINE);
    put(d, at.x + 1, at.y + 1, rising, INK_LINE);
}

static void draw_cell_lines(const Drawing *d, CanvasLines *lines, int cell)
{
    if (board_is_scenery(cell_of(d, cell)))
        return;
    switch (d->size->form) {
    case FORM_SQUARES: add_square(d, lines, cell); break;
    case FORM_TRIANGLES: add_outline(d, lines, cell); break;
    case FORM_HEXAGONS: put_hexagon(d, cell); break;
    case FORM_POINTS: break;
    }
}

static void draw_lines(const Drawing *d)
{
    CanvasLines  lines;
    const Shape *shape = d->map->shape;
    if (!d->size->framed || !canvas_lines_init(&lines, d->canvas->width, d->canvas->height))
        return;
    for (int i = 0; i < shape->cell_count; i++)
        draw_cell_lines(d, &lines, i);
    for (int i = 0; i < shape->line_count; i++) {
        BoardSpot from = d->map->spot[shape->lines[i].from], to = d->map->spot[shape->lines[i].to];
        canvas_line(&lines, from.x, from.y, to.x, to.y);
    }
    canvas_put_lines(d->canvas, &lines, INK_LINE);
    canvas_lines_free(&lines);
}

/* The sign of each colour; the terminal has its own table from inks to colours. */
static const char COLOUR_SIGNS[COLOUR_COUNT] = {
    [COLOUR_NONE] = '#',   [COLOUR_WHITE] = 'W',  [COLOUR_BLACK] = 'B',
    [COLOUR_RED] = 'R',    [COLOUR_BLUE] = '1',   [COLOUR_SKY] = '2',
    [COLOUR_ORANGE] = 'O', [COLOUR_PURPLE] = 'P', [COLOUR_GREEN] = 'G',
};

/* Return the own colour of something, or that of its side. */
static Colour colour_of(const Drawing *d, uint8_t own, uint8_t side)
{
    return own != COLOUR_NONE ? own : side <= 1 ? d->view->game->colour[side] : COLOUR_NONE;
}

static Ink colour_ink(Colour colour)
{
    return (Ink)(INK_COLOUR + (int)colour);
}

/* An empty cell shows a dot, unless lines around it already show it. */
static void draw_cells(const Drawing *d)
{
    for (int i = 0; i < d->map->shape->cell_count; i++) {
        const ShapeCell *cell = cell_of(d, i);
        BoardSpot        at = d->map->spot[i];
        Colour           colour = colour_of(d, cell->colour, cell->side);
        if (board_is_scenery(cell))
            put(d, at.x, at.y,
                colour != COLOUR_NONE ? (uint32_t)COLOUR_SIGNS[colour]
                                      : (uint32_t)toupper((unsigned char)cell->label[0]),
                colour_ink(colour));
        else if (cell->corner_count == 0 || !d->size->framed)
            put(d, at.x, at.y, sign_of(d, '.', 0xb7), INK_LINE);
    }
}

/* --- labels --- */

/* Split "a10" into letters and a number; false for all other labels. */
static bool split_label(const char *label, char letters[CELL_LABEL_MAX], const char **number)
{
    size_t count = strspn(label, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    memcpy(letters, label, count);
    letters[count] = '\0';
    *number = label + count;
    return count > 0 && strspn(*number, "0123456789") == strlen(*number);
}

/* True if all cells of a row share their letters. */
static bool letters_name_rows(const Drawing *d)
{
    char        first[CELL_LABEL_MAX], other[CELL_LABEL_MAX];
    const char *number;
    split_label(cell_of(d, 0)->label, first, &number);
    for (int i = 1; i < d->map->shape->cell_count; i++) {
        split_label(cell_of(d, i)->label, other, &number);
        if (d->map->spot[i].y == d->map->spot[0].y && strcmp(first, other) != 0)
            return false;
    }
    return true;
}

static void put_words(const Drawing *d, int x, int y, const char *words)
{
    canvas_words(d->canvas, x, y, d->canvas->width, words, INK_LABEL);
}

/* Label squares along the rim: columns below, rows to the left. */
static void draw_square_labels(const Drawing *d)
{
    char        letters[CELL_LABEL_MAX];
    const char *number;
    for (int i = 0; i < d->map->shape->cell_count; i++) {
        BoardSpot at = d->map->spot[i];
        if (!split_label(cell_of(d, i)->label, letters, &number))
            continue;
        if (at.y == d->canvas->height - 2 - d->down)
            put_words(d, at.x, d->canvas->height - 1, letters);
        if (at.x == 3 + d->reach_x)
            put_words(d, 2 - (int)strlen(number), at.y, number);
    }
}

/* Label hexagons: rows by letters at the left, columns by numbers above, written vertically if they
 * have two digits. */
static void draw_hexagon_labels(const Drawing *d)
{
    char        letters[CELL_LABEL_MAX];
    const char *number;
    for (int i = 0; i < d->map->shape->cell_count; i++) {
        BoardSpot at = d->map->spot[i];
        if (board_is_scenery(cell_of(d, i)) || !split_label(cell_of(d, i)->label, letters, &number))
            continue;
        put_words(d, 0, at.y, letters);
        size_t digits = strlen(number);
        for (size_t n = 0; n < digits && n < 2; n++)
            put(d, at.x, 1 - (int)n, (uint32_t)number[digits - 1 - n], INK_LABEL);
    }
}

/* Labels of dots are outside the board. */
static void draw_dot_labels(const Drawing *d)
{
    for (int i = 0; i < d->map->shape->cell_count; i++) {
        const ShapeCell *cell = cell_of(d, i);
        BoardSpot        at = d->map->spot[i];
        int              length = (int)strlen(cell->label);
        if (strcmp(cell->kind, "dot") != 0)
            continue;
        if (at.y == 1)
            put_words(d, at.x, 0, cell->label);
        else if (at.y == d->canvas->height - 2)
            put_words(d, at.x, d->canvas->height - 1, cell->label);
        else if (at.x < d->canvas->width / 2)
            put_words(d, at.x - 1 - length, at.y, cell->label);
        else
            put_words(d, at.x + 2, at.y, cell->label);
    }
}

static void draw_labels(const Drawing *d)
{
    if (d->map->shape->cell_count == 0)
        return;
    if (d->size->form == FORM_SQUARES && !letters_name_rows(d))
        draw_square_labels(d);
    if (d->size->form == FORM_HEXAGONS && letters_name_rows(d))
        draw_hexagon_labels(d);
    if (d->size->form == FORM_POINTS && d->size->framed)
        draw_dot_labels(d);
}

/* --- pieces --- */

static Ink piece_ink(const Drawing *d, const Piece *piece)
{
    return colour_ink(colour_of(d, piece->colour, piece->side));
}

/* True if the triangle, as shown, points up. */
static bool points_up(const Drawing *d, int cell)
{
    const ShapeCell *area = cell_of(d, cell);
    int              below = 0;
    for (int c = 0; c < area->corner_count; c++)
        below += board_place(d->map, area->corner[c]).y > d->map->spot[cell].y;
    return below >= 2;
}

typedef struct GlyphSigns {
    const char *glyph;
    char        ascii[2];   /* 0: the side's letter */
    uint32_t    unicode[2]; /* by side; then the same for triangles that point down */
    uint32_t    down[2];
} GlyphSigns;

static const GlyphSigns GLYPHS[] = {
    { "stone", { 0, 0 }, { 0x25cb, 0x25cf }, { 0x25cb, 0x25cf } },
    { "stack", { 'X', 'Y' }, { 0x25ce, 0x25c9 }, { 0x25ce, 0x25c9 } },
    { "land", { 0, 0 }, { 0x25b3, 0x25b2 }, { 0x25bd, 0x25bc } },
    { "king", { 'K', 'K' }, { 0x2654, 0x265a }, { 0x2654, 0x265a } },
};

/* Return the sign of a piece: by its glyph, else the first letter of its text.  A piece of no side shows
 * its colour. */
static uint32_t piece_sign(const Drawing *d, const Piece *piece)
{
    int side = piece->side == 1;
    for (size_t i = 0; i < sizeof GLYPHS / sizeof GLYPHS[0] && piece->side <= 1; i++) {
        const GlyphSigns *signs = &GLYPHS[i];
        if (strcmp(signs->glyph, piece->glyph) != 0)
            continue;
        char ascii = signs->ascii[side] != 0
                         ? signs->ascii[side]
                         : COLOUR_SIGNS[colour_of(d, piece->colour, piece->side)];
        bool down = d->size->form == FORM_TRIANGLES && !points_up(d, piece->cell);
        return sign_of(d, ascii, down ? signs->down[side] : signs->unicode[side]);
    }
    if (piece->side <= 1 && piece->text[0] != '\0')
        return (uint32_t)toupper((unsigned char)piece->text[0]);
    return (uint32_t)COLOUR_SIGNS[colour_of(d, piece->colour, piece->side)];
}

static bool is_mark(const Piece *piece)
{
    return strcmp(piece->glyph, "mark") == 0;
}

static bool is_bridge(const Piece *piece)
{
    return strcmp(piece->glyph, "bridge") == 0;
}

static void put_digit(const Drawing *d, int x, int y, int value, Ink ink)
{
    if (value > 0)
        put(d, x, y, (uint32_t)('0' + value % 10), ink);
}

/* Return a face of a die as shown: the board may be flipped. */
static int face(const Drawing *d, const Piece *piece, int direction)
{
    return piece->faces[d->map->flipped ? (direction + 1) % 4 + 1 : direction];
}

enum { FACE_NORTH = 1, FACE_EAST, FACE_SOUTH, FACE_WEST };

/* The top is in brackets that show the side, the four other faces are around it:
 *      3                    3/4
 *    6[5]1    or in two   6[5]1    or in one row  [5
 *      4      rows
 */
static void draw_die(const Drawing *d, const Piece *piece)
{
    BoardSpot at = d->map->spot[piece->cell];
    Ink       ink = piece_ink(d, piece);
    put(d, at.x - 1, at.y, piece->side == 0 ? '[' : '(', ink);
    put(d, at.x, at.y, piece_sign(d, piece), ink);
    if (d->size->dx < 6)
        return;
    put(d, at.x + 1, at.y, piece->side == 0 ? ']' : ')', ink);
    if (piece->faces[0] == 0)
        return;
    put_digit(d, at.x - 2, at.y, face(d, piece, FACE_WEST), ink);
    put_digit(d, at.x + 2, at.y, face(d, piece, FACE_EAST), ink);
    if (d->size->dy >= 3) {
        put_digit(d, at.x, at.y - 1, face(d, piece, FACE_NORTH), ink);
        put_digit(d, at.x, at.y + 1, face(d, piece, FACE_SOUTH), ink);
        return;
    }
    put_digit(d, at.x - 1, at.y - 1, face(d, piece, FACE_NORTH), ink);
    put(d, at.x, at.y - 1, '/', INK_LABEL);
    put_digit(d, at.x + 1, at.y - 1, face(d, piece, FACE_SOUTH), ink);
}

static void draw_piece(const Drawing *d, const Piece *piece)
{
    BoardSpot at = d->map->spot[piece->cell];
    if (d->size->dice)
        draw_die(d, piece);
    else
        put(d, at.x, at.y, piece_sign(d, piece), piece_ink(d, piece));
}

/* Draw planks from end to end, on every character that the line touches. */
static void draw_bridge(const Drawing *d, const Piece *piece)
{
    BoardSpot from = d->map->spot[piece->cell], to = d->map->spot[piece->cell2];
    int       dx = to.x - from.x, dy = to.y - from.y;
    int       count = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    uint32_t  plank = piece->side == 0 ? sign_of(d, '+', 0x25a1) : sign_of(d, '*', 0x25a0);
    for (int i = 0; i <= count && count > 0; i++) {
        int x = (2 * dx * i + (dx < 0 ? -count : count)) / (2 * count);
        int y = (2 * dy * i + (dy < 0 ? -count : count)) / (2 * count);
        put(d, from.x + x, from.y + y, plank, piece_ink(d, piece));
    }
}

static void draw_mark(const Drawing *d, const Piece *piece)
{
    BoardSpot at = d->map->spot[piece->cell];
    if ((piece->marks & (MARK_COVERED | MARK_BLOCKED)) != 0)
        put(d, at.x, at.y, sign_of(d, 'x', 0xd7), INK_LABEL);
}

typedef void DrawPiece(const Drawing *d, const Piece *piece);

static void draw_those(const Drawing *d, bool marks, bool bridges, DrawPiece *draw)
{
    for (int i = 0; i < d->view->pieces->count; i++) {
        const Piece *piece = &d->view->pieces->at[i];
        if (is_mark(piece) == marks && is_bridge(piece) == bridges)
            draw(d, piece);
    }
}

bool board_has_dice(const Pieces *pieces)
{
    for (int i = 0; i < pieces->count; i++)
        if (pieces->at[i].faces[0] != 0)
            return true;
    return false;
}

/* --- what the hand does --- */

typedef struct GroundSigns {
    char left, right;
} GroundSigns;

static const GroundSigns GROUND_SIGNS[GROUND_COUNT] = {
    [GROUND_LAST] = { '\'', '\'' }, [GROUND_TARGET] = { '~', '~' },
    [GROUND_HINT] = { '?', '?' },   [GROUND_WIN] = { '=', '=' },
    [GROUND_CHOSEN] = { '{', '}' }, [GROUND_OFFENDING] = { '!', '!' },
    [GROUND_CURSOR] = { '>', '<' }, [GROUND_AREA] = { '(', ')' },
    [GROUND_DANGER] = { '*', '*' }, [GROUND_NETWORK] = { 0, 0 },
};

/* Return the ground of a region's cells. */
static Ground region_ground(const Region *region)
{
    switch ((RegionKind)region->kind) {
    case REGION_AREA: return region->minor ? GROUND_MINOR : GROUND_AREA;
    case REGION_NETWORK: return GROUND_NETWORK;
    case REGION_PATH: return GROUND_WIN;
    case REGION_CHOICE: return GROUND_TARGET;
    case REGION_DANGER: return GROUND_DANGER;
    case REGION_KIND_COUNT: break;
    }
    return GROUND_NONE;
}

/* Return the strongest ground that a region gives a cell: grounds are listed from weak to strong. */
static Ground region_ground_of(const Drawing *d, int cell)
{
    const Regions *regions = d->view->regions;
    Ground         found = GROUND_NONE;
    for (int i = 0; regions != NULL && i < regions->count; i++) {
        const Region *region = &regions->at[i];
        Ground        ground = region_ground(region);
        for (int c = 0; c < region->count && ground > found; c++)
            if (regions->cells[region->first + c] == cell)
                found = ground;
    }
    return found;
}

static const Piece *piece_on(const Drawing *d, int cell)
{
    for (int i = 0; i < d->view->pieces->count; i++) {
        const Piece *piece = &d->view->pieces->at[i];
        if (piece->cell == cell && !is_mark(piece) && !is_bridge(piece))
            return piece;
    }
    return NULL;
}

static void paint_cell(const Drawing *d, int cell, Ground ground)
{
    BoardSpot at = d->map->spot[cell];
    int       x = 1, up = 0, down = 0;
    if (d->size->form == FORM_SQUARES) {
        x = d->size->framed ? d->reach_x - 1 : d->size->dx > 3 ? d->reach_x : 1;
        up = d->size->framed ? d->up - 1 : d->up;
        down = d->size->framed ? d->down - 1 : d->down;
    }
    for (int row = -up; row <= down; row++)
        for (int column = -x; column <= x; column++)
            canvas_ground(d->canvas, at.x + column, at.y + row, ground);
}

static void put_signs(const Drawing *d, int cell, Ground ground)
{
    BoardSpot   at = d->map->spot[cell];
    GroundSigns signs = GROUND_SIGNS[ground];
    Ink         ink = ground == GROUND_OFFENDING ? INK_ALERT : INK_STRONG;
    bool        large = d->size->dice && d->size->dx >= 6;
    int         x = large ? 2 : 1, up = large ? -1 : 0;
    bool        tight = d->size->dice && !large && piece_on(d, cell) != NULL;
    if (signs.left == 0)
        return;
    if (!tight) /* otherwise the bracket that shows the side is there */
        put(d, at.x - x, at.y + up, (uint32_t)signs.left, ink);
    put(d, at.x + x, at.y + up, (uint32_t)signs.right, ink);
    if (!large || d->size->dy < 3)
        return;
    put(d, at.x - x, at.y + 1, (uint32_t)signs.left, ink);
    put(d, at.x + x, at.y + 1, (uint32_t)signs.right, ink);
}

/* What is selected is more important than what the position shows, except what decides the game. */
static Ground ground_of(const Drawing *d, int cell)
{
    Ground ground = d->view->grounds == NULL ? GROUND_NONE : d->view->grounds[cell];
    Ground region = region_ground_of(d, cell);
    if (ground == GROUND_NONE)
        return region;
    bool is_weak = ground == GROUND_LAST || ground == GROUND_TARGET;
    return is_weak && (region == GROUND_WIN || region == GROUND_DANGER) ? region : ground;
}

/* Grounds that show how the board is divided come below those that show what happens. */
static bool is_quiet(Ground ground)
{
    return ground == GROUND_NETWORK || ground == GROUND_MINOR || ground == GROUND_AREA;
}

/* Join two squares that are neighbours in a row or a column. */
static void join_squares(const Drawing *d, BoardSpot a, BoardSpot b)
{
    bool is_row = a.y == b.y && b.x - a.x == d->size->dx;
    bool is_column = a.x == b.x && b.y - a.y == d->size->dy;
    if (!is_row && !is_column)
        return;
    uint32_t sign = is_row ? sign_of(d, '-', 0x2550) : sign_of(d, '|', 0x2551);
    for (int x = a.x + is_row, y = a.y + is_column; x < b.x || y < b.y;
         x += is_row, y += is_column) {
        put(d, x, y, sign, INK_LINE);
        canvas_ground(d->canvas, x, y, GROUND_AREA);
    }
}

/* Squares of one area become one piece of land: only its shore keeps the signs. */
static void draw_areas(const Drawing *d)
{
    const Regions *regions = d->view->regions;
    for (int i = 0; regions != NULL && i < regions->count; i++) {
        const Region   *region = &regions->at[i];
        const uint16_t *cells = regions->cells + region->first;
        if (region_ground(region) != GROUND_AREA || d->size->form != FORM_SQUARES)
            continue;
        for (int a = 0; a < region->count; a++)
            for (int b = 0; b < region->count; b++)
                join_squares(d, d->map->spot[cells[a]], d->map->spot[cells[b]]);
    }
}

/* Write the points of networks beside their first cells. */
static void draw_values(const Drawing *d)
{
    const Regions *regions = d->view->regions;
    for (int i = 0; regions != NULL && i < regions->count; i++) {
        const Region *region = &regions->at[i];
        char          words[12];
        if (region->value == 0 || region->count == 0)
            continue;
        BoardSpot at = d->map->spot[regions->cells[region->first]];
        snprintf(words, sizeof words, "%d", region->value);
        canvas_words(d->canvas, at.x + 1, at.y, 3, words,
                     colour_ink(colour_of(d, region->colour, region->side)));
    }
}

static void draw_ground(const Drawing *d, int cell)
{
    Ground    ground = ground_of(d, cell);
    BoardSpot at = d->map->spot[cell];
    bool      is_empty = ground == GROUND_TARGET && piece_on(d, cell) == NULL;
    if (ground == GROUND_NONE)
        return;
    if (!is_empty || d->view->strong)
        paint_cell(d, cell, ground);
    if (is_empty)
        put(d, at.x, at.y, ':', INK_STRONG);
    else
        put_signs(d, cell, ground);
}

/* True if everything from `from` to `to`, both included, is empty. */
static bool is_blank(const Drawing *d, int y, int from, int to)
{
    for (int x = from; x <= to; x++) {
        const CanvasCell *at = canvas_at(d->canvas, x, y);
        if (at == NULL || at->sign != ' ')
            return false;
    }
    return true;
}

static bool has_piece(const Drawing *d, int cell)
{
    for (int i = 0; i < d->view->pieces->count; i++)
        if (d->view->pieces->at[i].cell == cell || d->view->pieces->at[i].cell2 == cell)
            return true;
    return false;
}

/* Label triangles inside, and free corners of triangles over the lines that meet there. */
static void draw_names(const Drawing *d)
{
    enum { BETWEEN = 4 }; /* columns of line to leave between two names */
    for (int i = 0; i < d->map->shape->cell_count; i++) {
        const ShapeCell *cell = cell_of(d, i);
        BoardSpot        at = d->map->spot[i];
        int              width = (int)strlen(cell->label);
        int              x = at.x - width / 2;
        bool             is_corner = d->size->form == FORM_TRIANGLES && cell->corner_count == 0;
        if (cell->corner_count == 3
                ? is_blank(d, at.y, x, x + width - 1)
                : is_corner && d->size->dx >= width + BETWEEN && !has_piece(d, i))
            put_words(d, x, at.y, cell->label);
    }
}

void board_draw(const BoardMap *map, const BoardView *view, Canvas *canvas)
{
    assert(canvas->width >= map->width && canvas->height >= map->height);
    assert(view->cursor >= -1 && view->cursor < map->shape->cell_count);
    Drawing d = { .map = map, .view = view, .size = board_size(map), .canvas = canvas };
    board_reach(d.size, &d.reach_x, &d.up, &d.down);
    for (int y = 0; y < canvas->height; y++)
        canvas_bar(canvas, 0, y, canvas->width, GROUND_BOARD);
    draw_lines(&d);
    draw_cells(&d);
    draw_labels(&d);
    draw_those(&d, true, false, draw_mark);
    draw_those(&d, false, true, draw_bridge);
    draw_those(&d, false, false, draw_piece);
    if (view->names)
        draw_names(&d);
    for (int i = 0; i < map->shape->cell_count; i++)
        if (is_quiet(ground_of(&d, i)))
            draw_ground(&d, i);
    draw_areas(&d);
    draw_values(&d);
    for (int i = 0; i < map->shape->cell_count; i++)
        if (!is_quiet(ground_of(&d, i)))
            draw_ground(&d, i);
    if (view->cursor >= 0 && view->cursor < map->shape->cell_count) {
        bool offending =
            ground_of(&d, view->cursor) == GROUND_OFFENDING; /* this is more important */
        paint_cell(&d, view->cursor, GROUND_CURSOR);
        put_signs(&d, view->cursor, offending ? GROUND_OFFENDING : GROUND_CURSOR);
    }
}
