/* SPDX-License-Identifier: MIT */
/* matching.c - Edmonds' blossom algorithm.  An augmenting path begins and ends at unmatched
 * vertices and alternates between unmatched and matched edges; flipping it makes the matching
 * larger by one.  Paths are found by breadth-first search.  Odd cycles (blossoms) are shrunk to
 * their base, because the graph need not be bipartite.
 */
#include "arena/matching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool matching_init(Matching *m, int count)
{
    assert(count >= 0);
    size_t n = (size_t)count + 1;
    *m = (Matching){ .count = count,
                     .allowed = calloc(n * n, sizeof(bool)),
                     .gone = calloc(n, sizeof(bool)),
                     .mate = calloc(n, sizeof(int)),
                     .parent = calloc(n, sizeof(int)),
                     .base = calloc(n, sizeof(int)),
                     .queue = calloc(n, sizeof(int)),
                     .seen = calloc(n, sizeof(bool)),
                     .blossom = calloc(n, sizeof(bool)) };
    if (m->allowed == NULL || m->gone == NULL || m->mate == NULL || m->parent == NULL ||
        m->base == NULL || m->queue == NULL || m->seen == NULL || m->blossom == NULL) {
        matching_free(m);
        return false;
    }
    for (int i = 0; i < count; i++)
        m->mate[i] = -1;
    return true;
}

void matching_free(Matching *m)
{
    free(m->allowed);
    free(m->gone);
    free(m->mate);
    free(m->parent);
    free(m->base);
    free(m->queue);
    free(m->seen);
    free(m->blossom);
    *m = (Matching){ 0 };
}

void matching_allow(Matching *m, int a, int b, bool allowed)
{
    assert(a >= 0 && a < m->count && b >= 0 && b < m->count && a != b);
    m->allowed[a * m->count + b] = m->allowed[b * m->count + a] = allowed;
}

bool matching_allows(const Matching *m, int a, int b)
{
    return m->allowed[a * m->count + b];
}

/* Return the lowest common ancestor of two bases in the search tree. */
static int common_base(Matching *m, int a, int b)
{
    bool *on_path = m->blossom; /* borrowed: `shrink` clears it afterwards */
    memset(on_path, 0, (size_t)m->count * sizeof *on_path);
    for (;;) {
        a = m->base[a];
        on_path[a] = true;
        if (m->mate[a] < 0)
            break;
        a = m->parent[m->mate[a]];
    }
    for (;;) {
        b = m->base[b];
        if (on_path[b])
            return b;
        b = m->parent[m->mate[b]];
    }
}

static void mark_path(Matching *m, int from, int base, int child)
{
    while (m->base[from] != base) {
        m->blossom[m->base[from]] = m->blossom[m->base[m->mate[from]]] = true;
        m->parent[from] = child;
        child = m->mate[from];
        from = m->parent[m->mate[from]];
    }
}

static void shrink(Matching *m, int a, int b, int *tail)
{
    int base = common_base(m, a, b);
    memset(m->blossom, 0, (size_t)m->count * sizeof *m->blossom);
    mark_path(m, a, base, b);
    mark_path(m, b, base, a);
    for (int i = 0; i < m->count; i++)
        if (!m->gone[i] && m->blossom[m->base[i]]) {
            m->base[i] = base;
            if (!m->seen[i]) {
                m->seen[i] = true;
                m->queue[(*tail)++] = i;
            }
        }
}

/* Return the far end of an augmenting path from `root`, or -1. */
static int find_path(Matching *m, int root)
{
    int head = 0, tail = 0;
    for (int i = 0; i < m->count; i++) {
        m->seen[i] = false;
        m->parent[i] = -1;
        m->base[i] = i;
    }
    m->seen[root] = true;
    m->queue[tail++] = root;
    while (head < tail) {
        assert(tail <= m->count && "each vertex enters the queue at most once");
        int from = m->queue[head++];
        for (int to = 0; to < m->count; to++) {
            if (m->gone[to] || !matching_allows(m, from, to) || m->base[from] == m->base[to] ||
                m->mate[from] == to)
                continue;
            if (to == root || (m->mate[to] >= 0 && m->parent[m->mate[to]] >= 0)) {
                shrink(m, from, to, &tail);
            } else if (m->parent[to] < 0) {
                m->parent[to] = from;
                if (m->mate[to] < 0)
                    return to;
                m->seen[m->mate[to]] = true;
                m->queue[tail++] = m->mate[to];
            }
        }
    }
    return -1;
}

/* Flip the augmenting path that ends at `to`. */
static void swap_path(Matching *m, int to)
{
    while (to >= 0) {
        int from = m->parent[to], next = m->mate[from];
        m->mate[to] = from;
        m->mate[from] = to;
        to = next;
    }
}

bool matching_complete(Matching *m)
{
    bool perfect = true;
    for (int i = 0; i < m->count; i++) {
        if (m->gone[i] || m->mate[i] >= 0)
            continue;
        int end = find_path(m, i);
        if (end >= 0)
            swap_path(m, end);
        else
            perfect = false;
    }
    return perfect;
}

bool matching_leave(Matching *m, int a, int b)
{
    assert(a >= 0 && a < m->count && b >= -1 && b < m->count && a != b);
    assert(!m->gone[a] && (b < 0 || !m->gone[b]));
    size_t bytes = (size_t)m->count * sizeof *m->mate;
    int   *before = malloc(bytes + 1);
    if (before == NULL)
        return false;
    memcpy(before, m->mate, bytes);
    const int leaving[2] = { a, b };
    for (int i = 0; i < 2; i++) {
        if (leaving[i] < 0)
            continue;
        if (m->mate[leaving[i]] >= 0)
            m->mate[m->mate[leaving[i]]] = -1;
        m->mate[leaving[i]] = -1;
        m->gone[leaving[i]] = true;
    }
    bool perfect = matching_complete(m);
    if (!perfect) {
        memcpy(m->mate, before, bytes);
        m->gone[a] = false;
        if (b >= 0)
            m->gone[b] = false;
    }
    free(before);
    return perfect;
}
