/* SPDX-License-Identifier: MIT */
/* test_ponte_strategy.c - our player as a contest strategy: in whole games the contest's own check finds
 * no violation, and tables that contradict the rules are rejected with a reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "dialects/list.h"
#include "dialects/ponte_strategy.h"
#include "games/list.h"

enum { N = 10, TABLES = 2, GAMES_PLAYED = 2 };

static const PonteLimits FEW_NODES = { .nodes = 300 };

static void read_tables(const ExchangeQuestion *question, PonteFiles *files)
{
    Fault       fault;
    PonteTable *table[TABLES] = { &files->chess, &files->bridge };
    for (int i = 0; i < TABLES; i++) {
        const Buffer *text = &question->files[i].text;
        assert_int_equal(ponte_table_read(text->data, text->length, N, 999, table[i], &fault),
                         STATUS_OK);
    }
}

/* Answer a question as the command does, and let the contest check the answer. */
static void answer(const Line *line, ExchangeQuestion *question, ExchangeResult *result)
{
    PonteFiles    files;
    PosBuffer     pos;
    Turn          turn;
    Fault         fault = { .why = "" };
    char          text[TABLES][PONTE_TABLE_TEXT_MAX];
    ExchangeReply replies[EXCHANGE_FILES_MAX] = { { 0 } };
    read_tables(question, &files);
    if (ponte_strategy_position(&files, question->args[0][0] == 'W' ? PONTE_WHITE : PONTE_BLACK,
                                question->args[1][0] == 'Y', line_turns(line) + 1, &pos.head,
                                &fault) != STATUS_OK ||
        ponte_strategy_decide(&pos.head, &FEW_NODES, 0, &turn, &fault) != STATUS_OK)
        fail_msg("turn %d: %s", line_turns(line) + 1, fault.why);
    assert_memory_equal(&pos, line_now(line), PONTE_RULES.size(pos.head.variant));
    PonteFiles after = files;
    ponte_strategy_play(&pos.head, &turn, &after);
    assert_true((memcmp(&after.chess, &files.chess, sizeof files.chess) == 0) !=
                (memcmp(&after.bridge, &files.bridge, sizeof files.bridge) == 0));
    const PonteTable *table[TABLES] = { &after.chess, &after.bridge };
    for (int i = 0; i < question->file_count; i++) {
        const Buffer *log = &question->files[i].text;
        replies[i] = (ExchangeReply){ true, log->data == NULL ? "" : log->data, log->length };
        if (i == TABLES)
            continue;
        Text out = text_over(text[i], sizeof text[i]);
        ponte_table_write(table[i], N, &out);
        replies[i].data = text[i];
        replies[i].size = out.length;
    }
    EXCHANGES[0].evaluate(line, question, replies, result);
}

/* Games that begin with random turns, so that all kinds of actions and skips occur. */
static void test_games_have_no_violation(void **state)
{
    (void)state;
    Setup  setup;
    Fault  fault;
    Random random = random_seeded(4);
    int    kinds[4] = { 0 };
    assert_int_equal(games_setup("ponte:contest", &setup, &fault), STATUS_OK);
    for (int game = 0; game < GAMES_PLAYED; game++) {
        Line line;
        assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
        line_play_random(&line, &random, 1 + 6 * (game % 2));
        while (line_outcome(&line).ending == ENDING_NONE) {
            ExchangeQuestion question;
            ExchangeResult   result;
            Turn             turn;
            exchange_question_init(&question);
            assert_int_equal(EXCHANGES[0].ask(&line, &question, &fault), STATUS_OK);
            answer(&line, &question, &result);
            if (!result.fine)
                fail_msg("%s: %s", result.code, result.why);
            assert_int_equal(line_play(&line, result.turn, &fault), STATUS_OK);
            line_turn(&line, line_turns(&line) - 1, &turn);
            kinds[islands_kind(turn.step[0])]++;
            exchange_question_free(&question);
        }
        line_free(&line);
    }
    assert_true(kinds[ISLANDS_STONE] > 0 && kinds[ISLANDS_BRIDGE] > 0);
}

/* Tables as edits of an empty board: "c x,y=v" and "b x,y=v". */
static const struct Case {
    const char *name, *edits;
    int         side;
    bool        may_swap;
    const char *why; /* "" if it can be played */
} CASES[] = {
    { "an empty board", "", PONTE_WHITE, false, "" },
    { "the swap", "c0,0=1 c5,5=1", PONTE_BLACK, true, "" },
    { "a bridge", "c0,0=1 c2,0=1 c5,5=2 c7,7=2 b0,0=1 b2,0=1", PONTE_BLACK, false, "" },
    { "bridges in another order", "c0,0=1 c2,0=1 c5,5=2 c7,7=2 b0,0=2 b2,0=2 b5,5=1 b7,7=1",
      PONTE_WHITE, false, "" },
    { "a swap without stones", "", PONTE_BLACK, true, "R2.2" },
    { "a swap for White", "c0,0=1 c5,5=1", PONTE_WHITE, true, "R2.2" },
    { "five stones in a group", "c0,0=1 c1,0=1 c2,0=1 c3,0=1 c4,0=1", PONTE_BLACK, false, "R3.2" },
    { "an island that touches a stone", "c0,0=1 c1,0=1 c2,0=1 c3,0=1 c4,1=1", PONTE_BLACK, false,
      "R3.3" },
    { "a bridge with one end", "c0,0=1 c2,0=1 b0,0=1", PONTE_BLACK, false, "two cells" },
    { "a bridge with three ends", "c0,0=1 c2,0=1 c4,0=1 b0,0=1 b2,0=1 b4,0=1", PONTE_BLACK, false,
      "more than two cells" },
    { "a bridge of no length", "c0,0=1 c5,0=1 b0,0=1 b5,0=1", PONTE_BLACK, false, "distance" },
    { "a bridge without stones", "b0,0=1 b2,0=1", PONTE_WHITE, false, "R4" },
    { "a bridge between colours", "c0,0=1 c2,0=2 b0,0=1 b2,0=1", PONTE_WHITE, false, "R4" },
    { "a bridge over a stone", "c0,0=1 c1,0=2 c2,0=1 b0,0=1 b2,0=1", PONTE_BLACK, false, "R4" },
    { "a missing number", "c0,0=1 c2,0=1 b0,0=2 b2,0=2", PONTE_BLACK, false, "1 is missing" },
    { "a large number", "c0,0=1 c2,0=1 b0,0=999 b2,0=999", PONTE_BLACK, false, "too large" },
};

static void edit(const char *edits, PonteFiles *files)
{
    char which;
    int  x, y, value, used;
    memset(files, 0, sizeof *files);
    for (; sscanf(edits, " %c%d,%d=%d%n", &which, &x, &y, &value, &used) == 4; edits += used)
        (which == 'c' ? &files->chess : &files->bridge)->at[y][x] = value;
}

static void test_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const struct Case *c = &CASES[i];
        PonteFiles         files;
        PosBuffer          pos;
        Fault              fault = { .why = "" };
        edit(c->edits, &files);
        Status status = ponte_strategy_position(&files, c->side, c->may_swap, 3, &pos.head, &fault);
        if ((status == STATUS_OK) != (c->why[0] == '\0') || strstr(fault.why, c->why) == NULL)
            fail_msg("%s: '%s'", c->name, fault.why);
    }
}

/* A table that is cut anywhere is rejected, unless only its last newline is missing. */
static void test_cut_tables(void **state)
{
    (void)state;
    PonteTable table = { 0 }, again;
    char       text[PONTE_TABLE_TEXT_MAX];
    Text       out = text_over(text, sizeof text);
    table.at[9][9] = 1;
    ponte_table_write(&table, N, &out);
    for (size_t size = 0; size <= out.length; size++) {
        Fault  fault = { .why = "" };
        Status status = ponte_table_read(text, size, N, 2, &again, &fault);
        assert_int_equal(status == STATUS_OK, size + 1 >= out.length);
        assert_int_equal(status == STATUS_OK, fault.why[0] == '\0');
    }
    assert_memory_equal(&table, &again, sizeof table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_have_no_violation),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_cut_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
