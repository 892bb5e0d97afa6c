/* gipf_explain.h - reading a step of GIPF, and saying why it is refused. */
#ifndef GAMES_GIPF_WORDS_H
#define GAMES_GIPF_WORDS_H

#include "games/gipf/gipf.h"

/* "e2-e5", either end first; false, and nothing taken, if two fields of one line do not come. */
bool gipf_row_read(int side, Scan *scan, GipfRow *row);
void gipf_row_write(int side, GipfRow row, Text *out);
/* The stretch of a line between two different fields. */
bool gipf_row_between(int side, GipfNode a, GipfNode b, GipfRow *row);

/* Ways to refuse a step, in the order in which they are tested. */
typedef enum GipfError {
    GIPF_FINE,
    GIPF_REFUSE_OVER,          /* the game is over */
    GIPF_REFUSE_FORM,          /* not the form of a step */
    GIPF_REFUSE_NODE,          /* a name that is not on the board */
    GIPF_REFUSE_NOT_A_DOT,     /* R3.1 */
    GIPF_REFUSE_NOT_A_FIELD,   /* R3.1 */
    GIPF_REFUSE_NO_NEIGHBOURS, /* R3.1 */
    GIPF_REFUSE_ROWS_FIRST,    /* R5.3, a choice is due */
    GIPF_REFUSE_PUSH_FIRST,    /* R5.3, no choice is due */
    GIPF_REFUSE_RESERVE,       /* R3.4 */
    GIPF_REFUSE_MUST_STACK,    /* R9.1 */
    GIPF_REFUSE_NO_STACKS,     /* R9.2, R8.1 */
    GIPF_REFUSE_FULL,          /* R3.3 */
    GIPF_REFUSE_ROW,           /* R5.3, not a row that may be chosen */
    GIPF_REFUSE_LEFT,          /* R8.2, not a GIPF-piece of the span */
} GipfError;

typedef struct GipfReading {
    GipfError error;
    size_t    at;   /* where in the text */
    Step      step; /* where it is fine */
    char      name[12];
    GipfNode  node[2]; /* what was read so far */
    GipfPush  push;
} GipfReading;

/* Read one step for this position; the scan moves on only if it is fine. */
GipfReading gipf_step_parse(const Pos *pos, Scan *scan);
bool        gipf_refusal_is_syntax(GipfError error);
/* A sentence without the closing full stop; `offending` may be NULL. */
void gipf_error_write(const Pos *pos, const GipfReading *reading, Text *out, CellList *offending);

#endif
