/* queued_job.h - a job in a queue for a command that waits for it: results come in order.
 *
 * Knows:   src/queue; what to tell people while the command waits.
 * Ignores: what the tasks are; cmd/work.h has the kinds of work.
 */
#ifndef CMD_QUEUED_JOB_H
#define CMD_QUEUED_JOB_H

#include <stdio.h>

#include "queue/queue.h"

enum { QUEUED_BATCH = 64 }; /* results that are fetched at once */

/* A connection to a queue. */
typedef struct JobQueue {
    Queue      *queue;
    char        program[QUEUE_PROGRAM_MAX];
    const char *command; /* for messages */
    FILE       *err;
    bool        is_away; /* the connection is lost */
    int64_t     next_attempt_ms;
} JobQueue;

typedef struct QueuedJob {
    JobQueue *to;
    int64_t   id;
    bool      is_waited;          /* this command has made sure that workers take the tasks */
    bool      is_behind;          /* the last result was not there, so only one is looked for */
    int       first, count, used; /* fetched results: numbers from `first` on */
    char     *result[QUEUED_BATCH];
    size_t    size[QUEUED_BATCH];
} QueuedJob;

/* Connect to the queue; wait a while for a database that is away.  Return EXIT_DONE, or the exit status after an error message of `command`. */
int  job_queue_open(JobQueue *to, const char *url, const char *command, FILE *err);
void job_queue_close(JobQueue *to);
/* True if the connection is there; if it was lost, try to restore it, at most once per second.  Waits a
 * fraction of a second before it returns false. */
bool job_queue_is_online(JobQueue *to);
/* Note, and say, that a call has found the database away. */
void job_queue_lost(JobQueue *to, const Fault *fault);
/* True if a call that returned `status` shall be repeated: the database was away and is back.  False after
 * Ctrl-C, too. */
bool job_queue_retries(JobQueue *to, Status status, const Fault *fault);

/* Add the job to the queue, for programs like this one, or find it there.  Return EXIT_DONE, or the
 * exit status after an error message. */
int  queued_job_begin(QueuedJob *queued, JobQueue *to, const QueueJob *job);
void queued_job_end(QueuedJob *queued);

/* Set `*text` to the result of task `number`, valid until the next call, or to NULL after a fraction of
 * a second if there is none yet.  Callers ask for the numbers in order, and repeat the call.  While the
 * database is away there is no result; other failures are returned. */
Status queued_job_result(QueuedJob *queued, int number, const char **text, size_t *size,
                         Fault *fault);

#endif
