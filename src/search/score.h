/* score.h - the meaning of scores.
 *
 * A score is for the side that decides in a position.  Between -EVAL_MAX and EVAL_MAX it is an
 * evaluation in the game's own units.  Beyond, it is a proved win or loss: SCORE_WIN - n is a win
 * within n turns of both sides together, counted from the root.
 */
#ifndef SEARCH_SCORE_H
#define SEARCH_SCORE_H

#include <stdbool.h>

#include "core/game.h"

enum {
    SCORE_NONE = 32000,    /* larger than any score */
    SCORE_WIN = 30000,     /* already won */
    SCORE_WIN_FAR = 25000, /* the smallest score of a proved win */
    SCORE_DRAW = 0,
};

static inline bool score_is_win(int score)
{
    return score >= SCORE_WIN_FAR;
}

static inline bool score_is_loss(int score)
{
    return score <= -SCORE_WIN_FAR;
}

/* Return the turns until the end, if score_is_win or score_is_loss. */
static inline int score_distance(int score)
{
    return SCORE_WIN - (score < 0 ? -score : score);
}

/* Return a deliberate error from -noise to noise, always the same for the same key and seed. */
static inline int score_noise(int noise, uint64_t seed, uint64_t key)
{
    if (noise == 0)
        return 0;
    uint32_t random = (uint32_t)(mix64(key ^ mix64(seed + 1)) >> 32);
    return (int)((uint64_t)random * (uint64_t)(2 * noise + 1) >> 32) - noise;
}

/* Return the probability, 0 to 1, that the side with this score wins.  A logistic curve: 1/2 at 0 and
 * 3/4 at GameEval.likely; 1 and 0 for forced results.  `eval` may be NULL. */
double score_win_probability(int score, const GameEval *eval);
/* Return the score of a probability: the inverse, within the bounds of evaluations. */
int score_from_win_probability(double probability, const GameEval *eval);

#endif
