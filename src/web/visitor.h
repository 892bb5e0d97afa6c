/* visitor.h - who sent a request: the address behind trusted proxies.
 *
 * Knows:   numeric addresses, ranges of them, X-Forwarded-For and X-Forwarded-Proto.
 * Ignores: sockets and requests.
 *
 * A visitor can write any header, so the two headers count only if the peer of the connection is a
 * trusted proxy.  Proxies append to X-Forwarded-For, so it is read from its end: the first address that
 * is not a trusted proxy is the visitor, and everything before it may be invented.
 */
#ifndef WEB_VISITOR_H
#define WEB_VISITOR_H

#include <stdbool.h>

#include "base/status.h"

enum { ADDRESS_TEXT_MAX = 64, PROXIES_MAX = 32 };

/* The addresses that start with the first `bits` bits of `bytes`. */
typedef struct AddressRange {
    unsigned char bytes[16]; /* IPv4 as ::ffff:a.b.c.d */
    int           bits;
} AddressRange;

typedef struct Proxies {
    int          count;
    AddressRange range[PROXIES_MAX];
} Proxies;

typedef struct Visitor {
    char address[ADDRESS_TEXT_MAX]; /* "" if unknown */
    /* What limits count by: the address, or the /64 range of an IPv6 address, since one visitor has
     * all of its addresses. */
    char group[ADDRESS_TEXT_MAX];
    bool is_forwarded; /* the peer is a trusted proxy */
    bool has_scheme;   /* the proxy says how it received the request: */
    bool is_secure;    /* by HTTPS */
} Visitor;

/* Add ADDRESS or ADDRESS/BITS.  `proxies` is unchanged on failure. */
Status proxies_add(Proxies *proxies, const char *text, Fault *fault);
/* True if the numeric address belongs to a trusted proxy. */
bool proxies_trust(const Proxies *proxies, const char *address);

/* Find the visitor behind `peer`.  The headers may be NULL; lines of the same name are joined by ','. */
Visitor visitor_find(const Proxies *proxies, const char *peer, const char *forwarded_for,
                     const char *forwarded_proto);

#endif
