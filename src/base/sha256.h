/* sha256.h - the SHA-256 hash. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

enum { SHA256_BYTES = 32 };

/* Write the hash of `size` bytes.  `data` may be NULL if `size` is 0. */
void sha256(const void *data, size_t size, unsigned char out[SHA256_BYTES]);

#endif
