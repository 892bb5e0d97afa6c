/* toml.h - parser for a subset of TOML.
 *
 * Knows:   [section], [[section]], key = value, # comments; values are "text", 'text', whole
 *          numbers, true, false and one-line lists of strings.  Sections and entries know their
 *          line.
 * Ignores: the meaning of the settings; dates, floats, dotted keys, inline tables, multi-line
 *          strings.
 *
 * The parser is safe for any input.  Memory is proportional to the input, which is at most
 * TOML_BYTES_MAX.
 */
#ifndef ARENA_TOML_H
#define ARENA_TOML_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum {
    TOML_BYTES_MAX = 1 << 20,
    TOML_NAME_MAX = 32, /* a section's name or a key, with its NUL */
};

typedef enum TomlKind { TOML_TEXT, TOML_NUMBER, TOML_BOOL, TOML_LIST } TomlKind;

typedef struct TomlEntry {
    int         line;
    char        key[TOML_NAME_MAX];
    TomlKind    kind;
    int64_t     number; /* TOML_NUMBER; TOML_BOOL: 0 or 1; TOML_LIST: number of strings */
    const char *text; /* TOML_TEXT; TOML_LIST: the strings, one after the other, each with a NUL */
} TomlEntry;

typedef struct TomlSection {
    int  line;
    bool is_list;                /* [[name]]: one of several */
    char name[TOML_NAME_MAX];    /* "" before the first section header */
    int  first, count, end_line; /* its entries; the last line that belongs to it */
} TomlSection;

typedef struct Toml {
    int          section_count; /* at least 1; the first has no name */
    TomlSection *sections;
    int          entry_count;
    TomlEntry   *entries;
    char        *texts;
} Toml;

/* Parse `data`.  On failure fault->why names the line, and there is nothing to free. */
Status toml_read(const char *data, size_t size, Toml *out, Fault *fault);
void   toml_free(Toml *toml);

/* Write `text` in quotes so that toml_read returns it.  Control characters become spaces. */
struct Buffer;
void toml_quote(struct Buffer *out, const char *text);

#endif
