/* SPDX-License-Identifier: MIT
 *
 * pvs.c - code shared by all instances of the recursion, and the instance that uses the game
 * interface: the reference.
 */
#include "search/pvs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* --- memory --- */

static void close_canon(PvsWorker *worker)
{
    if (worker->canon != NULL)
        worker->canon->close(worker->canon_space);
    worker->canon = NULL;
}

/* Open the canonical keys of the variant, if the search uses them; false if memory ran out. */
static bool open_canon(PvsWorker *worker, const Game *game, uint32_t variant)
{
    const GameCanon *canon = game->canon;
    if (worker->game == game && worker->evals_variant == variant)
        return true;
    close_canon(worker);
    worker->margin_divisor =
        canon != NULL && canon->margin_divisor != NULL ? canon->margin_divisor(variant) : 0;
    if (worker->margin_divisor == 0)
        return true;
    worker->canon_space = canon->open(variant);
    worker->canon = worker->canon_space != NULL ? canon : NULL;
    return worker->canon_space != NULL;
}

void pvs_worker_delete(PvsWorker *worker)
{
    if (worker == NULL)
        return;
    free(worker->path);
    free(worker->steps);
    free(worker->ranks);
    free(worker->bonuses);
    free(worker->node_memory);
    free(worker->evals_memory);
    close_canon(worker);
    free(worker);
}

PvsWorker *pvs_worker_new(size_t node_bytes)
{
    PvsWorker *worker = calloc(1, sizeof *worker);
    if (worker == NULL)
        return NULL;
    worker->node_bytes = (node_bytes + 63) & ~(size_t)63;
    worker->steps = malloc(PVS_STEPS_CAPACITY * sizeof *worker->steps);
    worker->ranks = malloc(PVS_STEPS_CAPACITY * sizeof *worker->ranks);
    worker->bonuses = malloc(PVS_STEPS_CAPACITY * sizeof *worker->bonuses);
    worker->node_memory = aligned_alloc(64, PVS_LEVELS_MAX * worker->node_bytes);
    worker->evals = memory_zeros(PVS_EVALS * sizeof *worker->evals, &worker->evals_memory);
    if (worker->steps == NULL || worker->ranks == NULL || worker->bonuses == NULL ||
        worker->node_memory == NULL || worker->evals == NULL) {
        pvs_worker_delete(worker);
        return NULL;
    }
    return worker;
}

/* Empty the path, with capacity for `before` keys of the line and one per level. */
static bool clear_path(PvsWorker *worker, int before)
{
    int capacity = before + PVS_LEVELS_MAX + 1;
    if (capacity > worker->path_capacity) {
        uint64_t *path = realloc(worker->path, (size_t)capacity * sizeof *path);
        if (path == NULL)
            return false;
        worker->path = path;
        worker->path_capacity = capacity;
    }
    worker->path_count = worker->path_root = 0;
    memset(worker->filter, 0, sizeof worker->filter);
    return true;
}

/* Age the history: it still helps in the next search, but less.  Killers depend on the level, so
 * they are cleared. */
static void age_history(PvsWorker *worker)
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < PVS_HISTORY_SLOTS; i++)
            worker->history[side][i] /= 4;
    memset(worker->killers, 0xff, sizeof worker->killers);
}

bool pvs_worker_prepare(PvsWorker *worker, const Game *game, const Pos *root, int before)
{
    if (!clear_path(worker, before) || !open_canon(worker, game, root->variant))
        return false;
    if (worker->game != NULL && (worker->game != game || worker->evals_variant != root->variant))
        memset(worker->evals, 0, PVS_EVALS * sizeof *worker->evals);
    worker->evals_variant = root->variant;
    worker->game = game;
    worker->by_value = worker->canon != NULL && (worker->canon->orders_by_value == NULL ||
                                                 worker->canon->orders_by_value(root));
    worker->eval = game->eval != NULL ? game->eval : &PVS_NO_EVAL;
    worker->oracle = NULL;
    worker->is_first = true;
    worker->stopped = false;
    worker->nodes = 0;
    worker->selective = 0;
    worker->noise = 0;
    worker->noise_seed = 0;
    worker->root_is_open = root->phase != 0;
    worker->turns_left = INT_MAX;
    worker->repetition = 0;
    age_history(worker);
    return true;
}

/* --- stopping --- */

void pvs_poll(PvsWorker *worker)
{
    PvsControl *control = worker->control;
    uint64_t    nodes =
        atomic_fetch_add_explicit(&control->nodes, PVS_POLL_NODES, memory_order_relaxed) +
        PVS_POLL_NODES;
    if (control->node_limit != 0 && nodes >= control->node_limit)
        atomic_store_explicit(&control->stop, true, memory_order_relaxed);
    if (worker->is_first && control->time_is_up(control->context))
        atomic_store_explicit(&control->stop, true, memory_order_relaxed);
    if (atomic_load_explicit(&control->stop, memory_order_relaxed) ||
        atomic_load_explicit(&control->stop_requested, memory_order_relaxed))
        worker->stopped = true;
}

/* --- repetition --- */

bool pvs_scan_path(const PvsWorker *worker, uint64_t key)
{
    int i = worker->path_count - 1;
    for (; i >= worker->path_root; i--)
        if (worker->path[i] == key)
            return true;
    if (worker->repetition == 0)
        return false;
    uint32_t times = 1;
    for (; i >= 0; i--)
        times += worker->path[i] == key;
    return times >= worker->repetition;
}

/* --- move ordering: killer and history heuristics --- */

enum { REWARD_MAX = 1200 };

/* History with gravity: the larger the value, the smaller a further reward.  So it stays within
 * +-PVS_HISTORY_MAX. */
static void add_history(int16_t *history, int reward)
{
    int size = reward < 0 ? -reward : reward;
    *history = (int16_t)(*history + reward - *history * size / PVS_HISTORY_MAX);
}

void pvs_reward(PvsWorker *worker, int side, int level, int depth, const Step *steps, int tried)
{
    assert(tried >= 0 && depth >= 1);
    int   reward = depth * depth * 16 + 16;
    Step *killers = worker->killers[level];
    if (reward > REWARD_MAX)
        reward = REWARD_MAX;
    add_history(pvs_history(worker, side, steps[tried]), reward);
    for (int i = 0; i < tried; i++)
        add_history(pvs_history(worker, side, steps[i]), -reward);
    if (killers[0] != steps[tried]) {
        killers[1] = killers[0];
        killers[0] = steps[tried];
    }
}

static void next_of(const PvsWorker *w, const Pos *pos, Step step, Pos *next)
{
    game_copy(w->game, pos, next);
    w->game->rules->apply(next, step);
}

static bool is_same_player(const PvsWorker *w, const Pos *pos, const Pos *next)
{
    return game_player(w->game, pos, pos->side) == game_player(w->game, next, next->side);
}

static int value_after(PvsWorker *worker, const Pos *pos, Step step);

/* Return the best evaluation that the side to decide can reach by the rest of its turn. */
static int look_ahead(PvsWorker *worker, const Pos *pos)
{
    const Game   *game = worker->game;
    const Outcome outcome = game->rules->outcome(pos);
    int           best = -SCORE_NONE;
    if (outcome.ending != ENDING_NONE)
        return pvs_outcome_score(outcome, pos->side, 0);
    if (pos->phase == 0) {
        if (!pvs_eval_find(worker, pos->key, &best)) {
            best = worker->eval->eval(pos);
            pvs_eval_keep(worker, pos->key, best);
        }
        return best;
    }
    Step     *steps = worker->steps + worker->steps_used;
    const int count = game_gen_once(game, pos, steps);
    worker->steps_used += count;
    for (int i = 0; i < count; i++) {
        const int value = value_after(worker, pos, steps[i]);
        best = value > best ? value : best;
    }
    worker->steps_used -= count;
    return best;
}

/* Return look_ahead after a step, for the side that plays it. */
static int value_after(PvsWorker *worker, const Pos *pos, Step step)
{
    PosBuffer next;
    next_of(worker, pos, step, &next.head);
    const int value = look_ahead(worker, &next.head);
    return is_same_player(worker, pos, &next.head) ? value : -value;
}

void pvs_rank_by_value(PvsWorker *worker, const Pos *pos, const Step *steps, int count,
                       int32_t *ranks)
{
    assert(worker->steps_used + 2 * STEPS_MAX <= PVS_STEPS_CAPACITY);
    for (int i = 0; i < count; i++)
        if (ranks[i] < ORDER_LOUD)
            ranks[i] = value_after(worker, pos, steps[i]);
}

/* 16 ln(n), rounded.  An array of integers is the same in every build, unlike log(). */
static const uint8_t LOG16[PVS_REDUCTION_MAX] = {
    0,  0,  11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
    49, 50, 51, 52, 52, 53, 53, 54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60, 60,
    61, 61, 61, 62, 62, 62, 63, 63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66,
};

int pvs_reduction(int depth, int index)
{
    assert(depth >= 1 && index >= 0);
    if (index < 3)
        return 0;
    int depth_row = depth < PVS_REDUCTION_MAX ? depth : PVS_REDUCTION_MAX - 1;
    int index_row = index < PVS_REDUCTION_MAX ? index : PVS_REDUCTION_MAX - 1;
    int turns = (128 + LOG16[depth_row] * LOG16[index_row] / 2) / 256;
    return turns < depth ? turns : depth - 1;
}

/* --- games without an evaluation --- */

static int no_eval(const Pos *pos)
{
    (void)pos;
    return 0;
}

const GameEval PVS_NO_EVAL = { .unit = 0, .likely = 1, .eval = no_eval, .baseline_eval = no_eval };

/* --- the instance that uses the game interface --- */

static int order(const PvsWorker *w, const Pos *pos, const Step *steps, int count, int32_t *ranks)
{
    if (w->eval->order != NULL)
        w->eval->order(pos, steps, count, ranks);
    else
        memset(ranks, 0, (size_t)count * sizeof *ranks);
    return count;
}

static bool pass(const PvsWorker *w, const Pos *pos, Pos *next)
{
    if (w->eval->pass == NULL)
        return false;
    game_copy(w->game, pos, next);
    return w->eval->pass(next);
}

#define SEARCH_NAME(x)                             general_##x
#define SEARCH_NODE                                Pos
#define SEARCH_ROOT(w, pos, node)                  game_copy((w)->game, pos, node)
#define SEARCH_GEN(w, node, steps)                 game_gen_once((w)->game, node, steps)
#define SEARCH_GEN_ALL(w, node, steps)             (w)->game->rules->gen(node, steps)
#define SEARCH_NEXT(w, node, step, next)           next_of(w, node, step, next)
#define SEARCH_OUTCOME(w, node)                    (w)->game->rules->outcome(node)
#define SEARCH_EVAL(w, node)                       (w)->eval->eval(node)
#define SEARCH_ORDER(w, node, steps, count, ranks) order(w, node, steps, count, ranks)
#define SEARCH_WIDTH(w, node, depth) \
    ((w)->eval->width != NULL ? (w)->eval->width(node, depth, (w)->widening) : INT_MAX)
#define SEARCH_NOISY(w, node, steps) ((w)->eval->noisy != NULL ? (w)->eval->noisy(node, steps) : 0)
#define SEARCH_URGENT(w, node)       ((w)->eval->urgent != NULL && (w)->eval->urgent(node))
#define SEARCH_PASS(w, node, next)   pass(w, node, next)
#define SEARCH_ACYCLIC(w)            (w)->eval->acyclic
#define SEARCH_UNIT(w)               (w)->eval->unit
#define SEARCH_FUTILE_TURNS(w)       (w)->eval->futile_turns
#define SEARCH_ROUGH(w, node)        (w)->eval->rough(node)
#define SEARCH_ROUGH_MOST(w)         (w)->eval->rough_most
#define SEARCH_SAME(w, node, next)   is_same_player(w, node, next)
#include "search/pvs_body.inc"

static size_t node_bytes(uint32_t variant)
{
    (void)variant;
    return 0; /* use the size of a position */
}

const PvsInstance PVS_GENERAL = { .node_bytes = node_bytes,
                                  .root = general_search_root,
                                  .trace = NATIVE_ONLY(general_trace) };
