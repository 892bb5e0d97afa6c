/* progress.h - one line about the state of a long command, on stderr, and figures for people.
 *
 * On a terminal the line is overwritten.  Elsewhere a command that takes less than two seconds prints
 * nothing, and a longer one prints a line now and then, so that a log shows that it is alive.
 */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

enum { PROGRESS_LINE_MAX = 512 };

typedef struct Progress {
    FILE  *err;
    bool   is_quiet, on_terminal;
    double begun;
    double next; /* time of the next line */
} Progress;

Progress progress_begin(FILE *err, bool is_quiet);
/* The same for a command that shows progress only on a terminal, because it has no --quiet. */
Progress progress_on_terminal(FILE *err);
/* True if a line should be printed now; then it is not due again for a while. */
bool progress_is_due(Progress *progress);
void progress_print(const Progress *progress, const char *line);
/* If a line is due, print "WHAT: 40 %, 8 s left"; `done` of `total` equal parts. */
void progress_parts(Progress *progress, double done, double total, const char *what);
/* Erase the line on a terminal. */
void progress_end(const Progress *progress);

/* Write "3 min 20 s", "1,230,000", "1.5 GiB": two or three digits that mean something. */
void put_duration(Text *out, double seconds);
void put_count(Text *out, double count);
void put_bytes(Text *out, double bytes);

#endif
