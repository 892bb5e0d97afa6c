/* SPDX-License-Identifier: MIT */
#include "arena/toml.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"

/* `scan` covers one line at a time. */
typedef struct Reader {
    Toml   toml;
    int    line;
    Scan   scan;
    char  *free_text; /* next free byte in toml.texts */
    Fault *fault;
} Reader;

static Status syntax_error(Reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static Status syntax_error(Reader *r, const char *format, ...)
{
    char    why[200];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return fault_set(r->fault, STATUS_SYNTAX, r->scan.at, "line %d: %s", r->line, why);
}

static void skip_gap(Scan *scan)
{
    while (scan_peek(scan) == ' ' || scan_peek(scan) == '\t' || scan_peek(scan) == '\r')
        scan->at++;
}

/* Check that only a comment follows. */
static Status end_line(Reader *r, const char *after)
{
    skip_gap(&r->scan);
    if (scan_done(&r->scan) || scan_peek(&r->scan) == '#')
        return STATUS_OK;
    return syntax_error(r, "only a # comment may follow %s", after);
}

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
}

static bool take_name(Reader *r, char out[TOML_NAME_MAX])
{
    size_t length = 0;
    while (is_name_char(scan_peek(&r->scan)) && length + 1 < TOML_NAME_MAX)
        out[length++] = r->scan.data[r->scan.at++];
    out[length] = '\0';
    return length > 0 && !is_name_char(scan_peek(&r->scan));
}

/* --- Values ------------------------------------------------------------------------------- */

static bool take_escape(Reader *r)
{
    static const char FROM[] = "\"\\nt", TO[] = "\"\\\n\t";
    const char       *found = strchr(FROM, scan_peek(&r->scan));
    if (scan_done(&r->scan) || found == NULL || *found == '\0')
        return false;
    r->scan.at++;
    *r->free_text++ = TO[found - FROM];
    return true;
}

static bool at_quote(const Reader *r)
{
    return scan_peek(&r->scan) == '"' || scan_peek(&r->scan) == '\'';
}

/* Read a quoted string; `*out` points into toml.texts.  Unescaping never makes it longer. */
static Status take_text(Reader *r, const char **out)
{
    assert(at_quote(r));
    char quote = scan_peek(&r->scan);
    r->scan.at++;
    *out = r->free_text;
    while (!scan_done(&r->scan) && scan_peek(&r->scan) != quote) {
        unsigned char c = (unsigned char)r->scan.data[r->scan.at++];
        if (c == '\\' && quote == '"') {
            if (!take_escape(r))
                return syntax_error(r, "a \\ must be followed by \" \\ n or t");
        } else if ((c < 0x20 && c != '\t') || c == 0x7f) {
            return syntax_error(r, "a string must not contain control characters");
        } else {
            *r->free_text++ = (char)c;
        }
    }
    if (!scan_char(&r->scan, quote))
        return syntax_error(r, "this string has no closing %c", quote);
    *r->free_text++ = '\0';
    return STATUS_OK;
}

static Status take_list(Reader *r, TomlEntry *entry)
{
    const char *ignored;
    entry->kind = TOML_LIST;
    entry->text = r->free_text;
    r->scan.at++;
    for (;;) {
        skip_gap(&r->scan);
        if (scan_char(&r->scan, ']'))
            return STATUS_OK;
        if (!at_quote(r))
            return syntax_error(
                r, "a list must contain strings in quotes and end with ] on the same line");
        Status status = take_text(r, &ignored);
        if (status != STATUS_OK)
            return status;
        entry->number++;
        skip_gap(&r->scan);
        if (!scan_char(&r->scan, ',') && scan_peek(&r->scan) != ']')
            return syntax_error(r, "separate the strings of a list with commas");
    }
}

static Status take_number(Reader *r, TomlEntry *entry)
{
    bool    minus = scan_char(&r->scan, '-');
    int64_t sum = 0;
    int     digits = 0;
    for (;; digits++) {
        char c = scan_peek(&r->scan);
        if (c == '_' && digits > 0) {
            r->scan.at++;
            c = scan_peek(&r->scan);
        }
        if (c < '0' || c > '9')
            break;
        r->scan.at++;
        if (digits >= 18)
            return syntax_error(r, "the number has more than 18 digits");
        sum = sum * 10 + (c - '0');
    }
    if (digits == 0 || scan_peek(&r->scan) == '.')
        return syntax_error(
            r, "a value must be a string in quotes, a whole number, true, false or a list");
    entry->kind = TOML_NUMBER;
    entry->number = minus ? -sum : sum;
    return STATUS_OK;
}

static Status take_value(Reader *r, TomlEntry *entry)
{
    if (at_quote(r)) {
        entry->kind = TOML_TEXT;
        return take_text(r, &entry->text);
    }
    if (scan_peek(&r->scan) == '[')
        return take_list(r, entry);
    entry->kind = TOML_BOOL;
    if (scan_word(&r->scan, "true"))
        return entry->number = 1, STATUS_OK;
    if (scan_word(&r->scan, "false"))
        return STATUS_OK;
    return take_number(r, entry);
}

/* --- Lines -------------------------------------------------------------------------------- */

static TomlSection *last_section(Reader *r)
{
    assert(r->toml.section_count >= 1);
    return &r->toml.sections[r->toml.section_count - 1];
}

static Status take_section(Reader *r)
{
    TomlSection section = { .line = r->line, .end_line = r->line, .first = r->toml.entry_count };
    r->scan.at++;
    section.is_list = scan_char(&r->scan, '[');
    if (!take_name(r, section.name) || !scan_char(&r->scan, ']') ||
        (section.is_list && !scan_char(&r->scan, ']')))
        return syntax_error(r, "a section header must be [name] or [[name]]");
    for (int i = 1; i < r->toml.section_count; i++) {
        const TomlSection *other = &r->toml.sections[i];
        if (strcmp(other->name, section.name) == 0 && !(other->is_list && section.is_list))
            return syntax_error(r, "section '%s' already exists in line %d", section.name,
                                other->line);
    }
    r->toml.sections[r->toml.section_count++] = section;
    return end_line(r, "a section header");
}

static Status take_entry(Reader *r)
{
    TomlSection *section = last_section(r);
    TomlEntry    entry = { .line = r->line };
    if (!take_name(r, entry.key))
        return syntax_error(r, "a line must be `key = value`, [section] or a # comment");
    skip_gap(&r->scan);
    if (!scan_char(&r->scan, '='))
        return syntax_error(r, "'%s' must be followed by = and a value", entry.key);
    skip_gap(&r->scan);
    for (int i = section->first; i < section->first + section->count; i++)
        if (strcmp(r->toml.entries[i].key, entry.key) == 0)
            return syntax_error(r, "'%s' is set twice, first in line %d", entry.key,
                                r->toml.entries[i].line);
    Status status = take_value(r, &entry);
    if (status != STATUS_OK)
        return status;
    r->toml.entries[r->toml.entry_count++] = entry;
    section->count++;
    section->end_line = r->line;
    return end_line(r, "a value");
}

static Status take_line(Reader *r)
{
    skip_gap(&r->scan);
    if (scan_done(&r->scan) || scan_peek(&r->scan) == '#')
        return STATUS_OK;
    return scan_peek(&r->scan) == '[' ? take_section(r) : take_entry(r);
}

static Status read_lines(Reader *r, const char *data, size_t size)
{
    for (size_t at = 0; at < size;) {
        const char *newline = memchr(data + at, '\n', size - at);
        size_t      end = newline == NULL ? size : (size_t)(newline - data);
        r->scan = scan_over(data + at, end - at);
        r->line++;
        Status status = take_line(r);
        if (status != STATUS_OK)
            return status;
        at = end + 1;
    }
    return STATUS_OK;
}

static size_t count_lines(const char *data, size_t size)
{
    size_t lines = 2;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    return lines;
}

Status toml_read(const char *data, size_t size, Toml *out, Fault *fault)
{
    Reader r = { .fault = fault };
    if (size > TOML_BYTES_MAX)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "a settings file can have at most %d bytes",
                         TOML_BYTES_MAX);
    size_t lines = count_lines(data, size);
    r.toml.sections = calloc(lines, sizeof *r.toml.sections);
    r.toml.entries = calloc(lines, sizeof *r.toml.entries);
    r.toml.texts = r.free_text = malloc(size + 1);
    Status status = STATUS_OK;
    if (r.toml.sections == NULL || r.toml.entries == NULL || r.toml.texts == NULL) {
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    } else {
        r.toml.section_count = 1;
        status = read_lines(&r, data, size);
    }
    if (status == STATUS_OK)
        *out = r.toml;
    else
        toml_free(&r.toml);
    return status;
}

void toml_free(Toml *toml)
{
    free(toml->sections);
    free(toml->entries);
    free(toml->texts);
    *toml = (Toml){ 0 };
}

void toml_quote(Buffer *out, const char *text)
{
    buffer_add(out, "\"");
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            buffer_add(out, "\\");
        buffer_bytes(out, c < 0x20 || c == 0x7f ? " " : text, 1);
    }
    buffer_add(out, "\"");
}
