/* solve.h - the exact value of a position, by all available methods.
 *
 * Knows:   tablebases (tb.h), proof-number search (dfpn.h), the same over canonical keys
 *          (canon_pns.h), iterative deepening (proof.h), enumeration (enumerate.h), the exact
 *          margin of endings (core/margin.h), the order of all these (plan.h), the game interface.
 * Ignores: evaluation.  Every result is proved; otherwise it is "unknown".
 *
 * Values refer to sides of the board: PROOF_FIRST is the player who has side 0 in the queried
 * position, whatever a swap does later.
 */
#ifndef SOLVER_SOLVE_H
#define SOLVER_SOLVE_H

#include "solver/dfpn.h"
#include "solver/plan.h"
#include "solver/proof.h"
#include "solver/retro.h"

/* The method that gave an answer. */
typedef enum SolveMethod {
    SOLVE_NONE,
    SOLVE_PROBE,
    SOLVE_NUMBERS,
    SOLVE_DEEPENING,
    SOLVE_POINTS,
    SOLVE_ENUMERATION,
    SOLVE_BUILD,
    SOLVE_PROOF_FILE, /* not a method: a proof is being assembled */
} SolveMethod;

/* Return its name, for people: "proof-number search". */
const char *solve_method_name(SolveMethod method);

typedef struct Solution {
    ProofValue  value;
    SolveMethod method;
    uint32_t    turns;      /* if a side wins: within this many turns of both sides together */
    bool        exact;      /* and, against best play, not within fewer */
    bool        has_margin; /* games with points only, if requested */
    int         margin;     /* final lead of side 0's player with best play of both */
} Solution;

/* Keeps its tables between queries; one query at a time. */
typedef struct Solver Solver;

/* Return NULL if memory ran out.  `game` must outlive the solver. */
Solver *solver_new(const Game *game, const DfpnLimits *limits);
void    solver_delete(Solver *solver);

/* Use the tablebases in this directory, if there are any for the variant of a query (solver/tb.h).
 * Return false if memory ran out. */
bool solver_use_tables(Solver *solver, const char *folder);

/* Use this tablebase for a variant; it must outlive the solver. */
void solver_borrow_tablebase(Solver *solver, uint32_t variant, Tablebase *tb);

/* Let solver_solve and solver_within build a tablebase in memory if the search stalls and the
 * tablebase fits (solver/plan.h).  `deadline` is a time of clock_wall_seconds, for the estimate; the
 * work stops when the limits expire.  The tablebase may take the part of the memory that enumeration
 * has; it stays open until a query is about another variant. */
void solver_allow_tablebase(Solver *solver, double deadline);

/* Return the limits that a plan for this solver must keep. */
PlanLimits solver_plan_limits(const Solver *solver);

/* Return the memory that --memory or the like must allow for a tablebase of this size. */
size_t solver_memory_for(double tablebase_bytes);

/* All queries are about positions in which a turn begins (phase 0). */
void solver_solve(Solver *solver, const Pos *pos, Solution *solution);
/* Try to find the shortest win, expanding about `nodes` positions. */
void solver_shorten(Solver *solver, const Pos *pos, Solution *solution, uint64_t nodes);
/* Find the margin with best play, as long as time allows. */
void solver_margin(Solver *solver, const Pos *pos, Solution *solution);
/* Can a side force a win within `turns` turns?  PROOF_DRAW: neither can. */
ProofValue solver_within(Solver *solver, const Pos *pos, uint32_t turns);

/* Return the number of expanded positions since solver_new, for statistics. */
uint64_t solver_nodes(const Solver *solver);
bool     solver_is_expired(const Solver *solver);

/* What the solver is doing, or did last.  The callback `expired` of the limits may ask. */
typedef struct SolverProgress {
    SolveMethod          method;
    uint64_t             nodes; /* of a proof that is being assembled: its positions */
    const Plan          *plan;  /* of this query; NULL: not needed so far */
    const RetroProgress *table; /* while a tablebase is built, after its first report; else NULL */
    Status               build; /* of the tablebase in memory: STATUS_OK if it has not failed,
                                 * STATUS_SYSTEM if `expired` stopped it */
} SolverProgress;
SolverProgress solver_progress(const Solver *solver);

/* For solver/certify.h: as dfpn_search and dfpn_known, over canonical keys if the game has them and
 * the last position solved was of the same variant and not in a tablebase. */
GoalStatus  solver_search(Solver *solver, const Pos *pos, const Goal *goal, uint64_t nodes);
GoalStatus  solver_known(Solver *solver, const Pos *pos, const Goal *goal, uint32_t *turns);
const Game *solver_game(const Solver *solver);
Dfpn       *solver_dfpn(Solver *solver);
/* True if the open tablebase has this position. */
bool solver_has_value(const Solver *solver, const Pos *pos);
/* Note that a proof is being assembled and has so many positions so far. */
void    solver_note_proof(Solver *solver, uint32_t positions);
Prover *solver_prover(Solver *solver);

#endif
