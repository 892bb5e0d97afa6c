/* shape.h - the geometry of a board and its pieces, as numbers and names.
 *
 * Knows:   cells with an outline, lines between cells, pieces on cells, cells that belong together,
 *          labelled values, how a player enters a step.
 * Ignores: pixels; a terminal or a web app decides how a glyph or a colour looks.
 *
 * Board units: neighbouring cells are about one unit apart, x grows to the right, y downward.
 */
#ifndef CORE_SHAPE_H
#define CORE_SHAPE_H

#include "core/message.h"

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
    const char       *kind;
    const MessageDef *name;   /* what to call it beyond its label: "king square"; or NULL */
    uint8_t           side;   /* its owner, or SIDE_NONE */
    uint8_t           colour; /* a Colour: of a wall, for example */
    char              label[CELL_LABEL_MAX]; /* as cell_write writes it */
    ShapePoint        centre;
    int               corner_count; /* 0: the cell is a point, not an area */
    ShapePoint        corner[CELL_CORNERS_MAX];
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
/* Return the new cell, without owner and zeroed except for kind and centre, for the caller to fill in;
 * NULL if memory ran out. */
ShapeCell *shape_add_cell(Shape *shape, const char *kind, double x, double y);
bool       shape_add_line(Shape *shape, int from, int to);
/* Compute the bounding box of all cells. */
void shape_box(const Shape *shape, ShapePoint *low, ShapePoint *high);
/* Return the id of the cell with this label, or -1. */
int shape_find(const Shape *shape, const char *label);

/* Marks of a piece or a cell. */
enum {
    MARK_COVERED = 2, /* under a bridge */
    MARK_BLOCKED = 4, /* blocked for a piece */
};

typedef struct Piece {
    const char *glyph;  /* "stone", "stack", "bridge", "die", "king", "mark" */
    uint8_t     side;   /* 0, 1 or SIDE_NONE */
    uint8_t     colour; /* a Colour, where it is not that of its side */
    uint8_t     marks;
    uint16_t    cell;
    uint16_t    cell2; /* the other end of a bridge; otherwise equal to cell */
    char        text[PIECE_TEXT_MAX];
    uint8_t     faces[DIE_FACES]; /* of a die */
    /* What to call it, with {side} {text} {top} {north} {east} {south} {west}; or NULL. */
    const MessageDef *name;
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

/* Cells that belong together in a position. */
typedef enum RegionKind {
    REGION_AREA,    /* one object, drawn as an area under the pieces: an island */
    REGION_NETWORK, /* connected objects: a network */
    REGION_PATH,    /* cells in order: a chain, a fence */
    REGION_CHOICE,  /* can be selected as a whole: a row to remove */
    REGION_DANGER,  /* check: the king, then its attackers */
    REGION_KIND_COUNT,
} RegionKind;

typedef struct Region {
    uint8_t           kind;         /* a RegionKind */
    uint8_t           side;         /* its owner, or SIDE_NONE */
    uint8_t           colour;       /* a Colour, where it is not that of its side */
    const MessageDef *subject;      /* "island", "sandbank", "fence"; or NULL */
    int               value;        /* written on it, such as its points; 0: nothing */
    bool              minor;        /* drawn weaker than others of its kind: not an island yet */
    int               first, count; /* its cells in the list */
} Region;

typedef struct Regions {
    int       count, capacity;
    Region   *at;
    int       cell_count, cell_capacity;
    uint16_t *cells;
} Regions;

void regions_init(Regions *regions);
void regions_free(Regions *regions);
/* Return the new region, for the caller to complete; NULL if memory ran out. */
Region *regions_add(Regions *regions, RegionKind kind, uint8_t side, const MessageDef *subject);
/* Add a cell to the last region; false if memory ran out. */
bool regions_add_cell(Regions *regions, int cell);
/* Return the word of a kind for programs: "area", "network", ... */
const char *region_kind_word(RegionKind kind);
/* Return the word of a Colour for programs: "orange"; "" for COLOUR_NONE. */
const char *colour_word(uint8_t colour);

/* How a player enters a step. */
enum {
    INPUT_ANY_ORDER = 1, /* the first two cells in either order: the ends of a bridge */
    INPUT_ANY_CELL = 2,  /* any one cell stands for all of them, after confirmation: a row */
    INPUT_FULL_PATH = 4, /* the player selects every cell of the path: a die never skips ahead */
};

typedef struct InputHint {
    unsigned flags;
    CellList cells; /* what the player selects, in order */
    Message  label; /* distinguishes steps with the same cells; otherwise it may be empty */
} InputHint;

/* True if a player who selected these cells, at least one, in this order may be entering this step. */
bool input_begins(const InputHint *hint, const CellList *selected);

/* A labelled value of the score. */
typedef struct PanelItem {
    const MessageDef *label;
    uint8_t           side; /* SIDE_NONE: it belongs to both */
    Message           value;
} PanelItem;

typedef struct Panel {
    int       count;
    PanelItem item[PANEL_ITEMS_MAX];
} Panel;

/* Add a value and return it, for the caller to add arguments. */
Message *panel_add(Panel *panel, uint8_t side, const MessageDef *label, const MessageDef *value);
void     panel_add_count(Panel *panel, uint8_t side, const MessageDef *label, int count);
void     panel_add_text(Panel *panel, uint8_t side, const MessageDef *label, const char *text);

/* A panel as text. */
typedef struct PanelRow {
    char    label[64];
    uint8_t side;
    char    value[96];
} PanelRow;

typedef struct PanelRows {
    int      count;
    PanelRow row[PANEL_ITEMS_MAX];
} PanelRows;

void panel_rows(const Game *game, const Pos *pos, const Language *language, PanelRows *out);

#endif
