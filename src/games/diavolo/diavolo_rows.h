/* diavolo_rows.h - the layout of a position: bitboards of fields and points, one word per row.
 *
 * Knows:   which bit is which field or point, and the sets of a position.
 * Ignores: the rules.
 *
 * Field u(c,r) is bit 2c of row r, d(c,r) bit 2c+1; the point (c,r) is bit 2c of row r.  So
 * adjacent fields have the same distance on boards of every size:
 *
 *     u(c,r)   bit +1, bit -1, and one row down at bit +1
 *     d(c,r)   bit +1, bit -1, and one row up at bit -1
 *
 * Columns 0, 1 and those after the last field of a row stay empty: at least five guard columns, if
 * the row is seen as a ring of 64 bits.  Rows outside 1..n are empty guard rows: each set has n+4
 * words, and the guard rows above one set are those below the next.  That is enough for a window
 * of eight rows around any field (diavolo_window.h).
 */
#ifndef GAMES_DIAVOLO_ROWS_H
#define GAMES_DIAVOLO_ROWS_H

#include <assert.h>

#include "games/diavolo/diavolo.h"

enum {
    SET_LAND = 0,   /* lands, one set per side */
    SET_OPEN = 2,   /* fields where a single land of that side is legal (R4), one set per side */
    SET_FOUR = 4,   /* the subset of SET_OPEN where it would complete an island */
    SET_ENDS = 6,   /* points where a bridge may end (R5.1, R5.2): white bit 2c, red bit 2c+1 */
    SET_TAKEN = 7,  /* points that carry a bridge end, at bit 2c (R2.4) */
    SET_BRIDGE = 8, /* bridges, one set per side of u(c,r): white bit 2c, red bit 2c+1 */
    SET_COUNT = SET_BRIDGE + DIAVOLO_SIDES,

    ROWS_BETWEEN = 4, /* guard rows that two neighbouring sets share */
    ROWS_BELOW = 2,   /* of them below row 1, not counting row 0 */
    WORDS_MAX = SET_COUNT * (DIAVOLO_SIZE_MAX + ROWS_BETWEEN),
};

#define UP_BITS UINT64_C(0x5555555555555555) /* the even bits: up fields and points */

/* A position; smaller boards use only the first bytes_of(variant) bytes.  head.extra is the field
 * of the first land in phase 1, otherwise 0.  SET_OPEN, SET_FOUR, SET_ENDS, SET_TAKEN, `open` and
 * `islands` are derived from lands and bridges. */
typedef struct Diavolo {
    Pos      head;
    uint16_t open[2];    /* number of fields in SET_OPEN */
    uint8_t  islands[2]; /* number of islands */
    uint8_t  stage;      /* a DiavoloStage */
    uint8_t  white_seat;
    uint64_t words[WORDS_MAX];
} Diavolo;

/* The place of a field or point in a set. */
typedef struct Spot {
    int row, bit;
} Spot;

static inline const Diavolo *diavolo_of(const Pos *pos)
{
    return (const Diavolo *)(const void *)pos;
}

static inline Diavolo *diavolo_in(Pos *pos)
{
    return (Diavolo *)(void *)pos;
}

static inline int size_of(const Diavolo *d)
{
    return (int)d->head.variant;
}

static inline size_t bytes_of(uint32_t variant)
{
    return offsetof(Diavolo, words) + SET_COUNT * (variant + ROWS_BETWEEN) * sizeof(uint64_t);
}

/* Row r of a set is rows_of(d, set)[r], for r from -ROWS_BELOW on. */
static inline const uint64_t *rows_of(const Diavolo *d, int set)
{
    assert(set >= 0 && set < SET_COUNT);
    return d->words + set * (size_of(d) + ROWS_BETWEEN) + ROWS_BELOW;
}

static inline uint64_t *rows_in(Diavolo *d, int set)
{
    return d->words + set * (size_of(d) + ROWS_BETWEEN) + ROWS_BELOW;
}

static inline bool has_bit(const uint64_t *rows, Spot spot)
{
    return (rows[spot.row] >> spot.bit & 1) != 0;
}

static inline Spot spot_of_field(DiavoloField field)
{
    return (Spot){ field.r, 2 * field.c + field.down };
}

static inline Spot spot_of_point(DiavoloPoint point)
{
    return (Spot){ point.r, 2 * point.c };
}

/* Return the number of a field.  Below row r there are n*n - (n+1-r)^2 fields. */
static inline int field_at(int size, Spot spot)
{
    return (spot.row - 1) * (2 * size + 1 - spot.row) + spot.bit - 2;
}

static inline Spot spot_at(int size, int field)
{
    assert(field >= 0 && field < size * size);
    int row = 1, length = 2 * size - 1;
    while (field >= length) {
        field -= length;
        length -= 2;
        row++;
    }
    return (Spot){ row, field + 2 };
}

#endif
