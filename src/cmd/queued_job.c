/* SPDX-License-Identifier: MIT */
#include "cmd/queued_job.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/cmd.h"
#include "cmd/interrupts.h"
#include "cmd/program_identity.h"

enum { POLL_MS = 100, RECONNECT_MS = 1000 };

static void drop_results(QueuedJob *queued)
{
    for (int i = 0; i < queued->count; i++)
        free(queued->result[i]);
    queued->count = queued->used = 0;
}

static void on_result(void *context, int number, const char *text, size_t size)
{
    QueuedJob *queued = context;
    if (number != queued->first + queued->count || queued->count == QUEUED_BATCH)
        return;
    char *copy = malloc(size + 1);
    if (copy == NULL)
        return; /* it is fetched again */
    memcpy(copy, text, size + 1);
    queued->result[queued->count] = copy;
    queued->size[queued->count++] = size;
}

/* A result is missing.  Make sure once that workers take the tasks of the job; later, a job that was
 * cancelled or failed ends the command. */
static Status check_job(QueuedJob *queued, Fault *fault)
{
    QueueState job;
    Status     status = queue_job_state(queued->to->queue, queued->id, &job, fault);
    if (status != STATUS_OK)
        return status;
    bool was_ended = strcmp(job.state, "cancelled") == 0 || strcmp(job.state, "failed") == 0;
    if (was_ended && queued->is_waited)
        return fault_set(fault, STATUS_ILLEGAL, 0, "job %lld %s%s%.150s", (long long)queued->id,
                         job.state[0] == 'c' ? "was cancelled" : "failed",
                         job.why[0] == '\0' ? "" : ": ", job.why);
    if (!queued->is_waited && strcmp(job.state, "paused") == 0)
        fprintf(queued->to->err, "job %lld is paused; `tessera queue resume %lld` continues it\n",
                (long long)queued->id, (long long)queued->id);
    queued->is_waited = true;
    return was_ended || strcmp(job.state, "done") == 0
               ? queue_job_open(queued->to->queue, queued->id, false, fault)
               : STATUS_OK;
}

/* Look for results from `number` on. */
static Status look(QueuedJob *queued, int number, Fault *fault)
{
    drop_results(queued);
    queued->first = number;
    Status status = queue_results(queued->to->queue, queued->id, number,
                                  queued->is_behind ? 1 : QUEUED_BATCH, on_result, queued, fault);
    queued->is_behind = queued->count == 0;
    return status == STATUS_OK && queued->count == 0 ? check_job(queued, fault) : status;
}

static void reconnect(JobQueue *to)
{
    Fault fault;
    if (clock_wall_ms() < to->next_attempt_ms)
        return;
    to->is_away = queue_reconnect(to->queue, &fault) != STATUS_OK;
    to->next_attempt_ms = clock_wall_ms() + RECONNECT_MS;
    if (!to->is_away)
        cmd_error(to->err, to->command, "connected again");
}

bool job_queue_is_online(JobQueue *to)
{
    if (to->is_away)
        reconnect(to);
    if (to->is_away)
        usleep(POLL_MS * 1000);
    return !to->is_away;
}

static void notify_away(void *context, const char *why)
{
    const JobQueue *to = context;
    cmd_error(to->err, to->command, "the database is away, trying again: %s", why);
}

void job_queue_lost(JobQueue *to, const Fault *fault)
{
    if (!to->is_away)
        notify_away(to, fault->why);
    to->is_away = true;
}

bool job_queue_retries(JobQueue *to, Status status, const Fault *fault)
{
    if (status != STATUS_SYSTEM)
        return false;
    job_queue_lost(to, fault);
    bool was_interrupted = false;
    while (!was_interrupted && !job_queue_is_online(to))
        was_interrupted = interrupts_came();
    return !was_interrupted;
}

Status queued_job_result(QueuedJob *queued, int number, const char **text, size_t *size,
                         Fault *fault)
{
    JobQueue *to = queued->to;
    *text = NULL;
    if (to->is_away)
        reconnect(to);
    bool is_fetched = queued->used < queued->count && queued->first + queued->used == number;
    if (!is_fetched && !to->is_away) {
        Status status = look(queued, number, fault);
        is_fetched = status == STATUS_OK && queued->count > 0;
        if (status == STATUS_SYSTEM)
            job_queue_lost(to, fault);
        else if (status != STATUS_OK)
            return status;
    }
    if (!is_fetched) {
        usleep(POLL_MS * 1000);
        return STATUS_OK;
    }
    *text = queued->result[queued->used];
    *size = queued->size[queued->used++];
    return STATUS_OK;
}

int job_queue_open(JobQueue *to, const char *url, const char *command, FILE *err)
{
    Fault    fault;
    PgWaiter waiter = { notify_away, to };
    *to = (JobQueue){ .command = command, .err = err };
    to->queue = queue_open(url, &waiter, &fault);
    if (to->queue == NULL) {
        cmd_error(err, command, "%s", fault.why);
        return EXIT_FAILED;
    }
    program_identity(to->program, sizeof to->program);
    return EXIT_DONE;
}

void job_queue_close(JobQueue *to)
{
    queue_close(to->queue);
    to->queue = NULL;
}

int queued_job_begin(QueuedJob *queued, JobQueue *to, const QueueJob *job)
{
    Fault    fault;
    QueueJob ours = *job;
    ours.program = to->program;
    *queued = (QueuedJob){ .to = to };
    Status status;
    do
        status = queue_submit(to->queue, &ours, &queued->id, &fault);
    while (job_queue_retries(to, status, &fault));
    if (status == STATUS_OK)
        return EXIT_DONE;
    cmd_error(to->err, to->command, "%s", fault.why);
    return EXIT_FAILED;
}

void queued_job_end(QueuedJob *queued)
{
    drop_results(queued);
}
