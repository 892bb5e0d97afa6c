/* SPDX-License-Identifier: MIT */
/* test_ponte_data FOLDER - the data in tests/conformance/pdd, none of it made by this project.
 *
 * Whole games of another site with its own counts of what is legal, games whose last move a referee
 * refused, the final position and score panel of the contest's platform, and the example of its file
 * interface.  The folder's README describes the formats.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/input.h"
#include "core/line.h"
#include "core/shape.h"
#include "games/list.h"
#include "games/ponte/ponte.h"
#include "games/ponte/ponte_explain.h"

enum { LINE_CAPACITY = 256, BOARD = 10 };

static const char *folder;

/* ---- files ---- */

typedef struct File {
    const char *name;
    FILE       *stream;
    int         number; /* of the line that was read last */
    char        line[LINE_CAPACITY];
} File;

static File open_file(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    File file = { .name = name, .stream = fopen(path, "r") };
    if (file.stream == NULL)
        fail_msg("%s cannot be read", path);
    return file;
}

/* The next line that is neither empty nor a comment. */
static bool next_line(File *file)
{
    size_t length;
    bool   cut = false;
    do {
        if (!input_line(file->stream, file->line, sizeof file->line, &length, &cut))
            return false;
        file->number++;
        if (cut)
            fail_msg("%s:%d: the line is too long", file->name, file->number);
    } while (length == 0 || file->line[0] == '#');
    return true;
}

#define FAIL_AT(file, ...)                                                        \
    do {                                                                          \
        print_error("%s:%d: '%s'\n", (file)->name, (file)->number, (file)->line); \
        fail_msg(__VA_ARGS__);                                                    \
    } while (0)

static Setup setup_of(const char *variant)
{
    char  text[SETUP_TEXT_MAX];
    Setup setup;
    Fault fault = { 0 };
    snprintf(text, sizeof text, "ponte:%s", variant);
    if (games_setup(text, &setup, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return setup;
}

static void begin(Line *line, const char *variant)
{
    Setup setup = setup_of(variant);
    assert_int_equal(line_init(line, &setup, NULL), STATUS_OK);
}

/* ---- random-games.txt and robot-games.txt ---- */

typedef struct Replay {
    File *file;
    Line  official, contest;
    bool  parallel;        /* the game has bridges that the contest forbids */
    bool  contest_goes_on; /* the same words were played there so far */
    int   turns, counted;  /* lines seen, and contest counts compared, of all games */
} Replay;

/* The stones and bridges of the official position under contest rules.  The side does not matter
 * for what is counted, but it must not be one that is skipped. */
static bool as_contest(const Pos *pos, Pos *out)
{
    const PonteHead *head = ponte_head(pos);
    PonteParts       parts = {
              .turn = 9, .white_seat = 1, .passed = '-', .bridge_count = head->bridge_count
    };
    for (int8_t y = 0; y < BOARD; y++)
        for (int8_t x = 0; x < BOARD; x++)
            parts.cells[y][x] = ponte_at(pos, (PonteCell){ x, y });
    for (int n = 0; n < head->bridge_count; n++)
        parts.bridges[n] = ponte_bridge(pos, n);
    uint32_t variant = setup_of("contest").variant;
    if (ponte_build(variant, &parts, out, NULL) == STATUS_OK)
        return true;
    parts.side = 1;
    return ponte_build(variant, &parts, out, NULL) == STATUS_OK;
}

static void check_counts(Replay *replay, int colour, int singles, int bridges, int contest_bridges)
{
    const Pos *pos = line_now(&replay->official);
    PosBuffer  contest;
    if (ponte_count_cells(pos, colour) != singles)
        FAIL_AT(replay->file, "%d single cells", ponte_count_cells(pos, colour));
    if (ponte_count_bridges(pos, colour) != bridges)
        FAIL_AT(replay->file, "%d bridges", ponte_count_bridges(pos, colour));
    if (!as_contest(pos, &contest.head)) {
        assert_true(replay->parallel);
        return;
    }
    if (ponte_count_bridges(&contest.head, colour) != contest_bridges)
        FAIL_AT(replay->file, "%d bridges in the contest",
                ponte_count_bridges(&contest.head, colour));
    assert_int_equal(ponte_count_cells(&contest.head, colour), singles);
    replay->counted++;
}

/* Without parallel bridges the same words are legal in the contest, until a side passes. */
static void play_in_contest(Replay *replay, const char *move)
{
    Fault fault = { 0 };
    if (replay->parallel || strcmp(move, "pass") == 0)
        replay->contest_goes_on = false;
    if (replay->contest_goes_on && line_play(&replay->contest, move, &fault) != STATUS_OK)
        FAIL_AT(replay->file, "in the contest: %s", fault.why);
}

static void replay_turn(Replay *replay)
{
    char  letter, move[32];
    int   turn, singles, bridges, contest_bridges;
    Fault fault = { 0 };
    bool  counted = sscanf(replay->file->line, "%d %c %d %d %d %31s", &turn, &letter, &singles,
                           &bridges, &contest_bridges, move) == 6;
    if (!counted && sscanf(replay->file->line, "%d %c %31s", &turn, &letter, move) != 3)
        FAIL_AT(replay->file, "no turn");
    const Pos *pos = line_now(&replay->official);
    int        colour = letter == 'L' ? PONTE_WHITE : PONTE_BLACK;
    if (ponte_head(pos)->turn != turn || pos->side != colour)
        FAIL_AT(replay->file, "turn %d of side %d", ponte_head(pos)->turn, pos->side);
    if (counted)
        check_counts(replay, colour, singles, bridges, contest_bridges);
    if (line_play(&replay->official, move, &fault) != STATUS_OK)
        FAIL_AT(replay->file, "%s", fault.why);
    play_in_contest(replay, move);
    replay->turns++;
}

/* Where Dark can do nothing at all the source ends the game without a line for his pass. */
static void finish_official(Replay *replay)
{
    Step       steps[STEPS_MAX];
    const Pos *pos = line_now(&replay->official);
    if (line_outcome(&replay->official).ending != ENDING_NONE)
        return;
    if (pos->side != PONTE_BLACK || PONTE_RULES.gen(pos, steps) != 1 ||
        islands_kind(steps[0]) != ISLANDS_PASS)
        FAIL_AT(replay->file, "the game is not over");
    assert_int_equal(line_step(&replay->official, steps[0]), STATUS_OK);
    assert_int_not_equal(line_outcome(&replay->official).ending, ENDING_NONE);
}

/* "end light 7 7 1": points, islands, bridges. */
static void check_end(Replay *replay)
{
    char         name[8];
    int          points, islands, bridges;
    IslandsScore score[2];
    if (sscanf(replay->file->line, "end %7s %d %d %d", name, &points, &islands, &bridges) != 4)
        FAIL_AT(replay->file, "no end");
    ponte_score(line_now(&replay->official), score);
    const IslandsScore *own = &score[strcmp(name, "light") == 0 ? PONTE_WHITE : PONTE_BLACK];
    if (own->points != points || own->islands != islands || own->bridges != bridges)
        FAIL_AT(replay->file, "%d %d %d", own->points, own->islands, own->bridges);
}

static void end_game(Replay *replay)
{
    check_end(replay);
    if (strncmp(replay->file->line, "end dark", 8) != 0)
        return;
    finish_official(replay);
    line_free(&replay->official);
    line_free(&replay->contest);
}

static void begin_game(Replay *replay)
{
    replay->parallel = strstr(replay->file->line, "parallel_bridges_used=yes") != NULL;
    replay->contest_goes_on = true;
    begin(&replay->official, "official");
    begin(&replay->contest, "contest");
}

static void replay_games(const char *name, int games_wanted, int turns_wanted, int counts_wanted)
{
    File   file = open_file(name);
    Replay replay = { .file = &file };
    int    games = 0;
    while (next_line(&file)) {
        if (strncmp(file.line, "game ", 5) == 0) {
            begin_game(&replay);
            games++;
        } else if (strncmp(file.line, "end ", 4) == 0) {
            end_game(&replay);
        } else {
            replay_turn(&replay);
        }
    }
    fclose(file.stream);
    assert_int_equal(games, games_wanted);
    assert_int_equal(replay.turns, turns_wanted);
    assert_int_equal(replay.counted, counts_wanted);
}

static void test_random_games(void **state)
{
    (void)state;
    replay_games("random-games.txt", 50, 2302, 2155);
}

static void test_robot_games(void **state)
{
    (void)state;
    replay_games("robot-games.txt", 6, 268, 0);
}

/* ---- refused-moves.txt ---- */

/* "rc+rc" or "rc-rc", row and column from the top left. */
static void from_wire(const char *word, int size, char out[16])
{
    Text      text = text_over(out, 16);
    PonteCell a = { (int8_t)(word[1] - '0'), (int8_t)(word[0] - '0') };
    PonteCell b = { (int8_t)(word[4] - '0'), (int8_t)(word[3] - '0') };
    assert_int_equal(strlen(word), 5);
    ponte_cell_write(size, a, &text);
    text_char(&text, word[2] == '+' ? ',' : '-');
    ponte_cell_write(size, b, &text);
}

static PonteError refusal_of(const Pos *pos, const char *words)
{
    PosBuffer now;
    Scan      scan = scan_string(words);
    game_copy(&PONTE_GAME, pos, &now.head);
    do {
        PonteReading reading = ponte_step_parse(&now.head, &scan);
        if (reading.error != PONTE_FINE)
            return reading.error;
        PONTE_RULES.apply(&now.head, reading.step);
    } while (now.head.phase != 0);
    return PONTE_FINE;
}

/* Every word is legal except the last one, and that one is illegal for the given reason. */
static void replay_refused(const File *file, const char *moves, int size, const char *reason)
{
    char  words[LINE_CAPACITY], variant[32], move[16], *rest = NULL;
    Line  line;
    Fault fault = { 0 };
    snprintf(words, sizeof words, "%s", moves);
    snprintf(variant, sizeof variant, "official;size=%d", size);
    begin(&line, variant);
    for (char *word = strtok_r(words, " ", &rest), *next; word != NULL; word = next) {
        next = strtok_r(NULL, " ", &rest);
        if (strcmp(word, "f") == 0)
            continue;
        if (strcmp(word, "c") == 0)
            snprintf(move, sizeof move, "swap");
        else
            from_wire(word, size, move);
        if (next == NULL) {
            const char *got = ponte_error_code(refusal_of(line_now(&line), move));
            if (strcmp(got, reason) != 0)
                FAIL_AT(file, "%s: '%s'", move, got);
            assert_int_equal(line_play(&line, move, &fault), STATUS_ILLEGAL);
        } else if (line_play(&line, move, &fault) != STATUS_OK) {
            FAIL_AT(file, "%s: %s", word, fault.why);
        }
    }
    line_free(&line);
}

static void test_illegal_moves(void **state)
{
    File file = open_file("refused-moves.txt");
    int  games = 0, size, at;
    (void)state;
    while (next_line(&file)) {
        if (sscanf(file.line, "size %d : %n", &size, &at) != 1)
            FAIL_AT(&file, "no game");
        replay_refused(&file, file.line + at, size, "diagonal");
        games++;
    }
    fclose(file.stream);
    assert_int_equal(games, 5);
}

/* ---- platform-final.txt ---- */

typedef struct Action {
    int       turn;
    char      colour;
    bool      is_bridge;
    PonteCell a, b;
} Action;

typedef struct Platform {
    char        cells[BOARD][BOARD];
    int         bridge_count, tail_count, turns;
    PonteBridge bridges[32];
    char        owners[32];
    Action      tail[8];
    char        winner;
    struct {
        int  points, single, bridges;
        char connected[32];
    } panel[2];
} Platform;

static PonteCell cell_of(int x, int y)
{
    assert_true(x >= 0 && y >= 0 && x < BOARD && y < BOARD);
    return (PonteCell){ (int8_t)x, (int8_t)y };
}

static void read_rows(File *file, Platform *p)
{
    for (int y = 0; y < BOARD; y++) {
        if (!next_line(file) || strlen(file->line) != 2 * BOARD - 1)
            FAIL_AT(file, "no row");
        for (int x = 0; x < BOARD; x++)
            p->cells[y][x] = file->line[2 * x];
    }
}

static bool read_bridge(const char *line, Platform *p)
{
    int  ax, ay, bx, by;
    char colour;
    if (sscanf(line, "bridge %c %d,%d %d,%d", &colour, &ax, &ay, &bx, &by) != 5)
        return false;
    assert_true(
        ponte_bridge_between(cell_of(ax, ay), cell_of(bx, by), &p->bridges[p->bridge_count]));
    p->owners[p->bridge_count++] = colour;
    return true;
}

static bool read_panel(const char *line, Platform *p)
{
    char colour, connected[32];
    int  points, single, bridges;
    if (sscanf(line, "panel %c points %d single %d bridges %d connected %31s", &colour, &points,
               &single, &bridges, connected) != 5)
        return false;
    int side = colour == 'W' ? PONTE_WHITE : PONTE_BLACK;
    p->panel[side].points = points;
    p->panel[side].single = single;
    p->panel[side].bridges = bridges;
    memcpy(p->panel[side].connected, connected, sizeof connected);
    return true;
}

static bool read_tail(const char *line, Platform *p)
{
    Action *action = &p->tail[p->tail_count];
    char    kind[8];
    int     ax, ay, bx, by;
    if (sscanf(line, "tail %d %c %7s %d,%d %d,%d", &action->turn, &action->colour, kind, &ax, &ay,
               &bx, &by) != 7)
        return false;
    action->is_bridge = strcmp(kind, "bridge") == 0;
    action->a = cell_of(ax, ay);
    action->b = cell_of(bx, by);
    p->tail_count++;
    return true;
}

static void read_platform(Platform *p)
{
    File file = open_file("platform-final.txt");
    *p = (Platform){ .winner = ' ' };
    while (next_line(&file)) {
        if (strcmp(file.line, "board") == 0)
            read_rows(&file, p);
        else if (!read_bridge(file.line, p) && !read_panel(file.line, p) &&
                 !read_tail(file.line, p) && sscanf(file.line, "winner %c", &p->winner) != 1 &&
                 sscanf(file.line, "turns %d", &p->turns) != 1)
            FAIL_AT(&file, "what is this?");
    }
    fclose(file.stream);
}

static bool same_bridge(PonteBridge a, PonteBridge b)
{
    return a.kind == b.kind && a.end.x == b.end.x && a.end.y == b.end.y;
}

static void drop_bridge(PonteParts *parts, PonteBridge bridge)
{
    int kept = 0;
    for (int n = 0; n < parts->bridge_count; n++)
        if (!same_bridge(parts->bridges[n], bridge))
            parts->bridges[kept++] = parts->bridges[n];
    assert_int_equal(kept, parts->bridge_count - 1);
    parts->bridge_count = kept;
}

static void take_back(PonteParts *parts, const Action *action)
{
    PonteBridge bridge;
    if (action->is_bridge) {
        assert_true(ponte_bridge_between(action->a, action->b, &bridge));
        drop_bridge(parts, bridge);
        return;
    }
    assert_int_equal(parts->cells[action->a.y][action->a.x], action->colour);
    assert_int_equal(parts->cells[action->b.y][action->b.x], action->colour);
    parts->cells[action->a.y][action->a.x] = parts->cells[action->b.y][action->b.x] = '.';
}

static PonteParts parts_of(const Platform *p)
{
    PonteParts parts = { .white_seat = 1, .passed = '-', .bridge_count = p->bridge_count };
    for (int y = 0; y < BOARD; y++)
        memcpy(parts.cells[y], p->cells[y], BOARD);
    memcpy(parts.bridges, p->bridges, (size_t)p->bridge_count * sizeof p->bridges[0]);
    return parts;
}

/* The position before the last seven actions. */
static void before_tail(const Platform *p, Pos *out)
{
    PonteParts parts = parts_of(p);
    Fault      fault = { 0 };
    for (int n = p->tail_count; n > 0; n--)
        take_back(&parts, &p->tail[n - 1]);
    parts.side = p->tail[0].colour == 'W' ? PONTE_WHITE : PONTE_BLACK;
    parts.turn = p->tail[0].turn;
    if (ponte_build(setup_of("contest").variant, &parts, out, &fault) != STATUS_OK)
        fail_msg("before the tail: %s", fault.why);
}

static void play_action(Line *line, const Action *action)
{
    char       words[16];
    Text       text = text_over(words, sizeof words);
    Fault      fault = { 0 };
    const Pos *pos = line_now(line);
    assert_int_equal(ponte_head(pos)->turn, action->turn);
    assert_int_equal(pos->side, action->colour == 'W' ? PONTE_WHITE : PONTE_BLACK);
    ponte_cell_write(BOARD, action->a, &text);
    text_char(&text, action->is_bridge ? '-' : ',');
    ponte_cell_write(BOARD, action->b, &text);
    if (line_play(line, words, &fault) != STATUS_OK)
        fail_msg("turn %d: %s", action->turn, fault.why);
}

static void check_material(const Platform *p, const Pos *pos)
{
    int stones[2] = { 0, 0 };
    for (int8_t y = 0; y < BOARD; y++)
        for (int8_t x = 0; x < BOARD; x++) {
            char c = ponte_at(pos, (PonteCell){ x, y });
            assert_int_equal(c, p->cells[y][x]);
            stones[0] += c == 'W';
            stones[1] += c == 'B';
        }
    assert_int_equal(stones[0], 36);
    assert_int_equal(stones[1], 36);
    assert_int_equal(ponte_head(pos)->bridge_count, 13);
    assert_int_equal(ponte_head(pos)->bridge_count, p->bridge_count);
    assert_int_equal((stones[0] + stones[1]) / 2 + p->bridge_count, p->turns);
    for (int n = 0; n < p->bridge_count; n++)
        assert_int_equal(ponte_at(pos, p->bridges[n].end), p->owners[n]);
}

/* The platform's numbers, in the score and in the words of our own panel. */
static void check_panel(const Platform *p, const Pos *pos)
{
    IslandsScore score[2];
    PanelRows    panel;
    ponte_score(pos, score);
    panel_rows(&PONTE_GAME, pos, &LANGUAGE_ENGLISH, &panel);
    for (int side = 0; side < 2; side++) {
        char connected[32];
        Text text = text_over(connected, sizeof connected);
        int  single = 0;
        for (int n = 0; n < score[side].network_count; n++) {
            single += score[side].network[n] == 1;
            if (score[side].network[n] > 1)
                text_addf(&text, "%s%d", n > 0 ? "," : "", score[side].network[n]);
        }
        assert_int_equal(score[side].points, p->panel[side].points);
        assert_int_equal(single, p->panel[side].single);
        assert_int_equal(score[side].bridges, p->panel[side].bridges);
        assert_string_equal(connected, p->panel[side].connected);
    }
    assert_string_equal(panel.row[0].label, "points");
    assert_string_equal(panel.row[0].value, "16");
    assert_string_equal(panel.row[4].label, "networks");
    assert_string_equal(panel.row[4].value, "4, 2, 2");
    assert_string_equal(panel.row[7].label, "single islands");
    assert_string_equal(panel.row[7].value, "1");
}

/* One legal cell each, but no legal pair and no bridge. */
static void check_dead_end(const Pos *pos)
{
    static const PonteCell LAST[2] = { { 7, 0 }, { 4, 0 } };
    for (int side = 0; side < 2; side++) {
        assert_int_equal(ponte_count_cells(pos, side), 1);
        assert_true(ponte_may_stand(pos, side, LAST[side]));
        assert_false(ponte_can_place(pos, side));
        assert_int_equal(ponte_count_bridges(pos, side), 0);
    }
}

static void test_platform(void **state)
{
    Platform  p;
    PosBuffer start;
    Line      line;
    Setup     setup = setup_of("contest");
    (void)state;
    read_platform(&p);
    assert_int_equal(p.tail_count, 7);
    before_tail(&p, &start.head);
    assert_int_equal(line_init(&line, &setup, &start.head), STATUS_OK);
    for (int n = 0; n < p.tail_count; n++) {
        assert_int_equal(line_outcome(&line).ending, ENDING_NONE);
        play_action(&line, &p.tail[n]);
    }
    Outcome outcome = line_outcome(&line);
    assert_int_equal(outcome.ending, ENDING_WON);
    assert_int_equal("WB"[outcome.winner], p.winner);
    assert_int_equal(outcome.reason, ISLANDS_BY_POINTS);
    check_material(&p, line_now(&line));
    check_panel(&p, line_now(&line));
    check_dead_end(line_now(&line));
    line_free(&line);
}

/* ---- interface-example.txt ---- */

typedef struct Example {
    int  chess[BOARD][BOARD], bridge[BOARD][BOARD];
    int  log_count;
    char log[8][LINE_CAPACITY];
} Example;

static void read_grid(File *file, int grid[BOARD][BOARD])
{
    for (int y = 0; y < BOARD; y++) {
        int *row = grid[y];
        if (!next_line(file) ||
            sscanf(file->line, "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d", &row[0], &row[1], &row[2], &row[3],
                   &row[4], &row[5], &row[6], &row[7], &row[8], &row[9]) != BOARD)
            FAIL_AT(file, "no row of ten numbers");
    }
}

static void read_example(Example *example)
{
    File file = open_file("interface-example.txt");
    example->log_count = 0;
    while (next_line(&file)) {
        if (strcmp(file.line, "chess") == 0)
            read_grid(&file, example->chess);
        else if (strcmp(file.line, "bridge") == 0)
            read_grid(&file, example->bridge);
        else if (strcmp(file.line, "log") != 0 && example->log_count < 8)
            memcpy(example->log[example->log_count++], file.line, LINE_CAPACITY);
    }
    fclose(file.stream);
}

static PonteBridge numbered_bridge(const Example *example, int number)
{
    PonteCell   ends[2];
    PonteBridge bridge = { 0, { 0, 0 } };
    int         count = 0;
    for (int y = 0; y < BOARD; y++)
        for (int x = 0; x < BOARD; x++)
            if (example->bridge[y][x] == number && count < 2)
                ends[count++] = cell_of(x, y);
    assert_int_equal(count, 2);
    assert_true(ponte_bridge_between(ends[0], ends[1], &bridge));
    return bridge;
}

static void test_interface_state(void **state)
{
    static const struct {
        char      colour;
        uint8_t   kind; /* 0 straight, 6 knight */
        int       cover_count;
        PonteCell cover[2];
    } WANTED[3] = { { 'W', 0, 1, { { 4, 2 } } },
                    { 'B', 6, 2, { { 6, 4 }, { 6, 5 } } },
                    { 'W', 0, 1, { { 5, 8 } } } };
    Example    example;
    PonteParts parts = { .turn = 10, .white_seat = 1, .passed = '-', .bridge_count = 3 };
    PosBuffer  pos;
    Fault      fault = { 0 };
    int        covered = 0;
    (void)state;
    read_example(&example);
    for (int y = 0; y < BOARD; y++)
        for (int x = 0; x < BOARD; x++)
            parts.cells[y][x] = ".WB"[example.chess[y][x]];
    for (int n = 0; n < 3; n++)
        parts.bridges[n] = numbered_bridge(&example, n + 1);
    if (ponte_build(setup_of("contest").variant, &parts, &pos.head, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
    for (int n = 0; n < 3; n++) {
        assert_int_equal(ponte_at(&pos.head, ponte_bridge(&pos.head, n).end), WANTED[n].colour);
        assert_int_equal(ponte_bridge(&pos.head, n).kind, WANTED[n].kind);
        for (int k = 0; k < WANTED[n].cover_count; k++)
            assert_true(ponte_is_covered(&pos.head, WANTED[n].cover[k]));
    }
    for (int8_t y = 0; y < BOARD; y++)
        for (int8_t x = 0; x < BOARD; x++)
            covered += ponte_is_covered(&pos.head, (PonteCell){ x, y });
    assert_int_equal(covered, 4);
}

static void play_log_line(Line *line, const char *log)
{
    char  colour, action[8], words[16];
    int   turn, ax, ay, bx, by;
    Text  text = text_over(words, sizeof words);
    Fault fault = { 0 };
    if (sscanf(log, "%c_%d_%7[A-Za-z]_%d,%d_%d,%d", &colour, &turn, action, &ax, &ay, &bx, &by) !=
        7)
        fail_msg("%s is no line of a log", log);
    assert_int_equal("WB"[line_now(line)->side], colour);
    assert_int_equal(ponte_head(line_now(line))->turn, turn);
    if (strcmp(action, "Change") == 0) {
        text_add(&text, "swap");
    } else {
        ponte_cell_write(BOARD, cell_of(ax, ay), &text);
        text_char(&text, strcmp(action, "Bridge") == 0 ? '-' : ',');
        ponte_cell_write(BOARD, cell_of(bx, by), &text);
    }
    if (line_play(line, words, &fault) != STATUS_OK)
        fail_msg("%s: %s", log, fault.why);
}

static void test_interface_log(void **state)
{
    Example example;
    Line    line;
    char    words[POS_TEXT_MAX];
    Text    text = text_over(words, sizeof words);
    (void)state;
    read_example(&example);
    assert_int_equal(example.log_count, 5);
    begin(&line, "contest");
    for (int n = 0; n < example.log_count; n++)
        play_log_line(&line, example.log[n]);
    PONTE_TEXT.pos_write(line_now(&line), &text);
    assert_string_equal(words, "2B7/10/W1B7/1W8/10/10/10/10/8W1/9W b c10-c8 6 -");
    line_free(&line);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),    cmocka_unit_test(test_robot_games),
        cmocka_unit_test(test_illegal_moves),   cmocka_unit_test(test_platform),
        cmocka_unit_test(test_interface_state), cmocka_unit_test(test_interface_log),
    };
    if (argc != 2) {
        fprintf(stderr, "Usage: test_ponte_data FOLDER\n");
        return 2;
    }
    folder = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
