/* svg.h - draws a board and its pieces as SVG.
 *
 * Knows:   cells, lines, regions, pieces and glyphs of core/shape.h, and the appearance of each.
 * Ignores: what the pieces mean, and where the drawing goes (a page, a file, a pipe).
 *
 * A drawing has classes and no inline styles.  svg_style writes the style sheet for the classes.  A
 * page includes it once; a standalone drawing contains its own copy.
 */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "base/buffer.h"
#include "core/setup.h"
#include "core/shape.h"

enum { SVG_BYTES_MAX = 4 << 20 };

typedef struct SvgLook {
    const char     *title;     /* for screen readers */
    uint8_t         colour[2]; /* a Colour: of each side */
    const Regions  *regions;   /* or NULL */
    const CellList *marked;    /* cells to highlight, or NULL */
    bool            alone;     /* a complete file, with its own style sheet */
    bool            layered;   /* with an empty group "regions", for drawings of svg_region */
} SvgLook;

/* Write the style sheet of all drawings. */
void svg_style(Buffer *out);

/* Draw a board with its regions and pieces. */
void svg_board(Buffer *out, const Shape *shape, const Pieces *pieces, const SvgLook *look);

/* Draw one piece as svg_board does, as a layer for a board without pieces.  Bridges go on top of all
 * other pieces.  Write nothing for a piece that is not on the board. */
void svg_piece(Buffer *out, const Shape *shape, const Piece *piece, const SvgLook *look);

/* Draw region `index` of the look as svg_board does, as a layer for its group "regions".  `pieces` are
 * those of the position. */
void svg_region(Buffer *out, const Shape *shape, const Pieces *pieces, const SvgLook *look,
                int index);
/* Write the value of that region, as a layer on top of the pieces; nothing if it has none. */
void svg_region_value(Buffer *out, const Shape *shape, const SvgLook *look, int index);

/* Highlight a cell, as a layer on top of a board. */
void svg_mark(Buffer *out, const Shape *shape, int cell);

/* Draw a position with its regions in a look whose colours and regions are filled in.  On failure set
 * out->failed. */
void svg_look(Buffer *out, const Game *game, const Pos *pos, SvgLook look);

/* Draw a position, with the game and its variant as the title.  On failure set out->failed. */
void svg_position(Buffer *out, const Setup *setup, const Pos *pos, bool alone);

#endif
