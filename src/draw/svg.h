/* svg.h - a board and what lies on it, drawn as SVG.
 *
 * Knows:   cells, lines, pieces and glyphs of core/shape.h, and how each of them looks.
 * Ignores: what the pieces mean, and where the drawing goes (a page, a file, a terminal's pipe).
 *
 * The drawing has classes and no inline styles.  svg_style gives the rules for them: a page puts
 * them into its style sheet, a drawing that stands alone carries them itself.
 */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "base/buffer.h"
#include "core/setup.h"
#include "core/shape.h"

enum { SVG_BYTES_MAX = 4 << 20 };

typedef struct SvgLook {
    const char *title;    /* what a screen reader says */
    const char *sides[2]; /* the sides' names; a side named after a colour is drawn in it */
    bool        alone;    /* carries its own style and may stand in a file */
} SvgLook;

/* The style sheet of all drawings. */
void svg_style(Buffer *out);

void svg_board(Buffer *out, const Shape *shape, const Pieces *pieces, const SvgLook *look);

/* One piece as svg_board draws it, to be laid upon a board without pieces; bridges lie upon all others.
 * Nothing for a piece that is not on the board. */
void svg_piece(Buffer *out, const Shape *shape, const Piece *piece, const SvgLook *look);

/* The position through its game's view, titled with the game and its variant.  Failures are
 * remembered in `out`. */
void svg_position(Buffer *out, const Setup *setup, const Pos *pos, bool alone);

#endif
