/* gipf_space.h - boards of side 2 and 3 as numbers, for the files of this room.
 *
 * Knows:   sets of stones, boards without a row, the half turn, layers by material.
 * Ignores: turns.  What leads where is gipf_index.c's business.
 *
 * Captures alone change how many pieces a side has in all, and only downwards.  So positions with
 * the same two totals form a layer, and in a layer the stones on the board fix the reserves: a
 * position is a set of stones of the side to move, and a set of the other's.  Which colour they have
 * does not matter (R11), so (6,5) and (5,6) are one layer: first the positions in which the side with
 * more pieces moves, then the others.
 *
 * The number of a board.  Boards are sorted by how many stones of each side they have.  Of one such
 * class, all ways to put that many stones down are counted by the usual sums of binomials, and a
 * map of bits with running totals says which of them hold no row, and how many came before.  Stones
 * are sets of the fields counted row by row, 19 of them at most.
 *
 * Turning and mirroring the board is not folded in general: it is not exact (R11).  But the half turn
 * keeps the three directions of lines in their order, and so what is removed first, unless two pairs
 * of crossing rows that do not touch one another come about at once.  Where that cannot be a board
 * and its half turn are one: the one whose own stones come first as a number, or the other's where
 * the own ones are the same.  tools/gipf_half_turn.c tries it on every board.
 */
#ifndef GAMES_GIPF_SPACE_H
#define GAMES_GIPF_SPACE_H

#include "core/index.h"
#include "games/gipf/gipf.h"

enum {
    SIDE_MAX = 3,
    FIELDS_MAX = 3 * SIDE_MAX * (SIDE_MAX - 1) + 1,
    CLASSES_MAX = (FIELDS_MAX + 1) * (FIELDS_MAX + 2) / 2,
    LINES_MAX = 3 * (2 * SIDE_MAX - 1),
    LENGTH_MAX = 2 * SIDE_MAX - 1,
    LINE_SETS = 1 << LENGTH_MAX,
    LINE_CLOSED = UINT16_MAX, /* what no push makes of a line */
    WINDOWS_MAX = LINES_MAX * LENGTH_MAX,
    TOTALS_MAX = GIPF_PIECES_MAX + 1,
    SIGNPOST = 64,
    PULLS_MAX = 2 * LINES_MAX * LENGTH_MAX,
    TURN_BITS = 10, /* that the table for turning takes at once: two times do */
    LOW_BITS = 10,  /* of a set; the others are high */
    CHUNK = 5,      /* bits that the tables for gathering and scattering take at once */
    CHUNKS = (FIELDS_MAX + CHUNK - 1) / CHUNK,
    CHUNK_SETS = 1 << CHUNK,
    RUNS_MAX = LINES_MAX * 2,
};

typedef uint32_t Stones; /* a set of fields */

/* 64 boards: which of them hold no row, and how many such boards came before. */
typedef struct Block {
    uint64_t bits;
    uint64_t before;
} Block;

/* All boards with so many stones of the side to move and of the other. */
typedef struct Class {
    Block    *blocks;
    uint32_t  block_count;
    uint32_t *signpost; /* the block of every SIGNPOST-th board; one more at the end */
    uint32_t  ways;     /* to put the other's stones beside given ones */
    uint32_t  count;    /* boards without a row */
} Class;

/* One half of a layer: the totals of the side to move and of the other. */
typedef struct Half {
    int      total[2];
    bool     is_folded; /* by the half turn */
    uint32_t first;     /* its first number in the layer */
    uint32_t count;
    uint32_t offset[FIELDS_MAX + 1][FIELDS_MAX + 1]; /* of a class, in the half */
    uint32_t part_count;
    uint32_t part_first[CLASSES_MAX]; /* the offsets of classes that are not empty, ascending */
    uint8_t  part_of[CLASSES_MAX][2]; /* and which class it is */
} Half;

/* A line as a push meets it: fields from the entry on. */
typedef struct Way {
    int    length;
    Stones field[LENGTH_MAX];
} Way;

typedef struct Layer {
    int   total[2]; /* the larger first */
    int   halves;   /* 1 if they are equal */
    bool  is_wanted;
    Half *half[2]; /* NULL where it is not wanted */
} Layer;

/* Sets of fields by size, and in their order as numbers within a size. */
typedef struct Sets {
    Stones   *sets;
    uint32_t *order; /* of a set among those of its size that are here */
    uint32_t  first[FIELDS_MAX + 2];
} Sets;

/* The ends of lines that pushes are tried from. */
typedef struct Ends {
    int     count;
    uint8_t way[2 * LINES_MAX];
} Ends;

typedef struct Space {
    GipfSettings settings;
    uint32_t     variant;
    int          fields, lines;
    Way          way[2 * LINES_MAX]; /* line n from its low end 2n, from its high end 2n+1 */
    Stones       line[LINES_MAX];
    uint32_t     choose[FIELDS_MAX + 1][FIELDS_MAX + 1];
    Sets         all;
    Sets         half; /* those that are not above their half turn */
    int          canon_max;
    Ends         ends[2]; /* all; and of each that the half turn exchanges, one */
    uint16_t     pushed[LENGTH_MAX + 1][2][LINE_SETS * LINE_SETS]; /* by length, end, the stones */
    uint8_t      row_in[LINE_SETS]; /* of the stones of a line: its row, if it has just one */
    uint8_t      touching[LINE_SETS][LINE_SETS]; /* by a row and all stones of a line: up to gaps */
    uint16_t     reversed[1 << TURN_BITS];
    uint16_t     order_low[1 << LOW_BITS]; /* of the low fields of a set among sets of its size */
    uint32_t     order_high[LOW_BITS + 1][1 << (FIELDS_MAX - LOW_BITS)]; /* by how many are low */
    uint8_t     *has_row;                                                /* a bit for every set */
    uint8_t  *row_line; /* of every set: the line of its row and 1, 0 if it has none or several */
    uint8_t  *size;     /* of every set */
    uint8_t   gather[CHUNK_SETS][CHUNK_SETS];
    uint8_t   scatter[CHUNK_SETS][CHUNK_SETS];
    Class     classes[2][FIELDS_MAX + 1][FIELDS_MAX + 1]; /* all boards; those that stand for two */
    int       top[2]; /* totals of the variant, the larger first */
    uint32_t  layer_count;
    Layer    *layers;
    uint32_t *layer_at; /* by totals: larger * (top[1] + 1) + smaller */
} Space;

/* What stands on the board, for the side to move and the other. */
typedef struct Board {
    Stones own, other;
} Board;

/* --- sets --- */

static inline int size_of(const Space *space, Stones set)
{
#ifdef __POPCNT__
    (void)space;
    return __builtin_popcount(set);
#else
    return space->size[set];
#endif
}

static inline bool has_row(const Space *space, Stones set)
{
    return (space->has_row[set >> 3] >> (set & 7) & 1) != 0;
}

static inline int count_bits(uint64_t x)
{
    return __builtin_popcountll(x);
}

/* The members of `set` as members of `among`, counted from its first. */
static inline Stones gathered(const Space *space, Stones set, Stones among)
{
#ifdef __BMI2__
    (void)space;
    return __builtin_ia32_pext_si(set, among);
#else
    Stones out = 0;
    int    at = 0;
    for (int n = 0; n < CHUNKS; n++) {
        Stones mask = among >> (n * CHUNK) & (CHUNK_SETS - 1);
        out |= (Stones)space->gather[mask][set >> (n * CHUNK) & (CHUNK_SETS - 1)] << at;
        at += size_of(space, mask);
    }
    return out;
#endif
}

/* The other way round. */
static inline Stones scattered(const Space *space, Stones set, Stones among)
{
#ifdef __BMI2__
    (void)space;
    return __builtin_ia32_pdep_si(set, among);
#else
    Stones out = 0;
    for (int n = 0; n < CHUNKS; n++) {
        Stones mask = among >> (n * CHUNK) & (CHUNK_SETS - 1);
        out |= (Stones)space->scatter[mask][set & (CHUNK_SETS - 1)] << (n * CHUNK);
        set >>= size_of(space, mask);
    }
    return out;
#endif
}

/* How many sets of its size come before it: the sum of binomials, in two parts. */
static inline uint32_t order_of(const Space *space, Stones set)
{
    Stones low = set & ((1 << LOW_BITS) - 1);
    return space->order_low[low] + space->order_high[size_of(space, low)][set >> LOW_BITS];
}

static inline Stones all_fields(const Space *space)
{
    return ((Stones)1 << space->fields) - 1;
}

/* --- the half turn --- */

/* It takes the first field to the last one, and so on. */
static inline Stones turned(const Space *space, Stones set)
{
    Stones low = set & ((1 << TURN_BITS) - 1), high = set >> TURN_BITS;
    return ((Stones)space->reversed[low] << TURN_BITS | space->reversed[high]) >>
           (2 * TURN_BITS - space->fields);
}

static inline bool is_own_turn(const Space *space, Board board)
{
    return turned(space, board.own) == board.own && turned(space, board.other) == board.other;
}

/* Of a board and its half turn the one that stands for both.  No branch: it would be a guess. */
static inline Board pns(const Space *space, Board board)
{
    uint64_t here = (uint64_t)board.own << 32 | board.other;
    uint64_t there = (uint64_t)turned(space, board.own) << 32 | turned(space, board.other);
    uint64_t first = here < there ? here : there;
    return (Board){ (Stones)(first >> 32), (Stones)first };
}

/* --- the number of a board --- */

static inline const Sets *own_sets(const Space *space, bool is_folded)
{
    return is_folded ? &space->half : &space->all;
}

/* Where the number of a board is to be read. */
typedef struct Spot {
    const Block *block;
    uint32_t     first; /* number of its class */
    uint32_t     bit;
} Spot;

static inline Spot spot_of(const Space *space, const Half *half, Board board)
{
    if (half->is_folded)
        board = pns(space, board);
    int own = size_of(space, board.own), other = size_of(space, board.other);
    const Class *class = &space->classes[half->is_folded][own][other];
    Stones   beside = gathered(space, board.other, ~board.own & all_fields(space));
    uint32_t row = own_sets(space, half->is_folded)->order[board.own];
    uint32_t way = row * class->ways + order_of(space, beside);
    return (Spot){ &class->blocks[way >> 6], half->first + half->offset[own][other], way & 63 };
}

static inline uint32_t number_at(Spot spot)
{
    uint64_t before = spot.block->bits & ((UINT64_C(1) << spot.bit) - 1);
    return spot.first + (uint32_t)spot.block->before + (uint32_t)count_bits(before);
}

static inline uint32_t board_number(const Space *space, const Half *half, Board board)
{
    return number_at(spot_of(space, half, board));
}

/* --- layers --- */

void  *gipf_space_open(uint32_t variant, const IndexFilter *filter); /* NULL when memory ran out */
void   gipf_space_close(void *space);
size_t gipf_space_bytes(const void *space);
void   gipf_space_layer_name(const void *space, uint32_t layer, Text *out);

/* Up to how many pieces of a side a board and its half turn are one. */
int gipf_space_fold_max(const GipfSettings *settings);

/* The way of a push as the half turn sees it: the line on the other side, its other end. */
int gipf_space_turned_way(const Space *space, int way);

/* The half of a layer in which a number lies, the part of the half, and the board there. */
const Half *gipf_space_half_of(const Layer *layer, uint32_t number);
uint32_t    gipf_space_part_with(const Half *half, uint32_t number);
Board gipf_space_board_at(const Space *space, const Half *half, uint32_t part, uint32_t number);

/* The layer with these totals, and its half in which `mover` is the total of the side to move; NULL
 * where it is not wanted. */
const Half *gipf_space_find_half(const Space *space, int mover, int other, uint32_t *layer);

#endif
