/* SPDX-License-Identifier: MIT */
#include "web/api.h"

#include <assert.h>
#include <string.h>

#include <event2/http.h>

#include "web/lines.h"
#include "web/reviews.h"

static const char ROOT[] = "/api/";

typedef struct Route {
    const char *path; /* after /api/ */
    bool        post;
    void (*answer)(const Call *call, const Query *query, Reply *reply);
} Route;

static const Route ROUTES[] = {
    /* clang-format off */
    { "games",   false, view_api_games },
    { "shape",   false, view_api_shape },
    { "board",   false, view_api_board },
    { "setup",   false, view_api_setup },
    { "choices", false, view_api_choices },
    { "refusal", false, view_api_refusal },
    { "explain", false, view_api_explain },
    { "strings", false, view_api_strings },
    { "rules",   false, view_api_rules },
    { "puzzles", false, view_api_puzzles },
    { "explorer", false, view_api_explorer },
    { "lesson",  false, view_api_lesson },
    { "answer",  false, view_api_answer },
    { "read",    true,  view_api_read },
    { "contents", true, view_api_contents },
    { "palette", false, view_api_palette },
    { "arrange", true,  view_api_arrange },
    { "study",   true,  view_api_study },
    /* clang-format on */
};

bool api_owns(const char *path)
{
    return strncmp(path, ROOT, strlen(ROOT)) == 0;
}

/* Browsers set both headers and pages cannot change them.  Other programs may send what they like. */
bool api_is_same_origin(const Call *call)
{
    const char *origin = http_header(call->request, "Origin");
    const char *site = http_header(call->request, "Sec-Fetch-Site");
    const char *host = http_header(call->request, "Host");
    if (site != NULL && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0)
        return false;
    if (origin == NULL || (call->url->origin[0] != '\0' && strcmp(origin, call->url->origin) == 0))
        return true;
    if (call->visitor->has_scheme &&
        call->visitor->is_secure != (strncmp(origin, "https:", 6) == 0))
        return false;
    return host != NULL && origin_is_host(origin, host);
}

static bool may_post(Call *call)
{
    const char *type = http_header(call->request, "Content-Type");
    if (!api_is_same_origin(call))
        reply_error(&call->reply, CODE_FORBIDDEN, CROSS_SITE);
    else if (type == NULL || !type_is_json(type))
        reply_error(&call->reply, CODE_BODY_KIND,
                    "the Content-Type header must be application/json");
    else
        return true;
    return false;
}

static const Route *route_of(const char *path)
{
    for (size_t i = 0; i < sizeof ROUTES / sizeof ROUTES[0]; i++)
        if (strcmp(ROUTES[i].path, path) == 0)
            return &ROUTES[i];
    return NULL;
}

void api_answer(Call *call)
{
    assert(api_owns(call->path));
    Query  query;
    Fault  fault;
    Reply *reply = &call->reply;
    reply->type = JSON_TYPE;
    reply->policy = DATA_POLICY;
    reply->cache = "no-store";
    const char  *path = call->path + strlen(ROOT);
    const Route *route = route_of(path);
    if (call->post && !may_post(call))
        return;
    if (query_read(call->query, &query, &fault) != STATUS_OK) {
        reply_fault(reply, HTTP_BADREQUEST, &fault);
    } else if (tables_api_owns(path)) {
        tables_api_answer(call, path, &query);
    } else if (studies_api_owns(path)) {
        studies_api_answer(call, path);
    } else if (reviews_api_owns(path)) {
        reviews_api_answer(call, path);
    } else if (strcmp(path, "lines") == 0) {
        lines_api_answer(call, &query);
    } else if (route == NULL) {
        reply_error(reply, HTTP_NOTFOUND, "unknown API path; docs/api.md lists all paths");
    } else if (route->post != call->post) {
        reply_error(reply, HTTP_BADMETHOD,
                    route->post ? "method not allowed: use POST"
                                : "method not allowed: use GET or HEAD");
        reply->allow = route->post ? "POST" : "GET, HEAD";
    } else {
        route->answer(call, &query, reply);
    }
    if (reply->body.failed)
        reply_error(reply, HTTP_INTERNAL, "out of memory while writing the reply");
}
