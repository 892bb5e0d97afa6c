/* secret.h - seat tokens: unguessable random strings, stored only as hashes.
 *
 * Knows:   the system's random source, SHA-256.
 * Ignores: what a token is for.
 *
 * A token is sent to the client once.  Only its hash is stored, so a stolen database gives access to
 * no seat.
 */
#ifndef WEB_SECRET_H
#define WEB_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sha256.h"

enum {
    TOKEN_TEXT_MAX = 33, /* 128 bits as hexadecimal digits, and a NUL */
    ID_TEXT_MAX = 17,    /* 64 bits: the id of a table; not secret, but not guessable either */
    HASH_BYTES = SHA256_BYTES,
};

typedef struct Hash {
    bool          set; /* false: no token matches */
    unsigned char bytes[HASH_BYTES];
} Hash;

/* Write a random token or id; false if the system's random source fails. */
bool secret_token(char out[TOKEN_TEXT_MAX]);
bool secret_id(char out[ID_TEXT_MAX]);

Hash secret_hash(const char *token);
/* True if `token` has this hash.  Compares in constant time. */
bool secret_matches(const Hash *hash, const char *token);

#endif
