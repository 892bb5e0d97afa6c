/* submission.h - what somebody has handed in: one plain file, or a folder of plain files and folders.
 *
 * Knows:   how much of it there may be, and that it must be what it seems to be.
 * Ignores: what is in the files.
 *
 * The folder may belong to the author, who can change it while we look.  So files are opened first and
 * looked at then, links are never followed, and nothing is read beyond the bounds.  A link, a pipe or
 * a device is refused: what it leads to is not the author's to give away.
 */
#ifndef ARENA_SUBMISSION_H
#define ARENA_SUBMISSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    SUBMISSION_BYTES_MAX = 64 << 20, /* of all files together */
    SUBMISSION_FILES_MAX = 1000,
    SUBMISSION_DEPTH_MAX = 8, /* of folders in folders */
    SUBMISSION_NAME_MAX = 1024,
};

/* One file or folder of it. */
typedef struct SubmissionEntry {
    const char *name; /* within the folder, as "lib/a.py"; "" for what was named itself */
    bool        is_folder, is_program;
    int         file; /* of a file: open for reading, at its beginning */
    int64_t     size; /* of a file; what it grows by later does not count */
} SubmissionEntry;

/* False to end the walk. */
typedef bool SubmissionVisit(void *context, const SubmissionEntry *part);

/* Visit everything, folders before what is in them, each folder by name.  STATUS_NOT_FOUND if it cannot be
 * read, STATUS_ILLEGAL if something in it is neither a file nor a folder, STATUS_TOO_LARGE if it is too
 * large.  A visitor's false is no fault. */
Status submission_walk(const char *path, SubmissionVisit *visit, void *context, Fault *fault);

/* Is it all right?  The same without a visitor. */
Status submission_check(const char *path, Fault *fault);

/* Copy it to `target`, which must not exist.  Everybody may read the copy.  On failure what was copied
 * is gone again. */
Status submission_copy(const char *path, const char *target, Fault *fault);

/* Remove a file, or a folder with all that is in it; links themselves, not what they lead to. */
void submission_remove(const char *path);

/* Open one plain file for reading, or return -1; never waits. */
int submission_open(const char *path);

#endif
