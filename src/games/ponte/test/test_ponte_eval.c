/* SPDX-License-Identifier: MIT */
/* Evaluation of Ponte del Diavolo: what must hold in every position, what must hold in single ones,
 * and that the search compiled for the game does what the general one does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/message.h"
#include "games/ponte/ponte.h"
#include "games/ponte/ponte_eval.h"
#include "search/search.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const char *const VARIANTS[] = {
    "",
    "official",
    "open",
    "size=3",
    "size=4",
    "size=6",
    "size=11",
    "size=12",
    "official;size=7",
    "open;size=12",
    "share=on",
    "size=8;tie=draw",
    "size=9;stones=12",
    "bridges=3",
};

static uint32_t variant_of(const char *text)
{
    Fault    fault = { 0 };
    uint32_t packed = 0;
    if (PONTE_TEXT.variant_read(text, &packed, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return packed;
}

static void read_pos_of(const char *variant, const char *line, Pos *out)
{
    Fault fault = { 0 };
    if (PONTE_TEXT.pos_read(variant_of(variant), line, out, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
}

static void read_pos(const char *line, Pos *out)
{
    read_pos_of("", line, out);
}

static bool is_over(const Pos *pos)
{
    return PONTE_RULES.outcome(pos).ending != ENDING_NONE;
}

/* One random step of gen; stones and bridges only, so that games last. */
static void random_step(Pos *pos, Random *random)
{
    Step steps[STEPS_MAX];
    int  count = PONTE_RULES.gen(pos, steps);
    PONTE_RULES.apply(pos, steps[random_below(random, (uint32_t)count)]);
}

/* ---- what holds everywhere ---- */

static void check_bounds(const Pos *pos)
{
    int value = PONTE_EVAL.eval(pos), ladder = PONTE_EVAL.baseline_eval(pos);
    assert_true(value > -EVAL_MAX && value < EVAL_MAX);
    assert_true(ladder > -EVAL_MAX && ladder < EVAL_MAX);
}

static void check_maps(const Pos *pos)
{
    PosBuffer mapped;
    for (int map = 1; map < PONTE_SYMMETRY.count(pos->variant); map++) {
        PONTE_SYMMETRY.map_pos(pos, map, &mapped.head);
        assert_int_equal(PONTE_EVAL.eval(&mapped.head), PONTE_EVAL.eval(pos));
        assert_int_equal(PONTE_EVAL.baseline_eval(&mapped.head), PONTE_EVAL.baseline_eval(pos));
    }
}

/* The same position with the colours exchanged, where the rules know one: a swap is Black's alone,
 * and passes are told apart by colour. */
static bool exchange(const Pos *pos, Pos *out)
{
    const PonteHead *head = ponte_head(pos);
    PonteParts       parts = { .side = 1 - pos->side, .turn = head->turn, .white_seat = 1 };
    Fault            fault = { 0 };
    int              size = ponte_unpack(pos->variant).size;
    if (head->swap_offered || head->passed != '-')
        return false;
    parts.passed = '-';
    parts.bridge_count = head->bridge_count;
    for (int i = 0; i < head->bridge_count; i++)
        parts.bridges[i] = ponte_bridge(pos, i);
    for (int8_t y = 0; y < size; y++) {
        for (int8_t x = 0; x < size; x++) {
            char at = ponte_at(pos, (PonteCell){ x, y });
            parts.cells[y][x] = at == 'W' ? 'B' : at == 'B' ? 'W' : '.';
        }
    }
    parts.within = pos->phase == 1;
    parts.first = (PonteCell){ (int8_t)(head->first % 16), (int8_t)(head->first / 16) };
    if (ponte_build(pos->variant, &parts, out, &fault) != STATUS_OK)
        fail_msg("colours exchanged: %s", fault.why);
    return true;
}

static int exchanged_count;
static int64_t
    white_more; /* where White wins ties: how much more small boards are worth to White */

/* Colours are alike, but the evaluation of small boards knows who wins ties (R7.2), and a pass of Black
 * ends the game sooner (R5.2). */
static void check_colours(const Pos *pos)
{
    const PonteSettings settings = ponte_unpack(pos->variant);
    PosBuffer           other;
    if (!exchange(pos, &other.head))
        return;
    exchanged_count++;
    const int more = PONTE_EVAL.eval(pos) - PONTE_EVAL.eval(&other.head);
    if (settings.size > PONTE_TINY_SIZE && !settings.passing)
        assert_int_equal(more, 0);
    else if (settings.size <= PONTE_TINY_SIZE && !settings.draws)
        white_more += pos->side == PONTE_WHITE ? more : -more;
    assert_int_equal(PONTE_EVAL.baseline_eval(&other.head), PONTE_EVAL.baseline_eval(pos));
}

static void check_ranks(const Pos *pos)
{
    Step    steps[STEPS_MAX];
    int32_t ranks[STEPS_MAX];
    int     count = PONTE_RULES.gen(pos, steps), stones = 0;
    PONTE_EVAL.order(pos, steps, count, ranks);
    for (int i = 0; i < count; i++) {
        bool is_stone = islands_kind(steps[i]) == ISLANDS_STONE;
        stones += is_stone;
        assert_true(is_stone ? ranks[i] < ORDER_LOUD : ranks[i] >= ORDER_ALWAYS);
    }
    int narrow = PONTE_EVAL.width(pos, 1, 0);
    assert_true(narrow >= 1);
    assert_true(PONTE_EVAL.width(pos, 2, 0) >= narrow);
    assert_true(PONTE_EVAL.width(pos, 1, 1) >= narrow);
    if (ponte_count_cells(pos, pos->side) <= PONTE_EXACT_CELLS)
        assert_true(narrow >= stones);
}

static void test_random_positions(void **state)
{
    (void)state;
    exchanged_count = 0;
    white_more = 0;
    for (size_t v = 0; v < COUNT_OF(VARIANTS); v++) {
        Random random = random_seeded(100 + v);
        for (int game = 0; game < (TEST_SHARE > 1 ? 1 : 2); game++) {
            PosBuffer pos;
            PONTE_RULES.start(variant_of(VARIANTS[v]), &pos.head);
            while (!is_over(&pos.head)) {
                check_bounds(&pos.head);
                check_maps(&pos.head);
                check_colours(&pos.head);
                check_ranks(&pos.head);
                random_step(&pos.head, &random);
            }
        }
    }
    assert_true(exchanged_count > 500);
    assert_true(white_more > 0);
}

/* ---- expected orderings of positions ---- */

/* White is better off in the first position than in the second; Black has the same number of stones
 * in both. */
static const struct evaluated_case {
    const char *why;
    const char *better, *worse;
} EVALUATED_CASES[] = {
    { "a stone at the corner of three others spoils their island",
      "10/10/3WWW4/10/10/10/8W1/2B7/10/10 w - 9 -", "10/10/3WWW4/6W3/10/10/10/2B7/10/10 w - 9 -" },
    { "two islands with a bridge are more than two that can build one",
      "10/1WW1WW4/1WW1WW4/10/10/10/10/2B1B5/10/10 w c8-e8 9 -",
      "10/1WW1WW4/1WW1WW4/10/10/10/10/2B1B5/10/10 w - 9 -" },
    { "islands at bridge distance are more than islands a column further apart",
      "10/1WW1WW4/1WW1WW4/10/10/10/10/2B1B5/10/10 w - 9 -",
      "10/1WW2WW3/1WW2WW3/10/10/10/10/2B1B5/10/10 w - 9 -" },
    { "a bridge of the other to its second island is worth blocking",
      "10/1BB1BB4/1BBWBB4/3W6/10/10/10/10/10/10 w - 9 -",
      "10/1BB1BB4/1BB1BB4/10/10/10/7W2/7W2/10/10 w - 9 -" },
};

static void test_expected_orderings(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(EVALUATED_CASES); n++) {
        const struct evaluated_case *c = &EVALUATED_CASES[n];
        PosBuffer                    better, worse;
        read_pos(c->better, &better.head);
        read_pos(c->worse, &worse.head);
        int more = PONTE_EVAL.eval(&better.head), less = PONTE_EVAL.eval(&worse.head);
        if (more <= less)
            fail_msg("%s: %d and %d", c->why, more, less);
    }
}

/* ---- valued positions ----
 *
 * What README.md says about the terms, added up by hand: a point counts 128, so a chance out of 256 counts
 * half of it; chances are of PONTE_CHANCE, bonds of PONTE_WORTH.  A change of any number shows here. */

static const struct valued_case {
    const char *sum; /* of the mover, less what the other has, and the tempo */
    const char *variant, *line;
    int         value;
} VALUED_CASES[] = {
    { "empty board: the tempo, 10", "size=5", "5/5/5/5/5 w - 9 -", 10 },
    { "a stone with 20 cells in reach, 136/2; 16 fresh cells, 11 each; Black's 24; 10", "size=5",
      "5/5/2W2/5/5 w - 9 -", 68 + 176 - 264 + 10 },
    { "the same, seen by Black", "size=5", "5/5/2W2/5/5 b - 9 -", 264 - 68 - 176 + 10 },
    { "a pair with 28 ways, 163/2; 13 fresh cells; Black's 23", "size=5", "5/5/1WW2/5/5 w - 9 -",
      81 + 143 - 253 + 10 },
    { "three with 7 ways, 233/2; 13 fresh cells; Black's 22", "size=5", "5/5/WWW2/5/5 w - 9 -",
      116 + 143 - 242 + 10 },
    { "an island; 10 fresh cells; of Black's 21 White may not use 11: 20 each, less 2", "size=5",
      "5/5/WWWW1/5/5 w - 9 -", 128 + 110 - (110 + 220 - 22) + 10 },
    { "a stone with 11 cells in reach, one of them not Black's: 118/2; 11 fresh cells, 4 of its own, 6 "
      "that are not Black's; Black has an island and 14",
      "size=5", "BBBB1/5/W4/5/5 w - 9 -", 59 + (121 + 80 - 12) - (128 + 154) + 10 },
    { "two islands, two independent ways to join them, 154/2; 72 fresh cells; Black's 72 and 20",
      "", "10/1WW1WW4/1WW1WW4/10/10/10/10/10/10/10 w - 9 -",
      256 + 77 + 792 - (792 + 400 - 40) + 10 },
    { "the same, seen by Black: 128/2", "", "10/1WW1WW4/1WW1WW4/10/10/10/10/10/10/10 b - 9 -",
      (792 + 400 - 40) - 256 - 64 - 792 + 10 },
    { "two islands, a single way, 120/2; 70 fresh cells; Black's 70 and 22", "",
      "10/10/10/10/WWWW1WWWW1/10/10/10/10/10 w - 9 -", 256 + 60 + 770 - (770 + 440 - 44) + 10 },
    { "the same, seen by Black: 56/2", "", "10/10/10/10/WWWW1WWWW1/10/10/10/10/10 b - 9 -",
      (770 + 440 - 44) - 256 - 28 - 770 + 10 },
    { "the same, and Black cannot stand under it, 166/2; 61 and 6 fresh cells; Black's island, 61 and 18",
      "", "4B5/4B5/4B5/4B5/WWWW1WWWW1/10/10/10/10/10 w - 9 -",
      256 + 83 + (671 + 120 - 12) - (128 + 671 + 360 - 36) + 10 },
    { "the same, seen by Black: 124/2", "", "4B5/4B5/4B5/4B5/WWWW1WWWW1/10/10/10/10/10 b - 9 -",
      (128 + 671 + 360 - 36) - 256 - 62 - (671 + 120 - 12) + 10 },
    { "two islands that are joined, three points", "",
      "10/10/10/10/WWWW1WWWW1/10/10/10/10/10 w d6-f6 9 -", 384 + 770 - (770 + 420 - 42) + 10 },
};

static void test_values_added_by_hand(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(VALUED_CASES); n++) {
        const struct valued_case *c = &VALUED_CASES[n];
        PosBuffer                 pos;
        int16_t                   inputs[PONTE_TINY_INPUTS];
        read_pos_of(c->variant, c->line, &pos.head);
        int value = PONTE_MODEL.inputs_of(&pos.head, inputs); /* the hand-made evaluation */
        if (value != c->value)
            fail_msg("%s: %d, not %d (%s)", c->line, value, c->value, c->sum);
    }
}

/* Play a step; the second stone of a turn is written after a comma. */
static void play(const char *words, Pos *pos)
{
    Scan    scan = scan_string(words);
    Step    step;
    Message why;
    assert_int_equal(PONTE_TEXT.step_read(pos, &scan, &step, &why), STATUS_OK);
    PONTE_RULES.apply(pos, step);
}

/* Within a turn the tempo is 5; all else is as in the second row above. */
static void test_values_within_a_turn(void **state)
{
    (void)state;
    PosBuffer pos;
    PONTE_RULES.start(variant_of("size=5"), &pos.head);
    play("c3", &pos.head);
    assert_int_equal(pos.head.phase, 1);
    int16_t inputs[PONTE_TINY_INPUTS];
    assert_int_equal(PONTE_MODEL.inputs_of(&pos.head, inputs), 68 + 176 - 264 + 5);
}

/* White may build six bridges, of which two can stand together, and Black can prevent each of them. */
static void test_inputs_of_small_boards(void **state)
{
    enum { BRIDGES = 2 * 39 };
    static const int16_t EXPECTED[] = { 0, 6, 2, 0, 0, 4 };
    int16_t              inputs[PONTE_TINY_INPUTS];
    PosBuffer            pos;
    (void)state;
    read_pos_of("contest;size=4", "W1W1/4/W1W1/4 w - 9 -", &pos.head);
    PONTE_MODEL.inputs_of(&pos.head, inputs);
    assert_memory_equal(inputs + BRIDGES, EXPECTED, sizeof EXPECTED);
    assert_int_equal(PONTE_MODEL.input_count(pos.head.variant), PONTE_TINY_INPUTS);
    assert_int_equal(PONTE_MODEL.input_count(variant_of("contest")), PONTE_INPUTS);
}

/* ---- ranked cells ---- */

static const struct rank_case {
    const char *why;
    const char *line;
    const char *sooner, *later; /* stones */
} RANK_CASES[] = {
    { "fill an island up rather than stand alone", "10/10/3WWW4/10/10/10/2B7/10/10/10 w - 9 -",
      "g8", "h3" },
    { "stand in the way of a bridge between islands of the other",
      "10/BBBB6/10/BBBB6/10/10/10/10/10/10 w - 9 -", "b8", "h1" },
    { "do not spoil three own stones by a corner", "10/10/3WWW4/10/10/10/2B7/10/10/10 w - 9 -",
      "h3", "g7" },
};

static int32_t rank_of(const Pos *pos, const char *words)
{
    Scan    scan = scan_string(words);
    Step    step;
    Message why;
    int32_t rank;
    if (PONTE_TEXT.step_read(pos, &scan, &step, &why) != STATUS_OK)
        fail_msg("%s: %s", words, why.def->key);
    PONTE_EVAL.order(pos, &step, 1, &rank);
    return rank;
}

static void test_ranks(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(RANK_CASES); n++) {
        const struct rank_case *c = &RANK_CASES[n];
        PosBuffer               pos;
        read_pos(c->line, &pos.head);
        int32_t sooner = rank_of(&pos.head, c->sooner), later = rank_of(&pos.head, c->later);
        if (sooner <= later)
            fail_msg("%s: %d and %d", c->why, (int)sooner, (int)later);
    }
}

/* ---- the search ---- */

static Search *new_search(bool general)
{
    SearchOptions options = search_options();
    options.general = general;
    options.table_bytes = 1 << 20;
    Search *search = search_new(&options);
    assert_non_null(search);
    return search;
}

static void think_of(Search *search, const Pos *pos, SearchLimits limits, SearchResult *result)
{
    Line  line;
    Setup setup = { .game = &PONTE_GAME, .variant = pos->variant };
    assert_int_equal(line_init(&line, &setup, pos), STATUS_OK);
    search_clear(search);
    assert_int_equal(search_think(search, &line, &limits, NULL, NULL, result), STATUS_OK);
    line_free(&line);
}

static void compare_results(const SearchResult *a, const SearchResult *b)
{
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->lines[0].step_count, b->lines[0].step_count);
    assert_memory_equal(a->lines[0].steps, b->lines[0].steps,
                        (size_t)a->lines[0].step_count * sizeof(Step));
}

/* The compiled search keeps groups from node to node; the general one finds them from scratch.  Equal nodes
 * and scores show that both evaluate and rank alike everywhere. */
static void test_instances_agree(void **state)
{
    static SearchResult results[2];
    Search             *searches[2] = { new_search(false), new_search(true) };
    (void)state;
    for (size_t v = 0; v < COUNT_OF(VARIANTS); v++) {
        Random    random = random_seeded(300 + v);
        PosBuffer pos;
        for (int n = 0; n < 4; n++) {
            PONTE_RULES.start(variant_of(VARIANTS[v]), &pos.head);
            for (int i = 0; i < 14 * n; i++) {
                PosBuffer next = pos;
                random_step(&next.head, &random);
                if (is_over(&next.head))
                    break;
                pos = next;
            }
            SearchLimits limits = { .nodes = 3000 / TEST_SHARE, .depth = n % 2 == 0 ? 2 : 0 };
            for (int i = 0; i < 2; i++)
                think_of(searches[i], &pos.head, limits, &results[i]);
            compare_results(&results[0], &results[1]);
        }
    }
    search_delete(searches[0]);
    search_delete(searches[1]);
}

/* The truth, by trying everything: 1 if the side that decides wins, 0 for a draw, -1. */
static int truth(const Pos *pos)
{
    Outcome outcome = PONTE_RULES.outcome(pos);
    if (outcome.ending != ENDING_NONE)
        return outcome.ending == ENDING_DRAWN ? 0 : outcome.winner == pos->side ? 1 : -1;
    Step steps[STEPS_MAX];
    int  count = game_gen_once(&PONTE_GAME, pos, steps), best = -1;
    for (int i = 0; i < count && best < 1; i++) {
        PosBuffer next;
        game_copy(&PONTE_GAME, pos, &next.head);
        PONTE_RULES.apply(&next.head, steps[i]);
        int value = next.head.side == pos->side ? truth(&next.head) : -truth(&next.head);
        best = value > best ? value : best;
    }
    return best;
}

/* With few cells open nothing is left out: the search proves who wins. */
static void test_late_positions_are_solved(void **state)
{
    static const char *const ENDS[] = { "size=5", "size=5;tie=draw", "official;size=5", "size=6" };
    static SearchResult      result;
    Search                  *search = new_search(false);
    int                      won = 0, lost = 0;
    (void)state;
    for (size_t v = 0; v < COUNT_OF(ENDS); v++) {
        Random random = random_seeded(500 + v);
        for (int game = 0; game < (TEST_SHARE > 1 ? 6 : 12); game++) {
            PosBuffer pos;
            PONTE_RULES.start(variant_of(ENDS[v]), &pos.head);
            while (!is_over(&pos.head) &&
                   (pos.head.phase != 0 ||
                    ponte_count_cells(&pos.head, 0) + ponte_count_cells(&pos.head, 1) > 10))
                random_step(&pos.head, &random);
            if (is_over(&pos.head))
                continue;
            think_of(search, &pos.head, (SearchLimits){ .depth = SEARCH_DEPTH_MAX }, &result);
            int value = truth(&pos.head);
            won += value > 0;
            lost += value < 0;
            assert_int_equal(score_is_win(result.score) - score_is_loss(result.score), value);
        }
    }
    assert_true(won >= 5 && lost >= 5);
    search_delete(search);
}

/* ---- passing (R5.2) ---- */

/* White cannot place two stones and leads by 15 to 12; Black has nine cells, and one turn after a pass. */
static const char WHITE_MAY_PASS[] =
    "BBBWBWB1BW/WWBWBWBW1W/W3BWBWBB/BBW1B1BWBB/B1WW1W1W1W/B2WBWBBBB/1W2BW1W1W/B2W1W1W1B/B1WW3WBB/"
    "BB1W1WBWB1 w d6-f6,d5-d3,h7-f5,a5-a3,f4-h4,i7-i5,h5-j3 43 - 1 -";

/* Black leads by 13 to 8 and has three cells left: two stones, and a pass ends the game. */
static const char BLACK_MAY_PASS_SOON[] =
    "1WWBW1W1WW/2WBW1B2W/WBWBW1B1B1/WB1BWBBWBW/WBW5BW/WBW1BBWWBW/2W1WBWW1W/WBWBWB1BBB/WB1BW1WWWB/"
    "WW1BW2B2 b f3-h3,f7-e5,g7-i5,d8-b6 40 - 1 -";

static void test_noisy_passes(void **state)
{
    PosBuffer pos;
    Step      steps[STEPS_MAX];
    (void)state;
    read_pos_of("official", WHITE_MAY_PASS, &pos.head);
    assert_true(ponte_can_place(&pos.head, PONTE_BLACK));
    assert_int_equal(PONTE_EVAL.noisy(&pos.head, steps), 0); /* Black's last turn could be long */
    assert_false(PONTE_EVAL.urgent(&pos.head));
    play("pass", &pos.head);
    assert_true(PONTE_EVAL.urgent(&pos.head));
    read_pos_of("official", BLACK_MAY_PASS_SOON, &pos.head);
    assert_int_equal(PONTE_EVAL.noisy(&pos.head, steps), 0);
    play("f1", &pos.head);
    play(",g1", &pos.head);
    play("h4-j4", &pos.head);
    assert_int_equal(PONTE_EVAL.noisy(&pos.head, steps), 1);
    assert_int_equal(islands_kind(steps[0]), ISLANDS_PASS);
    assert_false(PONTE_EVAL.urgent(&pos.head));
}

/* The inputs begin with how many turns each side is sure to have, the side to move first. */
static void check_sure_turns(const Pos *pos, int own, int other)
{
    enum { TURNS = 5, SIDE = 20 };
    int16_t inputs[PONTE_PASSING_INPUTS];
    assert_int_equal(PONTE_MODEL.input_count(pos->variant), PONTE_PASSING_INPUTS);
    PONTE_MODEL.inputs_of(pos, inputs);
    for (int i = 0; i < TURNS; i++) {
        assert_int_equal(inputs[i], i == own);
        assert_int_equal(inputs[SIDE + i], i == other);
    }
}

static void test_sure_turns(void **state)
{
    PosBuffer pos;
    (void)state;
    /* Of Black's nine cells two stones leave so few that Black is expected to place stones twice. */
    read_pos_of("official", WHITE_MAY_PASS, &pos.head);
    check_sure_turns(&pos.head, 3, 1);
    play("pass", &pos.head);
    check_sure_turns(&pos.head, 1, 0);
    /* Black can place stones once, so White has one turn before Black may pass. */
    read_pos_of("official", BLACK_MAY_PASS_SOON, &pos.head);
    play("f1", &pos.head);
    play(",g1", &pos.head);
    check_sure_turns(&pos.head, 1, 1);
    play("h4-j4", &pos.head);
    check_sure_turns(&pos.head, 2, 0);
}

/* A pass that wins is found early, though the unbuilt bridges of the other side promise more points than
 * those on the board. */
static void test_winning_passes_are_found(void **state)
{
    static const struct {
        const char *position;
        int         depth, turns;
    } WINS[] = { { WHITE_MAY_PASS, 2, 2 }, { BLACK_MAY_PASS_SOON, 4, 3 } };
    static SearchResult result;
    Search             *search = new_search(false);
    PosBuffer           pos;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(WINS); i++) {
        read_pos_of("official", WINS[i].position, &pos.head);
        think_of(search, &pos.head, (SearchLimits){ .depth = WINS[i].depth }, &result);
        assert_int_equal(result.score, SCORE_WIN - WINS[i].turns);
    }
    search_delete(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_expected_orderings),
        cmocka_unit_test(test_values_added_by_hand),
        cmocka_unit_test(test_values_within_a_turn),
        cmocka_unit_test(test_inputs_of_small_boards),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_instances_agree),
        cmocka_unit_test(test_late_positions_are_solved),
        cmocka_unit_test(test_noisy_passes),
        cmocka_unit_test(test_sure_turns),
        cmocka_unit_test(test_winning_passes_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
