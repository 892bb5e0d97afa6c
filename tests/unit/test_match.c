/* SPDX-License-Identifier: MIT */
/* play/match, play/opening and play/archive: equal matches are equal files, however many games
 * are played at once and wherever the match was interrupted. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/record.h"
#include "games/list.h"
#include "play/archive.h"
#include "play/match.h"
#include "play/match_text.h"
#include "play/opening.h"

static char folder[] = "/tmp/tessera-match-XXXXXX";

static const char *path_of(const char *name, char *out, size_t size)
{
    snprintf(out, size, "%s/%s", folder, name);
    return out;
}

typedef struct File {
    char  *data;
    size_t size;
} File;

static File read_file(const char *path)
{
    File  file = { 0 };
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    file.size = (size_t)ftell(in);
    rewind(in);
    file.data = malloc(file.size + 1);
    assert_non_null(file.data);
    assert_int_equal(fread(file.data, 1, file.size, in), file.size);
    file.data[file.size] = '\0';
    fclose(in);
    return file;
}

static void write_file(const char *path, const char *data, size_t size)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(data, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

static MatchConfig config_of(const char *game, const char *first, const char *second, int games)
{
    MatchConfig config = {
        .games = games, .opening_turns = 2, .seed = 5, .concurrency = 1, .nodes = 60
    };
    Fault fault;
    assert_int_equal(games_setup(game, &config.setup, &fault), STATUS_OK);
    assert_int_equal(player_spec_read(first, &config.player[0], &fault), STATUS_OK);
    assert_int_equal(player_spec_read(second, &config.player[1], &fault), STATUS_OK);
    return config;
}

static MatchReport run(const MatchConfig *config)
{
    MatchReport report;
    Fault       fault;
    if (match_run(config, NULL, &report, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
    return report;
}

static void assert_same_report(const MatchReport *a, const MatchReport *b)
{
    assert_memory_equal(&a->tally, &b->tally, sizeof a->tally);
    assert_int_equal(a->cut, b->cut);
    assert_int_equal(a->turns, b->turns);
    assert_int_equal(a->side_wins[0], b->side_wins[0]);
    assert_int_equal(a->side_wins[1], b->side_wins[1]);
    assert_int_equal(a->ending_count, b->ending_count);
    for (int i = 0; i < a->ending_count; i++) {
        assert_string_equal(a->endings[i].word, b->endings[i].word);
        assert_int_equal(a->endings[i].count, b->endings[i].count);
    }
}

static void assert_same_files(const char *a, const char *b)
{
    File one = read_file(a), other = read_file(b);
    assert_int_equal(one.size, other.size);
    assert_memory_equal(one.data, other.data, one.size);
    free(one.data);
    free(other.data);
}

/* --- Equal matches ------------------------------------------------------------------------ */

static void test_concurrency_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *game, *first, *second;
    } ROWS[] = {
        { "gipf:3,3,8,8;limit=60", "greedy", "random" },
        { "toy:12;limit=40", "max,nodes=80,hash=1", "plain2" },
        { "gipf:3,3,8,8;limit=60", "random,seed=3", "max,depth=1,hash=1,general=yes" },
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char        one[100], many[100];
        MatchConfig config = config_of(ROWS[i].game, ROWS[i].first, ROWS[i].second, 24);
        config.records = path_of("one", one, sizeof one);
        MatchReport a = run(&config);
        config.concurrency = 4;
        config.records = path_of("many", many, sizeof many);
        MatchReport b = run(&config);
        assert_int_equal(tally_games(&a.tally), 24);
        assert_int_equal(tally_pairs(&a.tally), 12);
        assert_same_report(&a, &b);
        assert_same_files(one, many);
        unlink(one);
        unlink(many);
    }
}

static void test_seeds_make_other_matches(void **state)
{
    (void)state;
    char        one[100], other[100];
    MatchConfig config = config_of("gipf:3,3,8,8;limit=60", "greedy", "random", 6);
    config.records = path_of("one", one, sizeof one);
    run(&config);
    config.seed++;
    config.records = path_of("other", other, sizeof other);
    run(&config);
    File a = read_file(one), b = read_file(other);
    assert_false(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    free(a.data);
    free(b.data);
    unlink(one);
    unlink(other);
}

/* --- Interruptions ------------------------------------------------------------------------ */

/* Wherever the file ends, the match goes on and ends with the same file. */
static void test_resume(void **state)
{
    (void)state;
    char        whole[100], part[100];
    MatchConfig config = config_of("toy:10;limit=30", "greedy", "random", 10);
    config.records = path_of("whole", whole, sizeof whole);
    MatchReport wanted = run(&config);
    File        file = read_file(whole);
    config.records = path_of("part", part, sizeof part);
    for (size_t cut = 0; cut <= file.size; cut += cut + 37 < file.size ? 37 : 1) {
        write_file(part, file.data, cut);
        config.concurrency = 1 + (int)(cut % 3);
        MatchReport report = run(&config);
        int64_t     found = 0;
        for (size_t i = 0; i < cut; i++)
            found += file.data[i] == '\n' && i + 1 < file.size && file.data[i + 1] == '[' &&
                     strncmp(file.data + i + 1, "[Game", 5) == 0;
        assert_int_equal(report.resumed, cut == file.size ? 10 : found);
        assert_same_report(&report, &wanted);
        assert_same_files(part, whole);
    }
    free(file.data);
    unlink(whole);
    unlink(part);
}

/* A match may be made longer; asked for fewer games than there are, it counts only those. */
static void test_longer_and_shorter(void **state)
{
    (void)state;
    char        path[100], other[100];
    MatchConfig config = config_of("toy:10;limit=30", "greedy", "random", 20);
    config.records = path_of("whole", other, sizeof other);
    MatchReport wanted = run(&config);
    config.records = path_of("grown", path, sizeof path);
    config.games = 7;
    MatchReport seven = run(&config);
    assert_int_equal(tally_games(&seven.tally), 7);
    assert_int_equal(tally_pairs(&seven.tally), 3);
    config.games = 20;
    MatchReport report = run(&config);
    assert_int_equal(report.resumed, 7);
    assert_same_report(&report, &wanted);
    assert_same_files(path, other);
    config.games = 7;
    report = run(&config);
    assert_same_report(&report, &seven);
    assert_same_files(path, other); /* nothing is lost */
    unlink(path);
    unlink(other);
}

static void append_to_file(const char *path, const char *words)
{
    FILE *stream = fopen(path, "a");
    assert_non_null(stream);
    assert_true(fputs(words, stream) >= 0);
    assert_int_equal(fclose(stream), 0);
}

static void assert_refused(const MatchConfig *config, Status status, const char *why)
{
    MatchReport report;
    Fault       fault;
    File        before = read_file(config->records);
    assert_int_equal(match_run(config, NULL, &report, &fault), status);
    if (strstr(fault.why, why) == NULL)
        fail_msg("'%s' does not say '%s'", fault.why, why);
    File after = read_file(config->records);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    free(before.data);
    free(after.data);
}

static void test_other_files_are_refused(void **state)
{
    (void)state;
    char        path[100];
    MatchConfig config = config_of("toy:10;limit=30", "greedy", "random", 4);
    config.records = path_of("file", path, sizeof path);
    run(&config);

    MatchConfig other = config;
    other.seed++;
    assert_refused(&other, STATUS_ILLEGAL, "another match");
    other = config;
    other.opening_turns++;
    assert_refused(&other, STATUS_ILLEGAL, "another match");
    other = config;
    other.player[0] = config.player[1];
    assert_refused(&other, STATUS_ILLEGAL, "another match");
    other = config;
    other.setup.turn_limit++;
    assert_refused(&other, STATUS_ILLEGAL, "another match");

    /* A game in the middle that is not legal. */
    File  file = read_file(path);
    char *turn = strstr(file.data + file.size / 2, "\n1. ");
    assert_non_null(turn);
    turn[4] = '*';
    write_file(path, file.data, file.size);
    assert_refused(&config, STATUS_SYNTAX, "line");
    free(file.data);

    /* A text that is no game at all, alone and behind games, and one that ends where a game begins. */
    static const char NOTES[] = "what I must not forget\n";
    write_file(path, NOTES, strlen(NOTES));
    assert_refused(&config, STATUS_ILLEGAL, "something else than records");
    unlink(path);
    run(&config);
    append_to_file(path, NOTES);
    assert_refused(&config, STATUS_ILLEGAL, "something else than records");
    unlink(path);
    run(&config);
    append_to_file(path, "[Ga");
    assert_int_equal(run(&config).resumed, 4);

    /* A file that somebody else is writing. */
    unlink(path);
    run(&config);
    int held = open(path, O_RDWR);
    assert_true(held >= 0);
    assert_int_equal(flock(held, LOCK_EX), 0);
    assert_refused(&config, STATUS_SYSTEM, "another program");
    close(held);
    unlink(path);

    MatchReport report;
    Fault       fault;
    config.records = "/nonexistent/folder/file";
    assert_int_equal(match_run(&config, NULL, &report, &fault), STATUS_SYSTEM);
}

typedef struct Listening {
    int64_t next; /* the number that must come */
    int64_t stop_at;
} Listening;

static void on_game(void *context, const MatchReport *report, const MatchGame *game)
{
    Listening *listening = context;
    assert_int_equal(game->number, listening->next);
    listening->next++;
    assert_int_equal(tally_games(&report->tally), listening->next);
}

static bool on_stop(void *context, const MatchReport *report)
{
    const Listening *listening = context;
    return tally_games(&report->tally) >= listening->stop_at;
}

/* The listener hears the games in order, may end the match, and it can be taken up again. */
static void test_stopping(void **state)
{
    (void)state;
    char          whole[100], part[100];
    MatchConfig   config = config_of("gipf:3,3,8,8;limit=60", "greedy", "random", 30);
    Listening     listening = { .stop_at = 9 };
    MatchListener listener = { &listening, on_game, on_stop };
    MatchReport   report;
    Fault         fault;
    config.records = path_of("whole", whole, sizeof whole);
    MatchReport wanted = run(&config);
    config.concurrency = 3;
    config.records = path_of("part", part, sizeof part);
    assert_int_equal(match_run(&config, &listener, &report, &fault), STATUS_OK);
    assert_true(report.stopped);
    assert_int_equal(tally_games(&report.tally), 9);
    listening.stop_at = 1000;
    assert_int_equal(match_run(&config, &listener, &report, &fault), STATUS_OK);
    assert_false(report.stopped);
    assert_int_equal(report.resumed, 9);
    assert_same_report(&report, &wanted);
    assert_same_files(whole, part);
    unlink(whole);
    unlink(part);
}

/* --- Pairs -------------------------------------------------------------------------------- */

typedef struct Pairs {
    int    games;
    Record first; /* of the pair */
} Pairs;

static Status check_pair(void *context, const char *data, size_t size, Fault *fault)
{
    Pairs *pairs = context;
    Record record;
    assert_int_equal(record_read(games_find, data, size, &record, fault), STATUS_OK);
    bool odd = pairs->games++ % 2 == 1;
    assert_string_equal(record_tag(&record, "First"), odd ? "random" : "greedy");
    assert_string_equal(record_tag(&record, "Second"), odd ? "greedy" : "random");
    if (!odd) {
        pairs->first = record;
        return STATUS_OK;
    }
    assert_true(game_same(record.line.setup.game, line_before_turn(&record.line, 2),
                          line_before_turn(&pairs->first.line, 2)));
    record_free(&pairs->first);
    record_free(&record);
    return STATUS_OK;
}

static void test_pairs_share_an_opening_with_sides_swapped(void **state)
{
    (void)state;
    char        path[100];
    MatchConfig config = config_of("gipf:3,3,8,8;limit=60", "greedy", "random", 20);
    config.records = path_of("pairs", path, sizeof path);
    MatchReport report = run(&config);
    Pairs       pairs = { 0 };
    Archive     archive;
    Fault       fault;
    assert_int_equal(archive_open(&archive, path, check_pair, &pairs, &fault), STATUS_OK);
    archive_close(&archive);
    assert_int_equal(pairs.games, 20);
    assert_int_equal(report.side_wins[0] + report.side_wins[1],
                     report.tally.win + report.tally.loss);
    unlink(path);
}

static Status count_records(void *context, const char *data, size_t size, Fault *fault)
{
    Record record;
    assert_int_equal(record_read(games_find, data, size, &record, fault), STATUS_OK);
    record_free(&record);
    ++*(int *)context;
    return STATUS_OK;
}

/* A line of a comment can look like the end of a record; a record cut off in its result is removed. */
static void test_archive_finds_the_ends_of_records(void **state)
{
    static const char COMPLETE[] = "[Game \"toy:5\"]\n1. b+d {a comment\nresult of it}\nresult *\n"
                                   "[Game \"toy:5\"]\n1. b+d\nresult *\n";
    static const char TRUNCATED[] = "[Game \"toy:5\"]\n1. b+d\nresult";
    char              path[100];
    int               count = 0;
    Archive           archive;
    Fault             fault;
    struct stat       about;
    (void)state;
    FILE *file = fopen(path_of("ends", path, sizeof path), "w");
    assert_non_null(file);
    assert_true(fprintf(file, "%s%s", COMPLETE, TRUNCATED) > 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(archive_open(&archive, path, count_records, &count, &fault), STATUS_OK);
    archive_close(&archive);
    assert_int_equal(count, 2);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, strlen(COMPLETE));
    unlink(path);
}

/* One player against itself, equal seeds: both games of a pair are the same game, so every pair
 * brings one point exactly. */
static void test_equal_players_split_every_pair(void **state)
{
    (void)state;
    MatchConfig config =
        config_of("toy:12;limit=40", "max,depth=1,hash=1", "max,depth=1,hash=1", 20);
    config.concurrency = 2;
    MatchReport report = run(&config);
    assert_int_equal(report.tally.pair[2], 10);
    assert_int_equal(tally_pairs(&report.tally), 10);
    assert_int_equal(report.tally.win, report.tally.loss);
}

static void test_limit_is_reported_apart(void **state)
{
    (void)state;
    MatchConfig config = config_of("gipf;limit=5", "random", "random", 6);
    MatchReport report = run(&config);
    assert_int_equal(report.cut, 6);
    assert_int_equal(report.tally.draw, 6);
    assert_int_equal(report.turns, 30);
    assert_int_equal(report.ending_count, 1);
    assert_string_equal(report.endings[0].word, "limit");
}

enum { RESIGN_GAMES = 20 };

static void note_game(void *context, const MatchReport *report, const MatchGame *game)
{
    MatchGame *games = context;
    (void)report;
    games[game->number] = *game;
}

static void play_games(const MatchConfig *config, MatchGame games[RESIGN_GAMES])
{
    MatchListener listener = { .context = games, .game = note_game };
    MatchReport   report;
    Fault         fault;
    assert_int_equal(match_run(config, &listener, &report, &fault), STATUS_OK);
}

/* Games end earlier, and with the same winner. */
static void test_lost_sides_resign(void **state)
{
    (void)state;
    MatchGame   complete[RESIGN_GAMES], shorter[RESIGN_GAMES];
    int         resigned = 0;
    MatchConfig config =
        config_of("gipf:3,3,8,8;limit=200", "max,nodes=400", "max,nodes=40", RESIGN_GAMES);
    play_games(&config, complete);
    config.resign_percent = 5;
    play_games(&config, shorter);
    for (int i = 0; i < RESIGN_GAMES; i++) {
        assert_int_equal(shorter[i].forfeiter, SIDE_NONE);
        if (strcmp(shorter[i].word, "resign") != 0) {
            assert_string_equal(shorter[i].word, complete[i].word);
            assert_int_equal(shorter[i].turns, complete[i].turns);
            continue;
        }
        resigned++;
        assert_int_equal(shorter[i].winner, complete[i].winner);
        assert_true(shorter[i].turns < complete[i].turns);
        assert_true(shorter[i].turns >= config.opening_turns + 2 * MATCH_RESIGN_MOVES);
    }
    assert_true(resigned > 0);
}

/* A player without scores never agrees that a game is lost. */
static void test_nobody_resigns_against_a_player_without_scores(void **state)
{
    (void)state;
    MatchGame   games[RESIGN_GAMES];
    MatchConfig config = config_of("gipf:3,3,8,8", "max,nodes=100", "random", RESIGN_GAMES);
    config.resign_percent = MATCH_RESIGN_PERCENT_MAX;
    play_games(&config, games);
    for (int i = 0; i < RESIGN_GAMES; i++)
        assert_string_not_equal(games[i].word, "resign");
}

static void test_sprt_stops_at_the_same_game(void **state)
{
    (void)state;
    MatchConfig config = config_of("gipf:3,3,8,8;limit=60", "greedy", "random", 400);
    config.has_sprt = true;
    config.sprt = (Sprt){ .elo0 = 0, .elo1 = 100, .alpha = 0.05, .beta = 0.05 };
    MatchReport a = run(&config);
    config.concurrency = 4;
    MatchReport b = run(&config);
    assert_int_equal(a.decision, SPRT_SECOND);
    assert_true(tally_games(&a.tally) < 400);
    assert_int_equal(tally_games(&a.tally) % 2, 0);
    assert_same_report(&a, &b);
}

/* --- Openings ----------------------------------------------------------------------------- */

/* Count the openings after which one side has more than 60 % by a search of 1,000 nodes. */
static int count_lopsided(const char *game, bool balanced)
{
    static const char *const NAMES[2] = { "first", "second" };
    static const ClockRule   CLOCKS[2];
    MatchConfig              config = config_of(game, "random", "random", 2);
    SearchOptions            options = search_options();
    SearchLimits             limits = { .nodes = 1000 };
    Search                  *search = search_new(&options);
    SearchResult            *result = malloc(sizeof *result);
    Openings                 openings;
    int                      lopsided = 0;
    assert_true(search != NULL && result != NULL);
    assert_int_equal(openings_init(&openings, &config.setup, 20, 4, 9, balanced), STATUS_OK);
    for (int i = 0; i < 20; i++) {
        Opening opening;
        Session session;
        assert_int_equal(openings_get(&openings, i, &opening), STATUS_OK);
        assert_int_equal(session_init(&session, &config.setup, NULL, NAMES, CLOCKS), STATUS_OK);
        assert_int_equal(opening_play(&opening, &session), STATUS_OK);
        search_clear(search);
        assert_int_equal(search_think(search, session_line(&session), &limits, NULL, NULL, result),
                         STATUS_OK);
        double chance = score_win_probability(result->score, config.setup.game->eval);
        lopsided += chance < 0.4 || chance > 0.6;
        session_free(&session);
    }
    openings_free(&openings);
    free(result);
    search_delete(search);
    return lopsided;
}

static void test_balanced_openings(void **state)
{
    (void)state;
    static const char *const NAMED[] = { "gipf", "ponte", "diavolo:8", "alliances", "duell" };
    int lopsided = 0; /* in some games four random turns hardly ever decide anything */
    for (size_t i = 0; i < sizeof NAMED / sizeof *NAMED; i++) {
        lopsided += count_lopsided(NAMED[i], false);
        assert_int_equal(count_lopsided(NAMED[i], true), 0);
    }
    assert_true(lopsided >= 10);
}

static void test_openings(void **state)
{
    (void)state;
    MatchConfig config = config_of("gipf", "random", "random", 2);
    Openings    openings, backwards;
    Opening     opening, same;
    assert_int_equal(openings_init(&openings, &config.setup, 50, 3, 9, true), STATUS_OK);
    assert_int_equal(openings_init(&backwards, &config.setup, 50, 3, 9, true), STATUS_OK);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(openings_get(&openings, i, &opening), STATUS_OK);
        assert_int_equal(openings_get(&backwards, 49 - i, &same), STATUS_OK);
        assert_int_equal(openings_get(&backwards, i, &same), STATUS_OK);
        assert_int_equal(opening.seed, same.seed);
        assert_int_equal(opening.turns, 3);
    }
    assert_int_equal(openings.repeated, 0);
    openings_free(&openings);
    openings_free(&backwards);
}

/* Where every game is over sooner, openings become shorter; where there are few, they repeat. */
static void test_scarce_openings(void **state)
{
    (void)state;
    static const ClockRule   NO_CLOCKS[2];
    static const char *const NAMES[2] = { "a", "b" };
    MatchConfig              config = config_of("toy:4", "random", "random", 2);
    Openings                 openings;
    assert_int_equal(openings_init(&openings, &config.setup, 40, 1, 9, false), STATUS_OK);
    for (int i = 0; i < 40; i++) {
        Opening opening;
        assert_int_equal(openings_get(&openings, i, &opening), STATUS_OK);
        assert_int_equal(opening.turns, 1);
    }
    assert_int_equal(openings.repeated, 30); /* one stone on four cells, two on six pairs */
    openings_free(&openings);

    config = config_of("toy:4;limit=2", "random", "random", 2);
    assert_int_equal(openings_init(&openings, &config.setup, 1, 7, 9, false), STATUS_OK);
    Opening opening;
    Session session;
    assert_int_equal(openings_get(&openings, 0, &opening), STATUS_OK);
    assert_int_equal(opening.turns, 1);
    assert_int_equal(session_init(&session, &config.setup, NULL, NAMES, NO_CLOCKS), STATUS_OK);
    assert_int_equal(opening_play(&opening, &session), STATUS_OK);
    assert_int_equal(line_turns(session_line(&session)), 1);
    assert_false(session_is_over(&session));
    session_free(&session);
    openings_free(&openings);
}

/* --- Games that are played elsewhere -------------------------------------------------------- */

/* Plays the games by a worker, as text, each at the second request. */
typedef struct Elsewhere {
    MatchWorker *worker;
    int64_t      asked; /* the game that was requested last, or -1 */
    bool         gives_the_wrong_game;
} Elsewhere;

static Status fetch_elsewhere(void *context, int64_t number, Buffer *record, MatchWork work[2],
                              Fault *fault)
{
    Elsewhere  *elsewhere = context;
    Buffer      played, text;
    MatchGame   game;
    const char *found;
    size_t      size;
    if (elsewhere->asked != number) {
        elsewhere->asked = number;
        return STATUS_OK;
    }
    buffer_init(&played, MATCH_RECORD_BYTES_MAX);
    buffer_init(&text, MATCH_RECORD_BYTES_MAX);
    int64_t wanted = elsewhere->gives_the_wrong_game ? number ^ 1 : number;
    assert_int_equal(match_worker_play(elsewhere->worker, wanted, &game, &played, fault),
                     STATUS_OK);
    match_game_write(game.work, &played, &text);
    assert_int_equal(match_game_read(text.data, text.length, work, &found, &size, fault),
                     STATUS_OK);
    assert_memory_equal(&work[1], &game.work[1], sizeof work[1]);
    buffer_bytes(record, found, size);
    buffer_free(&played);
    buffer_free(&text);
    return STATUS_OK;
}

static void test_games_played_elsewhere(void **state)
{
    (void)state;
    char        here[100], there[100], text[MATCH_TEXT_MAX];
    Text        written = text_over(text, sizeof text);
    Fault       fault;
    MatchConfig config = config_of("gipf:3,3,8,8;limit=60", "max,nodes=80,hash=1", "random", 12);
    config.records = path_of("here", here, sizeof here);
    MatchReport wanted = run(&config), report;
    /* The worker knows only the text. */
    MatchConfig read;
    match_write(&config, &written);
    assert_int_equal(match_read(text, &read, &fault), STATUS_OK);
    read.games = config.games;
    Elsewhere   elsewhere = { .worker = match_worker_new(&read, &fault), .asked = -1 };
    MatchSource source = { &elsewhere, fetch_elsewhere };
    assert_non_null(elsewhere.worker);
    config.source = &source;
    config.records = path_of("there", there, sizeof there);
    report = run(&config);
    assert_same_report(&wanted, &report);
    assert_int_equal(wanted.work[0].nodes, report.work[0].nodes);
    assert_same_files(here, there);
    unlink(there);
    /* A game of another number is not accepted. */
    elsewhere.gives_the_wrong_game = true;
    assert_int_equal(match_run(&config, NULL, &report, &fault), STATUS_ILLEGAL);
    assert_non_null(strstr(fault.why, "game 1 is not of this match"));
    match_worker_delete(elsewhere.worker);
    unlink(here);
    unlink(there);
}

static void test_texts_of_matches_are_checked(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "",
        "game toy:12\n",
        "game nothing\nfirst max\nsecond max\n",
        "game toy:12\nfirst nobody\nsecond max\n",
        "game toy:12\nfirst max\nsecond max\nopenings 201\nbalanced 0\nseed 1\nnodes 0\ntime 0\n"
        "clock 0\nincrement 0\nmargin 0\nresign 0\n",
        "game toy:12\nfirst max\nsecond max\nopenings 2\nbalanced 0\nseed 1\nnodes 0\ntime 0\n"
        "clock 0\nincrement 0\nmargin 0\nresign 41\n",
        "game toy:12\nfirst max\nsecond max\nopenings 2\nbalanced 0\nseed 1\nnodes 0\ntime 0\n"
        "clock 0\nincrement 0\nmargin 0\nresign 0\nmore",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        MatchConfig config;
        Fault       fault = { .why = "" };
        assert_int_equal(match_read(BAD[i], &config, &fault), STATUS_SYNTAX);
        assert_true(fault.why[0] != '\0');
    }
    static const char *const BAD_GAMES[] = { "", "work 1 2 3\n", "work 1 2 3 4 5 6 7 8",
                                             "work 1 2 3 4 5 6 7 -8\n",
                                             "work 1 2 3 4 5 6 7 1234567890123456789\n" };
    for (size_t i = 0; i < sizeof BAD_GAMES / sizeof BAD_GAMES[0]; i++) {
        MatchWork   work[2];
        const char *record;
        size_t      size;
        assert_int_equal(
            match_game_read(BAD_GAMES[i], strlen(BAD_GAMES[i]), work, &record, &size, NULL),
            STATUS_SYNTAX);
    }
}

/* A game clock that counts CPU time runs out like any other. */
static void test_cpu_clock_runs_out(void **state)
{
    (void)state;
    MatchConfig config =
        config_of("gipf;limit=40", "max,clock=cpu,hash=1", "max,clock=cpu,hash=1", 2);
    config.nodes = 0;
    config.clock_ms = 1; /* the search uses at least 2 ms per move */
    MatchReport report = run(&config);
    assert_int_equal(report.forfeits[0] + report.forfeits[1], 2);
    assert_int_equal(report.ending_count, 1);
    assert_string_equal(report.endings[0].word, "time");
    config.clock_ms = 3600000;
    config.increment_ms = 0;
    config.player[0].nodes = config.player[1].nodes = 50; /* an own limit: no clock */
    report = run(&config);
    assert_int_equal(report.forfeits[0] + report.forfeits[1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_concurrency_changes_nothing),
        cmocka_unit_test(test_seeds_make_other_matches),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_longer_and_shorter),
        cmocka_unit_test(test_other_files_are_refused),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_pairs_share_an_opening_with_sides_swapped),
        cmocka_unit_test(test_archive_finds_the_ends_of_records),
        cmocka_unit_test(test_equal_players_split_every_pair),
        cmocka_unit_test(test_limit_is_reported_apart),
        cmocka_unit_test(test_lost_sides_resign),
        cmocka_unit_test(test_nobody_resigns_against_a_player_without_scores),
        cmocka_unit_test(test_sprt_stops_at_the_same_game),
        cmocka_unit_test(test_balanced_openings),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_scarce_openings),
        cmocka_unit_test(test_games_played_elsewhere),
        cmocka_unit_test(test_texts_of_matches_are_checked),
        cmocka_unit_test(test_cpu_clock_runs_out),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
