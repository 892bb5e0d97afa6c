/* work.h - the kinds of work that `tessera worker` does for a queue.
 *
 * Each kind has a file of its own, work_KIND.c.  It knows the format of the job's spec and of the
 * result of a task; the command that queues such jobs writes the one and reads the other.
 */
#ifndef CMD_WORK_H
#define CMD_WORK_H

#include "base/buffer.h"
#include "queue/queue.h"

typedef struct WorkKind {
    const char *name; /* as in the queue */
    /* Return what the tasks of the job share, or NULL with the reason.  It is used by one thread, for
     * tasks of this job with this number of tasks only. */
    void *(*prepare)(const QueueWork *work, Fault *fault);
    /* Do the task and add its result to the empty buffer, which stays empty if `stop` ended it. */
    Status (*run)(void *prepared, const QueueWork *work, Buffer *result, Fault *fault);
    /* Make `run` return soon.  Other threads call it, and repeat it while `run` does not return. */
    void (*stop)(void *prepared);
    void (*free)(void *prepared);
    /* Write the state of the running task for those who watch, at most QUEUE_SHOWN_MAX bytes; false if it
     * has not changed.  NULL if nobody watches such work.  Called by the main thread. */
    bool (*show)(void *prepared, Buffer *out);
    /* Say why this machine cannot do such work, or NULL if every machine can. */
    Status (*check)(Fault *fault);
    /* Fetch from the queue what the task needs; NULL if `work` has everything.  Called by the main
     * thread.  STATUS_SYSTEM means that the connection is lost. */
    Status (*fetch)(Queue *queue, const QueueWork *work, Fault *fault);
} WorkKind;

/* The spec of a contest begins with a line of this and the id of the contest. */
#define WORK_CONTEST_PREFIX "# contest "

extern const WorkKind WORK_CONTEST, WORK_MATCH, WORK_REVIEW, WORK_SELF_PLAY;

/* Return the kind with this name, or NULL. */
const WorkKind *work_find(const char *name);
/* Return kind `index`, counted from 0; NULL after the last one. */
const WorkKind *work_kind(int index);

#endif
