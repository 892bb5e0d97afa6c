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

#include "arena/replay_frames.h"
#include "arena/report.h"

/* Write the page.  `folder` is the directory that the report was loaded from; later games are left
 * out.  With `is_served` it refers to contest.css and replay.js beside it; else it contains them. */
Status report_html(const Report *report, const char *folder, bool is_served, Buffer *out,
                   Fault *fault);

/* The same from the contest database that the report was loaded from; NULL if it has no games. */
Status report_html_from(const Report *report, Ledger *ledger, bool is_served, Buffer *out,
                        Fault *fault);

/* Write a served page with only the replay and the list of games. */
Status report_games_html(const Report *report, const char *folder, Buffer *out, Fault *fault);

/* Write a page up to its first heading, inside <header>, and the viewer of games. */
void contest_page_start(Buffer *out, const char *title, bool is_served);
void contest_page_viewer(Buffer *out, const ReplayFrames *replay);

/* Return an embedded file of the contest pages, such as "contest.css"; NULL if there is none. */
const char *contest_page_file(const char *name);

#endif
