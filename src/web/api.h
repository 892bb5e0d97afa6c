/* api.h - routes the paths below /api/ (docs/api.md).
 *
 * Knows:   the handler of each path, and the order of checks.
 * Ignores: sockets; how tables work.
 */
#ifndef WEB_API_H
#define WEB_API_H

#include "web/http.h"

/* True if the path belongs to the API. */
bool api_owns(const char *path);
/* Fill the reply, or set `kept` to reply later.  Requires api_owns(call->path). */
void api_answer(Call *call);

/* Stop cross-site request forgery: false if a page of another site acts for the user of this
 * browser. */
bool api_is_same_origin(const Call *call);
#define CROSS_SITE "cross-site request: the Origin or Sec-Fetch-Site header names another site"

/* Handlers of the requests that need no table, for api.c. */
void view_api_games(const Call *call, const Query *query, Reply *reply);
void view_api_shape(const Call *call, const Query *query, Reply *reply);
void view_api_board(const Call *call, const Query *query, Reply *reply);
void view_api_setup(const Call *call, const Query *query, Reply *reply);
void view_api_choices(const Call *call, const Query *query, Reply *reply);
void view_api_refusal(const Call *call, const Query *query, Reply *reply);
void view_api_explain(const Call *call, const Query *query, Reply *reply);
void view_api_strings(const Call *call, const Query *query, Reply *reply);
void view_api_rules(const Call *call, const Query *query, Reply *reply);
void view_api_puzzles(const Call *call, const Query *query, Reply *reply);
void view_api_explorer(const Call *call, const Query *query, Reply *reply);
void view_api_lesson(const Call *call, const Query *query, Reply *reply);
void view_api_answer(const Call *call, const Query *query, Reply *reply);
void view_api_read(const Call *call, const Query *query, Reply *reply);
void view_api_contents(const Call *call, const Query *query, Reply *reply);
void view_api_palette(const Call *call, const Query *query, Reply *reply);
void view_api_arrange(const Call *call, const Query *query, Reply *reply);
void view_api_study(const Call *call, const Query *query, Reply *reply);

/* Everything about tables; `path` is the part after /api/. */
bool tables_api_owns(const char *path);
void tables_api_answer(Call *call, const char *path, const Query *query);
/* Shared studies. */
bool studies_api_owns(const char *path);
void studies_api_answer(Call *call, const char *path);
/* GET /api/tables. */
void lists_api_answer(Call *call, const Query *query);

#endif
