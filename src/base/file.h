/* file.h - bytes into files, and files that change as a whole or not at all.
 *
 * Knows:   the order in which bytes and names must reach the disk.
 * Ignores: what is in the files.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Write all of it, however many calls that takes.  False with errno. */
bool file_write(int file, const void *data, size_t size);

/* Put these bytes in the place of what is at `path`, if there is anything.  Whoever looks, also after a
 * power failure, finds the old file or the new one.  `mode` are its rights; 0: those that the umask leaves to
 * new files.  False: nothing has changed, and errno says why: ENOTSUP for what is no plain file. */
bool file_replace(const char *path, const void *data, size_t size, mode_t mode);

#endif
