/* archive.h - a file of records, one game after the other, that survives an interruption at any
 * moment.
 *
 * Knows:   where a record ends (docs/records.md: a line that begins with `result`), locks, appending.
 * Ignores: what the games are about.
 *
 * A game is appended with one write, so what an interrupted program leaves behind are whole games
 * and at most one beginning of a game, which the next one cuts off.
 */
#ifndef PLAY_ARCHIVE_H
#define PLAY_ARCHIVE_H

#include "base/status.h"

typedef struct Archive {
    int file; /* -1: none is open */
} Archive;

/* Called for each whole record in the file; anything but STATUS_OK ends archive_open with it. */
typedef Status ArchiveVisit(void *context, const char *data, size_t size, Fault *fault);

/* Open or make the file, lock it against others, and visit what is in it.  The file is changed only
 * if all visits were fine: an incomplete game at its end is then cut off.  A file that holds anything
 * else is refused and left as it is. */
Status archive_open(Archive *archive, const char *path, ArchiveVisit *visit, void *context,
                    Fault *fault);
/* Append one record. */
Status archive_append(Archive *archive, const char *data, size_t size, Fault *fault);
/* Make sure that all is on the disk. */
void archive_close(Archive *archive);

#endif
