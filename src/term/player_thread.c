/* SPDX-License-Identifier: MIT */
/* The lock guards `state`, `answer`, `news`, `has_news` and `ending`. The task belongs to the
 * thread while `state` is WORKING and to the owner otherwise. */
#include "term/player_thread.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"

typedef enum PlayerThreadState { IDLE, WORKING, DONE } PlayerThreadState;

struct PlayerThread {
    pthread_t         thread;
    pthread_mutex_t   lock;
    pthread_cond_t    changed;
    int               signal;
    PlayerThreadState state;
    bool              ending, hurried, has_news;
    PlayerTask        task;
    Line              line;
    int64_t           began_ms;
    PlayerAnswer      answer;
    PlayerNews        news;
};

/* --- The thread --------------------------------------------------------------------------- */

/* If the counter is full, an unread signal is already pending. */
static void give_signal(PlayerThread *thread)
{
    uint64_t one = 1;
    if (write(thread->signal, &one, sizeof one) < 0)
        return;
}

void player_thread_listen(void *context, const PlayerNews *news)
{
    PlayerThread *thread = context;
    pthread_mutex_lock(&thread->lock);
    thread->news = *news;
    thread->has_news = true;
    pthread_mutex_unlock(&thread->lock);
    give_signal(thread);
}

/* A player that starts a game forgets an earlier stop, so the stop is repeated. */
static bool begin(PlayerThread *thread, Fault *fault)
{
    const PlayerTask *task = &thread->task;
    if (player_begin(task->player, &thread->line.setup, task->side, task->seed, fault) != STATUS_OK)
        return false;
    pthread_mutex_lock(&thread->lock);
    if (thread->hurried)
        player_stop(task->player);
    pthread_mutex_unlock(&thread->lock);
    return true;
}

static void think(PlayerThread *thread, PlayerAnswer *answer)
{
    const PlayerTask *task = &thread->task;
    Fault             fault = { .why = "" };
    if (!task->begin || begin(thread, &fault)) {
        player_choose(task->player, &thread->line, &task->limits, answer);
        return;
    }
    answer->status = PLAYER_GONE;
    snprintf(answer->why, sizeof answer->why, "%s", fault.why);
}

static void *work(void *context)
{
    PlayerThread *thread = context;
    pthread_mutex_lock(&thread->lock);
    for (;;) {
        while (thread->state != WORKING && !thread->ending)
            pthread_cond_wait(&thread->changed, &thread->lock);
        if (thread->ending)
            break;
        pthread_mutex_unlock(&thread->lock);
        think(thread, &thread->answer); /* no other thread reads it before DONE */
        pthread_mutex_lock(&thread->lock);
        thread->state = DONE;
        pthread_cond_broadcast(&thread->changed);
        give_signal(thread);
    }
    pthread_mutex_unlock(&thread->lock);
    return NULL;
}

/* --- The owner ---------------------------------------------------------------------------- */

PlayerThread *player_thread_new(void)
{
    PlayerThread *thread = calloc(1, sizeof *thread);
    if (thread == NULL)
        return NULL;
    thread->signal = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&thread->lock, NULL);
    pthread_cond_init(&thread->changed, NULL);
    if (thread->signal >= 0 && thread_start(&thread->thread, 0, work, thread))
        return thread;
    if (thread->signal >= 0)
        close(thread->signal);
    pthread_cond_destroy(&thread->changed);
    pthread_mutex_destroy(&thread->lock);
    free(thread);
    return NULL;
}

void player_thread_delete(PlayerThread *thread)
{
    if (thread == NULL)
        return;
    player_thread_cancel(thread);
    pthread_mutex_lock(&thread->lock);
    thread->ending = true;
    pthread_cond_broadcast(&thread->changed);
    pthread_mutex_unlock(&thread->lock);
    pthread_join(thread->thread, NULL);
    close(thread->signal);
    pthread_cond_destroy(&thread->changed);
    pthread_mutex_destroy(&thread->lock);
    free(thread);
}

int player_thread_signal(const PlayerThread *thread)
{
    return thread->signal;
}

bool player_thread_start(PlayerThread *thread, const PlayerTask *task)
{
    assert(thread->state == IDLE);
    assert(task->player != NULL && task->line != NULL);
    if (line_copy(&thread->line, task->line) != STATUS_OK)
        return false;
    pthread_mutex_lock(&thread->lock);
    thread->task = *task;
    thread->hurried = thread->has_news = false;
    thread->began_ms = clock_wall_ms();
    thread->state = WORKING;
    pthread_cond_broadcast(&thread->changed);
    pthread_mutex_unlock(&thread->lock);
    return true;
}

void player_thread_hurry(PlayerThread *thread)
{
    pthread_mutex_lock(&thread->lock);
    if (thread->state == WORKING) {
        thread->hurried = true;
        player_stop(thread->task.player);
    }
    pthread_mutex_unlock(&thread->lock);
}

bool player_thread_was_hurried(const PlayerThread *thread)
{
    return thread->hurried;
}

static void drain(PlayerThread *thread)
{
    uint64_t count;
    while (read(thread->signal, &count, sizeof count) > 0)
        continue;
}

/* The task is over and its line no longer needed. All its signals were given under the lock held
 * here, or before, so none remains to wake an owner that has nothing to take. */
static void clear_task(PlayerThread *thread)
{
    line_free(&thread->line);
    thread->state = IDLE;
    drain(thread);
}

void player_thread_cancel(PlayerThread *thread)
{
    player_thread_hurry(thread);
    pthread_mutex_lock(&thread->lock);
    while (thread->state == WORKING)
        pthread_cond_wait(&thread->changed, &thread->lock);
    if (thread->state == DONE)
        clear_task(thread);
    thread->has_news = false;
    pthread_mutex_unlock(&thread->lock);
}

bool player_thread_take(PlayerThread *thread, PlayerAnswer *answer)
{
    drain(thread);
    pthread_mutex_lock(&thread->lock);
    bool done = thread->state == DONE;
    if (done) {
        *answer = thread->answer;
        clear_task(thread);
    }
    pthread_mutex_unlock(&thread->lock);
    return done;
}

bool player_thread_news(PlayerThread *thread, PlayerNews *news, int64_t *elapsed_ms)
{
    pthread_mutex_lock(&thread->lock);
    bool has_news = thread->has_news;
    if (has_news) {
        *news = thread->news;
        *elapsed_ms = clock_wall_ms() - thread->began_ms;
        thread->has_news = false;
    }
    pthread_mutex_unlock(&thread->lock);
    return has_news;
}
