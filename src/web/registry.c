/* SPDX-License-Identifier: MIT */
#include "web/registry.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>
#include <event2/http.h>

#include "base/clock.h"
#include "games/list.h"
#include "search/level.h"
#include "web/events.h"
#include "web/request.h"
#include "play/view_json.h"
#include "play/view_json_score.h"

enum {
    TICK_MS = 100,
    IDLE_MS = 20, /* a table that was just requested may still be in use */
    NEWS_TICKS = 5,
    SECOND_TICKS = 10,
    DRAW_MARGIN = 2, /* an engine accepts a draw if it is worse by this many units of eval */
};

/* --- Tables in memory --------------------------------------------------------------------- */

void registry_forget_search(TableRegistry *registry, Table *table)
{
    if (table->task != NULL)
        search_pool_cancel(registry->pool, table->task);
    table->task = NULL;
}

static void table_free(Table *table)
{
    session_free(&table->session);
    for (int i = 0; i < table->kept_count; i++)
        free(table->kept[i].text);
    free(table->scores);
    free(table);
}

/* Remove a table from memory; it stays in the database. */
static void drop(TableRegistry *registry, Table *table)
{
    assert(registry->table_count > 0);
    Table **link = &registry->tables;
    while (*link != table)
        link = &(*link)->next;
    *link = table->next;
    registry->table_count--;
    registry_forget_search(registry, table);
    events_close_all(table);
    table_free(table);
}

/* True if the table has no client, no search and no running clock. */
static bool is_idle(const Table *table)
{
    bool ticks =
        table->session.running && table->stored.main_ms > 0 && !session_is_over(&table->session);
    return table->stream_count == 0 && table->task == NULL && !ticks;
}

/* Make space for one more table; if necessary evict the one that was idle longest. */
static bool ensure_capacity(TableRegistry *registry)
{
    Table *oldest = NULL;
    if (registry->table_count < TABLES_MAX)
        return true;
    for (Table *table = registry->tables; table != NULL; table = table->next)
        if (is_idle(table) && clock_wall_ms() - table->touched_ms > IDLE_MS &&
            (oldest == NULL || table->touched_ms < oldest->touched_ms))
            oldest = table;
    if (oldest != NULL)
        drop(registry, oldest);
    return oldest != NULL;
}

bool registry_is_full(TableRegistry *registry)
{
    return store_count(registry->store) >= TABLES_STORED_MAX || !ensure_capacity(registry);
}

static void link_table(TableRegistry *registry, Table *table)
{
    assert(table->next == NULL && strlen(table->stored.id) == ID_TEXT_MAX - 1);
    table->next = registry->tables;
    registry->tables = table;
    registry->table_count++;
    table->touched_ms = clock_wall_ms();
}

static void clock_rules(const StoredTable *stored, ClockRule rules[2])
{
    rules[0] = (ClockRule){ .kind = stored->main_ms > 0 ? CLOCK_GAME : CLOCK_NONE,
                            .time_ms = stored->main_ms,
                            .increment_ms = stored->increment_ms };
    rules[1] = rules[0];
}

/* Restore a session from its record, with the stored clocks and offers. */
static bool revive(Table *table, const char *text, size_t size)
{
    Record    record;
    ClockRule rules[2];
    if (record_read(games_find, text, size, &record, NULL) != STATUS_OK)
        return false;
    clock_rules(&table->stored, rules);
    session_adopt(&table->session, &record, rules);
    for (int side = 0; side < 2; side++)
        session_set_clock(&table->session, side, table->stored.seat[side].left_ms);
    if (table->stored.abandoned)
        session_abandon(&table->session, SIDE_NONE);
    if (!session_is_over(&table->session) && table->stored.draw != SIDE_NONE)
        session_draw(&table->session, table->stored.draw, 0, NULL);
    if (!session_is_over(&table->session) && table->stored.back != SIDE_NONE)
        session_take_back(&table->session, table->stored.back, 0, NULL);
    return true;
}

static Table *load(TableRegistry *registry, const char *id)
{
    Buffer record;
    Table *table = calloc(1, sizeof *table);
    buffer_init(&record, REPLY_BYTES_MAX);
    bool found = table != NULL &&
                 store_load(registry->store, id, &table->stored, &record) == STATUS_OK &&
                 !record.failed && revive(table, record.data, record.length);
    buffer_free(&record);
    if (found)
        return table;
    free(table);
    return NULL;
}

Table *registry_find(TableRegistry *registry, const char *id)
{
    Table *table = registry->tables;
    if (strlen(id) != ID_TEXT_MAX - 1)
        return NULL;
    while (table != NULL && strcmp(table->stored.id, id) != 0)
        table = table->next;
    if (table != NULL) {
        table->touched_ms = clock_wall_ms();
        return table;
    }
    if (!ensure_capacity(registry) || (table = load(registry, id)) == NULL)
        return NULL;
    link_table(registry, table);
    registry_wake(registry, table);
    return table;
}

/* --- Changes ------------------------------------------------------------------------------ */

static void note_state(Table *table)
{
    StoredTable   *stored = &table->stored;
    const Session *session = &table->session;
    stored->over = session_is_over(session);
    stored->abandoned = stored->over && session->result.ending == ENDING_NONE;
    stored->draw = session->draw_offer;
    stored->back = session->takeback_by;
    for (int side = 0; side < 2; side++)
        if (stored->main_ms > 0)
            stored->seat[side].left_ms = session_clock_ms(session, side, clock_wall_ms());
}

static bool save(TableRegistry *registry, Table *table)
{
    Buffer record, summary;
    buffer_init(&record, REPLY_BYTES_MAX);
    buffer_init(&summary, REPLY_BYTES_MAX);
    note_state(table);
    Json json = json_over(&summary);
    registry_write_summary(&json, table);
    bool saved =
        record_write(session_record(&table->session), buffer_sink, &record) && !summary.failed &&
        store_save(registry->store, &table->stored, record.data, summary.data) == STATUS_OK;
    buffer_free(&record);
    buffer_free(&summary);
    return saved;
}

static void forget_oldest(Table *table)
{
    assert(table->kept_count > 0 && table->kept_bytes >= table->kept[0].size);
    table->kept_bytes -= table->kept[0].size;
    free(table->kept[0].text);
    table->kept_count--;
    memmove(table->kept, table->kept + 1, (size_t)table->kept_count * sizeof table->kept[0]);
}

/* Cache an event and take over its text.  Invariant: the cached events have consecutive versions and
 * end with the newest. */
static void keep(Table *table, Buffer *event)
{
    while (table->kept_count > 0 && (table->kept_count == EVENTS_KEPT ||
                                     table->kept_bytes + event->length > EVENT_BYTES_KEPT))
        forget_oldest(table);
    assert(table->kept_count < EVENTS_KEPT);
    table->kept[table->kept_count++] = (CachedEvent){ event->data, event->length };
    table->kept_bytes += event->length;
}

bool registry_publish(TableRegistry *registry, Table *table, const char *name, const Buffer *data)
{
    Buffer event;
    table->stored.version++;
    if (data->failed || !save(registry, table)) {
        drop(registry, table);
        return false;
    }
    buffer_init(&event, REPLY_BYTES_MAX);
    buffer_addf(&event, "id: %lld\nevent: %s\ndata: ", (long long)table->stored.version, name);
    buffer_bytes(&event, data->data, data->length);
    buffer_add(&event, "\n\n");
    if (event.failed) { /* the change is saved; clients reconnect and load it */
        buffer_free(&event);
        drop(registry, table);
        return false;
    }
    events_send(table, event.data, event.length);
    keep(table, &event);
    return true;
}

/* Publish an event whose data contain the new version. */
static bool publish_written(TableRegistry *registry, Table *table, const char *name,
                            void write(Json *json, Table *table))
{
    Buffer data;
    buffer_init(&data, REPLY_BYTES_MAX);
    Json json = json_over(&data);
    table->stored.version++;
    write(&json, table);
    table->stored.version--;
    bool published = registry_publish(registry, table, name, &data);
    buffer_free(&data);
    return published;
}

/* With all moves, since a takeback may have removed some. */
static void write_change(Json *json, Table *table)
{
    registry_write_table(json, NULL, table, true);
}

/* Write the last move and the table after it. */
static void write_turn(Json *json, Table *table)
{
    const Record *record = session_record(&table->session);
    json_object(json, NULL);
    view_move(json, "move", record, line_turns(&record->line) - 1);
    registry_write_table(json, "table", table, false);
    json_end_object(json);
}

bool registry_publish_change(TableRegistry *registry, Table *table)
{
    return publish_written(registry, table, "change", write_change);
}

bool registry_publish_turn(TableRegistry *registry, Table *table)
{
    return publish_written(registry, table, "turn", write_turn);
}

bool registry_publish_seats(TableRegistry *registry, Table *table)
{
    return publish_written(registry, table, "seats", registry_write_seats);
}

/* Send a transient event, which has no id and is not cached. */
static void publish_each(Table *table, const char *name, void write(Json *json, void *context),
                         void *context)
{
    Buffer event;
    if (table->streams == NULL)
        return;
    buffer_init(&event, REPLY_BYTES_MAX);
    buffer_addf(&event, "event: %s\ndata: ", name);
    Json json = json_over(&event);
    write(&json, context);
    buffer_add(&event, "\n\n");
    if (!event.failed)
        events_send(table, event.data, event.length);
    buffer_free(&event);
}

static void write_seats(Json *json, void *context)
{
    registry_write_seats(json, context);
}

void registry_publish_seat_views(TableRegistry *registry, Table *table)
{
    (void)registry;
    table->seats_changed = true; /* the next tick sends one event for all changes */
}

static void publish_seats(Table *table)
{
    if (table->seats_changed)
        publish_each(table, "seats", write_seats, table);
    table->seats_changed = false;
}

Table *registry_add(TableRegistry *registry, Table *table)
{
    table->stored.started_ms = clock_date_ms();
    table->stored.version = 1;
    if (!secret_id(table->stored.id) || !save(registry, table)) {
        table_free(table);
        return NULL;
    }
    link_table(registry, table);
    registry_wake(registry, table);
    return table;
}

/* --- Permissions -------------------------------------------------------------------------- */

int registry_side_of(const Table *table, const char *token)
{
    int found = SIDE_NONE;
    for (int side = 0; side < 2; side++)
        if (secret_matches(&table->stored.seat[side].token, token))
            found = side;
    return found;
}

bool registry_is_alone(const Table *table, int side)
{
    assert(side == 0 || side == 1);
    const StoredSeat *own = &table->stored.seat[side], *other = &table->stored.seat[1 - side];
    if (other->kind == SEAT_ENGINE)
        return true;
    if (own->kind == SEAT_OPEN)
        return false;
    return other->kind == SEAT_HUMAN || !other->taken;
}

/* --- Searches ----------------------------------------------------------------------------- */

static bool all_sit(const Table *table)
{
    for (int side = 0; side < 2; side++)
        if (table->stored.seat[side].kind == SEAT_OPEN && !table->stored.seat[side].taken)
            return false;
    return true;
}

/* True if the game should proceed: two engines play only while a client watches. */
static bool is_watched(const Table *table)
{
    return table->stream_count > 0 || table->stored.seat[0].kind != SEAT_ENGINE ||
           table->stored.seat[1].kind != SEAT_ENGINE;
}

static SearchLimits limits_of(const TableRegistry *registry, const Table *table, int side)
{
    assert(side == 0 || side == 1);
    const StoredSeat *seat = &table->stored.seat[side];
    const Line       *line = session_line(&table->session);
    SearchLimits      limits = { .time_ms = seat->time_ms };
    if (seat->level > 0)
        limits = level_limits(line->setup.game, line->setup.variant, seat->level,
                              mix64(registry->seed + (uint64_t)line_turns(line)));
    if (table->stored.main_ms > 0) {
        int64_t left = session_clock_ms(&table->session, side, clock_wall_ms());
        int64_t share = left / 25 + table->stored.increment_ms / 2;
        int64_t most = share < left / 3 ? share : left / 3;
        if (limits.time_ms == 0 || limits.time_ms > most)
            limits.time_ms = most > 1 ? most : 1;
    }
    return limits;
}

static void begin_turn(TableRegistry *registry, Table *table, int side)
{
    assert(table->task == NULL && table->stored.seat[side].kind == SEAT_ENGINE);
    SearchTask *task = search_task_new(TASK_TURN, table->stored.id, session_line(&table->session));
    if (task == NULL)
        return;
    task->limits = limits_of(registry, table, side);
    task->is_level = table->stored.seat[side].level > 0;
    if (search_pool_submit(registry->pool, task, TASKS_MAX))
        table->task = task;
    else
        search_task_delete(task); /* the next tick tries again */
}

static void begin_analysis(TableRegistry *registry, Table *table)
{
    int turns = line_turns(session_line(&table->session));
    if (table->analysing || table->scores != NULL || turns == 0)
        return;
    SearchTask *task =
        search_task_new(TASK_ANALYSIS, table->stored.id, session_line(&table->session));
    if (task == NULL)
        return;
    task->limits.nodes = (uint64_t)(turns > 400 ? ANALYSIS_NODES * 400 / turns : ANALYSIS_NODES);
    table->analysing = search_pool_submit(registry->pool, task, TASKS_MAX / 2);
    if (!table->analysing)
        search_task_delete(task);
}

void registry_analyse(TableRegistry *registry, Table *table)
{
    if (session_is_over(&table->session))
        begin_analysis(registry, table);
}

void registry_wake(TableRegistry *registry, Table *table)
{
    Session *session = &table->session;
    if (session_is_over(session)) {
        if (table->stream_count > 0)
            begin_analysis(registry, table);
        return;
    }
    free(table->scores); /* left from before a takeback */
    table->scores = NULL;
    table->score_count = 0;
    if (!all_sit(table))
        return;
    session_start(session, clock_wall_ms());
    int side = session_side(session);
    if (table->stored.seat[side].kind == SEAT_ENGINE && table->task == NULL && is_watched(table) &&
        line_turns(session_line(session)) < TURNS_MAX)
        begin_turn(registry, table, side);
}

/* --- Search results ----------------------------------------------------------------------- */

static Table *in_memory(TableRegistry *registry, const char *id)
{
    Table *table = registry->tables;
    while (table != NULL && strcmp(table->stored.id, id) != 0)
        table = table->next;
    return table;
}

/* True if the engine at `side` prefers a draw. */
static bool accepts_draw(const Table *table, int side)
{
    const GameEval *eval = session_line(&table->session)->setup.game->eval;
    int             unit = eval == NULL ? 100 : eval->unit;
    return table->engine_score[side] < -DRAW_MARGIN * unit;
}

/* Play the engine's move, or accept an open draw offer instead.  True if a move was played.  If the
 * engine ran out of time, the session ends the game. */
static bool act_on(Table *table, int side, const SearchTask *task)
{
    Session *session = &table->session;
    Fault    fault;
    assert(side == session_side(session) && task->kind == TASK_TURN);
    table->engine_score[side] = task->score;
    if (task->status == STATUS_OK && session->draw_offer == 1 - side && accepts_draw(table, side)) {
        session_draw(session, side, clock_wall_ms(), &fault);
        return false;
    }
    if (task->status == STATUS_OK &&
        session_play_turn(session, side, &task->turn, clock_wall_ms(), &fault) == STATUS_OK)
        return true;
    session_forfeit(session, side, END_CRASH, "it found no move"); /* unless it ran out of time */
    return false;
}

static void play_result(TableRegistry *registry, Table *table, const SearchTask *task)
{
    int side = session_side(&table->session);
    if (side == SIDE_NONE)
        return;
    bool played = act_on(table, side, task);
    if (played ? registry_publish_turn(registry, table) : registry_publish_change(registry, table))
        registry_wake(registry, table);
}

static void write_hint(Json *json, const SearchTask *task)
{
    const Line *line = &task->line;
    const Game *game = line->setup.game;
    TaskScore   known = task->known;
    char        notation[TURN_TEXT_MAX];
    Text        text = text_over(notation, sizeof notation);
    turn_write(game, line_now(line), &task->turn, &text);
    json_object(json, NULL);
    json_array(json, "steps");
    for (int i = 0; i < task->turn.count; i++)
        json_word(json, NULL, task->turn.step[i]);
    json_end_array(json);
    json_string(json, "words", notation);
    json_object(json, "score");
    view_score(json, &line->setup, line_now(line)->side,
               known.is_known ? known.score : task->score);
    if (known.is_known)
        view_known(json, line_now(line)->side, known.score);
    json_end_object(json);
    view_touches(json, "touch", &line->setup, line_now(line), &task->turn);
    json_end_object(json);
}

/* Send a delayed reply; 503 if `context` is NULL.  evhttp discards it if the client is gone. */
static void send_json(struct evhttp_request *request, void write(Json *json, void *context),
                      void *context)
{
    Reply reply = reply_new();
    reply.type = JSON_TYPE;
    reply.policy = DATA_POLICY;
    reply.cache = "no-store";
    Json json = json_over(&reply.body);
    if (context != NULL)
        write(&json, context);
    if (context == NULL || reply.body.failed)
        reply_error(&reply, CODE_FULL, "the engine could not answer; try again later");
    http_send(request, &reply);
    reply_free(&reply);
}

static void write_hint_of(Json *json, void *context)
{
    write_hint(json, context);
}

static void give_hint(TableRegistry *registry, SearchTask *task)
{
    bool found = task->status == STATUS_OK && task->turn.count > 0 && !task->cancelled;
    registry->hint_count--;
    assert(registry->hint_count >= 0);
    send_json(task->request, write_hint_of, found ? task : NULL);
}

static void write_scores_of(Json *json, void *context)
{
    registry_write_scores(json, context);
}

/* Reply to all who wait for this table's analysis; to all at shutdown (`table` NULL). */
static void answer_waiters(TableRegistry *registry, Table *table)
{
    int left = 0;
    for (int i = 0; i < registry->waiter_count; i++) {
        Waiter waiter = registry->waiter[i];
        if (table == NULL || strcmp(waiter.table, table->stored.id) == 0)
            send_json(waiter.request, write_scores_of, table);
        else
            registry->waiter[left++] = waiter;
    }
    registry->waiter_count = left;
}

/* Reply to clients that waited ANALYSIS_WAIT_SECONDS with the scores so far, before the reaper closes
 * their connections.  They ask again. */
static void answer_late_waiters(TableRegistry *registry, int64_t now_ms)
{
    int left = 0;
    for (int i = 0; i < registry->waiter_count; i++) {
        Waiter waiter = registry->waiter[i];
        if (now_ms - waiter.since_ms < 1000 * ANALYSIS_WAIT_SECONDS)
            registry->waiter[left++] = waiter;
        else
            send_json(waiter.request, write_scores_of, in_memory(registry, waiter.table));
    }
    registry->waiter_count = left;
}

/* True if two lines have the same number of steps and end in the same position. */
static bool is_same_end(const Line *a, const Line *b)
{
    return a->count == b->count && a->entries[a->count - 1].key == b->entries[b->count - 1].key;
}

static void take_analysis(TableRegistry *registry, Table *table, SearchTask *task)
{
    table->analysing = false;
    if (table->scores == NULL && is_same_end(session_line(&table->session), &task->line)) {
        table->scores = task->scores;
        table->score_count = task->score_count;
        task->scores = NULL;
    }
    answer_waiters(registry, table);
}

static void write_news(Json *json, void *context)
{
    const SearchTask *task = context;
    const Line       *line = &task->line;
    char              notation[TURN_TEXT_MAX];
    Text              text = text_over(notation, sizeof notation);
    turn_write(line->setup.game, line_now(line), &task->news_turn, &text);
    json_object(json, NULL);
    view_score(json, &line->setup, line_now(line)->side,
               task->known.is_known ? task->known.score : task->news_score);
    if (task->known.is_known)
        view_known(json, line_now(line)->side, task->known.score);
    json_integer(json, "depth", task->news_depth);
    json_string(json, "words", notation);
    json_end_object(json);
}

/* Publish the final result of a search; a very short search has no earlier progress report. */
static void publish_conclusion(Table *table, SearchTask *task)
{
    if (task->status != STATUS_OK || task->turn.count == 0)
        return;
    task->news_turn = task->turn;
    task->news_score = task->score;
    task->news_depth = task->depth;
    publish_each(table, "thinking", write_news, task);
}

static void take_task(TableRegistry *registry, SearchTask *task)
{
    Table *table = in_memory(registry, task->table);
    if (task->kind == TASK_HINT) {
        give_hint(registry, task);
    } else if (task->kind == TASK_ANALYSIS) {
        if (table != NULL)
            take_analysis(registry, table, task);
    } else if (table != NULL && table->task == task && !task->cancelled) {
        table->task = NULL;
        publish_conclusion(table, task);
        play_result(registry, table, task);
    }
    search_task_delete(task);
}

static void on_done(evutil_socket_t signal, short what, void *context)
{
    (void)what;
    TableRegistry *registry = context;
    uint64_t       count;
    if (read((int)signal, &count, sizeof count) < 0)
        return;
    for (SearchTask *task; (task = search_pool_take(registry->pool)) != NULL;)
        take_task(registry, task);
}

static void on_news(void *context, const SearchTask *task)
{
    Table *table = in_memory(context, task->table);
    if (table != NULL && table->task == task)
        publish_each(table, "thinking", write_news, (void *)task);
}

/* --- Time --------------------------------------------------------------------------------- */

static void on_tick(evutil_socket_t none, short what, void *context)
{
    (void)none, (void)what;
    TableRegistry *registry = context;
    int64_t        now = clock_wall_ms();
    registry->ticks++;
    for (Table *table = registry->tables, *next; table != NULL; table = next) {
        next = table->next;
        if (!session_is_over(&table->session) && session_check_time(&table->session, now)) {
            registry_forget_search(registry, table);
            if (!registry_publish_change(registry, table))
                continue;
        }
        if (registry->ticks % SECOND_TICKS != 0)
            continue;
        publish_seats(table);
        events_ping(table, now);
        registry_wake(registry, table);
    }
    if (registry->ticks % SECOND_TICKS == 0)
        answer_late_waiters(registry, now);
    if (registry->ticks % NEWS_TICKS == 0)
        search_pool_news(registry->pool, on_news, registry);
}

/* --- Lifetime ----------------------------------------------------------------------------- */

static bool open_registry(TableRegistry *registry, struct event_base *base)
{
    registry->base = base;
    registry->pool = search_pool_new(POOL_THREADS, POOL_TT_BYTES, registry->tb_cache);
    if (registry->pool == NULL)
        return false;
    registry->tick = event_new(base, -1, EV_PERSIST, on_tick, registry);
    registry->done = event_new(base, search_pool_signal(registry->pool), EV_READ | EV_PERSIST,
                               on_done, registry);
    if (registry->tick == NULL || registry->done == NULL)
        return false;
    registry->seed = (uint64_t)clock_date_ms();
    event_add(registry->tick, &(struct timeval){ .tv_usec = TICK_MS * 1000 });
    event_add(registry->done, NULL);
    return true;
}

TableRegistry *registry_new(struct event_base *base, const char *folder, const char *solved,
                            Fault *fault)
{
    TableRegistry *registry = calloc(1, sizeof *registry);
    if (registry == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    registry->tb_cache = tb_cache_new(solved);
    registry->store = store_open(folder, fault);
    if (registry->store != NULL && open_registry(registry, base))
        return registry;
    if (registry->store != NULL)
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    registry_free(registry);
    return NULL;
}

/* Save a table and remove it from memory.  Its clocks stop at their current values. */
static void put_away(TableRegistry *registry, Table *table)
{
    if (!session_is_over(&table->session) && table->stored.main_ms > 0) {
        session_pause(&table->session, clock_wall_ms());
        save(registry, table);
    }
    drop(registry, table);
}

/* Stop all searches and reply with 503 to clients that wait for a hint. */
static void stop_pool_threads(TableRegistry *registry)
{
    search_pool_stop(registry->pool);
    for (SearchTask *task; (task = search_pool_take(registry->pool)) != NULL;) {
        if (task->kind == TASK_HINT)
            give_hint(registry, task);
        search_task_delete(task);
    }
    search_pool_delete(registry->pool);
}

void registry_free(TableRegistry *registry)
{
    while (registry->tables != NULL)
        put_away(registry, registry->tables);
    answer_waiters(registry, NULL);
    if (registry->tick != NULL)
        event_free(registry->tick);
    if (registry->done != NULL)
        event_free(registry->done);
    if (registry->pool != NULL)
        stop_pool_threads(registry);
    tb_cache_delete(registry->tb_cache);
    if (registry->store != NULL)
        store_close(registry->store);
    free(registry);
}
