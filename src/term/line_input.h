/* line_input.h - lines from a person, a pipe or a screen reader's terminal, while other things happen.
 *
 * Knows:   descriptors, libedit where both ends are a terminal that can move its cursor, the signals
 *          by which a person or the system ends a program.
 * Ignores: what the lines mean.
 *
 * SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGWINCH are asked for, not handled: between line_input_new and
 * line_input_delete they never end or stop the program but where it waits.  The terminal is in its
 * usual state whenever no function here runs, and while the program is stopped.
 */
#ifndef TERM_LINE_INPUT_H
#define TERM_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LINE_INPUT_MAX = 8192 }; /* bytes of a line with its NUL */

typedef enum LineEvent {
    LINE_READ,      /* a line is there */
    LINE_LONG,      /* one that was too long, and is dropped */
    LINE_WOKEN,     /* `wake` said so, or the line is given up: the prompt is wanted again */
    LINE_INTERRUPT, /* Ctrl-C, with nothing typed */
    LINE_END,       /* the end of the input, or the terminal is gone */
    LINE_LEAVE,     /* SIGTERM or SIGHUP, or the terminal is gone while nothing is read */
} LineEvent;

/* Something else to wait for. */
typedef struct LineWake {
    int signal; /* a descriptor; -1: none */
    int (*wait_ms)(void *context);
    /* Called when the descriptor is readable or the time has come; true ends the waiting. */
    bool (*wake)(void *context);
    void *context;
} LineWake;

/* Suggest what the word that is being typed, from the beginning of the line, may become: the bytes
 * that can be added for sure. */
typedef void LineComplete(void *context, const char *typed, char *more, size_t size);

typedef struct LineInput LineInput;

/* NULL when memory or descriptors ran out. */
LineInput *line_input_new(int in, FILE *out);
void       line_input_delete(LineInput *input);

/* Is somebody there who types? */
bool line_input_is_terminal(const LineInput *input);
void line_input_complete(LineInput *input, LineComplete *complete, void *context);

/* Show the prompt and read a line without its newline.  Where nobody types the line is repeated
 * behind the prompt, so that what is written can be read by itself. */
LineEvent line_input_read(LineInput *input, const char *prompt, const LineWake *wake,
                          char line[LINE_INPUT_MAX]);
/* Wait without reading: for the wake, or for a signal; and, with `keys`, until somebody types something,
 * which is LINE_READ and forgotten.  In a pipe nobody types. */
LineEvent line_input_wait(LineInput *input, const LineWake *wake, bool keys);
/* The exit status for a program that ends by the last LINE_INTERRUPT or LINE_LEAVE. */
int line_input_status(const LineInput *input);

#endif
