/* solve.h - the true value of a position, by every way the house has.
 *
 * Knows:   tables of solved positions (tb.h), proof-number search (dfpn.h), the same over keys
 *          (canon_pns.h), deepening (proof.h), listing (enumerate.h), the exact margin of endings (margin.h);
 *          the contract.
 * Ignores: evaluation.  What it says is proved; else it says "unknown".
 *
 * Values are told by sides of the board: PROOF_FIRST is the player who has side 0 in the position
 * that is asked about, whatever a swap does later.
 */
#ifndef SOLVER_SOLVE_H
#define SOLVER_SOLVE_H

#include "solver/dfpn.h"
#include "solver/proof.h"

typedef struct Solution {
    ProofValue value;
    uint32_t   turns;      /* where somebody wins: within so many turns of both sides together */
    bool       exact;      /* and, against best play, not within fewer */
    bool       has_margin; /* games with points only, where asked for */
    int        margin;     /* by which side 0's player ends ahead with best play of both */
} Solution;

/* Keeps its tables from one question to the next; one question at a time. */
typedef struct Solver Solver;

/* NULL when memory ran out.  `game` outlives the solver. */
Solver *solver_new(const Game *game, const DfpnLimits *limits);
void    solver_delete(Solver *solver);

/* Use the tables of solved positions in this folder, if there are any for the variant of a question
 * (solver/tb.h).  False when memory ran out. */
bool solver_use_tables(Solver *solver, const char *folder);

/* All questions are about positions in which a turn begins (phase 0). */
void solver_solve(Solver *solver, const Pos *pos, Solution *solution);
/* Try, with about `nodes` positions, to find out in how few turns the win can be had. */
void solver_shorten(Solver *solver, const Pos *pos, Solution *solution, uint64_t nodes);
/* The margin with best play, as long as time allows. */
void solver_margin(Solver *solver, const Pos *pos, Solution *solution);
/* Can a side force a win within `turns` turns?  PROOF_DRAW: neither can. */
ProofValue solver_within(Solver *solver, const Pos *pos, uint32_t turns);

/* Positions looked at since the solver was made: for figures. */
uint64_t solver_nodes(const Solver *solver);
bool     solver_is_expired(const Solver *solver);

/* For solver/certify.h: as dfpn_search and dfpn_known, over keys where the game has them and the last
 * position solved was of the same variant and in no table. */
GoalStatus  solver_search(Solver *solver, const Pos *pos, const Goal *goal, uint64_t nodes);
GoalStatus  solver_known(Solver *solver, const Pos *pos, const Goal *goal, uint32_t *turns);
const Game *solver_game(const Solver *solver);
Dfpn       *solver_dfpn(Solver *solver);
Prover     *solver_prover(Solver *solver);

#endif
