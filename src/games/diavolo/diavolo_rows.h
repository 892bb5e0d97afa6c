/* diavolo_rows.h - the bits of a position: sets of fields and points, one word a row.
 *
 * Field u(c,r) is bit 2c of row r, d(c,r) bit 2c+1; the point (c,r) is bit 2c of row r.  So
 * neighbours lie at the same distance on boards of every size:
 *
 *     u(c,r)   bit +1, bit -1, and one row down at bit +1
 *     d(c,r)   bit +1, bit -1, and one row up at bit -1
 *
 * Columns 0, 1 and those behind a row's last field stay empty, on the largest board five of them
 * if the row is seen as a ring.  Rows outside 1..n are empty as well: each set has n+4 words, and
 * what is above one set is below the next.  That is room enough for a window of eight rows around
 * any field (diavolo_window.h).
 */
#ifndef GAMES_DIAVOLO_ROWS_H
#define GAMES_DIAVOLO_ROWS_H

#include "games/diavolo/diavolo.h"

enum {
    SET_LAND = 0, /* lands, a set for each side */
    SET_OPEN = 2, /* fields on which a single land of that side may be placed (R4) */
    SET_FOUR = 4, /* those of them on which it would complete an island */
    SET_ENDS = 6, /* points where a bridge may end: white at bit 2c, red at bit 2c+1 (R5.1, R5.2) */
    SET_TAKEN = 7,  /* points that carry a bridge end, at bit 2c (R2.4) */
    SET_BRIDGE = 8, /* bridges by their edge's side of u(c,r): white at bit 2c, red at bit 2c+1 */
    SET_COUNT = SET_BRIDGE + DIAVOLO_SIDES,

    ROWS_BETWEEN = 4, /* empty rows that two neighbouring sets share */
    ROWS_BELOW = 2,   /* of them below row 1, not counting row 0 */
    WORDS_MAX = SET_COUNT * (DIAVOLO_SIZE_MAX + ROWS_BETWEEN),
};

#define UP_BITS UINT64_C(0x5555555555555555)

/* A position; only the words of its own size are there.  head.extra is the number of the first
 * land's field in phase 1, else 0.  SET_OPEN, SET_FOUR, SET_ENDS, SET_TAKEN, `open` and `islands`
 * follow from lands and bridges. */
typedef struct Diavolo {
    Pos      head;
    uint16_t open[2];    /* number of fields in SET_OPEN */
    uint8_t  islands[2]; /* number of islands */
    uint8_t  stage;      /* a DiavoloStage */
    uint8_t  white_seat;
    uint64_t words[WORDS_MAX];
} Diavolo;

/* A field or point by its place in the sets. */
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

/* Row r of a set is rows_of(d, set)[r]. */
static inline const uint64_t *rows_of(const Diavolo *d, int set)
{
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

/* Fields below row r: what is left of the n*n after the (n+1-r)^2 from row r upward. */
static inline int field_at(int size, Spot spot)
{
    return (spot.row - 1) * (2 * size + 1 - spot.row) + spot.bit - 2;
}

static inline Spot spot_at(int size, int field)
{
    int row = 1, length = 2 * size - 1;
    while (field >= length) {
        field -= length;
        length -= 2;
        row++;
    }
    return (Spot){ row, field + 2 };
}

#endif
