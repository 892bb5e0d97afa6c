/* SPDX-License-Identifier: MIT */
#include "cmd/queued_match.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/cmd.h"
#include "cmd/program_identity.h"
#include "play/match_text.h"

enum { POLL_MS = 100, RECONNECT_MS = 1000, TITLE_MAX = SETUP_TEXT_MAX + 2 * PLAYER_TEXT_MAX + 32 };

static void drop_results(QueuedMatch *queued)
{
    for (int i = 0; i < queued->count; i++)
        free(queued->result[i]);
    queued->count = queued->used = 0;
}

static void on_result(void *context, int number, const char *text, size_t size)
{
    QueuedMatch *queued = context;
    if (number != queued->first + queued->count || queued->count == QUEUED_BATCH)
        return;
    char *copy = malloc(size + 1);
    if (copy == NULL)
        return; /* it is fetched again */
    memcpy(copy, text, size + 1);
    queued->result[queued->count] = copy;
    queued->size[queued->count++] = size;
}

/* A game is missing.  Make sure once that workers take the games of the job; later, a job that was
 * cancelled or failed ends the match. */
static Status check_job(QueuedMatch *queued, Fault *fault)
{
    QueueState job;
    Status     status = queue_job_state(queued->queue, queued->job, &job, fault);
    if (status != STATUS_OK)
        return status;
    bool was_ended = strcmp(job.state, "cancelled") == 0 || strcmp(job.state, "failed") == 0;
    if (was_ended && queued->is_waited)
        return fault_set(fault, STATUS_ILLEGAL, 0, "job %lld %s%s%.150s", (long long)queued->job,
                         job.state[0] == 'c' ? "was cancelled" : "failed",
                         job.why[0] == '\0' ? "" : ": ", job.why);
    if (!queued->is_waited && strcmp(job.state, "paused") == 0)
        fprintf(queued->err, "job %lld is paused; `tessera queue resume %lld` continues it\n",
                (long long)queued->job, (long long)queued->job);
    queued->is_waited = true;
    return was_ended || strcmp(job.state, "done") == 0
               ? queue_job_open(queued->queue, queued->job, false, fault)
               : STATUS_OK;
}

/* Look for results from `number` on. */
static Status look(QueuedMatch *queued, int number, Fault *fault)
{
    drop_results(queued);
    queued->first = number;
    Status status = queue_results(queued->queue, queued->job, number,
                                  queued->is_behind ? 1 : QUEUED_BATCH, on_result, queued, fault);
    queued->is_behind = queued->count == 0;
    return status == STATUS_OK && queued->count == 0 ? check_job(queued, fault) : status;
}

static void reconnect(QueuedMatch *queued)
{
    Fault fault;
    if (clock_wall_ms() < queued->next_attempt_ms)
        return;
    queued->is_away = queue_reconnect(queued->queue, &fault) != STATUS_OK;
    queued->next_attempt_ms = clock_wall_ms() + RECONNECT_MS;
    if (!queued->is_away)
        cmd_error(queued->err, "match", "connected again");
}

/* Take the next fetched result. */
static Status take(QueuedMatch *queued, Buffer *record, MatchWork work[2], Fault *fault)
{
    const char *text;
    size_t      size;
    int         at = queued->used++;
    Status      status =
        match_game_read(queued->result[at], queued->size[at], work, &text, &size, fault);
    if (status == STATUS_OK)
        buffer_bytes(record, text, size);
    return status;
}

static Status fetch(void *context, int64_t number, Buffer *record, MatchWork work[2], Fault *fault)
{
    QueuedMatch *queued = context;
    if (queued->is_away)
        reconnect(queued);
    bool is_fetched = queued->used < queued->count && queued->first + queued->used == number;
    if (!is_fetched && !queued->is_away) {
        Status status = look(queued, (int)number, fault);
        is_fetched = status == STATUS_OK && queued->count > 0;
        if (status == STATUS_SYSTEM) {
            queued->is_away = true;
            cmd_error(queued->err, "match", "the database is away, trying again: %s", fault->why);
        } else if (status != STATUS_OK)
            return status;
    }
    if (is_fetched)
        return take(queued, record, work, fault);
    usleep(POLL_MS * 1000);
    return STATUS_OK;
}

/* --- Beginning and end -------------------------------------------------------------------------- */

static void write_title(const MatchConfig *config, Text *out)
{
    setup_write(&config->setup, out);
    text_addf(out, " %s %s", config->player[0].text, config->player[1].text);
}

static bool has_clock(const MatchConfig *config)
{
    bool uses_time = config->time_ms != 0 || config->clock_ms != 0;
    return uses_time &&
           (player_spec_has_time(&config->player[0]) || player_spec_has_time(&config->player[1]));
}

static bool runs_programs(const MatchConfig *config)
{
    return config->player[0].kind == PLAYER_ENGINE || config->player[1].kind == PLAYER_ENGINE;
}

static Status submit(QueuedMatch *queued, const MatchConfig *config, int priority, Fault *fault)
{
    char        spec[MATCH_TEXT_MAX], title[TITLE_MAX], program[QUEUE_PROGRAM_MAX];
    Text        spec_text = text_over(spec, sizeof spec);
    Text        title_text = text_over(title, sizeof title);
    MatchConfig again;
    match_write(config, &spec_text);
    Status status = match_read(spec, &again, fault); /* as a worker will */
    if (status != STATUS_OK)
        return status;
    write_title(config, &title_text);
    program_identity(program, sizeof program);
    QueueJob job = { .kind = "match",
                     .spec = spec,
                     .program = program,
                     .title = title,
                     .runs_programs = runs_programs(config),
                     .tasks = config->games,
                     .priority = priority };
    return queue_submit(queued->queue, &job, &queued->job, fault);
}

int queued_match_begin(QueuedMatch *queued, const char *url, const MatchConfig *config,
                       int priority, FILE *err)
{
    Fault fault;
    *queued = (QueuedMatch){ .source = { queued, fetch }, .err = err };
    queued->queue = queue_open(url, &fault);
    Status status = queued->queue == NULL ? fault.status : submit(queued, config, priority, &fault);
    if (status != STATUS_OK) {
        cmd_error(err, "match", "%s", fault.why);
        queued_match_end(queued);
        return EXIT_FAILED;
    }
    fprintf(err, "job %lld: %d games; `tessera worker` plays them\n", (long long)queued->job,
            config->games);
    if (has_clock(config))
        fprintf(err, "note: limits in ms depend on the machines; --nodes does not\n");
    if (runs_programs(config))
        fprintf(err, "note: only workers with --run-programs play engine:COMMAND\n");
    return EXIT_DONE;
}

void queued_match_end(QueuedMatch *queued)
{
    drop_results(queued);
    queue_close(queued->queue);
    queued->queue = NULL;
}

Status queued_match_decided(const MatchSource *source, Fault *fault)
{
    QueuedMatch *queued = source->context;
    return queue_job_finish(queued->queue, queued->job, fault);
}
