/* atomic_file.h - write a file completely or not at all.
 *
 * Knows:   regular files, which are written to a temporary file and renamed, keeping the permissions
 *          of the old file; devices and pipes, which are written directly and never replaced.
 * Ignores: the contents.
 */
#ifndef CMD_ATOMIC_FILE_H
#define CMD_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* True if the file could be written now; changes nothing.  Lets a command fail before the work instead
 * of after it.  False with errno set. */
bool atomic_file_is_possible(const char *path);

/* Write the file.  False with errno set; the old file is then unchanged. */
bool atomic_file_write(const char *path, const void *bytes, size_t count);

#endif
