/* ponte_eval.h - the numbers of Ponte's judgement, and the two representations' share in it.
 *
 * README.md beside this file says what each number means and where it comes from.
 */
#ifndef GAMES_PONTE_EVAL_H
#define GAMES_PONTE_EVAL_H

#include "games/ponte/ponte.h"

enum {
    PONTE_POINT = 128,      /* what a point counts in the eval */
    PONTE_CHANCES = 6,      /* columns of a table of chances */
    PONTE_BONDS = 3,        /* kinds of links: safe, one of two, single */
    PONTE_RANK = 32,        /* what 1/256 of a point counts for the rank of a step */
    PONTE_EXACT_CELLS = 12, /* with so few cells open nothing is left out */
};

/* The chance, out of 256, that stones which touch each other end as an island, by the number of
 * ways to fill them up. */
typedef struct PonteChance {
    int up_to[PONTE_CHANCES]; /* the most ways that a column is for */
    int chance[2]
              [PONTE_CHANCES]; /* [1]: the next cell of at least one way is open to nobody else */
} PonteChance;

extern const PonteChance PONTE_CHANCE[3]; /* by stones: one, two, three */

typedef struct PonteWorth {
    int bond[2][PONTE_BONDS];    /* chances, out of 256, that a link will join; [1]: of the mover */
    int fresh_shared, fresh_own; /* a cell away from own stones, open to both, open to one */
    int only;                    /* a cell open to nobody else */
    int reach;                   /* an open cell at bridge distance of an own stone */
    int tempo[2];                /* being the mover, with two stones or one to place */
} PonteWorth;

extern const PonteWorth PONTE_WORTH;

typedef struct PonteBoardEval {
    int (*eval)(const Pos *pos);
    void (*order)(const Pos *pos, const Step *steps, int count, int32_t *ranks);
    int (*width)(const Pos *pos, int depth, int widening);
    int (*count_groups)(const Pos *pos, int colour, int stones); /* of two or three stones */
} PonteBoardEval;

extern const PonteBoardEval PONTE_SMALL_EVAL;
extern const PonteBoardEval PONTE_LARGE_EVAL;

extern const struct PvsInstance PONTE_SMALL_SEARCH;
extern const struct PvsInstance PONTE_LARGE_SEARCH;

extern const GameEval PONTE_EVAL;

#endif
