/* sql.h - an SQLite database and its prepared statements.  No other module opens one.
 *
 * Knows:   SQLite: opening, closing, statements that are prepared once.
 * Ignores: the schema and the statements, which the caller provides.
 *
 * WAL mode: a committed transaction survives any end of the process.  With synchronous=NORMAL a power
 * failure may lose the last transactions; with FULL (`is_durable`) it loses none.  Neither corrupts
 * the file.
 *
 * One thread may use a database at a time.
 */
#ifndef SQL_SQL_H
#define SQL_SQL_H

#include <sqlite3.h>
#include <stdbool.h>

enum { SQL_STATEMENTS_MAX = 48 };

/* Schema and statements of a database.  Must outlive the Sql.  The schema is a text that is executed
 * whenever the database is opened for writing, or a series of upgrades. */
typedef struct SqlPlan {
    const char        *schema;     /* or NULL */
    const char *const *upgrades;   /* upgrades[n] turns a database of user_version n into n + 1 */
    int                version;    /* the number of upgrades */
    const char *const *statements; /* by number */
    int                count;
    int                busy_ms;    /* how long to wait for another writer */
    bool               is_durable; /* synchronous=FULL */
} SqlPlan;

/* All zeros: closed. */
typedef struct Sql {
    const SqlPlan *plan;
    bool     is_newer; /* sql_open failed, as the database has a higher version than the plan */
    sqlite3 *base;
    sqlite3_stmt *kept[SQL_STATEMENTS_MAX];
} Sql;

/* Open for writing; create the file and the schema if missing, and upgrade an older one in one
 * transaction.  On false, sql_why gives the reason;
 * call sql_close in either case. */
bool sql_open(Sql *sql, const char *path, const SqlPlan *plan);
/* Open an existing database for reading.  Nothing is changed: not even the WAL of a killed process
 * is checkpointed. */
bool sql_open_to_read(Sql *sql, const char *path, const SqlPlan *plan);
void sql_close(Sql *sql);
/* Move the WAL into the database file and empty it.  False if a reader prevents it. */
bool sql_checkpoint(Sql *sql);
/* Run SQLite's own check of pages, indexes and constraints.  False if it finds an error; sql_why may
 * not know it. */
bool sql_is_sound(Sql *sql);
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
