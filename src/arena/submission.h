/* submission.h - walk, check and copy a submission: one regular file, or a directory tree.
 *
 * Knows:   limits on size, number and depth; that only regular files and directories are allowed.
 * Ignores: the content of the files.
 *
 * The author may own the directory and change it meanwhile.  So files are opened first and checked
 * afterwards with fstat, links are never followed, and nothing is read beyond the limits.  Links,
 * pipes and devices are rejected, because they could expose files that are not the author's.
 */
#ifndef ARENA_SUBMISSION_H
#define ARENA_SUBMISSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    SUBMISSION_BYTES_MAX = 64 << 20, /* total size of all files */
    SUBMISSION_UPLOAD_MAX = 1 << 20, /* size of a file that is submitted over the web */
    SUBMISSION_FILE_NAME_MAX = 64,   /* name of such a file, with the NUL */
    SUBMISSION_FILES_MAX = 1000,
    SUBMISSION_DEPTH_MAX = 8, /* nested directories */
    SUBMISSION_NAME_MAX = 1024,
};

/* One file or directory of a submission. */
typedef struct SubmissionEntry {
    const char *name; /* relative path such as "lib/a.py"; "" for the submission itself */
    bool        is_folder, is_program;
    int         file; /* open for reading at offset 0 */
    int64_t     size; /* of a regular file, when it was opened */
} SubmissionEntry;

/* Return false to stop. */
typedef bool SubmissionVisit(void *context, const SubmissionEntry *part);

/* Visit all entries, a directory before its content, sorted by name.  STATUS_NOT_FOUND if it cannot
 * be read, STATUS_ILLEGAL if an entry is neither a file nor a directory, STATUS_TOO_LARGE beyond
 * the limits.  If the visitor stops the walk, the status is STATUS_OK. */
Status submission_walk(const char *path, SubmissionVisit *visit, void *context, Fault *fault);

/* Check a submission: the same without a visitor. */
Status submission_check(const char *path, Fault *fault);

/* Copy it to `target`, which must not exist.  All users can read the copy.  On failure a partial
 * copy is removed. */
Status submission_copy(const char *path, const char *target, Fault *fault);

/* Remove a file, or a directory with its content.  Links are removed, not followed. */
void submission_remove(const char *path);

/* Open a regular file for reading, or return -1.  Never blocks. */
int submission_open(const char *path);

#endif
