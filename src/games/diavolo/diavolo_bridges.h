/* diavolo_bridges.h - edges of an up field: their ends, the fields beside them, and which of them
 * may carry a bridge.
 */
#ifndef GAMES_DIAVOLO_BRIDGES_H
#define GAMES_DIAVOLO_BRIDGES_H

#include "games/diavolo/diavolo_rows.h"

/* The other field beside an edge of u(c,r), whose spot is given; it may lie off the board, where
 * nothing is ever open. */
static inline Spot beyond(Spot up, DiavoloSide side)
{
    switch (side) {
    case DIAVOLO_BOTTOM: return (Spot){ up.row - 1, up.bit + 1 };
    case DIAVOLO_LEFT: return (Spot){ up.row, up.bit - 1 };
    default: return (Spot){ up.row, up.bit + 1 };
    }
}

static inline Spot edge_end(Spot up, DiavoloSide side, int which)
{
    if (which == 0)
        return side == DIAVOLO_RIGHT ? (Spot){ up.row, up.bit + 2 } : up;
    return side == DIAVOLO_BOTTOM ? (Spot){ up.row, up.bit + 2 } : (Spot){ up.row + 1, up.bit };
}

/* The bridges that a side may build on edges of row `row`, by the bit of their up field: both ends
 * are ends (R5.1, R5.2), and no land lies on either side (R5.3). */
static inline void legal_bridges(const Diavolo *d, int side, int row, uint64_t found[DIAVOLO_SIDES])
{
    const uint64_t *ends = rows_of(d, SET_ENDS) + row;
    const uint64_t *white = rows_of(d, SET_LAND) + row, *red = rows_of(d, SET_LAND + 1) + row;
    uint64_t        here = ends[0] >> side & UP_BITS, above = ends[1] >> side & UP_BITS;
    uint64_t        land = white[0] | red[0], below = white[-1] | red[-1];
    found[DIAVOLO_BOTTOM] = here & here >> 2 & ~land & ~(below >> 1);
    found[DIAVOLO_LEFT] = here & above & ~land & ~(land << 1);
    found[DIAVOLO_RIGHT] = here >> 2 & above & ~land & ~(land >> 1);
}

#endif
