/* SPDX-License-Identifier: MIT
 *
 * alliances.c - symmetries, bounds for proofs, and the registration of Alliances (core/game.h).
 */
#include <assert.h>
#include <string.h>

#include "games/alliances/alliances_board.h"
#include "games/alliances/alliances_messages.h"

/* --- symmetry (R8) ---
 *
 * A rotation by a sixth maps every side to one of the next colour, and the table of allies (R3.1)
 * rotates with it: six maps that keep the players.  A reflection exchanges two colours and thereby
 * the rows of the table, so the players change places: six more. */

enum { TURNS = 6 };

static int symmetry_count(uint32_t variant)
{
    (void)variant;
    return 2 * TURNS;
}

/* Map a spot in cube coordinates relative to the centre: q, r and -q-r.  A rotation by a sixth is a
 * cyclic shift with a change of sign. */
static int map_spot(int side, int spot, int map)
{
    assert(map >= 0 && map < 2 * TURNS);
    int r = spot / STRIDE - (side - 1), q = spot % STRIDE - (side - 1);
    if (map >= TURNS)
        q = -q - r; /* left becomes right */
    for (int turn = map % TURNS; turn > 0; turn--) {
        int third = -q - r;
        q = -r;
        r = -third;
    }
    return STRIDE * (r + side - 1) + q + side - 1;
}

int alliances_map_colour(int colour, int map)
{
    int mirrored = map >= TURNS ? 2 * colour : colour; /* orange stays, the others swap */
    return (mirrored + map) % ALLIANCES_COLOURS;
}

uint32_t alliances_map_marks(uint32_t marks, int map)
{
    uint32_t out = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        uint32_t mark = won_mark(marks, colour);
        if (map >= TURNS && mark != 0)
            mark = 3 - mark; /* the players change places */
        out |= mark << 2 * alliances_map_colour(colour, map);
    }
    return out;
}

static void map_pos(const Pos *pos, int map, Pos *out)
{
    const Alliances *from = alliances_of(pos);
    Alliances        to = { .head = { .variant = pos->variant, .side = pos->side } };
    if (map >= TURNS)
        to.head.side = 1 - pos->side;
    to.head.extra = (uint16_t)alliances_map_marks(pos->extra, map);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        int image = alliances_map_colour(colour, map);
        for (Set left = from->disc[colour]; set_any(left);) {
            int spot = set_lowest(left);
            left = set_minus(left, set_bit(spot));
            to.disc[image] =
                set_or(to.disc[image], set_bit(map_spot((int)pos->variant, spot, map)));
        }
    }
    to.head.key = alliances_key(&to);
    memcpy(out, &to, sizeof to);
}

static Step map_step(const Pos *pos, Step step, int map)
{
    return step_of(map_spot((int)pos->variant, step_spot(step), map),
                   alliances_map_colour(alliances_step_colour(step), map));
}

const GameSymmetry ALLIANCES_SYMMETRY = {
    .count = symmetry_count,
    .map_pos = map_pos,
    .map_step = map_step,
};

/* --- bounds for proofs --- */

static uint32_t turns_to_win(const Pos *pos, int side)
{
    int winner = winner_of(pos->extra);
    if (winner != SIDE_NONE)
        return winner == side ? 0 : UINT32_MAX;
    uint32_t turns = alliances_turns_to_win(alliances_of(pos), side);
    return turns == SPOTS ? UINT32_MAX : turns;
}

/* No bound decides a position before its end: an open colour can still go to either player. */
static int decided(const Pos *pos, uint32_t *turns)
{
    *turns = 0;
    return winner_of(pos->extra);
}

/* Initial proof numbers: 4 to the power of the missing discs, as each one makes a proof several
 * times as long. */
static void guess(const Pos *pos, int side, uint32_t least, uint32_t *pn, uint32_t *dn)
{
    const uint32_t far = 6; /* caps pn at 4096 */
    (void)pos;
    (void)side;
    *pn = 1u << 2 * (least < far ? least : far);
    *dn = 1;
}

const GameProof ALLIANCES_PROOF = {
    .turns_to_win = turns_to_win,
    .decided = decided,
    .guess = guess,
    .win_in_one_is_likely = true,
};

/* --- the game --- */

const MessageDef ALLIANCES_MESSAGE[ALLIANCES_MESSAGE_COUNT] = { ALLIANCES_MESSAGES(MESSAGE_ROW) };

static const Reason REASONS[] = {
    [ALLIANCES_REASON_TWO] = { "two-colours", &ALLIANCES_MESSAGE[ALLIANCES_MSG_REASON_TWO] },
};

/* The default first, then the two sizes that the solver covers, then the rest. */
static const char *const VARIANTS[] = { "7", "4", "3", "5", "6", NULL };

const Game ALLIANCES_GAME = {
    .name = "alliances",
    .title = "Alliances",
    .summary = "Join the sides of two of three colours with discs that both players share, each "
               "with other allies.",
    .sides = { "player1", "player2" },
    .reasons = REASONS,
    .reason_count = sizeof REASONS / sizeof REASONS[0],
    .variants = VARIANTS,
    .messages = ALLIANCES_MESSAGE,
    .message_count = ALLIANCES_MESSAGE_COUNT,
    .colour = { COLOUR_WHITE, COLOUR_BLACK }, /* none of the discs */
    .rules = &ALLIANCES_RULES,
    .text = &ALLIANCES_TEXT,
    .view = &ALLIANCES_VIEW,
    .symmetry = &ALLIANCES_SYMMETRY,
    .proof = &ALLIANCES_PROOF,
    .eval = &ALLIANCES_EVAL,
    .fast = &ALLIANCES_FAST,
    .canon = &ALLIANCES_CANON,
    .learning = NATIVE_ONLY(&ALLIANCES_LEARNING),
    .model = NATIVE_ONLY(&ALLIANCES_MODEL),
};
