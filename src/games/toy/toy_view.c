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
        panel_add(out, (uint8_t)side, "stones", "%d", toy_count(toy->stones[side]));
    panel_add(out, SIDE_NONE, "free cells", "%d", toy_count(toy_free(toy)));
}

static void add_cell(CellList *list, int cell)
{
    assert(list->count < TOUCHES_MAX && cell >= 0 && cell < TOY_CELLS_MAX);
    list->cell[list->count++] = (uint16_t)cell;
}

static void toy_touches(const Pos *pos, Step step, CellList *cells, Text *label)
{
    (void)pos;
    cells->count = 0;
    switch (toy_kind(step)) {
    case TOY_PLACE: add_cell(cells, toy_to(step)); break;
    case TOY_HOP:
        add_cell(cells, toy_from(step));
        add_cell(cells, toy_to(step));
        break;
    case TOY_STOP: text_add(label, "one stone is enough"); break;
    }
}

/* Explain an illegal hop, unless the only problem is an occupied target. */
static void why_not_hop(const Toy *toy, int from, int to, Text *sentence, CellList *offending)
{
    if (!(toy->stones[toy->head.side] & toy_bit(from))) {
        text_addf(sentence, "%c holds no stone of %s (T3)", 'a' + from,
                  TOY_GAME.sides[toy->head.side]);
        add_cell(offending, from);
    } else if (to != from + 1 && to != from - 1) {
        text_addf(sentence, "a stone hops to an adjacent cell, and %c is not adjacent to %c (T3)",
                  'a' + to, 'a' + from);
        add_cell(offending, from);
        add_cell(offending, to);
    }
}

void toy_why_not(const Toy *toy, Step step, Text *sentence, CellList *offending)
{
    int to = toy_to(step);
    offending->count = 0;
    if (TOY_RULES.outcome(&toy->head).ending != ENDING_NONE) {
        text_add(sentence, "the game is over (T4, T5)");
        return;
    }
    if (toy_kind(step) == TOY_HOP)
        why_not_hop(toy, toy_from(step), to, sentence, offending);
    if (toy_kind(step) != TOY_STOP && offending->count == 0 && !(toy_free(toy) & toy_bit(to))) {
        text_addf(sentence, "there is a stone on %c (T2)", 'a' + to);
        add_cell(offending, to);
    }
}

static void toy_explain(const Pos *pos, Scan scan, Text *sentence, CellList *offending)
{
    const Toy *toy = toy_of(pos);
    Step       step;
    Fault      fault;
    offending->count = 0;
    if (toy_parse(toy, &scan, &step, &fault) == STATUS_OK)
        toy_why_not(toy, step, sentence, offending);
    else
        text_add(sentence, fault.why);
}

const GameView TOY_VIEW = {
    .shape = toy_shape,
    .pieces = toy_pieces,
    .panel = toy_panel,
    .touches = toy_touches,
    .explain = toy_explain,
};
