/* jailed_process.h - a jailed program that exchanges lines, or runs once and answers with files.
 *
 * Knows:   lines with deadlines, output quotas, the end of the output; exchanging files with a
 *          program that is started once per move.
 * Ignores: the meaning of the lines and files.
 *
 * Like play/process.h, but in a jail (jail.h) and with the measurements that a referee needs. Every
 * wait has a deadline and every buffer a limit.
 *
 * Times are milliseconds of clock_wall_ms (base/clock.h).  One thread may use a process at a time.
 */
#ifndef ARENA_JAILED_PROCESS_H
#define ARENA_JAILED_PROCESS_H

#include "arena/jail.h"
#include "play/pipe_buffer.h"

enum {
    JAILED_LINE_MAX = PIPE_BUFFER_BYTES_MAX,
    JAILED_TEXT_MAX = 2048, /* bytes of the end of an output, with the NUL */
};

typedef struct JailedProcess JailedProcess;

/* --- A process that exchanges lines ----------------------------------------------------------- */

/* Start it.  `turn_bytes` limits what it may write between two of our messages, to standard output
 * and standard error each.  NULL with the reason if it cannot be started.  STATUS_NOT_FOUND: the
 * program cannot be executed.  Any other status is not the program's fault: the jail failed, or the
 * file is missing. */
JailedProcess *jailed_start(const JailSpec *spec, uint64_t turn_bytes, Fault *fault);

/* Copy its standard error to `log` from now on, up to the buffer's limit. */
void jailed_log_to(JailedProcess *jailed, Buffer *log);

/* Write all of `data`; false if the deadline passes or the process has closed its input.  Resets
 * the output quota and resumes a stopped process. */
bool jailed_write(JailedProcess *jailed, const char *data, size_t size, int64_t until_ms);

typedef enum JailedEvent {
    JAILED_LINE,    /* a line was read */
    JAILED_TIMEOUT, /* the deadline has passed */
    JAILED_CLOSED,  /* the process closed its output or ended */
    JAILED_FLOOD,   /* more than `turn_bytes`, or a line longer than JAILED_LINE_MAX */
} JailedEvent;

/* Read the next line, without its newline or CR LF, and terminated by a NUL.  It may contain other
 * NULs, so use `length`.  Valid until the next call. */
JailedEvent jailed_read(JailedProcess *jailed, int64_t until_ms, const char **line, size_t *length);
/* Discard unread output before a new request, so that a late answer to the previous request is not
 * taken for an answer to this one. */
void jailed_drain(JailedProcess *jailed);
/* Stop it until the next jailed_write, so that it cannot compute in its opponent's time. */
void jailed_rest(JailedProcess *jailed);

/* Close its input, wait until `until_ms` for it to exit, then kill it with all its descendants. The
 * functions below work until jailed_delete. */
void jailed_end(JailedProcess *jailed, int64_t until_ms);
void jailed_delete(JailedProcess *jailed);

/* Return how it ended.  If it is still running, kill it; if it has closed its output, wait a moment
 * first for it to exit by itself. */
const JailEnd *jailed_how(JailedProcess *jailed);
/* Return the end of its standard output or error as printable lines, without the last newline.
 * Never NULL. */
const char *jailed_last_out(JailedProcess *jailed);
const char *jailed_last_err(JailedProcess *jailed);
/* Return its CPU time so far; -1 if unknown. */
int64_t jailed_cpu_us(const JailedProcess *jailed);
/* Return how long its threads waited for a CPU so far, in total; and we, see jail_own_delay_us. */
int64_t jailed_delay_us(const JailedProcess *jailed);
int64_t jailed_own_delay_us(const JailedProcess *jailed);
/* Return how long this process or the machine was stopped since the last jailed_drain. */
int64_t jailed_stopped_ms(const JailedProcess *jailed);
/* Return the pid of the bot process, or of its supervisor.  Only for inspection. */
int jailed_process_pid(const JailedProcess *jailed, bool supervisor);
/* True if the jail failed, see jail_has_failed. */
bool jailed_has_failed(const JailedProcess *jailed);

/* --- A process that runs once ----------------------------------------------------------------- */

/* A file in its working directory. */
typedef struct JailedFile {
    const char *name;
    const void *data; /* initial content */
    size_t      size;
    unsigned    mode; /* 0644, 0444 */
} JailedFile;

typedef enum JailedOutcome {
    JAILED_ENDED,    /* by itself; see `end` for status and signal */
    JAILED_LATE,     /* killed at the deadline */
    JAILED_FAILED,   /* our fault: the jail failed, or the machine was too busy */
    JAILED_TOO_MUCH, /* killed because it wrote more than `output_bytes` */
    JAILED_NOT_RUN,  /* the jail or the program could not be started; see `why` */
} JailedOutcome;

typedef struct JailedRun {
    JailedOutcome outcome;
    JailEnd       end;
    int64_t       charged_us; /* wall time less what the machine is responsible for */
    Fault         why;        /* JAILED_NOT_RUN */
    char          last_out[JAILED_TEXT_MAX];
    char          last_err[JAILED_TEXT_MAX];
} JailedRun;

/* Run it with `files` in its working directory and an empty standard input, until it ends or
 * `time_ms` have passed, not counting the time that it waited for a CPU.  Its output is read and
 * counted.  Return the jail, in which nothing runs
 * any more, for jail_take and jail_close; NULL for JAILED_NOT_RUN. */
Jail *jailed_run(const JailSpec *spec, const JailedFile *files, size_t file_count, int64_t time_ms,
                 uint64_t output_bytes, JailedRun *run);
/* The same, and copy both outputs to `log` up to the buffer's limit. */
Jail *jailed_run_logged(const JailSpec *spec, const JailedFile *files, size_t file_count,
                        int64_t time_ms, uint64_t output_bytes, Buffer *log, JailedRun *run);

/* Make untrusted bytes printable for terminals, logs and pages: keep newlines, and replace
 * everything that is neither printable nor UTF-8 by '?', also characters that reorder text. */
void jailed_text_printable(const char *bytes, size_t size, Text *out);

#endif
