/* player_thread.h - one thread that runs a player for one game.
 *
 * Knows:   one player and a copy of one line of play at a time.
 * Ignores: sessions; what becomes of an answer.
 *
 * All functions are for the thread that created it.
 */
#ifndef TERM_PLAYER_THREAD_H
#define TERM_PLAYER_THREAD_H

#include "play/player.h"

typedef struct PlayerThread PlayerThread;

/* NULL if memory, descriptors or threads ran out. */
PlayerThread *player_thread_new(void);
/* Stop the task in progress and wait for it. */
void player_thread_delete(PlayerThread *thread);

/* What to search. */
typedef struct PlayerTask {
    Player      *player;
    const Line  *line; /* copied */
    SearchLimits limits;
    bool         begin; /* first announce a new game to the player */
    int          side;  /* side and seed of that game */
    uint64_t     seed;
} PlayerTask;

/* Readable when there is news or an answer. */
int player_thread_signal(const PlayerThread *thread);
/* The listener to put into the descriptions of this thread's players. */
PlayerListener player_thread_listen;

/* Start a task; the thread must be idle. False if memory ran out. */
bool player_thread_start(PlayerThread *thread, const PlayerTask *task);
/* Request the answer soon. */
void player_thread_hurry(PlayerThread *thread);
/* True if that was requested, or the task was stopped, since it started. */
bool player_thread_was_hurried(const PlayerThread *thread);
/* Stop and wait; there will be no answer. */
void player_thread_cancel(PlayerThread *thread);
/* Take the answer; false if there is none yet. */
bool player_thread_take(PlayerThread *thread, PlayerAnswer *answer);
/* Take what it has found so far, even after its answer; false if there is nothing new. */
bool player_thread_news(PlayerThread *thread, PlayerNews *news, int64_t *elapsed_ms);

#endif
