/* SPDX-License-Identifier: MIT
 *
 * duell.c - the game interface of Duell, with its one symmetry.
 */
#include <string.h>

#include "games/duell/duell.h"
#include "games/duell/duell_messages.h"
#include "games/duell/duell_dice.h"

/* --- symmetry (R3.2): the half turn of the board with colours exchanged.  A reflection is not a
 * symmetry, because it makes left-handed dice. --- */

static int symmetry_count(uint32_t variant)
{
    (void)variant;
    return 2;
}

/* Return a piece after the half turn: its north face points south, and its colour is exchanged. */
static uint8_t turned(uint8_t piece)
{
    int kind = duell_kind(piece);
    if (piece == DUELL_EMPTY)
        return DUELL_EMPTY;
    if (kind != DUELL_KING)
        kind = duell_kind_showing(DUELL_FACES[kind].top, 7 - DUELL_FACES[kind].north);
    return duell_piece(1 - duell_colour(piece), kind);
}

/* Return the number of the move one ply later, because the half turn changes the side to move:
 * White's nth move becomes Black's nth, and Black's nth becomes White's next. */
static uint32_t turned_number(const Duell *duell)
{
    uint32_t number = (uint32_t)duell->number + (duell->head.side == DUELL_BLACK ? 1 : 0);
    return number > DUELL_COUNTER_MAX ? DUELL_COUNTER_MAX : number;
}

static void map_pos(const Pos *pos, int map, Pos *out)
{
    const Duell *duell = duell_of(pos);
    assert(map == 0 || map == 1);
    if (map == 0) {
        memcpy(out, pos, sizeof *duell);
        return;
    }
    uint8_t board[DUELL_SQUARES];
    for (int square = 0; square < DUELL_SQUARES; square++)
        board[DUELL_SQUARES - 1 - square] = turned(duell->board[square]);
    duell_build(pos->variant, board, 1 - pos->side, pos->extra, turned_number(duell), out, NULL);
}

static Step map_step(const Pos *pos, Step step, int map)
{
    (void)pos;
    if (map == 0)
        return step;
    return duell_step(DUELL_SQUARES - 1 - duell_from(step), DUELL_SQUARES - 1 - duell_to(step),
                      duell_order(step));
}

const GameSymmetry DUELL_SYMMETRY = {
    .count = symmetry_count,
    .map_pos = map_pos,
    .map_step = map_step,
};

/* --- the game --- */

const MessageDef DUELL_MESSAGE[DUELL_MESSAGE_COUNT] = { DUELL_MESSAGES(MESSAGE_ROW) };

static const Reason REASONS[DUELL_REASON_COUNT] = {
    [DUELL_REASON_KING_SQUARE] = { "king-square", &DUELL_MESSAGE[DUELL_MSG_REASON_KING_SQUARE] },
    [DUELL_REASON_MATE] = { "mate", &DUELL_MESSAGE[DUELL_MSG_REASON_MATE] },
    [DUELL_REASON_BLOCKADE] = { "blockade", &DUELL_MESSAGE[DUELL_MSG_REASON_BLOCKADE] },
    [DUELL_REASON_KING_CAPTURED] = { "king-captured",
                                     &DUELL_MESSAGE[DUELL_MSG_REASON_KING_CAPTURED] },
    [DUELL_REASON_NO_CAPTURE] = { "no-capture", &DUELL_MESSAGE[DUELL_MSG_REASON_NO_CAPTURE] },
};

static const char *const VARIANTS[] = { "", "king-capture", "nocapture=100", "announce=required",
                                        NULL };

const Game DUELL_GAME = {
    .name = "duell",
    .title = "Duell",
    .summary = "Roll dice over the board as far as their tops say, corner the enemy king or bring "
               "your own to the far king square.",
    .sides = { "white", "black" },
    .reasons = REASONS,
    .reason_count = DUELL_REASON_COUNT,
    .variants = VARIANTS,
    .messages = DUELL_MESSAGE,
    .message_count = DUELL_MESSAGE_COUNT,
    .colour = { COLOUR_WHITE, COLOUR_BLACK },
    .facing = true,
    .rules = &DUELL_RULES,
    .text = &DUELL_TEXT,
    .view = &DUELL_VIEW,
    .symmetry = &DUELL_SYMMETRY,
    .eval = &DUELL_EVAL,
    .fast = &DUELL_FAST,
    .index = &DUELL_INDEX,
    .learning = NATIVE_ONLY(&DUELL_LEARNING),
    .weights = NATIVE_ONLY(&DUELL_WEIGHTS),
};
