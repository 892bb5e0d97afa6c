/* store_pg.h - the game database in PostgreSQL, which several servers share (store.h).
 *
 * Knows:   the schema tessera_web: versions, events, leases, presence; notifications of other servers.
 * Ignores: tables in memory, streams: see sharing.h.
 *
 * No call waits long: a database that does not answer within some seconds counts as away, and all
 * calls fail at once until store_pg_connect has restored the connection.  The functions below need a
 * store of this kind.
 */
#ifndef WEB_STORE_PG_H
#define WEB_STORE_PG_H

#include "pg/pg_waiter.h"
#include "web/store.h"

/* Open the database, create the schema if it has none and migrate an older one.  With a waiter, wait a
 * while for a database that is away. */
Store *store_pg_open(const char *url, const PgWaiter *waiter, Fault *fault);

/* Go on connecting after the connection was lost.  True if the store is connected now; `is_new` tells
 * whether it was not before: then notifications were missed. */
bool store_pg_connect(Store *store, bool *is_new);
/* Return the socket of the connection, -1 if there is none. */
int store_pg_socket(const Store *store);

typedef struct StoreNews {
    char        id[ID_TEXT_MAX]; /* of a table */
    const char *event;           /* a transient event, until the next call; NULL: none, but */
    bool        is_presence;     /* clients came or left; otherwise: */
    int64_t     version;         /* it has this version, also at the event; 0: it was removed */
} StoreNews;

/* Read what has arrived, and take the next notification of another server. */
bool store_pg_news(Store *store, StoreNews *out);

/* Send a transient event to the other servers.  It gets lost if it is too long. */
void store_pg_tell(Store *store, const char *id, int64_t version, const char *event);

/* Get the version of a table. */
Status store_pg_version(Store *store, const char *id, int64_t *version);
/* Receives an event; takes over nothing. */
typedef bool StoreEventVisit(void *context, int64_t version, const char *text, size_t size);
/* Visit the stored events of a table up to a version, oldest first. */
Status store_pg_events(Store *store, const char *id, int64_t last, StoreEventVisit *visit,
                       void *context);

/* Note that this server lives.  `*others_changed` tells whether other servers came or died. */
Status store_pg_beat(Store *store, bool *others_changed);
/* Leave: end all leases, and count no clients of this server any more. */
void store_pg_leave(Store *store);

/* Lists of ids are separated by commas. */
typedef void StoreIdVisit(void *context, const char *id);
/* Take or renew the leases of these tables; visit those that this server has now. */
Status store_pg_lease(Store *store, const char *ids, StoreIdVisit *visit, void *context);
/* No engine is to move at a table: forget a lease that has ended. */
void store_pg_release(Store *store, const char *id);
/* Visit up to `limit` tables that a dead server has abandoned: an engine is to move, or a clock has run
 * out. */
Status store_pg_abandoned(Store *store, int limit, StoreIdVisit *visit, void *context);
/* Visit challenges whose creators are not connected to any server and were not for so long. */
Status store_pg_stale_challenges(Store *store, int64_t away_ms, int limit, StoreIdVisit *visit,
                                 void *context);

/* Store the reply to requests for a review that this server makes.  `*asked_ms` is the time since a
 * client last asked another server; `*is_cancelled` tells whether one cancelled it there. */
Status store_pg_put_review(Store *store, const char *id, const char *reply, int64_t *asked_ms,
                           bool *is_cancelled);
void   store_pg_drop_review(Store *store, const char *id);
/* Append the reply for a review of another server; ask that server to cancel it.  STATUS_NOT_FOUND if
 * there is none, or if its server died. */
Status store_pg_get_review(Store *store, const char *id, Buffer *reply);
Status store_pg_cancel_review(Store *store, const char *id);

/* The clients of a table: event streams with each seat, and without one. */
typedef struct Presence {
    char id[ID_TEXT_MAX];
    int  here[2], spectators;
    int64_t
        away_ms[2]; /* of other servers: since the last stream with this seat closed; -1: unknown */
} Presence;

/* Note the clients of this server. */
Status store_pg_note_presence(Store *store, const Presence *tables, int count);
/* Note that this server has no clients. */
Status store_pg_forget_presence(Store *store);
/* Visit these tables with the clients of all other servers. */
typedef void StorePresenceVisit(void *context, const Presence *presence);
Status store_pg_presence(Store *store, const char *ids, StorePresenceVisit *visit, void *context);

#endif
