/* SPDX-License-Identifier: MIT */
#include "term/replay.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/play_messages.h"
#include "proto/report.h"
#include "search/score.h"
#include "term/game_file.h"
#include "term/touches.h"

static const Line *line_of(const Replay *replay)
{
    return &replay->line;
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
        status = replay_over(replay, &record);
    if (status == STATUS_NO_MEMORY)
        fault_set(fault, status, 0, "%s", status_text(status));
    return status;
}

Status replay_over(Replay *replay, Record *record)
{
    *replay = (Replay){ .record = *record, .pace_ms = REPLAY_PACE_MS };
    *record = (Record){ 0 };
    Status status = study_init(&replay->study, &replay->record);
    if (status == STATUS_OK)
        status = replay_show(replay, STUDY_ROOT);
    if (status != STATUS_OK)
        replay_free(replay);
    return status;
}

void replay_use_tables(Replay *replay, const char *folder)
{
    tb_view_close(&replay->tb_view);
    tb_view_open(&replay->tb_view, folder);
}

void replay_free(Replay *replay)
{
    tb_view_close(&replay->tb_view);
    study_free(&replay->study);
    line_free(&replay->line);
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

Note replay_note(const Replay *replay)
{
    return replay->study.nodes[replay_node(replay)].note;
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
    if (replay->end == study_main_end(&replay->study))
        replay_result_message(&replay->record, &message);
    else
        outcome_message(game_of(replay), line_now(line_of(replay)), line_outcome(line_of(replay)),
                        &message);
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

/* --- Variations --------------------------------------------------------------------------- */

static const StudyNode *nodes_of(const Replay *replay)
{
    return replay->study.nodes;
}

int replay_node(const Replay *replay)
{
    int node = replay->end;
    while (nodes_of(replay)[node].turn > replay->at)
        node = nodes_of(replay)[node].parent;
    return node;
}

void replay_turn_mark(const Replay *replay, int turn, Text *out)
{
    int node = replay->end;
    while (nodes_of(replay)[node].turn > turn + 1)
        node = nodes_of(replay)[node].parent;
    NoteMark mark = nodes_of(replay)[node].note.mark;
    if (mark != NOTE_UNMARKED)
        text_addf(out, " %s", NOTE_MARKS[mark].symbol);
}

int replay_continuation(const Replay *replay, int number)
{
    int node = nodes_of(replay)[replay_node(replay)].first;
    for (int i = 1; i < number && node >= 0; i++)
        node = nodes_of(replay)[node].other;
    return node;
}

static void write_node(const Replay *replay, int node, Text *out)
{
    const StudyNode *next = &nodes_of(replay)[node];
    Turn             turn = { .count = next->step_count };
    memcpy(turn.step, next->steps, (size_t)next->step_count * sizeof *next->steps);
    turn_write(game_of(replay), line_before_turn(line_of(replay), next->turn - 1), &turn, out);
    if (next->note.mark != NOTE_UNMARKED)
        text_addf(out, " %s", NOTE_MARKS[next->note.mark].symbol);
}

void replay_variations(const Replay *replay, Text *out)
{
    int node = replay_continuation(replay, 1);
    if (node < 0 || (nodes_of(replay)[node].other < 0 && replay->at < replay_count(replay)))
        return;
    for (int i = 1; node >= 0; node = nodes_of(replay)[node].other, i++) {
        text_addf(out, i == 1 ? "%d " : ", %d ", i);
        write_node(replay, node, out);
    }
}

Status replay_show(Replay *replay, int node)
{
    const StudyNode *nodes = nodes_of(replay);
    int              end = node;
    if (nodes[node].nesting == 0)
        end = study_main_end(&replay->study);
    else
        while (nodes[end].first >= 0)
            end = nodes[end].first;
    Status status = study_line(&replay->study, end, &replay->line);
    if (status != STATUS_OK)
        return status;
    replay->end = end;
    replay->at = nodes[node].turn;
    replay->running = false;
    return STATUS_OK;
}

bool replay_sibling(Replay *replay, int direction)
{
    const StudyNode *nodes = nodes_of(replay);
    int              node = replay_node(replay), before = -1;
    if (node == STUDY_ROOT)
        return false;
    int at = nodes[nodes[node].parent].first;
    for (; at != node; at = nodes[at].other)
        before = at;
    int next = direction > 0 ? nodes[node].other : before;
    return next >= 0 && replay_show(replay, next) == STATUS_OK;
}

bool replay_main(Replay *replay)
{
    int node = replay_node(replay);
    if (nodes_of(replay)[replay->end].nesting == 0)
        return false;
    while (nodes_of(replay)[node].nesting > 0)
        node = nodes_of(replay)[node].parent;
    return replay_show(replay, node) == STATUS_OK;
}

/* --- Editing ------------------------------------------------------------------------------ */

static bool is_linked(const StudyNode *nodes, int node)
{
    int at = nodes[nodes[node].parent].first;
    while (at >= 0 && at != node)
        at = nodes[at].other;
    return at == node;
}

/* Bring the record up to date, and show `node`, or the last node before it that is still in the tree. */
static Status settle(Replay *replay, int node)
{
    int shown = node;
    for (int at = node; at != STUDY_ROOT; at = nodes_of(replay)[at].parent)
        if (!is_linked(nodes_of(replay), at))
            shown = nodes_of(replay)[at].parent;
    Status status = study_save(&replay->study, &replay->record);
    return status == STATUS_OK ? replay_show(replay, shown) : status;
}

Status replay_add(Replay *replay, const char *turn, Fault *fault)
{
    int    added;
    Status status = study_play(&replay->study, replay_node(replay), turn, &added, fault);
    if (status != STATUS_OK)
        return status;
    status = settle(replay, added);
    return status == STATUS_OK ? STATUS_OK : fault_set(fault, status, 0, "%s", status_text(status));
}

Status replay_cut(Replay *replay)
{
    int node = replay_node(replay);
    if (node == STUDY_ROOT)
        return STATUS_NOT_FOUND;
    Status status = study_cut(&replay->study, node);
    return status == STATUS_OK ? settle(replay, node) : status;
}

Status replay_promote(Replay *replay)
{
    int    node = replay_node(replay);
    Status status = study_promote(&replay->study, node);
    return status == STATUS_OK ? settle(replay, node) : status;
}

bool replay_undo(Replay *replay)
{
    return study_undo(&replay->study) && settle(replay, replay_node(replay)) == STATUS_OK;
}

bool replay_redo(Replay *replay)
{
    return study_redo(&replay->study) && settle(replay, replay_node(replay)) == STATUS_OK;
}

static Status set_note(Replay *replay, const Note *note)
{
    int    node = replay_node(replay);
    Status status = study_note(&replay->study, node, note);
    return status == STATUS_OK ? study_save(&replay->study, &replay->record) : status;
}

Status replay_comment(Replay *replay, const char *comment)
{
    Note   shown = replay_note(replay), note = note_empty();
    Status status = STATUS_OK;
    if (comment[0] != '\0') {
        status = note_copy(&shown, &note);
        if (status == STATUS_OK)
            status = note_add(&note, comment, strlen(comment));
    }
    note.clock_ms = shown.clock_ms;
    note.mark = shown.mark;
    if (status == STATUS_OK)
        status = set_note(replay, &note);
    note_free(&note);
    return status;
}

Status replay_mark(Replay *replay, const char *mark)
{
    Note note = replay_note(replay); /* its comments still belong to the study */
    note.mark = NOTE_UNMARKED;
    if (mark[0] != '\0' && !mark_read(mark, strlen(mark), &note.mark))
        return STATUS_SYNTAX;
    return set_note(replay, &note);
}

Status replay_begin_at(Replay *replay, const Setup *setup, const Pos *pos, Fault *fault)
{
    Record record;
    Replay begun;
    Status status = record_init(&record, setup, pos);
    if (status == STATUS_OK)
        status = replay_over(&begun, &record);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "%s", status_text(status));
    begun.flipped = replay->flipped;
    begun.pace_ms = replay->pace_ms;
    begun.language = replay->language;
    begun.tb_view = replay->tb_view;
    replay->tb_view = (TbView){ 0 };
    replay_free(replay);
    *replay = begun;
    return STATUS_OK;
}

Status replay_begin(Replay *replay, const char *position, Fault *fault)
{
    Setup     setup = line_of(replay)->setup;
    PosBuffer pos;
    Status    status = setup_position(&setup, position, &pos.head, fault);
    return status == STATUS_OK ? replay_begin_at(replay, &setup, &pos.head, fault) : status;
}

/* --- Several principal variations --------------------------------------------------------- */

static void write_pv(const Line *line, const SearchPv *pv, Text *out)
{
    const Game *game = line->setup.game;
    bool        is_proved = score_is_win(pv->score) || score_is_loss(pv->score);
    int         percent = (report_chance(game, pv->score) + 5) / 10;
    if (is_proved)
        text_addf(out, "%c%-3d ", score_is_win(pv->score) ? '+' : '-', score_distance(pv->score));
    else
        text_addf(out, "%3d%% ", percent);
    report_turns(game, line_now(line), pv->steps, pv->step_count, out);
    text_add(out, "\n");
}

/* Write whose winning chances they are. */
static void write_lines_heading(const Replay *replay, Text *out)
{
    char     name[64];
    Text     side = text_over(name, sizeof name);
    TermText text = replay_text(replay);
    Message  chances = term_message(TERM_MSG_REVIEW_CHANCES);
    term_text_side(&text, replay_pos(replay)->side, &side);
    message_text(&chances, "name", name);
    term_text_write(&text, &chances, out);
    text_add(out, "\n");
}

Status replay_lines(const Replay *replay, int count, Text *out)
{
    Line          line;
    SearchOptions options = search_options();
    SearchLimits  limits = { .nodes = REPLAY_LINES_NODES, .lines = count };
    Status        status = line_copy_turns(&line, line_of(replay), replay->at);
    if (status != STATUS_OK)
        return status;
    Search       *search = search_new(&options);
    SearchResult *result = malloc(sizeof *result);
    status = search == NULL || result == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    if (status == STATUS_OK && line_outcome(&line).ending == ENDING_NONE) {
        status = search_think(search, &line, &limits, NULL, NULL, result);
        if (status == STATUS_OK && result->line_count > 0)
            write_lines_heading(replay, out);
        for (int i = 0; status == STATUS_OK && i < result->line_count && i < count; i++)
            write_pv(&line, &result->lines[i], out);
    }
    if (search != NULL)
        search_delete(search);
    free(result);
    line_free(&line);
    return status;
}
