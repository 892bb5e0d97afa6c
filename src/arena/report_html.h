/* report_html.h - the report of a contest as one self-contained HTML page.
 *
 * Knows:   the report, the games of the contest database, the embedded style sheet and script.
 * Ignores: where the page is written.
 *
 * Bot names and bot output are untrusted and escaped.  The page loads nothing from elsewhere, and
 * its Content-Security-Policy forbids it.  The tables work without JavaScript; the script replays
 * games.
 */
#ifndef ARENA_REPORT_HTML_H
#define ARENA_REPORT_HTML_H

#include "arena/report.h"

/* Write the page.  `folder` is the directory that the report was loaded from; later games are left
 * out. */
Status report_html(const Report *report, const char *folder, Buffer *out, Fault *fault);

/* Return an embedded file of the contest pages, such as "contest.css"; NULL if there is none. */
const char *contest_page_file(const char *name);

#endif
