/* SPDX-License-Identifier: MIT */
#include "sql/sql.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char PRAGMAS[] = "PRAGMA journal_mode=WAL;"
                              "PRAGMA synchronous=NORMAL;"
                              "PRAGMA trusted_schema=OFF;";
static const char DURABLE[] = "PRAGMA synchronous=FULL;";

static bool execute(Sql *sql, const char *statements)
{
    return sqlite3_exec(sql->base, statements, NULL, NULL, NULL) == SQLITE_OK;
}

static bool open_file(Sql *sql, const char *path, int flags)
{
    return sqlite3_open_v2(path, &sql->base, flags | SQLITE_OPEN_NOFOLLOW, NULL) == SQLITE_OK;
}

static int version_of(Sql *sql)
{
    sqlite3_stmt *get = NULL;
    int           version = -1;
    if (sqlite3_prepare_v2(sql->base, "PRAGMA user_version", -1, &get, NULL) == SQLITE_OK &&
        sqlite3_step(get) == SQLITE_ROW)
        version = sqlite3_column_int(get, 0);
    sqlite3_finalize(get);
    return version;
}

static bool apply_upgrades(Sql *sql, int version)
{
    char set[40];
    for (; version < sql->plan->version; version++)
        if (!execute(sql, sql->plan->upgrades[version]))
            return false;
    snprintf(set, sizeof set, "PRAGMA user_version=%d", version);
    return execute(sql, set) && execute(sql, "COMMIT");
}

/* Bring the database to the version of the plan, or leave it as it is. */
static bool upgrade(Sql *sql)
{
    int version = version_of(sql);
    sql->is_newer = version > sql->plan->version;
    if (version < 0 || sql->is_newer || version == sql->plan->version)
        return version == sql->plan->version;
    return execute(sql, "BEGIN IMMEDIATE") && apply_upgrades(sql, version);
}

bool sql_open(Sql *sql, const char *path, const SqlPlan *plan)
{
    assert(plan->count <= SQL_STATEMENTS_MAX);
    *sql = (Sql){ .plan = plan };
    if (!open_file(sql, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE))
        return false;
    sqlite3_busy_timeout(sql->base, plan->busy_ms);
    return execute(sql, PRAGMAS) && (!plan->is_durable || execute(sql, DURABLE)) &&
           (plan->schema == NULL ? upgrade(sql) : execute(sql, plan->schema));
}

bool sql_open_to_read(Sql *sql, const char *path, const SqlPlan *plan)
{
    assert(plan->count <= SQL_STATEMENTS_MAX);
    *sql = (Sql){ .plan = plan };
    if (!open_file(sql, path, SQLITE_OPEN_READWRITE)) { /* WAL needs write access even to read */
        sqlite3_close(sql->base);
        if (!open_file(sql, path, SQLITE_OPEN_READONLY)) /* a read-only directory */
            return false;
    }
    sqlite3_busy_timeout(sql->base, plan->busy_ms);
    sqlite3_db_config(sql->base, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    execute(sql,
            "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
    return true;
}

bool sql_checkpoint(Sql *sql)
{
    return sqlite3_wal_checkpoint_v2(sql->base, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) ==
           SQLITE_OK;
}

static int take_answer(void *context, int columns, char **values, char **names)
{
    (void)names;
    *(bool *)context = columns == 1 && values[0] != NULL && strcmp(values[0], "ok") == 0;
    return 0;
}

bool sql_is_sound(Sql *sql)
{
    bool sound = false; /* the check prints one row "ok", or rows of errors, and never both */
    return sqlite3_exec(sql->base, "PRAGMA integrity_check(1)", take_answer, &sound, NULL) ==
               SQLITE_OK &&
           sound;
}

void sql_close(Sql *sql)
{
    for (int i = 0; i < SQL_STATEMENTS_MAX; i++)
        sqlite3_finalize(sql->kept[i]);
    sqlite3_close(sql->base);
    *sql = (Sql){ 0 };
}

const char *sql_why(const Sql *sql)
{
    return sqlite3_errmsg(sql->base);
}

sqlite3_stmt *sql_statement(Sql *sql, int statement)
{
    assert(sql->plan != NULL && "the database is open");
    assert(statement >= 0 && statement < sql->plan->count);
    sqlite3_stmt **kept = &sql->kept[statement];
    if (*kept == NULL)
        sqlite3_prepare_v3(sql->base, sql->plan->statements[statement], -1,
                           SQLITE_PREPARE_PERSISTENT, kept, NULL);
    sql_reset(*kept);
    return *kept;
}

/* Unlike sqlite3_reset, sqlite3_clear_bindings does not accept NULL. */
void sql_reset(sqlite3_stmt *statement)
{
    if (statement == NULL)
        return;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

bool sql_prepare(Sql *sql)
{
    for (int i = 0; i < sql->plan->count; i++)
        if (sql_statement(sql, i) == NULL)
            return false;
    return true;
}

bool sql_is_done(int result)
{
    return result == SQLITE_DONE || result == SQLITE_ROW;
}

void sql_bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text == NULL ? "" : text, -1, SQLITE_STATIC);
}

const char *sql_text(sqlite3_stmt *row, int at)
{
    assert(at >= 0 && at < sqlite3_column_count(row));
    const unsigned char *text = sqlite3_column_text(row, at);
    return text == NULL ? "" : (const char *)text;
}
