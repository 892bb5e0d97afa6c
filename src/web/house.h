/* house.h - all tables: those in memory, those in the store, and who watches them.
 *
 * Knows:   sessions, seats, the store, the pool of thinkers, streams of events.
 * Ignores: paths, bodies, codes of replies.
 *
 * Whatever anybody may see of a table changes in one place, house_publish: the version grows by one,
 * the store takes it, and then everybody who watches is told.  A table whose change the store did not
 * take is dropped from memory, so that what is in the store stays true.
 *
 * Everything here is for the thread that serves.
 */
#ifndef WEB_HOUSE_H
#define WEB_HOUSE_H

#include "base/json.h"
#include "play/session.h"
#include "web/limits.h"
#include "web/store.h"
#include "web/thinkers.h"

struct event_base;
struct Stream;

typedef struct Kept {
    char  *text; /* an event as it is sent */
    size_t size;
} Kept;

typedef struct Table {
    StoredTable    stored;
    Session        session;
    struct Stream *streams;
    int            stream_count;
    int            seated; /* streams of people who sit here */
    int            kept_count;
    Kept           kept[EVENTS_KEPT]; /* the last ones; the newest is that of the version */
    size_t         kept_bytes;
    Thought       *thought;         /* about the next turn, or NULL */
    int            engine_score[2]; /* what each engine thought of its own prospects */
    bool           analysing;
    int            score_count;   /* after the game, one for each turn */
    ThoughtScore  *scores;        /* NULL: not yet */
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

typedef struct House {
    struct event_base *base;
    struct event      *tick, *done;
    Store             *store;
    TbCache           *tb_cache; /* of tables of solved positions */
    Thinkers          *thinkers;
    Table             *tables;
    int                table_count;
    int                stream_count;
    int                hint_count; /* that are waited for */
    int                waiter_count;
    Waiter             waiter[HINTS_WAITING_MAX];
    int                ticks;
    uint64_t           seed;
    bool               stays[DESCRIPTORS_MAX]; /* sockets that may stay: event streams */
} House;

/* Games are kept in `folder`; tables of solved positions are in `solved`, or in the usual folder where
 * that is NULL. */
House *house_new(struct event_base *base, const char *folder, const char *solved, Fault *fault);
/* Says goodbye to everybody. */
void house_free(House *house);

/* By its id, from memory or from the store; NULL if there is none (or no room: see house_is_full). */
Table *house_find(House *house, const char *id);
/* May another table be made? */
bool house_is_full(House *house);
/* Put a new table in: `table` has its session and all of `stored` but id, version and date.  Takes the
 * table over.  NULL when that failed. */
Table *house_add(House *house, Table *table);

/* Something changed: `name` is the event, `data` its JSON.  On failure the table is gone from memory. */
bool house_publish(House *house, Table *table, const char *name, const Buffer *data);
/* The event `change` with the table as it stands. */
bool house_publish_change(House *house, Table *table);
/* The event `turn` for the last turn. */
bool house_publish_turn(House *house, Table *table);
/* The event `seats`; without a new version where only the number of watchers changed. */
bool house_publish_seats(House *house, Table *table);
void house_tell_seats(House *house, Table *table);

/* Let engines think where it is their turn, clocks run where all sit, analyses begin. */
void house_wake(House *house, Table *table);
/* Let a finished game be looked at, even if nobody watches. */
void house_analyse(House *house, Table *table);
/* The position is another one: what was thought about is of no use. */
void house_forget_thought(House *house, Table *table);

/* --- What is written about a table (house_json.c) --- */

void house_write_table(Json *json, const char *name, Table *table, bool whole);
void house_write_summary(Json *json, Table *table);
void house_write_seats(Json *json, Table *table);
void house_write_scores(Json *json, Table *table);

/* --- Who may do what --- */

/* The side that a token gives a right to, or SIDE_NONE. */
int house_side_of(const Table *table, const char *token);
/* Does nobody but the person at `side` have a say at this table? */
bool house_is_alone(const Table *table, int side);

#endif
