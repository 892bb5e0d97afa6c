/* SPDX-License-Identifier: MIT */
/* search/mcts: proofs are correct, turns are legal, and the search is deterministic.  The reference
 * is solver/proof.h and, for wins at once, playing every turn.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search/baseline.h"
#include "search/mcts.h"
#include "solver/proof.h"

#include "setup_help.h"

enum { POOL_BYTES = 8 << 20 };

static bool never_stop(void *context, uint64_t nodes)
{
    (void)context;
    (void)nodes;
    return false;
}

static MctsLimits limits_of(uint64_t nodes, int lines)
{
    return (MctsLimits){ .must_stop = never_stop, .nodes = nodes, .lines = lines };
}

static void play(Line *line, const Turn *turn)
{
    assert_true(turn->count > 0);
    for (int i = 0; i < turn->count; i++)
        assert_int_equal(line_step(line, turn->step[i]), STATUS_OK);
    assert_int_equal(line_now(line)->phase, 0);
}

static void play_random(Line *line, Random *random)
{
    Turn turn;
    assert_int_equal(baseline_choose(0, line, random, &turn), STATUS_OK);
    play(line, &turn);
}

/* A line of some random turns that is not over. */
static void begin(Line *line, const Setup *setup, int turns, Random *random)
{
    assert_int_equal(line_init(line, setup, NULL), STATUS_OK);
    for (int i = 0; i < turns; i++) {
        play_random(line, random);
        if (line_outcome(line).ending != ENDING_NONE)
            assert_true(line_undo_turn(line));
    }
}

static SearchResult *result_new(void)
{
    SearchResult *result = malloc(sizeof *result);
    assert_non_null(result);
    return result;
}

/* Every variation is legal from the first step to the last, and its first turn is complete. */
static void check_lines(const Line *line, const SearchResult *result)
{
    const Game *game = line->setup.game;
    assert_in_range(result->line_count, 1, SEARCH_PVS_MAX);
    assert_int_equal(result->score, result->lines[0].score);
    for (int i = 0; i < result->line_count; i++) {
        const SearchPv *found = &result->lines[i];
        PosBuffer       now;
        int             turns = 0;
        game_copy(game, line_now(line), &now.head);
        for (int s = 0; s < found->step_count; s++) {
            assert_true(game->rules->legal(&now.head, found->steps[s]));
            game->rules->apply(&now.head, found->steps[s]);
            turns += now.head.phase == 0;
        }
        assert_true(turns >= 1);
        if (i == 0)
            assert_memory_equal(found->steps, result->turn.step,
                                (size_t)result->turn.count * sizeof(Step));
    }
}

static void think(Mcts *mcts, const Line *line, uint64_t nodes, int lines, SearchResult *result)
{
    MctsLimits limits = limits_of(nodes, lines);
    assert_int_equal(mcts_think(mcts, line, &limits, NULL, NULL, result), STATUS_OK);
    check_lines(line, result);
}

/* --- proofs --- */

static const struct SmallGame {
    const char *setup;
    int         turns; /* length of the random opening, at most */
    int         samples;
    int         nodes;
    int         least; /* positions that are decided within three turns */
} SMALL_GAMES[] = {
    { "toy:6", 3, 30, 10000, 10 },        { "toy:8", 4, 60, 10000, 5 },
    { "gipf:2,2,4,4", 40, 40, 10000, 3 }, { "ponte:size=3", 6, 40, 10000, 3 },
    { "diavolo:3", 6, 40, 10000, 3 },     { "alliances:3", 14, 20, 10000, 5 },
};

static ProofValue value_of(int score, int side)
{
    if (score_is_win(score))
        return side == 0 ? PROOF_FIRST : PROOF_SECOND;
    if (score_is_loss(score))
        return side == 0 ? PROOF_SECOND : PROOF_FIRST;
    return PROOF_UNKNOWN;
}

/* If the position is decided within three turns, the tree must prove it. */
static bool is_near(Prover *prover, const Line *line, const SearchResult *result)
{
    ProofValue truth = prover_within(prover, line_now(line), 3);
    if (truth != PROOF_FIRST && truth != PROOF_SECOND)
        return false;
    assert_int_equal(value_of(result->score, line_now(line)->side), truth);
    return true;
}

/* A score that claims a win is correct, and the chosen turn wins within that many turns. */
static void check_proof(Prover *prover, Line *line, const SearchResult *result)
{
    ProofValue claimed = value_of(result->score, line_now(line)->side);
    if (claimed == PROOF_UNKNOWN)
        return;
    uint32_t distance = (uint32_t)score_distance(result->score);
    assert_int_equal(prover_within(prover, line_now(line), distance), claimed);
    play(line, &result->turn);
    Outcome outcome = line_outcome(line);
    if (outcome.ending == ENDING_WON)
        assert_int_equal(outcome.winner == 0 ? PROOF_FIRST : PROOF_SECOND, claimed);
    else
        assert_int_equal(prover_within(prover, line_now(line), distance - 1), claimed);
}

static void test_proofs_are_correct(void **state)
{
    (void)state;
    Random        random = random_seeded(5);
    SearchResult *result = result_new();
    for (size_t g = 0; g < sizeof SMALL_GAMES / sizeof *SMALL_GAMES; g++) {
        const struct SmallGame *small = &SMALL_GAMES[g];
        Setup                   setup = setup_of(small->setup);
        ProofLimits             limits = { .memory_bytes = 16 << 20 };
        Prover                 *prover = prover_new(setup.game, &limits);
        Mcts                   *mcts = mcts_new(POOL_BYTES, 1, 1);
        int                     half = TEST_SHARE > 1 ? 2 : 1; /* see share.h */
        int                     samples = small->samples / half, least = small->least / half;
        int                     near = 0;
        assert_non_null(prover);
        assert_non_null(mcts);
        for (int sample = 0; sample < samples; sample++) {
            Line line;
            begin(&line, &setup, (int)random_below(&random, (uint32_t)small->turns + 1), &random);
            think(mcts, &line, (uint64_t)small->nodes, 1, result);
            near += is_near(prover, &line, result);
            check_proof(prover, &line, result);
            line_free(&line);
        }
        if (near < least)
            fail_msg("%s: only %d of %d positions test anything", small->setup, near, samples);
        mcts_delete(mcts);
        prover_delete(prover);
    }
    free(result);
}

/* --- wins at once, and threats --- */

static bool does_not_win(void *context, const Turn *turn, const Pos *after)
{
    const Line *line = context;
    Outcome     outcome = line->setup.game->rules->outcome(after);
    (void)turn;
    return outcome.ending != ENDING_WON || outcome.winner != line_now(line)->side;
}

static bool can_win_now(Line *line)
{
    return !turn_each(line->setup.game, line_now(line), does_not_win, line);
}

static void test_win_in_one(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "toy:8", "gipf:2,2,4,4", "alliances:3", "alliances:5" };
    Random                   random = random_seeded(23);
    SearchResult            *result = result_new();
    for (size_t s = 0; s < sizeof SETUPS / sizeof *SETUPS; s++) {
        Setup setup = setup_of(SETUPS[s]);
        Mcts *mcts = mcts_new(POOL_BYTES, 1, 1);
        assert_non_null(mcts);
        for (int found = 0; found < 5;) {
            Line line;
            assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
            while (line_outcome(&line).ending == ENDING_NONE && !can_win_now(&line))
                play_random(&line, &random);
            if (line_outcome(&line).ending == ENDING_NONE) {
                think(mcts, &line, 100000, 1, result);
                assert_int_equal(result->score, SCORE_WIN - 1);
                assert_true(result->nodes <= (uint64_t)result->turn.count);
                think(mcts, &line, 400, 3, result);
                assert_int_equal(result->score, SCORE_WIN - 1);
                found++;
            }
            line_free(&line);
        }
        mcts_delete(mcts);
    }
    free(result);
}

/* --- turns are always legal --- */

static const char *const SETUPS[] = {
    "toy:8",     "toy:7;repetition=2;limit=12",
    "gipf",      "gipf:2,2,4,4;repetition=2",
    "ponte",     "ponte:size=3",
    "diavolo:5", "alliances:4",
    "duell",
};

enum { SETUP_COUNT = sizeof SETUPS / sizeof *SETUPS };

/* Games played by MCTS with few simulations, some with very little memory. */
static void play_games(int threads, size_t bytes, uint64_t nodes)
{
    SearchResult *result = result_new();
    for (size_t s = 0; s < SETUP_COUNT; s++) {
        Setup setup = setup_of(SETUPS[s]);
        Mcts *mcts = mcts_new(bytes, threads, s);
        Line  line;
        assert_non_null(mcts);
        assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
        for (int i = 0; i < 20 && line_outcome(&line).ending == ENDING_NONE; i++) {
            think(mcts, &line, nodes, i % 4, result);
            assert_true(result->nodes <= nodes + (uint64_t)threads);
            play(&line, &result->turn);
        }
        if (line_outcome(&line).ending != ENDING_NONE) {
            MctsLimits limits = limits_of(nodes, 1);
            assert_int_equal(mcts_think(mcts, &line, &limits, NULL, NULL, result), STATUS_OK);
            assert_int_equal(result->turn.count, 0);
        }
        line_free(&line);
        mcts_delete(mcts);
    }
    free(result);
}

static void test_turns_are_legal(void **state)
{
    (void)state;
    play_games(1, POOL_BYTES, 1);
    play_games(1, POOL_BYTES, 150);
    play_games(1, 0, 150);
}

static void test_threads(void **state)
{
    (void)state;
    play_games(2, POOL_BYTES, 300);
    play_games(4, 1 << 16, 300);
}

/* In the middle of a turn, however it was begun, the rest of it is found. */
static void test_unfinished_turn_is_completed(void **state)
{
    (void)state;
    Random        random = random_seeded(8);
    SearchResult *result = result_new();
    for (size_t s = 0; s < SETUP_COUNT; s++) {
        Setup setup = setup_of(SETUPS[s]);
        Mcts *mcts = mcts_new(POOL_BYTES, 1, 1);
        assert_non_null(mcts);
        for (int i = 0; i < 8; i++) {
            Line line;
            Step steps[STEPS_MAX];
            begin(&line, &setup, (int)random_below(&random, 4), &random);
            int  count = setup.game->rules->gen(line_now(&line), steps);
            Step step = steps[random_below(&random, (uint32_t)count)];
            assert_int_equal(line_step(&line, step), STATUS_OK);
            if (line_outcome(&line).ending == ENDING_NONE) {
                think(mcts, &line, 50, 2, result);
                play(&line, &result->turn);
            }
            line_free(&line);
        }
        mcts_delete(mcts);
    }
    free(result);
}

/* --- determinism --- */

static uint64_t game_signature(const Setup *setup, Mcts *mcts, SearchResult *result)
{
    Line     line;
    uint64_t signature = 0;
    mcts_clear(mcts);
    assert_int_equal(line_init(&line, setup, NULL), STATUS_OK);
    for (int i = 0; i < 8 && line_outcome(&line).ending == ENDING_NONE; i++) {
        think(mcts, &line, 200, 1, result);
        play(&line, &result->turn);
        signature = mix64(signature ^ line_now(&line)->key ^ (uint64_t)(int64_t)result->score);
    }
    line_free(&line);
    return signature;
}

static void test_search_is_deterministic(void **state)
{
    (void)state;
    SearchResult *result = result_new();
    for (size_t s = 0; s < SETUP_COUNT; s++) {
        Setup setup = setup_of(SETUPS[s]);
        Mcts *mcts = mcts_new(POOL_BYTES, 1, 9), *other = mcts_new(POOL_BYTES, 1, 9);
        assert_non_null(mcts);
        assert_non_null(other);
        uint64_t signature = game_signature(&setup, mcts, result);
        assert_int_equal(game_signature(&setup, mcts, result), signature);
        assert_int_equal(game_signature(&setup, other, result), signature);
        mcts_delete(mcts);
        mcts_delete(other);
    }
    free(result);
}

/* --- stopping and reports --- */

static bool stop_at_77(void *context, uint64_t nodes)
{
    (void)context;
    return nodes >= 77;
}

typedef struct Heard {
    int      count;
    uint64_t nodes;
} Heard;

static void hear(void *context, const SearchInfo *info)
{
    Heard *heard = context;
    assert_true(info->nodes >= heard->nodes);
    assert_true(info->depth >= 1 && info->line->step_count >= 1);
    assert_in_range(info->table_permille, 0, 1000);
    heard->nodes = info->nodes;
    heard->count++;
}

static void test_stop_and_listener(void **state)
{
    (void)state;
    Setup         setup = setup_of("duell");
    SearchResult *result = result_new();
    Mcts         *mcts = mcts_new(POOL_BYTES, 1, 1);
    Line          line;
    Heard         heard = { 0 };
    MctsLimits    limits = { .must_stop = stop_at_77 };
    assert_non_null(mcts);
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    assert_int_equal(mcts_think(mcts, &line, &limits, hear, &heard, result), STATUS_OK);
    assert_int_equal(result->nodes, 77);
    assert_int_equal(heard.count, 1);

    heard = (Heard){ 0 };
    limits = limits_of(1024, 1);
    assert_int_equal(mcts_think(mcts, &line, &limits, hear, &heard, result), STATUS_OK);
    assert_int_equal(heard.nodes, 1024);
    assert_int_equal(heard.count, 4); /* after 128, 256 and 512, and at the end */
    line_free(&line);
    mcts_delete(mcts);
    free(result);
}

/* A draw by the turn limit is recognised: with one turn left nothing but a win matters. */
static void test_turn_limit(void **state)
{
    (void)state;
    SearchResult *result = result_new();
    Setup         setup = setup_of("duell;limit=2");
    Mcts         *mcts = mcts_new(POOL_BYTES, 1, 1);
    Line          line;
    assert_non_null(mcts);
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    think(mcts, &line, 100000, 1, result);
    assert_int_equal(result->score, SCORE_DRAW);
    assert_true(result->nodes < 100000);
    line_free(&line);
    mcts_delete(mcts);
    free(result);
}

/* Noise changes the turns played, and the same seed changes them in the same way. */
static void test_noise(void **state)
{
    (void)state;
    Setup         setup = setup_of("toy:12");
    SearchResult *result = result_new();
    Mcts         *mcts = mcts_new(POOL_BYTES, 1, 1);
    uint64_t      keys[2][8];
    int           different = 0;
    assert_non_null(mcts);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 8; i++) {
            Line       line;
            MctsLimits limits = limits_of(50, 1);
            limits.noise = 20000;
            limits.noise_seed = (uint64_t)i;
            mcts_clear(mcts);
            assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
            assert_int_equal(mcts_think(mcts, &line, &limits, NULL, NULL, result), STATUS_OK);
            play(&line, &result->turn);
            keys[round][i] = line_now(&line)->key;
            different += keys[round][i] != keys[round][0];
            line_free(&line);
        }
    assert_memory_equal(keys[0], keys[1], sizeof keys[0]);
    assert_true(different > 0);
    mcts_delete(mcts);
    free(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs_are_correct),
        cmocka_unit_test(test_win_in_one),
        cmocka_unit_test(test_turns_are_legal),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_unfinished_turn_is_completed),
        cmocka_unit_test(test_search_is_deterministic),
        cmocka_unit_test(test_stop_and_listener),
        cmocka_unit_test(test_turn_limit),
        cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
