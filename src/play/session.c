/* SPDX-License-Identifier: MIT */
/* Invariants: `result.end` is END_RULES exactly if line_outcome has ended the line, so a takeback
 * reopens the game; every other end is also in record.result.  While `running` is set and the game
 * is not over, time up to `since_ms` has been charged to the side that was to move.
 */
#include "play/session.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "play/play_messages.h"

const MessageDef PLAY_MESSAGE[PLAY_MESSAGE_COUNT] = { PLAY_MESSAGES(MESSAGE_ROW) };

Status play_reject(Fault *fault, const MessageDef *def)
{
    fault_illegal(fault, def->english);
    if (fault != NULL)
        fault->code = def->key;
    return STATUS_ILLEGAL;
}

static Status reject(Fault *fault, PlayMessage message)
{
    return play_reject(fault, &PLAY_MESSAGE[message]);
}

static Status reject_over(Fault *fault)
{
    return play_reject(fault, &CORE_MESSAGE[CORE_MSG_OVER]);
}

/* Rows by SessionEnd: the word in a record, and the reason for people. */
static const struct {
    const char *word;
    PlayMessage reason;
} ENDS[] = {
    [END_NONE] = { "", PLAY_MSG_NO_RESULT },
    [END_RULES] = { "", PLAY_MSG_NO_RESULT },
    [END_RESIGN] = { "resign", PLAY_MSG_RESIGN },
    [END_AGREEMENT] = { "agreement", PLAY_MSG_AGREEMENT },
    [END_TIME] = { "time", PLAY_MSG_TIME },
    [END_ILLEGAL] = { "illegal", PLAY_MSG_ILLEGAL },
    [END_CRASH] = { "crash", PLAY_MSG_CRASH },
    [END_ABANDONED] = { "abandoned", PLAY_MSG_ABANDONED },
};

enum { END_COUNT = sizeof ENDS / sizeof ENDS[0] };

static Line *line_of(Session *session)
{
    return &session->record.line;
}

const Line *session_line(const Session *session)
{
    return &session->record.line;
}

const Record *session_record(const Session *session)
{
    return &session->record;
}

bool session_is_over(const Session *session)
{
    return session->result.end != END_NONE;
}

/* Return the player to move in a position. */
static int mover(const Line *line, const Pos *pos)
{
    return game_player(line->setup.game, pos, pos->side);
}

int session_side(const Session *session)
{
    return session_is_over(session) ? SIDE_NONE
                                    : mover(session_line(session), line_now(session_line(session)));
}

/* --- Setup --------------------------------------------------------------------------- */

/* Set the result from the rules for the current line. */
static void judge(Session *session)
{
    Outcome outcome = line_outcome(session_line(session));
    if (outcome.ending == ENDING_NONE)
        session->result = (SessionResult){ 0 };
    else
        session->result = (SessionResult){ .end = END_RULES,
                                           .ending = (Ending)outcome.ending,
                                           .winner = outcome.winner };
}

static void init_seat(Seat *seat, const ClockRule *clock)
{
    seat->clock = *clock;
    seat->left_ms = clock->kind == CLOCK_NONE ? 0 : clock->time_ms;
    seat->spent_ms = 0;
}

static void init_rest(Session *session, const ClockRule clocks[2])
{
    for (int side = 0; side < 2; side++)
        init_seat(&session->seat[side], &clocks[side]);
    session->running = false;
    session->since_ms = session->spent_ms = 0;
    session->draw_offer = session->takeback_by = SIDE_NONE;
    judge(session);
}

static const char *const SEAT_TAGS[2] = { "First", "Second" };

Status session_init(Session *session, const Setup *setup, const Pos *from,
                    const char *const names[2], const ClockRule clocks[2])
{
    assert(session != NULL && setup != NULL && setup->game != NULL && names != NULL &&
           clocks != NULL);
    *session = (Session){ 0 };
    Status status = record_init(&session->record, setup, from);
    for (int side = 0; side < 2 && status == STATUS_OK; side++) {
        snprintf(session->seat[side].name, SEAT_NAME_MAX, "%s", names[side]);
        status = record_set_tag(&session->record, SEAT_TAGS[side], session->seat[side].name);
    }
    if (status != STATUS_OK) {
        record_free(&session->record);
        return status;
    }
    init_rest(session, clocks);
    return STATUS_OK;
}

/* Read a recorded result that did not come from the rules, by its words. */
static void adopt_result(Session *session)
{
    const RecordResult *written = &session->record.result;
    const Game         *game = session_line(session)->setup.game;
    if (session->result.end != END_NONE || strcmp(written->winner, "*") == 0)
        return;
    SessionEnd end = END_ABANDONED;
    for (int i = END_RESIGN; i < END_COUNT; i++)
        if (strcmp(ENDS[i].word, written->reason) == 0)
            end = (SessionEnd)i;
    bool drawn = strcmp(written->winner, "draw") == 0;
    session->result = (SessionResult){ .end = drawn ? END_AGREEMENT : end,
                                       .ending = drawn ? ENDING_DRAWN : ENDING_WON,
                                       .winner = strcmp(written->winner, game->sides[1]) == 0 };
    snprintf(session->result.why, sizeof session->result.why, "%s", written->details);
}

Status session_adopt(Session *session, Record *record, const ClockRule clocks[2])
{
    assert(session != NULL && record != NULL && clocks != NULL);
    *session = (Session){ .record = *record };
    *record = (Record){ 0 };
    init_rest(session, clocks);
    adopt_result(session);
    for (int side = 0; side < 2; side++) {
        const char *name = record_tag(&session->record, SEAT_TAGS[side]);
        snprintf(session->seat[side].name, SEAT_NAME_MAX, "%s", name == NULL ? "" : name);
    }
    for (int turn = 0; turn < line_turns(session_line(session)); turn++) {
        const Line *line = session_line(session);
        Seat       *seat = &session->seat[mover(line, line_before_turn(line, turn))];
        int64_t     left = record_note(&session->record, turn).clock_ms;
        if (seat->clock.kind == CLOCK_GAME && left >= 0)
            seat->left_ms = left;
    }
    return STATUS_OK;
}

void session_free(Session *session)
{
    record_free(&session->record);
    *session = (Session){ 0 };
}

Status session_set_tag(Session *session, const char *name, const char *value)
{
    return record_set_tag(&session->record, name, value);
}

Status session_set_name(Session *session, int side, const char *name)
{
    assert((side == 0 || side == 1) && name != NULL);
    snprintf(session->seat[side].name, SEAT_NAME_MAX, "%s", name);
    return record_set_tag(&session->record, SEAT_TAGS[side], session->seat[side].name);
}

Status session_remark(Session *session, int turn, const char *comment)
{
    int64_t clock_ms = record_note(&session->record, turn).clock_ms;
    return record_set_note(&session->record, turn, clock_ms, comment);
}

/* --- Endings ------------------------------------------------------------------------------ */

/* Copy untrusted text so that it fits into the last line of a record. */
static void copy_details(const char *from, char *to, size_t size)
{
    size_t length = 0;
    while (*from == ' ')
        from++;
    for (; *from != '\0' && length + 1 < size; from++) {
        unsigned char byte = (unsigned char)*from;
        to[length++] = byte < 0x20 || byte == 0x7f ? ' ' : *from;
    }
    while (length > 0 && to[length - 1] == ' ')
        length--;
    to[length] = '\0';
}

/* End the game outside the rules, also in the record.  That cannot fail, because the rules have not
 * ended the game and all words are ours. */
static void end_game(Session *session, SessionEnd end, Ending ending, int winner, const char *why)
{
    assert(!session_is_over(session));
    SessionResult *result = &session->result;
    *result = (SessionResult){ .end = end, .ending = ending, .winner = winner };
    copy_details(why, result->why, sizeof result->why);
    session->draw_offer = session->takeback_by = SIDE_NONE;
    const Game *game = session_line(session)->setup.game;
    if (ending != ENDING_NONE)
        record_set_result(&session->record, ending == ENDING_WON ? game->sides[winner] : "draw",
                          ENDS[end].word, result->why);
}

/* Return the current side of a player. */
static int colour_of(const Session *session, int player)
{
    const Line *line = session_line(session);
    return game_player(line->setup.game, line_now(line), 0) == player ? 0 : 1;
}

void session_forfeit(Session *session, int side, SessionEnd end, const char *why)
{
    assert((side == 0 || side == 1) && why != NULL);
    assert(end == END_TIME || end == END_ILLEGAL || end == END_CRASH);
    if (!session_is_over(session))
        end_game(session, end, ENDING_WON, colour_of(session, 1 - side), why);
}

void session_abandon(Session *session, int side)
{
    assert(side == 0 || side == 1 || side == SIDE_NONE);
    if (session_is_over(session))
        return;
    if (side == SIDE_NONE)
        end_game(session, END_ABANDONED, ENDING_NONE, 0, "");
    else
        end_game(session, END_ABANDONED, ENDING_WON, colour_of(session, 1 - side), "");
}

void session_reason(const Session *session, Text *out)
{
    if (session->result.end == END_RULES) {
        RecordResult result = record_result(&session->record);
        text_add(out, result.reason);
    } else {
        text_add(out, ENDS[session->result.end].word);
    }
}

/* Make the result of a game that did not end by the rules. */
static void end_message(const SessionResult *result, Message *out)
{
    bool won = result->ending == ENDING_WON, has_details = result->why[0] != '\0';
    if (result->ending == ENDING_NONE) {
        *out = message_of(&PLAY_MESSAGE[PLAY_MSG_NO_RESULT]);
        return;
    }
    if (has_details)
        *out = message_of(&PLAY_MESSAGE[won ? PLAY_MSG_WON_WHY : PLAY_MSG_DRAWN_WHY]);
    else
        *out = message_of(&CORE_MESSAGE[won ? CORE_MSG_WON : CORE_MSG_DRAWN]);
    message_term(out, "reason", &PLAY_MESSAGE[ENDS[result->end].reason]);
    if (won) {
        message_side(out, "winner", result->winner);
        message_side(out, "loser", 1 - result->winner);
    }
    if (has_details)
        message_text(out, "text", result->why);
}

void session_result_message(const Session *session, Message *out)
{
    const Line *line = session_line(session);
    *out = message_of(NULL);
    if (session->result.end == END_RULES)
        outcome_message(line->setup.game, line_now(line), line_outcome(line), out);
    else if (session->result.end != END_NONE)
        end_message(&session->result, out);
}

void session_write_result(const Session *session, const Language *language, Text *out)
{
    const Line *line = session_line(session);
    Message     result;
    session_result_message(session, &result);
    message_write(&result, line->setup.game, line->setup.variant, language, out);
}

/* --- Clocks ------------------------------------------------------------------------------- */

void session_start(Session *session, int64_t now_ms)
{
    if (session_is_over(session))
        return;
    if (!session->running)
        session->since_ms = now_ms;
    session->running = true;
}

/* Charge the side to move for the time since the last call, and end the game if it ran out.  False if
 * the game is over. */
static bool charge(Session *session, int64_t now_ms)
{
    if (session_is_over(session))
        return false;
    if (!session->running)
        return true;
    int     side = session_side(session);
    Seat   *seat = &session->seat[side];
    int64_t spent = now_ms > session->since_ms ? now_ms - session->since_ms : 0;
    session->since_ms += spent;
    session->spent_ms += spent;
    seat->spent_ms += spent;
    if (seat->clock.kind == CLOCK_NONE)
        return true;
    seat->left_ms -= spent;
    if (seat->left_ms >= -seat->clock.grace_ms)
        return true;
    session_forfeit(session, side, END_TIME, "");
    return false;
}

void session_pause(Session *session, int64_t now_ms)
{
    charge(session, now_ms);
    session->running = false;
}

void session_set_clock(Session *session, int side, int64_t left_ms)
{
    assert(side == 0 || side == 1);
    assert(!session->running);
    if (session->seat[side].clock.kind != CLOCK_NONE)
        session->seat[side].left_ms = left_ms;
}

bool session_check_time(Session *session, int64_t now_ms)
{
    charge(session, now_ms);
    return session->result.end == END_TIME;
}

int64_t session_clock_ms(const Session *session, int side, int64_t now_ms)
{
    assert(side == 0 || side == 1);
    const Seat *seat = &session->seat[side];
    if (seat->clock.kind == CLOCK_NONE)
        return -1;
    int64_t left = seat->left_ms;
    if (session->running && session_side(session) == side && now_ms > session->since_ms)
        left -= now_ms - session->since_ms;
    return left > 0 ? left : 0;
}

/* Set the clock of a seat that has completed a turn. */
static void settle_clock(Seat *seat, bool was_running)
{
    if (seat->clock.kind == CLOCK_NONE)
        return;
    if (seat->left_ms < 0)
        seat->left_ms = 0;
    if (seat->clock.kind == CLOCK_GAME && was_running)
        seat->left_ms += seat->clock.increment_ms;
    if (seat->left_ms > RECORD_CLOCK_MAX_MS)
        seat->left_ms = RECORD_CLOCK_MAX_MS;
}

/* --- Playing ------------------------------------------------------------------------------ */

/* Check that `side` may act now, after charging its time. */
static Status enter(Session *session, int side, int64_t now_ms, Fault *fault)
{
    bool was_over = session_is_over(session);
    if (!charge(session, now_ms))
        return was_over ? reject_over(fault) : reject(fault, PLAY_MSG_TIME_UP);
    if (side != session_side(session))
        return reject(fault, PLAY_MSG_NOT_YOUR_TURN);
    return STATUS_OK;
}

/* Finish turn `turn` of `side`: write its note, set the clock, apply the rules. */
static void close_turn(Session *session, int turn, int side)
{
    Seat *seat = &session->seat[side];
    settle_clock(seat, session->running);
    bool shown = seat->clock.kind != CLOCK_NONE && session->running;
    record_forget(&session->record, turn);
    /* A note that fails for lack of memory must not cost the turn. */
    record_set_note(&session->record, turn, shown ? seat->left_ms : -1, NULL);
    if (seat->clock.kind == CLOCK_TURN)
        seat->left_ms = seat->clock.time_ms;
    session->spent_ms = 0;
    session->draw_offer = session->draw_offer == side ? side : SIDE_NONE;
    session->takeback_by = SIDE_NONE;
    judge(session);
    if (session_is_over(session))
        session->draw_offer = SIDE_NONE;
}

static Status take_step(Session *session, Step step)
{
    Line  *line = line_of(session);
    int    turn = line_turns(line), side = mover(line, line_before_turn(line, turn));
    Status status = line_step(line, step);
    if (status == STATUS_OK && line_turns(line) > turn)
        close_turn(session, turn, side);
    return status;
}

Status session_step(Session *session, int side, Step step, int64_t now_ms, Fault *fault)
{
    Status status = enter(session, side, now_ms, fault);
    if (status != STATUS_OK)
        return status;
    status = take_step(session, step);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", status_text(status));
}

/* True if the steps are one complete legal turn.  Checked on a copy, so that nothing needs undoing. */
static bool is_whole_turn(const Line *line, const Turn *turn)
{
    const GameRules *rules = line->setup.game->rules;
    PosBuffer        now;
    game_copy(line->setup.game, line_now(line), &now.head);
    for (int i = 0; i < turn->count; i++) {
        if ((i > 0 && now.head.phase == 0) || !rules->legal(&now.head, turn->step[i]))
            return false;
        rules->apply(&now.head, turn->step[i]);
    }
    return turn->count > 0 && now.head.phase == 0;
}

/* Play a complete legal turn.  Fails only for lack of memory, and then undoes the steps. */
static Status play_steps(Session *session, const Turn *turn, Fault *fault)
{
    for (int i = 0; i < turn->count; i++) {
        Status status = take_step(session, turn->step[i]);
        if (status == STATUS_OK)
            continue;
        while (i-- > 0)
            line_undo_step(line_of(session));
        return fault_set(fault, status, 0, "%s", status_text(status));
    }
    return STATUS_OK;
}

Status session_play_turn(Session *session, int side, const Turn *turn, int64_t now_ms, Fault *fault)
{
    Status status = enter(session, side, now_ms, fault);
    if (status != STATUS_OK)
        return status;
    if (!is_whole_turn(session_line(session), turn))
        return reject(fault, PLAY_MSG_NOT_A_TURN);
    return play_steps(session, turn, fault);
}

/* Check what a person announced with a complete legal turn. */
static Status check_announced(const Session *session, const Turn *turn, const char *announced,
                              Fault *fault)
{
    const Line *line = session_line(session);
    const Game *game = line->setup.game;
    Message     why;
    Status      status = turn_check_announcement(game, line_now(line), turn, announced, &why);
    if (status == STATUS_OK)
        return status;
    status = message_fault(&why, game, line->setup.variant, status, fault);
    fault->at = 0; /* there is no text */
    return status;
}

Status session_play_announced(Session *session, int side, const Turn *turn, const char *announced,
                              int64_t now_ms, Fault *fault)
{
    Status status = enter(session, side, now_ms, fault);
    if (status == STATUS_OK && !is_whole_turn(session_line(session), turn))
        return fault_illegal(fault, "the steps are not one whole legal turn");
    if (status == STATUS_OK)
        status = check_announced(session, turn, announced, fault);
    return status == STATUS_OK ? play_steps(session, turn, fault) : status;
}

Status session_step_announced(Session *session, int side, Step step, const char *announced,
                              int64_t now_ms, Fault *fault)
{
    Turn   turn = { .count = 1, .step = { step } };
    Status status = enter(session, side, now_ms, fault);
    if (status == STATUS_OK && is_whole_turn(session_line(session), &turn))
        status = check_announced(session, &turn, announced, fault);
    return status == STATUS_OK ? session_step(session, side, step, now_ms, fault) : status;
}

Status session_play(Session *session, int side, const char *text, int64_t now_ms, Fault *fault)
{
    assert(text != NULL);
    Turn   turn;
    Status status = enter(session, side, now_ms, fault);
    if (status != STATUS_OK)
        return status;
    const Line *line = session_line(session);
    status = turn_read(line->setup.game, line_now(line), text, &turn, fault);
    return status == STATUS_OK ? play_steps(session, &turn, fault) : status;
}

int session_steps(const Session *session, Step *steps)
{
    const Line *line = session_line(session);
    return session_is_over(session) ? 0 : line->setup.game->rules->gen(line_now(line), steps);
}

static bool has_open_turn(const Line *line)
{
    return line_now(line)->phase != 0 && line->count > 1 &&
           !line->entries[line->count - 1].turn_over;
}

Status session_undo_step(Session *session, int side, int64_t now_ms, Fault *fault)
{
    Status status = enter(session, side, now_ms, fault);
    if (status != STATUS_OK)
        return status;
    if (!has_open_turn(session_line(session)))
        return reject(fault, PLAY_MSG_NO_STEP);
    line_undo_step(line_of(session));
    return STATUS_OK;
}

/* --- Offers ------------------------------------------------------------------------------- */

Status session_draw(Session *session, int side, int64_t now_ms, Fault *fault)
{
    if (!charge(session, now_ms))
        return reject_over(fault);
    if (session->draw_offer == 1 - side)
        end_game(session, END_AGREEMENT, ENDING_DRAWN, 0, "");
    else
        session->draw_offer = side;
    return STATUS_OK;
}

/* Return the last completed turn of `side`, or -1. */
static int last_turn_of(const Line *line, int side)
{
    int turn = line_turns(line) - 1;
    while (turn >= 0 && mover(line, line_before_turn(line, turn)) != side)
        turn--;
    return turn;
}

/* Update the session after turns were undone or redone. */
static void after_jump(Session *session, int64_t now_ms)
{
    session->takeback_by = session->draw_offer = SIDE_NONE;
    session->spent_ms = 0;
    judge(session);
    session->record.result = (RecordResult){ .winner = "*" }; /* one that was read is out of date */
    session->since_ms = now_ms;
    for (int side = 0; side < 2; side++)
        if (session->seat[side].clock.kind == CLOCK_TURN)
            session->seat[side].left_ms = session->seat[side].clock.time_ms;
}

Status session_take_back(Session *session, int side, int64_t now_ms, Fault *fault)
{
    if (!charge(session, now_ms) && session->result.end != END_RULES)
        return reject_over(fault);
    int requester = session->takeback_by == 1 - side ? 1 - side : side;
    int turn = last_turn_of(session_line(session), requester);
    if (turn < 0)
        return reject(fault, PLAY_MSG_NO_TAKEBACK);
    if (requester == side) {
        session->takeback_by = side;
        return STATUS_OK;
    }
    while (line_turns(session_line(session)) > turn)
        line_undo_turn(line_of(session));
    after_jump(session, now_ms);
    return STATUS_OK;
}

void session_decline(Session *session, int side)
{
    if (session->draw_offer == 1 - side)
        session->draw_offer = SIDE_NONE;
    if (session->takeback_by == 1 - side)
        session->takeback_by = SIDE_NONE;
}

static bool may_jump(Session *session, int64_t now_ms)
{
    return charge(session, now_ms) || session->result.end == END_RULES;
}

bool session_undo_turn(Session *session, int64_t now_ms)
{
    if (!may_jump(session, now_ms))
        return false;
    if (!line_undo_turn(line_of(session)))
        return false;
    after_jump(session, now_ms);
    return true;
}

bool session_redo_turn(Session *session, int64_t now_ms)
{
    if (!may_jump(session, now_ms) || has_open_turn(session_line(session)) ||
        !line_redo_turn(line_of(session)))
        return false;
    after_jump(session, now_ms);
    return true;
}

void session_set_undone(Session *session, const Step *steps, int count)
{
    if (!has_open_turn(session_line(session)))
        line_set_undone(line_of(session), steps, count);
}

Status session_resign(Session *session, int side, int64_t now_ms, Fault *fault)
{
    if (!charge(session, now_ms))
        return reject_over(fault);
    end_game(session, END_RESIGN, ENDING_WON, colour_of(session, 1 - side), "");
    return STATUS_OK;
}
