/* SPDX-License-Identifier: MIT
 *
 * ponte_explain.c - parse one step and explain precisely why it is illegal (R10).
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

/* --- parsing --- */

static PonteReading illegal(PonteReading reading, PonteError error, size_t at)
{
    reading.error = error;
    reading.at = at;
    return reading;
}

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
    reading.cell_count = 2;
    if (!ponte_bridge_between(reading.cell[0], reading.cell[1], &reading.bridge))
        return illegal(reading, PONTE_BRIDGE_DISTANCE, start);
    reading.step = ponte_bridge_step(reading.bridge);
    if (PONTE_RULES.legal(pos, reading.step))
        return reading;
    PonteError why = ponte_bridge_error(pos, pos->side, reading.bridge);
    return illegal(reading, why == PONTE_FINE ? PONTE_BAD_ACTION : why, start);
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
    reading.step = ponte_stone_step(reading.cell[0]);
    if (PONTE_RULES.legal(pos, reading.step))
        return reading;
    PonteError       why = ponte_stone_error(pos, pos->side, reading.cell[0]);
    const PonteHead *head = ponte_head(pos);
    bool twice = pos->phase == 1 && reading.cell[0].y * 16 + reading.cell[0].x == head->first;
    return illegal(reading, why == PONTE_FINE || twice ? PONTE_BAD_ACTION : why, start);
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

/* A message may name a cell several times, but `offending` lists it once. */
static void write_cell(const Pos *pos, PonteCell cell, Text *out, CellList *offending)
{
    uint16_t id = (uint16_t)(cell.y * size_of(pos) + cell.x);
    ponte_cell_write(size_of(pos), cell, out);
    for (int i = 0; offending != NULL && i < offending->count; i++)
        if (offending->cell[i] == id)
            return;
    if (offending != NULL && offending->count < TOUCHES_MAX)
        offending->cell[offending->count++] = id;
}

static void write_cells(const Pos *pos, const PonteCell *cells, int count, Text *out,
                        CellList *offending)
{
    for (int i = 0; i < count; i++) {
        text_char(out, ' ');
        write_cell(pos, cells[i], out, offending);
    }
}

static void write_bridge(const Pos *pos, PonteBridge bridge, Text *out, CellList *offending)
{
    write_cell(pos, bridge.end, out, offending);
    text_char(out, '-');
    write_cell(pos, ponte_other_end(bridge), out, offending);
}

/* Write the first bridge that covers this cell. */
static void write_cover(const Pos *pos, PonteCell cell, Text *out, CellList *offending)
{
    for (int i = 0; i < ponte_head(pos)->bridge_count; i++) {
        PonteBridge bridge = ponte_bridge(pos, i);
        for (int c = 0; c < PONTE_KIND[bridge.kind].cover_count; c++) {
            PonteCell under = cover_cell(bridge, c);
            if (under.x == cell.x && under.y == cell.y) {
                write_bridge(pos, bridge, out, offending);
                return;
            }
        }
    }
}

static void write_diagonal(const Pos *pos, PonteCell cell, Text *out, CellList *offending)
{
    PonteCell group[GROUP_CAPACITY], contacts[GROUP_CAPACITY];
    int       count = ponte_group(pos, pos->side, cell, group, GROUP_CAPACITY);
    int       touching = corner_contacts(pos, pos->side, group, count, contacts);
    if (count == ISLAND_STONES) {
        text_add(out, " would make the island");
        write_cells(pos, group, count, out, offending);
        text_add(out, " touch the stone");
        write_cells(pos, contacts, touching > 1 ? 1 : touching, out, offending);
        text_add(out, " by a corner (R3.3)");
        return;
    }
    text_add(out, " touches the island at");
    write_cells(pos, contacts, touching > 1 ? 1 : touching, out, offending);
    text_add(out, " by its corner (R3.3)");
}

static void write_group_size(const Pos *pos, PonteCell cell, Text *out, CellList *offending)
{
    PonteCell group[16]; /* at most four groups of three around the new stone make 13 */
    int       count = ponte_group(pos, pos->side, cell, group, 16);
    text_addf(out, " would join a group of %d:", count);
    write_cells(pos, group + 1, count - 1, out, offending);
    text_add(out, " (R3.2)");
}

static void write_blocked(const Pos *pos, PonteBridge bridge, Text *out, CellList *offending)
{
    bool share = ponte_unpack(pos->variant).share;
    for (int i = 0; i < PONTE_KIND[bridge.kind].cover_count; i++) {
        PonteCell cell = cover_cell(bridge, i);
        if (ponte_at(pos, cell) != '.') {
            text_add(out, " would cover the stone on ");
            write_cell(pos, cell, out, offending);
            text_add(out, " (R4.4)");
            return;
        }
        if (!share && ponte_is_covered(pos, cell)) {
            text_add(out, " would cover ");
            write_cell(pos, cell, out, offending);
            text_add(out, ", which is under the bridge ");
            write_cover(pos, cell, out, offending);
            text_add(out, " (R4.5)");
            return;
        }
    }
    text_add(out, " would cross the bridge ");
    write_bridge(pos, ponte_bridge(pos, crossed_bridge(pos, bridge)), out, offending);
    text_add(out, " (R4.6)");
}

static void write_ends(const Pos *pos, PonteBridge bridge, bool owner, Text *out,
                       CellList *offending)
{
    PonteCell ends[2] = { bridge.end, ponte_other_end(bridge) };
    for (int i = 0; i < 2; i++) {
        if (owner ? ponte_at(pos, ends[i]) != "WB"[pos->side] : ponte_is_end(pos, ends[i])) {
            text_add(out, ": ");
            write_cell(pos, ends[i], out, offending);
            text_add(out, owner ? " holds no stone of the side to move (R4.2)"
                                : " already carries a bridge (R4.3)");
            return;
        }
    }
}

/* Explain a well-formed action that is not allowed now. */
static void write_bad_action(const Pos *pos, const PonteReading *r, Text *out, CellList *offending)
{
    const PonteHead *head = ponte_head(pos);
    IslandsKind      kind = islands_kind(r->step);
    if (head->over) {
        text_add(out, "the game is over (R5.3)");
    } else if (kind == ISLANDS_SWAP) {
        text_add(out, "only Black may swap, as the second move of the game (R2.2)");
    } else if (kind == ISLANDS_PASS) {
        text_add(out,
                 ponte_unpack(pos->variant).passing
                     ? "a pass is legal only if the side to move cannot place two stones (R5.2)"
                     : "this variant has no pass (R5.1)");
    } else if (kind == ISLANDS_BRIDGE) {
        text_add(out, "no bridge is left in the supply (R8.2)");
    } else if (pos->phase == 1) {
        write_cell(pos, r->cell[0], out, offending);
        text_add(out, " is named twice; a move places stones on two different cells (R3.1)");
    } else {
        write_cell(pos, r->cell[0], out, offending);
        text_add(out, ponte_can_place(pos, pos->side)
                          ? " leaves no legal cell for the second stone of the move (R3.1)"
                          : ": there is no legal way to place two stones (R3.1)");
    }
}

void ponte_error_write(const Pos *pos, const PonteReading *r, Text *out, CellList *offending)
{
    static const char FORM[] =
        "a move is two cells such as a1,b2, a bridge such as a1-c1, swap or pass (R9.2)";
    switch (r->error) {
    case PONTE_FINE: return;
    case PONTE_BAD_FORMAT:
        text_add(out, r->cell_count == 0 && pos->phase == 1
                          ? "a second stone must follow after a comma, as in a1,b2 (R3.1)"
                          : FORM);
        return;
    case PONTE_BAD_ACTION: write_bad_action(pos, r, out, offending); return;
    default: break;
    }
    write_cell(pos, r->cell[0], out, offending);
    if (r->cell_count == 2) {
        text_char(out, '-');
        write_cell(pos, r->cell[1], out, offending);
    }
    switch (r->error) {
    case PONTE_OCCUPIED: text_add(out, " holds a stone (R3.1)"); break;
    case PONTE_COVERED:
        text_add(out, " is under the bridge ");
        write_cover(pos, r->cell[0], out, offending);
        text_add(out, " (R3.1)");
        break;
    case PONTE_DIAGONAL: write_diagonal(pos, r->cell[0], out, offending); break;
    case PONTE_GROUP_SIZE: write_group_size(pos, r->cell[0], out, offending); break;
    case PONTE_BRIDGE_BLOCKED: write_blocked(pos, r->bridge, out, offending); break;
    case PONTE_BRIDGE_ENDS: write_ends(pos, r->bridge, false, out, offending); break;
    case PONTE_BRIDGE_OWNER: write_ends(pos, r->bridge, true, out, offending); break;
    default: text_add(out, " is not the length of a bridge (R4.1)"); break;
    }
}
