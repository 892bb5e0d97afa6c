/* SPDX-License-Identifier: MIT */
/* api_tables.c - the paths below /api/tables. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/http.h>

#include "base/clock.h"
#include "games/list.h"
#include "play/play_messages.h"
#include "play/view_json.h"
#include "web/api.h"
#include "web/events.h"
#include "web/registry.h"

/* --- New tables --------------------------------------------------------------------------- */

static void engine_name(const SeatRequest *seat, char *out, size_t size)
{
    if (seat->level > 0)
        snprintf(out, size, "Level %d", seat->level);
    else
        snprintf(out, size, "Engine, %d.%03d s", seat->time_ms / 1000, seat->time_ms % 1000);
}

/* Create the session of a new table from the start position, a position or a record. */
static Status begin_session(const TableRequest *wanted, const char *const names[2], Session *out,
                            Fault *fault)
{
    Setup           setup;
    PosBuffer       pos;
    Record          record;
    const ClockRule clock = { .kind = wanted->has_clock ? CLOCK_GAME : CLOCK_NONE,
                              .time_ms = wanted->main_ms,
                              .increment_ms = wanted->increment_ms };
    const ClockRule clocks[2] = { clock, clock };
    if (wanted->record != NULL) {
        Status status =
            record_read(games_find, wanted->record, strlen(wanted->record), &record, fault);
        if (status != STATUS_OK)
            return status;
        if (line_turns(&record.line) > TURNS_MAX) {
            record_free(&record);
            return fault_set(fault, STATUS_SYNTAX, 0, "'record' has more than %d moves", TURNS_MAX);
        }
        record_set_tag(&record, "First", names[0]);
        record_set_tag(&record, "Second", names[1]);
        session_adopt(out, &record, clocks);
        for (int side = 0; side < 2; side++)
            session_set_clock(out, side, wanted->main_ms);
        return STATUS_OK;
    }
    Status status = games_setup(wanted->setup, &setup, fault);
    if (status == STATUS_OK && wanted->position != NULL)
        status = setup.game->text->pos_read(setup.variant, wanted->position, &pos.head, fault);
    if (status != STATUS_OK)
        return status;
    status = session_init(out, &setup, wanted->position == NULL ? NULL : &pos.head, names, clocks);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", status_text(status));
}

static Table *table_of(const TableRequest *wanted, Fault *fault)
{
    char        engine_names[2][NAME_BYTES_MAX + 1];
    const char *names[2];
    Table      *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    for (int side = 0; side < 2; side++) {
        names[side] = wanted->name[side];
        if (wanted->seat[side].kind == SEAT_ENGINE && names[side][0] == '\0') {
            engine_name(&wanted->seat[side], engine_names[side], sizeof engine_names[side]);
            names[side] = engine_names[side];
        }
        table->stored.seat[side] = (StoredSeat){ .kind = (int)wanted->seat[side].kind,
                                                 .level = wanted->seat[side].level,
                                                 .time_ms = wanted->seat[side].time_ms,
                                                 .left_ms = wanted->main_ms };
    }
    table->stored.main_ms = wanted->main_ms;
    table->stored.increment_ms = wanted->increment_ms;
    if (begin_session(wanted, names, &table->session, fault) == STATUS_OK)
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
    assert(table->stored.seat[0].kind != SEAT_OPEN || table->stored.seat[1].kind != SEAT_OPEN);
    *rights = (Rights){ .invitation = "" };
    for (int side = 0; side < 2; side++) {
        StoredSeat *seat = &table->stored.seat[side];
        if (seat->kind == SEAT_HUMAN) {
            if (!secret_token(rights->token[side]))
                return false;
            seat->token = secret_hash(rights->token[side]);
        } else if (seat->kind == SEAT_OPEN) {
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
    Table *table = table_of(&wanted, &fault);
    table_request_free(&wanted);
    if (table == NULL) {
        reply_fault(&call->reply, HTTP_BADREQUEST, &fault);
        return;
    }
    bool has_rights = give_rights(table, &rights);
    table->stored.draw = table->stored.back = SIDE_NONE;
    table = registry_add(call->registry, table);
    if (!has_rights || table == NULL)
        reply_error(&call->reply, HTTP_INTERNAL, PLAY_MESSAGE[PLAY_MSG_SAVE_FAILED].english);
    else
        write_created(&call->reply, table, &rights);
}

/* --- Actions: each changes the session or fills the fault ----------------------------------- */

typedef struct Act {
    TableRegistry       *registry;
    Table               *table;
    int                  side; /* the side that acts */
    const ActionRequest *wanted;
    int64_t              now;
    Call                *call;
} Act;

/* The event to publish after an action. */
typedef enum Publication { PUBLISH_NONE, PUBLISH_TURN, PUBLISH_CHANGE, PUBLISH_SEATS } Publication;

/* Add the key of a message for people to a fault that says more to programs. */
static Status with_code(Fault *fault, PlayMessage message, Status status)
{
    fault->code = PLAY_MESSAGE[message].key;
    return status;
}

static Status play(Act *act, Fault *fault, Publication *publication)
{
    Session    *session = &act->table->session;
    const Line *line = session_line(session);
    if (act->wanted->turn != line_turns(line))
        return with_code(fault, PLAY_MSG_OTHER_TURN,
                         fault_set(fault, STATUS_ILLEGAL, 0,
                                   "'turn' must be %d, the number of the next move",
                                   line_turns(line)));
    if (act->wanted->turn >= TURNS_MAX)
        return with_code(fault, PLAY_MSG_TURN_LIMIT,
                         fault_set(fault, STATUS_ILLEGAL, 0,
                                   "the game has reached the limit of %d moves", TURNS_MAX));
    *publication = PUBLISH_TURN;
    return act->wanted->words != NULL
               ? session_play(session, act->side, act->wanted->words, act->now, fault)
               : session_play_announced(session, act->side, &act->wanted->steps,
                                        act->wanted->announcement, act->now, fault);
}

/* Return the seat that played a move. */
static int player_of(const Line *line, int turn)
{
    assert(turn >= 0 && turn < line_turns(line));
    const Pos *pos = line_before_turn(line, turn);
    return game_player(line->setup.game, pos, pos->side);
}

/* Undo moves up to and including the last one of `side`, without asking the opponent. */
static Status undo(Act *act, Fault *fault)
{
    assert(act->side == 0 || act->side == 1);
    const Line *line = session_line(&act->table->session);
    int         turn = line_turns(line) - 1;
    bool        engine = act->table->stored.seat[1 - act->side].kind == SEAT_ENGINE;
    while (engine && turn >= 0 && player_of(line, turn) != act->side)
        turn--;
    if (turn < 0)
        return play_reject(fault, &PLAY_MESSAGE[PLAY_MSG_NO_TAKEBACK]);
    while (line_turns(line) > turn)
        if (!session_undo_turn(&act->table->session, act->now))
            return play_reject(fault, &CORE_MESSAGE[CORE_MSG_OVER]);
    return STATUS_OK;
}

static Status take_back(Act *act, Fault *fault, Publication *publication)
{
    *publication = PUBLISH_CHANGE;
    Status status = registry_is_alone(act->table, act->side)
                        ? undo(act, fault)
                        : session_take_back(&act->table->session, act->side, act->now, fault);
    if (status == STATUS_OK && act->table->session.takeback_by == SIDE_NONE)
        registry_forget_search(act->registry, act->table);
    return status;
}

static Status draw(Act *act, Fault *fault, Publication *publication)
{
    Session          *session = &act->table->session;
    const StoredSeat *other = &act->table->stored.seat[1 - act->side];
    *publication = PUBLISH_CHANGE;
    if (other->kind == SEAT_OPEN && !other->taken)
        return play_reject(fault, &PLAY_MESSAGE[PLAY_MSG_NOT_JOINED]);
    Status status = session_draw(session, act->side, act->now, fault);
    if (status == STATUS_OK && other->kind == SEAT_HUMAN &&
        registry_is_alone(act->table, act->side))
        status = session_draw(session, 1 - act->side, act->now, fault);
    return status;
}

static Status resign(Act *act, Fault *fault, Publication *publication)
{
    *publication = PUBLISH_CHANGE;
    Status status = session_resign(&act->table->session, act->side, act->now, fault);
    if (status == STATUS_OK)
        registry_forget_search(act->registry, act->table);
    return status;
}

static Status decline(Act *act, Fault *fault, Publication *publication)
{
    const Session *session = &act->table->session;
    *publication = PUBLISH_CHANGE;
    if (session->draw_offer != 1 - act->side && session->takeback_by != 1 - act->side)
        return play_reject(fault, &PLAY_MESSAGE[PLAY_MSG_NO_OFFER]);
    session_decline(&act->table->session, act->side);
    return STATUS_OK;
}

/* Leaving a running game forfeits it, unless there is no opponent who could win. */
static Status leave(Act *act, Fault *fault, Publication *publication)
{
    (void)fault;
    StoredTable      *stored = &act->table->stored;
    const StoredSeat *other = &stored->seat[1 - act->side];
    bool alone = other->kind != SEAT_ENGINE && registry_is_alone(act->table, act->side);
    *publication = PUBLISH_CHANGE;
    session_check_time(&act->table->session, act->now);
    session_abandon(&act->table->session, alone ? SIDE_NONE : act->side);
    registry_forget_search(act->registry, act->table);
    stored->seat[act->side].token = (Hash){ .set = false };
    stored->invitation = (Hash){ .set = false };
    return STATUS_OK;
}

/* Return a new table with swapped seats; the players keep their tokens. */
static Table *swapped(const Table *old)
{
    assert(session_is_over(&old->session));
    const Line     *line = session_line(&old->session);
    const Seat     *seat = old->session.seat;
    const char     *names[2] = { seat[1].name, seat[0].name };
    const ClockRule clocks[2] = { seat[1].clock, seat[0].clock };
    Table          *table = calloc(1, sizeof *table);
    if (table == NULL ||
        session_init(&table->session, &line->setup, line_start(line), names, clocks) != STATUS_OK) {
        free(table);
        return NULL;
    }
    table->stored = (StoredTable){ .main_ms = old->stored.main_ms,
                                   .increment_ms = old->stored.increment_ms,
                                   .draw = SIDE_NONE,
                                   .back = SIDE_NONE };
    for (int side = 0; side < 2; side++) {
        table->stored.seat[side] = old->stored.seat[1 - side];
        table->stored.seat[side].rematch = false;
        table->stored.seat[side].left_ms = old->stored.main_ms;
    }
    return table;
}

static void write_next(Json *json, const char *id)
{
    json_object(json, NULL);
    json_string(json, "table", id);
    json_end_object(json);
}

static Status begin_rematch(Act *act, Fault *fault)
{
    Buffer data;
    assert(act->table->stored.rematch[0] == '\0');
    Table *next = registry_is_full(act->registry) ? NULL : swapped(act->table);
    next = next == NULL ? NULL : registry_add(act->registry, next);
    if (next == NULL)
        return play_reject(fault, &PLAY_MESSAGE[PLAY_MSG_FULL]);
    memcpy(act->table->stored.rematch, next->stored.id, ID_TEXT_MAX);
    buffer_init(&data, REPLY_BYTES_MAX);
    Json json = json_over(&data);
    write_next(&json, next->stored.id);
    bool published = registry_publish(act->registry, act->table, "rematch", &data);
    buffer_free(&data);
    if (published)
        return STATUS_OK;
    act->table = NULL;
    return play_reject(fault, &PLAY_MESSAGE[PLAY_MSG_SAVE_FAILED]);
}

static Status rematch(Act *act, Fault *fault, Publication *publication)
{
    StoredTable *stored = &act->table->stored;
    if (!session_is_over(&act->table->session))
        return play_reject(fault, &PLAY_MESSAGE[PLAY_MSG_REMATCH_EARLY]);
    *publication = PUBLISH_NONE;
    if (stored->rematch[0] == '\0') {
        stored->seat[act->side].rematch = true;
        if (!registry_is_alone(act->table, act->side) && !stored->seat[1 - act->side].rematch) {
            *publication = PUBLISH_SEATS;
            return STATUS_OK;
        }
        Status status = begin_rematch(act, fault);
        if (status != STATUS_OK)
            return status;
    }
    Json json = json_over(&act->call->reply.body);
    write_next(&json, stored->rematch);
    return STATUS_OK;
}

static Status hint(Act *act, Fault *fault, Publication *publication)
{
    *publication = PUBLISH_NONE;
    if (session_is_over(&act->table->session))
        return play_reject(fault, &CORE_MESSAGE[CORE_MSG_OVER]);
    SearchTask *task =
        act->registry->hint_count >= HINTS_WAITING_MAX
            ? NULL
            : search_task_new(TASK_HINT, act->table->stored.id, session_line(&act->table->session));
    if (task == NULL)
        return play_reject(fault, &PLAY_MESSAGE[PLAY_MSG_HINTS_BUSY]);
    task->request = act->call->request;
    task->limits.time_ms = HINT_MS;
    if (!search_pool_submit(act->registry->pool, task, TASKS_MAX)) {
        search_task_delete(task);
        return play_reject(fault, &PLAY_MESSAGE[PLAY_MSG_HINTS_BUSY]);
    }
    act->registry->hint_count++;
    act->call->kept = true;
    return STATUS_OK;
}

typedef struct Action {
    const char *name;
    int         with;
    Status (*act)(Act *act, Fault *fault, Publication *publication);
} Action;

static const Action ACTIONS[] = {
    /* clang-format off */
    { "turn",      WITH_TOKEN | WITH_TURN, play },
    { "take-back", WITH_TOKEN, take_back },
    { "draw",      WITH_TOKEN, draw },
    { "resign",    WITH_TOKEN, resign },
    { "decline",   WITH_TOKEN, decline },
    { "leave",     WITH_TOKEN, leave },
    { "rematch",   WITH_TOKEN, rematch },
    { "hint",      WITH_TOKEN, hint },
    /* clang-format on */
};

static bool publish(Act *act, Publication publication)
{
    switch (publication) {
    case PUBLISH_TURN: return registry_publish_turn(act->registry, act->table);
    case PUBLISH_CHANGE: return registry_publish_change(act->registry, act->table);
    case PUBLISH_SEATS: return registry_publish_seats(act->registry, act->table);
    case PUBLISH_NONE: break;
    }
    return true;
}

/* A rejected action may reveal that a player ran out of time before the tick noticed: publish it. */
static void publish_timeout(Act *act, bool was_over)
{
    if (act->table != NULL && !was_over && session_is_over(&act->table->session)) {
        registry_forget_search(act->registry, act->table);
        registry_publish_change(act->registry, act->table);
    }
}

static void perform(Call *call, Table *table, const Action *action, const ActionRequest *wanted)
{
    Fault       fault;
    Publication publication = PUBLISH_NONE;
    Act act = { .registry = call->registry, .table = table, .wanted = wanted, .call = call };
    act.now = clock_wall_ms();
    act.side = registry_side_of(table, wanted->token);
    if (act.side == SIDE_NONE) {
        reply_error(&call->reply, CODE_FORBIDDEN,
                    "'token' does not belong to a seat of this table");
        return;
    }
    bool was_over = session_is_over(&table->session);
    if (action->act(&act, &fault, &publication) != STATUS_OK) {
        reply_fault(&call->reply, CODE_CONFLICT, &fault);
        publish_timeout(&act, was_over);
    } else if (!publish(&act, publication)) {
        reply_error(&call->reply, HTTP_INTERNAL, PLAY_MESSAGE[PLAY_MSG_SAVE_FAILED].english);
    } else {
        if (!call->kept && call->reply.body.length == 0)
            buffer_add(&call->reply.body, "{}");
        registry_wake(call->registry, table);
    }
}

static int open_side(const Table *table)
{
    for (int side = 0; side < 2; side++)
        if (table->stored.seat[side].kind == SEAT_OPEN && !table->stored.seat[side].taken)
            return side;
    return SIDE_NONE;
}

static void join(Call *call, Table *table, const ActionRequest *wanted)
{
    int   side = open_side(table);
    char  token[TOKEN_TEXT_MAX];
    Fault fault;
    if (!secret_matches(&table->stored.invitation, wanted->invitation)) {
        play_reject(&fault, &PLAY_MESSAGE[PLAY_MSG_BAD_INVITATION]);
        reply_fault(&call->reply, CODE_FORBIDDEN, &fault);
        return;
    }
    if (side == SIDE_NONE || session_is_over(&table->session)) {
        play_reject(&fault, &PLAY_MESSAGE[PLAY_MSG_NO_OPEN_SEAT]);
        reply_fault(&call->reply, CODE_CONFLICT, &fault);
        return;
    }
    if (!secret_token(token)) {
        reply_error(&call->reply, HTTP_INTERNAL, "the server cannot generate a token");
        return;
    }
    StoredSeat *seat = &table->stored.seat[side];
    seat->taken = true;
    seat->token = secret_hash(token);
    table->stored.invitation = (Hash){ .set = false };
    if (wanted->name[0] != '\0')
        session_set_name(&table->session, side, wanted->name);
    if (!registry_publish_seats(call->registry, table)) {
        reply_error(&call->reply, HTTP_INTERNAL, PLAY_MESSAGE[PLAY_MSG_SAVE_FAILED].english);
        return;
    }
    Json json = json_over(&call->reply.body);
    json_object(&json, NULL);
    json_integer(&json, "side", side);
    json_string(&json, "token", token);
    json_end_object(&json);
    registry_wake(call->registry, table);
}

static void act_on_table(Call *call, Table *table, const char *name)
{
    Fault         fault;
    ActionRequest wanted;
    const Action *action = NULL;
    bool          joins = strcmp(name, "join") == 0;
    for (size_t i = 0; i < sizeof ACTIONS / sizeof ACTIONS[0]; i++)
        if (strcmp(ACTIONS[i].name, name) == 0)
            action = &ACTIONS[i];
    if (action == NULL && !joins) {
        fault_set(&fault, STATUS_NOT_FOUND, 0, "unknown action '%.40s'; docs/api.md lists all",
                  name);
        reply_fault(&call->reply, HTTP_NOTFOUND, &fault);
        return;
    }
    if (action_read(call->body, call->size, joins ? WITH_INVITATION : action->with, &wanted,
                    &fault) != STATUS_OK) {
        reply_fault(&call->reply, HTTP_BADREQUEST, &fault);
        return;
    }
    if (joins)
        join(call, table, &wanted);
    else
        perform(call, table, action, &wanted);
    action_free(&wanted);
}

/* --- Queries ------------------------------------------------------------------------------ */

static void show_table(Call *call, Table *table, const Query *query)
{
    (void)query;
    Json json = json_over(&call->reply.body);
    registry_write_table(&json, NULL, table, true);
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
    const Line *line = session_line(&table->session);
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
    record_write(session_record(&table->session), buffer_sink, &call->reply.body);
}

static void show_analysis(Call *call, Table *table, const Query *query)
{
    (void)query;
    TableRegistry *registry = call->registry;
    registry_analyse(registry, table);
    if (table->analysing && registry->waiter_count < HINTS_WAITING_MAX) {
        assert(registry->waiter_count >= 0);
        Waiter *waiter = &registry->waiter[registry->waiter_count++];
        memcpy(waiter->table, table->stored.id, ID_TEXT_MAX);
        waiter->request = call->request;
        waiter->since_ms = clock_wall_ms();
        call->kept = true;
        return;
    }
    Json json = json_over(&call->reply.body);
    registry_write_scores(&json, table);
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

/* --- Lists -------------------------------------------------------------------------------- */

/* Append a summary, which is JSON already. */
static bool add_summary(void *context, const char *id, const char *summary)
{
    (void)id;
    Buffer *body = context;
    if (body->length > 1)
        buffer_add(body, ",");
    buffer_add(body, summary);
    return !body->failed;
}

static void list(Call *call, const Query *query)
{
    int limit = query_number(query, "limit", LIST_MAX, LIST_MAX);
    if (limit < 0) {
        number_error(&call->reply, "limit", LIST_MAX);
        return;
    }
    buffer_add(&call->reply.body, "[");
    if (store_list(call->registry->store, query_value(query, "before"), limit, add_summary,
                   &call->reply.body) != STATUS_OK)
        reply_error(&call->reply, HTTP_INTERNAL, "the server cannot read the game database");
    else
        buffer_add(&call->reply.body, "]");
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
            list(call, query);
        return;
    }
    const char *rest = path + strlen("tables/");
    size_t      length = strcspn(rest, "/");
    if (length == ID_TEXT_MAX - 1)
        memcpy(id, rest, length);
    Table *table = registry_find(call->registry, id);
    if (table == NULL) {
        reply_error(&call->reply, HTTP_NOTFOUND, "there is no table with this id");
        return;
    }
    rest += length + (rest[length] == '/');
    if (call->post)
        act_on_table(call, table, rest);
    else
        query_table(call, table, rest, query);
}
