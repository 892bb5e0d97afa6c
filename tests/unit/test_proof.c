/* SPDX-License-Identifier: MIT */
/* solver: proofs are correct.
 *
 * The reference comes from this file: all reachable positions, step by step, and for each the
 * smallest number of turns within which a side wins, computed round by round; and, if that is too
 * much, a plain recursion without any table.  Compared with it are the prover, the enumeration of
 * solver/enumerate, and the bounds that a game provides (GameProof).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/turn.h"
#include "games/gipf/gipf.h"
#include "solver/enumerate.h"

#include "graph_help.h"

enum { NEVER = INT32_MAX, RARE_MAX = 4 };

/* --- positions --- */

/* Up to `stones` stones anywhere, at random mostly of one colour, and small reserves: most such
 * positions never occur in play.  If the owner chooses, a choice may be pending (R10.2). */
static bool scatter(const Setup *setup, Random *random, int stones, PosBuffer *pos)
{
    GipfSettings s = gipf_unpack(setup->variant);
    uint32_t  fields = (uint32_t)(3 * s.side * (s.side - 1) + 1), white = random_below(random, 5);
    GipfParts parts = { .opening = { '-', '-' }, .side = (int)random_below(random, 2) };
    parts.row_colour = parts.side;
    parts.stage = !s.mover_chooses && random_below(random, 2) == 0 ? '?' : 0;
    memset(parts.cells, '_', sizeof parts.cells);
    for (int n = (int)random_below(random, 4); n < stones; n++) {
        uint32_t field = random_below(random, fields);
        while (parts.cells[field] != '_')
            field = (field + 1) % fields;
        parts.cells[field] = random_below(random, 4) < white ? 'W' : 'B';
    }
    for (int colour = 0; colour < 2; colour++)
        parts.reserve[colour] = (int)random_below(random, 4);
    return gipf_build(setup->variant, &parts, &pos->head, NULL) == STATUS_OK;
}

/* A position from play: `steps` random steps from the start, or as many as there are. */
static void wander(const Setup *setup, Random *random, int steps_to_go, PosBuffer *pos)
{
    Step steps[STEPS_MAX];
    setup->game->rules->start(setup->variant, &pos->head);
    while (steps_to_go-- > 0) {
        int count = setup->game->rules->gen(&pos->head, steps);
        if (count == 0)
            return;
        setup->game->rules->apply(&pos->head, steps[random_below(random, (uint32_t)count)]);
    }
}

/* --- reference for small games: every reachable position --- */

/* True if `side` wins from here within n turns, when all wins within n-1 are known. */
static bool wins_now(const Graph *graph, uint32_t index, int side, int n)
{
    const Pos *pos = graph_at(graph, index);
    uint32_t   first = graph->first_child[index], last = graph->first_child[index + 1];
    if (first == last)
        return graph->turns[side][index] == 0;
    for (uint32_t i = first; i < last; i++) {
        uint32_t child = graph->children[i];
        bool     wins = graph_at(graph, child)->phase == 0 ? graph->turns[side][child] < n
                                                           : wins_now(graph, child, side, n);
        if (wins == (pos->side == side))
            return wins;
    }
    return pos->side != side;
}

/* graph->turns: within how many turns the side wins by force; NEVER: it cannot. */
static void graph_solve(Graph *graph)
{
    for (int side = 0; side < 2; side++) {
        int *turns = graph->turns[side] = need(malloc(graph->count * sizeof *turns));
        for (uint32_t i = 0; i < graph->count; i++) {
            Outcome outcome = graph->game->rules->outcome(graph_at(graph, i));
            turns[i] = outcome.ending == ENDING_WON && outcome.winner == side ? 0 : NEVER;
        }
        bool more = true;
        for (int n = 1; more; n++) {
            more = false;
            for (uint32_t i = 0; i < graph->count; i++) {
                if (turns[i] == NEVER && wins_now(graph, i, side, n)) {
                    turns[i] = n;
                    more = true;
                }
            }
        }
    }
}

/* Return false if more than `limit` positions are reachable. */
static bool graph_know(Graph *graph, const Game *game, const Pos *root, uint32_t limit)
{
    if (!graph_init(graph, game, root, limit))
        return false;
    graph_solve(graph);
    return true;
}

static ProofValue graph_value(const Graph *graph, uint32_t index, uint32_t *length)
{
    for (int side = 0; side < 2; side++) {
        if (graph->turns[side][index] != NEVER) {
            *length = (uint32_t)graph->turns[side][index];
            return side == 0 ? PROOF_FIRST : PROOF_SECOND;
        }
    }
    return PROOF_DRAW;
}

/* --- queries to the solver --- */

static const ProofLimits LARGE = { .memory_bytes = 256 << 20 };

static Prover *prover_for(const Game *game, const ProofLimits *limits)
{
    Prover *prover = prover_new(game, limits);
    assert_non_null(prover);
    return prover;
}

static const char *const VALUE[] = { "unknown", "first", "second", "draw" };

static void compare_value(const char *who, const Game *game, const Pos *pos, ProofValue got,
                          uint32_t got_length, ProofValue wanted, uint32_t wanted_length)
{
    if (got != wanted || (wanted != PROOF_DRAW && got_length != wanted_length))
        fail_msg("%s says %s in %u, not %s in %u: %s", who, VALUE[got], got_length, VALUE[wanted],
                 wanted_length, line_of(game, pos));
}

/* A win of `length` turns is found with that many turns and more, not with fewer. */
static void compare_within(Prover *prover, const Game *game, const Pos *pos, uint32_t n,
                           ProofValue value, uint32_t length)
{
    ProofValue wanted = value != PROOF_DRAW && n >= length ? value : PROOF_DRAW;
    ProofValue got = prover_within(prover, pos, n);
    if (got != wanted)
        fail_msg("within %u: %s, not %s: %s", n, VALUE[got], VALUE[wanted], line_of(game, pos));
}

static void compare_reach(const Game *game, const Pos *pos, ProofValue value, uint32_t length)
{
    bool       by_count = true;
    uint32_t   turns = 0;
    ProofValue got = enumerate_solve(game, pos, &LARGE, 1000000, &by_count, &turns);
    compare_value("enumerate_solve", game, pos, got, turns, value, length);
    assert_false(by_count);
}

/* --- start positions --- */

static const struct start_case {
    const char *setup;
    ProofValue  value;
    uint32_t    turns; /* 0: not tested */
} STARTS[] = {
    { "gipf:3,3,4,4;choice=mover", PROOF_SECOND, 0 },
    { "gipf:3,3,5,4;choice=mover", PROOF_FIRST, 0 },
    { "gipf:3,3,6,4;choice=mover", PROOF_FIRST, 0 },
    { "gipf:3,3,4,5;choice=mover", PROOF_SECOND, 0 },
    { "gipf:2,3,4,4;choice=mover", PROOF_FIRST, 1 },
    { "gipf:2,3,5,5;choice=mover", PROOF_FIRST, 1 },
    { "gipf:2,3,6,6;choice=mover", PROOF_FIRST, 1 },
    { "gipf:2,3,7,7;choice=mover", PROOF_FIRST, 1 },
    { "gipf:2,3,8,8;choice=mover", PROOF_FIRST, 1 },
    { "gipf:2,2,4,4;choice=mover", PROOF_DRAW, 0 },
    { "gipf:2,2,5,5;choice=mover", PROOF_DRAW, 0 },
    { "gipf:2,2,6,6;choice=mover", PROOF_DRAW, 0 },
};

static void test_values_of_start_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof STARTS / sizeof STARTS[0]; i++) {
        const struct start_case *c = &STARTS[i];
        PosBuffer                pos;
        uint32_t                 turns = 0;
        Setup                    setup = position_of(c->setup, NULL, &pos);
        Prover                  *prover = prover_for(setup.game, &LARGE);
        ProofValue               value = prover_solve(prover, &pos.head, &turns);
        if (value != c->value || (c->turns != 0 && turns != c->turns))
            fail_msg("%s is %s in %u", c->setup, VALUE[value], turns);
        assert_true(prover_nodes(prover) > 0);
        prover_delete(prover);
    }
}

/* --- complete games --- */

static const struct game_case {
    const char *setup;
    const char *line; /* NULL: the start */
} GAMES_TO_KNOW[] = {
    { "toy:4", NULL },
    { "toy:5", NULL },
    { "toy:6", "x..o.. x" },
    { "gipf:2,2,4,4;choice=mover", NULL },
    { "gipf:2,2,4,4;choice=owner", NULL },
    { "gipf:2,2,5,4;choice=mover", NULL },
    { "gipf:2,3,5,5;choice=mover", "__/___/__ 4,4 W" },
    { "gipf:2,3,5,5;choice=owner", "__/___/__ 4,4 W" },
    { "gipf:2,3,7,4;choice=owner", "__/___/__ 6,1 W" },
    { "gipf:2,3,6,5;choice=owner", "W_/_W_/B_ 4,1 B" },
    { "gipf:2,3,9,9;choice=mover", "W_/WBW/_W 2,1 W" }, /* the board is full before White can win */
    { "gipf:2,2,9,9;choice=owner", "__/B_W/BB 1,1 B ?B" }, /* one choice wins, the other does not */
    { "gipf:3,3,4,4;choice=mover", NULL },
    { "gipf:3,2,4,4;choice=mover", "___/____/_W_B_/____/___ 1,1 W" },
};

/* A bound may be smaller than the exact value, never larger; a decided position is decided. */
static void check_bounds(const Graph *graph, uint32_t index)
{
    const Pos       *pos = graph_at(graph, index);
    const GameProof *proof = graph->game->proof;
    uint32_t         turns = 0;
    for (int side = 0; side < 2; side++) {
        int      truth = graph->turns[side][index];
        uint32_t bound = proof->turns_to_win(pos, side);
        if (truth != NEVER && bound > (uint32_t)truth)
            fail_msg("side %d wins in %d, bound %u: %s", side, truth, bound,
                     line_of(graph->game, pos));
    }
    int winner = proof->decided(pos, &turns);
    if (winner == SIDE_NONE)
        return;
    int truth = graph->turns[winner][index];
    if (truth == NEVER || (uint32_t)truth > turns)
        fail_msg("decided for %d in %u, truth %d: %s", winner, turns, truth,
                 line_of(graph->game, pos));
}

/* Query the prover and the enumeration about a position whose value is known.  Endless play is
 * expensive for the prover: `draws` says whether to try it. */
static void check_answers(const Graph *graph, uint32_t index, Prover *prover, bool draws)
{
    const Pos *pos = graph_at(graph, index);
    uint32_t   length = 0, got_length = 0;
    ProofValue value = graph_value(graph, index, &length);
    uint32_t   last = value == PROOF_DRAW ? 6 : length + 2;
    compare_reach(graph->game, pos, value, length);
    for (uint32_t n = 0; n <= last; n++)
        compare_within(prover, graph->game, pos, n, value, length);
    if (value == PROOF_DRAW && !draws)
        return;
    ProofValue got = prover_solve(prover, pos, &got_length);
    compare_value("prover_solve", graph->game, pos, got, got_length, value, length);
    if (value != PROOF_DRAW)
        compare_within(prover, graph->game, pos, UINT32_MAX, value, length);
}

static bool is_over(const Graph *graph, uint32_t index)
{
    return graph->first_child[index] == graph->first_child[index + 1];
}

/* True if a turn leads to another turn of the same side (R6.2). */
static bool can_go_on(const Graph *graph, uint32_t index)
{
    for (uint32_t i = graph->first_child[index]; i < graph->first_child[index + 1]; i++) {
        const Pos *child = graph_at(graph, graph->children[i]);
        if (child->phase == 0 && child->side == graph_at(graph, index)->side &&
            !is_over(graph, graph->children[i]))
            return true;
    }
    return false;
}

/* Test one position in `every`, and the prover with the first draw among them; also a few rarer
 * ones.  The bounds are checked for all. */
static void check_graph(const Graph *graph, uint32_t every, bool draws)
{
    Prover *prover = prover_for(graph->game, &LARGE);
    for (uint32_t i = 0; graph->game->proof != NULL && i < graph->count; i++)
        check_bounds(graph, i);
    int rare = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        uint32_t length;
        if (graph_at(graph, i)->phase != 0 || (i != 0 && is_over(graph, i)) ||
            (i % every != 0 && (rare == RARE_MAX || !can_go_on(graph, i))))
            continue;
        rare += i % every != 0;
        check_answers(graph, i, prover, draws);
        if (graph_value(graph, i, &length) == PROOF_DRAW)
            draws = false;
    }
    prover_delete(prover);
}

static void test_small_games_are_solved_completely(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof GAMES_TO_KNOW / sizeof GAMES_TO_KNOW[0]; i++) {
        const struct game_case *c = &GAMES_TO_KNOW[i];
        PosBuffer               pos;
        Setup                   setup = position_of(c->setup, c->line, &pos);
        Graph                   graph;
        if (!graph_know(&graph, setup.game, &pos.head, 20000))
            fail_msg("%s has more positions than this test can know", c->setup);
        check_graph(&graph, graph.count / 60 + 1, true);
        graph_free(&graph);
    }
}

/* --- random positions --- */

static const struct scatter_case {
    const char *setup;
    int         stones; /* at most */
    int         rounds; /* positions whose game is small enough to be solved completely */
} SCATTERS[] = {
    /* clang-format off */
    { "gipf:2,2,4,4;choice=mover",    4,  20 }, { "gipf:2,2,9,9;choice=owner",    4,  20 },
    { "gipf:2,3,9,9;choice=mover",    6,  60 }, { "gipf:2,3,9,9;choice=owner",    6,  60 },
    { "gipf:3,2,9,9;choice=mover",    5,  50 }, { "gipf:3,2,9,9;choice=owner",    5,  50 },
    { "gipf:3,3,20,20;choice=mover",  8,  50 }, { "gipf:3,3,20,20;choice=owner",  8,  50 },
    { "gipf:3,3,20,20;choice=mover", 13,  50 }, { "gipf:3,3,20,20;choice=owner", 13,  50 },
    { "gipf:3,4,20,20;choice=mover", 14,  50 }, { "gipf:3,4,20,20;choice=owner", 14,  50 },
    { "gipf:3,5,20,20;choice=mover", 16,  80 }, { "gipf:3,5,20,20;choice=owner", 17,  50 },
    { "gipf:4,4,30,30;choice=owner", 26,  50 }, { "gipf:4,3,30,30;choice=mover", 20,  50 },
    { "gipf:3,3,20,20;choice=owner;board=general", 10, 50 },
    /* clang-format on */
};

static void test_random_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SCATTERS / sizeof SCATTERS[0]; i++) {
        const struct scatter_case *c = &SCATTERS[i];
        Setup                      setup = setup_of(c->setup);
        Random                     random = random_seeded(i);
        for (int known = 0; known < c->rounds;) {
            PosBuffer pos;
            Graph     graph;
            if (!scatter(&setup, &random, c->stones, &pos) ||
                !graph_know(&graph, setup.game, &pos.head, 4000))
                continue;
            check_graph(&graph, graph.count / 6 + 1, known % 20 == 0);
            graph_free(&graph);
            known++;
        }
    }
}

/* Positions late in a game, by random play. */
static const struct late_case {
    const char *setup;
    int         steps; /* at most */
    int         rounds;
} LATE[] = {
    { "toy:6", 6, 40 },        { "toy:8", 12, 40 },     { "alliances:3", 20, 40 },
    { "alliances:4", 30, 20 }, { "diavolo:3", 12, 40 }, { "diavolo:4", 20, 20 },
    { "gipf:2,2,5,5", 12, 2 },
};

static void test_late_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof LATE / sizeof LATE[0]; i++) {
        const struct late_case *c = &LATE[i];
        Setup                   setup = setup_of(c->setup);
        Random                  random = random_seeded(i);
        for (int known = 0; known < c->rounds;) {
            PosBuffer pos;
            Graph     graph;
            wander(&setup, &random, (int)random_below(&random, (uint32_t)c->steps) + 1, &pos);
            if (pos.head.phase != 0 || !graph_know(&graph, setup.game, &pos.head, 4000))
                continue;
            check_graph(&graph, graph.count / 6 + 1, known == 0);
            graph_free(&graph);
            known++;
        }
    }
}

/* Games that are too large to be solved completely here: the two methods must agree. */
static const struct scatter_case LARGER[] = {
    { "gipf:2,2,7,7;choice=mover", 5, 1 },     { "gipf:2,3,20,20;choice=mover", 7, 20 },
    { "gipf:3,2,6,6;choice=mover", 6, 3 },     { "gipf:3,3,20,20;choice=mover", 10, 20 },
    { "gipf:3,3,20,20;choice=owner", 12, 20 }, { "gipf:3,4,20,20;choice=mover", 12, 20 },
};

static void test_prover_and_enumeration_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof LARGER / sizeof LARGER[0]; i++) {
        const struct scatter_case *c = &LARGER[i];
        Setup                      setup = setup_of(c->setup);
        Random                     random = random_seeded(100 + i);
        Prover                    *prover = prover_for(setup.game, &LARGE);
        for (int known = 0; known < c->rounds;) {
            PosBuffer pos;
            bool      by_count;
            uint32_t  length = 0, got_length = 0;
            if (!scatter(&setup, &random, c->stones, &pos))
                continue;
            ProofValue value =
                enumerate_solve(setup.game, &pos.head, &LARGE, 10000, &by_count, &length);
            if (value == PROOF_UNKNOWN) {
                assert_true(by_count);
                continue;
            }
            ProofValue got = prover_solve(prover, &pos.head, &got_length);
            compare_value("prover_solve", setup.game, &pos.head, got, got_length, value, length);
            known++;
        }
        prover_delete(prover);
    }
}

/* --- a few turns ahead, by plain recursion --- */

static bool can_win(const Game *game, const Pos *pos, int side, uint32_t turns)
{
    Step    steps[STEPS_MAX];
    Outcome outcome = game->rules->outcome(pos);
    if (outcome.ending != ENDING_NONE || turns == 0)
        return outcome.ending == ENDING_WON && outcome.winner == side;
    int count = game->rules->gen(pos, steps);
    for (int i = 0; i < count; i++) {
        PosBuffer next;
        game_copy(game, pos, &next.head);
        game->rules->apply(&next.head, steps[i]);
        bool wins = can_win(game, &next.head, side, turns - (next.head.phase == 0));
        if (wins == (pos->side == side))
            return wins;
    }
    return pos->side != side;
}

static ProofValue value_within(const Game *game, const Pos *pos, uint32_t turns)
{
    for (int side = 0; side < 2; side++)
        if (can_win(game, pos, side, turns))
            return side == 0 ? PROOF_FIRST : PROOF_SECOND;
    return PROOF_DRAW;
}

static const struct ahead_case {
    const char *setup;
    int         stones; /* scattered; 0: reached by `steps` random steps instead */
    int         steps;
    uint32_t    turns;
    int         rounds;
} AHEAD[] = {
    { "toy:5", 0, 3, 4, 500 },
    { "toy:8", 0, 8, 3, 250 },
    { "gipf:2,2,7,7;choice=mover", 4, 0, 4, 250 },
    { "gipf:2,3,7,7;choice=mover", 5, 0, 4, 250 },
    { "gipf:2,3,7,7;choice=owner", 5, 0, 4, 250 },
    { "gipf:3,2,20,20;choice=owner", 6, 0, 3, 100 },
    { "gipf:3,3,20,20;choice=mover", 12, 0, 4, 100 },
    { "gipf:3,3,20,20;choice=owner", 12, 0, 4, 100 },
    { "gipf:3,3,20,20;board=general", 12, 0, 3, 100 },
    { "gipf:4,3,30,30;choice=mover", 24, 0, 3, 100 },
    { "gipf:4,4,15,15;choice=mover", 0, 60, 3, 100 },
    { "gipf:4,4,15,15", 0, 60, 3, 100 },
    { "gipf:standard", 0, 60, 3, 100 },
    { "gipf:tournament", 0, 40, 2, 100 },
    { "diavolo:4", 0, 20, 2, 20 },
    { "alliances:3", 0, 20, 2, 20 },
    { "duell", 0, 80, 2, 20 },
};

static void check_ahead(const struct ahead_case *c, uint64_t seed)
{
    Setup   setup = setup_of(c->setup);
    Random  random = random_seeded(seed);
    Prover *prover = prover_for(setup.game, &LARGE);
    for (int known = 0; known < c->rounds;) {
        PosBuffer pos;
        if (c->stones == 0)
            wander(&setup, &random, (int)random_below(&random, (uint32_t)c->steps) + 1, &pos);
        else if (!scatter(&setup, &random, c->stones, &pos))
            continue;
        if (pos.head.phase != 0)
            continue;
        for (uint32_t n = 0; n <= c->turns; n++) {
            ProofValue wanted = value_within(setup.game, &pos.head, n);
            ProofValue got = prover_within(prover, &pos.head, n);
            if (got != wanted)
                fail_msg("%s within %u: %s, not %s: %s", c->setup, n, VALUE[got], VALUE[wanted],
                         line_of(setup.game, &pos.head));
        }
        known++;
    }
    prover_delete(prover);
}

static void test_a_few_turns_ahead(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof AHEAD / sizeof AHEAD[0]; i++)
        check_ahead(&AHEAD[i], i);
}

/* --- limits --- */

static bool always(void *context)
{
    (void)context;
    return true;
}

/* True after this many calls. */
static bool count_down(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

static void test_no_time(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "gipf", "gipf:3,3,10,10;choice=mover", "gipf:standard",
                                          "gipf:12,23,200,200", "toy:12" };
    for (size_t i = 0; i < sizeof SETUPS / sizeof SETUPS[0]; i++) {
        PosBuffer   pos;
        bool        by_count = true;
        uint32_t    turns;
        Setup       setup = position_of(SETUPS[i], NULL, &pos);
        ProofLimits limits = { .memory_bytes = 1 << 20, .expired = always };
        Prover     *prover = prover_for(setup.game, &limits);
        assert_int_equal(prover_solve(prover, &pos.head, &turns), PROOF_UNKNOWN);
        assert_int_equal(prover_within(prover, &pos.head, 3000), PROOF_UNKNOWN);
        assert_int_equal(prover_within(prover, &pos.head, UINT32_MAX), PROOF_UNKNOWN);
        assert_int_equal(enumerate_solve(setup.game, &pos.head, &limits, 1000, &by_count, &turns),
                         PROOF_UNKNOWN);
        assert_false(by_count);
        prover_delete(prover);
    }
}

/* Trivial positions are answered without time. */
static void test_no_time_is_needed(void **state)
{
    (void)state;
    PosBuffer   pos;
    uint32_t    turns = 7;
    ProofLimits limits = { .memory_bytes = 1 << 20, .expired = always };
    Setup   setup = position_of("gipf", "WB__/_____/______/_______/______/_____/____ 5,0 B", &pos);
    Prover *prover = prover_for(setup.game, &limits);
    assert_int_equal(prover_solve(prover, &pos.head, &turns), PROOF_FIRST);
    assert_int_equal(turns, 0);
    assert_int_equal(prover_within(prover, &pos.head, 0), PROOF_FIRST);
    assert_int_equal(prover_nodes(prover), 0);
    prover_delete(prover);
    prover_delete(NULL);
}

static void test_enumeration_limits(void **state)
{
    (void)state;
    PosBuffer pos;
    Graph     graph;
    bool      by_count = false;
    uint32_t  turns, begins = 0;
    Setup     setup = position_of("gipf:2,2,4,4;choice=mover", NULL, &pos);
    assert_true(graph_know(&graph, setup.game, &pos.head, 20000));
    for (uint32_t i = 0; i < graph.count; i++)
        begins += graph_at(&graph, i)->phase == 0;
    graph_free(&graph);
    assert_int_equal(enumerate_solve(setup.game, &pos.head, &LARGE, begins - 1, &by_count, &turns),
                     PROOF_UNKNOWN);
    assert_true(by_count);
    assert_int_equal(enumerate_solve(setup.game, &pos.head, &LARGE, begins, &by_count, &turns),
                     PROOF_DRAW);
    assert_false(by_count);
    assert_int_equal(enumerate_solve(setup.game, &pos.head, &LARGE, 1, &by_count, &turns),
                     PROOF_UNKNOWN);
    assert_true(by_count);
    ProofLimits narrow = { .memory_bytes = 1 << 18 };
    assert_int_equal(enumerate_solve(setup.game, &pos.head, &narrow, begins, &by_count, &turns),
                     PROOF_UNKNOWN);
    assert_false(by_count);
}

static void check_tight(const Graph *graph, uint32_t index, size_t memory, int patience)
{
    const Pos  *pos = graph_at(graph, index);
    int         left = patience;
    uint32_t    length = 0, got_length = 0;
    bool        by_count;
    ProofValue  value = graph_value(graph, index, &length);
    ProofLimits limits = { .memory_bytes = memory, .expired = count_down, .context = &left };
    Prover     *prover = prover_for(graph->game, &limits);
    ProofValue  got = prover_solve(prover, pos, &got_length);
    if (got != PROOF_UNKNOWN)
        compare_value("prover_solve", graph->game, pos, got, got_length, value, length);
    for (uint32_t n = 0; n < 5; n++) {
        left = patience;
        got = prover_within(prover, pos, n);
        ProofValue wanted = value != PROOF_DRAW && n >= length ? value : PROOF_DRAW;
        if (got != PROOF_UNKNOWN && got != wanted)
            fail_msg("within %u with %zu bytes: %s, not %s: %s", n, memory, VALUE[got],
                     VALUE[wanted], line_of(graph->game, pos));
    }
    left = patience;
    got = enumerate_solve(graph->game, pos, &limits, 100000, &by_count, &got_length);
    if (got != PROOF_UNKNOWN)
        compare_value("enumerate_solve", graph->game, pos, got, got_length, value, length);
    prover_delete(prover);
}

/* Without memory or time there may be no answer, but never a wrong one. */
static void test_tight_limits(void **state)
{
    (void)state;
    static const size_t MEMORY[] = { 0, 1, 1 << 10, 1 << 16, 1 << 18, 1 << 20 };
    static const int    PATIENCE[] = { 1, 3, 20 };
    for (size_t i = 0; i < sizeof GAMES_TO_KNOW / sizeof GAMES_TO_KNOW[0]; i++) {
        PosBuffer pos;
        Graph     graph;
        Setup     setup = position_of(GAMES_TO_KNOW[i].setup, GAMES_TO_KNOW[i].line, &pos);
        assert_true(graph_know(&graph, setup.game, &pos.head, 20000));
        for (uint32_t n = 0; n < 36; n++) {
            uint32_t index = n * (graph.count / 36);
            if (graph_at(&graph, index)->phase == 0)
                check_tight(&graph, index, MEMORY[n % 6], PATIENCE[n / 6 % 3]);
        }
        graph_free(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_of_start_positions),
        cmocka_unit_test(test_small_games_are_solved_completely),
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_late_positions),
        cmocka_unit_test(test_prover_and_enumeration_agree),
        cmocka_unit_test(test_a_few_turns_ahead),
        cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_no_time_is_needed),
        cmocka_unit_test(test_enumeration_limits),
        cmocka_unit_test(test_tight_limits),
    };
    return cmocka_run_group_tests_name("proof", tests, NULL, NULL);
}
