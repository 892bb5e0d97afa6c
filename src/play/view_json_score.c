/* SPDX-License-Identifier: MIT */
#include "play/view_json_score.h"

#include <math.h>

#include "search/score.h"

/* Odds of three to one at the game's own `likely`, even ones at 0, and a smooth curve through both. */
static double chance_of(const Setup *setup, int score)
{
    const GameEval *eval = setup->game->eval;
    double          likely = eval == NULL || eval->likely <= 0 ? 1000 : eval->likely;
    if (score_is_win(score) || score_is_loss(score))
        return score_is_win(score) ? 100 : 0;
    return 100 / (1 + pow(3, -score / likely));
}

void view_score(Json *json, const Setup *setup, int side, int score)
{
    json_integer(json, "side", side);
    if (score_is_win(score))
        json_integer(json, "win", score_distance(score));
    else if (score_is_loss(score))
        json_integer(json, "win", -score_distance(score));
    else
        json_integer(json, "score", score);
    json_number(json, "chance", chance_of(setup, score));
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
