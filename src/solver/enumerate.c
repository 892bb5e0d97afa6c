/* SPDX-License-Identifier: MIT
 *
 * enumerate.c - forward: number every reachable position and list its successors.  Backward:
 * terminal positions have a value.  A position gets one as soon as a successor wins for its side,
 * or all of its successors win for the other.  Each position is settled once, in breadth-first
 * order, shortest wins first, so the distance is the length of the win.
 */
#include "solver/enumerate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/perft.h"

enum { OPEN_VALUE = 2 }; /* besides the two players */

typedef struct Graph {
    const Game        *game;
    const ProofLimits *limits;
    uint32_t           state_limit;
    size_t             pos_size, memory;
    uint32_t           count, capacity, slot_mask;
    unsigned char     *positions;
    uint32_t          *slots;       /* position number + 1, 0 if free */
    uint64_t          *first_child; /* into children; count + 1 entries */
    uint32_t          *children;
    uint64_t           child_count, child_capacity;
    bool               too_many, stopped;
} Graph;

static const Pos *position_at(const Graph *graph, uint32_t index)
{
    assert(index < graph->count);
    return (const Pos *)(const void *)(graph->positions + (size_t)index * graph->pos_size);
}

/* realloc that tracks the memory of the graph. */
static void *resize(Graph *graph, void *block, size_t old_bytes, size_t new_bytes)
{
    assert(old_bytes <= graph->memory);
    if (graph->memory - old_bytes + new_bytes > graph->limits->memory_bytes)
        return NULL;
    void *bigger = realloc(block, new_bytes);
    if (bigger != NULL)
        graph->memory += new_bytes - old_bytes;
    return bigger;
}

static uint32_t *find_slot(const Graph *graph, const Pos *pos)
{
    uint32_t slot = (uint32_t)(pos->key >> 16) & graph->slot_mask;
    while (graph->slots[slot] != 0 &&
           memcmp(position_at(graph, graph->slots[slot] - 1), pos, graph->pos_size) != 0)
        slot = (slot + 1) & graph->slot_mask;
    return &graph->slots[slot];
}

static bool grow_positions(Graph *graph)
{
    uint32_t capacity = graph->capacity == 0 ? 1024 : graph->capacity * 2;
    size_t   old_capacity = graph->capacity;
    void    *positions = resize(graph, graph->positions, old_capacity * graph->pos_size,
                                (size_t)capacity * graph->pos_size);
    if (positions == NULL)
        return false;
    graph->positions = positions;
    void *first = resize(graph, graph->first_child, old_capacity * sizeof(uint64_t),
                         (size_t)capacity * sizeof(uint64_t));
    if (first == NULL)
        return false;
    graph->first_child = first;
    void *slots = resize(graph, graph->slots, 2 * old_capacity * sizeof(uint32_t),
                         2 * (size_t)capacity * sizeof(uint32_t));
    if (slots == NULL)
        return false;
    graph->slots = slots;
    graph->slot_mask = 2 * capacity - 1;
    memset(graph->slots, 0, 2 * (size_t)capacity * sizeof(uint32_t));
    for (uint32_t i = 0; i < graph->count; i++)
        *find_slot(graph, position_at(graph, i)) = i + 1;
    graph->capacity = capacity;
    return true;
}

/* Return the number of a position, adding it if it is new; false if it cannot be added. */
static bool number_of(Graph *graph, const Pos *pos, uint32_t *number)
{
    uint32_t *slot = find_slot(graph, pos);
    if (*slot == 0) {
        if (graph->count == graph->state_limit) {
            graph->too_many = true;
            return false;
        }
        /* One place stays free for the last entry of first_child. */
        if (graph->count + 1 == graph->capacity) {
            if (!grow_positions(graph))
                return false;
            slot = find_slot(graph, pos);
        }
        memcpy(graph->positions + (size_t)graph->count * graph->pos_size, pos, graph->pos_size);
        *slot = ++graph->count;
    }
    *number = *slot - 1;
    return true;
}

static bool add_child(Graph *graph, uint32_t child)
{
    if (graph->child_count == graph->child_capacity) {
        uint64_t capacity = graph->child_capacity == 0 ? 4096 : graph->child_capacity * 2;
        void    *children = resize(graph, graph->children, graph->child_capacity * sizeof(uint32_t),
                                   capacity * sizeof(uint32_t));
        if (children == NULL)
            return false;
        graph->children = children;
        graph->child_capacity = capacity;
    }
    graph->children[graph->child_count++] = child;
    return true;
}

static bool expand(Graph *graph, uint32_t index)
{
    assert(index < graph->count);
    Successors set;
    if (!successors_init(&set, graph->game, position_at(graph, index)))
        return false;
    bool ok = true;
    for (int i = 0; ok && i < set.count; i++) {
        uint32_t  child;
        PosBuffer next;
        game_copy(graph->game, successors_at(&set, i), &next.head);
        if (graph->game->rules->forget != NULL)
            graph->game->rules->forget(&next.head);
        ok = number_of(graph, &next.head, &child) && add_child(graph, child);
    }
    successors_free(&set);
    return ok;
}

static bool is_expired(const ProofLimits *limits)
{
    return limits->expired != NULL && limits->expired(limits->context);
}

static bool list_all(Graph *graph, const Pos *root)
{
    uint32_t number;
    if (!grow_positions(graph) || !number_of(graph, root, &number))
        return false;
    for (uint32_t i = 0; i < graph->count; i++) {
        graph->first_child[i] = graph->child_count;
        if ((i & 255) == 0 && is_expired(graph->limits)) {
            graph->stopped = true;
            return false;
        }
        if (!expand(graph, i))
            return false;
    }
    graph->first_child[graph->count] = graph->child_count;
    return true;
}

/* Backward pass: predecessors, number of open successors, and the queue. */
typedef struct Backward {
    uint64_t *first_parent;
    uint32_t *parents;
    uint32_t *open_children;
    uint32_t *queue;
    uint32_t *length;
    uint8_t  *value;
} Backward;

static bool backward_init(const Graph *graph, Backward *back)
{
    size_t n = graph->count;
    *back = (Backward){
        .first_parent = calloc(n + 2, sizeof(uint64_t)),
        .parents = malloc((graph->child_count + 1) * sizeof(uint32_t)),
        .open_children = malloc(n * sizeof(uint32_t)),
        .queue = malloc(n * sizeof(uint32_t)),
        .length = calloc(n, sizeof(uint32_t)),
        .value = malloc(n),
    };
    return back->first_parent != NULL && back->parents != NULL && back->open_children != NULL &&
           back->queue != NULL && back->length != NULL && back->value != NULL;
}

static void backward_free(Backward *back)
{
    free(back->first_parent);
    free(back->parents);
    free(back->open_children);
    free(back->queue);
    free(back->length);
    free(back->value);
}

/* Invert the lists of children into lists of parents, by counting sort. */
static void link_parents(const Graph *graph, Backward *back)
{
    for (uint64_t e = 0; e < graph->child_count; e++)
        back->first_parent[graph->children[e] + 2]++;
    for (uint32_t i = 1; i <= graph->count; i++)
        back->first_parent[i + 1] += back->first_parent[i];
    for (uint32_t i = 0; i < graph->count; i++)
        for (uint64_t e = graph->first_child[i]; e < graph->first_child[i + 1]; e++)
            back->parents[back->first_parent[graph->children[e] + 1]++] = i;
}

static uint32_t queue_ends(const Graph *graph, Backward *back)
{
    uint32_t tail = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        Outcome outcome = graph->game->rules->outcome(position_at(graph, i));
        back->open_children[i] = (uint32_t)(graph->first_child[i + 1] - graph->first_child[i]);
        back->value[i] = OPEN_VALUE;
        if (outcome.ending == ENDING_WON) {
            back->value[i] =
                (uint8_t)game_player(graph->game, position_at(graph, i), outcome.winner);
            back->queue[tail++] = i;
        }
    }
    return tail;
}

static void work_backwards(const Graph *graph, Backward *back)
{
    link_parents(graph, back);
    uint32_t tail = queue_ends(graph, back);
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t child = back->queue[head];
        for (uint64_t e = back->first_parent[child]; e < back->first_parent[child + 1]; e++) {
            uint32_t parent = back->parents[e];
            if (back->value[parent] != OPEN_VALUE)
                continue;
            const Pos *pos = position_at(graph, parent);
            bool       wins = game_player(graph->game, pos, pos->side) == back->value[child];
            if (!wins && --back->open_children[parent] > 0)
                continue;
            back->value[parent] = back->value[child];
            back->length[parent] = back->length[child] + 1;
            back->queue[tail++] = parent;
        }
    }
}

static void graph_free(Graph *graph)
{
    free(graph->positions);
    free(graph->slots);
    free(graph->first_child);
    free(graph->children);
}

ProofValue enumerate_solve(const Game *game, const Pos *pos, const ProofLimits *limits,
                           uint32_t state_limit, bool *gave_up_by_count, uint32_t *turns)
{
    assert(pos->phase == 0);
    /* The backward pass needs about as much memory as the lists of children. */
    ProofLimits half = *limits;
    half.memory_bytes = limits->memory_bytes / 2;
    Graph graph = {
        .game = game,
        .limits = &half,
        .state_limit = state_limit,
        .pos_size = game->rules->size(pos->variant),
    };
    Backward   back = { 0 };
    ProofValue value = PROOF_UNKNOWN;
    if (list_all(&graph, pos) && backward_init(&graph, &back)) {
        work_backwards(&graph, &back);
        value = back.value[0] == OPEN_VALUE                  ? PROOF_DRAW
                : back.value[0] == game_player(game, pos, 0) ? PROOF_FIRST
                                                             : PROOF_SECOND;
        *turns = back.length[0];
    }
    *gave_up_by_count = graph.too_many;
    backward_free(&back);
    graph_free(&graph);
    return value;
}
