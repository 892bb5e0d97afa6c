/* SPDX-License-Identifier: MIT */
/* Drawing, move input by selecting cells, what a step does, and why one is illegal.  The id of a cell is
 * its index on the board. */
#include "games/toy/toy.h"

#include "core/effect.h"
#include "core/shape.h"

static bool toy_shape(uint32_t variant, Shape *out)
{
    static const ShapePoint CORNER[4] = {
        { -0.5, -0.5 }, { 0.5, -0.5 }, { 0.5, 0.5 }, { -0.5, 0.5 }
    };
    for (int i = 0; i < (int)variant; i++) {
        ShapeCell *cell = shape_add_cell(out, "field", i, 0);
        if (cell == NULL)
            return false;
        cell->label[0] = (char)('a' + i);
        cell->corner_count = 4;
        for (int c = 0; c < 4; c++)
            cell->corner[c] = (ShapePoint){ i + CORNER[c].x, CORNER[c].y };
    }
    return true;
}

/* Give a stone its name: the same on the board and in an effect. */
static void name_stone(Piece *stone)
{
    stone->name = &TOY_MESSAGE[TOY_MSG_PIECE];
}

static bool toy_pieces(const Pos *pos, Pieces *out)
{
    const Toy *toy = toy_of(pos);
    for (int cell = 0; cell < (int)pos->variant; cell++)
        for (int side = 0; side < 2; side++) {
            if (!(toy->stones[side] & toy_bit(cell)))
                continue;
            Piece *stone = pieces_add(out, "stone", (uint8_t)side, cell);
            if (stone == NULL)
                return false;
            name_stone(stone);
        }
    return true;
}

/* Each row is a path of cells. */
static bool toy_regions(const Pos *pos, Regions *out)
{
    const MessageDef *row = &TOY_MESSAGE[TOY_MSG_ROW];
    for (int side = 0; side < 2; side++) {
        uint32_t rows = toy_rows(toy_of(pos)->stones[side]);
        for (int cell = 0; cell < (int)pos->variant; cell++) {
            if (!(rows & toy_bit(cell)))
                continue;
            bool begins = cell == 0 || !(rows & toy_bit(cell - 1));
            if ((begins && regions_add(out, REGION_PATH, (uint8_t)side, row) == NULL) ||
                !regions_add_cell(out, cell))
                return false;
        }
    }
    return true;
}

static void toy_panel(const Pos *pos, Panel *out)
{
    const Toy *toy = toy_of(pos);
    for (int side = 0; side < 2; side++)
        panel_add_count(out, (uint8_t)side, &TOY_MESSAGE[TOY_MSG_STONES],
                        toy_count(toy->stones[side]));
    panel_add_count(out, SIDE_NONE, &TOY_MESSAGE[TOY_MSG_FREE_CELLS], toy_count(toy_free(toy)));
}

static void add_cell(CellList *list, int cell)
{
    assert(list->count < TOUCHES_MAX && cell >= 0 && cell < TOY_CELLS_MAX);
    list->cell[list->count++] = (uint16_t)cell;
}

static void toy_input_hint(const Pos *pos, Step step, InputHint *out)
{
    (void)pos;
    *out = (InputHint){ 0 };
    switch (toy_kind(step)) {
    case TOY_PLACE: add_cell(&out->cells, toy_to(step)); break;
    case TOY_HOP:
        add_cell(&out->cells, toy_from(step));
        add_cell(&out->cells, toy_to(step));
        break;
    case TOY_STOP: out->label = message_of(&TOY_MESSAGE[TOY_MSG_STOP]); break;
    }
}

/* Name an argument and mark its cell. */
static void name_cell(Message *why, const char *name, int cell)
{
    message_cell(why, name, cell);
    message_offending(why, cell);
}

/* Explain an illegal hop, unless the only problem is an occupied target. */
static void why_not_hop(const Toy *toy, int from, int to, Message *why)
{
    if (!(toy->stones[toy->head.side] & toy_bit(from))) {
        *why = message_of(&TOY_MESSAGE[TOY_MSG_NOT_YOURS]);
        name_cell(why, "cell", from);
        message_side(why, "side", toy->head.side);
    } else if (to != from + 1 && to != from - 1) {
        *why = message_of(&TOY_MESSAGE[TOY_MSG_NOT_ADJACENT]);
        name_cell(why, "from", from);
        name_cell(why, "to", to);
    }
}

void toy_why_not(const Toy *toy, Step step, Message *why)
{
    int to = toy_to(step);
    *why = message_of(NULL);
    if (TOY_RULES.outcome(&toy->head).ending != ENDING_NONE) {
        *why = message_of(&TOY_MESSAGE[TOY_MSG_OVER]);
        return;
    }
    if (toy_kind(step) == TOY_HOP)
        why_not_hop(toy, toy_from(step), to, why);
    if (toy_kind(step) != TOY_STOP && why->def == NULL && !(toy_free(toy) & toy_bit(to))) {
        *why = message_of(&TOY_MESSAGE[TOY_MSG_OCCUPIED]);
        name_cell(why, "cell", to);
    }
}

static bool is_free(const Toy *toy, int cell)
{
    return cell >= 0 && cell < TOY_CELLS_MAX && (toy_free(toy) & toy_bit(cell));
}

/* Return the message without its arguments and mark the cells from `first` on. */
static Message too_many(const CellList *selected, int first, ToyMessage index)
{
    Message why = message_of(&TOY_MESSAGE[index]);
    for (int i = first; i < selected->count; i++)
        message_offending(&why, selected->cell[i]);
    return why;
}

/* Explain a selection that begins with a stone of the side to move at the beginning of a turn. */
static void explain_hop(const Toy *toy, const CellList *selected, Message *why)
{
    int from = selected->cell[0];
    if (selected->count > 1) {
        toy_why_not(toy, toy_step(TOY_HOP, from, selected->cell[1]), why);
        if (why->def == NULL && selected->count > 2)
            *why = too_many(selected, 2, TOY_MSG_ONE_HOP);
    } else if (!is_free(toy, from - 1) && !is_free(toy, from + 1)) {
        *why = message_of(&TOY_MESSAGE[TOY_MSG_NO_HOP]);
        name_cell(why, "cell", from);
    }
}

/* A selection is an intention: cells on which no step begins are explained as the step that they look
 * like. */
static void toy_explain_cells(const Pos *pos, const CellList *selected, Message *why)
{
    const Toy *toy = toy_of(pos);
    *why = message_of(NULL);
    for (int i = 0; i < selected->count; i++)
        if (selected->cell[i] >= pos->variant) {
            *why = message_of(&CORE_MESSAGE[CORE_MSG_NO_CELL]);
            return;
        }
    if (TOY_RULES.outcome(pos).ending != ENDING_NONE) {
        *why = message_of(&TOY_MESSAGE[TOY_MSG_OVER]);
    } else if (selected->count > 0 && pos->phase == 0 &&
               (toy->stones[pos->side] & toy_bit(selected->cell[0]))) {
        explain_hop(toy, selected, why);
    } else if (selected->count > 0) {
        toy_why_not(toy, toy_step(TOY_PLACE, 0, selected->cell[0]), why);
        if (why->def == NULL && selected->count > 1)
            *why = too_many(selected, 1, TOY_MSG_ONE_CELL);
    }
}

/* Add what happens to the stones: one appears, one moves, or none. */
static bool add_stone(const Pos *pos, Step step, Effects *out)
{
    static const EffectKind KINDS[] = {
        [TOY_PLACE] = EFFECT_PLACE, [TOY_HOP] = EFFECT_MOVE, [TOY_STOP] = EFFECT_PASS
    };
    ToyKind  kind = toy_kind(step);
    uint16_t cell = (uint16_t)toy_to(step);
    Effect  *effect = effects_add(out, KINDS[kind], pos->side, NULL);
    if (effect == NULL)
        return false;
    if (kind == TOY_STOP) {
        effect->message = &TOY_MESSAGE[TOY_MSG_STOPS];
        return true;
    }
    effect->piece = (Piece){ .glyph = "stone", .side = pos->side, .cell = cell, .cell2 = cell };
    name_stone(&effect->piece);
    return (kind != TOY_HOP || effects_add_cell(out, toy_from(step))) &&
           effects_add_cell(out, cell);
}

/* A row counts when the turn is over (T4). */
static bool toy_effects(const Pos *pos, Step step, Effects *out)
{
    Toy after = *toy_of(pos);
    if (!add_stone(pos, step, out))
        return false;
    TOY_RULES.apply(&after.head, step);
    uint32_t rows = toy_rows(after.stones[pos->side]);
    if (after.head.phase != 0 || rows == 0)
        return true;
    Effect *won = effects_add(out, EFFECT_WIN, pos->side, &TOY_MESSAGE[TOY_MSG_ROW]);
    if (won == NULL)
        return false;
    won->message = &TOY_MESSAGE[TOY_MSG_WINS];
    for (int cell = 0; cell < (int)pos->variant; cell++)
        if ((rows & toy_bit(cell)) && !effects_add_cell(out, cell))
            return false;
    return true;
}

const GameView TOY_VIEW = {
    .shape = toy_shape,
    .pieces = toy_pieces,
    .panel = toy_panel,
    .input_hint = toy_input_hint,
    .explain_cells = toy_explain_cells,
    .effects = toy_effects,
    .regions = toy_regions,
};
