/* margin.h - the exact margin of an ending: alpha-beta on the final lead, with a transposition
 * table.
 *
 * Knows:   the interface of games with points in which no position can repeat; how a game ranks
 *          steps, for move ordering.
 * Ignores: evaluation.  Every answer comes from the ends of all relevant lines.
 *
 * A score combines lead and winner in one number, for the player who has side 0 at the root: four
 * times the lead, plus or minus one if a side has won.  The side that leads wins, so the better of
 * two scores is the better end in both respects.
 */
#ifndef CORE_MARGIN_H
#define CORE_MARGIN_H

#include "core/turn.h"

typedef struct Margins Margins;

/* Return NULL if memory ran out.  `game` must outlive it.  `expired` is polled and stops a search if it
 * returns true; NULL: never. */
Margins *margins_new(const Game *game, size_t memory_bytes, bool (*expired)(void *context),
                     void *context);
void     margins_delete(Margins *margins);

/* True if the game has points and no position can repeat. */
bool margins_serve(const Game *game);

enum { MARGINS_FAR = 16000 }; /* beyond every score */

/* Proved bounds of a score: at least `low`, at most `high`.  `turns` belongs to the last answer: an
 * upper bound on the turns until the end for the side that it favours. */
typedef struct ScoreBounds {
    int      low, high;
    uint32_t turns;
} ScoreBounds;

/* Return the lead of a score. */
int margins_lead(int score);

/* Test whether the score of a position (phase 0) is at least `bound`, and narrow `known`, expanding
 * about `nodes` positions at most.  Return false if that was not enough. */
bool margins_search(Margins *margins, const Pos *pos, int bound, uint64_t nodes,
                    ScoreBounds *known);

/* Search the steps of this turn first at the root, from now on. */
void margins_prefer(Margins *margins, const Turn *turn);

/* Return the turn that proves the last answer, which margins_search returned true for.  Empty if the
 * answer is in favour of the side that is not to move. */
const Turn *margins_turn(const Margins *margins);

/* Return the number of expanded positions since margins_new. */
uint64_t margins_nodes(const Margins *margins);

#endif
