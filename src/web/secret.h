/* secret.h - rights to seats: tokens that nobody can guess, and what is kept of them.
 *
 * Knows:   random bits of the system, SHA-256.
 * Ignores: whose right it is.
 *
 * A token is given away once and never kept; only its hash is, so a stolen file opens no seat.
 */
#ifndef WEB_SECRET_H
#define WEB_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sha256.h"

enum {
    TOKEN_TEXT_MAX = 33, /* 128 bits in hexadecimal digits, and a NUL */
    ID_TEXT_MAX = 17,    /* 64 bits: the name of a table, no secret but not to be guessed either */
    HASH_BYTES = SHA256_BYTES,
};

typedef struct Hash {
    bool          set; /* false: nobody has this right */
    unsigned char bytes[HASH_BYTES];
} Hash;

/* False where the system has no random bits. */
bool secret_token(char out[TOKEN_TEXT_MAX]);
bool secret_id(char out[ID_TEXT_MAX]);

Hash secret_hash(const char *token);
/* Takes as long whatever the token is. */
bool secret_matches(const Hash *hash, const char *token);

#endif
