/* stats.h - statistics of a match: score, Elo difference, intervals, SPRT.
 *
 * Knows:   counts of games and of pairs of games, rating differences, when to stop a match.
 * Ignores: players and games.
 *
 * Games come in pairs: the same opening twice, with sides swapped.  The two games of a pair are not
 * independent (a lopsided opening is won by the same side twice), so everything about certainty is
 * computed from pairs, whose scores 0, 1/2, 1, 3/2 and 2 are counted.  docs/matches.md has the
 * formulas.  All functions are pure.
 */
#ifndef PLAY_STATS_H
#define PLAY_STATS_H

#include <stdbool.h>
#include <stdint.h>

enum { PAIR_KINDS = 5 };

/* Wins, draws and losses of the first player, and its pairs by half points. */
typedef struct Tally {
    int64_t win, draw, loss;
    int64_t pair[PAIR_KINDS];
} Tally;

/* Count one game with 0, 1 or 2 half points for the first player. */
void tally_game(Tally *tally, int half_points);
/* Count a pair of games; tally_game must also count both. */
void tally_pair(Tally *tally, int half_points_a, int half_points_b);

int64_t tally_games(const Tally *tally);
int64_t tally_pairs(const Tally *tally);
/* Points per game, from 0 to 1; 0.5 if there are no games. */
double tally_score(const Tally *tally);

/* A value and the two ends of its 95 % interval. */
typedef struct Estimate {
    double value, low, high;
} Estimate;

/* Points per game with a Wilson interval for the effective number of games of the pairs. */
Estimate stats_score(const Tally *tally);
/* The same as an Elo difference; infinite if the score is 0 or 1. */
Estimate stats_elo(const Tally *tally);

/* Convert an Elo difference to an expected score, and back. */
double elo_to_score(double elo);
double score_to_elo(double score);

/* The lower end of the 95 % interval (two-sided, z = 1.96) for a chance after `points` of `trials`,
 * by Wilson: 200 of 200 mean at least 0.981. */
double wilson_low(double points, double trials);
double wilson_high(double points, double trials);

/* Return the likelihood of superiority (LOS) of the first player, by the normal approximation over
 * pairs. */
double stats_superiority(const Tally *tally);

typedef struct Sprt {
    double elo0, elo1;  /* the two hypotheses about the difference */
    double alpha, beta; /* error rates: to accept elo1, or elo0, by mistake */
} Sprt;

typedef enum SprtDecision { SPRT_OPEN, SPRT_FIRST, SPRT_SECOND } SprtDecision;

/* Return the log-likelihood ratio of elo1 to elo0 given the pairs, each with the maximum-likelihood
 * distribution of pairs that has this score (GSPRT).  0 without pairs. */
double sprt_ratio(const Sprt *sprt, const Tally *tally);
/* The bounds at which the test stops, and its decision. */
double       sprt_low(const Sprt *sprt);
double       sprt_high(const Sprt *sprt);
SprtDecision sprt_decision(const Sprt *sprt, const Tally *tally);

#endif
