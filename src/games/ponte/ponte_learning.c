/* SPDX-License-Identifier: MIT
 *
 * ponte_learning.c - steps and positions as numbers.  On a board of n*n cells, y*n+x is the id of a stone
 * and n*n + kind*n*n + y*n+x that of a bridge; then follow the swap and the pass.
 */
#include <assert.h>

#include "core/learning.h"
#include "games/ponte/ponte.h"

static uint32_t cells_of(uint32_t variant)
{
    uint32_t size = (uint32_t)ponte_unpack(variant).size;
    return size * size;
}

static uint32_t cell_id(int size, PonteCell cell)
{
    return (uint32_t)(cell.y * size + cell.x);
}

static PonteCell id_cell(uint32_t size, uint32_t id)
{
    return (PonteCell){ (int8_t)(id % size), (int8_t)(id / size) };
}

static uint32_t step_count(uint32_t variant)
{
    return (1 + PONTE_KINDS) * cells_of(variant) + 2;
}

static uint32_t step_id(uint32_t variant, Step step)
{
    int         size = ponte_unpack(variant).size;
    uint32_t    cells = cells_of(variant);
    PonteBridge bridge = ponte_step_bridge(step);
    switch (islands_kind(step)) {
    case ISLANDS_STONE: return cell_id(size, ponte_step_cell(step));
    case ISLANDS_BRIDGE: return (1u + bridge.kind) * cells + cell_id(size, bridge.end);
    case ISLANDS_SWAP: return (1 + PONTE_KINDS) * cells;
    default: return (1 + PONTE_KINDS) * cells + 1;
    }
}

static Step step_of(uint32_t variant, uint32_t id)
{
    uint32_t cells = cells_of(variant), size = (uint32_t)ponte_unpack(variant).size;
    assert(id < step_count(variant));
    if (id >= (1 + PONTE_KINDS) * cells)
        return islands_step(id == (1 + PONTE_KINDS) * cells ? ISLANDS_SWAP : ISLANDS_PASS, 0);
    PonteCell cell = id_cell(size, id % cells);
    if (id < cells)
        return ponte_stone_step(cell);
    return ponte_bridge_step((PonteBridge){ (uint8_t)(id / cells - 1), cell });
}

static const char *const PLANES[] = {
    "own stone",
    "other stone",
    "covered by a bridge",
    "own bridge's end",
    "other bridge's end",
    "first stone of the turn",
    NULL,
};
static const char *const SCALARS[] = {
    "black", "swap offered", "last turn", "a turn continues", "bridges / 64", NULL,
};

static void observe_bridges(const Pos *pos, int size, Observation *out)
{
    for (int i = 0; i < ponte_head(pos)->bridge_count; i++) {
        PonteBridge bridge = ponte_bridge(pos, i);
        int         plane = ponte_bridge_owner(pos, i) == pos->side ? 3 : 4;
        observe_cell(out, plane, (int)cell_id(size, bridge.end), 1);
        observe_cell(out, plane, (int)cell_id(size, ponte_other_end(bridge)), 1);
    }
}

static void observe(const Pos *pos, Observation *out)
{
    const PonteHead *head = ponte_head(pos);
    int              size = ponte_unpack(pos->variant).size;
    for (int id = 0; id < size * size; id++) {
        PonteCell cell = id_cell((uint32_t)size, (uint32_t)id);
        char      content = ponte_at(pos, cell);
        if (content != '.')
            observe_cell(out, (content == 'B') == (pos->side == PONTE_BLACK) ? 0 : 1, id, 1);
        if (ponte_is_covered(pos, cell))
            observe_cell(out, 2, id, 1);
    }
    observe_bridges(pos, size, out);
    if (pos->phase != 0)
        observe_cell(out, 5, (head->first >> 4) * size + (head->first & 15), 1);
    out->scalars[0] = pos->side;
    out->scalars[1] = head->swap_offered;
    out->scalars[2] = head->passed != '-';
    out->scalars[3] = pos->phase != 0;
    out->scalars[4] = head->bridge_count < 64 ? (float)head->bridge_count / 64 : 1;
}

const GameLearning PONTE_LEARNING = {
    .step_count = step_count,
    .step_id = step_id,
    .step_of = step_of,
    .planes = PLANES,
    .scalars = SCALARS,
    .observe = observe,
};
