/* SPDX-License-Identifier: MIT */
/* test_arena.c - parts of the arena: bot messages and queries, contest database, referee, run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
#include <cmocka.h>

#include "arena/bot_query.h"
#include "arena/bot_message.h"
#include "arena/referee.h"
#include "arena/ledger.h"
#include "arena/run.h"
#include "arena/bot_connection.h"
#include "base/clock.h"
#include "games/list.h"

/* --- Bot messages and queries ------------------------------------------------------------- */

static const struct MessageCase {
    const char    *line;
    BotMessageKind kind;
} MESSAGES[] = {
    { "{\"ready\":true}", BOT_MESSAGE_READY },
    { "{\"ready\":false}", BOT_MESSAGE_INVALID },
    { "{\"turn\":\"a.\"}", BOT_MESSAGE_TURN },
    { "  {\"turn\" : \"a.\", \"more\": [1,2]}  ", BOT_MESSAGE_TURN },
    { "{\"turn\":1}", BOT_MESSAGE_INVALID },
    { "{\"turn\":\"a\\u0000b\"}", BOT_MESSAGE_INVALID },
    { "{\"turn\":\"a\",\"turn\":\"b\"}", BOT_MESSAGE_INVALID },
    { "{\"ask\":\"turns\"}", BOT_QUERY_TURNS },
    { "{\"ask\":\"turns\",\"max\":\"many\"}", BOT_MESSAGE_INVALID },
    { "{\"ask\":\"look\",\"after\":\"a. b.\"}", BOT_QUERY_LOOK },
    { "{\"ask\":\"look\",\"after\":7}", BOT_MESSAGE_INVALID },
    { "{\"ask\":\"weather\"}", BOT_MESSAGE_INVALID },
    { "hello", BOT_MESSAGE_INVALID },
    { "", BOT_MESSAGE_INVALID },
    { "[]", BOT_MESSAGE_INVALID },
    { "{\"turn\":\"a.\"", BOT_MESSAGE_INVALID },
    { "{\"turn\":\"a.\"}{\"turn\":\"a.\"}", BOT_MESSAGE_INVALID },
};

static void test_messages(void **state)
{
    (void)state;
    BotMessage *message = malloc(sizeof *message);
    assert_non_null(message);
    for (size_t i = 0; i < sizeof MESSAGES / sizeof MESSAGES[0]; i++) {
        bot_message_read(MESSAGES[i].line, strlen(MESSAGES[i].line), message);
        if (message->kind != MESSAGES[i].kind)
            fail_msg("%s is read as %d", MESSAGES[i].line, (int)message->kind);
    }
    static const char QUERY[] =
        "{\"ask\":\"turns\",\"after\":\"a. b.\",\"max\":99999,\"values\":true}";
    bot_message_read(QUERY, strlen(QUERY), message);
    assert_int_equal(message->max, BOT_TURNS_MAX);
    assert_true(message->values);
    assert_string_equal(message->after, "a. b.");
    free(message);
}

static void begin(Line *line, const char *game)
{
    Setup setup;
    Fault fault;
    assert_int_equal(games_setup(game, &setup, &fault), STATUS_OK);
    assert_int_equal(line_init(line, &setup, NULL), STATUS_OK);
}

static bool count_turn(void *context, const Turn *turn, const Pos *after)
{
    (void)turn;
    (void)after;
    ++*(int *)context;
    return true;
}

/* Count the moves and values that a reply lists. */
static void count_answer(const char *text, int *turns, int *values)
{
    *turns = *values = 0;
    const char *list = strstr(text, "\"turns\":["), *end = list == NULL ? NULL : strchr(list, ']');
    assert_non_null(end);
    for (const char *at = list + 9; at < end; at++)
        *turns += *at == '"';
    *turns /= 2;
    list = strstr(text, "\"values\":[");
    if (list == NULL)
        return;
    end = strchr(list, ']');
    *values = end > list + 10;
    for (const char *at = list; at < end; at++)
        *values += *at == ',';
}

/* In every game a reply lists all moves, or a sample of `max` moves if there are more. */
static void test_query_turns(void **state)
{
    (void)state;
    static const char *const NAMES[] = { "toy", "gipf", "ponte", "diavolo", "alliances", "duell" };
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        Line   line;
        Buffer out, again;
        int    all = 0, turns, values;
        char   wanted[64];
        begin(&line, NAMES[i]);
        turn_each(line.setup.game, line_now(&line), count_turn, &all);
        for (int max = 1; max <= BOT_TURNS_MAX; max = max == 1 ? 7 : BOT_TURNS_MAX + (max > 7)) {
            buffer_init(&out, 16 << 20);
            buffer_init(&again, 16 << 20);
            bot_query_turns(&line, "", max, true, &out);
            bot_query_turns(&line, "", max, true, &again);
            assert_string_equal(out.data, again.data);
            count_answer(out.data, &turns, &values);
            assert_int_equal(turns, all < max ? all : max);
            assert_int_equal(values, turns);
            snprintf(wanted, sizeof wanted, "{\"do\":\"turns\",\"count\":%d,", all);
            assert_memory_equal(out.data, wanted, strlen(wanted));
            buffer_free(&out);
            buffer_free(&again);
        }
        line_free(&line);
    }
}

static void query_look(const Line *line, const char *after, const char *wanted)
{
    Buffer out;
    buffer_init(&out, 65536);
    bot_query_look(line, after, &out);
    if (strstr(out.data, wanted) == NULL)
        fail_msg("'%s' gives %s, expected %s", after, out.data, wanted);
    buffer_free(&out);
}

static void test_query_look(void **state)
{
    (void)state;
    Line line;
    begin(&line, "toy");
    query_look(&line, "",
               "\"position\":\"........ x\",\"side\":\"white\",\"turn\":1,\"over\":false");
    query_look(&line, "a+b  c.",
               "\"position\":\"xxo..... x\",\"side\":\"white\",\"turn\":3,\"over\":false");
    query_look(&line, "a+a", "{\"do\":\"error\",\"why\":\"");
    query_look(&line, "a+b c+d e+f g+h", "\"over\":true");
    query_look(&line, "a+b c+d e+f g+h a.", "the game is already over before");
    line_free(&line);
}

/* Return the value of one move in a reply that lists all moves. */
static int value_of(const char *text, const char *turn)
{
    const char *at = strstr(text, "\"turns\":["), *values = strstr(text, "\"values\":[");
    char        quoted[32];
    int         index = 0;
    snprintf(quoted, sizeof quoted, "\"%s\"", turn);
    const char *found = strstr(text, quoted);
    assert_non_null(found);
    for (at += 9; at < found; at++)
        index += *at == ',';
    for (values += 10; index > 0; values++)
        index -= *values == ',';
    return atoi(values);
}

static void test_values_are_for_the_mover(void **state)
{
    (void)state;
    Line   line;
    Buffer out;
    begin(&line, "toy");
    buffer_init(&out, 65536);
    bot_query_turns(&line, "a+b g.", 1000, true, &out);
    assert_int_equal(value_of(out.data, "c+d"), BOT_QUERY_VALUE_WON); /* a row of four (T4) */
    assert_true(value_of(out.data, "c+h") > value_of(out.data, "h."));
    buffer_free(&out);
    line_free(&line);
    begin(&line, "toy:5"); /* a full board, 3-2 for the side that does not move (T5) */
    buffer_init(&out, 65536);
    bot_query_turns(&line, "a+c b. d.", 1000, true, &out);
    assert_int_equal(value_of(out.data, "e."), -BOT_QUERY_VALUE_WON);
    buffer_free(&out);
    line_free(&line);
}

/* --- The contest database ----------------------------------------------------------------- */

static bool take_game(void *context, const LedgerGame *game)
{
    LedgerGame *out = context;
    assert_string_equal(game->record, "the record");
    assert_string_equal(game->last_err, "words");
    *out = *game;
    return true;
}

static void test_ledger(void **state)
{
    (void)state;
    char        folder[] = "/tmp/test_arena.XXXXXX", command[64];
    Fault       fault;
    LedgerBots  bots;
    PairingList drawn = { 0 }, read = { 0 };
    Buffer      value;
    int64_t     count;
    assert_non_null(mkdtemp(folder));
    assert_null(ledger_open(folder, LEDGER_READ, &fault));
    assert_int_equal(fault.status, STATUS_NOT_FOUND);
    assert_int_equal(ledger_runner(folder), 0);
    Ledger *ledger = ledger_open(folder, LEDGER_RUN, &fault);
    assert_non_null(ledger);

    LedgerBot a = { .name = "a", .kind = "c", .mark = "1", .present = true };
    LedgerBot b = { .name = "b", .kind = "c", .mark = "2", .present = true, .failure = "no" };
    assert_int_equal(ledger_add_bot(ledger, &a), STATUS_OK);
    assert_int_equal(ledger_add_bot(ledger, &b), STATUS_OK);
    assert_int_equal(a.id, 0);
    assert_int_equal(b.id, 1);
    b.present = false;
    assert_int_equal(ledger_set_bot(ledger, &b), STATUS_OK);
    assert_int_equal(ledger_bots(ledger, &bots), STATUS_OK);
    assert_int_equal(bots.count, 2);
    assert_false(bots.at[1].present);
    assert_string_equal(bots.at[1].failure, "no");
    ledger_bots_free(&bots);

    pairings_add(&drawn, (Pairing){ 0, 1, 0 });
    pairings_add(&drawn, (Pairing){ 0, 0, SCHEDULE_NONE });
    assert_int_equal(ledger_add_round(ledger, &drawn), STATUS_OK);
    assert_int_not_equal(ledger_add_round(ledger, &drawn), STATUS_OK); /* a round is drawn once */
    assert_int_equal(ledger_pairings(ledger, &read), STATUS_OK);
    assert_int_equal(read.count, 2);
    assert_int_equal(read.at[1].b, SCHEDULE_NONE);
    pairings_free(&drawn);
    pairings_free(&read);

    LedgerGame game = { .pairing = { 0, 1, 0 },
                        .number = 1,
                        .side = { { .bot = 0, .turns = 3, .slowest_ms = 9, .cpu_ms = -1 },
                                  { .bot = 1, .memory_kb = 77 } },
                        .half_points = 2,
                        .termination = TERMINATION_MEMORY,
                        .code = "code",
                        .why = "why",
                        .turns = 12,
                        .last_err = "words",
                        .record = "the record" };
    assert_int_equal(ledger_add_game(ledger, &game, &fault), STATUS_OK);
    assert_int_equal(ledger_add_game(ledger, &game, &fault),
                     STATUS_ILLEGAL); /* a game counts once */
    game.number = 2;
    assert_int_equal(ledger_add_game(ledger, &game, &fault), STATUS_OK);
    assert_int_equal(ledger_count(ledger, &count), STATUS_OK);
    assert_int_equal(count, 2);
    LedgerGame back = { 0 };
    assert_int_equal(ledger_one(ledger, 1, take_game, &back), STATUS_OK);
    assert_int_equal(back.termination, TERMINATION_MEMORY);
    assert_int_equal(back.side[0].slowest_ms, 9);
    assert_int_equal(back.side[0].cpu_ms, -1);
    assert_int_equal(back.side[1].memory_kb, 77);
    assert_string_equal(back.code, "code");
    assert_int_equal(ledger_one(ledger, 3, take_game, &back), STATUS_NOT_FOUND);

    buffer_init(&value, 100);
    assert_int_equal(ledger_get(ledger, "key", &value), STATUS_NOT_FOUND);
    assert_int_equal(ledger_set(ledger, "key", "old"), STATUS_OK);
    assert_int_equal(ledger_set(ledger, "key", "new"), STATUS_OK);
    assert_int_equal(ledger_get(ledger, "key", &value), STATUS_OK);
    assert_string_equal(value.data, "new");
    buffer_free(&value);

    /* Another process sees the runner's pid and can read, but cannot run the contest. */
    pid_t child = fork();
    if (child == 0) {
        Fault   why;
        Ledger *reader = ledger_open(folder, LEDGER_READ, &why);
        bool    fine = reader != NULL && ledger_count(reader, &count) == STATUS_OK && count == 2 &&
                    ledger_runner(folder) == getppid() &&
                    ledger_open(folder, LEDGER_RUN, &why) == NULL && why.status == STATUS_ILLEGAL;
        _exit(fine ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ledger_close(ledger);
    assert_int_equal(ledger_runner(folder), 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* --- Time --------------------------------------------------------------------------------- */

/* A bot that sends a thousand queries at once must not get a thousand replies after its
 * deadline. */
static void test_deadline_applies_to_buffered_lines(void **state)
{
    (void)state;
    static const char LINES[] = "one\ntwo\nthree\n";
    BuiltBot          bot = { .program = "/usr/bin/cat", .runtime = JAIL_RUNTIME_BINARY };
    ContestantRules   rules = { .limits = { .output_kb = 64, .threads = -1 }, .unsafe = true };
    BotConnection    *connection = calloc(1, sizeof *connection);
    PlayerAnswer      answer = { 0 };
    Fault             fault;
    const char       *line;
    size_t            length;
    assert_non_null(connection);
    connection->contestant.bot = &bot;
    connection->contestant.rules = &rules;
    atomic_init(&connection->stopped, false);
    assert_int_equal(bot_connection_start(connection, &fault), STATUS_OK);
    bot_connection_begin(connection);
    int64_t until = clock_wall_ms() + 60000;
    assert_true(bot_connection_send(connection, LINES, sizeof LINES - 1, until, &answer));
    assert_true(bot_connection_receive(connection, until, &line, &length, &answer));
    assert_string_equal(line, "one");
    /* Long ago: time that the bot waited for a CPU does not count. */
    assert_false(
        bot_connection_receive(connection, clock_wall_ms() - 60000, &line, &length, &answer));
    assert_int_equal(connection->contestant.failure.termination, TERMINATION_TIME);
    assert_null(connection->jailed);
    free(connection);
}

/* --- The referee -------------------------------------------------------------------------- */

static BuiltBot builtin(const char *name, const char *player)
{
    BuiltBot made = { .spec = { .kind = BOT_BUILTIN } };
    snprintf(made.spec.name, sizeof made.spec.name, "%s", name);
    snprintf(made.spec.player, sizeof made.spec.player, "%s", player);
    return made;
}

/* Same seeds, same game.  Bots that cannot play forfeit; a stopped game has no loser. */
static void test_referee(void **state)
{
    (void)state;
    BuiltBot        bots[2] = { builtin("a", "random"), builtin("b", "greedy") };
    ContestantRules rules = { .limits = { .turn_ms = 1000, .start_ms = 1000 } };
    Setup           setup;
    Fault           fault;
    assert_int_equal(games_setup("toy", &setup, &fault), STATUS_OK);
    RefereeGame   game = { .setup = setup,
                           .start = { .opening = { .seed = 4, .turns = 2 } },
                           .bot = { &bots[0], &bots[1] },
                           .rules = &rules,
                           .seed = { 1, 2 },
                           .tags = { { "Contest", "test" } } };
    RefereeReport first, second;
    assert_int_equal(referee_play(&game, &first, &fault), STATUS_OK);
    assert_int_equal(referee_play(&game, &second, &fault), STATUS_OK);
    assert_string_equal(first.record.data, second.record.data);
    assert_int_equal(first.termination, TERMINATION_RULES);
    assert_false(first.stopped);
    assert_int_equal(first.side[0].turns + first.side[1].turns + 2, first.turns);
    Record record;
    assert_int_equal(
        record_read(games_find, first.record.data, first.record.length, &record, &fault),
        STATUS_OK);
    assert_int_equal(line_turns(&record.line), first.turns);
    assert_string_equal(record_tag(&record, "Contest"), "test");
    record_free(&record);
    referee_report_free(&first);
    referee_report_free(&second);

    /* A bot that could not be built forfeits. */
    snprintf(bots[0].failure, sizeof bots[0].failure, "the bot does not compile");
    snprintf(bots[0].failure_code, sizeof bots[0].failure_code, "compile");
    assert_int_equal(referee_play(&game, &first, &fault), STATUS_OK);
    assert_int_equal(first.termination, TERMINATION_CRASH);
    assert_int_equal(first.loser, 0);
    assert_int_equal(first.half_points, 0);
    assert_string_equal(first.failure.code, "compile");
    assert_true(first.board.length > 0);
    referee_report_free(&first);

    atomic_bool stop = true;
    bots[0].failure[0] = '\0';
    rules.stop = &stop;
    assert_int_equal(referee_play(&game, &first, &fault), STATUS_OK);
    assert_true(first.stopped);
    referee_report_free(&first);

    /* If the run stops while a bot is starting, no bot forfeits. */
    bots[0] = (BuiltBot){ .spec = { .name = "a", .kind = BOT_JSON },
                          .program = "/bin/cat",
                          .runtime = JAIL_RUNTIME_BINARY };
    rules.limits.output_kb = 64;
    rules.unsafe = true;
    assert_int_equal(referee_play(&game, &first, &fault), STATUS_OK);
    assert_true(first.stopped);
    assert_int_equal(first.loser, SIDE_NONE);
    referee_report_free(&first);
}

/* --- A run -------------------------------------------------------------------------------- */

typedef struct Watched {
    int games, stop_at;
} Watched;

static void see_game(void *context, const RunProgress *progress, const LedgerGame *game,
                     const char *first, const char *second)
{
    Watched *watched = context;
    watched->games++;
    assert_int_equal(progress->fresh, watched->games);
    assert_int_equal(game->termination, TERMINATION_RULES);
    assert_string_not_equal(first, second);
}

static int see_stop(void *context)
{
    Watched *watched = context;
    return watched->stop_at > 0 && watched->games >= watched->stop_at;
}

static void write_contest(const char *folder)
{
    char path[256];
    snprintf(path, sizeof path, "%s/" CONTEST_FILE, folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("[contest]\ngame = \"toy\"\nformat = \"swiss\"\ngames = 8\nopenings = 1\nworkers = 4\n",
          file);
    for (int i = 0; i < 6; i++)
        fprintf(file, "[[bot]]\nname = \"r%d\"\nplayer = \"random,seed=%d\"\n", i, i);
    fclose(file);
}

/* Four workers; the run is stopped and resumed. */
static void test_run_resumes(void **state)
{
    (void)state;
    char        folder[] = "/tmp/test_run.XXXXXX", command[64];
    Watched     watched = { .stop_at = 20 };
    RunListener listener = { .context = &watched, .game = see_game, .stop = see_stop };
    RunProgress progress;
    RunEnd      end;
    Fault       fault;
    assert_non_null(mkdtemp(folder));
    write_contest(folder);
    RunConfig config = { .folder = folder };
    assert_int_equal(run_contest(&config, &listener, &end, &progress, &fault), STATUS_OK);
    assert_true(progress.done >= 1 && progress.done <= progress.total);
    watched = (Watched){ 0 };
    int64_t before = progress.done;
    assert_int_equal(run_contest(&config, &listener, &end, &progress, &fault), STATUS_OK);
    assert_int_equal(end, RUN_OVER);
    assert_int_equal(progress.total, 5 * 3 * 8);
    assert_int_equal(progress.done, progress.total);
    assert_int_equal(progress.fresh, progress.done - before);
    assert_int_equal(ledger_runner(folder), 0);
    assert_int_equal(run_request_stop(folder, &fault), STATUS_NOT_FOUND);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_query_turns),
        cmocka_unit_test(test_query_look),
        cmocka_unit_test(test_values_are_for_the_mover),
        cmocka_unit_test(test_ledger),
        cmocka_unit_test(test_deadline_applies_to_buffered_lines),
        cmocka_unit_test(test_referee),
        cmocka_unit_test(test_run_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
