/* report_html.h - a contest as one page that needs nothing else.
 *
 * Knows:   the report, the ledger's texts, the page's style and script, which it carries.
 * Ignores: where the page goes.
 *
 * Whatever bots have said, their names included, is foreign text and escaped.  The page asks nobody
 * for anything, and forbids itself to (Content-Security-Policy).  Tables can be read without the
 * script; it replays the games.
 */
#ifndef ARENA_REPORT_HTML_H
#define ARENA_REPORT_HTML_H

#include "arena/report.h"

/* The report was loaded from this folder; games that came later are left out. */
Status report_html(const Report *report, const char *folder, Buffer *out, Fault *fault);

/* A file that the pages of contests need ("contest.css"); NULL if there is none of that name. */
const char *contest_page_file(const char *name);

#endif
