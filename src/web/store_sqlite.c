/* SPDX-License-Identifier: MIT */
/* Every save is one transaction; sql/sql.h describes its durability. */
#include "web/store_kind.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "sql/sql.h"
#include "web/request.h"

enum { PATH_BYTES_MAX = 4096 };

/* UPGRADES[n] turns a database of version n, which is its user_version, into one of version n + 1.
 * Old versions must stay as they are: databases of that form exist. */
static const char *const UPGRADES[] = {
    "CREATE TABLE IF NOT EXISTS tables ("
    " number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL,"
    " started INTEGER NOT NULL, over INTEGER NOT NULL, abandoned INTEGER NOT NULL,"
    " main INTEGER NOT NULL, increment INTEGER NOT NULL, draw INTEGER NOT NULL,"
    " back INTEGER NOT NULL, invitation BLOB, rematch TEXT NOT NULL, record TEXT NOT NULL,"
    " summary TEXT NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS seats ("
    " id TEXT NOT NULL, side INTEGER NOT NULL, kind INTEGER NOT NULL, level INTEGER NOT NULL,"
    " time INTEGER NOT NULL, taken INTEGER NOT NULL, rematch INTEGER NOT NULL, token BLOB,"
    " clock INTEGER NOT NULL, PRIMARY KEY (id, side)) STRICT, WITHOUT ROWID;",

    /* Version 2: lists.  Games of version 1 count as begun when they were created.  The numbers are
     * those of TableState and SeatKind. */
    "ALTER TABLE tables ADD COLUMN state INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN game TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN people INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN casual INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET changed=started,"
    " people=NOT EXISTS (SELECT 1 FROM seats WHERE seats.id=tables.id AND kind=2),"
    " game=CASE WHEN json_valid(summary) THEN ifnull(json_extract(summary, '$.game'), '')"
    " ELSE '' END,"
    " state=CASE"
    " WHEN (CASE WHEN json_valid(summary) THEN json_extract(summary, '$.turn')=0 ELSE 0 END)"
    " AND (abandoned OR NOT over) THEN 0"
    " WHEN over THEN 3"
    " WHEN invitation IS NOT NULL THEN 0"
    " ELSE 2 END;"
    "CREATE INDEX tables_lists ON tables (state, changed);"
    "CREATE INDEX tables_games ON tables (state, game, changed);"
    "CREATE INDEX tables_people ON tables (state, people, changed);"
    "CREATE INDEX tables_games_people ON tables (state, game, people, changed);",

    /* Version 3: shared studies. */
    ("CREATE TABLE IF NOT EXISTS studies (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
     " key BLOB NOT NULL, changed INTEGER NOT NULL, record TEXT NOT NULL) STRICT;"),

    /* Version 4: when a study was last opened or changed. */
    "ALTER TABLE studies ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;"
    "UPDATE studies SET seen=changed;"
    "CREATE INDEX studies_seen ON studies (seen);",
};

#define STORE_VERSION 4
_Static_assert(sizeof UPGRADES / sizeof UPGRADES[0] == STORE_VERSION, "one upgrade per version");

/* The four filters of a list; an index serves each of them in order. */
#define LIST_WHERE(conditions)                                                    \
    "SELECT id, summary FROM tables WHERE state=?1" conditions " AND changed>=?2" \
    " AND (changed, number) < (?3, ?4) ORDER BY changed DESC, number DESC LIMIT ?5"

typedef enum Statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    PUT_TABLE,
    PUT_SEAT,
    GET_TABLE,
    GET_SEATS,
    DELETE_TABLE,
    DELETE_SEATS,
    LIST,
    LIST_STATE, /* the next three add 1 for a filter by game, 2 for one by opponents */
    LIST_GAME,
    LIST_PEOPLE,
    LIST_GAME_PEOPLE,
    GET_PLACE,
    GET_SUMMARY,
    UNBEGUN,
    COUNT,
    TOUCH,
    PUT_STUDY,
    CHANGE_STUDY,
    GET_STUDY,
    SEE_STUDY,
    EXPIRE_STUDIES,
    COUNT_STUDIES,
    STATEMENTS
} Statement;

#define TEXT_OF(number)     #number
#define SET_VERSION(number) "PRAGMA user_version=" TEXT_OF(number)

static const char *const SQL[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [PUT_TABLE] =
        "INSERT INTO tables (id, version, started, over, abandoned, main, increment, draw,"
        " back, state, people, changed, casual, listed, invitation, rematch, game, record, summary)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
        " ?19) ON CONFLICT (id) DO UPDATE SET version=?2, over=?4, abandoned=?5, draw=?8,"
        " back=?9, state=?10, people=?11, changed=?12, casual=?13, listed=?14, invitation=?15,"
        " rematch=?16, game=?17, record=?18, summary=?19",
    [PUT_SEAT] = "INSERT OR REPLACE INTO seats VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [GET_TABLE] =
        "SELECT version, started, over, abandoned, main, increment, draw, back, invitation,"
        " rematch, record, state, changed, casual, listed, game FROM tables WHERE id=?1",
    [GET_SEATS] = "SELECT kind, level, time, taken, rematch, token, clock FROM seats WHERE id=?1"
                  " ORDER BY side",
    [DELETE_TABLE] = "DELETE FROM tables WHERE id=?1",
    [DELETE_SEATS] = "DELETE FROM seats WHERE id=?1",
    [LIST] = "SELECT id, summary FROM tables WHERE ?1 IS NULL OR"
             " number < (SELECT number FROM tables WHERE id=?1) ORDER BY number DESC LIMIT ?2",
    [LIST_STATE] = LIST_WHERE(""),
    [LIST_GAME] = LIST_WHERE(" AND game=?6"),
    [LIST_PEOPLE] = LIST_WHERE(" AND people=?7"),
    [LIST_GAME_PEOPLE] = LIST_WHERE(" AND game=?6 AND people=?7"),
    [GET_PLACE] = "SELECT changed, number FROM tables WHERE id=?1",
    [GET_SUMMARY] = "SELECT id, summary FROM tables WHERE id=?1",
    [UNBEGUN] = "SELECT id, '' FROM tables WHERE state=?1 AND changed<?2 ORDER BY changed",
    [COUNT] = "SELECT count(*) FROM tables",
    /* A write that changes nothing.  SQLite skips equal values in tables. */
    [TOUCH] = SET_VERSION(STORE_VERSION),
    [PUT_STUDY] =
        "INSERT INTO studies (id, key, changed, seen, record) VALUES (?1, ?2, ?3, ?3, ?4)",
    [CHANGE_STUDY] = "UPDATE studies SET changed=?3, seen=?3, record=?4 WHERE id=?1",
    [GET_STUDY] = "SELECT record, key FROM studies WHERE id=?1",
    /* One write per day is enough. */
    [SEE_STUDY] = "UPDATE studies SET seen=?2 WHERE id=?1 AND seen<?2-24*3600*1000",
    [EXPIRE_STUDIES] = "DELETE FROM studies WHERE number IN"
                       " (SELECT number FROM studies WHERE seen<?1 ORDER BY seen LIMIT ?2)",
    [COUNT_STUDIES] = "SELECT count(*) FROM studies",
};

static const SqlPlan PLAN = {
    .upgrades = UPGRADES, .version = STORE_VERSION, .statements = SQL, .count = STATEMENTS
};

typedef struct Lite {
    int          lock;
    Sql          sql;
    int64_t      count;
    bool         has_failed; /* the last write */
    StoreFigures figures;
} Lite;

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
static Status lock_folder(Lite *store, const char *folder, Fault *fault)
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

static sqlite3_stmt *ready(Lite *store, Statement statement)
{
    return sql_statement(&store->sql, (int)statement);
}

static bool run(Lite *store, Statement statement)
{
    sqlite3_stmt *prepared = ready(store, statement);
    int           result = sqlite3_step(prepared);
    sqlite3_reset(prepared);
    return sql_is_done(result);
}

static bool count_tables(Lite *store)
{
    sqlite3_stmt *count = ready(store, COUNT);
    if (sqlite3_step(count) != SQLITE_ROW)
        return false;
    store->count = sqlite3_column_int64(count, 0);
    sqlite3_reset(count);
    return true;
}

static Status open_file(Lite *store, const char *folder, Fault *fault)
{
    char path[PATH_BYTES_MAX + 16];
    assert(strlen(folder) < PATH_BYTES_MAX); /* make_folder has checked it */
    snprintf(path, sizeof path, "%s/tables.db", folder);
    if (!sql_open(&store->sql, path, &PLAN) || !sql_prepare(&store->sql) || !count_tables(store))
        return failed(fault, folder,
                      store->sql.is_newer
                          ? "a newer version of Tessera has used it; update Tessera "
                            "or pass --data DIR"
                          : sql_why(&store->sql));
    return STATUS_OK;
}

static void lite_close(void *self)
{
    Lite *store = self;
    sql_close(&store->sql);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

static int64_t lite_count(const void *self)
{
    const Lite *store = self;
    return store->count;
}

/* --- Writing ------------------------------------------------------------------------------ */

static void bind_hash(sqlite3_stmt *statement, int at, const Hash *hash)
{
    if (hash->set)
        sqlite3_bind_blob(statement, at, hash->bytes, HASH_BYTES, SQLITE_STATIC);
}

static bool put_table(Lite *store, const StoredTable *table, const char *record,
                      const char *summary)
{
    sqlite3_stmt *put = ready(store, PUT_TABLE);
    bool          people = table->seat[0].kind != SEAT_ENGINE && table->seat[1].kind != SEAT_ENGINE;
    const int64_t numbers[] = { table->version,   table->started_ms, table->over,
                                table->abandoned, table->main_ms,    table->increment_ms,
                                table->draw,      table->back,       table->state,
                                people,           table->changed_ms, table->casual,
                                table->listed };
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    sql_bind_text(put, 1, table->id);
    for (int i = 0; i < NUMBERS; i++)
        sqlite3_bind_int64(put, 2 + i, numbers[i]);
    bind_hash(put, NUMBERS + 2, &table->invitation);
    sql_bind_text(put, NUMBERS + 3, table->rematch);
    sql_bind_text(put, NUMBERS + 4, table->game);
    sql_bind_text(put, NUMBERS + 5, record);
    sql_bind_text(put, NUMBERS + 6, summary);
    int result = sqlite3_step(put);
    sqlite3_reset(put);
    return result == SQLITE_DONE;
}

static bool put_seat(Lite *store, const char *id, int side, const StoredSeat *seat)
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

static Status save(Lite *store, const StoredTable *table, const StoreTexts *texts)
{
    bool is_new = table->version == 1;
    if (!run(store, BEGIN))
        return STATUS_SYSTEM;
    if (put_table(store, table, texts->record, texts->summary) &&
        put_seat(store, table->id, 0, &table->seat[0]) &&
        put_seat(store, table->id, 1, &table->seat[1]) && run(store, COMMIT)) {
        store->count += is_new;
        return STATUS_OK;
    }
    run(store, ROLLBACK);
    return STATUS_SYSTEM;
}

static Status lite_save(void *self, const StoredTable *table, const StoreTexts *texts)
{
    Lite  *store = self;
    Status status = save(store, table, texts);
    store->has_failed = status != STATUS_OK;
    store->figures.commits += status == STATUS_OK;
    store->figures.failures += status != STATUS_OK;
    return status;
}

static bool remove_row(Lite *store, Statement statement, const char *id)
{
    sqlite3_stmt *row = ready(store, statement);
    sql_bind_text(row, 1, id);
    int result = sqlite3_step(row);
    sqlite3_reset(row);
    return result == SQLITE_DONE;
}

static Status lite_remove(void *self, const char *id)
{
    Lite *store = self;
    if (!run(store, BEGIN))
        return STATUS_SYSTEM;
    bool removed = remove_row(store, DELETE_TABLE, id);
    int  count = removed ? sqlite3_changes(store->sql.base) : 0;
    if (removed && remove_row(store, DELETE_SEATS, id) && run(store, COMMIT)) {
        store->count -= count;
        return count == 0 ? STATUS_NOT_FOUND : STATUS_OK;
    }
    run(store, ROLLBACK);
    return STATUS_SYSTEM;
}

static StoreFigures lite_figures(const void *self)
{
    const Lite *store = self;
    return store->figures;
}

static bool lite_works(void *self)
{
    Lite *store = self;
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
                            .invitation = hash_at(row, 8),
                            .state = (TableState)sqlite3_column_int(row, 11),
                            .changed_ms = sqlite3_column_int64(row, 12),
                            .casual = sqlite3_column_int(row, 13) != 0,
                            .listed = sqlite3_column_int(row, 14) != 0 };
    snprintf(table->id, sizeof table->id, "%s", id);
    snprintf(table->rematch, sizeof table->rematch, "%s", sql_text(row, 9));
    snprintf(table->game, sizeof table->game, "%s", sql_text(row, 15));
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

static Status lite_load(void *self, const char *id, StoredTable *table, Buffer *record)
{
    Lite         *store = self;
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

/* Visit the rows of a statement whose first columns are an id and a summary. */
static Status visit_rows(sqlite3_stmt *rows, StoreVisit *visit, void *context)
{
    int result;
    while ((result = sqlite3_step(rows)) == SQLITE_ROW)
        if (!visit(context, sql_text(rows, 0), sql_text(rows, 1)))
            break;
    sqlite3_reset(rows);
    return sql_is_done(result) ? STATUS_OK : STATUS_SYSTEM;
}

/* Where a table is in the lists of its state; STATUS_NOT_FOUND if there is none. */
static Status find_place(Lite *store, const char *id, int64_t *changed_ms, int64_t *number)
{
    sqlite3_stmt *get = ready(store, GET_PLACE);
    sql_bind_text(get, 1, id);
    int result = sqlite3_step(get);
    if (result == SQLITE_ROW) {
        *changed_ms = sqlite3_column_int64(get, 0);
        *number = sqlite3_column_int64(get, 1);
    }
    sqlite3_reset(get);
    return result == SQLITE_ROW    ? STATUS_OK
           : result == SQLITE_DONE ? STATUS_NOT_FOUND
                                   : STATUS_SYSTEM;
}

static Status list_some(Lite *store, const StoreFilter *filter, const char *before, int limit,
                        StoreVisit *visit, void *context)
{
    bool    by_game = filter->game != NULL, by_people = filter->opponents != OPPONENTS_ANY;
    int64_t changed_ms = INT64_MAX, number = INT64_MAX;
    Status  status = before == NULL ? STATUS_OK : find_place(store, before, &changed_ms, &number);
    if (status != STATUS_OK)
        return status == STATUS_NOT_FOUND ? STATUS_OK : status;
    sqlite3_stmt *list = ready(store, (Statement)(LIST_STATE + by_game + 2 * by_people));
    sqlite3_bind_int(list, 1, (int)filter->state);
    sqlite3_bind_int64(list, 2, filter->since_ms);
    sqlite3_bind_int64(list, 3, changed_ms);
    sqlite3_bind_int64(list, 4, number);
    sqlite3_bind_int(list, 5, limit);
    if (by_game)
        sql_bind_text(list, 6, filter->game);
    if (by_people)
        sqlite3_bind_int(list, 7, filter->opponents == OPPONENTS_PEOPLE);
    return visit_rows(list, visit, context);
}

static Status lite_list(void *self, const StoreFilter *filter, const char *before, int limit,
                        StoreVisit *visit, void *context)
{
    Lite *store = self;
    if (filter != NULL)
        return list_some(store, filter, before, limit, visit, context);
    sqlite3_stmt *list = ready(store, LIST);
    if (before != NULL)
        sql_bind_text(list, 1, before);
    sqlite3_bind_int(list, 2, limit);
    return visit_rows(list, visit, context);
}

static Status lite_summary(void *self, const char *id, StoreVisit *visit, void *context)
{
    Lite         *store = self;
    sqlite3_stmt *get = ready(store, GET_SUMMARY);
    sql_bind_text(get, 1, id);
    return visit_rows(get, visit, context);
}

static Status lite_unbegun(void *self, int64_t before_ms, StoreVisit *visit, void *context)
{
    Lite         *store = self;
    sqlite3_stmt *list = ready(store, UNBEGUN);
    sqlite3_bind_int(list, 1, TABLE_UNBEGUN);
    sqlite3_bind_int64(list, 2, before_ms);
    return visit_rows(list, visit, context);
}

/* --- Studies ------------------------------------------------------------------------------ */

static Status put_study(Lite *store, Statement statement, const char *id, const Hash *key,
                        const char *record, int64_t now_ms)
{
    sqlite3_stmt *put = ready(store, statement);
    sql_bind_text(put, 1, id);
    if (key != NULL)
        bind_hash(put, 2, key);
    sqlite3_bind_int64(put, 3, now_ms);
    sql_bind_text(put, 4, record);
    bool is_done = sqlite3_step(put) == SQLITE_DONE;
    sqlite3_reset(put);
    store->has_failed = !is_done;
    return is_done ? STATUS_OK : STATUS_SYSTEM;
}

static Status lite_add_study(void *self, const char *id, const Hash *key, const char *record,
                             int64_t now_ms)
{
    Lite *store = self;
    return put_study(store, PUT_STUDY, id, key, record, now_ms);
}

static Status lite_change_study(void *self, const char *id, const char *record, int64_t now_ms)
{
    Lite *store = self;
    return put_study(store, CHANGE_STUDY, id, NULL, record, now_ms);
}

/* Note that a study was opened.  If that fails, the study only expires earlier. */
static void see_study(Lite *store, const char *id, int64_t now_ms)
{
    sqlite3_stmt *see = ready(store, SEE_STUDY);
    sql_bind_text(see, 1, id);
    sqlite3_bind_int64(see, 2, now_ms);
    sqlite3_step(see);
    sqlite3_reset(see);
}

static void lite_expire_studies(void *self, int64_t before_ms, int count)
{
    Lite         *store = self;
    sqlite3_stmt *expire = ready(store, EXPIRE_STUDIES);
    sqlite3_bind_int64(expire, 1, before_ms);
    sqlite3_bind_int(expire, 2, count);
    sqlite3_step(expire);
    sqlite3_reset(expire);
}

static Status lite_load_study(void *self, const char *id, int64_t now_ms, Hash *key, Buffer *record)
{
    Lite         *store = self;
    sqlite3_stmt *get = ready(store, GET_STUDY);
    sql_bind_text(get, 1, id);
    int result = sqlite3_step(get);
    if (result == SQLITE_ROW) {
        buffer_add(record, sql_text(get, 0));
        *key = hash_at(get, 1);
    }
    sqlite3_reset(get);
    if (result == SQLITE_ROW)
        see_study(store, id, now_ms);
    return result == SQLITE_ROW    ? STATUS_OK
           : result == SQLITE_DONE ? STATUS_NOT_FOUND
                                   : STATUS_SYSTEM;
}

static int64_t lite_count_studies(void *self)
{
    Lite         *store = self;
    sqlite3_stmt *count = ready(store, COUNT_STUDIES);
    int64_t       found = sqlite3_step(count) == SQLITE_ROW ? sqlite3_column_int64(count, 0) : 0;
    sqlite3_reset(count);
    return found;
}

/* --- The kind ----------------------------------------------------------------------------- */

static bool lite_is_away(const void *self)
{
    (void)self;
    return false;
}

static const StoreKind KIND = {
    .close = lite_close,
    .is_away = lite_is_away,
    .figures = lite_figures,
    .works = lite_works,
    .count = lite_count,
    .save = lite_save,
    .load = lite_load,
    .remove = lite_remove,
    .list = lite_list,
    .summary = lite_summary,
    .unbegun = lite_unbegun,
    .add_study = lite_add_study,
    .change_study = lite_change_study,
    .load_study = lite_load_study,
    .count_studies = lite_count_studies,
    .expire_studies = lite_expire_studies,
};

Store *store_open(const char *folder, Fault *fault)
{
    Lite *store = calloc(1, sizeof *store);
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
        return store_new(&KIND, store, fault);
    lite_close(store);
    return NULL;
}
