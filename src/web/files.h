/* files.h - the files of the web app, embedded in the program: their types and cache lifetimes.
 *
 * Knows:   names, types, compressed versions.
 * Ignores: the contents of the files, and requests.
 *
 * A file NAME.gz is NAME compressed.  A name with a content hash, such as main-0a1b2c3d.js, never
 * changes its content.  A hash is at least eight letters or digits between the last '-' and the '.'.
 */
#ifndef WEB_FILES_H
#define WEB_FILES_H

#include <stdbool.h>

#include "base/embedded.h"

enum { TAG_TEXT_MAX = 40 };

typedef struct FoundFile {
    const EmbeddedFile *file;
    const char         *type;
    bool                gzip;              /* its bytes are compressed */
    bool                forever;           /* browsers may cache it forever */
    char                tag[TAG_TEXT_MAX]; /* ETag: a hash of the content, in quotes */
} FoundFile;

/* The files of the web app, ending with a NULL name.  Empty if the program was built without it. */
extern const EmbeddedFile PAGE_FILES[];

/* Write the tag of some content. */
void files_tag(const void *data, size_t size, char out[TAG_TEXT_MAX]);
/* Find the file at `path` ("/" is index.html); false if there is none. */
bool files_find(const EmbeddedFile *files, const char *path, FoundFile *out);

#endif
