/* SPDX-License-Identifier: MIT
 *
 * gipf_small.c - GIPF on boards of side 2 to 4: one 64-bit word a colour, and the fast instances
 * of counting and random play for it.
 */
#include <string.h>

#include "core/perft.h"
#include "games/gipf/gipf_eval.h"

#define SET_WORDS   1
#define STRIDE      8
#define GEOMETRY    "gipf_geometry_small.inc"
#define BOARD_RULES GIPF_SMALL
#include "games/gipf/gipf_body.inc"

#include "games/gipf/gipf_fast.inc"

#define BOARD_JUDGE GIPF_SMALL_JUDGE
#include "games/gipf/gipf_eval.inc"

#include "games/gipf/gipf_search.inc"
