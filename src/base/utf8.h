/* utf8.h - validate and write UTF-8.
 *
 * Knows:   which byte sequences are valid.  Overlong forms, surrogates and code points above
 *          U+10FFFF are not.
 * Ignores: which characters are allowed where; callers decide.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { UTF8_BYTES_MAX = 4 };

/* Return the length of the character at the start of the `count` bytes; 0 if it is invalid. */
size_t utf8_length(const char *bytes, size_t count);
/* Write a code point up to U+10FFFF.  Return the number of bytes. */
size_t utf8_write(uint32_t sign, char bytes[UTF8_BYTES_MAX]);

#endif
