/* SPDX-License-Identifier: MIT
 *
 * gipf_effects.c - what one step does, in order: pushed pieces, the new piece, rows that leave.
 */
#include "core/effect.h"
#include "games/gipf/gipf.h"
#include "games/gipf/gipf_view.h"

static int cell_of(int side, int line, int index)
{
    return gipf_node_cell(side, gipf_line_node(side, line, index));
}

/* Add an effect that brings a piece from one node of a line to the next. */
static bool add_motion(Effects *out, EffectKind kind, char content, int from, int to)
{
    Piece   piece = gipf_piece(content, to);
    Effect *effect = effects_add(out, kind, piece.side, NULL);
    if (effect == NULL)
        return false;
    effect->piece = piece;
    return effects_add_cell(out, from) && effects_add_cell(out, to);
}

/* The pieces up to the first gap move on, the farthest first; then the new one enters (R3.2). */
static bool add_push(const Pos *pos, GipfPush push, Effects *out)
{
    int side = gipf_unpack(pos->variant).side, length = gipf_line_length(side, push.line);
    int entry = push.from_high ? length - 1 : 0, step = push.from_high ? -1 : 1, gap = entry;
    while (gipf_at(pos, gipf_line_node(side, push.line, gap)) != '_')
        gap += step;
    for (int to = gap; to != entry; to -= step)
        if (!add_motion(out, EFFECT_MOVE, gipf_at(pos, gipf_line_node(side, push.line, to - step)),
                        cell_of(side, push.line, to - step), cell_of(side, push.line, to)))
            return false;
    return add_motion(out, EFFECT_ENTER, (push.stack ? "XY" : "WB")[pos->side],
                      cell_of(side, push.line, entry - step), cell_of(side, push.line, entry));
}

static int count_bits(uint64_t bits)
{
    int count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static bool add_cells(Effects *out, int side, int line, uint64_t bits)
{
    for (int n = 0; n < gipf_line_length(side, line); n++)
        if ((bits >> n & 1) != 0 && !effects_add_cell(out, cell_of(side, line, n)))
            return false;
    return true;
}

/* Pieces that leave the board: a GIPF-piece counts as two (R8.1). */
static bool add_gone(Effects *out, EffectKind kind, int side, const GipfRemoval *removal)
{
    bool     back = kind == EFFECT_RETURN;
    uint64_t gone = back ? removal->returned : removal->captured;
    int      stacks = count_bits(gone & removal->stacks);
    if (gone == 0)
        return true;
    Effect *effect =
        effects_add(out, kind, (uint8_t)(back ? removal->colour : 1 - removal->colour), NULL);
    if (effect == NULL)
        return false;
    effect->n = count_bits(gone) + stacks;
    effect->m = stacks;
    GipfMessage plain = back ? GIPF_MSG_EFFECT_RETURN : GIPF_MSG_EFFECT_CAPTURE;
    GipfMessage with_stacks = back ? GIPF_MSG_EFFECT_RETURN_STACKS : GIPF_MSG_EFFECT_CAPTURE_STACKS;
    effect->message = &GIPF_MESSAGE[stacks == 0 ? plain : with_stacks];
    return add_cells(out, side, removal->row.line, gone);
}

/* A row, then what returns to its owner, then what is captured (R4.3). */
static bool add_removal(Effects *out, int side, const GipfRemoval *removal)
{
    GipfRow row = removal->row;
    Effect *effect =
        effects_add(out, EFFECT_FORM, (uint8_t)removal->colour, &GIPF_MESSAGE[GIPF_MSG_ROW]);
    if (effect == NULL)
        return false;
    bool stays = (removal->returned | removal->captured) == 0;
    effect->message = &GIPF_MESSAGE[stays ? GIPF_MSG_EFFECT_ROW_STAYS : GIPF_MSG_EFFECT_ROW];
    for (int n = row.first; n <= row.last; n++)
        if (!effects_add_cell(out, cell_of(side, row.line, n)))
            return false;
    return add_gone(out, EFFECT_RETURN, side, removal) &&
           add_gone(out, EFFECT_CAPTURE, side, removal);
}

bool gipf_effects(const Pos *pos, Step step, Effects *out)
{
    GipfRemoval removals[GIPF_RUNS_MAX];
    int         side = gipf_unpack(pos->variant).side, count = gipf_removals(pos, step, removals);
    if (gipf_step_is_push(step) && !add_push(pos, gipf_step_push(step), out))
        return false;
    for (int i = 0; i < count; i++)
        if (!add_removal(out, side, &removals[i]))
            return false;
    return true;
}
