/* SPDX-License-Identifier: MIT */
#include "web/encoding.h"

#include <assert.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

#include <zlib.h>

enum {
    GZIP_WINDOW = 15 + 16, /* the largest window; 16 selects the gzip format */
    GZIP_LEVEL = 5,        /* replies are compressed while others wait: half the time of level 9 */
    GZIP_MEMORY = 8,
    BLOCK_BYTES = 16384,
};

/* --- Accept-Encoding ---------------------------------------------------------------------- */

static size_t skip_blanks(const char *text, size_t at, size_t end)
{
    while (at < end && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return at;
}

/* True if the parameters of an item have a weight of zero: "q=0", "q=0.000". */
static bool is_refused(const char *text, size_t at, size_t end)
{
    at = skip_blanks(text, at, end);
    if (at + 2 >= end || (text[at] != 'q' && text[at] != 'Q') || text[at + 1] != '=')
        return false;
    for (at += 2; at < end && (text[at] == '0' || text[at] == '.'); at++)
        continue;
    return skip_blanks(text, at, end) == end;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && strncasecmp(text, word, length) == 0;
}

bool encoding_has_gzip(const char *accept)
{
    int gzip = -1, any = -1; /* -1: not named */
    for (const char *item = accept; item != NULL;) {
        size_t end = strcspn(item, ","), at = skip_blanks(item, 0, end);
        size_t name = at;
        while (at < end && item[at] != ';' && item[at] != ' ' && item[at] != '\t')
            at++;
        size_t length = at - name;
        at = skip_blanks(item, at, end);
        int is_allowed = !(at < end && item[at] == ';' && is_refused(item, at + 1, end));
        if (is_word(item + name, length, "gzip") || is_word(item + name, length, "x-gzip"))
            gzip = is_allowed;
        else if (is_word(item + name, length, "*"))
            any = is_allowed;
        item = item[end] == ',' ? item + end + 1 : NULL;
    }
    return gzip >= 0 ? gzip == 1 : any == 1;
}

bool encoding_helps(const char *type)
{
    static const char *const STARTS[] = { "text/", "application/json", "application/manifest+json",
                                          "application/wasm", "image/svg+xml" };
    for (size_t i = 0; i < sizeof STARTS / sizeof STARTS[0]; i++)
        if (strncmp(type, STARTS[i], strlen(STARTS[i])) == 0)
            return true;
    return false;
}

/* --- gzip --------------------------------------------------------------------------------- */

/* Run `step` until it has read all input and written all output.  */
static bool run(z_stream *stream, int (*step)(z_stream *stream, int flush), int flush, Buffer *out)
{
    unsigned char block[BLOCK_BYTES];
    int           result;
    do {
        stream->next_out = block;
        stream->avail_out = sizeof block;
        result = step(stream, flush);
        buffer_bytes(out, (const char *)block, sizeof block - stream->avail_out);
    } while (result == Z_OK && !out->failed && (stream->avail_out == 0 || stream->avail_in > 0));
    return result == Z_STREAM_END && !out->failed;
}

bool gzip_pack(const void *data, size_t size, Buffer *out)
{
    z_stream stream = { .next_in = (z_const Bytef *)data, .avail_in = (uInt)size };
    assert(size <= UINT_MAX);
    if (deflateInit2(&stream, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    bool done = run(&stream, deflate, Z_FINISH, out);
    deflateEnd(&stream);
    return done;
}

bool gzip_unpack(const void *data, size_t size, Buffer *out)
{
    z_stream stream = { .next_in = (z_const Bytef *)data, .avail_in = (uInt)size };
    assert(size <= UINT_MAX);
    if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK)
        return false;
    bool done = run(&stream, inflate, Z_NO_FLUSH, out);
    inflateEnd(&stream);
    return done;
}
