/* process.h - a program that we talk to in lines, and that nobody vouches for.
 *
 * Knows:   starting, writing and reading with a deadline, ending; pipes, signals, process groups.
 * Ignores: what is said.
 *
 * Nothing here waits longer than it is told to, keeps more than it has room for, or leaves a zombie
 * behind.  A program that closes its input costs us no SIGPIPE.  The program runs in a process
 * group of its own, which is killed as a whole; it is not jailed, and may escape that way.
 *
 * Times are milliseconds of clock_wall_ms.  A process is for one thread at a time.
 */
#ifndef PLAY_PROCESS_H
#define PLAY_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

typedef struct Process Process;

/* Let the shell run `command`.  NULL with the reason where that cannot even be tried; a command that
 * does not exist shows as a program that ends at once. */
Process *process_start(const char *command, Fault *fault);
/* Close its input, wait until `until_ms` for it to end by itself, then kill it and all of its group. */
void process_end(Process *process, int64_t until_ms);

/* Write all of it; false if the deadline passed or nobody reads any more. */
bool process_write(Process *process, const char *data, size_t size, int64_t until_ms);

typedef enum ProcessEvent {
    PROCESS_LINE,    /* a line is there */
    PROCESS_TIMEOUT, /* the deadline has passed */
    PROCESS_CLOSED,  /* it has closed its output, or ended */
} ProcessEvent;

/* Read the next line, without its newline (and a carriage return before it) and closed with a NUL; it
 * may hold others.  Valid until the next call.  Lines longer than PIPE_BUFFER_BYTES_MAX are dropped. */
ProcessEvent process_read(Process *process, int64_t until_ms, const char **line, size_t *length);
/* Bytes that it has written in all, to tell a flood from an answer. */
uint64_t process_bytes(const Process *process);
/* How it ended if it has ("ended with status 3", "was killed by signal 11"), and the last words that
 * it wrote to its standard error. */
void process_describe(Process *process, Text *out);

#endif
