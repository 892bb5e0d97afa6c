/* SPDX-License-Identifier: MIT */
#include "web/rate_limit.h"

#include <assert.h>
#include <stddef.h>

#include "base/random.h"

enum { WAYS = 8 }; /* slots where an address may be: an 8-way set-associative table */

void rate_limit_init(RateLimiter *limiter, uint64_t key)
{
    *limiter = (RateLimiter){ .key = key };
}

static uint64_t name_of(const RateLimiter *limiter, const char *address)
{
    uint64_t name = limiter->key;
    for (; *address != '\0'; address++)
        name = mix64(name ^ (uint64_t)(unsigned char)*address) + limiter->key;
    return name | 1;
}

/* Return the bucket of a client; if it has none, evict the one that was idle longest. */
static RateBucket *place_of(RateLimiter *limiter, uint64_t name, int64_t now_ms)
{
    RateBucket *oldest = NULL;
    for (uint64_t i = 0; i < WAYS; i++) {
        RateBucket *bucket = &limiter->bucket[((name >> 8) + i) % ADDRESSES_MAX];
        if (bucket->name == name)
            return bucket;
        if (oldest == NULL || bucket->name == 0 || bucket->seen_ms < oldest->seen_ms)
            oldest = bucket;
        if (bucket->name == 0)
            break;
    }
    *oldest = (RateBucket){ .name = name, .seen_ms = now_ms, .left = REQUESTS_AT_ONCE };
    return oldest;
}

bool rate_limit_allow(RateLimiter *limiter, const char *address, int cost, int64_t now_ms)
{
    assert(cost > 0 && cost <= REQUESTS_AT_ONCE);
    RateBucket *bucket = place_of(limiter, name_of(limiter, address), now_ms);
    bucket->left += (double)(now_ms - bucket->seen_ms) * REQUESTS_PER_SECOND / 1000;
    bucket->seen_ms = now_ms;
    if (bucket->left > REQUESTS_AT_ONCE)
        bucket->left = REQUESTS_AT_ONCE;
    if (bucket->left < cost)
        return false;
    bucket->left -= cost;
    assert(bucket->left >= 0);
    return true;
}
