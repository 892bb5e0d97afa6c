/* client.h - a small HTTP client, and functions to start a server, for tests of the web API.
 *
 * Requests come from many loopback addresses, because the server limits requests per address.  On
 * failure the functions print a message to stderr and abort.
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
    pid_t proxy; /* 0: none */
} Server;

/* Abort with a message unless `holds`. */
void insist(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Start a server on a free port with its data in `folder`, or in the PostgreSQL database of which
 * TESSERA_DATABASE is the URL.  If TESSERA_PROXY names a script such as
 * tests/web/proxy.sh, a reverse proxy is put in front of it, and `port` is that of the proxy. */
Server server_start(const char *tessera, const char *folder);
/* The same with tablebases in `solved`. */
Server server_start_with(const char *tessera, const char *folder, const char *solved);
/* The same with more options, which end with NULL. */
Server server_start_options(const char *tessera, const char *folder, const char *const *options);
/* Send a signal, wait, and return the status of waitpid. */
int server_end(Server *server, int signal);
/* Create and remove a temporary data directory. */
void folder_make(char *out, size_t size);
void folder_remove(const char *folder);

typedef struct Answer {
    int     code; /* 0: the connection was closed */
    char   *text; /* headers and body */
    char   *body; /* points into `text` */
    json_t *json; /* NULL if the body is not JSON */
} Answer;

/* Return a loopback address by number. */
uint32_t from_number(unsigned number);
/* Return a connected socket, or -1.  `from` 0: any address. */
int connect_from(int port, uint32_t from);
/* Send raw bytes and read the reply until the connection closes. */
Answer ask_raw(int port, uint32_t from, const char *bytes, size_t size);
/* Send a request; GET if `body` is NULL, else POST.  `headers` may be NULL; each ends with CR LF. */
Answer ask_with(int port, uint32_t from, const char *target, const char *body, const char *headers);
/* The same from the next address in turn. */
Answer ask(int port, const char *target, const char *body);
void   answer_free(Answer *answer);

/* An event stream. */
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

/* Open a stream.  `last` below 0: no Last-Event-ID.  False if the server rejects it, with the status in
 * `code`. */
bool events_begin(Events *events, int port, uint32_t from, const char *target, long last,
                  int *code);
/* Take the next complete event that was read, without waiting. */
bool events_take(Events *events, Event *out);
/* Read available data; false at the end of the stream. */
bool events_read(Events *events);
/* Wait at most `ms` for an event of this name, skipping others. */
bool events_wait(Events *events, const char *name, int ms, Event *out);
void events_end(Events *events);

#endif
