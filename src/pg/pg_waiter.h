/* pg_waiter.h - a caller that waits for a database that is away when it starts.
 *
 * Knows:   whom to tell.
 * Ignores: connections; queue/queue.h passes it on to callers that know none.
 */
#ifndef PG_PG_WAITER_H
#define PG_PG_WAITER_H

typedef struct PgWaiter {
    void (*notify)(void *context, const char *why); /* called once, before the first wait */
    void *context;
} PgWaiter;

#endif
