/* SPDX-License-Identifier: MIT
 *
 * islands.c - networks, scores and results of the games of islands and bridges.
 */
#include "games/islands/islands.h"

#include <assert.h>
#include <string.h>

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
        score->points += islands[i] * (islands[i] + 1) / 2;
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
