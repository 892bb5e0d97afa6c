/* head.h - one thread that thinks, for one table.
 *
 * Knows:   a player and a copy of a line of play at a time.
 * Ignores: sessions; what comes of an answer.
 *
 * All functions are for the thread that made the head.
 */
#ifndef TERM_HEAD_H
#define TERM_HEAD_H

#include "table/player.h"

typedef struct Head Head;

/* NULL when memory, descriptors or threads ran out. */
Head *head_new(void);
/* Stops what is under way, and waits for it. */
void head_delete(Head *head);

/* What there is to think about. */
typedef struct HeadTask {
    Player      *player;
    const Line  *line; /* copied */
    SearchLimits limits;
    bool         begin; /* tell the player that a game begins, first */
    int          side;  /* these two for that */
    uint64_t     seed;
} HeadTask;

/* Readable when there is news or an answer. */
int head_signal(const Head *head);
/* Whom the players of this head tell what they think; put it into their descriptions. */
PlayerListener head_listen;

/* Begin to think; the head must be idle.  False when memory ran out. */
bool head_ask(Head *head, const HeadTask *task);
/* Ask for the answer soon. */
void head_hurry(Head *head);
/* Was it asked for that, or stopped, since the task began? */
bool head_was_hurried(const Head *head);
/* Stop and wait; there will be no answer. */
void head_cancel(Head *head);
/* Take the answer; false if there is none yet. */
bool head_take(Head *head, PlayerAnswer *answer);
/* Take what it has found so far, also behind its answer; false if there is nothing new. */
bool head_news(Head *head, PlayerNews *news, int64_t *elapsed_ms);

#endif
