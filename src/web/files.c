/* SPDX-License-Identifier: MIT */
#include "web/files.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "web/secret.h"

enum { HASH_LETTERS_MIN = 8, TAG_BYTES = 16 };

static const struct {
    const char *ending, *type;
} TYPES[] = {
    { ".html", "text/html; charset=utf-8" },
    { ".js", "text/javascript; charset=utf-8" },
    { ".css", "text/css; charset=utf-8" },
    { ".json", "application/json; charset=utf-8" },
    { ".webmanifest", "application/manifest+json; charset=utf-8" },
    { ".svg", "image/svg+xml; charset=utf-8" },
    { ".png", "image/png" },
    { ".wasm", "application/wasm" },
    { ".txt", "text/plain; charset=utf-8" },
};

static const char *type_of(const char *name)
{
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending != NULL && i < sizeof TYPES / sizeof TYPES[0]; i++)
        if (strcmp(TYPES[i].ending, ending) == 0)
            return TYPES[i].type;
    return "application/octet-stream";
}

static bool has_hash(const char *name)
{
    const char *dash = strrchr(name, '-');
    size_t      letters = 0;
    while (dash != NULL && isalnum((unsigned char)dash[1 + letters]))
        letters++;
    return letters >= HASH_LETTERS_MIN && dash[1 + letters] == '.';
}

void files_tag(const void *data, size_t size, char out[TAG_TEXT_MAX])
{
    unsigned char hash[HASH_BYTES];
    int           length = snprintf(out, TAG_TEXT_MAX, "\"");
    sha256(data, size, hash);
    for (int i = 0; i < TAG_BYTES; i++)
        length += snprintf(out + length, (size_t)(TAG_TEXT_MAX - length), "%02x", hash[i]);
    assert(length + 2 <= TAG_TEXT_MAX); /* room for the closing quote and the NUL */
    snprintf(out + length, (size_t)(TAG_TEXT_MAX - length), "\"");
}

/* True if `packed` is the compressed version of `name`. */
static bool is_compressed(const char *packed, const char *name)
{
    size_t length = strlen(name);
    return strncmp(packed, name, length) == 0 && strcmp(packed + length, ".gz") == 0;
}

bool files_find(const EmbeddedFile *files, const char *path, FoundFile *out)
{
    assert(files != NULL && path != NULL);
    const char *name = strcmp(path, "/") == 0 ? "index.html" : path + 1;
    *out = (FoundFile){ .file = NULL };
    for (; path[0] == '/' && files->name != NULL; files++) {
        bool compressed = is_compressed(files->name, name);
        if (!compressed && strcmp(files->name, name) != 0)
            continue;
        out->file = files;
        out->gzip = compressed;
        if (compressed)
            break; /* prefer the compressed version */
    }
    if (out->file == NULL)
        return false;
    out->type = type_of(name);
    out->forever = has_hash(name);
    files_tag(out->file->data, out->file->size, out->tag);
    return true;
}
