/* guests.h - how much each address has asked for lately.
 *
 * Knows:   addresses as text, a bucket of requests for each that fills up again with time.
 * Ignores: what is asked for.
 *
 * Memory is bounded: where the book is full the guest who was not seen for longest is forgotten.
 */
#ifndef WEB_GUESTS_H
#define WEB_GUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "web/limits.h"

typedef struct Guest {
    uint64_t name; /* a keyed hash of the address; 0: nobody */
    int64_t  seen_ms;
    double   left; /* requests in the bucket */
} Guest;

typedef struct Guests {
    uint64_t key;
    Guest    guest[ADDRESSES_MAX];
} Guests;

/* `key` makes it hard to choose addresses that collide. */
void guests_init(Guests *guests, uint64_t key);
/* May this address ask for something that counts as `cost` requests now?  If so they are counted. */
bool guests_admit(Guests *guests, const char *address, int cost, int64_t now_ms);

#endif
