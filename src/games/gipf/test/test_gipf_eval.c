/* SPDX-License-Identifier: MIT */
/* Evaluation of GIPF: what must hold in every position, what must hold in single ones, and that the
 * search compiled for the game does what the general one does. */
#include "search_help.h"

#include "games/gipf/gipf_eval.h"
#include "share.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const char *const VARIANTS[] = {
    "4,4,15,15",
    "4,4,15,15;choice=mover",
    "4,4,15,15;board=general",
    "standard",
    "standard;choice=mover",
    "tournament",
    "2,2,6,6",
    "2,3,5,5",
    "3,3,10,10",
    "3,3,9,12",
    "4,3,20,20",
    "5,4,20,20",
    "4,5,15,15",
    "5,5,20,20",
    "7,13,90,100",
    "12,5,200,200",
    "12,2,200,200",
    "5,4,20,20;board=general",
    "20,5,200,200",
};

static uint32_t variant_of(const char *text)
{
    Fault    fault = { 0 };
    uint32_t packed = 0;
    if (GIPF_TEXT.variant_read(text, &packed, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return packed;
}

static void read_pos(const char *variant, const char *line, Pos *pos)
{
    Fault fault = { 0 };
    if (GIPF_TEXT.pos_read(variant_of(variant), line, pos, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
}

/* Pieces of a colour on the board and in reserve, GIPF-pieces as two, looked up field by field. */
static int pieces_of(const Pos *pos, int colour)
{
    int side = gipf_unpack(pos->variant).side, count = gipf_reserve(pos, colour);
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++) {
            GipfNode node = { i, j };
            if (!gipf_node_is_field(side, node))
                continue;
            char at = gipf_at(pos, node);
            count += at == "WB"[colour] ? 1 : at == "XY"[colour] ? 2 : 0;
        }
    return count;
}

/* ---- what holds everywhere ---- */

typedef void Property(const Pos *pos, const Step *steps, int count);

/* Positions of random games of every variant that are not over, in all phases of their turns. */
static void everywhere(Property *property, int games)
{
    static Step steps[STEPS_MAX];
    for (size_t v = 0; v < COUNT_OF(VARIANTS); v++)
        for (int game = 0; game < test_share(games); game++) {
            Random    random = random_seeded(700 + (uint64_t)game);
            PosBuffer pos;
            GIPF_RULES.start(variant_of(VARIANTS[v]), &pos.head);
            for (int n = 0; n < 150; n++) {
                int count = GIPF_RULES.gen(&pos.head, steps);
                if (count == 0)
                    break;
                property(&pos.head, steps, count);
                GIPF_RULES.apply(&pos.head, steps[random_below(&random, (uint32_t)count)]);
            }
        }
}

static void colours_do_not_matter(const Pos *pos, const Step *steps, int count)
{
    (void)steps;
    (void)count;
    PosBuffer mapped;
    GIPF_SYMMETRY.map_pos(pos, 1, &mapped.head);
    assert_in_range(GIPF_EVAL.eval(pos) + EVAL_MAX - 1, 0, 2 * EVAL_MAX - 2);
    assert_int_equal(GIPF_EVAL.eval(pos), GIPF_EVAL.eval(&mapped.head));
    assert_int_equal(GIPF_EVAL.baseline_eval(pos), GIPF_EVAL.baseline_eval(&mapped.head));
}

static void test_exchanged_colours_keep_the_score(void **state)
{
    (void)state;
    everywhere(colours_do_not_matter, 4);
}

/* One of the twelve maps of the hexagon: turns by a sixth, then perhaps a mirror. */
static GipfNode turned(int side, GipfNode node, int map)
{
    int x = node.i - side, y = node.j - side;
    for (int n = 0; n < map % 6; n++) {
        int next = y - x;
        x = y;
        y = next;
    }
    return map < 6 ? (GipfNode){ (int8_t)(x + side), (int8_t)(y + side) }
                   : (GipfNode){ (int8_t)(y + side), (int8_t)(x + side) };
}

static void turn_pos(const Pos *pos, int map, Pos *out)
{
    int       side = gipf_unpack(pos->variant).side, n = 0;
    Fault     fault = { 0 };
    GipfParts parts = { .side = pos->side, .row_colour = pos->side };
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++)
            if (gipf_node_is_field(side, (GipfNode){ i, j }))
                parts.cells[n++] = (uint8_t)gipf_at(pos, turned(side, (GipfNode){ i, j }, map));
    for (int colour = 0; colour < 2; colour++) {
        parts.reserve[colour] = gipf_reserve(pos, colour);
        parts.opening[colour] = gipf_opening(pos, colour);
    }
    if (gipf_build(pos->variant, &parts, out, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
}

/* Where no rows are to be removed, whose order is not symmetric (R11). */
static void turning_does_not_matter(const Pos *pos, const Step *steps, int count)
{
    (void)steps;
    (void)count;
    if (pos->phase != 0 || gipf_is_pending(pos))
        return;
    for (int map = 1; map < 12; map++) {
        PosBuffer other;
        turn_pos(pos, map, &other.head);
        assert_int_equal(GIPF_EVAL.eval(pos), GIPF_EVAL.eval(&other.head));
        assert_int_equal(GIPF_EVAL.baseline_eval(pos), GIPF_EVAL.baseline_eval(&other.head));
    }
}

static void test_symmetries_keep_the_score(void **state)
{
    (void)state;
    everywhere(turning_does_not_matter, 2);
}

/* The sentence in docs/strength.md, word by word. */
static void ladder_is_what_it_says(const Pos *pos, const Step *steps, int count)
{
    (void)steps;
    (void)count;
    int own = pos->side, other = 1 - own;
    int stacks = pieces_of(pos, own) - gipf_reserve(pos, own) - gipf_stones(pos, own) -
                 pieces_of(pos, other) + gipf_reserve(pos, other) + gipf_stones(pos, other);
    assert_int_equal(GIPF_EVAL.baseline_eval(pos),
                     50 * (pieces_of(pos, own) - pieces_of(pos, other)) +
                         5 * (gipf_reserve(pos, own) - gipf_reserve(pos, other)) + 50 * stacks);
}

static void test_baseline_players_play_as_documented(void **state)
{
    (void)state;
    everywhere(ladder_is_what_it_says, 2);
}

/* A push that completes no row adds a stone and ends its turn; every other one is noisy. */
static bool completes_row(const Pos *pos, const Pos *after)
{
    return after->phase != 0 || gipf_is_pending(after) ||
           gipf_stones(after, 0) + gipf_stones(after, 1) !=
               gipf_stones(pos, 0) + gipf_stones(pos, 1) + 1;
}

static void noisy_means_rows(const Pos *pos, const Step *steps, int count)
{
    static Step noisy[STEPS_MAX];
    if (pos->phase != 0 || gipf_is_pending(pos) || gipf_unpack(pos->variant).kind != GIPF_BASIC)
        return; /* rows of GIPF-pieces alone may stay and count again */
    int             found = 0, noisy_count = GIPF_EVAL.noisy(pos, noisy);
    static int32_t  ranks[STEPS_MAX];
    size_t          size = GIPF_RULES.size(pos->variant);
    static uint64_t seen[STEPS_MAX];
    GIPF_EVAL.order(pos, steps, count, ranks);
    for (int i = 0; i < count; i++) {
        PosBuffer after;
        memcpy(&after, pos, size);
        GIPF_RULES.apply(&after.head, steps[i]);
        seen[i] = after.head.key;
        bool is_duplicate = false, is_row = completes_row(pos, &after.head);
        for (int k = 0; k < i; k++)
            is_duplicate |= seen[k] == seen[i];
        /* With rows two different pushes may meet in one position by accident. */
        if (!is_row)
            assert_int_equal(ranks[i] == GIPF_RANK_DUPLICATE, is_duplicate);
        if (ranks[i] == GIPF_RANK_DUPLICATE) {
            assert_true(is_duplicate);
            continue;
        }
        assert_int_equal(ranks[i] != 0, is_row);
        if (is_row) {
            assert_true(found < noisy_count);
            assert_true(noisy[found++] == steps[i]);
        }
    }
    assert_int_equal(found, noisy_count);
}

static void test_noisy_means_rows(void **state)
{
    (void)state;
    everywhere(noisy_means_rows, 2);
}

static void noisy_is_listed(const Pos *pos, const Step *steps, int count)
{
    static Step    noisy[STEPS_MAX];
    static int32_t ranks[STEPS_MAX];
    if (pos->phase != 0)
        return;
    int noisy_count = GIPF_EVAL.noisy(pos, noisy), at = 0;
    for (int i = 0; i < noisy_count; i++, at++) {
        while (at < count && steps[at] != noisy[i])
            at++;
        assert_true(at < count);
    }
    GIPF_EVAL.order(pos, noisy, noisy_count, ranks);
    for (int i = 0; i < noisy_count && !gipf_is_pending(pos); i++)
        assert_true(ranks[i] != 0 && ranks[i] != GIPF_RANK_DUPLICATE);
}

static void test_noisy_is_listed(void **state)
{
    (void)state;
    everywhere(noisy_is_listed, 2);
}

static void passing_costs_a_piece(const Pos *pos, const Step *steps, int count)
{
    (void)steps;
    (void)count;
    PosBuffer after;
    Fault     fault = { 0 };
    if (pos->phase != 0)
        return;
    memcpy(&after, pos, GIPF_RULES.size(pos->variant));
    if (!GIPF_EVAL.pass(&after.head)) {
        assert_memory_equal(&after, pos, GIPF_RULES.size(pos->variant));
        return;
    }
    assert_false(gipf_is_pending(pos));
    assert_int_equal(after.head.side, 1 - pos->side);
    assert_int_equal(gipf_reserve(&after.head, pos->side), gipf_reserve(pos, pos->side) - 1);
    assert_int_equal(GIPF_RULES.outcome(&after.head).ending, ENDING_NONE);
    assert_int_equal(GIPF_RULES.check(&after.head, &fault), STATUS_OK);
}

static void test_null_move_costs_a_piece(void **state)
{
    (void)state;
    everywhere(passing_costs_a_piece, 2);
}

/* ---- both representations ---- */

static void assert_same_evaluation(const Pos *small, const Pos *large)
{
    static Step    steps[STEPS_MAX], noisy[2][STEPS_MAX];
    static int32_t ranks[2][STEPS_MAX];
    assert_int_equal(GIPF_EVAL.eval(small), GIPF_EVAL.eval(large));
    assert_int_equal(GIPF_EVAL.baseline_eval(small), GIPF_EVAL.baseline_eval(large));
    assert_int_equal(GIPF_EVAL.urgent(small), GIPF_EVAL.urgent(large));
    int count = GIPF_RULES.gen(small, steps);
    GIPF_EVAL.order(small, steps, count, ranks[0]);
    GIPF_EVAL.order(large, steps, count, ranks[1]);
    assert_memory_equal(ranks[0], ranks[1], (size_t)count * sizeof ranks[0][0]);
    if (small->phase != 0)
        return;
    count = GIPF_EVAL.noisy(small, noisy[0]);
    assert_int_equal(count, GIPF_EVAL.noisy(large, noisy[1]));
    assert_memory_equal(noisy[0], noisy[1], (size_t)count * sizeof noisy[0][0]);
}

static void test_representations_agree(void **state)
{
    (void)state;
    static const char *const PAIRS[][2] = {
        { "4,4,15,15", "4,4,15,15;board=general" },
        { "3,3,10,10", "3,3,10,10;board=general" },
        { "standard", "standard;board=general" },
        { "tournament", "tournament;board=general" },
    };
    static Step steps[STEPS_MAX];
    for (size_t v = 0; v < COUNT_OF(PAIRS); v++)
        for (uint64_t game = 0; game < (uint64_t)test_share(6); game++) {
            Random    random = random_seeded(game);
            PosBuffer small, large;
            GIPF_RULES.start(variant_of(PAIRS[v][0]), &small.head);
            GIPF_RULES.start(variant_of(PAIRS[v][1]), &large.head);
            for (int n = 0; n < 120; n++) {
                int count = GIPF_RULES.gen(&small.head, steps);
                if (count == 0)
                    break;
                assert_same_evaluation(&small.head, &large.head);
                Step step = steps[random_below(&random, (uint32_t)count)];
                GIPF_RULES.apply(&small.head, step);
                GIPF_RULES.apply(&large.head, step);
            }
        }
}

/* ---- the table ---- */

static int size_of(int worth)
{
    return worth < 0 ? -worth : worth;
}

/* A pattern counts the same from both ends and the opposite for the other colour. */
static void test_table_is_symmetric(void **state)
{
    (void)state;
    for (int length = 4, count = 81; length <= 7; length++, count *= 3)
        for (int code = 0; code < count; code++) {
            const int32_t *line = &GIPF_WEIGHTS.numbers[PATTERN_FIRST[length]];
            int            reversed = 0, exchanged = 0;
            for (int n = 0, left = code, power = 1; n < length; n++, left /= 3, power *= 3) {
                reversed = 3 * reversed + left % 3;
                exchanged += (3 - left % 3) % 3 * power;
            }
            assert_int_equal(line[code], line[reversed]);
            assert_int_equal(weight_early(line[code]), -weight_early(line[exchanged]));
            assert_int_equal(weight_late(line[code]), -weight_late(line[exchanged]));
        }
}

/* The low halves of 21 lines, two reserves and the tempo never carry into the high halves. */
static void test_table_sums_fit(void **state)
{
    (void)state;
    int most[2] = { 0 }, sum[2] = { 0 };
    for (int code = 0; code < PATTERNS; code++) {
        int full = size_of(weight_early(GIPF_WEIGHTS.numbers[code]));
        int thin = size_of(weight_late(GIPF_WEIGHTS.numbers[code]));
        most[0] = full > most[0] ? full : most[0];
        most[1] = thin > most[1] ? thin : most[1];
    }
    for (int n = 0; n < RESERVES; n++) {
        int full = size_of(weight_early(GIPF_WEIGHTS.numbers[WEIGHT_RESERVE + n]));
        int thin = size_of(weight_late(GIPF_WEIGHTS.numbers[WEIGHT_RESERVE + n]));
        sum[0] = 2 * full > sum[0] ? 2 * full : sum[0];
        sum[1] = 2 * thin > sum[1] ? 2 * thin : sum[1];
    }
    assert_true(most[0] > 0 && most[1] > 0);
    assert_true(sum[0] + 21 * most[0] + size_of(weight_early(GIPF_WEIGHTS.numbers[WEIGHT_TEMPO])) <
                32768);
    assert_true(sum[1] + 21 * most[1] + size_of(weight_late(GIPF_WEIGHTS.numbers[WEIGHT_TEMPO])) <
                32768);
}

/* ---- evaluated positions ---- */

typedef struct Comparison {
    const char *variant, *better, *worse, *reason;
} Comparison;

/* Both for the side to move, White. */
static const Comparison EVALUATED[] = {
    { "4,4,15,15", "W__B/_____/______/B_____W/______/_____/W__B 12,12 W",
      "W__B/_____/______/B_____W/______/_____/W__B 11,12 W", "a piece is a piece" },
    { "4,4,15,15", "W__B/_____/______/B_____W/______/_____/W__B 12,11 W",
      "W__B/_____/______/B_____W/______/_____/W__B 12,12 W", "the other side lost one" },
    { "4,4,15,15", "W__B/__W__/__WW__/B_____W/______/_____/W__B 2,8 W",
      "W__B/__W__/__WW__/B_____W/______/_____/W__B 1,9 W",
      "the last piece in reserve is valuable: it must return others at once" },
    { "4,4,15,15", "W__B/_____/__WWW_/B_____W/______/_____/W__B 9,12 W",
      "WW_B/W____/______/B_____W/______/____W/W__B 9,12 W", "three in a row, one short" },
    { "4,4,15,15", "____/_____/______/___W___/______/_____/____ 10,11 W",
      "W___/_____/______/_______/______/_____/____ 10,11 W",
      "the centre lies on longer lines than a corner" },
    { "standard", "X__Y/_____/______/Y_____X/______/_____/X__Y 12,12 W --",
      "X__Y/_____/______/Y_____W/______/_____/X__Y 12,12 W --",
      "a GIPF-piece is more than one piece" },
    { "standard", "X__Y/_____/______/Y_____X/______/_____/W__Y 12,12 W --",
      "X__Y/_____/______/Y_____W/______/_____/W__Y 13,12 W --",
      "with one GIPF-piece left the game hangs on it" },
    { "5,4,20,20", "W___B/______/__WWW__/________/B_______W/________/_______/______/W___B 14,17 W",
      "WW__B/W_____/_______/________/B_______W/________/_______/_____W/W___B 14,17 W",
      "three in a row on a larger board" },
    { "5,4,20,20", "W___B/______/_______/________/B_______W/________/_______/______/W___B 2,17 W",
      "W___B/______/_______/________/B_______W/________/_______/______/W___B 1,16 W",
      "a low reserve on a larger board" },
    { "3,3,10,10", "W_B/____/B_WW_/____/W_B 5,7 W", "W_B/____/BW__W/____/W_B 5,7 W",
      "two side by side in the middle, one short of three" },
};

static void test_evaluated_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(EVALUATED); i++) {
        PosBuffer better, worse;
        read_pos(EVALUATED[i].variant, EVALUATED[i].better, &better.head);
        read_pos(EVALUATED[i].variant, EVALUATED[i].worse, &worse.head);
        if (GIPF_EVAL.eval(&better.head) <= GIPF_EVAL.eval(&worse.head))
            fail_msg("%s: %d is not more than %d", EVALUATED[i].reason,
                     GIPF_EVAL.eval(&better.head), GIPF_EVAL.eval(&worse.head));
    }
}

static void test_last_piece_is_urgent(void **state)
{
    (void)state;
    PosBuffer pos;
    read_pos("", "W__B/_____/______/B_____W/______/_____/W__B 1,12 W", &pos.head);
    assert_true(GIPF_EVAL.urgent(&pos.head));
    read_pos("", "W__B/_____/______/B_____W/______/_____/W__B 12,1 W", &pos.head);
    assert_false(GIPF_EVAL.urgent(&pos.head));
}

/* ---- the evaluation by counts, field by field ---- */

/* Count windows as in gipf_eval.inc: open, shut, loose. */
static void add_windows(const Pos *pos, int colour, int *windows)
{
    GipfSettings s = gipf_unpack(pos->variant);
    for (int line = 0; line < gipf_line_count(s.side); line++)
        for (int first = 0; first + s.row <= gipf_line_length(s.side, line); first++) {
            int lacking = 0, gaps = 0;
            for (int n = first; n < first + s.row; n++) {
                char at = gipf_at(pos, gipf_line_node(s.side, line, n));
                lacking += at != "WB"[colour];
                gaps += at == '_';
            }
            if (lacking == 1 || lacking == 2)
                windows[lacking == 2 ? 2 : 1 - gaps]++;
        }
}

static void add_fields(const Pos *pos, int colour, int *counts)
{
    int side = gipf_unpack(pos->variant).side;
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++) {
            GipfNode node = { i, j };
            if (!gipf_node_is_field(side, node) || gipf_at(pos, node) != "WB"[colour])
                continue;
            int x = abs(i - side), y = abs(j - side), z = abs(i - j);
            int ring = x > y ? x : y; /* the centre is ring 0 */
            ring = z > ring ? z : ring;
            for (int less = 1; less <= INNER_BOARDS && less < side - 1; less++)
                counts[COUNT_INNER + less - 1] += ring < side - less;
        }
}

static int set_of_weights(GipfSettings s)
{
    return s.row == 3 ? s.side > 3 : s.row == 2 || s.side > 5 ? 4 : s.side < 5 ? 2 : 3;
}

static int counted_score(const Pos *pos, const int32_t *numbers)
{
    GipfSettings   s = gipf_unpack(pos->variant);
    const int32_t *weights = numbers + WEIGHT_ROWS + set_of_weights(s) * ROW_COUNTS;
    int            early = 0, late = 0, pieces[2], all = s.pieces[0] + s.pieces[1];
    for (int colour = 0; colour < 2; colour++) {
        int counts[ROW_COUNTS] = { 0 }, reserve = gipf_reserve(pos, colour);
        pieces[colour] = pieces_of(pos, colour);
        counts[COUNT_RESERVE] = reserve;
        if (reserve < LOW_RESERVES)
            counts[COUNT_LOW_RESERVE + reserve] = 1;
        counts[COUNT_TEMPO] = pos->side == colour;
        counts[COUNT_PIECES] = pieces[colour];
        add_fields(pos, colour, counts);
        add_windows(pos, colour,
                    counts + (pos->side == colour ? COUNT_WINDOWS : COUNT_OTHER_WINDOWS));
        for (int i = 0; i < ROW_COUNTS; i++) {
            early += (colour == GIPF_WHITE ? counts[i] : -counts[i]) * weight_early(weights[i]);
            late += (colour == GIPF_WHITE ? counts[i] : -counts[i]) * weight_late(weights[i]);
        }
    }
    int phase = WEIGHTS_PHASES - 2 * WEIGHTS_PHASES * (all - pieces[0] - pieces[1]) / all;
    phase = phase < 0 ? 0 : phase;
    int score = GIPF_PIECE * (pieces[0] - pieces[1]) +
                (early * phase + late * (WEIGHTS_PHASES - phase)) / WEIGHTS_PHASES;
    score = pos->side == GIPF_WHITE ? score : -score;
    return score >= EVAL_MAX ? EVAL_MAX - 1 : score <= -EVAL_MAX ? 1 - EVAL_MAX : score;
}

static void counts_are_those_of_the_fields(const Pos *pos, const Step *steps, int count)
{
    (void)steps;
    (void)count;
    if (gipf_unpack(pos->variant).row != 4 && pos->phase == 0 && !gipf_is_pending(pos))
        assert_int_equal(GIPF_EVAL.eval(pos), counted_score(pos, GIPF_WEIGHTS.numbers));
}

static void test_counts_are_those_of_the_fields(void **state)
{
    (void)state;
    everywhere(counts_are_those_of_the_fields, 2);
}

/* Weights of the counts of large boards such that the sums of this position exceed 16 bits: every
 * window in a large area of White lacks one stone. */
static void test_sums_of_crowded_boards(void **state)
{
    (void)state;
    enum { SIDE = GIPF_SIDE_MAX, REACH = 8 };
    static int32_t numbers[GIPF_WEIGHT_COUNT];
    PosBuffer      pos;
    Fault          fault = { 0 };
    GipfParts parts = { .reserve = { 10, 10 }, .opening = { '-', '-' }, .row_colour = GIPF_WHITE };
    int       fields = 0;
    for (int8_t i = 1; i < 2 * SIDE; i++)
        for (int8_t j = 1; j < 2 * SIDE; j++) {
            if (!gipf_node_is_field(SIDE, (GipfNode){ i, j }))
                continue;
            bool inside = abs(i - SIDE) <= REACH && abs(j - SIDE) <= REACH && abs(i - j) <= REACH;
            parts.cells[fields++] = inside && (i + 2 * j) % 5 != 0 ? 'W' : '_';
        }
    assert_int_equal(gipf_build(variant_of("20,5,200,200"), &parts, &pos.head, &fault), STATUS_OK);
    for (int i = 0; i < GIPF_WEIGHT_COUNT; i++)
        numbers[i] = weight_pack(-100, 90);
    GIPF_WEIGHTS.use(numbers);
    assert_int_equal(GIPF_EVAL.eval(&pos.head), counted_score(&pos.head, numbers));
    GIPF_WEIGHTS.use(NULL);
}

/* ---- the compiled search ---- */

static Search *make_search(bool general)
{
    SearchOptions options = search_options();
    options.table_bytes = 1 << 20;
    options.kind = SEARCH_ALPHABETA;
    options.general = general;
    Search *search = search_new(&options);
    assert_non_null(search);
    return search;
}

static void assert_same_search(Search *const searches[2], const Line *line,
                               const SearchLimits *limits)
{
    static SearchResult results[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(search_think(searches[i], line, limits, NULL, NULL, &results[i]),
                         STATUS_OK);
    assert_true(results[0].nodes == results[1].nodes);
    assert_int_equal(results[0].score, results[1].score);
    assert_int_equal(results[0].depth, results[1].depth);
    assert_int_equal(results[0].line_count, results[1].line_count);
    for (int i = 0; i < results[0].line_count; i++) {
        const SearchPv *a = &results[0].lines[i], *b = &results[1].lines[i];
        assert_int_equal(a->score, b->score);
        assert_int_equal(a->step_count, b->step_count);
        assert_memory_equal(a->steps, b->steps, (size_t)a->step_count * sizeof a->steps[0]);
    }
}

static void test_instances_agree(void **state)
{
    (void)state;
    static const char *const COVERED[] = {
        "gipf:4,4,15,15",
        "gipf:4,4,15,15;choice=mover",
        "gipf:4,4,8,8;repetition=2",
        "gipf:4,3,20,20",
        "gipf:3,3,10,10",
        "gipf:2,2,6,6",
        "gipf:2,3,5,5",
        "gipf:3,3,10,10;limit=40",
    };
    Search      *searches[2] = { make_search(false), make_search(true) };
    SearchLimits by_depth = { .depth = 3, .lines = 2 }, by_nodes = { .nodes = 4000 };
    for (size_t v = 0; v < COUNT_OF(COVERED); v++) {
        Setup  setup = setup_of(COVERED[v]);
        Random random = random_seeded(40 + v);
        assert_true(GIPF_FAST.covers(setup.variant));
        assert_non_null(GIPF_FAST.search(setup.variant));
        for (int n = 0; n < 12; n++) {
            Line line;
            line_at_random(&line, &setup, 3 * n, &random);
            assert_same_search(searches, &line, &by_depth);
            assert_same_search(searches, &line, &by_nodes);
            line_free(&line);
        }
    }
    search_delete(searches[0]);
    search_delete(searches[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exchanged_colours_keep_the_score),
        cmocka_unit_test(test_symmetries_keep_the_score),
        cmocka_unit_test(test_baseline_players_play_as_documented),
        cmocka_unit_test(test_noisy_means_rows),
        cmocka_unit_test(test_noisy_is_listed),
        cmocka_unit_test(test_null_move_costs_a_piece),
        cmocka_unit_test(test_representations_agree),
        cmocka_unit_test(test_table_is_symmetric),
        cmocka_unit_test(test_table_sums_fit),
        cmocka_unit_test(test_evaluated_positions),
        cmocka_unit_test(test_last_piece_is_urgent),
        cmocka_unit_test(test_counts_are_those_of_the_fields),
        cmocka_unit_test(test_sums_of_crowded_boards),
        cmocka_unit_test(test_instances_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
