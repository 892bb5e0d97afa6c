/* duell_explain.h - reading a move of Duell, and saying why it is refused. */
#ifndef GAMES_DUELL_WORDS_H
#define GAMES_DUELL_WORDS_H

#include "games/duell/duell.h"

/* Ways to refuse a move, in the order in which they are tested. */
typedef enum DuellError {
    DUELL_FINE,
    DUELL_REFUSE_FORM,      /* R8.1: not the form of a move */
    DUELL_REFUSE_OVER,      /* R6: the game is over */
    DUELL_REFUSE_EMPTY,     /* R4.1: nothing stands on the start square */
    DUELL_REFUSE_ENEMY,     /* R4.1: an enemy die does */
    DUELL_REFUSE_DISTANCE,  /* R4.1: not as many squares as the top says */
    DUELL_REFUSE_CASE,      /* R8.4: strict reading, the letters tell no way or the wrong one */
    DUELL_REFUSE_SEPARATOR, /* R8.4: strict reading, - and x confused */
    DUELL_REFUSE_BLOCKED,   /* R4.3 */
    DUELL_REFUSE_OWN,       /* R4.4: an own die on the target */
    DUELL_REFUSE_KING,      /* R5.2: the own king would be attacked */
    DUELL_REFUSE_AMBIGUOUS, /* R8.3: two ways that end differently */
    DUELL_REFUSE_MARK,      /* R7.4: mark missing or wrong */
} DuellError;

typedef struct DuellReading {
    DuellError error;
    size_t     at;   /* where in the text */
    Step       step; /* what is meant, as far as that is known */
    int        from, to;
    int        block_count;
    uint8_t    blocks[2]; /* the first taken square of each way that was looked at */
} DuellReading;

/* Read one move for this position; the scan moves on only if it is fine. */
DuellReading duell_step_parse(const Pos *pos, Scan *scan, bool strict);
/* The same as a reader of the contract: the step, or a fault with the sentence. */
Status duell_step_take(const Pos *pos, Scan *scan, bool strict, Step *step, Fault *fault);
/* A sentence without the closing full stop; `offending` may be NULL. */
void duell_error_write(const Pos *pos, const DuellReading *reading, Text *out, CellList *offending);

/* "D1-e6" without a mark; the move need not be legal. */
void duell_move_write(const Duell *duell, Step step, Text *out);
/* "", "+" or "++" for a legal move (R8.2). */
const char *duell_mark(const Pos *pos, Step step);
/* "A1". */
void duell_square_write(int square, Text *out);

#endif
