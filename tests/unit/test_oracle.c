/* SPDX-License-Identifier: MIT */
/* Searches that probe tablebases: they report the tablebase values and nothing else, in every
 * instance; and the cache that shares tablebases.
 */
#include "search_help.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "solver/tb_cache.h"
#include "play/player.h"

#include "tablebase_help.h"

enum { SMALL_TABLE = 1 << 20 };

static SearchResult result; /* too large for the stack */

/* --- tablebases, built for the test --- */

typedef struct Books {
    Folder   folder;
    TbCache *tb_cache;
} Books;

/* The tablebases of these tests, with the names of their files. */
static const char *const BUILT[][2] = {
    { "gipf:2,3,6,6", "gipf-2-3-owner" },
    { "gipf:2,2,6,6", "gipf-2-2-owner" },
    { "diavolo:3", "diavolo-3" },
    { "ponte:contest;size=3", "ponte-contest-size-3" },
    { "ponte:official;size=3", "ponte-official-size-3" },
    { "toy", "toy-8" },
};
enum { BUILT_COUNT = sizeof BUILT / sizeof BUILT[0] };

static int open_books(void **state)
{
    Books *books = calloc(1, sizeof *books);
    assert_non_null(books);
    books->folder = new_folder();
    for (int i = 0; i < BUILT_COUNT; i++)
        build(BUILT[i][0], &books->folder, 1);
    books->tb_cache = tb_cache_new(books->folder.path);
    assert_non_null(books->tb_cache);
    *state = books;
    return 0;
}

static int close_books(void **state)
{
    Books *books = *state;
    tb_cache_delete(books->tb_cache);
    for (int i = 0; i < BUILT_COUNT; i++)
        remove_table(&books->folder, BUILT[i][1]);
    remove_empty(&books->folder);
    free(books);
    return 0;
}

static const Tablebase *tb_of(const Books *books, const Setup *setup)
{
    const Tablebase *tables = tb_cache_acquire(books->tb_cache, setup->game, setup->variant);
    assert_non_null(tables);
    return tables;
}

/* A line of a few random turns; or, if few turns lead to one end, one that begins with any
 * board. */
static void some_line(const Setup *setup, Random *random, Line *line)
{
    char      string[64];
    PosBuffer pos;
    Fault     fault;
    if (strcmp(setup->game->name, "gipf") != 0) {
        line_at_random(line, setup, (int)random_below(random, 8), random);
        return;
    }
    do {
        char spot[7];
        for (int i = 0; i < 7; i++)
            spot[i] = "W_B_"[random_below(random, 4)];
        snprintf(string, sizeof string, "%.2s/%.3s/%.2s %u,%u %c", spot, spot + 2, spot + 5,
                 random_below(random, 3), random_below(random, 3), "WB"[random_below(random, 2)]);
    } while (setup->game->text->pos_read(setup->variant, string, &pos.head, &fault) != STATUS_OK ||
             setup->game->rules->outcome(&pos.head).ending != ENDING_NONE);
    assert_int_equal(line_init(line, setup, &pos.head), STATUS_OK);
}

/* --- oracles that know only some positions --- */

typedef struct Shy {
    Oracle   knows;
    uint64_t mask; /* unknown for positions with one of these bits in their mixed keys */
} Shy;

static bool ask_shy(const void *context, const Pos *pos, OracleAnswer *out)
{
    const Shy   *shy = context;
    OracleAnswer answer;
    if ((mix64(pos->key) & shy->mask) != 0 || !shy->knows.probe(shy->knows.context, pos, &answer))
        return false;
    *out = answer;
    return true;
}

/* --- searching with tablebases --- */

/* Return the score that a search should report for a position of this value. */
static int score_of(OracleAnswer answer, const Pos *pos)
{
    if (answer.winner == SIDE_NONE)
        return SCORE_DRAW;
    int score = SCORE_WIN - (int)answer.turns;
    return answer.winner == pos->side ? score : -score;
}

static OracleAnswer ask(const Oracle *oracle, const Pos *pos)
{
    OracleAnswer answer;
    assert_true(oracle->probe(oracle->context, pos, &answer));
    return answer;
}

/* Return the player who wins, SIDE_NONE in a draw: a swap may exchange the sides. */
static int winner_of(const Game *game, const Pos *pos, OracleAnswer answer)
{
    return answer.winner == SIDE_NONE ? SIDE_NONE : game_player(game, pos, answer.winner);
}

/* The turn that was found leads to the promised value, one turn closer. */
static void assert_turn_keeps(const Line *line, const Turn *turn, const Oracle *oracle)
{
    const Game *game = line->setup.game;
    PosBuffer   after;
    assert_turn_is_legal(line, turn);
    game_copy(game, line_now(line), &after.head);
    turn_apply(game, &after.head, turn);
    OracleAnswer before = ask(oracle, line_now(line)), then = ask(oracle, &after.head);
    assert_int_equal(winner_of(game, line_now(line), before), winner_of(game, &after.head, then));
    if (before.winner != SIDE_NONE)
        assert_int_equal(then.turns, before.turns - 1);
}

static void think(Search *search, const Line *line, SearchLimits limits)
{
    search_clear(search);
    assert_int_equal(search_think(search, line, &limits, NULL, NULL, &result), STATUS_OK);
}

/* At depth 1 the exact value is found, which a search alone does not see there. */
static void check_depth_one(const Books *books, const char *game)
{
    Setup   setup = setup_of(game);
    Search *search = search_of(1, SMALL_TABLE);
    Oracle  oracle = tb_oracle(tb_of(books, &setup));
    Random  random = random_seeded(5);
    int     surprises = 0;
    for (int i = 0; i < 60; i++) {
        Line line;
        some_line(&setup, &random, &line);
        int truth = score_of(ask(&oracle, line_now(&line)), line_now(&line));
        think(search, &line, (SearchLimits){ .depth = 1 });
        bool guessed = result.score == truth;
        think(search, &line, (SearchLimits){ .depth = 1, .oracle = &oracle });
        assert_int_equal(result.score, truth);
        assert_int_equal(result.lines[0].score, truth);
        assert_turn_keeps(&line, &result.turn, &oracle);
        surprises += !guessed;
        line_free(&line);
    }
    if (surprises == 0)
        fail_msg("%s: depth 1 needs no tables here", game);
    tb_cache_release(books->tb_cache, oracle.context);
    search_delete(search);
}

static void test_depth_one(void **state)
{
    for (int i = 0; i < BUILT_COUNT; i++)
        check_depth_one(*state, BUILT[i][0]);
}

/* MCTS proves the root from its steps alone. */
static void check_tree(const Books *books, const char *game)
{
    Setup         setup = setup_of(game);
    SearchOptions options = search_options();
    options.kind = SEARCH_MCTS;
    options.table_bytes = 16 << 20;
    Search *search = search_new(&options);
    Oracle  oracle = tb_oracle(tb_of(books, &setup));
    Random  random = random_seeded(6);
    for (int i = 0; i < 20; i++) {
        Line line;
        some_line(&setup, &random, &line);
        OracleAnswer truth = ask(&oracle, line_now(&line));
        think(search, &line, (SearchLimits){ .nodes = 3000, .oracle = &oracle });
        int score = score_of(truth, line_now(&line));
        assert_true(result.nodes < 3000);
        /* The first win that is found is taken, whether or not it is the shortest. */
        assert_int_equal(score_is_win(result.score), score_is_win(score));
        assert_int_equal(score_is_loss(result.score), score_is_loss(score));
        if (score_is_win(score))
            assert_true(result.score <= score);
        else
            assert_int_equal(result.score, score);
        line_free(&line);
    }
    tb_cache_release(books->tb_cache, oracle.context);
    search_delete(search);
}

static void test_mcts(void **state)
{
    for (int i = 0; i < BUILT_COUNT; i++)
        check_tree(*state, BUILT[i][0]);
}

/* If little is known, proofs are still correct, and the fast instance of a game visits the nodes of
 * the general one. */
static void check_shy(const Books *books, const char *game, uint64_t mask, int depth)
{
    Setup         setup = setup_of(game);
    SearchOptions options = search_options();
    options.kind = SEARCH_ALPHABETA;
    options.table_bytes = SMALL_TABLE;
    Search *fast = search_new(&options);
    options.general = true;
    Search *general = search_new(&options);
    Oracle  oracle = tb_oracle(tb_of(books, &setup));
    Shy     shy = { .knows = oracle, .mask = mask };
    Oracle  shy_oracle = { ask_shy, &shy };
    Random  random = random_seeded(8);
    int     used = 0;
    for (int i = 0; i < 12; i++) {
        Line line;
        some_line(&setup, &random, &line);
        int truth = score_of(ask(&oracle, line_now(&line)), line_now(&line));
        think(fast, &line, (SearchLimits){ .depth = depth });
        uint64_t alone = result.nodes;
        think(fast, &line, (SearchLimits){ .depth = depth, .oracle = &shy_oracle });
        uint64_t nodes = result.nodes;
        int      score = result.score;
        Turn     turn = result.turn;
        if (score_is_win(score) || score_is_loss(score)) {
            assert_int_equal(score_is_win(score), score_is_win(truth));
            assert_int_equal(score_is_loss(score), score_is_loss(truth));
            assert_true(score_distance(score) >= score_distance(truth));
        }
        think(general, &line, (SearchLimits){ .depth = depth, .oracle = &shy_oracle });
        assert_int_equal(result.nodes, nodes);
        assert_int_equal(result.score, score);
        assert_int_equal(result.turn.count, turn.count);
        assert_memory_equal(result.turn.step, turn.step, (size_t)turn.count * sizeof(Step));
        used += nodes != alone;
        line_free(&line);
    }
    if (used == 0)
        fail_msg("%s: nobody asked the tables", game);
    tb_cache_release(books->tb_cache, oracle.context);
    search_delete(fast);
    search_delete(general);
}

static void test_instances(void **state)
{
    static const struct {
        const char *game;
        uint64_t    mask;
        int         depth;
    } ROWS[] = {
        { "gipf:2,3,6,6", 3, 5 }, { "gipf:2,2,6,6", 7, 5 },
        { "diavolo:3", 1, 4 },    { "ponte:contest;size=3", 1, 4 },
        { "toy", 1, 3 },          { "ponte:official;size=3", 3, 4 },
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        check_shy(*state, ROWS[i].game, ROWS[i].mask, ROWS[i].depth);
}

/* Two threads, and several variations: each has its own exact score. */
static void test_multi_pv_and_threads(void **state)
{
    const Books *books = *state;
    Setup        setup = setup_of("gipf:2,3,6,6");
    Line         line;
    Random       random = random_seeded(9);
    Oracle       oracle = tb_oracle(tb_of(books, &setup));
    Search      *search = search_of(2, SMALL_TABLE);
    for (int i = 0; i < 10; i++) {
        some_line(&setup, &random, &line);
        think(search, &line, (SearchLimits){ .depth = 3, .lines = 5, .oracle = &oracle });
        assert_true(result.line_count > 0);
        for (int n = 0; n < result.line_count; n++) {
            PosBuffer       after;
            const SearchPv *found = &result.lines[n];
            game_copy(setup.game, line_now(&line), &after.head);
            for (int k = 0; k == 0 || after.head.phase != 0; k++)
                setup.game->rules->apply(&after.head, found->steps[k]);
            OracleAnswer then = ask(&oracle, &after.head);
            int          score = then.winner == SIDE_NONE               ? SCORE_DRAW
                                 : then.winner == line_now(&line)->side ? SCORE_WIN - 1 - (int)then.turns
                                                                        : 1 + (int)then.turns - SCORE_WIN;
            assert_int_equal(found->score, score);
        }
        line_free(&line);
    }
    tb_cache_release(books->tb_cache, oracle.context);
    search_delete(search);
}

/* --- lines of play: limits and repetition --- */

/* Return the first random line of the wanted value, and the number of turns it takes. */
static uint32_t line_that_wins(const Setup *setup, const Oracle *oracle, uint32_t least, Line *line)
{
    Random random = random_seeded(10);
    for (int i = 0; i < 2000; i++) {
        OracleAnswer answer;
        some_line(setup, &random, line);
        if (oracle_probe(oracle, line, &answer) && answer.winner == line_now(line)->side &&
            answer.turns >= least)
            return answer.turns;
        line_free(line);
    }
    fail_msg("no such position");
    return 0;
}

/* The same turns under another setup. */
static void replay(const Line *from, const Setup *setup, Line *to)
{
    assert_int_equal(line_init(to, setup, line_start(from)), STATUS_OK);
    for (int i = 1; i < from->count; i++)
        assert_int_equal(line_step(to, from->entries[i].step), STATUS_OK);
}

static void test_turn_limit(void **state)
{
    const Books  *books = *state;
    Setup         setup = setup_of("gipf:2,3,6,6");
    Line          line;
    Oracle        oracle = tb_oracle(tb_of(books, &setup));
    uint32_t      turns = line_that_wins(&setup, &oracle, 5, &line);
    Search       *search = search_of(1, SMALL_TABLE);
    SearchOptions options = search_options();
    options.kind = SEARCH_MCTS;
    Search *tree = search_new(&options);
    for (int late = 0; late < 2; late++) {
        Setup        limited = setup;
        Line         other;
        OracleAnswer answer;
        limited.turn_limit = (uint32_t)line_turns(&line) + turns - (uint32_t)late;
        replay(&line, &limited, &other);
        assert_true(oracle_probe(&oracle, &other, &answer));
        assert_int_equal(answer.winner, late == 0 ? line_now(&line)->side : SIDE_NONE);
        think(search, &other, (SearchLimits){ .depth = 2, .oracle = &oracle });
        assert_int_equal(result.score, late == 0 ? SCORE_WIN - (int)turns : SCORE_DRAW);
        think(tree, &other, (SearchLimits){ .nodes = 3000, .oracle = &oracle });
        assert_int_equal(score_is_win(result.score), late == 0);
        line_free(&other);
    }
    line_free(&line);
    tb_cache_release(books->tb_cache, oracle.context);
    search_delete(search);
    search_delete(tree);
}

/* If a position on the line occurred so often that it must not occur again, nothing is probed. */
static void test_repetition(void **state)
{
    const Books *books = *state;
    Setup        setup = setup_of("gipf:2,3,6,6");
    Line         line, other;
    OracleAnswer answer;
    Oracle       oracle = tb_oracle(tb_of(books, &setup));
    uint32_t     turns = line_that_wins(&setup, &oracle, 5, &line);
    Search      *search = search_of(1, SMALL_TABLE);
    for (uint32_t repetition = 2; repetition <= 3; repetition++) {
        Setup strict = setup;
        strict.repetition = repetition;
        replay(&line, &strict, &other);
        assert_int_equal(line_most_repetitions(&other), 1);
        assert_int_equal(oracle_probe(&oracle, &other, &answer), repetition == 3);
        think(search, &other, (SearchLimits){ .depth = 1, .oracle = &oracle });
        assert_int_equal(result.score == SCORE_WIN - (int)turns, repetition == 3);
        line_free(&other);
    }
    line_free(&line);
    tb_cache_release(books->tb_cache, oracle.context);
    search_delete(search);
}

static void test_oracle_text(void **state)
{
    static const struct {
        OracleAnswer answer;
        const char  *string;
    } ROWS[] = {
        { { 0, 17 }, "white wins in 17 turns" },
        { { 1, 1 }, "black wins in 1 turn" },
        { { SIDE_NONE, 0 }, "a draw with best play" },
    };
    (void)state;
    Setup setup = setup_of("toy");
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char string[100];
        Text text = text_over(string, sizeof string);
        oracle_describe(setup.game, ROWS[i].answer, &text);
        assert_string_equal(string, ROWS[i].string);
    }
}

/* --- players --- */

static PlayerAnswer answer_of(const char *name, TbCache *tb_cache, const Line *line)
{
    PlayerSpec   spec;
    Fault        fault = { 0 };
    SearchLimits limits = { .nodes = 300 };
    PlayerAnswer answer;
    assert_int_equal(player_spec_read(name, &spec, &fault), STATUS_OK);
    spec.tb_cache = tb_cache;
    Player *player = player_new(&spec, &fault);
    assert_non_null(player);
    assert_int_equal(player_begin(player, &line->setup, line_now(line)->side, 1, &fault),
                     STATUS_OK);
    player_choose(player, line, &limits, &answer);
    assert_int_equal(answer.status, PLAYER_TURN);
    player_delete(player);
    return answer;
}

/* `max` wins as fast as possible, and loses as slowly as possible. */
static void test_max_uses_tablebases(void **state)
{
    const Books *books = *state;
    Setup        setup = setup_of("gipf:2,3,6,6");
    Line         line;
    Oracle       oracle = tb_oracle(tb_of(books, &setup));
    uint32_t     turns = line_that_wins(&setup, &oracle, 6, &line);
    int          winner = line_now(&line)->side;
    for (; turns > 0; turns--) {
        PlayerAnswer answer = answer_of("max", books->tb_cache, &line);
        assert_int_equal(score_distance(answer.score), turns);
        for (int i = 0; i < answer.turn.count; i++)
            assert_int_equal(line_step(&line, answer.turn.step[i]), STATUS_OK);
    }
    assert_int_equal(line_outcome(&line).ending, ENDING_WON);
    assert_int_equal(line_outcome(&line).winner, winner);
    line_free(&line);
    tb_cache_release(books->tb_cache, oracle.context);
}

/* A level plays the same with tablebases and without. */
static void test_levels_use_no_tablebases(void **state)
{
    const Books *books = *state;
    Setup        setup = setup_of("gipf:2,3,6,6");
    Random       random = random_seeded(12);
    TbCache     *empty = tb_cache_new("/nowhere/at/all");
    for (int level = 1; level <= 10; level += 3) {
        char name[16];
        Line line;
        some_line(&setup, &random, &line);
        snprintf(name, sizeof name, "level%d", level);
        PlayerAnswer with = answer_of(name, books->tb_cache, &line);
        PlayerAnswer without = answer_of(name, empty, &line);
        assert_int_equal(with.nodes, without.nodes);
        assert_int_equal(with.score, without.score);
        assert_int_equal(with.turn.step[0], without.turn.step[0]);
        line_free(&line);
    }
    tb_cache_delete(empty);
}

/* --- the cache --- */

static void test_cache_shares_tablebases(void **state)
{
    const Books *books = *state;
    Setup        toy, two, unknown;
    toy = setup_of("toy");
    two = setup_of("gipf:2,3,5,5"); /* of the same family as the tablebase that was built */
    unknown = setup_of("gipf");
    const Tablebase *first = tb_cache_acquire(books->tb_cache, toy.game, toy.variant);
    const Tablebase *again = tb_cache_acquire(books->tb_cache, toy.game, toy.variant);
    const Tablebase *other = tb_cache_acquire(books->tb_cache, two.game, two.variant);
    assert_non_null(first);
    assert_ptr_equal(first, again);
    assert_non_null(other);
    assert_ptr_not_equal(first, other);
    assert_null(tb_cache_acquire(books->tb_cache, unknown.game, unknown.variant));
    tb_cache_release(books->tb_cache, first);
    tb_cache_release(books->tb_cache, again);
    tb_cache_release(books->tb_cache, other);
    tb_cache_release(books->tb_cache, NULL);
}

/* A directory that does not exist, or no cache at all: nothing is known. */
static void test_cache_without_tablebases(void **state)
{
    Setup toy;
    (void)state;
    toy = setup_of("toy");
    TbCache *tb_cache = tb_cache_new("/nowhere/at/all");
    assert_null(tb_cache_acquire(tb_cache, toy.game, toy.variant));
    assert_null(tb_cache_acquire(tb_cache, toy.game, toy.variant));
    tb_cache_delete(tb_cache);
    assert_null(tb_cache_acquire(NULL, toy.game, toy.variant));
    tb_cache_delete(NULL);
}

/* More variants than places: tablebases in use stay, others are evicted and opened again. */
static void test_cache_is_bounded(void **state)
{
    const Books     *books = *state;
    TbCache         *tb_cache = tb_cache_new(books->folder.path);
    const Tablebase *held[TB_CACHE_CAPACITY];
    Setup            setup;
    char             string[64];
    for (int i = 0; i < TB_CACHE_CAPACITY; i++) {
        snprintf(string, sizeof string, "gipf:2,3,%d,%d", 4 + i % 4, 4 + i / 4);
        setup = setup_of(string);
        held[i] = tb_cache_acquire(tb_cache, setup.game, setup.variant);
        assert_non_null(held[i]);
    }
    setup = setup_of("toy");
    assert_null(tb_cache_acquire(tb_cache, setup.game, setup.variant));
    tb_cache_release(tb_cache, held[3]);
    const Tablebase *toy = tb_cache_acquire(tb_cache, setup.game, setup.variant);
    assert_non_null(toy);
    tb_cache_release(tb_cache, toy);
    for (int i = 0; i < TB_CACHE_CAPACITY; i++)
        if (i != 3)
            tb_cache_release(tb_cache, held[i]);
    tb_cache_delete(tb_cache);
}

static void *take_and_give(void *context)
{
    const Books *books = context;
    Setup        setup = setup_of("gipf:2,3,6,6");
    for (int i = 0; i < 200; i++) {
        const Tablebase *tables = tb_cache_acquire(books->tb_cache, setup.game, setup.variant);
        PosBuffer        pos;
        TbAnswer         answer;
        setup.game->rules->start(setup.variant, &pos.head);
        if (!tb_probe(tables, &pos.head, &answer) || answer.turns != 1)
            return context;
        tb_cache_release(books->tb_cache, tables);
    }
    return NULL;
}

static void test_cache_in_threads(void **state)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take_and_give, *state), 0);
    for (int i = 0; i < 3; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depth_one),
        cmocka_unit_test(test_mcts),
        cmocka_unit_test(test_instances),
        cmocka_unit_test(test_multi_pv_and_threads),
        cmocka_unit_test(test_turn_limit),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_oracle_text),
        cmocka_unit_test(test_max_uses_tablebases),
        cmocka_unit_test(test_levels_use_no_tablebases),
        cmocka_unit_test(test_cache_shares_tablebases),
        cmocka_unit_test(test_cache_without_tablebases),
        cmocka_unit_test(test_cache_is_bounded),
        cmocka_unit_test(test_cache_in_threads),
    };
    return cmocka_run_group_tests(tests, open_books, close_books);
}
