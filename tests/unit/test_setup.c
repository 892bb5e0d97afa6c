/* SPDX-License-Identifier: MIT */
/* core/setup: parsing and writing GAME:SETTINGS, with the toy game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/setup.h"
#include "games/toy/toy.h"

static const Game *find(const char *name)
{
    return strcmp(name, "toy") == 0 ? &TOY_GAME : NULL;
}

static const struct good_case {
    const char *text;
    uint32_t    variant, repetition, limit;
    const char *canonical;
} GOOD[] = {
    { "toy", 8, 0, 0, "toy:8" },
    { "toy:", 8, 0, 0, "toy:8" },
    { "toy:8", 8, 0, 0, "toy:8" },
    { "toy:5", 5, 0, 0, "toy:5" },
    { "toy:5;", 5, 0, 0, "toy:5" },
    { "toy:repetition=3", 8, 3, 0, "toy:8;repetition=3" },
    { "toy:limit=40", 8, 0, 40, "toy:8;limit=40" },
    { "toy:limit=40;12;repetition=2", 12, 2, 40, "toy:12;repetition=2;limit=40" },
    { "toy:repetition=0;limit=0", 8, 0, 0, "toy:8" },
    { "toy:repetition=1000;limit=1000000", 8, 1000, 1000000,
      "toy:8;repetition=1000;limit=1000000" },
};

static void test_settings_round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        const struct good_case *c = &GOOD[i];
        Setup                   setup;
        Fault                   fault;
        if (setup_read(find, c->text, &setup, &fault) != STATUS_OK)
            fail_msg("'%s' is rejected: %s", c->text, fault.why);
        assert_ptr_equal(setup.game, &TOY_GAME);
        assert_int_equal(setup.variant, c->variant);
        assert_int_equal(setup.repetition, c->repetition);
        assert_int_equal(setup.turn_limit, c->limit);
        char words[SETUP_TEXT_MAX];
        Text text = text_over(words, sizeof words);
        setup_write(&setup, &text);
        assert_string_equal(words, c->canonical);
    }
}

static const struct bad_case {
    const char *text;
    Status      status;
    size_t      at; /* offset of the error */
    const char *why;
} BAD[] = {
    { "", STATUS_NOT_FOUND, 0, "no game called ''" },
    { "chess", STATUS_NOT_FOUND, 0, "no game called 'chess'" },
    { "Tow", STATUS_NOT_FOUND, 0, "no game called 'Tow'" },
    { "a-name-that-is-much-too-long-for-any-game:8", STATUS_NOT_FOUND, 0, "no game called" },
    { "toy:3", STATUS_SYNTAX, 4, "4 to 16 cells" },
    { "toy:17", STATUS_SYNTAX, 4, "4 to 16 cells" },
    { "toy:8x", STATUS_SYNTAX, 5, "4 to 16 cells" },
    { "toy:limit=5;8x", STATUS_SYNTAX, 13, "4 to 16 cells" },
    { "toy:8;colour=red", STATUS_SYNTAX, 6, "4 to 16 cells" },
    { "toy:repetition=1", STATUS_SYNTAX, 15,
      "repetition takes 0 (off) or a number from 2 to 1000" },
    { "toy:repetition=1001", STATUS_SYNTAX, 15, "repetition takes" },
    { "toy:repetition=", STATUS_SYNTAX, 15, "repetition takes" },
    { "toy:limit=-1", STATUS_SYNTAX, 10, "limit takes" },
    { "toy:limit=1000001", STATUS_SYNTAX, 10, "limit takes 0 (off) or a number from 1 to 1000000" },
    { "toy:limit=7 ", STATUS_SYNTAX, 10, "limit takes" },
};

static void test_errors_have_an_offset(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        const struct bad_case *c = &BAD[i];
        Setup                  setup = { .variant = 77 };
        Fault                  fault = { 0 };
        Status                 status = setup_read(find, c->text, &setup, &fault);
        if (status != c->status || fault.at != c->at || strstr(fault.why, c->why) == NULL)
            fail_msg("'%s' gives %d at %zu: %s", c->text, status, fault.at, fault.why);
        assert_int_equal(setup.variant, 77);
        assert_null(setup.game);
    }
}

static void test_long_settings_are_rejected(void **state)
{
    (void)state;
    char text[VARIANT_TEXT_MAX + 32] = "toy:";
    memset(text + 4, '8', VARIANT_TEXT_MAX);
    Setup setup;
    Fault fault;
    assert_int_equal(setup_read(find, text, &setup, &fault), STATUS_SYNTAX);
    assert_non_null(strstr(fault.why, "longer than 127"));
    assert_int_equal(setup_read(find, text, &setup, NULL), STATUS_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings_round_trip),
        cmocka_unit_test(test_errors_have_an_offset),
        cmocka_unit_test(test_long_settings_are_rejected),
    };
    return cmocka_run_group_tests_name("setup", tests, NULL, NULL);
}
