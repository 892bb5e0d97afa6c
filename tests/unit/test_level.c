/* SPDX-License-Identifier: MIT */
/* search/level: levels are the same on every machine, and each allows more than the one below.
 * Matches measure whether they also win more (docs/strength.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "search/baseline.h"
#include "search/level.h"

#include "setup_help.h"

static void test_levels_increase(void **state)
{
    (void)state;
    Setup setup = setup_of("toy");
    for (int level = LEVEL_LOWEST; level <= LEVEL_HIGHEST; level++) {
        SearchLimits limits = level_limits(setup.game, setup.variant, level, 5);
        assert_true(limits.nodes > 0);
        assert_int_equal(limits.noise_seed, 5);
        /* Nothing that depends on the machine. */
        assert_int_equal(limits.time_ms, 0);
        assert_false(limits.has_clock);
        assert_true(strlen(level_about(level)) > 0);
        if (level == LEVEL_LOWEST)
            continue;
        SearchLimits below = level_limits(setup.game, setup.variant, level - 1, 5);
        assert_true(limits.nodes >= below.nodes);
        assert_true(limits.noise <= below.noise);
        assert_true(limits.nodes > below.nodes || limits.noise < below.noise);
        assert_string_not_equal(level_about(level), level_about(level - 1));
    }
    assert_int_equal(level_limits(setup.game, setup.variant, LEVEL_HIGHEST, 5).noise, 0);
}

/* A game with rows of its own (GameEval.levels) gets those, and the others keep the common ones. */
static void test_own_levels(void **state)
{
    (void)state;
    static const GameLevel OWN[LEVEL_ROWS] = {
        { 11, 900 }, { 12, 800 }, { 13, 700 }, { 14, 600 }, { 15, 500 },
        { 16, 400 }, { 17, 300 }, { 18, 200 }, { 19, 100 }, { 20, 0 },
    };
    Setup    setup = setup_of("toy");
    Game     game = *setup.game;
    GameEval eval = *game.eval;
    eval.levels = OWN;
    game.eval = &eval;
    for (int level = LEVEL_LOWEST; level <= LEVEL_HIGHEST; level++) {
        SearchLimits limits = level_limits(&game, setup.variant, level, 5);
        assert_int_equal(limits.nodes, OWN[level - LEVEL_LOWEST].nodes);
        assert_int_equal(limits.noise, OWN[level - LEVEL_LOWEST].noise);
        assert_int_equal(limits.noise_seed, 5);
        assert_true(level_limits(setup.game, setup.variant, level, 5).nodes >= 100);
    }
}

/* A game of a level against itself, as a hash. */
static uint64_t game_signature(const Setup *setup, int level, uint64_t seed)
{
    SearchOptions options = search_options();
    options.table_bytes = 1 << 20;
    Search      *search = search_new(&options);
    Line         line;
    uint64_t     signature = 0;
    SearchResult result;
    assert_non_null(search);
    assert_int_equal(line_init(&line, setup, NULL), STATUS_OK);
    for (int i = 0; i < 6 && line_outcome(&line).ending == ENDING_NONE; i++) {
        SearchLimits limits = level_limits(setup->game, setup->variant, level, seed);
        assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
        assert_true(result.turn.count > 0);
        for (int s = 0; s < result.turn.count; s++)
            assert_int_equal(line_step(&line, result.turn.step[s]), STATUS_OK);
        signature = mix64(signature ^ line_now(&line)->key);
    }
    line_free(&line);
    search_delete(search);
    return signature;
}

static void test_levels_are_deterministic(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "toy:12",    "gipf",      "ponte",
                                          "diavolo:6", "alliances", "duell" };
    for (size_t s = 0; s < sizeof SETUPS / sizeof *SETUPS; s++) {
        Setup setup = setup_of(SETUPS[s]);
        assert_int_equal(game_signature(&setup, 2, 1), game_signature(&setup, 2, 1));
        assert_int_not_equal(game_signature(&setup, 2, 1), game_signature(&setup, 2, 2));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_increase),
        cmocka_unit_test(test_own_levels),
        cmocka_unit_test(test_levels_are_deterministic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
