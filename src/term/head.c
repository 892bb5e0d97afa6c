/* SPDX-License-Identifier: MIT */
/* The lock guards `state`, `answer`, `news`, `has_news` and `ending`; the task belongs to the thread
 * while `state` is WORKING and to the owner otherwise.
 */
#include "term/head.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"

typedef enum HeadState { IDLE, WORKING, DONE } HeadState;

struct Head {
    pthread_t       thread;
    pthread_mutex_t lock;
    pthread_cond_t  changed;
    int             signal;
    HeadState       state;
    bool            ending, hurried, has_news;
    HeadTask        task;
    Line            line;
    int64_t         began_ms;
    PlayerAnswer    answer;
    PlayerNews      news;
};

/* --- The thread --------------------------------------------------------------------------- */

/* A full counter has been seen by nobody yet: then there is a signal anyway. */
static void give_signal(Head *head)
{
    uint64_t one = 1;
    if (write(head->signal, &one, sizeof one) < 0)
        return;
}

void head_listen(void *context, const PlayerNews *news)
{
    Head *head = context;
    pthread_mutex_lock(&head->lock);
    head->news = *news;
    head->has_news = true;
    pthread_mutex_unlock(&head->lock);
    give_signal(head);
}

/* A player that begins forgets a stop that came before; so it is told again. */
static bool begin(Head *head, Fault *fault)
{
    const HeadTask *task = &head->task;
    if (player_begin(task->player, &head->line.setup, task->side, task->seed, fault) != STATUS_OK)
        return false;
    pthread_mutex_lock(&head->lock);
    if (head->hurried)
        player_stop(task->player);
    pthread_mutex_unlock(&head->lock);
    return true;
}

static void think(Head *head, PlayerAnswer *answer)
{
    const HeadTask *task = &head->task;
    Fault           fault = { .why = "" };
    if (!task->begin || begin(head, &fault)) {
        player_choose(task->player, &head->line, &task->limits, answer);
        return;
    }
    answer->verdict = PLAYER_GONE;
    snprintf(answer->why, sizeof answer->why, "%s", fault.why);
}

static void *work(void *context)
{
    Head *head = context;
    pthread_mutex_lock(&head->lock);
    for (;;) {
        while (head->state != WORKING && !head->ending)
            pthread_cond_wait(&head->changed, &head->lock);
        if (head->ending)
            break;
        pthread_mutex_unlock(&head->lock);
        think(head, &head->answer); /* nobody else looks at it before DONE */
        pthread_mutex_lock(&head->lock);
        head->state = DONE;
        pthread_cond_broadcast(&head->changed);
        give_signal(head);
    }
    pthread_mutex_unlock(&head->lock);
    return NULL;
}

/* --- The owner ---------------------------------------------------------------------------- */

Head *head_new(void)
{
    Head *head = calloc(1, sizeof *head);
    if (head == NULL)
        return NULL;
    head->signal = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&head->lock, NULL);
    pthread_cond_init(&head->changed, NULL);
    if (head->signal >= 0 && thread_start(&head->thread, 0, work, head))
        return head;
    if (head->signal >= 0)
        close(head->signal);
    pthread_cond_destroy(&head->changed);
    pthread_mutex_destroy(&head->lock);
    free(head);
    return NULL;
}

void head_delete(Head *head)
{
    if (head == NULL)
        return;
    head_cancel(head);
    pthread_mutex_lock(&head->lock);
    head->ending = true;
    pthread_cond_broadcast(&head->changed);
    pthread_mutex_unlock(&head->lock);
    pthread_join(head->thread, NULL);
    close(head->signal);
    pthread_cond_destroy(&head->changed);
    pthread_mutex_destroy(&head->lock);
    free(head);
}

int head_signal(const Head *head)
{
    return head->signal;
}

bool head_ask(Head *head, const HeadTask *task)
{
    if (line_copy(&head->line, task->line) != STATUS_OK)
        return false;
    pthread_mutex_lock(&head->lock);
    head->task = *task;
    head->hurried = head->has_news = false;
    head->began_ms = clock_wall_ms();
    head->state = WORKING;
    pthread_cond_broadcast(&head->changed);
    pthread_mutex_unlock(&head->lock);
    return true;
}

void head_hurry(Head *head)
{
    pthread_mutex_lock(&head->lock);
    if (head->state == WORKING) {
        head->hurried = true;
        player_stop(head->task.player);
    }
    pthread_mutex_unlock(&head->lock);
}

bool head_was_hurried(const Head *head)
{
    return head->hurried;
}

static void drain(Head *head)
{
    uint64_t count;
    while (read(head->signal, &count, sizeof count) > 0)
        continue;
}

/* The task is over and its line not needed any more.  All its signals were given under the lock that
 * is held here, or before: none is left behind to wake an owner who has nothing to take. */
static void clear_task(Head *head)
{
    line_free(&head->line);
    head->state = IDLE;
    drain(head);
}

void head_cancel(Head *head)
{
    head_hurry(head);
    pthread_mutex_lock(&head->lock);
    while (head->state == WORKING)
        pthread_cond_wait(&head->changed, &head->lock);
    if (head->state == DONE)
        clear_task(head);
    head->has_news = false;
    pthread_mutex_unlock(&head->lock);
}

bool head_take(Head *head, PlayerAnswer *answer)
{
    drain(head);
    pthread_mutex_lock(&head->lock);
    bool done = head->state == DONE;
    if (done) {
        *answer = head->answer;
        clear_task(head);
    }
    pthread_mutex_unlock(&head->lock);
    return done;
}

bool head_news(Head *head, PlayerNews *news, int64_t *elapsed_ms)
{
    pthread_mutex_lock(&head->lock);
    bool has_news = head->has_news;
    if (has_news) {
        *news = head->news;
        *elapsed_ms = clock_wall_ms() - head->began_ms;
        head->has_news = false;
    }
    pthread_mutex_unlock(&head->lock);
    return has_news;
}
