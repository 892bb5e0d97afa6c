/* SPDX-License-Identifier: MIT */
/* play/stats against values computed by hand; the calculation stands beside each. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "play/stats.h"

static void assert_near(double value, double wanted, double error)
{
    if (!(fabs(value - wanted) <= error))
        fail_msg("%.6f is not %.6f", value, wanted);
}

static Tally of_pairs(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e)
{
    /* A pair of one point is a win and a loss here; how it came about makes no difference to what
     * is computed from pairs. */
    return (Tally){
        .win = c + d + 2 * e, .draw = b + d, .loss = 2 * a + b + c, .pair = { a, b, c, d, e }
    };
}

static void test_tally(void **state)
{
    (void)state;
    Tally tally = { 0 };
    assert_near(tally_score(&tally), 0.5, 0);
    static const int POINTS[] = { 2, 2, 2, 1, 1, 1, 2, 0, 1, 0, 0, 0 };
    for (int i = 0; i < 12; i += 2) {
        tally_game(&tally, POINTS[i]);
        tally_game(&tally, POINTS[i + 1]);
        tally_pair(&tally, POINTS[i], POINTS[i + 1]);
    }
    assert_int_equal(tally.win, 4);
    assert_int_equal(tally.draw, 4);
    assert_int_equal(tally.loss, 4);
    assert_int_equal(tally_games(&tally), 12);
    assert_int_equal(tally_pairs(&tally), 6);
    static const int64_t PAIRS[PAIR_KINDS] = { 1, 1, 2, 1, 1 };
    for (int i = 0; i < PAIR_KINDS; i++)
        assert_int_equal(tally.pair[i], PAIRS[i]);
    assert_near(tally_score(&tally), 0.5, 1e-12);
}

static void test_elo(void **state)
{
    (void)state;
    assert_near(elo_to_score(0), 0.5, 1e-12);
    assert_near(elo_to_score(400), 10.0 / 11, 1e-12);  /* ten to one */
    assert_near(score_to_elo(0.75), 190.848502, 1e-5); /* 400 log10 3 */
    assert_near(score_to_elo(0.25), -190.848502, 1e-5);
    for (int elo = -800; elo <= 800; elo += 100)
        assert_near(score_to_elo(elo_to_score(elo)), elo, 1e-8);
    assert_true(isinf(score_to_elo(1)) && score_to_elo(1) > 0);
    assert_true(isinf(score_to_elo(0)) && score_to_elo(0) < 0);
}

static void test_wilson(void **state)
{
    (void)state;
    /* All of n: n / (n + z^2), z^2 = 3.841459 */
    assert_near(wilson_low(200, 200), 200 / 203.841459, 1e-6);
    assert_near(wilson_low(400, 400), 400 / 403.841459, 1e-6);
    assert_near(wilson_high(200, 200), 1, 1e-12);
    assert_near(wilson_low(0, 200), 0, 1e-12);
    assert_near(wilson_high(0, 200), 1 - 200 / 203.841459, 1e-6);
    /* Half of 100: 0.5 +- 1.959964 sqrt(0.0025 + 0.0000960365) / 1.0384146 */
    assert_near(wilson_low(50, 100), 0.403832, 1e-6);
    assert_near(wilson_high(50, 100), 0.596168, 1e-6);
    /* Nothing is known. */
    assert_near(wilson_low(0, 0), 0, 0);
    assert_near(wilson_high(0, 0), 1, 0);
}

static void test_score_interval(void **state)
{
    (void)state;
    /* Two pairs split, eight won: mean 0.9, variance (2 * 0.16 + 8 * 0.01) / 10 = 0.04, worth
     * 0.09 * 10 / 0.04 = 22.5 games; Wilson for 20.25 of 22.5. */
    Tally    tally = of_pairs(0, 0, 2, 0, 8);
    Estimate score = stats_score(&tally);
    assert_near(score.value, 0.9, 1e-12);
    assert_near(score.low, 0.713106, 1e-5);
    assert_near(score.high, 0.970227, 1e-5);
    Estimate elo = stats_elo(&tally);
    assert_near(elo.value, 400 * log10(9), 1e-9);
    assert_near(elo.low, score_to_elo(score.low), 1e-9);
    assert_near(elo.high, score_to_elo(score.high), 1e-9);

    /* Pairs as independent coins make them are worth their games: variance 1/8, 0.25 * 4 / 0.125. */
    tally = of_pairs(1, 0, 2, 0, 1);
    score = stats_score(&tally);
    assert_near(score.low, wilson_low(4, 8), 1e-12);
    assert_near(score.high, wilson_high(4, 8), 1e-12);

    /* A pair that was drawn twice tells more than one that was won and lost by chance. */
    Tally steady = of_pairs(1, 0, 14, 0, 1), rough = of_pairs(4, 0, 8, 0, 4);
    assert_true(stats_score(&steady).low > stats_score(&rough).low);
    assert_true(stats_score(&steady).high < stats_score(&rough).high);

    /* All alike: games count. */
    tally = of_pairs(0, 0, 0, 0, 100);
    score = stats_score(&tally);
    assert_near(score.value, 1, 0);
    assert_near(score.low, 200 / 203.841459, 1e-6);
    assert_true(score.high == 1);
    tally = of_pairs(30, 0, 0, 0, 0);
    assert_true(stats_score(&tally).low == 0);
    assert_true(isinf(stats_elo(&tally).low));
    tally = (Tally){ 0 };
    score = stats_score(&tally);
    assert_near(score.low, 0, 0);
    assert_near(score.high, 1, 0);
}

static void test_superiority(void **state)
{
    (void)state;
    /* Mean 0.6, variance (0.36 + 2 * 0.01 + 2 * 0.16) / 5 = 0.14; 0.1 / sqrt(0.14 / 5) = 0.597614
     * standard deviations above one half. */
    Tally tally = of_pairs(1, 0, 2, 0, 2);
    assert_near(stats_superiority(&tally), 0.724950, 1e-5);
    tally = of_pairs(2, 0, 2, 0, 1);
    assert_near(stats_superiority(&tally), 1 - 0.724950, 1e-5);
    tally = of_pairs(0, 0, 0, 0, 5);
    assert_near(stats_superiority(&tally), 1, 0);
    tally = (Tally){ 0 };
    assert_near(stats_superiority(&tally), 0.5, 0);
}

static void test_sprt_bounds(void **state)
{
    (void)state;
    Sprt sprt = { .elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05 };
    assert_near(sprt_low(&sprt), -2.944439, 1e-6); /* ln(0.05 / 0.95) */
    assert_near(sprt_high(&sprt), 2.944439, 1e-6);
    sprt.beta = 0.1;
    assert_near(sprt_low(&sprt), -2.251292, 1e-6); /* ln(0.1 / 0.95) */
    assert_near(sprt_high(&sprt), 2.890372, 1e-6); /* ln(0.9 / 0.05) */
}

static void test_sprt_ratio(void **state)
{
    (void)state;
    Sprt  sprt = { .elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05 };
    Tally tally = { 0 };
    assert_near(sprt_ratio(&sprt, &tally), 0, 0);

    /* Pairs that are won or lost as a whole are coins: 60 ln(s1 / s0) + 40 ln((1 - s1) / (1 - s0))
     * with s0 = 0.5, s1 = 0.571463.  What never came up is taken as a thousandth of a pair. */
    tally = of_pairs(40, 0, 0, 0, 60);
    assert_near(sprt_ratio(&sprt, &tally), 1.846, 0.01);

    /* All pairs split: with score s1 at most (1 - s1) / 0.5 = 0.857074 of them would be;
     * 100 ln 0.857074. */
    tally = of_pairs(0, 0, 100, 0, 0);
    assert_near(sprt_ratio(&sprt, &tally), -15.42, 0.1);
    assert_int_equal(sprt_decision(&sprt, &tally), SPRT_FIRST);

    /* The other player's view is the opposite. */
    Tally a = of_pairs(7, 11, 30, 17, 20), b = of_pairs(20, 17, 30, 11, 7);
    Sprt  mirrored = { .elo0 = -50, .elo1 = 0, .alpha = 0.05, .beta = 0.05 };
    assert_near(sprt_ratio(&sprt, &a), -sprt_ratio(&mirrored, &b), 1e-6);

    /* Near the two claims the normal approximation (s1 - s0) (2 mean - s0 - s1) n / (2 variance)
     * agrees. */
    Sprt   close = { .elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05 };
    Tally  many = of_pairs(380, 700, 1680, 780, 460);
    double n = 4000, mean = (0.25 * 700 + 0.5 * 1680 + 0.75 * 780 + 460) / n;
    double variance = (380 * mean * mean + 700 * pow(0.25 - mean, 2) + 1680 * pow(0.5 - mean, 2) +
                       780 * pow(0.75 - mean, 2) + 460 * pow(1 - mean, 2)) /
                      n;
    double s0 = 0.5, s1 = elo_to_score(5);
    assert_near(sprt_ratio(&close, &many), (s1 - s0) * (2 * mean - s0 - s1) * n / (2 * variance),
                0.05);
    assert_int_equal(sprt_decision(&close, &many), SPRT_SECOND);
    Tally few = of_pairs(4, 7, 17, 8, 4);
    assert_int_equal(sprt_decision(&close, &few), SPRT_OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tally),       cmocka_unit_test(test_elo),
        cmocka_unit_test(test_wilson),      cmocka_unit_test(test_score_interval),
        cmocka_unit_test(test_superiority), cmocka_unit_test(test_sprt_bounds),
        cmocka_unit_test(test_sprt_ratio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
