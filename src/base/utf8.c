/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

#include <assert.h>

size_t utf8_length(const char *bytes, size_t count)
{
    static const struct {
        unsigned char low, high;           /* range of the first byte */
        unsigned char next_low, next_high; /* range of the second byte */
        unsigned char length;
    } FORMS[] = {
        { 0x00, 0x7f, 0x00, 0x00, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
        { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
        { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
    };
    const unsigned char *at = (const unsigned char *)bytes;
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
        size_t length = FORMS[i].length;
        if (count < length || at[0] < FORMS[i].low || at[0] > FORMS[i].high)
            continue;
        if (length > 1 && (at[1] < FORMS[i].next_low || at[1] > FORMS[i].next_high))
            return 0;
        for (size_t k = 2; k < length; k++)
            if ((at[k] & 0xc0) != 0x80)
                return 0;
        return length;
    }
    return 0;
}

size_t utf8_write(uint32_t sign, char bytes[UTF8_BYTES_MAX])
{
    assert(sign <= 0x10ffff);
    size_t count = sign < 0x80 ? 1 : sign < 0x800 ? 2 : sign < 0x10000 ? 3 : 4;
    if (count == 1) {
        bytes[0] = (char)sign;
        return 1;
    }
    for (size_t i = count - 1; i > 0; i--, sign >>= 6)
        bytes[i] = (char)(0x80 | (sign & 0x3f));
    bytes[0] = (char)((0xf00U >> count & 0xffU) | sign);
    return count;
}
