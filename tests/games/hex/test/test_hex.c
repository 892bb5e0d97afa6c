/* SPDX-License-Identifier: MIT */
/* Hex, one row or more per ruling (rulings.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/effect.h"
#include "core/turn.h"
#include "games/hex/hex.h"

#include "setup_help.h"

/* A position, a move, and the position after it or the reason why it is illegal. */
static const struct {
    const char *setup, *position, *move, *after, *error;
} MOVES[] = {
    { "hex:3", ".../.../... w -", "b2", ".../.w./... b -", NULL },
    { "hex:3", ".../.w./... b -", "a1", "b../.w./... w -", NULL },
    { "hex:3", ".../.w./... b -", "swap", ".../.w./... b s", NULL },
    { "hex:3", ".../.w./... b -", "b2", NULL, "b2 is occupied (R2.1)" },
    { "hex:3", ".../.../... w -", "swap", NULL, "only Black may swap" },
    { "hex:3", ".../.w./... b s", "swap", NULL, "only Black may swap" },
    { "hex:3;swap=off", ".../.w./... b -", "swap", NULL, "this variant has no swap (R4.2)" },
    { "hex:3", "b../.w./..w b -", "d1", NULL, "a letter from a to c" },
    { "hex:3", "b../.w./..w b -", "a4", NULL, "a number from 1 to 3 (R5.3)" },
    { "hex:3", ".w./.w./bwb b -", "a1", NULL, "the game is over (R3.1)" },
};

static void test_moves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof MOVES / sizeof MOVES[0]; i++) {
        Setup     setup = setup_of(MOVES[i].setup);
        PosBuffer pos;
        Turn      turn;
        Fault     fault = { 0 };
        char      text[POS_TEXT_MAX];
        Text      out = text_over(text, sizeof text);
        assert_int_equal(HEX_TEXT.pos_read(setup.variant, MOVES[i].position, &pos.head, &fault),
                         STATUS_OK);
        Status status = turn_read(&HEX_GAME, &pos.head, MOVES[i].move, &turn, &fault);
        if (MOVES[i].error != NULL) {
            assert_int_not_equal(status, STATUS_OK);
            assert_non_null(strstr(fault.why, MOVES[i].error));
            continue;
        }
        assert_int_equal(status, STATUS_OK);
        assert_int_equal(turn.count, 1);
        HEX_RULES.apply(&pos.head, turn.step[0]);
        HEX_TEXT.pos_write(&pos.head, &out);
        assert_string_equal(text, MOVES[i].after);
    }
}

/* Fail unless a message has this English text, and these offending cells. */
static void check_message(const Message *why, uint32_t variant, const char *sentence,
                          const char *offending)
{
    char words[256], cells[256];
    Text text = text_over(words, sizeof words), list = text_over(cells, sizeof cells);
    message_write(why, &HEX_GAME, variant, &LANGUAGE_ENGLISH, &text);
    assert_string_equal(words, sentence);
    for (int i = 0; i < why->cells.count; i++) {
        text_add(&list, i == 0 ? "" : " ");
        hex_cell_write(variant, why->cells.cell[i], &list);
    }
    assert_string_equal(cells, offending);
}

static void test_selections_are_explained(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int         count;
        uint16_t    cells[2];
        const char *sentence, *offending; /* "": a move begins with these cells */
    } CASES[] = {
        { ".../.w./... b -", 0, { 0 }, "", "" },
        { ".../.w./... b -", 1, { 3 }, "", "" },
        { ".../.w./... b -", 1, { 4 }, "b2 is occupied (R2.1)", "b2" },
        { ".../.w./... b -", 2, { 3, 5 }, "a move places one stone (R2.1)", "c2" },
        { ".../.w./... b -",
          1,
          { 9 },
          "top-a is an edge of the board; a stone goes on an empty cell (R2.1)",
          "top-a" },
        { ".../.w./... b -",
          1,
          { 20 },
          "left-3 is an edge of the board; a stone goes on an empty cell (R2.1)",
          "left-3" },
        { ".../.w./... b -", 1, { 21 }, "there is no such cell on this board", "" },
        { ".w./.w./bwb b -", 1, { 0 }, "the game is over (R3.1)", "" },
        { ".w./.w./bwb b -", 0, { 0 }, "the game is over (R3.1)", "" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        PosBuffer pos;
        CellList  selected = { .count = CASES[i].count };
        Message   why;
        memcpy(selected.cell, CASES[i].cells, sizeof CASES[i].cells);
        assert_int_equal(HEX_TEXT.pos_read(3, CASES[i].position, &pos.head, NULL), STATUS_OK);
        HEX_VIEW.explain_cells(&pos.head, &selected, &why);
        check_message(&why, 3, CASES[i].sentence, CASES[i].offending);
    }
}

static void write_cells(uint32_t variant, const uint16_t *cells, int count, Text *out)
{
    for (int i = 0; i < count; i++) {
        text_char(out, ' ');
        hex_cell_write(variant, cells[i], out);
    }
}

/* A stone, a swap, and the chain that wins, from the first edge of its side to the last. */
static void test_effects(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        Step        step;
        const char *effects;
    } CASES[] = {
        { ".../.../... w -", 4, "place White b2; " },
        { ".../.w./... b -", HEX_SWAP, "swap-sides; the players exchange sides; " },
        { ".w./.w./b.b w -", 7,
          "place White b3; win White b1 b2 b3; White connects its two edges with a chain; " },
        { "w.w/b.b/..w b -", 4,
          "place Black b2; win Black a2 b2 c2; Black connects its two edges with a chain; " },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        PosBuffer pos;
        Effects   effects;
        char      words[256];
        Text      text = text_over(words, sizeof words);
        effects_init(&effects);
        assert_int_equal(HEX_TEXT.pos_read(3, CASES[i].position, &pos.head, NULL), STATUS_OK);
        assert_true(HEX_VIEW.effects(&pos.head, CASES[i].step, &effects));
        for (int e = 0; e < effects.count; e++) {
            const Effect *effect = &effects.at[e];
            Message       message = effect_message(&effects, effect);
            text_addf(&text, "%s%s", effect_kind_word((EffectKind)effect->kind),
                      effect->side == SIDE_NONE ? "" : " ");
            if (effect->side != SIDE_NONE)
                message_side_write(&HEX_GAME, effect->side, &LANGUAGE_ENGLISH, &text);
            write_cells(3, effects.cells + effect->first, effect->count, &text);
            text_add(&text, "; ");
            if (effect_is_news(effect)) {
                message_write(&message, &HEX_GAME, 3, &LANGUAGE_ENGLISH, &text);
                text_add(&text, "; ");
            }
        }
        effects_free(&effects);
        assert_string_equal(words, CASES[i].effects);
    }
}

static void test_winning_chain_is_a_region(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int         side;
        const char *cells; /* NULL: there is no region */
    } CASES[] = {
        { ".w./.w./b.b w -", SIDE_NONE, NULL },
        { "..w/.w./wbb b -", HEX_WHITE, " c1 b2 a3" },
        { "w.b/wb./b.w w -", HEX_BLACK, " a3 b2 c1" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        PosBuffer pos;
        Regions   regions;
        char      words[64];
        Text      text = text_over(words, sizeof words);
        regions_init(&regions);
        assert_int_equal(HEX_TEXT.pos_read(3, CASES[i].position, &pos.head, NULL), STATUS_OK);
        assert_true(HEX_VIEW.regions(&pos.head, &regions));
        assert_int_equal(regions.count, CASES[i].cells != NULL);
        if (regions.count == 1) {
            assert_int_equal(regions.at[0].kind, REGION_PATH);
            assert_int_equal(regions.at[0].side, CASES[i].side);
            write_cells(3, regions.cells, regions.at[0].count, &text);
            assert_string_equal(words, CASES[i].cells);
        }
        regions_free(&regions);
    }
}

/* R1.3: every piece of an edge belongs to a side; fields belong to none. */
static void test_edges_have_owners(void **state)
{
    (void)state;
    static const struct {
        const char *label;
        int         side;
    } CASES[] = {
        { "a1", SIDE_NONE },      { "top-a", HEX_WHITE },   { "top-e", HEX_WHITE },
        { "right-1", HEX_BLACK }, { "right-5", HEX_BLACK }, { "bottom-c", HEX_WHITE },
        { "left-1", HEX_BLACK },  { "left-5", HEX_BLACK },
    };
    Shape shape;
    shape_init(&shape);
    assert_true(HEX_VIEW.shape(5, &shape));
    assert_int_equal(shape.cell_count, 25 + 4 * 5);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        int cell = shape_find(&shape, CASES[i].label);
        assert_true(cell >= 0);
        assert_int_equal(shape.cells[cell].side, CASES[i].side);
        assert_int_equal(shape.cells[cell].name != NULL, CASES[i].side != SIDE_NONE);
    }
    shape_free(&shape);
}

/* R3.1, R1.2: chains turn along the six directions, and along no other. */
static void test_connections(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int         winner;
    } CASES[] = {
        { ".w./.w./bwb b -", HEX_WHITE }, /* a column */
        { "..w/.w./wbb b -", HEX_WHITE }, /* the short diagonal */
        { "w../.w./bbw b -", SIDE_NONE }, /* the long diagonal does not connect */
        { "w.w/bbb/..w w -", HEX_BLACK }, /* a row */
        { "w.b/wb./b.w w -", HEX_BLACK }, /* the short diagonal */ { ".w./.w./b.b w -", SIDE_NONE },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        PosBuffer pos;
        Fault     fault = { 0 };
        if (HEX_TEXT.pos_read(3, CASES[i].position, &pos.head, &fault) != STATUS_OK)
            fail_msg("%s: %s", CASES[i].position, fault.why);
        Outcome outcome = HEX_RULES.outcome(&pos.head);
        assert_int_equal(outcome.ending, CASES[i].winner == SIDE_NONE ? ENDING_NONE : ENDING_WON);
        if (CASES[i].winner != SIDE_NONE)
            assert_int_equal(outcome.winner, CASES[i].winner);
    }
}

/* R4.1: after a swap the player who moved first has Black, and Black is to move. */
static void test_swap_exchanges_players(void **state)
{
    (void)state;
    PosBuffer pos;
    HEX_RULES.start(5, &pos.head);
    HEX_RULES.apply(&pos.head, 12);
    assert_int_equal(game_player(&HEX_GAME, &pos.head, HEX_WHITE), 0);
    assert_true(HEX_RULES.legal(&pos.head, HEX_SWAP));
    HEX_RULES.apply(&pos.head, HEX_SWAP);
    assert_int_equal(pos.head.side, HEX_BLACK);
    assert_int_equal(game_player(&HEX_GAME, &pos.head, HEX_WHITE), 1);
    assert_int_equal(game_player(&HEX_GAME, &pos.head, HEX_BLACK), 0);
}

/* Distances are numbers of missing stones, and no connection remains behind a wall. */
static void test_distances(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int         white, black;
    } CASES[] = {
        { ".../.../... w -", 3, 3 },
        { ".../.w./... b -", 2, 3 },
        { "b../.w./... w -", 2, 2 },
        { ".w./.w./b.b w -", 1, 1 },
        { "w.w/bbb/..w w -", HEX_CELLS_MAX, 0 },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        PosBuffer pos;
        assert_int_equal(HEX_TEXT.pos_read(3, CASES[i].position, &pos.head, NULL), STATUS_OK);
        assert_int_equal(hex_distance(hex_of(&pos.head), HEX_WHITE, NULL), CASES[i].white);
        assert_int_equal(hex_distance(hex_of(&pos.head), HEX_BLACK, NULL), CASES[i].black);
    }
}

static void test_wrong_positions(void **state)
{
    (void)state;
    static const char *const LINES[] = {
        "",
        "...",
        ".../.../... w",
        ".../.../... w - ",
        "w../.../... w -",
        ".../.../... b -",
        ".../.../... w s",
        "w../w../wbb w -",
        "x../.../... w -",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        PosBuffer pos;
        Fault     fault = { 0 };
        assert_int_not_equal(HEX_TEXT.pos_read(3, LINES[i], &pos.head, &fault), STATUS_OK);
        assert_true(fault.why[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_selections_are_explained),
        cmocka_unit_test(test_effects),
        cmocka_unit_test(test_winning_chain_is_a_region),
        cmocka_unit_test(test_edges_have_owners),
        cmocka_unit_test(test_connections),
        cmocka_unit_test(test_swap_exchanges_players),
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_wrong_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
