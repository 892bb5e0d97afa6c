/* gipf_eval.h - judgement about GIPF positions, for the files of this room.
 *
 * Knows:   what a representation can judge; the facet of the contract is made of these.
 * Ignores: how positions are searched.
 *
 * Every term, its reason and its evidence: README.md beside this file.
 */
#ifndef GAMES_GIPF_EVAL_H
#define GAMES_GIPF_EVAL_H

#include "games/gipf/gipf.h"

enum {
    GIPF_PIECE = 100, /* what a piece counts, on the board or in reserve */
    /* Ranks.  Between them is room for what the search adds by itself. */
    GIPF_RANK_GAIN = 16000,       /* a push that wins material or brings pieces home */
    GIPF_RANK_LOSS = -12000,      /* a push that completes rows for the other side only */
    GIPF_RANK_AGAIN = -(1 << 24), /* leads to the same position as an earlier push */
};

/* What a representation offers: see GameEval. */
typedef struct GipfJudge {
    int (*eval)(const Pos *pos);
    int (*ladder_eval)(const Pos *pos);
    void (*order)(const Pos *pos, const Step *steps, int count, int32_t *ranks);
    int (*noisy)(const Pos *pos, Step *steps);
    bool (*pass)(Pos *pos);
} GipfJudge;

extern const GipfJudge GIPF_SMALL_JUDGE;
extern const GipfJudge GIPF_LARGE_JUDGE;

#endif
