/* SPDX-License-Identifier: MIT */
/* Time management: the share of the clock that a search uses, and moves that need no search. */
#include "search_help.h"

#include "base/clock.h"
#include "search/timer.h"

static const char *const GAMES_TRIED[] = { "gipf", "ponte", "diavolo", "alliances:5", "duell" };
enum { GAMES_TRIED_COUNT = sizeof GAMES_TRIED / sizeof GAMES_TRIED[0] };

static SearchResult result; /* too large for the stack */

static void assert_share(int unchanged, double fall, double expected)
{
    double share = timer_share(&(Steadiness){ unchanged, fall });
    assert_true(share > expected - 1e-9 && share < expected + 1e-9);
}

static void test_share_follows_the_results(void **state)
{
    (void)state;
    assert_share(0, 0, 1.5);
    assert_share(2, 0, 1);
    assert_share(7, 0, 0.5);
    assert_share(100, 0, 0.5);
    assert_share(2, -3, 1); /* a rising score changes nothing */
    assert_share(2, 0.5, 1.5);
    assert_share(2, 50, 2);
    assert_share(0, 50, 2);
    for (int i = 0; i < 20; i++) {
        Steadiness now = { i, 0.3 }, later = { i + 1, 0.3 }, worse = { i, 0.6 };
        assert_true(timer_share(&later) <= timer_share(&now));
        assert_true(timer_share(&worse) >= timer_share(&now));
        assert_true(timer_share(&worse) <= 2 && timer_share(&later) >= 0.5);
    }
}

/* A steady result makes a search late that would otherwise begin another iteration.  A fixed time
 * does not depend on results. */
static void test_late_by_results(void **state)
{
    (void)state;
    Timer              timer = { 0 };
    const SearchLimits clock = { .has_clock = true, .clock_ms = { 60000, 60000 } };
    const SearchLimits fixed = { .time_ms = 1000 };
    const Steadiness   steady = { 10, 0 }, open = { 0, 0.5 };
    timer_start(&timer, &clock, 0);
    assert_true(timer.soft * 2 <
                timer.hard); /* even the largest share ends before the hard limit */
    atomic_store(&timer.start, clock_wall_seconds() - timer.soft); /* as if that time had passed */
    assert_true(timer_is_late(&timer, &steady));
    assert_false(timer_is_late(&timer, &open));
    timer_start(&timer, &fixed, 0);
    atomic_store(&timer.start, clock_wall_seconds() - 0.9);
    assert_false(timer_is_late(&timer, &steady));
}

/* A clock that has run out is still a limit. */
static void test_empty_clock_is_a_limit(void **state)
{
    (void)state;
    Timer              timer = { 0 };
    const SearchLimits empty = { .has_clock = true };
    timer_start(&timer, &empty, 1);
    assert_true(timer.hard > 0 && timer.hard < 0.01 && timer.soft > 0);
}

static bool count_turn(void *context, const Turn *turn, const Pos *after)
{
    (void)turn;
    (void)after;
    return ++*(int *)context < 3;
}

/* Play random turns until there is only one. */
static bool find_forced(Line *line, const Setup *setup, Random *random)
{
    assert_int_equal(line_init(line, setup, NULL), STATUS_OK);
    while (line_outcome(line).ending == ENDING_NONE && line_turns(line) < 300) {
        int count = 0, turns = line_turns(line);
        turn_each(setup->game, line_now(line), count_turn, &count);
        if (count == 1)
            return true;
        assert_int_equal(line_play_random(line, random, turns + 1), STATUS_OK);
        if (line_turns(line) == turns)
            break;
    }
    line_free(line);
    return false;
}

/* With days on the clock, the only move is played at once by both algorithms.  Without a clock the
 * search uses its limit. */
static void test_only_move_takes_no_time(void **state)
{
    (void)state;
    Random random = random_seeded(3);
    int    found = 0;
    for (int i = 0; i < 400 && found < 6; i++) {
        Setup setup = setup_of(GAMES_TRIED[i % GAMES_TRIED_COUNT]);
        Line  line;
        if (!find_forced(&line, &setup, &random))
            continue;
        SearchOptions options = search_options();
        options.table_bytes = 1 << 20;
        options.kind = found++ % 2 == 0 ? SEARCH_ALPHABETA : SEARCH_MCTS;
        Search      *search = search_new(&options);
        SearchLimits limits = { .has_clock = true,
                                .clock_ms = { INT64_C(864000000), INT64_C(864000000) } };
        assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
        assert_turn_is_legal(&line, &result.turn);
        assert_true(result.depth <= 1 || options.kind == SEARCH_MCTS);
        search_delete(search);
        line_free(&line);
    }
    assert_true(found >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_share_follows_the_results),
        cmocka_unit_test(test_late_by_results),
        cmocka_unit_test(test_empty_clock_is_a_limit),
        cmocka_unit_test(test_only_move_takes_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
