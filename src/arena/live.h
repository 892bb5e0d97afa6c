/* live.h - the live view of a contest: a page and the state that its script polls.
 *
 * Knows:   the contest database, the report, the drawing of positions.
 * Ignores: sockets and HTTP; the server requests content by path.  Where a contest is that is not in a
 *          directory; the caller passes a source.
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

#include <stdint.h>

#include "base/buffer.h"
#include "base/status.h"

typedef struct Live Live;

/* NULL if there is no contest in the directory.  It need not be running or have been run. */
Live *live_new(const char *folder, Fault *fault);
void  live_free(Live *live);

/* A copy of a contest that is elsewhere. */
typedef struct LiveCopy {
    const char    *settings; /* contest.toml */
    size_t         settings_size;
    struct Ledger *ledger; /* ledger.h */
    bool           is_running;
    int64_t        edition; /* changes with the settings, and if the contest is another one */
    int64_t        away_ms; /* how long the original has been out of reach; 0: it is not */
} LiveCopy;

/* Provides the copy, which must not change between `begin` and `end`.  Both are called by live_show. */
typedef struct LiveSource {
    void *context;
    void (*begin)(void *context, LiveCopy *out);
    void (*end)(void *context);
} LiveSource;

/* The live view of such a copy.  NULL without memory. */
Live *live_new_from(const LiveSource *source, Fault *fault);

/* Write the content of a path to `out` and set its media type.  False if the path does not exist.
 * One thread at a time. */
bool live_show(Live *live, const char *path, Buffer *out, const char **type);

#endif
