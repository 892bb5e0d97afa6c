/* SPDX-License-Identifier: MIT */
/* Notation and drawings of Alliances (src/games/alliances/rulings.md, R7): every reader with every way to
 * refuse, the board in characters byte for byte, and what a table draws from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/line.h"
#include "core/shape.h"
#include "core/turn.h"
#include "games/alliances/alliances.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

#define EMPTY3          "3 x/xxxx/xxx/xxxx/x"
#define EMPTY4          "4 xx/xxxxx/xxxxxx/xxxxx/xxxxxx/xxxxx/xx"
#define OVER4           "4 xp/gxxxo/pxxxxx/ggggg/oxxxxp/xxxxx/ox 212 1"

static PosBuffer at(const char *line)
{
    PosBuffer p;
    Fault     fault = { 0 };
    if (ALLIANCES_TEXT.pos_read((uint32_t)(line[0] - '0'), line, &p.head, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
    return p;
}

/* ---- variants ---- */

static void test_variants(void **state)
{
    static const struct {
        const char *text;
        uint32_t    side; /* 0: rejected */
    } CASES[] = {
        { "", 7 },   { "3", 3 },  { "4", 4 },  { "5", 5 },  { "6", 6 },           { "7", 7 },
        { "2", 0 },  { "8", 0 },  { "07", 0 }, { "7;", 0 }, { "x", 0 },           { "-7", 0 },
        { "7 ", 0 }, { " 7", 0 }, { "77", 0 }, { "0", 0 },  { "99999999999", 0 },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        uint32_t variant = 99;
        Fault    fault = { 0 };
        Status   status = ALLIANCES_TEXT.variant_read(CASES[n].text, &variant, &fault);
        if (CASES[n].side == 0) {
            assert_int_equal(status, STATUS_SYNTAX);
            assert_int_equal(variant, 99);
            assert_string_equal(fault.why,
                                "a variant is the side of the board, a number from 3 to 7 (R1.4)");
            continue;
        }
        char words[VARIANT_TEXT_MAX], number[16];
        Text text = text_over(words, sizeof words);
        assert_int_equal(status, STATUS_OK);
        assert_int_equal(variant, CASES[n].side);
        ALLIANCES_TEXT.variant_write(variant, &text);
        snprintf(number, sizeof number, "%u", (unsigned)CASES[n].side);
        assert_string_equal(words, number);
    }
}

/* ---- position lines ---- */

/* Accepted, and written as they were read. */
static void test_positions(void **state)
{
    static const char *const LINES[] = {
        EMPTY3 " --- 1",
        EMPTY3 " --- 2",
        EMPTY4 " --- 2",
        /* Any number of discs for either player to move. */
        "4 ox/xxxxx/xxxxxx/xxxxx/xxxxxx/xxxxx/xx --- 1",
        "4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 2",
        "4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 1",
        OVER4,
        "4 ox/xxoxx/xxoxxx/xxoxx/xxoxxx/xxoxx/ox 121 2",
        "4 ox/xxoxx/xxoxxx/xxoxx/xxoxxx/xxoxx/ox 221 1",
        /* Both are connected in orange, so either may have been first. */
        "5 oxx/xxoxxx/xxxoxxx/xxxgpxxx/xxxoxxx/xxxoxxxx/xxooxxx/xxoxxx/oxx 1-- 1",
        "5 oxx/xxoxxx/xxxoxxx/xxxgpxxx/xxxoxxx/xxxoxxxx/xxooxxx/xxoxxx/oxx 2-- 1",
        /* Three colours for one player. */
        "3 p/xxxg/xxx/xxxo/x 111 2",
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(LINES); n++) {
        PosBuffer p = at(LINES[n]);
        char      line[POS_TEXT_MAX];
        Text      text = text_over(line, sizeof line);
        Fault     fault;
        ALLIANCES_TEXT.pos_write(&p.head, &text);
        assert_string_equal(line, LINES[n]);
        assert_int_equal(ALLIANCES_RULES.check(&p.head, &fault), STATUS_OK);
    }
}

static const struct bad_line {
    const char *line;
    size_t      at;
    Status      status;
    const char *why; /* a part of it */
} BAD_LINES[] = {
    { "", 0, STATUS_SYNTAX, "must begin with 4" },
    { "x", 0, STATUS_SYNTAX, "must begin with 4" },
    { "04 xx", 0, STATUS_SYNTAX, "must begin with 4" },
    { EMPTY3 " --- 1", 0, STATUS_SYNTAX, "must begin with 4, the side of its board (R7.2)" },
    { "4", 1, STATUS_SYNTAX, "separated by single spaces (R7.2)" },
    { "4/", 1, STATUS_SYNTAX, "separated by single spaces" },
    { "4  xx", 2, STATUS_SYNTAX, "row a has 2 cells, each one of x o p g (R7.2)" },
    { "4 x", 3, STATUS_SYNTAX, "row a has 2 cells" },
    { "4 xxx/xxxxx", 4, STATUS_SYNTAX, "row a has 2 cells and must be followed by '/' (R7.2)" },
    { "4 xx/xxyxx", 7, STATUS_SYNTAX, "row b has 5 cells" },
    { "4 xx/xxXxx", 7, STATUS_SYNTAX, "row b has 5 cells" },
    { "4 xx/xxxxx/xxxxx/", 16, STATUS_SYNTAX, "row c has 6 cells" },
    { "4 xx/xxxxx/xxxxxx/xxxxx/xxxxxx/xxxxx ", 36, STATUS_SYNTAX,
      "row f has 5 cells and must be followed" },
    { EMPTY4, 39, STATUS_SYNTAX, "separated by single spaces" },
    { EMPTY4 "x --- 1", 39, STATUS_SYNTAX, "separated by single spaces" },
    { EMPTY4 " ", 40, STATUS_SYNTAX, "three of - 1 2 (R7.2)" },
    { EMPTY4 " -3- 1", 41, STATUS_SYNTAX, "three of - 1 2" },
    { EMPTY4 " -- 1", 42, STATUS_SYNTAX, "three of - 1 2" },
    { EMPTY4 " ---- 1", 43, STATUS_SYNTAX, "separated by single spaces" },
    { EMPTY4 " --- ", 44, STATUS_SYNTAX, "the player to move must be 1 or 2 (R7.2)" },
    { EMPTY4 " --- 3", 44, STATUS_SYNTAX, "the player to move must be 1 or 2" },
    { EMPTY4 " --- 12", 45, STATUS_SYNTAX, "unexpected text after the end" },
    { EMPTY4 " --- 1 ", 45, STATUS_SYNTAX, "unexpected text after the end" },
    { "4 oo/ooooo/oooooo/xxxxx/xxxxxx/xxxxx/xx --- 1", 2, STATUS_ILLEGAL,
      "the board has 13 orange discs, but the supply is 12 (R1.1)" },
    { "4 xx/xxxxx/xxxxxx/xggxx/gggggg/ggggg/xx --- 1", 2, STATUS_ILLEGAL,
      "the board has 13 green discs, but the supply is 12" },
    { "4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox --- 2", 40, STATUS_ILLEGAL,
      "orange cannot be open: player 1 is connected in it (R7.2)" },
    { "4 xx/xxxxo/xxxxxo/xxxxx/xxxxxx/xxxxx/xx --- 1", 40, STATUS_ILLEGAL,
      "purple cannot be open: player 1 is blocked in it (R7.2)" },
    { "4 xx/xxxxo/xxxxxo/xxxxx/xxxxxx/xxxxx/xx -1- 1", 40, STATUS_ILLEGAL,
      "player 1 cannot have won purple: player 1 is not connected in it, and player 2 is not blocked "
      "(R7.2)" },
    { EMPTY4 " --2 1", 40, STATUS_ILLEGAL, "player 2 cannot have won green" },
    { "4 xg/xxxxx/xxxxxx/ppppp/xoxxxx/xxoxx/xx 1-- 1", 40, STATUS_ILLEGAL,
      "green cannot be open: player 1 is blocked in it" },
};

static void test_bad_positions(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(BAD_LINES); n++) {
        const struct bad_line *c = &BAD_LINES[n];
        PosBuffer              p, before;
        Fault                  fault = { 0 };
        memset(&p, 0x5a, sizeof p);
        before = p;
        Status status = ALLIANCES_TEXT.pos_read(4, c->line, &p.head, &fault);
        if (status != c->status || fault.status != status || fault.at != c->at ||
            strstr(fault.why, c->why) == NULL)
            fail_msg("'%s' gives %d at %zu: %s", c->line, status, fault.at, fault.why);
        assert_memory_equal(&p, &before, sizeof p);
        assert_int_equal(ALLIANCES_TEXT.pos_read(4, c->line, &p.head, NULL), status);
    }
}

/* ---- turns ---- */

static void test_turns(void **state)
{
    static const struct {
        const char *read, *written;
    } CASES[] = {
        { "o@g12", "o@g12" }, { "p@a8", "p@a8" }, { "g@m16", "g@m16" },
        { "O@G12", "o@g12" }, { "P@a8", "p@a8" }, { "g@F1", "g@f1" },
    };
    PosBuffer start;
    (void)state;
    ALLIANCES_RULES.start(7, &start.head);
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        Turn  turn;
        Fault fault = { 0 };
        char  words[TURN_TEXT_MAX];
        Text  text = text_over(words, sizeof words);
        if (turn_read(&ALLIANCES_GAME, &start.head, CASES[n].read, &turn, &fault) != STATUS_OK)
            fail_msg("%s: %s", CASES[n].read, fault.why);
        assert_int_equal(turn.count, 1);
        turn_write(&ALLIANCES_GAME, &start.head, &turn, &text);
        assert_string_equal(words, CASES[n].written);
    }
}

static const struct bad_turn {
    const char *position, *turn;
    size_t      at;
    Status      status;
    const char *why;
    int         offending; /* a cell's number, or -1 */
} BAD_TURNS[] = {
    { EMPTY4 " --- 1", "", 0, STATUS_SYNTAX,
      "a move is a colour (o, p or g), an @ and a cell, as in o@d6 (R7.1)", -1 },
    { EMPTY4 " --- 1", "r@d6", 0, STATUS_SYNTAX, "a move is a colour", -1 },
    { EMPTY4 " --- 1", "x@d6", 0, STATUS_SYNTAX, "a move is a colour", -1 },
    { EMPTY4 " --- 1", "o", 1, STATUS_SYNTAX, "a move is a colour", -1 },
    { EMPTY4 " --- 1", "od6", 1, STATUS_SYNTAX, "a move is a colour", -1 },
    { EMPTY4 " --- 1", "o@", 2, STATUS_SYNTAX, "a move is a colour", -1 },
    { EMPTY4 " --- 1", "o@ d6", 2, STATUS_SYNTAX, "a move is a colour", -1 },
    { EMPTY4 " --- 1", "o@d7", 2, STATUS_SYNTAX, "'d7' is not a cell of a board of side 4 (R2.1)",
      -1 },
    { EMPTY4 " --- 1", "o@a3", 2, STATUS_SYNTAX, "'a3' is not a cell", -1 }, /* a missing corner */
    { EMPTY4 " --- 1", "o@h6", 2, STATUS_SYNTAX, "'h6' is not a cell", -1 },
    { EMPTY4 " --- 1", "o@d06", 2, STATUS_SYNTAX, "'d06' is not a cell", -1 },
    { EMPTY4 " --- 1", "o@d", 2, STATUS_SYNTAX, "'d' is not a cell", -1 },
    { EMPTY4 " --- 1", "o@66", 2, STATUS_SYNTAX, "'66' is not a cell", -1 },
    { EMPTY4 " --- 1", "o@d99999999999", 2, STATUS_SYNTAX, "is not a cell", -1 },
    { EMPTY4 " --- 1", "o@d6x", 4, STATUS_SYNTAX, "the turn is complete before 'x'", -1 },
    { "4 xx/xxpxx/xxxxxx/xxxxx/xxxxxx/xxxxx/xx --- 1", "o@b6", 2, STATUS_ILLEGAL,
      "b6 already holds a disc (purple); place a disc on an empty cell (R4.1)", 4 },
    { OVER4, "o@a5", 0, STATUS_ILLEGAL, "the game is over: player 2 has two colours (R6.1)", -1 },
    { OVER4, "nonsense", 0, STATUS_ILLEGAL, "the game is over", -1 },
};

static void test_bad_turns(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(BAD_TURNS); n++) {
        const struct bad_turn *c = &BAD_TURNS[n];
        PosBuffer              p = at(c->position);
        Turn                   turn;
        Fault                  fault = { 0 };
        char                   words[512];
        Text                   sentence = text_over(words, sizeof words);
        CellList               offending = { .count = 0 };
        Status                 status = turn_read(&ALLIANCES_GAME, &p.head, c->turn, &turn, &fault);
        if (status != c->status || fault.at != c->at || strstr(fault.why, c->why) == NULL)
            fail_msg("'%s' gives %d at %zu: %s", c->turn, status, fault.at, fault.why);
        assert_false(turn_explain(&ALLIANCES_GAME, &p.head, c->turn, &sentence, &offending));
        assert_non_null(strstr(words, c->why));
        assert_int_equal(offending.count, c->offending >= 0);
        if (c->offending >= 0)
            assert_int_equal(offending.cell[0], c->offending);
        /* The view explains every kind of illegal turn as well. */
        if (strstr(c->why, "complete") == NULL) {
            text_clear(&sentence);
            ALLIANCES_VIEW.explain(&p.head, scan_string(c->turn), &sentence, &offending);
            assert_non_null(strstr(words, c->why));
        }
    }
}

/* ---- results ---- */

static void test_result(void **state)
{
    PosBuffer p = at(OVER4);
    char      words[128];
    Text      text = text_over(words, sizeof words);
    Outcome   outcome = ALLIANCES_RULES.outcome(&p.head);
    (void)state;
    outcome_write(&ALLIANCES_GAME, &p.head, outcome, &text);
    assert_string_equal(words, "player2 two-colours won 212");
    text_clear(&text);
    outcome_describe(&ALLIANCES_GAME, outcome, &text);
    assert_non_null(strstr(words, "Player2 has won two of the three colours"));
    text_clear(&text);
    p = at("4 xg/xxxxx/xxxxxx/ppppp/xoxxxx/xxoxx/xx 1-2 1");
    ALLIANCES_TEXT.details(&p.head, &text);
    assert_string_equal(words, "won 1-2");
}

/* ---- the board in characters (R7.3) ---- */

static void check_drawing(const char *position, bool labelled, const char *drawing)
{
    PosBuffer p = at(position);
    char      board[4096];
    Text      text = text_over(board, sizeof board);
    alliances_draw(&p.head, labelled, &text);
    assert_string_equal(board, drawing);
    if (labelled) {
        text_clear(&text);
        ALLIANCES_TEXT.draw(&p.head, &text);
        assert_string_equal(board, drawing);
    }
}

static const char EMPTY7[] =
    "7 xxxxx/xxxxxxxx/xxxxxxxxx/xxxxxxxxxx/xxxxxxxxxxx/xxxxxxxxxxxx/xxxxxxxxxxx/xxxxxxxxxxxx/"
    "xxxxxxxxxxx/xxxxxxxxxx/xxxxxxxxx/xxxxxxxx/xxxxx --- 1";

static void test_drawing(void **state)
{
    (void)state;
    check_drawing(EMPTY7, false,
                  "        O O O O O\n"
                  "        x x x x x\n"
                  "    Gx x x x x x x xP\n"
                  "   Gx x x x x x x x xP\n"
                  "  Gx x x x x x x x x xP\n"
                  " Gx x x x x x x x x x xP\n"
                  "Gx x x x x x x x x x x xP\n"
                  "  x x x x x x x x x x x\n"
                  "Px x x x x x x x x x x xG\n"
                  " Px x x x x x x x x x xG\n"
                  "  Px x x x x x x x x xG\n"
                  "   Px x x x x x x x xG\n"
                  "    Px x x x x x x xG\n"
                  "        x x x x x\n"
                  "        O O O O O\n");
    check_drawing("4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 2", false,
                  "     O O\n"
                  "     o x\n"
                  " Gx x p x xP\n"
                  "Gx x o x x xP\n"
                  "  x x p x x\n"
                  "Px x o x x xG\n"
                  " Px x p x xG\n"
                  "     o x\n"
                  "     O O\n");
    check_drawing("4 xg/xxxxx/xxxxxx/ppppp/xoxxxx/xxoxx/xx 1-2 1", false,
                  "     O O\n"
                  "     x g\n"
                  " Gx x x x xP\n"
                  "Gx x x x x xP\n"
                  "  p p p p p\n"
                  "Px o x x x xG\n"
                  " Px x o x xG\n"
                  "     x x\n"
                  "     O O\n");
}

static void test_labelled_drawing(void **state)
{
    (void)state;
    check_drawing(EMPTY7, true,
                  "             11111111112222\n"
                  "    12345678901234567890123\n"
                  "           O O O O O\n"
                  "a          x x x x x\n"
                  "b      Gx x x x x x x xP\n"
                  "c     Gx x x x x x x x xP\n"
                  "d    Gx x x x x x x x x xP\n"
                  "e   Gx x x x x x x x x x xP\n"
                  "f  Gx x x x x x x x x x x xP\n"
                  "g    x x x x x x x x x x x\n"
                  "h  Px x x x x x x x x x x xG\n"
                  "i   Px x x x x x x x x x xG\n"
                  "j    Px x x x x x x x x xG\n"
                  "k     Px x x x x x x x xG\n"
                  "l      Px x x x x x x xG\n"
                  "m          x x x x x\n"
                  "           O O O O O\n");
    check_drawing("3 x/xxxx/xgx/xxxx/o --- 2", true,
                  "\n"
                  "    1234567\n"
                  "       O\n"
                  "a      x\n"
                  "b  Gx x x xP\n"
                  "c    x g x\n"
                  "d  Px x x xG\n"
                  "e      o\n"
                  "       O\n");
}

/* ---- the view ---- */

static void test_shape(void **state)
{
    (void)state;
    for (int side = ALLIANCES_SIDE_MIN; side <= ALLIANCES_SIDE_MAX; side++) {
        Shape shape;
        int   cells = alliances_cell_count(side);
        shape_init(&shape);
        assert_true(ALLIANCES_VIEW.shape((uint32_t)side, &shape));
        assert_int_equal(shape.cell_count, cells + 6 * (side - 2));
        for (int n = 0; n < shape.cell_count; n++) {
            const ShapeCell *cell = &shape.cells[n];
            assert_string_equal(cell->kind, n < cells ? "field" : "edge");
            assert_int_equal(cell->corner_count, 6);
            if (n >= cells)
                continue;
            char words[16];
            Text text = text_over(words, sizeof words);
            alliances_name_write(alliances_cell(side, n), &text);
            assert_string_equal(cell->label, words);
        }
        shape_free(&shape);
    }
}

/* Squared distance of two cells. */
static double apart(const Shape *shape, const char *one, const char *other)
{
    ShapePoint a = shape->cells[shape_find(shape, one)].centre;
    ShapePoint b = shape->cells[shape_find(shape, other)].centre;
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static bool shares_corner(const ShapeCell *a, const ShapeCell *b)
{
    for (int i = 0; i < a->corner_count; i++)
        for (int j = 0; j < b->corner_count; j++) {
            double x = a->corner[i].x - b->corner[j].x, y = a->corner[i].y - b->corner[j].y;
            if (x * x + y * y < 1e-9)
                return true;
        }
    return false;
}

static void test_places(void **state)
{
    static const char *const NEIGHBOURS[][2] = {
        { "g12", "g14" }, { "g12", "f11" }, { "g12", "h13" }, { "a16", "b17" }
    };
    static const char *const WALLS[][2] = {
        { "O-N1", "a8" },   { "O-N5", "a16" },  { "P-NE1", "b19" }, { "P-NE5", "f23" },
        { "G-SE1", "h23" }, { "G-SE5", "l19" }, { "O-S1", "m8" },   { "O-S5", "m16" },
        { "P-SW1", "h1" },  { "P-SW5", "l5" },  { "G-NW1", "b5" },  { "G-NW5", "f1" },
    };
    Shape shape;
    (void)state;
    shape_init(&shape);
    assert_true(ALLIANCES_VIEW.shape(7, &shape));
    for (size_t n = 0; n < COUNT_OF(NEIGHBOURS); n++) {
        double distance = apart(&shape, NEIGHBOURS[n][0], NEIGHBOURS[n][1]);
        assert_true(distance > 0.999 && distance < 1.001);
    }
    for (size_t n = 0; n < COUNT_OF(WALLS); n++) {
        int wall = shape_find(&shape, WALLS[n][0]), cell = shape_find(&shape, WALLS[n][1]);
        assert_true(wall >= 0 && cell >= 0);
        assert_true(shares_corner(&shape.cells[wall], &shape.cells[cell]));
        /* Outside: farther from the middle than its cell. */
        assert_true(apart(&shape, WALLS[n][0], "g12") > apart(&shape, WALLS[n][1], "g12"));
    }
    shape_free(&shape);
}

static void test_pieces(void **state)
{
    static const struct {
        const char *position, *pieces; /* cell, colour, c chain, f fence */
    } CASES[] = {
        { EMPTY4 " --- 1", "" },
        { "4 xx/xxpxx/xxxxxx/xxxxx/xxxxxx/xxgxx/ox --- 1", "b6p f6g g5o" },
        { "4 og/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 2",
          "a5oc a7g b6pc c5oc d6pc e5oc f6pc g5oc" },
        { "4 xx/xxxxo/xxxxxo/xxxxx/xxxxxx/xxxxx/xx -2- 1", "b10of c11of" },
        { OVER4, "a7p b2g b10o c1pc d2gcf d4gcf d6gcf d8gcf d10gcf e1o e11pc g5o" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer p = at(CASES[n].position);
        Pieces    pieces;
        char      words[512];
        Text      text = text_over(words, sizeof words);
        pieces_init(&pieces);
        assert_true(ALLIANCES_VIEW.pieces(&p.head, &pieces));
        for (int i = 0; i < pieces.count; i++) {
            const Piece *piece = &pieces.at[i];
            assert_string_equal(piece->glyph, "disc");
            assert_int_equal(piece->side, SIDE_NONE);
            text_add(&text, i == 0 ? "" : " ");
            alliances_name_write(alliances_cell(4, piece->cell), &text);
            text_addf(&text, "%s%s%s", piece->text, (piece->marks & MARK_CHAIN) != 0 ? "c" : "",
                      (piece->marks & MARK_FENCE) != 0 ? "f" : "");
        }
        pieces_free(&pieces);
        assert_string_equal(words, CASES[n].pieces);
    }
}

static void test_panel(void **state)
{
    static const PanelItem ITEMS[] = {
        { "colours won", 0, "purple" },
        { "wins orange with", 0, "orange and purple" },
        { "wins purple with", 0, "purple and green" },
        { "wins green with", 0, "green and orange" },
        { "colours won", 1, "orange, green" },
        { "wins orange with", 1, "orange and green" },
        { "wins purple with", 1, "purple and orange" },
        { "wins green with", 1, "green and purple" },
        { "orange discs left", SIDE_NONE, "9" },
        { "purple discs left", SIDE_NONE, "9" },
        { "green discs left", SIDE_NONE, "6" },
    };
    PosBuffer p = at(OVER4);
    Panel     panel = { .count = 0 };
    (void)state;
    ALLIANCES_VIEW.panel(&p.head, &panel);
    assert_int_equal(panel.count, COUNT_OF(ITEMS));
    for (int n = 0; n < panel.count; n++) {
        assert_string_equal(panel.item[n].label, ITEMS[n].label);
        assert_string_equal(panel.item[n].value, ITEMS[n].value);
        assert_int_equal(panel.item[n].side, ITEMS[n].side);
    }
    p = at(EMPTY4 " --- 1");
    panel.count = 0;
    ALLIANCES_VIEW.panel(&p.head, &panel);
    assert_string_equal(panel.item[0].value, "none");
    assert_string_equal(panel.item[8].value, "12");
}

static void test_touches(void **state)
{
    static const char *const NAMES[3] = { "orange", "purple", "green" };
    PosBuffer                p = at(EMPTY4 " --- 1");
    (void)state;
    for (int n = 0; n < alliances_cell_count(4); n++)
        for (int colour = 0; colour < 3; colour++) {
            char     words[32];
            Text     label = text_over(words, sizeof words);
            CellList cells = { .count = 0 };
            Step     step = alliances_step(4, colour, alliances_cell(4, n));
            assert_true(ALLIANCES_RULES.legal(&p.head, step));
            ALLIANCES_VIEW.touches(&p.head, step, &cells, &label);
            assert_int_equal(cells.count, 1);
            assert_int_equal(cells.cell[0], n);
            assert_string_equal(words, NAMES[colour]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants),      cmocka_unit_test(test_positions),
        cmocka_unit_test(test_bad_positions), cmocka_unit_test(test_turns),
        cmocka_unit_test(test_bad_turns),     cmocka_unit_test(test_result),
        cmocka_unit_test(test_drawing),       cmocka_unit_test(test_labelled_drawing),
        cmocka_unit_test(test_shape),         cmocka_unit_test(test_places),
        cmocka_unit_test(test_pieces),        cmocka_unit_test(test_panel),
        cmocka_unit_test(test_touches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
