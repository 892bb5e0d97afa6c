/* SPDX-License-Identifier: MIT */
#include "web/events.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/http.h>

#include "base/clock.h"
#include "play/host_json.h"

static void unlink_stream(Stream *stream)
{
    Table   *table = stream->table;
    Stream **link = &table->streams;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    host_depart(table->host, stream->side, clock_wall_ms()); /* the next tick reports it */
    table->share.clients_changed = true;
    stream->registry->stream_count--;
    assert(stream->registry->stream_count >= 0);
    if (stream->socket >= 0 && stream->socket < DESCRIPTORS_MAX)
        stream->registry->stays[stream->socket] = false;
}

/* The client closed the connection.  evhttp frees the request unless we ended it. */
static void on_close(struct evhttp_connection *connection, void *context)
{
    (void)connection;
    Stream *stream = context;
    unlink_stream(stream);
    if (evhttp_request_get_connection(stream->request) == NULL)
        evhttp_request_free(stream->request);
    free(stream);
}

/* Close a stream from our side, together with its connection. */
static void drop(Stream *stream)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(stream->request);
    unlink_stream(stream);
    evhttp_connection_set_closecb(connection, NULL, NULL);
    evhttp_connection_free(connection);
    free(stream);
}

static size_t waiting_bytes(const Stream *stream)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(stream->request);
    return evbuffer_get_length(
        bufferevent_get_output(evhttp_connection_get_bufferevent(connection)));
}

/* Return false if the client is too slow; its connection is then shut down, which evhttp notices
 * later. */
static bool send_one(Stream *stream, const char *text, size_t size)
{
    struct evbuffer *chunk = NULL;
    if (!stream->dead && waiting_bytes(stream) + size <= STREAM_QUEUE_BYTES_MAX &&
        (chunk = evbuffer_new()) != NULL && evbuffer_add(chunk, text, size) == 0) {
        evhttp_send_reply_chunk(stream->request, chunk);
        stream->sent_ms = clock_wall_ms();
        stream->registry->event_bytes += size;
    } else if (!stream->dead) {
        stream->dead = true;
        shutdown(stream->socket, SHUT_RDWR);
    }
    if (chunk != NULL)
        evbuffer_free(chunk);
    return !stream->dead;
}

void events_send(Table *table, const char *text, size_t size)
{
    assert(size > 2 &&
           memcmp(text + size - 2, "\n\n", 2) == 0); /* an event ends with a blank line */
    for (Stream *stream = table->streams, *next; stream != NULL; stream = next) {
        next = stream->next;
        send_one(stream, text, size);
    }
}

void events_ping(Table *table, int64_t now_ms)
{
    for (Stream *stream = table->streams, *next; stream != NULL; stream = next) {
        next = stream->next;
        if (now_ms - stream->sent_ms >= STREAM_SILENCE_SECONDS * 1000)
            send_one(stream, ":\n\n", 3);
    }
}

void events_close_all(Table *table)
{
    while (table->streams != NULL)
        drop(table->streams);
}

static int count_from(const TableRegistry *registry, const char *address)
{
    int count = 0;
    for (const Table *table = registry->tables; table != NULL; table = table->next)
        for (const Stream *stream = table->streams; stream != NULL; stream = stream->next)
            count += strcmp(stream->address, address) == 0;
    return count;
}

/* Start a stream.  It never ends by itself, so only writes have a timeout. */
static void begin(Call *call, Stream *stream)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(call->request);
    struct bufferevent       *buffer = evhttp_connection_get_bufferevent(connection);
    struct timeval            stuck = { .tv_sec = STREAM_STUCK_SECONDS };
    struct evkeyvalq         *head = evhttp_request_get_output_headers(call->request);
    stream->socket = bufferevent_getfd(buffer);
    if (stream->socket >= 0 && stream->socket < DESCRIPTORS_MAX)
        stream->registry->stays[stream->socket] = true;
    bufferevent_set_timeouts(buffer, NULL, &stuck);
    evhttp_add_header(head, "Content-Type", "text/event-stream; charset=utf-8");
    evhttp_add_header(head, "X-Accel-Buffering", "no");
    http_add_guards(call->request, DATA_POLICY, "no-store");
    http_close(call->request);
    evhttp_connection_set_closecb(connection, on_close, stream);
    http_note(call->request, HTTP_OK, 0);
    evhttp_send_reply_start(call->request, HTTP_OK, NULL);
    call->kept = true;
}

static bool send_table(Stream *stream)
{
    Buffer text;
    buffer_init(&text, REPLY_BYTES_MAX);
    buffer_addf(&text, "id: %lld\nevent: table\ndata: ", (long long)stream->table->stored.version);
    Json json = json_over(&text);
    host_write_table(&json, NULL, stream->table->host, true, clock_wall_ms());
    buffer_add(&text, "\n\n");
    bool sent = !text.failed && send_one(stream, text.data, text.length);
    buffer_free(&text);
    return sent;
}

/* Send the missed events if all of them are still cached; otherwise the complete table. */
static void catch_up(Stream *stream, int64_t last)
{
    const Table *table = stream->table;
    int64_t      missed = table->stored.version - last;
    assert(table->kept_count >= 0 && table->kept_count <= EVENTS_KEPT);
    if (last < 0 || missed < 0 || missed > table->kept_count) {
        send_table(stream);
        return;
    }
    if (missed == 0)
        send_one(stream, ":\n\n", 3);
    for (int i = table->kept_count - (int)missed; i < table->kept_count; i++)
        if (!send_one(stream, table->kept[i].text, table->kept[i].size))
            return;
}

void events_send_since(Table *table, int64_t last)
{
    for (Stream *stream = table->streams, *next; stream != NULL; stream = next) {
        next = stream->next;
        if (table->stored.version != last)
            catch_up(stream, last);
    }
}

void events_open(Call *call, Table *table, int side, int64_t last)
{
    TableRegistry *registry = call->registry;
    if (registry->stream_count >= STREAMS_MAX) {
        reply_error(&call->reply, CODE_FULL,
                    "the server has too many event streams; try again later");
        return;
    }
    if (count_from(registry, call->visitor->group) >= STREAMS_PER_ADDRESS_MAX) {
        reply_error(&call->reply, CODE_TOO_MUCH,
                    "too many event streams from this address; close one or try again later");
        return;
    }
    Stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        reply_error(&call->reply, CODE_FULL, "the server is at capacity; try again later");
        return;
    }
    *stream = (Stream){ .registry = registry,
                        .table = table,
                        .request = call->request,
                        .side = side,
                        .next = table->streams };
    memcpy(stream->address, call->visitor->group, ADDRESS_TEXT_MAX);
    table->streams = stream;
    registry->stream_count++;
    host_arrive(table->host, side, clock_wall_ms());
    table->share.clients_changed = true;
    begin(call, stream);
    catch_up(stream, last);
    registry_flush(registry, table);
}
