/* SPDX-License-Identifier: MIT */
/* api_tables.c - the paths below /api/tables. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/http.h>

#include "base/clock.h"
#include "play/host_json.h"
#include "play/play_messages.h"
#include "play/view_json.h"
#include "web/api.h"
#include "web/events.h"
#include "web/registry.h"

static void reply_rejection(Reply *reply, int code, PlayMessage message)
{
    Fault fault;
    play_reject(&fault, &PLAY_MESSAGE[message]);
    reply_fault(reply, code, &fault);
}

/* Reply that the table could not be saved. */
static void reply_unsaved(Call *call)
{
    if (store_is_away(call->registry->store))
        reply_rejection(&call->reply, CODE_FULL, PLAY_MSG_AWAY);
    else
        reply_rejection(&call->reply, HTTP_INTERNAL, PLAY_MSG_SAVE_FAILED);
}

/* --- New tables --------------------------------------------------------------------------- */

static Table *table_of(const TableRegistry *registry, const TableRequest *wanted, Fault *fault)
{
    Table *table = table_new();
    if (table == NULL)
        return NULL;
    HostConfig config = { .setup = wanted->setup,
                          .position = wanted->position,
                          .record = wanted->record,
                          .clock = { .kind = wanted->has_clock ? CLOCK_GAME : CLOCK_NONE,
                                     .time_ms = wanted->main_ms,
                                     .increment_ms = wanted->increment_ms },
                          .casual = wanted->casual,
                          .listed = wanted->listed,
                          .seed = registry_seed(registry, table),
                          .level_ms = HOST_LEVEL_MS };
    for (int i = 0; i < 2; i++) {
        config.name[i] = wanted->name[i];
        config.seat[i] = (HostSeat){ .kind = wanted->seat[i].kind,
                                     .level = wanted->seat[i].level,
                                     .time_ms = wanted->seat[i].time_ms };
    }
    table->host = host_new(&config, clock_wall_ms(), fault);
    if (table->host != NULL)
        return table;
    free(table);
    return NULL;
}

/* The tokens of the client's seats, and the invitation for an open seat. */
typedef struct Rights {
    char token[2][TOKEN_TEXT_MAX];
    char invitation[TOKEN_TEXT_MAX];
} Rights;

static bool give_rights(Table *table, Rights *rights)
{
    /* There is one invitation, so table_request_read allows only one open seat. */
    *rights = (Rights){ .invitation = "" };
    for (int side = 0; side < 2; side++) {
        SeatKind kind = host_seat(table->host, side)->kind;
        if (kind == SEAT_HUMAN) {
            if (!secret_token(rights->token[side]))
                return false;
            table->stored.seat[side].token = secret_hash(rights->token[side]);
        } else if (kind == SEAT_OPEN) {
            if (!secret_token(rights->invitation))
                return false;
            table->stored.invitation = secret_hash(rights->invitation);
        }
    }
    return true;
}

static void write_text_or_null(Json *json, const char *name, const char *text)
{
    if (text[0] == '\0')
        json_null(json, name);
    else
        json_string(json, name, text);
}

static void write_created(Reply *reply, const Table *table, const Rights *rights)
{
    Json json = json_over(&reply->body);
    json_object(&json, NULL);
    json_string(&json, "table", table->stored.id);
    json_array(&json, "tokens");
    write_text_or_null(&json, NULL, rights->token[0]);
    write_text_or_null(&json, NULL, rights->token[1]);
    json_end_array(&json);
    write_text_or_null(&json, "invitation", rights->invitation);
    json_end_object(&json);
}

/* True if the visitor may list one more challenge; otherwise reply with the reason. */
static bool may_challenge(Call *call)
{
    const Challenges *challenges = &call->registry->challenges;
    Fault             fault;
    if (challenges_of(challenges, call->visitor->group) >= CHALLENGES_PER_VISITOR_MAX) {
        play_reject(&fault, &PLAY_MESSAGE[PLAY_MSG_CHALLENGES]);
        reply_fault(&call->reply, CODE_TOO_MUCH, &fault);
        return false;
    }
    if (challenges_are_full(challenges)) {
        play_reject(&fault, &PLAY_MESSAGE[PLAY_MSG_FULL]);
        reply_fault(&call->reply, CODE_FULL, &fault);
        return false;
    }
    return true;
}

static void create(Call *call)
{
    TableRequest wanted;
    Fault        fault = { .status = STATUS_NO_MEMORY, .why = "out of memory" };
    Rights       rights;
    if (registry_is_full(call->registry)) {
        reply_error(&call->reply, CODE_FULL, "the server is at capacity; try again later");
        return;
    }
    if (table_request_read(call->body, call->size, &wanted, &fault) != STATUS_OK) {
        reply_fault(&call->reply, HTTP_BADREQUEST, &fault);
        return;
    }
    if (wanted.listed && !may_challenge(call)) {
        table_request_free(&wanted);
        return;
    }
    Table *table = table_of(call->registry, &wanted, &fault);
    table_request_free(&wanted);
    if (table == NULL) {
        reply_fault(&call->reply, HTTP_BADREQUEST, &fault);
        return;
    }
    bool has_rights = give_rights(table, &rights);
    table = registry_add(call->registry, table);
    if (!has_rights || table == NULL) {
        reply_unsaved(call);
        return;
    }
    if (table->stored.state == TABLE_CHALLENGE)
        challenges_add(&call->registry->challenges, table->stored.id, call->visitor->group,
                       clock_wall_ms());
    write_created(&call->reply, table, &rights);
}

/* --- Actions ------------------------------------------------------------------------------ */

/* An action is repeated if another server changed the table at the same time. */
enum { ACTION_TRIES = 5 };

/* Reply with the hint, at once or when it has been found. */
static void reply_hint(Call *call, const Table *table)
{
    Json json = json_over(&call->reply.body);
    if (host_hint(table->host, NULL) == HINT_READY)
        host_write_hint(&json, NULL, table->host);
    else if (registry_await(call->registry, table, true, call->request))
        call->kept = true;
    else
        reply_rejection(&call->reply, CODE_CONFLICT, PLAY_MSG_HINTS_BUSY);
}

/* Reply {}, and after a rematch the table if there is one. */
static void reply_fine(Reply *reply, const Table *table, HostActionKind kind)
{
    const char *id = host_rematch_id(table->host);
    Json        json = json_over(&reply->body);
    json_object(&json, NULL);
    if (kind == HOST_REMATCH && id[0] != '\0')
        json_string(&json, "table", id);
    json_end_object(&json);
}

/* A player who leaves gives up the token, and nobody can join any more. */
static void forget_rights(Table *table, int seat)
{
    table->stored.seat[seat].token = (Hash){ .set = false };
    table->stored.invitation = (Hash){ .set = false };
}

/* Save and reply to an action that the host performed.  False if it is to be repeated. */
static bool reply_done(Call *call, Table *table, const HostAction *action)
{
    Fault fault;
    char  next[ID_TEXT_MAX] = "";
    if (action->kind == HOST_LEAVE)
        forget_rights(table, action->seat);
    if (host_wants_rematch(table->host)) {
        if (registry_rematch(call->registry, table, &fault) != STATUS_OK) {
            reply_fault(&call->reply, CODE_CONFLICT, &fault);
            return true;
        }
        snprintf(next, sizeof next, "%s", host_rematch_id(table->host));
    }
    switch (registry_flush(call->registry, table)) {
    case FLUSH_DONE: break;
    case FLUSH_OUTDATED:
        if (next[0] != '\0')
            registry_remove(call->registry, next);
        return false;
    case FLUSH_LOST: reply_unsaved(call); return true;
    }
    if (action->kind == HOST_HINT)
        reply_hint(call, table);
    else
        reply_fine(&call->reply, table, action->kind);
    return true;
}

/* Perform an action and reply.  False if it is to be repeated. */
static bool perform(Call *call, Table *table, HostActionKind kind, const ActionRequest *wanted)
{
    Fault      fault;
    HostAction action = { .kind = kind,
                          .seat = registry_side_of(table, wanted->token),
                          .turn = wanted->turn,
                          .words = wanted->words,
                          .steps = &wanted->steps,
                          .announcement = wanted->announcement };
    if (action.seat == SIDE_NONE) {
        reply_error(&call->reply, CODE_FORBIDDEN,
                    "'token' does not belong to a seat of this table");
        return true;
    }
    if (host_act(table->host, &action, clock_wall_ms(), &fault) == STATUS_OK)
        return reply_done(call, table, &action);
    if (registry_flush(call->registry, table) == FLUSH_OUTDATED) /* somebody ran out of time */
        return false;
    reply_fault(&call->reply, CODE_CONFLICT, &fault);
    return true;
}

/* Take the open seat: with an invitation, or that of an open challenge without one.  False if it is to
 * be repeated. */
static bool join(Call *call, Table *table, const ActionRequest *wanted, bool accepts)
{
    HostAction action = { .kind = HOST_JOIN, .name = wanted->name };
    int        seat = host_open_seat(table->host);
    char       token[TOKEN_TEXT_MAX];
    Fault      fault;
    if (!accepts && !secret_matches(&table->stored.invitation, wanted->invitation)) {
        reply_rejection(&call->reply, CODE_FORBIDDEN, PLAY_MSG_BAD_INVITATION);
        return true;
    }
    if (accepts && seat != SIDE_NONE && !table->stored.listed) {
        reply_rejection(&call->reply, CODE_FORBIDDEN, PLAY_MSG_NOT_LISTED);
        return true;
    }
    if (!secret_token(token)) {
        reply_error(&call->reply, HTTP_INTERNAL, "the server cannot generate a token");
        return true;
    }
    if (host_act(table->host, &action, clock_wall_ms(), &fault) != STATUS_OK) {
        reply_fault(&call->reply, CODE_CONFLICT, &fault);
        return true;
    }
    table->stored.seat[seat].token = secret_hash(token);
    table->stored.invitation = (Hash){ .set = false };
    Flush flush = registry_flush(call->registry, table);
    if (flush == FLUSH_LOST)
        reply_unsaved(call);
    if (flush != FLUSH_DONE)
        return flush == FLUSH_LOST;
    Json json = json_over(&call->reply.body);
    json_object(&json, NULL);
    json_integer(&json, "side", seat);
    json_string(&json, "token", token);
    json_end_object(&json);
    return true;
}

static void act_on_table(Call *call, Table *table, const char *name)
{
    Fault          fault;
    ActionRequest  wanted;
    bool           accepts = strcmp(name, "accept") == 0;
    HostActionKind kind = accepts ? HOST_JOIN : host_action_find(name);
    if (kind == HOST_ACTION_COUNT) {
        fault_set(&fault, STATUS_NOT_FOUND, 0, "unknown action '%.40s'; docs/api.md lists all",
                  name);
        reply_fault(&call->reply, HTTP_NOTFOUND, &fault);
        return;
    }
    int with = accepts             ? WITH_NAME
               : kind == HOST_JOIN ? WITH_INVITATION | WITH_NAME
               : kind == HOST_TURN ? WITH_TOKEN | WITH_TURN
                                   : WITH_TOKEN;
    if (action_read(call->body, call->size, with, &wanted, &fault) != STATUS_OK) {
        reply_fault(&call->reply, HTTP_BADREQUEST, &fault);
        return;
    }
    bool is_done = false;
    for (int try = 0; try < ACTION_TRIES && !is_done; try++)
        is_done = kind == HOST_JOIN ? join(call, table, &wanted, accepts)
                                    : perform(call, table, kind, &wanted);
    if (!is_done)
        reply_rejection(&call->reply, CODE_FULL, PLAY_MSG_AWAY);
    action_free(&wanted);
}

/* --- Queries ------------------------------------------------------------------------------ */

static void show_table(Call *call, Table *table, const Query *query)
{
    (void)query;
    Json json = json_over(&call->reply.body);
    host_write_table(&json, NULL, table->host, true, clock_wall_ms());
}

/* Reply that the parameter `name` is not a number from 0 to `limit`. */
static void number_error(Reply *reply, const char *name, int limit)
{
    Fault fault;
    fault_set(&fault, STATUS_SYNTAX, 0, "'%s' must be a whole number from 0 to %d", name, limit);
    reply_fault(reply, HTTP_BADREQUEST, &fault);
}

static void show_board(Call *call, Table *table, const Query *query)
{
    const Line *line = session_line(host_session(table->host));
    int         turns = line_turns(line);
    int         turn = query_number(query, "turn", turns, turns);
    Json        json = json_over(&call->reply.body);
    if (turn < 0)
        number_error(&call->reply, "turn", turns);
    else
        view_board_after(&json, NULL, line, turn);
}

static void show_record(Call *call, Table *table, const Query *query)
{
    (void)query;
    call->reply.type = TEXT_TYPE;
    record_write(session_record(host_session(table->host)), buffer_sink, &call->reply.body);
}

static void show_analysis(Call *call, Table *table, const Query *query)
{
    (void)query;
    host_analyse(table->host, clock_wall_ms());
    if (registry_flush(call->registry, table) == FLUSH_LOST) {
        reply_unsaved(call);
        return;
    }
    if (registry_is_analysing(table) &&
        registry_await(call->registry, table, false, call->request)) {
        call->kept = true;
        return;
    }
    Json json = json_over(&call->reply.body);
    host_write_scores(&json, NULL, table->host);
}

static void show_events(Call *call, Table *table, const Query *query)
{
    const char *token = query_value(query, "token");
    const char *header = http_header(call->request, "Last-Event-ID");
    Scan        scan = scan_string(header == NULL ? "" : header);
    uint32_t    last;
    bool        known = scan_number(&scan, INT32_MAX, &last) && scan_done(&scan);
    if (evhttp_request_get_command(call->request) == EVHTTP_REQ_GET)
        events_open(call, table, token == NULL ? SIDE_NONE : registry_side_of(table, token),
                    known ? (int64_t)last : -1);
}

static const struct {
    const char *name;
    void (*show)(Call *call, Table *table, const Query *query);
} QUERIES[] = {
    /* clang-format off */
    { "",         show_table },
    { "board",    show_board },
    { "record",   show_record },
    { "analysis", show_analysis },
    { "events",   show_events },
    /* clang-format on */
};

static void query_table(Call *call, Table *table, const char *name, const Query *query)
{
    for (size_t i = 0; i < sizeof QUERIES / sizeof QUERIES[0]; i++)
        if (strcmp(QUERIES[i].name, name) == 0) {
            QUERIES[i].show(call, table, query);
            return;
        }
    reply_error(&call->reply, HTTP_NOTFOUND, "unknown API path; docs/api.md lists all paths");
}

/* --- Routing ------------------------------------------------------------------------------ */

bool tables_api_owns(const char *path)
{
    return strcmp(path, "tables") == 0 || strncmp(path, "tables/", 7) == 0;
}

void tables_api_answer(Call *call, const char *path, const Query *query)
{
    assert(tables_api_owns(path));
    char id[ID_TEXT_MAX] = "";
    if (strcmp(path, "tables") == 0) {
        if (call->post)
            create(call);
        else
            lists_api_answer(call, query);
        return;
    }
    const char *rest = path + strlen("tables/");
    size_t      length = strcspn(rest, "/");
    if (length == ID_TEXT_MAX - 1)
        memcpy(id, rest, length);
    Table *table = registry_find(call->registry, id);
    if (table == NULL) {
        if (store_is_away(call->registry->store))
            reply_rejection(&call->reply, CODE_FULL, PLAY_MSG_AWAY);
        else
            reply_error(&call->reply, HTTP_NOTFOUND, "there is no table with this id");
        return;
    }
    rest += length + (rest[length] == '/');
    if (call->post)
        act_on_table(call, table, rest);
    else
        query_table(call, table, rest, query);
}
