/* ponte.h - Ponte del Diavolo: settings, cells, bridges, for the files of this room and for the
 * contest's own formats.
 *
 * Rulings: docs/rules/ponte.md.  Bit layout: README.md beside this file.
 */
#ifndef GAMES_PONTE_H
#define GAMES_PONTE_H

#include "core/game.h"
#include "games/islands/islands.h"

enum {
    PONTE_SIZE_MIN = 3,
    PONTE_SIZE_MAX = 12,
    PONTE_SUPPLY_MAX = 200,
    PONTE_UNLIMITED = 255,
    PONTE_KINDS = 8, /* of bridges */
    PONTE_BRIDGES_MAX = PONTE_SIZE_MAX * PONTE_SIZE_MAX / 2,
    PONTE_WHITE = 0,
    PONTE_BLACK = 1,
};

/* A variant, unpacked. */
typedef struct PonteSettings {
    int  size;
    int  stones;     /* of each colour, or PONTE_UNLIMITED */
    int  bridges;    /* of both together, or PONTE_UNLIMITED */
    bool share;      /* two bridges may cover the same cell (B4 is off) */
    bool passing;    /* end=pass: the official end with passes; else skips */
    bool draws;      /* tie=draw: a full tie is a draw; else White wins */
    bool seats_swap; /* swap: the players change colours; else the stones change colour */
} PonteSettings;

uint32_t      ponte_pack(const PonteSettings *settings);
PonteSettings ponte_unpack(uint32_t variant);

/* Column x from the left, row y from the top, both from 0. */
typedef struct PonteCell {
    int8_t x, y;
} PonteCell;

/* "a10": letter and rank from the bottom.  Takes the name from the front of `scan`, in either case;
 * false, and nothing taken, if there is none on a board of this size. */
bool ponte_cell_read(int size, Scan *scan, PonteCell *cell);
void ponte_cell_write(int size, PonteCell cell, Text *out);
bool ponte_on_board(int size, PonteCell cell);

/* A bridge by its kind and its upper (of two on one row: left) end. */
typedef struct PonteBridge {
    uint8_t   kind;
    PonteCell end;
} PonteBridge;

/* What a kind looks like from its upper end. */
typedef struct PonteKind {
    PonteCell other;
    int       cover_count;
    PonteCell cover[2];
} PonteKind;

extern const PonteKind PONTE_KIND[PONTE_KINDS];

PonteCell ponte_other_end(PonteBridge bridge);
/* The bridge between two cells, in either order; false if they have no bridge distance. */
bool ponte_bridge_between(PonteCell a, PonteCell b, PonteBridge *bridge);
/* Do the segments between the ends' centres meet in a point inside both? */
bool ponte_bridges_cross(PonteBridge a, PonteBridge b);

/* Steps: a stone by y*16+x, a bridge by kind*256+y*16+x. */
Step        ponte_stone_step(PonteCell cell);
Step        ponte_bridge_step(PonteBridge bridge);
PonteCell   ponte_step_cell(Step step);
PonteBridge ponte_step_bridge(Step step);
/* A step as one of the eight maps of the square shows it (R11). */
Step ponte_map_step(int size, Step step, int map);

/* --- positions --- */

/* The part that both representations share.  Everything below `over` can be derived from the rest
 * of the position or is 0. */
typedef struct PonteHead {
    Pos      pos;
    uint16_t turn;         /* number of the turn to be played */
    uint8_t  swap_offered; /* 0 or 1 */
    uint8_t  white_seat;   /* 1 or 2 */
    uint8_t  passed;       /* '-', 'p' Light has passed, 'e' ended by Dark's pass */
    uint8_t  first;        /* in phase 1: the first stone of the turn, y*16+x */
    uint8_t  over;
    uint8_t  bridge_count;
    uint8_t  bridges_of[2];
    uint8_t  unused[6];
    uint16_t bridges[PONTE_BRIDGES_MAX]; /* kind*256+y*16+x, in order of building */
} PonteHead;

static inline const PonteHead *ponte_head(const Pos *pos)
{
    return (const PonteHead *)(const void *)pos;
}

PonteBridge ponte_bridge(const Pos *pos, int index);
int         ponte_bridge_owner(const Pos *pos, int index);

/* '.', 'W' or 'B'. */
char ponte_at(const Pos *pos, PonteCell cell);
/* Is the cell under a bridge?  Does a bridge end on it? */
bool ponte_is_covered(const Pos *pos, PonteCell cell);
bool ponte_is_end(const Pos *pos, PonteCell cell);
/* May a colour put one stone here, supply aside? */
bool ponte_may_stand(const Pos *pos, int colour, PonteCell cell);
/* Single cells open to a colour, and bridges it may build (supply counts for bridges). */
int ponte_count_cells(const Pos *pos, int colour);
int ponte_count_bridges(const Pos *pos, int colour);
/* Can the colour place two stones, supply included? */
bool ponte_can_place(const Pos *pos, int colour);
void ponte_score(const Pos *pos, IslandsScore score[2]);
/* The stones of the group that a stone of `colour` on `cell` is in or would make. */
int ponte_group(const Pos *pos, int colour, PonteCell cell, PonteCell *stones, int room);

/* What a position is made of, for readers. */
typedef struct PonteParts {
    char        cells[PONTE_SIZE_MAX][PONTE_SIZE_MAX]; /* [y][x], as ponte_at */
    int         side, turn, white_seat;
    bool        swap_offered;
    char        passed;
    int         bridge_count;
    PonteBridge bridges[PONTE_BRIDGES_MAX];
    bool        within; /* in the middle of a turn: */
    PonteCell   first;  /* the stone placed first */
} PonteParts;

/* Build a position; STATUS_ILLEGAL with the reason if the parts do not make one. */
Status ponte_build(uint32_t variant, const PonteParts *parts, Pos *out, Fault *fault);

extern const Game PONTE_GAME;

/* --- inside this room --- */

extern const GameRules    PONTE_RULES;
extern const GameText     PONTE_TEXT;
extern const GameView     PONTE_VIEW;
extern const GameSymmetry PONTE_SYMMETRY;
extern const GameFast     PONTE_FAST;

extern const struct GameCanon PONTE_CANON;

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

extern const PonteBoardRules PONTE_SMALL; /* sizes 3 to 10: 128 bits */
extern const PonteBoardRules PONTE_LARGE; /* sizes 11 and 12: 192 bits */

#endif
