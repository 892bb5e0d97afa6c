/* certify.h - writing down a proof that somebody else can check.
 *
 * Knows:   the format of docs/proofs.md, and the solver that found the value.
 * Ignores: who checks it (naive/verify.h), which shares no code with this.
 *
 * What is written is a strategy, position by position.  It is put together from what the solver
 * remembers; what it has forgotten is proved again.
 */
#ifndef SOLVER_CERTIFY_H
#define SOLVER_CERTIFY_H

#include "base/buffer.h"
#include "core/setup.h"
#include "solver/solve.h"

/* The whole file for a solution that is not "unknown", with its margin if it has one.  `setup` is
 * that of the solver's game, `pos` the position that was solved (phase 0).  solution->turns becomes
 * what the proof shows.  STATUS_NOT_FOUND where no proof was put together (time, or an endless draw
 * that does not close), STATUS_NO_MEMORY where it does not fit into `limit_nodes` positions or
 * `out`; `out` is then useless. */
Status certify(Solver *solver, const Setup *setup, const Pos *pos, Solution *solution,
               uint32_t limit_nodes, Buffer *out);

/* A winning line: turns joined by blanks, the loser holding out as long as is known.  False where it
 * could not be followed to its end; `out` then has what there is. */
bool certify_line(Solver *solver, const Pos *pos, const Solution *solution, Buffer *out);

#endif
