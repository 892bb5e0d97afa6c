/* score.h - what a score means.
 *
 * A score is how good a position is for the side that decides in it.  Between -EVAL_MAX and
 * EVAL_MAX it is judgement in the game's own units; beyond, somebody wins by force: SCORE_WIN - n
 * is a win within n turns of both sides together, counted from the root.
 */
#ifndef SEARCH_SCORE_H
#define SEARCH_SCORE_H

#include <stdbool.h>

enum {
    SCORE_NONE = 32000,    /* larger than any score */
    SCORE_WIN = 30000,     /* won already */
    SCORE_WIN_FAR = 25000, /* the least score that means a forced win */
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

/* Turns until the end where score_is_win or score_is_loss. */
static inline int score_distance(int score)
{
    return SCORE_WIN - (score < 0 ? -score : score);
}

#endif
