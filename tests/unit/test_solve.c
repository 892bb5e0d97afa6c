/* SPDX-License-Identifier: MIT */
/* solver: proof-number search, proof files, and the checker that shares no code with them.
 *
 * The reference comes from this file: every reachable position, and for a goal the set of those
 * from which it can be forced, computed round by round.  Positions repeat in most of these games,
 * so repetition occurs all the time.
 *
 * Then proofs are corrupted in every conceivable way, and the checker must detect each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/margin.h"
#include "core/turn.h"
#include "games/alliances/alliances.h"
#include "games/gipf/gipf.h"
#include "naive/verify.h"
#include "solver/certify.h"

#include "graph_help.h"

enum { MANY_NODES = 3000000 };

static const char *const VALUE[] = { "unknown", "first", "second", "draw" };
static const char *const VERDICT[] = { "open", "yes", "no" };

/* Stones anywhere and small reserves. */
static bool scatter(const Setup *setup, Random *random, int stones, PosBuffer *pos)
{
    GipfSettings s = gipf_unpack(setup->variant);
    uint32_t     fields = (uint32_t)(3 * s.side * (s.side - 1) + 1);
    GipfParts    parts = { .opening = { '-', '-' }, .side = (int)random_below(random, 2) };
    parts.row_colour = parts.side;
    memset(parts.cells, '_', sizeof parts.cells);
    for (int n = 0; n < stones; n++)
        parts.cells[random_below(random, fields)] = random_below(random, 2) == 0 ? 'W' : 'B';
    for (int colour = 0; colour < 2; colour++)
        parts.reserve[colour] = (int)random_below(random, 4);
    return gipf_build(setup->variant, &parts, &pos->head, NULL) == STATUS_OK;
}

static void wander(const Setup *setup, Random *random, int steps_to_go, PosBuffer *pos)
{
    Step steps[STEPS_MAX];
    setup->game->rules->start(setup->variant, &pos->head);
    while (steps_to_go-- > 0 || pos->head.phase != 0) {
        int count = setup->game->rules->gen(&pos->head, steps);
        if (count == 0)
            return;
        setup->game->rules->apply(&pos->head, steps[random_below(random, (uint32_t)count)]);
    }
}

/* --- reference --- */

/* Compute from where the goal can be forced.  One byte per position; the caller frees it. */
static uint8_t *graph_force(const Graph *graph, const Goal *goal)
{
    uint8_t *forced = need(calloc(graph->count, 1));
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < graph->count; i++) {
            const Pos *pos = graph_at(graph, i);
            uint32_t   first = graph->first_child[i], last = graph->first_child[i + 1], good = 0;
            if (forced[i])
                continue;
            for (uint32_t e = first; e < last; e++)
                good += forced[graph->children[e]];
            bool owner = game_player(graph->game, pos, pos->side) == goal->player;
            forced[i] = first == last ? goal_is_reached(graph->game, pos, goal)
                        : owner       ? good > 0
                                      : good == last - first;
            more = more || forced[i];
        }
    }
    return forced;
}

/* --- queries --- */

static const DfpnLimits LARGE = { .memory_bytes = 64 << 20, .threads = 1 };

static Dfpn *dfpn_for(const Game *game, const DfpnLimits *limits)
{
    Dfpn *dfpn = dfpn_new(game, limits);
    assert_non_null(dfpn);
    return dfpn;
}

typedef struct Tally {
    int yes, no, open;
} Tally;

/* Test up to `asked` positions of the graph in which a turn begins. */
static void compare_graph(const Graph *graph, const Goal *goal, Dfpn *dfpn, uint32_t asked,
                          Tally *tally)
{
    uint8_t *forced = graph_force(graph, goal);
    uint32_t stride = graph->count / asked + 1;
    for (uint32_t i = 0; i < graph->count; i += stride) {
        const Pos *pos = graph_at(graph, i);
        if (pos->phase != 0)
            continue;
        GoalStatus got = dfpn_search(dfpn, pos, goal, MANY_NODES);
        GoalStatus wanted = forced[i] ? GOAL_PROVED : GOAL_DISPROVED;
        tally->yes += got == GOAL_PROVED;
        tally->no += got == GOAL_DISPROVED;
        tally->open += got == GOAL_UNKNOWN;
        if (got != GOAL_UNKNOWN && got != wanted)
            fail_msg("player %d%s: %s, not %s: %s", goal->player, goal->by_margin ? " margin" : "",
                     VERDICT[got], VERDICT[wanted], line_of(graph->game, pos));
    }
    free(forced);
}

static const struct whole_case {
    const char *setup;
    const char *line; /* NULL: the start */
    uint32_t    asked;
} WHOLE[] = {
    { "toy:4", NULL, 60 },
    { "toy:5", NULL, 60 },
    { "toy:6", "x..o.. x", 60 },
    { "gipf:2,2,4,4;choice=mover", NULL, 60 },
    { "gipf:2,2,4,4;choice=owner", NULL, 60 },
    { "gipf:2,2,5,4;choice=mover", NULL, 60 },
    { "gipf:2,3,5,5;choice=mover", "__/___/__ 4,4 W", 60 },
    { "gipf:2,3,7,4;choice=owner", "__/___/__ 6,1 W", 60 },
    { "gipf:2,3,6,5;choice=owner", "W_/_W_/B_ 4,1 B", 60 },
    { "gipf:2,2,9,9;choice=owner", "__/B_W/BB 1,1 B ?B", 60 },
    { "gipf:3,3,4,4;choice=mover", NULL, 60 },
    { "diavolo:3", NULL, 40 },
    { "ponte:contest;size=3", NULL, 40 },
    { "ponte:official;size=3", NULL, 40 },
};

static void check_whole(const struct whole_case *c, const DfpnLimits *limits, Tally *tally)
{
    PosBuffer pos;
    Graph     graph;
    Setup     setup = position_of(c->setup, c->line, &pos);
    if (!graph_init(&graph, setup.game, &pos.head, 60000))
        fail_msg("%s is too large for this test", c->setup);
    Dfpn *dfpn = dfpn_for(setup.game, limits);
    for (int player = 0; player < 2; player++) {
        Goal goal = { .player = player };
        compare_graph(&graph, &goal, dfpn, c->asked, tally);
        for (int margin = -1; setup.game->rules->lead != NULL && margin <= 1; margin++) {
            Goal by_margin = { .player = player, .by_margin = true, .margin = margin };
            compare_graph(&graph, &by_margin, dfpn, c->asked / 4, tally);
        }
    }
    dfpn_delete(dfpn);
    graph_free(&graph);
}

static void test_complete_games(void **state)
{
    (void)state;
    Tally tally = { 0 };
    for (size_t i = 0; i < sizeof WHOLE / sizeof WHOLE[0]; i++)
        check_whole(&WHOLE[i], &LARGE, &tally);
    print_message("whole games: %d yes, %d no, %d open\n", tally.yes, tally.no, tally.open);
    assert_true(tally.yes > 300 && tally.no > 300);
    assert_int_equal(tally.open, 0);
}

/* With a tiny table there may be no answer, but never a wrong one. */
static void test_tight_memory(void **state)
{
    (void)state;
    Tally      tally = { 0 };
    DfpnLimits tight = { .memory_bytes = 1 << 12, .threads = 1 };
    for (size_t i = 0; i < 3; i++) /* toy games */
        check_whole(&WHOLE[i], &tight, &tally);
    assert_true(tally.yes > 0 && tally.no > 0);
}

/* Far more work than fits into the table: garbage collection runs again and again, and the answer
 * is that of a large table. */
static const struct sweep_case {
    const char *setup, *line;
    Goal        goal;
    GoalStatus  goal_status;
} SWEEP[] = {
    { "diavolo:8",
      "8 .rr...rr.wrw.rw/rrwwwrr.wr..w/..w..w...w./r..rr..ww/wrww.rw/r..rr/w.r/. "
      "r3,1-4,1;w2,4-3,4;w4,4-5,4 w n 1",
      { .player = 1 },
      GOAL_PROVED },
    { "diavolo:8",
      "8 wrr...wrrrrwwr./rr.w...w...../www...ww.rr/...w..wr./wrw.r../....r/wr./. "
      "r6,2-6,3;w4,3-3,4;w1,4-1,5;w2,4-2,5;w4,4-3,5;r6,4-5,5;r4,5-4,6;r2,6-3,6 w n 1",
      { .player = 1 },
      GOAL_DISPROVED },
    { "gipf:2,2,5,5;choice=mover", NULL, { .player = 0 }, GOAL_DISPROVED },
};

static void check_sweeps(const struct sweep_case *c, int threads)
{
    PosBuffer  pos;
    DfpnLimits small = { .memory_bytes = 12 << 10, .threads = threads };
    Setup      setup = position_of(c->setup, c->line, &pos);
    Dfpn      *large = dfpn_for(setup.game, &LARGE), *tight = dfpn_for(setup.game, &small);
    assert_int_equal(dfpn_search(large, &pos.head, &c->goal, MANY_NODES), c->goal_status);
    assert_int_equal(dfpn_memory(large).sweeps, 0);
    assert_int_equal(dfpn_search(tight, &pos.head, &c->goal, MANY_NODES), c->goal_status);
    DfpnMemory memory = dfpn_memory(tight);
    print_message("%s: %llu nodes, with capacity for %llu: %llu nodes, %llu garbage collections\n",
                  c->setup, (unsigned long long)dfpn_nodes(large),
                  (unsigned long long)memory.capacity, (unsigned long long)dfpn_nodes(tight),
                  (unsigned long long)memory.sweeps);
    assert_true(memory.capacity * sizeof(uint64_t) < small.memory_bytes);
    assert_true(dfpn_nodes(tight) > 2 * memory.capacity);
    assert_true(memory.sweeps > 0 && memory.forgotten > memory.capacity);
    dfpn_delete(large);
    dfpn_delete(tight);
}

static void test_garbage_collection(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SWEEP / sizeof SWEEP[0]; i++)
        for (int threads = 1; threads <= 2; threads++)
            check_sweeps(&SWEEP[i], threads);
}

/* --- winning steps --- */

static int steps_refused; /* the tested steps that were not legal */

static bool legal_counted(const Pos *pos, Step step)
{
    bool legal = ALLIANCES_GAME.rules->legal(pos, step);
    steps_refused += !legal;
    return legal;
}

static void apply_legal_only(Pos *pos, Step step)
{
    if (!ALLIANCES_GAME.rules->legal(pos, step))
        fail_msg("a step is taken that is not legal");
    ALLIANCES_GAME.rules->apply(pos, step);
}

/* Alliances, with a hook on the steps that are played. */
typedef struct WatchedGame {
    Game      game;
    GameRules rules;
    GameProof proof;
} WatchedGame;

static void watch(const Game *game, bool looks, WatchedGame *watched)
{
    assert_true(game->proof->win_in_one_is_likely);
    *watched = (WatchedGame){ *game, *game->rules, *game->proof };
    watched->game.rules = &watched->rules;
    watched->game.proof = &watched->proof;
    watched->rules.legal = legal_counted;
    watched->rules.apply = apply_legal_only;
    watched->proof.win_in_one_is_likely = looks;
}

/* One prover is used for position after position, so its hint mostly comes from elsewhere: here its
 * cell may be taken, or its disc completes nothing, or only for the other side. */
static void test_winning_steps_are_found(void **state)
{
    (void)state;
    Setup       setup = setup_of("alliances:3");
    Random      random = random_seeded(11);
    Tally       tally = { 0 };
    WatchedGame looks, does_not;
    watch(setup.game, true, &looks);
    watch(setup.game, false, &does_not);
    Dfpn *with = dfpn_for(&looks.game, &LARGE), *without = dfpn_for(&does_not.game, &LARGE);
    steps_refused = 0;
    for (int i = 0; i < 40; i++) {
        PosBuffer pos;
        Graph     graph;
        wander(&setup, &random, 5 + i % 4, &pos);
        assert_true(graph_init(&graph, setup.game, &pos.head, 60000));
        for (int player = 0; player < 2; player++) {
            Goal goal = { .player = player };
            compare_graph(&graph, &goal, with, 40, &tally);
            compare_graph(&graph, &goal, without, 40, &tally);
        }
        graph_free(&graph);
    }
    print_message("the step that wins: %d yes, %d no, %d steps refused, %llu nodes; without %llu\n",
                  tally.yes, tally.no, steps_refused, (unsigned long long)dfpn_nodes(with),
                  (unsigned long long)dfpn_nodes(without));
    assert_true(tally.yes > 300 && tally.no > 300 && steps_refused > 0);
    assert_int_equal(tally.open, 0);
    assert_true(4 * dfpn_nodes(with) < 3 * dfpn_nodes(without));
    dfpn_delete(with);
    dfpn_delete(without);
}

/* --- exact margins --- */

/* Find the exact score of a position, by bounds in a scattered order. */
static int exact_score(Margins *margins, const Pos *pos, Random *random)
{
    ScoreBounds score = { -40, 40, 0 };
    while (score.low < score.high) {
        int bound = score.low + 1 + (int)random_below(random, (uint32_t)(score.high - score.low));
        assert_true(margins_search(margins, pos, bound, UINT64_MAX, &score));
    }
    return score.low;
}

enum { MOST_LEAD = 3 };

/* Each player can force exactly what the score says, and no more. */
static void check_scores(const char *setup_text, size_t bytes, int *seen)
{
    PosBuffer pos;
    Graph     graph;
    Setup     setup = position_of(setup_text, NULL, &pos);
    Margins  *margins = margins_new(setup.game, bytes, NULL, NULL);
    Random    random = random_seeded(4);
    uint8_t  *wins[2], *leads[2][2 * MOST_LEAD + 1];
    assert_non_null(margins);
    assert_true(graph_init(&graph, setup.game, &pos.head, 60000));
    for (int player = 0; player < 2; player++) {
        wins[player] = graph_force(&graph, &(Goal){ .player = player });
        for (int m = -MOST_LEAD; m <= MOST_LEAD; m++)
            leads[player][m + MOST_LEAD] =
                graph_force(&graph, &(Goal){ .player = player, .by_margin = true, .margin = m });
    }
    for (uint32_t i = 0; i < graph.count; i += 7) {
        const Pos *at = graph_at(&graph, i);
        if (at->phase != 0)
            continue;
        int first = game_player(setup.game, at, 0), score = exact_score(margins, at, &random);
        assert_int_equal(score > 0, wins[first][i]);
        assert_int_equal(score < 0, wins[1 - first][i]);
        for (int m = -MOST_LEAD; m <= MOST_LEAD; m++)
            assert_int_equal(margins_lead(score) >= m, leads[first][m + MOST_LEAD][i]);
        ++*seen;
    }
    for (int player = 0; player < 2; player++) {
        free(wins[player]);
        for (int m = 0; m <= 2 * MOST_LEAD; m++)
            free(leads[player][m]);
    }
    margins_delete(margins);
    graph_free(&graph);
}

static void test_margins(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "diavolo:3", "ponte:contest;size=3",
                                          "ponte:official;size=3" };
    int                      seen = 0;
    for (size_t i = 0; i < sizeof SETUPS / sizeof SETUPS[0]; i++) {
        check_scores(SETUPS[i], (size_t)4 << 20, &seen);
        check_scores(SETUPS[i], 512, &seen); /* a tiny table */
    }
    print_message("margins: %d positions\n", seen);
    assert_true(seen > 300);
    for (int lead = -3; lead <= 3; lead++)
        for (int win = -1; win <= 1; win++)
            assert_int_equal(margins_lead(4 * lead + win), lead);
}

static void test_two_threads(void **state)
{
    (void)state;
    Tally      tally = { 0 };
    DfpnLimits two = { .memory_bytes = 16 << 20, .threads = 2 };
    for (size_t i = 0; i < sizeof WHOLE / sizeof WHOLE[0]; i++) {
        struct whole_case fewer = WHOLE[i];
        fewer.asked = 8;
        check_whole(&fewer, &two, &tally);
    }
    assert_true(tally.yes > 20 && tally.no > 20);
}

/* Scattered stones: most such positions never occur in play, and most of them can repeat. */
static void test_scattered_positions(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "gipf:2,2,9,9;choice=mover", "gipf:2,2,9,9;choice=owner",
                                          "gipf:2,3,9,9;choice=mover",
                                          "gipf:2,3,9,9;choice=owner" };
    Tally                    tally = { 0 };
    for (size_t i = 0; i < sizeof SETUPS / sizeof SETUPS[0]; i++) {
        Setup  setup = setup_of(SETUPS[i]);
        Random random = random_seeded(i);
        for (int known = 0; known < 10;) {
            PosBuffer pos;
            Graph     graph;
            if (!scatter(&setup, &random, 5, &pos) || pos.head.phase != 0 ||
                !graph_init(&graph, setup.game, &pos.head, 6000))
                continue;
            Dfpn *dfpn = dfpn_for(setup.game, &LARGE);
            for (int player = 0; player < 2; player++) {
                Goal goal = { .player = player };
                compare_graph(&graph, &goal, dfpn, 6, &tally);
            }
            dfpn_delete(dfpn);
            graph_free(&graph);
            known++;
        }
    }
    print_message("scattered: %d yes, %d no, %d open\n", tally.yes, tally.no, tally.open);
    assert_true(tally.yes > 60 && tally.no > 60);
    assert_true(tally.open * 50 < tally.yes + tally.no);
}

/* --- proofs --- */

static Solver *solver_for(const Game *game)
{
    Solver *solver = solver_new(game, &LARGE);
    assert_non_null(solver);
    return solver;
}

static bool verify_text(const char *text, size_t size, VerifyReport *report)
{
    char *copy = need(malloc(size + 1)); /* exactly: a sanitizer detects every byte beyond */
    memcpy(copy, text, size);
    bool good = verify_proof(copy, size, report);
    free(copy);
    return good;
}

static void check_report(const Setup *setup, const Solution *solution, const VerifyReport *report)
{
    const char *values[] = { "unknown", setup->game->sides[0], setup->game->sides[1], "draw" };
    assert_string_equal(report->value, values[solution->value]);
    assert_int_equal(report->turns, solution->value == PROOF_DRAW ? -1 : (long)solution->turns);
    assert_int_equal(report->has_margin, solution->has_margin);
    if (solution->has_margin)
        assert_int_equal(report->margin, solution->margin);
}

/* Solve, write the proof, check it.  `value`: the expected value; PROOF_UNKNOWN if it is not
 * known. */
static ProofValue prove(const Setup *setup, const Pos *pos, ProofValue value, Buffer *text)
{
    Solution     solution;
    VerifyReport report;
    Solver      *solver = solver_for(setup->game);
    solver_solve(solver, pos, &solution);
    solver_margin(solver, pos, &solution);
    if (solution.value == PROOF_UNKNOWN || (value != PROOF_UNKNOWN && value != solution.value))
        fail_msg("%s, not %s: %s", VALUE[solution.value], VALUE[value], line_of(setup->game, pos));
    uint32_t bound = solution.turns;
    Status   status = certify(solver, setup, pos, &solution, 1000000, text);
    if (status != STATUS_OK)
        fail_msg("no proof (%s): %s", status_text(status), line_of(setup->game, pos));
    if (setup->game->eval == NULL || !setup->game->eval->acyclic)
        assert_true(solution.turns <= bound);
    if (!verify_text(text->data, text->length, &report))
        fail_msg("line %zu: %s: %s", report.line, report.why, line_of(setup->game, pos));
    check_report(setup, &solution, &report);
    solver_delete(solver);
    return solution.value;
}

static ProofValue graph_value(const Graph *graph, const Pos *root)
{
    for (int side = 0; side < 2; side++) {
        Goal     goal = { .player = game_player(graph->game, root, side) };
        uint8_t *forced = graph_force(graph, &goal);
        bool     wins = forced[0];
        free(forced);
        if (wins)
            return side == 0 ? PROOF_FIRST : PROOF_SECOND;
    }
    return PROOF_DRAW;
}

static void test_proofs_of_known_positions(void **state)
{
    (void)state;
    int seen[4] = { 0 };
    for (size_t i = 0; i < sizeof WHOLE / sizeof WHOLE[0]; i++) {
        Setup  setup = setup_of(WHOLE[i].setup);
        Random random = random_seeded(i);
        if (strcmp(setup.game->name, "toy") == 0)
            continue; /* has no naive implementation */
        for (int round = 0; round < 3; round++) {
            PosBuffer pos;
            Graph     graph;
            Buffer    text;
            if (round == 0)
                position_of(WHOLE[i].setup, WHOLE[i].line, &pos);
            else
                wander(&setup, &random, round, &pos);
            if (!graph_init(&graph, setup.game, &pos.head, round == 0 ? 60000 : 5000))
                continue;
            buffer_init(&text, 64 << 20);
            seen[prove(&setup, &pos.head, graph_value(&graph, &pos.head), &text)]++;
            buffer_free(&text);
            graph_free(&graph);
        }
    }
    print_message("proofs: %d first, %d second, %d draws\n", seen[PROOF_FIRST], seen[PROOF_SECOND],
                  seen[PROOF_DRAW]);
    assert_true(seen[PROOF_FIRST] > 3 && seen[PROOF_SECOND] > 1 && seen[PROOF_DRAW] > 5);
}

/* Endings of the real games, too large for the reference of this file: the checker decides. */
static const struct ending_case {
    const char *setup, *line, *value;
} ENDINGS[] = {
    { "gipf:4,4,15,15", "WB__/_____/______/_______/______/_____/____ 5,0 B", "white" },
    { "alliances:3", NULL, "player1" },
};

static void test_proofs_of_endings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ENDINGS / sizeof ENDINGS[0]; i++) {
        PosBuffer pos;
        Buffer    text;
        Setup     setup = position_of(ENDINGS[i].setup, ENDINGS[i].line, &pos);
        buffer_init(&text, 64 << 20);
        ProofValue value = prove(&setup, &pos.head, PROOF_UNKNOWN, &text);
        assert_string_equal(setup.game->sides[value == PROOF_FIRST ? 0 : 1], ENDINGS[i].value);
        buffer_free(&text);
    }
}

/* --- corrupted proofs --- */

/* A text that is edited line by line. */
typedef struct PipeBuffer {
    char *line[4096];
    int   count;
    char *copy;
} PipeBuffer;

static void cut_lines(const Buffer *text, PipeBuffer *lines)
{
    lines->copy = need(malloc(text->length + 1));
    memcpy(lines->copy, text->data, text->length + 1);
    lines->count = 0;
    for (char *at = lines->copy; *at != '\0';) {
        char *end = strchr(at, '\n');
        *end = '\0';
        assert_true(lines->count < 4090);
        lines->line[lines->count++] = at;
        at = end + 1;
    }
}

/* Join the lines with a correct checksum, so that only the contents can give it away. */
static void join_lines(const PipeBuffer *lines, Buffer *text)
{
    buffer_init(text, 64 << 20);
    for (int i = 0; i < lines->count - 1; i++)
        buffer_addf(text, "%s\n", lines->line[i]);
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text->length; i++)
        sum = (sum ^ (unsigned char)text->data[i]) * UINT64_C(0x100000001b3);
    unsigned count;
    assert_int_equal(sscanf(lines->line[lines->count - 1], "end %u", &count), 1);
    buffer_addf(text, "end %u %016llx\n", count, (unsigned long long)sum);
}

static void remove_line(PipeBuffer *lines, int at)
{
    memmove(&lines->line[at], &lines->line[at + 1],
            (size_t)(lines->count - at - 1) * sizeof lines->line[0]);
    lines->count--;
}

static void insert_line(PipeBuffer *lines, int at, char *line)
{
    memmove(&lines->line[at + 1], &lines->line[at],
            (size_t)(lines->count - at) * sizeof lines->line[0]);
    lines->line[at] = line;
    lines->count++;
}

static int find_line(const PipeBuffer *lines, const char *beginning)
{
    for (int i = 0; i < lines->count; i++)
        if (strncmp(lines->line[i], beginning, strlen(beginning)) == 0)
            return i;
    fail_msg("there is no line '%s'", beginning);
    return -1;
}

static char SCRATCH[8][8192];

/* Change the number of positions in the lines `part` and `end` around line `at`. */
static void change_counts(PipeBuffer *lines, int change)
{
    static char end[64];
    int         part = find_line(lines, "part ");
    unsigned    count;
    char       *number = strrchr(lines->line[part], ' ');
    snprintf(SCRATCH[7], sizeof SCRATCH[7], "%.*s %d", (int)(number - lines->line[part]),
             lines->line[part], atoi(number) + change);
    lines->line[part] = SCRATCH[7];
    assert_int_equal(sscanf(lines->line[lines->count - 1], "end %u", &count), 1);
    snprintf(end, sizeof end, "end %d 0", (int)count + change);
    lines->line[lines->count - 1] = end;
}

static void flip_value(PipeBuffer *lines)
{
    int at = find_line(lines, "value ");
    lines->line[at] = strcmp(lines->line[at], "value white") == 0 ? "value black" : "value white";
}

static void flip_value_and_part(PipeBuffer *lines)
{
    int   at = find_line(lines, "part force ");
    char *rest = strchr(lines->line[at] + 11, ' ');
    bool  white = strncmp(lines->line[at] + 11, "white", 5) == 0;
    snprintf(SCRATCH[0], sizeof SCRATCH[0], "part force %s%s", white ? "black" : "white", rest);
    lines->line[at] = SCRATCH[0];
    flip_value(lines);
}

static void claim_a_draw(PipeBuffer *lines)
{
    int at = find_line(lines, "value ");
    lines->line[at] = "value draw";
    remove_line(lines, at + 1);
}

static void claim_fewer_turns(PipeBuffer *lines)
{
    lines->line[find_line(lines, "turns ")] = "turns 1";
}

/* Some reply is not answered any more, whichever position is left out. */
static void leave_out_the_last_position(PipeBuffer *lines)
{
    remove_line(lines, lines->count - 2);
    change_counts(lines, -1);
}

static void leave_out_the_second_position(PipeBuffer *lines)
{
    remove_line(lines, find_line(lines, "part ") + 2);
    change_counts(lines, -1);
}

static void repeat_a_position(PipeBuffer *lines)
{
    insert_line(lines, lines->count - 1, lines->line[lines->count - 2]);
    change_counts(lines, 1);
}

/* All ranks equal: play could cycle. */
static void level_ranks(PipeBuffer *lines)
{
    int at = find_line(lines, "part ") + 2;
    snprintf(SCRATCH[0], sizeof SCRATCH[0], "%d%s", atoi(lines->line[at - 1]),
             strchr(lines->line[at], ' '));
    lines->line[at] = SCRATCH[0];
}

static void answer_with_a_star(PipeBuffer *lines)
{
    int   at = find_line(lines, "part ") + 1;
    char *first = strchr(lines->line[at], ' ');
    if (first[1] == '*') { /* the other side moves: give a turn instead */
        snprintf(SCRATCH[0], sizeof SCRATCH[0], "%.*s a1-b2%s", (int)(first - lines->line[at]),
                 lines->line[at], first + 2);
    } else {
        snprintf(SCRATCH[0], sizeof SCRATCH[0], "%.*s *%s", (int)(first - lines->line[at]),
                 lines->line[at], strchr(first + 1, ' '));
    }
    lines->line[at] = SCRATCH[0];
}

static void answer_illegally(PipeBuffer *lines)
{
    for (int at = find_line(lines, "part ") + 1; at < lines->count - 1; at++) {
        char *first = strchr(lines->line[at], ' ');
        if (first[1] == '*')
            continue;
        snprintf(SCRATCH[0], sizeof SCRATCH[0], "%.*s z9-z8%s", (int)(first - lines->line[at]),
                 lines->line[at], strchr(first + 1, ' '));
        lines->line[at] = SCRATCH[0];
        return;
    }
    fail_msg("there is no turn in the proof");
}

static void another_game(PipeBuffer *lines)
{
    lines->line[find_line(lines, "game ")] = "game duell";
}

static void another_variant(PipeBuffer *lines)
{
    lines->line[find_line(lines, "game ")] = "game gipf:4,3,15,15;choice=mover";
}

static void a_variant_that_is_none(PipeBuffer *lines)
{
    lines->line[find_line(lines, "game ")] = "game gipf:99,4";
}

static void another_position(PipeBuffer *lines)
{
    lines->line[find_line(lines, "position ")] =
        "position W__B/_____/______/B_____W/______/_____/W__B 12,12 W";
}

static void no_position_at_all(PipeBuffer *lines)
{
    lines->line[find_line(lines, "position ")] = "position W__B/_____ 12,12 W";
}

static void another_version(PipeBuffer *lines)
{
    lines->line[0] = "tessera-proof 2";
}

static void a_line_behind_the_end(PipeBuffer *lines)
{
    insert_line(lines, lines->count, lines->line[lines->count - 1]);
}

static void an_empty_line(PipeBuffer *lines)
{
    insert_line(lines, find_line(lines, "part "), "");
}

static void no_part(PipeBuffer *lines)
{
    static char end[] = "end 0 0";
    while (lines->count > find_line(lines, "part ") + 1)
        lines->count--;
    lines->line[lines->count - 1] = end;
}

static void too_many_parts(PipeBuffer *lines)
{
    int at = find_line(lines, "part ");
    for (int i = 0; i < 6; i++)
        insert_line(lines, at, "part force white win 0");
}

static void a_margin_out_of_nowhere(PipeBuffer *lines)
{
    insert_line(lines, find_line(lines, "part "), "margin 3");
}

static void prevent_instead(PipeBuffer *lines)
{
    int at = find_line(lines, "part force ");
    snprintf(SCRATCH[0], sizeof SCRATCH[0], "part prevent %s", lines->line[at] + 11);
    lines->line[at] = SCRATCH[0];
}

static const struct spoil_case {
    const char *name;
    void (*spoil)(PipeBuffer *lines);
} SPOILS[] = {
    { "flipped value", flip_value },
    { "flipped value and part", flip_value_and_part },
    { "draw", claim_a_draw },
    { "fewer turns", claim_fewer_turns },
    { "last position missing", leave_out_the_last_position },
    { "second position missing", leave_out_the_second_position },
    { "repeated position", repeat_a_position },
    { "level ranks", level_ranks },
    { "star", answer_with_a_star },
    { "illegal turn", answer_illegally },
    { "another game", another_game },
    { "another variant", another_variant },
    { "no variant", a_variant_that_is_none },
    { "another position", another_position },
    { "no position", no_position_at_all },
    { "another version", another_version },
    { "line behind the end", a_line_behind_the_end },
    { "empty line", an_empty_line },
    { "no part", no_part },
    { "too many parts", too_many_parts },
    { "margin", a_margin_out_of_nowhere },
    { "prevent", prevent_instead },
};

/* A win of several turns on the default board. */
static void make_proof(Buffer *text)
{
    PosBuffer pos;
    Setup     setup = position_of("gipf:4,4,15,15;choice=mover",
                                  "W__B/_B__W/B_W_W_/__W__BW/W_B_W_/_____/__WB 2,2 B", &pos);
    buffer_init(text, 64 << 20);
    prove(&setup, &pos.head, PROOF_UNKNOWN, text);
}

static void test_corrupted_proofs(void **state)
{
    (void)state;
    Buffer       text, spoilt;
    VerifyReport report;
    PipeBuffer   lines;
    make_proof(&text);
    cut_lines(&text, &lines);
    assert_true(lines.count > 8 && lines.count < 4000);
    join_lines(&lines, &spoilt); /* not corrupted: it is the same text */
    assert_int_equal(spoilt.length, text.length);
    assert_memory_equal(spoilt.data, text.data, text.length);
    buffer_free(&spoilt);
    free(lines.copy);
    for (size_t i = 0; i < sizeof SPOILS / sizeof SPOILS[0]; i++) {
        cut_lines(&text, &lines);
        SPOILS[i].spoil(&lines);
        join_lines(&lines, &spoilt);
        if (verify_text(spoilt.data, spoilt.length, &report))
            fail_msg("'%s' was not found", SPOILS[i].name);
        assert_true(report.why[0] != '\0' && report.line > 0);
        if (strstr(report.why, "checksum") != NULL)
            fail_msg("'%s' was found by the sum alone", SPOILS[i].name);
        buffer_free(&spoilt);
        free(lines.copy);
    }
    buffer_free(&text);
}

/* Remove each position in turn: every one is needed.  Unneeded positions are not written. */
static void test_every_position_is_needed(void **state)
{
    (void)state;
    Buffer       text, spoilt;
    VerifyReport report;
    PipeBuffer   lines;
    make_proof(&text);
    cut_lines(&text, &lines);
    int first = find_line(&lines, "part ") + 1, last = lines.count - 2;
    free(lines.copy);
    int stride = (last - first) / 12 + 1;
    for (int at = first; at <= last; at += stride) {
        cut_lines(&text, &lines);
        remove_line(&lines, at);
        change_counts(&lines, -1);
        join_lines(&lines, &spoilt);
        if (verify_text(spoilt.data, spoilt.length, &report))
            fail_msg("line %d is not needed", at + 1);
        buffer_free(&spoilt);
        free(lines.copy);
    }
    buffer_free(&text);
}

/* Truncated anywhere, or any byte changed: the checksum or the contents reveal it. */
static void test_damaged_files(void **state)
{
    (void)state;
    Buffer       text;
    VerifyReport report;
    Random       random = random_seeded(9);
    make_proof(&text);
    for (size_t length = 0; length < text.length; length += 1 + text.length / 60)
        assert_false(verify_text(text.data, length, &report));
    assert_false(verify_text(text.data, text.length - 1, &report));
    for (int i = 0; i < 60; i++) {
        size_t at = random_below(&random, (uint32_t)text.length);
        char   before = text.data[at];
        text.data[at] = (char)(before ^ (1 << random_below(&random, 8)));
        if (verify_text(text.data, text.length, &report))
            fail_msg("byte %zu changed from %d to %d", at, before, text.data[at]);
        text.data[at] = before;
    }
    assert_true(verify_text(text.data, text.length, &report));
    buffer_add(&text, "\n");
    assert_false(verify_text(text.data, text.length, &report));
    buffer_free(&text);
}

/* test_solve [PATTERN]: run only the tests whose names match. */
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complete_games),
        cmocka_unit_test(test_tight_memory),
        cmocka_unit_test(test_garbage_collection),
        cmocka_unit_test(test_winning_steps_are_found),
        cmocka_unit_test(test_margins),
        cmocka_unit_test(test_two_threads),
        cmocka_unit_test(test_scattered_positions),
        cmocka_unit_test(test_proofs_of_known_positions),
        cmocka_unit_test(test_proofs_of_endings),
        cmocka_unit_test(test_corrupted_proofs),
        cmocka_unit_test(test_every_position_is_needed),
        cmocka_unit_test(test_damaged_files),
    };
    return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
