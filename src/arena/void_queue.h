/* void_queue.h - requests to declare games void, for the process that runs the contest.
 *
 * Knows:   an SQLite file, `.arena/requests.db`, with requests and their answers.
 * Ignores: which games may be void, and the contest database.
 *
 * Only one process may change the contest database.  While a contest runs, other processes leave a
 * request here and wait for the answer.  A request names the process that shall take it, so that an
 * old one does not affect a later run.
 */
#ifndef ARENA_VOID_QUEUE_H
#define ARENA_VOID_QUEUE_H

#include "arena/ledger.h"

enum { VOID_GAMES_MAX = 1000 };

/* --- The process that asks ------------------------------------------------------------------ */

/* Ask the process that runs the contest, and wait for its answer.  False if no process runs the
 * contest, or if it ended without an answer; then it may have declared the games void, or not. */
bool void_queue_ask(const char *folder, const int64_t *games, int count, const char *reason,
                    Status *status, Fault *fault);

/* --- The process that runs the contest ------------------------------------------------------- */

typedef struct VoidQueue VoidQueue;

typedef struct VoidRequest {
    int64_t id;
    int     count;
    int64_t games[VOID_GAMES_MAX];
    char    reason[LEDGER_WHY_MAX];
} VoidRequest;

/* Forget all requests to earlier runs.  NULL if there is no memory. */
VoidQueue *void_queue_open(const char *folder);
void       void_queue_close(VoidQueue *queue);
/* Read the oldest request without an answer; false if there is none. */
bool void_queue_next(VoidQueue *queue, VoidRequest *out);
void void_queue_answer(VoidQueue *queue, const VoidRequest *request, Status status,
                       const Fault *fault);

#endif
