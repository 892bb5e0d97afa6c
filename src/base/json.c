/* SPDX-License-Identifier: MIT */
#include "base/json.h"

#include <math.h>
#include <string.h>

Json json_over(Buffer *out)
{
    return (Json){ .out = out };
}

/* The bytes of one UTF-8 character at the front of `text`; 0 where there is none. */
static size_t character_bytes(const unsigned char *text)
{
    static const uint32_t LEAST[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t                count = text[0] < 0x80       ? 1
                                  : text[0] >> 5 == 6  ? 2
                                  : text[0] >> 4 == 14 ? 3
                                  : text[0] >> 3 == 30 ? 4
                                                       : 0;
    uint32_t              code = count <= 1 ? text[0] : text[0] & (0x7fu >> count);
    for (size_t i = 1; i < count; i++) {
        if (text[i] >> 6 != 2)
            return 0; /* a closing NUL ends here as well */
        code = code << 6 | (text[i] & 0x3f);
    }
    bool is_half = code >= 0xd800 && code < 0xe000;
    return count != 0 && code >= LEAST[count] && code <= 0x10ffff && !is_half ? count : 0;
}

static void quote(Buffer *out, const char *words)
{
    const unsigned char *text = (const unsigned char *)words;
    buffer_add(out, "\"");
    while (*text != 0) {
        size_t count = character_bytes(text);
        if (count == 0)
            buffer_add(out, "\\ufffd");
        else if (*text == '"' || *text == '\\')
            buffer_addf(out, "\\%c", *text);
        else if (*text < 0x20 || *text == '<') /* no closing script tag in a page */
            buffer_addf(out, "\\u%04x", *text);
        else
            buffer_bytes(out, (const char *)text, count);
        text += count == 0 ? 1 : count;
    }
    buffer_add(out, "\"");
}

static void begin(Json *json, const char *name)
{
    if (json->needs_comma)
        buffer_add(json->out, ",");
    if (name != NULL) {
        quote(json->out, name);
        buffer_add(json->out, ":");
    }
    json->needs_comma = true;
}

static void open(Json *json, const char *name, const char *bracket)
{
    begin(json, name);
    buffer_add(json->out, bracket);
    json->needs_comma = false;
}

static void close(Json *json, const char *bracket)
{
    buffer_add(json->out, bracket);
    json->needs_comma = true;
}

void json_object(Json *json, const char *name)
{
    open(json, name, "{");
}

void json_end_object(Json *json)
{
    close(json, "}");
}

void json_array(Json *json, const char *name)
{
    open(json, name, "[");
}

void json_end_array(Json *json)
{
    close(json, "]");
}

void json_string(Json *json, const char *name, const char *value)
{
    begin(json, name);
    quote(json->out, value);
}

void json_integer(Json *json, const char *name, int64_t value)
{
    begin(json, name);
    buffer_addf(json->out, "%lld", (long long)value);
}

/* Made of integers, because printf would ask the locale for its point. */
void json_number(Json *json, const char *name, double value)
{
    if (!(fabs(value) < 1e12)) {
        json_null(json, name);
        return;
    }
    long long scaled = llround(value * 10000);
    long long size = scaled < 0 ? -scaled : scaled;
    char      digits[8];
    int       last = 4;
    for (int i = 4; i > 0; i--) {
        digits[i] = (char)('0' + size % 10);
        size /= 10;
    }
    while (last > 0 && digits[last] == '0')
        last--;
    begin(json, name);
    buffer_addf(json->out, "%s%lld", scaled < 0 ? "-" : "", size);
    if (last > 0) {
        buffer_add(json->out, ".");
        buffer_bytes(json->out, digits + 1, (size_t)last);
    }
}

void json_bool(Json *json, const char *name, bool value)
{
    begin(json, name);
    buffer_add(json->out, value ? "true" : "false");
}

void json_null(Json *json, const char *name)
{
    begin(json, name);
    buffer_add(json->out, "null");
}

void json_word(Json *json, const char *name, uint64_t value)
{
    begin(json, name);
    buffer_addf(json->out, "\"%llx\"", (unsigned long long)value);
}
