/* SPDX-License-Identifier: MIT */
#include "web/http.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/queue.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>

#include "base/json.h"
#include "web/encoding.h"

enum { COMPRESS_BYTES_MIN = 1024 }; /* less fits into one packet anyway */

const char PAGE_POLICY[] = "default-src 'none'; style-src 'self'; img-src 'self'; "
                           "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const char APP_POLICY[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
                          "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
                          "worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
                          "form-action 'none'; frame-ancestors 'none'";
const char FORM_POLICY[] = "default-src 'none'; script-src 'self'; style-src 'self'; "
                           "img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
                           "form-action 'self'; frame-ancestors 'none'";
const char SVG_POLICY[] = "default-src 'none'; style-src 'unsafe-inline'";
const char DATA_POLICY[] = "default-src 'none'; frame-ancestors 'none'";

Reply reply_new(void)
{
    Reply reply = {
        .code = HTTP_OK, .base = "/", .type = HTML_TYPE, .policy = PAGE_POLICY, .cache = "no-cache"
    };
    buffer_init(&reply.body, REPLY_BYTES_MAX);
    return reply;
}

void reply_free(Reply *reply)
{
    buffer_free(&reply->body);
}

static void write_error(Reply *reply, int code, const char *sentence, size_t at, const char *key)
{
    assert(code >= 400 && sentence[0] != '\0');
    reply->code = code;
    reply->type = JSON_TYPE;
    reply->policy = DATA_POLICY;
    reply->cache = "no-store";
    buffer_free(&reply->body);
    buffer_init(&reply->body, REPLY_BYTES_MAX);
    Json json = json_over(&reply->body);
    json_object(&json, NULL);
    json_string(&json, "error", sentence);
    if (at > 0)
        json_integer(&json, "at", (int64_t)at);
    if (key != NULL)
        json_string(&json, "key", key);
    json_end_object(&json);
}

void reply_error(Reply *reply, int code, const char *sentence)
{
    write_error(reply, code, sentence, 0, NULL);
}

void reply_fault(Reply *reply, int code, const Fault *fault)
{
    write_error(reply, code, fault->why, fault->at, fault->code);
}

const char *http_header(struct evhttp_request *request, const char *name)
{
    return evhttp_find_header(evhttp_request_get_input_headers(request), name);
}

void http_header_lines(struct evhttp_request *request, const char *name, Buffer *out)
{
    const struct evkeyval *line;
    TAILQ_FOREACH(line, evhttp_request_get_input_headers(request), next)
    {
        if (strcasecmp(line->key, name) != 0)
            continue;
        if (out->length > 0)
            buffer_add(out, ",");
        buffer_add(out, line->value);
    }
}

void http_add_guards(struct evhttp_request *request, const char *policy, const char *cache)
{
    struct evkeyvalq *head = evhttp_request_get_output_headers(request);
    assert(policy != NULL && cache != NULL);
    evhttp_add_header(head, "Content-Security-Policy", policy);
    evhttp_add_header(head, "X-Content-Type-Options", "nosniff");
    evhttp_add_header(head, "Referrer-Policy", "no-referrer");
    evhttp_add_header(head, "Cross-Origin-Resource-Policy", "same-origin");
    evhttp_add_header(head, "Cache-Control", cache);
}

void http_close(struct evhttp_request *request)
{
    evhttp_add_header(evhttp_request_get_output_headers(request), "Connection", "close");
}

/* Compress the body if the client accepts it.  A failure leaves the reply as it is. */
static void compress(struct evhttp_request *request, Reply *reply)
{
    Buffer packed;
    if (reply->encoding != NULL || reply->body.length < COMPRESS_BYTES_MIN ||
        !encoding_helps(reply->type) || !encoding_has_gzip(http_header(request, "Accept-Encoding")))
        return;
    buffer_init(&packed, reply->body.length);
    if (gzip_pack(reply->body.data, reply->body.length, &packed)) {
        buffer_free(&reply->body);
        reply->body = packed;
        reply->encoding = "gzip";
    } else {
        buffer_free(&packed);
    }
}

int http_socket(struct evhttp_request *request)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    if (connection == NULL)
        return -1;
    int socket = bufferevent_getfd(evhttp_connection_get_bufferevent(connection));
    return socket < DESCRIPTORS_MAX ? socket : -1;
}

/* One server per process: its thread is the only one that sends replies. */
static HttpObserver *the_observer;
static void         *observer_context;

void http_observe(HttpObserver *observer, void *context)
{
    the_observer = observer;
    observer_context = context;
}

void http_note(struct evhttp_request *request, int code, size_t bytes)
{
    if (the_observer != NULL)
        the_observer(observer_context, request, code, bytes);
}

void http_send(struct evhttp_request *request, Reply *reply)
{
    compress(request, reply);
    bool has_body = evhttp_request_get_command(request) != EVHTTP_REQ_HEAD;
    http_note(request, reply->code, has_body ? reply->body.length : 0);
    http_send_unseen(request, reply);
}

/* evhttp does not implement HEAD: send the length of the body without the body. */
void http_send_unseen(struct evhttp_request *request, Reply *reply)
{
    struct evkeyvalq *head = evhttp_request_get_output_headers(request);
    struct evbuffer  *body = evbuffer_new();
    char              length[32];
    assert(reply->code >= 200 && reply->code < 600);
    assert(reply->code != HTTP_BADMETHOD || reply->allow != NULL); /* 405 needs Allow (RFC 9110) */
    snprintf(length, sizeof length, "%zu", reply->body.length);
    evhttp_add_header(head, "Content-Type", reply->type);
    evhttp_add_header(head, "Content-Length", length);
    http_add_guards(request, reply->policy, reply->cache);
    evhttp_add_header(head, "Vary", "Accept-Encoding");
    if (reply->allow != NULL)
        evhttp_add_header(head, "Allow", reply->allow);
    if (reply->place != NULL)
        evhttp_add_header(head, "Location", reply->place);
    if (reply->encoding != NULL)
        evhttp_add_header(head, "Content-Encoding", reply->encoding);
    if (reply->tag[0] != '\0')
        evhttp_add_header(head, "ETag", reply->tag);
    if (body != NULL && reply->body.data != NULL &&
        evhttp_request_get_command(request) != EVHTTP_REQ_HEAD)
        evbuffer_add(body, reply->body.data, reply->body.length);
    evhttp_send_reply(request, reply->code, NULL, body);
    if (body != NULL)
        evbuffer_free(body);
}
