/* rate_limit.h - how much each address has asked for lately.
 *
 * Knows:   addresses as text, a bucket of requests for each that fills up again with time.
 * Ignores: what is asked for.
 *
 * Memory is bounded: where the book is full the guest who was not seen for longest is forgotten.
 */
#ifndef WEB_RATE_LIMIT_H
#define WEB_RATE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "web/limits.h"

typedef struct RateBucket {
    uint64_t name; /* a keyed hash of the address; 0: nobody */
    int64_t  seen_ms;
    double   left; /* requests in the bucket */
} RateBucket;

typedef struct RateLimiter {
    uint64_t   key;
    RateBucket bucket[ADDRESSES_MAX];
} RateLimiter;

/* `key` makes it hard to choose addresses that collide. */
void rate_limit_init(RateLimiter *limiter, uint64_t key);
/* May this address ask for something that counts as `cost` requests now?  If so they are counted. */
bool rate_limit_allow(RateLimiter *limiter, const char *address, int cost, int64_t now_ms);

#endif
