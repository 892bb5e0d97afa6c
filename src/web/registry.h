/* registry.h - all tables: those in memory, those in the store, and who watches them.
 *
 * Knows:   sessions, seats, the store, the pool of thinkers, streams of events.
 * Ignores: paths, bodies, codes of replies.
 *
 * Whatever anybody may see of a table changes in one place, registry_publish: the version grows by one,
 * the store takes it, and then everybody who watches is told.  A table whose change the store did not
 * take is dropped from memory, so that what is in the store stays true.
 *
 * Everything here is for the thread that serves.
 */
#ifndef WEB_REGISTRY_H
#define WEB_REGISTRY_H

#include "base/json.h"
#include "play/session.h"
#include "web/limits.h"
#include "web/store.h"
#include "web/search_pool.h"

struct event_base;
struct Stream;

typedef struct CachedEvent {
    char  *text; /* an event as it is sent */
    size_t size;
} CachedEvent;

typedef struct Table {
    StoredTable    stored;
    Session        session;
    struct Stream *streams;
    int            stream_count;
    int            seated; /* streams of people who sit here */
    int            kept_count;
    CachedEvent    kept[EVENTS_KEPT]; /* the last ones; the newest is that of the version */
    size_t         kept_bytes;
    SearchTask    *task;            /* about the next turn, or NULL */
    int            engine_score[2]; /* what each engine thought of its own prospects */
    bool           analysing;
    int            score_count;   /* after the game, one for each turn */
    TaskScore     *scores;        /* NULL: not yet */
    bool           seats_changed; /* not told yet */
    int64_t        touched_ms;
    struct Table  *next;
} Table;

/* Somebody who waits for a table's analysis. */
typedef struct Waiter {
    char                   table[ID_TEXT_MAX];
    struct evhttp_request *request;
    int64_t                since_ms;
} Waiter;

typedef struct TableRegistry {
    struct event_base *base;
    struct event      *tick, *done;
    Store             *store;
    TbCache           *tb_cache; /* of tables of solved positions */
    SearchPool        *pool;
    Table             *tables;
    int                table_count;
    int                stream_count;
    int                hint_count; /* that are waited for */
    int                waiter_count;
    Waiter             waiter[HINTS_WAITING_MAX];
    int                ticks;
    uint64_t           seed;
    bool               stays[DESCRIPTORS_MAX]; /* sockets that may stay: event streams */
} TableRegistry;

/* Games are kept in `folder`; tables of solved positions are in `solved`, or in the usual folder where
 * that is NULL. */
TableRegistry *registry_new(struct event_base *base, const char *folder, const char *solved,
                            Fault *fault);
/* Says goodbye to everybody. */
void registry_free(TableRegistry *registry);

/* By its id, from memory or from the store; NULL if there is none (or no room: see registry_is_full). */
Table *registry_find(TableRegistry *registry, const char *id);
/* May another table be made? */
bool registry_is_full(TableRegistry *registry);
/* Put a new table in: `table` has its session and all of `stored` but id, version and date.  Takes the
 * table over.  NULL when that failed. */
Table *registry_add(TableRegistry *registry, Table *table);

/* Something changed: `name` is the event, `data` its JSON.  On failure the table is gone from memory. */
bool registry_publish(TableRegistry *registry, Table *table, const char *name, const Buffer *data);
/* The event `change` with the table as it stands. */
bool registry_publish_change(TableRegistry *registry, Table *table);
/* The event `turn` for the last turn. */
bool registry_publish_turn(TableRegistry *registry, Table *table);
/* The event `seats`; without a new version where only the number of watchers changed. */
bool registry_publish_seats(TableRegistry *registry, Table *table);
void registry_publish_seat_views(TableRegistry *registry, Table *table);

/* Let engines think where it is their turn, clocks run where all sit, analyses begin. */
void registry_wake(TableRegistry *registry, Table *table);
/* Let a finished game be looked at, even if nobody watches. */
void registry_analyse(TableRegistry *registry, Table *table);
/* The position is another one: what was thought about is of no use. */
void registry_forget_search(TableRegistry *registry, Table *table);

/* --- What is written about a table (registry_json.c) --- */

void registry_write_table(Json *json, const char *name, Table *table, bool whole);
void registry_write_summary(Json *json, Table *table);
void registry_write_seats(Json *json, Table *table);
void registry_write_scores(Json *json, Table *table);

/* --- Who may do what --- */

/* The side that a token gives a right to, or SIDE_NONE. */
int registry_side_of(const Table *table, const char *token);
/* Does nobody but the person at `side` have a say at this table? */
bool registry_is_alone(const Table *table, int side);

#endif
