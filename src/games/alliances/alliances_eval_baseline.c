/* SPDX-License-Identifier: MIT
 *
 * alliances_eval_baseline.c - the judgement of the ladder's players.  It measures all others, so it
 * is never changed; docs/strength.md words it.  Nothing here is shared with alliances_eval.c, which
 * changes as it likes.
 */
#include "games/alliances/alliances_eval.h"

enum { WON = 1000, DISC = 10, BLOCKED = 20 };

/* The least number of empty spots that complete the player's chain, 20 where there is none so
 * short: fences count by what they do to the other's chain. */
static int discs_missing(const Alliances *p, int player, int colour, Set empty)
{
    Way way = alliances_chain_way(p, player, colour);
    Set reached = set_fill(way.ends->one, way.over);
    for (int count = 0; count < BLOCKED; count++) {
        if (set_meets(reached, way.ends->other))
            return count;
        Set next = set_or(reached, set_and(set_or(set_spread(reached), way.ends->one), empty));
        if (!set_any(set_minus(next, reached)))
            break;
        reached = set_fill(next, set_or(next, way.over));
    }
    return BLOCKED;
}

int alliances_ladder_eval(const Pos *pos)
{
    const Alliances *p = alliances_of(pos);
    Set              empty = empty_cells(p);
    int              me = pos->side, sum = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        int winner = alliances_winner(pos, colour);
        if (winner != SIDE_NONE)
            sum += winner == me ? WON : -WON;
        else
            sum += DISC *
                   (discs_missing(p, 1 - me, colour, empty) - discs_missing(p, me, colour, empty));
    }
    return sum;
}
