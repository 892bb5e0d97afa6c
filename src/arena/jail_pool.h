/* jail_pool.h - jails that are built in advance.
 *
 * Knows:   a bounded number of jails, built by a thread of its own.
 * Ignores: what a jail is made of (jail.h) and when one will be needed.
 *
 * A program that is started once per move needs a jail per move.  After each run the pool builds the
 * next jail for the same program: file tree, limits and filters are complete, and its bot process
 * waits for the arguments.  So a move only starts the program, and building never takes the bot's
 * time.  A jail runs one program once; then it is gone like any other.
 *
 * A jail is not used if its supervisor has died, or if the program is no longer the file that was
 * mounted.  If the pool has no jail, it is built on demand, as without a pool.  When this process
 * ends, even by SIGKILL, the jails end as well.
 *
 * Threads may use a pool concurrently.
 */
#ifndef ARENA_JAIL_POOL_H
#define ARENA_JAIL_POOL_H

#include "arena/jail.h"

typedef struct JailPool JailPool;

/* Start the thread; NULL if the system cannot. */
JailPool *jail_pool_start(void);
/* Close all jails in the pool, and end the thread.  NULL is allowed. */
void jail_pool_stop(JailPool *pool);

/* Ask for one more jail for a later run of `spec`.  Does not wait. */
void jail_pool_prepare(JailPool *pool, const JailSpec *spec);
/* As jail_open, with a prepared jail if there is one or it is being built. */
Jail *jail_pool_open(JailPool *pool, const JailSpec *spec, Fault *fault);

/* Wait until every jail that was asked for is built. */
void jail_pool_wait(JailPool *pool);
/* Return how many prepared jails were used so far.  Only for inspection. */
long jail_pool_used(JailPool *pool);

#endif
