/* SPDX-License-Identifier: MIT */
#include "arena/void_queue.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "sql/sql.h"

enum {
    BUSY_MS = 5000,
    NAP_MS = 20,
    ANSWER_MS = 10000, /* timeout; a run looks several times per second */
    PATH_BYTES_MAX = 4096,
    GAMES_BYTES = VOID_GAMES_MAX * 21, /* as text */
    WAITING = -1,                      /* status of a request without an answer */
};

static const char SCHEMA[] =
    "CREATE TABLE IF NOT EXISTS requests ("
    " id INTEGER PRIMARY KEY, runner INTEGER NOT NULL, games TEXT NOT NULL, reason TEXT NOT NULL,"
    " status INTEGER NOT NULL, why TEXT NOT NULL) STRICT;";

typedef enum Statement {
    ASK,
    LOOK,
    FORGET,
    FORGET_WAITING,
    NEXT,
    ANSWER,
    CLEAR,
    STATEMENTS
} Statement;

static const char *const SQL[STATEMENTS] = {
    [ASK] = "INSERT INTO requests (runner, games, reason, status, why) VALUES (?1, ?2, ?3, -1, '')",
    [LOOK] = "SELECT status, why FROM requests WHERE id=?1",
    [FORGET] = "DELETE FROM requests WHERE id=?1",
    [FORGET_WAITING] = "DELETE FROM requests WHERE id=?1 AND status=-1 RETURNING id",
    [NEXT] = ("SELECT id, games, reason FROM requests WHERE runner=?1 AND status=-1"
              " ORDER BY id LIMIT 1"),
    [ANSWER] = "UPDATE requests SET status=?2, why=?3 WHERE id=?1",
    [CLEAR] = "DELETE FROM requests WHERE runner<>?1",
};

static const SqlPlan PLAN = {
    .schema = SCHEMA, .statements = SQL, .count = STATEMENTS, .busy_ms = BUSY_MS
};

static void path_of(const char *folder, char path[PATH_BYTES_MAX])
{
    snprintf(path, PATH_BYTES_MAX, "%s/.arena/requests.db", folder);
}

/* --- The process that asks ---------------------------------------------------------------- */

static bool add_request(Sql *sql, int64_t runner, const int64_t *games, int count,
                        const char *reason, int64_t *id)
{
    Buffer list;
    buffer_init(&list, GAMES_BYTES);
    for (int i = 0; i < count; i++)
        buffer_addf(&list, "%lld ", (long long)games[i]);
    sqlite3_stmt *s = sql_statement(sql, ASK);
    sqlite3_bind_int64(s, 1, runner);
    sql_bind_text(s, 2, list.data);
    sql_bind_text(s, 3, reason);
    bool added = !list.failed && sql_is_done(sqlite3_step(s));
    *id = sqlite3_last_insert_rowid(sql->base);
    sql_reset(s);
    buffer_free(&list);
    return added;
}

/* Read the answer; false if there is none yet. */
static bool read_answer(Sql *sql, int64_t id, Status *status, Fault *fault)
{
    sqlite3_stmt *s = sql_statement(sql, LOOK);
    sqlite3_bind_int64(s, 1, id);
    int code = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) : WAITING;
    if (code < STATUS_OK || code > STATUS_SYSTEM) {
        sql_reset(s);
        return false;
    }
    *status = (Status)code;
    if (*status != STATUS_OK)
        fault_set(fault, *status, 0, "%s", sql_text(s, 1));
    sql_reset(s);
    return true;
}

/* Delete a request.  With `waiting`, only if it has no answer; true if it was deleted. */
static bool forget(Sql *sql, int64_t id, bool waiting)
{
    sqlite3_stmt *s = sql_statement(sql, waiting ? FORGET_WAITING : FORGET);
    sqlite3_bind_int64(s, 1, id);
    bool deleted = sqlite3_step(s) == SQLITE_ROW;
    sql_reset(s);
    return deleted;
}

/* False if the process has ended without an answer. */
static bool wait_for_answer(Sql *sql, const char *folder, int64_t runner, int64_t id,
                            Status *status, Fault *fault)
{
    int64_t until = clock_wall_ms() + ANSWER_MS;
    while (!read_answer(sql, id, status, fault)) {
        bool is_gone = ledger_runner(folder) != runner;
        /* If it cannot be withdrawn, the answer has come meanwhile, or the next try will do it. */
        if ((is_gone || clock_wall_ms() > until) && forget(sql, id, true)) {
            *status = fault_set(fault, STATUS_SYSTEM, 0,
                                "the running contest (process %lld) does not answer; try again, or "
                                "stop it first with `tessera arena stop`",
                                (long long)runner);
            return !is_gone;
        }
        usleep(NAP_MS * 1000);
    }
    forget(sql, id, false);
    return true;
}

bool void_queue_ask(const char *folder, const int64_t *games, int count, const char *reason,
                    Status *status, Fault *fault)
{
    Sql     sql = { 0 };
    char    path[PATH_BYTES_MAX];
    int64_t runner = ledger_runner(folder), id;
    bool    is_answered = true;
    assert(count >= 1 && count <= VOID_GAMES_MAX);
    if (runner == 0)
        return false;
    path_of(folder, path);
    if (!sql_open(&sql, path, &PLAN) || !sql_prepare(&sql) ||
        !add_request(&sql, runner, games, count, reason, &id))
        *status = fault_set(fault, STATUS_SYSTEM, 0,
                            "cannot write a request to the running contest: %.150s", sql_why(&sql));
    else
        is_answered = wait_for_answer(&sql, folder, runner, id, status, fault);
    sql_close(&sql);
    return is_answered;
}

/* --- The process that runs the contest ---------------------------------------------------- */

struct VoidQueue {
    Sql  sql;
    bool is_open;
    char path[PATH_BYTES_MAX];
};

/* The first request creates the file. */
static bool is_ready(VoidQueue *queue)
{
    if (queue->is_open || access(queue->path, F_OK) != 0)
        return queue->is_open;
    if (!sql_open(&queue->sql, queue->path, &PLAN) || !sql_prepare(&queue->sql)) {
        sql_close(&queue->sql);
        return false;
    }
    sqlite3_stmt *s = sql_statement(&queue->sql, CLEAR);
    sqlite3_bind_int64(s, 1, getpid());
    sqlite3_step(s);
    sql_reset(s);
    return queue->is_open = true;
}

VoidQueue *void_queue_open(const char *folder)
{
    VoidQueue *queue = calloc(1, sizeof *queue);
    if (queue != NULL) {
        path_of(folder, queue->path);
        is_ready(queue);
    }
    return queue;
}

void void_queue_close(VoidQueue *queue)
{
    if (queue != NULL)
        sql_close(&queue->sql);
    free(queue);
}

/* Read a list of numbers; what is not one ends it. */
static int read_games(const char *text, int64_t games[VOID_GAMES_MAX])
{
    int count = 0;
    for (char *end; count < VOID_GAMES_MAX; text = end) {
        long long game = strtoll(text, &end, 10);
        if (end == text)
            break;
        games[count++] = game;
    }
    return count;
}

bool void_queue_next(VoidQueue *queue, VoidRequest *out)
{
    if (!is_ready(queue))
        return false;
    sqlite3_stmt *s = sql_statement(&queue->sql, NEXT);
    sqlite3_bind_int64(s, 1, getpid());
    bool found = sqlite3_step(s) == SQLITE_ROW;
    if (found) {
        out->id = sqlite3_column_int64(s, 0);
        out->count = read_games(sql_text(s, 1), out->games);
        snprintf(out->reason, sizeof out->reason, "%s", sql_text(s, 2));
    }
    sql_reset(s);
    return found;
}

void void_queue_answer(VoidQueue *queue, const VoidRequest *request, Status status,
                       const Fault *fault)
{
    sqlite3_stmt *s = sql_statement(&queue->sql, ANSWER);
    sqlite3_bind_int64(s, 1, request->id);
    sqlite3_bind_int64(s, 2, status);
    sql_bind_text(s, 3, status == STATUS_OK ? "" : fault->why);
    sqlite3_step(s);
    sql_reset(s);
}
