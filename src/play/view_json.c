/* SPDX-License-Identifier: MIT */
#include "play/view_json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/shape.h"
#include "games/list.h"
#include "play/view_json_message.h"

/* --- the games --- */

/* Write what clients need to name and draw the two sides. */
static void write_sides(Json *json, const Game *game)
{
    json_array(json, "sides");
    json_string(json, NULL, game->sides[0]);
    json_string(json, NULL, game->sides[1]);
    json_end_array(json);
    json_array(json, "sideNames");
    view_side_def(json, NULL, game, 0);
    view_side_def(json, NULL, game, 1);
    json_end_array(json);
    json_array(json, "colours");
    view_colour(json, NULL, game->colour[0]);
    view_colour(json, NULL, game->colour[1]);
    json_end_array(json);
    json_bool(json, "facing", game->facing);
}

/* Return the definition of the game whose key is `kind` and `word`, or NULL. */
static const MessageDef *find_def(const Game *game, const char *kind, const char *word)
{
    char key[SETUP_TEXT_MAX];
    Text text = text_over(key, sizeof key);
    text_addf(&text, "%s%s", kind, word);
    return message_find(game, key);
}

static void write_variants(Json *json, const Game *game)
{
    json_array(json, "variants");
    for (int i = 0; game->variants[i] != NULL; i++) {
        const MessageDef *name = find_def(game, "variant:", game->variants[i]);
        json_object(json, NULL);
        json_string(json, "variant", game->variants[i]);
        if (name != NULL)
            view_def(json, "name", name);
        else
            json_null(json, "name");
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_tips(Json *json, const Game *game)
{
    char              number[16];
    const MessageDef *tip;
    json_array(json, "tips");
    for (int i = 1;; i++) {
        snprintf(number, sizeof number, "%d", i);
        tip = find_def(game, "tip-", number);
        if (tip == NULL)
            break;
        view_def(json, NULL, tip);
    }
    json_end_array(json);
}

static void write_languages(Json *json, const Game *game)
{
    char code[LANGUAGE_CODE_MAX];
    json_array(json, "languages");
    for (int i = 0; games_language_code(game, i, code); i++)
        json_string(json, NULL, code);
    json_end_array(json);
}

static void write_game(Json *json, const Game *game)
{
    json_object(json, NULL);
    json_string(json, "game", game->name);
    json_string(json, "title", game->title);
    json_string(json, "summary", game->summary);
    write_sides(json, game);
    write_variants(json, game);
    write_tips(json, game);
    write_languages(json, game);
    json_bool(json, "lesson", message_find(game, "lesson-goal") != NULL);
    json_end_object(json);
}

void view_games(Json *json, const char *name)
{
    json_array(json, name);
    for (int i = 0; GAMES[i] != NULL; i++)
        write_game(json, GAMES[i]);
    json_end_array(json);
}

/* --- the board --- */

static void write_point(Json *json, ShapePoint point)
{
    json_number(json, NULL, point.x);
    json_number(json, NULL, point.y);
}

static void write_cell(Json *json, const ShapeCell *cell)
{
    json_object(json, NULL);
    json_string(json, "kind", cell->kind);
    json_string(json, "label", cell->label);
    json_array(json, "at");
    write_point(json, cell->centre);
    json_end_array(json);
    if (cell->corner_count > 0) {
        json_array(json, "corners");
        for (int i = 0; i < cell->corner_count; i++)
            write_point(json, cell->corner[i]);
        json_end_array(json);
    }
    if (cell->name != NULL)
        view_def(json, "name", cell->name);
    if (cell->side != SIDE_NONE)
        json_integer(json, "side", cell->side);
    view_colour(json, "colour", cell->colour);
    json_end_object(json);
}

void view_setup(Json *json, const Setup *setup)
{
    char words[SETUP_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    setup_write(setup, &text);
    json_string(json, "setup", words);
    json_string(json, "game", setup->game->name);
    json_string(json, "title", setup->game->title);
    write_sides(json, setup->game);
}

/* What players announce themselves, with the suffix of the turn's text. */
static void write_announcements(Json *json, const Setup *setup)
{
    const Announcement *list = game_announcements(setup->game, setup->variant);
    json_array(json, "announcements");
    for (; list != NULL && list->suffix != NULL; list++) {
        json_object(json, NULL);
        json_string(json, "suffix", list->suffix);
        view_def(json, "label", list->label);
        json_end_object(json);
    }
    json_end_array(json);
}

void view_shape(Json *json, const char *name, const Setup *setup)
{
    Shape shape;
    shape_init(&shape);
    if (!setup->game->view->shape(setup->variant, &shape))
        json->out->failed = true;
    json_object(json, name);
    view_setup(json, setup);
    write_announcements(json, setup);
    json_array(json, "cells");
    for (int i = 0; i < shape.cell_count; i++)
        write_cell(json, &shape.cells[i]);
    json_end_array(json);
    json_array(json, "lines");
    for (int i = 0; i < shape.line_count; i++) {
        json_integer(json, NULL, shape.lines[i].from);
        json_integer(json, NULL, shape.lines[i].to);
    }
    json_end_array(json);
    json_end_object(json);
    shape_free(&shape);
}

static void write_pieces(Json *json, const Game *game, const Pos *pos)
{
    Pieces pieces;
    pieces_init(&pieces);
    if (!game->view->pieces(pos, &pieces))
        json->out->failed = true;
    json_array(json, "pieces");
    for (int i = 0; i < pieces.count; i++)
        view_piece(json, NULL, &pieces.at[i]);
    json_end_array(json);
    pieces_free(&pieces);
}

static void write_panel(Json *json, const Game *game, const Pos *pos)
{
    Panel panel = { .count = 0 };
    game->view->panel(pos, &panel);
    json_array(json, "panel");
    for (int i = 0; i < panel.count; i++) {
        const PanelItem *item = &panel.item[i];
        json_object(json, NULL);
        view_def(json, "label", item->label);
        view_side(json, "side", item->side);
        view_message(json, "value", &item->value, game, pos->variant);
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_position(Json *json, const Game *game, const Pos *pos)
{
    char words[POS_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    game->text->pos_write(pos, &text);
    json_string(json, "position", words);
    view_side(json, "side",
              game->rules->outcome(pos).ending == ENDING_NONE ? pos->side : SIDE_NONE);
}

static void write_board(Json *json, const Setup *setup, const Pos *pos)
{
    write_position(json, setup->game, pos);
    write_pieces(json, setup->game, pos);
    view_regions(json, "regions", setup->game, pos);
    write_panel(json, setup->game, pos);
}

void view_board(Json *json, const char *name, const Setup *setup, const Pos *pos)
{
    json_object(json, name);
    view_setup(json, setup);
    write_board(json, setup, pos);
    json_end_object(json);
}

/* --- choices --- */

/* Names of INPUT_..., by bit. */
static const char *const FLAG_WORDS[] = { "any-order", "any-cell", "full-path" };
enum { FLAG_COUNT = sizeof FLAG_WORDS / sizeof FLAG_WORDS[0] };

static void write_touches(Json *json, const Game *game, const Pos *pos, Step step)
{
    InputHint hint;
    game->view->input_hint(pos, step, &hint);
    json_array(json, "touch");
    for (int i = 0; i < hint.cells.count; i++)
        json_integer(json, NULL, hint.cells.cell[i]);
    json_end_array(json);
    if (hint.flags != 0) {
        json_array(json, "flags");
        for (int i = 0; i < FLAG_COUNT; i++)
            if ((hint.flags >> i & 1) != 0)
                json_string(json, NULL, FLAG_WORDS[i]);
        json_end_array(json);
    }
    if (hint.label.def != NULL)
        view_message(json, "label", &hint.label, game, pos->variant);
}

static void write_step(Json *json, const Game *game, const Pos *pos, Step step)
{
    PosBuffer after;
    char      words[TURN_TEXT_MAX];
    Text      text = text_over(words, sizeof words);
    game_copy(game, pos, &after.head);
    game->rules->apply(&after.head, step);
    turn_write_plain(game, pos, &(Turn){ .count = 1, .step = { step } }, &text);
    json_object(json, NULL);
    json_word(json, "step", step);
    json_string(json, "text", words);
    write_touches(json, game, pos, step);
    json_bool(json, "ends", after.head.phase == 0);
    view_step_effects(json, "effects", game, pos, step);
    json_end_object(json);
}

static void write_steps(Json *json, const Game *game, const Pos *pos)
{
    Step *steps = malloc(STEPS_MAX * sizeof *steps);
    if (steps == NULL) {
        json->out->failed = true;
        return;
    }
    int count = game->rules->gen(pos, steps);
    json_array(json, "steps");
    for (int i = 0; i < count; i++)
        write_step(json, game, pos, steps[i]);
    json_end_array(json);
    free(steps);
}

/* Play the steps of an unfinished turn on a copy.  STATUS_ILLEGAL if one is illegal or the turn ends
 * before the last one. */
static Status play_open(const Game *game, Pos *pos, const Step *steps, int count, Fault *fault)
{
    for (int i = 0; i < count; i++) {
        if ((i > 0 && pos->phase == 0) || !game->rules->legal(pos, steps[i]))
            return fault_set(fault, STATUS_ILLEGAL, (size_t)i, "step %d is not allowed here",
                             i + 1);
        game->rules->apply(pos, steps[i]);
    }
    return STATUS_OK;
}

Status view_choices(Json *json, const char *name, const Setup *setup, const Pos *pos,
                    const Step *steps, int count, Fault *fault)
{
    const Game *game = setup->game;
    PosBuffer   now;
    Turn        turn = { .count = count };
    char        words[TURN_TEXT_MAX];
    Text        text = text_over(words, sizeof words);
    game_copy(game, pos, &now.head);
    Status status = play_open(game, &now.head, steps, count, fault);
    if (status != STATUS_OK)
        return status;
    memcpy(turn.step, steps, (size_t)count * sizeof *steps);
    turn_write_plain(game, pos, &turn, &text);
    json_object(json, name);
    json_string(json, "open", words);
    json_bool(json, "whole", count > 0 && now.head.phase == 0);
    write_board(json, setup, &now.head);
    write_steps(json, game, &now.head);
    json_end_object(json);
    return STATUS_OK;
}

/* --- reasons for illegal selections --- */

void view_explain(Json *json, const char *name, const Setup *setup, const Pos *pos,
                  const char *turn)
{
    Turn    unused;
    Message why;
    turn_explain(setup->game, pos, turn, &unused, &why);
    view_message(json, name, &why, setup->game, setup->variant);
}

static Status check_cells(const Setup *setup, const uint16_t *cells, int count, Fault *fault)
{
    Shape shape;
    shape_init(&shape);
    bool has_shape = setup->game->view->shape(setup->variant, &shape);
    bool exist = true;
    for (int i = 0; i < count; i++)
        exist = exist && cells[i] < shape.cell_count;
    shape_free(&shape);
    if (!has_shape)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory");
    if (!exist)
        return fault_set(fault, STATUS_SYNTAX, 0, "there is no such cell on this board");
    return STATUS_OK;
}

Status view_why(const Setup *setup, const Pos *pos, const Step *steps, int count,
                const uint16_t *cells, int cell_count, Message *why, Fault *fault)
{
    assert(cell_count >= 0 && cell_count <= TOUCHES_MAX);
    PosBuffer now;
    CellList  selected = { .count = cell_count };
    memcpy(selected.cell, cells, (size_t)cell_count * sizeof *cells);
    *why = message_of(NULL);
    game_copy(setup->game, pos, &now.head);
    Status status = play_open(setup->game, &now.head, steps, count, fault);
    if (status == STATUS_OK)
        status = check_cells(setup, cells, cell_count, fault);
    if (status == STATUS_OK)
        setup->game->view->explain_cells(&now.head, &selected, why);
    return status;
}

Status view_refusal(Json *json, const char *name, const Setup *setup, const Pos *pos,
                    const Step *steps, int count, const uint16_t *cells, int cell_count,
                    Fault *fault)
{
    Message why;
    Status  status = view_why(setup, pos, steps, count, cells, cell_count, &why, fault);
    if (status == STATUS_NO_MEMORY)
        json->out->failed = true;
    if (status == STATUS_OK)
        view_message(json, name, &why, setup->game, setup->variant);
    return status;
}

/* --- games --- */

void view_note(Json *json, const Note *note)
{
    if (note->clock_ms >= 0)
        json_integer(json, "clock", note->clock_ms);
    if (note->mark != NOTE_UNMARKED)
        json_string(json, "mark", NOTE_MARKS[note->mark].symbol);
    if (note->comment != NULL)
        json_string(json, "comment", note->comment);
    if (note->comment_count < 2)
        return;
    json_array(json, "comments");
    for (int i = 0; i < note->comment_count; i++)
        json_string(json, NULL, note_comment(note, i));
    json_end_array(json);
}

void view_tags(Json *json, const char *name, const Record *record)
{
    json_object(json, name);
    for (int i = 0; i < record->tag_count; i++)
        json_string(json, record->tags[i].name, record->tags[i].value);
    json_end_object(json);
}

void view_move(Json *json, const char *name, const Record *record, int turn)
{
    const Line *line = &record->line;
    const Game *game = line->setup.game;
    const Pos  *before = line_before_turn(line, turn);
    Note        note = record_note(record, turn);
    char        words[TURN_TEXT_MAX];
    Text        text = text_over(words, sizeof words);
    Turn        played;
    line_turn(line, turn, &played);
    turn_write(game, before, &played, &text);
    json_object(json, name);
    json_string(json, "turn", words);
    json_integer(json, "side", before->side);
    view_note(json, &note);
    view_turn_news(json, "news", game, before, &played);
    json_end_object(json);
}

void view_moves(Json *json, const char *name, const Record *record, int first)
{
    json_array(json, name);
    for (int i = first; i < line_turns(&record->line); i++)
        view_move(json, NULL, record, i);
    json_end_array(json);
}

void view_touches(Json *json, const char *name, const Setup *setup, const Pos *pos,
                  const Turn *turn)
{
    const Game *game = setup->game;
    PosBuffer   now;
    game_copy(game, pos, &now.head);
    json_array(json, name);
    for (int i = 0; i < turn->count; i++) {
        InputHint hint;
        game->view->input_hint(&now.head, turn->step[i], &hint);
        for (int c = 0; c < hint.cells.count; c++)
            json_integer(json, NULL, hint.cells.cell[c]);
        game->rules->apply(&now.head, turn->step[i]);
    }
    json_end_array(json);
}

/* Write the cells and the effects of the last of the first `turns` completed turns. */
static void write_last(Json *json, const Line *line, int turns)
{
    Turn       turn = { .count = 0 };
    const Pos *before = line_before_turn(line, turns > 0 ? turns - 1 : 0);
    if (turns > 0)
        line_turn(line, turns - 1, &turn);
    view_touches(json, "last", &line->setup, before, &turn);
    view_turn_effects(json, "lastEffects", line->setup.game, before, &turn);
}

void view_board_after(Json *json, const char *name, const Line *line, int turns)
{
    assert(turns >= 0 && turns <= line_turns(line));
    json_object(json, name);
    view_setup(json, &line->setup);
    write_board(json, &line->setup, line_before_turn(line, turns));
    write_last(json, line, turns);
    json_end_object(json);
}

Status view_board_steps(Json *json, const char *name, const ViewPosition *place, Fault *fault)
{
    Line   line;
    Status status = line_init(&line, &place->setup, &place->pos.head);
    for (int i = 0; i < place->step_count && status == STATUS_OK; i++)
        status = line_step(&line, place->steps[i]);
    if (status == STATUS_OK && line_turns(&line) != 1)
        status = STATUS_ILLEGAL;
    if (status == STATUS_OK)
        view_board_after(json, name, &line, 1);
    line_free(&line);
    if (status == STATUS_NO_MEMORY)
        return fault_set(fault, status, 0, "%s", status_text(status));
    return status == STATUS_OK
               ? status
               : fault_set(fault, status, 0, "'steps' must be one complete and legal move");
}

void view_outcome(Json *json, const char *name, const Setup *setup, const Pos *pos, Outcome outcome)
{
    Message message;
    if (outcome.ending == ENDING_NONE) {
        json_null(json, name);
        return;
    }
    outcome_message(setup->game, pos, outcome, &message);
    json_object(json, name);
    view_side(json, "winner", outcome.ending == ENDING_WON ? outcome.winner : SIDE_NONE);
    json_bool(json, "drawn", outcome.ending == ENDING_DRAWN);
    json_string(json, "reason", setup->game->reasons[outcome.reason].word);
    view_message(json, "message", &message, setup->game, setup->variant);
    json_end_object(json);
}

void view_result(Json *json, const char *name, const Session *session)
{
    const Setup *setup = &session_line(session)->setup;
    char         words[TURN_TEXT_MAX];
    Text         text = text_over(words, sizeof words);
    Message      message;
    if (!session_is_over(session)) {
        json_null(json, name);
        return;
    }
    json_object(json, name);
    view_side(json, "winner",
              session->result.ending == ENDING_WON ? session->result.winner : SIDE_NONE);
    json_bool(json, "drawn", session->result.ending == ENDING_DRAWN);
    session_reason(session, &text);
    json_string(json, "reason", words);
    session_result_message(session, &message);
    view_message(json, "message", &message, setup->game, setup->variant);
    json_end_object(json);
}

static void write_seats(Json *json, const Session *session, int64_t now_ms, ViewSeat *more,
                        void *context)
{
    json_array(json, "seats");
    for (int side = 0; side < 2; side++) {
        json_object(json, NULL);
        json_string(json, "name", session->seat[side].name);
        if (session->seat[side].clock.kind != CLOCK_NONE)
            json_integer(json, "clock", session_clock_ms(session, side, now_ms));
        if (more != NULL)
            more(json, context, side);
        json_end_object(json);
    }
    json_end_array(json);
}

void view_table_open(Json *json, const char *name, const Session *session, int64_t now_ms,
                     ViewSeat *more, void *context)
{
    const Line *line = session_line(session);
    json_object(json, name);
    view_setup(json, &line->setup);
    json_integer(json, "turn", line_turns(line));
    write_board(json, &line->setup, line_now(line));
    write_last(json, line, line_turns(line));
    write_seats(json, session, now_ms, more, context);
    json_array(json, "holders");
    for (int side = 0; side < 2; side++)
        json_integer(json, NULL, game_player(line->setup.game, line_now(line), side));
    json_end_array(json);
    view_side(json, "running", session->running ? session_side(session) : SIDE_NONE);
    view_side(json, "draw", session->draw_offer);
    view_side(json, "back", session->takeback_by);
    view_result(json, "result", session);
}

void view_table(Json *json, const char *name, const Session *session, int64_t now_ms)
{
    view_table_open(json, name, session, now_ms, NULL, NULL);
    json_end_object(json);
}

Status view_setup_read(const char *text, Setup *setup, Fault *fault)
{
    if (text == NULL)
        return fault_set(fault, STATUS_SYNTAX, 0, "'setup' is missing");
    return games_setup(text, setup, fault);
}

static bool read_steps(const char *text, Step steps[TURN_STEPS_MAX], int *count)
{
    while (*text != '\0') {
        char *end;
        if (*count == TURN_STEPS_MAX || strchr("0123456789abcdef", *text) == NULL)
            return false;
        steps[(*count)++] = strtoull(text, &end, 16);
        if (end - text > 16 || (*end != ',' && *end != '\0'))
            return false;
        text = *end == ',' ? end + 1 : end;
    }
    return true;
}

Status view_steps_read(const char *text, Step steps[TURN_STEPS_MAX], int *count, Fault *fault)
{
    *count = 0;
    if (text != NULL && !read_steps(text, steps, count))
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "'steps' must be hexadecimal numbers separated by commas");
    return STATUS_OK;
}

Status view_position_read(const char *setup, const char *position, const char *steps,
                          ViewPosition *out, Fault *fault)
{
    Status status = view_setup_read(setup, &out->setup, fault);
    if (status == STATUS_OK)
        status = setup_position(&out->setup, position, &out->pos.head, fault);
    if (status == STATUS_OK)
        status = view_steps_read(steps, out->steps, &out->step_count, fault);
    return status;
}
