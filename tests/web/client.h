/* client.h - a small HTTP client and a server to talk to, for tests of the web table.
 *
 * Requests come from many addresses of the loopback network, because a house counts what each
 * address asks for.  Where something is not as it must be, a sentence goes to stderr and the
 * program aborts: these are tests.
 */
#ifndef WEB_CLIENT_H
#define WEB_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct Server {
    pid_t pid;
    int   port;
} Server;

/* Abort with a sentence unless it holds. */
void insist(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A server on a free port with its tables in `folder`. */
Server server_start(const char *tessera, const char *folder);
/* The same with tables of solved positions in `solved`. */
Server server_start_with(const char *tessera, const char *folder, const char *solved);
/* Send a signal and wait; the exit status as of waitpid. */
int server_end(Server *server, int signal);
/* A new folder, and away with it. */
void folder_make(char *out, size_t size);
void folder_remove(const char *folder);

typedef struct Answer {
    int     code; /* 0: the connection was cut */
    char   *text; /* head and body */
    char   *body; /* in it */
    json_t *json; /* NULL if the body is no JSON */
} Answer;

/* An address of the loopback network, by number. */
uint32_t from_number(unsigned number);
/* Connected, or -1.  `from` 0: any address. */
int connect_from(int port, uint32_t from);
/* Send bytes as they are and take what comes until the end. */
Answer ask_raw(int port, uint32_t from, const char *bytes, size_t size);
/* `body` NULL: GET.  `headers` may be NULL; each ends with CR LF. */
Answer ask_with(int port, uint32_t from, const char *target, const char *body, const char *headers);
/* From the next address in turn. */
Answer ask(int port, const char *target, const char *body);
void   answer_free(Answer *answer);

/* A stream of events. */
typedef struct Events {
    int    socket;
    char  *data;
    size_t length, capacity;
    bool   past_head;
} Events;

typedef struct Event {
    long    id; /* -1: none */
    char    name[16];
    json_t *data;
} Event;

/* `last` below 0: no Last-Event-ID.  False where the house refuses; `code` tells why. */
bool events_begin(Events *events, int port, uint32_t from, const char *target, long last,
                  int *code);
/* The next whole event in what has been read, without waiting. */
bool events_take(Events *events, Event *out);
/* Read what there is; false at the end of the stream. */
bool events_read(Events *events);
/* Wait for an event of this name, at most `ms`; others are passed over. */
bool events_wait(Events *events, const char *name, int ms, Event *out);
void events_end(Events *events);

#endif
