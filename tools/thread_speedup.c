/* SPDX-License-Identifier: MIT */
/* thread_speedup - measure how much sooner several threads complete an iteration than one does.
 *
 *     thread_speedup THREADS POSITIONS TIME_MS SEED SETUP...
 *
 * For each SETUP, take POSITIONS positions of games that begin with random turns.  One thread
 * searches each for TIME_MS; then THREADS threads search until the first of them has completed as
 * many iterations.  Print the geometric mean of the ratios of the two wall times, with an interval of
 * two standard errors, and how many more nodes per second the threads made.  It needs THREADS idle
 * cores.  The same seed gives the same positions.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "core/line.h"
#include "games/list.h"
#include "search/search.h"

enum { RANDOM_TURNS = 4, PLAYED_TURNS_MAX = 20, PLAYED_NODES = 400, PATIENCE = 4 };

typedef struct Trial {
    Setup   setup;
    Search *one, *several;
    int64_t time_ms;
    Random  random;
} Trial;

/* The iterations of one search. */
typedef struct Watch {
    Search *search;
    double  begin; /* these three in seconds */
    double  last;  /* the last iteration ended so long after the beginning */
    double  rate;  /* nodes per second until then */
    int     count;
    int     wanted; /* stop after so many; 0 for no limit */
} Watch;

static int fail(const char *why)
{
    fprintf(stderr, "thread_speedup: %s\n", why);
    return 2;
}

static void watch_iteration(void *context, const SearchInfo *info)
{
    Watch *watch = context;
    watch->last = clock_wall_seconds() - watch->begin;
    watch->rate = (double)info->nodes / watch->last;
    if (++watch->count == watch->wanted)
        search_stop(watch->search);
}

static Watch watch_search(Search *search, const Line *line, int64_t time_ms, int wanted)
{
    static SearchResult result;
    Watch               watch = { .search = search, .wanted = wanted };
    search_clear(search);
    search_ready(search);
    watch.begin = clock_wall_seconds();
    if (search_think(search, line, &(SearchLimits){ .time_ms = time_ms }, watch_iteration, &watch,
                     &result) != STATUS_OK)
        exit(fail("out of memory"));
    return watch;
}

/* Begin `line` with random turns, then turns of short searches.  False: the game ended. */
static bool take_position(Trial *trial, Line *line)
{
    static SearchResult result;
    int                 played = (int)random_below(&trial->random, PLAYED_TURNS_MAX + 1);
    if (line_init(line, &trial->setup, NULL) != STATUS_OK ||
        line_play_random(line, &trial->random, RANDOM_TURNS) != STATUS_OK)
        exit(fail("out of memory"));
    search_clear(trial->one);
    for (int i = 0; i < played && line_outcome(line).ending == ENDING_NONE; i++) {
        if (search_think(trial->one, line, &(SearchLimits){ .nodes = PLAYED_NODES }, NULL, NULL,
                         &result) != STATUS_OK)
            exit(fail("out of memory"));
        for (int step = 0; step < result.turn.count; step++)
            if (line_step(line, result.turn.step[step]) != STATUS_OK)
                exit(fail("the search played an illegal turn"));
    }
    return line_outcome(line).ending == ENDING_NONE;
}

/* Write the logarithm of the speedup in one position and of the factor of the nodes per second.
 * False: the game was over or nearly so. */
static bool try_position(Trial *trial, double *speedup, double *rate)
{
    Line line;
    bool ok = take_position(trial, &line);
    if (ok) {
        Watch one = watch_search(trial->one, &line, trial->time_ms, 0);
        ok = one.count > 0 && one.last * 1000 > (double)trial->time_ms / 8;
        if (ok) {
            Watch several =
                watch_search(trial->several, &line, PATIENCE * trial->time_ms, one.count);
            *speedup = log(one.last / several.last);
            *rate = log(several.rate / one.rate);
        }
    }
    line_free(&line);
    return ok;
}

static void run(Trial *trial, int positions)
{
    char   string[SETUP_TEXT_MAX];
    Text   text = text_over(string, sizeof string);
    double sum = 0, squares = 0, rates = 0, speedup, rate;
    int    seen = 0;
    for (int i = 0; i < positions; i++)
        if (try_position(trial, &speedup, &rate)) {
            sum += speedup;
            squares += speedup * speedup;
            rates += rate;
            seen++;
        }
    setup_write(&trial->setup, &text);
    if (seen < 2) {
        printf("%s: fewer than two games lasted long enough; try more positions\n", string);
        return;
    }
    double mean = sum / seen, error = sqrt((squares / seen - mean * mean) / (seen - 1));
    printf("%s: %d positions, speedup %.2f (%.2f to %.2f), nodes per second %.2f\n", string, seen,
           exp(mean), exp(mean - 2 * error), exp(mean + 2 * error), exp(rates / seen));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    SearchOptions options = search_options();
    Trial         trial = { .time_ms = argc > 3 ? atoi(argv[3]) : 0 };
    int           threads = argc > 1 ? atoi(argv[1]) : 0, positions = argc > 2 ? atoi(argv[2]) : 0;
    Fault         fault;
    if (argc < 6 || threads < 2 || threads > SEARCH_THREADS_MAX || positions < 2 ||
        trial.time_ms < 1)
        return fail("usage: thread_speedup THREADS POSITIONS TIME_MS SEED SETUP...");
    trial.one = search_new(&options);
    options.threads = threads;
    trial.several = search_new(&options);
    if (trial.one == NULL || trial.several == NULL)
        return fail("out of memory");
    for (int i = 5; i < argc; i++) {
        trial.random = random_seeded(strtoull(argv[4], NULL, 10)); /* the same for each setup */
        if (games_setup(argv[i], &trial.setup, &fault) != STATUS_OK)
            return fail(fault.why);
        run(&trial, positions);
    }
    search_delete(trial.one);
    search_delete(trial.several);
    return 0;
}
