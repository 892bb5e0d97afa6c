/* review.h - evaluate every position of a game and find the turns that lost chances.
 *
 * Knows:   lines of play, the search, chances (proto/report.h).
 * Ignores: output; which game it is.
 *
 * The node limit and a single thread make the review the same on every machine.
 */
#ifndef PLAY_REVIEW_H
#define PLAY_REVIEW_H

#include "core/line.h"

enum { REVIEW_SURE = 1000 }; /* chances are out of this */

typedef struct ReviewTurn {
    int  player; /* 0 had the first turn of the game, 1 the other */
    int  before; /* this player's chance before the turn, with best play */
    int  after;  /* and after the turn that was played */
    bool is_best;
    Turn best; /* what the search would have played */
} ReviewTurn;

typedef struct Review {
    int         count;
    ReviewTurn *turns;
} Review;

/* Called before each position; false cancels.  `done` of `total` positions are searched. */
typedef bool ReviewTick(void *context, int done, int total);

/* Search every position of the line with `nodes` nodes, last position first, because the transposition
 * table then helps with the earlier ones.  STATUS_OK with `out->count` 0 if `tick` cancelled. */
Status review_line(const Line *line, uint64_t nodes, ReviewTick *tick, void *context, Review *out);
void   review_free(Review *review);

/* Return the chance that a turn lost; 0 if the search knows no better one. */
int review_loss(const ReviewTurn *turn);

#endif
