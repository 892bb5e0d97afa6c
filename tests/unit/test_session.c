/* SPDX-License-Identifier: MIT */
/* play/session with the toy game: playing, clocks, offers, ends, and what is on paper. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/toy/toy.h"
#include "play/session.h"

#include "setup_help.h"

static const ClockRule   NO_CLOCKS[2];
static const char *const NAMES[2] = { "Ada", "Bert" };

static void open_session(Session *session, const char *setup_text, const ClockRule clocks[2])
{
    Setup setup = setup_of(setup_text);
    assert_int_equal(session_init(session, &setup, NULL, NAMES, clocks), STATUS_OK);
}

static void play(Session *session, int side, const char *turn, int64_t now)
{
    Fault fault;
    if (session_play(session, side, turn, now, &fault) != STATUS_OK)
        fail_msg("%s: %s", turn, fault.why);
}

static void assert_refused(Session *session, int side, const char *turn, int64_t now,
                           const char *why)
{
    Fault fault;
    assert_int_not_equal(session_play(session, side, turn, now, &fault), STATUS_OK);
    if (strstr(fault.why, why) == NULL)
        fail_msg("'%s' does not say '%s'", fault.why, why);
}

typedef struct Paper {
    char   text[4096];
    size_t size;
} Paper;

static bool to_paper(void *context, const char *data, size_t size)
{
    Paper *paper = context;
    if (paper->size + size >= sizeof paper->text)
        return false;
    memcpy(paper->text + paper->size, data, size);
    paper->size += size;
    paper->text[paper->size] = '\0';
    return true;
}

static void assert_paper(const Session *session, const char *wanted)
{
    Paper paper = { .size = 0 };
    assert_true(record_write(session_record(session), to_paper, &paper));
    assert_string_equal(paper.text, wanted);
}

static void assert_says(const Session *session, const char *wanted)
{
    char sentence[300];
    Text text = text_over(sentence, sizeof sentence);
    session_write_result(session, &LANGUAGE_ENGLISH, &text);
    assert_string_equal(sentence, wanted);
}

static void test_whole_turns(void **state)
{
    (void)state;
    Session session;
    Fault   fault;
    open_session(&session, "toy", NO_CLOCKS);
    assert_int_equal(session_side(&session), 0);
    assert_refused(&session, 1, "a.", 0, "other side");
    play(&session, 0, "a+b", 0);
    assert_refused(&session, 1, "a.", 0, "there is a stone on a");
    assert_refused(&session, 1, "nonsense", 0, "");
    assert_int_equal(line_turns(session_line(&session)), 1);
    play(&session, 1, "h.", 0);
    assert_refused(&session, 1, "g.", 0, "other side");

    /* Turns as steps: whole ones alone, and nothing changes otherwise. */
    Turn half = { .count = 1, .step = { toy_step(TOY_PLACE, 0, 2) } };
    Turn whole = { .count = 2, .step = { toy_step(TOY_PLACE, 0, 3), toy_step(TOY_PLACE, 0, 2) } };
    Turn wrong = { .count = 2, .step = { toy_step(TOY_PLACE, 0, 3), toy_step(TOY_PLACE, 0, 3) } };
    Turn longer = { .count = 3,
                    .step = { toy_step(TOY_PLACE, 0, 3), toy_step(TOY_PLACE, 0, 4),
                              toy_step(TOY_PLACE, 0, 5) } };
    Turn none = { .count = 0 };
    const Turn *bad[] = { &half, &wrong, &longer, &none };
    for (int i = 0; i < 4; i++) {
        assert_int_equal(session_play_turn(&session, 0, bad[i], 0, &fault), STATUS_ILLEGAL);
        assert_int_equal(session_line(&session)->count, 5);
    }
    assert_int_equal(session_play_turn(&session, 0, &whole, 0, &fault), STATUS_OK);
    assert_true(session_is_over(&session));
    assert_int_equal(session_side(&session), SIDE_NONE);
    assert_int_equal(session.result.end, END_RULES);
    assert_int_equal(session.result.winner, 0);
    assert_refused(&session, 1, "g.", 0, "over");
    assert_paper(&session, "[Game \"toy:8\"]\n[First \"Ada\"]\n[Second \"Bert\"]\n"
                           "1. a+b\n2. h.\n3. c+d\nresult white row 4-1\n");
    char word[RECORD_WORD_MAX];
    Text text = text_over(word, sizeof word);
    session_reason(&session, &text);
    assert_string_equal(word, "row");
    session_free(&session);
}

static void test_steps(void **state)
{
    (void)state;
    Session session;
    Fault   fault;
    Step    steps[STEPS_MAX];
    open_session(&session, "toy", NO_CLOCKS);
    assert_int_equal(session_undo_step(&session, 0, 0, &fault), STATUS_ILLEGAL);
    assert_int_equal(session_steps(&session, steps), 8);
    assert_int_equal(session_step(&session, 0, toy_step(TOY_PLACE, 0, 5), 0, &fault), STATUS_OK);
    assert_int_equal(session_side(&session), 0);
    assert_int_equal(session_steps(&session, steps), 8); /* seven cells, or enough */
    assert_int_equal(session_step(&session, 0, toy_step(TOY_PLACE, 0, 5), 0, &fault),
                     STATUS_ILLEGAL);
    assert_paper(&session, "[Game \"toy:8\"]\n[First \"Ada\"]\n[Second \"Bert\"]\nresult *\n");
    assert_int_equal(session_undo_step(&session, 1, 0, &fault), STATUS_ILLEGAL);
    assert_int_equal(session_undo_step(&session, 0, 0, &fault), STATUS_OK);
    assert_int_equal(session_undo_step(&session, 0, 0, &fault), STATUS_ILLEGAL);
    assert_int_equal(session_step(&session, 0, toy_step(TOY_PLACE, 0, 2), 0, &fault), STATUS_OK);
    play(&session, 0, "+f", 0); /* the rest of a turn in words */
    assert_int_equal(session_side(&session), 1);
    assert_int_equal(session_undo_step(&session, 1, 0, &fault), STATUS_ILLEGAL);
    assert_paper(&session,
                 "[Game \"toy:8\"]\n[First \"Ada\"]\n[Second \"Bert\"]\n1. c+f\nresult *\n");
    session_free(&session);
}

static void test_game_clock(void **state)
{
    (void)state;
    Session   session;
    ClockRule clock = { .kind = CLOCK_GAME, .time_ms = 1000, .increment_ms = 100 };
    ClockRule clocks[2] = { clock, clock };
    clocks[1].grace_ms = 50;
    open_session(&session, "toy:16", clocks);
    play(&session, 0, "a.", 5000); /* before the start time stands still */
    session_start(&session, 7000);
    assert_int_equal(session_clock_ms(&session, 1, 7300), 700);
    assert_int_equal(session_clock_ms(&session, 0, 7300), 1000);
    play(&session, 1, "p.", 7400);
    assert_int_equal(session_clock_ms(&session, 1, 9000), 700); /* 1000 - 400 + 100 */
    assert_int_equal(session_clock_ms(&session, 0, 7650), 750);

    session_pause(&session, 7700);
    assert_int_equal(session_clock_ms(&session, 0, 99999), 700);
    session_start(&session, 100000);
    play(&session, 0, "c.", 100700); /* to the last millisecond */
    assert_int_equal(session_clock_ms(&session, 0, 100700), 100);
    assert_int_equal(session_clock_ms(&session, 1, 101440), 0); /* late, but forgiven */
    assert_false(session_check_time(&session, 101440));
    play(&session, 1, "n.", 101450);
    assert_int_equal(session_clock_ms(&session, 1, 101450), 100);

    assert_false(session_check_time(&session, 101550));
    assert_true(session_check_time(&session, 101551));
    assert_int_equal(session.result.end, END_TIME);
    assert_int_equal(session.result.winner, 1);
    assert_refused(&session, 0, "e.", 101552, "over");
    assert_paper(&session, "[Game \"toy:16\"]\n[First \"Ada\"]\n[Second \"Bert\"]\n1. a.\n"
                           "2. p. @0.700\n3. c. @0.100\n4. n. @0.100\nresult black time\n");
    assert_says(&session, "Black wins: White ran out of time");
    session_free(&session);
}

static void test_turn_clock(void **state)
{
    (void)state;
    Session   session;
    Fault     fault;
    ClockRule clocks[2] = { { .kind = CLOCK_TURN, .time_ms = 100 }, { .kind = CLOCK_NONE } };
    open_session(&session, "toy:16", clocks);
    session_start(&session, 0);
    assert_int_equal(session_clock_ms(&session, 1, 50), -1);
    assert_int_equal(session_step(&session, 0, toy_step(TOY_PLACE, 0, 0), 60, &fault), STATUS_OK);
    assert_int_equal(session_clock_ms(&session, 0, 60), 40);
    assert_int_equal(session_step(&session, 0, toy_step(TOY_STOP, 0, 0), 90, &fault), STATUS_OK);
    play(&session, 1, "p.", 100000);                              /* nobody measures this side */
    assert_int_equal(session_clock_ms(&session, 0, 100000), 100); /* nothing is carried over */
    assert_refused(&session, 0, "c.", 100101, "time");
    assert_int_equal(session.result.end, END_TIME);
    assert_int_equal(session.result.winner, 1);
    assert_paper(&session, "[Game \"toy:16\"]\n[First \"Ada\"]\n[Second \"Bert\"]\n1. a. @0.010\n"
                           "2. p.\nresult black time\n");
    session_free(&session);
}

static void test_draw_offers(void **state)
{
    (void)state;
    Session session;
    Fault   fault;
    open_session(&session, "toy:16", NO_CLOCKS);
    assert_int_equal(session_draw(&session, 0, 0, &fault), STATUS_OK);
    assert_int_equal(session_draw(&session, 0, 0, &fault), STATUS_OK); /* twice is not agreed */
    assert_false(session_is_over(&session));
    play(&session, 0, "a.", 0);
    assert_int_equal(session.draw_offer, 0); /* the other side has not answered yet */
    play(&session, 1, "p.", 0);
    assert_int_equal(session.draw_offer, SIDE_NONE); /* playing on is an answer */
    assert_int_equal(session_draw(&session, 1, 0, &fault), STATUS_OK);
    session_decline(&session, 1); /* not the own one */
    assert_int_equal(session.draw_offer, 1);
    session_decline(&session, 0);
    assert_int_equal(session.draw_offer, SIDE_NONE);
    assert_int_equal(session_draw(&session, 0, 0, &fault), STATUS_OK);
    assert_int_equal(session_draw(&session, 1, 0, &fault), STATUS_OK);
    assert_int_equal(session.result.end, END_AGREEMENT);
    assert_int_equal(session.result.ending, ENDING_DRAWN);
    assert_int_equal(session_draw(&session, 0, 0, &fault), STATUS_ILLEGAL);
    assert_paper(&session, "[Game \"toy:16\"]\n[First \"Ada\"]\n[Second \"Bert\"]\n1. a.\n2. p.\n"
                           "result draw agreement\n");
    assert_says(&session, "Draw: both sides agreed");
    session_free(&session);
}

static void test_take_back(void **state)
{
    (void)state;
    Session session;
    Fault   fault;
    open_session(&session, "toy:8", NO_CLOCKS);
    assert_int_equal(session_take_back(&session, 0, 0, &fault), STATUS_ILLEGAL);
    play(&session, 0, "a+b", 0);
    assert_int_equal(session_take_back(&session, 1, 0, &fault), STATUS_ILLEGAL);
    play(&session, 1, "h.", 0);
    assert_int_equal(session_take_back(&session, 0, 0, &fault), STATUS_OK);
    assert_int_equal(line_turns(session_line(&session)), 2); /* only asked */
    session_decline(&session, 1);
    assert_int_equal(session_take_back(&session, 1, 0, &fault), STATUS_OK);
    assert_int_equal(session_take_back(&session, 0, 0, &fault), STATUS_OK); /* granted: one turn */
    assert_int_equal(line_turns(session_line(&session)), 1);
    assert_int_equal(session_side(&session), 1);
    play(&session, 1, "g.", 0);
    assert_int_equal(session_step(&session, 0, toy_step(TOY_PLACE, 0, 4), 0, &fault), STATUS_OK);
    assert_int_equal(session_take_back(&session, 0, 0, &fault), STATUS_OK);
    assert_int_equal(session_take_back(&session, 1, 0, &fault), STATUS_OK); /* two, and the step */
    assert_int_equal(line_turns(session_line(&session)), 0);
    assert_int_equal(session_line(&session)->count, 1);
    assert_int_equal(session_side(&session), 0);

    /* A game that the rules ended goes on again; one that was resigned does not. */
    play(&session, 0, "a+b", 0);
    play(&session, 1, "h.", 0);
    play(&session, 0, "c+d", 0);
    assert_true(session_is_over(&session));
    assert_true(session_undo_turn(&session, 0));
    assert_false(session_is_over(&session));
    assert_true(session_redo_turn(&session, 0));
    assert_true(session_is_over(&session));
    assert_false(session_redo_turn(&session, 0));
    assert_int_equal(session_take_back(&session, 0, 0, &fault), STATUS_OK);
    assert_int_equal(session_take_back(&session, 1, 0, &fault), STATUS_OK);
    assert_false(session_is_over(&session));
    assert_int_equal(session_resign(&session, 1, 0, &fault), STATUS_OK); /* out of turn, too */
    assert_int_equal(session_take_back(&session, 0, 0, &fault), STATUS_ILLEGAL);
    assert_false(session_undo_turn(&session, 0));
    assert_int_equal(session_resign(&session, 0, 0, &fault), STATUS_ILLEGAL);
    assert_paper(&session, "[Game \"toy:8\"]\n[First \"Ada\"]\n[Second \"Bert\"]\n1. a+b\n2. h.\n"
                           "result white resign\n");
    session_free(&session);
}

/* Time that the other side takes for its answer is not charged twice, and the clocks go on. */
static void test_take_back_keeps_clocks(void **state)
{
    (void)state;
    Session   session;
    Fault     fault;
    ClockRule clock = { .kind = CLOCK_GAME, .time_ms = 1000 };
    ClockRule clocks[2] = { clock, clock };
    open_session(&session, "toy:8", clocks);
    session_start(&session, 0);
    play(&session, 0, "a+b", 100);
    play(&session, 1, "h.", 300);
    play(&session, 0, "c+d", 400);
    assert_true(session_is_over(&session));
    assert_int_equal(session_clock_ms(&session, 1, 90000), 800);
    assert_int_equal(session_take_back(&session, 0, 90000, &fault), STATUS_OK);
    assert_int_equal(session_take_back(&session, 1, 90000, &fault), STATUS_OK);
    assert_int_equal(session_side(&session), 0);
    assert_int_equal(session_clock_ms(&session, 0, 90050), 750);
    assert_true(session_check_time(&session, 90801));
    session_free(&session);
}

static void test_forfeits(void **state)
{
    (void)state;
    static const struct {
        SessionEnd  end;
        const char *why, *result, *sentence;
    } ROWS[] = {
        { END_ILLEGAL, " no\nsuch\tturn ", "result black illegal no such turn\n",
          "Black wins: White played an illegal move (no such turn)" },
        { END_CRASH, "", "result black crash\n", "Black wins: White failed to answer" },
        { END_TIME, "", "result black time\n", "Black wins: White ran out of time" },
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        Session session;
        char    wanted[200];
        open_session(&session, "toy:8", NO_CLOCKS);
        session_forfeit(&session, 0, ROWS[i].end, ROWS[i].why);
        session_forfeit(&session, 1, END_CRASH, "too late");
        Text text = text_over(wanted, sizeof wanted);
        text_addf(&text, "[Game \"toy:8\"]\n[First \"Ada\"]\n[Second \"Bert\"]\n%s",
                  ROWS[i].result);
        assert_paper(&session, wanted);
        assert_says(&session, ROWS[i].sentence);
        session_free(&session);
    }
    Session session;
    open_session(&session, "toy:8", NO_CLOCKS);
    session_abandon(&session, SIDE_NONE);
    assert_true(session_is_over(&session));
    assert_int_equal(session.result.ending, ENDING_NONE);
    assert_says(&session, "No result: the game was abandoned");
    assert_paper(&session, "[Game \"toy:8\"]\n[First \"Ada\"]\n[Second \"Bert\"]\nresult *\n");
    session_free(&session);
    open_session(&session, "toy:8", NO_CLOCKS);
    session_abandon(&session, 1);
    assert_int_equal(session.result.winner, 0);
    session_free(&session);
}

/* Written down in the middle and taken up again: the same game, names and clocks. */
static void test_adopt(void **state)
{
    (void)state;
    Session   session;
    ClockRule clock = { .kind = CLOCK_GAME, .time_ms = 1000, .increment_ms = 10 };
    ClockRule clocks[2] = { clock, clock };
    Paper     paper = { .size = 0 };
    Record    record;
    Fault     fault;
    open_session(&session, "toy:8", clocks);
    assert_int_equal(session_set_tag(&session, "Table", "seven"), STATUS_OK);
    session_start(&session, 0);
    play(&session, 0, "a+b", 100);
    assert_int_equal(session_remark(&session, 0, "bold"), STATUS_OK);
    play(&session, 1, "h.", 350);
    assert_true(record_write(session_record(&session), to_paper, &paper));
    session_free(&session);

    assert_int_equal(record_read(games_find, paper.text, paper.size, &record, &fault), STATUS_OK);
    assert_int_equal(session_adopt(&session, &record, clocks), STATUS_OK);
    assert_string_equal(session.seat[0].name, "Ada");
    assert_string_equal(session.seat[1].name, "Bert");
    assert_int_equal(session_clock_ms(&session, 0, 777777), 910);
    assert_int_equal(session_clock_ms(&session, 1, 777777), 760);
    assert_paper(&session, paper.text);
    session_start(&session, 800000);
    play(&session, 0, "c+d", 800010);
    assert_int_equal(session.result.end, END_RULES);
    paper.size = 0;
    assert_true(record_write(session_record(&session), to_paper, &paper));
    session_free(&session);

    /* What the rules ended goes on after a takeback, also when it is written and read again; undone
     * steps can be given back to redo. */
    Step undone[4];
    assert_int_equal(record_read(games_find, paper.text, paper.size, &record, &fault), STATUS_OK);
    assert_int_equal(session_adopt(&session, &record, clocks), STATUS_OK);
    assert_int_equal(session.result.end, END_RULES);
    assert_true(session_undo_turn(&session, 0));
    int count = line_undone(session_line(&session), undone, 4);
    assert_true(count > 0);
    paper.size = 0;
    assert_true(record_write(session_record(&session), to_paper, &paper));
    session_free(&session);
    assert_int_equal(record_read(games_find, paper.text, paper.size, &record, &fault), STATUS_OK);
    assert_int_equal(session_adopt(&session, &record, clocks), STATUS_OK);
    assert_false(session_is_over(&session));
    assert_false(session_redo_turn(&session, 0));
    session_set_undone(&session, undone, count);
    assert_false(session_is_over(&session));
    assert_true(session_redo_turn(&session, 0));
    assert_int_equal(session.result.end, END_RULES);
    session_free(&session);

    /* What people ended stays ended. */
    static const char RESIGNED[] = "[Game \"toy:8\"]\n1. a.\nresult black resign with a sigh\n";
    assert_int_equal(record_read(games_find, RESIGNED, strlen(RESIGNED), &record, &fault),
                     STATUS_OK);
    assert_int_equal(session_adopt(&session, &record, clocks), STATUS_OK);
    assert_int_equal(session.result.end, END_RESIGN);
    assert_int_equal(session.result.winner, 1);
    assert_string_equal(session.result.why, "with a sigh");
    assert_refused(&session, 1, "b.", 0, "over");
    session_free(&session);
}

/* Every wrong name or tag is refused before there is a session. */
static void test_bad_names(void **state)
{
    (void)state;
    Session           session;
    Setup             setup = setup_of("toy");
    const char *const names[2] = { "Ada", "two\nlines" };
    assert_int_equal(session_init(&session, &setup, NULL, names, NO_CLOCKS), STATUS_SYNTAX);
}

/* Players exchange their colours, and keep their seats and clocks (ponte R2.2, diavolo R3.4); where
 * only the stones change colour (ponte:contest) nobody moves. */
/* A result tells the game's numbers, the winner's first. */
static void test_numbers(void **state)
{
    static const char *const TURNS[] = { "u4,1+u3,2", "u2,1+u1,3", "u1,2+d1,2", "u2,3+u1,4",
                                         "3,2-2,3",   "d2,1+d1,3", "u3,1+d3,1", "u1,1+d1,1",
                                         "pass",      "pass" };
    (void)state;
    Session session;
    open_session(&session, "diavolo:4", NO_CLOCKS);
    for (int i = 0; i < 10; i++)
        play(&session, i % 2, TURNS[i], 0);
    assert_says(&session, "Red wins: Red has more points (2 to 1)");
    session_free(&session);
    /* Details that are no pairs of numbers with a name are left to records and scripts. */
    open_session(&session, "toy:8", NO_CLOCKS);
    play(&session, 0, "a+b", 0);
    play(&session, 1, "h.", 0);
    play(&session, 0, "c+d", 0);
    assert_says(&session, "White wins: White has four stones in a row");
    session_free(&session);
}

static void test_swap(void **state)
{
    (void)state;
    static const struct {
        const char *setup, *opening;
        bool        seats; /* change colours */
    } CASES[] = {
        { "ponte:official", "e5,f5", true },
        { "diavolo:8", "d3,3+u4,3", true },
        { "ponte:contest", "e5,f5", false },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Session session;
        open_session(&session, CASES[i].setup, NO_CLOCKS);
        play(&session, 0, CASES[i].opening, 0);
        assert_int_equal(session_side(&session), 1);
        play(&session, 1, "swap", 0);
        assert_int_equal(session_side(&session), 0);
        assert_refused(&session, 1, "a1,b1", 0, "the other side's turn");
        assert_int_equal(line_now(session_line(&session))->side, CASES[i].seats ? 1 : 0);
        /* The one who swapped resigns; the other wins, whatever colour that is now. */
        assert_int_equal(session_resign(&session, 1, 0, NULL), STATUS_OK);
        assert_int_equal(session.result.winner, CASES[i].seats ? 1 : 0);
        session_free(&session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_turns),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_game_clock),
        cmocka_unit_test(test_turn_clock),
        cmocka_unit_test(test_draw_offers),
        cmocka_unit_test(test_take_back),
        cmocka_unit_test(test_take_back_keeps_clocks),
        cmocka_unit_test(test_forfeits),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_swap),
        cmocka_unit_test(test_adopt),
        cmocka_unit_test(test_bad_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
