/* duell_view.h - what the view of Duell shares among its files. */
#ifndef GAMES_DUELL_VIEW_H
#define GAMES_DUELL_VIEW_H

#include "core/effect.h"
#include "games/duell/duell_explain.h"

/* Return a piece that is not DUELL_EMPTY as user interfaces see it. */
Piece duell_shown(uint8_t piece, int square);

/* See GameView and GameText. */
bool duell_effects(const Pos *pos, Step step, Effects *out);
bool duell_regions(const Pos *pos, Regions *out);
void duell_outcome_message(const Pos *pos, Outcome outcome, Message *out);

#endif
