/* search_pool.h - a thread pool that searches for engine moves, hints, analyses and reviews.
 *
 * Knows:   the search, tablebases, two FIFO queues: moves and hints have priority over everything else.
 *          A review searches one position and queues again, so that it never holds up other searches.
 * Ignores: tables, clients, what happens with the results.
 *
 * The caller owns a SearchTask until search_pool_submit and again after search_pool_take; in between
 * the pool owns it.  All functions are for one thread; the pool's threads are internal.
 */
#ifndef WEB_SEARCH_POOL_H
#define WEB_SEARCH_POOL_H

#include "play/host.h"
#include "play/review.h"
#include "solver/tb_cache.h"
#include "web/secret.h"

typedef struct SearchTask {
    char     table[ID_TEXT_MAX];
    HostTask task; /* what the table's host wants */
    Line     line; /* a copy */
    bool     cancelled;
    /* Result. */
    Status     status;
    Turn       turn;
    int        score; /* for the side to move at the end of the line */
    int        depth;
    HostScore *scores; /* of an analysis: after each move from task.first on */
    int        score_count;
    SearchPv  *lines; /* of HOST_TASK_LINES, best first */
    int        line_count;
    ReviewJob *review; /* of HOST_TASK_REVIEW: set by the caller, deleted with the task */
    HostScore  known;  /* tablebase result for the end of the line, if there is one */
    /* Queue link and progress. */
    struct SearchTask *next;
    bool               news;
    Turn               news_turn;
    int                news_score, news_depth;
    int                done; /* positions of a review */
} SearchTask;

/* Create a task for the current position of `line`, which is copied.  NULL if out of memory. */
SearchTask *search_task_new(const HostTask *task, const char *table, const Line *line);
void        search_task_delete(SearchTask *task);

typedef struct SearchPool SearchPool;

/* Start `count` threads.  They take tablebases from `tb_cache`, which must outlive the pool.  The
 * descriptor search_pool_signal becomes readable when a task is finished. */
SearchPool *search_pool_new(int count, size_t table_bytes, TbCache *tb_cache);
/* Stop all searches.  Afterwards every task can be taken, most of them cancelled. */
void search_pool_stop(SearchPool *pool);
/* Stop the pool if necessary and delete all tasks that were not taken. */
void search_pool_delete(SearchPool *pool);
int  search_pool_signal(const SearchPool *pool);

typedef struct SearchPoolFigures {
    int     running, waiting;
    int64_t finished; /* searches so far */
    double  seconds;  /* that they took */
} SearchPoolFigures;

SearchPoolFigures search_pool_figures(SearchPool *pool);

/* Queue a task.  False, without taking ownership, if `limit` tasks already wait. */
bool search_pool_submit(SearchPool *pool, SearchTask *task, int limit);
/* Stop a task soon; it still has to be taken, with `cancelled` set. */
void search_pool_cancel(SearchPool *pool, SearchTask *task);
/* Return how many positions of a review are searched. */
int search_pool_done(SearchPool *pool, const SearchTask *task);
/* Return a finished task, or NULL. */
SearchTask *search_pool_take(SearchPool *pool);

/* Call `report` for each running task with new progress. */
typedef void SearchPoolNews(void *context, const SearchTask *task);
void         search_pool_news(SearchPool *pool, SearchPoolNews *report, void *context);

#endif
