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

/* Block the signals in this thread and all threads it starts, and poll for them.  Without a handler,
 * no system call is interrupted. */
void interrupts_begin(void)
{
    sigset_t set = interrupts();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int interrupts_signal(void)
{
    sigset_t        set = interrupts();
    struct timespec none = { 0 };
    int             number = sigtimedwait(&set, NULL, &none);
    return number > 0 ? number : 0;
}

bool interrupts_came(void)
{
    return interrupts_signal() != 0;
}

void interrupts_end(void)
{
    sigset_t set = interrupts();
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
