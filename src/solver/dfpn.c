/* SPDX-License-Identifier: MIT */
/* dfpn.c - depth-first proof-number search.
 *
 * Every position carries two numbers for a goal: how many leaves at least must still be proved to
 * prove it (pn), and how many must be refuted to refute it (dn).  The search goes down to the leaf
 * that is cheapest for both and stays below a node as long as its numbers are within the bounds that
 * its brothers set (Nagai).  Where a number is a sum over all successors, the largest of them plus
 * one for each other is taken instead: in these games most positions are reached by many orders
 * of the same moves, and sums would count one leaf many times over.
 *
 * Repetition.  A position that stands on the path already counts as refuted there: who must force
 * something gains nothing by coming back.  So a proof never rests on a repetition and is true on every
 * path.  A refutation may rest on one.  It is kept with the depth of the highest position on the
 * path that it rests on (`taint`): if that is the refuted position itself or one below it, the
 * refutation holds on every path; if it is higher up, it holds only below this very path, and is kept
 * apart, under a key that is made from the path.
 *
 * Memory is bounded.  The table is cut into buckets, and a key belongs to one of them.  When a bucket is
 * nearly full it is swept: of its entries the half that took the least work goes.  Work is counted in
 * nodes below the position, and a proof counts eight times, for proofs are what a proof file is made
 * of.  What lies on the path of a thread stays.  Keys fall on buckets evenly, so the sweeps of single
 * buckets throw away what one sweep of the whole table would, but no thread has to wait for it.  What is
 * forgotten is done again if it is needed; how often does not grow without end, because the positions
 * near the root, which took most work, are the last to go.
 *
 * Threads search from the same root and meet in the table only; a position where somebody works
 * looks dearer to the others, which spreads them.
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
    BUCKET = 64,      /* entries of a bucket */
    BUCKET_FULL = 56, /* so many, and it is swept */
    BUCKET_KEPT = 28, /* so many at most are left, and those on a path */
    LOCKS = 1024,
    INFINITE = 1 << 30, /* a number that says: never */
    DEPTH_MAX = 3000,   /* steps from the root; deeper, the search gives up */
    UNTAINTED = INT_MAX,
    POLL_EVERY = 4096, /* successors between two looks at the clock */
};

typedef struct Entry {
    uint64_t key; /* 0: free */
    uint32_t pn, dn;
    uint32_t work;
    uint16_t turns; /* where pn is 0; for a refutation that rests on the path: the taint */
    uint8_t  busy;  /* paths that it is on; the search of several threads spreads by it */
    uint8_t  unused;
} Entry;

/* What is known of a position. */
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

/* What one level of the recursion keeps, on the heap, so that deep lines need little stack. */
typedef struct Level {
    Child   *children;
    int      count, capacity;
    Pos     *pos;
    uint64_t path_key; /* of the positions from the root to here, in their order */
} Level;

typedef struct Worker {
    Dfpn     *dfpn;
    Level   **levels;
    int       level_count;
    uint64_t *path_slots; /* key of a position on the path, 0 where free: open addressing */
    int      *path_depths;
    uint64_t  nodes, told; /* told: nodes that the common count knows of */
    int       effort;      /* successors since then */
    Step      steps[STEPS_MAX];
    Step      hint; /* that won at once the last time */
    Pos      *next;
} Worker;

struct Dfpn {
    const Game      *game;
    DfpnLimits       limits;
    const Tablebase *tb;
    bool             acyclic;
    Entry           *table; /* buckets: in each of them, open addressing that wraps around */
    uint8_t         *used;  /* entries of each bucket */
    uint64_t         bucket_count;
    pthread_mutex_t *locks; /* NULL with one thread */
    int              worker_count;
    Worker          *workers;
    /* The question. */
    const Pos           *root;
    size_t               pos_size;
    Goal                 goal;
    uint64_t             goal_key;
    uint64_t             node_limit;
    atomic_uint_fast64_t nodes, sweeps, forgotten;
    atomic_bool          stopped;
};

enum { PATH_SLOTS = 8192 }; /* more than twice DEPTH_MAX, a power of two */

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

/* Counters that do not count are forgotten before; the one that counts is not in the key. */
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
    return (mix64(key) >> 32) * dfpn->bucket_count >> 32;
}

/* Where a key would like to stand. */
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

/* The entry of the key, or the free one where it would go: a bucket is never quite full. */
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

/* Keep the better half of a bucket, and all that is on a path as far as there is room. */
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

/* What is proved or refuted stays so, and a proof keeps its smallest number of turns. */
static void store(Dfpn *dfpn, uint64_t key, const Numbers *numbers, uint64_t work)
{
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
    uint32_t slot = (uint32_t)mix64(key) & (PATH_SLOTS - 1);
    while (worker->path_slots[slot] != 0)
        slot = (slot + 1) & (PATH_SLOTS - 1);
    worker->path_slots[slot] = key;
    worker->path_depths[slot] = depth;
}

/* The last one in goes out first, so nothing behind it in its run of slots came later. */
static void path_pop(Worker *worker, uint64_t key)
{
    uint32_t slot = (uint32_t)mix64(key) & (PATH_SLOTS - 1);
    while (worker->path_slots[slot] != key)
        slot = (slot + 1) & (PATH_SLOTS - 1);
    worker->path_slots[slot] = 0;
}

/* --- what is known of a position by itself --- */

static const Numbers PROVED = { 0, INFINITE, 0, UNTAINTED, 0 };
static const Numbers REFUTED = { INFINITE, 0, 0, UNTAINTED, 0 };

/* Tables speak of winning only, and of the player by the side that he has in this position. */
static bool settle_by_table(const Dfpn *dfpn, const Pos *pos, Numbers *numbers)
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

/* Does this step, which is legal, win for whoever takes it?  A step that leaves its turn unfinished
 * does not. */
static bool wins_with(const Game *game, const Pos *pos, Step step)
{
    PosBuffer after;
    game_copy(game, pos, &after.head);
    game->rules->apply(&after.head, step);
    Outcome outcome = game->rules->outcome(&after.head);
    return after.head.phase == 0 && outcome.ending == ENDING_WON && outcome.winner == pos->side;
}

/* Is there a step that wins?  `hint` is one that did so elsewhere, or any 64 bits: most replies leave
 * it, so it goes first.  Not inlined: its list would lie on the stack once for every level. */
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

/* The first numbers of a position that nobody has looked at. */
static Numbers first_numbers(const Dfpn *dfpn, const Pos *pos, uint32_t least)
{
    Numbers numbers = { 1 + (least < 1000 ? least : 1000) / 2, 1, 0, UNTAINTED, 0 };
    if (dfpn->game->proof->guess != NULL)
        dfpn->game->proof->guess(pos, dfpn->goal.player, least, &numbers.pn, &numbers.dn);
    return numbers;
}

/* By the rules and the game's own bounds; false where they do not tell, and `numbers` are then the
 * first guess. */
static bool settle(const Dfpn *dfpn, const Pos *pos, Step *hint, Numbers *numbers)
{
    const Game      *game = dfpn->game;
    const GameProof *proof = game->proof;
    *numbers = (Numbers){ 1, 1, 0, UNTAINTED, 0 };
    if (pos->phase == 0 && game->rules->outcome(pos).ending != ENDING_NONE) {
        *numbers = goal_is_reached(game, pos, &dfpn->goal) ? PROVED : REFUTED;
        return true;
    }
    if (settle_by_table(dfpn, pos, numbers))
        return true;
    /* The bounds of the games speak of sides, and of winning. */
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

/* A key for "this position below that path". */
static uint64_t key_below(uint64_t path_key, uint64_t key)
{
    uint64_t below = mix64(path_key + 0x9e3779b97f4a7c15u) ^ key;
    return below == 0 ? 1 : below;
}

/* What the path and the table know about a child; false where they know nothing.  `is_new`: its own
 * numbers are not there yet. */
static bool recall(Worker *worker, const Level *level, Child *child, bool is_new)
{
    Dfpn      *dfpn = worker->dfpn;
    const int *depth = dfpn->acyclic ? NULL : path_find(worker, child->key);
    if (depth != NULL) {
        child->numbers = REFUTED;
        child->numbers.taint = *depth;
        child->is_final = true; /* as long as this level stands */
        return true;
    }
    Numbers numbers;
    bool    found = look_up(dfpn, child->key, &numbers);
    if (found && (is_new || child->numbers.pn != 0 || numbers.pn == 0))
        child->numbers = numbers; /* unless the table has forgotten a proof */
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

/* The table goes first: what stands there is not settled by itself, or was looked into already, and
 * asking the rules and the bounds of a game is dear. */
static void evaluate(Worker *worker, const Level *level, const Pos *pos, Child *child)
{
    if (!recall(worker, level, child, true))
        child->is_final = settle(worker->dfpn, pos, &worker->hint, &child->numbers);
}

/* --- levels --- */

static Level *level_at(Worker *worker, int depth)
{
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

/* List the distinct successors of the level's position; false when memory ran out. */
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
        /* Several steps may come to one position; long lists are mostly single stones, which do not. */
        if (count <= 256 && has_child(level, child.key))
            continue;
        evaluate(worker, level, worker->next, &child);
        if (!add_child(level, &child))
            return false;
    }
    return true;
}

/* --- the numbers of a node from those of its successors --- */

static uint32_t turns_over(const Child *child)
{
    uint32_t turns = child->numbers.turns + child->ends_turn;
    return turns < DFPN_TURNS_MAX ? turns : DFPN_TURNS_MAX;
}

/* The player of the goal decides: one proof is enough, all must be refuted. */
static Numbers numbers_of_choice(const Level *level)
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

/* The other player decides: all must be proved, one refutation is enough. */
static Numbers numbers_of_duty(const Level *level)
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
            taint = child->taint; /* the refutation that rests on the least */
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

static Numbers numbers_of(const Level *level, bool is_choice)
{
    Numbers sum = is_choice ? numbers_of_choice(level) : numbers_of_duty(level);
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
        uint64_t all = atomic_fetch_add(&dfpn->nodes, worker->nodes - worker->told);
        worker->told = worker->nodes;
        if (all >= dfpn->node_limit ||
            (dfpn->limits.expired != NULL && dfpn->limits.expired(dfpn->limits.context)))
            atomic_store(&dfpn->stopped, true);
    }
    return atomic_load(&dfpn->stopped);
}

/* The number by which the decider chooses, and what it looks like while others work there. */
static uint32_t choosing(const Child *child, bool is_choice)
{
    uint32_t number = is_choice ? child->numbers.pn : child->numbers.dn;
    uint32_t busy = child->numbers.busy;
    if (number >= INFINITE || busy == 0)
        return number;
    uint64_t dearer = number + (uint64_t)busy * (1 + number / 2);
    return dearer < INFINITE ? (uint32_t)dearer : INFINITE - 1;
}

/* The child to look at next, and the choosing number of the second best. */
static Child *choose(const Level *level, bool is_choice, uint32_t *second)
{
    Child   *best = NULL;
    uint32_t first = INFINITE;
    *second = INFINITE;
    for (int i = 0; i < level->count; i++) {
        Child   *child = &level->children[i];
        uint32_t number = choosing(child, is_choice);
        if (child->numbers.pn == 0 || child->numbers.dn == 0)
            continue;
        if (best == NULL || number < first ||
            (number == first && (is_choice ? child->numbers.dn > best->numbers.dn
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

/* Bounds for a child, so that the search comes back as soon as another one is better. A fourth
 * more than the second best keeps it from jumping to and fro. */
static void bounds_for(const Level *level, bool is_choice, uint32_t second, uint32_t pn_bound,
                       uint32_t dn_bound, uint32_t *pn_child, uint32_t *dn_child)
{
    uint32_t open = 0;
    for (int i = 0; i < level->count; i++) {
        const Numbers *n = &level->children[i].numbers;
        open += n->pn != 0 && n->dn != 0;
    }
    uint32_t others = open > 0 ? open - 1 : 0;
    uint32_t next = second >= INFINITE ? INFINITE : second + 1 + second / 4;
    uint32_t own = is_choice ? pn_bound : dn_bound, far = is_choice ? dn_bound : pn_bound;
    uint32_t near_child = least_of(own, next);
    uint32_t far_child = far >= INFINITE ? INFINITE : far > others ? far - others : 1;
    *pn_child = is_choice ? near_child : far_child;
    *dn_child = is_choice ? far_child : near_child;
}

static Numbers search(Worker *worker, int depth, uint64_t key, uint32_t pn_bound,
                      uint32_t dn_bound);

/* Most of the time goes into waiting for the table, so all of it is fetched at once. */
static void refresh_all(Worker *worker, Level *level)
{
    for (int i = 0; i < level->count; i++)
        if (!level->children[i].is_final)
            __builtin_prefetch(home_of(worker->dfpn, level->children[i].key));
    for (int i = 0; i < level->count; i++)
        if (!level->children[i].is_final)
            recall(worker, level, &level->children[i], false);
}

/* Look below one child and take its new numbers. */
static bool descend(Worker *worker, Level *level, int depth, Child *child, uint32_t pn_bound,
                    uint32_t dn_bound)
{
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
    child->numbers = numbers; /* even if the table has no room to remember it */
    child->is_final = numbers.dn == 0;
    return !atomic_load(&worker->dfpn->stopped);
}

/* Settle what was found out about a node: in the table, by the path or for good. */
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

/* The position of the level at `depth` stands there and is not settled by itself.  Returns its
 * numbers: beyond a bound, or anything when stopped. */
static Numbers search(Worker *worker, int depth, uint64_t key, uint32_t pn_bound, uint32_t dn_bound)
{
    Dfpn    *dfpn = worker->dfpn;
    Level   *level = worker->levels[depth];
    uint64_t begun = worker->nodes;
    uint64_t parent_path = depth > 0 ? worker->levels[depth - 1]->path_key : 0;
    bool     is_choice = game_player(dfpn->game, level->pos, level->pos->side) == dfpn->goal.player;
    Numbers  sum = { 1, 1, 0, UNTAINTED, 0 };
    if (is_stopped(worker))
        return sum;
    path_push(worker, key, depth);
    if (!expand(worker, level)) {
        atomic_store(&dfpn->stopped, true);
        path_pop(worker, key);
        return sum;
    }
    for (;;) {
        sum = numbers_of(level, is_choice);
        if (sum.pn == 0 || sum.dn == 0 || sum.pn >= pn_bound || sum.dn >= dn_bound)
            break;
        uint32_t second, pn_child, dn_child;
        Child   *child = choose(level, is_choice, &second);
        assert(child != NULL);
        bounds_for(level, is_choice, second, pn_bound, dn_bound, &pn_child, &dn_child);
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

/* --- questions --- */

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
    atomic_fetch_add(&dfpn->nodes, worker->nodes - worker->told);
    worker->told = worker->nodes;
    atomic_store(&dfpn->stopped, true); /* whoever is done ends it for all */
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

/* --- beginning and end --- */

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
    bool fine = dfpn->workers != NULL && make_table(dfpn) && make_locks(dfpn);
    for (int i = 0; fine && i < limits->threads; i++, dfpn->worker_count++)
        fine = worker_init(&dfpn->workers[i], dfpn);
    if (!fine) {
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
