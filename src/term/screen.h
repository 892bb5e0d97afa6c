/* screen.h - full screen: a game at a terminal, or a replay.
 *
 * Knows:   keys, the mouse, commands, modes (board, menu, prompt, text).
 * Ignores: rules; all moves go through term/term_game.h.
 *
 * Wrong input never ends it: the error is shown and the game is unchanged. Both functions return
 * the exit status of the program: 0, or 128 plus the number of the signal that ended it; 1 with the
 * fault filled in if the terminal cannot be used.
 */
#ifndef TERM_SCREEN_H
#define TERM_SCREEN_H

#include "term/term_game.h"
#include "term/replay.h"
#include "term/screen_tty.h"

typedef struct ScreenOptions {
    TtyOptions tty;
} ScreenOptions;

/* True if full screen is possible here; if not, the fault says why. */
bool screen_is_possible(int input, Fault *fault);
int  screen_play(TermGame *term_game, const ScreenOptions *options, Fault *fault);
int  screen_replay(Replay *replay, const ScreenOptions *options, Fault *fault);

#endif
