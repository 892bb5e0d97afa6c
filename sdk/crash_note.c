/* SPDX-License-Identifier: MIT */
/* crash_note.c - says on stderr where a program crashes.  `tessera arena check` compiles it together
 * with a bot that has crashed, and lets that play once more; contests do without it. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES = 24, OURS = 2, STACK_BYTES = 65536 };

static char second_stack[STACK_BYTES]; /* the first one may be full */

/* Of the frames the first two are this handler and what called it, the third is where it happened, and
 * all others are places to return to, just behind a call. */
static void tell(int number)
{
    void *frames[FRAMES];
    int   count = backtrace(frames, FRAMES);
    for (int i = OURS; i < count; i++) {
        char words[48];
        int  length = snprintf(words, sizeof words, "\ncrash-note %p",
                               (void *)((char *)frames[i] - (i > OURS)));
        if (write(STDERR_FILENO, words, (size_t)length) < 0)
            break;
    }
    signal(number, SIG_DFL);
    raise(number);
}

__attribute__((constructor)) static void listen_to_crashes(void)
{
    static const int SIGNALS[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
    stack_t          stack = { .ss_sp = second_stack, .ss_size = sizeof second_stack };
    struct sigaction action;
    void            *frame[1];
    memset(&action, 0, sizeof action);
    action.sa_handler = tell;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    backtrace(frame, 1); /* which loads what it needs now, not in the middle of a crash */
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++)
        sigaction(SIGNALS[i], &action, NULL);
}
