/* pvs.h - the state of one thread of the alpha-beta search.
 *
 * Knows:   the game interface, the transposition table, killers, history, the path from the root.
 * Ignores: threads, limits and iterations (search.c); it polls PvsControl to know when to stop.
 *
 * The recursion is in pvs_body.inc, compiled once through the game interface (pvs.c) and once for
 * each game that provides a fast version.  Both share the code in this header, so that they cannot
 * differ in it.
 */
#ifndef SEARCH_PVS_H
#define SEARCH_PVS_H

#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>

#include "core/index.h"
#include "core/line.h"
#include "core/oracle.h"
#include "search/tt.h"
#include "search/score.h"

enum {
    PVS_LEVELS_MAX = 256,         /* steps from the root */
    PVS_PV_MAX = 128,             /* steps of a principal variation */
    PVS_STEPS_CAPACITY = 1 << 17, /* steps of all nodes on one path */
    PVS_EXCLUDED_MAX = 64,
    PVS_HISTORY_SLOTS = 4096,
    PVS_HISTORY_MAX = 8192,
    PVS_KILLER = 4096, /* rank of a killer step */
    PVS_SECOND_KILLER = 3072,
    PVS_FILTER_SLOTS = 1024,
    PVS_QUIET_TURNS = 6, /* depth of quiescence search, in turns */
    PVS_POLL_NODES = 16, /* nodes between two polls; a power of two */
    PVS_REDUCTION_MAX = 64,
    PVS_LATE_DEPTH = 3,   /* turns left: late move pruning of quiet steps after PVS_LATE_STEPS + */
    PVS_LATE_STEPS = 6,   /* 2 * depth^2 steps */
    PVS_SMALL_STEPS = 6,  /* small boards: later quiet steps are reduced by one turn more, */
    PVS_VALUE_STEPS = 3,  /* or, if values order steps (PvsWorker.by_value), those after these, */
    PVS_VALUE_DEPTH = 3,  /* with so many turns left, */
    PVS_SMALL_UNITS = 8,  /* and evaluations are at most so many units, in steps of 3/8 unit */
    PVS_SHARED_DEPTH = 2, /* turns left of the smallest subtrees that are marked as busy */
    PVS_BUSY_SLOTS = 1 << 12,
    PVS_DEFERRED_MAX = 32, /* steps of one node that wait for other threads */
    PVS_EVALS = 1 << 18, /* entries of the evaluation cache, at least as many as there are values */
    PVS_UNPROVEN = EVAL_MAX + 1000, /* as bad as lost, but not a proof: some steps were pruned */
};

/* When to stop; shared by all threads of a search. */
typedef struct PvsControl {
    atomic_bool      stop_requested; /* search_stop was called */
    atomic_bool      stop;           /* a limit was reached */
    _Atomic uint64_t nodes;          /* of all threads, in portions of PVS_POLL_NODES */
    uint64_t         node_limit;     /* 0 for none */
    /* True if time is up.  Called by the first thread only. */
    bool (*time_is_up)(void *context);
    void             *context;
    _Atomic uint64_t *busy; /* subtrees that threads are searching (pvs_subtree): PVS_BUSY_SLOTS of
                             * them, or NULL with one thread */
} PvsControl;

/* The memory of one thread: about 5 MB and 256 positions. */
typedef struct PvsWorker {
    const Game     *game;
    const GameEval *eval; /* never NULL */
    TransTable     *tt;
    PvsControl     *control;
    const Oracle   *oracle;   /* or NULL */
    bool            is_first; /* the thread that reads the clock and reports */

    /* The current iteration. */
    int      depth, widening;
    bool     stopped;
    bool     left_out; /* something below the current node was pruned or evaluated statically, or
                        * depended on the path to it */
    bool     passed;   /* the next node is reached by a null move */
    uint64_t nodes;
    int      selective;  /* turns of the longest path */
    int      root_score; /* of the variation in pv[0], if there is one */
    int      noise;      /* eval is off by up to this much */
    uint64_t noise_seed;

    /* Turns excluded at the root (multi-PV), by the keys of the positions they lead to. */
    int      excluded_count;
    uint64_t excluded[PVS_EXCLUDED_MAX];

    /* The line of play so far. */
    bool      root_is_open; /* the root is in the middle of a turn */
    int       turns_left;   /* until the turn limit; INT_MAX without one */
    uint32_t  repetition;
    int       path_count; /* keys at the beginnings of turns: those of the game, then those of the
                           * search */
    int       path_root;  /* index of the first key of the search */
    int       path_capacity;
    uint64_t *path;
    uint8_t   filter[PVS_FILTER_SLOTS]; /* counting Bloom filter: number of path keys per slot */

    /* The evaluation cache, for games that evaluate slowly.  An entry is a key whose low 16 bits, part
     * of the index, are replaced by the value. */
    uint32_t  evals_variant; /* of worker->game */
    uint64_t *evals;
    void     *evals_memory;

    /* Small boards: the canonical keys of the game (GameCanon.margin_divisor), or NULL. */
    const GameCanon *canon;
    void            *canon_space;
    int              margin_divisor;
    bool             by_value; /* evaluations order steps (pvs_rank_by_value) */

    Step    killers[PVS_LEVELS_MAX][2];
    int16_t history[2][PVS_HISTORY_SLOTS];

    int      steps_used;
    Step    *steps; /* PVS_STEPS_CAPACITY each */
    int32_t *ranks, *bonuses;
    size_t   node_bytes;
    void    *node_memory; /* PVS_LEVELS_MAX nodes */

    int  pv_count[PVS_LEVELS_MAX + 1];
    Step pv[PVS_PV_MAX][PVS_PV_MAX];
} PvsWorker;

/* Return a worker for nodes of this size, or NULL if memory ran out. */
PvsWorker *pvs_worker_new(size_t node_bytes);
void       pvs_worker_delete(PvsWorker *worker);
/* Prepare a worker for a search from `root` without an oracle, noise or limits, with an empty path that
 * has capacity for `before` keys of the line of play.  The caller sets `tt` and `control`.  False if
 * memory ran out. */
bool pvs_worker_prepare(PvsWorker *worker, const Game *game, const Pos *root, int before);

/* One compiled instance of the recursion. */
typedef struct PvsInstance {
    /* Return the size of a node of this variant, a multiple of 16; 0 if a node is just a
     * position. */
    size_t (*node_bytes)(uint32_t variant);
    /* Return the score of `pos` for the side that decides in it: exact inside the window, or a
     * bound outside it (fail-soft).  The principal variation is then in worker->pv[0].  Unspecified
     * if worker->stopped. */
    int (*root)(PvsWorker *worker, const Pos *pos, int depth, int alpha, int beta);
    /* For tests: play steps from `pos` node by node, and evaluate and order the node before each
     * step whose bit is set in `probe`.  Return the evaluation of the last node and write the ranks
     * of all its steps. */
    int (*trace)(PvsWorker *worker, const Pos *pos, const Step *steps, int count, uint64_t probe,
                 int32_t *ranks);
} PvsInstance;

extern const PvsInstance PVS_GENERAL;

/* The evaluation of games that have none: all positions are equal. */
extern const GameEval PVS_NO_EVAL;

/* --- called by pvs_body.inc --- */

/* Stop on request, at the node limit, or if time is up. */
void pvs_poll(PvsWorker *worker);

/* Count a node.  True: return at once, the result does not matter. */
static inline bool pvs_enter(PvsWorker *worker)
{
    if ((++worker->nodes & (PVS_POLL_NODES - 1)) == 0)
        pvs_poll(worker);
    return worker->stopped;
}

/* Look up the evaluation of the position with this key.  True: it is `*value`. */
static inline bool pvs_eval_find(const PvsWorker *worker, uint64_t key, int *value)
{
    const uint64_t entry = worker->evals[key & (PVS_EVALS - 1)];
    *value = (int16_t)(entry & UINT16_MAX);
    return (entry ^ key) >> 16 == 0;
}

static inline void pvs_eval_prefetch(const PvsWorker *worker, uint64_t key)
{
    __builtin_prefetch(&worker->evals[key & (PVS_EVALS - 1)]);
}

static inline void pvs_eval_keep(PvsWorker *worker, uint64_t key, int value)
{
    assert(value > -EVAL_MAX && value < EVAL_MAX);
    const uint64_t low = UINT16_MAX;
    worker->evals[key & (PVS_EVALS - 1)] = (key & ~low) | ((uint64_t)value & low);
}

static inline int pvs_outcome_score(Outcome outcome, int side, int turn)
{
    assert(outcome.ending != ENDING_NONE && (side == 0 || side == 1));
    if (outcome.ending == ENDING_DRAWN)
        return SCORE_DRAW;
    return outcome.winner == side ? SCORE_WIN - turn : turn - SCORE_WIN;
}

/* The transposition table counts the distance to a win from the position itself. */
static inline int pvs_score_to_tt(int score, int turn)
{
    return score_is_win(score) ? score + turn : score_is_loss(score) ? score - turn : score;
}

static inline int pvs_score_from_tt(int score, int turn)
{
    return score_is_win(score) ? score - turn : score_is_loss(score) ? score + turn : score;
}

/* Probe the oracle at a node where a turn begins after `turn` turns.  True: `*score` is proved. */
static inline bool pvs_probe_oracle(const PvsWorker *worker, const Pos *pos, int turn, int *score)
{
    OracleAnswer answer;
    if (!worker->oracle->probe(worker->oracle->context, pos, &answer) ||
        answer.turns > SCORE_WIN - SCORE_WIN_FAR - PVS_LEVELS_MAX)
        return false;
    int turns = turn + (int)answer.turns;
    /* The loser can hold out until the turn limit. */
    if (answer.winner == SIDE_NONE || turns > worker->turns_left)
        *score = SCORE_DRAW;
    else
        *score = answer.winner == pos->side ? SCORE_WIN - turns : turns - SCORE_WIN;
    return true;
}

/* Near the turn limit the score of a position depends on the turns left, so they become part of its
 * key.  64 turns are far enough. */
static inline uint64_t pvs_key(const PvsWorker *worker, uint64_t key, int turn)
{
    int left = worker->turns_left - turn;
    return left < 64 ? key ^ mix64((uint64_t)left + 1) : key;
}

/* The canonical key of a position at the beginning of a turn, as a key of the transposition table. */
static inline uint64_t pvs_folded(CanonKey key)
{
    return mix64(key.high ^ mix64(key.low + 1));
}

/* Small boards: positions that are images of each other share an entry of the table.  A best step is
 * masked by the key of the position that it belongs to, so that in its images it matches no step. */
static inline uint32_t pvs_mask_step(uint32_t bits, uint64_t key)
{
    return bits == 0 ? 0 : bits ^ (uint32_t)(key >> 40 & ~UINT64_C(1));
}

/* Small boards: round and clip an evaluation.  The result is close, and differences that do not change
 * it cost searches: windows are missed, and moves that are as good are not cut. */
static inline int pvs_coarse(int value, int unit)
{
    assert(unit >= 8);
    const int step = unit * 3 / 8, most = PVS_SMALL_UNITS * unit / step * step;
    const int rounded = (value >= 0 ? value + step / 2 : value - step / 2) / step * step;
    return rounded > most ? most : rounded < -most ? -most : rounded;
}

/* Small boards: ask for bounds of the result.  True: `*score` is a cutoff, and proved. */
static inline bool pvs_range_cuts(const PvsWorker *worker, CanonKey key, int turn, int alpha,
                                  int beta, int *score)
{
    const CanonRange range = worker->canon->range(worker->canon_space, key);
    const int        turns = turn + (int)range.turns;
    if (range.least == range.most) {
        *score = range.least > 0   ? SCORE_WIN - turns
                 : range.least < 0 ? turns - SCORE_WIN
                                   : SCORE_DRAW;
        return true;
    }
    *score = SCORE_DRAW;
    return (range.least == 0 && beta <= SCORE_DRAW) || (range.most == 0 && alpha >= SCORE_DRAW);
}

static inline uint8_t *pvs_filter(PvsWorker *worker, uint64_t key)
{
    return &worker->filter[key >> 20 & (PVS_FILTER_SLOTS - 1)];
}

static inline void pvs_path_push(PvsWorker *worker, uint64_t key)
{
    uint8_t *filter = pvs_filter(worker, key);
    assert(worker->path_count < worker->path_capacity);
    worker->path[worker->path_count++] = key;
    if (*filter < UINT8_MAX)
        ++*filter;
}

static inline void pvs_path_pop(PvsWorker *worker)
{
    assert(worker->path_count > 0);
    uint8_t *filter = pvs_filter(worker, worker->path[--worker->path_count]);
    if (*filter < UINT8_MAX)
        --*filter;
}

/* True if the rules call it a draw, or if the position occurred on the path of the search. */
bool pvs_scan_path(const PvsWorker *worker, uint64_t key);

static inline bool pvs_repeats(PvsWorker *worker, uint64_t key)
{
    return *pvs_filter(worker, key) != 0 && pvs_scan_path(worker, key);
}

static inline int16_t *pvs_history(PvsWorker *worker, int side, Step step)
{
    assert(side == 0 || side == 1);
    return &worker->history[side][tt_step_bits(step) >> 12];
}

/* Move ordering: write the killer and history bonuses of steps, INT32_MAX for the step from the
 * transposition table. */
static inline void pvs_find_bonuses(const PvsWorker *worker, int side, int level,
                                    uint32_t best_bits, const Step *steps, int32_t *bonuses,
                                    int count)
{
    assert(level >= 0 && level < PVS_LEVELS_MAX && (side == 0 || side == 1));
    const int16_t *history = worker->history[side];
    const Step     killer = worker->killers[level][0], second = worker->killers[level][1];
    for (int i = 0; i < count; i++) { /* without branches: they would be mispredicted */
        const uint32_t bits = tt_step_bits(steps[i]);
        const int32_t  bonus = history[bits >> 12] + (steps[i] == killer ? PVS_KILLER : 0) +
                              (steps[i] == second ? PVS_SECOND_KILLER : 0);
        bonuses[i] = bits == best_bits ? INT32_MAX : bonus;
    }
}

/* Add bonuses to the ranks of quiet steps.  The step from the transposition table comes first. */
static inline void pvs_add_bonuses(const int32_t *bonuses, int32_t *ranks, int count)
{
    for (int i = 0; i < count; i++) {
        const int32_t bonus = ranks[i] < ORDER_LOUD ? bonuses[i] : 0;
        ranks[i] = bonuses[i] == INT32_MAX ? INT32_MAX : ranks[i] + bonus;
    }
}

/* True if the step from the transposition table is among the steps; it is then moved to the front. */
static inline bool pvs_bring_best(uint32_t best_bits, Step *steps, int count)
{
    int at = 0;
    while (at < count && tt_step_bits(steps[at]) != best_bits)
        at++;
    if (best_bits == 0 || at == count)
        return false;
    const Step best = steps[at];
    memmove(&steps[1], &steps[0], (size_t)at * sizeof *steps);
    steps[0] = best;
    return true;
}

/* Update killers and history after a beta cutoff by steps[tried]; the steps before it failed. */
void pvs_reward(PvsWorker *worker, int side, int level, int depth, const Step *steps, int tried);

/* Small boards: replace the rank of each quiet step by the best evaluation that the side to decide can
 * reach with it at the end of its turn.  Positions on the way are not counted as nodes. */
void pvs_rank_by_value(PvsWorker *worker, const Pos *pos, const Step *steps, int count,
                       int32_t *ranks);

/* Selection sort step: move the highest-ranked step from `first` on to `first`; the first of
 * equals. */
static inline void pvs_pick(Step *steps, int32_t *ranks, int first, int count)
{
    assert(first < count);
    enum { BLOCK = 16 };
    int     best = first;
    int32_t rank = ranks[first];
    /* Loops without branches become vector instructions: first the highest rank, then its block. */
    for (int i = first + 1; i < count; i++)
        rank = ranks[i] > rank ? ranks[i] : rank;
    for (; best + BLOCK <= count; best += BLOCK) {
        int found = 0;
        for (int i = 0; i < BLOCK; i++)
            found |= -(ranks[best + i] == rank);
        if (found != 0)
            break;
    }
    while (ranks[best] != rank)
        best++;
    Step step = steps[best];
    /* Keep the order of the rest: equal ranks stay in generator order. */
    memmove(&steps[first + 1], &steps[first], (size_t)(best - first) * sizeof *steps);
    memmove(&ranks[first + 1], &ranks[first], (size_t)(best - first) * sizeof *ranks);
    steps[first] = step;
    ranks[first] = rank;
}

/* Several threads (simplified ABDADA): a subtree that a thread is searching is marked, and the others
 * search it after its siblings.  By then its result is often in the transposition table. */
typedef struct PvsSubtree {
    _Atomic uint64_t *slot; /* NULL if subtrees are not marked */
    uint64_t          mark; /* a hash of it; the slot holds this while a thread is searching it */
} PvsSubtree;

static inline PvsSubtree pvs_subtree(const PvsWorker *worker, uint64_t key, int depth)
{
#ifdef BROWSER_MODULE /* it has one thread */
    _Atomic uint64_t *const busy = NULL;
    (void)worker;
#else
    _Atomic uint64_t *const busy = worker->control->busy;
#endif
    const uint64_t mark = key ^ mix64((uint64_t)depth + 1);
    if (busy == NULL || depth < PVS_SHARED_DEPTH)
        return (PvsSubtree){ .slot = NULL };
    return (PvsSubtree){ .slot = &busy[mark & (PVS_BUSY_SLOTS - 1)], .mark = mark };
}

static inline bool pvs_is_busy(PvsSubtree subtree)
{
    return subtree.slot != NULL &&
           atomic_load_explicit(subtree.slot, memory_order_relaxed) == subtree.mark;
}

static inline void pvs_set_busy(PvsSubtree subtree, bool is_busy)
{
    if (subtree.slot != NULL)
        atomic_store_explicit(subtree.slot, is_busy ? subtree.mark : 0, memory_order_relaxed);
}

static inline void pvs_pv_begin(PvsWorker *worker, int level)
{
    assert(level >= 0 && level <= PVS_LEVELS_MAX);
    worker->pv_count[level] = 0;
}

static inline void pvs_pv_extend(PvsWorker *worker, int level, Step step, int score)
{
    if (level == 0)
        worker->root_score = score;
    if (level >= PVS_PV_MAX)
        return;
    int count = level + 1 < PVS_PV_MAX ? worker->pv_count[level + 1] : 0;
    if (count > PVS_PV_MAX - 1)
        count = PVS_PV_MAX - 1;
    worker->pv[level][0] = step;
    for (int i = 0; i < count; i++)
        worker->pv[level][i + 1] = worker->pv[level + 1][i];
    worker->pv_count[level] = count + 1;
}

static inline bool pvs_is_excluded(const PvsWorker *worker, uint64_t key)
{
    for (int i = 0; i < worker->excluded_count; i++)
        if (worker->excluded[i] == key)
            return true;
    return false;
}

/* Store a value from the oracle, which holds for every depth.  Not with a turn limit, because the
 * key may not contain the turns left. */
static inline void pvs_remember_known(PvsWorker *worker, uint64_t key, int turn, int score)
{
    if (worker->turns_left == INT_MAX)
        tt_store(worker->tt, key,
                 (TtEntry){ .score = pvs_score_to_tt(score, turn),
                            .depth = TT_DEPTH_MAX,
                            .widening = worker->widening,
                            .bound = TT_EXACT });
}

/* Return the late move reduction, in turns, for the step at `index`. */
int pvs_reduction(int depth, int index);

/* Return the reduction of a quiet step after `tried` others: one turn less at a node of the principal
 * variation, one more on small boards from number `small_steps` on; INT_MAX elsewhere. */
static inline int pvs_late_reduction(int depth, int tried, bool is_pv, int small_steps)
{
    int turns = pvs_reduction(depth, tried);
    if (turns > 0 && is_pv)
        turns--;
    return tried >= small_steps && turns + 1 < depth ? turns + 1 : turns;
}

/* Delta pruning: true if a noisy step of this rank loses more than a unit, or does not raise alpha with
 * five units more than it gains. */
static inline bool pvs_gains_too_little(int unit, int32_t rank, int eval, int alpha)
{
    const int gain = rank - ORDER_ALWAYS;
    return gain < EVAL_MAX && (gain < -unit || eval + gain + 5 * unit <= alpha);
}

/* True if a transposition table entry causes a cutoff at this node. */
static inline bool pvs_answers(const PvsWorker *worker, const TtEntry *entry, int score, int depth,
                               int alpha, int beta)
{
    bool is_deep = entry->depth == TT_DEPTH_MAX ||
                   (entry->depth >= depth && entry->widening >= worker->widening);
    /* Proved wins and losses hold at any depth. */
    bool high = (entry->bound & TT_LOWER) != 0 && (is_deep || score_is_win(score));
    bool low = (entry->bound & TT_UPPER) != 0 && (is_deep || score_is_loss(score));
    return (high && score >= beta) || (low && score <= alpha) || (high && low && is_deep);
}

#endif
