/* SPDX-License-Identifier: MIT */
/* Hex, one row or more per ruling (rulings.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

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
        cmocka_unit_test(test_connections),
        cmocka_unit_test(test_swap_exchanges_players),
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_wrong_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
