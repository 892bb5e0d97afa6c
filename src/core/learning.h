/* learning.h - steps and positions as numbers: the facet for programs that learn a game.
 *
 * Knows:   a fixed set of step ids for each variant, and what an observation contains.
 * Ignores: who learns, and how.
 *
 * The step ids of a variant are 0 to step_count - 1 and never depend on the position, so an agent has
 * a fixed action space.  They are part of the public interface (docs/library.md): an id keeps its
 * meaning from version to version.
 *
 * An observation is what the side that decides now sees: planes, with one number for each cell of the
 * board (GameView.shape), and then scalars.  All numbers are from 0 to 1.  "own" belongs to that side,
 * "other" to its opponent.
 */
#ifndef CORE_LEARNING_H
#define CORE_LEARNING_H

#include "core/game.h"

/* An observation that is being filled in; all numbers are 0 at first. */
typedef struct Observation {
    int    cell_count;
    float *planes; /* plane after plane, cell_count numbers each */
    float *scalars;
} Observation;

static inline void observe_cell(Observation *out, int plane, int cell, float value)
{
    out->planes[(size_t)plane * (size_t)out->cell_count + (size_t)cell] = value;
}

typedef struct GameLearning {
    uint32_t (*step_count)(uint32_t variant);
    /* Return the id of a step that is legal in some position of the variant. */
    uint32_t (*step_id)(uint32_t variant, Step step);
    /* Return the step with an id below step_count; it may be illegal everywhere. */
    Step (*step_of)(uint32_t variant, uint32_t id);
    /* What the planes and the scalars mean; the last name is NULL. */
    const char *const *planes;
    const char *const *scalars;
    void (*observe)(const Pos *pos, Observation *out);
} GameLearning;

#endif
