/* archive.h - an append-only file of game records that survives a crash at any time.
 *
 * Knows:   where a record ends (docs/records.md: a line that begins with `result`), locks, appending.
 * Ignores: the games themselves.
 *
 * A game is appended with one write.  An interrupted program therefore leaves complete games and at
 * most one truncated game at the end, which the next archive_open removes.
 */
#ifndef PLAY_ARCHIVE_H
#define PLAY_ARCHIVE_H

#include "base/status.h"

typedef struct Archive {
    int file; /* -1: not open */
} Archive;

/* Called for each complete record; any status other than STATUS_OK ends archive_open with it. */
typedef Status ArchiveVisit(void *context, const char *data, size_t size, Fault *fault);

/* Open or create the file, lock it, and visit its records.  Only if all visits succeed is a truncated
 * game at the end removed.  A file that holds anything else is rejected and not changed. */
Status archive_open(Archive *archive, const char *path, ArchiveVisit *visit, void *context,
                    Fault *fault);
/* Append one record. */
Status archive_append(Archive *archive, const char *data, size_t size, Fault *fault);
/* Flush everything to disk and close the file. */
void archive_close(Archive *archive);

#endif
