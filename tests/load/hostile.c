/* SPDX-License-Identifier: MIT */
/* hostile.c TESSERA [REQUESTS [SEED]] - guests who send anything.
 *
 * Requests are made from good ones (some of which really play at tables) by changing, dropping,
 * doubling and cutting bytes, or from noise.  Whatever comes, the server answers with a known code or
 * cuts the line, never with one that admits a fault of its own, still serves good requests
 * afterwards, and ends in good order.
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

typedef struct JailedProcess {
    int  port;
    int  count; /* tables that are known */
    char id[TABLES][32], token[TABLES][64];
    long codes[CODES];
} JailedProcess;

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

static int new_action(const JailedProcess *guest, unsigned table, const char *action, char *out,
                      size_t size)
{
    static const char *const WORDS[] = {
        "a.", "b.", "c+f", "d+e", "b6-b5", "A1-e2", "", "\\u0007"
    };
    if (strcmp(action, "turn") == 0)
        return snprintf(out, size, "{\"token\":\"%s\",\"turn\":%u,\"%s}", guest->token[table],
                        below(3), below(2) ? "steps\":[\"1\",\"2f\"]" : "words\":\"a.\"");
    if (strcmp(action, "join") == 0)
        return snprintf(out, size, "{\"invitation\":\"%s\",\"name\":\"%s\"}", guest->token[table],
                        ONE_OF(WORDS));
    return snprintf(out, size, "{\"token\":\"%s\"}", guest->token[table]);
}

/* A good request; its length. */
static size_t good_request(const JailedProcess *guest, char *out)
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
                                         "/api/explain?setup=toy&turn=a",
                                         "/api/rules?game=toy" };
    static const char *const LOOKS[] = { "", "/board?turn=0", "/record", "/analysis", "/events" };
    static const char *const ACTIONS[] = { "turn",    "turn",   "turn",    "take-back",
                                           "draw",    "resign", "decline", "hint",
                                           "rematch", "leave",  "join" };
    char                     body[2048], target[512];
    unsigned                 table = guest->count == 0 ? 0 : below((unsigned)guest->count);
    unsigned                 kind = below(10);
    int                      size = 0;
    if (kind < 3 || (guest->count == 0 && kind > 4))
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
                                guest->id[table], ONE_OF(LOOKS), below(9));
    } else {
        const char *action = ONE_OF(ACTIONS);
        if (strcmp(action, "hint") == 0 && below(20) != 0)
            action = "draw"; /* a hint takes its time */
        snprintf(target, sizeof target, "/api/tables/%s/%s", guest->id[table], action);
        size = new_action(guest, table, action, body, sizeof body);
    }
    return (size_t)snprintf(out, REQUEST_MAX,
                            "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                            "application/json\r\nContent-Length: %d\r\n\r\n%s",
                            target, size, body);
}

/* Something else in its place. */
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

static void remember(JailedProcess *guest, const char *reply)
{
    const char *id = strstr(reply, "{\"table\":\""), *token = strstr(reply, "\"tokens\":[\"");
    if (id == NULL || token == NULL)
        return;
    int at = guest->count < TABLES ? guest->count++ : (int)below(TABLES);
    snprintf(guest->id[at], sizeof guest->id[at], "%.16s", id + 10);
    snprintf(guest->token[at], sizeof guest->token[at], "%.32s", token + 11);
}

/* The answer's beginning is enough: streams do not end. */
static void send_request(JailedProcess *guest, const char *bytes, size_t size)
{
    char   reply[4096];
    size_t length = 0;
    int    connection = connect_from(guest->port, from_number(below(60000)));
    insist(connection >= 0, "no connection: %s", strerror(errno));
    if (send(connection, bytes, size, MSG_NOSIGNAL) == (ssize_t)size && below(64) != 0)
        shutdown(connection, SHUT_WR);
    struct pollfd wait = { .fd = connection, .events = POLLIN };
    bool          hurry = below(50) == 0; /* some do not wait for an answer */
    /* What is not shut down and not whole stays silent until the house ends it: not our time. */
    if (!hurry && poll(&wait, 1, 50) > 0)
        for (ssize_t got;
             length + 1 < sizeof reply &&
             (got = recv(connection, reply + length, sizeof reply - 1 - length, 0)) > 0;) {
            length += (size_t)got;
            reply[length] = '\0';
            if (strstr(reply, "text/event-stream") != NULL)
                break;
        }
    close(connection);
    int code = length > 12 && strncmp(reply, "HTTP/", 5) == 0 ? atoi(reply + 9) : 0;
    insist(length == 0 || (code >= 200 && code < CODES), "this is no answer: %.100s", reply);
    insist(code != 500, "the house admits a fault: %s\nto: %.*s", reply, (int)size, bytes);
    guest->codes[code]++;
    if (code == 200)
        remember(guest, reply);
}

int main(int count, char **words)
{
    static JailedProcess guest;
    char                 folder[64], bytes[REQUEST_MAX];
    long                 requests = count > 2 ? atol(words[2]) : 100000;
    if (count < 2) {
        fprintf(stderr, "usage: hostile TESSERA [REQUESTS [SEED]]\n");
        return 2;
    }
    state = count > 3 ? (uint64_t)atol(words[3]) : 1;
    folder_make(folder, sizeof folder);
    Server server = server_start(words[1], folder);
    guest.port = server.port;
    for (long i = 0; i < requests; i++) {
        size_t size = good_request(&guest, bytes);
        if (below(3) != 0)
            size = spoil(bytes, size);
        send_request(&guest, bytes, size);
    }
    Answer answer = ask(server.port, "/health", NULL);
    insist(answer.code == 200 && strcmp(answer.body, "ok\n") == 0, "it is not well");
    answer_free(&answer);
    int end = server_end(&server, SIGTERM);
    insist(WIFEXITED(end) && WEXITSTATUS(end) == 0, "it did not end in good order: %d", end);
    folder_remove(folder);
    printf("%ld requests:", requests);
    for (int i = 0; i < CODES; i++)
        if (guest.codes[i] > 0)
            printf(" %ld x %d", guest.codes[i], i);
    printf(" (0: no answer)\n");
    return 0;
}
