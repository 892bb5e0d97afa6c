/* SPDX-License-Identifier: MIT */
/* The terminal table without a terminal: seats, protocols cut off at any byte, a disk that is full,
 * replays on a clock of our own. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "games/list.h"
#include "term/game_file.h"
#include "term/term_game.h"
#include "term/replay.h"

/* --- Seats -------------------------------------------------------------------------------- */

static const struct seat_case {
    const char *text;
    Status      status;
    size_t      at;    /* of the fault */
    PlayerKind  kind;  /* these where it is fine and no person */
    int         level; /* of PLAYER_LEVEL */
    int64_t     time_ms;
    uint64_t    nodes;
} SEATS[] = {
    { "engine", STATUS_OK, 0, PLAYER_LEVEL, 5, 0, 0 },
    { "engine:level=1", STATUS_OK, 0, PLAYER_LEVEL, 1, 0, 0 },
    { "engine:level=10", STATUS_OK, 0, PLAYER_LEVEL, 10, 0, 0 },
    { "engine:time=200ms", STATUS_OK, 0, PLAYER_SEARCH, 0, 200, 0 },
    { "engine:time=200", STATUS_OK, 0, PLAYER_SEARCH, 0, 200, 0 },
    { "engine:time=2s", STATUS_OK, 0, PLAYER_SEARCH, 0, 2000, 0 },
    { "engine:nodes=1000000", STATUS_OK, 0, PLAYER_SEARCH, 0, 0, 1000000 },
    { "engine:time=1m,nodes=9", STATUS_OK, 0, PLAYER_SEARCH, 0, 60000, 9 },
    { "engine:nodes=9,level=3", STATUS_OK, 0, PLAYER_LEVEL, 3, 0, 9 },
    { "random", STATUS_OK, 0, PLAYER_RUNG, 0, 0, 0 },
    { "ugi:./bot -x", STATUS_OK, 0, PLAYER_ENGINE, 0, 0, 0 },
    { "", STATUS_NOT_FOUND, 0, 0, 0, 0, 0 },
    { "Human", STATUS_NOT_FOUND, 0, 0, 0, 0, 0 },
    { "engines", STATUS_NOT_FOUND, 0, 0, 0, 0, 0 },
    { "random:1", STATUS_NOT_FOUND, 0, 0, 0, 0, 0 },
    { "engine:", STATUS_SYNTAX, 7, 0, 0, 0, 0 },
    { "engine:level=0", STATUS_SYNTAX, 14, 0, 0, 0, 0 },
    { "engine:level=11", STATUS_SYNTAX, 13, 0, 0, 0, 0 },
    { "engine:level=5x", STATUS_SYNTAX, 14, 0, 0, 0, 0 },
    { "engine:time=0s", STATUS_SYNTAX, 14, 0, 0, 0, 0 },
    { "engine:time=soon", STATUS_SYNTAX, 12, 0, 0, 0, 0 },
    { "engine:time=25h", STATUS_SYNTAX, 12, 0, 0, 0, 0 },
    { "engine:speed=9", STATUS_SYNTAX, 7, 0, 0, 0, 0 },
    { "engine:threads=2", STATUS_SYNTAX, 7, 0, 0, 0, 0 },
    { "ugi:", STATUS_SYNTAX, 4, 0, 0, 0, 0 },
};

static void test_seats(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SEATS / sizeof SEATS[0]; i++) {
        const struct seat_case *c = &SEATS[i];
        SeatSpec                spec = { .text = "before" };
        Fault                   fault = { .at = 0 };
        Status                  status = seat_read(c->text, &spec, &fault);
        if (status != c->status || (status != STATUS_OK && fault.at != c->at))
            fail_msg("%s: status %d at %zu (%s)", c->text, (int)status, fault.at, fault.why);
        assert_string_equal(spec.text, status == STATUS_OK ? c->text : "before");
        if (status != STATUS_OK)
            continue;
        assert_int_equal(spec.player.kind, c->kind);
        assert_int_equal(spec.player.level, c->level);
        assert_int_equal(spec.player.time_ms, c->time_ms);
        assert_int_equal(spec.player.nodes, c->nodes);
        assert_int_equal(spec.foreign, c->kind == PLAYER_ENGINE);
    }
    static const struct {
        const char *text;
        bool        book;
    } BOOKS[] = {
        { "engine:level=5", false },
        { "engine:level=6", true },
        { "engine:level=10", true },
        { "engine:level=8,nodes=9", false },
        { "engine:level=6,book=no", false },
        { "engine:time=1s", true },
        { "engine:nodes=9", false },
        { "engine:depth=2,book=yes", true },
        { "random", false },
    };
    for (size_t i = 0; i < sizeof BOOKS / sizeof BOOKS[0]; i++) {
        SeatSpec spec;
        assert_int_equal(seat_read(BOOKS[i].text, &spec, NULL), STATUS_OK);
        assert_int_equal(spec.player.book, BOOKS[i].book);
    }
    SeatSpec person;
    assert_int_equal(seat_read("human", &person, NULL), STATUS_OK);
    assert_true(person.human);
}

static const struct clock_case {
    const char *text, *written; /* NULL: refused */
} CLOCKS[] = {
    { "none", "none" },
    { "300", "300s" },
    { "5m", "300s" },
    { "90s+2s", "90s+2s" },
    { "1h+500ms", "3600s+500ms" },
    { "1500ms", "1500ms" },
    { "30s/turn", "30s/turn" },
    { "0", NULL },
    { "", NULL },
    { "5x", NULL },
    { "5m+", NULL },
    { "25h", NULL },
    { "5m/turn+1", NULL },
};

static void test_clocks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CLOCKS / sizeof CLOCKS[0]; i++) {
        ClockRule rule;
        Fault     fault;
        char      words[64];
        Text      text = text_over(words, sizeof words);
        Status    status = seat_clock_read(CLOCKS[i].text, &rule, &fault);
        assert_int_equal(status == STATUS_OK, CLOCKS[i].written != NULL);
        if (status != STATUS_OK)
            continue;
        seat_clock_write(&rule, &text);
        assert_string_equal(words, CLOCKS[i].written);
    }
}

/* --- Playing ------------------------------------------------------------------------------ */

static TermGameConfig config_of(const char *game, const char *first, const char *second)
{
    TermGameConfig config = { .seed = 4 };
    Fault          fault;
    assert_int_equal(games_setup(game, &config.setup, &fault), STATUS_OK);
    assert_int_equal(seat_read(first, &config.seat[0], &fault), STATUS_OK);
    assert_int_equal(seat_read(second, &config.seat[1], &fault), STATUS_OK);
    return config;
}

static TermGame *play_of(const TermGameConfig *config)
{
    Fault     fault = { .why = "" };
    TermGame *play = term_game_new(config, &fault);
    if (play == NULL)
        fail_msg("%s", fault.why);
    return play;
}

/* Wait as a face does, until all these bits have come up; all that did. */
static unsigned await_news(TermGame *play, unsigned wanted)
{
    unsigned news = term_game_tick(play);
    while ((news & wanted) != wanted) {
        struct pollfd ready = { .fd = term_game_signal(play), .events = POLLIN };
        int           wait = term_game_wait_ms(play);
        int           count = poll(&ready, 1, wait < 0 ? 60000 : wait);
        assert_true(wait >= 0 || count == 1);
        news |= term_game_tick(play);
    }
    return news;
}

static int turns_of(const TermGame *play)
{
    return line_turns(session_line(term_game_session(play)));
}

static void test_program_answers(void **state)
{
    (void)state;
    TermGameConfig config = config_of("toy", "human", "engine:level=2");
    TermGame      *play = play_of(&config);
    TermGameSearch thought;
    Fault          fault;
    assert_true(term_game_is_human(play));
    assert_int_equal(term_game_enter(play, "c+f", &fault), STATUS_OK);
    assert_true(term_game_is_thinking(play));
    assert_int_equal(term_game_enter(play, "a+b", &fault),
                     STATUS_ILLEGAL); /* not a person's turn */
    await_news(play, TERM_GAME_NEWS_TURN);
    assert_int_equal(turns_of(play), 2);
    assert_true(term_game_is_human(play));
    assert_true(term_game_search_of(play, 1, &thought));
    assert_true(thought.depth > 0 && thought.turns[0] != '\0');
    assert_false(term_game_search_of(play, 0, &thought));
    term_game_delete(play);
}

static void test_undo_between_programs(void **state)
{
    (void)state;
    TermGameConfig config = config_of("toy", "random", "random");
    TermGame      *play = play_of(&config);
    Fault          fault;
    await_news(play, TERM_GAME_NEWS_OVER);
    int turns = turns_of(play);
    assert_int_equal(term_game_undo(play, &fault), STATUS_OK);
    assert_int_equal(turns_of(play), turns - 1);
    assert_true(term_game_is_paused(play) && !term_game_is_thinking(play));
    assert_int_equal(term_game_redo(play, &fault), STATUS_OK);
    assert_int_equal(turns_of(play), turns);
    assert_true(session_is_over(term_game_session(play)));
    assert_int_equal(term_game_undo(play, &fault), STATUS_OK);
    term_game_resume(play);
    assert_true(await_news(play, TERM_GAME_NEWS_OVER) & TERM_GAME_NEWS_TURN);
    term_game_delete(play);
}

/* Nobody thinks and all is known: a face may sleep. */
static void check_quiet(TermGame *play)
{
    struct pollfd ready = { .fd = term_game_signal(play), .events = POLLIN };
    assert_false(term_game_is_thinking(play));
    term_game_tick(play);
    assert_int_equal(poll(&ready, 1, 0), 0);
    assert_int_equal(term_game_wait_ms(play), -1);
}

/* Nothing that comes in the middle of a thought waits for its end. */
static void test_interruptions(void **state)
{
    (void)state;
    TermGameConfig config = config_of("toy:12", "human", "engine:time=20000s");
    TermGame      *play = play_of(&config);
    Fault          fault;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(term_game_enter(play, "c+f", &fault), STATUS_OK);
        assert_true(term_game_is_thinking(play));
        if (i % 2 == 0) {
            assert_int_equal(term_game_undo(play, &fault), STATUS_OK);
            check_quiet(play);
            continue;
        }
        term_game_pause(play);
        assert_true(term_game_is_paused(play));
        check_quiet(play);
        term_game_resume(play);
        term_game_hurry(play);
        await_news(play, TERM_GAME_NEWS_TURN);
        assert_int_equal(turns_of(play), 2);
        check_quiet(play);
        assert_int_equal(term_game_undo(play, &fault), STATUS_OK);
    }
    assert_int_equal(turns_of(play), 0);
    assert_int_equal(term_game_request_hint(play, &fault), STATUS_OK);
    assert_int_equal(term_game_enter(play, "c+f", &fault), STATUS_OK); /* without waiting for it */
    assert_int_equal(term_game_resign(play, &fault), STATUS_OK);
    assert_true(term_game_tick(play) & TERM_GAME_NEWS_OVER);
    check_quiet(play);
    term_game_delete(play);
}

static void test_steps(void **state)
{
    (void)state;
    TermGameConfig config = config_of("toy", "human", "human");
    TermGame      *play = play_of(&config);
    Fault          fault;
    Step           steps[STEPS_MAX];
    assert_int_equal(term_game_step_back(play, &fault), STATUS_ILLEGAL);
    assert_true(session_steps(term_game_session(play), steps) > 0);
    assert_int_equal(term_game_step(play, steps[0], "", &fault), STATUS_OK);
    assert_int_equal(turns_of(play), 0);
    assert_int_equal(term_game_step_back(play, &fault), STATUS_OK);
    assert_int_equal(term_game_step(play, steps[0], "", &fault), STATUS_OK);
    assert_int_equal(term_game_undo(play, &fault), STATUS_OK); /* the open turn */
    assert_int_equal(term_game_pos(play)->phase, 0);
    assert_int_equal(term_game_step(play, ~UINT64_C(0), "", &fault), STATUS_ILLEGAL);
    term_game_delete(play);
}

/* --- Protocols ---------------------------------------------------------------------------- */

static char path[] = "/tmp/tessera-terminal-XXXXXX";

static int make_path(void **state)
{
    (void)state;
    strcpy(path + strlen(path) - 6, "XXXXXX");
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int drop_path(void **state)
{
    (void)state;
    return unlink(path);
}

static Buffer bytes_of(const char *file)
{
    Buffer bytes;
    Fault  fault;
    assert_int_equal(game_bytes(file, &bytes, &fault), STATUS_OK);
    return bytes;
}

/* Whole lines of turns in the first `size` bytes. */
static int turns_in(const char *data, size_t size)
{
    int count = 0;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(data + at, '\n', size - at);
        if (end == NULL)
            return count;
        count += data[at] >= '0' && data[at] <= '9';
        at = (size_t)(end - data) + 1;
    }
    return count;
}

/* Whatever byte the program was killed behind, all whole turns are there. */
static void test_cut_off_anywhere(void **state)
{
    (void)state;
    static const char *const GAMES_TRIED[] = { "toy", "toy:12;limit=9" };
    for (size_t i = 0; i < 2; i++) {
        TermGameConfig config = config_of(GAMES_TRIED[i], "random", "random");
        config.autosave = path;
        assert_int_equal(truncate(path, 0), 0);
        TermGame *play = play_of(&config);
        await_news(play, TERM_GAME_NEWS_OVER);
        term_game_delete(play);
        Buffer bytes = bytes_of(path);
        size_t header = (size_t)(strstr(bytes.data, "\n1. ") - bytes.data) + 1;
        size_t result = (size_t)(strstr(bytes.data, "\nresult ") - bytes.data) + 1;
        for (size_t cut = header; cut <= result; cut++) {
            Record record;
            Fault  fault = { .why = "" };
            if (game_parse(bytes.data, cut, &record, &fault) != STATUS_OK)
                fail_msg("cut behind byte %zu: %s", cut, fault.why);
            assert_int_equal(line_turns(&record.line), turns_in(bytes.data, cut));
            record_free(&record);
        }
        buffer_free(&bytes);
    }
}

static void test_full_disk(void **state)
{
    (void)state;
    TermGameConfig config = config_of("toy", "human", "human");
    struct rlimit  before, small;
    Fault          fault;
    config.autosave = path;
    TermGame *play = play_of(&config);
    assert_int_equal(term_game_enter(play, "c+f", &fault), STATUS_OK);
    Buffer bytes = bytes_of(path);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = bytes.length + 2;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(term_game_enter(play, "d.", &fault), STATUS_OK); /* the game goes on */
    assert_true(term_game_tick(play) & TERM_GAME_NEWS_NOTICE);
    assert_non_null(strstr(term_game_notice(play), "autosave"));
    assert_int_equal(term_game_enter(play, "a+b", &fault), STATUS_OK);
    assert_false(term_game_tick(play) & TERM_GAME_NEWS_NOTICE); /* said once */
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    term_game_delete(play);
    Buffer after = bytes_of(path);
    Record record;
    assert_int_equal(game_parse(after.data, after.length, &record, &fault), STATUS_OK);
    assert_int_equal(line_turns(&record.line), 1); /* what was written stays readable */
    record_free(&record);
    buffer_free(&bytes);
    buffer_free(&after);
}

static void test_clock_goes_on(void **state)
{
    (void)state;
    TermGameConfig config = config_of("toy", "human", "human");
    Fault          fault;
    config.autosave = path;
    assert_int_equal(seat_clock_read("100s+7s", &config.clock, &fault), STATUS_OK);
    TermGame *play = play_of(&config);
    assert_int_equal(term_game_enter(play, "c+f", &fault), STATUS_OK);
    assert_true(term_game_clock_ms(play, 0) > 100000);
    term_game_delete(play);
    config.clock = (ClockRule){ .kind = CLOCK_NONE };
    config.setup.game = NULL; /* everything from the file */
    play = play_of(&config);
    assert_int_equal(term_game_resumed(play), 1);
    assert_true(term_game_clock_ms(play, 0) > 100000 && term_game_clock_ms(play, 0) <= 107000);
    assert_true(term_game_clock_ms(play, 1) <= 100000 && term_game_clock_ms(play, 1) > 60000);
    assert_int_equal(term_game_session(play)->seat[0].clock.increment_ms, 7000);
    term_game_delete(play);
}

/* --- Replay ------------------------------------------------------------------------------- */

static void test_replay_runs(void **state)
{
    (void)state;
    static const char TEXT[] = "[Game \"toy:8\"]\n1. c+f\n2. d.\n3. a+b\nresult *\n";
    Record            record;
    Replay            replay;
    Fault             fault;
    assert_int_equal(game_parse(TEXT, strlen(TEXT), &record, &fault), STATUS_OK);
    replay_over(&replay, &record);
    assert_int_equal(replay_count(&replay), 3);
    assert_int_equal(replay_wait_ms(&replay, 0), -1);
    replay_set_pace(&replay, 200);
    replay_resume(&replay, 1000);
    assert_int_equal(replay_wait_ms(&replay, 1000), 200);
    assert_false(replay_tick(&replay, 1199));
    assert_true(replay_tick(&replay, 1200));
    assert_int_equal(replay.at, 1);
    replay_pause(&replay);
    assert_false(replay_tick(&replay, 9000));
    replay_resume(&replay, 9000);
    assert_true(replay_tick(&replay, 9200) && replay_tick(&replay, 9400));
    assert_int_equal(replay.at, 3);
    assert_false(replay.running); /* by itself at the end */
    replay_resume(&replay, 10000);
    assert_int_equal(replay.at, 0); /* from the start again */
    assert_false(replay_back(&replay));
    assert_true(replay_jump(&replay, 99));
    assert_int_equal(replay.at, 3);
    assert_false(replay_forward(&replay));
    replay_set_pace(&replay, 0);
    assert_int_equal(replay.pace_ms, REPLAY_PACE_LOW_MS);
    replay_free(&replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_program_answers),
        cmocka_unit_test(test_undo_between_programs),
        cmocka_unit_test(test_interruptions),
        cmocka_unit_test(test_steps),
        cmocka_unit_test_setup_teardown(test_cut_off_anywhere, make_path, drop_path),
        cmocka_unit_test_setup_teardown(test_full_disk, make_path, drop_path),
        cmocka_unit_test_setup_teardown(test_clock_goes_on, make_path, drop_path),
        cmocka_unit_test(test_replay_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
