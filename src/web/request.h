/* request.h - parse and check what clients send: queries, JSON bodies, headers.
 *
 * Knows:   the names and types of the fields in docs/api.md.
 * Ignores: sockets, tables, permissions.  All functions are pure.
 *
 * On failure a reader fills the fault and leaves nothing to free.
 */
#ifndef WEB_REQUEST_H
#define WEB_REQUEST_H

#include "core/turn.h"
#include "play/editor_json.h"
#include "play/host.h"
#include "play/study_json.h"
#include "web/limits.h"
#include "web/secret.h"

/* --- Queries --- */

typedef struct Query {
    int         count;
    const char *name[QUERY_VALUES_MAX];
    const char *value[QUERY_VALUES_MAX];
    char        text[HEAD_BYTES_MAX + 1]; /* names and values point into it */
} Query;

/* Parse "a=b&c=d" with percent-encoding and + for a space; a name may occur once.  NULL is an empty
 * query. */
Status query_read(const char *text, Query *out, Fault *fault);
/* Return a parameter, or NULL if it is absent. */
const char *query_value(const Query *query, const char *name);
/* Return a number from 0 to `limit`, `fallback` if the parameter is absent, or -1 if it is invalid. */
int query_number(const Query *query, const char *name, int limit, int fallback);
/* Read ids of tables like "0123456789abcdef,...", at least one; false if the list is invalid or has more
 * than IDS_MAX. */
bool ids_read(const char *text, char ids[IDS_MAX][ID_TEXT_MAX], int *count);
/* Read cells like "3,4", at least one; false if the list is invalid or longer than `capacity`. */
bool cells_read(const char *text, uint16_t *cells, int capacity, int *count);

/* --- Headers --- */

/* True if a Host header names the loopback: localhost, 127.x.y.z or [::1].  With any other name a
 * request got here by DNS rebinding. */
bool host_is_loopback(const char *host);
/* True if an Origin header names the server of the Host header. */
bool origin_is_host(const char *origin, const char *host);
/* True for "application/json" with any parameters. */
bool type_is_json(const char *type);

/* --- Bodies --- */

typedef struct SeatRequest {
    SeatKind kind;
    int      level;   /* of an engine; 0: it has a time per move */
    int      time_ms; /* per move, of an engine without a level */
} SeatRequest;

/* Strings belong to `root` and live until table_request_free. */
typedef struct TableRequest {
    struct json_t *root; /* jansson's */
    const char    *setup;
    const char    *position; /* these two: NULL if not given */
    const char    *record;
    SeatRequest    seat[2];
    bool           has_clock;
    int64_t        main_ms, increment_ms;
    const char    *name[2]; /* "" if not given */
    bool           casual;  /* field `hints` */
    bool           listed;
} TableRequest;

Status table_request_read(const char *data, size_t size, TableRequest *out, Fault *fault);
void   table_request_free(TableRequest *wanted);

/* The fields that the body of an action may have. */
enum { WITH_TOKEN = 1, WITH_INVITATION = 2, WITH_TURN = 4, WITH_TEXT = 8, WITH_NAME = 16 };

typedef struct ActionRequest {
    struct json_t *root;  /* jansson's */
    const char    *token; /* these four and `announcement`: "" if absent */
    const char    *invitation;
    const char    *name;
    const char    *text;
    const char    *format, *setup; /* of `text`; NULL: not said */
    int            nth;            /* of several games in `text`; 0: not said */
    const char    *words;          /* the move in notation; NULL: it is in `steps` */
    const char    *announcement;   /* what the player announced with `steps`: "+", or "" */
    int            turn;
    Turn           steps;
} ActionRequest;

/* Read the body of an action.  `with` names the allowed fields; any other field is an error. */
Status action_read(const char *data, size_t size, int with, ActionRequest *out, Fault *fault);
void   action_free(ActionRequest *wanted);

/* The body of POST /api/arrange, in the same way. */
typedef struct EditorBody {
    struct json_t *root;
    EditorRequest  request;
} EditorBody;

Status editor_body_read(const char *data, size_t size, EditorBody *out, Fault *fault);
void   editor_body_free(EditorBody *body);

/* The body of POST /api/study.  Strings belong to `root` and live until study_body_free. */
typedef struct StudyBody {
    struct json_t *root; /* jansson's */
    StudyRequest   request;
} StudyBody;

Status study_body_read(const char *data, size_t size, StudyBody *out, Fault *fault);
void   study_body_free(StudyBody *body);

#endif
