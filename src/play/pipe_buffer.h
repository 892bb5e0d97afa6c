/* pipe_buffer.h - lines of text through pipes, to and from an untrusted program.
 *
 * Knows:   splitting bytes into lines; writing with a deadline and without SIGPIPE.
 * Ignores: the owner of the pipes, and the contents.
 *
 * The pipes are non-blocking.  Times are milliseconds of clock_wall_ms (base/clock.h).
 */
#ifndef PLAY_PIPE_BUFFER_H
#define PLAY_PIPE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PIPE_BUFFER_BYTES_MAX = 65536 }; /* of one line with its newline */

/* Bytes received and not yet returned.  Initialise with zeros. */
typedef struct PipeBuffer {
    size_t used, taken; /* bytes in the buffer, and how many of them were returned */
    bool   dropping;    /* discarding the rest of a line that was too long */
    char   buffer[PIPE_BUFFER_BYTES_MAX];
} PipeBuffer;

/* Return the next complete line without its newline or CR LF, NUL-terminated.  It may contain NUL
 * bytes, so use `length`.  It is valid until pipe_buffer_take. */
bool pipe_buffer_next(PipeBuffer *lines, const char **line, size_t *length);
/* True if there is a complete line. */
bool pipe_buffer_has(const PipeBuffer *lines);
/* True if an incomplete line fills the buffer.  It must be dropped before more can be taken. */
bool pipe_buffer_is_full(const PipeBuffer *lines);
/* Discard the contents; with `whole_line`, also the rest of the current line. */
void pipe_buffer_drop(PipeBuffer *lines, bool whole_line);

/* Read available bytes, as many as fit; `*fresh` points to them, and their number is returned.  If it
 * is 0, `*open` is whether more can come. */
size_t pipe_buffer_take(PipeBuffer *lines, int file, const char **fresh, bool *open);

/* Write all bytes.  False if the deadline passed or the reader is gone; a `file` of -1 has none. */
bool pipe_buffer_write(int file, const char *data, size_t size, int64_t until_ms);

/* True if this result of read(2) means end of input. */
bool pipe_buffer_is_end(ssize_t got);
/* Return the milliseconds until then, for poll(2). */
int pipe_buffer_time_left(int64_t until_ms);

#endif
