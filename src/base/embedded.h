/* embedded.h - a file that was packed into the program while it was built.
 *
 * Knows:   the shape of a row in the tables that tools/embed.c writes.
 * Ignores: which files there are, and what is in them.
 */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include <stddef.h>

/* A table of files ends with a row whose name is NULL. */
typedef struct EmbeddedFile {
    const char          *name; /* base name: "index.html" */
    const unsigned char *data; /* followed by one NUL, so that text can be read as a string */
    size_t               size; /* without that NUL */
} EmbeddedFile;

#endif
