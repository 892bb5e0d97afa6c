/* SPDX-License-Identifier: MIT
 *
 * diavolo_draw.c - write and read the board in characters (R9.7, R9.8).
 *
 * To read a drawing, take the lands and bridges from their places in it, build the position and
 * draw that.  The text is a board exactly if the two drawings are equal.
 */
#include <assert.h>
#include <string.h>

#include "games/diavolo/diavolo.h"
#include "games/diavolo/diavolo_explain.h"

enum {
    LINES_PER_ROW = 6,
    FIELD_WIDTH = 12, /* columns between neighbouring points of a row: twice the lines per row */
    LEFT_MARGIN = 2,
    LINE_MAX = LEFT_MARGIN + FIELD_WIDTH * DIAVOLO_SIZE_MAX + 8, /* 8 for the last label */
    LINES_MAX = LINES_PER_ROW * DIAVOLO_SIZE_MAX + 1,
    DRAWING_MAX = LINES_MAX * (LINE_MAX + 1) + 1,
};

static const char SIGN[2] = { '+', '*' }; /* White, Red */

/* Return the column of the left corner of u(c,r). */
static int column_of(int c, int r)
{
    return LEFT_MARGIN + LINES_PER_ROW * (r - 1) + FIELD_WIDTH * (c - 1);
}

/* A run of equal signs: `length` characters from `column` on line `line` of the field's row. */
typedef struct Run {
    int line, column, length;
} Run;

/* Write the two runs of a land: the wide one below in an up field, above in a down field. */
static void land_runs(DiavoloField field, Run run[2])
{
    int x = column_of(field.c, field.r);
    run[0] = field.down ? (Run){ 4, x + 10, 4 } : (Run){ 1, x + 4, 4 };
    run[1] = field.down ? (Run){ 3, x + 11, 2 } : (Run){ 2, x + 5, 2 };
}

/* Return the part of an edge on one line of its row; its length is 0 if there is none. */
static Run edge_run(DiavoloEdge edge, int line)
{
    int x = column_of(edge.c, edge.r);
    switch (edge.side) {
    case DIAVOLO_BOTTOM: return (Run){ line, x + 1, line == 0 ? 10 : 0 };
    case DIAVOLO_LEFT: return (Run){ line, x + line, 1 };
    default: return (Run){ line, x + 11 - line, 1 };
    }
}

static void paint(char *text, Run run, char sign)
{
    assert(run.column >= 0 && run.column + run.length <= LINE_MAX);
    memset(text + run.column, sign, (size_t)run.length);
}

/* --- drawing --- */

static void paint_edges(const Pos *pos, int r, int line, char *text)
{
    static const char EDGE_SIGN[DIAVOLO_SIDES] = { '_', '/', '\\' };
    int               size = (int)pos->variant;
    for (int c = 1; c <= size + 1 - r; c++)
        for (int side = 0; side < DIAVOLO_SIDES; side++) {
            DiavoloEdge edge = { c, r, (DiavoloSide)side };
            int         owner = diavolo_bridge(pos, diavolo_edge_number(size, edge));
            paint(text, edge_run(edge, line), owner == SIDE_NONE ? EDGE_SIGN[side] : SIGN[owner]);
        }
}

static void paint_lands(const Pos *pos, int r, int line, char *text)
{
    int size = (int)pos->variant;
    int first = diavolo_field_number(size, (DiavoloField){ 1, r, false });
    for (int i = first; i <= first + 2 * (size - r); i++) {
        Run run[2];
        int side = diavolo_land(pos, i);
        if (side == SIDE_NONE)
            continue;
        land_runs(diavolo_field(size, i), run);
        for (int j = 0; j < 2; j++)
            if (run[j].line == line)
                paint(text, run[j], SIGN[side]);
    }
}

/* Write the names of the points of a row over their places. */
static void paint_labels(int size, int r, char *text)
{
    for (int c = 1; c <= size + 2 - r; c++) {
        char name[16];
        Text label = text_over(name, sizeof name);
        text_addf(&label, "%d,%d", c, r);
        memcpy(text + column_of(c, r) - 1, name, label.length);
    }
}

/* Write a line without trailing spaces. */
static void write_line(const char *text, Text *out)
{
    size_t length = LINE_MAX;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    for (size_t i = 0; i < length; i++)
        text_char(out, text[i]);
    text_char(out, '\n');
}

/* Write the names of the fields of a row into them, if this is their line.  Where there is a land, the
 * name replaces its narrow run. */
static void paint_names(int size, int r, int line, char *text)
{
    enum { PLACE = 6 }; /* the width of a field on that line */
    for (int i = 0; i <= 2 * (size - r); i++) {
        DiavoloField field = { 1 + i / 2, r, i % 2 != 0 };
        char         name[16];
        Text         label = text_over(name, sizeof name);
        Run          run[2];
        land_runs(field, run);
        if (run[1].line != line)
            continue;
        diavolo_field_write(field, &label);
        memcpy(text + run[1].column - 2 + (PLACE - (int)label.length) / 2, name, label.length);
    }
}

typedef enum Labels { LABELS_NONE, LABELS_POINTS, LABELS_ALL } Labels;

static void draw_board(const Pos *pos, Labels labels, Text *out)
{
    int  size = (int)pos->variant, lines = LINES_PER_ROW * size;
    char text[LINE_MAX];
    if (labels != LABELS_NONE) {
        memset(text, ' ', sizeof text);
        paint_labels(size, size + 1, text);
        write_line(text, out);
    }
    for (int k = lines - 1; k >= 0; k--) {
        int r = k / LINES_PER_ROW + 1, line = k % LINES_PER_ROW;
        memset(text, ' ', sizeof text);
        paint_edges(pos, r, line, text);
        paint_lands(pos, r, line, text);
        if (labels == LABELS_ALL)
            paint_names(size, r, line, text);
        if (labels != LABELS_NONE && line == 0)
            paint_labels(size, r, text);
        write_line(text, out);
    }
}

void diavolo_draw(const Pos *pos, bool labelled, Text *out)
{
    draw_board(pos, labelled ? LABELS_POINTS : LABELS_NONE, out);
}

void diavolo_draw_labels(const Pos *pos, Text *out)
{
    draw_board(pos, LABELS_ALL, out);
    for (int down = 0; down < 2; down++) {
        DiavoloField field = { 1, 1, down != 0 };
        DiavoloPoint corner[3];
        diavolo_field_corners(field, corner);
        text_add(out, down == 0 ? "" : "   ");
        diavolo_field_write(field, out);
        for (int i = 0; i < 3; i++) {
            text_add(out, i == 0 ? " = " : ":");
            diavolo_point_write(corner[i], out);
        }
    }
    text_char(out, '\n');
}

/* --- reading --- */

/* The lines of a drawing from the top, without trailing spaces, tabs and carriage returns. */
typedef struct Lines {
    const char *text;
    int         count;
    size_t      at[LINES_MAX], length[LINES_MAX];
} Lines;

static bool is_trailing(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Split a text into lines.  False if it has more lines than the largest board. */
static bool split(const char *text, Lines *lines)
{
    size_t at = 0;
    lines->text = text;
    lines->count = 0;
    while (text[at] != '\0') {
        if (lines->count == LINES_MAX)
            return false;
        size_t end = at + strcspn(text + at, "\n"), cut = end;
        while (cut > at && is_trailing(text[cut - 1]))
            cut--;
        lines->at[lines->count] = at;
        lines->length[lines->count++] = cut - at;
        at = text[end] == '\n' ? end + 1 : end;
    }
    return true;
}

/* Return the character on line k, counted from the bottom. */
static char char_at(const Lines *lines, int k, int column)
{
    int i = lines->count - 1 - k;
    assert(i >= 0 && i < lines->count && column >= 0);
    return (size_t)column < lines->length[i] ? lines->text[lines->at[i] + (size_t)column] : ' ';
}

/* Return 1 for White, 2 for Red, 0 for anything else. */
static uint8_t colour_at(const Lines *lines, int r, int line, int column)
{
    char c = char_at(lines, LINES_PER_ROW * (r - 1) + line, column);
    return c == SIGN[0] ? 1 : c == SIGN[1] ? 2 : 0;
}

static void find_pieces(const Lines *lines, int size, DiavoloParts *parts)
{
    for (int i = 0; i < diavolo_field_count(size); i++) {
        DiavoloField field = diavolo_field(size, i);
        Run          run[2];
        land_runs(field, run);
        parts->land[i] = colour_at(lines, field.r, run[0].line, run[0].column);
    }
    for (int i = 0; i < diavolo_edge_count(size); i++) {
        DiavoloEdge edge = diavolo_edge(size, i);
        /* Labels hide the ends of line 0, so look at the middle of a bottom, or at line 3. */
        int line = edge.side == DIAVOLO_BOTTOM ? 0 : 3;
        Run run = edge_run(edge, line);
        parts->bridge[i] = colour_at(lines, edge.r, line, run.column + run.length / 2);
    }
}

/* Compare the lines with a drawing of the position that was found in them. */
static Status compare(const Lines *lines, const char *drawn, Fault *fault)
{
    for (int i = 0; i < lines->count; i++) {
        size_t      length = strcspn(drawn, "\n"), same = 0;
        const char *line = lines->text + lines->at[i];
        while (same < length && same < lines->length[i] && line[same] == drawn[same])
            same++;
        if (same < length || same < lines->length[i])
            return fault_set(fault, STATUS_SYNTAX, lines->at[i] + same,
                             "line %d of the drawing does not match a board: expected '%c' here "
                             "(R9.7)",
                             i + 1, same < length ? drawn[same] : ' ');
        drawn += length + 1;
    }
    return STATUS_OK;
}

static Status redraw_and_compare(const Lines *lines, const Pos *pos, Fault *fault)
{
    int  plain = LINES_PER_ROW * (int)pos->variant;
    char drawn[DRAWING_MAX];
    Text text = text_over(drawn, sizeof drawn);
    diavolo_draw(pos, lines->count > plain, &text);
    return compare(lines, drawn, fault);
}

Status diavolo_draw_read(uint32_t variant, const char *text, const DiavoloMoment *moment, Pos *out,
                         Fault *fault)
{
    static const DiavoloMoment DEFAULT = { DIAVOLO_WHITE, DIAVOLO_NORMAL, 1 };
    const DiavoloMoment       *when = moment != NULL ? moment : &DEFAULT;
    DiavoloParts               parts = {
                      .side = when->side, .stage = when->stage, .white_seat = when->white_seat, .first = -1
    };
    Lines     lines;
    PosBuffer found;
    int       size = (int)variant, plain = LINES_PER_ROW * size;
    if (!split(text, &lines) || (lines.count != plain && lines.count != plain + 1))
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "a board of side %d has %d lines, or one more with labels (R9.7)", size,
                         plain);
    find_pieces(&lines, size, &parts);
    DiavoloFlaw flaw = diavolo_build(variant, &parts, &found.head);
    if (flaw.kind != DIAVOLO_SOUND) {
        char message[200];
        Text why = text_over(message, sizeof message);
        diavolo_flaw_write(size, flaw, &why);
        return fault_set(fault, STATUS_ILLEGAL, 0, "%s", message);
    }
    Status status = redraw_and_compare(&lines, &found.head, fault);
    if (status == STATUS_OK)
        memcpy(out, &found, DIAVOLO_RULES.size(variant));
    return status;
}
