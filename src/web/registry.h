/* registry.h - the table registry: finds, loads, saves and publishes tables.
 *
 * Knows:   ids, tokens and invitations, the game database, the search pool, event streams.
 * Ignores: what players may do (play/host.h), paths, request bodies, status codes.
 *
 * Every visible change of a table goes through registry_flush: it saves the table and then sends the
 * events.  If the table cannot be saved, it is dropped from memory, so that clients never see a state
 * that the database does not have.  If other servers share the database, a table in memory may be
 * older than the stored one; registry_find brings it up to date (sharing.h).
 *
 * All functions are for the server thread only.
 */
#ifndef WEB_REGISTRY_H
#define WEB_REGISTRY_H

#include "play/host.h"
#include "web/challenges.h"
#include "web/limits.h"
#include "web/store.h"
#include "web/search_pool.h"
#include "web/visitor.h"

enum { TABLE_SEARCHES_MAX = 2 };

/* What a server that shares its database knows of a table (sharing.h). */
typedef struct TableShare {
    bool is_leased;           /* this server searches the moves of engines */
    bool is_stale;            /* the table may have changed unnoticed */
    bool clients_changed;     /* since the database knows them */
    bool others_changed;      /* the clients of other servers */
    bool is_noted;            /* the database may count clients of this server */
    int  here[2], spectators; /* of other servers, which the host counts, too */
} TableShare;

struct event_base;
struct Stream;

typedef struct Table {
    StoredTable    stored;
    TableHost     *host;
    struct Stream *streams;
    int            kept_count;
    StoredEvent    kept[EVENTS_KEPT]; /* the newest events; the last one is that of the version */
    size_t         kept_bytes;
    SearchTask    *search[TABLE_SEARCHES_MAX]; /* of the host's tasks */
    int64_t        touched_ms;
    TableShare     share;
    struct Table  *next;
} Table;

/* A request that waits for a table's analysis, or for a hint after `turn` moves. */
typedef struct Waiter {
    char                   table[ID_TEXT_MAX];
    struct evhttp_request *request;
    int64_t                since_ms;
    bool                   is_hint;
    int                    turn;
} Waiter;

/* A search for principal variations (lines.h), which belongs to no table. */
typedef struct LineSearch {
    SearchTask            *task;
    struct evhttp_request *request; /* NULL if it got a reply already */
    int64_t                since_ms;
    char                   visitor[ADDRESS_TEXT_MAX];
} LineSearch;

/* The review of a game (reviews.h). */
typedef struct GameReview {
    char        id[ID_TEXT_MAX];
    char        visitor[ADDRESS_TEXT_MAX];
    SearchTask *task;                                       /* in the pool, or NULL */
    enum { REVIEW_RUNS, REVIEW_DONE, REVIEW_FAILED } state; /* it waits or runs, or is over */
    int64_t seen_ms;                                        /* when a client asked for it */
    Record  record;
    Review  review; /* of REVIEW_DONE */
} GameReview;

typedef struct TableRegistry {
    struct event_base *base;
    struct event      *tick, *done;
    struct event      *news; /* of other servers; NULL: none can come */
    int                news_socket;
    Store             *store;
    TbCache           *tb_cache;
    SearchPool        *pool;
    Table             *tables;
    int                table_count;
    int                stream_count;
    uint64_t           event_bytes; /* sent so far */
    int                hint_count;  /* waiters for a hint */
    int                waiter_count;
    Waiter             waiter[2 * HINTS_WAITING_MAX];
    int                line_count;
    LineSearch         line[LINES_WAITING_MAX];
    int                review_count;
    GameReview         review[REVIEWS_MAX]; /* oldest first */
    Challenges         challenges;
    int64_t            challenge_ms; /* how long a challenge stays if its creator is away */
    int                ticks;
    int                rounds;   /* of expiry_round */
    int64_t            seed;     /* of the levels at all tables; -1: each table has its own */
    bool stays[DESCRIPTORS_MAX]; /* sockets of event streams, exempt from the reaper */
} TableRegistry;

/* Takes over the game database, even on failure.  Tablebases are in `solved`, or in the default
 * directory if that is NULL. */
TableRegistry *registry_new(struct event_base *base, Store *store, const char *solved,
                            Fault *fault);
/* Save all tables, close all streams and stop all searches. */
void registry_free(TableRegistry *registry);

/* Return a table from memory or from the database; NULL if there is none, no capacity to load it
 * (registry_is_full), or no answer from the database (store_is_away). */
Table *registry_find(TableRegistry *registry, const char *id);
/* True if no further table can be created. */
bool registry_is_full(TableRegistry *registry);
/* Return an empty table with a new id; NULL on failure. */
Table *table_new(void);
/* Return the seed of a table, which is the same whenever it is loaded. */
uint64_t registry_seed(const TableRegistry *registry, const Table *table);
/* Add a table of table_new, which has its host, its tokens and its invitation.  Takes over ownership,
 * even on failure.  Returns NULL on failure. */
Table *registry_add(TableRegistry *registry, Table *table);
/* Delete a table from memory and from the database; its streams are closed. */
void registry_remove(TableRegistry *registry, const char *id);
/* Free a table that was not added. */
void table_free(Table *table);
/* Cache an event and take over its text.  Invariant: the cached events have consecutive versions and end
 * with the newest. */
void table_keep(Table *table, StoredEvent event);

typedef enum Flush {
    FLUSH_DONE,
    FLUSH_OUTDATED, /* another server was faster: the table now has that state, without the change */
    FLUSH_LOST,     /* the table could not be saved, and is gone from memory */
} Flush;

/* Call this after every change of the host: saves the table, sends the events, starts and cancels
 * searches, and replies to waiting requests. */
Flush registry_flush(TableRegistry *registry, Table *table);
/* Create the rematch that both players want.  On failure the fault has the reason. */
Status registry_rematch(TableRegistry *registry, Table *table, Fault *fault);
/* Reply to a request when the hint or the analysis of the table is there.  False if too many wait. */
bool registry_await(TableRegistry *registry, const Table *table, bool is_hint,
                    struct evhttp_request *request);
/* True if the pool has the analysis of this table. */
bool registry_is_analysing(const Table *table);

/* For sharing.c: return a table in memory, or NULL. */
Table *registry_in_memory(TableRegistry *registry, const char *id);
/* True if nobody needs the table in memory. */
bool registry_is_idle(const TableRegistry *registry, const Table *table);
/* Remove a table from memory; it stays in the database. */
void registry_drop(TableRegistry *registry, Table *table);
/* Load a table again and send what happened meanwhile.  False if that failed, and nothing changed. */
bool registry_reload(TableRegistry *registry, Table *table);

/* Return the seat of a token, or SIDE_NONE. */
int registry_side_of(const Table *table, const char *token);

#endif
