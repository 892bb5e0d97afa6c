/* SPDX-License-Identifier: MIT */
/* Duell with announce=required (R7.4): the mark is the player's own, in a session, in the browser
 * module and in the data for user interfaces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/duell/duell.h"
#include "games/list.h"
#include "play/player.h"
#include "play/session.h"
#include "play/view_json.h"
#include "wasm/local.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static void open_session(Session *session, const char *setup_text)
{
    static const ClockRule   NO_CLOCKS[2];
    static const char *const NAMES[2] = { "Ada", "Bert" };
    Setup                    setup;
    Fault                    fault;
    assert_int_equal(games_setup(setup_text, &setup, &fault), STATUS_OK);
    assert_int_equal(session_init(session, &setup, NULL, NAMES, NO_CLOCKS), STATUS_OK);
}

/* F1-e6 attacks, D1-e6 does not. */
static const Step QUIET = 3 | 49 << 7, ATTACK = 5 | 49 << 7;

static const struct announced_case {
    const char *setup;
    const char *move; /* without a mark */
    Step        step;
    const char *announced;
    const char *why; /* NULL: accepted */
} CASES[] = {
    { "duell:announce=required", "F1-e6", ATTACK, "+", NULL },
    { "duell:announce=required", "D1-e6", QUIET, "", NULL },
    { "duell:announce=required", "F1-e6", ATTACK, "",
      "this move attacks Black's king: announce DUELL, written F1-e6+ (R7.4)" },
    { "duell:announce=required", "F1-e6", ATTACK, "++", "so this is not DUELL-MATT" },
    { "duell:announce=required", "D1-e6", QUIET, "+",
      "this move does not attack Black's king: announce nothing, written D1-e6 (R7.4)" },
    { "duell:announce=required", "D1-e6", QUIET, "++", "does not attack Black's king" },
    { "duell:king-capture;announce=required", "F1-e6", ATTACK, "+", NULL },
    { "duell:king-capture;announce=required", "F1-e6", ATTACK, "", "announce DUELL" },
};

/* Steps with an announcement, and text with a mark, are judged alike; nothing is played otherwise. */
static void test_session(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        const struct announced_case *c = &CASES[n];
        for (int way = 0; way < 3; way++) {
            Session session;
            Fault   fault = { 0 };
            Turn    turn = { .count = 1, .step = { c->step } };
            char    text[32];
            snprintf(text, sizeof text, "%s%s", c->move, c->announced);
            open_session(&session, c->setup);
            Status status =
                way == 0   ? session_play(&session, 0, text, 0, &fault)
                : way == 1 ? session_play_announced(&session, 0, &turn, c->announced, 0, &fault)
                           : session_step_announced(&session, 0, c->step, c->announced, 0, &fault);
            assert_int_equal(status, c->why == NULL ? STATUS_OK : STATUS_ILLEGAL);
            assert_int_equal(line_turns(session_line(&session)), c->why == NULL ? 1 : 0);
            if (c->why != NULL && strstr(fault.why, c->why) == NULL)
                fail_msg("%s: %s", text, fault.why);
            session_free(&session);
        }
    }
}

/* Without the setting a player announces nothing, and the marks are written anyway. */
static void test_without_the_setting(void **state)
{
    Session session;
    Fault   fault = { 0 };
    Turn    turn = { .count = 1, .step = { ATTACK } };
    (void)state;
    open_session(&session, "duell");
    assert_null(game_announcements(&DUELL_GAME, session_line(&session)->setup.variant));
    assert_int_equal(session_play_announced(&session, 0, &turn, "+", 0, &fault), STATUS_SYNTAX);
    assert_string_equal(fault.why, "'+' is not an announcement here");
    assert_int_equal(session_play_announced(&session, 0, &turn, "", 0, &fault), STATUS_OK);
    session_free(&session);
}

static void test_unknown_announcement(void **state)
{
    Session session;
    Fault   fault = { 0 };
    Turn    turn = { .count = 1, .step = { ATTACK } };
    (void)state;
    open_session(&session, "duell:king-capture;announce=required");
    assert_int_equal(session_play_announced(&session, 0, &turn, "++", 0, &fault), STATUS_SYNTAX);
    assert_string_equal(fault.why, "'++' is not an announcement here");
    session_free(&session);
}

static void assert_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("no %s in %.300s", part, text);
}

/* The data for a user interface list the announcements and do not give the mark away. */
static void test_browser_module(void **state)
{
    static const char SETUP[] = "duell:announce=required";
    Local            *local = local_new(1);
    char              step[17];
    (void)state;
    assert_non_null(local);
    assert_has(local_shape(local, SETUP),
               "\"announcements\":[{\"suffix\":\"+\",\"label\":{\"key\":\"announce-duell\",");
    assert_has(local_shape(local, "duell"), "\"announcements\":[]");
    const char *choices = local_choices(local, SETUP, NULL, NULL);
    assert_has(choices, "\"text\":\"F1-e6\"");
    assert_null(strstr(choices, "\"kind\":\"check\""));
    assert_null(strstr(choices, "F1-e6+"));
    assert_has(local_choices(local, "duell", NULL, NULL), "\"kind\":\"check\"");

    int table = -1;
    assert_int_equal(
        sscanf(local_table_new(local, "", SETUP, NULL, NULL, "a", "b", "human", "human", 0, 0, 0),
               "{\"table\":%d}", &table),
        1);
    snprintf(step, sizeof step, "%llx", (unsigned long long)ATTACK);
    assert_has(local_table_act(local, table, 0, "turn", 0, step, NULL, NULL), "announce DUELL");
    assert_has(local_table_act(local, table, 0, "turn", 0, step, NULL, "++"), "not DUELL-MATT");
    assert_has(local_table_act(local, table, 0, "turn", 0, NULL, "F1-e6", NULL), "announce DUELL");
    assert_string_equal(local_table_act(local, table, 0, "turn", 0, step, NULL, "+"), "{}");
    assert_has(local_table_whole(local, table), "\"turn\":\"F1-e6+\"");
    local_delete(local);
}

/* A program's moves carry the right mark: its games are read again from their records. */
static void test_programs_announce(void **state)
{
    Session session, again;
    Random  random = random_seeded(5);
    (void)state;
    open_session(&session, "duell:announce=required");
    open_session(&again, "duell:announce=required");
    for (int ply = 0; ply < 200 && !session_is_over(&session); ply++) {
        Step  steps[STEPS_MAX];
        char  words[32];
        Text  text = text_over(words, sizeof words);
        Fault fault = { 0 };
        Turn  turn = { .count = 1 };
        int   count = session_steps(&session, steps), side = session_side(&session);
        turn.step[0] = steps[random_below(&random, (uint32_t)count)];
        turn_write(&DUELL_GAME, line_now(session_line(&session)), &turn, &text);
        assert_int_equal(session_play_turn(&session, side, &turn, 0, &fault), STATUS_OK);
        if (session_play(&again, side, words, 0, &fault) != STATUS_OK)
            fail_msg("%s: %s", words, fault.why);
    }
    session_free(&session);
    session_free(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_session),
        cmocka_unit_test(test_without_the_setting),
        cmocka_unit_test(test_unknown_announcement),
        cmocka_unit_test(test_browser_module),
        cmocka_unit_test(test_programs_announce),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
