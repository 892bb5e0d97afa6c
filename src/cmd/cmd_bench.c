/* SPDX-License-Identifier: MIT */
/* cmd_bench.c - bench: measure the speed of rules and search, and print a signature of both.
 *
 * Time is the CPU time of one thread, and the best of several runs counts: on a busy machine the
 * best run is the least disturbed one.  The signature uses no clock and is the same on every machine
 * and in every build.
 */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cmd/cmd.h"
#include "cmd/program_identity.h"
#include "cmd/progress.h"
#include "cmd/results.h"
#include "core/perft.h"
#include "games/instances.h"
#include "games/list.h"
#include "search/search.h"
#include "solver/tb_cache.h"

enum {
    RUNS = 5,
    BENCH_DEPTH_MAX = 12,
    PLAYOUT_TURNS_MAX = 500,
    PLAYOUT_SEED = 1,
    SIGNATURE_PLAYOUTS = 200,
    SIGNATURE_DEPTH_MAX = 6,
    SIGNATURE_TURNS = 2000,     /* increase the depth while the last count is below this */
    SIGNATURE_POSITIONS = 2000, /* the same for positions */
    SIGNATURE_DEPTH = 4,        /* of searches, which usually reach the node limit first */
    SIGNATURE_NODES = 3000,
    SIGNATURE_OPENINGS = 4, /* random openings that are searched */
    SIGNATURE_OPENING_TURNS = 6,
    IDENTITY_OPENINGS = 2, /* of these, for program_identity */
    SEARCH_TABLE_BYTES = 16 << 20,
    SEARCH_NODES = 200000, /* per measured search */
    SPEED_NODES = 10000,   /* per search of program_speed */
    SPEED_RUNS = 5,        /* of which the best counts */
};

static const double RUN_SECONDS = 0.3;

/* Moves per second that no program can walk.  A faster count was computed by multiplication, which is
 * valid while no move can end the game.  Such a count measures neither the rules nor the time that
 * one more move would take. */
static const double WALKED_MOST = 1e12;
static const double CLOCK_GRAIN_SECONDS = 1e-6;

enum { BENCH_GENERAL, BENCH_SIGNATURE, BENCH_TABLEBASES, BENCH_JSON };
const Option BENCH_OPTIONS[] = {
    { "general", OPTION_FLAG, NULL, "use the general move generator instead of the fast one", 0,
      0 },
    { "signature", OPTION_FLAG, NULL, "print only the signature", 0, 0 },
    { "tablebases", OPTION_TEXT, "DIR", "let the measured search use these tablebases", 0, 0 },
    JSON_OPTION,
    { .name = NULL },
};

/* One measurement: `run` does it `times` times and returns the work done. */
typedef struct Job {
    const Game   *game;
    const Pos    *root;
    PerftInstance instance;
    PerftKind     kind;
    int           depth;
    Random        random;
    const Line   *line;
    Search       *search;
    SearchResult *result;
    const Oracle *oracle; /* tablebase for the search, or NULL */
    uint64_t (*run)(struct Job *job, uint64_t times);
} Job;

static uint64_t run_perft(Job *job, uint64_t times)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < times; i++)
        sum += perft_count(job->game, job->root, job->depth, job->kind, job->instance);
    return sum;
}

static uint64_t run_playouts(Job *job, uint64_t times)
{
    for (uint64_t i = 0; i < times; i++) {
        Outcome outcome;
        perft_playout(job->game, job->root, &job->random, PLAYOUT_TURNS_MAX, &outcome,
                      job->instance);
    }
    return times;
}

/* Search an early position of a game repeatedly, each time with cleared state. */
static uint64_t run_searches(Job *job, uint64_t times)
{
    SearchLimits limits = { .nodes = SEARCH_NODES, .oracle = job->oracle };
    uint64_t     nodes = 0;
    for (uint64_t i = 0; i < times; i++) {
        search_clear(job->search);
        if (search_think(job->search, job->line, &limits, NULL, NULL, job->result) == STATUS_OK)
            nodes += job->result->nodes;
    }
    return nodes;
}

/* Return the CPU seconds of one run; `*done` is the work done in it. */
static double timed(Job *job, uint64_t times, uint64_t *done)
{
    double start = clock_cpu_seconds();
    *done = job->run(job, times);
    return clock_cpu_seconds() - start;
}

/* Return the work per second: the best of several runs that are long enough to measure. */
static double best_rate(Job *job)
{
    uint64_t times = 1, done;
    double   seconds = timed(job, times, &done);
    while (seconds < RUN_SECONDS / 4) {
        times *= 2;
        seconds = timed(job, times, &done);
    }
    double best = (double)done / seconds;
    times = (uint64_t)ceil((double)times * RUN_SECONDS / seconds);
    for (int i = 0; i < RUNS; i++) {
        seconds = timed(job, times, &done);
        if (seconds > 0 && (double)done / seconds > best)
            best = (double)done / seconds;
    }
    return best;
}

/* Return the largest depth expected to fit into one run, extrapolated from the growth so far; 0 if
 * counts are computed by multiplication. */
static int depth_for_run(Job *job)
{
    double   seconds;
    uint64_t count, before = 1;
    for (job->depth = 1;; job->depth++) {
        seconds = timed(job, 1, &count);
        if ((double)count > WALKED_MOST * (seconds + CLOCK_GRAIN_SECONDS) &&
            job->instance != PERFT_GENERAL)
            return 0;
        double growth = (double)count / (double)before;
        if (count == 0 || job->depth == BENCH_DEPTH_MAX || seconds * growth > RUN_SECONDS)
            break;
        before = count;
    }
    /* A count of 0 means that every game has ended, which leaves nothing to measure. */
    return count == 0 && job->depth > 1 ? job->depth - 1 : job->depth;
}

static double perft_rate(Job *job)
{
    PerftInstance before = job->instance;
    job->depth = depth_for_run(job);
    if (job->depth == 0) {
        job->instance = PERFT_GENERAL;
        job->depth = depth_for_run(job);
    }
    double rate = best_rate(job);
    job->instance = before;
    return rate;
}

static Search *new_search(SearchKind kind, PerftInstance instance)
{
    SearchOptions options = search_options();
    options.kind = kind;
    options.table_bytes = SEARCH_TABLE_BYTES;
    options.general = instance == PERFT_GENERAL;
    return search_new(&options);
}

/* One run of the command. */
typedef struct Bench {
    PerftInstance instance;
    TbCache      *tb_cache;
    Results       results;
    Progress      progress;
    int           done, total; /* parts: METRICS per game, and the signature of each game */
} Bench;

enum { METRICS = 4 };

static void print_rate(Bench *bench, const char *name, const char *metric, double rate,
                       const char *unit)
{
    Results *results = &bench->results;
    progress_end(&bench->progress);
    bench->done++;
    if (!results->as_json) {
        fprintf(results->out, "%s %s %.0f %s\n", name, metric, rate, unit);
        fflush(results->out);
        return;
    }
    json_object(&results->json, NULL);
    json_string(&results->json, "game", name);
    json_string(&results->json, "metric", metric);
    json_integer(&results->json, "value", (int64_t)rate);
    json_string(&results->json, "unit", unit);
    json_end_object(&results->json);
}

/* Say what is measured next. */
static void tell_progress(Bench *bench, const char *name, const char *metric)
{
    char what[SETUP_TEXT_MAX + 32];
    snprintf(what, sizeof what, "%s %s", name, metric);
    progress_parts(&bench->progress, bench->done, bench->total, what);
}

/* Measure the nodes per second of the default search in an early position. */
static void bench_search(Job *job, const Setup *setup, Bench *bench, const char *name)
{
    TbCache         *tb_cache = bench->tb_cache;
    Random           random = random_seeded(PLAYOUT_SEED);
    Line             line;
    const Tablebase *tables = tb_cache_acquire(tb_cache, setup->game, setup->variant);
    Oracle           oracle = tb_oracle(tables);
    job->oracle = tables != NULL ? &oracle : NULL;
    job->search = new_search(SEARCH_DEFAULT, job->instance);
    job->result = malloc(sizeof *job->result);
    if (job->search != NULL && job->result != NULL && line_init(&line, setup, NULL) == STATUS_OK) {
        line_play_random(&line, &random, SIGNATURE_OPENING_TURNS);
        job->line = &line;
        job->run = run_searches;
        tell_progress(bench, name, "search");
        print_rate(bench, name, "search", best_rate(job), "nodes/s");
        line_free(&line);
    }
    free(job->result);
    search_delete(job->search);
    tb_cache_release(tb_cache, tables);
}

static void bench_game(const Setup *setup, Bench *bench)
{
    static const struct {
        const char *metric, *unit;
        PerftKind   kind;
    } COUNTS[] = {
        { "perft-turns", "turns/s", PERFT_TURNS },
        { "perft-positions", "positions/s", PERFT_POSITIONS },
    };
    PosBuffer root;
    char      name[SETUP_TEXT_MAX];
    Text      text = text_over(name, sizeof name);
    setup_write(setup, &text);
    setup->game->rules->start(setup->variant, &root.head);
    Job job = {
        .game = setup->game, .root = &root.head, .instance = bench->instance, .run = run_perft
    };
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        job.kind = COUNTS[i].kind;
        tell_progress(bench, name, COUNTS[i].metric);
        print_rate(bench, name, COUNTS[i].metric, perft_rate(&job), COUNTS[i].unit);
    }
    job.run = run_playouts;
    job.random = random_seeded(PLAYOUT_SEED);
    tell_progress(bench, name, "playouts");
    print_rate(bench, name, "playouts", best_rate(&job), "playouts/s");
    bench_search(&job, setup, bench, name);
}

/* --- Signature ------------------------------------------------------------------------ */

static uint64_t sum_counts(const Game *game, const Pos *root, PerftKind kind, uint64_t enough,
                           PerftInstance instance)
{
    uint64_t sum = 0;
    for (int depth = 1; depth <= SIGNATURE_DEPTH_MAX; depth++) {
        uint64_t count = perft_count(game, root, depth, kind, instance);
        sum += count;
        if (count == 0 || count >= enough)
            break;
    }
    return sum;
}

static uint64_t sum_playouts(const Game *game, const Pos *root, PerftInstance instance)
{
    uint64_t sum = 0;
    for (uint64_t seed = 1; seed <= SIGNATURE_PLAYOUTS; seed++) {
        Random  random = random_seeded(seed);
        Outcome outcome;
        sum += perft_playout(game, root, &random, PLAYOUT_TURNS_MAX, &outcome, instance);
    }
    return sum;
}

/* Return a checksum of the node counts and scores of fixed searches. */
static uint64_t sum_searches(const Setup *setup, SearchKind kind, PerftInstance instance,
                             uint64_t openings, SearchResult *result)
{
    SearchLimits limits = { .depth = SIGNATURE_DEPTH, .nodes = SIGNATURE_NODES };
    uint64_t     sum = 0;
    Search      *search = new_search(kind, instance);
    for (uint64_t seed = 1; search != NULL && seed <= openings; seed++) {
        Random random = random_seeded(seed);
        Line   line;
        if (line_init(&line, setup, NULL) != STATUS_OK)
            break;
        line_play_random(&line, &random, SIGNATURE_OPENING_TURNS * (int)(seed - 1));
        search_clear(search);
        if (search_think(search, &line, &limits, NULL, NULL, result) == STATUS_OK)
            sum += result->nodes + (uint64_t)(result->score + SCORE_NONE);
        line_free(&line);
    }
    search_delete(search);
    return sum;
}

static uint64_t sign_game(const Game *game, PerftInstance instance)
{
    uint64_t      sum = 0;
    SearchResult *result = malloc(sizeof *result);
    for (int i = 0; game->variants[i] != NULL; i++) {
        PosBuffer root;
        uint32_t  variant;
        Fault     fault;
        if (game->text->variant_read(game->variants[i], &variant, &fault) != STATUS_OK)
            continue;
        if (game_announcements(game, variant) != NULL)
            continue; /* announcements change the notation, not the moves */
        game->rules->start(variant, &root.head);
        sum += sum_counts(game, &root.head, PERFT_TURNS, SIGNATURE_TURNS, instance);
        sum += sum_counts(game, &root.head, PERFT_POSITIONS, SIGNATURE_POSITIONS, instance);
        sum += sum_playouts(game, &root.head, instance);
        Setup setup = { .game = game, .variant = variant };
        if (result != NULL)
            sum += sum_searches(&setup, SEARCH_ALPHABETA, instance, SIGNATURE_OPENINGS, result) +
                   sum_searches(&setup, SEARCH_MCTS, instance, SIGNATURE_OPENINGS, result);
    }
    free(result);
    return sum;
}

/* Measure one game, or all games in their default variants if it is NULL. */
static void bench_games(const Setup *only, Bench *bench)
{
    Setup setup;
    if (only != NULL) {
        bench_game(only, bench);
        return;
    }
    for (int i = 0; GAMES[i] != NULL; i++)
        if (games_setup(GAMES[i]->name, &setup, NULL) == STATUS_OK)
            bench_game(&setup, bench);
}

/* Measure the games, unless only the signature is requested. */
static int measure(const Args *args, Bench *bench, FILE *err)
{
    Setup only;
    bool  is_one = args->arg_count > 0;
    if (args->option[BENCH_SIGNATURE].given)
        return EXIT_DONE;
    int failed = is_one ? setup_from_text(args->arg[0], &only, err) : EXIT_DONE;
    if (failed != EXIT_DONE)
        return failed;
    const char *folder = args->option[BENCH_TABLEBASES].text;
    bench->tb_cache = folder != NULL ? tb_cache_new(folder) : NULL;
    results_string(&bench->results, "instance", games_instance());
    if (bench->results.as_json)
        json_array(&bench->results.json, "measurements");
    bench_games(is_one ? &only : NULL, bench);
    if (bench->results.as_json)
        json_end_array(&bench->results.json);
    tb_cache_delete(bench->tb_cache);
    return EXIT_DONE;
}

static uint64_t sign_games(Bench *bench)
{
    uint64_t signature = 0;
    for (int i = 0; GAMES[i] != NULL; i++) {
        tell_progress(bench, GAMES[i]->name, "signature");
        signature += sign_game(GAMES[i], bench->instance);
        bench->done++;
    }
    progress_end(&bench->progress);
    return signature;
}

/* A part of the signature that takes a fraction of its time: random games and searches of the default
 * variants. */
void program_identity(char *out, size_t size)
{
    uint64_t      sum = 0;
    SearchResult *result = malloc(sizeof *result);
    for (int i = 0; GAMES[i] != NULL && result != NULL; i++) {
        Setup     setup;
        PosBuffer root;
        if (games_setup(GAMES[i]->name, &setup, NULL) != STATUS_OK)
            continue;
        setup.game->rules->start(setup.variant, &root.head);
        sum += sum_playouts(setup.game, &root.head, PERFT_FAST) +
               sum_searches(&setup, SEARCH_ALPHABETA, PERFT_FAST, IDENTITY_OPENINGS, result) +
               sum_searches(&setup, SEARCH_MCTS, PERFT_FAST, IDENTITY_OPENINGS, result);
    }
    free(result);
    snprintf(out, size, "%s-%llu", TESSERA_VERSION, (unsigned long long)sum);
}

/* Return the nodes of a search of every game in its default variant. */
static uint64_t search_all_games(Search *search, SearchResult *result)
{
    SearchLimits limits = { .nodes = SPEED_NODES };
    uint64_t     nodes = 0;
    for (int i = 0; GAMES[i] != NULL; i++) {
        Setup setup;
        Line  line;
        if (games_setup(GAMES[i]->name, &setup, NULL) != STATUS_OK ||
            line_init(&line, &setup, NULL) != STATUS_OK)
            continue;
        search_clear(search);
        if (search_think(search, &line, &limits, NULL, NULL, result) == STATUS_OK)
            nodes += result->nodes;
        line_free(&line);
    }
    return nodes;
}

int64_t program_speed(void)
{
    double        best = 0;
    Search       *search = new_search(SEARCH_ALPHABETA, PERFT_FAST);
    SearchResult *result = malloc(sizeof *result);
    for (int i = 0; i < SPEED_RUNS && search != NULL && result != NULL; i++) {
        double begin = clock_cpu_seconds();
        double nodes = (double)search_all_games(search, result);
        double seconds = clock_cpu_seconds() - begin;
        if (seconds > 0 && nodes / seconds > best)
            best = nodes / seconds;
    }
    free(result);
    search_delete(search);
    return (int64_t)best;
}

int cmd_bench(const Args *args, FILE *out, FILE *err)
{
    bool  only_signature = args->option[BENCH_SIGNATURE].given;
    Bench bench = { .instance = args->option[BENCH_GENERAL].given ? PERFT_GENERAL : PERFT_FAST,
                    .progress = progress_on_terminal(err) };
    if (only_signature && args->arg_count > 0)
        return cmd_error(err, "bench", "--signature covers all games; leave out GAME");
    while (GAMES[bench.total] != NULL)
        bench.total++;
    if (!only_signature)
        bench.total += METRICS * (args->arg_count > 0 ? 1 : bench.total);
    results_begin(&bench.results, out, args->option[BENCH_JSON].given);
    int failed = measure(args, &bench, err);
    if (failed != EXIT_DONE) {
        results_drop(&bench.results);
        return failed;
    }
    results_integer(&bench.results, "signature", (int64_t)sign_games(&bench));
    return results_end(&bench.results, "bench", err);
}
