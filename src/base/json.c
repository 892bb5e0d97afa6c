/* SPDX-License-Identifier: MIT */
#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"

Json json_over(Buffer *out)
{
    assert(out != NULL);
    return (Json){ .out = out };
}

static void quote(Buffer *out, const char *string)
{
    size_t left = strlen(string);
    buffer_add(out, "\"");
    while (left > 0) {
        unsigned char first = (unsigned char)string[0];
        size_t        count = utf8_length(string, left);
        if (count == 0)
            buffer_add(out, "\\ufffd");
        else if (first == '"' || first == '\\')
            buffer_addf(out, "\\%c", first);
        else if (first < 0x20 || first == '<') /* keep "</script>" out of pages */
            buffer_addf(out, "\\u%04x", first);
        else
            buffer_bytes(out, string, count);
        count += count == 0;
        string += count;
        left -= count;
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

/* Use integer arithmetic, because printf takes the decimal point from the locale. */
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
