/* SPDX-License-Identifier: MIT */
/* What DiavoloPP says as data: the message of every error with its ruling, arguments and cells, and why a
 * selection of cells begins no step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/shape.h"
#include "core/turn.h"
#include "games/diavolo/diavolo.h"
#include "games/diavolo/diavolo_messages.h"
#include "games/list.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

#define START_3         "3 ...../.../. - w f 1"
#define OFFER_3         "3 w...w/.../. - r s 1"
#define E1              "3 r...w/.w./. w3,1-2,2 w n 1"
#define E5              "4 www.w../...../.../. - w n 1"
#define E6              "4 wrwr.rw/ww.rw/rrw/w - r n 1"
#define ISLAND_4        "4 wwww.../...../.../. - w n 1"
#define AFTER_FIRST     "4 ww.ww../...../.../. - w n 1 +d2,1"

static void read_line(const char *line, PosBuffer *pos)
{
    unsigned size = 0;
    Fault    fault = { 0 };
    assert_int_equal(sscanf(line, "%u", &size), 1);
    if (DIAVOLO_TEXT.pos_read(size, line, &pos->head, &fault) != STATUS_OK)
        fail_msg("'%s': %s", line, fault.why);
}

static void write_cells(uint32_t variant, const uint16_t *cells, int count, Text *out)
{
    for (int i = 0; i < count; i++) {
        text_add(out, i == 0 ? "" : " ");
        DIAVOLO_TEXT.cell_write(variant, cells[i], out);
    }
}

/* Write an argument as name=value. */
static void write_arg(uint32_t variant, const Message *message, const MessageArg *arg, Text *out)
{
    text_addf(out, "%s=", arg->name);
    switch (arg->kind) {
    case ARG_SIDE: text_add(out, DIAVOLO_GAME.sides[arg->value]); break;
    case ARG_CELL: DIAVOLO_TEXT.cell_write(variant, arg->value, out); break;
    case ARG_CELLS:
        text_char(out, '[');
        write_cells(variant, message->cells.cell + arg->value, arg->count, out);
        text_char(out, ']');
        break;
    case ARG_COUNT: text_addf(out, "%d", arg->value); break;
    case ARG_TERM: text_add(out, arg->term->key); break;
    case ARG_TEXT: text_addf(out, "'%s'", message->text + arg->value); break;
    }
}

/* Write a message as "key ruling: name=value ...; offending cells". */
static void describe(uint32_t variant, const Message *message, Text *out)
{
    if (message->def == NULL) {
        text_add(out, "none");
        return;
    }
    text_addf(out, "%s %s:", message->def->key, message->def->ruling);
    for (int i = 0; i < message->arg_count; i++) {
        text_char(out, ' ');
        write_arg(variant, message, &message->arg[i], out);
    }
    text_add(out, "; ");
    write_cells(variant, message->cells.cell, message->cells.count, out);
}

/* ---- rejected turns ---- */

static const struct ErrorCase {
    const char *position, *turn, *message;
} ERROR_CASES[] = {
    { "3 w...w/.../. - r e 1", "d1,1+u2,1", "game-over R6:; " },
    { E1, "one", "move-form R9.4:; " },
    { E1, "d1,1", "second-land R4.3:; " },
    { E1, "5,1-4,1", "no-point R1.2: text='5,1' n=3; " },
    { E1, "u4,1+d1,2", "no-field R1.3: text='u4,1' n=3; " },
    { E1, "1,1:2,1:3,1+d1,2", "no-corners R1.3:; " },
    { E1, "u1,1+d1,1", "field-full R4.4: cell=u1,1 colour=colour-red; u1,1" },
    { E1, "u3,1+d1,1", "field-full R4.4: cell=u3,1 colour=colour-white; u3,1" },
    { E1, "u2,1+d1,1", "field-blocked R5.4: cell=u2,1 from=3,1 to=2,2; 3,1 2,2" },
    { E5, "d2,1+u1,3",
      "group-size R4.1: cell=d2,1 n=5 cells=[u1,1 d1,1 u2,1 u3,1]; u1,1 d1,1 u2,1 u3,1" },
    { "4 ww..ww./...../.../. - w n 1", "u2,1+d2,1",
      "group-size-after R4.1: cell=d2,1 first=u2,1 n=6 cells=[u1,1 d1,1 u2,1 u3,1 d3,1]; "
      "u1,1 d1,1 u2,1 u3,1 d3,1" },
    { E5, "u1,2+u1,3", "island-touches R4.2: cell=u1,2 n=1 cells=[u3,1]; u3,1" },
    { E5, "u1,3+u1,2",
      "island-touches-after R4.2: cell=u1,2 first=u1,3 n=2 cells=[u3,1 u1,3]; u3,1 u1,3" },
    { ISLAND_4, "d3,1+u1,4",
      "touches-island R4.2: cell=d3,1 cells=[u1,1 d1,1 u2,1 d2,1]; u1,1 d1,1 u2,1 d2,1" },
    { "4 www..../...../.../. - w n 1", "d2,1+d3,1",
      "touches-island-after R4.2: cell=d3,1 first=d2,1 cells=[u1,1 d1,1 u2,1 d2,1]; "
      "u1,1 d1,1 u2,1 d2,1" },
    { E6, "u3,1+u2,2", "no-second-field R4.3: cell=u3,1; u3,1" },
    { START_3, "1,1-2,1", "white-first-move R3.1:; " },
    { OFFER_3, "1,1-2,1", "red-first-move R7:; " },
    { E1, "1,1-3,1", "not-adjacent R5.5: from=1,1 to=3,1; 1,1 3,1" },
    { E1, "1,2-1,3", "not-a-corner R5.1: cell=1,2 colour=colour-white; 1,2" },
    { E1, "3,2-3,1", "point-taken R5.2: cell=3,1 from=3,1 to=2,2; 3,1 2,2" },
    { "3 w.r.w/.../. - w n 1", "2,1-3,1", "land-beside R5.3: cell=u2,1 colour=colour-red; u2,1" },
    { START_3, "swap", "swap-early R3.2:; " },
    { E1, "swap", "swap-late R3.3:; " },
    { E1, "pass", "no-pass R6.1: side=white first=d1,1 second=u1,2; d1,1 u1,2" },
};

static void test_errors_are_messages(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ERROR_CASES); i++) {
        const struct ErrorCase *c = &ERROR_CASES[i];
        PosBuffer               pos;
        Turn                    turn;
        Message                 why;
        char                    words[512];
        Text                    text = text_over(words, sizeof words);
        read_line(c->position, &pos);
        assert_int_not_equal(turn_explain(&DIAVOLO_GAME, &pos.head, c->turn, &turn, &why),
                             STATUS_OK);
        describe(pos.head.variant, &why, &text);
        if (strcmp(words, c->message) != 0)
            fail_msg("%s, %s: %s", c->position, c->turn, words);
    }
}

static bool is_in_table(const char *key)
{
    for (size_t i = 0; i < COUNT_OF(ERROR_CASES); i++) {
        size_t length = strcspn(ERROR_CASES[i].message, " ");
        if (strlen(key) == length && memcmp(key, ERROR_CASES[i].message, length) == 0)
            return true;
    }
    return false;
}

/* No definition of an error of the text parser is missing in the table above. */
static void test_every_error_is_in_the_table(void **state)
{
    (void)state;
    for (int i = DIAVOLO_MSG_OVER; i <= DIAVOLO_MSG_NO_PASS; i++)
        if (!is_in_table(DIAVOLO_MESSAGE[i].key))
            fail_msg("%s has no row", DIAVOLO_MESSAGE[i].key);
}

static void test_a_message_in_german(void **state)
{
    (void)state;
    PosBuffer pos;
    Turn      turn;
    Message   why;
    Language  german = games_language(&DIAVOLO_GAME, "de");
    char      words[512];
    Text      text = text_over(words, sizeof words);
    read_line(E5, &pos);
    turn_explain(&DIAVOLO_GAME, &pos.head, "u1,3+u1,2", &turn, &why);
    message_write(&why, &DIAVOLO_GAME, pos.head.variant, &german, &text);
    assert_string_equal(words,
                        "Nach u1,3 würde u1,2 eine Insel bilden, die die Länder u3,1 u1,3 an "
                        "einer Ecke berührt (R4.2)");
}

/* ---- selected cells ---- */

static const struct SelectionCase {
    const char *position, *cells, *message;
} SELECTION_CASES[] = {
    /* right ones, and the beginnings of right ones */
    { E1, "", "none" },
    { E1, "d1,1", "none" },
    { E1, "3,2", "none" },
    { E1, "2,3", "none" },
    { E1, "3,2 2,3", "none" },
    { E1, "2,3 3,2", "none" },
    { AFTER_FIRST, "u1,4", "none" },
    { "3 rr..w/rw./w w3,1-2,2 r n 1", "", "none" }, /* pass */
    /* fields */
    { E1, "u1,1", "field-full R4.4: cell=u1,1 colour=colour-red; u1,1" },
    { E1, "d2,1", "field-blocked R5.4: cell=d2,1 from=3,1 to=2,2; 3,1 2,2" },
    { E5, "u1,2", "island-touches R4.2: cell=u1,2 n=1 cells=[u3,1]; u3,1" },
    { AFTER_FIRST, "u2,1",
      "group-size-after R4.1: cell=u2,1 first=d2,1 n=5 cells=[u1,1 d1,1 d2,1 u3,1]; "
      "u1,1 d1,1 d2,1 u3,1" },
    { E6, "u3,1", "no-second-field R4.3: cell=u3,1; u3,1" },
    { E1, "d1,1 u1,2", "one-field R4: cell=d1,1; u1,2" },
    { E1, "u1,1 u1,2", "field-full R4.4: cell=u1,1 colour=colour-red; u1,1" },
    { E1, "d1,1 3,2", "one-field R4: cell=d1,1; 3,2" },
    /* points */
    { START_3, "1,1", "white-first-move R3.1:; 1,1" },
    { OFFER_3, "1,1", "red-first-move R7:; 1,1" },
    { OFFER_3, "1,1 2,1", "red-first-move R7:; 1,1" },
    { AFTER_FIRST, "1,1", "second-field R4.3: cell=1,1; 1,1" },
    { E1, "1,2", "not-a-corner R5.1: cell=1,2 colour=colour-white; 1,2" },
    { E1, "2,2", "point-taken R5.2: cell=2,2 from=3,1 to=2,2; 3,1 2,2" },
    { E1, "4,1", "no-bridge R5: cell=4,1 colour=colour-white; 4,1" },
    { E1, "3,2 3,2", "not-adjacent R5.5: from=3,2 to=3,2; 3,2 3,2" },
    { E1, "3,2 1,3", "not-adjacent R5.5: from=3,2 to=1,3; 3,2 1,3" },
    { E1, "3,2 3,1", "point-taken R5.2: cell=3,1 from=3,1 to=2,2; 3,1 2,2" },
    { E1, "3,2 4,1", "land-beside R5.3: cell=u3,1 colour=colour-white; u3,1" },
    { E1, "3,2 u2,2", "bridge-end R5: cell=u2,2 from=3,2; u2,2" },
    { E1, "3,2 2,3 1,3", "two-ends R5.5: from=3,2 to=2,3; 1,3" },
    /* the end */
    { "3 w...w/.../. - r e 1", "", "game-over R6:; " },
    { "3 w...w/.../. - r e 1", "d1,1", "game-over R6:; " },
};

/* Read the names of cells, separated by spaces. */
static CellList read_selection(const Shape *shape, const char *names)
{
    CellList list = { .count = 0 };
    char     name[CELL_LABEL_MAX];
    int      used = 0;
    for (; sscanf(names, "%11s%n", name, &used) == 1; names += used) {
        int cell = shape_find(shape, name);
        assert_true(cell >= 0);
        list.cell[list.count++] = (uint16_t)cell;
    }
    return list;
}

static void test_selections(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SELECTION_CASES); i++) {
        const struct SelectionCase *c = &SELECTION_CASES[i];
        PosBuffer                   pos;
        Shape                       shape;
        Message                     why;
        char                        words[512];
        Text                        text = text_over(words, sizeof words);
        read_line(c->position, &pos);
        shape_init(&shape);
        assert_true(DIAVOLO_VIEW.shape(pos.head.variant, &shape));
        CellList selected = read_selection(&shape, c->cells);
        DIAVOLO_VIEW.explain_cells(&pos.head, &selected, &why);
        describe(pos.head.variant, &why, &text);
        if (strcmp(words, c->message) != 0)
            fail_msg("%s, %s: %s", c->position, c->cells, words);
        shape_free(&shape);
    }
}

static void test_a_cell_off_the_board(void **state)
{
    (void)state;
    PosBuffer pos;
    Message   why;
    CellList  selected = { .count = 1, .cell = { 9 + 10 } };
    read_line(E1, &pos);
    DIAVOLO_VIEW.explain_cells(&pos.head, &selected, &why);
    assert_string_equal(why.def->key, "no-cell");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors_are_messages),
        cmocka_unit_test(test_every_error_is_in_the_table),
        cmocka_unit_test(test_a_message_in_german),
        cmocka_unit_test(test_selections),
        cmocka_unit_test(test_a_cell_off_the_board),
    };
    return cmocka_run_group_tests_name("diavolo messages", tests, NULL, NULL);
}
