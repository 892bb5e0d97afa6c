/* enumerate.h - the value of a position by listing every position that can follow from it.
 *
 * The only way here to prove a draw by endless play: when all reachable positions are known and
 * the wins have been worked backwards from the ends, what is left is a draw.
 */
#ifndef SOLVER_ENUMERATE_H
#define SOLVER_ENUMERATE_H

#include "solver/proof.h"

/* A turn begins in `pos` (phase 0).  Give up (PROOF_UNKNOWN) when more than `state_limit` positions
 * turn up, the memory of `limits` is used up, or time has expired; `*gave_up_by_count` tells whether
 * a larger limit might help.  `turns` becomes the length of the win with best play. */
ProofValue enumerate_solve(const Game *game, const Pos *pos, const ProofLimits *limits,
                           uint32_t state_limit, bool *gave_up_by_count, uint32_t *turns);

#endif
