/* SPDX-License-Identifier: MIT */
#include "term/replay.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "play/play_messages.h"
#include "term/game_file.h"
#include "term/touches.h"

static const Line *line_of(const Replay *replay)
{
    return &replay->record.line;
}

static const Game *game_of(const Replay *replay)
{
    return line_of(replay)->setup.game;
}

/* --- Opening ------------------------------------------------------------------------------ */

Status replay_open(Replay *replay, const char *path, const GameAsk *ask, Fault *fault)
{
    Record record;
    Status status = game_open(path, ask, &record, fault);
    if (status == STATUS_OK)
        replay_over(replay, &record);
    return status;
}

void replay_over(Replay *replay, Record *record)
{
    *replay = (Replay){ .record = *record, .pace_ms = REPLAY_PACE_MS };
    *record = (Record){ 0 };
}

void replay_use_tables(Replay *replay, const char *folder)
{
    tb_view_close(&replay->tb_view);
    tb_view_open(&replay->tb_view, folder);
}

void replay_free(Replay *replay)
{
    tb_view_close(&replay->tb_view);
    record_free(&replay->record);
}

/* --- Looking ------------------------------------------------------------------------------ */

int replay_count(const Replay *replay)
{
    return line_turns(line_of(replay));
}

const Pos *replay_pos(const Replay *replay)
{
    assert(replay->at >= 0 && replay->at <= replay_count(replay));
    return replay->at == replay_count(replay) ? line_now(line_of(replay))
                                              : line_before_turn(line_of(replay), replay->at);
}

void replay_turn(const Replay *replay, Text *out)
{
    Turn turn;
    if (replay->at == 0)
        return;
    line_turn(line_of(replay), replay->at - 1, &turn);
    turn_write(game_of(replay), line_before_turn(line_of(replay), replay->at - 1), &turn, out);
}

void replay_touches(const Replay *replay, CellList *out)
{
    out->count = 0;
    if (replay->at > 0)
        line_turn_touches(line_of(replay), replay->at - 1, out);
}

TermText replay_text(const Replay *replay)
{
    return term_text_of(&line_of(replay)->setup, replay->language);
}

void replay_news(const Replay *replay, const char *between, Text *out)
{
    TermText text = replay_text(replay);
    if (replay->at > 0)
        term_text_news(&text, line_of(replay), replay->at - 1, between, out);
}

RecordNote replay_note(const Replay *replay)
{
    return replay->at == 0 ? (RecordNote){ .clock_ms = -1 }
                           : record_note(&replay->record, replay->at - 1);
}

/* Return the definition of a reason that is not one of the rules; NULL if there is none. */
static const MessageDef *find_reason(const char *word)
{
    char key[64];
    snprintf(key, sizeof key, "reason:%s", word);
    for (int i = 0; i < PLAY_MESSAGE_COUNT; i++)
        if (strcmp(PLAY_MESSAGE[i].key, key) == 0)
            return &PLAY_MESSAGE[i];
    return NULL;
}

/* Make a result that the rules did not give a message; empty if there is none. */
static Message agreed_result(const Game *game, const RecordResult *result)
{
    bool              is_draw = strcmp(result->winner, "draw") == 0;
    bool              has_details = result->details[0] != '\0';
    const MessageDef *reason = find_reason(result->reason);
    if (strcmp(result->winner, "*") == 0)
        return message_of(NULL);
    Message message =
        message_of(has_details ? &PLAY_MESSAGE[is_draw ? PLAY_MSG_DRAWN_WHY : PLAY_MSG_WON_WHY]
                               : &CORE_MESSAGE[is_draw ? CORE_MSG_DRAWN : CORE_MSG_WON]);
    if (!is_draw) {
        int winner = strcmp(result->winner, game->sides[0]) == 0 ? 0 : 1;
        message_side(&message, "winner", winner);
        message_side(&message, "loser", 1 - winner);
    }
    if (reason != NULL)
        message_term(&message, "reason", reason);
    else
        message_text(&message, "reason", result->reason);
    if (has_details)
        message_text(&message, "text", result->details);
    return message;
}

void replay_result_message(const Record *record, Message *out)
{
    const Line  *line = &record->line;
    const Game  *game = line->setup.game;
    RecordResult result = record_result(record);
    if (line_outcome(line).ending != ENDING_NONE)
        outcome_message(game, line_now(line), line_outcome(line), out);
    else
        *out = agreed_result(game, &result);
}

void replay_result(const Replay *replay, Text *out)
{
    TermText text = replay_text(replay);
    Message  message;
    if (replay->at < replay_count(replay))
        return;
    replay_result_message(&replay->record, &message);
    term_text_write(&text, &message, out);
}

void replay_name(const Replay *replay, int side, Text *out)
{
    assert(side == 0 || side == 1);
    static const char *const TAGS[2] = { "First", "Second" };
    const char              *name = record_tag(&replay->record, TAGS[side]);
    TermText                 text = replay_text(replay);
    if (name != NULL)
        text_add(out, name);
    else
        term_text_side(&text, side, out);
}

/* With a repetition rule or a turn limit the history matters, so this probes a line, not a
 * position. */
bool replay_value(Replay *replay, Text *out)
{
    Line     line;
    TermText text = replay_text(replay);
    if (!tb_view_is_known(&replay->tb_view, &line_of(replay)->setup))
        return false;
    if (replay->at == replay_count(replay))
        return tb_view_write(&replay->tb_view, line_of(replay), &text, out);
    if (line_copy_turns(&line, line_of(replay), replay->at) != STATUS_OK)
        return false;
    bool said = tb_view_write(&replay->tb_view, &line, &text, out);
    line_free(&line);
    return said;
}

/* --- Stepping ----------------------------------------------------------------------------- */

bool replay_jump(Replay *replay, int turn)
{
    assert(replay->record.line.setup.game != NULL);
    int before = replay->at, last = replay_count(replay);
    replay->at = turn < 0 ? 0 : turn > last ? last : turn;
    return replay->at != before;
}

bool replay_forward(Replay *replay)
{
    return replay_jump(replay, replay->at + 1);
}

bool replay_back(Replay *replay)
{
    return replay_jump(replay, replay->at - 1);
}

void replay_resume(Replay *replay, int64_t now_ms)
{
    if (replay->at == replay_count(replay))
        replay->at = 0;
    replay->running = true;
    replay->due_ms = now_ms + replay->pace_ms;
}

void replay_pause(Replay *replay)
{
    replay->running = false;
}

bool replay_tick(Replay *replay, int64_t now_ms)
{
    if (!replay->running || now_ms < replay->due_ms)
        return false;
    bool moved = replay_forward(replay);
    replay->due_ms = now_ms + replay->pace_ms;
    if (replay->at == replay_count(replay))
        replay->running = false;
    return moved;
}

int replay_wait_ms(const Replay *replay, int64_t now_ms)
{
    if (!replay->running)
        return -1;
    return now_ms >= replay->due_ms ? 0 : (int)(replay->due_ms - now_ms);
}

void replay_set_pace(Replay *replay, int64_t pace_ms)
{
    assert(pace_ms >= 0);
    replay->pace_ms = pace_ms < REPLAY_PACE_LOW_MS    ? REPLAY_PACE_LOW_MS
                      : pace_ms > REPLAY_PACE_HIGH_MS ? REPLAY_PACE_HIGH_MS
                                                      : pace_ms;
}
