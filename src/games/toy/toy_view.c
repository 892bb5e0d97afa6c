/* SPDX-License-Identifier: MIT */
/* Drawing, move input by selecting cells, and why a step is illegal.  The id of a cell is its index
 * on the board. */
#include "games/toy/toy.h"

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
            if (toy_rows(toy->stones[side]) & toy_bit(cell))
                stone->marks |= MARK_CHAIN;
            if (pos->phase == 1 && pos->extra == cell)
                stone->marks |= MARK_LAST;
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

const GameView TOY_VIEW = {
    .shape = toy_shape,
    .pieces = toy_pieces,
    .panel = toy_panel,
    .input_hint = toy_input_hint,
};
