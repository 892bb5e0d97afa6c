/* store.h - the game database: tables saved here survive a crash.
 *
 * Knows:   what is stored, whatever the database.
 * Ignores: rules, running clocks, clients.
 *
 * There are two kinds.  One is an SQLite file in a directory that is locked for one server
 * (store_sqlite.c).  The other is a PostgreSQL database that several servers share (store_pg.h).  For
 * one thread.
 */
#ifndef WEB_STORE_H
#define WEB_STORE_H

#include "base/buffer.h"
#include "base/status.h"
#include "play/host.h"
#include "web/secret.h"

enum { GAME_NAME_MAX = 64 };

typedef struct StoredSeat {
    int     kind; /* a SeatKind */
    int     level;
    int     time_ms;
    bool    taken;   /* of an open seat: a player has joined */
    bool    rematch; /* this player asked for a rematch */
    Hash    token;
    int64_t left_ms; /* on the clock */
} StoredSeat;

/* Which list a table belongs to. */
typedef enum TableState {
    TABLE_UNBEGUN,   /* no move yet, or the second player has not come; none */
    TABLE_CHALLENGE, /* anyone may take the open seat */
    TABLE_LIVE,
    TABLE_OVER,
    TABLE_STATES
} TableState;

/* All of a table except its record. */
typedef struct StoredTable {
    char       id[ID_TEXT_MAX];
    TableState state;
    char       game[GAME_NAME_MAX];
    bool       casual;     /* hints are allowed although two people play */
    bool       listed;     /* created as a challenge, and nobody accepted it yet */
    int64_t    changed_ms; /* of the last change, since 1970 */
    int64_t    version;    /* incremented with each visible change, from 1 */
    int64_t    saved;      /* the version in the database that this one follows; 0: none */
    int64_t    started_ms; /* since 1970 */
    bool       over;
    bool       abandoned; /* over without a result */
    int64_t    main_ms;   /* 0: no clocks */
    int64_t    increment_ms;
    int        draw, back; /* seats with an open draw offer or takeback proposal, or SIDE_NONE */
    Hash       invitation;
    char       rematch[ID_TEXT_MAX]; /* id of the rematch table, or "" */
    StoredSeat seat[2];
    /* Only in a shared database. */
    int64_t idle_ms; /* loaded: the time since the clocks were saved */
    int64_t flag_ms; /* to save: the time until the running clock is at 0; -1: none runs */
    int     declined, declined_by; /* as in a HostState, like the next */
    int     undone_count;
    Step    undone[HOST_UNDONE_MAX];
    bool    wants_engine; /* to save: this server searches the move of an engine */
} StoredTable;

/* An event in wire format. */
typedef struct StoredEvent {
    char  *text;
    size_t size;
} StoredEvent;

typedef struct Store Store;

/* Open the database in `folder`; create both if necessary, and upgrade a database of an older
 * version. */
Store *store_open(const char *folder, Fault *fault);
void   store_close(Store *store);
/* True if other servers use the database, too. */
bool store_is_shared(const Store *store);
/* True if the database does not answer now, but may do so later. */
bool store_is_away(const Store *store);

typedef struct StoreFigures {
    int64_t commits, failures; /* of store_save, since store_open */
    int64_t conflicts;         /* saves that another server was faster with */
} StoreFigures;

StoreFigures store_figures(const Store *store);
/* False if the last write failed and another attempt, made now, fails, too. */
bool store_works(Store *store);

/* Return the number of tables. */
int64_t store_count(const Store *store);
/* What is saved besides the table. */
typedef struct StoreTexts {
    const char        *record;
    const char        *summary; /* entry in lists */
    int                event_count;
    const StoredEvent *events; /* of the last versions; only a shared database keeps them */
} StoreTexts;

/* Insert or update a table.  Committed on return.  STATUS_ILLEGAL if another server changed or removed
 * the table since `table->saved`; then nothing was saved. */
Status store_save(Store *store, const StoredTable *table, const StoreTexts *texts);
/* Load a table and append its record to `record`; STATUS_NOT_FOUND if there is none. */
Status store_load(Store *store, const char *id, StoredTable *table, Buffer *record);

/* Delete a table, from a shared database only if it is no game yet.  Committed on return. */
Status store_remove(Store *store, const char *id);

/* Receives one summary; false ends the list. */
typedef bool StoreVisit(void *context, const char *id, const char *summary);

/* Which tables to list. */
typedef enum StoreOpponents { OPPONENTS_ANY, OPPONENTS_PEOPLE, OPPONENTS_ENGINES } StoreOpponents;

typedef struct StoreFilter {
    TableState     state;
    const char    *game; /* NULL: any */
    StoreOpponents opponents;
    int64_t        since_ms; /* changed at this time or later */
} StoreFilter;

/* Visit at most `limit` tables after `before` (NULL: from the first): newest first, or with a filter
 * those that changed last first. */
Status store_list(Store *store, const StoreFilter *filter, const char *before, int limit,
                  StoreVisit *visit, void *context);
/* Visit the table `id`, if there is one. */
Status store_summary(Store *store, const char *id, StoreVisit *visit, void *context);
/* Visit the unbegun tables that have not changed since `before_ms`, with empty summaries. */
Status store_unbegun(Store *store, int64_t before_ms, StoreVisit *visit, void *context);

/* Shared studies: a record, and the hash of the key that may change it.  Committed on return. */
Status store_add_study(Store *store, const char *id, const Hash *key, const char *record,
                       int64_t now_ms);
Status store_change_study(Store *store, const char *id, const char *record, int64_t now_ms);
/* Append the record to `record`; STATUS_NOT_FOUND if there is no such study. */
Status  store_load_study(Store *store, const char *id, int64_t now_ms, Hash *key, Buffer *record);
int64_t store_count_studies(Store *store);
/* Delete up to `count` studies that were last opened or changed before this time, to about a day. */
void store_expire_studies(Store *store, int64_t before_ms, int count);

#endif
