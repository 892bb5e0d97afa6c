/* SPDX-License-Identifier: MIT
 *
 * duell_effects.c - what a move does, and what is special in a position: an attacked king with its
 * attackers, a king on its goal.
 */
#include "games/duell/duell_board.h"
#include "games/duell/duell_view.h"

static bool add_king_and_attackers(const Duell *duell, int side, bool (*add)(void *list, int cell),
                                   void *list)
{
    uint8_t attackers[DUELL_PIECES];
    int     count = duell_attackers(duell, duell->king[side], 1 - side, attackers);
    bool    added = add(list, duell->king[side]);
    for (int i = 0; i < count; i++)
        added = added && add(list, attackers[i]);
    return added;
}

/* --- effects --- */

static bool add_effect_cell(void *list, int cell)
{
    return effects_add_cell(list, cell);
}

static bool add_capture(const Duell *duell, int square, Effects *out)
{
    uint8_t taken = duell->board[square];
    if (taken == DUELL_EMPTY)
        return true;
    Effect *effect = effects_add(out, EFFECT_CAPTURE, (uint8_t)duell_colour(taken), NULL);
    if (effect == NULL)
        return false;
    effect->message = &DUELL_MESSAGE[duell_kind(taken) == DUELL_KING ? DUELL_MSG_LOSES_KING
                                                                     : DUELL_MSG_LOSES_DIE];
    return effects_add_cell(out, square);
}

static bool add_roll(const Duell *after, Step step, Effects *out)
{
    uint8_t squares[DUELL_TOP_MAX], piece = after->board[duell_to(step)];
    int     count = duell_path(step, squares);
    Effect *effect = effects_add(out, EFFECT_MOVE, (uint8_t)duell_colour(piece), NULL);
    if (effect == NULL)
        return false;
    effect->piece = duell_shown(piece, duell_to(step));
    bool added = effects_add_cell(out, duell_from(step));
    for (int i = 0; i < count; i++)
        added = added && effects_add_cell(out, squares[i]);
    return added;
}

/* The king that is attacked after the move, as the mark says (R8.2). */
static bool add_check(const Pos *pos, const Duell *after, Step step, Effects *out)
{
    const char *mark = duell_mark(pos, step);
    int         side = after->head.side;
    bool        is_mate = mark[0] != '\0' && mark[1] != '\0';
    if (mark[0] == '\0' || !duell_is_attacked(after, side))
        return true;
    Effect *effect =
        effects_add(out, EFFECT_CHECK, (uint8_t)side,
                    &DUELL_MESSAGE[is_mate ? DUELL_MSG_CALL_MATE : DUELL_MSG_CALL_DUELL]);
    if (effect == NULL)
        return false;
    effect->message = &DUELL_MESSAGE[is_mate ? DUELL_MSG_MATE : DUELL_MSG_CHECK];
    return add_king_and_attackers(after, side, add_effect_cell, out);
}

static bool add_goal(const Duell *after, int side, Effects *out)
{
    if (after->king[side] != duell_goal(side))
        return true;
    Effect *effect =
        effects_add(out, EFFECT_WIN, (uint8_t)side, &DUELL_MESSAGE[DUELL_MSG_CELL_GOAL]);
    if (effect == NULL)
        return false;
    effect->message = &DUELL_MESSAGE[DUELL_MSG_REACHES_GOAL];
    return effects_add_cell(out, duell_goal(side));
}

bool duell_effects(const Pos *pos, Step step, Effects *out)
{
    Duell after = *duell_of(pos);
    duell_move(&after, step);
    return add_capture(duell_of(pos), duell_to(step), out) && add_roll(&after, step, out) &&
           add_check(pos, &after, step, out) && add_goal(&after, pos->side, out);
}

/* --- regions --- */

static bool add_region_cell(void *list, int cell)
{
    return regions_add_cell(list, cell);
}

/* An attacked king with its attackers, also after mate; or the king square that won the game. */
bool duell_regions(const Pos *pos, Regions *out)
{
    const Duell *duell = duell_of(pos);
    for (int side = 0; side < 2; side++) {
        bool is_goal = duell->king[side] == duell_goal(side);
        if (is_goal && (regions_add(out, REGION_PATH, (uint8_t)side,
                                    &DUELL_MESSAGE[DUELL_MSG_CELL_GOAL]) == NULL ||
                        !regions_add_cell(out, duell_goal(side))))
            return false;
        if (duell_is_decided(duell) || !duell_is_attacked(duell, side))
            continue;
        if (regions_add(out, REGION_DANGER, (uint8_t)side, &DUELL_MESSAGE[DUELL_MSG_CALL_DUELL]) ==
                NULL ||
            !add_king_and_attackers(duell, side, add_region_cell, out))
            return false;
    }
    return true;
}

/* --- the result --- */

void duell_outcome_message(const Pos *pos, Outcome outcome, Message *out)
{
    const Duell *duell = duell_of(pos);
    uint8_t      attackers[DUELL_PIECES];
    uint16_t     cells[DUELL_PIECES];
    switch (outcome.reason) {
    case DUELL_REASON_MATE: {
        int loser = 1 - outcome.winner;
        int count = duell_attackers(duell, duell->king[loser], outcome.winner, attackers);
        message_replace_term(out, "reason", &DUELL_MESSAGE[DUELL_MSG_MATE_FROM]);
        duell_name_square(out, "king", duell->king[loser]);
        for (int i = 0; i < count; i++)
            cells[i] = attackers[i];
        message_cells(out, "cells", cells, count);
        break;
    }
    case DUELL_REASON_KING_SQUARE:
        message_replace_term(out, "reason", &DUELL_MESSAGE[DUELL_MSG_GOAL_REACHED]);
        duell_name_square(out, "king", duell->king[outcome.winner]);
        break;
    case DUELL_REASON_NO_CAPTURE:
        message_replace_term(out, "reason", &DUELL_MESSAGE[DUELL_MSG_NO_CAPTURE_FOR]);
        message_count(out, "n", duell_unpack(pos->variant).nocapture);
        break;
    default: break;
    }
}
