/* SPDX-License-Identifier: MIT */
/* Every save is one transaction; sql/sql.h describes its durability. */
#include "web/store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sql/sql.h"

enum { PATH_BYTES_MAX = 4096 };

static const char SCHEMA[] =
    "CREATE TABLE IF NOT EXISTS tables ("
    " number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL,"
    " started INTEGER NOT NULL, over INTEGER NOT NULL, abandoned INTEGER NOT NULL,"
    " main INTEGER NOT NULL, increment INTEGER NOT NULL, draw INTEGER NOT NULL,"
    " back INTEGER NOT NULL, invitation BLOB, rematch TEXT NOT NULL, record TEXT NOT NULL,"
    " summary TEXT NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS seats ("
    " id TEXT NOT NULL, side INTEGER NOT NULL, kind INTEGER NOT NULL, level INTEGER NOT NULL,"
    " time INTEGER NOT NULL, taken INTEGER NOT NULL, rematch INTEGER NOT NULL, token BLOB,"
    " clock INTEGER NOT NULL, PRIMARY KEY (id, side)) STRICT, WITHOUT ROWID;"
    "PRAGMA user_version=1;";

typedef enum Statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    PUT_TABLE,
    PUT_SEAT,
    GET_TABLE,
    GET_SEATS,
    LIST,
    COUNT,
    TOUCH,
    STATEMENTS
} Statement;

static const char *const SQL[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [PUT_TABLE] =
        "INSERT INTO tables (id, version, started, over, abandoned, main, increment, draw,"
        " back, invitation, rematch, record, summary)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
        " ON CONFLICT (id) DO UPDATE SET version=?2, over=?4, abandoned=?5, draw=?8,"
        " back=?9, invitation=?10, rematch=?11, record=?12, summary=?13",
    [PUT_SEAT] = "INSERT OR REPLACE INTO seats VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [GET_TABLE] =
        "SELECT version, started, over, abandoned, main, increment, draw, back, invitation,"
        " rematch, record FROM tables WHERE id=?1",
    [GET_SEATS] = "SELECT kind, level, time, taken, rematch, token, clock FROM seats WHERE id=?1"
                  " ORDER BY side",
    [LIST] = "SELECT id, summary FROM tables WHERE ?1 IS NULL OR"
             " number < (SELECT number FROM tables WHERE id=?1) ORDER BY number DESC LIMIT ?2",
    [COUNT] = "SELECT count(*) FROM tables",
    /* A write that changes nothing: the value of SCHEMA.  SQLite skips equal values in tables. */
    [TOUCH] = "PRAGMA user_version=1",
};

static const SqlPlan PLAN = { .schema = SCHEMA, .statements = SQL, .count = STATEMENTS };

struct Store {
    int          lock;
    Sql          sql;
    int64_t      count;
    bool         has_failed; /* the last write */
    StoreFigures figures;
};

/* --- Opening ------------------------------------------------------------------------------ */

static Status failed(Fault *fault, const char *folder, const char *why)
{
    return fault_set(fault, STATUS_SYSTEM, 0, "cannot use the data directory %.120s: %.100s",
                     folder, why);
}

/* Create the directory and its parents, accessible only to this user. */
static bool make_folder(const char *folder)
{
    char   path[PATH_BYTES_MAX];
    size_t length = strlen(folder);
    if (length == 0 || length >= sizeof path) {
        errno = length == 0 ? ENOENT : ENAMETOOLONG;
        return false;
    }
    memcpy(path, folder, length + 1);
    for (char *slash = path + 1; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* Lock the directory.  The lock belongs to the descriptor, so it ends with the process even on a
 * crash. */
static Status lock_folder(Store *store, const char *folder, Fault *fault)
{
    char path[PATH_BYTES_MAX + 16];
    if (!make_folder(folder))
        return failed(fault, folder, strerror(errno));
    snprintf(path, sizeof path, "%s/lock", folder);
    store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0)
        return failed(fault, folder, strerror(errno));
    if (flock(store->lock, LOCK_EX | LOCK_NB) != 0)
        return failed(fault, folder,
                      errno == EWOULDBLOCK
                          ? "another server uses it; stop that server or pass --data DIR"
                          : strerror(errno));
    return STATUS_OK;
}

static sqlite3_stmt *ready(Store *store, Statement statement)
{
    return sql_statement(&store->sql, (int)statement);
}

static bool run(Store *store, Statement statement)
{
    sqlite3_stmt *prepared = ready(store, statement);
    int           result = sqlite3_step(prepared);
    sqlite3_reset(prepared);
    return sql_is_done(result);
}

static bool count_tables(Store *store)
{
    sqlite3_stmt *count = ready(store, COUNT);
    if (sqlite3_step(count) != SQLITE_ROW)
        return false;
    store->count = sqlite3_column_int64(count, 0);
    sqlite3_reset(count);
    return true;
}

static Status open_file(Store *store, const char *folder, Fault *fault)
{
    char path[PATH_BYTES_MAX + 16];
    assert(strlen(folder) < PATH_BYTES_MAX); /* make_folder has checked it */
    snprintf(path, sizeof path, "%s/tables.db", folder);
    if (!sql_open(&store->sql, path, &PLAN) || !sql_prepare(&store->sql) || !count_tables(store))
        return failed(fault, folder, sql_why(&store->sql));
    return STATUS_OK;
}

Store *store_open(const char *folder, Fault *fault)
{
    Store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    store->lock = -1;
    mode_t before = umask(0077); /* files are private even if the directory is not */
    bool   opened = lock_folder(store, folder, fault) == STATUS_OK &&
                  open_file(store, folder, fault) == STATUS_OK;
    umask(before);
    if (opened)
        return store;
    store_close(store);
    return NULL;
}

void store_close(Store *store)
{
    sql_close(&store->sql);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

int64_t store_count(const Store *store)
{
    return store->count;
}

/* --- Writing ------------------------------------------------------------------------------ */

static void bind_hash(sqlite3_stmt *statement, int at, const Hash *hash)
{
    if (hash->set)
        sqlite3_bind_blob(statement, at, hash->bytes, HASH_BYTES, SQLITE_STATIC);
}

static bool put_table(Store *store, const StoredTable *table, const char *record,
                      const char *summary)
{
    sqlite3_stmt *put = ready(store, PUT_TABLE);
    const int64_t numbers[] = { table->version, table->started_ms,   table->over, table->abandoned,
                                table->main_ms, table->increment_ms, table->draw, table->back };
    sql_bind_text(put, 1, table->id);
    for (int i = 0; i < 8; i++)
        sqlite3_bind_int64(put, 2 + i, numbers[i]);
    bind_hash(put, 10, &table->invitation);
    sql_bind_text(put, 11, table->rematch);
    sql_bind_text(put, 12, record);
    sql_bind_text(put, 13, summary);
    int result = sqlite3_step(put);
    sqlite3_reset(put);
    return result == SQLITE_DONE;
}

static bool put_seat(Store *store, const char *id, int side, const StoredSeat *seat)
{
    sqlite3_stmt *put = ready(store, PUT_SEAT);
    const int     numbers[] = {
            side, seat->kind, seat->level, seat->time_ms, seat->taken, seat->rematch
    };
    sql_bind_text(put, 1, id);
    for (int i = 0; i < 6; i++)
        sqlite3_bind_int(put, 2 + i, numbers[i]);
    bind_hash(put, 8, &seat->token);
    sqlite3_bind_int64(put, 9, seat->left_ms);
    int result = sqlite3_step(put);
    sqlite3_reset(put);
    return result == SQLITE_DONE;
}

static Status save(Store *store, const StoredTable *table, const char *record, const char *summary)
{
    assert(table->version >= 1 && strlen(table->id) == ID_TEXT_MAX - 1);
    bool is_new = table->version == 1;
    if (!run(store, BEGIN))
        return STATUS_SYSTEM;
    if (put_table(store, table, record, summary) &&
        put_seat(store, table->id, 0, &table->seat[0]) &&
        put_seat(store, table->id, 1, &table->seat[1]) && run(store, COMMIT)) {
        store->count += is_new;
        return STATUS_OK;
    }
    run(store, ROLLBACK);
    return STATUS_SYSTEM;
}

Status store_save(Store *store, const StoredTable *table, const char *record, const char *summary)
{
    Status status = save(store, table, record, summary);
    store->has_failed = status != STATUS_OK;
    store->figures.commits += status == STATUS_OK;
    store->figures.failures += status != STATUS_OK;
    return status;
}

StoreFigures store_figures(const Store *store)
{
    return store->figures;
}

bool store_works(Store *store)
{
    if (store->has_failed)
        store->has_failed = !run(store, TOUCH);
    return !store->has_failed;
}

/* --- Reading ------------------------------------------------------------------------------ */

static Hash hash_at(sqlite3_stmt *row, int at)
{
    Hash hash = { .set = false };
    if (sqlite3_column_bytes(row, at) == HASH_BYTES) {
        memcpy(hash.bytes, sqlite3_column_blob(row, at), HASH_BYTES);
        hash.set = true;
    }
    return hash;
}

static void take_table(sqlite3_stmt *row, const char *id, StoredTable *table, Buffer *record)
{
    *table = (StoredTable){ .version = sqlite3_column_int64(row, 0),
                            .started_ms = sqlite3_column_int64(row, 1),
                            .over = sqlite3_column_int(row, 2) != 0,
                            .abandoned = sqlite3_column_int(row, 3) != 0,
                            .main_ms = sqlite3_column_int64(row, 4),
                            .increment_ms = sqlite3_column_int64(row, 5),
                            .draw = sqlite3_column_int(row, 6),
                            .back = sqlite3_column_int(row, 7),
                            .invitation = hash_at(row, 8) };
    snprintf(table->id, sizeof table->id, "%s", id);
    snprintf(table->rematch, sizeof table->rematch, "%s", sql_text(row, 9));
    buffer_add(record, sql_text(row, 10));
}

static void take_seat(sqlite3_stmt *row, StoredSeat *seat)
{
    *seat = (StoredSeat){ .kind = sqlite3_column_int(row, 0),
                          .level = sqlite3_column_int(row, 1),
                          .time_ms = sqlite3_column_int(row, 2),
                          .taken = sqlite3_column_int(row, 3) != 0,
                          .rematch = sqlite3_column_int(row, 4) != 0,
                          .token = hash_at(row, 5),
                          .left_ms = sqlite3_column_int64(row, 6) };
}

Status store_load(Store *store, const char *id, StoredTable *table, Buffer *record)
{
    sqlite3_stmt *get = ready(store, GET_TABLE);
    sql_bind_text(get, 1, id);
    int result = sqlite3_step(get);
    if (result == SQLITE_ROW)
        take_table(get, id, table, record);
    sqlite3_reset(get);
    if (result != SQLITE_ROW)
        return result == SQLITE_DONE ? STATUS_NOT_FOUND : STATUS_SYSTEM;
    sqlite3_stmt *seats = ready(store, GET_SEATS);
    sql_bind_text(seats, 1, id);
    int count = 0;
    while (count < 2 && sqlite3_step(seats) == SQLITE_ROW)
        take_seat(seats, &table->seat[count++]);
    sqlite3_reset(seats);
    return count == 2 ? STATUS_OK : STATUS_SYSTEM;
}

Status store_list(Store *store, const char *before, int limit, StoreVisit *visit, void *context)
{
    assert(limit >= 0 && visit != NULL);
    sqlite3_stmt *list = ready(store, LIST);
    if (before != NULL)
        sql_bind_text(list, 1, before);
    sqlite3_bind_int(list, 2, limit);
    int result;
    while ((result = sqlite3_step(list)) == SQLITE_ROW)
        if (!visit(context, sql_text(list, 0), sql_text(list, 1)))
            break;
    sqlite3_reset(list);
    return sql_is_done(result) ? STATUS_OK : STATUS_SYSTEM;
}
