/* SPDX-License-Identifier: MIT */
/* cmd_puzzles.c - puzzles: positions with exactly one winning move.  Find them in self-play games of
 * a weak player, prove those of a file again, or show those embedded in the program.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/input.h"
#include "cmd/progress.h"
#include "cmd/puzzle_set.h"
#include "cmd/results.h"
#include "core/line.h"
#include "games/list.h"
#include "search/search.h"
#include "solver/puzzle.h"
#include "term/game_file.h"

enum {
    COUNT_MAX = 1000000,
    TURNS_MAX = 99,
    SECONDS_MAX = 1000000,
    OPENING_TURNS = 8, /* maximum number of random moves before the weak player starts */
    GAME_TURNS_MAX = 400,
    PLAYER_NODES = 300,
    LOOK_BACK = 14, /* turns before the end of a game */
    OPEN_MAX = 3,   /* undecided positions in a row, after which a given game is left */
    QUESTION_NODES = 12000,
    QUESTION_NODES_MAX = 100000000,
    LINE_BYTES = 8192,
    LIMIT_DEFAULT = 60, /* seconds */
};

enum {
    PUZZLES_COUNT,
    PUZZLES_LEAST,
    PUZZLES_MOST,
    PUZZLES_SEED,
    PUZZLES_EACH,
    PUZZLES_NODES,
    PUZZLES_LIMIT,
    PUZZLES_GAMES,
    PUZZLES_CHECK,
    PUZZLES_EVERY,
    PUZZLES_LIST,
    PUZZLES_SHOW,
    PUZZLES_SOLUTION,
    PUZZLES_JSON,
};
const Option PUZZLES_OPTIONS[] = {
    { "count", OPTION_NUMBER, "N", "stop after N puzzles (default 10)", 1, COUNT_MAX },
    { "least", OPTION_NUMBER, "N", "minimum length of the win (default 3)", 1, TURNS_MAX },
    { "most", OPTION_NUMBER, "N", "maximum length of the win (default 9)", 1, TURNS_MAX },
    { "seed", OPTION_NUMBER, "N", "random seed of the self-play games (default 1)", 0, UINT32_MAX },
    { "each", OPTION_NUMBER, "N", "at most N puzzles of the same length", 1, COUNT_MAX },
    { "nodes", OPTION_NUMBER, "N", "node limit of one proof (default 12000)", 1,
      QUESTION_NODES_MAX },
    { "limit", OPTION_NUMBER, "SECONDS", "time limit (default 60)", 1, SECONDS_MAX },
    { "games", OPTION_TEXT, "FILE", "look in the games of FILE instead of self-play", 0, 0 },
    { "check", OPTION_TEXT, "FILE", "instead, prove the puzzles of FILE again", 0, 0 },
    { "every", OPTION_NUMBER, "N", "with --check: only every Nth puzzle (default 1)", 1,
      COUNT_MAX },
    { "list", OPTION_FLAG, NULL, "instead, list the puzzles of GAME, one per line", 0, 0 },
    { "show", OPTION_NUMBER, "N", "instead, show puzzle N of GAME", 1, COUNT_MAX },
    { "solution", OPTION_FLAG, NULL, "with --show: also print the winning move", 0, 0 },
    JSON_OPTION,
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

/* Write what a puzzle is: in the order of its line. */
static void json_puzzle(Json *json, const Setup *setup, const Pos *pos, uint32_t turns,
                        uint32_t good)
{
    json_setup(json, "game", setup);
    json_integer(json, "length", turns);
    json_integer(json, "good", good);
    json_position(json, "position", setup->game, pos);
}

static void print_puzzle(const Setup *setup, const Pos *pos, const Puzzle *puzzle, Results *results)
{
    if (results->as_json) {
        char notation[TURN_TEXT_MAX];
        Text move = text_over(notation, sizeof notation);
        turn_write(setup->game, pos, &puzzle->turn, &move);
        json_object(&results->json, NULL);
        json_puzzle(&results->json, setup, pos, puzzle->turns, puzzle->good);
        json_string(&results->json, "move", notation);
        json_end_object(&results->json);
        return;
    }
    char line[POS_TEXT_MAX + TURN_TEXT_MAX + SETUP_TEXT_MAX + 32];
    Text text = text_over(line, sizeof line);
    setup_write(setup, &text);
    text_addf(&text, " %u %u ", puzzle->turns, puzzle->good);
    turn_write(setup->game, pos, &puzzle->turn, &text);
    text_char(&text, ' ');
    setup->game->text->pos_write(pos, &text);
    fprintf(results->out, "%s\n", line);
    fflush(results->out);
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
    uint32_t  found[TURNS_MAX + 1]; /* by the length of the win */
    uint64_t *seen;                 /* keys of the puzzles found; capacity for all requested */
    uint32_t  seen_count, wanted;
    uint32_t  games;            /* played or read so far */
    uint32_t  tried, open;      /* positions of given games: searched, and left undecided */
    int       turn, turn_count; /* where the search of a given game is; 0 in self-play */
    Progress  progress;
    Results   results;
} Finder;

/* The time left is that until the limit: nobody knows how many games the next puzzle takes. */
static void tell_search(Finder *finder)
{
    char line[PROGRESS_LINE_MAX];
    Text text = text_over(line, sizeof line);
    if (!progress_is_due(&finder->progress))
        return;
    text_addf(&text, "%u of %u puzzles in %u games; ", finder->seen_count, finder->wanted,
              finder->games);
    if (finder->turn_count > 0)
        text_addf(&text, "before move %d of %d; ", finder->turn + 1, finder->turn_count);
    text_add(&text, "limit in ");
    put_duration(&text, finder->deadline - clock_wall_seconds());
    progress_print(&finder->progress, line);
}

/* True if the position is not yet among the puzzles; games may end alike. */
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

static bool play_searched(Finder *finder, Line *line)
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
                                         : play_searched(finder, line)))
            return;
    }
}

/* Find the longest puzzle among the last positions of a game; shorter ones are part of its
 * solution.  False if there is none. */
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
            break; /* earlier positions are only harder */
    }
    return *at != NULL;
}

static void keep_puzzle(Finder *finder, const Setup *setup, const Pos *pos, const Puzzle *puzzle)
{
    progress_end(&finder->progress);
    print_puzzle(setup, pos, puzzle, &finder->results);
    finder->found[puzzle->turns]++;
    finder->seen[finder->seen_count++] = pos->key;
}

/* Play one game and print its puzzle; false if there is none. */
static bool find_one(Finder *finder)
{
    Line       line;
    Puzzle     puzzle;
    const Pos *pos;
    if (line_init(&line, &finder->setup, NULL) != STATUS_OK)
        return false;
    tell_search(finder);
    play_game(finder, &line);
    finder->games++;
    bool found = find_in_game(finder, &line, &puzzle, &pos);
    if (found) {
        keep_puzzle(finder, &finder->setup, pos, &puzzle);
    }
    line_free(&line);
    return found;
}

/* --- finding in given games --- */

static bool is_done(const Finder *finder)
{
    return finder->seen_count == finder->wanted || deadline_is_over((void *)&finder->deadline);
}

static PuzzleStatus try_position(Finder *finder, const Pos *pos, Puzzle *puzzle)
{
    PuzzleStatus status =
        puzzle_find(finder->solver, pos, finder->least, finder->most, finder->nodes, puzzle);
    finder->tried++;
    finder->open += status == PUZZLE_OPEN;
    tell_search(finder);
    if (status == PUZZLE_FOUND &&
        (finder->found[puzzle->turns] >= finder->each || !is_new(finder, pos)))
        return PUZZLE_NONE;
    return status;
}

/* Print the puzzles of a game, last ones first.  A puzzle that is part of the solution of an earlier one
 * is left out.  Earlier positions are harder, so undecided ones end the search. */
static void find_in_record(Finder *finder, const Record *record)
{
    Puzzle puzzle, later;
    Setup  setup = { .game = record->line.setup.game, .variant = record->line.setup.variant };
    int    later_turn = -1; /* where `later` is; -1: there is none */
    int    open = 0;        /* undecided positions in a row */
    finder->turn_count = line_turns(&record->line);
    for (int turn = finder->turn_count - 1; turn >= 0 && open < OPEN_MAX && !is_done(finder);
         turn--) {
        const Pos *pos = line_before_turn(&record->line, turn);
        finder->turn = turn;
        PuzzleStatus status = try_position(finder, pos, &puzzle);
        open = status == PUZZLE_OPEN ? open + 1 : 0;
        if (status != PUZZLE_FOUND)
            continue;
        bool contains = later_turn - turn <= 2 && puzzle.turns > later.turns;
        if (later_turn >= 0 && !contains)
            keep_puzzle(finder, &setup, line_before_turn(&record->line, later_turn), &later);
        later = puzzle;
        later_turn = turn;
    }
    if (later_turn >= 0 && finder->seen_count < finder->wanted)
        keep_puzzle(finder, &setup, line_before_turn(&record->line, later_turn), &later);
}

static bool visit_record(void *context, int number, const Record *record, const Fault *fault)
{
    Finder *finder = context;
    finder->games++;
    if (record == NULL || record->line.setup.game != finder->setup.game)
        cmd_error(finder->progress.err, "puzzles", "game %d is skipped: %s", number,
                  record == NULL ? fault->why : "it is another game");
    else
        find_in_record(finder, record);
    return !is_done(finder);
}

static int find_in_file(Finder *finder, const char *path, FILE *err)
{
    Buffer bytes;
    Fault  fault;
    Status status = game_bytes(path, &bytes, &fault);
    if (status == STATUS_OK)
        game_each(bytes.data, bytes.length, &(GameAsk){ 0 }, visit_record, finder);
    buffer_free(&bytes);
    return status == STATUS_OK ? EXIT_DONE : cmd_error(err, "puzzles", "%s", fault.why);
}

/* Say why there are fewer puzzles than requested. */
static void tell_shortage(const Finder *finder, const Args *args, FILE *err)
{
    bool in_file = args->option[PUZZLES_GAMES].given;
    if (finder->seen_count == finder->wanted)
        return;
    if (deadline_is_over((void *)&finder->deadline))
        cmd_error(err, "puzzles",
                  "the time limit of %u s ended the search in game %u: found %u of %u puzzles; "
                  "--limit SECONDS gives it more time, --nodes N less work per position",
                  number_or(&args->option[PUZZLES_LIMIT], LIMIT_DEFAULT), finder->games,
                  finder->seen_count, finder->wanted);
    else if (in_file && finder->seen_count == 0)
        cmd_error(err, "puzzles",
                  "none of the last %u positions of %u %s is a puzzle, %u are undecided; more "
                  "--nodes decide more, a larger --most and a smaller --least find others",
                  finder->tried, finder->games, finder->games == 1 ? "game" : "games",
                  finder->open);
}

static int find_puzzles(const Args *args, FILE *out, FILE *err)
{
    Finder finder = {
        .least = number_or(&args->option[PUZZLES_LEAST], 3),
        .most = number_or(&args->option[PUZZLES_MOST], 9),
        .each = number_or(&args->option[PUZZLES_EACH], COUNT_MAX),
        .nodes = number_or(&args->option[PUZZLES_NODES], QUESTION_NODES),
        .random = random_seeded(number_or(&args->option[PUZZLES_SEED], 1)),
        .deadline = clock_wall_seconds() + number_or(&args->option[PUZZLES_LIMIT], LIMIT_DEFAULT),
        .wanted = number_or(&args->option[PUZZLES_COUNT], 10),
        .progress = progress_on_terminal(err),
    };
    if (finder.least > finder.most)
        return cmd_error(err, "puzzles", "--least %u is larger than --most %u", finder.least,
                         finder.most);
    int failed = setup_from_text(args->arg[0], &finder.setup, err);
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
    finder.seen = calloc(finder.wanted, sizeof *finder.seen);
    bool fine = finder.search != NULL && finder.solver != NULL && finder.seen != NULL;
    results_begin(&finder.results, out, args->option[PUZZLES_JSON].given);
    if (finder.results.as_json)
        json_array(&finder.results.json, "puzzles");
    if (fine && args->option[PUZZLES_GAMES].given)
        failed = find_in_file(&finder, args->option[PUZZLES_GAMES].text, err);
    else
        while (fine && !is_done(&finder) && !ferror(out))
            find_one(&finder);
    progress_end(&finder.progress);
    if (fine && failed == EXIT_DONE)
        tell_shortage(&finder, args, err);
    if (finder.results.as_json)
        json_end_array(&finder.results.json);
    free(finder.seen);
    search_delete(finder.search);
    solver_delete(finder.solver);
    if (fine && failed == EXIT_DONE)
        return results_end(&finder.results, "puzzles", err);
    results_drop(&finder.results);
    if (fine)
        return failed;
    return cmd_error_memory(err, "puzzles");
}

/* --- checking --- */

/* Prove the puzzle of a line again.  Return NULL, or what is wrong. */
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
        return "there is not exactly one winning move";
    char notation[TURN_TEXT_MAX];
    Text text = text_over(notation, sizeof notation);
    turn_write(game, pos, &puzzle.turn, &text);
    if (strcmp(notation, given.turn) != 0)
        return "a different move wins";
    /* In games won by points the length of a proof is only a grade, so it may differ. */
    if (puzzle.turns != given.turns && game->rules->lead == NULL)
        return "the win has a different length";
    return puzzle.good != given.good ? "a different number of moves looks good" : NULL;
}

/* Return the size of a file in bytes for progress; 0 if it has none, as a pipe. */
static double size_of(FILE *file)
{
    struct stat info;
    return fstat(fileno(file), &info) == 0 ? (double)info.st_size : 0;
}

static int check_file(const char *name, uint32_t every, bool as_json, FILE *out, FILE *err)
{
    char     line[LINE_BYTES];
    size_t   length;
    bool     cut;
    unsigned number = 0, seen = 0, checked = 0;
    FILE    *file = fopen(name, "rb");
    if (file == NULL)
        return cmd_error(err, name, "%s", strerror(errno));
    Progress progress = progress_on_terminal(err);
    double   size = size_of(file), at = 0;
    while (input_line(file, line, sizeof line, &length, &cut)) {
        number++;
        progress_parts(&progress, at, size, name);
        at += (double)length + 1;
        if (length == 0 || line[0] == '#')
            continue;
        if (seen++ % every != 0)
            continue;
        const char *why = cut ? "the line is too long" : check_puzzle(line);
        if (why != NULL) {
            fclose(file);
            progress_end(&progress);
            return cmd_error(err, name, "line %u: %s", number, why);
        }
        checked++;
    }
    bool complete = !ferror(file);
    int  reason = errno;
    fclose(file);
    progress_end(&progress);
    if (!complete)
        return cmd_error(err, name, "%s", strerror(reason));
    if (!as_json) {
        fprintf(out, "%u puzzles, %u proved\n", seen, checked);
        return EXIT_DONE;
    }
    Results results;
    results_begin(&results, out, true);
    json_integer(&results.json, "puzzles", seen);
    json_integer(&results.json, "proved", checked);
    return results_end(&results, "puzzles", err);
}

/* --- showing --- */

static int list_json(const char *name, FILE *out, FILE *err)
{
    PuzzleLine puzzle;
    uint32_t   count;
    Results    results;
    Json      *json = &results.json;
    int        failed = puzzle_count(name, &count, err);
    if (failed != EXIT_DONE)
        return failed;
    results_begin(&results, out, true);
    json_array(json, "puzzles");
    for (uint32_t number = 1; failed == EXIT_DONE && number <= count; number++) {
        failed = puzzle_from_set(name, number, &puzzle, err);
        if (failed != EXIT_DONE)
            break;
        json_object(json, NULL);
        json_integer(json, "number", number);
        json_puzzle(json, &puzzle.start.setup, &puzzle.start.pos.head, puzzle.turns, puzzle.good);
        json_end_object(json);
    }
    json_end_array(json);
    if (failed == EXIT_DONE)
        return results_end(&results, "puzzles", err);
    results_drop(&results);
    return failed;
}

static int list_puzzles(const char *name, FILE *out, FILE *err)
{
    PuzzleLine puzzle;
    uint32_t   count;
    char       setup[SETUP_TEXT_MAX];
    Text       text = text_over(setup, sizeof setup);
    int        failed = puzzle_count(name, &count, err);
    if (failed == EXIT_DONE)
        fprintf(out, "%6s %6s %4s  setup\n", "number", "length", "good");
    for (uint32_t number = 1; failed == EXIT_DONE && number <= count; number++) {
        failed = puzzle_from_set(name, number, &puzzle, err);
        if (failed != EXIT_DONE)
            break;
        text_clear(&text);
        setup_write(&puzzle.start.setup, &text);
        fprintf(out, "%6u %6u %4u  %s\n", number, puzzle.turns, puzzle.good, setup);
    }
    return failed;
}

static void print_grade(const PuzzleLine *puzzle, FILE *out)
{
    fprintf(out, "grade %u moves, ", puzzle->turns);
    if (puzzle->good == 0)
        fputs("no other move looks as good\n", out);
    else
        fprintf(out, "%u other move%s as good\n", puzzle->good,
                puzzle->good == 1 ? " looks" : "s look");
}

static int show_json(const PuzzleLine *puzzle, uint32_t number, bool solution, FILE *out, FILE *err)
{
    Results results;
    Json   *json = &results.json;
    char    question[MESSAGE_TEXT_MAX];
    Text    text = text_over(question, sizeof question);
    puzzle_question(puzzle, NULL, &text);
    results_begin(&results, out, true);
    json_integer(json, "number", number);
    json_puzzle(json, &puzzle->start.setup, &puzzle->start.pos.head, puzzle->turns, puzzle->good);
    json_string(json, "question", question);
    if (solution)
        json_string(json, "move", puzzle->turn);
    return results_end(&results, "puzzles", err);
}

static int show_puzzle(const char *name, uint32_t number, const Args *args, FILE *out, FILE *err)
{
    bool       solution = args->option[PUZZLES_SOLUTION].given;
    PuzzleLine puzzle;
    char       buffer[BOARD_TEXT_MAX];
    Text       text = text_over(buffer, sizeof buffer);
    int        failed = puzzle_from_set(name, number, &puzzle, err);
    if (failed != EXIT_DONE)
        return failed;
    if (args->option[PUZZLES_JSON].given)
        return show_json(&puzzle, number, solution, out, err);
    const Setup *setup = &puzzle.start.setup;
    setup_write(setup, &text);
    fprintf(out, "game %s\nposition %s\n", buffer, puzzle.position);
    text_clear(&text);
    setup->game->text->draw(&puzzle.start.pos.head, &text);
    fputs(buffer, out);
    text_clear(&text);
    puzzle_question(&puzzle, NULL, &text);
    fprintf(out, "%s\n", buffer);
    print_grade(&puzzle, out);
    if (solution)
        fprintf(out, "solution %s\n", puzzle.turn);
    return EXIT_DONE;
}

/* Reject options that have no effect without another one. */
static int error_loose_options(const Args *args, FILE *err)
{
    if (args->option[PUZZLES_EVERY].given && !args->option[PUZZLES_CHECK].given)
        return cmd_error(err, "puzzles", "--every needs --check FILE");
    if (args->option[PUZZLES_SOLUTION].given && !args->option[PUZZLES_SHOW].given)
        return cmd_error(err, "puzzles", "--solution needs --show N");
    return EXIT_DONE;
}

int cmd_puzzles(const Args *args, FILE *out, FILE *err)
{
    const OptionValue *show = &args->option[PUZZLES_SHOW];
    bool               as_json = args->option[PUZZLES_JSON].given;
    int                failed = error_loose_options(args, err);
    if (failed != EXIT_DONE)
        return failed;
    if (args->option[PUZZLES_CHECK].given)
        return args->arg_count > 0
                   ? cmd_error(err, "puzzles",
                               "--check takes no GAME; every line of the file names its own")
                   : check_file(args->option[PUZZLES_CHECK].text,
                                number_or(&args->option[PUZZLES_EVERY], 1), as_json, out, err);
    if (args->arg_count == 0)
        return cmd_error(err, "puzzles", "GAME is missing; `tessera games` lists the games");
    if (args->option[PUZZLES_LIST].given)
        return as_json ? list_json(args->arg[0], out, err) : list_puzzles(args->arg[0], out, err);
    if (show->given)
        return show_puzzle(args->arg[0], show->number, args, out, err);
    return find_puzzles(args, out, err);
}
