/* SPDX-License-Identifier: MIT
 *
 * library_think.c - the public library: search, exact values, proofs.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "lib/library.h"
#include "naive/verify.h"
#include "search/level.h"
#include "solver/certify.h"

enum {
    MEBIBYTES_MAX = 1 << 20,
    LIMIT_TIME_MAX_MS = 1000000000,
    BYTES_PER_POSITION = 400, /* memory per position while a proof is assembled, roughly */
    DEFAULT_SECONDS = 60,
    DEFAULT_MEBIBYTES = 1024,
};

static const size_t   PROOF_BYTES_MAX = (size_t)2 << 30;
static const uint64_t SHORTEN_NODES = 2000000;

/* --- search --- */

struct tes_thinker {
    Search *search;
};

tes_thinker *tes_thinker_new(int threads, int mebibytes)
{
    SearchOptions options = search_options();
    if (threads < 1 || threads > SEARCH_THREADS_MAX || mebibytes < 1 || mebibytes > MEBIBYTES_MAX)
        return NULL;
    options.threads = threads;
    options.table_bytes = (size_t)mebibytes << 20;
    tes_thinker *thinker = malloc(sizeof *thinker);
    if (thinker == NULL)
        return NULL;
    thinker->search = search_new(&options);
    if (thinker->search != NULL)
        return thinker;
    free(thinker);
    return NULL;
}

void tes_thinker_delete(tes_thinker *thinker)
{
    if (thinker != NULL)
        search_delete(thinker->search);
    free(thinker);
}

void tes_stop(tes_thinker *thinker)
{
    search_stop(thinker->search);
}

/* Return what is wrong with the limits; NULL if nothing is. */
static const char *limits_error(const tes_limits *limits)
{
    if (limits->level != 0 && (limits->level < LEVEL_LOWEST || limits->level > LEVEL_HIGHEST))
        return "the level must be a number from 1 to 10";
    if (limits->depth < 0 || limits->depth > SEARCH_DEPTH_MAX)
        return "the depth must be a number from 1 to 100";
    if (limits->time_ms < 0 || limits->time_ms > LIMIT_TIME_MAX_MS)
        return "the time must be a number of milliseconds from 1 to 1000000000";
    if (limits->level == 0 && limits->depth == 0 && limits->time_ms == 0 && limits->nodes == 0)
        return "a limit is missing: level, time, nodes or depth";
    return NULL;
}

static SearchLimits limits_for(const Line *line, const tes_limits *given)
{
    SearchLimits limits = { 0 };
    if (given->level != 0)
        limits = level_limits(line->setup.game, line->setup.variant, given->level, 1);
    if (given->nodes != 0 && (limits.nodes == 0 || given->nodes < limits.nodes))
        limits.nodes = given->nodes;
    if (given->depth != 0 && (limits.depth == 0 || given->depth < limits.depth))
        limits.depth = given->depth;
    limits.time_ms = given->time_ms;
    return limits;
}

static tes_outcome winner_of(int side)
{
    return side == 0 ? TES_FIRST : TES_SECOND;
}

static void fill_score(const Line *line, int score, tes_thought *out)
{
    const GameEval *eval = line->setup.game->eval;
    int             unit = eval != NULL && eval->unit > 0 ? eval->unit : 100;
    int             side = line_now(line)->side;
    if (score_is_win(score) || score_is_loss(score)) {
        out->proved = winner_of(score_is_win(score) ? side : 1 - side);
        out->turns = score_distance(score);
    } else {
        out->score = (int)((int64_t)score * 100 / unit);
    }
}

static tes_thought thought_of(const Line *line, const Turn *turn, int score, int depth,
                              uint64_t nodes, int64_t time_ms)
{
    tes_thought thought = {
        .size = sizeof thought, .depth = depth, .nodes = nodes, .time_ms = time_ms
    };
    Text text = text_over(thought.turn, sizeof thought.turn);
    turn_write(line->setup.game, line_now(line), turn, &text);
    fill_score(line, score, &thought);
    return thought;
}

typedef struct Reporter {
    const Line       *line;
    const tes_limits *limits;
    Search           *search;
} Reporter;

static void report(void *context, const SearchInfo *info)
{
    const Reporter *reporter = context;
    const Line     *line = reporter->line;
    Turn            turn;
    if (info->index != 0)
        return;
    turn_first(line->setup.game, line_now(line), info->line->steps, info->line->step_count, &turn,
               NULL);
    tes_thought thought =
        thought_of(line, &turn, info->line->score, info->depth, info->nodes, info->elapsed_ms);
    if (!reporter->limits->progress(reporter->limits->context, &thought))
        search_stop(reporter->search);
}

/* The message for a structure whose first member is not its size. */
static const char SIZE_ERROR[] =
    "set the member `size` to the size of the structure; members that this version does not know "
    "must be 0";

tes_status tes_think(tes_thinker *thinker, const tes_game *game, const tes_limits *limits,
                     tes_thought *out, tes_fault *fault)
{
    const Line *line = &game->record.line;
    tes_limits  own;
    if (!library_take(&own, sizeof own, limits))
        return library_error(fault, TES_ILLEGAL, SIZE_ERROR);
    const char *error = limits_error(&own);
    if (error == NULL && tes_ended(game) != TES_OPEN)
        error = "the game is over";
    if (error != NULL)
        return library_error(fault, TES_ILLEGAL, error);
    Reporter        reporter = { line, &own, thinker->search };
    SearchListener *listener = own.progress != NULL ? report : NULL;
    SearchLimits    wanted = limits_for(line, &own);
    SearchResult   *result = malloc(sizeof *result);
    Status          status = STATUS_NO_MEMORY;
    if (result != NULL)
        status = search_think(thinker->search, line, &wanted, listener, &reporter, result);
    if (status == STATUS_OK) {
        tes_thought thought = thought_of(line, &result->turn, result->score, result->depth,
                                         result->nodes, result->elapsed_ms);
        library_give(out, &thought, sizeof thought);
    }
    free(result);
    search_ready(thinker->search);
    return library_fault(fault, status, NULL);
}

/* --- exact values --- */

typedef struct Watch {
    double            start, deadline;
    const tes_effort *effort;
    const Solver     *solver;
    _Atomic int64_t   reports; /* tenths of a second since the start, at the last report */
    atomic_flag       busy;    /* a report is being made */
    atomic_bool       over;    /* there are no more reports */
} Watch;

static void report_progress(Watch *watch)
{
    double  seconds = clock_wall_seconds() - watch->start;
    int64_t tenths = (int64_t)(seconds * 10);
    if (watch->effort->progress == NULL || watch->solver == NULL || tenths <= watch->reports ||
        atomic_flag_test_and_set(&watch->busy))
        return;
    SolverProgress now = solver_progress(watch->solver);
    tes_progress   progress = { solve_method_name(now.method), now.nodes, seconds };
    watch->reports = tenths;
    watch->effort->progress(watch->effort->context, &progress);
    atomic_flag_clear(&watch->busy);
}

static bool is_over(void *context)
{
    Watch *watch = context;
    if (watch->over)
        return true;
    report_progress(watch);
    if (clock_wall_seconds() > watch->deadline ||
        (watch->effort->stop != NULL && watch->effort->stop(watch->effort->context)))
        watch->over = true;
    return watch->over;
}

static tes_outcome outcome_of(ProofValue value)
{
    static const tes_outcome PUBLIC[] = {
        [PROOF_UNKNOWN] = TES_OPEN,
        [PROOF_FIRST] = TES_FIRST,
        [PROOF_SECOND] = TES_SECOND,
        [PROOF_DRAW] = TES_DRAW,
    };
    return PUBLIC[value];
}

static void fill_value(Solver *solver, const Solution *solution, tes_value *out)
{
    tes_value value = {
        .value = outcome_of(solution->value),
        .turns = solution->turns,
        .exact = solution->exact,
        .has_margin = solution->has_margin,
        .margin = solution->margin,
        .nodes = solver_nodes(solver),
    };
    library_give(out, &value, sizeof value);
}

/* Return the proof, NUL-terminated; NULL with the reason. */
static char *prove(Solver *solver, const Line *line, Solution *solution, int mebibytes,
                   Status *status)
{
    Buffer   text;
    uint64_t nodes = ((uint64_t)mebibytes << 20) / BYTES_PER_POSITION;
    Solution proved = *solution; /* the caller's result stays as it is */
    buffer_init(&text, PROOF_BYTES_MAX);
    *status = solution->value == PROOF_UNKNOWN
                  ? STATUS_NOT_FOUND
                  : certify(solver, &line->setup, line_now(line), &proved,
                            nodes < UINT32_MAX / 4 ? (uint32_t)nodes : UINT32_MAX / 4, &text);
    if (*status == STATUS_OK)
        return text.data;
    buffer_free(&text);
    return NULL;
}

static const char *unsolvable(const Line *line, const tes_effort *effort)
{
    if (line_now(line)->phase != 0)
        return "a turn is in progress; only positions between turns have a value";
    if (line->setup.turn_limit != 0)
        return "limit=N is for lines of play: a position has no turn number";
    if (effort->seconds < 0 || effort->mebibytes < 0 || effort->mebibytes > MEBIBYTES_MAX ||
        effort->threads < 0 || effort->threads > DFPN_THREADS_MAX)
        return "seconds, mebibytes and threads must not be negative or too large";
    return NULL;
}

static tes_status solve(Solver *solver, const Line *line, int mebibytes, tes_value *out,
                        char **proof, tes_fault *fault)
{
    Solution   solution;
    const Pos *pos = line_now(line);
    Status     status = STATUS_OK;
    solver_solve(solver, pos, &solution);
    if (solution.value != PROOF_UNKNOWN) {
        solver_shorten(solver, pos, &solution, SHORTEN_NODES);
        solver_margin(solver, pos, &solution);
    }
    fill_value(solver, &solution, out);
    if (proof == NULL)
        return TES_OK;
    *proof = prove(solver, line, &solution, mebibytes, &status);
    if (status == STATUS_NOT_FOUND)
        return library_error(fault, TES_NOT_FOUND, "nothing was proved within the limits");
    return library_fault(fault, status, NULL);
}

static tes_status solve_within(const Line *line, const tes_effort *effort, tes_value *out,
                               char **proof, tes_fault *fault)
{
    int    mebibytes = effort->mebibytes > 0 ? effort->mebibytes : DEFAULT_MEBIBYTES;
    double seconds = effort->seconds > 0 ? effort->seconds : DEFAULT_SECONDS;
    Watch  watch = { .start = clock_wall_seconds(), .effort = effort, .busy = ATOMIC_FLAG_INIT };
    watch.deadline = watch.start + seconds;
    DfpnLimits limits = {
        .memory_bytes = (size_t)mebibytes << 20,
        .threads = effort->threads > 0 ? effort->threads : 1,
        .expired = is_over,
        .context = &watch,
    };
    Solver *solver = solver_new(line->setup.game, &limits);
    bool    ok =
        solver != NULL && (effort->tables == NULL || solver_use_tables(solver, effort->tables));
    watch.solver = solver;
    if (ok)
        solver_allow_tablebase(solver, watch.deadline);
    tes_status status = ok ? solve(solver, line, mebibytes, out, proof, fault)
                           : library_fault(fault, STATUS_NO_MEMORY, NULL);
    solver_delete(solver);
    return status;
}

tes_status tes_solve(const tes_game *game, const tes_effort *effort, tes_value *out, char **proof,
                     tes_fault *fault)
{
    const Line *line = &game->record.line;
    tes_effort  own = { 0 };
    if (proof != NULL)
        *proof = NULL;
    if (effort != NULL && !library_take(&own, sizeof own, effort))
        return library_error(fault, TES_ILLEGAL, SIZE_ERROR);
    const char *error = unsolvable(line, &own);
    if (error != NULL)
        return library_error(fault, TES_ILLEGAL, error);
    return solve_within(line, &own, out, proof, fault);
}

tes_status tes_verify(const char *proof, size_t size, tes_fault *fault)
{
    VerifyReport report;
    char        *copy = malloc(size + 1);
    if (copy == NULL)
        return library_fault(fault, STATUS_NO_MEMORY, NULL);
    memcpy(copy, proof, size);
    bool good = verify_proof(copy, size, &report);
    free(copy);
    if (good)
        return TES_OK;
    return library_error_at(fault, TES_SYNTAX, report.line, report.why);
}

void tes_free(char *text)
{
    free(text);
}
