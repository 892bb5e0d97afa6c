/* SPDX-License-Identifier: MIT */
#include "cmd/queued_contest.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/sha256.h"
#include "cmd/cmd.h"
#include "cmd/contest_copy.h"
#include "cmd/queued_match.h"
#include "cmd/work.h"

enum { INPUTS_BATCH = 500, INPUTS_BYTES_MAX = 512 << 20 };

/* A task that an earlier run added, by the hash of its text. */
struct KnownGame {
    unsigned char hash[SHA256_BYTES]; /* first member: the list is sorted by it */
    int           number;
};

static int compare_known(const void *a, const void *b)
{
    return memcmp(a, b, SHA256_BYTES);
}

static Status no_memory(Fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

/* --- The job ------------------------------------------------------------------------------------ */

static bool note_input(void *context, int number, const char *input, size_t size)
{
    QueuedContest *queued = context;
    if ((queued->known_count & (queued->known_count - 1)) == 0) { /* a power of two: grow */
        size_t     capacity = queued->known_count == 0 ? 1 : 2 * (size_t)queued->known_count;
        KnownGame *more = realloc(queued->known, capacity * sizeof *more);
        if (more == NULL)
            return false;
        queued->known = more;
    }
    KnownGame *game = &queued->known[queued->known_count++];
    game->number = number;
    sha256(input, size, game->hash);
    return true;
}

/* Read the games that earlier runs asked for. */
static Status read_known(QueuedContest *queued, Fault *fault)
{
    Status status;
    int    before;
    queued->known_count = 0;
    do {
        before = queued->known_count;
        status = queue_inputs(queued->to.queue, queued->job.id, before, INPUTS_BATCH, note_input,
                              queued, fault);
    } while (status == STATUS_OK && queued->known_count > before);
    queued->tasks = queued->known_count;
    if (queued->known_count > 0)
        qsort(queued->known, (size_t)queued->known_count, sizeof *queued->known, compare_known);
    return status;
}

static Status begin(void *context, const char *name, const char *id, const char *settings,
                    Fault *fault)
{
    QueuedContest *queued = context;
    Buffer         spec;
    buffer_init(&spec, CONTEST_TEXT_MAX);
    buffer_addf(&spec, WORK_CONTEST_PREFIX "%s\n%s", id, settings);
    if (spec.failed)
        return no_memory(fault);
    QueueJob job = { .kind = WORK_CONTEST.name,
                     .spec = spec.data,
                     .program = queued->to.program,
                     .title = name,
                     .is_timed = queued->is_timed };
    queued->job = (QueuedJob){ .to = &queued->to };
    Status status;
    do {
        status = queue_submit(queued->to.queue, &job, &queued->job.id, fault);
        if (status == STATUS_OK)
            status = read_known(queued, fault);
    } while (job_queue_retries(&queued->to, status, fault));
    buffer_free(&spec);
    if (status != STATUS_OK)
        return status;
    queued->is_begun = true;
    fprintf(queued->to.err, "job %lld: `tessera worker` plays the games\n",
            (long long)queued->job.id);
    return STATUS_OK;
}

/* Note the status of a call: if the connection is lost, later calls reconnect. */
static Status noted(QueuedContest *queued, Status status, const Fault *fault)
{
    if (status == STATUS_SYSTEM)
        job_queue_lost(&queued->to, fault);
    return status;
}

static Status store(void *context, const char *hash, const Buffer *bytes, Fault *fault)
{
    QueuedContest *queued = context;
    if (!job_queue_is_online(&queued->to))
        return STATUS_SYSTEM;
    return noted(queued,
                 contest_store_job_blob(queued->to.queue, queued->job.id, hash, bytes, fault),
                 fault);
}

/* Find the numbers of the games that are in the queue; the others get -1 and are added to `inputs`, a
 * JSON array.  Return how many. */
static int find_known(const QueuedContest *queued, const char *const *tasks, int count,
                      int *numbers, Buffer *inputs)
{
    Json json = json_over(inputs);
    int  fresh = 0;
    json_array(&json, NULL);
    for (int i = 0; i < count; i++) {
        KnownGame wanted;
        sha256(tasks[i], strlen(tasks[i]), wanted.hash);
        const KnownGame *found = queued->known_count == 0
                                     ? NULL
                                     : bsearch(&wanted, queued->known, (size_t)queued->known_count,
                                               sizeof *queued->known, compare_known);
        numbers[i] = found == NULL ? -1 : found->number;
        fresh += found == NULL;
        if (found == NULL)
            json_string(&json, NULL, tasks[i]);
    }
    json_end_array(&json);
    return fresh;
}

static Status submit(void *context, const char *const *tasks, int count, int *numbers, Fault *fault)
{
    QueuedContest *queued = context;
    Buffer         inputs;
    if (!job_queue_is_online(&queued->to))
        return STATUS_SYSTEM;
    buffer_init(&inputs, INPUTS_BYTES_MAX);
    int    fresh = find_known(queued, tasks, count, numbers, &inputs);
    Status status = inputs.failed ? no_memory(fault) : STATUS_OK;
    if (status == STATUS_OK && fresh > 0)
        status = noted(
            queued,
            queue_add_tasks(queued->to.queue, queued->job.id, queued->tasks, inputs.data, fault),
            fault);
    buffer_free(&inputs);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < count; i++)
        if (numbers[i] < 0)
            numbers[i] = queued->tasks++;
    return STATUS_OK;
}

static Status fetch(void *context, int number, const char **text, size_t *size, Fault *fault)
{
    QueuedContest *queued = context;
    return queued_job_result(&queued->job, number, text, size, fault);
}

static Status reject(void *context, int number, const char *why, Fault *fault)
{
    QueuedContest *queued = context;
    if (!job_queue_is_online(&queued->to))
        return STATUS_SYSTEM;
    return noted(queued, queue_reject(queued->to.queue, queued->job.id, number, why, fault), fault);
}

static Status copy(void *context, const char *folder, Ledger *ledger, Fault *fault)
{
    QueuedContest *queued = context;
    int64_t        copied;
    Status         status;
    if (queued->is_begun)
        return job_queue_is_online(&queued->to)
                   ? noted(
                         queued,
                         contest_copy_append(queued->to.queue, queued->name, folder, ledger, fault),
                         fault)
                   : STATUS_SYSTEM;
    do
        status = contest_copy_export(queued->to.queue, folder, ledger, &copied, fault);
    while (job_queue_retries(&queued->to, status, fault));
    return status;
}

/* --- Beginning and end -------------------------------------------------------------------------- */

/* True if the moves of a bot depend on the speed of the machine. */
static bool has_clock(const BotSpec *bot)
{
    PlayerSpec spec;
    return bot->kind != BOT_BUILTIN ||
           (player_spec_read(bot->player, &spec, NULL) == STATUS_OK && player_spec_has_time(&spec));
}

int queued_contest_begin(QueuedContest *queued, const char *url, const char *folder, FILE *err)
{
    Contest contest;
    Fault   fault;
    *queued = (QueuedContest){ .source = { .context = queued,
                                           .begin = begin,
                                           .store = store,
                                           .submit = submit,
                                           .fetch = fetch,
                                           .reject = reject,
                                           .copy = copy } };
    if (contest_load(folder, &contest, &fault) != STATUS_OK)
        return cmd_error(err, "arena", "%s", fault.why);
    for (int i = 0; i < contest.bot_count; i++)
        queued->is_timed |= has_clock(&contest.bots[i]);
    snprintf(queued->name, sizeof queued->name, "%s", contest.name);
    contest_free(&contest);
    return job_queue_open(&queued->to, url, "arena", err);
}

/* Complete the copy and end the job. */
static Status conclude(QueuedContest *queued, const char *folder, Ledger *ledger, bool wants_more,
                       QueueMachines *machines, Fault *fault)
{
    int64_t copied;
    Status  status = contest_copy_export(queued->to.queue, folder, ledger, &copied, fault);
    if (status == STATUS_OK)
        status = contest_store_note_run(queued->to.queue, queued->name, false, fault);
    if (status == STATUS_OK && !wants_more)
        status = queue_job_finish(queued->to.queue, queued->job.id, fault);
    return status == STATUS_OK
               ? queue_job_machines(queued->to.queue, queued->job.id, machines, fault)
               : status;
}

void queued_contest_conclude(QueuedContest *queued, const char *folder, bool wants_more)
{
    QueueMachines machines;
    Fault         fault;
    Ledger       *ledger = queued->to.is_away ? NULL : ledger_open(folder, LEDGER_READ, &fault);
    if (ledger == NULL)
        return;
    Status status;
    do
        status = conclude(queued, folder, ledger, wants_more, &machines, &fault);
    while (job_queue_retries(&queued->to, status, &fault));
    ledger_close(ledger);
    if (status == STATUS_OK && machines.workers > 0)
        print_machines(&machines, queued->to.err);
    else if (status != STATUS_OK)
        cmd_error(queued->to.err, "arena", "%s", fault.why);
}

void queued_contest_end(QueuedContest *queued)
{
    queued_job_end(&queued->job);
    job_queue_close(&queued->to);
    free(queued->known);
}
