/* SPDX-License-Identifier: MIT
 *
 * test_library.c - the public library (include/tessera.h): what it gives, and what it refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "tessera.h"

static tes_game *open_game(const char *setup, const char *position)
{
    tes_game *game = NULL;
    tes_fault fault = { 0 };
    if (tes_open(setup, position, &game, &fault) != TES_OK)
        fail_msg("%s: %s", setup, fault.why);
    return game;
}

static void play(tes_game *game, const char *turn)
{
    tes_fault fault = { 0 };
    if (tes_play(game, turn, &fault) != TES_OK)
        fail_msg("%s: %s", turn, fault.why);
}

static void assert_position(const tes_game *game, const char *wanted)
{
    char text[4096];
    assert_int_equal(tes_position(game, text, sizeof text), strlen(wanted));
    assert_string_equal(text, wanted);
}

static void test_games_have_names_and_rules(void **state)
{
    int count = 0;
    (void)state;
    assert_non_null(strchr(tes_version(), '.'));
    for (const char *name; (name = tes_game_name(count)) != NULL; count++) {
        const char *rulings = games_file(games_find(name), "rulings.md");
        assert_ptr_equal(tes_rules(name), rulings);
        tes_close(open_game(name, NULL));
    }
    int listed = 0;
    while (GAMES[listed] != NULL)
        listed++;
    assert_int_equal(count, listed);
    assert_null(tes_game_name(-1));
    assert_null(tes_rules("chess"));
}

static void test_playing(void **state)
{
    char text[64];
    (void)state;
    tes_game *game = open_game("toy:8;repetition=3", NULL);
    assert_int_equal(tes_setup(game, text, sizeof text), strlen("toy:8;repetition=3"));
    assert_string_equal(text, "toy:8;repetition=3");
    assert_int_equal(tes_side(game), 0);
    play(game, "b+a");
    assert_int_equal(tes_side(game), 1);
    assert_string_equal(tes_side_name(game, 1), "black");
    play(game, "h.");
    assert_int_equal(tes_turn_count(game), 2);
    tes_turn(game, 0, text, sizeof text);
    assert_string_equal(text, "a+b"); /* canonical */
    assert_int_equal(tes_turn(game, 2, text, sizeof text), 0);
    assert_true(tes_undo(game));
    assert_position(game, "xx...... o");
    assert_true(tes_undo(game));
    assert_false(tes_undo(game));
    tes_close(game);
    tes_close(NULL);
}

static void test_the_end(void **state)
{
    char      text[64];
    tes_fault fault;
    (void)state;
    tes_game *game = open_game("toy", "xxx..ooo x");
    assert_int_equal(tes_ended(game), TES_OPEN);
    assert_int_equal(tes_result(game, text, sizeof text), 0);
    play(game, "d.");
    assert_int_equal(tes_ended(game), TES_FIRST);
    assert_int_equal(tes_side(game), -1);
    tes_result(game, text, sizeof text);
    assert_string_equal(text, "white row 4-3");
    assert_int_equal(tes_play(game, "e.", &fault), TES_ILLEGAL);
    tes_close(game);
}

static void test_refusals(void **state)
{
    tes_game *game = NULL;
    tes_fault fault = { 0 };
    (void)state;
    assert_int_equal(tes_open("chess", NULL, &game, &fault), TES_NOT_FOUND);
    assert_non_null(strstr(fault.why, "no game called 'chess'"));
    assert_int_equal(tes_open("toy:99", NULL, &game, &fault), TES_SYNTAX);
    assert_int_equal(tes_open("toy", "xx", &game, &fault), TES_SYNTAX);
    assert_null(game);
    assert_int_equal(tes_open("toy", "xx", &game, NULL), TES_SYNTAX);
    game = open_game("toy", "xx...... o");
    assert_int_equal(tes_play(game, "c+a", &fault), TES_ILLEGAL);
    assert_non_null(strstr(fault.why, "(T2)"));
    assert_int_equal(fault.at, 1);
    assert_int_equal(tes_play(game, "hello", &fault), TES_SYNTAX);
    assert_position(game, "xx...... o");
    tes_close(game);
}

/* As snprintf: what does not fit is cut, and the whole length is told. */
static void test_short_buffers(void **state)
{
    char text[5] = "....";
    (void)state;
    tes_game *game = open_game("toy", NULL);
    assert_int_equal(tes_position(game, NULL, 0), 10);
    assert_int_equal(tes_position(game, text, sizeof text), 10);
    assert_string_equal(text, "....");
    assert_int_equal(tes_setup(game, text, 4), 5);
    assert_string_equal(text, "toy");
    assert_true(tes_board(game, text, 1) > 16);
    assert_string_equal(text, "");
    tes_close(game);
}

typedef struct Turns {
    int count, most;
} Turns;

static bool take(void *context, const char *turn)
{
    Turns *turns = context;
    assert_true(strlen(turn) > 0);
    return ++turns->count < turns->most;
}

static void test_turns_are_listed_and_counted(void **state)
{
    static const struct {
        const char *setup;
        int         turns;
        uint64_t    two;
    } ROWS[] = {
        { "gipf", 42, 1764 },        { "ponte:size=4", 120, 11040 }, { "diavolo:4", 120, 11040 },
        { "alliances:4", 93, 8370 }, { "duell", 37, 1196 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        tes_game *game = open_game(ROWS[i].setup, NULL);
        Turns     all = { 0, 100000 }, few = { 0, 3 };
        uint64_t  count = 0;
        assert_true(tes_each_turn(game, take, &all));
        assert_int_equal(all.count, ROWS[i].turns);
        assert_false(tes_each_turn(game, take, &few));
        assert_int_equal(few.count, 3);
        assert_int_equal(tes_count(game, 2, &count, NULL), TES_OK);
        assert_int_equal(count, ROWS[i].two);
        assert_int_equal(tes_count(game, 0, &count, NULL), TES_ILLEGAL);
        assert_int_equal(tes_count(game, 33, &count, NULL), TES_ILLEGAL);
        tes_close(game);
    }
    tes_game *game = open_game("toy", "..x..... x c");
    uint64_t  count;
    tes_fault fault;
    assert_int_equal(tes_count(game, 1, &count, &fault), TES_ILLEGAL);
    assert_non_null(strstr(fault.why, "a turn is in progress"));
    tes_close(game);
}

static void test_records(void **state)
{
    static const char RECORD[] =
        "[Game \"toy:8\"]\n[First \"Ada\"]\n1. a+b @9.5 {well}\n2. h.\nresult *\n";
    char      text[256];
    tes_game *game = NULL;
    tes_fault fault;
    (void)state;
    assert_int_equal(tes_read(RECORD, strlen(RECORD), &game, &fault), TES_OK);
    assert_position(game, "xx.....o x");
    tes_game *copy = tes_copy(game);
    play(game, "c.");
    assert_position(copy, "xx.....o x");
    tes_record(copy, text, sizeof text);
    assert_non_null(strstr(text, "[First \"Ada\"]"));
    assert_non_null(strstr(text, "{well}"));
    assert_int_equal(tes_read("[Game \"toy\"]\n1. a+a\n", 20, &copy, &fault), TES_ILLEGAL);
    assert_non_null(strstr(fault.why, "line 2"));
    assert_int_equal(tes_read("\0\1\2", 3, &copy, &fault), TES_SYNTAX);
    tes_close(game);
    tes_close(copy);
}

static void test_thinking(void **state)
{
    tes_thought  thought;
    tes_fault    fault;
    tes_thinker *thinker = tes_thinker_new(1, 1);
    tes_game    *game = open_game("toy", "xxx..oo. x");
    (void)state;
    assert_non_null(thinker);
    assert_int_equal(tes_think(thinker, game, &(tes_limits){ .depth = 2 }, &thought, NULL), TES_OK);
    assert_int_equal(thought.proved, TES_FIRST);
    assert_int_equal(thought.turns, 1);
    assert_int_equal(thought.turn[0], 'd');
    play(game, thought.turn);
    assert_int_equal(tes_think(thinker, game, &(tes_limits){ .depth = 2 }, &thought, &fault),
                     TES_ILLEGAL);
    assert_non_null(strstr(fault.why, "over"));
    tes_undo(game);
    assert_int_equal(tes_think(thinker, game, &(tes_limits){ .level = 11 }, &thought, NULL),
                     TES_ILLEGAL);
    assert_int_equal(tes_think(thinker, game, &(tes_limits){ .depth = 101 }, &thought, NULL),
                     TES_ILLEGAL);
    assert_int_equal(tes_think(thinker, game, &(tes_limits){ .time_ms = -1 }, &thought, NULL),
                     TES_ILLEGAL);
    assert_int_equal(tes_think(thinker, game, &(tes_limits){ 0 }, &thought, &fault), TES_ILLEGAL);
    assert_non_null(strstr(fault.why, "limit is missing"));
    assert_int_equal(tes_think(thinker, game, &(tes_limits){ .level = 1 }, &thought, NULL), TES_OK);
    tes_stop(thinker); /* the next one: it ends at once, though its limit is far */
    assert_int_equal(
        tes_think(thinker, game, &(tes_limits){ .time_ms = 1000000000 }, &thought, NULL), TES_OK);
    tes_close(game);
    tes_thinker_delete(thinker);
    tes_thinker_delete(NULL);
    assert_null(tes_thinker_new(0, 1));
    assert_null(tes_thinker_new(65, 1));
    assert_null(tes_thinker_new(1, 0));
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

static void test_solving(void **state)
{
    static const struct {
        const char *setup;
        tes_outcome value;
        uint32_t    turns;
    } ROWS[] = {
        { "gipf:2,3,5,5", TES_FIRST, 1 }, { "gipf:3,3,4,4", TES_SECOND, 2 },
        { "diavolo:3", TES_DRAW, 0 },     { "ponte:size=3", TES_FIRST, 5 },
        { "alliances:3", TES_FIRST, 3 },
    };
    tes_effort effort = { .mebibytes = 64 };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        tes_game *game = open_game(ROWS[i].setup, NULL);
        tes_value value;
        tes_fault fault = { 0 };
        char     *proof = NULL;
        assert_int_equal(tes_solve(game, &effort, &value, &proof, &fault), TES_OK);
        assert_int_equal(value.value, ROWS[i].value);
        assert_int_equal(value.turns, ROWS[i].turns);
        assert_int_equal(tes_verify(proof, strlen(proof), &fault), TES_OK);
        char *digit = strstr(proof, "\nend ") + 5;
        *digit = *digit == '9' ? '8' : '9';
        assert_int_equal(tes_verify(proof, strlen(proof), &fault), TES_SYNTAX);
        assert_true(fault.at > 1 && fault.why[0] != '\0');
        tes_free(proof);
        tes_close(game);
    }
}

static void test_nothing_is_guessed(void **state)
{
    tes_effort effort = { .mebibytes = 16, .stop = at_once };
    tes_value  value;
    char      *proof = (char *)1;
    tes_game  *game = open_game("gipf", NULL);
    (void)state;
    assert_int_equal(tes_solve(game, &effort, &value, NULL, NULL), TES_OK);
    assert_int_equal(value.value, TES_OPEN);
    assert_int_equal(tes_solve(game, &effort, &value, &proof, NULL), TES_NOT_FOUND);
    assert_null(proof);
    tes_close(game);
    game = open_game("toy", "..x..... x c");
    assert_int_equal(tes_solve(game, &effort, &value, NULL, NULL), TES_ILLEGAL);
    tes_close(game);
    game = open_game("toy:limit=9", NULL);
    assert_int_equal(tes_solve(game, &effort, &value, NULL, NULL), TES_ILLEGAL);
    tes_close(game);
    game = open_game("toy", NULL);
    effort.threads = 1000;
    assert_int_equal(tes_solve(game, &effort, &value, NULL, NULL), TES_ILLEGAL);
    tes_close(game);
    assert_int_equal(tes_verify("", 0, NULL), TES_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_have_names_and_rules),
        cmocka_unit_test(test_playing),
        cmocka_unit_test(test_the_end),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_short_buffers),
        cmocka_unit_test(test_turns_are_listed_and_counted),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_thinking),
        cmocka_unit_test(test_solving),
        cmocka_unit_test(test_nothing_is_guessed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
