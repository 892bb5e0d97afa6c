/* serve.h - the pages and the tables over HTTP.
 *
 * Knows:   addresses, requests and replies (libevent's evhttp, one thread), limits for guests.
 * Ignores: what the pages say (site.c), how tables work (registry.c).
 *
 *     GET /                     the games
 *     GET /rules/NAME           the rulings of a game
 *     GET /board/NAME.svg       a position drawn; ?variant= and &position= choose it
 *     GET /style.css /icon.svg  what the pages need; /favicon.ico is the icon as well
 *     GET /health               "ok"
 *     ... /api/                 tables and everything about them: docs/api.md
 */
#ifndef WEB_SERVE_H
#define WEB_SERVE_H

#include <stdint.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/status.h"

typedef struct ServeAddress {
    char     host[64]; /* a numeric address: 127.0.0.1, ::1 */
    uint16_t port;     /* 0: any free one */
} ServeAddress;

/* Read ADDRESS:PORT, [ADDRESS]:PORT for IPv6, or localhost:PORT.  `out` is unchanged on failure. */
Status serve_address_read(const char *text, ServeAddress *out, Fault *fault);

/* Something to look at in place of the tables: pages with their own script and style. */
typedef struct ServeHandler {
    void *context;
    /* What is at a path, decoded, with the type of it; false if nothing is. */
    bool (*at)(void *context, const char *path, Buffer *out, const char **type);
} ServeHandler;

/* What is served: `show` or, where that is NULL, the tables at which people play. */
typedef struct ServeWhat {
    const char         *folder; /* where those tables are kept */
    const char         *solved; /* tables of solved positions; NULL: in the usual folder */
    const ServeHandler *show;
} ServeWhat;

/* Serve until SIGINT or SIGTERM; the place is told on `out`, warnings on `err`.  STATUS_OK after a signal; otherwise what kept us from serving.  Takes over the
 * two signals, ignores SIGPIPE and sets the number of files the process may open. */
Status serve_run(const ServeAddress *address, const ServeWhat *what, FILE *out, FILE *err,
                 Fault *fault);

#endif
