/* console.h - a table in lines of text: for pipes, screen readers and plain terminals.
 *
 * Knows:   the words people type, and how a game is told in words and in its documents' drawings.
 * Ignores: the game; whether somebody types or a script.
 *
 * In a pipe a line is read only when a person has to decide, so equal input gives equal output with
 * programs that use no clock.  Where the input ends and nobody needs it any more, the game is
 * played to its end; where a person would have to decide, the program leaves.
 */
#ifndef TERM_CONSOLE_H
#define TERM_CONSOLE_H

#include <stdio.h>

#include "term/term_game.h"
#include "term/replay.h"

/* Play, or step through a game, until the end of the input or `quit`.  The exit status: 0, or 128 and
 * the number of the signal that ended it. */
int console_play(TermGame *term_game, int in, FILE *out);
int console_replay(Replay *replay, int in, FILE *out);

#endif
