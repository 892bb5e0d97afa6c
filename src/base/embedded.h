/* embedded.h - a file that the build embeds in the program.
 *
 * Knows:   the row format of the arrays that tools/embed.c writes.
 * Ignores: which files there are, and their contents.
 */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include <stddef.h>
#include <string.h>

/* An array of embedded files ends with a row whose name is NULL. */
typedef struct EmbeddedFile {
    const char          *name; /* base name: "index.html" */
    const unsigned char *data; /* followed by one NUL, so text files can be used as strings */
    size_t               size; /* without that NUL */
} EmbeddedFile;

/* Return the file of this name, or NULL. */
static inline const EmbeddedFile *embedded_find(const EmbeddedFile *files, const char *name)
{
    while (files->name != NULL && strcmp(files->name, name) != 0)
        files++;
    return files->name == NULL ? NULL : files;
}

/* Return the text of the file of this name, or NULL. */
static inline const char *embedded_text(const EmbeddedFile *files, const char *name)
{
    const EmbeddedFile *file = embedded_find(files, name);
    return file == NULL ? NULL : (const char *)file->data;
}

#endif
