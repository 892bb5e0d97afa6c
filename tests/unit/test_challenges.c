/* SPDX-License-Identifier: MIT */
/* test_challenges.c - the list of open challenges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "web/challenges.h"

static void counts_by_visitor(void **state)
{
    (void)state;
    static Challenges all;
    challenges_add(&all, "a", "10.0.0.1", 0);
    challenges_add(&all, "b", "10.0.0.2", 0);
    challenges_add(&all, "c", "10.0.0.1", 0);
    assert_int_equal(challenges_of(&all, "10.0.0.1"), 2);
    challenges_remove(&all, "a");
    challenges_remove(&all, "unknown");
    assert_int_equal(challenges_of(&all, "10.0.0.1"), 1);
    assert_int_equal(challenges_of(&all, "10.0.0.2"), 1);
    assert_int_equal(challenges_of(&all, "10.0.0.3"), 0);
}

static void stale_after_the_creator_left(void **state)
{
    (void)state;
    static Challenges all;
    challenges_add(&all, "a", "10.0.0.1", 100);
    challenges_add(&all, "b", "10.0.0.1", 100);
    challenges_see(&all, "a", 200);
    challenges_see(&all, "unknown", 200);
    assert_null(challenges_stale(&all, 100));
    assert_string_equal(challenges_stale(&all, 101), "b");
    challenges_remove(&all, "b");
    assert_null(challenges_stale(&all, 200));
    assert_string_equal(challenges_stale(&all, 201), "a");
}

static void capacity(void **state)
{
    (void)state;
    static Challenges all;
    char              id[8];
    for (int i = 0; i < CHALLENGES_MAX; i++) {
        assert_false(challenges_are_full(&all));
        snprintf(id, sizeof id, "%d", i);
        challenges_add(&all, id, "", 0);
    }
    assert_true(challenges_are_full(&all));
    challenges_add(&all, "more", "me", 0);
    assert_int_equal(challenges_of(&all, "me"), 0);
    challenges_remove(&all, "0");
    challenges_add(&all, "more", "me", 0);
    assert_int_equal(challenges_of(&all, "me"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_by_visitor),
        cmocka_unit_test(stale_after_the_creator_left),
        cmocka_unit_test(capacity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
