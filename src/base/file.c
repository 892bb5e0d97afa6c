/* SPDX-License-Identifier: MIT */
#include "base/file.h"

#ifndef __wasi__

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES_MAX = 4096 };

bool file_write(int file, const void *data, size_t size)
{
    assert(data != NULL || size == 0);
    const char *at = data;
    while (size > 0) {
        ssize_t written = write(file, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

/* Create a temporary file in the same directory, so that rename() is atomic.  A leftover with our
 * process id comes from a killed process with the same id, so it is safe to delete. */
static int open_temporary(const char *path, char temporary[PATH_BYTES_MAX])
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    if (snprintf(temporary, PATH_BYTES_MAX, "%s.new-%d", path, (int)getpid()) >= PATH_BYTES_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = open(temporary, flags, 0666);
    if (file < 0 && errno == EEXIST && unlink(temporary) == 0)
        file = open(temporary, flags, 0666);
    return file;
}

/* Flush the directory entry.  Some file systems cannot sync a directory; then the name reaches the
 * disk later. */
static void sync_directory(char path[PATH_BYTES_MAX])
{
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        slash[slash == path] = '\0';
    int directory = open(slash == NULL ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
        return;
    fsync(directory);
    close(directory);
}

bool file_replace(const char *path, const void *data, size_t size, mode_t mode)
{
    char        temporary[PATH_BYTES_MAX];
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        errno = ENOTSUP;
        return false;
    }
    int file = open_temporary(path, temporary);
    if (file < 0)
        return false;
    bool ok =
        file_write(file, data, size) && (mode == 0 || fchmod(file, mode) == 0) && fsync(file) == 0;
    int reason = errno;
    if (close(file) != 0 && ok) {
        ok = false;
        reason = errno;
    }
    if (ok && rename(temporary, path) != 0) {
        ok = false;
        reason = errno;
    }
    if (ok) {
        sync_directory(temporary);
        return true;
    }
    unlink(temporary);
    errno = reason;
    return false;
}

#endif
