/* SPDX-License-Identifier: MIT */
#include "arena/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { RECORD_BYTES_MAX = 16 << 20 };

typedef struct Table {
    const JudgeGame *game;
    JudgeReport     *report;
    Session          session;
    bool             has_session;
    Player          *player[2];
    Fault           *fault;
} Table;

/* --- Setting up --------------------------------------------------------------------------- */

static ClockRule clock_for(const BotMade *bot, const ContestLimits *limits)
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

static Status our_fault(Table *table, Status status)
{
    return fault_set(table->fault, status, 0, "a game cannot be played: %s", status_text(status));
}

static Status set_up(Table *table)
{
    const JudgeGame *game = table->game;
    const char      *names[2] = { game->bot[0]->spec.name, game->bot[1]->spec.name };
    ClockRule        clocks[2];
    for (int i = 0; i < 2; i++)
        clocks[i] = clock_for(game->bot[i], &game->rules->limits);
    Status status = session_init(&table->session, &game->setup, NULL, names, clocks);
    if (status != STATUS_OK)
        return our_fault(table, status);
    table->has_session = true;
    for (int i = 0; i < 4 && game->tags[i][0] != NULL && status == STATUS_OK; i++)
        status = session_set_tag(&table->session, game->tags[i][0], game->tags[i][1]);
    if (status == STATUS_OK)
        status = opening_play(&game->opening, &table->session);
    return status == STATUS_OK ? status : our_fault(table, status);
}

/* --- Losing ------------------------------------------------------------------------------- */

/* The session has three words for what we have eight of. */
static const SessionEnd ENDS[TERMINATIONS] = {
    [TERMINATION_RULES] = END_CRASH,    [TERMINATION_ILLEGAL] = END_ILLEGAL,
    [TERMINATION_TIME] = END_TIME,      [TERMINATION_CRASH] = END_CRASH,
    [TERMINATION_MEMORY] = END_CRASH,   [TERMINATION_OUTPUT] = END_CRASH,
    [TERMINATION_PROTOCOL] = END_CRASH, [TERMINATION_SILENCE] = END_TIME,
};

static void lose(Table *table, int seat, const Trouble *trouble)
{
    char details[RECORD_DETAILS_MAX];
    Text text = text_over(details, sizeof details);
    table->report->trouble = *trouble;
    table->report->termination = trouble->termination;
    table->report->loser = seat;
    text_add(&text, trouble->why);
    if (session_is_over(&table->session)) /* the clock was quicker */
        return;
    session_forfeit(&table->session, seat, ENDS[trouble->termination], details);
}

/* A turn that the rules do not allow, or one that came too late. */
static void lose_by_session(Table *table, int seat, const Fault *fault)
{
    Trouble trouble = *contestant_trouble(table->player[seat]);
    bool    late = table->session.result.end == END_TIME;
    trouble.termination = late ? TERMINATION_TIME : TERMINATION_ILLEGAL;
    snprintf(trouble.why, sizeof trouble.why, "%s",
             late ? "the answer came when the time was up" : fault->why);
    lose(table, seat, &trouble);
}

/* --- Playing ------------------------------------------------------------------------------ */

static bool is_stopped(const Table *table)
{
    const atomic_bool *stop = table->game->rules->stop;
    return stop != NULL && atomic_load(stop);
}

/* A game that is stopped here is lost by nobody: the session goes on, and play_out ends at once. */
static Status begin_players(Table *table)
{
    const JudgeGame *game = table->game;
    for (int i = 0; i < 2; i++) {
        Fault why = { 0 };
        table->player[i] = contestant_new(game->bot[i], game->rules, table->fault);
        if (table->player[i] == NULL)
            return table->fault->status;
        if (session_is_over(&table->session) ||
            player_begin(table->player[i], &game->setup, i, game->seed[i], &why) == STATUS_OK)
            continue;
        if (is_stopped(table))
            return STATUS_OK;
        if (contestant_is_our_fault(table->player[i])) {
            *table->fault = why;
            return why.status == STATUS_OK ? STATUS_SYSTEM : why.status;
        }
        lose(table, i, contestant_trouble(table->player[i]));
    }
    return STATUS_OK;
}

static SearchLimits limits_for(const Table *table, int64_t now)
{
    const ContestLimits *limits = &table->game->rules->limits;
    SearchLimits         out = { .time_ms = limits->turn_ms };
    if (limits->game_ms == 0)
        return out;
    out.time_ms = 0;
    out.has_clock = true;
    for (int i = 0; i < 2; i++) {
        int64_t left = session_clock_ms(&table->session, i, now);
        out.clock_ms[i] = left < 0 ? limits->game_ms : left;
        out.increment_ms[i] = limits->increment_ms;
    }
    return out;
}

static void note_time(Table *table, int seat, int64_t spent_ms)
{
    JudgeSide *side = &table->report->side[seat];
    side->turns++;
    side->time_ms += spent_ms;
    if (spent_ms > side->slowest_ms)
        side->slowest_ms = spent_ms;
    buffer_addf(&table->report->times, "%s%lld", table->report->times.length == 0 ? "" : " ",
                (long long)spent_ms);
}

/* One turn of whoever is to move.  Anything but STATUS_OK is our own trouble. */
static Status take_turn(Table *table)
{
    PlayerAnswer answer;
    Fault        fault = { 0 };
    int          seat = session_side(&table->session);
    Player      *player = table->player[seat];
    int64_t      began = clock_wall_ms();
    SearchLimits limits = limits_for(table, began);
    player_choose(player, session_line(&table->session), &limits, &answer);
    int64_t ended = clock_wall_ms();
    if (answer.status == PLAYER_STOPPED || is_stopped(table))
        return STATUS_OK;
    note_time(table, seat, ended - began);
    if (answer.status != PLAYER_TURN) {
        if (contestant_is_our_fault(player))
            return fault_set(table->fault, STATUS_SYSTEM, 0, "%s", answer.why);
        lose(table, seat, contestant_trouble(player));
    } else if (session_play_turn(&table->session, seat, &answer.turn, ended, &fault) != STATUS_OK) {
        if (fault.status == STATUS_NO_MEMORY)
            return our_fault(table, STATUS_NO_MEMORY);
        lose_by_session(table, seat, &fault);
    }
    return STATUS_OK;
}

static Status play_out(Table *table)
{
    const JudgeGame *game = table->game;
    Status           status = STATUS_OK;
    while (status == STATUS_OK && !session_is_over(&table->session) && !is_stopped(table)) {
        session_pause(&table->session, clock_wall_ms()); /* watching is nobody's time */
        if (game->watch != NULL)
            game->watch(game->context, &table->session, clock_wall_ms());
        session_start(&table->session, clock_wall_ms());
        status = take_turn(table);
    }
    return status;
}

/* --- The verdict -------------------------------------------------------------------------- */

static void draw_board(const Table *table)
{
    const Line *line = session_line(&table->session);
    char       *drawing = malloc(BOARD_TEXT_MAX);
    if (drawing == NULL)
        return;
    Text text = text_over(drawing, BOARD_TEXT_MAX);
    line->setup.game->text->draw(line_now(line), &text);
    buffer_bytes(&table->report->board, text.data, text.length);
    free(drawing);
}

static void settle(Table *table)
{
    JudgeReport         *report = table->report;
    const SessionResult *result = &table->session.result;
    const Line          *line = session_line(&table->session);
    Text                 reason = text_over(report->reason, sizeof report->reason);
    report->turns = line_turns(line);
    report->half_points = 1;
    if (result->ending == ENDING_WON) {
        int winner = game_player(line->setup.game, line_now(line), result->winner);
        report->loser = 1 - winner;
        report->half_points = winner == 0 ? 2 : 0;
    }
    session_reason(&table->session, &reason);
    if (report->termination != TERMINATION_RULES)
        draw_board(table);
}

static Status write_record(Table *table)
{
    JudgeReport *report = table->report;
    char         words[160];
    Text         text = text_over(words, sizeof words);
    if (report->termination != TERMINATION_RULES) {
        text_addf(&text, "%s loses by %s", table->game->bot[report->loser]->spec.name,
                  termination_word(report->termination));
        if (report->trouble.code[0] != '\0')
            text_addf(&text, ": %s", report->trouble.code);
        session_set_tag(&table->session, "Verdict", words);
    }
    if (!record_write(session_record(&table->session), buffer_sink, &report->record) ||
        report->times.failed || report->board.failed)
        return our_fault(table, STATUS_NO_MEMORY);
    return STATUS_OK;
}

static void end_players(Table *table)
{
    bool         over = session_is_over(&table->session);
    RecordResult result = record_result(session_record(&table->session));
    for (int i = 0; i < 2; i++) {
        if (table->player[i] == NULL)
            continue;
        contestant_end(table->player[i], &result,
                       over && table->session.result.ending == ENDING_WON &&
                           table->report->loser == 1 - i);
        table->report->side[i].usage = contestant_usage(table->player[i]);
        player_delete(table->player[i]);
    }
}

Status judge_play(const JudgeGame *game, JudgeReport *report, Fault *fault)
{
    Table table = { .game = game, .report = report, .fault = fault };
    *report = (JudgeReport){ .loser = SIDE_NONE };
    buffer_init(&report->times, RECORD_BYTES_MAX);
    buffer_init(&report->board, BOARD_TEXT_MAX);
    buffer_init(&report->record, RECORD_BYTES_MAX);
    Status status = set_up(&table);
    if (status == STATUS_OK)
        status = begin_players(&table);
    if (status == STATUS_OK)
        status = play_out(&table);
    report->stopped = status == STATUS_OK && !session_is_over(&table.session);
    if (status == STATUS_OK && !report->stopped)
        settle(&table);
    if (table.has_session)
        end_players(&table);
    if (status == STATUS_OK && !report->stopped)
        status = write_record(&table);
    if (table.has_session)
        session_free(&table.session);
    if (status != STATUS_OK)
        judge_report_free(report);
    return status;
}

void judge_report_free(JudgeReport *report)
{
    buffer_free(&report->times);
    buffer_free(&report->board);
    buffer_free(&report->record);
}
