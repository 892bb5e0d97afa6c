/* SPDX-License-Identifier: MIT */
/* The search compared with plain minimax and the prover, and the promises of its interface. */
#include "search_help.h"

#include <pthread.h>

#include "search/deepen.h"
#include "search/tt.h"
#include "search/pvs.h"
#include "solver/proof.h"
#include "share.h"

enum { SMALL_TABLE = 1 << 20 };

static SearchResult result; /* too large for the stack */

/* --- plain minimax, for positions close to the end --- */

typedef struct Plain {
    const Game *game;
    long        nodes; /* node budget */
} Plain;

/* Return +1 if the side that decides wins, -1 if it loses, 0 for a draw.  Only for games in which
 * no position can repeat.  Meaningless once `nodes` is below 0. */
static int plain_value(Plain *plain, const Pos *pos)
{
    const GameRules *rules = plain->game->rules;
    Outcome          outcome = rules->outcome(pos);
    if (outcome.ending != ENDING_NONE)
        return outcome.ending == ENDING_DRAWN ? 0 : outcome.winner == pos->side ? 1 : -1;
    if (--plain->nodes < 0)
        return 0;
    Step *steps = malloc(STEPS_MAX * sizeof *steps);
    Pos  *next = malloc(rules->size(pos->variant));
    int   count = rules->gen(pos, steps), best = -1;
    for (int i = 0; i < count && best < 1 && plain->nodes >= 0; i++) {
        game_copy(plain->game, pos, next);
        rules->apply(next, steps[i]);
        int value = plain_value(plain, next);
        if (game_player(plain->game, next, next->side) != game_player(plain->game, pos, pos->side))
            value = -value;
        if (value > best)
            best = value;
    }
    free(next);
    free(steps);
    return best;
}

static int sign_of(int score)
{
    return score_is_win(score) ? 1 : score_is_loss(score) ? -1 : 0;
}

/* Late positions are searched to the very end: the score is the exact value, and the turn preserves
 * it.
 */
static void check_values(const char *text, int turns, int wanted)
{
    Setup   setup = setup_of(text);
    Search *search = search_of(1, SMALL_TABLE);
    Random  random = random_seeded(7);
    int     found = 0, kinds[3] = { 0 };
    for (int i = 0; i < 400 && found < wanted; i++) {
        Line  line;
        Plain plain = { setup.game, 3000 };
        line_at_random(&line, &setup, turns, &random);
        int value = plain_value(&plain, line_now(&line));
        if (plain.nodes >= 0) {
            SearchLimits limits = { .depth = SEARCH_DEPTH_MAX };
            assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
            assert_turn_is_legal(&line, &result.turn);
            assert_int_equal(sign_of(result.score), value);
            PosBuffer after;
            Plain     again = { setup.game, 100000 };
            game_copy(setup.game, line_now(&line), &after.head);
            turn_apply(setup.game, &after.head, &result.turn);
            int  then = plain_value(&again, &after.head);
            bool same = game_player(setup.game, &after.head, after.head.side) ==
                        game_player(setup.game, line_now(&line), line_now(&line)->side);
            assert_int_equal(same ? then : -then, value);
            kinds[value + 1]++;
            found++;
        }
        line_free(&line);
    }
    assert_int_equal(found, wanted);
    assert_true(kinds[0] > 0 && kinds[2] > 0); /* wins and losses occurred */
    search_delete(search);
}

static void test_late_positions_get_exact_values(void **state)
{
    (void)state;
    check_values("toy:7", 3, 40);
    check_values("ponte:size=4", 5, 30);
    check_values("ponte:official;size=4", 5, 30);
    check_values("diavolo:4", 4, 30);
    check_values("alliances:3", 9, 30);
}

/* --- compared with the prover --- */

/* Whatever the search reports as a win or a loss is proved within as many turns.  A win that is
 * proved within n turns is found by searching not much deeper. */
static void check_proofs(const char *text, int turns, uint32_t within, int rounds)
{
    Setup       setup = setup_of(text);
    ProofLimits memory = { .memory_bytes = 64 << 20 };
    Prover     *prover = prover_new(setup.game, &memory);
    Search     *search = search_of(1, SMALL_TABLE);
    Random      random = random_seeded(11);
    int         decided = 0;
    for (int i = 0; i < test_share(rounds); i++) {
        Line line;
        line_at_random(&line, &setup, (int)random_below(&random, (uint32_t)turns), &random);
        SearchLimits limits = { .depth = (int)within + 5, .nodes = 200000 };
        assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
        ProofValue truth = prover_within(prover, line_now(&line), within);
        int        side = line_now(&line)->side, sign = sign_of(result.score);
        /* A search of some candidates only proves nothing but wins at once. */
        bool is_narrow = setup.game->eval->width != NULL;
        if ((truth == PROOF_FIRST || truth == PROOF_SECOND) &&
            (!is_narrow || (within == 1 && (truth == PROOF_FIRST) == (side == 0)))) {
            assert_int_equal(sign, (truth == PROOF_FIRST) == (side == 0) ? 1 : -1);
            decided++;
        }
        if (sign != 0 && score_distance(result.score) <= (int)within + 2) {
            ProofValue claimed = (sign > 0) == (side == 0) ? PROOF_FIRST : PROOF_SECOND;
            uint32_t   distance = (uint32_t)score_distance(result.score);
            assert_int_equal(prover_within(prover, line_now(&line), distance), claimed);
        }
        line_free(&line);
    }
    if (decided == 0)
        fail_msg("%s: nothing decided", text);
    prover_delete(prover);
    search_delete(search);
}

static void test_wins_agree_with_the_prover(void **state)
{
    (void)state;
    check_proofs("gipf:2,3,5,5", 12, 3, 60);
    check_proofs("gipf:3,3,5,5", 14, 3, 60);
    check_proofs("toy:8", 4, 2, 40);
    check_proofs("alliances:4", 24, 1, 60);
    check_proofs("duell", 120, 2, 60);
}

/* --- compiled instances compared with the game interface --- */

enum { TRACE_STEPS = 12, TRACE_WALKS = 60 };

/* Return one of the steps with the highest ranks, which make and block more than random ones, or a
 * random step. */
static Step likely_step(const Game *game, const Pos *pos, Random *random)
{
    static Step    steps[STEPS_MAX];
    static int32_t ranks[STEPS_MAX];
    int            count = game->rules->gen(pos, steps);
    if (game->eval->order == NULL || random_below(random, 3) == 0)
        return steps[random_below(random, (uint32_t)count)];
    game->eval->order(pos, steps, count, ranks);
    int best = (int)random_below(random, (uint32_t)count);
    for (int tries = 0; tries < 8; tries++) {
        int other = (int)random_below(random, (uint32_t)count);
        best = ranks[other] > ranks[best] ? other : best;
    }
    return steps[best];
}

/* Compare a node with its position: the evaluation, and the ranks of all steps. */
static void check_trace(PvsWorker *worker, const PvsInstance *instance, const Pos *root,
                        const Step *path, int length, uint64_t probe, const Pos *pos)
{
    static Step    steps[STEPS_MAX];
    static int32_t kept[STEPS_MAX], fresh[STEPS_MAX];
    const Game    *game = worker->game;
    int            value = instance->trace(worker, root, path, length, probe, kept);
    int            count = game->rules->gen(pos, steps);
    assert_int_equal(value, game->eval->eval(pos));
    if (game->eval->order != NULL) {
        game->eval->order(pos, steps, count, fresh);
        assert_memory_equal(kept, fresh, (size_t)count * sizeof kept[0]);
    }
}

/* What nodes keep from those before, with results computed on the way or not, never differs from
 * what the game interface computes from the position alone. */
static void check_kept_results(const char *text)
{
    Setup              setup = setup_of(text);
    const GameRules   *rules = setup.game->rules;
    const PvsInstance *instance = setup.game->fast->search(setup.variant);
    Random             random = random_seeded(5);
    PosBuffer          root, now;
    PvsWorker         *worker = pvs_worker_new(instance->node_bytes(setup.variant));
    assert_non_null(worker);
    /* A walk is a whole game with a check of every node, so sanitizers need few. */
    for (int i = 0; i < test_share(test_share(TRACE_WALKS)); i++) {
        Step path[TRACE_STEPS];
        rules->start(setup.variant, &now.head);
        assert_true(pvs_worker_prepare(worker, setup.game, &now.head, 0));
        while (rules->outcome(&now.head).ending == ENDING_NONE) {
            int length = 0;
            game_copy(setup.game, &now.head, &root.head);
            for (; length < TRACE_STEPS; length++) {
                path[length] = likely_step(setup.game, &now.head, &random);
                rules->apply(&now.head, path[length]);
                if (rules->outcome(&now.head).ending != ENDING_NONE)
                    break;
                check_trace(worker, instance, &root.head, path, length + 1, random_next(&random),
                            &now.head);
            }
        }
    }
    pvs_worker_delete(worker);
}

static void test_nodes_keep_results(void **state)
{
    (void)state;
    static const char *const WALKED[] = { "ponte",          "ponte:official",     "ponte:size=5",
                                          "ponte:share=on", "ponte:open;size=12", "diavolo",
                                          "diavolo:5",      "diavolo:12",         "alliances:5",
                                          "ponte:size=4",   "diavolo:4" };
    for (size_t i = 0; i < sizeof WALKED / sizeof WALKED[0]; i++)
        check_kept_results(WALKED[i]);
}

/* --- iterative deepening with a recursion that plays back what it is told --- */

/* The third iteration fails high with the last step of the start position, and the search is stopped
 * before it is searched again with a larger window. */
static int fail_high_and_stop(PvsWorker *worker, const Pos *pos, int depth, int alpha, int beta)
{
    static Step steps[STEPS_MAX];
    int         count = worker->game->rules->gen(pos, steps);
    (void)alpha;
    worker->left_out = true;
    worker->pv_count[0] = 0;
    worker->stopped = depth == 3 && beta == SCORE_NONE;
    if (worker->stopped)
        return 0;
    worker->pv[0][0] = steps[depth == 3 ? count - 1 : 0];
    worker->pv_count[0] = 1;
    worker->root_score = depth == 3 ? EVAL_MAX - 1 : 10;
    return worker->root_score;
}

static void test_stopped_search_keeps_fail_high(void **state)
{
    (void)state;
    static const PvsInstance PLAYED_BACK = { .root = fail_high_and_stop };
    static Deepening         d; /* too large for the stack */
    static Step              steps[STEPS_MAX];
    Setup                    setup = setup_of("gipf");
    PosBuffer                pos;
    Turn                     turn;
    setup.game->rules->start(setup.variant, &pos.head);
    PvsWorker *worker = pvs_worker_new(setup.game->rules->size(setup.variant));
    assert_non_null(worker);
    assert_true(pvs_worker_prepare(worker, setup.game, &pos.head, 0));
    d = (Deepening){ .worker = worker,
                     .instance = &PLAYED_BACK,
                     .root = &pos.head,
                     .depth_limit = SEARCH_DEPTH_MAX,
                     .lines_wanted = 1 };
    deepen(&d);
    assert_int_equal(d.completed, 2);
    assert_true(d.is_ahead);
    assert_true(deepen_turn(&d, &turn));
    int count = setup.game->rules->gen(&pos.head, steps);
    assert_int_equal(turn.step[0], steps[count - 1]);
    pvs_worker_delete(worker);
}

/* --- promises of the interface --- */

static const char *const GAMES_TRIED[] = {
    "toy",
    "gipf",
    "gipf:5,4,18,18",
    "gipf:tournament",
    "ponte",
    "ponte:official",
    "diavolo",
    "alliances",
    "duell",
    "duell:king-capture",
    "ponte:size=4",
    "diavolo:4",
};
enum { GAMES_TRIED_COUNT = sizeof GAMES_TRIED / sizeof GAMES_TRIED[0] };

static uint64_t nodes_of(Search *search, const Line *line, uint64_t nodes)
{
    SearchLimits limits = { .nodes = nodes };
    search_clear(search);
    assert_int_equal(search_think(search, line, &limits, NULL, NULL, &result), STATUS_OK);
    return result.nodes;
}

/* The search is deterministic, and the node limit is kept. */
static void test_node_limit_and_determinism(void **state)
{
    (void)state;
    Random random = random_seeded(3);
    for (int i = 0; i < GAMES_TRIED_COUNT; i++) {
        Setup setup = setup_of(GAMES_TRIED[i]);
        Line  line;
        line_at_random(&line, &setup, 6, &random);
        Search  *search = search_of(1, SMALL_TABLE);
        uint64_t nodes = nodes_of(search, &line, 3000);
        assert_in_range(nodes, 1, 3000 + PVS_POLL_NODES);
        SearchPv first = result.lines[0];
        assert_int_equal(nodes_of(search, &line, 3000), nodes);
        assert_memory_equal(&first, &result.lines[0], sizeof first);
        search_delete(search);
        line_free(&line);
    }
}

/* All requested variations: different turns, best first, as many as there are. */
static void test_multi_pv(void **state)
{
    (void)state;
    Random random = random_seeded(5);
    for (int i = 0; i < GAMES_TRIED_COUNT; i++) {
        Setup setup = setup_of(GAMES_TRIED[i]);
        Line  line;
        line_at_random(&line, &setup, 8, &random);
        Search      *search = search_of(1, SMALL_TABLE);
        SearchLimits limits = { .depth = 1, .lines = 5 };
        uint64_t     keys[5];
        assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
        assert_in_range(result.line_count, 1, 5);
        for (int n = 0; n < result.line_count; n++) {
            PosBuffer pos;
            Turn      turn = { 0 };
            game_copy(setup.game, line_now(&line), &pos.head);
            do {
                assert_true(turn.count < result.lines[n].step_count);
                turn.step[turn.count] = result.lines[n].steps[turn.count];
                setup.game->rules->apply(&pos.head, turn.step[turn.count++]);
            } while (pos.head.phase != 0);
            assert_turn_is_legal(&line, &turn);
            keys[n] = pos.head.key;
            for (int m = 0; m < n; m++)
                assert_true(keys[m] != keys[n]);
            if (n > 0)
                assert_true(result.lines[n].score <= result.lines[n - 1].score);
        }
        assert_memory_equal(result.turn.step, result.lines[0].steps,
                            (size_t)result.turn.count * sizeof(Step));
        search_delete(search);
        line_free(&line);
    }
}

/* An unfinished turn is completed. */
static void test_unfinished_turn_is_completed(void **state)
{
    (void)state;
    static Step steps[STEPS_MAX];
    Random      random = random_seeded(9);
    const char *texts[] = { "toy", "ponte", "diavolo" };
    for (int i = 0; i < 30; i++) {
        Setup setup = setup_of(texts[i % 3]);
        Line  line;
        line_at_random(&line, &setup, 5, &random);
        int count = setup.game->rules->gen(line_now(&line), steps);
        assert_int_equal(line_step(&line, steps[random_below(&random, (uint32_t)count)]),
                         STATUS_OK);
        if (line_outcome(&line).ending == ENDING_NONE) {
            Search      *search = search_of(1, SMALL_TABLE);
            SearchLimits limits = { .nodes = 500 };
            assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
            assert_turn_is_legal(&line, &result.turn);
            search_delete(search);
        }
        line_free(&line);
    }
}

/* If the next turn is the last one allowed, only a win at once is better than a draw. */
static void test_turn_limit(void **state)
{
    (void)state;
    Random random = random_seeded(13);
    for (int i = 0; i < GAMES_TRIED_COUNT; i++) {
        Setup setup = setup_of(GAMES_TRIED[i]);
        Line  line;
        setup.turn_limit = 5;
        line_at_random(&line, &setup, 4, &random);
        Search      *search = search_of(1, SMALL_TABLE);
        SearchLimits limits = { .depth = 3, .nodes = 20000 };
        assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
        if (line_turns(&line) == 4)
            assert_true(result.score == SCORE_DRAW || result.score == SCORE_WIN - 1);
        search_delete(search);
        line_free(&line);
    }
}

/* Play two random turns and then one after which another leads back to where the line began to
 * turn; false if there is none.  `key` is that of the position that would be repeated. */
static bool go_round(Line *line, Random *random, uint64_t *key)
{
    static Step      steps[3][STEPS_MAX];
    const GameRules *rules = line->setup.game->rules;
    *key = line_now(line)->key;
    for (int i = 0; i < 2; i++) {
        int count = rules->gen(line_now(line), steps[0]);
        if (count == 0 ||
            line_step(line, steps[0][random_below(random, (uint32_t)count)]) != STATUS_OK)
            return false;
    }
    int count = rules->gen(line_now(line), steps[0]);
    for (int i = 0; i < count; i++) {
        PosBuffer third, fourth;
        game_copy(line->setup.game, line_now(line), &third.head);
        rules->apply(&third.head, steps[0][i]);
        int replies = rules->gen(&third.head, steps[1]);
        for (int j = 0; j < replies; j++) {
            game_copy(line->setup.game, &third.head, &fourth.head);
            rules->apply(&fourth.head, steps[1][j]);
            if (fourth.head.key == *key)
                return line_step(line, steps[0][i]) == STATUS_OK;
        }
    }
    return false;
}

/* With all turns as variations, the one that repeats a position for the last time scores a draw. */
static void test_repetition(void **state)
{
    (void)state;
    Setup  setup;
    Random random = random_seeded(17);
    int    seen = 0;
    setup = setup_of("duell:repetition=2");
    Search *search = search_of(1, SMALL_TABLE);
    for (int i = 0; i < 3000 && seen < 5; i++) {
        Line     line;
        uint64_t key;
        line_at_random(&line, &setup, 20, &random);
        if (go_round(&line, &random, &key)) {
            SearchLimits limits = { .depth = 1, .lines = SEARCH_PVS_MAX };
            assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
            for (int n = 0; n < result.line_count; n++) {
                PosBuffer pos;
                game_copy(setup.game, line_now(&line), &pos.head);
                setup.game->rules->apply(&pos.head, result.lines[n].steps[0]);
                if (pos.head.key == key) {
                    assert_int_equal(result.lines[n].score, SCORE_DRAW);
                    assert_int_equal(result.lines[n].step_count, 1);
                    seen++;
                }
            }
        }
        line_free(&line);
    }
    assert_true(seen >= 5);
    search_delete(search);
}

/* The inaccuracy is reproducible, and there is some. */
static void test_noise_is_reproducible(void **state)
{
    (void)state;
    Setup setup = setup_of("gipf");
    Line  line;
    if (setup.game->eval == NULL)
        skip();
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    Search *search = search_of(1, SMALL_TABLE);
    int     scores[4];
    for (int i = 0; i < 4; i++) {
        SearchLimits limits = { .depth = 2,
                                .noise = i == 0 ? 0 : 3000,
                                .noise_seed = i == 3 ? 2 : 1 };
        search_clear(search);
        assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
        scores[i] = result.score;
    }
    assert_int_equal(scores[1], scores[2]);
    assert_true(scores[0] != scores[1] || scores[0] != scores[3]);
    search_delete(search);
    line_free(&line);
}

/* --- stopping --- */

typedef struct Task {
    Search             *search;
    const Line         *line;
    const SearchLimits *limits;
    SearchResult       *result;
    Status              status;
} Task;

static void *run_task(void *argument)
{
    Task *task = argument;
    task->status = search_think(task->search, task->line, task->limits, NULL, NULL, task->result);
    return NULL;
}

/* An infinite search, and pondering, return only after a stop. */
static void test_stop_ends_infinite_search(void **state)
{
    (void)state;
    Random random = random_seeded(19);
    for (int i = 0; i < 2 * GAMES_TRIED_COUNT; i++) {
        Setup setup = setup_of(GAMES_TRIED[i % GAMES_TRIED_COUNT]);
        Line  line;
        line_at_random(&line, &setup, 5, &random);
        Search      *search = search_of(1 + i % 3, SMALL_TABLE);
        SearchLimits limits = { .ponder = i % 2 == 1, .depth = i % 2 };
        Task         task = { search, &line, &limits, &result, STATUS_SYSTEM };
        pthread_t    thread;
        search_ready(search);
        assert_int_equal(pthread_create(&thread, NULL, run_task, &task), 0);
        if (limits.ponder)
            search_ponderhit(search);
        else
            search_stop(search);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(task.status, STATUS_OK);
        assert_turn_is_legal(&line, &result.turn);
        search_delete(search);
        line_free(&line);
    }
}

/* A stop before the search applies to the next search, until it is cancelled. */
static void test_stop_before_search(void **state)
{
    (void)state;
    Setup setup = setup_of("gipf");
    Line  line;
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    Search      *search = search_of(1, SMALL_TABLE);
    SearchLimits endless = { .lines = 1 }, deep = { .depth = 3 };
    search_stop(search);
    assert_int_equal(search_think(search, &line, &endless, NULL, NULL, &result), STATUS_OK);
    assert_turn_is_legal(&line, &result.turn);
    assert_true(result.depth < 3);
    search_ready(search);
    assert_int_equal(search_think(search, &line, &deep, NULL, NULL, &result), STATUS_OK);
    assert_int_equal(result.depth, 3);
    search_delete(search);
    line_free(&line);
}

/* No result for a game that is over. */
static void test_finished_game_has_no_turn(void **state)
{
    (void)state;
    Setup setup = setup_of("toy:limit=1");
    Line  line;
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    assert_int_equal(line_play(&line, "a.", NULL), STATUS_OK);
    Search      *search = search_of(1, SMALL_TABLE);
    SearchLimits limits = { .depth = 3 };
    assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
    assert_int_equal(result.turn.count, 0);
    search_delete(search);
    line_free(&line);
}

/* --- move ordering --- */

/* The highest rank comes first, the first of equals, and the rest keep their order. */
/* Return the score after one iteration in a random position after two turns. */
static int glance_score(Search *search, const Setup *setup, Random *random)
{
    SearchLimits limits = { .depth = 1 };
    Line         line;
    line_at_random(&line, setup, 2, random);
    search_clear(search);
    assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
    line_free(&line);
    return result.score;
}

/* Evaluations are rounded to 3/8 unit and clipped at 8 units on small boards, and only there. */
static void test_evaluations_of_small_boards_are_coarse(void **state)
{
    static const struct {
        const char *setup;
        bool        is_small;
    } ROWS[] = { { "diavolo:4", true },
                 { "ponte:contest;size=4", true },
                 { "ponte:official;size=4", true },
                 { "diavolo:5", false },
                 { "ponte:contest;size=6", false } };
    (void)state;
    Search *search = search_of(1, 1 << 20);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        Setup     setup = setup_of(ROWS[i].setup);
        const int unit = setup.game->eval->unit, step = unit * 3 / 8;
        Random    random = random_seeded(5);
        int       rounded = 0, even = 0;
        for (int round = 0; round < 20; round++) {
            int score = glance_score(search, &setup, &random);
            rounded += score % step == 0 && score >= -8 * unit && score <= 8 * unit;
            even += score == 0;
        }
        assert_true(even < 20);
        assert_true(ROWS[i].is_small ? rounded == 20 : rounded < 20);
    }
    search_delete(search);
}

/* Return whether evaluations order the steps of a search after `turns` random turns. */
static bool is_by_value(PvsWorker *worker, const Setup *setup, int turns, Random *random)
{
    Line line;
    line_at_random(&line, setup, turns, random);
    assert_true(pvs_worker_prepare(worker, setup->game, line_now(&line), 0));
    line_free(&line);
    return worker->by_value;
}

/* Evaluations order the steps of small boards; in Ponte with passing from the third turn on. */
static void test_orders_by_value(void **state)
{
    static const struct {
        const char *setup;
        int         first; /* the first root with this order, by turns before it */
    } ROWS[] = { { "diavolo:4", 0 },
                 { "ponte:contest;size=4", 0 },
                 { "ponte:official;size=4", 2 },
                 { "ponte:open;size=4", 2 },
                 { "diavolo:5", INT_MAX },
                 { "ponte:official;size=5", INT_MAX } };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        Setup      setup = setup_of(ROWS[i].setup);
        Random     random = random_seeded(5);
        PvsWorker *worker = pvs_worker_new(setup.game->rules->size(setup.variant));
        for (int turns = 0; turns < 4; turns++)
            assert_int_equal(is_by_value(worker, &setup, turns, &random), turns >= ROWS[i].first);
        pvs_worker_delete(worker);
    }
}

/* On small boards late steps are reduced by one turn more, but never down to nothing. */
static void test_reductions(void **state)
{
    (void)state;
    for (int depth = 2; depth < 12; depth++)
        for (int tried = 1; tried < 40; tried++)
            for (int is_pv = 0; is_pv < 2; is_pv++) {
                int large = pvs_late_reduction(depth, tried, is_pv, INT_MAX);
                int small = pvs_late_reduction(depth, tried, is_pv, 3);
                int more = tried >= 3 && large < depth - 1;
                assert_true(large >= 0 && large < depth);
                assert_int_equal(small, large + more);
            }
    assert_int_equal(pvs_late_reduction(8, 30, true, INT_MAX),
                     pvs_late_reduction(8, 30, false, INT_MAX) - 1);
}

static void test_pick(void **state)
{
    enum { COUNT = 100 };
    Random random = random_seeded(7);
    (void)state;
    for (int round = 0; round < 300; round++) {
        Step    steps[COUNT], expected[COUNT];
        int32_t ranks[COUNT], kept[COUNT];
        int     count = 1 + (int)random_below(&random, COUNT);
        for (int i = 0; i < count; i++) {
            steps[i] = expected[i] = (Step)i;
            ranks[i] = kept[i] = (int32_t)random_below(&random, 40) - 20;
        }
        for (int i = 1; i < count; i++) /* a stable insertion sort */
            for (int j = i; j > 0 && kept[expected[j]] > kept[expected[j - 1]]; j--) {
                Step step = expected[j];
                expected[j] = expected[j - 1];
                expected[j - 1] = step;
            }
        for (int i = 0; i < count; i++) {
            pvs_pick(steps, ranks, i, count);
            assert_true(steps[i] == expected[i]);
            for (int j = 0; j < count; j++)
                assert_int_equal(ranks[j], kept[steps[j]]);
        }
    }
}

/* --- transposition table --- */

static void test_transposition_table(void **state)
{
    (void)state;
    TransTable tt;
    TtEntry    entry = { -1234, 7, 3, TT_LOWER, tt_step_bits(99) }, back;
    assert_true(tt_init(&tt, 1 << 12));
    tt_grow_older(&tt);
    assert_false(tt_find(&tt, 0, &back));
    tt_store(&tt, 0, entry);
    assert_true(tt_find(&tt, 0, &back));
    assert_memory_equal(&back, &entry, sizeof back);
    assert_false(tt_find(&tt, 1, &back));

    /* A mixture of two entries does not match. */
    atomic_store(&tt.slots[0].data, atomic_load(&tt.slots[0].data) ^ 1 << 20);
    assert_false(tt_find(&tt, 0, &back));

    /* In a full bucket, shallow entries are replaced before deep ones, and old before new. */
    uint64_t stride = tt.mask + 1;
    tt_clear(&tt);
    tt_grow_older(&tt);
    for (uint64_t i = 0; i < TT_WAYS; i++) {
        entry.depth = 10 + (int)i;
        tt_store(&tt, i * stride, entry);
    }
    entry.depth = 5;
    tt_store(&tt, 100 * stride, entry);
    assert_false(tt_find(&tt, 0, &back)); /* the shallowest was replaced */
    assert_true(tt_find(&tt, stride, &back));
    for (int i = 0; i < 10; i++)
        tt_grow_older(&tt);
    for (uint64_t i = 0; i < TT_WAYS; i++)
        tt_store(&tt, (200 + i) * stride, entry);
    assert_false(tt_find(&tt, 3 * stride, &back));
    assert_true(tt_find(&tt, 203 * stride, &back));
    assert_in_range(tt_permille(&tt), 1, 1000);

    /* An unknown step keeps the stored one. */
    entry.step = 0;
    tt_store(&tt, 203 * stride, entry);
    assert_true(tt_find(&tt, 203 * stride, &back));
    assert_int_equal(back.step, tt_step_bits(99));
    tt_clear(&tt);
    assert_false(tt_find(&tt, 203 * stride, &back));
    tt_free(&tt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_evaluations_of_small_boards_are_coarse),
        cmocka_unit_test(test_orders_by_value),
        cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_pick),
        cmocka_unit_test(test_transposition_table),
        cmocka_unit_test(test_late_positions_get_exact_values),
        cmocka_unit_test(test_wins_agree_with_the_prover),
        cmocka_unit_test(test_nodes_keep_results),
        cmocka_unit_test(test_node_limit_and_determinism),
        cmocka_unit_test(test_multi_pv),
        cmocka_unit_test(test_unfinished_turn_is_completed),
        cmocka_unit_test(test_turn_limit),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_noise_is_reproducible),
        cmocka_unit_test(test_stop_ends_infinite_search),
        cmocka_unit_test(test_stop_before_search),
        cmocka_unit_test(test_stopped_search_keeps_fail_high),
        cmocka_unit_test(test_finished_game_has_no_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
