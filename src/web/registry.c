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
#include "play/host_json.h"
#include "play/play_messages.h"
#include "web/events.h"
#include "web/expiry.h"
#include "web/lines.h"
#include "web/request.h"
#include "web/reviews.h"
#include "web/sharing.h"

enum {
    TICK_MS = 100,
    IDLE_MS = 20, /* a table that was just requested may still be in use */
    NEWS_TICKS = 5,
    SECOND_TICKS = 10,
};

/* --- Tables in memory --------------------------------------------------------------------- */

void table_free(Table *table)
{
    host_delete(table->host);
    for (int i = 0; i < table->kept_count; i++)
        free(table->kept[i].text);
    free(table);
}

static void cancel_search(TableRegistry *registry, Table *table, int slot)
{
    if (table->search[slot] != NULL)
        search_pool_cancel(registry->pool, table->search[slot]);
    table->search[slot] = NULL;
}

void registry_drop(TableRegistry *registry, Table *table)
{
    assert(registry->table_count > 0);
    Table **link = &registry->tables;
    while (*link != table)
        link = &(*link)->next;
    *link = table->next;
    registry->table_count--;
    for (int slot = 0; slot < TABLE_SEARCHES_MAX; slot++)
        cancel_search(registry, table, slot);
    events_close_all(table);
    sharing_drop(registry, table);
    table_free(table);
}

/* True if the table has no client, no search for a move or a hint, and no running clock.  If the table
 * is shared, another server that needs it finds it. */
bool registry_is_idle(const TableRegistry *registry, const Table *table)
{
    if (!store_is_shared(registry->store))
        return host_watchers(table->host) == 0 && !host_is_busy(table->host);
    return table->streams == NULL && !table->share.is_leased && table->search[0] == NULL &&
           table->search[1] == NULL;
}

/* Make space for one more table; if necessary evict the one that was idle longest. */
static bool ensure_capacity(TableRegistry *registry)
{
    Table *oldest = NULL;
    if (registry->table_count < TABLES_MAX)
        return true;
    for (Table *table = registry->tables; table != NULL; table = table->next)
        if (registry_is_idle(registry, table) && clock_wall_ms() - table->touched_ms > IDLE_MS &&
            (oldest == NULL || table->touched_ms < oldest->touched_ms))
            oldest = table;
    if (oldest != NULL)
        registry_drop(registry, oldest);
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

static HostState host_state_of(const StoredTable *stored, uint64_t seed)
{
    HostState state = { .version = stored->version,
                        .clock = { .kind = stored->main_ms > 0 ? CLOCK_GAME : CLOCK_NONE,
                                   .time_ms = stored->main_ms,
                                   .increment_ms = stored->increment_ms },
                        .draw = stored->draw,
                        .back = stored->back,
                        .over = stored->over,
                        .abandoned = stored->abandoned,
                        .casual = stored->casual,
                        .listed = stored->listed,
                        .seed = seed,
                        .level_ms = HOST_LEVEL_MS,
                        .idle_ms = stored->idle_ms,
                        .declined = stored->declined,
                        .declined_by = stored->declined_by,
                        .undone_count = stored->undone_count };
    memcpy(state.undone, stored->undone, sizeof state.undone);
    snprintf(state.rematch, sizeof state.rematch, "%s", stored->rematch);
    for (int i = 0; i < 2; i++) {
        const StoredSeat *seat = &stored->seat[i];
        state.seat[i] = (HostSeat){ .kind = (SeatKind)seat->kind,
                                    .level = seat->level,
                                    .time_ms = seat->time_ms,
                                    .taken = seat->taken,
                                    .rematch = seat->rematch,
                                    .left_ms = seat->left_ms };
    }
    return state;
}

/* Return the list that the table belongs to. */
static TableState list_of(const TableHost *host, const HostState *state)
{
    bool is_fresh = line_turns(session_line(host_session(host))) == 0;
    if (state->over)
        return is_fresh && state->abandoned ? TABLE_UNBEGUN : TABLE_OVER;
    if (host_open_seat(host) != SIDE_NONE)
        return state->listed ? TABLE_CHALLENGE : TABLE_UNBEGUN;
    return is_fresh ? TABLE_UNBEGUN : TABLE_LIVE;
}

/* Return the time until the running clock is at 0, or -1. */
static int64_t flag_ms_of(const Session *session, int64_t now_ms)
{
    return session->running && !session_is_over(session)
               ? session_clock_ms(session, session_side(session), now_ms)
               : -1;
}

static bool wants_engine(const TableHost *host)
{
    const HostTask *task;
    for (int i = 0; (task = host_next_task(host, i)) != NULL; i++)
        if (task->kind == HOST_TASK_TURN)
            return true;
    return false;
}

/* Update the stored fields that the host decides. */
static void note_state(Table *table)
{
    int64_t      now = clock_wall_ms();
    HostState    state = host_state(table->host, now);
    StoredTable *stored = &table->stored;
    stored->flag_ms = flag_ms_of(host_session(table->host), now);
    stored->wants_engine = wants_engine(table->host);
    stored->version = state.version;
    stored->over = state.over;
    stored->abandoned = state.abandoned;
    stored->casual = state.casual;
    stored->listed = state.listed;
    stored->state = list_of(table->host, &state);
    stored->changed_ms = clock_date_ms();
    snprintf(stored->game, sizeof stored->game, "%s",
             session_line(host_session(table->host))->setup.game->name);
    stored->main_ms = state.clock.time_ms;
    stored->increment_ms = state.clock.increment_ms;
    stored->declined = state.declined;
    stored->declined_by = state.declined_by;
    stored->undone_count = state.undone_count;
    memcpy(stored->undone, state.undone, sizeof stored->undone);
    stored->draw = state.draw;
    stored->back = state.back;
    snprintf(stored->rematch, sizeof stored->rematch, "%s", state.rematch);
    for (int i = 0; i < 2; i++) {
        StoredSeat *seat = &stored->seat[i];
        seat->kind = (int)state.seat[i].kind;
        seat->level = state.seat[i].level;
        seat->time_ms = state.seat[i].time_ms;
        seat->taken = state.seat[i].taken;
        seat->rematch = state.seat[i].rematch;
        seat->left_ms = state.seat[i].left_ms;
    }
}

/* --- Cached events ------------------------------------------------------------------------ */

static void forget_oldest(Table *table)
{
    assert(table->kept_count > 0 && table->kept_bytes >= table->kept[0].size);
    table->kept_bytes -= table->kept[0].size;
    free(table->kept[0].text);
    table->kept_count--;
    memmove(table->kept, table->kept + 1, (size_t)table->kept_count * sizeof table->kept[0]);
}

void table_keep(Table *table, StoredEvent event)
{
    while (table->kept_count > 0 &&
           (table->kept_count == EVENTS_KEPT || table->kept_bytes + event.size > EVENT_BYTES_KEPT))
        forget_oldest(table);
    assert(table->kept_count < EVENTS_KEPT);
    table->kept[table->kept_count++] = event;
    table->kept_bytes += event.size;
}

static Table *load(TableRegistry *registry, const char *id)
{
    Buffer record;
    Table *table = calloc(1, sizeof *table);
    buffer_init(&record, REPLY_BYTES_MAX);
    if (table != NULL && store_load(registry->store, id, &table->stored, &record) == STATUS_OK &&
        !record.failed) {
        HostState state = host_state_of(&table->stored, registry_seed(registry, table));
        table->host = host_restore(&state, record.data, record.length, clock_wall_ms(), NULL);
    }
    buffer_free(&record);
    if (table != NULL && table->host != NULL && sharing_load_events(registry, table)) {
        host_set_id(table->host, table->stored.id);
        return table;
    }
    if (table != NULL)
        table_free(table);
    return NULL;
}

Table *registry_in_memory(TableRegistry *registry, const char *id)
{
    Table *table = registry->tables;
    while (table != NULL && strcmp(table->stored.id, id) != 0)
        table = table->next;
    return table;
}

Table *registry_find(TableRegistry *registry, const char *id)
{
    if (strlen(id) != ID_TEXT_MAX - 1)
        return NULL;
    Table *table = registry_in_memory(registry, id);
    if (table != NULL) {
        table->touched_ms = clock_wall_ms();
        return sharing_update(registry, table) ? table : NULL;
    }
    if (!ensure_capacity(registry) || (table = load(registry, id)) == NULL)
        return NULL;
    link_table(registry, table);
    sharing_add(registry, table);
    return registry_flush(registry, table) != FLUSH_LOST ? table : NULL;
}

/* --- Changes ------------------------------------------------------------------------------ */

/* The events that wait to be sent, in wire format, and among them those with a version. */
typedef struct Outbox {
    int         count, kept_count;
    StoredEvent event[HOST_EVENTS_MAX], kept[HOST_EVENTS_MAX];
} Outbox;

static void outbox_free(Outbox *outbox)
{
    for (int i = 0; i < outbox->count; i++)
        free(outbox->event[i].text);
    outbox->count = 0;
}

/* Write an event; NULL if memory ran out. */
static char *write_event(Table *table, const HostEvent *event, size_t *size)
{
    Buffer text;
    buffer_init(&text, REPLY_BYTES_MAX);
    if (event->version > 0)
        buffer_addf(&text, "id: %lld\n", (long long)event->version);
    buffer_addf(&text, "event: %s\ndata: ", host_event_name(event->kind));
    Json json = json_over(&text);
    host_event_write(&json, NULL, table->host, event, clock_wall_ms());
    buffer_add(&text, "\n\n");
    *size = text.length;
    if (!text.failed)
        return text.data;
    buffer_free(&text);
    return NULL;
}

/* Take the events of the host.  False if memory ran out; transient events may get lost. */
static bool fill_outbox(TableRegistry *registry, Table *table, Outbox *outbox)
{
    HostEvent event;
    bool      fine = true;
    while (host_next_event(table->host, &event)) {
        StoredEvent written = { .text = NULL };
        bool        is_kept = event.version > 0;
        if (is_kept || table->streams != NULL || sharing_has_others(table))
            written.text = write_event(table, &event, &written.size);
        fine = fine && (written.text != NULL || !is_kept);
        if (written.text == NULL)
            continue;
        if (event.kind == HOST_EVENT_THINKING) /* other servers tell presence themselves */
            sharing_tell(registry, table, written.text);
        assert(outbox->count < HOST_EVENTS_MAX);
        outbox->event[outbox->count++] = written;
        if (is_kept)
            outbox->kept[outbox->kept_count++] = written;
    }
    return fine;
}

/* Save the table; on failure `table->stored` is that of the database. */
static Status save(TableRegistry *registry, Table *table, const Outbox *outbox)
{
    Buffer      record, summary;
    StoredTable before = table->stored;
    Status      status = STATUS_NO_MEMORY;
    buffer_init(&record, REPLY_BYTES_MAX);
    buffer_init(&summary, REPLY_BYTES_MAX);
    note_state(table);
    Json json = json_over(&summary);
    host_write_summary_open(&json, table->host);
    json_integer(&json, "started", table->stored.started_ms);
    json_integer(&json, "changed", table->stored.changed_ms);
    json_end_object(&json);
    if (record_write(session_record(host_session(table->host)), buffer_sink, &record) &&
        !summary.failed)
        status = store_save(registry->store, &table->stored,
                            &(StoreTexts){ .record = record.data,
                                           .summary = summary.data,
                                           .event_count = outbox->kept_count,
                                           .events = outbox->kept });
    buffer_free(&record);
    buffer_free(&summary);
    if (status != STATUS_OK) {
        table->stored = before;
        return status;
    }
    table->stored.saved = table->stored.version;
    table->share.is_leased = table->stored.wants_engine;
    if (table->stored.state != TABLE_CHALLENGE)
        challenges_remove(&registry->challenges, table->stored.id);
    return STATUS_OK;
}

/* Send the events, and cache those with a version, which takes over their texts. */
static void send_events(Table *table, Outbox *outbox)
{
    for (int i = 0, kept = 0; i < outbox->count; i++) {
        events_send(table, outbox->event[i].text, outbox->event[i].size);
        if (kept < outbox->kept_count && outbox->event[i].text == outbox->kept[kept].text) {
            table_keep(table, outbox->kept[kept++]);
            outbox->event[i].text = NULL;
        }
    }
}

/* Save the table if it has changed, then send its events.  On failure the table is dropped: if it was
 * saved, clients reconnect and load it. */
static Flush publish(TableRegistry *registry, Table *table)
{
    Outbox outbox = { .count = 0 };
    Status status = fill_outbox(registry, table, &outbox) ? STATUS_OK : STATUS_NO_MEMORY;
    if (status == STATUS_OK && host_version(table->host) != table->stored.version)
        status = save(registry, table, &outbox);
    if (status == STATUS_OK)
        send_events(table, &outbox);
    outbox_free(&outbox);
    if (status == STATUS_OK)
        return FLUSH_DONE;
    if (status == STATUS_ILLEGAL && registry_reload(registry, table))
        return FLUSH_OUTDATED;
    registry_drop(registry, table);
    return FLUSH_LOST;
}

Table *table_new(void)
{
    Table *table = calloc(1, sizeof *table);
    if (table != NULL && secret_id(table->stored.id))
        return table;
    free(table);
    return NULL;
}

uint64_t registry_seed(const TableRegistry *registry, const Table *table)
{
    return registry->seed < 0 ? host_seed(0, table->stored.id) : (uint64_t)registry->seed;
}

Table *registry_add(TableRegistry *registry, Table *table)
{
    table->stored.started_ms = clock_date_ms();
    host_set_id(table->host, table->stored.id);
    if (save(registry, table, &(Outbox){ .count = 0 }) != STATUS_OK) {
        table_free(table);
        return NULL;
    }
    link_table(registry, table);
    return registry_flush(registry, table) != FLUSH_LOST ? table : NULL;
}

void registry_remove(TableRegistry *registry, const char *id)
{
    Table *table = registry_in_memory(registry, id);
    if (table != NULL)
        registry_drop(registry, table);
    challenges_remove(&registry->challenges, id);
    store_remove(registry->store, id);
}

/* The players keep their tokens. */
Status registry_rematch(TableRegistry *registry, Table *table, Fault *fault)
{
    table->touched_ms = clock_wall_ms(); /* it is not the one to evict */
    Table *next = registry_is_full(registry) ? NULL : table_new();
    if (next != NULL && (next->host = host_new_rematch(table->host, registry_seed(registry, next),
                                                       clock_wall_ms(), NULL)) == NULL) {
        free(next);
        next = NULL;
    }
    for (int seat = 0; next != NULL && seat < 2; seat++)
        next->stored.seat[seat].token = table->stored.seat[1 - seat].token;
    if (next == NULL || (next = registry_add(registry, next)) == NULL)
        return play_reject(fault, &PLAY_MESSAGE[PLAY_MSG_FULL]);
    host_set_rematch(table->host, next->stored.id);
    return STATUS_OK;
}

int registry_side_of(const Table *table, const char *token)
{
    int found = SIDE_NONE;
    for (int side = 0; side < 2; side++)
        if (secret_matches(&table->stored.seat[side].token, token))
            found = side;
    return found;
}

/* --- Searches ----------------------------------------------------------------------------- */

/* Return the slot of the search for a task of the host, or -1. */
static int slot_of(const Table *table, uint32_t task)
{
    for (int slot = 0; slot < TABLE_SEARCHES_MAX; slot++)
        if (table->search[slot] != NULL && table->search[slot]->task.id == task)
            return slot;
    return -1;
}

static bool is_wanted(const Table *table, uint32_t id)
{
    const HostTask *task;
    for (int i = 0; (task = host_next_task(table->host, i)) != NULL; i++)
        if (task->id == id)
            return true;
    return false;
}

/* Submit a search.  If the pool is full, the next tick tries again. */
static void start_search(TableRegistry *registry, Table *table, const HostTask *wanted)
{
    int slot = 0;
    while (slot < TABLE_SEARCHES_MAX && table->search[slot] != NULL)
        slot++;
    if (slot == TABLE_SEARCHES_MAX)
        return;
    SearchTask *task =
        search_task_new(wanted, table->stored.id, session_line(host_session(table->host)));
    if (task == NULL)
        return;
    if (search_pool_submit(registry->pool, task,
                           wanted->kind == HOST_TASK_ANALYSIS ? TASKS_MAX / 2 : TASKS_MAX))
        table->search[slot] = task;
    else
        search_task_delete(task);
}

/* Let the pool search for exactly what the host wants. */
static void match_searches(TableRegistry *registry, Table *table)
{
    const HostTask *task;
    for (int slot = 0; slot < TABLE_SEARCHES_MAX; slot++)
        if (table->search[slot] != NULL &&
            (!is_wanted(table, table->search[slot]->task.id) ||
             !sharing_may_search(registry, table, &table->search[slot]->task)))
            cancel_search(registry, table, slot);
    for (int i = 0; (task = host_next_task(table->host, i)) != NULL; i++)
        if (slot_of(table, task->id) < 0 && sharing_may_search(registry, table, task))
            start_search(registry, table, task);
}

bool registry_is_analysing(const Table *table)
{
    for (int slot = 0; slot < TABLE_SEARCHES_MAX; slot++)
        if (table->search[slot] != NULL && table->search[slot]->task.kind == HOST_TASK_ANALYSIS)
            return true;
    return false;
}

/* --- Waiting requests --------------------------------------------------------------------- */

bool registry_await(TableRegistry *registry, const Table *table, bool is_hint,
                    struct evhttp_request *request)
{
    int waiting = is_hint ? registry->hint_count : registry->waiter_count - registry->hint_count;
    if (waiting >= HINTS_WAITING_MAX)
        return false;
    Waiter *waiter = &registry->waiter[registry->waiter_count++];
    *waiter = (Waiter){ .request = request,
                        .since_ms = clock_wall_ms(),
                        .is_hint = is_hint,
                        .turn = line_turns(session_line(host_session(table->host))) };
    memcpy(waiter->table, table->stored.id, ID_TEXT_MAX);
    registry->hint_count += is_hint;
    return true;
}

/* Write what a waiter gets now. */
static void write_answer(Reply *reply, const Waiter *waiter, const Table *table)
{
    Fault stale;
    Json  json = json_over(&reply->body);
    if (table != NULL && !waiter->is_hint) {
        host_write_scores(&json, NULL, table->host);
    } else if (table != NULL && host_hint(table->host, NULL) == HINT_READY) {
        host_write_hint(&json, NULL, table->host);
    } else if (table != NULL &&
               line_turns(session_line(host_session(table->host))) != waiter->turn) {
        play_reject(&stale, &PLAY_MESSAGE[PLAY_MSG_HINT_STALE]);
        reply_fault(reply, CODE_CONFLICT, &stale);
    } else {
        reply_error(reply, CODE_FULL, "the engine could not answer; try again later");
    }
}

/* Send a delayed reply.  evhttp discards it if the client is gone. */
static void answer_waiter(const Waiter *waiter, const Table *table)
{
    Reply reply = reply_new();
    reply.type = JSON_TYPE;
    reply.policy = DATA_POLICY;
    reply.cache = "no-store";
    write_answer(&reply, waiter, table);
    if (reply.body.failed)
        reply_error(&reply, CODE_FULL, "the engine could not answer; try again later");
    http_send(waiter->request, &reply);
    reply_free(&reply);
}

/* True if a waiter need not wait any longer. */
static bool is_due(const Waiter *waiter, const Table *table, int64_t now_ms)
{
    if (table == NULL || now_ms - waiter->since_ms >= 1000 * ANALYSIS_WAIT_SECONDS)
        return true;
    return waiter->is_hint ? host_hint(table->host, NULL) != HINT_PENDING
                           : !registry_is_analysing(table);
}

/* Reply to the requests of a table whose answer is there; of all tables if `table` is NULL, also to
 * those that waited ANALYSIS_WAIT_SECONDS, before the reaper closes their connections.  They ask
 * again. */
static void answer_waiters(TableRegistry *registry, const Table *table, int64_t now_ms)
{
    int left = 0, hints = 0;
    for (int i = 0; i < registry->waiter_count; i++) {
        Waiter       waiter = registry->waiter[i];
        const Table *its = registry_in_memory(registry, waiter.table);
        if ((table == NULL || its == table) && is_due(&waiter, its, now_ms)) {
            answer_waiter(&waiter, its);
        } else {
            registry->waiter[left++] = waiter;
            hints += waiter.is_hint;
        }
    }
    registry->waiter_count = left;
    registry->hint_count = hints;
}

/* Let searches and waiting requests follow from the state of the host. */
static void settle(TableRegistry *registry, Table *table)
{
    match_searches(registry, table);
    if (registry->waiter_count > 0)
        answer_waiters(registry, table, clock_wall_ms());
}

Flush registry_flush(TableRegistry *registry, Table *table)
{
    Flush flush = publish(registry, table);
    if (flush == FLUSH_DONE)
        settle(registry, table);
    return flush;
}

/* --- Reloading ---------------------------------------------------------------------------- */

/* Replace what was loaded of a table, and move the old state into `newer`. */
static void exchange(Table *table, Table *newer)
{
    Table old = *table;
    table->stored = newer->stored;
    table->host = newer->host;
    table->kept_count = newer->kept_count;
    table->kept_bytes = newer->kept_bytes;
    memcpy(table->kept, newer->kept, sizeof table->kept);
    newer->host = old.host;
    newer->kept_count = old.kept_count;
    memcpy(newer->kept, old.kept, sizeof newer->kept);
}

bool registry_reload(TableRegistry *registry, Table *table)
{
    int64_t version = table->stored.version;
    Table  *newer = load(registry, table->stored.id);
    if (newer == NULL)
        return false;
    for (int slot = 0; slot < TABLE_SEARCHES_MAX; slot++)
        cancel_search(registry, table, slot);
    host_inherit(newer->host, table->host, clock_wall_ms());
    exchange(table, newer);
    table_free(newer);
    table->share.is_leased = table->share.is_stale = false;
    if (table->stored.state != TABLE_CHALLENGE)
        challenges_remove(&registry->challenges, table->stored.id);
    events_send_since(table, version);
    settle(registry, table);
    return true;
}

/* --- Search results ----------------------------------------------------------------------- */

/* Report a result to the host.  An analysis that was stopped keeps what it has. */
static void report_result(Table *table, const SearchTask *task)
{
    HostAnswer answer = { .score = { .score = task->score }, .depth = task->depth };
    if (task->status == STATUS_OK)
        answer.turn = task->turn;
    if (task->known.is_known)
        answer.score = task->known;
    for (int i = 0; i < task->score_count; i++)
        host_task_score(table->host, task->task.id, task->task.first + i, task->scores[i]);
    host_task_done(table->host, task->task.id, &answer, clock_wall_ms());
}

static void take_task(TableRegistry *registry, SearchTask *task)
{
    if (lines_take(registry, task) || reviews_take(registry, task)) {
        search_task_delete(task);
        return;
    }
    Table *table = registry_in_memory(registry, task->table);
    int    slot = table == NULL ? -1 : slot_of(table, task->task.id);
    if (slot >= 0 && table->search[slot] == task) {
        table->search[slot] = NULL;
        if (!task->cancelled) {
            report_result(table, task);
            registry_flush(registry, table);
        }
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

/* The next flush sends the event.  The pool is locked, so nothing else happens here. */
static void on_news(void *context, const SearchTask *task)
{
    Table     *table = registry_in_memory(context, task->table);
    HostAnswer answer = { .turn = task->news_turn,
                          .score = { .score = task->news_score },
                          .depth = task->news_depth };
    if (task->known.is_known)
        answer.score = task->known;
    if (table != NULL)
        host_task_info(table->host, task->task.id, &answer);
}

/* --- Time --------------------------------------------------------------------------------- */

static void on_tick(evutil_socket_t none, short what, void *context)
{
    (void)none, (void)what;
    TableRegistry *registry = context;
    int64_t        now = clock_wall_ms();
    registry->ticks++;
    sharing_tick(registry);
    if (registry->ticks % NEWS_TICKS == 0)
        search_pool_news(registry->pool, on_news, registry);
    for (Table *table = registry->tables, *next; table != NULL; table = next) {
        next = table->next;
        host_tick(table->host, now);
        if (registry_flush(registry, table) != FLUSH_LOST && registry->ticks % SECOND_TICKS == 0)
            events_ping(table, now);
    }
    if (registry->ticks % SECOND_TICKS == 0) {
        answer_waiters(registry, NULL, now);
        lines_expire(registry, now);
        reviews_expire(registry, now);
        expiry_round(registry);
    }
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
    registry->seed = -1;
    registry->challenge_ms = (int64_t)CHALLENGE_SECONDS * 1000;
    expiry_begin(registry);
    event_add(registry->tick, &(struct timeval){ .tv_usec = TICK_MS * 1000 });
    event_add(registry->done, NULL);
    return true;
}

TableRegistry *registry_new(struct event_base *base, Store *store, const char *solved, Fault *fault)
{
    TableRegistry *registry = calloc(1, sizeof *registry);
    if (registry == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        store_close(store);
        return NULL;
    }
    registry->tb_cache = tb_cache_new(solved);
    registry->store = store;
    if (open_registry(registry, base))
        return registry;
    fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    registry_free(registry);
    return NULL;
}

/* Save a table and remove it from memory.  Its clocks stop at their current values, unless other
 * servers continue the game. */
static void put_away(TableRegistry *registry, Table *table)
{
    const Session *session = host_session(table->host);
    if (!store_is_shared(registry->store) && !session_is_over(session) &&
        session->seat[0].clock.kind != CLOCK_NONE) {
        host_stop_clocks(table->host, clock_wall_ms());
        save(registry, table, &(Outbox){ .count = 0 });
    }
    registry_drop(registry, table);
}

void registry_free(TableRegistry *registry)
{
    sharing_end(registry);
    while (registry->tables != NULL)
        put_away(registry, registry->tables);
    answer_waiters(registry, NULL, clock_wall_ms());
    lines_expire(registry, INT64_MAX);
    reviews_expire(registry, INT64_MAX);
    if (registry->tick != NULL)
        event_free(registry->tick);
    if (registry->done != NULL)
        event_free(registry->done);
    if (registry->pool != NULL)
        search_pool_delete(registry->pool);
    tb_cache_delete(registry->tb_cache);
    store_close(registry->store);
    free(registry);
}
