/* registry.h - the table registry: finds, loads, saves and publishes tables.
 *
 * Knows:   sessions, seats, the game database, the search pool, event streams.
 * Ignores: paths, request bodies, status codes.
 *
 * Every visible change of a table goes through registry_publish: it increments the version, saves the
 * table and then sends the event.  If the table cannot be saved, it is dropped from memory, so that
 * clients never see a state that the database does not have.
 *
 * All functions are for the server thread only.
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
    char  *text; /* an event in wire format */
    size_t size;
} CachedEvent;

typedef struct Table {
    StoredTable    stored;
    Session        session;
    struct Stream *streams;
    int            stream_count;
    int            seated; /* streams of players, not spectators */
    int            kept_count;
    CachedEvent    kept[EVENTS_KEPT]; /* the newest events; the last one is that of the version */
    size_t         kept_bytes;
    SearchTask    *task;            /* the search for the next move, or NULL */
    int            engine_score[2]; /* each engine's last evaluation, for its own side */
    bool           analysing;
    int            score_count;   /* of a finished game, one per move */
    TaskScore     *scores;        /* NULL: not analysed yet */
    bool           seats_changed; /* not published yet */
    int64_t        touched_ms;
    struct Table  *next;
} Table;

/* A request that waits for a table's analysis. */
typedef struct Waiter {
    char                   table[ID_TEXT_MAX];
    struct evhttp_request *request;
    int64_t                since_ms;
} Waiter;

typedef struct TableRegistry {
    struct event_base *base;
    struct event      *tick, *done;
    Store             *store;
    TbCache           *tb_cache;
    SearchPool        *pool;
    Table             *tables;
    int                table_count;
    int                stream_count;
    uint64_t           event_bytes; /* sent so far */
    int                hint_count;  /* pending hint requests */
    int                waiter_count;
    Waiter             waiter[HINTS_WAITING_MAX];
    int                ticks;
    uint64_t           seed;
    bool stays[DESCRIPTORS_MAX]; /* sockets of event streams, exempt from the reaper */
} TableRegistry;

/* Open the game database in `folder`.  Tablebases are in `solved`, or in the default directory if that
 * is NULL. */
TableRegistry *registry_new(struct event_base *base, const char *folder, const char *solved,
                            Fault *fault);
/* Save all tables, close all streams and stop all searches. */
void registry_free(TableRegistry *registry);

/* Return a table from memory or from the database; NULL if there is none, or no capacity to load it
 * (registry_is_full). */
Table *registry_find(TableRegistry *registry, const char *id);
/* True if no further table can be created. */
bool registry_is_full(TableRegistry *registry);
/* Add a new table, which has its session and all of `stored` except id, version and date.  Takes over
 * ownership, even on failure.  Returns NULL on failure. */
Table *registry_add(TableRegistry *registry, Table *table);

/* Publish a change as event `name` with JSON `data`.  On failure the table is gone from memory. */
bool registry_publish(TableRegistry *registry, Table *table, const char *name, const Buffer *data);
/* Publish the event `change` with the complete table. */
bool registry_publish_change(TableRegistry *registry, Table *table);
/* Publish the event `turn` for the last move. */
bool registry_publish_turn(TableRegistry *registry, Table *table);
/* Publish the event `seats`.  The second form is for a change in the number of spectators: it makes no
 * new version and waits for the next tick. */
bool registry_publish_seats(TableRegistry *registry, Table *table);
void registry_publish_seat_views(TableRegistry *registry, Table *table);

/* Continue a table: start the engine's search, the clocks or the analysis as needed. */
void registry_wake(TableRegistry *registry, Table *table);
/* Start the analysis of a finished game, even without clients. */
void registry_analyse(TableRegistry *registry, Table *table);
/* Cancel the search for the next move, because the position has changed. */
void registry_forget_search(TableRegistry *registry, Table *table);

/* --- JSON of a table (registry_json.c) --- */

void registry_write_table(Json *json, const char *name, Table *table, bool whole);
void registry_write_summary(Json *json, Table *table);
void registry_write_seats(Json *json, Table *table);
void registry_write_scores(Json *json, Table *table);

/* --- Permissions --- */

/* Return the seat of a token, or SIDE_NONE. */
int registry_side_of(const Table *table, const char *token);
/* True if the player at `side` needs no opponent's consent: against an engine, or with both seats. */
bool registry_is_alone(const Table *table, int side);

#endif
