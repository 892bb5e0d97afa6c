/* SPDX-License-Identifier: MIT */
#include "web/site.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>

#include "draw/svg.h"
#include "games/list.h"
#include "web/page.h"

enum { GAME_NAME_MAX = 32 };

/* The part of a request that a handler needs. */
typedef struct Request {
    const char       *rest;  /* the path after the route */
    struct evkeyvalq *query; /* decoded parameters */
} Request;

void site_error(Reply *reply, int code, const char *title, const char *sentence)
{
    assert(code >= 400);
    reply->code = code;
    reply->type = HTML_TYPE;
    buffer_free(&reply->body);
    page_error(&reply->body, reply->base, title, sentence);
}

void site_error_unknown(Reply *reply)
{
    site_error(reply, HTTP_NOTFOUND, "Not found", "There is no page at this address.");
}

/* Show a fault, whose text starts in lower case and has no full stop, as a sentence. */
static void page_fault(Reply *reply, const Fault *fault)
{
    char sentence[sizeof fault->why + 1];
    snprintf(sentence, sizeof sentence, "%c%s.", toupper((unsigned char)fault->why[0]),
             fault->why[0] == '\0' ? "" : fault->why + 1);
    site_error(reply, HTTP_BADREQUEST, "Cannot draw this board", sentence);
}

static void show_home(const Request *request, Reply *reply)
{
    (void)request;
    page_home(&reply->body, reply->base);
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
    if (game == NULL || games_file(game, "rulings.md") == NULL)
        site_error_unknown(reply);
    else
        page_rules(&reply->body, reply->base, game);
}

/* Return the game of a file "NAME.svg", or NULL. */
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

/* Read the optional parameters 'variant' and 'position'; others are errors. */
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
                             "unknown parameter '%.40s'; use 'variant' and 'position'", pair->key);
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
        return fault_set(fault, STATUS_SYNTAX, 0, "'variant' is too long");
    Status status = games_setup(name, setup, fault);
    return status == STATUS_OK ? setup_position(setup, position, pos, fault) : status;
}

static void show_board(const Request *request, Reply *reply)
{
    const Game *game = game_of_file(request->rest);
    const char *variant = NULL, *position = NULL;
    Setup       setup;
    PosBuffer   pos;
    Fault       fault;
    if (game == NULL) {
        site_error_unknown(reply);
    } else if (read_query(request, &variant, &position, &fault) != STATUS_OK ||
               read_position(game, variant, position, &setup, &pos.head, &fault) != STATUS_OK) {
        page_fault(reply, &fault);
    } else {
        reply->type = SVG_TYPE;
        reply->policy = SVG_POLICY;
        svg_position(&reply->body, &setup, &pos.head, true);
    }
}

/* `below`: the route matches every path that starts with it. */
typedef struct Route {
    const char *path;
    bool        below;
    void (*show)(const Request *request, Reply *reply);
} Route;

static const Route ROUTES[] = {
    /* clang-format off */
    { "/",          false, show_home }, /* if there is no web app */
    { "/games",     false, show_home },
    { "/rules/",    true,  show_rules },
    { "/board/",    true,  show_board },
    { "/style.css", false, show_style },
    { "/icon.svg",  false, show_icon },
    { "/favicon.ico", false, show_icon }, /* browsers request it by default */
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

void site_answer(const char *path, const char *query, Reply *reply)
{
    const Route     *route = route_of(path);
    struct evkeyvalq values;
    TAILQ_INIT(&values);
    if (route == NULL) {
        site_error_unknown(reply);
    } else if (query != NULL && query[0] != '\0' && evhttp_parse_query_str(query, &values) != 0) {
        site_error(reply, HTTP_BADREQUEST, "Invalid query",
                   "The query must be a list of NAME=VALUE pairs joined by '&'.");
    } else {
        Request request = { .rest = path + strlen(route->path), .query = &values };
        route->show(&request, reply);
    }
    evhttp_clear_headers(&values);
    if (reply->body.failed)
        site_error(reply, HTTP_INTERNAL, "Out of memory", "The server cannot create this page.");
}
