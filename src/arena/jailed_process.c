/* SPDX-License-Identifier: MIT */
#include "arena/jailed_process.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "play/pipe_buffer.h"

enum {
    DEATH_MS = 200,  /* to end after it has closed its output */
    DRAIN_READS = 4, /* a full pipe, and what comes meanwhile */
};

/* The end of what somebody has said. */
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
    Buffer    *heard; /* its standard error, for somebody; may be NULL */
    char       out_words[JAILED_TEXT_MAX], err_words[JAILED_TEXT_MAX];
};

/* --- Last words --------------------------------------------------------------------------- */

static void tail_add(Tail *tail, const char *data, size_t size)
{
    if (size > sizeof tail->data) {
        data += size - sizeof tail->data;
        size = sizeof tail->data;
    }
    size_t kept = sizeof tail->data - size < tail->used ? sizeof tail->data - size : tail->used;
    memmove(tail->data, tail->data + tail->used - kept, kept);
    memcpy(tail->data + kept, data, size);
    tail->used = kept + size;
}

/* A terminal obeys these, in one byte or in two. */
static bool is_control(const char *words, size_t length)
{
    unsigned char first = (unsigned char)words[0];
    return length == 1 ? first < 0x20 || first == 0x7f
                       : first == 0xc2 && (unsigned char)words[1] < 0xa0;
}

/* Printable: it goes to terminals, logs and pages. */
void jailed_text_printable(const char *words, size_t size, Text *out)
{
    for (size_t i = 0; i < size;) {
        size_t length = utf8_length(words + i, size - i);
        if (words[i] == '\n' || words[i] == '\t')
            text_char(out, words[i] == '\n' ? '\n' : ' ');
        else if (length > 0 && !is_control(words + i, length))
            text_addf(out, "%.*s", (int)length, words + i);
        else {
            text_char(out, '?');
            length = 1; /* what follows a byte that is none is looked at by itself */
        }
        i += length;
    }
}

static const char *tail_words(const Tail *tail, char *buffer, size_t size)
{
    Text   text = text_over(buffer, size);
    size_t used = tail->used;
    while (used > 0 && (tail->data[used - 1] == '\n' || tail->data[used - 1] == '\r'))
        used--;
    jailed_text_printable(tail->data, used, &text);
    return buffer;
}

/* Add what fits. */
static void hear(Buffer *heard, const char *data, size_t size)
{
    if (heard == NULL || heard->failed)
        return;
    size_t capacity = heard->limit - heard->length;
    buffer_bytes(heard, data, size < capacity ? size : capacity);
}

void jailed_keep(JailedProcess *jailed, Buffer *heard)
{
    jailed->heard = heard;
}

/* --- Starting and ending ------------------------------------------------------------------ */

JailedProcess *jailed_start(const JailSpec *spec, uint64_t turn_bytes, Fault *fault)
{
    JailedProcess *jailed = malloc(sizeof *jailed);
    if (jailed == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "no memory for a guest");
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

static bool take_bytes(JailedProcess *jailed);
static void take_words(JailedProcess *jailed);

/* Hear what it still has to say: the pipes outlive it. */
static void hear_out(JailedProcess *jailed)
{
    for (int i = 0; i < DRAIN_READS && jailed->out_open; i++)
        jailed->out_open = take_bytes(jailed);
    for (int i = 0; i < DRAIN_READS && jailed->err_open; i++)
        take_words(jailed);
}

void jailed_end(JailedProcess *jailed, int64_t until_ms)
{
    jail_thaw(jailed->jail);
    jail_close_in(jailed->jail);
    if (!jail_wait(jailed->jail, until_ms))
        jail_kill(jailed->jail);
    hear_out(jailed);
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
    hear_out(jailed);
    return jail_end(jailed->jail);
}

const char *jailed_last_out(JailedProcess *jailed)
{
    return tail_words(&jailed->out, jailed->out_words, sizeof jailed->out_words);
}

const char *jailed_last_err(JailedProcess *jailed)
{
    return tail_words(&jailed->err, jailed->err_words, sizeof jailed->err_words);
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

static void take_words(JailedProcess *jailed)
{
    char    chunk[16384];
    ssize_t got = read(jail_err(jailed->jail), chunk, sizeof chunk);
    if (pipe_buffer_is_end(got))
        jailed->err_open = false;
    if (got > 0) {
        tail_add(&jailed->err, chunk, (size_t)got);
        hear(jailed->heard, chunk, (size_t)got);
        jailed->err_bytes += (uint64_t)got;
    }
}

/* Take what has come, as far as there is room.  False at the end of its output. */
static bool take_bytes(JailedProcess *jailed)
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
            take_words(jailed);
        if (ready > 0 && wanted[0].revents != 0)
            jailed->out_open = take_bytes(jailed);
        else if (clock_wall_ms() >= until_ms) /* a flood of errors is never idle */
            return JAILED_TIMEOUT;
    }
    return is_flood(jailed) ? JAILED_FLOOD : JAILED_LINE;
}

void jailed_drain(JailedProcess *jailed)
{
    hear_out(jailed);
    pipe_buffer_drop(&jailed->lines, false);
}

/* --- A guest that comes once -------------------------------------------------------------- */

/* One of its two outputs, as far as it is of interest. */
typedef struct Stream {
    int      file; /* -1: closed */
    uint64_t bytes;
    Tail     tail;
} Stream;

static void listen_once(Stream *stream, Buffer *said)
{
    char    chunk[16384];
    ssize_t got = read(stream->file, chunk, sizeof chunk);
    if (pipe_buffer_is_end(got))
        stream->file = -1;
    if (got <= 0)
        return;
    stream->bytes += (uint64_t)got;
    tail_add(&stream->tail, chunk, (size_t)got);
    hear(said, chunk, (size_t)got);
}

/* Listen to both until it has ended, was too late, or has said too much. */
static JailedOutcome listen(Jail *jail, Stream streams[2], int64_t until_ms, uint64_t most,
                            Buffer *said)
{
    while (streams[0].file >= 0 || streams[1].file >= 0) {
        struct pollfd wanted[2] = { { .fd = streams[0].file, .events = POLLIN },
                                    { .fd = streams[1].file, .events = POLLIN } };
        int           ready = poll(wanted, 2, pipe_buffer_time_left(until_ms));
        for (int i = 0; i < 2 && ready > 0; i++) {
            if (wanted[i].revents != 0)
                listen_once(&streams[i], said);
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

Jail *jailed_run_heard(const JailSpec *spec, const JailedFile *files, size_t file_count,
                       int64_t time_ms, uint64_t output_bytes, Buffer *said, JailedRun *run)
{
    *run = (JailedRun){ .outcome = JAILED_NOT_RUN };
    Jail *jail = prepare(spec, files, file_count, &run->why);
    if (jail == NULL)
        return NULL;
    Stream streams[2] = { { .file = jail_out(jail) }, { .file = jail_err(jail) } };
    jail_close_in(jail);
    run->outcome = listen(jail, streams, clock_wall_ms() + time_ms, output_bytes, said);
    jail_kill(jail);
    run->end = *jail_end(jail);
    tail_words(&streams[0].tail, run->last_out, sizeof run->last_out);
    tail_words(&streams[1].tail, run->last_err, sizeof run->last_err);
    return jail;
}

Jail *jailed_run(const JailSpec *spec, const JailedFile *files, size_t file_count, int64_t time_ms,
                 uint64_t output_bytes, JailedRun *run)
{
    return jailed_run_heard(spec, files, file_count, time_ms, output_bytes, NULL, run);
}
