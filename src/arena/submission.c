/* SPDX-License-Identifier: MIT */
#include "arena/submission.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum {
    BLOCK_BYTES = 65536,
    REMOVE_FILES = 16, /* descriptors that nftw keeps open */
    OPEN_FLAGS = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
    MIB = 1 << 20,
};

typedef struct Walk {
    const char      *path;
    SubmissionVisit *visit;
    void            *context;
    Fault           *fault;
    int              files, depth;
    int64_t          bytes;
    bool             ended; /* stopped by the visitor */
    char             name[SUBMISSION_NAME_MAX];
} Walk;

/* --- Errors ------------------------------------------------------------------------------- */

static Status failed(Walk *walk, Status status, const char *why)
{
    return fault_set(walk->fault, status, 0, "%.120s%s%.60s%s%s", walk->path,
                     walk->name[0] == '\0' ? "" : "/", walk->name,
                     status == STATUS_NOT_FOUND ? ": " : " ", why);
}

static Status failed_to_read(Walk *walk)
{
    if (errno == ELOOP)
        return failed(walk, STATUS_ILLEGAL,
                      "is a symbolic link, which could expose other files; submit the file itself");
    if (errno == ENXIO)
        return failed(walk, STATUS_ILLEGAL, "is neither a file nor a directory");
    return failed(walk, STATUS_NOT_FOUND, strerror(errno));
}

/* --- Walking ------------------------------------------------------------------------------ */

static Status walk_part(Walk *walk, int file);

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Skip Python's bytecode cache. */
static int is_of_interest(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
           strcmp(entry->d_name, "__pycache__") != 0;
}

static Status walk_entry(Walk *walk, int folder, const char *entry)
{
    size_t length = strlen(walk->name);
    assert(length < sizeof walk->name && walk->depth <= SUBMISSION_DEPTH_MAX);
    int    written = snprintf(walk->name + length, sizeof walk->name - length, "%s%s",
                           length == 0 ? "" : "/", entry);
    Status status;
    if (written < 0 || (size_t)written >= sizeof walk->name - length) {
        status = failed(walk, STATUS_TOO_LARGE, "has a name that is too long");
    } else {
        int file = openat(folder, entry, OPEN_FLAGS);
        status = file < 0 ? failed_to_read(walk) : walk_part(walk, file);
        if (file >= 0)
            close(file);
    }
    walk->name[length] = '\0';
    return status;
}

static Status walk_folder(Walk *walk, int folder)
{
    struct dirent **entries = NULL;
    Status          status = STATUS_OK;
    if (walk->depth == SUBMISSION_DEPTH_MAX)
        return failed(walk, STATUS_TOO_LARGE, "is nested too deeply; the limit is 8 directories");
    int count = scandirat(folder, ".", &entries, is_of_interest, by_name);
    if (count < 0)
        return failed_to_read(walk);
    walk->depth++;
    for (int i = 0; i < count; i++) {
        if (status == STATUS_OK && !walk->ended)
            status = walk_entry(walk, folder, entries[i]->d_name);
        free(entries[i]);
    }
    walk->depth--;
    free(entries);
    return status;
}

/* Visit an open file or directory. */
static Status walk_part(Walk *walk, int file)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return failed_to_read(walk);
    SubmissionEntry part = { .name = walk->name,
                             .is_folder = S_ISDIR(about.st_mode),
                             .is_program = (about.st_mode & 0111) != 0,
                             .file = file,
                             .size = S_ISREG(about.st_mode) ? about.st_size : 0 };
    if (!part.is_folder && !S_ISREG(about.st_mode))
        return failed(walk, STATUS_ILLEGAL, "is neither a file nor a directory");
    walk->bytes += part.size;
    if (part.size > SUBMISSION_BYTES_MAX || walk->bytes > SUBMISSION_BYTES_MAX)
        return failed(walk, STATUS_TOO_LARGE,
                      walk->name[0] == '\0' ? "is larger than 64 MiB"
                                            : "exceeds the limit of 64 MiB in total");
    if (++walk->files > SUBMISSION_FILES_MAX)
        return failed(walk, STATUS_TOO_LARGE, "exceeds the limit of 1000 files");
    walk->ended = walk->visit != NULL && !walk->visit(walk->context, &part);
    return part.is_folder && !walk->ended ? walk_folder(walk, file) : STATUS_OK;
}

Status submission_walk(const char *path, SubmissionVisit *visit, void *context, Fault *fault)
{
    _Static_assert(SUBMISSION_BYTES_MAX == 64 * MIB && SUBMISSION_FILES_MAX == 1000 &&
                       SUBMISSION_DEPTH_MAX == 8,
                   "the error messages name these limits");
    assert(path != NULL);
    Walk walk = { .path = path, .visit = visit, .context = context, .fault = fault };
    int  file = open(path, OPEN_FLAGS);
    if (file < 0)
        return failed_to_read(&walk);
    Status status = walk_part(&walk, file);
    close(file);
    return status;
}

Status submission_check(const char *path, Fault *fault)
{
    return submission_walk(path, NULL, NULL, fault);
}

int submission_open(const char *path)
{
    struct stat about;
    int         file = open(path, OPEN_FLAGS);
    if (file >= 0 && (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))) {
        close(file);
        file = -1;
    }
    return file;
}

/* --- Copying ------------------------------------------------------------------------------ */

typedef struct Copying {
    const char *target;
    bool        failed;
    int         reason;
} Copying;

/* Copy the bytes that the file had when it was opened, or fewer if it has shrunk. */
static bool copy_bytes(int from, int to, int64_t size)
{
    char block[BLOCK_BYTES];
    while (size > 0) {
        ssize_t got = read(from, block, size < BLOCK_BYTES ? (size_t)size : BLOCK_BYTES);
        if (got == 0)
            return true;
        if (got < 0 || !file_write(to, block, (size_t)got))
            return false;
        size -= got;
    }
    return true;
}

static bool copy_part(void *context, const SubmissionEntry *part)
{
    Copying *copying = context;
    char     path[4096 + SUBMISSION_NAME_MAX];
    snprintf(path, sizeof path, "%.4000s%s%s", copying->target, part->name[0] == '\0' ? "" : "/",
             part->name);
    if (part->is_folder) {
        copying->failed = mkdir(path, 0755) != 0 || chmod(path, 0755) != 0;
    } else {
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        copying->failed = file < 0 || !copy_bytes(part->file, file, part->size) ||
                          fchmod(file, part->is_program ? 0755 : 0644) != 0;
        copying->reason = errno;
        if (file >= 0)
            copying->failed = close(file) != 0 || copying->failed;
        return !copying->failed;
    }
    copying->reason = errno;
    return !copying->failed;
}

Status submission_copy(const char *path, const char *target, Fault *fault)
{
    Copying     copying = { .target = target };
    struct stat about;
    if (lstat(target, &about) == 0)
        return fault_set(fault, STATUS_ILLEGAL, 0, "%.150s already exists", target);
    Status status = submission_walk(path, copy_part, &copying, fault);
    if (status == STATUS_OK && copying.failed)
        status = fault_set(fault, STATUS_SYSTEM, 0, "cannot copy %.100s to %.100s: %s", path,
                           target, strerror(copying.reason));
    if (status != STATUS_OK)
        submission_remove(target);
    return status;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about;
    (void)kind;
    (void)where;
    remove(path);
    return 0;
}

void submission_remove(const char *path)
{
    nftw(path, remove_one, REMOVE_FILES, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
