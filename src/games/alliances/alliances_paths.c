/* SPDX-License-Identifier: MIT
 *
 * alliances_paths.c - shortest paths across the board: why a colour was won, and how many discs a
 * player lacks for it.
 *
 * Both a chain and a fence are paths from one part of the rim to another: a chain over the winner's
 * two colours between the sides of the colour, a fence over the loser's blocking colour between the
 * two arcs beside these sides (R5.6).
 */
#include "games/alliances/alliances_board.h"
#include "games/alliances/alliances_messages.h"

/* --- why a colour was won --- */

/* Breadth-first search: write a shortest path, with the lowest spots among equals.  False if there
 * is none.  ring[d] holds the spots at distance d from the start. */
static bool shortest(Path path, int side, AlliancesCells *out)
{
    Set ring[ALLIANCES_CELLS_MAX + 1], seen = set_and(path.ends->one, path.over);
    int length = 0;
    for (ring[0] = seen; !set_meets(ring[length], path.ends->other); length++) {
        ring[length + 1] = set_minus(set_and(set_spread(ring[length]), path.over), seen);
        seen = set_or(seen, ring[length + 1]);
        if (!set_any(ring[length + 1]))
            return false;
    }
    Set here = set_and(ring[length], path.ends->other);
    out->count = length + 1;
    for (int d = length; d >= 0; d--) {
        int spot = set_lowest(here);
        out->cell[d] = (uint16_t)alliances_number(side, alliances_spot_cell(side, spot));
        if (d > 0)
            here = set_and(set_spread(set_bit(spot)), ring[d - 1]);
    }
    return true;
}

bool alliances_why_won(const Pos *pos, int colour, AlliancesCells *out)
{
    const Alliances *p = alliances_of(pos);
    int              winner = alliances_winner(pos, colour), side = (int)pos->variant;
    if (winner == SIDE_NONE)
        return false;
    out->is_fence = !shortest(alliances_chain_path(p, winner, colour), side, out);
    if (out->is_fence && !shortest(alliances_fence_path(p, winner, colour), side, out))
        return false; /* cannot happen in a legal position (R7.2) */
    return true;
}

Message alliances_why_message(const Pos *pos, int colour, const AlliancesCells *cells)
{
    int     winner = alliances_winner(pos, colour);
    Message why = message_of(
        &ALLIANCES_MESSAGE[cells->is_fence ? ALLIANCES_MSG_WHY_FENCE : ALLIANCES_MSG_WHY_CHAIN]);
    message_count(&why, "p", winner + 1);
    message_count(&why, "q", 2 - winner);
    message_term(&why, "colour", &ALLIANCES_MESSAGE[ALLIANCES_MSG_ORANGE + colour]);
    message_term(&why, "ally",
                 &ALLIANCES_MESSAGE[ALLIANCES_MSG_ORANGE + alliances_ally(winner, colour)]);
    message_count(&why, "n", cells->count);
    for (int i = 0; i < cells->count; i++)
        message_offending(&why, cells->cell[i]);
    return why;
}

/* --- missing discs --- */

/* Breadth-first search: return the least number of empty spots that complete a path, or SPOTS. */
static uint32_t missing(Path path, Set empty)
{
    Set reached = set_fill(path.ends->one, path.over);
    for (uint32_t count = 0;; count++) {
        if (set_meets(reached, path.ends->other))
            return count;
        Set next = set_or(reached, set_and(set_or(set_spread(reached), path.ends->one), empty));
        if (!set_any(set_minus(next, reached)))
            return SPOTS;
        reached = set_fill(next, set_or(next, path.over));
    }
}

static uint32_t missing_for(const Alliances *p, int player, int colour, Set empty)
{
    uint32_t chain = missing(alliances_chain_path(p, player, colour), empty);
    uint32_t fence = missing(alliances_fence_path(p, player, colour), empty);
    return chain < fence ? chain : fence;
}

/* Return the smallest (nth 0) or the middle (nth 1) of three numbers. */
static uint32_t nth_smallest(const uint32_t numbers[ALLIANCES_COLOURS], int nth)
{
    uint32_t a = numbers[0], b = numbers[1], c = numbers[2];
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    if (nth == 0)
        return low < c ? low : c;
    return c < low ? low : c < high ? c : high;
}

/* A lower bound: every turn places one disc, and a player who needs two more colours needs at least
 * the discs of the second cheapest one.  One disc may serve both colours. */
uint32_t alliances_turns_to_win(const Alliances *p, int player)
{
    Set      empty = empty_cells(p);
    uint32_t need[ALLIANCES_COLOURS];
    int      won = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        int winner = alliances_winner(&p->head, colour);
        won += winner == player;
        need[colour] = winner == SIDE_NONE ? missing_for(p, player, colour, empty) : SPOTS;
    }
    return won >= 2 ? 0 : nth_smallest(need, 1 - won);
}

uint32_t alliances_turns_to_end(const Alliances *p)
{
    uint32_t first = alliances_turns_to_win(p, 0), second = alliances_turns_to_win(p, 1);
    return first < second ? first : second;
}
