/* SPDX-License-Identifier: MIT */
/* Searches with several threads: which iterations they skip, and whose result counts. */
#include "search_help.h"

#include "search/deepen.h"

enum { SMALL_TABLE = 1 << 20 };

static const char *const GAMES_TRIED[] = { "gipf", "ponte", "diavolo", "alliances:5", "duell" };
enum { GAMES_TRIED_COUNT = sizeof GAMES_TRIED / sizeof GAMES_TRIED[0] };

static SearchResult result; /* too large for the stack */

/* The last report of a search. */
typedef struct Heard {
    int      count, depth;
    SearchPv line;
} Heard;

static void hear(void *context, const SearchInfo *info)
{
    Heard *heard = context;
    heard->count++;
    heard->depth = info->depth;
    heard->line = *info->line;
}

static void test_helpers_skip_iterations(void **state)
{
    (void)state;
    static const struct {
        int number, others[4], count, expected;
    } ROWS[] = {
        { 0, { 0 }, 1, 1 }, /* two threads: never the iteration of the other one */
        { 3, { 2 }, 1, 3 },          { 3, { 3 }, 1, 4 },
        { 3, { 4 }, 1, 3 },          { 3, { 3, 5 }, 2, 3 }, /* three: one of them is not half */
        { 3, { 3, 3 }, 2, 4 },       { 3, { 3, 3, 4, 4 }, 4, 3 }, /* five */
        { 3, { 3, 3, 3, 4 }, 4, 4 }, { 3, { 0 }, 0, 3 },
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        assert_int_equal(deepen_skip(ROWS[i].number, ROWS[i].others, ROWS[i].count),
                         ROWS[i].expected);
}

/* Whichever thread got furthest, its variation is the last report and the result. */
static void test_last_report_is_the_result(void **state)
{
    (void)state;
    Random random = random_seeded(5);
    for (int i = 0; i < 6 * GAMES_TRIED_COUNT; i++) {
        Setup setup = setup_of(GAMES_TRIED[i % GAMES_TRIED_COUNT]);
        Line  line;
        line_at_random(&line, &setup, 6, &random);
        Search      *search = search_of(2 + i % 2, SMALL_TABLE);
        SearchLimits limits = { .nodes = 3000 + 500 * (uint64_t)i };
        Heard        heard = { 0 };
        assert_int_equal(search_think(search, &line, &limits, hear, &heard, &result), STATUS_OK);
        assert_turn_is_legal(&line, &result.turn);
        assert_true(heard.count > 0);
        assert_int_equal(heard.depth, result.depth);
        search_delete(search);
        line_free(&line);
    }
}

/* Helpers search no deeper than the limit, and the first thread completes it. */
static void test_depth_limit_holds_for_helpers(void **state)
{
    (void)state;
    Random random = random_seeded(8);
    for (int i = 0; i < GAMES_TRIED_COUNT; i++) {
        Setup setup = setup_of(GAMES_TRIED[i]);
        Line  line;
        line_at_random(&line, &setup, 4, &random);
        for (int depth = 1; depth <= 2; depth++) {
            Search      *search = search_of(3, SMALL_TABLE);
            SearchLimits limits = { .depth = depth };
            assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
            assert_turn_is_legal(&line, &result.turn);
            assert_true(result.depth <= depth);
            search_delete(search);
        }
        line_free(&line);
    }
}

/* Only the first thread finds several variations, so its result counts. */
static void test_several_variations(void **state)
{
    (void)state;
    Setup        setup = setup_of("gipf");
    Line         line;
    Search      *search = search_of(2, SMALL_TABLE);
    SearchLimits limits = { .nodes = 20000, .lines = 3 };
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
    assert_int_equal(result.line_count, 3);
    search_delete(search);
    line_free(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_helpers_skip_iterations),
        cmocka_unit_test(test_last_report_is_the_result),
        cmocka_unit_test(test_depth_limit_holds_for_helpers),
        cmocka_unit_test(test_several_variations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
