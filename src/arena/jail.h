/* jail.h - a stranger's program, with nothing around it that it could read, harm or outlive.
 *
 * Knows:   namespaces, the private tree of files, landlock, seccomp, limits, cgroups; starting,
 *          measuring and ending what is inside.
 * Ignores: what the program says (jailed_process.h) and what it is for.
 *
 * Inside, the program sees
 *
 *     /bot       its own file or folder, read-only
 *     /sdk       another folder, read-only, if the spec names one
 *     /scratch   its working folder: empty memory of bounded size, gone with the jail
 *     /dev       null, zero, full, random, urandom
 *     libraries, and what its kit adds, read-only
 *
 * and nothing else: no /proc, no /etc, no network, no other process.  It has no rights, cannot gain
 * any, and may call the kernel only for what ordinary programs need; anything else is an error that
 * it sees as such.  When its first process ends, or when whoever opened the jail does, however
 * suddenly, the kernel kills everything inside.
 *
 * A machine that lacks any of this refuses (fails closed): jail_open says what is missing.  Guests
 * of several processes are put into cgroups in addition, where this process may make some.  With `unsafe` there is no jail: the same
 * calls work with limits alone, and the program can do whatever the user can.
 *
 * Times are milliseconds of clock_wall_ms (base/clock.h).  A jail is for one thread at a time;
 * different jails may be used by different threads, and opened by them at the same time.
 */
#ifndef ARENA_JAIL_H
#define ARENA_JAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/status.h"
#include "base/text.h"

/* What the tree holds besides libraries. */
typedef enum JailRuntime {
    JAIL_KIT_BINARY,   /* nothing: compiled programs */
    JAIL_KIT_PYTHON,   /* /usr/bin/python3 and its modules */
    JAIL_KIT_NODE,     /* /usr/bin/node */
    JAIL_KIT_COMPILER, /* gcc, its headers and what it calls */
    JAIL_KIT_COUNT,
} JailRuntime;

typedef struct JailLimits {
    int64_t memory_bytes; /* of each process; where there are cgroups, of all together */
    int     processes;    /* 1: it cannot fork at all */
    int     threads;      /* besides the first of each process, over all processes */
    int64_t cpu_ms; /* of each process, rounded up to seconds; 0: only the wall clock counts */
    int64_t scratch_bytes; /* all files of /scratch together */
    int     scratch_files; /* how many files and folders */
} JailLimits;

/* Limits that suit a kit: bots get 256 MiB (Node 1 GiB), one process and 8 threads (Node 32), and
 * 16 MiB of scratch; the compiler 1 GiB, 8 processes and 64 MiB. */
JailLimits jail_limits(JailRuntime runtime);

/* What to run.  Everything is copied or used up by jail_open.  Program and sdk are no symbolic links:
 * whoever hands in a bot could have it show any file of ours.
 * Arguments are as seen inside; with `unsafe`, those that begin with /bot or /sdk are
 * translated. */
typedef struct JailSpec {
    JailRuntime        runtime;
    const char        *program; /* file (seen as /bot/NAME) or folder (seen as /bot); NULL: none */
    const char        *sdk;     /* folder seen as /sdk; NULL: none */
    const char *const *arguments; /* ends with NULL; the first is the path of what is executed */
    JailLimits         limits;
    bool               unsafe;
} JailSpec;

typedef struct Jail Jail;

/* Can this machine jail at all?  Tries it once.  On failure the fault says what is missing. */
Status jail_probe(Fault *fault);
/* What protects a guest here, in a line for reports: "user, mount, pid, ... namespaces, landlock 7,
 * seccomp, cgroup memory and pids", or "nothing (--unsafe-no-jail)". */
void jail_describe(bool unsafe, Text *out);

/* Build the jail; its program waits for jail_go, so that /scratch can be filled.
 * NULL with the reason: STATUS_SYSTEM if this machine cannot jail, STATUS_NOT_FOUND if the program is
 * not there, STATUS_ILLEGAL for limits that are none. */
Jail *jail_open(const JailSpec *spec, Fault *fault);
/* Kill what is left inside, wait until it is gone, and free everything.  NULL is fine. */
void jail_close(Jail *jail);

/* Put a file into /scratch.  Only before jail_go.  `mode` as in chmod, such as 0644. */
Status jail_put(Jail *jail, const char *name, const void *data, size_t size, unsigned mode,
                Fault *fault);
/* Let the program run.  STATUS_NOT_FOUND if there is no such program, or it cannot be executed. */
Status jail_go(Jail *jail, Fault *fault);

/* Its standard input, output and error: our ends of three pipes, non-blocking, close-on-exec.  They
 * belong to the jail; jail_close_in gives the program an end of file. */
int  jail_in(const Jail *jail);
int  jail_out(const Jail *jail);
int  jail_err(const Jail *jail);
void jail_close_in(Jail *jail);

/* Stop all that is inside, and let it go on: no thinking in the other's time. */
void jail_freeze(Jail *jail);
void jail_thaw(Jail *jail);

/* How a program ended.  Signal and status are those of its first process. */
typedef struct JailEnd {
    bool    was_killed;    /* by jail_kill, while it was still running */
    int     signal;        /* that ended it, or 0 */
    int     status;        /* of its exit, if `signal` is 0 */
    bool    out_of_memory; /* it met its memory limit: killed for it by a cgroup, or it died with
                              nearly all of its memory in use */
    bool    out_of_cpu;    /* it met its CPU limit */
    int64_t cpu_us;        /* of all its processes */
    int64_t memory_bytes;  /* at its peak; of several processes without cgroups: the largest */
    int64_t wall_us;       /* from jail_go to the end */
} JailEnd;

/* Wait until the first process has ended by itself, or the deadline passes: then false.  When it has
 * ended all others are gone, too. */
bool jail_wait(Jail *jail, int64_t until_ms);
/* Kill everything inside and wait until it is gone. */
void jail_kill(Jail *jail);
/* How it ended: only after jail_wait said true, or jail_kill. */
const JailEnd *jail_end(const Jail *jail);
/* "ended with status 3", "was killed by signal 11 (Segmentation fault)", "ran out of memory (256 MiB)". */
void jail_end_write(const JailEnd *end, Text *out);
/* Its first process, as the machine numbers it: for looking at it, never for killing.  0 before
 * jail_go. */
int jail_process_pid(const Jail *jail);
/* CPU time of its first process so far, while it runs; -1 if that is not known. */
int64_t jail_cpu_us(const Jail *jail);

/* Read a file of /scratch, at most up to the buffer's limit.  Only after the end, when nobody can
 * change it any more.  `name` has no slash.  STATUS_NOT_FOUND if there is none; STATUS_ILLEGAL if it
 * is a link, a folder or anything but a plain file; STATUS_TOO_LARGE if it is longer than the limit.
 * The buffer is unchanged on failure. */
Status jail_take(Jail *jail, const char *name, Buffer *out, Fault *fault);

#endif
