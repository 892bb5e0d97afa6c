/* SPDX-License-Identifier: MIT */
#include "term/touches.h"

#include <assert.h>

#include "core/shape.h"

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
        InputHint hint;
        game->view->input_hint(&pos.head, steps.step[i], &hint);
        for (int j = 0; j < hint.cells.count && out->count < TOUCHES_MAX; j++)
            out->cell[out->count++] = hint.cells.cell[j];
        game->rules->apply(&pos.head, steps.step[i]);
    }
}
