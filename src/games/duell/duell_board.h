/* duell_board.h - play one move on the board, without updating the key.
 *
 * Knows:   the board, the occupancy sets, kings and counters of a position.
 * Ignores: keys, and whether the move is legal.  The rules, perft and the search share it.
 */
#ifndef GAMES_DUELL_BOARD_H
#define GAMES_DUELL_BOARD_H

#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"

/* Play a step that satisfies R4.  Update everything except the key. */
static inline void duell_move(Duell *duell, Step step)
{
    int     from = duell_from(step), to = duell_to(step), side = duell->head.side;
    uint8_t piece = duell->board[from], taken = duell->board[to];
    int     kind = duell_moved(duell_kind(piece), step);
    assert(piece != DUELL_EMPTY && duell_colour(piece) == side);
    assert(taken == DUELL_EMPTY || duell_colour(taken) != side);

    duell->board[from] = DUELL_EMPTY;
    duell->board[to] = duell_piece(side, kind);
    duell->rows[side][duell_row(from)] ^= (uint16_t)(1u << duell_column(from));
    duell->rows[side][duell_row(to)] ^= (uint16_t)(1u << duell_column(to));
    if (kind == DUELL_KING)
        duell->king[side] = (uint8_t)to;
    if (taken != DUELL_EMPTY) {
        duell->rows[1 - side][duell_row(to)] ^= (uint16_t)(1u << duell_column(to));
        if (duell_kind(taken) == DUELL_KING)
            duell->king[1 - side] = DUELL_NOWHERE;
        duell->head.extra = 0;
    } else if (duell->head.extra < DUELL_COUNTER_MAX) {
        duell->head.extra++;
    }
    if (side == DUELL_BLACK && duell->number < DUELL_COUNTER_MAX)
        duell->number++;
    duell->head.side = (uint8_t)(1 - side);
}

#endif
