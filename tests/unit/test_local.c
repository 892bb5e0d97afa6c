/* SPDX-License-Identifier: MIT */
/* wasm/local.h in a native build: tables, moves, errors, limited searches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "wasm/local.h"

static void assert_has(const char *answer, const char *part)
{
    if (strstr(answer, part) == NULL)
        fail_msg("no %s in %.300s", part, answer);
}

static int new_table(Local *local, const char *setup)
{
    const char *answer = local_table_new(local, setup, NULL, "a", "b", 0, 0);
    int         table = -1;
    assert_int_equal(sscanf(answer, "{\"table\":%d}", &table), 1);
    return table;
}

/* Extract the move of a Hint in notation. */
static void hinted(const char *answer, char notation[1024])
{
    const char *found = strstr(answer, "\"words\":\"");
    assert_non_null(found);
    found += strlen("\"words\":\"");
    size_t length = strcspn(found, "\"");
    assert_true(length > 0 && length < 1024);
    memcpy(notation, found, length);
    notation[length] = '\0';
}

static void count_reports(void *context, const char *json)
{
    assert_has(json, "\"depth\":");
    ++*(int *)context;
}

static void test_hints_are_legal_and_taken_back(void **state)
{
    (void)state;
    Local *local = local_new(1);
    assert_non_null(local);
    for (int i = 0; GAMES[i] != NULL; i++) {
        char notation[1024];
        int  table = new_table(local, GAMES[i]->name), reports = 0;
        for (int turn = 0; turn < 4; turn++) {
            hinted(local_think(local, table, 3, 0, 0, count_reports, &reports), notation);
            assert_string_equal(local_table_play(local, table, turn, notation), "null");
        }
        assert_true(reports > 0);
        assert_has(local_evaluate(local, table, 3, 200), "\"chance\":");
        assert_has(local_table_whole(local, table), "\"turn\":4,");
        assert_string_equal(local_table_back(local, table, -1), "null");
        assert_has(local_table_whole(local, table), "\"turn\":3,");
        assert_string_equal(local_table_close(local, table), "null");
    }
    local_delete(local);
}

static void test_draws_and_resignations_end_it(void **state)
{
    (void)state;
    Local *local = local_new(2);
    int    drawn = new_table(local, GAMES[0]->name), lost = new_table(local, GAMES[0]->name);
    assert_string_equal(local_table_draw(local, drawn), "null");
    assert_has(local_table_whole(local, drawn), "\"drawn\":true");
    assert_string_equal(local_table_resign(local, lost, 0), "null");
    assert_has(local_table_whole(local, lost), "\"winner\":1");
    assert_has(local_table_record(local, lost), "resign");
    assert_has(local_think(local, lost, 1, 0, 0, NULL, NULL), "\"status\":409");
    assert_has(local_table_resign(local, lost, 7), "\"status\":400");
    local_delete(local);
}

static void test_invalid_input_is_rejected(void **state)
{
    (void)state;
    Local *local = local_new(3);
    char  *endless = malloc((size_t)LOCAL_TEXT_MAX + 2);
    assert_non_null(endless);
    memset(endless, 'x', (size_t)LOCAL_TEXT_MAX + 1);
    endless[LOCAL_TEXT_MAX + 1] = '\0';
    assert_has(local_shape(local, NULL), "\"error\":");
    assert_has(local_board(local, "", ""), "\"error\":");
    assert_has(local_choices(local, GAMES[0]->name, NULL, "1,,2"), "\"status\":400");
    assert_has(
        local_refusal(local, GAMES[0]->name, NULL, NULL, "1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8"),
        "\"status\":400");
    assert_has(local_refusal(local, GAMES[0]->name, NULL, NULL, "65535"), "\"error\":");
    assert_has(local_explain(local, GAMES[0]->name, NULL, endless), "\"status\":400");
    assert_has(local_rules(local, NULL), "\"status\":400");
    int table = new_table(local, GAMES[0]->name);
    assert_has(local_table_back(local, table, -1), "\"key\":\"no-takeback\"");
    assert_has(local_table_turn(local, table, 7, "1", NULL), "\"key\":\"other-turn\"");
    assert_string_equal(local_table_close(local, table), "null");
    assert_has(local_rules(local, ""), "\"\"");
    assert_has(local_rules(local, "<h1>Rules</h1><!--board:gipf-->"), "svg xmlns");
    assert_null(strstr(local_rules(local, "<p>Rules</p><!--board:none-->"), "svg"));
    assert_null(strstr(local_rules(local, "<p>Rules</p><!--board:gipf"), "svg"));
    assert_has(local_lesson(local, NULL, NULL), "\"status\":404");
    assert_has(local_lesson(local, "nope", "goal gipf\n"), "\"status\":404");
    assert_has(local_lesson(local, GAMES[0]->name, endless), "\"status\":404");
    assert_has(local_lesson(local, GAMES[0]->name, "goal nope\n"), "\"status\":400");
    assert_has(local_answer(local, GAMES[0]->name, endless, 1, NULL), "\"status\":404");
    assert_has(local_table_read(local, endless, 0, 0), "\"status\":400");
    assert_has(local_table_whole(local, INT32_MIN), "\"status\":404");
    assert_has(local_table_board(local, new_table(local, GAMES[0]->name), 1), "\"status\":404");
    assert_has(local_table_board(local, 0, 0), "\"last\":[]");
    for (int i = 1; i < LOCAL_TABLES_MAX; i++)
        new_table(local, GAMES[0]->name);
    assert_has(local_table_new(local, GAMES[0]->name, NULL, NULL, NULL, 0, 0), "\"status\":503");
    free(endless);
    local_delete(local);
}

/* The lesson of every game, and answers that are not moves. */
static void test_lessons(void **state)
{
    (void)state;
    Local *local = local_new(1);
    assert_non_null(local);
    for (int i = 0; GAMES[i] != NULL; i++) {
        const char *text = games_file(GAMES[i], "lesson.txt"), *name = GAMES[i]->name;
        if (text == NULL)
            continue;
        assert_has(local_lesson(local, name, text), "\"key\":\"lesson-1\"");
        assert_has(local_answer(local, name, text, 1, NULL), "\"status\":409");
        assert_has(local_answer(local, name, text, 1, "nonsense"), "\"status\":400");
        assert_has(local_answer(local, name, text, 0, "1"), "\"status\":404");
    }
    local_delete(local);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hints_are_legal_and_taken_back),
        cmocka_unit_test(test_draws_and_resignations_end_it),
        cmocka_unit_test(test_invalid_input_is_rejected),
        cmocka_unit_test(test_lessons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
