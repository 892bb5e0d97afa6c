/* alliances_canon4.h - bitboards of side 4 in one word, for canonical keys and relevance zones.
 *
 * Knows:   two layouts: by cell number, for keys, and by spot, for adjacency.
 * Ignores: all other sizes.
 *
 * A spot here is as in alliances_board.h, but with rows of 8 bits.  So a board is one word, and the
 * neighbours of a spot are 1, 7 and 8 bits away.
 */
#ifndef GAMES_ALLIANCES_CANON4_H
#define GAMES_ALLIANCES_CANON4_H

#include "core/index.h"
#include "games/alliances/alliances_board.h"

enum {
    SIDE_HERE = 4,
    CELLS = 31,
    ROW = 8, /* bits per row */
    WORD = 64,
    MAPS = 12,
    TURNS = 6, /* maps below this one are rotations, which keep the players */
    BYTES = 4,
    BYTE_SETS = 256,
    MARKS = 1 << 2 * ALLIANCES_COLOURS,
    PLAYERS = 2,
};

typedef uint32_t Cells; /* a bitboard by cell number */
typedef uint64_t Spots; /* a bitboard by spot */

/* Two parts of the rim that a path joins. */
typedef struct Rim {
    Spots one, other;
} Rim;

/* Lookup tables. */
typedef struct Space {
    const GameCanon *canon; /* must be first, see alliances_canon.c */
    uint8_t          spot[CELLS];
    uint8_t          big_spot[CELLS]; /* as in alliances_board.h */
    uint8_t          number[WORD];    /* cell number by spot */
    Spots            board;
    Rim              sides[ALLIANCES_COLOURS], arcs[ALLIANCES_COLOURS];
    uint8_t          cell_map[MAPS][CELLS];
    Cells            map[MAPS][BYTES][BYTE_SETS]; /* images of a set, byte by byte */
    uint8_t          map_colour[MAPS][ALLIANCES_COLOURS];
    uint8_t          map_marks[MAPS][MARKS];
    uint8_t          back[MAPS]; /* the inverse of each map */
} Space;

/* A position with player 1 to move. */
typedef struct Board31 {
    Cells    disc[ALLIANCES_COLOURS];
    uint32_t marks;
} Board31;

/* --- bitboards --- */

static inline int lowest(Spots set)
{
    return __builtin_ctzll(set);
}

/* Return a set with all neighbours of its spots, including spots off the board. */
static inline Spots spread(Spots set)
{
    return set | set << 1 | set >> 1 | set << (ROW - 1) | set >> (ROW - 1) | set << ROW |
           set >> ROW;
}

/* Flood fill from `seed` within `within`. */
static inline Spots fill(Spots seed, Spots within)
{
    for (;;) {
        Spots more = seed | (spread(seed) & within);
        if (more == seed)
            return seed;
        seed = more;
    }
}

static inline Spots spots_of(const Space *space, Cells cells)
{
    Spots spots = 0;
    for (; cells != 0; cells &= cells - 1)
        spots |= UINT64_C(1) << space->spot[__builtin_ctz(cells)];
    return spots;
}

static inline Cells mapped_cells(const Space *space, Cells set, int map)
{
    return space->map[map][0][set & 255] | space->map[map][1][set >> 8 & 255] |
           space->map[map][2][set >> 16 & 255] | space->map[map][3][set >> 24];
}

static inline Board31 board_of_key(CanonKey key)
{
    const uint64_t all = (UINT64_C(1) << CELLS) - 1;
    return (Board31){
        .disc = { [ALLIANCES_ORANGE] = (Cells)(key.high >> CELLS & all),
                  [ALLIANCES_PURPLE] = (Cells)(key.high & all),
                  [ALLIANCES_GREEN] = (Cells)(key.low & all) },
        .marks = (uint32_t)(key.low >> CELLS) & (MARKS - 1),
    };
}

/* --- groups and the rim (R5) --- */

/* Kinds of groups: of each colour alone (fences), and of each colour with the next (chains). */
enum { ALONE = 0, PAIRED = ALLIANCES_COLOURS, KINDS = 2 * ALLIANCES_COLOURS };

/* The parts of the rim that the group of each disc touches.  Bits n and 3 + n are the two ends of
 * colour n: its arcs for a colour alone, its sides for a pair. */
typedef struct Touch4 {
    uint8_t group[KINDS][WORD]; /* by spot; 0 if there is no such disc */
} Touch4;

void alliances4_touch(const Space *space, const Spots disc[ALLIANCES_COLOURS], Touch4 *touch);

/* Return the marks after `player` has placed a disc.  It can decide the previous colour for player
 * 1, the next one for player 2, and its own for either (R5.5). */
uint32_t alliances4_marks(const Space *space, const Touch4 *touch, uint32_t marks, int spot,
                          int colour, int player);

/* Return CanonMove.turn: the cell and the colour of a disc. */
static inline uint16_t turn_number(int cell, int colour)
{
    return (uint16_t)(cell << 2 | colour);
}

extern const RelevanceZones ALLIANCES_ZONES4;

#endif
