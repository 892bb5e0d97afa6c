/* queue.h - a queue of work in a PostgreSQL database, for any number of workers.
 *
 * Knows:   jobs that consist of numbered tasks, workers, leases, results; the schema and its versions.
 * Ignores: what a task is and what a result means.  Both are texts of the job's kind.
 *
 * A worker leases a task for a few seconds and renews its leases while it works.  Each lease of a task
 * has a higher attempt number.  A result is stored together with the task's "done" in one transaction,
 * and only if worker and attempt still hold the task.  So every task has exactly one result, whatever
 * was killed or cut off meanwhile.  The server's clock alone decides when a lease ends.
 *
 * All functions return STATUS_SYSTEM if the database is away (pg/pg.h); then queue_reconnect may restore
 * it and the call can be repeated.  One thread may use a Queue at a time.
 */
#ifndef QUEUE_QUEUE_H
#define QUEUE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "pg/pg_waiter.h"

typedef struct Queue Queue;

enum {
    QUEUE_TASKS_MAX = 1000000,   /* of a job */
    QUEUE_RESULT_MAX = 20000000, /* bytes; the schema checks it */
    QUEUE_SHOWN_MAX = 65536,     /* the same for the state of a task under way */
    QUEUE_SECRET_MAX = 40,
    QUEUE_STATE_MAX = 16,
    QUEUE_WHY_MAX = 200,
    QUEUE_PROGRAM_MAX = 80,
    QUEUE_CLASS_MAX = 101,
    QUEUE_PRIORITY_MAX = 1000,
};

/* Connect as the owner of the queue.  Create its schema if the database has none, and migrate an older
 * one.  With a waiter, wait a while for a database that is away.  NULL with the reason on
 * failure. */
Queue *queue_open(const char *url, const PgWaiter *waiter, Fault *fault);
/* Connect as a worker, whose role may have no other rights.  The schema must exist. */
Queue *queue_open_as_worker(const char *url, const PgWaiter *waiter, Fault *fault);
void   queue_close(Queue *queue);
Status queue_reconnect(Queue *queue, Fault *fault);
/* Wait at most this long for an answer, then give the connection up as lost.  0, as at first: for ever. */
void queue_set_patience(Queue *queue, int patience_ms);

/* One lease of a task. */
typedef struct QueueTask {
    int64_t job;
    int     number, attempt;
} QueueTask;

/* --- For owners --------------------------------------------------------------------------------- */

typedef struct QueueJob {
    const char *kind, *spec;   /* what to do */
    const char *program;       /* only workers with this program take its tasks */
    const char *title;         /* for people */
    bool        runs_programs; /* its tasks start commands that `spec` names */
    bool        is_timed;      /* only machines of one class do its tasks (QueueMachines) */
    int         tasks, priority;
    const char *inputs; /* a JSON array with a text for each task; NULL if `spec` says everything */
} QueueJob;

/* Add a job and set `*id`.  If the queue has a job with the same kind, spec and program, this is that
 * one: it gets more tasks if it has fewer, and nothing else changes. */
Status queue_submit(Queue *queue, const QueueJob *job, int64_t *id, Fault *fault);

typedef struct QueueState {
    char state[QUEUE_STATE_MAX]; /* open, paused, done, cancelled or failed */
    char why[QUEUE_WHY_MAX];     /* if it failed */
} QueueState;

/* STATUS_NOT_FOUND if there is no such job. */
Status queue_job_state(Queue *queue, int64_t job, QueueState *out, Fault *fault);

/* The workers whose results a job has.  The first one that takes a task of a timed job binds the job: to
 * its class if that has a name, or else to workers without a class whose speed differs by at most 25 %. */
typedef struct QueueMachines {
    char class[QUEUE_CLASS_MAX]; /* of a timed job; "" for none */
    int     workers;
    int64_t slowest, fastest; /* nodes per second of CPU time; 0 without workers */
} QueueMachines;

Status queue_job_machines(Queue *queue, int64_t job, QueueMachines *out, Fault *fault);

/* Receives a result, with the NUL that ends it not counted in `size`. */
typedef void QueueResult(void *context, int number, const char *text, size_t size);

/* Visit up to `most` results of a job in order of their numbers, from number `from` on. */
Status queue_results(Queue *queue, int64_t job, int from, int most, QueueResult *visit,
                     void *context, Fault *fault);

/* Receives the input of a task; false stops. */
typedef bool QueueInput(void *context, int number, const char *input, size_t size);

/* Visit up to `most` tasks of a job in order of their numbers, from number `from` on. */
Status queue_inputs(Queue *queue, int64_t job, int from, int most, QueueInput *visit, void *context,
                    Fault *fault);
/* Add tasks to a job that has `had`; `inputs` is a JSON array with the text of each.  Repeating the call
 * after a lost connection adds nothing twice. */
Status queue_add_tasks(Queue *queue, int64_t job, int had, const char *inputs, Fault *fault);
/* Drop a wrong result and let a worker do the task again.  Counts as a failure of the task. */
Status queue_reject(Queue *queue, int64_t job, int number, const char *why, Fault *fault);

/* What a worker shows of a task under way. */
typedef struct QueueShown {
    QueueTask   task;
    const char *worker;       /* its name */
    const char *spec, *input; /* of the job and the task; `input` is "" if it has none */
    const char *data;         /* nobody has checked it */
    size_t      size;
    int64_t     age_ms; /* since the worker sent it */
} QueueShown;

/* Receives such a state; the texts are valid during the call. */
typedef void QueueShownVisit(void *context, const QueueShown *shown);

/* Visit the states of up to `most` tasks under way, of jobs of a kind whose spec begins with `prefix`, in
 * order of their numbers. */
Status queue_shown(Queue *queue, const char *kind, const char *prefix, int most,
                   QueueShownVisit *visit, void *context, Fault *fault);

/* Each returns STATUS_NOT_FOUND if there is no such job.  Cancel and finish end all leases of the job
 * and keep its results; remove deletes the job with its results.  Open lets workers take its tasks,
 * even if it was cancelled or failed; unless `even_paused`, a paused job stays paused.  A paused job
 * finishes the tasks under way. */
Status queue_job_open(Queue *queue, int64_t job, bool even_paused, Fault *fault);
Status queue_job_pause(Queue *queue, int64_t job, Fault *fault);
Status queue_job_cancel(Queue *queue, int64_t job, Fault *fault);
Status queue_job_finish(Queue *queue, int64_t job, Fault *fault);
Status queue_job_remove(Queue *queue, int64_t job, Fault *fault);
Status queue_job_priority(Queue *queue, int64_t job, int priority, Fault *fault);

/* Let a role of the database work: take tasks and add results, and nothing else. */
Status queue_grant(Queue *queue, const char *role, Fault *fault);

typedef struct QueueJobRow {
    int64_t     id;
    const char *kind, *title, *state, *why, *program;
    int         priority, tasks, done, leased;
    double      per_minute; /* tasks finished in the last minute */
    const char *class;      /* of the machines that a timed job is bound to; "" for none */
    int64_t speed;          /* the same; 0 if it is not bound */
} QueueJobRow;

typedef struct QueueWorkerRow {
    int64_t     id;
    const char *name, *program, *state; /* at-work, idle, silent */
    int         slots;
    double      seen_seconds; /* since it was last heard of */
    int         done;         /* tasks */
    const char *doing;        /* its tasks, such as "7:12 7:13": job and number from 1 */
    const char *class;        /* "" for none */
    int64_t speed;            /* nodes per second of CPU time */
} QueueWorkerRow;

typedef void QueueJobVisit(void *context, const QueueJobRow *row);
typedef void QueueWorkerVisit(void *context, const QueueWorkerRow *row);

/* Visit the jobs in the order in which they are served; workers that have not left. */
Status queue_list_jobs(Queue *queue, QueueJobVisit *visit, void *context, Fault *fault);
Status queue_list_workers(Queue *queue, QueueWorkerVisit *visit, void *context, Fault *fault);

/* --- For workers -------------------------------------------------------------------------------- */

/* A task with its job; the texts are freed by queue_work_free. */
typedef struct QueueWork {
    QueueTask task;
    int       tasks;               /* of the job */
    char     *kind, *spec, *input; /* `input` is NULL if the task has none */
} QueueWork;

typedef struct QueueWorker {
    const char *name, *program;
    const char *class; /* "" for none */
    int64_t     speed; /* nodes per second of CPU time */
    const char *kinds; /* of work that it can do, joined by commas */
    int         slots, lease_seconds;
} QueueWorker;

/* Join the queue, again if the database has forgotten this worker (STATUS_NOT_FOUND below). */
Status queue_join(Queue *queue, const QueueWorker *worker, int64_t *id, Fault *fault);
/* Note that the worker left, and end its leases. */
Status queue_leave(Queue *queue, Fault *fault);

/* Lease the next task.  `work->kind` is NULL if there is none. */
Status queue_take(Queue *queue, bool may_run_programs, QueueWork *work, Fault *fault);
void   queue_work_free(QueueWork *work);
/* Store the result, a text without NUL bytes.  `*accepted` is false if the worker no longer holds the
 * task; then nothing was stored. */
Status queue_finish(Queue *queue, const QueueTask *task, const char *result, bool *accepted,
                    Fault *fault);
/* Return a task; `why` is the reason if it failed here, or NULL. */
Status queue_give_back(Queue *queue, const QueueTask *task, const char *why, Fault *fault);
/* Renew all leases.  Writes those that are held to `held`, at most `size`, and their number to
 * `*count`; other tasks are no longer wanted. */
Status queue_renew(Queue *queue, QueueTask *held, int size, int *count, Fault *fault);
/* Show the state of a task to those who watch.  Has no effect if the worker no longer holds the task, or
 * if the text has more than QUEUE_SHOWN_MAX bytes. */
Status queue_show(Queue *queue, const QueueTask *task, const char *data, Fault *fault);
/* Set `*has_work` if tasks wait or are leased that this worker could take. */
Status queue_has_work(Queue *queue, bool may_run_programs, bool *has_work, Fault *fault);

/* --- For other files of this module ------------------------------------------------------------- */

struct Pg;
struct Pg  *queue_pg(Queue *queue);
const char *queue_secret(const Queue *queue); /* of the worker */

#endif
