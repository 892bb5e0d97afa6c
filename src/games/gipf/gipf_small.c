/* SPDX-License-Identifier: MIT
 *
 * gipf_small.c - GIPF on boards of side 2 to 4: one 64-bit word per colour, with the fast instances
 * of perft, random playouts and search.
 */
#include <string.h>

#include "core/perft.h"
#include "games/gipf/gipf_eval.h"

#define SET_WORDS   1
#define STRIDE      8
#define LINE_MASKS  1
#define GEOMETRY    "gipf_geometry_small.inc"
#define BOARD_RULES GIPF_SMALL
#include "games/gipf/gipf_body.inc"

#include "games/gipf/gipf_fast.inc"

#define BOARD_EVAL GIPF_SMALL_EVAL
#include "games/gipf/gipf_eval.inc"

#include "games/gipf/gipf_search.inc"

uint64_t gipf_small_fields(const Pos *pos, int side, int colour)
{
    const Position *p = (const Position *)(const void *)pos;
    uint64_t        fields = 0;
    assert(side <= 4 && !gipf_unpack(pos->variant).large);
    for (int i = 1, count = 0; i < 2 * side; i++) {
        int      length = i <= side ? side + i - 1 : 3 * side - i - 1;
        int8_t   first = (int8_t)(i <= side ? 1 : i - side + 1);
        uint64_t row = p->stones[colour].w[0] >> bit_of((GipfNode){ (int8_t)i, first });
        fields |= (row & ((UINT64_C(1) << length) - 1)) << count;
        count += length;
    }
    return fields;
}
