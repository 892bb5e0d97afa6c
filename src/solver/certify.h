/* certify.h - write a proof file that an independent program can check.
 *
 * Knows:   the format of docs/proofs.md, and the solver that found the value.
 * Ignores: the checker (naive/verify.h), which shares no code with this.
 *
 * The file is a strategy, position by position.  It is assembled from the solver's tables;
 * discarded results are proved again.
 */
#ifndef SOLVER_CERTIFY_H
#define SOLVER_CERTIFY_H

#include "base/buffer.h"
#include "core/setup.h"
#include "solver/solve.h"

/* Write the complete file for a solution that is not "unknown", with its margin if it has one.
 * `setup` is that of the solver's game, `pos` the solved position (phase 0). solution->turns
 * becomes the length that the proof shows.  Return STATUS_NOT_FOUND if no proof could be assembled
 * (time, or a draw by endless play that does not close), STATUS_NO_MEMORY if it does not fit into
 * `limit_nodes` positions or `out`; `out` is then unusable. */
Status certify(Solver *solver, const Setup *setup, const Pos *pos, Solution *solution,
               uint32_t limit_nodes, Buffer *out);

/* Write a winning line: turns separated by spaces, with the longest known resistance of the loser.
 * Return false if it could not be followed to the end; `out` then has the part that was found. */
bool certify_line(Solver *solver, const Pos *pos, const Solution *solution, Buffer *out);

#endif
