/* proof.h - true values of single positions: who can force a win, and within how many turns.
 *
 * Knows:   the contract, and a game's sound bounds where it has them (GameProof).
 * Ignores: evaluation.  Nothing here is ever a guess: an answer is proved, or it is "unknown".
 *
 * Two ways are combined.  A depth-limited search asks "can this side win within n turns?"; the
 * answer does not depend on how a position was reached, so it can be kept in a table, and a
 * repeated position proves nothing.  And where few positions can be reached at all, listing them
 * and working backwards from the ends also finds the draws by endless play (solver/reach.h).
 */
#ifndef SOLVER_PROOF_H
#define SOLVER_PROOF_H

#include "core/game.h"

typedef enum ProofValue {
    PROOF_UNKNOWN, /* the limits were reached first */
    PROOF_FIRST,   /* side 0 wins by force */
    PROOF_SECOND,  /* side 1 wins by force */
    PROOF_DRAW,    /* neither side can force a win */
} ProofValue;

typedef struct ProofLimits {
    size_t memory_bytes;            /* for tables, all together */
    bool (*expired)(void *context); /* asked now and then; true stops the work.  NULL: never */
    void *context;
} ProofLimits;

/* Keeps its table from one question to the next; one question at a time. */
typedef struct Prover Prover;

/* NULL when memory ran out.  `game` outlives the prover. */
Prover *prover_new(const Game *game, const ProofLimits *limits);
void    prover_delete(Prover *prover);

/* Both questions are about a position in which a turn begins (phase 0): within a turn whose steps
 * commute, a search lists only the steps that keep their canonical order.
 *
 * Can a side force a win within `turns` turns of both sides together?  PROOF_DRAW: neither can
 * within that many. */
ProofValue prover_within(Prover *prover, const Pos *pos, uint32_t turns);

/* The value under perfect play without end.  `turns`, where not NULL, becomes a number of turns
 * within which the winner wins. */
ProofValue prover_solve(Prover *prover, const Pos *pos, uint32_t *turns);

/* Positions looked at since the prover was made: for figures. */
uint64_t prover_nodes(const Prover *prover);

#endif
