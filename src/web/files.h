/* files.h - the page's own files, which are packed into the program: what they are and how long they
 * may be kept.
 *
 * Knows:   names, types, compressed twins.
 * Ignores: what is in them, and requests.
 *
 * A file NAME.gz is NAME compressed.  A name with a hash in it, as in main-0a1b2c3d.js, belongs to its
 * content for ever: at least eight letters or digits between the last '-' and the ending.
 */
#ifndef WEB_FILES_H
#define WEB_FILES_H

#include <stdbool.h>

#include "base/embedded.h"

enum { TAG_TEXT_MAX = 36 };

typedef struct FoundFile {
    const EmbeddedFile *file;
    const char         *type;
    bool                gzip;              /* its bytes are compressed */
    bool                forever;           /* browsers need not ask again */
    char                tag[TAG_TEXT_MAX]; /* changes with the content: an ETag */
} FoundFile;

/* The files of the page; only the closing row where the program was built without a page. */
const EmbeddedFile *page_files(void);

/* The file at `path` ("/" is index.html); false if there is none. */
bool files_find(const EmbeddedFile *files, const char *path, FoundFile *out);

#endif
