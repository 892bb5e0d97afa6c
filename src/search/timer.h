/* timer.h - how long one search may take, decided before it begins.
 *
 * Knows:   limits, clocks, when the search began.
 * Ignores: what is searched.
 */
#ifndef SEARCH_TIMER_H
#define SEARCH_TIMER_H

#include <stdatomic.h>

#include "search/search.h"

typedef struct Timer {
    bool           cpu_time;
    atomic_bool    pondering; /* time does not count yet */
    atomic_bool    was_hit;   /* timer_ponderhit came, perhaps before the start */
    _Atomic double start;     /* seconds on the clock that is used */
    double         hard;      /* seconds after which thinking ends, 0 for never */
    double         soft;      /* seconds after which no new iteration begins, 0 for never */
    /* How often the clock is really asked: processor time costs a system call. */
    uint32_t ask_every, unasked;
    double   asked_at;
} Timer;

/* Called by the thread that will think. */
void timer_start(Timer *timer, const SearchLimits *limits, int side);
/* From any thread: the clock runs from now on. */
void timer_ponderhit(Timer *timer);
/* Seconds since the start, on the clock that is used; only for the thread that thinks. */
double timer_elapsed(const Timer *timer);
/* For the thread that thinks; asks the clock now and then. */
bool timer_is_up(Timer *timer);
/* A search without iterations cannot be in the middle of one: it gets its share of the clock and no
 * more. */
void timer_use_share(Timer *timer);
/* Is it too late to begin another iteration? */
bool timer_is_late(const Timer *timer);

#endif
