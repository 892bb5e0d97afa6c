/* rate_limit.h - rate limiting of requests per address, with token buckets.
 *
 * Knows:   addresses as text, and a token bucket for each that refills over time.
 * Ignores: what the requests are.
 *
 * Memory is bounded: when all slots are in use, evict the client that was idle longest.
 */
#ifndef WEB_RATE_LIMIT_H
#define WEB_RATE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "web/limits.h"

typedef struct RateBucket {
    uint64_t name; /* a keyed hash of the address; 0: free slot */
    int64_t  seen_ms;
    double   left; /* requests that are still allowed, at most REQUESTS_AT_ONCE */
} RateBucket;

typedef struct RateLimiter {
    uint64_t   key;
    RateBucket bucket[ADDRESSES_MAX];
} RateLimiter;

/* A random `key` makes it hard to choose addresses that collide. */
void rate_limit_init(RateLimiter *limiter, uint64_t key);
/* True if the address may send a request that counts as `cost` requests now; if so, count it. */
bool rate_limit_allow(RateLimiter *limiter, const char *address, int cost, int64_t now_ms);

#endif
