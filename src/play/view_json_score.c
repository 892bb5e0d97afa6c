/* SPDX-License-Identifier: MIT */
#include "play/view_json_score.h"

#include "play/view_json.h"

void view_score(Json *json, const Setup *setup, int side, int score)
{
    json_integer(json, "side", side);
    if (score_is_win(score))
        json_integer(json, "win", score_distance(score));
    else if (score_is_loss(score))
        json_integer(json, "win", -score_distance(score));
    else
        json_integer(json, "score", score);
    json_number(json, "chance", 100 * score_win_probability(score, setup->game->eval));
}

void view_known(Json *json, int side, int score)
{
    json_object(json, "known");
    if (score_is_win(score) || score_is_loss(score)) {
        json_integer(json, "winner", score_is_win(score) ? side : 1 - side);
        json_integer(json, "turns", score_distance(score));
    } else {
        json_null(json, "winner");
    }
    json_end_object(json);
}

/* Write the turns of a principal variation as an array. */
static void write_turns(Json *json, const Game *game, const Pos *pos, const SearchPv *pv)
{
    PosBuffer now;
    int       at = 0;
    game_copy(game, pos, &now.head);
    json_array(json, "turns");
    while (at < pv->step_count) {
        PosBuffer before = now;
        char      words[TURN_TEXT_MAX];
        Text      text = text_over(words, sizeof words);
        Turn      turn;
        if (!turn_first(game, &before.head, pv->steps + at, pv->step_count - at, &turn, &now.head))
            break;
        turn_write(game, &before.head, &turn, &text);
        json_string(json, NULL, words);
        at += turn.count;
    }
    json_end_array(json);
}

static void write_line(Json *json, const Line *line, const SearchPv *pv)
{
    const Game *game = line->setup.game;
    const Pos  *pos = line_now(line);
    Turn        turn;
    turn_first(game, pos, pv->steps, pv->step_count, &turn, NULL);
    json_object(json, NULL);
    view_score(json, &line->setup, pos->side, pv->score);
    write_turns(json, game, pos, pv);
    json_array(json, "steps");
    for (int i = 0; i < turn.count; i++)
        json_word(json, NULL, turn.step[i]);
    json_end_array(json);
    view_touches(json, "touch", &line->setup, pos, &turn);
    json_end_object(json);
}

void view_lines(Json *json, const char *name, const Line *line, const SearchPv *lines, int count,
                int depth, const int *known)
{
    json_object(json, name);
    json_integer(json, "depth", depth);
    json_array(json, "lines");
    for (int i = 0; i < count; i++)
        write_line(json, line, &lines[i]);
    json_end_array(json);
    if (known != NULL)
        view_known(json, line_now(line)->side, *known);
    json_end_object(json);
}
