/* ponte_eval.h - the constants of Ponte's evaluation and the two compiled instances of it.
 *
 * Knows:   the evaluation terms and their fitted weights.
 * Ignores: how they are computed (ponte_eval.inc); README.md describes the fit.
 */
#ifndef GAMES_PONTE_EVAL_H
#define GAMES_PONTE_EVAL_H

#include "core/model.h"
#include "games/ponte/ponte.h"

enum {
    PONTE_POINT = 128,         /* evaluation units per point of the score */
    PONTE_CHANCES = 6,         /* columns of PonteChance */
    PONTE_BONDS = 3,           /* kinds of links: safe, one of two independent ones, single */
    PONTE_RANK = 32,           /* rank units per 1/256 of a point; leaves room for the tie-break */
    PONTE_INPUTS = 83,         /* of the learned evaluation */
    PONTE_PASSING_INPUTS = 45, /* of its correction in variants with passing */
    PONTE_TINY_INPUTS = 123,   /* of that of small boards */
    PONTE_TINY_SIZE = 4,       /* the largest of these boards */
    PONTE_TINY_SHAPES = 113,   /* of an island on such a board */
    PONTE_EXACT_CELLS = 12,    /* with at most this many open cells the search is full-width */
};

/* The probability, out of 256, that a cluster of touching stones becomes an island.  It depends on
 * the number of completions: sets of cells that complete the island. */
typedef struct PonteChance {
    int up_to[PONTE_CHANCES]; /* the largest number of completions for each column */
    /* [1]: the opponent may not stand on the first cell of at least one completion */
    int chance[2][PONTE_CHANCES];
} PonteChance;

extern const PonteChance PONTE_CHANCE[3]; /* clusters of one, two and three stones */

/* Weights, in evaluation units unless stated otherwise. */
typedef struct PonteWorth {
    int bond[2][PONTE_BONDS];    /* probability, out of 256, that a link joins; [1]: the mover's */
    int fresh_shared, fresh_own; /* a cell that touches no own stone, open to both or to one side */
    int only;                    /* a cell closed to the opponent */
    int reach;                   /* an open cell at bridge distance from an own stone */
    int tempo[2];                /* having the move, with two stones or one to place */
} PonteWorth;

extern const PonteWorth PONTE_WORTH;

/* ponte_eval.inc compiled for one size of bitboard. */
typedef struct PonteBoardEval {
    int (*eval)(const Pos *pos);
    void (*order)(const Pos *pos, const Step *steps, int count, int32_t *ranks);
    int (*width)(const Pos *pos, int depth, int widening);
    int (*noisy)(const Pos *pos, Step *steps);
    bool (*urgent)(const Pos *pos);
    /* Return the number of groups of `stones` stones, which is 2 or 3. */
    int (*count_groups)(const Pos *pos, int colour, int stones);
    /* Fill in the inputs of the learned evaluation and return the hand-made one. */
    int (*inputs)(const Pos *pos, int16_t *inputs);
} PonteBoardEval;

/* A shape of an island on a board of 4 x 4, and the cells around it; cell (x,y) is bit 4 * y + x. */
typedef struct PonteShape {
    uint16_t cells, around;
} PonteShape;

extern const PonteShape PONTE_SHAPE[PONTE_TINY_SHAPES];

/* True if a second model corrects the value of the first (R5.2).  Small boards have a model of their
 * own for that. */
static inline bool ponte_has_passing_model(const PonteSettings *settings)
{
    return settings->passing && settings->size > PONTE_TINY_SIZE;
}

/* Return the numbers of the learned evaluation for a variant, and of its correction. */
const int16_t *ponte_model(const PonteSettings *settings);
const int16_t *ponte_passing_model(void);

extern const PonteBoardEval PONTE_SMALL_EVAL;
extern const PonteBoardEval PONTE_LARGE_EVAL;

extern const struct PvsInstance PONTE_SMALL_SEARCH;
extern const struct PvsInstance PONTE_LARGE_SEARCH;

extern const GameEval  PONTE_EVAL;
extern const GameModel PONTE_MODEL;

#endif
