/* SPDX-License-Identifier: MIT */
/* test_player ENGINE - play/player: descriptions, built-in players, and faulty external engines. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/list.h"
#include "play/pipe_buffer.h"
#include "play/match.h"
#include "play/player.h"

enum {
    LONG_MS = 60000, /* for those who will answer, on the slowest machine */
    SHORT_MS = 150,  /* for those who never will */
};

static const char *guest_path;

static PlayerSpec spec_of(const char *text)
{
    PlayerSpec spec;
    Fault      fault;
    if (player_spec_read(text, &spec, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return spec;
}

static PlayerSpec jailed_spec(const char *mode)
{
    char text[PLAYER_TEXT_MAX];
    snprintf(text, sizeof text, "engine:exec %s %s", guest_path, mode);
    PlayerSpec spec = spec_of(text);
    spec.patience_ms = spec.late_ms = LONG_MS;
    return spec;
}

static Player *player_of(const PlayerSpec *spec)
{
    Fault   fault;
    Player *player = player_new(spec, &fault);
    if (player == NULL)
        fail_msg("%s: %s", spec->text, fault.why);
    return player;
}

static void start_line(Line *line, const char *game, const char *turns)
{
    Setup setup;
    Fault fault;
    Scan  scan = scan_string(turns);
    assert_int_equal(games_setup(game, &setup, &fault), STATUS_OK);
    assert_int_equal(line_init(line, &setup, NULL), STATUS_OK);
    while (scan_blanks(&scan), !scan_done(&scan)) {
        const char *start;
        char        word[64];
        size_t      length = scan_token(&scan, &start);
        snprintf(word, sizeof word, "%.*s", (int)length, start);
        assert_int_equal(line_play(line, word, &fault), STATUS_OK);
    }
}

static void assert_no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* --- Descriptions ------------------------------------------------------------------------- */

static void test_specs(void **state)
{
    (void)state;
    PlayerSpec spec = spec_of("max,time=250,threads=2,hash=8,search=tree,general=yes,seed=7");
    assert_int_equal(spec.kind, PLAYER_SEARCH);
    assert_int_equal(spec.time_ms, 250);
    assert_int_equal(spec.options.threads, 2);
    assert_int_equal(spec.options.table_bytes, 8 << 20);
    assert_int_equal(spec.options.kind, SEARCH_MCTS);
    assert_true(spec.options.general);
    assert_int_equal(spec.seed, 7);
    assert_false(player_spec_has_time(&spec));
    spec = spec_of("max");
    assert_int_equal(spec.options.threads, 1);
    assert_int_equal(spec.options.kind, SEARCH_DEFAULT);
    assert_true(player_spec_has_time(&spec));
    spec = spec_of("max,nodes=4000000000,depth=5,clock=cpu,search=alphabeta,general=no");
    assert_int_equal(spec.nodes, 4000000000U);
    assert_int_equal(spec.depth, 5);
    assert_true(spec.cpu_time);
    assert_false(spec.options.general);
    assert_int_equal(spec.options.kind, SEARCH_ALPHABETA);
    spec = spec_of("max,search=mcts");
    assert_int_equal(spec.options.kind, SEARCH_MCTS);
    spec = spec_of("level10,nodes=5");
    assert_int_equal(spec.kind, PLAYER_LEVEL);
    assert_int_equal(spec.level, 10);
    assert_int_equal(spec.nodes, 5);
    assert_false(player_spec_has_time(&spec));
    spec = spec_of("uct1000,seed=3");
    assert_int_equal(spec.kind, PLAYER_RUNG);
    assert_int_equal(spec.seed, 3);
    spec = spec_of("engine:./x --fast, y=1");
    assert_int_equal(spec.kind, PLAYER_ENGINE);
    assert_string_equal(player_spec_command(&spec), "./x --fast, y=1");
}

static void test_bad_specs(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t      at;
        const char *why;
    } ROWS[] = {
        { "", 0, "unknown player ''" },
        { "maximum", 0, "unknown player 'maximum'" },
        { "level0", 0, "unknown player" },
        { "level11", 0, "unknown player" },
        { "level01", 0, "unknown player" },
        { "max,", 4, "a setting is" },
        { "max,,", 4, "a setting is" },
        { "max,speed=3", 4, "not 'speed'" },
        { "max,time", 8, "needs a value" },
        { "max,time=", 9, "whole number" },
        { "max,time=0", 9, "whole number" },
        { "max,time=5s", 9, "whole number" },
        { "max,nodes=4294967296", 10, "whole number" },
        { "max,nodes=-1", 10, "whole number" },
        { "max,threads=65", 12, "from 1 to 64" },
        { "max,search=best", 11, "alphabeta|tree|mcts" },
        { "max,search=alphabeta|tree", 11, "alphabeta|tree|mcts" },
        { "max,seed=1,seed=2", 11, "twice" },
        { "max,threads=2,clock=cpu", 0, "threads=1" },
        { "max,book=maybe", 9, "yes|no" },
        { "random,time=5", 7, "only setting is seed=" },
        { "max time=5", 0, "unknown player" },
        { "engine:", 7, "needs a command" },
        { "engine:   ", 7, "needs a command" },
        { "engine:x\ny", 8, "control character" },
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        PlayerSpec spec = { .level = 77 };
        Fault      fault = { 0 };
        assert_int_not_equal(player_spec_read(ROWS[i].text, &spec, &fault), STATUS_OK);
        if (fault.at != ROWS[i].at || strstr(fault.why, ROWS[i].why) == NULL)
            fail_msg("'%s': at %zu: %s", ROWS[i].text, fault.at, fault.why);
        assert_int_equal(spec.level, 77);
    }
    char  longest[400];
    Fault fault;
    memset(longest, 'x', sizeof longest);
    memcpy(longest, "engine:", 7);
    longest[sizeof longest - 1] = '\0';
    PlayerSpec spec;
    assert_int_equal(player_spec_read(longest, &spec, &fault), STATUS_TOO_LARGE);
}

/* --- Built-in players --------------------------------------------------------------------- */

/* --- Lines out of bytes --- */

static const struct lines_case {
    const char *what;
    const char *bytes; /* '|': so far they come at once */
    const char *lines; /* one behind the other, each with '/' */
} LINES_CASES[] = {
    { "a line", "one\n", "one/" },
    { "several at once", "one\ntwo\n\n", "one/two//" },
    { "a line in pieces", "o|n|e|\ntw|o\n", "one/two/" },
    { "no end, no line", "one\ntwo", "one/" },
    { "ends as elsewhere", "one\r\ntwo\r|\n\r\n", "one/two//" },
    { "a carriage return within", "o\rne\n", "o\rne/" },
};

static void take_lines(PipeBuffer *lines, int file, Text *out)
{
    const char *line, *fresh;
    size_t      length;
    bool        open;
    pipe_buffer_take(lines, file, &fresh, &open);
    assert_true(open);
    while (pipe_buffer_next(lines, &line, &length)) {
        assert_int_equal(strlen(line), length);
        text_addf(out, "%s/", line);
    }
}

static void test_lines(void **state)
{
    (void)state;
    static PipeBuffer lines;
    char              words[100];
    for (size_t i = 0; i < sizeof LINES_CASES / sizeof LINES_CASES[0]; i++) {
        const struct lines_case *c = &LINES_CASES[i];
        Text                     got = text_over(words, sizeof words);
        int                      ends[2];
        assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
        memset(&lines, 0, sizeof lines);
        for (const char *bytes = c->bytes; *bytes != '\0'; bytes += *bytes == '|') {
            size_t size = strcspn(bytes, "|");
            assert_true(pipe_buffer_write(ends[1], bytes, size, 0));
            take_lines(&lines, ends[0], &got);
            bytes += size;
        }
        if (strcmp(words, c->lines) != 0)
            fail_msg("%s: %s, not %s", c->what, words, c->lines);
        close(ends[0]);
        assert_false(pipe_buffer_write(ends[1], "x", 1, 0)); /* and this test still lives */
        close(ends[1]);
    }
}

/* A line may be as long as the buffer with its end, and no longer. */
static void test_long_lines(void **state)
{
    (void)state;
    static PipeBuffer lines;
    static char       much[PIPE_BUFFER_BYTES_MAX + 1];
    char              words[100];
    Text              got = text_over(words, sizeof words);
    const char       *line, *fresh;
    size_t            length;
    bool              open;
    FILE             *file = tmpfile();
    assert_non_null(file);
    memset(much, 'x', sizeof much);
    much[PIPE_BUFFER_BYTES_MAX - 1] = '\n';
    assert_int_equal(fwrite(much, 1, PIPE_BUFFER_BYTES_MAX, file), PIPE_BUFFER_BYTES_MAX);
    much[PIPE_BUFFER_BYTES_MAX - 1] = 'x';
    much[PIPE_BUFFER_BYTES_MAX] = '\n';
    assert_int_equal(fwrite(much, 1, sizeof much, file), sizeof much);
    fputs("short\n", file);
    rewind(file);
    assert_int_equal(pipe_buffer_take(&lines, fileno(file), &fresh, &open), PIPE_BUFFER_BYTES_MAX);
    assert_false(pipe_buffer_is_full(&lines));
    assert_true(pipe_buffer_next(&lines, &line, &length));
    assert_int_equal(length, PIPE_BUFFER_BYTES_MAX - 1);
    assert_int_equal(pipe_buffer_take(&lines, fileno(file), &fresh, &open), PIPE_BUFFER_BYTES_MAX);
    assert_true(pipe_buffer_is_full(&lines));
    assert_false(pipe_buffer_next(&lines, &line, &length));
    assert_int_equal(pipe_buffer_take(&lines, fileno(file), &fresh, &open), 0);
    assert_true(open);
    pipe_buffer_drop(&lines, true);
    take_lines(&lines, fileno(file), &got);
    assert_string_equal(words, "short/");
    assert_int_equal(pipe_buffer_take(&lines, fileno(file), &fresh, &open), 0);
    assert_false(open);
    fclose(file);
}

static void test_builtin_players_find_the_win(void **state)
{
    (void)state;
    static const char *const SPECS[] = { "max,depth=2", "max,nodes=1000,general=yes",
                                         "plain2",      "greedy",
                                         "max,time=20", "max,time=20,clock=cpu",
                                         "level10",     "max,nodes=200,search=tree" };
    Line                     line;
    start_line(&line, "toy:8", "a+b h+g");
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        PlayerSpec   spec = spec_of(SPECS[i]);
        Player      *player = player_of(&spec);
        PlayerAnswer answer;
        Fault        fault;
        SearchLimits limits = { .nodes = 100 };
        char         words[TURN_TEXT_MAX];
        Text         text = text_over(words, sizeof words);
        assert_int_equal(player_begin(player, &line.setup, 0, 1, &fault), STATUS_OK);
        player_choose(player, &line, &limits, &answer);
        assert_int_equal(answer.status, PLAYER_TURN);
        turn_write(line.setup.game, line_now(&line), &answer.turn, &text);
        assert_string_equal(words, "c+d");
        player_delete(player);
    }
    line_free(&line);
}

/* Equal seeds, equal turns, whatever was played before; another seed, another game. */
static void test_seeds(void **state)
{
    (void)state;
    Line         line;
    PlayerAnswer answer, first;
    Fault        fault;
    SearchLimits limits = { .nodes = 100 };
    PlayerSpec   spec = spec_of("random"), other = spec_of("random,seed=9");
    Player      *player = player_of(&spec), *different = player_of(&other);
    bool         differs = false, other_differs = false;
    start_line(&line, "gipf", "");
    for (uint64_t seed = 0; seed < 8; seed++) {
        player_begin(player, &line.setup, 0, seed, &fault);
        player_choose(player, &line, &limits, &answer);
        if (seed == 0)
            first = answer;
        differs |= answer.turn.step[0] != first.turn.step[0];
        PlayerAnswer again;
        player_choose(player, &line, &limits, &again);
        player_begin(player, &line.setup, 0, seed, &fault);
        player_choose(player, &line, &limits, &again);
        assert_int_equal(again.turn.count, answer.turn.count);
        assert_int_equal(again.turn.step[0], answer.turn.step[0]);
        player_begin(different, &line.setup, 0, seed, &fault);
        player_choose(different, &line, &limits, &again);
        other_differs |= again.turn.step[0] != answer.turn.step[0];
    }
    assert_true(differs);
    assert_true(other_differs);
    player_delete(player);
    player_delete(different);
    line_free(&line);
}

/* The slips of a level come in runs of turns (GameEval.slip_turns): its seed is that of the game. */
static void test_slips_of_a_level(void **state)
{
    (void)state;
    PlayerSpec   spec = spec_of("level5");
    Player      *player = player_of(&spec);
    SearchLimits limits = { 0 };
    Fault        fault;
    int          slips = 0, searches = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        Line   line;
        Random random = random_seeded(seed);
        int    in_run = 0;
        start_line(&line, "gipf", "");
        const int turns = line.setup.game->eval->slip_turns;
        assert_int_equal(player_begin(player, &line.setup, 0, seed, &fault), STATUS_OK);
        assert_int_equal(line_play_random(&line, &random, 2), STATUS_OK); /* the first run */
        while (line_turns(&line) < 2 + turns) {
            PlayerAnswer answer;
            player_choose(player, &line, &limits, &answer);
            assert_int_equal(answer.status, PLAYER_TURN);
            in_run += answer.depth == 1; /* it does not look at replies */
            assert_int_equal(line_play_random(&line, &random, line_turns(&line) + 2), STATUS_OK);
        }
        assert_true(in_run == 0 || in_run == turns / 2);
        slips += in_run > 0;
        searches += in_run == 0;
        line_free(&line);
    }
    assert_true(slips > 0 && searches > 0);
    player_delete(player);
}

/* --- Faulty engines ------------------------------------------------------------------------------- */

typedef struct EngineRow {
    const char  *mode;
    bool         begins;
    PlayerStatus status; /* of its turn */
    const char  *why;
    bool         silent; /* so it is waited for in vain */
} EngineRow;

static const EngineRow ENGINES[] = {
    { "good", true, PLAYER_TURN, "", false },
    { "pieces", true, PLAYER_TURN, "", false },
    { "long", true, PLAYER_TURN, "", false },
    { "loud", true, PLAYER_TURN, "", false },
    { "mute", false, PLAYER_GONE, "no ugiok in time: the program is still running", true },
    { "exit-at-once", false, PLAYER_GONE, "no ugiok: the program exited with status 3", false },
    { "close-at-once", false, PLAYER_GONE, "no ugiok: the program is still running", false },
    { "never-ready", false, PLAYER_GONE, "no readyok in time", true },
    { "refuse", false, PLAYER_GONE, "rejects the game: this game is not for me", false },
    { "no-such-mode", false, PLAYER_GONE, "exited with status 2, saying usage: faulty_engine MODE",
      false },
    { "deaf", true, PLAYER_GONE, "no bestmove", false },
    { "crash", true, PLAYER_GONE, "was killed by signal 11, saying oh no", false },
    { "exit", true, PLAYER_GONE, "exited with status 3", false },
    { "hang", true, PLAYER_GONE, "no bestmove in time: the program is still running", true },
    { "stubborn", true, PLAYER_GONE, "no bestmove in time", true },
    { "chatter", true, PLAYER_GONE, "no bestmove in time", true },
    { "flood", true, PLAYER_GONE, "too much output but no bestmove", false },
    { "stream", true, PLAYER_GONE, "too much output but no bestmove", false },
    { "garble", true, PLAYER_GONE, "an unreadable bestmove", false },
    { "close", true, PLAYER_GONE, "no bestmove: the program is still running", false },
    { "lie", true, PLAYER_NONSENSE, "h.: there is a stone on h", false },
    { "nonsense", true, PLAYER_NONSENSE, "", false },
    { "none", true, PLAYER_NONSENSE, "none: ", false },
};

static void assert_why(const EngineRow *row, const char *why)
{
    if (strstr(why, row->why) == NULL)
        fail_msg("%s: '%s' does not say '%s'", row->mode, why, row->why);
}

static void check_turn(const EngineRow *row, Player *player, const Line *line)
{
    PlayerAnswer answer;
    SearchLimits limits = { .time_ms = 1 };
    player_choose(player, line, &limits, &answer);
    if (answer.status != row->status)
        fail_msg("%s: verdict %d, %s", row->mode, (int)answer.status, answer.why);
    if (answer.status != PLAYER_TURN) {
        assert_why(row, answer.why);
        return;
    }
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    turn_write(line->setup.game, line_now(line), &answer.turn, &text);
    assert_string_equal(words, "b+c"); /* the first one in generator order */
    if (strcmp(row->mode, "good") == 0) {
        assert_int_equal(answer.nodes, 77);
        assert_int_equal(answer.depth, 3);
        assert_true(answer.has_score);
        assert_int_equal(answer.score, 12);
    }
}

/* On a busy machine an engine may not even print its first line within the short time that a silent
 * one is given.  Then it gets more time, until it is silent where it should be. */
static Status begin_in_time(const EngineRow *row, Player *player, const Setup *setup, Fault *fault)
{
    Status status;
    do {
        status = player_begin(player, setup, 0, 1, fault);
        player->spec.patience_ms *= 2;
    } while (status != STATUS_OK && player->spec.patience_ms < LONG_MS &&
             strstr(row->why, "readyok") != NULL && strstr(fault->why, "no ugiok in time") != NULL);
    return status;
}

static void check_engine(const EngineRow *row)
{
    PlayerSpec spec = jailed_spec(row->mode);
    if (row->silent && !row->begins)
        spec.patience_ms = SHORT_MS;
    Player *player = player_of(&spec);
    Line    line;
    Fault   fault;
    start_line(&line, "toy:8", "a. h.");
    /* An engine that fails is started again: the same twice. */
    for (int round = 0; round < 2; round++) {
        Status status = begin_in_time(row, player, &line.setup, &fault);
        assert_int_equal(status == STATUS_OK, row->begins);
        if (!row->begins) {
            assert_why(row, fault.why);
            continue;
        }
        if (row->silent)
            player->spec.late_ms = SHORT_MS;
        check_turn(row, player, &line);
    }
    player_delete(player);
    line_free(&line);
    assert_no_children();
}

static void test_guests(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ENGINES / sizeof ENGINES[0]; i++)
        check_engine(&ENGINES[i]);
}

/* A turn that is asked for where there is no program any more. */
static void test_turn_after_the_end(void **state)
{
    (void)state;
    PlayerSpec   spec = jailed_spec("exit");
    Player      *player = player_of(&spec);
    PlayerAnswer answer;
    SearchLimits limits = { .time_ms = 1 };
    Line         line;
    Fault        fault;
    start_line(&line, "toy:8", "a. h.");
    assert_int_equal(player_begin(player, &line.setup, 0, 1, &fault), STATUS_OK);
    for (int i = 0; i < 2; i++) {
        player_choose(player, &line, &limits, &answer);
        assert_int_equal(answer.status, PLAYER_GONE);
    }
    player_delete(player);
    line_free(&line);
}

/* Another start than the game's own, and more moves than a pipe holds at once. */
static void test_long_game(void **state)
{
    (void)state;
    PlayerSpec   spec = jailed_spec("good");
    Player      *player = player_of(&spec);
    PlayerAnswer answer;
    SearchLimits limits = { .time_ms = 1 };
    Setup        setup;
    PosBuffer    from;
    Line         line;
    Fault        fault;
    assert_int_equal(games_setup("toy:8", &setup, &fault), STATUS_OK);
    assert_int_equal(setup.game->text->pos_read(setup.variant, "x......o x", &from.head, &fault),
                     STATUS_OK);
    assert_int_equal(line_init(&line, &setup, &from.head), STATUS_OK);
    static const char *const DANCE[] = { "a-b", "h-g", "b-a", "g-h" };
    for (int i = 0; i < 40000; i++)
        assert_int_equal(line_play(&line, DANCE[i % 4], &fault), STATUS_OK);
    assert_int_equal(player_begin(player, &line.setup, 0, 1, &fault), STATUS_OK);
    player_choose(player, &line, &limits, &answer);
    assert_int_equal(answer.status, PLAYER_TURN);
    player_delete(player);
    line_free(&line);
}

typedef struct Stopper {
    Player *player;
} Stopper;

static void *stop_soon(void *context)
{
    usleep(20000);
    player_stop(((Stopper *)context)->player);
    return NULL;
}

/* A stop ends the wait for a program, and a search; the answer may then still be a turn. */
static void test_stop(void **state)
{
    (void)state;
    Line  line;
    Fault fault;
    start_line(&line, "gipf", "");
    for (int i = 0; i < 2; i++) {
        PlayerSpec   spec = i == 0 ? jailed_spec("hang") : spec_of("max,threads=2");
        Player      *player = player_of(&spec);
        Stopper      stopper = { player };
        PlayerAnswer answer;
        SearchLimits limits = { .time_ms = LONG_MS };
        pthread_t    thread;
        assert_int_equal(player_begin(player, &line.setup, 0, 1, &fault), STATUS_OK);
        assert_int_equal(pthread_create(&thread, NULL, stop_soon, &stopper), 0);
        player_choose(player, &line, &limits, &answer);
        pthread_join(thread, NULL);
        assert_int_equal(answer.status, i == 0 ? PLAYER_STOPPED : PLAYER_TURN);
        player_delete(player);
    }
    line_free(&line);
    assert_no_children();
}

/* --- Faulty engines in a match -------------------------------------------------------------------- */

static MatchReport match_with(const char *mode, int games)
{
    MatchConfig config = {
        .games = games,
        .opening_turns = 1,
        .seed = 1,
        .concurrency = 2,
        .nodes = 100,
    };
    MatchReport report;
    Fault       fault;
    assert_int_equal(games_setup("toy:8", &config.setup, &fault), STATUS_OK);
    config.setup.turn_limit = 100;
    config.player[0] = jailed_spec(mode);
    config.player[1] = spec_of("random");
    if (match_run(&config, NULL, &report, &fault) != STATUS_OK)
        fail_msg("%s: %s", mode, fault.why);
    assert_int_equal(tally_games(&report.tally), games);
    assert_no_children();
    return report;
}

static void test_guests_in_a_match(void **state)
{
    (void)state;
    MatchReport report = match_with("good", 8);
    assert_int_equal(report.forfeits[0], 0);
    assert_int_equal(report.forfeits[1], 0);
    assert_true(report.tally.win + report.tally.draw > 0);
    static const char *const BAD[] = { "crash", "lie", "exit-at-once", "garble", "none" };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        report = match_with(BAD[i], 4);
        assert_int_equal(report.forfeits[0], 4);
        assert_int_equal(report.tally.loss, 4);
    }
}

/* A program gets its time and the margin of the match, no more and no less. */
static void test_margin_of_a_match(void **state)
{
    static const struct Row {
        const char *mode;
        int64_t     margin_ms, otherwise_ms; /* of the match, and what the player would wait */
        int64_t     forfeits;
    } ROWS[] = {
        { "late", LONG_MS, SHORT_MS, 0 },
        { "late", 0, LONG_MS, 2 },
        { "hang", SHORT_MS, LONG_MS, 2 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        MatchConfig config = {
            .games = 2, .seed = 1, .concurrency = 2, .time_ms = 1, .margin_ms = ROWS[i].margin_ms
        };
        MatchReport report;
        Fault       fault;
        assert_int_equal(games_setup("toy:8", &config.setup, &fault), STATUS_OK);
        config.setup.turn_limit = 4;
        config.player[0] = jailed_spec(ROWS[i].mode);
        config.player[0].late_ms = ROWS[i].otherwise_ms;
        config.player[1] = spec_of("random");
        if (match_run(&config, NULL, &report, &fault) != STATUS_OK)
            fail_msg("%s: %s", ROWS[i].mode, fault.why);
        assert_int_equal(report.forfeits[0], ROWS[i].forfeits);
        assert_int_equal(report.forfeits[1], 0);
        assert_no_children();
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_specs),
        cmocka_unit_test(test_bad_specs),
        cmocka_unit_test(test_builtin_players_find_the_win),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_slips_of_a_level),
        cmocka_unit_test(test_guests),
        cmocka_unit_test(test_turn_after_the_end),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_long_game),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_guests_in_a_match),
        cmocka_unit_test(test_margin_of_a_match),
    };
    if (argc != 2) {
        fputs("usage: test_player ENGINE\n", stderr);
        return 2;
    }
    guest_path = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
