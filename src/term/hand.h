/* hand.h - one hand for all games: cells are touched until only one step is meant.
 *
 * Knows:   the steps that may be taken next, and the cells that each of them touches, in order.
 * Ignores: keys and mice, screens, whose turn it is; it plays nothing, it only finds out what is meant.
 *
 * Where a step has two ends that are alike (a bridge, a row) they may be touched in either order.
 * A hand may also go straight to the last cell of a way.  Where several steps are meant by the same
 * touches, they are the choices, told apart by their words.
 */
#ifndef TERM_HAND_H
#define TERM_HAND_H

#include "core/game.h"
#include "core/shape.h"

enum { HAND_CHOICES_MAX = 64, HAND_WORDS_MAX = 80 };

typedef struct HandWay {
    Step      step;
    uint16_t *cell;
    int       count;
} HandWay;

typedef struct HandChoice {
    Step step;
    char words[HAND_WORDS_MAX];
} HandChoice;

/* Read freely. */
typedef struct Hand {
    const Game  *game;
    const Shape *shape;
    PosBuffer    pos;
    int          way_count;
    HandWay     *ways;
    uint16_t    *cells; /* of all ways */
    bool        *dice;  /* for each cell: does a die lie on it? */
    int          free_count;
    HandChoice   free[8]; /* steps that touch nothing */
    CellList     touched;
    int          carried; /* the cell of a die that is rolled, or -1 */
    int          choice_count;
    HandChoice   choice[HAND_CHOICES_MAX];
    bool         must_choose; /* nothing but a choice can follow */
} Hand;

void hand_init(Hand *hand);
void hand_free(Hand *hand);
/* The hand may begin: list what can be done from `pos`.  False when memory ran out; nothing can be
 * done then. */
bool hand_begin(Hand *hand, const Game *game, const Shape *shape, const Pos *pos,
                const Pieces *pieces);
/* It is not this hand's turn. */
void hand_rest(Hand *hand);

typedef enum HandAnswer {
    HAND_MORE,    /* the touch counts; more cells are needed */
    HAND_STEP,    /* *step is meant */
    HAND_CHOOSE,  /* one of the choices is meant */
    HAND_BACK,    /* the last touch was taken back */
    HAND_REFUSED, /* nothing that begins like that is allowed; nothing changed */
} HandAnswer;

HandAnswer hand_touch(Hand *hand, int cell, Step *step);
/* Take back the last touch; false if there is none. */
bool hand_back(Hand *hand);

/* Cells that may be touched next, and how many are left to touch where that is clear (-1 if not). */
bool hand_is_target(const Hand *hand, int cell);
int  hand_left(const Hand *hand);
/* The board while a die is rolled: the die stands where it was rolled to, with its faces.  `out` gets
 * a copy of `pieces`.  False when memory ran out. */
bool hand_show(const Hand *hand, const Pieces *pieces, Pieces *out);

#endif
