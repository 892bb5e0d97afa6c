/* diavolo.h - DiavoloPP: lands and bridges on a triangle, for the files of this room and for tests.
 *
 * Knows:   fields, points and edges with their numbers, the layout of a position.
 * Ignores: everything outside core/game.h and games/islands.
 *
 * Rulings: src/games/diavolo/rulings.md.  Board drawing and bit layout: README.md beside this file.
 */
#ifndef GAMES_DIAVOLO_H
#define GAMES_DIAVOLO_H

#include "core/game.h"
#include "games/islands/islands.h"

enum {
    DIAVOLO_SIZE_MIN = 3,
    DIAVOLO_SIZE_MAX = 30,
    DIAVOLO_SIZE_DEFAULT = 8,
    DIAVOLO_FIELDS_MAX = DIAVOLO_SIZE_MAX * DIAVOLO_SIZE_MAX,
    DIAVOLO_POINTS_MAX = (DIAVOLO_SIZE_MAX + 1) * (DIAVOLO_SIZE_MAX + 2) / 2,
    DIAVOLO_EDGES_MAX = 3 * DIAVOLO_SIZE_MAX * (DIAVOLO_SIZE_MAX + 1) / 2,
    DIAVOLO_WHITE = 0,
    DIAVOLO_RED = 1,
};

extern const Game DIAVOLO_GAME;

/* --- geometry (R1); `size` is n --- */

typedef struct DiavoloPoint {
    int c, r;
} DiavoloPoint;

/* u(c,r), or d(c,r) if `down`. */
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

bool diavolo_point_exists(int size, DiavoloPoint point);
bool diavolo_field_exists(int size, DiavoloField field);

/* Numbers count row by row from the bottom, from left to right; of a row's edges first the bottoms,
 * then the left and then the right sides.  The other way round the number must exist. */
int          diavolo_point_number(int size, DiavoloPoint point);
int          diavolo_field_number(int size, DiavoloField field);
int          diavolo_edge_number(int size, DiavoloEdge edge);
DiavoloPoint diavolo_point(int size, int number);
DiavoloField diavolo_field(int size, int number);
DiavoloEdge  diavolo_edge(int size, int number);

/* Corners and ends come sorted by row, then column. */
void diavolo_field_corners(DiavoloField field, DiavoloPoint corner[3]);
void diavolo_edge_ends(DiavoloEdge edge, DiavoloPoint end[2]);
/* The field with these corners, in any order; false if there is none. */
bool diavolo_field_of(int size, const DiavoloPoint corner[3], DiavoloField *field);
/* The edge between two points; false if they are no neighbours. */
bool diavolo_edge_between(int size, DiavoloPoint a, DiavoloPoint b, DiavoloEdge *edge);
/* The fields beside an edge: two, or one on the border. */
int diavolo_edge_fields(int size, DiavoloEdge edge, DiavoloField field[2]);
/* Do two different fields share a side?  Do they share a corner? */
bool diavolo_share_side(DiavoloField a, DiavoloField b);
bool diavolo_touch(DiavoloField a, DiavoloField b);

/* The board's six maps onto itself, 0 the identity (R10). */
enum { DIAVOLO_MAPS = 6 };
int diavolo_map_field(int size, int number, int map);
int diavolo_map_edge(int size, int number, int map);

/* --- positions --- */

/* The phases of R7, named stages here: the contract has phases of its own. */
typedef enum DiavoloStage {
    DIAVOLO_FIRST,  /* f: White's very first move */
    DIAVOLO_OFFER,  /* s: Red's first turn, with the offer to swap */
    DIAVOLO_NORMAL, /* n */
    DIAVOLO_LAST,   /* l: Red's last turn */
    DIAVOLO_ENDED,  /* e */
    DIAVOLO_STAGES,
} DiavoloStage;

extern const char DIAVOLO_STAGE_LETTER[DIAVOLO_STAGES + 1];

/* Side on `field` or of the bridge on `edge`; SIDE_NONE if there is none. */
int  diavolo_land(const Pos *pos, int field);
int  diavolo_bridge(const Pos *pos, int edge);
bool diavolo_point_is_taken(const Pos *pos, int point);
/* The edge of a bridge beside the field, or -1. */
int diavolo_blocking(const Pos *pos, int field);

DiavoloStage diavolo_stage(const Pos *pos);
/* Who plays White: 1 or 2. */
int diavolo_white_seat(const Pos *pos);

/* May a land of this side stand here, as far as R4.1 and R4.2 and the field itself go? */
bool diavolo_is_open(const Pos *pos, int side, int field);
bool diavolo_bridge_is_legal(const Pos *pos, int side, int edge);
/* Some legal land move of the side to move; false where it has none.  In phase 0. */
bool diavolo_some_pair(const Pos *pos, int pair[2]);

void diavolo_score(const Pos *pos, IslandsScore score[2]);

/* What a position is made of, for readers. */
typedef struct DiavoloParts {
    uint8_t      land[DIAVOLO_FIELDS_MAX];  /* 0 none, 1 white, 2 red; by number */
    uint8_t      bridge[DIAVOLO_EDGES_MAX]; /* the same */
    uint8_t      side;
    DiavoloStage stage;
    int          white_seat;
    int          first; /* the field of an open turn's first land, or -1 */
} DiavoloParts;

typedef enum DiavoloFlawKind {
    DIAVOLO_SOUND,
    DIAVOLO_FLAW_ENDS,       /* a bridge whose end is no corner of an own land */
    DIAVOLO_FLAW_POINT,      /* a bridge whose end is taken by an earlier one */
    DIAVOLO_FLAW_BLOCKED,    /* a land on a blocked field */
    DIAVOLO_FLAW_GROUP,      /* a land in a group of five or more */
    DIAVOLO_FLAW_TOUCH,      /* a land of an island that touches another group */
    DIAVOLO_FLAW_TURN,       /* the wrong side to move for the phase */
    DIAVOLO_FLAW_SEAT,       /* White's seat is not 1 before the swap */
    DIAVOLO_FLAW_NOT_EMPTY,  /* a land or bridge before the very first move */
    DIAVOLO_FLAW_FIRST_LAND, /* the open turn's land is missing, or no land can follow it */
} DiavoloFlawKind;

/* What is wrong with a position, and the number of the field or edge where. */
typedef struct DiavoloFlaw {
    DiavoloFlawKind kind;
    int             number;
} DiavoloFlaw;

/* Build a position; `out` is unchanged if there is a flaw. */
DiavoloFlaw diavolo_build(uint32_t variant, const DiavoloParts *parts, Pos *out);
void        diavolo_take_apart(const Pos *pos, DiavoloParts *parts);
/* A sentence without the closing full stop. */
void diavolo_flaw_write(int size, DiavoloFlaw flaw, Text *out);

/* --- the drawn board (R9.7, R9.8) --- */

void diavolo_draw(const Pos *pos, bool labelled, Text *out);

/* What a drawn board does not tell. */
typedef struct DiavoloMoment {
    uint8_t      side;
    DiavoloStage stage;
    int          white_seat;
} DiavoloMoment;

/* Read a drawn board, plain or labelled, with or without trailing blanks and carriage returns.
 * `moment` may be NULL: White to move, phase n, White on seat 1.  `out` has room for a position
 * of `variant` and is unchanged unless STATUS_OK. */
Status diavolo_draw_read(uint32_t variant, const char *text, const DiavoloMoment *moment, Pos *out,
                         Fault *fault);

/* --- inside this room --- */

extern const GameRules    DIAVOLO_RULES;
extern const GameText     DIAVOLO_TEXT;
extern const GameView     DIAVOLO_VIEW;
extern const GameSymmetry DIAVOLO_SYMMETRY;
extern const GameEval     DIAVOLO_EVAL;
extern const GameFast     DIAVOLO_FAST;

extern const struct GameCanon DIAVOLO_CANON;

#endif
