/* clock.h - time spent, in seconds.  The only place that asks the system for it. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Time that never goes back, from an arbitrary start. */
double clock_wall_seconds(void);
/* CPU time of this process, all threads. */
double clock_cpu_seconds(void);
/* CPU time of the calling thread. */
double clock_thread_seconds(void);

#endif
