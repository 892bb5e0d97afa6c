/* SPDX-License-Identifier: MIT */
#include "web/expiry.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "web/store_pg.h"

enum {
    UNBEGUN_ROUNDS = 60, /* seconds between two searches for unbegun tables and old studies */
    UNBEGUN_AT_ONCE = 64,
    SHARED_ROUNDS = 5, /* seconds between two searches for old challenges in a shared database */
    DAY_MS = 24 * 3600 * 1000,
};

static bool remember(void *context, const char *id, const char *summary)
{
    (void)summary;
    challenges_add(context, id, "", clock_wall_ms());
    return true;
}

void expiry_begin(TableRegistry *registry)
{
    const StoreFilter open = { .state = TABLE_CHALLENGE };
    store_list(registry->store, &open, NULL, CHALLENGES_MAX, remember, &registry->challenges);
}

static void remove_challenge(void *context, const char *id)
{
    registry_remove(context, id);
}

/* A creator may be connected to any server, so the database decides. */
static void remove_shared_challenges(TableRegistry *registry)
{
    if (registry->rounds % SHARED_ROUNDS == 0)
        store_pg_stale_challenges(registry->store, registry->challenge_ms, UNBEGUN_AT_ONCE,
                                  remove_challenge, registry);
}

static void remove_stale_challenges(TableRegistry *registry)
{
    int64_t now = clock_wall_ms();
    for (const Table *table = registry->tables; table != NULL; table = table->next)
        if (table->stored.state == TABLE_CHALLENGE &&
            host_watchers(table->host) > host_spectators(table->host))
            challenges_see(&registry->challenges, table->stored.id, now);
    const char *stale;
    while ((stale = challenges_stale(&registry->challenges, now - registry->challenge_ms)) !=
           NULL) {
        char id[ID_TEXT_MAX];
        snprintf(id, sizeof id, "%s", stale);
        challenges_remove(&registry->challenges, id);
        registry_remove(registry, id);
    }
}

typedef struct Unbegun {
    const TableRegistry *registry;
    int                  count;
    char                 id[UNBEGUN_AT_ONCE][ID_TEXT_MAX];
} Unbegun;

static bool has_client(const TableRegistry *registry, const char *id)
{
    for (const Table *table = registry->tables; table != NULL; table = table->next)
        if (host_watchers(table->host) > 0 && strcmp(table->stored.id, id) == 0)
            return true;
    return false;
}

static bool collect(void *context, const char *id, const char *summary)
{
    (void)summary;
    Unbegun *unbegun = context;
    if (!has_client(unbegun->registry, id))
        snprintf(unbegun->id[unbegun->count++], ID_TEXT_MAX, "%s", id);
    return unbegun->count < UNBEGUN_AT_ONCE;
}

static void remove_unbegun(TableRegistry *registry)
{
    Unbegun       unbegun = { .registry = registry };
    const int64_t days = (int64_t)UNBEGUN_DAYS * DAY_MS;
    store_unbegun(registry->store, clock_date_ms() - days, collect, &unbegun);
    for (int i = 0; i < unbegun.count; i++)
        registry_remove(registry, unbegun.id[i]);
}

void expiry_round(TableRegistry *registry)
{
    if (store_is_shared(registry->store))
        remove_shared_challenges(registry);
    else
        remove_stale_challenges(registry);
    if (registry->rounds++ % UNBEGUN_ROUNDS == 0) {
        const int64_t days = (int64_t)STUDY_DAYS * DAY_MS;
        remove_unbegun(registry);
        store_expire_studies(registry->store, clock_date_ms() - days, UNBEGUN_AT_ONCE);
    }
}
