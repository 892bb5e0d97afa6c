/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Text text_over(char *buffer, size_t size)
{
    assert(size >= 1);
    buffer[0] = '\0';
    return (Text){ .data = buffer, .size = size };
}

void text_clear(Text *text)
{
    text->length = 0;
    text->full = false;
    text->data[0] = '\0';
}

void text_char(Text *text, char c)
{
    assert(text->length < text->size);
    if (text->length + 1 >= text->size) {
        text->full = true;
        return;
    }
    text->data[text->length++] = c;
    text->data[text->length] = '\0';
}

void text_fill(Text *text, char c, int count)
{
    for (int i = 0; i < count; i++)
        text_char(text, c);
}

void text_add(Text *text, const char *string)
{
    for (; *string != '\0'; string++)
        text_char(text, *string);
}

void text_addf(Text *text, const char *format, ...)
{
    assert(text->length < text->size && format != NULL);
    size_t  capacity = text->size - text->length;
    va_list args;
    va_start(args, format);
    int wanted = vsnprintf(text->data + text->length, capacity, format, args);
    va_end(args);
    if (wanted < 0)
        return;
    if ((size_t)wanted >= capacity) {
        text->length = text->size - 1;
        text->full = true;
    } else {
        text->length += (size_t)wanted;
    }
}

void text_cut(Text *text, size_t length)
{
    assert(length <= text->length);
    text->length = length;
    text->data[length] = '\0';
}

Scan scan_over(const char *data, size_t size)
{
    assert(data != NULL || size == 0);
    return (Scan){ .data = data, .size = size };
}

Scan scan_string(const char *string)
{
    return scan_over(string, strlen(string));
}

bool scan_done(const Scan *scan)
{
    return scan->at >= scan->size;
}

char scan_peek(const Scan *scan)
{
    return scan_done(scan) ? '\0' : scan->data[scan->at];
}

bool scan_char(Scan *scan, char c)
{
    if (scan_done(scan) || scan->data[scan->at] != c)
        return false;
    scan->at++;
    return true;
}

bool scan_word(Scan *scan, const char *word)
{
    assert(scan->at <= scan->size);
    size_t length = strlen(word);
    if (scan->size - scan->at < length || memcmp(scan->data + scan->at, word, length) != 0)
        return false;
    scan->at += length;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

size_t scan_blanks(Scan *scan)
{
    size_t start = scan->at;
    while (!scan_done(scan) && is_blank(scan->data[scan->at]))
        scan->at++;
    return scan->at - start;
}

bool scan_number(Scan *scan, uint32_t limit, uint32_t *value)
{
    size_t   at = scan->at;
    uint64_t sum = 0;
    while (at < scan->size && scan->data[at] >= '0' && scan->data[at] <= '9') {
        sum = sum * 10 + (uint64_t)(scan->data[at] - '0');
        if (sum > limit)
            return false;
        at++;
    }
    if (at == scan->at)
        return false;
    scan->at = at;
    *value = (uint32_t)sum;
    return true;
}

size_t scan_token(Scan *scan, const char **start)
{
    size_t first = scan->at;
    *start = scan->data + first;
    while (!scan_done(scan) && !is_blank(scan->data[scan->at]))
        scan->at++;
    return scan->at - first;
}

size_t scan_until(Scan *scan, const char *ends, const char **start)
{
    size_t from = scan->at;
    *start = scan->data + from;
    while (!scan_done(scan) && strchr(ends, scan_peek(scan)) == NULL)
        scan->at++;
    return scan->at - from;
}

int text_choice(const char *choices, const char *word, size_t length)
{
    for (int i = 0;; i++) {
        size_t size = strcspn(choices, "|");
        if (size == length && memcmp(choices, word, length) == 0)
            return i;
        if (choices[size] == '\0')
            return -1;
        choices += size + 1;
    }
}
