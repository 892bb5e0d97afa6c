/* random.h - a small, fast, reproducible random number generator (SplitMix64), and its mixing
 * function, which also makes hash keys.
 *
 * The same seed gives the same stream on every machine, so tests and matches name their seed.  Not
 * suitable for secrets.
 */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <assert.h>
#include <stdint.h>

/* The finaliser of SplitMix64: a bijection of 64 bits in which every input bit affects every output
 * bit. */
static inline uint64_t mix64(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

typedef struct Random {
    uint64_t state;
} Random;

static inline Random random_seeded(uint64_t seed)
{
    return (Random){ mix64(seed + UINT64_C(0x9e3779b97f4a7c15)) };
}

static inline uint64_t random_next(Random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    return mix64(random->state);
}

/* Return a number from 0 to count-1.  `count` is at least 1 and below 2^32. */
static inline uint32_t random_below(Random *random, uint32_t count)
{
    assert(count >= 1);
    return (uint32_t)(((random_next(random) >> 32) * count) >> 32);
}

#endif
