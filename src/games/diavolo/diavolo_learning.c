/* SPDX-License-Identifier: MIT
 *
 * diavolo_learning.c - steps and positions as numbers.  The ids are the fields of lands, then the edges of
 * bridges, then the swap and the pass.
 */
#include "games/diavolo/diavolo.h"

#include <assert.h>

#include "core/learning.h"

static uint32_t step_count(uint32_t variant)
{
    return (uint32_t)(diavolo_field_count((int)variant) + diavolo_edge_count((int)variant) + 2);
}

static uint32_t step_id(uint32_t variant, Step step)
{
    uint32_t fields = (uint32_t)diavolo_field_count((int)variant);
    switch (islands_kind(step)) {
    case ISLANDS_STONE: return (uint32_t)islands_value(step);
    case ISLANDS_BRIDGE: return fields + (uint32_t)islands_value(step);
    case ISLANDS_SWAP: return step_count(variant) - 2;
    default: return step_count(variant) - 1;
    }
}

static Step step_of(uint32_t variant, uint32_t id)
{
    uint32_t fields = (uint32_t)diavolo_field_count((int)variant), count = step_count(variant);
    assert(id < count);
    if (id >= count - 2)
        return islands_step(id == count - 2 ? ISLANDS_SWAP : ISLANDS_PASS, 0);
    return id < fields ? islands_step(ISLANDS_STONE, id)
                       : islands_step(ISLANDS_BRIDGE, id - fields);
}

static const char *const PLANES[] = {
    "own land",
    "other land",
    "blocked by a bridge",
    "own bridge's end",
    "other bridge's end",
    "first land of the turn",
    NULL,
};
static const char *const SCALARS[] = { "red", "swap offered", "last turn", "a turn continues",
                                       NULL };

static void observe_ends(int size, int plane, int edge, Observation *out)
{
    DiavoloPoint end[2];
    diavolo_edge_ends(diavolo_edge(size, edge), end);
    for (int i = 0; i < 2; i++)
        observe_cell(out, plane, diavolo_point_cell(size, end[i]), 1);
}

static void observe(const Pos *pos, Observation *out)
{
    int          size = (int)pos->variant, own = 1 + pos->side;
    DiavoloParts parts;
    diavolo_take_apart(pos, &parts);
    for (int field = 0; field < diavolo_field_count(size); field++) {
        int cell = diavolo_field_cell(field);
        if (parts.land[field] != 0)
            observe_cell(out, parts.land[field] == own ? 0 : 1, cell, 1);
        else if (diavolo_blocking(pos, field) >= 0)
            observe_cell(out, 2, cell, 1);
    }
    for (int edge = 0; edge < diavolo_edge_count(size); edge++)
        if (parts.bridge[edge] != 0)
            observe_ends(size, parts.bridge[edge] == own ? 3 : 4, edge, out);
    if (parts.first >= 0)
        observe_cell(out, 5, diavolo_field_cell(parts.first), 1);
    out->scalars[0] = pos->side;
    out->scalars[1] = parts.stage == DIAVOLO_OFFER;
    out->scalars[2] = parts.stage == DIAVOLO_LAST;
    out->scalars[3] = pos->phase != 0;
}

const GameLearning DIAVOLO_LEARNING = {
    .step_count = step_count,
    .step_id = step_id,
    .step_of = step_of,
    .planes = PLANES,
    .scalars = SCALARS,
    .observe = observe,
};
