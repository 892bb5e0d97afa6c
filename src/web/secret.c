/* SPDX-License-Identifier: MIT */
#include "web/secret.h"

#include <assert.h>
#include <string.h>
#include <sys/random.h>

static bool random_digits(char *out, size_t digits)
{
    unsigned char bytes[16];
    assert(digits % 2 == 0 && digits / 2 <= sizeof bytes);
    if (getrandom(bytes, digits / 2, 0) != (ssize_t)(digits / 2))
        return false;
    for (size_t i = 0; i < digits; i++)
        out[i] = "0123456789abcdef"[bytes[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15];
    out[digits] = '\0';
    return true;
}

bool secret_token(char out[TOKEN_TEXT_MAX])
{
    return random_digits(out, TOKEN_TEXT_MAX - 1);
}

bool secret_id(char out[ID_TEXT_MAX])
{
    return random_digits(out, ID_TEXT_MAX - 1);
}

Hash secret_hash(const char *token)
{
    Hash hash = { .set = true };
    sha256(token, strlen(token), hash.bytes);
    return hash;
}

bool secret_matches(const Hash *hash, const char *token)
{
    Hash     other = secret_hash(token);
    unsigned difference = 0;
    for (int i = 0; i < HASH_BYTES; i++)
        difference |= hash->bytes[i] ^ other.bytes[i];
    return hash->set && difference == 0;
}
