/* SPDX-License-Identifier: MIT */
/* lobby.c TESSERA - lists of tables over HTTP: open challenges, games to watch, finished games, and
 * what becomes of tables that nobody plays at. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "web/client.h"
#include "web/database.h"

enum { TARGET_MAX = 2048, WAIT_STEPS = 1200, WAIT_STEP_MS = 50, CHALLENGES_ALLOWED = 8 };

static const char *tessera;
static char        folder[64];
static Server      server;

static void start(const char *const *options)
{
    server = server_start_options(tessera, folder, options);
}

static int set_up(void **state)
{
    (void)state;
    folder_make(folder, sizeof folder);
    start((const char *[]){ NULL });
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    int end = server_end(&server, SIGTERM);
    folder_remove(folder);
    return WIFEXITED(end) && WEXITSTATUS(end) == 0 ? 0 : 1;
}

/* --- Requests ----------------------------------------------------------------------------- */

static json_t *checked(Answer answer, int code, const char *target)
{
    if (answer.code != code)
        fail_msg("%s: %d instead of %d: %s", target, answer.code, code, answer.body);
    json_t *json = json_incref(answer.json);
    answer_free(&answer);
    return json;
}

static json_t *get(int code, const char *format, ...)
{
    char    target[TARGET_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(target, sizeof target, format, list);
    va_end(list);
    return checked(ask(server.port, target, NULL), code, target);
}

/* `body` is JSON with apostrophes in place of quotation marks.  `from` 0: the next address in turn. */
static json_t *post(int code, uint32_t from, const char *target, const char *body)
{
    char text[TARGET_MAX];
    snprintf(text, sizeof text, "%s", body);
    for (char *at = text; (at = strchr(at, '\'')) != NULL;)
        *at = '"';
    return checked(from == 0 ? ask(server.port, target, text)
                             : ask_with(server.port, from, target, text, NULL),
                   code, target);
}

static const char *text_of(const json_t *json, const char *name)
{
    const char *text = json_string_value(json_object_get(json, name));
    return text == NULL ? "" : text;
}

typedef struct Table {
    char id[32], token[64];
} Table;

/* Create a table; the token is that of its first seat of a person. */
static Table create(const char *body)
{
    json_t *made = post(200, 0, "/api/tables", body);
    Table   table = { 0 };
    snprintf(table.id, sizeof table.id, "%s", text_of(made, "table"));
    for (size_t i = 0; i < 2 && table.token[0] == '\0'; i++) {
        const char *token = json_string_value(json_array_get(json_object_get(made, "tokens"), i));
        snprintf(table.token, sizeof table.token, "%s", token == NULL ? "" : token);
    }
    json_decref(made);
    return table;
}

#define CHALLENGE "{'setup':'duell','seats':[{'kind':'human'},{'kind':'open'}],'listed':true}"

static Table create_challenge(void)
{
    return create(CHALLENGE);
}

static void act(int code, const Table *table, const char *action, const char *format, ...)
{
    char    target[128], body[TARGET_MAX];
    va_list list;
    snprintf(target, sizeof target, "/api/tables/%s/%s", table->id, action);
    va_start(list, format);
    vsnprintf(body, sizeof body, format, list);
    va_end(list);
    json_decref(post(code, 0, target, body));
}

/* The entry of a table in a list, or NULL. */
static json_t *entry(json_t *list, const char *id)
{
    size_t  at;
    json_t *found;
    json_array_foreach(list, at, found) if (strcmp(text_of(found, "id"), id) == 0) return found;
    return NULL;
}

static bool is_listed(const char *id, const char *query)
{
    json_t *list = get(200, "/api/tables?%s", query);
    bool    found = entry(list, id) != NULL;
    json_decref(list);
    return found;
}

/* The first legal move at a table. */
static void play_first_move(const Table *table)
{
    json_t *shown = get(200, "/api/tables/%s", table->id);
    char    position[TARGET_MAX / 2];
    snprintf(position, sizeof position, "%s", text_of(shown, "position"));
    json_decref(shown);
    for (char *at = position; (at = strchr(at, ' ')) != NULL;)
        *at = '+';
    json_t *choices = get(200, "/api/choices?setup=duell&position=%s", position);
    json_t *first = json_array_get(json_object_get(choices, "steps"), 0);
    assert_true(json_is_true(json_object_get(first, "ends")));
    act(200, table, "turn", "{'token':'%s','turn':0,'steps':['%s']}", table->token,
        text_of(first, "step"));
    json_decref(choices);
}

/* Wait until the table does not exist any more. */
static void wait_until_gone(const char *id)
{
    char target[128];
    snprintf(target, sizeof target, "/api/tables/%s", id);
    for (int i = 0; i < WAIT_STEPS; i++) {
        Answer answer = ask(server.port, target, NULL);
        int    code = answer.code;
        answer_free(&answer);
        if (code == 404)
            return;
        nanosleep(&(struct timespec){ .tv_nsec = WAIT_STEP_MS * 1000000L }, NULL);
    }
    fail_msg("%s still exists", id);
}

/* --- Challenges --------------------------------------------------------------------------- */

static void test_challenge_is_listed_and_accepted(void **state)
{
    (void)state;
    Table table =
        create("{'setup':'duell','seats':[{'kind':'open'},{'kind':'human'}],'listed':true,"
               "'hints':true,'clock':{'main':60000,'increment':2000},'names':['','Ann']}");
    json_t *list = get(200, "/api/tables?list=open");
    json_t *shown = entry(list, table.id);
    assert_non_null(shown);
    assert_true(json_is_true(json_object_get(shown, "listed")));
    assert_true(json_is_true(json_object_get(shown, "casual")));
    assert_true(json_is_null(json_object_get(shown, "running")));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(shown, "clock"), "main")),
                     60000);
    assert_string_equal(text_of(json_array_get(json_object_get(shown, "seats"), 1), "name"), "Ann");
    json_decref(list);

    char target[64];
    snprintf(target, sizeof target, "/api/tables/%s/accept", table.id);
    json_decref(post(400, 0, target, "{'invitation':'x'}"));
    json_decref(post(400, 0, target, "{'name':'\\u0007'}"));
    json_t *seat = post(200, 0, target, "{'name':'Bob'}");
    assert_int_equal(json_integer_value(json_object_get(seat, "side")), 0);
    assert_int_equal(strlen(text_of(seat, "token")), 32);
    snprintf(table.token, sizeof table.token, "%s", text_of(seat, "token"));
    json_decref(seat);
    json_decref(post(409, 0, target, "{'name':'Eve'}"));
    assert_false(is_listed(table.id, "list=open"));
    shown = get(200, "/api/tables/%s", table.id);
    assert_true(json_is_false(json_object_get(shown, "listed")));
    assert_string_equal(text_of(json_array_get(json_object_get(shown, "seats"), 0), "name"), "Bob");
    json_decref(shown);

    assert_false(is_listed(table.id, "list=live")); /* no move yet */
    play_first_move(&table);
    list = get(200, "/api/tables?list=live");
    shown = entry(list, table.id);
    assert_non_null(shown);
    assert_int_equal(json_integer_value(json_object_get(shown, "running")), 1);
    json_decref(list);
    act(200, &table, "resign", "{'token':'%s'}", table.token);
    assert_false(is_listed(table.id, "list=live"));
    assert_true(is_listed(table.id, "list=over&game=duell&opponents=people"));
    assert_false(is_listed(table.id, "list=over&opponents=engine"));
    assert_false(is_listed(table.id, "list=over&game=gipf"));
}

static void test_only_challenges_are_open_to_all(void **state)
{
    (void)state;
    Table table = create("{'setup':'duell','seats':[{'kind':'human'},{'kind':'open'}]}");
    act(403, &table, "accept", "{'name':'Eve'}");
    assert_false(is_listed(table.id, "list=open"));
    json_decref(
        post(400, 0, "/api/tables",
             "{'setup':'duell','seats':[{'kind':'human'},{'kind':'human'}],'listed':true}"));
    table = create("{'setup':'duell','seats':[{'kind':'human'},{'kind':'engine','level':1}]}");
    act(409, &table, "accept", "{'name':'Eve'}");
}

static void test_cancelled_challenge_is_listed_nowhere(void **state)
{
    (void)state;
    Table table = create_challenge();
    assert_true(is_listed(table.id, "list=open"));
    act(200, &table, "leave", "{'token':'%s'}", table.token);
    assert_false(is_listed(table.id, "list=open"));
    assert_false(is_listed(table.id, "list=over"));
    act(409, &table, "accept", "{'name':'Eve'}");
}

static void test_challenges_of_a_visitor_are_limited(void **state)
{
    (void)state;
    Table   tables[CHALLENGES_ALLOWED];
    json_t *made;
    for (int i = 0; i < CHALLENGES_ALLOWED; i++) {
        made = post(200, from_number(77), "/api/tables", CHALLENGE);
        snprintf(tables[i].id, sizeof tables[i].id, "%s", text_of(made, "table"));
        json_decref(made);
    }
    made = post(429, from_number(77), "/api/tables", CHALLENGE);
    assert_string_equal(text_of(made, "key"), "challenges-full");
    json_decref(made);
    json_decref(post(200, from_number(78), "/api/tables", CHALLENGE));
    json_decref(post(200, from_number(77), "/api/tables",
                     "{'setup':'duell','seats':[{'kind':'human'},{'kind':'open'}]}"));
    act(200, &tables[3], "accept", "{'name':'Bob'}");
    json_decref(post(200, from_number(77), "/api/tables", CHALLENGE));
    json_decref(post(429, from_number(77), "/api/tables", CHALLENGE));
}

static void test_challenge_survives_restart(void **state)
{
    (void)state;
    Table table = create_challenge();
    server_end(&server, SIGKILL);
    start((const char *[]){ NULL });
    assert_true(is_listed(table.id, "list=open"));
    act(200, &table, "accept", "{'name':'Bob'}");
    assert_false(is_listed(table.id, "list=open"));
}

/* --- Lists -------------------------------------------------------------------------------- */

static void test_lists_reject_bad_parameters(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "list=all",
        "list=",
        "list=open&game=chess",
        "game=duell",
        "opponents=people",
        "list=over&opponents=me",
        "ids=",
        "ids=1",
        "ids=0123456789abcdef,",
        "list=open&limit=51",
        "list=open&list=live",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        json_decref(get(400, "/api/tables?%s", BAD[i]));
    json_decref(get(200, "/api/tables?list=over&before=0123456789abcdef"));
}

static void test_lists_continue_after_a_table(void **state)
{
    (void)state;
    Table tables[3];
    for (int i = 0; i < 3; i++)
        tables[i] = create_challenge();
    json_t *list = get(200, "/api/tables?list=open&limit=2");
    assert_int_equal(json_array_size(list), 2);
    assert_non_null(entry(list, tables[2].id));
    assert_non_null(entry(list, tables[1].id));
    json_decref(list);
    list = get(200, "/api/tables?list=open&game=duell&before=%s", tables[1].id);
    assert_int_equal(json_array_size(list), 1);
    assert_non_null(entry(list, tables[0].id));
    json_decref(list);
}

static void test_tables_by_id(void **state)
{
    (void)state;
    Table   one = create_challenge(), two = create_challenge();
    json_t *list = get(200, "/api/tables?ids=%s,0123456789abcdef,%s", one.id, two.id);
    assert_int_equal(json_array_size(list), 2);
    assert_string_equal(text_of(json_array_get(list, 0), "id"), one.id);
    assert_string_equal(text_of(json_array_get(list, 1), "id"), two.id);
    json_decref(list);
}

/* --- Expiry ------------------------------------------------------------------------------- */

static int set_up_short(void **state)
{
    (void)state;
    folder_make(folder, sizeof folder);
    start((const char *[]){ "--challenge-time", "1", NULL });
    return 0;
}

static void test_challenge_expires_when_its_creator_left(void **state)
{
    (void)state;
    Events events;
    char   target[160];
    int    code;
    Table  watched = create_challenge();
    snprintf(target, sizeof target, "/api/tables/%s/events?token=%s", watched.id, watched.token);
    assert_true(events_begin(&events, server.port, from_number(5), target, -1, &code));
    Table accepted = create_challenge();
    act(200, &accepted, "accept", "{'name':'Bob'}");
    Table left = create_challenge();
    wait_until_gone(left.id);
    assert_false(is_listed(left.id, "list=open"));
    json_t *list = get(200, "/api/tables?ids=%s,%s,%s", watched.id, accepted.id, left.id);
    assert_int_equal(json_array_size(list), 2);
    json_decref(list);
    assert_true(is_listed(watched.id, "list=open"));
    events_end(&events);
    wait_until_gone(watched.id);
    json_decref(get(200, "/api/tables/%s", accepted.id));
}

static void test_unbegun_tables_expire(void **state)
{
    (void)state;
    char  sql[512];
    Table old = create("{'setup':'duell','seats':[{'kind':'human'},{'kind':'open'}]}");
    Table fresh = create("{'setup':'duell','seats':[{'kind':'human'},{'kind':'open'}]}");
    Table begun = create("{'setup':'duell','seats':[{'kind':'human'},{'kind':'human'}]}");
    play_first_move(&begun);
    server_end(&server, SIGTERM);
    snprintf(sql, sizeof sql, "UPDATE tables SET changed=changed-8*24*3600*1000 WHERE id<>'%s'",
             fresh.id);
    database_run(folder, sql);
    start((const char *[]){ NULL });
    wait_until_gone(old.id);
    json_decref(get(200, "/api/tables/%s", fresh.id));
    json_decref(get(200, "/api/tables/%s", begun.id));
    assert_false(is_listed(begun.id, "list=live")); /* nobody has moved for a day */
}

/* Store a study and write its path. */
static void store_study(char path[128])
{
    json_t *made = post(200, 0, "/api/studies", "{'text':'[Game \\\"duell\\\"]\\nresult *\\n'}");
    snprintf(path, 128, "/api/studies/%s", text_of(made, "study"));
    json_decref(made);
}

/* A study expires some time after it was last opened.  To ask for it is to open it, so an old table says
 * when the server has removed what is too old. */
static void test_studies_expire(void **state)
{
    (void)state;
    char  old[128], opened[128], fresh[128], sql[512];
    Table table = create("{'setup':'duell','seats':[{'kind':'human'},{'kind':'open'}]}");
    store_study(old);
    store_study(opened);
    store_study(fresh);
    server_end(&server, SIGTERM);
    database_run(folder,
                 "UPDATE studies SET seen=seen-179*24*3600*1000, changed=changed-400*24*3600*1000");
    start((const char *[]){ NULL });
    json_decref(get(200, "%s", opened));
    server_end(&server, SIGTERM);
    snprintf(sql, sizeof sql, "UPDATE studies SET seen=seen-2*24*3600*1000 WHERE id<>'%s'",
             fresh + strlen("/api/studies/"));
    database_run(folder, sql);
    database_run(folder, "UPDATE tables SET changed=changed-8*24*3600*1000");
    start((const char *[]){ NULL });
    wait_until_gone(table.id);
    json_decref(get(404, "%s", old));
    json_decref(get(200, "%s", opened));
    json_decref(get(200, "%s", fresh));
}

/* Turn the database into one of version 1. */
static const char TO_VERSION_1[] =
    "DROP TABLE studies; DROP INDEX tables_lists; DROP INDEX tables_games;"
    "DROP INDEX tables_people; DROP INDEX tables_games_people;"
    "ALTER TABLE tables DROP COLUMN state;"
    "ALTER TABLE tables DROP COLUMN game;"
    "ALTER TABLE tables DROP COLUMN people;"
    "ALTER TABLE tables DROP COLUMN changed;"
    "ALTER TABLE tables DROP COLUMN casual;"
    "ALTER TABLE tables DROP COLUMN listed;"
    "PRAGMA user_version=1;";

static void test_database_of_version_1_is_upgraded(void **state)
{
    (void)state;
    Table live = create("{'setup':'duell','seats':[{'kind':'human'},{'kind':'human'}]}");
    Table over = create("{'setup':'duell','seats':[{'kind':'human'},{'kind':'engine','level':1}]}");
    play_first_move(&live);
    play_first_move(&over);
    act(200, &over, "resign", "{'token':'%s'}", over.token);
    server_end(&server, SIGTERM);
    database_run(folder, TO_VERSION_1);
    start((const char *[]){ NULL });
    assert_true(is_listed(live.id, "list=live&game=duell&opponents=people"));
    assert_true(is_listed(over.id, "list=over&game=duell&opponents=engine"));
    act(200, &live, "resign", "{'token':'%s'}", live.token);
    assert_true(is_listed(live.id, "list=over&opponents=people"));
}

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: lobby TESSERA [PATTERN]\n");
        return 2;
    }
    tessera = argv[1];
    if (argc == 3)
        cmocka_set_test_filter(argv[2]);
#define LOBBY_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        LOBBY_TEST(test_challenge_is_listed_and_accepted),
        LOBBY_TEST(test_only_challenges_are_open_to_all),
        LOBBY_TEST(test_cancelled_challenge_is_listed_nowhere),
        LOBBY_TEST(test_challenges_of_a_visitor_are_limited),
        LOBBY_TEST(test_challenge_survives_restart),
        LOBBY_TEST(test_lists_reject_bad_parameters),
        LOBBY_TEST(test_lists_continue_after_a_table),
        LOBBY_TEST(test_tables_by_id),
        cmocka_unit_test_setup_teardown(test_challenge_expires_when_its_creator_left, set_up_short,
                                        tear_down),
        LOBBY_TEST(test_unbegun_tables_expire),
        LOBBY_TEST(test_studies_expire),
        LOBBY_TEST(test_database_of_version_1_is_upgraded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
