/* jail_cgroup.h - a cgroup that limits the memory and the number of processes of a jail.
 *
 * Knows:   cgroups version 1 and 2, and whether we may create groups.
 * Ignores: the other limits of the jail, which hold without a cgroup.  With one, the total memory
 *          of several processes is limited, and OOM kills are detected.
 *
 * A group is a directory beside or below the cgroup of this process, named after the pid of the
 * jail's supervisor.  A killed process leaves empty groups behind; jail_cgroup_sweep removes them.
 */
#ifndef ARENA_JAIL_CGROUP_H
#define ARENA_JAIL_CGROUP_H

#include <sys/types.h>

#include "arena/jail.h"

enum { JAIL_CGROUP_PATH = 512 };

/* The directories in the hierarchies for memory and for processes; "" if there is none.  In version
 * 2 both are the same. */
typedef struct JailCgroup {
    int  version;
    char memory[JAIL_CGROUP_PATH];
    char tasks[JAIL_CGROUP_PATH];
} JailCgroup;

/* Find the cgroup directories of a process from the text of its /proc/self/cgroup and
 * /proc/self/mountinfo. */
void jail_cgroup_find(const char *cgroups, const char *mounts, JailCgroup *out);

/* Create a group for `pid` and its future children, if possible. */
void jail_cgroup_enter(JailCgroup *cgroup, pid_t pid, const JailLimits *limits);
/* Remove the group when it has no processes left.  True if the OOM killer was active in it.
 * `*peak_bytes` is set to the peak memory, or unchanged if unknown. */
bool jail_cgroup_leave(JailCgroup *cgroup, int64_t *peak_bytes);
/* Remove groups that killed processes left behind. */
void jail_cgroup_sweep(void);
/* Write "cgroups (version 1) for memory and processes", or "no cgroups". */
void jail_cgroup_describe(Text *out);

#endif
