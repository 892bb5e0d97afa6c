/* ponte.h - Ponte del Diavolo: settings, cells, bridges, steps and positions.
 *
 * Knows:   the rulings (rulings.md); the bitboard layout (README.md beside this file).
 * Ignores: notation beyond cell names, evaluation, the contest's file formats (src/dialects).
 *
 * Functions that take a cell require one on the board unless they say otherwise.
 */
#ifndef GAMES_PONTE_H
#define GAMES_PONTE_H

#include "core/game.h"
#include "games/islands/islands.h"

enum {
    PONTE_SIZE_MIN = 3,
    PONTE_SIZE_MAX = 12,    /* R1.1 */
    PONTE_SUPPLY_MAX = 200, /* R8.1 */
    PONTE_UNLIMITED = 255,  /* a supply without limit: fits the 8 bits of a packed variant */
    PONTE_KINDS = 8,        /* kinds of bridges by direction: H, V, D\, D/, K1 to K4 (R4.1) */
    /* Every bridge ends on two stones of its own (R4.3). */
    PONTE_BRIDGES_MAX = PONTE_SIZE_MAX * PONTE_SIZE_MAX / 2,
    PONTE_WHITE = 0,
    PONTE_BLACK = 1,
};

/* The settings of a variant (R8). */
typedef struct PonteSettings {
    int  size;
    int  stones;     /* per colour, or PONTE_UNLIMITED */
    int  bridges;    /* for both colours together, or PONTE_UNLIMITED */
    bool share;      /* share=on: two bridges may cover the same cell (R4.5 is off) */
    bool passing;    /* end=pass: R5.2; otherwise end=skip: R5.1 */
    bool draws;      /* tie=draw: a full tie is a draw; otherwise White wins it (R7.2) */
    bool seats_swap; /* on a swap the players change colours; otherwise the stones do (R2.2) */
} PonteSettings;

/* Settings as the 32-bit variant of a position, and back.  What the search calls for every node or
 * step is inline. */
uint32_t ponte_pack(const PonteSettings *settings);

static inline PonteSettings ponte_unpack(uint32_t variant)
{
    return (PonteSettings){
        .size = (int)(variant & 15),
        .stones = (int)(variant >> 4 & 255),
        .bridges = (int)(variant >> 12 & 255),
        .share = (variant >> 20 & 1) != 0,
        .passing = (variant >> 21 & 1) != 0,
        .draws = (variant >> 22 & 1) != 0,
        .seats_swap = (variant >> 23 & 1) != 0,
    };
}

/* Column x from the left, row y from the top, both from 0. */
typedef struct PonteCell {
    int8_t x, y;
} PonteCell;

/* Read a cell name such as "a10" (R1.2), in either case, from the front of `scan`.  False, with
 * `scan` unchanged, if it does not begin with a cell of a board of this size. */
bool ponte_cell_read(int size, Scan *scan, PonteCell *cell);
void ponte_cell_write(int size, PonteCell cell, Text *out);
/* True if the cell is on a board of this size.  Any cell may be passed. */
bool ponte_on_board(int size, PonteCell cell);

/* A bridge by its kind and its upper end; the left end if both are in one row. */
typedef struct PonteBridge {
    uint8_t   kind;
    PonteCell end;
} PonteBridge;

/* The shape of a kind of bridge, as offsets from its upper end. */
typedef struct PonteKind {
    PonteCell other;
    int       cover_count; /* 1, or 2 for a knight's move */
    PonteCell cover[2];    /* the covered cells */
} PonteKind;

extern const PonteKind PONTE_KIND[PONTE_KINDS];

PonteCell ponte_other_end(PonteBridge bridge);
/* Write the bridge between two cells, given in either order.  False if no bridge is that long
 * (R4.1); `bridge` is then unchanged. */
bool ponte_bridge_between(PonteCell a, PonteCell b, PonteBridge *bridge);
/* True if the segments between the centres of the ends meet in a point inside both (R4.6). */
bool ponte_bridges_cross(PonteBridge a, PonteBridge b);

/* Steps are packed by islands_step.  The value of a stone is y*16+x, that of a bridge is
 * kind*256+y*16+x with the cell of its upper end. */
static inline uint32_t ponte_cell_number(PonteCell cell)
{
    return (uint32_t)(cell.y * 16 + cell.x);
}

static inline PonteCell ponte_number_cell(uint64_t number)
{
    return (PonteCell){ (int8_t)(number % 16), (int8_t)(number / 16 % 16) };
}

static inline Step ponte_stone_step(PonteCell cell)
{
    return islands_step(ISLANDS_STONE, ponte_cell_number(cell));
}

static inline PonteCell ponte_step_cell(Step step)
{
    return ponte_number_cell(islands_value(step));
}

Step        ponte_bridge_step(PonteBridge bridge);
PonteBridge ponte_step_bridge(Step step);
/* Return the image of a step under one of the eight symmetries of the square (R11). */
Step ponte_map_step(int size, Step step, int map);

/* --- positions --- */

/* The first part of a position, the same in both representations.  The layout has no padding, as
 * core/game.h requires. */
typedef struct PonteHead {
    Pos      pos;
    uint16_t turn;          /* number of the next turn, from 1 */
    uint8_t  swap_offered;  /* 0 or 1 */
    uint8_t  white_seat;    /* 1 or 2: the seat that plays White (R9.3) */
    uint8_t  passed;        /* '-', 'p' White has passed, 'e' ended by Black's pass (R9.3) */
    uint8_t  first;         /* in phase 1: the first stone of the turn, y*16+x; otherwise 0 */
    uint8_t  over;          /* 1 once the game has ended; derived */
    uint8_t  bridge_count;  /* of both colours */
    uint8_t  bridges_of[2]; /* derived: a bridge belongs to the colour of its ends */
    uint8_t  unused[6];     /* always 0 */
    uint16_t bridges[PONTE_BRIDGES_MAX]; /* kind*256+y*16+x, in order of building; then 0 */
} PonteHead;

static inline const PonteHead *ponte_head(const Pos *pos)
{
    return (const PonteHead *)(const void *)pos;
}

PonteBridge ponte_bridge(const Pos *pos, int index);
int         ponte_bridge_owner(const Pos *pos, int index);

/* Return what is on a cell: '.', 'W' or 'B'. */
char ponte_at(const Pos *pos, PonteCell cell);
/* True if the cell is under a bridge; true if a bridge ends on it. */
bool ponte_is_covered(const Pos *pos, PonteCell cell);
bool ponte_is_end(const Pos *pos, PonteCell cell);
/* True if R3 allows one stone of the colour here, whatever its supply. */
bool ponte_may_stand(const Pos *pos, int colour, PonteCell cell);
/* Return how many cells are open to a colour, whatever its supply, and how many bridges it may
 * build, supply included. */
int ponte_count_cells(const Pos *pos, int colour);
int ponte_count_bridges(const Pos *pos, int colour);
/* True if the colour can place two stones, supply included. */
bool ponte_can_place(const Pos *pos, int colour);
void ponte_score(const Pos *pos, IslandsScore score[2]);
/* Write the stones of the group that a stone of `colour` on `cell` is in or would make, that stone
 * first, and return their number.  Stops at `capacity`, which must be at least 1. */
int ponte_group(const Pos *pos, int colour, PonteCell cell, PonteCell *stones, int capacity);

/* All that determines a position; everything else is derived from it. */
typedef struct PonteParts {
    char        cells[PONTE_SIZE_MAX][PONTE_SIZE_MAX]; /* [y][x], as ponte_at */
    int         side, turn, white_seat;
    bool        swap_offered;
    char        passed;
    int         bridge_count;
    PonteBridge bridges[PONTE_BRIDGES_MAX];
    bool        within; /* the first stone of a turn is placed and the second is not (R9.4) */
    PonteCell   first;  /* if `within`: that first stone */
} PonteParts;

/* Build a position.  STATUS_ILLEGAL, with the reason in `fault`, if the parts contradict the
 * rules; `out` is then unchanged.  `fault` may be NULL. */
Status ponte_build(uint32_t variant, const PonteParts *parts, Pos *out, Fault *fault);

extern const Game PONTE_GAME;

extern const struct GameLearning PONTE_LEARNING;

/* --- private to games/ponte --- */

extern const GameRules    PONTE_RULES;
extern const GameText     PONTE_TEXT;
extern const GameView     PONTE_VIEW;
extern const GameSymmetry PONTE_SYMMETRY;
extern const GameFast     PONTE_FAST;

extern const struct GameCanon PONTE_CANON;

/* The functions of one representation: ponte_body.inc compiled for one size of bitboard. */
typedef struct PonteBoardRules {
    GameRules rules;
    char (*at)(const Pos *pos, PonteCell cell);
    bool (*is_covered)(const Pos *pos, PonteCell cell);
    bool (*is_end)(const Pos *pos, PonteCell cell);
    bool (*may_stand)(const Pos *pos, int colour, PonteCell cell);
    int (*count_cells)(const Pos *pos, int colour);
    int (*count_bridges)(const Pos *pos, int colour);
    bool (*can_place)(const Pos *pos, int colour);
    void (*score)(const Pos *pos, IslandsScore score[2]);
    Status (*build)(uint32_t variant, const PonteParts *parts, Pos *out, Fault *fault);
    GameFast fast;
} PonteBoardRules;

extern const PonteBoardRules PONTE_SMALL; /* sizes 3 to 10: bitboards of 128 bits */
extern const PonteBoardRules PONTE_LARGE; /* sizes 11 and 12: bitboards of 192 bits */

#endif
