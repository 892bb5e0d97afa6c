/* SPDX-License-Identifier: MIT */
/* One lock guards the queues, the list of finished tasks and the progress fields of running tasks.  A
 * thread holds it only to move a task between lists or to copy progress.
 */
#include "web/search_pool.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "proto/book.h"

typedef struct Queue {
    SearchTask *first, *last;
    int         count;
} Queue;

typedef struct PoolThread {
    struct SearchPool *pool;
    pthread_t          thread;
    Search            *search;
    SearchTask        *task; /* the running one; guarded */
    SearchResult      *result;
    const Tablebase   *tables; /* of the game of the task, or NULL */
    Oracle             oracle; /* probes `tables` */
} PoolThread;

struct SearchPool {
    pthread_mutex_t lock;
    pthread_cond_t  work;
    Queue           soon, later, done; /* guarded */
    bool            ending;            /* guarded */
    int64_t         finished;          /* guarded */
    double          seconds;           /* guarded */
    int             signal;
    TbCache        *tb_cache;
    int             count; /* running threads */
    PoolThread     *thread;
};

/* --- Tasks -------------------------------------------------------------------------------- */

SearchTask *search_task_new(const HostTask *wanted, const char *table, const Line *line)
{
    assert(strlen(table) == ID_TEXT_MAX - 1);
    SearchTask *task = calloc(1, sizeof *task);
    if (task == NULL || line_copy(&task->line, line) != STATUS_OK) {
        free(task);
        return NULL;
    }
    task->task = *wanted;
    memcpy(task->table, table, ID_TEXT_MAX - 1);
    return task;
}

void search_task_delete(SearchTask *task)
{
    line_free(&task->line);
    free(task->scores);
    free(task->lines);
    if (task->review != NULL)
        review_job_delete(task->review);
    free(task);
}

static void push(Queue *queue, SearchTask *task)
{
    task->next = NULL;
    if (queue->last == NULL)
        queue->first = task;
    else
        queue->last->next = task;
    queue->last = task;
    queue->count++;
}

static SearchTask *pop(Queue *queue)
{
    SearchTask *task = queue->first;
    if (task == NULL)
        return NULL;
    queue->first = task->next;
    if (queue->first == NULL)
        queue->last = NULL;
    queue->count--;
    assert((queue->count == 0) == (queue->first == NULL));
    return task;
}

/* --- Threads ------------------------------------------------------------------------------ */

static void on_info(void *context, const SearchInfo *info)
{
    PoolThread *thread = context;
    SearchTask *task = thread->task;
    Turn        turn;
    if (info->index != 0 || info->line == NULL || task->task.kind != HOST_TASK_TURN)
        return;
    turn_first(task->line.setup.game, line_now(&task->line), info->line->steps,
               info->line->step_count, &turn, NULL);
    pthread_mutex_lock(&thread->pool->lock);
    task->news = true;
    task->news_turn = turn;
    task->news_score = info->line->score;
    task->news_depth = info->depth;
    pthread_mutex_unlock(&thread->pool->lock);
}

/* Return the tablebase score of the last position of a line, if known. */
static HostScore probe_tablebases(const PoolThread *thread, const Line *line)
{
    OracleAnswer answer;
    if (thread->tables == NULL || !oracle_probe(&thread->oracle, line, &answer) ||
        answer.turns > SCORE_WIN - SCORE_WIN_FAR)
        return (HostScore){ .is_known = false };
    int score = SCORE_WIN - (int)answer.turns;
    return (HostScore){ .score = answer.winner == SIDE_NONE              ? SCORE_DRAW
                                 : answer.winner == line_now(line)->side ? score
                                                                         : -score,
                        .is_known = true };
}

/* Take the turn from the opening book. */
static bool take_book_move(PoolThread *thread, SearchTask *task)
{
    BookMove move;
    uint64_t seed = mix64(task->task.limits.noise_seed + (uint64_t)line_turns(&task->line));
    if (!task->task.has_book || !book_choose_built_in(&task->line, seed, &move))
        return false;
    *thread->result = (SearchResult){ .turn = move.turn };
    task->status = STATUS_OK;
    task->turn = move.turn;
    return true;
}

static void find_turn(PoolThread *thread, SearchTask *task)
{
    HostScore known = probe_tablebases(thread, &task->line);
    pthread_mutex_lock(&thread->pool->lock);
    task->known = known;
    pthread_mutex_unlock(&thread->pool->lock);
    if (take_book_move(thread, task))
        return;
    search_clear(thread->search);
    task->status = search_think(thread->search, &task->line, &task->task.limits, on_info, thread,
                                thread->result);
    task->turn = thread->result->turn;
    task->score = thread->result->score;
    task->depth = thread->result->depth;
}

static void find_lines(PoolThread *thread, SearchTask *task)
{
    const SearchResult *result = thread->result;
    find_turn(thread, task);
    task->lines = calloc((size_t)result->line_count + 1, sizeof *task->lines);
    if (task->lines == NULL || task->status != STATUS_OK)
        return;
    task->line_count = result->line_count;
    memcpy(task->lines, result->lines, (size_t)result->line_count * sizeof *task->lines);
}

static bool is_cancelled(PoolThread *thread, const SearchTask *task)
{
    pthread_mutex_lock(&thread->pool->lock);
    bool cancelled = task->cancelled || thread->pool->ending;
    pthread_mutex_unlock(&thread->pool->lock);
    return cancelled;
}

/* Return the score of a game that is over by the rules. */
static int score_of_end(const Line *line, Outcome outcome)
{
    if (outcome.ending != ENDING_WON)
        return SCORE_DRAW;
    return outcome.winner == line_now(line)->side ? SCORE_WIN : -SCORE_WIN;
}

static bool play_turn(Line *line, const Turn *turn)
{
    for (int i = 0; i < turn->count; i++)
        if (line_step(line, turn->step[i]) != STATUS_OK)
            return false;
    return true;
}

/* Evaluate the last position of a line by tablebase or search; false if the search failed. */
static bool evaluate(PoolThread *thread, const Line *line, const SearchLimits *limits,
                     HostScore *out)
{
    Outcome outcome = line_outcome(line);
    *out = probe_tablebases(thread, line);
    if (outcome.ending != ENDING_NONE)
        out->score = score_of_end(line, outcome);
    else if (!out->is_known) {
        if (search_think(thread->search, line, limits, NULL, NULL, thread->result) != STATUS_OK)
            return false;
        out->score = thread->result->score;
    }
    return true;
}

static void find_scores(PoolThread *thread, SearchTask *task)
{
    int  turns = line_turns(&task->line);
    Line line;
    Turn turn;
    task->scores = calloc((size_t)turns + 1, sizeof *task->scores);
    if (task->scores == NULL ||
        line_init(&line, &task->line.setup, line_start(&task->line)) != STATUS_OK)
        return;
    search_clear(thread->search);
    for (int i = 0; i < turns && !is_cancelled(thread, task); i++) {
        line_turn(&task->line, i, &turn);
        if (!play_turn(&line, &turn))
            break;
        if (i < task->task.first)
            continue;
        if (!evaluate(thread, &line, &task->task.limits, &task->scores[task->score_count]))
            break;
        task->score_count++;
    }
    line_free(&line);
}

/* Search one position of a review, without tablebases: the review is the same on every machine. */
static void review_position(PoolThread *thread, SearchTask *task)
{
    task->status = review_job_step(task->review);
    pthread_mutex_lock(&thread->pool->lock);
    task->done = review_job_done(task->review);
    pthread_mutex_unlock(&thread->pool->lock);
}

/* True if a task has to run again.  The caller holds the lock. */
static bool goes_on(const SearchPool *pool, const SearchTask *task)
{
    return task->review != NULL && !pool->ending && !task->cancelled && task->status == STATUS_OK &&
           task->done < review_job_total(task->review);
}

/* Run a task with the tablebase of its game. */
static void think(PoolThread *thread, SearchTask *task)
{
    const Setup *setup = &task->line.setup;
    thread->tables = tb_cache_acquire(thread->pool->tb_cache, setup->game, setup->variant);
    thread->oracle = tb_oracle(thread->tables);
    if (thread->tables != NULL && !task->task.is_level)
        task->task.limits.oracle = &thread->oracle;
    static void (*const FIND[])(PoolThread *, SearchTask *) = {
        [HOST_TASK_TURN] = find_turn,         [HOST_TASK_HINT] = find_turn,
        [HOST_TASK_ANALYSIS] = find_scores,   [HOST_TASK_LINES] = find_lines,
        [HOST_TASK_REVIEW] = review_position,
    };
    FIND[task->task.kind](thread, task);
    task->task.limits.oracle = NULL;
    tb_cache_release(thread->pool->tb_cache, thread->tables);
    thread->tables = NULL;
}

/* Wait for the next task; NULL when the pool stops.  The caller holds the lock. */
static SearchTask *wait_for_work(SearchPool *pool)
{
    for (;;) {
        if (pool->ending)
            return NULL;
        SearchTask *task = pop(&pool->soon);
        if (task == NULL)
            task = pop(&pool->later);
        if (task != NULL)
            return task;
        pthread_cond_wait(&pool->work, &pool->lock);
    }
}

static void *work(void *context)
{
    PoolThread *thread = context;
    SearchPool *pool = thread->pool;
    pthread_mutex_lock(&pool->lock);
    while ((thread->task = wait_for_work(pool)) != NULL) {
        SearchTask *task = thread->task;
        bool        cancelled = task->cancelled;
        search_ready(thread->search); /* from here on search_stop applies to this task */
        pthread_mutex_unlock(&pool->lock);
        double start = clock_wall_seconds();
        if (!cancelled)
            think(thread, task);
        double seconds = clock_wall_seconds() - start;
        pthread_mutex_lock(&pool->lock);
        pool->finished += !cancelled;
        pool->seconds += seconds;
        thread->task = NULL;
        if (goes_on(pool, task)) {
            push(&pool->later, task);
            pthread_cond_signal(&pool->work);
            continue;
        }
        push(&pool->done, task);
        uint64_t one = 1;
        /* The write fails only if the counter is full, and then the signal is already pending. */
        if (write(pool->signal, &one, sizeof one) < 0)
            continue;
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* --- Pool --------------------------------------------------------------------------------- */

static bool start_thread(SearchPool *pool, size_t table_bytes)
{
    PoolThread   *thread = &pool->thread[pool->count];
    SearchOptions options = search_options();
    options.table_bytes = table_bytes;
    thread->pool = pool;
    thread->search = search_new(&options);
    thread->result = malloc(sizeof *thread->result);
    if (thread->search != NULL && thread->result != NULL &&
        thread_start(&thread->thread, 0, work, thread)) {
        pool->count++;
        return true;
    }
    if (thread->search != NULL)
        search_delete(thread->search);
    free(thread->result);
    return false;
}

SearchPool *search_pool_new(int count, size_t table_bytes, TbCache *tb_cache)
{
    assert(count > 0);
    SearchPool *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return NULL;
    pool->tb_cache = tb_cache;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pool->signal = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pool->thread = calloc((size_t)count, sizeof *pool->thread);
    bool fine = pool->signal >= 0 && pool->thread != NULL;
    for (int i = 0; i < count && fine; i++)
        fine = start_thread(pool, table_bytes);
    if (fine)
        return pool;
    search_pool_delete(pool);
    return NULL;
}

/* Cancel all tasks of a queue and move them to another. */
static void move_all(Queue *from, Queue *to)
{
    for (SearchTask *task; (task = pop(from)) != NULL;) {
        task->cancelled = true;
        push(to, task);
    }
}

void search_pool_stop(SearchPool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    for (int i = 0; i < pool->count; i++) {
        search_stop(pool->thread[i].search);
        if (pool->thread[i].task != NULL)
            pool->thread[i].task->cancelled = true;
    }
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->count; i++) {
        pthread_join(pool->thread[i].thread, NULL);
        assert(pool->thread[i].task == NULL);
        search_delete(pool->thread[i].search);
        free(pool->thread[i].result);
    }
    pool->count = 0;
    move_all(&pool->soon, &pool->done);
    move_all(&pool->later, &pool->done);
}

void search_pool_delete(SearchPool *pool)
{
    search_pool_stop(pool);
    for (SearchTask *task; (task = pop(&pool->done)) != NULL;)
        search_task_delete(task);
    if (pool->signal >= 0)
        close(pool->signal);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    free(pool->thread);
    free(pool);
}

int search_pool_signal(const SearchPool *pool)
{
    return pool->signal;
}

SearchPoolFigures search_pool_figures(SearchPool *pool)
{
    pthread_mutex_lock(&pool->lock);
    SearchPoolFigures figures = { .waiting = pool->soon.count + pool->later.count,
                                  .finished = pool->finished,
                                  .seconds = pool->seconds };
    for (int i = 0; i < pool->count; i++)
        figures.running += pool->thread[i].task != NULL;
    pthread_mutex_unlock(&pool->lock);
    return figures;
}

bool search_pool_submit(SearchPool *pool, SearchTask *task, int limit)
{
    assert(task->next == NULL && !task->cancelled);
    pthread_mutex_lock(&pool->lock);
    bool capacity = pool->soon.count + pool->later.count < limit;
    if (capacity) {
        bool waits = task->task.kind != HOST_TASK_TURN && task->task.kind != HOST_TASK_HINT;
        push(waits ? &pool->later : &pool->soon, task);
        pthread_cond_signal(&pool->work);
    }
    pthread_mutex_unlock(&pool->lock);
    return capacity;
}

void search_pool_cancel(SearchPool *pool, SearchTask *task)
{
    pthread_mutex_lock(&pool->lock);
    task->cancelled = true;
    for (int i = 0; i < pool->count; i++)
        if (pool->thread[i].task == task)
            search_stop(pool->thread[i].search);
    pthread_mutex_unlock(&pool->lock);
}

int search_pool_done(SearchPool *pool, const SearchTask *task)
{
    pthread_mutex_lock(&pool->lock);
    int done = task->done;
    pthread_mutex_unlock(&pool->lock);
    return done;
}

SearchTask *search_pool_take(SearchPool *pool)
{
    pthread_mutex_lock(&pool->lock);
    SearchTask *task = pop(&pool->done);
    pthread_mutex_unlock(&pool->lock);
    return task;
}

void search_pool_news(SearchPool *pool, SearchPoolNews *report, void *context)
{
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < pool->count; i++) {
        SearchTask *task = pool->thread[i].task;
        if (task != NULL && task->news && !task->cancelled) {
            task->news = false;
            report(context, task);
        }
    }
    pthread_mutex_unlock(&pool->lock);
}
