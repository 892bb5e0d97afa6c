/* SPDX-License-Identifier: MIT */
/* crowd.c - many workers that do not work: what a queue can serve.
 *
 *     crowd URL WORKERS SECONDS TASK-MS
 *
 * Each worker is a thread with a connection of its own.  It takes a task, holds it for TASK-MS
 * milliseconds (varied by half), finishes it, and renews its leases as `tessera worker` does.  After
 * SECONDS they finish their last tasks and leave.  Prints one line with the tasks per second, the
 * latency of take and finish in ms (median, 99 %, worst) and the CPU seconds of this process.  Fails if
 * a task was lost.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/thread.h"
#include "queue/queue.h"

enum {
    WORKERS_MAX = 2000,
    LEASE_S = 30,
    STACK_BYTES = 256 << 10,
    IDLE_MS = 500,
    RESULT_BYTES = 600
};

/* Latencies in seconds. */
typedef struct Times {
    double *seconds;
    size_t  count, capacity;
} Times;

typedef struct Worker {
    pthread_t thread;
    int       number;
    int       finished, lost;
    bool      failed;
    Times     take, finish;
} Worker;

static const char     *url;
static double          seconds, began; /* when all had joined */
static int             task_ms, worker_count, ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  changed = PTHREAD_COND_INITIALIZER;

static void keep(Times *times, double value)
{
    if (times->count == times->capacity) {
        times->capacity = times->capacity == 0 ? 64 : 2 * times->capacity;
        times->seconds = realloc(times->seconds, times->capacity * sizeof *times->seconds);
        if (times->seconds == NULL)
            abort();
    }
    times->seconds[times->count++] = value;
}

/* Wait until all workers have joined, so that all are measured together. */
static void wait_for_all(void)
{
    pthread_mutex_lock(&mutex);
    ready++;
    began = clock_wall_seconds();
    pthread_cond_broadcast(&changed);
    while (ready < worker_count)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

/* Take a task and finish it.  False if the database failed. */
static bool do_task(Worker *worker, Queue *queue, Random *random, const char *result)
{
    QueueWork work;
    Fault     fault;
    bool      accepted = false;
    double    begin = clock_wall_seconds();
    if (queue_take(queue, false, &work, &fault) != STATUS_OK)
        return false;
    keep(&worker->take, clock_wall_seconds() - begin);
    if (work.kind == NULL) {
        usleep(IDLE_MS * 1000);
        return true;
    }
    if (task_ms > 0)
        usleep(1000 * ((unsigned)task_ms / 2 + random_below(random, (uint32_t)task_ms)));
    begin = clock_wall_seconds();
    Status status = queue_finish(queue, &work.task, result, &accepted, &fault);
    keep(&worker->finish, clock_wall_seconds() - begin);
    queue_work_free(&work);
    worker->finished += accepted;
    worker->lost += !accepted;
    return status == STATUS_OK;
}

static void work(Worker *worker, Queue *queue)
{
    char      result[RESULT_BYTES + 1];
    Fault     fault;
    QueueTask held[4];
    int       count;
    Random    random = random_seeded((uint64_t)worker->number);
    for (int i = 0; i < RESULT_BYTES; i++)
        result[i] = (char)('a' + random_below(&random, 26));
    result[RESULT_BYTES] = '\0';
    double end = clock_wall_seconds() + seconds;
    double renewal = clock_wall_seconds() + LEASE_S / 3.0;
    while (clock_wall_seconds() < end && !worker->failed) {
        worker->failed = !do_task(worker, queue, &random, result);
        if (clock_wall_seconds() >= renewal) {
            renewal += LEASE_S / 3.0;
            worker->failed |= queue_renew(queue, held, 4, &count, &fault) != STATUS_OK;
        }
    }
}

static void *run(void *context)
{
    Worker *worker = context;
    Fault   fault = { .why = "" };
    int64_t id;
    char    name[32];
    snprintf(name, sizeof name, "crowd-%d", worker->number);
    QueueWorker me = { .name = name,
                       .program = "crowd",
                       .class = "",
                       .kinds = "none",
                       .slots = 1,
                       .lease_seconds = LEASE_S };
    Queue      *queue = queue_open_as_worker(url, NULL, &fault);
    bool        joined = queue != NULL && queue_join(queue, &me, &id, &fault) == STATUS_OK;
    wait_for_all();
    if (joined)
        work(worker, queue);
    worker->failed |= !joined || queue_leave(queue, &fault) != STATUS_OK;
    if (worker->failed)
        fprintf(stderr, "%s: %s\n", name, fault.why);
    queue_close(queue);
    return NULL;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void add_times(Times *all, const Times *more)
{
    for (size_t i = 0; i < more->count; i++)
        keep(all, more->seconds[i]);
    free(more->seconds);
}

static void print_times(const char *name, Times *times)
{
    size_t last = times->count == 0 ? 0 : times->count - 1;
    if (times->count == 0)
        return;
    qsort(times->seconds, times->count, sizeof *times->seconds, compare);
    printf(", %s %.1f ms median %.1f ms at 99 %% %.1f ms at most", name,
           1000 * times->seconds[last / 2], 1000 * times->seconds[last * 99 / 100],
           1000 * times->seconds[last]);
    free(times->seconds);
}

int main(int argc, char **argv)
{
    static Worker workers[WORKERS_MAX];
    Times         take = { 0 }, finish = { 0 };
    struct rusage usage;
    int           finished = 0, bad = 0;
    if (argc != 5 || (worker_count = atoi(argv[2])) < 1 || worker_count > WORKERS_MAX) {
        fprintf(stderr, "usage: crowd URL WORKERS SECONDS TASK-MS\n");
        return 2;
    }
    url = argv[1];
    seconds = atof(argv[3]);
    task_ms = atoi(argv[4]);
    for (int i = 0; i < worker_count; i++) {
        workers[i].number = i;
        if (!thread_start(&workers[i].thread, STACK_BYTES, run, &workers[i]))
            abort();
    }
    for (int i = 0; i < worker_count; i++) {
        pthread_join(workers[i].thread, NULL);
        finished += workers[i].finished;
        bad += workers[i].lost + workers[i].failed;
        add_times(&take, &workers[i].take);
        add_times(&finish, &workers[i].finish);
    }
    double elapsed = clock_wall_seconds() - began;
    getrusage(RUSAGE_SELF, &usage);
    printf("%d workers, tasks of %d ms: %d tasks, %.1f per second", worker_count, task_ms, finished,
           finished / elapsed);
    print_times("take", &take);
    print_times("finish", &finish);
    printf(", CPU %.1f s\n", (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                                 (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
    return bad > 0;
}
