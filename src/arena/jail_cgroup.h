/* jail_cgroup.h - the kernel's account of a jail's memory and processes, where we may open one.
 *
 * Knows:   cgroups of both versions.
 * Ignores: everything else.  The jail's own limits hold without it; with it the memory of several
 *          processes is bounded together, and a death for want of memory is known as such.
 *
 * Accounts are folders beside or below the cgroup of this process, named after the jail's keeper.  A
 * process that is killed leaves them behind, empty; the next one sweeps them away.
 */
#ifndef ARENA_JAIL_CGROUP_H
#define ARENA_JAIL_CGROUP_H

#include <sys/types.h>

#include "arena/jail.h"

enum { JAIL_CGROUP_PATH = 512 };

/* Two folders: of one hierarchy for memory and one for processes.  With version 2 both are the same.
 * Empty where there is none. */
typedef struct JailCgroup {
    int  version;
    char memory[JAIL_CGROUP_PATH];
    char tasks[JAIL_CGROUP_PATH];
} JailCgroup;

/* Where a process is, from its /proc/self/cgroup and /proc/self/mountinfo.  Pure; for version 2 the
 * folder is that of the process itself. */
void jail_cgroup_find(const char *cgroups, const char *mounts, JailCgroup *out);

/* Open an account for `pid` and all that it will start, if that is possible. */
void jail_cgroup_enter(JailCgroup *cgroup, pid_t pid, const JailLimits *limits);
/* Close it when nothing lives in it any more.  True if the kernel killed somebody because memory ran
 * out.  `*peak_bytes`: the most that was in use at once, unchanged if that is not known. */
bool jail_cgroup_leave(JailCgroup *cgroup, int64_t *peak_bytes);
/* Remove accounts that nobody uses. */
void jail_cgroup_sweep(void);
/* "cgroups (version 1) for memory and processes", or "no cgroups". */
void jail_cgroup_describe(Text *out);

#endif
