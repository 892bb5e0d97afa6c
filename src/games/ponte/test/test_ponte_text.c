/* SPDX-License-Identifier: MIT */
/* Notation and view of Ponte del Diavolo: variants, position lines, turns, errors, drawing,
 * cells and pieces (src/games/ponte/rulings.md, R8 to R10).  If a reader rejects a text, place and reason are
 * part of the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/line.h"
#include "core/shape.h"
#include "core/turn.h"
#include "games/ponte/ponte.h"
#include "games/ponte/ponte_explain.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* ---- R8.1: variants ---- */

#define OPTION_LIST "a variant is contest, official or open, then options size=, stones=, bridges="

static const struct variant_case {
    const char *text;
    const char *written; /* NULL: rejected */
    size_t      at;
    const char *why;
} VARIANT_CASES[] = {
    /* clang-format off */
    { "", "contest", 0, NULL },
    { "contest", "contest", 0, NULL },
    { "official", "official", 0, NULL },
    { "open", "open", 0, NULL },
    { "size=8", "contest;size=8", 0, NULL },
    { "contest;size=8", "contest;size=8", 0, NULL },
    { "contest;size=10", "contest", 0, NULL },
    { "contest;size=3", "contest;size=3", 0, NULL },
    { "official;size=12", "official;size=12", 0, NULL },
    { "size=8;size=9", "contest;size=9", 0, NULL },
    { "stones=1", "contest;stones=1", 0, NULL },
    { "stones=200;bridges=200", "contest;stones=200;bridges=200", 0, NULL },
    { "bridges=0", "contest;bridges=0", 0, NULL },
    { "stones=unlimited;bridges=unlimited", "contest", 0, NULL },
    { "official;stones=40;bridges=15", "official", 0, NULL },
    { "official;stones=unlimited", "official;stones=unlimited", 0, NULL },
    { "official;bridges=unlimited", "official;bridges=unlimited", 0, NULL },
    { "official;stones=unlimited;bridges=unlimited", "open", 0, NULL },
    { "open;stones=40;bridges=15", "official", 0, NULL },
    { "open;bridges=15", "official;stones=unlimited", 0, NULL },
    { "share=on", "contest;share=on", 0, NULL },
    { "share=off", "contest", 0, NULL },
    { "open;share=off", "open;share=off", 0, NULL },
    { "end=pass", "contest;end=pass", 0, NULL },
    { "end=skip", "contest", 0, NULL },
    { "open;end=skip", "open;end=skip", 0, NULL },
    { "tie=draw", "contest;tie=draw", 0, NULL },
    { "tie=white", "contest", 0, NULL },
    { "open;tie=white", "open;tie=white", 0, NULL },
    { "tie=draw;end=pass;share=on;bridges=3;stones=9;size=7",
      "contest;size=7;stones=9;bridges=3;share=on;end=pass;tie=draw", 0, NULL },
    { "size=2", NULL, 5, "size= takes a number from 3 to 12" },
    { "size=13", NULL, 5, "size= takes a number from 3 to 12" },
    { "size=", NULL, 5, "size= takes a number from 3 to 12" },
    { "size=99999999999999999999", NULL, 5, "size= takes a number from 3 to 12" },
    { "contest;size=x", NULL, 13, "size= takes a number from 3 to 12" },
    { "size=-4", NULL, 5, "size= takes a number from 3 to 12" },
    { "stones=0", NULL, 7, "stones= takes a number from 1 to 200, or unlimited" },
    { "stones=201", NULL, 7, "stones= takes a number from 1 to 200, or unlimited" },
    { "stones=many", NULL, 7, "stones= takes a number from 1 to 200, or unlimited" },
    { "stones=unlimite", NULL, 7, "stones= takes a number from 1 to 200, or unlimited" },
    { "bridges=201", NULL, 8, "bridges= takes a number from 0 to 200, or unlimited" },
    { "bridges=", NULL, 8, "bridges= takes a number from 0 to 200, or unlimited" },
    { "share=yes", NULL, 6, "share= takes off or on" },
    { "share=", NULL, 6, "share= takes off or on" },
    { "end=draw", NULL, 4, "end= takes skip or pass" },
    { "tie=black", NULL, 4, "tie= takes white or draw" },
    { "official;tie=", NULL, 13, "tie= takes white or draw" },
    { "contest ", NULL, 7, "options are separated by ';'" },
    { "contestsize=8", NULL, 7, "options are separated by ';'" },
    { "size=8,stones=4", NULL, 6, "options are separated by ';'" },
    { "size=8x", NULL, 6, "options are separated by ';'" },
    { "share=only", NULL, 8, "options are separated by ';'" },
    { "contest;", NULL, 8, OPTION_LIST },
    { "size=8;", NULL, 7, OPTION_LIST },
    { "contest;;size=8", NULL, 8, OPTION_LIST },
    { "contest;official", NULL, 8, OPTION_LIST },
    { "size=8;official", NULL, 7, OPTION_LIST },
    { "Contest", NULL, 0, OPTION_LIST },
    { " contest", NULL, 0, OPTION_LIST },
    { "nope", NULL, 0, OPTION_LIST },
    { ";size=8", NULL, 0, OPTION_LIST },
    { "size", NULL, 0, OPTION_LIST },
    { "size 8", NULL, 0, OPTION_LIST },
    /* clang-format on */
};

static void test_variants(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(VARIANT_CASES); n++) {
        const struct variant_case *c = &VARIANT_CASES[n];
        uint32_t                   variant = 77, again = 78;
        Fault                      fault = { 0 };
        char                       written[VARIANT_TEXT_MAX];
        Text                       text = text_over(written, sizeof written);
        Status                     status = PONTE_TEXT.variant_read(c->text, &variant, &fault);
        if (c->written == NULL) {
            if (status != STATUS_SYNTAX || fault.at != c->at || variant != 77)
                fail_msg("'%s': status %d at %zu", c->text, (int)status, fault.at);
            if (strstr(fault.why, c->why) == NULL)
                fail_msg("'%s': %s", c->text, fault.why);
            continue;
        }
        if (status != STATUS_OK)
            fail_msg("'%s': %s", c->text, fault.why);
        PONTE_TEXT.variant_write(variant, &text);
        assert_string_equal(written, c->written);
        assert_int_equal(PONTE_TEXT.variant_read(written, &again, &fault), STATUS_OK);
        assert_int_equal(again, variant);
    }
}

static uint32_t variant_of(const char *text)
{
    uint32_t variant = 0;
    Fault    fault = { 0 };
    if (PONTE_TEXT.variant_read(text, &variant, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return variant;
}

/* Every combination of settings is written and read back as it was. */
static void test_all_settings(void **state)
{
    static const int SUPPLIES[] = { 1, 15, 40, 200, PONTE_UNLIMITED };
    (void)state;
    for (int bits = 0; bits < 16; bits++)
        for (int size = PONTE_SIZE_MIN; size <= PONTE_SIZE_MAX; size++)
            for (size_t n = 0; n < COUNT_OF(SUPPLIES); n++)
                for (size_t k = 0; k < COUNT_OF(SUPPLIES); k++) {
                    PonteSettings s = {
                        .size = size,
                        .stones = SUPPLIES[n],
                        .bridges = SUPPLIES[k] == 1 ? 0 : SUPPLIES[k],
                        .share = (bits & 1) != 0,
                        .passing = (bits & 2) != 0,
                        .draws = (bits & 4) != 0,
                        .seats_swap = (bits & 8) != 0,
                    };
                    char words[VARIANT_TEXT_MAX];
                    Text text = text_over(words, sizeof words);
                    PONTE_TEXT.variant_write(ponte_pack(&s), &text);
                    assert_false(text.full);
                    assert_int_equal(variant_of(words), ponte_pack(&s));
                }
}

/* ---- R9.3, R9.4: position lines ---- */

/* Position lines that are read, and how they are written then. */
static const struct read_case {
    const char *rule;
    const char *variant;
    const char *text;
    const char *written; /* NULL: the same */
} READ_CASES[] = {
    /* clang-format off */
    { "R9.3 the start", "contest", "10/10/10/10/10/10/10/10/10/10 w - 1 -", NULL },
    { "R9.3 the pair of the specification", "contest",
      "WW1WW5/WW1WW5/10/10/10/10/10/10/10/10 b b10-d10 8 -", NULL },
    { "R9.3 the largest board", "open;size=12",
      "12/12/12/12/12/12/12/12/12/12/12/W10B w - 3 - 1 -", NULL },
    { "R9.3 the smallest board", "contest;size=3", "W1W/3/BB1 w - 3 -", NULL },
    { "R9.3 a swap is offered", "contest;size=4", "WW2/4/4/4 b - 2 s", NULL },
    { "R9.3 no swap is offered", "contest;size=4", "WW2/4/4/4 b - 2 -", NULL },
    { "R9.3 the turn is not checked against the material", "contest;size=4", "WW2/4/4/4 b - 999 -",
      NULL },
    { "R9.3 odd numbers of stones", "contest;size=4", "W3/4/4/4 b - 7 -", NULL },
    { "R9.3 bridges in order of building", "contest;size=4", "W1W1/4/B1B1/4 w a2-c2,a4-c4 7 -", NULL },
    { "R9.2 the ends of a bridge in any order", "contest;size=4", "W1W1/4/4/4 b c4-a4 7 -",
      "W1W1/4/4/4 b a4-c4 7 -" },
    { "R9.1 and in any case", "contest;size=4", "W1W1/4/4/4 b A4-c4 7 -", "W1W1/4/4/4 b a4-c4 7 -" },
    { "R9.3 seats", "official;size=4", "W1W1/4/4/4 b - 3 - 2 -", NULL },
    { "R9.3 White has passed", "official;size=4", "W1W1/4/4/4 b - 9 - 1 p", NULL },
    { "R9.3 over after Black's last turn", "official;size=4", "W1W1/4/4/4 w - 9 - 1 p", NULL },
    { "R9.3 over by Black's pass", "official;size=4", "W1W1/4/4/4 w - 9 - 2 e", NULL },
    { "R9.3 seats with end=pass", "contest;size=4;end=pass", "W1W1/4/4/4 b - 9 - 1 p", NULL },
    { "R9.3 seats without passes", "open;size=4;end=skip", "W1W1/4/4/4 b - 9 - 2 -", NULL },
    { "R9.3 after the end, the side that would be next", "contest;size=3", "W1B/BWB/BWW w - 5 -", NULL },
    { "R9.3 after the end, the side that would be next", "contest;size=3", "W1B/BWB/BWW b - 5 -", NULL },
    { "R9.4 within a turn", "contest;size=4", "W3/4/4/4 w - 1 - +a4", NULL },
    { "R9.4 within Black's first turn", "contest;size=4", "WW2/4/4/B3 b - 2 s +a1", NULL },
    { "R9.4 within a turn, with seats", "open;size=4", "WW2/4/4/B3 b - 2 s 1 - +a1", NULL },
    { "R9.4 within Black's last turn", "open;size=4", "WW2/4/4/B3 b - 9 - 1 p +A1",
      "WW2/4/4/B3 b - 9 - 1 p +a1" },
    /* clang-format on */
};

static void write_line(const Pos *pos, char line[POS_TEXT_MAX])
{
    Text text = text_over(line, POS_TEXT_MAX);
    PONTE_TEXT.pos_write(pos, &text);
    assert_false(text.full);
}

static void test_positions_read(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(READ_CASES); n++) {
        const struct read_case *c = &READ_CASES[n];
        char                    line[POS_TEXT_MAX];
        PosBuffer               pos;
        Fault                   fault = { 0 };
        if (PONTE_TEXT.pos_read(variant_of(c->variant), c->text, &pos.head, &fault) != STATUS_OK)
            fail_msg("%s: %s", c->rule, fault.why);
        write_line(&pos.head, line);
        if (strcmp(line, c->written != NULL ? c->written : c->text) != 0)
            fail_msg("%s: %s", c->rule, line);
        assert_int_equal(PONTE_RULES.check(&pos.head, &fault), STATUS_OK);
    }
}

#define ROW_TEXT    "a row has 4 cells: W, B, and a number for each run of empty cells"
#define SIDE_TEXT   "the rows must be followed by a space and the side to move, w or b"
#define BRIDGE_TEXT "a bridge is two cells at bridge distance, as in b10-d10; an empty list is '-'"
#define TURN_TEXT   "the bridges must be followed by a space and the turn number, 1 to 999"
#define SWAP_TEXT   "the turn number must be followed by a space and s (swap offered) or -"
#define SEAT_TEXT   "the swap field must be followed by a space and the seat that plays White, 1 or 2"
#define PASS_TEXT \
    "the last field must be -, p (White has passed) or e (Black's pass ended the game)"
#define END_TEXT "unexpected text after the end of the position"

/* Texts that are no position line, or not of this variant. */
static const struct reject_case {
    const char *rule;
    const char *variant;
    const char *text;
    size_t      at;
    const char *why;
} REFUSE_CASES[] = {
    /* clang-format off */
    { "R9.3 nothing at all", "size=4", "", 0, ROW_TEXT },
    { "R9.3 another symbol", "size=4", "W.2/4/4/4 w - 1 -", 1, ROW_TEXT },
    { "R9.3 a small letter", "size=4", "w3/4/4/4 w - 1 -", 0, ROW_TEXT },
    { "R9.3 a run too long", "size=4", "5/4/4/4 w - 1 -", 0, ROW_TEXT },
    { "R9.3 a run too long behind a stone", "size=4", "W4/4/4/4 w - 1 -", 1, ROW_TEXT },
    { "R9.3 a run of none", "size=4", "W0W2/4/4/4 w - 1 -", 1, ROW_TEXT },
    { "R9.3 a run with a leading zero", "size=4", "04/4/4/4 w - 1 -", 0, ROW_TEXT },
    { "R9.3 a run longer than any number", "size=4", "99999999999999999999/4 w", 0, ROW_TEXT },
    { "R9.3 a row too short", "size=4", "W2/4/4/4 w - 1 -", 2, ROW_TEXT },
    { "R9.3 the last row too short", "size=4", "4/4/4/3 w - 1 -", 7, ROW_TEXT },
    { "R9.3 a row too long", "size=4", "4W/4/4/4 w - 1 -", 1, "row 1 is complete; expected '/' (4 rows in all)" },
    { "R9.3 a row is missing", "size=4", "4/4/4 w - 1 -", 5, "row 3 is complete; expected '/'" },
    { "R9.3 a row too many", "size=4", "4/4/4/4/4 w - 1 -", 7, SIDE_TEXT },
    { "R9.3 a leading space", "size=4", " 4/4/4/4 w - 1 -", 0, ROW_TEXT },
    { "R9.3 a board of another size", "contest", "4/4/4/4 w - 1 -", 1, "a row has 10 cells" },
    { "R9.3 the rows alone", "size=4", "4/4/4/4", 7, SIDE_TEXT },
    { "R9.3 no side to move", "size=4", "4/4/4/4 ", 8, SIDE_TEXT },
    { "R9.3 a capital letter", "size=4", "4/4/4/4 W - 1 -", 8, SIDE_TEXT },
    { "R9.3 two spaces", "size=4", "4/4/4/4  w - 1 -", 8, SIDE_TEXT },
    { "R9.3 no bridges", "size=4", "4/4/4/4 w", 9, "the side must be followed by a space and the list of bridges or -" },
    { "R9.3 no space", "size=4", "4/4/4/4 w- 1 -", 9, "the side must be followed by a space and the list of bridges or -" },
    { "R9.3 nothing where the bridges are", "size=4", "4/4/4/4 w ", 10, BRIDGE_TEXT },
    { "R9.3 a turn where the bridges are", "size=4", "4/4/4/4 w 1 -", 10, BRIDGE_TEXT },
    { "R9.3 half a bridge", "size=4", "W1W1/4/4/4 w a4 1 -", 13, BRIDGE_TEXT },
    { "R9.3 a bridge with one end", "size=4", "W1W1/4/4/4 w a4- 1 -", 13, BRIDGE_TEXT },
    { "R9.3 a comma for a hyphen", "size=4", "W1W1/4/4/4 w a4,c4 1 -", 13, BRIDGE_TEXT },
    { "R9.3 no bridge distance", "size=4", "W2W/4/4/4 w a4-d4 1 -", 12, BRIDGE_TEXT },
    { "R9.3 a cell off the board", "size=4", "W1W1/4/4/4 w a5-c5 1 -", 13, BRIDGE_TEXT },
    { "R9.3 a rank with a zero in front", "size=4", "W1W1/4/4/4 w a04-c4 1 -", 13, BRIDGE_TEXT },
    { "R9.3 a comma too many", "size=4", "W1W1/4/4/4 w a4-c4, 1 -", 19, BRIDGE_TEXT },
    { "R9.3 the second bridge is none", "size=4", "W1W1/4/4/4 w a4-c4,- 1 -", 19, BRIDGE_TEXT },
    { "R9.3 no turn", "size=4", "4/4/4/4 w -", 11, TURN_TEXT },
    { "R9.3 a space and no turn", "size=4", "4/4/4/4 w - ", 12, TURN_TEXT },
    { "R9.3 turn 0", "size=4", "4/4/4/4 w - 0 -", 12, TURN_TEXT },
    { "R9.3 a turn with a leading zero", "size=4", "4/4/4/4 w - 01 -", 12, TURN_TEXT },
    { "R9.3 turn 1000", "size=4", "4/4/4/4 w - 1000 -", 12, TURN_TEXT },
    { "R9.3 a turn with a sign", "size=4", "4/4/4/4 w - +1 -", 12, TURN_TEXT },
    { "R9.3 no swap field", "size=4", "4/4/4/4 w - 1", 13, SWAP_TEXT },
    { "R9.3 an empty swap field", "size=4", "4/4/4/4 w - 1 ", 14, SWAP_TEXT },
    { "R9.3 another letter in it", "size=4", "4/4/4/4 w - 1 S", 14, SWAP_TEXT },
    { "R9.3 no seat in official", "official;size=4", "4/4/4/4 w - 1 -", 15, SEAT_TEXT },
    { "R9.3 seat 0", "official;size=4", "4/4/4/4 w - 1 - 0 -", 16, SEAT_TEXT },
    { "R9.3 seat 3", "open;size=4", "4/4/4/4 w - 1 - 3 -", 16, SEAT_TEXT },
    { "R9.3 no pass field", "open;size=4", "4/4/4/4 w - 1 - 1", 17, PASS_TEXT },
    { "R9.3 an empty pass field", "open;size=4", "4/4/4/4 w - 1 - 1 ", 18, PASS_TEXT },
    { "R9.3 another letter in it", "open;size=4", "4/4/4/4 w - 1 - 1 x", 18, PASS_TEXT },
    { "R9.3 p where there is no pass", "open;size=4;end=skip", "4/4/4/4 b - 4 - 1 p", 18,
      "this variant has no pass" },
    { "R9.3 e where there is no pass", "open;size=4;end=skip", "4/4/4/4 w - 4 - 1 e", 18,
      "this variant has no pass" },
    { "R9.3 seats in the contest", "size=4", "4/4/4/4 w - 1 - 1 -", 15, END_TEXT },
    { "R9.3 a trailing space", "size=4", "4/4/4/4 w - 1 - ", 15, END_TEXT },
    { "R9.3 something behind it", "open;size=4", "4/4/4/4 w - 1 - 1 -x", 19, END_TEXT },
    { "R9.4 + and nothing", "size=4", "4/4/4/4 w - 1 - +", 17, "'+' must be followed by a cell (R9.4)" },
    { "R9.4 + and no cell of this board", "size=4", "4/4/4/4 w - 1 - +e1", 17, "'+' must be followed by" },
    { "R9.4 something behind the cell", "size=4", "W3/4/4/4 w - 1 - +a4 ", 20, END_TEXT },
    { "R9.4 two first stones", "size=4", "WW2/4/4/4 w - 1 - +a4 +b4", 21, END_TEXT },
    /* clang-format on */
};

/* The same for lines that are well written but cannot be: the place is always the beginning. */
static const struct reject_case ILLEGAL_CASES[] = {
    /* clang-format off */
    { "R3.2 five white stones in a group", "size=5", "WWWWW/5/5/5/5 w - 9 -", 0,
      "a group has more than four stones (R3.2)" },
    { "R3.2 six black stones in a group", "size=4", "BBB1/BBB1/4/4 w - 9 -", 0,
      "a group has more than four stones (R3.2)" },
    { "R3.3 an island and a stone at its corner", "size=4", "BB2/BB2/2B1/4 w - 9 -", 0,
      "an island touches another stone of its colour (R3.3)" },
    { "R3.3 two islands corner to corner", "size=4", "WW2/WW2/2WW/2WW w - 9 -", 0,
      "an island touches another stone of its colour (R3.3)" },
    { "R4.2 no stone at one end", "size=4", "W3/4/4/4 w a4-c4 9 -", 0,
      "bridge 1 of the list is not legal (R4)" },
    { "R4.2 no stones at all", "size=4", "4/4/4/4 w a4-c4 9 -", 0, "bridge 1 of the list" },
    { "R4.2 ends of two colours", "size=4", "W1B1/4/4/4 w a4-c4 9 -", 0, "bridge 1 of the list" },
    { "R4.3 two bridges on one stone", "size=4", "W1W1/4/W3/4 w a4-c4,a4-a2 9 -", 0,
      "bridge 2 of the list is not legal (R4)" },
    { "R4.3 the same bridge twice", "size=4", "W1W1/4/4/4 w a4-c4,a4-c4 9 -", 0, "bridge 2" },
    { "R4.4 a stone under a bridge", "size=4", "WBW1/4/4/4 w a4-c4 9 -", 0, "bridge 1 of the list" },
    { "R4.4 a stone under half a bridge", "size=4", "W3/1B2/1W2/4 w a4-b2 9 -", 0, "bridge 1" },
    { "R4.5 a cell under two bridges", "size=4", "WW2/4/1WW1/4 w a4-b2,b4-c2 9 -", 0, "bridge 2" },
    { "R4.6 bridges that cross in a corner", "size=4", "W2B/4/1BW1/4 w a4-c2,d4-b2 9 -", 0, "bridge 2" },
    { "R4.6 also in open", "open;size=4", "W2B/4/1BW1/4 w a4-c2,d4-b2 9 - 1 -", 0, "bridge 2" },
    { "R8.2 more bridges than the supply", "open;size=4;bridges=1", "W1W1/4/B1B1/4 w a4-c4,a2-c2 9 - 1 -",
      0, "bridge 2 of the list is not legal (R4)" },
    { "R8.2 more stones than the supply", "size=4;stones=2", "W1W1/4/W3/4 b - 9 -", 0,
      "a colour has more stones than its supply allows (R8.2)" },
    { "R2.2 a swap on turn 1", "size=4", "4/4/4/4 w - 1 s", 0,
      "a swap is offered only to Black on turn 2, with only White's two stones on the board (R2.2)" },
    { "R2.2 a swap on turn 3", "size=4", "WW2/4/4/4 b - 3 s", 0, "a swap is offered only" },
    { "R2.2 a swap for White", "size=4", "WW2/4/4/4 w - 2 s", 0, "a swap is offered only" },
    { "R2.2 a swap with one stone", "size=4", "W3/4/4/4 b - 2 s", 0, "a swap is offered only" },
    { "R2.2 a swap with a black stone", "size=4", "WW2/4/4/B3 b - 2 s", 0, "a swap is offered only" },
    { "R2.2 a swap with a bridge", "size=4", "W1W1/4/4/4 b a4-c4 2 s", 0, "a swap is offered only" },
    { "R2.2 a swap after a pass", "open;size=4", "WW2/4/4/4 b - 2 s 1 p", 0, "a swap is offered only" },
    { "R5.2 Black to move after his own pass", "open;size=4", "WW2/4/4/4 b - 9 - 1 e", 0,
      "after Black's pass the side to move must be White (R5.2)" },
    { "R5.1 a side that is skipped", "size=3", "WWB/WBW/B1B w - 5 -", 0,
      "the side to move has no action and is skipped (R5.1)" },
    { "R9.4 the first stone is not there", "size=4", "4/4/4/4 w - 1 - +a4", 0,
      "the cell after '+' holds no stone of the side to move (R9.4)" },
    { "R9.4 the first stone has the other colour", "size=4", "B3/4/4/4 w - 1 - +a4", 0,
      "the cell after '+' holds no stone of the side to move (R9.4)" },
    { "R9.4 no second stone would fit", "official;size=3", "WBB/BWB/BWW b - 6 - 1 - +b3", 0,
      "no turn can begin with the stone after '+' (R9.4)" },
    { "R9.4 the game was over before", "open;size=4", "W3/4/4/4 w - 9 - 1 e +a4", 0,
      "no turn can begin with the stone after '+' (R9.4)" },
    { "R9.4 the side was skipped before", "size=4;stones=2;bridges=0", "WW2/4/4/4 w - 3 - +a4", 0,
      "the side to move has no action and is skipped (R5.1)" },
    { "R9.4 the rest is not a position", "size=4", "WWW1/WWW1/4/4 w - 9 - +a4", 0,
      "a group has more than four stones (R3.2)" },
    /* clang-format on */
};

static void run_refuse_case(const struct reject_case *c, Status want)
{
    PosBuffer pos, before;
    Fault     fault = { 0 };
    memset(&pos, 0x5a, sizeof pos);
    memcpy(&before, &pos, sizeof pos);
    Status status = PONTE_TEXT.pos_read(variant_of(c->variant), c->text, &pos.head, &fault);
    if (status != want || fault.status != want || fault.at != c->at)
        fail_msg("%s: status %d at %zu: %s", c->rule, (int)status, fault.at, fault.why);
    if (strstr(fault.why, c->why) == NULL)
        fail_msg("%s: %s", c->rule, fault.why);
    if (memcmp(&pos, &before, sizeof pos) != 0)
        fail_msg("%s: the position was touched", c->rule);
    assert_int_equal(PONTE_TEXT.pos_read(variant_of(c->variant), c->text, &pos.head, NULL), want);
}

static void test_positions_rejected(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(REFUSE_CASES); n++)
        run_refuse_case(&REFUSE_CASES[n], STATUS_SYNTAX);
    for (size_t n = 0; n < COUNT_OF(ILLEGAL_CASES); n++)
        run_refuse_case(&ILLEGAL_CASES[n], STATUS_ILLEGAL);
}

/* More bridges than any board can have. */
static void test_too_many_bridges(void **state)
{
    char      line[POS_TEXT_MAX];
    Text      text = text_over(line, sizeof line);
    PosBuffer pos;
    Fault     fault = { 0 };
    (void)state;
    text_add(&text, "W1W1/4/4/4 w a4-c4");
    for (int n = 0; n < PONTE_BRIDGES_MAX; n++)
        text_add(&text, ",a4-c4");
    text_add(&text, " 9 -");
    assert_int_equal(PONTE_TEXT.pos_read(variant_of("size=4"), line, &pos.head, &fault),
                     STATUS_SYNTAX);
    assert_non_null(strstr(fault.why, BRIDGE_TEXT));
}

static PosBuffer position_of(const char *variant, const char *line)
{
    PosBuffer pos;
    Fault     fault = { 0 };
    if (PONTE_TEXT.pos_read(variant_of(variant), line, &pos.head, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
    return pos;
}

/* ---- invariants that no line can break ---- */

static PonteHead *head_of(PosBuffer *pos)
{
    return (PonteHead *)(void *)pos;
}

static void break_key(PosBuffer *pos)
{
    pos->head.key ^= 1;
}

static void break_side(PosBuffer *pos)
{
    pos->head.side = 2;
}

static void break_phase(PosBuffer *pos)
{
    pos->head.phase = 2;
}

static void break_bridge_count(PosBuffer *pos)
{
    head_of(pos)->bridge_count = PONTE_BRIDGES_MAX + 1;
}

static void break_bridge(PosBuffer *pos)
{
    head_of(pos)->bridges[0] ^= 1;
}

static void break_owners(PosBuffer *pos)
{
    head_of(pos)->bridges_of[0]++;
}

static void break_over(PosBuffer *pos)
{
    head_of(pos)->over = 1;
}

static void break_unused(PosBuffer *pos)
{
    head_of(pos)->unused[0] = 1;
}

static void break_stones(PosBuffer *pos)
{
    pos->bytes[sizeof(PonteHead)] ^= 2;
}

static void break_first(PosBuffer *pos)
{
    pos->head.phase = 1;
}

static void test_checks(void **state)
{
    static void (*const BREAKERS[])(PosBuffer *) = {
        break_key,    break_side, break_phase,  break_bridge_count, break_bridge,
        break_owners, break_over, break_unused, break_stones,       break_first,
    };
    static const char *const SIZES[] = { "size=10", "size=12" };
    static const char *const LINES[] = {
        "W1W7/10/10/10/10/10/10/10/10/B8B w a10-c10 9 -",
        "W1W9/12/12/12/12/12/12/12/12/12/12/B10B w a12-c12 9 -",
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(BREAKERS); n++)
        for (int k = 0; k < 2; k++) {
            PosBuffer pos = position_of(SIZES[k], LINES[k]);
            Fault     fault = { 0 };
            assert_int_equal(PONTE_RULES.check(&pos.head, &fault), STATUS_OK);
            BREAKERS[n](&pos);
            if (PONTE_RULES.check(&pos.head, &fault) != STATUS_ILLEGAL || fault.why[0] == '\0')
                fail_msg("breaker %zu on board %d is not noticed", n, k);
        }
}

/* ---- R9.1, R9.2: turns ---- */

static const struct turn_case {
    const char *rule;
    const char *variant;
    const char *line;
    const char *text;
    const char *written;
} TURN_CASES[] = {
    /* clang-format off */
    { "R9.2 two stones", "contest", "10/10/10/10/10/10/10/10/10/10 w - 1 -", "h7,f5", "h7,f5" },
    { "R9.2 the higher one first", "contest", "10/10/10/10/10/10/10/10/10/10 w - 1 -", "f5,h7", "h7,f5" },
    { "R9.2 then the more left one", "contest", "10/10/10/10/10/10/10/10/10/10 w - 1 -", "j10,a10",
      "a10,j10" },
    { "R9.1 in any case", "contest", "10/10/10/10/10/10/10/10/10/10 w - 1 -", "H7,f5", "h7,f5" },
    { "R9.1 with blanks", "contest", "10/10/10/10/10/10/10/10/10/10 w - 1 -", "  f5 ,\th7 ", "h7,f5" },
    { "R9.2 a bridge", "size=5", "5/2W2/5/1W3/5 w - 9 -", "c4-b2", "c4-b2" },
    { "R9.2 a bridge from its lower end", "size=5", "5/2W2/5/1W3/5 w - 9 -", "b2-c4", "c4-b2" },
    { "R9.2 a bridge along a row, left end first", "size=5", "W1W2/5/5/5/5 w - 9 -", "c5-a5", "a5-c5" },
    { "R9.2 the upper end of a slope is the right one", "size=5", "2W2/5/W4/5/5 w - 9 -", "a3-c5", "c5-a3" },
    { "R9.1 a bridge with blanks and capitals", "size=5", "W1W2/5/5/5/5 w - 9 -", " C5 - A5 ", "a5-c5" },
    { "R9.2 swap", "size=5", "WW3/5/5/5/5 b - 2 s", "swap", "swap" },
    { "R9.1 swap", "size=5", "WW3/5/5/5/5 b - 2 s", " Swap ", "swap" },
    { "R9.2 pass", "official;size=3", "WWB/WBW/B1B w - 5 - 1 -", "pass", "pass" },
    { "R9.1 pass", "official;size=3", "WWB/WBW/B1B w - 5 - 1 -", "\tPASS", "pass" },
    { "R9.4 the rest of a turn", "size=5", "W4/5/5/5/5 w - 1 - +a5", ",c3", ",c3" },
    { "R9.2 two digits", "size=12", "12/12/12/12/12/12/12/12/12/12/12/12 w - 1 -", "l12,a11", "l12,a11" },
    /* clang-format on */
};

static void test_turns_read(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(TURN_CASES); n++) {
        const struct turn_case *c = &TURN_CASES[n];
        PosBuffer               pos = position_of(c->variant, c->line);
        char                    words[TURN_TEXT_MAX];
        Text                    text = text_over(words, sizeof words);
        Turn                    turn;
        Fault                   fault = { 0 };
        if (turn_read(&PONTE_GAME, &pos.head, c->text, &turn, &fault) != STATUS_OK)
            fail_msg("%s: %s", c->rule, fault.why);
        turn_write(&PONTE_GAME, &pos.head, &turn, &text);
        if (strcmp(words, c->written) != 0)
            fail_msg("%s: %s", c->rule, words);
    }
}

#define FORM_TEXT   "a move is two cells such as a1,b2, a bridge such as a1-c1, swap or pass (R9.2)"
#define SECOND_TEXT "a second stone must follow after a comma, as in a1,b2 (R3.1)"

/* Texts that are no turn at all. */
static const struct reject_case TURN_SYNTAX[] = {
    /* clang-format off */
    { "R9.2 nothing", "", "", 0, FORM_TEXT },
    { "R9.2 blanks", "", "   ", 3, FORM_TEXT },
    { "R9.2 a word", "", "hello", 0, FORM_TEXT },
    { "R9.2 part of a word", "", "swa", 0, FORM_TEXT },
    { "R9.2 a letter", "", "a", 0, FORM_TEXT },
    { "R9.2 a rank", "", "1", 0, FORM_TEXT },
    { "R9.2 rank 0", "", "a0,b1", 0, FORM_TEXT },
    { "R9.2 a rank with a zero in front", "", "a01,b1", 0, FORM_TEXT },
    { "R9.2 a rank off the board", "", "a6,b1", 0, FORM_TEXT },
    { "R9.2 a column off the board", "", "f1,b1", 0, FORM_TEXT },
    { "R9.2 a rank beyond all numbers", "", "a99999999999999999999,b1", 0, FORM_TEXT },
    { "R9.2 a space inside a cell", "", "a 1,b1", 0, FORM_TEXT },
    { "R9.2 a comma in front", "", ",a1,b1", 0, FORM_TEXT },
    { "R3.1 one stone", "", "a1", 2, SECOND_TEXT },
    { "R3.1 one stone and blanks", "", "a1  ", 4, SECOND_TEXT },
    { "R3.1 no comma", "", "a1 b1", 3, SECOND_TEXT },
    { "R3.1 another sign", "", "a1+b1", 2, SECOND_TEXT },
    { "R3.1 a comma and nothing", "", "a1,", 3, SECOND_TEXT },
    { "R3.1 a second cell off the board", "", "a1,b6", 3, SECOND_TEXT },
    { "R3.1 a second stone that is a swap", "", "a1,swap", 3, SECOND_TEXT },
    { "R9.2 a bridge to nowhere", "", "a5-", 3, FORM_TEXT },
    { "R9.2 a bridge off the board", "", "a5-a7", 3, FORM_TEXT },
    { "R9.2 a bridge with an empty end", "", "a5- ", 4, FORM_TEXT },
    { "R3.1 a third stone", "", "a1,b1,c1", 5, "the turn is complete before ',c1'" },
    { "R4.1 a bridge over two spans", "", "a5-c5-e5", 5, "the turn is complete before '-e5'" },
    { "R9.2 a stone and a bridge", "", "a1,b1-d1", 5, "the turn is complete before '-d1'" },
    { "R9.2 a word too long", "", "swapped", 4, "the turn is complete before 'ped'" },
    /* clang-format on */
};

static void test_turns_rejected(void **state)
{
    /* White's stones and a swap for Black, each where it is needed */
    PosBuffer white = position_of("size=5", "W1W2/5/5/5/5 w - 9 -");
    PosBuffer black = position_of("size=5", "W1W2/5/5/5/5 b - 2 s");
    (void)state;
    for (size_t n = 0; n < COUNT_OF(TURN_SYNTAX); n++) {
        const struct reject_case *c = &TURN_SYNTAX[n];
        const Pos                *pos = c->text[0] == 's' ? &black.head : &white.head;
        Turn                      turn;
        Fault                     fault = { 0 };
        Status                    status = turn_read(&PONTE_GAME, pos, c->text, &turn, &fault);
        if (status != STATUS_SYNTAX || fault.at != c->at)
            fail_msg("%s: status %d at %zu: %s", c->rule, (int)status, fault.at, fault.why);
        if (strstr(fault.why, c->why) == NULL)
            fail_msg("%s: %s", c->rule, fault.why);
    }
}

/* ---- R10: errors, in the order of the contest's table ---- */

static void test_R10_codes(void **state)
{
    static const char *const WORDS[] = {
        "",
        "occupied",
        "covered",
        "diagonal",
        "group-size",
        "bridge-blocked",
        "bridge-ends",
        "bridge-owner",
        "bridge-distance",
        "bad-action",
        "bad-format",
    };
    (void)state;
    assert_int_equal(PONTE_BAD_FORMAT + 1, COUNT_OF(WORDS));
    for (size_t n = 0; n < COUNT_OF(WORDS); n++)
        assert_string_equal(ponte_error_code((PonteError)n), WORDS[n]);
}

/*   5 W W . W w      White to move; white bridge e5-e3
 *   4 . W B . +
 *   3 b . . W w      black bridge a3-a1
 *   2 + . . . .
 *   1 b . W W W   */
#define CROWD      "WW1WW/1WB2/B2WW/5/B1WWW w e5-e3,a3-a1 9 -"
#define CROWD_OPEN CROWD " 1 -"

static const struct explain_case {
    const char *rule;
    const char *variant;
    const char *line;
    const char *text;
    size_t      at;
    const char *sentence;
    const char *offending; /* cells, joined by blanks */
} EXPLAIN_CASES[] = {
    /* clang-format off */
    { "R3.1 occupied by an own stone", "size=5", CROWD, "a5,c3", 0, "a5 holds a stone (R3.1)", "a5" },
    { "R3.1 occupied by the other side", "size=5", CROWD, "c4,c3", 0, "c4 holds a stone (R3.1)", "c4" },
    { "R3.1 the second stone", "size=5", CROWD, "b2, C4", 4, "c4 holds a stone (R3.1)", "c4" },
    { "R3.1 covered by an own bridge", "size=5", CROWD, "e4,c3", 0,
      "e4 is under the bridge e5-e3 (R3.1)", "e4 e5 e3" },
    { "R3.1 covered by the other side", "size=5", CROWD, "c3,a2", 3,
      "a2 is under the bridge a3-a1 (R3.1)", "a2 a3 a1" },
    { "R3.3 an island that touches a stone", "size=5", "WW3/1W3/3W1/5/5 w - 9 -", "c4,a1", 0,
      "c4 would make the island c4 b4 b5 a5 touch the stone d3 by a corner (R3.3)", "c4 b4 b5 a5 d3" },
    { "R3.3 a stone that touches an island", "size=5", "WW3/WW3/5/5/5 w - 9 -", "c3,a1", 0,
      "c3 touches the island at b4 by its corner (R3.3)", "c3 b4" },
    { "R3.3 the second stone touches what the first one made", "size=5", "WWW2/5/5/5/5 w - 9 -",
      "d5,e4", 3, "e4 touches the island at d5 by its corner (R3.3)", "e4 d5" },
    { "R3.3 the other way round", "size=5", "WWW2/5/5/5/5 w - 9 -", "e4,d5", 3,
      "d5 would make the island d5 c5 b5 a5 touch the stone e4 by a corner (R3.3)", "d5 c5 b5 a5 e4" },
    { "R3.3 before R3.2", "size=6", "WW4/WW4/3WW1/3WW1/6/6 w - 9 -", "c4,a1", 0,
      "c4 touches the island at b5 by its corner (R3.3)", "c4 b5" },
    { "R3.2 five", "size=5", "WW1WW/5/5/5/5 w - 9 -", "c5,a1", 0,
      "c5 would join a group of 5: b5 d5 a5 e5 (R3.2)", "c5 b5 d5 a5 e5" },
    { "R3.2 the second stone", "size=5", "1WWW1/5/5/5/5 w - 9 -", "a5,e5", 3,
      "e5 would join a group of 5: d5 c5 b5 a5 (R3.2)", "e5 d5 c5 b5 a5" },
    { "R3.2 thirteen, the most there can be", "size=5", "1WW2/2W1W/WW1WW/W1W2/2WW1 w - 9 -", "c3,e1", 0,
      "c3 would join a group of 13: c4 b3 d3 c2 c5 a3 e3 c1 b5 a2 e4 d1 (R3.2)",
      "c3 c4 b3 d3 c2 c5 a3 e3 c1 b5 a2 e4 d1" },
    { "R4.4 a bridge over a stone", "size=5", "WBW2/5/5/5/5 w - 9 -", "c5-a5", 0,
      "c5-a5 would cover the stone on b5 (R4.4)", "c5 a5 b5" },
    { "R4.5 a covered cell", "size=5", "WB3/5/1WB2/5/5 b a5-b3 9 -", "b5-c3", 0,
      "b5-c3 would cover b4, which is under the bridge a5-b3 (R4.5)", "b5 c3 b4 a5 b3" },
    { "R4.6 a bridge across", "size=5", "W2B1/5/1BW2/5/5 b a5-c3 9 -", "d5-b3", 0,
      "d5-b3 would cross the bridge a5-c3 (R4.6)", "d5 b3 a5 c3" },
    { "R4.6 where cells may be shared", "open;size=5", "WW3/5/WW3/5/5 w a5-b3 9 - 1 -", "b5-a3", 0,
      "b5-a3 would cross the bridge a5-b3 (R4.6)", "b5 a3 a5 b3" },
    { "R4.3 a second bridge, upper end", "size=5", "W1W2/5/W4/5/5 w a5-c5 9 -", "a5-a3", 0,
      "a5-a3: a5 already carries a bridge (R4.3)", "a5 a3" },
    { "R4.3 a second bridge, lower end", "size=5", "W4/5/W4/5/W4 w a3-a1 9 -", "a5-a3", 0,
      "a5-a3: a3 already carries a bridge (R4.3)", "a5 a3" },
    { "R4.2 an empty end", "size=5", CROWD, "c1-c3", 0,
      "c1-c3: c3 holds no stone of the side to move (R4.2)", "c1 c3" },
    { "R4.2 an end of the other side", "size=5", "W1B2/5/5/5/5 w - 9 -", "a5-c5", 0,
      "a5-c5: c5 holds no stone of the side to move (R4.2)", "a5 c5" },
    { "R4.1 too far", "size=5", CROWD, "a5-d5", 0, "a5-d5 is not the length of a bridge (R4.1)", "a5 d5" },
    { "R4.1 too near", "size=5", CROWD, "b5-a5", 0, "b5-a5 is not the length of a bridge (R4.1)", "b5 a5" },
    { "R4.1 nowhere", "size=5", CROWD, "a5-a5", 0, "a5-a5 is not the length of a bridge (R4.1)", "a5" },
    { "R3.1 one cell twice", "size=5", CROWD, "c3,c3", 3,
      "c3 is named twice; a move places stones on two different cells (R3.1)", "c3" },
    { "R2.2 swap", "size=5", CROWD, " swap", 1, "only Black may swap, as the second move of the game (R2.2)", "" },
    { "R5.1 pass", "size=5", CROWD, "pass", 0, "this variant has no pass (R5.1)", "" },
    { "R5.2 pass", "open;size=5", CROWD_OPEN, "pass", 0,
      "a pass is legal only if the side to move cannot place two stones (R5.2)", "" },
    { "R8.2 no bridge", "open;size=5;bridges=1", "W1W2/5/B1B2/5/5 w a3-c3 9 - 1 -", "a5-c5", 0,
      "no bridge is left in the supply (R8.2)", "" },
    { "R8.2 no stones", "open;size=5;stones=3", "W1W2/5/B1B2/5/5 w - 9 - 1 -", "a1,b1", 0,
      "a1: there is no legal way to place two stones (R3.1)", "a1" },
    { "R3.1 no second cell", "official;size=3", "W1B/BWB/BWW b - 6 - 1 -", "b3,b3", 0,
      "b3: there is no legal way to place two stones (R3.1)", "b3" },
    { "R5.3 over", "size=3", "W1B/BWB/BWW w - 5 -", "b3,b3", 0,
      "b3 would join a group of 5: a3 b2 b1 c1 (R3.2)", "b3 a3 b2 b1 c1" },
    { "R5.3 over", "size=3", "W1B/BWB/BWW b - 5 -", "b3,b3", 0, "the game is over (R5.3)", "" },
    { "R5.3 over", "size=3", "W1B/BWB/BWW w - 5 -", "swap", 0, "the game is over (R5.3)", "" },
    { "R5.2 over", "open;size=5", "5/5/5/5/5 w - 9 - 1 e", "a1,a2", 0, "the game is over (R5.3)", "" },
    { "R5.2 over", "open;size=5", "5/5/5/5/5 w - 9 - 1 p", "pass", 0, "the game is over (R5.3)", "" },
    /* clang-format on */
};

static void write_offending(int size, const CellList *offending, Text *out)
{
    for (int n = 0; n < offending->count; n++) {
        text_add(out, n > 0 ? " " : "");
        ponte_cell_write(
            size,
            (PonteCell){ (int8_t)(offending->cell[n] % size), (int8_t)(offending->cell[n] / size) },
            out);
    }
}

static void run_explain_case(const struct explain_case *c)
{
    PosBuffer pos = position_of(c->variant, c->line);
    char      sentence[512], offending[512];
    Text      text = text_over(sentence, sizeof sentence);
    Text      offending_text = text_over(offending, sizeof offending);
    Message   why;
    Turn      turn;
    Fault     fault = { 0 };
    Status    status = turn_read(&PONTE_GAME, &pos.head, c->text, &turn, &fault);
    if (status != STATUS_ILLEGAL || fault.at != c->at)
        fail_msg("%s: status %d at %zu: %s", c->rule, (int)status, fault.at, fault.why);
    assert_int_equal(turn_explain(&PONTE_GAME, &pos.head, c->text, &turn, &why), STATUS_ILLEGAL);
    assert_int_equal(why.at, c->at);
    message_write(&why, &PONTE_GAME, pos.head.variant, &LANGUAGE_ENGLISH, &text);
    write_offending(ponte_unpack(pos.head.variant).size, &why.cells, &offending_text);
    if (strcmp(sentence, c->sentence) != 0 || strcmp(fault.why, c->sentence) != 0)
        fail_msg("%s: %s | %s", c->rule, sentence, fault.why);
    if (strcmp(offending, c->offending) != 0)
        fail_msg("%s: offending are %s", c->rule, offending);
}

static void test_R10_messages(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(EXPLAIN_CASES); n++)
        run_explain_case(&EXPLAIN_CASES[n]);
}

/* A sentence never runs over, however small the buffer is. */
static void test_messages_fit_small_buffers(void **state)
{
    PosBuffer pos = position_of("size=5", "WW3/1W3/3W1/5/5 w - 9 -");
    char      whole[512], part[512];
    Text      text = text_over(whole, sizeof whole);
    Turn      turn;
    Message   why;
    (void)state;
    assert_int_equal(turn_explain(&PONTE_GAME, &pos.head, "c4,a1", &turn, &why), STATUS_ILLEGAL);
    message_write(&why, &PONTE_GAME, pos.head.variant, &LANGUAGE_ENGLISH, &text);
    for (size_t capacity = 1; capacity <= text.length + 1; capacity++) {
        Text short_text = text_over(part, capacity);
        message_write(&why, &PONTE_GAME, pos.head.variant, &LANGUAGE_ENGLISH, &short_text);
        assert_int_equal(strlen(part), capacity - 1);
        assert_memory_equal(part, whole, capacity - 1);
    }
}

/* ---- drawing ---- */

static void check_drawing(const char *variant, const char *line, const char *want)
{
    PosBuffer pos = position_of(variant, line);
    char      board[BOARD_TEXT_MAX];
    Text      text = text_over(board, sizeof board);
    PONTE_TEXT.draw(&pos.head, &text);
    assert_string_equal(board, want);
}

static void test_drawing(void **state)
{
    (void)state;
    check_drawing("size=3", "3/3/3 w - 1 -",
                  "  3 . . .\n"
                  "  2 . . .\n"
                  "  1 . . .\n"
                  "    a b c\n");
    check_drawing("size=5", "WW1WW/1WB2/B2WW/5/B1WWW w e5-e3,a3-a1 9 -",
                  "  5 W W . W w\n"
                  "  4 . W B . +\n"
                  "  3 b . . W w\n"
                  "  2 + . . . .\n"
                  "  1 b . W W W\n"
                  "    a b c d e\n"
                  "white bridges: e5-e3\n"
                  "black bridges: a3-a1\n");
    check_drawing("contest", "W1W2W4/7W2/10/1W8/10/3W6/10/10/10/10 w a10-c10,f10-h9,b7-d5 9 -",
                  " 10 w + w . . w + . . .\n"
                  "  9 . . . . . . + w . .\n"
                  "  8 . . . . . . . . . .\n"
                  "  7 . w . . . . . . . .\n"
                  "  6 . . + . . . . . . .\n"
                  "  5 . . . w . . . . . .\n"
                  "  4 . . . . . . . . . .\n"
                  "  3 . . . . . . . . . .\n"
                  "  2 . . . . . . . . . .\n"
                  "  1 . . . . . . . . . .\n"
                  "    a b c d e f g h i j\n"
                  "white bridges: a10-c10 f10-h9 b7-d5\n");
}

/* ---- view: cells ---- */

static void test_shape(void **state)
{
    (void)state;
    for (int size = PONTE_SIZE_MIN; size <= PONTE_SIZE_MAX; size++) {
        char  variant[32], last[16];
        Shape shape;
        snprintf(variant, sizeof variant, "size=%d", size);
        shape_init(&shape);
        assert_true(PONTE_VIEW.shape(variant_of(variant), &shape));
        assert_int_equal(shape.cell_count, size * size);
        assert_int_equal(shape.line_count, 0);
        assert_int_equal(shape_find(&shape, "a1"), size * (size - 1));
        snprintf(last, sizeof last, "%c%d", 'a' + size - 1, size);
        assert_int_equal(shape_find(&shape, last), size - 1);
        for (int id = 0; id < shape.cell_count; id++) {
            const ShapeCell *cell = &shape.cells[id];
            assert_string_equal(cell->kind, "field");
            assert_true((int)cell->centre.x == id % size && (int)cell->centre.y == id / size);
            assert_int_equal(cell->corner_count, 4);
            double area = 0;
            for (int n = 0; n < 4; n++) {
                ShapePoint a = cell->corner[n], b = cell->corner[(n + 1) % 4];
                area += (a.x * b.y - a.y * b.x) / 2;
            }
            assert_true(area > 0.99 && area < 1.01);
        }
        shape_free(&shape);
    }
}

/* ---- view: pieces ---- */

/* "W a5" a stone, "+ e4" a covered cell, "w e5 e3" a bridge: in the order in which they come. */
static void write_pieces(int size, const Pieces *pieces, Text *out)
{
    for (int n = 0; n < pieces->count; n++) {
        const Piece *piece = &pieces->at[n];
        PonteCell    cell = { (int8_t)(piece->cell % size), (int8_t)(piece->cell / size) };
        PonteCell    other = { (int8_t)(piece->cell2 % size), (int8_t)(piece->cell2 / size) };
        bool         bridge = strcmp(piece->glyph, "bridge") == 0;
        bool         mark = strcmp(piece->glyph, "mark") == 0;
        assert_true(bridge || mark || strcmp(piece->glyph, "stone") == 0);
        assert_int_equal(piece->marks, mark ? MARK_COVERED : 0);
        assert_true(mark ? piece->side == SIDE_NONE : piece->side < 2);
        text_addf(out, "%s%c ", n > 0 ? ", " : "",
                  mark ? '+' : (bridge ? "wb" : "WB")[piece->side]);
        ponte_cell_write(size, cell, out);
        if (bridge) {
            text_char(out, ' ');
            ponte_cell_write(size, other, out);
        } else {
            assert_int_equal(piece->cell, piece->cell2);
        }
    }
}

static void check_pieces(const char *variant, const char *line, const char *want)
{
    PosBuffer pos = position_of(variant, line);
    Pieces    pieces;
    char      words[1024];
    Text      text = text_over(words, sizeof words);
    pieces_init(&pieces);
    assert_true(PONTE_VIEW.pieces(&pos.head, &pieces));
    write_pieces(ponte_unpack(pos.head.variant).size, &pieces, &text);
    assert_string_equal(words, want);
    pieces_free(&pieces);
}

static void test_pieces(void **state)
{
    (void)state;
    check_pieces("size=4", "4/4/4/4 w - 1 -", "");
    check_pieces("size=5", CROWD,
                 "W a5, W b5, W d5, W e5, W b4, B c4, + e4, B a3, W d3, W e3, + a2, B a1, W c1, "
                 "W d1, W e1, w e5 e3, b a3 a1");
    check_pieces("size=4", "W3/4/1W2/4 b a4-b2 3 -", "W a4, + a3, + b3, W b2, w a4 b2");
    check_pieces("open;size=4", "WW2/4/1WW1/4 b a4-b2,b4-c2 9 - 1 -",
                 "W a4, W b4, + a3, + b3, + c3, W b2, W c2, w a4 b2, w b4 c2");
    check_pieces("size=4", "W3/4/4/4 w - 1 - +a4", "W a4");
}

/* ---- view: the panel ---- */

static void write_panel(const Pos *pos, Text *out)
{
    PanelRows panel;
    panel_rows(&PONTE_GAME, pos, &LANGUAGE_ENGLISH, &panel);
    for (int n = 0; n < panel.count; n++)
        text_addf(out, "%s%s%s=%s", n > 0 ? "; " : "",
                  panel.row[n].side == 0   ? "W "
                  : panel.row[n].side == 1 ? "B "
                                           : "",
                  panel.row[n].label, panel.row[n].value);
}

static void check_panel(const char *variant, const char *line, const char *want)
{
    PosBuffer pos = position_of(variant, line);
    char      words[1024];
    Text      text = text_over(words, sizeof words);
    write_panel(&pos.head, &text);
    assert_string_equal(words, want);
}

#define NOTHING_YET                                                            \
    "W points=0; W islands=0; W single islands=0; W bridges=0; W networks=-; " \
    "B points=0; B islands=0; B single islands=0; B bridges=0; B networks=-; move=1"

static void test_panel(void **state)
{
    (void)state;
    check_panel("size=4", "4/4/4/4 w - 1 -", NOTHING_YET);
    check_panel("open;size=4", "4/4/4/4 w - 1 - 1 -", NOTHING_YET "; White's seat=1");
    check_panel("official;size=4", "4/4/4/4 w - 1 - 1 -",
                NOTHING_YET "; White's seat=1; bridges left=15");
    check_panel("official;size=8",
                "WW1WW1BB/WW1WW1BB/8/BB1BB1BB/BB1BB1BB/8/WW6/WW6 b b8-d8,b5-d5 22 - 2 p",
                "W points=4; W islands=3; W single islands=1; W bridges=1; W networks=2; "
                "B points=5; B islands=4; B single islands=2; B bridges=1; B networks=2; "
                "move=22; White's seat=2; bridges left=13; last move=Black's");
    check_panel("contest",
                "WW1WW1WW2/WW1WW1WW2/10/WW1WW5/WW1WW5/10/10/10/10/10 b "
                "b10-d10,e10-g10,b7-d7 22 -",
                "W points=9; W islands=5; W single islands=0; W bridges=3; W networks=3, 2; "
                "B points=0; B islands=0; B single islands=0; B bridges=0; B networks=-; move=22");
}

/* ---- view: how to enter a step ---- */

static Step step_of(const Pos *pos, const char *words)
{
    Scan    scan = scan_string(words);
    Step    step = 0;
    Message why;
    if (PONTE_TEXT.step_read(pos, &scan, &step, &why) != STATUS_OK)
        fail_msg("%s: %s", words, why.def->key);
    return step;
}

static void check_hint(const Pos *pos, const char *words, const char *cells_wanted,
                       const char *label_wanted)
{
    InputHint hint = { .flags = 99, .cells.count = 7 };
    char      label[64], list[64];
    Text      text = text_over(label, sizeof label), list_text = text_over(list, sizeof list);
    PONTE_VIEW.input_hint(pos, step_of(pos, words), &hint);
    message_write(&hint.label, &PONTE_GAME, pos->variant, &LANGUAGE_ENGLISH, &text);
    write_offending(ponte_unpack(pos->variant).size, &hint.cells, &list_text);
    assert_string_equal(list, cells_wanted);
    assert_string_equal(label, label_wanted);
    assert_int_equal(hint.flags, hint.cells.count == 2 ? INPUT_ANY_ORDER : 0);
}

static void test_input_hints(void **state)
{
    PosBuffer pos = position_of("size=5", CROWD);
    (void)state;
    check_hint(&pos.head, "b2", "b2", "");
    check_hint(&pos.head, "d5-b5", "b5 d5", "");
    pos = position_of("size=4", "W3/4/4/4 w - 1 - +a4");
    check_hint(&pos.head, ",d1", "d1", "");
    pos = position_of("size=4", "WW2/4/4/4 b - 2 s");
    check_hint(&pos.head, "swap", "", "swap sides");
    pos = position_of("official;size=3", "WWB/WBW/B1B w - 5 - 1 -");
    check_hint(&pos.head, "pass", "", "pass");
}

/* ---- results as sentences ---- */

static void check_sentence(const char *variant, const char *line, const char *want)
{
    PosBuffer pos = position_of(variant, line);
    char      words[256];
    Text      text = text_over(words, sizeof words);
    outcome_describe(&PONTE_GAME, PONTE_RULES.outcome(&pos.head), &text);
    assert_string_equal(words, want);
}

static void test_result_texts(void **state)
{
    (void)state;
    check_sentence("open;size=5", "WW1WW/WW1WW/5/BB3/BB3 w - 9 - 1 e",
                   "White wins: White has more points");
    check_sentence("official",
                   "WW1WW2BB1/WW1WW2BB1/10/BB1BB5/BB1BB5/10/10/10/10/10 w b10-d10 20 - 1 e",
                   "Black wins: equal points, but Black has more islands");
    check_sentence("open;size=4", "W1W1/4/4/B1B1 w a4-c4 9 - 1 e",
                   "White wins: equal points and islands, but White has more bridges");
    check_sentence("open;size=4", "4/4/4/4 w - 9 - 1 e",
                   "Draw: points, islands and bridges are equal");
    check_sentence("size=3", "W1B/BWB/BWW w - 5 -",
                   "White wins: points, islands and bridges are equal");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_all_settings),
        cmocka_unit_test(test_positions_read),
        cmocka_unit_test(test_positions_rejected),
        cmocka_unit_test(test_too_many_bridges),
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_turns_read),
        cmocka_unit_test(test_turns_rejected),
        cmocka_unit_test(test_R10_codes),
        cmocka_unit_test(test_R10_messages),
        cmocka_unit_test(test_messages_fit_small_buffers),
        cmocka_unit_test(test_drawing),
        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_panel),
        cmocka_unit_test(test_input_hints),
        cmocka_unit_test(test_result_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
