/* console_input.h - read lines from a person, a pipe or a screen reader's terminal, while waiting
 * for other events.
 *
 * Knows:   file descriptors, libedit if both ends are a terminal that can move its cursor, the
 *          signals that end a program.
 * Ignores: the meaning of the lines.
 *
 * SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGWINCH are polled, not handled: between console_input_new
 * and console_input_delete they take effect only while the program waits here. The terminal is in
 * its normal mode whenever no function of this module runs, and while the program is stopped.
 */
#ifndef TERM_CONSOLE_INPUT_H
#define TERM_CONSOLE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CONSOLE_INPUT_MAX = 8192 }; /* bytes of a line with its NUL */

typedef enum ConsoleEvent {
    CONSOLE_READ,      /* a line was read */
    CONSOLE_LONG,      /* a line was too long and was dropped */
    CONSOLE_WOKEN,     /* `wake` returned true, or the line was cancelled: show the prompt again */
    CONSOLE_INTERRUPT, /* Ctrl-C on an empty line */
    CONSOLE_END,       /* end of input, or the terminal is gone */
    CONSOLE_LEAVE,     /* SIGTERM or SIGHUP, or the terminal went away while nothing was read */
} ConsoleEvent;

/* Another event to wait for. */
typedef struct ConsoleWake {
    int signal; /* a file descriptor; -1: none */
    int (*wait_ms)(void *context);
    /* Called when the descriptor is readable or the time has come; true ends the wait. */
    bool (*wake)(void *context);
    void *context;
} ConsoleWake;

/* Suggest a completion of the word being typed: write the bytes that all candidates share. */
typedef void ConsoleComplete(void *context, const char *typed, char *more, size_t size);

typedef struct ConsoleInput ConsoleInput;

/* NULL if memory or descriptors ran out. */
ConsoleInput *console_input_new(int in, FILE *out);
void          console_input_delete(ConsoleInput *input);

/* True if a person may be typing. */
bool console_input_is_terminal(const ConsoleInput *input);
void console_input_complete(ConsoleInput *input, ConsoleComplete *complete, void *context);

/* Show the prompt and read a line without its newline. If the input is not a terminal, the line is
 * echoed after the prompt, so that the output can be read by itself. */
ConsoleEvent console_input_read(ConsoleInput *input, const char *prompt, const ConsoleWake *wake,
                                char line[CONSOLE_INPUT_MAX]);
/* Wait without reading, for the wake or a signal. With `keys`, a key press also ends the wait: it
 * returns CONSOLE_READ and is discarded. Pipes have no key presses. */
ConsoleEvent console_input_wait(ConsoleInput *input, const ConsoleWake *wake, bool keys);
/* Return the exit status for a program that ends after the last CONSOLE_INTERRUPT or CONSOLE_LEAVE.
 */
int console_input_status(const ConsoleInput *input);

#endif
