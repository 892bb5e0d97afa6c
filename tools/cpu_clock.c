/* SPDX-License-Identifier: MIT
 *
 * cpu_clock.c - a library to preload into an engine: its monotonic clock becomes the CPU time of its
 * process.  Older programs that know wall time only can then play fair matches on a busy machine:
 *
 *     gcc -O2 -shared -fPIC -o cpu_clock.so tools/cpu_clock.c
 *     tessera match GAME --first max,hash=64,clock=cpu --time 50 --margin 60000 \
 *         --second 'engine:LD_PRELOAD=./cpu_clock.so old/tessera engine GAME'
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

typedef int ClockGettime(clockid_t id, struct timespec *time);

int clock_gettime(clockid_t id, struct timespec *time)
{
    ClockGettime *real = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    return real(id == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : id, time);
}
