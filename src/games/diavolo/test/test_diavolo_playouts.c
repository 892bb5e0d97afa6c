/* SPDX-License-Identifier: MIT */
/* Random playouts of DiavoloPP: the fast instance and the general one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/perft.h"
#include "games/diavolo/diavolo.h"

/* Both draw the same random numbers and play the same games. */
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
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_playouts) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
