/* SPDX-License-Identifier: MIT
 *
 * gipf.c - the game interface of GIPF, with its small facets: symmetry and bounds for proofs.
 */
#include <string.h>

#include "games/gipf/gipf.h"
#include "games/gipf/gipf_messages.h"

/* --- symmetry (R11) ---
 *
 * Exchanging the colours preserves the rules.  Rotations and reflections of the board do not
 * always: the removal loop takes rows in a fixed order, and if the span of one row reaches into
 * another row, that order decides what is left (R5.2).  So this facet does not offer the twelve
 * symmetries of the hexagon. */

static int symmetry_count(uint32_t variant)
{
    (void)variant;
    return 2;
}

static uint8_t exchanged(char content)
{
    static const char FROM[] = "_WBXY", TO[] = "_BWYX";
    assert(content != '\0' && strchr(FROM, content) != NULL);
    return (uint8_t)TO[strchr(FROM, content) - FROM];
}

static uint32_t exchanged_variant(uint32_t variant)
{
    GipfSettings s = gipf_unpack(variant);
    int          white = s.pieces[0];
    s.pieces[0] = s.pieces[1];
    s.pieces[1] = white;
    return gipf_pack(&s);
}

static void map_pos(const Pos *pos, int map, Pos *out)
{
    GipfSettings s = gipf_unpack(pos->variant);
    assert(map == 0 || map == 1);
    if (map == 0) {
        memcpy(out, pos, GIPF_RULES.size(pos->variant));
        return;
    }
    GipfParts parts = { .side = 1 - pos->side, .row_colour = 1 - gipf_row_colour(pos) };
    int       n = 0;
    for (int8_t i = 1; i < 2 * s.side; i++)
        for (int8_t j = 1; j < 2 * s.side; j++)
            if (gipf_node_is_field(s.side, (GipfNode){ i, j }))
                parts.cells[n++] = exchanged(gipf_at(pos, (GipfNode){ i, j }));
    for (int colour = 0; colour < 2; colour++) {
        parts.reserve[colour] = gipf_reserve(pos, 1 - colour);
        parts.opening[colour] = gipf_opening(pos, 1 - colour);
    }
    parts.stage = (char)(pos->phase != 0 ? '>' : gipf_is_pending(pos) ? '?' : 0);
    parts.spared_count = gipf_spared(pos, parts.spared);
    gipf_build(exchanged_variant(pos->variant), &parts, out, NULL);
}

static Step map_step(const Pos *pos, Step step, int map)
{
    (void)pos;
    (void)map;
    return step;
}

const GameSymmetry GIPF_SYMMETRY = {
    .count = symmetry_count,
    .map_pos = map_pos,
    .map_step = map_step,
};

/* --- bounds for proofs ---
 *
 * Only its owner's pushes lower a reserve, one piece per turn; captures take pieces from the board.
 * So a side with n pieces in reserve has at least n pushes left, and exactly n if all its pieces
 * together are too few for a row. */

typedef struct Counts {
    int empty, board[2], reserve[2];
} Counts;

static Counts count_pieces(const Pos *pos)
{
    int    side = gipf_unpack(pos->variant).side;
    Counts counts = {
        .board = { gipf_stones(pos, 0), gipf_stones(pos, 1) },
        .reserve = { gipf_reserve(pos, 0), gipf_reserve(pos, 1) },
    };
    counts.empty = 3 * side * (side - 1) + 1 - counts.board[0] - counts.board[1];
    return counts;
}

/* A lower bound.  The loser is to move at the end, with an empty reserve or a full board (R7.1,
 * R7.2).  Every push fills at most one field.  The number of remaining turns is even if the loser
 * is to move now, and odd otherwise. */
static uint32_t turns_to_win(const Pos *pos, int side)
{
    Outcome outcome = GIPF_RULES.outcome(pos);
    if (outcome.ending != ENDING_NONE)
        return outcome.winner == side ? 0 : UINT32_MAX;
    if (gipf_unpack(pos->variant).kind != GIPF_BASIC)
        return 1;
    if (pos->phase != 0)
        return 1;
    Counts   counts = count_pieces(pos);
    int      loser = 1 - side;
    uint32_t odd = pos->side == side ? 1 : 0;
    uint32_t starve = 2 * (uint32_t)counts.reserve[loser] + odd;
    uint32_t fill = (uint32_t)counts.empty;
    fill += (fill & 1) != odd;
    uint32_t least = starve < fill ? starve : fill;
    return least == 0 ? 1 : least;
}

/* True, with the number of turns, if `side` outlasts an opponent who has too few pieces for a row
 * and so can never get one back.  With choice=owner a push of the opponent may cost `side` short
 * turns (R6.2), each of which removes at least K of its stones from the board. */
static bool outlasts(const Counts *counts, const GipfSettings *s, int side, int to_move,
                     uint32_t *turns)
{
    int other = 1 - side, first = to_move == side ? 1 : 0;
    int pushes = counts->reserve[other];
    if (counts->board[other] + pushes >= s->row || counts->reserve[side] < pushes + first ||
        counts->empty < 2 * pushes + first)
        return false;
    int short_turns =
        s->mover_chooses ? 0 : pushes * ((counts->board[side] + pushes + first) / s->row);
    *turns = (uint32_t)(2 * pushes + first + short_turns);
    return true;
}

static int decided(const Pos *pos, uint32_t *turns)
{
    Outcome      outcome = GIPF_RULES.outcome(pos);
    GipfSettings s = gipf_unpack(pos->variant);
    if (outcome.ending == ENDING_WON) {
        *turns = 0;
        return outcome.winner;
    }
    if (s.kind != GIPF_BASIC || pos->phase != 0 || gipf_is_pending(pos))
        return SIDE_NONE;
    Counts counts = count_pieces(pos);
    for (int side = 0; side < 2; side++)
        if (outlasts(&counts, &s, side, pos->side, turns))
            return side;
    return SIDE_NONE;
}

const GameProof GIPF_PROOF = {
    .turns_to_win = turns_to_win,
    .decided = decided,
};

/* --- the game --- */

const MessageDef GIPF_MESSAGE[GIPF_MESSAGE_COUNT] = { GIPF_MESSAGES(MESSAGE_ROW) };

static const Reason REASONS[] = {
    [GIPF_REASON_RESERVE] = { "reserve-empty", &GIPF_MESSAGE[GIPF_MSG_REASON_RESERVE] },
    [GIPF_REASON_DEADLOCK] = { "deadlock", &GIPF_MESSAGE[GIPF_MSG_REASON_DEADLOCK] },
    [GIPF_REASON_STACKS] = { "gipf-lost", &GIPF_MESSAGE[GIPF_MSG_REASON_STACKS] },
};

static const char *const VARIANTS[] = {
    "4,4,15,15", "standard", "tournament", "3,3,10,10", "2,3,5,5", NULL,
};

const Game GIPF_GAME = {
    .name = "gipf",
    .title = "GIPF",
    .summary = "Push pieces onto a hexagonal board, line up four to take them back, and starve "
               "the other side of its reserve.",
    .sides = { "white", "black" },
    .reasons = REASONS,
    .reason_count = sizeof REASONS / sizeof REASONS[0],
    .variants = VARIANTS,
    .messages = GIPF_MESSAGE,
    .message_count = GIPF_MESSAGE_COUNT,
    .colour = { COLOUR_WHITE, COLOUR_BLACK },
    .facing = true,
    .rules = &GIPF_RULES,
    .text = &GIPF_TEXT,
    .view = &GIPF_VIEW,
    .symmetry = &GIPF_SYMMETRY,
    .proof = &GIPF_PROOF,
    .eval = &GIPF_EVAL,
    .fast = &GIPF_FAST,
    .index = &GIPF_INDEX,
    .learning = NATIVE_ONLY(&GIPF_LEARNING),
};
