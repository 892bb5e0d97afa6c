/* SPDX-License-Identifier: MIT */
/* cmd_puzzles.c - positions with exactly one winning turn: found in games of a small player against
 * itself, or read from a file and proved again.
 *
 * A puzzle is one line, `SETUP TURNS GOOD TURN POSITION`: the game, the length of the win, how many
 * other turns look at least as good, the winning turn, and the position to the end of the line.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/input.h"
#include "cmd/cmd.h"
#include "core/line.h"
#include "games/list.h"
#include "search/search.h"
#include "solver/puzzle.h"

enum {
    COUNT_MAX = 1000000,
    TURNS_MAX = 99,
    SECONDS_MAX = 1000000,
    OPENING_TURNS = 8, /* random ones at most; then the small player takes over */
    GAME_TURNS_MAX = 400,
    PLAYER_NODES = 300,
    LOOK_BACK = 14, /* turns before the end of a game */
    QUESTION_NODES = 12000,
    LINE_BYTES = 8192,
};

enum {
    PUZZLES_COUNT,
    PUZZLES_LEAST,
    PUZZLES_MOST,
    PUZZLES_SEED,
    PUZZLES_LIMIT,
    PUZZLES_CHECK,
    PUZZLES_EVERY
};
const Option PUZZLES_OPTIONS[] = {
    { "count", OPTION_NUMBER, "N", "stop after N puzzles (default 10)", 1, COUNT_MAX },
    { "least", OPTION_NUMBER, "N", "the win takes N turns at least (default 3)", 1, TURNS_MAX },
    { "most", OPTION_NUMBER, "N", "and N turns at most (default 9)", 1, TURNS_MAX },
    { "seed", OPTION_NUMBER, "N", "of the games to look at (default 1)", 0, UINT32_MAX },
    { "limit", OPTION_NUMBER, "SECONDS", "stop after so long (default 60)", 1, SECONDS_MAX },
    { "check", OPTION_TEXT, "FILE", "prove the puzzles of FILE again instead", 0, 0 },
    { "every", OPTION_NUMBER, "N", "with --check: only every Nth (default 1)", 1, COUNT_MAX },
    { .name = NULL },
};

static uint32_t number_or(const OptionValue *value, uint32_t otherwise)
{
    return value->given ? value->number : otherwise;
}

static bool deadline_is_over(void *context)
{
    return clock_wall_seconds() > *(const double *)context;
}

static void print_puzzle(const Setup *setup, const Pos *pos, const Puzzle *puzzle, FILE *out)
{
    char words[POS_TEXT_MAX + TURN_TEXT_MAX + SETUP_TEXT_MAX + 32];
    Text text = text_over(words, sizeof words);
    setup_write(setup, &text);
    text_addf(&text, " %u %u ", puzzle->turns, puzzle->good);
    turn_write(setup->game, pos, &puzzle->turn, &text);
    text_char(&text, ' ');
    setup->game->text->pos_write(pos, &text);
    fprintf(out, "%s\n", words);
    fflush(out);
}

/* --- finding --- */

typedef struct Finder {
    Setup    setup;
    Search  *search;
    Solver  *solver;
    Random   random;
    uint32_t least, most;
    double   deadline;
} Finder;

static bool play_randomly(Finder *finder, Line *line)
{
    Step steps[STEPS_MAX];
    do {
        int count = finder->setup.game->rules->gen(line_now(line), steps);
        if (count == 0 ||
            line_step(line, steps[random_below(&finder->random, (uint32_t)count)]) != STATUS_OK)
            return false;
    } while (line_now(line)->phase != 0);
    return true;
}

static bool play_thinking(Finder *finder, Line *line)
{
    SearchResult *result = malloc(sizeof *result);
    SearchLimits  limits = { .nodes = PLAYER_NODES, .noise = 300, .noise_seed = 1 };
    limits.noise_seed += random_below(&finder->random, UINT32_MAX);
    bool fine = result != NULL &&
                search_think(finder->search, line, &limits, NULL, NULL, result) == STATUS_OK;
    for (int i = 0; fine && i < result->turn.count; i++)
        fine = line_step(line, result->turn.step[i]) == STATUS_OK;
    fine = fine && result->turn.count > 0;
    free(result);
    return fine;
}

static void play_game(Finder *finder, Line *line)
{
    int opening = (int)random_below(&finder->random, OPENING_TURNS + 1);
    search_clear(finder->search);
    while (line_turns(line) < GAME_TURNS_MAX && !deadline_is_over(&finder->deadline) &&
           line_outcome(line).ending == ENDING_NONE) {
        if (!(line_turns(line) < opening ? play_randomly(finder, line)
                                         : play_thinking(finder, line)))
            return;
    }
}

/* The puzzles among the last positions of a game, each longer than the one before; at most `left`.
 * Returns how many. */
static uint32_t find_in_game(Finder *finder, const Line *line, uint32_t left, FILE *out)
{
    Puzzle   puzzle;
    uint32_t found = 0, least = finder->least;
    int      last = line_turns(line);
    for (int back = 1; back <= LOOK_BACK && back <= last && found < left; back++) {
        const Pos    *pos = line_before_turn(line, last - back);
        PuzzleVerdict verdict =
            puzzle_find(finder->solver, pos, least, finder->most, QUESTION_NODES, &puzzle);
        if (verdict == PUZZLE_FOUND) {
            print_puzzle(&finder->setup, pos, &puzzle, out);
            least = puzzle.turns + 1;
            found++;
        }
        if (verdict == PUZZLE_OPEN || deadline_is_over(&finder->deadline))
            break; /* further back it only gets harder */
    }
    return found;
}

/* One game; how many puzzles it held. */
static uint32_t find_some(Finder *finder, uint32_t left, FILE *out)
{
    Line line;
    if (line_init(&line, &finder->setup, NULL) != STATUS_OK)
        return 0;
    play_game(finder, &line);
    uint32_t found = find_in_game(finder, &line, left, out);
    line_free(&line);
    return found;
}

static int find_puzzles(const Args *args, FILE *out, FILE *err)
{
    Finder finder = {
        .least = number_or(&args->option[PUZZLES_LEAST], 3),
        .most = number_or(&args->option[PUZZLES_MOST], 9),
        .random = random_seeded(number_or(&args->option[PUZZLES_SEED], 1)),
        .deadline = clock_wall_seconds() + number_or(&args->option[PUZZLES_LIMIT], 60),
    };
    if (finder.least > finder.most)
        return complain(err, "puzzles", "--least %u is more than --most %u", finder.least,
                        finder.most);
    int failed = setup_from_word(args->words[0], &finder.setup, err);
    if (failed != EXIT_DONE)
        return failed;
    SearchOptions options = search_options();
    DfpnLimits    limits = { .memory_bytes = (size_t)256 << 20,
                             .threads = 1,
                             .expired = deadline_is_over,
                             .context = &finder.deadline };
    options.table_bytes = (size_t)16 << 20;
    finder.search = search_new(&options);
    finder.solver = solver_new(finder.setup.game, &limits);
    bool fine = finder.search != NULL && finder.solver != NULL;
    for (uint32_t left = number_or(&args->option[PUZZLES_COUNT], 10);
         fine && left > 0 && !deadline_is_over(&finder.deadline) && !ferror(out);)
        left -= find_some(&finder, left, out);
    search_delete(finder.search);
    solver_delete(finder.solver);
    return fine ? EXIT_DONE : complain_memory(err, "puzzles");
}

/* --- checking --- */

/* Cut the next word off `*rest`; NULL where there is none. */
static char *take_word(char **rest)
{
    char *word = *rest, *blank = word == NULL ? NULL : strchr(word, ' ');
    if (blank == NULL)
        return NULL;
    *blank = '\0';
    *rest = blank + 1;
    return word;
}

/* Is the puzzle as the line says?  NULL, or what is wrong. */
static const char *check_puzzle(char *line)
{
    Setup     setup;
    PosBuffer pos;
    Puzzle    puzzle;
    Fault     fault;
    char     *game = take_word(&line), *turns = take_word(&line), *good = take_word(&line);
    char     *turn = take_word(&line);
    if (turn == NULL)
        return "a puzzle reads SETUP TURNS GOOD TURN POSITION";
    if (games_setup(game, &setup, &fault) != STATUS_OK)
        return "there is no such game";
    if (setup.game->text->pos_read(setup.variant, line, &pos.head, &fault) != STATUS_OK ||
        pos.head.phase != 0)
        return "there is no such position";
    DfpnLimits limits = { .memory_bytes = (size_t)64 << 20, .threads = 1 };
    Solver    *solver = solver_new(setup.game, &limits);
    if (solver == NULL)
        return status_text(STATUS_NO_MEMORY);
    PuzzleVerdict verdict =
        puzzle_find(solver, &pos.head, 1, TURNS_MAX, 1000 * (uint64_t)QUESTION_NODES, &puzzle);
    solver_delete(solver);
    if (verdict != PUZZLE_FOUND)
        return "there is not exactly one winning turn";
    char words[TURN_TEXT_MAX], number[32];
    Text text = text_over(words, sizeof words);
    turn_write(setup.game, &pos.head, &puzzle.turn, &text);
    if (strcmp(words, turn) != 0)
        return "another turn wins";
    snprintf(number, sizeof number, "%u", puzzle.turns);
    /* Where the board fills up, a proof may have any length: it is only a grade. */
    if (strcmp(number, turns) != 0 && setup.game->rules->lead == NULL)
        return "the win takes another number of turns";
    snprintf(number, sizeof number, "%u", puzzle.good);
    return strcmp(number, good) != 0 ? "another number of turns looks good" : NULL;
}

static int check_file(const char *name, uint32_t every, FILE *out, FILE *err)
{
    char     line[LINE_BYTES];
    size_t   length;
    bool     cut;
    unsigned number = 0, seen = 0, checked = 0;
    FILE    *file = fopen(name, "rb");
    if (file == NULL)
        return complain(err, name, "%s", strerror(errno));
    while (input_line(file, line, sizeof line, &length, &cut)) {
        number++;
        if (length == 0 || line[0] == '#')
            continue;
        if (seen++ % every != 0)
            continue;
        const char *why = cut ? "the line is too long" : check_puzzle(line);
        if (why != NULL) {
            fclose(file);
            return complain(err, name, "line %u: %s", number, why);
        }
        checked++;
    }
    fclose(file);
    fprintf(out, "%u puzzles, %u proved\n", seen, checked);
    return EXIT_DONE;
}

int cmd_puzzles(const Args *args, FILE *out, FILE *err)
{
    if (args->option[PUZZLES_CHECK].given)
        return args->word_count > 0
                   ? complain(err, "puzzles", "--check takes no GAME: every line names its own")
                   : check_file(args->option[PUZZLES_CHECK].text,
                                number_or(&args->option[PUZZLES_EVERY], 1), out, err);
    if (args->word_count == 0)
        return complain(err, "puzzles", "which game? `tessera games` lists them");
    return find_puzzles(args, out, err);
}
