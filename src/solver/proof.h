/* proof.h - true values of single positions: who can force a win, and within how many turns.
 *
 * Knows:   the contract, and a game's sound bounds where it has them (GameProof).
 * Ignores: evaluation.  Nothing here is ever a guess: an answer is proved, or it is "unknown".
 *
 * Two ways are combined.  A depth-limited search asks "can this side win within n turns?"; the
 * answer does not depend on how a position was reached, so it can be kept in a table, and a
 * repeated position proves nothing.  And where few positions can be reached at all, listing them
 * and working backwards from the ends also finds the draws by endless play (solver/enumerate.h).
 */
#ifndef SOLVER_PROOF_H
#define SOLVER_PROOF_H

#include "core/game.h"

typedef enum ProofValue {
    PROOF_UNKNOWN, /* the limits were reached first */
    PROOF_FIRST,   /* whoever has side 0 in this position wins by force */
    PROOF_SECOND,  /* whoever has side 1 does */
    PROOF_DRAW,    /* neither side can force a win */
} ProofValue;

typedef struct ProofLimits {
    size_t memory_bytes;            /* for tables, all together */
    bool (*expired)(void *context); /* asked now and then; true stops the work.  NULL: never */
    void *context;
} ProofLimits;

/* Keeps its table from one question to the next; one question at a time. */
typedef struct Prover Prover;

enum { PROVER_TURNS_MAX = 4000 }; /* deeper questions are left to listing: recursion is bounded */

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

/* As prover_within for n = `*n` and up to `last`, one after the other, with at most about `nodes`
 * positions looked at: PROOF_UNKNOWN when that was not enough, and `*n` is then where to go on. */
ProofValue prover_deepen(Prover *prover, const Pos *pos, uint32_t *n, uint32_t last,
                         uint64_t nodes);

/* Can this player (by game_player) win within n turns?  PROOF_DRAW: no; PROOF_UNKNOWN: it took too
 * long; else yes. */
ProofValue prover_player_within(Prover *prover, const Pos *pos, int player, uint32_t n,
                                uint64_t nodes);

/* Positions looked at since the prover was made: for figures. */
uint64_t prover_nodes(const Prover *prover);

#endif
