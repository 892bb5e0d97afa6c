/* SPDX-License-Identifier: MIT */
/* solve_positions - count how many endings are solved, and how fast.
 *
 *     solve_positions [OPTION...] COUNT SECONDS MIB SEED SETUP...
 *
 *     --play random|engine|both   play after eight random turns (default both)
 *     --back NEAREST-FARTHEST     turns before the end (default 2-13)
 *     --margin                    in games with points: also find the exact margin
 *     --list                      print every position and its value
 *
 * For each SETUP and kind of play, take COUNT positions (COUNT/2 of each with `both`) from games
 * that begin with a few random turns and continue at random or by our search with 300 nodes per
 * turn.  From each game one position is taken, a random number of turns before its end.  Print how
 * many were solved within SECONDS of CPU time each, the number of wins and draws, quantiles of the
 * time, and the solved share by the distance from the end.  The same arguments give the same
 * positions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "core/line.h"
#include "games/list.h"
#include "search/search.h"
#include "solver/solve.h"

enum { OPENING = 8, NODES = 300, GAME_TURNS = 400, BACK_MAX = 99 };

typedef struct Bench {
    Setup   setup;
    Search *search;
    double  seconds, deadline;
    size_t  bytes;
    Random  random;
    int     nearest, farthest;
    bool    margin, list;
} Bench;

/* The results of one kind of play. */
typedef struct Tally {
    int     values[4], margins;
    int     seen[BACK_MAX + 1], solved[BACK_MAX + 1]; /* by turns before the end */
    double *times;
} Tally;

static bool is_late(void *context)
{
    return clock_thread_seconds() > *(const double *)context;
}

static bool random_turn(Bench *bench, Line *line)
{
    Step steps[STEPS_MAX];
    do {
        int count = bench->setup.game->rules->gen(line_now(line), steps);
        if (count == 0 ||
            line_step(line, steps[random_below(&bench->random, (uint32_t)count)]) != 0)
            return false;
    } while (line_now(line)->phase != 0);
    return true;
}

static bool good_turn(Bench *bench, Line *line)
{
    static SearchResult result;
    SearchLimits        limits = { .nodes = NODES };
    if (search_think(bench->search, line, &limits, NULL, NULL, &result) != STATUS_OK)
        return false;
    for (int i = 0; i < result.turn.count; i++)
        if (line_step(line, result.turn.step[i]) != STATUS_OK)
            return false;
    return result.turn.count > 0;
}

/* Find a position shortly before the end of a game.  Return the number of turns before it. */
static int take_position(Bench *bench, bool is_random, PosBuffer *pos)
{
    Line line;
    do {
        if (line_init(&line, &bench->setup, NULL) != STATUS_OK)
            exit(1);
        search_clear(bench->search);
        while (line_turns(&line) < GAME_TURNS && line_outcome(&line).ending == ENDING_NONE &&
               (is_random || line_turns(&line) < OPENING ? random_turn(bench, &line)
                                                         : good_turn(bench, &line)))
            continue;
        uint32_t span = (uint32_t)(bench->farthest - bench->nearest + 1);
        int      back = bench->nearest + (int)random_below(&bench->random, span);
        if (line_turns(&line) > back && line_outcome(&line).ending != ENDING_NONE) {
            game_copy(bench->setup.game, line_before_turn(&line, line_turns(&line) - back),
                      &pos->head);
            line_free(&line);
            return back;
        }
        line_free(&line);
    } while (true);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void print_position(const Bench *bench, const Pos *pos, int back, const Solution *solution,
                           double seconds)
{
    static const char *const VALUES[] = { "unknown", "first", "second", "draw" };
    char                     string[POS_TEXT_MAX];
    Text                     text = text_over(string, sizeof string);
    bench->setup.game->text->pos_write(pos, &text);
    printf("%-7s %2d before the end, %.3f s: %s\n", VALUES[solution->value], back, seconds, string);
}

static void solve_one(Bench *bench, const Pos *pos, int back, Tally *tally, double *seconds)
{
    Solution   solution;
    DfpnLimits limits = {
        .memory_bytes = bench->bytes, .threads = 1, .expired = is_late, .context = &bench->deadline
    };
    Solver *solver = solver_new(bench->setup.game, &limits);
    if (solver == NULL)
        exit(1);
    double begun = clock_thread_seconds();
    bench->deadline = begun + bench->seconds;
    solver_solve(solver, pos, &solution);
    if (bench->margin && solution.value != PROOF_UNKNOWN)
        solver_margin(solver, pos, &solution);
    *seconds = clock_thread_seconds() - begun;
    tally->values[solution.value]++;
    tally->margins += solution.has_margin;
    tally->seen[back]++;
    tally->solved[back] += solution.value != PROOF_UNKNOWN;
    if (bench->list)
        print_position(bench, pos, back, &solution, *seconds);
    solver_delete(solver);
}

/* Print four groups, the nearest first. */
static void print_by_distance(const Bench *bench, const Tally *tally)
{
    int span = bench->farthest - bench->nearest + 1, width = (span + 3) / 4;
    for (int low = bench->nearest; low <= bench->farthest; low += width) {
        int high = low + width - 1 < bench->farthest ? low + width - 1 : bench->farthest;
        int seen = 0, solved = 0;
        for (int back = low; back <= high; back++) {
            seen += tally->seen[back];
            solved += tally->solved[back];
        }
        printf("%s %d-%d: %d of %d", low == bench->nearest ? "    turns before the end" : ",", low,
               high, solved, seen);
    }
    printf("\n");
}

static void run(Bench *bench, bool is_random, int count)
{
    Tally tally = { .times = calloc((size_t)count, sizeof *tally.times) };
    char  string[SETUP_TEXT_MAX];
    Text  text = text_over(string, sizeof string);
    if (tally.times == NULL)
        exit(1);
    for (int i = 0; i < count; i++) {
        PosBuffer pos;
        int       back = take_position(bench, is_random, &pos);
        solve_one(bench, &pos.head, back, &tally, &tally.times[i]);
    }
    setup_write(&bench->setup, &text);
    qsort(tally.times, (size_t)count, sizeof *tally.times, by_size);
    printf("%s %s: %d of %d solved (%d first, %d second, %d draws%s", string,
           is_random ? "random" : "engine", count - tally.values[PROOF_UNKNOWN], count,
           tally.values[PROOF_FIRST], tally.values[PROOF_SECOND], tally.values[PROOF_DRAW],
           bench->margin ? "" : ")");
    if (bench->margin)
        printf("; %d exact margins)", tally.margins);
    printf("; CPU seconds: median %.3f, 9 of 10 %.3f, most %.3f\n", tally.times[count / 2],
           tally.times[count * 9 / 10], tally.times[count - 1]);
    print_by_distance(bench, &tally);
    fflush(stdout);
    free(tally.times);
}

static int usage(void)
{
    fprintf(stderr, "usage: solve_positions [--play random|engine|both] [--back N-N] [--margin] "
                    "[--list] COUNT SECONDS MIB SEED SETUP...\n");
    return 2;
}

/* Parse the options.  Return the index of the first argument after them, or -1 if one is wrong. */
static int read_options(int argc, char **argv, Bench *bench, const char **play)
{
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--margin") == 0)
            bench->margin = true;
        else if (strcmp(argv[at], "--list") == 0)
            bench->list = true;
        else if (strcmp(argv[at], "--play") == 0 && at + 1 < argc)
            *play = argv[++at];
        else if (strcmp(argv[at], "--back") != 0 || at + 1 >= argc ||
                 sscanf(argv[++at], "%d-%d", &bench->nearest, &bench->farthest) != 2)
            return -1;
    }
    bool ok = bench->nearest >= 1 && bench->nearest <= bench->farthest &&
              bench->farthest <= BACK_MAX && strchr("reb", (*play)[0]) != NULL;
    return ok ? at : -1;
}

int main(int argc, char **argv)
{
    SearchOptions options = search_options();
    Bench         bench = { .nearest = 2, .farthest = 13 };
    const char   *play = "both";
    int           at = read_options(argc, argv, &bench, &play);
    if (at < 0 || argc - at < 5)
        return usage();
    options.table_bytes = (size_t)16 << 20;
    bench.search = search_new(&options);
    bench.seconds = atof(argv[at + 1]);
    bench.bytes = (size_t)atoi(argv[at + 2]) << 20;
    int   count = play[0] == 'b' ? atoi(argv[at]) / 2 : atoi(argv[at]);
    Fault fault;
    for (int i = at + 4; bench.search != NULL && count > 0 && i < argc; i++) {
        if (games_setup(argv[i], &bench.setup, &fault) != STATUS_OK) {
            fprintf(stderr, "solve_positions: %s\n", fault.why);
            return 2;
        }
        bench.random = random_seeded((uint64_t)atoi(argv[at + 3])); /* the same for each setup */
        if (play[0] != 'e')
            run(&bench, true, count);
        if (play[0] != 'r')
            run(&bench, false, count);
    }
    search_delete(bench.search);
    return 0;
}
