/* process.h - an external program that reads and writes lines; not jailed.
 *
 * Knows:   starting, writing and reading with a deadline, ending; pipes, signals, process groups.
 * Ignores: the contents.
 *
 * No function waits beyond its deadline, buffers without a bound, or leaves a zombie.  A program that
 * closes its input causes no SIGPIPE.  The program runs in its own process group, which is killed as
 * one; without a jail, a process that leaves the group survives.
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

/* Run `command` in the shell.  Return NULL with the reason if the shell cannot be started; a command
 * that does not exist appears as a program that exits at once. */
Process *process_start(const char *command, Fault *fault);
/* Close its input, wait until `until_ms` for it to exit, then kill its process group. */
void process_end(Process *process, int64_t until_ms);

/* Write all bytes.  False if the deadline passed or the program closed its input. */
bool process_write(Process *process, const char *data, size_t size, int64_t until_ms);

typedef enum ProcessEvent {
    PROCESS_LINE,    /* a line was read */
    PROCESS_TIMEOUT, /* the deadline has passed */
    PROCESS_CLOSED,  /* it closed its output or exited */
} ProcessEvent;

/* Read the next line without its newline or CR LF, NUL-terminated; it may contain NUL bytes.  Valid
 * until the next call.  Lines longer than PIPE_BUFFER_BYTES_MAX are dropped. */
ProcessEvent process_read(Process *process, int64_t until_ms, const char **line, size_t *length);
/* Return the total bytes that it has written, to detect a flood. */
uint64_t process_bytes(const Process *process);
/* Write how it ended, if it has ("exited with status 3", "was killed by signal 11"), and its last
 * output on stderr. */
void process_describe(Process *process, Text *out);

#endif
