/* SPDX-License-Identifier: MIT */
/* One lock guards the queues, the list of what is done, and the news in the thoughts under way.  A
 * thread holds it only to move a thought from list to list.
 */
#include "web/thinkers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/thread.h"

typedef struct Queue {
    Thought *first, *last;
    int      count;
} Queue;

typedef struct Head {
    struct Thinkers *pool;
    pthread_t        thread;
    Search          *search;
    Thought         *thought; /* under way; guarded */
    SearchResult    *result;
    const Tablebase *tables; /* of the game that is thought about, or NULL */
    Oracle           oracle; /* that asks them */
} Head;

struct Thinkers {
    pthread_mutex_t lock;
    pthread_cond_t  work;
    Queue           soon, later, done; /* guarded */
    bool            ending;            /* guarded */
    int             signal;
    TbCache        *tb_cache;
    int             count; /* threads that run */
    Head           *head;
};

/* --- Thoughts ----------------------------------------------------------------------------- */

Thought *thought_new(ThoughtKind kind, const char *table, const Line *line)
{
    Thought *thought = calloc(1, sizeof *thought);
    if (thought == NULL || line_copy(&thought->line, line) != STATUS_OK) {
        free(thought);
        return NULL;
    }
    thought->kind = kind;
    memcpy(thought->table, table, ID_TEXT_MAX - 1);
    return thought;
}

void thought_delete(Thought *thought)
{
    line_free(&thought->line);
    free(thought->scores);
    free(thought);
}

static void push(Queue *queue, Thought *thought)
{
    thought->next = NULL;
    if (queue->last == NULL)
        queue->first = thought;
    else
        queue->last->next = thought;
    queue->last = thought;
    queue->count++;
}

static Thought *pop(Queue *queue)
{
    Thought *thought = queue->first;
    if (thought == NULL)
        return NULL;
    queue->first = thought->next;
    if (queue->first == NULL)
        queue->last = NULL;
    queue->count--;
    return thought;
}

/* --- The threads -------------------------------------------------------------------------- */

/* The first turn of a line of thought. */
static void first_turn(const Line *line, const SearchPv *best, Turn *out)
{
    const Game *game = line->setup.game;
    PosBuffer   pos;
    out->count = 0;
    game_copy(game, line_now(line), &pos.head);
    for (int i = 0; i < best->step_count && i < TURN_STEPS_MAX; i++) {
        if ((i > 0 && pos.head.phase == 0) || !game->rules->legal(&pos.head, best->steps[i]))
            return;
        out->step[out->count++] = best->steps[i];
        game->rules->apply(&pos.head, best->steps[i]);
    }
}

static void on_info(void *context, const SearchInfo *info)
{
    Head    *head = context;
    Thought *thought = head->thought;
    Turn     turn;
    if (info->index != 0 || info->line == NULL || thought->kind != THOUGHT_TURN)
        return;
    first_turn(&thought->line, info->line, &turn);
    pthread_mutex_lock(&head->pool->lock);
    thought->news = true;
    thought->news_turn = turn;
    thought->news_score = info->line->score;
    thought->news_depth = info->depth;
    pthread_mutex_unlock(&head->pool->lock);
}

/* What a table says about the end of a line. */
static ThoughtScore ask_tables(const Head *head, const Line *line)
{
    OracleAnswer answer;
    if (head->tables == NULL || !oracle_tell(&head->oracle, line, &answer) ||
        answer.turns > SCORE_WIN - SCORE_WIN_FAR)
        return (ThoughtScore){ .is_known = false };
    int score = SCORE_WIN - (int)answer.turns;
    return (ThoughtScore){ .score = answer.winner == SIDE_NONE              ? SCORE_DRAW
                                    : answer.winner == line_now(line)->side ? score
                                                                            : -score,
                           .is_known = true };
}

static void find_turn(Head *head, Thought *thought)
{
    ThoughtScore known = ask_tables(head, &thought->line);
    pthread_mutex_lock(&head->pool->lock);
    thought->known = known;
    pthread_mutex_unlock(&head->pool->lock);
    search_clear(head->search);
    thought->status =
        search_think(head->search, &thought->line, &thought->limits, on_info, head, head->result);
    thought->turn = head->result->turn;
    thought->score = head->result->score;
    thought->depth = head->result->depth;
}

static bool is_cancelled(Head *head, const Thought *thought)
{
    pthread_mutex_lock(&head->pool->lock);
    bool cancelled = thought->cancelled || head->pool->ending;
    pthread_mutex_unlock(&head->pool->lock);
    return cancelled;
}

/* Where the rules have ended it there is nothing to think about. */
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

/* False where nothing could be found out. */
static bool judge(Head *head, const Line *line, const SearchLimits *limits, ThoughtScore *out)
{
    Outcome outcome = line_outcome(line);
    *out = ask_tables(head, line);
    if (outcome.ending != ENDING_NONE)
        out->score = score_of_end(line, outcome);
    else if (!out->is_known) {
        if (search_think(head->search, line, limits, NULL, NULL, head->result) != STATUS_OK)
            return false;
        out->score = head->result->score;
    }
    return true;
}

static void find_scores(Head *head, Thought *thought)
{
    int  turns = line_turns(&thought->line);
    Line line;
    Turn turn;
    thought->scores = calloc((size_t)turns + 1, sizeof *thought->scores);
    if (thought->scores == NULL ||
        line_init(&line, &thought->line.setup, line_start(&thought->line)) != STATUS_OK)
        return;
    search_clear(head->search);
    for (int i = 0; i < turns && !is_cancelled(head, thought); i++) {
        line_turn(&thought->line, i, &turn);
        if (!play_turn(&line, &turn) ||
            !judge(head, &line, &thought->limits, &thought->scores[thought->score_count]))
            break;
        thought->score_count++;
    }
    line_free(&line);
}

/* With the tables of its game at hand. */
static void think(Head *head, Thought *thought)
{
    const Setup *setup = &thought->line.setup;
    head->tables = tb_cache_acquire(head->pool->tb_cache, setup->game, setup->variant);
    head->oracle = tb_oracle(head->tables);
    if (head->tables != NULL && !thought->is_level)
        thought->limits.oracle = &head->oracle;
    (thought->kind == THOUGHT_ANALYSIS ? find_scores : find_turn)(head, thought);
    thought->limits.oracle = NULL;
    tb_cache_release(head->pool->tb_cache, head->tables);
    head->tables = NULL;
}

/* The next thought, or NULL at the end.  Holds the lock before and after. */
static Thought *wait_for_work(Thinkers *pool)
{
    for (;;) {
        if (pool->ending)
            return NULL;
        Thought *thought = pop(&pool->soon);
        if (thought == NULL)
            thought = pop(&pool->later);
        if (thought != NULL)
            return thought;
        pthread_cond_wait(&pool->work, &pool->lock);
    }
}

static void *work(void *context)
{
    Head     *head = context;
    Thinkers *pool = head->pool;
    pthread_mutex_lock(&pool->lock);
    while ((head->thought = wait_for_work(pool)) != NULL) {
        Thought *thought = head->thought;
        bool     cancelled = thought->cancelled;
        search_ready(head->search); /* a stop from here on is meant for this thought */
        pthread_mutex_unlock(&pool->lock);
        if (!cancelled)
            think(head, thought);
        pthread_mutex_lock(&pool->lock);
        head->thought = NULL;
        push(&pool->done, thought);
        uint64_t one = 1;
        /* A full counter has been seen by nobody yet: then there is a signal anyway. */
        if (write(pool->signal, &one, sizeof one) < 0)
            continue;
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* --- The pool ----------------------------------------------------------------------------- */

static bool start_head(Thinkers *pool, size_t table_bytes)
{
    Head         *head = &pool->head[pool->count];
    SearchOptions options = search_options();
    options.table_bytes = table_bytes;
    head->pool = pool;
    head->search = search_new(&options);
    head->result = malloc(sizeof *head->result);
    if (head->search != NULL && head->result != NULL &&
        thread_start(&head->thread, 0, work, head)) {
        pool->count++;
        return true;
    }
    if (head->search != NULL)
        search_delete(head->search);
    free(head->result);
    return false;
}

Thinkers *thinkers_new(int count, size_t table_bytes, TbCache *tb_cache)
{
    Thinkers *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return NULL;
    pool->tb_cache = tb_cache;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pool->signal = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pool->head = calloc((size_t)count, sizeof *pool->head);
    bool fine = pool->signal >= 0 && pool->head != NULL;
    for (int i = 0; i < count && fine; i++)
        fine = start_head(pool, table_bytes);
    if (fine)
        return pool;
    thinkers_delete(pool);
    return NULL;
}

/* Nobody thinks any more. */
static void move_all(Queue *from, Queue *to)
{
    for (Thought *thought; (thought = pop(from)) != NULL;) {
        thought->cancelled = true;
        push(to, thought);
    }
}

void thinkers_stop(Thinkers *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    for (int i = 0; i < pool->count; i++) {
        search_stop(pool->head[i].search);
        if (pool->head[i].thought != NULL)
            pool->head[i].thought->cancelled = true;
    }
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->count; i++) {
        pthread_join(pool->head[i].thread, NULL);
        search_delete(pool->head[i].search);
        free(pool->head[i].result);
    }
    pool->count = 0;
    move_all(&pool->soon, &pool->done);
    move_all(&pool->later, &pool->done);
}

void thinkers_delete(Thinkers *pool)
{
    thinkers_stop(pool);
    for (Thought *thought; (thought = pop(&pool->done)) != NULL;)
        thought_delete(thought);
    if (pool->signal >= 0)
        close(pool->signal);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    free(pool->head);
    free(pool);
}

int thinkers_signal(const Thinkers *pool)
{
    return pool->signal;
}

bool thinkers_ask(Thinkers *pool, Thought *thought, int limit)
{
    pthread_mutex_lock(&pool->lock);
    bool capacity = pool->soon.count + pool->later.count < limit;
    if (capacity) {
        push(thought->kind == THOUGHT_ANALYSIS ? &pool->later : &pool->soon, thought);
        pthread_cond_signal(&pool->work);
    }
    pthread_mutex_unlock(&pool->lock);
    return capacity;
}

void thinkers_cancel(Thinkers *pool, Thought *thought)
{
    pthread_mutex_lock(&pool->lock);
    thought->cancelled = true;
    for (int i = 0; i < pool->count; i++)
        if (pool->head[i].thought == thought)
            search_stop(pool->head[i].search);
    pthread_mutex_unlock(&pool->lock);
}

Thought *thinkers_take(Thinkers *pool)
{
    pthread_mutex_lock(&pool->lock);
    Thought *thought = pop(&pool->done);
    pthread_mutex_unlock(&pool->lock);
    return thought;
}

void thinkers_news(Thinkers *pool, ThinkersNews *tell, void *context)
{
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < pool->count; i++) {
        Thought *thought = pool->head[i].thought;
        if (thought != NULL && thought->news && !thought->cancelled) {
            thought->news = false;
            tell(context, thought);
        }
    }
    pthread_mutex_unlock(&pool->lock);
}
