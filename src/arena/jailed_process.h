/* jailed_process.h - a jailed program that we talk to, or that answers one question with files.
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
#ifndef ARENA_JAILED_PROCESS_H
#define ARENA_JAILED_PROCESS_H

#include "arena/jail.h"
#include "play/pipe_buffer.h"

enum {
    JAILED_LINE_MAX = PIPE_BUFFER_BYTES_MAX,
    JAILED_TEXT_MAX = 2048, /* bytes of last words with their NUL */
};

typedef struct JailedProcess JailedProcess;

/* --- A guest that stays and speaks in lines --------------------------------------------------- */

/* Start it.  `turn_bytes` bounds what it may write between two of our messages, standard output and
 * standard error each.  NULL with the reason if it cannot even be started (STATUS_NOT_FOUND: there is
 * no such program, or it cannot be executed; else the jail refused). */
JailedProcess *jailed_start(const JailSpec *spec, uint64_t turn_bytes, Fault *fault);

/* From now on what it writes to its standard error goes to `heard`, too, as far as there is room. */
void jailed_keep(JailedProcess *jailed, Buffer *heard);

/* Write all of it; false if the deadline passed or nobody reads any more.  Counting of bytes begins
 * anew, and a guest at rest is woken. */
bool jailed_write(JailedProcess *jailed, const char *data, size_t size, int64_t until_ms);

typedef enum JailedEvent {
    JAILED_LINE,    /* a line is there */
    JAILED_TIMEOUT, /* the deadline has passed */
    JAILED_CLOSED,  /* it has closed its output, or ended */
    JAILED_FLOOD,   /* more than `turn_bytes`, or a line longer than JAILED_LINE_MAX */
} JailedEvent;

/* Read the next line, without its newline (and a carriage return before it) and closed with a NUL;
 * it may hold others, so mind `length`.  It is valid until the next call. */
JailedEvent jailed_read(JailedProcess *jailed, int64_t until_ms, const char **line, size_t *length);
/* Throw away what it has written and nobody has read: before a new question, so that an answer to the
 * one before cannot pass for one to this. */
void jailed_drain(JailedProcess *jailed);
/* Stop it until the next jailed_write: the other side's time is not for thinking. */
void jailed_rest(JailedProcess *jailed);

/* Close its input, give it until `until_ms` to end by itself, then kill it.  All descendants are gone
 * afterwards; what is known about it stays until jailed_delete. */
void jailed_end(JailedProcess *jailed, int64_t until_ms);
void jailed_delete(JailedProcess *jailed);

/* How it ended.  If it has closed its output it is given a moment to do so by itself, and is killed
 * then: after this call it has ended. */
const JailEnd *jailed_how(JailedProcess *jailed);
/* The end of what it has written to its standard output or error: printable, in lines; the last
 * one without its newline.  Never NULL. */
const char *jailed_last_out(JailedProcess *jailed);
const char *jailed_last_err(JailedProcess *jailed);
/* CPU time so far; -1 if that is not known. */
int64_t jailed_cpu_us(const JailedProcess *jailed);

/* --- A guest that comes once ------------------------------------------------------------------ */

/* A file of the exchange folder, which is its working folder. */
typedef struct JailedFile {
    const char *name;
    const void *data; /* what it finds */
    size_t      size;
    unsigned    mode; /* 0644, 0444 */
} JailedFile;

typedef enum JailedOutcome {
    JAILED_ENDED,    /* by itself: look at the end's status and signal */
    JAILED_LATE,     /* killed at the deadline */
    JAILED_TOO_MUCH, /* killed because it wrote more than `output_bytes` */
    JAILED_NOT_RUN,  /* the jail refused, or there is no such program: `why` */
} JailedOutcome;

typedef struct JailedRun {
    JailedOutcome outcome;
    JailEnd       end;
    Fault         why; /* JAILED_NOT_RUN */
    char          last_out[JAILED_TEXT_MAX];
    char          last_err[JAILED_TEXT_MAX];
} JailedRun;

/* Start it with `files` in its folder, an empty standard input, and wait until it has ended or
 * `time_ms` have passed since it began.  Its output is drained and counted.  The jail, with nothing
 * alive in it, is returned for jail_take, and closed with jail_close; NULL for JAILED_NOT_RUN. */
Jail *jailed_run(const JailSpec *spec, const JailedFile *files, size_t file_count, int64_t time_ms,
                 uint64_t output_bytes, JailedRun *run);
/* The same, and the beginning of both outputs goes to `said`, as far as there is room. */
Jail *jailed_run_heard(const JailSpec *spec, const JailedFile *files, size_t file_count,
                       int64_t time_ms, uint64_t output_bytes, Buffer *said, JailedRun *run);

/* Foreign bytes made fit for terminals, logs and pages: lines stay, and what is neither printable nor
 * UTF-8 becomes '?'. */
void jailed_text_printable(const char *words, size_t size, Text *out);

#endif
