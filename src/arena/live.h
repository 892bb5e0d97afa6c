/* live.h - a contest that others may watch: a page, and the state that its script asks for.
 *
 * Knows:   the ledger, the report, the drawing of positions.
 * Ignores: sockets; whoever serves it asks by path.
 *
 *     /             the page
 *     /live.js /contest.css   what it needs
 *     /state        how the contest stands, as JSON
 *
 * Nothing of the contest is ever changed.  The state is made at most twice a second, and the ranking
 * only as often as it costs little, however many people watch.
 */
#ifndef ARENA_LIVE_H
#define ARENA_LIVE_H

#include "base/buffer.h"
#include "base/status.h"

typedef struct Live Live;

/* NULL if the folder holds no contest.  It need not run, nor ever have been run. */
Live *live_new(const char *folder, Fault *fault);
void  live_free(Live *live);

/* What is at a path: written to `out`, with the type of it.  False if nothing is there.  Not for two
 * threads at once. */
bool live_show(Live *live, const char *path, Buffer *out, const char **type);

#endif
