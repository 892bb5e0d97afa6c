/* SPDX-License-Identifier: MIT
 *
 * diavolo_build.c - build positions from lands and bridges, take them apart, and check them.
 *
 * All derived data of a position is computed here by its definition, field by field.
 * diavolo_rules.c updates the same data incrementally, and rules_check compares the two.
 */
#include <assert.h>
#include <string.h>

#include "games/diavolo/diavolo_window.h"

const char DIAVOLO_STAGE_LETTER[DIAVOLO_STAGES + 1] = "fsnle";

/* --- queries --- */

int diavolo_land(const Pos *pos, int field)
{
    const Diavolo *d = diavolo_of(pos);
    assert(field >= 0 && field < diavolo_field_count(size_of(d)));
    Spot spot = spot_at(size_of(d), field);
    for (int side = 0; side < 2; side++)
        if (has_bit(rows_of(d, SET_LAND + side), spot))
            return side;
    return SIDE_NONE;
}

int diavolo_bridge(const Pos *pos, int edge)
{
    const Diavolo *d = diavolo_of(pos);
    assert(edge >= 0 && edge < diavolo_edge_count(size_of(d)));
    DiavoloEdge e = diavolo_edge(size_of(d), edge);
    for (int side = 0; side < 2; side++)
        if (has_bit(rows_of(d, SET_BRIDGE + (int)e.side), (Spot){ e.r, 2 * e.c + side }))
            return side;
    return SIDE_NONE;
}

bool diavolo_point_is_taken(const Pos *pos, int point)
{
    const Diavolo *d = diavolo_of(pos);
    return has_bit(rows_of(d, SET_TAKEN), spot_of_point(diavolo_point(size_of(d), point)));
}

int diavolo_blocking(const Pos *pos, int field)
{
    int          size = (int)pos->variant;
    DiavoloPoint corner[3];
    diavolo_field_corners(diavolo_field(size, field), corner);
    for (int i = 0; i < 3; i++) {
        DiavoloEdge edge;
        diavolo_edge_between(size, corner[i], corner[(i + 1) % 3], &edge);
        int number = diavolo_edge_number(size, edge);
        if (diavolo_bridge(pos, number) != SIDE_NONE)
            return number;
    }
    return -1;
}

DiavoloStage diavolo_stage(const Pos *pos)
{
    return (DiavoloStage)diavolo_of(pos)->stage;
}

int diavolo_white_seat(const Pos *pos)
{
    return diavolo_of(pos)->white_seat;
}

bool diavolo_is_open(const Pos *pos, int side, int field)
{
    const Diavolo *d = diavolo_of(pos);
    return has_bit(rows_of(d, SET_OPEN + side), spot_at(size_of(d), field));
}

bool diavolo_completes_island(const Pos *pos, int side, int field)
{
    const Diavolo *d = diavolo_of(pos);
    return has_bit(rows_of(d, SET_FOUR + side), spot_at(size_of(d), field));
}

int diavolo_land_at(const Pos *pos, int side, DiavoloPoint point)
{
    const Diavolo *d = diavolo_of(pos);
    for (int below = 0; below < 2; below++) { /* three fields above the point, three below */
        Spot left = { point.r - below, 2 * point.c - 2 + below };
        for (int i = 0; i < 3; i++) {
            Spot spot = { left.row, left.bit + i };
            if (has_bit(rows_of(d, SET_LAND + side), spot))
                return field_at(size_of(d), spot);
        }
    }
    return -1;
}

void diavolo_take_apart(const Pos *pos, DiavoloParts *parts)
{
    int size = (int)pos->variant;
    for (int i = 0; i < diavolo_field_count(size); i++) {
        int side = diavolo_land(pos, i);
        parts->land[i] = (uint8_t)(side == SIDE_NONE ? 0 : side + 1);
    }
    for (int i = 0; i < diavolo_edge_count(size); i++) {
        int side = diavolo_bridge(pos, i);
        parts->bridge[i] = (uint8_t)(side == SIDE_NONE ? 0 : side + 1);
    }
    parts->side = pos->side;
    parts->stage = diavolo_stage(pos);
    parts->white_seat = diavolo_white_seat(pos);
    parts->first = pos->phase != 0 ? pos->extra : -1;
}

/* --- bridges --- */

static void set_bit(uint64_t *rows, Spot spot)
{
    rows[spot.row] |= UINT64_C(1) << spot.bit;
}

static void add_lands(Diavolo *d, const DiavoloParts *parts)
{
    for (int i = 0; i < diavolo_field_count(size_of(d)); i++)
        if (parts->land[i] != 0)
            set_bit(rows_in(d, SET_LAND + parts->land[i] - 1), spot_at(size_of(d), i));
}

/* True if the point is a corner of a land of the side.  Six fields meet in a point: three in the
 * row above it and three in the row below. */
static bool is_corner_of(const Diavolo *d, int side, DiavoloPoint p)
{
    const uint64_t *own = rows_of(d, SET_LAND + side);
    int             bit = 2 * p.c;
    return ((own[p.r] >> (bit - 2) & 7) | (own[p.r - 1] >> (bit - 1) & 7)) != 0;
}

/* Add a bridge and check its ends (R5.1, R2.4). */
static DiavoloFlaw add_bridge(Diavolo *d, int edge, int side)
{
    DiavoloEdge  e = diavolo_edge(size_of(d), edge);
    DiavoloPoint end[2];
    diavolo_edge_ends(e, end);
    for (int i = 0; i < 2; i++) {
        if (has_bit(rows_of(d, SET_TAKEN), spot_of_point(end[i])))
            return (DiavoloFlaw){ DIAVOLO_FLAW_POINT, edge };
        if (!is_corner_of(d, side, end[i]))
            return (DiavoloFlaw){ DIAVOLO_FLAW_ENDS, edge };
        set_bit(rows_in(d, SET_TAKEN), spot_of_point(end[i]));
    }
    set_bit(rows_in(d, SET_BRIDGE + (int)e.side), (Spot){ e.r, 2 * e.c + side });
    return (DiavoloFlaw){ DIAVOLO_SOUND, 0 };
}

static DiavoloFlaw add_bridges(Diavolo *d, const DiavoloParts *parts)
{
    DiavoloFlaw flaw = { DIAVOLO_SOUND, 0 };
    for (int i = 0; i < diavolo_edge_count(size_of(d)) && flaw.kind == DIAVOLO_SOUND; i++)
        if (parts->bridge[i] != 0)
            flaw = add_bridge(d, i, parts->bridge[i] - 1);
    return flaw;
}

/* Fill SET_ENDS: corners of own lands that no bridge has taken (R5.1, R5.2). */
static void add_ends(Diavolo *d)
{
    for (int i = 0; i < diavolo_point_count(size_of(d)); i++) {
        DiavoloPoint p = diavolo_point(size_of(d), i);
        for (int side = 0; side < 2; side++)
            if (is_corner_of(d, side, p) && !has_bit(rows_of(d, SET_TAKEN), spot_of_point(p)))
                set_bit(rows_in(d, SET_ENDS), (Spot){ p.r, 2 * p.c + side });
    }
}

/* --- lands --- */

/* The lands that belong to islands; row r is at[r + ROWS_BELOW]. */
typedef struct IslandRows {
    uint64_t at[DIAVOLO_SIZE_MAX + ROWS_BETWEEN + ROWS_BELOW + 1];
} IslandRows;

/* Find the islands of a side, or the first group that breaks R4.1 or R4.2. */
static DiavoloFlaw find_islands(const Diavolo *d, int side, IslandRows *islands)
{
    const uint64_t *own = rows_of(d, SET_LAND + side);
    memset(islands, 0, sizeof *islands);
    for (int i = 0; i < diavolo_field_count(size_of(d)); i++) {
        Spot spot = spot_at(size_of(d), i);
        if (!has_bit(own, spot))
            continue;
        Window lands = window_load(own, spot);
        Window group = window_grow(window_land(spot), lands, 4); /* four rounds show a fifth land */
        int    count = window_count(group);
        if (count > ISLAND_STONES)
            return (DiavoloFlaw){ DIAVOLO_FLAW_GROUP, i };
        if (count < ISLAND_STONES)
            continue;
        if (window_any(window_around(group) & lands & ~group))
            return (DiavoloFlaw){ DIAVOLO_FLAW_TOUCH, i };
        set_bit(islands->at + ROWS_BELOW, spot);
    }
    return (DiavoloFlaw){ DIAVOLO_SOUND, 0 };
}

/* Return what R4 says about a land on this free field. */
static LandCheck check_land(const Diavolo *d, int side, const IslandRows *islands, Spot spot)
{
    Window own = window_load(rows_of(d, SET_LAND + side), spot);
    Window group = window_grow(window_land(spot), own, 4);
    Window touched = window_around(group) & own & ~group;
    int    count = window_count(group);
    if (count > ISLAND_STONES)
        return LANDCHECK_CLOSED;
    if (count == ISLAND_STONES)
        return window_any(touched) ? LANDCHECK_CLOSED : LANDCHECK_ISLAND;
    bool meets_island = window_any(touched & window_load(islands->at + ROWS_BELOW, spot));
    return meets_island ? LANDCHECK_CLOSED : LANDCHECK_OK;
}

static int count_islands(const IslandRows *islands)
{
    int lands = 0;
    for (int row = 1; row <= DIAVOLO_SIZE_MAX; row++)
        lands += __builtin_popcountll(islands->at[row + ROWS_BELOW]);
    return lands / ISLAND_STONES;
}

/* Fill SET_OPEN and SET_FOUR of a side and count its open fields and islands. */
static DiavoloFlaw add_open(Diavolo *d, int side)
{
    IslandRows  islands;
    DiavoloFlaw flaw = find_islands(d, side, &islands);
    if (flaw.kind != DIAVOLO_SOUND)
        return flaw;
    d->islands[side] = (uint8_t)count_islands(&islands);
    for (int i = 0; i < diavolo_field_count(size_of(d)); i++) {
        Spot spot = spot_at(size_of(d), i);
        if (diavolo_land(&d->head, i) != SIDE_NONE || diavolo_blocking(&d->head, i) >= 0)
            continue;
        LandCheck check = check_land(d, side, &islands, spot);
        if (check == LANDCHECK_CLOSED)
            continue;
        d->open[side]++;
        set_bit(rows_in(d, SET_OPEN + side), spot);
        if (check == LANDCHECK_ISLAND)
            set_bit(rows_in(d, SET_FOUR + side), spot);
    }
    return flaw;
}

static DiavoloFlaw find_blocked_land(const Diavolo *d)
{
    for (int i = 0; i < diavolo_field_count(size_of(d)); i++)
        if (diavolo_land(&d->head, i) != SIDE_NONE && diavolo_blocking(&d->head, i) >= 0)
            return (DiavoloFlaw){ DIAVOLO_FLAW_BLOCKED, i };
    return (DiavoloFlaw){ DIAVOLO_SOUND, 0 };
}

/* --- turn and phase (R9.9) --- */

/* True if nothing but the first land of an unfinished turn is on the board. */
static bool board_is_empty(const DiavoloParts *parts, int size)
{
    for (int i = 0; i < diavolo_field_count(size); i++)
        if (parts->land[i] != 0 && i != parts->first)
            return false;
    for (int i = 0; i < diavolo_edge_count(size); i++)
        if (parts->bridge[i] != 0)
            return false;
    return true;
}

/* Check side, seat and board against the phase (R7, R9.9). */
static DiavoloFlaw check_moment(const DiavoloParts *parts, int size)
{
    DiavoloStage stage = parts->stage;
    bool         white = parts->side == DIAVOLO_WHITE;
    if (stage != DIAVOLO_NORMAL && white != (stage == DIAVOLO_FIRST))
        return (DiavoloFlaw){ DIAVOLO_FLAW_TURN, 0 };
    if ((stage == DIAVOLO_FIRST || stage == DIAVOLO_OFFER) && parts->white_seat != 1)
        return (DiavoloFlaw){ DIAVOLO_FLAW_SEAT, 0 };
    if (stage == DIAVOLO_FIRST && !board_is_empty(parts, size))
        return (DiavoloFlaw){ DIAVOLO_FLAW_NOT_EMPTY, 0 };
    return (DiavoloFlaw){ DIAVOLO_SOUND, 0 };
}

/* Check the first land of an unfinished turn (R9.6). */
static DiavoloFlaw check_first_land(const Diavolo *d, const DiavoloParts *parts)
{
    bool holds = parts->first < 0 ||
                 (parts->stage != DIAVOLO_ENDED && parts->land[parts->first] == parts->side + 1 &&
                  d->open[parts->side] > 0);
    return (DiavoloFlaw){ holds ? DIAVOLO_SOUND : DIAVOLO_FLAW_FIRST_LAND, parts->first };
}

DiavoloFlaw diavolo_build(uint32_t variant, const DiavoloParts *parts, Pos *out)
{
    Diavolo d;
    assert(variant >= DIAVOLO_SIZE_MIN && variant <= DIAVOLO_SIZE_MAX);
    assert(parts->side <= DIAVOLO_RED && parts->stage < DIAVOLO_STAGES);
    memset(&d, 0, bytes_of(variant));
    d.head = (Pos){ .variant = variant, .side = parts->side, .phase = parts->first >= 0 };
    d.head.extra = (uint16_t)(parts->first >= 0 ? parts->first : 0);
    d.stage = (uint8_t)parts->stage;
    d.white_seat = (uint8_t)parts->white_seat;
    add_lands(&d, parts);
    DiavoloFlaw flaw = check_moment(parts, (int)variant);
    if (flaw.kind == DIAVOLO_SOUND)
        flaw = add_bridges(&d, parts);
    if (flaw.kind == DIAVOLO_SOUND)
        flaw = find_blocked_land(&d);
    for (int side = 0; side < 2 && flaw.kind == DIAVOLO_SOUND; side++)
        flaw = add_open(&d, side);
    if (flaw.kind == DIAVOLO_SOUND)
        flaw = check_first_land(&d, parts);
    if (flaw.kind != DIAVOLO_SOUND)
        return flaw;
    add_ends(&d);
    d.head.key = DIAVOLO_RULES.key(&d.head);
    memcpy(out, &d, bytes_of(variant));
    return flaw;
}

void diavolo_flaw_write(int size, DiavoloFlaw flaw, Text *out)
{
    static const char *const WHY[] = {
        [DIAVOLO_SOUND] = "the position is legal",
        [DIAVOLO_FLAW_ENDS] = "both ends of a bridge must be corners of lands of its colour (R5.1)",
        [DIAVOLO_FLAW_POINT] = "a point can carry only one bridge end (R2.4)",
        [DIAVOLO_FLAW_BLOCKED] = "a bridge blocks this field for lands (R5.4)",
        [DIAVOLO_FLAW_GROUP] = "a group must not have more than four lands (R4.1)",
        [DIAVOLO_FLAW_TOUCH] = "an island must not touch another group of its colour (R4.2)",
        [DIAVOLO_FLAW_TURN] = "White is to move in phase f, Red in phases s, l and e (R7)",
        [DIAVOLO_FLAW_SEAT] = "White has seat 1 before the swap (R3.4)",
        [DIAVOLO_FLAW_NOT_EMPTY] = "the board must be empty in phase f (R7)",
        [DIAVOLO_FLAW_FIRST_LAND] =
            "the first land must belong to the side to move and allow a second one (R9.6)",
    };
    if (flaw.kind == DIAVOLO_FLAW_ENDS || flaw.kind == DIAVOLO_FLAW_POINT) {
        DiavoloPoint end[2];
        diavolo_edge_ends(diavolo_edge(size, flaw.number), end);
        text_addf(out, "%d,%d-%d,%d: ", end[0].c, end[0].r, end[1].c, end[1].r);
    } else if (flaw.kind >= DIAVOLO_FLAW_BLOCKED && flaw.kind <= DIAVOLO_FLAW_TOUCH) {
        DiavoloField f = diavolo_field(size, flaw.number);
        text_addf(out, "%c%d,%d: ", f.down ? 'd' : 'u', f.c, f.r);
    }
    text_add(out, WHY[flaw.kind]);
}
