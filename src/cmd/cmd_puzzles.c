/* SPDX-License-Identifier: MIT */
/* cmd_puzzles.c - positions with exactly one winning turn: found in games of a small player against
 * itself, or read from a file and proved again, or shown from the set that the program carries.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/input.h"
#include "cmd/puzzle_set.h"
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
    QUESTION_NODES_MAX = 100000000,
    LINE_BYTES = 8192,
};

enum {
    PUZZLES_COUNT,
    PUZZLES_LEAST,
    PUZZLES_MOST,
    PUZZLES_SEED,
    PUZZLES_EACH,
    PUZZLES_NODES,
    PUZZLES_LIMIT,
    PUZZLES_CHECK,
    PUZZLES_EVERY,
    PUZZLES_LIST,
    PUZZLES_SHOW,
    PUZZLES_SOLUTION,
};
const Option PUZZLES_OPTIONS[] = {
    { "count", OPTION_NUMBER, "N", "stop after N puzzles (default 10)", 1, COUNT_MAX },
    { "least", OPTION_NUMBER, "N", "the win takes N turns at least (default 3)", 1, TURNS_MAX },
    { "most", OPTION_NUMBER, "N", "and N turns at most (default 9)", 1, TURNS_MAX },
    { "seed", OPTION_NUMBER, "N", "of the games to look at (default 1)", 0, UINT32_MAX },
    { "each", OPTION_NUMBER, "N", "at most N of the same number of turns", 1, COUNT_MAX },
    { "nodes", OPTION_NUMBER, "N", "positions to look at for one question (default 12000)", 1,
      QUESTION_NODES_MAX },
    { "limit", OPTION_NUMBER, "SECONDS", "stop after so long (default 60)", 1, SECONDS_MAX },
    { "check", OPTION_TEXT, "FILE", "prove the puzzles of FILE again instead", 0, 0 },
    { "every", OPTION_NUMBER, "N", "with --check: only every Nth (default 1)", 1, COUNT_MAX },
    { "list", OPTION_FLAG, NULL, "list the set for GAME instead, a puzzle a line", 0, 0 },
    { "show", OPTION_NUMBER, "N", "draw the Nth puzzle of the set for GAME instead", 1, COUNT_MAX },
    { "solution", OPTION_FLAG, NULL, "with --show: the winning turn, too", 0, 0 },
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
    Setup     setup;
    Search   *search;
    Solver   *solver;
    Random    random;
    uint32_t  least, most, each;
    uint64_t  nodes;
    double    deadline;
    uint32_t  found[TURNS_MAX + 1]; /* by the number of turns */
    uint64_t *seen; /* keys of the puzzles so far; room for all that are asked for */
    uint32_t  seen_count;
} Finder;

/* Games may come to the same end. */
static bool is_new(const Finder *finder, const Pos *pos)
{
    for (uint32_t i = 0; i < finder->seen_count; i++)
        if (finder->seen[i] == pos->key)
            return false;
    return true;
}

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

static void term_game_game(Finder *finder, Line *line)
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

/* The longest puzzle among the last positions of a game: the others are a part of its solution.
 * False where there is none. */
static bool find_in_game(Finder *finder, const Line *line, Puzzle *puzzle, const Pos **at)
{
    Puzzle   longer;
    uint32_t least = finder->least;
    int      last = line_turns(line);
    *at = NULL;
    for (int back = 1; back <= LOOK_BACK && back <= last; back++) {
        const Pos   *pos = line_before_turn(line, last - back);
        PuzzleStatus status =
            puzzle_find(finder->solver, pos, least, finder->most, finder->nodes, &longer);
        if (status == PUZZLE_FOUND && finder->found[longer.turns] < finder->each &&
            is_new(finder, pos)) {
            *puzzle = longer;
            *at = pos;
            least = longer.turns + 1;
        }
        if (status == PUZZLE_OPEN || deadline_is_over(&finder->deadline))
            break; /* further back it only gets harder */
    }
    return *at != NULL;
}

/* Play one game; true if it held a puzzle. */
static bool find_one(Finder *finder, FILE *out)
{
    Line       line;
    Puzzle     puzzle;
    const Pos *pos;
    if (line_init(&line, &finder->setup, NULL) != STATUS_OK)
        return false;
    term_game_game(finder, &line);
    bool found = find_in_game(finder, &line, &puzzle, &pos);
    if (found) {
        print_puzzle(&finder->setup, pos, &puzzle, out);
        finder->found[puzzle.turns]++;
        finder->seen[finder->seen_count++] = pos->key;
    }
    line_free(&line);
    return found;
}

static int find_puzzles(const Args *args, FILE *out, FILE *err)
{
    Finder finder = {
        .least = number_or(&args->option[PUZZLES_LEAST], 3),
        .most = number_or(&args->option[PUZZLES_MOST], 9),
        .each = number_or(&args->option[PUZZLES_EACH], COUNT_MAX),
        .nodes = number_or(&args->option[PUZZLES_NODES], QUESTION_NODES),
        .random = random_seeded(number_or(&args->option[PUZZLES_SEED], 1)),
        .deadline = clock_wall_seconds() + number_or(&args->option[PUZZLES_LIMIT], 60),
    };
    if (finder.least > finder.most)
        return cmd_error(err, "puzzles", "--least %u is more than --most %u", finder.least,
                         finder.most);
    int      failed = setup_from_word(args->words[0], &finder.setup, err);
    uint32_t count = number_or(&args->option[PUZZLES_COUNT], 10);
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
    finder.seen = calloc(count, sizeof *finder.seen);
    bool fine = finder.search != NULL && finder.solver != NULL && finder.seen != NULL;
    for (uint32_t left = count;
         fine && left > 0 && !deadline_is_over(&finder.deadline) && !ferror(out);)
        left -= find_one(&finder, out);
    free(finder.seen);
    search_delete(finder.search);
    solver_delete(finder.solver);
    return fine ? EXIT_DONE : cmd_error_memory(err, "puzzles");
}

/* --- checking --- */

/* Is the puzzle as the line says?  NULL, or what is wrong. */
static const char *check_puzzle(const char *line)
{
    PuzzleLine given;
    Puzzle     puzzle;
    if (puzzle_line_read(line, &given) != NULL)
        return puzzle_line_read(line, &given);
    const Game *game = given.start.setup.game;
    const Pos  *pos = &given.start.pos.head;
    DfpnLimits  limits = { .memory_bytes = (size_t)64 << 20, .threads = 1 };
    Solver     *solver = solver_new(game, &limits);
    if (solver == NULL)
        return status_text(STATUS_NO_MEMORY);
    PuzzleStatus status =
        puzzle_find(solver, pos, 1, TURNS_MAX, 1000 * (uint64_t)QUESTION_NODES, &puzzle);
    solver_delete(solver);
    if (status != PUZZLE_FOUND)
        return "there is not exactly one winning turn";
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    turn_write(game, pos, &puzzle.turn, &text);
    if (strcmp(words, given.turn) != 0)
        return "another turn wins";
    /* Where the board fills up, a proof may have any length: it is only a grade. */
    if (puzzle.turns != given.turns && game->rules->lead == NULL)
        return "the win takes another number of turns";
    return puzzle.good != given.good ? "another number of turns looks good" : NULL;
}

static int check_file(const char *name, uint32_t every, FILE *out, FILE *err)
{
    char     line[LINE_BYTES];
    size_t   length;
    bool     cut;
    unsigned number = 0, seen = 0, checked = 0;
    FILE    *file = fopen(name, "rb");
    if (file == NULL)
        return cmd_error(err, name, "%s", strerror(errno));
    while (input_line(file, line, sizeof line, &length, &cut)) {
        number++;
        if (length == 0 || line[0] == '#')
            continue;
        if (seen++ % every != 0)
            continue;
        const char *why = cut ? "the line is too long" : check_puzzle(line);
        if (why != NULL) {
            fclose(file);
            return cmd_error(err, name, "line %u: %s", number, why);
        }
        checked++;
    }
    bool whole = !ferror(file);
    int  reason = errno;
    fclose(file);
    if (!whole)
        return cmd_error(err, name, "%s", strerror(reason));
    fprintf(out, "%u puzzles, %u proved\n", seen, checked);
    return EXIT_DONE;
}

/* --- showing --- */

static int list_puzzles(const char *word, FILE *out, FILE *err)
{
    PuzzleLine puzzle;
    uint32_t   count;
    char       words[SETUP_TEXT_MAX];
    Text       text = text_over(words, sizeof words);
    int        failed = puzzle_count(word, &count, err);
    if (failed == EXIT_DONE)
        fprintf(out, "%6s %5s %4s  setup\n", "number", "turns", "good");
    for (uint32_t number = 1; failed == EXIT_DONE && number <= count; number++) {
        failed = puzzle_from_set(word, number, &puzzle, err);
        if (failed != EXIT_DONE)
            break;
        text_clear(&text);
        setup_write(&puzzle.start.setup, &text);
        fprintf(out, "%6u %5u %4u  %s\n", number, puzzle.turns, puzzle.good, words);
    }
    return failed;
}

static void print_grade(const PuzzleLine *puzzle, FILE *out)
{
    fprintf(out, "grade %u turns, ", puzzle->turns);
    if (puzzle->good == 0)
        fputs("no other turn looks as good\n", out);
    else
        fprintf(out, "%u other turn%s as good\n", puzzle->good,
                puzzle->good == 1 ? " looks" : "s look");
}

static int show_puzzle(const char *word, uint32_t number, bool solution, FILE *out, FILE *err)
{
    PuzzleLine puzzle;
    char       words[BOARD_TEXT_MAX];
    Text       text = text_over(words, sizeof words);
    int        failed = puzzle_from_set(word, number, &puzzle, err);
    if (failed != EXIT_DONE)
        return failed;
    const Setup *setup = &puzzle.start.setup;
    setup_write(setup, &text);
    fprintf(out, "game %s\nposition %s\n", words, puzzle.position);
    text_clear(&text);
    setup->game->text->draw(&puzzle.start.pos.head, &text);
    fputs(words, out);
    text_clear(&text);
    puzzle_question(&puzzle, &text);
    fprintf(out, "%s\n", words);
    print_grade(&puzzle, out);
    if (solution)
        fprintf(out, "solution %s\n", puzzle.turn);
    return EXIT_DONE;
}

/* Options that go with another one only, and do nothing without it. */
static int error_loose_options(const Args *args, FILE *err)
{
    if (args->option[PUZZLES_EVERY].given && !args->option[PUZZLES_CHECK].given)
        return cmd_error(err, "puzzles", "--every goes with --check");
    if (args->option[PUZZLES_SOLUTION].given && !args->option[PUZZLES_SHOW].given)
        return cmd_error(err, "puzzles", "--solution goes with --show");
    return EXIT_DONE;
}

int cmd_puzzles(const Args *args, FILE *out, FILE *err)
{
    const OptionValue *show = &args->option[PUZZLES_SHOW];
    int                failed = error_loose_options(args, err);
    if (failed != EXIT_DONE)
        return failed;
    if (args->option[PUZZLES_CHECK].given)
        return args->word_count > 0
                   ? cmd_error(err, "puzzles", "--check takes no GAME: every line names its own")
                   : check_file(args->option[PUZZLES_CHECK].text,
                                number_or(&args->option[PUZZLES_EVERY], 1), out, err);
    if (args->word_count == 0)
        return cmd_error(err, "puzzles", "which game? `tessera games` lists them");
    if (args->option[PUZZLES_LIST].given)
        return list_puzzles(args->words[0], out, err);
    if (show->given)
        return show_puzzle(args->words[0], show->number, args->option[PUZZLES_SOLUTION].given, out,
                           err);
    return find_puzzles(args, out, err);
}
