/* SPDX-License-Identifier: MIT */
/* core/record: what may stand in a record, what is refused and where, and that whatever was
 * written reads back (docs/records.md), with the toy game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/record.h"
#include "games/toy/toy.h"

static const Game *find(const char *name)
{
    return strcmp(name, "toy") == 0 ? &TOY_GAME : NULL;
}

typedef struct Paper {
    char  *data;
    size_t size, capacity, limit; /* limit: refuse more bytes than this; 0: never */
} Paper;

static bool take(void *context, const char *data, size_t size)
{
    Paper *paper = context;
    if (paper->limit != 0 && paper->size + size > paper->limit)
        return false;
    if (paper->size + size + 1 > paper->capacity) {
        paper->capacity = 2 * (paper->size + size + 1);
        paper->data = realloc(paper->data, paper->capacity);
        assert_non_null(paper->data);
    }
    memcpy(paper->data + paper->size, data, size);
    paper->size += size;
    paper->data[paper->size] = '\0';
    return true;
}

/* The record as text; the caller frees paper.data. */
static Paper written(const Record *record)
{
    Paper paper = { .size = 0 };
    assert_true(record_write(record, take, &paper));
    return paper;
}

static Record read_good(const char *text, size_t size)
{
    Record record;
    Fault  fault = { 0 };
    if (record_read(find, text, size, &record, &fault) != STATUS_OK)
        fail_msg("refused: %s\n%s", fault.why, text);
    return record;
}

/* What is read, and the one form in which it is written. */
static const struct good_case {
    const char *what;
    const char *text;
    const char *canonical; /* NULL: the text itself */
} GOOD[] = {
    { "the smallest record", "[Game \"toy:8\"]\nresult *\n", NULL },
    { "everything at once",
      "[Game \"toy:8;repetition=3;limit=100\"]\n"
      "[Position \"x......o x\"]\n"
      "[First \"Ada\"]\n"
      "[Second \"the \\\"quick\\\" one, C:\\\\bots\"]\n"
      "[Event \"caf\xc3\xa9\"]\n"
      "1. b+c @899.250 {a comment}\n"
      "2. g. @900.000\n"
      "3. d. {won;\n# this line belongs to the comment}\n"
      "result white row 4-2\n",
      NULL },
    { "the example of docs/records.md",
      "[Game \"toy:8;repetition=3\"]\n"
      "[First \"Ada\"]\n"
      "[Second \"tessera \\\"quick\\\"\"]\n"
      "[Date \"2026-11-15\"]\n"
      "1. c+f @899.250 {the two stones may come in any order}\n"
      "2. a. ?! @898.004\n"
      "( 2. d. ! {keeps the stones apart} 3. g. ( 3. e. 4. h. ) 4. b. )\n"
      "3. d+e @897.900\n"
      "result white row 4-1\n",
      NULL },
    { "settings are written in full", "[Game \"toy\"]\nresult *\n",
      "[Game \"toy:8\"]\nresult *\n" },
    { "layout is free",
      "\r\n\t[ Game\r\n\"toy:8\" ]   [First\"Ada\"]1.\r\nc+f   a. 3.\tc-d result\r\n*",
      "[Game \"toy:8\"]\n[First \"Ada\"]\n1. c+f\n2. a.\n3. c-d\nresult *\n" },
    { "numbers may be left out", "[Game \"toy:8\"] c+f a. 3.c-d result *",
      "[Game \"toy:8\"]\n1. c+f\n2. a.\n3. c-d\nresult *\n" },
    { "lines with ; or # in front are skipped",
      "; head\n# too\n[Game \"toy:8\"]\n;\n1. c+f\n# 2. illegal\n2. a.\n;\nresult *\n; tail",
      "[Game \"toy:8\"]\n1. c+f\n2. a.\nresult *\n" },
    { "turns come out in canonical order", "[Game \"toy:8\"]\n1. f+c\nresult *\n",
      "[Game \"toy:8\"]\n1. c+f\nresult *\n" },
    { "clocks come out with three decimals",
      "[Game \"toy:8\"] c. @5 d. @5.1 e. @0.05 f. @1.234 result *",
      "[Game \"toy:8\"]\n1. c. @5.000\n2. d. @5.100\n3. e. @0.050\n4. f. @1.234\nresult *\n" },
    { "notes in either order, close to the turn",
      "[Game \"toy:8\"] c.{one}@7 d. @7.5{two} result *",
      "[Game \"toy:8\"]\n1. c. @7.000 {one}\n2. d. @7.500 {two}\nresult *\n" },
    { "an empty comment is a comment", "[Game \"toy:8\"]\n1. c. {}\nresult *\n", NULL },
    { "comments keep their blanks", "[Game \"toy:8\"]\n1. c. {  a [b] \"c\" {d \r\n }\nresult *\n",
      NULL },
    { "the usual start is not written", "[Game \"toy:8\"]\n[Position \"........ x\"]\nresult *\n",
      "[Game \"toy:8\"]\nresult *\n" },
    { "a start in the middle of a turn",
      "[Game \"toy:8\"]\n[Position \"x.xo.... x c\"]\n1. +e\n2. h.\nresult *\n", NULL },
    { "a start that is over", "[Game \"toy:8\"]\n[Position \"xxxx...o o\"]\nresult white row\n",
      NULL },
    { "an empty tag", "[Game \"toy:8\"]\n[Event \"\"]\nresult *\n", NULL },
    { "somebody gives up", "[Game \"toy:8\"]\n1. c.\nresult white resign\n", NULL },
    { "both agree", "[Game \"toy:8\"]\nresult draw agreement after a long day\n", NULL },
    { "details may be left out", "[Game \"toy:8\"] a+b h. c+d result white row",
      "[Game \"toy:8\"]\n1. a+b\n2. h.\n3. c+d\nresult white row\n" },
    { "details are free", "[Game \"toy:8\"] a+b h. c+d result white\nrow  anything  goes \r\n",
      "[Game \"toy:8\"]\n1. a+b\n2. h.\n3. c+d\nresult white row anything  goes\n" },
    { "marks, several comments, variations, a comment at the start",
      "[Game \"toy:8\"]\n{the start}\n{again}\n1. c+f ! @9.000 {one} {two}\n"
      "( 1. a+b ?? {why} 2. h. !? ( 2. g. ( 2. f. ) 3. h. ) 3. c+d )\n( 1. d. ?! )\n"
      "2. a. ?\n( 2. b. @8.500 )\n3. c-d\n( 4. h. 5. f-g )\nresult white resign\n",
      "[Game \"toy:8\"]\n{the start}\n{again}\n1. c+f ! @9.000 {one} {two}\n"
      "( 1. a+b ?? {why} 2. h. !? ( 2. g. 3. h. ) ( 2. f. ) 3. c+d )\n( 1. d. ?! )\n"
      "2. a. ?\n( 2. b. @8.500 )\n3. c-d\n( 4. h. 5. f-g )\nresult white resign\n" },
    { "variations without numbers and spaces",
      "[Game \"toy:8\"]c+f(a+b{x}h.(g.)c+d)(d. @5)a. !(b.)result *",
      "[Game \"toy:8\"]\n1. c+f\n( 1. a+b {x} 2. h. ( 2. g. ) 3. c+d )\n( 1. d. @5.000 )\n"
      "2. a. !\n( 2. b. )\nresult *\n" },
    { "alternatives are written side by side, after the turn that they replace",
      "[Game \"toy:8\"] ( 1. a. ( 1. b. ( 1. c. ) ) ( 2. h. ) 2. g. ) 1. d. result *",
      "[Game \"toy:8\"]\n1. d.\n( 1. a. 2. g. ( 2. h. ) )\n( 1. b. )\n( 1. c. )\nresult *\n" },
    { "a variation may go on where the game is over",
      "[Game \"toy:8\"]\n1. a+b\n2. h.\n3. c+d\n( 3. c. 4. g. 5. d. )\nresult white row 4-1\n",
      NULL },
    { "variations of a game without turns", "[Game \"toy:8\"]\n( 1. a. 2. h. )\nresult *\n", NULL },
    { "variations and clocks of a start in the middle of a turn",
      "[Game \"toy:8\"]\n[Position \"x.xo.... x c\"]\n1. +e\n( 1. +f ! 2. b. )\n2. h.\nresult *\n",
      "[Game \"toy:8\"]\n[Position \"x.xo.... x c\"]\n1. +e\n( 1. +f ! 2. b. )\n2. h.\nresult *\n" },
    { "the line ends a game, too", "[Game \"toy:8;limit=1\"]\n1. c.\nresult draw limit 1-0\n",
      NULL },
};

static void test_good_records(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        const struct good_case *c = &GOOD[i];
        Record                  record = read_good(c->text, strlen(c->text));
        Paper                   paper = written(&record);
        const char             *expected = c->canonical != NULL ? c->canonical : c->text;
        if (strcmp(paper.data, expected) != 0)
            fail_msg("%s:\n%s", c->what, paper.data);
        Record again = read_good(paper.data, paper.size);
        if (!record_same(&record, &again))
            fail_msg("%s: reads back as another record", c->what);
        record_free(&again);
        record_free(&record);
        free(paper.data);
    }
}

/* What is refused, where, and what is said. */
static const struct bad_case {
    const char *text;
    Status      status;
    size_t      at;
    const char *why;
} BAD[] = {
    { "", STATUS_SYNTAX, 0, "line 1, column 1: a record begins with [Game \"...\"]" },
    { "\n\nhello", STATUS_SYNTAX, 2, "line 3, column 1: a record begins with" },
    { "[First \"Ada\"]\nresult *", STATUS_SYNTAX, 1, "line 1, column 2: the first tag is Game" },
    { "[Game \"chess\"]", STATUS_NOT_FOUND, 7, "column 8: there is no game called 'chess'" },
    { "[Game \"toy:99\"]", STATUS_SYNTAX, 11, "column 12: the board has 4 to 16 cells" },
    { "[Game \"toy:8\"", STATUS_SYNTAX, 13, "a tag ends with ]" },
    { "[Game \"toy:8", STATUS_SYNTAX, 12, "the value of the tag does not end" },
    { "[Game \"toy\n\"]", STATUS_SYNTAX, 10, "the value of the tag does not end" },
    { "[Game \"toy:8\\", STATUS_SYNTAX, 13, "the value of the tag does not end" },
    { "[Game \"to\\y\"]", STATUS_SYNTAX, 10, "only \" or \\ may follow a \\" },
    { "[Game toy]", STATUS_SYNTAX, 6, "a tag is [Name \"value\"]" },
    { "[Game]", STATUS_SYNTAX, 5, "a tag is [Name \"value\"]" },
    { "[]", STATUS_SYNTAX, 1, "the name of a tag is" },
    { "[8 \"x\"]", STATUS_SYNTAX, 1, "the name of a tag is" },
    { "[Na.me \"x\"]", STATUS_SYNTAX, 1, "the name of a tag is" },
    { "[Abcdefghijklmnopqrstuvwxyzabcdefgh \"x\"]", STATUS_SYNTAX, 1, "the name of a tag is" },
    { "[Game \"toy\"]\n[Game \"toy\"]", STATUS_SYNTAX, 14,
      "line 2, column 2: the tag Game occurs" },
    { "[Game \"toy\"][A \"\"][A \"\"]", STATUS_SYNTAX, 19, "the tag A occurs twice" },
    { "[Game \"toy\"][Position \"........ x\"][Position \"........ x\"]", STATUS_SYNTAX, 36,
      "the tag Position occurs twice" },
    { "[Game \"toy\"][Position \"...z.... x\"]", STATUS_SYNTAX, 26, "one of x o ." },
    { "[Game \"toy\"][Position \"xxxxoooo x\"]", STATUS_ILLEGAL, 23, "both sides have a row" },
    { "[Game \"toy\"]", STATUS_SYNTAX, 12, "the record ends without a result" },
    { "[Game \"toy\"]\n1. c+f\n", STATUS_SYNTAX, 20, "line 3, column 1: the record ends without" },
    { "[Game \"toy\"]\n2. c+f\nresult *", STATUS_SYNTAX, 13, "this is turn 1" },
    { "[Game \"toy\"]\n1. c+f 1. a.\nresult *", STATUS_SYNTAX, 20,
      "line 2, column 8: this is turn 2" },
    { "[Game \"toy\"]\n99999999999999999999. c", STATUS_SYNTAX, 13, "this is turn 1" },
    { "[Game \"toy\"]\n1. c+f\n2. c+a\nresult *", STATUS_ILLEGAL, 23,
      "line 3, column 4: turn 2: there is a stone on c (T2)" },
    { "[Game \"toy\"]\n1. c+f\n2. a+f\nresult *", STATUS_ILLEGAL, 24,
      "column 5: turn 2: there is" },
    { "[Game \"toy\"]\n1. c+\nresult *", STATUS_SYNTAX, 18, "turn 1: a cell is a letter" },
    { "[Game \"toy\"]\n1.", STATUS_SYNTAX, 15, "a turn of 1 to 4095 bytes is expected" },
    { "[Game \"toy\"]\n1. {c}", STATUS_SYNTAX, 16, "a turn of 1 to 4095 bytes is expected" },
    { "[Game \"toy\"]\n1. result *", STATUS_SYNTAX, 16, "turn 1: a cell is a letter" },
    { "[Game \"toy\"]\na+b h. c+d h-g\nresult white row", STATUS_ILLEGAL, 24,
      "turn 4: the game is over: White wins" },
    { "[Game \"toy\"]\n@5\nc. result *", STATUS_SYNTAX, 13, "must follow a turn" },
    { "[Game \"toy\"]\n! c. result *", STATUS_SYNTAX, 13, "must follow a turn" },
    { "[Game \"toy\"]\nc. ( {hello} d. ) result *", STATUS_SYNTAX, 18, "must follow a turn" },
    { "[Game \"toy\"]\nc. ! ? result *", STATUS_SYNTAX, 18, "a turn has one mark" },
    { "[Game \"toy\"]\nc. !!! result *", STATUS_SYNTAX, 16, "a mark is one of" },
    { "[Game \"toy\"]\nc. !d. result *", STATUS_SYNTAX, 16, "a mark is one of" },
    { "[Game \"toy\"]\n( a. ) result *", STATUS_SYNTAX, 13, "a variation must follow a turn" },
    { "[Game \"toy\"]\nc. ( ( d. ) ) result *", STATUS_SYNTAX, 18,
      "a variation must follow a turn" },
    { "[Game \"toy\"]\nc. ( ) result *", STATUS_SYNTAX, 18, "a variation has at least one turn" },
    { "[Game \"toy\"]\nc. ) result *", STATUS_SYNTAX, 16, "no variation is open here" },
    { "[Game \"toy\"]\nc. ( d. result *", STATUS_SYNTAX, 21, "a variation does not end" },
    { "[Game \"toy\"]\nc. ( d.", STATUS_SYNTAX, 20, "a variation does not end" },
    { "[Game \"toy\"]\n1. c. ( 3. d. ) result *", STATUS_SYNTAX, 21, "this is turn 1" },
    { "[Game \"toy\"]\n1. c. 2. d. ( 2. c. ) result *", STATUS_ILLEGAL, 30,
      "turn 2: there is a stone on c (T2)" },
    { "[Game \"toy\"]\n1. c. ( 2. d. 3. c. ) result *", STATUS_ILLEGAL, 30,
      "turn 3: there is a stone on c (T2)" },
    { "[Game \"toy\"]\nc. {hello", STATUS_SYNTAX, 16, "the comment does not end" },
    { "[Game \"toy\"]\nc. @1 @2 result *", STATUS_SYNTAX, 19, "a turn has one clock" },
    { "[Game \"toy\"]\nc. @ result *", STATUS_SYNTAX, 16, "a clock is @ and seconds" },
    { "[Game \"toy\"]\nc. @1. result *", STATUS_SYNTAX, 16, "a clock is @ and seconds" },
    { "[Game \"toy\"]\nc. @1.2345 result *", STATUS_SYNTAX, 16, "a clock is @ and seconds" },
    { "[Game \"toy\"]\nc. @-1 result *", STATUS_SYNTAX, 16, "a clock is @ and seconds" },
    { "[Game \"toy\"]\nc. @1s result *", STATUS_SYNTAX, 16, "a clock is @ and seconds" },
    { "[Game \"toy\"]\nc. @100000000 result *", STATUS_SYNTAX, 16, "a clock is @ and seconds" },
    { "[Game \"toy\"]\nc. [First \"Ada\"] result *", STATUS_SYNTAX, 16, "turn 2: a cell is" },
    { "[Game \"toy\"]\nresult", STATUS_SYNTAX, 19, "the winner is white, black, draw or *" },
    { "[Game \"toy\"]\nresult red row", STATUS_SYNTAX, 20,
      "the winner is white, black, draw or *" },
    { "[Game \"toy\"]\nresult white", STATUS_SYNTAX, 25, "the reason" },
    { "[Game \"toy\"]\nresult white no!", STATUS_SYNTAX, 26, "the reason" },
    { "[Game \"toy\"]\nresult * resign", STATUS_SYNTAX, 22, "the record ends with its result" },
    { "[Game \"toy\"]\nresult *\n1. c.", STATUS_SYNTAX, 22, "the record ends with its result" },
    { "[Game \"toy\"]\na+b h. c+d result *", STATUS_ILLEGAL, 24,
      "by the rules the result is white row" },
    { "[Game \"toy\"]\na+b h. c+d result black row", STATUS_ILLEGAL, 24,
      "the result is white row" },
    { "[Game \"toy\"]\na+b h. c+d result white resign", STATUS_ILLEGAL, 24,
      "the result is white row" },
    { "[Game \"toy\"]\n1. c\033", STATUS_SYNTAX, 17, "no control character (byte 27)" },
};

static void test_bad_records(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        const struct bad_case *c = &BAD[i];
        Record                 record = { .tag_count = -7 };
        Fault                  fault = { 0 };
        Status status = record_read(find, c->text, strlen(c->text), &record, &fault);
        if (status != c->status || fault.at != c->at || strstr(fault.why, c->why) == NULL)
            fail_msg("status %d at %zu: %s\n%s", status, fault.at, fault.why, c->text);
        assert_int_equal(record.tag_count, -7);
        assert_int_equal(record_read(find, c->text, strlen(c->text), &record, NULL), c->status);
    }
}

static void test_nul_bytes_are_refused(void **state)
{
    (void)state;
    static const char TEXT[] = "[Game \"toy\"]\nc. {a\0b}\nresult *\n";
    Record            record;
    Fault             fault;
    assert_int_equal(record_read(find, TEXT, sizeof TEXT - 1, &record, &fault), STATUS_SYNTAX);
    assert_int_equal(fault.at, 18);
}

/* Every way of cutting a good record short is refused, except for the end of its details. */
static void test_cut_records(void **state)
{
    (void)state;
    static const char TEXT[] = "[Game \"toy:8\"]\n[First \"A\"]\n1. a+b @1.5 {x}\n2. h.\n3. c+d\n"
                               "result white row";
    for (size_t size = 0; size < sizeof TEXT - 1; size++) {
        /* An exact copy, so that a read past its end is noticed. */
        char  *copy = malloc(size == 0 ? 1 : size);
        Record record;
        Fault  fault;
        memcpy(copy, TEXT, size);
        if (record_read(find, copy, size, &record, &fault) == STATUS_OK)
            fail_msg("accepted: %.*s", (int)size, TEXT);
        assert_true(fault.at <= size);
        free(copy);
    }
}

static void test_tags_are_bounded(void **state)
{
    (void)state;
    Paper  paper = { .size = 0 };
    Record record;
    Fault  fault;
    take(&paper, "[Game \"toy\"]", 12);
    for (int i = 0; i < RECORD_TAGS_MAX; i++) {
        char tag[32];
        int  length = snprintf(tag, sizeof tag, "\n[Tag%d \"%d\"]", i, i);
        take(&paper, tag, (size_t)length);
    }
    size_t good = paper.size;
    take(&paper, "\nresult *", 9);
    record = read_good(paper.data, paper.size);
    assert_int_equal(record.tag_count, RECORD_TAGS_MAX);
    assert_string_equal(record_tag(&record, "Tag63"), "63");
    assert_null(record_tag(&record, "Tag64"));
    record_free(&record);

    paper.size = good;
    take(&paper, "\n[Tag64 \"\"]\nresult *", 20);
    assert_int_equal(record_read(find, paper.data, paper.size, &record, &fault), STATUS_SYNTAX);
    assert_non_null(strstr(fault.why, "at most 64 tags"));

    paper.size = 12;
    take(&paper, "[A \"", 4);
    for (int i = 0; i < RECORD_VALUE_MAX; i++)
        take(&paper, "x", 1);
    take(&paper, "\"]\nresult *", 11);
    assert_int_equal(record_read(find, paper.data, paper.size, &record, &fault), STATUS_SYNTAX);
    assert_non_null(strstr(fault.why, "at most 4095 bytes"));
    free(paper.data);
}

static void test_turns_and_words_are_bounded(void **state)
{
    (void)state;
    static const char *const HOPS[4] = { " a-b", " h-g", " b-a", " g-h" };
    Paper                    paper = { .size = 0 };
    Record                   record;
    Fault                    fault;
    take(&paper, "[Game \"toy\"] a. h.", 18);
    for (int i = 2; i < RECORD_TURNS_MAX; i++)
        take(&paper, HOPS[(i - 2) % 4], 4);
    size_t good = paper.size;
    take(&paper, " result *", 9);
    record = read_good(paper.data, paper.size);
    assert_int_equal(line_turns(&record.line), RECORD_TURNS_MAX);
    record_free(&record);
    paper.size = good;
    take(&paper, HOPS[(RECORD_TURNS_MAX - 2) % 4], 4);
    assert_int_equal(record_read(find, paper.data, paper.size, &record, &fault), STATUS_TOO_LARGE);
    assert_non_null(strstr(fault.why, "at most 100000 turns"));

    char details[2 * RECORD_DETAILS_MAX];
    memset(details, 'd', sizeof details);
    paper.size = 12;
    take(&paper, " result white resign ", 21);
    take(&paper, details, RECORD_DETAILS_MAX - 1);
    record = read_good(paper.data, paper.size);
    record_free(&record);
    take(&paper, "d", 1);
    assert_int_equal(record_read(find, paper.data, paper.size, &record, &fault), STATUS_SYNTAX);
    free(paper.data);
}

static void take_text(Paper *paper, const char *text)
{
    take(paper, text, strlen(text));
}

/* Turns of variations count, and neither nesting nor comments are without end. */
static void test_variations_are_bounded(void **state)
{
    (void)state;
    Paper  paper = { .size = 0 };
    Record record;
    Fault  fault;
    take_text(&paper, "[Game \"toy\"] a.");
    for (int i = 1; i < RECORD_TURNS_MAX; i++)
        take_text(&paper, "(b.)");
    size_t good = paper.size;
    take_text(&paper, " result *");
    record = read_good(paper.data, paper.size);
    assert_int_equal(record.node_count, RECORD_TURNS_MAX - 1);
    record_free(&record);
    paper.size = good;
    take_text(&paper, "(b.) result *");
    assert_int_equal(record_read(find, paper.data, paper.size, &record, &fault), STATUS_TOO_LARGE);
    assert_non_null(strstr(fault.why, "at most 100000 turns"));

    for (int depth = RECORD_NESTING_MAX; depth <= RECORD_NESTING_MAX + 1; depth++) {
        paper.size = 0;
        take_text(&paper, "[Game \"toy\"] a.");
        for (int i = 0; i < depth; i++)
            take_text(&paper, " ( b.");
        for (int i = 0; i < depth; i++)
            take_text(&paper, " )");
        take_text(&paper, " result *");
        Status status = record_read(find, paper.data, paper.size, &record, &fault);
        assert_int_equal(status, depth <= RECORD_NESTING_MAX ? STATUS_OK : STATUS_TOO_LARGE);
        if (status == STATUS_OK)
            record_free(&record);
        else
            assert_non_null(strstr(fault.why, "nested at most 64 deep"));
    }

    paper.size = 0;
    take_text(&paper, "[Game \"toy\"] a.");
    for (int i = 0; i < NOTE_COMMENTS_MAX; i++)
        take_text(&paper, "{x}");
    good = paper.size;
    take_text(&paper, " result *");
    record = read_good(paper.data, paper.size);
    assert_int_equal(record_note(&record, 0).comment_count, NOTE_COMMENTS_MAX);
    record_free(&record);
    paper.size = good;
    take_text(&paper, "{x} result *");
    assert_int_equal(record_read(find, paper.data, paper.size, &record, &fault), STATUS_TOO_LARGE);
    assert_non_null(strstr(fault.why, "at most 16 comments"));
    free(paper.data);
}

static void test_a_result_may_be_missing(void **state)
{
    (void)state;
    static const char *const TEXTS[][2] = {
        { "[Game \"toy:8\"] 1. a+b ( 1. c.", NULL },
        { "[Game \"toy:8\"] 1. a+b ( 1. c. )", "[Game \"toy:8\"]\n1. a+b\n( 1. c. )\nresult *\n" },
        { "[Game \"toy:8\"] a+b h. c+d {won} ( c. )",
          "[Game \"toy:8\"]\n1. a+b\n2. h.\n3. c+d {won}\n( 3. c. )\nresult white row 4-1\n" },
        { "[Game \"toy:8\"] a+b result black time",
          "[Game \"toy:8\"]\n1. a+b\nresult black time\n" },
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        Record      record;
        Fault       fault;
        const char *text = TEXTS[i][0];
        Status      status = record_read_open(find, text, strlen(text), &record, &fault);
        assert_int_equal(status, TEXTS[i][1] == NULL ? STATUS_SYNTAX : STATUS_OK);
        if (status != STATUS_OK)
            continue;
        Paper paper = written(&record);
        assert_string_equal(paper.data, TEXTS[i][1]);
        free(paper.data);
        record_free(&record);
    }
}

/* What is written about a turn goes with it when another one is played instead. */
static void test_another_turn_forgets_what_followed(void **state)
{
    (void)state;
    static const char TEXT[] = "[Game \"toy:8\"] 1. a. ! (1. b.) 2. h. ? {x} (2. g.) 3. c. (3. d.) "
                               "(4. f.) result *";
    Record            record = read_good(TEXT, sizeof TEXT - 1);
    Fault             fault;
    line_undo_turn(&record.line);
    line_undo_turn(&record.line);
    Paper paper = written(&record);
    assert_string_equal(paper.data, "[Game \"toy:8\"]\n1. a. !\n( 1. b. )\n( 2. g. )\nresult *\n");
    free(paper.data);
    assert_int_equal(line_play(&record.line, "c.", &fault), STATUS_OK);
    record_forget(&record, 1);
    paper = written(&record);
    assert_string_equal(paper.data,
                        "[Game \"toy:8\"]\n1. a. !\n( 1. b. )\n2. c.\n( 2. g. )\nresult *\n");
    free(paper.data);
    record_strip(&record);
    paper = written(&record);
    assert_string_equal(paper.data, "[Game \"toy:8\"]\n1. a.\n2. c.\nresult *\n");
    free(paper.data);
    record_free(&record);
}

/* ---- a record made by hand ---- */

static Record begun(const char *turns[])
{
    Setup  setup = { .game = &TOY_GAME, .variant = 8 };
    Record record;
    Fault  fault;
    assert_int_equal(record_init(&record, &setup, NULL), STATUS_OK);
    for (int i = 0; turns[i] != NULL; i++)
        assert_int_equal(line_play(&record.line, turns[i], &fault), STATUS_OK);
    return record;
}

static void test_tags_are_set_and_replaced(void **state)
{
    (void)state;
    Record record = begun((const char *[]){ NULL });
    assert_int_equal(record_set_tag(&record, "First", "Ada"), STATUS_OK);
    assert_int_equal(record_set_tag(&record, "Second", "Bob"), STATUS_OK);
    assert_int_equal(record_set_tag(&record, "First", "Eve"), STATUS_OK);
    assert_int_equal(record.tag_count, 2);
    assert_string_equal(record_tag(&record, "First"), "Eve");
    static const char *const BAD_TAGS[][2] = {
        { "Game", "toy" },   { "Position", "x" }, { "", "x" },        { "1st", "x" },
        { "Two words", "" }, { "Name", "a\nb" },  { "Name", "\x7f" },
    };
    for (size_t i = 0; i < sizeof BAD_TAGS / sizeof BAD_TAGS[0]; i++)
        assert_int_equal(record_set_tag(&record, BAD_TAGS[i][0], BAD_TAGS[i][1]), STATUS_SYNTAX);
    record_free(&record);
}

static void test_notes_belong_to_turns(void **state)
{
    (void)state;
    Record record = begun((const char *[]){ "f+c", "a.", "c-d", NULL });
    assert_int_equal(record_set_note(&record, 2, 59500, NULL), STATUS_OK);
    assert_int_equal(record_set_note(&record, 0, -1, "well"), STATUS_OK);
    assert_int_equal(record_set_note(&record, 0, 1, "well, well"), STATUS_OK);
    assert_int_equal(record_set_note(&record, 1, -1, "{}"), STATUS_SYNTAX);
    assert_int_equal(record_set_note(&record, 1, -2, NULL), STATUS_SYNTAX);
    assert_int_equal(record_set_note(&record, 1, RECORD_CLOCK_MAX_MS + 1, NULL), STATUS_SYNTAX);
    assert_int_equal(record_set_note(&record, 1, RECORD_CLOCK_MAX_MS, "\a"), STATUS_SYNTAX);
    assert_null(record_note(&record, 1).comment);
    assert_true(record_note(&record, 100).clock_ms == -1);
    Paper paper = written(&record);
    assert_string_equal(paper.data, "[Game \"toy:8\"]\n1. c+f @0.001 {well, well}\n2. a.\n"
                                    "3. c-d @59.500\nresult *\n");
    free(paper.data);

    /* Turns that were taken back are not on paper, nor is a turn that has only begun. */
    line_undo_turn(&record.line);
    line_step(&record.line, toy_step(TOY_PLACE, 0, 7));
    paper = written(&record);
    assert_string_equal(paper.data,
                        "[Game \"toy:8\"]\n1. c+f @0.001 {well, well}\n2. a.\nresult *\n");
    free(paper.data);
    record_free(&record);
}

static const struct result_case {
    const char *winner, *reason, *details;
    Status      going_on, over; /* what is said while the game goes on, and after white's row */
} RESULT_CASES[] = {
    { "*", "", "", STATUS_OK, STATUS_ILLEGAL },
    { "*", "resign", "", STATUS_SYNTAX, STATUS_SYNTAX },
    { "white", "resign", "", STATUS_OK, STATUS_ILLEGAL },
    { "black", "time", "on move 7", STATUS_OK, STATUS_ILLEGAL },
    { "draw", "agreement", "", STATUS_OK, STATUS_ILLEGAL },
    { "white", "row", "4-1", STATUS_OK, STATUS_OK },
    { "white", "row", "four to one", STATUS_OK, STATUS_OK },
    { "red", "resign", "", STATUS_SYNTAX, STATUS_SYNTAX },
    { "", "resign", "", STATUS_SYNTAX, STATUS_SYNTAX },
    { "white", "", "", STATUS_SYNTAX, STATUS_SYNTAX },
    { "white", "gave up", "", STATUS_SYNTAX, STATUS_SYNTAX },
    { "white", "resign", "two\nlines", STATUS_SYNTAX, STATUS_SYNTAX },
    { "white", "resign", " blank in front", STATUS_SYNTAX, STATUS_SYNTAX },
};

static void test_results_agree_with_the_rules(void **state)
{
    (void)state;
    Record open = begun((const char *[]){ "a+b", "h.", NULL });
    Record over = begun((const char *[]){ "a+b", "h.", "c+d", NULL });
    for (size_t i = 0; i < sizeof RESULT_CASES / sizeof RESULT_CASES[0]; i++) {
        const struct result_case *c = &RESULT_CASES[i];
        assert_int_equal(record_set_result(&open, c->winner, c->reason, c->details), c->going_on);
        assert_int_equal(record_set_result(&over, c->winner, c->reason, c->details), c->over);
    }
    record_free(&open);
    record_free(&over);
}

static void test_the_rules_have_the_last_word(void **state)
{
    (void)state;
    Record record = begun((const char *[]){ "a+b", "h.", NULL });
    assert_int_equal(record_set_result(&record, "black", "resign", ""), STATUS_OK);
    assert_string_equal(record_result(&record).winner, "black");
    Fault fault;
    assert_int_equal(line_play(&record.line, "c+d", &fault), STATUS_OK);
    RecordResult result = record_result(&record);
    assert_string_equal(result.winner, "white");
    assert_string_equal(result.reason, "row");
    assert_string_equal(result.details, "4-1");
    record_free(&record);
}

static void test_a_sink_may_refuse(void **state)
{
    (void)state;
    Record record = begun((const char *[]){ "a+b", "h.", "c+d", NULL });
    Paper  paper = written(&record);
    for (size_t limit = 1; limit < paper.size; limit++) {
        Paper small = { .limit = limit };
        assert_false(record_write(&record, take, &small));
        assert_true(small.size <= limit);
        free(small.data);
    }
    free(paper.data);
    record_free(&record);
}

/* Two records that differ in one thing are not the same. */
static const char *const DIFFERENT[] = {
    "[Game \"toy:8\"] a+b h. c. result *",
    "[Game \"toy:9\"] a+b h. c. result *",
    "[Game \"toy:8;limit=9\"] a+b h. c. result *",
    "[Game \"toy:8;repetition=9\"] a+b h. c. result *",
    "[Game \"toy:8\"] [Position \"........ o\"] a+b h. c. result *",
    "[Game \"toy:8\"] [First \"A\"] a+b h. c. result *",
    "[Game \"toy:8\"] [First \"B\"] a+b h. c. result *",
    "[Game \"toy:8\"] [Event \"A\"] a+b h. c. result *",
    "[Game \"toy:8\"] a+b h. result *",
    "[Game \"toy:8\"] a+b g. c. result *",
    "[Game \"toy:8\"] a+b h. @1 c. result *",
    "[Game \"toy:8\"] a+b h. @2 c. result *",
    "[Game \"toy:8\"] a+b h.{} c. result *",
    "[Game \"toy:8\"] a+b h.{x} c. result *",
    "[Game \"toy:8\"] a+b h.{x}{y} c. result *",
    "[Game \"toy:8\"] a+b h. ! c. result *",
    "[Game \"toy:8\"] a+b h. ? c. result *",
    "[Game \"toy:8\"] {x} a+b h. c. result *",
    "[Game \"toy:8\"] a+b (a.) h. c. result *",
    "[Game \"toy:8\"] a+b h. (2. g.) c. result *",
    "[Game \"toy:8\"] a+b h. (3. g.) c. result *",
    "[Game \"toy:8\"] a+b h. (g. !) c. result *",
    "[Game \"toy:8\"] a+b h. (g.)(f.) c. result *",
    "[Game \"toy:8\"] a+b h. (f.)(g.) c. result *",
    "[Game \"toy:8\"] a+b h. (g. c.) c. result *",
    "[Game \"toy:8\"] a+b h. c. result white time",
    "[Game \"toy:8\"] a+b h. c. result black time",
    "[Game \"toy:8\"] a+b h. c. result white resign",
    "[Game \"toy:8\"] a+b h. c. result white time x",
};

static void test_same_means_same(void **state)
{
    (void)state;
    enum { COUNT = sizeof DIFFERENT / sizeof DIFFERENT[0] };
    Record records[COUNT];
    for (int i = 0; i < COUNT; i++)
        records[i] = read_good(DIFFERENT[i], strlen(DIFFERENT[i]));
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < COUNT; b++)
            if (record_same(&records[a], &records[b]) != (a == b))
                fail_msg("%s\n%s", DIFFERENT[a], DIFFERENT[b]);
    for (int i = 0; i < COUNT; i++)
        record_free(&records[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_records),
        cmocka_unit_test(test_bad_records),
        cmocka_unit_test(test_nul_bytes_are_refused),
        cmocka_unit_test(test_cut_records),
        cmocka_unit_test(test_tags_are_bounded),
        cmocka_unit_test(test_turns_and_words_are_bounded),
        cmocka_unit_test(test_variations_are_bounded),
        cmocka_unit_test(test_a_result_may_be_missing),
        cmocka_unit_test(test_another_turn_forgets_what_followed),
        cmocka_unit_test(test_tags_are_set_and_replaced),
        cmocka_unit_test(test_notes_belong_to_turns),
        cmocka_unit_test(test_results_agree_with_the_rules),
        cmocka_unit_test(test_the_rules_have_the_last_word),
        cmocka_unit_test(test_a_sink_may_refuse),
        cmocka_unit_test(test_same_means_same),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
