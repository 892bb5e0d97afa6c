/* SPDX-License-Identifier: MIT */
/* A guest may be slow, silent or one of very many.  What holds:
 *
 * 1. A request's head and body are bounded (HEAD_BYTES_MAX, BODY_BYTES_MAX).
 * 2. A guest who says nothing for SILENCE_SECONDS is cut off (evhttp's own timeout).
 * 3. A connection ends after its one reply, and after LIFE_SECONDS in any case, so dripping a byte
 *    now and then does not help (the patrol below).
 * 4. No more than DESCRIPTORS_MAX files and sockets are open at once; further guests wait in the
 *    system's queue until one leaves.
 */
#include "web/serve.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>

#include "games/list.h"
#include "web/page.h"
#include "web/svg.h"

enum {
    HEAD_BYTES_MAX = 16384, /* a position in an address may take POS_TEXT_MAX letters, escaped */
    BODY_BYTES_MAX = 1024,
    SILENCE_SECONDS = 10,
    LIFE_SECONDS = 30,
    DESCRIPTORS_MAX = 160,
    QUEUE_MAX = 64,
    GAME_NAME_MAX = 32,
};

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

/* Split at the last colon, and take the brackets off. */
static bool split_address(const char *text, char *host, size_t size, size_t *port_at)
{
    const char *colon = strrchr(text, ':');
    size_t      length = colon == NULL ? 0 : (size_t)(colon - text);
    bool        bracketed = length >= 2 && text[0] == '[' && text[length - 1] == ']';
    if (bracketed) {
        text++;
        length -= 2;
    }
    /* Colons in a bare host are an IPv6 address without its brackets: where does it end? */
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
                         "ADDRESS:PORT is expected, as in 127.0.0.1:8080 or [::1]:8080");
    if (strcmp(read.host, "localhost") == 0)
        snprintf(read.host, sizeof read.host, "127.0.0.1");
    if (!socket_of(&read, &socket))
        return fault_set(fault, STATUS_SYNTAX, 0, "'%s' is not a numeric address", read.host);
    Scan     scan = scan_string(text);
    uint32_t port = 0;
    scan.at = port_at;
    if (!scan_number(&scan, UINT16_MAX, &port) || !scan_done(&scan))
        return fault_set(fault, STATUS_SYNTAX, port_at, "a port is a number from 0 to %d",
                         UINT16_MAX);
    read.port = (uint16_t)port;
    *out = read;
    return STATUS_OK;
}

/* --- Replies ------------------------------------------------------------------------------ */

typedef struct Reply {
    int         code;
    const char *type;
    const char *policy;
    Buffer      body;
} Reply;

/* What a handler sees of a request. */
typedef struct Request {
    const char       *rest;  /* of the path, behind the route */
    struct evkeyvalq *query; /* names and values, decoded */
} Request;

#define HTML_TYPE "text/html; charset=utf-8"
#define SVG_TYPE  "image/svg+xml; charset=utf-8"

/* Pages take their style and pictures from here and nothing from anywhere.  A drawing carries its
 * style in itself, and everything foreign in it is escaped. */
static const char PAGE_POLICY[] = "default-src 'none'; style-src 'self'; img-src 'self'; "
                                  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
static const char SVG_POLICY[] = "default-src 'none'; style-src 'unsafe-inline'";

static void refuse(Reply *reply, int code, const char *title, const char *sentence)
{
    reply->code = code;
    reply->type = HTML_TYPE;
    buffer_free(&reply->body);
    page_error(&reply->body, title, sentence);
}

static void refuse_unknown(Reply *reply)
{
    refuse(reply, HTTP_NOTFOUND, "Not here", "There is no page at this address.");
}

/* A reader's sentence begins small and ends without a full stop. */
static void refuse_fault(Reply *reply, const Fault *fault)
{
    char sentence[sizeof fault->why + 1];
    snprintf(sentence, sizeof sentence, "%c%s.", toupper((unsigned char)fault->why[0]),
             fault->why[0] == '\0' ? "" : fault->why + 1);
    refuse(reply, HTTP_BADREQUEST, "This board cannot be drawn", sentence);
}

static void show_home(const Request *request, Reply *reply)
{
    (void)request;
    page_home(&reply->body);
}

static void show_style(const Request *request, Reply *reply)
{
    (void)request;
    reply->type = "text/css; charset=utf-8";
    page_style(&reply->body);
}

static void show_icon(const Request *request, Reply *reply)
{
    (void)request;
    reply->type = SVG_TYPE;
    page_icon(&reply->body);
}

static void show_health(const Request *request, Reply *reply)
{
    (void)request;
    reply->type = "text/plain; charset=utf-8";
    buffer_add(&reply->body, "ok\n");
}

static void show_rules(const Request *request, Reply *reply)
{
    const Game *game = games_find(request->rest);
    const char *rulings = game == NULL ? NULL : games_rules_text(game);
    if (rulings == NULL)
        refuse_unknown(reply);
    else
        page_rules(&reply->body, game, rulings);
}

/* "NAME.svg" without its ending, if that is the name of a game. */
static const Game *game_of_file(const char *file)
{
    size_t length = strlen(file);
    char   name[GAME_NAME_MAX];
    if (length < 4 || length - 4 >= sizeof name || strcmp(file + length - 4, ".svg") != 0)
        return NULL;
    memcpy(name, file, length - 4);
    name[length - 4] = '\0';
    return games_find(name);
}

/* The two values that a board takes; each at most once, and no others. */
static Status read_query(const Request *request, const char **variant, const char **position,
                         Fault *fault)
{
    const struct evkeyval *pair;
    TAILQ_FOREACH(pair, request->query, next)
    {
        const char **value = strcmp(pair->key, "variant") == 0    ? variant
                             : strcmp(pair->key, "position") == 0 ? position
                                                                  : NULL;
        if (value == NULL)
            return fault_set(fault, STATUS_SYNTAX, 0,
                             "a board takes 'variant' and 'position', not '%.40s'", pair->key);
        if (*value != NULL)
            return fault_set(fault, STATUS_SYNTAX, 0, "'%s' is given twice", pair->key);
        *value = pair->value;
    }
    return STATUS_OK;
}

static Status read_position(const Game *game, const char *variant, const char *position,
                            Setup *setup, Pos *pos, Fault *fault)
{
    char name[GAME_NAME_MAX + SETUP_TEXT_MAX];
    Text text = text_over(name, sizeof name);
    text_add(&text, game->name);
    if (variant != NULL && variant[0] != '\0')
        text_addf(&text, ":%s", variant);
    if (text.full)
        return fault_set(fault, STATUS_SYNTAX, 0, "the variant is too long");
    Status status = games_setup(name, setup, fault);
    if (status != STATUS_OK)
        return status;
    if (position != NULL)
        return game->text->pos_read(setup->variant, position, pos, fault);
    game->rules->start(setup->variant, pos);
    return STATUS_OK;
}

static void show_board(const Request *request, Reply *reply)
{
    const Game *game = game_of_file(request->rest);
    const char *variant = NULL, *position = NULL;
    Setup       setup;
    PosBuffer   pos;
    Fault       fault;
    if (game == NULL) {
        refuse_unknown(reply);
    } else if (read_query(request, &variant, &position, &fault) != STATUS_OK ||
               read_position(game, variant, position, &setup, &pos.head, &fault) != STATUS_OK) {
        refuse_fault(reply, &fault);
    } else {
        reply->type = SVG_TYPE;
        reply->policy = SVG_POLICY;
        svg_position(&reply->body, &setup, &pos.head, true);
    }
}

/* `below`: the path stands for everything that begins with it. */
typedef struct Route {
    const char *path;
    bool        below;
    void (*show)(const Request *request, Reply *reply);
} Route;

static const Route ROUTES[] = {
    /* clang-format off */
    { "/",          false, show_home },
    { "/rules/",    true,  show_rules },
    { "/board/",    true,  show_board },
    { "/style.css", false, show_style },
    { "/icon.svg",  false, show_icon },
    { "/health",    false, show_health },
    /* clang-format on */
};

static const Route *route_of(const char *path)
{
    for (size_t i = 0; i < sizeof ROUTES / sizeof ROUTES[0]; i++) {
        const Route *route = &ROUTES[i];
        if (route->below ? strncmp(path, route->path, strlen(route->path)) == 0
                         : strcmp(path, route->path) == 0)
            return route;
    }
    return NULL;
}

static void answer(const char *path, const char *query, Reply *reply)
{
    const Route     *route = route_of(path);
    struct evkeyvalq values;
    TAILQ_INIT(&values);
    if (route == NULL) {
        refuse_unknown(reply);
    } else if (query != NULL && query[0] != '\0' && evhttp_parse_query_str(query, &values) != 0) {
        refuse(reply, HTTP_BADREQUEST, "This address cannot be read",
               "What follows the question mark is a list of NAME=VALUE, joined by '&'.");
    } else {
        Request request = { .rest = path + strlen(route->path), .query = &values };
        route->show(&request, reply);
    }
    evhttp_clear_headers(&values);
    if (reply->body.failed)
        refuse(reply, HTTP_INTERNAL, "Too much", "This page does not fit into memory.");
}

/* --- Requests ----------------------------------------------------------------------------- */

/* evhttp does not do HEAD by itself: the length is that of the body, and the body stays here. */
static void send_reply(struct evhttp_request *request, Reply *reply)
{
    struct evkeyvalq *head = evhttp_request_get_output_headers(request);
    struct evbuffer  *body = evbuffer_new();
    char              length[32];
    snprintf(length, sizeof length, "%zu", reply->body.length);
    evhttp_add_header(head, "Content-Type", reply->type);
    evhttp_add_header(head, "Content-Length", length);
    evhttp_add_header(head, "Content-Security-Policy", reply->policy);
    evhttp_add_header(head, "X-Content-Type-Options", "nosniff");
    evhttp_add_header(head, "Referrer-Policy", "no-referrer");
    evhttp_add_header(head, "Cache-Control", "no-cache");
    evhttp_add_header(head, "Connection", "close");
    if (reply->code == HTTP_BADMETHOD)
        evhttp_add_header(head, "Allow", "GET, HEAD");
    if (body != NULL && reply->body.data != NULL &&
        evhttp_request_get_command(request) != EVHTTP_REQ_HEAD)
        evbuffer_add(body, reply->body.data, reply->body.length);
    evhttp_send_reply(request, reply->code, NULL, body);
    if (body != NULL)
        evbuffer_free(body);
}

static void on_request(struct evhttp_request *request, void *context)
{
    (void)context;
    Reply reply = { .code = HTTP_OK, .type = HTML_TYPE, .policy = PAGE_POLICY };
    buffer_init(&reply.body, PAGE_BYTES_MAX);

    enum evhttp_cmd_type     method = evhttp_request_get_command(request);
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
    const char              *raw = uri == NULL ? NULL : evhttp_uri_get_path(uri);
    size_t                   size = 0;
    char                    *path = raw == NULL ? NULL : evhttp_uridecode(raw, 0, &size);
    if (method != EVHTTP_REQ_GET && method != EVHTTP_REQ_HEAD)
        refuse(&reply, HTTP_BADMETHOD, "Only for reading",
               "These pages can be read, with GET or HEAD, and nothing else.");
    else if (path == NULL || strlen(path) != size)
        refuse_unknown(&reply);
    else
        answer(size == 0 ? "/" : path, evhttp_uri_get_query(uri), &reply);
    send_reply(request, &reply);
    free(path);
    buffer_free(&reply.body);
}

/* --- The patrol: nobody stays for ever ---------------------------------------------------- */

/* evhttp tells us of a connection only once a request is complete, so the guests who never
 * complete one are found by looking at the process's sockets, once a second: a descriptor that is
 * connected to our port and to the same peer as LIFE_SECONDS ago has been there too long. */
typedef struct Patrol {
    uint16_t port;
    Socket   peer[DESCRIPTORS_MAX]; /* by descriptor; size 0: not one of ours */
    int      age[DESCRIPTORS_MAX];  /* rounds seen */
} Patrol;

static bool same_socket(const Socket *a, const Socket *b)
{
    return a->size == b->size && memcmp(&a->storage, &b->storage, a->size) == 0;
}

/* The peer of a connection to our port; false for every other descriptor. */
static bool is_guest(const Patrol *patrol, int descriptor, Socket *peer)
{
    Socket here = { .size = sizeof here.storage };
    *peer = (Socket){ .size = sizeof peer->storage };
    if (getsockname(descriptor, (struct sockaddr *)&here.storage, &here.size) != 0 ||
        (here.storage.ss_family != AF_INET && here.storage.ss_family != AF_INET6) ||
        port_of(&here) != patrol->port)
        return false;
    return getpeername(descriptor, (struct sockaddr *)&peer->storage, &peer->size) == 0;
}

static void patrol_round(Patrol *patrol)
{
    for (int d = STDERR_FILENO + 1; d < DESCRIPTORS_MAX; d++) {
        Socket peer;
        if (!is_guest(patrol, d, &peer)) {
            patrol->peer[d].size = 0;
            continue;
        }
        if (!same_socket(&peer, &patrol->peer[d])) {
            patrol->peer[d] = peer;
            patrol->age[d] = 0;
        } else if (++patrol->age[d] >= LIFE_SECONDS) {
            shutdown(d, SHUT_RDWR); /* evhttp sees the end and lets go */
        }
    }
}

static void limit_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur > DESCRIPTORS_MAX) {
        limit.rlim_cur = DESCRIPTORS_MAX;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* --- The server --------------------------------------------------------------------------- */

typedef struct Server {
    struct event_base          *base;
    struct evhttp              *http;
    struct evhttp_bound_socket *door;
    struct event               *interrupt, *terminate, *round;
    Patrol                      patrol;
} Server;

/* The end: nobody new comes in, replies under way get a moment to leave. */
static void on_signal(evutil_socket_t number, short what, void *context)
{
    (void)number, (void)what;
    Server *server = context;
    if (server->door == NULL)
        return;
    evhttp_del_accept_socket(server->http, server->door);
    server->door = NULL;
    event_base_loopexit(server->base, &(struct timeval){ .tv_usec = 200000 });
}

/* All descriptors are taken: close the door until the next round instead of asking in vain. */
static void on_accept_error(struct evconnlistener *listener, void *context)
{
    (void)context;
    evconnlistener_disable(listener);
}

static void on_round(evutil_socket_t none, short what, void *context)
{
    (void)none, (void)what;
    Server *server = context;
    patrol_round(&server->patrol);
    if (server->door != NULL)
        evconnlistener_enable(evhttp_bound_socket_get_listener(server->door));
}

static void server_free(Server *server)
{
    struct event *events[] = { server->interrupt, server->terminate, server->round };
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (events[i] != NULL)
            event_free(events[i]);
    if (server->http != NULL)
        evhttp_free(server->http);
    if (server->base != NULL)
        event_base_free(server->base);
}

static bool server_init(Server *server)
{
    *server = (Server){ .base = event_base_new() };
    if (server->base == NULL)
        return false;
    server->http = evhttp_new(server->base);
    server->interrupt = evsignal_new(server->base, SIGINT, on_signal, server);
    server->terminate = evsignal_new(server->base, SIGTERM, on_signal, server);
    server->round = event_new(server->base, -1, EV_PERSIST, on_round, server);
    return server->http != NULL && server->interrupt != NULL && server->terminate != NULL &&
           server->round != NULL;
}

static void set_limits(struct evhttp *http)
{
    evhttp_set_max_headers_size(http, HEAD_BYTES_MAX);
    evhttp_set_max_body_size(http, BODY_BYTES_MAX);
    evhttp_set_timeout(http, SILENCE_SECONDS);
    /* All methods come to on_request, which refuses most of them with a page of ours. */
    evhttp_set_allowed_methods(http, EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_HEAD |
                                         EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE | EVHTTP_REQ_OPTIONS |
                                         EVHTTP_REQ_TRACE | EVHTTP_REQ_CONNECT | EVHTTP_REQ_PATCH);
    evhttp_set_gencb(http, on_request, NULL);
}

/* A listening socket, -1 and errno on failure; `bound` is what it was bound to in the end. */
static int open_door(const ServeAddress *address, Socket *bound)
{
    int one = 1;
    socket_of(address, bound);
    int door = socket(bound->storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (door < 0)
        return -1;
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bound->storage.ss_family == AF_INET6)
        setsockopt(door, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
    if (bind(door, (struct sockaddr *)&bound->storage, bound->size) != 0 ||
        listen(door, QUEUE_MAX) != 0 ||
        getsockname(door, (struct sockaddr *)&bound->storage, &bound->size) != 0) {
        int reason = errno;
        close(door);
        errno = reason;
        return -1;
    }
    return door;
}

static void announce(const ServeAddress *address, const Socket *bound, FILE *out, FILE *err)
{
    bool v6 = bound->storage.ss_family == AF_INET6;
    if (!is_loopback(bound))
        fprintf(err,
                "tessera: %s is not only for this machine: everybody who can reach it can read "
                "these pages, unencrypted and without a password\n",
                address->host);
    fprintf(out, "Tessera is at http://%s%s%s:%u/  (Ctrl-C ends it)\n", v6 ? "[" : "",
            address->host, v6 ? "]" : "", port_of(bound));
    fflush(out);
}

static Status run_until_signal(Server *server, Fault *fault)
{
    evconnlistener_set_error_cb(evhttp_bound_socket_get_listener(server->door), on_accept_error);
    event_add(server->interrupt, NULL);
    event_add(server->terminate, NULL);
    event_add(server->round, &(struct timeval){ .tv_sec = 1 });
    if (event_base_dispatch(server->base) < 0)
        return fault_set(fault, STATUS_SYSTEM, 0, "waiting for guests failed");
    return STATUS_OK;
}

Status serve_run(const ServeAddress *address, FILE *out, FILE *err, Fault *fault)
{
    Socket bound;
    int    door = open_door(address, &bound);
    if (door < 0)
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot listen on %s, port %u: %s", address->host,
                         address->port, strerror(errno));
    signal(SIGPIPE, SIG_IGN);
    limit_descriptors();
    Server server;
    Status status = STATUS_OK;
    if (server_init(&server)) {
        set_limits(server.http);
        server.door = evhttp_accept_socket_with_handle(server.http, door);
    }
    if (server.door == NULL) {
        close(door);
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    } else {
        server.patrol.port = port_of(&bound);
        announce(address, &bound, out, err);
        status = run_until_signal(&server, fault);
    }
    server_free(&server);
    return status;
}
