/* SPDX-License-Identifier: MIT */
#include "arena/submission_pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/submission.h"
#include "base/file.h"
#include "base/text.h"

enum { PATH_BYTES = 4096 + SUBMISSION_NAME_MAX };

static const char HEADER[] = "tessera submission 1\n";

/* --- Packing ------------------------------------------------------------------------------ */

typedef struct Packing {
    const char *name;
    Buffer     *out;
    bool        has_changed; /* while it was read */
    bool        has_bad_name;
} Packing;

static bool pack_bytes(Packing *packing, const SubmissionEntry *part)
{
    char    block[8192];
    int64_t left = part->size;
    while (left > 0) {
        ssize_t got =
            read(part->file, block, left < (int64_t)sizeof block ? (size_t)left : sizeof block);
        if (got <= 0)
            break;
        buffer_bytes(packing->out, block, (size_t)got);
        left -= got;
    }
    buffer_add(packing->out, "\n");
    packing->has_changed = left > 0;
    return left == 0;
}

static bool pack_part(void *context, const SubmissionEntry *part)
{
    Packing *packing = context;
    packing->has_bad_name |= strchr(part->name, '\n') != NULL;
    buffer_addf(packing->out, "%c %lld %s%s%s\n",
                part->is_folder    ? 'd'
                : part->is_program ? 'x'
                                   : 'f',
                (long long)part->size, packing->name, part->name[0] == '\0' ? "" : "/", part->name);
    return !packing->has_bad_name && (part->is_folder || pack_bytes(packing, part));
}

Status submission_pack(const char *path, Buffer *out, Fault *fault)
{
    const char *slash = strrchr(path, '/');
    Packing     packing = { .name = slash == NULL ? path : slash + 1, .out = out };
    buffer_add(out, HEADER);
    Status status = submission_walk(path, pack_part, &packing, fault);
    if (status == STATUS_OK && packing.has_bad_name)
        return fault_set(fault, STATUS_ILLEGAL, 0, "%.150s has a file with a newline in its name",
                         path);
    if (status == STATUS_OK && packing.has_changed)
        return fault_set(fault, STATUS_SYSTEM, 0, "%.150s changed while it was read", path);
    if (status == STATUS_OK && out->failed)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    return status;
}

/* --- Unpacking ---------------------------------------------------------------------------- */

/* One entry of the bytes. */
typedef struct Entry {
    char        kind;
    uint32_t    size;
    char        name[SUBMISSION_NAME_MAX];
    const char *data;
} Entry;

/* True if the name is `root`, or a path below it. */
static bool is_below(const char *name, const char *root)
{
    size_t length = strlen(root);
    return strncmp(name, root, length) == 0 && (name[length] == '\0' || name[length] == '/');
}

static bool is_safe(const char *name)
{
    int depth = 0;
    for (const char *part = name;; part++) {
        size_t length = strcspn(part, "/");
        if (length == 0 || (part[0] == '.' && (length == 1 || (length == 2 && part[1] == '.'))) ||
            ++depth > SUBMISSION_DEPTH_MAX + 2)
            return false;
        part += length;
        if (*part == '\0')
            return true;
    }
}

static bool take_entry(Scan *scan, Entry *out)
{
    const char *name;
    out->kind = scan_peek(scan);
    if (strchr("dfx", out->kind) == NULL || out->kind == '\0' || !scan_char(scan, out->kind) ||
        !scan_char(scan, ' ') || !scan_number(scan, SUBMISSION_BYTES_MAX, &out->size) ||
        !scan_char(scan, ' '))
        return false;
    size_t length = scan_until(scan, "\n", &name);
    if (length == 0 || length >= sizeof out->name || !scan_char(scan, '\n'))
        return false;
    memcpy(out->name, name, length);
    out->name[length] = '\0';
    out->data = scan->data + scan->at;
    if (!is_safe(out->name) || (out->kind == 'd' && out->size > 0) ||
        out->size > scan->size - scan->at)
        return false;
    scan->at += out->size;
    return out->kind == 'd' || scan_char(scan, '\n');
}

/* Every directory of the path was created here, so no part of it is a link. */
static bool create(const char *folder, const Entry *entry)
{
    char path[PATH_BYTES];
    int  length = snprintf(path, sizeof path, "%s/%s", folder, entry->name);
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (entry->kind == 'd')
        return mkdir(path, 0755) == 0 && chmod(path, 0755) == 0;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    bool fine = file_write(file, entry->data, entry->size) &&
                fchmod(file, entry->kind == 'x' ? 0755 : 0644) == 0;
    fine = close(file) == 0 && fine;
    if (!fine)
        unlink(path);
    return fine;
}

static Status wrong(Fault *fault)
{
    return fault_set(fault, STATUS_SYNTAX, 0, "the bytes are not those of a submission");
}

static Status unpack(Scan *scan, const char *folder, char root[SUBMISSION_NAME_MAX], Fault *fault)
{
    int64_t bytes = 0;
    for (int files = 0; files == 0 || !scan_done(scan); files++) {
        Entry entry;
        if (!take_entry(scan, &entry) || files == SUBMISSION_FILES_MAX ||
            (bytes += entry.size) > SUBMISSION_BYTES_MAX)
            return wrong(fault);
        bool is_first = files == 0 && strchr(entry.name, '/') == NULL;
        if (!is_first && (root[0] == '\0' || !is_below(entry.name, root)))
            return wrong(fault);
        if (!create(folder, &entry))
            return fault_set(fault, STATUS_SYSTEM, 0, "cannot create %.100s in %.80s: %s",
                             entry.name, folder, strerror(errno));
        if (is_first)
            strcpy(root, entry.name);
    }
    return STATUS_OK;
}

Status submission_unpack(const char *data, size_t size, const char *folder, Fault *fault)
{
    char root[SUBMISSION_NAME_MAX] = ""; /* created here; removed on failure */
    char path[PATH_BYTES];
    Scan scan = scan_over(data, size);
    if (!scan_word(&scan, HEADER))
        return wrong(fault);
    Status status = unpack(&scan, folder, root, fault);
    if (status != STATUS_OK && root[0] != '\0') {
        snprintf(path, sizeof path, "%s/%s", folder, root);
        submission_remove(path);
    }
    return status;
}
