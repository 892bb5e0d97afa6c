/* SPDX-License-Identifier: MIT */
/* Messages: the writer in C against the cases that the web app's writer passes too, the limits of a
 * message, and the translations of the catalogues that no game owns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "conform/view_check.h"
#include "games/list.h"
#include "games/toy/toy.h"
#include "play/play_messages.h"
#include "term/term_text.h"
#include "unit/share.h"

enum { VARIANT = 8 }; /* of the toy: cells a to h */

/* The strings of one language as a file has them: "key = text" lines. */
static void write_strings(const json_t *strings, const char *text, Text *out)
{
    const char *key;
    json_t     *value;
    text_addf(out, "case = %s\n", text);
    json_object_foreach((json_t *)strings, key, value)
        text_addf(out, "%s = %s\n", key, json_string_value(value));
}

typedef struct Terms {
    int        count;
    MessageDef def[MESSAGE_ARGS_MAX];
} Terms;

static void add_object(Message *message, const char *name, const json_t *value, Terms *terms)
{
    const json_t *side = json_object_get(value, "side"), *cell = json_object_get(value, "cell");
    const json_t *cells = json_object_get(value, "cells"), *term = json_object_get(value, "term");
    if (side != NULL)
        message_side(message, name, (int)json_integer_value(side));
    if (cell != NULL)
        message_cell(message, name, (int)json_integer_value(cell));
    if (cells != NULL) {
        uint16_t list[VARIANT];
        size_t   count = json_array_size(cells);
        for (size_t i = 0; i < count; i++)
            list[i] = (uint16_t)json_integer_value(json_array_get(cells, i));
        message_cells(message, name, list, (int)count);
    }
    if (term != NULL && side == NULL) {
        MessageDef *def = &terms->def[terms->count++];
        *def = (MessageDef){ json_string_value(term), "",
                             json_string_value(json_object_get(value, "text")) };
        message_term(message, name, def);
    }
}

static void add_args(Message *message, const json_t *args, Terms *terms)
{
    const char *name;
    json_t     *value;
    json_object_foreach((json_t *)args, name, value)
    {
        if (json_is_integer(value))
            message_count(message, name, (int)json_integer_value(value));
        else if (json_is_string(value))
            message_text(message, name, json_string_value(value));
        else
            add_object(message, name, value, terms);
    }
}

static void check_case(const json_t *row)
{
    const char *text = json_string_value(json_object_get(row, "text"));
    const char *ruling = json_string_value(json_object_get(row, "ruling"));
    const char *code = json_string_value(json_object_get(row, "language"));
    char        strings[1024], written[512];
    Text       lines = text_over(strings, sizeof strings), out = text_over(written, sizeof written);
    MessageDef def = { "case", ruling == NULL ? "" : ruling, text };
    Message    message = message_of(&def);
    Terms      terms = { .count = 0 };
    Language   language = LANGUAGE_ENGLISH;
    if (strcmp(code, "en") != 0) {
        write_strings(json_object_get(row, "strings"), text, &lines);
        language = (Language){ code, strings, NULL };
    }
    add_args(&message, json_object_get(row, "args"), &terms);
    message_write(&message, &TOY_GAME, VARIANT, &language, &out);
    assert_string_equal(written, json_string_value(json_object_get(row, "expected")));
}

static void test_cases(void **state)
{
    (void)state;
    json_error_t error;
    json_t      *cases = json_load_file(getenv("MESSAGE_CASES"), 0, &error);
    assert_non_null(cases);
    assert_true(json_array_size(cases) >= 30);
    for (size_t i = 0; i < json_array_size(cases); i++)
        check_case(json_array_get(cases, i));
    json_decref(cases);
}

static void test_empty_message_writes_nothing(void **state)
{
    (void)state;
    char    written[16];
    Text    out = text_over(written, sizeof written);
    Message message = message_of(NULL);
    message_write(&message, &TOY_GAME, VARIANT, &LANGUAGE_ENGLISH, &out);
    assert_int_equal(out.length, 0);
}

/* Texts of an outsider: too long, with control characters, and with braces that mean nothing. */
static void test_untrusted_text(void **state)
{
    (void)state;
    static const MessageDef DEF = { "case", "", "{a}|{b}" };
    char                    many[2 * MESSAGE_TEXT_MAX], written[3 * MESSAGE_TEXT_MAX];
    Text                    out = text_over(written, sizeof written);
    Message                 message = message_of(&DEF);
    memset(many, 'x', sizeof many);
    many[sizeof many - 1] = '\0';
    message_text(&message, "a", "one\ntwo\x1b{b}");
    message_text(&message, "b", many);
    message_write(&message, &TOY_GAME, VARIANT, &LANGUAGE_ENGLISH, &out);
    assert_memory_equal(written, "one two {b}|xxx", 15);
    assert_int_equal(out.length, MESSAGE_TEXT_MAX - 1); /* two NULs, and the bar */
}

static void test_offending_cells_are_bounded(void **state)
{
    (void)state;
    Message message = message_of(&CORE_MESSAGE[CORE_MSG_OVER]);
    for (int i = 0; i < 2 * TOUCHES_MAX; i++)
        message_offending(&message, i);
    assert_int_equal(message.cells.count, TOUCHES_MAX);
}

static void test_term_that_contains_itself(void **state)
{
    (void)state;
    static const MessageDef LOOP = { "loop", "", "<{again}>" };
    char                    written[64];
    Text                    out = text_over(written, sizeof written);
    Message                 message = message_of(&LOOP);
    message_term(&message, "again", &LOOP);
    message_write(&message, &TOY_GAME, VARIANT, &LANGUAGE_ENGLISH, &out);
    assert_string_equal(written, "<<<>>>");
}

static void check_strings(const Game *game, const MessageDef *defs, int count,
                          const char *const *extra)
{
    for (const char *const *code = LANGUAGE_CODES; *code != NULL; code++) {
        char        name[32], what[256];
        Text        out = text_over(what, sizeof what);
        const char *strings;
        snprintf(name, sizeof name, "strings.%s.txt", *code);
        strings = game == NULL ? games_common_strings(*code) : games_file(game, name);
        if (strings == NULL && game != NULL)
            continue; /* a game may be English only */
        assert_non_null(strings);
        if (!strings_hold(defs, count, extra, *code, strings, &out))
            fail_msg("%s: %s", game == NULL ? "common" : game->name, what);
    }
}

static void test_common_strings(void **state)
{
    (void)state;
    static const char *const NONE[] = { NULL };
    MessageDef               defs[CORE_MESSAGE_COUNT + PLAY_MESSAGE_COUNT];
    memcpy(defs, CORE_MESSAGE, sizeof CORE_MESSAGE);
    memcpy(defs + CORE_MESSAGE_COUNT, PLAY_MESSAGE, sizeof PLAY_MESSAGE);
    check_strings(NULL, defs, CORE_MESSAGE_COUNT + PLAY_MESSAGE_COUNT, NONE);
}

/* The terminal's strings are those that all games share and its own. */
static void test_strings_of_the_terminal(void **state)
{
    (void)state;
    static const char *const LANGUAGES[] = { "de", "pl", "pt", "zh-Hant" };
    static const char *const NONE[] = { NULL };
    enum { COUNT = CORE_MESSAGE_COUNT + PLAY_MESSAGE_COUNT + TERM_MESSAGE_COUNT };
    MessageDef defs[COUNT];
    Setup      setup = { .game = &TOY_GAME, .variant = VARIANT };
    memcpy(defs, CORE_MESSAGE, sizeof CORE_MESSAGE);
    memcpy(defs + CORE_MESSAGE_COUNT, PLAY_MESSAGE, sizeof PLAY_MESSAGE);
    memcpy(defs + CORE_MESSAGE_COUNT + PLAY_MESSAGE_COUNT, TERM_MESSAGE, sizeof TERM_MESSAGE);
    for (size_t i = 0; i < sizeof LANGUAGES / sizeof LANGUAGES[0]; i++) {
        char     what[256];
        Text     out = text_over(what, sizeof what);
        TermText text = term_text_of(&setup, LANGUAGES[i]);
        assert_string_equal(text.language.code, LANGUAGES[i]);
        if (!strings_hold(defs, COUNT, NONE, LANGUAGES[i], text.language.common, &out))
            fail_msg("terminal: %s", what);
    }
}

static void test_strings_of_the_games(void **state)
{
    (void)state;
    static const char *const EXTRA[] = { "title", "summary", NULL };
    for (int i = 0; GAMES[i] != NULL; i++)
        check_strings(GAMES[i], GAMES[i]->messages, GAMES[i]->message_count, EXTRA);
}

/* Pieces that cannot be on the board like this: the reader names the reason, and the game has a message for
 * it, which test_strings_of_the_games finds in every language. */
static const struct {
    const char *setup, *position, *key;
} IMPOSSIBLE[] = {
    { "gipf", "X__B/_____/______/B_____W/______/_____/W__B 12,12 W", "pos-stacks" },
    { "gipf", "W__B/_____/______/B_____W/______/_____/W__B 15,12 W", "pos-pieces" },
    { "gipf", "WWWW/_____/______/_______/______/_____/____ 5,5 W", "pos-row" },
    { "ponte", "WWWWW5/10/10/10/10/10/10/10/10/10 w - 3 -", "pos-group" },
    { "ponte", "WWWW6/4W5/10/10/10/10/10/10/10/10 w - 3 -", "pos-touch" },
    { "ponte", "10/10/10/10/10/10/10/10/10/10 w a10-c10 3 -", "pos-bridge" },
    { "ponte", "10/10/10/10/10/10/10/10/10/10 w a10-a9 3 -", "pos-bridge" },
    { "ponte", "10/10/10/10/10/10/10/10/10/10 w - 1 s", "pos-swap" },
    { "ponte:size=3;stones=2", "W1W/3/W2 w - 3 -", "pos-supply" },
    { "ponte:size=3;stones=2", "WW1/3/3 w - 3 -", "pos-skipped" },
    { "diavolo:3", "3 ...../.../. w1,1-2,1 w n 1", "pos-ends" },
    { "diavolo:3", "3 wwwww/.../. - w n 1", "pos-group" },
    { "diavolo:4", "4 www..../w.w../.../. - w n 1", "pos-touch" },
    { "diavolo:3", "3 w.w.r/..r/w w2,1-2,2 w n 1", "pos-blocked" },
    { "diavolo:3", "3 ...../.../. - r f 1", "pos-turn" },
    { "diavolo:3", "3 w..../.../. - w f 1", "pos-not-empty" },
    { "diavolo:3", "3 ...../.../. w1,1-2,1;w1,1-2,1 w n 1", "pos-point" },
    { "diavolo:3", "3 ...../.../. ? w n 1", "pos-adjacent" },
    { "alliances:3", "3 o/oooo/ooo/oooo/o --- 1", "pos-supply" },
    { "alliances:3", "3 x/xxxx/xxx/xxxx/x 1-- 1", "pos-not-won" },
    { "alliances:3", "3 x/oooo/xxx/xxxx/x --- 1", "pos-won" },
    { "duell", "9/9/9/9/9/9/9/9 w", "pos-kings" },
    { "duell",
      "b53,b13,b23,b63,bK,b63,b23,b13,b53/9/9/9/9/9/4,w35,4/w54,w14,w24,w64,wK,w64,w24,w14,w54 w",
      "pos-dice" },
    { "duell", "4,wK,4/9/9/9/9/9/9/bK,8 w", "pos-goal" },
    { "duell", "4,bK,4/4,w14,4/9/9/9/9/9/4,wK,4 w", "pos-capture" },
};

static void test_impossible_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof IMPOSSIBLE / sizeof IMPOSSIBLE[0]; i++) {
        Setup     setup;
        PosBuffer pos;
        Fault     fault;
        assert_int_equal(games_setup(IMPOSSIBLE[i].setup, &setup, &fault), STATUS_OK);
        assert_int_not_equal(
            setup.game->text->pos_read(setup.variant, IMPOSSIBLE[i].position, &pos.head, &fault),
            STATUS_OK);
        if (fault.code == NULL)
            fail_msg("%s: no key: %s", IMPOSSIBLE[i].position, fault.why);
        assert_string_equal(fault.code, IMPOSSIBLE[i].key);
        assert_non_null(message_find(setup.game, fault.code));
    }
}

static bool has_case(const Game *game, const char *key)
{
    for (size_t i = 0; i < sizeof IMPOSSIBLE / sizeof IMPOSSIBLE[0]; i++)
        if (strncmp(IMPOSSIBLE[i].setup, game->name, strlen(game->name)) == 0 &&
            strcmp(IMPOSSIBLE[i].key, key) == 0)
            return true;
    return false;
}

/* Every reason of a game for an impossible position has a case above. */
static void test_reasons_have_cases(void **state)
{
    (void)state;
    for (int i = 0; GAMES[i] != NULL; i++)
        for (int n = 0; n < GAMES[i]->message_count; n++) {
            const char *key = GAMES[i]->messages[n].key;
            if (strncmp(key, "pos-", 4) == 0 && !has_case(GAMES[i], key))
                fail_msg("%s: %s has no case", GAMES[i]->name, key);
        }
}

/* A key that play and a game both use would show the wrong translation. */
static void test_keys_do_not_collide(void **state)
{
    (void)state;
    for (int i = 0; GAMES[i] != NULL; i++)
        for (int n = 0; n < PLAY_MESSAGE_COUNT; n++)
            if (message_find(GAMES[i], PLAY_MESSAGE[n].key) != NULL)
                fail_msg("%s: %s", GAMES[i]->name, PLAY_MESSAGE[n].key);
}

/* True if the message is written in a language other than English: its definition has a translation. */
static bool is_translated(const Game *game, const Message *message, const char *code)
{
    Language language = games_language(game, code);
    size_t   length;
    return language_find(&language, message->def->key, &length) != NULL;
}

typedef struct Walk {
    const Game *game;
    PosBuffer   pos;
    Random      random;
    Step        steps[STEPS_MAX];
    int         count, cell_count;
} Walk;

static void start_walk(Walk *walk)
{
    uint32_t variant;
    Fault    fault;
    Shape    shape;
    shape_init(&shape);
    assert_int_equal(walk->game->text->variant_read("", &variant, &fault), STATUS_OK);
    assert_true(walk->game->view->shape(variant, &shape));
    walk->game->rules->start(variant, &walk->pos.head);
    walk->count = walk->game->rules->gen(&walk->pos.head, walk->steps);
    walk->cell_count = shape.cell_count;
    shape_free(&shape);
}

static void walk_on(Walk *walk)
{
    if (walk->count == 0) {
        start_walk(walk);
        return;
    }
    walk->game->rules->apply(&walk->pos.head,
                             walk->steps[random_below(&walk->random, (uint32_t)walk->count)]);
    walk->count = walk->game->rules->gen(&walk->pos.head, walk->steps);
}

/* Select one to three cells at random; return how many were wrong (0 or 1) after checking the answer. */
static int try_selection(Walk *walk)
{
    CellList selected = { .count = 1 + (int)random_below(&walk->random, 3) };
    char     what[256];
    Text     out = text_over(what, sizeof what);
    Message  why;
    for (int i = 0; i < selected.count; i++)
        selected.cell[i] = (uint16_t)random_below(&walk->random, (uint32_t)walk->cell_count);
    if (!selection_holds(walk->game, &walk->pos.head, walk->steps, walk->count, walk->cell_count,
                         &selected, &out))
        fail_msg("%s: %s", walk->game->name, what);
    walk->game->view->explain_cells(&walk->pos.head, &selected, &why);
    if (why.def == NULL)
        return 0;
    for (const char *const *code = LANGUAGE_CODES; *code != NULL; code++)
        if (games_file(walk->game, "strings.de.txt") != NULL &&
            !is_translated(walk->game, &why, *code))
            fail_msg("%s: %s has no translation into %s", walk->game->name, why.def->key, *code);
    return 1;
}

static void test_wrong_selections_are_explained(void **state)
{
    (void)state;
    for (int i = 0; GAMES[i] != NULL; i++) {
        Walk walk = { .game = GAMES[i], .random = random_seeded(17) };
        start_walk(&walk);
        for (int wrong = 0; wrong < test_share(1000); walk_on(&walk))
            for (int n = 0; n < 4; n++)
                wrong += try_selection(&walk);
    }
}

static void test_wrong_strings_are_found(void **state)
{
    (void)state;
    static const MessageDef  DEFS[] = { { "group", "R1", "{cell} joins {n} {n:stone|stones}" } };
    static const char *const NONE[] = { NULL };
    static const struct {
        const char *strings, *what;
    } CASES[] = {
        { "group = {cell}: {n} {n:kamień|kamienie|kamieni}\n", NULL },
        { "# a comment\n\ngroup = {n} na {cell}\n", NULL },
        { "", "pl: group is missing" },
        { "group = \n", "pl: group is missing" },
        { "group = {cell}: {n} {n:kamień|kamienie}\n",
          "pl: group has wrong braces or plural forms" },
        { "group = {cell: {n}\n", "pl: group has wrong braces or plural forms" },
        { "group = {cell}}: {n}\n", "pl: group has wrong braces or plural forms" },
        { "group = {cell}\n", "pl: group has other placeholders than the English text" },
        { "group = {cell} {n} {m}\n", "pl: group has other placeholders than the English text" },
        { "group = {cell} {n}\nextra = x\n", "the line 'extra = x' has no known key" },
        { "group = {cell} {n}\nno sign\n", "the line 'no sign' has no known key" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char what[256] = "";
        Text out = text_over(what, sizeof what);
        bool holds = strings_hold(DEFS, 1, NONE, "pl", CASES[i].strings, &out);
        assert_int_equal(holds, CASES[i].what == NULL);
        assert_string_equal(what, CASES[i].what == NULL ? "" : CASES[i].what);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_empty_message_writes_nothing),
        cmocka_unit_test(test_untrusted_text),
        cmocka_unit_test(test_offending_cells_are_bounded),
        cmocka_unit_test(test_term_that_contains_itself),
        cmocka_unit_test(test_common_strings),
        cmocka_unit_test(test_strings_of_the_terminal),
        cmocka_unit_test(test_strings_of_the_games),
        cmocka_unit_test(test_impossible_positions),
        cmocka_unit_test(test_reasons_have_cases),
        cmocka_unit_test(test_keys_do_not_collide),
        cmocka_unit_test(test_wrong_selections_are_explained),
        cmocka_unit_test(test_wrong_strings_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
