/* SPDX-License-Identifier: MIT */
#include "cmd/queued_match.h"

#include "cmd/cmd.h"
#include "cmd/work.h"
#include "play/match_text.h"

enum { TITLE_MAX = SETUP_TEXT_MAX + 2 * PLAYER_TEXT_MAX + 32 };

static Status fetch(void *context, int64_t number, Buffer *record, MatchWork work[2], Fault *fault)
{
    QueuedMatch *queued = context;
    const char  *result, *text;
    size_t       result_size, size;
    Status status = queued_job_result(&queued->job, (int)number, &result, &result_size, fault);
    queued->is_out = queued->is_impatient && result == NULL;
    if (status != STATUS_OK || result == NULL)
        return status;
    status = match_game_read(result, result_size, work, &text, &size, fault);
    if (status == STATUS_OK)
        buffer_bytes(record, text, size);
    return status;
}

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

int queued_match_begin(QueuedMatch *queued, JobQueue *to, const MatchConfig *config, int priority)
{
    char        spec[MATCH_TEXT_MAX], title[TITLE_MAX];
    Text        spec_text = text_over(spec, sizeof spec);
    Text        title_text = text_over(title, sizeof title);
    MatchConfig again;
    Fault       fault;
    *queued = (QueuedMatch){ .source = { queued, fetch }, .is_timed = has_clock(config) };
    match_write(config, &spec_text);
    if (match_read(spec, &again, &fault) != STATUS_OK) { /* as a worker will */
        cmd_error(to->err, to->command, "%s", fault.why);
        return EXIT_FAILED;
    }
    write_title(config, &title_text);
    QueueJob job = { .kind = WORK_MATCH.name,
                     .spec = spec,
                     .title = title,
                     .runs_programs = runs_programs(config),
                     .is_timed = has_clock(config),
                     .tasks = config->games,
                     .priority = priority };
    return queued_job_begin(&queued->job, to, &job);
}

void queued_match_end(QueuedMatch *queued)
{
    queued_job_end(&queued->job);
}

bool queued_match_notes(const MatchConfig *config, FILE *err)
{
    if (has_clock(config))
        fprintf(err,
                "note: limits in ms depend on the machines, so only those of one class play\n");
    if (runs_programs(config))
        fprintf(err, "note: only workers with --run-programs play engine:COMMAND\n");
    return has_clock(config) || runs_programs(config);
}

bool queued_match_is_out(const MatchSource *source)
{
    return source != NULL && ((const QueuedMatch *)source->context)->is_out;
}

Status queued_match_machines(const MatchSource *source, bool *has_machines, QueueMachines *out,
                             Fault *fault)
{
    QueuedMatch *queued = source == NULL ? NULL : source->context;
    Status       status = STATUS_OK;
    *has_machines = queued != NULL && queued->is_timed;
    if (*has_machines)
        do
            status = queue_job_machines(queued->job.to->queue, queued->job.id, out, fault);
        while (job_queue_retries(queued->job.to, status, fault));
    return status;
}

void print_machines(const QueueMachines *machines, FILE *out)
{
    fprintf(out, "machines %d from %lld to %lld nodes/s class %s\n", machines->workers,
            (long long)machines->slowest, (long long)machines->fastest,
            machines->class[0] == '\0' ? "-" : machines->class);
}

Status queued_match_decided(const MatchSource *source, Fault *fault)
{
    QueuedMatch *queued = source->context;
    Status       status;
    do
        status = queue_job_finish(queued->job.to->queue, queued->job.id, fault);
    while (job_queue_retries(queued->job.to, status, fault));
    return status;
}
