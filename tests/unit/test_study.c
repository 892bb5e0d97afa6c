/* SPDX-License-Identifier: MIT */
/* core/study: a tree of turns is edited, undone and written as a record, with the toy game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "core/study.h"
#include "games/toy/toy.h"

static const Game *find(const char *name)
{
    return strcmp(name, "toy") == 0 ? &TOY_GAME : NULL;
}

static Record read_record(const char *text)
{
    Record record;
    Fault  fault = { 0 };
    if (record_read(find, text, strlen(text), &record, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
    return record;
}

static Study study_of(const char *text)
{
    Record record = read_record(text);
    Study  study;
    assert_int_equal(study_init(&study, &record), STATUS_OK);
    record_free(&record);
    return study;
}

/* Save the study into the record it came from, and expect a text without its first line. */
static void expect_saved(Study *study, const char *from, const char *expected)
{
    Record record = read_record(from), again;
    Buffer text;
    Fault  fault;
    buffer_init(&text, SIZE_MAX);
    assert_int_equal(study_save(study, &record), STATUS_OK);
    assert_true(record_write(&record, buffer_sink, &text));
    assert_string_equal(strchr(text.data, '\n') + 1, expected);
    assert_int_equal(record_read(find, text.data, text.length, &again, &fault), STATUS_OK);
    assert_true(record_same(&record, &again));
    record_free(&again);
    record_free(&record);
    buffer_free(&text);
}

static int play(Study *study, int node, const char *turn)
{
    Fault fault = { 0 };
    int   added;
    if (study_play(study, node, turn, &added, &fault) != STATUS_OK)
        fail_msg("%s: %s", turn, fault.why);
    return added;
}

/* Find a node by the turns that lead to it. */
static int node_at(Study *study, const char *turns)
{
    char  copy[256];
    int   node = STUDY_ROOT;
    char *rest = NULL;
    snprintf(copy, sizeof copy, "%s", turns);
    for (char *turn = strtok_r(copy, " ", &rest); turn != NULL; turn = strtok_r(NULL, " ", &rest)) {
        int live = study->live;
        node = play(study, node, turn);
        assert_int_equal(study->live, live); /* found, not added */
    }
    return node;
}

static void note(Study *study, int node, NoteMark mark, const char *comment)
{
    Note note = note_empty();
    note.mark = mark;
    if (comment != NULL)
        assert_int_equal(note_add(&note, comment, strlen(comment)), STATUS_OK);
    assert_int_equal(study_note(study, node, &note), STATUS_OK);
    note_free(&note);
}

#define RESIGNED "[Game \"toy:8\"]\n1. c+f\n2. a.\n3. c-d\nresult white resign\n"
#define OPEN     "[Game \"toy:8\"]\n1. c+f\n2. a.\nresult *\n"
#define TREE                                                                  \
    "[Game \"toy:8\"]\n{start}\n1. c+f ! @9.000 {one} {two}\n"                \
    "( 1. a+b ?? {why} 2. h. ( 2. g. 3. h. ) ( 2. f. ) 3. c+d )\n( 1. d. )\n" \
    "2. a. ?\n( 2. b. )\n3. c-d\n( 4. h. 5. f-g )\nresult white resign\n"

static void test_records_become_studies_and_records(void **state)
{
    (void)state;
    static const char *const TEXTS[] = { RESIGNED, OPEN, TREE, "[Game \"toy:8\"]\nresult *\n" };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        Study study = study_of(TEXTS[i]);
        expect_saved(&study, TEXTS[i], strchr(TEXTS[i], '\n') + 1);
        study_free(&study);
    }
    Study study = study_of(TREE);
    assert_int_equal(study.live, 3 + 6 + 1 + 1 + 2);
    assert_int_equal(study.main_turns, 3);
    assert_int_equal(study.nodes[node_at(&study, "c+f a. c-d")].nesting, 0);
    assert_int_equal(study.nodes[node_at(&study, "c+f a. c-d h.")].nesting, 1);
    assert_int_equal(study.nodes[node_at(&study, "a+b h. c+d")].nesting, 1);
    assert_int_equal(study.nodes[node_at(&study, "a+b g. h.")].nesting, 2);
    study_free(&study);
}

static void test_turns_are_added_once(void **state)
{
    (void)state;
    Study study = study_of(RESIGNED);
    int   end = study_main_end(&study), first = play(&study, STUDY_ROOT, "b+a");
    assert_int_equal(play(&study, STUDY_ROOT, "a+b"), first); /* the same turn in another order */
    assert_int_equal(play(&study, end, "h."), play(&study, end, "h."));
    assert_int_equal(study.live, 5);
    play(&study, first, "h.");
    expect_saved(&study, RESIGNED,
                 "1. c+f\n( 1. a+b 2. h. )\n2. a.\n3. c-d\n( 4. h. )\nresult white resign\n");
    study_free(&study);
}

static void test_an_unfinished_game_continues(void **state)
{
    (void)state;
    Study study = study_of(OPEN);
    int   end = study_main_end(&study), next = play(&study, end, "c-d");
    play(&study, end, "f-g");
    play(&study, next, "h.");
    expect_saved(&study, OPEN, "1. c+f\n2. a.\n3. c-d\n( 3. f-g )\n4. h.\nresult *\n");
    while (study_undo(&study))
        continue;
    expect_saved(&study, OPEN, strchr(OPEN, '\n') + 1);
    study_free(&study);
}

static void test_illegal_turns_are_rejected(void **state)
{
    (void)state;
    Study study = study_of(TREE);
    Fault fault = { 0 };
    int   added = -7, over = node_at(&study, "a+b h. c+d");
    assert_int_equal(study_play(&study, STUDY_ROOT, "c+c", &added, &fault), STATUS_ILLEGAL);
    assert_int_equal(study_play(&study, STUDY_ROOT, "?", &added, &fault), STATUS_SYNTAX);
    assert_int_equal(study_play(&study, over, "g.", &added, &fault), STATUS_ILLEGAL);
    assert_string_equal(fault.why, "the game is over here");
    Turn half = { .count = 1, .step = { toy_step(TOY_PLACE, 0, 7) } };
    assert_int_equal(study_add(&study, STUDY_ROOT, &half, &added), STATUS_ILLEGAL);
    half.count = 0;
    assert_int_equal(study_add(&study, STUDY_ROOT, &half, &added), STATUS_ILLEGAL);
    assert_int_equal(added, -7);
    expect_saved(&study, TREE, strchr(TREE, '\n') + 1);
    study_free(&study);
}

/* Every edit has its result; undone, the text before it is there again, and redone, the result. */
static const struct edit_case {
    const char *what;
    const char *node; /* the turns that lead to it */
    char        edit; /* c cut, p promote, n note */
    Status      status;
    const char *expected; /* NULL: unchanged */
} EDITS[] = {
    { "cut a variation", "a+b", 'c', STATUS_OK,
      "{start}\n1. c+f ! @9.000 {one} {two}\n( 1. d. )\n2. a. ?\n( 2. b. )\n3. c-d\n"
      "( 4. h. 5. f-g )\nresult white resign\n" },
    { "cut an alternative", "a+b h.", 'c', STATUS_OK,
      "{start}\n1. c+f ! @9.000 {one} {two}\n( 1. a+b ?? {why} 2. g. ( 2. f. ) 3. h. )\n( 1. d. )\n"
      "2. a. ?\n( 2. b. )\n3. c-d\n( 4. h. 5. f-g )\nresult white resign\n" },
    { "cut the game", "c+f a.", 'c', STATUS_OK,
      "{start}\n1. c+f ! @9.000 {one} {two}\n"
      "( 1. a+b ?? {why} 2. h. ( 2. g. 3. h. ) ( 2. f. ) 3. c+d )\n( 1. d. )\n( 2. b. )\nresult *\n" },
    { "promote a variation to the main line", "a+b h. c+d", 'p', STATUS_OK,
      "{start}\n1. a+b ?? {why}\n( 1. c+f ! @9.000 {one} {two} 2. a. ? ( 2. b. ) 3. c-d 4. h. 5. f-g "
      ")\n( 1. d. )\n2. h.\n( 2. g. 3. h. )\n( 2. f. )\n3. c+d\nresult white row 4-1\n" },
    { "promote an alternative within a variation", "a+b g. h.", 'p', STATUS_OK,
      "{start}\n1. c+f ! @9.000 {one} {two}\n"
      "( 1. a+b ?? {why} 2. g. ( 2. h. 3. c+d ) ( 2. f. ) 3. h. )\n( 1. d. )\n"
      "2. a. ?\n( 2. b. )\n3. c-d\n( 4. h. 5. f-g )\nresult white resign\n" },
    { "promote what was added behind the end", "c+f a. c-d h.", 'p', STATUS_OK,
      "{start}\n1. c+f ! @9.000 {one} {two}\n"
      "( 1. a+b ?? {why} 2. h. ( 2. g. 3. h. ) ( 2. f. ) 3. c+d )\n( 1. d. )\n"
      "2. a. ?\n( 2. b. )\n3. c-d\n4. h.\n5. f-g\nresult *\n" },
    { "the main line is on top", "c+f a.", 'p', STATUS_NOT_FOUND, NULL },
    { "a note replaces all of a note", "c+f", 'n', STATUS_OK,
      "{start}\n1. c+f !? {new}\n"
      "( 1. a+b ?? {why} 2. h. ( 2. g. 3. h. ) ( 2. f. ) 3. c+d )\n( 1. d. )\n"
      "2. a. ?\n( 2. b. )\n3. c-d\n( 4. h. 5. f-g )\nresult white resign\n" },
    { "the start has no mark", "", 'n', STATUS_SYNTAX, NULL },
};

static Status run_edit(Study *study, char edit, int node)
{
    Note   note = { .clock_ms = -1, .mark = NOTE_INTERESTING };
    Status status = note_add(&note, "new", 3);
    assert_int_equal(status, STATUS_OK);
    status = edit == 'c'   ? study_cut(study, node)
             : edit == 'p' ? study_promote(study, node)
                           : study_note(study, node, &note);
    note_free(&note);
    return status;
}

static void test_edits_and_undo(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof EDITS / sizeof EDITS[0]; i++) {
        const struct edit_case *c = &EDITS[i];
        Study                   study = study_of(TREE);
        const char             *before = strchr(TREE, '\n') + 1;
        assert_int_equal(run_edit(&study, c->edit, node_at(&study, c->node)), c->status);
        expect_saved(&study, TREE, c->expected != NULL ? c->expected : before);
        assert_int_equal(study_undo(&study), c->expected != NULL);
        expect_saved(&study, TREE, before);
        assert_int_equal(study_redo(&study), c->expected != NULL);
        expect_saved(&study, TREE, c->expected != NULL ? c->expected : before);
        assert_false(study_redo(&study));
        study_free(&study);
    }
}

static void test_lines_lead_to_every_node(void **state)
{
    (void)state;
    Study study = study_of(TREE);
    Line  kept = { .count = 0 };
    for (int round = 0; round < 2; round++) /* first in order, then after the last node again */
        for (int node = STUDY_ROOT; node >= 0; node = study_next(&study, node)) {
            Line fresh = { .count = 0 };
            assert_int_equal(study_line(&study, node, &kept), STATUS_OK);
            assert_int_equal(study_line(&study, node, &fresh), STATUS_OK);
            assert_int_equal(line_turns(&kept), study.nodes[node].turn);
            assert_true(game_same(&TOY_GAME, line_now(&kept), line_now(&fresh)));
            if (line_outcome(&kept).ending == ENDING_NONE) /* an unfinished turn is no hindrance */
                line_random_step(&kept, &(Random){ 1 }, &(Step){ 0 });
            line_free(&fresh);
        }
    line_free(&kept);
    study_free(&study);
}

/* Every way to branch off adds one level; the last one that a record can have is the last one here. */
static void test_nesting_is_bounded(void **state)
{
    (void)state;
    static const char *const NEXT[4] = { "a-b", "h-g", "b-a", "g-h" };
    static const char *const OTHER[4] = { "c.", "f.", "c.", "f." };
    Study                    study = study_of("[Game \"toy:8\"]\n1. a.\n2. h.\nresult *\n");
    int                      node = study_main_end(&study), added, depth = 0;
    Fault                    fault = { 0 };
    study.grows = false;
    /* Go on, and branch off before every turn: the second continuation of each node goes on. */
    for (int i = 0; study.nodes[node].nesting < RECORD_NESTING_MAX && i < 1000; i++) {
        play(&study, node, OTHER[i % 4]);
        node = play(&study, node, NEXT[i % 4]);
        depth = i;
    }
    assert_int_equal(study.nodes[node].nesting, RECORD_NESTING_MAX);
    play(&study, node, OTHER[(depth + 1) % 4]);
    assert_int_equal(study_play(&study, node, NEXT[(depth + 1) % 4], &added, &fault),
                     STATUS_TOO_LARGE);
    /* Promoting the deepest line is possible, and puts the others below it. */
    assert_int_equal(study_promote(&study, node), STATUS_OK);
    assert_int_equal(study.nodes[node].nesting, RECORD_NESTING_MAX - 1);
    /* To demote a branch that has the deepest line below it is not. */
    int top = study_main_end(&study);
    int first = play(&study, top, "e.");
    assert_int_equal(study.nodes[first].nesting, 1);
    Buffer text;
    Record record = read_record("[Game \"toy:8\"]\n1. a.\n2. h.\nresult *\n"), again;
    buffer_init(&text, SIZE_MAX);
    assert_int_equal(study_save(&study, &record), STATUS_OK);
    assert_true(record_write(&record, buffer_sink, &text));
    assert_int_equal(record_read(find, text.data, text.length, &again, &fault), STATUS_OK);
    assert_true(record_same(&record, &again));
    record_free(&again);
    record_free(&record);
    buffer_free(&text);
    study_free(&study);
}

/* More edits than can be undone: the oldest are forgotten, and entries are used again. */
static void test_undo_is_bounded(void **state)
{
    (void)state;
    Study study = study_of(OPEN);
    for (int i = 0; i < 3 * STUDY_UNDO_MAX; i++) {
        int node = play(&study, STUDY_ROOT, "a+b");
        play(&study, node, "h.");
        note(&study, node, NOTE_GOOD, "x");
        assert_int_equal(study_cut(&study, node), STATUS_OK);
    }
    assert_int_equal(study.live, 2);
    assert_true(study.node_count < STUDY_UNDO_MAX + 8);
    int undone = 0;
    while (study_undo(&study))
        undone++;
    assert_int_equal(undone, STUDY_UNDO_MAX);
    play(&study, STUDY_ROOT, "g."); /* forgets what was undone */
    assert_false(study_redo(&study));
    study_free(&study);
}

/* Random edits and undo: the tree stays one that can be written and read. */
static void test_random_edits(void **state)
{
    (void)state;
    Study  study = study_of(TREE);
    Random random = random_seeded(24);
    Line   line = { .count = 0 };
    Record record = read_record(TREE);
    for (int i = 0; i < 2000; i++) {
        int node = STUDY_ROOT, added;
        for (uint32_t skip = random_below(&random, (uint32_t)study.live + 1); skip > 0; skip--)
            node = study_next(&study, node);
        uint32_t what = random_below(&random, 16);
        if (what < 10) {
            assert_int_equal(study_line(&study, node, &line), STATUS_OK);
            int  turns = line_turns(&line);
            Step step;
            while (line_turns(&line) == turns &&
                   line_random_step(&line, &random, &step) == STATUS_OK)
                assert_int_equal(line_step(&line, step), STATUS_OK);
            if (line_turns(&line) > turns) {
                Turn turn;
                line_turn(&line, turns, &turn);
                assert_int_equal(study_add(&study, node, &turn, &added), STATUS_OK);
            }
        } else if (what < 11 && node != STUDY_ROOT) {
            assert_int_equal(study_cut(&study, node), STATUS_OK);
        } else if (what < 13) {
            study_promote(&study, node);
        } else if (what < 14 && node != STUDY_ROOT) {
            note(&study, node, NOTE_MISTAKE, "hm");
        } else if (what < 15) {
            study_undo(&study);
        } else {
            study_redo(&study);
        }
        if (i % 50 != 0)
            continue;
        Buffer text;
        Record again;
        Fault  fault = { 0 };
        Study  copy;
        buffer_init(&text, SIZE_MAX);
        assert_int_equal(study_save(&study, &record), STATUS_OK);
        assert_true(record_write(&record, buffer_sink, &text));
        if (record_read(find, text.data, text.length, &again, &fault) != STATUS_OK)
            fail_msg("%s\n%s", fault.why, text.data);
        assert_true(record_same(&record, &again));
        assert_int_equal(study_init(&copy, &again), STATUS_OK);
        assert_int_equal(copy.live, study.live);
        assert_int_equal(copy.main_turns, study.main_turns);
        study_free(&copy);
        record_free(&again);
        buffer_free(&text);
    }
    record_free(&record);
    line_free(&line);
    study_free(&study);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records_become_studies_and_records),
        cmocka_unit_test(test_turns_are_added_once),
        cmocka_unit_test(test_an_unfinished_game_continues),
        cmocka_unit_test(test_illegal_turns_are_rejected),
        cmocka_unit_test(test_edits_and_undo),
        cmocka_unit_test(test_lines_lead_to_every_node),
        cmocka_unit_test(test_nesting_is_bounded),
        cmocka_unit_test(test_undo_is_bounded),
        cmocka_unit_test(test_random_edits),
    };
    return cmocka_run_group_tests_name("study", tests, NULL, NULL);
}
