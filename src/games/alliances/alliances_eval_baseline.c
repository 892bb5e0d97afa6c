/* SPDX-License-Identifier: MIT
 *
 * alliances_eval_baseline.c - the evaluation of the baseline players.  It is the yardstick for all
 * others, so it never changes; docs/strength.md defines it.  It shares no code with
 * alliances_eval.c, which may change.
 */
#include "games/alliances/alliances_eval.h"

enum {
    WON = 1000,   /* per colour */
    DISC = 10,    /* per missing disc */
    BLOCKED = 20, /* missing discs of a chain that is blocked or longer than this */
};

/* Return the least number of empty spots that complete the player's chain, at most BLOCKED.  Fences
 * count only by what they do to the opponent's chain. */
static int discs_missing(const Alliances *p, int player, int colour, Set empty)
{
    Path path = alliances_chain_path(p, player, colour);
    Set  reached = set_fill(path.ends->one, path.over);
    for (int count = 0; count < BLOCKED; count++) {
        if (set_meets(reached, path.ends->other))
            return count;
        Set next = set_or(reached, set_and(set_or(set_spread(reached), path.ends->one), empty));
        if (!set_any(set_minus(next, reached)))
            break;
        reached = set_fill(next, set_or(next, path.over));
    }
    return BLOCKED;
}

int alliances_baseline_eval(const Pos *pos)
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
