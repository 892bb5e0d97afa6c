/* live.h - the live view of a contest: a page and the state that its script polls.
 *
 * Knows:   the contest database, the report, the drawing of positions.
 * Ignores: sockets and HTTP; the server requests content by path.
 *
 *     /             the page
 *     /live.js /contest.css   its script and style sheet
 *     /report /replay.js      the report with a replay of every finished game, and its script
 *     /state        the state of the contest, as JSON
 *
 * It never changes the contest.  However many clients watch, it writes the state at most twice per
 * second, and the ranking only as often as its cost allows.
 */
#ifndef ARENA_LIVE_H
#define ARENA_LIVE_H

#include "base/buffer.h"
#include "base/status.h"

typedef struct Live Live;

/* NULL if there is no contest in the directory.  It need not be running or have been run. */
Live *live_new(const char *folder, Fault *fault);
void  live_free(Live *live);

/* Write the content of a path to `out` and set its media type.  False if the path does not exist.
 * One thread at a time. */
bool live_show(Live *live, const char *path, Buffer *out, const char **type);

#endif
