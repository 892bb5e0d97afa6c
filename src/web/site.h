/* site.h - the pages that depend only on their URL.
 *
 * Knows:   the paths of pages, drawings and the style sheet.
 * Ignores: sockets, tables, all state.
 */
#ifndef WEB_SITE_H
#define WEB_SITE_H

#include "web/http.h"

/* Fill the reply for a path.  `path` is decoded; `query` is not, and may be NULL. */
void site_answer(const char *path, const char *query, Reply *reply);
/* Replace the reply by an error page. */
void site_error(Reply *reply, int code, const char *title, const char *sentence);
void site_error_unknown(Reply *reply);

#endif
