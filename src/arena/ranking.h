/* ranking.h - the standings of a contest and Elo ratings of the bots.
 *
 * Knows:   points, tie-breaks, ratings by maximum likelihood and their errors.
 * Ignores: names, programs, moves.  Bots are indexes from 0.
 *
 * Ratings follow the Bradley-Terry model with Davidson's extension for draws and an advantage for
 * the first move.  Let s and t be the ratings of the first and second mover, in units of 400 / ln
 * 10 Elo, e the advantage and d the ease of drawing.  The probabilities are in the proportion
 *
 *     first wins : draw : second wins  =  exp((s - t + e) / 2) : exp(d) : exp((t - s - e) / 2)
 *
 * The log-likelihood is concave, so it has one maximum, which Newton's method finds.  A bot that
 * has won or lost every game would have no finite rating.  So a prior adds half a won and half a
 * lost game against a virtual bot of average strength, which a few real games outweigh.  Errors
 * come from the curvature at the maximum.
 */
#ifndef ARENA_RANKING_H
#define ARENA_RANKING_H

#include <stdbool.h>

#include "base/status.h"
#include "play/stats.h"

typedef struct RankGame {
    int first, second; /* bots */
    int half_points;   /* of the first mover: 0, 1, 2 */
} RankGame;

typedef struct RankRow {
    int    bot;
    int    place; /* from 1; equal if points and all tie-breaks are equal */
    int    games, wins, draws, losses;
    int    half_points; /* byes included */
    int    merit;
    double share;      /* points per game, with `by_share`; else 0 */
    double buchholz;   /* points of all opponents, summed over games */
    double sonneborn;  /* points of beaten and half of drawn opponents, summed over games */
    int    direct;     /* half points against bots with equal points */
    double elo, error; /* 95 % interval: elo +- error; the mean of all bots is 0 */
} RankRow;

typedef struct Ranking {
    int      count;
    RankRow *rows;     /* by place */
    int     *row_of;   /* index in `rows` by bot */
    double  *superior; /* [a * count + b]: likelihood of superiority of bot a over bot b */
    int     *cross;    /* [a * count + b]: half points of a against b */
    int     *met;      /* [a * count + b]: games of a against b */
    double   first_elo, first_error; /* the advantage of the first move */
    double   draw_share;             /* between equal bots, by the model; 0 without draws */
    int      games, draws, first_wins, second_wins;
} Ranking;

/* What counts besides games, per bot.  Either may be NULL. */
typedef struct RankExtras {
    const int *byes;  /* half points for byes */
    const int *merit; /* first sort key, descending: rounds survived in a knockout, the place on a
                         ladder */
    bool by_share; /* gauntlet: by points per game, because bots have different numbers of games */
} RankExtras;

/* Rank the bots by merit, points, direct encounters, Buchholz, Sonneborn-Berger, wins, index.
 * STATUS_NO_MEMORY is the only failure. */
Status ranking_make(const RankGame *games, int game_count, int bot_count, const RankExtras *extras,
                    Ranking *out);
void   ranking_free(Ranking *ranking);

#endif
