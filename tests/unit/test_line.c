/* SPDX-License-Identifier: MIT */
/* core/line and core/turn: steps, turns, undo, repetition, limit and the text of an ending, with
 * the toy game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/line.h"
#include "games/toy/toy.h"

static const Game *find(const char *name)
{
    return strcmp(name, "toy") == 0 ? &TOY_GAME : NULL;
}

/* A line from the start of `setup`, or from `position`, after the turns in `turns` (separated by
 * spaces), all of which must be legal. */
static void begin(Line *line, const char *setup_text, const char *position, const char *turns)
{
    Setup     setup;
    PosBuffer from;
    Fault     fault;
    assert_int_equal(setup_read(find, setup_text, &setup, &fault), STATUS_OK);
    if (position != NULL &&
        TOY_TEXT.pos_read(setup.variant, position, &from.head, &fault) != STATUS_OK)
        fail_msg("position '%s': %s", position, fault.why);
    assert_int_equal(line_init(line, &setup, position != NULL ? &from.head : NULL), STATUS_OK);

    Scan scan = scan_string(turns);
    while (scan_blanks(&scan), !scan_done(&scan)) {
        const char *start;
        char        word[32] = "";
        size_t      length = scan_token(&scan, &start);
        memcpy(word, start, length);
        if (line_play(line, word, &fault) != STATUS_OK)
            fail_msg("turn '%s' of '%s': %s", word, turns, fault.why);
    }
}

static void assert_now(const Line *line, const char *position)
{
    char string[POS_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    TOY_TEXT.pos_write(line_now(line), &text);
    assert_string_equal(string, position);
}

static void assert_turn(const Line *line, int turn, const char *expected)
{
    char string[TURN_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    Turn steps;
    line_turn(line, turn, &steps);
    turn_write(&TOY_GAME, line_before_turn(line, turn), &steps, &text);
    assert_string_equal(string, expected);
}

static void test_steps_join_into_turns(void **state)
{
    (void)state;
    Line line;
    Turn open;
    begin(&line, "toy", NULL, "");
    assert_int_equal(line_turns(&line), 0);
    assert_int_equal(line_step(&line, toy_step(TOY_PLACE, 0, 5)), STATUS_OK);
    assert_int_equal(line_turns(&line), 0);
    assert_now(&line, ".....x.. x f");
    line_open_turn(&line, &open);
    assert_int_equal(open.count, 1);
    assert_int_equal(line_repetitions(&line), 0);

    assert_int_equal(line_step(&line, toy_step(TOY_PLACE, 0, 2)), STATUS_OK);
    assert_int_equal(line_turns(&line), 1);
    assert_now(&line, "..x..x.. o");
    assert_turn(&line, 0, "c+f");
    line_open_turn(&line, &open);
    assert_int_equal(open.count, 0);
    line_free(&line);
}

static void test_an_illegal_step_changes_nothing(void **state)
{
    (void)state;
    Line line;
    begin(&line, "toy", NULL, "c+f a.");
    assert_true(line_undo_turn(&line));
    assert_int_equal(line_step(&line, toy_step(TOY_PLACE, 0, 2)), STATUS_ILLEGAL);
    assert_int_equal(line_step(&line, toy_step(TOY_STOP, 0, 0)), STATUS_ILLEGAL);
    assert_int_equal(line_step(&line, UINT64_MAX), STATUS_ILLEGAL);
    assert_now(&line, "..x..x.. o");
    assert_true(line_redo_turn(&line));
    assert_now(&line, "o.x..x.. x");
    line_free(&line);
}

/* Turns as text: the result, or the offset and message of the error. */
static const struct play_case {
    const char *what;
    const char *before; /* turns */
    const char *turn;
    const char *after; /* NULL: illegal */
    Status      status;
    size_t      at;
    const char *why;
} PLAY_CASES[] = {
    { "two stones", "", "c+f", "..x..x.. o", STATUS_OK, 0, NULL },
    { "in the other order", "", "f+c", "..x..x.. o", STATUS_OK, 0, NULL },
    { "one stone", "", "c.", "..x..... o", STATUS_OK, 0, NULL },
    { "a hop", "c. h.", "c-d", "...x...o o", STATUS_OK, 0, NULL },
    { "nothing", "", "", NULL, STATUS_SYNTAX, 0, "a cell is a letter from a to h" },
    { "half a turn", "", "c", NULL, STATUS_SYNTAX, 1, "after the first stone" },
    { "one and a half", "", "c.d", NULL, STATUS_SYNTAX, 2, "the turn is complete before 'd'" },
    { "a second stone on a stone", "", "c+c", NULL, STATUS_ILLEGAL, 1, "a stone on c (T2)" },
    { "a first stone on a stone", "c.", "c.", NULL, STATUS_ILLEGAL, 0, "a stone on c (T2)" },
    { "after the end", "a+b h. c+d", "e.", NULL, STATUS_ILLEGAL, 0,
      "the game is over: White wins: White has four stones in a row" },
};

static void test_turns_are_played_completely_or_not_at_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof PLAY_CASES / sizeof PLAY_CASES[0]; i++) {
        const struct play_case *c = &PLAY_CASES[i];
        Line                    line;
        Fault                   fault = { 0 };
        begin(&line, "toy", NULL, c->before);
        int    count = line.count;
        Status status = line_play(&line, c->turn, &fault);
        if (status != c->status)
            fail_msg("%s: status %d: %s", c->what, status, fault.why);
        if (c->after != NULL) {
            assert_now(&line, c->after);
        } else {
            assert_int_equal(line.count, count);
            if (fault.at != c->at || strstr(fault.why, c->why) == NULL)
                fail_msg("%s: at %zu: %s", c->what, fault.at, fault.why);
        }
        line_free(&line);
    }
}

static void test_undo_and_redo(void **state)
{
    (void)state;
    Line line;
    begin(&line, "toy", NULL, "c+f a. c-d");
    assert_now(&line, "o..x.x.. o");
    assert_true(line_undo_turn(&line));
    assert_now(&line, "o.x..x.. x");
    assert_true(line_undo_turn(&line));
    assert_now(&line, "..x..x.. o");
    assert_true(line_undo_step(&line));
    assert_now(&line, "..x..... x c");
    assert_true(line_redo_turn(&line));
    assert_now(&line, "..x..x.. o");
    assert_true(line_redo_turn(&line));
    assert_true(line_redo_turn(&line));
    assert_false(line_redo_turn(&line));
    assert_now(&line, "o..x.x.. o");
    while (line_undo_turn(&line))
        continue;
    assert_now(&line, "........ x");
    assert_false(line_undo_step(&line));
    assert_int_equal(line_turns(&line), 0);
    line_free(&line);
}

static void test_a_new_step_discards_redo(void **state)
{
    (void)state;
    Line line;
    begin(&line, "toy", NULL, "c+f a.");
    assert_true(line_undo_turn(&line));
    assert_int_equal(line_step(&line, toy_step(TOY_PLACE, 0, 7)), STATUS_OK);
    assert_false(line_redo_turn(&line));
    assert_true(line_undo_turn(&line));
    assert_now(&line, "..x..x.. o");
    assert_false(line_redo_turn(&line)); /* an unfinished turn is not redone */
    line_free(&line);
}

static void test_a_line_may_begin_in_the_middle_of_a_turn(void **state)
{
    (void)state;
    Line line;
    begin(&line, "toy", "x.xo.... x c", "+e");
    assert_int_equal(line_turns(&line), 1);
    assert_now(&line, "x.xox... o");
    assert_turn(&line, 0, "+e");
    assert_true(line_undo_turn(&line));
    assert_now(&line, "x.xo.... x c");
    assert_ptr_equal(line_now(&line), line_start(&line));
    line_free(&line);
}

/* With the unfinished turn, or up to a turn; undone steps are not copied. */
static void test_lines_are_copied(void **state)
{
    (void)state;
    Line line, copy;
    begin(&line, "toy", NULL, "c+f a. c-d h.");
    assert_true(line_undo_turn(&line));
    assert_int_equal(line_copy(&copy, &line), STATUS_OK);
    assert_now(&copy, "o..x.x.. o");
    assert_int_equal(line_turns(&copy), 3);
    assert_turn(&copy, 2, "c-d");
    assert_false(line_redo_turn(&copy));
    line_free(&copy);

    static const char *const AFTER[] = { "........ x", "..x..x.. o", "o.x..x.. x", "o..x.x.. o" };
    for (int turns = 0; turns <= 3; turns++) {
        assert_int_equal(line_copy_turns(&copy, &line, turns), STATUS_OK);
        assert_int_equal(line_turns(&copy), turns);
        assert_now(&copy, AFTER[turns]);
        assert_int_equal(line_step(&copy, toy_step(TOY_PLACE, 0, 7)), STATUS_OK);
        line_free(&copy);
    }
    assert_now(&line, "o..x.x.. o"); /* none of this was its own */
    assert_true(line_redo_turn(&line));
    line_free(&line);

    begin(&line, "toy", NULL, "c+f");
    assert_true(line_undo_step(&line));
    assert_int_equal(line_copy(&copy, &line), STATUS_OK);
    assert_now(&copy, "..x..... x c");
    line_free(&copy);
    assert_int_equal(line_copy_turns(&copy, &line, 0), STATUS_OK);
    assert_now(&copy, "........ x");
    line_free(&copy);
    line_free(&line);
}

static void test_long_lines_keep_their_positions(void **state)
{
    (void)state;
    Line  line;
    Fault fault;
    begin(&line, "toy", NULL, "a. h.");
    for (int i = 0; i < 1000; i++) {
        static const char *const HOPS[4] = { "a-b", "h-g", "b-a", "g-h" };
        assert_int_equal(line_play(&line, HOPS[i % 4], &fault), STATUS_OK);
    }
    assert_int_equal(line_turns(&line), 1002);
    for (int turn = 2; turn < 1002; turn += 4)
        assert_true(game_same(&TOY_GAME, line_before_turn(&line, turn), line_now(&line)));
    assert_turn(&line, 1001, "g-h");
    assert_int_equal(line_repetitions(&line), 251);
    line_free(&line);
}

/* The state of a line: nothing, or the result and the sentence of its end. */
static const struct end_case {
    const char *what;
    const char *setup;
    const char *position;
    const char *turns;
    const char *string;
    const char *sentence;
} END_CASES[] = {
    { "a game continues", "toy", NULL, "a+b h. c.", "", "" },
    { "a row", "toy", NULL, "a+b h. c+d", "white row 4-1",
      "White wins: White has four stones in a row" },
    { "a row of the other side", "toy", "ooo.x.x. o", "d.", "black row 2-4",
      "Black wins: Black has four stones in a row" },
    { "a full board", "toy:5", "xxox. o", "e.", "white majority 3-2",
      "White wins: the board is full and White has more stones than Black" },
    { "a full board, equal", "toy:4", "xxo. o", "d.", "draw even 2-2",
      "Draw: the board is full and both sides have equally many stones" },
    { "twice is not three times", "toy:repetition=3", NULL, "a. h. a-b h-g b-a g-h", "", "" },
    { "three times", "toy:repetition=3", NULL, "a. h. a-b h-g b-a g-h a-b h-g b-a g-h",
      "draw repetition 1-1", "Draw: the same position occurred too often" },
    { "the first position counts", "toy:repetition=2", "x......o x", "a-b h-g b-a g-h",
      "draw repetition 1-1", "Draw: the same position occurred too often" },
    { "the limit", "toy:limit=3", NULL, "a. b. c.", "draw limit 2-1",
      "Draw: the move limit was reached" },
    { "one turn before the limit", "toy:limit=3", NULL, "a. b.", "", "" },
    { "the rules come before the limit", "toy:limit=3", NULL, "a+b h. c+d", "white row 4-1",
      "White wins: White has four stones in a row" },
};

static void test_endings_of_a_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof END_CASES / sizeof END_CASES[0]; i++) {
        const struct end_case *c = &END_CASES[i];
        Line                   line;
        char                   string[128], sentence[128];
        Text                   word_text = text_over(string, sizeof string);
        Text                   sentence_text = text_over(sentence, sizeof sentence);
        begin(&line, c->setup, c->position, c->turns);
        outcome_write(&TOY_GAME, line_now(&line), line_outcome(&line), &word_text);
        outcome_describe(&TOY_GAME, line_outcome(&line), &sentence_text);
        if (strcmp(string, c->string) != 0 || strcmp(sentence, c->sentence) != 0)
            fail_msg("%s: '%s', '%s'", c->what, string, sentence);
        Step steps[STEPS_MAX] = { 0 }; /* a line that is over accepts no step, legal or not */
        TOY_RULES.gen(line_now(&line), steps);
        if (c->string[0] != '\0')
            assert_int_equal(line_step(&line, steps[0]), STATUS_ILLEGAL);
        line_free(&line);
    }
}

static void test_the_limit_waits_for_the_end_of_a_turn(void **state)
{
    (void)state;
    Line line;
    begin(&line, "toy:limit=1", NULL, "");
    assert_int_equal(line_step(&line, toy_step(TOY_PLACE, 0, 0)), STATUS_OK);
    assert_int_equal(line_outcome(&line).ending, ENDING_NONE);
    assert_int_equal(line_step(&line, toy_step(TOY_STOP, 0, 0)), STATUS_OK);
    assert_int_equal(line_outcome(&line).reason, REASON_LIMIT);
    line_free(&line);
}

/* ---- core/turn ---- */

static bool count_turn(void *context, const Turn *turn, const Pos *after)
{
    int *left = context;
    assert_int_equal(after->phase, 0);
    assert_in_range(turn->count, 1, 2);
    return --*left > 0;
}

static void test_every_turn_is_visited_once(void **state)
{
    (void)state;
    Line line;
    begin(&line, "toy", NULL, "c+f a.");
    int left = 1000, few = 5;
    assert_true(turn_each(&TOY_GAME, line_now(&line), count_turn, &left));
    assert_int_equal(1000 - left, 5 + 10 + 4); /* one stone, two stones, hops */
    assert_false(turn_each(&TOY_GAME, line_now(&line), count_turn, &few));
    assert_int_equal(few, 0);
    line_free(&line);
}

static const struct explain_case {
    const char *turn;
    const char *sentence;  /* NULL: legal */
    const char *offending; /* labels */
} EXPLAIN_CASES[] = {
    { "b+d", NULL, "" },
    { "c-d", NULL, "" },
    { "c.", "there is a stone on c (T2)", "c" },
    { "b+b", "there is a stone on b (T2)", "b" },
    { "a-b", "a holds no stone of White (T3)", "a" },
    { "b-c", "b holds no stone of White (T3)", "b" },
    { "c-e", "a stone hops to an adjacent cell, and e is not adjacent to c (T3)", "ce" },
    { "z.", "a cell is a letter from a to h (T1)", "" },
};

static void test_illegal_turns_are_explained(void **state)
{
    (void)state;
    Line line;
    begin(&line, "toy", NULL, "c+f a.");
    for (size_t i = 0; i < sizeof EXPLAIN_CASES / sizeof EXPLAIN_CASES[0]; i++) {
        const struct explain_case *c = &EXPLAIN_CASES[i];
        char                       string[200];
        Text                       sentence = text_over(string, sizeof string);
        Turn                       turn;
        Message                    why;
        Status status = turn_explain(&TOY_GAME, line_now(&line), c->turn, &turn, &why);
        message_write(&why, &TOY_GAME, line_now(&line)->variant, &LANGUAGE_ENGLISH, &sentence);
        assert_int_equal(status == STATUS_OK, c->sentence == NULL);
        assert_string_equal(string, c->sentence == NULL ? "" : c->sentence);
        assert_int_equal(why.cells.count, strlen(c->offending));
        for (int g = 0; g < why.cells.count; g++)
            assert_int_equal('a' + why.cells.cell[g], c->offending[g]);
    }
    line_free(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_join_into_turns),
        cmocka_unit_test(test_an_illegal_step_changes_nothing),
        cmocka_unit_test(test_turns_are_played_completely_or_not_at_all),
        cmocka_unit_test(test_undo_and_redo),
        cmocka_unit_test(test_a_new_step_discards_redo),
        cmocka_unit_test(test_a_line_may_begin_in_the_middle_of_a_turn),
        cmocka_unit_test(test_lines_are_copied),
        cmocka_unit_test(test_long_lines_keep_their_positions),
        cmocka_unit_test(test_endings_of_a_line),
        cmocka_unit_test(test_the_limit_waits_for_the_end_of_a_turn),
        cmocka_unit_test(test_every_turn_is_visited_once),
        cmocka_unit_test(test_illegal_turns_are_explained),
    };
    return cmocka_run_group_tests_name("line", tests, NULL, NULL);
}
