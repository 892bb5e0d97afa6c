/* diavolo_bridges.h - edges in the bit layout: their ends, the fields beside them, legal bridges.
 *
 * Knows:   the rows of diavolo_rows.h and R5.
 * Ignores: whose turn it is and what its stage allows (R7).
 */
#ifndef GAMES_DIAVOLO_BRIDGES_H
#define GAMES_DIAVOLO_BRIDGES_H

#include "games/diavolo/diavolo_rows.h"

/* Return the other field beside an edge of the up field.  It may be off the board, where no field
 * is ever open. */
static inline Spot beyond(Spot up, DiavoloSide side)
{
    switch (side) {
    case DIAVOLO_BOTTOM: return (Spot){ up.row - 1, up.bit + 1 };
    case DIAVOLO_LEFT: return (Spot){ up.row, up.bit - 1 };
    default: return (Spot){ up.row, up.bit + 1 };
    }
}

/* Return end 0 or 1 of an edge, in the order of diavolo_edge_ends. */
static inline Spot edge_end(Spot up, DiavoloSide side, int which)
{
    if (which == 0)
        return side == DIAVOLO_RIGHT ? (Spot){ up.row, up.bit + 2 } : up;
    return side == DIAVOLO_BOTTOM ? (Spot){ up.row, up.bit + 2 } : (Spot){ up.row + 1, up.bit };
}

/* Write the bridges that a side may build on the edges of a row, by the bit of their up field.
 * Both ends must be in SET_ENDS (R5.1, R5.2), and no land may be beside the edge (R5.3). */
static inline void legal_bridges(const Diavolo *d, int side, int row, uint64_t found[DIAVOLO_SIDES])
{
    assert(side <= DIAVOLO_RED && row >= 1 && row <= size_of(d));
    const uint64_t *ends = rows_of(d, SET_ENDS) + row;
    const uint64_t *white = rows_of(d, SET_LAND) + row, *red = rows_of(d, SET_LAND + 1) + row;
    uint64_t        here = ends[0] >> side & UP_BITS, above = ends[1] >> side & UP_BITS;
    uint64_t        land = white[0] | red[0], below = white[-1] | red[-1];
    found[DIAVOLO_BOTTOM] = here & here >> 2 & ~land & ~(below >> 1);
    found[DIAVOLO_LEFT] = here & above & ~land & ~(land << 1);
    found[DIAVOLO_RIGHT] = here >> 2 & above & ~land & ~(land >> 1);
}

#endif
