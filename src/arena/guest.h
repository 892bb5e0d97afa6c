/* guest.h - a jailed program that we talk to, or that answers one question with files.
 *
 * Knows:   lines with deadlines, floods, last words; the exchange of files with a program that is
 *          started anew for every decision.
 * Ignores: what is said, and who wins.
 *
 * As play/process.h, but jailed (jail.h), and with everything measured that a judge needs.  Nothing
 * here waits longer than it is told to or keeps more than it has room for.
 *
 * Times are milliseconds of clock_wall_ms (base/clock.h).  A guest is for one thread at a time.
 */
#ifndef ARENA_GUEST_H
#define ARENA_GUEST_H

#include "arena/jail.h"
#include "play/pipe_buffer.h"

enum {
    GUEST_LINE_MAX = PIPE_BUFFER_BYTES_MAX,
    GUEST_WORDS_MAX = 2048, /* bytes of last words with their NUL */
};

typedef struct Guest Guest;

/* --- A guest that stays and speaks in lines --------------------------------------------------- */

/* Start it.  `turn_bytes` bounds what it may write between two of our messages, standard output and
 * standard error each.  NULL with the reason if it cannot even be started (STATUS_NOT_FOUND: there is
 * no such program, or it cannot be executed; else the jail refused). */
Guest *guest_start(const JailSpec *spec, uint64_t turn_bytes, Fault *fault);

/* From now on what it writes to its standard error goes to `heard`, too, as far as there is room. */
void guest_keep(Guest *guest, Buffer *heard);

/* Write all of it; false if the deadline passed or nobody reads any more.  Counting of bytes begins
 * anew, and a guest at rest is woken. */
bool guest_write(Guest *guest, const char *data, size_t size, int64_t until_ms);

typedef enum GuestEvent {
    GUEST_LINE,    /* a line is there */
    GUEST_TIMEOUT, /* the deadline has passed */
    GUEST_CLOSED,  /* it has closed its output, or ended */
    GUEST_FLOOD,   /* more than `turn_bytes`, or a line longer than GUEST_LINE_MAX */
} GuestEvent;

/* Read the next line, without its newline (and a carriage return before it) and closed with a NUL;
 * it may hold others, so mind `length`.  It is valid until the next call. */
GuestEvent guest_read(Guest *guest, int64_t until_ms, const char **line, size_t *length);
/* Throw away what it has written and nobody has read: before a new question, so that an answer to the
 * one before cannot pass for one to this. */
void guest_drain(Guest *guest);
/* Stop it until the next guest_write: the other side's time is not for thinking. */
void guest_rest(Guest *guest);

/* Close its input, give it until `until_ms` to end by itself, then kill it.  All descendants are gone
 * afterwards; what is known about it stays until guest_delete. */
void guest_end(Guest *guest, int64_t until_ms);
void guest_delete(Guest *guest);

/* How it ended.  If it has closed its output it is given a moment to do so by itself, and is killed
 * then: after this call it has ended. */
const JailEnd *guest_how(Guest *guest);
/* The end of what it has written to its standard output or error: printable, in lines; the last
 * one without its newline.  Never NULL. */
const char *guest_last_out(Guest *guest);
const char *guest_last_err(Guest *guest);
/* CPU time so far; -1 if that is not known. */
int64_t guest_cpu_us(const Guest *guest);

/* --- A guest that comes once ------------------------------------------------------------------ */

/* A file of the exchange folder, which is its working folder. */
typedef struct GuestFile {
    const char *name;
    const void *data; /* what it finds */
    size_t      size;
    unsigned    mode; /* 0644, 0444 */
} GuestFile;

typedef enum GuestOutcome {
    GUEST_ENDED,    /* by itself: look at the end's status and signal */
    GUEST_LATE,     /* killed at the deadline */
    GUEST_TOO_MUCH, /* killed because it wrote more than `output_bytes` */
    GUEST_NOT_RUN,  /* the jail refused, or there is no such program: `why` */
} GuestOutcome;

typedef struct GuestRun {
    GuestOutcome outcome;
    JailEnd      end;
    Fault        why; /* GUEST_NOT_RUN */
    char         last_out[GUEST_WORDS_MAX];
    char         last_err[GUEST_WORDS_MAX];
} GuestRun;

/* Start it with `files` in its folder, an empty standard input, and wait until it has ended or
 * `time_ms` have passed since it began.  Its output is drained and counted.  The jail, with nothing
 * alive in it, is returned for jail_take, and closed with jail_close; NULL for GUEST_NOT_RUN. */
Jail *guest_run(const JailSpec *spec, const GuestFile *files, size_t file_count, int64_t time_ms,
                uint64_t output_bytes, GuestRun *run);
/* The same, and the beginning of both outputs goes to `said`, as far as there is room. */
Jail *guest_run_heard(const JailSpec *spec, const GuestFile *files, size_t file_count,
                      int64_t time_ms, uint64_t output_bytes, Buffer *said, GuestRun *run);

/* Foreign bytes made fit for terminals, logs and pages: lines stay, and what is neither printable nor
 * UTF-8 becomes '?'. */
void guest_printable(const char *words, size_t size, Text *out);

#endif
