/* SPDX-License-Identifier: MIT */
/* play/review on a game small enough to be seen through: three stones in a row win, and a search
 * sees the end of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "play/review_text.h"

enum { NODES = 5000 };

static void play(Line *line, const char *game, const char *const *turns)
{
    Setup setup;
    Fault fault;
    assert_int_equal(games_setup(game, &setup, &fault), STATUS_OK);
    assert_int_equal(line_init(line, &setup, NULL), STATUS_OK);
    for (; *turns != NULL; turns++)
        assert_int_equal(line_play(line, *turns, &fault), STATUS_OK);
}

/* The start is a draw with best play; after c+d, a. lets White win, who does everything right then. */
static void test_blunder(void **state)
{
    (void)state;
    static const char *const TURNS[] = { "c+d", "a.", "e.", "b+f", NULL };
    Line                     line;
    Review                   review;
    play(&line, "toy", TURNS);
    assert_int_equal(review_line(&line, NODES, NULL, NULL, &review), STATUS_OK);
    assert_int_equal(review.count, 4);
    assert_int_equal(review.turns[1].player, 1);
    assert_int_equal(review.turns[1].after, 0);
    assert_true(review_loss(&review.turns[1]) > 300);
    assert_false(review.turns[1].is_best);
    assert_int_equal(review.turns[2].player, 0);
    assert_int_equal(review.turns[2].before, REVIEW_SURE);
    assert_int_equal(review.turns[2].after, REVIEW_SURE);
    assert_int_equal(review_loss(&review.turns[2]), 0);
    /* What one has before his turn the other one has not after his. */
    for (int i = 1; i < review.count; i++)
        assert_int_equal(review.turns[i].before + review.turns[i - 1].after, REVIEW_SURE);
    /* The turn that would have been better is one. */
    char  words[TURN_TEXT_MAX];
    Text  text = text_over(words, sizeof words);
    Line  other;
    Fault fault;
    turn_write(line.setup.game, line_before_turn(&line, 1), &review.turns[1].best, &text);
    assert_int_equal(line_copy_turns(&other, &line, 1), STATUS_OK);
    assert_int_equal(line_play(&other, words, &fault), STATUS_OK);
    line_free(&other);
    review_free(&review);
    line_free(&line);
}

/* A review is the same after it was written and read; texts of other lines are rejected. */
static void check_text(const Review *review, const Line *line)
{
    Buffer text, again;
    Review read;
    Fault  fault;
    char   bad[4096];
    buffer_init(&text, 1 << 20);
    buffer_init(&again, 1 << 20);
    review_write(review, &text);
    assert_int_equal(review_read(text.data, line, &read, &fault), STATUS_OK);
    review_write(&read, &again);
    assert_string_equal(text.data, again.data);
    for (int i = 0; i < review->count; i++)
        assert_int_equal(read.turns[i].player, review->turns[i].player);
    review_free(&read);
    static const struct {
        const char *from, *to;
    } CHANGES[] = {
        { "turn ", "turn 1" }, { "\n", "" }, { " ", " x" }, { "\n", " 1\n" }, { "turn", "" }
    };
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        const char *at = strstr(text.data, CHANGES[i].from);
        snprintf(bad, sizeof bad, "%.*s%s%s", (int)(at - text.data), text.data, CHANGES[i].to,
                 at + strlen(CHANGES[i].from));
        assert_int_not_equal(review_read(bad, line, &read, &fault), STATUS_OK);
    }
    assert_int_not_equal(review_read("", line, &read, &fault), STATUS_OK);
    /* A turn more, and a best turn that is not legal. */
    buffer_add(&again, text.data);
    assert_int_not_equal(review_read(again.data, line, &read, &fault), STATUS_OK);
    assert_int_not_equal(review_read("turn 500 500 1 0 0 1 ffff 0\n", line, &read, &fault),
                         STATUS_OK);
    buffer_free(&text);
    buffer_free(&again);
}

/* The end is what the rules say, and the same twice. */
static void test_end(void **state)
{
    (void)state;
    static const char *const TURNS[] = { "a+b", "h.", "c.", "g.", "d.", NULL };
    Line                     line;
    Review                   review, again;
    play(&line, "toy", TURNS);
    assert_int_equal(line_outcome(&line).ending, ENDING_WON);
    assert_int_equal(review_line(&line, NODES, NULL, NULL, &review), STATUS_OK);
    assert_int_equal(review_line(&line, NODES, NULL, NULL, &again), STATUS_OK);
    assert_int_equal(review.turns[4].after, REVIEW_SURE);
    check_text(&review, &line);
    for (int i = 0; i < review.count; i++) {
        assert_int_equal(review.turns[i].before, again.turns[i].before);
        assert_int_equal(review.turns[i].after, again.turns[i].after);
    }
    review_free(&review);
    review_free(&again);
    line_free(&line);
}

static bool twice(void *context, int done, int total)
{
    assert_int_equal(total, 3);
    assert_int_equal(done, *(int *)context);
    return (*(int *)context)++ < 2;
}

static void test_given_up(void **state)
{
    (void)state;
    static const char *const TURNS[] = { "a+b", "h.", NULL };
    Line                     line;
    Review                   review;
    int                      calls = 0;
    play(&line, "toy", TURNS);
    assert_int_equal(review_line(&line, NODES, twice, &calls, &review), STATUS_OK);
    assert_int_equal(calls, 3);
    assert_int_equal(review.count, 0);
    review_free(&review);
    line_free(&line);
}

/* Where players exchange their colours, a chance goes with the player. */
static void test_exchange(void **state)
{
    (void)state;
    static const char *const TURNS[] = { "c3,c2", "swap", NULL };
    Line                     line;
    Review                   review;
    play(&line, "ponte:official;size=4", TURNS);
    assert_int_equal(review_line(&line, NODES, NULL, NULL, &review), STATUS_OK);
    assert_int_equal(review.turns[0].player, 0);
    assert_int_equal(review.turns[1].player, 1);
    assert_int_equal(review.turns[1].before + review.turns[0].after, REVIEW_SURE);
    review_free(&review);
    line_free(&line);
}

/* The classes have their thresholds, the accuracy is their average, and the record gets marks and lines. */
static void test_classes(void **state)
{
    (void)state;
    static const struct {
        int         before, after;
        bool        is_best;
        ReviewClass which;
    } CASES[] = {
        { 500, 451, false, REVIEW_GOOD },       { 500, 450, false, REVIEW_INACCURACY },
        { 500, 401, false, REVIEW_INACCURACY }, { 500, 400, false, REVIEW_MISTAKE },
        { 500, 301, false, REVIEW_MISTAKE },    { 500, 300, false, REVIEW_BLUNDER },
        { 1000, 0, false, REVIEW_BLUNDER },     { 1000, 0, true, REVIEW_GOOD },
        { 300, 500, false, REVIEW_GOOD },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        ReviewTurn turn = { .before = CASES[i].before,
                            .after = CASES[i].after,
                            .is_best = CASES[i].is_best };
        assert_int_equal(review_class(&turn), CASES[i].which);
    }
    ReviewTurn turns[3] = { { .before = 500, .after = 400 },
                            { .before = 500, .after = 0 },
                            { .player = 1 } };
    Review     review = { .count = 3, .turns = turns };
    assert_int_equal(review_accuracy(&review, 0), (500 + 0) / 2);
    assert_int_equal(review_accuracy(&review, 1), REVIEW_SURE);
    assert_int_equal(review_count(&review, 0, REVIEW_BLUNDER), 1);
    review.count = 2;
    assert_int_equal(review_accuracy(&review, 1), -1);
}

static void test_annotated_record(void **state)
{
    (void)state;
    static const char *const TURNS[] = { "c+d", "a.", "e.", "b+f", NULL };
    Record                   record;
    Review                   review;
    Setup                    setup;
    Fault                    fault;
    assert_int_equal(games_setup("toy", &setup, &fault), STATUS_OK);
    assert_int_equal(record_init(&record, &setup, NULL), STATUS_OK);
    for (int i = 0; TURNS[i] != NULL; i++)
        assert_int_equal(line_play(&record.line, TURNS[i], &fault), STATUS_OK);
    assert_int_equal(record_set_note(&record, 1, 5000, "kept"), STATUS_OK);
    assert_int_equal(review_line(&record.line, NODES, NULL, NULL, &review), STATUS_OK);
    assert_int_equal(review_annotate(&review, &record), STATUS_OK);
    assert_int_equal(line_turns(&record.line), 4);
    assert_int_equal(record_note(&record, 1).mark, NOTE_BLUNDER);
    assert_string_equal(record_note(&record, 1).comment, "kept");
    assert_int_equal(record_note(&record, 1).clock_ms, 5000);
    assert_int_equal(record_note(&record, 2).mark, NOTE_UNMARKED);
    assert_true(record_variation(&record, 1) >= 0);
    assert_int_equal(record_variation(&record, 2), -1);
    review_free(&review);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),  cmocka_unit_test(test_annotated_record),
        cmocka_unit_test(test_blunder),  cmocka_unit_test(test_end),
        cmocka_unit_test(test_given_up), cmocka_unit_test(test_exchange),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
