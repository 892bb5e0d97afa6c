/* board_inside.h - what the two halves of the board share: forms, sizes, places in characters. */
#ifndef TERM_BOARD_INSIDE_H
#define TERM_BOARD_INSIDE_H

#include "term/board.h"

typedef enum BoardForm { FORM_SQUARES, FORM_TRIANGLES, FORM_HEXAGONS, FORM_POINTS } BoardForm;

/* Squares are `dx` by `dy` characters. All other forms use a triangular lattice: cells of a row are
 * `dx` apart, rows `dy`, and dx is twice dy, so that slanting lines are exactly diagonal. */
typedef struct BoardSize {
    BoardForm form;
    bool      dice; /* for boards with dice; squares only */
    int       dx, dy;
    bool      framed; /* lines between the cells */
} BoardSize;

typedef struct BoardMargins {
    int left, top, right, bottom;
} BoardMargins;

const BoardSize *board_size(const BoardMap *map);
BoardMargins     board_margins(const BoardMap *map);
bool             board_is_scenery(const ShapeCell *cell);
/* Return the place of a point in board units, accurate to half a character. */
BoardSpot board_place(const BoardMap *map, ShapePoint point);
/* Write how far a square extends around its spot. */
void board_reach(const BoardSize *size, int *x, int *up, int *down);

#endif
