/* SPDX-License-Identifier: MIT */
/* test_contest_task.c - games of contests as texts, their results, submissions as bytes, and copies of
 * the contest database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "arena/contest_player.h"
#include "arena/contest_task.h"
#include "arena/ledger.h"
#include "arena/submission.h"
#include "arena/submission_pack.h"
#include "games/list.h"

#define HASH "5f0c5f0c5f0c5f0c5f0c5f0c5f0c5f0c5f0c5f0c5f0c5f0c5f0c5f0c5f0c5f0c"

static void make_folder(char path[32])
{
    strcpy(path, "/tmp/test_task.XXXXXX");
    assert_non_null(mkdtemp(path));
}

static void write_to(const char *folder, const char *name, const char *text, mode_t mode)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    chmod(path, mode);
}

/* --- Submissions ------------------------------------------------------------------------------ */

static void test_a_submission_survives_its_bytes(void **state)
{
    (void)state;
    char   from[32], to[32], path[256];
    Buffer bytes, again;
    Fault  fault;
    make_folder(from);
    make_folder(to);
    snprintf(path, sizeof path, "%s/bot", from);
    mkdir(path, 0755);
    snprintf(path, sizeof path, "%s/bot/lib", from);
    mkdir(path, 0755);
    write_to(from, "bot/main.py", "one\ntwo", 0644);
    write_to(from, "bot/run", "#!/bin/sh\n", 0755);
    write_to(from, "bot/lib/empty", "", 0644);
    buffer_init(&bytes, SUBMISSION_PACK_MAX);
    buffer_init(&again, SUBMISSION_PACK_MAX);
    snprintf(path, sizeof path, "%s/bot", from);
    assert_int_equal(submission_pack(path, &bytes, &fault), STATUS_OK);
    assert_string_equal(bytes.data,
                        "tessera submission 1\nd 0 bot\nd 0 bot/lib\nf 0 bot/lib/empty\n"
                        "\nf 7 bot/main.py\none\ntwo\nx 10 bot/run\n#!/bin/sh\n\n");
    assert_int_equal(submission_unpack(bytes.data, bytes.length, to, &fault), STATUS_OK);
    snprintf(path, sizeof path, "%s/bot", to);
    assert_int_equal(submission_pack(path, &again, &fault), STATUS_OK);
    assert_string_equal(bytes.data, again.data);
    buffer_free(&bytes);
    buffer_free(&again);
    submission_remove(from);
    submission_remove(to);
}

static void test_wrong_bytes_leave_nothing(void **state)
{
    (void)state;
#define HEADER "tessera submission 1\n"
    static const char *const WRONG[] = {
        "",
        "tessera submission 2\nf 1 a\nx\n",
        HEADER,
        HEADER "f 2 a\nx\n",
        HEADER "f 1 a\nxy",
        HEADER "f 99999999999 a\nx\n",
        HEADER "d 1 a\nx\n",
        HEADER "l 0 a\n\n",
        HEADER "f 1 ../a\nx\n",
        HEADER "f 1 /a\nx\n",
        HEADER "f 1 .\nx\n",
        HEADER "d 0 a\nf 1 a/../b\nx\n",
        HEADER "d 0 a\nf 1 a//b\nx\n",
        HEADER "d 0 a\nf 1 b\nx\n",
        HEADER "d 0 a\nf 1 ab/c\nx\n",
        HEADER "f 1 a\nx\nf 1 a\nx\n",
        HEADER "f 1 a\nx\nf 1 a/b\nx\n",
        HEADER "f 1 a/b\nx\n",
        HEADER "d 0 a\nd 0 a/1\nd 0 a/1/2\nd 0 a/1/2/3\nd 0 a/1/2/3/4\nd 0 a/1/2/3/4/5\nd 0 "
               "a/1/2/3/4/5/6\nd 0 a/1/2/3/4/5/6/7\nd 0 a/1/2/3/4/5/6/7/8\nd 0 "
               "a/1/2/3/4/5/6/7/8/9\nd 0 a/1/2/3/4/5/6/7/8/9/0\n",
    };
    char folder[32];
    make_folder(folder);
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        Fault fault = { .why = "" };
        assert_int_not_equal(submission_unpack(WRONG[i], strlen(WRONG[i]), folder, &fault),
                             STATUS_OK);
        assert_true(fault.why[0] != '\0');
        assert_int_equal(rmdir(folder), 0); /* it is empty */
        assert_int_equal(mkdir(folder, 0755), 0);
    }
    rmdir(folder);
}

static void test_the_cache_checks_the_hash(void **state)
{
    (void)state;
    static const char BYTES[] = HEADER "f 1 a\nx\n";
    char              folder[32], deep[64], hash[SEAL_HASH_MAX];
    Fault             fault;
    make_folder(folder);
    snprintf(deep, sizeof deep, "%s/one/two", folder);
    assert_int_equal(contest_cache_make(deep, &fault), STATUS_OK);
    seal_hash(BYTES, strlen(BYTES), hash);
    assert_int_equal(contest_cache_add(deep, HASH, BYTES, strlen(BYTES), &fault), STATUS_ILLEGAL);
    assert_false(contest_cache_has(deep, HASH));
    for (int i = 0; i < 2; i++) /* a second process adds the same */
        assert_int_equal(contest_cache_add(deep, hash, BYTES, strlen(BYTES), &fault), STATUS_OK);
    assert_true(contest_cache_has(deep, hash));
    submission_remove(folder);
}

/* --- Tasks and results ------------------------------------------------------------------------- */

static void make_task(Contest *contest, ContestTask *task)
{
    Fault fault;
    contest_init(contest);
    snprintf(contest->name, sizeof contest->name, "a \"contest\"");
    assert_int_equal(games_setup("toy:9;limit=50", &contest->setup, &fault), STATUS_OK);
    contest->limits.memory_mb = 64;
    *task = (ContestTask){ .pairing = { 2, 7, 4 },
                           .number = 3,
                           .again = 1,
                           .start = { .opening = { .seed = 99, .turns = 2 } },
                           .seed = { 5, UINT64_MAX } };
    snprintf(task->bot[0].spec.name, BOT_NAME_MAX, "anna");
    snprintf(task->bot[1].spec.name, BOT_NAME_MAX, "bert");
    for (int i = 0; i < 2; i++) {
        task->bot[i].spec.kind = BOT_BUILTIN;
        snprintf(task->bot[i].spec.player, PLAYER_TEXT_MAX, "%s", i == 0 ? "greedy" : "random");
    }
}

static void test_a_task_survives_its_text(void **state)
{
    (void)state;
    Contest     contest, read_contest;
    ContestTask task, read;
    Buffer      settings, text, again;
    Fault       fault;
    make_task(&contest, &task);
    task.bot[0].spec.kind = BOT_JSON;
    snprintf(task.bot[0].spec.file, BOT_PATH_MAX, "bots/anna.py");
    snprintf(task.bot[0].submission, SEAL_HASH_MAX, HASH);
    task.bot[0].spec.player[0] = '\0';
    snprintf(task.bot[1].failure, FAILURE_WHY_MAX, "the bot does not compile: x");
    snprintf(task.bot[1].failure_code, FAILURE_CODE_MAX, "compile");
    for (int i = 0; i < 2; i++) { /* a random opening, then one of a book */
        task.start.moves = i == 0 ? NULL : "a+b c+d";
        buffer_init(&settings, CONTEST_TEXT_MAX);
        buffer_init(&text, CONTEST_TASK_MAX);
        buffer_init(&again, CONTEST_TASK_MAX);
        contest_write_settings(&contest, &settings);
        contest_task_write(&task, &text);
        assert_int_equal(contest_task_read(settings.data, text.data, &read_contest, &read, &fault),
                         STATUS_OK);
        contest_task_write(&read, &again);
        assert_string_equal(text.data, again.data);
        assert_string_equal(read_contest.name, contest.name);
        assert_true(setup_same(&read_contest.setup, &contest.setup));
        assert_memory_equal(&read_contest.limits, &contest.limits, sizeof contest.limits);
        assert_string_equal(read.bot[1].failure, task.bot[1].failure);
        contest_task_free(&read);
        for (size_t cut = 0; cut + 1 < text.length; cut += 7) { /* any part of it is rejected */
            text.data[text.length - 1 - cut] = '\0';
            if (contest_task_read(settings.data, text.data, &read_contest, &read, &fault) ==
                STATUS_OK)
                contest_task_free(&read);
            else
                assert_true(fault.why[0] != '\0');
        }
        buffer_free(&settings);
        buffer_free(&text);
        buffer_free(&again);
    }
}

/* Read the result with one part replaced. */
static Status read_changed(const Contest *contest, const ContestTask *task, const char *text,
                           const char *from, const char *to, Fault *fault)
{
    ContestResult result;
    char          changed[8192];
    const char   *at = strstr(text, from);
    assert_non_null(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    Status status = contest_result_read(contest, task, changed, strlen(changed), &result, fault);
    if (status == STATUS_OK)
        referee_report_free(&result.report);
    return status;
}

static void test_results_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
        Status      status;
    } CHANGES[] = {
        { "ended", "ended", STATUS_OK },
        { "why 0\n\n", "why 4\na\tb\n\n", STATUS_OK },
        { "ended rules", "ended crash", STATUS_ILLEGAL },
        { "ended rules", "ended whatever", STATUS_ILLEGAL },
        { "time ", "time x", STATUS_ILLEGAL },
        { "first ", "first -", STATUS_ILLEGAL },
        { "times ", "times 1a", STATUS_ILLEGAL },
        { "why 0", "why 9999", STATUS_ILLEGAL },
        { "record\n", "record", STATUS_ILLEGAL },
        { "toy:9", "toy:8", STATUS_ILLEGAL },
        { "limit=50", "limit=49", STATUS_ILLEGAL },
        { "[First \"anna\"]", "[First \"bert\"]", STATUS_ILLEGAL },
        { "[Round \"3\"]", "[Round \"2\"]", STATUS_ILLEGAL },
        { "[Number \"4\"]", "[Number \"4\"]\n[Other \"4\"]", STATUS_ILLEGAL },
        { "\n1. ", "\n1. {a} ", STATUS_ILLEGAL },
        { "\n1. ", "\n2. ", STATUS_ILLEGAL },
    };
    Contest         contest;
    ContestTask     task;
    ContestResult   result, read;
    Buffer          text;
    Fault           fault;
    BuiltBot        made[2] = { { .failure = "" } };
    ContestantRules rules;
    make_task(&contest, &task);
    rules = (ContestantRules){ .limits = contest.limits };
    made[0].spec = task.bot[0].spec;
    made[1].spec = task.bot[1].spec;
    const BuiltBot *bots[2] = { &made[0], &made[1] };
    assert_int_equal(contest_task_play(&contest, &task, bots, &rules, NULL, NULL, &result, &fault),
                     STATUS_OK);
    buffer_init(&text, CONTEST_RESULT_MAX);
    contest_result_write(&result, &text);
    assert_int_equal(contest_result_read(&contest, &task, text.data, text.length, &read, &fault),
                     STATUS_OK);
    assert_string_equal(read.report.record.data, result.report.record.data);
    assert_string_equal(read.report.reason, result.report.reason);
    assert_int_equal(read.report.half_points, result.report.half_points);
    assert_int_equal(read.report.loser, result.report.loser);
    assert_int_equal(read.report.turns, result.report.turns);
    assert_int_equal(read.report.side[1].turns, result.report.side[1].turns);
    assert_int_equal(read.began_ms, result.began_ms);
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++)
        assert_int_equal(
            read_changed(&contest, &task, text.data, CHANGES[i].from, CHANGES[i].to, &fault),
            CHANGES[i].status);
    task.start.opening.seed++;
    assert_int_equal(read_changed(&contest, &task, text.data, "ended", "ended", &fault),
                     STATUS_ILLEGAL);
    assert_non_null(strstr(fault.why, "another opening"));
    buffer_free(&text);
    referee_report_free(&result.report);
    referee_report_free(&read.report);
}

/* A bot that cannot play forfeits here as on the machine that runs the contest. */
static void test_forfeits(void **state)
{
    (void)state;
    Contest         contest;
    ContestTask     task;
    ContestResult   result, read;
    Buffer          text;
    Fault           fault;
    BuiltBot        made[2] = { { .failure = "" } };
    ContestantRules rules;
    make_task(&contest, &task);
    rules = (ContestantRules){ .limits = contest.limits };
    made[0].spec = task.bot[0].spec;
    made[1].spec = task.bot[1].spec;
    snprintf(made[1].failure, FAILURE_WHY_MAX, "no");
    snprintf(made[1].failure_code, FAILURE_CODE_MAX, "compile");
    const BuiltBot *bots[2] = { &made[0], &made[1] };
    assert_int_equal(contest_task_play(&contest, &task, bots, &rules, NULL, NULL, &result, &fault),
                     STATUS_OK);
    buffer_init(&text, CONTEST_RESULT_MAX);
    contest_result_write(&result, &text);
    assert_int_equal(contest_result_read(&contest, &task, text.data, text.length, &read, &fault),
                     STATUS_OK);
    assert_int_equal(read.report.termination, TERMINATION_CRASH);
    assert_int_equal(read.report.half_points, 2);
    assert_int_equal(read.report.loser, 1);
    assert_string_equal(read.report.failure.code, "compile");
    assert_string_equal(read.report.failure.why, "no");
    assert_string_equal(read.report.board.data, result.report.board.data);
    assert_int_equal(read_changed(&contest, &task, text.data, "ended crash", "ended rules", &fault),
                     STATUS_ILLEGAL);
    assert_int_equal(
        read_changed(&contest, &task, text.data, "\nresult white", "\nresult draw", &fault),
        STATUS_ILLEGAL);
    buffer_free(&text);
    referee_report_free(&result.report);
    referee_report_free(&read.report);
}

/* --- Games under way ------------------------------------------------------------------------------ */

typedef struct Watched {
    const Contest     *contest;
    const ContestTask *task;
    ContestProgress    progress;
    Buffer             text; /* of the last call */
    int                calls;
} Watched;

/* Whatever is noted is read again, with the record of the game so far. */
static void watch(void *context, const Session *session, int64_t now_ms)
{
    Watched        *watched = context;
    ContestProgress read;
    Buffer          record;
    Fault           fault;
    const Line     *line = session_line(session);
    contest_progress_note(&watched->progress, session, now_ms);
    watched->progress.played_ms = 1234;
    watched->progress.waited_ms = ++watched->calls;
    buffer_free(&watched->text);
    buffer_init(&watched->text, CONTEST_PROGRESS_MAX);
    buffer_init(&record, CONTEST_RESULT_MAX);
    assert_true(contest_progress_write(&watched->progress, &watched->text));
    assert_int_equal(contest_progress_read(watched->contest, watched->task, watched->text.data,
                                           watched->text.length, &read, &record, &fault),
                     STATUS_OK);
    assert_int_equal(read.turns, line_turns(line));
    assert_int_equal(read.played_ms, 1234);
    assert_int_equal(read.waited_ms, watched->calls);
    assert_int_equal(read.clock_ms[0], session_clock_ms(session, 0, now_ms));
    Record replayed;
    assert_int_equal(record_read(games_find, record.data, record.length, &replayed, &fault),
                     STATUS_OK);
    assert_memory_equal(line_now(&replayed.line), line_now(line), line->pos_size);
    record_free(&replayed);
    buffer_free(&record);
    contest_progress_free(&read);
}

static void test_games_under_way(void **state)
{
    (void)state;
    static const char *const WRONG[][2] = {
        /* a part of the text, and what replaces it */
        { "played 1234", "played x" },
        { "played 1234", "played -1" },
        { "\nclocks", " clocks" },
        { "clocks ", "clocks -" },
        { "\n", "" },
        { "+", "-" },
        { "+", "+\n" },
    };
    Contest         contest;
    ContestTask     task;
    ContestResult   result;
    ContestProgress read;
    Buffer          record;
    Fault           fault;
    BuiltBot        made[2] = { { .failure = "" } };
    make_task(&contest, &task);
    ContestantRules rules = { .limits = contest.limits };
    Watched         watched = { .contest = &contest, .task = &task };
    contest_progress_init(&watched.progress);
    buffer_init(&watched.text, CONTEST_PROGRESS_MAX);
    made[0].spec = task.bot[0].spec;
    made[1].spec = task.bot[1].spec;
    const BuiltBot *bots[2] = { &made[0], &made[1] };
    assert_int_equal(
        contest_task_play(&contest, &task, bots, &rules, watch, &watched, &result, &fault),
        STATUS_OK);
    assert_int_equal(watched.calls, result.report.turns - 2); /* the opening is not watched */
    referee_report_free(&result.report);
    buffer_init(&record, CONTEST_RESULT_MAX);
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        char        changed[4096];
        const char *text = watched.text.data, *at = strstr(text, WRONG[i][0]);
        assert_non_null(at);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, WRONG[i][1],
                 at + strlen(WRONG[i][0]));
        fault.why[0] = '\0';
        assert_int_equal(contest_progress_read(&contest, &task, changed, strlen(changed), &read,
                                               &record, &fault),
                         STATUS_ILLEGAL);
        assert_true(fault.why[0] != '\0');
        contest_progress_free(&read);
    }
    task.start.opening.seed++;
    assert_int_equal(contest_progress_read(&contest, &task, watched.text.data, watched.text.length,
                                           &read, &record, &fault),
                     STATUS_ILLEGAL);
    assert_non_null(strstr(fault.why, "another opening"));
    assert_int_equal(record.length, 0);
    contest_progress_free(&read);
    while (!watched.progress.moves.failed) /* too long to be shown */
        buffer_add(&watched.progress.moves, "a+b\n");
    assert_false(contest_progress_write(&watched.progress, &record));
    buffer_free(&record);
    buffer_free(&watched.text);
    contest_progress_free(&watched.progress);
}

/* --- Copies of the contest database ------------------------------------------------------------ */

static void fill(Ledger *ledger)
{
    Fault     fault;
    LedgerBot a = { .name = "a", .kind = "c", .mark = "1", .present = true };
    LedgerBot b = { .name = "b", .kind = "c", .mark = "2", .present = true };
    assert_int_equal(ledger_set(ledger, "total", "1"), STATUS_OK);
    assert_int_equal(ledger_add_bot(ledger, &a), STATUS_OK);
    assert_int_equal(ledger_add_bot(ledger, &b), STATUS_OK);
    PairingList round = { 0 };
    pairings_add(&round, (Pairing){ 0, 1, SCHEDULE_NONE });
    assert_int_equal(ledger_add_round(ledger, &round), STATUS_OK);
    pairings_free(&round);
    for (int i = 0; i < 3; i++) {
        LedgerGame game = { .pairing = { 0, 0, 1 },
                            .number = i,
                            .side = { { .bot = 0, .cpu_ms = -1 }, { .bot = 1 } },
                            .half_points = 2,
                            .why = "two\nlines \xc3\xa9",
                            .record = "the record" };
        assert_int_equal(ledger_add_game(ledger, &game, &fault), STATUS_OK);
    }
    assert_int_equal(ledger_set(ledger, "total", "3"), STATUS_OK); /* replaces an entry */
    assert_int_equal(ledger_void_game(ledger, 2, "why not"), STATUS_OK);
}

typedef struct Copy {
    LedgerAppend append;
    int          entries, rows;
    int          damaged; /* the number of an entry whose row is changed; 0: none */
} Copy;

static bool copy_entry(void *context, const LedgerEntry *entry)
{
    Copy       *copy = context;
    Fault       fault;
    LedgerEntry other = *entry;
    copy->entries++;
    copy->rows += entry->row != NULL;
    if (entry->number == copy->damaged)
        other.row_size--;
    bool fine = ledger_append(&copy->append, &other, &fault) == STATUS_OK;
    assert_int_equal(fine, entry->number != copy->damaged);
    return fine;
}

static void no_problem(void *context, int64_t game, const char *sentence)
{
    (void)context;
    fail_msg("game %lld: %s", (long long)game, sentence);
}

static void test_a_copy_is_exact(void **state)
{
    (void)state;
    char         from[32], to[32], sum[LEDGER_SUM_MAX], copied[LEDGER_SUM_MAX];
    Fault        fault;
    int64_t      entries, copied_entries;
    LedgerHealth health;
    Copy         copy = { .damaged = 5 };
    make_folder(from);
    make_folder(to);
    Ledger *original = ledger_open(from, LEDGER_RUN, &fault);
    Ledger *other = ledger_open(to, LEDGER_RUN, &fault);
    fill(original);
    assert_int_equal(ledger_end_of_chain(original, &entries, sum), STATUS_OK);
    assert_int_equal(entries, 9);

    /* A changed row is found, and nothing is kept. */
    assert_int_equal(ledger_begin_append(other, &copy.append), STATUS_OK);
    assert_int_equal(ledger_each_entry(original, 0, copy_entry, &copy), STATUS_OK);
    assert_int_equal(ledger_end_append(&copy.append, STATUS_ILLEGAL), STATUS_ILLEGAL);
    assert_int_equal(ledger_end_of_chain(other, &copied_entries, copied), STATUS_OK);
    assert_int_equal(copied_entries, 0);

    /* In two parts: `after` continues. */
    for (int part = 0; part < 2; part++) {
        copy = (Copy){ .damaged = 0 };
        assert_int_equal(ledger_end_of_chain(other, &copied_entries, copied), STATUS_OK);
        assert_int_equal(copied_entries, part * 9);
        assert_true(ledger_has_entry(original, copied_entries, copied));
        assert_int_equal(ledger_begin_append(other, &copy.append), STATUS_OK);
        assert_int_equal(ledger_each_entry(original, copied_entries, copy_entry, &copy), STATUS_OK);
        assert_int_equal(ledger_end_append(&copy.append, STATUS_OK), STATUS_OK);
        assert_int_equal(copy.entries, part == 0 ? 9 : 1);
        assert_int_equal(copy.rows, part == 0 ? 7 : 1); /* two rows were replaced */
        if (part == 0)
            assert_int_equal(ledger_void_game(original, 1, "later"), STATUS_OK);
    }
    assert_int_equal(ledger_end_of_chain(original, &entries, sum), STATUS_OK);
    assert_int_equal(ledger_end_of_chain(other, &copied_entries, copied), STATUS_OK);
    assert_int_equal(entries, copied_entries);
    assert_string_equal(sum, copied);
    assert_false(ledger_has_entry(other, 3, sum));
    ledger_close(original);
    ledger_close(other);
    assert_int_equal(ledger_verify(to, no_problem, NULL, &health, &fault), STATUS_OK);
    assert_true(health.is_sealed);
    submission_remove(from);
    submission_remove(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_submission_survives_its_bytes),
        cmocka_unit_test(test_wrong_bytes_leave_nothing),
        cmocka_unit_test(test_the_cache_checks_the_hash),
        cmocka_unit_test(test_a_task_survives_its_text),
        cmocka_unit_test(test_results_are_checked),
        cmocka_unit_test(test_forfeits),
        cmocka_unit_test(test_games_under_way),
        cmocka_unit_test(test_a_copy_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
