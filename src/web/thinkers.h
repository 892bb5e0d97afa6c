/* thinkers.h - the threads that think for engines, hints and analyses: a bounded number at once.
 *
 * Knows:   the search, tables of solved positions, two queues (turns and hints before analyses, each
 *          first come first served).
 * Ignores: tables, guests, what becomes of the thoughts.
 *
 * A Thought belongs to whoever asked until thinkers_ask, and again after thinkers_take; in between it
 * is the pool's.  All functions are for one thread; the pool's own are hidden.
 */
#ifndef WEB_THINKERS_H
#define WEB_THINKERS_H

#include "search/search.h"
#include "solver/tb_cache.h"
#include "web/secret.h"

typedef enum ThoughtKind { THOUGHT_TURN, THOUGHT_HINT, THOUGHT_ANALYSIS } ThoughtKind;

struct evhttp_request;

/* How a position is judged, for the side that decides in it. */
typedef struct ThoughtScore {
    int  score;
    bool is_known; /* a table says so */
} ThoughtScore;

typedef struct Thought {
    ThoughtKind            kind;
    char                   table[ID_TEXT_MAX];
    struct evhttp_request *request;  /* who waits for a hint */
    Line                   line;     /* its own */
    SearchLimits           limits;   /* of an analysis: for each turn */
    bool                   is_level; /* think without tables: a level means the same everywhere */
    bool                   cancelled;
    /* The answer. */
    Status        status;
    Turn          turn;
    int           score; /* for the side that decides at the end of the line */
    int           depth;
    ThoughtScore *scores; /* of an analysis: after each turn */
    int           score_count;
    ThoughtScore  known; /* what a table says about the end of the line, if one does */
    /* On the way. */
    struct Thought *next;
    bool            news;
    Turn            news_turn;
    int             news_score, news_depth;
} Thought;

/* About the line as it stands, which is copied.  NULL when memory ran out. */
Thought *thought_new(ThoughtKind kind, const char *table, const Line *line);
void     thought_delete(Thought *thought);

typedef struct Thinkers Thinkers;

/* `count` threads, who find tables of solved positions on `shelf`, which outlives them.  A byte is
 * readable at `thinkers_signal` when there is something to take. */
Thinkers *thinkers_new(int count, size_t table_bytes, TbCache *tb_cache);
/* End all thinking: every thought can be taken now, most of them cancelled. */
void thinkers_stop(Thinkers *thinkers);
/* Stops first where that was not done; what nobody took is deleted. */
void thinkers_delete(Thinkers *thinkers);
int  thinkers_signal(const Thinkers *thinkers);

/* False, and nothing taken over, where too many wait. */
bool thinkers_ask(Thinkers *thinkers, Thought *thought, int limit);
/* End it soon: it comes back with `cancelled` set. */
void thinkers_cancel(Thinkers *thinkers, Thought *thought);
/* A thought that is done, or NULL. */
Thought *thinkers_take(Thinkers *thinkers);

/* Called with what a thinker thinks now, where that is new. */
typedef void ThinkersNews(void *context, const Thought *thought);
void         thinkers_news(Thinkers *thinkers, ThinkersNews *tell, void *context);

#endif
