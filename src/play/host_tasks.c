/* SPDX-License-Identifier: MIT */
/* The searches that a table calls for: a move of an engine, a hint, the analysis of a finished game. */
#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "play/host_inside.h"
#include "search/level.h"

enum {
    DRAW_MARGIN = 2,      /* an engine accepts a draw if it is worse by this many units of eval */
    ANALYSIS_TURNS = 400, /* longer games get fewer nodes per move */
    CLOCK_SHARE = 25,     /* an engine plans for this many more moves, ... */
    CLOCK_SHARE_MAX = 3,  /* but uses at most this part of its time for one */
    TURN_RESERVE_MS = 20, /* a program leaves this much of its time per move unused */
};

static const Line *line_of(const TableHost *host)
{
    return session_line(&host->session);
}

static HostPlace place_now(const TableHost *host)
{
    const Line *line = line_of(host);
    return (HostPlace){ line->count, line_now(line)->key };
}

static bool is_place(const TableHost *host, HostPlace place)
{
    HostPlace now = place_now(host);
    return now.count == place.count && now.key == place.key;
}

/* --- Limits ------------------------------------------------------------------------------- */

/* Reduce a time limit; 0 is none. */
static void cap_time(SearchLimits *limits, int64_t most_ms)
{
    if (most_ms > 0 && (limits->time_ms == 0 || limits->time_ms > most_ms))
        limits->time_ms = most_ms;
}

/* A program that manages its own time gets the clocks. */
static SearchLimits program_limits(const TableHost *host, int seat, int64_t now_ms)
{
    const Session *session = &host->session;
    SearchLimits   limits = { 0 };
    int64_t        left = session_clock_ms(session, seat, now_ms);
    switch (session->seat[seat].clock.kind) {
    case CLOCK_NONE: break;
    case CLOCK_TURN:
        limits.time_ms = left > 2 * TURN_RESERVE_MS ? left - TURN_RESERVE_MS : left / 2 + 1;
        break;
    case CLOCK_GAME:
        limits.has_clock = true;
        for (int i = 0; i < 2; i++) {
            limits.clock_ms[i] = session_clock_ms(session, i, now_ms);
            limits.increment_ms[i] = session->seat[i].clock.increment_ms;
        }
        break;
    }
    return limits;
}

static SearchLimits engine_limits(const TableHost *host, int seat, int64_t now_ms)
{
    const HostSeat  *engine = &host->seat[seat];
    const Line      *line = line_of(host);
    const ClockRule *clock = &host->session.seat[seat].clock;
    if (engine->level == 0 && engine->time_ms == 0)
        return program_limits(host, seat, now_ms);
    SearchLimits limits = { .time_ms = engine->time_ms, .noise_seed = host->seed };
    if (engine->level > 0) {
        limits = level_limits(line->setup.game, line->setup.variant, engine->level, host->seed);
        cap_time(&limits, host->level_ms);
    }
    if (clock->kind != CLOCK_NONE) {
        int64_t left = session_clock_ms(&host->session, seat, now_ms);
        int64_t share = left / CLOCK_SHARE + clock->increment_ms / 2;
        int64_t most = share < left / CLOCK_SHARE_MAX ? share : left / CLOCK_SHARE_MAX;
        cap_time(&limits, most > 1 ? most : 1);
    }
    return limits;
}

/* --- Which tasks there are ------------------------------------------------------------------ */

void host_drop_task(TableHost *host, int slot)
{
    host->task[slot].id = 0;
}

/* True if the game proceeds: two engines play only while a client watches. */
static bool is_watched(const TableHost *host)
{
    return host->watchers > 0 || host->seat[0].kind != SEAT_ENGINE ||
           host->seat[1].kind != SEAT_ENGINE;
}

static bool wants_turn(const TableHost *host)
{
    int seat = session_side(&host->session);
    return seat != SIDE_NONE && host->seat[seat].kind == SEAT_ENGINE && !host->paused &&
           host_open_seat(host) == SIDE_NONE && is_watched(host) &&
           line_turns(line_of(host)) < HOST_TURNS_MAX;
}

/* A program that manages its own time has its own opening book. */
static bool has_book(const HostSeat *engine)
{
    bool manages_time = engine->level == 0 && engine->time_ms == 0;
    return level_uses_book(engine->level) && !manages_time;
}

static bool wants_analysis(const TableHost *host)
{
    return session_is_over(&host->session) && !host->analysis_ended &&
           (host->watchers > 0 || host->analysis_wanted) &&
           host->score_count < line_turns(line_of(host));
}

/* Keep the task of a slot if it still fits, otherwise replace it by `task`. */
static void set_task(TableHost *host, int slot, const HostTask *task)
{
    HostTask *old = &host->task[slot];
    if (old->id != 0 && old->kind == task->kind && is_place(host, host->place[slot]))
        return;
    *old = *task;
    old->id = ++host->last_task;
    host->place[slot] = place_now(host);
}

static void settle_main(TableHost *host, int64_t now_ms)
{
    HostTask task = { .kind = HOST_TASK_TURN };
    if (wants_turn(host)) {
        task.seat = session_side(&host->session);
        task.limits = engine_limits(host, task.seat, now_ms);
        task.is_level = host->seat[task.seat].level > 0;
        task.has_book = has_book(&host->seat[task.seat]);
        set_task(host, SLOT_MAIN, &task);
    } else if (wants_analysis(host)) {
        int turns = line_turns(line_of(host));
        task.kind = HOST_TASK_ANALYSIS;
        task.first = host->score_count;
        task.limits.nodes =
            (uint64_t)(turns > ANALYSIS_TURNS ? HOST_ANALYSIS_NODES * ANALYSIS_TURNS / turns
                                              : HOST_ANALYSIS_NODES);
        set_task(host, SLOT_MAIN, &task);
    } else {
        host_drop_task(host, SLOT_MAIN);
    }
}

static void settle_hint(TableHost *host)
{
    HostTask task = { .kind = HOST_TASK_HINT, .limits.time_ms = HOST_HINT_MS };
    if (host->hint == HINT_PENDING && host->task[SLOT_HINT].id == 0)
        set_task(host, SLOT_HINT, &task);
    bool is_stale = session_is_over(&host->session) || !host_allows_hints(host);
    if (host->hint == HINT_PENDING && (is_stale || !is_place(host, host->place[SLOT_HINT])))
        host->hint = HINT_NONE;
    if (host->hint != HINT_PENDING)
        host_drop_task(host, SLOT_HINT);
}

void host_settle(TableHost *host, int64_t now_ms)
{
    if (!session_is_over(&host->session)) {
        host->score_count = 0; /* scores from before a takeback */
        host->analysis_wanted = host->analysis_ended = false;
        if (host_open_seat(host) == SIDE_NONE)
            session_start(&host->session, now_ms);
    }
    settle_main(host, now_ms);
    settle_hint(host);
}

const HostTask *host_next_task(const TableHost *host, int index)
{
    for (int slot = 0; slot < SLOT_COUNT; slot++)
        if (host->task[slot].id != 0 && index-- == 0)
            return &host->task[slot];
    return NULL;
}

/* Return the slot of a task, or -1 if the host no longer wants it. */
static int slot_of(const TableHost *host, uint32_t task)
{
    for (int slot = 0; slot < SLOT_COUNT; slot++)
        if (task != 0 && host->task[slot].id == task)
            return slot;
    return -1;
}

void host_inherit_tasks(TableHost *host, TableHost *old)
{
    HostPlace place = old->hint == HINT_READY ? old->hint_place : old->place[SLOT_HINT];
    if (old->hint != HINT_NONE && is_place(host, place)) {
        host->hint = old->hint;
        host->hint_place = old->hint_place;
        host->hint_turn = old->hint_turn;
        host->hint_score = old->hint_score;
    }
    if (session_is_over(&host->session) && session_is_over(&old->session) &&
        is_place(old, place_now(host))) {
        host->scores = old->scores;
        host->score_count = old->score_count;
        host->score_capacity = old->score_capacity;
        host->analysis_wanted = old->analysis_wanted;
        host->analysis_ended = old->analysis_ended;
        old->scores = NULL;
        old->score_count = old->score_capacity = 0;
    }
}

/* --- Results ------------------------------------------------------------------------------ */

static void think(TableHost *host, const HostAnswer *answer)
{
    const Line *line = line_of(host);
    Text        text = text_over(host->thought.words, sizeof host->thought.words);
    if (answer->turn.count == 0 || !host_allows_hints(host))
        return;
    turn_write(line->setup.game, line_now(line), &answer->turn, &text);
    host->thought.side = line_now(line)->side;
    host->thought.score = answer->score;
    host->thought.depth = answer->depth;
    host_add_event(host, HOST_EVENT_THINKING);
}

void host_task_info(TableHost *host, uint32_t task, const HostAnswer *answer)
{
    int slot = slot_of(host, task);
    if (slot >= 0 && host->task[slot].kind == HOST_TASK_TURN)
        think(host, answer);
}

void host_task_score(TableHost *host, uint32_t task, int turn, HostScore score)
{
    int   slot = slot_of(host, task);
    void *scores = host->scores;
    if (slot < 0 || host->task[slot].kind != HOST_TASK_ANALYSIS || turn != host->score_count ||
        turn >= line_turns(line_of(host)))
        return;
    bool grown = memory_grow(&scores, &host->score_capacity, host->score_count, sizeof score);
    host->scores = scores;
    if (grown)
        host->scores[host->score_count++] = score;
}

/* True if the engine prefers a draw. */
static bool accepts_draw(const TableHost *host, int seat)
{
    const GameEval *eval = line_of(host)->setup.game->eval;
    int             unit = eval == NULL ? 100 : eval->unit;
    return host->engine_score[seat] < -DRAW_MARGIN * unit;
}

/* Play the engine's move, or accept an open draw offer instead.  True if a move was played.  If the
 * engine ran out of time, the session ends the game. */
static bool play_answer(TableHost *host, int seat, const HostAnswer *answer, int64_t now_ms)
{
    Session *session = &host->session;
    Fault    fault = { .why = "" };
    bool     offered = session->draw_offer == 1 - seat, found = answer->turn.count > 0;
    host->engine_score[seat] = answer->score.score;
    if (found && offered && accepts_draw(host, seat)) {
        session_draw(session, seat, now_ms, &fault);
        return false;
    }
    if (found && session_play_turn(session, seat, &answer->turn, now_ms, &fault) == STATUS_OK) {
        host->declined = offered ? DECLINED_DRAW : host->declined;
        host->declined_by = offered ? seat : host->declined_by;
        return true;
    }
    session_forfeit(session, seat, found || answer->is_illegal ? END_ILLEGAL : END_CRASH,
                    found                 ? fault.why
                    : answer->why != NULL ? answer->why
                                          : "it found no move");
    return false;
}

static void finish_turn(TableHost *host, const HostAnswer *answer, int64_t now_ms)
{
    int seat = host->task[SLOT_MAIN].seat;
    assert(seat == session_side(&host->session));
    think(host, answer);
    host_drop_task(host, SLOT_MAIN);
    host_add_event(host,
                   play_answer(host, seat, answer, now_ms) ? HOST_EVENT_TURN : HOST_EVENT_CHANGE);
}

static void finish_hint(TableHost *host, const HostAnswer *answer)
{
    host->hint_turn = answer->turn;
    host->hint_score = answer->score;
    host->hint_place = host->place[SLOT_HINT];
    host->hint = answer->turn.count > 0 ? HINT_READY : HINT_NONE;
    host_drop_task(host, SLOT_HINT);
}

/* An analysis that ended early is not started again before somebody asks for it. */
static void finish_analysis(TableHost *host)
{
    host_drop_task(host, SLOT_MAIN);
    host->analysis_wanted = false;
    host->analysis_ended = true;
}

void host_task_done(TableHost *host, uint32_t task, const HostAnswer *answer, int64_t now_ms)
{
    int slot = slot_of(host, task);
    if (slot < 0)
        return;
    switch (host->task[slot].kind) {
    case HOST_TASK_TURN: finish_turn(host, answer, now_ms); break;
    case HOST_TASK_HINT: finish_hint(host, answer); break;
    case HOST_TASK_ANALYSIS: finish_analysis(host); break;
    case HOST_TASK_LINES:
    case HOST_TASK_REVIEW: break;
    }
    host_settle(host, now_ms);
}

HostHint host_hint(const TableHost *host, Turn *turn)
{
    if (host->hint == HINT_READY && !is_place(host, host->hint_place))
        return HINT_NONE;
    if (host->hint == HINT_READY && turn != NULL)
        *turn = host->hint_turn;
    return host->hint;
}

bool host_analyse(TableHost *host, int64_t now_ms)
{
    host->analysis_wanted = session_is_over(&host->session);
    host->analysis_ended = false;
    host_settle(host, now_ms);
    return host->analysis_wanted;
}

bool host_is_analysing(const TableHost *host)
{
    const HostTask *task = &host->task[SLOT_MAIN];
    return task->id != 0 && task->kind == HOST_TASK_ANALYSIS;
}
