/* SPDX-License-Identifier: MIT */
/* Notation and view of Duell: variants, positions, moves, illegal moves, drawing, boards of student
 * programs, cells and pieces (src/games/duell/rulings.md, R7 to R10).  If a parser rejects a text,
 * the table has the offset and the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/shape.h"
#include "core/turn.h"
#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))
#define START           "b53,b13,b23,b63,bK,b63,b23,b13,b53/9/9/9/9/9/9/w54,w14,w24,w64,wK,w64,w24,w14,w54 w"

#define BEFORE_MATE \
    "b53,b13,b23,b63,bK,b63,1,b13,b53/3,w13,3,b15,1/9/9/9/9/9/w54,w14,w24,1,wK,w64,w24,w14,w54 w"

static uint32_t read_variant(const char *text)
{
    uint32_t variant = 0;
    Fault    fault;
    assert_int_equal(DUELL_TEXT.variant_read(text, &variant, &fault), STATUS_OK);
    return variant;
}

static Pos *read_pos(const char *variant, const char *line, PosBuffer *out)
{
    Fault fault = { 0 };
    if (DUELL_TEXT.pos_read(read_variant(variant), line, &out->head, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
    return &out->head;
}

static void check_fault(const char *text, const Fault *fault, Status status, size_t at,
                        const char *why)
{
    if (fault->status != status || fault->at != at || strstr(fault->why, why) == NULL)
        fail_msg("'%s': %s at %zu: %s", text, status_text(fault->status), fault->at, fault->why);
}

/* ---- variants (R7) ---- */

static const struct variant_case {
    const char *text;
    const char *written; /* NULL: rejected */
    size_t      at;
    const char *why;
} VARIANT_CASES[] = {
    { "", "", 0, NULL },
    { "king-capture", "king-capture", 0, NULL },
    { "nocapture=100", "nocapture=100", 0, NULL },
    { "nocapture=0", "", 0, NULL },
    { "nocapture=1", "nocapture=1", 0, NULL },
    { "nocapture=1000", "nocapture=1000", 0, NULL },
    { "announce=required", "announce=required", 0, NULL },
    { "announce=off", "", 0, NULL },
    { "announce=required;announce=off", "", 0, NULL },
    { "announce=required;nocapture=50;king-capture", "king-capture;nocapture=50;announce=required",
      0, NULL },
    { "nocapture=7;nocapture=8", "nocapture=8", 0, NULL },
    { "nocapture=1001", NULL, 10, "from 1 to 1000 (R7.2)" },
    { "nocapture=", NULL, 10, "nocapture takes 0 (off)" },
    { "nocapture=-1", NULL, 10, "nocapture takes 0 (off)" },
    { "nocapture=99999999999999999999", NULL, 10, "nocapture takes 0 (off)" },
    { "nocapture=10x", NULL, 12, "settings are joined by ';' (R7)" },
    { "king-captures", NULL, 12, "settings are joined by ';' (R7)" },
    { "king-capture;", NULL, 13, "unknown setting" },
    { ";", NULL, 0, "unknown setting" },
    { "announce", NULL, 0, "unknown setting" },
    { "announce=on", NULL, 0, "unknown setting" },
    { "King-capture", NULL, 0, "unknown setting" },
    { " ", NULL, 0, "unknown setting" },
};

static void test_variants(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(VARIANT_CASES); n++) {
        const struct variant_case *c = &VARIANT_CASES[n];
        uint32_t                   variant = 77;
        Fault                      fault = { 0 };
        char                       written[VARIANT_TEXT_MAX];
        Text                       text = text_over(written, sizeof written);
        Status                     status = DUELL_TEXT.variant_read(c->text, &variant, &fault);
        if (c->written == NULL) {
            assert_int_equal(variant, 77);
            check_fault(c->text, &fault, STATUS_SYNTAX, c->at, c->why);
            continue;
        }
        assert_int_equal(status, STATUS_OK);
        DUELL_TEXT.variant_write(variant, &text);
        assert_string_equal(written, c->written);
    }
}

/* ---- positions (R9) ---- */

static const struct pos_case {
    const char *variant, *text;
    const char *written; /* NULL: rejected */
    Status      status;
    size_t      at;
    const char *why;
} POS_CASES[] = {
    { "", START, START " 0 1", STATUS_OK, 0, NULL },
    { "", START " 0 1", START " 0 1", STATUS_OK, 0, NULL },
    { "", START " 17 65535", START " 17 65535", STATUS_OK, 0, NULL },
    { "", "bK,8/9/9/9/9/9/9/wK,8 b 3 4", "bK,8/9/9/9/9/9/9/wK,8 b 3 4", STATUS_OK, 0, NULL },
    { "", "1,2,bK,5/9/4,5/9/9/9/9/wK,1,1,6 w", "3,bK,5/9/9/9/9/9/9/wK,8 w 0 1", STATUS_OK, 0,
      NULL },
    /* form */
    { "", "", NULL, STATUS_SYNTAX, 0, "empty squares are a digit" },
    { "", "bK,8", NULL, STATUS_SYNTAX, 4, "eight rows, joined by /" },
    { "", "bK,7/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 4, "this one has fewer" },
    { "", "bK,9/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 3, "this one has more" },
    { "", "9,bK/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 2, "this one has more" },
    { "", "bK,8,/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 5, "this one has more" },
    { "", "bK,7,/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 5, "empty squares are a digit" },
    { "", "bK,0,8/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 3, "empty squares are a digit" },
    { "", "bK,8/9/9/9/9/9/9/WK,8 w", NULL, STATUS_SYNTAX, 17, "begins with w or b" },
    { "", "bk,8/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 1, "comes K, or the top" },
    { "", "bK,w7,7/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 4, "comes K, or the top" },
    { "", "bK,w10,7/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 5, "comes K, or the top" },
    { "", "bK,w11,7/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 3, "same or opposite faces" },
    { "", "bK,w16,7/9/9/9/9/9/9/wK,8 w", NULL, STATUS_SYNTAX, 3, "same or opposite faces" },
    { "", "bK,8/9/9/9/9/9/9/wK,8", NULL, STATUS_SYNTAX, 21, "the side to move" },
    { "", "bK,8/9/9/9/9/9/9/wK,8 ", NULL, STATUS_SYNTAX, 22, "the side to move" },
    { "", "bK,8/9/9/9/9/9/9/wK,8 x", NULL, STATUS_SYNTAX, 22, "the side to move" },
    { "", "bK,8/9/9/9/9/9/9/wK,8/9 w", NULL, STATUS_SYNTAX, 21, "the side to move" },
    { "", "bK,8/9/9/9/9/9/9/wK,8 w0 1", NULL, STATUS_SYNTAX, 23, "a space or the end" },
    { "", "bK,8/9/9/9/9/9/9/wK,8 w 0", NULL, STATUS_SYNTAX, 25, "number of the move" },
    { "", "bK,8/9/9/9/9/9/9/wK,8  w", NULL, STATUS_SYNTAX, 22, "the side to move" },
    { "", "bK,8/9/9/9/9/9/9/wK,8 w 0 0", NULL, STATUS_SYNTAX, 26, "number of the move" },
    { "", "bK,8/9/9/9/9/9/9/wK,8 w 0 65536", NULL, STATUS_SYNTAX, 26, "number of the move" },
    { "", "bK,8/9/9/9/9/9/9/wK,8 w 65536 1", NULL, STATUS_SYNTAX, 24, "from 0 to 65535" },
    { "", "bK,8/9/9/9/9/9/9/wK,8 w - 1", NULL, STATUS_SYNTAX, 24, "from 0 to 65535" },
    { "", "bK,8/9/9/9/9/9/9/wK,8 w 0 1 1", NULL, STATUS_SYNTAX, 27, "the position ends here" },
    /* soundness (R9.2) */
    { "", "9/9/9/9/9/9/9/wK,8 w", NULL, STATUS_ILLEGAL, 0, "Black has 0 kings" },
    { "", "bK,8/9/9/9/9/9/9/9 w", NULL, STATUS_ILLEGAL, 0, "White has 0 kings" },
    { "", "bK,8/9/9/9/9/9/9/wK,7,wK w", NULL, STATUS_ILLEGAL, 0, "White has 2 kings" },
    { "", "bK,8/9/9/9/w14,8/9/w14,w14,w14,w14,w14,w14,w14,w14,1/8,wK w", NULL, STATUS_ILLEGAL, 0,
      "White has 9 dice, more than eight" },
    { "", "4,wK,4/9/9/9/9/9/bK,8/9 w", NULL, STATUS_ILLEGAL, 0, "White cannot be to move" },
    { "", "9/9/9/9/9/9/wK,8/4,bK,4 b", NULL, STATUS_ILLEGAL, 0, "Black cannot be to move" },
    { "", "4,wK,4/9/9/9/9/9/bK,8/9 b", "4,wK,4/9/9/9/9/9/bK,8/9 b 0 1", STATUS_OK, 0, NULL },
    { "", "4,wK,3,b41/9/9/9/9/9/bK,8/9 b", "4,wK,3,b41/9/9/9/9/9/bK,8/9 b 0 1", STATUS_OK, 0,
      NULL },
    { "", "bK,w14,7/9/9/9/9/9/9/wK,8 w", NULL, STATUS_ILLEGAL, 0, "could capture Black's king" },
    { "", "bK,w14,7/9/9/9/9/9/9/wK,8 b", "bK,w14,7/9/9/9/9/9/9/wK,8 b 0 1", STATUS_OK, 0, NULL },
    { "", "bK,wK,7/9/9/9/9/9/9/9 w", NULL, STATUS_ILLEGAL, 0, "could capture" },
    { "", "bK,wK,7/9/9/9/9/9/9/9 b", NULL, STATUS_ILLEGAL, 0, "could capture" },
    { "", "9/9/9/9/9/9/1,wK,7/bK,8 b", "9/9/9/9/9/9/1,wK,7/bK,8 b 0 1", STATUS_OK, 0, NULL },
    /* R7.1 */
    { "king-capture", "bK,w14,7/9/9/9/9/9/9/wK,8 w", "bK,w14,7/9/9/9/9/9/9/wK,8 w 0 1", STATUS_OK,
      0, NULL },
    { "king-capture", "9/9/9/9/9/9/9/wK,8 b 0 9", "9/9/9/9/9/9/9/wK,8 b 0 9", STATUS_OK, 0, NULL },
    { "king-capture", "9/9/9/9/9/9/9/wK,8 w", NULL, STATUS_ILLEGAL, 0, "Black has 0 kings" },
    { "king-capture", "9/9/9/9/9/9/9/9 w", NULL, STATUS_ILLEGAL, 0, "has 0 kings" },
};

static void test_positions(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(POS_CASES); n++) {
        const struct pos_case *c = &POS_CASES[n];
        PosBuffer              buffer;
        Fault                  fault = { 0 };
        char                   line[POS_TEXT_MAX];
        Text                   text = text_over(line, sizeof line);
        Status                 status =
            DUELL_TEXT.pos_read(read_variant(c->variant), c->text, &buffer.head, &fault);
        if (c->written == NULL) {
            assert_int_not_equal(status, STATUS_OK);
            check_fault(c->text, &fault, c->status, c->at, c->why);
            continue;
        }
        if (status != STATUS_OK)
            fail_msg("%s: %s", c->text, fault.why);
        DUELL_TEXT.pos_write(&buffer.head, &text);
        assert_string_equal(line, c->written);
    }
}

/* ---- moves that are read (R8) ---- */

static const struct move_case {
    const char *variant, *line, *text;
    const char *written;
    bool        strict; /* may a program write it so? */
} MOVES[] = {
    /* The examples of the notation. */
    { "", START, "D1-e6", "D1-e6", true },
    { "", START, "H1-H2", "H1-H2", true },
    { "", START, "F1-e6+", "F1-e6+", true },
    { "", START, "I1-h5+", "I1-h5+", true },
    { "", "bK,8/9/9/9/9/4,w31,2,b53,1/9/wK,8 w", "e3xh3", "e3xh3", true },
    { "", "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "A1-b4", "A1-b4", true },
    { "", "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "a1-B4", "a1-B4", true },
    { "",
      "b53,b13,b23,b63,bK,b63,1,b13,b53/3,w13,3,b15,1/9/9/9/9/9/w54,w14,w24,1,wK,w64,w24,w14,w54 w",
      "I1-h5++", "I1-h5++", true },
    { "", START, "E1-E2", "E1-E2", true },
    { "", "4,bK,4/9/9/9/9/9/9/4,wK,4 w", "e1-d1", "e1-d1", true },
    /* Marks are not looked at. */
    { "", START, "F1-e6", "F1-e6+", true },
    { "", START, "F1-e6++", "F1-e6+", true },
    { "", START, "D1-e6+", "D1-e6", true },
    { "", START, "  D1-e6+ ", "D1-e6", true },
    /* R8.3: careless letters and separators. */
    { "", START, "h1-h2", "H1-H2", false },
    { "", START, "H1-h2", "H1-H2", false },
    { "", START, "H1H2", "H1-H2", false },
    { "", START, "h1xH2", "H1-H2", false },
    { "", START, "h1XH2", "H1-H2", false },
    { "", "bK,8/9/9/9/9/4,w31,2,b53,1/9/wK,8 w", "E3-H3", "e3xh3", false },
    { "", "bK,8/9/9/9/9/4,w31,2,b53,1/9/wK,8 w", "e3-h3", "e3xh3", false },
    /* R8.3: contradictions with one legal way, or with two that end alike. */
    { "", START, "d1-e6", "D1-e6", false },
    { "", START, "D1-E6", "D1-e6", false },
    { "", START, "D1E6", "D1-e6", false },
    { "", "bK,8/9/9/9/9/9/9/wK,7,w54 w", "i1-h5", "I1-h5", false },
    { "", "bK,8/9/9/9/9/9/9/wK,7,w54 w", "I1-H5", "I1-h5", false },
    { "", "bK,8/9/9/9/9/9/8,w14/wK,7,w64 w", "i1-h6", "i1-H6", false },
    /* R8.2: blockade, king square, king-capture. */
    { "", "9/9/9/9/9/9/2,wK,6/bK,8 w", "c2-b2", "c2-b2++", true },
    { "", "8,b41/4,wK,4/9/bK,8/9/9/9/9 w", "E7-E8++", "E7-E8", true },
    { "king-capture", START, "F1-e6", "F1-e6+", true },
    { "king-capture", "9/bK,w12,7/9/9/9/9/9/wK,8 w", "b7xa7", "b7xa7", true },
    { "king-capture", "9/9/9/9/9/9/2,wK,6/bK,8 w", "c2-b2", "c2-b2", true },
    { "king-capture",
      "b53,b13,b23,b63,bK,b63,1,b13,b53/3,w13,3,b15,1/9/9/9/9/9/w54,w14,w24,1,wK,w64,w24,w14,w54 w",
      "I1-h5", "I1-h5+", true },
    /* R7.4 */
    { "announce=required", START, "F1-e6+", "F1-e6+", true },
    { "announce=required", START, "D1-e6", "D1-e6", true },
    { "announce=required", "8,b41/4,wK,4/9/bK,8/9/9/9/9 w", "E7-E8", "E7-E8", true },
    { "announce=required", "8,b41/4,wK,4/9/bK,8/9/9/9/9 w", "E7-E8+", "E7-E8", true },
};

static void check_strict(const Pos *pos, const struct move_case *c, Step want)
{
    Scan  scan = scan_string(c->text);
    Step  step = ~want;
    Fault fault = { 0 };
    if ((duell_read_strict(pos, &scan, &step, &fault) == STATUS_OK) != c->strict)
        fail_msg("%s: strict reading: %s", c->text, fault.why);
    if (c->strict) {
        assert_int_equal(step, want);
        assert_true(scan_done(&scan));
    } else {
        assert_int_equal(fault.status, STATUS_SYNTAX);
        assert_int_equal(scan.at, 0);
    }
}

static void test_moves(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(MOVES); n++) {
        PosBuffer buffer;
        Turn      turn;
        Fault     fault = { 0 };
        char      words[32];
        Text      text = text_over(words, sizeof words);
        Pos      *pos = read_pos(MOVES[n].variant, MOVES[n].line, &buffer);
        if (turn_read(&DUELL_GAME, pos, MOVES[n].text, &turn, &fault) != STATUS_OK)
            fail_msg("%s: %s", MOVES[n].text, fault.why);
        turn_write(&DUELL_GAME, pos, &turn, &text);
        assert_string_equal(words, MOVES[n].written);
        check_strict(pos, &MOVES[n], turn.step[0]);
    }
}

/* ---- illegal moves ---- */

static const struct refusal_case {
    const char *variant, *line, *text;
    Status      status;
    size_t      at;
    const char *why;
    const char *offending; /* cells, in order; NULL for a fault of form */
} REFUSALS[] = {
    { "", START, "", STATUS_SYNTAX, 0, "a move is a start square", NULL },
    { "", START, "J1-e6", STATUS_SYNTAX, 0, "as in D1-e6 (R8.1)", NULL },
    { "", START, "D9-e6", STATUS_SYNTAX, 1, "a move is a start square", NULL },
    { "", START, "D1=e6", STATUS_SYNTAX, 2, "a move is a start square", NULL },
    { "", START, "D1-", STATUS_SYNTAX, 3, "a move is a start square", NULL },
    { "", START, "D1-e", STATUS_SYNTAX, 4, "a move is a start square", NULL },
    { "", START, "D1-e6+++", STATUS_SYNTAX, 7, "the turn is complete before '+'", NULL },
    { "", START, "D1-e6 F1", STATUS_SYNTAX, 6, "the turn is complete before 'F1'", NULL },
    { "", "9/9/9/9/9/9/1,wK,7/bK,8 b", "A1-A2", STATUS_ILLEGAL, 0, "the game is over (R6)", "" },
    { "nocapture=9", START " 9 5", "D1-e6", STATUS_ILLEGAL, 0, "the game is over (R6)", "" },
    { "", START, "D3-e6", STATUS_ILLEGAL, 0,
      "D3 is empty: a move starts with a die of the side to move (R4.1)", "D3" },
    { "", START, "D8-e7", STATUS_ILLEGAL, 0, "D8 holds a die of Black, and White is to move (R4.1)",
      "D8" },
    { "", START, "D1-e5", STATUS_ILLEGAL, 0,
      "the die on D1 shows 6 and rolls exactly 6 squares, and E5 is 5 away (R4.1)", "D1 E5" },
    { "", START, "B1-B3", STATUS_ILLEGAL, 0, "shows 1 and rolls exactly 1 square, and B3 is 2 away",
      "B1 B3" },
    { "", START, "E1-E3", STATUS_ILLEGAL, 0,
      "the king on E1 rolls exactly 1 square, and E3 is 2 away", "E1 E3" },
    { "", START, "D1-D1", STATUS_ILLEGAL, 0, "D1 is 0 away", "D1 D1" },
    { "", START, "d1-E6", STATUS_ILLEGAL, 3,
      "the path from D1 to E6 is blocked on E1: every square before the last must be empty (R4.3)",
      "E1" },
    { "", START, "d1-g1", STATUS_ILLEGAL, 0, "G1 is 3 away", "D1 G1" },
    { "", "bK,8/9/9/9/9/4,b14,4/9/wK,2,b14,w51,4 w", "e1-d5", STATUS_ILLEGAL, 3,
      "both paths from E1 to D5 are blocked, on E3 and on D1", "E3 D1" },
    { "", START, "a1-f1", STATUS_ILLEGAL, 3, "is blocked on B1", "B1" },
    { "", START, "b1-c1", STATUS_ILLEGAL, 3,
      "C1 holds a die of the same side, which cannot be captured (R4.4)", "C1" },
    { "", "8,b41/4,wK,4/9/bK,8/9/9/9/9 w", "e7-f7", STATUS_ILLEGAL, 3,
      "White's king would step to F7, which is attacked from I8 (R5.2)", "F7 I8" },
    { "", "4,bK,4/9/9/9/9/4,w31,2,b53,1/9/4,wK,4 w", "E3-E6", STATUS_ILLEGAL, 3,
      "White's king would stay attacked on E1 from H3 (R5.2)", "E1 H3" },
    { "", "4,bK,4/9/4,b51,4/9/4,w42,4/9/9/4,wK,4 b", "E6-E1", STATUS_ILLEGAL, 3, "is blocked on E4",
      "E4" },
    { "", "4,bK,4/9/4,b51,4/9/4,w42,4/9/9/4,wK,4 b", "e6-B4", STATUS_ILLEGAL, 3,
      "Black's king would be exposed to attack on E8 from E4 (R5.2)", "E8 E4" },
    { "", "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "a1-b4", STATUS_ILLEGAL, 0,
      "two paths lead from A1 to B4 and leave the die in different orientations: write A1-b4 or a1-B4 (R8.3)",
      "A1 B4 A2 A3 A4 B1 B2 B3" },
    { "", "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "A1B4", STATUS_ILLEGAL, 0, "write A1-b4 or a1-B4",
      "A1 B4 A2 A3 A4 B1 B2 B3" },
    { "announce=required", START, "F1-e6", STATUS_ILLEGAL, 5,
      "this move attacks Black's king: announce DUELL, written F1-e6+ (R7.4)", "F1 E6" },
    { "announce=required", START, "F1-e6++", STATUS_ILLEGAL, 5,
      "Black still has a legal move, so this is not DUELL-MATT: announce DUELL, written F1-e6+ (R7.4)",
      "F1 E6" },
    { "announce=required", START, "D1-e6+", STATUS_ILLEGAL, 5,
      "this move does not attack Black's king: announce nothing, written D1-e6 (R7.4)", "D1 E6" },
    { "announce=required", BEFORE_MATE, "I1-h5", STATUS_ILLEGAL, 5,
      "this move leaves Black no legal move: announce DUELL-MATT, written I1-h5++ (R7.4)",
      "I1 H5" },
    { "announce=required", BEFORE_MATE, "I1-h5+", STATUS_ILLEGAL, 5, "announce DUELL-MATT",
      "I1 H5" },
    { "announce=required", "9/9/9/9/9/9/2,wK,6/bK,8 w", "c2-b2", STATUS_ILLEGAL, 5,
      "leaves Black no legal move", "C2 B2" },
    { "king-capture;announce=required", START, "F1-e6", STATUS_ILLEGAL, 5, "F1-e6+ (R7.4)",
      "F1 E6" },
    { "king-capture;announce=required", START, "F1-e6++", STATUS_ILLEGAL, 5,
      "this move attacks Black's king: announce DUELL", "F1 E6" },
};

static void check_offending(const Pos *pos, const struct refusal_case *c, const Fault *fault)
{
    char    sentence[512], cells[256];
    Text    text = text_over(sentence, sizeof sentence), names = text_over(cells, sizeof cells);
    Turn    turn;
    Message why;
    assert_int_equal(turn_explain(&DUELL_GAME, pos, c->text, &turn, &why), c->status);
    assert_int_equal(why.at, c->at);
    message_write(&why, &DUELL_GAME, pos->variant, &LANGUAGE_ENGLISH, &text);
    assert_string_equal(sentence, fault->why);
    for (int i = 0; i < why.cells.count; i++)
        text_addf(&names, "%s%c%d", i == 0 ? "" : " ", 'A' + duell_column(why.cells.cell[i]),
                  duell_row(why.cells.cell[i]) + 1);
    if (c->offending != NULL)
        assert_string_equal(cells, c->offending);
}

static void test_illegal_moves(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(REFUSALS); n++) {
        const struct refusal_case *c = &REFUSALS[n];
        PosBuffer                  buffer;
        Turn                       turn;
        Fault                      fault = { 0 };
        Pos                       *pos = read_pos(c->variant, c->line, &buffer);
        assert_int_not_equal(turn_read(&DUELL_GAME, pos, c->text, &turn, &fault), STATUS_OK);
        check_fault(c->text, &fault, c->status, c->at, c->why);
        check_offending(pos, c, &fault);
    }
}

/* R8.4: what strict notation rejects. */
static const struct strict_case {
    const char *line, *text;
    Status      status;
    size_t      at;
    const char *why;
} STRICT[] = {
    { START, "h1-h2", STATUS_SYNTAX, 0, "rolls along; write H1-H2 (R8.4)" },
    { START, "D1-E6", STATUS_SYNTAX, 0, "; write D1-e6 or d1-E6 (R8.4)" },
    { START, "d1-e6", STATUS_SYNTAX, 0, "; write D1-e6 or d1-E6 (R8.4)" },
    { START, "H1H2", STATUS_SYNTAX, 2, "a move is a start square" },
    { START, "H1XH2", STATUS_SYNTAX, 2, "a move is a start square" },
    { START, "H1xH2", STATUS_SYNTAX, 2, "x for a capture; write H1-H2 (R8.4)" },
    { "bK,8/9/9/9/9/4,w31,2,b53,1/9/wK,8 w", "e3-h3", STATUS_SYNTAX, 2, "write e3xh3 (R8.4)" },
    { "bK,8/9/9/9/9/4,w31,2,b53,1/9/wK,8 w", "E3xH3", STATUS_SYNTAX, 0, "write e3xh3 (R8.4)" },
    { START, "d1-E6", STATUS_ILLEGAL, 3, "blocked on E1" },
};

static void test_strict_notation(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(STRICT); n++) {
        PosBuffer buffer;
        Step      step;
        Fault     fault = { 0 };
        Scan      scan = scan_string(STRICT[n].text);
        read_pos("", STRICT[n].line, &buffer);
        assert_int_not_equal(duell_read_strict(&buffer.head, &scan, &step, &fault), STATUS_OK);
        check_fault(STRICT[n].text, &fault, STRICT[n].status, STRICT[n].at, STRICT[n].why);
        assert_int_equal(scan.at, 0);
    }
}

/* What is written is read strictly as the same move, in positions of random games. */
static void test_written_moves_are_strict(void **state)
{
    PosBuffer buffer;
    Random    random = random_seeded(11);
    (void)state;
    for (uint32_t game = 0; game < 20; game++) {
        Step steps[STEPS_MAX];
        int  count;
        DUELL_RULES.start(game % 2, &buffer.head);
        for (int ply = 0; ply < 80 && (count = DUELL_RULES.gen(&buffer.head, steps)) > 0; ply++) {
            for (int i = 0; i < count; i++) {
                char  words[32];
                Text  text = text_over(words, sizeof words);
                Step  step = 0;
                Fault fault;
                DUELL_TEXT.step_write(&buffer.head, steps[i], &text);
                Scan scan = scan_string(words);
                assert_int_equal(duell_read_strict(&buffer.head, &scan, &step, &fault), STATUS_OK);
                assert_int_equal(step, steps[i]);
            }
            DUELL_RULES.apply(&buffer.head, steps[random_below(&random, (uint32_t)count)]);
        }
    }
}

/* ---- the board in characters (R10) ---- */

static void test_drawing(void **state)
{
    static const char BOARD[] = "    3     3     3     3           3     3     3     3\n"
                                "8 6(5)1 5(1)2 1(2)6 2(6)5  (K)  2(6)5 1(2)6 5(1)2 6(5)1\n"
                                "    4     4     4     4           4     4     4     4\n"
                                "\n"
                                "7   .     .     .     .     .     .     .     .     .\n"
                                "\n"
                                "\n"
                                "6   .     .     .     .     .     .     .     .     .\n"
                                "\n"
                                "\n"
                                "5   .     .     .     .     .     .     .     .     .\n"
                                "\n"
                                "\n"
                                "4   .     .     .     .     .     .     .     .     .\n"
                                "\n"
                                "\n"
                                "3   .     .     .     .     .     .     .     .     .\n"
                                "\n"
                                "\n"
                                "2   .     .     .     .     .     .     .     .     .\n"
                                "\n"
                                "    4     4     4     4           4     4     4     4\n"
                                "1 1[5]6 2[1]5 6[2]1 5[6]2  [K]  5[6]2 6[2]1 2[1]5 1[5]6\n"
                                "    3     3     3     3           3     3     3     3\n"
                                "\n"
                                "    A     B     C     D     E     F     G     H     I\n"
                                "[White] to move\n";
    PosBuffer         buffer;
    static char       drawn[BOARD_TEXT_MAX];
    Text              text = text_over(drawn, sizeof drawn);
    (void)state;
    DUELL_TEXT.draw(read_pos("", START, &buffer), &text);
    assert_string_equal(drawn, BOARD);
}

/* ---- boards of student programs ---- */

static const char STUDENT_START[] = "C56 C15 C21 C62 C11 C62 C21 C15 C56\n"
                                    "0 0 0 0 0 0 0 0 0\n"
                                    "0 0 0 0 0 0 0 0 0\n"
                                    "0 0 0 0 0 0 0 0 0\n"
                                    "0 0 0 0 0 0 0 0 0\n"
                                    "0 0 0 0 0 0 0 0 0\n"
                                    "0 0 0 0 0 0 0 0 0\n"
                                    "H56 H15 H21 H62 H11 H62 H21 H15 H56\n";

static void test_student_boards(void **state)
{
    PosBuffer start, read;
    Fault     fault = { 0 };
    char      board[512];
    Text      text = text_over(board, sizeof board);
    (void)state;
    read_pos("", START, &start);
    duell_student_write(&start.head, DUELL_WHITE, &text);
    assert_string_equal(board, STUDENT_START);
    assert_int_equal(
        duell_student_read(0, STUDENT_START, DUELL_WHITE, DUELL_WHITE, &read.head, &fault),
        STATUS_OK);
    assert_memory_equal(&start, &read, sizeof(Duell));

    text_clear(&text);
    duell_student_write(&start.head, DUELL_BLACK, &text);
    assert_int_equal(board[0], 'H');
    assert_int_equal(duell_student_read(0, board, DUELL_BLACK, DUELL_WHITE, &read.head, &fault),
                     STATUS_OK);
    assert_memory_equal(&start, &read, sizeof(Duell));
}

/* All 24 ways to lie, for both sides, there and back. */
static void test_student_faces(void **state)
{
    (void)state;
    for (int kind = 1; kind < DUELL_KING; kind++)
        for (int side = 0; side < 2; side++) {
            uint8_t   board[DUELL_SQUARES] = { 0 };
            PosBuffer pos, again;
            Fault     fault;
            char      words[512];
            Text      text = text_over(words, sizeof words);
            board[0] = duell_piece(DUELL_WHITE, DUELL_KING);
            board[71] = duell_piece(DUELL_BLACK, DUELL_KING);
            board[duell_square(3, 4)] = duell_piece(side, kind);
            if (duell_build(0, board, side, 0, 1, &pos.head, &fault) != STATUS_OK)
                assert_int_equal(duell_build(0, board, 1 - side, 0, 1, &pos.head, &fault),
                                 STATUS_OK);
            duell_student_write(&pos.head, DUELL_WHITE, &text);
            assert_int_equal(
                duell_student_read(0, words, DUELL_WHITE, pos.head.side, &again.head, &fault),
                STATUS_OK);
            assert_memory_equal(&pos, &again, sizeof(Duell));
        }
}

static void test_invalid_student_boards(void **state)
{
    static const struct student_case {
        const char *from, *to; /* the first of it in the start board is replaced */
        size_t      at;
        Status      status;
        const char *why;
    } CASES[] = {
        { "C15", "X15", 4, STATUS_SYNTAX, "a cell is 0 or ." },
        { "C15", "C17", 4, STATUS_SYNTAX, "a cell is 0 or ." },
        { "C15", "C1 ", 4, STATUS_SYNTAX, "a cell is 0 or ." },
        { "C15", "C16", 4, STATUS_SYNTAX, "same or opposite faces" },
        { "C15", "C22", 4, STATUS_SYNTAX, "same or opposite faces" },
        { "C15", "C11", 0, STATUS_ILLEGAL, "Black has 2 kings" },
        { "H15 H56\n", "H15", sizeof STUDENT_START - 1 - 5, STATUS_SYNTAX, "the text has fewer" },
        { "H15 H56\n", "H15 H56 0", sizeof STUDENT_START - 1, STATUS_SYNTAX, "the text continues" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        char        board[512];
        const char *place = strstr(STUDENT_START, CASES[n].from);
        PosBuffer   pos;
        Fault       fault = { 0 };
        snprintf(board, sizeof board, "%.*s%s%s", (int)(place - STUDENT_START), STUDENT_START,
                 CASES[n].to, place + strlen(CASES[n].from));
        assert_int_not_equal(
            duell_student_read(0, board, DUELL_WHITE, DUELL_WHITE, &pos.head, &fault), STATUS_OK);
        check_fault(CASES[n].to, &fault, CASES[n].status, CASES[n].at, CASES[n].why);
    }
}

/* ---- cells, pieces, panel, move input ---- */

static void test_shape(void **state)
{
    Shape shape;
    (void)state;
    shape_init(&shape);
    assert_true(DUELL_VIEW.shape(0, &shape));
    assert_int_equal(shape.cell_count, 72);
    assert_int_equal(shape_find(&shape, "A1"), 0);
    assert_int_equal(shape_find(&shape, "E8"), 67);
    assert_int_equal(shape.cells[67].corner_count, 4);
    /* Both king squares can be told from the others (R1.3). */
    for (int square = 0; square < shape.cell_count; square++)
        assert_string_equal(shape.cells[square].kind,
                            square == 4 || square == 67 ? "goal" : "field");
    assert_true(shape.cells[67].centre.y < shape.cells[4].centre.y);
    shape_free(&shape);
}

static void test_pieces(void **state)
{
    static const uint8_t FACES[5] = { 5, 4, 6, 3, 1 };
    PosBuffer            buffer;
    Pieces               pieces;
    (void)state;
    pieces_init(&pieces);
    assert_true(DUELL_VIEW.pieces(read_pos("", START, &buffer), &pieces));
    assert_int_equal(pieces.count, 18);
    assert_string_equal(pieces.at[0].glyph, "die");
    assert_memory_equal(pieces.at[0].faces, FACES, sizeof FACES);
    assert_string_equal(pieces.at[4].glyph, "king");
    assert_int_equal(pieces.at[17].side, DUELL_BLACK);
    for (int i = 0; i < pieces.count; i++)
        assert_int_equal(pieces.at[i].marks, 0);
    pieces_free(&pieces);
}

static void test_panel(void **state)
{
    static const struct panel_case {
        const char *variant, *line, *shown;
    } CASES[] = {
        { "", START, "0 dice lost: 0; 1 dice lost: 0; " },
        { "nocapture=100", START " 12 7",
          "0 dice lost: 0; 1 dice lost: 0; 255 plies without capture: 12 of 100; " },
        { "", "4,bK,4/9/9/9/9/4,w31,2,b53,1/9/4,wK,4 w",
          "0 dice lost: 7; 1 dice lost: 7; 0 DUELL: the king is attacked; " },
        { "king-capture", "9/9/9/9/9/9/9/wK,8 b", "0 dice lost: 8; 1 dice lost: 8; " },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer buffer;
        PanelRows rows;
        char      shown[256];
        Text      text = text_over(shown, sizeof shown);
        panel_rows(&DUELL_GAME, read_pos(CASES[n].variant, CASES[n].line, &buffer),
                   &LANGUAGE_ENGLISH, &rows);
        for (int i = 0; i < rows.count; i++)
            text_addf(&text, "%d %s: %s; ", rows.row[i].side, rows.row[i].label, rows.row[i].value);
        assert_string_equal(shown, CASES[n].shown);
    }
}

static void test_input_hint(void **state)
{
    static const uint16_t PATH[] = { 3, 12, 21, 30, 39, 48, 49 }; /* D1 to D6, then E6 */
    PosBuffer             buffer;
    InputHint             hint;
    (void)state;
    DUELL_VIEW.input_hint(read_pos("", START, &buffer), duell_step(3, 49, 0), &hint);
    assert_int_equal(hint.flags, INPUT_FULL_PATH);
    assert_int_equal(hint.cells.count, COUNT_OF(PATH));
    assert_memory_equal(hint.cells.cell, PATH, sizeof PATH);
    assert_null(hint.label.def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants),        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_moves),           cmocka_unit_test(test_illegal_moves),
        cmocka_unit_test(test_strict_notation), cmocka_unit_test(test_written_moves_are_strict),
        cmocka_unit_test(test_drawing),         cmocka_unit_test(test_student_boards),
        cmocka_unit_test(test_student_faces),   cmocka_unit_test(test_invalid_student_boards),
        cmocka_unit_test(test_shape),           cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_panel),           cmocka_unit_test(test_input_hint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
