/* SPDX-License-Identifier: MIT
 *
 * duell_learning.c - steps and positions as numbers.  The id of a step is order * 72 * 72 + from * 72 +
 * to.
 */
#include "core/learning.h"
#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"

enum { PAIRS = DUELL_SQUARES * DUELL_SQUARES };

static uint32_t step_count(uint32_t variant)
{
    (void)variant;
    return 2 * PAIRS;
}

static uint32_t step_id(uint32_t variant, Step step)
{
    (void)variant;
    return (uint32_t)(duell_order(step) * PAIRS + duell_from(step) * DUELL_SQUARES +
                      duell_to(step));
}

static Step step_of(uint32_t variant, uint32_t id)
{
    assert(id < step_count(variant));
    int pair = (int)id % PAIRS;
    (void)variant;
    return duell_step(pair / DUELL_SQUARES, pair % DUELL_SQUARES, (int)id / PAIRS);
}

static const char *const PLANES[] = {
    "own king",          "own die's top",    "own die's north",
    "own die's east",    "other king",       "other die's top",
    "other die's north", "other die's east", NULL,
};
static const char *const SCALARS[] = { "black", "plies without capture / 1000", NULL };

static void observe(const Pos *pos, Observation *out)
{
    const Duell *duell = duell_of(pos);
    for (int square = 0; square < DUELL_SQUARES; square++) {
        uint8_t piece = duell->board[square];
        if (piece == DUELL_EMPTY)
            continue;
        const DuellFaces *faces = &DUELL_FACES[duell_kind(piece)];
        int               plane = duell_colour(piece) == pos->side ? 0 : 4;
        if (duell_kind(piece) == DUELL_KING) {
            observe_cell(out, plane, square, 1);
            continue;
        }
        observe_cell(out, plane + 1, square, (float)faces->top / 6);
        observe_cell(out, plane + 2, square, (float)faces->north / 6);
        observe_cell(out, plane + 3, square, (float)faces->east / 6);
    }
    out->scalars[0] = pos->side;
    out->scalars[1] =
        pos->extra < DUELL_NOCAPTURE_MAX ? (float)pos->extra / DUELL_NOCAPTURE_MAX : 1;
}

const GameLearning DUELL_LEARNING = {
    .step_count = step_count,
    .step_id = step_id,
    .step_of = step_of,
    .planes = PLANES,
    .scalars = SCALARS,
    .observe = observe,
};
