/* slow_text.h - write and parse short texts, for the naive implementations.
 *
 * Knows:   characters and numbers.
 * Ignores: every game, and the text functions of the fast rules, from which it must be independent.
 *
 * A parser that returns true has moved the cursor past what it read.  One that returns false leaves
 * the cursor unchanged.  None reads beyond the end of the text.
 */
#ifndef NAIVE_SLOW_TEXT_H
#define NAIVE_SLOW_TEXT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The longest text is a position of DiavoloPP on side 30: 929 characters of fields and 248 bridges
 * of at most 13.  A turn of GIPF has fewer than sixty rows of 8 characters, or 21 of 29. */
enum { TEXT_SIZE = 4500 };

typedef struct Text {
    size_t length;
    char   chars[TEXT_SIZE];
} Text;

/* TEXT_SIZE is large enough for every text.  If it were not, text would be cut off, not memory
 * overwritten. */
static inline void add_char(Text *text, char c)
{
    assert(text->length + 1 < TEXT_SIZE);
    if (text->length + 1 < TEXT_SIZE)
        text->chars[text->length++] = c;
    text->chars[text->length] = '\0';
}

static inline void add_text(Text *text, const char *more)
{
    for (; *more != '\0'; more++)
        add_char(text, *more);
}

static inline void add_number(Text *text, int number)
{
    assert(number >= 0);
    if (number >= 10)
        add_number(text, number / 10);
    add_char(text, (char)('0' + number % 10));
}

static inline bool copy_out(const Text *text, char *out, size_t size)
{
    if (text->length >= size)
        return false;
    memcpy(out, text->chars, text->length);
    out[text->length] = '\0';
    return true;
}

static inline bool read_text(const char **cursor, const char *expected)
{
    size_t length = strlen(expected);

    if (strncmp(*cursor, expected, length) != 0)
        return false;
    *cursor += length;
    return true;
}

/* Read one character of `allowed`. */
static inline bool read_char(const char **cursor, const char *allowed, char *out)
{
    char c = **cursor;

    if (c == '\0' || strchr(allowed, c) == NULL)
        return false;
    *out = c;
    (*cursor)++;
    return true;
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Read a number without leading zeros, so that a value has one text.  `most` is below 10^8. */
static inline bool read_number(const char **cursor, int least, int most, int *out)
{
    const char *p = *cursor;
    int         value = 0;

    while (is_digit(*p) && value <= most)
        value = 10 * value + (*p++ - '0');
    if (p == *cursor || is_digit(*p) || (**cursor == '0' && p - *cursor > 1))
        return false;
    if (value < least || value > most)
        return false;
    *cursor = p;
    *out = value;
    return true;
}

#endif
