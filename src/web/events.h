/* events.h - streams of events to those who watch a table (Server-Sent Events).
 *
 * Knows:   evhttp's chunks, what a reader has not taken yet.
 * Ignores: what the events say.
 *
 * A reader who does not keep up is dropped; nobody waits for anybody.
 */
#ifndef WEB_EVENTS_H
#define WEB_EVENTS_H

#include "web/registry.h"
#include "web/http.h"

typedef struct Stream {
    TableRegistry         *registry;
    Table                 *table;
    struct evhttp_request *request;
    int                    side; /* who reads, or SIDE_NONE */
    int                    socket;
    char                   address[ADDRESS_TEXT_MAX];
    int64_t                sent_ms;
    bool                   dead; /* cut off; evhttp will notice */
    struct Stream         *next;
} Stream;

/* Answer a call with a stream that begins with what was missed since version `last` (-1: with the
 * whole table).  Fills the reply where that cannot be. */
void events_open(Call *call, Table *table, int side, int64_t last);
/* To everybody at the table. */
void events_send(Table *table, const char *text, size_t size);
/* The readers of a table leave. */
void events_close_all(Table *table);
/* A sign of life where nothing was said for long. */
void events_ping(Table *table, int64_t now_ms);

#endif
