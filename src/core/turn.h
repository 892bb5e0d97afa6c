/* turn.h - steps joined into turns, and turns into words.
 *
 * A turn is over when the position after a step is in phase 0 again or the game has ended.
 */
#ifndef CORE_TURN_H
#define CORE_TURN_H

#include "core/game.h"

typedef struct Turn {
    int  count;
    Step step[TURN_STEPS_MAX];
} Turn;

/* Read one whole turn, from a position in any phase, up to the end of `text`.  On failure
 * `fault->at` is the offset in `text`, and `turn` is unspecified. */
Status turn_read(const Game *game, const Pos *pos, const char *text, Turn *turn, Fault *fault);

/* The canonical text of a legal turn from `pos`.  A turn that is not complete is written as far
 * as it goes. */
void turn_write(const Game *game, const Pos *pos, const Turn *turn, Text *out);

/* Play all steps of a legal turn. */
void turn_apply(const Game *game, Pos *pos, const Turn *turn);

/* Called for each complete turn with the position after it; false stops the walk. */
typedef bool TurnVisit(void *context, const Turn *turn, const Pos *after);

/* Walk over every turn from `pos`, each once, in generator order; in the middle of a turn, over all
 * ways to go on with it.  False if stopped. */
bool turn_each(const Game *game, const Pos *pos, TurnVisit *visit, void *context);

/* Why is `text` not a legal turn here?  A sentence for people, with the offending cells.  If it is
 * legal after all the sentence is empty and the result true. */
bool turn_explain(const Game *game, const Pos *pos, const char *text, Text *sentence,
                  CellList *offending);

#endif
