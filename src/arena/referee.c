/* SPDX-License-Identifier: MIT */
#include "arena/referee.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { RECORD_BYTES_MAX = 16 << 20 };

typedef struct RefereeState {
    const RefereeGame *game;
    RefereeReport     *report;
    Session            session;
    bool               has_session;
    Player            *player[2];
    Fault             *fault;
} RefereeState;

/* --- Setting up --------------------------------------------------------------------------- */

static ClockRule clock_for(const BuiltBot *bot, const ContestLimits *limits)
{
    PlayerSpec spec;
    ClockRule  rule = { .kind = CLOCK_TURN, .time_ms = limits->turn_ms };
    if (bot->spec.kind == BOT_BUILTIN &&
        player_spec_read(bot->spec.player, &spec, NULL) == STATUS_OK &&
        !player_spec_has_time(&spec))
        return (ClockRule){ .kind = CLOCK_NONE };
    if (limits->game_ms > 0)
        rule = (ClockRule){ .kind = CLOCK_GAME,
                            .time_ms = limits->game_ms,
                            .increment_ms = limits->increment_ms };
    rule.grace_ms = limits->margin_ms;
    return rule;
}

static Status our_fault(RefereeState *state, Status status)
{
    return fault_set(state->fault, status, 0, "cannot play a game: %s", status_text(status));
}

static Status set_up(RefereeState *state)
{
    const RefereeGame *game = state->game;
    const char        *names[2] = { game->bot[0]->spec.name, game->bot[1]->spec.name };
    ClockRule          clocks[2];
    for (int i = 0; i < 2; i++)
        clocks[i] = clock_for(game->bot[i], &game->rules->limits);
    Status status = session_init(&state->session, &game->setup, NULL, names, clocks);
    if (status != STATUS_OK)
        return our_fault(state, status);
    state->has_session = true;
    for (int i = 0; i < 4 && game->tags[i][0] != NULL && status == STATUS_OK; i++)
        status = session_set_tag(&state->session, game->tags[i][0], game->tags[i][1]);
    if (status == STATUS_OK)
        status = start_play(&game->start, &state->session);
    return status == STATUS_OK ? status : our_fault(state, status);
}

/* --- Forfeits ----------------------------------------------------------------------------- */

/* The session knows three kinds of forfeits, a contest seven. */
static const SessionEnd ENDS[TERMINATIONS] = {
    [TERMINATION_RULES] = END_CRASH,    [TERMINATION_ILLEGAL] = END_ILLEGAL,
    [TERMINATION_TIME] = END_TIME,      [TERMINATION_CRASH] = END_CRASH,
    [TERMINATION_MEMORY] = END_CRASH,   [TERMINATION_OUTPUT] = END_CRASH,
    [TERMINATION_PROTOCOL] = END_CRASH, [TERMINATION_SILENCE] = END_TIME,
};

static void lose(RefereeState *state, int seat, const BotFailure *failure)
{
    char details[RECORD_DETAILS_MAX];
    Text text = text_over(details, sizeof details);
    assert(seat == 0 || seat == 1);
    assert(failure->termination > TERMINATION_RULES && failure->termination < TERMINATIONS);
    state->report->failure = *failure;
    state->report->termination = failure->termination;
    state->report->loser = seat;
    text_add(&text, failure->why);
    if (session_is_over(&state->session)) /* the clock has ended it already */
        return;
    session_forfeit(&state->session, seat, ENDS[failure->termination], details);
}

/* Forfeit after an illegal or late move that the session rejected. */
static void lose_by_session(RefereeState *state, int seat, const Fault *fault)
{
    BotFailure failure = *contestant_failure(state->player[seat]);
    bool       late = state->session.result.end == END_TIME;
    failure.termination = late ? TERMINATION_TIME : TERMINATION_ILLEGAL;
    snprintf(failure.why, sizeof failure.why, "%s",
             late ? "the answer came after the time limit" : fault->why);
    lose(state, seat, &failure);
}

/* --- Playing ------------------------------------------------------------------------------ */

static bool is_stopped(const RefereeState *state)
{
    const atomic_bool *stop = state->game->rules->stop;
    return stop != NULL && atomic_load(stop);
}

/* Start both bots.  If the run is stopped meanwhile, neither forfeits; play_out then ends at
 * once. */
static Status begin_players(RefereeState *state)
{
    const RefereeGame *game = state->game;
    for (int i = 0; i < 2; i++) {
        Fault why = { 0 };
        state->player[i] = contestant_new(game->bot[i], game->rules, state->fault);
        if (state->player[i] == NULL)
            return state->fault->status;
        if (session_is_over(&state->session) ||
            player_begin(state->player[i], &game->setup, i, game->seed[i], &why) == STATUS_OK)
            continue;
        if (is_stopped(state))
            return STATUS_OK;
        if (contestant_is_our_fault(state->player[i])) {
            return fault_set(state->fault, STATUS_SYSTEM, 0, "%s: %.200s", game->bot[i]->spec.name,
                             why.why);
        }
        lose(state, i, contestant_failure(state->player[i]));
    }
    return STATUS_OK;
}

static SearchLimits limits_for(const RefereeState *state, int64_t now)
{
    const ContestLimits *limits = &state->game->rules->limits;
    SearchLimits         out = { .time_ms = limits->turn_ms };
    if (limits->game_ms == 0)
        return out;
    out.time_ms = 0;
    out.has_clock = true;
    for (int i = 0; i < 2; i++) {
        int64_t left = session_clock_ms(&state->session, i, now);
        out.clock_ms[i] = left < 0 ? limits->game_ms : left;
        out.increment_ms[i] = limits->increment_ms;
    }
    return out;
}

static void note_time(RefereeState *state, int seat, int64_t spent_ms)
{
    assert(spent_ms >= 0);
    RefereeSide *side = &state->report->side[seat];
    side->turns++;
    side->time_ms += spent_ms;
    if (spent_ms > side->slowest_ms)
        side->slowest_ms = spent_ms;
    buffer_addf(&state->report->times, "%s%lld", state->report->times.length == 0 ? "" : " ",
                (long long)spent_ms);
}

/* Play one move of the side to move.  Any status but STATUS_OK is a failure of the arena. */
static Status take_turn(RefereeState *state)
{
    PlayerAnswer answer;
    Fault        fault = { 0 };
    int          seat = session_side(&state->session);
    Player      *player = state->player[seat];
    int64_t      began = clock_wall_ms();
    SearchLimits limits = limits_for(state, began);
    player_choose(player, session_line(&state->session), &limits, &answer);
    int64_t ended = clock_wall_ms() - contestant_excused_ms(player);
    if (ended < began)
        ended = began;
    if (answer.status == PLAYER_STOPPED || is_stopped(state))
        return STATUS_OK;
    note_time(state, seat, ended - began);
    if (answer.status != PLAYER_TURN) {
        if (contestant_is_our_fault(player))
            return fault_set(state->fault, STATUS_SYSTEM, 0, "%s: %.200s",
                             state->game->bot[seat]->spec.name, answer.why);
        lose(state, seat, contestant_failure(player));
    } else if (session_play_turn(&state->session, seat, &answer.turn, ended, &fault) != STATUS_OK) {
        if (fault.status == STATUS_NO_MEMORY)
            return our_fault(state, STATUS_NO_MEMORY);
        lose_by_session(state, seat, &fault);
    }
    return STATUS_OK;
}

static Status play_out(RefereeState *state)
{
    const RefereeGame *game = state->game;
    Status             status = STATUS_OK;
    while (status == STATUS_OK && !session_is_over(&state->session) && !is_stopped(state)) {
        session_pause(&state->session, clock_wall_ms()); /* the live view costs neither side time */
        if (game->watch != NULL)
            game->watch(game->context, &state->session, clock_wall_ms());
        session_start(&state->session, clock_wall_ms());
        status = take_turn(state);
    }
    return status;
}

/* --- The result --------------------------------------------------------------------------- */

static void draw_board(const RefereeState *state)
{
    const Line *line = session_line(&state->session);
    char       *drawing = malloc(BOARD_TEXT_MAX);
    if (drawing == NULL)
        return;
    Text text = text_over(drawing, BOARD_TEXT_MAX);
    line->setup.game->text->draw(line_now(line), &text);
    buffer_bytes(&state->report->board, text.data, text.length);
    free(drawing);
}

static void settle(RefereeState *state)
{
    RefereeReport       *report = state->report;
    const SessionResult *result = &state->session.result;
    const Line          *line = session_line(&state->session);
    Text                 reason = text_over(report->reason, sizeof report->reason);
    report->turns = line_turns(line);
    report->half_points = 1;
    if (result->ending == ENDING_WON) {
        int winner = game_player(line->setup.game, line_now(line), result->winner);
        report->loser = 1 - winner;
        report->half_points = winner == 0 ? 2 : 0;
    }
    session_reason(&state->session, &reason);
    if (report->termination != TERMINATION_RULES)
        draw_board(state);
}

static Status write_record(RefereeState *state)
{
    RefereeReport *report = state->report;
    char           tag[160];
    Text           text = text_over(tag, sizeof tag);
    if (report->termination != TERMINATION_RULES) {
        text_addf(&text, "%s loses by %s", state->game->bot[report->loser]->spec.name,
                  termination_word(report->termination));
        if (report->failure.code[0] != '\0')
            text_addf(&text, ": %s", report->failure.code);
        session_set_tag(&state->session, "Verdict", tag);
    }
    if (!record_write(session_record(&state->session), buffer_sink, &report->record) ||
        report->times.failed || report->board.failed)
        return our_fault(state, STATUS_NO_MEMORY);
    return STATUS_OK;
}

static void end_players(RefereeState *state)
{
    bool         over = session_is_over(&state->session);
    RecordResult result = record_result(session_record(&state->session));
    for (int i = 0; i < 2; i++) {
        if (state->player[i] == NULL)
            continue;
        contestant_end(state->player[i], &result,
                       over && state->session.result.ending == ENDING_WON &&
                           state->report->loser == 1 - i);
        state->report->side[i].usage = contestant_usage(state->player[i]);
        player_delete(state->player[i]);
    }
}

Status referee_play(const RefereeGame *game, RefereeReport *report, Fault *fault)
{
    assert(game->bot[0] != NULL && game->bot[1] != NULL && game->rules != NULL && fault != NULL);
    RefereeState state = { .game = game, .report = report, .fault = fault };
    *report = (RefereeReport){ .loser = SIDE_NONE };
    buffer_init(&report->times, RECORD_BYTES_MAX);
    buffer_init(&report->board, BOARD_TEXT_MAX);
    buffer_init(&report->record, RECORD_BYTES_MAX);
    Status status = set_up(&state);
    if (status == STATUS_OK)
        status = begin_players(&state);
    if (status == STATUS_OK)
        status = play_out(&state);
    report->stopped = status == STATUS_OK && !session_is_over(&state.session);
    if (status == STATUS_OK && !report->stopped)
        settle(&state);
    if (state.has_session)
        end_players(&state);
    if (status == STATUS_OK && !report->stopped)
        status = write_record(&state);
    if (state.has_session)
        session_free(&state.session);
    if (status != STATUS_OK)
        referee_report_free(report);
    return status;
}

void referee_report_free(RefereeReport *report)
{
    buffer_free(&report->times);
    buffer_free(&report->board);
    buffer_free(&report->record);
}
