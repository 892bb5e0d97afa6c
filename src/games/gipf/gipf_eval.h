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
    GIPF_RANK_GAIN = ORDER_LOUD + 1, /* a push that wins material or brings pieces home */
    GIPF_RANK_LOSS = -30000,         /* a push that completes rows to the mover's cost */
    GIPF_RANK_AGAIN = -(1 << 24),    /* leads to the same position as an earlier push */
};

/* What a representation offers: see GameEval. */
typedef struct GipfEval {
    int (*eval)(const Pos *pos);
    int (*baseline_eval)(const Pos *pos);
    void (*order)(const Pos *pos, const Step *steps, int count, int32_t *ranks);
    int (*noisy)(const Pos *pos, Step *steps);
    bool (*urgent)(const Pos *pos);
    bool (*pass)(Pos *pos);
} GipfEval;

/* Worths of line patterns on the board of side 4 with rows of 4, found by tools/gipf_lines.c. */
enum {
    PATTERNS = 81 + 243 + 729 + 2187, /* lines of 4 to 7 fields */
    RESERVES = 16,
    PIECES_FULL = 30, /* pieces of both sides together: a full game, and a thin one */
    PIECES_THIN = 14,
};

typedef struct GipfTable {
    int32_t line[PATTERNS];
    int32_t reserve[RESERVES]; /* by pieces in reserve, RESERVES-1 or more */
    int32_t tempo;             /* to be on turn */
} GipfTable;

extern const GipfTable GIPF_TABLE;
extern const uint16_t  PATTERN_FIRST[8];    /* by length */
extern const uint16_t  PATTERN_DIGITS[128]; /* binary digits read to the base 3 */

extern const GipfEval GIPF_SMALL_EVAL;
extern const GipfEval GIPF_LARGE_EVAL;

#endif
