/* SPDX-License-Identifier: MIT */
#include "arena/jailed_process.h"

#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/jail_pool.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "play/pipe_buffer.h"

enum {
    DEATH_MS = 2000,   /* to exit after closing its output, also on a busy machine */
    DRAIN_READS = 4,   /* a full pipe: 64 KiB in reads of 16 KiB */
    SLICE_MS = 100,    /* of a wait */
    STOPPED_MS = 2000, /* a wait that lasts longer than planned by this much: we were stopped */
    BUSY_FACTOR = 20,  /* a busy machine may make a run this many times longer */
    BUSY_MS = 10000,   /* and this much more */
    LOOK_US = 10000,   /* a shorter run is not worth a look at the scheduler's statistics */
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
    int64_t    stopped_ms; /* see jailed_stopped_ms */
    Buffer    *log;        /* receives its standard error; may be NULL */
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

static uint32_t decode(const char *bytes, size_t length)
{
    static const unsigned char MASKS[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
    assert(length >= 1 && length <= 4);
    uint32_t code = (unsigned char)bytes[0] & MASKS[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)bytes[i] & 0x3f);
    return code;
}

/* True for characters that control a terminal, or that hide or reorder the text around them: C0, DEL,
 * C1, bidirectional marks and overrides, invisible characters, line separators, tags. */
static bool is_control(const char *bytes, size_t length)
{
    static const struct {
        uint32_t first, last;
    } RANGES[] = {
        { 0x00, 0x1f },     { 0x7f, 0x9f },     { 0xad, 0xad },     { 0x61c, 0x61c },
        { 0x180e, 0x180e }, { 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f },
        { 0xfe00, 0xfe0f }, { 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }, { 0xe0000, 0xe0fff },
    };
    uint32_t code = decode(bytes, length);
    for (size_t i = 0; i < sizeof RANGES / sizeof RANGES[0]; i++)
        if (code >= RANGES[i].first && code <= RANGES[i].last)
            return true;
    return false;
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
            length = length > 0 ? length : 1; /* continue after the invalid byte */
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

/* Open a jail.  A missing file was there when the bot was built, so that is not the bot's fault. */
static Jail *open_jail(const JailSpec *spec, Fault *fault)
{
    Fault why = { 0 };
    Jail *jail =
        spec->pool == NULL ? jail_open(spec, &why) : jail_pool_open(spec->pool, spec, &why);
    if (jail == NULL && fault != NULL) {
        *fault = why;
        if (why.status == STATUS_NOT_FOUND)
            fault->status = STATUS_SYSTEM;
    }
    return jail;
}

/* poll(2) that returns how long we were stopped meanwhile: a wait takes much longer than planned only
 * if this process or the machine stood still. */
static int poll_watching(struct pollfd *wanted, nfds_t count, int timeout_ms, int64_t *stopped_ms)
{
    int64_t begin = clock_wall_ms();
    int     ready = poll(wanted, count, timeout_ms < SLICE_MS ? timeout_ms : SLICE_MS);
    int64_t late = clock_wall_ms() - begin - SLICE_MS;
    if (late > STOPPED_MS)
        *stopped_ms += late;
    return ready;
}

JailedProcess *jailed_start(const JailSpec *spec, uint64_t turn_bytes, Fault *fault)
{
    JailedProcess *jailed = malloc(sizeof *jailed);
    if (jailed == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory for a bot process");
        return NULL;
    }
    *jailed = (JailedProcess){
        .jail = open_jail(spec, fault), .out_open = true, .err_open = true, .turn_bytes = turn_bytes
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

int64_t jailed_delay_us(const JailedProcess *jailed)
{
    return jail_delay_us(jailed->jail);
}

int64_t jailed_own_delay_us(const JailedProcess *jailed)
{
    return jail_own_delay_us(jailed->jail);
}

int64_t jailed_stopped_ms(const JailedProcess *jailed)
{
    return jailed->stopped_ms;
}

int jailed_process_pid(const JailedProcess *jailed, bool supervisor)
{
    return supervisor ? jail_supervisor_pid(jailed->jail) : jail_process_pid(jailed->jail);
}

bool jailed_has_failed(const JailedProcess *jailed)
{
    return jail_has_failed(jailed->jail);
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
        int ready = poll_watching(wanted, 2, pipe_buffer_time_left(until_ms), &jailed->stopped_ms);
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
    jailed->stopped_ms = 0;
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

/* The time of a run. */
typedef struct RunTime {
    int64_t begin_ms, time_ms;
    int64_t own_delay_us; /* jail_own_delay_us at its begin */
    int64_t stopped_ms;
} RunTime;

/* Return the time until now, less what the machine is responsible for. */
static int64_t charged_us(const Jail *jail, const RunTime *time, int64_t wall_us)
{
    if (wall_us < LOOK_US)
        return wall_us;
    int64_t cpu_us = jail_cpu_us(jail);
    int64_t delay_us = jail_delay_us(jail) + jail_own_delay_us(NULL) - time->own_delay_us;
    wall_us -= time->stopped_ms * 1000;
    return wall_us - jail_excused_us(wall_us, cpu_us < 0 ? wall_us : cpu_us, delay_us);
}

/* True if the run is out of time.  Otherwise `*until_ms` is when to look again. */
static bool is_late(const Jail *jail, const RunTime *time, int64_t *until_ms)
{
    int64_t now = clock_wall_ms();
    int64_t left = time->time_ms - charged_us(jail, time, (now - time->begin_ms) * 1000) / 1000;
    *until_ms = now + left;
    return left <= 0;
}

static bool is_too_busy(const RunTime *time)
{
    return clock_wall_ms() >
           time->begin_ms + time->stopped_ms + time->time_ms * BUSY_FACTOR + BUSY_MS;
}

/* Read both outputs until the process ends, the deadline passes, or it has written too much. */
static JailedOutcome read_streams(Jail *jail, Stream streams[2], RunTime *time, uint64_t most,
                                  Buffer *log)
{
    int64_t until_ms = time->begin_ms + time->time_ms;
    while (streams[0].file >= 0 || streams[1].file >= 0) {
        struct pollfd wanted[2] = { { .fd = streams[0].file, .events = POLLIN },
                                    { .fd = streams[1].file, .events = POLLIN } };
        int ready = poll_watching(wanted, 2, pipe_buffer_time_left(until_ms), &time->stopped_ms);
        for (int i = 0; i < 2 && ready > 0; i++) {
            if (wanted[i].revents != 0)
                read_stream(&streams[i], log);
        }
        if (streams[0].bytes + streams[1].bytes > most)
            return JAILED_TOO_MUCH;
        if (clock_wall_ms() >= until_ms && (is_late(jail, time, &until_ms) || is_too_busy(time)))
            break;
    }
    while (!jail_wait(jail, until_ms)) {
        if (jail_has_failed(jail) || is_too_busy(time))
            return JAILED_FAILED;
        if (is_late(jail, time, &until_ms))
            return JAILED_LATE;
    }
    return jail_end(jail)->is_lost ? JAILED_FAILED : JAILED_ENDED;
}

static Jail *prepare(const JailSpec *spec, const JailedFile *files, size_t count, Fault *fault)
{
    Jail  *jail = open_jail(spec, fault);
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
    Stream  streams[2] = { { .file = jail_out(jail) }, { .file = jail_err(jail) } };
    RunTime time = { .begin_ms = clock_wall_ms(),
                     .time_ms = time_ms,
                     .own_delay_us = jail_own_delay_us(NULL) };
    jail_close_in(jail);
    run->outcome = read_streams(jail, streams, &time, output_bytes, log);
    jail_kill(jail);
    if (spec->pool != NULL)
        jail_pool_prepare(spec->pool, spec); /* for the next move */
    run->end = *jail_end(jail);
    run->charged_us = charged_us(jail, &time, run->end.wall_us);
    tail_text(&streams[0].tail, run->last_out, sizeof run->last_out);
    tail_text(&streams[1].tail, run->last_err, sizeof run->last_err);
    return jail;
}

Jail *jailed_run(const JailSpec *spec, const JailedFile *files, size_t file_count, int64_t time_ms,
                 uint64_t output_bytes, JailedRun *run)
{
    return jailed_run_logged(spec, files, file_count, time_ms, output_bytes, NULL, run);
}
