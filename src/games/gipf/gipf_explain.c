/* SPDX-License-Identifier: MIT
 *
 * gipf_explain.c - parse one step, distinguish everything that can be wrong with it, and explain
 * it.
 */
#include "games/gipf/gipf_explain.h"

#include <stdio.h>
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
    if (gipf_node_is_field(side, reading.node[0]))
        return illegal(reading, GIPF_ERROR_NOT_A_DOT, at[0]);
    if (!gipf_node_is_field(side, reading.node[1]))
        return illegal(reading, GIPF_ERROR_NOT_A_FIELD, at[1]);
    if (!gipf_push_between(side, reading.node[0], reading.node[1], &reading.push))
        return illegal(reading, GIPF_ERROR_NOT_ADJACENT, at[0]);
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

/* True if a choice of rows comes next.  On the largest board `x` is also a column, so a push may
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

/* --- sentences --- */

static const char *side_name(const Pos *pos)
{
    return pos->side == GIPF_WHITE ? "White" : "Black";
}

/* Add a node to the offending cells, if the caller wants them. */
static void mark_cell(int side, GipfNode node, CellList *offending)
{
    if (offending != NULL && offending->count < TOUCHES_MAX)
        offending->cell[offending->count++] = (uint16_t)gipf_node_cell(side, node);
}

static void mark_line(const Pos *pos, GipfRow row, CellList *offending)
{
    int side = gipf_unpack(pos->variant).side;
    for (int n = row.first; n <= row.last; n++)
        mark_cell(side, gipf_line_node(side, row.line, n), offending);
}

/* Write the rows to choose from: "/e2-e5 or /e5-h2". */
static void write_choices(const Pos *pos, Text *out, CellList *offending)
{
    GipfRow choices[GIPF_RUNS_MAX];
    int     side = gipf_unpack(pos->variant).side, count = gipf_choices(pos, choices);
    for (int i = 0; i < count; i++) {
        text_addf(out, "%s%c", i == 0 ? "" : " or ", row_sign(pos));
        gipf_row_write(side, choices[i], out);
        mark_line(pos, choices[i], offending);
    }
}

static void write_node(const Pos *pos, GipfNode node, Text *out, CellList *offending)
{
    int side = gipf_unpack(pos->variant).side;
    gipf_node_write(side, node, out);
    mark_cell(side, node, offending);
}

static void write_rows_first(const Pos *pos, Text *out, CellList *offending)
{
    text_addf(out, "%s must first choose the row to remove: ", side_name(pos));
    write_choices(pos, out, offending);
    text_add(out, " (R5.3)");
}

void gipf_error_write(const Pos *pos, const GipfReading *r, Text *out, CellList *offending)
{
    int side = gipf_unpack(pos->variant).side;
    switch (r->error) {
    case GIPF_ERROR_NONE: break;
    case GIPF_ERROR_OVER: text_add(out, "the game is over (R7)"); break;
    case GIPF_ERROR_FORM:
        text_add(out, "a move is a dot and a spot such as a1-b2, then for each choice of rows "
                      "its two ends as in /e2-e5 (R10.4)");
        break;
    case GIPF_ERROR_NODE:
        text_addf(out, "'%s' is not a point of a board of side %d (R2.1)", r->name, side);
        break;
    case GIPF_ERROR_NOT_A_DOT:
        write_node(pos, r->node[0], out, offending);
        text_add(out, " is a spot; a piece enters from one of the dots around the board (R3.1)");
        break;
    case GIPF_ERROR_NOT_A_FIELD:
        write_node(pos, r->node[1], out, offending);
        text_add(out, " is a dot; a piece is pushed onto a spot (R3.1)");
        break;
    case GIPF_ERROR_NOT_ADJACENT:
        write_node(pos, r->node[0], out, offending);
        text_add(out, " and ");
        write_node(pos, r->node[1], out, offending);
        text_add(out, " are not adjacent (R3.1)");
        break;
    case GIPF_ERROR_ROWS_FIRST: write_rows_first(pos, out, offending); break;
    case GIPF_ERROR_PUSH_FIRST:
        text_add(out, "there is no row to choose; a push comes first (R5.3)");
        break;
    case GIPF_ERROR_RESERVE:
        text_addf(out, "%s has too few pieces in reserve for this: %d (R3.4)", side_name(pos),
                  gipf_reserve(pos, pos->side));
        break;
    case GIPF_ERROR_MUST_STACK:
        text_addf(out,
                  "the first move of %s must enter a GIPF-piece, written with a leading G "
                  "(R9.1)",
                  side_name(pos));
        break;
    case GIPF_ERROR_NO_STACKS:
        text_addf(out, "%s may not enter GIPF-pieces %s", side_name(pos),
                  gipf_unpack(pos->variant).kind == GIPF_TOURNAMENT
                      ? "after its first single piece (R9.2)"
                      : "in this variant (R8.1)");
        break;
    case GIPF_ERROR_FULL:
        text_add(out, "the line from ");
        gipf_node_write(side, r->node[0], out);
        text_add(out, " is full: there is no gap to push into (R3.3)");
        mark_line(
            pos,
            (GipfRow){ .line = r->push.line, .last = gipf_line_length(side, r->push.line) - 1 },
            offending);
        break;
    case GIPF_ERROR_ROW:
        text_add(out, "the rows to choose from are ");
        write_choices(pos, out, offending);
        text_add(out, " (R5.3)");
        break;
    case GIPF_ERROR_LEFT:
        write_node(pos, r->node[0], out, offending);
        text_add(out, " is not a GIPF-piece of the row that is removed (R8.2)");
        break;
    }
}
