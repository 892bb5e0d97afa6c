/* graph_help.h - every reachable position, step by step, with the edges between them: the reference
 * for tests of solvers, in the plainest form.
 */
#ifndef TESTS_GRAPH_HELP_H
#define TESTS_GRAPH_HELP_H

#include <stdlib.h>
#include <string.h>

#include "setup_help.h"

typedef struct Graph {
    const Game    *game;
    size_t         pos_size;
    uint32_t       count, limit, slot_mask, child_count, child_capacity;
    unsigned char *positions; /* the root is number 0 */
    uint32_t      *slots;     /* number + 1 of the position there, 0: none */
    uint32_t *first_child;    /* children of n: from first_child[n] to before first_child[n + 1] */
    uint32_t *children;
    int      *turns[2]; /* what a test has computed for a side, or NULL; freed with the rest */
} Graph;

static inline void *need(void *block)
{
    if (block == NULL)
        fail_msg("out of memory");
    return block;
}

static inline const Pos *graph_at(const Graph *graph, uint32_t index)
{
    return (const Pos *)(const void *)(graph->positions + index * graph->pos_size);
}

/* Return the number of a position, which may be new; false if there is no capacity for it. */
static inline bool graph_number(Graph *graph, const Pos *pos, uint32_t *number)
{
    uint32_t slot = (uint32_t)mix64(pos->key) & graph->slot_mask;
    for (; graph->slots[slot] != 0; slot = (slot + 1) & graph->slot_mask) {
        *number = graph->slots[slot] - 1;
        if (game_same(graph->game, graph_at(graph, *number), pos))
            return true;
    }
    if (graph->count == graph->limit)
        return false;
    memcpy(graph->positions + graph->count * graph->pos_size, pos, graph->pos_size);
    *number = graph->count++;
    graph->slots[slot] = graph->count;
    return true;
}

static inline bool graph_expand(Graph *graph, uint32_t index)
{
    Step      steps[STEPS_MAX];
    PosBuffer next;
    int       count = graph->game->rules->gen(graph_at(graph, index), steps);
    graph->first_child[index] = graph->child_count;
    for (int i = 0; i < count; i++) {
        if (graph->child_count == graph->child_capacity) {
            graph->child_capacity = 2 * graph->child_capacity + 1024;
            graph->children =
                need(realloc(graph->children, graph->child_capacity * sizeof *graph->children));
        }
        game_copy(graph->game, graph_at(graph, index), &next.head);
        graph->game->rules->apply(&next.head, steps[i]);
        if (graph->game->rules->forget != NULL)
            graph->game->rules->forget(&next.head);
        if (!graph_number(graph, &next.head, &graph->children[graph->child_count++]))
            return false;
    }
    graph->first_child[index + 1] = graph->child_count;
    return true;
}

static inline void graph_free(Graph *graph)
{
    free(graph->positions);
    free(graph->slots);
    free(graph->first_child);
    free(graph->children);
    free(graph->turns[0]);
    free(graph->turns[1]);
}

/* Return false, with nothing to free, if more than `limit` positions are reachable. */
static inline bool graph_init(Graph *graph, const Game *game, const Pos *root, uint32_t limit)
{
    uint32_t slots = 4, number;
    while (slots < 2 * limit)
        slots *= 2;
    *graph = (Graph){ .game = game,
                      .pos_size = game->rules->size(root->variant),
                      .limit = limit,
                      .slot_mask = slots - 1,
                      .slots = need(calloc(slots, sizeof *graph->slots)),
                      .first_child = need(calloc(limit + 1, sizeof *graph->first_child)) };
    graph->positions = need(malloc(limit * graph->pos_size));
    bool fits = graph_number(graph, root, &number);
    for (uint32_t i = 0; fits && i < graph->count; i++)
        fits = graph_expand(graph, i);
    if (!fits)
        graph_free(graph);
    return fits;
}

#endif
