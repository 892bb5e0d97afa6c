/* SPDX-License-Identifier: MIT
 *
 * gipf_view.c - drawing and move input of GIPF: the lattice, the pieces, the reserves.
 *
 * Letters run along White's edge, so the drawing shows the board as players see it: columns are
 * vertical, e1 is at the bottom, and adjacent nodes are one unit apart.
 */
#include "games/gipf/gipf_view.h"

#include "games/gipf/gipf.h"
#include "games/gipf/gipf_explain.h"

static const double COLUMN_WIDTH = 0.8660254037844386; /* height of a triangle with side 1 */

static bool add_node(Shape *out, int side, GipfNode node)
{
    double     x = COLUMN_WIDTH * node.j;
    double     y = node.i - 0.5 * node.j;
    bool       is_field = gipf_node_is_field(side, node);
    ShapeCell *cell = shape_add_cell(out, is_field ? "field" : "dot", x, y);
    if (cell == NULL)
        return false;
    if (!is_field)
        cell->name = &GIPF_MESSAGE[GIPF_MSG_CELL_DOT];
    Text label = text_over(cell->label, sizeof cell->label);
    gipf_node_write(side, node, &label);
    return true;
}

static bool shape(uint32_t variant, Shape *out)
{
    int side = gipf_unpack(variant).side;
    for (int8_t i = 0; i <= 2 * side; i++)
        for (int8_t j = 0; j <= 2 * side; j++)
            if (gipf_node_exists(side, (GipfNode){ i, j }) &&
                !add_node(out, side, (GipfNode){ i, j }))
                return false;
    for (int line = 0; line < gipf_line_count(side); line++) {
        int from = gipf_node_cell(side, gipf_line_node(side, line, -1));
        int to = gipf_node_cell(side, gipf_line_node(side, line, gipf_line_length(side, line)));
        if (!shape_add_line(out, from, to))
            return false;
    }
    return true;
}

Piece gipf_piece(char content, int cell)
{
    bool stack = content == 'X' || content == 'Y';
    assert(content != '_' && cell >= 0 && cell <= UINT16_MAX);
    return (Piece){
        .glyph = stack ? "stack" : "stone",
        .side = content == 'W' || content == 'X' ? GIPF_WHITE : GIPF_BLACK,
        .cell = (uint16_t)cell,
        .cell2 = (uint16_t)cell,
        .name = &GIPF_MESSAGE[stack ? GIPF_MSG_PIECE_STACK : GIPF_MSG_PIECE_STONE],
    };
}

static bool add_piece(const Pos *pos, GipfNode field, Pieces *out)
{
    char content = gipf_at(pos, field);
    if (content == '_')
        return true;
    Piece  piece = gipf_piece(content, gipf_node_cell(gipf_unpack(pos->variant).side, field));
    Piece *added = pieces_add(out, piece.glyph, piece.side, piece.cell);
    if (added != NULL)
        *added = piece;
    return added != NULL;
}

static bool pieces(const Pos *pos, Pieces *out)
{
    int side = gipf_unpack(pos->variant).side;
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++)
            if (gipf_node_is_field(side, (GipfNode){ i, j }) &&
                !add_piece(pos, (GipfNode){ i, j }, out))
                return false;
    return true;
}

/* Return the pieces of a colour on the board; a GIPF-piece counts as two. */
static int pieces_on_board(const Pos *pos, int colour)
{
    int side = gipf_unpack(pos->variant).side, count = 0;
    for (int8_t i = 1; i < 2 * side; i++) {
        for (int8_t j = 1; j < 2 * side; j++) {
            GipfNode field = { i, j };
            if (!gipf_node_is_field(side, field))
                continue;
            char content = gipf_at(pos, field);
            count += content == "WB"[colour] ? 1 : content == "XY"[colour] ? 2 : 0;
        }
    }
    return count;
}

static void panel(const Pos *pos, Panel *out)
{
    GipfSettings s = gipf_unpack(pos->variant);
    for (uint8_t colour = 0; colour < 2; colour++) {
        int board = pieces_on_board(pos, colour), reserve = gipf_reserve(pos, colour);
        panel_add_count(out, colour, &GIPF_MESSAGE[GIPF_MSG_PANEL_RESERVE], reserve);
        panel_add_count(out, colour, &GIPF_MESSAGE[GIPF_MSG_PANEL_ON_THE_BOARD], board);
        panel_add_count(out, colour, &GIPF_MESSAGE[GIPF_MSG_PANEL_LOST],
                        s.pieces[colour] - board - reserve);
        if (s.kind == GIPF_TOURNAMENT && gipf_opening(pos, colour) != '-')
            panel_add(
                out, colour, &GIPF_MESSAGE[GIPF_MSG_PANEL_OPENING],
                &GIPF_MESSAGE[gipf_opening(pos, colour) == '1' ? GIPF_MSG_MUST_ENTER_A_GIPF_PIECE
                                                               : GIPF_MSG_MAY_ENTER_GIPF_PIECES]);
    }
}

static void touch(CellList *cells, int side, GipfNode node)
{
    assert(cells->count < TOUCHES_MAX);
    cells->cell[cells->count++] = (uint16_t)gipf_node_cell(side, node);
}

/* Say which row, and what happens to the GIPF-pieces of its span (R8.2). */
static Message row_label(const Pos *pos, GipfRow row)
{
    uint16_t stays[32];
    char     words[CELL_LABEL_MAX * 2];
    Text     name = text_over(words, sizeof words);
    int      side = gipf_unpack(pos->variant).side, low, high, count = 0;
    bool     has_stacks = false;
    gipf_span(pos, row, &low, &high);
    for (int n = low; n <= high; n++) {
        GipfNode node = gipf_line_node(side, row.line, n);
        char     content = gipf_at(pos, node);
        has_stacks = has_stacks || content == 'X' || content == 'Y';
        if (row.left != 0 && (row.left >> n & 1) != 0)
            stays[count++] = (uint16_t)gipf_node_cell(side, node);
    }
    Message label = message_of(&GIPF_MESSAGE[count > 0    ? GIPF_MSG_CHOOSE_STAY
                                             : has_stacks ? GIPF_MSG_CHOOSE_ALL
                                                          : GIPF_MSG_CHOOSE_ROW]);
    gipf_row_write(side, row, &name);
    message_text(&label, "row", words);
    if (count > 0) {
        message_count(&label, "n", count);
        message_cells(&label, "cells", stays, count);
    }
    return label;
}

/* A push selects its dot and its spot; a row any of its spots.  Labels distinguish the kinds of
 * pieces, and crossing rows or GIPF-pieces that stay. */
static void input_hint(const Pos *pos, Step step, InputHint *out)
{
    GipfSettings s = gipf_unpack(pos->variant);
    CellList    *cells = &out->cells;
    *out = (InputHint){ 0 };
    if (gipf_step_is_push(step)) {
        GipfPush push = gipf_step_push(step);
        int      length = gipf_line_length(s.side, push.line);
        touch(cells, s.side, gipf_line_node(s.side, push.line, push.from_high ? length : -1));
        touch(cells, s.side, gipf_line_node(s.side, push.line, push.from_high ? length - 1 : 0));
        if (s.kind == GIPF_TOURNAMENT)
            out->label =
                message_of(&GIPF_MESSAGE[push.stack ? GIPF_MSG_GIPF_PIECE : GIPF_MSG_SINGLE_PIECE]);
        return;
    }
    GipfRow row = gipf_step_row(step);
    out->flags = INPUT_ANY_CELL;
    out->label = row_label(pos, row);
    for (int n = row.first; n <= row.last; n++)
        touch(cells, s.side, gipf_line_node(s.side, row.line, n));
}

static void explain_cells(const Pos *pos, const CellList *selected, Message *why)
{
    GipfReading reading = gipf_cells_parse(pos, selected);
    *why = gipf_error_message(pos, &reading);
}

/* The rows to choose from. */
static bool regions(const Pos *pos, Regions *out)
{
    GipfRow rows[GIPF_RUNS_MAX];
    int     side = gipf_unpack(pos->variant).side, count = gipf_choices(pos, rows);
    for (int i = 0; i < count; i++) {
        if (regions_add(out, REGION_CHOICE, (uint8_t)gipf_row_colour(pos),
                        &GIPF_MESSAGE[GIPF_MSG_ROW]) == NULL)
            return false;
        for (int n = rows[i].first; n <= rows[i].last; n++)
            if (!regions_add_cell(out, gipf_node_cell(side, gipf_line_node(side, rows[i].line, n))))
                return false;
    }
    return true;
}

const GameView GIPF_VIEW = {
    .shape = shape,
    .pieces = pieces,
    .panel = panel,
    .input_hint = input_hint,
    .explain_cells = explain_cells,
    .effects = gipf_effects,
    .regions = regions,
};
