/* arrange.h - make a position from pieces: what a board editor needs, the inverse of GameView.pieces.
 *
 * Knows:   pieces on cells, the side to move, a position from which everything else is taken.
 * Ignores: which positions a game allows: its own reader decides, and says why not.
 *
 * Pieces do not show everything.  Reserves, counters, who swapped and the like are as in the given
 * position; a game adjusts what follows from its pieces, such as a reserve.  So the same pieces with the
 * same side to move give the same position, if no turn is in progress.
 *
 * A reason has a key (Fault.code) in the catalogue of the game, if it is one that pieces give.
 */
#ifndef CORE_ARRANGE_H
#define CORE_ARRANGE_H

#include "core/shape.h"

/* A board by cells, for GameText.arrange. */
typedef struct Arrangement {
    const Piece *const *at; /* the piece on each cell, or NULL; marks and bridges are not here */
    const Pieces       *pieces; /* all of them */
    int                 side;   /* to move */
} Arrangement;

/* Return the letter of a piece: `letters[side]` if it has this glyph, `empty` if there is none, '?',
 * which no position has, otherwise. */
char arrange_letter(const Piece *piece, const char *glyph, const char letters[2], char empty);

/* Add the key of a message to a fault that was set; `fault` may be NULL.  Readers of positions say with it
 * what the pieces do wrong.  Return the status. */
static inline Status arrange_fault(Fault *fault, Status status, const char *key)
{
    if (fault != NULL)
        fault->code = key;
    return status;
}

/* Make the position with these pieces.  Marks among them are ignored.  `like` is a position of the
 * variant between two turns; the start will do.  STATUS_SYNTAX or STATUS_ILLEGAL with the reason if there
 * is no such position, STATUS_NOT_FOUND if the game has no board editor.  `out` has capacity for a
 * position, and is unchanged on failure. */
Status arrange_position(const Game *game, const Pos *like, const Pieces *pieces, int side, Pos *out,
                        Fault *fault);

/* Add one piece of each look to `out`: the pieces that a board editor offers.  They are those of `like`,
 * which comes first, and of positions that random play reaches, so a game lists no pieces for editors.
 * The same position gives the same pieces.  The cells are where they were found first.  False if memory
 * ran out. */
bool arrange_palette(const Game *game, const Pos *like, Pieces *out);

#endif
