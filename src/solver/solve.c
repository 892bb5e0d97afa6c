/* SPDX-License-Identifier: MIT */
/* solve.c - the methods take turns, each time with three times the budget, so that the total cost
 * is at most a small multiple of that of the best one.  Proof-number search for either player finds
 * deep and narrow wins, iterative deepening finds short ones, and enumeration finds draws by
 * endless play if few positions are reachable.
 *
 * If a game has canonical keys, proof-number search over keys runs alone: it is so much faster that
 * the other methods would only take time away from it.
 */
#include "solver/solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "solver/canon_pns.h"
#include "solver/margin.h"
#include "solver/enumerate.h"

enum {
    FIRST_NODES = 300, /* a node may have hundreds of successors */
    FIRST_STATES = 1000,
    GROWTH = 3,
    /* If the value was found over keys, the position may be out of reach for the other methods: */
    MARGIN_NODES = 300000, /* budget for the margin */
    SHORTEN_PART = 16,     /* divisor of the budget for shortening a win, if points decide */
};

struct Solver {
    const Game *game;
    DfpnLimits  limits;
    ProofLimits enumeration;
    Dfpn       *dfpn;
    Prover     *prover;
    Margins    *margins; /* NULL if the game has no points */
    CanonPns   *pns;     /* for `canon_pns_variant`, once used; else NULL */
    uint32_t    canon_pns_variant;
    char       *folder; /* directory of the tablebases; NULL: none are used */
    Tablebase  *tb;     /* for `variant`, once `is_open` */
    uint32_t    variant;
    bool        is_open;
};

Solver *solver_new(const Game *game, const DfpnLimits *limits)
{
    Solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL)
        return NULL;
    solver->game = game;
    solver->limits = *limits;
    /* Half of the memory is for proof-number search.  A prover uses a quarter of its share for its
     * table. */
    DfpnLimits half = *limits;
    half.memory_bytes = limits->memory_bytes / 2;
    bool        has_points = margins_serve(game);
    ProofLimits rest = { .memory_bytes = limits->memory_bytes / (has_points ? 4 : 2),
                         .expired = limits->expired,
                         .context = limits->context };
    solver->enumeration = rest;
    solver->enumeration.memory_bytes = limits->memory_bytes * 3 / 8;
    solver->dfpn = dfpn_new(game, &half);
    solver->prover = prover_new(game, &rest);
    solver->margins = has_points ? margins_new(game, &rest) : NULL;
    if (solver->dfpn == NULL || solver->prover == NULL || (has_points && solver->margins == NULL)) {
        solver_delete(solver);
        return NULL;
    }
    return solver;
}

void solver_delete(Solver *solver)
{
    if (solver == NULL)
        return;
    dfpn_delete(solver->dfpn);
    prover_delete(solver->prover);
    margins_delete(solver->margins);
    canon_pns_delete(solver->pns);
    tb_close(solver->tb);
    free(solver->folder);
    free(solver);
}

/* --- tablebases --- */

bool solver_use_tables(Solver *solver, const char *folder)
{
    size_t size = strlen(folder) + 1;
    char  *copy = malloc(size);
    if (copy == NULL)
        return false;
    memcpy(copy, folder, size);
    free(solver->folder);
    solver->folder = copy;
    solver->is_open = false;
    return true;
}

/* Return the tablebase of this variant; that of the previous variant is closed. */
static const Tablebase *tb_for(Solver *solver, const Pos *pos)
{
    if (solver->folder == NULL || (solver->is_open && solver->variant == pos->variant))
        return solver->tb;
    tb_close(solver->tb);
    solver->tb = tb_open(solver->game, pos->variant, solver->folder);
    solver->variant = pos->variant;
    solver->is_open = true;
    dfpn_use_tablebase(solver->dfpn, solver->tb);
    return solver->tb;
}

static bool try_tablebase(Solver *solver, const Pos *pos, Solution *solution)
{
    TbAnswer         answer;
    const Tablebase *tb = tb_for(solver, pos);
    if (!tb_probe(tb, pos, &answer))
        return false;
    *solution = (Solution){ .value = answer.value, .turns = answer.turns, .exact = true };
    return true;
}

uint64_t solver_nodes(const Solver *solver)
{
    return dfpn_nodes(solver->dfpn) + prover_nodes(solver->prover) +
           (solver->margins == NULL ? 0 : margins_nodes(solver->margins)) +
           (solver->pns == NULL ? 0 : canon_pns_nodes(solver->pns));
}

bool solver_is_expired(const Solver *solver)
{
    return solver->limits.expired != NULL && solver->limits.expired(solver->limits.context);
}

const Game *solver_game(const Solver *solver)
{
    return solver->game;
}

Dfpn *solver_dfpn(Solver *solver)
{
    return solver->dfpn;
}

Prover *solver_prover(Solver *solver)
{
    return solver->prover;
}

/* --- canonical keys --- */

/* Prepare the search over keys for this variant; false if there is none.  It uses the half of the
 * memory that proof-number search over positions leaves untouched. */
static bool open_canon_pns(Solver *solver, uint32_t variant)
{
    if (solver->pns != NULL && solver->canon_pns_variant == variant)
        return true;
    canon_pns_delete(solver->pns);
    solver->pns = NULL;
    solver->canon_pns_variant = variant;
    DfpnLimits half = solver->limits;
    half.memory_bytes = solver->limits.memory_bytes / 2;
    if (canon_pns_serves(solver->game, variant))
        solver->pns = canon_pns_new(solver->game, variant, &half);
    return solver->pns != NULL;
}

static bool uses_canon_pns(const Solver *solver, const Pos *pos, const Goal *goal)
{
    return solver->pns != NULL && solver->canon_pns_variant == pos->variant && !goal->by_margin;
}

GoalStatus solver_search(Solver *solver, const Pos *pos, const Goal *goal, uint64_t nodes)
{
    return uses_canon_pns(solver, pos, goal) ? canon_pns_search(solver->pns, pos, goal, nodes)
                                             : dfpn_search(solver->dfpn, pos, goal, nodes);
}

GoalStatus solver_known(Solver *solver, const Pos *pos, const Goal *goal, uint32_t *turns)
{
    return uses_canon_pns(solver, pos, goal) ? canon_pns_known(solver->pns, pos, goal, turns)
                                             : dfpn_known(solver->dfpn, pos, goal, turns);
}

static ProofValue value_for(const Solver *solver, const Pos *pos, int player)
{
    return game_player(solver->game, pos, 0) == player ? PROOF_FIRST : PROOF_SECOND;
}

/* --- rounds --- */

typedef struct Rounds {
    uint64_t    nodes;
    uint32_t    states;
    uint32_t    depth; /* where deepening resumes */
    bool        enumerate_more;
    GoalStatus  goal_status[2]; /* by player */
    ScoreBounds score;
} Rounds;

/* If no position can repeat, there is no endless play to enumerate.  If points decide at the end,
 * all wins are equally long, so looking for short ones is useless. */
static Rounds first_round(const Solver *solver)
{
    bool acyclic = solver->game->eval != NULL && solver->game->eval->acyclic;
    return (Rounds){ .nodes = FIRST_NODES,
                     .states = FIRST_STATES,
                     .enumerate_more = !acyclic,
                     .score = { -MARGINS_FAR, MARGINS_FAR, 0 },
                     .depth = solver->game->rules->lead != NULL ? UINT32_MAX : 0 };
}

/* Proof-number search for both players; true if the value is known. */
static bool try_numbers(Solver *solver, const Pos *pos, Rounds *rounds, Solution *solution)
{
    int mover = game_player(solver->game, pos, pos->side);
    for (int i = 0; i < 2; i++) {
        int  player = i == 0 ? mover : 1 - mover;
        Goal goal = { .player = player };
        if (rounds->goal_status[player] == GOAL_UNKNOWN)
            rounds->goal_status[player] = solver_search(solver, pos, &goal, rounds->nodes);
        if (rounds->goal_status[player] == GOAL_PROVED) {
            solver_known(solver, pos, &goal, &solution->turns);
            solution->value = value_for(solver, pos, player);
            return true;
        }
    }
    if (rounds->goal_status[0] == GOAL_DISPROVED && rounds->goal_status[1] == GOAL_DISPROVED)
        solution->value = PROOF_DRAW;
    return solution->value != PROOF_UNKNOWN;
}

/* Iterative deepening finds the shortest win; true if there is one. */
static bool try_depth(Solver *solver, const Pos *pos, Rounds *rounds, uint32_t last,
                      Solution *solution)
{
    if (rounds->depth > last || rounds->depth > PROVER_TURNS_MAX)
        return false;
    ProofValue value = prover_deepen(solver->prover, pos, &rounds->depth, last, rounds->nodes);
    if (value != PROOF_FIRST && value != PROOF_SECOND)
        return false;
    solution->value = value;
    solution->turns = rounds->depth;
    solution->exact = true;
    return true;
}

static bool try_enumeration(Solver *solver, const Pos *pos, Rounds *rounds, Solution *solution)
{
    if (!rounds->enumerate_more || solver_is_expired(solver))
        return false;
    solution->value = enumerate_solve(solver->game, pos, &solver->enumeration, rounds->states,
                                      &rounds->enumerate_more, &solution->turns);
    solution->exact = solution->value != PROOF_UNKNOWN;
    return solution->exact;
}

/* Games with points: the winner follows from whether the score of side 0's player is above or below
 * 0. */
static bool try_score(Solver *solver, const Pos *pos, Rounds *rounds, Solution *solution)
{
    ScoreBounds *score = &rounds->score;
    if (solver->margins == NULL)
        return false;
    if (score->high >= 1 && !margins_search(solver->margins, pos, 1, rounds->nodes, score))
        return false;
    if (score->low < 1 && !margins_search(solver->margins, pos, 0, rounds->nodes, score))
        return false;
    solution->value = score->low >= 1 ? PROOF_FIRST : score->high < 0 ? PROOF_SECOND : PROOF_DRAW;
    solution->turns = solution->value == PROOF_DRAW ? 0 : score->turns;
    return true;
}

static void grow(Rounds *rounds)
{
    rounds->nodes *= GROWTH;
    rounds->states = rounds->states < UINT32_MAX / 8 ? rounds->states * GROWTH : UINT32_MAX - 1;
}

void solver_solve(Solver *solver, const Pos *pos, Solution *solution)
{
    assert(pos->phase == 0);
    Rounds rounds = first_round(solver);
    *solution = (Solution){ .value = PROOF_UNKNOWN };
    if (try_tablebase(solver, pos, solution)) {
        canon_pns_delete(solver->pns);
        solver->pns = NULL;
        return;
    }
    while (open_canon_pns(solver, pos->variant)) {
        if (try_numbers(solver, pos, &rounds, solution) || solver_is_expired(solver))
            return;
        grow(&rounds);
    }
    for (;; grow(&rounds)) {
        if (try_depth(solver, pos, &rounds, UINT32_MAX, solution) ||
            try_score(solver, pos, &rounds, solution) ||
            try_numbers(solver, pos, &rounds, solution) ||
            try_enumeration(solver, pos, &rounds, solution) || solver_is_expired(solver))
            return;
    }
}

void solver_shorten(Solver *solver, const Pos *pos, Solution *solution, uint64_t nodes)
{
    assert(pos->phase == 0);
    uint32_t n = 0;
    if (solver->pns != NULL && solver->game->rules->lead != NULL)
        nodes /= SHORTEN_PART;
    if (solution->exact || (solution->value != PROOF_FIRST && solution->value != PROOF_SECOND))
        return;
    if (solution->turns > 0) {
        ProofValue value = prover_deepen(solver->prover, pos, &n, solution->turns - 1, nodes);
        if (value == PROOF_UNKNOWN)
            return;
        if (value != PROOF_DRAW)
            solution->turns = n;
    }
    solution->exact = solution->turns <= PROVER_TURNS_MAX;
}

ProofValue solver_within(Solver *solver, const Pos *pos, uint32_t turns)
{
    assert(pos->phase == 0);
    Rounds   rounds = first_round(solver);
    Solution solution = { .value = PROOF_UNKNOWN };
    if (try_tablebase(solver, pos, &solution))
        return solution.turns <= turns ? solution.value : PROOF_DRAW;
    rounds.depth = 0;
    for (;; grow(&rounds)) {
        if (try_depth(solver, pos, &rounds, turns, &solution))
            return solution.value;
        if (rounds.depth > turns)
            return PROOF_DRAW;
        /* It may be a longer win, or a draw: only the former needs more work. */
        if (try_numbers(solver, pos, &rounds, &solution) &&
            (solution.value == PROOF_DRAW || solution.turns <= turns))
            return solution.value;
        solution.value = PROOF_UNKNOWN;
        if (try_enumeration(solver, pos, &rounds, &solution))
            return solution.turns <= turns ? solution.value : PROOF_DRAW;
        if (solver_is_expired(solver))
            return PROOF_UNKNOWN;
    }
}

/* --- margins --- */

/* Return the next bound to test: away from 0 in growing steps until the score is enclosed, then by
 * bisection. */
static int next_bound(const ScoreBounds *score, int *step)
{
    if (score->low > -MARGINS_FAR && score->high < MARGINS_FAR)
        return score->low + (score->high - score->low + 1) / 2;
    int at = score->low > -MARGINS_FAR ? score->low + *step : score->high + 1 - *step;
    *step *= 2;
    return at > MARGINS_FAR ? MARGINS_FAR : at < 1 - MARGINS_FAR ? 1 - MARGINS_FAR : at;
}

static uint64_t left_of(const Solver *solver, uint64_t last)
{
    uint64_t spent = solver_nodes(solver);
    return spent < last ? last - spent : 0;
}

void solver_margin(Solver *solver, const Pos *pos, Solution *solution)
{
    assert(pos->phase == 0);
    ScoreBounds score = { -MARGINS_FAR, MARGINS_FAR, 0 };
    int         step = 4;
    uint64_t    last = UINT64_MAX;
    if (solver->pns != NULL)
        last = solver_nodes(solver) + MARGIN_NODES;
    if (solver->margins == NULL ||
        !margins_search(solver->margins, pos, 0, left_of(solver, last), &score))
        return;
    while (score.low < score.high)
        if (!margins_search(solver->margins, pos, next_bound(&score, &step), left_of(solver, last),
                            &score))
            return;
    solution->has_margin = true;
    solution->margin = margins_lead(score.low);
}
