/* SPDX-License-Identifier: MIT
 *
 * alliances_board.c - cells, sides and arcs of the board, their names, and discs (R1, R2, R3).
 *
 * The compiler computes the bitboards of each board size.  In rows r and columns q of the layout, a
 * row is one run of cells, and the sides are straight lines:
 *
 *        N  r = 0              NE  q = 2s-2             SE  q = 3s-3-r
 *        S  r = 2s-2           SW  q = 0                NW  q = s-1-r
 *
 * Each macro ROW_* below gives the bits of one row; SET joins the rows of the board.
 */
#include "games/alliances/alliances_board.h"

#include <assert.h>
#include <stdlib.h>

/* --- the sets of a board --- */

/* clang-format mistakes (s) for a cast. */
/* clang-format off */
#define BIT(q)            (UINT64_C(1) << (q))
#define WHERE(is, q)      ((uint64_t)(is) << (q))
#define HAS_CORNERS(s, r) ((r) == 0 || (r) == (s) - 1 || (r) == 2 * (s) - 2)
#define FIRST(s, r)       (((r) < (s) ? (s) - 1 - (r) : 0) + HAS_CORNERS(s, r))
#define LAST(s, r)        (((r) < (s) ? 2 * (s) - 2 : 3 * (s) - 3 - (r)) - HAS_CORNERS(s, r))
#define ON_BOARD(s, r)    ((r) <= 2 * (s) - 2)
#define IN_UPPER(s, r)    ((r) > 0 && (r) < (s) - 1)
#define IN_LOWER(s, r)    ((r) >= (s) && (r) < 2 * (s) - 2)
/* Rows below the board have no first or last cell; this keeps their shifts in range. */
#define KEPT(s, r, q) (ON_BOARD(s, r) ? (q) : 0)

#define ROW_CELLS(s, r) \
    (ON_BOARD(s, r) ? BIT(KEPT(s, r, LAST(s, r)) + 1) - BIT(KEPT(s, r, FIRST(s, r))) : 0)
#define ROW_N(s, r)  ((r) == 0 ? ROW_CELLS(s, r) : 0)
#define ROW_NE(s, r) WHERE(IN_UPPER(s, r), 2 * (s) - 2)
#define ROW_SE(s, r) WHERE(IN_LOWER(s, r), KEPT(s, r, LAST(s, r)))
#define ROW_S(s, r)  ((r) == 2 * (s) - 2 ? ROW_CELLS(s, r) : 0)
#define ROW_SW(s, r) WHERE(IN_LOWER(s, r), 0)
#define ROW_NW(s, r) WHERE(IN_UPPER(s, r), FIRST(s, r))

/* The three cells around each missing corner, named by the sides that meet there. */
#define ROW_N_NE(s, r) \
    (WHERE((r) == 0, 2 * (s) - 3) | WHERE((r) == 1, 2 * (s) - 3) | WHERE((r) == 1, 2 * (s) - 2))
#define ROW_NE_SE(s, r) \
    (WHERE((r) == (s) - 2, 2 * (s) - 2) | WHERE((r) == (s) - 1, 2 * (s) - 3) | \
     WHERE((r) == (s), 2 * (s) - 3))
#define ROW_SE_S(s, r) \
    (WHERE((r) == 2 * (s) - 3, (s)) | WHERE((r) == 2 * (s) - 3, (s) - 1) | \
     WHERE((r) == 2 * (s) - 2, (s) - 2))
#define ROW_S_SW(s, r) \
    (WHERE((r) == 2 * (s) - 3, 0) | WHERE((r) == 2 * (s) - 3, 1) | WHERE((r) == 2 * (s) - 2, 1))
#define ROW_SW_NW(s, r) \
    (WHERE((r) == (s), 0) | WHERE((r) == (s) - 1, 1) | WHERE((r) == (s) - 2, 1))
#define ROW_NW_N(s, r) \
    (WHERE((r) == 1, (s) - 2) | WHERE((r) == 1, (s) - 1) | WHERE((r) == 0, (s)))

/* Arcs run clockwise and consist of two sides and three corners (R5.6). */
#define ROW_ARC(a, side1, b, side2, c, s, r) \
    (ROW_##a(s, r) | ROW_##side1(s, r) | ROW_##b(s, r) | ROW_##side2(s, r) | ROW_##c(s, r))
#define ROW_ARC_N(s, r)  ROW_ARC(N_NE, NE, NE_SE, SE, SE_S, s, r)
#define ROW_ARC_NE(s, r) ROW_ARC(NE_SE, SE, SE_S, S, S_SW, s, r)
#define ROW_ARC_SE(s, r) ROW_ARC(SE_S, S, S_SW, SW, SW_NW, s, r)
#define ROW_ARC_S(s, r)  ROW_ARC(S_SW, SW, SW_NW, NW, NW_N, s, r)
#define ROW_ARC_SW(s, r) ROW_ARC(SW_NW, NW, NW_N, N, N_NE, s, r)
#define ROW_ARC_NW(s, r) ROW_ARC(NW_N, N, N_NE, NE, NE_SE, s, r)

#define WORD(row, s, w)                                                        \
    (row(s, 4 * (w)) | row(s, 4 * (w) + 1) << 16 | row(s, 4 * (w) + 2) << 32 | \
     row(s, 4 * (w) + 3) << 48)
#define SET(row, s) { { WORD(row, s, 0), WORD(row, s, 1), WORD(row, s, 2), row(s, 12) } }
#define BOARD(s)                                                \
    {                                                           \
        .cells = SET(ROW_CELLS, s),                             \
        .sides = { { SET(ROW_N, s), SET(ROW_S, s) },            \
                   { SET(ROW_NE, s), SET(ROW_SW, s) },          \
                   { SET(ROW_SE, s), SET(ROW_NW, s) } },        \
        .arcs = { { SET(ROW_ARC_N, s), SET(ROW_ARC_S, s) },     \
                  { SET(ROW_ARC_NE, s), SET(ROW_ARC_SW, s) },   \
                  { SET(ROW_ARC_SE, s), SET(ROW_ARC_NW, s) } }, \
    }
/* clang-format on */

const Board ALLIANCES_BOARDS[ALLIANCES_SIDE_MAX + 1] = {
    [3] = BOARD(3), [4] = BOARD(4), [5] = BOARD(5), [6] = BOARD(6), [7] = BOARD(7),
};

/* --- cells --- */

bool alliances_exists(int side, AlliancesCell cell)
{
    int di = cell.row - side, dx = cell.column - (2 * side - 2);
    int rows = abs(di), columns = abs(dx);
    if (rows > side - 1 || (rows + columns) % 2 != 0 || rows + columns > 2 * side - 2)
        return false;
    return !(rows == 0 && columns == 2 * side - 2) && !(rows == side - 1 && columns == side - 1);
}

int alliances_cell_count(int side)
{
    return 3 * side * (side - 1) - 5;
}

int alliances_supply(int side)
{
    return alliances_cell_count(side) / 3 + 2;
}

AlliancesCell alliances_spot_cell(int side, int spot)
{
    int r = spot / STRIDE, q = spot % STRIDE;
    return (AlliancesCell){ (int8_t)(r + 1), (int8_t)(2 * q + r - side + 1) };
}

int alliances_cell_spot(int side, AlliancesCell cell)
{
    assert(alliances_exists(side, cell));
    int r = cell.row - 1;
    return STRIDE * r + (cell.column - r + side - 1) / 2;
}

int alliances_number(int side, AlliancesCell cell)
{
    return set_count(
        set_and(ALLIANCES_BOARDS[side].cells, set_below(alliances_cell_spot(side, cell))));
}

AlliancesCell alliances_cell(int side, int number)
{
    assert(number >= 0 && number < alliances_cell_count(side));
    Set cells = ALLIANCES_BOARDS[side].cells;
    while (number-- > 0)
        cells = set_minus(cells, set_bit(set_lowest(cells)));
    return alliances_spot_cell(side, set_lowest(cells));
}

int alliances_border(int side, AlliancesCell cell)
{
    int spot = alliances_cell_spot(side, cell);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        const Ends *sides = &ALLIANCES_BOARDS[side].sides[colour];
        if (set_has(sides->one, spot))
            return colour;
        if (set_has(sides->other, spot))
            return colour + 3;
    }
    return -1;
}

/* --- names --- */

const char *alliances_colour_name(int colour)
{
    static const char *const NAMES[ALLIANCES_COLOURS] = { "orange", "purple", "green" };
    assert(colour >= 0 && colour < ALLIANCES_COLOURS);
    return NAMES[colour];
}

char alliances_colour_letter(int colour)
{
    return alliances_colour_name(colour)[0];
}

int alliances_ally(int player, int colour)
{
    return ally_of(player, colour);
}

bool alliances_name_read(int side, Scan *scan, AlliancesCell *cell)
{
    Scan     ahead = *scan;
    char     letter = (char)(scan_peek(&ahead) | 0x20); /* lower case */
    uint32_t column;
    if (letter < 'a' || letter >= 'a' + 2 * side - 1)
        return false;
    ahead.at++;
    /* A name has one spelling: no number begins with 0 (R2.2). */
    if (scan_peek(&ahead) == '0' || !scan_number(&ahead, 4 * ALLIANCES_SIDE_MAX, &column))
        return false;
    AlliancesCell named = { (int8_t)(letter - 'a' + 1), (int8_t)column };
    if (!alliances_exists(side, named))
        return false;
    *cell = named;
    *scan = ahead;
    return true;
}

void alliances_name_write(AlliancesCell cell, Text *out)
{
    text_addf(out, "%c%d", 'a' + cell.row - 1, cell.column);
}

/* --- discs --- */

int alliances_at(const Pos *pos, AlliancesCell cell)
{
    int spot = alliances_cell_spot((int)pos->variant, cell);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (set_has(alliances_of(pos)->disc[colour], spot))
            return colour;
    return ALLIANCES_EMPTY;
}

int alliances_winner(const Pos *pos, int colour)
{
    uint32_t mark = won_mark(pos->extra, colour);
    return mark == 0 ? SIDE_NONE : (int)mark - 1;
}

int alliances_left(const Pos *pos, int colour)
{
    return alliances_supply((int)pos->variant) - set_count(alliances_of(pos)->disc[colour]);
}

Step alliances_step(int side, int colour, AlliancesCell cell)
{
    return step_of(alliances_cell_spot(side, cell), colour);
}

int alliances_step_colour(Step step)
{
    return (int)(step & 3);
}

AlliancesCell alliances_step_cell(int side, Step step)
{
    return alliances_spot_cell(side, step_spot(step));
}
