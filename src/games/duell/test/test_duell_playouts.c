/* SPDX-License-Identifier: MIT */
/* Random playouts of Duell: the fast instance and the general one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/perft.h"
#include "games/duell/duell.h"
#include "games/duell/duell_playout.h"
#include "share.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const DuellSettings SETTINGS[] = {
    { 0 },
    { .king_capture = true },
    { .nocapture = 20 },
    { .king_capture = true, .nocapture = 20 },
};

/* The fast instance picks moves by their number; `gen` lists them. */
static void compare_steps(const Pos *pos)
{
    Step general[STEPS_MAX], fast[STEPS_MAX];
    int  count = DUELL_RULES.gen(pos, general);
    assert_int_equal(duell_playout_steps(pos, fast), count);
    assert_memory_equal(fast, general, (size_t)count * sizeof *general);
}

static void test_steps_have_the_numbers_of_gen(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SETTINGS); i++) {
        Random random = random_seeded(i + 1);
        for (int game = test_share(400); game > 0; game--) {
            PosBuffer pos;
            Step      steps[STEPS_MAX];
            DUELL_RULES.start(duell_pack(SETTINGS[i]), &pos.head);
            for (int turn = 0, count; turn < 500; turn++) {
                compare_steps(&pos.head);
                count = DUELL_RULES.gen(&pos.head, steps);
                if (count == 0)
                    break;
                DUELL_RULES.apply(&pos.head, steps[random_below(&random, (uint32_t)count)]);
            }
        }
    }
}

/* Both instances draw the same random numbers and play the same games, from anywhere in a game. */
static void test_playouts_are_those_of_the_general_instance(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SETTINGS); i++) {
        Random general = random_seeded(i + 100), fast = general;
        for (int game = test_share(1000); game > 0; game--) {
            PosBuffer pos;
            Outcome   a, b;
            DUELL_RULES.start(duell_pack(SETTINGS[i]), &pos.head);
            for (int turn = 0; turn < game % 50; turn++) {
                Step steps[STEPS_MAX];
                int  count = DUELL_RULES.gen(&pos.head, steps);
                if (count == 0)
                    break;
                DUELL_RULES.apply(&pos.head, steps[random_below(&general, (uint32_t)count)]);
            }
            fast = general;
            uint32_t turns =
                perft_playout(&DUELL_GAME, &pos.head, &general, 2000, &a, PERFT_GENERAL);
            assert_int_equal(perft_playout(&DUELL_GAME, &pos.head, &fast, 2000, &b, PERFT_FAST),
                             turns);
            assert_true(general.state == fast.state);
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_have_the_numbers_of_gen),
        cmocka_unit_test(test_playouts_are_those_of_the_general_instance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
