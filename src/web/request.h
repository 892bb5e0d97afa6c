/* request.h - what guests send, read and bounded: queries, JSON bodies, header lines.
 *
 * Knows:   the names and kinds of values in docs/api.md.
 * Ignores: sockets, tables, who may do what.  All functions are pure.
 *
 * Nothing half-read comes out: a reader that fails fills the fault and leaves nothing to free.
 */
#ifndef WEB_REQUEST_H
#define WEB_REQUEST_H

#include "core/turn.h"
#include "web/limits.h"

/* --- Queries --- */

typedef struct Query {
    int         count;
    const char *name[QUERY_VALUES_MAX];
    const char *value[QUERY_VALUES_MAX];
    char        text[HEAD_BYTES_MAX + 1]; /* where they are */
} Query;

/* "a=b&c=d" with %XX and + for a blank; every name once.  NULL is an empty query. */
Status query_read(const char *text, Query *out, Fault *fault);
/* NULL where it is not given. */
const char *query_value(const Query *query, const char *name);
/* A number from 0 to `limit`; `usual` where it is not given; -1 where it is no such number. */
int query_number(const Query *query, const char *name, int limit, int usual);
/* "3,4" as cells, at least one; false where it is no such list or too long. */
bool cells_read(const char *text, uint16_t *cells, int capacity, int *count);

/* --- Header lines --- */

/* Does a Host line name this machine by its loopback?  Other names lead here only by a trick. */
bool host_is_loopback(const char *host);
/* Is `origin` a page of the server that is called `host`? */
bool origin_is_host(const char *origin, const char *host);
/* "application/json", whatever its parameters. */
bool type_is_json(const char *type);

/* --- Bodies --- */

typedef enum SeatKind { SEAT_HUMAN, SEAT_OPEN, SEAT_ENGINE } SeatKind;

typedef struct SeatRequest {
    SeatKind kind;
    int      level;   /* of an engine; 0: it has a time */
    int      time_ms; /* of an engine without a level */
} SeatRequest;

/* Texts belong to `root` and live until table_request_free. */
typedef struct TableRequest {
    struct json_t *root; /* jansson's */
    const char    *setup;
    const char    *position; /* these two: NULL if not given */
    const char    *record;
    SeatRequest    seat[2];
    bool           has_clock;
    int64_t        main_ms, increment_ms;
    const char    *name[2]; /* "" if not given */
} TableRequest;

Status table_request_read(const char *data, size_t size, TableRequest *out, Fault *fault);
void   table_request_free(TableRequest *wanted);

/* What an action's body may hold. */
enum { WITH_TOKEN = 1, WITH_INVITATION = 2, WITH_TURN = 4, WITH_TEXT = 8 };

typedef struct ActionRequest {
    struct json_t *root;  /* jansson's */
    const char    *token; /* these: "" if not given or not asked for */
    const char    *invitation;
    const char    *name;
    const char    *text;
    const char    *words; /* NULL: it is `steps` */
    int            turn;
    Turn           steps;
} ActionRequest;

/* `with`: the values above that must be there, and no others. */
Status action_read(const char *data, size_t size, int with, ActionRequest *out, Fault *fault);
void   action_free(ActionRequest *wanted);

#endif
