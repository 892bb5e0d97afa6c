/* SPDX-License-Identifier: MIT
 *
 * plan.c - estimates of tablebases, and the order of the methods.
 *
 * If a game numbers its positions it also says how many there are.  Otherwise random games are
 * played, and the positions that occur once or twice in them say how many there are (the estimator of
 * Chao).  That is a lower bound, because random games reach some positions more often than others.
 */
#include "solver/plan.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/random.h"
#include "core/index.h"
#include "solver/retro_ranks.h"

enum {
    SAMPLES = 100000,          /* positions of random games, before a query */
    SAMPLES_VARIANT = 1000000, /* and before a long build */
    TURNS_MAX = 60,            /* of a random game */
    /* Bytes per position of a build. */
    CODE_BYTES = 1,
    KEY_BYTES = 16,
    EDGE_BYTES = 5,   /* stored edges of numbered positions */
    CANON_BYTES = 22, /* canonical keys */
    /* A list of positions and edges.  Generous guesses, not measurements. */
    LIST_BYTES = 128,
    LIST_NANOSECONDS = 20000,
};

/* The part of the tablebase's time that a search gets first, and the nodes that it expands per CPU
 * second.  Over canonical keys a search is so fast that it nearly always comes first. */
typedef struct SearchPace {
    double part, nodes_per_second;
} SearchPace;

static const SearchPace OVER_POSITIONS = { 0.125, 200000 }, OVER_KEYS = { 2, 600000 };

static const double CELL_BYTES = 3.5; /* numbered positions */
/* If random games have found nearly all positions, the estimate is exact; else it is a lower bound. */
static const double SURE_SHARE = 1.1;
/* If they have found less than this part of it, there are far more positions than the bound says.  Of
 * the tablebases that were built they find a hundredth or more, of larger games less than a
 * thousandth. */
static const double COUNTED_PART = 1.0 / 300;

/* --- counting by random play --- */

typedef struct Sample {
    uint32_t stratum; /* age or number of turns */
    CanonKey key;
} Sample;

typedef struct Sampling {
    const Game *game;
    const Pos  *root;
    void       *canon; /* open keys, or NULL */
    Sample     *samples;
    int         count, capacity;
    Random      random;
} Sampling;

static int compare_samples(const void *a, const void *b)
{
    const Sample *x = a, *y = b;
    if (x->stratum != y->stratum)
        return x->stratum < y->stratum ? -1 : 1;
    if (x->key.high != y->key.high)
        return x->key.high < y->key.high ? -1 : 1;
    return x->key.low == y->key.low ? 0 : x->key.low < y->key.low ? -1 : 1;
}

static void take_sample(Sampling *sampling, const Pos *pos, uint32_t turns)
{
    const Game *game = sampling->game;
    Sample     *sample = &sampling->samples[sampling->count++];
    *sample = (Sample){ .stratum = turns, .key = { pos->key, pos->extra } };
    if (sampling->canon != NULL) {
        sample->key = game->canon->encode(sampling->canon, pos);
        sample->stratum = game->canon->age(sampling->canon, sample->key);
    }
}

static bool play_turn(Sampling *sampling, Pos *pos)
{
    Step steps[STEPS_MAX];
    do {
        int count = sampling->game->rules->gen(pos, steps);
        if (count == 0)
            return false;
        sampling->game->rules->apply(pos, steps[random_below(&sampling->random, (uint32_t)count)]);
    } while (pos->phase != 0);
    return true;
}

static void play_game(Sampling *sampling)
{
    PosBuffer pos;
    game_copy(sampling->game, sampling->root, &pos.head);
    for (uint32_t turns = 0; turns < TURNS_MAX && sampling->count < sampling->capacity; turns++) {
        if (sampling->game->rules->outcome(&pos.head).ending != ENDING_NONE)
            break;
        take_sample(sampling, &pos.head, turns);
        if (!play_turn(sampling, &pos.head))
            break;
    }
}

/* Chao's estimator: if `once` of `seen` positions were found once and `twice` of them twice, there are
 * at least this many. */
static double chao(double seen, double once, double twice)
{
    return seen + once * (once - 1) / (2 * (twice + 1));
}

/* Count the positions of the stratum that begins at `first`, and return where it ends. */
static int count_stratum(const Sampling *sampling, int first, Estimate *out)
{
    const Sample *samples = sampling->samples;
    double        seen = 0, once = 0, twice = 0;
    int           at = first;
    while (at < sampling->count && samples[at].stratum == samples[first].stratum) {
        int begin = at;
        while (at < sampling->count && compare_samples(&samples[begin], &samples[at]) == 0)
            at++;
        seen++;
        once += at - begin == 1;
        twice += at - begin == 2;
    }
    double count = chao(seen, once, twice);
    *out = (Estimate){ .positions = count, .found = seen, .is_least = SURE_SHARE * seen < count };
    return at;
}

/* Positions of different ages differ.  If positions can repeat, those after different numbers of
 * turns may be the same, and the largest stratum is a lower bound. */
static Estimate count_strata(const Sampling *sampling, bool is_acyclic)
{
    Estimate all = { .is_least = !is_acyclic }, here;
    for (int first = 0; first < sampling->count;) {
        first = count_stratum(sampling, first, &here);
        if (is_acyclic) {
            all.positions += here.positions;
            all.found += here.found;
            all.is_least |= here.is_least;
        } else if (here.positions > all.positions) {
            all = here;
            all.is_least = true;
        }
    }
    return all;
}

/* Estimate how many positions the root can reach; none if memory ran out. */
static Estimate count_positions(const Game *game, const Pos *root, bool by_canon, int samples)
{
    Sampling sampling = {
        .game = game, .root = root, .capacity = samples, .random = random_seeded(1)
    };
    bool     is_acyclic = by_canon || (game->eval != NULL && game->eval->acyclic);
    Estimate out = { .is_least = true };
    sampling.samples = malloc((size_t)samples * sizeof *sampling.samples);
    sampling.canon = by_canon ? game->canon->open(root->variant) : NULL;
    if (sampling.samples != NULL && (!by_canon || sampling.canon != NULL)) {
        do
            play_game(&sampling);
        while (sampling.count > 0 && sampling.count < samples);
        qsort(sampling.samples, (size_t)sampling.count, sizeof *sampling.samples, compare_samples);
        out = count_strata(&sampling, is_acyclic);
    }
    if (sampling.canon != NULL)
        game->canon->close(sampling.canon);
    free(sampling.samples);
    if (!by_canon && game->symmetry != NULL) {
        out.positions /= game->symmetry->count(root->variant);
        out.found /= game->symmetry->count(root->variant);
    }
    return out;
}

/* --- tablebases --- */

static Estimate numbered(const GameIndex *index, uint32_t variant)
{
    IndexSize size = { 0 };
    if (!index->size(variant, &size))
        return (Estimate){ .is_least = true };
    double least = (double)size.open_bytes + (double)size.largest * CELL_BYTES;
    return (Estimate){
        .positions = (double)size.positions,
        .cpu_seconds = size.cpu_seconds,
        .bytes = least + (double)size.edges * EDGE_BYTES,
        .least_bytes = least,
        .file_bytes = (double)size.positions * CODE_BYTES,
    };
}

static Estimate counted(const Game *game, const Pos *root, bool by_canon, int samples)
{
    Estimate out = count_positions(game, root, by_canon, samples);
    double   nanoseconds = by_canon ? game->canon->nanoseconds : LIST_NANOSECONDS;
    out.cpu_seconds = out.positions * nanoseconds * 1e-9;
    out.bytes = out.least_bytes = out.positions * (by_canon ? CANON_BYTES : LIST_BYTES);
    out.file_bytes = out.positions * (KEY_BYTES + CODE_BYTES);
    return out;
}

static bool is_numbered(const Game *game, uint32_t variant)
{
    return game->index != NULL && game->index->covers(variant) && game->index->size != NULL;
}

static bool has_canon(const Game *game, uint32_t variant)
{
    return game->canon != NULL && game->canon->covers(variant);
}

Estimate plan_tablebase(const Game *game, uint32_t variant)
{
    PosBuffer start;
    if (is_numbered(game, variant))
        return numbered(game->index, variant);
    game->rules->start(variant, &start.head);
    return counted(game, &start.head, has_canon(game, variant), SAMPLES_VARIANT);
}

Estimate plan_on_ranks(const Game *game, uint32_t variant, uint32_t ranks, uint32_t here)
{
    Estimate  out = plan_tablebase(game, variant);
    IndexSize size = { 0 };
    /* Every rank opens the index; the rest is shared. */
    double each = is_numbered(game, variant) && game->index->size(variant, &size)
                      ? (double)size.open_bytes
                      : 0;
    out.bytes = each + (out.bytes - each) / ranks + (double)retro_mail_bytes(ranks);
    out.least_bytes = each + (out.least_bytes - each) / ranks + (double)retro_mail_bytes(ranks);
    out.cpu_seconds *= (double)here / ranks;
    return out;
}

double plan_wall_seconds(const Estimate *estimate, int threads)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors >= 1 && threads > processors)
        threads = (int)processors;
    return estimate->cpu_seconds / threads;
}

double plan_physical_bytes(void)
{
    return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

PlanFit plan_fit(const Estimate *estimate, const PlanLimits *limits)
{
    if (estimate->found < COUNTED_PART * estimate->positions && estimate->is_least)
        return PLAN_UNCOUNTED;
    if (estimate->least_bytes > limits->bytes)
        return PLAN_NO_MEMORY;
    if (estimate->file_bytes > limits->file_bytes)
        return PLAN_NO_DISK;
    return plan_wall_seconds(estimate, limits->threads) > limits->seconds ? PLAN_NO_TIME
                                                                          : PLAN_FITS;
}

/* --- plans --- */

/* The smallest tablebase that has the position, all of it in memory. */
static PlanStep build_step(const Game *game, const Pos *pos, const PlanLimits *limits)
{
    PlanStep step = { .fit = PLAN_NO_TABLEBASE };
    uint32_t variant = pos->variant;
    if (game->rules->outcome(pos).ending != ENDING_NONE)
        return step;
    if (is_numbered(game, variant)) {
        if (game->index->smallest == NULL || !game->index->smallest(pos, &variant))
            return step;
        step.estimate = numbered(game->index, variant);
        step.estimate.bytes += step.estimate.file_bytes;
        step.estimate.least_bytes = step.estimate.bytes;
    } else if (has_canon(game, variant)) {
        step.estimate = counted(game, pos, true, SAMPLES);
    } else {
        return step;
    }
    step.estimate.file_bytes = 0;
    step.fit = plan_fit(&step.estimate, limits);
    return step;
}

Plan plan_position(const Game *game, const Pos *pos, const PlanLimits *limits)
{
    Plan              plan = { .step[PLAN_BUILD] = build_step(game, pos, limits) };
    const SearchPace *pace = has_canon(game, pos->variant) ? &OVER_KEYS : &OVER_POSITIONS;
    double            seconds = plan.step[PLAN_BUILD].estimate.cpu_seconds * pace->part;
    plan.step[PLAN_SEARCH].estimate =
        (Estimate){ .positions = seconds * pace->nodes_per_second, .cpu_seconds = seconds };
    return plan;
}
