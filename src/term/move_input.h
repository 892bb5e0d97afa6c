/* move_input.h - one hand for all games: cells are touched until only one step is meant.
 *
 * Knows:   the steps that may be taken next, and the cells that each of them touches, in order.
 * Ignores: keys and mice, screens, whose turn it is; it plays nothing, it only finds out what is meant.
 *
 * Where a step has two ends that are alike (a bridge, a row) they may be touched in either order.
 * A hand may also go straight to the last cell of a way.  Where several steps are meant by the same
 * touches, they are the choices, told apart by their words.
 */
#ifndef TERM_MOVE_INPUT_H
#define TERM_MOVE_INPUT_H

#include "core/game.h"
#include "core/shape.h"

enum { MOVE_INPUT_CHOICES_MAX = 64, MOVE_INPUT_TEXT_MAX = 80 };

typedef struct MoveInputCandidate {
    Step      step;
    uint16_t *cell;
    int       count;
} MoveInputCandidate;

typedef struct MoveInputChoice {
    Step step;
    char words[MOVE_INPUT_TEXT_MAX];
} MoveInputChoice;

/* Read freely. */
typedef struct MoveInput {
    const Game         *game;
    const Shape        *shape;
    PosBuffer           pos;
    int                 way_count;
    MoveInputCandidate *ways;
    uint16_t           *cells; /* of all ways */
    bool               *dice;  /* for each cell: does a die lie on it? */
    int                 free_count;
    MoveInputChoice     free[8]; /* steps that touch nothing */
    CellList            touched;
    int                 carried; /* the cell of a die that is rolled, or -1 */
    int                 choice_count;
    MoveInputChoice     choice[MOVE_INPUT_CHOICES_MAX];
    bool                must_choose; /* nothing but a choice can follow */
} MoveInput;

void move_input_init(MoveInput *input);
void move_input_free(MoveInput *input);
/* The hand may begin: list what can be done from `pos`.  False when memory ran out; nothing can be
 * done then. */
bool move_input_begin(MoveInput *input, const Game *game, const Shape *shape, const Pos *pos,
                      const Pieces *pieces);
/* It is not this hand's turn. */
void move_input_rest(MoveInput *input);

typedef enum MoveInputAnswer {
    MOVE_INPUT_MORE,    /* the touch counts; more cells are needed */
    MOVE_INPUT_STEP,    /* *step is meant */
    MOVE_INPUT_CHOOSE,  /* one of the choices is meant */
    MOVE_INPUT_BACK,    /* the last touch was taken back */
    MOVE_INPUT_ILLEGAL, /* nothing that begins like that is allowed; nothing changed */
} MoveInputAnswer;

MoveInputAnswer move_input_select(MoveInput *input, int cell, Step *step);
/* Take back the last touch; false if there is none. */
bool move_input_back(MoveInput *input);

/* Cells that may be touched next, and how many are left to touch where that is clear (-1 if not). */
bool move_input_is_target(const MoveInput *input, int cell);
int  move_input_left(const MoveInput *input);
/* The board while a die is rolled: the die stands where it was rolled to, with its faces.  `out` gets
 * a copy of `pieces`.  False when memory ran out. */
bool move_input_show(const MoveInput *input, const Pieces *pieces, Pieces *out);

#endif
