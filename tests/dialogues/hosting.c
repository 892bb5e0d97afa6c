/* SPDX-License-Identifier: MIT */
/* hosting.c TESSERA - test the server as an operator runs it: behind a proxy, watched, with limits.
 *
 * This program is the proxy: it sends requests from a trusted loopback address and names visitors.
 */
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "web/client.h"

enum {
    PROXY = 0x7f000001,
    STRANGER = 0x7f000009,
    FLOOD_MAX = 400,
    FLOODED_MAX = 150,
    STREAMS_ALLOWED = 32
};

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

/* Send at most `limit` requests until one is refused; false if none is. */
static bool is_refused_within(int limit, uint32_t from, const char *headers)
{
    for (int i = 0; i < limit; i++)
        if (code_of(from, "/health", headers) == 429)
            return true;
    return false;
}

static bool flood(uint32_t from, const char *headers)
{
    return is_refused_within(FLOOD_MAX, from, headers);
}

/* True if the visitor of these headers is one that has just flooded: a new one may send
 * REQUESTS_AT_ONCE requests.  The bucket refills meanwhile, so a single request proves nothing. */
static bool has_flooded(uint32_t from, const char *headers)
{
    return is_refused_within(FLOODED_MAX, from, headers);
}

static void test_requests_are_limited_per_visitor(void **state)
{
    (void)state;
    assert_true(flood(PROXY, "X-Forwarded-For: 198.51.100.1\r\n"));
    assert_int_equal(code_of(PROXY, "/health", "X-Forwarded-For: 198.51.100.2\r\n"), 200);
    assert_int_equal(code_of(PROXY, "/health", NULL), 200);
    /* An invented first hop does not help, and neither does another proxy in between. */
    assert_true(flood(PROXY, "X-Forwarded-For: 198.51.100.3\r\n"));
    assert_true(
        has_flooded(PROXY, "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 198.51.100.3\r\n"));
    assert_true(flood(PROXY, "X-Forwarded-For: 198.51.100.4\r\n"));
    assert_true(has_flooded(PROXY, "X-Forwarded-For: 192.0.2.1, 198.51.100.4, 10.1.2.3\r\n"));
    /* One visitor has a whole IPv6 network. */
    assert_true(flood(PROXY, "X-Forwarded-For: 2001:db8::1\r\n"));
    assert_true(has_flooded(PROXY, "X-Forwarded-For: 2001:db8::2\r\n"));
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

/* --- Connections -------------------------------------------------------------------------- */

static int start_plain(void **state)
{
    (void)state;
    start((const char *[]){ NULL });
    return 0;
}

/* Read one reply with a Content-Length; returns its status, or 0 if the connection ended. */
static int take_reply(int connection, char *head, size_t size)
{
    size_t length = 0;
    char   block[4096];
    while (length + 1 < size && (length < 4 || memcmp(head + length - 4, "\r\n\r\n", 4) != 0)) {
        if (recv(connection, head + length, 1, 0) != 1)
            return 0;
        head[++length] = '\0';
    }
    const char *found = strstr(head, "Content-Length: ");
    assert_non_null(found);
    for (long left = atol(found + 16); left > 0;) {
        ssize_t got =
            recv(connection, block, left < (long)sizeof block ? (size_t)left : sizeof block, 0);
        assert_true(got > 0);
        left -= got;
    }
    return atoi(head + 9);
}

static void test_keep_alive(void **state)
{
    (void)state;
    enum { REQUESTS = 100 };
    static const char REQUEST[] = "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n";
    char              head[4096];
    int               connection = connect_from(server.port, STRANGER);
    for (int i = 0; i < REQUESTS; i++) {
        send(connection, REQUEST, strlen(REQUEST), MSG_NOSIGNAL);
        assert_int_equal(take_reply(connection, head, sizeof head), 200);
        assert_null(strstr(head, "Connection: close"));
    }
    /* Requests that do not wait for the replies. */
    for (int i = 0; i < 10; i++)
        send(connection, REQUEST, strlen(REQUEST), MSG_NOSIGNAL);
    for (int i = 0; i < 10; i++)
        assert_int_equal(take_reply(connection, head, sizeof head), 200);
    static const char LAST[] =
        "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    send(connection, LAST, strlen(LAST), MSG_NOSIGNAL);
    assert_int_equal(take_reply(connection, head, sizeof head), 200);
    assert_non_null(strstr(head, "Connection: close"));
    assert_int_equal(recv(connection, head, 1, 0), 0);
    close(connection);
}

static void test_invalid_heads_are_refused(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "GET /health\r\n\r\n",
        "GET /health\r\n",
        "GET /health HTTP/0.9\r\n\r\n",
        "GET /health HTTP/1.2\r\nHost: localhost\r\n\r\n",
        "GET /health HTTP/-1.-1\r\nHost: localhost\r\n\r\n",
        "GET /health HTTP/2.0\r\nHost: localhost\r\n\r\n",
        "GET /health http/1.1\r\nHost: localhost\r\n\r\n",
        "GET  /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /health now HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /health HTTP/1.1\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: localhost\r\nName : value\r\n\r\n",
        "POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: +2\r\n\r\n{}",
        "POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /api/read HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /api/read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "nonsense\r\n\r\n",
        "\001\377\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        /* ask_raw returns when the server has closed the connection. */
        Answer answer = ask_raw(server.port, STRANGER, BAD[i], strlen(BAD[i]));
        if (answer.code != 400 || strncmp(answer.text, "HTTP/1.1 ", 9) != 0)
            fail_msg("%s\ngot: %.40s", BAD[i], answer.text);
        answer_free(&answer);
    }
    static const char OLD[] = "GET /health HTTP/1.0\r\n\r\n";
    Answer            answer = ask_raw(server.port, STRANGER, OLD, strlen(OLD));
    assert_int_equal(answer.code, 200);
    answer_free(&answer);
}

/* --- Compression -------------------------------------------------------------------------- */

static bool is_gzip(const char *target, const char *headers)
{
    Answer answer = ask_with(server.port, STRANGER, target, NULL, headers);
    assert_int_equal(answer.code, 200);
    assert_non_null(strstr(answer.text, "\r\nVary: Accept-Encoding\r\n"));
    bool packed = strstr(answer.text, "\r\nContent-Encoding: gzip\r\n") != NULL;
    assert_true(packed == (memcmp(answer.body, "\x1f\x8b", 2) == 0));
    answer_free(&answer);
    return packed;
}

static void test_compression(void **state)
{
    (void)state;
    static const char *const TARGETS[] = { "/", "/style.css", "/api/games", "/api/shape?setup=gipf",
                                           "/board/gipf.svg" };
    for (size_t i = 0; i < sizeof TARGETS / sizeof TARGETS[0]; i++) {
        assert_false(is_gzip(TARGETS[i], NULL));
        assert_false(is_gzip(TARGETS[i], "Accept-Encoding: br, identity\r\n"));
        assert_false(is_gzip(TARGETS[i], "Accept-Encoding: gzip;q=0, *\r\n"));
        assert_true(is_gzip(TARGETS[i], "Accept-Encoding: br, gzip\r\n"));
    }
    assert_false(is_gzip("/health", "Accept-Encoding: gzip\r\n")); /* too short to gain anything */
}

/* --- Health ------------------------------------------------------------------------------- */

static void expect_health(int code, const char *text)
{
    Answer answer =
        ask_with(server.port, STRANGER, "/healthz", NULL, "Accept-Encoding: identity\r\n");
    assert_int_equal(answer.code, code);
    assert_string_equal(answer.body, text);
    answer_free(&answer);
}

static int new_table_code(void)
{
    Answer answer =
        ask(server.port, "/api/tables",
            "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"human\"},{\"kind\":\"human\"}]}");
    int code = answer.code;
    answer_free(&answer);
    return code;
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(prlimit(server.pid, RLIMIT_FSIZE, NULL, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(prlimit(server.pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

/* Files that cannot grow stand for a full disk. */
static void test_health(void **state)
{
    (void)state;
    expect_health(200, "ok\n");
    assert_int_equal(new_table_code(), 200);
    limit_files(1);
    assert_int_not_equal(new_table_code(), 200);
    expect_health(503, "the game database cannot be written\n");
    limit_files(RLIM_INFINITY);
    expect_health(200, "ok\n"); /* it looks again */
    assert_int_equal(new_table_code(), 200);
    static const char HOST[] =
        "GET /healthz HTTP/1.1\r\nHost: tessera.internal\r\nConnection: close\r\n\r\n";
    Answer answer = ask_raw(server.port, STRANGER, HOST, strlen(HOST));
    assert_int_equal(answer.code, 200);
    answer_free(&answer);
}

/* --- Access log --------------------------------------------------------------------------- */

static char log_file[128];

static int start_with_log(void **state)
{
    (void)state;
    folder_make(folder, sizeof folder);
    snprintf(log_file, sizeof log_file, "%s.log", folder);
    server = server_start_options(
        tessera, folder,
        (const char *[]){ "--access-log", log_file, "--trusted-proxy", "127.0.0.1", NULL });
    return 0;
}

static int stop_with_log(void **state)
{
    unlink(log_file);
    return stop(state);
}

/* Return the last line of the log, which must be a JSON object. */
static json_t *last_line(int *count)
{
    char    line[32768];
    FILE   *log = fopen(log_file, "r");
    json_t *read = NULL;
    assert_non_null(log);
    for (*count = 0; fgets(line, sizeof line, log) != NULL; ++*count) {
        assert_true(strlen(line) > 1 && line[strlen(line) - 1] == '\n');
        for (const char *c = line; *c != '\n'; c++)
            assert_true(*c >= ' ' && *c < 0x7f);
        json_decref(read);
        read = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(read);
    }
    fclose(log);
    return read;
}

static void expect_line(int number, const char *address, const char *scheme, const char *method,
                        const char *path, int status, const char *agent)
{
    int     count;
    json_t *line = last_line(&count);
    assert_int_equal(count, number);
    assert_string_equal(json_string_value(json_object_get(line, "address")), address);
    assert_string_equal(json_string_value(json_object_get(line, "scheme")), scheme);
    assert_string_equal(json_string_value(json_object_get(line, "method")), method);
    assert_string_equal(json_string_value(json_object_get(line, "path")), path);
    assert_int_equal(json_integer_value(json_object_get(line, "status")), status);
    assert_string_equal(json_string_value(json_object_get(line, "agent")), agent);
    assert_true(json_is_integer(json_object_get(line, "ms")));
    assert_int_equal(strlen(json_string_value(json_object_get(line, "time"))),
                     strlen("2026-01-01T00:00:00.000Z"));
    json_decref(line);
}

static void test_access_log(void **state)
{
    (void)state;
    assert_int_equal(code_of(STRANGER, "/health?token=secret", "X-Forwarded-For: 1.2.3.4\r\n"),
                     200);
    expect_line(1, "127.0.0.9", "http", "GET", "/health", 200, "");
    assert_int_equal(code_of(PROXY, "/nowhere",
                             "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n"
                             "User-Agent: \"a\\\033[1m\xc3\xa4\r\n"),
                     404);
    expect_line(2, "198.51.100.7", "https", "GET", "/nowhere", 404, "\"a\\%1B[1m%C3%A4");
    Answer answer = ask_with(server.port, STRANGER, "/api/read", "{}", NULL);
    assert_int_equal(answer.code, 400);
    answer_free(&answer);
    expect_line(3, "127.0.0.9", "http", "POST", "/api/read", 400, "");
    static const char OLD[] = "GET /%0a\xff\\ HTTP/0.9\r\n\r\n";
    answer = ask_raw(server.port, STRANGER, OLD, strlen(OLD));
    assert_int_equal(answer.code, 400);
    answer_free(&answer);
    int     count;
    json_t *line = last_line(&count);
    /* libevent itself may refuse the bytes; then there is no line, but never a broken one. */
    assert_true(count == 3 || count == 4);
    json_decref(line);
    FILE *log = fopen(log_file, "r");
    char  text[32768];
    assert_non_null(log);
    while (fgets(text, sizeof text, log) != NULL)
        assert_null(strstr(text, "secret"));
    fclose(log);
}

/* --- Metrics ------------------------------------------------------------------------------ */

static int metrics_port;

static int start_with_metrics(void **state)
{
    (void)state;
    struct sockaddr_in free_one = { .sin_family = AF_INET };
    socklen_t          size = sizeof free_one;
    char               port[16];
    int                probe = socket(AF_INET, SOCK_STREAM, 0);
    free_one.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(probe, (struct sockaddr *)&free_one, size), 0);
    assert_int_equal(getsockname(probe, (struct sockaddr *)&free_one, &size), 0);
    close(probe);
    metrics_port = ntohs(free_one.sin_port);
    snprintf(port, sizeof port, "%d", metrics_port);
    start((const char *[]){ "--metrics-port", port, NULL });
    return 0;
}

enum { SAMPLES_MAX = 100, SAMPLE_NAME_MAX = 80 };

typedef struct Samples {
    int    count;
    char   name[SAMPLES_MAX][SAMPLE_NAME_MAX]; /* with its labels */
    double value[SAMPLES_MAX];
} Samples;

static size_t name_length(const char *text)
{
    size_t length =
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_:0123456789");
    assert_true(length > 0 && (text[0] < '0' || text[0] > '9'));
    return length;
}

/* Read `NAME VALUE` or `NAME{LABEL="TEXT"} VALUE` of the metric that the lines before have named. */
static void read_sample(char *line, const char *metric, Samples *out)
{
    size_t length = name_length(line);
    assert_true(strlen(metric) == length && strncmp(metric, line, length) == 0);
    if (line[length] == '{') {
        length += 1 + name_length(line + length + 1);
        assert_true(strncmp(line + length, "=\"", 2) == 0);
        length += 2 + strcspn(line + length + 2, "\"\\\n");
        assert_true(strncmp(line + length, "\"}", 2) == 0);
        length += 2;
    }
    assert_true(line[length] == ' ' && length < SAMPLE_NAME_MAX && out->count < SAMPLES_MAX);
    line[length] = '\0';
    for (int i = 0; i < out->count; i++)
        assert_string_not_equal(out->name[i], line);
    char *end;
    snprintf(out->name[out->count], SAMPLE_NAME_MAX, "%s", line);
    out->value[out->count++] = strtod(line + length + 1, &end);
    assert_true(end > line + length + 1 && *end == '\0');
}

/* Parse the text format: for each metric HELP, TYPE and its samples, each on a line. */
static Samples take_metrics(void)
{
    Samples samples = { .count = 0 };
    char    metric[SAMPLE_NAME_MAX] = "", type[16] = "", *rest = NULL;
    Answer  answer = ask_with(metrics_port, 0, "/metrics", NULL, NULL);
    assert_int_equal(answer.code, 200);
    assert_non_null(strstr(answer.text, "Content-Type: text/plain; version=0.0.4"));
    assert_true(answer.body[0] != '\0' && answer.body[strlen(answer.body) - 1] == '\n');
    for (char *line = strtok_r(answer.body, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "# HELP ", 7) == 0) {
            size_t length = name_length(line + 7);
            assert_true(length < sizeof metric && line[7 + length] == ' ');
            snprintf(metric, sizeof metric, "%.*s", (int)length, line + 7);
            type[0] = '\0';
        } else if (strncmp(line, "# TYPE ", 7) == 0) {
            char name[SAMPLE_NAME_MAX];
            assert_int_equal(sscanf(line, "# TYPE %79s %15s", name, type), 2);
            assert_string_equal(name, metric);
            bool counts = strcmp(type, "counter") == 0;
            assert_true(counts || strcmp(type, "gauge") == 0);
            size_t length = strlen(name);
            assert_true(counts == (length > 6 && strcmp(name + length - 6, "_total") == 0));
        } else {
            assert_true(type[0] != '\0');
            read_sample(line, metric, &samples);
        }
    }
    answer_free(&answer);
    return samples;
}

static double sample(const Samples *samples, const char *name)
{
    for (int i = 0; i < samples->count; i++)
        if (strcmp(samples->name[i], name) == 0)
            return samples->value[i];
    fail_msg("there is no metric %s", name);
    return 0;
}

static void test_metrics(void **state)
{
    (void)state;
    Samples before = take_metrics();
    assert_int_equal(code_of(STRANGER, "/health", NULL), 200);
    assert_int_equal(code_of(STRANGER, "/nowhere", NULL), 404);
    Answer made = ask(server.port, "/api/tables",
                      "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"human\"},"
                      "{\"kind\":\"engine\",\"level\":1}]}");
    assert_int_equal(made.code, 200);
    char        target[128], turn[128], body[256];
    const char *id = json_string_value(json_object_get(made.json, "table"));
    snprintf(target, sizeof target, "/api/tables/%s/events", id);
    snprintf(turn, sizeof turn, "/api/tables/%s/turn", id);
    snprintf(body, sizeof body, "{\"token\":\"%s\",\"turn\":0,\"words\":\"c+f\"}",
             json_string_value(json_array_get(json_object_get(made.json, "tokens"), 0)));
    answer_free(&made);
    Events events;
    Event  event;
    int    code;
    assert_true(events_begin(&events, server.port, STRANGER, target, -1, &code));
    answer_free(&(Answer[]){ ask(server.port, turn, body) }[0]);
    for (int i = 0; i < 2; i++) { /* our move, and that of the engine */
        assert_true(events_wait(&events, "turn", 20000, &event));
        json_decref(event.data);
    }
    Samples after = take_metrics();
#define GROWN(name) (sample(&after, name) - sample(&before, name))
    assert_true(GROWN("tessera_http_requests_total{class=\"2xx\"}") == 4);
    assert_true(GROWN("tessera_http_requests_total{class=\"4xx\"}") == 1);
    assert_true(GROWN("tessera_http_requests_total{class=\"5xx\"}") == 0);
    assert_true(GROWN("tessera_http_response_bytes_total") > 100);
    assert_true(GROWN("tessera_event_bytes_total") > 100);
    assert_true(GROWN("tessera_searches_total") >= 1);
    assert_true(GROWN("tessera_search_seconds_total") >= 0);
    assert_true(GROWN("tessera_database_commits_total") >= 2);
    assert_true(sample(&after, "tessera_event_streams") == 1);
    assert_true(sample(&after, "tessera_tables") == 1);
    assert_true(sample(&after, "tessera_tables_stored") == 1);
    assert_true(sample(&after, "tessera_searches_running") >= 0);
    assert_true(sample(&after, "tessera_searches_waiting") >= 0);
    events_end(&events);
    assert_int_equal(code_of(STRANGER, "/metrics", NULL), 404); /* not on the public port */
    static const char HOST[] =
        "GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    Answer answer = ask_raw(metrics_port, 0, HOST, strlen(HOST));
    assert_int_equal(answer.code, 403);
    answer_free(&answer);
}

/* --- Public URL --------------------------------------------------------------------------- */

static int start_with_url(void **state)
{
    (void)state;
    start((const char *[]){ "--public-url", "https://Games.example/tessera", "--trusted-proxy",
                            "127.0.0.1", NULL });
    return 0;
}

/* Ask as a browser does through a proxy; `body` NULL: GET. */
static Answer ask_as(const char *host, const char *target, const char *headers, const char *body)
{
    char request[2048];
    int  size = snprintf(request, sizeof request,
                         "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                        body == NULL ? "GET" : "POST", target, host, headers,
                        body == NULL ? 0 : strlen(body), body == NULL ? "" : body);
    return ask_raw(server.port, PROXY, request, (size_t)size);
}

static void expect_as(int code, const char *host, const char *target, const char *text)
{
    Answer answer = ask_as(host, target, "", NULL);
    if (answer.code != code || strstr(answer.text, text) == NULL)
        fail_msg("%s for %s: wanted %d and '%s', got: %s", target, host, code, text, answer.text);
    answer_free(&answer);
}

static void expect_post(int code, const char *headers)
{
    Answer answer = ask_as("games.example", "/tessera/api/read", headers, "{\"text\":\"\"}");
    assert_int_equal(answer.code, code);
    answer_free(&answer);
}

static void test_public_url(void **state)
{
    (void)state;
    expect_as(200, "games.example", "/tessera/games", "href=\"/tessera/style.css\"");
    expect_as(200, "GAMES.example", "/tessera/games", "href=\"/tessera/rules/gipf\"");
    expect_as(200, "127.0.0.1", "/tessera/games", "href=\"/tessera/board/gipf.svg?variant=");
    expect_as(200, "games.example", "/games",
              "href=\"/tessera/style.css\""); /* the proxy cut the path */
    expect_as(308, "games.example", "/tessera", "\r\nLocation: /tessera/\r\n");
    expect_as(404, "games.example", "/tessera/nowhere", "class=\"home-link\" href=\"/tessera/\"");
    expect_as(404, "games.example", "/tesserae/", "Not found");
    expect_as(200, "games.example", "/tessera/api/games", "[{\"game\":");
    expect_as(200, "games.example", "/tessera/style.css", "prefers-color-scheme");
    expect_as(200, "games.example", "/tessera/healthz", "ok");
    expect_as(403, "evil.example", "/tessera/", "--public-url");
    /* 400: the record is empty, but the request was let in. */
    expect_post(400, "");
    expect_post(400, "Origin: https://games.example\r\n");
    expect_post(400, "Origin: https://games.example\r\nX-Forwarded-Proto: https\r\n");
    expect_post(403, "Origin: https://evil.example\r\n");
    expect_post(403, "Origin: http://games.example\r\nX-Forwarded-Proto: https\r\n");
    expect_post(403, "Origin: null\r\n");
    /* A proxy that does not pass the Host header on. */
    Answer answer = ask_as("127.0.0.1:8080", "/tessera/api/read",
                           "Origin: https://games.example\r\n", "{\"text\":\"\"}");
    assert_int_equal(answer.code, 400);
    answer_free(&answer);
}

/* --- Embeds ------------------------------------------------------------------------------- */

static int start_with_embeds(void **state)
{
    (void)state;
    start((const char *[]){ "--allow-embed", "https://club.example", "--allow-embed",
                            "http://localhost:81", "--public-url", "https://games.example/t/",
                            NULL });
    return 0;
}

/* Create a table of the toy game, play a move and, if `ends`, resign.  Writes the path of its page. */
static void play_toy(bool ends, char *path, size_t size)
{
    char          target[128], body[256];
    Answer        made = ask(server.port, "/api/tables",
                             "{\"setup\":\"toy\",\"names\":[\"<b>Ann\",\"Bo\"],"
                                    "\"seats\":[{\"kind\":\"human\"},{\"kind\":\"human\"}]}");
    const char   *id = json_string_value(json_object_get(made.json, "table"));
    const json_t *tokens = json_object_get(made.json, "tokens");
    assert_non_null(id);
    snprintf(path, size, "/embed/%s", id);
    snprintf(target, sizeof target, "/api/tables/%s/turn", id);
    snprintf(body, sizeof body, "{\"token\":\"%s\",\"turn\":0,\"words\":\"c+f\"}",
             json_string_value(json_array_get(tokens, 0)));
    Answer moved = ask(server.port, target, body);
    assert_int_equal(moved.code, 200);
    answer_free(&moved);
    snprintf(target, sizeof target, "/api/tables/%s/resign", id);
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", json_string_value(json_array_get(tokens, 1)));
    if (ends) {
        Answer resigned = ask(server.port, target, body);
        assert_int_equal(resigned.code, 200);
        answer_free(&resigned);
    }
    answer_free(&made);
}

static void expect_page(int code, const char *path, const char *query, const char *text)
{
    char target[256];
    snprintf(target, sizeof target, "%s%s", path, query);
    Answer answer = ask(server.port, target, NULL);
    if (answer.code != code || strstr(answer.text, text) == NULL)
        fail_msg("%s: wanted %d and '%s', got: %s", target, code, text, answer.text);
    assert_null(strstr(answer.text, "<b>Ann"));
    assert_null(strstr(answer.text, "<script"));
    answer_free(&answer);
}

static void test_embeds(void **state)
{
    (void)state;
    char over[64], running[64];
    play_toy(true, over, sizeof over);
    play_toy(false, running, sizeof running);
    expect_page(200, over, "", "frame-ancestors https://club.example http://localhost:81\r\n");
    expect_page(200, over, "", "&lt;b&gt;Ann – Bo</h1>");
    expect_page(200, over, "", "resigned");
    expect_page(200, over, "", "Move 1 of 1");
    expect_page(200, over, "", "href=\"https://games.example/t/#/table/");
    expect_page(200, over, "?turn=0", "Move 0 of 1");
    expect_page(200, over, "?turn=0", "<a href=\"?turn=1\">c+f</a>");
    expect_page(400, over, "?turn=2", "Invalid move number");
    expect_page(400, over, "?turn", "Invalid move number");
    expect_page(404, running, "", "no finished game");
    expect_page(404, "/embed/0123456789abcdef", "", "no finished game");
    expect_page(404, "/embed/", "", "no finished game");
    expect_page(200, "/games", "", "frame-ancestors 'none'"); /* all other pages */
}

static void test_no_embeds_by_default(void **state)
{
    (void)state;
    char over[64];
    play_toy(true, over, sizeof over);
    expect_page(404, over, "", "There is no page at this address");
}

int main(int count, char **args)
{
    if (count != 2) {
        fprintf(stderr, "usage: hosting TESSERA\n");
        return 2;
    }
    tessera = args[1];
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* also for the server: writes fail instead */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_requests_are_limited_per_visitor, start_behind_proxy,
                                        stop),
        cmocka_unit_test_setup_teardown(test_strangers_are_not_believed, start_behind_proxy, stop),
        cmocka_unit_test_setup_teardown(test_streams_and_connections_are_limited_per_visitor,
                                        start_behind_proxy, stop),
        cmocka_unit_test_setup_teardown(test_keep_alive, start_plain, stop),
        cmocka_unit_test_setup_teardown(test_invalid_heads_are_refused, start_plain, stop),
        cmocka_unit_test_setup_teardown(test_compression, start_plain, stop),
        cmocka_unit_test_setup_teardown(test_health, start_plain, stop),
        cmocka_unit_test_setup_teardown(test_access_log, start_with_log, stop_with_log),
        cmocka_unit_test_setup_teardown(test_metrics, start_with_metrics, stop),
        cmocka_unit_test_setup_teardown(test_public_url, start_with_url, stop),
        cmocka_unit_test_setup_teardown(test_embeds, start_with_embeds, stop),
        cmocka_unit_test_setup_teardown(test_no_embeds_by_default, start_plain, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
