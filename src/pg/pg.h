/* pg.h - a connection to a PostgreSQL server.  Only pg.c includes libpq.
 *
 * Knows:   libpq: connecting, statements with parameters, rows of text, notifications, lost
 *          connections.
 * Ignores: the schema and the statements, which the caller provides.
 *
 * STATUS_SYSTEM means that the database is away: the server cannot be reached, starts, stops, or lacks
 * connections, memory or disk space just now.  pg_reconnect may help later.  Every other status means
 * that the server rejected the connection or the statement.  A statement that failed only because of a
 * concurrent one (deadlock) is repeated.
 *
 * One thread may use a connection at a time.  pg_none.c replaces pg.c in builds without libpq.
 */
#ifndef PG_PG_H
#define PG_PG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct Pg     Pg;
typedef struct PgRows PgRows;

enum { PG_PARAMETERS_MAX = 48 };

/* Connect.  `url` is a URL (postgresql://HOST/DATABASE), a list of KEY=VALUE or the name of a
 * database, as for psql; libpq takes what is missing from PGHOST, PGPASSWORD, ~/.pgpass and so on.
 * NULL with the reason on failure. */
Pg  *pg_open(const char *url, Fault *fault);
void pg_close(Pg *pg);
/* Connect again after the connection was lost. */
Status pg_reconnect(Pg *pg, Fault *fault);

/* Run one statement with the parameters $1, $2, ... as text; NULL is the SQL null.  On success `rows`
 * is the result, to be freed; it may be NULL if the caller wants none. */
Status pg_query(Pg *pg, const char *sql, int count, const char *const *parameters, PgRows **rows,
                Fault *fault);
/* Run several statements in one transaction. */
Status pg_script(Pg *pg, const char *sql, Fault *fault);
/* Return the SQLSTATE of the last failure, or "". */
const char *pg_sqlstate(const Pg *pg);

int pg_row_count(const PgRows *rows);
/* Return a value as text, "" for null, and its length. */
const char *pg_text(const PgRows *rows, int row, int column);
size_t      pg_length(const PgRows *rows, int row, int column);
bool        pg_is_null(const PgRows *rows, int row, int column);
/* Return a whole number, 0 for null; a boolean. */
int64_t pg_integer(const PgRows *rows, int row, int column);
bool    pg_bool(const PgRows *rows, int row, int column);
/* Accepts NULL. */
void pg_free(PgRows *rows);

/* --- For event loops, which must not wait ------------------------------------------------------- */

/* Wait at most this long for the result of a statement, then give the connection up as lost.  0, as at
 * first: wait for ever. */
void pg_set_patience(Pg *pg, int patience_ms);
bool pg_is_connected(const Pg *pg);
/* Begin to connect again. */
void pg_begin(Pg *pg);

typedef enum PgProgress { PG_WAITS, PG_CONNECTED, PG_FAILED } PgProgress;

/* Go on connecting as far as that is possible without waiting. */
PgProgress pg_go_on(Pg *pg, Fault *fault);
/* Return the socket of a connection; it is readable when a notification arrives. */
int pg_socket(const Pg *pg);
/* Read what has arrived; false if the connection is lost. */
bool pg_receive(Pg *pg);
/* Copy the text of the next notification (LISTEN) that came from another connection.  False if none has
 * been read. */
bool pg_notification(Pg *pg, char *out, size_t size);

#endif
