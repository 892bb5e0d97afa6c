/* SPDX-License-Identifier: MIT */
/* ledger.c - every change is one transaction, which survives a power failure (synchronous=FULL).
 * Games in progress are in a database of their own, which may lose its newest rows. */
#include "arena/ledger.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/seal.h"
#include "base/clock.h"
#include "base/text.h"
#include "sql/sql.h"

enum {
    PATH_BYTES_MAX = 4096,
    BUSY_MS = 10000,
    BOTS_MAX = 100000,
    SCHEMA_VERSION = 2,
};

static const char SCHEMA[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS facts ("
    " id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS bots ("
    " id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, mark TEXT NOT NULL,"
    " present INTEGER NOT NULL, trouble TEXT NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS pairings ("
    " id INTEGER PRIMARY KEY, round INTEGER NOT NULL, place INTEGER NOT NULL, a INTEGER,"
    " b INTEGER, UNIQUE (round, place)) STRICT;"
    "CREATE TABLE IF NOT EXISTS games ("
    " id INTEGER PRIMARY KEY, round INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,"
    " number INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL,"
    " half_points INTEGER NOT NULL, verdict TEXT NOT NULL, reason TEXT NOT NULL,"
    " code TEXT NOT NULL, why TEXT NOT NULL, turns INTEGER NOT NULL, began INTEGER NOT NULL,"
    " took INTEGER NOT NULL, first_turns INTEGER NOT NULL, first_time INTEGER NOT NULL,"
    " first_slowest INTEGER NOT NULL, first_cpu INTEGER NOT NULL, first_memory INTEGER NOT NULL,"
    " second_turns INTEGER NOT NULL, second_time INTEGER NOT NULL,"
    " second_slowest INTEGER NOT NULL, second_cpu INTEGER NOT NULL,"
    " second_memory INTEGER NOT NULL, times TEXT NOT NULL, last_out TEXT NOT NULL,"
    " last_err TEXT NOT NULL, board TEXT NOT NULL, record TEXT NOT NULL,"
    " void_at INTEGER NOT NULL, void_why TEXT NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX IF NOT EXISTS games_place ON games (round, a, b, number)"
    " WHERE void_at=0;"
    "CREATE INDEX IF NOT EXISTS games_first ON games (first);"
    "CREATE INDEX IF NOT EXISTS games_second ON games (second);"
    "CREATE TABLE IF NOT EXISTS chain ("
    " entry INTEGER PRIMARY KEY, kind TEXT NOT NULL, item INTEGER NOT NULL, hash TEXT NOT NULL,"
    " sum TEXT NOT NULL) STRICT;"
    "CREATE INDEX IF NOT EXISTS chain_items ON chain (kind, item);"
    "PRAGMA user_version=2;"
    "COMMIT;";

/* Whoever opens it for writing begins a run, before which no game is in progress. */
static const char LIVE_SCHEMA[] =
    "DROP TABLE IF EXISTS live;"
    "CREATE TABLE live ("
    " worker INTEGER PRIMARY KEY, round INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,"
    " number INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL,"
    " began INTEGER NOT NULL, first_clock INTEGER NOT NULL, second_clock INTEGER NOT NULL,"
    " updated INTEGER NOT NULL, record TEXT NOT NULL, machine TEXT NOT NULL DEFAULT '') STRICT;";

#define GAME_NUMBERS                                                                           \
    "id, round, a, b, number, first, second, half_points, verdict, reason, code, why, turns, " \
    "began, took, first_turns, first_time, first_slowest, first_cpu, first_memory, "           \
    "second_turns, second_time, second_slowest, second_cpu, second_memory, void_at, void_why"
#define GAME_TEXTS "times, last_out, last_err, board, record"

/* The tables that the chain covers. */
typedef enum Kind { KIND_FACT, KIND_BOT, KIND_PAIRING, KIND_GAME, KINDS } Kind;

static const char *const KIND_NAMES[KINDS] = { "fact", "bot", "pairing", "game" };

typedef enum Statement {
    BEGIN,
    BEGIN_READ,
    COMMIT,
    ROLLBACK,
    GET_FACT,
    SET_FACT,
    GET_BOTS,
    ADD_BOT,
    SET_BOT,
    GAMES_OF,
    ADD_PAIRING,
    GET_PAIRINGS,
    ADD_GAME,
    VOID_GAME,
    GET_GAMES,
    GET_GAMES_WITH_TEXTS,
    GET_VOID_GAMES,
    GET_GAME,
    COUNT_GAMES,
    GET_VERSION,
    ADD_ENTRY,
    LAST_ENTRY,
    GET_ENTRY,
    GET_CHAIN,
    GET_CHAIN_AFTER,
    LAST_OF_ITEM,
    COUNT_ITEMS,
    ROW_OF,                     /* and the next ones: one row, by kind */
    ALL_OF = ROW_OF + KINDS,    /* and the next ones: all rows, by kind */
    DROP_ROW = ALL_OF + KINDS,  /* and the next ones: delete a row, by kind */
    PUT_ROW = DROP_ROW + KINDS, /* and the next ones: insert a row, by kind */
    STATEMENTS = PUT_ROW + KINDS
} Statement;

typedef enum LiveStatement {
    SET_LIVE,
    END_LIVE,
    CLEAR_LIVE,
    GET_LIVE,
    LIVE_STATEMENTS
} LiveStatement;

static const char *const SQL[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [BEGIN_READ] = "BEGIN",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [GET_FACT] = "SELECT value FROM facts WHERE key=?1",
    [SET_FACT] = "INSERT INTO facts (key, value) VALUES (?1, ?2)"
                 " ON CONFLICT (key) DO UPDATE SET value=?2 RETURNING id",
    [GET_BOTS] = "SELECT id, name, kind, mark, present, trouble FROM bots ORDER BY id",
    [ADD_BOT] = "INSERT INTO bots (id, name, kind, mark, present, trouble)"
                " VALUES ((SELECT coalesce(max(id) + 1, 0) FROM bots), ?1, ?2, ?3, ?4, ?5)",
    [SET_BOT] = "UPDATE bots SET name=?2, kind=?3, mark=?4, present=?5, trouble=?6 WHERE id=?1",
    [GAMES_OF] = "SELECT count(*) FROM games WHERE (first=?1 OR second=?1) AND void_at=0",
    [ADD_PAIRING] = "INSERT INTO pairings (round, place, a, b) VALUES (?1, ?2, ?3, ?4)",
    [GET_PAIRINGS] = "SELECT round, a, b FROM pairings ORDER BY round, place",
    [ADD_GAME] =
        "INSERT INTO games (round, a, b, number, first, second, half_points, verdict, reason, code,"
        " why, turns, began, took, first_turns, first_time, first_slowest, first_cpu, first_memory,"
        " second_turns, second_time, second_slowest, second_cpu, second_memory, " GAME_TEXTS
        ", void_at, void_why)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
        " ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31)",
    [VOID_GAME] = "UPDATE games SET void_at=?2, void_why=?3 WHERE id=?1 AND void_at=0 RETURNING id",
    [GET_GAMES] = "SELECT " GAME_NUMBERS " FROM games WHERE void_at=0 ORDER BY id",
    [GET_GAMES_WITH_TEXTS] =
        "SELECT " GAME_NUMBERS ", " GAME_TEXTS " FROM games WHERE void_at=0 ORDER BY id",
    [GET_VOID_GAMES] = "SELECT " GAME_NUMBERS " FROM games WHERE void_at<>0 ORDER BY id",
    [GET_GAME] = "SELECT " GAME_NUMBERS ", " GAME_TEXTS " FROM games WHERE id=?1",
    [COUNT_GAMES] = "SELECT count(*) FROM games WHERE void_at=0",
    [GET_VERSION] = "PRAGMA user_version",
    [ADD_ENTRY] = "INSERT INTO chain (entry, kind, item, hash, sum) VALUES (?1, ?2, ?3, ?4, ?5)",
    [LAST_ENTRY] = "SELECT entry, sum FROM chain ORDER BY entry DESC LIMIT 1",
    [GET_ENTRY] = "SELECT sum FROM chain WHERE entry=?1",
    [GET_CHAIN] = "SELECT entry, kind, item, hash, sum FROM chain ORDER BY entry",
    [GET_CHAIN_AFTER] =
        "SELECT entry, kind, item, hash, sum FROM chain WHERE entry>?1 ORDER BY entry",
    [LAST_OF_ITEM] = "SELECT hash FROM chain WHERE kind=?1 AND item=?2 ORDER BY entry DESC LIMIT 1",
    [COUNT_ITEMS] = "SELECT count(DISTINCT item) FROM chain WHERE kind=?1",
    [ROW_OF + KIND_FACT] = "SELECT * FROM facts WHERE id=?1",
    [ROW_OF + KIND_BOT] = "SELECT * FROM bots WHERE id=?1",
    [ROW_OF + KIND_PAIRING] = "SELECT * FROM pairings WHERE id=?1",
    [ROW_OF + KIND_GAME] = "SELECT * FROM games WHERE id=?1",
    [ALL_OF + KIND_FACT] = "SELECT * FROM facts ORDER BY id",
    [ALL_OF + KIND_BOT] = "SELECT * FROM bots ORDER BY id",
    [ALL_OF + KIND_PAIRING] = "SELECT * FROM pairings ORDER BY id",
    [ALL_OF + KIND_GAME] = "SELECT * FROM games ORDER BY id",
    [DROP_ROW + KIND_FACT] = "DELETE FROM facts WHERE id=?1",
    [DROP_ROW + KIND_BOT] = "DELETE FROM bots WHERE id=?1",
    [DROP_ROW + KIND_PAIRING] = "DELETE FROM pairings WHERE id=?1",
    [DROP_ROW + KIND_GAME] = "DELETE FROM games WHERE id=?1",
    [PUT_ROW + KIND_FACT] = "INSERT INTO facts VALUES (?1, ?2, ?3)",
    [PUT_ROW + KIND_BOT] = "INSERT INTO bots VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [PUT_ROW + KIND_PAIRING] = "INSERT INTO pairings VALUES (?1, ?2, ?3, ?4, ?5)",
    [PUT_ROW + KIND_GAME] =
        "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,"
        " ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32)",
};

static const char *const LIVE_SQL[LIVE_STATEMENTS] = {
    [SET_LIVE] = "INSERT INTO live (worker, round, a, b, number, first, second, began, first_clock,"
                 " second_clock, updated, record, machine)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
                 " ON CONFLICT (worker) DO UPDATE SET round=?2, a=?3, b=?4, number=?5, first=?6,"
                 " second=?7, began=?8, first_clock=?9, second_clock=?10, updated=?11, record=?12,"
                 " machine=?13",
    [END_LIVE] = "DELETE FROM live WHERE worker=?1",
    [CLEAR_LIVE] = "DELETE FROM live",
    [GET_LIVE] = ("SELECT worker, round, a, b, number, first, second, began, first_clock,"
                  " second_clock, updated, record, machine FROM live ORDER BY worker"),
};

static const SqlPlan PLAN = {
    .schema = SCHEMA, .statements = SQL, .count = STATEMENTS, .busy_ms = BUSY_MS, .is_durable = true
};
static const SqlPlan LIVE_PLAN = {
    .schema = LIVE_SCHEMA, .statements = LIVE_SQL, .count = LIVE_STATEMENTS, .busy_ms = BUSY_MS
};

struct Ledger {
    int             lock; /* -1: opened for reading */
    char            folder[PATH_BYTES_MAX];
    Sql             sql;
    Sql             live;
    bool            has_live;
    pthread_mutex_t mutex; /* recursive: a transaction holds it */
    int             seal_file;
    Seal            seal; /* the last entry of the chain */
};

/* --- Opening ------------------------------------------------------------------------------ */

static Status failed(Fault *fault, const char *folder, const char *why)
{
    return fault_set(fault, STATUS_SYSTEM, 0,
                     "cannot use the contest database in %.120s/.arena: %.100s", folder, why);
}

static struct flock file_lock(short type)
{
    return (struct flock){ .l_type = type, .l_whence = SEEK_SET };
}

/* Take a POSIX lock, which belongs to the process and not to the descriptor: child processes do not
 * inherit it. */
static Status lock_folder(Ledger *ledger, const char *folder, Fault *fault)
{
    char path[PATH_BYTES_MAX];
    snprintf(path, sizeof path, "%s/.arena", folder);
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
        return failed(fault, folder, strerror(errno));
    snprintf(path, sizeof path, "%s/.arena/lock", folder);
    ledger->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (ledger->lock < 0)
        return failed(fault, folder, strerror(errno));
    struct flock lock = file_lock(F_WRLCK);
    if (fcntl(ledger->lock, F_SETLK, &lock) == 0)
        return STATUS_OK;
    if (errno != EACCES && errno != EAGAIN)
        return failed(fault, folder, strerror(errno));
    return fault_set(fault, STATUS_ILLEGAL, 0,
                     "the contest is already running (process %lld); `tessera arena stop` ends it "
                     "after the current games",
                     (long long)ledger_runner(folder));
}

int64_t ledger_runner(const char *folder)
{
    char path[PATH_BYTES_MAX];
    snprintf(path, sizeof path, "%s/.arena/lock", folder);
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return 0;
    struct flock lock = file_lock(F_WRLCK);
    bool         held = fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    close(file);
    return held ? lock.l_pid : 0;
}

static void open_live(Ledger *ledger, LedgerMode mode)
{
    char path[PATH_BYTES_MAX + 32];
    snprintf(path, sizeof path, "%s/.arena/live.db", ledger->folder);
    if (mode == LEDGER_READ && access(path, F_OK) != 0)
        return;
    ledger->has_live = (mode == LEDGER_RUN ? sql_open(&ledger->live, path, &LIVE_PLAN)
                                           : sql_open_to_read(&ledger->live, path, &LIVE_PLAN)) &&
                       sql_prepare(&ledger->live);
}

static Status check_version(Ledger *ledger, const char *folder, Fault *fault)
{
    sqlite3_stmt *s = sql_statement(&ledger->sql, GET_VERSION);
    int           version = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) : 0;
    sql_reset(s);
    if (version == 0 || version == SCHEMA_VERSION) /* 0: an empty file */
        return STATUS_OK;
    return fault_set(fault, STATUS_ILLEGAL, 0,
                     "the contest database in %.120s/.arena has version %d, and this program "
                     "needs %d; start a new contest in another directory",
                     folder, version, SCHEMA_VERSION);
}

/* Mark a sealed database as open before anything changes it: opening it for writing begins a WAL, and a
 * kill at that moment must not look like damage. */
static bool break_seal(const char *folder)
{
    Seal seal;
    if (seal_read(folder, &seal) != STATUS_OK || strcmp(seal.file, "open") == 0)
        return true;
    strcpy(seal.file, "open");
    return seal_write(folder, &seal) == STATUS_OK;
}

static Status open_base(Ledger *ledger, const char *folder, LedgerMode mode, Fault *fault)
{
    char path[PATH_BYTES_MAX];
    snprintf(path, sizeof path, "%s/.arena/games.db", folder);
    bool exists = access(path, F_OK) == 0;
    if (mode == LEDGER_READ && !exists)
        return fault_set(fault, STATUS_NOT_FOUND, 0,
                         "no games have been played in %.150s; start with `tessera arena run`",
                         folder);
    if (exists) { /* look at the version before the schema is applied */
        bool   opened = sql_open_to_read(&ledger->sql, path, &PLAN);
        Status status = opened ? check_version(ledger, folder, fault)
                               : failed(fault, folder, sql_why(&ledger->sql));
        if (status != STATUS_OK)
            return status;
    }
    if (mode == LEDGER_RUN) {
        sql_close(&ledger->sql);
        if (!break_seal(folder))
            return failed(fault, folder, strerror(errno));
        if (!sql_open(&ledger->sql, path, &PLAN))
            return failed(fault, folder, sql_why(&ledger->sql));
    }
    return sql_prepare(&ledger->sql) ? STATUS_OK : failed(fault, folder, sql_why(&ledger->sql));
}

static bool init_mutex(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    bool made = pthread_mutex_init(mutex, &kind) == 0;
    pthread_mutexattr_destroy(&kind);
    return made;
}

static Status begin_seal(Ledger *ledger, bool is_new, Fault *fault);
static Status check_file(const char *folder, bool *is_new, Fault *fault);
static Status read_end(Ledger *ledger, Seal *out);
static void   end_seal(Ledger *ledger);

static Status open_all(Ledger *ledger, const char *folder, LedgerMode mode, Fault *fault)
{
    bool   is_new = false;
    Status status = STATUS_OK;
    if (mode == LEDGER_RUN && (status = lock_folder(ledger, folder, fault)) == STATUS_OK)
        status = check_file(folder, &is_new, fault);
    if (status == STATUS_OK)
        status = open_base(ledger, folder, mode, fault);
    if (status == STATUS_OK && mode == LEDGER_RUN)
        status = begin_seal(ledger, is_new, fault);
    if (status == STATUS_OK)
        open_live(ledger, mode);
    return status;
}

static Ledger *ledger_new(const char *folder, Fault *fault)
{
    Ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL || strlen(folder) >= PATH_BYTES_MAX || !init_mutex(&ledger->mutex)) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        free(ledger);
        return NULL;
    }
    ledger->lock = ledger->seal_file = -1;
    snprintf(ledger->folder, sizeof ledger->folder, "%s", folder);
    return ledger;
}

Ledger *ledger_open(const char *folder, LedgerMode mode, Fault *fault)
{
    assert(folder != NULL);
    Ledger *ledger = ledger_new(folder, fault);
    if (ledger == NULL || open_all(ledger, folder, mode, fault) == STATUS_OK)
        return ledger;
    ledger_close(ledger);
    return NULL;
}

/* A database without a name is SQLite's own temporary one: a file that is deleted as soon as it is
 * open. */
Ledger *ledger_open_temporary(Fault *fault)
{
    Ledger *ledger = ledger_new("", fault);
    if (ledger == NULL)
        return NULL;
    ledger->has_live = sql_open(&ledger->live, "", &LIVE_PLAN) && sql_prepare(&ledger->live);
    if (sql_open(&ledger->sql, "", &PLAN) && sql_prepare(&ledger->sql) &&
        read_end(ledger, &ledger->seal) == STATUS_OK)
        return ledger;
    fault_set(fault, STATUS_SYSTEM, 0, "cannot create a temporary database: %.150s",
              sql_why(&ledger->sql));
    ledger_close(ledger);
    return NULL;
}

void ledger_close(Ledger *ledger)
{
    assert(ledger != NULL);
    sql_close(&ledger->live);
    if (ledger->seal_file >= 0)
        end_seal(ledger);
    sql_close(&ledger->sql);
    if (ledger->lock >= 0)
        close(ledger->lock);
    pthread_mutex_destroy(&ledger->mutex);
    free(ledger);
}

/* --- Statements --------------------------------------------------------------------------- */

/* Lock the mutex and return a statement; `done` unlocks it. */
static sqlite3_stmt *ready(Ledger *ledger, Statement statement)
{
    pthread_mutex_lock(&ledger->mutex);
    return sql_statement(&ledger->sql, (int)statement);
}

static Status done(Ledger *ledger, sqlite3_stmt *s, int result)
{
    sql_reset(s);
    pthread_mutex_unlock(&ledger->mutex);
    if (sql_is_done(result))
        return STATUS_OK;
    return result == SQLITE_CONSTRAINT ? STATUS_ILLEGAL : STATUS_SYSTEM;
}

static void copy_at(sqlite3_stmt *row, int at, char *out, size_t size)
{
    snprintf(out, size, "%s", sql_text(row, at));
}

static Status run(Ledger *ledger, Statement statement)
{
    sqlite3_stmt *s = ready(ledger, statement);
    return done(ledger, s, sqlite3_step(s));
}

/* Begin a transaction.  It holds the mutex until end_change, so no other thread joins it. */
static Status begin_change(Ledger *ledger)
{
    pthread_mutex_lock(&ledger->mutex);
    Status status = run(ledger, BEGIN);
    if (status != STATUS_OK)
        pthread_mutex_unlock(&ledger->mutex);
    return status;
}

/* --- The chain ---------------------------------------------------------------------------- */

/* Write all columns of a row, each with its type and length.  False without memory. */
static bool write_row(sqlite3_stmt *row, Buffer *text)
{
    buffer_init(text, LEDGER_ROW_MAX);
    for (int i = 0; i < sqlite3_column_count(row); i++) {
        int type = sqlite3_column_type(row, i);
        if (type == SQLITE_INTEGER)
            buffer_addf(text, "i%lld ", (long long)sqlite3_column_int64(row, i));
        else if (type == SQLITE_NULL)
            buffer_add(text, "n ");
        else {
            const char *bytes = (const char *)sqlite3_column_text(row, i);
            int         count = sqlite3_column_bytes(row, i);
            buffer_addf(text, "t%d ", count);
            buffer_bytes(text, bytes == NULL ? "" : bytes, bytes == NULL ? 0 : (size_t)count);
        }
    }
    return !text->failed && text->length > 0;
}

static bool hash_row(sqlite3_stmt *row, char out[SEAL_HASH_MAX])
{
    Buffer text;
    bool   fine = write_row(row, &text);
    if (fine)
        seal_hash(text.data, text.length, out);
    buffer_free(&text);
    return fine;
}

/* Chain an entry to the one before it. */
static void chain_sum(const char *before, const char *kind, int64_t item, const char *hash,
                      char out[SEAL_HASH_MAX])
{
    char text[2 * SEAL_HASH_MAX + 64];
    snprintf(text, sizeof text, "%s %s %lld %s", before, kind, (long long)item, hash);
    seal_hash(text, strlen(text), out);
}

/* Append the present state of a row to the chain. */
static Status append_entry(Ledger *ledger, Kind kind, int64_t item, Seal *next)
{
    char          hash[SEAL_HASH_MAX];
    sqlite3_stmt *row = ready(ledger, ROW_OF + (Statement)kind);
    sqlite3_bind_int64(row, 1, item);
    int  result = sqlite3_step(row);
    bool hashed = result == SQLITE_ROW && hash_row(row, hash);
    done(ledger, row, result);
    if (!hashed)
        return STATUS_SYSTEM;
    char sum[SEAL_HASH_MAX];
    chain_sum(next->chain, KIND_NAMES[kind], item, hash, sum);
    sqlite3_stmt *s = ready(ledger, ADD_ENTRY);
    sqlite3_bind_int64(s, 1, next->entries + 1);
    sql_bind_text(s, 2, KIND_NAMES[kind]);
    sqlite3_bind_int64(s, 3, item);
    sql_bind_text(s, 4, hash);
    sql_bind_text(s, 5, sum);
    Status status = done(ledger, s, sqlite3_step(s));
    if (status == STATUS_OK) {
        next->entries++;
        memcpy(next->chain, sum, sizeof sum);
    }
    return status;
}

/* Commit the transaction and note the new end of the chain in the seal; or roll it back. */
static Status end_change(Ledger *ledger, Status status, const Seal *next)
{
    if (status == STATUS_OK)
        status = run(ledger, COMMIT);
    if (status == STATUS_OK) {
        ledger->seal = *next;
        if (ledger->seal_file >= 0)
            seal_update(ledger->seal_file, next); /* an older seal is also right */
    } else {
        run(ledger, ROLLBACK);
    }
    pthread_mutex_unlock(&ledger->mutex);
    return status;
}

/* As end_change, for a change of one row. */
static Status end_row(Ledger *ledger, Status status, Kind kind, int64_t item)
{
    Seal next = ledger->seal;
    if (status == STATUS_OK)
        status = append_entry(ledger, kind, item, &next);
    return end_change(ledger, status, &next);
}

/* --- The seal ----------------------------------------------------------------------------- */

static Status damaged(Fault *fault, const char *folder, const char *what)
{
    return fault_set(fault, STATUS_ILLEGAL, 0,
                     "%s in %.100s/.arena: see `tessera arena verify`; then restore the directory "
                     "from a backup, or remove .arena/seal to go on with what can be read",
                     what, folder);
}

/* Before the database is opened: a sealed file must not have changed. */
static Status check_file(const char *folder, bool *is_new, Fault *fault)
{
    Seal   seal;
    char   hash[SEAL_HASH_MAX];
    Status status = seal_read(folder, &seal);
    *is_new = status == STATUS_NOT_FOUND;
    if (*is_new)
        return STATUS_OK;
    if (status != STATUS_OK)
        return damaged(fault, folder, "the seal is damaged");
    if (strcmp(seal.file, "open") == 0)
        return STATUS_OK;
    if (seal_has_wal(folder) || !seal_hash_file(folder, hash) || strcmp(hash, seal.file) != 0)
        return damaged(fault, folder, "games.db has changed since it was sealed");
    return STATUS_OK;
}

/* Read the end of the chain. */
static Status read_end(Ledger *ledger, Seal *out)
{
    *out = (Seal){ .file = "open" };
    memset(out->chain, '0', SEAL_HASH_MAX - 1);
    sqlite3_stmt *s = ready(ledger, LAST_ENTRY);
    int           result = sqlite3_step(s);
    if (result == SQLITE_ROW) {
        out->entries = sqlite3_column_int64(s, 0);
        copy_at(s, 1, out->chain, sizeof out->chain);
    }
    return done(ledger, s, result);
}

bool ledger_has_entry(Ledger *ledger, int64_t number, const char *sum)
{
    if (number == 0)
        return true;
    sqlite3_stmt *s = ready(ledger, GET_ENTRY);
    sqlite3_bind_int64(s, 1, number);
    int  result = sqlite3_step(s);
    bool same = result == SQLITE_ROW && strcmp(sql_text(s, 0), sum) == 0;
    done(ledger, s, result);
    return same;
}

/* Break the seal: from now on the database changes. */
static Status begin_seal(Ledger *ledger, bool is_new, Fault *fault)
{
    Seal   before;
    Status status = read_end(ledger, &ledger->seal);
    if (status != STATUS_OK)
        return failed(fault, ledger->folder, sql_why(&ledger->sql));
    if (!is_new && (seal_read(ledger->folder, &before) != STATUS_OK ||
                    !ledger_has_entry(ledger, before.entries, before.chain)))
        return damaged(fault, ledger->folder, "the last entries are missing");
    status = seal_write(ledger->folder, &ledger->seal);
    if (status == STATUS_OK)
        ledger->seal_file = seal_open(ledger->folder);
    return ledger->seal_file >= 0 ? STATUS_OK : failed(fault, ledger->folder, strerror(errno));
}

/* Seal the database.  Its file is complete only without a WAL; if a reader prevents that, the seal
 * stays open.  The file is hashed after SQLite has closed it, because closing it a second time would
 * end SQLite's locks. */
static void end_seal(Ledger *ledger)
{
    bool complete = sql_checkpoint(&ledger->sql);
    sql_close(&ledger->sql);
    close(ledger->seal_file);
    if (complete && !seal_has_wal(ledger->folder) &&
        seal_hash_file(ledger->folder, ledger->seal.file))
        seal_write(ledger->folder, &ledger->seal);
}

Status ledger_get(Ledger *ledger, const char *key, Buffer *out)
{
    sqlite3_stmt *s = ready(ledger, GET_FACT);
    sql_bind_text(s, 1, key);
    int result = sqlite3_step(s);
    if (result == SQLITE_ROW)
        buffer_add(out, sql_text(s, 0));
    Status status = done(ledger, s, result);
    return status == STATUS_OK && result == SQLITE_DONE ? STATUS_NOT_FOUND : status;
}

static bool has_fact(Ledger *ledger, const char *key, const char *value)
{
    sqlite3_stmt *s = ready(ledger, GET_FACT);
    sql_bind_text(s, 1, key);
    int  result = sqlite3_step(s);
    bool same = result == SQLITE_ROW && strcmp(sql_text(s, 0), value) == 0;
    done(ledger, s, result);
    return same;
}

Status ledger_set(Ledger *ledger, const char *key, const char *value)
{
    if (has_fact(ledger, key, value))
        return STATUS_OK;
    Status status = begin_change(ledger);
    if (status != STATUS_OK)
        return status;
    sqlite3_stmt *s = ready(ledger, SET_FACT);
    sql_bind_text(s, 1, key);
    sql_bind_text(s, 2, value);
    int     result = sqlite3_step(s);
    int64_t id = result == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
    return end_row(ledger, done(ledger, s, result), KIND_FACT, id);
}

/* --- Bots --------------------------------------------------------------------------------- */

static bool add_row(LedgerBots *out, const LedgerBot *bot)
{
    if (out->count >= BOTS_MAX)
        return false;
    if ((out->count & (out->count - 1)) == 0) { /* the capacity is the next power of two */
        size_t     capacity = out->count == 0 ? 1 : 2 * (size_t)out->count;
        LedgerBot *more = realloc(out->at, capacity * sizeof *more);
        if (more == NULL)
            return false;
        out->at = more;
    }
    out->at[out->count++] = *bot;
    return true;
}

Status ledger_bots(Ledger *ledger, LedgerBots *out)
{
    sqlite3_stmt *s = ready(ledger, GET_BOTS);
    bool          kept = true;
    int           result = SQLITE_ROW;
    *out = (LedgerBots){ 0 };
    while (kept && (result = sqlite3_step(s)) == SQLITE_ROW) {
        LedgerBot bot = { .id = sqlite3_column_int(s, 0),
                          .present = sqlite3_column_int(s, 4) != 0 };
        copy_at(s, 1, bot.name, sizeof bot.name);
        copy_at(s, 2, bot.kind, sizeof bot.kind);
        copy_at(s, 3, bot.mark, sizeof bot.mark);
        copy_at(s, 5, bot.failure, sizeof bot.failure);
        kept = add_row(out, &bot);
    }
    Status status = done(ledger, s, result);
    if (status != STATUS_OK || !kept) {
        ledger_bots_free(out);
        return kept ? status : STATUS_NO_MEMORY;
    }
    return STATUS_OK;
}

void ledger_bots_free(LedgerBots *bots)
{
    free(bots->at);
    *bots = (LedgerBots){ 0 };
}

Status ledger_add_bot(Ledger *ledger, LedgerBot *bot)
{
    Status status = begin_change(ledger);
    if (status != STATUS_OK)
        return status;
    sqlite3_stmt *s = ready(ledger, ADD_BOT);
    sql_bind_text(s, 1, bot->name);
    sql_bind_text(s, 2, bot->kind);
    sql_bind_text(s, 3, bot->mark);
    sqlite3_bind_int(s, 4, bot->present);
    sql_bind_text(s, 5, bot->failure);
    int result = sqlite3_step(s);
    bot->id = (int)sqlite3_last_insert_rowid(ledger->sql.base);
    return end_row(ledger, done(ledger, s, result), KIND_BOT, bot->id);
}

Status ledger_set_bot(Ledger *ledger, const LedgerBot *bot)
{
    assert(bot->id >= 0);
    Status status = begin_change(ledger);
    if (status != STATUS_OK)
        return status;
    sqlite3_stmt *s = ready(ledger, SET_BOT);
    sqlite3_bind_int(s, 1, bot->id);
    sql_bind_text(s, 2, bot->name);
    sql_bind_text(s, 3, bot->kind);
    sql_bind_text(s, 4, bot->mark);
    sqlite3_bind_int(s, 5, bot->present);
    sql_bind_text(s, 6, bot->failure);
    int result = sqlite3_step(s);
    return end_row(ledger, done(ledger, s, result), KIND_BOT, bot->id);
}

static Status one_number(Ledger *ledger, Statement statement, int argument, int64_t *out)
{
    sqlite3_stmt *s = ready(ledger, statement);
    if (argument >= 0)
        sqlite3_bind_int(s, 1, argument);
    int result = sqlite3_step(s);
    *out = result == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
    return done(ledger, s, result);
}

Status ledger_games_of(Ledger *ledger, int bot, int64_t *count)
{
    return one_number(ledger, GAMES_OF, bot, count);
}

Status ledger_count(Ledger *ledger, int64_t *games)
{
    return one_number(ledger, COUNT_GAMES, -1, games);
}

/* --- Rounds ------------------------------------------------------------------------------- */

static void bind_bot(sqlite3_stmt *s, int at, int bot)
{
    if (bot == SCHEDULE_NONE)
        sqlite3_bind_null(s, at);
    else
        sqlite3_bind_int(s, at, bot);
}

static int bot_at(sqlite3_stmt *row, int at)
{
    return sqlite3_column_type(row, at) == SQLITE_NULL ? SCHEDULE_NONE
                                                       : sqlite3_column_int(row, at);
}

static Status add_pairing(Ledger *ledger, const Pairing *pairing, int place, Seal *next)
{
    sqlite3_stmt *s = ready(ledger, ADD_PAIRING);
    sqlite3_bind_int(s, 1, pairing->round);
    sqlite3_bind_int(s, 2, place);
    bind_bot(s, 3, pairing->a);
    bind_bot(s, 4, pairing->b);
    int     result = sqlite3_step(s);
    int64_t id = sqlite3_last_insert_rowid(ledger->sql.base);
    Status  status = done(ledger, s, result);
    return status == STATUS_OK ? append_entry(ledger, KIND_PAIRING, id, next) : status;
}

Status ledger_add_round(Ledger *ledger, const PairingList *round)
{
    Status status = begin_change(ledger);
    if (status != STATUS_OK)
        return status;
    Seal next = ledger->seal;
    for (int i = 0; i < round->count && status == STATUS_OK; i++)
        status = add_pairing(ledger, &round->at[i], i, &next);
    return end_change(ledger, status, &next);
}

Status ledger_pairings(Ledger *ledger, PairingList *out)
{
    sqlite3_stmt *s = ready(ledger, GET_PAIRINGS);
    int           result;
    while ((result = sqlite3_step(s)) == SQLITE_ROW)
        pairings_add(out, (Pairing){ sqlite3_column_int(s, 0), bot_at(s, 1), bot_at(s, 2) });
    Status status = done(ledger, s, result);
    return out->failed ? STATUS_NO_MEMORY : status;
}

/* --- Games -------------------------------------------------------------------------------- */

static void bind_side(sqlite3_stmt *s, int at, const LedgerSide *side)
{
    sqlite3_bind_int(s, at, side->turns);
    sqlite3_bind_int64(s, at + 1, side->time_ms);
    sqlite3_bind_int64(s, at + 2, side->slowest_ms);
    sqlite3_bind_int64(s, at + 3, side->cpu_ms);
    sqlite3_bind_int64(s, at + 4, side->memory_kb);
}

static void take_side(sqlite3_stmt *s, int at, LedgerSide *side)
{
    side->turns = sqlite3_column_int(s, at);
    side->time_ms = sqlite3_column_int64(s, at + 1);
    side->slowest_ms = sqlite3_column_int64(s, at + 2);
    side->cpu_ms = sqlite3_column_int64(s, at + 3);
    side->memory_kb = sqlite3_column_int64(s, at + 4);
}

Status ledger_add_game(Ledger *ledger, LedgerGame *game, Fault *fault)
{
    assert(game->half_points >= 0 && game->half_points <= 2);
    assert(game->side[0].bot != game->side[1].bot);
    Status status = begin_change(ledger);
    if (status != STATUS_OK)
        return fault_set(fault, STATUS_SYSTEM, 0,
                         "cannot save a game in the contest database: %.150s",
                         sql_why(&ledger->sql));
    sqlite3_stmt *s = ready(ledger, ADD_GAME);
    const int numbers[] = { game->pairing.round, game->pairing.a,   game->pairing.b,  game->number,
                            game->side[0].bot,   game->side[1].bot, game->half_points };
    const char *texts[] = { game->times, game->last_out, game->last_err, game->board,
                            game->record };
    for (int i = 0; i < 7; i++)
        sqlite3_bind_int(s, 1 + i, numbers[i]);
    sql_bind_text(s, 8, termination_word(game->termination));
    sql_bind_text(s, 9, game->reason);
    sql_bind_text(s, 10, game->code);
    sql_bind_text(s, 11, game->why);
    sqlite3_bind_int(s, 12, game->turns);
    sqlite3_bind_int64(s, 13, game->began_ms);
    sqlite3_bind_int64(s, 14, game->took_ms);
    bind_side(s, 15, &game->side[0]);
    bind_side(s, 20, &game->side[1]);
    for (int i = 0; i < 5; i++)
        sql_bind_text(s, 25 + i, texts[i]);
    sqlite3_bind_int64(s, 30, game->void_ms);
    sql_bind_text(s, 31, game->void_why);
    int     result = sqlite3_step(s);
    int64_t id = sqlite3_last_insert_rowid(ledger->sql.base);
    if (result != SQLITE_DONE)
        fault_set(fault, STATUS_SYSTEM, 0, "cannot save a game in the contest database: %.150s",
                  sql_why(&ledger->sql));
    status = end_row(ledger, done(ledger, s, result), KIND_GAME, id);
    if (status == STATUS_OK)
        game->id = id;
    else if (result == SQLITE_DONE)
        fault_set(fault, status, 0, "cannot save a game in the contest database: %.150s",
                  sql_why(&ledger->sql));
    return status;
}

static bool note_void(void *context, const LedgerGame *game)
{
    *(bool *)context = game->void_ms != 0;
    return true;
}

Status ledger_void_game(Ledger *ledger, int64_t id, const char *why)
{
    bool   is_void = false;
    Status status = ledger_one(ledger, id, note_void, &is_void);
    if (status != STATUS_OK || is_void)
        return status != STATUS_OK ? status : STATUS_ILLEGAL;
    status = begin_change(ledger);
    if (status != STATUS_OK)
        return status;
    sqlite3_stmt *s = ready(ledger, VOID_GAME);
    sqlite3_bind_int64(s, 1, id);
    sqlite3_bind_int64(s, 2, clock_date_ms());
    sql_bind_text(s, 3, why);
    return end_row(ledger, done(ledger, s, sqlite3_step(s)), KIND_GAME, id);
}

static void take_game(sqlite3_stmt *s, bool texts, LedgerGame *game)
{
    *game = (LedgerGame){
        .id = sqlite3_column_int64(s, 0),
        .pairing = { sqlite3_column_int(s, 1), sqlite3_column_int(s, 2), sqlite3_column_int(s, 3) },
        .number = sqlite3_column_int(s, 4),
        .side = { { .bot = sqlite3_column_int(s, 5) }, { .bot = sqlite3_column_int(s, 6) } },
        .half_points = sqlite3_column_int(s, 7),
        .termination = termination_find(sql_text(s, 8)),
        .turns = sqlite3_column_int(s, 12),
        .began_ms = sqlite3_column_int64(s, 13),
        .took_ms = sqlite3_column_int64(s, 14),
        .void_ms = sqlite3_column_int64(s, 25),
        .void_why = sql_text(s, 26),
        .times = texts ? sql_text(s, 27) : "",
        .last_out = texts ? sql_text(s, 28) : "",
        .last_err = texts ? sql_text(s, 29) : "",
        .board = texts ? sql_text(s, 30) : "",
        .record = texts ? sql_text(s, 31) : "",
    };
    if (game->termination == TERMINATIONS) /* a word of a newer version */
        game->termination = TERMINATION_PROTOCOL;
    copy_at(s, 9, game->reason, sizeof game->reason);
    copy_at(s, 10, game->code, sizeof game->code);
    copy_at(s, 11, game->why, sizeof game->why);
    take_side(s, 15, &game->side[0]);
    take_side(s, 20, &game->side[1]);
}

static Status walk_games(Ledger *ledger, sqlite3_stmt *s, bool texts, LedgerVisit *visit,
                         void *context)
{
    int  result;
    bool more = true;
    while (more && (result = sqlite3_step(s)) == SQLITE_ROW) {
        LedgerGame game;
        take_game(s, texts, &game);
        more = visit(context, &game);
    }
    return done(ledger, s, more ? result : SQLITE_DONE);
}

Status ledger_each(Ledger *ledger, bool texts, LedgerVisit *visit, void *context)
{
    return walk_games(ledger, ready(ledger, texts ? GET_GAMES_WITH_TEXTS : GET_GAMES), texts, visit,
                      context);
}

Status ledger_each_void(Ledger *ledger, LedgerVisit *visit, void *context)
{
    return walk_games(ledger, ready(ledger, GET_VOID_GAMES), false, visit, context);
}

Status ledger_one(Ledger *ledger, int64_t id, LedgerVisit *visit, void *context)
{
    sqlite3_stmt *s = ready(ledger, GET_GAME);
    sqlite3_bind_int64(s, 1, id);
    int result = sqlite3_step(s);
    if (result == SQLITE_ROW) {
        LedgerGame game;
        take_game(s, true, &game);
        visit(context, &game);
    }
    Status status = done(ledger, s, result);
    return status == STATUS_OK && result == SQLITE_DONE ? STATUS_NOT_FOUND : status;
}

/* --- Live --------------------------------------------------------------------------------- */

/* As `ready`.  Without the database of live games the statement is NULL, with which every call
 * fails. */
static sqlite3_stmt *ready_live(Ledger *ledger, LiveStatement statement)
{
    pthread_mutex_lock(&ledger->mutex);
    return ledger->has_live ? sql_statement(&ledger->live, (int)statement) : NULL;
}

Status ledger_set_live(Ledger *ledger, const LedgerLive *live)
{
    assert(live->worker >= 0 && live->record != NULL);
    sqlite3_stmt *s = ready_live(ledger, SET_LIVE);
    const int64_t numbers[] = { live->worker,      live->pairing.round, live->pairing.a,
                                live->pairing.b,   live->number,        live->first,
                                live->second,      live->began_ms,      live->clock_ms[0],
                                live->clock_ms[1], live->updated_ms };
    for (int i = 0; i < 11; i++)
        sqlite3_bind_int64(s, 1 + i, numbers[i]);
    sql_bind_text(s, 12, live->record);
    sql_bind_text(s, 13, live->machine);
    return done(ledger, s, sqlite3_step(s));
}

Status ledger_end_live(Ledger *ledger, int worker)
{
    sqlite3_stmt *s = ready_live(ledger, END_LIVE);
    sqlite3_bind_int(s, 1, worker);
    return done(ledger, s, sqlite3_step(s));
}

Status ledger_clear_live(Ledger *ledger)
{
    sqlite3_stmt *s = ready_live(ledger, CLEAR_LIVE);
    return done(ledger, s, sqlite3_step(s));
}

Status ledger_each_live(Ledger *ledger, LedgerLiveVisit *visit, void *context)
{
    sqlite3_stmt *s = ready_live(ledger, GET_LIVE);
    int           result;
    bool          more = true;
    while (more && (result = sqlite3_step(s)) == SQLITE_ROW) {
        LedgerLive live = {
            .worker = sqlite3_column_int(s, 0),
            .pairing = { sqlite3_column_int(s, 1), sqlite3_column_int(s, 2),
                         sqlite3_column_int(s, 3) },
            .number = sqlite3_column_int(s, 4),
            .first = sqlite3_column_int(s, 5),
            .second = sqlite3_column_int(s, 6),
            .began_ms = sqlite3_column_int64(s, 7),
            .clock_ms = { sqlite3_column_int64(s, 8), sqlite3_column_int64(s, 9) },
            .updated_ms = sqlite3_column_int64(s, 10),
            .record = sql_text(s, 11),
            .machine = sql_text(s, 12),
        };
        more = visit(context, &live);
    }
    return done(ledger, s, more ? result : SQLITE_DONE);
}

/* --- Copies ------------------------------------------------------------------------------- */

Status ledger_end_of_chain(Ledger *ledger, int64_t *entries, char sum[LEDGER_SUM_MAX])
{
    Seal   end;
    Status status = read_end(ledger, &end);
    *entries = end.entries;
    memcpy(sum, end.chain, SEAL_HASH_MAX);
    return status;
}

static Kind kind_of(const char *name)
{
    Kind kind = 0;
    while (kind < KINDS && strcmp(KIND_NAMES[kind], name) != 0)
        kind++;
    return kind;
}

/* Visit an entry with its row, unless that has changed since. */
static bool visit_entry(Ledger *ledger, sqlite3_stmt *s, LedgerEntryVisit *visit, void *context,
                        bool *more)
{
    LedgerEntry entry = { .number = sqlite3_column_int64(s, 0),
                          .kind = sql_text(s, 1),
                          .item = sqlite3_column_int64(s, 2),
                          .hash = sql_text(s, 3),
                          .sum = sql_text(s, 4) };
    Kind        kind = kind_of(entry.kind);
    char        hash[SEAL_HASH_MAX];
    Buffer      text;
    if (kind == KINDS)
        return false;
    sqlite3_stmt *row = ready(ledger, ROW_OF + (Statement)kind);
    sqlite3_bind_int64(row, 1, entry.item);
    int  result = sqlite3_step(row);
    bool fine = result == SQLITE_ROW && write_row(row, &text);
    done(ledger, row, result);
    if (!fine)
        return false;
    seal_hash(text.data, text.length, hash);
    if (strcmp(hash, entry.hash) == 0) {
        entry.row = text.data;
        entry.row_size = text.length;
    }
    *more = visit(context, &entry);
    buffer_free(&text);
    return true;
}

Status ledger_each_entry(Ledger *ledger, int64_t after, LedgerEntryVisit *visit, void *context)
{
    bool more = true, fine = true;
    int  result = SQLITE_DONE;
    pthread_mutex_lock(&ledger->mutex); /* nobody changes a row meanwhile */
    sqlite3_stmt *s = ready(ledger, GET_CHAIN_AFTER);
    sqlite3_bind_int64(s, 1, after);
    while (more && fine && (result = sqlite3_step(s)) == SQLITE_ROW)
        fine = visit_entry(ledger, s, visit, context, &more);
    Status status = done(ledger, s, result);
    pthread_mutex_unlock(&ledger->mutex);
    return fine ? status : STATUS_SYSTEM;
}

/* Bind the columns of a row that write_row wrote.  False if the text is not such a row. */
static bool bind_row(sqlite3_stmt *s, const char *text, size_t size)
{
    Scan scan = scan_over(text, size);
    int  count = sqlite3_bind_parameter_count(s);
    for (int i = 1; i <= count; i++) {
        uint32_t length;
        if (scan_word(&scan, "n ")) {
            sqlite3_bind_null(s, i);
        } else if (scan_char(&scan, 'i')) {
            const char *start;
            char        digits[24];
            size_t      digit_count = scan_token(&scan, &start);
            if (digit_count >= sizeof digits || !scan_char(&scan, ' '))
                return false;
            snprintf(digits, sizeof digits, "%.*s", (int)digit_count, start);
            sqlite3_bind_int64(s, i, strtoll(digits, NULL, 10));
        } else if (scan_char(&scan, 't') && scan_number(&scan, LEDGER_ROW_MAX, &length) &&
                   scan_char(&scan, ' ') && length <= scan.size - scan.at) {
            sqlite3_bind_text(s, i, scan.data + scan.at, (int)length, SQLITE_STATIC);
            scan.at += length;
        } else {
            return false;
        }
    }
    return scan_done(&scan);
}

static Status put_row(Ledger *ledger, Kind kind, const LedgerEntry *entry)
{
    sqlite3_stmt *s = ready(ledger, DROP_ROW + (Statement)kind);
    sqlite3_bind_int64(s, 1, entry->item);
    Status status = done(ledger, s, sqlite3_step(s));
    if (status != STATUS_OK)
        return status;
    s = ready(ledger, PUT_ROW + (Statement)kind);
    bool bound = bind_row(s, entry->row, entry->row_size);
    status = done(ledger, s, bound ? sqlite3_step(s) : SQLITE_DONE);
    return bound ? status : STATUS_ILLEGAL;
}

Status ledger_begin_append(Ledger *ledger, LedgerAppend *append)
{
    append->ledger = ledger;
    Status status = begin_change(ledger);
    append->entries = ledger->seal.entries;
    memcpy(append->sum, ledger->seal.chain, sizeof append->sum);
    return status;
}

Status ledger_append(LedgerAppend *append, const LedgerEntry *entry, Fault *fault)
{
    char   sum[SEAL_HASH_MAX], hash[SEAL_HASH_MAX];
    Kind   kind = kind_of(entry->kind);
    Status status = STATUS_OK;
    chain_sum(append->sum, entry->kind, entry->item, entry->hash, sum);
    if (kind == KINDS || entry->number != append->entries + 1 || strcmp(sum, entry->sum) != 0)
        return fault_set(fault, STATUS_ILLEGAL, 0, "entry %lld of the chain is not right",
                         (long long)entry->number);
    if (entry->row != NULL) {
        seal_hash(entry->row, entry->row_size, hash);
        status =
            strcmp(hash, entry->hash) == 0 ? put_row(append->ledger, kind, entry) : STATUS_ILLEGAL;
    }
    if (status == STATUS_OK) {
        sqlite3_stmt *s = ready(append->ledger, ADD_ENTRY);
        sqlite3_bind_int64(s, 1, entry->number);
        sql_bind_text(s, 2, entry->kind);
        sqlite3_bind_int64(s, 3, entry->item);
        sql_bind_text(s, 4, entry->hash);
        sql_bind_text(s, 5, entry->sum);
        status = done(append->ledger, s, sqlite3_step(s));
    }
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "%s %lld cannot be stored: %s", KIND_NAMES[kind],
                         (long long)entry->item,
                         status == STATUS_ILLEGAL ? "its row is not the one in the chain"
                                                  : sql_why(&append->ledger->sql));
    append->entries++;
    memcpy(append->sum, sum, sizeof sum);
    return STATUS_OK;
}

Status ledger_end_append(LedgerAppend *append, Status status)
{
    Seal next = { .entries = append->entries, .file = "open" };
    memcpy(next.chain, append->sum, sizeof next.chain);
    return end_change(append->ledger, status, &next);
}

/* --- Verification ------------------------------------------------------------------------- */

typedef struct Verifying {
    Ledger        *ledger;
    LedgerProblem *problem;
    void          *context;
    LedgerHealth  *health;
} Verifying;

static void tell(const Verifying *v, int64_t game, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void tell(const Verifying *v, int64_t game, const char *format, ...)
{
    char    sentence[512];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    v->problem(v->context, game, sentence);
}

/* Recompute every sum of the chain, and find the entry that the seal names. */
static void verify_chain(const Verifying *v, const Seal *seal)
{
    char          before[SEAL_HASH_MAX] = "", sum[SEAL_HASH_MAX];
    bool          found = seal->entries == 0;
    int           result;
    int64_t       number = 0;
    sqlite3_stmt *s = ready(v->ledger, GET_CHAIN);
    memset(before, '0', SEAL_HASH_MAX - 1);
    while ((result = sqlite3_step(s)) == SQLITE_ROW) {
        number++;
        chain_sum(before, sql_text(s, 1), sqlite3_column_int64(s, 2), sql_text(s, 3), sum);
        if (sqlite3_column_int64(s, 0) != number || strcmp(sum, sql_text(s, 4)) != 0) {
            tell(v, 0, "entry %lld of the chain has changed", (long long)number);
            found = true; /* one error is enough */
            break;
        }
        found = found || (number == seal->entries && strcmp(sum, seal->chain) == 0);
        memcpy(before, sum, sizeof sum);
    }
    done(v->ledger, s, SQLITE_DONE);
    v->health->entries = number;
    if (result != SQLITE_DONE && result != SQLITE_ROW)
        tell(v, 0, "the chain cannot be read: %s", sql_why(&v->ledger->sql));
    else if (!found && number < seal->entries)
        tell(v, 0, "the last %lld of %lld entries are missing", (long long)(seal->entries - number),
             (long long)seal->entries);
    else if (!found)
        tell(v, 0, "entry %lld of the chain is not the one in the seal", (long long)seal->entries);
}

/* Return the hash that the chain has for a row, or "". */
static void expected_hash(Ledger *ledger, Kind kind, int64_t item, char out[SEAL_HASH_MAX])
{
    sqlite3_stmt *s = ready(ledger, LAST_OF_ITEM);
    sql_bind_text(s, 1, KIND_NAMES[kind]);
    sqlite3_bind_int64(s, 2, item);
    int result = sqlite3_step(s);
    out[0] = '\0';
    if (result == SQLITE_ROW)
        copy_at(s, 0, out, SEAL_HASH_MAX);
    done(ledger, s, result);
}

static int64_t count_items(Ledger *ledger, Kind kind)
{
    sqlite3_stmt *s = ready(ledger, COUNT_ITEMS);
    sql_bind_text(s, 1, KIND_NAMES[kind]);
    int     result = sqlite3_step(s);
    int64_t count = result == SQLITE_ROW ? sqlite3_column_int64(s, 0) : -1;
    done(ledger, s, result);
    return count;
}

/* Compare every row of a table with the chain. */
static void verify_rows(const Verifying *v, Kind kind)
{
    sqlite3_stmt *s = ready(v->ledger, ALL_OF + (Statement)kind);
    int64_t       rows = 0;
    int           result;
    while ((result = sqlite3_step(s)) == SQLITE_ROW) {
        char    hash[SEAL_HASH_MAX] = "", expected[SEAL_HASH_MAX];
        int64_t item = sqlite3_column_int64(s, 0);
        rows++;
        expected_hash(v->ledger, kind, item, expected);
        if (!hash_row(s, hash) || strcmp(hash, expected) != 0)
            tell(v, kind == KIND_GAME ? item : 0, "%s %lld %s", KIND_NAMES[kind], (long long)item,
                 expected[0] == '\0' ? "is not in the chain" : "has changed");
    }
    if (result != SQLITE_DONE)
        tell(v, 0, "the table of %ss cannot be read: %s", KIND_NAMES[kind],
             sql_why(&v->ledger->sql));
    done(v->ledger, s, SQLITE_DONE);
    int64_t expected = count_items(v->ledger, kind);
    if (result == SQLITE_DONE && rows != expected)
        tell(v, 0, "there are %lld rows of kind %s, and %lld in the chain", (long long)rows,
             KIND_NAMES[kind], (long long)expected);
}

/* Compare the file with its seal, before SQLite opens it. */
static void verify_file(Verifying *v, const char *folder, Seal *seal)
{
    char   hash[SEAL_HASH_MAX];
    Status status = seal_read(folder, seal);
    if (status != STATUS_OK) {
        *seal = (Seal){ 0 };
        if (seal_hash_file(folder, hash)) /* else opening the database says what is wrong */
            tell(v, 0, status == STATUS_NOT_FOUND ? "there is no seal" : "the seal is damaged");
        return;
    }
    v->health->is_sealed = strcmp(seal->file, "open") != 0;
    if (!v->health->is_sealed)
        return;
    if (!seal_hash_file(folder, hash) || strcmp(hash, seal->file) != 0)
        tell(v, 0, "games.db has changed since it was sealed");
    if (seal_has_wal(folder))
        tell(v, 0, "there is a games.db-wal, which the sealed database did not have");
}

Status ledger_verify(const char *folder, LedgerProblem *problem, void *context,
                     LedgerHealth *health, Fault *fault)
{
    Verifying v = { .problem = problem, .context = context, .health = health };
    Seal      seal;
    *health = (LedgerHealth){ 0 };
    verify_file(&v, folder, &seal);
    v.ledger = ledger_open(folder, LEDGER_READ, fault);
    if (v.ledger == NULL)
        return fault->status;
    run(v.ledger, BEGIN_READ); /* one view of a database that may be written */
    if (!sql_is_sound(&v.ledger->sql))
        tell(&v, 0, "SQLite finds that games.db is damaged");
    verify_chain(&v, &seal);
    for (Kind kind = 0; kind < KINDS; kind++)
        verify_rows(&v, kind);
    run(v.ledger, COMMIT);
    ledger_close(v.ledger);
    return STATUS_OK;
}
