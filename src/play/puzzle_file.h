/* puzzle_file.h - the sets of puzzles that the program carries, as data/puzzles has them.
 *
 * Knows:   which file belongs to which game.
 * Ignores: what a line of it means; docs/solving.md says so.
 */
#ifndef PLAY_PUZZLE_FILE_H
#define PLAY_PUZZLE_FILE_H

#include "core/game.h"

/* The whole text; NULL where the game has no set. */
const char *puzzle_file(const Game *game);

#endif
