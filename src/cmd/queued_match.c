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
    Status     status = queue_job_state(queued->to->queue, queued->job, &job, fault);
    if (status != STATUS_OK)
        return status;
    bool was_ended = strcmp(job.state, "cancelled") == 0 || strcmp(job.state, "failed") == 0;
    if (was_ended && queued->is_waited)
        return fault_set(fault, STATUS_ILLEGAL, 0, "job %lld %s%s%.150s", (long long)queued->job,
                         job.state[0] == 'c' ? "was cancelled" : "failed",
                         job.why[0] == '\0' ? "" : ": ", job.why);
    if (!queued->is_waited && strcmp(job.state, "paused") == 0)
        fprintf(queued->to->err, "job %lld is paused; `tessera queue resume %lld` continues it\n",
                (long long)queued->job, (long long)queued->job);
    queued->is_waited = true;
    return was_ended || strcmp(job.state, "done") == 0
               ? queue_job_open(queued->to->queue, queued->job, false, fault)
               : STATUS_OK;
}

/* Look for results from `number` on. */
static Status look(QueuedMatch *queued, int number, Fault *fault)
{
    drop_results(queued);
    queued->first = number;
    Status status = queue_results(queued->to->queue, queued->job, number,
                                  queued->is_behind ? 1 : QUEUED_BATCH, on_result, queued, fault);
    queued->is_behind = queued->count == 0;
    return status == STATUS_OK && queued->count == 0 ? check_job(queued, fault) : status;
}

static void reconnect(MatchQueue *to)
{
    Fault fault;
    if (clock_wall_ms() < to->next_attempt_ms)
        return;
    to->is_away = queue_reconnect(to->queue, &fault) != STATUS_OK;
    to->next_attempt_ms = clock_wall_ms() + RECONNECT_MS;
    if (!to->is_away)
        cmd_error(to->err, to->command, "connected again");
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
    if (queued->to->is_away)
        reconnect(queued->to);
    bool is_fetched = queued->used < queued->count && queued->first + queued->used == number;
    if (!is_fetched && !queued->to->is_away) {
        Status status = look(queued, (int)number, fault);
        is_fetched = status == STATUS_OK && queued->count > 0;
        if (status == STATUS_SYSTEM) {
            queued->to->is_away = true;
            cmd_error(queued->to->err, queued->to->command,
                      "the database is away, trying again: %s", fault->why);
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

int match_queue_open(MatchQueue *to, const char *url, const char *command, FILE *err)
{
    Fault fault;
    *to = (MatchQueue){ .queue = queue_open(url, &fault), .command = command, .err = err };
    if (to->queue == NULL) {
        cmd_error(err, command, "%s", fault.why);
        return EXIT_FAILED;
    }
    program_identity(to->program, sizeof to->program);
    return EXIT_DONE;
}

void match_queue_close(MatchQueue *to)
{
    queue_close(to->queue);
    to->queue = NULL;
}

static Status submit(QueuedMatch *queued, const MatchConfig *config, int priority, Fault *fault)
{
    char        spec[MATCH_TEXT_MAX], title[TITLE_MAX];
    Text        spec_text = text_over(spec, sizeof spec);
    Text        title_text = text_over(title, sizeof title);
    MatchConfig again;
    match_write(config, &spec_text);
    Status status = match_read(spec, &again, fault); /* as a worker will */
    if (status != STATUS_OK)
        return status;
    write_title(config, &title_text);
    QueueJob job = { .kind = "match",
                     .spec = spec,
                     .program = queued->to->program,
                     .title = title,
                     .runs_programs = runs_programs(config),
                     .tasks = config->games,
                     .priority = priority };
    return queue_submit(queued->to->queue, &job, &queued->job, fault);
}

int queued_match_begin(QueuedMatch *queued, MatchQueue *to, const MatchConfig *config, int priority)
{
    Fault fault;
    *queued = (QueuedMatch){ .source = { queued, fetch }, .to = to };
    if (submit(queued, config, priority, &fault) == STATUS_OK)
        return EXIT_DONE;
    cmd_error(to->err, to->command, "%s", fault.why);
    return EXIT_FAILED;
}

void queued_match_end(QueuedMatch *queued)
{
    drop_results(queued);
}

bool queued_match_notes(const MatchConfig *config, FILE *err)
{
    if (has_clock(config))
        fprintf(err, "note: limits in ms depend on the machines; limits in nodes do not\n");
    if (runs_programs(config))
        fprintf(err, "note: only workers with --run-programs play engine:COMMAND\n");
    return has_clock(config) || runs_programs(config);
}

Status queued_match_decided(const MatchSource *source, Fault *fault)
{
    QueuedMatch *queued = source->context;
    return queue_job_finish(queued->to->queue, queued->job, fault);
}
