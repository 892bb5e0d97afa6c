/* SPDX-License-Identifier: MIT */
/* cmd_solve.c - solve and verify: prove the value of a position, and check such proofs. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/cmd.h"
#include "cmd/atomic_file.h"
#include "cmd/interrupts.h"
#include "cmd/plan_text.h"
#include "cmd/progress.h"
#include "cmd/results.h"
#include "naive/list.h"
#include "naive/verify.h"
#include "solver/certify.h"

enum {
    SOLVE_SECONDS_MAX = 1000000,
    SOLVE_MEMORY_MAX = 1 << 20,
    PATH_CAPACITY = 4096,
    DAY_SECONDS = 86400,       /* nothing that takes longer is suggested */
    LINE_BYTES_MAX = 1 << 20,  /* of a winning line */
    BYTES_OF_A_POSITION = 400, /* estimated memory per position while a proof is assembled */
};

static const size_t   FILE_BYTES_MAX = (size_t)2 << 30;
static const uint64_t SHORTEN_NODES = 2000000;

enum {
    SOLVE_POSITION,
    SOLVE_LIMIT,
    SOLVE_MEMORY,
    SOLVE_THREADS,
    SOLVE_PROOF,
    SOLVE_QUIET,
    SOLVE_JSON
};
const Option SOLVE_OPTIONS[] = {
    POSITION_OPTION,
    { "limit", OPTION_NUMBER, "SECONDS", "time limit (default 60)", 1, SOLVE_SECONDS_MAX },
    { "memory", OPTION_NUMBER, "MIB", "memory limit (default 1024)", 1, SOLVE_MEMORY_MAX },
    { "threads", OPTION_NUMBER, "N", "use N threads (default 1)", 1, DFPN_THREADS_MAX },
    { "proof", OPTION_TEXT, "FILE", "write a proof to FILE, for `tessera verify`", 0, 0 },
    { "quiet", OPTION_FLAG, NULL, "print no progress", 0, 0 },
    JSON_OPTION,
    { .name = NULL },
};

enum { VERIFY_JSON };
const Option VERIFY_OPTIONS[] = { JSON_OPTION, { .name = NULL } };

/* --- progress and limits --- */

/* One query, from the command line to the last line of output. */
typedef struct Query {
    const Args     *args;
    FILE           *err;
    Results         results;
    Start           start;
    Solver         *solver;
    int             threads;
    double          begun, deadline;
    uint32_t        seconds, mebibytes;
    Progress        progress;
    pthread_mutex_t printing;
    _Atomic int     signal; /* that interrupted it, or 0 */
} Query;

static void print_progress(const Query *query)
{
    char            line[PROGRESS_LINE_MAX];
    Text            text = text_over(line, sizeof line);
    SolverProgress  now = solver_progress(query->solver);
    const PlanStep *build = now.plan == NULL ? NULL : &now.plan->step[PLAN_BUILD];
    text_addf(&text, "%s: ", solve_method_name(now.method));
    if (now.table != NULL) {
        put_table_progress(&text, now.table);
    } else if (now.method == SOLVE_BUILD && build != NULL) {
        put_estimate(&text, &build->estimate, query->threads);
    } else {
        put_count(&text, (double)now.nodes);
        text_add(&text, " positions");
        if (now.method != SOLVE_PROOF_FILE && build != NULL && build->fit == PLAN_FITS &&
            now.build == STATUS_OK) {
            text_add(&text, "; next its tablebase, ");
            put_estimate(&text, &build->estimate, query->threads);
        }
    }
    text_add(&text, "; limit in ");
    put_duration(&text, query->deadline - clock_wall_seconds());
    progress_print(&query->progress, line);
}

/* Any thread of the solver may call this. */
static bool must_stop(void *context)
{
    Query *query = context;
    if (atomic_load(&query->signal) == 0) {
        int number = interrupts_signal();
        if (number != 0)
            atomic_store(&query->signal, number);
    }
    if (pthread_mutex_trylock(&query->printing) == 0) {
        if (progress_is_due(&query->progress))
            print_progress(query);
        pthread_mutex_unlock(&query->printing);
    }
    return atomic_load(&query->signal) != 0 || clock_wall_seconds() > query->deadline;
}

static uint32_t number_or(const OptionValue *value, uint32_t otherwise)
{
    return value->given ? value->number : otherwise;
}

/* --- results --- */

/* Print a distance that may be only an upper bound. */
static void print_distance(Results *results, long distance, bool exact)
{
    if (results->as_json) {
        json_integer(&results->json, "distance", distance);
        json_bool(&results->json, "distance_is_exact", exact);
    } else {
        fprintf(results->out, "distance %s%ld\n", exact ? "" : "at most ", distance);
    }
}

static void print_value(Query *query, const Solution *solution)
{
    const char *const *sides = query->start.setup.game->sides;
    const char *const  VALUES[] = {
         [PROOF_UNKNOWN] = "unknown",
         [PROOF_FIRST] = sides[0],
         [PROOF_SECOND] = sides[1],
         [PROOF_DRAW] = "draw",
    };
    results_string(&query->results, "value", VALUES[solution->value]);
    if (solution->value == PROOF_FIRST || solution->value == PROOF_SECOND)
        print_distance(&query->results, solution->turns, solution->exact);
    if (solution->has_margin)
        results_integer(&query->results, "margin", solution->margin);
}

/* Return the largest resident size of this process so far. */
static size_t memory_peak(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss << 10 : 0;
}

static void print_statistics(Query *query, const Solution *solution)
{
    Results *results = &query->results;
    if (solution->value != PROOF_UNKNOWN)
        results_string(results, "method", solve_method_name(solution->method));
    results_integer(results, "nodes", (int64_t)solver_nodes(query->solver));
    results_integer(results, "sweeps", (int64_t)dfpn_memory(solver_dfpn(query->solver)).sweeps);
    results_number(results, "seconds", clock_wall_seconds() - query->begun, 2);
    results_integer(results, "memory-mib", (int64_t)(memory_peak() >> 20));
}

/* Print the winning line, and whether it reaches the end of the game. */
static void print_line(Results *results, const char *line, bool complete)
{
    if (results->as_json) {
        json_string(&results->json, "line", line);
        json_bool(&results->json, "line_is_complete", complete);
    } else {
        fprintf(results->out, "line %s%s\n", line, complete ? "" : " ...");
    }
}

/* --- giving up --- */

/* Round up to two digits. */
static double round_up(double number)
{
    double unit = number < 100 ? 1 : pow(10, floor(log10(number)) - 1);
    return ceil(number / unit) * unit;
}

static void put_query(const Query *query, Text *out)
{
    char position[POS_TEXT_MAX];
    Text text = text_over(position, sizeof position);
    text_add(out, "tessera solve '");
    setup_write(&query->start.setup, out);
    text_add(out, "'");
    if (query->args->option[SOLVE_POSITION].given) {
        query->start.setup.game->text->pos_write(&query->start.pos.head, &text);
        text_addf(out, " --position '%s'", position);
    }
}

/* Write the query with limits that suffice for its tablebase, and the estimate; false if this machine
 * cannot do it within a day. */
static bool put_longer_query(const Query *query, const PlanStep *build, Text *out)
{
    static const double SLACK = 2, MIB = 1 << 20;
    const Estimate     *estimate = &build->estimate;
    double              seconds = SLACK * plan_wall_seconds(estimate, query->threads);
    double              mebibytes = (double)solver_memory_for(1.1 * estimate->bytes) / MIB;
    double              longer = 2.0 * query->seconds;
    if (build->fit == PLAN_NO_TABLEBASE || estimate->is_least || seconds > DAY_SECONDS ||
        mebibytes * MIB > plan_physical_bytes())
        return false;
    put_query(query, out);
    text_addf(out, " --limit %.0f", round_up(seconds > longer ? seconds : longer));
    if (mebibytes > query->mebibytes)
        text_addf(out, " --memory %.0f", round_up(mebibytes));
    if (query->threads > 1)
        text_addf(out, " --threads %d", query->threads);
    text_add(out, " (");
    put_estimate(out, estimate, query->threads);
    text_add(out, ")");
    return true;
}

/* Write the command that builds the tablebase in a file, which takes less memory and can be resumed;
 * false if even that takes longer than a day. */
static bool put_build(const Query *query, const PlanStep *build, Text *out)
{
    const Setup *setup = &query->start.setup;
    if (build->fit == PLAN_NO_TABLEBASE || build->estimate.is_least)
        return false;
    Estimate   estimate = plan_tablebase(setup->game, setup->variant);
    PlanLimits limits = { .seconds = DAY_SECONDS,
                          .bytes = plan_physical_bytes(),
                          .file_bytes = HUGE_VAL,
                          .threads = query->threads };
    if (estimate.is_least || plan_fit(&estimate, &limits) != PLAN_FITS)
        return false;
    text_add(out, "tessera tablebase build '");
    setup_write(setup, out);
    text_addf(out, "' --threads %d --memory %.0f (", query->threads,
              round_up(estimate.bytes / (1 << 20)));
    put_estimate(out, &estimate, query->threads);
    text_add(out, ")");
    return true;
}

/* Write why no tablebase gave the value. */
static void put_obstacle(const Query *query, const PlanStep *build, Status status, Text *out)
{
    static const char *const EXCEEDS[] = {
        [PLAN_UNCOUNTED] = "has more positions than can be counted",
        [PLAN_NO_MEMORY] = "exceeds the limit of memory",
        [PLAN_NO_TIME] = "exceeds the limit of time",
    };
    if (status == STATUS_SYSTEM) {
        text_add(out, " while its tablebase was being built");
    } else if (status != STATUS_OK) {
        text_addf(out, " in the search, and %s its tablebase",
                  status == STATUS_NO_MEMORY ? "the system had no memory left for"
                                             : "the limit of memory was too low for");
    } else if (build->fit == PLAN_FITS) {
        text_add(out, " in the search");
    } else if (build->fit == PLAN_NO_TABLEBASE) {
        text_add(out, " in the search, and no tablebase can be built for this position");
    } else {
        text_addf(out, " in the search, and its tablebase %s (", EXCEEDS[build->fit]);
        put_estimate(out, &build->estimate, query->threads);
        text_add(out, ")");
    }
}

static void put_reason(const Query *query, const PlanStep *build, Status status, Text *out)
{
    if (query->signal != 0)
        text_add(out, "interrupted");
    else
        text_addf(out, "the time limit of %u second%s ended", query->seconds,
                  query->seconds == 1 ? "" : "s");
    put_obstacle(query, build, status, out);
}

/* Print why the value is unknown, and what would settle it. */
static void print_unknown(Query *query)
{
    char           line[2 * PROGRESS_LINE_MAX + POS_TEXT_MAX];
    Text           text = text_over(line, sizeof line);
    SolverProgress last = solver_progress(query->solver);
    PlanLimits     limits = solver_plan_limits(query->solver);
    Plan           plan;
    if (last.plan != NULL)
        plan = *last.plan;
    else
        plan = plan_position(query->start.setup.game, &query->start.pos.head, &limits);
    put_reason(query, &plan.step[PLAN_BUILD], last.build, &text);
    results_string(&query->results, "reason", line);
    text_clear(&text);
    if ((last.build == STATUS_NO_MEMORY ||
         !put_longer_query(query, &plan.step[PLAN_BUILD], &text)) &&
        !put_build(query, &plan.step[PLAN_BUILD], &text))
        text_add(&text, "unknown: a larger --limit and --memory let the search continue");
    results_string(&query->results, "settle", line);
}

/* --- solve --- */

static int write_proof(Query *query, Solution *solution)
{
    const char *name = query->args->option[SOLVE_PROOF].text;
    Buffer      text;
    uint64_t    nodes = ((uint64_t)query->mebibytes << 20) / BYTES_OF_A_POSITION;
    uint32_t    most = nodes < UINT32_MAX / 4 ? (uint32_t)nodes : UINT32_MAX / 4;
    buffer_init(&text, FILE_BYTES_MAX);
    Status status =
        certify(query->solver, &query->start.setup, &query->start.pos.head, solution, most, &text);
    progress_end(&query->progress);
    int result = EXIT_FAILED;
    if (status == STATUS_OK && atomic_file_write(name, text.data, text.length))
        result = EXIT_DONE;
    else if (status == STATUS_OK)
        cmd_error(query->err, name, "%s", strerror(errno));
    else if (status == STATUS_NO_MEMORY)
        cmd_error(query->err, name,
                  "not written: the proof has more than %u positions, the most for %u MiB. Raise "
                  "--memory",
                  most, query->mebibytes);
    else if (query->signal != 0)
        cmd_error(query->err, name, "not written: interrupted");
    else
        cmd_error(query->err, name,
                  "not written: the time limit ended before the proof was complete. Raise --limit");
    buffer_free(&text);
    return result;
}

static int solve(Query *query)
{
    Solution   solution;
    const Pos *pos = &query->start.pos.head;
    bool       with_proof = query->args->option[SOLVE_PROOF].given;
    solver_solve(query->solver, pos, &solution);
    bool known = solution.value != PROOF_UNKNOWN;
    if (known) {
        solver_shorten(query->solver, pos, &solution, SHORTEN_NODES);
        solver_margin(query->solver, pos, &solution);
    }
    Buffer line;
    buffer_init(&line, LINE_BYTES_MAX);
    bool complete = certify_line(query->solver, pos, &solution, &line);
    progress_end(&query->progress);
    print_value(query, &solution);
    if (line.length > 0)
        print_line(&query->results, line.data, complete);
    print_statistics(query, &solution);
    buffer_free(&line);
    if (!known)
        print_unknown(query);
    int result = results_end(&query->results, "solve", query->err);
    fflush(query->results.out);
    if (result != EXIT_DONE)
        return result;
    result = known ? EXIT_DONE : EXIT_UNKNOWN;
    if (with_proof && known)
        result = write_proof(query, &solution);
    else if (with_proof)
        cmd_error(query->err, query->args->option[SOLVE_PROOF].text,
                  "not written: the value is unknown");
    return query->signal != 0 && result != EXIT_DONE ? EXIT_SIGNALLED + query->signal : result;
}

static int run_query(Query *query, FILE *out)
{
    DfpnLimits limits = {
        .memory_bytes = (size_t)query->mebibytes << 20,
        .threads = query->threads,
        .expired = must_stop,
        .context = query,
    };
    char folder[PATH_CAPACITY];
    query->begun = clock_wall_seconds();
    query->deadline = query->begun + query->seconds;
    query->progress = progress_begin(query->err, query->args->option[SOLVE_QUIET].given);
    query->solver = solver_new(query->start.setup.game, &limits);
    if (query->solver == NULL ||
        (tb_folder(folder, sizeof folder) && !solver_use_tables(query->solver, folder))) {
        cmd_error(query->err, "solve", "cannot allocate %u MiB; pass a smaller --memory",
                  query->mebibytes);
        solver_delete(query->solver);
        return EXIT_FAILED;
    }
    solver_allow_tablebase(query->solver, query->deadline);
    results_begin(&query->results, out, query->args->option[SOLVE_JSON].given);
    if (query->results.as_json) {
        json_setup(&query->results.json, "game", &query->start.setup);
        json_position(&query->results.json, "position", query->start.setup.game,
                      &query->start.pos.head);
    }
    interrupts_begin();
    int result = solve(query);
    interrupts_end();
    solver_delete(query->solver);
    return result;
}

/* Check what the solver and the proof need.  Return EXIT_DONE, or the exit status after an error
 * message. */
static int check_query(const Query *query)
{
    const char *proof = query->args->option[SOLVE_PROOF].text;
    const char *name = query->start.setup.game->name;
    if (query->start.setup.turn_limit != 0)
        return cmd_error(
            query->err, "game",
            "limit=%u does not apply to a position, which has no move number; leave it out",
            query->start.setup.turn_limit);
    if (query->start.pos.head.phase != 0)
        return cmd_error(
            query->err, "solve",
            "the position is in the middle of a turn; solve needs one at the start of a turn");
    if (!query->args->option[SOLVE_PROOF].given)
        return EXIT_DONE;
    if (naive_find(name, strlen(name)) == NULL)
        return cmd_error(query->err, "proof",
                         "%s has no naive implementation, so `tessera verify` could not check the "
                         "proof. Solve without --proof",
                         name);
    if (!atomic_file_is_possible(proof))
        return cmd_error(query->err, proof, "%s", strerror(errno));
    return EXIT_DONE;
}

int cmd_solve(const Args *args, FILE *out, FILE *err)
{
    Query       query = { .args = args,
                          .err = err,
                          .threads = (int)number_or(&args->option[SOLVE_THREADS], 1),
                          .seconds = number_or(&args->option[SOLVE_LIMIT], 60),
                          .mebibytes = number_or(&args->option[SOLVE_MEMORY], 1024),
                          .printing = PTHREAD_MUTEX_INITIALIZER };
    const char *position =
        args->option[SOLVE_POSITION].given ? args->option[SOLVE_POSITION].text : NULL;
    int failed = start_from_text(args->arg[0], position, &query.start, err);
    if (failed == EXIT_DONE)
        failed = check_query(&query);
    return failed != EXIT_DONE ? failed : run_query(&query, out);
}

/* --- verify --- */

/* Return the contents with one spare byte, or NULL with errno set.  The caller frees them. */
static char *read_file(FILE *file, size_t *size)
{
    size_t capacity = 1 << 16;
    char  *text = malloc(capacity);
    *size = 0;
    while (text != NULL) {
        *size += fread(text + *size, 1, capacity - *size - 1, file);
        if (*size < capacity - 1)
            break;
        char *bigger = capacity >= FILE_BYTES_MAX ? NULL : realloc(text, 2 * capacity);
        if (bigger == NULL) {
            free(text);
            errno = EFBIG;
            return NULL;
        }
        text = bigger;
        capacity *= 2;
    }
    if (text != NULL && ferror(file)) {
        free(text);
        return NULL;
    }
    return text;
}

static int print_report(const VerifyReport *report, bool as_json, FILE *out, FILE *err)
{
    Results results;
    results_begin(&results, out, as_json);
    results_string(&results, "verified", report->game);
    results_string(&results, "value", report->value);
    if (report->turns >= 0)
        print_distance(&results, report->turns, false);
    if (report->has_margin)
        results_integer(&results, "margin", report->margin);
    results_integer(&results, "positions", (int64_t)report->positions);
    return results_end(&results, "verify", err);
}

static void on_share(void *context, double share)
{
    progress_parts(context, share, 1, "checking the proof");
}

int cmd_verify(const Args *args, FILE *out, FILE *err)
{
    VerifyReport report;
    size_t       size;
    const char  *name = args->arg[0];
    FILE        *file = fopen(name, "rb");
    if (file == NULL)
        return cmd_error(err, name, "%s", strerror(errno));
    char *text = read_file(file, &size);
    int   reason = errno;
    fclose(file);
    if (text == NULL)
        return cmd_error(err, name, "%s", strerror(reason));
    Progress progress = progress_on_terminal(err);
    bool     good = verify_proof_heard(text, size, &report, on_share, &progress);
    progress_end(&progress);
    free(text);
    if (!good)
        return cmd_error(err, name, "line %zu: %s", report.line, report.why);
    return print_report(&report, args->option[VERIFY_JSON].given, out, err);
}
