/* SPDX-License-Identifier: MIT */
/* SHA-256 according to FIPS 180-4. */
#include "base/sha256.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { BLOCK = 64 };

static const uint32_t ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate_right(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static void expand(const unsigned char *block, uint32_t words[64])
{
    for (int i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                   (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + words[i - 7] +
                   (rotate_right(a, 7) ^ rotate_right(a, 18) ^ a >> 3) +
                   (rotate_right(b, 17) ^ rotate_right(b, 19) ^ b >> 10);
    }
}

static void add_block(uint32_t state[8], const unsigned char *block)
{
    uint32_t words[64], s[8];
    expand(block, words);
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t one = s[7] +
                       (rotate_right(s[4], 6) ^ rotate_right(s[4], 11) ^ rotate_right(s[4], 25)) +
                       choice + ROUND[i] + words[i];
        uint32_t two =
            (rotate_right(s[0], 2) ^ rotate_right(s[0], 13) ^ rotate_right(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

void sha256(const void *data, size_t size, unsigned char out[SHA256_BYTES])
{
    assert(data != NULL || size == 0);
    uint32_t             state[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    const unsigned char *bytes = data;
    unsigned char        tail[2 * BLOCK] = { 0 };
    size_t               whole = size / BLOCK * BLOCK, rest = size - whole;
    size_t               end = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    for (size_t at = 0; at < whole; at += BLOCK)
        add_block(state, bytes + at);
    if (rest > 0)
        memcpy(tail, bytes + whole, rest);
    tail[rest] = 0x80;
    for (size_t i = 0; i < 8; i++)
        tail[end - 1 - i] = (unsigned char)((uint64_t)size * 8 >> (8 * i));
    for (size_t at = 0; at < end; at += BLOCK)
        add_block(state, tail + at);
    for (size_t i = 0; i < SHA256_BYTES; i++)
        out[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}
