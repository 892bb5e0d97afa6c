/* gipf_view.h - parts of the view of GIPF, for the files of this module.
 *
 * Knows:   how a piece looks, what a step does.
 * Ignores: who shows it.
 */
#ifndef GAMES_GIPF_VIEW_H
#define GAMES_GIPF_VIEW_H

#include "core/effect.h"
#include "games/gipf/gipf_messages.h"

/* Return the piece that `content`, as gipf_at writes it, is on a cell. */
Piece gipf_piece(char content, int cell);
/* GameView.effects */
bool gipf_effects(const Pos *pos, Step step, Effects *out);

#endif
