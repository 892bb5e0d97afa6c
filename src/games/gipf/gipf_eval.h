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

#include "core/weights.h"
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
    void (*terms_of)(const Pos *pos, WeightTerms *out);
} GipfEval;

/* Weights (gipf_weights.inc, core/weights.h).  Rows of 4: patterns of the lines on the board of side 4,
 * and counts and patterns on larger boards.  All others: counts. */
enum {
    PATTERNS = 81 + 243 + 729 + 2187, /* 3^n patterns for lines of n = 4 to 7 fields */
    RESERVES = 16,                    /* the last is for 15 pieces or more */
    STACKS = 8,                       /* GIPF-pieces on the board; the last is for 7 or more */
    WEIGHT_LINE = 0,
    WEIGHT_RESERVE = WEIGHT_LINE + PATTERNS,
    WEIGHT_TEMPO = WEIGHT_RESERVE + RESERVES,  /* for the side to move */
    WEIGHT_STACKS = WEIGHT_TEMPO + 1,          /* after the opening phase, then during it */
    WEIGHT_BOARD = WEIGHT_STACKS + 2 * STACKS, /* first of those for larger boards: */
    COUNT_RESERVE = 0,                         /* per piece in reserve */
    LOW_RESERVES = 6, /* a side with an empty reserve loses (R7.1); by pieces left */
    COUNT_LOW_RESERVE = COUNT_RESERVE + 1,
    INNER_BOARDS = 3, /* pieces on the fields of the board with 1, 2, 3 rings less */
    COUNT_INNER = COUNT_LOW_RESERVE + LOW_RESERVES,
    COUNT_TEMPO = COUNT_INNER + INNER_BOARDS,
    BOARD_COUNTS = COUNT_TEMPO + 1,
    WINDOW_FIELDS = 5, /* patterns of adjacent fields */
    END_FIELDS = 4,    /* patterns at an end of a line, which is the low digit */
    BOARD_WINDOW = BOARD_COUNTS,
    BOARD_END = BOARD_WINDOW + 243,
    BOARD_WEIGHTS = BOARD_END + 81,
    /* Those for all other boards, in five sets: rows of 3 up to side 3 and from side 4 on, longer rows
     * up to side 4 and on side 5, and the others (rows of 2, and rows of 5 or more from side 6 on). */
    WEIGHT_ROWS = WEIGHT_BOARD + BOARD_WEIGHTS,
    COUNT_PIECES = BOARD_COUNTS,      /* per piece, added to GIPF_PIECE */
    COUNT_WINDOWS = COUNT_PIECES + 1, /* of the side to move, as in Windows: open, shut, loose */
    COUNT_OTHER_WINDOWS = COUNT_WINDOWS + 3, /* of the other side */
    ROW_COUNTS = COUNT_OTHER_WINDOWS + 3,
    GIPF_WEIGHT_COUNT = WEIGHT_ROWS + 5 * ROW_COUNTS,
    /* Pieces of both sides together from which on a position counts as early. */
    PIECES_EARLY = 30,
    PIECES_LATE = PIECES_EARLY - WEIGHTS_PHASES,
};

extern const int32_t *gipf_weights;        /* in use; changed only by GameWeights.use */
extern const uint16_t PATTERN_FIRST[8];    /* first pattern of lines of this length */
extern const uint16_t PATTERN_DIGITS[128]; /* the binary digits of n, read in base 3 */

extern const GipfEval GIPF_SMALL_EVAL;
extern const GipfEval GIPF_LARGE_EVAL;
extern const GipfEval GIPF_HUGE_EVAL;

#endif
