/* SPDX-License-Identifier: MIT */
/* Protection against slow, silent and very many clients.  Invariants (the limits are in limits.h):
 *
 * 1. The headers and the body of a request are bounded (HEAD_BYTES_MAX, BODY_BYTES_MAX).
 * 2. A client that sends nothing for SILENCE_SECONDS is disconnected (evhttp's own timeout).
 * 3. A connection closes LIFE_SECONDS after its last complete request, so sending one byte now and then
 *    does not keep it open (the reaper below).  Event streams are exempt; events.c bounds them.
 * 4. At most DESCRIPTORS_MAX files and sockets are open; further clients wait in the listen backlog.
 * 5. The connections (the reaper), event streams (events.c) and requests (rate_limit.c) of each visitor
 *    are limited.  Behind a trusted proxy the visitor is the one that the proxy names (visitor.c); the
 *    proxy's own connections are limited only by number 4.
 */
#include "web/serve.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/http_struct.h>
#include <event2/listener.h>

#include "base/clock.h"
#include "base/random.h"
#include "web/api.h"
#include "web/encoding.h"
#include "web/health.h"
#include "web/metrics.h"
#include "web/rate_limit.h"
#include "web/registry.h"
#include "web/request_head.h"
#include "web/site.h"
#include "web/store_pg.h"
#include "web/traffic.h"

/* --- Addresses ---------------------------------------------------------------------------- */

/* A socket address of either family. */
typedef struct Socket {
    struct sockaddr_storage storage;
    socklen_t               size;
} Socket;

static bool socket_of(const ServeAddress *address, Socket *out)
{
    *out = (Socket){ .size = 0 };
    struct sockaddr_in  *v4 = (struct sockaddr_in *)&out->storage;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&out->storage;
    if (inet_pton(AF_INET, address->host, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons(address->port);
        out->size = sizeof *v4;
    } else if (inet_pton(AF_INET6, address->host, &v6->sin6_addr) == 1) {
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons(address->port);
        out->size = sizeof *v6;
    }
    return out->size > 0;
}

static uint16_t port_of(const Socket *socket)
{
    assert(socket->storage.ss_family == AF_INET || socket->storage.ss_family == AF_INET6);
    return socket->storage.ss_family == AF_INET
               ? ntohs(((const struct sockaddr_in *)&socket->storage)->sin_port)
               : ntohs(((const struct sockaddr_in6 *)&socket->storage)->sin6_port);
}

static bool is_loopback(const Socket *socket)
{
    if (socket->storage.ss_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)&socket->storage)->sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)&socket->storage)->sin6_addr);
}

/* Split at the last colon and remove the brackets of an IPv6 address. */
static bool split_address(const char *text, char *host, size_t size, size_t *port_at)
{
    const char *colon = strrchr(text, ':');
    size_t      length = colon == NULL ? 0 : (size_t)(colon - text);
    bool        bracketed = length >= 2 && text[0] == '[' && text[length - 1] == ']';
    if (bracketed) {
        text++;
        length -= 2;
    }
    /* An IPv6 address without brackets is ambiguous: its end could be the port. */
    if (length == 0 || length >= size || (!bracketed && memchr(text, ':', length) != NULL))
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    *port_at = length + 1 + (bracketed ? 2 : 0);
    return strchr(host, ':') != NULL || !bracketed;
}

Status serve_address_read(const char *text, ServeAddress *out, Fault *fault)
{
    ServeAddress read = { .port = 0 };
    size_t       port_at;
    Socket       socket;
    if (!split_address(text, read.host, sizeof read.host, &port_at))
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "expected ADDRESS:PORT, for example 127.0.0.1:8080 or [::1]:8080");
    if (strcmp(read.host, "localhost") == 0)
        snprintf(read.host, sizeof read.host, "127.0.0.1");
    if (!socket_of(&read, &socket))
        return fault_set(fault, STATUS_SYNTAX, 0, "'%s' is not a numeric address", read.host);
    Scan     scan = scan_string(text);
    uint32_t port = 0;
    scan.at = port_at;
    if (!scan_number(&scan, UINT16_MAX, &port) || !scan_done(&scan))
        return fault_set(fault, STATUS_SYNTAX, port_at, "the port must be a number from 0 to %d",
                         UINT16_MAX);
    read.port = (uint16_t)port;
    *out = read;
    return STATUS_OK;
}

/* --- Reaper: closes old and excess connections -------------------------------------------- */

/* evhttp reports a connection only when a request is complete.  To find clients that never complete
 * one, the reaper scans the process's sockets once a second.  A descriptor that is connected to our
 * port and to the same peer as LIFE_SECONDS ago, without a complete request since, is too old. */
enum { ADDRESS_SLOTS = 2 * DESCRIPTORS_MAX };

typedef struct AddressCount {
    unsigned char address[16];
    int           count;
} AddressCount;

typedef struct Reaper {
    uint16_t       port;
    const Proxies *proxies;
    uint64_t       key;
    AddressCount   addresses[ADDRESS_SLOTS]; /* a hash table, at most half full, so a probe ends */
    Socket         peer[DESCRIPTORS_MAX];    /* by descriptor; size 0: not a client */
    int            age[DESCRIPTORS_MAX];     /* rounds since the last complete request */
} Reaper;

static bool same_socket(const Socket *a, const Socket *b)
{
    return a->size == b->size && memcmp(&a->storage, &b->storage, a->size) == 0;
}

/* Get the peer of a connection to our port; false for every other descriptor. */
static bool is_client(const Reaper *reaper, int descriptor, Socket *peer)
{
    Socket here = { .size = sizeof here.storage };
    *peer = (Socket){ .size = sizeof peer->storage };
    if (getsockname(descriptor, (struct sockaddr *)&here.storage, &here.size) != 0 ||
        (here.storage.ss_family != AF_INET && here.storage.ss_family != AF_INET6) ||
        port_of(&here) != reaper->port)
        return false;
    return getpeername(descriptor, (struct sockaddr *)&peer->storage, &peer->size) == 0;
}

/* Write an address of either family as 16 bytes. */
static void bytes_of(const Socket *socket, unsigned char out[16])
{
    memset(out, 0, 16);
    if (socket->storage.ss_family == AF_INET)
        memcpy(out, &((const struct sockaddr_in *)&socket->storage)->sin_addr, 4);
    else
        memcpy(out, &((const struct sockaddr_in6 *)&socket->storage)->sin6_addr, 16);
}

/* Write the address without the port. */
static void write_address(const Socket *socket, char out[ADDRESS_TEXT_MAX])
{
    out[0] = '\0';
    if (socket->storage.ss_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)&socket->storage)->sin_addr, out,
                  ADDRESS_TEXT_MAX);
    else
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)&socket->storage)->sin6_addr, out,
                  ADDRESS_TEXT_MAX);
}

static bool is_proxy(const Reaper *reaper, const Socket *peer)
{
    char address[ADDRESS_TEXT_MAX];
    if (reaper->proxies->count == 0)
        return false;
    write_address(peer, address);
    return proxies_trust(reaper->proxies, address);
}

/* Count a connection; return the number of connections from its address so far in this round. */
static int count_peer(Reaper *reaper, const Socket *peer)
{
    unsigned char address[16];
    uint64_t      halves[2];
    bytes_of(peer, address);
    memcpy(halves, address, sizeof halves);
    uint64_t at = mix64(halves[0] ^ mix64(halves[1] + reaper->key));
    for (;; at++) {
        AddressCount *slot = &reaper->addresses[at % ADDRESS_SLOTS];
        if (slot->count == 0)
            memcpy(slot->address, address, sizeof address);
        if (memcmp(slot->address, address, sizeof address) == 0)
            return ++slot->count;
    }
}

/* `stays` marks event streams, which are exempt and counted in events.c. */
static void reaper_round(Reaper *reaper, const bool *stays)
{
    assert(reaper->port != 0);
    memset(reaper->addresses, 0, sizeof reaper->addresses);
    for (int d = STDERR_FILENO + 1; d < DESCRIPTORS_MAX; d++) {
        Socket peer;
        if (stays[d] || !is_client(reaper, d, &peer)) {
            reaper->peer[d].size = 0;
            continue;
        }
        bool crowded =
            !is_proxy(reaper, &peer) && count_peer(reaper, &peer) > CONNECTIONS_PER_ADDRESS_MAX;
        if (!same_socket(&peer, &reaper->peer[d])) {
            reaper->peer[d] = peer;
            reaper->age[d] = 0;
        } else if (++reaper->age[d] >= LIFE_SECONDS) {
            crowded = true;
        }
        if (crowded)
            shutdown(d, SHUT_RDWR); /* evhttp notices and frees the connection */
    }
}

/* Allow as many descriptors as the reaper can watch, if the system permits. */
static void limit_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < DESCRIPTORS_MAX ? limit.rlim_max : DESCRIPTORS_MAX;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* --- Requests ----------------------------------------------------------------------------- */

typedef struct Server {
    struct event_base          *base;
    struct evhttp              *http;
    struct evhttp_bound_socket *listen_fd;
    struct event               *interrupt, *terminate, *round;
    bool                        loopback; /* only this machine can reach us */
    RateLimiter                 limiter;
    TableRegistry              *registry; /* NULL: `show` is served instead */
    const ServeHandler         *show;
    const Proxies              *proxies;
    const PublicUrl            *url;
    const EmbedSites           *embeds;
    Traffic                     traffic;
    Metrics                    *metrics; /* NULL: none */
    Reaper                      reaper;
} Server;

/* Write the client's address without the port; "" if the client is already gone. */
static void address_of(struct evhttp_request *request, char *out, size_t size)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    char                     *address = NULL;
    ev_uint16_t               port;
    if (connection != NULL)
        evhttp_connection_get_peer(connection, &address, &port);
    snprintf(out, size, "%s", address == NULL ? "" : address);
}

static Visitor visitor_of(const Server *server, struct evhttp_request *request)
{
    char   peer[ADDRESS_TEXT_MAX];
    Buffer hops, schemes;
    address_of(request, peer, sizeof peer);
    buffer_init(&hops, HEAD_BYTES_MAX);
    buffer_init(&schemes, HEAD_BYTES_MAX);
    if (server->proxies->count > 0) {
        http_header_lines(request, "X-Forwarded-For", &hops);
        http_header_lines(request, "X-Forwarded-Proto", &schemes);
    }
    Visitor visitor = visitor_find(server->proxies, peer, hops.failed ? NULL : hops.data,
                                   schemes.failed ? NULL : schemes.data);
    buffer_free(&hops);
    buffer_free(&schemes);
    return visitor;
}

/* Stop DNS rebinding: a foreign name that resolves to loopback must not reach this server. */
static bool has_good_host(const Server *server, struct evhttp_request *request)
{
    const char *host = http_header(request, "Host");
    return !server->loopback || host == NULL || host_is_loopback(host) ||
           (server->url->host[0] != '\0' && strcasecmp(host, server->url->host) == 0);
}

/* Make the body of a POST contiguous. */
static void take_body(Call *call)
{
    struct evbuffer *body = evhttp_request_get_input_buffer(call->request);
    size_t           size = body == NULL ? 0 : evbuffer_get_length(body);
    unsigned char   *data = size == 0 ? NULL : evbuffer_pullup(body, -1);
    call->body = data == NULL ? "" : (const char *)data;
    call->size = data == NULL ? 0 : size;
}

/* Append a file, compressed or not; false if out of memory. */
static bool add_file(const FoundFile *found, bool packed, Buffer *out)
{
    if (found->gzip && !packed)
        return gzip_unpack(found->file->data, found->file->size, out);
    buffer_bytes(out, (const char *)found->file->data, found->file->size);
    return !out->failed;
}

/* Reply with the web app's page, which learns the public URL from it. */
static bool add_page(const PublicUrl *url, const FoundFile *found, Reply *reply)
{
    static const char HEAD_END[] = "</head>";
    Buffer            plain;
    buffer_init(&plain, REPLY_BYTES_MAX);
    bool  fine = add_file(found, false, &plain);
    char *end = plain.data == NULL ? NULL : strstr(plain.data, HEAD_END);
    if (fine && end != NULL) {
        buffer_bytes(&reply->body, plain.data, (size_t)(end - plain.data));
        buffer_addf(&reply->body, "<meta name=\"tessera-url\" content=\"%s%s\">\n", url->origin,
                    url->path);
        buffer_add(&reply->body, end);
    }
    buffer_free(&plain);
    return fine && end != NULL && !reply->body.failed;
}

/* Reply with a file of the web app; false if there is none at the path. */
static bool show_file(Call *call)
{
    FoundFile   found;
    Reply      *reply = &call->reply;
    const char *known = http_header(call->request, "If-None-Match");
    if (!files_find(PAGE_FILES, call->path, &found))
        return false;
    bool is_page = call->url->origin[0] != '\0' && strcmp(found.type, HTML_TYPE) == 0;
    bool packed =
        !is_page && found.gzip && encoding_has_gzip(http_header(call->request, "Accept-Encoding"));
    bool fine =
        is_page ? add_page(call->url, &found, reply) : add_file(&found, packed, &reply->body);
    if (!fine) {
        reply_error(reply, HTTP_INTERNAL, "out of memory while writing the reply");
        return true;
    }
    reply->type = found.type;
    reply->policy = APP_POLICY;
    reply->encoding = packed ? "gzip" : NULL;
    reply->cache = found.forever ? "max-age=31536000, immutable" : "no-cache";
    /* Each form of a file has its own tag.  Proxies turn tags into weak ones: W/"...". */
    files_tag(reply->body.data, reply->body.length, reply->tag);
    if (known != NULL && strstr(known, reply->tag) != NULL) {
        reply->code = HTTP_NOTMODIFIED;
        buffer_free(&reply->body);
        buffer_init(&reply->body, REPLY_BYTES_MAX);
    }
    return true;
}

/* Ask the handler; false if it has nothing at the path. */
static bool ask_handler(const ServeHandler *show, Call *call)
{
    Reply     *reply = &call->reply;
    Query      query;
    Fault      fault;
    ServeReply written = { .code = HTTP_OK, .type = HTML_TYPE, .body = &reply->body };
    if (query_read(call->query, &query, &fault) != STATUS_OK) {
        reply_fault(reply, HTTP_BADREQUEST, &fault);
        return true;
    }
    take_body(call);
    ServeRequest request = { .path = call->path,
                             .query = &query,
                             .is_post = call->post,
                             .body = call->body,
                             .size = call->size };
    if (!show->answer(show->context, &request, &written))
        return false;
    reply->code = written.code;
    reply->type = written.type;
    reply->policy = FORM_POLICY;
    if (written.is_private)
        reply->cache = "no-store";
    if (reply->body.failed)
        reply_error(reply, HTTP_INTERNAL, "out of memory while writing the reply");
    return true;
}

/* Serve only the handler `show`, and the icon, style sheet and health check. */
static void show_only(const ServeHandler *show, Call *call)
{
    static const char *const OURS[] = { "/health", "/icon.svg", "/favicon.ico", "/style.css" };
    if (call->post && !api_is_same_origin(call)) {
        reply_error(&call->reply, CODE_FORBIDDEN, CROSS_SITE);
        return;
    }
    if (ask_handler(show, call))
        return;
    const char *name = strrchr(call->path, '/');
    if (name == NULL || strcmp(name, "/icon.svg") != 0)
        name = call->path; /* only the icon is beside every page of the handler */
    for (size_t i = 0; i < sizeof OURS / sizeof OURS[0]; i++)
        if (!call->post && strcmp(name, OURS[i]) == 0) {
            site_answer(name, call->query, &call->reply);
            return;
        }
    site_error_unknown(&call->reply);
}

/* Tell a monitor about the server; a Host header of its choice does no harm here. */
static bool show_health(const Server *server, Call *call)
{
    if (strcmp(call->path, "/healthz") != 0)
        return false;
    call->reply.type = TEXT_TYPE;
    call->reply.policy = DATA_POLICY;
    call->reply.cache = "no-store";
    if (!health_write(server->registry, &call->reply.body))
        call->reply.code = CODE_FULL;
    return true;
}

/* A new table or an upload is stored, so it costs more than other requests. */
static int cost_of(const ServeHandler *show, const Call *call)
{
    if (show != NULL)
        return call->post ? UPLOAD_COST : 1;
    bool is_stored =
        strcmp(call->path, "/api/tables") == 0 || strcmp(call->path, "/api/studies") == 0;
    return call->post && is_stored ? TABLE_COST : 1;
}

static void answer(Server *server, Call *call, enum evhttp_cmd_type method)
{
    bool reads = method == EVHTTP_REQ_GET || method == EVHTTP_REQ_HEAD;
    call->post = method == EVHTTP_REQ_POST;
    if (reads && show_health(server, call))
        return;
    if (!has_good_host(server, call->request)) {
        reply_error(
            &call->reply, CODE_FORBIDDEN,
            "this server only answers requests for localhost, 127.x.y.z, [::1] and the host of "
            "--public-url; check the Host header");
    } else if (!rate_limit_allow(&server->limiter, call->visitor->group,
                                 cost_of(server->show, call), clock_wall_ms())) {
        reply_error(&call->reply, CODE_TOO_MUCH,
                    "too many requests from this address; try again later");
        http_close(call->request);
    } else if (server->show != NULL &&
               (reads || (call->post && server->show->body_bytes_max > 0))) {
        show_only(server->show, call);
    } else if (server->show == NULL && api_owns(call->path) && (reads || call->post)) {
        take_body(call);
        api_answer(call);
    } else if (!reads) {
        site_error(&call->reply, HTTP_BADMETHOD, "Method not allowed",
                   "Use GET or HEAD for this address.");
        call->reply.allow = "GET, HEAD";
    } else if (embed_owns(server->embeds, call->path)) {
        embed_answer(server->embeds, call);
    } else if (!show_file(call)) {
        site_answer(call->path, call->query, &call->reply);
    }
}

/* Answer a request whose head is not valid, and read no further. */
static void refuse(struct evhttp_request *request, const char *why)
{
    Reply reply = reply_new();
    request->major = request->minor = 1; /* the version of the reply */
    reply_error(&reply, HTTP_BADREQUEST, why);
    http_close(request);
    http_send(request, &reply);
    reply_free(&reply);
}

/* A complete request arrived: the connection is as good as new. */
static void renew(Reaper *reaper, struct evhttp_request *request)
{
    int socket = http_socket(request);
    if (socket >= 0)
        reaper->age[socket] = 0;
}

/* Remove the path of the public URL; a proxy may have done so already.  NULL for that path without the
 * slash at its end, where relative links would not work. */
static const char *below_base(const char *base, const char *path)
{
    size_t length = strlen(base);
    if (length < 2 || path == NULL)
        return path;
    if (strncmp(path, base, length) == 0)
        return path + length - 1;
    return strncmp(path, base, length - 1) == 0 && path[length - 1] == '\0' ? NULL : path;
}

static void redirect(Reply *reply)
{
    site_error(reply, HTTP_BADREQUEST, "Moved", "The address of this page ends with a slash.");
    reply->code = CODE_MOVED;
    reply->place = reply->base;
}

static void on_request(struct evhttp_request *request, void *context)
{
    Server     *server = context;
    const char *why = request_head_fault(request);
    renew(&server->reaper, request);
    traffic_begin(&server->traffic, request);
    if (why != NULL) {
        refuse(request, why);
        return;
    }
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
    const char              *raw = uri == NULL ? NULL : evhttp_uri_get_path(uri);
    size_t                   size = 0;
    char                    *path = raw == NULL ? NULL : evhttp_uridecode(raw, 0, &size);
    Visitor                  visitor = visitor_of(server, request);
    Call                     call = { .request = request,
                                      .registry = server->registry,
                                      .visitor = &visitor,
                                      .url = server->url,
                                      .reply = reply_new() };
    call.path = size == 0 ? "/" : below_base(server->url->path, path);
    call.reply.base = server->url->path[0] == '\0' ? "/" : server->url->path;
    call.query = uri == NULL ? NULL : evhttp_uri_get_query(uri);
    if (path == NULL || strlen(path) != size)
        site_error_unknown(&call.reply);
    else if (call.path == NULL)
        redirect(&call.reply);
    else
        answer(server, &call, evhttp_request_get_command(request));
    if (!call.kept)
        http_send(request, &call.reply);
    free(path);
    reply_free(&call.reply);
}

/* A reply was sent (http_observe). */
static void on_reply(void *context, struct evhttp_request *request, int code, size_t bytes)
{
    Server *server = context;
    Visitor visitor = { .is_forwarded = false };
    if (server->traffic.log != NULL)
        visitor = visitor_of(server, request);
    traffic_count(&server->traffic, request, &visitor, code, bytes);
}

/* --- Server ------------------------------------------------------------------------------- */

/* Shut down: accept no more connections, and give pending replies 200 ms. */
static void on_signal(evutil_socket_t number, short what, void *context)
{
    (void)number, (void)what;
    Server *server = context;
    if (server->listen_fd == NULL)
        return;
    evhttp_del_accept_socket(server->http, server->listen_fd);
    server->listen_fd = NULL;
    event_base_loopexit(server->base, &(struct timeval){ .tv_usec = 200000 });
}

/* All descriptors are in use: stop accepting until the next round, instead of busy-waiting. */
static void on_accept_error(struct evconnlistener *listener, void *context)
{
    (void)context;
    evconnlistener_disable(listener);
}

static void on_round(evutil_socket_t none, short what, void *context)
{
    (void)none, (void)what;
    Server           *server = context;
    static const bool none_stay[DESCRIPTORS_MAX];
    reaper_round(&server->reaper, server->registry == NULL ? none_stay : server->registry->stays);
    if (server->listen_fd != NULL)
        evconnlistener_enable(evhttp_bound_socket_get_listener(server->listen_fd));
}

static void server_free(Server *server)
{
    http_observe(NULL, NULL);
    if (server->metrics != NULL)
        metrics_free(server->metrics);
    if (server->registry != NULL)
        registry_free(server->registry);
    struct event *events[] = { server->interrupt, server->terminate, server->round };
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (events[i] != NULL)
            event_free(events[i]);
    if (server->http != NULL)
        evhttp_free(server->http);
    if (server->base != NULL)
        event_base_free(server->base);
    traffic_close(&server->traffic);
    free(server);
}

static bool server_init(Server *server)
{
    server->base = event_base_new();
    if (server->base == NULL)
        return false;
    server->http = evhttp_new(server->base);
    server->interrupt = evsignal_new(server->base, SIGINT, on_signal, server);
    server->terminate = evsignal_new(server->base, SIGTERM, on_signal, server);
    server->round = event_new(server->base, -1, EV_PERSIST, on_round, server);
    uint64_t key = 0;
    if (getrandom(&key, sizeof key, 0) != sizeof key)
        return false;
    rate_limit_init(&server->limiter, key);
    server->reaper.key = mix64(key);
    return server->http != NULL && server->interrupt != NULL && server->terminate != NULL &&
           server->round != NULL;
}

static void set_limits(Server *server)
{
    struct evhttp *http = server->http;
    evhttp_set_max_headers_size(http, HEAD_BYTES_MAX);
    evhttp_set_max_body_size(http, server->show != NULL && server->show->body_bytes_max > 0
                                       ? (ev_ssize_t)server->show->body_bytes_max
                                       : BODY_BYTES_MAX);
    evhttp_set_timeout(http, SILENCE_SECONDS);
    /* All methods reach on_request, which rejects most of them with our own error page. */
    evhttp_set_allowed_methods(http, EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_HEAD |
                                         EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE | EVHTTP_REQ_OPTIONS |
                                         EVHTTP_REQ_TRACE | EVHTTP_REQ_CONNECT | EVHTTP_REQ_PATCH);
    evhttp_set_gencb(server->http, on_request, server);
}

/* Return a listening socket, or -1 with errno.  `bound` receives the actual address. */
static int open_listener(const ServeAddress *address, Socket *bound)
{
    int one = 1;
    socket_of(address, bound);
    int listen_fd = socket(bound->storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listen_fd < 0)
        return -1;
    setsockopt(listen_fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bound->storage.ss_family == AF_INET6)
        setsockopt(listen_fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
    if (bind(listen_fd, (struct sockaddr *)&bound->storage, bound->size) != 0 ||
        listen(listen_fd, QUEUE_MAX) != 0 ||
        getsockname(listen_fd, (struct sockaddr *)&bound->storage, &bound->size) != 0) {
        int reason = errno;
        close(listen_fd);
        errno = reason;
        return -1;
    }
    return listen_fd;
}

static void announce(const ServeAddress *address, const Socket *bound, bool plays, FILE *out,
                     FILE *err)
{
    bool v6 = bound->storage.ss_family == AF_INET6;
    if (!is_loopback(bound))
        fprintf(
            err,
            "tessera: warning: %s is reachable from other machines; anyone who can reach it can "
            "%swatch, without encryption or a password\n",
            address->host, plays ? "play and " : "");
    if (plays && PAGE_FILES[0].name == NULL)
        fprintf(err, "tessera: warning: this program was built without the web app; browsers see "
                     "simple pages on which nobody can play (./run builds it with the web app)\n");
    fprintf(out, "Tessera is running at http://%s%s%s:%u/ (press Ctrl-C to stop)\n", v6 ? "[" : "",
            address->host, v6 ? "]" : "", port_of(bound));
}

static Status run_until_signal(Server *server, Fault *fault)
{
    evconnlistener_set_error_cb(evhttp_bound_socket_get_listener(server->listen_fd),
                                on_accept_error);
    event_add(server->round, &(struct timeval){ .tv_sec = 1 });
    if (event_base_dispatch(server->base) < 0)
        return fault_set(fault, STATUS_SYSTEM, 0, "the event loop failed");
    return STATUS_OK;
}

/* Start what operators see: the access log and the metrics. */
static bool watch(Server *server, const ServeWhat *what, Fault *fault)
{
    http_observe(on_reply, server);
    if (what->access_log != NULL &&
        traffic_open(&server->traffic, what->access_log, fault) != STATUS_OK)
        return false;
    if (what->metrics_port >= 0)
        server->metrics = metrics_new(server->base, (uint16_t)what->metrics_port, &server->traffic,
                                      server->registry, fault);
    return what->metrics_port < 0 || server->metrics != NULL;
}

/* Return advice for a listen error. */
static const char *advice_for(int error)
{
    if (error == EADDRINUSE)
        return ". Another Tessera server may use it; pass --listen 127.0.0.1:0 for any free port";
    if (error == EACCES)
        return ". Ports below 1024 need privileges; try --listen 127.0.0.1:8080";
    if (error == EADDRNOTAVAIL)
        return ". This machine does not have that address";
    return "";
}

static void notify_away(void *context, const char *why)
{
    fprintf(context, "tessera: serve: the database is away, trying again: %s\n", why);
}

/* Open the game database and what works with it. */
static TableRegistry *open_tables(Server *server, const ServeWhat *what, FILE *err, Fault *fault)
{
    PgWaiter waiter = { notify_away, err };
    Store   *store = what->database != NULL ? store_pg_open(what->database, &waiter, fault)
                                            : store_open(what->folder, fault);
    if (store == NULL)
        return NULL;
    TableRegistry *registry = registry_new(server->base, store, what->solved, fault);
    if (registry != NULL && what->challenge_s > 0)
        registry->challenge_ms = 1000 * (int64_t)what->challenge_s;
    if (registry != NULL && what->seed >= 0)
        registry->seed = what->seed;
    return registry;
}

Status serve_run(const ServeAddress *address, const ServeWhat *what, FILE *out, FILE *err,
                 Fault *fault)
{
    assert(what->show != NULL || what->folder != NULL || what->database != NULL);
    const ServeHandler *show = what->show;
    Socket              bound;
    int                 listen_fd = open_listener(address, &bound);
    if (listen_fd < 0)
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot listen on %s, port %u: %s%s",
                         address->host, address->port, strerror(errno), advice_for(errno));
    signal(SIGPIPE, SIG_IGN);
    limit_descriptors();
    bool    is_ready = false;
    Server *server = calloc(1, sizeof *server); /* too large for a stack */
    Status  status = fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    if (server != NULL && server_init(server)) {
        server->show = show;
        server->proxies = &what->proxies;
        server->url = &what->url;
        server->embeds = &what->embeds;
        server->reaper.proxies = &what->proxies;
        server->registry = show != NULL ? NULL : open_tables(server, what, err, fault);
        set_limits(server);
        is_ready = (show != NULL || server->registry != NULL) && watch(server, what, fault);
    }
    if (is_ready)
        server->listen_fd = evhttp_accept_socket_with_handle(server->http, listen_fd);
    if (server == NULL || server->listen_fd == NULL) {
        close(listen_fd);
        status = fault->status;
    } else {
        server->reaper.port = port_of(&bound);
        server->loopback = is_loopback(&bound);
        event_add(server->interrupt, NULL); /* before anybody knows that there is a server */
        event_add(server->terminate, NULL);
        announce(address, &bound, show == NULL, out, err);
        if (server->metrics != NULL)
            fprintf(out, "The metrics are at http://127.0.0.1:%u/metrics\n",
                    metrics_port(server->metrics));
        fflush(out); /* at once, as a reader may stop after the first line */
        status = run_until_signal(server, fault);
    }
    if (server != NULL)
        server_free(server);
    return status;
}
