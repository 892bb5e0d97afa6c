/* SPDX-License-Identifier: MIT
 *
 * ponte_large.c - Ponte del Diavolo on boards up to 12 x 12: bitboards of 156 bits in three words.
 */
#include <string.h>

#include "core/arrange.h"
#include "games/ponte/ponte.h"
#include "games/ponte/ponte_eval.h"

#define SET_WORDS    3
#define STRIDE       13
#define SIZE_LARGEST 12
#define BOARD_RULES  PONTE_LARGE
#include "games/ponte/ponte_body.inc"

#define BOARD_EVAL PONTE_LARGE_EVAL
#include "games/ponte/ponte_eval.inc"

#define BOARD_SEARCH PONTE_LARGE_SEARCH
#include "games/ponte/ponte_search.inc"
