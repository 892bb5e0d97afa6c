/* encoding.h - compression of replies: what a client accepts, and gzip.
 *
 * Knows:   the Accept-Encoding header, zlib.
 * Ignores: requests and replies.
 */
#ifndef WEB_ENCODING_H
#define WEB_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* True if the header allows gzip; NULL is no header, and allows nothing. */
bool encoding_has_gzip(const char *accept);
/* True if content of this type becomes smaller: text, JSON, SVG, scripts, WebAssembly. */
bool encoding_helps(const char *type);

/* Append `data` in gzip format; false if out of memory or above the limit of `out`. */
bool gzip_pack(const void *data, size_t size, Buffer *out);
/* Append the content of `data`, which is in gzip format; false if it is invalid, too, or incomplete. */
bool gzip_unpack(const void *data, size_t size, Buffer *out);

#endif
