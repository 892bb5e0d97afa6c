/* clock.h - wall clock, calendar time and CPU time.  No other file reads the system clocks, except
 * the jail, which reads the CPU time of another process. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Return monotonic time in seconds, from an arbitrary start. */
double clock_wall_seconds(void);
/* Return the same in milliseconds: the clock of tables, deadlines and players. */
int64_t clock_wall_ms(void);
/* Return milliseconds since 1970, for time stamps.  This clock may be set back. */
int64_t clock_date_ms(void);
/* Return the CPU time of this process, all threads. */
double clock_cpu_seconds(void);
/* Return the CPU time of the calling thread. */
double clock_thread_seconds(void);

#endif
