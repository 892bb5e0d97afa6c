/* console_input.h - lines from a person, a pipe or a screen reader's terminal, while other things happen.
 *
 * Knows:   descriptors, libedit where both ends are a terminal that can move its cursor, the signals
 *          by which a person or the system ends a program.
 * Ignores: what the lines mean.
 *
 * SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGWINCH are asked for, not handled: between console_input_new and
 * console_input_delete they never end or stop the program but where it waits.  The terminal is in its
 * usual state whenever no function here runs, and while the program is stopped.
 */
#ifndef TERM_CONSOLE_INPUT_H
#define TERM_CONSOLE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CONSOLE_INPUT_MAX = 8192 }; /* bytes of a line with its NUL */

typedef enum ConsoleEvent {
    CONSOLE_READ,      /* a line is there */
    CONSOLE_LONG,      /* one that was too long, and is dropped */
    CONSOLE_WOKEN,     /* `wake` said so, or the line is given up: the prompt is wanted again */
    CONSOLE_INTERRUPT, /* Ctrl-C, with nothing typed */
    CONSOLE_END,       /* the end of the input, or the terminal is gone */
    CONSOLE_LEAVE,     /* SIGTERM or SIGHUP, or the terminal is gone while nothing is read */
} ConsoleEvent;

/* Something else to wait for. */
typedef struct ConsoleWake {
    int signal; /* a descriptor; -1: none */
    int (*wait_ms)(void *context);
    /* Called when the descriptor is readable or the time has come; true ends the waiting. */
    bool (*wake)(void *context);
    void *context;
} ConsoleWake;

/* Suggest what the word that is being typed, from the beginning of the line, may become: the bytes
 * that can be added for sure. */
typedef void ConsoleComplete(void *context, const char *typed, char *more, size_t size);

typedef struct ConsoleInput ConsoleInput;

/* NULL when memory or descriptors ran out. */
ConsoleInput *console_input_new(int in, FILE *out);
void          console_input_delete(ConsoleInput *input);

/* Is somebody there who types? */
bool console_input_is_terminal(const ConsoleInput *input);
void console_input_complete(ConsoleInput *input, ConsoleComplete *complete, void *context);

/* Show the prompt and read a line without its newline.  Where nobody types the line is repeated
 * behind the prompt, so that what is written can be read by itself. */
ConsoleEvent console_input_read(ConsoleInput *input, const char *prompt, const ConsoleWake *wake,
                                char line[CONSOLE_INPUT_MAX]);
/* Wait without reading: for the wake, or for a signal; and, with `keys`, until somebody types something,
 * which is CONSOLE_READ and forgotten.  In a pipe nobody types. */
ConsoleEvent console_input_wait(ConsoleInput *input, const ConsoleWake *wake, bool keys);
/* The exit status for a program that ends by the last CONSOLE_INTERRUPT or CONSOLE_LEAVE. */
int console_input_status(const ConsoleInput *input);

#endif
