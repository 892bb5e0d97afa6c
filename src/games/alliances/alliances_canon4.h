/* alliances_canon4.h - the board of side 4 in one word; for the keys of that board and the reasons for wins
 * on it alone.
 *
 * Two kinds of sets: by number of the cell, for keys, and by spot, for neighbours.  A spot here is as in
 * alliances_board.h with rows of 8 bits, so that a board is one word and the neighbours are 1, 7 and 8
 * bits away.
 */
#ifndef GAMES_ALLIANCES_FOLD4_H
#define GAMES_ALLIANCES_FOLD4_H

#include "core/index.h"
#include "games/alliances/alliances_board.h"

enum {
    SIDE_HERE = 4,
    CELLS = 31,
    ROW = 8, /* bits of a row */
    WORD = 64,
    MAPS = 12,
    TURNS = 6, /* maps below this one leave the players alone */
    BYTES = 4,
    BYTE_SETS = 256,
    MARKS = 1 << 2 * ALLIANCES_COLOURS,
    PLAYERS = 2,
};

typedef uint32_t Cells; /* a set of cells by number */
typedef uint64_t Spots; /* the same by spot */

/* Two parts of the rim that a way joins. */
typedef struct Rim {
    Spots one, other;
} Rim;

typedef struct Space {
    const GameCanon *canon; /* first, see alliances_canon.c */
    uint8_t          spot[CELLS];
    uint8_t          big_spot[CELLS]; /* as alliances_board.h has it */
    uint8_t          number[WORD];
    Spots            board;
    Rim              sides[ALLIANCES_COLOURS], arcs[ALLIANCES_COLOURS];
    uint8_t          cell_map[MAPS][CELLS];
    Cells            map[MAPS][BYTES][BYTE_SETS]; /* of the bytes of a set */
    uint8_t          map_colour[MAPS][ALLIANCES_COLOURS];
    uint8_t          map_marks[MAPS][MARKS];
    uint8_t          back[MAPS]; /* the map that undoes this one */
} Space;

/* A position with player 1 to move. */
typedef struct Board31 {
    Cells    disc[ALLIANCES_COLOURS];
    uint32_t marks;
} Board31;

/* --- sets --- */

static inline int lowest(Spots set)
{
    return __builtin_ctzll(set);
}

/* A set and all neighbours of its spots, those beside the board included. */
static inline Spots spread(Spots set)
{
    return set | set << 1 | set >> 1 | set << (ROW - 1) | set >> (ROW - 1) | set << ROW |
           set >> ROW;
}

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

/* Sets in which groups are looked at: each colour alone, and each with the colour behind it. */
enum { ALONE = 0, PAIRED = ALLIANCES_COLOURS, KINDS = 2 * ALLIANCES_COLOURS };

/* Bit n and bit 3 + n: the two ends of colour n, arcs for a colour alone and sides for a pair. */
typedef struct Touch4 {
    uint8_t group[KINDS][WORD]; /* of the group that a disc is in; 0 where there is none */
} Touch4;

void alliances4_touch(const Space *space, const Spots disc[ALLIANCES_COLOURS], Touch4 *touch);

/* Who has won what after this player has put a disc there: the colour before it can fall to player 1, the
 * one behind it to player 2, its own to either (R5.5). */
uint32_t alliances4_marks(const Space *space, const Touch4 *touch, uint32_t marks, int spot,
                          int colour, int player);

/* A turn as ways carry it. */
static inline uint16_t turn_number(int cell, int colour)
{
    return (uint16_t)(cell << 2 | colour);
}

extern const RelevanceZones ALLIANCES_REASONS4;

#endif
