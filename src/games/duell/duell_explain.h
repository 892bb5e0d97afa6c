/* duell_explain.h - parse one move of Duell, and explain why it is illegal.
 *
 * Knows:   the notation of a move (R8), and the order in which its errors are tested.
 * Ignores: where the sentence is shown.
 */
#ifndef GAMES_DUELL_EXPLAIN_H
#define GAMES_DUELL_EXPLAIN_H

#include "games/duell/duell.h"
#include "games/duell/duell_messages.h"

/* What can be wrong with a move, in the order in which it is tested. */
typedef enum DuellError {
    DUELL_ERROR_NONE,
    DUELL_ERROR_FORM,      /* R8.1: the text does not have the form of a move */
    DUELL_ERROR_OVER,      /* R6: the game is over */
    DUELL_ERROR_EMPTY,     /* R4.1: the start square is empty */
    DUELL_ERROR_ENEMY,     /* R4.1: an enemy die is on the start square */
    DUELL_ERROR_DISTANCE,  /* R4.1: the distance is not the top of the die */
    DUELL_ERROR_CASE,      /* R8.4: strict reading, the case of the letters is wrong */
    DUELL_ERROR_SEPARATOR, /* R8.4: strict reading, - and x confused */
    DUELL_ERROR_BLOCKED,   /* R4.3 */
    DUELL_ERROR_OWN,       /* R4.4: an own die on the target */
    DUELL_ERROR_KING,      /* R5.2: the own king would be attacked */
    DUELL_ERROR_AMBIGUOUS, /* R8.3: two paths that lead to different positions */
    DUELL_ERROR_MARK,      /* R7.4: mark missing or wrong */
} DuellError;

typedef struct DuellReading {
    DuellError error;
    size_t     at;   /* offset of the error in the text */
    Step       step; /* the move that was read, as far as it is known */
    int        from, to;
    int        marks; /* how many + the text has */
    int        block_count;
    uint8_t    blocks[2]; /* the first occupied square of each tested path */
} DuellReading;

/* Read one move in this position.  `scan` advances only if the move is legal. */
DuellReading duell_step_parse(const Pos *pos, Scan *scan, bool strict);
/* The same in the form of GameText.step_read: the step, or the reason. */
Status duell_step_take(const Pos *pos, Scan *scan, bool strict, Step *step, Message *why);
/* Fill in the reason and the offending cells; empty if the reading has no error. */
void duell_error_write(const Pos *pos, const DuellReading *reading, Message *why);

/* Return what is wrong with a start square, or DUELL_ERROR_NONE. */
DuellError duell_start_error(const Duell *duell, int from);
/* Return what is wrong with a path whose start square and length are correct.  Add the square that
 * blocks it to `reading`. */
DuellError duell_path_error(const Duell *duell, Step step, DuellReading *reading);
/* Name a square in a message and mark it as offending. */
void duell_name_square(Message *why, const char *name, int square);

/* Explain why no legal move begins with these squares: GameView.explain_cells. */
void duell_explain_cells(const Pos *pos, const CellList *selected, Message *why);

/* Write a move as "D1-e6" without a mark; it need not be legal. */
void duell_move_write(const Duell *duell, Step step, Text *out);
/* Return the mark of a legal move: "", "+" or "++" (R8.2). */
const char *duell_mark(const Pos *pos, Step step);
/* Write a square as "A1". */
void duell_square_write(int square, Text *out);

#endif
