/* seal.h - a small file beside the contest database that says what the database must contain.
 *
 * Knows:   the file `.arena/seal`, the SHA-256 of the database file.
 * Ignores: SQL.
 *
 *     tessera ledger 1
 *     entries 000000000123
 *     chain 5f0c...             (the checksum of entry 123)
 *     file 91be...              (the SHA-256 of games.db, or "open" while somebody writes to it)
 *
 * SQLite notices neither that the newest part of a WAL is damaged (it drops it), nor that a bit of a
 * value has changed.  An entry that was committed a moment before a kill may be missing in the seal; to
 * lose it is the same as an earlier kill.  The chain finds changed values, and the seal finds a chain that is too short.
 */
#ifndef ARENA_SEAL_H
#define ARENA_SEAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum { SEAL_HASH_MAX = 65 }; /* hexadecimal digits and a NUL */

typedef struct Seal {
    int64_t entries;
    char    chain[SEAL_HASH_MAX]; /* "0" * 64 for an empty chain */
    char    file[SEAL_HASH_MAX];  /* "open": not sealed */
} Seal;

/* Write the SHA-256 of some bytes as hexadecimal digits. */
void seal_hash(const void *data, size_t size, char out[SEAL_HASH_MAX]);

/* Read a seal.  STATUS_NOT_FOUND if there is none, STATUS_SYNTAX if it is not well formed. */
Status seal_read(const char *folder, Seal *out);
/* Replace the seal atomically. */
Status seal_write(const char *folder, const Seal *seal);
/* Overwrite an open seal in place, which is cheap and survives the end of the process. */
bool seal_update(int file, const Seal *seal);
int  seal_open(const char *folder);

/* Write the hash of games.db: a SHA-256 over those of its blocks.  False if the file cannot be read. */
bool seal_hash_file(const char *folder, char out[SEAL_HASH_MAX]);
/* True if games.db has a WAL with content. */
bool seal_has_wal(const char *folder);

#endif
