/* guide.h - the how-to-play guides of the games, in several languages, and their rulings.
 *
 * Knows:   the guides of the games (guide.en.md), built into the program as Markdown and as HTML, and
 *          the examples in them.
 * Ignores: which language a reader wants, and the page around the guide.
 *
 * An example is a line
 *
 *     ![caption](guide-1.svg "board:SETUP?position=P&turn=T&turn=T")
 *
 * The picture file, which may be missing, is for other Markdown viewers; tools/guide_pictures.c writes
 * it from the example.  In HTML, which tools/guide_html.c writes during the build, the example is a
 * comment <!--board:...-->, in whose place the drawing goes.
 *
 * All items are optional; without a position the example starts at the start position.  The drawing
 * shows the board after all turns and marks the cells of the last one.  `illegal=T` instead of the last
 * turn states that T is illegal: the drawing shows the board before it and marks the offending cells.
 * The rules compute an example each time it is shown, so it cannot be out of date.  An example that
 * contradicts the rules is not drawn, and a test fails.
 */
#ifndef DRAW_GUIDE_H
#define DRAW_GUIDE_H

#include "base/buffer.h"
#include "base/embedded.h"
#include "core/setup.h"

enum { GUIDE_BYTES_MAX = 1 << 20 }; /* far more than the largest guide */

typedef struct GuideLanguage {
    const char *code; /* the value of the HTML attribute lang; NULL ends the list */
    const char *name; /* in the language itself */
} GuideLanguage;

/* English first. */
extern const GuideLanguage GUIDE_LANGUAGES[];

/* Return the guide in Markdown, or NULL if there is none in this language. */
const char *guide_text(const Game *game, const char *language);

/* The guides and rulings of all games as HTML: "toy.guide.en.html", "toy.rulings.html".  Empty in the
 * browser module, which gets them as files. */
extern const EmbeddedFile GUIDE_PAGES[];

/* Write HTML with its examples drawn.  An example that contradicts the rules is not drawn.  The rest is
 * not changed, so it must be trusted. */
void guide_write_html(Buffer *out, const char *html);

/* Write the guide of a game as HTML, without a page around it.  False, and nothing is written, if there
 * is none in this language. */
bool guide_html(Buffer *out, const Game *game, const char *language);

/* Write the rulings of a game as HTML.  Return as guide_html. */
bool guide_rulings_html(Buffer *out, const Game *game);

/* Write the guide for a terminal, in lines of at most 78 columns, with examples drawn in characters.
 * Return as guide_html. */
bool guide_plain(Buffer *out, const Game *game, const char *language);

typedef struct GuideExample {
    Setup     setup;
    PosBuffer pos;     /* to be drawn */
    CellList  marked;  /* cells of the last turn, or the offending cells */
    bool      illegal; /* the last move is not allowed here */
} GuideExample;

/* Parse an example and play its turns.  On failure `fault` has the reason and the offset in
 * `target`. */
Status guide_example(const char *target, size_t length, GuideExample *example, Fault *fault);

/* Draw an example; `alone` as in SvgLook. */
void guide_example_svg(Buffer *out, const GuideExample *example, bool alone);

#endif
