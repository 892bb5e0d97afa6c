/* jail_helper.h - a small process that starts the supervisors of jails.
 *
 * Knows:   passing a plan and files to the helper process, and the supervisor's pid back.
 * Ignores: what is in the plan (jail_inside.h).
 *
 * fork(2) copies the page tables of the process that calls it, so starting a jail from a large arena is
 * slow.  The helper is forked early, while the arena is small, and forks from there.  It also enters an
 * empty network namespace, which all its jails share: creating one takes as long as everything else.
 * The system call filter closes every way to meet another jail there.
 *
 * If the helper dies, jails are started by this process as before.  Threads may use a helper
 * concurrently.
 */
#ifndef ARENA_JAIL_HELPER_H
#define ARENA_JAIL_HELPER_H

#include "arena/jail_inside.h"

typedef struct JailHelper JailHelper;

/* Start a helper; NULL if the system cannot. */
JailHelper *jail_helper_start(void);
/* End it.  Jails that it started live on.  NULL is allowed. */
void jail_helper_stop(JailHelper *helper);
/* Return its pid.  Only for inspection. */
pid_t jail_helper_pid(const JailHelper *helper);

/* Start a supervisor as jail_inside_start does.  It is not a child of this process: `*handle` receives
 * a pidfd, which is readable when the supervisor has ended.  Return -1 if the helper has died. */
pid_t jail_helper_supervisor(JailHelper *helper, const JailPlan *plan, bool *builds_first,
                             int *handle);

#endif
