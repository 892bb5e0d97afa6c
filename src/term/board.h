/* board.h - draw a board in characters, from the shape and the pieces that a game gives.
 *
 * Knows:   one table from colours to letters, four kinds of board by the form of their cells (squares, triangles, hexagons, points
 *          joined by lines), several sizes of each, the character for each piece, marks on cells.
 * Ignores: games by name, terminals, whose turn it is.
 *
 * A map contains the place of each cell: the character in its middle. Pointing anywhere near that
 * character selects the cell. Every mark has its own sign besides its background, so that nothing
 * depends on colour:
 *
 *     >W<   the cursor                   :   an empty cell that can be selected  (~W~: a piece)
 *     {W}   selected already             !W! the offending cell of an illegal move
 *     'W'   part of the last move        ?W? a hint
 *     =W=   what decided the game        *W* in danger, and what threatens it
 *     (W-W) one object                    W6 a network and its points
 *
 * If a cell is large enough, the signs are in its corners.
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
    int          kind;  /* index of its first size in the array of sizes */
    int          size;  /* which of its sizes; 0 is the largest */
    bool         flipped;
    int          width, height; /* of the complete drawing */
    ShapePoint   origin;        /* the upper left corner of all spots, in characters */
    BoardSpot   *spot;          /* one per cell */
} BoardMap;

/* Return the number of sizes for this board, at least 1; `has_dice` asks for cells that can show
 * all faces of a die. */
int board_sizes(const Shape *shape, bool has_dice);
/* False if memory ran out. */
bool board_map_init(BoardMap *map, const Shape *shape, bool has_dice, int size, bool flipped);
void board_map_free(BoardMap *map);

/* Return the cell that a pointer at this place of the drawing selects, or -1. */
int board_cell_at(const BoardMap *map, int x, int y);
/* Return the next cell in a direction (-1, 0, 1 each), or the same cell at the edge of the board.
 */
int board_neighbour(const BoardMap *map, int cell, int dx, int dy);
/* Return the cell nearest to the middle. */
int board_middle(const BoardMap *map);
/* True if the cell can ever be selected, that is, if it is not only scenery. */
bool board_is_touchable(const Shape *shape, int cell);

typedef struct BoardView {
    const Game    *game; /* for the colours of its sides */
    const Pieces  *pieces;
    const Regions *regions; /* or NULL */
    const uint8_t *grounds; /* one Ground per cell, or NULL */
    int            cursor;  /* a cell or -1 */
    bool           strong;  /* give selectable empty cells a background of their own */
    bool names; /* label triangles and their corners, which no rim labels, if there is space */
} BoardView;

/* Draw everything onto a canvas of the map's size. */
void board_draw(const BoardMap *map, const BoardView *view, Canvas *canvas);

bool board_has_dice(const Pieces *pieces);

#endif
