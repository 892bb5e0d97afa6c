/* serve.h - the HTTP server for pages, the web app and tables.
 *
 * Knows:   addresses, requests and replies (libevent's evhttp, one thread), limits per client.
 * Ignores: the contents of pages (site.c), how tables work (registry.c).
 *
 *     GET /                     the games
 *     GET /rules/NAME           the rulings of a game
 *     GET /board/NAME.svg       a drawing; the parameters variant and position are optional
 *     GET /style.css /icon.svg  for the pages; /favicon.ico is the same icon
 *     GET /health               "ok": the server answers
 *     GET /healthz              "ok", or status 503 and why the server cannot do its work
 *     GET /embed/ID             a finished game, for other sites (embed.h)
 *     ... /api/                 the API: docs/api.md
 */
#ifndef WEB_SERVE_H
#define WEB_SERVE_H

#include <stdint.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/status.h"
#include "web/embed.h"
#include "web/public_url.h"
#include "web/request.h"
#include "web/visitor.h"

typedef struct ServeAddress {
    char     host[64]; /* a numeric address: 127.0.0.1, ::1 */
    uint16_t port;     /* 0: any free one */
} ServeAddress;

/* Read ADDRESS:PORT, [ADDRESS]:PORT for IPv6, or localhost:PORT.  `out` is unchanged on failure. */
Status serve_address_read(const char *text, ServeAddress *out, Fault *fault);

/* A request to a handler. */
typedef struct ServeRequest {
    const char  *path;  /* decoded, below the path of the public URL */
    const Query *query; /* decoded */
    bool         is_post;
    const char  *body; /* of a POST */
    size_t       size;
} ServeRequest;

/* The reply of a handler. */
typedef struct ServeReply {
    int         code;       /* 200 at first */
    const char *type;       /* HTML at first */
    bool        is_private; /* browsers and proxies must not keep it */
    Buffer     *body;
} ServeReply;

/* A handler that replaces the tables: pages with their own script and style. */
typedef struct ServeHandler {
    void *context;
    /* Write the reply; false if there is nothing at the path. */
    bool (*answer)(void *context, const ServeRequest *request, ServeReply *reply);
    size_t body_bytes_max; /* of a POST; 0: only GET and HEAD are allowed */
} ServeHandler;

/* What to serve: `show`, or the tables if that is NULL. */
typedef struct ServeWhat {
    const char         *folder;   /* data directory of the tables; NULL: they are in */
    const char         *database; /* this PostgreSQL database, which other servers share */
    const char         *solved;   /* directory of the tablebases; NULL: the default */
    const ServeHandler *show;
    PublicUrl           url;        /* its origin is "" if there is none */
    Proxies             proxies;    /* trusted to name the visitor */
    EmbedSites          embeds;     /* sites that may show finished games */
    const char         *access_log; /* a file, or "-" for stdout; NULL: none */
    int     challenge_s;  /* seconds until a challenge goes whose creator is away; 0: default */
    int64_t seed;         /* of the levels at all tables; -1: each table has its own */
    int     metrics_port; /* on 127.0.0.1, 0 for any free one; -1: none */
} ServeWhat;

/* Serve until SIGINT or SIGTERM.  Prints the address on `out` and warnings on `err`.  Returns STATUS_OK
 * after a signal.  Handles the two signals, ignores SIGPIPE and sets RLIMIT_NOFILE. */
Status serve_run(const ServeAddress *address, const ServeWhat *what, FILE *out, FILE *err,
                 Fault *fault);

#endif
