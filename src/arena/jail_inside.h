/* jail_inside.h - the supervisor: PID 1 of the jail, from the fork to the end of the bot process.
 *
 * Knows:   mounts, landlock, seccomp, resource limits, waiting and killing.
 * Ignores: why the jail exists.  Both sides exchange the messages below over a socket.
 *
 * This code runs after fork in a process that may have had many threads, of which only one is left.
 * It must not take locks or allocate memory, so it uses plain system calls.
 *
 * The supervisor is the first process of the jail's pid namespace.  It builds the file tree and starts
 * the bot process, which restricts itself and waits for the arguments.  Until then the jail is the same
 * for every run of a program, so it can be built in advance.  The supervisor waits for the end, kills what is left and reports.  When the
 * supervisor dies, the kernel kills all others.  It exits when the other end of its socket is
 * closed.
 */
#ifndef ARENA_JAIL_INSIDE_H
#define ARENA_JAIL_INSIDE_H

#include <sys/types.h>

#include "arena/jail.h"
#include "arena/jail_tree.h"

/* The steps that may fail, as named in error messages. */
#define JAIL_STEP_LIST(X)                                \
    X(START, "starting a process")                       \
    X(IDENTITY, "creating a user namespace")             \
    X(MOUNTS, "creating a mount namespace")              \
    X(PARTS, "mounting the libraries and the program")   \
    X(SCRATCH, "mounting the working directory (tmpfs)") \
    X(ROOT, "changing the root directory (pivot_root)")  \
    X(RIGHTS, "dropping all capabilities")               \
    X(LIMITS, "setting resource limits (setrlimit)")     \
    X(LANDLOCK, "restricting file access (landlock)")    \
    X(SECCOMP, "filtering system calls (seccomp)")       \
    X(EXECUTE, "executing the program")                  \
    X(LOST, "supervising the jail; the supervisor has died")

typedef enum JailStep {
#define X(name, text) JAIL_STEP_##name,
    JAIL_STEP_LIST(X)
#undef X
} JailStep;

/* Commands to the supervisor, one byte each; the program's arguments follow JAIL_CMD_GO, each ended by
 * a NUL. */
enum {
    JAIL_CMD_SETTLE = 's', /* run by root: the uid and gid maps are written */
    JAIL_CMD_FORK = 'p',   /* start the bot process, which waits for JAIL_CMD_GO */
    JAIL_CMD_GO = 'g',     /* received by the bot process: execute the program */
    JAIL_CMD_FREEZE = 'f',
    JAIL_CMD_THAW = 't',
    JAIL_CMD_KILL = 'k',
};

typedef enum JailEventKind {
    JAIL_EVENT_BUILT = 1, /* carries a descriptor of the working directory */
    JAIL_EVENT_PROCESS,   /* from the bot process, with its credentials; `memory_bytes` is what it
                             inherited from us: execve frees it, but ru_maxrss still counts it */
    JAIL_EVENT_RUNNING,   /* execve succeeded; `delay_us` until then */
    JAIL_EVENT_FAILED,    /* `step` and `error`; JAIL_STEP_PARTS: `part` of the tree */
    JAIL_EVENT_FROZEN,    /* after JAIL_CMD_FREEZE: the bot process is stopped */
    JAIL_EVENT_ENDED,     /* only the supervisor is left; `status`, `cpu_us`, `memory_bytes` */
} JailEventKind;

typedef struct JailMessage {
    JailEventKind kind;
    JailStep      step;
    int           error;
    int           part;
    int           status;         /* as returned by wait(2) */
    bool          was_asked;      /* killed by JAIL_CMD_KILL, while it was still running */
    bool          is_over_memory; /* killed because it used too much memory */
    int64_t       cpu_us;
    int64_t       memory_bytes;  /* largest process, as counted by the kernel */
    int64_t       sampled_bytes; /* see jail_memory.h */
    int64_t       delay_us;      /* that its first thread waited for a CPU */
} JailMessage;

/* The uid and gid map of a user namespace with one user and one group, as the kernel reads them. */
typedef struct JailMaps {
    char user[32], group[32];
} JailMaps;

/* Everything the supervisor needs, prepared before the fork. */
typedef struct JailPlan {
    const JailTree *tree;
    JailLimits      limits;
    int64_t         address_bytes; /* address space of a process, including reserved memory */
    int64_t         most_bytes;    /* resident memory above which everything is killed */
    int             open_files;
    char            scratch_size[24]; /* tmpfs options, in digits */
    char            scratch_files[24];
    JailMaps        maps;                  /* of the jail, unless root starts it */
    const char     *scratch_folder;        /* unsafe: a directory of the machine */
    char *const    *environment;           /* at most JAIL_ENVIRONMENT_MAX, in static memory */
    char            origin[JAIL_PATH_MAX]; /* LD_ORIGIN_PATH=DIR: there is no /proc to show it */
    bool            may_pair;              /* socketpair(2) is allowed */
    bool            unsafe;
    bool            was_root;
    bool            has_helper;  /* a helper starts it (jail_helper.h) */
    bool            has_network; /* the process that starts it is in an empty network namespace */
    int files[4]; /* standard input, output, error, and the supervisor's end of the socket */
} JailPlan;

enum {
    JAIL_ENVIRONMENT_MAX = 6,
    JAIL_ARGUMENTS_MAX = 64,
    JAIL_ARGUMENT_BYTES = 4 * JAIL_PATH_MAX, /* of all arguments, with their NULs */
};
enum { JAIL_USER = 1000 }; /* uid and gid inside the jail */

/* Start the supervisor.  Return its pid, or -1 with errno.  `handle` may be NULL; it receives a pidfd.
 *
 * An ordinary user's supervisor starts in a user namespace, which gives it the capabilities to
 * build.  It writes the maps of that namespace itself.
 *
 * With root privileges it builds first (`*builds_first`), while those still apply.  In a chroot the
 * kernel allows no user namespace until that root is left, so it enters its user namespace after
 * building, sends JAIL_EVENT_BUILT and waits for JAIL_CMD_SETTLE. */
pid_t jail_inside_start(const JailPlan *plan, bool *builds_first, int *handle);

/* Return maps that show the user and the group of this process under other ids.  Before the fork. */
JailMaps jail_maps(unsigned user, unsigned group);
/* Write the maps of the user namespace that this process has just entered, as an ordinary user may. */
bool jail_maps_apply(const JailMaps *maps);

#endif
