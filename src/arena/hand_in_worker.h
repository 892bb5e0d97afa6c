/* hand_in_worker.h - the process that checks submissions and reviews games, and admits bots.
 *
 * Knows:   the queue of submissions, `check`, the rules for late entries.
 * Ignores: HTTP and pages; the database (hand_in_store.h) is its only interface to the server.
 *
 * One worker per contest works at a time, at a low priority.  It checks one submission after the other,
 * each in a process of its own, whose time is limited.  Bots run only in the jail.  Whatever ends a
 * check, the server and the worker continue; a check that was interrupted is repeated.
 */
#ifndef ARENA_HAND_IN_WORKER_H
#define ARENA_HAND_IN_WORKER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/status.h"

typedef struct HandInWorker {
    pid_t  pid; /* 0: it does not run */
    double started;
    double check_seconds; /* a check is stopped after this; 0: a default that fits the contest */
} HandInWorker;

/* Start the worker of the contest in a directory.  It ends with this process.  No database may be
 * open, and no thread besides the caller's may run. */
void hand_in_worker_start(HandInWorker *worker, const char *folder);
/* True if it has ended and should be started again. */
bool hand_in_worker_has_ended(HandInWorker *worker);
void hand_in_worker_stop(HandInWorker *worker);

/* Enter the accepted submissions into the contest, as far as it admits bots now; the others wait for
 * the next run.  Does nothing if the contest has no web hand-in. */
Status hand_in_admit(const char *folder, Fault *fault);

/* True if a name is allowed for a submitted file: 1 to 63 letters, digits, and . _ + -, beginning with a
 * letter or digit. */
bool hand_in_is_file_name(const char *name);

#endif
