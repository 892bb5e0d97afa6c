/* SPDX-License-Identifier: MIT
 *
 * alliances_learning.c - steps and positions as numbers.  The id of a step is three times the number of
 * the cell, plus the colour.
 */
#include <assert.h>

#include "core/learning.h"
#include "games/alliances/alliances.h"

static uint32_t step_count(uint32_t variant)
{
    return ALLIANCES_COLOURS * (uint32_t)alliances_cell_count((int)variant);
}

static uint32_t step_id(uint32_t variant, Step step)
{
    int cell = alliances_number((int)variant, alliances_step_cell((int)variant, step));
    return ALLIANCES_COLOURS * (uint32_t)cell + (uint32_t)alliances_step_colour(step);
}

static Step step_of(uint32_t variant, uint32_t id)
{
    assert(id < step_count(variant));
    return alliances_step((int)variant, (int)(id % ALLIANCES_COLOURS),
                          alliances_cell((int)variant, (int)(id / ALLIANCES_COLOURS)));
}

/* Players differ in their allies only (R3.1), so the planes are those of the player's colours. */
static const char *const PLANES[] = { "orange disc", "purple disc", "green disc", NULL };
static const char *const SCALARS[] = {
    "second player",     "own orange",       "own purple",  "own green",
    "other orange",      "other purple",     "other green", "orange discs left",
    "purple discs left", "green discs left", NULL,
};

static void observe(const Pos *pos, Observation *out)
{
    int side = (int)pos->variant;
    for (int cell = 0; cell < alliances_cell_count(side); cell++) {
        int colour = alliances_at(pos, alliances_cell(side, cell));
        if (colour != ALLIANCES_EMPTY)
            observe_cell(out, colour, cell, 1);
    }
    out->scalars[0] = pos->side;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        int winner = alliances_winner(pos, colour);
        out->scalars[1 + colour] = winner == pos->side;
        out->scalars[4 + colour] = winner == 1 - pos->side;
        out->scalars[7 + colour] =
            (float)alliances_left(pos, colour) / (float)alliances_supply(side);
    }
}

const GameLearning ALLIANCES_LEARNING = {
    .step_count = step_count,
    .step_id = step_id,
    .step_of = step_of,
    .planes = PLANES,
    .scalars = SCALARS,
    .observe = observe,
};
