/* SPDX-License-Identifier: MIT */
#include "arena/jail_cgroup.h"

void jail_cgroup_enter(JailCgroup *cgroup, pid_t pid, const JailLimits *limits)
{
    (void)pid;
    (void)limits;
    cgroup->memory[0] = cgroup->tasks[0] = '\0';
}

bool jail_cgroup_leave(JailCgroup *cgroup, int64_t *peak_bytes)
{
    (void)cgroup;
    (void)peak_bytes;
    return false;
}

void jail_cgroup_describe(Text *out)
{
    text_add(out, "no cgroup");
}
