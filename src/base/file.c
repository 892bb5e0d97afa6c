/* SPDX-License-Identifier: MIT */
#include "base/file.h"

#ifndef __wasi__

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES_MAX = 4096 };

bool file_write(int file, const void *data, size_t size)
{
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

/* Beside the file, so that it can take its name.  What a process of our number has left there when it was
 * killed is nobody's any more. */
static int open_fresh(const char *path, char fresh[PATH_BYTES_MAX])
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    if (snprintf(fresh, PATH_BYTES_MAX, "%s.new-%d", path, (int)getpid()) >= PATH_BYTES_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = open(fresh, flags, 0666);
    if (file < 0 && errno == EEXIST && unlink(fresh) == 0)
        file = open(fresh, flags, 0666);
    return file;
}

/* The new name is on the disk.  A folder that cannot be asked for that keeps it in its own time. */
static void sync_folder(char path[PATH_BYTES_MAX])
{
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        slash[slash == path] = '\0';
    int folder = open(slash == NULL ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    fsync(folder);
    close(folder);
}

bool file_replace(const char *path, const void *data, size_t size, mode_t mode)
{
    char        fresh[PATH_BYTES_MAX];
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        errno = ENOTSUP;
        return false;
    }
    int file = open_fresh(path, fresh);
    if (file < 0)
        return false;
    bool fine =
        file_write(file, data, size) && (mode == 0 || fchmod(file, mode) == 0) && fsync(file) == 0;
    int reason = errno;
    if (close(file) != 0 && fine) {
        fine = false;
        reason = errno;
    }
    if (fine && rename(fresh, path) != 0) {
        fine = false;
        reason = errno;
    }
    if (fine) {
        sync_folder(fresh);
        return true;
    }
    unlink(fresh);
    errno = reason;
    return false;
}

#endif
