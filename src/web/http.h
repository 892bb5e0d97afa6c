/* http.h - one HTTP request and its reply, independent of the path.
 *
 * Knows:   evhttp's requests, headers, the content security policy of each kind of reply.
 * Ignores: paths and their handlers.
 */
#ifndef WEB_HTTP_H
#define WEB_HTTP_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/status.h"
#include "web/files.h"
#include "web/public_url.h"
#include "web/request.h"
#include "web/visitor.h"

#define HTML_TYPE "text/html; charset=utf-8"
#define JSON_TYPE "application/json; charset=utf-8"
#define SVG_TYPE  "image/svg+xml; charset=utf-8"
#define TEXT_TYPE "text/plain; charset=utf-8"

enum {
    CODE_MOVED = 308,
    CODE_FORBIDDEN = 403,
    CODE_CONFLICT = 409,
    CODE_BODY_KIND = 415,
    CODE_TOO_MUCH = 429,
    CODE_FULL = 503,
};

/* Content security policies. */
extern const char PAGE_POLICY[]; /* pages: styles and images from this server only */
extern const char APP_POLICY[];  /* the web app: also scripts and WebAssembly from this server */
extern const char
    FORM_POLICY[]; /* pages of handlers: scripts, and forms that are sent to this server */
extern const char SVG_POLICY[];  /* drawings: inline style only */
extern const char DATA_POLICY[]; /* data: nothing */

typedef struct Reply {
    int         code;
    const char *base; /* the path of the home page, for links; "/" */
    const char *type;
    const char *policy;
    const char *cache;             /* Cache-Control */
    const char *allow;             /* Allow header of a 405; otherwise NULL */
    const char *place;             /* Location header of a redirect; otherwise NULL */
    const char *encoding;          /* Content-Encoding, or NULL */
    char        tag[TAG_TEXT_MAX]; /* ETag; "": none */
    Buffer      body;
} Reply;

struct evhttp_request;
struct TableRegistry;

/* A request that is being handled. */
typedef struct Call {
    struct evhttp_request *request;
    struct TableRegistry  *registry;
    const Visitor         *visitor;
    const PublicUrl       *url;   /* its origin is "" if the operator gave none */
    const char            *path;  /* decoded */
    const char            *query; /* not decoded; NULL if there is none */
    bool                   post;
    const char            *body; /* of a POST */
    size_t                 size;
    Reply                  reply;
    bool                   kept; /* the handler replies later or streams events */
} Call;

Reply reply_new(void);
void  reply_free(Reply *reply);
/* Replace the reply by a JSON error.  A 405 must also set `allow`. */
void reply_error(Reply *reply, int code, const char *sentence);
/* The same from a fault, with its offset as `at` and its code as `key`. */
void reply_fault(Reply *reply, int code, const Fault *fault);

/* Send the reply, compressed if the client accepts it; a HEAD request gets only the headers. */
void http_send(struct evhttp_request *request, Reply *reply);
/* Add the security and cache headers that every reply has. */
void http_add_guards(struct evhttp_request *request, const char *policy, const char *cache);
/* The same for a reply that nobody counts. */
void http_send_unseen(struct evhttp_request *request, Reply *reply);
/* Call `observer` for each reply of http_send and each event stream. */
typedef void HttpObserver(void *context, struct evhttp_request *request, int code, size_t bytes);
void         http_observe(HttpObserver *observer, void *context);
/* Tell the observer of a reply that is not sent by http_send. */
void http_note(struct evhttp_request *request, int code, size_t bytes);
/* Return the descriptor of the connection; -1 if it is gone or above DESCRIPTORS_MAX. */
int http_socket(struct evhttp_request *request);
/* Close the connection after the reply. */
void http_close(struct evhttp_request *request);
/* Return a header of the request, or NULL. */
const char *http_header(struct evhttp_request *request, const char *name);
/* Append all lines of a header of the request, joined by ','. */
void http_header_lines(struct evhttp_request *request, const char *name, Buffer *out);

#endif
