/* pipe_buffer.h - lines through pipes, to and from a program that nobody vouches for.
 *
 * Knows:   whole lines out of bytes as they come; writing that ends in time and costs no SIGPIPE.
 * Ignores: whose pipes they are, and what is said.
 *
 * The pipes are non-blocking.  Times are milliseconds of clock_wall_ms (base/clock.h).
 */
#ifndef PLAY_PIPE_BUFFER_H
#define PLAY_PIPE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PIPE_BUFFER_BYTES_MAX = 65536 }; /* of one line with its end */

/* What has come and was not handed out yet.  All zeros to begin with. */
typedef struct PipeBuffer {
    size_t used, taken; /* bytes in the buffer, and of those the ones handed out */
    bool   dropping;    /* what comes is the rest of a line that was too long */
    char   buffer[PIPE_BUFFER_BYTES_MAX];
} PipeBuffer;

/* Hand out the next whole line, without its newline and a carriage return before it, and closed with a
 * NUL; it may hold others, so mind `length`.  It is valid until pipe_buffer_take. */
bool pipe_buffer_next(PipeBuffer *lines, const char **line, size_t *length);
/* Is there a whole line? */
bool pipe_buffer_has(const PipeBuffer *lines);
/* Has a line begun that does not fit?  Nothing more can be taken then, until it is dropped. */
bool pipe_buffer_is_full(const PipeBuffer *lines);
/* Forget what is there; `whole_line`: what still comes of that line, too. */
void pipe_buffer_drop(PipeBuffer *lines, bool whole_line);

/* Take what has come, as far as there is room: `*fresh` leads to it, the result counts it.  Where
 * nothing has come, `*open` tells whether something still can. */
size_t pipe_buffer_take(PipeBuffer *lines, int file, const char **fresh, bool *open);

/* Write all of it; false if the deadline passed or nobody reads any more.  `file` -1: nobody does. */
bool pipe_buffer_write(int file, const char *data, size_t size, int64_t until_ms);

/* Did read(2) with this result find the end of what will ever come? */
bool pipe_buffer_is_end(ssize_t got);
/* Milliseconds until then, for poll(2). */
int pipe_buffer_time_left(int64_t until_ms);

#endif
