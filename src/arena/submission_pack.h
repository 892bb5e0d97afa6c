/* submission_pack.h - a submission as one sequence of bytes, to send it to another machine.
 *
 * Knows:   files and directories of a submission (submission.h), their names and which are executable.
 * Ignores: where the bytes are stored, and what the files contain.
 *
 * Equal submissions have equal bytes, so that their SHA-256 names them:
 *
 *     tessera submission 1
 *     d 0 anna
 *     f 812 anna/main.py       (x: executable; followed by 812 bytes and a newline)
 */
#ifndef ARENA_SUBMISSION_PACK_H
#define ARENA_SUBMISSION_PACK_H

#include "base/buffer.h"
#include "base/status.h"

enum { SUBMISSION_PACK_MAX = 66 << 20 }; /* bytes, with names */

/* Append the submission at `path`, a file or a directory, under the last part of its path. */
Status submission_pack(const char *path, Buffer *out, Fault *fault);

/* Create the files in `folder`, which exists and has no entry of that name.  Safe for any bytes: no file
 * outside `folder` is touched, and the limits of submissions hold.  On failure nothing remains. */
Status submission_unpack(const char *data, size_t size, const char *folder, Fault *fault);

#endif
