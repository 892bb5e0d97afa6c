/* site.h - the pages that are computed from their address alone.
 *
 * Knows:   the paths of pages, drawings and their style.
 * Ignores: sockets, tables, everything that changes.
 */
#ifndef WEB_SITE_H
#define WEB_SITE_H

#include "web/http.h"

/* `path` is decoded; `query` is not, and may be NULL. */
void site_answer(const char *path, const char *query, Reply *reply);
/* Something went wrong: a page with a few words and a sentence. */
void site_error(Reply *reply, int code, const char *title, const char *sentence);
void site_error_unknown(Reply *reply);

#endif
