/* SPDX-License-Identifier: MIT
 *
 * ponte_explain.c - read one step, from text or from selected cells, and explain precisely why it is
 * illegal (R10).
 */
#include "games/ponte/ponte_explain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *ponte_error_code(PonteError error)
{
    static const char *const CODES[] = {
#define X(name, code) code,
        PONTE_ERRORS(X)
#undef X
    };
    assert((size_t)error < sizeof CODES / sizeof CODES[0]);
    return CODES[error];
}

static int size_of(const Pos *pos)
{
    return ponte_unpack(pos->variant).size;
}

/* --- why a stone is illegal (R3) --- */

/* Enough for a legal group with a fifth stone, and for the contacts of an island. */
enum { GROUP_CAPACITY = 8 };

/* Write the stones that touch `group` by a corner, where one of the two is an island (R3.3), and
 * return their number, at most GROUP_CAPACITY.  `group` begins with the new stone. */
static int corner_contacts(const Pos *pos, int colour, const PonteCell *group, int group_count,
                           PonteCell *contacts)
{
    int size = size_of(pos), count = 0;
    for (int i = 0; i < group_count; i++) {
        for (int d = 0; d < 4; d++) {
            PonteCell c = { (int8_t)(group[i].x + (d % 2 ? 1 : -1)),
                            (int8_t)(group[i].y + (d / 2 ? 1 : -1)) };
            PonteCell other[GROUP_CAPACITY];
            if (!ponte_on_board(size, c) || ponte_at(pos, c) != "WB"[colour])
                continue;
            bool own = false;
            for (int k = 0; k < group_count; k++)
                own = own || (group[k].x == c.x && group[k].y == c.y);
            int  other_count = own ? 0 : ponte_group(pos, colour, c, other, GROUP_CAPACITY);
            bool is_new = i == 0; /* older stones already kept away from islands */
            if (!own &&
                (group_count == ISLAND_STONES || (is_new && other_count == ISLAND_STONES)) &&
                count < GROUP_CAPACITY)
                contacts[count++] = c;
        }
    }
    return count;
}

PonteError ponte_stone_error(const Pos *pos, int colour, PonteCell cell)
{
    PonteCell group[GROUP_CAPACITY], contacts[GROUP_CAPACITY];
    if (ponte_at(pos, cell) != '.')
        return PONTE_OCCUPIED;
    if (ponte_is_covered(pos, cell))
        return PONTE_COVERED;
    int count = ponte_group(pos, colour, cell, group, GROUP_CAPACITY);
    if (corner_contacts(pos, colour, group, count, contacts) > 0)
        return PONTE_DIAGONAL;
    return count > ISLAND_STONES ? PONTE_GROUP_SIZE : PONTE_FINE;
}

/* --- why a bridge is illegal (R4) --- */

static PonteCell cover_cell(PonteBridge bridge, int index)
{
    assert(index >= 0 && index < PONTE_KIND[bridge.kind].cover_count);
    const PonteCell *cover = &PONTE_KIND[bridge.kind].cover[index];
    return (PonteCell){ (int8_t)(bridge.end.x + cover->x), (int8_t)(bridge.end.y + cover->y) };
}

/* Return the index of the first bridge that this one would cross, or -1. */
static int crossed_bridge(const Pos *pos, PonteBridge bridge)
{
    for (int i = 0; i < ponte_head(pos)->bridge_count; i++)
        if (ponte_bridges_cross(bridge, ponte_bridge(pos, i)))
            return i;
    return -1;
}

/* True if R4.4, R4.5 or R4.6 forbids the bridge. */
static bool is_blocked(const Pos *pos, PonteBridge bridge)
{
    bool share = ponte_unpack(pos->variant).share;
    for (int i = 0; i < PONTE_KIND[bridge.kind].cover_count; i++) {
        PonteCell cell = cover_cell(bridge, i);
        if (ponte_at(pos, cell) != '.' || (!share && ponte_is_covered(pos, cell)))
            return true;
    }
    return crossed_bridge(pos, bridge) >= 0;
}

PonteError ponte_bridge_error(const Pos *pos, int colour, PonteBridge bridge)
{
    PonteCell     other = ponte_other_end(bridge);
    PonteSettings s = ponte_unpack(pos->variant);
    if (is_blocked(pos, bridge))
        return PONTE_BRIDGE_BLOCKED;
    if (ponte_is_end(pos, bridge.end) || ponte_is_end(pos, other))
        return PONTE_BRIDGE_ENDS;
    if (ponte_at(pos, bridge.end) != "WB"[colour] || ponte_at(pos, other) != "WB"[colour])
        return PONTE_BRIDGE_OWNER;
    if (s.bridges != PONTE_UNLIMITED && ponte_head(pos)->bridge_count >= s.bridges)
        return PONTE_BAD_ACTION;
    return PONTE_FINE;
}

/* --- steps given by their cells --- */

static PonteReading illegal(PonteReading reading, PonteError error, size_t at)
{
    reading.error = error;
    reading.at = at;
    return reading;
}

static bool is_same(PonteCell a, PonteCell b)
{
    return a.x == b.x && a.y == b.y;
}

/* True if the cell holds the first stone of this turn. */
static bool is_first(const Pos *pos, PonteCell cell)
{
    return pos->phase == 1 && cell.y * 16 + cell.x == ponte_head(pos)->first;
}

/* Check a stone; `at` is the offset of its text. */
static PonteReading check_stone(const Pos *pos, PonteCell cell, size_t at)
{
    PonteReading reading = {
        .step = ponte_stone_step(cell), .cell = { cell }, .cell_count = 1, .at = at
    };
    if (PONTE_RULES.legal(pos, reading.step))
        return reading;
    PonteError why = ponte_stone_error(pos, pos->side, cell);
    return illegal(reading, why == PONTE_FINE || is_first(pos, cell) ? PONTE_BAD_ACTION : why, at);
}

/* Check a bridge by its ends, in either order. */
static PonteReading check_bridge(const Pos *pos, PonteCell a, PonteCell b, size_t at)
{
    PonteReading reading = { .cell = { a, b }, .cell_count = 2, .at = at };
    if (!ponte_bridge_between(a, b, &reading.bridge))
        return illegal(reading, PONTE_BRIDGE_DISTANCE, at);
    reading.step = ponte_bridge_step(reading.bridge);
    if (PONTE_RULES.legal(pos, reading.step))
        return reading;
    PonteError why = ponte_bridge_error(pos, pos->side, reading.bridge);
    return illegal(reading, why == PONTE_FINE ? PONTE_BAD_ACTION : why, at);
}

/* --- parsing --- */

/* True if `scan` begins with the lower-case word, in either case; the word is then consumed. */
static bool take_word(Scan *scan, const char *word)
{
    Scan ahead = *scan;
    for (; *word != '\0'; word++) {
        char c = scan_peek(&ahead);
        if ((c | 32) != *word)
            return false;
        ahead.at++;
    }
    *scan = ahead;
    return true;
}

/* Parse what follows the '-' of a bridge. */
static PonteReading parse_bridge(const Pos *pos, Scan *scan, PonteReading reading, size_t start)
{
    scan_blanks(scan);
    if (!ponte_cell_read(size_of(pos), scan, &reading.cell[1]))
        return illegal(reading, PONTE_BAD_FORMAT, scan->at);
    return check_bridge(pos, reading.cell[0], reading.cell[1], start);
}

/* Parse a stone or a bridge.  The second stone of a turn follows a comma. */
static PonteReading parse_cells(const Pos *pos, Scan *scan, PonteReading reading)
{
    size_t start = scan->at;
    if (pos->phase == 1 && !scan_char(scan, ','))
        return illegal(reading, PONTE_BAD_FORMAT, start);
    scan_blanks(scan);
    start = scan->at;
    if (!ponte_cell_read(size_of(pos), scan, &reading.cell[0]))
        return illegal(reading, PONTE_BAD_FORMAT, start);
    reading.cell_count = 1;
    scan_blanks(scan);
    if (pos->phase == 0 && scan_char(scan, '-'))
        return parse_bridge(pos, scan, reading, start);
    return check_stone(pos, reading.cell[0], start);
}

PonteReading ponte_step_parse(const Pos *pos, Scan *scan)
{
    assert(pos->phase <= 1);
    PonteReading reading = { .at = scan->at };
    Scan         ahead = *scan;
    scan_blanks(&ahead);
    size_t start = ahead.at;
    if (pos->phase == 0 && (take_word(&ahead, "swap") || take_word(&ahead, "pass"))) {
        char first = (char)(scan->data[start] | 32);
        reading.step = islands_step(first == 's' ? ISLANDS_SWAP : ISLANDS_PASS, 0);
        if (!PONTE_RULES.legal(pos, reading.step))
            return illegal(reading, PONTE_BAD_ACTION, start);
    } else {
        reading = parse_cells(pos, &ahead, reading);
    }
    if (reading.error == PONTE_FINE) {
        scan_blanks(&ahead);
        *scan = ahead;
    }
    return reading;
}

/* --- messages --- */

static Message message_for(PonteMessage message)
{
    return message_of(&PONTE_MESSAGE[message]);
}

static int id_of(const Pos *pos, PonteCell cell)
{
    return cell.y * size_of(pos) + cell.x;
}

/* Add a cell to the offending ones, unless it is among them. */
static void add_offending(const Pos *pos, PonteCell cell, Message *why)
{
    for (int i = 0; i < why->cells.count; i++)
        if (why->cells.cell[i] == id_of(pos, cell))
            return;
    message_offending(why, id_of(pos, cell));
}

/* Name a cell, which is offending. */
static void name_cell(const Pos *pos, const char *name, PonteCell cell, Message *why)
{
    message_cell(why, name, id_of(pos, cell));
    add_offending(pos, cell, why);
}

/* Name a list of cells, which are offending. */
static void name_cells(const Pos *pos, const char *name, const PonteCell *cells, int count,
                       Message *why)
{
    uint16_t ids[TOUCHES_MAX];
    assert(count <= TOUCHES_MAX);
    for (int i = 0; i < count; i++)
        ids[i] = (uint16_t)id_of(pos, cells[i]);
    message_cells(why, name, ids, count);
}

/* Return the index of the first bridge that covers this cell. */
static int covering_bridge(const Pos *pos, PonteCell cell)
{
    for (int i = 0; i < ponte_head(pos)->bridge_count; i++) {
        PonteBridge bridge = ponte_bridge(pos, i);
        for (int c = 0; c < PONTE_KIND[bridge.kind].cover_count; c++)
            if (is_same(cover_cell(bridge, c), cell))
                return i;
    }
    assert(false); /* some bridge covers the cell */
    return 0;
}

static void name_bridge(const Pos *pos, const char *from, const char *to, int index, Message *why)
{
    PonteBridge bridge = ponte_bridge(pos, index);
    name_cell(pos, from, bridge.end, why);
    name_cell(pos, to, ponte_other_end(bridge), why);
}

static Message explain_stone(const Pos *pos, PonteMessage message, PonteCell cell)
{
    Message why = message_for(message);
    name_cell(pos, "cell", cell, &why);
    return why;
}

static Message explain_covered(const Pos *pos, PonteCell cell)
{
    Message why = explain_stone(pos, PONTE_MSG_COVERED, cell);
    name_bridge(pos, "a", "b", covering_bridge(pos, cell), &why);
    return why;
}

static Message explain_diagonal(const Pos *pos, PonteCell cell)
{
    PonteCell group[GROUP_CAPACITY], contacts[GROUP_CAPACITY];
    int       count = ponte_group(pos, pos->side, cell, group, GROUP_CAPACITY);
    int       touching = corner_contacts(pos, pos->side, group, count, contacts);
    assert(touching > 0);
    (void)touching;
    Message why;
    if (count == ISLAND_STONES) {
        why = message_for(PONTE_MSG_ISLAND_CORNER);
        message_cell(&why, "cell", id_of(pos, cell));
        name_cells(pos, "cells", group, count, &why); /* the new stone is the first of them */
    } else {
        why = explain_stone(pos, PONTE_MSG_CORNER, cell);
    }
    name_cell(pos, "stone", contacts[0], &why);
    return why;
}

static Message explain_group_size(const Pos *pos, PonteCell cell)
{
    PonteCell group[16]; /* at most four groups of three around the new stone make 13 */
    int       count = ponte_group(pos, pos->side, cell, group, 16);
    Message   why = explain_stone(pos, PONTE_MSG_GROUP_SIZE, cell);
    message_count(&why, "n", count);
    name_cells(pos, "cells", group + 1, count - 1, &why);
    return why;
}

/* Begin a message about a bridge, with its ends in the order in which they were given. */
static Message explain_bridge(const Pos *pos, PonteMessage message, const PonteReading *r)
{
    Message why = message_for(message);
    name_cell(pos, "a", r->cell[0], &why);
    name_cell(pos, "b", r->cell[1], &why);
    return why;
}

static Message explain_blocked(const Pos *pos, const PonteReading *r)
{
    Message why;
    bool    share = ponte_unpack(pos->variant).share;
    for (int i = 0; i < PONTE_KIND[r->bridge.kind].cover_count; i++) {
        PonteCell cell = cover_cell(r->bridge, i);
        if (ponte_at(pos, cell) != '.') {
            why = explain_bridge(pos, PONTE_MSG_BRIDGE_STONE, r);
            name_cell(pos, "cell", cell, &why);
            return why;
        }
        if (!share && ponte_is_covered(pos, cell)) {
            why = explain_bridge(pos, PONTE_MSG_BRIDGE_COVERED, r);
            name_cell(pos, "cell", cell, &why);
            name_bridge(pos, "c", "d", covering_bridge(pos, cell), &why);
            return why;
        }
    }
    why = explain_bridge(pos, PONTE_MSG_BRIDGE_CROSSES, r);
    name_bridge(pos, "c", "d", crossed_bridge(pos, r->bridge), &why);
    return why;
}

/* Name the end that already carries a bridge, or that holds no stone of the side to move. */
static Message explain_ends(const Pos *pos, const PonteReading *r)
{
    bool      owner = r->error == PONTE_BRIDGE_OWNER;
    PonteCell upper = r->bridge.end;
    bool      is_upper = owner ? ponte_at(pos, upper) != "WB"[pos->side] : ponte_is_end(pos, upper);
    Message   why = explain_bridge(pos, owner ? PONTE_MSG_BRIDGE_OWNER : PONTE_MSG_BRIDGE_END, r);
    name_cell(pos, "cell", is_upper ? upper : ponte_other_end(r->bridge), &why);
    return why;
}

/* Explain a well-formed action that is not allowed now. */
static Message explain_action(const Pos *pos, const PonteReading *r)
{
    if (ponte_head(pos)->over)
        return message_for(PONTE_MSG_OVER);
    switch (islands_kind(r->step)) {
    case ISLANDS_SWAP: return message_for(PONTE_MSG_SWAP_LATE);
    case ISLANDS_PASS:
        return message_for(ponte_unpack(pos->variant).passing ? PONTE_MSG_PASS_EARLY
                                                              : PONTE_MSG_NO_PASS);
    case ISLANDS_BRIDGE: return message_for(PONTE_MSG_NO_BRIDGE_LEFT);
    default: break;
    }
    return explain_stone(pos,
                         pos->phase == 1                   ? PONTE_MSG_TWICE
                         : ponte_can_place(pos, pos->side) ? PONTE_MSG_NO_SECOND
                                                           : PONTE_MSG_NO_PAIR,
                         r->cell[0]);
}

static Message explain(const Pos *pos, const PonteReading *r)
{
    switch (r->error) {
    case PONTE_FINE: break;
    case PONTE_OCCUPIED: return explain_stone(pos, PONTE_MSG_OCCUPIED, r->cell[0]);
    case PONTE_COVERED: return explain_covered(pos, r->cell[0]);
    case PONTE_DIAGONAL: return explain_diagonal(pos, r->cell[0]);
    case PONTE_GROUP_SIZE: return explain_group_size(pos, r->cell[0]);
    case PONTE_BRIDGE_BLOCKED: return explain_blocked(pos, r);
    case PONTE_BRIDGE_ENDS:
    case PONTE_BRIDGE_OWNER: return explain_ends(pos, r);
    case PONTE_BRIDGE_DISTANCE: return explain_bridge(pos, PONTE_MSG_BRIDGE_LENGTH, r);
    case PONTE_BAD_ACTION: return explain_action(pos, r);
    case PONTE_BAD_FORMAT:
        return message_for(r->cell_count == 0 && pos->phase == 1 ? PONTE_MSG_SECOND_MISSING
                                                                 : PONTE_MSG_SYNTAX);
    }
    return message_of(NULL);
}

void ponte_error_message(const Pos *pos, const PonteReading *reading, Message *why)
{
    *why = explain(pos, reading);
    why->at = reading->at;
}

/* --- selected cells --- */

/* Write the own stones at bridge distance from a cell and return their number, at most
 * 2 * PONTE_KINDS.  Stop with -1 if one of these bridges is legal. */
static int list_partners(const Pos *pos, PonteCell cell, PonteCell *partners)
{
    int size = size_of(pos), count = 0;
    for (int i = 0; i < 2 * PONTE_KINDS; i++) {
        int       sign = i < PONTE_KINDS ? 1 : -1;
        PonteCell offset = PONTE_KIND[i % PONTE_KINDS].other;
        PonteCell other = { (int8_t)(cell.x + sign * offset.x),
                            (int8_t)(cell.y + sign * offset.y) };
        if (!ponte_on_board(size, other) || ponte_at(pos, other) != "WB"[pos->side])
            continue;
        partners[count++] = other;
        if (check_bridge(pos, cell, other, 0).error == PONTE_FINE)
            return -1;
    }
    return count;
}

/* Explain why no bridge ends on an own stone; empty if one can. */
static Message explain_end(const Pos *pos, PonteCell cell)
{
    PonteSettings s = ponte_unpack(pos->variant);
    PonteCell     partners[2 * PONTE_KINDS];
    int           count = list_partners(pos, cell, partners);
    if (count < 0)
        return message_of(NULL);
    if (ponte_is_end(pos, cell))
        return explain_stone(pos, PONTE_MSG_END_USED, cell);
    Message why;
    if (s.bridges != PONTE_UNLIMITED && ponte_head(pos)->bridge_count >= s.bridges) {
        why = message_for(PONTE_MSG_NO_BRIDGE_LEFT);
        add_offending(pos, cell, &why);
        return why;
    }
    if (count == 0) {
        why = explain_stone(pos, PONTE_MSG_NO_PARTNER, cell);
        message_side(&why, "side", pos->side);
        return why;
    }
    if (count == 1) {
        PonteReading reading = check_bridge(pos, cell, partners[0], 0);
        return explain(pos, &reading);
    }
    why = explain_stone(pos, PONTE_MSG_NO_BRIDGE, cell);
    name_cells(pos, "cells", partners, count, &why);
    return why;
}

/* Explain why no step begins with one cell. */
static Message explain_first(const Pos *pos, PonteCell cell)
{
    if (pos->phase == 0 && ponte_at(pos, cell) == "WB"[pos->side])
        return explain_end(pos, cell);
    PonteReading reading = check_stone(pos, cell, 0);
    return explain(pos, &reading);
}

/* Explain why no step begins with several cells, of which the first alone is right. */
static Message explain_more(const Pos *pos, const PonteCell *cells, int count)
{
    if (pos->phase == 1)
        return explain_stone(pos, PONTE_MSG_TOO_MANY, cells[1]);
    PonteReading reading = check_bridge(pos, cells[0], cells[1], 0);
    if (reading.error != PONTE_FINE || count == 2)
        return explain(pos, &reading);
    return explain_stone(pos, PONTE_MSG_TOO_MANY, cells[2]);
}

void ponte_explain_cells(const Pos *pos, const CellList *selected, Message *why)
{
    int       size = size_of(pos), count = selected->count < 3 ? selected->count : 3;
    PonteCell cells[3];
    *why = message_of(NULL);
    if (ponte_head(pos)->over) {
        *why = message_for(PONTE_MSG_OVER);
        return;
    }
    for (int i = 0; i < count; i++) {
        if (selected->cell[i] >= size * size) {
            *why = message_of(&CORE_MESSAGE[CORE_MSG_NO_CELL]);
            return;
        }
        cells[i] =
            (PonteCell){ (int8_t)(selected->cell[i] % size), (int8_t)(selected->cell[i] / size) };
    }
    if (count > 0)
        *why = explain_first(pos, cells[0]);
    if (count > 1 && why->def == NULL)
        *why = explain_more(pos, cells, count);
}
