/* search.h - thinking about one position: the door of this room.
 *
 * Knows:   the contract (core/game.h), lines of play, limits, threads.
 * Ignores: every single game; protocols and clocks on the wall.  It prints nothing.
 *
 * A Search owns its threads' memory and its table of positions, and thinks about one line at a
 * time.  search_think blocks; search_stop and search_ponderhit may be called from any other thread
 * while it does.  The rest is for one thread at a time.
 */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "core/line.h"
#include "core/oracle.h"
#include "search/score.h"

enum {
    SEARCH_THREADS_MAX = 64,
    SEARCH_PVS_MAX = 64,    /* of a multi-PV search */
    SEARCH_PV_MAX = 128,    /* steps of a line that are reported */
    SEARCH_DEPTH_MAX = 100, /* turns */
};

typedef enum SearchKind {
    SEARCH_DEFAULT, /* the game's own choice */
    SEARCH_ALPHABETA,
    SEARCH_MCTS,
} SearchKind;

typedef struct SearchOptions {
    SearchKind kind;
    int        threads;     /* 1 to SEARCH_THREADS_MAX */
    size_t     table_bytes; /* for the table of positions, or for the nodes of the tree */
    bool       general;     /* go through the contract even where there is a fast instance */
    uint64_t   seed;        /* of what is random in a tree search; equal seeds, equal games */
} SearchOptions;

/* One thread and 64 MiB. */
SearchOptions search_options(void);

/* When to stop.  Zero means: no such limit.  Without any limit only search_stop ends it. */
typedef struct SearchLimits {
    uint64_t nodes;
    int      depth;   /* turns */
    int64_t  time_ms; /* use just this much */
    bool     has_clock;
    int64_t  clock_ms[2]; /* left for each player, with has_clock */
    int64_t  increment_ms[2];
    bool     cpu_time; /* measure the processor time of the thinking thread, not the wall's:
                          one thread only; for fair matches on a busy machine */
    bool     ponder;   /* time counts only after search_ponderhit */
    int      lines;    /* how many best turns are wanted; 0 is 1 */
    /* Deliberate imprecision: every judgement is off by up to this many thousandths of the game's
     * eval unit, the same position always by the same amount while the seed is the same. */
    int      noise;
    uint64_t noise_seed;
    /* Who knows true values of this variant's positions; NULL: nobody.  It is asked wherever a turn
     * begins behind the root, and what it says counts as proved.  The turn and its line are still
     * the search's own.  It must live as long as the search does not forget (search_clear). */
    const Oracle *oracle;
} SearchLimits;

/* One line of what the search thinks. */
typedef struct SearchPv {
    int  score; /* for the side that is to move at the root; search/score.h */
    int  step_count;
    Step steps[SEARCH_PV_MAX]; /* the first turn is complete */
} SearchPv;

/* What is known after a depth, or at the end. */
typedef struct SearchInfo {
    int             depth;     /* turns looked ahead; of a tree, the length of its main line */
    int             selective; /* the longest line looked at, in turns */
    int             index;     /* of the line: 0 is the best */
    const SearchPv *line;
    uint64_t        nodes;
    int64_t         elapsed_ms;
    uint64_t        nodes_per_second;
    int             table_permille; /* how full the table is */
} SearchInfo;

/* Called by the thinking thread. */
typedef void SearchListener(void *context, const SearchInfo *info);

typedef struct SearchResult {
    Turn     turn;  /* what to play; count 0 if the game is over */
    int      score; /* of that turn */
    int      depth; /* completed */
    uint64_t nodes;
    int64_t  elapsed_ms;
    int      line_count;
    SearchPv lines[SEARCH_PVS_MAX]; /* best first */
} SearchResult;

typedef struct Search Search;

/* NULL when memory ran out. */
Search *search_new(const SearchOptions *options);
void    search_delete(Search *search);

/* Forget everything: another game begins. */
void search_clear(Search *search);

/* Think about the position that stands at the end of `line`, in any phase of a turn.  `listener`
 * may be NULL.  If the line is over, `out->turn` is empty. */
Status search_think(Search *search, const Line *line, const SearchLimits *limits,
                    SearchListener *listener, void *context, SearchResult *out);

/* End search_think soon, as if time was up.  Holds for the search that is under way, or for the
 * next one if none is, until search_ready is called. */
void search_stop(Search *search);
/* Take back a search_stop that came before search_think: call it before the thread that thinks is
 * started. */
void search_ready(Search *search);
/* The move that was pondered on has been played: the clock runs from now on. */
void search_ponderhit(Search *search);

#endif
