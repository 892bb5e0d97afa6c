/* SPDX-License-Identifier: MIT */
#include "search/timer.h"

#include <assert.h>

#include "base/clock.h"

enum { ASK_EVERY_MAX = 64 };

static const double TURNS_TO_GO = 30;      /* expected number of remaining turns of our side */
static const double LEAST = 0.002;         /* seconds for one turn, even if none are left */
static const double ITERATION_SHARE = 0.6; /* the next iteration takes longer than all before */
static const double ASK_AFTER_MIN = 0.0002, ASK_AFTER_MAX = 0.001; /* seconds between two readings
                                                                    * of the clock */

static double now(const Timer *timer)
{
    return timer->cpu_time ? clock_thread_seconds() : clock_wall_seconds();
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* Allot a share of the clock.  An iteration may overrun it up to threefold, but never by more than
 * half of the remaining time, so that a slow machine does not lose on time. */
static void share_clock(Timer *timer, double left, double increment)
{
    double share = left / TURNS_TO_GO + 0.8 * increment;
    double most = left * 0.5 - 0.01;
    if (most < LEAST)
        most = LEAST;
    if (share < LEAST) /* 0 would mean no limit */
        share = LEAST;
    timer->hard = least(share * 3, most);
    timer->soft = least(share, most) * ITERATION_SHARE;
}

double timer_share(const Steadiness *results)
{
    static const double SHARES[] = { 1.5, 1.25, 1, 0.9, 0.8, 0.7, 0.6, 0.5 };
    const int           last = sizeof SHARES / sizeof SHARES[0] - 1;
    assert(results->unchanged >= 0);
    double share = SHARES[results->unchanged < last ? results->unchanged : last];
    if (results->fall > 0)
        share *= 1 + least(results->fall, 1);
    return least(share, 2);
}

void timer_start(Timer *timer, const SearchLimits *limits, int side)
{
    assert(side == 0 || side == 1);
    timer->cpu_time = limits->cpu_time && !limits->ponder;
    timer->hard = timer->soft = 0;
    timer->ask_every = 1;
    timer->unasked = 0;
    atomic_store(&timer->pondering, limits->ponder && !atomic_load(&timer->was_hit));
    atomic_store(&timer->start, now(timer));
    timer->asked_at = atomic_load(&timer->start);
    if (limits->has_clock)
        share_clock(timer, (double)limits->clock_ms[side] / 1000,
                    (double)limits->increment_ms[side] / 1000);
    if (limits->time_ms > 0) {
        double fixed = (double)limits->time_ms / 1000;
        timer->hard = timer->hard > 0 ? least(timer->hard, fixed) : fixed;
    }
}

void timer_ponderhit(Timer *timer)
{
    atomic_store(&timer->start, clock_wall_seconds());
    atomic_store(&timer->was_hit, true);
    atomic_store(&timer->pondering, false);
}

double timer_elapsed(const Timer *timer)
{
    return now(timer) - atomic_load(&timer->start);
}

bool timer_is_up(Timer *timer)
{
    if (timer->hard <= 0 || atomic_load_explicit(&timer->pondering, memory_order_relaxed))
        return false;
    if (++timer->unasked < timer->ask_every)
        return false;
    timer->unasked = 0;
    double time = now(timer), since = time - timer->asked_at;
    timer->asked_at = time;
    if (since < ASK_AFTER_MIN && timer->ask_every < ASK_EVERY_MAX)
        timer->ask_every *= 2;
    else if (since > ASK_AFTER_MAX && timer->ask_every > 1)
        timer->ask_every /= 2;
    return time - atomic_load(&timer->start) >= timer->hard;
}

void timer_use_share(Timer *timer)
{
    if (timer->soft > 0)
        timer->hard = least(timer->hard, timer->soft / ITERATION_SHARE);
}

bool timer_is_late(const Timer *timer, const Steadiness *results)
{
    return timer->soft > 0 && !atomic_load(&timer->pondering) &&
           timer_elapsed(timer) >= timer->soft * timer_share(results);
}
