/* SPDX-License-Identifier: MIT */
/* solve_positions - how many endings are solved, and how fast.
 *
 *     solve_positions COUNT SECONDS MIB SEED SETUP...
 *
 * For each SETUP, COUNT positions from games that begin with a few random turns: half of them go on at
 * random, half are played by the search of the house with 300 nodes a turn.  From each game one
 * position is taken, 2 to 13 turns before its end.  Prints, for each setup and kind of play, how many
 * were solved within SECONDS of processor time each, how many were wins and draws, and quantiles of the time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "core/line.h"
#include "games/list.h"
#include "search/search.h"
#include "solver/solve.h"

enum { OPENING = 8, NODES = 300, GAME_TURNS = 400, NEAREST = 2, FARTHEST = 13 };

typedef struct Bench {
    Setup   setup;
    Search *search;
    double  seconds, deadline;
    size_t  bytes;
    Random  random;
} Bench;

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

/* A position shortly before the end of a game. */
static void take_position(Bench *bench, bool is_random, PosBuffer *pos)
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
        int back = NEAREST + (int)random_below(&bench->random, FARTHEST - NEAREST + 1);
        if (line_turns(&line) > back) {
            game_copy(bench->setup.game, line_before_turn(&line, line_turns(&line) - back),
                      &pos->head);
            line_free(&line);
            return;
        }
        line_free(&line);
    } while (true);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void run(Bench *bench, bool is_random, int count)
{
    int     tally[4] = { 0 };
    double *times = calloc((size_t)count, sizeof *times);
    if (times == NULL)
        exit(1);
    for (int i = 0; i < count; i++) {
        PosBuffer pos;
        Solution  solution;
        take_position(bench, is_random, &pos);
        DfpnLimits limits = { .memory_bytes = bench->bytes,
                              .threads = 1,
                              .expired = is_late,
                              .context = &bench->deadline };
        Solver    *solver = solver_new(bench->setup.game, &limits);
        if (solver == NULL)
            exit(1);
        double begun = clock_thread_seconds();
        bench->deadline = begun + bench->seconds;
        solver_solve(solver, &pos.head, &solution);
        times[i] = clock_thread_seconds() - begun;
        tally[solution.value]++;
        solver_delete(solver);
    }
    char words[SETUP_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    setup_write(&bench->setup, &text);
    qsort(times, (size_t)count, sizeof *times, by_size);
    printf("%s %s: %d of %d solved (%d first, %d second, %d draws); CPU seconds: median %.3f, "
           "9 of 10 %.3f, most %.3f\n",
           words, is_random ? "random" : "engine", count - tally[PROOF_UNKNOWN], count,
           tally[PROOF_FIRST], tally[PROOF_SECOND], tally[PROOF_DRAW], times[count / 2],
           times[count * 9 / 10], times[count - 1]);
    fflush(stdout);
    free(times);
}

int main(int argc, char **argv)
{
    SearchOptions options = search_options();
    if (argc < 6) {
        fprintf(stderr, "usage: solve_positions COUNT SECONDS MIB SEED SETUP...\n");
        return 2;
    }
    options.table_bytes = (size_t)16 << 20;
    Bench bench = { .search = search_new(&options),
                    .seconds = atof(argv[2]),
                    .bytes = (size_t)atoi(argv[3]) << 20,
                    .random = random_seeded((uint64_t)atoi(argv[4])) };
    int   count = atoi(argv[1]) / 2;
    Fault fault;
    for (int i = 5; bench.search != NULL && count > 0 && i < argc; i++) {
        if (games_setup(argv[i], &bench.setup, &fault) != STATUS_OK) {
            fprintf(stderr, "solve_positions: %s\n", fault.why);
            return 2;
        }
        run(&bench, true, count);
        run(&bench, false, count);
    }
    search_delete(bench.search);
    return 0;
}
