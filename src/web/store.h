/* store.h - the game database: tables saved here survive a crash.
 *
 * Knows:   one SQLite file (WAL, STRICT tables) in a directory that is locked for one server.
 * Ignores: rules, running clocks, clients.
 *
 * For one thread.
 */
#ifndef WEB_STORE_H
#define WEB_STORE_H

#include "base/buffer.h"
#include "base/status.h"
#include "web/secret.h"

typedef struct StoredSeat {
    int     kind; /* a SeatKind */
    int     level;
    int     time_ms;
    bool    taken;   /* of an open seat: a player has joined */
    bool    rematch; /* this player asked for a rematch */
    Hash    token;
    int64_t left_ms; /* on the clock */
} StoredSeat;

/* All of a table except its record. */
typedef struct StoredTable {
    char       id[ID_TEXT_MAX];
    int64_t    version;    /* incremented with each visible change, from 1 */
    int64_t    started_ms; /* since 1970 */
    bool       over;
    bool       abandoned; /* over without a result */
    int64_t    main_ms;   /* 0: no clocks */
    int64_t    increment_ms;
    int        draw, back; /* seats with an open draw offer or takeback proposal, or SIDE_NONE */
    Hash       invitation;
    char       rematch[ID_TEXT_MAX]; /* id of the rematch table, or "" */
    StoredSeat seat[2];
} StoredTable;

typedef struct Store Store;

/* Open the database in `folder`; create both if necessary. */
Store *store_open(const char *folder, Fault *fault);
void   store_close(Store *store);

typedef struct StoreFigures {
    int64_t commits, failures; /* of store_save, since store_open */
} StoreFigures;

StoreFigures store_figures(const Store *store);
/* False if the last write failed and another attempt, made now, fails, too. */
bool store_works(Store *store);

/* Return the number of tables. */
int64_t store_count(const Store *store);
/* Insert or update a table; `summary` is its entry in lists.  Committed on return. */
Status store_save(Store *store, const StoredTable *table, const char *record, const char *summary);
/* Load a table and append its record to `record`; STATUS_NOT_FOUND if there is none. */
Status store_load(Store *store, const char *id, StoredTable *table, Buffer *record);

/* Receives one summary; false ends the list. */
typedef bool StoreVisit(void *context, const char *id, const char *summary);
/* Visit at most `limit` tables older than `before` (NULL: all), newest first. */
Status store_list(Store *store, const char *before, int limit, StoreVisit *visit, void *context);

#endif
