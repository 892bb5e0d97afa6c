/* SPDX-License-Identifier: MIT */
#include "arena/jailed_process.h"

#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "play/pipe_buffer.h"

enum {
    DEATH_MS = 200,  /* to exit after closing its output */
    DRAIN_READS = 4, /* a full pipe: 64 KiB in reads of 16 KiB */
};

/* The last bytes of an output. */
typedef struct Tail {
    size_t used;
    char   data[JAILED_TEXT_MAX / 2];
} Tail;

struct JailedProcess {
    Jail      *jail;
    bool       out_open, err_open;
    uint64_t   turn_bytes, out_bytes, err_bytes;
    PipeBuffer lines;
    Tail       out, err;
    Buffer    *log; /* receives its standard error; may be NULL */
    char       out_text[JAILED_TEXT_MAX], err_text[JAILED_TEXT_MAX];
};

/* --- The end of an output ----------------------------------------------------------------- */

static void tail_add(Tail *tail, const char *data, size_t size)
{
    if (size > sizeof tail->data) {
        data += size - sizeof tail->data;
        size = sizeof tail->data;
    }
    assert(tail->used <= sizeof tail->data && size <= sizeof tail->data);
    size_t kept = sizeof tail->data - size < tail->used ? sizeof tail->data - size : tail->used;
    memmove(tail->data, tail->data + tail->used - kept, kept);
    memcpy(tail->data + kept, data, size);
    tail->used = kept + size;
}

/* True for the control characters C0, DEL and C1, which can control a terminal. */
static bool is_control(const char *bytes, size_t length)
{
    unsigned char first = (unsigned char)bytes[0];
    return length == 1 ? first < 0x20 || first == 0x7f
                       : first == 0xc2 && (unsigned char)bytes[1] < 0xa0;
}

void jailed_text_printable(const char *bytes, size_t size, Text *out)
{
    for (size_t i = 0; i < size;) {
        size_t length = utf8_length(bytes + i, size - i);
        if (bytes[i] == '\n' || bytes[i] == '\t')
            text_char(out, bytes[i] == '\n' ? '\n' : ' ');
        else if (length > 0 && !is_control(bytes + i, length))
            text_addf(out, "%.*s", (int)length, bytes + i);
        else {
            text_char(out, '?');
            length = 1; /* continue after the invalid byte */
        }
        i += length;
    }
}

static const char *tail_text(const Tail *tail, char *buffer, size_t size)
{
    Text   text = text_over(buffer, size);
    size_t used = tail->used;
    while (used > 0 && (tail->data[used - 1] == '\n' || tail->data[used - 1] == '\r'))
        used--;
    jailed_text_printable(tail->data, used, &text);
    return buffer;
}

/* Append what fits. */
static void log_bytes(Buffer *log, const char *data, size_t size)
{
    if (log == NULL || log->failed)
        return;
    assert(log->length <= log->limit);
    size_t capacity = log->limit - log->length;
    buffer_bytes(log, data, size < capacity ? size : capacity);
}

void jailed_log_to(JailedProcess *jailed, Buffer *log)
{
    jailed->log = log;
}

/* --- Starting and ending ------------------------------------------------------------------ */

JailedProcess *jailed_start(const JailSpec *spec, uint64_t turn_bytes, Fault *fault)
{
    JailedProcess *jailed = malloc(sizeof *jailed);
    if (jailed == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory for a bot process");
        return NULL;
    }
    *jailed = (JailedProcess){
        .jail = jail_open(spec, fault), .out_open = true, .err_open = true, .turn_bytes = turn_bytes
    };
    if (jailed->jail != NULL && jail_go(jailed->jail, fault) == STATUS_OK)
        return jailed;
    jail_close(jailed->jail);
    free(jailed);
    return NULL;
}

static bool read_stdout(JailedProcess *jailed);
static void read_stderr(JailedProcess *jailed);

/* Read what is left in the pipes, which outlive the process. */
static void read_rest(JailedProcess *jailed)
{
    for (int i = 0; i < DRAIN_READS && jailed->out_open; i++)
        jailed->out_open = read_stdout(jailed);
    for (int i = 0; i < DRAIN_READS && jailed->err_open; i++)
        read_stderr(jailed);
}

void jailed_end(JailedProcess *jailed, int64_t until_ms)
{
    assert(jailed != NULL);
    jail_thaw(jailed->jail);
    jail_close_in(jailed->jail);
    if (!jail_wait(jailed->jail, until_ms))
        jail_kill(jailed->jail);
    read_rest(jailed);
}

void jailed_delete(JailedProcess *jailed)
{
    if (jailed == NULL)
        return;
    jail_close(jailed->jail);
    free(jailed);
}

const JailEnd *jailed_how(JailedProcess *jailed)
{
    if (!jail_wait(jailed->jail, clock_wall_ms() + (jailed->out_open ? 0 : DEATH_MS)))
        jail_kill(jailed->jail);
    read_rest(jailed);
    return jail_end(jailed->jail);
}

const char *jailed_last_out(JailedProcess *jailed)
{
    return tail_text(&jailed->out, jailed->out_text, sizeof jailed->out_text);
}

const char *jailed_last_err(JailedProcess *jailed)
{
    return tail_text(&jailed->err, jailed->err_text, sizeof jailed->err_text);
}

int64_t jailed_cpu_us(const JailedProcess *jailed)
{
    return jail_cpu_us(jailed->jail);
}

void jailed_rest(JailedProcess *jailed)
{
    jail_freeze(jailed->jail);
}

/* --- Writing ------------------------------------------------------------------------------ */

bool jailed_write(JailedProcess *jailed, const char *data, size_t size, int64_t until_ms)
{
    jailed->out_bytes = jailed->err_bytes = 0;
    jail_thaw(jailed->jail);
    return pipe_buffer_write(jail_in(jailed->jail), data, size, until_ms);
}

/* --- Reading ------------------------------------------------------------------------------ */

static void read_stderr(JailedProcess *jailed)
{
    char    chunk[16384];
    ssize_t got = read(jail_err(jailed->jail), chunk, sizeof chunk);
    if (pipe_buffer_is_end(got))
        jailed->err_open = false;
    if (got > 0) {
        tail_add(&jailed->err, chunk, (size_t)got);
        log_bytes(jailed->log, chunk, (size_t)got);
        jailed->err_bytes += (uint64_t)got;
    }
}

/* Read available output up to the buffer's capacity.  False at end of file. */
static bool read_stdout(JailedProcess *jailed)
{
    const char *fresh;
    bool        open;
    size_t      got = pipe_buffer_take(&jailed->lines, jail_out(jailed->jail), &fresh, &open);
    tail_add(&jailed->out, fresh, got);
    jailed->out_bytes += got;
    return open;
}

static bool is_flood(const JailedProcess *jailed)
{
    return jailed->out_bytes > jailed->turn_bytes || jailed->err_bytes > jailed->turn_bytes ||
           pipe_buffer_is_full(&jailed->lines);
}

JailedEvent jailed_read(JailedProcess *jailed, int64_t until_ms, const char **line, size_t *length)
{
    while (!pipe_buffer_next(&jailed->lines, line, length)) {
        if (is_flood(jailed))
            return JAILED_FLOOD;
        if (!jailed->out_open)
            return JAILED_CLOSED;
        struct pollfd wanted[2] = { { .fd = jail_out(jailed->jail), .events = POLLIN },
                                    { .fd = jailed->err_open ? jail_err(jailed->jail) : -1,
                                      .events = POLLIN } };
        int           ready = poll(wanted, 2, pipe_buffer_time_left(until_ms));
        if (ready > 0 && wanted[1].revents != 0)
            read_stderr(jailed);
        if (ready > 0 && wanted[0].revents != 0)
            jailed->out_open = read_stdout(jailed);
        else if (clock_wall_ms() >=
                 until_ms) /* constant output to stderr must not suspend the deadline */
            return JAILED_TIMEOUT;
    }
    return is_flood(jailed) ? JAILED_FLOOD : JAILED_LINE;
}

void jailed_drain(JailedProcess *jailed)
{
    read_rest(jailed);
    pipe_buffer_drop(&jailed->lines, false);
}

/* --- A process that runs once ------------------------------------------------------------- */

/* One of its two outputs. */
typedef struct Stream {
    int      file; /* -1: closed */
    uint64_t bytes;
    Tail     tail;
} Stream;

static void read_stream(Stream *stream, Buffer *log)
{
    char    chunk[16384];
    ssize_t got = read(stream->file, chunk, sizeof chunk);
    if (pipe_buffer_is_end(got))
        stream->file = -1;
    if (got <= 0)
        return;
    stream->bytes += (uint64_t)got;
    tail_add(&stream->tail, chunk, (size_t)got);
    log_bytes(log, chunk, (size_t)got);
}

/* Read both outputs until the process ends, the deadline passes, or it has written too much. */
static JailedOutcome read_streams(Jail *jail, Stream streams[2], int64_t until_ms, uint64_t most,
                                  Buffer *log)
{
    while (streams[0].file >= 0 || streams[1].file >= 0) {
        struct pollfd wanted[2] = { { .fd = streams[0].file, .events = POLLIN },
                                    { .fd = streams[1].file, .events = POLLIN } };
        int           ready = poll(wanted, 2, pipe_buffer_time_left(until_ms));
        for (int i = 0; i < 2 && ready > 0; i++) {
            if (wanted[i].revents != 0)
                read_stream(&streams[i], log);
        }
        if (streams[0].bytes + streams[1].bytes > most)
            return JAILED_TOO_MUCH;
        if (clock_wall_ms() >= until_ms)
            break;
    }
    return jail_wait(jail, until_ms) ? JAILED_ENDED : JAILED_LATE;
}

static Jail *prepare(const JailSpec *spec, const JailedFile *files, size_t count, Fault *fault)
{
    Jail  *jail = jail_open(spec, fault);
    Status status = jail == NULL ? STATUS_SYSTEM : STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = jail_put(jail, files[i].name, files[i].data, files[i].size, files[i].mode, fault);
    if (status == STATUS_OK)
        status = jail_go(jail, fault);
    if (status == STATUS_OK)
        return jail;
    jail_close(jail);
    return NULL;
}

Jail *jailed_run_logged(const JailSpec *spec, const JailedFile *files, size_t file_count,
                        int64_t time_ms, uint64_t output_bytes, Buffer *log, JailedRun *run)
{
    assert(files != NULL || file_count == 0);
    *run = (JailedRun){ .outcome = JAILED_NOT_RUN };
    Jail *jail = prepare(spec, files, file_count, &run->why);
    if (jail == NULL)
        return NULL;
    Stream streams[2] = { { .file = jail_out(jail) }, { .file = jail_err(jail) } };
    jail_close_in(jail);
    run->outcome = read_streams(jail, streams, clock_wall_ms() + time_ms, output_bytes, log);
    jail_kill(jail);
    run->end = *jail_end(jail);
    tail_text(&streams[0].tail, run->last_out, sizeof run->last_out);
    tail_text(&streams[1].tail, run->last_err, sizeof run->last_err);
    return jail;
}

Jail *jailed_run(const JailSpec *spec, const JailedFile *files, size_t file_count, int64_t time_ms,
                 uint64_t output_bytes, JailedRun *run)
{
    return jailed_run_logged(spec, files, file_count, time_ms, output_bytes, NULL, run);
}
