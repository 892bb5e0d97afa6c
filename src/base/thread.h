/* thread.h - threads as POSIX has them, also where there are none.
 *
 * A browser runs the engine as one thread.  There nobody else can hold a lock, no thread can be had
 * (every caller does without one that the system refuses), and whoever waits for a word from another
 * thread would wait for ever: that is a defect of the caller and ends the program.
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

/* Start a thread that hears no signal sent from outside: those are the business of whoever started
 * it.  Signals that a thread brings upon itself (a bad access, a closed pipe) stay its own.
 * `stack_bytes` 0: as many as usual.  False where the system refuses. */
bool thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *), void *context);

#ifndef __wasi__
/* Wait for a change, but no longer than that; the mutex is held, as for pthread_cond_wait. */
void thread_wait_ms(pthread_cond_t *changed, pthread_mutex_t *mutex, long milliseconds);
#endif

#endif
