/* SPDX-License-Identifier: MIT */
#include "web/sharing.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "base/clock.h"
#include "web/events.h"
#include "web/store_pg.h"

enum {
    BEAT_TICKS = 20,
    LEASE_TICKS = 5,  /* between two attempts to get leases, */
    RENEW_TICKS = 25, /* and to renew those that we have */
    ABANDONED_TICKS = 50,
    ABANDONED_AT_ONCE = 16,
    RELOADS_AT_ONCE = 50, /* in one tick */
};

static bool is_shared(const TableRegistry *registry)
{
    return registry->store != NULL && store_is_shared(registry->store);
}

/* --- News --------------------------------------------------------------------------------- */

/* Another server changed the table. */
static void follow(TableRegistry *registry, Table *table, int64_t version)
{
    if (version == 0 || registry_is_idle(registry, table))
        registry_drop(registry, table);
    else if (version > table->stored.version && !registry_reload(registry, table))
        table->share.is_stale = true;
}

/* Pass an engine's thoughts from another server on, unless the table has changed since.  Every role of
 * the database may send a notification, so this is all that one can contain: one line of thoughts. */
static void pass_on(Table *table, int64_t version, const char *event)
{
    static const char HEADER[] = "event: thinking\ndata: ";
    const size_t      header = sizeof HEADER - 1, size = strlen(event);
    if (version == table->stored.version && strncmp(event, HEADER, header) == 0 &&
        size > header + 2 && strcmp(event + size - 2, "\n\n") == 0 &&
        strchr(event + header, '\n') == event + size - 2)
        events_send(table, event, size);
}

static void take_news(TableRegistry *registry)
{
    StoreNews news;
    while (store_pg_news(registry->store, &news)) {
        Table *table = registry_in_memory(registry, news.id);
        if (table == NULL && !news.is_presence && news.event == NULL)
            challenges_remove(&registry->challenges, news.id); /* it was accepted or removed */
        else if (table != NULL && news.event != NULL)
            pass_on(table, news.version, news.event);
        else if (table != NULL && news.is_presence)
            table->share.others_changed = true;
        else if (table != NULL)
            follow(registry, table, news.version);
    }
}

static void stop_listening(TableRegistry *registry)
{
    if (registry->news == NULL)
        return;
    event_free(registry->news);
    close(registry->news_socket);
    registry->news = NULL;
}

static void on_news(evutil_socket_t none, short what, void *context)
{
    (void)none, (void)what;
    TableRegistry *registry = context;
    take_news(registry);
    if (store_pg_socket(registry->store) < 0)
        stop_listening(registry); /* a lost connection would stay readable */
}

/* Statements read notifications, too, and then the socket stays silent. */
static void look_for_news(TableRegistry *registry)
{
    if (registry->news != NULL)
        event_active(registry->news, EV_READ, 0);
}

/* Watch a duplicate of the socket: the connection may close its own at any time, and the next client
 * would get the same number. */
static void listen_again(TableRegistry *registry)
{
    stop_listening(registry);
    int socket = fcntl(store_pg_socket(registry->store), F_DUPFD_CLOEXEC, 0);
    if (socket < 0)
        return; /* then every tick looks for news */
    registry->news = event_new(registry->base, socket, EV_READ | EV_PERSIST, on_news, registry);
    registry->news_socket = socket;
    if (registry->news != NULL)
        event_add(registry->news, NULL);
    else
        close(socket);
}

/* --- Copies of tables --------------------------------------------------------------------- */

bool sharing_update(TableRegistry *registry, Table *table)
{
    int64_t version;
    if (!is_shared(registry))
        return true;
    Status status = store_pg_version(registry->store, table->stored.id, &version);
    look_for_news(registry);
    if (status == STATUS_NOT_FOUND)
        registry_drop(registry, table);
    if (status != STATUS_OK)
        return false;
    return (version == table->stored.version && !table->share.is_stale) ||
           registry_reload(registry, table);
}

static bool keep_event(void *context, int64_t version, const char *text, size_t size)
{
    (void)version;
    char *copy = malloc(size + 1);
    if (copy == NULL)
        return false;
    memcpy(copy, text, size + 1);
    table_keep(context, (StoredEvent){ copy, size });
    return true;
}

bool sharing_load_events(TableRegistry *registry, Table *table)
{
    return !is_shared(registry) ||
           store_pg_events(registry->store, table->stored.id, table->stored.version, keep_event,
                           table) == STATUS_OK;
}

/* Load tables again that may have changed unnoticed. */
static void reload_stale(TableRegistry *registry)
{
    int left = RELOADS_AT_ONCE;
    for (Table *table = registry->tables, *next; table != NULL && left > 0; table = next) {
        next = table->next;
        if (!table->share.is_stale)
            continue;
        left--;
        if (registry_is_idle(registry, table))
            registry_drop(registry, table);
        else
            sharing_update(registry, table);
    }
}

/* --- Presence ----------------------------------------------------------------------------- */

static Presence clients_of(const Table *table)
{
    Presence presence = { .spectators = 0 };
    memcpy(presence.id, table->stored.id, sizeof presence.id);
    for (const Stream *stream = table->streams; stream != NULL; stream = stream->next)
        if (stream->side == SIDE_NONE)
            presence.spectators++;
        else
            presence.here[stream->side]++;
    return presence;
}

/* Tell the database about clients that came or left. */
static void note_clients(TableRegistry *registry)
{
    int       count = 0;
    Presence *changed = NULL;
    for (const Table *table = registry->tables; table != NULL; table = table->next)
        count += table->share.clients_changed;
    if (count == 0 || (changed = calloc((size_t)count, sizeof *changed)) == NULL)
        return;
    count = 0;
    for (const Table *table = registry->tables; table != NULL; table = table->next)
        if (table->share.clients_changed)
            changed[count++] = clients_of(table);
    bool is_noted = store_pg_note_presence(registry->store, changed, count) == STATUS_OK;
    free(changed);
    for (Table *table = registry->tables; is_noted && table != NULL; table = table->next)
        if (table->share.clients_changed) {
            table->share.is_noted = table->streams != NULL;
            table->share.clients_changed = false;
        }
}

/* Let as many clients with a seat, or without one, come or leave as other servers have now. */
static void adjust(TableHost *host, int seat, int *known, int now)
{
    for (; *known < now; ++*known)
        host_arrive(host, seat, clock_wall_ms());
    for (; *known > now; --*known)
        host_depart(host, seat, clock_wall_ms());
}

static void take_presence(void *context, const Presence *presence)
{
    Table *table = registry_in_memory(context, presence->id);
    if (table == NULL)
        return;
    TableShare *share = &table->share;
    share->others_changed = false;
    adjust(table->host, SIDE_NONE, &share->spectators, presence->spectators);
    for (int seat = 0; seat < 2; seat++) {
        adjust(table->host, seat, &share->here[seat], presence->here[seat]);
        if (presence->away_ms[seat] >= 0)
            host_set_away(table->host, seat, clock_wall_ms() - presence->away_ms[seat]);
    }
}

static void add_id(Buffer *ids, const Table *table)
{
    if (ids->length > 0)
        buffer_add(ids, ",");
    buffer_add(ids, table->stored.id);
}

/* Ask for the clients of other servers. */
static void ask_for_clients(TableRegistry *registry)
{
    Buffer ids;
    buffer_init(&ids, REPLY_BYTES_MAX);
    for (const Table *table = registry->tables; table != NULL; table = table->next)
        if (table->share.others_changed)
            add_id(&ids, table);
    if (ids.length > 0 && !ids.failed)
        store_pg_presence(registry->store, ids.data, take_presence, registry);
    buffer_free(&ids);
}

void sharing_add(TableRegistry *registry, Table *table)
{
    if (!is_shared(registry))
        return;
    table->share.others_changed = true;
    ask_for_clients(registry);
    look_for_news(registry);
}

void sharing_drop(TableRegistry *registry, Table *table)
{
    if (registry->news == NULL || !table->share.is_noted)
        return;
    Presence nobody = clients_of(table);
    store_pg_note_presence(registry->store, &nobody, 1);
}

bool sharing_has_others(const Table *table)
{
    return table->share.here[0] + table->share.here[1] + table->share.spectators > 0;
}

void sharing_tell(TableRegistry *registry, const Table *table, const char *event)
{
    if (is_shared(registry) && sharing_has_others(table))
        store_pg_tell(registry->store, table->stored.id, table->stored.version, event);
}

/* --- Leases ------------------------------------------------------------------------------- */

/* Return the task for an engine's move, or NULL. */
static const HostTask *engine_task(const Table *table)
{
    const HostTask *task = host_next_task(table->host, 0);
    return task != NULL && task->kind == HOST_TASK_TURN ? task : NULL;
}

bool sharing_may_search(const TableRegistry *registry, const Table *table, const HostTask *task)
{
    return !is_shared(registry) || task->kind != HOST_TASK_TURN || table->share.is_leased;
}

static void take_lease(void *context, const char *id)
{
    Table *table = registry_in_memory(context, id);
    if (table != NULL)
        table->share.is_leased = true;
}

/* Get leases for engines that are to move, and renew ours; the next flush starts the searches. */
static void get_leases(TableRegistry *registry, bool renews)
{
    Buffer ids;
    buffer_init(&ids, REPLY_BYTES_MAX);
    for (Table *table = registry->tables; table != NULL; table = table->next) {
        if (engine_task(table) == NULL)
            table->share.is_leased = false;
        else if (renews || !table->share.is_leased)
            add_id(&ids, table);
    }
    if (ids.length > 0 && !ids.failed) {
        for (Table *table = registry->tables; renews && table != NULL; table = table->next)
            table->share.is_leased = false;
        store_pg_lease(registry->store, ids.data, take_lease, registry);
    }
    buffer_free(&ids);
}

typedef struct Abandoned {
    int  count;
    char id[ABANDONED_AT_ONCE][ID_TEXT_MAX];
} Abandoned;

static void add_abandoned(void *context, const char *id)
{
    Abandoned *abandoned = context;
    snprintf(abandoned->id[abandoned->count++], ID_TEXT_MAX, "%s", id);
}

/* Load tables that nobody continues; the next ticks do the rest. */
static void adopt_abandoned(TableRegistry *registry)
{
    Abandoned abandoned = { .count = 0 };
    store_pg_abandoned(registry->store, ABANDONED_AT_ONCE, add_abandoned, &abandoned);
    for (int i = 0; i < abandoned.count; i++) {
        const Table *table = registry_find(registry, abandoned.id[i]);
        if (table != NULL && engine_task(table) == NULL)
            store_pg_release(registry->store, abandoned.id[i]); /* nobody watches two engines */
    }
}

/* --- Time --------------------------------------------------------------------------------- */

/* The connection is new: nobody told us what happened before. */
static void begin_again(TableRegistry *registry)
{
    bool ignored;
    listen_again(registry);
    store_pg_beat(registry->store, &ignored);
    store_pg_forget_presence(registry->store);
    for (Table *table = registry->tables; table != NULL; table = table->next)
        table->share.is_stale = table->share.clients_changed = table->share.others_changed = true;
}

static void beat(TableRegistry *registry)
{
    bool others_changed;
    store_pg_beat(registry->store, &others_changed);
    for (Table *table = registry->tables; others_changed && table != NULL; table = table->next)
        table->share.others_changed = true;
}

void sharing_tick(TableRegistry *registry)
{
    bool is_new;
    if (!is_shared(registry))
        return;
    if (!store_pg_connect(registry->store, &is_new)) {
        stop_listening(registry);
        return;
    }
    if (is_new)
        begin_again(registry);
    else if (registry->ticks % BEAT_TICKS == 0)
        beat(registry);
    take_news(registry);
    reload_stale(registry);
    note_clients(registry);
    ask_for_clients(registry);
    if (registry->ticks % LEASE_TICKS == 0)
        get_leases(registry, registry->ticks % RENEW_TICKS == 0);
    if (registry->ticks % ABANDONED_TICKS == 0)
        adopt_abandoned(registry);
}

void sharing_end(TableRegistry *registry)
{
    if (!is_shared(registry))
        return;
    stop_listening(registry);
    store_pg_leave(registry->store);
}
