/* SPDX-License-Identifier: MIT */
/* ledger.c - every change is one transaction; see sql/sql.h for its durability.  Games that are
 * lost in a power failure are played again. */
#include "arena/ledger.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sql/sql.h"

enum { PATH_BYTES_MAX = 4096, BUSY_MS = 10000, BOTS_MAX = 100000 };

static const char SCHEMA[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS facts ("
    " key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS bots ("
    " id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, mark TEXT NOT NULL,"
    " present INTEGER NOT NULL, trouble TEXT NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS pairings ("
    " round INTEGER NOT NULL, place INTEGER NOT NULL, a INTEGER, b INTEGER,"
    " PRIMARY KEY (round, place)) STRICT;"
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
    " UNIQUE (round, a, b, number)) STRICT;"
    "CREATE INDEX IF NOT EXISTS games_first ON games (first);"
    "CREATE INDEX IF NOT EXISTS games_second ON games (second);"
    "CREATE TABLE IF NOT EXISTS live ("
    " worker INTEGER PRIMARY KEY, round INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,"
    " number INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL,"
    " began INTEGER NOT NULL, first_clock INTEGER NOT NULL, second_clock INTEGER NOT NULL,"
    " updated INTEGER NOT NULL, record TEXT NOT NULL) STRICT;"
    "PRAGMA user_version=1;"
    "COMMIT;";

#define GAME_NUMBERS                                                                           \
    "id, round, a, b, number, first, second, half_points, verdict, reason, code, why, turns, " \
    "began, took, first_turns, first_time, first_slowest, first_cpu, first_memory, "           \
    "second_turns, second_time, second_slowest, second_cpu, second_memory"
#define GAME_TEXTS "times, last_out, last_err, board, record"

typedef enum Statement {
    BEGIN,
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
    GET_GAMES,
    GET_GAMES_WITH_TEXTS,
    GET_GAME,
    COUNT_GAMES,
    SET_LIVE,
    END_LIVE,
    CLEAR_LIVE,
    GET_LIVE,
    STATEMENTS
} Statement;

static const char *const SQL[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [GET_FACT] = "SELECT value FROM facts WHERE key=?1",
    [SET_FACT] = "INSERT INTO facts (key, value) VALUES (?1, ?2)"
                 " ON CONFLICT (key) DO UPDATE SET value=?2",
    [GET_BOTS] = "SELECT id, name, kind, mark, present, trouble FROM bots ORDER BY id",
    [ADD_BOT] = "INSERT INTO bots (id, name, kind, mark, present, trouble)"
                " VALUES ((SELECT coalesce(max(id) + 1, 0) FROM bots), ?1, ?2, ?3, ?4, ?5)",
    [SET_BOT] = "UPDATE bots SET name=?2, kind=?3, mark=?4, present=?5, trouble=?6 WHERE id=?1",
    [GAMES_OF] = "SELECT count(*) FROM games WHERE first=?1 OR second=?1",
    [ADD_PAIRING] = "INSERT INTO pairings (round, place, a, b) VALUES (?1, ?2, ?3, ?4)",
    [GET_PAIRINGS] = "SELECT round, a, b FROM pairings ORDER BY round, place",
    [ADD_GAME] =
        "INSERT INTO games (round, a, b, number, first, second, half_points, verdict, reason, code,"
        " why, turns, began, took, first_turns, first_time, first_slowest, first_cpu, first_memory,"
        " second_turns, second_time, second_slowest, second_cpu, second_memory, " GAME_TEXTS ")"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
        " ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)",
    [GET_GAMES] = "SELECT " GAME_NUMBERS " FROM games ORDER BY id",
    [GET_GAMES_WITH_TEXTS] = "SELECT " GAME_NUMBERS ", " GAME_TEXTS " FROM games ORDER BY id",
    [GET_GAME] = "SELECT " GAME_NUMBERS ", " GAME_TEXTS " FROM games WHERE id=?1",
    [COUNT_GAMES] = "SELECT count(*) FROM games",
    [SET_LIVE] = "INSERT INTO live (worker, round, a, b, number, first, second, began, first_clock,"
                 " second_clock, updated, record)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
                 " ON CONFLICT (worker) DO UPDATE SET round=?2, a=?3, b=?4, number=?5, first=?6,"
                 " second=?7, began=?8, first_clock=?9, second_clock=?10, updated=?11, record=?12",
    [END_LIVE] = "DELETE FROM live WHERE worker=?1",
    [CLEAR_LIVE] = "DELETE FROM live",
    [GET_LIVE] = "SELECT worker, round, a, b, number, first, second, began, first_clock,"
                 " second_clock, updated, record FROM live ORDER BY worker",
};

static const SqlPlan PLAN = {
    .schema = SCHEMA, .statements = SQL, .count = STATEMENTS, .busy_ms = BUSY_MS
};

struct Ledger {
    int             lock; /* -1: opened for reading */
    Sql             sql;
    pthread_mutex_t mutex;
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

static Status open_base(Ledger *ledger, const char *folder, LedgerMode mode, Fault *fault)
{
    char path[PATH_BYTES_MAX];
    snprintf(path, sizeof path, "%s/.arena/games.db", folder);
    if (mode == LEDGER_READ && access(path, F_OK) != 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0,
                         "no games have been played in %.150s; start with `tessera arena run`",
                         folder);
    bool opened = mode == LEDGER_RUN ? sql_open(&ledger->sql, path, &PLAN)
                                     : sql_open_to_read(&ledger->sql, path, &PLAN);
    return opened && sql_prepare(&ledger->sql) ? STATUS_OK
                                               : failed(fault, folder, sql_why(&ledger->sql));
}

Ledger *ledger_open(const char *folder, LedgerMode mode, Fault *fault)
{
    assert(folder != NULL);
    Ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    ledger->lock = -1;
    pthread_mutex_init(&ledger->mutex, NULL);
    if ((mode == LEDGER_READ || lock_folder(ledger, folder, fault) == STATUS_OK) &&
        open_base(ledger, folder, mode, fault) == STATUS_OK)
        return ledger;
    ledger_close(ledger);
    return NULL;
}

void ledger_close(Ledger *ledger)
{
    assert(ledger != NULL);
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

Status ledger_set(Ledger *ledger, const char *key, const char *value)
{
    sqlite3_stmt *s = ready(ledger, SET_FACT);
    sql_bind_text(s, 1, key);
    sql_bind_text(s, 2, value);
    return done(ledger, s, sqlite3_step(s));
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
    sqlite3_stmt *s = ready(ledger, ADD_BOT);
    sql_bind_text(s, 1, bot->name);
    sql_bind_text(s, 2, bot->kind);
    sql_bind_text(s, 3, bot->mark);
    sqlite3_bind_int(s, 4, bot->present);
    sql_bind_text(s, 5, bot->failure);
    int result = sqlite3_step(s);
    bot->id = (int)sqlite3_last_insert_rowid(ledger->sql.base);
    return done(ledger, s, result);
}

Status ledger_set_bot(Ledger *ledger, const LedgerBot *bot)
{
    assert(bot->id >= 0);
    sqlite3_stmt *s = ready(ledger, SET_BOT);
    sqlite3_bind_int(s, 1, bot->id);
    sql_bind_text(s, 2, bot->name);
    sql_bind_text(s, 3, bot->kind);
    sql_bind_text(s, 4, bot->mark);
    sqlite3_bind_int(s, 5, bot->present);
    sql_bind_text(s, 6, bot->failure);
    return done(ledger, s, sqlite3_step(s));
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

static Status add_pairing(Ledger *ledger, const Pairing *pairing, int place)
{
    sqlite3_stmt *s = ready(ledger, ADD_PAIRING);
    sqlite3_bind_int(s, 1, pairing->round);
    sqlite3_bind_int(s, 2, place);
    bind_bot(s, 3, pairing->a);
    bind_bot(s, 4, pairing->b);
    return done(ledger, s, sqlite3_step(s));
}

Status ledger_add_round(Ledger *ledger, const PairingList *round)
{
    Status status = run(ledger, BEGIN);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < round->count && status == STATUS_OK; i++)
        status = add_pairing(ledger, &round->at[i], i);
    if (status == STATUS_OK)
        status = run(ledger, COMMIT);
    if (status != STATUS_OK)
        run(ledger, ROLLBACK);
    return status;
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
    int result = sqlite3_step(s);
    if (result == SQLITE_DONE)
        game->id = sqlite3_last_insert_rowid(ledger->sql.base);
    else
        fault_set(fault, STATUS_SYSTEM, 0, "cannot save a game in the contest database: %.150s",
                  sql_why(&ledger->sql));
    return done(ledger, s, result);
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
        .times = texts ? sql_text(s, 25) : "",
        .last_out = texts ? sql_text(s, 26) : "",
        .last_err = texts ? sql_text(s, 27) : "",
        .board = texts ? sql_text(s, 28) : "",
        .record = texts ? sql_text(s, 29) : "",
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

Status ledger_set_live(Ledger *ledger, const LedgerLive *live)
{
    assert(live->worker >= 0 && live->record != NULL);
    sqlite3_stmt *s = ready(ledger, SET_LIVE);
    const int64_t numbers[] = { live->worker,      live->pairing.round, live->pairing.a,
                                live->pairing.b,   live->number,        live->first,
                                live->second,      live->began_ms,      live->clock_ms[0],
                                live->clock_ms[1], live->updated_ms };
    for (int i = 0; i < 11; i++)
        sqlite3_bind_int64(s, 1 + i, numbers[i]);
    sql_bind_text(s, 12, live->record);
    return done(ledger, s, sqlite3_step(s));
}

Status ledger_end_live(Ledger *ledger, int worker)
{
    sqlite3_stmt *s = ready(ledger, END_LIVE);
    sqlite3_bind_int(s, 1, worker);
    return done(ledger, s, sqlite3_step(s));
}

Status ledger_clear_live(Ledger *ledger)
{
    return run(ledger, CLEAR_LIVE);
}

Status ledger_each_live(Ledger *ledger, LedgerLiveVisit *visit, void *context)
{
    sqlite3_stmt *s = ready(ledger, GET_LIVE);
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
        };
        more = visit(context, &live);
    }
    return done(ledger, s, more ? result : SQLITE_DONE);
}
