/* search.h - search one position; the public interface of this module.
 *
 * Knows:   the game interface (core/game.h), lines of play, limits, threads.
 * Ignores: individual games, protocols, game clocks.  It prints nothing.
 *
 * A Search owns the memory of its threads and its transposition table, and searches one line at a
 * time. search_think blocks.  Other threads may call search_stop and search_ponderhit meanwhile.
 * All other functions must be called by one thread at a time.
 */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "core/line.h"
#include "core/oracle.h"
#include "search/score.h"

enum {
    SEARCH_THREADS_MAX = 64,
    SEARCH_PVS_MAX = 64,    /* principal variations of a multi-PV search */
    SEARCH_PV_MAX = 128,    /* steps of a reported principal variation */
    SEARCH_DEPTH_MAX = 100, /* turns */
};

typedef enum SearchKind {
    SEARCH_DEFAULT, /* the game's default */
    SEARCH_ALPHABETA,
    SEARCH_MCTS,
} SearchKind;

typedef struct SearchOptions {
    SearchKind kind;
    int        threads;     /* 1 to SEARCH_THREADS_MAX */
    size_t     table_bytes; /* for the transposition table, or for the nodes of MCTS */
    bool       general;     /* use the game interface even if there is a fast instance */
    uint64_t   seed;        /* random seed of MCTS; equal seeds give equal games */
} SearchOptions;

/* Return the defaults: one thread and 64 MiB. */
SearchOptions search_options(void);

/* When to stop.  Zero means no limit.  Without any limit only search_stop ends the search. */
typedef struct SearchLimits {
    uint64_t nodes;
    int      depth;   /* turns */
    int64_t  time_ms; /* use exactly this much */
    bool     has_clock;
    int64_t  clock_ms[2]; /* time left for each player, with has_clock */
    int64_t  increment_ms[2];
    bool     cpu_time; /* measure CPU time of the searching thread instead of wall time: one thread
                        * only; for fair matches on a busy machine */
    bool     ponder;   /* time counts only after search_ponderhit */
    int      lines;    /* number of principal variations; 0 is 1 */
    /* Deliberate inaccuracy: every evaluation is off by up to this many thousandths of the game's
     * eval unit.  For the same seed, the error of a position is always the same. */
    int      noise;
    uint64_t noise_seed;
    /* Of 1000 turns, play this many at first sight (search/glance.h), and notice `sight` hundredths
     * of a step there.  The seed and the position at the beginning of a run of turns decide which
     * (GameEval.slip_turns), so the seed must be the same in all turns of a game. */
    int slip;
    int sight;
    /* A source of exact values for this variant, or NULL.  The search probes it at every node after
     * the root where a turn begins, and treats its values as proved.  The turn and the principal
     * variation still come from the search.  It must stay valid until search_clear. */
    const Oracle *oracle;
} SearchLimits;

/* One principal variation. */
typedef struct SearchPv {
    int  score; /* for the side to move at the root; search/score.h */
    int  step_count;
    Step steps[SEARCH_PV_MAX]; /* the first turn is complete */
} SearchPv;

/* The state of the search after an iteration, or at the end. */
typedef struct SearchInfo {
    int             depth;     /* turns; for MCTS, the length of the principal variation */
    int             selective; /* the longest line searched, in turns (selective depth) */
    int             index;     /* of the principal variation: 0 is the best */
    const SearchPv *line;
    uint64_t        nodes;
    int64_t         elapsed_ms;
    uint64_t        nodes_per_second;
    int             table_permille; /* how full the transposition table is */
    bool            has_lead;       /* games with points: the final lead is proved */
    int             lead;           /* of the side to move, with best play of both */
} SearchInfo;

/* Called by the searching thread. */
typedef void SearchListener(void *context, const SearchInfo *info);

typedef struct SearchResult {
    Turn     turn;  /* the best turn; count 0 if the game is over */
    int      score; /* of that turn */
    int      depth; /* of the last completed iteration */
    uint64_t nodes;
    int64_t  elapsed_ms;
    bool     has_lead; /* as in SearchInfo */
    int      lead;
    int      line_count;
    SearchPv lines[SEARCH_PVS_MAX]; /* best first */
} SearchResult;

typedef struct Search Search;

/* Return NULL if memory ran out. */
Search *search_new(const SearchOptions *options);
void    search_delete(Search *search);

/* Clear the transposition table and all other search state, for a new game. */
void search_clear(Search *search);

/* Search the position at the end of `line`, in any phase of a turn.  `listener` may be NULL.  If
 * the line is over, `out->turn` is empty. */
Status search_think(Search *search, const Line *line, const SearchLimits *limits,
                    SearchListener *listener, void *context, SearchResult *out);

/* Make search_think return soon, as if time were up.  It applies to the running search or, if none
 * is running, to the next one, until search_ready is called. */
void search_stop(Search *search);
/* Cancel a search_stop that came before search_think.  Call it before starting the searching
 * thread. */
void search_ready(Search *search);
/* The opponent played the pondered turn: the clock runs from now on. */
void search_ponderhit(Search *search);

#endif
