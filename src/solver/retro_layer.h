/* retro_layer.h - retrograde analysis of one layer.
 *
 * Knows:   the moves between the positions of a layer (GameIndex), the codes of the layers below.
 * Ignores: files, and the other layers above.
 */
#ifndef SOLVER_RETRO_LAYER_H
#define SOLVER_RETRO_LAYER_H

#include "solver/retro_work.h"

/* The layers of a tablebase; NULL if not solved yet. */
typedef struct RetroSpace {
    const GameIndex           *index;
    void                      *opened;
    uint32_t                   layer_count;
    const RetroSection *const *known;
} RetroSpace;

/* Compute the codes of all positions of `layer`, or with several ranks of the part of this one (see
 * retro_ranks_share); the caller frees `codes`.  Return STATUS_TOO_LARGE
 * beyond `memory_bytes`; STATUS_SYSTEM if edges that do not fit there cannot be written to the
 * options' directory either; STATUS_ILLEGAL if the index is inconsistent; STATUS_OK with NULL codes
 * if the listener stopped the work. */
Status retro_layer_solve(const RetroSpace *space, uint32_t layer, RetroReporter *reporter,
                         size_t memory_bytes, uint16_t **codes, RetroReport *report, Fault *fault);

#endif
