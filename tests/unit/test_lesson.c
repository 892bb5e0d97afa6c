/* SPDX-License-Identifier: MIT */
/* Lessons: those of all games are complete and their answers are true; damaged ones are errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "play/lesson.h"

enum { TASKS_MIN = 6, LESSONS_MIN = 5 };

/* Return the lesson of a game; NULL if it has none, and no texts for one either: a game of the tests. */
static const char *lesson_of(const Game *game)
{
    const char *text = games_file(game, "lesson.txt");
    assert_int_equal(text != NULL, message_find(game, "lesson-goal") != NULL);
    return text;
}

/* What the turns of a task are worth. */
typedef struct Count {
    const LessonTask *task;
    int               right, wrong;
    int               matched[LESSON_RULES_MAX]; /* wrong turns by the rule that explains them */
} Count;

static bool count_turn(void *context, const Turn *turn, const Pos *after)
{
    (void)after;
    Count        *count = context;
    LessonVerdict verdict;
    assert_int_equal(lesson_judge(count->task, turn, &verdict), STATUS_OK);
    if (verdict.is_right) {
        assert_ptr_equal(verdict.message, count->task->right);
        count->right++;
        return true;
    }
    count->wrong++;
    const char *number = verdict.message == NULL ? NULL : strrchr(verdict.message->key, '-');
    if (number != NULL)
        count->matched[atoi(number + 1)]++;
    return true;
}

/* Every turn that a rule lists is legal, written as the program writes it, and judged as the rule
 * says. */
static void check_listed_turns(const LessonTask *task, const LessonRule *rule)
{
    Scan scan = scan_over(rule->words, rule->length);
    while (!scan_done(&scan)) {
        const char   *word;
        char          text[TURN_TEXT_MAX], written[TURN_TEXT_MAX];
        Text          out = text_over(written, sizeof written);
        Turn          turn;
        Fault         fault = { .why = "" };
        LessonVerdict verdict;
        size_t        length = scan_token(&scan, &word);
        assert_true(length < sizeof text);
        snprintf(text, sizeof text, "%.*s", (int)length, word);
        scan_blanks(&scan);
        if (turn_read(task->setup.game, &task->pos.head, text, &turn, &fault) != STATUS_OK)
            fail_msg("%s task %d: %s: %s", task->setup.game->name, task->number, text, fault.why);
        turn_write_plain(task->setup.game, &task->pos.head, &turn, &out);
        assert_string_equal(text, written);
        assert_int_equal(lesson_judge(task, &turn, &verdict), STATUS_OK);
        assert_int_equal(verdict.is_right, rule->is_right);
    }
}

static void check_task(const LessonTask *task)
{
    Count count = { .task = task };
    int   wrong = 0;
    assert_true(turn_each(task->setup.game, &task->pos.head, count_turn, &count));
    if (count.right == 0 || count.wrong == 0)
        fail_msg("%s task %d: %d right and %d wrong turns", task->setup.game->name, task->number,
                 count.right, count.wrong);
    for (int i = 0; i < task->rule_count; i++) {
        if (task->rule[i].test == LESSON_TURN)
            check_listed_turns(task, &task->rule[i]);
        wrong += !task->rule[i].is_right;
        if (!task->rule[i].is_right && count.matched[wrong] == 0)
            fail_msg("%s task %d: no turn is wrong by rule %d", task->setup.game->name,
                     task->number, wrong);
    }
}

static void test_lessons_of_all_games(void **state)
{
    (void)state;
    int lessons = 0;
    for (int i = 0; GAMES[i] != NULL; i++) {
        const char *text = lesson_of(GAMES[i]);
        LessonTask  task;
        Fault       fault = { .why = "" };
        if (text == NULL)
            continue;
        lessons++;
        int count = lesson_count(text);
        if (count < TASKS_MIN)
            fail_msg("%s has %d tasks", GAMES[i]->name, count);
        for (int number = 0; number <= count; number++) {
            if (lesson_read(GAMES[i], text, number, &task, &fault) != STATUS_OK)
                fail_msg("%s task %d: %s", GAMES[i]->name, number, fault.why);
            if (number > 0)
                check_task(&task);
        }
        assert_int_equal(lesson_read(GAMES[i], text, count + 1, &task, &fault), STATUS_NOT_FOUND);
    }
    assert_true(lessons >= LESSONS_MIN);
}

/* No text of a lesson is left without a task or a rule. */
static void test_texts_are_used(void **state)
{
    (void)state;
    for (int i = 0; GAMES[i] != NULL; i++) {
        const char *text = lesson_of(GAMES[i]);
        int         count = text == NULL ? 0 : lesson_count(text);
        int         expected = text == NULL ? 0 : 1, found = 0;
        LessonTask  task;
        for (int number = 1; number <= count; number++) {
            assert_int_equal(lesson_read(GAMES[i], text, number, &task, NULL), STATUS_OK);
            expected += 2;
            for (int j = 0; j < task.rule_count; j++)
                expected += !task.rule[j].is_right;
        }
        for (int j = 0; j < GAMES[i]->message_count; j++)
            found += strncmp(GAMES[i]->messages[j].key, "lesson-", 7) == 0;
        assert_int_equal(found, expected);
    }
}

static const char START[] = "gipf W__B/_____/______/B_____W/______/_____/W__B 12,12 W\n";

static Status read_lines(const char *place, const char *rules)
{
    char       text[512];
    LessonTask task;
    Fault      fault;
    snprintf(text, sizeof text, "# A comment.\ngoal %s\ntask %s%s", START, place, rules);
    return lesson_read(games_find("gipf"), text, 1, &task, &fault);
}

#define THREE_RULES "right any\nright any\nright any\n"
#define NINE_RULES  THREE_RULES THREE_RULES THREE_RULES

static void test_damaged_lessons(void **state)
{
    (void)state;
    static const char *const RULES[] = {
        "",
        "wrong any\n",
        "right\n",
        "right turn\n",
        "right does\n",
        "right any thing\n",
        "right some\n",
        "right does jump\n",
        "right does move@nobody\n",
        "right does form:\n",
        "right does 2form\n",
        "right does 99*form\n",
        "right does won@me\n",
        "right does won:row\n",
        "left any\n",
        "right any\nwrong any\nwrong any\n", /* there is no text for a second wrong answer */
        NINE_RULES,
    };
    assert_int_equal(read_lines(START, "right any\r\n"), STATUS_OK);
    assert_int_equal(read_lines(START, "right does !2*form:row@other won"), STATUS_OK);
    for (size_t i = 0; i < sizeof RULES / sizeof RULES[0]; i++)
        if (read_lines(START, RULES[i]) == STATUS_OK)
            fail_msg("accepted: %s", RULES[i]);
    assert_int_not_equal(read_lines("duell\n", "right any\n"), STATUS_OK);
    assert_int_not_equal(read_lines("gipf nonsense\n", "right any\n"), STATUS_OK);
    assert_int_not_equal(read_lines("\n", "right any\n"), STATUS_OK);
}

/* Texts that are too long for any buffer are errors too. */
static void test_long_lines(void **state)
{
    (void)state;
    enum { LONG = 20000 };
    char      *text = malloc(LONG + 64);
    LessonTask task;
    Fault      fault;
    assert_non_null(text);
    for (int i = 0; i < 2; i++) {
        size_t start = (size_t)sprintf(text, i == 0 ? "task gipf " : "task gipf");
        memset(text + start, 'x', LONG);
        strcpy(text + start + LONG, "\nright any\n");
        assert_int_equal(lesson_count(text), 1);
        assert_int_equal(lesson_read(games_find("gipf"), text, 1, &task, &fault), STATUS_SYNTAX);
    }
    text[0] = '\0';
    for (int i = 0; i < 1000; i++)
        strcat(text, "task x\n");
    assert_int_equal(lesson_count(text), LESSON_TASKS_MAX);
    assert_int_equal(lesson_read(games_find("gipf"), text, 500, &task, &fault), STATUS_NOT_FOUND);
    free(text);
}

/* Only complete legal turns are answers. */
static void test_answers(void **state)
{
    (void)state;
    const Game *game = games_find("gipf");
    const char *text = games_file(game, "lesson.txt");
    LessonTask  task;
    Buffer      out;
    Turn        turn;
    Fault       fault;
    buffer_init(&out, 4096);
    assert_int_equal(lesson_read(game, text, 5, &task, &fault), STATUS_OK);
    assert_int_equal(turn_read(game, &task.pos.head, "a1-b2/b2-e5", &turn, &fault), STATUS_OK);
    assert_int_equal(turn.count, 2);
    Json json = json_over(&out);
    assert_int_equal(lesson_answer(&json, NULL, game, text, 5, turn.step, 0, &fault),
                     STATUS_ILLEGAL);
    assert_int_equal(lesson_answer(&json, NULL, game, text, 5, turn.step, 1, &fault),
                     STATUS_ILLEGAL);
    turn.step[2] = turn.step[0];
    assert_int_equal(lesson_answer(&json, NULL, game, text, 5, turn.step, 3, &fault),
                     STATUS_ILLEGAL);
    assert_int_equal(lesson_answer(&json, NULL, game, text, 0, turn.step, 2, &fault),
                     STATUS_NOT_FOUND);
    assert_int_equal(lesson_answer(&json, NULL, game, text, 99, turn.step, 2, &fault),
                     STATUS_NOT_FOUND);
    assert_int_equal(out.length, 0);
    assert_int_equal(lesson_answer(&json, NULL, game, text, 5, turn.step, 2, &fault), STATUS_OK);
    assert_non_null(strstr(out.data, "\"right\":true"));
    assert_non_null(strstr(out.data, "\"lesson-5-right\""));
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lessons_of_all_games),
        cmocka_unit_test(test_texts_are_used),
        cmocka_unit_test(test_damaged_lessons),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
