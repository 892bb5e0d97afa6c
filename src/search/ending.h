/* ending.h - exact search of late endings in games with points: the result, and the best final lead.
 *
 * Knows:   the exact search (core/margin.h), the bounds that are proved for the root.
 * Ignores: iterations, threads and clocks (search.c), evaluation.
 *
 * Scores here are those of core/margin.h, for the side to move at the root.
 */
#ifndef SEARCH_ENDING_H
#define SEARCH_ENDING_H

#include "core/margin.h"
#include "search/deepen.h"

typedef struct EndingSearch {
    Margins *margins; /* for `game`; its table is kept between searches */
    size_t   table_bytes;
    bool (*expired)(void *context);
    void *context;

    const Game *game;
    const Pos  *root;
    int         root_steps;
    uint32_t    turns_left; /* until the turn limit; a longer proof is none */
    int         low, high;  /* bounds of the score */
    int         guess;      /* of the score */
    Turn        turn;       /* a turn that reaches `low`; empty if only the PV is known to */
    uint32_t    turns;      /* until the win of the side that is proved to win */
    uint64_t    nodes;      /* of this search, in nodes of the PVS */
} EndingSearch;

/* Begin with a root that has `root_steps` legal steps.  False if there is no exact search of it or if
 * memory ran out.  Before the first call, set `table_bytes`, `expired` and `context`; the rest is 0. */
bool ending_begin(EndingSearch *ending, const Game *game, const Pos *root, int root_steps,
                  uint32_t turns_left);
void ending_clear(EndingSearch *ending);

/* True if this ending may be small enough for an exact search after `nodes` nodes of another one. */
bool ending_is_small(const EndingSearch *ending, uint64_t nodes);

/* True if the winner is proved, or a draw. */
bool ending_has_result(const EndingSearch *ending);
/* True if the final lead is proved, and `turn` reaches it. */
bool ending_has_lead(const EndingSearch *ending);
/* Return the final lead of the side to move.  Requires ending_has_lead. */
int ending_lead(const EndingSearch *ending);

/* Search for the result until `ending->nodes` is `nodes`.  `pv` is the best line so far. */
void ending_find_result(EndingSearch *ending, const SearchPv *pv, uint64_t nodes);
/* Search for the final lead if the result is a win or a loss, by ending_find_result or by the score of
 * `pv`.  Begin with the lead after `pv`. */
void ending_find_lead(EndingSearch *ending, const SearchPv *pv, uint64_t nodes);

/* Let `pv` begin with the best turn that is known, with a score that is proved for it. */
void ending_take(const EndingSearch *ending, SearchPv *pv);

#endif
