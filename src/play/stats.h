/* stats.h - what the results of many games say about two players.
 *
 * Knows:   counts of games and of pairs of games, rating differences, when to stop a match.
 * Ignores: who played, and what.
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

/* Wins, draws and losses of the first player, and its pairs by the half points they brought. */
typedef struct Tally {
    int64_t win, draw, loss;
    int64_t pair[PAIR_KINDS];
} Tally;

/* Count one game, which brought the first player so many half points: 0, 1 or 2. */
void tally_game(Tally *tally, int half_points);
/* Count a pair of games, both of which have been counted by tally_game, too. */
void tally_pair(Tally *tally, int half_points_a, int half_points_b);

int64_t tally_games(const Tally *tally);
int64_t tally_pairs(const Tally *tally);
/* Points per game, from 0 to 1; 0.5 if there are no games. */
double tally_score(const Tally *tally);

/* A value and the two ends of its 95 % interval. */
typedef struct Estimate {
    double value, low, high;
} Estimate;

/* Points per game.  The interval is Wilson's for as many games as the pairs are worth. */
Estimate stats_score(const Tally *tally);
/* The same as a rating difference; minus or plus infinity where a score is 0 or 1. */
Estimate stats_elo(const Tally *tally);

/* The score that a player who is better by `elo` expects, and back. */
double elo_to_score(double elo);
double score_to_elo(double score);

/* The lower end of the 95 % interval (two-sided, z = 1.96) for a chance after `points` of `trials`,
 * by Wilson: 200 of 200 mean at least 0.981. */
double wilson_low(double points, double trials);
double wilson_high(double points, double trials);

/* The chance that the first player is the better one, by the normal approximation over pairs. */
double stats_superiority(const Tally *tally);

typedef struct Sprt {
    double elo0, elo1;  /* the two claims: the difference is elo0, or it is elo1 */
    double alpha, beta; /* chances to take the second, or the first, by mistake */
} Sprt;

typedef enum SprtDecision { SPRT_OPEN, SPRT_FIRST, SPRT_SECOND } SprtDecision;

/* The logarithm of how much more likely the pairs are if the difference is elo1 than if it is elo0,
 * each time for the likeliest distribution of pairs with that score.  0 without pairs. */
double sprt_ratio(const Sprt *sprt, const Tally *tally);
/* Where the test ends. */
double       sprt_low(const Sprt *sprt);
double       sprt_high(const Sprt *sprt);
SprtDecision sprt_decision(const Sprt *sprt, const Tally *tally);

#endif
