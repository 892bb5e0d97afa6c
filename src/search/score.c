/* SPDX-License-Identifier: MIT */
#include "search/score.h"

#include <math.h>

enum {
    LIKELY_DEFAULT = 100, /* for a game without an evaluation */
    EVAL_MOST = EVAL_MAX - 1,
};

static const double LOG_3 = 1.0986122886681098; /* odds of three to one at `likely` */

static int likely_of(const GameEval *eval)
{
    return eval != NULL && eval->likely > 0 ? eval->likely : LIKELY_DEFAULT;
}

double score_win_probability(int score, const GameEval *eval)
{
    if (score_is_win(score) || score_is_loss(score))
        return score_is_win(score) ? 1 : 0;
    return 1 / (1 + exp(-LOG_3 * score / likely_of(eval)));
}

int score_from_win_probability(double probability, const GameEval *eval)
{
    if (probability <= 0 || probability >= 1)
        return probability <= 0 ? -EVAL_MOST : EVAL_MOST;
    double score = likely_of(eval) * log(probability / (1 - probability)) / LOG_3;
    if (score < -EVAL_MOST || score > EVAL_MOST)
        return score < 0 ? -EVAL_MOST : EVAL_MOST;
    return (int)lround(score);
}
