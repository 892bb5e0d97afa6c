/* SPDX-License-Identifier: MIT
 *
 * gipf_huge.c - GIPF on boards of any side: 25 words per colour.  The lines have no stored masks: for
 * all boards these would take 250 KB, most of the program that a browser downloads.
 */
#include <string.h>

#include "games/gipf/gipf_eval.h"

#define SET_WORDS   25
#define STRIDE      40
#define LINE_MASKS  0
#define GEOMETRY    "gipf_geometry_huge.inc"
#define BOARD_RULES GIPF_HUGE
#include "games/gipf/gipf_body.inc"

#define BOARD_EVAL GIPF_HUGE_EVAL
#include "games/gipf/gipf_eval.inc"
