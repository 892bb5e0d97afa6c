/* SPDX-License-Identifier: MIT */
/* hosting.c TESSERA - test the server as an operator runs it: behind a proxy, watched, with limits.
 *
 * This program is the proxy: it sends requests from a trusted loopback address and names visitors.
 */
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "web/client.h"

enum { PROXY = 0x7f000001, STRANGER = 0x7f000009, FLOOD_MAX = 400, STREAMS_ALLOWED = 32 };

static const char *tessera;
static char        folder[64];
static Server      server;

static void start(const char *const *options)
{
    folder_make(folder, sizeof folder);
    server = server_start_options(tessera, folder, options);
}

static int stop(void **state)
{
    (void)state;
    int end = server_end(&server, SIGTERM);
    folder_remove(folder);
    return WIFEXITED(end) && WEXITSTATUS(end) == 0 ? 0 : 1;
}

static int start_behind_proxy(void **state)
{
    (void)state;
    start(
        (const char *[]){ "--trusted-proxy", "127.0.0.1", "--trusted-proxy", "10.0.0.0/8", NULL });
    return 0;
}

/* Return the status of a GET request with these headers. */
static int code_of(uint32_t from, const char *target, const char *headers)
{
    Answer answer = ask_with(server.port, from, target, NULL, headers);
    int    code = answer.code;
    answer_free(&answer);
    return code;
}

/* --- Visitors ----------------------------------------------------------------------------- */

/* Send requests until one is refused; false if none is. */
static bool flood(uint32_t from, const char *headers)
{
    for (int i = 0; i < FLOOD_MAX; i++)
        if (code_of(from, "/health", headers) == 429)
            return true;
    return false;
}

static void test_requests_are_limited_per_visitor(void **state)
{
    (void)state;
    assert_true(flood(PROXY, "X-Forwarded-For: 198.51.100.1\r\n"));
    assert_int_equal(code_of(PROXY, "/health", "X-Forwarded-For: 198.51.100.2\r\n"), 200);
    assert_int_equal(code_of(PROXY, "/health", NULL), 200);
    /* An invented first hop does not help, and neither does another proxy in between. */
    assert_true(flood(PROXY, "X-Forwarded-For: 198.51.100.3\r\n"));
    assert_int_equal(code_of(PROXY, "/health",
                             "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 198.51.100.3\r\n"),
                     429);
    assert_true(flood(PROXY, "X-Forwarded-For: 198.51.100.4\r\n"));
    assert_int_equal(
        code_of(PROXY, "/health", "X-Forwarded-For: 192.0.2.1, 198.51.100.4, 10.1.2.3\r\n"), 429);
    /* One visitor has a whole IPv6 network. */
    assert_true(flood(PROXY, "X-Forwarded-For: 2001:db8::1\r\n"));
    assert_int_equal(code_of(PROXY, "/health", "X-Forwarded-For: 2001:db8::2\r\n"), 429);
    assert_int_equal(code_of(PROXY, "/health", "X-Forwarded-For: 2001:db8:0:1::2\r\n"), 200);
}

static void test_strangers_are_not_believed(void **state)
{
    (void)state;
    bool limited = false;
    char header[64];
    for (int i = 0; i < FLOOD_MAX && !limited; i++) {
        snprintf(header, sizeof header, "X-Forwarded-For: 198.51.%d.%d\r\n", i / 250, i % 250);
        limited = code_of(STRANGER, "/health", header) == 429;
    }
    assert_true(limited);
    assert_int_equal(code_of(PROXY, "/health", "X-Forwarded-For: 198.51.0.0\r\n"), 200);
}

/* Open an event stream for a visitor; returns the status, or 200 with the stream in `connection`. */
static int open_stream(const char *table, const char *visitor, int *connection)
{
    char request[512], reply[16] = "";
    int  size = snprintf(request, sizeof request,
                         "GET /api/tables/%s/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                          "X-Forwarded-For: %s\r\n\r\n",
                         table, visitor);
    *connection = connect_from(server.port, PROXY);
    assert_true(*connection >= 0);
    assert_int_equal(send(*connection, request, (size_t)size, MSG_NOSIGNAL), size);
    assert_int_equal(recv(*connection, reply, 12, MSG_WAITALL), 12);
    return atoi(reply + 9);
}

static void test_streams_and_connections_are_limited_per_visitor(void **state)
{
    (void)state;
    enum { VISITORS = 4, TRIES = VISITORS * STREAMS_ALLOWED + VISITORS };
    Answer      made = ask(server.port, "/api/tables",
                           "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"human\"},{\"kind\":\"human\"}]}");
    const char *table = json_string_value(json_object_get(made.json, "table"));
    int         stream[TRIES], open = 0, refused = 0;
    assert_non_null(table);
    for (int i = 0; i < TRIES; i++) {
        char visitor[32];
        snprintf(visitor, sizeof visitor, "198.51.100.%d", i % VISITORS + 10);
        int code = open_stream(table, visitor, &stream[i]);
        open += code == 200;
        refused += code == 429;
    }
    assert_int_equal(open, VISITORS * STREAMS_ALLOWED);
    assert_int_equal(refused, VISITORS);
    /* More connections than one address may have: the proxy keeps them for longer than a round of the
     * server's checks. */
    int idle[100];
    for (int i = 0; i < 100; i++)
        assert_true((idle[i] = connect_from(server.port, PROXY)) >= 0);
    usleep(2500000);
    for (int i = 0; i < 100; i++) {
        char byte;
        assert_int_equal(recv(idle[i], &byte, 1, MSG_DONTWAIT), -1); /* open, and nothing to read */
        close(idle[i]);
    }
    for (int i = 0; i < TRIES; i++)
        close(stream[i]);
    answer_free(&made);
}

int main(int count, char **args)
{
    if (count != 2) {
        fprintf(stderr, "usage: hosting TESSERA\n");
        return 2;
    }
    tessera = args[1];
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_requests_are_limited_per_visitor, start_behind_proxy,
                                        stop),
        cmocka_unit_test_setup_teardown(test_strangers_are_not_believed, start_behind_proxy, stop),
        cmocka_unit_test_setup_teardown(test_streams_and_connections_are_limited_per_visitor,
                                        start_behind_proxy, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
