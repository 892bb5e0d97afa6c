/* atomic_file.h - files that are there as a whole or not at all.
 *
 * Knows:   plain files, which are written beside their place and then take it, with the permissions of
 *          the file that was there; and whatever else has a name and takes bytes (a device, a pipe),
 *          which is written to and never taken away.
 * Ignores: what is in them.
 */
#ifndef CMD_ATOMIC_FILE_H
#define CMD_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Could it be written now?  For complaints before the work and not after it: nothing is changed.
 * False with errno. */
bool atomic_file_is_possible(const char *path);

/* False with errno; the file that was there is then as it was. */
bool atomic_file_write(const char *path, const void *bytes, size_t count);

#endif
