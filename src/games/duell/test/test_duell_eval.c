/* SPDX-License-Identifier: MIT */
/* Evaluation of Duell: what must hold in every position, what must hold in single ones, and that
 * the search compiled for the game does what the general one does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/message.h"
#include "games/duell/duell.h"
#include "games/duell/duell_eval.h"
#include "search/search.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const char *const VARIANTS[] = { "", "king-capture", "nocapture=100", "nocapture=6",
                                        "king-capture;nocapture=30" };

static uint32_t variant_of(const char *text)
{
    Fault    fault = { 0 };
    uint32_t packed = 0;
    if (DUELL_TEXT.variant_read(text, &packed, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return packed;
}

static Duell read_duell(const char *variant, const char *line)
{
    Fault fault = { 0 };
    Duell duell;
    if (DUELL_TEXT.pos_read(variant_of(variant), line, &duell.head, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
    return duell;
}

static Step step_of(const Duell *duell, const char *words)
{
    Scan    scan = scan_string(words);
    Step    step;
    Message why;
    if (DUELL_TEXT.step_read(&duell->head, &scan, &step, &why) != STATUS_OK)
        fail_msg("%s: %s", words, why.def->key);
    return step;
}

static int32_t rank_of(const Duell *duell, Step step)
{
    int32_t rank;
    DUELL_EVAL.order(&duell->head, &step, 1, &rank);
    return rank;
}

/* ---- what holds everywhere ---- */

typedef void Property(const Duell *duell, const Step *steps, int count);

/* Every position of some random games of every variant that is not over. */
static void everywhere(Property *property, int games)
{
    for (size_t v = 0; v < COUNT_OF(VARIANTS); v++)
        for (int game = 0; game < games; game++) {
            Random random = random_seeded(9000 + (uint64_t)game);
            Duell  duell;
            DUELL_RULES.start(variant_of(VARIANTS[v]), &duell.head);
            for (int turn = 0; turn < 400; turn++) {
                Step steps[DUELL_STEPS_MAX];
                int  count = DUELL_RULES.gen(&duell.head, steps);
                if (count == 0)
                    break;
                property(&duell, steps, count);
                DUELL_RULES.apply(&duell.head, steps[random_below(&random, (uint32_t)count)]);
            }
        }
}

/* R3.2: with colours exchanged and the board turned nothing is worth more or less. */
static void looks_alike_turned(const Duell *duell, const Step *steps, int count)
{
    Duell turned;
    DUELL_SYMMETRY.map_pos(&duell->head, 1, &turned.head);
    assert_int_equal(DUELL_EVAL.eval(&duell->head), DUELL_EVAL.eval(&turned.head));
    assert_int_equal(DUELL_EVAL.baseline_eval(&duell->head),
                     DUELL_EVAL.baseline_eval(&turned.head));
    assert_int_equal(DUELL_EVAL.urgent(&duell->head), DUELL_EVAL.urgent(&turned.head));
    for (int n = 0; n < count; n++)
        assert_int_equal(rank_of(duell, steps[n]),
                         rank_of(&turned, DUELL_SYMMETRY.map_step(&duell->head, steps[n], 1)));
}

static void test_symmetry(void **state)
{
    (void)state;
    everywhere(looks_alike_turned, 6);
}

static void stays_in_bounds(const Duell *duell, const Step *steps, int count)
{
    (void)steps, (void)count;
    assert_in_range(DUELL_EVAL.eval(&duell->head) + EVAL_MAX, 1, 2 * EVAL_MAX - 1);
    assert_in_range(DUELL_EVAL.baseline_eval(&duell->head) + EVAL_MAX, 1, 2 * EVAL_MAX - 1);
}

static void test_bounds(void **state)
{
    (void)state;
    everywhere(stays_in_bounds, 20);
}

/* The largest sum that any rows could make. */
static void test_bounds_of_tables(void **state)
{
    (void)state;
    static const int BOUNDS[] = { DUELL_ROW(hunt),  DUELL_ROW(king), DUELL_ROW(race),
                                  DUELL_ROW(count), DUELL_ROW(turn), DUELL_ROW(hit),
                                  DUELL_TABLE_ROWS };
    static const int TIMES[] = { DUELL_DICE, DUELL_DICE, 1, 1, 1, 1, DUELL_DICE }; /* per side */
    int              sum = 0;
    for (int part = 0, n = 0; part < 7; part++) {
        int most = 0;
        for (; n < BOUNDS[part]; n++) {
            int early = abs(weight_early(DUELL_WEIGHTS.numbers[n]));
            int late = abs(weight_late(DUELL_WEIGHTS.numbers[n]));
            most = early > most ? early : most;
            most = late > most ? late : most;
        }
        assert_true(most > 5);
        sum += 2 * TIMES[part] * most;
    }
    assert_true(sum < 32768);
}

static void is_hit_as_attacked(const Duell *duell, const Step *steps, int count)
{
    (void)steps, (void)count;
    uint8_t squares[DUELL_PIECES];
    for (int by = 0; by < 2; by++)
        for (int square = 0; square < DUELL_SQUARES; square++)
            assert_int_equal(duell_is_hit(duell, square, by),
                             duell_attackers(duell, square, by, squares) > 0);
    assert_int_equal(DUELL_EVAL.urgent(&duell->head), duell_is_attacked(duell, duell->head.side));
}

static void test_hits(void **state)
{
    (void)state;
    everywhere(is_hit_as_attacked, 3);
}

/* Dice that the other side could capture, without its king's safety, by whether they are defended. */
static void counts_hits(const Duell *duell, const Step *steps, int count)
{
    (void)steps, (void)count;
    const DuellHits hits = duell_hits(duell);
    int             wanted[2][2] = { 0 };
    uint8_t         squares[DUELL_PIECES];
    for (int square = 0; square < DUELL_SQUARES; square++) {
        uint8_t piece = duell->board[square];
        if (piece == DUELL_EMPTY || duell_kind(piece) == DUELL_KING)
            continue;
        int side = duell_colour(piece);
        if (duell_attackers(duell, square, 1 - side, squares) > 0)
            wanted[side][duell_attackers(duell, square, side, squares) > 0]++;
    }
    assert_memory_equal(hits.count, wanted, sizeof wanted);
}

static void test_counted_hits(void **state)
{
    (void)state;
    everywhere(counts_hits, 6);
}

/* Noisy is what takes something or reaches the goal, in the order of gen, and nothing else. */
static void finds_the_noisy(const Duell *duell, const Step *steps, int count)
{
    Step found[DUELL_STEPS_MAX];
    int  found_count = DUELL_EVAL.noisy(&duell->head, found), at = 0, side = duell->head.side;
    for (int n = 0; n < count; n++) {
        int  to = duell_to(steps[n]);
        bool goes_home = duell_from(steps[n]) == duell->king[side] && to == duell_goal(side);
        if (duell->board[to] == DUELL_EMPTY && !goes_home)
            continue;
        assert_true(at < found_count);
        assert_int_equal(found[at++], steps[n]);
    }
    assert_int_equal(at, found_count);
}

static void test_noisy(void **state)
{
    (void)state;
    everywhere(finds_the_noisy, 12);
    Duell over = read_duell("", "4,wK,4/9/bK,8/9/9/9/9/9 b");
    Step  steps[DUELL_STEPS_MAX];
    assert_int_equal(DUELL_EVAL.noisy(&over.head, steps), 0);
}

/* Wins, then whatever takes something, then the rest, which history can still sort. */
static void ranks_by_kind(const Duell *duell, const Step *steps, int count)
{
    int side = duell->head.side;
    for (int n = 0; n < count; n++) {
        int     from = duell_from(steps[n]), to = duell_to(steps[n]);
        int32_t rank = rank_of(duell, steps[n]);
        bool    wins =
            (from == duell->king[side] && to == duell_goal(side)) || to == duell->king[1 - side];
        if (wins)
            assert_int_equal(rank, DUELL_RANK_WIN);
        else if (duell->board[to] != DUELL_EMPTY)
            assert_in_range(rank, ORDER_ALWAYS - 1000, ORDER_ALWAYS + 1000);
        else
            assert_in_range(rank + 20000, 0, 40000);
    }
}

static void test_order(void **state)
{
    (void)state;
    everywhere(ranks_by_kind, 12);
}

static int passes, refusals;

static void passes_soundly(const Duell *duell, const Step *steps, int count)
{
    (void)steps, (void)count;
    Fault fault = { 0 };
    Duell next = *duell;
    if (!DUELL_EVAL.pass(&next.head)) {
        refusals++;
        assert_memory_equal(&next, duell, sizeof next);
        return;
    }
    passes++;
    if (DUELL_RULES.check(&next.head, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
    assert_int_equal(next.head.side, 1 - duell->head.side);
    assert_memory_equal(next.board, duell->board, sizeof next.board);
    assert_false(duell_is_attacked(duell, duell->head.side));
    assert_true(duell_dice_count(duell, duell->head.side) >= DUELL_PASS_DICE);
}

static void test_pass(void **state)
{
    (void)state;
    passes = refusals = 0;
    everywhere(passes_soundly, 12);
    assert_true(passes > 1000 && refusals > 1000);
}

/* ---- the frozen evaluation of the baseline players ---- */

typedef struct BaselineRow {
    const char *why;
    const char *position;
    int         value;
} BaselineRow;

static const BaselineRow BASELINE_ROWS[] = {
    { "nothing at the start",
      "b53,b13,b23,b63,bK,b63,b23,b13,b53/9/9/9/9/9/9/w54,w14,w24,w64,wK,w64,w24,w14,w54 w", 0 },
    { "100 per die, 2 per row ahead; 10 per step to the goal against at most two dice",
      "4,bK,4/9/9/4,w12,4/9/9/9/4,wK,4 w", 100 + 8 - 70 + 70 },
    { "for the side to move", "4,bK,4/9/9/4,w12,4/9/9/9/4,wK,4 b", -108 },
    { "the distance does not count against three dice",
      "b53,b13,b23,1,bK,4/9/9/9/9/9/4,wK,4/w54,w14,w24,6 w", 0 },
    { "it does against two", "b53,b13,2,bK,4/9/9/9/9/9/4,wK,4/w54,w14,w24,6 w", 100 - 60 },
    { "black counts rows from above", "4,bK,4/9/9/9/9/4,b12,4/9/wK,8 b", 100 + 10 - 70 + 110 },
};

static void test_baseline_eval(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(BASELINE_ROWS); n++) {
        Duell duell = read_duell("", BASELINE_ROWS[n].position);
        int   value = DUELL_EVAL.baseline_eval(&duell.head);
        if (value != BASELINE_ROWS[n].value)
            fail_msg("%s: %d, not %d", BASELINE_ROWS[n].why, value, BASELINE_ROWS[n].value);
    }
}

/* ---- evaluated positions ---- */

typedef struct Comparison {
    const char *why;
    const char *better, *worse; /* for the side to move */
} Comparison;

static const Comparison EVALUATED[] = {
    { "a die more is better",
      "b53,b13,b23,b63,bK,b63,b23,b13,1/9/9/9/9/9/9/w54,w14,w24,w64,wK,w64,w24,w14,w54 w",
      "b53,b13,b23,b63,bK,b63,b23,b13,b53/9/9/9/9/9/9/w54,w14,w24,w64,wK,w64,w24,w14,w54 w" },
    { "it is good to be on the move",
      "b53,b13,b23,b63,bK,b63,b23,b13,b53/9/9/9/9/9/9/w54,w14,w24,w64,wK,w64,w24,w14,w54 w",
      "b53,b13,b23,b63,bK,b63,b23,b13,b53/9/9/9/9/9/9/w54,w14,w24,w64,wK,w64,w24,w14,1 w" },
    { "against a bare king the own king goes to its goal", "bK,8/9/9/4,wK,4/9/9/9/w54,w14,7 w",
      "bK,8/9/9/9/9/4,wK,4/9/w54,w14,7 w" },
    { "bare kings: three steps from the goal beat six", "8,bK/9/3,wK,5/9/9/9/9/9 w",
      "8,bK/9/9/9/9/3,wK,5/9/9 w" },
    { "a bare king far from its goal is better for the other side",
      "4,bK,4/9/9/9/9/9/9/w54,w14,2,wK,4 w", "9/9/9/9/4,bK,4/9/9/w54,w14,2,wK,4 w" },
    { "two dice against one are more than five against four",
      "4,bK,3,b53/9/9/9/9/9/9/w54,3,wK,3,w54 w",
      "b53,b13,b23,b63,bK,4/9/9/9/9/9/9/w54,w14,w24,w64,wK,3,w54 w" },
    { "a one that stands on the rim at home is worth less than a five in the middle",
      "4,bK,4/9/9/9/4,w54,4/9/9/4,wK,4 w", "4,bK,4/9/9/9/9/9/9/w14,3,wK,4 w" },
};

static void test_evaluated(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(EVALUATED); n++) {
        Duell better = read_duell("", EVALUATED[n].better),
              worse = read_duell("", EVALUATED[n].worse);
        int high = DUELL_EVAL.eval(&better.head), low = DUELL_EVAL.eval(&worse.head);
        if (high <= low)
            fail_msg("%s: %d is not above %d", EVALUATED[n].why, high, low);
    }
}

typedef struct Preferred {
    const char *why;
    const char *variant;
    const char *position;
    const char *sooner, *later;
} Preferred;

static const Preferred PREFERRED[] = {
    { "onto the king square before taking", "", "9/4,wK,4/9/bK,8/9/9/w21,1,b32,6/9 w", "E7-E8",
      "a2xc2" },
};

static void test_preferred(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(PREFERRED); n++) {
        const Preferred *row = &PREFERRED[n];
        Duell            duell = read_duell(row->variant, row->position);
        int32_t          sooner = rank_of(&duell, step_of(&duell, row->sooner));
        int32_t          later = rank_of(&duell, step_of(&duell, row->later));
        if (sooner <= later)
            fail_msg("%s: %d is not above %d", row->why, sooner, later);
    }
}

/* ---- the compiled search ---- */

static void begin_at(Line *line, const Game *game, const Duell *duell)
{
    Setup setup = { .game = game, .variant = duell->head.variant };
    assert_int_equal(line_init(line, &setup, &duell->head), STATUS_OK);
}

static void think(const Game *game, const Duell *duell, bool general, uint64_t nodes, int depth,
                  SearchResult *out)
{
    SearchOptions options = search_options();
    SearchLimits  limits = { .nodes = nodes, .depth = depth };
    Line          line;
    options.general = general;
    options.table_bytes = 1 << 20;
    Search *search = search_new(&options);
    assert_non_null(search);
    begin_at(&line, game, duell);
    assert_int_equal(search_think(search, &line, &limits, NULL, NULL, out), STATUS_OK);
    line_free(&line);
    search_delete(search);
}

static void both_think_alike(const Duell *duell, uint64_t nodes, int depth)
{
    static SearchResult fast, general;
    think(&DUELL_GAME, duell, false, nodes, depth, &fast);
    think(&DUELL_GAME, duell, true, nodes, depth, &general);
    assert_int_equal(fast.nodes, general.nodes);
    assert_int_equal(fast.score, general.score);
    assert_int_equal(fast.depth, general.depth);
    assert_int_equal(fast.line_count, general.line_count);
    for (int n = 0; n < fast.line_count; n++) {
        assert_int_equal(fast.lines[n].step_count, general.lines[n].step_count);
        assert_memory_equal(fast.lines[n].steps, general.lines[n].steps,
                            (size_t)fast.lines[n].step_count * sizeof(Step));
    }
}

static void test_instances(void **state)
{
    (void)state;
    for (size_t v = 0; v < COUNT_OF(VARIANTS); v++)
        for (int game = 0; game < 8; game++) {
            Random random = random_seeded(300 + (uint64_t)game);
            Duell  duell;
            Step   steps[DUELL_STEPS_MAX];
            int    count, turns = game * 9;
            DUELL_RULES.start(variant_of(VARIANTS[v]), &duell.head);
            while ((count = DUELL_RULES.gen(&duell.head, steps)) > 0 && turns-- > 0)
                DUELL_RULES.apply(&duell.head, steps[random_below(&random, (uint32_t)count)]);
            if (count == 0)
                continue;
            both_think_alike(&duell, 3000, 0);
            both_think_alike(&duell, 20000, 3);
        }
}

/* Futility pruning up to `futile_turns` and delta pruning leave out nodes; a proof stays a proof. */
static void test_futility(void **state)
{
    (void)state;
    static SearchResult bold, shy;
    GameEval            eval = DUELL_EVAL;
    Game                game = DUELL_GAME;
    Duell               duell;
    eval.futile_turns = 0;
    game.eval = &eval;
    DUELL_RULES.start(variant_of(""), &duell.head);
    think(&DUELL_GAME, &duell, true, 0, 5, &bold);
    think(&game, &duell, true, 0, 5, &shy);
    assert_in_range(bold.nodes, 1, shy.nodes - 1);

    duell = read_duell("", "4,bK,4/9/9/9/9/9/9/4,wK,4 w");
    think(&DUELL_GAME, &duell, true, 0, 14, &bold);
    think(&game, &duell, true, 0, 14, &shy);
    assert_true(score_is_win(bold.score));
    assert_int_equal(bold.score, shy.score);
}

/* ---- won games are won ---- */

typedef struct WonEnding {
    const char *why;
    const char *variant;
    const char *position;
    int         winner;
    int         turns; /* within which it must be over, both sides playing by search */
} WonEnding;

static const WonEnding WON_ENDINGS[] = {
    { "R11: from the king squares the side to move wins in 13", "", "4,bK,4/9/9/9/9/9/9/4,wK,4 w",
      DUELL_WHITE, 13 },
    { "two dice against none", "", "4,bK,4/9/9/9/9/9/9/w54,3,wK,3,w14 w", DUELL_WHITE, 60 },
    { "three dice against one", "", "b53,3,bK,4/9/9/9/9/9/9/w54,2,w64,wK,3,w14 b", DUELL_WHITE,
      120 },
    { "the same with kings that are captured", "king-capture",
      "b53,3,bK,4/9/9/9/9/9/9/w54,2,w64,wK,3,w14 b", DUELL_WHITE, 120 },
    { "in time for the draw", "nocapture=40", "4,bK,4/9/9/9/9/9/9/w54,3,wK,3,w14 w", DUELL_WHITE,
      40 },
};

static Outcome play_out(const WonEnding *ending)
{
    static SearchResult result;
    Duell               duell = read_duell(ending->variant, ending->position);
    SearchOptions       options = search_options();
    SearchLimits        limits = { .nodes = 12000 };
    Line                line;
    options.table_bytes = 1 << 22;
    Search *search = search_new(&options);
    assert_non_null(search);
    begin_at(&line, &DUELL_GAME, &duell);
    while (line_outcome(&line).ending == ENDING_NONE && line_turns(&line) < ending->turns) {
        assert_int_equal(search_think(search, &line, &limits, NULL, NULL, &result), STATUS_OK);
        assert_int_equal(line_step(&line, result.turn.step[0]), STATUS_OK);
    }
    Outcome outcome = line_outcome(&line);
    line_free(&line);
    search_delete(search);
    return outcome;
}

static void test_won_endings(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(WON_ENDINGS); n++) {
        Outcome outcome = play_out(&WON_ENDINGS[n]);
        if (outcome.ending != ENDING_WON || outcome.winner != WON_ENDINGS[n].winner)
            fail_msg("%s: not won in %d turns", WON_ENDINGS[n].why, WON_ENDINGS[n].turns);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_bounds_of_tables),
        cmocka_unit_test(test_hits),
        cmocka_unit_test(test_counted_hits),
        cmocka_unit_test(test_noisy),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_pass),
        cmocka_unit_test(test_baseline_eval),
        cmocka_unit_test(test_evaluated),
        cmocka_unit_test(test_preferred),
        cmocka_unit_test(test_instances),
        cmocka_unit_test(test_futility),
        cmocka_unit_test(test_won_endings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
