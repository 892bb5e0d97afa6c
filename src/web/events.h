/* events.h - streams of Server-Sent Events to the clients of a table.
 *
 * Knows:   evhttp's chunks, the bytes that a client has not received yet.
 * Ignores: the contents of the events.
 *
 * A client that reads too slowly is disconnected, so it never delays others.
 */
#ifndef WEB_EVENTS_H
#define WEB_EVENTS_H

#include "web/registry.h"
#include "web/http.h"

typedef struct Stream {
    TableRegistry         *registry;
    Table                 *table;
    struct evhttp_request *request;
    int                    side; /* of the player, or SIDE_NONE for a spectator */
    int                    socket;
    char                   address[ADDRESS_TEXT_MAX];
    int64_t                sent_ms;
    bool                   dead; /* shut down; evhttp will notice */
    struct Stream         *next;
} Stream;

/* Reply with a stream that starts with the events after version `last` (-1: with the complete table).
 * Fills the reply with an error if a limit is reached. */
void events_open(Call *call, Table *table, int side, int64_t last);
/* Send to all clients of the table. */
void events_send(Table *table, const char *text, size_t size);
/* Send the events after version `last`, or the complete table if they are not cached. */
void events_send_since(Table *table, int64_t last);
/* Close all streams of a table. */
void events_close_all(Table *table);
/* Send a comment on streams that were idle for STREAM_SILENCE_SECONDS. */
void events_ping(Table *table, int64_t now_ms);

#endif
