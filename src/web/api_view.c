/* SPDX-License-Identifier: MIT */
/* api_view.c - read-only requests about games and positions. */
#include "web/api.h"

#include <stdio.h>
#include <string.h>

#include <event2/http.h>

#include "dialects/game_read.h"
#include "draw/guide.h"
#include "games/list.h"
#include "play/editor_json.h"
#include "play/lesson.h"
#include "play/study_json.h"
#include "play/view_json.h"
#include "play/view_json_explorer.h"
#include "play/view_json_contents.h"

static bool bad_request(Reply *reply, const Fault *fault)
{
    reply_fault(reply, HTTP_BADREQUEST, fault);
    return false;
}

static bool read_setup(const Query *query, Reply *reply, Setup *setup)
{
    Fault fault;
    if (view_setup_read(query_value(query, "setup"), setup, &fault) == STATUS_OK)
        return true;
    return bad_request(reply, &fault);
}

/* Read the parameters setup, position and steps; the last two are optional. */
static bool read_position(const Query *query, Reply *reply, ViewPosition *out)
{
    Fault fault;
    if (view_position_read(query_value(query, "setup"), query_value(query, "position"),
                           query_value(query, "steps"), out, &fault) == STATUS_OK)
        return true;
    return bad_request(reply, &fault);
}

void view_api_games(const Call *call, const Query *query, Reply *reply)
{
    (void)call, (void)query;
    Json json = json_over(&reply->body);
    view_games(&json, NULL);
}

void view_api_shape(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    Setup setup;
    Json  json = json_over(&reply->body);
    if (!read_setup(query, reply, &setup))
        return;
    view_shape(&json, NULL, &setup);
    reply->cache = "max-age=31536000, immutable";
}

void view_api_board(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    ViewPosition place;
    Json         json = json_over(&reply->body);
    Fault        fault;
    if (!read_position(query, reply, &place))
        return;
    if (place.step_count == 0)
        view_board(&json, NULL, &place.setup, &place.pos.head);
    else if (view_board_steps(&json, NULL, &place, &fault) != STATUS_OK)
        bad_request(reply, &fault);
}

/* Find the first listed variant of any game in which the text is a valid position. */
static bool setup_of_position(const char *position, Setup *out)
{
    PosBuffer pos;
    for (int i = 0; GAMES[i] != NULL; i++)
        for (int n = 0; GAMES[i]->variants[n] != NULL; n++) {
            const GameText *text = GAMES[i]->text;
            *out = (Setup){ .game = GAMES[i] };
            if (text->variant_read(GAMES[i]->variants[n], &out->variant, NULL) == STATUS_OK &&
                text->pos_read(out->variant, position, &pos.head, NULL) == STATUS_OK)
                return true;
        }
    return false;
}

void view_api_setup(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    const char *position = query_value(query, "position");
    char        name[SETUP_TEXT_MAX];
    Text        text = text_over(name, sizeof name);
    Fault       fault;
    Setup       setup;
    Json        json = json_over(&reply->body);
    if (position == NULL) {
        fault_set(&fault, STATUS_SYNTAX, 0, "'position' is missing");
        bad_request(reply, &fault);
        return;
    }
    json_object(&json, NULL);
    if (setup_of_position(position, &setup)) {
        setup_write(&setup, &text);
        json_string(&json, "setup", name);
    } else {
        json_null(&json, "setup");
    }
    json_end_object(&json);
}

void view_api_choices(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    ViewPosition place;
    Fault        fault;
    Json         json = json_over(&reply->body);
    if (read_position(query, reply, &place) &&
        view_choices(&json, NULL, &place.setup, &place.pos.head, place.steps, place.step_count,
                     &fault) != STATUS_OK)
        bad_request(reply, &fault);
}

void view_api_refusal(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    ViewPosition place;
    Fault        fault;
    uint16_t     cells[VIEW_CELLS_MAX];
    int          count;
    const char  *text = query_value(query, "cells");
    Json         json = json_over(&reply->body);
    if (!read_position(query, reply, &place))
        return;
    if (text == NULL || !cells_read(text, cells, VIEW_CELLS_MAX, &count))
        fault_set(&fault, STATUS_SYNTAX, 0, "'cells' must be 1 to %d numbers separated by commas",
                  VIEW_CELLS_MAX);
    else if (view_refusal(&json, NULL, &place.setup, &place.pos.head, place.steps, place.step_count,
                          cells, count, &fault) == STATUS_OK)
        return;
    bad_request(reply, &fault);
}

void view_api_explain(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    ViewPosition place;
    Fault        fault;
    const char  *turn = query_value(query, "turn");
    Json         json = json_over(&reply->body);
    if (!read_position(query, reply, &place))
        return;
    if (turn == NULL || strlen(turn) >= TURN_TEXT_MAX) {
        fault_set(&fault, STATUS_SYNTAX, 0, "'turn' must be a move in notation");
        bad_request(reply, &fault);
        return;
    }
    view_explain(&json, NULL, &place.setup, &place.pos.head, turn);
}

/* Return the translations of a game, or the common ones without a name; NULL if there are none. */
static const char *find_strings(const char *game_name, const char *language)
{
    if (game_name == NULL)
        return games_common_strings(language);
    const Game *game = games_find(game_name);
    char        file[32];
    snprintf(file, sizeof file, "strings.%s.txt", language);
    return game == NULL ? NULL : games_file(game, file);
}

void view_api_strings(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    const char *language = query_value(query, "language");
    const char *strings =
        language == NULL ? NULL : find_strings(query_value(query, "game"), language);
    if (strings == NULL) {
        reply_error(reply, HTTP_NOTFOUND,
                    "there are no strings for this 'language' and 'game'; see /api/games");
        return;
    }
    reply->type = TEXT_TYPE;
    reply->cache = "max-age=3600";
    buffer_add(&reply->body, strings);
}

void view_api_rules(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    const char *name = query_value(query, "game");
    const Game *game = name == NULL ? NULL : games_find(name);
    if (game == NULL || games_file(game, "rulings.md") == NULL) {
        reply_error(reply, HTTP_NOTFOUND, "'game' must be the name of a game; see /api/games");
        return;
    }
    const char *language = query_value(query, "language");
    reply->type = HTML_TYPE;
    /* The how-to-play guide in the requested language, else in English, else the rulings. */
    if (!(language != NULL && guide_html(&reply->body, game, language)) &&
        !guide_html(&reply->body, game, "en"))
        guide_rulings_html(&reply->body, game);
}

void view_api_puzzles(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    const char *name = query_value(query, "game");
    const Game *game = name == NULL ? NULL : games_find(name);
    const char *text = game == NULL ? NULL : games_file(game, "puzzles.txt");
    if (text == NULL) {
        reply_error(reply, HTTP_NOTFOUND, "there are no puzzles for this game");
        return;
    }
    reply->type = TEXT_TYPE;
    buffer_add(&reply->body, text);
}

void view_api_explorer(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    ViewPosition place;
    Explorer     explorer;
    Fault        fault;
    Json         json = json_over(&reply->body);
    if (!read_position(query, reply, &place))
        return;
    bool has_book = explorer_built_in(&place.setup, &explorer, &fault) == STATUS_OK;
    json_object(&json, NULL);
    view_explorer(&json, has_book ? &explorer : NULL, &place.pos.head);
    json_end_object(&json);
}

/* Find the lesson of parameter `game`; NULL after an error. */
static const char *find_lesson(const Query *query, Reply *reply, const Game **game)
{
    const char *name = query_value(query, "game");
    *game = name == NULL ? NULL : games_find(name);
    const char *text = *game == NULL ? NULL : games_file(*game, "lesson.txt");
    if (text == NULL)
        reply_error(reply, HTTP_NOTFOUND, "there is no lesson for this game");
    return text;
}

void view_api_lesson(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    const Game *game;
    Fault       fault;
    Json        json = json_over(&reply->body);
    const char *text = find_lesson(query, reply, &game);
    if (text != NULL && lesson_write(&json, NULL, game, text, &fault) != STATUS_OK)
        bad_request(reply, &fault);
}

void view_api_answer(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    const Game *game;
    const char *number = query_value(query, "task");
    Scan        scan = scan_string(number == NULL ? "" : number);
    uint32_t    task;
    Step        steps[TURN_STEPS_MAX];
    int         count;
    Fault       fault;
    Json        json = json_over(&reply->body);
    const char *text = find_lesson(query, reply, &game);
    if (text == NULL)
        return;
    if (!scan_number(&scan, LESSON_TASKS_MAX, &task) || !scan_done(&scan)) {
        reply_error(reply, HTTP_BADREQUEST, "'task' must be the number of a task");
        return;
    }
    if (view_steps_read(query_value(query, "steps"), steps, &count, &fault) != STATUS_OK ||
        lesson_answer(&json, NULL, game, text, (int)task, steps, count, &fault) != STATUS_OK)
        reply_fault(reply, fault.status == STATUS_NOT_FOUND ? HTTP_NOTFOUND : HTTP_BADREQUEST,
                    &fault);
}

static void write_record(Json *json, const Session *session)
{
    const Record *record = session_record(session);
    char          out[POS_TEXT_MAX]; /* a setup is shorter */
    Text          text = text_over(out, sizeof out);
    json_object(json, NULL);
    setup_write(&record->line.setup, &text);
    json_string(json, "setup", out);
    text_clear(&text);
    record->line.setup.game->text->pos_write(line_start(&record->line), &text);
    json_string(json, "start", out);
    view_moves(json, "moves", record, 0);
    view_tags(json, "tags", record);
    view_result(json, "result", session);
    Buffer written;
    buffer_init(&written, GAME_TEXT_BYTES_MAX);
    if (record_write(record, buffer_sink, &written))
        json_string(json, "record", written.data);
    buffer_free(&written);
    json_end_object(json);
}

static Status read_game(const ActionRequest *wanted, Record *out, Fault *fault)
{
    Setup   setup;
    GameAsk ask = { .format = wanted->format, .nth = wanted->nth };
    if (wanted->setup != NULL) {
        Status status = games_setup(wanted->setup, &setup, fault);
        if (status != STATUS_OK)
            return status;
        ask.setup = &setup;
    }
    return game_read(wanted->text, strlen(wanted->text), &ask, out, fault);
}

void view_api_read(const Call *call, const Query *query, Reply *reply)
{
    (void)query;
    static const ClockRule NO_CLOCKS[2] = { { .kind = CLOCK_NONE }, { .kind = CLOCK_NONE } };
    ActionRequest          wanted;
    Record                 record;
    Session                session;
    Fault                  fault;
    if (action_read(call->body, call->size, WITH_TEXT, &wanted, &fault) != STATUS_OK) {
        bad_request(reply, &fault);
        return;
    }
    Status status = read_game(&wanted, &record, &fault);
    action_free(&wanted);
    if (status != STATUS_OK) {
        bad_request(reply, &fault);
        return;
    }
    Json json = json_over(&reply->body);
    session_adopt(&session, &record, NO_CLOCKS);
    write_record(&json, &session);
    session_free(&session);
}

void view_api_contents(const Call *call, const Query *query, Reply *reply)
{
    (void)query;
    ActionRequest wanted;
    Fault         fault;
    Json          json = json_over(&reply->body);
    if (action_read(call->body, call->size, WITH_TEXT, &wanted, &fault) != STATUS_OK) {
        bad_request(reply, &fault);
        return;
    }
    json_object(&json, NULL);
    view_contents(&json, "games", wanted.text);
    json_end_object(&json);
    action_free(&wanted);
}

void view_api_palette(const Call *call, const Query *query, Reply *reply)
{
    (void)call;
    Fault fault;
    Json  json = json_over(&reply->body);
    if (editor_palette(&json, NULL, query_value(query, "setup"), query_value(query, "position"),
                       &fault) != STATUS_OK)
        bad_request(reply, &fault);
}

void view_api_arrange(const Call *call, const Query *query, Reply *reply)
{
    (void)query;
    EditorBody wanted;
    Fault      fault;
    Json       json = json_over(&reply->body);
    if (editor_body_read(call->body, call->size, &wanted, &fault) != STATUS_OK) {
        bad_request(reply, &fault);
        return;
    }
    if (editor_arrange(&json, NULL, &wanted.request, &fault) != STATUS_OK)
        bad_request(reply, &fault);
    editor_body_free(&wanted);
}

void view_api_study(const Call *call, const Query *query, Reply *reply)
{
    (void)query;
    StudyBody wanted;
    Fault     fault;
    Json      json = json_over(&reply->body);
    if (study_body_read(call->body, call->size, &wanted, &fault) != STATUS_OK) {
        bad_request(reply, &fault);
        return;
    }
    if (study_view(&json, NULL, &wanted.request, &fault) != STATUS_OK)
        reply_fault(reply, fault.status == STATUS_ILLEGAL ? CODE_CONFLICT : HTTP_BADREQUEST,
                    &fault);
    study_body_free(&wanted);
}
