/* SPDX-License-Identifier: MIT */
#include "play/archive.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "core/record.h"

/* Return the length of the first record in `data`, up to the newline after its result; 0 if it is not
 * complete. */
static size_t complete_length(const char *data, size_t size)
{
    size_t length = record_length(data, size);
    return length > 0 && data[length - 1] == '\n' ? length : 0;
}

/* True if it can be the start of a truncated record.  Records start with the tag Game, because
 * core/record.c writes it first. */
static bool is_torn_game(const char *data, size_t size)
{
    static const char FIRST[] = "[Game \"";
    size_t            common = size < strlen(FIRST) ? size : strlen(FIRST);
    return memcmp(data, FIRST, common) == 0;
}

/* Visit all complete records; set `*whole` to the offset of their end. */
static Status visit_all(const char *data, size_t size, ArchiveVisit *visit, void *context,
                        size_t *whole, Fault *fault)
{
    for (*whole = 0;;) {
        size_t length = complete_length(data + *whole, size - *whole);
        if (length == 0)
            return STATUS_OK;
        Status status = visit(context, data + *whole, length, fault);
        if (status != STATUS_OK)
            return status;
        *whole += length;
    }
}

static Status read_file(int file, const char *path, ArchiveVisit *visit, void *context,
                        Fault *fault)
{
    struct stat about;
    if (flock(file, LOCK_EX | LOCK_NB) != 0)
        return fault_file(fault, path, "another program is writing to it");
    if (fstat(file, &about) != 0)
        return fault_file(fault, path, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return fault_file(fault, path, "not a regular file");
    size_t size = (size_t)about.st_size, whole = 0;
    if (size == 0)
        return STATUS_OK;
    void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (data == MAP_FAILED)
        return fault_file(fault, path, strerror(errno));
    Status status = visit_all(data, size, visit, context, &whole, fault);
    bool   is_ours = is_torn_game((const char *)data + whole, size - whole);
    munmap(data, size);
    if (status == STATUS_OK && !is_ours)
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "%.120s holds something else than records of games", path);
    if (status == STATUS_OK && whole < size && ftruncate(file, (off_t)whole) != 0)
        return fault_file(fault, path, strerror(errno));
    return status;
}

Status archive_open(Archive *archive, const char *path, ArchiveVisit *visit, void *context,
                    Fault *fault)
{
    archive->file = -1;
    int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return fault_file(fault, path, strerror(errno));
    Status status = read_file(file, path, visit, context, fault);
    if (status != STATUS_OK)
        close(file);
    else
        archive->file = file;
    return status;
}

Status archive_append(Archive *archive, const char *data, size_t size, Fault *fault)
{
    assert(archive->file >= 0 && data != NULL);
    if (!file_write(archive->file, data, size))
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot write the records: %s", strerror(errno));
    return STATUS_OK;
}

void archive_close(Archive *archive)
{
    if (archive->file < 0)
        return;
    fsync(archive->file);
    close(archive->file);
    archive->file = -1;
}
