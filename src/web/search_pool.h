/* search_pool.h - the threads that think for engines, hints and analyses: a bounded number at once.
 *
 * Knows:   the search, tables of solved positions, two queues (turns and hints before analyses, each
 *          first come first served).
 * Ignores: tables, guests, what becomes of the thoughts.
 *
 * A Thought belongs to whoever asked until search_pool_submit, and again after search_pool_take; in between it
 * is the pool's.  All functions are for one thread; the pool's own are hidden.
 */
#ifndef WEB_SEARCH_POOL_H
#define WEB_SEARCH_POOL_H

#include "search/search.h"
#include "solver/tb_cache.h"
#include "web/secret.h"

typedef enum SearchTaskKind { TASK_TURN, TASK_HINT, TASK_ANALYSIS } SearchTaskKind;

struct evhttp_request;

/* How a position is judged, for the side that decides in it. */
typedef struct TaskScore {
    int  score;
    bool is_known; /* a table says so */
} TaskScore;

typedef struct SearchTask {
    SearchTaskKind         kind;
    char                   table[ID_TEXT_MAX];
    struct evhttp_request *request;  /* who waits for a hint */
    Line                   line;     /* its own */
    SearchLimits           limits;   /* of an analysis: for each turn */
    bool                   is_level; /* think without tables: a level means the same everywhere */
    bool                   cancelled;
    /* The answer. */
    Status     status;
    Turn       turn;
    int        score; /* for the side that decides at the end of the line */
    int        depth;
    TaskScore *scores; /* of an analysis: after each turn */
    int        score_count;
    TaskScore  known; /* what a table says about the end of the line, if one does */
    /* On the way. */
    struct SearchTask *next;
    bool               news;
    Turn               news_turn;
    int                news_score, news_depth;
} SearchTask;

/* About the line as it stands, which is copied.  NULL when memory ran out. */
SearchTask *search_task_new(SearchTaskKind kind, const char *table, const Line *line);
void        search_task_delete(SearchTask *task);

typedef struct SearchPool SearchPool;

/* `count` threads, who find tables of solved positions on `shelf`, which outlives them.  A byte is
 * readable at `search_pool_signal` when there is something to take. */
SearchPool *search_pool_new(int count, size_t table_bytes, TbCache *tb_cache);
/* End all thinking: every thought can be taken now, most of them cancelled. */
void search_pool_stop(SearchPool *pool);
/* Stops first where that was not done; what nobody took is deleted. */
void search_pool_delete(SearchPool *pool);
int  search_pool_signal(const SearchPool *pool);

/* False, and nothing taken over, where too many wait. */
bool search_pool_submit(SearchPool *pool, SearchTask *task, int limit);
/* End it soon: it comes back with `cancelled` set. */
void search_pool_cancel(SearchPool *pool, SearchTask *task);
/* A thought that is done, or NULL. */
SearchTask *search_pool_take(SearchPool *pool);

/* Called with what a thinker thinks now, where that is new. */
typedef void SearchPoolNews(void *context, const SearchTask *task);
void         search_pool_news(SearchPool *pool, SearchPoolNews *tell, void *context);

#endif
