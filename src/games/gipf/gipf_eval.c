/* SPDX-License-Identifier: MIT
 *
 * gipf_eval.c - judgement about GIPF as the contract sees it: picks the representation.
 */
#include "games/gipf/gipf_eval.h"

static const GipfJudge *judge_for(const Pos *pos)
{
    GipfSettings s = gipf_unpack(pos->variant);
    return s.side <= 4 && !s.large ? &GIPF_SMALL_JUDGE : &GIPF_LARGE_JUDGE;
}

static int eval(const Pos *pos)
{
    return judge_for(pos)->eval(pos);
}

static int ladder_eval(const Pos *pos)
{
    return judge_for(pos)->ladder_eval(pos);
}

static void order(const Pos *pos, const Step *steps, int count, int32_t *ranks)
{
    judge_for(pos)->order(pos, steps, count, ranks);
}

static int noisy(const Pos *pos, Step *steps)
{
    return judge_for(pos)->noisy(pos, steps);
}

/* With one piece left the side to move has to bring pieces home at once; and a choice of rows that
 * is pending has to be made. */
static bool urgent(const Pos *pos)
{
    return gipf_is_pending(pos) || gipf_reserve(pos, pos->side) <= 1;
}

static bool pass(Pos *pos)
{
    return judge_for(pos)->pass(pos);
}

const GameEval GIPF_EVAL = {
    .thinker = THINKER_ALPHABETA,
    .unit = GIPF_PIECE / 4,
    .likely = GIPF_PIECE,
    .eval = eval,
    .ladder_eval = ladder_eval,
    .order = order,
    .noisy = noisy,
    .urgent = urgent,
    .pass = pass,
};
