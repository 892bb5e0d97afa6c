/* SPDX-License-Identifier: MIT */
/* Evaluation: the shortest connections of both sides.
 *
 * The distance of a side is the fewest stones with which it could connect its edges if the other side
 * did not move (Dijkstra's algorithm; stones cost nothing, empty cells one, so a deque suffices).  Among
 * equal distances, the side with more cells on shortest connections is harder to block.
 */
#include "games/hex/hex.h"

#include <string.h>

/* `unit` and `likely` are round figures, not measured. */
enum { STONE_VALUE = 100, CELL_VALUE = 4, TEMPO_VALUE = 50, LIKELY_VALUE = 100 };

/* Fill dist with the costs from one edge of a side to each cell, the cell included. */
static void distances(const Hex *hex, int side, bool from_last, int *dist)
{
    int size = hex_size(hex->head.variant), cells = size * size;
    int queue[2 * HEX_CELLS_MAX + 1], low = HEX_CELLS_MAX, high = HEX_CELLS_MAX;
    for (int cell = 0; cell < cells; cell++) {
        dist[cell] = HEX_CELLS_MAX;
        if (hex_has(hex, 1 - side, cell) ||
            !(from_last ? hex_on_last_edge(size, side, cell) : hex_on_first_edge(size, side, cell)))
            continue;
        dist[cell] = hex_has(hex, side, cell) ? 0 : 1;
    }
    for (int cost = 0; cost < 2; cost++)
        for (int cell = 0; cell < cells; cell++)
            if (dist[cell] == cost)
                queue[high++] = cell;
    /* Each cell enters at most once at each end: its distance only falls from d + 1 to d. */
    bool done[HEX_CELLS_MAX] = { false };
    while (low < high) {
        int cell = queue[low++], next[HEX_NEIGHBOURS];
        if (done[cell])
            continue;
        done[cell] = true;
        int count = hex_neighbours(size, cell, next);
        for (int i = 0; i < count; i++) {
            if (done[next[i]] || hex_has(hex, 1 - side, next[i]))
                continue;
            bool own = hex_has(hex, side, next[i]);
            int  through = dist[cell] + (own ? 0 : 1);
            if (through >= dist[next[i]])
                continue;
            dist[next[i]] = through;
            if (own)
                queue[--low] = next[i];
            else
                queue[high++] = next[i];
        }
    }
}

int hex_distance(const Hex *hex, int side, bool *path)
{
    int cells = hex_cells(hex->head.variant), least = HEX_CELLS_MAX;
    int first[HEX_CELLS_MAX], last[HEX_CELLS_MAX];
    distances(hex, side, false, first);
    distances(hex, side, true, last);
    for (int cell = 0; cell < cells; cell++) {
        int through = first[cell] + last[cell] - (hex_has(hex, side, cell) ? 0 : 1);
        least = through < least ? through : least;
    }
    for (int cell = 0; path != NULL && cell < cells; cell++)
        path[cell] = hex_owner(hex, cell) == SIDE_NONE && first[cell] + last[cell] - 1 == least;
    return least;
}

static int count_cells(const bool *path, int cells)
{
    int count = 0;
    for (int cell = 0; cell < cells; cell++)
        count += path[cell];
    return count;
}

static int eval(const Pos *pos)
{
    bool path[2][HEX_CELLS_MAX];
    int  distance[2], width[2], own = pos->side, other = pos->side ^ 1;
    for (int side = 0; side < 2; side++) {
        distance[side] = hex_distance(hex_of(pos), side, path[side]);
        width[side] = count_cells(path[side], hex_cells(pos->variant));
    }
    return STONE_VALUE * (distance[other] - distance[own]) +
           CELL_VALUE * (width[own] - width[other]) + TEMPO_VALUE;
}

static int baseline_eval(const Pos *pos)
{
    return STONE_VALUE * (hex_distance(hex_of(pos), pos->side ^ 1, NULL) -
                          hex_distance(hex_of(pos), pos->side, NULL));
}

/* Cells on shortest connections of both sides first, then of one, then the centre. */
static void order(const Pos *pos, const Step *steps, int count, int32_t *ranks)
{
    bool path[2][HEX_CELLS_MAX];
    int  size = hex_size(pos->variant);
    for (int side = 0; side < 2; side++)
        hex_distance(hex_of(pos), side, path[side]);
    for (int i = 0; i < count; i++) {
        int cell = (int)steps[i];
        if (steps[i] == HEX_SWAP) {
            ranks[i] = ORDER_LOUD;
            continue;
        }
        int row = 2 * (cell / size) - (size - 1), column = 2 * (cell % size) - (size - 1);
        ranks[i] =
            4096 * (path[0][cell] + path[1][cell]) - (row * row + column * column + row * column);
    }
}

const GameEval HEX_EVAL = {
    .thinker = ALGORITHM_ALPHABETA,
    .acyclic = true, /* stones never leave the board, and there is one swap at most */
    .unit = STONE_VALUE,
    .likely = LIKELY_VALUE,
    .eval = eval,
    .baseline_eval = baseline_eval,
    .order = order,
};
