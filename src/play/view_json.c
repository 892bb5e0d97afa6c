/* SPDX-License-Identifier: MIT */
#include "play/view_json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/shape.h"
#include "games/list.h"

/* Limit of pieces compared for previews.  Beyond it steps have no preview: a board of 900 cells has
 * 900 steps, and each preview is just the stone. */
enum { PREVIEW_PIECES_MAX = 60000 };

/* --- the games --- */

static void write_sides(Json *json, const Game *game)
{
    json_array(json, "sides");
    json_string(json, NULL, game->sides[0]);
    json_string(json, NULL, game->sides[1]);
    json_end_array(json);
}

static void write_game(Json *json, const Game *game)
{
    json_object(json, NULL);
    json_string(json, "game", game->name);
    json_string(json, "title", game->title);
    json_string(json, "summary", game->summary);
    write_sides(json, game);
    json_array(json, "variants");
    for (int i = 0; game->variants[i] != NULL; i++)
        json_string(json, NULL, game->variants[i]);
    json_end_array(json);
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
    json_end_object(json);
}

static void write_setup(Json *json, const Setup *setup)
{
    char words[SETUP_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    setup_write(setup, &text);
    json_string(json, "setup", words);
    json_string(json, "game", setup->game->name);
    json_string(json, "title", setup->game->title);
    write_sides(json, setup->game);
}

void view_shape(Json *json, const char *name, const Setup *setup)
{
    Shape shape;
    shape_init(&shape);
    if (!setup->game->view->shape(setup->variant, &shape))
        json->out->failed = true;
    json_object(json, name);
    write_setup(json, setup);
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

static void write_side(Json *json, const char *name, int side)
{
    if (side == 0 || side == 1)
        json_integer(json, name, side);
    else
        json_null(json, name);
}

/* Names of MARK_..., by bit. */
static const char *const MARK_WORDS[] = {
    "last", "covered", "blocked", "chain", "fence", "choice"
};
enum { MARK_COUNT = sizeof MARK_WORDS / sizeof MARK_WORDS[0] };

static void write_piece(Json *json, const Piece *piece)
{
    json_object(json, NULL);
    json_string(json, "glyph", piece->glyph);
    write_side(json, "side", piece->side);
    json_integer(json, "cell", piece->cell);
    if (piece->cell2 != piece->cell)
        json_integer(json, "cell2", piece->cell2);
    if (piece->text[0] != '\0')
        json_string(json, "text", piece->text);
    if (piece->faces[0] != 0) {
        json_array(json, "faces");
        for (int i = 0; i < DIE_FACES; i++)
            json_integer(json, NULL, piece->faces[i]);
        json_end_array(json);
    }
    if (piece->marks != 0) {
        json_array(json, "marks");
        for (int i = 0; i < MARK_COUNT; i++)
            if ((piece->marks >> i & 1) != 0)
                json_string(json, NULL, MARK_WORDS[i]);
        json_end_array(json);
    }
    json_end_object(json);
}

static void write_pieces(Json *json, const Pieces *pieces)
{
    json_array(json, "pieces");
    for (int i = 0; i < pieces->count; i++)
        write_piece(json, &pieces->at[i]);
    json_end_array(json);
}

static void write_panel(Json *json, const Game *game, const Pos *pos)
{
    PanelRows panel;
    panel_rows(game, pos, &LANGUAGE_ENGLISH, &panel);
    json_array(json, "panel");
    for (int i = 0; i < panel.count; i++) {
        json_object(json, NULL);
        json_string(json, "label", panel.row[i].label);
        write_side(json, "side", panel.row[i].side);
        json_string(json, "value", panel.row[i].value);
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
    write_side(json, "side",
               game->rules->outcome(pos).ending == ENDING_NONE ? pos->side : SIDE_NONE);
}

static void write_board(Json *json, const Setup *setup, const Pos *pos, Pieces *pieces)
{
    write_position(json, setup->game, pos);
    if (!setup->game->view->pieces(pos, pieces))
        json->out->failed = true;
    write_pieces(json, pieces);
    write_panel(json, setup->game, pos);
}

void view_board(Json *json, const char *name, const Setup *setup, const Pos *pos)
{
    Pieces pieces;
    pieces_init(&pieces);
    json_object(json, name);
    write_setup(json, setup);
    write_board(json, setup, pos, &pieces);
    json_end_object(json);
    pieces_free(&pieces);
}

/* --- choices --- */

static bool is_same_piece(const Piece *a, const Piece *b)
{
    return a->cell == b->cell && a->cell2 == b->cell2 && a->side == b->side &&
           strcmp(a->glyph, b->glyph) == 0 && strcmp(a->text, b->text) == 0 &&
           memcmp(a->faces, b->faces, sizeof a->faces) == 0;
}

/* True if `in` has the same piece.  Lists of successive positions differ little, so the search starts
 * at the same index. */
static bool has_piece(const Pieces *in, const Piece *piece, int near)
{
    for (int away = 0; away < in->count || away <= near; away++) {
        if (near + away < in->count && is_same_piece(&in->at[near + away], piece))
            return true;
        if (near - away >= 0 && near - away < in->count &&
            is_same_piece(&in->at[near - away], piece))
            return true;
    }
    return false;
}

/* Write the indices of pieces that a step removes, and the pieces that it adds. */
static void write_preview(Json *json, const Pieces *before, const Pieces *after)
{
    json_array(json, "gone");
    for (int i = 0; i < before->count; i++)
        if (!has_piece(after, &before->at[i], i))
            json_integer(json, NULL, i);
    json_end_array(json);
    json_array(json, "new");
    for (int i = 0; i < after->count; i++)
        if (!has_piece(before, &after->at[i], i))
            write_piece(json, &after->at[i]);
    json_end_array(json);
}

static void write_touches(Json *json, const Game *game, const Pos *pos, Step step)
{
    InputHint hint;
    char      words[TURN_TEXT_MAX];
    Text      label = text_over(words, sizeof words);
    game->view->input_hint(pos, step, &hint);
    message_write(&hint.label, game, pos->variant, &LANGUAGE_ENGLISH, &label);
    json_array(json, "touch");
    for (int i = 0; i < hint.cells.count; i++)
        json_integer(json, NULL, hint.cells.cell[i]);
    json_end_array(json);
    if (label.length > 0)
        json_string(json, "label", words);
}

static void write_step(Json *json, const Game *game, const Pos *pos, Step step,
                       const Pieces *before, bool has_preview)
{
    PosBuffer after;
    char      words[TURN_TEXT_MAX];
    Text      text = text_over(words, sizeof words);
    game_copy(game, pos, &after.head);
    game->rules->apply(&after.head, step);
    game->text->step_write(pos, step, &text);
    json_object(json, NULL);
    json_word(json, "step", step);
    json_string(json, "text", words);
    write_touches(json, game, pos, step);
    json_bool(json, "ends", after.head.phase == 0);
    if (has_preview) {
        Pieces pieces;
        pieces_init(&pieces);
        if (!game->view->pieces(&after.head, &pieces))
            json->out->failed = true;
        write_preview(json, before, &pieces);
        pieces_free(&pieces);
    }
    json_end_object(json);
}

static void write_steps(Json *json, const Game *game, const Pos *pos, const Pieces *pieces)
{
    Step *steps = malloc(STEPS_MAX * sizeof *steps);
    if (steps == NULL) {
        json->out->failed = true;
        return;
    }
    int  count = game->rules->gen(pos, steps);
    bool has_preview = count * (pieces->count + 1) <= PREVIEW_PIECES_MAX;
    json_array(json, "steps");
    for (int i = 0; i < count; i++)
        write_step(json, game, pos, steps[i], pieces, has_preview);
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
    Pieces      pieces;
    Turn        turn = { .count = count };
    char        words[TURN_TEXT_MAX];
    Text        text = text_over(words, sizeof words);
    game_copy(game, pos, &now.head);
    Status status = play_open(game, &now.head, steps, count, fault);
    if (status != STATUS_OK)
        return status;
    memcpy(turn.step, steps, (size_t)count * sizeof *steps);
    turn_write(game, pos, &turn, &text);
    pieces_init(&pieces);
    json_object(json, name);
    json_string(json, "open", words);
    json_bool(json, "whole", count > 0 && now.head.phase == 0);
    write_board(json, setup, &now.head, &pieces);
    write_steps(json, game, &now.head, &pieces);
    json_end_object(json);
    pieces_free(&pieces);
    return STATUS_OK;
}

/* --- reasons for illegal selections --- */

static void write_refusal(Json *json, const char *name, const char *sentence,
                          const CellList *offending)
{
    json_object(json, name);
    json_string(json, "sentence", sentence);
    json_array(json, "cells");
    for (int i = 0; i < offending->count; i++)
        json_integer(json, NULL, offending->cell[i]);
    json_end_array(json);
    json_end_object(json);
}

void view_explain(Json *json, const char *name, const Setup *setup, const Pos *pos,
                  const char *turn)
{
    char    words[TURN_TEXT_MAX];
    Text    sentence = text_over(words, sizeof words);
    Turn    unused;
    Message why;
    turn_explain(setup->game, pos, turn, &unused, &why);
    message_write(&why, setup->game, pos->variant, &LANGUAGE_ENGLISH, &sentence);
    write_refusal(json, name, words, &why.cells);
}

/* Write the notation of an attempted selection, by example: take the notation of a legal step and
 * replace the names of its cells by those of the selected cells.  False if the notation does not
 * contain the names of its cells in order. */
static bool words_by_example(const Game *game, const Pos *pos, const Shape *shape, Step step,
                             const uint16_t *cells, int cell_count, Text *out)
{
    InputHint hint;
    char      step_words[TURN_TEXT_MAX];
    Text      words = text_over(step_words, sizeof step_words);
    game->view->input_hint(pos, step, &hint);
    CellList own = hint.cells;
    game->text->step_write(pos, step, &words);
    if (own.count != cell_count)
        return false;
    const char *rest = step_words;
    text_clear(out);
    for (int i = 0; i < cell_count; i++) {
        const char *own_name = shape->cells[own.cell[i]].label;
        const char *found = own_name[0] != '\0' ? strstr(rest, own_name) : NULL;
        if (found == NULL)
            return false;
        for (; rest < found; rest++)
            text_char(out, *rest);
        text_add(out, shape->cells[cells[i]].label);
        rest += strlen(own_name);
    }
    text_add(out, rest);
    return !out->full;
}

typedef struct Attempt {
    const Game     *game;
    const Pos      *pos;
    const Shape    *shape;
    const uint16_t *cells;
    int             cell_count;
    char            words[TURN_TEXT_MAX]; /* the reason */
    Text            sentence;
    CellList        offending;
} Attempt;

/* Explain the attempt in the notation of each of these steps, until a reason names cells. */
static bool ask_by_example(Attempt *attempt, const Pos *example, const Step *steps, int count)
{
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    for (int i = 0; i < count; i++) {
        if (!words_by_example(attempt->game, example, attempt->shape, steps[i], attempt->cells,
                              attempt->cell_count, &text))
            continue;
        Turn    turn;
        Message why;
        if (turn_explain(attempt->game, attempt->pos, words, &turn, &why) == STATUS_OK ||
            why.cells.count == 0)
            continue;
        message_write(&why, attempt->game, attempt->pos->variant, &LANGUAGE_ENGLISH,
                      &attempt->sentence);
        attempt->offending = why.cells;
        return true;
    }
    return false;
}

static bool cells_exist(const Shape *shape, const uint16_t *cells, int count)
{
    for (int i = 0; i < count; i++)
        if (cells[i] >= shape->cell_count)
            return false;
    return true;
}

static void ask(Attempt *attempt, const Setup *setup)
{
    Step     *steps = malloc(STEPS_MAX * sizeof *steps);
    PosBuffer start;
    if (steps == NULL)
        return;
    int count = attempt->game->rules->gen(attempt->pos, steps);
    if (!ask_by_example(attempt, attempt->pos, steps, count)) {
        /* No similar step is legal here: take the notation from the start of the game. */
        attempt->game->rules->start(setup->variant, &start.head);
        count = attempt->game->rules->gen(&start.head, steps);
        ask_by_example(attempt, &start.head, steps, count);
    }
    free(steps);
}

Status view_why(const Setup *setup, const Pos *pos, const Step *steps, int count,
                const uint16_t *cells, int cell_count, Text *sentence, CellList *offending,
                Fault *fault)
{
    PosBuffer now;
    Shape     shape;
    game_copy(setup->game, pos, &now.head);
    Status status = play_open(setup->game, &now.head, steps, count, fault);
    if (status != STATUS_OK)
        return status;
    shape_init(&shape);
    if (!setup->game->view->shape(setup->variant, &shape)) {
        shape_free(&shape);
        return fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory");
    }
    Attempt attempt = { setup->game, &now.head, &shape, cells, cell_count, "", { 0 }, { 0 } };
    attempt.sentence = text_over(attempt.words, sizeof attempt.words);
    if (!cells_exist(&shape, cells, cell_count)) {
        shape_free(&shape);
        return fault_set(fault, STATUS_SYNTAX, 0, "there is no such cell on this board");
    }
    ask(&attempt, setup);
    text_add(sentence, attempt.words);
    *offending = attempt.offending;
    shape_free(&shape);
    return STATUS_OK;
}

Status view_refusal(Json *json, const char *name, const Setup *setup, const Pos *pos,
                    const Step *steps, int count, const uint16_t *cells, int cell_count,
                    Fault *fault)
{
    char     words[TURN_TEXT_MAX];
    Text     sentence = text_over(words, sizeof words);
    CellList offending = { .count = 0 };
    Status   status =
        view_why(setup, pos, steps, count, cells, cell_count, &sentence, &offending, fault);
    if (status == STATUS_NO_MEMORY)
        json->out->failed = true;
    if (status == STATUS_OK)
        write_refusal(json, name, words, &offending);
    return status;
}

/* --- games --- */

void view_moves(Json *json, const char *name, const Record *record, int first)
{
    const Line *line = &record->line;
    char        words[TURN_TEXT_MAX];
    Turn        turn;
    json_array(json, name);
    for (int i = first; i < line_turns(line); i++) {
        Text text = text_over(words, sizeof words);
        line_turn(line, i, &turn);
        turn_write(line->setup.game, line_before_turn(line, i), &turn, &text);
        RecordNote note = record_note(record, i);
        json_object(json, NULL);
        json_string(json, "turn", words);
        json_integer(json, "side", line_before_turn(line, i)->side);
        if (note.clock_ms >= 0)
            json_integer(json, "clock", note.clock_ms);
        if (note.comment != NULL)
            json_string(json, "comment", note.comment);
        json_end_object(json);
    }
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

/* Write the cells of the last of the first `turns` completed turns. */
static void write_last(Json *json, const Line *line, int turns)
{
    Turn turn = { .count = 0 };
    if (turns > 0)
        line_turn(line, turns - 1, &turn);
    view_touches(json, "last", &line->setup, line_before_turn(line, turns > 0 ? turns - 1 : 0),
                 &turn);
}

void view_board_after(Json *json, const char *name, const Line *line, int turns)
{
    assert(turns >= 0 && turns <= line_turns(line));
    Pieces pieces;
    pieces_init(&pieces);
    json_object(json, name);
    write_setup(json, &line->setup);
    write_board(json, &line->setup, line_before_turn(line, turns), &pieces);
    write_last(json, line, turns);
    json_end_object(json);
    pieces_free(&pieces);
}

void view_result(Json *json, const char *name, const Session *session)
{
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    if (!session_is_over(session)) {
        json_null(json, name);
        return;
    }
    json_object(json, name);
    write_side(json, "winner",
               session->result.ending == ENDING_WON ? session->result.winner : SIDE_NONE);
    json_bool(json, "drawn", session->result.ending == ENDING_DRAWN);
    session_reason(session, &text);
    json_string(json, "reason", words);
    text_clear(&text);
    session_write_result(session, &text);
    json_string(json, "sentence", words);
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
    Pieces      pieces;
    pieces_init(&pieces);
    json_object(json, name);
    write_setup(json, &line->setup);
    json_integer(json, "turn", line_turns(line));
    write_board(json, &line->setup, line_now(line), &pieces);
    write_last(json, line, line_turns(line));
    write_seats(json, session, now_ms, more, context);
    json_array(json, "holders");
    for (int side = 0; side < 2; side++)
        json_integer(json, NULL, game_player(line->setup.game, line_now(line), side));
    json_end_array(json);
    write_side(json, "running", session->running ? session_side(session) : SIDE_NONE);
    write_side(json, "draw", session->draw_offer);
    write_side(json, "back", session->takeback_by);
    view_result(json, "result", session);
    pieces_free(&pieces);
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
