/* reviews.h - reviews of games as background jobs: a client starts one, asks for its progress, and gets the
 * review; docs/api.md, /api/reviews.
 *
 * Knows:   the search pool, play/review.h, how many reviews the server and a visitor may have.
 * Ignores: tables.
 *
 * A review is searched position by position, and other searches of the pool run in between.  A review that
 * no client asks for is given up.
 */
#ifndef WEB_REVIEWS_H
#define WEB_REVIEWS_H

#include "web/http.h"
#include "web/registry.h"

/* /api/reviews and below; `path` is the part after /api/. */
bool reviews_api_owns(const char *path);
void reviews_api_answer(Call *call, const char *path);
/* Keep the result of a finished task.  False if the task is not a review.  The task stays the caller's. */
bool reviews_take(TableRegistry *registry, SearchTask *task);
/* Remove the reviews that no client asks for; all of them if `now_ms` is INT64_MAX. */
void reviews_expire(TableRegistry *registry, int64_t now_ms);

#endif
