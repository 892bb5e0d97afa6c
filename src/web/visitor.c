/* SPDX-License-Identifier: MIT */
#include "web/visitor.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

enum { ADDRESS_BYTES = 16, MAPPED_BITS = 96, SUBNET_BYTES = 8 };

static const unsigned char MAPPED[ADDRESS_BYTES - 4] = { [10] = 0xff, [11] = 0xff };

/* Read a numeric address of either family. */
static bool read_bytes(const char *text, unsigned char out[ADDRESS_BYTES])
{
    if (inet_pton(AF_INET6, text, out) == 1)
        return true;
    memcpy(out, MAPPED, sizeof MAPPED);
    return inet_pton(AF_INET, text, out + sizeof MAPPED) == 1;
}

static bool is_v4(const unsigned char bytes[ADDRESS_BYTES])
{
    return memcmp(bytes, MAPPED, sizeof MAPPED) == 0;
}

static void write_bytes(const unsigned char bytes[ADDRESS_BYTES], char out[ADDRESS_TEXT_MAX])
{
    const char *written = is_v4(bytes)
                              ? inet_ntop(AF_INET, bytes + sizeof MAPPED, out, ADDRESS_TEXT_MAX)
                              : inet_ntop(AF_INET6, bytes, out, ADDRESS_TEXT_MAX);
    assert(written != NULL);
    (void)written;
}

/* --- Trusted proxies ---------------------------------------------------------------------- */

static Status range_read(const char *text, AddressRange *out, Fault *fault)
{
    char        address[ADDRESS_TEXT_MAX] = "";
    size_t      length = strcspn(text, "/");
    bool        v6 = memchr(text, ':', length) != NULL;
    uint32_t    bits = v6 ? 128 : 32, most = bits;
    const char *slash = text[length] == '/' ? text + length + 1 : NULL;
    if (length < sizeof address)
        memcpy(address, text, length);
    if (!read_bytes(address, out->bytes))
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "expected a numeric address such as 127.0.0.1 or ::1, or a range such as "
                         "10.0.0.0/8");
    if (slash != NULL) {
        Scan scan = scan_string(slash);
        if (!scan_number(&scan, most, &bits) || !scan_done(&scan))
            return fault_set(fault, STATUS_SYNTAX, length + 1,
                             "the length of the prefix must be a number from 0 to %u", most);
    }
    out->bits = (int)bits + (v6 ? 0 : MAPPED_BITS);
    return STATUS_OK;
}

Status proxies_add(Proxies *proxies, const char *text, Fault *fault)
{
    AddressRange range = { .bits = 0 };
    if (proxies->count == PROXIES_MAX)
        return fault_set(fault, STATUS_SYNTAX, 0, "there are more than %d trusted proxies",
                         PROXIES_MAX);
    Status status = range_read(text, &range, fault);
    if (status == STATUS_OK)
        proxies->range[proxies->count++] = range;
    return status;
}

static bool range_has(const AddressRange *range, const unsigned char bytes[ADDRESS_BYTES])
{
    int           whole = range->bits / 8, rest = range->bits % 8;
    unsigned char mask = (unsigned char)(0xff00 >> rest);
    return memcmp(range->bytes, bytes, (size_t)whole) == 0 &&
           (rest == 0 || ((range->bytes[whole] ^ bytes[whole]) & mask) == 0);
}

static bool is_trusted(const Proxies *proxies, const unsigned char bytes[ADDRESS_BYTES])
{
    for (int i = 0; i < proxies->count; i++)
        if (range_has(&proxies->range[i], bytes))
            return true;
    return false;
}

bool proxies_trust(const Proxies *proxies, const char *address)
{
    unsigned char bytes[ADDRESS_BYTES];
    return proxies->count > 0 && read_bytes(address, bytes) && is_trusted(proxies, bytes);
}

/* --- Headers ------------------------------------------------------------------------------ */

/* Take the last item of a comma-separated list and shorten `*length` to what is before it.  False if
 * the item does not fit. */
static bool take_last(const char *list, size_t *length, char out[ADDRESS_TEXT_MAX])
{
    size_t end = *length, start = end;
    while (start > 0 && list[start - 1] != ',')
        start--;
    *length = start == 0 ? 0 : start - 1;
    while (start < end && (list[start] == ' ' || list[start] == '\t'))
        start++;
    while (end > start && (list[end - 1] == ' ' || list[end - 1] == '\t'))
        end--;
    if (end - start >= ADDRESS_TEXT_MAX)
        return false;
    memcpy(out, list + start, end - start);
    out[end - start] = '\0';
    return true;
}

/* Read ADDRESS, ADDRESS:PORT for IPv4, [ADDRESS] or [ADDRESS]:PORT. */
static bool read_hop(char *text, unsigned char out[ADDRESS_BYTES])
{
    char *colon = strchr(text, ':');
    if (text[0] == '[') {
        char *end = strchr(text, ']');
        if (end == NULL || (end[1] != '\0' && end[1] != ':'))
            return false;
        *end = '\0';
        return read_bytes(text + 1, out);
    }
    if (colon != NULL && strchr(colon + 1, ':') == NULL)
        *colon = '\0';
    return read_bytes(text, out);
}

/* Go back through the hops as long as they are trusted.  An invalid hop ends the way. */
static void follow(const Proxies *proxies, const char *list, unsigned char bytes[ADDRESS_BYTES])
{
    size_t        length = strlen(list);
    char          item[ADDRESS_TEXT_MAX];
    unsigned char hop[ADDRESS_BYTES];
    while (length > 0 && is_trusted(proxies, bytes) && take_last(list, &length, item) &&
           read_hop(item, hop))
        memcpy(bytes, hop, sizeof hop);
}

static bool ends_with_https(const char *list)
{
    size_t length = list == NULL ? 0 : strlen(list);
    char   item[ADDRESS_TEXT_MAX];
    return length > 0 && take_last(list, &length, item) && strcasecmp(item, "https") == 0;
}

Visitor visitor_find(const Proxies *proxies, const char *peer, const char *forwarded_for,
                     const char *forwarded_proto)
{
    Visitor       visitor = { .is_forwarded = proxies_trust(proxies, peer) };
    unsigned char bytes[ADDRESS_BYTES];
    if (!read_bytes(peer, bytes))
        return visitor;
    if (visitor.is_forwarded && forwarded_for != NULL)
        follow(proxies, forwarded_for, bytes);
    visitor.has_scheme =
        visitor.is_forwarded && forwarded_proto != NULL && forwarded_proto[0] != '\0';
    visitor.is_secure = visitor.is_forwarded && ends_with_https(forwarded_proto);
    write_bytes(bytes, visitor.address);
    if (!is_v4(bytes))
        memset(bytes + SUBNET_BYTES, 0, ADDRESS_BYTES - SUBNET_BYTES);
    write_bytes(bytes, visitor.group);
    return visitor;
}
