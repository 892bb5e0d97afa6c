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

/* A position of the layer while it is being solved. */
typedef struct RetroCell {
    uint16_t code; /* final once its distance has been worked on; a win may still get shorter */
    uint16_t left; /* ways out that are not yet known to lose; LEFT_NEVER: one never will */
} RetroCell;

/* Codes for all positions of `layer`: `cells` is the caller's to free.  STATUS_NO_ROOM beyond
 * `memory_bytes`; STATUS_ILLEGAL where the index breaks its promises; STATUS_OK with NULL where
 * the listener stopped the work. */
Status retro_layer_solve(const RetroSpace *space, uint32_t layer, RetroTeller *teller,
                         size_t memory_bytes, RetroCell **cells, RetroReport *report, Fault *fault);

#endif
