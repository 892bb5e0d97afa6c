/* SPDX-License-Identifier: MIT
 *
 * whole_file.c - write beside, then rename; devices and pipes are written to as they are.
 */
#include "cmd/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that is being written beside its place. */
typedef struct Fresh {
    int  file;
    char path[PATH_MAX];     /* its place; where a link leads, if it was a link */
    char name[PATH_MAX + 8]; /* until then */
} Fresh;

static bool is_other_than_plain(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

/* What a new file may be, or what the old one is. */
static mode_t mode_for(const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0)
        return about.st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool begin(const char *path, Fresh *fresh)
{
    if (realpath(path, fresh->path) == NULL) {
        if (errno != ENOENT)
            return false;
        int length = snprintf(fresh->path, sizeof fresh->path, "%s", path);
        if (length < 0 || (size_t)length >= sizeof fresh->path) {
            errno = ENAMETOOLONG;
            return false;
        }
    } else if (access(fresh->path, W_OK) != 0) {
        return false; /* whoever protected it meant it */
    }
    snprintf(fresh->name, sizeof fresh->name, "%s.XXXXXX", fresh->path);
    fresh->file = mkstemp(fresh->name);
    return fresh->file >= 0;
}

static void give_up(const Fresh *fresh)
{
    int reason = errno;
    unlink(fresh->name);
    errno = reason;
}

static bool write_all(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t done = write(file, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        count -= (size_t)done;
    }
    return true;
}

static bool write_and_close(int file, const void *bytes, size_t count)
{
    bool fine = write_all(file, bytes, count);
    int  reason = errno;
    if (close(file) != 0)
        return false;
    errno = reason;
    return fine;
}

bool whole_file_is_possible(const char *path)
{
    Fresh       fresh;
    struct stat about;
    if (is_other_than_plain(path)) {
        if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
            errno = EISDIR;
            return false;
        }
        return access(path, W_OK) == 0;
    }
    if (!begin(path, &fresh))
        return false;
    close(fresh.file);
    unlink(fresh.name);
    return true;
}

bool whole_file_write(const char *path, const void *bytes, size_t count)
{
    Fresh fresh;
    if (is_other_than_plain(path)) {
        int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return file >= 0 && write_and_close(file, bytes, count);
    }
    if (!begin(path, &fresh))
        return false;
    bool fine = fchmod(fresh.file, mode_for(fresh.path)) == 0;
    fine = write_and_close(fresh.file, bytes, count) && fine;
    if (fine && rename(fresh.name, fresh.path) == 0)
        return true;
    give_up(&fresh);
    return false;
}
