/* gipf_space.h - a perfect index of GIPF boards of side 2 and 3, for the files of this module.
 *
 * Knows:   sets of stones, boards without a row, the half turn, layers by material.
 * Ignores: turns. gipf_index.c lists the edges between positions.
 *
 * Layers.  Only a capture changes the total of a side (board and reserve), and it only lowers it.
 * So positions with the same two totals form a layer, and in a layer the stones on the board
 * determine the reserves.  A position is a set of stones of the side to move and a set of the other
 * side's.  Colours do not matter (R11), so (6,5) and (5,6) are one layer: first the positions in
 * which the side with more pieces moves, then the others.
 *
 * The number of a board.  Boards are grouped into classes by how many stones each side has.  Within
 * a class the combinatorial number system (sums of binomials) numbers all placements of that many
 * stones.  A bit vector with running totals (rank and select) marks the placements without a row
 * and makes their numbers dense.  Stones are sets of fields, counted row by row, at most 19.
 *
 * Symmetry.  Rotations and reflections of the board are not exact in general (R11).  But the half
 * turn keeps the three directions of lines in their order, and so the order of removal.  The only
 * exception is two separate pairs of crossing rows that appear at once.  If a layer cannot have
 * that, a board and its half turn are one, represented by the canonical board: the one with the
 * smaller own set, or with the smaller other set if the own sets are equal. tools/gipf_half_turn.c
 * checks this on every board.
 */
#ifndef GAMES_GIPF_SPACE_H
#define GAMES_GIPF_SPACE_H

#include <assert.h>

#include "core/index.h"
#include "games/gipf/gipf.h"

enum {
    SIDE_MAX = 3,
    FIELDS_MAX = 3 * SIDE_MAX * (SIDE_MAX - 1) + 1,
    CLASSES_MAX = (FIELDS_MAX + 1) * (FIELDS_MAX + 2) / 2,
    LINES_MAX = 3 * (2 * SIDE_MAX - 1),
    LENGTH_MAX = 2 * SIDE_MAX - 1,
    LINE_SETS = 1 << LENGTH_MAX,
    LINE_CLOSED = UINT16_MAX, /* result of a push into a full line; no other push gives it */
    WINDOWS_MAX = LINES_MAX * LENGTH_MAX,
    TOTALS_MAX = GIPF_PIECES_MAX + 1,
    SELECT_INTERVAL = 64, /* boards per select sample */
    PULLS_MAX = 2 * LINES_MAX * LENGTH_MAX,
    TURN_BITS = 10, /* bits that the half turn looks up at once; two lookups cover 19 fields */
    LOW_BITS = 10,  /* bits of a set in order_low; the others are in order_high */
    CHUNK = 5,      /* bits per lookup of gather and scatter, the portable pext and pdep */
    CHUNKS = (FIELDS_MAX + CHUNK - 1) / CHUNK,
    CHUNK_SETS = 1 << CHUNK,
    RUNS_MAX = LINES_MAX * 2,
};

typedef uint32_t Stones; /* a set of fields */

/* 64 placements: which of them hold no row, and how many such placements precede the block. */
typedef struct Block {
    uint64_t bits;
    uint64_t before;
} Block;

/* All boards with given numbers of stones of the side to move and of the other side. */
typedef struct Class {
    Block    *blocks;
    uint32_t  block_count;
    uint32_t *select_sample; /* block of every SELECT_INTERVAL-th board, and one past the end */
    uint32_t  placements;    /* of the other side's stones, for given own stones */
    uint32_t  count;         /* boards without a row */
} Class;

/* One half of a layer: the totals of the side to move and of the other. */
typedef struct Half {
    int      total[2];
    bool     is_canonical; /* only canonical boards are numbered */
    uint32_t first;        /* its first number in the layer */
    uint32_t count;
    uint32_t offset[FIELDS_MAX + 1][FIELDS_MAX + 1]; /* first number of a class in the half */
    uint32_t part_count;
    uint32_t part_first[CLASSES_MAX]; /* the offsets of classes that are not empty, ascending */
    uint8_t  part_of[CLASSES_MAX][2]; /* the class of each part: own and other stones */
} Half;

/* A line as a push sees it: its fields, beginning at the end that the stone enters. */
typedef struct EntryLine {
    int    length;
    Stones field[LENGTH_MAX];
} EntryLine;

typedef struct Layer {
    int   total[2]; /* the larger first */
    int   halves;   /* 1 if they are equal */
    bool  is_wanted;
    Half *half[2]; /* NULL if the layer is not wanted */
} Layer;

/* Sets of fields, sorted by size, and by number within a size. */
typedef struct Sets {
    Stones   *sets;
    uint32_t *order; /* index of a set among the listed sets of its size */
    uint32_t  first[FIELDS_MAX + 2];
} Sets;

/* The ends of lines that pushes enter from, as indices of Space.entry. */
typedef struct Ends {
    int     count;
    uint8_t entry[2 * LINES_MAX];
} Ends;

typedef struct Space {
    GipfSettings settings;
    uint32_t     variant;
    int          fields, lines;
    EntryLine    entry[2 * LINES_MAX]; /* line n from its low end 2n, from its high end 2n+1 */
    Stones       line[LINES_MAX];
    uint32_t     choose[FIELDS_MAX + 1][FIELDS_MAX + 1];
    Sets         all;
    Sets         half;      /* the sets that are not larger than their half turn */
    int          canon_max; /* pieces of a side up to which the half turn is exact */
    Ends         ends[2];   /* all ends; one of each pair that the half turn exchanges */
    /* Lookup tables over the stones of a line, packed as bits 0 to length-1. */
    uint16_t pushed[LENGTH_MAX + 1][2][LINE_SETS * LINE_SETS]; /* by length, end and stones */
    uint8_t  row_in[LINE_SETS];              /* the row, if there is just one, else 0 */
    uint8_t  touching[LINE_SETS][LINE_SETS]; /* span by row and all stones of the line (R4.2) */
    uint16_t reversed[1 << TURN_BITS];       /* bits in reverse order, for the half turn */
    /* The combinatorial number of a set, split into a low and a high part. */
    uint16_t  order_low[1 << LOW_BITS];
    uint32_t  order_high[LOW_BITS + 1][1 << (FIELDS_MAX - LOW_BITS)]; /* by size of the low part */
    uint8_t  *has_row;  /* one bit per set: does it hold a row? */
    uint8_t  *row_line; /* per set: 1 + the line of its row; 0 if it has none or several */
    uint8_t  *size;     /* per set: its size */
    uint8_t   gather[CHUNK_SETS][CHUNK_SETS];
    uint8_t   scatter[CHUNK_SETS][CHUNK_SETS];
    Class     classes[2][FIELDS_MAX + 1][FIELDS_MAX + 1]; /* all boards; canonical boards */
    int       top[2]; /* totals of the variant, the larger first */
    uint32_t  layer_count;
    Layer    *layers;
    uint32_t *layer_at; /* by totals: larger * (top[1] + 1) + smaller */
} Space;

/* The stones on the board, of the side to move and of the other side. */
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

/* Parallel bit extract (pext): return the bits of `set` at the positions of `among`, side by
 * side. */
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

/* Parallel bit deposit (pdep), the inverse of gathered: spread the low bits of `set` over
 * `among`. */
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

/* Return how many sets of the same size precede `set`: its combinatorial number. */
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

/* Return the half turn of a set.  It maps the first field to the last one, the second to the last
 * but one and so on, so it reverses the bits. */
static inline Stones turned(const Space *space, Stones set)
{
    Stones low = set & ((1 << TURN_BITS) - 1), high = set >> TURN_BITS;
    return ((Stones)space->reversed[low] << TURN_BITS | space->reversed[high]) >>
           (2 * TURN_BITS - space->fields);
}

/* True if the half turn maps the board to itself. */
static inline bool is_own_turn(const Space *space, Board board)
{
    return turned(space, board.own) == board.own && turned(space, board.other) == board.other;
}

/* Return the canonical board of a board and its half turn.  Without a branch, because a CPU could
 * not predict it. */
static inline Board canonical(const Space *space, Board board)
{
    uint64_t here = (uint64_t)board.own << 32 | board.other;
    uint64_t there = (uint64_t)turned(space, board.own) << 32 | turned(space, board.other);
    uint64_t first = here < there ? here : there;
    return (Board){ (Stones)(first >> 32), (Stones)first };
}

/* --- the number of a board --- */

static inline const Sets *own_sets(const Space *space, bool is_canonical)
{
    return is_canonical ? &space->half : &space->all;
}

/* The bit of a board in the bit vector of its class.  Separate from number_at, so that callers can
 * prefetch the block. */
typedef struct BitRef {
    const Block *block;
    uint32_t     first; /* first number of the class */
    uint32_t     bit;
} BitRef;

static inline BitRef bit_ref_of(const Space *space, const Half *half, Board board)
{
    assert((board.own & board.other) == 0 && ((board.own | board.other) & ~all_fields(space)) == 0);
    if (half->is_canonical)
        board = canonical(space, board);
    int own = size_of(space, board.own), other = size_of(space, board.other);
    const Class *class = &space->classes[half->is_canonical][own][other];
    Stones   beside = gathered(space, board.other, ~board.own & all_fields(space));
    uint32_t row = own_sets(space, half->is_canonical)->order[board.own];
    uint32_t placement = row * class->placements + order_of(space, beside);
    return (BitRef){ &class->blocks[placement >> 6], half->first + half->offset[own][other],
                     placement & 63 };
}

/* Return the number of a board: the rank of its bit. */
static inline uint32_t number_at(BitRef ref)
{
    uint64_t before = ref.block->bits & ((UINT64_C(1) << ref.bit) - 1);
    return ref.first + (uint32_t)ref.block->before + (uint32_t)count_bits(before);
}

static inline uint32_t board_number(const Space *space, const Half *half, Board board)
{
    return number_at(bit_ref_of(space, half, board));
}

/* --- layers --- */

/* These implement GameIndex (core/index.h); gipf_space_open returns NULL if memory runs out. */
void  *gipf_space_open(uint32_t variant, const IndexFilter *filter);
void   gipf_space_close(void *space);
size_t gipf_space_bytes(const void *space);
void   gipf_space_layer_name(const void *space, uint32_t layer, Text *out);
bool   gipf_smallest(const Pos *pos, uint32_t *variant);
bool   gipf_size(uint32_t variant, IndexSize *size);

/* Return up to how many pieces per side the half turn is exact; 0 if it never is. */
int gipf_space_canon_max(const GipfSettings *settings);

/* Return the image of an entry under the half turn: the opposite line, from its other end. */
int gipf_space_turned_entry(const Space *space, int entry);

/* Find the half of a layer that holds a number, the part of the half, and the board there. */
const Half *gipf_space_half_of(const Layer *layer, uint32_t number);
uint32_t    gipf_space_part_with(const Half *half, uint32_t number);
Board gipf_space_board_at(const Space *space, const Half *half, uint32_t part, uint32_t number);

/* Find the layer with these totals, and return its half in which the side to move has `mover`
 * pieces; NULL if the layer is not wanted. */
const Half *gipf_space_find_half(const Space *space, int mover, int other, uint32_t *layer);

#endif
