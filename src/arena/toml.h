/* toml.h - reading a small file of settings: the part of TOML that people write by hand.
 *
 * Knows:   [section], [[section]], key = value, # comments; values are "text", 'text', whole numbers,
 *          true, false and one-line lists of texts.  Every word knows its line.
 * Ignores: what the settings mean; dates, fractions, dotted keys, tables in a line, long strings.
 *
 * Reading is safe for any bytes, and memory is bounded by the size of the text, which is bounded.
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
    int64_t     number; /* TOML_NUMBER; TOML_BOOL: 0 or 1; TOML_LIST: how many texts */
    const char *text; /* TOML_TEXT; TOML_LIST: the texts, each with its NUL, one behind the other */
} TomlEntry;

typedef struct TomlSection {
    int  line;
    bool is_list;                /* [[name]]: one of several */
    char name[TOML_NAME_MAX];    /* "" for what stands before the first section */
    int  first, count, end_line; /* its entries; the last line that belongs to it */
} TomlSection;

typedef struct Toml {
    int          section_count; /* at least 1: the first one is nameless */
    TomlSection *sections;
    int          entry_count;
    TomlEntry   *entries;
    char        *texts;
} Toml;

/* On failure fault->why names the line, and there is nothing to free. */
Status toml_read(const char *data, size_t size, Toml *out, Fault *fault);
void   toml_free(Toml *toml);

/* Write `text` with quotes so that toml_read gives it back.  Control characters become blanks. */
struct Buffer;
void toml_quote(struct Buffer *out, const char *text);

#endif
