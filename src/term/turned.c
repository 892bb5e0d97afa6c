/* SPDX-License-Identifier: MIT */
#include "term/turned.h"

#include "term/board.h"

enum { COLUMNS = 78 };

/* The largest map that fits, or the smallest there is. */
static bool choose_map(const Shape *shape, bool has_dice, BoardMap *map)
{
    int sizes = board_sizes(shape, has_dice);
    for (int size = 0; size < sizes; size++) {
        if (!board_map_init(map, shape, has_dice, size, true))
            return false;
        if (map->width <= COLUMNS || size + 1 == sizes)
            return true;
        board_map_free(map);
    }
    return false;
}

static bool draw(const Setup *setup, const Shape *shape, const Pieces *pieces, Buffer *out)
{
    BoardMap map;
    Canvas   canvas;
    if (!choose_map(shape, board_has_dice(pieces), &map))
        return false;
    bool fine = canvas_init(&canvas, map.width, map.height, false);
    if (fine) {
        BoardView view = { .pieces = pieces, .sides = setup->game->sides, .cursor = -1 };
        board_draw(&map, &view, &canvas);
        canvas_write(&canvas, out);
        canvas_free(&canvas);
    }
    board_map_free(&map);
    return fine;
}

bool turned_board(const Setup *setup, const Pos *pos, Buffer *out)
{
    const GameView *view = setup->game->view;
    Shape           shape;
    Pieces          pieces;
    shape_init(&shape);
    pieces_init(&pieces);
    bool fine = view->shape(setup->variant, &shape) && view->pieces(pos, &pieces) &&
                draw(setup, &shape, &pieces, out) && !out->failed;
    pieces_free(&pieces);
    shape_free(&shape);
    return fine;
}
