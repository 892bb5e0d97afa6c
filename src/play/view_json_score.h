/* view_json_score.h - what the search thinks of a position, as JSON (docs/api.md, Scores). */
#ifndef PLAY_VIEW_JSON_SCORE_H
#define PLAY_VIEW_JSON_SCORE_H

#include "base/json.h"
#include "core/line.h"
#include "search/search.h"

enum { VIEW_LINES_MAX = 5 }; /* principal variations */

/* The members of a Score, inside an object that is open: `score` is for `side` (search/score.h). */
void view_score(Json *json, const Setup *setup, int side, int score);
/* The member `known` beside them: such a score is a table's word, and so the truth. */
void view_known(Json *json, int side, int score);
/* Write what a search found about the end of a line: object Lines.  `known` is the score of a tablebase
 * for the side to move, or NULL. */
void view_lines(Json *json, const char *name, const Line *line, const SearchPv *lines, int count,
                int depth, const int *known);

#endif
