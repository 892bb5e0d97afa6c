/* SPDX-License-Identifier: MIT */
/* Steps and positions as numbers.  The ids are the cells of placements, then n*n for hops from one cell
 * to another, then the stop. */
#include "core/learning.h"
#include "games/toy/toy.h"

static uint32_t step_count(uint32_t variant)
{
    return variant + variant * variant + 1;
}

static uint32_t step_id(uint32_t variant, Step step)
{
    switch (toy_kind(step)) {
    case TOY_PLACE: return (uint32_t)toy_to(step);
    case TOY_HOP: return variant + (uint32_t)toy_from(step) * variant + (uint32_t)toy_to(step);
    default: return variant + variant * variant;
    }
}

static Step step_of(uint32_t variant, uint32_t id)
{
    assert(id < step_count(variant));
    if (id < variant)
        return toy_step(TOY_PLACE, 0, (int)id);
    id -= variant;
    return id < variant * variant ? toy_step(TOY_HOP, (int)(id / variant), (int)(id % variant))
                                  : toy_step(TOY_STOP, 0, 0);
}

static const char *const PLANES[] = { "own stone", "other stone", "first stone of the turn", NULL };
static const char *const SCALARS[] = { "a turn continues", NULL };

static void observe(const Pos *pos, Observation *out)
{
    const Toy *toy = toy_of(pos);
    for (int cell = 0; cell < (int)pos->variant; cell++)
        for (int other = 0; other < 2; other++)
            if (toy->stones[pos->side ^ other] & toy_bit(cell))
                observe_cell(out, other, cell, 1);
    if (pos->phase != 0)
        observe_cell(out, 2, pos->extra, 1);
    out->scalars[0] = pos->phase != 0;
}

const GameLearning TOY_LEARNING = {
    .step_count = step_count,
    .step_id = step_id,
    .step_of = step_of,
    .planes = PLANES,
    .scalars = SCALARS,
    .observe = observe,
};
