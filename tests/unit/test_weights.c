/* SPDX-License-Identifier: MIT */
/* core/weights.h and learn/fit_weights.h: packed weights, the terms of every game, fits, files. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "core/line.h"
#include "core/weights.h"
#include "games/list.h"
#include "learn/fit_weights.h"
#include "search/score.h"

/* --- packing ------------------------------------------------------------------------------ */

static void test_one_addition_sums_both_values(void **state)
{
    (void)state;
    Random random = random_seeded(5);
    for (int trial = 0; trial < 2000; trial++) {
        int     early = 0, late = 0;
        int32_t sum = 0;
        for (int n = 0; n < 10; n++) {
            int a = (int)random_below(&random, 2 * WEIGHT_MOST + 1) - WEIGHT_MOST;
            int b = (int)random_below(&random, 2 * WEIGHT_MOST + 1) - WEIGHT_MOST;
            int sign = random_below(&random, 2) == 0 ? 1 : -1;
            sum += sign * weight_pack(a, b);
            early += sign * a;
            late += sign * b;
        }
        assert_int_equal(weight_early(sum), early);
        assert_int_equal(weight_late(sum), late);
        assert_int_equal(weights_value(sum, WEIGHTS_PHASES), early);
        assert_int_equal(weights_value(sum, 0), late);
        assert_int_equal(weights_value(sum, 4), (4 * early + 12 * late) / 16);
    }
}

/* --- the games ---------------------------------------------------------------------------- */

static int sum_of_terms(const GameWeights *weights, const WeightTerms *terms)
{
    int32_t sum = 0;
    assert_in_range(terms->count, 1, WEIGHTS_TERMS_MAX);
    assert_in_range(terms->phase, 0, WEIGHTS_PHASES);
    for (int i = 0; i < terms->count; i++) {
        assert_in_range(terms->index[i], 0, weights->count - 1);
        sum += terms->times[i] * weights->numbers[terms->index[i]];
    }
    return weights_value(sum, terms->phase) + terms->rest;
}

/* The built-in weights have the symmetries that a fit keeps. */
static void check_canonical_terms(const GameWeights *weights)
{
    for (int i = 0; i < weights->count && weights->canonical != NULL; i++) {
        int sign = 1, again = 1, index = weights->canonical(i, &sign);
        assert_in_range(index, 0, weights->count - 1);
        assert_int_equal(weights->canonical(index, &again), index);
        assert_int_equal(weights->numbers[i], sign * weights->numbers[index]);
    }
}

static void check_evaluations(const Setup *setup)
{
    const Game *game = setup->game;
    Random      random = random_seeded(9);
    for (int trial = 0; trial < 60; trial++) {
        Line line;
        assert_int_equal(line_init(&line, setup, NULL), STATUS_OK);
        for (int turn = 0; turn < trial && line_outcome(&line).ending == ENDING_NONE; turn++) {
            WeightTerms terms;
            game->weights->terms_of(line_now(&line), &terms);
            int value = game->eval->eval(line_now(&line));
            if (abs(sum_of_terms(game->weights, &terms) - value) > 1) /* two parts are rounded */
                fail_msg("%s, trial %d, turn %d", game->name, trial, turn);
            assert_int_equal(line_play_random(&line, &random, 1), STATUS_OK);
        }
        line_free(&line);
    }
}

static void test_evaluation_is_sum_of_terms(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "gipf:4,4,15,15",    "gipf:standard",  "gipf:tournament",
                                          "gipf:5,4,18,18",    "gipf:6,4,24,24", "gipf:4,3,12,12",
                                          "gipf:2,3,6,6",      "gipf:4,5,15,15", "gipf:5,5,20,20",
                                          "gipf:6,5,24,24",    "gipf:3,2,10,10", "duell",
                                          "duell:king-capture" };
    for (size_t i = 0; i < sizeof SETUPS / sizeof SETUPS[0]; i++) {
        Setup setup;
        Fault fault;
        if (games_setup(SETUPS[i], &setup, &fault) != STATUS_OK)
            fail_msg("%s: %s", SETUPS[i], fault.why);
        assert_non_null(setup.game->weights);
        assert_true(setup.game->weights->covers(setup.variant));
        check_canonical_terms(setup.game->weights);
        check_evaluations(&setup);
    }
}

/* --- fits --------------------------------------------------------------------------------- */

enum { COUNT = 6, SAMPLES = 40000 };

static const double  SCALE = 100;
static const int     PLANTED[COUNT][2] = { { 40, -30 }, { 90, 20 }, { -15, 60 },
                                           { -40, 30 }, { 0, 0 },   { 7, 7 } };
static const int32_t NOTHING[COUNT];

/* 3 is the opposite of 0, and 4 is 0 by symmetry. */
static int planted_canonical(int index, int *sign)
{
    *sign = index == 3 ? -1 : index == 4 ? 0 : 1;
    return index == 3 ? 0 : index;
}

static void test_planted_weights_are_found(void **state)
{
    (void)state;
    const GameWeights weights = { .count = COUNT,
                                  .numbers = NOTHING,
                                  .canonical = planted_canonical };
    const FitOptions  options = { .epochs = 20, .rate = 0.1, .seed = 1 };
    FitSamples        samples;
    FitReport         report;
    int32_t           numbers[COUNT], again[COUNT];
    Random            random = random_seeded(3);
    fit_samples_init(&samples, &weights, SCALE);
    for (int n = 0; n < SAMPLES; n++) {
        WeightTerms terms = { .phase = (int)random_below(&random, WEIGHTS_PHASES + 1), .rest = 25 };
        double      value = terms.rest;
        for (int i = 0; i < COUNT; i++) {
            int times = (int)random_below(&random, 5) - 2;
            if (times == 0)
                continue;
            terms.index[terms.count] = (uint16_t)i;
            terms.times[terms.count++] = (int8_t)times;
            value +=
                times *
                (PLANTED[i][0] * terms.phase + PLANTED[i][1] * (WEIGHTS_PHASES - terms.phase)) /
                (double)WEIGHTS_PHASES;
        }
        assert_int_equal(
            fit_samples_add(&samples, &terms, 1 / (1 + exp(-value / SCALE)), n % 8 == 0),
            STATUS_OK);
    }
    assert_int_equal(fit_weights(&samples, &options, numbers, &report), STATUS_OK);
    for (int i = 0; i < COUNT; i++)
        if (abs(weight_early(numbers[i]) - PLANTED[i][0]) > 2 ||
            abs(weight_late(numbers[i]) - PLANTED[i][1]) > 2)
            fail_msg("weight %d: %d and %d", i, weight_early(numbers[i]), weight_late(numbers[i]));
    assert_int_equal(report.samples[1], SAMPLES / 8);
    assert_true(report.fitted[1] < report.in_use[1]);
    assert_true(fabs(report.in_use[1] - report.without[1]) < 1e-9); /* it began with 0 */
    assert_int_equal(fit_weights(&samples, &options, again, &report), STATUS_OK);
    assert_memory_equal(numbers, again, sizeof numbers);
    fit_samples_free(&samples);
}

/* --- files -------------------------------------------------------------------------------- */

static void test_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } BAD[] = {
        { "1, 2,", "begins with a comment" },
        { "/* open", "begins with a comment" },
        { "/* a */ 1,", "number 2 of 2" },
        { "/* a */ 1 2", "number 1 of 2" },
        { "/* a */ 1, 2, 3,", "follows the last" },
        { "/* a */ 1, 3001,", "weight 2 is beyond" },
        { "/* a */ 1, 2147483647,", "number 2 of 2" },
        { "/* a */ 1, 99999999999,", "number 2 of 2" },
    };
    int32_t numbers[2];
    Fault   fault;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        assert_int_equal(weights_read(BAD[i].text, 2, numbers, &fault), STATUS_SYNTAX);
        assert_non_null(strstr(fault.why, BAD[i].why));
    }
    assert_int_equal(weights_read("/* good */\n-65537,\n131074,\n", 2, numbers, &fault), STATUS_OK);
    assert_int_equal(numbers[0], weight_pack(-1, -1));
    assert_int_equal(numbers[1], weight_pack(2, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_addition_sums_both_values),
        cmocka_unit_test(test_evaluation_is_sum_of_terms),
        cmocka_unit_test(test_planted_weights_are_found),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
