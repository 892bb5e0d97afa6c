/* jail_cgroup.h - the kernel's account of a jail's memory and processes, where we may open one.
 *
 * Knows:   cgroups of both versions.
 * Ignores: everything else.  The jail's own limits hold without it; with it the memory of several
 *          processes is bounded together, and measured exactly.
 */
#ifndef ARENA_JAIL_CGROUP_H
#define ARENA_JAIL_CGROUP_H

#include <sys/types.h>

#include "arena/jail.h"

typedef struct JailCgroup {
    char memory[256]; /* folder of the account, empty: there is none */
    char tasks[256];  /* the same for processes; with version 2 both are one folder */
} JailCgroup;

/* Open an account for `pid` and all that it will start, if that is possible. */
void jail_cgroup_enter(JailCgroup *cgroup, pid_t pid, const JailLimits *limits);
/* Close it when nothing lives in it any more.  Sets `*peak_bytes` if there was an account.  True if
 * the kernel killed somebody because memory ran out. */
bool jail_cgroup_leave(JailCgroup *cgroup, int64_t *peak_bytes);
/* "cgroup for memory and processes", or "no cgroup". */
void jail_cgroup_describe(Text *out);

#endif
