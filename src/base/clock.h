/* clock.h - what time it is.  The only place that asks the system for it (the jail asks for the time of
 * another process). */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Time that never goes back, from an arbitrary start. */
double clock_wall_seconds(void);
/* The same in milliseconds: the clock of tables, deadlines and players. */
int64_t clock_wall_ms(void);
/* Milliseconds since the beginning of 1970, for what is written down; it may be set back. */
int64_t clock_date_ms(void);
/* CPU time of this process, all threads. */
double clock_cpu_seconds(void);
/* CPU time of the calling thread. */
double clock_thread_seconds(void);

#endif
