/* view_json_score.h - what the search thinks of a position, as JSON (docs/api.md, Scores). */
#ifndef PLAY_VIEW_JSON_SCORE_H
#define PLAY_VIEW_JSON_SCORE_H

#include "base/json.h"
#include "core/setup.h"

/* The members of a Score, inside an object that is open: `score` is for `side` (search/score.h). */
void view_score(Json *json, const Setup *setup, int side, int score);
/* The member `known` beside them: such a score is a table's word, and so the truth. */
void view_known(Json *json, int side, int score);

#endif
