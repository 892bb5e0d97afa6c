/* SPDX-License-Identifier: MIT */
/* What Duell tells people as data: wrong selections, effects of a move, regions, labels of paths,
 * results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/effect.h"
#include "core/line.h"
#include "core/turn.h"
#include "games/duell/duell.h"
#include "games/duell/duell_messages.h"
#include "games/list.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))
#define START           "b53,b13,b23,b63,bK,b63,b23,b13,b53/9/9/9/9/9/9/w54,w14,w24,w64,wK,w64,w24,w14,w54 w"
#define BEFORE_MATE \
    "b53,b13,b23,b63,bK,b63,1,b13,b53/3,w13,3,b15,1/9/9/9/9/9/w54,w14,w24,1,wK,w64,w24,w14,w54 w"

static Pos *read_pos(const char *variant, const char *line, PosBuffer *out)
{
    uint32_t packed = 0;
    Fault    fault = { 0 };
    assert_int_equal(DUELL_TEXT.variant_read(variant, &packed, &fault), STATUS_OK);
    if (DUELL_TEXT.pos_read(packed, line, &out->head, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
    return &out->head;
}

/* Read squares as in "A1 A2". */
static CellList squares_of(const char *text)
{
    CellList list = { .count = 0 };
    for (; text[0] != '\0'; text += text[2] == ' ' ? 3 : 2)
        list.cell[list.count++] = (uint16_t)duell_square(text[1] - '1', text[0] - 'A');
    return list;
}

static void write_squares(const uint16_t *cells, int count, Text *out)
{
    for (int i = 0; i < count; i++) {
        text_add(out, i == 0 ? "" : " ");
        DUELL_TEXT.cell_write(0, cells[i], out);
    }
}

static Step step_of(const Pos *pos, const char *text)
{
    Turn  turn;
    Fault fault = { 0 };
    if (turn_read(&DUELL_GAME, pos, text, &turn, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return turn.step[0];
}

/* ---- selections ---- */

static const char PINNED[] = "4,bK,4/9/4,b51,4/9/4,w42,4/9/9/4,wK,4 b";
static const char ATTACKED[] = "4,bK,4/9/9/9/9/4,w31,2,b53,1/9/4,wK,4 w";

static const struct selection_case {
    const char *line, *selected;
    const char *why;       /* "": a legal move begins so */
    const char *offending; /* in order */
} SELECTIONS[] = {
    { START, "", "", "" },
    { START, "D1", "", "" },
    { START, "D1 D2 D3 D4 D5 D6 E6", "", "" },
    { "9/9/9/9/9/9/1,wK,7/bK,8 b", "", "the game is over (R6)", "" },
    { "9/9/9/9/9/9/1,wK,7/bK,8 b", "A1", "the game is over (R6)", "" },
    { START, "D3", "D3 is empty: a move starts with a die of the side to move (R4.1)", "D3" },
    { START, "D8", "D8 holds a die of Black, and White is to move (R4.1)", "D8" },
    { START, "D1 D3", "a die rolls from square to square, and D3 is not adjacent to D1 (R2.2)",
      "D1 D3" },
    { START, "D1 E2", "a die rolls from square to square, and E2 is not adjacent to D1 (R2.2)",
      "D1 E2" },
    { START, "D1 D1", "a die rolls from square to square, and D1 is not adjacent to D1 (R2.2)",
      "D1 D1" },
    { START, "D1 D2 D1", "a die never rolls back, from D2 to D1 (R4.2)", "D2 D1" },
    { START, "D1 D2 E2 E3",
      "a die turns one corner at most, and this path turns again on E2 (R4.2)", "E2" },
    { START, "B1 B2 B3",
      "the die on B1 shows 1 and rolls exactly 1 square, so B3 is too far (R4.1)", "B1 B3" },
    { START, "C1 C2 C3 C4",
      "the die on C1 shows 2 and rolls exactly 2 squares, so C4 is too far (R4.1)", "C1 C4" },
    { START, "E1 E2 E3", "the king on E1 rolls exactly 1 square, so E3 is too far (R4.1)",
      "E1 E3" },
    { START, "D1 E1",
      "the path is blocked on E1: every square before the last must be empty (R4.3)", "E1" },
    { START, "B1 C1", "C1 holds a die of the same side, which cannot be captured (R4.4)", "C1" },
    { START, "A1 A2 B2 C2 D2 E2", "", "" },
    { "bK,8/9/9/9/9/9/w14,w13,7/w54,wK,7 w", "A1",
      "the die on A1 cannot roll 5 squares: every path is blocked or leaves the board (R4.3)",
      "A1 B1 A2" },
    { "bK,8/9/9/9/9/4,w14,4/9/2,wK,1,w64,4 w", "E1 E2",
      "the die on E1 cannot roll 6 squares over E2: every such path is blocked or leaves the board (R4.3)",
      "E1 E2 E3" },
    { "bK,8/9/9/9/9/9/w14,8/wK,w13,7 w", "A1",
      "the king on A1 cannot move: its own dice are on all adjacent squares (R4.4)", "A1 B1 A2" },
    { "8,bK/9/9/9/9/b13,8/9/wK,8 w", "A1 A2",
      "White's king would step to A2, which is attacked from A3 (R5.2)", "A2 A3" },
    { "8,bK/9/9/9/9/b13,8/2,b13,6/wK,w13,7 w", "A1",
      "the king on A1 cannot move: every free square beside it is attacked (R5.2)", "A1 A3" },
    { PINNED, "E6", "every move of the die on E6 would leave Black's king on E8 attacked (R5.2)",
      "E6 E8 E4" },
    { PINNED, "E6 F6",
      "every move of the die on E6 over F6 would leave Black's king on E8 attacked (R5.2)",
      "E6 E8 F6 E4" },
    { PINNED, "E6 D6 C6 B6 B5 B4", "Black's king would be exposed to attack on E8 from E4 (R5.2)",
      "E8 E4" },
    { ATTACKED, "E3 E4 E5 E6", "White's king would stay attacked on E1 from H3 (R5.2)", "E1 H3" },
    { ATTACKED, "E3 F3 G3 H3", "", "" },
};

static void test_selections(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(SELECTIONS); n++) {
        const struct selection_case *c = &SELECTIONS[n];
        PosBuffer                    buffer;
        Message                      why;
        CellList                     selected = squares_of(c->selected);
        char                         sentence[512], cells[256];
        Text text = text_over(sentence, sizeof sentence), names = text_over(cells, sizeof cells);
        DUELL_VIEW.explain_cells(read_pos("", c->line, &buffer), &selected, &why);
        message_write(&why, &DUELL_GAME, 0, &LANGUAGE_ENGLISH, &text);
        assert_string_equal(sentence, c->why);
        write_squares(why.cells.cell, why.cells.count, &names);
        assert_string_equal(cells, c->offending);
    }
}

/* A cell that does not exist is explained, too. */
static void test_no_such_square(void **state)
{
    PosBuffer buffer;
    Message   why;
    CellList  selected = { 1, { DUELL_SQUARES } };
    (void)state;
    DUELL_VIEW.explain_cells(read_pos("", START, &buffer), &selected, &why);
    assert_ptr_equal(why.def, &CORE_MESSAGE[CORE_MSG_NO_CELL]);
}

static bool begins_a_step(const Pos *pos, const CellList *selected)
{
    Step steps[DUELL_STEPS_MAX];
    int  count = DUELL_RULES.gen(pos, steps);
    for (int i = 0; i < count; i++) {
        InputHint hint;
        DUELL_VIEW.input_hint(pos, steps[i], &hint);
        if (input_begins(&hint, selected))
            return true;
    }
    return false;
}

static void check_selection(const Pos *pos, const CellList *selected)
{
    Message why;
    char    cells[256];
    Text    names = text_over(cells, sizeof cells);
    DUELL_VIEW.explain_cells(pos, selected, &why);
    write_squares(selected->cell, selected->count, &names);
    if ((why.def == NULL) != begins_a_step(pos, selected))
        fail_msg("%s: %s", cells, why.def == NULL ? "not explained" : why.def->key);
}

/* Every square and every pair of squares, in positions of random games. */
static void test_all_short_selections(void **state)
{
    PosBuffer buffer;
    Step      steps[STEPS_MAX];
    Random    random = random_seeded(3);
    (void)state;
    for (uint32_t game = 0; game < 4; game++) {
        int count;
        DUELL_RULES.start(game % 2, &buffer.head);
        for (int ply = 0; ply < 60 && (count = DUELL_RULES.gen(&buffer.head, steps)) > 0; ply++) {
            for (int first = 0; ply % 20 == 19 && first < DUELL_SQUARES; first++)
                for (int second = 0; second < DUELL_SQUARES; second++) {
                    CellList selected = { 1, { (uint16_t)first, (uint16_t)second } };
                    check_selection(&buffer.head, &selected);
                    selected.count = 2;
                    check_selection(&buffer.head, &selected);
                }
            DUELL_RULES.apply(&buffer.head, steps[random_below(&random, (uint32_t)count)]);
        }
    }
}

/* ---- effects ---- */

static void write_effects(const Effects *effects, const Pos *pos, Text *out)
{
    for (int i = 0; i < effects->count; i++) {
        const Effect *effect = &effects->at[i];
        text_addf(out, "%s%s %d ", i == 0 ? "" : "; ", effect_kind_word((EffectKind)effect->kind),
                  effect->side);
        write_squares(effects->cells + effect->first, effect->count, out);
        if (effect->kind == EFFECT_MOVE && effect->piece.faces[0] != 0)
            text_addf(out, " %d%d", effect->piece.faces[0], effect->piece.faces[1]);
        if (effect_is_news(effect)) {
            Message message = effect_message(effects, effect);
            text_add(out, ": ");
            message_write(&message, &DUELL_GAME, pos->variant, &LANGUAGE_ENGLISH, out);
        }
    }
}

static const struct effect_case {
    const char *variant, *line, *turn, *effects;
} EFFECTS[] = {
    { "", START, "H1-H2", "move 0 H1 H2 31" },
    { "", START, "F1-e6",
      "move 0 F1 F2 F3 F4 F5 F6 E6 26; check 1 E8 E6: Duell! Black's king is attacked" },
    { "", BEFORE_MATE, "I1-h5",
      "move 0 I1 I2 I3 I4 I5 H5 64; "
      "check 1 E8 H5: Duell-Matt! Black's king is attacked and cannot be saved" },
    { "", "bK,8/9/9/9/9/4,w31,2,b53,1/9/wK,8 w", "e3xh3",
      "capture 1 H3: Black loses the die on H3; move 0 E3 F3 G3 H3 51" },
    { "", "8,b41/4,wK,4/9/bK,8/9/9/9/9 w", "E7-E8",
      "move 0 E7 E8; win 0 E8: White's king reaches the king square E8" },
    /* A blockade is no attack. */
    { "", "9/9/9/9/9/9/2,wK,6/bK,8 w", "c2-b2", "move 0 C2 B2" },
    { "king-capture", "9/bK,w12,7/9/9/9/9/9/wK,8 w", "b7xa7",
      "capture 1 A7: Black loses the king on A7; move 0 B7 A7 42" },
    { "king-capture", BEFORE_MATE, "I1-h5",
      "move 0 I1 I2 I3 I4 I5 H5 64; check 1 E8 H5: Duell! Black's king is attacked" },
};

static void test_effects(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(EFFECTS); n++) {
        PosBuffer buffer;
        Effects   effects;
        char      words[512];
        Text      text = text_over(words, sizeof words);
        Pos      *pos = read_pos(EFFECTS[n].variant, EFFECTS[n].line, &buffer);
        effects_init(&effects);
        assert_true(DUELL_VIEW.effects(pos, step_of(pos, EFFECTS[n].turn), &effects));
        write_effects(&effects, pos, &text);
        assert_string_equal(words, EFFECTS[n].effects);
        effects_free(&effects);
    }
}

/* The call to show on the board, in two languages. */
static void test_call(void **state)
{
    PosBuffer buffer;
    Effects   effects;
    char      words[64];
    Text      text = text_over(words, sizeof words);
    Language  german = games_language(&DUELL_GAME, "de");
    Pos      *pos = read_pos("", BEFORE_MATE, &buffer);
    (void)state;
    effects_init(&effects);
    assert_true(DUELL_VIEW.effects(pos, step_of(pos, "I1-h5"), &effects));
    message_def_write(effects.at[1].subject, &LANGUAGE_ENGLISH, &text);
    assert_string_equal(words, "Duell-Matt!");
    Message message = effect_message(&effects, &effects.at[1]);
    char    sentence[128];
    text = text_over(sentence, sizeof sentence);
    message_write(&message, &DUELL_GAME, 0, &german, &text);
    assert_string_equal(sentence,
                        "Duell-Matt! Der König von Schwarz ist angegriffen und nicht zu retten");
    effects_free(&effects);
}

/* ---- regions ---- */

static const struct region_case {
    const char *variant, *line, *regions;
} REGIONS[] = {
    { "", START, "" },
    { "", ATTACKED, "danger 0 E1 H3" },
    /* mate */
    { "",
      "b53,b13,b23,b63,bK,b63,1,b13,b53/3,w13,3,b15,1/9/7,w64,1/9/9/9/w54,w14,w24,1,wK,w64,w24,w14,1 b",
      "danger 1 E8 H5" },
    /* blockade, then both king squares */
    { "", "9/9/9/9/9/9/1,wK,7/bK,8 b", "" },
    { "", "4,wK,3,b41/9/9/9/9/9/bK,8/9 b", "path 0 E8" },
    { "", "9/9/9/9/9/9/wK,8/4,bK,4 w", "path 1 E1" },
    /* Both kings may be attacked, and a captured one is not. */
    { "king-capture", "4,bK,w13,3/9/9/9/9/9/9/4,wK,b13,3 w", "danger 0 E1 F1; danger 1 E8 F8" },
    { "king-capture", "9/9/9/9/9/9/9/wK,8 b", "" },
};

static void test_regions(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(REGIONS); n++) {
        PosBuffer buffer;
        Regions   regions;
        char      words[256];
        Text      text = text_over(words, sizeof words);
        regions_init(&regions);
        assert_true(
            DUELL_VIEW.regions(read_pos(REGIONS[n].variant, REGIONS[n].line, &buffer), &regions));
        for (int i = 0; i < regions.count; i++) {
            const Region *region = &regions.at[i];
            text_addf(&text, "%s%s %d ", i == 0 ? "" : "; ",
                      region_kind_word((RegionKind)region->kind), region->side);
            write_squares(regions.cells + region->first, region->count, &text);
        }
        assert_string_equal(words, REGIONS[n].regions);
        regions_free(&regions);
    }
}

/* ---- two paths to one square ---- */

static const struct label_case {
    const char *line, *turn, *language, *label;
} LABELS[] = {
    { "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "A1-b4", "en", "first north, then east: shows 5" },
    { "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "a1-B4", "en", "first east, then north: shows 1" },
    { "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "a1-B4", "de",
      "erst nach Osten, dann nach Norden: zeigt 1" },
    { "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "a1-B4", "pl",
      "najpierw na wschód, potem na północ: pokazuje 1" },
    { "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "a1-B4", "pt",
      "primeiro para leste, depois para norte: mostra 1" },
    { "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "a1-B4", "zh-Hant", "先往東，再往北：頂面為 1" },
    { "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "E2-E3", "en", "" },
    /* The only path to the square, and a straight one. */
    { START, "D1-e6", "en", "" },
    { "4,bK,4/9/9/9/9/9/4,wK,4/w41,8 w", "A1-A5", "en", "" },
};

static void test_labels(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(LABELS); n++) {
        PosBuffer buffer;
        InputHint hint;
        char      words[128];
        Text      text = text_over(words, sizeof words);
        Language  language = games_language(&DUELL_GAME, LABELS[n].language);
        Pos      *pos = read_pos("", LABELS[n].line, &buffer);
        DUELL_VIEW.input_hint(pos, step_of(pos, LABELS[n].turn), &hint);
        message_write(&hint.label, &DUELL_GAME, 0, &language, &text);
        assert_string_equal(words, LABELS[n].label);
    }
}

/* ---- names and results ---- */

static void test_names(void **state)
{
    Shape     shape;
    Pieces    pieces;
    PosBuffer buffer;
    (void)state;
    shape_init(&shape);
    pieces_init(&pieces);
    assert_true(DUELL_VIEW.shape(0, &shape));
    assert_true(DUELL_VIEW.pieces(read_pos("", START, &buffer), &pieces));
    for (int i = 0; i < shape.cell_count; i++) {
        bool is_goal = i == duell_goal(0) || i == duell_goal(1);
        assert_ptr_equal(shape.cells[i].name, is_goal ? &DUELL_MESSAGE[DUELL_MSG_CELL_GOAL] : NULL);
        assert_int_equal(shape.cells[i].side, i == 4 ? 0 : i == 67 ? 1 : SIDE_NONE);
    }
    for (int i = 0; i < pieces.count; i++)
        assert_ptr_equal(
            pieces.at[i].name,
            &DUELL_MESSAGE[strcmp(pieces.at[i].glyph, "king") == 0 ? DUELL_MSG_PIECE_KING
                                                                   : DUELL_MSG_PIECE_DIE]);
    assert_true(DUELL_GAME.facing);
    shape_free(&shape);
    pieces_free(&pieces);
}

static const struct result_case {
    const char *variant, *line, *result, *cells;
} RESULTS[] = {
    { "",
      "b53,b13,b23,b63,bK,b63,1,b13,b53/3,w13,3,b15,1/9/7,w64,1/9/9/9/w54,w14,w24,1,wK,w64,w24,w14,1 b",
      "White wins: Black's king on E8 is attacked from H5 and cannot be saved", "E8 H5" },
    { "", "4,wK,3,b41/9/9/9/9/9/bK,8/9 b",
      "White wins: White's king has reached E8, the king square of Black", "E8" },
    { "", "9/9/9/9/9/9/1,wK,7/bK,8 b",
      "White wins: Black has no move that does not give up the king", "" },
    { "king-capture", "9/9/9/9/9/9/9/wK,8 b", "White wins: Black's king is captured", "" },
    { "nocapture=9", START " 9 5", "Draw: nothing has been captured for 9 plies", "" },
    { "nocapture=1", START " 1 5", "Draw: nothing has been captured for 1 ply", "" },
};

static void test_results(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(RESULTS); n++) {
        PosBuffer buffer;
        Message   message;
        char      words[256], cells[64];
        Text      text = text_over(words, sizeof words), names = text_over(cells, sizeof cells);
        Pos      *pos = read_pos(RESULTS[n].variant, RESULTS[n].line, &buffer);
        outcome_message(&DUELL_GAME, pos, DUELL_RULES.outcome(pos), &message);
        message_write(&message, &DUELL_GAME, pos->variant, &LANGUAGE_ENGLISH, &text);
        assert_string_equal(words, RESULTS[n].result);
        write_squares(message.cells.cell, message.cells.count, &names);
        assert_string_equal(cells, RESULTS[n].cells);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selections),
        cmocka_unit_test(test_no_such_square),
        cmocka_unit_test(test_all_short_selections),
        cmocka_unit_test(test_effects),
        cmocka_unit_test(test_call),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
