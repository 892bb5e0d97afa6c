/* enumerate.h - the value of a position by enumerating all reachable positions (retrograde analysis
 * in memory).
 *
 * It is the only method here that proves a draw by endless play: once all reachable positions are
 * known and wins have been propagated backwards from the ends, the rest are draws.
 */
#ifndef SOLVER_ENUMERATE_H
#define SOLVER_ENUMERATE_H

#include "solver/proof.h"

/* Solve `pos`, in which a turn begins (phase 0).  Return PROOF_UNKNOWN if there are more than
 * `state_limit` positions, if the memory of `limits` is used up, or if time has expired.
 * `*gave_up_by_count` says whether a larger limit might help.  `turns` is the length of the win
 * with best play. */
ProofValue enumerate_solve(const Game *game, const Pos *pos, const ProofLimits *limits,
                           uint32_t state_limit, bool *gave_up_by_count, uint32_t *turns);

#endif
