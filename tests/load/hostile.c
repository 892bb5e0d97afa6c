/* SPDX-License-Identifier: MIT */
/* hostile.c TESSERA [REQUESTS [SEED]] - fuzz the server with mutated HTTP requests.
 *
 * Valid requests, some of which really play games, are mutated: bytes are changed, dropped, doubled
 * and cut.  The server must reply with a known status other than 500 or close the connection, still
 * serve valid requests afterwards, and exit cleanly.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "web/client.h"

enum { REQUEST_MAX = 8192, TABLES = 64, CODES = 600 };

static uint64_t state;

static unsigned below(unsigned count)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % count;
}

#define ONE_OF(list) list[below(sizeof list / sizeof list[0])]

typedef struct Attacker {
    int  port;
    int  count; /* known tables */
    char id[TABLES][32], token[TABLES][64];
    long codes[CODES];
} Attacker;

static const char *const SETUPS[] = { "toy",         "toy:16", "gipf",   "ponte", "diavolo:4",
                                      "alliances:3", "duell",  "toy:99", "nope",  "" };
static const char *const SEATS[] = { "{\"kind\":\"human\"}",
                                     "{\"kind\":\"human\"}",
                                     "{\"kind\":\"open\"}",
                                     "{\"kind\":\"engine\",\"level\":1}",
                                     "{\"kind\":\"engine\",\"time\":1}",
                                     "{\"kind\":\"king\"}" };

static int new_table(char *out, size_t size)
{
    return snprintf(out, size, "{\"setup\":\"%s\",\"seats\":[%s,%s]%s}", ONE_OF(SETUPS),
                    ONE_OF(SEATS), ONE_OF(SEATS),
                    below(4) == 0 ? ",\"clock\":{\"main\":50,\"increment\":1}" : "");
}

static int new_action(const Attacker *attacker, unsigned table, const char *action, char *out,
                      size_t size)
{
    static const char *const WORDS[] = {
        "a.", "b.", "c+f", "d+e", "b6-b5", "A1-e2", "", "\\u0007"
    };
    if (strcmp(action, "turn") == 0)
        return snprintf(out, size, "{\"token\":\"%s\",\"turn\":%u,\"%s}", attacker->token[table],
                        below(3), below(2) ? "steps\":[\"1\",\"2f\"]" : "words\":\"a.\"");
    if (strcmp(action, "join") == 0)
        return snprintf(out, size, "{\"invitation\":\"%s\",\"name\":\"%s\"}",
                        attacker->token[table], ONE_OF(WORDS));
    return snprintf(out, size, "{\"token\":\"%s\"}", attacker->token[table]);
}

/* Write a valid request and return its length. */
static size_t good_request(const Attacker *attacker, char *out)
{
    static const char *const READS[] = { "/",
                                         "/health",
                                         "/rules/toy",
                                         "/board/toy.svg?variant=5",
                                         "/api/games",
                                         "/api/shape?setup=toy",
                                         "/api/tables",
                                         "/api/board?setup=toy&position=x..o....+x",
                                         "/api/choices?setup=toy&steps=1",
                                         "/api/refusal?setup=toy&cells=0,1",
                                         "/api/strings?language=de&game=gipf",
                                         "/api/explain?setup=toy&turn=a",
                                         "/api/rules?game=toy" };
    static const char *const LOOKS[] = { "", "/board?turn=0", "/record", "/analysis", "/events" };
    static const char *const ACTIONS[] = { "turn",    "turn",   "turn",    "take-back",
                                           "draw",    "resign", "decline", "hint",
                                           "rematch", "leave",  "join" };
    char                     body[2048], target[512];
    unsigned                 table = attacker->count == 0 ? 0 : below((unsigned)attacker->count);
    unsigned                 kind = below(10);
    int                      size = 0;
    if (kind < 3 || (attacker->count == 0 && kind > 4))
        return (size_t)snprintf(out, REQUEST_MAX, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
                                ONE_OF(READS));
    if (kind == 3) {
        snprintf(target, sizeof target, "/api/tables");
        size = new_table(body, sizeof body);
    } else if (kind == 4) {
        snprintf(target, sizeof target, "/api/read");
        size =
            snprintf(body, sizeof body, "{\"text\":\"[Game \\\"toy\\\"]\\n1. c+f\\nresult *\\n\"}");
    } else if (kind < 7) {
        return (size_t)snprintf(out, REQUEST_MAX,
                                "GET /api/tables/%s%s HTTP/1.1\r\nHost: localhost\r\n"
                                "Last-Event-ID: %u\r\n\r\n",
                                attacker->id[table], ONE_OF(LOOKS), below(9));
    } else {
        const char *action = ONE_OF(ACTIONS);
        if (strcmp(action, "hint") == 0 && below(20) != 0)
            action = "draw"; /* hints are slow */
        snprintf(target, sizeof target, "/api/tables/%s/%s", attacker->id[table], action);
        size = new_action(attacker, table, action, body, sizeof body);
    }
    return (size_t)snprintf(out, REQUEST_MAX,
                            "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                            "application/json\r\nContent-Length: %d\r\n\r\n%s",
                            target, size, body);
}

/* Mutate a request and return its new length. */
static size_t spoil(char *bytes, size_t size)
{
    for (unsigned times = 1 + below(4); times > 0 && size > 2; times--) {
        size_t at = below((unsigned)size), length = 1 + below(16);
        if (at + length > size)
            length = size - at;
        switch (below(6)) {
        case 0: bytes[at] = (char)below(256); break;
        case 1: bytes[at] = "\"{}[],:%/\\\r\n0 9"[below(15)]; break;
        case 2: memmove(bytes + at, bytes + at + length, size - at - length), size -= length; break;
        case 3:
            if (size + length < REQUEST_MAX) {
                memmove(bytes + at + length, bytes + at, size - at);
                size += length;
            }
            break;
        case 4: size = at + 1; break;
        default:
            for (size_t i = 0; i < length; i++)
                bytes[at + i] = (char)below(256);
        }
    }
    return size;
}

static void remember(Attacker *attacker, const char *reply)
{
    const char *id = strstr(reply, "{\"table\":\""), *token = strstr(reply, "\"tokens\":[\"");
    if (id == NULL || token == NULL)
        return;
    int at = attacker->count < TABLES ? attacker->count++ : (int)below(TABLES);
    snprintf(attacker->id[at], sizeof attacker->id[at], "%.16s", id + 10);
    snprintf(attacker->token[at], sizeof attacker->token[at], "%.32s", token + 11);
}

/* Send a request and read the start of the reply; event streams never end. */
static void send_request(Attacker *attacker, const char *bytes, size_t size)
{
    char   reply[4096];
    size_t length = 0;
    int    connection = connect_from(attacker->port, from_number(below(60000)));
    insist(connection >= 0, "no connection: %s", strerror(errno));
    if (send(connection, bytes, size, MSG_NOSIGNAL) == (ssize_t)size && below(64) != 0)
        shutdown(connection, SHUT_WR);
    struct pollfd wait = { .fd = connection, .events = POLLIN };
    bool          hurry = below(50) == 0; /* sometimes do not wait for a reply */
    /* Without the shutdown the connection stays open until the server's timeout. */
    if (!hurry)
        for (ssize_t got;
             length + 1 < sizeof reply && poll(&wait, 1, 50) > 0 &&
             (got = recv(connection, reply + length, sizeof reply - 1 - length, 0)) > 0;) {
            length += (size_t)got;
            reply[length] = '\0';
            if (strstr(reply, "text/event-stream") != NULL)
                break;
        }
    close(connection);
    int code = length > 12 && strncmp(reply, "HTTP/", 5) == 0 ? atoi(reply + 9) : 0;
    insist(length == 0 || (code >= 200 && code < CODES), "this is no answer: %.100s", reply);
    insist(code != 500, "the server replied 500: %s\nto: %.*s", reply, (int)size, bytes);
    attacker->codes[code]++;
    if (code == 200)
        remember(attacker, reply);
}

int main(int count, char **args)
{
    static Attacker attacker;
    char            folder[64], bytes[REQUEST_MAX];
    long            requests = count > 2 ? atol(args[2]) : 100000;
    if (count < 2) {
        fprintf(stderr, "usage: hostile TESSERA [REQUESTS [SEED]]\n");
        return 2;
    }
    state = count > 3 ? (uint64_t)atol(args[3]) : 1;
    folder_make(folder, sizeof folder);
    Server server = server_start(args[1], folder);
    attacker.port = server.port;
    for (long i = 0; i < requests; i++) {
        size_t size = good_request(&attacker, bytes);
        if (below(3) != 0)
            size = spoil(bytes, size);
        send_request(&attacker, bytes, size);
    }
    Answer answer = ask(server.port, "/health", NULL);
    insist(answer.code == 200 && strcmp(answer.body, "ok\n") == 0, "it is not well");
    answer_free(&answer);
    int end = server_end(&server, SIGTERM);
    insist(WIFEXITED(end) && WEXITSTATUS(end) == 0, "it did not end in good order: %d", end);
    folder_remove(folder);
    printf("%ld requests:", requests);
    for (int i = 0; i < CODES; i++)
        if (attacker.codes[i] > 0)
            printf(" %ld x %d", attacker.codes[i], i);
    printf(" (0: no reply)\n");
    return 0;
}
