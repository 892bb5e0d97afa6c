/* SPDX-License-Identifier: MIT
 *
 * diavolo_score.c - islands, networks and points (R8).
 */
#include <assert.h>
#include <string.h>

#include "games/diavolo/diavolo_window.h"

/* Only groups at the end of a bridge matter for networks; every other island counts one point.  So
 * groups are numbered lazily, when the first bridge at them is found. */
typedef struct Groups {
    IslandsGraph graph;
    int          islands;                                                /* in the graph so far */
    uint64_t     left[DIAVOLO_SIZE_MAX + ROWS_BETWEEN + ROWS_BELOW + 1]; /* lands not numbered */
    uint16_t     number[(DIAVOLO_SIZE_MAX + 1) * 64]; /* group of a land, by row * 64 + bit */
} Groups;

/* Add the group around `spot` to the graph and record its number for each of its lands. */
static void number_group(Groups *groups, Spot spot)
{
    uint64_t *left = groups->left + ROWS_BELOW;
    Window    group = window_grow(window_land(spot), window_load(left, spot), 3);
    bool      is_island = window_count(group) == ISLAND_STONES;
    uint16_t  number = (uint16_t)islands_graph_add(&groups->graph, is_island);
    uint64_t  half[2];
    groups->islands += is_island;
    memcpy(half, &group, sizeof half);
    for (int i = 0; i < 2; i++)
        for (; half[i] != 0; half[i] &= half[i] - 1) {
            int at = 64 * i + __builtin_ctzll(half[i]);
            int row = spot.row - WINDOW_MIDDLE + at / 16;
            int bit = (window_turn(spot) + at % 16) & 63;
            groups->number[64 * row + bit] = number;
        }
    window_flip(left, spot, group);
}

static int group_at(Groups *groups, Spot land)
{
    if (has_bit(groups->left + ROWS_BELOW, land))
        number_group(groups, land);
    return groups->number[64 * land.row + land.bit];
}

/* Join every group with a corner at the point to group `*first`.  If that is negative, it becomes
 * the first group found. */
static void join_at(const Diavolo *d, int side, Spot point, Groups *groups, int *first)
{
    for (int above = 0; above < 2; above++) {
        int      row = point.row - 1 + above;
        uint64_t three = UINT64_C(7) << (point.bit - 1 - above);
        uint64_t lands = rows_of(d, SET_LAND + side)[row] & three;
        for (; lands != 0; lands &= lands - 1) {
            int number = group_at(groups, (Spot){ row, __builtin_ctzll(lands) });
            if (*first >= 0)
                islands_graph_join(&groups->graph, *first, number);
            else
                *first = number;
        }
    }
}

/* Join all groups of the side at both ends of each of its bridges (R8.1); return the number of
 * bridges. */
static int join_bridges(const Diavolo *d, int side, Groups *groups)
{
    int bridges = 0;
    for (int edge = 0; edge < DIAVOLO_SIDES; edge++)
        for (int row = 1; row <= size_of(d); row++) {
            uint64_t left = rows_of(d, SET_BRIDGE + edge)[row] >> side & UP_BITS;
            for (; left != 0; left &= left - 1) {
                int          first = -1;
                DiavoloPoint end[2];
                diavolo_edge_ends(
                    (DiavoloEdge){ __builtin_ctzll(left) / 2, row, (DiavoloSide)edge }, end);
                join_at(d, side, spot_of_point(end[0]), groups, &first);
                join_at(d, side, spot_of_point(end[1]), groups, &first);
                bridges++;
            }
        }
    return bridges;
}

static void groups_init(const Diavolo *d, int side, Groups *groups)
{
    islands_graph_init(&groups->graph);
    groups->islands = 0;
    memcpy(groups->left, rows_of(d, SET_LAND + side) - ROWS_BELOW,
           (size_t)(size_of(d) + ROWS_BETWEEN + ROWS_BELOW + 1) * sizeof(uint64_t));
}

void diavolo_side_score(const Pos *pos, int side, IslandsScore *score)
{
    const Diavolo *d = diavolo_of(pos);
    Groups         groups;
    groups_init(d, side, &groups);
    int bridges = join_bridges(d, side, &groups);
    assert(groups.islands <= d->islands[side]);
    while (groups.islands < d->islands[side]) {
        islands_graph_add(&groups.graph, true);
        groups.islands++;
    }
    islands_score(&groups.graph, bridges, score);
}

void diavolo_score(const Pos *pos, IslandsScore score[2])
{
    for (int side = 0; side < 2; side++)
        diavolo_side_score(pos, side, &score[side]);
}

void diavolo_map(const Pos *pos, int side, IslandsMap *map)
{
    const Diavolo *d = diavolo_of(pos);
    Groups         groups;
    islands_map_init(map, diavolo_field_count(size_of(d)));
    groups_init(d, side, &groups);
    for (int row = 1; row <= size_of(d); row++)
        for (uint64_t lands = rows_of(d, SET_LAND + side)[row]; lands != 0; lands &= lands - 1) {
            Spot spot = { row, __builtin_ctzll(lands) };
            map->group_at[diavolo_field_cell(field_at(size_of(d), spot))] =
                (uint16_t)group_at(&groups, spot);
        }
    join_bridges(d, side, &groups);
    map->graph = groups.graph;
}
