/* thread.h - POSIX threads, with stubs for platforms without threads.
 *
 * WebAssembly in a browser runs the engine on one thread.  The stubs then lock nothing, and
 * creating a thread fails, which every caller handles.  Waiting on a condition variable would block
 * forever.  That is a bug in the caller, so it traps.
 */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <stdbool.h>
#include <stddef.h>

#ifndef __wasi__
#include <pthread.h>
#else

#include <errno.h>

typedef struct OneThread {
    int unused;
} OneThread;

#define pthread_t       OneThread
#define pthread_attr_t  OneThread
#define pthread_mutex_t OneThread
#define pthread_cond_t  OneThread

static inline OneThread pthread_self(void)
{
    return (OneThread){ 0 };
}

static inline int pthread_equal(OneThread a, OneThread b)
{
    (void)a, (void)b;
    return 1;
}

static inline int pthread_create(OneThread *thread, const OneThread *attributes,
                                 void *(*run)(void *), void         *argument)
{
    (void)thread, (void)attributes, (void)run, (void)argument;
    return EAGAIN;
}

static inline int pthread_join(OneThread thread, void **result)
{
    (void)thread, (void)result;
    return 0;
}

static inline int pthread_mutex_init(OneThread *mutex, const void *attributes)
{
    (void)mutex, (void)attributes;
    return 0;
}

static inline int pthread_mutex_destroy(OneThread *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_lock(OneThread *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_unlock(OneThread *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_cond_init(OneThread *condition, const void *attributes)
{
    (void)condition, (void)attributes;
    return 0;
}

static inline int pthread_cond_destroy(OneThread *condition)
{
    (void)condition;
    return 0;
}

static inline int pthread_cond_broadcast(OneThread *condition)
{
    (void)condition;
    return 0;
}

static inline int pthread_cond_wait(OneThread *condition, OneThread *mutex)
{
    (void)condition, (void)mutex;
    __builtin_trap();
}

#endif

/* Start a thread that blocks all signals from outside, so that the thread that starts it handles
 * them.  Signals that a thread causes itself (a bad access, a closed pipe) are still delivered to
 * it.  `stack_bytes` 0 selects the default size.  Return false if the system cannot start a
 * thread. */
bool thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *), void *context);

#ifndef __wasi__
/* Wait for `changed`, at most `milliseconds`.  The caller holds the mutex, as for
 * pthread_cond_wait. */
void thread_wait_ms(pthread_cond_t *changed, pthread_mutex_t *mutex, long milliseconds);
#endif

#endif
