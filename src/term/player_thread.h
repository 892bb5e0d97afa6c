/* player_thread.h - one thread that thinks, for one table.
 *
 * Knows:   a player and a copy of a line of play at a time.
 * Ignores: sessions; what comes of an answer.
 *
 * All functions are for the thread that made the head.
 */
#ifndef TERM_PLAYER_THREAD_H
#define TERM_PLAYER_THREAD_H

#include "play/player.h"

typedef struct PlayerThread PlayerThread;

/* NULL when memory, descriptors or threads ran out. */
PlayerThread *player_thread_new(void);
/* Stops what is under way, and waits for it. */
void player_thread_delete(PlayerThread *thread);

/* What there is to think about. */
typedef struct PlayerTask {
    Player      *player;
    const Line  *line; /* copied */
    SearchLimits limits;
    bool         begin; /* tell the player that a game begins, first */
    int          side;  /* these two for that */
    uint64_t     seed;
} PlayerTask;

/* Readable when there is news or an answer. */
int player_thread_signal(const PlayerThread *thread);
/* Whom the players of this head tell what they think; put it into their descriptions. */
PlayerListener player_thread_listen;

/* Begin to think; the head must be idle.  False when memory ran out. */
bool player_thread_start(PlayerThread *thread, const PlayerTask *task);
/* Ask for the answer soon. */
void player_thread_hurry(PlayerThread *thread);
/* Was it asked for that, or stopped, since the task began? */
bool player_thread_was_hurried(const PlayerThread *thread);
/* Stop and wait; there will be no answer. */
void player_thread_cancel(PlayerThread *thread);
/* Take the answer; false if there is none yet. */
bool player_thread_take(PlayerThread *thread, PlayerAnswer *answer);
/* Take what it has found so far, also behind its answer; false if there is nothing new. */
bool player_thread_news(PlayerThread *thread, PlayerNews *news, int64_t *elapsed_ms);

#endif
