/* SPDX-License-Identifier: MIT
 *
 * ponte_explain.c - one step read from a text, with every way in which it can be wrong told apart.
 */
#include "games/ponte/ponte_explain.h"

#include <stdlib.h>
#include <string.h>

const char *ponte_refusal_word(PonteError error)
{
    static const char *const WORDS[] = {
#define X(name, word) word,
        PONTE_ERRORS(X)
#undef X
    };
    return WORDS[error];
}

static int size_of(const Pos *pos)
{
    return ponte_unpack(pos->variant).size;
}

/* --- why a stone may not stand --- */

/* Own stones at a corner of the group that `cell` would make, if one of the two is an island; how
 * many.  `group` has the new stone first. */
static int corner_contacts(const Pos *pos, int colour, const PonteCell *group, int group_count,
                           PonteCell *contacts)
{
    int size = size_of(pos), count = 0;
    for (int i = 0; i < group_count; i++) {
        for (int d = 0; d < 4; d++) {
            PonteCell c = { (int8_t)(group[i].x + (d % 2 ? 1 : -1)),
                            (int8_t)(group[i].y + (d / 2 ? 1 : -1)) };
            PonteCell other[8];
            if (!ponte_on_board(size, c) || ponte_at(pos, c) != "WB"[colour])
                continue;
            bool own = false;
            for (int k = 0; k < group_count; k++)
                own = own || (group[k].x == c.x && group[k].y == c.y);
            int  other_count = own ? 0 : ponte_group(pos, colour, c, other, 8);
            bool is_new = i == 0; /* sandbanks may touch; only the new stone can reach an island */
            if (!own &&
                (group_count == ISLAND_STONES || (is_new && other_count == ISLAND_STONES)) &&
                count < 8)
                contacts[count++] = c;
        }
    }
    return count;
}

PonteError ponte_stone_refusal(const Pos *pos, int colour, PonteCell cell)
{
    PonteCell group[8], contacts[8];
    if (ponte_at(pos, cell) != '.')
        return PONTE_OCCUPIED;
    if (ponte_is_covered(pos, cell))
        return PONTE_COVERED;
    int count = ponte_group(pos, colour, cell, group, 8);
    if (corner_contacts(pos, colour, group, count, contacts) > 0)
        return PONTE_DIAGONAL;
    return count > ISLAND_STONES ? PONTE_GROUP_SIZE : PONTE_FINE;
}

/* --- why a bridge may not be built --- */

static PonteCell cover_cell(PonteBridge bridge, int index)
{
    const PonteCell *cover = &PONTE_KIND[bridge.kind].cover[index];
    return (PonteCell){ (int8_t)(bridge.end.x + cover->x), (int8_t)(bridge.end.y + cover->y) };
}

/* The bridge of the list that this one would cross, or -1. */
static int crossed_bridge(const Pos *pos, PonteBridge bridge)
{
    for (int i = 0; i < ponte_head(pos)->bridge_count; i++)
        if (ponte_bridges_cross(bridge, ponte_bridge(pos, i)))
            return i;
    return -1;
}

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

PonteError ponte_bridge_refusal(const Pos *pos, int colour, PonteBridge bridge)
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

/* --- reading --- */

static PonteReading illegal(PonteReading reading, PonteError error, size_t at)
{
    reading.error = error;
    reading.at = at;
    return reading;
}

/* Take a word in either case. */
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
    PonteError why = ponte_bridge_refusal(pos, pos->side, reading.bridge);
    return illegal(reading, why == PONTE_FINE ? PONTE_BAD_ACTION : why, start);
}

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
    PonteError       why = ponte_stone_refusal(pos, pos->side, reading.cell[0]);
    const PonteHead *head = ponte_head(pos);
    bool twice = pos->phase == 1 && reading.cell[0].y * 16 + reading.cell[0].x == head->first;
    return illegal(reading, why == PONTE_FINE || twice ? PONTE_BAD_ACTION : why, start);
}

PonteReading ponte_step_parse(const Pos *pos, Scan *scan)
{
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

/* --- sentences --- */

/* A sentence may name a cell several times; it is offending once. */
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

/* The bridge of the list that covers this cell. */
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
    PonteCell group[8], contacts[8];
    int       count = ponte_group(pos, pos->side, cell, group, 8);
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
    PonteCell group[16];
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
            text_add(out, " would lie over the stone on ");
            write_cell(pos, cell, out, offending);
            text_add(out, " (R4.4)");
            return;
        }
        if (!share && ponte_is_covered(pos, cell)) {
            text_add(out, " needs ");
            write_cell(pos, cell, out, offending);
            text_add(out, ", which lies under the bridge ");
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
                                : " carries a bridge already (R4.3)");
            return;
        }
    }
}

/* A well-formed action that is not allowed now. */
static void write_bad_action(const Pos *pos, const PonteReading *r, Text *out, CellList *offending)
{
    const PonteHead *head = ponte_head(pos);
    IslandsKind      kind = islands_kind(r->step);
    if (head->over) {
        text_add(out, "the game is over (R5.3)");
    } else if (kind == ISLANDS_SWAP) {
        text_add(out, "a swap is possible only as Black's turn 2 (R2.2)");
    } else if (kind == ISLANDS_PASS) {
        text_add(out, ponte_unpack(pos->variant).passing
                          ? "a pass is not allowed while two stones can be placed (R5.2)"
                          : "there is no pass in this variant (R5.1)");
    } else if (kind == ISLANDS_BRIDGE) {
        text_add(out, "no bridge is left in the supply (R8.2)");
    } else if (pos->phase == 1) {
        write_cell(pos, r->cell[0], out, offending);
        text_add(out, " is named twice: a turn places two different stones (R3.1)");
    } else {
        write_cell(pos, r->cell[0], out, offending);
        text_add(out, ponte_can_place(pos, pos->side)
                          ? " leaves no place for the second stone of the turn (R3.1)"
                          : ": two stones cannot be placed any more (R3.1)");
    }
}

void ponte_error_write(const Pos *pos, const PonteReading *r, Text *out, CellList *offending)
{
    static const char FORM[] =
        "a turn is two cells such as a1,b2, a bridge such as a1-c1, swap or pass (R9.2)";
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
        text_add(out, " lies under the bridge ");
        write_cover(pos, r->cell[0], out, offending);
        text_add(out, " (R3.1)");
        break;
    case PONTE_DIAGONAL: write_diagonal(pos, r->cell[0], out, offending); break;
    case PONTE_GROUP_SIZE: write_group_size(pos, r->cell[0], out, offending); break;
    case PONTE_BRIDGE_BLOCKED: write_blocked(pos, r->bridge, out, offending); break;
    case PONTE_BRIDGE_ENDS: write_ends(pos, r->bridge, false, out, offending); break;
    case PONTE_BRIDGE_OWNER: write_ends(pos, r->bridge, true, out, offending); break;
    default: text_add(out, " is no distance for a bridge (R4.1)"); break;
    }
}
