/* SPDX-License-Identifier: MIT */
/* cmd_perft.c - perft: count move sequences, optionally with several threads.
 *
 * The tree is cut at its first or second level.  The positions there are the frontier.  Each is
 * counted by one thread, and the total is the sum, because the frontier holds a position once per
 * path to it.  An atomic counter distributes the work.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/progress.h"
#include "cmd/results.h"
#include "core/perft.h"
#include "core/turn.h"

enum {
    DEPTH_MAX = 32, /* far beyond what can be counted; bounds the recursion */
    THREADS_MAX = 64,
    SHARES_PER_THREAD = 8, /* minimum positions per thread, so that the last ones leave none idle */
};

static const size_t FRONTIER_BYTES_MAX = (size_t)512 << 20;

enum {
    PERFT_POSITION,
    PERFT_COUNT,
    PERFT_DIVIDE,
    PERFT_THREADS,
    PERFT_GENERAL_INSTANCE,
    PERFT_JSON
};
const Option PERFT_OPTIONS[] = {
    POSITION_OPTION,
    { "count", OPTION_CHOICE, "turns|positions", "what to count (default turns)", 0, 0 },
    { "divide", OPTION_FLAG, NULL, "list the count after every first move, at DEPTH only", 0, 0 },
    { "threads", OPTION_NUMBER, "N", "use N threads (default 1)", 1, THREADS_MAX },
    { "general", OPTION_FLAG, NULL, "use the general move generator instead of the fast one", 0,
      0 },
    JSON_OPTION,
    { .name = NULL },
};

typedef struct Task {
    const Game   *game;
    const Pos    *root;
    PerftKind     kind;
    PerftInstance instance;
    int           threads;
    FILE         *err;
    bool          on_terminal; /* cut the tree for progress messages as well */
} Task;

/* --- Frontier ------------------------------------------------------------------------- */

typedef struct Frontier {
    size_t         pos_size;
    size_t         count, capacity;
    unsigned char *positions;
} Frontier;

static const Pos *frontier_at(const Frontier *frontier, size_t index)
{
    assert(index < frontier->count);
    return (const Pos *)(const void *)(frontier->positions + index * frontier->pos_size);
}

static bool frontier_add(Frontier *frontier, const Pos *pos)
{
    if (frontier->count == frontier->capacity) {
        size_t         capacity = frontier->capacity == 0 ? 64 : frontier->capacity * 2;
        unsigned char *bigger = capacity * frontier->pos_size > FRONTIER_BYTES_MAX
                                    ? NULL
                                    : realloc(frontier->positions, capacity * frontier->pos_size);
        if (bigger == NULL)
            return false;
        frontier->positions = bigger;
        frontier->capacity = capacity;
    }
    memcpy(frontier->positions + frontier->count++ * frontier->pos_size, pos, frontier->pos_size);
    return true;
}

static void frontier_free(Frontier *frontier)
{
    free(frontier->positions);
    *frontier = (Frontier){ 0 };
}

static bool add_after(void *context, const Turn *turn, const Pos *after)
{
    (void)turn;
    return frontier_add(context, after);
}

static bool add_children(const Task *task, const Pos *pos, Frontier *out)
{
    if (task->kind == PERFT_TURNS)
        return turn_each(task->game, pos, add_after, out);
    Successors set;
    bool       fits = successors_init(&set, task->game, pos);
    for (int i = 0; fits && i < set.count; i++)
        fits = frontier_add(out, successors_at(&set, i));
    successors_free(&set);
    return fits;
}

/* Replace the frontier by its next level.  False, with nothing changed, if that is too large. */
static bool frontier_expand(const Task *task, Frontier *frontier)
{
    Frontier next = { .pos_size = frontier->pos_size };
    for (size_t i = 0; i < frontier->count; i++) {
        if (!add_children(task, frontier_at(frontier, i), &next)) {
            frontier_free(&next);
            return false;
        }
    }
    frontier_free(frontier);
    *frontier = next;
    return true;
}

static bool frontier_init(const Task *task, Frontier *frontier)
{
    *frontier = (Frontier){ .pos_size = task->game->rules->size(task->root->variant) };
    return frontier_add(frontier, task->root);
}

/* --- Work ----------------------------------------------------------------------------- */

typedef struct Work {
    const Task     *task;
    const Frontier *frontier;
    int             full_depth;
    int             depth;  /* to count below each position of the frontier */
    uint64_t       *counts; /* one per position */
    atomic_size_t   next, done;
} Work;

static bool work_one(Work *work)
{
    size_t index = atomic_fetch_add(&work->next, 1);
    if (index >= work->frontier->count)
        return false;
    const Task *task = work->task;
    work->counts[index] = perft_count(task->game, frontier_at(work->frontier, index), work->depth,
                                      task->kind, task->instance);
    atomic_fetch_add(&work->done, 1);
    return true;
}

static void *work_thread(void *context)
{
    while (work_one(context))
        continue;
    return NULL;
}

/* Work in the main thread too, and report progress between two positions. */
static void work_and_report(Work *work)
{
    char     what[32];
    Progress progress = progress_on_terminal(work->task->err);
    snprintf(what, sizeof what, "depth %d", work->full_depth);
    while (work_one(work))
        progress_parts(&progress, (double)atomic_load(&work->done), (double)work->frontier->count,
                       what);
    progress_end(&progress);
}

/* Run all threads.  If some cannot be started, the others do their work. */
static void work_all(Work *work)
{
    pthread_t threads[THREADS_MAX];
    int       started = 0;
    while (started < work->task->threads - 1 &&
           pthread_create(&threads[started], NULL, work_thread, work) == 0)
        started++;
    work_and_report(work);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

/* Return the count below every position of the frontier; NULL if memory ran out.  The caller frees. */
static uint64_t *count_frontier(const Task *task, const Frontier *frontier, int full_depth,
                                int depth)
{
    uint64_t *counts = calloc(frontier->count + 1, sizeof *counts);
    if (counts == NULL)
        return NULL;
    Work work = { .task = task,
                  .frontier = frontier,
                  .full_depth = full_depth,
                  .depth = depth,
                  .counts = counts };
    atomic_init(&work.next, 0);
    atomic_init(&work.done, 0);
    work_all(&work);
    for (size_t i = 0; i < frontier->count; i++) {
        if (counts[i] == UINT64_MAX) {
            free(counts);
            return NULL;
        }
    }
    return counts;
}

static uint64_t sum_of(const uint64_t *counts, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += counts[i];
    return sum;
}

/* Count the sequences of `depth` moves.  False if memory ran out. */
static bool count_depth(const Task *task, int depth, uint64_t *sum)
{
    Frontier frontier;
    int      below = depth;
    if (!frontier_init(task, &frontier))
        return false;
    bool shared = task->threads > 1 || task->on_terminal;
    for (int level = 0; shared && level < 2 && below > 1; level++) {
        if (level > 0 && frontier.count >= (size_t)task->threads * SHARES_PER_THREAD)
            break;
        if (!frontier_expand(task, &frontier))
            break;
        below--;
    }
    uint64_t *counts = count_frontier(task, &frontier, depth, below);
    if (counts != NULL)
        *sum = sum_of(counts, frontier.count);
    free(counts);
    frontier_free(&frontier);
    return counts != NULL;
}

/* --- Output ------------------------------------------------------------------------------ */

static void print_depth(int depth, uint64_t count, Results *results)
{
    if (!results->as_json) {
        fprintf(results->out, "%d %llu\n", depth, (unsigned long long)count);
        return;
    }
    json_object(&results->json, NULL);
    json_integer(&results->json, "depth", depth);
    json_integer(&results->json, "count", (int64_t)count);
    json_end_object(&results->json);
}

/* Count every depth up to `depth`.  False if memory ran out. */
static bool print_depths(const Task *task, int depth, Results *results)
{
    if (results->as_json)
        json_array(&results->json, "depths");
    for (int d = 1; d <= depth; d++) {
        uint64_t sum = 0;
        if (!count_depth(task, d, &sum))
            return false;
        print_depth(d, sum, results);
        if (fflush(results->out) != 0)
            break; /* the reader is gone */
    }
    if (results->as_json)
        json_end_array(&results->json);
    return true;
}

/* State of a second walk over the moves, in the order that filled the frontier.  A line is printed
 * whenever the walk reaches the next position of the frontier. */
typedef struct Division {
    const Task     *task;
    const Frontier *frontier;
    const uint64_t *counts;
    size_t          next;
    Results        *results;
} Division;

static bool print_division(void *context, const Turn *turn, const Pos *after)
{
    Division   *division = context;
    const Task *task = division->task;
    if (division->next == division->frontier->count ||
        !game_same(task->game, frontier_at(division->frontier, division->next), after))
        return true;
    char notation[TURN_TEXT_MAX];
    Text text = text_over(notation, sizeof notation);
    turn_write(task->game, task->root, turn, &text);
    Results *results = division->results;
    uint64_t count = division->counts[division->next++];
    if (results->as_json) {
        json_object(&results->json, NULL);
        json_string(&results->json, "move", notation);
        json_integer(&results->json, "count", (int64_t)count);
        json_end_object(&results->json);
    } else {
        fprintf(results->out, "%s %llu\n", notation, (unsigned long long)count);
    }
    return !ferror(results->out);
}

static void print_counts(Division *division, int depth)
{
    Results *results = division->results;
    if (results->as_json)
        json_array(&results->json, "moves");
    turn_each(division->task->game, division->task->root, print_division, division);
    if (results->as_json) {
        json_end_array(&results->json);
        json_array(&results->json, "depths");
    }
    print_depth(depth, sum_of(division->counts, division->frontier->count), results);
    if (results->as_json)
        json_end_array(&results->json);
}

/* Count below every first move.  False if memory ran out. */
static bool print_divided(const Task *task, int depth, Results *results)
{
    Frontier  frontier;
    uint64_t *counts = NULL;
    if (frontier_init(task, &frontier) && frontier_expand(task, &frontier))
        counts = count_frontier(task, &frontier, depth, depth - 1);
    if (counts != NULL) {
        Division division = { task, &frontier, counts, 0, results };
        print_counts(&division, depth);
    }
    free(counts);
    frontier_free(&frontier);
    return counts != NULL;
}

static bool read_depth(const char *given, int *depth)
{
    Scan     scan = scan_string(given);
    uint32_t number = 0;
    if (!scan_number(&scan, DEPTH_MAX, &number) || !scan_done(&scan) || number == 0)
        return false;
    *depth = (int)number;
    return true;
}

int cmd_perft(const Args *args, FILE *out, FILE *err)
{
    Start start;
    int   depth;
    if (!read_depth(args->arg[1], &depth))
        return cmd_error(err, "perft", "DEPTH must be a whole number from 1 to %d, not '%.60s'",
                         DEPTH_MAX, args->arg[1]);
    int failed = start_from_text(args->arg[0], args->option[PERFT_POSITION].text, &start, err);
    if (failed != EXIT_DONE)
        return failed;
    if (start.pos.head.phase != 0)
        return cmd_error(
            err, "perft",
            "the position is in the middle of a turn; perft needs one at the start of a turn");
    Task task = {
        .game = start.setup.game,
        .root = &start.pos.head,
        .kind = args->option[PERFT_COUNT].number == 1 ? PERFT_POSITIONS : PERFT_TURNS,
        .instance = args->option[PERFT_GENERAL_INSTANCE].given ? PERFT_GENERAL : PERFT_FAST,
        .threads = args->option[PERFT_THREADS].given ? (int)args->option[PERFT_THREADS].number : 1,
        .err = err,
        .on_terminal = isatty(fileno(err)) == 1,
    };
    /* Some games fill lookup tables at first use; do so before threads exist. */
    perft_count(task.game, task.root, 1, task.kind, task.instance);
    Results results;
    results_begin(&results, out, args->option[PERFT_JSON].given);
    if (results.as_json) {
        json_setup(&results.json, "game", &start.setup);
        json_string(&results.json, "counted", task.kind == PERFT_POSITIONS ? "positions" : "turns");
    }
    bool done = args->option[PERFT_DIVIDE].given ? print_divided(&task, depth, &results)
                                                 : print_depths(&task, depth, &results);
    if (done)
        return results_end(&results, "perft", err);
    results_drop(&results);
    return cmd_error_memory(err, "perft");
}
