/* SPDX-License-Identifier: MIT */
#include "play/pipe_buffer.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "play/process.h"

enum { POLL_MS_MAX = 60000 };

int pipe_buffer_time_left(int64_t until_ms)
{
    int64_t left = until_ms - clock_wall_ms();
    return left <= 0 ? 0 : left > POLL_MS_MAX ? POLL_MS_MAX : (int)left;
}

bool pipe_buffer_is_end(ssize_t got)
{
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

/* --- Writing ------------------------------------------------------------------------------ */

/* write(2) that reports a closed pipe as an error whatever the SIGPIPE disposition: the signal is
 * blocked meanwhile, and consumed if this write raised it. */
static ssize_t write_quietly(int file, const char *data, size_t size)
{
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t written = write(file, data, size);
    int     reason = errno;
    if (written < 0 && reason == EPIPE && !was_pending) {
        struct timespec none = { 0 };
        sigtimedwait(&pipe_signal, NULL, &none);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return written;
}

bool pipe_buffer_write(int file, const char *data, size_t size, int64_t until_ms)
{
    while (size > 0) {
        ssize_t written = file < 0 ? -1 : write_quietly(file, data, size);
        if (written > 0) {
            data += written;
            size -= (size_t)written;
            continue;
        }
        if (file < 0 || (errno != EAGAIN && errno != EINTR))
            return false;
        struct pollfd wanted = { .fd = file, .events = POLLOUT };
        if (poll(&wanted, 1, pipe_buffer_time_left(until_ms)) == 0 && clock_wall_ms() >= until_ms)
            return false;
    }
    return true;
}

/* --- Reading ------------------------------------------------------------------------------ */

static char *newline_of(const PipeBuffer *lines)
{
    return memchr(lines->buffer + lines->taken, '\n', lines->used - lines->taken);
}

bool pipe_buffer_has(const PipeBuffer *lines)
{
    return newline_of(lines) != NULL;
}

bool pipe_buffer_is_full(const PipeBuffer *lines)
{
    return lines->used - lines->taken == sizeof lines->buffer && !pipe_buffer_has(lines);
}

void pipe_buffer_drop(PipeBuffer *lines, bool whole_line)
{
    lines->taken = lines->used;
    lines->dropping = whole_line;
}

bool pipe_buffer_next(PipeBuffer *lines, const char **line, size_t *length)
{
    assert(lines->taken <= lines->used && lines->used <= sizeof lines->buffer);
    for (char *newline; (newline = newline_of(lines)) != NULL;) {
        char *start = lines->buffer + lines->taken;
        bool  rest_of_long = lines->dropping;
        lines->taken += (size_t)(newline - start) + 1;
        lines->dropping = false;
        if (rest_of_long)
            continue;
        if (newline > start && newline[-1] == '\r')
            newline--;
        *newline = '\0';
        *line = start;
        *length = (size_t)(newline - start);
        return true;
    }
    return false;
}

size_t pipe_buffer_take(PipeBuffer *lines, int file, const char **fresh, bool *open)
{
    memmove(lines->buffer, lines->buffer + lines->taken, lines->used - lines->taken);
    lines->used -= lines->taken;
    lines->taken = 0;
    *fresh = lines->buffer + lines->used;
    *open = true;
    if (lines->used == sizeof lines->buffer)
        return 0;
    ssize_t got = read(file, lines->buffer + lines->used, sizeof lines->buffer - lines->used);
    *open = !pipe_buffer_is_end(got);
    if (got <= 0)
        return 0;
    lines->used += (size_t)got;
    return (size_t)got;
}
