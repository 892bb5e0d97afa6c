/* jail_inside.h - what happens between the fork and the guest's first instruction, and afterwards.
 *
 * Knows:   the kernel's calls: mounts, landlock, seccomp, limits, waiting and killing.
 * Ignores: who asked for it.  The two sides speak in the messages below, over a socket.
 *
 * Everything here runs in a copy of a process that may have had many threads, of which only one is
 * left: no lock may be taken and no memory allocated, so it is written with plain system calls.
 *
 * The copy becomes the keeper, the first process of the jail's pid namespace.  It builds the tree,
 * starts the guest when told to, waits for its end, kills what is left and reports.  When the keeper
 * dies, the kernel kills all others; the keeper dies when the other end of its socket is closed.
 */
#ifndef ARENA_JAIL_INSIDE_H
#define ARENA_JAIL_INSIDE_H

#include <sys/types.h>

#include "arena/jail.h"
#include "arena/jail_tree.h"

/* What may fail, in words for people. */
#define JAIL_STEP_LIST(X)                                     \
    X(START, "a process of its own")                          \
    X(IDENTITY, "an identity of its own (user namespace)")    \
    X(MOUNTS, "a view of files of its own (mount namespace)") \
    X(PARTS, "showing the libraries and the program")         \
    X(SCRATCH, "a working folder in memory (tmpfs)")          \
    X(ROOT, "changing the root (pivot_root)")                 \
    X(RIGHTS, "giving up all rights")                         \
    X(LIMITS, "limits (setrlimit)")                           \
    X(LANDLOCK, "landlock")                                   \
    X(SECCOMP, "a filter for system calls (seccomp)")         \
    X(EXECUTE, "starting the program")                        \
    X(LOST, "the jail's keeper, which has died")

typedef enum JailStep {
#define X(name, text) JAIL_STEP_##name,
    JAIL_STEP_LIST(X)
#undef X
} JailStep;

/* From us to the keeper: one byte each. */
enum {
    JAIL_CMD_SETTLE = 's', /* its identity is in place */
    JAIL_CMD_GO = 'g',
    JAIL_CMD_FREEZE = 'f',
    JAIL_CMD_THAW = 't',
    JAIL_CMD_KILL = 'k',
};

typedef enum JailEventKind {
    JAIL_EVENT_BUILT = 1, /* with the working folder, opened */
    JAIL_EVENT_PROCESS,   /* from the guest itself: its credentials; `memory_bytes` is what it has
                          inherited from us and will shed, but the kernel counts as its own */
    JAIL_EVENT_RUNNING,   /* the program has been executed */
    JAIL_EVENT_FAILED,    /* `step` and `error`; JAIL_STEP_PARTS: `part` of the tree */
    JAIL_EVENT_ENDED,     /* nothing but the keeper is left; `status`, `cpu_us`, `memory_bytes` */
} JailEventKind;

typedef struct JailMessage {
    JailEventKind saying;
    JailStep      step;
    int           error;
    int           part;
    int           status; /* as wait(2) gives it */
    int64_t       cpu_us;
    int64_t       memory_bytes;
} JailMessage;

/* All that the keeper needs to know, made before the fork. */
typedef struct JailPlan {
    const JailTree *tree;
    JailLimits      limits;
    int64_t         address_bytes; /* of a process, what is only reserved included */
    int             open_files;
    char            scratch_size[24]; /* for the kernel, in digits */
    char            scratch_files[24];
    const char     *scratch_folder; /* unsafe: on the machine */
    char *const    *arguments;
    const char     *program; /* what is executed */
    char *const    *environment;
    bool            unsafe;
    bool            was_root;
    int files[4]; /* standard input, output, error, and the keeper's end of the socket */
} JailPlan;

enum { JAIL_USER = 1000 }; /* who the guest is, as it sees itself */

/* Start the keeper.  Returns its pid, or -1 with errno.  There are two orders:
 *
 * A plain user's keeper begins in a user namespace, without which it could do nothing.  It waits for
 * JAIL_CMD_SETTLE, then builds.  With root rights it builds first (`*builds_first`), where root's rights
 * still hold, and in a changed root (chroot), where the kernel allows no user namespace until that
 * root is left.  It enters its user namespace then, says JAIL_EVENT_BUILT and waits for JAIL_CMD_SETTLE. */
pid_t jail_inside_start(const JailPlan *plan, bool *builds_first);

#endif
