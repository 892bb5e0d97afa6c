/* SPDX-License-Identifier: MIT
 *
 * ponte_fold.c - positions of small boards as keys, for tables.
 *
 * On boards up to 4 x 4 there are 16 cells and 48 places for a bridge.  The key of a position:
 *
 *     high   bits 0-15 Black's stones, 16-31 White's stones, 32 the side to move,
 *            33-34 where the game is: 0 its first turn, 1 a swap is offered, 2 later, 3 White has passed
 *     low    the bridges, a bit for each place
 *
 * of the map of the square that makes it smallest.  Whose a bridge is, its ends tell.  The order of
 * building, the number of the turn and who sits where are left out: nothing depends on them.
 */
#include <stdlib.h>

#include "core/index.h"
#include "games/ponte/ponte.h"

enum {
    SIZE_MAX_HERE = 4,
    CELLS = SIZE_MAX_HERE * SIZE_MAX_HERE,
    PLACES_MAX = 48,
    MAPS = 8,
    BYTE_SETS = 256,
    NO_PLACE = 255,
    WHITE_SHIFT = 16,
    SIDE_SHIFT = 32,
    MOMENT_SHIFT = 33,
    LATER_TURN = 3, /* any number behind the offer to swap will do */
};

typedef enum Moment { MOMENT_FIRST, MOMENT_OFFER, MOMENT_LATER, MOMENT_LAST } Moment;

typedef uint16_t Cells; /* a set of cells, y * size + x */

typedef struct Space {
    uint32_t    variant;
    int         size, place_count;
    PonteBridge place[PLACES_MAX];
    uint8_t     place_of[PONTE_KINDS][CELLS]; /* by kind and upper end */
    Cells       map[MAPS][2][BYTE_SETS];      /* of the low and the high byte of a set */
    uint8_t     place_map[MAPS][PLACES_MAX];
} Space;

/* --- tables --- */

static int cell_number(const Space *space, PonteCell cell)
{
    return cell.y * space->size + cell.x;
}

static PonteCell cell_at(const Space *space, int number)
{
    return (PonteCell){ (int8_t)(number % space->size), (int8_t)(number / space->size) };
}

static PonteCell mapped_cell(const Space *space, PonteCell cell, int map)
{
    return ponte_step_cell(ponte_map_step(space->size, ponte_stone_step(cell), map));
}

static int place_of(const Space *space, PonteBridge bridge)
{
    return space->place_of[bridge.kind][cell_number(space, bridge.end)];
}

static void fill_places(Space *space)
{
    for (uint8_t kind = 0; kind < PONTE_KINDS; kind++)
        for (int n = 0; n < space->size * space->size; n++) {
            PonteBridge bridge = { kind, cell_at(space, n) };
            space->place_of[kind][n] = NO_PLACE;
            if (!ponte_on_board(space->size, ponte_other_end(bridge)))
                continue;
            space->place_of[kind][n] = (uint8_t)space->place_count;
            space->place[space->place_count++] = bridge;
        }
}

static void fill_maps(Space *space)
{
    for (int map = 0; map < MAPS; map++) {
        for (int n = 0; n < space->size * space->size; n++) {
            PonteCell to = mapped_cell(space, cell_at(space, n), map);
            for (uint32_t set = 0; set < BYTE_SETS; set++)
                if ((set >> (n & 7) & 1) != 0)
                    space->map[map][n >> 3][set] |= (Cells)(1u << cell_number(space, to));
        }
        for (int n = 0; n < space->place_count; n++) {
            Step step = ponte_map_step(space->size, ponte_bridge_step(space->place[n]), map);
            space->place_map[map][n] = (uint8_t)place_of(space, ponte_step_bridge(step));
        }
    }
}

/* --- keys --- */

static Cells mapped_cells(const Space *space, Cells set, int map)
{
    return space->map[map][0][set & 255] | space->map[map][1][set >> 8];
}

static uint64_t mapped_places(const Space *space, uint64_t bridges, int map)
{
    uint64_t out = 0;
    for (; bridges != 0; bridges &= bridges - 1)
        out |= UINT64_C(1) << space->place_map[map][__builtin_ctzll(bridges)];
    return out;
}

static Moment moment_of(const PonteHead *head)
{
    return head->turn == 1       ? MOMENT_FIRST
           : head->swap_offered  ? MOMENT_OFFER
           : head->passed == 'p' ? MOMENT_LAST
                                 : MOMENT_LATER;
}

static FoldKey fold(const void *opened, const Pos *pos)
{
    const Space     *space = opened;
    const PonteHead *head = ponte_head(pos);
    Cells            stones[2] = { 0, 0 };
    uint64_t         bridges = 0, low = UINT64_MAX;
    uint32_t         best = UINT32_MAX;
    for (int n = 0; n < space->size * space->size; n++) {
        char at = ponte_at(pos, cell_at(space, n));
        if (at != '.')
            stones[at == 'B'] |= (Cells)(1u << n);
    }
    for (int i = 0; i < head->bridge_count; i++)
        bridges |= UINT64_C(1) << place_of(space, ponte_bridge(pos, i));
    for (int map = 0; map < MAPS; map++) {
        uint32_t both = (uint32_t)mapped_cells(space, stones[0], map) << WHITE_SHIFT |
                        mapped_cells(space, stones[1], map);
        if (both > best)
            continue;
        uint64_t mapped = mapped_places(space, bridges, map);
        if (both < best || mapped < low)
            low = mapped;
        best = both;
    }
    return (FoldKey){
        (uint64_t)moment_of(head) << MOMENT_SHIFT | (uint64_t)pos->side << SIDE_SHIFT | best, low
    };
}

static bool unfold(const void *opened, FoldKey key, Pos *out)
{
    static const int TURN[] = { 1, 2, LATER_TURN, LATER_TURN };
    const Space     *space = opened;
    if (key.high >> MOMENT_SHIFT > MOMENT_LAST || key.low >> space->place_count != 0)
        return false;
    Moment     moment = (Moment)(key.high >> MOMENT_SHIFT);
    PonteParts parts = {
        .side = (int)(key.high >> SIDE_SHIFT & 1),
        .turn = TURN[moment],
        .white_seat = 1,
        .swap_offered = moment == MOMENT_OFFER,
        .passed = moment == MOMENT_LAST ? 'p' : '-',
    };
    for (int n = 0; n < space->size * space->size; n++) {
        PonteCell cell = cell_at(space, n);
        parts.cells[cell.y][cell.x] = (key.high >> (n + WHITE_SHIFT) & 1) != 0 ? 'W'
                                      : (key.high >> n & 1) != 0               ? 'B'
                                                                               : '.';
    }
    for (uint64_t left = key.low; left != 0; left &= left - 1)
        parts.bridges[parts.bridge_count++] = space->place[__builtin_ctzll(left)];
    return ponte_build(space->variant, &parts, out, NULL) == STATUS_OK;
}

/* Every turn places two stones or a bridge, or it is the swap or White's pass. */
static uint32_t age(const void *opened, FoldKey key)
{
    static const uint32_t WITHIN[] = { 0, 0, 1, 2 };
    int turns = __builtin_popcountll(key.high & UINT32_MAX) / 2 + __builtin_popcountll(key.low);
    (void)opened;
    return (uint32_t)turns * 3 + WITHIN[key.high >> MOMENT_SHIFT & 3];
}

/* --- opening --- */

static bool covers(uint32_t variant)
{
    return ponte_unpack(variant).size <= SIZE_MAX_HERE;
}

static void *open_space(uint32_t variant)
{
    Space *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NULL;
    space->variant = variant;
    space->size = ponte_unpack(variant).size;
    fill_places(space);
    fill_maps(space);
    return space;
}

const GameFold PONTE_FOLD = {
    .covers = covers,
    .open = open_space,
    .close = free,
    .fold = fold,
    .unfold = unfold,
    .age = age,
};
