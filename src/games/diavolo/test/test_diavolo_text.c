/* SPDX-License-Identifier: MIT */
/* Notation and drawings of DiavoloPP, one row or more per ruling (src/games/diavolo/rulings.md, R9), and why
 * a turn is illegal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/perft.h"
#include "core/shape.h"
#include "core/turn.h"
#include "games/diavolo/diavolo.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static void read_line(const char *line, PosBuffer *pos)
{
    unsigned size = 0;
    Fault    fault = { 0 };
    assert_int_equal(sscanf(line, "%u", &size), 1);
    if (DIAVOLO_TEXT.pos_read(size, line, &pos->head, &fault) != STATUS_OK)
        fail_msg("'%s': %s", line, fault.why);
}

static void write_line(const Pos *pos, char line[POS_TEXT_MAX])
{
    Text text = text_over(line, POS_TEXT_MAX);
    DIAVOLO_TEXT.pos_write(pos, &text);
    assert_false(text.full);
}

/* ---- variants ---- */

static const struct variant_case {
    const char *text;
    const char *written; /* NULL: rejected */
    size_t      at;
} VARIANT_CASES[] = {
    { "", "8", 0 },
    { "3", "3", 0 },
    { "8", "8", 0 },
    { "30", "30", 0 },
    { "2", NULL, 0 },
    { "31", NULL, 0 },
    { "08", NULL, 0 },
    { "0", NULL, 0 },
    { "8x", NULL, 1 },
    { "8 ", NULL, 1 },
    { "x", NULL, 0 },
    { "-3", NULL, 0 },
    { "999999999999", NULL, 0 },
};

static void test_variants(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(VARIANT_CASES); i++) {
        const struct variant_case *c = &VARIANT_CASES[i];
        uint32_t                   variant = 77;
        Fault                      fault = { 0 };
        Status                     status = DIAVOLO_TEXT.variant_read(c->text, &variant, &fault);
        if (c->written == NULL) {
            assert_int_equal(status, STATUS_SYNTAX);
            assert_int_equal(variant, 77);
            assert_int_equal(fault.at, c->at);
            assert_non_null(strstr(fault.why, "from 3 to 30 (R1.1)"));
            continue;
        }
        char words[VARIANT_TEXT_MAX];
        Text text = text_over(words, sizeof words);
        assert_int_equal(status, STATUS_OK);
        DIAVOLO_TEXT.variant_write(variant, &text);
        assert_string_equal(words, c->written);
    }
}

/* ---- position lines ---- */

static const struct line_case {
    const char *rule;
    const char *read;
    const char *written; /* NULL: as it was read */
} LINE_CASES[] = {
    { "R9.5 the start", "3 ...../.../. - w f 1", NULL },
    { "R9.5 lands and a bridge", "3 r...w/.w./. w3,1-2,2 w n 1", NULL },
    { "R9.5 bridges come in any order",
      "6 wwww..www../......w../w....../...../www/w w1,4-1,5;w1,2-1,3 w n 1",
      "6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5 w n 1" },
    { "R9.3 points of a bridge in any order", "3 r...w/.w./. w2,2-3,1 w n 1",
      "3 r...w/.w./. w3,1-2,2 w n 1" },
    { "R9.5 after a swap", "3 w...w/.../. - r n 2", NULL },
    { "R9.5 the end", "3 w...w/.../. - r e 1", NULL },
    { "R9.6 within the first move", "3 w..../.../. - w f 1 +u1,1", NULL },
    { "R9.6 within a turn", "4 www.w../...../.../. - w n 1 +u3,1", NULL },
    { "R9.6 within the last turn", "3 w...w/r../. - r l 2 +u1,2", NULL },
    { "R9.9 the number of pieces is not asked", "3 wrw.r/.../. - w n 1", NULL },
    { "R9.9 nor whether the phase can be", "3 wrw.r/.../. - r s 1", NULL },
    { "R9.9 nor whether the game could end", "3 ...../.../. - r e 2", NULL },
};

static void test_position_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(LINE_CASES); i++) {
        const struct line_case *c = &LINE_CASES[i];
        PosBuffer               pos;
        char                    line[POS_TEXT_MAX];
        Fault                   fault = { 0 };
        read_line(c->read, &pos);
        write_line(&pos.head, line);
        if (strcmp(line, c->written != NULL ? c->written : c->read) != 0)
            fail_msg("%s: written %s", c->rule, line);
        if (DIAVOLO_RULES.check(&pos.head, &fault) != STATUS_OK)
            fail_msg("%s: %s", c->rule, fault.why);
    }
}

static const struct broken_case {
    const char *rule;
    int         size;
    const char *line;
    size_t      at;
    const char *why; /* a part of the sentence */
} BROKEN_CASES[] = {
    { "another size", 8, "3 ...../.../. - w f 1", 0, "begin with the side of the board, 8" },
    { "no size", 3, "", 0, "begin with the side" },
    { "a leading zero", 3, "03 ...../.../. - w f 1", 0, "begin with the side" },
    { "no space", 3, "3...../.../. - w f 1", 0, "begin with the side" },
    { "two spaces", 3, "3  ...../.../. - w f 1", 2, "row 1 has 5 fields" },
    { "a short row", 3, "3 ..../.../. - w f 1", 6, "row 1 has 5 fields, each one of . w r" },
    { "a long row", 3, "3 ....../.../. - w f 1", 7,
      "row 1 has 5 fields and must be followed by a /" },
    { "a row too few", 3, "3 ...../... - w f 1", 11,
      "row 2 has 3 fields and must be followed by a /" },
    { "a row too many", 3, "3 ...../..././. - w f 1", 13,
      "row 3 has 1 field and must be followed by a space" },
    { "an unknown sign", 3, "3 ..W../.../. - w f 1", 4, "each one of . w r" },
    { "no bridges item", 3, "3 ...../.../. w f 1", 15, "a bridge is w or r and two points" },
    { "a bridge without colour", 3, "3 r...w/.w./. 3,1-2,2 w n 1", 14, "a bridge is w or r" },
    { "a leading zero in a bridge", 3, "3 r...w/.w./. w03,1-2,2 w n 1", 15, "a bridge is w or r" },
    { "a bridge off the board", 3, "3 r...w/.w./. w4,1-5,1 w n 1", 14, "adjacent points" },
    { "a bridge too long", 3, "3 w...w/.../. w1,1-3,1 w n 1", 14, "adjacent points" },
    { "a bridge without length", 3, "3 w...w/.../. w1,1-1,1 w n 1", 14, "adjacent points" },
    { "bridges joined by ,", 3, "3 r...w/.w./. w3,1-2,2,w3,2-2,3 w n 1", 22, "separated by ;" },
    { "the same bridge twice", 3, "3 r...w/.w./. w3,1-2,2;w2,2-3,1 w n 1", 23,
      "a point can carry only one bridge end (R2.4)" },
    { "R2.4 two ends on one point", 5, "5 ........./..w..w./...../.../. w3,2-4,2;w3,2-3,3 w n 1",
      41, "3,2-3,3: a point can carry only one bridge end (R2.4)" },
    { "R2.4 of different colours", 5, "5 ....r..../..w..w./...../.../. w3,2-4,2;r3,1-3,2 w n 1", 32,
      "only one bridge end (R2.4)" },
    { "R5.1 an end without own land", 3, "3 r...w/.w./. r3,1-2,2 w n 1", 14,
      "3,1-2,2: both ends of a bridge must be corners of lands of its colour (R5.1)" },
    { "R5.4 a land on a blocked field", 3, "3 r.r.w/.w./. w3,1-2,2 w n 1", 4,
      "u2,1: a bridge blocks this field for lands (R5.4)" },
    { "R4.1 five lands", 3, "3 wwwww/.../. - w n 1", 2,
      "u1,1: a group must not have more than four lands (R4.1)" },
    { "R4.1 red too", 4, "4 w....../rrrrr/.../. - w n 1", 10,
      "u1,2: a group must not have more than four lands (R4.1)" },
    { "R4.2 an island that touches a territory", 4, "4 wwww.../.w.../.../. - w n 1", 2,
      "u1,1: an island must not touch another group of its colour (R4.2)" },
    { "R4.2 two islands that touch", 5, "5 rrrr...../....rrr/....r/.../. - w n 1", 2, "(R4.2)" },
    { "no turn", 3, "3 ...../.../. - f 1", 16, "the side to move, w or r" },
    { "an unknown phase", 3, "3 ...../.../. - w x 1", 18, "one of f s n l e" },
    { "no phase", 3, "3 ...../.../. - w ", 18, "one of f s n l e" },
    { "no seat", 3, "3 ...../.../. - w f", 19, "the phase must be followed by a space" },
    { "an unknown seat", 3, "3 ...../.../. - w f 3", 20, "White's seat must be 1 or 2" },
    { "something behind", 3, "3 ...../.../. - w f 1 ", 22, "first land of an unfinished turn" },
    { "something behind at once", 3, "3 ...../.../. - w f 11", 21,
      "the seat must end the position" },
    { "f with red", 3, "3 ...../.../. - r f 1", 16, "White is to move in phase f" },
    { "s with white", 3, "3 w...w/.../. - w s 1", 16, "Red in phases s, l and e" },
    { "l with white", 3, "3 w...w/.../. - w l 1", 16, "Red in phases s, l and e" },
    { "e with white", 3, "3 w...w/.../. - w e 1", 16, "Red in phases s, l and e" },
    { "f with a land", 3, "3 ...../.r./. - w f 1", 9, "the board must be empty" },
    { "f after a swap", 3, "3 ...../.../. - w f 2", 20, "White has seat 1" },
    { "s after a swap", 3, "3 w...w/.../. - r s 2", 20, "White has seat 1" },
    { "R9.6 no such field", 3, "3 w..../.../. - w f 1 +u4,1", 23,
      "a field of the board, such as u1,1" },
    { "R9.6 no long form", 3, "3 w..../.../. - w f 1 +1,1:2,1:1,2", 23,
      "a field of the board, such as u1,1" },
    { "R9.6 something behind", 3, "3 w..../.../. - w f 1 +u1,1+", 27,
      "unexpected text after the end of the position" },
    { "R9.6 no land there", 3, "3 w..../.../. - w f 1 +u2,1", 2, "the board must be empty" },
    { "R9.6 the other side's land", 3, "3 w..r./.../. - w n 1 +d2,1", 23,
      "must belong to the side to move" },
    { "R9.6 nothing could follow", 3, "3 rr..w/rwr/w w3,1-2,2 r n 1 +u1,1", 30,
      "must belong to the side to move" },
    { "R9.6 not in phase e", 3, "3 w...w/.../. - r e 1 +u1,1", 23,
      "must belong to the side to move" },
};

static void test_positions_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BROKEN_CASES); i++) {
        const struct broken_case *c = &BROKEN_CASES[i];
        PosBuffer                 pos, before;
        Fault                     fault = { 0 };
        memset(&pos, 0x5a, sizeof pos);
        memcpy(&before, &pos, sizeof pos);
        Status status = DIAVOLO_TEXT.pos_read((uint32_t)c->size, c->line, &pos.head, &fault);
        if (status == STATUS_OK)
            fail_msg("%s: %s is read", c->rule, c->line);
        if (fault.at != c->at || strstr(fault.why, c->why) == NULL)
            fail_msg("%s: at %zu '%s'", c->rule, fault.at, fault.why);
        assert_memory_equal(&pos, &before, sizeof pos);
    }
}

/* ---- turns ---- */

static const struct turn_case {
    const char *rule;
    const char *position;
    const char *read;
    const char *written;
} TURN_CASES[] = {
    { "R9.4 short lands", "3 ...../.../. - w f 1", "u1,1+d1,2", "u1,1+d1,2" },
    { "R9.4 in any order", "3 ...../.../. - w f 1", "d1,2+u1,1", "u1,1+d1,2" },
    { "R9.4 left before right", "3 ...../.../. - w f 1", "u2,1+d1,1", "d1,1+u2,1" },
    { "R9.4 below before above", "3 ...../.../. - w f 1", "u1,2+u3,1", "u3,1+u1,2" },
    { "R9.2 long lands", "3 ...../.../. - w f 1", "1,1:2,1:1,2+2,2:1,3:2,3", "u1,1+d1,2" },
    { "R9.2 corners in any order", "3 ...../.../. - w f 1", "1,2:1,1:2,1+2,3:2,2:1,3",
      "u1,1+d1,2" },
    { "R9.2 long and short", "3 ...../.../. - w f 1", "2,3:2,2:1,3+u1,1", "u1,1+d1,2" },
    { "R9.2 short and long", "3 ...../.../. - w f 1", "d1,2+2,1:1,1:1,2", "u1,1+d1,2" },
    { "R9.3 a bridge", "3 r...w/.w./. w3,1-2,2 w n 1", "3,2-2,3", "3,2-2,3" },
    { "R9.3 points in any order", "3 r...w/.w./. w3,1-2,2 w n 1", "2,3-3,2", "3,2-2,3" },
    { "R9.3 in one row the smaller column first", "4 w...w../...../w.w/. - w n 1", "3,1-2,1",
      "2,1-3,1" },
    { "R9.4 swap", "3 w...w/.../. - r s 1", "swap", "swap" },
    { "R9.4 pass", "3 rr..w/rw./w w3,1-2,2 w n 1", "pass", "pass" },
    { "R9.6 the rest of a turn", "3 w..../.../. - w f 1 +u1,1", "+d1,2", "+d1,2" },
};

/* The turn in the notation `points` has no short lands, and reads as the same turn (R9.2). */
static void check_points(const Pos *pos, const Turn *turn)
{
    char words[TURN_TEXT_MAX], again[TURN_TEXT_MAX], expected[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words), out = text_over(again, sizeof again);
    Text own = text_over(expected, sizeof expected);
    Turn read;
    assert_string_equal(DIAVOLO_TEXT.notations->name, "points");
    turn_write_as(&DIAVOLO_GAME, DIAVOLO_TEXT.notations, pos, turn, &text);
    assert_true(strcmp(words, "swap") == 0 || strcmp(words, "pass") == 0 ||
                strpbrk(words, "ud") == NULL);
    assert_int_equal(turn_read(&DIAVOLO_GAME, pos, words, &read, NULL), STATUS_OK);
    turn_write(&DIAVOLO_GAME, pos, &read, &out);
    turn_write(&DIAVOLO_GAME, pos, turn, &own);
    assert_string_equal(again, expected);
}

static void test_turn_notation(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(TURN_CASES); i++) {
        const struct turn_case *c = &TURN_CASES[i];
        PosBuffer               pos;
        Turn                    turn;
        Fault                   fault = { 0 };
        char                    words[TURN_TEXT_MAX];
        Text                    text = text_over(words, sizeof words);
        read_line(c->position, &pos);
        if (turn_read(&DIAVOLO_GAME, &pos.head, c->read, &turn, &fault) != STATUS_OK)
            fail_msg("%s: %s", c->rule, fault.why);
        turn_write(&DIAVOLO_GAME, &pos.head, &turn, &text);
        if (strcmp(words, c->written) != 0)
            fail_msg("%s: %s", c->rule, words);
        check_points(&pos.head, &turn);
    }
}

/* ---- illegal turns ---- */

#define E1 "3 r...w/.w./. w3,1-2,2 w n 1"
#define E4 "5 ........./..w..w./...../.../. w3,2-4,2 w n 1"
#define E5 "4 www.w../...../.../. - w n 1"

static const struct refusal_case {
    const char *position;
    const char *turn;
    Status      status;
    size_t      at;
    const char *sentence;
    const char *offending; /* labels of cells */
} REFUSAL_CASES[] = {
    /* the words themselves */
    { E1, "", STATUS_SYNTAX, 0,
      "a move is two lands such as u1,1+d1,2, a bridge such as 3,1-2,2, swap or pass (R9.4)", "" },
    { E1, "U1,1+d1,2", STATUS_SYNTAX, 0, "a move is two lands", "" },
    { E1, "u1,1,d1,2", STATUS_ILLEGAL, 0, "u1,1 already holds a red land (R4.4)", "u1,1" },
    { E1, "u01,1+d1,2", STATUS_SYNTAX, 0, "a move is two lands", "" },
    { E1, "d1,1-u1,2", STATUS_SYNTAX, 4,
      "a second land must follow after a +, as in u1,1+d1,2 (R4.3)", "" },
    { E1, "d1,1", STATUS_SYNTAX, 4, "a second land must follow", "" },
    { E1, "d1,1+", STATUS_SYNTAX, 5, "a move is two lands", "" },
    { E1, "d1,1+3,2-2,3", STATUS_SYNTAX, 9, "a move is two lands", "" },
    { E1, "d1,1+pass", STATUS_SYNTAX, 5, "a move is two lands", "" },
    { E1, "u4,1+d1,2", STATUS_SYNTAX, 0, "'u4,1' is not a field of a board of side 3 (R1.3)", "" },
    { E1, "d1,1+d2,2", STATUS_SYNTAX, 5, "'d2,2' is not a field of a board of side 3 (R1.3)", "" },
    { E1, "5,1-4,1", STATUS_SYNTAX, 0, "'5,1' is not a point of a board of side 3 (R1.2)", "" },
    { E1, "4,1-4,2", STATUS_SYNTAX, 4, "'4,2' is not a point of a board of side 3 (R1.2)", "" },
    { E1, "1,1:2,1:3,1+d1,2", STATUS_SYNTAX, 0,
      "these three points are not the corners of a field (R1.3)", "" },
    { E1, "1,1:2,1+d1,2", STATUS_SYNTAX, 7, "a move is two lands", "" },
    { E1, "d1,1+u1,2+u2,2", STATUS_SYNTAX, 9, "the turn is complete before '+u2,2'", "" },
    { E1, "Pass", STATUS_SYNTAX, 0, "a move is two lands", "" },

    /* lands */
    { E1, "u3,1+d1,1", STATUS_ILLEGAL, 0, "u3,1 already holds a white land (R4.4)", "u3,1" },
    { E1, "d1,1+d1,1", STATUS_ILLEGAL, 5, "d1,1 already holds a white land (R4.4)", "d1,1" },
    { E1, "u2,1+d1,1", STATUS_ILLEGAL, 0, "u2,1 is blocked by the bridge 3,1-2,2 (R5.4)",
      "3,1 2,2" },
    { E1, "d1,1+d2,1", STATUS_ILLEGAL, 5, "d2,1 is blocked by the bridge 3,1-2,2 (R5.4)",
      "3,1 2,2" },
    { E5, "d2,1+u1,3", STATUS_ILLEGAL, 0,
      "d2,1 would join a group of 5: u1,1 d1,1 u2,1 u3,1 (R4.1)", "u1,1 d1,1 u2,1 u3,1" },
    { E5, "u1,2+u1,3", STATUS_ILLEGAL, 0,
      "u1,2 would make an island that touches the land u3,1 by a corner (R4.2)", "u3,1" },
    { E5, "u1,3+u1,2", STATUS_ILLEGAL, 5,
      "after u1,3, u1,2 would make an island that touches the lands u3,1 u1,3 by a corner (R4.2)",
      "u3,1 u1,3" },
    { "4 ww..ww./...../.../. - w n 1", "u2,1+d2,1", STATUS_ILLEGAL, 5,
      "after u2,1, d2,1 would join a group of 6: u1,1 d1,1 u2,1 u3,1 d3,1 (R4.1)",
      "u1,1 d1,1 u2,1 u3,1 d3,1" },
    { "4 ww..w../...../.../. - w n 1", "u2,1+u1,2", STATUS_ILLEGAL, 5,
      "after u2,1, u1,2 would make an island that touches the land u3,1 by a corner (R4.2)",
      "u3,1" },
    { "4 wwww.../...../.../. - w n 1", "d3,1+u1,4", STATUS_ILLEGAL, 0,
      "d3,1 touches the island at u1,1 d1,1 u2,1 d2,1 by a corner (R4.2)", "u1,1 d1,1 u2,1 d2,1" },
    { "4 www..../...../.../. - w n 1", "d2,1+d3,1", STATUS_ILLEGAL, 5,
      "after d2,1, d3,1 touches the island at u1,1 d1,1 u2,1 d2,1 by a corner (R4.2)",
      "u1,1 d1,1 u2,1 d2,1" },
    { "4 wwww.../...../.../. - w n 1", "u3,1+u1,4", STATUS_ILLEGAL, 0,
      "u3,1 would join a group of 5: u1,1 d1,1 u2,1 d2,1 (R4.1)", "u1,1 d1,1 u2,1 d2,1" },
    { "4 wrwr.rw/ww.rw/rrw/w - r n 1", "u3,1+u2,2", STATUS_ILLEGAL, 0,
      "u3,1 is legal alone, but leaves no legal field for the second land (R4.3)", "u3,1" },

    /* bridges */
    { E1, "1,1-3,1", STATUS_ILLEGAL, 0,
      "1,1 and 3,1 are not adjacent; a bridge is exactly one edge long (R5.5)", "1,1 3,1" },
    { E1, "1,1-1,1", STATUS_ILLEGAL, 0, "1,1 and 1,1 are not adjacent", "1,1 1,1" },
    { E1, "1,2-1,3", STATUS_ILLEGAL, 0, "1,2 is not a corner of a white land (R5.1)", "1,2" },
    { E1, "3,2-3,1", STATUS_ILLEGAL, 0, "3,1 is taken by the bridge 3,1-2,2 (R5.2)", "3,1 2,2" },
    { E4, "3,2-3,3", STATUS_ILLEGAL, 0, "3,2 is taken by the bridge 3,2-4,2 (R5.2)", "3,2 4,2" },
    { E4, "2,2-2,3", STATUS_ILLEGAL, 0,
      "the field u2,2 beside this bridge holds a white land (R5.3)", "u2,2" },
    { "3 w.r.w/.../. - w n 1", "2,1-3,1", STATUS_ILLEGAL, 0,
      "the field u2,1 beside this bridge holds a red land (R5.3)", "u2,1" },
    { "3 ...../.../. - w f 1", "1,1-2,1", STATUS_ILLEGAL, 0,
      "White's first move must be two lands (R3.1)", "" },
    { "3 w...w/.../. - r s 1", "1,1-2,1", STATUS_ILLEGAL, 0,
      "Red's first move must be two lands or swap (R7)", "" },

    /* swap, pass, the end */
    { "3 ...../.../. - w f 1", "swap", STATUS_ILLEGAL, 0,
      "only Red may swap, in reply to White's first move (R3.2)", "" },
    { "3 w...w/.../. - r n 2", "swap", STATUS_ILLEGAL, 0,
      "a swap is possible only as Red's first move (R3.3)", "" },
    { E1, "pass", STATUS_ILLEGAL, 0,
      "White may not pass while two lands can be placed, for example d1,1+u1,2 (R6.1)",
      "d1,1 u1,2" },
    { "3 w...w/.../. - r s 1", "pass", STATUS_ILLEGAL, 0,
      "Red may not pass while two lands can be placed, for example d1,1+u2,1 (R6.1)", "d1,1 u2,1" },
    { "3 rr..w/rw./w w3,1-2,2 r s 1", "pass", STATUS_ILLEGAL, 0,
      "Red's first move must be two lands or swap (R7)", "" },
    { "3 w...w/.../. - r e 1", "d1,1+u2,1", STATUS_ILLEGAL, 0, "the game is over (R6)", "" },
};

static void write_labels(const Shape *shape, const CellList *cells, Text *out)
{
    for (int i = 0; i < cells->count; i++) {
        assert_true(cells->cell[i] < shape->cell_count);
        text_addf(out, "%s%s", i == 0 ? "" : " ", shape->cells[cells->cell[i]].label);
    }
}

static void check_refusal(const struct refusal_case *c)
{
    PosBuffer pos;
    Turn      turn;
    Fault     fault = { 0 };
    Message   why;
    Shape     shape;
    char      words[512], labels[512];
    Text      sentence = text_over(words, sizeof words);
    Text      label_text = text_over(labels, sizeof labels);
    read_line(c->position, &pos);
    shape_init(&shape);
    assert_true(DIAVOLO_VIEW.shape(pos.head.variant, &shape));

    Status status = turn_read(&DIAVOLO_GAME, &pos.head, c->turn, &turn, &fault);
    if (status != c->status || fault.at != c->at || strstr(fault.why, c->sentence) != fault.why)
        fail_msg("%s, %s: status %d at %zu: %s", c->position, c->turn, (int)status, fault.at,
                 fault.why);
    assert_int_equal(turn_explain(&DIAVOLO_GAME, &pos.head, c->turn, &turn, &why), status);
    message_write(&why, &DIAVOLO_GAME, pos.head.variant, &LANGUAGE_ENGLISH, &sentence);
    write_labels(&shape, &why.cells, &label_text);
    if (strcmp(words, fault.why) != 0 || strcmp(labels, c->offending) != 0)
        fail_msg("%s, %s: '%s', offending %s", c->position, c->turn, words, labels);
    shape_free(&shape);
}

static void test_illegal_turns(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(REFUSAL_CASES); i++)
        check_refusal(&REFUSAL_CASES[i]);
}

/* ---- drawn boards ---- */

/* clang-format off */
static const char BOARD_LABELLED_3[] =
    "                   1,4\n"
    "                   /\\\n"
    "                  /  \\\n"
    "                 /    \\\n"
    "                /      \\\n"
    "               /        \\\n"
    "             1,3_________2,3\n"
    "             /\\          /\\\n"
    "            /  \\        /  \\\n"
    "           /    \\      /    \\\n"
    "          /      \\    /      \\\n"
    "         /        \\  /        \\\n"
    "       1,2_________2,2_________3,2\n"
    "       /\\          /\\          /\\\n"
    "      /  \\        /  \\        /  \\\n"
    "     /    \\      /    \\      /    \\\n"
    "    /      \\    /      \\    /      \\\n"
    "   /        \\  /        \\  /        \\\n"
    " 1,1_________2,1_________3,1_________4,1\n";

static const char BOARD_E1[] =
    "                   /\\\n"
    "                  /  \\\n"
    "                 /    \\\n"
    "                /      \\\n"
    "               /        \\\n"
    "              /__________\\\n"
    "             /\\          /\\\n"
    "            /  \\  ++++  /  \\\n"
    "           /    \\  ++  /    \\\n"
    "          /      \\    /      \\\n"
    "         /        \\  /        \\\n"
    "        /__________\\/__________\\\n"
    "       /\\          /+          /\\\n"
    "      /  \\        /  +        /  \\\n"
    "     /    \\      /    +      /    \\\n"
    "    /  **  \\    /      +    /  ++  \\\n"
    "   /  ****  \\  /        +  /  ++++  \\\n"
    "  /__________\\/__________+/__________\\\n";

static const char BOARD_E2[] =
    "                   /\\\n"
    "                  /  \\\n"
    "                 /    \\\n"
    "                /  ++  \\\n"
    "               /  ++++  \\\n"
    "              /__________\\\n"
    "             /\\          /\\\n"
    "            /  \\  ++++  /  \\\n"
    "           /    \\  ++  /    \\\n"
    "          /  **  \\    /      \\\n"
    "         /  ****  \\  /        \\\n"
    "        /__________\\/__________\\\n"
    "       /\\          /+          /\\\n"
    "      /  \\  ****  /  +        /  \\\n"
    "     /    \\  **  /    +      /    \\\n"
    "    /  **  \\    /      +    /  ++  \\\n"
    "   /  ****  \\  /        +  /  ++++  \\\n"
    "  /__________\\/__________+/__________\\\n";

static const char BOARD_E3[] =
    "                         /\\\n"
    "                        /  \\\n"
    "                       /    \\\n"
    "                      /      \\\n"
    "                     /        \\\n"
    "                    /__________\\\n"
    "                   /\\          /\\\n"
    "                  /  \\        /  \\\n"
    "                 /    \\      /    \\\n"
    "                /  ++  \\    /  ++  \\\n"
    "               /  ++++  \\  /  ++++  \\\n"
    "              /__________\\/__________\\\n"
    "             /\\          /\\          /\\\n"
    "            /  \\        /  \\        /  \\\n"
    "           /    \\      /    \\      /    \\\n"
    "          /      \\    /      \\    /      \\\n"
    "         /        \\  /        \\  /        \\\n"
    "        /__________\\/__________\\/__________\\\n"
    "       /\\          /\\          /\\          /\\\n"
    "      /  \\        /  \\        /  \\        /  \\\n"
    "     /    \\      /    \\      /    \\      /    \\\n"
    "    /  ++  \\    /      \\    /  ++  \\    /      \\\n"
    "   /  ++++  \\  /        \\  /  ++++  \\  /        \\\n"
    "  /__________\\/++++++++++\\/__________\\/__________\\\n";

static const char BOARD_E5[] =
    "                         /\\\n"
    "                        /  \\\n"
    "                       /    \\\n"
    "                      /      \\\n"
    "                     /        \\\n"
    "                    /__________\\\n"
    "                   /\\          /\\\n"
    "                  /  \\        /  \\\n"
    "                 /    \\      /    \\\n"
    "                /      \\    /      \\\n"
    "               /        \\  /        \\\n"
    "              /__________\\/__________\\\n"
    "             /\\          /\\          /\\\n"
    "            /  \\        /  \\        /  \\\n"
    "           /    \\      /    \\      /    \\\n"
    "          /      \\    /      \\    /      \\\n"
    "         /        \\  /        \\  /        \\\n"
    "        /__________\\/__________\\/__________\\\n"
    "       /\\          /\\          /\\          /\\\n"
    "      /  \\  ++++  /  \\        /  \\        /  \\\n"
    "     /    \\  ++  /    \\      /    \\      /    \\\n"
    "    /  ++  \\    /  ++  \\    /  ++  \\    /      \\\n"
    "   /  ++++  \\  /  ++++  \\  /  ++++  \\  /        \\\n"
    "  /__________\\/__________\\/__________\\/__________\\\n";

static const char BOARD_E7[] =
    "                                     /\\\n"
    "                                    /  \\\n"
    "                                   /    \\\n"
    "                                  /  ++  \\\n"
    "                                 /  ++++  \\\n"
    "                                /__________\\\n"
    "                               /\\          /\\\n"
    "                              /  \\  ++++  /  \\\n"
    "                             /    \\  ++  /    \\\n"
    "                            /  ++  \\    /  ++  \\\n"
    "                           /  ++++  \\  /  ++++  \\\n"
    "                          /__________\\/__________\\\n"
    "                         +\\          /\\          /\\\n"
    "                        +  \\        /  \\        /  \\\n"
    "                       +    \\      /    \\      /    \\\n"
    "                      +      \\    /      \\    /      \\\n"
    "                     +        \\  /        \\  /        \\\n"
    "                    +__________\\/__________\\/__________\\\n"
    "                   /\\          /\\          /\\          /\\\n"
    "                  /  \\        /  \\        /  \\        /  \\\n"
    "                 /    \\      /    \\      /    \\      /    \\\n"
    "                /  ++  \\    /      \\    /      \\    /      \\\n"
    "               /  ++++  \\  /        \\  /        \\  /        \\\n"
    "              /__________\\/__________\\/__________\\/__________\\\n"
    "             +\\          /\\          /\\          /\\          /\\\n"
    "            +  \\        /  \\        /  \\        /  \\        /  \\\n"
    "           +    \\      /    \\      /    \\      /    \\      /    \\\n"
    "          +      \\    /      \\    /      \\    /  ++  \\    /      \\\n"
    "         +        \\  /        \\  /        \\  /  ++++  \\  /        \\\n"
    "        +__________\\/__________\\/__________\\/__________\\/__________\\\n"
    "       /\\          /\\          /\\          /\\          /\\          /\\\n"
    "      /  \\  ++++  /  \\  ++++  /  \\        /  \\  ++++  /  \\        /  \\\n"
    "     /    \\  ++  /    \\  ++  /    \\      /    \\  ++  /    \\      /    \\\n"
    "    /  ++  \\    /  ++  \\    /      \\    /  ++  \\    /  ++  \\    /      \\\n"
    "   /  ++++  \\  /  ++++  \\  /        \\  /  ++++  \\  /  ++++  \\  /        \\\n"
    "  /__________\\/__________\\/__________\\/__________\\/__________\\/__________\\\n";

/* clang-format on */

static const struct board_case {
    const char *position;
    const char *board;
} BOARD_CASES[] = {
    { "3 r...w/.w./. w3,1-2,2 w n 1", BOARD_E1 },
    { "3 rr..w/rw./w w3,1-2,2 w n 1", BOARD_E2 },
    { "4 w...w../...../w.w/. w2,1-3,1 w n 1", BOARD_E3 },
    { "4 www.w../...../.../. - w n 1", BOARD_E5 },
    { "6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5 w n 1", BOARD_E7 },
};

static void assert_draws(const Pos *pos, bool labelled, const char *board)
{
    char drawn[BOARD_TEXT_MAX];
    Text text = text_over(drawn, sizeof drawn);
    diavolo_draw(pos, labelled, &text);
    assert_false(text.full);
    assert_string_equal(drawn, board);
}

static void assert_reads(const Pos *pos, const DiavoloMoment *moment, const char *board)
{
    PosBuffer again;
    Fault     fault = { 0 };
    if (diavolo_draw_read(pos->variant, board, moment, &again.head, &fault) != STATUS_OK)
        fail_msg("at %zu: %s\n%s", fault.at, fault.why, board);
    assert_true(game_same(&DIAVOLO_GAME, pos, &again.head));
}

static void test_boards(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BOARD_CASES); i++) {
        PosBuffer pos;
        char      drawn[BOARD_TEXT_MAX];
        Text      text = text_over(drawn, sizeof drawn);
        read_line(BOARD_CASES[i].position, &pos);
        assert_draws(&pos.head, false, BOARD_CASES[i].board);
        assert_reads(&pos.head, NULL, BOARD_CASES[i].board);
        DIAVOLO_TEXT.draw(&pos.head, &text);
        assert_string_equal(drawn, BOARD_CASES[i].board);
    }
}

/* clang-format off */
static const char BOARD_NAMED_3[] =
    "                   1,4\n"
    "                   /\\\n"
    "                  /  \\\n"
    "                 /    \\\n"
    "                / u1,3 \\\n"
    "               /        \\\n"
    "             1,3_________2,3\n"
    "             /\\          /\\\n"
    "            /  \\  ++++  /  \\\n"
    "           /    \\ d1,2 /    \\\n"
    "          / u1,2 \\    / u2,2 \\\n"
    "         /        \\  /        \\\n"
    "       1,2_________2,2_________3,2\n"
    "       /\\          /+          /\\\n"
    "      /  \\        /  +        /  \\\n"
    "     /    \\ d1,1 /    + d2,1 /    \\\n"
    "    / u1,1 \\    / u2,1 +    / u3,1 \\\n"
    "   /  ****  \\  /        +  /  ++++  \\\n"
    " 1,1_________2,1_________3,1_________4,1\n"
    "u1,1 = 1,1:2,1:1,2   d1,1 = 2,1:1,2:2,2\n";
/* clang-format on */

static void test_board_with_names(void **state)
{
    (void)state;
    PosBuffer pos;
    char      drawn[BOARD_TEXT_MAX];
    Text      text = text_over(drawn, sizeof drawn);
    read_line("3 r...w/.w./. w3,1-2,2 w n 1", &pos);
    DIAVOLO_TEXT.draw_labels(&pos.head, &text);
    assert_string_equal(drawn, BOARD_NAMED_3);
}

/* Names of up to six characters fit into their fields. */
static void test_long_names(void **state)
{
    (void)state;
    PosBuffer pos;
    char      drawn[BOARD_TEXT_MAX];
    Text      text = text_over(drawn, sizeof drawn);
    DIAVOLO_RULES.start(DIAVOLO_SIZE_MAX, &pos.head);
    DIAVOLO_TEXT.draw_labels(&pos.head, &text);
    assert_false(text.full);
    assert_non_null(strstr(drawn, "/u10,10\\"));
    assert_non_null(strstr(drawn, "\\d10,10/"));
    assert_non_null(strstr(drawn, "/u30,1 \\\n"));
}

static void test_labelled_board(void **state)
{
    (void)state;
    static const DiavoloMoment START = { DIAVOLO_WHITE, DIAVOLO_FIRST, 1 };
    PosBuffer                  pos;
    DIAVOLO_RULES.start(3, &pos.head);
    assert_draws(&pos.head, true, BOARD_LABELLED_3);
    assert_reads(&pos.head, &START, BOARD_LABELLED_3);
}

/* Put blanks and a carriage return behind each line, and leave out the last newline. */
static void roughen(const char *board, char *out)
{
    size_t n = 0;
    for (int line = 0; *board != '\0'; board++) {
        if (*board == '\n') {
            for (int i = 0; i < line % 4; i++)
                out[n++] = ' ';
            out[n++] = '\r';
            line++;
        }
        if (*board != '\n' || board[1] != '\0')
            out[n++] = *board;
    }
    out[n] = '\0';
}

static void check_drawings(const Pos *pos)
{
    static char   drawn[BOARD_TEXT_MAX], rough[2 * BOARD_TEXT_MAX];
    DiavoloMoment moment = { pos->side, diavolo_stage(pos), diavolo_white_seat(pos) };
    for (int labelled = 0; labelled < 2; labelled++) {
        Text text = text_over(drawn, sizeof drawn);
        diavolo_draw(pos, labelled != 0, &text);
        assert_false(text.full);
        assert_reads(pos, &moment, drawn);
        roughen(drawn, rough);
        assert_reads(pos, &moment, rough);
    }
}

/* Positions of random games on every size of board, drawn and read back. */
static void test_random_boards(void **state)
{
    (void)state;
    Random random = random_seeded(5);
    Step   steps[STEPS_MAX];
    for (uint32_t n = DIAVOLO_SIZE_MIN; n <= DIAVOLO_SIZE_MAX; n++) {
        PosBuffer pos;
        uint32_t  every = n < 8 ? 1 : n * n / 10; /* turns between two drawings */
        DIAVOLO_RULES.start(n, &pos.head);
        for (uint32_t turns = 0;; turns += pos.head.phase == 0) {
            if (pos.head.phase == 0 && turns % every == 0)
                check_drawings(&pos.head);
            int count = DIAVOLO_RULES.gen(&pos.head, steps);
            if (count == 0)
                break;
            DIAVOLO_RULES.apply(&pos.head, steps[random_below(&random, (uint32_t)count)]);
        }
        check_drawings(&pos.head);
    }
}

/* A drawing with one character replaced is not a board, or is another one. */
static void test_corrupted_boards(void **state)
{
    (void)state;
    for (size_t i = 0; i + 2 < sizeof BOARD_E1; i++) {
        char      spoilt[sizeof BOARD_E1];
        PosBuffer pos;
        Fault     fault = { 0 };
        memcpy(spoilt, BOARD_E1, sizeof spoilt);
        spoilt[i] = spoilt[i] == '\n' ? ' ' : 'x';
        assert_int_not_equal(diavolo_draw_read(3, spoilt, NULL, &pos.head, &fault), STATUS_OK);
        assert_true(fault.why[0] != '\0' && fault.at < sizeof spoilt);
    }
}

static const struct draw_case {
    const char *what;
    int         size;
    const char *from, *to; /* replaced in the board of E1 */
    Status      status;
    const char *why;
} DRAW_CASES[] = {
    { "another size", 4, "", "", STATUS_SYNTAX, "a board of side 4 has 24 lines" },
    { "a land that is cut", 3, "/    \\  ++  /    \\", "/    \\  +   /    \\", STATUS_SYNTAX,
      "line 9 of the drawing does not match a board: expected '+' here (R9.7)" },
    { "a land of two colours", 3, "/  ++++  \\", "/  +**+  \\", STATUS_SYNTAX, "line 17" },
    { "a bridge that is cut", 3, "/    \\      /    +      /", "/    \\      /    \\      /",
      STATUS_SYNTAX, "line 13" },
    { "R5.4 a land on a blocked field", 3, "/  ****  \\  /        +  /",
      "/  ****  \\  /  ****  +  /", STATUS_ILLEGAL, "(R5.4)" },
};

static void test_boards_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(DRAW_CASES); i++) {
        const struct draw_case *c = &DRAW_CASES[i];
        char                    board[2 * sizeof BOARD_E1];
        PosBuffer               pos;
        Fault                   fault = { 0 };
        const char             *at = strstr(BOARD_E1, c->from);
        assert_non_null(at);
        snprintf(board, sizeof board, "%.*s%s%s", (int)(at - BOARD_E1), BOARD_E1, c->to,
                 at + strlen(c->from));
        Status status = diavolo_draw_read((uint32_t)c->size, board, NULL, &pos.head, &fault);
        if (status != c->status || strstr(fault.why, c->why) == NULL)
            fail_msg("%s: status %d, %s", c->what, (int)status, fault.why);
    }
}

/* The largest drawing there is fits the buffer size of core/game.h. */
static void test_largest_board_fits(void **state)
{
    (void)state;
    PosBuffer pos;
    char      drawn[BOARD_TEXT_MAX];
    DIAVOLO_RULES.start(DIAVOLO_SIZE_MAX, &pos.head);
    for (int labelled = 0; labelled < 2; labelled++) {
        Text text = text_over(drawn, sizeof drawn);
        diavolo_draw(&pos.head, labelled != 0, &text);
        assert_false(text.full);
        assert_int_equal(text.length, labelled == 0 ? 49230 : 49519);
    }
}

/* ---- the view ---- */

static void test_cells(void **state)
{
    (void)state;
    Shape shape;
    shape_init(&shape);
    assert_true(DIAVOLO_VIEW.shape(30, &shape));
    assert_int_equal(shape.cell_count, 900 + 496);
    const ShapeCell *field = &shape.cells[shape_find(&shape, "d2,3")];
    assert_string_equal(field->kind, "field");
    assert_int_equal(field->corner_count, 3);
    const ShapeCell *point = &shape.cells[shape_find(&shape, "31,1")];
    assert_string_equal(point->kind, "point");
    assert_int_equal(point->corner_count, 0);
    shape_free(&shape);
}

static void describe(const Shape *shape, const Piece *piece, Text *out)
{
    text_addf(out, "%s%s%s%s %s", out->length == 0 ? "" : "; ", piece->glyph,
              piece->marks & MARK_BLOCKED   ? " blocked"
              : piece->marks & MARK_COVERED ? " covered"
                                            : "",
              piece->side == SIDE_NONE ? ""
              : piece->side == 0       ? " white"
                                       : " red",
              shape->cells[piece->cell].label);
    if (piece->cell2 != piece->cell)
        text_addf(out, "-%s", shape->cells[piece->cell2].label);
}

static void test_pieces(void **state)
{
    (void)state;
    static const struct {
        const char *position, *pieces;
    } CASES[] = {
        { "3 r...w/.w./. w3,1-2,2 w n 1",
          "land red u1,1; mark blocked u2,1; mark blocked d2,1; land white u3,1; land white d1,2; "
          "mark covered 3,1; mark covered 2,2; bridge white 3,1-2,2" },
        { "3 w..../.../. - w f 1 +u1,1", "land white u1,1" },
    };
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        PosBuffer pos;
        Shape     shape;
        Pieces    pieces;
        char      words[1024];
        Text      text = text_over(words, sizeof words);
        read_line(CASES[i].position, &pos);
        shape_init(&shape);
        pieces_init(&pieces);
        assert_true(DIAVOLO_VIEW.shape(pos.head.variant, &shape));
        assert_true(DIAVOLO_VIEW.pieces(&pos.head, &pieces));
        for (int j = 0; j < pieces.count; j++)
            describe(&shape, &pieces.at[j], &text);
        assert_string_equal(words, CASES[i].pieces);
        pieces_free(&pieces);
        shape_free(&shape);
    }
}

static void test_panel(void **state)
{
    (void)state;
    PosBuffer pos;
    PanelRows panel;
    char      words[512];
    Text      text = text_over(words, sizeof words);
    read_line("6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5 w n 2", &pos);
    panel_rows(&DIAVOLO_GAME, &pos.head, &LANGUAGE_ENGLISH, &panel);
    for (int i = 0; i < panel.count; i++)
        text_addf(&text, "%s%d %s %s", i == 0 ? "" : "; ", panel.row[i].side, panel.row[i].label,
                  panel.row[i].value);
    assert_string_equal(words,
                        "0 points 4; 0 islands 3; 0 single islands 1; 0 bridges 2; 0 networks 2; "
                        "1 points 0; 1 islands 0; 1 single islands 0; 1 bridges 0; 1 networks -; "
                        "0 seat 2; 1 seat 1");
}

static void test_input_hints(void **state)
{
    (void)state;
    static const struct {
        const char *position, *turn, *cells, *label;
        unsigned    flags;
    } CASES[] = {
        { "3 w..../.../. - w f 1 +u1,1", "+d1,2", "d1,2", "", 0 },
        { "3 r...w/.w./. w3,1-2,2 w n 1", "2,3-3,2", "3,2 2,3", "", INPUT_ANY_ORDER },
        { "3 w...w/.../. - r s 1", "swap", "", "swap sides", 0 },
        { "3 rr..w/rw./w w3,1-2,2 w n 1", "pass", "", "pass", 0 },
    };
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        PosBuffer pos;
        Shape     shape;
        Turn      turn;
        InputHint hint;
        char      words[64], labels[64];
        Text      label = text_over(words, sizeof words);
        Text      cell_text = text_over(labels, sizeof labels);
        read_line(CASES[i].position, &pos);
        shape_init(&shape);
        assert_true(DIAVOLO_VIEW.shape(pos.head.variant, &shape));
        assert_int_equal(turn_read(&DIAVOLO_GAME, &pos.head, CASES[i].turn, &turn, NULL),
                         STATUS_OK);
        DIAVOLO_VIEW.input_hint(&pos.head, turn.step[0], &hint);
        message_write(&hint.label, &DIAVOLO_GAME, pos.head.variant, &LANGUAGE_ENGLISH, &label);
        write_labels(&shape, &hint.cells, &cell_text);
        assert_int_equal(hint.flags, CASES[i].flags);
        assert_string_equal(labels, CASES[i].cells);
        assert_string_equal(words, CASES[i].label);
        shape_free(&shape);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_position_lines),
        cmocka_unit_test(test_positions_rejected),
        cmocka_unit_test(test_turn_notation),
        cmocka_unit_test(test_illegal_turns),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_labelled_board),
        cmocka_unit_test(test_board_with_names),
        cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_random_boards),
        cmocka_unit_test(test_corrupted_boards),
        cmocka_unit_test(test_boards_rejected),
        cmocka_unit_test(test_largest_board_fits),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_panel),
        cmocka_unit_test(test_input_hints),
    };
    return cmocka_run_group_tests_name("diavolo text", tests, NULL, NULL);
}
