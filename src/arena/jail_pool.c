/* SPDX-License-Identifier: MIT */
#include "arena/jail_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arena/jail_tree.h"
#include "base/thread.h"

enum {
    SLOTS = 16, /* bots that play at the same time, and some more */
};

typedef enum SlotState {
    SLOT_EMPTY,
    SLOT_WANTED,
    SLOT_BUILDING,
    SLOT_READY,
} SlotState;

/* A jail and its configuration.  A bot that plays two games at once has two. */
typedef struct Slot {
    SlotState state;
    JailSpec  spec; /* `program` and the only argument are below */
    char      program[2 * JAIL_PATH_MAX];
    char      first_argument[JAIL_PATH_MAX];
    Jail     *jail;  /* SLOT_READY; the thread closes it if another state follows */
    uint64_t  asked; /* number of the last request, to evict the oldest */
} Slot;

struct JailPool {
    pthread_mutex_t mutex;
    pthread_cond_t  changed;
    pthread_t       thread;
    bool            quits;
    uint64_t        requests;
    long            used;
    Slot            slots[SLOTS];
};

/* --- Configurations ----------------------------------------------------------------------- */

static bool has_limits(const JailLimits *a, const JailLimits *b)
{
    return a->memory_bytes == b->memory_bytes && a->processes == b->processes &&
           a->threads == b->threads && a->cpu_ms == b->cpu_ms &&
           a->scratch_bytes == b->scratch_bytes && a->scratch_files == b->scratch_files;
}

/* The first argument is part of the environment (LD_ORIGIN_PATH). */
static bool fits(const Slot *slot, const JailSpec *spec)
{
    return slot->state != SLOT_EMPTY && slot->spec.runtime == spec->runtime &&
           slot->spec.helper == spec->helper && has_limits(&slot->spec.limits, &spec->limits) &&
           strcmp(slot->program, spec->program) == 0 &&
           strcmp(slot->first_argument, spec->arguments[0]) == 0;
}

/* Programs with an SDK are compilers, which run once per bot. */
static bool can_prepare(const JailSpec *spec)
{
    return !spec->unsafe && spec->sdk == NULL && spec->program != NULL &&
           strlen(spec->program) < sizeof((Slot *)0)->program &&
           strlen(spec->arguments[0]) < sizeof((Slot *)0)->first_argument;
}

/* Find the jail of a configuration: one that is ready, else one that is being built. */
static Slot *find(JailPool *pool, const JailSpec *spec)
{
    Slot *found = NULL;
    for (int i = 0; i < SLOTS && (found == NULL || found->state != SLOT_READY); i++) {
        Slot *slot = &pool->slots[i];
        if (fits(slot, spec) && slot->state >= SLOT_BUILDING)
            found = slot;
    }
    return found;
}

static Slot *find_state(JailPool *pool, SlotState state)
{
    for (int i = 0; i < SLOTS; i++) {
        if (pool->slots[i].state == state)
            return &pool->slots[i];
    }
    return NULL;
}

/* Return the slot for another jail: an empty one, or the one that was asked for first.  NULL if all are
 * being built. */
static Slot *find_slot(JailPool *pool)
{
    Slot *found = find_state(pool, SLOT_EMPTY);
    for (int i = 0; i < SLOTS && (found == NULL || found->state != SLOT_EMPTY); i++) {
        Slot *slot = &pool->slots[i];
        if (slot->state != SLOT_BUILDING && (found == NULL || slot->asked < found->asked))
            found = slot;
    }
    return found;
}

/* --- The thread --------------------------------------------------------------------------- */

/* Build the jail of a slot.  The mutex is released meanwhile; the slot keeps its configuration. */
static void build(JailPool *pool, Slot *slot)
{
    const char *arguments[] = { slot->first_argument, NULL };
    JailSpec    spec = slot->spec;
    Jail       *old = slot->jail;
    spec.program = slot->program;
    spec.arguments = arguments;
    slot->jail = NULL;
    slot->state = SLOT_BUILDING;
    pthread_mutex_unlock(&pool->mutex);
    jail_close(old);
    Jail *jail = jail_open(&spec, NULL); /* a run on demand will report the reason */
    pthread_mutex_lock(&pool->mutex);
    slot->jail = jail;
    slot->state = jail == NULL ? SLOT_EMPTY : SLOT_READY;
    pthread_cond_broadcast(&pool->changed);
}

static void *keep_ready(void *context)
{
    JailPool *pool = context;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->quits) {
        Slot *slot = find_state(pool, SLOT_WANTED);
        if (slot != NULL)
            build(pool, slot);
        else
            pthread_cond_wait(&pool->changed, &pool->mutex);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* --- Interface ---------------------------------------------------------------------------- */

JailPool *jail_pool_start(void)
{
    JailPool *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->changed, NULL);
    if (thread_start(&pool->thread, 0, keep_ready, pool))
        return pool;
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
    return NULL;
}

void jail_pool_stop(JailPool *pool)
{
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->mutex);
    pool->quits = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    pthread_join(pool->thread, NULL);
    for (int i = 0; i < SLOTS; i++)
        jail_close(pool->slots[i].jail);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

void jail_pool_prepare(JailPool *pool, const JailSpec *spec)
{
    if (!can_prepare(spec))
        return;
    pthread_mutex_lock(&pool->mutex);
    Slot *slot = find_slot(pool);
    if (slot != NULL) {
        slot->spec = *spec;
        slot->spec.program = NULL;
        slot->spec.arguments = NULL;
        strcpy(slot->program, spec->program);
        strcpy(slot->first_argument, spec->arguments[0]);
        slot->state = SLOT_WANTED;
        slot->asked = ++pool->requests;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->mutex);
}

/* Withdraw a request whose jail is not being built yet: the caller builds its own. */
static void withdraw(JailPool *pool, const JailSpec *spec)
{
    for (int i = 0; i < SLOTS; i++) {
        if (pool->slots[i].state == SLOT_WANTED && fits(&pool->slots[i], spec)) {
            pool->slots[i].state = SLOT_EMPTY;
            pthread_cond_broadcast(&pool->changed);
            return;
        }
    }
}

/* Take the prepared jail of a configuration; NULL if there is none. */
static Jail *take(JailPool *pool, const JailSpec *spec)
{
    Jail *jail = NULL;
    pthread_mutex_lock(&pool->mutex);
    Slot *slot = find(pool, spec);
    while (slot != NULL && slot->state != SLOT_READY) {
        pthread_cond_wait(&pool->changed, &pool->mutex);
        slot = find(pool, spec);
    }
    if (slot != NULL) {
        jail = slot->jail;
        slot->jail = NULL;
        slot->state = SLOT_EMPTY;
    } else {
        withdraw(pool, spec);
    }
    pthread_mutex_unlock(&pool->mutex);
    return jail;
}

Jail *jail_pool_open(JailPool *pool, const JailSpec *spec, Fault *fault)
{
    assert(spec->arguments != NULL && spec->arguments[0] != NULL);
    Jail *jail = can_prepare(spec) ? take(pool, spec) : NULL;
    if (jail == NULL)
        return jail_open(spec, fault);
    if (!jail_is_usable(jail, spec->program)) {
        jail_close(jail);
        return jail_open(spec, fault);
    }
    if (jail_set_arguments(jail, spec->arguments, fault) != STATUS_OK) {
        jail_close(jail);
        return NULL;
    }
    pthread_mutex_lock(&pool->mutex);
    pool->used++;
    pthread_mutex_unlock(&pool->mutex);
    return jail;
}

void jail_pool_wait(JailPool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    while (find_state(pool, SLOT_WANTED) != NULL || find_state(pool, SLOT_BUILDING) != NULL)
        pthread_cond_wait(&pool->changed, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

long jail_pool_used(JailPool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    long used = pool->used;
    pthread_mutex_unlock(&pool->mutex);
    return used;
}
