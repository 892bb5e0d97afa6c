/* SPDX-License-Identifier: MIT
 *
 * islands.c - networks, scores and results of the games of islands and bridges.
 */
#include "games/islands/islands.h"

#include <assert.h>
#include <string.h>

#include "core/effect.h"
#include "core/shape.h"
#include "games/islands/islands_messages.h"

void islands_turn_sort(const Pos *pos, Step *steps, int count)
{
    (void)pos;
    if (count == 2 && islands_kind(steps[0]) == ISLANDS_STONE &&
        islands_kind(steps[1]) == ISLANDS_STONE && steps[1] < steps[0]) {
        Step first = steps[1];
        steps[1] = steps[0];
        steps[0] = first;
    }
}

/* --- networks --- */

void islands_graph_init(IslandsGraph *graph)
{
    graph->count = 0;
}

int islands_graph_add(IslandsGraph *graph, bool is_island)
{
    assert(graph->count < ISLANDS_GROUPS_MAX);
    int number = graph->count++;
    graph->is_island[number] = is_island;
    graph->parent[number] = (uint16_t)number;
    return number;
}

/* Find with path halving. */
static int root_of(IslandsGraph *graph, int group)
{
    assert(group >= 0 && group < graph->count);
    while (graph->parent[group] != group) {
        graph->parent[group] = graph->parent[graph->parent[group]];
        group = graph->parent[group];
    }
    return group;
}

void islands_graph_join(IslandsGraph *graph, int a, int b)
{
    graph->parent[root_of(graph, a)] = (uint16_t)root_of(graph, b);
}

static int points_of(int islands)
{
    return islands * (islands + 1) / 2;
}

/* Insertion sort: add a network, keeping the sizes in descending order. */
static void insert_network(IslandsScore *score, uint16_t size)
{
    assert(size > 0 && score->network_count < ISLANDS_GROUPS_MAX);
    int at = score->network_count++;
    for (; at > 0 && score->network[at - 1] < size; at--)
        score->network[at] = score->network[at - 1];
    score->network[at] = size;
}

void islands_score(IslandsGraph *graph, int bridges, IslandsScore *score)
{
    uint16_t islands[ISLANDS_GROUPS_MAX]; /* of each network, at its root */
    assert(bridges >= 0);
    memset(islands, 0, (size_t)graph->count * sizeof islands[0]);
    score->points = score->islands = score->network_count = 0;
    score->bridges = bridges;
    for (int i = 0; i < graph->count; i++)
        islands[root_of(graph, i)] += graph->is_island[i];
    for (int i = 0; i < graph->count; i++) {
        if (islands[i] == 0)
            continue;
        score->points += points_of(islands[i]);
        score->islands += islands[i];
        insert_network(score, islands[i]);
    }
}

/* --- results --- */

const MessageDef ISLANDS_MESSAGE[ISLANDS_MESSAGE_COUNT] = { ISLANDS_MESSAGES(MESSAGE_ROW) };

const Reason ISLANDS_REASON[ISLANDS_REASONS] = {
    [ISLANDS_BY_POINTS] = { "points", &ISLANDS_MESSAGE[ISLANDS_MSG_REASON_POINTS] },
    [ISLANDS_BY_ISLANDS] = { "islands", &ISLANDS_MESSAGE[ISLANDS_MSG_REASON_ISLANDS] },
    [ISLANDS_BY_BRIDGES] = { "bridges", &ISLANDS_MESSAGE[ISLANDS_MSG_REASON_BRIDGES] },
    [ISLANDS_BY_NOTHING] = { "tie", &ISLANDS_MESSAGE[ISLANDS_MSG_REASON_TIE] },
};

/* The first difference decides; the rows are in the order of the rules. */
Outcome islands_outcome(const IslandsScore score[2], bool tie_is_won)
{
    const int lead[] = {
        [ISLANDS_BY_POINTS] = score[0].points - score[1].points,
        [ISLANDS_BY_ISLANDS] = score[0].islands - score[1].islands,
        [ISLANDS_BY_BRIDGES] = score[0].bridges - score[1].bridges,
        [ISLANDS_BY_NOTHING] = tie_is_won,
    };
    for (uint8_t reason = 0; reason < ISLANDS_REASONS; reason++)
        if (lead[reason] != 0)
            return (Outcome){ ENDING_WON, lead[reason] > 0 ? 0 : 1, reason };
    return (Outcome){ ENDING_DRAWN, 0, ISLANDS_BY_NOTHING };
}

void islands_details(const IslandsScore score[2], int seat, Text *out)
{
    text_addf(out, "points %d-%d islands %d-%d bridges %d-%d", score[0].points, score[1].points,
              score[0].islands, score[1].islands, score[0].bridges, score[1].bridges);
    if (seat != 0)
        text_addf(out, " seat %d", seat);
}

/* Add points, islands and bridges, equal on both sides. */
static void add_tie(const IslandsScore *score, Outcome outcome, Message *out)
{
    bool won = outcome.ending == ENDING_WON;
    message_replace_term(out, "reason",
                         &ISLANDS_MESSAGE[won ? ISLANDS_MSG_WON_TIE : ISLANDS_MSG_DRAWN_TIE]);
    message_count(out, "p", score->points);
    message_count(out, "i", score->islands);
    message_count(out, "b", score->bridges);
}

void islands_outcome_message(const IslandsScore score[2], Outcome outcome, Message *out)
{
    const IslandsScore *winner = &score[outcome.winner], *loser = &score[1 - outcome.winner];
    switch (outcome.reason) {
    case ISLANDS_BY_POINTS:
        message_replace_term(out, "reason", &ISLANDS_MESSAGE[ISLANDS_MSG_WON_POINTS]);
        message_count(out, "a", winner->points);
        message_count(out, "b", loser->points);
        break;
    case ISLANDS_BY_ISLANDS:
        message_replace_term(out, "reason", &ISLANDS_MESSAGE[ISLANDS_MSG_WON_ISLANDS]);
        message_count(out, "p", winner->points);
        message_count(out, "a", winner->islands);
        message_count(out, "b", loser->islands);
        break;
    case ISLANDS_BY_BRIDGES:
        message_replace_term(out, "reason", &ISLANDS_MESSAGE[ISLANDS_MSG_WON_BRIDGES]);
        message_count(out, "a", winner->bridges);
        message_count(out, "b", loser->bridges);
        break;
    default: add_tie(winner, outcome, out); break;
    }
}

/* Write the sizes of networks with two or more islands, or "-". */
static void write_networks(const IslandsScore *score, Text *out)
{
    for (int i = 0; i < score->network_count && score->network[i] > 1; i++)
        text_addf(out, "%s%d", i == 0 ? "" : ", ", score->network[i]);
    if (out->length == 0)
        text_char(out, '-');
}

static int count_single(const IslandsScore *score)
{
    int single = 0;
    for (int i = 0; i < score->network_count; i++)
        single += score->network[i] == 1;
    return single;
}

void islands_panel(const IslandsScore score[2], Panel *out)
{
    for (uint8_t side = 0; side < 2; side++) {
        char sizes[40];
        Text networks = text_over(sizes, sizeof sizes);
        write_networks(&score[side], &networks);
        panel_add_count(out, side, &ISLANDS_MESSAGE[ISLANDS_MSG_PANEL_POINTS], score[side].points);
        panel_add_count(out, side, &ISLANDS_MESSAGE[ISLANDS_MSG_PANEL_ISLANDS],
                        score[side].islands);
        panel_add_count(out, side, &ISLANDS_MESSAGE[ISLANDS_MSG_PANEL_SINGLE_ISLANDS],
                        count_single(&score[side]));
        panel_add_count(out, side, &ISLANDS_MESSAGE[ISLANDS_MSG_PANEL_BRIDGES],
                        score[side].bridges);
        if (networks.full)
            panel_add(out, side, &ISLANDS_MESSAGE[ISLANDS_MSG_PANEL_NETWORKS],
                      &ISLANDS_MESSAGE[ISLANDS_MSG_MANY]);
        else
            panel_add_text(out, side, &ISLANDS_MESSAGE[ISLANDS_MSG_PANEL_NETWORKS], sizes);
    }
}

/* --- groups and networks on the board --- */

void islands_map_init(IslandsMap *map, int cell_count)
{
    assert(cell_count <= ISLANDS_CELLS_MAX);
    islands_graph_init(&map->graph);
    map->cell_count = cell_count;
    for (int cell = 0; cell < cell_count; cell++)
        map->group_at[cell] = ISLANDS_NO_GROUP;
}

int islands_map_add(IslandsMap *map, const uint16_t *cells, int count)
{
    int number = islands_graph_add(&map->graph, count == ISLAND_STONES);
    for (int i = 0; i < count; i++) {
        assert(cells[i] < map->cell_count);
        map->group_at[cells[i]] = (uint16_t)number;
    }
    return number;
}

/* Return the root of a cell's network; -1 if the side has no stone there. */
static int network_at(IslandsMap *map, int cell)
{
    return map->group_at[cell] == ISLANDS_NO_GROUP ? -1 : root_of(&map->graph, map->group_at[cell]);
}

static int count_islands(IslandsMap *map, int root)
{
    int islands = 0;
    for (int i = 0; i < map->graph.count; i++)
        islands += map->graph.is_island[i] && root_of(&map->graph, i) == root;
    return islands;
}

static bool add_area(const IslandsMap *map, int group, uint8_t side, const MessageDef *smaller,
                     Regions *out)
{
    bool    is_island = map->graph.is_island[group];
    Region *area = regions_add(out, REGION_AREA, side,
                               is_island ? &ISLANDS_MESSAGE[ISLANDS_MSG_ISLAND] : smaller);
    if (area == NULL)
        return false;
    area->minor = !is_island;
    for (int cell = 0; cell < map->cell_count; cell++)
        if (map->group_at[cell] == group && !regions_add_cell(out, cell))
            return false;
    return true;
}

static bool add_network(IslandsMap *map, int root, int islands, uint8_t side, Regions *out)
{
    Region *network = regions_add(out, REGION_NETWORK, side, &ISLANDS_MESSAGE[ISLANDS_MSG_NETWORK]);
    if (network == NULL)
        return false;
    network->value = points_of(islands);
    for (int cell = 0; cell < map->cell_count; cell++)
        if (network_at(map, cell) == root && !regions_add_cell(out, cell))
            return false;
    return true;
}

bool islands_regions(IslandsMap *map, uint8_t side, const MessageDef *smaller, Regions *out)
{
    for (int group = 0; group < map->graph.count; group++)
        if (!add_area(map, group, side, smaller, out))
            return false;
    for (int root = 0; root < map->graph.count; root++) {
        int islands = map->graph.parent[root] == root ? count_islands(map, root) : 0;
        if (islands > 0 && !add_network(map, root, islands, side, out))
            return false;
    }
    return true;
}

/* Add an effect FORM with the cells of a network, or of one group of it. */
static bool add_form(IslandsMap *map, uint8_t side, int root, int group, IslandsMessage subject,
                     IslandsMessage message, Effects *out)
{
    Effect *form = effects_add(out, EFFECT_FORM, side, &ISLANDS_MESSAGE[subject]);
    if (form == NULL)
        return false;
    form->message = &ISLANDS_MESSAGE[message];
    for (int cell = 0; cell < map->cell_count; cell++)
        if (network_at(map, cell) == root &&
            (group == ISLANDS_NO_GROUP || map->group_at[cell] == group) &&
            !effects_add_cell(out, cell))
            return false;
    return true;
}

bool islands_form_effects(IslandsMap *map, uint8_t side, IslandsKind kind, int cell, int gain,
                          Effects *out)
{
    int group = map->group_at[cell], root = network_at(map, cell);
    assert(root >= 0);
    if (kind == ISLANDS_STONE && map->graph.is_island[group]) {
        if (!add_form(map, side, root, group, ISLANDS_MSG_ISLAND, ISLANDS_MSG_FORM_ISLAND, out))
            return false;
        out->at[out->count - 1].n = 1;
        gain--;
    }
    if (gain <= 0)
        return true;
    if (!add_form(map, side, root, ISLANDS_NO_GROUP, ISLANDS_MSG_NETWORK, ISLANDS_MSG_FORM_NETWORK,
                  out))
        return false;
    out->at[out->count - 1].n = count_islands(map, root);
    out->at[out->count - 1].m = gain;
    return true;
}
