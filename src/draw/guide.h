/* guide.h - how to play each game, for people, in several languages.
 *
 * Knows:   the guides of the games (guide.en.md), built into the program, and the examples in them.
 * Ignores: which language a reader wants, and the page around the text.
 *
 * An example is a line
 *
 *     ![caption](guide-1.svg "board:SETUP?position=P&turn=T&turn=T")
 *
 * The picture file, which may be missing, is for other Markdown viewers; tools/guide_pictures.c writes
 * it from the example.
 * Items may be missing: without a position the example starts where the game starts.  What is
 * drawn is the board after all turns, with the cells of the last one marked.  `illegal=T` instead
 * of the last turn says that T is not allowed there: drawn is the board before it, and marked are the
 * cells that are to blame.  An example is worked out by the rules each time it is shown, so it cannot be
 * out of date: one that the rules do not bear out is not drawn, and a test fails.
 */
#ifndef DRAW_GUIDE_H
#define DRAW_GUIDE_H

#include "base/buffer.h"
#include "core/setup.h"

enum { GUIDE_BYTES_MAX = 1 << 20 }; /* a page in characters is far smaller */

typedef struct GuideLanguage {
    const char *code; /* as in the attribute lang of HTML; NULL ends the list */
    const char *name; /* as its speakers call it */
} GuideLanguage;

/* English first. */
extern const GuideLanguage GUIDE_LANGUAGES[];

/* The text in Markdown; NULL if there is none in this language. */
const char *guide_text(const Game *game, const char *language);

/* A text of this kind as HTML, examples drawn.  It may come from anywhere: everything in it is escaped,
 * and an example that the rules do not bear out is not drawn. */
void guide_write_html(Buffer *out, const char *text);

/* The text as HTML, examples drawn, without a page around it.  False, and nothing written, if there
 * is none in this language. */
bool guide_html(Buffer *out, const Game *game, const char *language);

/* The text for a terminal: examples drawn in characters under their captions.  False as above. */
bool guide_plain(Buffer *out, const Game *game, const char *language);

typedef struct GuideExample {
    Setup     setup;
    PosBuffer pos;     /* what is drawn */
    CellList  marked;  /* touched by the last turn, or to blame */
    bool      illegal; /* the last move is not allowed here */
} GuideExample;

/* Read what stands between the brackets, and work it out.  `fault` says what the rules do not bear
 * out; its offset is in `target`. */
Status guide_example(const char *target, size_t length, GuideExample *example, Fault *fault);

/* Draw it; `alone` as in SvgLook. */
void guide_example_svg(Buffer *out, const GuideExample *example, bool alone);

#endif
