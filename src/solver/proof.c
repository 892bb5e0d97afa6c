/* SPDX-License-Identifier: MIT
 *
 * proof.c - can this side win within n turns?
 *
 * The search is a plain AND/OR recursion over steps. n counts turns, so a step within a turn leaves
 * n unchanged.  For each position and attacker, the table stores the smallest n with a proved win
 * and the largest n with a proved failure.  Both hold on every path, because n is part of the
 * query.  All successors of a position are probed before any is searched: nearly every cutoff comes
 * from the table or from the game's own bounds.
 */
#include "solver/proof.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "solver/enumerate.h"

enum {
    BUCKET = 4,
    NEVER = UINT16_MAX,
    FIRST_BUDGET = 200000,
    FIRST_STATES = 100000,
};

typedef struct Entry {
    uint64_t key;
    uint16_t won_within[2];  /* NEVER: no win is proved */
    uint16_t failed_upto[2]; /* n + 1 if a win within n is disproved; 0: nothing is */
} Entry;

/* A successor that still has to be searched. */
typedef struct Child {
    Step     step;
    uint32_t rank; /* smaller first */
} Child;

/* The state of one level of the recursion, on the heap, so that deep lines need little stack. */
typedef struct Level {
    Child *children;
    int    capacity;
    Pos   *next;
} Level;

struct Prover {
    const Game *game;
    Level     **levels;
    int         level_count;
    ProofLimits limits;
    Entry      *table;
    uint64_t    bucket_mask;
    uint64_t    nodes, node_limit;
    bool        stopped;
    /* The steps of the position whose successors are being probed.  Kept here and not in a stack
     * frame: a compiler that merges frames would put a list on the stack for every level. */
    Step steps[STEPS_MAX];
};

Prover *prover_new(const Game *game, const ProofLimits *limits)
{
    Prover *prover = calloc(1, sizeof *prover);
    size_t  bucket_bytes = BUCKET * sizeof(Entry), buckets = 1;
    if (prover == NULL)
        return NULL;
    /* A quarter for the table; the rest is for enumerate_solve. */
    while (2 * buckets * bucket_bytes <= limits->memory_bytes / 4)
        buckets *= 2;
    prover->game = game;
    prover->limits = *limits;
    prover->limits.memory_bytes = limits->memory_bytes - limits->memory_bytes / 4;
    prover->bucket_mask = buckets - 1;
    prover->table = calloc(buckets, bucket_bytes);
    if (prover->table == NULL) {
        prover_delete(prover);
        return NULL;
    }
    return prover;
}

void prover_delete(Prover *prover)
{
    if (prover == NULL)
        return;
    for (int i = 0; i < prover->level_count; i++) {
        free(prover->levels[i]->children);
        free(prover->levels[i]->next);
        free(prover->levels[i]);
    }
    free(prover->levels);
    free(prover->table);
    free(prover);
}

/* Return the level at this depth, created on first use; NULL if memory ran out. */
static Level *level_at(Prover *prover, int depth)
{
    if (depth < prover->level_count)
        return prover->levels[depth];
    Level **levels = realloc(prover->levels, (size_t)(depth + 1) * sizeof *levels);
    if (levels == NULL)
        return NULL;
    prover->levels = levels;
    Level *level = calloc(1, sizeof *level);
    Pos   *next = malloc(POS_BYTES_MAX);
    if (level == NULL || next == NULL) {
        free(level);
        free(next);
        return NULL;
    }
    level->next = next;
    levels[prover->level_count++] = level;
    return level;
}

static bool keep_child(Level *level, int count, Child child)
{
    assert(count <= level->capacity);
    if (count == level->capacity) {
        int    capacity = level->capacity == 0 ? 64 : 2 * level->capacity;
        Child *children = realloc(level->children, (size_t)capacity * sizeof *children);
        if (children == NULL)
            return false;
        level->children = children;
        level->capacity = capacity;
    }
    level->children[count] = child;
    return true;
}

uint64_t prover_nodes(const Prover *prover)
{
    return prover->nodes;
}

/* --- transposition table --- */

static Entry *find(Prover *prover, uint64_t key)
{
    Entry *bucket = prover->table + BUCKET * (key & prover->bucket_mask);
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key)
            return &bucket[i];
    return NULL;
}

/* Estimate the work of an entry: deeper answers are more expensive. */
static uint32_t worth(const Entry *entry)
{
    uint32_t sum = (uint32_t)entry->failed_upto[0] + entry->failed_upto[1];
    for (int side = 0; side < 2; side++)
        if (entry->won_within[side] != NEVER)
            sum += 2 + entry->won_within[side];
    return sum;
}

static Entry *make(Prover *prover, uint64_t key)
{
    Entry *entry = find(prover, key);
    if (entry != NULL)
        return entry;
    Entry *bucket = prover->table + BUCKET * (key & prover->bucket_mask);
    entry = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == 0) {
            entry = &bucket[i];
            break;
        }
        if (worth(&bucket[i]) < worth(entry))
            entry = &bucket[i];
    }
    *entry = (Entry){ .key = key, .won_within = { NEVER, NEVER } };
    return entry;
}

/* --- search --- */

typedef enum Answer { FAILS, WINS, OPEN } Answer;

/* Return what is known without a search about "can `attacker` win within n turns?". */
static Answer look_up(Prover *prover, const Pos *pos, int attacker, uint32_t n)
{
    assert(attacker == 0 || attacker == 1);
    const GameProof *proof = prover->game->proof;
    Outcome          outcome = prover->game->rules->outcome(pos);
    if (outcome.ending != ENDING_NONE)
        return outcome.ending == ENDING_WON &&
                       game_player(prover->game, pos, outcome.winner) == attacker
                   ? WINS
                   : FAILS;
    if (n == 0)
        return FAILS;
    const Entry *entry = find(prover, pos->key);
    if (entry != NULL && entry->won_within[attacker] <= n)
        return WINS;
    if (entry != NULL && entry->failed_upto[attacker] > n)
        return FAILS;
    if (proof == NULL)
        return OPEN;
    if (proof->turns_to_win(pos, attacker) > n)
        return FAILS;
    uint32_t turns;
    int      winner = proof->decided(pos, &turns);
    if (winner == SIDE_NONE)
        return OPEN;
    if (winner != attacker)
        return FAILS;
    return turns <= n ? WINS : OPEN;
}

static void remember(Prover *prover, const Pos *pos, int attacker, uint32_t n, Answer answer)
{
    assert(n < NEVER && answer != OPEN);
    Entry *entry = make(prover, pos->key);
    if (answer == WINS && n < entry->won_within[attacker])
        entry->won_within[attacker] = (uint16_t)n;
    if (answer == FAILS && n + 1 > entry->failed_upto[attacker])
        entry->failed_upto[attacker] = (uint16_t)(n + 1);
}

static int by_rank(const void *a, const void *b)
{
    uint32_t x = ((const Child *)a)->rank, y = ((const Child *)b)->rank;
    return x < y ? -1 : x > y;
}

/* Move ordering: the attacker first tries what leaves the fewest turns, the defender what leaves
 * the most. */
static uint32_t rank_of(const Prover *prover, const Pos *pos, int attacker, bool attacking)
{
    if (prover->game->proof == NULL)
        return 0;
    uint32_t turns = prover->game->proof->turns_to_win(pos, attacker);
    return attacking ? turns : UINT32_MAX - turns;
}

static bool out_of_time(Prover *prover)
{
    prover->nodes++;
    if (prover->nodes >= prover->node_limit)
        prover->stopped = true;
    if ((prover->nodes & 63) == 0 && prover->limits.expired != NULL &&
        prover->limits.expired(prover->limits.context))
        prover->stopped = true;
    return prover->stopped;
}

static Answer search(Prover *prover, const Pos *pos, int attacker, uint32_t n, int depth);

/* Probe all successors.  Return the answer if one of them settles it, else OPEN with the remaining
 * ones in the level's list. */
static Answer settle_by_lookup(Prover *prover, const Pos *pos, int attacker, uint32_t n,
                               Level *level, int *left)
{
    bool   attacking = game_player(prover->game, pos, pos->side) == attacker;
    Answer settling = attacking ? WINS : FAILS;
    int    count = game_gen_once(prover->game, pos, prover->steps);
    *left = 0;
    for (int i = 0; i < count; i++) {
        game_copy(prover->game, pos, level->next);
        prover->game->rules->apply(level->next, prover->steps[i]);
        Answer known = look_up(prover, level->next, attacker, level->next->phase == 0 ? n - 1 : n);
        if (known == settling)
            return settling;
        Child child = { prover->steps[i], rank_of(prover, level->next, attacker, attacking) };
        if (known == OPEN && !keep_child(level, (*left)++, child)) {
            prover->stopped = true;
            *left = 0;
            return OPEN;
        }
    }
    if (*left == 0)
        return attacking ? FAILS : WINS;
    return OPEN;
}

/* Return OPEN if a child is OPEN, which means that the search was stopped. */
static Answer search_children(Prover *prover, const Pos *pos, int attacker, uint32_t n, int depth,
                              int count)
{
    bool   attacking = game_player(prover->game, pos, pos->side) == attacker;
    Answer settling = attacking ? WINS : FAILS;
    Level *level = prover->levels[depth];
    qsort(level->children, (size_t)count, sizeof *level->children, by_rank);
    for (int i = 0; i < count; i++) {
        game_copy(prover->game, pos, level->next);
        prover->game->rules->apply(level->next, level->children[i].step);
        uint32_t left = level->next->phase == 0 ? n - 1 : n;
        Answer   answer = search(prover, level->next, attacker, left, depth + 1);
        if (answer == settling || answer == OPEN)
            return answer;
    }
    return attacking ? FAILS : WINS;
}

/* Return OPEN only if stopped. */
static Answer search(Prover *prover, const Pos *pos, int attacker, uint32_t n, int depth)
{
    assert(n <= PROVER_TURNS_MAX);
    Answer answer = look_up(prover, pos, attacker, n);
    if (answer != OPEN)
        return answer;
    Level *level = level_at(prover, depth);
    if (level == NULL)
        prover->stopped = true;
    if (out_of_time(prover))
        return OPEN;
    int count;
    answer = settle_by_lookup(prover, pos, attacker, n, level, &count);
    if (answer == OPEN && !prover->stopped)
        answer = search_children(prover, pos, attacker, n, depth, count);
    if (answer != OPEN)
        remember(prover, pos, attacker, n, answer);
    return answer;
}

/* --- the interface --- */

/* Return the value for a player, named by the side in the queried position. */
static ProofValue value_for(const Prover *prover, const Pos *pos, int player)
{
    return game_player(prover->game, pos, 0) == player ? PROOF_FIRST : PROOF_SECOND;
}

/* Test both sides at one depth; PROOF_DRAW if neither wins within n. */
static ProofValue search_within(Prover *prover, const Pos *pos, uint32_t n)
{
    for (int player = 0; player < 2; player++) {
        Answer answer = search(prover, pos, player, n, 0);
        if (answer == OPEN)
            return PROOF_UNKNOWN;
        if (answer == WINS)
            return value_for(prover, pos, player);
    }
    return PROOF_DRAW;
}

/* Iterative deepening from `*n` on: proofs at a small depth fill the table for the next. */
static ProofValue deepen(Prover *prover, const Pos *pos, uint32_t *n, uint32_t last)
{
    ProofValue value = PROOF_DRAW;
    for (; *n <= last; (*n)++) {
        value = search_within(prover, pos, *n);
        if (value != PROOF_DRAW)
            break;
    }
    return value;
}

ProofValue prover_deepen(Prover *prover, const Pos *pos, uint32_t *n, uint32_t last, uint64_t nodes)
{
    assert(pos->phase == 0);
    prover->stopped = false;
    prover->node_limit = nodes > UINT64_MAX - prover->nodes ? UINT64_MAX : prover->nodes + nodes;
    return deepen(prover, pos, n, last < PROVER_TURNS_MAX ? last : PROVER_TURNS_MAX);
}

ProofValue prover_player_within(Prover *prover, const Pos *pos, int player, uint32_t n,
                                uint64_t nodes)
{
    assert(pos->phase == 0);
    if (n > PROVER_TURNS_MAX)
        return PROOF_UNKNOWN;
    prover->stopped = false;
    prover->node_limit = nodes > UINT64_MAX - prover->nodes ? UINT64_MAX : prover->nodes + nodes;
    Answer answer = search(prover, pos, player, n, 0);
    return answer == OPEN    ? PROOF_UNKNOWN
           : answer == FAILS ? PROOF_DRAW
                             : value_for(prover, pos, player);
}

static bool is_expired(const Prover *prover)
{
    return prover->limits.expired != NULL && prover->limits.expired(prover->limits.context);
}

/* Deepening finds short wins fast, enumeration finds draws on small boards.  They take turns, each
 * time with four times the budget, so that the total cost is at most a small multiple of that of
 * the better method.  `length` becomes the length of the win; `last` is the deepest n of
 * interest. */
static ProofValue solve_upto(Prover *prover, const Pos *pos, uint32_t last, uint32_t *length)
{
    uint32_t n = 0, states = FIRST_STATES;
    uint32_t deepest = last < PROVER_TURNS_MAX ? last : PROVER_TURNS_MAX;
    uint64_t budget = FIRST_BUDGET;
    bool     enumerate_more = true;
    assert(pos->phase == 0);
    for (;;) {
        prover->stopped = false;
        prover->node_limit = prover->nodes + budget;
        ProofValue value = deepen(prover, pos, &n, deepest);
        *length = n;
        if (value != PROOF_UNKNOWN && (value != PROOF_DRAW || deepest == last))
            return value;
        if (enumerate_more && !is_expired(prover)) {
            value = enumerate_solve(prover->game, pos, &prover->limits, states, &enumerate_more,
                                    length);
            if (value != PROOF_UNKNOWN)
                return value;
        }
        /* Nothing is left to try: too deep for one method and too many positions for the other. */
        if (is_expired(prover) || (n > deepest && !enumerate_more))
            return PROOF_UNKNOWN;
        budget *= 4;
        states = states < UINT32_MAX / 8 ? states * 4 : UINT32_MAX - 1;
    }
}

ProofValue prover_within(Prover *prover, const Pos *pos, uint32_t turns)
{
    uint32_t   length = 0;
    ProofValue value = solve_upto(prover, pos, turns, &length);
    return value != PROOF_UNKNOWN && length > turns ? PROOF_DRAW : value;
}

ProofValue prover_solve(Prover *prover, const Pos *pos, uint32_t *turns)
{
    uint32_t   length = 0;
    ProofValue value = solve_upto(prover, pos, UINT32_MAX, &length);
    if (turns != NULL)
        *turns = length;
    return value;
}
