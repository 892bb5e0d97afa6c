/* SPDX-License-Identifier: MIT */
/* search/level: levels are the same on every machine, and each allows more than the one below.
 * Matches measure whether they also win more (docs/strength.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "search/glance.h"
#include "search/level.h"

#include "setup_help.h"

/* Every level searches at least as many nodes as the one below, notices at least as many steps at
 * first sight, and slips less often. */
static void check_rows(const Game *game, uint32_t variant)
{
    SearchLimits below = level_limits(game, variant, LEVEL_LOWEST, 5);
    assert_int_equal(below.slip, 1000);
    for (int level = LEVEL_LOWEST; level <= LEVEL_HIGHEST; level++) {
        SearchLimits limits = level_limits(game, variant, level, 5);
        assert_true(limits.nodes > 0);
        assert_int_equal(limits.noise, 0);
        assert_int_equal(limits.noise_seed, 5);
        /* Nothing that depends on the machine. */
        assert_int_equal(limits.time_ms, 0);
        assert_false(limits.has_clock);
        assert_true(limits.nodes >= below.nodes);
        assert_true(limits.slip == 0 || limits.sight >= below.sight);
        assert_true(level == LEVEL_LOWEST || limits.slip < below.slip);
        below = limits;
    }
    assert_int_equal(below.slip, 0);
}

static void test_levels_increase(void **state)
{
    (void)state;
    for (int i = 0; GAMES[i] != NULL; i++)
        check_rows(GAMES[i], setup_of(GAMES[i]->name).variant);
}

/* --- first sight --- */

static SearchResult look(const Line *line, const SearchLimits *limits)
{
    SearchOptions options = search_options();
    options.table_bytes = 1 << 20;
    Search      *search = search_new(&options);
    SearchResult result;
    assert_non_null(search);
    assert_int_equal(search_think(search, line, limits, NULL, NULL, &result), STATUS_OK);
    search_delete(search);
    return result;
}

/* Return the evaluation after a step for the side that plays it; a win counts more than all. */
static int value_after(const Line *line, Step step)
{
    const Game *game = line->setup.game;
    PosBuffer   next;
    game_copy(game, line_now(line), &next.head);
    game->rules->apply(&next.head, step);
    Outcome outcome = game->rules->outcome(&next.head);
    int     side = line_now(line)->side;
    if (outcome.ending != ENDING_NONE)
        return outcome.ending == ENDING_DRAWN ? 0 : outcome.winner == side ? 100000 : -100000;
    int value = game->eval->eval(&next.head);
    return next.head.side == side ? value : -value;
}

/* If all steps are noticed, the first has the best evaluation, and the turn is complete and legal. */
static void test_first_sight_plays_what_looks_best(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "toy:12", "gipf", "diavolo:5", "alliances:4", "duell" };
    SearchLimits limits = { .nodes = 100, .slip = 1000, .sight = 100 * STEPS_MAX, .noise_seed = 3 };
    Random       random = random_seeded(4);
    for (size_t s = 0; s < sizeof SETUPS / sizeof *SETUPS; s++) {
        Setup setup = setup_of(SETUPS[s]);
        Line  line;
        assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
        for (int i = 0; i < 8 && line_outcome(&line).ending == ENDING_NONE; i++) {
            SearchResult result = look(&line, &limits);
            Step         steps[STEPS_MAX];
            int          count = setup.game->rules->gen(line_now(&line), steps);
            assert_true(result.turn.count > 0);
            assert_int_equal(result.line_count, 1);
            for (int n = 0; n < count; n++)
                assert_true(value_after(&line, steps[n]) <=
                            value_after(&line, result.turn.step[0]));
            for (int n = 0; n < result.turn.count; n++)
                assert_int_equal(line_step(&line, result.turn.step[n]), STATUS_OK);
            assert_int_equal(line_now(&line)->phase, 0);
            line_play_random(&line, &random, line_turns(&line) + 1);
        }
        line_free(&line);
    }
}

/* If 1.5 or 3 of the steps are noticed, all equally likely, the best is played in 1.5 or 3 of `count`
 * cases, and with 3 the two worst never. */
static void test_some_steps_are_noticed(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "gipf", "duell" };
    enum { SEEDS = 3000 };
    for (size_t s = 0; s < sizeof SETUPS / sizeof *SETUPS; s++) {
        Setup  setup = setup_of(SETUPS[s]);
        Random random = random_seeded(9);
        Line   line;
        Step   steps[STEPS_MAX];
        int    count, values[STEPS_MAX];
        assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
        assert_int_equal(line_play_random(&line, &random, 9), STATUS_OK);
        count = setup.game->rules->gen(line_now(&line), steps);
        for (int n = 0; n < count; n++)
            values[n] = value_after(&line, steps[n]);
        for (int sight = 150; sight <= 300; sight += 150) {
            int best = 0, worst = 0;
            for (uint64_t seed = 0; seed < SEEDS; seed++) {
                SearchLimits limits = {
                    .nodes = 100, .slip = 1000, .sight = sight, .noise_seed = seed
                };
                SearchResult result;
                memset(&result, 0, sizeof result);
                glance(&line, &limits, &result);
                int value = value_after(&line, result.turn.step[0]), better = 0, worse = 0;
                for (int n = 0; n < count; n++) {
                    better += values[n] > value;
                    worse += values[n] < value;
                }
                best += better == 0;
                worst += worse == 0 && better == count - 1;
            }
            int expected = SEEDS * sight / 100 / count;
            assert_in_range(best, expected * 8 / 10, expected * 12 / 10);
            assert_true(sight < 300 ? worst > 0 : worst == 0);
        }
        line_free(&line);
    }
}

/* Of 1000 turns about `slip` are played at first sight, which the seed decides. */
static void test_slips_are_as_frequent_as_stated(void **state)
{
    (void)state;
    static const int SLIPS[] = { 0, 50, 500, 1000 };
    Setup            setup = setup_of("toy:12");
    Line             line;
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    for (size_t s = 0; s < sizeof SLIPS / sizeof *SLIPS; s++) {
        int slips = 0;
        for (uint64_t seed = 0; seed < 2000; seed++) {
            SearchLimits limits = { .nodes = 100, .slip = SLIPS[s], .noise_seed = seed };
            slips += glance_is_due(&line, &limits);
        }
        assert_in_range(slips, SLIPS[s] * 2 * 8 / 10, SLIPS[s] * 2 * 12 / 10);
    }
    line_free(&line);
}

/* In each run of turns a level slips in all of its turns or in none, whatever its opponent does.  The
 * first run has two turns. */
static void test_slips_come_together(void **state)
{
    (void)state;
    enum { RUNS = 3, SEEDS = 200 };
    Setup     setup = setup_of("gipf");
    const int turns = setup.game->eval->slip_turns;
    Random    random = random_seeded(2);
    int       slips[2][RUNS][SEEDS] = { 0 }, changes = 0, differences = 0;
    Line      line;
    assert_true(turns > 1 && turns % 2 == 0);
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    assert_int_equal(line_play_random(&line, &random, 2), STATUS_OK);
    for (int turn = 0; turn < RUNS * turns; turn++) {
        for (int seed = 0; seed < SEEDS; seed++) {
            SearchLimits limits = { .nodes = 100, .slip = 500, .noise_seed = (uint64_t)seed };
            slips[turn % 2][turn / turns][seed] += glance_is_due(&line, &limits);
        }
        assert_int_equal(line_play_random(&line, &random, turn + 3), STATUS_OK);
        assert_int_equal(line_turns(&line), turn + 3);
    }
    for (int run = 0; run < RUNS; run++)
        for (int seed = 0; seed < SEEDS; seed++) {
            for (int player = 0; player < 2; player++)
                assert_true(slips[player][run][seed] == 0 || slips[player][run][seed] == turns / 2);
            changes += run > 0 && slips[0][run][seed] != slips[0][run - 1][seed];
            differences += slips[0][run][seed] != slips[1][run][seed];
        }
    assert_in_range(changes, SEEDS * 8 / 10, SEEDS * 12 / 10); /* about half of two per seed */
    assert_in_range(differences, RUNS * SEEDS * 4 / 10, RUNS * SEEDS * 6 / 10);
    line_free(&line);
}

/* A win in one step is always noticed. */
static void test_wins_are_seen(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "toy:8", "alliances:3", "duell" };
    Random                   random = random_seeded(11);
    for (size_t s = 0; s < sizeof SETUPS / sizeof *SETUPS; s++) {
        Setup setup = setup_of(SETUPS[s]);
        for (int found = 0; found < 5;) {
            Line line;
            bool can_win = false;
            assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
            while (!can_win && line_outcome(&line).ending == ENDING_NONE) {
                Step steps[STEPS_MAX];
                int  count = setup.game->rules->gen(line_now(&line), steps);
                for (int n = 0; n < count && !can_win; n++)
                    can_win = value_after(&line, steps[n]) == 100000;
                Step step = steps[random_below(&random, (uint32_t)count)];
                if (!can_win)
                    assert_int_equal(line_step(&line, step), STATUS_OK);
            }
            if (can_win) {
                SearchLimits limits =
                    level_limits(setup.game, setup.variant, LEVEL_LOWEST, (uint64_t)found);
                SearchResult result = look(&line, &limits);
                assert_int_equal(value_after(&line, result.turn.step[0]), 100000);
                assert_true(score_is_win(result.score));
                found++;
            }
            line_free(&line);
        }
    }
}

/* The score of a slip is how the position stands, not what its move costs: programs that decide by it,
 * for example whether to accept a draw, must not give up because of their own slip. */
static void test_slips_score_the_position(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "gipf", "ponte", "diavolo:6", "alliances:5", "duell" };
    enum { SEEDS = 40 };
    Random random = random_seeded(6);
    for (size_t s = 0; s < sizeof SETUPS / sizeof *SETUPS; s++) {
        Setup setup = setup_of(SETUPS[s]);
        Line  line;
        int   different = 0;
        assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
        assert_int_equal(line_play_random(&line, &random, 7), STATUS_OK);
        assert_int_equal(line_outcome(&line).ending, ENDING_NONE);
        int stands = setup.game->eval->eval(line_now(&line));
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            SearchLimits limits = level_limits(setup.game, setup.variant, LEVEL_LOWEST, seed);
            SearchResult result = look(&line, &limits);
            if (score_is_win(result.score))
                continue; /* a win that was noticed */
            assert_int_equal(result.score, stands);
            assert_int_equal(result.lines[0].score, stands);
            different += value_after(&line, result.turn.step[0]) != stands;
        }
        assert_true(different > SEEDS / 2); /* the moves themselves would have other scores */
        line_free(&line);
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
        cmocka_unit_test(test_first_sight_plays_what_looks_best),
        cmocka_unit_test(test_some_steps_are_noticed),
        cmocka_unit_test(test_slips_are_as_frequent_as_stated),
        cmocka_unit_test(test_slips_come_together),
        cmocka_unit_test(test_wins_are_seen),
        cmocka_unit_test(test_slips_score_the_position),
        cmocka_unit_test(test_levels_are_deterministic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
