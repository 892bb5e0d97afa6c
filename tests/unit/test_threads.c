/* SPDX-License-Identifier: MIT */
/* Searches with several threads: which subtrees they defer, and whose result counts. */
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

/* --- busy subtrees (pvs_subtree), in one thread --- */

enum { SHARED_DEPTH_TRIED = 3 }; /* turns; the children of the root have one less */

static bool never(void *context)
{
    (void)context;
    return false;
}

static _Atomic uint64_t busy[PVS_BUSY_SLOTS];

/* Search without a window through the game interface; return the score. */
static int search_alone(const Setup *setup, const Pos *pos, bool shares, uint64_t *nodes)
{
    PvsWorker *worker = pvs_worker_new(setup->game->rules->size(setup->variant));
    TransTable tt = { 0 };
    PvsControl control = { .time_is_up = never, .busy = shares ? busy : NULL };
    assert_non_null(worker);
    assert_true(tt_init(&tt, SMALL_TABLE));
    assert_true(pvs_worker_prepare(worker, setup->game, pos, 0));
    worker->tt = &tt;
    worker->control = &control;
    worker->depth = SHARED_DEPTH_TRIED;
    int score = PVS_GENERAL.root(worker, pos, SHARED_DEPTH_TRIED, -SCORE_NONE, SCORE_NONE);
    *nodes = worker->nodes;
    tt_free(&tt);
    pvs_worker_delete(worker);
    return score;
}

/* A thread does not wait for itself, and it leaves no marks behind. */
static void test_one_thread_defers_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES_TRIED_COUNT; i++) {
        Setup     setup = setup_of(GAMES_TRIED[i]);
        PosBuffer pos;
        uint64_t  nodes, shared_nodes;
        setup.game->rules->start(setup.variant, &pos.head);
        int score = search_alone(&setup, &pos.head, false, &nodes);
        assert_int_equal(search_alone(&setup, &pos.head, true, &shared_nodes), score);
        assert_int_equal(shared_nodes, nodes);
        for (int slot = 0; slot < PVS_BUSY_SLOTS; slot++)
            assert_int_equal(busy[slot], 0);
    }
}

/* Steps whose subtrees are busy come last, but they are searched: with all subtrees below the root
 * marked, the same wins and losses are found. */
static void test_deferred_steps_are_searched(void **state)
{
    (void)state;
    Setup       setup = setup_of("gipf:3,3,6,6");
    Random      random = random_seeded(3);
    static Step steps[STEPS_MAX];
    for (int i = 0; i < 40; i++) {
        Line     line;
        uint64_t nodes, deferred_nodes;
        int      marked = 0;
        line_at_random(&line, &setup, 6, &random);
        const Pos *pos = line_now(&line);
        int        score = search_alone(&setup, pos, false, &nodes);
        int        depth = SHARED_DEPTH_TRIED + setup.game->eval->urgent(pos); /* an extension */
        PvsControl control = { .busy = busy };
        PvsWorker  worker = { .control = &control };
        for (int k = game_gen_once(setup.game, pos, steps) - 1; k >= 0; k--) {
            PosBuffer next;
            game_copy(setup.game, pos, &next.head);
            setup.game->rules->apply(&next.head, steps[k]);
            PvsSubtree subtree =
                pvs_subtree(&worker, next.head.key, depth - (next.head.phase == 0));
            assert_non_null(subtree.slot);
            pvs_set_busy(subtree, true);
            assert_true(pvs_is_busy(subtree));
            marked++;
        }
        int deferred_score = search_alone(&setup, pos, true, &deferred_nodes);
        assert_true(marked > 1);
        assert_int_equal(score_is_win(deferred_score), score_is_win(score));
        assert_int_equal(score_is_loss(deferred_score), score_is_loss(score));
        for (int slot = 0; slot < PVS_BUSY_SLOTS; slot++)
            assert_int_equal(busy[slot], 0); /* the search of a marked subtree ends with this */
        line_free(&line);
    }
}

/* --- several threads --- */

/* Completed iterations count first, then what the unfinished one found. */
static void test_furthest_result_counts(void **state)
{
    (void)state;
    static const struct {
        int  completed;
        bool is_ahead;
        int  score;
    } ROWS[] = { { 4, false, 900 }, { 5, false, 10 }, { 5, false, 80 },
                 { 5, true, -50 },  { 5, true, 60 },  { 6, false, 0 } };
    static const int RANKS[] = { 0, 1, 1, 2, 3, 4 }; /* equal: neither is further */
    static Deepening a, b;                           /* too large for the stack */
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        for (size_t k = 0; k < sizeof ROWS / sizeof ROWS[0]; k++) {
            a.completed = ROWS[i].completed;
            a.is_ahead = ROWS[i].is_ahead;
            a.lines[0].score = ROWS[i].score;
            b.completed = ROWS[k].completed;
            b.is_ahead = ROWS[k].is_ahead;
            b.lines[0].score = ROWS[k].score;
            assert_int_equal(deepen_is_further(&a, &b), RANKS[i] > RANKS[k]);
        }
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
        cmocka_unit_test(test_one_thread_defers_nothing),
        cmocka_unit_test(test_deferred_steps_are_searched),
        cmocka_unit_test(test_furthest_result_counts),
        cmocka_unit_test(test_last_report_is_the_result),
        cmocka_unit_test(test_depth_limit_holds_for_helpers),
        cmocka_unit_test(test_several_variations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
