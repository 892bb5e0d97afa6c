/* contest_player.h - play games of contests on a machine that has nothing but their texts.
 *
 * Knows:   a directory of submissions by their SHA-256, each with the programs built from it; playing a
 *          task (contest_task.h) in the jail.
 * Ignores: where tasks and submissions come from, and where results go.
 *
 * Bots run only in the jail.  A bot forfeits only what it would forfeit on the machine that runs the
 * contest: if a submission is missing, does not compile here, or the jail does not start, the game fails
 * with the reason, and has no result.
 *
 * Several processes may share a directory.
 */
#ifndef ARENA_CONTEST_PLAYER_H
#define ARENA_CONTEST_PLAYER_H

#include "base/buffer.h"
#include "base/status.h"

/* Visit the submissions that a task needs, by their SHA-256; return false to stop. */
typedef bool ContestNeed(void *context, const char *hash);
Status       contest_player_needs(const char *settings, const char *task, ContestNeed *need,
                                  void *context, Fault *fault);

/* Create the directory if it does not exist, with its parents. */
Status contest_cache_make(const char *folder, Fault *fault);
/* True if the directory has the submission. */
bool contest_cache_has(const char *folder, const char *hash);
/* Add the bytes of a submission.  STATUS_ILLEGAL if they do not have this SHA-256. */
Status contest_cache_add(const char *folder, const char *hash, const char *data, size_t size,
                         Fault *fault);

/* Plays one game at a time. */
typedef struct ContestPlayer ContestPlayer;

/* `settings` are those of the tasks.  NULL with the reason if there is no memory. */
ContestPlayer *contest_player_new(const char *folder, const char *settings, Fault *fault);
void           contest_player_delete(ContestPlayer *player);
/* Play a game and write its result into the empty buffer.  It stays empty if contest_player_stop ended
 * the game. */
Status contest_player_play(ContestPlayer *player, const char *task, Buffer *result, Fault *fault);
/* Write the game under way (contest_progress_write), unless nothing has changed since the last call that
 * returned true.  False if there is nothing to write.  For other threads. */
bool contest_player_show(ContestPlayer *player, Buffer *out);
/* Make the running contest_player_play return soon.  For other threads; has no effect on later games, so
 * callers repeat it. */
void contest_player_stop(ContestPlayer *player);

#endif
