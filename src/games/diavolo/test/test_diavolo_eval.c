/* SPDX-License-Identifier: MIT */
/* Evaluation of DiavoloPP: what must hold in every position, what must hold in single ones, and that
 * the search compiled for the game does what the general one does. */
#include "search_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "games/diavolo/diavolo.h"
#include "games/diavolo/diavolo_eval.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const int SIZES[] = { 3, 4, 5, 8, 12, 30 };

static void read_line(const char *line, PosBuffer *pos)
{
    unsigned size = 0;
    Fault    fault = { 0 };
    assert_int_equal(sscanf(line, "%u", &size), 1);
    if (DIAVOLO_TEXT.pos_read(size, line, &pos->head, &fault) != STATUS_OK)
        fail_msg("'%s': %s", line, fault.why);
}

static int32_t rank_of(const Pos *pos, const char *word)
{
    Message why;
    Scan    scan = scan_string(word);
    Step    step;
    int32_t rank;
    if (DIAVOLO_TEXT.step_read(pos, &scan, &step, &why) != STATUS_OK)
        fail_msg("%s: %s", word, why.def->key);
    DIAVOLO_EVAL.order(pos, &step, 1, &rank);
    return rank;
}

/* ---- what holds everywhere ---- */

typedef void Property(const Pos *pos, const Step *steps, int count);

/* Every `stride`th position of a random game of every size. */
static void everywhere(Property *property, int games, int stride)
{
    for (size_t s = 0; s < COUNT_OF(SIZES); s++)
        for (int game = 0; game < (SIZES[s] > 12 ? 1 : games); game++) {
            Random           random = random_seeded(700 + (uint64_t)game);
            static PosBuffer pos;
            static Step      steps[STEPS_MAX];
            DIAVOLO_RULES.start((uint32_t)SIZES[s], &pos.head);
            for (int n = 0;; n++) {
                int count = DIAVOLO_RULES.gen(&pos.head, steps);
                if (count == 0)
                    break;
                if (n % (SIZES[s] > 12 ? 16 * stride : stride) == 0)
                    property(&pos.head, steps, count);
                DIAVOLO_RULES.apply(&pos.head, steps[random_below(&random, (uint32_t)count)]);
            }
        }
}

static void stays_in_bounds(const Pos *pos, const Step *steps, int count)
{
    (void)steps, (void)count;
    assert_in_range(DIAVOLO_EVAL.eval(pos) + EVAL_MAX, 1, 2 * EVAL_MAX - 1);
    assert_in_range(DIAVOLO_EVAL.baseline_eval(pos) + EVAL_MAX, 1, 2 * EVAL_MAX - 1);
}

static void test_bounds(void **state)
{
    (void)state;
    everywhere(stays_in_bounds, 20, 1);
}

/* The evaluation is invariant under rotations and reflections. */
static void looks_alike_mapped(const Pos *pos, const Step *steps, int count)
{
    static PosBuffer mapped;
    (void)steps, (void)count;
    for (int map = 1; map < DIAVOLO_MAPS; map++) {
        DIAVOLO_SYMMETRY.map_pos(pos, map, &mapped.head);
        assert_int_equal(DIAVOLO_EVAL.eval(pos), DIAVOLO_EVAL.eval(&mapped.head));
        assert_int_equal(DIAVOLO_EVAL.baseline_eval(pos), DIAVOLO_EVAL.baseline_eval(&mapped.head));
    }
}

static void test_maps(void **state)
{
    (void)state;
    everywhere(looks_alike_mapped, 4, 3);
}

/* How much more boards are worth to Red, by size. */
static int64_t red_more[DIAVOLO_SIZE_MAX + 1];

/* With the colours exchanged, and the turn with them, the baseline evaluation is the same; the models know
 * that Red has the last turn (R7).  The stage must be one that both sides can be in. */
static void looks_alike_in_other_colours(const Pos *pos, const Step *steps, int count)
{
    static const uint8_t OTHER[3] = { 0, 2, 1 };
    static DiavoloParts  parts;
    static PosBuffer     exchanged;
    (void)steps, (void)count;
    if (diavolo_stage(pos) != DIAVOLO_NORMAL)
        return;
    diavolo_take_apart(pos, &parts);
    for (int i = 0; i < DIAVOLO_FIELDS_MAX; i++)
        parts.land[i] = i < diavolo_field_count((int)pos->variant) ? OTHER[parts.land[i]] : 0;
    for (int i = 0; i < DIAVOLO_EDGES_MAX; i++)
        parts.bridge[i] = i < diavolo_edge_count((int)pos->variant) ? OTHER[parts.bridge[i]] : 0;
    parts.side = 1 - parts.side;
    assert_int_equal(diavolo_build(pos->variant, &parts, &exchanged.head).kind, DIAVOLO_SOUND);
    const int more = DIAVOLO_EVAL.eval(pos) - DIAVOLO_EVAL.eval(&exchanged.head);
    red_more[pos->variant] += pos->side == DIAVOLO_RED ? more : -more;
    assert_int_equal(DIAVOLO_EVAL.baseline_eval(pos), DIAVOLO_EVAL.baseline_eval(&exchanged.head));
}

static void test_colours(void **state)
{
    (void)state;
    everywhere(looks_alike_in_other_colours, 12, 2);
    assert_true(red_more[4] > 0 && red_more[8] > 0 && red_more[12] > 0 && red_more[30] > 0);
}

/* Bridges, swap and pass are never left out; lands may be, and the search can still sort them. */
static void ranks_by_kind(const Pos *pos, const Step *steps, int count)
{
    static int32_t ranks[STEPS_MAX];
    DIAVOLO_EVAL.order(pos, steps, count, ranks);
    for (int i = 0; i < count; i++)
        if (islands_kind(steps[i]) == ISLANDS_STONE)
            assert_in_range(ranks[i] + ORDER_LOUD, 1, 2 * ORDER_LOUD - 1);
        else
            assert_true(ranks[i] >= ORDER_ALWAYS);
}

static void test_order(void **state)
{
    (void)state;
    everywhere(ranks_by_kind, 12, 1);
}

/* With few open fields nothing is left out, so that the end is exact. */
static void is_wide_at_the_end(const Pos *pos, const Step *steps, int count)
{
    (void)steps;
    int open = 0;
    for (int i = 0; i < diavolo_field_count((int)pos->variant); i++)
        open += diavolo_is_open(pos, pos->side, i);
    for (int widening = 0; widening < 3; widening++) {
        assert_true(DIAVOLO_EVAL.width(pos, 1, widening) >= 1);
        assert_true(DIAVOLO_EVAL.width(pos, 1, widening + 1) >=
                    DIAVOLO_EVAL.width(pos, 1, widening));
        if (open <= 8)
            assert_true(DIAVOLO_EVAL.width(pos, 1, widening) >= count);
    }
}

static void test_width(void **state)
{
    (void)state;
    everywhere(is_wide_at_the_end, 6, 1);
}

static int passes_tried, last_turns;

/* A pass that ends the game, or leaves Red bridges alone, is tried in quiescence search; after White's
 * pass nothing is estimated (R6). */
static void tries_passes(const Pos *pos, const Step *steps, int count)
{
    Step noisy[STEPS_MAX];
    int  found = pos->phase == 0 ? DIAVOLO_EVAL.noisy(pos, noisy) : 0;
    bool may_pass = islands_kind(steps[count - 1]) == ISLANDS_PASS;
    assert_in_range(found, 0, 1);
    if (DIAVOLO_EVAL.urgent(pos)) {
        assert_true(may_pass || pos->phase != 0);
        assert_int_equal(found, 0);
        last_turns++;
    } else if (pos->side == DIAVOLO_RED && pos->phase == 0) {
        assert_int_equal(found, may_pass);
    } else if (found) {
        assert_true(may_pass);
    }
    if (found)
        assert_int_equal(islands_kind(noisy[0]), ISLANDS_PASS);
    passes_tried += found;
}

static void test_passes(void **state)
{
    (void)state;
    passes_tried = last_turns = 0;
    everywhere(tries_passes, 12, 1);
    assert_true(passes_tried > 5 && last_turns > 5);
}

/* ---- groups and networks ---- */

static int by_first_land(const void *a, const void *b)
{
    return ((const LandGroup *)a)->at[0] - ((const LandGroup *)b)->at[0];
}

/* Expect two lists to have the same groups, in any order. */
static void expect_same_groups(LandGroups *got, const LandGroups *expected)
{
    qsort(got->at, (size_t)got->count, sizeof got->at[0], by_first_land);
    assert_int_equal(got->count, expected->count);
    for (int i = 0; i < got->count; i++) {
        const LandGroup *a = &got->at[i], *b = &expected->at[i];
        assert_memory_equal(a->at, b->at, sizeof a->at);
        assert_memory_equal(a->chance, b->chance, sizeof a->chance);
        assert_memory_equal(&a->lands, &b->lands, sizeof a->lands);
        assert_int_equal(a->count, b->count);
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->threat, b->threat);
    }
}

/* After any step, the groups kept from the position before are those found from nothing, and the
 * networks that are said to hold on do. */
static void keeps_groups(const Pos *pos, const Step *steps, int count)
{
    static LandGroups before[2], kept[2], found;
    static PosBuffer  next;
    const LandGroups *from[2] = { &before[0], &before[1] };
    LandGroups       *to[2] = { &kept[0], &kept[1] };
    bool              same[2];
    for (int side = 0; side < 2; side++)
        diavolo_groups_find(diavolo_of(pos), side, &before[side]);
    for (int i = 0; i < count; i += 1 + count / 12) {
        memcpy(&next, pos, DIAVOLO_RULES.size(pos->variant));
        DIAVOLO_RULES.apply(&next.head, steps[i]);
        diavolo_groups_after(diavolo_of(pos), from, diavolo_of(&next.head), to, same);
        for (int side = 0; side < 2; side++) {
            diavolo_groups_find(diavolo_of(&next.head), side, &found);
            expect_same_groups(&kept[side], &found);
            for (int moves = 0; same[side] && moves < 2; moves++) {
                Standing was, is;
                memset(&was, 0, sizeof was);
                memset(&is, 0, sizeof is);
                diavolo_networks(diavolo_of(pos), side, moves, &before[side], &was);
                diavolo_networks(diavolo_of(&next.head), side, moves, &found, &is);
                assert_memory_equal(&was, &is, sizeof was);
            }
        }
    }
}

static void test_kept_groups(void **state)
{
    (void)state;
    everywhere(keeps_groups, 3, 2);
}

/* The networks by bridges on the board have the points of the score, every legal bridge is counted, and
 * no stage takes networks apart. */
static void counts_networks(const Pos *pos, const Step *steps, int count)
{
    static IslandsScore score[2];
    static LandGroups   groups;
    (void)steps, (void)count;
    diavolo_score(pos, score);
    for (int side = 0; side < 2; side++) {
        Standing out;
        int      bridges = 0, size = (int)pos->variant;
        for (int edge = 0; edge < diavolo_edge_count(size); edge++)
            bridges += diavolo_bridge_is_legal(pos, side, edge);
        diavolo_groups_find(diavolo_of(pos), side, &groups);
        diavolo_networks(diavolo_of(pos), side, side == pos->side, &groups, &out);
        assert_int_equal(out.count[COUNT_REALISED], score[side].points);
        assert_int_equal(out.count[COUNT_ISLANDS], score[side].islands);
        assert_int_equal(out.count[COUNT_BUILT], score[side].bridges);
        assert_int_equal(out.count[COUNT_BRIDGES], bridges);
        for (int stage = 1; stage < STAGES; stage++)
            assert_true(out.pairs[stage - 1] <= out.pairs[stage]);
    }
}

static void test_networks(void **state)
{
    (void)state;
    everywhere(counts_networks, 10, 1);
}

/* ---- two instances of one search ---- */

static void think(const Line *line, bool general, int depth, uint64_t nodes, SearchResult *out)
{
    SearchOptions options = search_options();
    SearchLimits  limits = { .depth = depth, .nodes = nodes };
    options.table_bytes = 1 << 20;
    options.general = general;
    Search *search = search_new(&options);
    assert_non_null(search);
    assert_int_equal(search_think(search, line, &limits, NULL, NULL, out), STATUS_OK);
    search_delete(search);
}

static void test_instances_agree(void **state)
{
    static const struct {
        const char *game;
        int         turns, depth;
        uint64_t    nodes;
    } ROWS[] = {
        { "diavolo:3", 1, 6, 3000 },   { "diavolo:5", 0, 2, 3000 },  { "diavolo:5", 5, 8, 3000 },
        { "diavolo:8", 1, 2, 3000 },   { "diavolo:8", 9, 3, 4000 },  { "diavolo:8", 20, 9, 4000 },
        { "diavolo:12", 12, 2, 3000 }, { "diavolo:30", 40, 2, 600 },
    };
    static SearchResult fast, general;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        Random random = random_seeded(50 + i);
        Setup  setup = setup_of(ROWS[i].game);
        Line   line;
        line_at_random(&line, &setup, ROWS[i].turns, &random);
        think(&line, false, ROWS[i].depth, ROWS[i].nodes, &fast);
        think(&line, true, ROWS[i].depth, ROWS[i].nodes, &general);
        assert_turn_is_legal(&line, &fast.turn);
        assert_int_equal(fast.nodes, general.nodes);
        assert_int_equal(fast.score, general.score);
        assert_int_equal(fast.depth, general.depth);
        assert_int_equal(fast.lines[0].step_count, general.lines[0].step_count);
        assert_memory_equal(fast.lines[0].steps, general.lines[0].steps,
                            (size_t)fast.lines[0].step_count * sizeof(Step));
        line_free(&line);
    }
}

/* ---- expected orderings of positions ---- */

/* The side to move stands better in `better` than in `worse`. */
typedef struct Judged {
    const char *why, *better, *worse;
} Judged;

static const Judged EVALUATED[] = {
    { "an island counts, four scattered lands do not", "5 wwww...r./......r/...../r../r - w n 1",
      "5 w..w.w.r./..w...r/...../r../r - w n 1" },
    { "a group of three with three ways to go on beats one whose ways are taken",
      "6 ...www...../........./......./rr.../r../. - r n 1",
      "6 r.rwwwr..../..r....../......./...../.../. - r n 1" },
    { "two islands joined by a bridge beat two that could be joined",
      "6 wwww..wwww./......r../.rr..../..r../r.r/r w3,1-4,1 w n 1",
      "6 wwww..wwww./......r../.rr..../..r../r.r/r - w n 1" },
    { "three lands together beat three apart",
      "6 www......../........./r.....r/...../.../r - w n 1",
      "6 rrr......../........./w.....w/...../.../w - w n 1" },
    { "a bridge that stands is worth more than one that may still be built, late in the game",
      "4 w..w.rr/..w.r/r.r/r w2,1-3,1 w n 1", "4 w..w.rr/..w.r/r.r/r - w n 1" },
};

static int judge(const char *line)
{
    static PosBuffer pos;
    read_line(line, &pos);
    return DIAVOLO_EVAL.eval(&pos.head);
}

static void test_expected_orderings(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(EVALUATED); i++) {
        int better = judge(EVALUATED[i].better), worse = judge(EVALUATED[i].worse);
        if (better <= worse)
            fail_msg("%s: %d is not above %d", EVALUATED[i].why, better, worse);
    }
}

/* `sooner` comes before `later` in a position. */
typedef struct Preferred {
    const char *why, *position, *sooner, *later;
} Preferred;

static const Preferred PREFERRED[] = {
    { "complete an island rather than begin another group",
      "5 www....../......./.r.r./.../. - w n 1", "d2,1", "u1,4" },
    { "take the other side's completing field rather than play far away",
      "5 rrr....../......./..w.w/.../. - w n 1", "d2,1", "u1,5" },
    { "grow a group rather than touch it by a corner, which spoils both",
      "6 ....w....../........./......./...../.../. - w n 1", "d2,1", "u4,1" },
    { "a bridge before any land", "6 wwww..wwww./........./......./...../rr./r - w n 1", "3,1-4,1",
      "u1,4" },
};

static void test_preferred_turns(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(PREFERRED); i++) {
        const Preferred *row = &PREFERRED[i];
        static PosBuffer pos;
        read_line(row->position, &pos);
        int32_t sooner = rank_of(&pos.head, row->sooner), later = rank_of(&pos.head, row->later);
        if (sooner <= later)
            fail_msg("%s: %d is not above %d", row->why, sooner, later);
    }
}

/* The ladder's never changes: numbers worked out by hand from its definition. */
static void test_baseline_eval(void **state)
{
    static PosBuffer pos;
    (void)state;
    /* White: one point, 100; no field completes an island, no bridge.  16 fields, 4 taken; the 8
     * fields left that touch none of the island are open to White, all 12 to Red. */
    read_line("4 wwww.../...../.../. - w n 1", &pos);
    int open[2] = { 0, 0 };
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 16; i++)
            open[side] += diavolo_is_open(&pos.head, side, i);
    assert_int_equal(open[1], 12);
    assert_int_equal(DIAVOLO_EVAL.baseline_eval(&pos.head), 100 + open[0] - 12);
    read_line("4 wwww.../...../.../. - r n 1", &pos);
    assert_int_equal(DIAVOLO_EVAL.baseline_eval(&pos.head), 12 - 100 - open[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),          cmocka_unit_test(test_maps),
        cmocka_unit_test(test_colours),         cmocka_unit_test(test_order),
        cmocka_unit_test(test_width),           cmocka_unit_test(test_passes),
        cmocka_unit_test(test_instances_agree), cmocka_unit_test(test_expected_orderings),
        cmocka_unit_test(test_preferred_turns), cmocka_unit_test(test_baseline_eval),
        cmocka_unit_test(test_kept_groups),     cmocka_unit_test(test_networks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
