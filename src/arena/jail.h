/* jail.h - a sandbox for untrusted programs.
 *
 * Knows:   namespaces, the private file tree, landlock, seccomp, limits, cgroups; starting,
 *          measuring and killing what runs inside.
 * Ignores: what the program writes (jailed_process.h) and what it is for.
 *
 * Inside, the program sees
 *
 *     /bot       its own file or directory, read-only
 *     /sdk       another directory, read-only, if the spec names one
 *     /scratch   its working directory: a tmpfs of bounded size, deleted with the jail
 *     /dev       null, full, random, urandom
 *     libraries, and what its runtime adds, read-only
 *
 * and nothing else: no /proc, no /etc, no network, no other process.  It has no capabilities and
 * cannot gain any.  seccomp allows the system calls that ordinary programs need; any other call
 * returns an error.  When the bot process ends, the kernel kills everything inside.  The same
 * happens when the process that opened the jail ends, even by SIGKILL.
 *
 * The jail fails closed: if this machine lacks any of this, jail_open fails and says what is
 * missing.  Jails with several processes, or of Node, also get a cgroup, if this process may
 * create one.  With
 * `unsafe` there is no jail: only the limits apply, and the program can do whatever the user can.
 *
 * Times are milliseconds of clock_wall_ms (base/clock.h).  One thread may use a jail at a time;
 * different threads may open and use different jails concurrently.
 */
#ifndef ARENA_JAIL_H
#define ARENA_JAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/status.h"
#include "base/text.h"

/* What the file tree contains besides libraries. */
typedef enum JailRuntime {
    JAIL_RUNTIME_BINARY,   /* nothing; for compiled programs */
    JAIL_RUNTIME_PYTHON,   /* /usr/bin/python3 and its modules */
    JAIL_RUNTIME_NODE,     /* /usr/bin/node */
    JAIL_RUNTIME_SHELL,    /* /usr/bin/sh and the usual small programs */
    JAIL_RUNTIME_JAVA,     /* the Java virtual machine, with its compiler */
    JAIL_RUNTIME_COMPILER, /* gcc, its headers and the programs it calls */
    JAIL_RUNTIME_RUST,     /* the same with rustc */
    JAIL_RUNTIME_COUNT,
} JailRuntime;

typedef struct JailLimits {
    int64_t memory_bytes;  /* resident memory of all processes and of /scratch together */
    int     processes;     /* 1: it cannot fork */
    int     threads;       /* besides the first of each process, over all processes */
    int64_t cpu_ms;        /* CPU time per process, rounded up to seconds; 0: no limit */
    int64_t scratch_bytes; /* of all files in /scratch */
    int     scratch_files; /* number of files and directories in /scratch */
} JailLimits;

/* Return the default limits of a runtime.  Bots get 256 MiB (Node and Java 1 GiB), one process (shell
 * 8), 8 threads (Node and Java 32) and 16 MiB of scratch space; compilers 1 GiB, 8 processes and 64
 * MiB. */
JailLimits jail_limits(JailRuntime runtime);

struct JailHelper;
struct JailPool;

/* What to run.  jail_open copies what it needs.  `program` and `sdk` must not be symbolic links: a
 * submission could use one to show any file of the user.  Arguments are paths as seen inside; with
 * `unsafe`, those that begin with /bot or /sdk are translated. */
typedef struct JailSpec {
    JailRuntime        runtime;
    const char        *program;   /* file (shown as /bot/NAME) or directory (/bot); NULL: none */
    const char        *sdk;       /* directory shown as /sdk; NULL: none */
    const char *const *arguments; /* ends with NULL; the first is the path of the executable */
    JailLimits         limits;
    bool               unsafe;
    struct JailHelper *helper; /* starts the jail (jail_helper.h); NULL: this process does */
    struct JailPool   *pool; /* has built it in advance (jail_pool.h); NULL: it is built on demand.
                                  jail_open ignores it */
} JailSpec;

typedef struct Jail Jail;

/* Check that this machine can jail a program, by trying it once.  On failure the fault says what is
 * missing. */
Status jail_probe(Fault *fault);
/* Write one line about the protection on this machine: "user, mount, pid, ... namespaces, landlock
 * 7, seccomp, ...", or "nothing (--unsafe-no-jail)". */
void jail_describe(bool unsafe, Text *out);

/* Build the jail.  Its program starts with jail_go, so that /scratch can be filled before.  NULL
 * with the reason: STATUS_SYSTEM if this machine cannot jail, STATUS_NOT_FOUND if the program does
 * not exist or cannot be shown, STATUS_ILLEGAL for limits out of range. */
Jail *jail_open(const JailSpec *spec, Fault *fault);
/* Kill what still runs inside, wait for its end, and free the jail.  NULL is allowed. */
void jail_close(Jail *jail);

/* True if a jail that was opened earlier can be used now: its supervisor lives, and `program` is the
 * file or directory that the jail shows.  Only before jail_go. */
bool jail_is_usable(const Jail *jail, const char *program);
/* Replace all arguments; the first must be equal.  Only before jail_go. */
Status jail_set_arguments(Jail *jail, const char *const *arguments, Fault *fault);

/* Create a file in /scratch.  Only before jail_go.  `mode` as in chmod, such as 0644. */
Status jail_put(Jail *jail, const char *name, const void *data, size_t size, unsigned mode,
                Fault *fault);
/* Start the program.  STATUS_NOT_FOUND if it does not exist or cannot be executed. */
Status jail_go(Jail *jail, Fault *fault);

/* Return our ends of the pipes to its standard input, output and error: non-blocking,
 * close-on-exec, owned by the jail.  After jail_close_in the program reads end of file. */
int  jail_in(const Jail *jail);
int  jail_out(const Jail *jail);
int  jail_err(const Jail *jail);
void jail_close_in(Jail *jail);

/* Stop and resume all processes inside, so that a bot cannot compute in its opponent's time.
 * jail_freeze returns when they have stopped. */
void jail_freeze(Jail *jail);
void jail_thaw(Jail *jail);

/* How a program ended.  Signal and status are those of the bot process. */
typedef struct JailEnd {
    bool    was_killed;    /* by jail_kill, while it was still running */
    int     signal;        /* that killed it, or 0 */
    int     status;        /* exit status, if `signal` is 0 */
    bool    out_of_memory; /* killed above its limit, or failed with nearly all of its memory in
                              use */
    bool    out_of_cpu;    /* reached its CPU limit */
    bool    is_lost;       /* our fault: its supervisor died, or something outside killed it */
    int64_t cpu_us;        /* CPU time of all its processes */
    int64_t memory_bytes;  /* peak of all its processes */
    int64_t wall_us;       /* wall time since jail_go */
    int64_t delay_us;      /* that its first thread waited for a CPU */
} JailEnd;

/* Wait until the bot process has ended by itself; false if the deadline passes first.  After its
 * end no other process is left inside. */
bool jail_wait(Jail *jail, int64_t until_ms);
/* Kill everything inside and wait for its end. */
void jail_kill(Jail *jail);
/* Return how it ended.  Only after jail_wait returned true, or after jail_kill. */
const JailEnd *jail_end(const Jail *jail);
/* Write "exited with status 3", "was killed by signal 11 (Segmentation fault)" or "ran out of
 * memory (256 MiB in use)". */
void jail_end_write(const JailEnd *end, Text *out);
/* Return the pid of the bot process in our pid namespace, or 0 before jail_go.  Only for
 * inspection: the pid may be reused, so never signal it. */
int jail_process_pid(const Jail *jail);
/* The same of the supervisor. */
int jail_supervisor_pid(const Jail *jail);
/* Return the CPU time of the bot process so far; -1 if unknown. */
int64_t jail_cpu_us(const Jail *jail);
/* Return how long its threads were ready to run and waited for a CPU, in total; 0 if unknown. */
int64_t jail_delay_us(const Jail *jail);
/* Return how long the calling thread waited for a CPU, and the supervisor, which wakes a frozen bot.
 * NULL: only the thread. */
int64_t jail_own_delay_us(const Jail *jail);
/* Return the part of the last `wall_us` that the machine and not the bot is responsible for: the bot
 * or we waited for a CPU.  `cpu_us` is the CPU time of the bot in that time, `delay_us` the waiting. */
int64_t jail_excused_us(int64_t wall_us, int64_t cpu_us, int64_t delay_us);
/* True if the jail itself failed, so that the bot is not responsible for what it did not do: its
 * supervisor died or is stopped, or something outside killed or stopped the bot process. */
bool jail_has_failed(const Jail *jail);

/* Read a file of /scratch, up to the buffer's limit.  Only after the end, when no process can
 * change it any more.  `name` has no slash.  STATUS_NOT_FOUND if it does not exist; STATUS_ILLEGAL
 * if it is not a regular file; STATUS_TOO_LARGE if it exceeds the limit.  The buffer is unchanged
 * on failure. */
Status jail_take(Jail *jail, const char *name, Buffer *out, Fault *fault);

#endif
