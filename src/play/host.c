/* SPDX-License-Identifier: MIT */
/* Invariant, whenever a function of host.h returns: the tasks are those that the state calls for, and
 * the clocks run exactly if the game is in progress and both seats are taken.  `host_settle` restores
 * both after every change.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dialects/game_read.h"
#include "games/list.h"
#include "play/host_inside.h"
#include "play/play_messages.h"
#include "play/view_json.h"

enum { PRESENCE_MS = 1000 }; /* between two events about clients that come and go */

/* --- Lifetime ----------------------------------------------------------------------------- */

static TableHost *no_memory(Fault *fault)
{
    fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    return NULL;
}

/* Write the name of an engine that has none. */
static void name_engine(const HostSeat *seat, char *out, size_t size)
{
    if (seat->level > 0)
        snprintf(out, size, "Level %d", seat->level);
    else
        snprintf(out, size, "Engine, %d.%03d s", seat->time_ms / 1000, seat->time_ms % 1000);
}

/* Continue a record as a new game between these players, with full clocks. */
static Status adopt_record(Session *session, const HostConfig *config, const char *const names[2],
                           Fault *fault)
{
    const ClockRule clocks[2] = { config->clock, config->clock };
    Record          record;
    Status          status =
        game_read(config->record, strlen(config->record), &(GameAsk){ 0 }, &record, fault);
    if (status != STATUS_OK)
        return status;
    if (line_turns(&record.line) > HOST_TURNS_MAX) {
        record_free(&record);
        return fault_set(fault, STATUS_SYNTAX, 0, "'record' has more than %d moves",
                         HOST_TURNS_MAX);
    }
    session_adopt(session, &record, clocks);
    for (int seat = 0; seat < 2; seat++) {
        session_set_name(session, seat, names[seat]);
        if (!config->keeps_clocks)
            session_set_clock(session, seat, config->clock.time_ms);
    }
    return STATUS_OK;
}

static Status begin_session(Session *session, const HostConfig *config, const char *const names[2],
                            Fault *fault)
{
    const ClockRule clocks[2] = { config->clock, config->clock };
    ViewPosition    place;
    if (config->record != NULL)
        return adopt_record(session, config, names, fault);
    Status status = view_position_read(config->setup, config->position, NULL, &place, fault);
    if (status != STATUS_OK)
        return status;
    status = session_init(session, &place.setup, config->position == NULL ? NULL : &place.pos.head,
                          names, clocks);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", status_text(status));
}

/* Complete a host whose session and seats are set. */
static TableHost *begin(TableHost *host, int64_t now_ms)
{
    host->away_since_ms[0] = host->away_since_ms[1] = now_ms;
    host->presence_told_ms = now_ms - PRESENCE_MS;
    host_settle(host, now_ms);
    return host;
}

TableHost *host_new(const HostConfig *config, int64_t now_ms, Fault *fault)
{
    char        engine[2][32];
    const char *names[2];
    TableHost  *host = calloc(1, sizeof *host);
    if (host == NULL)
        return no_memory(fault);
    for (int seat = 0; seat < 2; seat++) {
        host->seat[seat] = config->seat[seat];
        names[seat] = config->name[seat] == NULL ? "" : config->name[seat];
        if (config->seat[seat].kind == SEAT_ENGINE && names[seat][0] == '\0') {
            name_engine(&config->seat[seat], engine[seat], sizeof engine[seat]);
            names[seat] = engine[seat];
        }
    }
    host->version = 1;
    host->casual = config->casual;
    host->listed = config->listed;
    host->seed = config->seed;
    host->level_ms = config->level_ms;
    if (begin_session(&host->session, config, names, fault) != STATUS_OK) {
        free(host);
        return NULL;
    }
    return begin(host, now_ms);
}

TableHost *host_new_rematch(const TableHost *old, uint64_t seed, int64_t now_ms, Fault *fault)
{
    assert(session_is_over(&old->session));
    const Line     *line = session_line(&old->session);
    const Seat     *seat = old->session.seat;
    const char     *names[2] = { seat[1].name, seat[0].name };
    const ClockRule clocks[2] = { seat[1].clock, seat[0].clock };
    TableHost      *host = calloc(1, sizeof *host);
    if (host == NULL)
        return no_memory(fault);
    if (session_init(&host->session, &line->setup, line_start(line), names, clocks) != STATUS_OK) {
        free(host);
        return no_memory(fault);
    }
    for (int i = 0; i < 2; i++) {
        host->seat[i] = old->seat[1 - i];
        host->seat[i].rematch = false;
    }
    host->version = 1;
    host->casual = old->casual;
    host->seed = seed;
    host->level_ms = old->level_ms;
    return begin(host, now_ms);
}

uint64_t host_seed(uint64_t seed, const char *id)
{
    uint64_t mixed = mix64(seed);
    for (; *id != '\0'; id++)
        mixed = mix64(mixed ^ (unsigned char)*id);
    return mixed;
}

/* Set what a record does not store. */
static void restore_session(TableHost *host, const HostState *state)
{
    Session *session = &host->session;
    for (int seat = 0; seat < 2; seat++)
        session_set_clock(session, seat, state->seat[seat].left_ms);
    if (state->abandoned)
        session_abandon(session, SIDE_NONE);
    if (!session_is_over(session) && state->draw != SIDE_NONE)
        session_draw(session, state->draw, 0, NULL);
    if (state->back != SIDE_NONE) /* also after an end by the rules */
        session_take_back(session, state->back, 0, NULL);
}

TableHost *host_restore(const HostState *state, const char *text, size_t size, int64_t now_ms,
                        Fault *fault)
{
    const ClockRule clocks[2] = { state->clock, state->clock };
    Record          record;
    if (record_read(games_find, text, size, &record, fault) != STATUS_OK)
        return NULL;
    TableHost *host = calloc(1, sizeof *host);
    if (host == NULL) {
        record_free(&record);
        return no_memory(fault);
    }
    session_adopt(&host->session, &record, clocks);
    host->casual = state->casual;
    host->version = state->version;
    host->listed = state->listed;
    host->seed = state->seed;
    host->level_ms = state->level_ms;
    memcpy(host->rematch, state->rematch, sizeof host->rematch);
    host->seat[0] = state->seat[0];
    host->seat[1] = state->seat[1];
    host->declined = (DeclinedKind)state->declined;
    host->declined_by = state->declined_by;
    restore_session(host, state);
    session_set_undone(&host->session, state->undone, state->undone_count);
    if (host_open_seat(host) == SIDE_NONE)
        session_start(&host->session, now_ms - state->idle_ms);
    return begin(host, now_ms);
}

void host_delete(TableHost *host)
{
    if (host == NULL)
        return;
    session_free(&host->session);
    free(host->scores);
    free(host);
}

void host_inherit(TableHost *host, TableHost *old, int64_t now_ms)
{
    host->watchers = old->watchers;
    memcpy(host->here, old->here, sizeof host->here);
    memcpy(host->away_since_ms, old->away_since_ms, sizeof host->away_since_ms);
    host->presence_changed = old->presence_changed;
    host->presence_told_ms = old->presence_told_ms;
    host_inherit_tasks(host, old);
    host_settle(host, now_ms);
}

HostState host_state(const TableHost *host, int64_t now_ms)
{
    const Session *session = &host->session;
    HostState      state = { .version = host->version,
                             .seat = { host->seat[0], host->seat[1] },
                             .clock = session->seat[0].clock,
                             .draw = session->draw_offer,
                             .back = session->takeback_by,
                             .over = session_is_over(session),
                             .casual = host->casual,
                             .listed = host->listed,
                             .seed = host->seed,
                             .level_ms = host->level_ms,
                             .declined = (int)host->declined,
                             .declined_by = host->declined_by };
    state.undone_count = line_undone(session_line(session), state.undone, HOST_UNDONE_MAX);
    state.abandoned = state.over && session->result.ending == ENDING_NONE;
    memcpy(state.rematch, host->rematch, sizeof state.rematch);
    for (int seat = 0; seat < 2; seat++)
        state.seat[seat].left_ms =
            state.clock.kind == CLOCK_NONE ? 0 : session_clock_ms(session, seat, now_ms);
    return state;
}

Status host_set_tag(TableHost *host, const char *name, const char *value)
{
    return session_set_tag(&host->session, name, value);
}

void host_set_id(TableHost *host, const char *id)
{
    snprintf(host->id, sizeof host->id, "%s", id);
}

void host_stop_clocks(TableHost *host, int64_t now_ms)
{
    session_pause(&host->session, now_ms);
}

/* --- Looking ------------------------------------------------------------------------------ */

const Session *host_session(const TableHost *host)
{
    return &host->session;
}

const HostSeat *host_seat(const TableHost *host, int seat)
{
    assert(seat == 0 || seat == 1);
    return &host->seat[seat];
}

int64_t host_version(const TableHost *host)
{
    return host->version;
}

static bool is_waiting(const HostSeat *seat)
{
    return seat->kind == SEAT_OPEN && !seat->taken;
}

int host_open_seat(const TableHost *host)
{
    for (int seat = 0; seat < 2; seat++)
        if (is_waiting(&host->seat[seat]))
            return seat;
    return SIDE_NONE;
}

bool host_has_person(const TableHost *host, int seat)
{
    return host->seat[seat].kind != SEAT_ENGINE && !is_waiting(&host->seat[seat]);
}

bool host_is_contested(const TableHost *host)
{
    return host->seat[0].kind != SEAT_ENGINE && host->seat[1].kind != SEAT_ENGINE &&
           (host->seat[0].kind == SEAT_OPEN || host->seat[1].kind == SEAT_OPEN);
}

bool host_is_alone(const TableHost *host, int seat)
{
    assert(seat == 0 || seat == 1);
    return !host_is_contested(host) || is_waiting(&host->seat[1 - seat]);
}

bool host_allows_hints(const TableHost *host)
{
    return !host_is_contested(host) || host->casual || session_is_over(&host->session);
}

/* A client with both seats is here with both. */
bool host_is_here(const TableHost *host, int seat)
{
    return host->here[seat] > 0 || (!host_is_contested(host) && host->here[1 - seat] > 0);
}

/* How long a player must be away before the opponent may claim the win, by the time on the clock. */
static const struct {
    int64_t main_ms; /* at most */
    int64_t wait_ms;
} ABSENCE[] = {
    { 0, 10 * 60 * 1000 }, /* no clock */
    { 10 * 60 * 1000, 60 * 1000 },
    { INT64_MAX, 5 * 60 * 1000 },
};

static int64_t longest_absence(const ClockRule *clock)
{
    int row = 0;
    while (clock->kind != CLOCK_NONE && (row == 0 || clock->time_ms > ABSENCE[row].main_ms))
        row++;
    return ABSENCE[row].wait_ms;
}

/* True if each player has made a move. */
static bool has_begun(const TableHost *host)
{
    const Line *line = session_line(&host->session);
    bool        moved[2] = { false, false };
    for (int turn = 0; turn < line_turns(line) && !(moved[0] && moved[1]); turn++) {
        const Pos *pos = line_before_turn(line, turn);
        moved[game_player(line->setup.game, pos, pos->side)] = true;
    }
    return moved[0] && moved[1];
}

int host_claim(const TableHost *host, int64_t now_ms, int64_t *wait_ms)
{
    bool here[2] = { host_is_here(host, 0), host_is_here(host, 1) };
    if (here[0] == here[1] || !host_is_contested(host) || host_open_seat(host) != SIDE_NONE ||
        session_is_over(&host->session) || !has_begun(host))
        return SIDE_NONE;
    int     seat = here[0] ? 0 : 1;
    int64_t left =
        longest_absence(&host->session.seat[seat].clock) - (now_ms - host->away_since_ms[1 - seat]);
    *wait_ms = left > 0 ? left : 0;
    return seat;
}

const char *host_rematch_id(const TableHost *host)
{
    return host->rematch;
}

bool host_is_busy(const TableHost *host)
{
    bool ticks = host->session.running && host->session.seat[0].clock.kind != CLOCK_NONE &&
                 !session_is_over(&host->session);
    const HostTask *task = &host->task[SLOT_MAIN];
    return ticks || (task->id != 0 && task->kind == HOST_TASK_TURN) ||
           host->task[SLOT_HINT].id != 0;
}

int host_watchers(const TableHost *host)
{
    return host->watchers;
}

int host_spectators(const TableHost *host)
{
    return host->watchers - host->here[0] - host->here[1];
}

/* --- Events ------------------------------------------------------------------------------- */

static bool is_transient(HostEventKind kind)
{
    return kind == HOST_EVENT_PRESENCE || kind == HOST_EVENT_THINKING;
}

/* A transient event replaces an older one of its kind.  If the owner takes none, the oldest goes. */
void host_add_event(TableHost *host, HostEventKind kind)
{
    HostEvent event = { .kind = kind };
    for (int i = 0; i < host->event_count && is_transient(kind); i++)
        if (host->event[i].kind == kind)
            return;
    if (!is_transient(kind))
        event.version = ++host->version;
    if (host->event_count == HOST_EVENTS_MAX)
        memmove(host->event, host->event + 1, (size_t)--host->event_count * sizeof event);
    host->event[host->event_count++] = event;
}

bool host_next_event(TableHost *host, HostEvent *out)
{
    if (host->event_count == 0)
        return false;
    *out = host->event[0];
    memmove(host->event, host->event + 1, (size_t)--host->event_count * sizeof *out);
    return true;
}

const char *host_event_name(HostEventKind kind)
{
    static const char *const NAMES[] = {
        [HOST_EVENT_TURN] = "turn",      [HOST_EVENT_CHANGE] = "change",
        [HOST_EVENT_SEATS] = "seats",    [HOST_EVENT_REMATCH] = "rematch",
        [HOST_EVENT_PRESENCE] = "seats", [HOST_EVENT_THINKING] = "thinking",
    };
    return NAMES[kind];
}

/* --- Presence ----------------------------------------------------------------------------- */

void host_arrive(TableHost *host, int seat, int64_t now_ms)
{
    assert(seat == 0 || seat == 1 || seat == SIDE_NONE);
    host->watchers++;
    if (seat != SIDE_NONE)
        host->here[seat]++;
    host->presence_changed = true;
    host_settle(host, now_ms);
}

bool host_can_depart(const TableHost *host, int seat)
{
    return seat == SIDE_NONE ? host_spectators(host) > 0 : host->here[seat] > 0;
}

void host_depart(TableHost *host, int seat, int64_t now_ms)
{
    assert(host_can_depart(host, seat));
    host->watchers--;
    if (seat != SIDE_NONE && --host->here[seat] == 0)
        host->away_since_ms[seat] = now_ms;
    host->presence_changed = true;
    host_settle(host, now_ms);
}

void host_set_away(TableHost *host, int seat, int64_t since_ms)
{
    assert(seat == 0 || seat == 1);
    if (host->here[seat] == 0)
        host->away_since_ms[seat] = since_ms;
}

/* Tell presence at most once per PRESENCE_MS.  Return when it is due, or -1. */
static int64_t tell_presence(TableHost *host, int64_t now_ms)
{
    if (!host->presence_changed || host->watchers == 0)
        return -1;
    if (now_ms - host->presence_told_ms < PRESENCE_MS)
        return host->presence_told_ms + PRESENCE_MS;
    host->presence_changed = false;
    host->presence_told_ms = now_ms;
    host_add_event(host, HOST_EVENT_PRESENCE);
    return -1;
}

/* --- Time --------------------------------------------------------------------------------- */

/* Notice that a player ran out of time.  Return when the clock of the side to move runs out, or -1. */
static int64_t check_clocks(TableHost *host, int64_t now_ms)
{
    Session *session = &host->session;
    if (session_is_over(session))
        return -1;
    if (session_check_time(session, now_ms)) {
        host_add_event(host, HOST_EVENT_CHANGE);
        return -1;
    }
    int64_t left = session->running ? session_clock_ms(session, session_side(session), now_ms) : -1;
    return left < 0 ? -1 : now_ms + left + 1;
}

int64_t host_tick(TableHost *host, int64_t now_ms)
{
    int64_t flag = check_clocks(host, now_ms), presence = tell_presence(host, now_ms);
    host_settle(host, now_ms);
    return flag < 0 || (presence >= 0 && presence < flag) ? presence : flag;
}
