/* contest_copy.h - exact copies of contests between a directory (SQLite) and a PostgreSQL database.
 *
 * Both have the same chain of checksums (arena/ledger.h).  So a copy only appends what the other side has
 * more, and both sides can tell another contest of the same name apart.
 */
#ifndef CMD_CONTEST_COPY_H
#define CMD_CONTEST_COPY_H

#include "arena/ledger.h"
#include "queue/contest_store.h"

/* Store contest.toml, the bots' files and the book in PostgreSQL, and append the new entries of the
 * contest database to the copy there; `*copied` counts them.  STATUS_ILLEGAL if the database has another
 * contest of this name, or more of this one. */
Status contest_copy_export(Queue *queue, const char *folder, Ledger *ledger, int64_t *copied,
                           Fault *fault);
/* For the process that runs the contest: only append the new entries, and note that it runs.  Does not
 * read contest.toml, which may change meanwhile. */
Status contest_copy_append(Queue *queue, const char *name, const char *folder, Ledger *ledger,
                           Fault *fault);

/* The other way.  Create the directory if it does not exist; if it has the contest, only add to it. */
Status contest_copy_import(Queue *queue, const char *name, const char *folder, int64_t *copied,
                           Fault *fault);

#endif
