/* SPDX-License-Identifier: MIT */
/* dfpn.c - depth-first proof-number search (df-pn, Nagai).
 *
 * Every position has two numbers for a goal: the least number of leaves that must still be proved
 * to prove it (proof number, pn), and the least number that must be disproved to disprove it
 * (disproof number, dn).  The search descends to the most-proving leaf and stays below a node while
 * its numbers are within the thresholds that its siblings set.  Where the definition takes a sum
 * over all successors, this uses the largest number plus one for each other successor (weak
 * proof-number search).  In these games most positions are reached by many transpositions, and sums
 * would count one leaf many times.
 *
 * Graph-history interaction: a position that repeats one on the path counts as disproved there,
 * because the attacker gains nothing by returning.  So a proof never depends on a repetition and
 * holds on every path.  A disproof may depend on one.  It is stored with the depth of the highest
 * position on the path that it depends on (`taint`).  If that is the disproved position itself or
 * one below it, the disproof holds on every path.  If it is higher up, the disproof holds only
 * below this path, and it is stored separately, under a key that includes the path.
 *
 * Memory is bounded.  The table consists of buckets, and a key belongs to one of them.  When a
 * bucket is nearly full, garbage collection discards the half of its entries that took the least
 * work.  Work is counted in nodes below the position.  A proof counts eight times, because proof
 * files consist of proofs.  Entries on the path of a thread stay.  Keys are distributed evenly over
 * the buckets, so collecting single buckets discards what one collection of the complete table
 * would, but no thread has to wait for it.  Discarded entries are searched again when needed.
 * Re-searching stays bounded, because the positions near the root took the most work and go last.
 *
 * Threads search from the same root and share only the table.  A position that another thread is
 * searching has its number raised (virtual proof numbers), which spreads the threads.
 */
#include "solver/dfpn.h"

#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/thread.h"

enum {
    BUCKET = 64,      /* entries per bucket */
    BUCKET_FULL = 56, /* garbage collection starts at this many entries */
    BUCKET_KEPT = 28, /* and keeps this many, plus those on a path */
    LOCKS = 1024,
    INFINITE = 1 << 30, /* never provable */
    DEPTH_MAX = 3000,   /* steps from the root; beyond, the search stops */
    UNTAINTED = INT_MAX,
    POLL_EVERY = 4096, /* expanded successors between two polls of the clock */
};

typedef struct Entry {
    uint64_t key; /* 0: free */
    uint32_t pn, dn;
    uint32_t work;
    uint16_t turns; /* bound on the turns if pn is 0; the taint of a path-dependent disproof */
    uint8_t  busy;  /* number of paths it is on; spreads the threads */
    uint8_t  unused;
} Entry;

/* What is known about a position. */
typedef struct Numbers {
    uint32_t pn, dn;
    uint32_t turns;
    int      taint;
    uint32_t busy;
} Numbers;

/* A distinct successor. */
typedef struct Child {
    Step     step;
    uint64_t key;
    Numbers  numbers;
    uint8_t  is_final; /* the numbers will never change */
    uint8_t  ends_turn;
} Child;

/* The state of one level of the recursion, on the heap, so that deep lines need little stack. */
typedef struct Level {
    Child   *children;
    int      count, capacity;
    Pos     *pos;
    uint64_t path_key; /* hash of the sequence of positions from the root to here */
} Level;

typedef struct Worker {
    Dfpn     *dfpn;
    Level   **levels;
    int       level_count;
    uint64_t *path_slots; /* keys of positions on the path, 0 if free: open addressing */
    int      *path_depths;
    uint64_t  nodes, reported; /* reported: nodes already added to the shared count */
    int       effort;          /* successors since then */
    Step      steps[STEPS_MAX];
    Step      hint; /* the last step that won at once */
    Pos      *next;
} Worker;

struct Dfpn {
    const Game      *game;
    DfpnLimits       limits;
    const Tablebase *tb;
    bool             acyclic;
    Entry           *table; /* buckets; open addressing with wrap-around within each */
    uint8_t         *used;  /* entries in use per bucket */
    uint64_t         bucket_count;
    pthread_mutex_t *locks; /* NULL with one thread */
    int              worker_count;
    Worker          *workers;
    /* The current search. */
    const Pos           *root;
    size_t               pos_size;
    Goal                 goal;
    uint64_t             goal_key;
    uint64_t             node_limit;
    atomic_uint_fast64_t nodes, sweeps, forgotten;
    atomic_bool          stopped;
};

enum { PATH_SLOTS = 8192 }; /* a power of two, more than twice DEPTH_MAX */

/* --- goals --- */

bool goal_is_reached(const Game *game, const Pos *pos, const Goal *goal)
{
    if (goal->by_margin) {
        int lead = game->rules->lead(pos);
        return (game_player(game, pos, 0) == goal->player ? lead : -lead) >= goal->margin;
    }
    Outcome outcome = game->rules->outcome(pos);
    return outcome.ending == ENDING_WON && game_player(game, pos, outcome.winner) == goal->player;
}

static uint64_t key_of_goal(const Goal *goal)
{
    uint64_t word = (uint64_t)goal->player + 1;
    if (goal->by_margin)
        word += (uint64_t)(goal->margin + (1 << 20)) << 8;
    return mix64(word);
}

/* Counters that do not matter were reset by `forget`.  The counter that matters (extra) is not part
 * of the position's key, so it is added here. */
static uint64_t key_of(const Dfpn *dfpn, const Pos *pos)
{
    uint64_t key = pos->key ^ dfpn->goal_key;
    if (dfpn->game->rules->forget != NULL)
        key ^= mix64((uint64_t)pos->extra + 1);
    return key == 0 ? 1 : key;
}

static void play(const Dfpn *dfpn, Pos *pos, Step step)
{
    dfpn->game->rules->apply(pos, step);
    if (dfpn->game->rules->forget != NULL)
        dfpn->game->rules->forget(pos);
}

/* --- the table --- */

static uint64_t bucket_of(const Dfpn *dfpn, uint64_t key)
{
    assert(dfpn->bucket_count > 0);
    return (mix64(key) >> 32) * dfpn->bucket_count >> 32;
}

/* Return the preferred slot of a key. */
static Entry *home_of(const Dfpn *dfpn, uint64_t key)
{
    return dfpn->table + BUCKET * bucket_of(dfpn, key) + (mix64(key) & (BUCKET - 1));
}

static void lock(const Dfpn *dfpn, uint64_t key)
{
    if (dfpn->locks != NULL)
        pthread_mutex_lock(&dfpn->locks[bucket_of(dfpn, key) % LOCKS]);
}

static void unlock(const Dfpn *dfpn, uint64_t key)
{
    if (dfpn->locks != NULL)
        pthread_mutex_unlock(&dfpn->locks[bucket_of(dfpn, key) % LOCKS]);
}

/* Return the entry of the key, or the free slot for it.  A bucket is never completely full, so the
 * loop ends. */
static Entry *slot_of(const Dfpn *dfpn, uint64_t key)
{
    Entry   *bucket = dfpn->table + BUCKET * bucket_of(dfpn, key);
    unsigned at = (unsigned)(mix64(key) & (BUCKET - 1));
    while (bucket[at].key != 0 && bucket[at].key != key)
        at = (at + 1) & (BUCKET - 1);
    return &bucket[at];
}

static Entry *find(const Dfpn *dfpn, uint64_t key)
{
    Entry *entry = slot_of(dfpn, key);
    return entry->key == key ? entry : NULL;
}

static uint64_t worth(const Entry *entry)
{
    uint64_t work = (uint64_t)entry->work + 1;
    return (entry->pn == 0 ? 8 * work : work) + (entry->busy > 0 ? UINT64_C(1) << 40 : 0);
}

static int by_worth(const void *a, const void *b)
{
    uint64_t x = worth(a), y = worth(b);
    return x > y ? -1 : x < y;
}

/* Garbage collection: keep the better half of a bucket, and all entries on a path as far as they
 * fit. */
static void sweep(Dfpn *dfpn, uint64_t bucket)
{
    Entry  kept[BUCKET], *entries = dfpn->table + BUCKET * bucket;
    size_t count = 0, left = 0;
    for (int i = 0; i < BUCKET; i++)
        if (entries[i].key != 0)
            kept[count++] = entries[i];
    qsort(kept, count, sizeof *kept, by_worth);
    while (left < count && left < BUCKET_FULL - 1 && (left < BUCKET_KEPT || kept[left].busy > 0))
        left++;
    memset(entries, 0, BUCKET * sizeof *entries);
    for (size_t i = 0; i < left; i++)
        *slot_of(dfpn, kept[i].key) = kept[i];
    dfpn->used[bucket] = (uint8_t)left;
    atomic_fetch_add(&dfpn->sweeps, 1);
    atomic_fetch_add(&dfpn->forgotten, count - left);
}

static Entry *make(Dfpn *dfpn, uint64_t key)
{
    assert(key != 0);
    Entry   *entry = slot_of(dfpn, key);
    uint64_t bucket = bucket_of(dfpn, key);
    if (entry->key == key)
        return entry;
    if (dfpn->used[bucket] >= BUCKET_FULL) {
        sweep(dfpn, bucket);
        entry = slot_of(dfpn, key);
    }
    dfpn->used[bucket]++;
    *entry = (Entry){ .key = key, .pn = 1, .dn = 1 };
    return entry;
}

static bool look_up(const Dfpn *dfpn, uint64_t key, Numbers *numbers)
{
    lock(dfpn, key);
    const Entry *entry = find(dfpn, key);
    if (entry != NULL)
        *numbers = (Numbers){ entry->pn, entry->dn, entry->turns, UNTAINTED, entry->busy };
    unlock(dfpn, key);
    return entry != NULL;
}

static uint32_t add_work(uint32_t work, uint64_t more)
{
    return more > UINT32_MAX - work ? UINT32_MAX : work + (uint32_t)more;
}

/* Proofs and disproofs are final, and a proof keeps its smallest number of turns. */
static void store(Dfpn *dfpn, uint64_t key, const Numbers *numbers, uint64_t work)
{
    assert(numbers->pn != 0 || numbers->turns <= DFPN_TURNS_MAX);
    lock(dfpn, key);
    Entry *entry = make(dfpn, key);
    bool   proved_before = entry->pn == 0;
    entry->work = add_work(entry->work, work);
    if (numbers->pn == 0) {
        if (!proved_before || numbers->turns < entry->turns)
            entry->turns = (uint16_t)numbers->turns;
        entry->pn = 0;
        entry->dn = INFINITE;
    } else if (!proved_before && entry->dn != 0) {
        entry->pn = numbers->pn;
        entry->dn = numbers->dn;
    }
    unlock(dfpn, key);
}

static void store_tainted(Dfpn *dfpn, uint64_t key, int taint, uint64_t work)
{
    assert(taint >= 0 && taint < DEPTH_MAX);
    lock(dfpn, key);
    Entry *entry = make(dfpn, key);
    entry->work = add_work(entry->work, work);
    entry->pn = INFINITE;
    entry->dn = 0;
    entry->turns = (uint16_t)taint;
    unlock(dfpn, key);
}

static void mark_busy(Dfpn *dfpn, uint64_t key, int change)
{
    lock(dfpn, key);
    Entry *entry = change > 0 ? make(dfpn, key) : find(dfpn, key);
    if (entry != NULL && (change > 0 ? entry->busy < UINT8_MAX : entry->busy > 0))
        entry->busy = (uint8_t)(entry->busy + change);
    unlock(dfpn, key);
}

/* --- the path --- */

static int *path_find(Worker *worker, uint64_t key)
{
    uint32_t slot = (uint32_t)mix64(key) & (PATH_SLOTS - 1);
    while (worker->path_slots[slot] != 0 && worker->path_slots[slot] != key)
        slot = (slot + 1) & (PATH_SLOTS - 1);
    return worker->path_slots[slot] == 0 ? NULL : &worker->path_depths[slot];
}

static void path_push(Worker *worker, uint64_t key, int depth)
{
    assert(key != 0 && depth < DEPTH_MAX);
    uint32_t slot = (uint32_t)mix64(key) & (PATH_SLOTS - 1);
    while (worker->path_slots[slot] != 0)
        slot = (slot + 1) & (PATH_SLOTS - 1);
    worker->path_slots[slot] = key;
    worker->path_depths[slot] = depth;
}

/* The path is a stack, so no key that was inserted later is in the same run of slots. */
static void path_pop(Worker *worker, uint64_t key)
{
    uint32_t slot = (uint32_t)mix64(key) & (PATH_SLOTS - 1);
    while (worker->path_slots[slot] != key)
        slot = (slot + 1) & (PATH_SLOTS - 1);
    worker->path_slots[slot] = 0;
}

/* --- static knowledge about a position --- */

static const Numbers PROVED = { 0, INFINITE, 0, UNTAINTED, 0 };
static const Numbers REFUTED = { INFINITE, 0, 0, UNTAINTED, 0 };

/* Tablebases know about winning only, and name the winner by the side in this position. */
static bool settle_by_tablebase(const Dfpn *dfpn, const Pos *pos, Numbers *numbers)
{
    TbAnswer answer;
    if (dfpn->tb == NULL || dfpn->goal.by_margin || !tb_probe(dfpn->tb, pos, &answer) ||
        answer.turns > DFPN_TURNS_MAX)
        return false;
    bool       is_first = game_player(dfpn->game, pos, 0) == dfpn->goal.player;
    ProofValue wanted = is_first ? PROOF_FIRST : PROOF_SECOND;
    *numbers = answer.value == wanted ? PROVED : REFUTED;
    numbers->turns = answer.turns;
    return true;
}

/* True if this legal step wins for the side that takes it.  A step within a turn does not. */
static bool wins_with(const Game *game, const Pos *pos, Step step)
{
    PosBuffer after;
    game_copy(game, pos, &after.head);
    game->rules->apply(&after.head, step);
    Outcome outcome = game->rules->outcome(&after.head);
    return after.head.phase == 0 && outcome.ending == ENDING_WON && outcome.winner == pos->side;
}

/* True if some step wins.  `hint` is a step that won elsewhere, or any 64 bits.  It is tried first,
 * because most replies do not prevent it.  Not inlined: its list would be on the stack once per
 * level. */
__attribute__((noinline)) static bool wins_at_once(const Game *game, const Pos *pos, Step *hint)
{
    Step steps[STEPS_MAX];
    if (game->rules->legal(pos, *hint) && wins_with(game, pos, *hint))
        return true;
    int count = game_gen_once(game, pos, steps);
    for (int i = 0; i < count; i++) {
        if (wins_with(game, pos, steps[i])) {
            *hint = steps[i];
            return true;
        }
    }
    return false;
}

/* Return the initial numbers of a new leaf. */
static Numbers first_numbers(const Dfpn *dfpn, const Pos *pos, uint32_t least)
{
    Numbers numbers = { 1 + (least < 1000 ? least : 1000) / 2, 1, 0, UNTAINTED, 0 };
    if (dfpn->game->proof->guess != NULL)
        dfpn->game->proof->guess(pos, dfpn->goal.player, least, &numbers.pn, &numbers.dn);
    return numbers;
}

/* Settle a position by the rules, the tablebase and the game's bounds.  False: they do not decide,
 * and `numbers` are the initial numbers. */
static bool settle(const Dfpn *dfpn, const Pos *pos, Step *hint, Numbers *numbers)
{
    const Game      *game = dfpn->game;
    const GameProof *proof = game->proof;
    *numbers = (Numbers){ 1, 1, 0, UNTAINTED, 0 };
    if (pos->phase == 0 && game->rules->outcome(pos).ending != ENDING_NONE) {
        *numbers = goal_is_reached(game, pos, &dfpn->goal) ? PROVED : REFUTED;
        return true;
    }
    if (settle_by_tablebase(dfpn, pos, numbers))
        return true;
    /* The bounds of the games refer to sides, and to winning. */
    if (proof == NULL || dfpn->goal.by_margin || game->rules->player != NULL)
        return false;
    uint32_t least = proof->turns_to_win(pos, dfpn->goal.player);
    if (least == UINT32_MAX) {
        *numbers = REFUTED;
        return true;
    }
    uint32_t turns;
    int      winner = proof->decided(pos, &turns);
    if (winner == SIDE_NONE && least == 1 && proof->win_in_one_is_likely && pos->phase == 0 &&
        pos->side == dfpn->goal.player && wins_at_once(game, pos, hint)) {
        winner = pos->side;
        turns = 1;
    }
    if (winner == SIDE_NONE || turns > DFPN_TURNS_MAX) {
        *numbers = first_numbers(dfpn, pos, least);
        return false;
    }
    *numbers = winner == dfpn->goal.player ? PROVED : REFUTED;
    numbers->turns = turns;
    return true;
}

/* Return a key for "this position below this path". */
static uint64_t key_below(uint64_t path_key, uint64_t key)
{
    uint64_t below = mix64(path_key + 0x9e3779b97f4a7c15u) ^ key;
    return below == 0 ? 1 : below;
}

/* Look a child up on the path and in the table; false if it is in neither.  `is_new`: its numbers
 * are not initialised yet. */
static bool recall(Worker *worker, const Level *level, Child *child, bool is_new)
{
    Dfpn      *dfpn = worker->dfpn;
    const int *depth = dfpn->acyclic ? NULL : path_find(worker, child->key);
    if (depth != NULL) {
        child->numbers = REFUTED;
        child->numbers.taint = *depth;
        child->is_final = true; /* valid while this level exists */
        return true;
    }
    Numbers numbers;
    bool    found = look_up(dfpn, child->key, &numbers);
    if (found && (is_new || child->numbers.pn != 0 || numbers.pn == 0))
        child->numbers = numbers; /* unless the table has discarded a proof */
    if (found && (child->numbers.pn == 0 || child->numbers.dn == 0)) {
        child->is_final = child->numbers.dn == 0;
        return true;
    }
    if (!dfpn->acyclic && look_up(dfpn, key_below(level->path_key, child->key), &numbers) &&
        numbers.dn == 0) {
        child->numbers = REFUTED;
        child->numbers.taint = (int)numbers.turns;
        child->is_final = true;
        return true;
    }
    return found;
}

/* Probe the table first: an entry there is not settled statically, or was searched already, and the
 * rules and bounds of a game are expensive. */
static void evaluate(Worker *worker, const Level *level, const Pos *pos, Child *child)
{
    if (!recall(worker, level, child, true))
        child->is_final = settle(worker->dfpn, pos, &worker->hint, &child->numbers);
}

/* --- levels --- */

static Level *level_at(Worker *worker, int depth)
{
    assert(depth <= worker->level_count);
    if (depth < worker->level_count)
        return worker->levels[depth];
    if (depth >= DEPTH_MAX)
        return NULL;
    Level *level = calloc(1, sizeof *level);
    Pos   *pos = malloc(worker->dfpn->pos_size);
    if (level == NULL || pos == NULL) {
        free(level);
        free(pos);
        return NULL;
    }
    level->pos = pos;
    worker->levels[worker->level_count++] = level;
    return level;
}

static void drop_levels(Worker *worker)
{
    for (int i = 0; i < worker->level_count; i++) {
        free(worker->levels[i]->children);
        free(worker->levels[i]->pos);
        free(worker->levels[i]);
    }
    worker->level_count = 0;
}

static bool has_child(const Level *level, uint64_t key)
{
    for (int i = 0; i < level->count; i++)
        if (level->children[i].key == key)
            return true;
    return false;
}

static bool add_child(Level *level, const Child *child)
{
    if (level->count == level->capacity) {
        int    capacity = level->capacity == 0 ? 32 : 2 * level->capacity;
        Child *children = realloc(level->children, (size_t)capacity * sizeof *children);
        if (children == NULL)
            return false;
        level->children = children;
        level->capacity = capacity;
    }
    level->children[level->count++] = *child;
    return true;
}

/* Expand: list the distinct successors of the level's position.  False if memory ran out. */
static bool expand(Worker *worker, Level *level)
{
    Dfpn *dfpn = worker->dfpn;
    int   count = game_gen_once(dfpn->game, level->pos, worker->steps);
    level->count = 0;
    worker->effort += 1 + count;
    for (int i = 0; i < count; i++) {
        game_copy(dfpn->game, level->pos, worker->next);
        play(dfpn, worker->next, worker->steps[i]);
        Child child = { .step = worker->steps[i],
                        .key = key_of(dfpn, worker->next),
                        .ends_turn = worker->next->phase == 0 };
        /* Several steps may lead to one position.  Long lists are mostly single stones, which do
         * not. */
        if (count <= 256 && has_child(level, child.key))
            continue;
        evaluate(worker, level, worker->next, &child);
        if (!add_child(level, &child))
            return false;
    }
    return true;
}

/* --- numbers of a node from those of its successors --- */

static uint32_t turns_over(const Child *child)
{
    uint32_t turns = child->numbers.turns + child->ends_turn;
    return turns < DFPN_TURNS_MAX ? turns : DFPN_TURNS_MAX;
}

/* OR node, the player of the goal decides: one proof is enough, all must be disproved. */
static Numbers numbers_of_or_node(const Level *level)
{
    Numbers  sum = { INFINITE, 0, UINT32_MAX, UNTAINTED, 0 };
    uint32_t open = 0;
    for (int i = 0; i < level->count; i++) {
        const Numbers *child = &level->children[i].numbers;
        if (child->pn == 0 && turns_over(&level->children[i]) < sum.turns)
            sum.turns = turns_over(&level->children[i]);
        if (child->pn < sum.pn)
            sum.pn = child->pn;
        if (child->dn > sum.dn)
            sum.dn = child->dn;
        if (child->dn == 0 && child->taint < sum.taint)
            sum.taint = child->taint;
        open += child->dn != 0;
    }
    if (sum.pn == 0)
        sum.dn = INFINITE;
    else if (open > 0)
        sum.dn += open - 1;
    return sum;
}

/* AND node, the opponent decides: all must be proved, one disproof is enough. */
static Numbers numbers_of_and_node(const Level *level)
{
    Numbers  sum = { 0, INFINITE, 0, UNTAINTED, 0 };
    uint32_t open = 0;
    int      taint = -1;
    for (int i = 0; i < level->count; i++) {
        const Numbers *child = &level->children[i].numbers;
        if (child->pn == 0 && turns_over(&level->children[i]) > sum.turns)
            sum.turns = turns_over(&level->children[i]);
        if (child->pn > sum.pn)
            sum.pn = child->pn;
        if (child->dn < sum.dn)
            sum.dn = child->dn;
        if (child->dn == 0 && child->taint > taint)
            taint = child->taint; /* the disproof that depends least on the path */
        open += child->pn != 0;
    }
    if (sum.dn == 0) {
        sum.pn = INFINITE;
        sum.taint = taint;
    } else if (open > 0) {
        sum.pn += open - 1;
    }
    return sum;
}

static Numbers numbers_of(const Level *level, bool is_or_node)
{
    assert(level->count > 0);
    Numbers sum = is_or_node ? numbers_of_or_node(level) : numbers_of_and_node(level);
    if (sum.pn > 0 && sum.pn > INFINITE / 2 && sum.dn != 0)
        sum.pn = INFINITE / 2;
    if (sum.dn > 0 && sum.dn > INFINITE / 2 && sum.pn != 0)
        sum.dn = INFINITE / 2;
    return sum;
}

/* --- the search --- */

static bool is_stopped(Worker *worker)
{
    Dfpn *dfpn = worker->dfpn;
    worker->nodes++;
    if (worker->effort >= POLL_EVERY) {
        worker->effort = 0;
        uint64_t all = atomic_fetch_add(&dfpn->nodes, worker->nodes - worker->reported);
        worker->reported = worker->nodes;
        if (all >= dfpn->node_limit ||
            (dfpn->limits.expired != NULL && dfpn->limits.expired(dfpn->limits.context)))
            atomic_store(&dfpn->stopped, true);
    }
    return atomic_load(&dfpn->stopped);
}

/* Return the number by which a node selects its child, raised while other threads search it. */
static uint32_t selection_number(const Child *child, bool is_or_node)
{
    uint32_t number = is_or_node ? child->numbers.pn : child->numbers.dn;
    uint32_t busy = child->numbers.busy;
    if (number >= INFINITE || busy == 0)
        return number;
    uint64_t raised = number + (uint64_t)busy * (1 + number / 2);
    return raised < INFINITE ? (uint32_t)raised : INFINITE - 1;
}

/* Return the most-proving child, and the selection number of the second best. */
static Child *choose(const Level *level, bool is_or_node, uint32_t *second)
{
    Child   *best = NULL;
    uint32_t first = INFINITE;
    *second = INFINITE;
    for (int i = 0; i < level->count; i++) {
        Child   *child = &level->children[i];
        uint32_t number = selection_number(child, is_or_node);
        if (child->numbers.pn == 0 || child->numbers.dn == 0)
            continue;
        if (best == NULL || number < first ||
            (number == first && (is_or_node ? child->numbers.dn > best->numbers.dn
                                            : child->numbers.pn > best->numbers.pn))) {
            if (best != NULL && first < *second)
                *second = first;
            best = child;
            first = number;
        } else if (number < *second) {
            *second = number;
        }
    }
    return best;
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Compute the thresholds of a child, so that the search returns as soon as another child is better.
 * The threshold is a fourth above the second best number (the 1+epsilon trick), which avoids
 * switching back and forth between children. */
static void bounds_for(const Level *level, bool is_or_node, uint32_t second, uint32_t pn_bound,
                       uint32_t dn_bound, uint32_t *pn_child, uint32_t *dn_child)
{
    uint32_t open = 0;
    for (int i = 0; i < level->count; i++) {
        const Numbers *n = &level->children[i].numbers;
        open += n->pn != 0 && n->dn != 0;
    }
    uint32_t others = open > 0 ? open - 1 : 0;
    uint32_t next = second >= INFINITE ? INFINITE : second + 1 + second / 4;
    uint32_t own = is_or_node ? pn_bound : dn_bound, far = is_or_node ? dn_bound : pn_bound;
    uint32_t near_child = least_of(own, next);
    uint32_t far_child = far >= INFINITE ? INFINITE : far > others ? far - others : 1;
    *pn_child = is_or_node ? near_child : far_child;
    *dn_child = is_or_node ? far_child : near_child;
}

static Numbers search(Worker *worker, int depth, uint64_t key, uint32_t pn_bound,
                      uint32_t dn_bound);

/* Memory latency dominates, so all entries are prefetched first. */
static void refresh_all(Worker *worker, Level *level)
{
    for (int i = 0; i < level->count; i++)
        if (!level->children[i].is_final)
            __builtin_prefetch(home_of(worker->dfpn, level->children[i].key));
    for (int i = 0; i < level->count; i++)
        if (!level->children[i].is_final)
            recall(worker, level, &level->children[i], false);
}

/* Search below one child and take its new numbers. */
static bool descend(Worker *worker, Level *level, int depth, Child *child, uint32_t pn_bound,
                    uint32_t dn_bound)
{
    assert(child->numbers.pn != 0 && child->numbers.dn != 0);
    Level *next = level_at(worker, depth + 1);
    if (next == NULL) {
        atomic_store(&worker->dfpn->stopped, true);
        return false;
    }
    game_copy(worker->dfpn->game, level->pos, next->pos);
    play(worker->dfpn, next->pos, child->step);
    next->path_key = key_below(level->path_key, child->key);
    mark_busy(worker->dfpn, child->key, 1);
    Numbers numbers = search(worker, depth + 1, child->key, pn_bound, dn_bound);
    mark_busy(worker->dfpn, child->key, -1);
    numbers.busy = 0;
    child->numbers = numbers; /* even if the table did not keep them */
    child->is_final = numbers.dn == 0;
    return !atomic_load(&worker->dfpn->stopped);
}

/* Store the result of a node: under the path, or for good. */
static void keep(Worker *worker, int depth, uint64_t key, uint64_t parent_path, Numbers *sum,
                 uint64_t work)
{
    if (sum->dn == 0 && sum->taint < depth) {
        store_tainted(worker->dfpn, key_below(parent_path, key), sum->taint, work);
        return;
    }
    sum->taint = UNTAINTED;
    store(worker->dfpn, key, sum, work);
}

/* Search the position of the level at `depth`, which is not settled statically.  Return its
 * numbers: beyond a threshold, or anything if stopped. */
static Numbers search(Worker *worker, int depth, uint64_t key, uint32_t pn_bound, uint32_t dn_bound)
{
    Dfpn *dfpn = worker->dfpn;
    assert(depth < worker->level_count && pn_bound > 0 && dn_bound > 0);
    Level   *level = worker->levels[depth];
    uint64_t begun = worker->nodes;
    uint64_t parent_path = depth > 0 ? worker->levels[depth - 1]->path_key : 0;
    bool    is_or_node = game_player(dfpn->game, level->pos, level->pos->side) == dfpn->goal.player;
    Numbers sum = { 1, 1, 0, UNTAINTED, 0 };
    if (is_stopped(worker))
        return sum;
    path_push(worker, key, depth);
    if (!expand(worker, level)) {
        atomic_store(&dfpn->stopped, true);
        path_pop(worker, key);
        return sum;
    }
    for (;;) {
        sum = numbers_of(level, is_or_node);
        if (sum.pn == 0 || sum.dn == 0 || sum.pn >= pn_bound || sum.dn >= dn_bound)
            break;
        uint32_t second, pn_child, dn_child;
        Child   *child = choose(level, is_or_node, &second);
        assert(child != NULL);
        bounds_for(level, is_or_node, second, pn_bound, dn_bound, &pn_child, &dn_child);
        if (pn_child <= child->numbers.pn)
            pn_child = child->numbers.pn + 1;
        if (dn_child <= child->numbers.dn)
            dn_child = child->numbers.dn + 1;
        if (!descend(worker, level, depth, child, pn_child, dn_child))
            break;
        level = worker->levels[depth];
        refresh_all(worker, level);
    }
    path_pop(worker, key);
    if (sum.pn == 0 || sum.dn == 0 || !atomic_load(&dfpn->stopped))
        keep(worker, depth, key, parent_path, &sum, worker->nodes - begun);
    return sum;
}

/* --- the interface --- */

static void *work(void *context)
{
    Worker *worker = context;
    Dfpn   *dfpn = worker->dfpn;
    Level  *level = level_at(worker, 0);
    if (level == NULL) {
        atomic_store(&dfpn->stopped, true);
        return NULL;
    }
    game_copy(dfpn->game, dfpn->root, level->pos);
    level->path_key = key_of(dfpn, dfpn->root);
    search(worker, 0, level->path_key, INFINITE, INFINITE);
    atomic_fetch_add(&dfpn->nodes, worker->nodes - worker->reported);
    worker->reported = worker->nodes;
    atomic_store(&dfpn->stopped, true); /* the first thread to finish stops all */
    return NULL;
}

static void work_together(Dfpn *dfpn)
{
    pthread_t threads[DFPN_THREADS_MAX];
    int       started = 0;
    while (started < dfpn->worker_count - 1 &&
           pthread_create(&threads[started], NULL, work, &dfpn->workers[started + 1]) == 0)
        started++;
    work(&dfpn->workers[0]);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

GoalStatus dfpn_known(Dfpn *dfpn, const Pos *pos, const Goal *goal, uint32_t *turns)
{
    Numbers numbers;
    Step    hint = 0;
    dfpn->goal = *goal;
    dfpn->goal_key = key_of_goal(goal);
    if (!settle(dfpn, pos, &hint, &numbers) && !look_up(dfpn, key_of(dfpn, pos), &numbers))
        return GOAL_UNKNOWN;
    *turns = numbers.turns;
    return numbers.pn == 0 ? GOAL_PROVED : numbers.dn == 0 ? GOAL_DISPROVED : GOAL_UNKNOWN;
}

GoalStatus dfpn_search(Dfpn *dfpn, const Pos *pos, const Goal *goal, uint64_t nodes)
{
    uint32_t turns;
    assert(pos->phase == 0);
    GoalStatus goal_status = dfpn_known(dfpn, pos, goal, &turns);
    if (goal_status != GOAL_UNKNOWN)
        return goal_status;
    uint64_t before = atomic_load(&dfpn->nodes);
    dfpn->root = pos;
    size_t size = dfpn->game->rules->size(pos->variant);
    for (int i = 0; i < dfpn->worker_count && size > dfpn->pos_size; i++)
        drop_levels(&dfpn->workers[i]);
    if (size > dfpn->pos_size)
        dfpn->pos_size = size;
    dfpn->node_limit = nodes > UINT64_MAX - before ? UINT64_MAX : before + nodes;
    atomic_store(&dfpn->stopped, false);
    work_together(dfpn);
    return dfpn_known(dfpn, pos, goal, &turns);
}

void dfpn_use_tablebase(Dfpn *dfpn, const Tablebase *tb)
{
    dfpn->tb = tb;
}

uint64_t dfpn_nodes(const Dfpn *dfpn)
{
    return atomic_load(&dfpn->nodes);
}

DfpnMemory dfpn_memory(const Dfpn *dfpn)
{
    return (DfpnMemory){ .capacity = dfpn->bucket_count * BUCKET_FULL,
                         .sweeps = atomic_load(&dfpn->sweeps),
                         .forgotten = atomic_load(&dfpn->forgotten) };
}

/* --- construction and destruction --- */

static bool worker_init(Worker *worker, Dfpn *dfpn)
{
    *worker = (Worker){
        .dfpn = dfpn,
        .levels = calloc(DEPTH_MAX, sizeof *worker->levels),
        .path_slots = calloc(PATH_SLOTS, sizeof *worker->path_slots),
        .path_depths = calloc(PATH_SLOTS, sizeof *worker->path_depths),
        .next = malloc(POS_BYTES_MAX),
    };
    return worker->levels != NULL && worker->path_slots != NULL && worker->path_depths != NULL &&
           worker->next != NULL;
}

static void worker_free(Worker *worker)
{
    drop_levels(worker);
    free(worker->levels);
    free(worker->path_slots);
    free(worker->path_depths);
    free(worker->next);
}

static bool make_table(Dfpn *dfpn)
{
    uint64_t buckets = dfpn->limits.memory_bytes / (BUCKET * sizeof(Entry) + 1);
    dfpn->bucket_count = buckets == 0 ? 1 : buckets < UINT32_MAX ? buckets : UINT32_MAX;
    dfpn->table = calloc(dfpn->bucket_count, BUCKET * sizeof(Entry));
    dfpn->used = calloc(dfpn->bucket_count, 1);
    return dfpn->table != NULL && dfpn->used != NULL;
}

static bool make_locks(Dfpn *dfpn)
{
    if (dfpn->limits.threads == 1)
        return true;
    dfpn->locks = calloc(LOCKS, sizeof *dfpn->locks);
    for (int i = 0; dfpn->locks != NULL && i < LOCKS; i++)
        pthread_mutex_init(&dfpn->locks[i], NULL);
    return dfpn->locks != NULL;
}

Dfpn *dfpn_new(const Game *game, const DfpnLimits *limits)
{
    Dfpn *dfpn = calloc(1, sizeof *dfpn);
    assert(limits->threads >= 1 && limits->threads <= DFPN_THREADS_MAX);
    if (dfpn == NULL)
        return NULL;
    dfpn->game = game;
    dfpn->limits = *limits;
    dfpn->acyclic = game->eval != NULL && game->eval->acyclic;
    atomic_init(&dfpn->nodes, 0);
    atomic_init(&dfpn->sweeps, 0);
    atomic_init(&dfpn->forgotten, 0);
    atomic_init(&dfpn->stopped, false);
    dfpn->workers = calloc((size_t)limits->threads, sizeof *dfpn->workers);
    bool ok = dfpn->workers != NULL && make_table(dfpn) && make_locks(dfpn);
    for (int i = 0; ok && i < limits->threads; i++, dfpn->worker_count++)
        ok = worker_init(&dfpn->workers[i], dfpn);
    if (!ok) {
        dfpn_delete(dfpn);
        return NULL;
    }
    return dfpn;
}

void dfpn_delete(Dfpn *dfpn)
{
    if (dfpn == NULL)
        return;
    for (int i = 0; i < dfpn->worker_count; i++)
        worker_free(&dfpn->workers[i]);
    free(dfpn->workers);
    for (int i = 0; dfpn->locks != NULL && i < LOCKS; i++)
        pthread_mutex_destroy(&dfpn->locks[i]);
    free(dfpn->locks);
    free(dfpn->table);
    free(dfpn->used);
    free(dfpn);
}
