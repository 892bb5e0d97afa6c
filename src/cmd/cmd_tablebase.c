/* SPDX-License-Identifier: MIT
 *
 * cmd_tablebase.c - tablebase: build, verify and probe endgame tables.
 */
#include "cmd/cmd_tablebase.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/interrupts.h"
#include "cmd/mpi_launch.h"
#include "cmd/plan_text.h"
#include "cmd/progress.h"
#include "cmd/results.h"
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
    OPT_FORCE,
    OPT_JSON,
    PATH_CAPACITY = 4096,
    DAY_SECONDS = 86400, /* a longer build is not begun without --force */
};

const Option TB_OPTIONS[] = {
    POSITION_OPTION,
    { "folder", OPTION_TEXT, "DIR", "directory of the tablebases (default: TESSERA_TABLEBASES)", 0,
      0 },
    { "threads", OPTION_NUMBER, "N", "use N threads (default: all processors)", 1,
      RETRO_THREADS_MAX },
    { "memory", OPTION_NUMBER, "MIB", "memory limit, of each rank with mpirun (default 2048)", 1,
      1 << 20 },
    { "every", OPTION_NUMBER, "N", "verify only every Nth position (default 1)", 1, 1 << 30 },
    { "quiet", OPTION_FLAG, NULL, "print no progress", 0, 0 },
    { "force", OPTION_FLAG, NULL, "build even if the estimate says that it cannot finish", 0, 0 },
    JSON_OPTION,
    { .name = NULL },
};

typedef struct Job {
    const Args       *args;
    const RetroRanks *ranks; /* that build together, or NULL */
    FILE             *err;
    Results           results;
    Start             start;
    char              folder[PATH_CAPACITY];
    RetroOptions      options;
    Progress          progress;
} Job;

/* --- progress --- */

static bool on_progress(void *context, const RetroProgress *progress)
{
    Job *job = context;
    if (progress_is_due(&job->progress)) {
        char line[PROGRESS_LINE_MAX];
        Text text = text_over(line, sizeof line);
        put_table_progress(&text, progress);
        progress_print(&job->progress, line);
    }
    return !interrupts_came();
}

static int report_fault(const Job *job, Status status, const Fault *fault)
{
    cmd_error(job->err, "tablebase", "%s", fault->why);
    return status == STATUS_NOT_FOUND ? EXIT_BAD_INPUT : EXIT_FAILED;
}

/* --- estimate --- */

/* Return the free space of the directory, or of the first parent that exists. */
static double free_bytes(const char *folder)
{
    char           path[PATH_CAPACITY];
    struct statvfs info;
    Text           text = text_over(path, sizeof path);
    text_add(&text, folder);
    while (statvfs(path, &info) != 0) {
        char *slash = strrchr(path, '/');
        if (slash == NULL || slash == path)
            return HUGE_VAL;
        *slash = '\0';
    }
    return (double)info.f_bavail * (double)info.f_frsize;
}

/* Rank 0 estimates for all, because it may have to play random games for that. */
static Estimate estimate_on_ranks(const Job *job)
{
    const RetroRanks *ranks = job->ranks;
    const Setup      *setup = &job->start.setup;
    Estimate          mine = { 0 }, *all = malloc(ranks->count * sizeof *all);
    bool              made = retro_ranks_agree(ranks, all == NULL) == 0;
    if (ranks->rank == 0 || !made)
        mine = plan_on_ranks(setup->game, setup->variant, ranks->count, ranks->here);
    if (made) {
        ranks->collect(ranks->context, &mine, sizeof mine, all);
        mine = all[0];
    }
    free(all);
    return mine;
}

static Estimate estimate_of(const Job *job)
{
    return job->ranks == NULL ? plan_tablebase(job->start.setup.game, job->start.setup.variant)
                              : estimate_on_ranks(job);
}

/* True if this machine, or that of another rank, has too little memory for its ranks. */
static bool exceeds_machine(const Job *job, const Estimate *estimate)
{
    double   ranks = job->ranks == NULL ? 1 : job->ranks->here;
    uint64_t exceeds = estimate->least_bytes * ranks > plan_physical_bytes();
    if (job->ranks != NULL)
        job->ranks->max(job->ranks->context, &exceeds, 1);
    return exceeds != 0;
}

/* Compare the estimate with the limits; rank 0 writes the file, so its disk counts. */
static PlanFit fit_of(const Job *job, const Estimate *estimate)
{
    bool       is_writer = job->ranks == NULL || job->ranks->rank == 0;
    PlanLimits limits = { .seconds = DAY_SECONDS,
                          .bytes = (double)job->options.memory_bytes,
                          .threads =
                              job->ranks == NULL ? job->options.threads : (int)job->ranks->here,
                          .file_bytes = is_writer ? free_bytes(job->folder) : HUGE_VAL };
    uint64_t   fit = plan_fit(estimate, &limits);
    if (job->ranks != NULL)
        job->ranks->max(job->ranks->context, &fit, 1);
    return (PlanFit)fit;
}

/* Print the estimate.  If the build cannot finish, print why, and return EXIT_FAILED. */
static int check_estimate(const Job *job)
{
    static const char *const WHY[] = {
        [PLAN_UNCOUNTED] = "there are far more positions than random games can count, so the build "
                           "would not finish; pass --force to begin it nevertheless",
        [PLAN_NO_MEMORY] = "that is more memory than allowed; pass a larger --memory, start more "
                           "ranks (mpirun), or pass --force",
        [PLAN_NO_TIME] = "that takes longer than a day; pass --force to build it nevertheless",
        [PLAN_NO_DISK] = "the disk has less free space; pass another --folder, or --force",
    };
    char     line[PROGRESS_LINE_MAX];
    Text     text = text_over(line, sizeof line);
    Estimate estimate = estimate_of(job);
    PlanFit  fit = fit_of(job, &estimate);
    bool     is_too_large = exceeds_machine(job, &estimate);
    put_estimate(&text, &estimate,
                 job->ranks == NULL ? job->options.threads : (int)job->ranks->here);
    if (job->ranks != NULL)
        text_addf(&text, " for each of %u ranks", (unsigned)job->ranks->count);
    text_add(&text, ", ");
    put_bytes(&text, estimate.file_bytes);
    text_add(&text, " on disk");
    if ((fit != PLAN_FITS || is_too_large) && !job->args->option[OPT_FORCE].given) {
        cmd_error(job->err, "tablebase", "not built: it has %s; %s", line,
                  fit == PLAN_UNCOUNTED || !is_too_large
                      ? WHY[fit]
                      : "this machine has less memory; pass --force to begin it nevertheless");
        return EXIT_FAILED;
    }
    if (!job->progress.is_quiet)
        fprintf(job->err, "estimate: %s\n", line);
    return EXIT_DONE;
}

static int run_estimate(Job *job)
{
    static const double MIB = 1 << 20;
    Estimate            estimate = estimate_of(job);
    Results            *results = &job->results;
    if (results->as_json) {
        json_number(&results->json, "positions", estimate.positions);
        json_bool(&results->json, "positions_is_least", estimate.is_least);
    } else {
        fprintf(results->out, "positions %s%.0f\n", estimate.is_least ? "at least " : "",
                estimate.positions);
    }
    results_number(results, "seconds", plan_wall_seconds(&estimate, job->options.threads), 1);
    results_number(results, "cpu-seconds", estimate.cpu_seconds, 1);
    results_number(results, "memory-mib", ceil(estimate.bytes / MIB), 0);
    results_number(results, "file-mib", ceil(estimate.file_bytes / MIB), 0);
    return EXIT_DONE;
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

static const char *value_name(const Game *game, const TbAnswer *answer)
{
    return answer->value == PROOF_DRAW ? "draw" : game->sides[answer->value == PROOF_FIRST ? 0 : 1];
}

static void put_value(Job *job, const Pos *pos)
{
    const Game *game = job->start.setup.game;
    Tablebase  *tables = tb_open(game, job->start.setup.variant, job->folder);
    TbAnswer    answer;
    bool        known = tb_probe(tables, pos, &answer);
    results_string(&job->results, "value", known ? value_name(game, &answer) : "unknown");
    if (known && answer.value != PROOF_DRAW)
        results_integer(&job->results, "distance", answer.turns);
    tb_close(tables);
}

static void print_build(Results *results, const RetroReport *report, double cpu_seconds)
{
    char sum[17];
    snprintf(sum, sizeof sum, "%016llx", (unsigned long long)report->sum);
    if (results->as_json) {
        json_integer(&results->json, "layers_built", report->layers_built);
        json_integer(&results->json, "layers_found", report->layers_found);
    } else {
        fprintf(results->out, "layers %u built, %u found\n", (unsigned)report->layers_built,
                (unsigned)report->layers_found);
    }
    results_integer(results, "positions", (int64_t)report->positions);
    results_integer(results, "wins", (int64_t)report->wins);
    results_integer(results, "draws", (int64_t)report->draws);
    results_integer(results, "losses", (int64_t)report->losses);
    results_integer(results, "longest", report->longest);
    results_string(results, "sum", sum);
    results_number(results, "seconds", report->seconds, 2);
    results_number(results, "cpu-seconds", cpu_seconds, 2);
    results_integer(results, "memory-mib", (int64_t)(report->memory_peak >> 20));
    results_integer(results, "file-mib", (int64_t)(report->file_bytes >> 20));
    if (report->scratch_bytes > 0)
        results_integer(results, "scratch-mib", (int64_t)(report->scratch_bytes >> 20));
}

/* What a rank used. */
typedef struct RankUse {
    uint64_t memory_bytes, resident_bytes; /* for index, positions and edges; at most in memory */
    double   cpu_seconds;
} RankUse;

/* Print what each rank used.  `report` and `cpu_seconds` are those of this rank; they become the
 * maximum and the sum of all. */
static void print_ranks(Job *job, RetroReport *report, double *cpu_seconds)
{
    const RetroRanks *ranks = job->ranks;
    struct rusage     usage;
    RankUse          *all = malloc(ranks->count * sizeof *all);
    getrusage(RUSAGE_SELF, &usage);
    RankUse mine = { report->memory_peak, (uint64_t)usage.ru_maxrss << 10, *cpu_seconds };
    if (retro_ranks_agree(ranks, all == NULL ? STATUS_NO_MEMORY : STATUS_OK) != STATUS_OK) {
        free(all);
        return;
    }
    ranks->collect(ranks->context, &mine, sizeof mine, all);
    *cpu_seconds = 0;
    if (job->results.as_json)
        json_array(&job->results.json, "ranks");
    for (uint32_t rank = 0; rank < ranks->count; rank++) {
        long long memory = (long long)(all[rank].memory_bytes >> 20);
        long long resident = (long long)(all[rank].resident_bytes >> 20);
        *cpu_seconds += all[rank].cpu_seconds;
        if (all[rank].memory_bytes > report->memory_peak)
            report->memory_peak = (size_t)all[rank].memory_bytes;
        if (job->results.as_json) {
            json_object(&job->results.json, NULL);
            json_integer(&job->results.json, "memory_mib", memory);
            json_integer(&job->results.json, "resident_mib", resident);
            json_number(&job->results.json, "cpu_seconds", all[rank].cpu_seconds);
            json_end_object(&job->results.json);
        } else {
            fprintf(job->results.out,
                    "rank %u memory-mib %lld resident-mib %lld cpu-seconds %.2f\n", (unsigned)rank,
                    memory, resident, all[rank].cpu_seconds);
        }
    }
    if (job->results.as_json)
        json_end_array(&job->results.json);
    free(all);
}

/* Create the directory; with several ranks, on rank 0. */
static int prepare_folder(Job *job)
{
    int status = EXIT_DONE;
    if ((job->ranks == NULL || job->ranks->rank == 0) && !make_directories(job->folder)) {
        cmd_error(job->err, "folder", "cannot create %s: %s", job->folder, strerror(errno));
        status = EXIT_FAILED;
    }
    return job->ranks == NULL ? status : (int)retro_ranks_agree(job->ranks, (uint32_t)status);
}

static int run_build(Job *job)
{
    RetroReport report;
    Fault       fault;
    int         failed = check_estimate(job);
    if (failed == EXIT_DONE)
        failed = prepare_folder(job);
    if (failed != EXIT_DONE)
        return failed;
    double cpu = clock_cpu_seconds();
    interrupts_begin();
    Status status = retro_build(job->start.setup.game, job->start.setup.variant, &job->options,
                                &report, &fault);
    interrupts_end();
    progress_end(&job->progress);
    if (status != STATUS_OK)
        return report_fault(job, status, &fault);
    cpu = clock_cpu_seconds() - cpu;
    put_value(job, &job->start.pos.head);
    if (job->ranks != NULL)
        print_ranks(job, &report, &cpu);
    print_build(&job->results, &report, cpu);
    return EXIT_DONE;
}

static int run_verify(Job *job)
{
    RetroCheck check;
    Fault      fault;
    uint32_t   every = job->args->option[OPT_EVERY].given ? job->args->option[OPT_EVERY].number : 1;
    Status     status = retro_verify(job->start.setup.game, job->start.setup.variant, &job->options,
                                     every, &check, &fault);
    progress_end(&job->progress);
    if (status != STATUS_OK)
        return report_fault(job, status, &fault);
    results_integer(&job->results, "positions", (int64_t)check.positions);
    results_integer(&job->results, "wrong", (int64_t)check.wrong);
    results_number(&job->results, "seconds", check.seconds, 2);
    if (check.wrong == 0)
        return EXIT_DONE;
    cmd_error(job->err, "tablebase", "first wrong position: %s", check.first_wrong);
    return EXIT_FAILED;
}

/* Context of the walk that prints every move with its value. */
typedef struct Listing {
    Job             *job;
    const Tablebase *tables;
} Listing;

static bool list_turn(void *context, const Turn *turn, const Pos *after)
{
    const Listing *listing = context;
    const Game    *game = listing->job->start.setup.game;
    char           notation[TURN_TEXT_MAX];
    Text           text = text_over(notation, sizeof notation);
    TbAnswer       answer;
    Results       *results = &listing->job->results;
    bool           known = tb_probe(listing->tables, after, &answer);
    const char    *value = known ? value_name(game, &answer) : "unknown";
    bool           wins = known && answer.value != PROOF_DRAW;
    turn_write(game, &listing->job->start.pos.head, turn, &text);
    if (results->as_json) {
        json_object(&results->json, NULL);
        json_string(&results->json, "move", notation);
        json_string(&results->json, "value", value);
        if (wins)
            json_integer(&results->json, "distance", answer.turns);
        json_end_object(&results->json);
    } else if (wins) {
        fprintf(results->out, "turn %s %s %u\n", notation, value, (unsigned)answer.turns);
    } else {
        fprintf(results->out, "turn %s %s\n", notation, value);
    }
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
    if (job->results.as_json)
        json_array(&job->results.json, "moves");
    if (game->rules->outcome(&job->start.pos.head).ending == ENDING_NONE)
        turn_each(game, &job->start.pos.head, list_turn, &listing);
    if (job->results.as_json)
        json_end_array(&job->results.json);
    tb_close(tables);
    return EXIT_DONE;
}

static const struct Verb {
    const char *name;
    int (*run)(Job *job);
} VERBS[] = {
    { "estimate", run_estimate },
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
    if (job->ranks != NULL && option[OPT_THREADS].given && option[OPT_THREADS].number > 1)
        return cmd_error(job->err, "threads",
                         "each rank has one thread; start more ranks, and leave --threads out");
    if (job->ranks != NULL)
        threads = 1;
    job->progress = progress_begin(job->err, option[OPT_QUIET].given);
    job->options = (RetroOptions){
        .folder = job->folder,
        .threads = option[OPT_THREADS].given ? (int)option[OPT_THREADS].number : threads,
        .ranks = job->ranks,
        .memory_bytes = (size_t)(option[OPT_MEMORY].given ? option[OPT_MEMORY].number : 2048) << 20,
        .listener = on_progress,
        .context = job,
    };
    return EXIT_DONE;
}

/* Run the action and print its results.  A failed action prints its results only as lines, which are
 * there already. */
static int run_verb(const struct Verb *verb, Job *job, FILE *out)
{
    results_begin(&job->results, out, job->args->option[OPT_JSON].given);
    if (job->results.as_json)
        json_setup(&job->results.json, "game", &job->start.setup);
    int status = verb->run(job);
    if (status == EXIT_DONE)
        return results_end(&job->results, "tablebase", job->err);
    results_drop(&job->results);
    return status;
}

int cmd_tablebase(const Args *args, FILE *out, FILE *err)
{
    return strcmp(args->arg[0], "build") == 0 && mpi_launch_ranks() > 1
               ? mpi_launch(err)
               : tablebase_run(args, NULL, out, err);
}

int tablebase_run(const Args *args, const RetroRanks *ranks, FILE *out, FILE *err)
{
    Job job = { .args = args, .ranks = ranks, .err = err };
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
        return failed != EXIT_DONE ? failed : run_verb(&VERBS[i], &job, out);
    }
    return cmd_error(err, "tablebase",
                     "unknown action '%.60s'; use estimate, build, verify or probe", args->arg[0]);
}
