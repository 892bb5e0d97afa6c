/* SPDX-License-Identifier: MIT */
#include "arena/check.h"

#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/builder.h"
#include "arena/submission.h"
#include "arena/referee.h"
#include "arena/report.h"
#include "base/clock.h"

enum {
    GAMES_DEFAULT = 2,
    GAMES_WITH_OPENINGS = 8, /* each opening is played from both sides */
    PATH_BYTES = 4096,
    STDERR_BYTES_MAX = 4 << 20, /* of a bot's stderr, per game */
    PLACES_BYTES_MAX = 65536,   /* of the source lines of a crash */
};

typedef struct Checking {
    const CheckJob *job;
    char            folder[PATH_BYTES], file[PATH_BYTES]; /* of the bot */
    char            work[64]; /* temporary directory for the compiled program */
    BuiltBot        bot, other;
    const char     *opponent;
    Buffer          stderr_log; /* of the current game */
    ContestantRules rules;
    Starts          starts;
    int             games, lost_by[TERMINATIONS], won, drew, crashes;
    int64_t         turns, time_ms, slowest_ms, cpu_us, memory_bytes;
    int             failure_count;
    double          began;
    bool            has_line; /* a line of the report is open in the JSON */
    size_t          details;  /* where in `out` the text below that line begins */
    Buffer         *out;
    Fault          *fault;
} Checking;

/* Complete the last line in the JSON: what the text has below it are its details. */
static void end_line(Checking *c)
{
    if (c->job->json == NULL || !c->has_line)
        return;
    if (c->out->length > c->details)
        json_string(c->job->json, "details", c->out->data + c->details);
    json_end_object(c->job->json);
}

/* Append one line of the report; `mark` is ok, look or FAIL. */
static void line(Checking *c, const char *mark, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void line(Checking *c, const char *mark, const char *format, ...)
{
    char    text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    end_line(c);
    buffer_addf(c->out, "%-5s %s\n", mark, text);
    c->has_line = true;
    c->details = c->out->length;
    if (c->job->json == NULL)
        return;
    json_object(c->job->json, NULL);
    json_string(c->job->json, "mark", mark);
    json_string(c->job->json, "text", text);
}

/* --- Logs and records --------------------------------------------------------------------- */

static void save_stderr(Checking *c, int seat, const char *against)
{
    char *printable = malloc(c->stderr_log.length + 1);
    if (c->job->log != NULL && printable != NULL) {
        Text text = text_over(printable, c->stderr_log.length + 1);
        jailed_text_printable(c->stderr_log.data == NULL ? "" : c->stderr_log.data,
                              c->stderr_log.length, &text);
        buffer_addf(c->job->log, "== game %d against %s, %s\n%s%s", c->games, against,
                    seat == 0 ? "moving first" : "moving second", printable,
                    text.length > 0 && printable[text.length - 1] != '\n' ? "\n" : "");
    }
    free(printable);
    buffer_free(&c->stderr_log);
    buffer_init(&c->stderr_log, STDERR_BYTES_MAX);
}

static void save_record(Checking *c, const RefereeReport *report)
{
    if (c->job->records == NULL)
        return;
    if (c->job->records->length > 0)
        buffer_add(c->job->records, "\n");
    report_record(report->record.data, report->times.data == NULL ? "" : report->times.data,
                  report->termination != TERMINATION_RULES, c->job->records);
}

/* --- Building ----------------------------------------------------------------------------- */

static void split_path(Checking *c)
{
    char copy[PATH_BYTES];
    snprintf(copy, sizeof copy, "%s", c->job->path);
    snprintf(c->folder, sizeof c->folder, "%s", dirname(copy));
    snprintf(copy, sizeof copy, "%s", c->job->path);
    snprintf(c->file, sizeof c->file, "%s", basename(copy));
}

static Status build(Checking *c, bool *built)
{
    BotSpec        spec = c->job->bot;
    CompileReport *report = calloc(1, sizeof *report);
    if (report == NULL)
        return fault_set(c->fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    snprintf(spec.name, sizeof spec.name, "%.*s", (int)strcspn(c->file, "."), c->file);
    if (!contest_is_bot_name(spec.name))
        snprintf(spec.name, sizeof spec.name, "bot");
    snprintf(spec.file, sizeof spec.file, "%.200s", c->file);
    BuildJob job = { .folder = c->folder,
                     .work = c->work,
                     .spec = &spec,
                     .setup = &c->job->contest->setup,
                     .limits = &c->job->contest->limits,
                     .unsafe = c->job->unsafe };
    Status   status = builder_make(&job, &c->bot, report, c->fault);
    *built = status == STATUS_OK && c->bot.failure[0] == '\0';
    if (status == STATUS_OK) {
        line(c, *built ? "ok" : "FAIL", "builds%s%s", *built ? "" : ": ", c->bot.failure);
        if (report->messages[0] != '\0')
            buffer_addf(c->out, "\nCompiler output:\n%s\n", report->messages);
    }
    free(report);
    return status;
}

/* --- Playing ------------------------------------------------------------------------------ */

static void report_failure(Checking *c, const RefereeReport *report, const char *against)
{
    const BotFailure *t = &report->failure;
    if (c->failure_count++ > 2)
        return;
    bool again = c->lost_by[report->termination] > 1; /* print the details once */
    line(c, "FAIL", "game %d against %s: lost by %s%s%s%s: %s", c->games, against,
         termination_word(report->termination), t->code[0] == '\0' ? "" : " (", t->code,
         t->code[0] == '\0' ? "" : ")", t->why);
    if (again)
        return;
    report_quote("      ", "end of its stdout", t->last_out, c->out);
    report_quote("      ", "end of its stderr", t->last_err, c->out);
    if (report->board.length > 0)
        buffer_addf(c->out, "      board after %d move%s\n\n%s\n", report->turns,
                    report->turns == 1 ? "" : "s", report->board.data);
}

static void count_side(Checking *c, const RefereeSide *side)
{
    c->turns += side->turns;
    c->time_ms += side->time_ms;
    if (side->slowest_ms > c->slowest_ms)
        c->slowest_ms = side->slowest_ms;
    if (side->usage.cpu_us > 0)
        c->cpu_us += side->usage.cpu_us;
    if (side->usage.memory_bytes > c->memory_bytes)
        c->memory_bytes = side->usage.memory_bytes;
}

/* Rebuild the bot with run-time checks, replay the game and print the source lines of the crash. */
static void find_crash(Checking *c, const RefereeGame *game)
{
    BotSpec         spec = c->bot.spec;
    BuiltBot       *noting = calloc(1, sizeof *noting);
    CompileReport  *compiled = calloc(1, sizeof *compiled);
    ContestantRules rules = c->rules;
    RefereeGame     again = *game;
    RefereeReport   report;
    Fault           fault;
    Buffer          places;
    rules.stderr_log = NULL; /* the log belongs to the real games */
    again.rules = &rules;
    snprintf(spec.name, sizeof spec.name, "crash");
    BuildJob job = { .folder = c->folder,
                     .work = c->work,
                     .spec = &spec,
                     .setup = &c->job->contest->setup,
                     .limits = &c->job->contest->limits,
                     .unsafe = c->job->unsafe,
                     .notes_crashes = true };
    buffer_init(&places, PLACES_BYTES_MAX);
    if (noting != NULL && compiled != NULL &&
        builder_make(&job, noting, compiled, &fault) == STATUS_OK && noting->failure[0] == '\0') {
        for (int i = 0; i < 2; i++)
            again.bot[i] = game->bot[i] == &c->bot ? noting : game->bot[i];
        if (referee_play(&again, &report, &fault) == STATUS_OK) {
            builder_find_crash(noting, report.failure.last_err, c->job->unsafe, &places);
            referee_report_free(&report);
        }
    }
    if (places.length > 0)
        report_quote("      ", "rebuilt with run-time checks, it crashed in", places.data, c->out);
    buffer_free(&places);
    free(compiled);
    free(noting);
}

/* Play one game.  `seat` is the bot's player number; `other` is the bot itself in self-play. */
static Status play(Checking *c, const BuiltBot *other, int seat, const char *against)
{
    RefereeGame   game = { .setup = c->job->contest->setup, .rules = &c->rules };
    RefereeReport report;
    if (starts_get(&c->starts, c->games / 2, &game.start) != STATUS_OK)
        return fault_set(c->fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    assert(seat == 0 || seat == 1);
    game.bot[seat] = &c->bot;
    game.bot[1 - seat] = other;
    game.seed[0] = (uint64_t)(2 * c->games + 1);
    game.seed[1] = (uint64_t)(2 * c->games + 2);
    Status status = referee_play(&game, &report, c->fault);
    if (status != STATUS_OK)
        return status;
    c->games++;
    save_stderr(c, seat, against);
    save_record(c, &report);
    count_side(c, &report.side[seat]);
    if (other == &c->bot)
        count_side(c, &report.side[1 - seat]);
    bool lost = report.loser == seat || (other == &c->bot && report.loser != SIDE_NONE);
    if (report.termination != TERMINATION_RULES) {
        c->lost_by[report.termination]++;
        report_failure(c, &report, against);
        if (report.failure.signal != 0 && c->bot.is_compiled && c->crashes++ == 0)
            find_crash(c, &game);
    } else if (other != &c->bot) {
        c->won += !lost && report.half_points != 1;
        c->drew += report.half_points == 1;
    }
    referee_report_free(&report);
    return STATUS_OK;
}

/* True if there is time for another game. */
static bool has_time(const Checking *c)
{
    return c->job->seconds <= 0 || clock_wall_seconds() - c->began < c->job->seconds;
}

static Status play_all(Checking *c)
{
    bool   varied = c->starts.has_openings || c->starts.line_count > 0;
    int    games = c->job->games > 0 ? c->job->games : varied ? GAMES_WITH_OPENINGS : GAMES_DEFAULT;
    Status status = STATUS_OK;
    for (int i = 0; i < games && status == STATUS_OK && has_time(c); i++)
        status = play(c, &c->other, i % 2, c->opponent);
    int opponent_games = c->games;
    for (int i = 0; i < games && status == STATUS_OK && c->failure_count < 3 && has_time(c); i++)
        status = play(c, &c->bot, i % 2, "itself");
    if (status == STATUS_OK && c->failure_count == 0)
        line(c, "ok", "plays: %d game%s against %s (won %d, drew %d), %d against itself",
             opponent_games, opponent_games == 1 ? "" : "s", c->opponent, c->won, c->drew,
             c->games - opponent_games);
    return status;
}

/* --- The report --------------------------------------------------------------------------- */

static void print_figures(Checking *c)
{
    const ContestLimits *limits = &c->job->contest->limits;
    double               mean = c->turns == 0 ? 0 : (double)c->time_ms / (double)c->turns;
    if (c->turns == 0)
        return;
    int64_t limit = limits->game_ms > 0 ? limits->game_ms : limits->turn_ms;
    line(c, c->slowest_ms * 10 > limit * 8 ? "look" : "ok",
         "time: %lld moves, %.1f ms on average, slowest %lld ms; the limit is %lld ms per %s "
         "(late after %lld)",
         (long long)c->turns, mean, (long long)c->slowest_ms, (long long)limit,
         limits->game_ms > 0 ? "game" : "move", (long long)(limit + limits->margin_ms));
    if (limits->turn_cpu_ms > 0)
        line(c, "ok", "CPU time limit: %lld ms per move", (long long)limits->turn_cpu_ms);
    if (limits->game_cpu_ms > 0)
        line(c, "ok", "CPU time limit: %lld ms per game", (long long)limits->game_cpu_ms);
    if (c->memory_bytes <= 0)
        return;
    int64_t memory_mb =
        limits->memory_mb > 0 ? limits->memory_mb : jail_limits(c->bot.runtime).memory_bytes >> 20;
    bool fits = c->memory_bytes <= memory_mb << 20;
    line(c, fits ? "ok" : "FAIL",
         "memory: peak %.1f MiB, the limit is %lld MiB; CPU time: %.1f s in total",
         (double)c->memory_bytes / 1048576, (long long)memory_mb, (double)c->cpu_us / 1e6);
    c->failure_count += !fits;
}

static void print_jail(Checking *c)
{
    char description[256];
    Text text = text_over(description, sizeof description);
    jail_describe(c->job->unsafe, &text);
    line(c, c->job->unsafe ? "look" : "ok", "jail: %s", description);
}

/* Say how the games begin, and warn if that removes a swap. */
static void print_starts(Checking *c)
{
    int openings = c->job->contest->openings, swap = 0;
    if (c->starts.line_count > 0)
        line(c, "ok", "openings: %d from the book %s", c->starts.line_count, c->job->contest->book);
    if (openings > 0) {
        line(c, "ok", "openings: %d random move%s at the start of each game", openings,
             openings == 1 ? "" : "s");
        swap = starts_swap_turn(&c->job->contest->setup);
    }
    if (swap > 0 && openings >= swap)
        line(c, "look", "the openings play move %d at random, so no bot can swap sides there",
             swap);
}

static void json_figures(const Checking *c, bool accepted)
{
    Json *json = c->job->json;
    json_bool(json, "accepted", accepted);
    json_integer(json, "games", c->games);
    json_integer(json, "wins", c->won);
    json_integer(json, "draws", c->drew);
    json_object(json, "forfeits");
    for (int i = 0; i < TERMINATIONS; i++) {
        if (c->lost_by[i] > 0)
            json_integer(json, termination_word((Termination)i), c->lost_by[i]);
    }
    json_end_object(json);
    json_integer(json, "moves", c->turns);
    json_number(json, "ms_per_move", c->turns == 0 ? 0 : (double)c->time_ms / (double)c->turns);
    json_integer(json, "slowest_ms", c->slowest_ms);
    json_number(json, "cpu_seconds", (double)c->cpu_us / 1e6);
    if (c->memory_bytes > 0)
        json_number(json, "memory_mib", (double)c->memory_bytes / 1048576);
}

static void print_conclusion(Checking *c, bool accepted)
{
    if (accepted)
        buffer_add(c->out, "\nThis bot will be accepted.\n");
    else
        buffer_add(c->out,
                   "\nThis bot forfeits games. Fix what is marked FAIL and check it again.\n");
}

static Status check_in(Checking *c, bool *accepted)
{
    bool   built = false;
    Status status = STATUS_OK;
    if (c->job->json != NULL)
        json_array(c->job->json, "lines");
    print_jail(c);
    status = starts_init(&c->starts, c->job->folder == NULL ? "." : c->job->folder, c->job->contest,
                         c->fault);
    if (status != STATUS_OK)
        return status;
    print_starts(c);
    status = build(c, &built);
    c->began = clock_wall_seconds();
    if (status == STATUS_OK && built)
        status = play_all(c);
    if (status != STATUS_OK)
        return status;
    print_figures(c);
    *accepted = built && c->failure_count == 0;
    end_line(c);
    if (c->job->json != NULL) {
        json_end_array(c->job->json);
        json_figures(c, *accepted);
    }
    print_conclusion(c, *accepted);
    return STATUS_OK;
}

Status check_bot(const CheckJob *job, bool *accepted, Buffer *out, Fault *fault)
{
    assert(job->path != NULL && job->contest->setup.game != NULL);
    Checking *c = calloc(1, sizeof *c);
    if (c == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    *c = (Checking){ .job = job, .out = out, .fault = fault, .memory_bytes = -1 };
    c->opponent = job->opponent == NULL ? "random" : job->opponent;
    c->rules = (ContestantRules){ .limits = job->contest->limits,
                                  .unsafe = job->unsafe,
                                  .stderr_log = job->log == NULL ? NULL : &c->stderr_log };
    c->other.spec = (BotSpec){ .kind = BOT_BUILTIN };
    snprintf(c->other.spec.name, sizeof c->other.spec.name, "%.40s", c->opponent);
    snprintf(c->other.spec.player, sizeof c->other.spec.player, "%s", c->opponent);
    buffer_init(&c->stderr_log, STDERR_BYTES_MAX);
    split_path(c);
    Status status = STATUS_OK;
    if (!job->unsafe && jail_probe(fault) != STATUS_OK)
        status = fault->status;
    const char *temporary = getenv("TMPDIR");
    snprintf(c->work, sizeof c->work, "%.40s/arena-check-XXXXXX",
             temporary == NULL || strlen(temporary) > 40 ? "/tmp" : temporary);
    if (status == STATUS_OK && mkdtemp(c->work) == NULL)
        status =
            fault_set(fault, STATUS_SYSTEM, 0, "cannot create %s: %s", c->work, strerror(errno));
    else if (status == STATUS_OK) {
        status = check_in(c, accepted);
        submission_remove(c->work); /* the compiled programs */
    }
    buffer_free(&c->stderr_log);
    starts_free(&c->starts);
    free(c);
    return status;
}
