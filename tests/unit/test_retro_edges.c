/* SPDX-License-Identifier: MIT */
/* solver: the list of ways that a layer keeps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/thread.h"
#include "solver/retro_edges.h"

enum { TARGETS = 1003, WAYS = 20000, HANDS = 3 };

static RetroEdge random_way(Random *random)
{
    /* Most targets have no way, some have hundreds. */
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

/* What one of several threads tells: every HANDS-th way. */
typedef struct Hand {
    RetroEdges      *edge_list;
    const RetroEdge *told;
    int              first;
    bool             is_second, all_put;
} Hand;

static void *tell(void *context)
{
    Hand *hand = context;
    hand->all_put = true;
    for (int n = hand->first; n < WAYS; n += HANDS) {
        if (hand->is_second)
            hand->all_put &= retro_edges_put(hand->edge_list, hand->told[n]);
        else
            retro_edges_announce(hand->edge_list, hand->told[n].target);
    }
    return NULL;
}

static void tell_by_all_hands(RetroEdges *edge_list, const RetroEdge *told, bool is_second)
{
    Hand      hands[HANDS];
    pthread_t threads[HANDS];
    for (int i = 0; i < HANDS; i++) {
        hands[i] = (Hand){ edge_list, told, i, is_second, false };
        assert_true(thread_start(&threads[i], 0, tell, &hands[i]));
    }
    for (int i = 0; i < HANDS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(hands[i].all_put);
    }
}

/* All ways that are found, target by target. */
static size_t find_all(const RetroEdges *edge_list, RetroEdge *found)
{
    size_t count = 0;
    for (uint32_t target = 0; target < TARGETS; target++) {
        uint32_t from = retro_edges_first(edge_list, target);
        while (retro_edges_next(edge_list, target, &from, &found[count])) {
            assert_int_equal(found[count].target, target);
            assert_true(++count <= WAYS);
        }
    }
    return count;
}

/* All that is told is found, when a round has room for so many ways; how many rounds it took. */
static int tell_and_find(size_t capacity)
{
    RetroEdges edge_list;
    RetroEdge *told = calloc(WAYS, sizeof *told), *found = calloc(WAYS + 1, sizeof *found);
    Random     random = random_seeded(9);
    int        rounds;
    for (int n = 0; n < WAYS; n++)
        told[n] = random_way(&random);
    assert_true(retro_edges_begin(&edge_list, TARGETS));
    tell_by_all_hands(&edge_list, told, false);
    assert_int_equal(retro_edges_announced(&edge_list), WAYS);
    assert_int_equal(retro_edges_open(&edge_list, retro_edges_bytes(capacity), "/tmp", &rounds),
                     STATUS_OK);
    assert_true(retro_edges_round_bytes(&edge_list) <= retro_edges_bytes(capacity));
    for (int round = 0; round < rounds; round++) {
        tell_by_all_hands(&edge_list, told, true);
        assert_true(retro_edges_turn(&edge_list));
    }
    assert_int_equal(edge_list.file_bytes, rounds > 1 ? retro_edges_bytes(WAYS) : 0);
    assert_int_equal(find_all(&edge_list, found), WAYS);
    qsort(told, WAYS, sizeof *told, compare_ways);
    qsort(found, WAYS, sizeof *found, compare_ways);
    for (int n = 0; n < WAYS; n++)
        assert_int_equal(compare_ways(&told[n], &found[n]), 0);
    retro_edges_free(&edge_list);
    free(told);
    free(found);
    return rounds;
}

static void test_told_and_found(void **state)
{
    (void)state;
    assert_int_equal(tell_and_find(WAYS), 1);
    assert_int_equal(tell_and_find(2 * WAYS), 1);
}

/* With less memory it takes more rounds, and the same is found. */
static void test_rounds(void **state)
{
    (void)state;
    assert_int_equal(tell_and_find(WAYS - 1), 2);
    assert_int_equal(tell_and_find(WAYS / 2 + WAYS / 10), 2);
    assert_in_range(tell_and_find(WAYS / 5), 6, 7);
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

/* More than was announced never lands outside. */
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

static void test_none(void **state)
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
        cmocka_unit_test(test_told_and_found),
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_too_many_rounds),
        cmocka_unit_test(test_not_announced),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
