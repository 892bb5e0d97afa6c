/* SPDX-License-Identifier: MIT */
/* Late endings of games with points: the search wins by the most points and loses by the fewest.
 * Compared with plain minimax and with the exact search that the solver uses. */
#include "search_help.h"

#include "core/margin.h"
#include "share.h"

enum { SMALL_TABLE = 1 << 20, MANY_NODES = 400000, PLAIN_NODES = 20000, TURNS_MAX = 400 };

static SearchResult result, other; /* too large for the stack */

/* --- references: scores as in core/margin.h, for the side to move --- */

static int score_of_end(const Game *game, const Pos *pos, int player)
{
    Outcome outcome = game->rules->outcome(pos);
    int     score = 4 * game->rules->lead(pos);
    if (outcome.ending == ENDING_WON)
        score += outcome.winner == 0 ? 1 : -1;
    return game_player(game, pos, 0) == player ? score : -score;
}

/* Plain minimax for a player, over all orders of steps.  Meaningless once `*nodes` is below 0. */
static int plain_score(const Game *game, const Pos *pos, int player, long *nodes)
{
    if (game->rules->outcome(pos).ending != ENDING_NONE)
        return score_of_end(game, pos, player);
    bool  wants = game_player(game, pos, pos->side) == player;
    int   best = wants ? -MARGINS_FAR : MARGINS_FAR;
    Step *steps = malloc(STEPS_MAX * sizeof *steps);
    Pos  *next = malloc(game->rules->size(pos->variant));
    int   count = game->rules->gen(pos, steps);
    for (int i = 0; i < count && --*nodes >= 0; i++) {
        game_copy(game, pos, next);
        game->rules->apply(next, steps[i]);
        int score = plain_score(game, next, player, nodes);
        if (wants ? score > best : score < best)
            best = score;
    }
    free(next);
    free(steps);
    return best;
}

/* The same by the exact search; false if the position is too large. */
static bool exact_score(Margins *margins, const Game *game, const Pos *pos, int player, int *score)
{
    ScoreBounds known = { .low = -MARGINS_FAR, .high = MARGINS_FAR };
    int         bound = 0;
    if (game->rules->outcome(pos).ending != ENDING_NONE) {
        *score = score_of_end(game, pos, player);
        return true;
    }
    while (known.low < known.high) {
        if (!margins_search(margins, pos, bound, MANY_NODES / 4, &known))
            return false;
        bound = known.low > -MARGINS_FAR ? known.low + 1 : known.high;
    }
    *score = game_player(game, pos, 0) == player ? known.low : -known.low;
    return true;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static int sign_of(int score)
{
    return score_is_win(score) ? 1 : score_is_loss(score) ? -1 : 0;
}

/* A random game without its last turns. */
static void ending_at_random(Line *line, const Setup *setup, int turns, Random *random)
{
    line_at_random(line, setup, TURNS_MAX, random);
    for (int i = 0; i < turns && line_turns(line) > 0; i++)
        line_undo_turn(line);
}

/* The score after the turn of `result`, for the side that played it. */
static bool score_after(Margins *margins, const Line *line, int *score)
{
    const Game *game = line->setup.game;
    const Pos  *pos = line_now(line);
    PosBuffer   after;
    assert_turn_is_legal(line, &result.turn);
    game_copy(game, pos, &after.head);
    turn_apply(game, &after.head, &result.turn);
    return exact_score(margins, game, &after.head, game_player(game, pos, pos->side), score);
}

static void think(Search *search, const Line *line, SearchLimits limits)
{
    search_clear(search);
    assert_int_equal(search_think(search, line, &limits, NULL, NULL, &result), STATUS_OK);
}

/* --- the best lead --- */

typedef struct Tally {
    int kinds[3]; /* losses, draws, wins */
    int plain;    /* compared with plain minimax as well */
} Tally;

static void check_leads(const char *text, int turns, int wanted, Tally *tally)
{
    Setup    setup = setup_of(text);
    Search  *search = search_of(1, SMALL_TABLE);
    Margins *margins = margins_new(setup.game, (size_t)8 << 20, NULL, NULL);
    Random   random = random_seeded(11);
    assert_non_null(margins);
    for (int i = 0; i < wanted; i++) {
        Line line;
        int  best, played;
        ending_at_random(&line, &setup, i % (turns + 1), &random);
        const Pos *pos = line_now(&line);
        const int  player = game_player(setup.game, pos, pos->side);
        if (exact_score(margins, setup.game, pos, player, &best)) {
            long nodes = PLAIN_NODES;
            int  plain = plain_score(setup.game, pos, player, &nodes);
            if (nodes >= 0)
                assert_int_equal(plain, best);
            tally->plain += nodes >= 0;
            think(search, &line, (SearchLimits){ .nodes = MANY_NODES });
            assert_true(score_after(margins, &line, &played));
            assert_int_equal(played, best);
            assert_int_equal(sign_of(result.score), sign(best));
            if (result.has_lead)
                assert_int_equal(result.lead, margins_lead(best));
            else
                assert_int_equal(best, 0); /* proved by the iterations */
            tally->kinds[sign(best) + 1]++;
        }
        line_free(&line);
    }
    margins_delete(margins);
    search_delete(search);
}

static void test_best_lead(void **state)
{
    (void)state;
    Tally tally = { .plain = 0 };
    check_leads("ponte:contest;size=4", 5, test_share(40), &tally);
    check_leads("ponte:official;size=4", 5, test_share(40), &tally);
    check_leads("ponte:contest;size=7", 5, test_share(40), &tally);
    check_leads("ponte:official;size=6", 4, test_share(40), &tally);
    check_leads("diavolo:4", 5, test_share(40), &tally);
    check_leads("diavolo:5", 4, test_share(40), &tally);
    print_message("%d wins, %d losses, %d draws, %d by plain minimax\n", tally.kinds[2],
                  tally.kinds[0], tally.kinds[1], tally.plain);
    assert_true(tally.kinds[0] > 2 && tally.kinds[2] > 2 && tally.plain > 2);
}

/* --- limits --- */

/* Whatever the node limit is, it is respected, and a proved result is kept. */
static void check_limits(const char *text, uint64_t nodes, int wanted, int *proved)
{
    Setup    setup = setup_of(text);
    Search  *search = search_of(1, SMALL_TABLE);
    Margins *margins = margins_new(setup.game, (size_t)8 << 20, NULL, NULL);
    Random   random = random_seeded(5);
    assert_non_null(margins);
    for (int i = 0; i < wanted; i++) {
        Line line;
        int  played;
        ending_at_random(&line, &setup, 2 + i % 5, &random);
        think(search, &line, (SearchLimits){ .nodes = nodes });
        assert_turn_is_legal(&line, &result.turn);
        assert_true(result.nodes < nodes + 32);
        if (sign_of(result.score) != 0 && score_after(margins, &line, &played)) {
            assert_int_equal(sign(played), sign_of(result.score));
            if (result.has_lead)
                assert_int_equal(margins_lead(played), result.lead);
            ++*proved;
        }
        other = result;
        think(search, &line, (SearchLimits){ .nodes = nodes });
        assert_memory_equal(&result.turn, &other.turn, sizeof result.turn);
        assert_int_equal(result.nodes, other.nodes);
        assert_int_equal(result.score, other.score);
        line_free(&line);
    }
    margins_delete(margins);
    search_delete(search);
}

static void test_node_limit(void **state)
{
    (void)state;
    int proved = 0;
    for (uint64_t nodes = 20; nodes <= 4000; nodes *= 4) {
        check_limits("ponte:contest;size=8", nodes, test_share(20), &proved);
        check_limits("diavolo:5", nodes, test_share(20), &proved);
    }
    assert_true(proved > 3);
}

/* With a depth limit, or several variations, only the iterations count. */
static void test_no_lead_is_sought(void **state)
{
    (void)state;
    static const SearchLimits LIMITS[] = { { .depth = SEARCH_DEPTH_MAX },
                                           { .nodes = 5000, .lines = 2 },
                                           { .nodes = 5000, .slip = 1 } };
    Setup                     setup = setup_of("ponte:contest;size=6");
    Search                   *search = search_of(1, SMALL_TABLE);
    Random                    random = random_seeded(3);
    Line                      line;
    ending_at_random(&line, &setup, 2, &random);
    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        think(search, &line, LIMITS[i]);
        assert_false(result.has_lead);
    }
    think(search, &line, (SearchLimits){ .nodes = 5000 });
    assert_true(result.has_lead);
    line_free(&line);
    setup = setup_of("ponte:contest;size=6;limit=400");
    ending_at_random(&line, &setup, 2, &random);
    think(search, &line, (SearchLimits){ .nodes = 5000 });
    assert_true(result.has_lead); /* the limit is far away */
    line.setup.turn_limit = (uint32_t)line_turns(&line) + 1;
    think(search, &line, (SearchLimits){ .nodes = 5000 });
    assert_false(result.has_lead);
    line_free(&line);
    search_delete(search);
}

static void test_stop(void **state)
{
    (void)state;
    Setup   setup = setup_of("ponte:contest;size=8");
    Search *search = search_of(1, SMALL_TABLE);
    Random  random = random_seeded(3);
    Line    line;
    ending_at_random(&line, &setup, 4, &random);
    search_stop(search);
    think(search, &line, (SearchLimits){ .nodes = 0 });
    assert_turn_is_legal(&line, &result.turn);
    search_ready(search);
    line_free(&line);
    search_delete(search);
}

/* Several threads prove the same lead. */
static void test_threads_agree(void **state)
{
    (void)state;
    Setup   setup = setup_of("ponte:contest;size=7");
    Search *search = search_of(2, SMALL_TABLE), *single = search_of(1, SMALL_TABLE);
    Random  random = random_seeded(9);
    for (int i = 0; i < 5; i++) {
        Line line;
        ending_at_random(&line, &setup, 4, &random);
        think(single, &line, (SearchLimits){ .nodes = MANY_NODES });
        other = result;
        think(search, &line, (SearchLimits){ .nodes = MANY_NODES });
        assert_turn_is_legal(&line, &result.turn);
        assert_int_equal(result.has_lead, other.has_lead);
        assert_int_equal(result.lead, other.lead);
        line_free(&line);
    }
    search_delete(single);
    search_delete(search);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best_lead),         cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_no_lead_is_sought), cmocka_unit_test(test_stop),
        cmocka_unit_test(test_threads_agree),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
