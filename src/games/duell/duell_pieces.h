/* duell_pieces.h - the pieces of a side as vectors: all distances to a square at once.
 *
 * Knows:   squares and tops of the pieces, and which of them may attack a king or guard beside it.
 * Ignores: orientations, moves and positions.  The search and the playouts share it.
 */
#ifndef GAMES_DUELL_PIECES_H
#define GAMES_DUELL_PIECES_H

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "games/duell/duell_sight.h"

/* The pieces of one side, one per lane, in no order except that the king is first.  Unused lanes are
 * at OFF, further away from every square than any top. */
typedef struct DuellPieces {
    DuellColumns row, column, top;
} DuellPieces;

enum { OFF = 100 };

DUELL_INLINE DuellColumns spread(int value)
{
    return columns_of((unsigned)value);
}

DUELL_INLINE DuellColumns chosen(DuellColumns mask, DuellColumns yes, DuellColumns no)
{
    return (mask & yes) | (~mask & no);
}

DUELL_INLINE DuellColumns lanes_at(const DuellPieces *pieces, int square)
{
    return (DuellColumns)(pieces->row == spread(duell_row(square))) &
           (DuellColumns)(pieces->column == spread(duell_column(square)));
}

/* Move the piece on `from` to `to`, where it shows `top`. */
DUELL_INLINE void pieces_move(DuellPieces *pieces, int from, int to, int top)
{
    DuellColumns lane = lanes_at(pieces, from);
    pieces->row = chosen(lane, spread(duell_row(to)), pieces->row);
    pieces->column = chosen(lane, spread(duell_column(to)), pieces->column);
    pieces->top = chosen(lane, spread(top), pieces->top);
}

DUELL_INLINE void pieces_lose(DuellPieces *pieces, int square)
{
    DuellColumns lane = lanes_at(pieces, square);
    pieces->row = chosen(lane, spread(OFF), pieces->row);
    pieces->column = chosen(lane, spread(OFF), pieces->column);
}

/* List the pieces of a side, its king first if it has one; return their number. */
static int pieces_init(DuellPieces *pieces, const Duell *duell, int side)
{
    int king = duell->king[side], count = king != DUELL_NOWHERE;
    *pieces = (DuellPieces){ .row = spread(OFF), .column = spread(OFF), .top = spread(1) };
    for (int square = 0; square < DUELL_SQUARES; square++) {
        uint8_t piece = duell->board[square];
        if (piece == DUELL_EMPTY || duell_colour(piece) != side)
            continue;
        int lane = square == king ? 0 : count++;
        pieces->row[lane] = (uint8_t)duell_row(square);
        pieces->column[lane] = (uint8_t)duell_column(square);
        pieces->top[lane] = (uint8_t)duell_top(piece);
    }
    return count;
}

/* Return |a - b| per lane, for lanes up to 127. */
DUELL_INLINE DuellColumns apart(DuellColumns a, DuellColumns b)
{
#ifdef __SSSE3__
    return (DuellColumns)_mm_abs_epi8((__m128i)(a - b));
#else
    DuellColumns less = (DuellColumns)(a < b), difference = a - b;
    return (difference ^ less) - less;
#endif
}

/* Return the distance of each piece to the square minus its top: 0 at striking distance. */
DUELL_INLINE DuellColumns off_by(const DuellPieces *pieces, int square)
{
    return apart(pieces->row, spread(duell_row(square))) +
           apart(pieces->column, spread(duell_column(square))) - pieces->top;
}

/* Return one bit for each lane that is all ones. */
DUELL_INLINE DuellPair lane_bits(DuellColumns lanes)
{
    return (DuellPair)(lanes & spread(1));
}

/* Return a number with one bit for each lane that is all ones. */
DUELL_INLINE unsigned lane_mask(DuellColumns lanes)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_epi8((__m128i)lanes);
#else
    DuellPair bits = lane_bits(lanes);
    return (unsigned)(gathered(bits[0]) | gathered(bits[1]) << 8);
#endif
}

/* --- threats to the king --- */

/* Like find_threats of duell_sight.h, but with distances from a list: record the attacks of these
 * pieces on the king and the pins.  Return the lanes of pieces that may guard squares beside the
 * king, for pieces_guard. */
DUELL_INLINE DuellPair pieces_attack(DuellSight *sight, const DuellPieces *by, int king)
{
    DuellColumns off = off_by(by, king);
    DuellPair    exact = lane_bits((DuellColumns)(off == spread(0)));
    for (int half = 0; half < 2; half++)
        for (uint64_t left = exact[half]; left != 0; left &= left - 1) {
            int n = half * 8 + __builtin_ctzll(left) / 8;
            add_attacker(sight, duell_row(king), duell_column(king), by->row[n], by->column[n]);
        }
    return lane_bits((DuellColumns)((off == spread(1)) | (off == spread(255))));
}

/* Find the steps that the king must not take, because pieces in the lanes `near` guard them. */
DUELL_INLINE void pieces_guard(DuellSight *sight, const DuellPieces *by, DuellPair near, int king)
{
    int          king_row = duell_row(king), king_column = duell_column(king);
    DuellTargets without = sight->all, guarded = { .rows = rows_of(0) };
    if ((near[0] | near[1]) == 0)
        return;
    DuellTargets king_square = square_at(king_row, king_column);
    without.rows &= ~king_square.rows;
    without.columns &= ~king_square.columns;
    for (int half = 0; half < 2; half++)
        for (uint64_t left = near[half]; left != 0; left &= left - 1) {
            int          n = half * 8 + __builtin_ctzll(left) / 8;
            DuellTargets more = reach(&without, by->row[n], by->column[n], by->top[n]);
            guarded.rows |= more.rows;
            guarded.columns |= more.columns;
        }
    sight->unsafe = steps_onto(&guarded, king_row, king_column);
}

#endif
