/* SPDX-License-Identifier: MIT */
/* web.c TESSERA - tables over HTTP: complete games, invitations, offers, events, crashes, attacks. */
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "web/client.h"

enum { WAIT_MS = 60000, TARGET_MAX = 16384, TURNS_PLAYED = TEST_SHARE > 1 ? 10 : 150 };

static const char *tessera;
static char        folder[64];
static Server      server;

static int set_up(void **state)
{
    (void)state;
    folder_make(folder, sizeof folder);
    server = server_start(tessera, folder);
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

static json_t *get(int code, const char *format, ...)
{
    char    target[TARGET_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(target, sizeof target, format, list);
    va_end(list);
    Answer answer = ask(server.port, target, NULL);
    if (answer.code != code)
        fail_msg("%s: %d instead of %d: %s", target, answer.code, code, answer.body);
    json_t *json = json_incref(answer.json);
    answer_free(&answer);
    return json;
}

/* Takes ownership of `body`. */
static json_t *post(int code, const char *target, json_t *body)
{
    char  *text = json_dumps(body, JSON_COMPACT);
    Answer answer = ask(server.port, target, text);
    if (answer.code != code)
        fail_msg("%s %s: %d instead of %d: %s", target, text, answer.code, code, answer.body);
    if (code != 200)
        assert_non_null(json_object_get(answer.json, "error"));
    json_t *json = json_incref(answer.json);
    answer_free(&answer);
    free(text);
    json_decref(body);
    return json;
}

static const char *text_of(const json_t *json, const char *name)
{
    const char *text = json_string_value(json_object_get(json, name));
    return text == NULL ? "" : text;
}

static long number_of(const json_t *json, const char *name)
{
    return (long)json_integer_value(json_object_get(json, name));
}

typedef struct Table {
    char id[32], token[2][64], invitation[64];
} Table;

/* Two seats as two letters: h for human, o for open, e for an engine. */
static json_t *seats_of(const char *kinds)
{
    json_t *seats = json_array();
    for (int i = 0; i < 2; i++)
        json_array_append_new(seats, kinds[i] == 'h' ? json_pack("{ss}", "kind", "human")
                                     : kinds[i] == 'o'
                                         ? json_pack("{ss}", "kind", "open")
                                         : json_pack("{sssi}", "kind", "engine", "level", 1));
    return seats;
}

static Table new_table(const char *setup, const char *kinds, json_t *clock)
{
    json_t *wanted = json_pack("{ssso}", "setup", setup, "seats", seats_of(kinds));
    Table   table = { 0 };
    if (clock != NULL)
        json_object_set_new(wanted, "clock", clock);
    json_t *made = post(200, "/api/tables", wanted);
    snprintf(table.id, sizeof table.id, "%s", text_of(made, "table"));
    for (size_t i = 0; i < 2; i++) {
        const char *token = json_string_value(json_array_get(json_object_get(made, "tokens"), i));
        snprintf(table.token[i], sizeof table.token[i], "%s", token == NULL ? "" : token);
        assert_true((kinds[i] == 'h') == (token != NULL));
    }
    snprintf(table.invitation, sizeof table.invitation, "%s", text_of(made, "invitation"));
    json_decref(made);
    return table;
}

static json_t *act(int code, const Table *table, const char *action, const char *token)
{
    char target[128];
    snprintf(target, sizeof target, "/api/tables/%s/%s", table->id, action);
    return post(code, target, json_pack("{ss}", "token", token));
}

static void do_act(int code, const Table *table, const char *action, const char *token)
{
    json_decref(act(code, table, action, token));
}

static void play_move(int code, const Table *table, const char *token, int turn,
                      const char *notation)
{
    char target[128];
    snprintf(target, sizeof target, "/api/tables/%s/turn", table->id);
    json_decref(
        post(code, target, json_pack("{sssiss}", "token", token, "turn", turn, "words", notation)));
}

static void escape(const char *text, char *out)
{
    for (; *text != '\0'; text++)
        out += sprintf(out, "%%%02x", (unsigned char)*text);
    *out = '\0';
}

/* Play a random complete move from /api/choices, as the web app does. */
static void play_any(const Table *table, const char *token, const json_t *shown, unsigned *seed)
{
    char    setup[1024], position[TARGET_MAX / 2], steps[1024] = "", target[128];
    json_t *list = json_array();
    escape(text_of(shown, "setup"), setup);
    escape(text_of(shown, "position"), position);
    for (;;) {
        json_t *choices =
            get(200, "/api/choices?setup=%s&position=%s&steps=%s", setup, position, steps);
        if (json_is_true(json_object_get(choices, "whole"))) {
            json_decref(choices);
            break;
        }
        json_t *all = json_object_get(choices, "steps");
        *seed = *seed * 1103515245u + 12345u;
        const json_t *step = json_array_get(all, (*seed >> 16) % json_array_size(all));
        json_array_append(list, json_object_get(step, "step"));
        snprintf(steps + strlen(steps), sizeof steps - strlen(steps), "%s%s",
                 steps[0] == '\0' ? "" : ",", text_of(step, "step"));
        json_decref(choices);
    }
    snprintf(target, sizeof target, "/api/tables/%s/turn", table->id);
    json_decref(post(200, target,
                     json_pack("{sssiso}", "token", token, "turn", (int)number_of(shown, "turn"),
                               "steps", list)));
}

static void begin_events(Events *events, const Table *table, const char *token, long last)
{
    static unsigned number = 30000;
    char            target[256];
    int             code;
    snprintf(target, sizeof target, "/api/tables/%s/events%s%s", table->id,
             token == NULL ? "" : "?token=", token == NULL ? "" : token);
    if (!events_begin(events, server.port, from_number(number++), target, last, &code))
        fail_msg("%s: no events, %d", target, code);
}

static Event wait_event(Events *events, const char *name)
{
    Event event;
    if (!events_wait(events, name, WAIT_MS, &event))
        fail_msg("no event '%s'", name);
    return event;
}

/* --- Complete games ----------------------------------------------------------------------- */

static bool is_over(const json_t *shown)
{
    return !json_is_null(json_object_get(shown, "result"));
}

/* The swap rule may exchange sides; seats stay. */
static long seat_to_move(const json_t *shown)
{
    const json_t *holders = json_object_get(shown, "holders");
    return (long)json_integer_value(json_array_get(holders, (size_t)number_of(shown, "side")));
}

/* Play against an engine and follow the events: exactly one event per move. */
static void play_engine(const char *setup)
{
    Table    table = new_table(setup, "he", NULL);
    Events   events;
    unsigned seed = 7;
    begin_events(&events, &table, table.token[0], -1);
    Event   event = wait_event(&events, "table");
    json_t *shown = json_incref(event.data);
    long    turns = 0;
    for (int own = 0; !is_over(shown);) {
        if (seat_to_move(shown) == 0) {
            if (own++ == TURNS_PLAYED)
                break;
            play_any(&table, table.token[0], shown, &seed);
        }
        json_decref(event.data);
        event = wait_event(&events, "turn");
        json_decref(shown);
        shown = json_incref(json_object_get(event.data, "table"));
        assert_int_equal(number_of(shown, "turn"), ++turns);
        assert_int_equal(event.id, turns + 1);
    }
    if (!is_over(shown))
        do_act(200, &table, "resign", table.token[0]);
    json_decref(event.data);
    json_decref(shown);
    events_end(&events);
    json_t *end = get(200, "/api/tables/%s", table.id);
    assert_true(is_over(end));
    size_t moves = json_array_size(json_object_get(end, "moves"));
    json_decref(end);
    /* On a busy machine the analysis takes several requests. */
    json_t *scores = get(200, "/api/tables/%s/analysis", table.id);
    for (int tries = 0; tries < 5 && json_array_size(scores) < moves; tries++) {
        json_decref(scores);
        scores = get(200, "/api/tables/%s/analysis", table.id);
    }
    assert_int_equal(json_array_size(scores), moves);
    json_decref(scores);
    json_decref(get(200, "/api/tables/%s/board?turn=%zu", table.id, moves));
    json_t *board = get(200, "/api/tables/%s/board?turn=1", table.id);
    assert_true(json_array_size(json_object_get(board, "last")) > 0);
    json_decref(board);
    json_decref(get(400, "/api/tables/%s/board?turn=%zu", table.id, moves + 1));
    do_act(409, &table, "resign", table.token[0]);
}

static void test_games_against_engines(void **state)
{
    (void)state;
    json_t *games = get(200, "/api/games");
    size_t  index;
    json_t *game;
    assert_true(json_array_size(games) >= 5);
    json_array_foreach(games, index, game) play_engine(text_of(game, "game"));
    json_decref(games);
    play_engine("ponte:official"); /* has the swap rule */
}

static void test_records_can_be_imported(void **state)
{
    (void)state;
    Table table = new_table("toy", "hh", NULL);
    play_move(200, &table, table.token[0], 0, "c+f");
    char target[128];
    snprintf(target, sizeof target, "/api/tables/%s/record", table.id);
    Answer  record = ask(server.port, target, NULL);
    json_t *read = post(200, "/api/read", json_pack("{ss}", "text", record.body));
    assert_int_equal(json_array_size(json_object_get(read, "moves")), 1);
    json_decref(read);
    json_t *made = post(200, "/api/tables",
                        json_pack("{ssso}", "record", record.body, "seats", seats_of("hh")));
    json_t *shown = get(200, "/api/tables/%s", text_of(made, "table"));
    assert_int_equal(number_of(shown, "turn"), 1);
    json_decref(shown);
    json_decref(made);
    answer_free(&record);
}

/* The client has the study; the server only edits it. */
static void test_studies(void **state)
{
    (void)state;
    json_t *study = post(200, "/api/study", json_pack("{ss}", "setup", "toy"));
    json_t *played = post(200, "/api/study",
                          json_pack("{sssssiss}", "text", text_of(study, "record"), "edit", "play",
                                    "node", 0, "steps", "0,1"));
    assert_int_equal(json_array_size(json_object_get(played, "nodes")), 2);
    assert_int_equal(number_of(played, "node"), 1);
    const char *record = text_of(played, "record");
    json_t     *change = post(200, "/api/study",
                              json_pack("{sssssissss}", "text", record, "edit", "note", "node", 1,
                                        "mark", "!", "reply", "changes"));
    assert_int_equal(number_of(change, "from"), 1);
    assert_int_equal(number_of(change, "removed"), 1);
    assert_int_equal(json_array_size(json_object_get(change, "nodes")), 1);
    json_decref(change);
    json_decref(post(400, "/api/study", json_pack("{ssss}", "text", record, "reply", "all")));
    json_decref(
        post(409, "/api/study",
             json_pack("{sssssiss}", "text", record, "edit", "play", "node", 1, "steps", "0")));
    json_decref(post(400, "/api/study", json_pack("{sssi}", "text", record, "node", -1)));
    json_decref(post(400, "/api/study", json_pack("{ssss}", "text", record, "colour", "red")));
    json_decref(post(400, "/api/study", json_pack("{ss}", "text", "1. nonsense")));
    json_decref(get(405, "/api/study"));
    char two[256];
    snprintf(two, sizeof two, "%s\n%s", record, record);
    json_t *contents = post(200, "/api/contents", json_pack("{ss}", "text", two));
    json_t *games = json_object_get(contents, "games");
    assert_int_equal(json_array_size(games), 2);
    assert_string_equal(text_of(json_array_get(games, 1), "record"), record);
    json_decref(contents);
    json_decref(played);
    json_decref(study);
}

/* Anyone reads a shared study; only its key changes it. */
static void test_shared_studies(void **state)
{
    (void)state;
    static const char GAME[] = "[Game \"toy:8\"]\n1. a+b\n( 1. a+c )\nresult *\n";
    static const char OTHER[] = "[Game \"toy:8\"]\n1. a+d\nresult *\n";
    char              target[128];
    json_t           *made = post(200, "/api/studies", json_pack("{ss}", "text", GAME));
    snprintf(target, sizeof target, "/api/studies/%s", text_of(made, "study"));
    Answer answer = ask(server.port, target, NULL);
    assert_string_equal(answer.body, GAME);
    answer_free(&answer);
    json_decref(post(403, target, json_pack("{ssss}", "text", OTHER, "token", "nonsense")));
    json_decref(post(400, target, json_pack("{ssss}", "text", "nonsense", "token", "nonsense")));
    json_decref(
        post(200, target, json_pack("{ssss}", "text", OTHER, "token", text_of(made, "key"))));
    answer = ask(server.port, target, NULL);
    assert_string_equal(answer.body, OTHER);
    answer_free(&answer);
    json_decref(get(404, "/api/studies/0123456789abcdef"));
    json_decref(post(404, "/api/studies/0123", json_pack("{ssss}", "text", OTHER, "token", "no")));
    json_decref(get(405, "/api/studies"));
    json_decref(made);
}

static void test_lines(void **state)
{
    (void)state;
    json_t *lines = get(200, "/api/lines?setup=toy&position=xxx..oo.%%20x&lines=3");
    json_t *first = json_array_get(json_object_get(lines, "lines"), 0);
    assert_int_equal(number_of(first, "win"), 1);
    assert_true(json_array_size(json_object_get(first, "turns")) >= 1);
    json_decref(lines);
    lines = get(200, "/api/lines?setup=toy&position=xxxx.ooo%%20o");
    assert_int_equal(json_array_size(json_object_get(lines, "lines")), 0);
    json_decref(lines);
    json_decref(get(400, "/api/lines?setup=toy&lines=6"));
    json_decref(get(400, "/api/lines?setup=toy&time=0"));
    json_decref(get(400, "/api/lines?setup=chess"));
    json_decref(post(405, "/api/lines", json_pack("{}")));
}

static void review_target(const json_t *started, const char *rest, char target[128])
{
    snprintf(target, 128, "/api/reviews/%s%s", text_of(started, "review"), rest);
}

/* A review runs as a job: progress, then the result, which stays for a while. */
static void test_reviews(void **state)
{
    (void)state;
    static const char GAME[] = "[Game \"toy:8\"]\n1. c+d\n2. a.\n3. e.\n4. b+f\nresult *\n";
    char              target[128];
    json_t           *started = post(200, "/api/reviews", json_pack("{ss}", "text", GAME));
    json_t           *shown = NULL;
    review_target(started, "", target);
    for (bool is_done = false; !is_done;) {
        json_decref(shown);
        shown = get(200, target);
        assert_int_equal(number_of(shown, "total"), 5);
        is_done = !json_is_null(json_object_get(shown, "review"));
        assert_true(number_of(shown, "done") <= 5);
        usleep(10000);
    }
    const json_t *review = json_object_get(shown, "review");
    const json_t *blunder = json_array_get(json_object_get(review, "moves"), 1);
    assert_int_equal(number_of(shown, "done"), 5);
    assert_string_equal(text_of(blunder, "class"), "blunder");
    assert_int_equal(json_array_size(json_object_get(blunder, "line")),
                     json_array_size(json_object_get(blunder, "steps")));
    json_decref(shown);
    json_decref(post(405, target, json_pack("{}")));
    review_target(started, "/nonsense", target);
    json_decref(get(404, target));
    review_target(started, "/cancel", target);
    json_decref(get(405, target));
    json_decref(post(200, target, json_pack("{}")));
    json_decref(post(404, target, json_pack("{}")));
    json_decref(started);
    json_decref(get(404, "/api/reviews/0123456789abcdef"));
    json_decref(get(404, "/api/reviews/0123456789abcdef0123"));
    json_decref(get(405, "/api/reviews"));
    json_decref(post(400, "/api/reviews", json_pack("{ss}", "text", "1. nonsense")));
    json_decref(post(400, "/api/reviews", json_pack("{ss}", "text", "[Game \"toy\"]\nresult *\n")));
}

/* A visitor has two reviews at a time.  If one ends before we have looked, the test says nothing. */
static void test_reviews_are_bounded(void **state)
{
    (void)state;
    static const char GAME[] =
        "{\"text\": \"[Game \\\"gipf\\\"]\\n1. e1-e2\\n2. e9-e8\\n3. h6-h5\\n"
        "4. g7-g6\\n5. b6-b5\\n6. c7-c6\\nresult *\\n\"}";
    uint32_t visitor = from_number(77);
    Answer   started[3];
    char     target[128];
    int      running = 0;
    for (int i = 0; i < 3; i++)
        started[i] = ask_with(server.port, visitor, "/api/reviews", GAME, NULL);
    assert_int_equal(started[0].code, 200);
    assert_int_equal(started[1].code, 200);
    for (int i = 0; i < 2; i++) {
        review_target(started[i].json, "", target);
        json_t *shown = get(200, target);
        running += json_is_null(json_object_get(shown, "review"));
        json_decref(shown);
    }
    if (running == 2)
        assert_int_equal(started[2].code, 409);
    for (int i = 0; i < 3; i++) {
        review_target(started[i].json, "/cancel", target);
        if (started[i].code == 200)
            json_decref(post(200, target, json_pack("{}")));
        answer_free(&started[i]);
    }
    Answer again = ask_with(server.port, visitor, "/api/reviews", GAME, NULL);
    assert_int_equal(again.code, 200);
    answer_free(&again);
}

/* --- Players ------------------------------------------------------------------------------ */

/* Create a table for two players; the second joins by invitation and has side 1. */
static Table two_players_at(const char *setup, json_t *clock)
{
    Table table = new_table(setup, "ho", clock);
    char  target[128];
    snprintf(target, sizeof target, "/api/tables/%s/join", table.id);
    json_decref(post(403, target, json_pack("{ssss}", "invitation", "no", "name", "Eve")));
    json_t *seat =
        post(200, target, json_pack("{ssss}", "invitation", table.invitation, "name", "Bo"));
    assert_int_equal(number_of(seat, "side"), 1);
    snprintf(table.token[1], sizeof table.token[1], "%s", text_of(seat, "token"));
    json_decref(seat);
    json_decref(
        post(403, target, json_pack("{ssss}", "invitation", table.invitation, "name", "x")));
    return table;
}

static Table two_players(json_t *clock)
{
    return two_players_at("toy", clock);
}

/* Play a move that the table rejects for a reason with this key. */
static void expect_rejected(const Table *table, const char *token, int turn, const char *key)
{
    char target[128];
    snprintf(target, sizeof target, "/api/tables/%s/turn", table->id);
    json_t *reply =
        post(409, target, json_pack("{sssiss}", "token", token, "turn", turn, "words", "a."));
    assert_string_equal(text_of(reply, "key"), key);
    assert_true(text_of(reply, "error")[0] != '\0');
    json_decref(reply);
}

static void test_invitations_and_tokens(void **state)
{
    (void)state;
    Table  table = two_players(NULL);
    Events watcher;
    begin_events(&watcher, &table, NULL, -1);
    json_decref(wait_event(&watcher, "table").data);
    play_move(409, &table, table.token[1], 0, "c+f"); /* not this player's turn */
    play_move(200, &table, table.token[0], 0, "c+f");
    Event event = wait_event(&watcher, "turn");
    assert_string_equal(text_of(json_object_get(event.data, "move"), "turn"), "c+f");
    const json_t *effects = json_object_get(json_object_get(event.data, "table"), "lastEffects");
    assert_int_equal(json_array_size(effects), 2);
    assert_string_equal(text_of(json_array_get(effects, 1), "kind"), "place");
    json_decref(event.data);
    expect_rejected(&table, table.token[1], 0, "other-turn");
    expect_rejected(&table, table.token[0], 1, "not-your-turn");
    play_move(409, &table, table.token[1], 1, "c+f"); /* occupied cells */
    play_move(409, &table, table.token[1], 1, "zz");
    play_move(403, &table, "", 1, "a.");
    play_move(403, &table, "00000000000000000000000000000000", 1, "a.");
    play_move(403, &table, table.invitation, 1, "a.");
    play_move(200, &table, table.token[1], 1, "a.");
    json_t       *shown = get(200, "/api/tables/%s", table.id);
    const json_t *seat = json_array_get(json_object_get(shown, "seats"), 1);
    assert_string_equal(text_of(seat, "name"), "Bo");
    assert_int_equal(number_of(shown, "turn"), 2);
    json_decref(shown);
    events_end(&watcher);
}

static long offer(const Table *table, const char *name)
{
    json_t *shown = get(200, "/api/tables/%s", table->id);
    long    side = json_is_null(json_object_get(shown, name)) ? -1 : number_of(shown, name);
    json_decref(shown);
    return side;
}

static void test_offers_rematch_and_leave(void **state)
{
    (void)state;
    Table table = two_players(NULL);
    do_act(409, &table, "take-back", table.token[0]);
    play_move(200, &table, table.token[0], 0, "c+f");
    do_act(200, &table, "take-back", table.token[0]);
    assert_int_equal(offer(&table, "back"), 0);
    do_act(200, &table, "decline", table.token[1]);
    assert_int_equal(offer(&table, "back"), -1);
    do_act(409, &table, "decline", table.token[1]);
    do_act(200, &table, "take-back", table.token[0]);
    do_act(200, &table, "take-back", table.token[1]);
    assert_int_equal(offer(&table, "turn"), 0);
    do_act(200, &table, "draw", table.token[1]);
    assert_int_equal(offer(&table, "draw"), 1);
    do_act(409, &table, "rematch", table.token[1]);
    do_act(200, &table, "draw", table.token[0]);
    json_t       *shown = get(200, "/api/tables/%s", table.id);
    const json_t *result = json_object_get(shown, "result");
    assert_true(json_is_true(json_object_get(result, "drawn")));
    assert_string_equal(text_of(result, "reason"), "agreement");
    json_decref(shown);
    do_act(409, &table, "draw", table.token[0]);

    /* A rematch with swapped seats and the same tokens. */
    Events events;
    begin_events(&events, &table, table.token[0], -1);
    json_t *first = act(200, &table, "rematch", table.token[0]);
    assert_null(json_object_get(first, "table"));
    json_decref(first);
    json_t *second = act(200, &table, "rematch", table.token[1]);
    Event   event = wait_event(&events, "rematch");
    assert_string_equal(text_of(event.data, "table"), text_of(second, "table"));
    Table next = table;
    snprintf(next.id, sizeof next.id, "%s", text_of(second, "table"));
    play_move(409, &next, table.token[0], 0, "c+f");
    play_move(200, &next, table.token[1], 0, "c+f");
    json_decref(event.data);
    json_decref(second);
    events_end(&events);

    do_act(200, &next, "leave", table.token[0]);
    do_act(403, &next, "leave", table.token[0]);
    shown = get(200, "/api/tables/%s", next.id);
    assert_string_equal(text_of(json_object_get(shown, "result"), "reason"), "abandoned");
    assert_int_equal(number_of(json_object_get(shown, "result"), "winner"), 0);
    json_decref(shown);
}

/* A field of one of the seats; NULL if it is absent.  `shown` keeps it alive. */
static const json_t *seat_field(const json_t *shown, size_t seat, const char *name)
{
    return json_object_get(json_array_get(json_object_get(shown, "seats"), seat), name);
}

/* Between two people: no hints before the end, presence by event streams, visible refusals. */
static void test_fair_play(void **state)
{
    (void)state;
    Table  table = two_players(NULL);
    Events events;
    begin_events(&events, &table, table.token[0], -1);
    json_t *refused = act(409, &table, "hint", table.token[0]);
    assert_string_equal(text_of(refused, "key"), "no-hints");
    json_decref(refused);
    play_move(200, &table, table.token[0], 0, "c+f");
    play_move(200, &table, table.token[1], 1, "a.");
    json_t *shown = get(200, "/api/tables/%s", table.id);
    assert_true(json_is_false(json_object_get(shown, "hints")));
    assert_true(json_is_true(seat_field(shown, 0, "here")));
    assert_null(seat_field(shown, 0, "away"));
    assert_true(json_is_false(seat_field(shown, 1, "here")));
    assert_true(json_integer_value(seat_field(shown, 1, "away")) >= 0);
    const json_t *claim = json_object_get(shown, "claim");
    assert_int_equal(number_of(claim, "seat"), 0);
    assert_true(number_of(claim, "in") > 9 * 60 * 1000);
    json_decref(shown);
    refused = act(409, &table, "claim", table.token[0]);
    assert_string_equal(text_of(refused, "key"), "claim-early");
    json_decref(refused);
    do_act(409, &table, "claim", table.token[1]);

    do_act(200, &table, "draw", table.token[0]);
    do_act(200, &table, "decline", table.token[1]);
    shown = get(200, "/api/tables/%s", table.id);
    assert_string_equal(text_of(json_object_get(shown, "declined"), "what"), "draw");
    assert_int_equal(number_of(json_object_get(shown, "declined"), "by"), 1);
    json_decref(shown);
    do_act(200, &table, "resign", table.token[0]);
    shown = get(200, "/api/tables/%s", table.id);
    assert_true(json_is_true(json_object_get(shown, "hints")));
    assert_true(json_is_null(json_object_get(shown, "declined")));
    json_decref(shown);
    events_end(&events);

    json_t *made = post(200, "/api/tables",
                        json_pack("{sssosb}", "setup", "toy", "seats", seats_of("ho"), "hints", 1));
    shown = get(200, "/api/tables/%s", text_of(made, "table"));
    assert_true(json_is_true(json_object_get(shown, "casual")));
    assert_true(json_is_true(json_object_get(shown, "hints")));
    json_decref(shown);
    json_decref(made);
}

static void test_one_player_with_both_seats(void **state)
{
    (void)state;
    Table table = new_table("toy", "hh", NULL);
    play_move(200, &table, table.token[0], 0, "c+f");
    do_act(200, &table, "take-back", table.token[0]);
    assert_int_equal(offer(&table, "turn"), 0);
    json_t *hint = act(200, &table, "hint", table.token[0]);
    assert_true(json_array_size(json_object_get(hint, "steps")) > 0);
    char target[128];
    snprintf(target, sizeof target, "/api/tables/%s/turn", table.id);
    json_decref(post(200, target,
                     json_pack("{sssisO}", "token", table.token[0], "turn", 0, "steps",
                               json_object_get(hint, "steps"))));
    json_decref(hint);
    do_act(200, &table, "draw", table.token[1]);
    assert_true(offer(&table, "result") >= 0);
}

/* Submit the steps of a move with an announcement, NULL for none.  Return the reply as text. */
static char *announce(int code, const Table *table, int turn, const char *step,
                      const char *announcement)
{
    char    target[128];
    json_t *body =
        json_pack("{sssis[s]}", "token", table->token[turn % 2], "turn", turn, "steps", step);
    if (announcement != NULL)
        json_object_set_new(body, "announcement", json_string(announcement));
    snprintf(target, sizeof target, "/api/tables/%s/turn", table->id);
    json_t *answer = post(code, target, body);
    char   *text = json_dumps(answer, JSON_ENCODE_ANY);
    json_decref(answer);
    return text;
}

static void expect_announced(int code, const Table *table, const char *step,
                             const char *announcement, const char *part)
{
    char *text = announce(code, table, 0, step, announcement);
    if (strstr(text, part) == NULL)
        fail_msg("no '%s' in %s", part, text);
    free(text);
}

/* In a variant with announcements the player's own counts, whether a move comes as steps or in
 * notation; an engine makes the right one. */
static void test_announcements(void **state)
{
    (void)state;
    static const char SETUP[] = "duell:announce=required", ATTACK[] = "1885", QUIET[] = "1883";
    Table             table = new_table(SETUP, "hh", NULL);
    play_move(409, &table, table.token[0], 0, "F1-e6");
    play_move(409, &table, table.token[0], 0, "F1-e6++");
    expect_announced(409, &table, ATTACK, NULL, "this move attacks Black's king: announce DUELL");
    expect_announced(409, &table, ATTACK, "++", "so this is not DUELL-MATT");
    expect_announced(409, &table, QUIET, "+", "announce nothing");
    expect_announced(409, &table, ATTACK, "check", "is not an announcement here");
    assert_int_equal(offer(&table, "turn"), 0);
    free(announce(200, &table, 0, ATTACK, "+"));
    assert_int_equal(offer(&table, "turn"), 1);
    do_act(200, &table, "take-back", table.token[0]);
    play_move(200, &table, table.token[0], 0, "F1-e6+");

    Table  against = new_table(SETUP, "he", NULL);
    Events events;
    begin_events(&events, &against, against.token[0], -1);
    json_t *hint = act(200, &against, "hint", against.token[0]);
    play_move(200, &against, against.token[0], 0, text_of(hint, "words"));
    json_decref(hint);
    for (int turn = 0; turn < 2; turn++)
        json_decref(wait_event(&events, "turn").data);
    events_end(&events);
    assert_int_equal(offer(&against, "turn"), 2);
}

static void test_clock_runs_out(void **state)
{
    (void)state;
    Table  table = two_players(json_pack("{sisi}", "main", 700, "increment", 0));
    Events events;
    begin_events(&events, &table, NULL, -1);
    Event         event = wait_event(&events, "change");
    const json_t *result = json_object_get(event.data, "result");
    assert_string_equal(text_of(result, "reason"), "time");
    assert_int_equal(number_of(result, "winner"), 1);
    json_decref(event.data);
    events_end(&events);
    play_move(409, &table, table.token[0], 0, "c+f");
}

/* --- Events and crashes ------------------------------------------------------------------- */

static void test_streams_resume_after_reconnect(void **state)
{
    (void)state;
    Table  table = new_table("toy:16", "hh", NULL);
    Events events;
    begin_events(&events, &table, NULL, -1);
    Event event = wait_event(&events, "table");
    long  seen = event.id;
    json_decref(event.data);
    events_end(&events);
    play_move(200, &table, table.token[0], 0, "a.");
    play_move(200, &table, table.token[1], 1, "b.");
    begin_events(&events, &table, NULL, seen);
    for (long i = 1; i <= 2; i++) {
        event = wait_event(&events, "turn");
        assert_int_equal(event.id, seen + i);
        json_decref(event.data);
    }
    events_end(&events);
    begin_events(&events, &table, NULL, seen + 100); /* a version that does not exist yet */
    event = wait_event(&events, "table");
    assert_int_equal(event.id, seen + 2);
    json_decref(event.data);
    events_end(&events);
}

static void test_tables_survive_a_crash(void **state)
{
    (void)state;
    Table  table = two_players(json_pack("{sisi}", "main", 600000, "increment", 1000));
    Table  against = new_table("toy:16", "he", NULL);
    Events events;
    play_move(200, &table, table.token[0], 0, "c+f");
    do_act(200, &table, "draw", table.token[0]);
    begin_events(&events, &table, NULL, -1);
    Event event = wait_event(&events, "table");
    long  seen = event.id;
    json_decref(event.data);
    play_move(200, &against, against.token[0], 0, "a.");
    int end = server_end(&server, SIGKILL);
    assert_true(WIFSIGNALED(end));
    events_end(&events);
    server = server_start(tessera, folder);
    begin_events(&events, &table, table.token[1], seen);
    play_move(403, &table, "", 1, "a.");
    assert_int_equal(offer(&table, "draw"), 0);
    play_move(200, &table, table.token[1], 1, "a.");
    event = wait_event(&events, "turn");
    assert_int_equal(event.id, seen + 1);
    const json_t *seats = json_object_get(json_object_get(event.data, "table"), "seats");
    assert_true(number_of(json_array_get(seats, 0), "clock") > 500000);
    json_decref(event.data);
    events_end(&events);
    begin_events(&events, &against, against.token[0], -1); /* the engine also continues */
    event = wait_event(&events, "table");
    if (number_of(event.data, "turn") < 2 && !is_over(event.data)) {
        json_decref(event.data);
        event = wait_event(&events, "turn");
    }
    json_decref(event.data);
    events_end(&events);
}

static void test_second_server_is_rejected(void **state)
{
    (void)state;
    if (getenv("TESSERA_DATABASE") != NULL)
        skip(); /* servers share a database */
    pid_t other = fork();
    if (other == 0) {
        fclose(stderr);
        execl(tessera, tessera, "serve", "--listen", "127.0.0.1:0", "--data", folder, (char *)NULL);
        _exit(127);
    }
    int end;
    assert_int_equal(waitpid(other, &end, 0), other);
    assert_true(WIFEXITED(end) && WEXITSTATUS(end) == 1);
}

static void test_list_of_tables(void **state)
{
    (void)state;
    Table   older = new_table("toy", "hh", NULL), newer = new_table("toy", "hh", NULL);
    json_t *list = get(200, "/api/tables?limit=2");
    assert_int_equal(json_array_size(list), 2);
    assert_string_equal(text_of(json_array_get(list, 0), "id"), newer.id);
    json_decref(list);
    list = get(200, "/api/tables?before=%s&limit=1", newer.id);
    assert_string_equal(text_of(json_array_get(list, 0), "id"), older.id);
    json_decref(list);
    json_decref(get(400, "/api/tables?limit=100000"));
}

/* More tables than fit in memory: idle ones are evicted and loaded again from the database. */
static void test_evicted_tables_are_reloaded(void **state)
{
    (void)state;
    enum { MANY = 1010 };
    Table first = new_table("toy", "hh", NULL);
    play_move(200, &first, first.token[0], 0, "c+f");
    for (int i = 0; i < MANY; i++)
        new_table("toy", "hh", NULL);
    json_t *shown = get(200, "/api/tables/%s", first.id);
    assert_int_equal(number_of(shown, "turn"), 1);
    json_decref(shown);
    play_move(403, &first, "", 1, "a.");
    play_move(200, &first, first.token[1], 1, "a.");
}

/* --- Attacks ------------------------------------------------------------------------------ */

static void expect_codes(const char *name, Answer answer, int one, int other)
{
    if (answer.code != one && answer.code != other)
        fail_msg("%s: %d", name, answer.code);
    answer_free(&answer);
}

static void test_path_traversal(void **state)
{
    (void)state;
    static const char *const PATHS[] = { "/../etc/passwd",
                                         "/%2e%2e/%2e%2e/etc/passwd",
                                         "/api/tables/../../etc/passwd",
                                         "/api/tables/%2e%2e%2f",
                                         "/api/../health%00.svg",
                                         "/board/..%2f..%2fetc%2fpasswd.svg",
                                         "//etc/passwd",
                                         "/api/tables/0123456789abcdef/../events" };
    for (size_t i = 0; i < sizeof PATHS / sizeof PATHS[0]; i++)
        expect_codes(PATHS[i], ask(server.port, PATHS[i], NULL), 404, 400);
}

static void test_oversized_body(void **state)
{
    (void)state;
    static const char HEAD[] = "POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                               "application/json\r\nContent-Length: 99999999\r\n\r\n";
    size_t            size = 1 << 20;
    char             *bytes = malloc(size);
    assert_non_null(bytes);
    memset(bytes, 'x', size);
    memcpy(bytes, HEAD, strlen(HEAD));
    expect_codes("a long body", ask_raw(server.port, from_number(1), bytes, size), 413, 0);
    free(bytes);
}

static void test_forged_origin_and_host(void **state)
{
    (void)state;
    static const char *const HEADS[] = {
        "Content-Type: application/json\r\nOrigin: http://evil.example\r\n",
        "Content-Type: application/json\r\nSec-Fetch-Site: cross-site\r\n",
        "Content-Type: application/json\r\nSec-Fetch-Site: same-site\r\n"
    };
    for (size_t i = 0; i < sizeof HEADS / sizeof HEADS[0]; i++)
        expect_codes(HEADS[i], ask_with(server.port, from_number(2), "/api/tables", "{}", HEADS[i]),
                     403, 403);
    static const char HOST[] =
        "GET /api/tables HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    expect_codes("host", ask_raw(server.port, from_number(2), HOST, strlen(HOST)), 403, 403);
}

static void test_deep_json_and_duplicate_keys(void **state)
{
    (void)state;
    char deep[4096];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    expect_codes("deep", ask(server.port, "/api/tables", deep), 400, 400);
    expect_codes("double", ask(server.port, "/api/tables", "{\"setup\":\"toy\",\"setup\":\"toy\"}"),
                 400, 400);
}

static void test_request_flood(void **state)
{
    (void)state;
    int limited = 0;
    for (int i = 0; i < 400 && limited == 0; i++) {
        Answer answer = ask_with(server.port, from_number(50000), "/health", NULL, NULL);
        limited += answer.code == 429;
        answer_free(&answer);
    }
    assert_int_equal(limited, 1);
    expect_codes("another address", ask(server.port, "/health", NULL), 200, 200);
}

static void test_stream_flood(void **state)
{
    (void)state;
    enum { TRIES = 40 };
    Table  table = new_table("toy", "hh", NULL);
    Events events[TRIES];
    int    open = 0, code = 200;
    char   target[128];
    snprintf(target, sizeof target, "/api/tables/%s/events", table.id);
    while (open < TRIES &&
           events_begin(&events[open], server.port, from_number(50001), target, -1, &code))
        open++;
    assert_int_equal(open, 32);
    assert_int_equal(code, 429);
    Events other;
    begin_events(&other, &table, NULL, -1); /* another address still gets in */
    for (int i = 0; i < open; i++)
        events_end(&events[i]);
    play_move(200, &table, table.token[0], 0, "c+f");
    json_decref(wait_event(&other, "turn").data);
    events_end(&other);
}

/* True if the server closes this connection within `ms`. */
static bool is_cut(int connection, int ms)
{
    struct pollfd wait = { .fd = connection, .events = POLLIN };
    char          byte;
    return poll(&wait, 1, ms) > 0 && recv(connection, &byte, 1, MSG_DONTWAIT) <= 0;
}

/* Incomplete headers do not block other clients, and are disconnected in the end. */
static void test_slow_headers_are_cut(void **state)
{
    (void)state;
    enum { SLOW = 50 };
    int slow[SLOW];
    for (int i = 0; i < SLOW; i++) {
        slow[i] = connect_from(server.port, from_number(50002));
        assert_true(slow[i] >= 0 && send(slow[i], "GET / HT", 8, MSG_NOSIGNAL) == 8);
    }
    expect_codes("meanwhile", ask(server.port, "/health", NULL), 200, 200);
    for (int i = 0; i < SLOW; i++) {
        assert_true(is_cut(slow[i], WAIT_MS));
        close(slow[i]);
    }
}

/* Excess connections of one address are closed at once. */
static void test_connection_flood(void **state)
{
    (void)state;
    enum { FLOOD = 100, ALLOWED = 64 };
    int flood[FLOOD], cut = 0;
    for (int i = 0; i < FLOOD; i++) {
        flood[i] = connect_from(server.port, from_number(50004));
        assert_true(flood[i] >= 0);
    }
    expect_codes("meanwhile", ask(server.port, "/health", NULL), 200, 200);
    for (int tries = 0; cut < FLOOD - ALLOWED && tries < WAIT_MS / 50; tries++) {
        usleep(50000);
        cut = 0;
        for (int i = 0; i < FLOOD; i++)
            cut += is_cut(flood[i], 0);
    }
    assert_int_equal(cut, FLOOD - ALLOWED); /* the others stay until they time out */
    for (int i = 0; i < FLOOD; i++)
        close(flood[i]);
}

/* A client that never reads does not block the table, and is disconnected in the end. */
static void test_slow_reader_is_cut(void **state)
{
    (void)state;
    enum { OFFERS_MAX = 2000, LOOK_EVERY = 20 };
    Table  table = two_players_at("diavolo:30", NULL);
    Events slow, quick;
    int    code, small = 4096, offers_made = 0;
    char   target[128];
    snprintf(target, sizeof target, "/api/tables/%s/events", table.id);
    assert_true(events_begin(&slow, server.port, from_number(50003), target, -1, &code));
    setsockopt(slow.socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    begin_events(&quick, &table, NULL, -1);
    for (;; offers_made++) {
        if (offers_made % LOOK_EVERY == 0) {
            json_t *shown = get(200, "/api/tables/%s", table.id);
            long    watchers = number_of(shown, "spectators");
            json_decref(shown);
            if (watchers == 1)
                break;
        }
        assert_true(offers_made < OFFERS_MAX);
        do_act(200, &table, "draw", table.token[0]);
        json_decref(wait_event(&quick, "change").data);
        do_act(200, &table, "decline", table.token[1]);
        json_decref(wait_event(&quick, "change").data);
    }
    assert_true(offers_made > 0);
    events_end(&slow);
    events_end(&quick);
}

/* Play a move against an engine of this strength and wait for an event `thinking`. */
static void wait_for_thinking(Events *events, Table *table, const char *strength, int value)
{
    json_t *wanted = json_pack("{sss[{ss}{sssi}]}", "setup", "gipf", "seats", "kind", "human",
                               "kind", "engine", strength, value);
    json_t *made = post(200, "/api/tables", wanted);
    snprintf(table->id, sizeof table->id, "%s", text_of(made, "table"));
    snprintf(table->token[0], sizeof table->token[0], "%s",
             json_string_value(json_array_get(json_object_get(made, "tokens"), 0)));
    json_decref(made);
    begin_events(events, table, table->token[0], -1);
    unsigned seed = 3;
    Event    event = wait_event(events, "table");
    play_any(table, table->token[0], event.data, &seed);
    json_decref(event.data);
    event = wait_event(events, "thinking");
    assert_int_equal(event.id, -1);
    assert_int_equal(number_of(event.data, "side"), 1);
    assert_true(text_of(event.data, "words")[0] != '\0');
    assert_true(json_is_number(json_object_get(event.data, "chance")));
    json_decref(event.data);
}

static void test_thinking_events(void **state)
{
    (void)state;
    Table  table = { 0 };
    Events events;
    wait_for_thinking(&events, &table, "time", 20000);
    do_act(200, &table, "take-back", table.token[0]);
    Event event = wait_event(&events, "change");
    assert_int_equal(number_of(event.data, "turn"), 0);
    json_decref(event.data);
    do_act(200, &table, "leave", table.token[0]);
    events_end(&events);
    /* A very short search reports only its final result. */
    wait_for_thinking(&events, &table, "level", 1);
    do_act(200, &table, "leave", table.token[0]);
    events_end(&events);
}

/* --- Tablebases --------------------------------------------------------------------------- */

static void build_table(const char *solved)
{
    int   end;
    pid_t builder = fork();
    if (builder == 0) {
        if (freopen("/dev/null", "w", stdout) == NULL)
            _exit(126);
        execl(tessera, tessera, "tablebase", "build", "toy", "--folder", solved, "--quiet",
              (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(builder, &end, 0), builder);
    assert_true(WIFEXITED(end) && WEXITSTATUS(end) == 0);
}

/* `winner` -1: a draw. */
static void assert_known(const json_t *score, int winner, int turns)
{
    const json_t *known = json_object_get(score, "known");
    assert_true(json_is_object(known));
    if (winner < 0) {
        assert_true(json_is_null(json_object_get(known, "winner")));
        assert_null(json_object_get(known, "turns"));
        return;
    }
    assert_int_equal(number_of(known, "winner"), winner);
    assert_int_equal(number_of(known, "turns"), turns);
    assert_int_equal(number_of(score, "win"), number_of(score, "side") == winner ? turns : -turns);
}

static json_t *hint_score(const Table *table, int side)
{
    json_t *hint = act(200, table, "hint", table->token[side]);
    json_t *score = json_incref(json_object_get(hint, "score"));
    json_decref(hint);
    return score;
}

/* A game in the tablebase: hints, thinking events and the analysis contain the result. */
static void play_known_game(void)
{
    static const struct {
        const char *turn;
        int         winner, turns; /* after it; winner -1: a draw */
    } TURNS[] = { { "c+d", -1, 0 }, { "a.", 0, 1 }, { "e.", 0, 2 }, { "f+g", 0, 1 } };
    enum { COUNT = sizeof TURNS / sizeof TURNS[0] };
    Table table = new_table("toy", "hh", NULL);
    for (int i = 0; i < COUNT; i++) {
        play_move(200, &table, table.token[i % 2], i, TURNS[i].turn);
        json_t *score = hint_score(&table, (i + 1) % 2);
        assert_int_equal(number_of(score, "side"), (i + 1) % 2);
        assert_known(score, TURNS[i].winner, TURNS[i].turns);
        json_decref(score);
    }
    do_act(200, &table, "resign", table.token[0]);
    json_t *scores = get(200, "/api/tables/%s/analysis", table.id);
    assert_int_equal(json_array_size(scores), COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_known(json_array_get(scores, (size_t)i), TURNS[i].winner, TURNS[i].turns);
    json_decref(scores);
}

static void test_tablebase_results(void **state)
{
    (void)state;
    char    path[128], solved[64];
    Table   table = new_table("toy", "hh", NULL);
    json_t *score = hint_score(&table, 0); /* no tablebase, and no error */
    assert_null(json_object_get(score, "known"));
    json_decref(score);

    folder_make(solved, sizeof solved);
    build_table(solved);
    server_end(&server, SIGTERM);
    server = server_start_with(tessera, folder, solved);
    play_known_game();
    /* A level plays without the tablebase, but its thinking events contain the result. */
    table = new_table("toy", "he", NULL);
    Events events;
    begin_events(&events, &table, table.token[0], -1);
    play_move(200, &table, table.token[0], 0, "c+d");
    Event event = wait_event(&events, "thinking");
    assert_known(event.data, -1, 0);
    json_decref(event.data);
    events_end(&events);
    server_end(&server, SIGTERM);
    server = server_start(tessera, folder);

    snprintf(path, sizeof path, "%s/toy-8.table", solved);
    assert_int_equal(unlink(path), 0);
    folder_remove(solved);
}

int main(int count, char **args)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_against_engines),
        cmocka_unit_test(test_records_can_be_imported),
        cmocka_unit_test(test_studies),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_reviews),
        cmocka_unit_test(test_reviews_are_bounded),
        cmocka_unit_test(test_shared_studies),
        cmocka_unit_test(test_invitations_and_tokens),
        cmocka_unit_test(test_offers_rematch_and_leave),
        cmocka_unit_test(test_fair_play),
        cmocka_unit_test(test_one_player_with_both_seats),
        cmocka_unit_test(test_announcements),
        cmocka_unit_test(test_clock_runs_out),
        cmocka_unit_test(test_streams_resume_after_reconnect),
        cmocka_unit_test(test_tables_survive_a_crash),
        cmocka_unit_test(test_second_server_is_rejected),
        cmocka_unit_test(test_list_of_tables),
        cmocka_unit_test(test_evicted_tables_are_reloaded),
        cmocka_unit_test(test_path_traversal),
        cmocka_unit_test(test_oversized_body),
        cmocka_unit_test(test_forged_origin_and_host),
        cmocka_unit_test(test_deep_json_and_duplicate_keys),
        cmocka_unit_test(test_request_flood),
        cmocka_unit_test(test_stream_flood),
        cmocka_unit_test(test_connection_flood),
        cmocka_unit_test(test_slow_headers_are_cut),
        cmocka_unit_test(test_slow_reader_is_cut),
        cmocka_unit_test(test_thinking_events),
        cmocka_unit_test(test_tablebase_results),
    };
    if (count != 2 && count != 3) {
        fprintf(stderr, "usage: web TESSERA [PATTERN]\n");
        return 2;
    }
    tessera = args[1];
    if (count == 3)
        cmocka_set_test_filter(args[2]);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
