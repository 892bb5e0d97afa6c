/* SPDX-License-Identifier: MIT */
#include "term/plain_board.h"

#include <assert.h>

#include "term/board_inside.h"

/* Labels need space: the default triangular board has it on a screen that is a little wider. */
enum { COLUMNS = 78, COLUMNS_NAMED = 100 };

/* Choose the largest map that fits, or the smallest; for a drawing that is there for its labels, the
 * smallest that has them.  Points have labels outside the lines, so only if there are lines. */
static bool choose_map(const Shape *shape, bool has_dice, bool turned, BoardMap *map)
{
    int  capacity = turned ? COLUMNS : COLUMNS_NAMED;
    int  sizes = board_sizes(shape, has_dice);
    bool found = false;
    for (int size = 0; size < sizes; size++) {
        BoardMap next;
        if (!board_map_init(&next, shape, has_dice, size, turned)) {
            if (found)
                board_map_free(map);
            return false;
        }
        bool has_labels = board_size(&next)->form != FORM_POINTS || board_size(&next)->framed;
        if (found && !turned && !has_labels) {
            board_map_free(&next);
            return true;
        }
        if (found)
            board_map_free(map);
        *map = next;
        found = true;
        if (map->width <= capacity)
            return true;
    }
    return found;
}

bool plain_board_pieces(const Setup *setup, const Shape *shape, const Pieces *pieces,
                        const Regions *regions, bool turned, Buffer *out)
{
    BoardMap map;
    Canvas   canvas;
    if (!choose_map(shape, board_has_dice(pieces), turned, &map))
        return false;
    bool fine = canvas_init(&canvas, map.width, map.height, false);
    if (fine) {
        BoardView view = {
            .game = setup->game, .pieces = pieces, .regions = regions, .cursor = -1, .names = true
        };
        board_draw(&map, &view, &canvas);
        canvas_write(&canvas, out);
        canvas_free(&canvas);
    }
    board_map_free(&map);
    return fine && !out->failed;
}

bool plain_board_write(const Setup *setup, const Pos *pos, bool turned, Buffer *out)
{
    assert(setup->game != NULL);
    const GameView *view = setup->game->view;
    Shape           shape;
    Pieces          pieces;
    Regions         regions;
    shape_init(&shape);
    pieces_init(&pieces);
    regions_init(&regions);
    bool fine = view->shape(setup->variant, &shape) && view->pieces(pos, &pieces) &&
                (view->regions == NULL || view->regions(pos, &regions)) &&
                plain_board_pieces(setup, &shape, &pieces, &regions, turned, out);
    regions_free(&regions);
    pieces_free(&pieces);
    shape_free(&shape);
    return fine;
}
