/* SPDX-License-Identifier: MIT */
/* search_stress SECONDS SEED - searches of random positions of all games with random settings,
 * stopped at random times from another thread.
 *
 * Ends by itself; a sanitizer report or a failed assert ends it sooner.  A short run is part of the
 * tests, half an hour of it `make soak`. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "games/list.h"
#include "search/search.h"

static const char *const VARIANTS[] = {
    "toy",
    "gipf",
    "gipf:3,3,10,10;choice=mover",
    "gipf:standard",
    "gipf:tournament",
    "gipf:6,5,30,30",
    "ponte",
    "ponte:official",
    "ponte:open;size=12",
    "ponte:size=4",
    "diavolo",
    "diavolo:4",
    "diavolo:14",
    "alliances",
    "alliances:4",
    "duell",
    "duell:king-capture",
    "duell:repetition=3;nocapture=40",
};
enum { VARIANT_COUNT = sizeof VARIANTS / sizeof VARIANTS[0] };

/* Wrong results end the run: a stress test must also check its results. */
static void must(int holds, const char *what, const char *variant)
{
    if (holds)
        return;
    fprintf(stderr, "search_stress: %s: %s\n", variant, what);
    exit(1);
}

typedef struct Stopper {
    Search *search;
    long    after_us;
    bool    is_ponderhit; /* before the stop */
} Stopper;

static void *stop_later(void *argument)
{
    const Stopper  *stopper = argument;
    struct timespec pause = { 0, stopper->after_us * 1000 };
    nanosleep(&pause, NULL);
    if (stopper->is_ponderhit)
        search_ponderhit(stopper->search);
    nanosleep(&pause, NULL);
    search_stop(stopper->search);
    return NULL;
}

static void count_reports(void *context, const SearchInfo *info)
{
    int *reports = context;
    *reports += info->line->step_count > 0;
}

static void check_turn(const Line *line, const Turn *turn, const char *variant)
{
    Line copy;
    must(line_init(&copy, &line->setup, line_now(line)) == STATUS_OK, "out of memory", variant);
    must(turn->count > 0, "no turn", variant);
    for (int i = 0; i < turn->count; i++)
        must(line_step(&copy, turn->step[i]) == STATUS_OK, "an illegal step", variant);
    must(line_now(&copy)->phase == 0, "an unfinished turn", variant);
    line_free(&copy);
}

static SearchLimits limits_at_random(Random *random)
{
    SearchLimits limits = { .lines = random_below(random, 4) == 0 ? 3 : 1 };
    switch (random_below(random, 6)) {
    case 0: limits.nodes = 1 + random_below(random, 5000); break;
    case 1: limits.time_ms = 1 + random_below(random, 20); break;
    case 2: limits.depth = 1 + (int)random_below(random, 3); break;
    case 3:
        limits.has_clock = true;
        limits.clock_ms[0] = limits.clock_ms[1] = random_below(random, 400);
        break;
    case 4: limits.ponder = true; break;
    default: break; /* infinite, until it is stopped */
    }
    if (random_below(random, 4) == 0)
        limits.noise = (int)random_below(random, 3000);
    return limits;
}

static SearchResult result;

/* The searches of one game with one Search, so that the tables are reused. */
static int think_some(const char *variant, Random *random)
{
    Setup         setup;
    Line          line;
    int           reports = 0, searches = 1 + (int)random_below(random, 6);
    SearchOptions options = search_options();
    must(games_setup(variant, &setup, NULL) == STATUS_OK, "no such variant", variant);
    must(line_init(&line, &setup, NULL) == STATUS_OK, "out of memory", variant);
    options.threads = 1 + (int)random_below(random, 4);
    options.table_bytes = (size_t)1 << (10 + random_below(random, 12));
    options.general = random_below(random, 4) == 0;
    options.kind = (SearchKind)random_below(random, 3);
    options.seed = random_next(random);
    Search *search = search_new(&options);
    must(search != NULL, "out of memory", variant);
    for (int i = 0; i < searches; i++) {
        int turns = line_turns(&line) + (int)random_below(random, 20);
        must(line_play_random(&line, random, turns) == STATUS_OK, "random play was refused",
             line.setup.game->name);
        SearchLimits limits = limits_at_random(random);
        Stopper      stopper = { search, (long)random_below(random, 15000), limits.ponder };
        pthread_t    thread;
        search_ready(search);
        must(pthread_create(&thread, NULL, stop_later, &stopper) == 0, "no thread", variant);
        Status status = search_think(search, &line, &limits, count_reports, &reports, &result);
        pthread_join(thread, NULL);
        must(status == STATUS_OK, "search_think failed", variant);
        check_turn(&line, &result.turn, variant);
        if (random_below(random, 8) == 0)
            search_clear(search);
    }
    search_delete(search);
    line_free(&line);
    return searches;
}

int main(int argc, char **argv)
{
    double   seconds = argc > 1 ? strtod(argv[1], NULL) : 5;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    double   end = clock_wall_seconds() + seconds;
    Random   random = random_seeded(seed);
    long     searches = 0;
    for (int i = 0; i < VARIANT_COUNT || clock_wall_seconds() < end; i++)
        searches += think_some(VARIANTS[i % VARIANT_COUNT], &random);
    printf("%ld searches of %d variants, seed %llu\n", searches, VARIANT_COUNT,
           (unsigned long long)seed);
    return 0;
}
