/* buffer.h - a growing text buffer with a size limit, for pages, drawings and JSON.
 *
 * Knows:   bytes, HTML and XML escapes.
 * Ignores: what the text is about.
 *
 * A Buffer owns its memory.  If memory runs out or the limit is reached, it sets `failed` and
 * ignores all further text, so a writer checks once, at the end.
 */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Buffer {
    char  *data;   /* NUL-terminated once something was added; NULL before */
    size_t length; /* without the NUL */
    size_t capacity;
    size_t limit; /* upper bound of `length` */
    bool   failed;
} Buffer;

void buffer_init(Buffer *buffer, size_t limit);
void buffer_free(Buffer *buffer);

/* Empty the buffer and clear `failed`.  The memory is kept for reuse. */
void buffer_clear(Buffer *buffer);

void buffer_bytes(Buffer *buffer, const char *bytes, size_t count);
/* The same as a RecordSink, for writers that emit text in pieces; `context` is a Buffer.  Return
 * false once the buffer has failed. */
bool buffer_sink(void *context, const char *bytes, size_t count);
void buffer_add(Buffer *buffer, const char *string);
void buffer_addf(Buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As buffer_bytes and buffer_add, escaped for an element or a quoted attribute.  Control
 * characters, which XML cannot hold, and bytes that are not UTF-8 become U+FFFD. */
void buffer_escape_bytes(Buffer *buffer, const char *bytes, size_t count);
void buffer_escape(Buffer *buffer, const char *string);

#endif
