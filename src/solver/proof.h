/* proof.h - exact values of single positions: who can force a win, and within how many turns.
 *
 * Knows:   the game interface, and a game's sound bounds if it has them (GameProof).
 * Ignores: evaluation.  Every answer is proved, or it is "unknown".
 *
 * Two methods are combined.  Iterative deepening asks "can this side win within n turns?".  The
 * answer does not depend on the path to a position, so it can be kept in a table, and a repetition
 * proves nothing.  If few positions are reachable, enumeration also finds draws by endless play
 * (solver/enumerate.h).
 */
#ifndef SOLVER_PROOF_H
#define SOLVER_PROOF_H

#include "core/game.h"

typedef enum ProofValue {
    PROOF_UNKNOWN, /* a limit was reached first */
    PROOF_FIRST,   /* the player with side 0 in this position wins by force */
    PROOF_SECOND,  /* the player with side 1 does */
    PROOF_DRAW,    /* neither side can force a win */
} ProofValue;

typedef struct ProofLimits {
    size_t memory_bytes;            /* for all tables together */
    bool (*expired)(void *context); /* polled; true stops the search.  NULL: never */
    void *context;
} ProofLimits;

/* Keeps its table between queries; one query at a time. */
typedef struct Prover Prover;

enum { PROVER_TURNS_MAX = 4000 }; /* bounds the recursion; deeper wins are left to enumeration */

/* Return NULL if memory ran out.  `game` must outlive the prover. */
Prover *prover_new(const Game *game, const ProofLimits *limits);
void    prover_delete(Prover *prover);

/* Both queries are about a position in which a turn begins (phase 0): within a turn whose steps
 * commute, the search generates only the canonical order.
 *
 * Can a side force a win within `turns` turns of both sides together?  PROOF_DRAW: neither can. */
ProofValue prover_within(Prover *prover, const Pos *pos, uint32_t turns);

/* Return the value under perfect play without a limit.  `turns`, if not NULL, becomes an upper
 * bound on the turns until the win. */
ProofValue prover_solve(Prover *prover, const Pos *pos, uint32_t *turns);

/* As prover_within for n = `*n` up to `last`, one after the other, expanding about `nodes`
 * positions at most.  PROOF_UNKNOWN: that was not enough, and `*n` is where to resume. */
ProofValue prover_deepen(Prover *prover, const Pos *pos, uint32_t *n, uint32_t last,
                         uint64_t nodes);

/* Can this player (by game_player) win within n turns?  PROOF_DRAW: no; PROOF_UNKNOWN: the node
 * limit was reached; otherwise yes. */
ProofValue prover_player_within(Prover *prover, const Pos *pos, int player, uint32_t n,
                                uint64_t nodes);

/* Return the number of expanded positions since prover_new, for statistics. */
uint64_t prover_nodes(const Prover *prover);

#endif
