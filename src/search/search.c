/* SPDX-License-Identifier: MIT
 *
 * search.c - the interface to both search algorithms, and the threads and results of the alpha-beta
 * search.
 *
 * Every thread runs its own iterative deepening.  The threads share the transposition table and the
 * list of subtrees that they are searching (pvs_subtree), so that they begin with different ones
 * (simplified ABDADA).  The first thread decides when to stop and calls the listener.  The result is
 * that of the thread that got furthest.
 *
 * Games with points: after an iteration, the first thread searches a small ending exactly
 * (search/ending.h), with twice as many nodes as the iterations took.  When the result is proved, by
 * either search, the rest of the limits is for the best final lead.
 *
 * With one thread and no time limit, nothing here depends on the clock: the search is
 * deterministic.
 */
#include "search/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "search/deepen.h"
#include "search/ending.h"
#include "search/glance.h"
#include "search/timer.h"
#include "search/mcts.h"

enum {
    TABLE_BYTES = 64 << 20,
    FORCED_NODES = 100, /* of MCTS, to score the only turn */
    ENDING_NODES = 2,   /* of an exact search, per node of the iterations */
    ENDING_SHARE = 8,   /* of the bytes of the table, one part in so many is for exact searches */
#ifdef BROWSER_MODULE
    IS_NATIVE = false,
#else
    IS_NATIVE = true,
#endif
};

/* One thread and its results. */
typedef struct SearchThread {
    struct Search  *search;
    Deepening       deepening;
    Turn            turn; /* these three: the result of the last iteration; first thread only */
    int             scores[2]; /* of the last two */
    Steadiness      results;
    SearchListener *listener; /* first thread only */
    void           *context;
} SearchThread;

struct Search {
    SearchOptions    options;
    Mcts            *mcts;   /* NULL until the first MCTS */
    TransTable       tt;     /* allocated by the first alpha-beta search */
    pthread_t        caller; /* the thread in search_think */
    PvsControl       control;
    Timer            timer;
    bool             is_forced; /* there is a game clock and only one turn */
    EndingSearch     ending;
    bool             has_ending; /* this search may use it */
    const Game      *game;       /* game and variant that the workers have memory for */
    uint32_t         variant;
    PvsWorker       *workers[SEARCH_THREADS_MAX];
    SearchThread    *threads[SEARCH_THREADS_MAX];
    pthread_mutex_t  mutex; /* for wait_for_request */
    pthread_cond_t   changed;
    _Atomic uint64_t busy[PVS_BUSY_SLOTS]; /* of `control`; all 0 between searches */
};

SearchOptions search_options(void)
{
    return (SearchOptions){ .threads = 1, .table_bytes = TABLE_BYTES };
}

/* --- memory --- */

static void delete_workers(Search *search)
{
    for (int i = 0; i < SEARCH_THREADS_MAX; i++) {
        pvs_worker_delete(search->workers[i]);
        search->workers[i] = NULL;
    }
    search->game = NULL;
}

static void clear_ending(Search *search)
{
    if (IS_NATIVE)
        ending_clear(&search->ending);
}

Search *search_new(const SearchOptions *options)
{
    assert(options->threads >= 1 && options->threads <= SEARCH_THREADS_MAX);
    Search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    search->options = *options;
    pthread_mutex_init(&search->mutex, NULL);
    pthread_cond_init(&search->changed, NULL);
    for (int i = 0; i < options->threads; i++)
        if ((search->threads[i] = calloc(1, sizeof(SearchThread))) == NULL) {
            search_delete(search);
            return NULL;
        }
    return search;
}

void search_delete(Search *search)
{
    if (search == NULL)
        return;
    delete_workers(search);
    for (int i = 0; i < SEARCH_THREADS_MAX; i++)
        free(search->threads[i]);
    mcts_delete(search->mcts);
    clear_ending(search);
    tt_free(&search->tt);
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->mutex);
    free(search);
}

void search_clear(Search *search)
{
    if (search->mcts != NULL)
        mcts_clear(search->mcts);
    clear_ending(search);
    tt_clear(&search->tt);
    delete_workers(search);
}

/* --- preparation --- */

static const PvsInstance *instance_of(const Search *search, const Setup *setup)
{
    const GameFast *fast = setup->game->fast;
    if (search->options.general || fast == NULL || fast->search == NULL ||
        !fast->covers(setup->variant))
        return &PVS_GENERAL;
    const PvsInstance *instance = fast->search(setup->variant);
    return instance != NULL ? instance : &PVS_GENERAL;
}

static size_t node_bytes_of(const PvsInstance *instance, const Setup *setup)
{
    size_t bytes = instance->node_bytes(setup->variant);
    return bytes != 0 ? bytes : setup->game->rules->size(setup->variant);
}

static bool make_workers(Search *search, const PvsInstance *instance, const Setup *setup)
{
    if (search->game != setup->game || search->variant != setup->variant) {
        delete_workers(search);
        tt_clear(&search->tt);
        search->game = setup->game;
        search->variant = setup->variant;
    }
    for (int i = 0; i < search->options.threads; i++)
        if (search->workers[i] == NULL &&
            (search->workers[i] = pvs_worker_new(node_bytes_of(instance, setup))) == NULL)
            return false;
    return true;
}

/* Prepare a worker for a line.  The keys of the line at the beginnings of turns become its path,
 * except the current position if a turn begins there: the recursion adds that itself. */
static bool prepare(Search *search, PvsWorker *worker, const Line *line, const SearchLimits *limits)
{
    const Setup *setup = &line->setup;
    if (!pvs_worker_prepare(worker, setup->game, line_now(line), line->count))
        return false;
    worker->tt = &search->tt;
    worker->control = &search->control;
    worker->oracle = oracle_fits(line) ? limits->oracle : NULL;
    worker->is_first = worker == search->workers[0];
    worker->noise = worker->eval->unit * limits->noise / 1000;
    worker->noise_seed = limits->noise_seed;
    if (setup->turn_limit != 0)
        worker->turns_left = (int)setup->turn_limit - line_turns(line);
    worker->repetition = setup->repetition;
    for (int i = 0; i < line->count - 1; i++)
        if (i == 0 || line->entries[i].turn_over)
            pvs_path_push(worker, line->entries[i].key);
    worker->path_root = worker->path_count;
    return true;
}

/* --- results --- */

static uint64_t nodes_so_far(const SearchThread *thread)
{
    return thread->search->options.threads == 1
               ? thread->deepening.worker->nodes + thread->search->ending.nodes
               : atomic_load_explicit(&thread->search->control.nodes, memory_order_relaxed);
}

/* Exact searches are not in the module for browsers, which has no room for them. */
static bool has_ending(const Search *search)
{
    return IS_NATIVE && search->has_ending;
}

static bool has_lead(const Search *search)
{
    return has_ending(search) && ending_has_lead(&search->ending);
}

static void report(const SearchThread *thread)
{
    const Deepening    *d = &thread->deepening;
    const SearchThread *first = thread->search->threads[0];
    if (first->listener == NULL)
        return;
    double   seconds = timer_elapsed(&thread->search->timer);
    uint64_t nodes = nodes_so_far(thread);
    for (int i = 0; i < d->line_count; i++) {
        SearchInfo info = {
            .depth = d->depth,
            .selective = d->worker->selective,
            .index = i,
            .line = &d->lines[i],
            .nodes = nodes,
            .elapsed_ms = (int64_t)(seconds * 1000),
            .nodes_per_second = seconds > 0 ? (uint64_t)((double)nodes / seconds) : 0,
            .table_permille = tt_permille(&thread->search->tt),
            .has_lead = has_lead(thread->search),
            .lead = has_lead(thread->search) ? ending_lead(&thread->search->ending) : 0,
        };
        first->listener(first->context, &info);
    }
}

static void fill_result(const Deepening *best, uint64_t nodes, SearchResult *out)
{
    out->nodes = nodes;
    out->depth = best->depth;
    out->line_count = best->line_count;
    memcpy(out->lines, best->lines, (size_t)best->line_count * sizeof best->lines[0]);
    if (deepen_turn(best, &out->turn))
        out->score = best->lines[0].score;
}

/* An infinite search, or pondering, returns only after search_stop or search_ponderhit. */
static void wait_for_request(Search *search, const SearchLimits *limits)
{
    bool is_endless =
        limits->nodes == 0 && limits->depth == 0 && limits->time_ms == 0 && !limits->has_clock;
    pthread_mutex_lock(&search->mutex);
    while (!atomic_load(&search->control.stop_requested) &&
           (is_endless || atomic_load(&search->timer.pondering)))
        pthread_cond_wait(&search->changed, &search->mutex);
    pthread_mutex_unlock(&search->mutex);
}

static bool is_up(void *context)
{
    Search *search = context;
    return timer_is_up(&search->timer);
}

static bool count_turn(void *context, const Turn *turn, const Pos *after)
{
    int *count = context;
    (void)turn;
    (void)after;
    return ++*count < 2;
}

/* True if the position has only one turn. */
static bool has_one_turn(const Line *line)
{
    int count = 0;
    turn_each(line->setup.game, line_now(line), count_turn, &count);
    return count == 1;
}

static void start_control(Search *search, const SearchLimits *limits, int side)
{
    PvsControl *control = &search->control;
    atomic_store(&control->stop, false);
    atomic_store(&control->nodes, 0);
    control->node_limit = limits->nodes;
    control->busy = search->options.threads > 1 ? search->busy : NULL;
    control->time_is_up = is_up;
    control->context = search;
    timer_start(&search->timer, limits, side);
}

/* --- late endings --- */

static bool is_ending_over(void *context)
{
    Search *search = context;
    return atomic_load_explicit(&search->control.stop_requested, memory_order_relaxed) ||
           timer_is_up(&search->timer);
}

/* A depth limit, several variations, deliberate errors and the only turn exclude an exact search. */
static void begin_ending(Search *search, const Line *line, const SearchLimits *limits)
{
    const Game *game = line->setup.game;
    const Pos  *root = line_now(line);
    search->has_ending = false;
    search->ending.nodes = 0;
    if (!IS_NATIVE || !margins_serve(game) || limits->depth > 0 || limits->lines > 1 ||
        limits->noise > 0 || limits->slip > 0 || search->is_forced)
        return;
    search->ending.table_bytes = search->options.table_bytes / ENDING_SHARE;
    search->ending.expired = is_ending_over;
    search->ending.context = search;
    search->has_ending = ending_begin(&search->ending, game, root,
                                      game_gen_once(game, root, search->workers[0]->steps),
                                      (uint32_t)search->workers[0]->turns_left);
}

/* Return how many nodes the exact search may have used in the end, if it may use as many as `most`. */
static uint64_t ending_nodes(const Search *search, uint64_t most)
{
    const uint64_t limit = search->control.node_limit;
    const uint64_t all = atomic_load_explicit(&search->control.nodes, memory_order_relaxed);
    const uint64_t left = limit == 0 ? UINT64_MAX / 2 : limit > all ? limit - all : 0;
    const uint64_t end = search->ending.nodes + left;
    return most < end ? most : end;
}

/* Count the nodes of an exact search that had used `before` nodes, so that the iterations respect the
 * limit. */
static void count_ending(Search *search, uint64_t before)
{
    atomic_fetch_add_explicit(&search->control.nodes, search->ending.nodes - before,
                              memory_order_relaxed);
}

/* Search a small ending exactly; true if its result is proved.  Not on small boards, where the
 * iterations have bounds of the result: there value keeping fell by 0.6 to 1 %. */
static bool try_ending(Search *search, const Deepening *d)
{
    EndingSearch  *ending = &search->ending;
    const uint64_t before = ending->nodes;
    if (!has_ending(search) || d->worker->canon != NULL || d->line_count == 0 || d->is_settled ||
        !ending_is_small(ending, d->worker->nodes))
        return false;
    ending_find_result(ending, &d->lines[0], ending_nodes(search, ENDING_NODES * d->worker->nodes));
    count_ending(search, before);
    return ending_has_result(ending);
}

/* After the iterations: search for the best lead if the result is proved.  True if the best line or
 * what is known about it may have changed. */
static bool finish_ending(Search *search, Deepening *d)
{
    EndingSearch  *ending = &search->ending;
    const uint64_t before = ending->nodes;
    if (!has_ending(search) || d->line_count == 0)
        return false;
    timer_use_share(&search->timer);
    ending_find_lead(ending, &d->lines[0], ending_nodes(search, UINT64_MAX));
    count_ending(search, before);
    if (!ending_has_result(ending))
        return false;
    ending_take(ending, &d->lines[0]);
    return true;
}

static bool is_same_turn(const Turn *a, const Turn *b)
{
    return a->count == b->count &&
           memcmp(a->step, b->step, (size_t)a->count * sizeof a->step[0]) == 0;
}

/* Compare the result of an iteration with those before. */
static void compare_results(SearchThread *thread, const Deepening *d)
{
    Turn turn;
    int  unit = d->worker->eval->unit, score = d->lines[0].score, *before = thread->scores;
    deepen_turn(d, &turn);
    bool is_first = thread->turn.count == 0;
    thread->results.unchanged =
        is_first || !is_same_turn(&turn, &thread->turn) ? 0 : thread->results.unchanged + 1;
    thread->results.fall =
        is_first || unit <= 0 ? 0 : ((before[0] + before[1]) / 2.0 - score) / unit;
    before[1] = is_first ? score : before[0];
    before[0] = score;
    thread->turn = turn;
}

/* Only the first thread reports and reads the clock. */
static bool goes_on(void *context, const Deepening *deepening)
{
    SearchThread *thread = context;
    report(thread);
    if (try_ending(thread->search, deepening))
        return false;
    if (thread->search->timer.soft <= 0)
        return true;
    if (thread->search->is_forced)
        return false;
    if (deepening->line_count > 0)
        compare_results(thread, deepening);
    return !timer_is_late(&thread->search->timer, &thread->results);
}

/* The first thread ends the search, or one that knows the result. */
static void *run_thread(void *argument)
{
    SearchThread *thread = argument;
    deepen(&thread->deepening);
    if (thread->deepening.worker->is_first || thread->deepening.is_settled)
        atomic_store(&thread->search->control.stop, true);
    return NULL;
}

/* Start all threads except the first, run the first in this thread, then wait for the others.  If
 * the system cannot start a thread, search without it. */
static void run_threads(Search *search, int count)
{
    pthread_t threads[SEARCH_THREADS_MAX];
    bool      runs[SEARCH_THREADS_MAX] = { false };
    for (int i = 1; i < count; i++)
        runs[i] = pthread_create(&threads[i], NULL, run_thread, search->threads[i]) == 0;
    run_thread(search->threads[0]);
    for (int i = 1; i < count; i++)
        if (runs[i])
            pthread_join(threads[i], NULL);
}

static void set_up_thread(Search *search, int index, const PvsInstance *instance, const Line *line,
                          const SearchLimits *limits)
{
    SearchThread *thread = search->threads[index];
    Deepening    *d = &thread->deepening;
    thread->search = search;
    d->worker = search->workers[index];
    d->instance = instance;
    d->root = line_now(line);
    d->depth_limit = limits->depth > 0 ? limits->depth : SEARCH_DEPTH_MAX;
    d->lines_wanted = limits->lines > 1 && index == 0 ? limits->lines : 1;
    d->goes_on = index == 0 ? goes_on : NULL;
    thread->turn.count = 0;
    thread->results = (Steadiness){ 0 };
    d->context = thread;
}

/* Return the thread that got furthest; of equals, the first.  Only the first one finds several
 * variations. */
static SearchThread *best_thread(const Search *search, int lines_wanted)
{
    SearchThread *best = search->threads[0];
    for (int i = 1; i < search->options.threads; i++) {
        const Deepening *other = &search->threads[i]->deepening;
        bool             is_needed = lines_wanted <= 1 || best->deepening.line_count == 0;
        if (is_needed && other->line_count > 0 && deepen_is_further(other, &best->deepening))
            best = search->threads[i];
    }
    return best;
}

static Status think_alphabeta(Search *search, const Line *line, const SearchLimits *limits,
                              SearchListener *listener, void *context, SearchResult *out)
{
    const PvsInstance *instance = instance_of(search, &line->setup);
    int                count = search->options.threads;
    uint64_t           nodes = 0;
    if (search->tt.memory == NULL && !tt_init(&search->tt, search->options.table_bytes))
        return STATUS_NO_MEMORY;
    if (!make_workers(search, instance, &line->setup))
        return STATUS_NO_MEMORY;
    tt_grow_older(&search->tt);
    for (int i = 0; i < count; i++) {
        if (!prepare(search, search->workers[i], line, limits))
            return STATUS_NO_MEMORY;
        set_up_thread(search, i, instance, line, limits);
    }
    search->threads[0]->listener = listener;
    search->threads[0]->context = context;
    begin_ending(search, line, limits);
    run_threads(search, count);
    for (int i = 0; i < count; i++)
        nodes += search->workers[i]->nodes;
    SearchThread *best = best_thread(search, limits->lines);
    if (finish_ending(search, &best->deepening) || best != search->threads[0])
        report(best);
    fill_result(&best->deepening, nodes + search->ending.nodes, out);
    out->has_lead = has_lead(search);
    out->lead = out->has_lead ? ending_lead(&search->ending) : 0;
    return STATUS_OK;
}

/* --- MCTS --- */

static bool mcts_must_stop(void *context, uint64_t nodes)
{
    Search     *search = context;
    PvsControl *control = &search->control;
    (void)nodes;
    /* The timer belongs to the searching thread. */
    if (pthread_equal(pthread_self(), search->caller) && timer_is_up(&search->timer))
        atomic_store_explicit(&control->stop, true, memory_order_relaxed);
    return atomic_load_explicit(&control->stop, memory_order_relaxed) ||
           atomic_load_explicit(&control->stop_requested, memory_order_relaxed);
}

static Status think_mcts(Search *search, const Line *line, const SearchLimits *limits,
                         SearchListener *listener, void *context, SearchResult *out)
{
    const SearchOptions *options = &search->options;
    if (search->mcts == NULL)
        search->mcts = mcts_new(options->table_bytes, options->threads, options->seed);
    if (search->mcts == NULL)
        return STATUS_NO_MEMORY;
    timer_use_share(&search->timer);
    MctsLimits bounds = {
        .must_stop = mcts_must_stop,
        .stop_context = search,
        .nodes = search->is_forced ? FORCED_NODES : limits->nodes,
        .lines = limits->lines,
        .noise = limits->noise,
        .noise_seed = limits->noise_seed,
        .oracle = limits->oracle,
    };
    return mcts_think(search->mcts, line, &bounds, listener, context, out);
}

/* MCTS has no depth limit, so with nothing but a depth limit it would never end.  It is not in the
 * module for browsers: no game names it, and nothing there chooses another search. */
static bool wants_mcts(const Search *search, const Game *game, const SearchLimits *limits)
{
    bool only_depth =
        limits->depth > 0 && limits->nodes == 0 && limits->time_ms == 0 && !limits->has_clock;
    SearchKind kind = search->options.kind;
    if (kind == SEARCH_DEFAULT && game->eval != NULL && game->eval->thinker == ALGORITHM_MCTS)
        kind = SEARCH_MCTS;
    return IS_NATIVE && kind == SEARCH_MCTS && !only_depth;
}

static Status think_at_a_glance(Search *search, const Line *line, const SearchLimits *limits,
                                SearchListener *listener, void *context, SearchResult *out)
{
    (void)search;
    glance(line, limits, out);
    if (listener != NULL)
        listener(context, &(SearchInfo){ .depth = out->depth,
                                         .selective = out->depth,
                                         .line = out->lines,
                                         .nodes = out->nodes });
    return STATUS_OK;
}

typedef Status Thinker(Search *search, const Line *line, const SearchLimits *limits,
                       SearchListener *listener, void *context, SearchResult *out);

static Thinker *thinker_of(const Search *search, const Line *line, const SearchLimits *limits)
{
    if (glance_is_due(line, limits))
        return think_at_a_glance;
    return wants_mcts(search, line->setup.game, limits) ? think_mcts : think_alphabeta;
}

Status search_think(Search *search, const Line *line, const SearchLimits *limits,
                    SearchListener *listener, void *context, SearchResult *out)
{
    assert(limits->lines >= 0 && limits->depth >= 0);
    memset(out, 0, sizeof *out);
    if (line_outcome(line).ending != ENDING_NONE)
        return STATUS_OK;
    search->caller = pthread_self();
    start_control(search, limits,
                  game_player(line->setup.game, line_now(line), line_now(line)->side));
    search->is_forced =
        limits->has_clock && limits->time_ms == 0 && limits->depth == 0 && has_one_turn(line);
    Status status = thinker_of(search, line, limits)(search, line, limits, listener, context, out);
    if (status == STATUS_OK)
        wait_for_request(search, limits);
    out->elapsed_ms = (int64_t)(timer_elapsed(&search->timer) * 1000);
    return status;
}

void search_stop(Search *search)
{
    pthread_mutex_lock(&search->mutex);
    atomic_store(&search->control.stop_requested, true);
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
}

void search_ready(Search *search)
{
    atomic_store(&search->control.stop_requested, false);
    atomic_store(&search->timer.was_hit, false);
}

void search_ponderhit(Search *search)
{
    pthread_mutex_lock(&search->mutex);
    timer_ponderhit(&search->timer);
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
}
