/* SPDX-License-Identifier: MIT */
#include "arena/seal.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"

enum {
    PATH_BYTES_MAX = 4096,
    SEAL_BYTES = 17 + 21 + 71 + 70, /* of the four lines; always the same */
    BLOCK_BYTES = 1 << 20,
};

static const char OPEN[] = "open";

static void write_digits(const unsigned char hash[SHA256_BYTES], char out[SEAL_HASH_MAX])
{
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", hash[i]);
}

void seal_hash(const void *data, size_t size, char out[SEAL_HASH_MAX])
{
    unsigned char hash[SHA256_BYTES];
    sha256(data, size, hash);
    write_digits(hash, out);
}

static void path_of(const char *folder, const char *name, char path[PATH_BYTES_MAX])
{
    snprintf(path, PATH_BYTES_MAX, "%s/.arena/%s", folder, name);
}

/* --- The file ----------------------------------------------------------------------------- */

static void write_text(const Seal *seal, char text[SEAL_BYTES + 1])
{
    char all[SEAL_BYTES + 32];
    int  length =
        snprintf(all, sizeof all, "tessera ledger 1\nentries %012lld\nchain %s\nfile %-64s\n",
                 (long long)seal->entries, seal->chain, seal->file);
    assert(length == SEAL_BYTES && "a seal is overwritten in place");
    (void)length;
    memcpy(text, all, SEAL_BYTES);
    text[SEAL_BYTES] = '\0';
}

static bool is_hash(const char *text)
{
    return strlen(text) == SEAL_HASH_MAX - 1 &&
           strspn(text, "0123456789abcdef") == SEAL_HASH_MAX - 1;
}

/* Read the text and accept it only if it is what the writer would write. */
static bool read_text(const char *text, Seal *out)
{
    char      again[SEAL_BYTES + 1];
    Seal      seal = { 0 };
    long long entries = 0;
    if (sscanf(text, "tessera ledger 1\nentries %12lld\nchain %64s\nfile %64s\n", &entries,
               seal.chain, seal.file) != 3 ||
        entries < 0 || !is_hash(seal.chain) ||
        (!is_hash(seal.file) && strcmp(seal.file, OPEN) != 0))
        return false;
    seal.entries = entries;
    write_text(&seal, again);
    *out = seal;
    return strcmp(again, text) == 0;
}

Status seal_read(const char *folder, Seal *out)
{
    char path[PATH_BYTES_MAX], text[SEAL_BYTES + 2];
    path_of(folder, "seal", path);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return STATUS_NOT_FOUND;
    ssize_t count = read(file, text, sizeof text);
    close(file);
    if (count != SEAL_BYTES)
        return STATUS_SYNTAX;
    text[count] = '\0';
    return read_text(text, out) ? STATUS_OK : STATUS_SYNTAX;
}

Status seal_write(const char *folder, const Seal *seal)
{
    char path[PATH_BYTES_MAX], text[SEAL_BYTES + 1];
    path_of(folder, "seal", path);
    write_text(seal, text);
    return file_replace(path, text, SEAL_BYTES, 0) ? STATUS_OK : STATUS_SYSTEM;
}

int seal_open(const char *folder)
{
    char path[PATH_BYTES_MAX];
    path_of(folder, "seal", path);
    return open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
}

bool seal_update(int file, const Seal *seal)
{
    char text[SEAL_BYTES + 1];
    write_text(seal, text);
    return pwrite(file, text, SEAL_BYTES, 0) == SEAL_BYTES;
}

/* --- The database ------------------------------------------------------------------------- */

static bool hash_blocks(int file, char *block, char out[SEAL_HASH_MAX])
{
    unsigned char chain[2 * SHA256_BYTES] = { 0 }; /* of the blocks so far, and of the next one */
    ssize_t       count;
    off_t         at = 0;
    while ((count = pread(file, block, BLOCK_BYTES, at)) > 0) {
        sha256(block, (size_t)count, chain + SHA256_BYTES);
        sha256(chain, sizeof chain, chain);
        at += count;
    }
    write_digits(chain, out);
    return count == 0;
}

bool seal_hash_file(const char *folder, char out[SEAL_HASH_MAX])
{
    char path[PATH_BYTES_MAX];
    path_of(folder, "games.db", path);
    int   file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    char *block = malloc(BLOCK_BYTES);
    bool  fine = file >= 0 && block != NULL && hash_blocks(file, block, out);
    free(block);
    if (file >= 0)
        close(file);
    return fine;
}

bool seal_has_wal(const char *folder)
{
    char        path[PATH_BYTES_MAX];
    struct stat about;
    path_of(folder, "games.db-wal", path);
    return stat(path, &about) == 0 && about.st_size > 0;
}
