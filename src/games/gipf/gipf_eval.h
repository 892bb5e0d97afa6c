/* gipf_eval.h - evaluation of GIPF positions, for the files of this module.
 *
 * Knows:   the evaluation functions of a representation; GIPF_EVAL of the game interface selects
 *          one.
 * Ignores: how positions are searched.
 *
 * README.md beside this file explains every term, its reason and its evidence.
 */
#ifndef GAMES_GIPF_EVAL_H
#define GAMES_GIPF_EVAL_H

#include "games/gipf/gipf.h"

enum {
    GIPF_PIECE = 100, /* value of a piece, on the board or in reserve */
    /* Move ordering ranks.  They are more than 16384 apart, the most by which the search changes a
     * rank with its history scores (GameEval.order). */
    GIPF_RANK_GAIN =
        ORDER_LOUD + 1,      /* a push that wins material or returns pieces to the reserve */
    GIPF_RANK_LOSS = -30000, /* a push that completes rows at the mover's cost */
    GIPF_RANK_DUPLICATE = -(1 << 24), /* leads to the same position as an earlier push */
};

/* The evaluation functions of a representation; see GameEval. */
typedef struct GipfEval {
    int (*eval)(const Pos *pos);
    int (*baseline_eval)(const Pos *pos);
    void (*order)(const Pos *pos, const Step *steps, int count, int32_t *ranks);
    int (*noisy)(const Pos *pos, Step *steps);
    bool (*urgent)(const Pos *pos);
    bool (*pass)(Pos *pos);
} GipfEval;

/* Values of line patterns on the board of side 4 with rows of 4, fitted by tools/gipf_lines.c. */
enum {
    PATTERNS = 81 + 243 + 729 + 2187, /* 3^n patterns for lines of n = 4 to 7 fields */
    RESERVES = 16,
    /* Tapered evaluation: pieces of both sides together from which on a position counts as early,
     * and down to which it counts as late. */
    PIECES_EARLY = 30,
    PIECES_LATE = 14,
};

/* Every entry packs two values into one word: early + (late << 16).  One addition sums both. */
typedef struct GipfTable {
    int32_t line[PATTERNS];
    int32_t reserve[RESERVES]; /* by pieces in reserve; the last entry is for RESERVES-1 or more */
    int32_t tempo;             /* for the side to move */
} GipfTable;

extern const GipfTable GIPF_TABLE;
extern const uint16_t  PATTERN_FIRST[8];    /* first pattern of lines of this length */
extern const uint16_t  PATTERN_DIGITS[128]; /* the binary digits of n, read in base 3 */

extern const GipfEval GIPF_SMALL_EVAL;
extern const GipfEval GIPF_LARGE_EVAL;
extern const GipfEval GIPF_HUGE_EVAL;

#endif
