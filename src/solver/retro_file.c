/* SPDX-License-Identifier: MIT
 *
 * retro_file.c - read and write the file of a tablebase.
 *
 * All numbers are little-endian.  The header: 8 bytes magic, version, 4 bytes zero, game (32
 * bytes), family (64 bytes), checksum of all that.  A section: 8 bytes magic, name (64 bytes),
 * count, width, wins, losses, longest, key_bytes, checksum of the payload, checksum of all that;
 * then the payload, keys before codes, and zeros up to the next multiple of 8.
 */
#include "solver/retro_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/text.h"

enum {
    HEAD_GAME = 16,
    HEAD_FAMILY = 48,
    HEAD_SUM = 112,
    HEAD_BYTES = 120,
    SECTION_NAME = 8,
    SECTION_COUNT = 72,
    SECTION_PAYLOAD_SUM = 96,
    SECTION_SUM = 104,
    SECTION_BYTES = 112,
    PATH_CAPACITY = 4096,
};

static const char FILE_MAGIC[8] = { 'T', 'e', 's', 's', 'T', 'a', 'b', '\n' };
static const char SECTION_MAGIC[8] = { 'L', 'a', 'y', 'e', 'r', '\n', '\0', '\n' };

/* A checksum of bytes that arrive in pieces; `rest` are those that do not fill a word yet. */
typedef struct Sum {
    uint64_t      sum;
    unsigned char rest[8];
    size_t        count;
} Sum;

struct RetroFile {
    int            fd; /* -1: there is no file */
    RetroAccess    access;
    char           path[PATH_CAPACITY];
    unsigned char  head[HEAD_BYTES]; /* as it must be */
    bool           is_ours;          /* opened for writing, locked, and valid */
    bool           has_head;         /* on the disk */
    unsigned char *map;              /* contents at the time of opening */
    size_t         map_bytes;
    size_t         end; /* of the last complete section */
    RetroSection  *sections;
    uint32_t       count, capacity;
    double         synced; /* time of the last fdatasync */
    bool           dirty;
    /* The section that is being written. */
    size_t at; /* of its next byte */
    Sum    sum;
    int    failure; /* errno of the first write that failed, or 0 */
};

/* --- bytes --- */

static void put32(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(value >> (8 * i));
}

static void put64(unsigned char *at, uint64_t value)
{
    put32(at, (uint32_t)value);
    put32(at + 4, (uint32_t)(value >> 32));
}

static uint32_t get32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint64_t get64(const unsigned char *at)
{
    return get32(at) | (uint64_t)get32(at + 4) << 32;
}

/* Checksum against accidents, not against forgery. */
static void sum_add(Sum *sum, const unsigned char *bytes, size_t count)
{
    for (; count > 0 && sum->count > 0 && sum->count < 8; count--)
        sum->rest[sum->count++] = *bytes++;
    if (sum->count == 8) {
        sum->sum = mix64(sum->sum ^ get64(sum->rest));
        sum->count = 0;
    }
    for (; count >= 8; bytes += 8, count -= 8)
        sum->sum = mix64(sum->sum ^ get64(bytes));
    if (count > 0) { /* then the last word is complete */
        memcpy(sum->rest, bytes, count);
        sum->count = count;
    }
}

static uint64_t sum_end(const Sum *sum)
{
    uint64_t last = sum->count;
    for (size_t i = 0; i < sum->count; i++)
        last |= (uint64_t)sum->rest[i] << (8 * i + 8);
    return mix64(sum->sum ^ last);
}

static uint64_t sum_of(const unsigned char *bytes, size_t count)
{
    Sum sum = { 0 };
    sum_add(&sum, bytes, count);
    return sum_end(&sum);
}

static size_t key_payload(const RetroSection *section)
{
    return (size_t)section->count * section->key_bytes;
}

static size_t code_payload(const RetroSection *section)
{
    return (size_t)section->count * section->width;
}

static size_t payload_bytes(const RetroSection *section)
{
    return key_payload(section) + code_payload(section);
}

static size_t padded(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

/* --- reading --- */

static bool add_section(RetroFile *file, RetroSection *section)
{
    section->state = calloc(1, sizeof *section->state);
    if (section->state == NULL)
        return false;
    if (file->count == file->capacity) {
        uint32_t      capacity = file->capacity == 0 ? 16 : 2 * file->capacity;
        RetroSection *more = realloc(file->sections, capacity * sizeof *more);
        if (more == NULL) {
            free(section->state);
            return false;
        }
        file->sections = more;
        file->capacity = capacity;
    }
    file->sections[file->count++] = *section;
    return true;
}

bool retro_file_is_sound(const RetroSection *section)
{
    uint32_t state = __atomic_load_n(section->state, __ATOMIC_RELAXED);
    if (state == RETRO_UNSEEN) {
        /* Several threads may do this at once, with the same result. */
        bool sound = sum_of(section->keys, payload_bytes(section)) == section->sum;
        state = sound ? RETRO_SOUND : RETRO_DAMAGED;
        __atomic_store_n(section->state, state, __ATOMIC_RELAXED);
    }
    return state == RETRO_SOUND;
}

/* No checksum covers the padding. */
static bool is_filled_with_zeros(const unsigned char *from, const unsigned char *end)
{
    while (from < end && *from == 0)
        from++;
    return from == end;
}

/* Parse the section at `at`, if it is complete and its header is valid. */
static bool read_section(const RetroFile *file, size_t at, RetroSection *section, size_t *end)
{
    const unsigned char *head = file->map + at;
    if (file->map_bytes - at < SECTION_BYTES || memcmp(head, SECTION_MAGIC, 8) != 0 ||
        get64(head + SECTION_SUM) != sum_of(head, SECTION_SUM))
        return false;
    *section = (RetroSection){
        .count = get32(head + SECTION_COUNT),
        .width = get32(head + SECTION_COUNT + 4),
        .wins = get32(head + SECTION_COUNT + 8),
        .losses = get32(head + SECTION_COUNT + 12),
        .longest = get32(head + SECTION_COUNT + 16),
        .key_bytes = get32(head + SECTION_COUNT + 20),
        .sum = get64(head + SECTION_PAYLOAD_SUM),
    };
    memcpy(section->name, head + SECTION_NAME, INDEX_NAME_MAX);
    if (section->name[INDEX_NAME_MAX - 1] != '\0' || section->width < 1 || section->width > 2 ||
        section->count > INDEX_LAYER_MAX || (section->key_bytes != 0 && section->key_bytes != 16))
        return false;
    size_t payload = payload_bytes(section);
    if (file->map_bytes - at - SECTION_BYTES < padded(payload))
        return false;
    section->keys = head + SECTION_BYTES;
    section->codes = section->keys + key_payload(section);
    *end = at + SECTION_BYTES + padded(payload);
    return is_filled_with_zeros(section->keys + payload, file->map + *end);
}

static void make_head(const char *game, const char *family, unsigned char *head)
{
    memset(head, 0, HEAD_BYTES);
    memcpy(head, FILE_MAGIC, 8);
    put32(head + 8, RETRO_VERSION);
    strncpy((char *)head + HEAD_GAME, game, HEAD_FAMILY - HEAD_GAME - 1);
    strncpy((char *)head + HEAD_FAMILY, family, HEAD_SUM - HEAD_FAMILY - 1);
    put64(head + HEAD_SUM, sum_of(head, HEAD_SUM));
}

static Status read_head(RetroFile *file, Fault *fault)
{
    const char *path = file->path, *names = (const char *)file->head;
    if (file->map_bytes < HEAD_BYTES || memcmp(file->map, FILE_MAGIC, 8) != 0)
        return fault_set(fault, STATUS_SYNTAX, 0, "%s is not a tablebase", path);
    if (get32(file->map + 8) != RETRO_VERSION)
        return fault_set(fault, STATUS_SYNTAX, 0, "%s has format version %u, this program reads %d",
                         path, (unsigned)get32(file->map + 8), RETRO_VERSION);
    if (memcmp(file->map, file->head, HEAD_BYTES) != 0)
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "%s is not the tablebase of %s %s, or its header is damaged", path,
                         names + HEAD_GAME, names + HEAD_FAMILY);
    file->has_head = true;
    return STATUS_OK;
}

/* True if the rest after the last good section is one truncated section: its payload or its header,
 * which is written last, is incomplete.  Anything else is later damage. */
static bool is_torn_tail(const RetroFile *file)
{
    size_t               left = file->map_bytes - file->end;
    const unsigned char *head = file->map + file->end;
    if (left < SECTION_BYTES || is_filled_with_zeros(head, head + SECTION_BYTES))
        return true;
    if (memcmp(head, SECTION_MAGIC, 8) != 0 ||
        get64(head + SECTION_SUM) != sum_of(head, SECTION_SUM))
        return false;
    RetroSection section = { .count = get32(head + SECTION_COUNT),
                             .width = get32(head + SECTION_COUNT + 4),
                             .key_bytes = get32(head + SECTION_COUNT + 20) };
    return left - SECTION_BYTES <= padded(payload_bytes(&section));
}

/* A running build leaves its last section incomplete for a while. */
static bool is_being_written(const RetroFile *file)
{
    if (flock(file->fd, LOCK_SH | LOCK_NB) != 0)
        return errno == EWOULDBLOCK;
    flock(file->fd, LOCK_UN);
    return false;
}

/* True if the file is checked when it is opened. */
static bool reads_everything(const RetroFile *file)
{
    return file->access == RETRO_CHECK || file->access == RETRO_WRITE;
}

static Status read_sections(RetroFile *file, Fault *fault)
{
    RetroSection section;
    size_t       next;
    file->end = HEAD_BYTES;
    while (file->end < file->map_bytes && read_section(file, file->end, &section, &next)) {
        if (!add_section(file, &section))
            return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        if (reads_everything(file) && !retro_file_is_sound(&section)) {
            free(file->sections[--file->count].state);
            break;
        }
        file->end = next;
    }
    if (!reads_everything(file) || file->end == file->map_bytes)
        return STATUS_OK;
    if (file->access == RETRO_CHECK && is_being_written(file))
        return STATUS_OK;
    if (file->access == RETRO_CHECK && is_torn_tail(file))
        return fault_set(fault, STATUS_SYNTAX, file->end,
                         "%s has no complete layer after byte %zu; run `tessera tablebase build`",
                         file->path, file->end);
    if (!is_torn_tail(file))
        return fault_set(fault, STATUS_SYNTAX, file->end,
                         "%s is damaged after byte %zu; delete it and build it again", file->path,
                         file->end);
    if (ftruncate(file->fd, (off_t)file->end) != 0)
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot truncate %s to its complete layers: %s",
                         file->path, strerror(errno));
    return STATUS_OK;
}

static Status write_all(int fd, const unsigned char *bytes, size_t count, size_t at)
{
    while (count > 0) {
        ssize_t done = pwrite(fd, bytes, count, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return STATUS_SYSTEM;
        bytes += done;
        at += (size_t)done;
        count -= (size_t)done;
    }
    return STATUS_OK;
}

static Status map_file(RetroFile *file, Fault *fault)
{
    const char *path = file->path;
    struct stat info;
    if (fstat(file->fd, &info) != 0)
        return fault_set(fault, STATUS_SYSTEM, 0, "%s: %s", path, strerror(errno));
    file->map_bytes = (size_t)info.st_size;
    if (file->map_bytes == 0)
        return STATUS_OK;
    void *map = mmap(NULL, file->map_bytes, PROT_READ, MAP_SHARED, file->fd, 0);
    if (map == MAP_FAILED)
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot map %s: %s", path, strerror(errno));
    file->map = map;
    return STATUS_OK;
}

/* True for a new file, or one whose header was truncated. */
static bool is_begun(const RetroFile *file)
{
    return file->map_bytes < HEAD_BYTES &&
           (file->map_bytes == 0 || memcmp(file->map, file->head, file->map_bytes) == 0);
}

/* The header is written with the first section: a file without one is empty. */
static Status begin_file(RetroFile *file, Fault *fault)
{
    if (ftruncate(file->fd, 0) != 0)
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot write %s: %s", file->path,
                         strerror(errno));
    file->end = HEAD_BYTES;
    return STATUS_OK;
}

/* True if the open file still has this name.  Another process may have deleted an empty file just
 * before we could lock it. */
static bool is_still_there(const RetroFile *file)
{
    struct stat opened, named;
    return fstat(file->fd, &opened) == 0 && stat(file->path, &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

static Status open_for_writing(RetroFile *file, Fault *fault)
{
    for (;;) {
        file->fd = open(file->path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (file->fd < 0)
            return fault_set(fault, STATUS_SYSTEM, 0, "cannot open %s: %s", file->path,
                             strerror(errno));
        if (flock(file->fd, LOCK_EX | LOCK_NB) != 0)
            return fault_set(fault, STATUS_SYSTEM, 0, "%s is being built by another process",
                             file->path);
        if (is_still_there(file))
            return STATUS_OK;
        close(file->fd);
    }
}

static Status no_table(const RetroFile *file, Fault *fault)
{
    return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no tablebase %s", file->path);
}

static Status open_for_reading(RetroFile *file, Fault *fault)
{
    file->fd = open(file->path, O_RDONLY | O_CLOEXEC);
    if (file->fd >= 0)
        return STATUS_OK;
    return errno == ENOENT ? no_table(file, fault)
                           : fault_set(fault, STATUS_SYSTEM, 0, "cannot open %s: %s", file->path,
                                       strerror(errno));
}

static Status open_path(RetroFile *file, Fault *fault)
{
    bool   writing = file->access == RETRO_WRITE;
    Status status = writing ? open_for_writing(file, fault) : open_for_reading(file, fault);
    if (status == STATUS_OK)
        status = map_file(file, fault);
    if (status != STATUS_OK)
        return status;
    if (writing && is_begun(file))
        return begin_file(file, fault);
    if (file->map_bytes == 0)
        return no_table(file, fault);
    status = read_head(file, fault);
    if (status == STATUS_OK && !writing && file->map_bytes == HEAD_BYTES)
        return no_table(file, fault);
    return status == STATUS_OK ? read_sections(file, fault) : status;
}

Status retro_file_open(const char *folder, const char *game, const char *family, RetroAccess access,
                       RetroFile **out, Fault *fault)
{
    RetroFile *file = calloc(1, sizeof *file);
    if (file == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    file->fd = -1;
    file->access = access;
    file->synced = clock_wall_seconds();
    make_head(game, family, file->head);
    Text   text = text_over(file->path, sizeof file->path);
    Status status = STATUS_OK;
    if (folder != NULL)
        text_addf(&text, "%s/%s-%s.table", folder, game, family);
    if (text.full)
        status = fault_set(fault, STATUS_TOO_LARGE, 0, "the directory name is too long");
    else if (folder != NULL)
        status = open_path(file, fault);
    if (access == RETRO_FOLLOW && status == STATUS_NOT_FOUND)
        status = STATUS_OK;
    if (status != STATUS_OK) {
        retro_file_close(file);
        return status;
    }
    file->is_ours = access == RETRO_WRITE;
    *out = file;
    return STATUS_OK;
}

static void forget_sections(RetroFile *file)
{
    for (uint32_t n = 0; n < file->count; n++) {
        free(file->sections[n].owned);
        free(file->sections[n].state);
        if (file->sections[n].map != NULL)
            munmap(file->sections[n].map, file->sections[n].map_bytes);
    }
    file->count = 0;
    if (file->map != NULL)
        munmap(file->map, file->map_bytes);
    file->map = NULL;
    file->map_bytes = 0;
}

Status retro_file_follow(RetroFile *file, Fault *fault)
{
    assert(file->access == RETRO_FOLLOW);
    forget_sections(file);
    if (file->fd >= 0)
        close(file->fd);
    Status status = open_path(file, fault);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

void retro_file_close(RetroFile *file)
{
    if (file == NULL)
        return;
    bool is_empty = file->count == 0;
    forget_sections(file);
    free(file->sections);
    if (file->dirty)
        fdatasync(file->fd);
    if (file->fd >= 0) {
        if (file->is_ours && is_empty) /* leave no empty file; the lock still holds */
            unlink(file->path);
        close(file->fd);
    }
    free(file);
}

const char *retro_file_path(const RetroFile *file)
{
    return file->path;
}

const RetroSection *retro_file_find(const RetroFile *file, const char *name)
{
    for (uint32_t n = 0; n < file->count; n++)
        if (strcmp(file->sections[n].name, name) == 0)
            return &file->sections[n];
    return NULL;
}

uint32_t retro_file_sections(const RetroFile *file)
{
    return file->count;
}

const RetroSection *retro_file_section(const RetroFile *file, uint32_t n)
{
    assert(n < file->count);
    return &file->sections[n];
}

size_t retro_file_bytes(const RetroFile *file)
{
    size_t bytes = 0;
    for (uint32_t n = 0; n < file->count; n++)
        bytes += file->sections[n].owned != NULL ? payload_bytes(&file->sections[n]) : 0;
    return bytes;
}

/* --- writing --- */

static void make_section_head(const RetroSection *section, unsigned char *head)
{
    memset(head, 0, SECTION_BYTES);
    memcpy(head, SECTION_MAGIC, 8);
    memcpy(head + SECTION_NAME, section->name, INDEX_NAME_MAX);
    put32(head + SECTION_COUNT, section->count);
    put32(head + SECTION_COUNT + 4, section->width);
    put32(head + SECTION_COUNT + 8, section->wins);
    put32(head + SECTION_COUNT + 12, section->losses);
    put32(head + SECTION_COUNT + 16, section->longest);
    put32(head + SECTION_COUNT + 20, section->key_bytes);
    put64(head + SECTION_PAYLOAD_SUM, section->sum);
    put64(head + SECTION_SUM, sum_of(head, SECTION_SUM));
}

/* There may be hundreds of small layers: sync at most once per second, and at the end. */
static bool sync_now_and_then(RetroFile *file)
{
    double now = clock_wall_seconds();
    file->dirty = now - file->synced < 1;
    if (file->dirty)
        return true;
    file->synced = now;
    return fdatasync(file->fd) == 0;
}

/* Map the section's bytes from the file.  If that fails, they stay in memory, if they are there. */
static bool read_from_file(RetroFile *file, RetroSection *section, size_t at)
{
    long   page = sysconf(_SC_PAGESIZE);
    size_t before = page > 0 ? at % (size_t)page : 0, bytes = before + payload_bytes(section);
    void  *map = page > 0 ? mmap(NULL, bytes, PROT_READ, MAP_SHARED, file->fd, (off_t)(at - before))
                          : MAP_FAILED;
    *section->state = RETRO_SOUND;
    if (map == MAP_FAILED)
        return section->owned != NULL;
    free(section->owned);
    section->owned = NULL;
    section->map = map;
    section->map_bytes = bytes;
    section->keys = (unsigned char *)map + before;
    section->codes = section->keys + key_payload(section);
    return true;
}

static bool write_head(RetroFile *file)
{
    if (!file->has_head)
        file->has_head = write_all(file->fd, file->head, HEAD_BYTES, 0) == STATUS_OK;
    return file->has_head;
}

Status retro_file_sync(RetroFile *file, Fault *fault)
{
    if (file->dirty && fdatasync(file->fd) != 0)
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot write %s: %s", file->path,
                         strerror(errno));
    file->dirty = false;
    return STATUS_OK;
}

void retro_file_begin(RetroFile *file)
{
    assert(file->is_ours && file->fd >= 0);
    file->at = file->end + SECTION_BYTES;
    file->sum = (Sum){ 0 };
    file->failure = write_head(file) ? 0 : errno;
}

bool retro_file_put(RetroFile *file, const unsigned char *bytes, size_t count)
{
    if (file->failure == 0 && write_all(file->fd, bytes, count, file->at) != STATUS_OK)
        file->failure = errno;
    sum_add(&file->sum, bytes, count);
    file->at += count;
    return file->failure == 0;
}

static Status write_failed(RetroFile *file, const RetroSection *section, int failure, Fault *fault)
{
    fault_set(fault, STATUS_SYSTEM, 0, "cannot write layer %s: %s", section->name,
              strerror(failure));
    /* Free the space on a full disk; if even that fails, the next build does it. */
    bool given_back = ftruncate(file->fd, (off_t)file->end) == 0;
    (void)given_back;
    return STATUS_SYSTEM;
}

/* The header makes the section valid.  If a section is not written completely, the next opening
 * removes it. */
Status retro_file_end(RetroFile *file, RetroSection *section, Fault *fault)
{
    static const unsigned char NOTHING[8] = { 0 };
    unsigned char              head[SECTION_BYTES];
    size_t                     payload = payload_bytes(section), at = file->end + SECTION_BYTES;
    assert(section->width == 1 || section->width == 2);
    assert(file->at == at + payload);
    section->sum = sum_end(&file->sum);
    make_section_head(section, head);
    if (file->failure != 0)
        return write_failed(file, section, file->failure, fault);
    if (write_all(file->fd, NOTHING, padded(payload) - payload, at + payload) != STATUS_OK ||
        write_all(file->fd, head, SECTION_BYTES, file->end) != STATUS_OK ||
        !sync_now_and_then(file))
        return write_failed(file, section, errno, fault);
    RetroSection mapped = *section;
    if (!add_section(file, &mapped))
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    file->end = at + padded(payload);
    return read_from_file(file, &file->sections[file->count - 1], at)
               ? STATUS_OK
               : fault_set(fault, STATUS_SYSTEM, 0, "cannot map layer %s: %s", section->name,
                           strerror(errno));
}

Status retro_file_append(RetroFile *file, RetroSection *section, Fault *fault)
{
    if (file->fd >= 0) {
        retro_file_begin(file);
        retro_file_put(file, section->keys, payload_bytes(section));
        return retro_file_end(file, section, fault);
    }
    section->sum = sum_of(section->keys, payload_bytes(section));
    if (!add_section(file, section))
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    *section->state = RETRO_SOUND;
    return STATUS_OK;
}
