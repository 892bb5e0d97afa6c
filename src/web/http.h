/* http.h - one request and its reply, apart from what they are about.
 *
 * Knows:   evhttp's requests, header lines, the policies that go with every reply.
 * Ignores: paths and what lies behind them.
 */
#ifndef WEB_HTTP_H
#define WEB_HTTP_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/status.h"
#include "web/files.h"
#include "web/request.h"

#define HTML_TYPE "text/html; charset=utf-8"
#define JSON_TYPE "application/json; charset=utf-8"
#define SVG_TYPE  "image/svg+xml; charset=utf-8"
#define TEXT_TYPE "text/plain; charset=utf-8"

enum {
    CODE_FORBIDDEN = 403,
    CODE_CONFLICT = 409,
    CODE_BODY_KIND = 415,
    CODE_TOO_MUCH = 429,
    CODE_FULL = 503,
};

extern const char PAGE_POLICY[]; /* takes its style and pictures from here, nothing from anywhere */
extern const char APP_POLICY[];  /* a page with scripts and the engine, all from here */
extern const char SVG_POLICY[];  /* a drawing with its own style */
extern const char DATA_POLICY[]; /* nothing at all */

typedef struct Reply {
    int         code;
    const char *type;
    const char *policy;
    const char *cache;             /* Cache-Control */
    const char *allow;             /* NULL, or the methods to name */
    const char *encoding;          /* NULL, or how the body is packed */
    char        tag[TAG_TEXT_MAX]; /* ETag; "": none */
    Buffer      body;
} Reply;

enum { ADDRESS_TEXT_MAX = 64 };

struct evhttp_request;
struct TableRegistry;

/* A request on its way through the house. */
typedef struct Call {
    struct evhttp_request *request;
    struct TableRegistry  *registry;
    const char            *address; /* the guest's, without the port */
    const char            *path;    /* decoded */
    const char            *query;   /* not decoded; NULL if there is none */
    bool                   post;
    const char            *body; /* of a POST */
    size_t                 size;
    Reply                  reply;
    bool                   kept; /* the reply comes later, or never ends */
} Call;

Reply reply_new(void);
void  reply_free(Reply *reply);
/* A JSON error in place of whatever was there. */
void reply_error(Reply *reply, int code, const char *sentence);
/* With the place where it was found. */
void reply_fault(Reply *reply, int code, const Fault *fault);

/* Send it; HEAD gets the head alone. */
void http_send(struct evhttp_request *request, Reply *reply);
/* The header lines that every reply has, besides its type. */
void http_add_guards(struct evhttp_request *request, const char *policy, const char *cache);
/* A header line of the request, or NULL. */
const char *http_header(struct evhttp_request *request, const char *name);

#endif
