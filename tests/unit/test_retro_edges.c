/* SPDX-License-Identifier: MIT */
/* solver: the stored edges of a layer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/thread.h"
#include "solver/retro_edges.h"

enum { TARGETS = 1003, EDGES = 20000, THREADS = 3 };

static RetroEdge random_way(Random *random)
{
    /* Most targets have no edge, some have hundreds. */
    uint32_t target =
        random_below(random, 4) == 0 ? random_below(random, 5) * 7 : random_below(random, TARGETS);
    return (RetroEdge){ .target = target,
                        .source = (uint32_t)random_next(random),
                        .turns = (uint8_t)(1 + random_below(random, EDGE_TURNS_MAX)),
                        .same = random_below(random, 2) == 1 };
}

static int compare_ways(const void *a, const void *b)
{
    const RetroEdge *x = a, *y = b;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    return x->turns != y->turns ? x->turns - y->turns : x->same - y->same;
}

/* The edges of one of several threads: every THREADS-th one. */
typedef struct EdgeThread {
    RetroEdges      *edge_list;
    const RetroEdge *edges;
    int              first;
    bool             is_second, all_put;
} EdgeThread;

static void *add_edges(void *context)
{
    EdgeThread *thread = context;
    thread->all_put = true;
    for (int n = thread->first; n < EDGES; n += THREADS) {
        if (thread->is_second)
            thread->all_put &= retro_edges_put(thread->edge_list, thread->edges[n]);
        else
            retro_edges_announce(thread->edge_list, thread->edges[n].target);
    }
    return NULL;
}

static void add_in_threads(RetroEdges *edge_list, const RetroEdge *edges, bool is_second)
{
    EdgeThread threads[THREADS];
    pthread_t  handles[THREADS];
    for (int i = 0; i < THREADS; i++) {
        threads[i] = (EdgeThread){ edge_list, edges, i, is_second, false };
        assert_true(thread_start(&handles[i], 0, add_edges, &threads[i]));
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(handles[i], NULL);
        assert_true(threads[i].all_put);
    }
}

/* List all edges that are found, target by target. */
static size_t find_all(const RetroEdges *edge_list, RetroEdge *found)
{
    size_t count = 0;
    for (uint32_t target = 0; target < TARGETS; target++) {
        uint32_t from = retro_edges_first(edge_list, target);
        while (retro_edges_next(edge_list, target, &from, &found[count])) {
            assert_int_equal(found[count].target, target);
            assert_true(++count <= EDGES);
        }
    }
    return count;
}

/* Everything that was put is found, with this capacity per round; return the number of rounds. */
static int tell_and_find(size_t capacity)
{
    RetroEdges edge_list;
    RetroEdge *edges = calloc(EDGES, sizeof *edges), *found = calloc(EDGES + 1, sizeof *found);
    Random     random = random_seeded(9);
    int        rounds;
    for (int n = 0; n < EDGES; n++)
        edges[n] = random_way(&random);
    assert_true(retro_edges_begin(&edge_list, TARGETS));
    add_in_threads(&edge_list, edges, false);
    assert_int_equal(retro_edges_announced(&edge_list), EDGES);
    assert_int_equal(retro_edges_open(&edge_list, retro_edges_bytes(capacity), "/tmp", &rounds),
                     STATUS_OK);
    assert_true(retro_edges_round_bytes(&edge_list) <= retro_edges_bytes(capacity));
    for (int round = 0; round < rounds; round++) {
        add_in_threads(&edge_list, edges, true);
        assert_true(retro_edges_turn(&edge_list));
    }
    assert_int_equal(edge_list.file_bytes, rounds > 1 ? retro_edges_bytes(EDGES) : 0);
    assert_int_equal(find_all(&edge_list, found), EDGES);
    qsort(edges, EDGES, sizeof *edges, compare_ways);
    qsort(found, EDGES, sizeof *found, compare_ways);
    for (int n = 0; n < EDGES; n++)
        assert_int_equal(compare_ways(&edges[n], &found[n]), 0);
    retro_edges_free(&edge_list);
    free(edges);
    free(found);
    return rounds;
}

static void test_edges_are_found(void **state)
{
    (void)state;
    assert_int_equal(tell_and_find(EDGES), 1);
    assert_int_equal(tell_and_find(2 * EDGES), 1);
}

/* Less memory takes more rounds, and the result is the same. */
static void test_rounds(void **state)
{
    (void)state;
    assert_int_equal(tell_and_find(EDGES - 1), 2);
    assert_int_equal(tell_and_find(EDGES / 2 + EDGES / 10), 2);
    assert_in_range(tell_and_find(EDGES / 5), 6, 7);
}

static void test_too_many_rounds(void **state)
{
    RetroEdges edge_list;
    int        rounds;
    (void)state;
    for (int with_folder = 0; with_folder < 2; with_folder++) {
        assert_true(retro_edges_begin(&edge_list, TARGETS));
        for (uint32_t target = 0; target < TARGETS; target++)
            retro_edges_announce(&edge_list, target);
        size_t capacity = with_folder ? TARGETS / (2 * EDGE_ROUNDS_MAX) : TARGETS / 2;
        assert_int_equal(retro_edges_open(&edge_list, retro_edges_bytes(capacity),
                                          with_folder ? "/tmp" : NULL, &rounds),
                         STATUS_TOO_LARGE);
        retro_edges_free(&edge_list);
    }
    assert_true(retro_edges_begin(&edge_list, TARGETS));
    for (uint32_t target = 0; target < TARGETS; target++)
        retro_edges_announce(&edge_list, target);
    assert_int_equal(
        retro_edges_open(&edge_list, retro_edges_bytes(TARGETS / 2), "/nowhere/at/all", &rounds),
        STATUS_SYSTEM);
    retro_edges_free(&edge_list);
}

/* More than was announced is never written out of bounds. */
static void test_not_announced(void **state)
{
    RetroEdges edge_list;
    int        rounds;
    (void)state;
    assert_true(retro_edges_begin(&edge_list, TARGETS));
    retro_edges_announce(&edge_list, TARGETS - 1);
    assert_int_equal(retro_edges_open(&edge_list, SIZE_MAX, NULL, &rounds), STATUS_OK);
    assert_true(retro_edges_put(&edge_list, (RetroEdge){ TARGETS - 1, 5, 1, false }));
    assert_false(retro_edges_put(&edge_list, (RetroEdge){ TARGETS - 1, 6, 1, false }));
    retro_edges_free(&edge_list);
}

static void test_no_edges(void **state)
{
    RetroEdges edge_list;
    RetroEdge  edge;
    int        rounds;
    (void)state;
    assert_true(retro_edges_begin(&edge_list, TARGETS));
    assert_int_equal(retro_edges_announced(&edge_list), 0);
    assert_int_equal(retro_edges_open(&edge_list, SIZE_MAX, NULL, &rounds), STATUS_OK);
    for (uint32_t target = 0; target < TARGETS; target++) {
        uint32_t from = retro_edges_first(&edge_list, target);
        assert_false(retro_edges_next(&edge_list, target, &from, &edge));
    }
    retro_edges_free(&edge_list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges_are_found), cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_too_many_rounds), cmocka_unit_test(test_not_announced),
        cmocka_unit_test(test_no_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
