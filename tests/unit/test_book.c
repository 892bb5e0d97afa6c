/* SPDX-License-Identifier: MIT */
/* proto/book: which moves of an opening book are recommended, and who plays them. */
#include "search_help.h"

#include "games/list.h"
#include "play/host.h"
#include "play/player.h"
#include "proto/book.h"
#include "search/level.h"

static const char *const GAMES_TRIED[] = { "gipf", "ponte", "diavolo", "alliances", "duell" };
enum { GAMES_TRIED_COUNT = sizeof GAMES_TRIED / sizeof GAMES_TRIED[0] };

/* First moves of a toy game: how many games have them, and their chance. */
typedef struct Row {
    const char *move;
    int         games, chance;
} Row;

static const Row *rows;

static bool evaluate(void *context, const Pos *before, const Pos *after, int *chance)
{
    const Setup *setup = context;
    for (const Row *row = rows; row->move != NULL; row++) {
        Line  line;
        Fault fault;
        assert_int_equal(line_init(&line, setup, before), STATUS_OK);
        assert_int_equal(line_play(&line, row->move, &fault), STATUS_OK);
        if (line_now(&line)->key == after->key)
            *chance = row->chance;
        line_free(&line);
    }
    return true;
}

/* Build a book of the rows, in a game without symmetries of these moves. */
static Buffer build(const Setup *setup, Explorer *explorer)
{
    ExplorerBuilder *builder = explorer_builder_new(setup, 1);
    Buffer           book;
    Fault            fault;
    assert_non_null(builder);
    for (const Row *row = rows; row->move != NULL; row++)
        for (int i = 0; i < row->games; i++) {
            Record record;
            assert_int_equal(record_init(&record, setup, NULL), STATUS_OK);
            assert_int_equal(line_play(&record.line, row->move, &fault), STATUS_OK);
            assert_int_equal(record_set_result(&record, "draw", "agreed", ""), STATUS_OK);
            assert_int_equal(explorer_builder_add(builder, &record, "self-play", &fault),
                             STATUS_OK);
            record_free(&record);
        }
    assert_true(explorer_builder_evaluate(builder, 1, evaluate, (void *)(uintptr_t)setup));
    buffer_init(&book, EXPLORER_BYTES_MAX);
    assert_true(explorer_builder_write(builder, 1, &book));
    explorer_builder_free(builder);
    assert_int_equal(explorer_open(explorer, games_find, book.data, book.length, &fault),
                     STATUS_OK);
    return book;
}

/* Only moves that are not much worse than the best one are played; the seed chooses. */
static void test_choice(void **state)
{
    (void)state;
    static const Row ROWS[] = {
        { "a+b", 24, 520 },
        { "a+c", 8, 510 },
        { "a+d", 30, 509 }, /* the most frequent one, but not good enough */
        { 0 },
    };
    Setup    setup = setup_of("toy:8");
    Line     line;
    Explorer book;
    BookMove move;
    int      counts[2] = { 0 };
    rows = ROWS;
    Buffer bytes = build(&setup, &book);
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    for (uint64_t seed = 0; seed < 64; seed++) {
        assert_true(book_choose(&book, line_now(&line), seed, &move));
        assert_true(move.games == 24 || move.games == 8);
        assert_int_equal(move.chance, move.games == 24 ? 520 : 510);
        assert_string_equal(move.source, "self-play");
        assert_turn_is_legal(&line, &move.turn);
        counts[move.games == 24]++;
    }
    assert_true(counts[0] >= 4 && counts[1] > 2 * counts[0]);
    Fault fault;
    assert_int_equal(line_play(&line, "a+b", &fault), STATUS_OK);
    assert_false(book_choose(&book, line_now(&line), 1, &move));
    line_free(&line);
    buffer_free(&bytes);
}

/* Every built-in book knows the start, and where it leads to are legal positions. */
static void test_built_in_books(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES_TRIED_COUNT; i++) {
        Setup setup = setup_of(GAMES_TRIED[i]);
        for (uint64_t seed = 1; seed <= 20; seed++) {
            Line     line;
            BookMove move;
            int      turns = 0;
            assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
            while (book_choose_built_in(&line, seed, &move)) {
                assert_non_null(strstr(move.source, "self-play"));
                assert_non_null(strstr(move.source, "--verify"));
                assert_turn_is_legal(&line, &move.turn);
                for (int s = 0; s < move.turn.count; s++)
                    assert_int_equal(line_step(&line, move.turn.step[s]), STATUS_OK);
                turns++;
            }
            assert_true(turns >= 1);
            line_free(&line);
        }
    }
    Setup    toy = setup_of("toy");
    Line     line;
    BookMove move;
    assert_int_equal(line_init(&line, &toy, NULL), STATUS_OK);
    assert_false(book_choose_built_in(&line, 1, &move));
    line_free(&line);
}

/* Players use the book from LEVEL_BOOK on, and only if they are told to: a book move has no nodes. */
static void test_players(void **state)
{
    (void)state;
    static const struct {
        const char *player;
        bool        has_book;
    } ROWS[] = {
        { "level6,book=yes", true },        { "level10,nodes=100,book=yes", true },
        { "max,nodes=100,book=yes", true }, { "level5,book=yes", false },
        { "level6,book=no", false },        { "level6", false },
        { "max,nodes=100", false },
    };
    Setup setup = setup_of("gipf");
    Line  line;
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        PlayerSpec   spec;
        PlayerAnswer answer;
        Fault        fault;
        SearchLimits limits = { .nodes = 100 };
        assert_int_equal(player_spec_read(ROWS[i].player, &spec, &fault), STATUS_OK);
        Player *player = player_new(&spec, &fault);
        assert_non_null(player);
        assert_int_equal(player_begin(player, &setup, 0, 1, &fault), STATUS_OK);
        player_choose(player, &line, &limits, &answer);
        assert_int_equal(answer.status, PLAYER_TURN);
        assert_turn_is_legal(&line, &answer.turn);
        assert_int_equal(answer.nodes == 0, ROWS[i].has_book);
        player_delete(player);
    }
    line_free(&line);
}

/* At tables the strong levels and full strength use the book without being told. */
static void test_tables(void **state)
{
    (void)state;
    static const struct {
        HostSeat engine;
        bool     has_book;
    } ROWS[] = {
        { { .kind = SEAT_ENGINE, .level = 5 }, false },
        { { .kind = SEAT_ENGINE, .level = 6 }, true },
        { { .kind = SEAT_ENGINE, .level = 10 }, true },
        { { .kind = SEAT_ENGINE, .time_ms = 1000 }, true },
        { { .kind = SEAT_ENGINE }, false }, /* a program with its own time */
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        HostConfig config = { .setup = "gipf", .seat = { ROWS[i].engine, { .kind = SEAT_HUMAN } } };
        Fault      fault;
        TableHost *host = host_new(&config, 0, &fault);
        assert_non_null(host);
        const HostTask *task = host_next_task(host, 0);
        assert_non_null(task);
        assert_int_equal(task->kind, HOST_TASK_TURN);
        assert_int_equal(task->has_book, ROWS[i].has_book);
        host_delete(host);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_built_in_books),
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
