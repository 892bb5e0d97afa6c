/* sql.h - an SQLite database and its prepared statements.  No other module opens one.
 *
 * Knows:   SQLite: opening, closing, statements that are prepared once.
 * Ignores: the schema and the statements, which the caller provides.
 *
 * WAL mode with synchronous=NORMAL: a committed transaction survives any end of the process.  A
 * power failure may lose the last transactions but does not corrupt the file.
 *
 * One thread may use a database at a time.
 */
#ifndef SQL_SQL_H
#define SQL_SQL_H

#include <sqlite3.h>
#include <stdbool.h>

enum { SQL_STATEMENTS_MAX = 32 };

/* Schema and statements of a database.  Must outlive the Sql. */
typedef struct SqlPlan {
    const char        *schema;
    const char *const *statements; /* by number */
    int                count;
    int                busy_ms; /* how long to wait for another writer */
} SqlPlan;

/* All zeros: closed. */
typedef struct Sql {
    const SqlPlan *plan;
    sqlite3       *base;
    sqlite3_stmt  *kept[SQL_STATEMENTS_MAX];
} Sql;

/* Open for writing; create the file and the schema if missing.  On false, sql_why gives the reason;
 * call sql_close in either case. */
bool sql_open(Sql *sql, const char *path, const SqlPlan *plan);
/* Open an existing database for reading.  Nothing is changed: not even the WAL of a killed process
 * is checkpointed. */
bool sql_open_to_read(Sql *sql, const char *path, const SqlPlan *plan);
void sql_close(Sql *sql);
/* Return the reason for the last failure. */
const char *sql_why(const Sql *sql);

/* Return a prepared statement without bindings, to bind, step and sql_reset.  NULL if the database
 * does not match the plan's schema; every SQLite call with it then fails. */
sqlite3_stmt *sql_statement(Sql *sql, int statement);
void          sql_reset(sqlite3_stmt *statement);
/* True if all statements of the plan can be prepared. */
bool sql_prepare(Sql *sql);
/* True if the result of sqlite3_step is a success. */
bool sql_is_done(int result);

/* NULL is stored and returned as "". */
void        sql_bind_text(sqlite3_stmt *statement, int at, const char *text);
const char *sql_text(sqlite3_stmt *row, int at);

#endif
