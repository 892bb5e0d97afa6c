/* shape.h - the geometry of a board and its pieces, as numbers and names.
 *
 * Knows:   cells with an outline, lines between cells, pieces on cells, labelled values.
 * Ignores: pixels and colours; a terminal or a page decides how a glyph looks.
 *
 * Board units: neighbouring cells are about one unit apart, x grows to the right, y downward.
 */
#ifndef CORE_SHAPE_H
#define CORE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CELL_LABEL_MAX = 12,
    CELL_CORNERS_MAX = 6,
    PIECE_TEXT_MAX = 12,
    DIE_FACES = 5, /* top, north, east, south, west */
    PANEL_ITEMS_MAX = 24,
};

typedef struct ShapePoint {
    double x, y;
} ShapePoint;

/* A place that a player can select.  `kind` is a word such as field, dot, point, edge, or goal (a
 * field that decides the game). */
typedef struct ShapeCell {
    const char *kind;
    char        label[CELL_LABEL_MAX];
    ShapePoint  centre;
    int         corner_count; /* 0: the cell is a point, not an area */
    ShapePoint  corner[CELL_CORNERS_MAX];
} ShapeCell;

/* A line drawn between the centres of two cells. */
typedef struct ShapeLine {
    uint16_t from, to;
} ShapeLine;

typedef struct Shape {
    int        cell_count; /* the id of a cell is its index */
    int        line_count;
    ShapeCell *cells;
    ShapeLine *lines;
    int        cell_capacity, line_capacity;
} Shape;

void shape_init(Shape *shape);
void shape_free(Shape *shape);
/* Return the new cell, zeroed except for kind and centre, for the caller to fill in; NULL if memory
 * ran out. */
ShapeCell *shape_add_cell(Shape *shape, const char *kind, double x, double y);
bool       shape_add_line(Shape *shape, int from, int to);
/* Compute the bounding box of all cells. */
void shape_box(const Shape *shape, ShapePoint *low, ShapePoint *high);
/* Return the id of the cell with this label, or -1. */
int shape_find(const Shape *shape, const char *label);

/* Marks of a piece or a cell. */
enum {
    MARK_LAST = 1,    /* changed by the last turn */
    MARK_COVERED = 2, /* under a bridge */
    MARK_BLOCKED = 4, /* blocked for a piece */
    MARK_CHAIN = 8,   /* part of a winning chain */
    MARK_FENCE = 16,  /* part of a winning fence */
    MARK_CHOICE = 32, /* part of a row that may be chosen */
};

typedef struct Piece {
    const char *glyph; /* "stone", "stack", "bridge", "die", "king", "mark" */
    uint8_t     side;  /* 0, 1 or SIDE_NONE */
    uint8_t     marks;
    uint16_t    cell;
    uint16_t    cell2; /* the other end of a bridge; otherwise equal to cell */
    char        text[PIECE_TEXT_MAX];
    uint8_t     faces[DIE_FACES]; /* of a die */
    const char *word;             /* "green", if `text` is an abbreviation of it; or NULL */
} Piece;

typedef struct Pieces {
    int    count;
    int    capacity;
    Piece *at;
} Pieces;

void pieces_init(Pieces *pieces);
void pieces_free(Pieces *pieces);
/* Return the new piece, for the caller to complete; NULL if memory ran out. */
Piece *pieces_add(Pieces *pieces, const char *glyph, uint8_t side, int cell);

typedef struct PanelItem {
    char    label[24];
    uint8_t side; /* SIDE_NONE: it belongs to both */
    char    value[40];
} PanelItem;

typedef struct Panel {
    int       count;
    PanelItem item[PANEL_ITEMS_MAX];
} Panel;

/* Add a labelled value.  It is dropped silently if the panel is full or a text is too long. */
void panel_add(Panel *panel, uint8_t side, const char *label, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
