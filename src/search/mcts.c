/* SPDX-License-Identifier: MIT */
/* Monte Carlo tree search with the PUCT selection rule.
 *
 * One simulation descends from the root.  At each node it selects the edge with the largest
 *
 *     value + explore * spread * prior * sqrt(visits of the node) / (1 + visits of the edge)
 *
 * The value is the mean of the edge's visits, mixed with the minimax value below it and, while
 * visits are few, with the value of the step wherever its side played it (RAVE).  The spread is the
 * standard deviation of all values so far.  Priors decrease with the place of a step in the game's
 * own order.  An edge without a child gets a new node.  Its value (the game's eval as a winning
 * chance, a random playout, or a mixture) is then propagated back.
 *
 * MCTS-Solver: ends of the game are proofs.  During backpropagation a node is proved if one step
 * wins or all steps are proved.  Steps that are proved to lose are not selected any more.  Paths in
 * a tree are unique, so draws by repetition and by the turn limit are also proofs, as long as the
 * line before the root is the same.
 */
#include "search/mcts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "core/perft.h"
#include "search/repetition.h"
#include "search/mcts_pv.h"
#include "search/mcts_node.h"

enum {
    PATH_MAX_NODES = 1024,  /* steps of one simulation */
    FIRST_BLOCK = 16,       /* edges of a node's first block */
    GROWTH = 4,             /* factor to the next block */
    SMALL_BLOCK = 64,       /* up to here selection finds the best steps, beyond all are sorted */
    WIN_SCAN_TURNS = 20000, /* turns scanned for a win in one, before anything else */
    PLAYOUT_TURNS = 1000,   /* then a playout counts as drawn */
    RAVE_SLOTS = 4096,      /* a power of two */
    SPREAD_PRIOR = 16,      /* weight of the initial spread, in simulations */
    FIRST_SPREAD = VALUE_ONE / 20,
    FIRST_REPORT = 128,      /* simulations */
    REUSE_PERMILLE_MAX = 500 /* a fuller tree is discarded, not reused */
};

/* --- set before a search and read by all threads --- */

/* All parameters of the search that were tuned by matches.  Weights are in 1/1000. */
typedef struct Tuning {
    int  explore;  /* weight of the prior against the value of visits */
    int  first;    /* first-play urgency: how much less than its parent an unvisited step is worth;
                    * this and `explore` are in units of the spread of values */
    int  slope;    /* slope of the prior: 0 all equal, 1000 the n-th step has 1/n of the first */
    int  minimax;  /* share of the minimax value below a node, against the mean of its visits */
    int  rave;     /* visits after which a step's own value outweighs its RAVE value */
    int  playouts; /* share of a playout in the value of a new node, against the game's eval */
    bool reuse;    /* keep the subtree of the position that follows */
} Tuning;

typedef struct RaveCell {
    _Atomic uint32_t visits;
    _Atomic int64_t  sum;
} RaveCell;

typedef struct Worker {
    struct Mcts *mcts;
    Random       random;
    int          longest; /* turns of the longest path */
    PosBuffer    pos;
    PosBuffer    other;
    MctsNode    *path[PATH_MAX_NODES];
    uint64_t     keys[PATH_MAX_NODES]; /* at the beginnings of turns, the root's first */
    int          depth;                /* nodes on the path */
    int          drawn_at;             /* the first of them that counts as a proved draw, or -1 */
    uint32_t     turns;                /* completed on the path */
    double       explore, first;       /* from the tuning, times the spread of values */
    Step         steps[STEPS_MAX];
    int32_t      ranks[STEPS_MAX];
    uint64_t     sorted[STEPS_MAX];
} Worker;

struct Mcts {
    Pool      pool;
    int       threads;
    uint64_t  seed;
    Tuning    tuning;
    double    weights[STEPS_MAX + 1]; /* cumulative prior weights of the places in the game's
                                       * order */
    int       weights_slope;          /* slope they were made for; -1: none yet */
    RaveCell *rave;                   /* [side][RAVE_SLOTS] */
    Worker   *workers[SEARCH_THREADS_MAX];

    /* The current search. */
    const Line       *line;
    const Game       *game;
    const GameEval   *eval; /* or NULL */
    const MctsLimits *limits;
    int               noise;  /* in units of eval */
    const Oracle     *oracle; /* or NULL */
    bool              root_is_open;
    bool              is_acyclic;
    Turn              win; /* a turn that wins at once, or none */
    Ref               root;
    _Atomic uint64_t  nodes;
    _Atomic int64_t   value_sum; /* of all simulations */
    _Atomic int64_t   value_squares;
    atomic_bool       stop;
    atomic_bool       is_settled; /* all steps of the root are proved */

    /* What the tree was built for, to detect whether it can be reused. */
    Setup    old_setup;
    int      old_count;
    uint64_t old_line;
    int      old_noise;
    uint64_t old_noise_seed;
};

/* Return the best parameters for games with, and without, an evaluation. */
static Tuning tuning_for(const GameEval *eval)
{
    Tuning tuning = {
        .explore = 10000,
        .first = 0,
        .slope = 700,
        .minimax = 300,
        .rave = 0,
        .playouts = 0,
        .reuse = true,
    };
    if (eval == NULL) {
        tuning.minimax = 0;
        tuning.rave = 30;
        tuning.playouts = 1000;
    }
    return tuning;
}

/* --- memory --- */

Mcts *mcts_new(size_t bytes, int threads, uint64_t seed)
{
    assert(threads >= 1 && threads <= SEARCH_THREADS_MAX);
    Mcts *mcts = calloc(1, sizeof *mcts);
    if (mcts == NULL)
        return NULL;
    mcts->threads = threads;
    mcts->seed = seed;
    mcts->weights_slope = -1;
    mcts->rave = calloc(2 * RAVE_SLOTS, sizeof *mcts->rave);
    bool ok = pool_init(&mcts->pool, bytes) && mcts->rave != NULL;
    for (int i = 0; ok && i < threads; i++) {
        ok = (mcts->workers[i] = calloc(1, sizeof(Worker))) != NULL;
        if (ok)
            mcts->workers[i]->mcts = mcts;
    }
    if (!ok) {
        mcts_delete(mcts);
        return NULL;
    }
    mcts_clear(mcts);
    return mcts;
}

void mcts_delete(Mcts *mcts)
{
    if (mcts == NULL)
        return;
    for (int i = 0; i < mcts->threads; i++)
        free(mcts->workers[i]);
    free(mcts->rave);
    pool_free(&mcts->pool);
    free(mcts);
}

static void clear_nodes(Mcts *mcts)
{
    pool_clear(&mcts->pool);
    mcts->root = 0;
}

/* The random generators restart as well, so the next game is like the first one. */
void mcts_clear(Mcts *mcts)
{
    clear_nodes(mcts);
    for (int i = 0; i < mcts->threads; i++)
        mcts->workers[i]->random = random_seeded(mcts->seed + (uint64_t)i);
}

/* --- values of new nodes --- */

static int playout_value(Worker *worker)
{
    const Mcts *mcts = worker->mcts;
    uint32_t    limit = mcts->line->setup.turn_limit, most = PLAYOUT_TURNS;
    uint32_t    played = (uint32_t)line_turns(mcts->line) + worker->turns;
    Outcome     outcome;
    if (limit != 0 && limit - played < most)
        most = limit - played;
    perft_playout(mcts->game, &worker->pos.head, &worker->random, most, &outcome, PERFT_FAST);
    if (outcome.ending != ENDING_WON)
        return VALUE_HALF;
    /* Swaps within a playout are rare enough to be ignored. */
    return game_player(mcts->game, &worker->pos.head, outcome.winner) == 0 ? VALUE_ONE : 0;
}

static int eval_value(const Mcts *mcts, const Pos *pos)
{
    int    noise = score_noise(mcts->noise, mcts->limits->noise_seed, pos->key);
    int    score = mcts->eval->eval(pos) + noise;
    double chance = score_win_probability(score, mcts->eval);
    return (int)lround(VALUE_ONE *
                       (game_player(mcts->game, pos, pos->side) == 0 ? chance : 1 - chance));
}

/* Return the value of the worker's current position.  `known`, if not negative,, saves an
 * eval. */
static int leaf_value(Worker *worker, int known)
{
    const Mcts *mcts = worker->mcts;
    int         share = mcts->eval == NULL ? 1000 : mcts->tuning.playouts;
    int         value = known;
    if (share < 1000 && value < 0)
        value = eval_value(mcts, &worker->pos.head);
    if (share > 0)
        value = (int)(((int64_t)(share < 1000 ? value : 0) * (1000 - share) +
                       (int64_t)playout_value(worker) * share) /
                      1000);
    return value;
}

static uint32_t times_on_path(const Worker *worker, uint64_t key)
{
    uint32_t times = 0;
    if (!worker->mcts->is_acyclic)
        for (uint32_t i = 1; i < worker->turns; i++)
            times += worker->keys[i] == key;
    return times;
}

/* Ask GameProof.decided.  Its answer holds for play without repetition and turn limit. */
static uint32_t counted_proof(const Worker *worker, const Pos *pos)
{
    const Mcts      *mcts = worker->mcts;
    const Setup     *setup = &mcts->line->setup;
    const GameProof *proof = mcts->game->proof;
    uint32_t         turns = 0;
    if (proof == NULL || (setup->repetition != 0 && !mcts->is_acyclic))
        return PROVEN_NOTHING;
    int winner = proof->decided(pos, &turns);
    if (winner == SIDE_NONE ||
        (setup->turn_limit != 0 &&
         (uint32_t)line_turns(mcts->line) + worker->turns + turns > setup->turn_limit))
        return PROVEN_NOTHING;
    return proof_make(proof_win_of(game_player(mcts->game, pos, winner)), turns);
}

/* Probe the oracle.  A win that the turn limit prevents is a draw. */
static uint32_t known_proof(const Worker *worker, const Pos *pos)
{
    const Mcts  *mcts = worker->mcts;
    uint32_t     limit = mcts->line->setup.turn_limit;
    OracleAnswer answer;
    if (mcts->oracle == NULL || !mcts->oracle->probe(mcts->oracle->context, pos, &answer))
        return PROVEN_NOTHING;
    if (answer.winner == SIDE_NONE ||
        (limit != 0 && (uint32_t)line_turns(mcts->line) + worker->turns + answer.turns > limit))
        return proof_make(PROVEN_DRAW, 0);
    return proof_make(proof_win_of(game_player(mcts->game, pos, answer.winner)), answer.turns);
}

/* Return what is proved about the position that the worker just reached.  `*circles` is set if it
 * repeats a position on the path.  It then counts as drawn, which is likely but not a proof. */
static uint32_t proof_of_new(const Worker *worker, bool *circles)
{
    const Pos *pos = &worker->pos.head;
    *circles = false;
    if (pos->phase != 0)
        return PROVEN_NOTHING;
    uint32_t again = times_on_path(worker, pos->key);
    Outcome  outcome = repetition_outcome(worker->mcts->line, pos, worker->turns, again);
    if (outcome.ending == ENDING_DRAWN)
        return proof_make(PROVEN_DRAW, 0);
    if (outcome.ending == ENDING_WON)
        return proof_make(proof_win_of(game_player(worker->mcts->game, pos, outcome.winner)), 0);
    *circles = again > 0 || (!worker->mcts->is_acyclic && pos->key == worker->keys[0]);
    uint32_t known = known_proof(worker, pos);
    return known != PROVEN_NOTHING ? known : counted_proof(worker, pos);
}

static void node_init(MctsNode *node, const Game *game, const Pos *pos, Step step)
{
    node->step = step;
    atomic_init(&node->sum, 0);
    atomic_init(&node->visits, 0);
    atomic_init(&node->pending, 0);
    atomic_init(&node->block, 0);
    atomic_init(&node->proof, PROVEN_NOTHING);
    atomic_init(&node->opened, 0);
    atomic_flag_clear(&node->expanding);
    node->side = game_player(game, pos, pos->side) == 0 ? 0 : 1;
    node->ends_turn = pos->phase == 0;
    node->fixed = false;
}

/* Create a node for the worker's current position.  Return NULL if the pool is used up. */
static MctsNode *node_new(Worker *worker, Step step, Ref *ref)
{
    Pool *pool = &worker->mcts->pool;
    *ref = pool_take(pool, sizeof(MctsNode));
    if (*ref == 0)
        return NULL;
    MctsNode *node = pool_node(pool, *ref);
    node_init(node, worker->mcts->game, &worker->pos.head, step);
    bool     circles;
    uint32_t proof = proof_of_new(worker, &circles);
    atomic_init(&node->proof, proof);
    node->fixed = circles;
    if (proof_kind(proof) != PROVEN_NOTHING)
        node->value = proof_value(proof_kind(proof));
    else
        node->value = circles ? VALUE_HALF : leaf_value(worker, -1);
    atomic_init(&node->best, node->value);
    return node;
}

/* --- edges --- */

static bool is_on_win(const Worker *worker)
{
    const Turn *win = &worker->mcts->win;
    if (worker->depth > win->count)
        return false;
    for (int i = 1; i < worker->depth; i++)
        if (worker->path[i]->step != win->step[i - 1])
            return false;
    return true;
}

static bool wins_at_once(Worker *worker, Step step)
{
    const Mcts *mcts = worker->mcts;
    const Pos  *pos = &worker->pos.head;
    Pos        *after = &worker->other.head;
    game_copy(mcts->game, pos, after);
    mcts->game->rules->apply(after, step);
    if (after->phase != 0)
        return false;
    Outcome outcome = mcts->game->rules->outcome(after);
    return outcome.ending == ENDING_WON && game_player(mcts->game, after, outcome.winner) ==
                                               game_player(mcts->game, pos, pos->side);
}

/* Rank a winning step first.  The game's lower bound tells when there is none. */
static void rank_win(Worker *worker, int count)
{
    const Mcts      *mcts = worker->mcts;
    const Pos       *pos = &worker->pos.head;
    const GameProof *proof = mcts->game->proof;
    if (is_on_win(worker)) {
        for (int i = 0; i < count; i++)
            if (worker->steps[i] == mcts->win.step[worker->depth - 1])
                worker->ranks[i] = INT32_MAX;
        return;
    }
    bool all = proof != NULL && proof->turns_to_win(pos, pos->side) <= 1;
    for (int i = 0; i < count; i++)
        if ((all || worker->ranks[i] >= ORDER_ALWAYS) && wins_at_once(worker, worker->steps[i])) {
            worker->ranks[i] = INT32_MAX;
            return;
        }
}

static int list_steps(Worker *worker)
{
    const Mcts *mcts = worker->mcts;
    const Pos  *pos = &worker->pos.head;
    bool        is_open = mcts->root_is_open && worker->turns == 0;
    int         count = is_open ? mcts->game->rules->gen(pos, worker->steps)
                                : game_gen_once(mcts->game, pos, worker->steps);
    if (mcts->eval != NULL && mcts->eval->order != NULL)
        mcts->eval->order(pos, worker->steps, count, worker->ranks);
    else
        memset(worker->ranks, 0, (size_t)count * sizeof *worker->ranks);
    rank_win(worker, count);
    return count;
}

static int by_place(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* The smaller, the earlier.  Equal ranks stay in generator order. */
static uint64_t place_of(int32_t rank, int index)
{
    return (uint64_t)((int64_t)INT32_MAX - rank) << 32 | (uint64_t)index;
}

static int32_t rank_at(uint64_t place)
{
    return (int32_t)((int64_t)INT32_MAX - (int64_t)(place >> 32));
}

/* Write the best `wanted` of `count` steps to worker->sorted. */
static void sort_steps(Worker *worker, int count, int wanted)
{
    uint64_t *sorted = worker->sorted;
    if (wanted > SMALL_BLOCK) {
        for (int i = 0; i < count; i++)
            sorted[i] = place_of(worker->ranks[i], i);
        qsort(sorted, (size_t)count, sizeof *sorted, by_place);
        return;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        uint64_t place = place_of(worker->ranks[i], i);
        if (kept == wanted && place > sorted[kept - 1])
            continue;
        int at = kept < wanted ? kept++ : kept - 1;
        for (; at > 0 && sorted[at - 1] > place; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = place;
    }
}

static void make_weights(Mcts *mcts)
{
    if (mcts->weights_slope == mcts->tuning.slope)
        return;
    mcts->weights_slope = mcts->tuning.slope;
    for (int i = 0; i < STEPS_MAX; i++)
        mcts->weights[i + 1] = mcts->weights[i] + pow(i + 1, -mcts->tuning.slope / 1000.0);
}

/* Steps of equal rank share the weight of their places. */
static void set_priors(const Worker *worker, Block *block)
{
    const double *weights = worker->mcts->weights;
    int           total = (int)block->total, kept = (int)block->count;
    for (int first = 0, next; first < kept; first = next) {
        int32_t rank = rank_at(worker->sorted[first]);
        for (next = first + 1; next < kept && rank_at(worker->sorted[next]) == rank;)
            next++;
        int equals = next - first;
        if (next == kept && kept < total) {
            equals = 0;
            for (int i = 0; i < total; i++)
                equals += worker->ranks[i] == rank;
        }
        double prior = (weights[first + equals] - weights[first]) / (equals * weights[total]);
        for (int i = first; i < next; i++)
            block->edges[i].prior = (float)prior;
    }
}

/* Return the size of the first block: enough for all steps that must not be left out. */
static int first_count(const Worker *worker, int total)
{
    int always = 0;
    for (int i = 0; i < total; i++)
        always += worker->ranks[i] >= ORDER_ALWAYS;
    int wanted = always > FIRST_BLOCK ? always : FIRST_BLOCK;
    return wanted < total ? wanted : total;
}

static int bits_of(uint32_t visits)
{
    return visits == 0 ? 0 : 32 - __builtin_clz(visits);
}

/* Progressive widening: return how many edges a node may have by now.  A node with many visits is
 * far from the leaves, so visits stand in for depth. */
static int width_of(const Worker *worker, const MctsNode *node, int total)
{
    const GameEval *eval = worker->mcts->eval;
    if (eval == NULL || eval->width == NULL)
        return total;
    int bits = bits_of(node_visits(node));
    int width = eval->width(&worker->pos.head, 1 + bits / 4, bits / 3);
    return width < total ? width : total;
}

static void fill_block(Worker *worker, Block *block, int total, int count, const Block *before)
{
    sort_steps(worker, total, count);
    assert(count > 0 && count <= total);
    block->total = (uint32_t)total;
    block->count = (uint32_t)count;
    block->unused = 0;
    for (int i = 0; i < count; i++) {
        Edge *edge = &block->edges[i];
        edge->step = worker->steps[(uint32_t)worker->sorted[i]];
        atomic_init(&edge->child, 0);
        if (before != NULL && i < (int)before->count) {
            assert(before->edges[i].step == edge->step);
            atomic_init(&edge->child,
                        atomic_load_explicit(&before->edges[i].child, memory_order_acquire));
        }
    }
    set_priors(worker, block);
}

static int next_count(const Worker *worker, const MctsNode *node, const Block *before,
                      bool must_grow)
{
    int total = (int)before->total, more = GROWTH * (int)before->count;
    int width = must_grow ? total : width_of(worker, node, total);
    return more < width ? more : width;
}

/* Give a node its first block or a larger one.  Return false if there is no need or no memory, or
 * if another thread is doing it; then continue with the current block. */
static bool make_block(Worker *worker, MctsNode *node, bool must_grow)
{
    Mcts *mcts = worker->mcts;
    if (pool_is_full(&mcts->pool) ||
        atomic_flag_test_and_set_explicit(&node->expanding, memory_order_acquire))
        return false;
    const Block *before = node_block(&mcts->pool, node);
    Ref          ref = 0;
    int          count = before != NULL ? next_count(worker, node, before, must_grow) : 0;
    if (before == NULL || count > (int)before->count) {
        int total = list_steps(worker);
        if (before == NULL)
            count = first_count(worker, total);
        if (total > 0)
            ref = pool_take(&mcts->pool, sizeof(Block) + (size_t)count * sizeof(Edge));
        if (ref != 0)
            fill_block(worker, pool_block(&mcts->pool, ref), total, count, before);
    }
    if (ref != 0)
        atomic_store_explicit(&node->block, ref, memory_order_release);
    atomic_flag_clear_explicit(&node->expanding, memory_order_release);
    return ref != 0;
}

/* --- choosing --- */

static RaveCell *rave_cell(const Mcts *mcts, int side, Step step)
{
    assert(side == 0 || side == 1);
    return &mcts->rave[side * RAVE_SLOTS + (int)(mix64(step) & (RAVE_SLOTS - 1))];
}

/* Return the value of a node's visits for the player who selects it.  Running visits count as lost
 * (virtual loss), so that threads spread out. */
static double value_of_visits(const Mcts *mcts, const MctsNode *child, int side, double *visits)
{
    double  done = node_visits(child);
    int64_t sum = atomic_load_explicit(&child->sum, memory_order_relaxed);
    double  points = (double)sum / VALUE_ONE;
    double  best = atomic_load_explicit(&child->best, memory_order_relaxed) / (double)VALUE_ONE;
    double  share = mcts->tuning.minimax / 1000.0;
    *visits = done + atomic_load_explicit(&child->pending, memory_order_relaxed);
    if (side == 1) {
        points = done - points;
        best = 1 - best;
    }
    double mean = *visits > 0 ? points / *visits : 0;
    return mean + share * (best - mean);
}

static double with_rave(const Mcts *mcts, int side, Step step, double value, double visits)
{
    const RaveCell *cell = rave_cell(mcts, side, step);
    double          seen = atomic_load_explicit(&cell->visits, memory_order_relaxed);
    if (seen == 0)
        return value;
    double mean =
        (double)atomic_load_explicit(&cell->sum, memory_order_relaxed) / (seen * VALUE_ONE);
    double trust = sqrt(mcts->tuning.rave / (3 * visits + mcts->tuning.rave));
    return value + trust * ((side == 0 ? mean : 1 - mean) - value);
}

/* Return the edge with the largest PUCT value among those not proved to lose or, with `is_open`,
 * among unproved ones; NULL if there is none. */
static Edge *choose_edge(const Worker *worker, const MctsNode *node, Block *block, bool is_open)
{
    assert(block->count <= block->total);
    const Mcts *mcts = worker->mcts;
    int         side = node->side, lost = proof_win_of(1 - side);
    bool        only_old = pool_is_full(&mcts->pool) && atomic_load(&node->opened) > 0;
    double      explore = worker->explore * sqrt(node_visits(node) + 1.0);
    double      unknown = node_mean(node, side, 0.5) - worker->first;
    double      best = -1e9;
    Edge       *choice = NULL;
    for (uint32_t i = 0; i < block->count; i++) {
        Edge           *edge = &block->edges[i];
        const MctsNode *child = edge_child(&mcts->pool, edge);
        double          value = unknown, visits = 0;
        if (child == NULL && only_old)
            continue;
        if (child != NULL) {
            int kind = proof_kind(node_proof(child));
            if (kind == lost || (is_open && kind != PROVEN_NOTHING))
                continue;
            value = value_of_visits(mcts, child, side, &visits);
            if (kind == PROVEN_DRAW)
                value = 0.5;
        }
        if (mcts->tuning.rave > 0)
            value = with_rave(mcts, side, edge->step, value, visits);
        value += explore * (double)edge->prior / (1 + visits);
        if (value > best) {
            best = value;
            choice = edge;
        }
    }
    return choice;
}

/* Return the block to select from, created or enlarged if necessary. */
static Block *block_of(Worker *worker, MctsNode *node)
{
    Pool  *pool = &worker->mcts->pool;
    Block *block = node_block(pool, node);
    if (block == NULL) {
        if (node_visits(node) == 0 && worker->depth > 1)
            return NULL;
        make_block(worker, node, false);
    } else if (block->count < block->total &&
               2 * (uint32_t)atomic_load_explicit(&node->opened, memory_order_relaxed) >=
                   block->count) {
        make_block(worker, node, false);
    }
    return node_block(pool, node);
}

/* As choose_edge, but enlarge the block if no edge is left. */
static Edge *search_edge(Worker *worker, MctsNode *node, bool is_open)
{
    Pool  *pool = &worker->mcts->pool;
    Block *block = node_block(pool, node);
    Edge  *edge = choose_edge(worker, node, block, is_open);
    if (edge == NULL && block->count < block->total && make_block(worker, node, true))
        edge = choose_edge(worker, node, node_block(pool, node), is_open);
    return edge;
}

static bool is_drawn(const Worker *worker, const Edge *edge)
{
    const MctsNode *child = edge_child(&worker->mcts->pool, edge);
    return child != NULL && proof_kind(node_proof(child)) == PROVEN_DRAW;
}

/* If a proved draw has the largest value, count a visit for it and for all nodes above.  There is
 * nothing to learn from it, so the simulation continues with the next best edge. */
static Edge *pass_by_draw(Worker *worker, MctsNode *node, Edge *drawn)
{
    Edge *edge = search_edge(worker, node, true);
    if (edge == NULL)
        return drawn;
    MctsNode *child = edge_child(&worker->mcts->pool, drawn);
    atomic_fetch_add_explicit(&child->sum, VALUE_HALF, memory_order_relaxed);
    atomic_fetch_add_explicit(&child->visits, 1, memory_order_relaxed);
    if (worker->drawn_at < 0)
        worker->drawn_at = worker->depth - 1;
    return edge;
}

/* Return the next edge, or NULL if all are proved to lose.  At the root, if several variations are
 * wanted, NULL if all are proved. */
static Edge *next_edge(Worker *worker, MctsNode *node)
{
    Mcts  *mcts = worker->mcts;
    Block *block = block_of(worker, node);
    if (block == NULL)
        return NULL;
    const MctsNode *first = edge_child(&mcts->pool, &block->edges[0]);
    if (is_on_win(worker) && (first == NULL || proof_kind(node_proof(first)) == PROVEN_NOTHING))
        return &block->edges[0];
    if (worker->depth > 1 || mcts->limits->lines <= 1) {
        Edge *edge = search_edge(worker, node, false);
        return edge != NULL && is_drawn(worker, edge) ? pass_by_draw(worker, node, edge) : edge;
    }
    Edge *edge = search_edge(worker, node, true);
    if (edge == NULL)
        atomic_store_explicit(&mcts->is_settled, true, memory_order_relaxed);
    return edge;
}

/* --- one simulation --- */

static void enter(Worker *worker, MctsNode *node)
{
    assert(worker->depth < PATH_MAX_NODES);
    worker->path[worker->depth++] = node;
    atomic_fetch_add_explicit(&node->pending, 1, memory_order_relaxed);
}

static void take_step(Worker *worker, Step step)
{
    Pos *pos = &worker->pos.head;
    assert(worker->turns + 1 < PATH_MAX_NODES);
    worker->mcts->game->rules->apply(pos, step);
    if (pos->phase == 0)
        worker->keys[++worker->turns] = pos->key;
}

/* Add a child to an edge, or return the one that another thread added meanwhile.  `*value` is set
 * even if there is no memory for a node. */
static MctsNode *open_edge(Worker *worker, MctsNode *node, Edge *edge, int *value)
{
    Ref       ref, none = 0;
    MctsNode *child = node_new(worker, edge->step, &ref);
    if (child == NULL) {
        bool     circles;
        uint32_t proof = proof_of_new(worker, &circles);
        *value = proof_kind(proof) != PROVEN_NOTHING ? proof_value(proof_kind(proof))
                                                     : leaf_value(worker, -1);
        return NULL;
    }
    *value = child->value;
    if (!atomic_compare_exchange_strong_explicit(&edge->child, &none, ref, memory_order_acq_rel,
                                                 memory_order_acquire))
        return pool_node(&worker->mcts->pool, none);
    atomic_fetch_add_explicit(&node->opened, 1, memory_order_relaxed);
    return child;
}

/* True if the simulation ends at this node. */
static bool is_known(const Worker *worker, const MctsNode *node, int *value)
{
    uint32_t proof = node_proof(node);
    bool     is_root = worker->depth == 1;
    if (proof_kind(proof) != PROVEN_NOTHING && !(is_root && worker->mcts->limits->lines > 1)) {
        *value = proof_value(proof_kind(proof));
        return true;
    }
    *value = node->value;
    return node->fixed;
}

/* Selection and expansion: descend and return the value at the end.  The path is then
 * worker->path. */
static int walk_down(Worker *worker)
{
    Mcts     *mcts = worker->mcts;
    MctsNode *node = pool_node(&mcts->pool, mcts->root);
    int       value;
    game_copy(mcts->game, line_now(mcts->line), &worker->pos.head);
    worker->depth = 0;
    worker->turns = 0;
    worker->drawn_at = -1;
    worker->keys[0] = worker->pos.head.key;
    enter(worker, node);
    for (;;) {
        if (is_known(worker, node, &value))
            return value;
        Edge *edge = worker->depth < PATH_MAX_NODES ? next_edge(worker, node) : NULL;
        if (edge == NULL)
            return leaf_value(worker, node->value);
        MctsNode *child = edge_child(&mcts->pool, edge);
        take_step(worker, edge->step);
        if (child == NULL) {
            child = open_edge(worker, node, edge, &value);
            if (child != NULL)
                enter(worker, child);
            return value;
        }
        enter(worker, child);
        node = child;
    }
}

static void carry_back(Worker *worker, int value)
{
    Mcts *mcts = worker->mcts;
    assert(worker->depth > 0);
    bool changed = mcts->tuning.minimax > 0 ||
                   proof_kind(node_proof(worker->path[worker->depth - 1])) != PROVEN_NOTHING;
    for (int i = worker->depth - 1; i >= 0; i--) {
        MctsNode *node = worker->path[i];
        if (i < worker->depth - 1 && changed)
            changed = node_refresh(&mcts->pool, node);
        int kind = proof_kind(node_proof(node));
        if (i == worker->drawn_at)
            value = VALUE_HALF;
        if (kind != PROVEN_NOTHING)
            value = proof_value(kind);
        atomic_fetch_add_explicit(&node->sum, value, memory_order_relaxed);
        atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
        atomic_fetch_sub_explicit(&node->pending, 1, memory_order_relaxed);
        if (i > 0 && mcts->tuning.rave > 0) {
            RaveCell *cell = rave_cell(mcts, worker->path[i - 1]->side, node->step);
            atomic_fetch_add_explicit(&cell->sum, value, memory_order_relaxed);
            atomic_fetch_add_explicit(&cell->visits, 1, memory_order_relaxed);
        }
    }
}

/* Return the standard deviation of the simulation values.  If all values are similar, small
 * differences decide, and exploration must not drown them. */
static double spread_of(const Mcts *mcts)
{
    double count = SPREAD_PRIOR + (double)atomic_load_explicit(&mcts->nodes, memory_order_relaxed);
    double sum = (double)atomic_load_explicit(&mcts->value_sum, memory_order_relaxed);
    double squares = (double)atomic_load_explicit(&mcts->value_squares, memory_order_relaxed);
    double mean = sum / count, variance = squares / count - mean * mean;
    return variance > 0 ? sqrt(variance) / VALUE_ONE : 0;
}

static void note_value(Mcts *mcts, int64_t value)
{
    atomic_fetch_add_explicit(&mcts->value_sum, value, memory_order_relaxed);
    atomic_fetch_add_explicit(&mcts->value_squares, value * value, memory_order_relaxed);
}

/* Initialise the spread as if some simulations had given slightly different values. */
static void start_spread(Mcts *mcts)
{
    int64_t value = pool_node(&mcts->pool, mcts->root)->value;
    int64_t low = value - FIRST_SPREAD, high = value + FIRST_SPREAD;
    atomic_store(&mcts->value_sum, SPREAD_PRIOR / 2 * (low + high));
    atomic_store(&mcts->value_squares, SPREAD_PRIOR / 2 * (low * low + high * high));
}

static void simulate(Worker *worker)
{
    double spread = spread_of(worker->mcts) / 1000;
    worker->explore = worker->mcts->tuning.explore * spread;
    worker->first = worker->mcts->tuning.first * spread;
    int value = walk_down(worker);
    note_value(worker->mcts, value);
    if ((int)worker->turns > worker->longest)
        worker->longest = (int)worker->turns;
    carry_back(worker, value);
}

/* --- a search --- */

/* Look for a turn that wins at once, among all turns if they are not too many. */
typedef struct WinScan {
    Mcts *mcts;
    int   player;
    int   left;
} WinScan;

static bool visit_turn(void *context, const Turn *turn, const Pos *after)
{
    WinScan *scan = context;
    Outcome  outcome = scan->mcts->game->rules->outcome(after);
    if (outcome.ending == ENDING_WON &&
        game_player(scan->mcts->game, after, outcome.winner) == scan->player) {
        scan->mcts->win.count = turn->count;
        memcpy(scan->mcts->win.step, turn->step, (size_t)turn->count * sizeof(Step));
        return false;
    }
    return --scan->left > 0;
}

static void find_win(Mcts *mcts)
{
    const Pos       *pos = line_now(mcts->line);
    const GameProof *proof = mcts->game->proof;
    WinScan          scan = { .mcts = mcts,
                              .player = game_player(mcts->game, pos, pos->side),
                              .left = WIN_SCAN_TURNS };
    mcts->win.count = 0;
    if (!mcts->root_is_open && (proof == NULL || proof->turns_to_win(pos, pos->side) <= 1))
        turn_each(mcts->game, pos, visit_turn, &scan);
}

static uint64_t line_hash(const Line *line, int count)
{
    uint64_t hash = mix64(line->setup.variant);
    for (int i = 0; i < count; i++)
        hash = mix64(hash + line->entries[i].key + (uint64_t)i);
    return hash;
}

static Ref child_by_step(const Mcts *mcts, Ref from, Step step)
{
    const Block *block = node_block(&mcts->pool, pool_node(&mcts->pool, from));
    for (uint32_t i = 0; block != NULL && i < block->count; i++)
        if (block->edges[i].step == step)
            return atomic_load(&block->edges[i].child);
    return 0;
}

/* Return the node of the old tree that matches the new position, or 0. */
static Ref find_root(const Mcts *mcts)
{
    const Line *line = mcts->line;
    if (mcts->root == 0 || !mcts->tuning.reuse || mcts->win.count > 0 || mcts->root_is_open ||
        pool_permille(&mcts->pool) > REUSE_PERMILLE_MAX || mcts->noise != mcts->old_noise ||
        mcts->limits->noise_seed != mcts->old_noise_seed || line->count < mcts->old_count ||
        !setup_same(&line->setup, &mcts->old_setup) ||
        line_hash(line, mcts->old_count) != mcts->old_line)
        return 0;
    Ref ref = mcts->root;
    for (int i = mcts->old_count; i < line->count && ref != 0; i++)
        ref = child_by_step(mcts, ref, line->entries[i].step);
    if (ref == 0)
        return 0;
    const MctsNode *node = pool_node(&mcts->pool, ref);
    bool            is_open = proof_kind(node_proof(node)) == PROVEN_NOTHING && !node->fixed;
    return is_open && node_block(&mcts->pool, node) != NULL ? ref : 0;
}

static void new_root(Mcts *mcts)
{
    const Pos *pos = line_now(mcts->line);
    clear_nodes(mcts);
    mcts->root = pool_take(&mcts->pool, sizeof(MctsNode));
    MctsNode *root = pool_node(&mcts->pool, mcts->root);
    node_init(root, mcts->game, pos, 0);
    root->value = mcts->eval != NULL ? eval_value(mcts, pos) : VALUE_HALF;
    atomic_init(&root->best, root->value);
}

static void set_root(Mcts *mcts)
{
    Ref ref = find_root(mcts);
    if (ref != 0)
        mcts->root = ref;
    else
        new_root(mcts);
    mcts->old_setup = mcts->line->setup;
    mcts->old_count = mcts->line->count;
    mcts->old_line = line_hash(mcts->line, mcts->line->count);
    mcts->old_noise = mcts->noise;
    mcts->old_noise_seed = mcts->limits->noise_seed;
}

static void begin_search(Mcts *mcts, const Line *line, const MctsLimits *limits)
{
    const Game *game = line->setup.game;
    mcts->line = line;
    mcts->game = game;
    mcts->eval = game->eval;
    mcts->limits = limits;
    mcts->noise = game->eval != NULL ? game->eval->unit * limits->noise / 1000 : 0;
    mcts->oracle = oracle_fits(line) ? limits->oracle : NULL;
    mcts->root_is_open = line_now(line)->phase != 0;
    mcts->is_acyclic = game->eval != NULL && game->eval->acyclic;
    mcts->tuning = tuning_for(game->eval);
    make_weights(mcts);
    find_win(mcts);
    set_root(mcts);
    start_spread(mcts);
    for (int i = 0; i < 2 * RAVE_SLOTS; i++) {
        atomic_init(&mcts->rave[i].visits, 0);
        atomic_init(&mcts->rave[i].sum, 0);
    }
    for (int i = 0; i < mcts->threads; i++)
        mcts->workers[i]->longest = 0;
    atomic_store(&mcts->nodes, 0);
    atomic_store(&mcts->stop, false);
    atomic_store(&mcts->is_settled, false);
}

/* True if more simulations cannot change the result. */
static bool is_settled(const Mcts *mcts)
{
    const MctsNode *root = pool_node(&mcts->pool, mcts->root);
    return mcts->limits->lines <= 1 ? proof_kind(node_proof(root)) != PROVEN_NOTHING
                                    : atomic_load_explicit(&mcts->is_settled, memory_order_relaxed);
}

/* Run one more simulation.  Return false if it was the last. */
static bool work_once(Worker *worker)
{
    Mcts             *mcts = worker->mcts;
    const MctsLimits *limits = mcts->limits;
    simulate(worker);
    uint64_t nodes = atomic_fetch_add_explicit(&mcts->nodes, 1, memory_order_relaxed) + 1;
    if ((limits->nodes != 0 && nodes >= limits->nodes) || is_settled(mcts) ||
        limits->must_stop(limits->stop_context, nodes))
        atomic_store_explicit(&mcts->stop, true, memory_order_relaxed);
    return !atomic_load_explicit(&mcts->stop, memory_order_relaxed);
}

static void *work(void *argument)
{
    while (work_once(argument))
        continue;
    return NULL;
}

/* --- reports --- */

typedef struct Notice {
    SearchListener *listener;
    void           *context;
    double          start;
    SearchResult   *out;
} Notice;

static int longest_of(const Mcts *mcts)
{
    return mcts->workers[0]->longest;
}

static void notify_listener(const Mcts *mcts, const Notice *notice)
{
    SearchResult   *out = notice->out;
    const MctsNode *root = pool_node(&mcts->pool, mcts->root);
    double          seconds = clock_wall_seconds() - notice->start;
    out->line_count = mcts_pvs(&mcts->pool, root, mcts->line, mcts->limits->lines, out->lines);
    out->depth = mcts_pv_turn(mcts->line, &out->lines[0], &out->turn);
    out->score = out->lines[0].score;
    out->nodes = atomic_load(&mcts->nodes);
    out->elapsed_ms = (int64_t)(seconds * 1000);
    for (int i = 0; notice->listener != NULL && i < out->line_count; i++) {
        SearchInfo info = {
            .depth = out->depth,
            .selective = longest_of(mcts),
            .index = i,
            .line = &out->lines[i],
            .nodes = out->nodes,
            .elapsed_ms = out->elapsed_ms,
            .nodes_per_second = seconds > 0 ? (uint64_t)((double)out->nodes / seconds) : 0,
            .table_permille = pool_permille(&mcts->pool),
        };
        notice->listener(notice->context, &info);
    }
}

/* The calling thread runs simulations as well, and reports now and then. */
static void work_and_notify(Mcts *mcts, const Notice *notice)
{
    uint64_t next = FIRST_REPORT;
    while (work_once(mcts->workers[0])) {
        if (notice->listener == NULL || atomic_load(&mcts->nodes) < next)
            continue;
        notify_listener(mcts, notice);
        next *= 2;
    }
}

/* If the system cannot start a thread, search without it. */
static void run_threads(Mcts *mcts, const Notice *notice)
{
    pthread_t threads[SEARCH_THREADS_MAX];
    bool      runs[SEARCH_THREADS_MAX] = { false };
    for (int i = 1; i < mcts->threads; i++)
        runs[i] = pthread_create(&threads[i], NULL, work, mcts->workers[i]) == 0;
    work_and_notify(mcts, notice);
    for (int i = 1; i < mcts->threads; i++)
        if (runs[i])
            pthread_join(threads[i], NULL);
}

Status mcts_think(Mcts *mcts, const Line *line, const MctsLimits *limits, SearchListener *listener,
                  void *context, SearchResult *out)
{
    Notice notice = {
        .listener = listener, .context = context, .start = clock_wall_seconds(), .out = out
    };
    memset(out, 0, sizeof *out);
    if (line_outcome(line).ending != ENDING_NONE)
        return STATUS_OK;
    begin_search(mcts, line, limits);
    run_threads(mcts, &notice);
    notify_listener(mcts, &notice);
    return STATUS_OK;
}
