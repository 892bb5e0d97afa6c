/* SPDX-License-Identifier: MIT */
#include "term/game_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static const char UNFINISHED[] = "result *\n";

static Status fault_system(Fault *fault, const char *path)
{
    return fault_file(fault, path, strerror(errno));
}

/* --- Reading ------------------------------------------------------------------------------ */

static Status read_bytes(int file, const char *path, Buffer *out, Fault *fault)
{
    char    piece[16384];
    ssize_t got;
    while ((got = read(file, piece, sizeof piece)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fault_system(fault, path);
        buffer_bytes(out, piece, (size_t)got);
        if (out->failed)
            return fault_file(fault, path, "the file is too large for a game");
    }
    buffer_add(out, ""); /* an empty text also ends with a NUL */
    return STATUS_OK;
}

Status game_bytes(const char *path, Buffer *out, Fault *fault)
{
    buffer_init(out, GAME_FILE_BYTES_MAX);
    if (strcmp(path, "-") == 0)
        return read_bytes(STDIN_FILENO, "standard input", out, fault);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fault_system(fault, path);
    Status status = read_bytes(file, path, out, fault);
    close(file);
    return status;
}

Status game_open(const char *path, const GameAsk *ask, Record *out, Fault *fault)
{
    assert(path != NULL && ask != NULL);
    Buffer bytes;
    Fault  inside = { .why = "" };
    Status status = game_bytes(path, &bytes, fault);
    if (status == STATUS_OK) {
        status = game_read(bytes.data, bytes.length, ask, out, &inside);
        if (status != STATUS_OK)
            fault_set(fault, status, inside.at, "%.100s: %s", path, inside.why);
    }
    buffer_free(&bytes);
    return status;
}

/* --- Writing ------------------------------------------------------------------------------ */

Status game_save(const Record *record, const char *path, Fault *fault)
{
    Buffer text;
    buffer_init(&text, GAME_FILE_BYTES_MAX);
    Status status = STATUS_OK;
    if (!record_write(record, buffer_sink, &text))
        status = fault_file(fault, path, status_text(STATUS_NO_MEMORY));
    else if (!file_replace(path, text.data, text.length, 0))
        status = errno == ENOTSUP ? fault_file(fault, path, "it is not a regular file")
                                  : fault_system(fault, path);
    buffer_free(&text);
    return status;
}

/* --- Protocols ---------------------------------------------------------------------------- */

static void close_file(Autosave *autosave)
{
    if (autosave->file >= 0)
        close(autosave->file);
    autosave->file = -1;
    buffer_free(&autosave->written);
}

static Status read_protocol(Autosave *autosave, const char *path, Record *record, bool *found,
                            Fault *fault)
{
    struct stat about;
    Fault       inside;
    if (flock(autosave->file, LOCK_EX | LOCK_NB) != 0)
        return fault_file(fault, path, "another program is writing to it");
    if (fstat(autosave->file, &about) != 0)
        return fault_system(fault, path);
    if (!S_ISREG(about.st_mode))
        return fault_file(fault, path, "it is not a regular file");
    Status status = read_bytes(autosave->file, path, &autosave->written, fault);
    if (status != STATUS_OK || autosave->written.length == 0)
        return status;
    status = game_parse(autosave->written.data, autosave->written.length, record, &inside);
    if (status != STATUS_OK)
        return fault_set(fault, status, inside.at, "%.100s: %s", path, inside.why);
    *found = true;
    return STATUS_OK;
}

Status autosave_open(Autosave *autosave, const char *path, Record *record, bool *found,
                     Fault *fault)
{
    assert(path != NULL && record != NULL && found != NULL);
    *found = false;
    *autosave = (Autosave){ .file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666) };
    autosave->made = autosave->file >= 0;
    if (!autosave->made && errno == EEXIST)
        autosave->file = open(path, O_RDWR | O_CLOEXEC);
    if (autosave->file < 0)
        return fault_system(fault, path);
    buffer_init(&autosave->written, 2 * GAME_FILE_BYTES_MAX);
    Status status = read_protocol(autosave, path, record, found, fault);
    if (status != STATUS_OK)
        close_file(autosave);
    return status;
}

/* Write what the file should contain; `whole`: with the last line in any case. */
static bool protocol_text(const Record *record, bool whole, Buffer *text)
{
    size_t last = strlen(UNFINISHED);
    buffer_init(text, 2 * GAME_FILE_BYTES_MAX);
    if (!record_write(record, buffer_sink, text))
        return false;
    if (!whole && text->length >= last &&
        memcmp(text->data + text->length - last, UNFINISHED, last) == 0) {
        text->length -= last;
        text->data[text->length] = '\0';
    }
    return true;
}

static size_t common_length(const Buffer *a, const Buffer *b)
{
    size_t at = 0, shorter = a->length < b->length ? a->length : b->length;
    while (at < shorter && a->data[at] == b->data[at])
        at++;
    return at;
}

/* Usually the new text is the old one plus one line, so this appends a line. */
static bool bring_up(Autosave *autosave, const Buffer *text)
{
    size_t same = common_length(&autosave->written, text);
    if (same == text->length && same == autosave->written.length)
        return true;
    if (same < autosave->written.length && ftruncate(autosave->file, (off_t)same) != 0)
        return false;
    return lseek(autosave->file, (off_t)same, SEEK_SET) >= 0 &&
           file_write(autosave->file, text->data + same, text->length - same) &&
           fsync(autosave->file) == 0;
}

static bool follow(Autosave *autosave, const Record *record, bool whole)
{
    Buffer text;
    bool   fine = protocol_text(record, whole, &text) && bring_up(autosave, &text);
    int    reason = errno;
    if (fine) {
        buffer_free(&autosave->written);
        autosave->written = text;
    } else {
        buffer_free(&text);
    }
    errno = reason;
    return fine;
}

Status autosave_follow(Autosave *autosave, const Record *record, Fault *fault)
{
    if (autosave->file < 0 || follow(autosave, record, false))
        return STATUS_OK;
    Status status = fault_system(fault, "the autosave file can no longer be written");
    close_file(autosave);
    return status;
}

void autosave_close(Autosave *autosave, const Record *record)
{
    if (autosave->file >= 0)
        follow(autosave, record, true);
    close_file(autosave);
}

void autosave_drop(Autosave *autosave, const char *path)
{
    assert(path != NULL || autosave->file < 0);
    if (autosave->file >= 0 && autosave->made && autosave->written.length == 0)
        unlink(path);
    close_file(autosave);
}
