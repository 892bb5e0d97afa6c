/* review.h - evaluate every position of a game and find the turns that lost chances.
 *
 * Knows:   lines of play, the search.
 * Ignores: output; which game it is.
 *
 * The node limit, the size of the transposition table and a single thread make the review the same on
 * every machine, in the server and in browsers.
 */
#ifndef PLAY_REVIEW_H
#define PLAY_REVIEW_H

#include "core/record.h"

enum {
    REVIEW_SURE = 1000,   /* chances are out of this */
    REVIEW_LINE_MAX = 24, /* steps of a better line */
    REVIEW_NODES = 50000, /* per position, by default */
    REVIEW_TT_BYTES = 16 << 20,
};

typedef struct ReviewTurn {
    int  player; /* 0 had the first turn of the game, 1 the other */
    int  before; /* this player's chance before the turn, with best play */
    int  after;  /* and after the turn that was played */
    bool is_best;
    bool is_proved;   /* `before` is proved: the player could have forced it */
    int  proof_turns; /* then: the turns of both sides until the end */
    Turn best;        /* what the search would have played */
    int  line_count;
    Step line[REVIEW_LINE_MAX]; /* the same, and what could follow */
} ReviewTurn;

/* Turns by the chance that they lost. */
typedef enum ReviewClass {
    REVIEW_GOOD,
    REVIEW_INACCURACY,
    REVIEW_MISTAKE,
    REVIEW_BLUNDER,
    REVIEW_CLASS_COUNT,
} ReviewClass;

typedef struct ReviewClassInfo {
    const char *name;
    int         loss; /* the least loss of this class, out of REVIEW_SURE */
    NoteMark    mark; /* in a record */
} ReviewClassInfo;

extern const ReviewClassInfo REVIEW_CLASSES[REVIEW_CLASS_COUNT];

typedef struct Review {
    int         count;
    ReviewTurn *turns;
} Review;

/* A review in progress, position by position: for owners that do other work in between. */
typedef struct ReviewJob ReviewJob;

/* Begin the review of a copy of the line.  NULL if out of memory. */
ReviewJob *review_job_new(const Line *line, uint64_t nodes);
void       review_job_delete(ReviewJob *job);
/* Search the next position; the last position comes first, because the transposition table then helps with
 * the earlier ones.  The memory of the search is allocated by the first call. */
Status review_job_step(ReviewJob *job);
/* Return how many positions are searched, and how many there are. */
int review_job_done(const ReviewJob *job);
int review_job_total(const ReviewJob *job);
/* Write the review, after the last position. */
Status review_job_finish(const ReviewJob *job, Review *out);

/* Called before each position; false cancels.  `done` of `total` positions are searched. */
typedef bool ReviewTick(void *context, int done, int total);

/* Search every position of the line with `nodes` nodes.  STATUS_OK with `out->count` 0 if `tick` cancelled. */
Status review_line(const Line *line, uint64_t nodes, ReviewTick *tick, void *context, Review *out);
void   review_free(Review *review);

/* Return the chance that a turn lost; 0 if the search knows no better one. */
int         review_loss(const ReviewTurn *turn);
ReviewClass review_class(const ReviewTurn *turn);
/* Return how many turns of a player are of a class. */
int review_count(const Review *review, int player, ReviewClass which);
/* Return the accuracy of a player, out of REVIEW_SURE: the average of all turns, where one that lost
 * nothing counts REVIEW_SURE, one that lost as much as a blunder 0, and others in proportion.  -1 if the
 * player has no turns. */
int review_accuracy(const Review *review, int player);

/* Write the review into the record that was reviewed: marks for the turns that lost chances, and the
 * better lines as variations. */
Status review_annotate(const Review *review, Record *record);

#endif
