/* public_url.h - the address at which visitors reach the server, for example through a proxy.
 *
 * Knows:   the parts of an http or https URL.
 * Ignores: where the server listens.
 */
#ifndef WEB_PUBLIC_URL_H
#define WEB_PUBLIC_URL_H

#include <stdbool.h>

#include "base/status.h"

enum { URL_TEXT_MAX = 256 };

typedef struct PublicUrl {
    char origin[URL_TEXT_MAX]; /* https://games.example:8443; "": no URL was given */
    char host[URL_TEXT_MAX];   /* games.example:8443 */
    char path[URL_TEXT_MAX];   /* "/", or "/tessera/": it starts and ends with '/' */
} PublicUrl;

/* Read a URL such as https://games.example/tessera/.  `out` is unchanged on failure. */
Status public_url_read(const char *text, PublicUrl *out, Fault *fault);
/* Read an origin: a URL without a path. */
Status origin_read(const char *text, PublicUrl *out, Fault *fault);

#endif
