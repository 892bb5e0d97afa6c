/* duell_sight.h - move generation: all legal moves of a side as sets of squares.
 *
 * Knows:   the moves of R4 and which of them leave the own king attacked (R5.2).
 * Ignores: when a game is over.
 *
 * SIMD bitboards.  The board is kept twice: by rows (eight lanes of 16 bits, bit c for column c)
 * and by columns (nine lanes of 8 bits, bit r for row r).  A die on row r that shows n and rolls
 * vertically first reaches row r+a after a steps and has n-a steps left.  So each lane of the row
 * board has one target to the east and one to the west, and vector operations process all lanes at
 * once.
 *
 *     the die on D2 shows 3     lane of row 4:  D4 reached, 1 left:  target E4, nothing between
 *                               lane of row 3:  D3 reached, 2 left:  target F3, E3 between
 *                               lane of row 2:  straight, 3 left:    target G2, E2 F2 between
 *
 * The column board gives the rolls that begin horizontally, and the straight vertical ones.
 *
 * Attacks and pins.  A move can expose its own king only on a path of an enemy die at exactly the
 * distance that it shows.  An empty path is an attack: every die must move onto the path or capture
 * the attacker.  One own die alone on the path is pinned: it must stay on the path or capture the
 * attacker.  Every other path stays blocked by any move, because a captured die leaves its capturer
 * on its square.
 *
 * Lanes are counted from the low end.  That needs a little-endian machine; WebAssembly is one too.
 *
 * About 22 vector operations find the moves of a die, regardless of their number.
 */
#ifndef GAMES_DUELL_SIGHT_H
#define GAMES_DUELL_SIGHT_H

#include <string.h>

#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"

#define DUELL_INLINE static inline __attribute__((always_inline))

typedef uint16_t DuellRows __attribute__((vector_size(16)));
typedef uint8_t  DuellColumns __attribute__((vector_size(16)));
typedef uint64_t DuellPair __attribute__((vector_size(16)));

/* A set of targets.  `rows` holds moves of order 0 except the straight vertical ones, which are in
 * `columns` with the moves of order 1. */
typedef struct DuellTargets {
    DuellRows    rows;
    DuellColumns columns;
} DuellTargets;

/* A pinned die, and the squares that it may move to. */
typedef struct DuellPin {
    DuellTargets may;
    int          square;
} DuellPin;

/* The moves of a side, prepared once per position. */
typedef struct DuellSight {
    DuellTargets own, all; /* the board, by rows and by columns */
    DuellTargets must;     /* squares that end all attacks; valid for every die except the king */
    int          open;     /* empty attack paths to the king; 0 if it is not attacked */
    int          pin_count;
    unsigned     unsafe; /* bit d: the king must not step towards direction d */
    DuellPin     pins[2 * DUELL_PIECES];
} DuellSight;

/* --- lanes --- */

DUELL_INLINE DuellRows rows_of(unsigned lane)
{
    uint16_t x = (uint16_t)lane;
    return (DuellRows){ x, x, x, x, x, x, x, x };
}

DUELL_INLINE DuellColumns columns_of(unsigned lane)
{
    uint8_t x = (uint8_t)lane;
    return (DuellColumns){ x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x };
}

/* Return all bits in the lanes of the given rows. */
DUELL_INLINE DuellRows row_lanes(unsigned rows)
{
    const DuellRows bit = { 1, 2, 4, 8, 16, 32, 64, 128 };
    return (DuellRows)((rows_of(rows) & bit) == bit);
}

/* Return all bits in the lanes of the given columns. */
DUELL_INLINE DuellColumns column_lanes(unsigned columns)
{
    const DuellColumns bit = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
    const uint64_t     each = UINT64_C(0x0101010101010101);
    DuellColumns low = (DuellColumns)(DuellPair){ (columns & 255) * each, (columns >> 8) * each };
    return (DuellColumns)((low & bit) == bit);
}

/* Return a vector with one bit: the byte of the bit is loaded at an offset. */
DUELL_INLINE DuellPair bit_at(unsigned index)
{
    static const uint8_t BYTES[8][32] = { { [15] = 1 },  { [15] = 2 },  { [15] = 4 },
                                          { [15] = 8 },  { [15] = 16 }, { [15] = 32 },
                                          { [15] = 64 }, { [15] = 128 } };
    DuellPair            pair;
    memcpy(&pair, BYTES[index % 8] + 15 - index / 8, sizeof pair);
    return pair;
}

/* Return a board with one square. */
DUELL_INLINE DuellTargets square_at(int row, int column)
{
    return (DuellTargets){
        .rows = (DuellRows)bit_at((unsigned)(row * 16 + column)),
        .columns = (DuellColumns)bit_at((unsigned)(column * 8 + row)),
    };
}

DUELL_INLINE int row_bits(DuellRows rows)
{
    DuellPair pair = (DuellPair)rows;
    return __builtin_popcountll(pair[0]) + __builtin_popcountll(pair[1]);
}

DUELL_INLINE int column_bits(DuellColumns columns)
{
    DuellPair pair = (DuellPair)columns;
    return __builtin_popcountll(pair[0]) + __builtin_popcountll(pair[1]);
}

/* Transpose two 8 x 8 bit matrices at once (Hacker's Delight): byte r bit c becomes byte c bit
 * r. */
DUELL_INLINE DuellPair transposed(DuellPair x)
{
    DuellPair t = (x ^ (x >> 7)) & UINT64_C(0x00aa00aa00aa00aa);
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & UINT64_C(0x0000cccc0000cccc);
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & UINT64_C(0x00000000f0f0f0f0);
    return x ^ t ^ (t << 28);
}

/* Return the lowest bits of eight bytes as one byte.  The multiplication moves each to the top
 * byte. */
DUELL_INLINE uint64_t gathered(uint64_t bytes)
{
    return bytes * UINT64_C(0x0102040810204080) >> 56;
}

/* Convert the boards of both sides from rows to columns: transpose the first eight columns, and
 * gather the ninth, which is in the high bytes. */
DUELL_INLINE void columns_from(DuellRows own, DuellRows other, DuellColumns *own_columns,
                               DuellColumns *other_columns)
{
    DuellColumns a = (DuellColumns)own, b = (DuellColumns)other;
    DuellPair low = (DuellPair)__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
                                                       22, 24, 26, 28, 30);
    DuellPair high = (DuellPair)__builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21,
                                                        23, 25, 27, 29, 31);
    low = transposed(low);
    *own_columns = (DuellColumns)(DuellPair){ low[0], gathered(high[0]) };
    *other_columns = (DuellColumns)(DuellPair){ low[1], gathered(high[1]) };
}

/* --- where a die can roll --- */

/* Where a die that shows n can end, by the place of its lane (the column of a row board, the row of a
 * column board) and by the distance of a lane from its own, which is the middle entry.  With d steps
 * left it rolls d places up or down in the lane.  `up_path` and `down_path` are the places that must
 * be empty: those before the target, and in other lanes the place where it turns.  A load at an
 * offset aligns the middle with the die's lane. */
typedef struct DuellLanesOfRows {
    uint16_t up[16], down[16], up_path[16], down_path[16];
} DuellLanesOfRows;

typedef struct DuellLanesOfColumns {
    uint8_t up[24], down[24], up_path[24], down_path[24];
} DuellLanesOfColumns;

extern const DuellLanesOfRows    DUELL_BY_ROWS[DUELL_TOP_MAX + 1][DUELL_COLUMNS];
extern const DuellLanesOfColumns DUELL_BY_COLUMNS[DUELL_TOP_MAX + 1][DUELL_ROWS];

/* The lanes strictly between two lanes, as bits: those that a die crosses before it turns.  Columns
 * are shifted by one place, because the first and the last one are never between two others. */
enum { NO_LANE = 0x80 };
extern const uint16_t DUELL_CROSSED_ROWS[DUELL_ROWS][8];
extern const uint8_t  DUELL_CROSSED_COLUMNS[DUELL_COLUMNS][16];

DUELL_INLINE DuellRows rows_at(const uint16_t *lanes)
{
    DuellRows rows;
    memcpy(&rows, lanes, sizeof rows);
    return rows;
}

DUELL_INLINE DuellColumns columns_at(const uint8_t *lanes)
{
    DuellColumns columns;
    memcpy(&columns, lanes, sizeof columns);
    return columns;
}

DUELL_INLINE DuellRows reach_by_rows(const DuellTargets *all, int row, int column, int top)
{
    const DuellLanesOfRows *lanes = &DUELL_BY_ROWS[top][column];
    int                     first = DUELL_ROWS - 1 - row;
    DuellRows               crossed =
        (DuellRows)columns_of(all->columns[column]) & rows_at(DUELL_CROSSED_ROWS[row]);
    DuellRows up = (DuellRows)((all->rows & rows_at(lanes->up_path + first)) == rows_of(0));
    DuellRows down = (DuellRows)((all->rows & rows_at(lanes->down_path + first)) == rows_of(0));
    return ((rows_at(lanes->up + first) & up) | (rows_at(lanes->down + first) & down)) &
           (DuellRows)(crossed == rows_of(0));
}

DUELL_INLINE DuellColumns reach_by_columns(const DuellTargets *all, int row, int column, int top)
{
    const DuellLanesOfColumns *lanes = &DUELL_BY_COLUMNS[top][row];
    int                        first = DUELL_COLUMNS - 1 - column;
    DuellColumns               crossed = columns_of((unsigned)all->rows[row] >> 1 | NO_LANE) &
                           columns_at(DUELL_CROSSED_COLUMNS[column]);
    DuellColumns up =
        (DuellColumns)((all->columns & columns_at(lanes->up_path + first)) == columns_of(0));
    DuellColumns down =
        (DuellColumns)((all->columns & columns_at(lanes->down_path + first)) == columns_of(0));
    return ((columns_at(lanes->up + first) & up) | (columns_at(lanes->down + first) & down)) &
           (DuellColumns)(crossed == columns_of(0));
}

/* Return every square on which a die that shows `top` can end, whatever occupies that square.
 * `all` is the board by rows and by columns. */
DUELL_INLINE DuellTargets reach(const DuellTargets *all, int row, int column, int top)
{
    assert(top >= 1 && top <= DUELL_TOP_MAX);
    return (DuellTargets){
        .rows = reach_by_rows(all, row, column, top),
        .columns = reach_by_columns(all, row, column, top),
    };
}

/* --- threats to the king --- */

/* A path with at most one bend, without its ends: a part of one column and a part of one row. */
typedef struct DuellPath {
    int      row, column;
    unsigned in_row, in_column;
} DuellPath;

DUELL_INLINE unsigned bits_between(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    return ((1u << high) - 1) & ~((2u << low) - 1);
}

/* Return the path from (row, column) to (to_row, to_column). */
DUELL_INLINE DuellPath path_of(int row, int column, int to_row, int to_column, int order)
{
    bool      bent = row != to_row && column != to_column;
    DuellPath path = {
        .row = order == 0 ? to_row : row,
        .column = order == 0 ? column : to_column,
        .in_row = bits_between(column, to_column),
        .in_column = bits_between(row, to_row),
    };
    if (bent)
        path.in_column |= 1u << path.row; /* the corner */
    return path;
}

/* Return the squares of a path and its start (row, column): those that end the attack. */
DUELL_INLINE DuellTargets path_targets(const DuellPath *path, int row, int column)
{
    DuellRows    rows = row_lanes(path->in_column) & rows_of(1u << path->column);
    DuellColumns columns = column_lanes(1u << path->column) & columns_of(path->in_column);
    rows |= row_lanes(1u << path->row) & rows_of(path->in_row);
    columns |= column_lanes(path->in_row) & columns_of(1u << path->row);
    DuellTargets start = square_at(row, column);
    return (DuellTargets){ .rows = rows | start.rows, .columns = columns | start.columns };
}

/* Intersect `targets` with `to`. */
DUELL_INLINE void bind(DuellTargets *targets, const DuellTargets *to)
{
    targets->rows &= to->rows;
    targets->columns &= to->columns;
}

/* Record a path from a die on (row, column) to the king: an attack, a pin, or neither. */
static inline void add_path(DuellSight *sight, const DuellPath *path, int row, int column)
{
    unsigned in_column = sight->all.columns[path->column] & path->in_column;
    unsigned in_row = sight->all.rows[path->row] & path->in_row;
    int      count = __builtin_popcount(in_column) + __builtin_popcount(in_row);
    if (count == 0) {
        DuellTargets closed = path_targets(path, row, column);
        bind(&sight->must, &closed);
        sight->open++;
    } else if (count == 1) {
        int at_row = in_row != 0 ? path->row : __builtin_ctz(in_column);
        int at_column = in_row != 0 ? __builtin_ctz(in_row) : path->column;
        if ((sight->own.rows[at_row] >> at_column & 1) == 0)
            return;
        assert(sight->pin_count < 2 * DUELL_PIECES);
        DuellPin *pin = &sight->pins[sight->pin_count++];
        pin->square = duell_square(at_row, at_column);
        pin->may = path_targets(path, row, column);
    }
}

/* Record a die at exactly its distance from the king, by its one or two paths. */
static inline void add_attacker(DuellSight *sight, int king_row, int king_column, int row,
                                int column)
{
    DuellPath path = path_of(row, column, king_row, king_column, 0);
    add_path(sight, &path, row, column);
    if (row != king_row && column != king_column) {
        path = path_of(row, column, king_row, king_column, 1);
        add_path(sight, &path, row, column);
    }
}

/* Return the king's steps that end on one of these targets: bit d is direction d. */
DUELL_INLINE unsigned steps_onto(const DuellTargets *targets, int row, int column)
{
    unsigned along = targets->rows[row], across = targets->columns[column], unsafe = 0;
    for (int d = 0; d < 4; d++) {
        static const int8_t UP[4] = { 1, 0, -1, 0 }, RIGHT[4] = { 0, 1, 0, -1 };
        int                 to_row = (row + UP[d]) & 7, to_column = (column + RIGHT[d]) & 15;
        unsigned            hit = d % 2 == 0
                                      ? across >> to_row | (unsigned)targets->rows[to_row] >> column
                                      : along >> to_column | (unsigned)targets->columns[to_column] >> row;
        unsafe |= (hit & 1) << d;
    }
    return unsafe;
}

/* Dice of the other side whose distance to the king equals their top (`exact`) or differs by one
 * (`near`): bit n is the nth die in the order of the board. */
typedef struct DuellRing {
    unsigned exact, near;
    int      count;
    uint8_t  row[DUELL_PIECES], column[DUELL_PIECES], top[DUELL_PIECES];
} DuellRing;

DUELL_INLINE void ring_init(DuellRing *ring, const Duell *duell, DuellRows other, int king_row,
                            int king_column)
{
    DuellPair pieces = (DuellPair)other;
    ring->exact = ring->near = 0;
    ring->count = 0;
    for (int half = 0; half < 2; half++)
        for (uint64_t left = pieces[half]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left), row = half * 4 + (bit >> 4), column = bit & 15;
            int top = duell_top(duell->board[duell_square(row, column)]);
            int rows = row - king_row, columns = column - king_column;
            int off = (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns) - top;
            ring->row[ring->count] = (uint8_t)row;
            ring->column[ring->count] = (uint8_t)column;
            ring->top[ring->count] = (uint8_t)top;
            ring->exact |= (unsigned)(off == 0) << ring->count;
            ring->near |= (unsigned)(off * off == 1) << ring->count;
            ring->count++;
        }
}

/* Find attacks, pins and the steps that the king must not take.  A die at its exact distance may
 * attack or pin; one that is off by one may guard squares beside the king; no other matters.  Both
 * kinds are collected first without a branch, and a guard contributes all its targets at once.
 * That raised perft from 128 to 151 million moves per second. */
DUELL_INLINE void find_threats(DuellSight *sight, const Duell *duell, DuellRows other)
{
    int          king = duell->king[duell->head.side];
    int          king_row = duell_row(king), king_column = duell_column(king);
    DuellRing    ring;
    DuellTargets without = sight->all, guarded = { .rows = rows_of(0) };
    ring_init(&ring, duell, other, king_row, king_column);
    for (unsigned left = ring.exact; left != 0; left &= left - 1) {
        int n = __builtin_ctz(left);
        add_attacker(sight, king_row, king_column, ring.row[n], ring.column[n]);
    }
    if (ring.near == 0)
        return;
    DuellTargets king_square = square_at(king_row, king_column);
    without.rows &= ~king_square.rows;
    without.columns &= ~king_square.columns;
    for (unsigned left = ring.near; left != 0; left &= left - 1) {
        int          n = __builtin_ctz(left);
        DuellTargets more = reach(&without, ring.row[n], ring.column[n], ring.top[n]);
        guarded.rows |= more.rows;
        guarded.columns |= more.columns;
    }
    sight->unsafe = steps_onto(&guarded, king_row, king_column);
}

/* --- all moves --- */

/* Prepare the moves of a side whose king is not attacked. */
DUELL_INLINE void sight_set(DuellSight *sight, DuellTargets own, DuellTargets other)
{
    sight->own = own;
    sight->all.rows = own.rows | other.rows;
    sight->all.columns = own.columns | other.columns;
    sight->open = sight->pin_count = 0;
    sight->unsafe = 0;
    sight->must = (DuellTargets){ .rows = rows_of(0xffff), .columns = columns_of(0xff) };
}

/* Prepare the moves of the side to move.  `free` ignores the king's safety (R7.1). */
DUELL_INLINE void sight_init(DuellSight *sight, const Duell *duell, bool free)
{
    DuellTargets own, other;
    memcpy(&own.rows, duell->rows[duell->head.side], sizeof own.rows);
    memcpy(&other.rows, duell->rows[1 - duell->head.side], sizeof other.rows);
    columns_from(own.rows, other.rows, &own.columns, &other.columns);
    sight_set(sight, own, other);
    if (!free)
        find_threats(sight, duell, other.rows);
}

/* The steps onto the goal, as directions, by side and square. */
static const uint8_t ONTO_GOAL[2][DUELL_SQUARES] = {
    { [58] = 1 << DUELL_NORTH, [66] = 1 << DUELL_EAST, [68] = 1 << DUELL_WEST },
    { [13] = 1 << DUELL_SOUTH, [3] = 1 << DUELL_EAST, [5] = 1 << DUELL_WEST },
};

/* Return the king's moves.  It may step onto its goal even if it is attacked there (R5.3). */
DUELL_INLINE DuellTargets king_targets(const DuellSight *sight, int row, int column, int side)
{
    const DuellLanesOfRows    *along = &DUELL_BY_ROWS[1][column];
    const DuellLanesOfColumns *across = &DUELL_BY_COLUMNS[1][row];
    int          first_row = DUELL_ROWS - 1 - row, first_column = DUELL_COLUMNS - 1 - column;
    unsigned     safe = ~sight->unsafe | ONTO_GOAL[side][duell_square(row, column)];
    DuellRows    east = rows_at(along->up + first_row) & rows_of(-(safe >> DUELL_EAST & 1));
    DuellRows    west = rows_at(along->down + first_row) & rows_of(-(safe >> DUELL_WEST & 1));
    DuellColumns north =
        columns_at(across->up + first_column) & columns_of(-(safe >> DUELL_NORTH & 1));
    DuellColumns south =
        columns_at(across->down + first_column) & columns_of(-(safe >> DUELL_SOUTH & 1));
    return (DuellTargets){
        .rows = (east | west) & ~sight->own.rows,
        .columns = (north | south) & ~sight->own.columns,
    };
}

/* Return the legal moves of an own die other than the king. */
DUELL_INLINE DuellTargets die_targets(const DuellSight *sight, int row, int column, int top)
{
    DuellTargets targets = reach(&sight->all, row, column, top);
    targets.rows &= ~sight->own.rows;
    targets.columns &= ~sight->own.columns;
    if (sight->open != 0)
        bind(&targets, &sight->must);
    for (int i = 0; i < sight->pin_count; i++)
        if (sight->pins[i].square == duell_square(row, column))
            bind(&targets, &sight->pins[i].may);
    return targets;
}

/* Return the legal moves of the own piece on this square. */
DUELL_INLINE DuellTargets sight_targets(const DuellSight *sight, const Duell *duell, int row,
                                        int column)
{
    uint8_t piece = duell->board[duell_square(row, column)];
    assert(piece != DUELL_EMPTY && duell_colour(piece) == duell->head.side);
    if (duell_kind(piece) == DUELL_KING)
        return king_targets(sight, row, column, duell->head.side);
    return die_targets(sight, row, column, duell_top(piece));
}

DUELL_INLINE int targets_count(const DuellTargets *targets)
{
    return row_bits(targets->rows) + column_bits(targets->columns);
}

/* List the moves onto these targets: first those of the row board, then those of the column board,
 * each lane by lane.  This is the order of `gen`.  Return their number. */
DUELL_INLINE int targets_list(const DuellTargets *targets, int from, Step *steps)
{
    DuellPair rows = (DuellPair)targets->rows, columns = (DuellPair)targets->columns;
    int       count = 0, column = duell_column(from);
    for (int half = 0; half < 2; half++)
        for (uint64_t left = rows[half]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left) + 64 * half;
            steps[count++] = duell_step(from, duell_square(bit >> 4, bit & 15), 0);
        }
    for (int half = 0; half < 2; half++)
        for (uint64_t left = columns[half]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left) + 64 * half;
            int to = duell_square(bit & 7, bit >> 3);
            steps[count++] = duell_step(from, to, bit >> 3 != column);
        }
    return count;
}

#endif
