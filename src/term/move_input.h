/* move_input.h - move input for all games: cells are selected until only one step remains.
 *
 * Knows:   the legal steps and how each of them is entered (InputHint).
 * Ignores: keys and mice, screens, whose turn it is. It plays nothing; it only finds the intended
 *          step.
 *
 * As the flags of a step say, its first two cells can be selected in either order, or one cell stands
 * for all of them and has to be confirmed. The last cell of a path can also be selected directly. If
 * several steps have the same cells, they become choices, distinguished by their labels.
 */
#ifndef TERM_MOVE_INPUT_H
#define TERM_MOVE_INPUT_H

#include "term/term_text.h"

enum { MOVE_INPUT_CHOICES_MAX = 64, MOVE_INPUT_TEXT_MAX = 160 };

typedef struct MoveInputCandidate {
    Step      step;
    unsigned  flags; /* INPUT_ bits */
    uint16_t *cell;
    int       count;
} MoveInputCandidate;

typedef struct MoveInputChoice {
    Step step;
    char words[MOVE_INPUT_TEXT_MAX];
} MoveInputChoice;

/* Fields are public for reading. */
typedef struct MoveInput {
    const Game         *game;
    const Shape        *shape;
    TermText            speech; /* for labels */
    PosBuffer           pos;
    int                 way_count;
    MoveInputCandidate *ways;
    uint16_t           *cells; /* of all candidates */
    int                 free_count;
    MoveInputChoice     free[8]; /* steps without cells */
    CellList            touched;
    int                 choice_count;
    MoveInputChoice     choice[MOVE_INPUT_CHOICES_MAX];
    bool                must_choose; /* only a choice can follow */
} MoveInput;

void move_input_init(MoveInput *input);
void move_input_free(MoveInput *input);
/* Start: list the steps that are legal in `pos`. False if memory ran out; then nothing can be
 * selected. */
bool move_input_begin(MoveInput *input, const TermText *speech, const Shape *shape, const Pos *pos);
/* Stop: it is not this player's turn. */
void move_input_rest(MoveInput *input);

typedef enum MoveInputAnswer {
    MOVE_INPUT_MORE,    /* the cell is accepted; more cells are needed */
    MOVE_INPUT_STEP,    /* *step is complete */
    MOVE_INPUT_CHOOSE,  /* one of the choices has to be made */
    MOVE_INPUT_BACK,    /* the last cell was deselected */
    MOVE_INPUT_ILLEGAL, /* no legal step starts like this; nothing changed */
} MoveInputAnswer;

MoveInputAnswer move_input_select(MoveInput *input, int cell, Step *step);
/* Deselect the last cell; false if there is none. */
bool move_input_back(MoveInput *input);

/* Cells that can be selected next, and how many are left to select, or -1 if that depends. */
bool move_input_is_target(const MoveInput *input, int cell);
int  move_input_left(const MoveInput *input);
/* Write the cells to mark as selected: those selected, or all of a step that one cell stands for. */
void move_input_chosen(const MoveInput *input, CellList *out);
/* Write a copy of `pieces` to `out`, with the piece that is being moved along a path on its current
 * cell, a die with its current faces. False if memory ran out. */
bool move_input_show(const MoveInput *input, const Pieces *pieces, Pieces *out);

#endif
