/* SPDX-License-Identifier: MIT
 *
 * ponte_small.c - Ponte del Diavolo on boards up to 10 x 10: bitboards of 110 bits in two words.
 */
#include <string.h>

#include "core/arrange.h"
#include "games/ponte/ponte.h"
#include "games/ponte/ponte_eval.h"

#define SET_WORDS    2
#define STRIDE       11
#define SIZE_LARGEST 10
#define BOARD_RULES  PONTE_SMALL
#include "games/ponte/ponte_body.inc"

#define BOARD_EVAL PONTE_SMALL_EVAL
#include "games/ponte/ponte_eval.inc"

#define BOARD_SEARCH PONTE_SMALL_SEARCH
#include "games/ponte/ponte_search.inc"
