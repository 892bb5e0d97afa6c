/* page.h - the HTML pages: which games there are, their rulings, and what went wrong.
 *
 * Knows:   the list of games through the contract, HTML.
 * Ignores: requests, addresses of machines, sockets.  Those live in serve.c.
 *
 * Pages have no script and no inline style, so the strictest policy fits them.
 */
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include "core/game.h"
#include "base/buffer.h"

enum { PAGE_BYTES_MAX = 16 << 20 };

/* The games, each with its start position drawn. */
void page_home(Buffer *out);
/* How a game is played, in English, and its rulings, given in Markdown. */
void page_rules(Buffer *out, const Game *game, const char *rulings);
/* Something went wrong: a few words, and a sentence. */
void page_error(Buffer *out, const char *title, const char *sentence);
/* The style sheet of all pages and of the drawings in them. */
void page_style(Buffer *out);
/* The sign in a browser's tab. */
void page_icon(Buffer *out);

#endif
