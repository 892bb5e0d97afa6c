/* utf8.h - characters in foreign bytes.
 *
 * Knows:   which bytes are a character of UTF-8.  Overlong forms, surrogates and what lies beyond
 *          U+10FFFF are none.
 * Ignores: which characters may stand where; those who show them decide.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { UTF8_BYTES_MAX = 4 };

/* The bytes of the character that begins the `count` bytes; 0 where none does. */
size_t utf8_length(const char *bytes, size_t count);
/* Write a code point up to U+10FFFF; how many bytes it takes. */
size_t utf8_write(uint32_t sign, char bytes[UTF8_BYTES_MAX]);

#endif
