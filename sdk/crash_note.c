/* SPDX-License-Identifier: MIT */
/* crash_note.c - writes a stack trace to stderr when the program crashes.  `tessera arena check`
 * adds it to a bot that has crashed and replays the game; contests do not use it. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES = 24, OURS = 2, STACK_BYTES = 65536 };

static char second_stack[STACK_BYTES]; /* the normal stack may have overflowed */

/* Write one line per stack frame.  The first two frames are this handler and its caller, the third
 * is the crash.  The others are return addresses just after a call, so subtract 1 to get the
 * call. */
static void report(int number)
{
    void *frames[FRAMES];
    int   count = backtrace(frames, FRAMES);
    for (int i = OURS; i < count; i++) {
        char note[48];
        int  length = snprintf(note, sizeof note, "\ncrash-note %p",
                               (void *)((char *)frames[i] - (i > OURS)));
        if (write(STDERR_FILENO, note, (size_t)length) < 0)
            break;
    }
    signal(number, SIG_DFL);
    raise(number);
}

__attribute__((constructor)) static void install_handlers(void)
{
    static const int SIGNALS[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
    stack_t          stack = { .ss_sp = second_stack, .ss_size = sizeof second_stack };
    struct sigaction action;
    void            *frame[1];
    memset(&action, 0, sizeof action);
    action.sa_handler = report;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    backtrace(frame, 1); /* loads its library now, not during a crash */
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++)
        sigaction(SIGNALS[i], &action, NULL);
}
