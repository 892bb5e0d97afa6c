/* contest_mirror.h - a contest in PostgreSQL for the live view: a copy that is about half a second old.
 *
 * Knows:   src/queue; copies of contest databases (arena/ledger.h); games under way that workers show.
 * Ignores: pages and HTTP.
 *
 * A thread of its own reads the database, so that nobody who looks at the copy waits for the network.
 * The thread only collects; whoever looks adds what it has collected to the copy.  So SQLite is used by
 * one thread, and that one may fork.  While the database is away the copy stays as it is, and the thread
 * tries to connect again.  The copy is a temporary database without a name, of which nothing remains.
 */
#ifndef CMD_CONTEST_MIRROR_H
#define CMD_CONTEST_MIRROR_H

#include <stdio.h>

#include "arena/live.h"

typedef struct ContestMirror ContestMirror;

/* Connect, read the contest of this name and start the thread, which writes to `err` when the database
 * goes away and comes back.  `*mirror` is unchanged on failure. */
Status contest_mirror_start(const char *url, const char *name, ContestMirror **mirror, FILE *err,
                            Fault *fault);
/* The same for the contest in a directory whose contest.toml names a database.  The database need not
 * have the contest yet.  `*mirror` is NULL if contest.toml names none. */
Status contest_mirror_start_in(const char *folder, ContestMirror **mirror, FILE *err, Fault *fault);
void   contest_mirror_stop(ContestMirror *mirror);
/* For live_new_from; valid until contest_mirror_stop. */
const LiveSource *contest_mirror_source(const ContestMirror *mirror);

#endif
