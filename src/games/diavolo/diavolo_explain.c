/* SPDX-License-Identifier: MIT
 *
 * diavolo_explain.c - parse one step and explain precisely why it is illegal.
 *
 * Groups are found land by land here, by the definition of R2.2: an explanation need not be fast.
 */
#include "games/diavolo/diavolo_explain.h"

#include <assert.h>
#include <string.h>

/* --- names (R9.1 to R9.3) --- */

static bool read_number(Scan *scan, int *number)
{
    uint32_t value;
    char     first = scan_peek(scan);
    if (first == '0' || !scan_number(scan, 99, &value))
        return false;
    *number = (int)value;
    return true;
}

bool diavolo_point_read(Scan *scan, DiavoloPoint *point)
{
    Scan ahead = *scan;
    if (!read_number(&ahead, &point->c) || !scan_char(&ahead, ',') ||
        !read_number(&ahead, &point->r))
        return false;
    *scan = ahead;
    return true;
}

bool diavolo_field_read(Scan *scan, DiavoloField *field)
{
    Scan         ahead = *scan;
    DiavoloPoint index;
    field->down = scan_peek(&ahead) == 'd';
    if (!scan_char(&ahead, field->down ? 'd' : 'u') || !diavolo_point_read(&ahead, &index))
        return false;
    field->c = index.c;
    field->r = index.r;
    *scan = ahead;
    return true;
}

void diavolo_point_write(DiavoloPoint point, Text *out)
{
    text_addf(out, "%d,%d", point.c, point.r);
}

void diavolo_field_write(DiavoloField field, Text *out)
{
    text_addf(out, "%c%d,%d", field.down ? 'd' : 'u', field.c, field.r);
}

void diavolo_edge_write(DiavoloEdge edge, Text *out)
{
    DiavoloPoint end[2];
    diavolo_edge_ends(edge, end);
    diavolo_point_write(end[0], out);
    text_char(out, '-');
    diavolo_point_write(end[1], out);
}

int diavolo_field_cell(int field)
{
    return field;
}

int diavolo_point_cell(int size, DiavoloPoint point)
{
    return diavolo_field_count(size) + diavolo_point_number(size, point);
}

/* --- why a land is illegal (R4) --- */

static DiavoloReading illegal(DiavoloReading reading, DiavoloError error, size_t at)
{
    reading.error = error;
    reading.at = at;
    return reading;
}

typedef struct Lands {
    int count;
    int at[DIAVOLO_FIELDS_MAX];
} Lands;

static bool has_land(const Lands *lands, int field)
{
    for (int i = 0; i < lands->count; i++)
        if (lands->at[i] == field)
            return true;
    return false;
}

/* Write the fields that share a side with `f` (R1.4) and return their number. */
static int fields_beside(int size, DiavoloField f, int beside[3])
{
    const DiavoloField all[3] = {
        { f.c, f.r, !f.down },
        { f.down ? f.c + 1 : f.c - 1, f.r, !f.down },
        { f.c, f.down ? f.r + 1 : f.r - 1, !f.down },
    };
    int count = 0;
    for (int i = 0; i < 3; i++)
        if (diavolo_field_exists(size, all[i]))
            beside[count++] = diavolo_field_number(size, all[i]);
    return count;
}

/* Breadth-first flood fill: write the field, first, and all lands of `side` joined to it by shared
 * sides. */
static void find_group(const Pos *pos, int side, int field, Lands *group)
{
    int size = (int)pos->variant;
    group->count = 0;
    group->at[group->count++] = field;
    for (int i = 0; i < group->count; i++) {
        int beside[3], count = fields_beside(size, diavolo_field(size, group->at[i]), beside);
        for (int j = 0; j < count; j++)
            if (diavolo_land(pos, beside[j]) == side && !has_land(group, beside[j]))
                group->at[group->count++] = beside[j];
    }
}

/* Write the lands of `side` outside the group that touch it. */
static void find_touched(const Pos *pos, int side, const Lands *group, Lands *touched)
{
    int size = (int)pos->variant;
    touched->count = 0;
    for (int i = 0; i < diavolo_field_count(size); i++) {
        if (diavolo_land(pos, i) != side || has_land(group, i))
            continue;
        for (int j = 0; j < group->count; j++)
            if (diavolo_touch(diavolo_field(size, i), diavolo_field(size, group->at[j]))) {
                touched->at[touched->count++] = i;
                break;
            }
    }
}

/* Add lands from index `from` on to the offending ones, in ascending order. */
static void add_offending_lands(DiavoloReading *reading, const Lands *lands, int from)
{
    for (int i = from; i < lands->count && reading->land_count < TOUCHES_MAX; i++) {
        int at = reading->land_count++;
        for (; at > 0 && reading->land[at - 1] > lands->at[i]; at--)
            reading->land[at] = reading->land[at - 1];
        reading->land[at] = lands->at[i];
    }
}

/* Return the violation of R4.1 or R4.2, or DIAVOLO_FINE. */
static DiavoloError group_error(const Pos *pos, int field, DiavoloReading *reading)
{
    Lands group, touched, island;
    find_group(pos, pos->side, field, &group);
    find_touched(pos, pos->side, &group, &touched);
    int first = pos->phase != 0 ? pos->extra : -1;
    reading->by_first = has_land(&group, first) || has_land(&touched, first);
    reading->joined = group.count - 1;
    if (group.count > ISLAND_STONES) {
        add_offending_lands(reading, &group, 1);
        return DIAVOLO_ERROR_GROUP;
    }
    if (group.count == ISLAND_STONES && touched.count > 0) {
        add_offending_lands(reading, &touched, 0);
        return DIAVOLO_ERROR_ISLAND;
    }
    for (int i = 0; i < touched.count; i++) {
        find_group(pos, pos->side, touched.at[i], &island);
        if (island.count == ISLAND_STONES) {
            reading->by_first = has_land(&island, first);
            add_offending_lands(reading, &island, 0);
            return DIAVOLO_ERROR_TOUCH;
        }
    }
    return DIAVOLO_FINE;
}

/* Return why a land that the rules reject is illegal. */
static DiavoloError land_error(const Pos *pos, int field, DiavoloReading *reading)
{
    if (diavolo_land(pos, field) != SIDE_NONE)
        return DIAVOLO_ERROR_FULL;
    if (diavolo_blocking(pos, field) >= 0)
        return DIAVOLO_ERROR_BLOCKED;
    DiavoloError error = group_error(pos, field, reading);
    return error == DIAVOLO_FINE ? DIAVOLO_ERROR_PARTNER : error;
}

/* --- why a bridge, a swap or a pass is illegal (R5, R3, R6) --- */

static bool is_own_corner(const Pos *pos, DiavoloPoint point)
{
    int size = (int)pos->variant;
    for (int i = 0; i < diavolo_field_count(size); i++) {
        DiavoloPoint corner[3];
        if (diavolo_land(pos, i) != pos->side)
            continue;
        diavolo_field_corners(diavolo_field(size, i), corner);
        for (int j = 0; j < 3; j++)
            if (corner[j].c == point.c && corner[j].r == point.r)
                return true;
    }
    return false;
}

/* Return why a bridge that the rules reject is illegal. */
static DiavoloError bridge_error(const Pos *pos, DiavoloEdge edge, DiavoloReading *reading)
{
    int          size = (int)pos->variant;
    DiavoloField field[2];
    if (diavolo_stage(pos) == DIAVOLO_FIRST || diavolo_stage(pos) == DIAVOLO_OFFER)
        return DIAVOLO_ERROR_EARLY;
    for (int i = 0; i < 2; i++) {
        reading->bad = reading->point[i];
        if (!is_own_corner(pos, reading->bad))
            return DIAVOLO_ERROR_CORNER;
        if (diavolo_point_is_taken(pos, diavolo_point_number(size, reading->bad)))
            return DIAVOLO_ERROR_TAKEN;
    }
    int count = diavolo_edge_fields(size, edge, field);
    reading->beside = field[count - 1];
    for (int i = 0; i < count; i++)
        if (diavolo_land(pos, diavolo_field_number(size, field[i])) != SIDE_NONE)
            reading->beside = field[i];
    return DIAVOLO_ERROR_BESIDE;
}

/* Return the reading with `error` if its step is illegal. */
static DiavoloReading checked_step(const Pos *pos, DiavoloReading reading, DiavoloError error,
                                   size_t at)
{
    bool legal = DIAVOLO_RULES.legal(pos, reading.step);
    return illegal(reading, legal ? DIAVOLO_FINE : error, at);
}

/* --- parsing --- */

/* Copy the word at the front of `scan` for the error message; printable ASCII only. */
static void keep_name(DiavoloReading *reading, const Scan *scan)
{
    size_t n = 0;
    while (n + 1 < sizeof reading->name && scan->at + n < scan->size) {
        char c = scan->data[scan->at + n];
        if (c <= ' ' || c > '~' || strchr("+-:", c) != NULL)
            break;
        reading->name[n++] = c;
    }
    reading->name[n] = '\0';
}

static DiavoloReading checked_land(const Pos *pos, DiavoloReading reading, size_t at)
{
    int number = diavolo_field_number((int)pos->variant, reading.field);
    reading.step = islands_step(ISLANDS_STONE, (uint32_t)number);
    if (DIAVOLO_RULES.legal(pos, reading.step))
        return illegal(reading, DIAVOLO_FINE, at);
    DiavoloError error = land_error(pos, number, &reading);
    return illegal(reading, error, at);
}

static DiavoloReading parse_short_land(const Pos *pos, Scan *scan, DiavoloReading reading)
{
    size_t at = scan->at;
    keep_name(&reading, scan);
    if (!diavolo_field_read(scan, &reading.field))
        return illegal(reading, DIAVOLO_ERROR_FORM, at);
    if (!diavolo_field_exists((int)pos->variant, reading.field))
        return illegal(reading, DIAVOLO_ERROR_NO_FIELD, at);
    return checked_land(pos, reading, at);
}

/* Parse a point of the board.  False, with the error in `reading`, if there is none. */
static bool parse_point(const Pos *pos, Scan *scan, DiavoloPoint *point, DiavoloReading *reading)
{
    size_t at = scan->at;
    keep_name(reading, scan);
    if (!diavolo_point_read(scan, point))
        *reading = illegal(*reading, DIAVOLO_ERROR_FORM, at);
    else if (!diavolo_point_exists((int)pos->variant, *point))
        *reading = illegal(*reading, DIAVOLO_ERROR_NO_POINT, at);
    return reading->error == DIAVOLO_FINE;
}

/* Parse the rest of "1,1:2,1:1,2" after its first point. */
static DiavoloReading parse_long_land(const Pos *pos, Scan *scan, DiavoloPoint first, size_t at,
                                      DiavoloReading reading)
{
    DiavoloPoint corner[3] = { first };
    for (int i = 1; i < 3; i++) {
        if (!scan_char(scan, ':'))
            return illegal(reading, DIAVOLO_ERROR_FORM, scan->at);
        if (!parse_point(pos, scan, &corner[i], &reading))
            return reading;
    }
    if (!diavolo_field_of((int)pos->variant, corner, &reading.field))
        return illegal(reading, DIAVOLO_ERROR_NO_CORNERS, at);
    return checked_land(pos, reading, at);
}

/* Parse the rest of "3,1-2,2" after its first point. */
static DiavoloReading parse_bridge(const Pos *pos, Scan *scan, size_t at, DiavoloReading reading)
{
    int         size = (int)pos->variant;
    DiavoloEdge edge;
    if (!scan_char(scan, '-') || pos->phase != 0)
        return illegal(reading, DIAVOLO_ERROR_FORM, scan->at);
    if (!parse_point(pos, scan, &reading.point[1], &reading))
        return reading;
    if (!diavolo_edge_between(size, reading.point[0], reading.point[1], &edge))
        return illegal(reading, DIAVOLO_ERROR_EDGE, at);
    reading.step = islands_step(ISLANDS_BRIDGE, (uint32_t)diavolo_edge_number(size, edge));
    if (DIAVOLO_RULES.legal(pos, reading.step))
        return illegal(reading, DIAVOLO_FINE, at);
    DiavoloError error = bridge_error(pos, edge, &reading);
    return illegal(reading, error, at);
}

static DiavoloReading parse_piece(const Pos *pos, Scan *scan, DiavoloReading reading)
{
    size_t at = scan->at;
    char   first = scan_peek(scan);
    if (first == 'u' || first == 'd')
        return parse_short_land(pos, scan, reading);
    if (!parse_point(pos, scan, &reading.point[0], &reading))
        return reading;
    return scan_peek(scan) == ':' ? parse_long_land(pos, scan, reading.point[0], at, reading)
                                  : parse_bridge(pos, scan, at, reading);
}

static DiavoloReading parse_first(const Pos *pos, Scan *scan, DiavoloReading reading)
{
    size_t at = scan->at;
    if (scan_word(scan, "swap")) {
        reading.step = islands_step(ISLANDS_SWAP, 0);
        return checked_step(pos, reading, DIAVOLO_ERROR_SWAP, at);
    }
    if (scan_word(scan, "pass")) {
        int pair[2];
        reading.step = islands_step(ISLANDS_PASS, 0);
        return checked_step(pos, reading,
                            diavolo_some_pair(pos, pair) ? DIAVOLO_ERROR_PASS : DIAVOLO_ERROR_EARLY,
                            at);
    }
    return parse_piece(pos, scan, reading);
}

DiavoloReading diavolo_step_parse(const Pos *pos, Scan *scan)
{
    assert(pos->phase <= 1);
    DiavoloReading reading = { .at = scan->at };
    Scan           ahead = *scan;
    if (diavolo_stage(pos) == DIAVOLO_ENDED)
        return illegal(reading, DIAVOLO_ERROR_OVER, scan->at);
    if (pos->phase == 0)
        reading = parse_first(pos, &ahead, reading);
    else if (scan_char(&ahead, '+'))
        reading = parse_piece(pos, &ahead, reading);
    else
        return illegal(reading, DIAVOLO_ERROR_SECOND, scan->at);
    if (reading.error == DIAVOLO_FINE)
        *scan = ahead;
    return reading;
}

bool diavolo_error_is_syntax(DiavoloError error)
{
    return error >= DIAVOLO_ERROR_FORM && error <= DIAVOLO_ERROR_NO_CORNERS;
}

/* --- messages --- */

enum { LANDS_LISTED_MAX = 12 }; /* keeps a message short; `offending` gets all lands */

static const char *side_name(int side)
{
    return side == DIAVOLO_WHITE ? "White" : "Red";
}

static const char *land_colour(const Pos *pos, DiavoloField field)
{
    int side = diavolo_land(pos, diavolo_field_number((int)pos->variant, field));
    return side == DIAVOLO_WHITE ? "white" : "red";
}

static void add_offending(int cell, CellList *offending)
{
    if (offending != NULL && offending->count < TOUCHES_MAX)
        offending->cell[offending->count++] = (uint16_t)cell;
}

static void write_field(const Pos *pos, DiavoloField field, Text *out, CellList *offending)
{
    diavolo_field_write(field, out);
    add_offending(diavolo_field_cell(diavolo_field_number((int)pos->variant, field)), offending);
}

static void write_point(const Pos *pos, DiavoloPoint point, Text *out, CellList *offending)
{
    diavolo_point_write(point, out);
    add_offending(diavolo_point_cell((int)pos->variant, point), offending);
}

static void write_lands(const Pos *pos, const DiavoloReading *r, Text *out, CellList *offending)
{
    int size = (int)pos->variant;
    for (int i = 0; i < r->land_count; i++) {
        if (i < LANDS_LISTED_MAX) {
            text_char(out, ' ');
            diavolo_field_write(diavolo_field(size, r->land[i]), out);
        }
        add_offending(diavolo_field_cell(r->land[i]), offending);
    }
    if (r->land_count > LANDS_LISTED_MAX)
        text_add(out, " and others");
}

/* Write "the bridge 3,1-2,2"; its two points are offending. */
static void write_bridge(const Pos *pos, int edge, Text *out, CellList *offending)
{
    DiavoloPoint end[2];
    diavolo_edge_ends(diavolo_edge((int)pos->variant, edge), end);
    text_add(out, "the bridge ");
    write_point(pos, end[0], out, offending);
    text_char(out, '-');
    write_point(pos, end[1], out, offending);
}

/* Return the edge of the bridge that ends at a taken point. */
static int bridge_at(const Pos *pos, DiavoloPoint point)
{
    int size = (int)pos->variant;
    for (int i = 0; i < diavolo_edge_count(size); i++) {
        DiavoloPoint end[2];
        diavolo_edge_ends(diavolo_edge(size, i), end);
        for (int j = 0; j < 2; j++)
            if (end[j].c == point.c && end[j].r == point.r && diavolo_bridge(pos, i) != SIDE_NONE)
                return i;
    }
    assert(false && "requires a taken point");
    return 0;
}

/* Explain a violation of R4.1 or R4.2. */
static void write_group(const Pos *pos, const DiavoloReading *r, Text *out, CellList *offending)
{
    const char *lands = r->land_count == 1 ? "land" : "lands";
    if (r->by_first) {
        text_add(out, "after ");
        diavolo_field_write(diavolo_field((int)pos->variant, pos->extra), out);
        text_add(out, ", ");
    }
    diavolo_field_write(r->field, out);
    switch (r->error) {
    case DIAVOLO_ERROR_GROUP:
        text_addf(out, " would join a group of %d:", r->joined + 1);
        write_lands(pos, r, out, offending);
        text_add(out, " (R4.1)");
        break;
    case DIAVOLO_ERROR_ISLAND:
        text_addf(out, " would make an island that touches the %s", lands);
        write_lands(pos, r, out, offending);
        text_add(out, " by a corner (R4.2)");
        break;
    default:
        text_add(out, " touches the island at");
        write_lands(pos, r, out, offending);
        text_add(out, " by a corner (R4.2)");
        break;
    }
}

static void write_land(const Pos *pos, const DiavoloReading *r, Text *out, CellList *offending)
{
    int number = diavolo_field_number((int)pos->variant, r->field);
    switch (r->error) {
    case DIAVOLO_ERROR_FULL:
        write_field(pos, r->field, out, offending);
        text_addf(out, " already holds a %s land (R4.4)", land_colour(pos, r->field));
        break;
    case DIAVOLO_ERROR_BLOCKED:
        diavolo_field_write(r->field, out);
        text_add(out, " is blocked by ");
        write_bridge(pos, diavolo_blocking(pos, number), out, offending);
        text_add(out, " (R5.4)");
        break;
    case DIAVOLO_ERROR_PARTNER:
        write_field(pos, r->field, out, offending);
        text_add(out, " is legal alone, but leaves no legal field for the second land (R4.3)");
        break;
    default: write_group(pos, r, out, offending); break;
    }
}

static void write_bridge_error(const Pos *pos, const DiavoloReading *r, Text *out,
                               CellList *offending)
{
    switch (r->error) {
    case DIAVOLO_ERROR_EDGE:
        write_point(pos, r->point[0], out, offending);
        text_add(out, " and ");
        write_point(pos, r->point[1], out, offending);
        text_add(out, " are not adjacent; a bridge is exactly one edge long (R5.5)");
        break;
    case DIAVOLO_ERROR_CORNER:
        write_point(pos, r->bad, out, offending);
        text_addf(out, " is not a corner of a %s land (R5.1)",
                  pos->side == DIAVOLO_WHITE ? "white" : "red");
        break;
    case DIAVOLO_ERROR_TAKEN:
        diavolo_point_write(r->bad, out);
        text_add(out, " is taken by ");
        write_bridge(pos, bridge_at(pos, r->bad), out, offending);
        text_add(out, " (R5.2)");
        break;
    default:
        text_add(out, "the field ");
        write_field(pos, r->beside, out, offending);
        text_addf(out, " beside this bridge holds a %s land (R5.3)", land_colour(pos, r->beside));
        break;
    }
}

static void write_pass(const Pos *pos, Text *out, CellList *offending)
{
    int pair[2] = { 0, 0 }, size = (int)pos->variant;
    diavolo_some_pair(pos, pair);
    text_addf(out, "%s may not pass while two lands can be placed, for example ",
              side_name(pos->side));
    write_field(pos, diavolo_field(size, pair[0]), out, offending);
    text_char(out, '+');
    write_field(pos, diavolo_field(size, pair[1]), out, offending);
    text_add(out, " (R6.1)");
}

/* Return the message of an error that names no cell, or NULL. */
static const char *fixed_message(const Pos *pos, DiavoloError error)
{
    switch (error) {
    case DIAVOLO_ERROR_OVER: return "the game is over (R6)";
    case DIAVOLO_ERROR_FORM:
        return "a move is two lands such as u1,1+d1,2, a bridge such as 3,1-2,2, swap or pass "
               "(R9.4)";
    case DIAVOLO_ERROR_SECOND: return "a second land must follow after a +, as in u1,1+d1,2 (R4.3)";
    case DIAVOLO_ERROR_EARLY:
        return diavolo_stage(pos) == DIAVOLO_FIRST
                   ? "White's first move must be two lands (R3.1)"
                   : "Red's first move must be two lands or swap (R7)";
    case DIAVOLO_ERROR_SWAP:
        return diavolo_stage(pos) == DIAVOLO_FIRST
                   ? "only Red may swap, in reply to White's first move (R3.2)"
                   : "a swap is possible only as Red's first move (R3.3)";
    default: return NULL;
    }
}

void diavolo_error_write(const Pos *pos, const DiavoloReading *r, Text *out, CellList *offending)
{
    const char *plain = fixed_message(pos, r->error);
    int         size = (int)pos->variant;
    if (plain != NULL)
        text_add(out, plain);
    else if (r->error == DIAVOLO_ERROR_NO_POINT)
        text_addf(out, "'%s' is not a point of a board of side %d (R1.2)", r->name, size);
    else if (r->error == DIAVOLO_ERROR_NO_FIELD)
        text_addf(out, "'%s' is not a field of a board of side %d (R1.3)", r->name, size);
    else if (r->error == DIAVOLO_ERROR_NO_CORNERS)
        text_add(out, "these three points are not the corners of a field (R1.3)");
    else if (r->error == DIAVOLO_ERROR_PASS)
        write_pass(pos, out, offending);
    else if (r->error >= DIAVOLO_ERROR_EDGE)
        write_bridge_error(pos, r, out, offending);
    else if (r->error != DIAVOLO_FINE)
        write_land(pos, r, out, offending);
}
