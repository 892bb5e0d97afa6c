/* review.h - a game gone over with the search: how it stood, and which turns changed that.
 *
 * Knows:   lines of play, the search, chances (proto/report.h).
 * Ignores: who reads it; which game it is.
 *
 * With a number of nodes and one thread the same game gets the same review on every machine.
 */
#ifndef PLAY_REVIEW_H
#define PLAY_REVIEW_H

#include "core/line.h"

enum { REVIEW_SURE = 1000 }; /* a chance is told in games of so many */

typedef struct ReviewTurn {
    int  player; /* who took it: 0 had the first turn of the game, 1 the other one */
    int  before; /* this player's chance before the turn, with best play */
    int  after;  /* and after the turn that was played */
    bool is_best;
    Turn best; /* what the search would have played */
} ReviewTurn;

typedef struct Review {
    int         count;
    ReviewTurn *turns;
} Review;

/* Called before each position; false gives up.  `done` of `total` are thought about. */
typedef bool ReviewTick(void *context, int done, int total);

/* Think about every position of the line with so many nodes, the last ones first: what is known about
 * them helps with those before.  STATUS_OK with `out->count` 0 if the listener gave up. */
Status review_line(const Line *line, uint64_t nodes, ReviewTick *tick, void *context, Review *out);
void   review_free(Review *review);

/* What a turn has cost whoever took it; 0 if the search knows no better one. */
int review_loss(const ReviewTurn *turn);

#endif
