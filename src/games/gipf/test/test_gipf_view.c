/* SPDX-License-Identifier: MIT */
/* What GIPF says as data: messages of illegal steps and wrong selections, effects, regions, move
 * input, names of pieces and cells, results.  The conformance suite checks the general laws on random
 * games; these cases say what exactly is reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/effect.h"
#include "core/line.h"
#include "core/turn.h"
#include "games/gipf/gipf.h"
#include "games/gipf/gipf_messages.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

#define START           "W__B/_____/______/B_____W/______/_____/W__B 12,12 W"
/* Black's rows e2-e5 and e5-h2 cross in e5. */
#define PENDING_ROWS "W__B/_W___/__W___/B__B__W/__BB__/_B_B_/B__B"
#define PENDING      PENDING_ROWS " 8,3 B ?B"
/* The position before: a5-b5 completes them. */
#define EXAMPLE "W__B/_W___/__B___/B_____W/__BB__/_B_B_/B__B 9,3 W"
/* a1-b2 makes the white row b2-e5 with the GIPF-pieces c3 (white) and f5 (black) in its span. */
#define TWO_GIPFS "____/_____/______/XWWY___/______/_____/____ 12,12 W --"
#define OPENING   "X___/_____/______/_______/______/_____/___Y"
/* The middle row is full. */
#define FULL_ROW "____/_____/______/WBWBWBW/______/_____/____ 9,9 W"

static uint32_t variant_of(const char *text)
{
    uint32_t variant = 0;
    Fault    fault = { 0 };
    if (GIPF_TEXT.variant_read(text, &variant, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return variant;
}

static PosBuffer position_of(const char *variant, const char *text)
{
    PosBuffer pos;
    Fault     fault = { 0 };
    if (GIPF_TEXT.pos_read(variant_of(variant), text, &pos.head, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return pos;
}

static Turn turn_of(const Pos *pos, const char *text)
{
    Turn  turn;
    Fault fault = { 0 };
    if (turn_read(&GIPF_GAME, pos, text, &turn, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return turn;
}

static void write_cells(const Pos *pos, const uint16_t *cells, int count, Text *out)
{
    for (int i = 0; i < count; i++) {
        text_add(out, i == 0 ? "" : " ");
        GIPF_TEXT.cell_write(pos->variant, cells[i], out);
    }
}

static void write_arg(const Pos *pos, const Message *message, const MessageArg *arg, Text *out)
{
    text_addf(out, " %s=", arg->name);
    switch (arg->kind) {
    case ARG_SIDE: text_add(out, GIPF_GAME.sides[arg->value]); break;
    case ARG_CELL: GIPF_TEXT.cell_write(pos->variant, arg->value, out); break;
    case ARG_CELLS:
        text_char(out, '[');
        write_cells(pos, message->cells.cell + arg->value, arg->count, out);
        text_char(out, ']');
        break;
    case ARG_COUNT: text_addf(out, "%d", arg->value); break;
    case ARG_TERM: text_addf(out, "<%s>", arg->term->key); break;
    case ARG_TEXT: text_addf(out, "'%s'", message->text + arg->value); break;
    }
}

/* Write a message as "key ruling name=value ... | offending cells". */
static void write_message(const Pos *pos, const Message *message, Text *out)
{
    if (message->def == NULL)
        return;
    text_addf(out, "%s %s", message->def->key, message->def->ruling);
    for (int i = 0; i < message->arg_count; i++)
        write_arg(pos, message, &message->arg[i], out);
    if (message->cells.count > 0)
        text_add(out, " | ");
    write_cells(pos, message->cells.cell, message->cells.count, out);
}

static void assert_text(const char *what, const char *is, const char *expected)
{
    if (strcmp(is, expected) != 0)
        fail_msg("%s:\n  is       %s\n  expected %s", what, is, expected);
}

/* ---- illegal steps ---- */

static const struct text_case {
    const char *variant;
    const char *position;
    const char *turn;
    const char *message;
} TEXT_CASES[] = {
    /* clang-format off */
    { "basic", "W__B/_____/______/B_____W/______/_____/W__B 0,12 W", "c1-c2", "gipf-over R7" },
    { "basic", START, "c1", "form R10.4" },
    { "basic", START, "k1-c2", "node R2.1 text='k1' n=4" },
    { "basic", START, "c2-c3", "not-a-dot R3.1 cell=c2 | c2" },
    { "basic", START, "c1-b1", "not-a-spot R3.1 cell=b1 | b1" },
    { "basic", START, "c1-c3", "not-adjacent R3.1 dot=c1 spot=c3 | c1 c3" },
    { "basic", PENDING, "c1-c2",
      "rows-first R5.3 side=black rows='xe2-e5, xe5-h2' | e5 e4 e3 e2 e5 f4 g3 h2" },
    { "basic;choice=mover", EXAMPLE, "a5-b5",
      "rows-first R5.3 side=white rows='/e2-e5, /e5-h2' | e5 e4 e3 e2 e5 f4 g3 h2" },
    { "basic", START, "/e2-e5", "push-first R5.3" },
    { "tournament", OPENING " 1,16 W gg", "Gc1-c2", "reserve R3.4 side=white n=1" },
    { "tournament", OPENING " 16,16 B g1", "c1-c2", "must-stack R9.1 side=black" },
    { "tournament", OPENING " 16,16 W -g", "Gc1-c2", "no-stacks-later R9.2 side=white" },
    { "basic", START, "Gc1-c2", "no-stacks-here R8.1 side=white" },
    { "basic", FULL_ROW, "i5-h5", "full R3.3 dot=i5 | b2 c3 d4 e5 f5 g5 h5" },
    { "basic", PENDING, "xe2-e4",
      "not-a-row R5.3 rows='xe2-e5, xe5-h2' | e5 e4 e3 e2 e5 f4 g3 h2" },
    { "standard", TWO_GIPFS, "a1-b2/b2-e5!d4", "not-in-span R8.2 cell=d4 | d4" },
    /* clang-format on */
};

static void test_illegal_steps_are_data(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(TEXT_CASES); n++) {
        const struct text_case *c = &TEXT_CASES[n];
        PosBuffer               pos = position_of(c->variant, c->position);
        char                    words[512];
        Text                    text = text_over(words, sizeof words);
        Turn                    turn;
        Message                 why;
        assert_int_not_equal(turn_explain(&GIPF_GAME, &pos.head, c->turn, &turn, &why), STATUS_OK);
        write_message(&pos.head, &why, &text);
        assert_text(c->turn, words, c->message);
    }
}

/* Each definition from GIPF_MSG_OVER on is an error and has a case above or below. */
static void mark_seen(bool *seen, const char *message)
{
    for (int i = GIPF_MSG_OVER; i < GIPF_MSG_LESSON_GOAL; i++) {
        size_t length = strlen(GIPF_MESSAGE[i].key);
        if (strncmp(message, GIPF_MESSAGE[i].key, length) == 0 && message[length] == ' ')
            seen[i] = true;
    }
}

/* A large board may have more rows to choose from than a message can name. */
static void test_many_rows_are_cut(void **state)
{
    enum { SIDE = 12 };
    char      board[1024];
    Text      text = text_over(board, sizeof board);
    PosBuffer pos;
    Fault     fault = { 0 };
    Message   why;
    Turn      turn;
    (void)state;
    for (int8_t i = 1; i < 2 * SIDE; i++) {
        for (int8_t j = 1; j < 2 * SIDE; j++)
            if (gipf_node_is_field(SIDE, (GipfNode){ i, j }))
                text_char(&text, i > 9 && i < 16 && j > 7 && j < 20 ? 'B' : '_');
        text_add(&text, i + 1 < 2 * SIDE ? "/" : " 0,0 B ?B");
    }
    if (GIPF_TEXT.pos_read(variant_of("12,5,200,200"), board, &pos.head, &fault) != STATUS_OK)
        fail_msg("%s at %zu", fault.why, fault.at);
    assert_int_equal(turn_explain(&GIPF_GAME, &pos.head, "", &turn, &why), STATUS_ILLEGAL);
    const char *rows = why.text + why.arg[1].value;
    size_t      length = strlen(rows);
    assert_true(length > 200 && length < MESSAGE_TEXT_MAX);
    assert_string_equal(rows + length - 5, ", ...");
    assert_int_equal(why.cells.count, TOUCHES_MAX);
}

/* ---- selected cells ---- */

static const struct cells_case {
    const char *variant;
    const char *position;
    const char *selected;
    const char *message; /* "": a step begins with them */
} CELLS_CASES[] = {
    /* clang-format off */
    { "basic", START, "", "" },
    { "basic", START, "c1", "" },
    { "basic", START, "c1 c2", "" },
    { "basic", START, "e1 e2", "" },
    { "basic", START, "c2", "not-a-dot R3.1 cell=c2 | c2" },
    { "basic", START, "b5", "not-a-dot R3.1 cell=b5 | b5" },
    { "basic", START, "c2 c1", "not-a-dot R3.1 cell=c2 | c2" },
    { "basic", START, "c1 c1", "not-a-spot R3.1 cell=c1 | c1" },
    { "basic", START, "c1 d1", "not-a-spot R3.1 cell=d1 | d1" },
    { "basic", START, "c1 e5", "not-adjacent R3.1 dot=c1 spot=e5 | c1 e5" },
    { "basic", START, "e1 f2", "not-adjacent R3.1 dot=e1 spot=f2 | e1 f2" },
    { "basic", START, "c1 c2 c3", "push-done R3.1 cell=c3 | c3" },
    { "basic", FULL_ROW, "a1", "full R3.3 dot=a1 | b2 c3 d4 e5 f5 g5 h5" },
    { "basic", FULL_ROW, "a1 b2", "full R3.3 dot=a1 | b2 c3 d4 e5 f5 g5 h5" },
    { "basic", "W__B/_____/______/_______/______/_____/____ 9,9 W", "b6", "" },
    { "basic", "WBWB/_____/______/_______/______/_____/____ 9,9 W", "a4 b5",
      "full R3.3 dot=a4 | b5 c6 d7 e8" },
    { "basic", "WBWB/_____/______/_______/______/_____/____ 9,9 W", "a4", "" },
    { "basic", "WBWB/B____/W_____/B______/______/_____/____ 9,9 W", "a5 b5", "" },
    { "3,3,10,10", "WBW/B___/W____/____/___ 3,3 W", "a3 b4",
      "full R3.3 dot=a3 | b4 c5 d6" },
    { "3,3,10,10", "WBW/B___/_W___/_B__/_W_ 3,3 W", "a3",
      "all-full R3.3 dot=a3 | b4 c5 d6 b3 c3 d3 e2" },
    { "basic", "W__B/_____/______/B_____W/______/_____/W__B 0,12 W", "c1", "gipf-over R7" },
    { "basic", "W__B/_____/______/B_____W/______/_____/W__B 0,12 W", "", "gipf-over R7" },
    { "tournament", OPENING " 1,16 W gg", "c1 c2", "" },
    { "tournament", OPENING " 16,16 B g1", "c1 c2", "" },
    { "tournament", OPENING " 16,16 W -g", "c1 c2", "" },
    /* Rows: any cell of them, or their cells in order. */
    { "basic", PENDING, "e5", "" },
    { "basic", PENDING, "g3", "" },
    { "basic", PENDING, "e5 e4", "" },
    { "basic", PENDING, "e5 f4 g3 h2", "" },
    { "basic", PENDING, "c1",
      "rows-first R5.3 side=black rows='xe2-e5, xe5-h2' | e5 e4 e3 e2 e5 f4 g3 h2" },
    { "basic", PENDING, "b5",
      "not-a-row R5.3 rows='xe2-e5, xe5-h2' | e5 e4 e3 e2 e5 f4 g3 h2" },
    { "basic", PENDING, "d4",
      "not-a-row R5.3 rows='xe2-e5, xe5-h2' | e5 e4 e3 e2 e5 f4 g3 h2" },
    { "basic", PENDING, "e5 c1",
      "rows-first R5.3 side=black rows='xe2-e5, xe5-h2' | e5 e4 e3 e2 e5 f4 g3 h2" },
    { "basic", PENDING, "e2 e3", "row-by-one R5.3 cells=[e2 e3] | e2 e3" },
    { "basic", PENDING, "e4 g3", "row-by-one R5.3 cells=[e4 g3] | e4 g3" },
    { "standard", "____/_____/______/WXWWY__/______/_____/____ 11,12 W -- >W", "e5", "" },
    { "standard", "____/_____/______/WXWWY__/______/_____/____ 11,12 W -- >W", "f5",
      "not-a-row R5.3 rows='/b2-e5' | b2 c3 d4 e5" },
    /* clang-format on */
};

static CellList cells_of(int side, const char *names)
{
    CellList cells = { 0 };
    Scan     scan = scan_string(names);
    while (!scan_done(&scan)) {
        GipfNode node;
        assert_true(gipf_node_read(side, &scan, &node));
        cells.cell[cells.count++] = (uint16_t)gipf_node_cell(side, node);
        scan_blanks(&scan);
    }
    return cells;
}

static void test_selections(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CELLS_CASES); n++) {
        const struct cells_case *c = &CELLS_CASES[n];
        PosBuffer                pos = position_of(c->variant, c->position);
        CellList                 cells = cells_of(gipf_unpack(pos.head.variant).side, c->selected);
        char                     words[512];
        Text                     text = text_over(words, sizeof words);
        Message                  why;
        memset(&why, 0xa5, sizeof why);
        GIPF_VIEW.explain_cells(&pos.head, &cells, &why);
        write_message(&pos.head, &why, &text);
        assert_text(c->selected, words, c->message);
    }
}

static void test_every_error_has_a_case(void **state)
{
    bool seen[GIPF_MESSAGE_COUNT] = { false };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(TEXT_CASES); n++)
        mark_seen(seen, TEXT_CASES[n].message);
    for (size_t n = 0; n < COUNT_OF(CELLS_CASES); n++)
        mark_seen(seen, CELLS_CASES[n].message);
    for (int i = GIPF_MSG_OVER; i < GIPF_MSG_LESSON_GOAL; i++)
        if (!seen[i])
            fail_msg("no case has the message %s", GIPF_MESSAGE[i].key);
}

static void test_unknown_cells(void **state)
{
    PosBuffer pos = position_of("basic", START);
    CellList  cells = { .count = 2, .cell = { 60, 61 } }; /* the last cell, and one more */
    Message   why;
    (void)state;
    GIPF_VIEW.explain_cells(&pos.head, &cells, &why);
    assert_ptr_equal(why.def, &CORE_MESSAGE[CORE_MSG_NO_CELL]);
}

/* ---- effects ---- */

static const struct effect_case {
    const char *rule;
    const char *variant;
    const char *position;
    const char *turn;
    const char *effects; /* of all steps; "/" begins the next step */
} EFFECT_CASES[] = {
    /* clang-format off */
    { "R3.1 nothing is pushed", "basic", START, "c1-c2", "enter white stone c1 c2;" },
    { "R3.2 one piece", "basic", START, "a5-b5",
      "move white stone b5 c5; enter white stone a5 b5;" },
    { "R3.2 the farthest first; pieces beyond the gap stay", "basic",
      "____/_____/______/WBW_BWB/______/_____/____ 9,9 B", "a1-b2",
      "move white stone d4 e5; move black stone c3 d4; move white stone b2 c3;"
      " enter black stone a1 b2;" },
    { "R3.2 from the other end", "basic",
      "____/_____/______/WBW_BWB/______/_____/____ 9,9 B", "i5-h5",
      "move black stone f5 e5; move white stone g5 f5; move black stone h5 g5;"
      " enter black stone i5 h5;" },
    { "R8.1 a GIPF-piece enters and pushes one", "tournament", OPENING " 14,16 W gg", "Ga5-b5",
      "move white stack b5 c5; enter white stack a5 b5;" },
    { "R4.3 own pieces return", "basic",
      "____/_____/______/_WWW___/______/_____/___B 9,9 W", "a1-b2",
      "enter white stone a1 b2; form 'White has a row: b2 c3 d4 e5' b2 c3 d4 e5;"
      " return 'White: 4 pieces returned' b2 c3 d4 e5;" },
    { "R4.3 pieces that touch the row are captured", "basic",
      "____/_____/______/WWWBB__/______/_____/____ 9,9 W", "a1-b2",
      "move black stone f5 g5; move black stone e5 f5; move white stone d4 e5;"
      " move white stone c3 d4; move white stone b2 c3; enter white stone a1 b2;"
      " form 'White has a row: b2 c3 d4 e5' b2 c3 d4 e5;"
      " return 'White: 4 pieces returned' b2 c3 d4 e5;"
      " capture '2 pieces captured from Black' f5 g5;" },
    { "R5.1 a row of the other side", "basic",
      "____/_____/______/BBB_B__/______/_____/____ 9,9 W", "a1-b2",
      "move black stone d4 e5; move black stone c3 d4; move black stone b2 c3;"
      " enter white stone a1 b2; form 'Black has a row: c3 d4 e5 f5' c3 d4 e5 f5;"
      " return 'Black: 4 pieces returned' c3 d4 e5 f5;"
      " capture '1 piece captured from White' b2;" },
    { "R5.1 rows of both sides, the pusher's first", "basic",
      "W___/W____/W_____/BBB_B__/______/_____/____ 9,9 W", "a1-b2",
      "move black stone d4 e5; move black stone c3 d4; move black stone b2 c3;"
      " enter white stone a1 b2; form 'White has a row: b5 b4 b3 b2' b5 b4 b3 b2;"
      " return 'White: 4 pieces returned' b5 b4 b3 b2;"
      " form 'Black has a row: c3 d4 e5 f5' c3 d4 e5 f5;"
      " return 'Black: 4 pieces returned' c3 d4 e5 f5;" },
    { "R5.3 two rows cross, the mover chooses", "basic;choice=mover", EXAMPLE, "a5-b5/e2-e5",
      "move black stone d5 e5; move white stone c5 d5; move white stone b5 c5;"
      " enter white stone a5 b5; / form 'Black has a row: e5 e4 e3 e2' e5 e4 e3 e2;"
      " return 'Black: 4 pieces returned' e5 e4 e3 e2;" },
    { "R6.2 they cross, the owner chooses: the push", "basic", EXAMPLE, "a5-b5",
      "move black stone d5 e5; move white stone c5 d5; move white stone b5 c5;"
      " enter white stone a5 b5;" },
    { "R6.2 and the short turn", "basic", PENDING, "xe5-h2",
      "form 'Black has a row: e5 f4 g3 h2' e5 f4 g3 h2;"
      " return 'Black: 4 pieces returned' e5 f4 g3 h2;"
      " capture '3 pieces captured from White' b5 c5 d5;" },
    { "R5.2 a forced row goes before the choice", "basic",
      "WB_W/BW_BW/WBW_BW/BWW_WWB/______/_B___/WB_B 1,5 W", "i5-h5/c3-f5",
      "move white stone f5 e5; move white stone g5 f5; move black stone h5 g5;"
      " enter white stone i5 h5; form 'White has a row: e8 f7 g6 h5' e8 f7 g6 h5;"
      " return 'White: 4 pieces returned' e8 f7 g6 h5;"
      " / form 'White has a row: c3 d4 e5 f5' c3 d4 e5 f5;"
      " return 'White: 4 pieces returned' c3 d4 e5 f5;"
      " capture '2 pieces captured from Black' b2 g5;" },
    { "R8.1 GIPF-pieces count as two", "standard", TWO_GIPFS, "a1-b2/b2-e5",
      "move black stack e5 f5; move white stone d4 e5; move white stone c3 d4;"
      " move white stack b2 c3; enter white stone a1 b2;"
      " / form 'White has a row: b2 c3 d4 e5' b2 c3 d4 e5;"
      " return 'White: 5 pieces returned; 1 GIPF-piece counts as two' b2 c3 d4 e5;"
      " capture '2 pieces captured from Black; 1 GIPF-piece counts as two' f5;" },
    { "R8.2 GIPF-pieces stay", "standard", TWO_GIPFS, "a1-b2/b2-e5!c3!f5",
      "move black stack e5 f5; move white stone d4 e5; move white stone c3 d4;"
      " move white stack b2 c3; enter white stone a1 b2;"
      " / form 'White has a row: b2 c3 d4 e5' b2 c3 d4 e5;"
      " return 'White: 3 pieces returned' b2 d4 e5;" },
    { "R8.2 one of them stays", "standard", TWO_GIPFS, "a1-b2/b2-e5!c3",
      "move black stack e5 f5; move white stone d4 e5; move white stone c3 d4;"
      " move white stack b2 c3; enter white stone a1 b2;"
      " / form 'White has a row: b2 c3 d4 e5' b2 c3 d4 e5;"
      " return 'White: 3 pieces returned' b2 d4 e5; capture '2 pieces captured from Black;"
      " 1 GIPF-piece counts as two' f5;" },
    { "R8.3 a row of GIPF-pieces stays", "standard",
      "B___/_____/______/_XXXX__/______/XXXX_/___Y 2,11 W -- ?W", "xc3-f5!c3!d4!e5!f5",
      "form 'White: this row of GIPF-pieces stays on the board: c3 d4 e5 f5' c3 d4 e5 f5;" },
    /* clang-format on */
};

static void write_effects(const Pos *pos, const Effects *effects, Text *out)
{
    for (int i = 0; i < effects->count; i++) {
        const Effect *effect = &effects->at[i];
        text_addf(out, "%s%s ", out->length == 0 ? "" : " ",
                  effect_kind_word((EffectKind)effect->kind));
        if (effect_is_news(effect)) {
            Message message = effect_message(effects, effect);
            text_add(out, "'");
            message_write(&message, &GIPF_GAME, pos->variant, &LANGUAGE_ENGLISH, out);
            text_add(out, "' ");
        } else {
            assert_int_equal(effect->piece.side, effect->side);
            text_addf(out, "%s %s ", GIPF_GAME.sides[effect->side], effect->piece.glyph);
        }
        write_cells(pos, effects->cells + effect->first, effect->count, out);
        text_add(out, ";");
    }
}

static void run_effect_case(const struct effect_case *c, const char *extra)
{
    char variant[VARIANT_TEXT_MAX], words[2048];
    Text name = text_over(variant, sizeof variant), text = text_over(words, sizeof words);
    text_addf(&name, "%s%s", c->variant, extra);
    PosBuffer pos = position_of(variant, c->position);
    Turn      turn = turn_of(&pos.head, c->turn);
    for (int i = 0; i < turn.count; i++) {
        Effects effects;
        effects_init(&effects);
        assert_true(GIPF_VIEW.effects(&pos.head, turn.step[i], &effects));
        text_add(&text, i == 0 ? "" : " /");
        write_effects(&pos.head, &effects, &text);
        effects_free(&effects);
        GIPF_RULES.apply(&pos.head, turn.step[i]);
    }
    assert_text(c->rule, words, c->effects);
}

static void test_effects(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(EFFECT_CASES); n++) {
        run_effect_case(&EFFECT_CASES[n], "");
        run_effect_case(&EFFECT_CASES[n], ";board=general");
    }
}

/* ---- regions ---- */

static const struct region_case {
    const char *variant;
    const char *position;
    const char *regions;
} REGION_CASES[] = {
    { "basic", START, "" },
    { "basic", PENDING, "choice black row: e5 e4 e3 e2; choice black row: e5 f4 g3 h2; " },
    { "basic;choice=mover", PENDING_ROWS " 8,3 W >B",
      "choice black row: e5 e4 e3 e2; choice black row: e5 f4 g3 h2; " },
    { "standard", "____/_____/______/WXWWY__/______/_____/____ 11,12 W -- >W",
      "choice white row: b2 c3 d4 e5; " },
    /* A row that was left standing is not offered again (R8.3). */
    { "standard", "B___/_____/______/_XXXX__/______/XXXX_/___Y 2,11 W -- ?W!c3-f5",
      "choice white row: d2 e3 f3 g3; " },
    /* Rows of GIPF-pieces that stayed in an earlier turn are no choice. */
    { "standard", "B___/_____/______/_XXXX__/______/XXXX_/___Y 2,11 W --", "" },
};

static void test_regions(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(REGION_CASES); n++) {
        const struct region_case *c = &REGION_CASES[n];
        PosBuffer                 pos = position_of(c->variant, c->position);
        char                      words[512];
        Text                      text = text_over(words, sizeof words);
        Regions                   regions;
        regions_init(&regions);
        assert_true(GIPF_VIEW.regions(&pos.head, &regions));
        for (int i = 0; i < regions.count; i++) {
            const Region *region = &regions.at[i];
            text_addf(&text, "%s %s %s: ", region_kind_word((RegionKind)region->kind),
                      GIPF_GAME.sides[region->side], region->subject->english);
            write_cells(&pos.head, regions.cells + region->first, region->count, &text);
            text_add(&text, "; ");
        }
        regions_free(&regions);
        assert_text(c->position, words, c->regions);
    }
}

/* ---- names ---- */

static void test_names(void **state)
{
    PosBuffer pos =
        position_of("standard", "____/_____/______/WXWWY__/______/_____/B___ 9,9 W -- >W");
    Pieces pieces;
    Shape  shape;
    (void)state;
    pieces_init(&pieces);
    shape_init(&shape);
    assert_true(GIPF_VIEW.pieces(&pos.head, &pieces));
    assert_true(GIPF_VIEW.shape(pos.head.variant, &shape));
    assert_int_equal(pieces.count, 6);
    for (int i = 0; i < pieces.count; i++) {
        bool stack = strcmp(pieces.at[i].glyph, "stack") == 0;
        assert_string_equal(pieces.at[i].name->english,
                            stack ? "{side} GIPF-piece" : "{side} piece");
    }
    for (int i = 0; i < shape.cell_count; i++)
        if (strcmp(shape.cells[i].kind, "dot") == 0)
            assert_ptr_equal(shape.cells[i].name, &GIPF_MESSAGE[GIPF_MSG_CELL_DOT]);
        else
            assert_null(shape.cells[i].name);
    assert_true(GIPF_GAME.facing);
    pieces_free(&pieces);
    shape_free(&shape);
}

/* ---- results ---- */

static const struct result_case {
    const char *variant;
    const char *position;
    const char *result;
} RESULT_CASES[] = {
    /* clang-format off */
    { "basic", START, "" },
    { "basic", "W__B/_____/______/B_____W/______/_____/W__B 0,12 W",
      "Black wins: White has no piece to enter; Black has 12 in reserve" },
    { "basic", "W__B/_____/______/B_____W/______/_____/W__B 0,0 W",
      "Black wins: White has no piece to enter" },
    { "2,3,5,5", "WB/BWW/WB 1,2 W", "Black wins: the board is full and White cannot push" },
    { "standard", "W___/_____/______/_______/______/_____/XX_Y 5,5 B --", "" },
    { "standard", "W___/_____/______/_______/______/_____/Y__Y 5,5 B --",
      "Black wins: White has no GIPF-piece left on the board; Black has 2" },
    { "standard", "W___/_____/______/_______/______/_____/B___ 5,5 B --",
      "White wins: neither side has a GIPF-piece left on the board, and White pushed last" },
    { "tournament", "____/_____/______/_______/______/_____/W___ 5,5 B -g",
      "Black wins: White has no GIPF-piece left on the board" },
    /* clang-format on */
};

static void test_results(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(RESULT_CASES); n++) {
        const struct result_case *c = &RESULT_CASES[n];
        PosBuffer                 pos = position_of(c->variant, c->position);
        char                      words[256];
        Text                      text = text_over(words, sizeof words);
        Message                   result;
        outcome_message(&GIPF_GAME, &pos.head, GIPF_RULES.outcome(&pos.head), &result);
        message_write(&result, &GIPF_GAME, pos.head.variant, &LANGUAGE_ENGLISH, &text);
        assert_text(c->position, words, c->result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_illegal_steps_are_data),
        cmocka_unit_test(test_many_rows_are_cut),
        cmocka_unit_test(test_selections),
        cmocka_unit_test(test_every_error_has_a_case),
        cmocka_unit_test(test_unknown_cells),
        cmocka_unit_test(test_effects),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
