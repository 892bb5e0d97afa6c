/* diavolo.h - DiavoloPP: lands and bridges on a triangular board.
 *
 * Knows:   fields, points and edges with their numbers; what a position consists of.
 * Ignores: everything outside core/game.h and games/islands; the bits of a position
 *          (diavolo_rows.h).
 *
 * Rulings: rulings.md beside this file.  Functions that take a number require one that exists on the
 * board; functions that take a side require DIAVOLO_WHITE or DIAVOLO_RED.
 */
#ifndef GAMES_DIAVOLO_H
#define GAMES_DIAVOLO_H

#include "core/game.h"
#include "games/islands/islands.h"

enum {
    DIAVOLO_SIZE_MIN = 3,
    DIAVOLO_SIZE_MAX = 30, /* R1.1; bit 2(n+1) of a row is then 62 (diavolo_rows.h) */
    DIAVOLO_SIZE_DEFAULT = 8,
    DIAVOLO_FIELDS_MAX = DIAVOLO_SIZE_MAX * DIAVOLO_SIZE_MAX,
    DIAVOLO_POINTS_MAX = (DIAVOLO_SIZE_MAX + 1) * (DIAVOLO_SIZE_MAX + 2) / 2,
    DIAVOLO_EDGES_MAX = 3 * DIAVOLO_SIZE_MAX * (DIAVOLO_SIZE_MAX + 1) / 2,
    DIAVOLO_WHITE = 0,
    DIAVOLO_RED = 1,
};

extern const Game DIAVOLO_GAME;

/* --- geometry (R1); `size` is the n of the rulings --- */

typedef struct DiavoloPoint {
    int c, r;
} DiavoloPoint;

/* The field u(c,r), or d(c,r) if `down` (R1.3). */
typedef struct DiavoloField {
    int  c, r;
    bool down;
} DiavoloField;

/* Every edge is a side of exactly one up field (R1.5). */
typedef enum DiavoloSide { DIAVOLO_BOTTOM, DIAVOLO_LEFT, DIAVOLO_RIGHT, DIAVOLO_SIDES } DiavoloSide;

typedef struct DiavoloEdge {
    int         c, r; /* of the up field */
    DiavoloSide side;
} DiavoloEdge;

int diavolo_field_count(int size);
int diavolo_point_count(int size);
int diavolo_edge_count(int size);

/* True if the point or field is on the board.  Any value may be passed. */
bool diavolo_point_exists(int size, DiavoloPoint point);
bool diavolo_field_exists(int size, DiavoloField field);

/* Numbers count row by row from the bottom, and from left to right.  Of the edges of a row the
 * bottoms come first, then the left and then the right sides. */
int          diavolo_point_number(int size, DiavoloPoint point);
int          diavolo_field_number(int size, DiavoloField field);
int          diavolo_edge_number(int size, DiavoloEdge edge);
DiavoloPoint diavolo_point(int size, int number);
DiavoloField diavolo_field(int size, int number);
DiavoloEdge  diavolo_edge(int size, int number);

/* Return the id of a cell in the view's shape: first the fields, then the points. */
int diavolo_field_cell(int field);
int diavolo_point_cell(int size, DiavoloPoint point);

/* Write the corners or ends, sorted by row, then column. */
void diavolo_field_corners(DiavoloField field, DiavoloPoint corner[3]);
void diavolo_edge_ends(DiavoloEdge edge, DiavoloPoint end[2]);
/* Write the field with these corners, in any order.  False if there is none. */
bool diavolo_field_of(int size, const DiavoloPoint corner[3], DiavoloField *field);
/* Write the edge between two points.  False if they are not adjacent. */
bool diavolo_edge_between(int size, DiavoloPoint a, DiavoloPoint b, DiavoloEdge *edge);
/* Write the fields beside an edge and return their number: two, or one on the border. */
int diavolo_edge_fields(int size, DiavoloEdge edge, DiavoloField field[2]);
/* True if two different fields share a side; true if they share at least a corner (R1.4). */
bool diavolo_share_side(DiavoloField a, DiavoloField b);
bool diavolo_touch(DiavoloField a, DiavoloField b);

/* Return the image under one of the six symmetries of the board (R10); 0 is the identity. */
enum { DIAVOLO_MAPS = 6 };
int diavolo_map_field(int size, int number, int map);
int diavolo_map_edge(int size, int number, int map);

/* --- positions --- */

/* The phases of R7.  They are called stages here because Pos.phase means something else. */
typedef enum DiavoloStage {
    DIAVOLO_FIRST,  /* f: White's very first move */
    DIAVOLO_OFFER,  /* s: Red's first turn, with the offer to swap */
    DIAVOLO_NORMAL, /* n */
    DIAVOLO_LAST,   /* l: Red's last turn */
    DIAVOLO_ENDED,  /* e */
    DIAVOLO_STAGES,
} DiavoloStage;

extern const char DIAVOLO_STAGE_LETTER[DIAVOLO_STAGES + 1];

/* Return the side of the land on `field`, or of the bridge on `edge`, or SIDE_NONE. */
int  diavolo_land(const Pos *pos, int field);
int  diavolo_bridge(const Pos *pos, int edge);
bool diavolo_point_is_taken(const Pos *pos, int point);
/* Return the edge of a bridge that blocks the field (R2.3), or -1. */
int diavolo_blocking(const Pos *pos, int field);

DiavoloStage diavolo_stage(const Pos *pos);
/* Return the seat that plays White: 1 or 2. */
int diavolo_white_seat(const Pos *pos);

/* True if the field is free and a single land of this side keeps to R4.1 and R4.2. */
bool diavolo_is_open(const Pos *pos, int side, int field);
bool diavolo_bridge_is_legal(const Pos *pos, int side, int edge);
/* Write some legal land move of the side to move, in ascending order.  False if it has none.
 * Requires phase 0. */
bool diavolo_some_pair(const Pos *pos, int pair[2]);

void diavolo_score(const Pos *pos, IslandsScore score[2]);
void diavolo_side_score(const Pos *pos, int side, IslandsScore *score);
/* Write the groups of a side, in the order of their first fields, and its networks. */
void diavolo_map(const Pos *pos, int side, IslandsMap *map);
/* True if a land of this side on the open field would complete an island. */
bool diavolo_completes_island(const Pos *pos, int side, int field);
/* Return a field with a land of this side and a corner at the point, or -1. */
int diavolo_land_at(const Pos *pos, int side, DiavoloPoint point);

/* All that determines a position; everything else is derived from it. */
typedef struct DiavoloParts {
    uint8_t      land[DIAVOLO_FIELDS_MAX];  /* by number: 0 none, 1 white, 2 red */
    uint8_t      bridge[DIAVOLO_EDGES_MAX]; /* the same */
    uint8_t      side;
    DiavoloStage stage;
    int          white_seat;
    int          first; /* the field of the first land of an unfinished turn (R9.6), or -1 */
} DiavoloParts;

typedef enum DiavoloFlawKind {
    DIAVOLO_SOUND,
    DIAVOLO_FLAW_ENDS,       /* a bridge with an end that is not a corner of an own land */
    DIAVOLO_FLAW_POINT,      /* a bridge with an end that is already taken */
    DIAVOLO_FLAW_BLOCKED,    /* a land on a blocked field */
    DIAVOLO_FLAW_GROUP,      /* a land in a group of five or more */
    DIAVOLO_FLAW_TOUCH,      /* a land of an island that touches another group */
    DIAVOLO_FLAW_TURN,       /* the wrong side to move for the phase */
    DIAVOLO_FLAW_SEAT,       /* White's seat is not 1 before the swap */
    DIAVOLO_FLAW_NOT_EMPTY,  /* a land or bridge before the very first move */
    DIAVOLO_FLAW_FIRST_LAND, /* the first land of the turn is missing, or no second can follow */
} DiavoloFlawKind;

/* What is wrong with a position, and the number of the field or edge concerned. */
typedef struct DiavoloFlaw {
    DiavoloFlawKind kind;
    int             number;
} DiavoloFlaw;

/* Build a position, or return what is wrong with the parts; `out` is then unchanged. */
DiavoloFlaw diavolo_build(uint32_t variant, const DiavoloParts *parts, Pos *out);
void        diavolo_take_apart(const Pos *pos, DiavoloParts *parts);
/* Write a message with the ruling and without a full stop. */
void diavolo_flaw_write(int size, DiavoloFlaw flaw, Text *out);

/* --- the drawn board (R9.7, R9.8) --- */

/* Draw the board; if `labelled`, with the names of its points. */
void diavolo_draw(const Pos *pos, bool labelled, Text *out);
/* Draw the board with the names of its points and fields, and an example of the long names. */
void diavolo_draw_labels(const Pos *pos, Text *out);

/* What a drawn board does not show. */
typedef struct DiavoloMoment {
    uint8_t      side;
    DiavoloStage stage;
    int          white_seat;
} DiavoloMoment;

/* Read a drawn board, plain or labelled, with or without trailing spaces and carriage returns.
 * `moment` may be NULL: White to move, phase n, White on seat 1.  `out` must hold a position of
 * `variant`; it is unchanged unless STATUS_OK. */
Status diavolo_draw_read(uint32_t variant, const char *text, const DiavoloMoment *moment, Pos *out,
                         Fault *fault);

/* --- private to games/diavolo --- */

extern const GameRules    DIAVOLO_RULES;
extern const GameText     DIAVOLO_TEXT;
extern const GameView     DIAVOLO_VIEW;
extern const GameSymmetry DIAVOLO_SYMMETRY;
extern const GameEval     DIAVOLO_EVAL;
extern const GameFast     DIAVOLO_FAST;

extern const struct GameLearning DIAVOLO_LEARNING;
extern const struct GameModel    DIAVOLO_MODEL;
extern const struct GameRanks    DIAVOLO_RANKS;

extern const struct GameCanon DIAVOLO_CANON;

#endif
