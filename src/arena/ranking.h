/* ranking.h - what many games among many bots say about them.
 *
 * Knows:   points, tie-breaks, strengths by maximum likelihood, how sure they are.
 * Ignores: names, programs, games' contents.  Bots are indexes from 0.
 *
 * Strengths follow the model of Bradley and Terry with draws after Davidson and an advantage for the
 * first move.  With strengths s of the first mover and t of the other (in units of 400 / ln 10 Elo),
 * advantage e and ease of drawing d the three results are in the proportion
 *
 *     first wins : draw : second wins  =  exp((s - t + e) / 2) : exp(d) : exp((t - s - e) / 2)
 *
 * which makes the logarithm of the likelihood concave: there is one maximum, and Newton's method
 * finds it.  Whoever has won or lost every game has no finite strength; so each bot is given one half
 * of a won and one half of a lost game against an invisible bot of average strength, a pull to the
 * middle that a few real games outweigh.  Errors come from the curvature at the maximum.
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
    int    place; /* from 1; equal where points and all tie-breaks are */
    int    games, wins, draws, losses;
    int    half_points; /* byes included */
    int    merit;
    double buchholz;   /* points of all opponents, each game counted */
    double sonneborn;  /* points of those beaten, half of those drawn with, each game counted */
    int    direct;     /* half points against those with as many points */
    double elo, error; /* 95 % of the time the truth is within elo +- error; the mean of all is 0 */
} RankRow;

typedef struct Ranking {
    int      count;
    RankRow *rows;     /* by place */
    int     *row_of;   /* of a bot */
    double  *superior; /* [a * count + b]: the chance that bot a is better than bot b */
    int     *cross;    /* [a * count + b]: half points of a against b */
    int     *met;      /* [a * count + b]: games of a against b */
    double   first_elo, first_error; /* the advantage of the first move */
    double   draw_share;             /* of games between equals, by the model; 0 without draws */
    int      games, draws, first_wins, second_wins;
} Ranking;

/* What counts besides games, by bot.  Either may be NULL. */
typedef struct RankExtras {
    const int *byes;  /* half points without a game */
    const int *merit; /* what comes before points in the order, the more the better: rounds survived
                         in a knockout, the place on a ladder */
} RankExtras;

/* The order is: merit, points, direct encounters, Buchholz, Sonneborn-Berger, wins, the number of the
 * bot.  STATUS_NO_MEMORY is the only failure. */
Status ranking_make(const RankGame *games, int game_count, int bot_count, const RankExtras *extras,
                    Ranking *out);
void   ranking_free(Ranking *ranking);

#endif
