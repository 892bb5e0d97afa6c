/* SPDX-License-Identifier: MIT */
#include "term/touches.h"

#include <assert.h>

void line_turn_touches(const Line *line, int turn, CellList *out)
{
    assert(turn >= 0 && turn < line_turns(line));
    const Game *game = line->setup.game;
    PosBuffer   pos;
    Turn        steps;
    out->count = 0;
    line_turn(line, turn, &steps);
    game_copy(game, line_before_turn(line, turn), &pos.head);
    for (int i = 0; i < steps.count; i++) {
        CellList cells = { .count = 0 };
        char     label[64];
        Text     text = text_over(label, sizeof label);
        game->view->touches(&pos.head, steps.step[i], &cells, &text);
        for (int j = 0; j < cells.count && out->count < TOUCHES_MAX; j++)
            out->cell[out->count++] = cells.cell[j];
        game->rules->apply(&pos.head, steps.step[i]);
    }
}
