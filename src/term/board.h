/* board.h - a board in characters, drawn from the shape and the pieces that a game gives.
 *
 * Knows:   four kinds of board by the form of their cells (squares, triangles, hexagons, points
 *          joined by lines), several sizes of each, which character shows a piece, marks on cells.
 * Ignores: games by name, terminals, whose turn it is.
 *
 * A map says where each cell stands.  A cell's spot is the character in its middle; a hand that
 * points anywhere near it means it.  Every mark has a sign of its own besides its ground, so that
 * nothing depends on colour:
 *
 *     >W<   the cursor                   :   an empty cell that may be touched  (~W~: a piece)
 *     {W}   touched already              !W! to blame for a refusal
 *     'W'   touched by the last turn     ?W? a hint
 *     =W=   what decided the game
 *
 * Where a cell is large enough the signs stand in its corners.
 */
#ifndef TERM_BOARD_H
#define TERM_BOARD_H

#include "core/shape.h"
#include "term/canvas.h"

typedef struct BoardSpot {
    int16_t x, y;
} BoardSpot;

typedef struct BoardMap {
    const Shape *shape; /* not owned */
    int          kind;  /* where its sizes begin in a table */
    int          size;  /* which of its sizes, the largest being 0 */
    bool         flipped;
    int          width, height; /* of the whole drawing */
    ShapePoint   origin;        /* the upper left of all spots, in characters */
    BoardSpot   *spot;          /* for each cell */
} BoardMap;

/* Sizes there are for this board, at least 1; `has_dice` asks for room to show the faces. */
int board_sizes(const Shape *shape, bool has_dice);
/* False when memory ran out. */
bool board_map_init(BoardMap *map, const Shape *shape, bool has_dice, int size, bool flipped);
void board_map_free(BoardMap *map);

/* The cell a hand means at this place of the drawing, or -1. */
int board_cell_at(const BoardMap *map, int x, int y);
/* The next cell in a direction (-1, 0, 1 each), or the same one where the board ends. */
int board_neighbour(const BoardMap *map, int cell, int dx, int dy);
/* The cell nearest to the middle. */
int board_middle(const BoardMap *map);
/* May a hand ever touch it?  Not what is only scenery. */
bool board_is_touchable(const Shape *shape, int cell);

typedef struct BoardView {
    const Pieces      *pieces;
    const uint8_t     *grounds; /* a Ground for each cell, or NULL */
    const char *const *sides;   /* the names of the two sides */
    int                cursor;  /* a cell or -1 */
    bool               strong;  /* empty cells that may be touched have a ground, too */
    bool               names;   /* of empty triangles, which no rim names, where there is room */
} BoardView;

/* Draw everything onto a canvas of the map's size. */
void board_draw(const BoardMap *map, const BoardView *view, Canvas *canvas);

bool board_has_dice(const Pieces *pieces);

#endif
