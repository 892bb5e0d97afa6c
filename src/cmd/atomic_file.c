/* SPDX-License-Identifier: MIT
 *
 * atomic_file.c - write a temporary file, then rename it; devices and pipes are written directly.
 */
#include "cmd/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static bool is_special(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

/* Find the path of a regular file, with links resolved, and the mode to keep; mode 0 if there is no
 * file yet. */
static bool find_place(const char *path, char place[PATH_MAX], mode_t *mode)
{
    struct stat about;
    *mode = 0;
    if (realpath(path, place) == NULL) {
        if (errno != ENOENT)
            return false;
        int length = snprintf(place, PATH_MAX, "%s", path);
        if (length >= 0 && length < PATH_MAX)
            return true;
        errno = ENAMETOOLONG;
        return false;
    }
    if (access(place, W_OK) != 0 || stat(place, &about) != 0)
        return false; /* respect a read-only file */
    *mode = about.st_mode & 07777;
    return true;
}

/* True if a temporary file can be created in the same directory. */
static bool can_create_beside(const char *place)
{
    char name[PATH_MAX + 8];
    snprintf(name, sizeof name, "%s.XXXXXX", place);
    int file = mkstemp(name);
    if (file < 0)
        return false;
    close(file);
    unlink(name);
    return true;
}

bool atomic_file_is_possible(const char *path)
{
    char        place[PATH_MAX];
    mode_t      mode;
    struct stat about;
    if (is_special(path)) {
        if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
            errno = EISDIR;
            return false;
        }
        return access(path, W_OK) == 0;
    }
    return find_place(path, place, &mode) && can_create_beside(place);
}

/* Write to a device or pipe. */
static bool write_through(const char *path, const void *bytes, size_t count)
{
    int  file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    bool fine = file >= 0 && file_write(file, bytes, count);
    int  reason = errno;
    if (file >= 0 && close(file) != 0 && fine)
        return false;
    errno = reason;
    return fine;
}

bool atomic_file_write(const char *path, const void *bytes, size_t count)
{
    char   place[PATH_MAX];
    mode_t mode;
    if (is_special(path))
        return write_through(path, bytes, count);
    return find_place(path, place, &mode) && file_replace(place, bytes, count, mode);
}
