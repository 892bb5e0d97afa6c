/* sha256.h - a short name for bytes, which nobody can make other bytes for. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

enum { SHA256_BYTES = 32 };

/* `data` may be NULL where there is none. */
void sha256(const void *data, size_t size, unsigned char out[SHA256_BYTES]);

#endif
