/* SPDX-License-Identifier: MIT */
#include "term/replay.h"

#include <stdio.h>
#include <string.h>

#include "dialects/list.h"
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

static bool format_is(const char *wanted, const char *name)
{
    return wanted != NULL && strcmp(wanted, name) == 0;
}

/* Records begin with a tag, behind blanks and remarks. */
static bool looks_like_record(const char *data, size_t size)
{
    Scan scan = scan_over(data, size);
    for (;;) {
        scan_blanks(&scan);
        if (scan_peek(&scan) != ';' && scan_peek(&scan) != '#')
            return scan_peek(&scan) == '[';
        while (!scan_done(&scan) && scan_peek(&scan) != '\n')
            scan.at++;
    }
}

static Status read_record(const Buffer *text, int nth, Record *out, Fault *fault)
{
    const char *data = text->data;
    size_t      size = text->length;
    if (!game_nth(&data, &size, nth))
        return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no game %d in it", nth);
    return game_parse(data, size, out, fault);
}

/* Try the formats that a text can be in.  The fault that is reported is the one farthest inside: it
 * belongs to the format that the text is most likely meant in. */
static Status read_foreign(const Buffer *text, const ReplayAsk *ask, Record *out, Fault *fault)
{
    ConvertAsk how = { .setup = ask->setup, .which = ask->nth };
    bool       is_known = false;
    *fault = (Fault){ .status = STATUS_NOT_FOUND, .at = 0 };
    for (const Converter *format = CONVERTERS; format->name != NULL; format++) {
        Fault inside = { .at = 0 };
        if (format->read == NULL || (ask->format != NULL && !format_is(ask->format, format->name)))
            continue;
        if (ask->setup != NULL && strcmp(ask->setup->game->name, format->game) != 0)
            continue;
        Status status = format->read(&how, text->data, text->length, out, &inside);
        if (status == STATUS_OK)
            return STATUS_OK;
        if (!is_known || inside.at > fault->at)
            fault_set(fault, status, inside.at, "as %s: %.200s", format->name, inside.why);
        is_known = true;
    }
    if (is_known)
        return fault->status;
    return fault_set(fault, STATUS_NOT_FOUND, 0,
                     "no such format can be read; `tessera convert --list` lists them");
}

Status replay_open(Replay *replay, const char *path, const ReplayAsk *ask, Fault *fault)
{
    Buffer bytes;
    Record record;
    Fault  inside = { .why = "" };
    Status status = game_bytes(path, &bytes, fault);
    if (status == STATUS_OK) {
        bool is_record = ask->format == NULL ? looks_like_record(bytes.data, bytes.length)
                                             : format_is(ask->format, "record");
        status = is_record ? read_record(&bytes, ask->nth, &record, &inside)
                           : read_foreign(&bytes, ask, &record, &inside);
        if (status != STATUS_OK)
            fault_set(fault, status, inside.at, "%.100s: %s", path, inside.why);
    }
    buffer_free(&bytes);
    if (status == STATUS_OK)
        replay_over(replay, &record);
    return status;
}

void replay_over(Replay *replay, Record *record)
{
    *replay = (Replay){ .record = *record, .pace_ms = REPLAY_PACE_MS };
    *record = (Record){ 0 };
}

void replay_free(Replay *replay)
{
    record_free(&replay->record);
}

/* --- Looking ------------------------------------------------------------------------------ */

int replay_count(const Replay *replay)
{
    return line_turns(line_of(replay));
}

const Pos *replay_pos(const Replay *replay)
{
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

RecordNote replay_note(const Replay *replay)
{
    return replay->at == 0 ? (RecordNote){ .clock_ms = -1 }
                           : record_note(&replay->record, replay->at - 1);
}

void replay_result(const Replay *replay, Text *out)
{
    if (replay->at < replay_count(replay))
        return;
    RecordResult result = record_result(&replay->record);
    if (line_outcome(line_of(replay)).ending != ENDING_NONE)
        outcome_say(game_of(replay), line_outcome(line_of(replay)), out);
    else if (strcmp(result.winner, "draw") == 0)
        text_addf(out, "Draw: %s", result.reason);
    else if (strcmp(result.winner, "*") != 0)
        text_addf(out, "%s wins: %s", result.winner, result.reason);
    if (out->length > 0 && result.details[0] != '\0')
        text_addf(out, " (%s)", result.details);
}

const char *replay_name(const Replay *replay, int side)
{
    static const char *const TAGS[2] = { "First", "Second" };
    const char              *name = record_tag(&replay->record, TAGS[side]);
    return name != NULL ? name : game_of(replay)->sides[side];
}

/* --- Stepping ----------------------------------------------------------------------------- */

bool replay_jump(Replay *replay, int turn)
{
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
    replay->pace_ms = pace_ms < REPLAY_PACE_LOW_MS    ? REPLAY_PACE_LOW_MS
                      : pace_ms > REPLAY_PACE_HIGH_MS ? REPLAY_PACE_HIGH_MS
                                                      : pace_ms;
}
