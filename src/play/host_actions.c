/* SPDX-License-Identifier: MIT */
/* Each action changes the session or the seats and names the event that reports it, or fills the
 * fault.
 */
#include <assert.h>
#include <string.h>

#include "play/host_inside.h"
#include "play/play_messages.h"

typedef enum Report { REPORT_NOTHING, REPORT_TURN, REPORT_CHANGE, REPORT_SEATS } Report;

typedef struct Act {
    TableHost        *host;
    const HostAction *action;
    int               seat;
    int64_t           now_ms;
    Report            report;
} Act;

static Status reject(Fault *fault, PlayMessage message)
{
    return play_reject(fault, &PLAY_MESSAGE[message]);
}

static Status reject_over(Fault *fault)
{
    return play_reject(fault, &CORE_MESSAGE[CORE_MSG_OVER]);
}

/* Add the key of a message for people to a fault that says more to programs. */
static Status with_code(Fault *fault, PlayMessage message)
{
    fault->code = PLAY_MESSAGE[message].key;
    return fault->status;
}

/* --- Moves -------------------------------------------------------------------------------- */

static Status check_turn(const Act *act, Fault *fault)
{
    int next = line_turns(session_line(&act->host->session));
    if (act->action->turn != next) {
        fault_set(fault, STATUS_ILLEGAL, 0, "'turn' must be %d, the number of the next move", next);
        return with_code(fault, PLAY_MSG_OTHER_TURN);
    }
    if (next >= HOST_TURNS_MAX) {
        fault_set(fault, STATUS_ILLEGAL, 0, "the game has reached the limit of %d moves",
                  HOST_TURNS_MAX);
        return with_code(fault, PLAY_MSG_TURN_LIMIT);
    }
    return STATUS_OK;
}

static const char *announcement_of(const HostAction *action)
{
    return action->announcement == NULL ? "" : action->announcement;
}

static Status play(Act *act, Fault *fault)
{
    Session          *session = &act->host->session;
    const HostAction *action = act->action;
    Status            status = check_turn(act, fault);
    if (status != STATUS_OK)
        return status;
    act->report = REPORT_TURN;
    act->host->paused = false;
    return action->words != NULL
               ? session_play(session, act->seat, action->words, act->now_ms, fault)
               : session_play_announced(session, act->seat, action->steps, announcement_of(action),
                                        act->now_ms, fault);
}

static Status step(Act *act, Fault *fault)
{
    Session *session = &act->host->session;
    int      turns = line_turns(session_line(session));
    Status   status = session_step_announced(session, act->seat, act->action->step,
                                             announcement_of(act->action), act->now_ms, fault);
    if (status == STATUS_OK && line_turns(session_line(session)) > turns) {
        act->report = REPORT_TURN;
        act->host->paused = false;
    }
    return status;
}

static Status undo_step(Act *act, Fault *fault)
{
    return session_undo_step(&act->host->session, act->seat, act->now_ms, fault);
}

/* --- Takebacks ---------------------------------------------------------------------------- */

static bool is_engine(const TableHost *host, int seat)
{
    return host->seat[seat].kind == SEAT_ENGINE;
}

/* True if moves are undone and redone until a person is to move: one person plays an engine. */
static bool skips_engines(const TableHost *host)
{
    return is_engine(host, 0) != is_engine(host, 1);
}

static bool is_persons_turn(const TableHost *host)
{
    int seat = session_side(&host->session);
    return seat != SIDE_NONE && !is_engine(host, seat);
}

/* True if undoing leads to the start of a move of a person; between two engines, to any. */
static bool can_undo(const TableHost *host)
{
    const Line *line = session_line(&host->session);
    if (line_now(line)->phase != 0 && is_persons_turn(host))
        return true;
    for (int turn = 0; turn < line_turns(line); turn++) {
        const Pos *pos = line_before_turn(line, turn);
        if (!skips_engines(host) || !is_engine(host, game_player(line->setup.game, pos, pos->side)))
            return true;
    }
    return false;
}

/* Undo the current or the last move without asking; against an engine also its reply. */
static Status undo(Act *act, Fault *fault)
{
    TableHost *host = act->host;
    bool       undone = false;
    if (!can_undo(host))
        return reject(fault, PLAY_MSG_NO_TAKEBACK);
    do {
        if (!session_undo_turn(&host->session, act->now_ms))
            break;
        undone = true;
    } while (skips_engines(host) && !is_persons_turn(host));
    host->paused = is_engine(host, 0) && is_engine(host, 1);
    return undone ? STATUS_OK : reject_over(fault);
}

static Status take_back(Act *act, Fault *fault)
{
    act->report = REPORT_CHANGE;
    return host_is_alone(act->host, act->seat)
               ? undo(act, fault)
               : session_take_back(&act->host->session, act->seat, act->now_ms, fault);
}

static Status redo(Act *act, Fault *fault)
{
    TableHost *host = act->host;
    bool       redone = false;
    act->report = REPORT_CHANGE;
    if (!host_is_alone(host, act->seat))
        return reject(fault, PLAY_MSG_NO_REDO);
    do {
        if (!session_redo_turn(&host->session, act->now_ms))
            break;
        redone = true;
    } while (skips_engines(host) && !is_persons_turn(host));
    if (is_engine(host, 0) && is_engine(host, 1))
        host->paused = true;
    return redone ? STATUS_OK : reject(fault, PLAY_MSG_NO_REDO);
}

/* --- Offers ------------------------------------------------------------------------------- */

/* One client with both seats agrees with itself. */
static Status draw(Act *act, Fault *fault)
{
    TableHost *host = act->host;
    int        other = 1 - act->seat;
    act->report = REPORT_CHANGE;
    if (host_open_seat(host) == other)
        return reject(fault, PLAY_MSG_NOT_JOINED);
    Status status = session_draw(&host->session, act->seat, act->now_ms, fault);
    if (status == STATUS_OK && !is_engine(host, other) && host_is_alone(host, act->seat))
        status = session_draw(&host->session, other, act->now_ms, fault);
    return status;
}

static Status decline(Act *act, Fault *fault)
{
    TableHost     *host = act->host;
    const Session *session = &host->session;
    int            other = 1 - act->seat;
    DeclinedKind   what = session->takeback_by == other                           ? DECLINED_BACK
                          : session->draw_offer == other                          ? DECLINED_DRAW
                          : host->seat[other].rematch && host->rematch[0] == '\0' ? DECLINED_REMATCH
                                                                                  : DECLINED_NONE;
    act->report = REPORT_CHANGE;
    if (what == DECLINED_NONE)
        return reject(fault, PLAY_MSG_NO_OFFER);
    session_decline(&host->session, act->seat);
    if (what == DECLINED_REMATCH)
        host->seat[other].rematch = false;
    host->declined = what;
    host->declined_by = act->seat;
    return STATUS_OK;
}

static Status rematch(Act *act, Fault *fault)
{
    TableHost *host = act->host;
    if (!session_is_over(&host->session))
        return reject(fault, PLAY_MSG_REMATCH_EARLY);
    if (host->rematch[0] != '\0')
        return STATUS_OK;
    host->seat[act->seat].rematch = true;
    if (!host_wants_rematch(host))
        act->report = REPORT_SEATS;
    return STATUS_OK;
}

bool host_wants_rematch(const TableHost *host)
{
    bool wished = false;
    for (int seat = 0; seat < 2; seat++)
        wished = wished || (host->seat[seat].rematch &&
                            (host_is_alone(host, seat) || host->seat[1 - seat].rematch));
    return wished && host->rematch[0] == '\0' && session_is_over(&host->session);
}

void host_set_rematch(TableHost *host, const char *id)
{
    assert(strlen(id) < HOST_ID_MAX && host->rematch[0] == '\0');
    memcpy(host->rematch, id, strlen(id) + 1);
    host_add_event(host, HOST_EVENT_REMATCH);
}

/* --- Endings ------------------------------------------------------------------------------ */

static Status resign(Act *act, Fault *fault)
{
    act->report = REPORT_CHANGE;
    return session_resign(&act->host->session, act->seat, act->now_ms, fault);
}

/* Leaving a running game forfeits it, unless there is no opponent who could win. */
static Status leave(Act *act, Fault *fault)
{
    (void)fault;
    TableHost *host = act->host;
    bool       alone = !is_engine(host, 1 - act->seat) && host_is_alone(host, act->seat);
    act->report = REPORT_CHANGE;
    session_check_time(&host->session, act->now_ms);
    session_abandon(&host->session, alone ? SIDE_NONE : act->seat);
    return STATUS_OK;
}

/* The opponent left without a word. */
static Status claim(Act *act, Fault *fault)
{
    int64_t wait_ms;
    act->report = REPORT_CHANGE;
    session_check_time(&act->host->session, act->now_ms);
    if (session_is_over(&act->host->session))
        return reject_over(fault);
    if (host_claim(act->host, act->now_ms, &wait_ms) != act->seat)
        return reject(fault, PLAY_MSG_NO_CLAIM);
    if (wait_ms > 0)
        return reject(fault, PLAY_MSG_CLAIM_EARLY);
    session_abandon(&act->host->session, 1 - act->seat);
    return STATUS_OK;
}

/* --- Seats, hints, engines ----------------------------------------------------------------- */

static Status join(Act *act, Fault *fault)
{
    TableHost *host = act->host;
    int        seat = host_open_seat(host);
    act->report = REPORT_SEATS;
    if (seat == SIDE_NONE || session_is_over(&host->session))
        return reject(fault, PLAY_MSG_NO_OPEN_SEAT);
    if (act->action->name != NULL && act->action->name[0] != '\0' &&
        session_set_name(&host->session, seat, act->action->name) != STATUS_OK)
        return fault_set(fault, STATUS_SYNTAX, 0, "'name' must not contain control characters");
    host->seat[seat].taken = true;
    host->listed = false;
    host->away_since_ms[seat] = act->now_ms;
    return STATUS_OK;
}

static Status ask_hint(Act *act, Fault *fault)
{
    TableHost *host = act->host;
    session_check_time(&host->session, act->now_ms);
    if (session_is_over(&host->session))
        return reject_over(fault);
    if (!host_allows_hints(host))
        return reject(fault, PLAY_MSG_NO_HINTS);
    if (host_hint(host, NULL) == HINT_NONE)
        host->hint = HINT_PENDING;
    return STATUS_OK;
}

static Status set_pause(Act *act, Fault *fault)
{
    (void)fault;
    act->host->paused = act->action->kind == HOST_PAUSE;
    return STATUS_OK;
}

/* --- Dispatch ------------------------------------------------------------------------------ */

static const struct {
    const char *word; /* NULL: not in docs/api.md */
    Status (*act)(Act *act, Fault *fault);
    bool answers; /* it is an action of a player, after which nobody needs to see a refusal */
} ACTIONS[HOST_ACTION_COUNT] = {
    /* clang-format off */
    [HOST_TURN]      = { "turn",      play,      true },
    [HOST_STEP]      = { NULL,        step,      true },
    [HOST_UNDO_STEP] = { NULL,        undo_step, false },
    [HOST_TAKE_BACK] = { "take-back", take_back, true },
    [HOST_REDO]      = { "redo",      redo,      true },
    [HOST_DRAW]      = { "draw",      draw,      true },
    [HOST_RESIGN]    = { "resign",    resign,    true },
    [HOST_DECLINE]   = { "decline",   decline,   false },
    [HOST_LEAVE]     = { "leave",     leave,     true },
    [HOST_REMATCH]   = { "rematch",   rematch,   true },
    [HOST_HINT]      = { "hint",      ask_hint,  false },
    [HOST_JOIN]      = { "join",      join,      true },
    [HOST_CLAIM]     = { "claim",     claim,     true },
    [HOST_PAUSE]     = { NULL,        set_pause, false },
    [HOST_RESUME]    = { NULL,        set_pause, false },
    /* clang-format on */
};

HostActionKind host_action_find(const char *word)
{
    int kind = 0;
    while (kind < HOST_ACTION_COUNT &&
           (ACTIONS[kind].word == NULL || strcmp(ACTIONS[kind].word, word) != 0))
        kind++;
    return (HostActionKind)kind;
}

static void report(TableHost *host, Report what)
{
    switch (what) {
    case REPORT_TURN: host_add_event(host, HOST_EVENT_TURN); break;
    case REPORT_CHANGE: host_add_event(host, HOST_EVENT_CHANGE); break;
    case REPORT_SEATS: host_add_event(host, HOST_EVENT_SEATS); break;
    case REPORT_NOTHING: break;
    }
}

Status host_act(TableHost *host, const HostAction *action, int64_t now_ms, Fault *fault)
{
    assert(action->kind < HOST_ACTION_COUNT);
    assert(action->seat == 0 || action->seat == 1 || action->kind == HOST_JOIN);
    Act    act = { .host = host, .action = action, .seat = action->seat, .now_ms = now_ms };
    bool   was_over = session_is_over(&host->session), was_paused = host->paused;
    Status status = ACTIONS[action->kind].act(&act, fault);
    if (status == STATUS_OK) {
        if (ACTIONS[action->kind].answers)
            host->declined = DECLINED_NONE;
        report(host, act.report);
    } else {
        host->paused = was_paused;
        /* A rejected action may reveal that a player ran out of time. */
        if (!was_over && session_is_over(&host->session))
            host_add_event(host, HOST_EVENT_CHANGE);
    }
    host_settle(host, now_ms);
    return status;
}
