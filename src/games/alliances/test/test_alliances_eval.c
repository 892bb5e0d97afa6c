/* SPDX-License-Identifier: MIT */
/* Alliances: the evaluation.  Missing discs are counted independently here, cell by cell; what must hold
 * for ranks and noisy steps is checked against the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/model.h"
#include "games/alliances/alliances_eval.h"
#include "search/search.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

enum { GAMES_EACH = 6, STEPS_CAPACITY = ALLIANCES_COLOURS * ALLIANCES_CELLS_MAX };

/* ---- positions ---- */

typedef void PosTest(const Alliances *p);

/* Every position of some random games on all boards, but the last. */
static void for_each_position(PosTest *test, int one_of)
{
    Random random = random_seeded(20);
    for (int side = ALLIANCES_SIDE_MIN; side <= ALLIANCES_SIDE_MAX; side++)
        for (int game = 0; game < GAMES_EACH; game++) {
            Alliances p;
            Step      steps[STEPS_CAPACITY];
            ALLIANCES_RULES.start((uint32_t)side, &p.head);
            for (int count; (count = ALLIANCES_RULES.gen(&p.head, steps)) > 0;) {
                if (random_below(&random, (uint32_t)one_of) == 0)
                    test(&p);
                ALLIANCES_RULES.apply(&p.head, steps[random_below(&random, (uint32_t)count)]);
            }
        }
}

static Alliances read_position(const char *text)
{
    Alliances p;
    Fault     fault;
    assert_int_equal(ALLIANCES_TEXT.pos_read((uint32_t)(text[0] - '0'), text, &p.head, &fault),
                     STATUS_OK);
    return p;
}

/* ---- counting missing discs, cell by cell ---- */

/* What a cell is to a way. */
typedef enum Stuff { CLOSED, FREE, OWN } Stuff;

typedef struct Plain {
    int           side, count;
    AlliancesCell cell[ALLIANCES_CELLS_MAX];
    Stuff         stuff[ALLIANCES_CELLS_MAX];
    bool          begins[ALLIANCES_CELLS_MAX], ends[ALLIANCES_CELLS_MAX];
} Plain;

static Plain plain_of(const Alliances *p, int player, int colour, int kind)
{
    int   side = (int)p->head.variant, ally = alliances_ally(player, colour);
    Plain plain = { .side = side, .count = alliances_cell_count(side) };
    for (int n = 0; n < plain.count; n++) {
        AlliancesCell cell = plain.cell[n] = alliances_cell(side, n);
        int           disc = alliances_at(&p->head, cell), spot = alliances_cell_spot(side, cell);
        const Ends   *ends =
            kind == CHAIN ? &board_of(&p->head)->sides[colour] : &board_of(&p->head)->arcs[colour];
        plain.stuff[n] = disc == ALLIANCES_EMPTY                             ? FREE
                         : disc == ally || (kind == CHAIN && disc == colour) ? OWN
                                                                             : CLOSED;
        plain.begins[n] = set_has(ends->one, spot);
        plain.ends[n] = set_has(ends->other, spot);
    }
    return plain;
}

static bool are_neighbours(const Plain *b, int m, int n)
{
    int rows = abs(b->cell[m].row - b->cell[n].row);
    int columns = abs(b->cell[m].column - b->cell[n].column);
    return (rows == 0 && columns == 2) || (rows == 1 && columns == 1);
}

/* Two free cells that are neighbours of each other, and of both m and n. */
static bool can_leap(const Plain *b, int m, int n)
{
    int between[2], count = 0;
    for (int x = 0; x < b->count && count < 2; x++)
        if (b->stuff[x] == FREE && are_neighbours(b, m, x) && are_neighbours(b, n, x))
            between[count++] = x;
    return count == 2 && are_neighbours(b, between[0], between[1]);
}

/* Two free cells of the rim in front of n, side by side. */
static bool leaps_to(const Plain *b, const bool *rim, int n)
{
    for (int x = 0; x < b->count; x++)
        for (int y = 0; y < x; y++)
            if (rim[x] && rim[y] && b->stuff[x] == FREE && b->stuff[y] == FREE &&
                are_neighbours(b, x, y) && are_neighbours(b, x, n) && are_neighbours(b, y, n))
                return true;
    return false;
}

/* By Bellman and Ford. */
static int count_missing(const Plain *b, bool is_leaping)
{
    int  far = LAYERS_MAX + 1, best = far, cost[ALLIANCES_CELLS_MAX];
    bool changed = true;
    for (int n = 0; n < b->count; n++) {
        bool starts = b->begins[n] || (is_leaping && leaps_to(b, b->begins, n));
        cost[n] = starts && b->stuff[n] != CLOSED ? b->stuff[n] == FREE : far;
    }
    while (changed) {
        changed = false;
        for (int m = 0; m < b->count; m++)
            for (int n = 0; n < b->count && cost[m] < far; n++) {
                int next = cost[m] + (b->stuff[n] == FREE);
                if (b->stuff[n] != CLOSED && next < cost[n] &&
                    (are_neighbours(b, m, n) || (is_leaping && can_leap(b, m, n)))) {
                    cost[n] = next;
                    changed = true;
                }
            }
    }
    for (int n = 0; n < b->count; n++)
        if (cost[n] < best && (b->ends[n] || (is_leaping && leaps_to(b, b->ends, n))))
            best = cost[n];
    return best;
}

static void check_survey(const Alliances *p)
{
    Survey s;
    alliances_survey(p, &s);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (int player = 0; player < 2 && won_mark(p->head.extra, colour) == 0; player++)
            for (int kind = 0; kind < KINDS; kind++) {
                const int8_t *missing = s.distance[colour][player].missing[kind];
                Plain         plain = plain_of(p, player, colour, kind);
                int           count = count_missing(&plain, false);
                int           supply = alliances_left(&p->head, alliances_ally(player, colour)) +
                             (kind == CHAIN ? alliances_left(&p->head, colour) : 0);
                assert_int_equal(missing[PLAIN], count > supply ? LAYERS_MAX + 1 : count);
                assert_int_equal(missing[LEAPING], count_missing(&plain, true));
            }
}

static void missing_discs_are_counted(void **state)
{
    (void)state;
    for_each_position(check_survey, 40 * TEST_SHARE);
}

/* After any step, what is kept from the position before gives the same survey as counting from scratch. */
static void check_survey_after(const Alliances *p)
{
    Step    steps[STEPS_CAPACITY];
    int32_t ranks[STEPS_CAPACITY];
    int     count = ALLIANCES_RULES.gen(&p->head, steps);
    Survey  s;
    Outlook outlook;
    alliances_survey(p, &s);
    alliances_order(p, &s, steps, count, ranks, NULL, 0, &outlook);
    for (int i = 0; i < count; i++) {
        Alliances next = *p;
        Survey    kept = { .empty = 0 }, anew = { .empty = 0 };
        ALLIANCES_RULES.apply(&next.head, steps[i]);
        if ((s.ripe & paths_served(alliances_step_colour(steps[i]))) == 0)
            assert_int_equal(next.head.extra, p->head.extra);
        alliances_survey_after(&outlook, steps[i], &next, &kept);
        alliances_survey(&next, &anew);
        assert_memory_equal(&kept, &anew, sizeof kept);
    }
}

static void surveys_are_kept_up_to_date(void **state)
{
    (void)state;
    for_each_position(check_survey_after, 8);
}

/* Is what is kept from the positions before the same as what is found from scratch? */
static void assert_same_reach(const Outlook *a, const Outlook *b, int number)
{
    const Reach *one = a->reach[number], *other = b->reach[number];
    assert_int_equal(a->missing[number], b->missing[number]);
    assert_memory_equal(&a->marks[number].on, &b->marks[number].on, sizeof(Set));
    assert_memory_equal(&a->marks[number].weak, &b->marks[number].weak, sizeof(Set));
    assert_int_equal(one->count, other->count);
    for (int d = 1; d <= one->count; d++) {
        assert_int_equal(one->share[d], other->share[d]);
        assert_memory_equal(&one->layer[d], &other->layer[d], sizeof one->layer[d]);
    }
}

/* Compare the outlook after a step with that of the position alone; return how many reaches were kept. */
static int compare_outlooks(const Alliances *p, const Outlook *before, Step step, Outlook *kept)
{
    Step    steps[STEPS_CAPACITY];
    int32_t ranks[2][STEPS_CAPACITY];
    int     count = ALLIANCES_RULES.gen(&p->head, steps), kept_count = 0;
    Survey  s;
    Outlook anew;
    alliances_survey(p, &s);
    alliances_order(p, &s, steps, count, ranks[0], before, step, kept);
    alliances_order(p, &s, steps, count, ranks[1], NULL, 0, &anew);
    assert_memory_equal(ranks[0], ranks[1], (size_t)count * sizeof ranks[0][0]);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (int player = 0; player < 2 && won_mark(p->head.extra, colour) == 0; player++)
            for (int kind = 0; kind < KINDS; kind++)
                for (int wave = 0; wave < WAVES; wave++) {
                    const int number = path_number(colour, player, kind, wave);
                    assert_same_reach(kept, &anew, number);
                    kept_count += kept->reach[number] != &kept->found[number];
                }
    assert_int_equal(kept->open, anew.open);
    assert_int_equal(kept->layered, anew.layered);
    assert_int_equal(kept->uncertain, anew.uncertain);
    return kept_count;
}

static void outlooks_are_kept_up_to_date(void **state)
{
    enum { PLACED_MAX = ALLIANCES_CELLS_MAX };
    Outlook *outlooks = test_calloc(PLACED_MAX + 1, sizeof *outlooks);
    Random   random = random_seeded(21);
    int      kept_count = 0;
    (void)state;
    for (int side = ALLIANCES_SIDE_MIN; side <= ALLIANCES_SIDE_MAX; side++)
        for (int game = 0; game < GAMES_EACH; game++) {
            Alliances p;
            Step      steps[STEPS_CAPACITY], step = 0;
            ALLIANCES_RULES.start((uint32_t)side, &p.head);
            for (int placed = 0, count; (count = ALLIANCES_RULES.gen(&p.head, steps)) > 0;
                 placed++) {
                kept_count += compare_outlooks(&p, placed > 0 ? &outlooks[placed - 1] : NULL, step,
                                               &outlooks[placed]);
                step = steps[random_below(&random, (uint32_t)count)];
                ALLIANCES_RULES.apply(&p.head, step);
            }
        }
    assert_true(kept_count > 0);
    test_free(outlooks);
}

/* ---- eval ---- */

/* The inputs of the model are counts within bounds. */
static void check_inputs(const Alliances *p)
{
    int16_t   inputs[MODEL_INPUTS_MAX];
    const int count = ALLIANCES_MODEL.input_count(p->head.variant);
    ALLIANCES_MODEL.inputs_of(&p->head, inputs);
    for (int i = 0; i < count; i++)
        assert_in_range(inputs[i], 0, i == count - 1 ? MODEL_PHASES : MODEL_INPUT_MOST);
}

static void check_eval(const Alliances *p)
{
    check_inputs(p);
    int value = ALLIANCES_EVAL.eval(&p->head), simple = ALLIANCES_EVAL.baseline_eval(&p->head);
    assert_true(abs(value) < EVAL_MAX && abs(simple) < EVAL_MAX);
    for (int map = 0; map < ALLIANCES_SYMMETRY.count(p->head.variant); map++) {
        Alliances image;
        ALLIANCES_SYMMETRY.map_pos(&p->head, map, &image.head);
        assert_int_equal(ALLIANCES_EVAL.eval(&image.head), value);
        assert_int_equal(ALLIANCES_EVAL.baseline_eval(&image.head), simple);
    }
}

static void eval_is_bounded_and_symmetric(void **state)
{
    (void)state;
    for_each_position(check_eval, 2);
}

/* ---- steps ---- */

/* Colours that `player` gains by a step, less those that the other gains. */
static int balance_of(const Alliances *p, Step step, int player)
{
    Alliances next = *p;
    int       balance = 0;
    ALLIANCES_RULES.apply(&next.head, step);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (alliances_winner(&p->head, colour) == SIDE_NONE) {
            int winner = alliances_winner(&next.head, colour);
            balance += winner == SIDE_NONE ? 0 : winner == player ? 1 : -1;
        }
    return balance;
}

/* Would `player` win something with a disc on this spot? */
static bool is_hot(const Alliances *p, int spot, int player)
{
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        Alliances turned = *p, next;
        turned.head.side = (uint8_t)player;
        turned.head.key = alliances_key(&turned);
        if (!ALLIANCES_RULES.legal(&turned.head, step_of(spot, colour)))
            continue;
        next = turned;
        ALLIANCES_RULES.apply(&next.head, step_of(spot, colour));
        for (int won = 0; won < ALLIANCES_COLOURS; won++)
            if (alliances_winner(&p->head, won) == SIDE_NONE &&
                alliances_winner(&next.head, won) == player)
                return true;
    }
    return false;
}

static bool has_step(const Step *steps, int count, Step step)
{
    for (int i = 0; i < count; i++)
        if (steps[i] == step)
            return true;
    return false;
}

static void check_noisy(const Alliances *p)
{
    Step all[STEPS_CAPACITY], noisy[STEPS_CAPACITY];
    int  count = ALLIANCES_RULES.gen(&p->head, all), me = p->head.side;
    int  noisy_count = ALLIANCES_EVAL.noisy(&p->head, noisy);
    for (int i = 0; i < noisy_count; i++) {
        assert_true(has_step(all, count, noisy[i]));
        assert_false(has_step(noisy, i, noisy[i]));
        assert_true(is_hot(p, step_spot(noisy[i]), me) || is_hot(p, step_spot(noisy[i]), 1 - me));
    }
    for (int i = 0; i < count; i++)
        if (balance_of(p, all[i], me) > 0)
            assert_true(has_step(noisy, noisy_count, all[i]));
}

static void noisy_steps_win_or_stop(void **state)
{
    (void)state;
    for_each_position(check_noisy, 4);
}

static void check_order(const Alliances *p)
{
    Step    steps[STEPS_CAPACITY], mapped[STEPS_CAPACITY];
    int32_t ranks[STEPS_CAPACITY], image_ranks[STEPS_CAPACITY];
    int     count = ALLIANCES_RULES.gen(&p->head, steps), me = p->head.side;
    ALLIANCES_EVAL.order(&p->head, steps, count, ranks);
    for (int i = 0; i < count; i++) {
        Alliances next = *p;
        int       balance = balance_of(p, steps[i], me);
        ALLIANCES_RULES.apply(&next.head, steps[i]);
        int winner = winner_of(next.head.extra);
        if (winner == me)
            assert_true(ranks[i] > ORDER_ALWAYS + (1 << 23));
        else if (winner != SIDE_NONE)
            assert_true(ranks[i] < -(1 << 20));
        else if (balance != 0)
            assert_true(balance > 0 ? ranks[i] > ORDER_ALWAYS : ranks[i] < -(1 << 19));
    }
    for (int map = 1; map < ALLIANCES_SYMMETRY.count(p->head.variant); map++) {
        Alliances image;
        ALLIANCES_SYMMETRY.map_pos(&p->head, map, &image.head);
        for (int i = 0; i < count; i++)
            mapped[i] = ALLIANCES_SYMMETRY.map_step(&p->head, steps[i], map);
        ALLIANCES_EVAL.order(&image.head, mapped, count, image_ranks);
        assert_memory_equal(ranks, image_ranks, (size_t)count * sizeof ranks[0]);
    }
}

static void wins_come_first_and_gifts_last(void **state)
{
    (void)state;
    for_each_position(check_order, 12);
}

/* ---- expected orderings of positions ---- */

/* For the player to move `better` evaluates higher than `worse`. */
static const struct evaluated_case {
    const char *why;
    const char *better, *worse;
} EVALUATED_CASES[] = {
    { "the player who has won a colour is better off",
      "4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 1",
      "4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 2" },
    { "orange with its ally is a chain for player 1, orange with green is none",
      "5 xxx/xxpxxx/xxoxxxx/xxxpxxxx/xxxxxxx/xxxxxxxx/xxxxxxx/xxxxxx/xxx --- 1",
      "5 xxx/xxgxxx/xxoxxxx/xxxgxxxx/xxxxxxx/xxxxxxxx/xxxxxxx/xxxxxx/xxx --- 1" },
    { "discs a leap apart carry further than discs side by side",
      "5 xxx/xxxxxx/xxxoxxx/xxxxxxxx/xxxpxxx/xxxxxxxx/xxxxxxx/xxxxxx/xxx --- 1",
      "5 xxx/xxxxxx/xxxxxxx/xxxxoxxx/xxxpxxx/xxxxxxxx/xxxxxxx/xxxxxx/xxx --- 1" },
    { "a leap that is cut into is worth less than one that is free",
      "5 xxx/xxxxxx/xxxoxxx/xxxxxxxx/xxxpxxx/xxxxxxxx/xxxxxxg/xxxxxx/xxx --- 1",
      "5 xxx/xxxxxx/xxxoxxx/xxxgxxxx/xxxpxxx/xxxxxxxx/xxxxxxx/xxxxxx/xxx --- 1" },
    { "having the turn is worth something",
      "5 xxx/xxxxxx/xxxxxxx/xxxxxxxx/xxxxxxx/xxxxxxxx/xxxxxxx/xxxxxx/xxx --- 1", NULL },
};

static void better_positions_evaluate_higher(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(EVALUATED_CASES); i++) {
        const struct evaluated_case *c = &EVALUATED_CASES[i];
        Alliances                    better = read_position(c->better);
        int                          more = ALLIANCES_EVAL.eval(&better.head), less = 0;
        if (c->worse != NULL) {
            Alliances worse = read_position(c->worse);
            less = ALLIANCES_EVAL.eval(&worse.head);
        }
        if (more <= less)
            print_error("%s: %d against %d\n", c->why, more, less);
        assert_true(more > less);
    }
}

/* ---- the compiled search ---- */

static SearchResult *think(const Alliances *p, bool general, const SearchLimits *limits)
{
    SearchOptions options = search_options();
    SearchResult *result = test_malloc(sizeof *result);
    Setup         setup = { .game = &ALLIANCES_GAME, .variant = p->head.variant };
    Line          line;
    options.kind = SEARCH_ALPHABETA;
    options.general = general;
    options.table_bytes = 1 << 20;
    Search *search = search_new(&options);
    assert_non_null(search);
    assert_int_equal(line_init(&line, &setup, &p->head), STATUS_OK);
    assert_int_equal(search_think(search, &line, limits, NULL, NULL, result), STATUS_OK);
    line_free(&line);
    search_delete(search);
    return result;
}

static void compare_searches(const Alliances *p, const SearchLimits *limits)
{
    SearchResult *a = think(p, true, limits), *b = think(p, false, limits);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->lines[0].step_count, b->lines[0].step_count);
    for (int i = 0; i < a->lines[0].step_count; i++)
        assert_true(a->lines[0].steps[i] == b->lines[0].steps[i]);
    test_free(a);
    test_free(b);
}

static void check_search(const Alliances *p)
{
    compare_searches(p, &(SearchLimits){ .depth = 2 });
    compare_searches(p, &(SearchLimits){ .nodes = 1500 });
}

static void compiled_search_visits_equal_nodes(void **state)
{
    (void)state;
    for_each_position(check_search, 60);
}

/* Each iteration is one turn deeper than the one before. */
static void note_depth(void *context, const SearchInfo *info)
{
    int *depth = context;
    assert_int_equal(info->depth, ++*depth);
}

static void every_iteration_goes_deeper(void **state)
{
    Setup         setup = { .game = &ALLIANCES_GAME, .variant = 5 };
    SearchOptions options = search_options();
    SearchResult *result = test_malloc(sizeof *result);
    Line          line;
    int           depth = 0;
    (void)state;
    options.kind = SEARCH_ALPHABETA;
    options.table_bytes = 1 << 20;
    Search *search = search_new(&options);
    assert_non_null(search);
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    assert_int_equal(
        search_think(search, &line, &(SearchLimits){ .depth = 4 }, note_depth, &depth, result),
        STATUS_OK);
    assert_int_equal(depth, 4);
    line_free(&line);
    search_delete(search);
    test_free(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_discs_are_counted),
        cmocka_unit_test(surveys_are_kept_up_to_date),
        cmocka_unit_test(outlooks_are_kept_up_to_date),
        cmocka_unit_test(eval_is_bounded_and_symmetric),
        cmocka_unit_test(noisy_steps_win_or_stop),
        cmocka_unit_test(wins_come_first_and_gifts_last),
        cmocka_unit_test(better_positions_evaluate_higher),
        cmocka_unit_test(compiled_search_visits_equal_nodes),
        cmocka_unit_test(every_iteration_goes_deeper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
