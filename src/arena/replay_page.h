/* replay_page.h - one game as a file that shows itself: an HTML page with a board, or an animated SVG.
 *
 * Knows:   records, the viewer and the drawings of the contest page.
 * Ignores: where the file is written.
 *
 * The page contains everything that it needs.  It shows the main line with its comments; the record with
 * its variations is on it as text.
 */
#ifndef ARENA_REPLAY_PAGE_H
#define ARENA_REPLAY_PAGE_H

#include "base/buffer.h"
#include "core/record.h"

/* False if out of memory or larger than the limit of the buffer. */
bool replay_page_html(const Record *record, Buffer *out);
bool replay_page_svg(const Record *record, Buffer *out);

#endif
