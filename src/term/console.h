/* console.h - games in line mode: for pipes, screen readers and plain terminals.
 *
 * Knows:   the commands that people type, and how a game is described in text and in the drawings
 *          of its rulings.
 * Ignores: the game; whether a person or a script types.
 *
 * In a pipe, a line is read only when a person has to decide. So equal input gives equal output
 * with programs that use no clock. When the input ends and no person has to decide any more, the
 * game is played to its end; otherwise the program exits.
 */
#ifndef TERM_CONSOLE_H
#define TERM_CONSOLE_H

#include <stdio.h>

#include "term/term_game.h"
#include "term/replay.h"

/* Play, or step through a game, until the end of the input or `quit`. Return the exit status: 0, or
 * 128 plus the number of the signal that ended the program. */
int console_play(TermGame *term_game, int in, FILE *out);
int console_replay(Replay *replay, int in, FILE *out);

#endif
