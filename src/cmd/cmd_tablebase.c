/* SPDX-License-Identifier: MIT
 *
 * cmd_tablebase.c - tablebase: build, verify and probe endgame tables.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/cmd.h"
#include "cmd/interrupts.h"
#include "core/turn.h"
#include "solver/tb.h"
#include "solver/retro.h"

enum {
    OPT_POSITION,
    OPT_FOLDER,
    OPT_THREADS,
    OPT_MEMORY,
    OPT_EVERY,
    OPT_QUIET,
    PATH_CAPACITY = 4096,
    LINE_SECONDS = 10
};

const Option TB_OPTIONS[] = {
    POSITION_OPTION,
    { "folder", OPTION_TEXT, "DIR", "directory of the tablebases (default: TESSERA_TABLEBASES)", 0,
      0 },
    { "threads", OPTION_NUMBER, "N", "use N threads (default: all processors)", 1,
      RETRO_THREADS_MAX },
    { "memory", OPTION_NUMBER, "MIB", "memory limit (default 2048)", 1, 1 << 20 },
    { "every", OPTION_NUMBER, "N", "verify only every Nth position (default 1)", 1, 1 << 30 },
    { "quiet", OPTION_FLAG, NULL, "print no progress", 0, 0 },
    { NULL, OPTION_FLAG, NULL, NULL, 0, 0 },
};

typedef struct Job {
    const Args  *args;
    FILE        *out, *err;
    Start        start;
    char         folder[PATH_CAPACITY];
    RetroOptions options;
    bool         is_quiet, on_terminal;
    double       last_line; /* time of the last progress line, if not on a terminal */
} Job;

/* --- progress --- */

static void put_duration(FILE *err, double seconds)
{
    long whole = (long)seconds;
    if (whole >= 3600)
        fprintf(err, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
    else if (whole >= 60)
        fprintf(err, "%ld min %02ld s", whole / 60, whole % 60);
    else
        fprintf(err, "%ld s", whole);
}

/* Overwrite the line on a terminal; elsewhere print one every LINE_SECONDS. */
static void print_progress(Job *job, const RetroProgress *progress)
{
    if (!job->on_terminal && progress->elapsed_seconds - job->last_line < LINE_SECONDS)
        return;
    job->last_line = progress->elapsed_seconds;
    fprintf(job->err, "%slayer %s (%u of %u), %s", job->on_terminal ? "\r\033[K" : "",
            progress->layer, (unsigned)progress->layers_done + 1, (unsigned)progress->layer_count,
            progress->doing);
    if (progress->turns > 0)
        fprintf(job->err, ", %u turns", (unsigned)progress->turns);
    if (progress->positions > 0)
        fprintf(job->err, ", %u positions", (unsigned)progress->positions);
    fprintf(job->err, ": %.0f %%", 100 * progress->share);
    if (progress->seconds_left >= 0) {
        fprintf(job->err, ", ");
        put_duration(job->err, progress->seconds_left);
        fprintf(job->err, " left");
    }
    putc(job->on_terminal ? ' ' : '\n', job->err);
    fflush(job->err);
}

static bool on_progress(void *context, const RetroProgress *progress)
{
    Job *job = context;
    if (!job->is_quiet)
        print_progress(job, progress);
    return !interrupts_came();
}

static void end_progress(const Job *job)
{
    if (job->on_terminal && !job->is_quiet)
        fputs("\r\033[K", job->err);
}

static int report_fault(const Job *job, Status status, const Fault *fault)
{
    cmd_error(job->err, "tablebase", "%s", fault->why);
    return status == STATUS_NOT_FOUND ? EXIT_BAD_INPUT : EXIT_FAILED;
}

/* --- build, verify, probe --- */

/* Create the directory and its parents. */
static bool make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0755) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return mkdir(path, 0755) == 0 || errno == EEXIST;
}

static void put_value(const Job *job, const Pos *pos)
{
    const Game *game = job->start.setup.game;
    Tablebase  *tables = tb_open(game, job->start.setup.variant, job->folder);
    TbAnswer    answer;
    if (!tb_probe(tables, pos, &answer))
        fprintf(job->out, "value unknown\n");
    else if (answer.value == PROOF_DRAW)
        fprintf(job->out, "value draw\n");
    else
        fprintf(job->out, "value %s\ndistance %u\n",
                game->sides[answer.value == PROOF_FIRST ? 0 : 1], (unsigned)answer.turns);
    tb_close(tables);
}

static int run_build(Job *job)
{
    RetroReport report;
    Fault       fault;
    if (!make_directories(job->folder))
        return cmd_error(job->err, "folder", "cannot create %s: %s", job->folder, strerror(errno)),
               EXIT_FAILED;
    double cpu = clock_cpu_seconds();
    interrupts_begin();
    Status status = retro_build(job->start.setup.game, job->start.setup.variant, &job->options,
                                &report, &fault);
    interrupts_end();
    end_progress(job);
    if (status != STATUS_OK)
        return report_fault(job, status, &fault);
    put_value(job, &job->start.pos.head);
    fprintf(job->out, "layers %u built, %u found\n", (unsigned)report.layers_built,
            (unsigned)report.layers_found);
    fprintf(job->out, "positions %llu\nwins %llu\ndraws %llu\nlosses %llu\nlongest %u\n",
            (unsigned long long)report.positions, (unsigned long long)report.wins,
            (unsigned long long)report.draws, (unsigned long long)report.losses,
            (unsigned)report.longest);
    fprintf(job->out, "sum %016llx\n", (unsigned long long)report.sum);
    fprintf(job->out, "seconds %.2f\ncpu-seconds %.2f\nmemory-mib %zu\nfile-mib %llu\n",
            report.seconds, clock_cpu_seconds() - cpu, report.memory_peak >> 20,
            (unsigned long long)(report.file_bytes >> 20));
    if (report.scratch_bytes > 0)
        fprintf(job->out, "scratch-mib %zu\n", report.scratch_bytes >> 20);
    return EXIT_DONE;
}

static int run_verify(Job *job)
{
    RetroCheck check;
    Fault      fault;
    uint32_t   every = job->args->option[OPT_EVERY].given ? job->args->option[OPT_EVERY].number : 1;
    Status     status = retro_verify(job->start.setup.game, job->start.setup.variant, &job->options,
                                     every, &check, &fault);
    end_progress(job);
    if (status != STATUS_OK)
        return report_fault(job, status, &fault);
    fprintf(job->out, "positions %llu\nwrong %llu\nseconds %.2f\n",
            (unsigned long long)check.positions, (unsigned long long)check.wrong, check.seconds);
    if (check.wrong == 0)
        return EXIT_DONE;
    cmd_error(job->err, "tablebase", "first wrong position: %s", check.first_wrong);
    return EXIT_FAILED;
}

/* Context of the walk that prints every move with its value. */
typedef struct Listing {
    const Job       *job;
    const Tablebase *tables;
} Listing;

static bool list_turn(void *context, const Turn *turn, const Pos *after)
{
    const Listing *listing = context;
    const Game    *game = listing->job->start.setup.game;
    char           notation[TURN_TEXT_MAX];
    Text           text = text_over(notation, sizeof notation);
    TbAnswer       answer;
    turn_write(game, &listing->job->start.pos.head, turn, &text);
    fprintf(listing->job->out, "turn %s ", notation);
    if (!tb_probe(listing->tables, after, &answer))
        fprintf(listing->job->out, "unknown\n");
    else if (answer.value == PROOF_DRAW)
        fprintf(listing->job->out, "draw\n");
    else
        fprintf(listing->job->out, "%s %u\n", game->sides[answer.value == PROOF_FIRST ? 0 : 1],
                (unsigned)answer.turns);
    return true;
}

static int run_probe(Job *job)
{
    const Game *game = job->start.setup.game;
    Tablebase  *tables = tb_open(game, job->start.setup.variant, job->folder);
    if (tables == NULL)
        return cmd_error(
            job->err, "tablebase",
            "%s has no tablebase of this game; build it with `tessera tablebase build`",
            job->folder);
    Listing listing = { job, tables };
    put_value(job, &job->start.pos.head);
    if (game->rules->outcome(&job->start.pos.head).ending == ENDING_NONE)
        turn_each(game, &job->start.pos.head, list_turn, &listing);
    tb_close(tables);
    return EXIT_DONE;
}

static const struct Verb {
    const char *name;
    int (*run)(Job *job);
} VERBS[] = {
    { "build", run_build },
    { "verify", run_verify },
    { "probe", run_probe },
};

static int fill_options(Job *job)
{
    const OptionValue *option = job->args->option;
    if (option[OPT_FOLDER].given) {
        Text text = text_over(job->folder, sizeof job->folder);
        text_add(&text, option[OPT_FOLDER].text);
        if (text.full || text.length == 0)
            return cmd_error(job->err, "folder", "the path in --folder is empty or too long");
    } else if (!tb_folder(job->folder, sizeof job->folder)) {
        return cmd_error(job->err, "folder",
                         "no tablebase directory: set TESSERA_TABLEBASES, or pass --folder DIR");
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int  threads = processors < 1                   ? 1
                   : processors > RETRO_THREADS_MAX ? RETRO_THREADS_MAX
                                                    : (int)processors;
    job->is_quiet = option[OPT_QUIET].given;
    job->on_terminal = isatty(fileno(job->err)) != 0;
    job->options = (RetroOptions){
        .folder = job->folder,
        .threads = option[OPT_THREADS].given ? (int)option[OPT_THREADS].number : threads,
        .memory_bytes = (size_t)(option[OPT_MEMORY].given ? option[OPT_MEMORY].number : 2048) << 20,
        .listener = on_progress,
        .context = job,
    };
    return EXIT_DONE;
}

int cmd_tablebase(const Args *args, FILE *out, FILE *err)
{
    Job job = { .args = args, .out = out, .err = err };
    int failed = fill_options(&job);
    if (failed != EXIT_DONE)
        return failed;
    for (size_t i = 0; i < sizeof VERBS / sizeof VERBS[0]; i++) {
        if (strcmp(args->arg[0], VERBS[i].name) != 0)
            continue;
        failed = start_from_text(args->arg[1], args->option[OPT_POSITION].text, &job.start, err);
        if (failed == EXIT_DONE && job.start.setup.turn_limit != 0)
            return cmd_error(
                err, "game",
                "limit=%u does not apply to a position, which has no move number; leave it out",
                job.start.setup.turn_limit);
        return failed != EXIT_DONE ? failed : VERBS[i].run(&job);
    }
    return cmd_error(err, "tablebase", "unknown action '%.60s'; use build, verify or probe",
                     args->arg[0]);
}
