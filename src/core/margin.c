/* SPDX-License-Identifier: MIT */
/* margin.c - zero-window alpha-beta: is the score at least `bound`?  The table stores a lower and
 * an upper bound of the score of each position, which hold for every later query about the same
 * players, and the best step.  The step from the table is searched first, then the game's own ranks
 * decide. */
#include "core/margin.h"

#include <assert.h>
#include <stdlib.h>

#include "base/random.h"

enum { BUCKET = 4, POLL_EVERY = 64, TURN_DEPTH_MAX = 4096 };

typedef struct Entry {
    uint64_t key; /* 0: free */
    Step     best;
    int16_t  low, high;
    uint16_t turns[2]; /* of the longest line that proves `high` (0) and `low` (1) */
    uint32_t work;
    uint32_t unused;
} Entry;

/* Whether a bound is reached, and an upper bound on the turns until the end. */
typedef struct Answer {
    bool     reached;
    uint32_t turns;
} Answer;

typedef struct Ranked {
    Step    step;
    int32_t rank;
} Ranked;

/* The state of one level of the recursion, on the heap. */
typedef struct Level {
    Pos    *pos;
    Ranked *steps;
    int     capacity;
} Level;

struct Margins {
    const Game *game;
    bool (*expired)(void *context); /* or NULL */
    void    *context;
    Entry   *table;
    uint64_t bucket_mask;
    Level   *levels;
    int      level_count;
    size_t   pos_size;
    int      player; /* the player who has side 0 at the root */
    uint64_t nodes, node_limit;
    bool     stopped;
    Turn     preferred;
    Turn     turn; /* of the last answer */
    Step     steps[STEPS_MAX];
    int32_t  ranks[STEPS_MAX];
};

bool margins_serve(const Game *game)
{
    return game->rules->lead != NULL && game->eval != NULL && game->eval->acyclic;
}

Margins *margins_new(const Game *game, size_t memory_bytes, bool (*expired)(void *context),
                     void *context)
{
    Margins *margins = calloc(1, sizeof *margins);
    size_t   bucket_bytes = BUCKET * sizeof(Entry), buckets = 1;
    if (margins == NULL)
        return NULL;
    while (2 * buckets * bucket_bytes <= memory_bytes)
        buckets *= 2;
    margins->game = game;
    margins->expired = expired;
    margins->context = context;
    margins->bucket_mask = buckets - 1;
    margins->table = calloc(buckets, bucket_bytes);
    margins->levels = calloc(TURN_DEPTH_MAX, sizeof *margins->levels);
    if (margins->table == NULL || margins->levels == NULL) {
        margins_delete(margins);
        return NULL;
    }
    return margins;
}

static void drop_levels(Margins *margins)
{
    for (int i = 0; i < margins->level_count; i++) {
        free(margins->levels[i].pos);
        free(margins->levels[i].steps);
    }
    margins->level_count = 0;
}

void margins_delete(Margins *margins)
{
    if (margins == NULL)
        return;
    if (margins->levels != NULL)
        drop_levels(margins);
    free(margins->levels);
    free(margins->table);
    free(margins);
}

int margins_lead(int score)
{
    return score >= 0 ? (score + 1) / 4 : -((1 - score) / 4);
}

void margins_prefer(Margins *margins, const Turn *turn)
{
    margins->preferred = *turn;
}

const Turn *margins_turn(const Margins *margins)
{
    return &margins->turn;
}

uint64_t margins_nodes(const Margins *margins)
{
    return margins->nodes;
}

/* --- transposition table --- */

/* Bounds belong to the players of a root, so the player with side 0 is part of the key. */
static uint64_t key_of(const Margins *margins, const Pos *pos)
{
    uint64_t key = mix64(pos->key + (uint64_t)margins->player);
    return key == 0 ? 1 : key;
}

static Entry *find(const Margins *margins, uint64_t key)
{
    Entry *bucket = margins->table + BUCKET * (key & margins->bucket_mask);
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key)
            return &bucket[i];
    return NULL;
}

/* The entry that took the least work is replaced. */
static Entry *make(const Margins *margins, uint64_t key)
{
    Entry *entry = find(margins, key);
    if (entry != NULL)
        return entry;
    Entry *bucket = margins->table + BUCKET * (key & margins->bucket_mask);
    entry = bucket;
    for (int i = 1; i < BUCKET; i++)
        if (bucket[i].key == 0 || (entry->key != 0 && bucket[i].work < entry->work))
            entry = &bucket[i];
    *entry = (Entry){ .key = key, .low = -MARGINS_FAR, .high = MARGINS_FAR };
    return entry;
}

static void remember(const Margins *margins, uint64_t key, int bound, Answer answer, Step best,
                     uint64_t work)
{
    assert(bound > -MARGINS_FAR && bound <= MARGINS_FAR);
    Entry *entry = make(margins, key);
    if (answer.reached ? bound > entry->low : bound - 1 < entry->high)
        entry->turns[answer.reached] =
            (uint16_t)(answer.turns < UINT16_MAX ? answer.turns : UINT16_MAX);
    if (answer.reached && bound > entry->low)
        entry->low = (int16_t)bound;
    if (!answer.reached && bound - 1 < entry->high)
        entry->high = (int16_t)(bound - 1);
    entry->best = best;
    entry->work = (uint32_t)(work > UINT32_MAX - entry->work ? UINT32_MAX : entry->work + work);
}

/* --- levels --- */

static Level *level_at(Margins *margins, int depth)
{
    assert(depth <= margins->level_count && depth <= TURN_DEPTH_MAX);
    if (depth < margins->level_count)
        return &margins->levels[depth];
    Level *level = &margins->levels[depth];
    if (depth == TURN_DEPTH_MAX || (level->pos = malloc(margins->pos_size)) == NULL)
        return NULL;
    level->steps = NULL;
    level->capacity = 0;
    margins->level_count = depth + 1;
    return level;
}

static bool ensure_capacity(Level *level, int count)
{
    if (count <= level->capacity)
        return true;
    Ranked *steps = realloc(level->steps, (size_t)count * sizeof *steps);
    if (steps == NULL)
        return false;
    level->steps = steps;
    level->capacity = count;
    return true;
}

static int by_rank(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank > y->rank ? -1 : 1;
    return x->step < y->step ? -1 : x->step > y->step;
}

/* List the steps of a position, best first; -1 if memory ran out. */
static int list_steps(Margins *margins, const Pos *pos, Level *level, Step best)
{
    const GameEval *eval = margins->game->eval;
    int             count = game_gen_once(margins->game, pos, margins->steps);
    if (!ensure_capacity(level, count))
        return -1;
    for (int i = 0; i < count; i++)
        margins->ranks[i] = 0;
    if (eval->order != NULL && count > 1)
        eval->order(pos, margins->steps, count, margins->ranks);
    for (int i = 0; i < count; i++)
        level->steps[i] = (Ranked){ margins->steps[i],
                                    margins->steps[i] == best ? INT32_MAX : margins->ranks[i] };
    qsort(level->steps, (size_t)count, sizeof *level->steps, by_rank);
    return count;
}

/* --- search --- */

static int score_of_end(const Margins *margins, const Pos *pos, Outcome outcome)
{
    assert(outcome.ending != ENDING_NONE);
    int score = 4 * margins->game->rules->lead(pos);
    if (outcome.ending == ENDING_WON)
        score += outcome.winner == 0 ? 1 : -1;
    return game_player(margins->game, pos, 0) == margins->player ? score : -score;
}

static bool is_stopped(Margins *margins)
{
    margins->nodes++;
    if (margins->nodes >= margins->node_limit ||
        (margins->nodes % POLL_EVERY == 0 && margins->expired != NULL &&
         margins->expired(margins->context)))
        margins->stopped = true;
    return margins->stopped;
}

/* Test whether the score is at least `bound`; anything if stopped.  The side that decides it needs
 * one step.  All steps of the other side must fail, and the longest line counts.  In the first turn
 * (`is_first`) the table answers nothing, so that the steps of the answer become known. */
static Answer reaches(Margins *margins, const Pos *pos, int bound, int depth, bool is_first)
{
    assert(depth >= 0 && (!is_first || depth < TURN_STEPS_MAX));
    Outcome outcome = margins->game->rules->outcome(pos);
    if (pos->phase == 0 && outcome.ending != ENDING_NONE)
        return (Answer){ score_of_end(margins, pos, outcome) >= bound, 0 };
    uint64_t     key = key_of(margins, pos), begun = margins->nodes;
    const Entry *entry = find(margins, key);
    if (!is_first && entry != NULL && (entry->low >= bound || entry->high < bound))
        return (Answer){ entry->low >= bound, entry->turns[entry->low >= bound] };
    Step   best = entry != NULL ? entry->best : 0;
    Level *level = level_at(margins, depth);
    if (is_first && level != NULL && depth < margins->preferred.count)
        best = margins->preferred.step[depth];
    int count = level == NULL ? -1 : list_steps(margins, pos, level, best);
    if (count < 0)
        margins->stopped = true;
    bool   wants = game_player(margins->game, pos, pos->side) == margins->player;
    Answer answer = { !wants, 0 };
    if (is_stopped(margins))
        return answer;
    best = level->steps[0].step;
    for (int i = 0; i < count && answer.reached != wants; i++) {
        Step step = level->steps[i].step;
        game_copy(margins->game, pos, level->pos);
        margins->game->rules->apply(level->pos, step);
        uint32_t ends = level->pos->phase == 0;
        bool     is_next_first = is_first && ends == 0;
        Answer   after = reaches(margins, level->pos, bound, depth + 1, is_next_first);
        if (margins->stopped)
            return answer;
        after.turns += ends;
        if (after.reached == wants) {
            best = step;
            if (is_first)
                margins->turn.step[depth] = step;
            if (is_first && !is_next_first)
                margins->turn.count = depth + 1;
        }
        if (after.reached == wants || after.turns > answer.turns)
            answer = after;
    }
    remember(margins, key, bound, answer, best, margins->nodes - begun);
    return answer;
}

bool margins_search(Margins *margins, const Pos *pos, int bound, uint64_t nodes, ScoreBounds *known)
{
    size_t size = margins->game->rules->size(pos->variant);
    assert(margins_serve(margins->game) && pos->phase == 0);
    if (size > margins->pos_size) {
        drop_levels(margins);
        margins->pos_size = size;
    }
    margins->player = game_player(margins->game, pos, 0);
    margins->node_limit = nodes > UINT64_MAX - margins->nodes ? UINT64_MAX : margins->nodes + nodes;
    margins->stopped = false;
    margins->turn.count = 0;
    Answer answer = reaches(margins, pos, bound, 0, true);
    if (margins->stopped)
        return false;
    *(answer.reached ? &known->low : &known->high) = answer.reached ? bound : bound - 1;
    known->turns = answer.turns;
    return true;
}
