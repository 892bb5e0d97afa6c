/* SPDX-License-Identifier: MIT */
#include "play/view_json_score.h"

#include "search/score.h"

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
