/* SPDX-License-Identifier: MIT
 *
 * alliances_why.c - shortest ways across the board: why a colour was won, and how many discs are
 * missing for it.
 *
 * Both a chain and a fence are ways from one part of the rim to another: a chain over the winner's
 * two colours between the sides of the colour, a fence over the loser's blocking colour between the
 * two arcs beside these sides (R5.6).
 */
#include "games/alliances/alliances_board.h"

Way alliances_chain_way(const Alliances *p, int player, int colour)
{
    return (Way){ &board_of(&p->head)->sides[colour],
                  set_or(p->disc[colour], p->disc[alliances_ally(player, colour)]) };
}

Way alliances_fence_way(const Alliances *p, int player, int colour)
{
    return (Way){ &board_of(&p->head)->arcs[colour], p->disc[alliances_ally(player, colour)] };
}

/* --- why a colour was won --- */

/* A shortest way, its lowest spots first where several are as short; false where there is none.
 * ring[d] holds what is d discs away from the start. */
static bool shortest(Way way, int side, AlliancesCells *out)
{
    Set ring[ALLIANCES_CELLS_MAX + 1], seen = set_and(way.ends->one, way.over);
    int length = 0;
    for (ring[0] = seen; !set_meets(ring[length], way.ends->other); length++) {
        ring[length + 1] = set_minus(set_and(set_spread(ring[length]), way.over), seen);
        seen = set_or(seen, ring[length + 1]);
        if (!set_any(ring[length + 1]))
            return false;
    }
    Set here = set_and(ring[length], way.ends->other);
    out->count = length + 1;
    for (int d = length; d >= 0; d--) {
        int spot = set_lowest(here);
        out->cell[d] = (uint16_t)alliances_number(side, alliances_spot_cell(side, spot));
        if (d > 0)
            here = set_and(set_spread(set_bit(spot)), ring[d - 1]);
    }
    return true;
}

static void write_reason(int winner, int colour, const AlliancesCells *cells, Text *out)
{
    const char *name = alliances_colour_name(colour);
    const char *ally = alliances_colour_name(alliances_ally(winner, colour));
    if (cells->is_fence)
        text_addf(out,
                  "player %d has won %s: a fence of %d %s discs parts its two sides for player %d "
                  "(R5.2)",
                  winner + 1, name, cells->count, ally, 2 - winner);
    else
        text_addf(out,
                  "player %d has won %s: a chain of %d %s and %s discs joins its two sides "
                  "(R5.1)",
                  winner + 1, name, cells->count, name, ally);
}

bool alliances_why_won(const Pos *pos, int colour, AlliancesCells *out, Text *sentence)
{
    const Alliances *p = alliances_of(pos);
    int              winner = alliances_winner(pos, colour), side = (int)pos->variant;
    if (winner == SIDE_NONE)
        return false;
    out->is_fence = !shortest(alliances_chain_way(p, winner, colour), side, out);
    if (out->is_fence && !shortest(alliances_fence_way(p, winner, colour), side, out))
        return false; /* no such position can be read or reached */
    write_reason(winner, colour, out, sentence);
    return true;
}

/* --- how many discs are missing --- */

/* The least number of empty spots that complete a way; SPOTS where none can. */
static uint32_t missing(Way way, Set empty)
{
    Set reached = set_fill(way.ends->one, way.over);
    for (uint32_t count = 0;; count++) {
        if (set_meets(reached, way.ends->other))
            return count;
        Set next = set_or(reached, set_and(set_or(set_spread(reached), way.ends->one), empty));
        if (!set_any(set_minus(next, reached)))
            return SPOTS;
        reached = set_fill(next, set_or(next, way.over));
    }
}

static uint32_t missing_for(const Alliances *p, int player, int colour, Set empty)
{
    uint32_t chain = missing(alliances_chain_way(p, player, colour), empty);
    uint32_t fence = missing(alliances_fence_way(p, player, colour), empty);
    return chain < fence ? chain : fence;
}

/* The `nth` smallest, from 0, of three numbers. */
static uint32_t nth_smallest(const uint32_t numbers[ALLIANCES_COLOURS], int nth)
{
    uint32_t a = numbers[0], b = numbers[1], c = numbers[2];
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    if (nth == 0)
        return low < c ? low : c;
    return c < low ? low : c < high ? c : high;
}

/* Every turn lays one disc, and who needs two more colours needs at least as many discs as the
 * second nearest of them; that one disc may serve both only makes the bound a lower one. */
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
