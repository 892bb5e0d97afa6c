/* SPDX-License-Identifier: MIT
 *
 * gipf_large.c - GIPF on boards of side 2 to 12: nine words per colour.
 */
#include <string.h>

#include "games/gipf/gipf_eval.h"

#define SET_WORDS   9
#define STRIDE      24
#define LINE_MASKS  1
#define GEOMETRY    "gipf_geometry_large.inc"
#define BOARD_RULES GIPF_LARGE
#include "games/gipf/gipf_body.inc"

#define BOARD_EVAL GIPF_LARGE_EVAL
#include "games/gipf/gipf_eval.inc"
