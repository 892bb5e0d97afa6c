/* SPDX-License-Identifier: MIT
 *
 * diavolo_explain.c - parse one step, or selected cells, and explain precisely why it is illegal.
 *
 * Text and cells become a DiavoloReading, the intent of the player; the checks and the messages are the
 * same for both.
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

static bool bridge_is_early(const Pos *pos)
{
    return diavolo_stage(pos) == DIAVOLO_FIRST || diavolo_stage(pos) == DIAVOLO_OFFER;
}

/* Return why no bridge of the side to move may end at this point, or DIAVOLO_FINE. */
static DiavoloError point_error(const Pos *pos, DiavoloPoint point)
{
    if (diavolo_land_at(pos, pos->side, point) < 0)
        return DIAVOLO_ERROR_CORNER;
    bool taken = diavolo_point_is_taken(pos, diavolo_point_number((int)pos->variant, point));
    return taken ? DIAVOLO_ERROR_TAKEN : DIAVOLO_FINE;
}

/* Return why a bridge that the rules reject is illegal. */
static DiavoloError bridge_error(const Pos *pos, DiavoloEdge edge, DiavoloReading *reading)
{
    int          size = (int)pos->variant;
    DiavoloField field[2];
    if (bridge_is_early(pos))
        return DIAVOLO_ERROR_EARLY;
    for (int i = 0; i < 2; i++) {
        DiavoloError error = point_error(pos, reading->point[i]);
        reading->bad = reading->point[i];
        if (error != DIAVOLO_FINE)
            return error;
    }
    int count = diavolo_edge_fields(size, edge, field);
    reading->beside = field[count - 1];
    for (int i = 0; i < count; i++)
        if (diavolo_land(pos, diavolo_field_number(size, field[i])) != SIDE_NONE)
            reading->beside = field[i];
    return DIAVOLO_ERROR_BESIDE;
}

static Step bridge_step(int size, DiavoloEdge edge)
{
    return islands_step(ISLANDS_BRIDGE, (uint32_t)diavolo_edge_number(size, edge));
}

/* Return the reading with the bridge between its two points, and why it is illegal. */
static DiavoloReading checked_bridge(const Pos *pos, DiavoloReading reading, size_t at)
{
    int         size = (int)pos->variant;
    DiavoloEdge edge;
    if (!diavolo_edge_between(size, reading.point[0], reading.point[1], &edge))
        return illegal(reading, DIAVOLO_ERROR_EDGE, at);
    reading.step = bridge_step(size, edge);
    if (DIAVOLO_RULES.legal(pos, reading.step))
        return illegal(reading, DIAVOLO_FINE, at);
    DiavoloError error = bridge_error(pos, edge, &reading);
    return illegal(reading, error, at);
}

/* Return a point one edge away, which may be off the board; `direction` is from 0 to 5. */
static DiavoloPoint adjacent_point(DiavoloPoint point, int direction)
{
    static const int STEP[6][2] = {
        { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { 0, -1 }, { 1, -1 }
    };
    return (DiavoloPoint){ point.c + STEP[direction][0], point.r + STEP[direction][1] };
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
    if (!scan_char(scan, '-') || pos->phase != 0)
        return illegal(reading, DIAVOLO_ERROR_FORM, scan->at);
    if (!parse_point(pos, scan, &reading.point[1], &reading))
        return reading;
    return checked_bridge(pos, reading, at);
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

/* --- selected cells --- */

/* Set the step of a bridge between the two points of the reading, and why it is illegal. */
static DiavoloReading select_bridge(const Pos *pos, const CellList *selected,
                                    DiavoloReading reading)
{
    int size = (int)pos->variant, fields = diavolo_field_count(size);
    if (selected->cell[1] < fields) {
        reading.extra = selected->cell[1];
        return illegal(reading, DIAVOLO_ERROR_END_FIELD, 0);
    }
    reading.point[1] = diavolo_point(size, selected->cell[1] - fields);
    reading = checked_bridge(pos, reading, 0);
    if (reading.error == DIAVOLO_FINE && selected->count > 2) {
        reading.extra = selected->cell[2];
        reading.error = DIAVOLO_ERROR_TWO_ENDS;
    }
    return reading;
}

/* Return why no bridge ends at the point, if none does. */
static DiavoloError end_error(const Pos *pos, DiavoloPoint point, DiavoloReading *reading)
{
    int size = (int)pos->variant;
    for (int i = 0; i < 6; i++) {
        DiavoloEdge edge;
        if (diavolo_edge_between(size, point, adjacent_point(point, i), &edge) &&
            DIAVOLO_RULES.legal(pos, bridge_step(size, edge)))
            return DIAVOLO_FINE;
    }
    DiavoloError error = bridge_is_early(pos) ? DIAVOLO_ERROR_EARLY : point_error(pos, point);
    reading->bad = point;
    return error == DIAVOLO_FINE ? DIAVOLO_ERROR_NO_BRIDGE : error;
}

static DiavoloReading select_point(const Pos *pos, const CellList *selected, DiavoloReading reading)
{
    int size = (int)pos->variant, fields = diavolo_field_count(size);
    reading.point[0] = reading.bad = diavolo_point(size, selected->cell[0] - fields);
    if (pos->phase != 0)
        return illegal(reading, DIAVOLO_ERROR_SECOND_POINT, 0);
    if (selected->count > 1)
        return select_bridge(pos, selected, reading);
    DiavoloError error = end_error(pos, reading.point[0], &reading);
    return illegal(reading, error, 0);
}

static DiavoloReading select_field(const Pos *pos, const CellList *selected, DiavoloReading reading)
{
    reading.field = diavolo_field((int)pos->variant, selected->cell[0]);
    reading = checked_land(pos, reading, 0);
    if (reading.error == DIAVOLO_FINE && selected->count > 1) {
        reading.extra = selected->cell[1];
        reading.error = DIAVOLO_ERROR_ONE_FIELD;
    }
    return reading;
}

/* Return the intent of a player who selects these cells, and why no legal step begins with them. */
static DiavoloReading read_cells(const Pos *pos, const CellList *selected)
{
    int            size = (int)pos->variant, fields = diavolo_field_count(size);
    DiavoloReading reading = { .error = DIAVOLO_FINE };
    if (diavolo_stage(pos) == DIAVOLO_ENDED)
        return illegal(reading, DIAVOLO_ERROR_OVER, 0);
    for (int i = 0; i < selected->count; i++)
        if (selected->cell[i] >= fields + diavolo_point_count(size))
            return illegal(reading, DIAVOLO_ERROR_NO_CELL, 0);
    if (selected->count == 0)
        return reading;
    return selected->cell[0] < fields ? select_field(pos, selected, reading)
                                      : select_point(pos, selected, reading);
}

void diavolo_explain_cells(const Pos *pos, const CellList *selected, Message *why)
{
    DiavoloReading reading = read_cells(pos, selected);
    diavolo_error_write(pos, &reading, why);
    /* A first move without bridges is the only error of a point that does not name it. */
    if (reading.error == DIAVOLO_ERROR_EARLY)
        message_offending(why, selected->cell[0]);
}

/* --- messages --- */

static const MessageDef *colour_term(int side)
{
    return &DIAVOLO_MESSAGE[side == DIAVOLO_WHITE ? DIAVOLO_MSG_COLOUR_WHITE
                                                  : DIAVOLO_MSG_COLOUR_RED];
}

static int cell_of(const Pos *pos, DiavoloField field)
{
    return diavolo_field_cell(diavolo_field_number((int)pos->variant, field));
}

/* Name a cell and mark it. */
static void name_cell(Message *why, const char *name, int cell)
{
    message_cell(why, name, cell);
    message_offending(why, cell);
}

static void name_point(const Pos *pos, DiavoloPoint point, const char *name, Message *why)
{
    name_cell(why, name, diavolo_point_cell((int)pos->variant, point));
}

static void name_ends(const Pos *pos, const DiavoloPoint end[2], Message *why)
{
    name_point(pos, end[0], "from", why);
    name_point(pos, end[1], "to", why);
}

/* Name the two points of a bridge and mark them. */
static void name_bridge(const Pos *pos, int edge, Message *why)
{
    DiavoloPoint end[2];
    diavolo_edge_ends(diavolo_edge((int)pos->variant, edge), end);
    name_ends(pos, end, why);
}

static void name_field(const Pos *pos, DiavoloField field, Message *why)
{
    name_cell(why, "cell", cell_of(pos, field));
}

static void name_land(const Pos *pos, DiavoloField field, Message *why)
{
    name_field(pos, field, why);
    message_term(why, "colour",
                 colour_term(diavolo_land(pos, diavolo_field_number((int)pos->variant, field))));
}

/* Return the edge of the bridge that ends at a taken point. */
static int bridge_at(const Pos *pos, DiavoloPoint point)
{
    int size = (int)pos->variant;
    for (int i = 0; i < 6; i++) {
        DiavoloEdge edge;
        if (diavolo_edge_between(size, point, adjacent_point(point, i), &edge) &&
            diavolo_bridge(pos, diavolo_edge_number(size, edge)) != SIDE_NONE)
            return diavolo_edge_number(size, edge);
    }
    assert(false && "requires a taken point");
    return 0;
}

/* Name the offending lands of a violation of R4.1 or R4.2. */
static void name_lands(const Pos *pos, const DiavoloReading *r, Message *why)
{
    uint16_t cells[TOUCHES_MAX];
    for (int i = 0; i < r->land_count; i++)
        cells[i] = (uint16_t)diavolo_field_cell(r->land[i]);
    message_cell(why, "cell", cell_of(pos, r->field));
    if (r->by_first)
        message_cell(why, "first", diavolo_field_cell(pos->extra));
    if (r->error == DIAVOLO_ERROR_GROUP)
        message_count(why, "n", r->joined + 1);
    else if (r->error == DIAVOLO_ERROR_ISLAND)
        message_count(why, "n", r->land_count);
    message_cells(why, "cells", cells, r->land_count);
}

static void name_pair(const Pos *pos, Message *why)
{
    int pair[2] = { 0, 0 };
    diavolo_some_pair(pos, pair);
    message_side(why, "side", pos->side);
    name_cell(why, "first", diavolo_field_cell(pair[0]));
    name_cell(why, "second", diavolo_field_cell(pair[1]));
}

/* Return the definition of an error. */
static DiavoloMessage message_for(const Pos *pos, const DiavoloReading *r)
{
    bool first = diavolo_stage(pos) == DIAVOLO_FIRST;
    switch (r->error) {
    case DIAVOLO_ERROR_OVER: return DIAVOLO_MSG_OVER;
    case DIAVOLO_ERROR_SECOND: return DIAVOLO_MSG_SECOND;
    case DIAVOLO_ERROR_NO_POINT: return DIAVOLO_MSG_NO_POINT;
    case DIAVOLO_ERROR_NO_FIELD: return DIAVOLO_MSG_NO_FIELD;
    case DIAVOLO_ERROR_NO_CORNERS: return DIAVOLO_MSG_NO_CORNERS;
    case DIAVOLO_ERROR_FULL: return DIAVOLO_MSG_FULL;
    case DIAVOLO_ERROR_BLOCKED: return DIAVOLO_MSG_BLOCKED;
    case DIAVOLO_ERROR_GROUP: return r->by_first ? DIAVOLO_MSG_GROUP_AFTER : DIAVOLO_MSG_GROUP;
    case DIAVOLO_ERROR_ISLAND: return r->by_first ? DIAVOLO_MSG_ISLAND_AFTER : DIAVOLO_MSG_ISLAND;
    case DIAVOLO_ERROR_TOUCH: return r->by_first ? DIAVOLO_MSG_TOUCH_AFTER : DIAVOLO_MSG_TOUCH;
    case DIAVOLO_ERROR_PARTNER: return DIAVOLO_MSG_PARTNER;
    case DIAVOLO_ERROR_EARLY: return first ? DIAVOLO_MSG_WHITE_FIRST : DIAVOLO_MSG_RED_FIRST;
    case DIAVOLO_ERROR_EDGE: return DIAVOLO_MSG_EDGE;
    case DIAVOLO_ERROR_CORNER: return DIAVOLO_MSG_CORNER;
    case DIAVOLO_ERROR_TAKEN: return DIAVOLO_MSG_TAKEN;
    case DIAVOLO_ERROR_BESIDE: return DIAVOLO_MSG_BESIDE;
    case DIAVOLO_ERROR_SWAP: return first ? DIAVOLO_MSG_SWAP_EARLY : DIAVOLO_MSG_SWAP_LATE;
    case DIAVOLO_ERROR_PASS: return DIAVOLO_MSG_NO_PASS;
    case DIAVOLO_ERROR_SECOND_POINT: return DIAVOLO_MSG_SECOND_FIELD;
    case DIAVOLO_ERROR_NO_BRIDGE: return DIAVOLO_MSG_NO_BRIDGE;
    case DIAVOLO_ERROR_END_FIELD: return DIAVOLO_MSG_BRIDGE_END;
    case DIAVOLO_ERROR_ONE_FIELD: return DIAVOLO_MSG_ONE_FIELD;
    case DIAVOLO_ERROR_TWO_ENDS: return DIAVOLO_MSG_TWO_ENDS;
    default: return DIAVOLO_MSG_FORM;
    }
}

/* Add the arguments of a message about a land. */
static void name_land_error(const Pos *pos, const DiavoloReading *r, Message *why)
{
    int number = diavolo_field_number((int)pos->variant, r->field);
    switch (r->error) {
    case DIAVOLO_ERROR_FULL: name_land(pos, r->field, why); break;
    case DIAVOLO_ERROR_BLOCKED:
        message_cell(why, "cell", diavolo_field_cell(number));
        name_bridge(pos, diavolo_blocking(pos, number), why);
        break;
    case DIAVOLO_ERROR_PARTNER: name_field(pos, r->field, why); break;
    case DIAVOLO_ERROR_ONE_FIELD:
        message_cell(why, "cell", diavolo_field_cell(number));
        message_offending(why, r->extra);
        break;
    default: name_lands(pos, r, why); break;
    }
}

/* Add the arguments of a message about a point or a bridge. */
static void name_bridge_error(const Pos *pos, const DiavoloReading *r, Message *why)
{
    int size = (int)pos->variant;
    switch (r->error) {
    case DIAVOLO_ERROR_EDGE: name_ends(pos, r->point, why); break;
    case DIAVOLO_ERROR_CORNER:
    case DIAVOLO_ERROR_NO_BRIDGE:
        name_point(pos, r->bad, "cell", why);
        message_term(why, "colour", colour_term(pos->side));
        break;
    case DIAVOLO_ERROR_TAKEN:
        message_cell(why, "cell", diavolo_point_cell(size, r->bad));
        name_bridge(pos, bridge_at(pos, r->bad), why);
        break;
    case DIAVOLO_ERROR_SECOND_POINT: name_point(pos, r->bad, "cell", why); break;
    case DIAVOLO_ERROR_END_FIELD:
        name_cell(why, "cell", r->extra);
        message_cell(why, "from", diavolo_point_cell(size, r->point[0]));
        break;
    case DIAVOLO_ERROR_TWO_ENDS:
        message_cell(why, "from", diavolo_point_cell(size, r->point[0]));
        message_cell(why, "to", diavolo_point_cell(size, r->point[1]));
        message_offending(why, r->extra);
        break;
    default: name_land(pos, r->beside, why); break;
    }
}

/* Add the arguments of a message. */
static void name_error(const Pos *pos, const DiavoloReading *r, Message *why)
{
    switch (r->error) {
    case DIAVOLO_ERROR_NO_POINT:
    case DIAVOLO_ERROR_NO_FIELD:
        message_text(why, "text", r->name);
        message_count(why, "n", (int)pos->variant);
        break;
    case DIAVOLO_ERROR_FULL:
    case DIAVOLO_ERROR_BLOCKED:
    case DIAVOLO_ERROR_GROUP:
    case DIAVOLO_ERROR_ISLAND:
    case DIAVOLO_ERROR_TOUCH:
    case DIAVOLO_ERROR_PARTNER:
    case DIAVOLO_ERROR_ONE_FIELD: name_land_error(pos, r, why); break;
    case DIAVOLO_ERROR_EDGE:
    case DIAVOLO_ERROR_CORNER:
    case DIAVOLO_ERROR_TAKEN:
    case DIAVOLO_ERROR_BESIDE:
    case DIAVOLO_ERROR_SECOND_POINT:
    case DIAVOLO_ERROR_NO_BRIDGE:
    case DIAVOLO_ERROR_END_FIELD:
    case DIAVOLO_ERROR_TWO_ENDS: name_bridge_error(pos, r, why); break;
    case DIAVOLO_ERROR_PASS: name_pair(pos, why); break;
    default: break; /* the others name no cell */
    }
}

void diavolo_error_write(const Pos *pos, const DiavoloReading *r, Message *why)
{
    *why = message_of(NULL);
    if (r->error == DIAVOLO_FINE)
        return;
    why->def = r->error == DIAVOLO_ERROR_NO_CELL ? &CORE_MESSAGE[CORE_MSG_NO_CELL]
                                                 : &DIAVOLO_MESSAGE[message_for(pos, r)];
    why->at = r->at;
    name_error(pos, r, why);
}
