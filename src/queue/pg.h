/* pg.h - a connection to a PostgreSQL server.  Only pg.c includes libpq.
 *
 * Knows:   libpq: connecting, statements with parameters, rows of text, lost connections.
 * Ignores: the schema and the statements, which the caller provides.
 *
 * A statement that fails reports STATUS_SYSTEM if the connection is lost: pg_reconnect may restore it.
 * Every other status means that the server rejected the statement.  A statement that failed only
 * because of a concurrent one (deadlock) is repeated.
 *
 * One thread may use a connection at a time.  pg_none.c replaces pg.c in builds without libpq.
 */
#ifndef QUEUE_PG_H
#define QUEUE_PG_H

#include <stdbool.h>

#include "base/status.h"

typedef struct Pg     Pg;
typedef struct PgRows PgRows;

enum { PG_PARAMETERS_MAX = 9 };

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
void        pg_free(PgRows *rows);

#endif
