/* SPDX-License-Identifier: MIT */
/* solve.c - the methods take turns, each time with three times the budget, so that the total cost
 * is at most a small multiple of that of the best one.  Proof-number search for either player finds
 * deep and narrow wins, iterative deepening finds short ones, and enumeration finds draws by
 * endless play if few positions are reachable.
 *
 * If a game has canonical keys, proof-number search over keys runs alone: it is so much faster that
 * the other methods would only take time away from it.
 *
 * If the caller allows it, a search that has expanded as many positions as its plan says is
 * interrupted, and the tablebase of the position is built (solver/plan.h).  Positions are counted, not
 * seconds, so that one thread does the same work every time.
 */
#include "solver/solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "core/margin.h"
#include "solver/canon_pns.h"
#include "solver/enumerate.h"

enum {
    FIRST_NODES = 300, /* a node may have hundreds of successors */
    FIRST_STATES = 1000,
    GROWTH = 3,
    /* If the value was found over keys, the position may be out of reach for the other methods: */
    MARGIN_NODES = 300000, /* budget for the margin */
    SHORTEN_PART = 16,     /* divisor of the budget for shortening a win, if points decide */
    REST_PARTS = 3,        /* of REST_PARTS_OF parts of the memory: for enumeration, a tablebase */
    REST_PARTS_OF = 8,
    PLAN_NODES = 20000, /* easier positions need no plan */
    POLL_STATES = 256,  /* that enumeration visits between two polls */
};

static const uint64_t NEVER = UINT64_MAX;

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
    bool        is_borrowed; /* `tb` belongs to the caller */
    /* The current query. */
    bool        may_build;
    double      deadline;
    SolveMethod method;
    Plan        plan;
    bool        is_planned;
    uint64_t    work_before, work_limit; /* nodes and states; beyond the limit the search stalls */
    uint64_t    states;                  /* visited by enumeration */
    RetroProgress table;
    bool          has_report;
    uint32_t      proof_positions;
    Fault         fault;
};

const char *solve_method_name(SolveMethod method)
{
    static const char *const NAMES[] = {
        [SOLVE_NONE] = "none",
        [SOLVE_PROBE] = "tablebase",
        [SOLVE_NUMBERS] = "proof-number search",
        [SOLVE_DEEPENING] = "iterative deepening",
        [SOLVE_POINTS] = "alpha-beta on points",
        [SOLVE_ENUMERATION] = "enumeration",
        [SOLVE_BUILD] = "tablebase built in memory",
        [SOLVE_PROOF_FILE] = "assembling the proof",
    };
    return NAMES[method];
}

/* --- stalling --- */

static uint64_t work_done(const Solver *solver)
{
    return solver_nodes(solver) + solver->states - solver->work_before;
}

static bool is_stalled(const Solver *solver)
{
    return solver->work_limit != NEVER && work_done(solver) >= solver->work_limit;
}

/* The methods poll this.  Only enumeration does not count its work itself. */
static bool must_pause(void *context)
{
    Solver *solver = context;
    if (solver->method == SOLVE_ENUMERATION)
        solver->states += POLL_STATES;
    return is_stalled(solver) || solver_is_expired(solver);
}

static void begin_query(Solver *solver)
{
    solver->is_planned = solver->has_report = false;
    solver->method = SOLVE_NONE;
    solver->fault.status = STATUS_OK;
    solver->work_before = solver_nodes(solver) + solver->states;
    solver->work_limit = solver->may_build ? PLAN_NODES : NEVER;
}

void solver_allow_tablebase(Solver *solver, double deadline)
{
    solver->may_build = true;
    solver->deadline = deadline;
}

SolverProgress solver_progress(const Solver *solver)
{
    return (SolverProgress){
        .method = solver->method,
        .nodes =
            solver->method == SOLVE_PROOF_FILE ? solver->proof_positions : solver_nodes(solver),
        .plan = solver->is_planned ? &solver->plan : NULL,
        .table = solver->has_report ? &solver->table : NULL,
        .build = solver->fault.status,
    };
}

static DfpnLimits half_of(Solver *solver)
{
    DfpnLimits half = solver->limits;
    half.memory_bytes /= 2;
    half.expired = must_pause;
    half.context = solver;
    return half;
}

Solver *solver_new(const Game *game, const DfpnLimits *limits)
{
    Solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL)
        return NULL;
    solver->game = game;
    solver->limits = *limits;
    solver->work_limit = NEVER;
    /* Half of the memory is for proof-number search.  A prover uses a quarter of its share for its
     * table.  Enumeration and a tablebase have the rest, one after the other. */
    DfpnLimits  half = half_of(solver);
    bool        has_points = margins_serve(game);
    ProofLimits rest = { .memory_bytes = limits->memory_bytes / (has_points ? 4 : 2),
                         .expired = must_pause,
                         .context = solver };
    solver->enumeration = rest;
    solver->enumeration.memory_bytes = limits->memory_bytes / REST_PARTS_OF * REST_PARTS;
    solver->dfpn = dfpn_new(game, &half);
    solver->prover = prover_new(game, &rest);
    solver->margins = has_points ? margins_new(game, rest.memory_bytes, must_pause, solver) : NULL;
    if (solver->dfpn == NULL || solver->prover == NULL || (has_points && solver->margins == NULL)) {
        solver_delete(solver);
        return NULL;
    }
    return solver;
}

static void drop_tablebase(Solver *solver)
{
    if (!solver->is_borrowed)
        tb_close(solver->tb);
    solver->tb = NULL;
    solver->is_borrowed = false;
}

void solver_delete(Solver *solver)
{
    if (solver == NULL)
        return;
    dfpn_delete(solver->dfpn);
    prover_delete(solver->prover);
    margins_delete(solver->margins);
    canon_pns_delete(solver->pns);
    drop_tablebase(solver);
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

/* Replace the tablebase; `tb` may be NULL. */
static void use_tablebase(Solver *solver, uint32_t variant, Tablebase *tb)
{
    drop_tablebase(solver);
    solver->tb = tb;
    solver->variant = variant;
    solver->is_open = true;
    dfpn_use_tablebase(solver->dfpn, tb);
}

void solver_borrow_tablebase(Solver *solver, uint32_t variant, Tablebase *tb)
{
    use_tablebase(solver, variant, tb);
    solver->is_borrowed = true;
}

/* Return the tablebase of this variant; that of the previous variant is closed. */
static const Tablebase *tb_for(Solver *solver, const Pos *pos)
{
    if (!solver->is_open || solver->variant != pos->variant)
        use_tablebase(solver, pos->variant,
                      solver->folder == NULL ? NULL
                                             : tb_open(solver->game, pos->variant, solver->folder));
    return solver->tb;
}

static bool try_tablebase(Solver *solver, const Pos *pos, Solution *solution)
{
    TbAnswer         answer;
    const Tablebase *tb = tb_for(solver, pos);
    solver->method = SOLVE_PROBE;
    if (!tb_probe(tb, pos, &answer))
        return false;
    *solution = (Solution){ .value = answer.value, .turns = answer.turns, .exact = true };
    canon_pns_delete(solver->pns);
    solver->pns = NULL;
    return true;
}

/* --- building a tablebase --- */

size_t solver_memory_for(double tablebase_bytes)
{
    return (size_t)(tablebase_bytes / REST_PARTS * REST_PARTS_OF);
}

static bool on_report(void *context, const RetroProgress *progress)
{
    Solver *solver = context;
    solver->table = *progress;
    solver->has_report = true;
    return !solver_is_expired(solver);
}

PlanLimits solver_plan_limits(const Solver *solver)
{
    return (PlanLimits){
        .seconds = solver->deadline - clock_wall_seconds(),
        .bytes = (double)solver->enumeration.memory_bytes,
        .threads = solver->limits.threads,
    };
}

static void make_plan(Solver *solver, const Pos *pos)
{
    PlanLimits limits = solver_plan_limits(solver);
    solver->plan = plan_position(solver->game, pos, &limits);
    solver->is_planned = true;
}

static bool build(Solver *solver, const Pos *pos)
{
    RetroReport  report;
    RetroOptions options = {
        .threads = solver->limits.threads,
        .memory_bytes = solver->enumeration.memory_bytes,
        .listener = on_report,
        .context = solver,
    };
    solver->method = SOLVE_BUILD;
    Tablebase *tb = tb_build(solver->game, pos, &options, &report, &solver->fault);
    solver->has_report = false;
    if (tb != NULL) /* the installed one does not have the position */
        use_tablebase(solver, pos->variant, tb);
    return tb != NULL;
}

/* The search has stalled: plan, and search on or build.  True if the value is known. */
static bool try_building(Solver *solver, const Pos *pos, Solution *solution)
{
    uint64_t work = work_done(solver);
    if (!solver->is_planned) {
        make_plan(solver, pos);
        uint64_t nodes = (uint64_t)solver->plan.step[PLAN_SEARCH].estimate.positions;
        solver->work_limit = solver->plan.step[PLAN_BUILD].fit != PLAN_FITS ? NEVER : nodes;
        if (solver->work_limit > work)
            return false;
    }
    solver->work_limit = NEVER;
    bool known = build(solver, pos) && try_tablebase(solver, pos, solution);
    if (known)
        solver->method = SOLVE_BUILD;
    return known;
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

bool solver_has_value(const Solver *solver, const Pos *pos)
{
    TbAnswer answer;
    return solver->is_open && solver->variant == pos->variant && tb_probe(solver->tb, pos, &answer);
}

void solver_note_proof(Solver *solver, uint32_t positions)
{
    solver->method = SOLVE_PROOF_FILE;
    solver->proof_positions = positions;
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
    DfpnLimits half = half_of(solver);
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
    solver->method = SOLVE_NUMBERS;
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
    solver->method = SOLVE_DEEPENING;
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
    if (!rounds->enumerate_more || is_stalled(solver) || solver_is_expired(solver))
        return false;
    solver->method = SOLVE_ENUMERATION;
    solution->value = enumerate_solve(solver->game, pos, &solver->enumeration, rounds->states,
                                      &rounds->enumerate_more, &solution->turns);
    rounds->enumerate_more |= is_stalled(solver); /* interrupted, not too large */
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
    solver->method = SOLVE_POINTS;
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

/* One round of all methods that serve the position; true if its value is known. */
static bool try_round(Solver *solver, const Pos *pos, Rounds *rounds, Solution *solution)
{
    if (open_canon_pns(solver, pos->variant))
        return try_numbers(solver, pos, rounds, solution);
    return try_depth(solver, pos, rounds, UINT32_MAX, solution) ||
           try_score(solver, pos, rounds, solution) || try_numbers(solver, pos, rounds, solution) ||
           try_enumeration(solver, pos, rounds, solution);
}

void solver_solve(Solver *solver, const Pos *pos, Solution *solution)
{
    assert(pos->phase == 0);
    Rounds rounds = first_round(solver);
    begin_query(solver);
    *solution = (Solution){ .value = PROOF_UNKNOWN };
    bool known = try_tablebase(solver, pos, solution);
    while (!known) {
        known = try_round(solver, pos, &rounds, solution);
        if (known || solver_is_expired(solver))
            break;
        if (is_stalled(solver)) /* the interrupted round is resumed afterwards */
            known = try_building(solver, pos, solution);
        else
            grow(&rounds);
    }
    solver->work_limit = NEVER;
    if (known)
        solution->method = solver->method;
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

static ProofValue value_within(const Solution *solution, uint32_t turns)
{
    return solution->turns <= turns ? solution->value : PROOF_DRAW;
}

static ProofValue find_within(Solver *solver, const Pos *pos, uint32_t turns)
{
    Rounds   rounds = first_round(solver);
    Solution solution = { .value = PROOF_UNKNOWN };
    if (try_tablebase(solver, pos, &solution))
        return value_within(&solution, turns);
    rounds.depth = 0;
    for (;;) {
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
            return value_within(&solution, turns);
        if (solver_is_expired(solver))
            return PROOF_UNKNOWN;
        if (!is_stalled(solver))
            grow(&rounds);
        else if (try_building(solver, pos, &solution))
            return value_within(&solution, turns);
    }
}

ProofValue solver_within(Solver *solver, const Pos *pos, uint32_t turns)
{
    assert(pos->phase == 0);
    begin_query(solver);
    ProofValue value = find_within(solver, pos, turns);
    solver->work_limit = NEVER;
    return value;
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
