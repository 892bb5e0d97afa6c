/* margin.h - the exact margin of an ending: alpha-beta on the final lead, with a table.
 *
 * Knows:   the contract of games with points in which no position comes back; how a game ranks steps,
 *          to look at the better ones first.
 * Ignores: what a position is worth before the end.  Every answer is the end of all lines that count.
 *
 * A score tells the lead and the winner in one number, for the player who has side 0 at the root: four
 * times the lead, and one more or less where somebody has won.  Who leads wins, so the better of two
 * scores is the better end for both questions.
 */
#ifndef SOLVER_MARGIN_H
#define SOLVER_MARGIN_H

#include "solver/proof.h"

typedef struct Margins Margins;

/* NULL when memory ran out.  `game` outlives it. */
Margins *margins_new(const Game *game, const ProofLimits *limits);
void     margins_delete(Margins *margins);

/* Does the game have points, and no position that comes back? */
bool margins_serve(const Game *game);

enum { MARGINS_FAR = 16000 }; /* no score is so large */

/* What is proved about a score: at least `low`, at most `high`.  `turns` belongs to the last answer:
 * whoever it is good for needs no more turns of both sides together until the game is over. */
typedef struct ScoreBounds {
    int      low, high;
    uint32_t turns;
} ScoreBounds;

/* The lead that belongs to a score. */
int margins_lead(int score);

/* Is the score of a position (phase 0) at least `bound`?  Narrows `known`, with at most about `nodes`
 * positions looked at; false where that was not enough. */
bool margins_search(Margins *margins, const Pos *pos, int bound, uint64_t nodes,
                    ScoreBounds *known);

/* Positions looked at since it was made. */
uint64_t margins_nodes(const Margins *margins);

#endif
