/* SPDX-License-Identifier: MIT */
/* test_ponte_contest.c - the contest's files: the example of its own document, and one row for each way
 * to answer, right or wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "dialects/list.h"
#include "dialects/ponte_formats.h"

enum { N = 10 };

/* The position of the contest's document, reached by a game; Black is to move. */
static const char EXAMPLE[] = "W_1_Chess_3,0_5,0\nB_2_Chess_3,4_5,4\nW_3_Chess_3,2_5,2\n"
                              "B_4_Chess_7,5_8,5\nW_5_Bridge_3,2_5,2\nB_6_Bridge_5,4_7,5\n"
                              "W_7_Chess_4,8_6,8\nB_8_Chess_7,7_8,7\nW_9_Bridge_4,8_6,8\n";
/* A stone stands where a bridge would lie; White is to move. */
static const char BLOCKED[] = "W_1_Chess_3,0_5,0\nB_2_Chess_4,0_9,9\n";
/* White has b10 c10 d10; White is to move. */
static const char THREE[] = "W_1_Chess_1,0_2,0\nB_2_Chess_9,8_9,6\nW_3_Chess_3,0_7,7\n"
                            "B_4_Chess_9,4_9,2\n";
/* The same with the island a10 b10 c10 d10. */
static const char ISLAND[] = "W_1_Chess_1,0_2,0\nB_2_Chess_9,8_9,6\nW_3_Chess_0,0_3,0\n"
                             "B_4_Chess_9,4_9,2\n";
static const char FIRST[] = "W_1_Chess_2,0_2,2\n";
static const char FOURTH[] = "W_1_Chess_2,0_2,2\nB_2_Chess_9,9_9,7\nW_3_Chess_5,5_7,7\n";

/* An edit is "c x,y=v", "b x,y=v" (a file, a cell, a number) or a word: "log" changes the log, "nolog"
 * removes it, the others write a table in another way. */
static const struct Case {
    const char *name, *log, *edits, *code, *turn;
} CASES[] = {
    { "two stones", EXAMPLE, "c0,0=2 c9,9=2", "", "a10,j1" },
    { "a bridge", EXAMPLE, "b8,5=4 b7,7=4", "", "i5-h3" },
    { "CR LF is fine", EXAMPLE, "c0,0=2 c9,9=2 crlf", "", "a10,j1" },
    { "blanks are fine", EXAMPLE, "c0,0=2 c9,9=2 blanks", "", "a10,j1" },
    { "no last newline is fine", EXAMPLE, "c0,0=2 c9,9=2 unended", "", "a10,j1" },
    { "the swap", FIRST, "c2,0=2 c2,2=2", "", "swap" },
    { "stones instead of the swap", FIRST, "c0,0=2 c9,9=2", "", "a10,j1" },

    { "on a stone of the other", EXAMPLE, "c3,0=2 c0,0=2", "occupied", "" },
    { "half a swap", FIRST, "c2,0=2", "occupied", "" },
    { "other stones in a swap's way", FOURTH, "c5,5=2 c7,7=2", "occupied", "" },
    { "under a bridge", EXAMPLE, "c4,2=2 c0,0=2", "covered", "" },
    { "at the corner of an island", ISLAND, "c4,1=1 c6,6=1", "diagonal", "" },
    { "making an island that touches a corner", THREE, "c0,0=1 c4,1=1", "diagonal", "" },
    { "a fifth stone", ISLAND, "c4,0=1 c6,6=1", "group-size", "" },
    { "five together", THREE, "c0,0=1 c4,0=1", "group-size", "" },
    { "over a stone", BLOCKED, "b3,0=1 b5,0=1", "bridge-blocked", "" },
    { "a second bridge on a stone", EXAMPLE, "b3,4=4 b5,4=4", "bridge-ends", "" },
    { "one end", EXAMPLE, "b8,5=4", "bridge-ends", "" },
    { "three ends", EXAMPLE, "b8,5=4 b7,7=4 b3,4=4", "bridge-ends", "" },
    { "an end without a stone", EXAMPLE, "b8,7=4 b8,9=4", "bridge-owner", "" },
    { "the other's stones", EXAMPLE, "b3,0=4 b5,0=4", "bridge-owner", "" },
    { "no bridge's distance", EXAMPLE, "b3,4=4 b7,7=4", "bridge-distance", "" },
    { "one stone", EXAMPLE, "c0,0=2", "bad-action", "" },
    { "three stones", EXAMPLE, "c0,0=2 c9,9=2 c0,9=2", "bad-action", "" },
    { "nothing", EXAMPLE, "", "bad-action", "" },
    { "an own stone taken away", EXAMPLE, "c3,4=0", "bad-action", "" },
    { "stones and a bridge", EXAMPLE, "c0,0=2 c9,9=2 b8,5=4 b7,7=4", "bad-action", "" },
    { "a swap that is not allowed any more", FOURTH, "c2,0=2 c2,2=2", "bad-action", "" },
    { "the other's colour", EXAMPLE, "c0,0=1 c9,9=1", "wrong-colour", "" },
    { "one of each colour", EXAMPLE, "c0,0=2 c9,9=1", "wrong-colour", "" },
    { "the log changed", EXAMPLE, "c0,0=2 c9,9=2 log", "log-tampered", "" },
    { "the log removed", EXAMPLE, "c0,0=2 c9,9=2 nolog", "log-tampered", "" },
    { "a wrong number", EXAMPLE, "b8,5=5 b7,7=5", "bad-format", "" },
    { "numbers of bridges changed", EXAMPLE, "b3,2=0 b5,2=0", "bad-format", "" },
    { "no colour", EXAMPLE, "c0,0=3 c9,9=2", "bad-format", "" },
    { "a row too few", EXAMPLE, "c0,0=2 c9,9=2 short", "bad-format", "" },
    { "a column too many", EXAMPLE, "c0,0=2 c9,9=2 wide", "bad-format", "" },
    { "all on one line", EXAMPLE, "c0,0=2 c9,9=2 oneline", "bad-format", "" },
    { "letters", EXAMPLE, "c0,0=2 c9,9=2 letters", "bad-format", "" },
    { "an empty file", EXAMPLE, "empty", "bad-format", "" },
    { "a missing file", EXAMPLE, "missing", "bad-format", "" },

    /* where several apply, the first of the contest's table counts */
    { "occupied before covered", EXAMPLE, "c3,0=2 c4,2=2", "occupied", "" },
    { "covered before log-tampered", EXAMPLE, "c4,2=2 c0,0=2 log", "covered", "" },
    { "covered before bad-action", EXAMPLE, "c4,2=2", "covered", "" },
    { "diagonal before group-size", ISLAND, "c4,0=1 c4,1=1", "diagonal", "" },
    { "log-tampered before bad-format", EXAMPLE, "empty log", "log-tampered", "" },
    { "bad-action before wrong-colour", EXAMPLE, "c0,0=1", "bad-action", "" },
};

static Record line_of(const char *log)
{
    Record     record;
    Fault      fault;
    ConvertAsk ask = { 0 };
    if (ponte_log_read(&ask, log, strlen(log), &record, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
    return record;
}

typedef struct Answer {
    int         table[2][N][N]; /* stones, bridges */
    char        text[3][4096];
    bool        found[3];
    const char *way;
} Answer;

static void write_table(const Answer *a, int which, char *out)
{
    bool changed = which == 0; /* ways of writing concern the first file */
    int  rows = changed && strcmp(a->way, "short") == 0 ? N - 1 : N;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < N; x++) {
            const char *end = x + 1 < N ? "," : "\n";
            if (changed && strcmp(a->way, "crlf") == 0 && x + 1 == N)
                end = "\r\n";
            if (changed && strcmp(a->way, "blanks") == 0)
                end = x + 1 < N ? " , " : " \n";
            if (changed && strcmp(a->way, "wide") == 0 && x + 1 == N)
                end = ",0\n";
            if (changed && strcmp(a->way, "oneline") == 0)
                end = ",";
            if (changed && strcmp(a->way, "letters") == 0 && y == 3)
                end = "x";
            out += sprintf(out, "%d%s", a->table[which][y][x], end);
        }
    if (changed && strcmp(a->way, "unended") == 0)
        out[-1] = '\0';
}

static void read_tables(const ExchangeQuestion *question, Answer *a)
{
    for (int which = 0; which < 2; which++) {
        const char *at = question->files[which].text.data;
        for (int i = 0; i < N * N; i++) {
            a->table[which][i / N][i % N] = (int)strtol(at, (char **)(void *)&at, 10);
            at++;
        }
    }
}

static void make_answer(const ExchangeQuestion *question, const char *edits, Answer *a)
{
    char words[200], *word, *rest = words;
    memset(a, 0, sizeof *a);
    a->way = "";
    read_tables(question, a);
    snprintf(words, sizeof words, "%s", edits);
    for (int i = 0; i < 3; i++)
        a->found[i] = true;
    snprintf(a->text[2], sizeof a->text[2], "%s", question->files[2].text.data);
    while ((word = strtok_r(rest, " ", &rest)) != NULL) {
        int x, y, value;
        if (sscanf(word + 1, "%d,%d=%d", &x, &y, &value) == 3)
            a->table[word[0] == 'c' ? 0 : 1][y][x] = value;
        else if (strcmp(word, "log") == 0)
            a->text[2][0] = 'B';
        else if (strcmp(word, "nolog") == 0)
            a->found[2] = false;
        else if (strcmp(word, "missing") == 0)
            a->found[0] = false;
        else
            a->way = strdup(word);
    }
    write_table(a, 0, a->text[0]);
    write_table(a, 1, a->text[1]);
    if (strcmp(a->way, "empty") == 0)
        a->text[0][0] = '\0';
}

static void test_answers(void **state)
{
    (void)state;
    const Exchange *exchange = &EXCHANGES[0];
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const struct Case *c = &CASES[i];
        Record             record = line_of(c->log);
        ExchangeQuestion   question;
        ExchangeReply      replies[EXCHANGE_FILES_MAX] = { { 0 } };
        ExchangeResult     result;
        Fault              fault;
        static Answer      answer;
        exchange_question_init(&question);
        assert_int_equal(exchange->ask(&record.line, &question, &fault), STATUS_OK);
        make_answer(&question, c->edits, &answer);
        for (int f = 0; f < 3; f++)
            replies[f] = (ExchangeReply){ answer.found[f], answer.text[f], strlen(answer.text[f]) };
        exchange->evaluate(&record.line, &question, replies, &result);
        if (strcmp(result.code, c->code) != 0 || (result.fine && strcmp(result.turn, c->turn)))
            fail_msg("%s: '%s' '%s' (%s) instead of '%s' '%s'", c->name, result.code, result.turn,
                     result.why, c->code, c->turn);
        assert_true(result.fine == (c->code[0] == '\0'));
        assert_true(result.fine || result.why[0] != '\0');
        if (result.fine)
            assert_int_equal(line_play(&record.line, result.turn, &fault), STATUS_OK);
        if (answer.way[0] != '\0')
            free((void *)(uintptr_t)answer.way);
        exchange_question_free(&question);
        record_free(&record);
    }
}

static void expect_file(const char *text, const char *head, const Buffer *file)
{
    const char *at = strstr(text, head);
    assert_non_null(at);
    at += strlen(head);
    if (strncmp(at, file->data, file->length) != 0)
        fail_msg("instead of the document's\n%.300s\nthere is\n%s", at, file->data);
}

/* The example of the contest's document, byte by byte; its log replays. */
static void test_document(void **state)
{
    const char      *path = *state;
    static char      text[16384];
    FILE            *file = fopen(path, "r");
    Record           record = line_of(EXAMPLE);
    ExchangeQuestion question;
    Fault            fault;
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    exchange_question_init(&question);
    assert_int_equal(EXCHANGES[0].ask(&record.line, &question, &fault), STATUS_OK);
    expect_file(text, "\nchess\n", &question.files[0].text);
    expect_file(text, "\nbridge\n", &question.files[1].text);
    assert_string_equal(question.files[2].text.data, EXAMPLE);
    assert_int_equal(question.arg_count, 5);
    assert_string_equal(question.args[0], "B");
    assert_string_equal(question.args[1], "N");
    assert_string_equal(question.args[2], question.files[0].name);
    exchange_question_free(&question);
    record_free(&record);

    const char *log = strstr(text, "\nlog\n");
    assert_non_null(log);
    record = line_of(log + 5);
    exchange_question_init(&question);
    assert_int_equal(EXCHANGES[0].ask(&record.line, &question, &fault), STATUS_OK);
    expect_file(text, "\nlog\n", &question.files[2].text);
    exchange_question_free(&question);
    record_free(&record);
}

static void test_may_swap(void **state)
{
    (void)state;
    Record           record = line_of(FIRST);
    ExchangeQuestion question;
    Fault            fault;
    exchange_question_init(&question);
    assert_int_equal(EXCHANGES[0].ask(&record.line, &question, &fault), STATUS_OK);
    assert_string_equal(question.args[0], "B");
    assert_string_equal(question.args[1], "Y");
    exchange_question_free(&question);
    record_free(&record);
}

/* Any bytes instead of a file: a result, and no more. */
static void test_hostile_answers(void **state)
{
    (void)state;
    Record           record = line_of(EXAMPLE);
    ExchangeQuestion question;
    Fault            fault;
    Random           random = random_seeded(9);
    exchange_question_init(&question);
    assert_int_equal(EXCHANGES[0].ask(&record.line, &question, &fault), STATUS_OK);
    for (int trial = 0; trial < 20000; trial++) {
        ExchangeReply  replies[EXCHANGE_FILES_MAX] = { { 0 } };
        char           bytes[3][256];
        ExchangeResult result;
        for (int f = 0; f < 3; f++) {
            size_t size = random_below(&random, 256);
            size_t kept = question.files[f].text.length;
            if (kept > size)
                kept = size;
            memcpy(bytes[f], question.files[f].text.data, kept);
            for (int k = 0; k < 3 && size > 0; k++)
                bytes[f][random_below(&random, (uint32_t)size)] = (char)random_below(&random, 256);
            if (kept < size)
                size = kept;
            replies[f] = (ExchangeReply){ true, bytes[f], size };
        }
        EXCHANGES[0].evaluate(&record.line, &question, replies, &result);
        assert_true(result.fine || result.code[0] != '\0');
    }
    exchange_question_free(&question);
    record_free(&record);
}

int main(int argc, char **argv)
{
    static char example[4096];
    snprintf(example, sizeof example, "%s", argc > 1 ? argv[1] : "interface-example.txt");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_document, example),
        cmocka_unit_test(test_may_swap),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_hostile_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
