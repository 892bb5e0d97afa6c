/* retro_layer.h - one layer, solved from its ends backwards.
 *
 * Knows:   the ways between the positions of a layer (GameIndex), the codes of the layers below.
 * Ignores: files, and what comes before or after.
 */
#ifndef SOLVER_RETRO_LAYER_H
#define SOLVER_RETRO_LAYER_H

#include "solver/retro_work.h"

/* The layers of a table as far as they are known: NULL where not yet. */
typedef struct RetroSpace {
    const GameIndex           *index;
    void                      *opened;
    uint32_t                   layer_count;
    const RetroSection *const *known;
} RetroSpace;

/* Codes for all positions of `layer`: `codes` are the caller's to free.  STATUS_TOO_LARGE beyond
 * `memory_bytes`; STATUS_SYSTEM where ways that have no room there cannot be written to the options' folder
 * either; STATUS_ILLEGAL where the index breaks its promises; STATUS_OK with NULL where
 * the listener stopped the work. */
Status retro_layer_solve(const RetroSpace *space, uint32_t layer, RetroReporter *reporter,
                         size_t memory_bytes, uint16_t **codes, RetroReport *report, Fault *fault);

#endif
