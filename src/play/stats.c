/* SPDX-License-Identifier: MIT */
#include "play/stats.h"

#include <assert.h>
#include <math.h>

static const double Z95 = 1.959963984540054; /* 95 % of a normal distribution is within +-Z95 */

void tally_game(Tally *tally, int half_points)
{
    assert(half_points >= 0 && half_points <= 2);
    assert(half_points >= 0 && half_points <= 2);
    int64_t *const counts[] = { &tally->loss, &tally->draw, &tally->win };
    ++*counts[half_points];
}

void tally_pair(Tally *tally, int half_points_a, int half_points_b)
{
    assert(half_points_a >= 0 && half_points_a <= 2);
    assert(half_points_b >= 0 && half_points_b <= 2);
    tally->pair[half_points_a + half_points_b]++;
}

int64_t tally_games(const Tally *tally)
{
    return tally->win + tally->draw + tally->loss;
}

int64_t tally_pairs(const Tally *tally)
{
    int64_t sum = 0;
    for (int i = 0; i < PAIR_KINDS; i++)
        sum += tally->pair[i];
    return sum;
}

static double points_of(const Tally *tally)
{
    return (double)tally->win + 0.5 * (double)tally->draw;
}

double tally_score(const Tally *tally)
{
    int64_t games = tally_games(tally);
    return games == 0 ? 0.5 : points_of(tally) / (double)games;
}

/* --- Scores and ratings ------------------------------------------------------------------- */

double elo_to_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double score_to_elo(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

/* Return one end of the Wilson interval; `sign` is -1 for the lower and 1 for the upper. */
static double wilson_end(double points, double trials, double sign)
{
    if (trials <= 0)
        return sign < 0 ? 0 : 1;
    if (sign < 0 ? points <= 0 : points >= trials)
        return sign < 0 ? 0 : 1; /* exact despite rounding */
    double p = points / trials, z2 = Z95 * Z95;
    double middle = p + z2 / (2 * trials);
    double half = Z95 * sqrt(p * (1 - p) / trials + z2 / (4 * trials * trials));
    return (middle + sign * half) / (1 + z2 / trials);
}

double wilson_low(double points, double trials)
{
    return wilson_end(points, trials, -1);
}

double wilson_high(double points, double trials)
{
    return wilson_end(points, trials, 1);
}

/* Return the score per game of a pair of kind i. */
static double pair_score(int i)
{
    return i / 4.0;
}

/* Compute mean and variance of the score per game of one pair.  Requires a pair. */
static void pair_moments(const Tally *tally, double *mean, double *variance)
{
    double pairs = (double)tally_pairs(tally), sum = 0, squares = 0;
    for (int i = 0; i < PAIR_KINDS; i++)
        sum += (double)tally->pair[i] * pair_score(i);
    *mean = sum / pairs;
    for (int i = 0; i < PAIR_KINDS; i++)
        squares += (double)tally->pair[i] * (pair_score(i) - *mean) * (pair_score(i) - *mean);
    *variance = squares / pairs;
}

/* Return the effective number of games: the n of independent games without draws whose score p has
 * the observed variance p (1 - p) / n of the pairs.  The Wilson interval for n stays inside 0 and 1,
 * unlike the normal one.  If all pairs are equal their variance is 0, and games count as games. */
static double equal_games(const Tally *tally)
{
    double mean, variance, games = (double)tally_games(tally);
    if (tally_pairs(tally) == 0)
        return games;
    pair_moments(tally, &mean, &variance);
    return variance <= 0 ? games : mean * (1 - mean) * (double)tally_pairs(tally) / variance;
}

Estimate stats_score(const Tally *tally)
{
    double score = tally_score(tally), games = equal_games(tally);
    return (Estimate){ score, wilson_low(score * games, games), wilson_high(score * games, games) };
}

Estimate stats_elo(const Tally *tally)
{
    Estimate score = stats_score(tally);
    return (Estimate){ score_to_elo(score.value), score_to_elo(score.low),
                       score_to_elo(score.high) };
}

double stats_superiority(const Tally *tally)
{
    double mean, variance;
    if (tally_pairs(tally) == 0)
        return 0.5;
    pair_moments(tally, &mean, &variance);
    if (variance <= 0)
        return mean > 0.5 ? 1 : mean < 0.5 ? 0 : 0.5;
    return 0.5 * erfc(-(mean - 0.5) / sqrt(2 * variance / (double)tally_pairs(tally)));
}

/* --- SPRT --------------------------------------------------------------------------------- */

/* A small prior, because kinds of pairs that did not occur are not impossible. */
static const double UNSEEN = 1e-3;

/* Return the log-likelihood of the maximum-likelihood distribution with mean `score`.  By Lagrange
 * multipliers it is share[i] / (1 + t (a[i] - score)).  t is the root of a function that decreases on
 * the interval in which all terms are positive. */
static double tilt_for(const double *share, double score)
{
    double low = -1 / (1 - score), high = 1 / score;
    for (int round = 0; round < 200; round++) {
        double t = (low + high) / 2, slope = 0;
        for (int i = 0; i < PAIR_KINDS; i++) {
            double d = pair_score(i) - score;
            slope += share[i] * d / (1 + t * d);
        }
        if (slope > 0)
            low = t;
        else
            high = t;
    }
    return (low + high) / 2;
}

double sprt_ratio(const Sprt *sprt, const Tally *tally)
{
    if (tally_pairs(tally) == 0)
        return 0;
    double count[PAIR_KINDS], share[PAIR_KINDS], pairs = 0, ratio = 0;
    for (int i = 0; i < PAIR_KINDS; i++) {
        count[i] = tally->pair[i] == 0 ? UNSEEN : (double)tally->pair[i];
        pairs += count[i];
    }
    for (int i = 0; i < PAIR_KINDS; i++)
        share[i] = count[i] / pairs;
    double score0 = elo_to_score(sprt->elo0), score1 = elo_to_score(sprt->elo1);
    double tilt0 = tilt_for(share, score0), tilt1 = tilt_for(share, score1);
    for (int i = 0; i < PAIR_KINDS; i++)
        ratio += count[i] * log((1 + tilt0 * (pair_score(i) - score0)) /
                                (1 + tilt1 * (pair_score(i) - score1)));
    return ratio;
}

double sprt_low(const Sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_high(const Sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

SprtDecision sprt_decision(const Sprt *sprt, const Tally *tally)
{
    double ratio = sprt_ratio(sprt, tally);
    if (ratio <= sprt_low(sprt))
        return SPRT_FIRST;
    return ratio >= sprt_high(sprt) ? SPRT_SECOND : SPRT_OPEN;
}
