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

#include "core/effect.h"
#include "core/line.h"
#include "core/shape.h"
#include "core/turn.h"
#include "games/alliances/alliances.h"
#include "games/alliances/alliances_messages.h"
#include "games/list.h"

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
        Message                why;
        Status                 status = turn_read(&ALLIANCES_GAME, &p.head, c->turn, &turn, &fault);
        if (status != c->status || fault.at != c->at || strstr(fault.why, c->why) == NULL)
            fail_msg("'%s' gives %d at %zu: %s", c->turn, status, fault.at, fault.why);
        assert_int_equal(turn_explain(&ALLIANCES_GAME, &p.head, c->turn, &turn, &why), status);
        assert_int_equal(why.at, c->at);
        assert_int_equal(why.cells.count, c->offending >= 0);
        if (c->offending >= 0)
            assert_int_equal(why.cells.cell[0], c->offending);
    }
}

/* The definition, the ruling and the arguments of each error. */
static void test_errors_are_data(void **state)
{
    static const struct {
        const char *position, *turn, *key, *ruling, *args;
    } CASES[] = {
        { EMPTY4 " --- 1", "x", "form", "R7.1", "move text o@d6" },
        { EMPTY4 " --- 1", "o@d7", "not-a-cell", "R2.1", "name text d7, n count 4" },
        { "4 xx/xxpxx/xxxxxx/xxxxx/xxxxxx/xxxxx/xx --- 1", "o@b6", "taken", "R4.1",
          "cell cell 4, colour term purple" },
        { OVER4, "o@a5", "two-colours-won", "R6.1", "n count 2" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer p = at(CASES[n].position);
        Turn      turn;
        Message   why;
        char      words[256];
        Text      text = text_over(words, sizeof words);
        assert_int_not_equal(turn_explain(&ALLIANCES_GAME, &p.head, CASES[n].turn, &turn, &why),
                             STATUS_OK);
        assert_string_equal(why.def->key, CASES[n].key);
        assert_string_equal(why.def->ruling, CASES[n].ruling);
        for (int i = 0; i < why.arg_count; i++) {
            const MessageArg *arg = &why.arg[i];
            text_addf(&text, "%s%s ", i == 0 ? "" : ", ", arg->name);
            switch (arg->kind) {
            case ARG_TEXT: text_addf(&text, "text %s", why.text + arg->value); break;
            case ARG_TERM: text_addf(&text, "term %s", arg->term->key); break;
            case ARG_COUNT: text_addf(&text, "count %d", arg->value); break;
            case ARG_CELL: text_addf(&text, "cell %d", arg->value); break;
            default: fail();
            }
        }
        assert_string_equal(words, CASES[n].args);
    }
}

static void write_message(const Message *message, uint32_t variant, const char *code, Text *out)
{
    Language language = games_language(&ALLIANCES_GAME, code);
    text_clear(out);
    message_write(message, &ALLIANCES_GAME, variant, &language, out);
}

static void test_errors_in_other_languages(void **state)
{
    static const struct {
        const char *code, *sentence;
    } CASES[] = {
        { "de",
          "Auf b6 liegt schon eine Scheibe (Violett); eine Scheibe gehört auf ein leeres Feld "
          "(R4.1)" },
        { "pl", "Na b6 leży już krążek (fioletowy); krążek kładzie się na pustym polu (R4.1)" },
        { "pt", "b6 já tem um disco (roxo); um disco vai para uma casa vazia (R4.1)" },
        { "zh-Hant", "b6 已有圓片（紫色）；圓片要放在空格上 (R4.1)" },
    };
    PosBuffer p = at("4 xx/xxpxx/xxxxxx/xxxxx/xxxxxx/xxxxx/xx --- 1");
    Turn      turn;
    Message   why;
    (void)state;
    turn_explain(&ALLIANCES_GAME, &p.head, "o@b6", &turn, &why);
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        char words[256];
        Text text = text_over(words, sizeof words);
        write_message(&why, 4, CASES[n].code, &text);
        assert_string_equal(words, CASES[n].sentence);
    }
}

/* ---- selected cells ---- */

static void test_selections_are_explained(void **state)
{
    static const struct {
        const char *position;
        int         count;
        uint16_t    cells[2];
        const char *sentence;  /* "": a turn begins with these cells */
        int         offending; /* a cell, or -1 */
    } CASES[] = {
        { EMPTY4 " --- 1", 0, { 0 }, "", -1 },
        { EMPTY4 " --- 1", 1, { 30 }, "", -1 },
        { EMPTY4 " --- 1", 2, { 3, 5 }, "a move places one disc (R4.1)", 5 },
        { EMPTY4 " --- 1",
          1,
          { 31 },
          "O-N1 is a side of the board (orange); place a disc on an empty cell (R4.1)",
          31 },
        { EMPTY4 " --- 1",
          1,
          { 42 },
          "G-NW2 is a side of the board (green); place a disc on an empty cell (R4.1)",
          42 },
        { EMPTY4 " --- 1", 1, { 43 }, "there is no such cell on this board", -1 },
        { "4 xx/xxpxx/xxxxxx/xxxxx/xxxxxx/xxxxx/xx --- 1",
          1,
          { 4 },
          "b6 already holds a disc (purple); place a disc on an empty cell (R4.1)",
          4 },
        { OVER4, 1, { 0 }, "the game is over: player 2 has two colours (R6.1)", -1 },
        { OVER4, 0, { 0 }, "the game is over: player 2 has two colours (R6.1)", -1 },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer p = at(CASES[n].position);
        CellList  selected = { .count = CASES[n].count };
        Message   why;
        char      words[256];
        Text      text = text_over(words, sizeof words);
        memcpy(selected.cell, CASES[n].cells, sizeof CASES[n].cells);
        ALLIANCES_VIEW.explain_cells(&p.head, &selected, &why);
        message_write(&why, &ALLIANCES_GAME, 4, &LANGUAGE_ENGLISH, &text);
        assert_string_equal(words, CASES[n].sentence);
        assert_int_equal(why.cells.count, CASES[n].offending >= 0);
        if (CASES[n].offending >= 0)
            assert_int_equal(why.cells.cell[0], CASES[n].offending);
    }
}

/* Any cell of the view is a beginning exactly if a legal step has it; its message names the cell. */
static void test_any_cell_is_explained(void **state)
{
    int wrong = 0;
    (void)state;
    for (int side = ALLIANCES_SIDE_MIN; side <= ALLIANCES_SIDE_MAX; side++) {
        Random    random = random_seeded((uint64_t)side);
        PosBuffer p;
        Step      steps[STEPS_MAX];
        int       cells = alliances_cell_count(side) + 6 * (side - 2), count;
        ALLIANCES_RULES.start((uint32_t)side, &p.head);
        while ((count = ALLIANCES_RULES.gen(&p.head, steps)) > 0) {
            for (int n = 0; n < cells; n++) {
                CellList selected = { .count = 1, .cell = { (uint16_t)n } };
                Message  why;
                bool     begins = n < alliances_cell_count(side) &&
                              alliances_at(&p.head, alliances_cell(side, n)) == ALLIANCES_EMPTY;
                ALLIANCES_VIEW.explain_cells(&p.head, &selected, &why);
                assert_int_equal(why.def == NULL, begins);
                if (begins)
                    continue;
                assert_int_equal(why.cells.count, 1);
                assert_int_equal(why.cells.cell[0], n);
                wrong++;
            }
            ALLIANCES_RULES.apply(&p.head, steps[random_below(&random, (uint32_t)count)]);
        }
    }
    assert_true(wrong > 1000);
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
    assert_string_equal(words, "Player 2 wins: Player 2 has won two of the three colours");
    text_clear(&text);
    p = at("4 xg/xxxxx/xxxxxx/ppppp/xoxxxx/xxoxx/xx 1-2 1");
    ALLIANCES_TEXT.details(&p.head, &text);
    assert_string_equal(words, "won 1-2");
}

static void test_results_have_numbers(void **state)
{
    static const struct {
        const char *position, *code, *sentence;
    } CASES[] = {
        { OVER4, "en",
          "Player 2 wins: 2 colours to 1, orange (fence) and green (chain) against purple (fence)" },
        { "4 ox/xxoxx/xxoxxx/xxoxx/xxoxxx/xxoxx/ox 121 2", "en",
          "Player 1 wins: 2 colours to 1, orange (chain) and green (fence) against purple (fence)" },
        { "3 p/xxxg/xxx/xxxo/x 111 2", "en",
          "Player 1 wins: 3 colours to 0, orange (fence), purple (fence) and green (fence)" },
        { "3 p/xxxg/xxx/xxxx/x 11- 2", "en",
          "Player 1 wins: 2 colours to 0, orange (fence) and purple (fence)" },
        { OVER4, "de",
          "Spieler 2 gewinnt: 2 Farben zu 1, Orange (Zaun) und Grün (Kette) gegen Violett (Zaun)" },
        { OVER4, "pl",
          "Wygrana: Gracz 2 (kolory 2 do 1: pomarańczowy płotem i zielony łańcuchem; przeciwnik: "
          "fioletowy płotem)" },
        { OVER4, "pt",
          "Vitória: Jogador 2 (2 cores a 1, laranja por cerca e verde por cadeia contra roxo por cerca)" },
        { OVER4, "zh-Hant", "玩家 2獲勝：2 色比 1 色，橙色（圍籬）和綠色（鏈）對紫色（圍籬）" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer p = at(CASES[n].position);
        Message   message;
        char      words[256];
        Text      text = text_over(words, sizeof words);
        outcome_message(&ALLIANCES_GAME, &p.head, ALLIANCES_RULES.outcome(&p.head), &message);
        write_message(&message, p.head.variant, CASES[n].code, &text);
        assert_string_equal(words, CASES[n].sentence);
    }
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
            assert_int_equal(cell->side, SIDE_NONE);
            if (n >= cells) {
                int colour = (n - cells) / (side - 2) % 3;
                assert_int_equal(cell->colour, COLOUR_ORANGE + colour);
                assert_ptr_equal(cell->name,
                                 &ALLIANCES_MESSAGE[ALLIANCES_MSG_EDGE_ORANGE + colour]);
                continue;
            }
            assert_int_equal(cell->colour, COLOUR_NONE);
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
        const char *position, *pieces; /* cell and colour */
    } CASES[] = {
        { EMPTY4 " --- 1", "" },
        { "4 xx/xxpxx/xxxxxx/xxxxx/xxxxxx/xxgxx/ox --- 1", "b6p f6g g5o" },
        { "4 og/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 2", "a5o a7g b6p c5o d6p e5o f6p g5o" },
        { "4 xx/xxxxo/xxxxxo/xxxxx/xxxxxx/xxxxx/xx -2- 1", "b10o c11o" },
        { OVER4, "a7p b2g b10o c1p d2g d4g d6g d8g d10g e1o e11p g5o" },
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
            assert_int_equal(piece->marks, 0);
            assert_int_equal("opg"[piece->colour - COLOUR_ORANGE], piece -> text[0]);
            assert_ptr_equal(
                piece->name,
                &ALLIANCES_MESSAGE[ALLIANCES_MSG_PIECE_ORANGE + piece->colour - COLOUR_ORANGE]);
            text_add(&text, i == 0 ? "" : " ");
            alliances_name_write(alliances_cell(4, piece->cell), &text);
            text_add(&text, piece->text);
        }
        pieces_free(&pieces);
        assert_string_equal(words, CASES[n].pieces);
    }
}

static void test_panel(void **state)
{
    static const PanelRow ROWS[] = {
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
    PanelRows rows;
    (void)state;
    panel_rows(&ALLIANCES_GAME, &p.head, &LANGUAGE_ENGLISH, &rows);
    assert_int_equal(rows.count, COUNT_OF(ROWS));
    for (int n = 0; n < rows.count; n++) {
        assert_string_equal(rows.row[n].label, ROWS[n].label);
        assert_string_equal(rows.row[n].value, ROWS[n].value);
        assert_int_equal(rows.row[n].side, ROWS[n].side);
    }
    p = at(EMPTY4 " --- 1");
    panel_rows(&ALLIANCES_GAME, &p.head, &LANGUAGE_ENGLISH, &rows);
    assert_string_equal(rows.row[0].value, "none");
    assert_string_equal(rows.row[8].value, "12");
}

static void test_input_selects_the_cell(void **state)
{
    PosBuffer p = at(EMPTY4 " --- 1");
    (void)state;
    for (int n = 0; n < alliances_cell_count(4); n++)
        for (int colour = 0; colour < 3; colour++) {
            InputHint hint;
            Step      step = alliances_step(4, colour, alliances_cell(4, n));
            assert_true(ALLIANCES_RULES.legal(&p.head, step));
            ALLIANCES_VIEW.input_hint(&p.head, step, &hint);
            assert_int_equal(hint.flags, 0);
            assert_int_equal(hint.cells.count, 1);
            assert_int_equal(hint.cells.cell[0], n);
        }
}

/* R3.1, from the side of the player to move; won colours are left out. */
static void test_labels_say_whom_a_colour_helps(void **state)
{
    static const struct {
        const char *position, *code;
        int         colour;
        const char *label;
    } CASES[] = {
        { EMPTY4 " --- 1", "en", ALLIANCES_ORANGE,
          "orange helps you win green, your opponent purple, both orange" },
        { EMPTY4 " --- 1", "en", ALLIANCES_PURPLE,
          "purple helps you win orange, your opponent green, both purple" },
        { EMPTY4 " --- 1", "en", ALLIANCES_GREEN,
          "green helps you win purple, your opponent orange, both green" },
        { EMPTY4 " --- 2", "en", ALLIANCES_GREEN,
          "green helps you win orange, your opponent purple, both green" },
        { "4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 2", "en", ALLIANCES_GREEN,
          "green helps your opponent win purple, both green" },
        { "4 xg/xxxxx/xxxxxx/ppppp/xoxxxx/xxoxx/xx 1-2 1", "en", ALLIANCES_ORANGE,
          "orange helps your opponent win purple" },
        { EMPTY4 " --- 1", "de", ALLIANCES_ORANGE,
          "Orange hilft dir bei Grün, dem Gegner bei Violett, beiden bei Orange" },
        { EMPTY4 " --- 1", "pl", ALLIANCES_ORANGE,
          "pomarańczowy pomaga tobie (zielony), przeciwnikowi (fioletowy), obu graczom "
          "(pomarańczowy)" },
        { EMPTY4 " --- 1", "pt", ALLIANCES_ORANGE,
          "laranja conta para si em verde, para o adversário em roxo, para ambos em laranja" },
        { EMPTY4 " --- 1", "zh-Hant", ALLIANCES_ORANGE,
          "橙色：助你贏綠色、助對手贏紫色、助雙方贏橙色" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer p = at(CASES[n].position);
        InputHint hint;
        char      words[256];
        Text      text = text_over(words, sizeof words);
        ALLIANCES_VIEW.input_hint(&p.head, alliances_step(4, CASES[n].colour, alliances_cell(4, 2)),
                                  &hint);
        write_message(&hint.label, 4, CASES[n].code, &text);
        assert_string_equal(words, CASES[n].label);
    }
}

/* ---- effects and regions ---- */

static void write_cells(const uint16_t *cells, int count, Text *out)
{
    for (int i = 0; i < count; i++) {
        text_char(out, ' ');
        alliances_name_write(alliances_cell(4, cells[i]), out);
    }
}

/* Each effect: kind, player, subject, cells, and the news in words. */
static void write_effects(const Pos *pos, const char *turn_text, Text *out)
{
    Turn    turn;
    Fault   fault = { 0 };
    Effects effects;
    effects_init(&effects);
    if (turn_read(&ALLIANCES_GAME, pos, turn_text, &turn, &fault) != STATUS_OK)
        fail_msg("%s: %s", turn_text, fault.why);
    assert_true(ALLIANCES_VIEW.effects(pos, turn.step[0], &effects));
    for (int i = 0; i < effects.count; i++) {
        const Effect *effect = &effects.at[i];
        text_addf(out, "%s%s %d %s", i == 0 ? "" : "; ", effect_kind_word((EffectKind)effect->kind),
                  effect->side + 1, effect->subject->key);
        write_cells(effects.cells + effect->first, effect->count, out);
        if (effect_is_news(effect)) {
            Message message = effect_message(&effects, effect);
            text_add(out, ": ");
            message_write(&message, &ALLIANCES_GAME, 4, &LANGUAGE_ENGLISH, out);
        }
    }
    effects_free(&effects);
}

/* The examples E1 to E6 of R5: chains and fences, for the player to move and for the opponent. */
static void test_effects(void **state)
{
    static const struct {
        const char *position, *turn, *effects;
    } CASES[] = {
        { EMPTY4 " --- 2", "g@d6", "place 2 green d6" },
        { "4 ox/xxpxx/xxoxxx/xxxxx/xxoxxx/xxpxx/ox --- 1", "p@d6",
          "place 1 purple d6; win 1 orange a5 b6 c5 d6 e5 f6 g5: Player 1 wins orange with a chain" },
        { "4 ox/xxpxx/xxoxxx/xxxxx/xxoxxx/xxpxx/ox --- 2", "o@d6",
          "place 2 orange d6; win 1 orange a5 b6 c5 d6 e5 f6 g5: Player 1 wins orange with a chain" },
        { "4 ox/xxpxx/xxoxxx/xxxxx/xxoxxx/xxpxx/ox --- 1", "g@d6", "place 1 green d6" },
        { "4 xx/xxxxx/xxxxxo/xxxxx/xxxxxx/xxxxx/xx --- 2", "o@b10",
          "place 2 orange b10; win 2 purple c11 b10: Player 2 wins purple with a fence" },
        { "4 xx/xxxxx/xxxxxo/xxxxx/xxxxxx/xxxxx/xx --- 1", "o@b10",
          "place 1 orange b10; win 2 purple c11 b10: Player 2 wins purple with a fence" },
        { "4 xp/gxxxo/pxxxxx/ggggx/oxxxxp/xxxxx/ox --- 2", "g@d10",
          "place 2 green d10; win 2 orange d10 d8 d6 d4 d2: Player 2 wins orange with a fence; win 1 "
          "purple d10 d8 d6 d4 d2: Player 1 wins purple with a fence; win 2 green e11 d10 d8 d6 d4 d2 "
          "c1: Player 2 wins green with a chain" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer p = at(CASES[n].position);
        char      words[512];
        Text      text = text_over(words, sizeof words);
        write_effects(&p.head, CASES[n].turn, &text);
        assert_string_equal(words, CASES[n].effects);
    }
}

static void test_wins_in_other_languages(void **state)
{
    static const struct {
        const char *code, *chain, *fence;
    } CASES[] = {
        { "en", "Player 2 wins green with a chain", "Player 1 wins purple with a fence" },
        { "de", "Spieler 2 gewinnt Grün mit einer Kette",
          "Spieler 1 gewinnt Violett mit einem Zaun" },
        { "pl", "Gracz 2 zdobywa kolor zielony łańcuchem",
          "Gracz 1 zdobywa kolor fioletowy płotem" },
        { "pt", "Jogador 2 ganha verde com uma cadeia", "Jogador 1 ganha roxo com uma cerca" },
        { "zh-Hant", "玩家 2 以鏈贏得綠色", "玩家 1 以圍籬贏得紫色" },
    };
    PosBuffer p = at("4 xp/gxxxo/pxxxxx/ggggx/oxxxxp/xxxxx/ox --- 2");
    Turn      turn;
    Effects   effects;
    (void)state;
    effects_init(&effects);
    assert_int_equal(turn_read(&ALLIANCES_GAME, &p.head, "g@d10", &turn, NULL), STATUS_OK);
    assert_true(ALLIANCES_VIEW.effects(&p.head, turn.step[0], &effects));
    assert_int_equal(effects.count, 4);
    Message fence = effect_message(&effects, &effects.at[2]);
    Message chain = effect_message(&effects, &effects.at[3]);
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        char words[256];
        Text text = text_over(words, sizeof words);
        write_message(&chain, 4, CASES[n].code, &text);
        assert_string_equal(words, CASES[n].chain);
        write_message(&fence, 4, CASES[n].code, &text);
        assert_string_equal(words, CASES[n].fence);
    }
    effects_free(&effects);
}

static void test_regions(void **state)
{
    static const struct {
        const char *position, *regions; /* player, colour, kind and cells */
    } CASES[] = {
        { EMPTY4 " --- 1", "" },
        { "4 og/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 2", "1o chain a5 b6 c5 d6 e5 f6 g5; " },
        { "4 xx/xxxxo/xxxxxo/xxxxx/xxxxxx/xxxxx/xx -2- 1", "2p fence c11 b10; " },
        { OVER4,
          "2o fence d10 d8 d6 d4 d2; 1p fence d10 d8 d6 d4 d2; 2g chain e11 d10 d8 d6 d4 d2 c1; " },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer p = at(CASES[n].position);
        Regions   regions;
        char      words[512];
        Text      text = text_over(words, sizeof words);
        regions_init(&regions);
        assert_true(ALLIANCES_VIEW.regions(&p.head, &regions));
        for (int i = 0; i < regions.count; i++) {
            const Region *region = &regions.at[i];
            assert_int_equal(region->kind, REGION_PATH);
            text_addf(&text, "%d%c %s", region->side + 1, "opg"[region->colour - COLOUR_ORANGE],
                      region -> subject -> key);
            write_cells(regions.cells + region->first, region->count, &text);
            text_add(&text, "; ");
        }
        regions_free(&regions);
        assert_string_equal(words, CASES[n].regions);
    }
}

static bool is_same_piece(const Piece *a, const Piece *b)
{
    return strcmp(a->glyph, b->glyph) == 0 && a->side == b->side && a->colour == b->colour &&
           a->cell == b->cell && a->cell2 == b->cell2 && strcmp(a->text, b->text) == 0 &&
           a->name == b->name;
}

/* The pieces after a turn are those before it and the one that it places. */
static void check_pieces(const Pos *before, const Pos *after, const Piece *placed)
{
    Pieces old, new;
    int    at = 0;
    pieces_init(&old);
    pieces_init(&new);
    assert_true(ALLIANCES_VIEW.pieces(before, &old));
    assert_true(ALLIANCES_VIEW.pieces(after, &new));
    assert_int_equal(new.count, old.count + 1);
    for (int i = 0; i < new.count; i++)
        if (at == i && (at == old.count || new.at[i].cell != old.at[at].cell))
            assert_true(is_same_piece(&new.at[i], placed));
        else
            assert_true(is_same_piece(&new.at[i], &old.at[at++]));
    pieces_free(&old);
    pieces_free(&new);
}

/* A WIN is reported for each colour that is won now, and for no other. */
static int check_wins(const Pos *before, const Pos *after, const Effects *effects)
{
    int won = 0;
    for (int colour = 0; colour < 3; colour++) {
        if (alliances_winner(before, colour) == alliances_winner(after, colour))
            continue;
        won++;
        assert_true(won < effects->count);
        assert_int_equal(effects->at[won].kind, EFFECT_WIN);
        assert_int_equal(effects->at[won].side, alliances_winner(after, colour));
        assert_ptr_equal(effects->at[won].subject,
                         &ALLIANCES_MESSAGE[ALLIANCES_MSG_ORANGE + colour]);
    }
    assert_int_equal(effects->count, 1 + won);
    return won;
}

static void test_effects_of_random_games(void **state)
{
    int wins = 0;
    (void)state;
    for (int game = 0; game < 60; game++) {
        Random    random = random_seeded((uint64_t)game);
        PosBuffer p;
        Step      steps[STEPS_MAX];
        int       count;
        ALLIANCES_RULES.start((uint32_t)(ALLIANCES_SIDE_MIN + game % 5), &p.head);
        while ((count = ALLIANCES_RULES.gen(&p.head, steps)) > 0) {
            Step      step = steps[random_below(&random, (uint32_t)count)];
            PosBuffer before = p;
            Effects   effects;
            effects_init(&effects);
            assert_true(ALLIANCES_VIEW.effects(&p.head, step, &effects));
            ALLIANCES_RULES.apply(&p.head, step);
            wins += check_wins(&before.head, &p.head, &effects);
            assert_int_equal(effects.at[0].kind, EFFECT_PLACE);
            check_pieces(&before.head, &p.head, &effects.at[0].piece);
            effects_free(&effects);
        }
    }
    assert_true(wins >= 120);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_bad_turns),
        cmocka_unit_test(test_errors_are_data),
        cmocka_unit_test(test_errors_in_other_languages),
        cmocka_unit_test(test_selections_are_explained),
        cmocka_unit_test(test_any_cell_is_explained),
        cmocka_unit_test(test_result),
        cmocka_unit_test(test_results_have_numbers),
        cmocka_unit_test(test_drawing),
        cmocka_unit_test(test_labelled_drawing),
        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_panel),
        cmocka_unit_test(test_input_selects_the_cell),
        cmocka_unit_test(test_labels_say_whom_a_colour_helps),
        cmocka_unit_test(test_effects),
        cmocka_unit_test(test_wins_in_other_languages),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_effects_of_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
