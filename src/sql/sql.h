/* sql.h - a file of tables, and the sentences that are said to it.  The only room that opens one.
 *
 * Knows:   SQLite: opening, closing, sentences that are prepared once.
 * Ignores: which tables there are.  Who keeps something brings the schema and the sentences.
 *
 * In WAL mode with synchronous=NORMAL what was committed survives the end of the process in any way; a
 * power failure may cost the last moments, never the file.
 *
 * A file is for one thread at a time.
 */
#ifndef SQL_SQL_H
#define SQL_SQL_H

#include <sqlite3.h>
#include <stdbool.h>

enum { SQL_STATEMENTS_MAX = 32 };

/* What somebody keeps.  It outlives the file. */
typedef struct SqlPlan {
    const char        *schema;
    const char *const *statements; /* by number */
    int                count;
    int                busy_ms; /* to wait for another process that writes */
} SqlPlan;

/* All zeros: closed. */
typedef struct Sql {
    const SqlPlan *plan;
    sqlite3       *base;
    sqlite3_stmt  *kept[SQL_STATEMENTS_MAX];
} Sql;

/* Open for writing, and make what is not there yet.  False: sql_why tells; close it all the same. */
bool sql_open(Sql *sql, const char *path, const SqlPlan *plan);
/* Open what is there.  Nothing is changed, not even tidied up behind a process that was killed. */
bool sql_open_to_read(Sql *sql, const char *path, const SqlPlan *plan);
void sql_close(Sql *sql);
/* The reason of the last failure. */
const char *sql_why(const Sql *sql);

/* A sentence without bindings, to bind, to step through and to sql_reset.  NULL where the tables are
 * not those of the plan: every call of SQLite on it then fails. */
sqlite3_stmt *sql_statement(Sql *sql, int statement);
void          sql_reset(sqlite3_stmt *statement);
/* Can all sentences be said? */
bool sql_prepare(Sql *sql);
/* Did a step do what it was asked for? */
bool sql_is_done(int result);

/* NULL becomes "". */
void        sql_bind_text(sqlite3_stmt *statement, int at, const char *text);
const char *sql_text(sqlite3_stmt *row, int at);

#endif
