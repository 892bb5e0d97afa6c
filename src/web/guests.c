/* SPDX-License-Identifier: MIT */
#include "web/guests.h"

#include <stddef.h>

#include "base/random.h"

enum { WAYS = 8 }; /* places where an address may stand */

void guests_init(Guests *guests, uint64_t key)
{
    *guests = (Guests){ .key = key };
}

static uint64_t name_of(const Guests *guests, const char *address)
{
    uint64_t name = guests->key;
    for (; *address != '\0'; address++)
        name = mix64(name ^ (uint64_t)(unsigned char)*address) + guests->key;
    return name | 1;
}

/* The guest's own place, or that of whoever was not seen for longest. */
static Guest *place_of(Guests *guests, uint64_t name, int64_t now_ms)
{
    Guest *oldest = NULL;
    for (uint64_t i = 0; i < WAYS; i++) {
        Guest *guest = &guests->guest[((name >> 8) + i) % ADDRESSES_MAX];
        if (guest->name == name)
            return guest;
        if (oldest == NULL || guest->name == 0 || guest->seen_ms < oldest->seen_ms)
            oldest = guest;
        if (guest->name == 0)
            break;
    }
    *oldest = (Guest){ .name = name, .seen_ms = now_ms, .left = REQUESTS_AT_ONCE };
    return oldest;
}

bool guests_admit(Guests *guests, const char *address, int cost, int64_t now_ms)
{
    Guest *guest = place_of(guests, name_of(guests, address), now_ms);
    guest->left += (double)(now_ms - guest->seen_ms) * REQUESTS_PER_SECOND / 1000;
    guest->seen_ms = now_ms;
    if (guest->left > REQUESTS_AT_ONCE)
        guest->left = REQUESTS_AT_ONCE;
    if (guest->left < cost)
        return false;
    guest->left -= cost;
    return true;
}
