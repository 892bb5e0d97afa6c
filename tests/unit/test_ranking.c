/* SPDX-License-Identifier: MIT */
/* test_ranking.c - the ranking against results computed by hand and simulated contests. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "arena/ranking.h"
#include "base/random.h"

static Ranking rank(const RankGame *games, int count, int bots)
{
    Ranking ranking;
    assert_int_equal(ranking_make(games, count, bots, NULL, &ranking), STATUS_OK);
    return ranking;
}

static const RankRow *row(const Ranking *r, int bot)
{
    return &r->rows[r->row_of[bot]];
}

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.6f, expected %.6f", got, want);
}

static int repeat(RankGame *games, int at, RankGame game, int times)
{
    for (int i = 0; i < times; i++)
        games[at++] = game;
    return at;
}

/* Two bots, colours balanced, no draws: a wins 30 of 40.  With the prior (half a win, half a loss
 * each) x = s - t maximises 30 ln p(x) + 10 ln p(-x) + 2 * (0.5 ln p(x/2) + 0.5 ln p(-x/2)):
 * 40 p(x) + p(x/2) = 30.5. */
static void test_two_bots_by_hand(void **state)
{
    (void)state;
    RankGame games[40];
    int      n = repeat(games, 0, (RankGame){ 0, 1, 2 }, 15);
    n = repeat(games, n, (RankGame){ 0, 1, 0 }, 5);
    n = repeat(games, n, (RankGame){ 1, 0, 2 }, 5);
    n = repeat(games, n, (RankGame){ 1, 0, 0 }, 15);
    double low = 0, high = 3;
    for (int i = 0; i < 100; i++) {
        double x = (low + high) / 2;
        double sum = 40 / (1 + exp(-x)) + 1 / (1 + exp(-x / 2));
        if (sum < 30.5)
            low = x;
        else
            high = x;
    }
    Ranking r = rank(games, n, 2);
    near(row(&r, 0)->elo - row(&r, 1)->elo, low * 400 / log(10), 1e-6);
    near(row(&r, 0)->elo + row(&r, 1)->elo, 0, 1e-9);
    near(r.first_elo, 0, 1e-6);
    assert_int_equal(row(&r, 0)->half_points, 60);
    assert_int_equal(r.cross[0 * 2 + 1], 60);
    assert_int_equal(r.met[1 * 2 + 0], 40);
    /* The curvature at the maximum by hand: 40 p q + 2 * 0.25 p' q' for x, error of x / 2. */
    double p = 1 / (1 + exp(-low)), h = 1 / (1 + exp(-low / 2));
    double variance = 1 / (40 * p * (1 - p) + 0.5 * h * (1 - h));
    near(row(&r, 0)->error, 1.959964 * sqrt(variance) / 2 * 400 / log(10), 1e-3);
    near(r.superior[0 * 2 + 1], 0.5 * erfc(-low / sqrt(variance) / sqrt(2)), 1e-6);
    near(r.superior[0 * 2 + 1] + r.superior[1 * 2 + 0], 1, 1e-9);
    ranking_free(&r);
}

/* Equal bots, the first mover wins 3 of 4: this is entirely the advantage of the first move. */
static void test_first_move(void **state)
{
    (void)state;
    RankGame games[400];
    int      n = repeat(games, 0, (RankGame){ 0, 1, 2 }, 150);
    n = repeat(games, n, (RankGame){ 0, 1, 0 }, 50);
    n = repeat(games, n, (RankGame){ 1, 0, 2 }, 150);
    n = repeat(games, n, (RankGame){ 1, 0, 0 }, 50);
    Ranking r = rank(games, n, 2);
    near(row(&r, 0)->elo, 0, 1e-6);
    near(r.first_elo, log(3) * 400 / log(10), 2); /* the prior shifts it slightly */
    assert_true(r.first_error > 20 && r.first_error < 60);
    assert_int_equal(r.first_wins, 300);
    ranking_free(&r);
}

static void test_draws(void **state)
{
    (void)state;
    RankGame games[400];
    int      n = repeat(games, 0, (RankGame){ 0, 1, 1 }, 240);
    n = repeat(games, n, (RankGame){ 0, 1, 2 }, 40);
    n = repeat(games, n, (RankGame){ 1, 0, 2 }, 40);
    n = repeat(games, n, (RankGame){ 0, 1, 0 }, 40);
    n = repeat(games, n, (RankGame){ 1, 0, 0 }, 40);
    Ranking r = rank(games, n, 2);
    near(r.draw_share, 0.6, 0.002);
    near(row(&r, 0)->elo, 0, 1e-6);
    assert_int_equal(r.draws, 240);
    ranking_free(&r);
}

/* A bot that lost every game has a low but finite rating; one without games is in the middle. */
static void test_extremes(void **state)
{
    (void)state;
    RankGame games[40];
    int      n = repeat(games, 0, (RankGame){ 0, 1, 2 }, 10);
    n = repeat(games, n, (RankGame){ 1, 0, 0 }, 10);
    Ranking r = rank(games, n, 3);
    assert_true(row(&r, 0)->elo > 100 && row(&r, 0)->elo < 1000);
    assert_true(row(&r, 1)->elo < -100 && row(&r, 1)->elo > -1000);
    near(row(&r, 2)->elo, 0, 1e-6);
    assert_true(row(&r, 2)->error > row(&r, 0)->error);
    ranking_free(&r);
    r = rank(NULL, 0, 2); /* no game at all */
    near(row(&r, 0)->elo, 0, 1e-9);
    near(r.superior[1], 0.5, 1e-9);
    assert_int_equal(row(&r, 0)->place, 1);
    assert_int_equal(row(&r, 1)->place, 1);
    ranking_free(&r);
    r = rank(NULL, 0, 0);
    ranking_free(&r);
}

/* Four bots, points and tie-breaks computed by hand:
 *   0 beats 1, draws 2, beats 3: 2.5;  1 beats 2, beats 3: 2;  2 draws 0, beats 3: 1.5;  3: 0. */
static void test_points_by_hand(void **state)
{
    (void)state;
    static const RankGame GAMES[] = { { 0, 1, 2 }, { 2, 0, 1 }, { 3, 0, 0 },
                                      { 1, 2, 2 }, { 3, 1, 0 }, { 2, 3, 2 } };
    static const double   SONNEBORN[] = { 2 + 1.5 / 2 + 0, 1.5 + 0, 2.5 / 2 + 0, 0 };
    Ranking               r = rank(GAMES, 6, 4);
    for (int bot = 0; bot < 4; bot++) {
        assert_int_equal(row(&r, bot)->place, bot + 1);
        near(row(&r, bot)->sonneborn, SONNEBORN[bot], 1e-9);
        near(row(&r, bot)->buchholz, 6 - row(&r, bot)->half_points / 2.0, 1e-9);
    }
    assert_int_equal(row(&r, 0)->half_points, 5);
    assert_int_equal(row(&r, 0)->wins, 2);
    assert_int_equal(row(&r, 0)->draws, 1);
    ranking_free(&r);
}

/* Tie-break: the direct encounter decides between equal points. */
static void test_direct_encounter(void **state)
{
    (void)state;
    /* 1 beats 0; 0 beats 2 and 3; 1 beats 2, loses to 3; 3 loses to 2: 0 and 1 have 2, 2 and 3 have
     * 1 */
    static const RankGame GAMES[] = { { 0, 1, 0 }, { 0, 2, 2 }, { 0, 3, 2 },
                                      { 1, 2, 2 }, { 3, 1, 2 }, { 2, 3, 2 } };
    Ranking               r = rank(GAMES, 6, 4);
    assert_int_equal(row(&r, 1)->place, 1);
    assert_int_equal(row(&r, 0)->place, 2);
    assert_int_equal(row(&r, 2)->place, 3);
    assert_int_equal(row(&r, 3)->place, 4);
    ranking_free(&r);
    const int  merit[] = { 0, 0, 0, 5 }, byes[] = { 0, 0, 4, 0 };
    RankExtras extras = { .byes = byes, .merit = merit };
    assert_int_equal(ranking_make(GAMES, 6, 4, &extras, &r), STATUS_OK);
    assert_int_equal(row(&r, 3)->place, 1); /* merit first */
    assert_int_equal(row(&r, 2)->place, 2); /* then points, byes included */
    assert_int_equal(row(&r, 2)->half_points, 6);
    ranking_free(&r);
}

/* Simulated contests with known strengths: in about 95 of 100 the true rating is in the
 * interval. */
static void test_simulated_contests(void **state)
{
    (void)state;
    enum { BOTS = 6, GAMES = 12, WORLDS = 60 };
    static const double TRUTH[BOTS] = { -250, -120, -30, 50, 130, 220 };
    const double        advantage = 60, ease = -0.4, unit = 400 / log(10);
    int                 inside = 0, first_inside = 0;
    double              sum[BOTS] = { 0 };
    Random              random = random_seeded(77);
    for (int world = 0; world < WORLDS; world++) {
        RankGame games[BOTS * BOTS * GAMES];
        int      n = 0;
        for (int a = 0; a < BOTS; a++)
            for (int b = 0; b < BOTS; b++)
                for (int k = 0; a != b && k < GAMES; k++) {
                    double x = (TRUTH[a] - TRUTH[b] + advantage) / unit;
                    double w = exp(x / 2), d = exp(ease), l = exp(-x / 2);
                    double u =
                        (double)(random_next(&random) >> 11) / 9007199254740992.0 * (w + d + l);
                    games[n++] = (RankGame){ a, b, u < w ? 2 : u < w + d ? 1 : 0 };
                }
        Ranking r = rank(games, n, BOTS);
        for (int bot = 0; bot < BOTS; bot++) {
            inside += fabs(row(&r, bot)->elo - TRUTH[bot]) <= row(&r, bot)->error;
            sum[bot] += row(&r, bot)->elo / WORLDS;
        }
        first_inside += fabs(r.first_elo - advantage) <= r.first_error;
        ranking_free(&r);
    }
    for (int bot = 0; bot < BOTS; bot++)
        near(sum[bot], TRUTH[bot], 15);
    assert_in_range(inside, WORLDS * BOTS * 90 / 100, WORLDS * BOTS * 99 / 100);
    assert_in_range(first_inside, WORLDS * 85 / 100, WORLDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_bots_by_hand),
        cmocka_unit_test(test_first_move),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_points_by_hand),
        cmocka_unit_test(test_direct_encounter),
        cmocka_unit_test(test_simulated_contests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
