/* gipf_explain.h - parse one step of GIPF, from text or from selected cells, and explain why it is
 * illegal.
 *
 * Knows:   the notation of a step (R10.4), how cells stand for it, and the order in which its errors
 *          are tested.
 * Ignores: complete turns (core/turn.h) and where the message is shown.
 */
#ifndef GAMES_GIPF_EXPLAIN_H
#define GAMES_GIPF_EXPLAIN_H

#include "games/gipf/gipf.h"
#include "games/gipf/gipf_messages.h"

/* Read "e2-e5", either end first.  False, and `scan` unchanged, unless two fields of one line
 * follow. */
bool gipf_row_read(int side, Scan *scan, GipfRow *row);
void gipf_row_write(int side, GipfRow row, Text *out);
/* Find the part of a line from `a` to `b`; false if they are equal or not on one line. */
bool gipf_row_between(int side, GipfNode a, GipfNode b, GipfRow *row);

/* What can be wrong with a step, in the order in which it is tested. */
typedef enum GipfError {
    GIPF_ERROR_NONE,
    GIPF_ERROR_OVER,         /* the game is over */
    GIPF_ERROR_FORM,         /* the text does not have the form of a step */
    GIPF_ERROR_NODE,         /* the board has no node of this name */
    GIPF_ERROR_NOT_A_DOT,    /* R3.1 */
    GIPF_ERROR_NOT_A_FIELD,  /* R3.1 */
    GIPF_ERROR_NOT_ADJACENT, /* R3.1 */
    GIPF_ERROR_ROWS_FIRST,   /* R5.3, a choice is due */
    GIPF_ERROR_PUSH_FIRST,   /* R5.3, no choice is due */
    GIPF_ERROR_RESERVE,      /* R3.4 */
    GIPF_ERROR_MUST_STACK,   /* R9.1 */
    GIPF_ERROR_NO_STACKS,    /* R9.2, R8.1 */
    GIPF_ERROR_FULL,         /* R3.3 */
    GIPF_ERROR_ROW,          /* R5.3, not a row that may be chosen */
    GIPF_ERROR_LEFT,         /* R8.2, not a GIPF-piece of the span */
    /* Only in selected cells: */
    GIPF_ERROR_NO_CELL,    /* the board has no such cell */
    GIPF_ERROR_ALL_FULL,   /* R3.3, all lines from a dot */
    GIPF_ERROR_ROW_BY_ONE, /* R5.3, more cells than a row needs */
    GIPF_ERROR_PUSH_DONE,  /* R3.1, more cells than a push needs */
} GipfError;

/* What a player wants to do, and what is wrong with it. */
typedef struct GipfReading {
    GipfError       error;
    size_t          at;         /* offset of the error in the text */
    Step            step;       /* valid if there is no error; a selection may be incomplete */
    char            name[12];   /* start of the last name in the text, to quote it */
    int             node_count; /* the nodes of a push that are known: the dot, the spot */
    GipfNode        node[2];    /* the nodes that were read */
    GipfPush        push;
    const CellList *selected; /* the cells, if they are not from a text */
} GipfReading;

/* Read one step in this position.  `scan` advances only if the step is legal. */
GipfReading gipf_step_parse(const Pos *pos, Scan *scan);
/* True for errors of notation, false for illegal steps. */
bool gipf_error_is_syntax(GipfError error);
/* Read selected cells: no error if a legal step begins with them (INPUT_ANY_CELL for rows). */
GipfReading gipf_cells_parse(const Pos *pos, const CellList *selected);
/* Return the message of an error, empty if there is none. */
Message gipf_error_message(const Pos *pos, const GipfReading *reading);

#endif
