/* SPDX-License-Identifier: MIT */
/* DiavoloPP through the suite that every game must pass, on small, usual and large boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/conform.h"
#include "core/perft.h"
#include "games/diavolo/diavolo.h"

static const Game *find(const char *name)
{
    return strcmp(name, DIAVOLO_GAME.name) == 0 ? &DIAVOLO_GAME : NULL;
}

enum { STEP_LIMIT = 4 * DIAVOLO_EDGES_MAX + 8 }; /* above every step of the largest board */

/* The larger the board, the fewer positions: a thorough look takes time with the square of it. */
static const ConformPlan PLANS[] = {
    { .variant = "3", .seed = 1, .games = 150, .sample = 2 },
    { .variant = "4", .seed = 2, .games = 60, .sample = 4 },
    { .variant = "5", .seed = 3, .games = 30, .sample = 7 },
    { .variant = "6", .seed = 4, .games = 15, .sample = 11 },
    { .variant = NULL, .seed = 5, .games = 8, .sample = 23 },
    { .variant = "12", .seed = 6, .games = 2, .sample = 37, .turns_max = 3000 },
    { .variant = "30", .seed = 7, .games = 1, .sample = 620, .turns_max = 3000 },
};

static void test_conform(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof PLANS / sizeof PLANS[0]; i++) {
        ConformPlan plan = PLANS[i];
        Fault       fault = { 0 };
        plan.find = find;
        plan.turn_limit = 1000;
        plan.step_limit = STEP_LIMIT;
        if (conform_run(&DIAVOLO_GAME, &plan, &fault) != STATUS_OK)
            fail_msg("%s", fault.why);
    }
}

/* What random play fast and in general have in common: every number of the stream. */
static void test_playouts(void **state)
{
    (void)state;
    for (uint32_t n = DIAVOLO_SIZE_MIN; n <= DIAVOLO_SIZE_MAX; n++) {
        PosBuffer start;
        Random    general = random_seeded(n), fast = general;
        DIAVOLO_RULES.start(n, &start.head);
        for (int i = 0; i < (n < 15 ? 20 : 2); i++) {
            Outcome  a, b;
            uint32_t turns =
                perft_playout(&DIAVOLO_GAME, &start.head, &general, UINT32_MAX, &a, PERFT_GENERAL);
            assert_int_equal(
                perft_playout(&DIAVOLO_GAME, &start.head, &fast, UINT32_MAX, &b, PERFT_FAST),
                turns);
            assert_true(general.state == fast.state);
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conform),
        cmocka_unit_test(test_playouts),
    };
    return cmocka_run_group_tests_name("diavolo conform", tests, NULL, NULL);
}
