/* SPDX-License-Identifier: MIT */
#include "pg/pg.h"

#include <assert.h>
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"

enum { TRIES = 5, URL_MAX = 4096 };

struct Pg {
    PGconn                   *connection;
    char                     *url;
    int                       patience_ms;
    PostgresPollingStatusType wanted; /* by a connection in progress */
    char                      sqlstate[8];
};

/* A PgRows is a PGresult. */
static const PGresult *result_of(const PgRows *rows)
{
    return (const PGresult *)rows;
}

/* The defaults come before the URL, which may override them.  They end a connection whose other end
 * has vanished after about ten seconds. */
static PGconn *connect_to(const char *url, bool waits)
{
    const char *keys[] = { "fallback_application_name",
                           "connect_timeout",
                           "keepalives_idle",
                           "keepalives_interval",
                           "keepalives_count",
                           "tcp_user_timeout",
                           "dbname",
                           "client_encoding",
                           NULL };
    const char *values[] = { "tessera", "5", "5", "2", "3", "10000", url, "UTF8", NULL };
    PGconn     *made =
        waits ? PQconnectdbParams(keys, values, 1) : PQconnectStartParams(keys, values, 1);
    PQsetErrorVerbosity(made, PQERRORS_VERBOSE); /* then a rejection has a code: see take_code */
    return made;
}

static void ignore_notice(void *context, const char *message)
{
    (void)context, (void)message;
}

/* True if the same may succeed later: connection failures, lack of resources, a server that starts or
 * stops, and errors of its operating system. */
static bool will_pass(const char *sqlstate)
{
    static const char *const CLASSES[] = { "08", "53", "57P", "58" };
    bool                     found = false;
    for (size_t i = 0; i < sizeof CLASSES / sizeof CLASSES[0]; i++)
        found |= strncmp(sqlstate, CLASSES[i], strlen(CLASSES[i])) == 0;
    return found;
}

/* Write the message in one line without its trailing newline. */
static Status fail_with(const char *message, Status status, Fault *fault)
{
    char   line[sizeof fault->why];
    Text   text = text_over(line, sizeof line);
    size_t length = strlen(message);
    while (length > 0 && message[length - 1] == '\n')
        length--;
    for (size_t i = 0; i < length; i++)
        text_char(&text, message[i] == '\n' ? ' ' : message[i]);
    return fault_set(fault, status, 0, "%s", line);
}

/* The message of a rejected connection ends with "FATAL:  28P01: the reason" and lines of details; the
 * first word may be translated.  Take the code out of it and drop the details.  No other failure has a
 * code. */
static void take_code(Pg *pg, char *message)
{
    enum { CODE = 5, BEFORE = 3, AFTER = 2 };
    char *code = NULL;
    for (char *at = strstr(message, ":  "); at != NULL; at = strstr(at + 1, ":  "))
        if (strspn(at + BEFORE, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == CODE &&
            strncmp(at + BEFORE + CODE, ": ", AFTER) == 0)
            code = at + BEFORE;
    pg->sqlstate[0] = '\0';
    if (code == NULL)
        return;
    memcpy(pg->sqlstate, code, CODE);
    pg->sqlstate[CODE] = '\0';
    memmove(code, code + CODE + AFTER, strlen(code + CODE + AFTER) + 1);
    code[strcspn(code, "\n")] = '\0';
}

/* True if libpq connects to no server with this URL, because a parameter is wrong.  Where the server is
 * does not matter: port 1 of this machine rejects connections at once. */
static bool is_wrong(const char *url)
{
    const char *keys[] = { "dbname", "host", "hostaddr", "port", NULL };
    const char *values[] = { url, "localhost", "127.0.0.1", "1", NULL };
    return PQpingParams(keys, values, 1) == PQPING_NO_ATTEMPT;
}

/* Without an answer of the server the database is away, except if the caller forgot something. */
static Status fail_to_connect(Pg *pg, Fault *fault)
{
    char *message = strdup(PQerrorMessage(pg->connection));
    if (message == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    take_code(pg, message);
    bool   is_final = pg->sqlstate[0] != '\0'
                          ? !will_pass(pg->sqlstate)
                          : PQconnectionNeedsPassword(pg->connection) || is_wrong(pg->url);
    Status status = fail_with(message, is_final ? STATUS_ILLEGAL : STATUS_SYSTEM, fault);
    free(message);
    return status;
}

Pg *pg_open(const char *url, Fault *fault)
{
    Pg *pg = calloc(1, sizeof *pg);
    if (pg != NULL)
        pg->url = strndup(url, URL_MAX);
    if (pg == NULL || pg->url == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        free(pg);
        return NULL;
    }
    if (pg_reconnect(pg, fault) == STATUS_OK)
        return pg;
    pg_close(pg);
    return NULL;
}

void pg_close(Pg *pg)
{
    if (pg == NULL)
        return;
    PQfinish(pg->connection);
    free(pg->url);
    free(pg);
}

Status pg_reconnect(Pg *pg, Fault *fault)
{
    bool is_new = pg->connection == NULL;
    if (is_new)
        pg->connection = connect_to(pg->url, true);
    if (!is_new || PQstatus(pg->connection) != CONNECTION_OK)
        PQreset(pg->connection); /* what failed when it was new came too early to have a code */
    if (PQstatus(pg->connection) != CONNECTION_OK)
        return fail_to_connect(pg, fault);
    PQsetNoticeProcessor(pg->connection, ignore_notice, NULL);
    return STATUS_OK;
}

static bool is_away(const Pg *pg)
{
    return PQstatus(pg->connection) != CONNECTION_OK || will_pass(pg->sqlstate);
}

/* Take the result; a failure is described by `fault`. */
static Status check(Pg *pg, const PGresult *result, Fault *fault)
{
    ExecStatusType status = PQresultStatus(result);
    const char    *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char    *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    snprintf(pg->sqlstate, sizeof pg->sqlstate, "%s", state == NULL ? "" : state);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return STATUS_OK;
    return fail_with(message == NULL ? PQerrorMessage(pg->connection) : message,
                     is_away(pg) ? STATUS_SYSTEM : STATUS_ILLEGAL, fault);
}

/* Wait until the connection has a whole result.  False if it takes too long. */
static bool await_result(Pg *pg)
{
    int64_t end_ms = clock_wall_ms() + pg->patience_ms;
    while (PQflush(pg->connection) >= 0 && PQconsumeInput(pg->connection) == 1) {
        struct pollfd ready = { .fd = PQsocket(pg->connection), .events = POLLIN };
        int64_t       left_ms = end_ms - clock_wall_ms();
        if (!PQisBusy(pg->connection))
            return true;
        if (left_ms <= 0 || (poll(&ready, 1, (int)left_ms) < 0 && errno != EINTR))
            return false;
    }
    return true; /* the connection is lost: PQgetResult says why */
}

/* As PQexecParams, but with patience.  NULL if the connection was given up. */
static PGresult *execute(Pg *pg, const char *sql, int count, const char *const *parameters)
{
    PGresult *result = NULL;
    if (pg->patience_ms == 0)
        return PQexecParams(pg->connection, sql, count, NULL, parameters, NULL, NULL, 0);
    bool is_sent =
        PQsendQueryParams(pg->connection, sql, count, NULL, parameters, NULL, NULL, 0) == 1;
    while (is_sent) {
        if (!await_result(pg)) {
            PQclear(result);
            PQfinish(pg->connection);
            pg->connection = NULL;
            return NULL;
        }
        PGresult *next = PQgetResult(pg->connection);
        if (next == NULL)
            break;
        PQclear(result);
        result = next;
    }
    return result;
}

static bool is_worth_repeating(const Pg *pg)
{
    return strcmp(pg->sqlstate, "40P01") == 0 || strcmp(pg->sqlstate, "40001") == 0;
}

Status pg_query(Pg *pg, const char *sql, int count, const char *const *parameters, PgRows **rows,
                Fault *fault)
{
    assert(count <= PG_PARAMETERS_MAX);
    for (int try = 1;; try++) {
        PGresult *result = execute(pg, sql, count, parameters);
        Status    status = check(pg, result, fault);
        if (status == STATUS_OK && rows != NULL) {
            *rows = (PgRows *)result;
            return STATUS_OK;
        }
        PQclear(result);
        if (status == STATUS_OK || !is_worth_repeating(pg) || try == TRIES)
            return status;
    }
}

/* The simple protocol runs several statements as one transaction. */
Status pg_script(Pg *pg, const char *sql, Fault *fault)
{
    PGresult *result = PQexec(pg->connection, sql);
    Status    status = check(pg, result, fault);
    PQclear(result);
    return status;
}

const char *pg_sqlstate(const Pg *pg)
{
    return pg->sqlstate;
}

int pg_row_count(const PgRows *rows)
{
    return PQntuples(result_of(rows));
}

const char *pg_text(const PgRows *rows, int row, int column)
{
    return PQgetvalue(result_of(rows), row, column);
}

size_t pg_length(const PgRows *rows, int row, int column)
{
    return (size_t)PQgetlength(result_of(rows), row, column);
}

bool pg_is_null(const PgRows *rows, int row, int column)
{
    return PQgetisnull(result_of(rows), row, column) == 1;
}

int64_t pg_integer(const PgRows *rows, int row, int column)
{
    return strtoll(pg_text(rows, row, column), NULL, 10);
}

bool pg_bool(const PgRows *rows, int row, int column)
{
    return pg_text(rows, row, column)[0] == 't';
}

void pg_free(PgRows *rows)
{
    PQclear((PGresult *)rows);
}

/* --- For event loops ---------------------------------------------------------------------------- */

void pg_set_patience(Pg *pg, int patience_ms)
{
    pg->patience_ms = patience_ms;
}

bool pg_is_connected(const Pg *pg)
{
    return PQstatus(pg->connection) == CONNECTION_OK;
}

void pg_begin(Pg *pg)
{
    PQfinish(pg->connection);
    pg->connection = connect_to(pg->url, false);
    pg->wanted = PGRES_POLLING_WRITING; /* as libpq demands */
}

PgProgress pg_go_on(Pg *pg, Fault *fault)
{
    while (PQstatus(pg->connection) != CONNECTION_BAD && pg->wanted != PGRES_POLLING_OK &&
           pg->wanted != PGRES_POLLING_FAILED) {
        struct pollfd ready = { .fd = PQsocket(pg->connection),
                                .events = pg->wanted == PGRES_POLLING_WRITING ? POLLOUT : POLLIN };
        if (poll(&ready, 1, 0) == 0)
            return PG_WAITS;
        pg->wanted = PQconnectPoll(pg->connection);
    }
    if (PQstatus(pg->connection) != CONNECTION_OK) {
        fail_to_connect(pg, fault);
        return PG_FAILED;
    }
    PQsetNoticeProcessor(pg->connection, ignore_notice, NULL);
    return PG_CONNECTED;
}

int pg_socket(const Pg *pg)
{
    return PQsocket(pg->connection);
}

bool pg_receive(Pg *pg)
{
    return PQconsumeInput(pg->connection) == 1 && pg_is_connected(pg);
}

bool pg_notification(Pg *pg, char *out, size_t size)
{
    PGnotify *got;
    bool      is_ours = true;
    while (is_ours && pg_is_connected(pg) && (got = PQnotifies(pg->connection)) != NULL) {
        is_ours = got->be_pid == PQbackendPID(pg->connection);
        snprintf(out, size, "%s", got->extra);
        PQfreemem(got);
    }
    return !is_ours;
}
