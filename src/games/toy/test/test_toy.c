/* SPDX-License-Identifier: MIT */
/* The toy game, one row per ruling (src/games/toy/rulings.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/effect.h"
#include "core/line.h"
#include "core/perft.h"
#include "core/shape.h"
#include "games/toy/toy.h"

/* Read a position; the length of its first field is the number of cells. */
static Toy toy_at(const char *position)
{
    Toy   toy;
    Fault fault;
    if (TOY_TEXT.pos_read((uint32_t)strcspn(position, " "), position, &toy.head, &fault) !=
        STATUS_OK)
        fail_msg("'%s': %s", position, fault.why);
    return toy;
}

/* Each row is a specification: a position, a turn, and the position after it. */
static const struct turn_case {
    const char *rule;
    const char *before;
    const char *turn;
    const char *after; /* NULL: illegal, and `why` is part of the reason */
    const char *why;
} TURN_CASES[] = {
    { "T1 white moves first", "........ x", "a.", "x....... o", NULL },
    { "T1 the sides alternate", "x....... o", "b.", "xo...... x", NULL },
    { "T1 cells beyond the board do not exist", "........ x", "i.", NULL, "from a to h (T1)" },
    { "T1 a small board has fewer cells", "..... x", "f.", NULL, "from a to e (T1)" },
    { "T1 a large board has more", "................ x", "p.", "...............x o", NULL },

    { "T2 one stone", "xo...... x", "d.", "xo.x.... o", NULL },
    { "T2 two stones", "xo...... x", "d+h", "xo.x...x o", NULL },
    { "T2 in any order", "xo...... x", "h+d", "xo.x...x o", NULL },
    { "T2 not on an own stone", "xo...... x", "a.", NULL, "there is a stone on a (T2)" },
    { "T2 not on a stone of the other side", "xo...... x", "b.", NULL, "a stone on b (T2)" },
    { "T2 not twice on one cell", "xo...... x", "d+d", NULL, "there is a stone on d (T2)" },
    { "T2 the last cell may be taken", "xo.xoxox x", "c.", "xoxxoxox o", NULL },
    { "T2 three stones are too many", "........ x", "a+b+c", NULL, "complete before '+c'" },

    { "T3 a hop to the right", "xo.x.... x", "d-e", "xo..x... o", NULL },
    { "T3 a hop to the left", "xo.x.... x", "d-c", "xox..... o", NULL },
    { "T3 not over a stone", "xo.x.... x", "a-c", NULL, "c is not adjacent to a (T3)" },
    { "T3 not two cells far", "xo.x.... x", "d-f", NULL, "f is not adjacent to d (T3)" },
    { "T3 not onto a stone", "xo.x.... x", "a-b", NULL, "there is a stone on b (T2)" },
    { "T3 not with a stone of the other side", "xo.x.... x", "b-c", NULL,
      "b holds no stone of White" },
    { "T3 not from a free cell", "xo.x.... x", "e-f", NULL, "e holds no stone of White (T3)" },
    { "T3 not onto its own cell", "xo.x.... x", "d-d", NULL, "d is not adjacent to d (T3)" },
    { "T3 not beyond the edge", "xo.x...x x", "h-i", NULL,
      "a hop ends on a cell from a to h (T3)" },
    { "T3 not in the same turn as a stone", "xo.x.... x", "c-d+e", NULL, "c holds no stone" },
    { "T3 there is no passing", "xo.x.... x", ".", NULL, "a cell is a letter" },

    { "T4 no turn after a row", "xxxx.o.o o", "e.", NULL, "the game is over (T4, T5)" },
    { "T5 no turn on a full board", "xxoxxoxo o", "a.", NULL, "the game is over (T4, T5)" },

    { "T6 within a turn a second stone", "xo.x.... x d", "+c", "xoxx.... o", NULL },
    { "T6 or a stop", "xo.x.... x d", ".", "xo.x.... o", NULL },
    { "T6 but nothing else", "xo.x.... x d", "c.", NULL, "after the first stone comes + and a" },
};

static void test_turns(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof TURN_CASES / sizeof TURN_CASES[0]; i++) {
        const struct turn_case *c = &TURN_CASES[i];
        Toy                     toy = toy_at(c->before);
        Turn                    turn;
        Fault                   fault = { 0 };
        Status                  status = turn_read(&TOY_GAME, &toy.head, c->turn, &turn, &fault);
        if ((status == STATUS_OK) != (c->after != NULL))
            fail_msg("%s: %s is %s: %s", c->rule, c->turn,
                     status == STATUS_OK ? "legal" : "illegal", fault.why);
        if (c->after == NULL) {
            if (strstr(fault.why, c->why) == NULL)
                fail_msg("%s: %s", c->rule, fault.why);
            continue;
        }
        Toy want = toy_at(c->after);
        turn_apply(&TOY_GAME, &toy.head, &turn);
        if (memcmp(&toy, &want, sizeof toy) != 0)
            fail_msg("%s: %s does not become %s", c->rule, c->before, c->after);
    }
}

static const struct outcome_case {
    const char *rule;
    const char *position;
    const char *result; /* "": the game continues */
} OUTCOME_CASES[] = {
    { "T4 three are not enough", "xxx.x.oo o", "" },
    { "T4 four in a row win", "xxxx..oo o", "white row 4-2" },
    { "T4 anywhere", ".x.ooooo x", "black row 1-5" },
    { "T4 at the edge of the largest board", "............xxxx o", "white row 4-0" },
    { "T4 no result between the two stones", "xxxx..oo x d", "" },
    { "T4 a row takes precedence over the count", "xxxxoooxoo o", "white row 5-5" },
    { "T4 no result between the stones on a full board", "xxxxoxoo x d", "" },
    { "T5 more stones win", "xxoxxoxo o", "white majority 5-3" },
    { "T5 for either side", "ooxooxox x", "black majority 3-5" },
    { "T5 equal numbers are a draw", "xxoxooxo x", "draw even 4-4" },
    { "T5 a free cell keeps the game going", "xxoxoox. x", "" },
};

static void test_outcomes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof OUTCOME_CASES / sizeof OUTCOME_CASES[0]; i++) {
        const struct outcome_case *c = &OUTCOME_CASES[i];
        Toy                        toy = toy_at(c->position);
        char                       result[64];
        Text                       text = text_over(result, sizeof result);
        outcome_write(&TOY_GAME, &toy.head, TOY_RULES.outcome(&toy.head), &text);
        if (strcmp(result, c->result) != 0)
            fail_msg("%s: %s gives '%s'", c->rule, c->position, result);
    }
}

static const struct position_case {
    const char *rule;
    uint32_t    cells;
    const char *position;
    size_t      at;
    const char *why; /* NULL: legal */
} POSITION_CASES[] = {
    { "T6 any stones, whichever side is to move", 8, "xxx..... x", 0, NULL },
    { "T6 even a row", 8, "xxxx.... x", 0, NULL },
    { "T6 within a turn", 8, "x.xo.... x c", 0, NULL },
    { "T6 within a turn that makes a row", 8, "xxxx.... x b", 0, NULL },
    { "T6 not two rows", 8, "xxxxoooo x", 0, "both sides have a row" },
    { "T6 the first stone must be there", 8, "x.xo.... x b", 0, "is not on the board (T2)" },
    { "T6 and belong to the side to move", 8, "x.xo.... x d", 0, "is not on the board (T2)" },
    { "T6 the game was not over before the turn", 8, "xxxxx... x e", 0,
      "was over before this turn" },
    { "T6 nor had the other side won", 8, "oooo.x.. x f", 0, "was over before this turn" },
    { "T6 too few cells", 8, "....... x", 7, "one of x o ." },
    { "T6 too many cells", 8, "......... x", 8, "a space and the side to move" },
    { "T6 unknown character", 8, "..X..... x", 2, "one of x o ." },
    { "T6 missing side to move", 8, "........", 8, "a space and the side to move" },
    { "T6 unknown side to move", 8, "........ w", 9, "a space and the side to move" },
    { "T6 first stone outside the board", 8, "x....... x i", 11, "the cell of its first stone" },
    { "T6 text after the position", 8, "x....... x a!", 12, "the position ends here" },
    { "T6 empty text", 8, "", 0, "one of x o ." },
};

static void test_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof POSITION_CASES / sizeof POSITION_CASES[0]; i++) {
        const struct position_case *c = &POSITION_CASES[i];
        Toy                         toy;
        Fault                       fault = { 0 };
        Status status = TOY_TEXT.pos_read(c->cells, c->position, &toy.head, &fault);
        if ((status == STATUS_OK) != (c->why == NULL))
            fail_msg("%s: '%s': %s", c->rule, c->position, fault.why);
        if (c->why != NULL && (strstr(fault.why, c->why) == NULL || fault.at != c->at))
            fail_msg("%s: at %zu: %s", c->rule, fault.at, fault.why);
    }
}

/* `check` finds broken positions that the notation cannot express. */
static void test_broken_positions(void **state)
{
    (void)state;
    const Toy good = toy_at("x.xo.... x c");
    Fault     fault;
    assert_int_equal(TOY_RULES.check(&good.head, &fault), STATUS_OK);
    static const struct broken_case {
        const char *why;
        Toy         change; /* added to the good position */
    } BROKEN[] = {
        { "4 to 16 cells", { .head.variant = 9 } },
        { "out of range", { .head.side = 2 } },
        { "out of range", { .head.phase = 1 } },
        { "out of range", { .head.extra = 6 } },
        { "outside the board", { .stones[1] = 256 } },
        { "two stones are on one cell", { .stones[1] = 1 } },
        { "the key", { .head.key = 1 } },
        { "the key", { .stones[1] = 16 } },
    };
    for (size_t i = 0; i < sizeof BROKEN / sizeof BROKEN[0]; i++) {
        Toy toy = good;
        toy.head.key += BROKEN[i].change.head.key;
        toy.head.variant += BROKEN[i].change.head.variant;
        toy.head.side = (uint8_t)(toy.head.side + BROKEN[i].change.head.side);
        toy.head.phase = (uint8_t)(toy.head.phase + BROKEN[i].change.head.phase);
        toy.head.extra = (uint16_t)(toy.head.extra + BROKEN[i].change.head.extra);
        toy.stones[1] += BROKEN[i].change.stones[1];
        assert_int_equal(TOY_RULES.check(&toy.head, &fault), STATUS_ILLEGAL);
        if (strstr(fault.why, BROKEN[i].why) == NULL)
            fail_msg("'%s' instead of '%s'", fault.why, BROKEN[i].why);
    }
}

/* The first turn is one of n single stones or n(n-1)/2 pairs.  The other counts come from a second
 * program, written from the rulings alone, that represents stones as sets of cells. */
static void test_perft(void **state)
{
    (void)state;
    static const struct perft_case {
        uint32_t cells;
        uint64_t turns[3];
    } CASES[] = {
        { 4, { 10, 42, 90 } },
        { 5, { 15, 110, 450 } },
        { 8, { 36, 812, 11970 } },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        for (int depth = 1; depth <= 3; depth++) {
            Toy toy;
            TOY_RULES.start(CASES[i].cells, &toy.head);
            assert_int_equal(perft_count(&TOY_GAME, &toy.head, depth, PERFT_TURNS, PERFT_GENERAL),
                             CASES[i].turns[depth - 1]);
        }
}

/* ---- view ---- */

static void test_draw_and_shape(void **state)
{
    (void)state;
    Toy  toy = toy_at("x.xo. x");
    char board[64];
    Text text = text_over(board, sizeof board);
    TOY_TEXT.draw(&toy.head, &text);
    assert_string_equal(board, "a b c d e\nx . x o .\n");

    Shape shape;
    shape_init(&shape);
    assert_true(TOY_VIEW.shape(5, &shape));
    assert_int_equal(shape.cell_count, 5);
    assert_int_equal(shape_find(&shape, "e"), 4);
    assert_int_equal(shape_find(&shape, "f"), -1);
    ShapePoint low, high;
    shape_box(&shape, &low, &high);
    assert_true(low.x == -0.5 && low.y == -0.5 && high.x == 4.5 && high.y == 0.5);
    shape_free(&shape);
}

static void test_pieces(void **state)
{
    (void)state;
    static const struct piece_case {
        const char *position;
        const char *pieces; /* side and cell */
    } CASES[] = {
        { "........ x", "" },
        { "x..o.... x", "xa od " },
        { "x.xo.... x c", "xa xc od " },
        { ".xxxxo.x o", "xb xc xd xe of xh " },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Toy    toy = toy_at(CASES[i].position);
        char   listed[128];
        Text   text = text_over(listed, sizeof listed);
        Pieces pieces;
        pieces_init(&pieces);
        assert_true(TOY_VIEW.pieces(&toy.head, &pieces));
        for (int p = 0; p < pieces.count; p++) {
            const Piece *piece = &pieces.at[p];
            assert_string_equal(piece->glyph, "stone");
            assert_int_equal(piece->marks, 0);
            assert_ptr_equal(piece->name, &TOY_MESSAGE[TOY_MSG_PIECE]);
            text_addf(&text, "%c%c ", piece->side == 0 ? 'x' : 'o', 'a' + piece->cell);
        }
        assert_string_equal(listed, CASES[i].pieces);
        pieces_free(&pieces);
    }
}

static void test_panel_counts_stones(void **state)
{
    (void)state;
    Toy       toy = toy_at("xxo..... x");
    PanelRows rows;
    panel_rows(&TOY_GAME, &toy.head, &LANGUAGE_ENGLISH, &rows);
    assert_int_equal(rows.count, 3);
    assert_string_equal(rows.row[0].label, "stones");
    assert_string_equal(rows.row[0].value, "2");
    assert_string_equal(rows.row[1].value, "1");
    assert_int_equal(rows.row[2].side, SIDE_NONE);
    assert_string_equal(rows.row[2].value, "5");
}

/* Fail unless a message has this English text, and these offending cells as letters. */
static void check_message(const Message *why, uint32_t variant, const char *sentence,
                          const char *offending)
{
    char words[256], cells[TOUCHES_MAX + 1];
    Text text = text_over(words, sizeof words), list = text_over(cells, sizeof cells);
    message_write(why, &TOY_GAME, variant, &LANGUAGE_ENGLISH, &text);
    assert_string_equal(words, sentence);
    for (int i = 0; i < why->cells.count; i++)
        text_char(&list, (char)('a' + why->cells.cell[i]));
    assert_string_equal(cells, offending);
}

static void test_explanations_name_the_cells(void **state)
{
    (void)state;
    static const struct explain_case {
        const char *step;
        const char *sentence;
        const char *offending;
    } CASES[] = {
        { "a", "there is a stone on a (T2)", "a" },
        { "a-c", "a stone hops to an adjacent cell, and c is not adjacent to a (T3)", "ac" },
        { "b-c", "b holds no stone of White (T3)", "b" },
        { "?", "a cell is a letter from a to h (T1)", "" },
    };
    Toy toy = toy_at("xo...... x");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Turn    turn;
        Message why;
        assert_int_not_equal(turn_explain(&TOY_GAME, &toy.head, CASES[i].step, &turn, &why),
                             STATUS_OK);
        check_message(&why, 8, CASES[i].sentence, CASES[i].offending);
    }
}

static CellList cells_of(const char *letters)
{
    CellList cells = { .count = 0 };
    for (; *letters != '\0'; letters++)
        cells.cell[cells.count++] = (uint16_t)(*letters - 'a');
    return cells;
}

static void test_selections_are_explained(void **state)
{
    (void)state;
    static const struct select_case {
        const char *position;
        const char *selected;
        const char *sentence; /* "": a step begins with these cells */
        const char *offending;
    } CASES[] = {
        { "xo.x.... x", "", "", "" },
        { "xo.x.... x", "c", "", "" },
        { "xo.x.... x", "d", "", "" },
        { "xo.x.... x", "dc", "", "" },
        { "xo.x.... x", "b", "there is a stone on b (T2)", "b" },
        { "xo.x.... x", "a", "the stone on a cannot hop: no adjacent cell is free (T3)", "a" },
        { "xo.x.... x", "ab", "there is a stone on b (T2)", "b" },
        { "xo.x.... x", "df", "a stone hops to an adjacent cell, and f is not adjacent to d (T3)",
          "df" },
        { "xo.x.... x", "dce", "a hop ends on the adjacent cell (T3)", "e" },
        { "xo.x.... x", "ce", "a stone is placed on one cell (T2)", "e" },
        { "xo.x.... x", "p", "there is no such cell on this board", "" },
        { "xo.x.... x d", "c", "", "" },
        { "xo.x.... x d", "d", "there is a stone on d (T2)", "d" },
        { "xxxx.o.o o", "e", "the game is over (T4, T5)", "" },
        { "xxxx.o.o o", "", "the game is over (T4, T5)", "" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Toy      toy = toy_at(CASES[i].position);
        CellList selected = cells_of(CASES[i].selected);
        Message  why;
        TOY_VIEW.explain_cells(&toy.head, &selected, &why);
        check_message(&why, toy.head.variant, CASES[i].sentence, CASES[i].offending);
    }
}

static void test_input_hints(void **state)
{
    (void)state;
    static const struct input_case {
        const char *position;
        const char *step;
        const char *cells;
        const char *label;
    } CASES[] = {
        { "x....... x", "c", "c", "" },
        { "x....... x", "a-b", "ab", "" },
        { "x.x..... x c", "+e", "e", "" },
        { "x.x..... x c", ".", "", "one stone is enough" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Toy       toy = toy_at(CASES[i].position);
        Scan      scan = scan_string(CASES[i].step);
        Step      step;
        Message   why;
        InputHint hint;
        assert_int_equal(TOY_TEXT.step_read(&toy.head, &scan, &step, &why), STATUS_OK);
        TOY_VIEW.input_hint(&toy.head, step, &hint);
        check_message(&hint.label, 8, CASES[i].label, "");
        assert_int_equal(hint.cells.count, strlen(CASES[i].cells));
        for (int c = 0; c < hint.cells.count; c++)
            assert_int_equal('a' + hint.cells.cell[c], CASES[i].cells[c]);
    }
}

/* Write each effect: its kind, side and cells, and the news in words. */
static void write_effects(const Toy *toy, Step step, Text *out)
{
    Effects effects;
    effects_init(&effects);
    assert_true(TOY_VIEW.effects(&toy->head, step, &effects));
    for (int i = 0; i < effects.count; i++) {
        const Effect *effect = &effects.at[i];
        text_addf(out, "%s%s %c ", i == 0 ? "" : "; ", effect_kind_word((EffectKind)effect->kind),
                  effect->side == 0 ? 'x' : 'o');
        for (int c = 0; c < effect->count; c++)
            text_char(out, (char)('a' + effects.cells[effect->first + c]));
        if (effect_is_news(effect)) {
            Message message = effect_message(&effects, effect);
            text_add(out, ", ");
            message_write(&message, &TOY_GAME, toy->head.variant, &LANGUAGE_ENGLISH, out);
        }
    }
    effects_free(&effects);
}

static void test_effects(void **state)
{
    (void)state;
    static const struct effect_case {
        const char *position;
        const char *step;
        const char *effects;
    } CASES[] = {
        { "xo.x.... x", "c", "place x c" },
        { "xo.x.... o", "b-c", "move o bc" },
        { "xo.x.... x d", "+e", "place x e" },
        { "xo.x.... x d", ".", "pass x , White stops after one stone" },
        { ".ooo.o.. o b", "+e",
          "place o e; win o bcdef, Black wins with 5 stones in a row: b c d e f" },
        { "xxx.x.o. x", "e-d",
          "move x ed; win x abcd, White wins with 4 stones in a row: a b c d" },
        { "xxxx..oo x d", ".",
          "pass x , White stops after one stone; win x abcd, White wins with 4 stones in a row: a b c "
          "d" },
        { "xxx...oo x", "d", "place x d" }, /* a row does not count before the turn ends (T4) */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Toy     toy = toy_at(CASES[i].position);
        Scan    scan = scan_string(CASES[i].step);
        Step    step;
        Message why;
        char    words[256];
        Text    text = text_over(words, sizeof words);
        assert_int_equal(TOY_TEXT.step_read(&toy.head, &scan, &step, &why), STATUS_OK);
        write_effects(&toy, step, &text);
        assert_string_equal(words, CASES[i].effects);
    }
}

static void test_regions_are_rows(void **state)
{
    (void)state;
    static const struct region_case {
        const char *position;
        const char *regions;
    } CASES[] = {
        { "xxx.x.oo o", "" },
        { ".x.ooooo x", "o defgh " },
        { "xxxx.xxxx. o", "x abcd x fghi " },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Toy     toy = toy_at(CASES[i].position);
        Regions regions;
        char    words[64];
        Text    text = text_over(words, sizeof words);
        regions_init(&regions);
        assert_true(TOY_VIEW.regions(&toy.head, &regions));
        for (int r = 0; r < regions.count; r++) {
            const Region *region = &regions.at[r];
            assert_int_equal(region->kind, REGION_PATH);
            text_addf(&text, "%c ", region->side == 0 ? 'x' : 'o');
            for (int c = 0; c < region->count; c++)
                text_char(&text, (char)('a' + regions.cells[region->first + c]));
            text_char(&text, ' ');
        }
        regions_free(&regions);
        assert_string_equal(words, CASES[i].regions);
    }
}

static void test_results_have_numbers(void **state)
{
    (void)state;
    static const struct result_case {
        const char *position;
        const char *sentence;
    } CASES[] = {
        { "xxoxxoxo o", "White wins: the board is full and White has 5 stones, Black 3" },
        { "ooxooxox x", "Black wins: the board is full and Black has 5 stones, White 3" },
        { "xxxx..oo o", "White wins: White has four stones in a row" },
        { "xxoxooxo x", "Draw: the board is full and both sides have equally many stones" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Toy     toy = toy_at(CASES[i].position);
        Message message;
        outcome_message(&TOY_GAME, &toy.head, TOY_RULES.outcome(&toy.head), &message);
        check_message(&message, toy.head.variant, CASES[i].sentence, "");
    }
}

/* ---- proof ---- */

#define NEVER UINT32_MAX

static const struct proof_case {
    const char *what;
    const char *position;
    uint32_t    white, black; /* turns to win, at least */
    int         winner;       /* decided, and within how many turns */
    uint32_t    turns;
} PROOF_CASES[] = {
    { "white needs two turns of its own", "........ x", 3, 4, SIDE_NONE, 0 },
    { "two stones are missing; a full board takes three turns", "xx...... x", 1, 3, SIDE_NONE, 0 },
    { "the other side moves first", "xx...... o", 2, 3, SIDE_NONE, 0 },
    { "one stone is already placed", "xx...... x b", 3, 4, SIDE_NONE, 0 },
    { "a full board may come sooner than a row", "xxoo. x", 1, 1, SIDE_NONE, 0 },
    { "black has too few cells left", "xx.xxox. o", 1, NEVER, 0, 2 },
    { "white fills the board itself", "xx.xx.x. x", 1, NEVER, 0, 3 },
    { "the board is full, but the turn is not finished", "xxoxxoxx x h", 1, NEVER, 0, 1 },
    { "a row", "xxxx.... o", 0, NEVER, 0, 0 },
    { "a full board", "ooxooxox x", NEVER, 0, 1, 0 },
    { "a draw", "xxoxooxo x", NEVER, NEVER, SIDE_NONE, 0 },
};

static void test_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof PROOF_CASES / sizeof PROOF_CASES[0]; i++) {
        const struct proof_case *c = &PROOF_CASES[i];
        Toy                      toy = toy_at(c->position);
        uint32_t                 turns = 0;
        uint32_t                 white = TOY_PROOF.turns_to_win(&toy.head, 0);
        uint32_t                 black = TOY_PROOF.turns_to_win(&toy.head, 1);
        int                      winner = TOY_PROOF.decided(&toy.head, &turns);
        if (white != c->white || black != c->black || winner != c->winner ||
            (winner != SIDE_NONE && turns != c->turns))
            fail_msg("%s: %u, %u, side %d in %u", c->what, white, black, winner, turns);
    }
}

/* Check all replies: the decided winner fills the leftmost cells and wins within `turns`. */
static void check_decided_win(const Toy *toy, int winner, uint32_t turns)
{
    Outcome outcome = TOY_RULES.outcome(&toy->head);
    if (outcome.ending != ENDING_NONE) {
        assert_int_equal(outcome.ending, ENDING_WON);
        assert_int_equal(outcome.winner, winner);
        return;
    }
    assert_true(turns > 0);
    Step steps[STEPS_MAX];
    int  count = TOY_RULES.gen(&toy->head, steps);
    for (int i = 0; i < (toy->head.side == winner ? 1 : count); i++) {
        Toy next = *toy;
        TOY_RULES.apply(&next.head, steps[i]);
        check_decided_win(&next, winner, next.head.phase == 0 ? turns - 1 : turns);
    }
}

static void test_decided_positions_are_won_in_time(void **state)
{
    (void)state;
    int decided = 0;
    for (uint32_t cells = 4; cells <= 7; cells++)
        for (uint32_t white = 0; white <= toy_board(cells); white++)
            for (uint32_t black = 0; black <= toy_board(cells); black++)
                for (uint8_t side = 0; side < 2; side++) {
                    Toy toy = { .head = { .variant = cells, .side = side },
                                .stones = { white, black } };
                    toy.head.key = TOY_RULES.key(&toy.head);
                    uint32_t turns = 0;
                    if (TOY_RULES.check(&toy.head, NULL) != STATUS_OK)
                        continue;
                    int winner = TOY_PROOF.decided(&toy.head, &turns);
                    if (winner == SIDE_NONE)
                        continue;
                    check_decided_win(&toy, winner, turns);
                    decided++;
                }
    assert_true(decided > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_broken_positions),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_draw_and_shape),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_panel_counts_stones),
        cmocka_unit_test(test_explanations_name_the_cells),
        cmocka_unit_test(test_selections_are_explained),
        cmocka_unit_test(test_input_hints),
        cmocka_unit_test(test_effects),
        cmocka_unit_test(test_regions_are_rows),
        cmocka_unit_test(test_results_have_numbers),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_decided_positions_are_won_in_time),
    };
    return cmocka_run_group_tests_name("toy", tests, NULL, NULL);
}
