/* SPDX-License-Identifier: MIT
 *
 * gipf_explain.c - parse one step, from text or from selected cells, distinguish everything that
 * can be wrong with it, and explain it.
 */
#include "games/gipf/gipf_explain.h"

#include <string.h>

static GipfReading illegal(GipfReading reading, GipfError error, size_t at)
{
    reading.error = error;
    reading.at = at;
    return reading;
}

/* Keep the name at the front of the scan for the error message. */
static void keep_name(GipfReading *reading, const Scan *scan)
{
    size_t n = 0;
    while (n + 1 < sizeof reading->name && scan->at + n < scan->size) {
        char c = scan->data[scan->at + n];
        if (c <= ' ' || c > '~' || strchr("-/!", c) != NULL)
            break;
        reading->name[n++] = c;
    }
    reading->name[n] = '\0';
}

static bool is_deciding(const Pos *pos)
{
    return pos->phase != 0 || gipf_is_pending(pos);
}

/* Return why the known nodes are not those of a push, or GIPF_ERROR_NONE.  Find the push of two. */
static GipfError nodes_error(int side, GipfReading *reading)
{
    if (reading->node_count > 0 && gipf_node_is_field(side, reading->node[0]))
        return GIPF_ERROR_NOT_A_DOT;
    if (reading->node_count > 1 && !gipf_node_is_field(side, reading->node[1]))
        return GIPF_ERROR_NOT_A_FIELD;
    if (reading->node_count > 1 &&
        !gipf_push_between(side, reading->node[0], reading->node[1], &reading->push))
        return GIPF_ERROR_NOT_ADJACENT;
    return GIPF_ERROR_NONE;
}

/* Return why a push that was read without an error is illegal, or GIPF_ERROR_NONE. */
static GipfError push_error(const Pos *pos, GipfPush push)
{
    GipfSettings s = gipf_unpack(pos->variant);
    char         opening = gipf_opening(pos, pos->side);
    if (is_deciding(pos))
        return GIPF_ERROR_ROWS_FIRST;
    if (push.stack && (s.kind == GIPF_BASIC || opening == '-'))
        return GIPF_ERROR_NO_STACKS;
    if (!push.stack && opening == '1')
        return GIPF_ERROR_MUST_STACK;
    if (gipf_reserve(pos, pos->side) < (push.stack ? 2 : 1))
        return GIPF_ERROR_RESERVE;
    if (!gipf_line_is_open(pos, push.line))
        return GIPF_ERROR_FULL;
    return GIPF_ERROR_NONE;
}

static GipfReading parse_push(const Pos *pos, Scan *scan, GipfReading reading)
{
    int    side = gipf_unpack(pos->variant).side;
    size_t start = scan->at, at[2];
    bool   stack = scan_char(scan, 'G');
    for (int n = 0; n < 2; n++) {
        if (n == 1 && !scan_char(scan, '-'))
            return illegal(reading, GIPF_ERROR_FORM, scan->at);
        at[n] = scan->at;
        keep_name(&reading, scan);
        if (!gipf_node_read(side, scan, &reading.node[n]))
            return illegal(reading, reading.name[0] == '\0' ? GIPF_ERROR_FORM : GIPF_ERROR_NODE,
                           scan->at);
    }
    reading.node_count = 2;
    GipfError wrong = nodes_error(side, &reading);
    if (wrong != GIPF_ERROR_NONE)
        return illegal(reading, wrong, at[wrong == GIPF_ERROR_NOT_A_FIELD ? 1 : 0]);
    reading.push.stack = stack;
    reading.step = gipf_push_step(reading.push);
    return illegal(reading, push_error(pos, reading.push), start);
}

/* Read "!e4!e5": GIPF-pieces of the span that stay (R8.2). */
static GipfReading parse_left(const Pos *pos, Scan *scan, GipfReading reading, GipfRow row)
{
    int side = gipf_unpack(pos->variant).side, low, high;
    gipf_span(pos, row, &low, &high);
    while (scan_char(scan, '!')) {
        size_t at = scan->at;
        keep_name(&reading, scan);
        if (!gipf_node_read(side, scan, &reading.node[0]))
            return illegal(reading, GIPF_ERROR_NODE, at);
        int n = low;
        for (; n <= high; n++) {
            GipfNode node = gipf_line_node(side, row.line, n);
            if (node.i == reading.node[0].i && node.j == reading.node[0].j)
                break;
        }
        char content = n <= high ? gipf_at(pos, reading.node[0]) : '_';
        if (content != 'X' && content != 'Y')
            return illegal(reading, GIPF_ERROR_LEFT, at);
        assert(n < 32);
        row.left |= UINT32_C(1) << n;
    }
    reading.step = gipf_row_step(row);
    return reading;
}

/* Return the first character of a choice of rows: 'x' for a short turn, '/' within a turn
 * (R10.4). */
static char row_sign(const Pos *pos)
{
    return gipf_is_pending(pos) ? 'x' : '/';
}

static GipfReading parse_row(const Pos *pos, Scan *scan, GipfReading reading)
{
    int     side = gipf_unpack(pos->variant).side;
    size_t  start = scan->at;
    GipfRow row, choices[GIPF_RUNS_MAX];
    if (!is_deciding(pos))
        return illegal(reading, GIPF_ERROR_PUSH_FIRST, start);
    if (!scan_char(scan, row_sign(pos)))
        return illegal(reading, GIPF_ERROR_ROWS_FIRST, start);
    keep_name(&reading, scan);
    if (!gipf_row_read(side, scan, &row))
        return illegal(reading, GIPF_ERROR_FORM, scan->at);
    int count = gipf_choices(pos, choices), i = 0;
    while (i < count && (choices[i].line != row.line || choices[i].first != row.first ||
                         choices[i].last != row.last))
        i++;
    if (i == count)
        return illegal(reading, GIPF_ERROR_ROW, start);
    return parse_left(pos, scan, reading, row);
}

/* True if a choice of rows comes next.  From side 12 on `x` is also a column, so a push may
 * begin with it, unless a short turn is due. */
static bool is_row_next(const Pos *pos, Scan scan)
{
    GipfNode node;
    if (scan_peek(&scan) != 'x' || gipf_is_pending(pos))
        return scan_peek(&scan) == '/' || scan_peek(&scan) == 'x';
    return !gipf_node_read(gipf_unpack(pos->variant).side, &scan, &node);
}

GipfReading gipf_step_parse(const Pos *pos, Scan *scan)
{
    GipfReading reading = { .at = scan->at };
    Scan        ahead = *scan;
    if (GIPF_RULES.outcome(pos).ending != ENDING_NONE)
        return illegal(reading, GIPF_ERROR_OVER, scan->at);
    if (is_deciding(pos) && scan_done(scan))
        return illegal(reading, GIPF_ERROR_ROWS_FIRST, scan->at);
    reading = is_row_next(pos, ahead) ? parse_row(pos, &ahead, reading)
                                      : parse_push(pos, &ahead, reading);
    if (reading.error == GIPF_ERROR_NONE)
        *scan = ahead;
    return reading;
}

bool gipf_error_is_syntax(GipfError error)
{
    return error == GIPF_ERROR_FORM || error == GIPF_ERROR_NODE;
}

/* --- selected cells --- */

/* True if an end of the line is this dot. */
static bool begins_at(int side, int line, GipfNode dot)
{
    GipfNode low = gipf_line_node(side, line, -1);
    GipfNode high = gipf_line_node(side, line, gipf_line_length(side, line));
    return (low.i == dot.i && low.j == dot.j) || (high.i == dot.i && high.j == dot.j);
}

/* Return why no push enters from a dot, or GIPF_ERROR_NONE.  `push` gets the last of its lines. */
static GipfError dot_error(const Pos *pos, GipfNode dot, GipfPush *push)
{
    int side = gipf_unpack(pos->variant).side, count = 0;
    for (int line = 0; line < gipf_line_count(side); line++) {
        if (!begins_at(side, line, dot))
            continue;
        if (gipf_line_is_open(pos, line))
            return GIPF_ERROR_NONE;
        push->line = line;
        count++;
    }
    return count == 1 ? GIPF_ERROR_FULL : GIPF_ERROR_ALL_FULL;
}

/* A push is a dot and a spot.  They do not tell which kind of piece enters: one that may. */
static GipfReading select_push(const Pos *pos, GipfReading reading)
{
    const CellList *selected = reading.selected;
    int             side = gipf_unpack(pos->variant).side;
    reading.node_count = selected->count < 2 ? selected->count : 2;
    for (int n = 0; n < reading.node_count; n++)
        reading.node[n] = gipf_cell_node(side, selected->cell[n]);
    GipfError wrong = nodes_error(side, &reading);
    if (wrong == GIPF_ERROR_NONE && reading.node_count == 1)
        wrong = dot_error(pos, reading.node[0], &reading.push);
    if (wrong == GIPF_ERROR_NONE && reading.node_count == 2) {
        reading.push.stack = gipf_opening(pos, pos->side) == '1';
        reading.step = gipf_push_step(reading.push);
        wrong = push_error(pos, reading.push);
    }
    if (wrong == GIPF_ERROR_NONE && selected->count > 2)
        wrong = GIPF_ERROR_PUSH_DONE;
    return illegal(reading, wrong, 0);
}

/* Return the place of a cell in a row, from 0, or -1. */
static int place_in_row(int side, GipfRow row, int cell)
{
    for (int n = row.first; n <= row.last; n++)
        if (gipf_node_cell(side, gipf_line_node(side, row.line, n)) == cell)
            return n - row.first;
    return -1;
}

/* True if one cell of the row is selected, or several from its first one on. */
static bool chooses(int side, GipfRow row, const CellList *selected)
{
    if (selected->count == 1)
        return place_in_row(side, row, selected->cell[0]) >= 0;
    for (int n = 0; n < selected->count; n++)
        if (place_in_row(side, row, selected->cell[n]) != n)
            return false;
    return true;
}

/* A row is one of its cells. */
static GipfReading select_row(const Pos *pos, GipfReading reading)
{
    const CellList *selected = reading.selected;
    GipfRow         choices[GIPF_RUNS_MAX];
    int             side = gipf_unpack(pos->variant).side, count = gipf_choices(pos, choices);
    for (int i = 0; i < count; i++)
        if (chooses(side, choices[i], selected))
            return reading;
    for (int n = 0; n < selected->count; n++) {
        int i = 0;
        while (i < count && place_in_row(side, choices[i], selected->cell[n]) < 0)
            i++;
        if (i == count && !gipf_node_is_field(side, gipf_cell_node(side, selected->cell[n])))
            return illegal(reading, GIPF_ERROR_ROWS_FIRST, 0);
        if (i == count)
            return illegal(reading, GIPF_ERROR_ROW, 0);
    }
    return illegal(reading, GIPF_ERROR_ROW_BY_ONE, 0);
}

GipfReading gipf_cells_parse(const Pos *pos, const CellList *selected)
{
    GipfReading reading = { .selected = selected };
    int         side = gipf_unpack(pos->variant).side;
    if (GIPF_RULES.outcome(pos).ending != ENDING_NONE)
        return illegal(reading, GIPF_ERROR_OVER, 0);
    for (int n = 0; n < selected->count; n++)
        if (selected->cell[n] >= 3 * side * (side + 1) + 1)
            return illegal(reading, GIPF_ERROR_NO_CELL, 0);
    return is_deciding(pos) ? select_row(pos, reading) : select_push(pos, reading);
}

/* --- messages --- */

/* The definition of each error; that of GIPF_ERROR_NO_STACKS depends on the variant. */
static const MessageDef *definition_of(const Pos *pos, GipfError error)
{
    static const GipfMessage DEFINITION[] = {
        [GIPF_ERROR_OVER] = GIPF_MSG_OVER,
        [GIPF_ERROR_FORM] = GIPF_MSG_FORM,
        [GIPF_ERROR_NODE] = GIPF_MSG_NODE,
        [GIPF_ERROR_NOT_A_DOT] = GIPF_MSG_NOT_A_DOT,
        [GIPF_ERROR_NOT_A_FIELD] = GIPF_MSG_NOT_A_SPOT,
        [GIPF_ERROR_NOT_ADJACENT] = GIPF_MSG_NOT_ADJACENT,
        [GIPF_ERROR_ROWS_FIRST] = GIPF_MSG_ROWS_FIRST,
        [GIPF_ERROR_PUSH_FIRST] = GIPF_MSG_PUSH_FIRST,
        [GIPF_ERROR_RESERVE] = GIPF_MSG_RESERVE,
        [GIPF_ERROR_MUST_STACK] = GIPF_MSG_MUST_STACK,
        [GIPF_ERROR_NO_STACKS] = GIPF_MSG_NO_STACKS_HERE,
        [GIPF_ERROR_FULL] = GIPF_MSG_FULL,
        [GIPF_ERROR_ROW] = GIPF_MSG_NOT_A_ROW,
        [GIPF_ERROR_LEFT] = GIPF_MSG_NOT_IN_SPAN,
        [GIPF_ERROR_ALL_FULL] = GIPF_MSG_ALL_FULL,
        [GIPF_ERROR_ROW_BY_ONE] = GIPF_MSG_ROW_BY_ONE,
        [GIPF_ERROR_PUSH_DONE] = GIPF_MSG_PUSH_DONE,
    };
    if (error == GIPF_ERROR_NONE)
        return NULL;
    if (error == GIPF_ERROR_NO_CELL)
        return &CORE_MESSAGE[CORE_MSG_NO_CELL];
    if (error == GIPF_ERROR_NO_STACKS && gipf_unpack(pos->variant).kind == GIPF_TOURNAMENT)
        return &GIPF_MESSAGE[GIPF_MSG_NO_STACKS_LATER];
    return &GIPF_MESSAGE[DEFINITION[error]];
}

/* Name a node and mark it. */
static void add_node(const Pos *pos, const char *name, GipfNode node, Message *out)
{
    int cell = gipf_node_cell(gipf_unpack(pos->variant).side, node);
    message_cell(out, name, cell);
    message_offending(out, cell);
}

static void mark_row(const Pos *pos, GipfRow row, Message *out)
{
    int side = gipf_unpack(pos->variant).side;
    for (int n = row.first; n <= row.last; n++)
        message_offending(out, gipf_node_cell(side, gipf_line_node(side, row.line, n)));
}

static void mark_line(const Pos *pos, int line, Message *out)
{
    int length = gipf_line_length(gipf_unpack(pos->variant).side, line);
    mark_row(pos, (GipfRow){ .line = line, .last = length - 1 }, out);
}

/* Mark the lines from a dot; they are all full. */
static void mark_lines(const Pos *pos, GipfNode dot, Message *out)
{
    int side = gipf_unpack(pos->variant).side;
    for (int line = 0; line < gipf_line_count(side); line++)
        if (begins_at(side, line, dot))
            mark_line(pos, line, out);
}

/* Name the rows to choose from, "/e2-e5, /e5-h2", and mark them.  Large boards may have more of them
 * than fit. */
static void add_choices(const Pos *pos, Message *out)
{
    GipfRow choices[GIPF_RUNS_MAX];
    char    words[MESSAGE_TEXT_MAX];
    Text    text = text_over(words, sizeof words);
    int     side = gipf_unpack(pos->variant).side, count = gipf_choices(pos, choices);
    for (int i = 0; i < count; i++) {
        size_t before = text.length;
        text_addf(&text, "%s%c", i == 0 ? "" : ", ", row_sign(pos));
        gipf_row_write(side, choices[i], &text);
        mark_row(pos, choices[i], out);
        if (text.length + sizeof ", ..." > sizeof words) {
            text_cut(&text, before);
            text_add(&text, ", ...");
            break;
        }
    }
    message_text(out, "rows", words);
}

Message gipf_error_message(const Pos *pos, const GipfReading *r)
{
    int     side = gipf_unpack(pos->variant).side;
    Message out = message_of(definition_of(pos, r->error));
    out.at = r->at;
    switch (r->error) {
    case GIPF_ERROR_NODE:
        message_text(&out, "text", r->name);
        message_count(&out, "n", side);
        break;
    case GIPF_ERROR_NOT_A_DOT:
    case GIPF_ERROR_LEFT: add_node(pos, "cell", r->node[0], &out); break;
    case GIPF_ERROR_NOT_A_FIELD: add_node(pos, "cell", r->node[1], &out); break;
    case GIPF_ERROR_NOT_ADJACENT:
        add_node(pos, "dot", r->node[0], &out);
        add_node(pos, "spot", r->node[1], &out);
        break;
    case GIPF_ERROR_ROWS_FIRST:
        message_side(&out, "side", pos->side);
        add_choices(pos, &out);
        break;
    case GIPF_ERROR_ROW: add_choices(pos, &out); break;
    case GIPF_ERROR_RESERVE:
        message_side(&out, "side", pos->side);
        message_count(&out, "n", gipf_reserve(pos, pos->side));
        break;
    case GIPF_ERROR_MUST_STACK:
    case GIPF_ERROR_NO_STACKS: message_side(&out, "side", pos->side); break;
    case GIPF_ERROR_FULL:
        message_cell(&out, "dot", gipf_node_cell(side, r->node[0]));
        mark_line(pos, r->push.line, &out);
        break;
    case GIPF_ERROR_ALL_FULL:
        message_cell(&out, "dot", gipf_node_cell(side, r->node[0]));
        mark_lines(pos, r->node[0], &out);
        break;
    case GIPF_ERROR_ROW_BY_ONE:
        message_cells(&out, "cells", r->selected->cell, r->selected->count);
        break;
    case GIPF_ERROR_PUSH_DONE:
        message_cell(&out, "cell", r->selected->cell[2]);
        message_offending(&out, r->selected->cell[2]);
        break;
    case GIPF_ERROR_NONE:
    case GIPF_ERROR_OVER:
    case GIPF_ERROR_FORM:
    case GIPF_ERROR_PUSH_FIRST:
    case GIPF_ERROR_NO_CELL: break;
    }
    return out;
}
