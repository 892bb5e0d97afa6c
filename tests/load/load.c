/* SPDX-License-Identifier: MIT */
/* load.c TESSERA [TABLES [WATCHERS [TURNS]]] - load test: the latency from an action to its event.
 *
 * Starts a server on a free loopback port with an empty data directory.  At each table one player has
 * both seats and plays TURNS moves of a game that does not end that early.  The moves go to all tables
 * in turn, as fast as the replies come, over LANES connections.  WATCHERS event streams are spread
 * over the tables.  Each must receive every move of its table once and in order.  Prints the time from
 * just before an action is sent until a watcher has its event.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "web/client.h"

enum { LANES = 4, STREAMS_AN_ADDRESS = 20, EVENTS_MAX = 512 };

typedef struct Table {
    char    id[32], token[2][64];
    int     turn; /* moves sent */
    double *sent; /* time of each move */
} Table;

typedef struct Watcher {
    Events events;
    int    table;
    int    seen; /* moves received */
} Watcher;

typedef struct Load {
    int      port;
    int      table_count, watcher_count, turns;
    Table   *tables;
    Watcher *watchers;
    int      poll;
    double  *delays;
    long     delay_count;
} Load;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The moves of one game, found with /api/choices and then played at every table. */
typedef struct Script {
    char **moves;
    int    count;
} Script;

static void escape(const char *text, char *out)
{
    for (; *text != '\0'; text++)
        out += sprintf(out, "%%%02x", (unsigned char)*text);
    *out = '\0';
}

static const char *text_of(const json_t *json, const char *name)
{
    const char *text = json_string_value(json_object_get(json, name));
    return text == NULL ? "" : text;
}

static Answer fine(Answer answer, const char *what)
{
    insist(answer.code == 200, "%s: %d %s", what, answer.code, answer.body);
    return answer;
}

/* Return a move from a position in notation, as `open` of /api/choices gives it. */
static char *find_turn(int port, const char *setup, const char *position, unsigned *seed)
{
    static char target[65536], escaped[32768];
    char        steps[4096] = "";
    escape(position, escaped);
    for (;;) {
        snprintf(target, sizeof target, "/api/choices?setup=%s&position=%s&steps=%s", setup,
                 escaped, steps);
        Answer answer = fine(ask(port, target, NULL), "choices");
        if (json_is_true(json_object_get(answer.json, "whole"))) {
            char *notation = strdup(text_of(answer.json, "open"));
            answer_free(&answer);
            return notation;
        }
        json_t *all = json_object_get(answer.json, "steps");
        *seed = *seed * 1103515245u + 12345u;
        const json_t *step = json_array_get(all, (*seed >> 16) % json_array_size(all));
        snprintf(steps + strlen(steps), sizeof steps - strlen(steps), "%s%s",
                 steps[0] == '\0' ? "" : ",", text_of(step, "step"));
        answer_free(&answer);
    }
}

static Table make_table(int port, const char *setup, unsigned number)
{
    char  body[256];
    Table table = { 0 };
    snprintf(body, sizeof body,
             "{\"setup\":\"%s\",\"seats\":[{\"kind\":\"human\"},{\"kind\":\"human\"}]}", setup);
    Answer answer =
        fine(ask_with(port, from_number(40000 + number), "/api/tables", body, NULL), "a table");
    const json_t *tokens = json_object_get(answer.json, "tokens");
    snprintf(table.id, sizeof table.id, "%s", text_of(answer.json, "table"));
    for (size_t i = 0; i < 2; i++)
        snprintf(table.token[i], sizeof table.token[i], "%s",
                 json_string_value(json_array_get(tokens, i)));
    answer_free(&answer);
    return table;
}

static void play(int port, const Table *table, int side, int turn, const char *notation,
                 unsigned from)
{
    char target[128], body[4096];
    snprintf(target, sizeof target, "/api/tables/%s/turn", table->id);
    snprintf(body, sizeof body, "{\"token\":\"%s\",\"turn\":%d,\"words\":\"%s\"}",
             table->token[side], turn, notation);
    Answer answer = fine(ask_with(port, from_number(from), target, body, NULL), "a turn");
    answer_free(&answer);
}

/* Ask a table which side plays which move. */
static Script write_script(int port, const char *setup, int turns, int *sides)
{
    Script   script = { .moves = calloc((size_t)turns, sizeof *script.moves) };
    Table    table = make_table(port, setup, 9999);
    unsigned seed = 5;
    char     target[128];
    insist(script.moves != NULL, "out of memory");
    snprintf(target, sizeof target, "/api/tables/%s", table.id);
    for (int i = 0; i < turns; i++) {
        Answer shown = fine(ask(port, target, NULL), "the table");
        insist(json_is_null(json_object_get(shown.json, "result")), "the script's game is over");
        sides[i] = (int)json_integer_value(json_object_get(shown.json, "side"));
        script.moves[i] =
            find_turn(port, text_of(shown.json, "setup"), text_of(shown.json, "position"), &seed);
        play(port, &table, sides[i], i, script.moves[i], 45000 + (unsigned)i);
        script.count++;
        answer_free(&shown);
    }
    return script;
}

static void begin_watching(Load *load)
{
    for (int i = 0; i < load->watcher_count; i++) {
        Watcher *watcher = &load->watchers[i];
        char     target[128];
        int      code;
        watcher->table = i % load->table_count;
        snprintf(target, sizeof target, "/api/tables/%s/events", load->tables[watcher->table].id);
        insist(events_begin(&watcher->events, load->port,
                            from_number(10000 + (unsigned)i / STREAMS_AN_ADDRESS), target, -1,
                            &code),
               "watcher %d was rejected with status %d", i, code);
        fcntl(watcher->events.socket, F_SETFL, O_NONBLOCK);
        struct epoll_event event = { .events = EPOLLIN, .data.ptr = watcher };
        insist(epoll_ctl(load->poll, EPOLL_CTL_ADD, watcher->events.socket, &event) == 0, "epoll");
    }
}

static void take_events(Load *load, Watcher *watcher)
{
    Event event;
    insist(events_read(&watcher->events), "a watcher was cut off");
    double at = now();
    while (events_take(&watcher->events, &event)) {
        if (strcmp(event.name, "turn") == 0) {
            const json_t *table = json_object_get(event.data, "table");
            int           turn = (int)json_integer_value(json_object_get(table, "turn"));
            watcher->seen++;
            insist(turn == watcher->seen, "an event was lost: turn %d instead of %d", turn,
                   watcher->seen);
            load->delays[load->delay_count++] = at - load->tables[watcher->table].sent[turn - 1];
        }
        json_decref(event.data);
    }
}

/* Read all events that arrive within `ms`; return the number of sockets with events. */
static int look(Load *load, int ms)
{
    struct epoll_event events[EVENTS_MAX];
    int                count = epoll_wait(load->poll, events, EVENTS_MAX, ms);
    for (int i = 0; i < count; i++)
        take_events(load, events[i].data.ptr);
    return count;
}

/* A connection with a pending action; several run at once. */
typedef struct Lane {
    int socket; /* -1: free */
} Lane;

static void send_turn(Load *load, Lane *lane, Table *table, int side, const char *notation,
                      unsigned from)
{
    char request[8192], body[4096];
    int  size = snprintf(body, sizeof body, "{\"token\":\"%s\",\"turn\":%d,\"words\":\"%s\"}",
                         table->token[side], table->turn, notation);
    size = snprintf(request, sizeof request,
                    "POST /api/tables/%s/turn HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: "
                    "application/json\r\nContent-Length: %d\r\n\r\n%s",
                    table->id, load->port, size, body);
    lane->socket = connect_from(load->port, from_number(from));
    insist(lane->socket >= 0, "no connection: %s", strerror(errno));
    table->sent[table->turn++] = now();
    insist(send(lane->socket, request, (size_t)size, MSG_NOSIGNAL) == size, "not sent");
}

/* Wait for the reply.  Its body proves that the server wrote it: Caddy sends an empty 200 for a host that
 * it does not know.  The body may come after the headers. */
static void finish(Lane *lane)
{
    char    reply[4096] = "";
    size_t  length = 0;
    ssize_t got;
    do {
        got = recv(lane->socket, reply + length, sizeof reply - 1 - length, 0);
        length += got > 0 ? (size_t)got : 0;
        reply[length] = '\0';
    } while (got > 0 && strstr(reply, "\r\n\r\n{}") == NULL && length < sizeof reply - 1);
    insist(strncmp(reply, "HTTP/1.1 200", 12) == 0 && strstr(reply, "\r\n\r\n{}") != NULL,
           "a move was rejected: %s", reply);
    close(lane->socket);
    lane->socket = -1;
}

static void play_all(Load *load, const Script *script, const int *sides)
{
    Lane     lanes[LANES];
    unsigned from = 0;
    int      at = 0;
    for (int i = 0; i < LANES; i++)
        lanes[i].socket = -1;
    for (int turn = 0; turn < load->turns; turn++)
        for (int i = 0; i < load->table_count; i++) {
            Lane *lane = &lanes[at++ % LANES];
            if (lane->socket >= 0)
                finish(lane);
            send_turn(load, lane, &load->tables[i], sides[turn], script->moves[turn],
                      from++ % 9000);
            look(load, 0);
        }
    for (int i = 0; i < LANES; i++)
        if (lanes[i].socket >= 0)
            finish(&lanes[i]);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(Load *load, double seconds)
{
    long count = load->delay_count;
    qsort(load->delays, (size_t)count, sizeof *load->delays, by_size);
    printf("%d tables, %d watchers, %d turns each: %d actions in %.1f s, %.0f per second\n",
           load->table_count, load->watcher_count, load->turns, load->table_count * load->turns,
           seconds, load->table_count * load->turns / seconds);
    printf("%ld events, none lost; action to event: median %.1f ms, 99th percentile %.1f ms, "
           "longest %.1f ms\n",
           count, 1000 * load->delays[count / 2], 1000 * load->delays[count * 99 / 100],
           1000 * load->delays[count - 1]);
}

static void clean_up(Load *load, Script *script, int *sides)
{
    for (int i = 0; i < load->watcher_count; i++)
        events_end(&load->watchers[i].events);
    for (int i = 0; i < load->table_count; i++)
        free(load->tables[i].sent);
    for (int i = 0; i < script->count; i++)
        free(script->moves[i]);
    close(load->poll);
    free(script->moves);
    free(sides);
    free(load->tables);
    free(load->watchers);
    free(load->delays);
}

static void run(Load *load, const char *setup)
{
    int   *sides = calloc((size_t)load->turns, sizeof *sides);
    Script script = write_script(load->port, setup, load->turns, sides);
    size_t most = (size_t)load->turns * (size_t)load->watcher_count;
    load->tables = calloc((size_t)load->table_count, sizeof *load->tables);
    load->watchers = calloc((size_t)load->watcher_count, sizeof *load->watchers);
    load->delays = calloc(most, sizeof *load->delays);
    load->poll = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < load->table_count; i++) {
        load->tables[i] = make_table(load->port, setup, (unsigned)i);
        load->tables[i].sent = calloc((size_t)load->turns, sizeof(double));
    }
    begin_watching(load);
    double start = now();
    play_all(load, &script, sides);
    double seconds = now() - start;
    while (load->delay_count < (long)most && look(load, 10000) > 0)
        continue;
    insist(load->delay_count == (long)most, "%ld of %zu events came", load->delay_count, most);
    report(load, seconds);
    clean_up(load, &script, sides);
}

int main(int count, char **args)
{
    struct rlimit limit;
    char          folder[64];
    if (count < 2 || count > 5) {
        fprintf(stderr, "usage: load TESSERA [TABLES [WATCHERS [TURNS]]]\n");
        return 2;
    }
    Load load = { .table_count = count > 2 ? atoi(args[2]) : 200,
                  .watcher_count = count > 3 ? atoi(args[3]) : 1000,
                  .turns = count > 4 ? atoi(args[4]) : 20 };
    if (load.table_count < 1 || load.watcher_count < 1 || load.turns < 1 ||
        load.table_count > 900 || load.watcher_count > 2000 || load.turns > 100)
        return 2;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < 4096 ? limit.rlim_max : 4096;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    folder_make(folder, sizeof folder);
    Server server = server_start(args[1], folder);
    load.port = server.port;
    run(&load, "duell");
    int end = server_end(&server, SIGTERM);
    folder_remove(folder);
    return WIFEXITED(end) && WEXITSTATUS(end) == 0 ? 0 : 1;
}
