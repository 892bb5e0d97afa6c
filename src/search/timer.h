/* timer.h - time management: how long one search may take.
 *
 * Knows:   limits, clocks, when the search began, how steady its results are.
 * Ignores: what is searched.
 */
#ifndef SEARCH_TIMER_H
#define SEARCH_TIMER_H

#include <stdatomic.h>

#include "search/search.h"

typedef struct Timer {
    bool           cpu_time;
    atomic_bool    pondering; /* time does not count yet */
    atomic_bool    was_hit;   /* timer_ponderhit was called, perhaps before the start */
    _Atomic double start;     /* seconds on the selected clock */
    double         hard;      /* seconds after which the search ends, 0 for never */
    double         soft;      /* seconds after which no new iteration begins, 0 for never */
    /* Read the clock only every `ask_every` calls, because reading CPU time costs a system call. */
    uint32_t ask_every, unasked;
    double   asked_at;
} Timer;

/* The results of the iterations so far. */
typedef struct Steadiness {
    int unchanged; /* iterations in a row that ended with the same best turn, without the first */
    double fall;   /* of the score below the mean of the two iterations before, in units of eval */
} Steadiness;

/* Return the share of the soft limit to use, from 0.5 to 2: less for a best turn that does not
 * change, more for one that has just changed and for a falling score. */
double timer_share(const Steadiness *results);

/* Called by the searching thread. */
void timer_start(Timer *timer, const SearchLimits *limits, int side);
/* Called by any thread: the clock runs from now on. */
void timer_ponderhit(Timer *timer);
/* Return the seconds since the start on the selected clock.  For the searching thread only. */
double timer_elapsed(const Timer *timer);
/* True if time is up.  For the searching thread; reads the clock only now and then. */
bool timer_is_up(Timer *timer);
/* Limit a search without iterations to its share of the clock: it never needs extra time to finish
 * an iteration. */
void timer_use_share(Timer *timer);
/* True if it is too late to begin another iteration after these results. */
bool timer_is_late(const Timer *timer, const Steadiness *results);

#endif
