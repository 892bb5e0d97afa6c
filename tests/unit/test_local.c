/* SPDX-License-Identifier: MIT */
/* wasm/local.h in a native build: tables, moves, errors, limited searches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/explorer.h"
#include "games/list.h"
#include "play/host.h"
#include "wasm/local.h"
#include "wasm/package.h"

static void assert_has(const char *answer, const char *part)
{
    if (strstr(answer, part) == NULL)
        fail_msg("no %s in %.300s", part, answer);
}

static int new_table_with(Local *local, const char *setup, const char *seat0, const char *seat1)
{
    const char *answer =
        local_table_new(local, "id", setup, NULL, NULL, "a", "b", seat0, seat1, 0, 0, 0);
    int table = -1;
    if (sscanf(answer, "{\"table\":%d}", &table) != 1)
        fail_msg("%s", answer);
    return table;
}

static int new_table(Local *local, const char *setup)
{
    return new_table_with(local, setup, "human", "human");
}

/* Extract a string member of a reply. */
static void member(const char *answer, const char *name, char *out, size_t size)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *found = strstr(answer, key);
    if (found == NULL)
        fail_msg("no %s in %.300s", name, answer);
    size_t length = 0;
    for (found += strlen(key); *found != '"'; found++) {
        bool is_code = strncmp(found, "\\u000a", 6) == 0;
        bool is_line_end = is_code || strncmp(found, "\\n", 2) == 0;
        assert_true(length + 1 < size);
        if (found[0] == '\\')
            found += is_code ? 5 : 1;
        out[length++] = is_line_end ? '\n' : *found;
    }
    out[length] = '\0';
}

static void count_reports(void *context, const char *json)
{
    assert_int_equal(json[0], '"');
    ++*(int *)context;
}

/* Run the only task of a table. */
static void run_task(Local *local, int table, const char *kind, int *reports)
{
    static char text[1 << 16], reply[1 << 12];
    unsigned    id;
    const char *task = local_table_task(local, table, 0);
    assert_has(task, kind);
    assert_int_equal(sscanf(task, "{\"id\":%u", &id), 1);
    member(task, "text", text, sizeof text);
    const char *found = local_search(local, text, count_reports, reports);
    assert_int_equal(found[0], '"');
    snprintf(reply, sizeof reply, "%.*s", (int)strlen(found) - 2, found + 1);
    assert_string_equal(local_table_done(local, table, id, reply), "null");
}

/* Return the seed of the only task of a table. */
static uint64_t seed_of(Local *local, int table)
{
    static char   text[1 << 16];
    unsigned long high = 0, low = 0;
    member(local_table_task(local, table, 0), "text", text, sizeof text);
    assert_int_equal(sscanf(text, "turn %*s %*s %*s %*s %lu %lu ", &high, &low), 2);
    return (uint64_t)high << 32 | low;
}

static int turns_of(Local *local, int table)
{
    int         turn = -1;
    const char *found = strstr(local_table_whole(local, table), "\"turn\":");
    assert_non_null(found);
    assert_int_equal(sscanf(found, "\"turn\":%d", &turn), 1);
    return turn;
}

static void test_engines_play_and_moves_are_taken_back(void **state)
{
    (void)state;
    Local *local = local_new(1);
    assert_non_null(local);
    for (int i = 0; GAMES[i] != NULL; i++) {
        int table = new_table_with(local, GAMES[i]->name, "level 3", "level 2"), reports = 0;
        assert_string_equal(local_table_task(local, table, 0), "null"); /* nobody watches */
        assert_string_equal(local_table_watch(local, table, -1, 1), "null");
        const uint64_t seed = seed_of(local, table);
        for (int turn = 0; turn < 4; turn++) {
            assert_int_equal(seed_of(local, table), seed); /* so that slips come in runs */
            run_task(local, table, "\"kind\":\"turn\"", &reports);
        }
        assert_true(reports > 0);
        assert_int_equal(turns_of(local, table), 4);
        assert_has(local_table_event(local, table), "\"event\":\"");
        assert_has(local_table_act(local, table, 0, "take-back", 0, NULL, NULL, NULL), "{}");
        assert_int_equal(turns_of(local, table), 3);
        assert_string_equal(local_table_close(local, table), "null");
    }
    local_delete(local);
}

/* Open a table with an engine to move and return its seed. */
static uint64_t seed_with_id(Local *local, const char *id)
{
    int         table = -1;
    const char *answer = local_table_new(local, id, GAMES[0]->name, NULL, NULL, "a", "b", "level 1",
                                         "human", 0, 0, 0);
    assert_int_equal(sscanf(answer, "{\"table\":%d}", &table), 1);
    uint64_t seed = seed_of(local, table);
    assert_string_equal(local_table_close(local, table), "null");
    return seed;
}

/* Levels slip differently at each table. */
static void test_each_table_has_its_seed(void **state)
{
    (void)state;
    Local   *local = local_new(2), *other = local_new(3);
    uint64_t seed = seed_with_id(local, "id");
    assert_int_equal(seed_with_id(local, "id"), seed);
    assert_int_not_equal(seed_with_id(local, "di"), seed);
    assert_int_not_equal(seed_with_id(other, "id"), seed);
    int table = new_table_with(local, GAMES[0]->name, "human", "level 1");
    assert_has(local_table_act(local, table, 0, "resign", 0, NULL, NULL, NULL), "{}");
    assert_has(local_table_act(local, table, 0, "rematch", 0, NULL, NULL, NULL), "rematch");
    assert_has(local_table_rematch(local, table, "next"), "{\"table\":1}");
    assert_int_equal(seed_of(local, 1), seed_with_id(local, "next"));
    local_delete(other);
    local_delete(local);
}

static void test_tables_survive_saving(void **state)
{
    (void)state;
    static char saved[1 << 16];
    Local      *local = local_new(2);
    int         table = new_table_with(local, GAMES[0]->name, "human", "level 1"), reports = 0;
    assert_string_equal(local_table_watch(local, table, 0, 1), "null");
    assert_has(local_table_act(local, table, 0, "hint", 0, NULL, NULL, NULL), "{}");
    assert_string_equal(local_table_hint(local, table), "null"); /* not found yet */
    run_task(local, table, "\"kind\":\"hint\"", &reports);
    char words[256];
    member(local_table_hint(local, table), "words", words, sizeof words);
    assert_has(local_table_act(local, table, 0, "turn", 0, NULL, words, NULL), "{}");
    assert_has(local_table_act(local, table, 0, "draw", 0, NULL, NULL, NULL), "{}");
    const char *text = local_table_save(local, table);
    char        wrapped[1 << 16];
    snprintf(wrapped, sizeof wrapped, "{\"text\":%s}", text);
    member(wrapped, "text", saved, sizeof saved);
    assert_string_equal(local_table_close(local, table), "null");
    assert_has(local_table_load(local, "again", saved), "{\"table\":0}");
    assert_has(local_table_whole(local, 0), "\"draw\":0");
    assert_has(local_table_whole(local, 0), "\"id\":\"again\"");
    assert_has(local_table_whole(local, 0), "\"level\":1");
    run_task(local, 0, "\"kind\":\"turn\"", &reports);
    assert_has(local_table_whole(local, 0), "\"declined\":{\"what\":\"draw\",\"by\":1}");
    assert_has(local_table_load(local, "bad", "tessera table 1\nnonsense"), "\"status\":400");
    local_delete(local);
}

static void test_draws_resignations_and_rematches(void **state)
{
    (void)state;
    Local *local = local_new(2);
    int    drawn = new_table(local, GAMES[0]->name), lost = new_table(local, GAMES[0]->name);
    assert_has(local_table_act(local, drawn, 0, "draw", 0, NULL, NULL, NULL), "{}");
    assert_has(local_table_whole(local, drawn), "\"drawn\":true");
    assert_has(local_table_act(local, lost, 0, "resign", 0, NULL, NULL, NULL), "{}");
    assert_has(local_table_whole(local, lost), "\"winner\":1");
    assert_has(local_table_record(local, lost), "resign");
    assert_has(local_table_act(local, lost, 0, "hint", 0, NULL, NULL, NULL), "\"status\":409");
    assert_has(local_table_act(local, lost, 7, "resign", 0, NULL, NULL, NULL), "\"status\":400");
    assert_has(local_table_rematch(local, lost, "next"), "\"status\":409");
    assert_has(local_table_act(local, lost, 0, "rematch", 0, NULL, NULL, NULL),
               "{\"wants\":\"rematch\"}");
    assert_has(local_table_rematch(local, lost, "next"), "{\"table\":2}");
    assert_has(local_table_act(local, lost, 0, "rematch", 0, NULL, NULL, NULL),
               "{\"table\":\"next\"}");
    local_delete(local);
}

/* A rematch begins at the position at which the first game began. */
static void test_rematch_position(void **state)
{
    (void)state;
    Local *local = local_new(2);
    char   words[256], position[1 << 12], again[1 << 12];
    int    table = new_table_with(local, GAMES[0]->name, "human", "level 1"), reports = 0;
    assert_has(local_table_act(local, table, 0, "hint", 0, NULL, NULL, NULL), "{}");
    run_task(local, table, "\"kind\":\"hint\"", &reports);
    member(local_table_hint(local, table), "words", words, sizeof words);
    assert_has(local_table_act(local, table, 0, "turn", 0, NULL, words, NULL), "{}");
    member(local_table_whole(local, table), "position", position, sizeof position);
    assert_has(local_table_new(local, "from", GAMES[0]->name, position, NULL, "a", "b", "level 1",
                               "human", 0, 0, 0),
               "{\"table\":1}");
    assert_has(local_table_act(local, 1, 1, "resign", 0, NULL, NULL, NULL), "{}");
    assert_has(local_table_act(local, 1, 1, "rematch", 0, NULL, NULL, NULL), "rematch");
    assert_has(local_table_rematch(local, 1, "next"), "{\"table\":2}");
    member(local_table_whole(local, 2), "position", again, sizeof again);
    assert_string_equal(again, position);
    local_delete(local);
}

/* The levels of tables have a time limit, for slow devices. */
static void test_level_time(void **state)
{
    (void)state;
    Local *local = local_new(2);
    char   text[1 << 16];
    for (int i = 0; GAMES[i] != NULL; i++) {
        int       table = new_table_with(local, GAMES[i]->name, "level 10", "human");
        long long nodes, time_ms;
        member(local_table_task(local, table, 0), "text", text, sizeof text);
        assert_int_equal(sscanf(text, "turn %lld %lld ", &nodes, &time_ms), 2);
        assert_true(nodes > 0);
        assert_int_equal(time_ms, HOST_LEVEL_MS);
        assert_string_equal(local_table_close(local, table), "null");
    }
    local_delete(local);
}

static void test_invalid_input_is_rejected(void **state)
{
    (void)state;
    Local *local = local_new(3);
    char  *endless = malloc((size_t)LOCAL_TEXT_MAX + 2);
    assert_non_null(endless);
    memset(endless, 'x', (size_t)LOCAL_TEXT_MAX + 1);
    endless[LOCAL_TEXT_MAX + 1] = '\0';
    assert_has(local_shape(local, NULL), "\"error\":");
    assert_has(local_board(local, "", "", NULL), "\"error\":");
    assert_has(local_choices(local, GAMES[0]->name, NULL, "1,,2"), "\"status\":400");
    assert_has(
        local_refusal(local, GAMES[0]->name, NULL, NULL, "1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8"),
        "\"status\":400");
    assert_has(local_refusal(local, GAMES[0]->name, NULL, NULL, "65535"), "\"error\":");
    assert_has(local_explain(local, GAMES[0]->name, NULL, endless), "\"status\":400");
    assert_has(local_rules(local, NULL), "\"status\":400");
    int table = new_table(local, GAMES[0]->name);
    assert_has(local_table_act(local, table, 0, "take-back", 0, NULL, NULL, NULL),
               "\"key\":\"no-takeback\"");
    assert_has(local_table_act(local, table, 0, "turn", 7, "1", NULL, NULL),
               "\"key\":\"other-turn\"");
    assert_has(local_table_act(local, table, 0, "join", 0, NULL, NULL, NULL), "no-open-seat");
    assert_has(local_table_act(local, table, 0, "turn", 0, "1", endless, NULL), "\"status\":400");
    assert_has(local_table_watch(local, table, 0, 0), "\"status\":409");
    assert_has(local_table_info(local, table, 1, "nonsense"), "\"status\":400");
    assert_has(local_table_done(local, table, 1, "found 1 x"), "\"status\":400");
    assert_string_equal(local_table_done(local, table, 9, "found -1 2 1a"),
                        "null"); /* not wanted */
    assert_has(local_search(local, "turn 1 2 3\n", NULL, NULL), "\"status\":400");
    assert_has(local_search(local, NULL, NULL, NULL), "\"status\":400");
    assert_string_equal(local_table_close(local, table), "null");
    assert_has(local_rules(local, ""), "\"\"");
    assert_has(local_rules(local, "<h1>Rules</h1><!--board:gipf-->"), "svg xmlns");
    assert_null(strstr(local_rules(local, "<p>Rules</p><!--board:none-->"), "svg"));
    assert_null(strstr(local_rules(local, "<p>Rules</p><!--board:gipf"), "svg"));
    assert_has(local_lesson(local, NULL, NULL), "\"status\":404");
    assert_has(local_lesson(local, "nope", "goal gipf\n"), "\"status\":404");
    assert_has(local_lesson(local, GAMES[0]->name, endless), "\"status\":404");
    assert_has(local_lesson(local, GAMES[0]->name, "goal nope\n"), "\"status\":400");
    assert_has(local_answer(local, GAMES[0]->name, endless, 1, NULL), "\"status\":404");
    assert_has(local_read(local, endless), "\"status\":400");
    assert_has(local_table_whole(local, INT32_MIN), "\"status\":404");
    assert_has(local_table_board(local, new_table(local, GAMES[0]->name), 1), "\"status\":404");
    assert_has(local_table_board(local, 0, 0), "\"last\":[]");
    for (int i = 1; i < LOCAL_TABLES_MAX; i++)
        new_table(local, GAMES[0]->name);
    assert_has(local_table_new(local, "", GAMES[0]->name, NULL, NULL, NULL, NULL, "human", "human",
                               0, 0, 0),
               "\"status\":503");
    assert_has(local_table_new(local, "", GAMES[0]->name, NULL, NULL, NULL, NULL, "level 11",
                               "human", 0, 0, 0),
               "\"status\":400");
    free(endless);
    local_delete(local);
}

/* The lesson of every game, and answers that are not moves. */
static void test_lessons(void **state)
{
    (void)state;
    Local *local = local_new(1);
    assert_non_null(local);
    for (int i = 0; GAMES[i] != NULL; i++) {
        const char *text = games_file(GAMES[i], "lesson.txt"), *name = GAMES[i]->name;
        if (text == NULL)
            continue;
        assert_has(local_lesson(local, name, text), "\"key\":\"lesson-1\"");
        assert_has(local_answer(local, name, text, 1, NULL), "\"status\":409");
        assert_has(local_answer(local, name, text, 1, "nonsense"), "\"status\":400");
        assert_has(local_answer(local, name, text, 0, "1"), "\"status\":404");
    }
    local_delete(local);
}

/* The built-in book of every game that has one, given as bytes. */
static void test_explorer(void **state)
{
    (void)state;
    Local *local = local_new(1);
    assert_non_null(local);
    for (int i = 0; GAMES[i] != NULL; i++) {
        const char *name = GAMES[i]->name;
        size_t      size;
        const void *book = games_bytes(GAMES[i], "explorer.book", &size);
        if (book == NULL)
            continue;
        assert_has(local_explorer(local, name, NULL, book, (uint32_t)size),
                   "\"moves\":[{\"move\":");
        assert_has(
            local_explorer(local, name, NULL, book, (uint32_t)explorer_length(book, size) - 1),
            "\"status\":400");
        assert_has(local_explorer(local, name, NULL, NULL, 0), "{\"book\":null,");
        assert_has(local_explorer(local, name, "nonsense", book, (uint32_t)size), "\"status\":400");
        assert_has(local_explorer(local, "toy", NULL, book, (uint32_t)size), "{\"book\":null,");
    }
    local_delete(local);
}

static void count_lines(void *context, const char *json)
{
    assert_has(json, "\"depth\":");
    ++*(int *)context;
}

/* A study is edited without any state: the record goes in and comes back. */
static void test_studies(void **state)
{
    static const char GAME[] = "[Game \"toy\"]\n1. a+b\n2. c+d\nresult *\n";
    static const char CANONICAL[] = "[Game \"toy:8\"]\n1. a+b\n2. c+d\nresult *\n";
    (void)state;
    Local      *local = local_new(1);
    const char *study = local_study(local, NULL, "toy", NULL, NULL, 0, NULL, NULL, NULL, NULL);
    assert_has(study, "\"nodes\":[{\"parent\":-1,\"position\":\"........ x\",\"next\":0,"
                      "\"main\":true}],\"node\":0,");
    study = local_study(local, GAME, NULL, NULL, "play", 1, "3", NULL, NULL, NULL);
    assert_has(study, "\"status\":409"); /* an incomplete turn */
    study = local_study(local, GAME, NULL, NULL, "play", 1, "2,4", NULL, NULL, NULL);
    assert_has(study, "{\"parent\":1,\"turn\":\"c+e\",\"side\":1,\"steps\":[\"2\",\"4\"],");
    assert_has(study, "\"node\":3,\"record\":\"[Game \\\"toy");
    assert_has(study, "2. c+d\\u000a( 2. c+e )\\u000aresult *");
    study = local_study(local, GAME, NULL, NULL, "note", 2, NULL, "?!", "why not?", NULL);
    assert_has(study, "\"mark\":\"?!\",\"comment\":\"why not?\"");
    assert_has(local_study(local, GAME, NULL, NULL, "note", 2, NULL, NULL, "}", NULL),
               "\"status\":400");
    assert_has(local_study(local, GAME, NULL, NULL, "note", 0, NULL, "!", NULL, NULL),
               "\"status\":409");
    assert_has(local_study(local, GAME, NULL, NULL, "cut", 2, NULL, NULL, NULL, NULL),
               "\"node\":1,");
    assert_has(local_study(local, GAME, NULL, NULL, "cut", 0, NULL, NULL, NULL, NULL),
               "\"status\":409");
    assert_has(local_study(local, GAME, NULL, NULL, "cut", 3, NULL, NULL, NULL, NULL),
               "\"status\":404");
    assert_has(local_study(local, GAME, NULL, NULL, "promote", 2, NULL, NULL, NULL, NULL),
               "main line");
    assert_has(local_study(local, GAME, NULL, NULL, "paint", 2, NULL, NULL, NULL, NULL),
               "'edit' must be");
    assert_has(local_study(local, "1. nonsense", NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL),
               "\"error\"");
    assert_has(local_study(local, NULL, "chess", NULL, NULL, 0, NULL, NULL, NULL, NULL),
               "\"status\":404");
    study = local_study(local, CANONICAL, NULL, NULL, "play", 1, "2,4", NULL, NULL, "changes");
    assert_has(study, "{\"from\":3,\"removed\":0,\"tags\":{},\"nodes\":[{\"parent\":1,");
    assert_has(study, "\"node\":3,\"record\":{\"from\":29,\"removed\":0,"
                      "\"text\":\"( 2. c+e )\\u000a\"}}");
    assert_has(local_study(local, GAME, NULL, NULL, NULL, 0, NULL, NULL, NULL, "study"),
               "'reply' must be");
    assert_has(local_study(local, NULL, "toy", NULL, NULL, 0, NULL, NULL, NULL, "changes"),
               "'reply' must be");
    assert_has(
        local_contents(local, "[Game \"toy\"]\n1. a+b\nresult *\n[Game \"toy\"]\n1. x\n"),
        "\"turns\":1,\"record\":\"[Game \\\"toy:8\\\"]\\u000a1. a+b\\u000aresult *\\u000a\"},"
        "{\"error\":\"line 2");
    assert_has(local_contents(local, NULL), "\"status\":400");
    int reports = 0;
    /* Without a limit: the search ends because the position is solved. */
    assert_has(local_lines(local, "toy", "xxx..oo. x", 2, 0, count_lines, &reports),
               "\"lines\":[{\"side\":0,\"win\":1,\"chance\":100,\"turns\":[\"");
    assert_true(reports > 0);
    assert_has(local_lines(local, "toy", "xxxx.ooo o", 1, 100, NULL, NULL), "\"lines\":[]");
    assert_has(local_lines(local, "toy", NULL, 6, 100, NULL, NULL), "\"status\":400");
    assert_has(local_lines(local, "chess", NULL, 1, 100, NULL, NULL), "\"status\":404");
    assert_has(local_palette(local, "toy", NULL), "[{\"glyph\":\"stone\",\"side\":0,");
    assert_has(local_palette(local, "chess", NULL), "\"status\":404");
    assert_has(local_arrange(local, "toy", NULL, "1@0,0@3", 1), "\"position\":\"o..x.... o\"");
    assert_has(local_arrange(local, "toy", "o..x.... o", NULL, 0), "\"position\":\"o..x.... x\"");
    assert_has(local_arrange(local, "toy", NULL, "1@0,0@0", 1), "two pieces on a");
    assert_has(local_arrange(local, "toy", NULL, "0@99", 1), "the board has");
    assert_has(local_arrange(local, "toy", NULL, "9@1", 1), "\"status\":400");
    assert_has(local_arrange(local, "toy", NULL, "0@1-2", 1), "\"status\":400");
    assert_has(local_arrange(local, "toy", NULL, "", 2), "\"status\":400");
    assert_has(local_board(local, "toy", NULL, "0,1"), "\"last\":[0,1],\"lastEffects\":[{");
    assert_has(local_board(local, "toy", NULL, "0"), "one complete and legal move");
    local_delete(local);
}

/* The functions of the npm package. */
static void test_positions_without_a_table(void **state)
{
    (void)state;
    Local *local = local_new(3);
    assert_non_null(local);
    assert_has(local_state(local, "toy", NULL, NULL),
               "\"side\":0,\"begins\":true,\"steps\":[\"0\",");
    assert_has(local_state(local, "toy", NULL, "0"), "\"begins\":false");
    assert_has(local_state(local, "toy", NULL, "0,1"), "\"position\":\"xx...... o\"");
    assert_has(local_state(local, "toy", NULL, "0,1,2"), "\"begins\":false"); /* the next turn */
    assert_has(local_state(local, "toy", NULL, "0,0"), "\"error\":\"step 2 is illegal here\"");
    assert_has(local_state(local, "toy", "xxxx.ooo o", NULL), "\"side\":null");
    assert_has(local_state(local, "toy", "xxxx.ooo o", NULL),
               "\"result\":{\"winner\":0,\"drawn\":false,");
    assert_string_equal(local_turn(local, "toy", NULL, "a+b"), "[\"0\",\"1\"]");
    assert_has(local_turn(local, "toy", NULL, "a+a"), "\"status\":409");
    assert_has(local_turn(local, "toy", NULL, NULL), "\"status\":400");
    assert_string_equal(local_notation(local, "toy", NULL, "0,1"), "\"a+b\"");
    assert_has(local_notation(local, "toy", NULL, "0,0"), "\"error\"");
    assert_has(local_svg(local, "toy", NULL), "/svg>");
    assert_has(local_svg(local, "chess", NULL), "\"status\":404");
    assert_has(local_think(local, "toy", "xxx..oo. x", 0, 0, 0, 2), "\"proved\":0,\"turns\":1,");
    assert_has(local_think(local, "toy", NULL, 2, 0, 0, 0), "\"proved\":");
    assert_has(local_think(local, "toy", NULL, 11, 0, 0, 0), "\"status\":400");
    assert_has(local_think(local, "toy", "xxxx.ooo o", 1, 0, 0, 0), "the game is over");
    assert_has(local_playouts(local, "toy", NULL, 7, 1, 2), "\"unfinished\":7,\"turns\":14");
    assert_has(local_playouts(local, "toy", "nonsense", 7, 1, 2), "\"error\"");
    local_delete(local);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_without_a_table),
        cmocka_unit_test(test_engines_play_and_moves_are_taken_back),
        cmocka_unit_test(test_each_table_has_its_seed),
        cmocka_unit_test(test_tables_survive_saving),
        cmocka_unit_test(test_draws_resignations_and_rematches),
        cmocka_unit_test(test_rematch_position),
        cmocka_unit_test(test_level_time),
        cmocka_unit_test(test_invalid_input_is_rejected),
        cmocka_unit_test(test_lessons),
        cmocka_unit_test(test_explorer),
        cmocka_unit_test(test_studies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
