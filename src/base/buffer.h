/* buffer.h - text that grows as it is written, up to a limit, for pages and drawings.
 *
 * Knows:   bytes, the escapes of HTML and XML.
 * Ignores: what the text is about.
 *
 * A Buffer owns its memory.  When memory runs out or the limit is reached it remembers that in
 * `failed` and takes nothing more, so a writer asks once, at the end.
 */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Buffer {
    char  *data;   /* ends with a NUL once something was added; NULL before */
    size_t length; /* the closing NUL not included */
    size_t capacity;
    size_t limit; /* `length` never passes it */
    bool   failed;
} Buffer;

void buffer_init(Buffer *buffer, size_t limit);
void buffer_free(Buffer *buffer);

/* Empty it, and forget a failure; the memory stays for what comes next. */
void buffer_clear(Buffer *buffer);

void buffer_bytes(Buffer *buffer, const char *bytes, size_t count);
/* The same for writers that give their text away piece by piece (RecordSink); the context is a Buffer.
 * False once it has failed. */
bool buffer_sink(void *context, const char *bytes, size_t count);
void buffer_add(Buffer *buffer, const char *words);
void buffer_addf(Buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As buffer_bytes and buffer_add, but fit to stand in an element or a quoted attribute.  Control
 * characters, which XML cannot hold, become U+FFFD, and so do bytes that are not UTF-8. */
void buffer_escape_bytes(Buffer *buffer, const char *bytes, size_t count);
void buffer_escape(Buffer *buffer, const char *words);

#endif
