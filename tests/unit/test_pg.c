/* SPDX-License-Identifier: MIT */
/* test_pg.c - which failures mean that the database is away, against a server that only fails.
 *
 * The server answers each connection, and then each statement, by the next line of a script.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

#include "pg/pg_schema.h"

/* What the server does: close the connection, accept it, or report an error with this SQLSTATE. */
#define CLOSE  "close"
#define ACCEPT "accept"

enum { MESSAGE_MAX = 4096, URL_BYTES = 160, SCRIPT_MAX = 10 };

typedef struct Server {
    int         listener;
    char        url[URL_BYTES];
    const char *script[SCRIPT_MAX];
    int         done; /* lines of the script */
    pthread_t   thread;
} Server;

/* Send a message of PostgreSQL's protocol: type, length, body. */
static void send_message(int client, char type, const void *body, size_t size)
{
    char     bytes[MESSAGE_MAX] = { type };
    uint32_t length = htonl((uint32_t)size + 4);
    memcpy(bytes + 1, &length, 4);
    memcpy(bytes + 5, body, size);
    assert_int_equal(send(client, bytes, size + 5, MSG_NOSIGNAL), (ssize_t)size + 5);
}

static void send_ready(int client)
{
    send_message(client, 'Z', "I", 1);
}

static void send_error(int client, const char *severity, const char *sqlstate)
{
    char   body[MESSAGE_MAX];
    size_t size = 0;
    /* The file is the last field, which must not reach a message. */
    const char *fields[][2] = {
        { "S", severity }, { "V", severity }, { "C", sqlstate }, { "M", "the server says: no" },
        { "F", "auth.c" }, { "L", "17" },     { "R", "f" },
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        size +=
            (size_t)snprintf(body + size, sizeof body - size, "%s%s", fields[i][0], fields[i][1]) +
            1;
    body[size++] = '\0';
    send_message(client, 'E', body, size);
}

/* Receive what the client sent.  False if it ends the connection. */
static bool receive(int client)
{
    char bytes[MESSAGE_MAX];
    return recv(client, bytes, sizeof bytes, 0) > 0 && bytes[0] != 'X';
}

static const char *next_line(Server *server)
{
    const char *line = server->script[server->done];
    server->done += line != NULL;
    return line;
}

static void serve_statements(Server *server, int client)
{
    const char *line;
    send_message(client, 'R', "\0\0\0", 4); /* authenticated */
    send_ready(client);
    while (receive(client) && (line = next_line(server)) != NULL && strcmp(line, CLOSE) != 0) {
        send_error(client, "ERROR", line);
        send_ready(client);
    }
}

static void *serve(void *context)
{
    Server *server = context;
    int     client;
    while ((client = accept(server->listener, NULL, NULL)) >= 0) {
        const char *line = next_line(server);
        bool        is_read = line != NULL && strcmp(line, CLOSE) != 0 && receive(client);
        if (is_read && strcmp(line, ACCEPT) == 0)
            serve_statements(server, client);
        else if (is_read)
            send_error(client, "FATAL", line);
        close(client);
    }
    return NULL;
}

static void start(Server *server, const char *const *script)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t          size = sizeof address;
    *server = (Server){ .listener = socket(AF_INET, SOCK_STREAM, 0) };
    for (int i = 0; script[i] != NULL; i++)
        server->script[i] = script[i];
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(server->listener, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(server->listener, SCRIPT_MAX), 0);
    assert_int_equal(getsockname(server->listener, (struct sockaddr *)&address, &size), 0);
    snprintf(server->url, sizeof server->url,
             "host=127.0.0.1 port=%d user=u dbname=d password=p sslmode=disable gssencmode=disable",
             ntohs(address.sin_port));
    assert_int_equal(pthread_create(&server->thread, NULL, serve, server), 0);
}

static void stop(Server *server)
{
    shutdown(server->listener, SHUT_RDWR);
    pthread_join(server->thread, NULL);
    close(server->listener);
}

static void skip_without_libpq(void)
{
    Fault fault;
    Pg   *pg = pg_open("colour=red", &fault);
    assert_null(pg);
    if (strstr(fault.why, "built without") != NULL)
        skip();
}

/* Connections that fail, and what a failure is.  libpq connects twice for the first one. */
static void test_connecting(void **state)
{
    (void)state;
    static const struct {
        const char *answer;
        Status      status;
        const char *why;
    } CASES[] = {
        { CLOSE, STATUS_SYSTEM, "closed the connection" },
        { "57P03", STATUS_SYSTEM, "the server says: no" },  /* it starts */
        { "57P01", STATUS_SYSTEM, "the server says: no" },  /* it stops */
        { "53300", STATUS_SYSTEM, "the server says: no" },  /* too many connections */
        { "28P01", STATUS_ILLEGAL, "the server says: no" }, /* wrong password */
        { "28000", STATUS_ILLEGAL, "the server says: no" }, /* not allowed */
        { "3D000", STATUS_ILLEGAL, "the server says: no" }, /* no such database */
    };
    skip_without_libpq();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Server server;
        Fault  fault;
        start(&server, (const char *[]){ CASES[i].answer, CASES[i].answer, NULL });
        assert_null(pg_open(server.url, &fault));
        assert_int_equal(fault.status, CASES[i].status);
        assert_non_null(strstr(fault.why, CASES[i].why));
        assert_null(strstr(fault.why, "auth.c"));
        if (strcmp(CASES[i].answer, CLOSE) != 0)
            assert_null(strstr(fault.why, CASES[i].answer));
        assert_int_equal(server.done, 2);
        stop(&server);
    }
}

/* As an event loop connects. */
static void test_connecting_without_waiting(void **state)
{
    (void)state;
    Server     server;
    Fault      fault;
    PgProgress progress;
    skip_without_libpq();
    start(&server, (const char *[]){ ACCEPT, "57P03", "28P01", NULL });
    Pg *pg = pg_open(server.url, &fault);
    assert_non_null(pg);
    for (int i = 0; i < 2; i++) {
        pg_begin(pg);
        while ((progress = pg_go_on(pg, &fault)) == PG_WAITS)
            usleep(1000);
        assert_int_equal(progress, PG_FAILED);
        assert_int_equal(fault.status, i == 0 ? STATUS_SYSTEM : STATUS_ILLEGAL);
    }
    pg_close(pg);
    stop(&server);
}

/* Nobody listens; a URL that nobody can answer. */
static void test_no_server(void **state)
{
    (void)state;
    Server server;
    Fault  fault;
    skip_without_libpq();
    start(&server, (const char *[]){ NULL });
    stop(&server);
    assert_null(pg_open(server.url, &fault));
    assert_int_equal(fault.status, STATUS_SYSTEM);
    static const char *const WRONG[] = { "sslmode=perhaps", "colour=red" };
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        assert_null(pg_open(WRONG[i], &fault));
        assert_int_equal(fault.status, STATUS_ILLEGAL);
    }
}

static void test_statements(void **state)
{
    (void)state;
    static const struct {
        const char *answer;
        Status      status;
    } CASES[] = {
        { "53100", STATUS_SYSTEM },  /* disk full */
        { "53200", STATUS_SYSTEM },  /* out of memory */
        { "58030", STATUS_SYSTEM },  /* cannot read a file */
        { "57P01", STATUS_SYSTEM },  /* the server stops */
        { "42501", STATUS_ILLEGAL }, /* no rights */
        { "TS001", STATUS_ILLEGAL }, /* of the schema */
        { CLOSE, STATUS_SYSTEM },
    };
    enum { COUNT = sizeof CASES / sizeof CASES[0] };
    const char *script[COUNT + 2] = { ACCEPT };
    Server      server;
    Fault       fault;
    skip_without_libpq();
    for (int i = 0; i < COUNT; i++)
        script[i + 1] = CASES[i].answer;
    start(&server, script);
    Pg *pg = pg_open(server.url, &fault);
    assert_non_null(pg);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(pg_query(pg, "SELECT 1", 0, NULL, NULL, &fault), CASES[i].status);
    pg_close(pg);
    stop(&server);
}

static void count_calls(void *context, const char *why)
{
    assert_non_null(strstr(why, "the server says: no")); /* the second failure */
    ++*(int *)context;
}

/* A command that starts waits for a database that is away, and reports a rejection at once. */
static void test_waiting(void **state)
{
    (void)state;
    static const EmbeddedFile NO_FILES[] = { { .name = NULL } };
    const PgSchema            schema = {
                   .name = "s", .files = NO_FILES, .version = "SELECT 1", .title = "s", .migration = "m"
    };
    int      calls = 0;
    PgWaiter waiter = { count_calls, &calls };
    Server   server;
    Fault    fault;
    skip_without_libpq();
    start(&server,
          (const char *[]){ CLOSE, CLOSE, CLOSE, "57P03", ACCEPT, CLOSE, "28P01", "28P01", NULL });
    assert_null(pg_schema_open(server.url, &schema, false, NULL, &fault));
    assert_int_equal(fault.status, STATUS_SYSTEM);
    assert_int_equal(server.done, 2);
    assert_null(pg_schema_open(server.url, &schema, false, &waiter, &fault));
    assert_int_equal(fault.status, STATUS_ILLEGAL);
    assert_non_null(strstr(fault.why, "the server says: no"));
    assert_int_equal(calls, 1);
    assert_int_equal(server.done, 8);
    stop(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_connecting), cmocka_unit_test(test_connecting_without_waiting),
        cmocka_unit_test(test_no_server),  cmocka_unit_test(test_statements),
        cmocka_unit_test(test_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
