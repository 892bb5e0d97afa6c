/* SPDX-License-Identifier: MIT */
/* duell_lanes.c - the tables of duell_sight.h: where a die can end in each lane of a board. */
#include "games/duell/duell_sight.h"

/* clang-format off */
#define LEFT(n, a)               ((n) - ((a) < 0 ? -(a) : (a)))
#define BIT_IF(yes, at)          ((uint16_t)((yes) ? 1 << ((yes) ? (at) : 0) : 0)) /* no shift by a negative number */
#define UP(n, at, end, a)        BIT_IF(LEFT(n, a) > 0 && (at) + LEFT(n, a) < (end), (at) + LEFT(n, a))
#define DOWN(n, at, end, a)      BIT_IF(LEFT(n, a) > 0 && (at) >= LEFT(n, a), (at) - LEFT(n, a))
#define TURN(at, a)              ((a) != 0 ? 1 << (at) : 0)
#define UP_PATH(n, at, end, a)   ((uint16_t)((UP(n, at, end, a) != 0) * (UP(n, at, end, a) - (2 << (at)) + TURN(at, a))))
#define DOWN_PATH(n, at, end, a) ((uint16_t)((DOWN(n, at, end, a) != 0) * ((1 << (at)) - 2 * DOWN(n, at, end, a) + TURN(at, a))))
#define EACH(F, n, at, end) \
    F(n, at, end, -7), F(n, at, end, -6), F(n, at, end, -5), F(n, at, end, -4), F(n, at, end, -3), \
    F(n, at, end, -2), F(n, at, end, -1), F(n, at, end, 0), F(n, at, end, 1), F(n, at, end, 2), \
    F(n, at, end, 3), F(n, at, end, 4), F(n, at, end, 5), F(n, at, end, 6), F(n, at, end, 7)
#define LANES_OF_ROWS(n, at) \
    { { EACH(UP, n, at, 9) }, { EACH(DOWN, n, at, 9) }, { EACH(UP_PATH, n, at, 9) }, { EACH(DOWN_PATH, n, at, 9) } }
#define LANES_OF_COLUMNS(n, at) \
    { { 0, EACH(UP, n, at, 8) }, { 0, EACH(DOWN, n, at, 8) }, { 0, EACH(UP_PATH, n, at, 8) }, { 0, EACH(DOWN_PATH, n, at, 8) } }
#define EACH_ROW(F, n)    F(n, 0), F(n, 1), F(n, 2), F(n, 3), F(n, 4), F(n, 5), F(n, 6), F(n, 7)
#define EACH_COLUMN(F, n) EACH_ROW(F, n), F(n, 8)

const DuellLanesOfRows DUELL_BY_ROWS[DUELL_TOP_MAX + 1][DUELL_COLUMNS] = {
    { { { 0 }, { 0 }, { 0 }, { 0 } } },
    { EACH_COLUMN(LANES_OF_ROWS, 1) }, { EACH_COLUMN(LANES_OF_ROWS, 2) }, { EACH_COLUMN(LANES_OF_ROWS, 3) },
    { EACH_COLUMN(LANES_OF_ROWS, 4) }, { EACH_COLUMN(LANES_OF_ROWS, 5) }, { EACH_COLUMN(LANES_OF_ROWS, 6) },
};
const DuellLanesOfColumns DUELL_BY_COLUMNS[DUELL_TOP_MAX + 1][DUELL_ROWS] = {
    { { { 0 }, { 0 }, { 0 }, { 0 } } },
    { EACH_ROW(LANES_OF_COLUMNS, 1) }, { EACH_ROW(LANES_OF_COLUMNS, 2) }, { EACH_ROW(LANES_OF_COLUMNS, 3) },
    { EACH_ROW(LANES_OF_COLUMNS, 4) }, { EACH_ROW(LANES_OF_COLUMNS, 5) }, { EACH_ROW(LANES_OF_COLUMNS, 6) },
};
/* clang-format on */

#define BETWEEN(a, b) \
    ((uint16_t)((a) < (b) ? (1 << (b)) - (2 << (a)) : (b) < (a) ? (1 << (a)) - (2 << (b)) : 0))
#define BETWEEN_COLUMNS(a, b) ((uint8_t)(BETWEEN(a, b) >> 1))
/* clang-format off */
#define ROW_LANES(a, unused) \
    { BETWEEN(a, 0), BETWEEN(a, 1), BETWEEN(a, 2), BETWEEN(a, 3), BETWEEN(a, 4), BETWEEN(a, 5), BETWEEN(a, 6), BETWEEN(a, 7) }
#define COLUMN_LANES(unused, a) \
    { BETWEEN_COLUMNS(a, 0), BETWEEN_COLUMNS(a, 1), BETWEEN_COLUMNS(a, 2), BETWEEN_COLUMNS(a, 3), \
      BETWEEN_COLUMNS(a, 4), BETWEEN_COLUMNS(a, 5), BETWEEN_COLUMNS(a, 6), BETWEEN_COLUMNS(a, 7), \
      BETWEEN_COLUMNS(a, 8), NO_LANE, NO_LANE, NO_LANE, NO_LANE, NO_LANE, NO_LANE, NO_LANE }
const uint16_t DUELL_CROSSED_ROWS[DUELL_ROWS][8] = {
    ROW_LANES(0, 0), ROW_LANES(1, 0), ROW_LANES(2, 0), ROW_LANES(3, 0),
    ROW_LANES(4, 0), ROW_LANES(5, 0), ROW_LANES(6, 0), ROW_LANES(7, 0),
};
const uint8_t DUELL_CROSSED_COLUMNS[DUELL_COLUMNS][16] = { EACH_COLUMN(COLUMN_LANES, 0) };
/* clang-format on */
