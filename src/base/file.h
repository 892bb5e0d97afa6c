/* file.h - write to files, and replace a file atomically.
 *
 * Knows:   the order in which data and names must reach the disk.
 * Ignores: what is in the files.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Write all `size` bytes, with as many calls as needed.  Return false with errno. */
bool file_write(int file, const void *data, size_t size);

/* Replace the file at `path` atomically, or create it.  A reader finds the old file or the new one,
 * even after a power failure.  `mode` sets the permissions; 0 leaves them to the umask.  On failure
 * return false with errno and change nothing; ENOTSUP means that `path` is not a regular file. */
bool file_replace(const char *path, const void *data, size_t size, mode_t mode);

#endif
