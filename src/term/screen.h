/* screen.h - the full-screen face of a game at a terminal, and of a replay.
 *
 * Knows:   keys, the mouse, commands, modes (board, menu, prompt, text).
 * Ignores: rules; whatever is played goes through term/term_game.h.
 *
 * Wrong input never ends it: the sentence is shown and the game is as it was.  Both functions return
 * the exit status of the program: 0, or 128 and the number of the signal that ended it; 1 with the
 * fault filled if the terminal could not be had.
 */
#ifndef TERM_SCREEN_H
#define TERM_SCREEN_H

#include "term/term_game.h"
#include "term/replay.h"
#include "term/screen_tty.h"

typedef struct ScreenOptions {
    TtyOptions  tty;
    const char *language; /* of the rules: "en", "de", ... */
} ScreenOptions;

/* Can a full screen be shown here?  If not, the fault says why. */
bool screen_is_possible(int input, Fault *fault);
int  screen_play(TermGame *term_game, const ScreenOptions *options, Fault *fault);
int  screen_replay(Replay *replay, const ScreenOptions *options, Fault *fault);

#endif
