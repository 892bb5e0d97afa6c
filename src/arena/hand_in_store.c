/* SPDX-License-Identifier: MIT */
#include "arena/hand_in_store.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/sha256.h"
#include "sql/sql.h"

enum { PATH_BYTES = 4096, HASH_TEXT_MAX = 2 * SHA256_BYTES + 1, VALUE_MAX = 80 };

const char *const SUBMISSION_STATE_NAMES[SUBMISSION_STATES] = { "queued",   "checking", "accepted",
                                                                "rejected", "replaced", "failed" };

/* UPGRADES[n] turns a database of version n into one of version n + 1. */
static const char *const UPGRADES[] = {
    "CREATE TABLE student ("
    " id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL,"
    " token TEXT NOT NULL UNIQUE, made INTEGER NOT NULL) STRICT;"
    "CREATE TABLE submission ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT, student INTEGER NOT NULL, received INTEGER NOT NULL,"
    " finished INTEGER NOT NULL DEFAULT 0, file TEXT NOT NULL, kind TEXT NOT NULL,"
    " size INTEGER NOT NULL,"
    " hash TEXT NOT NULL, data BLOB NOT NULL, state INTEGER NOT NULL,"
    " tries INTEGER NOT NULL DEFAULT 0, entered INTEGER NOT NULL DEFAULT 0,"
    " report TEXT NOT NULL DEFAULT '') STRICT;"
    "CREATE INDEX submission_student ON submission (student, id);"
    "CREATE INDEX submission_state ON submission (state, id);"
    "CREATE TABLE announcement ("
    " id INTEGER PRIMARY KEY, made INTEGER NOT NULL, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;"
    "CREATE TABLE review ("
    " student INTEGER NOT NULL, game INTEGER NOT NULL, asked INTEGER NOT NULL,"
    " done INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (student, game)) STRICT;",
};

typedef enum Statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD_STUDENT,
    SET_TOKEN,
    BY_TOKEN,
    BY_NAME,
    BY_TITLE,
    BY_ID,
    COUNT_STUDENTS,
    EACH_STUDENT,
    COUNT_RECENT,
    DROP_QUEUED,
    ADD_SUBMISSION,
    PRUNE,
    EACH_SUBMISSION,
    COUNT_AHEAD,
    COUNT_WAITING,
    HAS_WORK,
    NEXT_QUEUED,
    MARK_CHECKING,
    GET_DATA,
    FINISH,
    GET_STATE,
    GIVE_UP,
    REQUEUE,
    EACH_ACCEPTED,
    ENTER,
    DROP_OLD,
    GET_SETTING,
    SET_SETTING,
    ADD_ANNOUNCEMENT,
    PRUNE_ANNOUNCEMENTS,
    EACH_ANNOUNCEMENT,
    COUNT_REVIEWS,
    ADD_REVIEW,
    PRUNE_REVIEWS,
    GET_REVIEW,
    NEXT_REVIEW,
    END_REVIEW,
    STATEMENTS
} Statement;

#define COLUMNS    "id, student, received, finished, file, size, state, entered, report, kind"
#define IS_WAITING "state IN (0, 1)" /* SUBMISSION_QUEUED, SUBMISSION_CHECKING */

static const char *const SQL[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD_STUDENT] = "INSERT INTO student (name, title, token, made) VALUES (?1, ?2, ?3, ?4)",
    [SET_TOKEN] = "UPDATE student SET token=?2 WHERE id=?1",
    [BY_TOKEN] = "SELECT id, name, title FROM student WHERE token=?1",
    [BY_NAME] = "SELECT id, name, title FROM student WHERE name=?1",
    [BY_TITLE] = "SELECT id, name, title FROM student WHERE title=?1",
    [BY_ID] = "SELECT id, name, title FROM student WHERE id=?1",
    [COUNT_STUDENTS] = "SELECT count(*) FROM student",
    [EACH_STUDENT] =
        "SELECT s.id, s.name, s.title, l.id, l.student, l.received, l.finished, l.file, l.size,"
        " l.state, l.entered, l.report, l.kind,"
        " (SELECT ifnull(max(id), 0) FROM submission WHERE student=s.id AND entered=1)"
        " FROM student s LEFT JOIN submission l"
        " ON l.id=(SELECT max(id) FROM submission WHERE student=s.id) ORDER BY s.title, s.id",
    [COUNT_RECENT] = "SELECT count(*) FROM submission WHERE student=?1 AND received>?2",
    [DROP_QUEUED] = "UPDATE submission SET state=4, finished=?2, data=x'' WHERE student=?1"
                    " AND state=0",
    [ADD_SUBMISSION] = "INSERT INTO submission (student, received, file, size, hash, data, state,"
                       " kind) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)",
    /* Keep the latest ones, those that wait, and the last that entered the contest. */
    [PRUNE] = "DELETE FROM submission WHERE student=?1 AND NOT " IS_WAITING
              " AND id NOT IN (SELECT id FROM submission WHERE student=?1 ORDER BY id DESC"
              " LIMIT ?2)"
              " AND id<>(SELECT ifnull(max(id), 0) FROM submission WHERE student=?1 AND entered=1)"
              " AND id<>(SELECT ifnull(max(id), 0) FROM submission WHERE student=?1 AND state=2)",
    [EACH_SUBMISSION] = "SELECT " COLUMNS " FROM submission WHERE student=?1 ORDER BY id DESC",
    [COUNT_AHEAD] = "SELECT count(*) FROM submission WHERE " IS_WAITING " AND id<?1",
    [COUNT_WAITING] = "SELECT count(*) FROM submission WHERE " IS_WAITING,
    [HAS_WORK] = "SELECT EXISTS (SELECT 1 FROM submission WHERE state=0)"
                 " OR EXISTS (SELECT 1 FROM review WHERE done=0)",
    [NEXT_QUEUED] = "SELECT " COLUMNS " FROM submission WHERE state=0 ORDER BY id LIMIT 1",
    [MARK_CHECKING] = "UPDATE submission SET state=1, tries=tries+1 WHERE id=?1 AND state=0",
    [GET_DATA] = "SELECT data FROM submission WHERE id=?1",
    /* Only an accepted submission is needed later. */
    [FINISH] = "UPDATE submission SET state=?2, report=?3, finished=?4,"
               " data=CASE WHEN ?2=2 THEN data ELSE x'' END WHERE id=?1 AND state=1",
    [GET_STATE] = "SELECT state FROM submission WHERE id=?1",
    [GIVE_UP] = "UPDATE submission SET state=5, finished=?2, data=x'',"
                " report='The check ended without a result. Tell the organiser, and submit again.'"
                " WHERE state=1 AND tries>=?1",
    [REQUEUE] = "UPDATE submission SET state=0 WHERE state=1",
    [EACH_ACCEPTED] =
        "SELECT " COLUMNS ", (SELECT name FROM student WHERE student.id=submission.student),"
        " (SELECT title FROM student WHERE student.id=submission.student)"
        " FROM submission WHERE id IN"
        " (SELECT max(id) FROM submission WHERE state=2 GROUP BY student) AND entered=0"
        " ORDER BY id",
    [ENTER] = "UPDATE submission SET entered=1 WHERE id=?1",
    [DROP_OLD] = "UPDATE submission SET data=x'' WHERE id<?1 AND state=2"
                 " AND student=(SELECT student FROM submission WHERE id=?1)",
    [GET_SETTING] = "SELECT value FROM setting WHERE key=?1",
    [SET_SETTING] = "INSERT INTO setting (key, value) VALUES (?1, ?2)"
                    " ON CONFLICT (key) DO UPDATE SET value=?2",
    [ADD_ANNOUNCEMENT] = "INSERT INTO announcement (made, text) VALUES (?1, ?2)",
    [PRUNE_ANNOUNCEMENTS] = "DELETE FROM announcement WHERE id NOT IN"
                            " (SELECT id FROM announcement ORDER BY id DESC LIMIT ?1)",
    [EACH_ANNOUNCEMENT] = "SELECT made, text FROM announcement ORDER BY id DESC",
    [COUNT_REVIEWS] = "SELECT count(*) FROM review WHERE student=?1 AND done=0",
    [ADD_REVIEW] =
        "INSERT INTO review (student, game, asked, done, text) VALUES (?1, ?2, ?3, 0, '')"
        " ON CONFLICT DO NOTHING",
    [PRUNE_REVIEWS] = "DELETE FROM review WHERE student=?1 AND done=1 AND game NOT IN"
                      " (SELECT game FROM review WHERE student=?1 ORDER BY asked DESC LIMIT ?2)",
    [GET_REVIEW] = "SELECT done, text FROM review WHERE student=?1 AND game=?2",
    [NEXT_REVIEW] = "SELECT student, game FROM review WHERE done=0 ORDER BY asked LIMIT 1",
    [END_REVIEW] = "UPDATE review SET done=1, text=?3 WHERE student=?1 AND game=?2",
};

_Static_assert(SUBMISSION_QUEUED == 0 && SUBMISSION_CHECKING == 1 && SUBMISSION_ACCEPTED == 2 &&
                   SUBMISSION_REPLACED == 4 && SUBMISSION_FAILED == 5,
               "the statements name these states");

static const SqlPlan PLAN = { .upgrades = UPGRADES,
                              .version = sizeof UPGRADES / sizeof UPGRADES[0],
                              .statements = SQL,
                              .count = STATEMENTS,
                              .busy_ms = 10000,
                              .is_durable = true };

_Static_assert((int)STATEMENTS <= (int)SQL_STATEMENTS_MAX, "statements fit");

struct HandInStore {
    Sql sql;
};

static void path_of(const char *folder, char out[PATH_BYTES])
{
    snprintf(out, PATH_BYTES, "%.4000s/.arena/hand_in.db", folder);
}

bool hand_in_store_exists(const char *folder)
{
    char path[PATH_BYTES];
    path_of(folder, path);
    return access(path, F_OK) == 0;
}

HandInStore *hand_in_store_open(const char *folder, Fault *fault)
{
    char         path[PATH_BYTES];
    Contest      contest;
    HandInStore *store = NULL;
    if (contest_load(folder, &contest, fault) != STATUS_OK)
        return NULL;
    contest_free(&contest);
    snprintf(path, sizeof path, "%.4000s/.arena", folder);
    if (mkdir(path, 0755) != 0 && errno != EEXIST) {
        fault_set(fault, STATUS_SYSTEM, 0, "cannot create %.150s: %s", path, strerror(errno));
        return NULL;
    }
    path_of(folder, path);
    store = calloc(1, sizeof *store);
    if (store == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0)
        close(file); /* only the owner may read it; the WAL gets the same mode */
    if (sql_open(&store->sql, path, &PLAN) && sql_prepare(&store->sql))
        return store;
    fault_set(fault, STATUS_SYSTEM, 0, "cannot use %.120s: %.100s", path,
              store->sql.is_newer ? "it was written by a newer version of Tessera"
                                  : sql_why(&store->sql));
    hand_in_store_close(store);
    return NULL;
}

void hand_in_store_close(HandInStore *store)
{
    sql_close(&store->sql);
    free(store);
}

/* --- Statements --------------------------------------------------------------------------- */

static sqlite3_stmt *ready(HandInStore *store, Statement statement)
{
    return sql_statement(&store->sql, (int)statement);
}

static Status step(sqlite3_stmt *s)
{
    int result = sqlite3_step(s);
    sql_reset(s);
    return sql_is_done(result)           ? STATUS_OK
           : result == SQLITE_CONSTRAINT ? STATUS_ILLEGAL
                                         : STATUS_SYSTEM;
}

static Status run(HandInStore *store, Statement statement)
{
    return step(ready(store, statement));
}

/* Run a statement with up to two numbers. */
static Status run_with(HandInStore *store, Statement statement, int64_t a, int64_t b)
{
    sqlite3_stmt *s = ready(store, statement);
    sqlite3_bind_int64(s, 1, a);
    if (sqlite3_bind_parameter_count(s) > 1)
        sqlite3_bind_int64(s, 2, b);
    return step(s);
}

/* Return the number that a query with up to two numbers finds; -1 if it fails or finds none. */
static int64_t number(HandInStore *store, Statement statement, int64_t a, int64_t b)
{
    sqlite3_stmt *s = ready(store, statement);
    if (sqlite3_bind_parameter_count(s) > 0)
        sqlite3_bind_int64(s, 1, a);
    if (sqlite3_bind_parameter_count(s) > 1)
        sqlite3_bind_int64(s, 2, b);
    int64_t found = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int64(s, 0) : -1;
    sql_reset(s);
    return found;
}

/* End a transaction. */
static Status finish(HandInStore *store, Status status)
{
    if (status == STATUS_OK)
        status = run(store, COMMIT);
    if (status != STATUS_OK)
        run(store, ROLLBACK);
    return status;
}

static Status store_failed(HandInStore *store, Status status, Fault *fault)
{
    return fault_set(fault, status, 0, "cannot use the database of submissions: %.150s",
                     sql_why(&store->sql));
}

/* --- Students ------------------------------------------------------------------------------ */

static void hash_of(const void *data, size_t size, char out[HASH_TEXT_MAX])
{
    unsigned char hash[SHA256_BYTES];
    sha256(data, size, hash);
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", hash[i]);
}

static void read_student(sqlite3_stmt *s, int at, Student *out)
{
    out->id = sqlite3_column_int64(s, at);
    snprintf(out->name, sizeof out->name, "%s", sql_text(s, at + 1));
    snprintf(out->title, sizeof out->title, "%s", sql_text(s, at + 2));
}

static bool find(HandInStore *store, Statement statement, const char *text, Student *out)
{
    sqlite3_stmt *s = ready(store, statement);
    sql_bind_text(s, 1, text);
    bool found = sqlite3_step(s) == SQLITE_ROW;
    if (found)
        read_student(s, 0, out);
    sql_reset(s);
    return found;
}

/* Return the letter without its accent of U+00C0 to U+00FF, or '-'. */
static char plain_letter(unsigned char second_byte)
{
    static const char LETTERS[] =
        "aaaaaaaceeeeiiiidnooooo-ouuuuytsaaaaaaaceeeeiiiidnooooo-ouuuuyty";
    return LETTERS[second_byte & 63];
}

void hand_in_choose_name(HandInStore *store, const Contest *contest, const char *title,
                         char out[BOT_NAME_MAX])
{
    enum { NAME_BYTES = 40 };
    char    base[NAME_BYTES + 1];
    int     length = 0;
    Student taken;
    for (const char *c = title; *c != '\0' && length < NAME_BYTES; c++) {
        unsigned char byte = (unsigned char)*c;
        char          sign = '-';
        if (byte == 0xc3 && c[1] != '\0')
            sign = plain_letter((unsigned char)*++c);
        else if (byte < 0x80 && isalnum(byte))
            sign = (char)tolower(byte);
        else if (byte >= 0x80)
            continue;
        if (sign != '-' || (length > 0 && base[length - 1] != '-'))
            base[length++] = sign;
    }
    while (length > 0 && base[length - 1] == '-')
        length--;
    base[length] = '\0';
    snprintf(out, BOT_NAME_MAX, "%s", length == 0 ? "student" : base);
    for (int i = 2; find(store, BY_NAME, out, &taken) || contest_find(contest, out) >= 0; i++)
        snprintf(out, BOT_NAME_MAX, "%s-%d", length == 0 ? "student" : base, i);
}

Status hand_in_add_student(HandInStore *store, Student *student, const char *token, Fault *fault)
{
    char hash[HASH_TEXT_MAX];
    hash_of(token, strlen(token), hash);
    if (hand_in_student_count(store) >= HAND_IN_STUDENTS_MAX)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "a contest can have at most %d students",
                         HAND_IN_STUDENTS_MAX);
    sqlite3_stmt *s = ready(store, ADD_STUDENT);
    sql_bind_text(s, 1, student->name);
    sql_bind_text(s, 2, student->title);
    sql_bind_text(s, 3, hash);
    sqlite3_bind_int64(s, 4, clock_date_ms());
    Status status = step(s);
    if (status == STATUS_OK)
        student->id = sqlite3_last_insert_rowid(store->sql.base);
    else if (status == STATUS_ILLEGAL)
        fault_set(fault, status, 0, "there is already a student with the bot name '%s'",
                  student->name);
    else
        store_failed(store, status, fault);
    return status;
}

bool hand_in_find_student(HandInStore *store, const char *who, Student *out)
{
    return find(store, BY_NAME, who, out) || find(store, BY_TITLE, who, out);
}

bool hand_in_get_student(HandInStore *store, int64_t id, Student *out)
{
    sqlite3_stmt *s = ready(store, BY_ID);
    sqlite3_bind_int64(s, 1, id);
    bool found = sqlite3_step(s) == SQLITE_ROW;
    if (found)
        read_student(s, 0, out);
    sql_reset(s);
    return found;
}

Status hand_in_renew(HandInStore *store, const char *who, const char *token, Student *out,
                     Fault *fault)
{
    char hash[HASH_TEXT_MAX];
    if (!hand_in_find_student(store, who, out))
        return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no student named '%.60s'", who);
    hash_of(token, strlen(token), hash);
    sqlite3_stmt *s = ready(store, SET_TOKEN);
    sqlite3_bind_int64(s, 1, out->id);
    sql_bind_text(s, 2, hash);
    Status status = step(s);
    return status == STATUS_OK ? status : store_failed(store, status, fault);
}

bool hand_in_find_token(HandInStore *store, const char *token, Student *out)
{
    char hash[HASH_TEXT_MAX];
    hash_of(token, strlen(token), hash);
    return find(store, BY_TOKEN, hash, out);
}

int hand_in_student_count(HandInStore *store)
{
    return (int)number(store, COUNT_STUDENTS, 0, 0);
}

/* --- Submissions --------------------------------------------------------------------------- */

bool hand_in_read_kind(const char *text, BotKind *out)
{
    *out = BOT_KINDS;
    for (int kind = 0; kind < BOT_KINDS; kind++)
        if (kind != BOT_BUILTIN && strcmp(text, BOT_KIND_NAMES[kind]) == 0)
            *out = (BotKind)kind;
    return text[0] == '\0' || *out != BOT_KINDS;
}

static Submission read_submission(sqlite3_stmt *s, int at)
{
    Submission found = { .id = sqlite3_column_int64(s, at),
                         .student = sqlite3_column_int64(s, at + 1),
                         .received_ms = sqlite3_column_int64(s, at + 2),
                         .finished_ms = sqlite3_column_int64(s, at + 3),
                         .size = sqlite3_column_int64(s, at + 5),
                         .entered = sqlite3_column_int(s, at + 7) != 0,
                         .report = sql_text(s, at + 8) };
    int        state = sqlite3_column_int(s, at + 6);
    found.state =
        state < 0 || state >= SUBMISSION_STATES ? SUBMISSION_FAILED : (SubmissionState)state;
    snprintf(found.file, sizeof found.file, "%s", sql_text(s, at + 4));
    if (!hand_in_read_kind(sql_text(s, at + 9), &found.kind))
        found.kind = BOT_KINDS;
    return found;
}

static Status add_submission(HandInStore *store, const Student *student, const char *file,
                             BotKind kind, const void *data, size_t size, int64_t now_ms)
{
    char hash[HASH_TEXT_MAX];
    hash_of(data, size, hash);
    sqlite3_stmt *s = ready(store, ADD_SUBMISSION);
    sqlite3_bind_int64(s, 1, student->id);
    sqlite3_bind_int64(s, 2, now_ms);
    sql_bind_text(s, 3, file);
    sqlite3_bind_int64(s, 4, (int64_t)size);
    sql_bind_text(s, 5, hash);
    sqlite3_bind_blob64(s, 6, data, size, SQLITE_STATIC);
    sql_bind_text(s, 7, kind == BOT_KINDS ? "" : BOT_KIND_NAMES[kind]);
    return step(s);
}

Status hand_in_put(HandInStore *store, const Student *student, const char *file, BotKind kind,
                   const void *data, size_t size, int64_t *id, Fault *fault)
{
    assert(size > 0 && size <= SUBMISSION_UPLOAD_MAX);
    int64_t now_ms = clock_date_ms();
    if (number(store, COUNT_RECENT, student->id, now_ms - 60000) >= HAND_IN_PER_MINUTE)
        return fault_set(fault, STATUS_TOO_LARGE, 0,
                         "you may submit %d times per minute; try again later", HAND_IN_PER_MINUTE);
    Status status = run(store, BEGIN);
    if (status == STATUS_OK) {
        status = run_with(store, DROP_QUEUED, student->id, now_ms);
        if (status == STATUS_OK)
            status = add_submission(store, student, file, kind, data, size, now_ms);
        *id = sqlite3_last_insert_rowid(store->sql.base);
        if (status == STATUS_OK)
            status = run_with(store, PRUNE, student->id, HAND_IN_KEPT);
        status = finish(store, status);
    }
    return status == STATUS_OK ? status : store_failed(store, status, fault);
}

/* Return the status of a loop over rows that ended with `result`; `stopped` by the visitor. */
static Status end_rows(sqlite3_stmt *s, int result, bool stopped)
{
    sql_reset(s);
    return stopped || result == SQLITE_DONE ? STATUS_OK : STATUS_SYSTEM;
}

Status hand_in_each(HandInStore *store, int64_t student, HandInVisit *visit, void *context)
{
    sqlite3_stmt *s = ready(store, EACH_SUBMISSION);
    int           result = SQLITE_DONE;
    bool          stopped = false;
    sqlite3_bind_int64(s, 1, student);
    while (!stopped && (result = sqlite3_step(s)) == SQLITE_ROW) {
        Submission found = read_submission(s, 0);
        stopped = !visit(context, &found);
    }
    return end_rows(s, result, stopped);
}

int hand_in_ahead(HandInStore *store, int64_t id)
{
    return (int)number(store, COUNT_AHEAD, id, 0);
}

int hand_in_waiting(HandInStore *store)
{
    return (int)number(store, COUNT_WAITING, 0, 0);
}

bool hand_in_has_work(HandInStore *store)
{
    return number(store, HAS_WORK, 0, 0) > 0;
}

bool hand_in_take(HandInStore *store, Submission *out)
{
    if (run(store, BEGIN) != STATUS_OK)
        return false;
    sqlite3_stmt *s = ready(store, NEXT_QUEUED);
    bool          found = sqlite3_step(s) == SQLITE_ROW;
    if (found)
        *out = read_submission(s, 0);
    sql_reset(s);
    out->report = "";
    Status status = found ? run_with(store, MARK_CHECKING, out->id, 0) : STATUS_OK;
    return finish(store, status) == STATUS_OK && found;
}

bool hand_in_data(HandInStore *store, int64_t id, Buffer *out)
{
    sqlite3_stmt *s = ready(store, GET_DATA);
    sqlite3_bind_int64(s, 1, id);
    bool found = sqlite3_step(s) == SQLITE_ROW;
    if (found && sqlite3_column_bytes(s, 0) > 0)
        buffer_bytes(out, sqlite3_column_blob(s, 0), (size_t)sqlite3_column_bytes(s, 0));
    sql_reset(s);
    return found && !out->failed && out->length > 0;
}

Status hand_in_finish(HandInStore *store, int64_t id, SubmissionState state, const char *report)
{
    sqlite3_stmt *s = ready(store, FINISH);
    sqlite3_bind_int64(s, 1, id);
    sqlite3_bind_int(s, 2, (int)state);
    sql_bind_text(s, 3, report);
    sqlite3_bind_int64(s, 4, clock_date_ms());
    return step(s);
}

SubmissionState hand_in_state(HandInStore *store, int64_t id)
{
    int64_t state = number(store, GET_STATE, id, 0);
    return state < 0 || state >= SUBMISSION_STATES ? SUBMISSION_STATES : (SubmissionState)state;
}

Status hand_in_requeue(HandInStore *store)
{
    Status status = run_with(store, GIVE_UP, HAND_IN_TRIES, clock_date_ms());
    return status == STATUS_OK ? run(store, REQUEUE) : status;
}

Status hand_in_each_accepted(HandInStore *store, AdmissionVisit *visit, void *context)
{
    sqlite3_stmt *s = ready(store, EACH_ACCEPTED);
    int           result = SQLITE_DONE;
    bool          stopped = false;
    while (!stopped && (result = sqlite3_step(s)) == SQLITE_ROW) {
        Submission found = read_submission(s, 0);
        Student    student = { .id = found.student };
        snprintf(student.name, sizeof student.name, "%s", sql_text(s, 10));
        snprintf(student.title, sizeof student.title, "%s", sql_text(s, 11));
        stopped = !visit(context, &student, &found);
    }
    return end_rows(s, result, stopped);
}

Status hand_in_enter(HandInStore *store, int64_t id)
{
    Status status = run_with(store, ENTER, id, 0);
    return status == STATUS_OK ? run_with(store, DROP_OLD, id, 0) : status;
}

Status hand_in_each_student(HandInStore *store, StudentVisit *visit, void *context)
{
    sqlite3_stmt *s = ready(store, EACH_STUDENT);
    int           result = SQLITE_DONE;
    bool          stopped = false;
    while (!stopped && (result = sqlite3_step(s)) == SQLITE_ROW) {
        Student    student;
        Submission latest = read_submission(s, 3);
        read_student(s, 0, &student);
        stopped =
            !visit(context, &student, latest.id == 0 ? NULL : &latest, sqlite3_column_int64(s, 13));
    }
    return end_rows(s, result, stopped);
}

/* --- Settings ------------------------------------------------------------------------------ */

static void get_setting(HandInStore *store, const char *key, char out[VALUE_MAX])
{
    sqlite3_stmt *s = ready(store, GET_SETTING);
    sql_bind_text(s, 1, key);
    snprintf(out, VALUE_MAX, "%s", sqlite3_step(s) == SQLITE_ROW ? sql_text(s, 0) : "");
    sql_reset(s);
}

static Status set_setting(HandInStore *store, const char *key, const char *value)
{
    sqlite3_stmt *s = ready(store, SET_SETTING);
    sql_bind_text(s, 1, key);
    sql_bind_text(s, 2, value);
    return step(s);
}

HandInSettings hand_in_settings(HandInStore *store)
{
    char open[VALUE_MAX], public[VALUE_MAX], deadline[VALUE_MAX];
    get_setting(store, "open", open);
    get_setting(store, "public", public);
    get_setting(store, "deadline", deadline);
    return (HandInSettings){ .is_open = strcmp(open, "no") != 0,
                             .is_public = strcmp(public, "yes") == 0,
                             .deadline_ms = strtoll(deadline, NULL, 10) };
}

Status hand_in_set(HandInStore *store, const HandInSettings *settings)
{
    char deadline[VALUE_MAX];
    snprintf(deadline, sizeof deadline, "%lld", (long long)settings->deadline_ms);
    Status status = run(store, BEGIN);
    if (status != STATUS_OK)
        return status;
    status = set_setting(store, "open", settings->is_open ? "yes" : "no");
    if (status == STATUS_OK)
        status = set_setting(store, "public", settings->is_public ? "yes" : "no");
    if (status == STATUS_OK)
        status = set_setting(store, "deadline", deadline);
    return finish(store, status);
}

bool hand_in_accepts(const HandInSettings *settings, int64_t now_ms)
{
    return settings->is_open && (settings->deadline_ms == 0 || now_ms < settings->deadline_ms);
}

Status hand_in_set_organiser(HandInStore *store, const char *token, Fault *fault)
{
    char hash[HASH_TEXT_MAX];
    hash_of(token, strlen(token), hash);
    Status status = set_setting(store, "organiser", hash);
    return status == STATUS_OK ? status : store_failed(store, status, fault);
}

bool hand_in_has_organiser(HandInStore *store)
{
    char stored[VALUE_MAX];
    get_setting(store, "organiser", stored);
    return stored[0] != '\0';
}

bool hand_in_is_organiser(HandInStore *store, const char *token)
{
    char stored[VALUE_MAX], hash[HASH_TEXT_MAX];
    get_setting(store, "organiser", stored);
    hash_of(token, strlen(token), hash);
    return strcmp(stored, hash) == 0;
}

/* --- Announcements ------------------------------------------------------------------------- */

Status hand_in_announce(HandInStore *store, const char *text)
{
    sqlite3_stmt *s = ready(store, ADD_ANNOUNCEMENT);
    sqlite3_bind_int64(s, 1, clock_date_ms());
    sql_bind_text(s, 2, text);
    Status status = step(s);
    return status == STATUS_OK ? run_with(store, PRUNE_ANNOUNCEMENTS, HAND_IN_ANNOUNCEMENTS_MAX, 0)
                               : status;
}

Status hand_in_each_announcement(HandInStore *store, AnnouncementVisit *visit, void *context)
{
    sqlite3_stmt *s = ready(store, EACH_ANNOUNCEMENT);
    int           result;
    while ((result = sqlite3_step(s)) == SQLITE_ROW)
        visit(context, sqlite3_column_int64(s, 0), sql_text(s, 1));
    return end_rows(s, result, false);
}

/* --- Reviews ------------------------------------------------------------------------------- */

Status hand_in_ask_review(HandInStore *store, int64_t student, int64_t game)
{
    if (hand_in_review(store, student, game, NULL) != REVIEW_NONE)
        return STATUS_OK;
    if (number(store, COUNT_REVIEWS, student, 0) != 0)
        return STATUS_ILLEGAL;
    sqlite3_stmt *s = ready(store, ADD_REVIEW);
    sqlite3_bind_int64(s, 1, student);
    sqlite3_bind_int64(s, 2, game);
    sqlite3_bind_int64(s, 3, clock_date_ms());
    Status status = step(s);
    return status == STATUS_OK
               ? run_with(store, PRUNE_REVIEWS, student, HAND_IN_REVIEWS_PER_STUDENT)
               : status;
}

ReviewState hand_in_review(HandInStore *store, int64_t student, int64_t game, Buffer *text)
{
    sqlite3_stmt *s = ready(store, GET_REVIEW);
    ReviewState   state = REVIEW_NONE;
    sqlite3_bind_int64(s, 1, student);
    sqlite3_bind_int64(s, 2, game);
    if (sqlite3_step(s) == SQLITE_ROW) {
        state = sqlite3_column_int(s, 0) != 0 ? REVIEW_DONE : REVIEW_WAITING;
        if (text != NULL)
            buffer_add(text, sql_text(s, 1));
    }
    sql_reset(s);
    return state;
}

bool hand_in_next_review(HandInStore *store, int64_t *student, int64_t *game)
{
    sqlite3_stmt *s = ready(store, NEXT_REVIEW);
    bool          found = sqlite3_step(s) == SQLITE_ROW;
    if (found) {
        *student = sqlite3_column_int64(s, 0);
        *game = sqlite3_column_int64(s, 1);
    }
    sql_reset(s);
    return found;
}

Status hand_in_end_review(HandInStore *store, int64_t student, int64_t game, const char *text)
{
    sqlite3_stmt *s = ready(store, END_REVIEW);
    sqlite3_bind_int64(s, 1, student);
    sqlite3_bind_int64(s, 2, game);
    sql_bind_text(s, 3, text);
    return step(s);
}
