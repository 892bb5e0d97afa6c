/* SPDX-License-Identifier: MIT */
/* DiavoloPP through the suite that every game must pass, on small, usual and large boards. */
#include "conform_help.h"
#include "core/perft.h"
#include "games/diavolo/diavolo.h"

enum { STEP_LIMIT = 4 * DIAVOLO_EDGES_MAX + 8 }; /* above every step of the largest board */

/* The larger the board, the fewer positions: a thorough look takes time with the square of it. */
static const ConformPlan PLANS[] = {
    { .variant = "3", .games = 150, .turn_limit = 1000, .sample = 2 },
    { .variant = "4", .games = 60, .turn_limit = 1000, .sample = 4 },
    { .variant = "5", .games = 30, .turn_limit = 1000, .sample = 7 },
    { .variant = "6", .games = 15, .turn_limit = 1000, .sample = 11 },
    { .variant = NULL, .games = 8, .turn_limit = 1000, .sample = 23 },
    { .variant = "12", .games = 2, .turn_limit = 1000, .sample = 37, .turns_max = 3000 },
    { .variant = "30", .games = 1, .turn_limit = 1000, .sample = 620, .turns_max = 3000 },
};

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
    const struct CMUnitTest playouts[] = { cmocka_unit_test(test_playouts) };
    int failed = conform_test("diavolo", PLANS, sizeof PLANS / sizeof PLANS[0], 1, STEP_LIMIT);
    return failed + cmocka_run_group_tests_name("diavolo playouts", playouts, NULL, NULL);
}
