/* SPDX-License-Identifier: MIT
 *
 * search.c - the interface to both search algorithms, and the iterations, threads and results of
 * the alpha-beta search.
 *
 * Lazy SMP: every thread runs its own iterative deepening, and the threads share only the
 * transposition table.  The first one decides when to stop and calls the listener.  Threads with
 * odd numbers search one turn deeper, so that they fill the table with entries the others will
 * need.
 *
 * With one thread and no time limit, nothing here depends on the clock: the search is
 * deterministic.
 */
#include "search/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "search/pvs.h"
#include "search/timer.h"
#include "search/mcts.h"

enum { WINDOW_DEPTH = 2, TABLE_BYTES = 64 << 20 };

/* One thread and its results. */
typedef struct SearchThread {
    struct Search      *search;
    PvsWorker          *worker;
    const PvsInstance  *instance;
    const Line         *line;
    int                 index;
    int                 depth; /* of the last completed iteration */
    int                 line_count;
    SearchPv            lines[SEARCH_PVS_MAX];
    SearchListener     *listener; /* first thread only */
    void               *context;
    const SearchLimits *limits;
} SearchThread;

struct Search {
    SearchOptions   options;
    Mcts           *mcts;   /* NULL until the first MCTS */
    TransTable      tt;     /* allocated by the first alpha-beta search */
    pthread_t       caller; /* the thread in search_think */
    PvsControl      control;
    Timer           timer;
    const Game     *game; /* game and variant that the workers have memory for */
    uint32_t        variant;
    PvsWorker      *workers[SEARCH_THREADS_MAX];
    SearchThread   *threads[SEARCH_THREADS_MAX];
    pthread_mutex_t mutex; /* for wait_for_request */
    pthread_cond_t  changed;
};

SearchOptions search_options(void)
{
    return (SearchOptions){ .threads = 1, .table_bytes = TABLE_BYTES };
}

/* --- memory --- */

static void worker_delete(PvsWorker *worker)
{
    if (worker == NULL)
        return;
    free(worker->path);
    free(worker->steps);
    free(worker->ranks);
    free(worker->node_memory);
    free(worker);
}

static PvsWorker *worker_new(size_t node_bytes)
{
    PvsWorker *worker = calloc(1, sizeof *worker);
    if (worker == NULL)
        return NULL;
    worker->node_bytes = (node_bytes + 63) & ~(size_t)63;
    worker->steps = malloc(PVS_STEPS_CAPACITY * sizeof *worker->steps);
    worker->ranks = malloc(PVS_STEPS_CAPACITY * sizeof *worker->ranks);
    worker->node_memory = aligned_alloc(64, PVS_LEVELS_MAX * worker->node_bytes);
    if (worker->steps == NULL || worker->ranks == NULL || worker->node_memory == NULL) {
        worker_delete(worker);
        return NULL;
    }
    return worker;
}

static void delete_workers(Search *search)
{
    for (int i = 0; i < SEARCH_THREADS_MAX; i++) {
        worker_delete(search->workers[i]);
        search->workers[i] = NULL;
    }
    search->game = NULL;
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
    tt_free(&search->tt);
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->mutex);
    free(search);
}

void search_clear(Search *search)
{
    if (search->mcts != NULL)
        mcts_clear(search->mcts);
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
            (search->workers[i] = worker_new(node_bytes_of(instance, setup))) == NULL)
            return false;
    return true;
}

/* Collect the keys of the line at the beginnings of turns, except the current position if a turn
 * begins there: the recursion adds that itself. */
static bool fill_path(PvsWorker *worker, const Line *line)
{
    int capacity = line->count + PVS_LEVELS_MAX + 1;
    if (capacity > worker->path_capacity) {
        uint64_t *path = realloc(worker->path, (size_t)capacity * sizeof *path);
        if (path == NULL)
            return false;
        worker->path = path;
        worker->path_capacity = capacity;
    }
    worker->path_count = 0;
    memset(worker->filter, 0, sizeof worker->filter);
    for (int i = 0; i < line->count - 1; i++)
        if (i == 0 || line->entries[i].turn_over)
            pvs_path_push(worker, line->entries[i].key);
    worker->path_root = worker->path_count;
    return true;
}

/* Age the history: it still helps in the next search, but less.  Killers depend on the level, so
 * they are cleared. */
static void age_history(PvsWorker *worker)
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < PVS_HISTORY_SLOTS; i++)
            worker->history[side][i] /= 4;
    memset(worker->killers, 0xff, sizeof worker->killers);
}

static bool prepare(Search *search, SearchThread *thread, const SearchLimits *limits)
{
    PvsWorker      *worker = thread->worker;
    const Setup    *setup = &thread->line->setup;
    const GameEval *eval = setup->game->eval != NULL ? setup->game->eval : &PVS_NO_EVAL;
    worker->game = setup->game;
    worker->eval = eval;
    worker->tt = &search->tt;
    worker->control = &search->control;
    worker->oracle = oracle_fits(thread->line) ? limits->oracle : NULL;
    worker->is_first = thread->index == 0;
    worker->stopped = false;
    worker->nodes = 0;
    worker->selective = 0;
    worker->noise = eval->unit * limits->noise / 1000;
    worker->noise_seed = mix64(limits->noise_seed + 1);
    worker->root_is_open = line_now(thread->line)->phase != 0;
    worker->turns_left =
        setup->turn_limit == 0 ? INT_MAX : (int)setup->turn_limit - line_turns(thread->line);
    worker->repetition = setup->repetition;
    age_history(worker);
    thread->depth = thread->line_count = 0;
    return fill_path(worker, thread->line);
}

/* --- results --- */

/* Write the first turn of a PV to `turn` and the position after it to `after`; true if the turn is
 * complete. */
static bool first_turn(const Line *line, const SearchPv *pv, Turn *turn, Pos *after)
{
    assert(pv->step_count <= SEARCH_PV_MAX);
    return turn_first(line->setup.game, line_now(line), pv->steps, pv->step_count, turn, after);
}

static void take_line(SearchPv *line, const PvsWorker *worker, int score)
{
    line->score = score;
    line->step_count = worker->pv_count[0] < SEARCH_PV_MAX ? worker->pv_count[0] : SEARCH_PV_MAX;
    memcpy(line->steps, worker->pv[0], (size_t)line->step_count * sizeof line->steps[0]);
}

static void sort_lines(SearchPv *lines, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && lines[j].score > lines[j - 1].score; j--) {
            SearchPv line = lines[j];
            lines[j] = lines[j - 1];
            lines[j - 1] = line;
        }
}

static uint64_t nodes_so_far(const SearchThread *thread)
{
    return thread->search->options.threads == 1
               ? thread->worker->nodes
               : atomic_load_explicit(&thread->search->control.nodes, memory_order_relaxed);
}

static void report(SearchThread *thread)
{
    if (thread->listener == NULL)
        return;
    double   seconds = timer_elapsed(&thread->search->timer);
    uint64_t nodes = nodes_so_far(thread);
    for (int i = 0; i < thread->line_count; i++) {
        SearchInfo info = {
            .depth = thread->depth,
            .selective = thread->worker->selective,
            .index = i,
            .line = &thread->lines[i],
            .nodes = nodes,
            .elapsed_ms = (int64_t)(seconds * 1000),
            .nodes_per_second = seconds > 0 ? (uint64_t)((double)nodes / seconds) : 0,
            .table_permille = tt_permille(&thread->search->tt),
        };
        thread->listener(thread->context, &info);
    }
}

/* --- iterative deepening --- */

/* Aspiration windows: search in a window around the previous score, and widen it fourfold while the
 * score is outside. */
static int search_window(SearchThread *thread, int before, int depth)
{
    PvsWorker *worker = thread->worker;
    const Pos *root = line_now(thread->line);
    int        alpha = -SCORE_NONE, beta = SCORE_NONE, window = worker->eval->unit / 2 + 10;
    bool       is_evaluated = before > -EVAL_MAX && before < EVAL_MAX;
    if (depth >= WINDOW_DEPTH && is_evaluated && worker->eval->unit > 0) {
        alpha = before - window;
        beta = before + window;
    }
    for (;;) {
        int score = thread->instance->root(worker, root, depth, alpha, beta);
        if (worker->stopped || score == -SCORE_NONE)
            return score;
        window *= 4;
        if (score <= alpha && alpha > -SCORE_NONE)
            alpha = score - window > -EVAL_MAX ? score - window : -SCORE_NONE;
        else if (score >= beta && beta < SCORE_NONE)
            beta = score + window < EVAL_MAX ? score + window : SCORE_NONE;
        else
            return score;
    }
}

/* Find one more variation besides those in `lines`.  Return false if there is none, or if the
 * search was stopped. */
static bool find_line(SearchThread *thread, SearchPv *lines, int count, int depth)
{
    assert(count >= 0 && count < SEARCH_PVS_MAX && count <= PVS_EXCLUDED_MAX);
    PvsWorker *worker = thread->worker;
    PosBuffer  after;
    Turn       turn;
    worker->excluded_count = 0;
    for (int i = 0; i < count; i++) {
        first_turn(thread->line, &lines[i], &turn, &after.head);
        worker->excluded[worker->excluded_count++] = after.head.key;
    }
    int before = count < thread->line_count ? thread->lines[count].score : SCORE_NONE;
    worker->pv_count[0] = 0;
    int score = search_window(thread, before, depth);
    if (worker->stopped) {
        /* The unfinished iteration searched the previous best turn first, so a better one is a real
         * improvement. */
        if (count > 0 || worker->pv_count[0] == 0)
            return false;
        take_line(&lines[0], worker, worker->root_score);
        if (first_turn(thread->line, &lines[0], &turn, &after.head)) {
            thread->lines[0] = lines[0];
            if (thread->line_count == 0)
                thread->line_count = 1;
        }
        return false;
    }
    if (score == -SCORE_NONE || worker->pv_count[0] == 0)
        return false;
    take_line(&lines[count], worker, score);
    return true;
}

/* Return false if stopped. */
static bool iterate(SearchThread *thread, int depth, int widening, SearchPv *lines)
{
    int wanted = thread->limits->lines > 1 && thread->index == 0 ? thread->limits->lines : 1;
    int count = 0;
    thread->worker->depth = depth;
    thread->worker->widening = widening;
    while (count < wanted && count < SEARCH_PVS_MAX && find_line(thread, lines, count, depth))
        count++;
    if (thread->worker->stopped)
        return false;
    sort_lines(lines, count);
    memcpy(thread->lines, lines, (size_t)count * sizeof *lines);
    thread->line_count = count;
    thread->depth = depth;
    return true;
}

/* True if a deeper search cannot change the result. */
static bool is_settled(const SearchThread *thread)
{
    int score = thread->line_count > 0 ? thread->lines[0].score : 0;
    if (!thread->worker->left_out)
        return true;
    return thread->limits->lines <= 1 && (score_is_win(score) || score_is_loss(score));
}

static void *deepen(void *argument)
{
    SearchThread *thread = argument;
    PvsWorker    *worker = thread->worker;
    bool          is_narrow = worker->eval->width != NULL;
    int           limit = thread->limits->depth > 0 ? thread->limits->depth : SEARCH_DEPTH_MAX;
    SearchPv     *lines = calloc(SEARCH_PVS_MAX, sizeof *lines);
    for (int i = 0; lines != NULL; i++) {
        int depth = is_narrow ? 1 + i / 2 : 1 + i;
        int widening = is_narrow ? (i + 1) / 2 : 0;
        if (depth > limit || !iterate(thread, depth + (thread->index & 1), widening, lines))
            break;
        if (thread->index == 0)
            report(thread);
        if (is_settled(thread) || (thread->index == 0 && timer_is_late(&thread->search->timer)))
            break;
    }
    free(lines);
    if (thread->index == 0)
        atomic_store(&thread->search->control.stop, true);
    return NULL;
}

/* --- results of the search --- */

/* Complete a turn without searching: always take the step that the game ranks first. */
static void complete_turn(const Game *game, Pos *pos, Turn *turn)
{
    Step    *steps = malloc(STEPS_MAX * sizeof *steps);
    int32_t *ranks = malloc(STEPS_MAX * sizeof *ranks);
    while (steps != NULL && ranks != NULL && turn->count < TURN_STEPS_MAX) {
        int count = game->rules->gen(pos, steps), best = 0;
        if (count == 0)
            break;
        memset(ranks, 0, STEPS_MAX * sizeof *ranks);
        if (game->eval != NULL && game->eval->order != NULL)
            game->eval->order(pos, steps, count, ranks);
        for (int i = 1; i < count; i++)
            if (ranks[i] > ranks[best])
                best = i;
        turn->step[turn->count++] = steps[best];
        game->rules->apply(pos, steps[best]);
        if (pos->phase == 0)
            break;
    }
    free(steps);
    free(ranks);
}

static void fill_result(const SearchThread *best, uint64_t nodes, SearchResult *out)
{
    const Game *game = best->line->setup.game;
    PosBuffer   pos;
    out->nodes = nodes;
    out->depth = best->depth;
    out->line_count = best->line_count;
    memcpy(out->lines, best->lines, (size_t)best->line_count * sizeof best->lines[0]);
    if (best->line_count == 0 || !first_turn(best->line, &best->lines[0], &out->turn, &pos.head)) {
        game_copy(game, line_now(best->line), &pos.head);
        out->turn.count = 0;
        complete_turn(game, &pos.head, &out->turn);
        return;
    }
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

static void start_control(Search *search, const SearchLimits *limits, int side)
{
    PvsControl *control = &search->control;
    atomic_store(&control->stop, false);
    atomic_store(&control->nodes, 0);
    control->node_limit = limits->nodes;
    control->time_is_up = is_up;
    control->context = search;
    timer_start(&search->timer, limits, side);
}

/* Start all threads except the first, run the first in this thread, then wait for the others.  If
 * the system cannot start a thread, search without it. */
static void run_threads(Search *search, int count)
{
    pthread_t threads[SEARCH_THREADS_MAX];
    bool      runs[SEARCH_THREADS_MAX] = { false };
    for (int i = 1; i < count; i++)
        runs[i] = pthread_create(&threads[i], NULL, deepen, search->threads[i]) == 0;
    deepen(search->threads[0]);
    for (int i = 1; i < count; i++)
        if (runs[i])
            pthread_join(threads[i], NULL);
}

static Status think_alphabeta(Search *search, const Line *line, const SearchLimits *limits,
                              SearchListener *listener, void *context, SearchResult *out)
{
    const PvsInstance *instance = instance_of(search, &line->setup);
    int                count = search->options.threads;
    if (search->tt.memory == NULL && !tt_init(&search->tt, search->options.table_bytes))
        return STATUS_NO_MEMORY;
    if (!make_workers(search, instance, &line->setup))
        return STATUS_NO_MEMORY;
    tt_grow_older(&search->tt);
    for (int i = 0; i < count; i++) {
        SearchThread *thread = search->threads[i];
        thread->search = search;
        thread->worker = search->workers[i];
        thread->instance = instance;
        thread->line = line;
        thread->index = i;
        thread->listener = i == 0 ? listener : NULL;
        thread->context = context;
        thread->limits = limits;
        if (!prepare(search, thread, limits))
            return STATUS_NO_MEMORY;
    }
    run_threads(search, count);
    const SearchThread *best = search->threads[0];
    uint64_t            nodes = 0;
    for (int i = 0; i < count; i++) {
        const SearchThread *other = search->threads[i];
        nodes += other->worker->nodes;
        if (best->line_count == 0 && other->line_count > 0)
            best = other; /* the others search one turn deeper, but fewer candidates */
    }
    fill_result(best, nodes, out);
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
        .nodes = limits->nodes,
        .lines = limits->lines,
        .noise = limits->noise,
        .noise_seed = limits->noise_seed,
        .oracle = limits->oracle,
    };
    return mcts_think(search->mcts, line, &bounds, listener, context, out);
}

/* MCTS has no depth limit, so with nothing but a depth limit it would never end.
 */
static bool wants_mcts(const Search *search, const Game *game, const SearchLimits *limits)
{
    bool only_depth =
        limits->depth > 0 && limits->nodes == 0 && limits->time_ms == 0 && !limits->has_clock;
    SearchKind kind = search->options.kind;
    if (kind == SEARCH_DEFAULT && game->eval != NULL && game->eval->thinker == ALGORITHM_MCTS)
        kind = SEARCH_MCTS;
    return kind == SEARCH_MCTS && !only_depth;
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
    Status status = (wants_mcts(search, line->setup.game, limits) ? think_mcts : think_alphabeta)(
        search, line, limits, listener, context, out);
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
