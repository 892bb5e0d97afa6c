/* lines.h - searches for the principal variations of a position, for analysis boards.
 *
 * Knows:   the search pool, waiting requests, how many searches a visitor may have.
 * Ignores: tables.
 *
 * A search is bounded, and so is their number: a visitor who asks for more loses the oldest one, and a
 * server with too many of them says so; then the client searches itself.
 */
#ifndef WEB_LINES_H
#define WEB_LINES_H

#include "web/http.h"
#include "web/registry.h"

/* GET /api/lines. */
void lines_api_answer(Call *call, const Query *query);
/* Reply to the request of a finished task.  False if the task is not one of these searches.  The task
 * stays the caller's. */
bool lines_take(TableRegistry *registry, const SearchTask *task);
/* Reply to requests that have waited for too long; to all of them if `now_ms` is INT64_MAX. */
void lines_expire(TableRegistry *registry, int64_t now_ms);

#endif
