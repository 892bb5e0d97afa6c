/* SPDX-License-Identifier: MIT */
#include "base/thread.h"

#ifdef __wasi__

bool thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *), void *context)
{
    (void)thread, (void)stack_bytes, (void)run, (void)context;
    return false;
}

#else

#include <signal.h>
#include <time.h>

/* A thread inherits the signal mask of the thread that creates it, so the mask is set around
 * pthread_create. */
static sigset_t external_signals(void)
{
    static const int SYNCHRONOUS[] = { SIGSEGV, SIGBUS, SIGFPE,  SIGILL,
                                       SIGTRAP, SIGSYS, SIGABRT, SIGPIPE };
    sigset_t         set;
    sigfillset(&set);
    for (size_t i = 0; i < sizeof SYNCHRONOUS / sizeof SYNCHRONOUS[0]; i++)
        sigdelset(&set, SYNCHRONOUS[i]);
    return set;
}

bool thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *), void *context)
{
    pthread_attr_t attributes;
    sigset_t       external = external_signals(), before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    if (stack_bytes > 0)
        pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_sigmask(SIG_BLOCK, &external, &before);
    bool started = pthread_create(thread, &attributes, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

/* Use the monotonic clock, so that a change of the system time cannot prolong the wait. */
void thread_wait_ms(pthread_cond_t *changed, pthread_mutex_t *mutex, long milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_clockwait(changed, mutex, CLOCK_MONOTONIC, &until);
}

#endif
