/* store.h - tables on disk: what is in here when a guest is told so survives a crash.
 *
 * Knows:   one SQLite file (WAL, STRICT tables) in a folder that no second server may use.
 * Ignores: rules, clocks that run, who asks.
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
    bool    taken;   /* an open seat: somebody came */
    bool    rematch; /* whoever sits here wants another game */
    Hash    token;
    int64_t left_ms; /* on its clock */
} StoredSeat;

/* What a table is besides its record. */
typedef struct StoredTable {
    char       id[ID_TEXT_MAX];
    int64_t    version;    /* of what anybody sees */
    int64_t    started_ms; /* since 1970 */
    bool       over;
    bool       abandoned; /* over, without a result */
    int64_t    main_ms;   /* 0: no clocks */
    int64_t    increment_ms;
    int        draw, back; /* sides whose offers stand, or SIDE_NONE */
    Hash       invitation;
    char       rematch[ID_TEXT_MAX]; /* the table after this one, or "" */
    StoredSeat seat[2];
} StoredTable;

typedef struct Store Store;

/* Make or open the store in `folder`, which is made if it is not there. */
Store *store_open(const char *folder, Fault *fault);
void   store_close(Store *store);

/* How many tables there are. */
int64_t store_count(const Store *store);
/* Write a table, new or known; `summary` is what lists show of it.  On return it is safe. */
Status store_save(Store *store, const StoredTable *table, const char *record, const char *summary);
/* STATUS_NOT_FOUND where there is none.  The record is added to `record`. */
Status store_load(Store *store, const char *id, StoredTable *table, Buffer *record);

/* Called with the summaries of tables, newest first; false ends it. */
typedef bool StoreVisit(void *context, const char *id, const char *summary);
/* At most `limit` of those older than `before` (NULL: all). */
Status store_list(Store *store, const char *before, int limit, StoreVisit *visit, void *context);

#endif
