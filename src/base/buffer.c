/* SPDX-License-Identifier: MIT */
#include "base/buffer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { FIRST_CAPACITY = 4096 };

void buffer_init(Buffer *buffer, size_t limit)
{
    *buffer = (Buffer){ .limit = limit };
}

void buffer_free(Buffer *buffer)
{
    free(buffer->data);
    buffer_init(buffer, buffer->limit);
}

void buffer_clear(Buffer *buffer)
{
    buffer->length = 0;
    buffer->failed = false;
    if (buffer->data != NULL)
        buffer->data[0] = '\0';
}

/* Make sure that `count` more bytes and a NUL fit. */
static bool ensure_capacity(Buffer *buffer, size_t count)
{
    assert(buffer->length <= buffer->limit);
    if (buffer->failed || count > buffer->limit - buffer->length) {
        buffer->failed = true;
        return false;
    }
    size_t wanted = buffer->length + count + 1;
    if (wanted <= buffer->capacity)
        return true;
    size_t capacity = buffer->capacity == 0 ? FIRST_CAPACITY : buffer->capacity;
    while (capacity < wanted)
        capacity *= 2;
    char *bigger = realloc(buffer->data, capacity);
    if (bigger == NULL) {
        buffer->failed = true;
        return false;
    }
    buffer->data = bigger;
    buffer->capacity = capacity;
    return true;
}

void buffer_bytes(Buffer *buffer, const char *bytes, size_t count)
{
    assert(bytes != NULL || count == 0);
    if (!ensure_capacity(buffer, count))
        return;
    memcpy(buffer->data + buffer->length, bytes, count);
    buffer->length += count;
    buffer->data[buffer->length] = '\0';
}

bool buffer_sink(void *context, const char *bytes, size_t count)
{
    Buffer *buffer = context;
    buffer_bytes(buffer, bytes, count);
    return !buffer->failed;
}

void buffer_add(Buffer *buffer, const char *string)
{
    buffer_bytes(buffer, string, strlen(string));
}

void buffer_addf(Buffer *buffer, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int wanted = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (wanted < 0) {
        buffer->failed = true;
    } else if (ensure_capacity(buffer, (size_t)wanted)) {
        vsnprintf(buffer->data + buffer->length, (size_t)wanted + 1, format, again);
        buffer->length += (size_t)wanted;
    }
    va_end(again);
}

static const char *escape_of(unsigned char c)
{
    switch (c) {
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return (c < 0x20 && c != '\t' && c != '\n') || c == 0x7f ? "\xef\xbf\xbd" : NULL;
    }
}

void buffer_escape_bytes(Buffer *buffer, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count;) {
        const char *escape = escape_of((unsigned char)bytes[i]);
        size_t      length = utf8_length(bytes + i, count - i);
        if (escape == NULL && length == 0)
            escape = "\xef\xbf\xbd";
        if (escape != NULL)
            buffer_add(buffer, escape);
        else
            buffer_bytes(buffer, bytes + i, length);
        i += length == 0 ? 1 : length;
    }
}

void buffer_escape(Buffer *buffer, const char *string)
{
    buffer_escape_bytes(buffer, string, strlen(string));
}
