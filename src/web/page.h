/* page.h - the HTML pages: the list of games, their rules, and errors.
 *
 * Knows:   the list of games through the game interface, HTML.
 * Ignores: requests and sockets; see serve.c.
 *
 * `base` is the path of the home page; it ends with '/'.  Pages have no script and no inline style, so the strict PAGE_POLICY fits them.
 */
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include "core/game.h"
#include "base/buffer.h"

enum { PAGE_BYTES_MAX = 16 << 20 };

/* Write the head of a page, up to the start of its body.  `class` is the class of the body: "home", or
 * "text" for pages of running text. */
void page_begin(Buffer *out, const char *base, const char *title, const char *class);
void page_end(Buffer *out);
/* Write the list of games, each with its start position; without scripts.  In a program without the
 * web app it says so. */
void page_home(Buffer *out, const char *base);
/* Write the how-to-play guide in English and the rulings. */
void page_rules(Buffer *out, const char *base, const Game *game);
/* Write an error page. */
void page_error(Buffer *out, const char *base, const char *title, const char *sentence);
/* Write the style sheet of all pages and of the drawings in them. */
void page_style(Buffer *out);
/* Write the icon for the browser tab, as SVG. */
void page_icon(Buffer *out);

#endif
