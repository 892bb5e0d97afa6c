/* SPDX-License-Identifier: MIT
 *
 * alliances_rules.c - the rules over bitboards (R4 to R6).
 *
 * A disc of colour c can decide only the following (R5.5): the previous colour for player 1, the
 * next colour for player 2, and c itself for either player whom it connects.  Whatever it decides
 * runs through the disc itself.  So three flood fills from its spot suffice: over c alone for
 * fences, and over c with the previous and with the next colour for chains.  A step costs 170 ns on
 * the largest board; testing R5 as it is written, from the sides of the board, would cost 920 ns.
 */
#include <assert.h>
#include <string.h>

#include "core/arrange.h"
#include "games/alliances/alliances_board.h"

/* --- R5 as it is written --- */

static bool joins_sides(const Board *board, int colour, Set usable)
{
    const Ends *sides = &board->sides[colour];
    return set_meets(set_fill(sides->one, usable), sides->other);
}

static Set usable_by(const Alliances *p, int player, int colour)
{
    return set_or(p->disc[colour], p->disc[alliances_ally(player, colour)]);
}

bool alliances_connected(const Pos *pos, int player, int colour)
{
    return joins_sides(board_of(pos), colour, usable_by(alliances_of(pos), player, colour));
}

bool alliances_blocked(const Pos *pos, int player, int colour)
{
    const Alliances *p = alliances_of(pos);
    return !joins_sides(board_of(pos), colour,
                        set_or(usable_by(p, player, colour), empty_cells(p)));
}

/* --- keys: Zobrist hashing with a mixing function instead of a table of random numbers --- */

static uint64_t disc_key(Step step)
{
    return mix64(step + 1);
}

/* The key of everything except the discs. */
static uint64_t head_key(const Pos *head)
{
    return mix64((uint64_t)head->variant << 32 | (uint64_t)head->extra << 16 |
                 (uint64_t)head->side << 8 | 1);
}

uint64_t alliances_key(const Alliances *p)
{
    uint64_t key = head_key(&p->head);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (Set left = p->disc[colour]; set_any(left);) {
            int spot = set_lowest(left);
            left = set_minus(left, set_bit(spot));
            key ^= disc_key(step_of(spot, colour));
        }
    return key;
}

/* --- steps --- */

static size_t rules_size(uint32_t variant)
{
    (void)variant;
    return sizeof(Alliances);
}

static void rules_start(uint32_t variant, Pos *out)
{
    assert(variant >= ALLIANCES_SIDE_MIN && variant <= ALLIANCES_SIDE_MAX);
    Alliances p = { .head = { .variant = variant } };
    p.head.key = alliances_key(&p);
    memcpy(out, &p, sizeof p);
}

static int rules_gen(const Pos *pos, Step *steps)
{
    const Alliances *p = alliances_of(pos);
    int              colours[ALLIANCES_COLOURS], colour_count = 0, count = 0;
    if (winner_of(pos->extra) != SIDE_NONE)
        return 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (alliances_left(pos, colour) > 0)
            colours[colour_count++] = colour;
    Set empty = empty_cells(p);
    for (int w = 0; w < SET_WORDS; w++)
        for (uint64_t left = empty.w[w]; left != 0; left &= left - 1)
            for (int i = 0; i < colour_count; i++)
                steps[count++] = step_of(64 * w + __builtin_ctzll(left), colours[i]);
    return count;
}

static bool rules_legal(const Pos *pos, Step step)
{
    int colour = alliances_step_colour(step);
    if (step >= (Step)SPOTS << 2 || colour >= ALLIANCES_COLOURS ||
        winner_of(pos->extra) != SIDE_NONE)
        return false;
    return set_has(empty_cells(alliances_of(pos)), step_spot(step)) &&
           alliances_left(pos, colour) > 0;
}

/* Return the group of `spot` over `over`, or nothing if the discs of `over` do not touch both ends of
 * either pair.  Skipping the flood fill then halves the time of a step. */
static inline Set group_of(int spot, Set over, const Ends *first, const Ends *second)
{
    if (!touches_ends(&over, first) && !touches_ends(&over, second))
        return (Set){ { 0 } };
    return set_fill(spot_set(spot), over);
}

/* Award a colour unless it is already won; a won colour is final (R5.4). */
static void award(Pos *head, int colour, int player)
{
    if (won_mark(head->extra, colour) == 0)
        head->extra = (uint16_t)(head->extra | (player + 1) << 2 * colour);
}

/* Award what the disc just placed on `spot` has decided (R5.3, R5.5). */
static void settle(Alliances *p, int colour, int spot)
{
    const Ends *sides = board_of(&p->head)->sides, *arcs = board_of(&p->head)->arcs;
    int         before = previous_colour(colour), after = next_colour(colour);
    Set         discs = p->disc[colour];
    Set         own = group_of(spot, discs, &arcs[before], &arcs[after]);
    Set         with_before =
        group_of(spot, set_or(discs, p->disc[before]), &sides[colour], &sides[before]);
    Set with_after = group_of(spot, set_or(discs, p->disc[after]), &sides[colour], &sides[after]);

    if (touches_ends(&with_before, &sides[before]) || touches_ends(&own, &arcs[before]))
        award(&p->head, before, 0);
    if (touches_ends(&with_after, &sides[after]) || touches_ends(&own, &arcs[after]))
        award(&p->head, after, 1);

    bool wins[2] = { touches_ends(&with_after, &sides[colour]),
                     touches_ends(&with_before, &sides[colour]) };
    if (wins[p->head.side])
        award(&p->head, colour, p->head.side);
    else if (wins[1 - p->head.side])
        award(&p->head, colour, 1 - p->head.side);
}

void alliances_place(Alliances *p, Step step, bool may_decide)
{
    Pos     *pos = &p->head;
    int      colour = (int)(step & 3), spot = step_spot(step);
    uint64_t discs = pos->key ^ head_key(pos) ^ disc_key(step);
    assert(colour < ALLIANCES_COLOURS && set_has(empty_cells(p), spot));
    p->disc[colour] = set_or(p->disc[colour], spot_set(spot));
    if (may_decide)
        settle(p, colour, spot);
    pos->side = 1 - pos->side;
    pos->key = discs ^ head_key(pos);
}

static void rules_apply(Pos *pos, Step step)
{
    alliances_place((Alliances *)(void *)pos, step, true);
}

static Outcome rules_outcome(const Pos *pos)
{
    int winner = winner_of(pos->extra);
    if (winner == SIDE_NONE)
        return (Outcome){ .ending = ENDING_NONE };
    return (Outcome){ ENDING_WON, (uint8_t)winner, ALLIANCES_REASON_TWO };
}

static uint64_t rules_key(const Pos *pos)
{
    return alliances_key(alliances_of(pos));
}

/* --- checking a position (R7.2) --- */

/* Check one mark: an open colour must be undecided, and a won one must show a chain or fence. */
static Status validate_mark(const Alliances *p, int colour, Fault *fault)
{
    const Pos  *pos = &p->head;
    const char *name = alliances_colour_name(colour);
    int         winner = alliances_winner(pos, colour);
    if (winner != SIDE_NONE) {
        if (alliances_connected(pos, winner, colour) || alliances_blocked(pos, 1 - winner, colour))
            return STATUS_OK;
        return arrange_fault(
            fault,
            fault_set(fault, STATUS_ILLEGAL, 0,
                      "player %d cannot have won %s: player %d is not connected in it, and "
                      "player %d is not blocked (R7.2)",
                      winner + 1, name, winner + 1, 2 - winner),
            "pos-not-won");
    }
    for (int player = 0; player < 2; player++) {
        bool connected = alliances_connected(pos, player, colour);
        if (connected || alliances_blocked(pos, player, colour))
            return arrange_fault(fault,
                                 fault_set(fault, STATUS_ILLEGAL, 0,
                                           "%s cannot be open: player %d is %s in it (R7.2)", name,
                                           player + 1, connected ? "connected" : "blocked"),
                                 "pos-won");
    }
    return STATUS_OK;
}

Status alliances_validate(const Alliances *p, bool *in_marks, Fault *fault)
{
    Status status = STATUS_OK;
    *in_marks = false;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (alliances_left(&p->head, colour) < 0)
            return arrange_fault(fault,
                                 fault_set(fault, STATUS_ILLEGAL, 0,
                                           "the board has %d %s discs, but the supply is %d (R1.1)",
                                           set_count(p->disc[colour]),
                                           alliances_colour_name(colour),
                                           alliances_supply((int)p->head.variant)),
                                 "pos-supply");
    *in_marks = true;
    for (int colour = 0; status == STATUS_OK && colour < ALLIANCES_COLOURS; colour++)
        status = validate_mark(p, colour, fault);
    return status;
}

static Status rules_check(const Pos *pos, Fault *fault)
{
    const Alliances *p = alliances_of(pos);
    bool             in_marks;
    if (pos->variant < ALLIANCES_SIDE_MIN || pos->variant > ALLIANCES_SIDE_MAX || pos->side > 1 ||
        pos->phase != 0)
        return fault_set(fault, STATUS_ILLEGAL, 0, "variant, side or phase is out of range");
    if (pos->extra >= 1 << 2 * ALLIANCES_COLOURS || (pos->extra & pos->extra >> 1 & 0x15) != 0)
        return fault_set(fault, STATUS_ILLEGAL, 0, "the winner of a colour is out of range");
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        if (!set_within(p->disc[colour], board_of(pos)->cells))
            return fault_set(fault, STATUS_ILLEGAL, 0, "a disc is off the board");
        if (set_meets(p->disc[colour], p->disc[next_colour(colour)]))
            return fault_set(fault, STATUS_ILLEGAL, 0, "two discs are on one cell");
    }
    if (pos->key != alliances_key(p))
        return fault_set(fault, STATUS_ILLEGAL, 0, "the key does not match the discs");
    return alliances_validate(p, &in_marks, fault);
}

const GameRules ALLIANCES_RULES = {
    .size = rules_size,
    .start = rules_start,
    .gen = rules_gen,
    .legal = rules_legal,
    .apply = rules_apply,
    .outcome = rules_outcome,
    .key = rules_key,
    .check = NATIVE_ONLY(rules_check),
};
