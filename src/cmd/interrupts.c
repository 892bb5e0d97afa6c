/* SPDX-License-Identifier: MIT */
#include "cmd/interrupts.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

static sigset_t interrupts(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

/* The signals are blocked in this thread and in all that it starts, and asked for: there is no
 * handler and so nothing that could be interrupted in the middle. */
void interrupts_begin(void)
{
    sigset_t set = interrupts();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

bool interrupts_came(void)
{
    sigset_t        set = interrupts();
    struct timespec none = { 0 };
    return sigtimedwait(&set, NULL, &none) > 0;
}

void interrupts_end(void)
{
    sigset_t set = interrupts();
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
