/* SPDX-License-Identifier: MIT */
#include "arena/check.h"

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

enum {
    GAMES_DEFAULT = 2,
    PATH_BYTES = 4096,
    HEARD_BYTES_MAX = 4 << 20, /* of what a bot says in a game */
    PLACES_BYTES_MAX = 65536,  /* where it crashed */
};

typedef struct Checking {
    const CheckJob *job;
    char            folder[PATH_BYTES], file[PATH_BYTES]; /* of the bot */
    char            work[64];                             /* ours, for the compiled program */
    BuiltBot        bot, other;
    const char     *opponent;
    Buffer          heard; /* in the game that is played */
    ContestantRules rules;
    int             games, lost_by[TERMINATIONS], won, drew, crashes;
    int64_t         turns, time_ms, slowest_ms, cpu_us, memory_bytes;
    int             failure_count;
    Buffer         *out;
    Fault          *fault;
} Checking;

static void line(Checking *c, const char *mark, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void line(Checking *c, const char *mark, const char *format, ...)
{
    char    words[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    buffer_addf(c->out, "%-5s %s\n", mark, words);
}

/* --- What is kept ------------------------------------------------------------------------- */

static void keep_words(Checking *c, int seat, const char *against)
{
    char *words = malloc(c->heard.length + 1);
    if (c->job->log != NULL && words != NULL) {
        Text text = text_over(words, c->heard.length + 1);
        jailed_text_printable(c->heard.data == NULL ? "" : c->heard.data, c->heard.length, &text);
        buffer_addf(c->job->log, "== game %d against %s, %s\n%s%s", c->games, against,
                    seat == 0 ? "with the first turn" : "with the second turn", words,
                    text.length > 0 && words[text.length - 1] != '\n' ? "\n" : "");
    }
    free(words);
    buffer_free(&c->heard);
    buffer_init(&c->heard, HEARD_BYTES_MAX);
}

static void keep_game(Checking *c, const RefereeReport *report)
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
            buffer_addf(c->out, "\nThe compiler says:\n%s\n", report->messages);
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
    bool again = c->lost_by[report->termination] > 1; /* the first one has told the details */
    line(c, "FAIL", "game %d against %s: lost by %s%s%s%s: %s", c->games, against,
         termination_word(report->termination), t->code[0] == '\0' ? "" : " (", t->code,
         t->code[0] == '\0' ? "" : ")", t->why);
    if (again)
        return;
    report_words("      ", "its last output", t->last_out, c->out);
    report_words("      ", "its last words on stderr", t->last_err, c->out);
    if (report->board.length > 0)
        buffer_addf(c->out, "      after %d turn%s the board was\n\n%s\n", report->turns,
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

/* Build it once more so that it says where it crashes, and play the game again. */
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
    rules.heard = NULL; /* the log is that of the real games */
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
        report_words("      ", "built to find the place and played again, it crashed in",
                     places.data, c->out);
    buffer_free(&places);
    free(compiled);
    free(noting);
}

/* One game; `seat` is where the bot sits, and the other one sits there, too, if it plays itself. */
static Status play(Checking *c, const BuiltBot *other, int seat, const char *against)
{
    RefereeGame   game = { .setup = c->job->contest->setup, .rules = &c->rules };
    RefereeReport report;
    game.bot[seat] = &c->bot;
    game.bot[1 - seat] = other;
    game.seed[0] = (uint64_t)(2 * c->games + 1);
    game.seed[1] = (uint64_t)(2 * c->games + 2);
    Status status = referee_play(&game, &report, c->fault);
    if (status != STATUS_OK)
        return status;
    c->games++;
    keep_words(c, seat, against);
    keep_game(c, &report);
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

static Status play_all(Checking *c)
{
    int    games = c->job->games > 0 ? c->job->games : GAMES_DEFAULT;
    Status status = STATUS_OK;
    for (int i = 0; i < games && status == STATUS_OK; i++)
        status = play(c, &c->other, i % 2, c->opponent);
    int strangers = c->games;
    for (int i = 0; i < games && status == STATUS_OK && c->failure_count < 3; i++)
        status = play(c, &c->bot, 0, "itself");
    if (status == STATUS_OK && c->failure_count == 0)
        line(c, "ok", "plays: %d game%s against %s (won %d, drew %d), %d against itself", strangers,
             strangers == 1 ? "" : "s", c->opponent, c->won, c->drew, c->games - strangers);
    return status;
}

/* --- Telling ------------------------------------------------------------------------------ */

static void print_figures(Checking *c)
{
    const ContestLimits *limits = &c->job->contest->limits;
    double               mean = c->turns == 0 ? 0 : (double)c->time_ms / (double)c->turns;
    if (c->turns == 0)
        return;
    int64_t limit = limits->game_ms > 0 ? limits->game_ms : limits->turn_ms;
    line(c, c->slowest_ms * 10 > limit * 8 ? "look" : "ok",
         "time: %lld turns, %.1f ms on average, %lld ms at worst; the limit is %lld ms for %s",
         (long long)c->turns, mean, (long long)c->slowest_ms, (long long)limit,
         limits->game_ms > 0 ? "a game" : "a turn");
    if (c->memory_bytes > 0)
        line(c, "ok", "memory: %.1f MiB at most, %.1f s of processor time in all",
             (double)c->memory_bytes / 1048576, (double)c->cpu_us / 1e6);
}

static void send_command(Checking *c)
{
    char words[256];
    Text text = text_over(words, sizeof words);
    jail_describe(c->job->unsafe, &text);
    line(c, c->job->unsafe ? "look" : "ok", "jail: %s", words);
}

static void print_conclusion(Checking *c, bool accepted)
{
    if (accepted)
        buffer_add(c->out, "\nThis bot will be accepted.\n");
    else
        buffer_add(c->out, "\nThis bot will lose games by what is marked FAIL.\n");
}

static Status check_in(Checking *c, bool *accepted)
{
    bool   built = false;
    Status status = STATUS_OK;
    send_command(c);
    status = build(c, &built);
    if (status == STATUS_OK && built)
        status = play_all(c);
    if (status != STATUS_OK)
        return status;
    print_figures(c);
    *accepted = built && c->failure_count == 0;
    print_conclusion(c, *accepted);
    return STATUS_OK;
}

Status check_bot(const CheckJob *job, bool *accepted, Buffer *out, Fault *fault)
{
    Checking *c = calloc(1, sizeof *c);
    if (c == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    *c = (Checking){ .job = job, .out = out, .fault = fault, .memory_bytes = -1 };
    c->opponent = job->opponent == NULL ? "random" : job->opponent;
    c->rules = (ContestantRules){ .limits = job->contest->limits,
                                  .unsafe = job->unsafe,
                                  .heard = job->log == NULL ? NULL : &c->heard };
    c->other.spec = (BotSpec){ .kind = BOT_BUILTIN };
    snprintf(c->other.spec.name, sizeof c->other.spec.name, "%.40s", c->opponent);
    snprintf(c->other.spec.player, sizeof c->other.spec.player, "%s", c->opponent);
    buffer_init(&c->heard, HEARD_BYTES_MAX);
    split_path(c);
    Status status = STATUS_OK;
    if (!job->unsafe && jail_probe(fault) != STATUS_OK)
        status = fault->status;
    const char *temporary = getenv("TMPDIR");
    snprintf(c->work, sizeof c->work, "%.40s/arena-check-XXXXXX",
             temporary == NULL || strlen(temporary) > 40 ? "/tmp" : temporary);
    if (status == STATUS_OK && mkdtemp(c->work) == NULL)
        status =
            fault_set(fault, STATUS_SYSTEM, 0, "%s cannot be made: %s", c->work, strerror(errno));
    else if (status == STATUS_OK) {
        status = check_in(c, accepted);
        submission_remove(c->work); /* what was compiled */
    }
    buffer_free(&c->heard);
    free(c);
    return status;
}
