/* SPDX-License-Identifier: MIT */
#include "play/host_json.h"

#include "play/host_inside.h"
#include "play/view_json.h"
#include "play/view_json_message.h"
#include "play/view_json_score.h"

/* Write the parts of a seat that the session does not store. */
static void write_seat(Json *json, const TableHost *host, int side)
{
    static const char *const KINDS[] = { "human", "open", "engine" };
    const HostSeat          *seat = &host->seat[side];
    bool                     is_open = host_open_seat(host) == side;
    json_string(json, "kind", seat->kind == SEAT_OPEN && !is_open ? "human" : KINDS[seat->kind]);
    if (seat->level > 0)
        json_integer(json, "level", seat->level);
    if (seat->time_ms > 0)
        json_integer(json, "time", seat->time_ms);
    if (is_open)
        json_bool(json, "waits", true);
    if (seat->rematch)
        json_bool(json, "rematch", true);
}

static void write_presence(Json *json, const TableHost *host, int seat, int64_t now_ms)
{
    if (!host_has_person(host, seat))
        return;
    json_bool(json, "here", host_is_here(host, seat));
    if (!host_is_here(host, seat))
        json_integer(json, "away", now_ms - host->away_since_ms[seat]);
}

/* The context of view_table_open. */
typedef struct Seating {
    const TableHost *host;
    int64_t          now_ms;
} Seating;

static void write_seat_now(Json *json, void *context, int side)
{
    const Seating *seating = context;
    write_seat(json, seating->host, side);
    write_presence(json, seating->host, side, seating->now_ms);
}

static void write_claim(Json *json, const TableHost *host, int64_t now_ms)
{
    int64_t wait_ms;
    int     seat = host_claim(host, now_ms, &wait_ms);
    if (seat == SIDE_NONE) {
        json_null(json, "claim");
        return;
    }
    json_object(json, "claim");
    json_integer(json, "seat", seat);
    json_integer(json, "in", wait_ms);
    json_end_object(json);
}

static void write_declined(Json *json, const TableHost *host)
{
    static const char *const WHAT[] = {
        [DECLINED_DRAW] = "draw", [DECLINED_BACK] = "back", [DECLINED_REMATCH] = "rematch"
    };
    if (host->declined == DECLINED_NONE) {
        json_null(json, "declined");
        return;
    }
    json_object(json, "declined");
    json_string(json, "what", WHAT[host->declined]);
    json_integer(json, "by", host->declined_by);
    json_end_object(json);
}

static void write_fair_play(Json *json, const TableHost *host)
{
    json_bool(json, "hints", host_allows_hints(host));
    json_bool(json, "casual", host->casual);
    json_bool(json, "listed",
              host->listed && host_open_seat(host) != SIDE_NONE &&
                  !session_is_over(&host->session));
}

/* Write the time control. */
static void write_clock(Json *json, const ClockRule *clock)
{
    if (clock->kind == CLOCK_NONE) {
        json_null(json, "clock");
        return;
    }
    json_object(json, "clock");
    json_integer(json, "main", clock->time_ms);
    json_integer(json, "increment", clock->increment_ms);
    json_end_object(json);
}

void host_write_table(Json *json, const char *name, const TableHost *host, bool whole,
                      int64_t now_ms)
{
    Seating seating = { host, now_ms };
    view_table_open(json, name, &host->session, now_ms, write_seat_now, &seating);
    json_string(json, "id", host->id);
    json_integer(json, "version", host->version);
    json_integer(json, "spectators", host_spectators(host));
    write_clock(json, &host->session.seat[0].clock);
    write_fair_play(json, host);
    write_claim(json, host, now_ms);
    write_declined(json, host);
    if (host->rematch[0] != '\0')
        json_string(json, "rematch", host->rematch);
    if (whole)
        view_moves(json, "moves", session_record(&host->session), 0);
    json_end_object(json);
}

/* Without presence and clocks: the entry is stored. */
void host_write_summary_open(Json *json, const TableHost *host)
{
    const Session *session = &host->session;
    const Line    *line = session_line(session);
    char           out[POS_TEXT_MAX];
    Text           text = text_over(out, sizeof out);
    bool           over = session_is_over(session);
    json_object(json, NULL);
    json_string(json, "id", host->id);
    view_setup(json, &line->setup);
    json_array(json, "seats");
    for (int side = 0; side < 2; side++) {
        json_object(json, NULL);
        json_string(json, "name", session->seat[side].name);
        write_seat(json, host, side);
        json_end_object(json);
    }
    json_end_array(json);
    json_integer(json, "turn", line_turns(line));
    view_side(json, "side", over ? SIDE_NONE : line_now(line)->side);
    line->setup.game->text->pos_write(line_now(line), &text);
    json_string(json, "position", out);
    view_result(json, "result", session);
    json_array(json, "holders");
    for (int side = 0; side < 2; side++)
        json_integer(json, NULL, game_player(line->setup.game, line_now(line), side));
    json_end_array(json);
    bool open = host_open_seat(host) != SIDE_NONE;
    json_bool(json, "open", open && !over);
    write_clock(json, &session->seat[0].clock);
    write_fair_play(json, host);
    /* Not session->running: a table is saved before its clocks start. */
    view_side(json, "running", open || over ? SIDE_NONE : session_side(session));
}

/* --- Hints and scores --- */

static void write_score(Json *json, const Line *line, int side, HostScore score)
{
    view_score(json, &line->setup, side, score.score);
    if (score.is_known)
        view_known(json, side, score.score);
}

void host_write_hint(Json *json, const char *name, const TableHost *host)
{
    const Line *line = session_line(&host->session);
    const Turn *turn = &host->hint_turn;
    char        notation[TURN_TEXT_MAX];
    Text        text = text_over(notation, sizeof notation);
    turn_write(line->setup.game, line_now(line), turn, &text);
    json_object(json, name);
    json_array(json, "steps");
    for (int i = 0; i < turn->count; i++)
        json_word(json, NULL, turn->step[i]);
    json_end_array(json);
    json_string(json, "words", notation);
    json_object(json, "score");
    write_score(json, line, line_now(line)->side, host->hint_score);
    json_end_object(json);
    view_touches(json, "touch", &line->setup, line_now(line), turn);
    json_end_object(json);
}

void host_write_scores(Json *json, const char *name, const TableHost *host)
{
    const Line *line = session_line(&host->session);
    json_array(json, name);
    for (int i = 0; i < host->score_count && i < line_turns(line); i++) {
        json_object(json, NULL);
        write_score(json, line, line_before_turn(line, i + 1)->side, host->scores[i]);
        json_end_object(json);
    }
    json_end_array(json);
}

/* --- Events --- */

/* The last move and the table after it. */
static void write_turn(Json *json, const char *name, const TableHost *host, int64_t now_ms)
{
    const Record *record = session_record(&host->session);
    json_object(json, name);
    view_move(json, "move", record, line_turns(&record->line) - 1);
    host_write_table(json, "table", host, false, now_ms);
    json_end_object(json);
}

/* With all moves, since a takeback may have removed some. */
static void write_change(Json *json, const char *name, const TableHost *host, int64_t now_ms)
{
    host_write_table(json, name, host, true, now_ms);
}

static void write_seats(Json *json, const char *name, const TableHost *host, int64_t now_ms)
{
    const Session *session = &host->session;
    json_object(json, name);
    json_array(json, "seats");
    for (int side = 0; side < 2; side++) {
        json_object(json, NULL);
        json_string(json, "name", session->seat[side].name);
        if (session->seat[side].clock.kind != CLOCK_NONE)
            json_integer(json, "clock", session_clock_ms(session, side, now_ms));
        write_seat(json, host, side);
        write_presence(json, host, side, now_ms);
        json_end_object(json);
    }
    json_end_array(json);
    json_integer(json, "spectators", host_spectators(host));
    write_claim(json, host, now_ms);
    json_end_object(json);
}

static void write_rematch(Json *json, const char *name, const TableHost *host, int64_t now_ms)
{
    (void)now_ms;
    json_object(json, name);
    json_string(json, "table", host->rematch);
    json_end_object(json);
}

static void write_thinking(Json *json, const char *name, const TableHost *host, int64_t now_ms)
{
    (void)now_ms;
    const HostThought *thought = &host->thought;
    json_object(json, name);
    write_score(json, session_line(&host->session), thought->side, thought->score);
    json_integer(json, "depth", thought->depth);
    json_string(json, "words", thought->words);
    json_end_object(json);
}

void host_event_write(Json *json, const char *name, const TableHost *host, const HostEvent *event,
                      int64_t now_ms)
{
    static void (*const WRITE[])(Json * json, const char *name, const TableHost *host,
                                 int64_t now_ms) = {
        [HOST_EVENT_TURN] = write_turn,      [HOST_EVENT_CHANGE] = write_change,
        [HOST_EVENT_SEATS] = write_seats,    [HOST_EVENT_REMATCH] = write_rematch,
        [HOST_EVENT_PRESENCE] = write_seats, [HOST_EVENT_THINKING] = write_thinking,
    };
    WRITE[event->kind](json, name, host, now_ms);
}
