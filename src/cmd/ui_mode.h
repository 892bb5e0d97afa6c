/* ui_mode.h - choose the UI mode of play and replay: full screen or line mode.
 *
 * The default is full screen on a capable terminal and line mode otherwise, such as in a pipe.
 * --line and --screen override it.
 */
#ifndef CMD_UI_MODE_H
#define CMD_UI_MODE_H

#include "cmd/cmd.h"
#include "term/term_game.h"
#include "term/replay.h"

/* Rows of an option table, in the order of UiOption. */
#define UI_OPTIONS                                                                                 \
    { "line", OPTION_FLAG, NULL, "use line mode, for pipes and screen readers", 0, 0 },            \
        { "screen", OPTION_FLAG, NULL, "use full screen even if it is not the default", 0, 0 },    \
        { "ascii", OPTION_FLAG, NULL, "use no Unicode on the full screen", 0, 0 },                 \
    {                                                                                              \
        "no-mouse", OPTION_FLAG, NULL, "leave the mouse to the terminal, to select and copy", 0, 0 \
    }

typedef enum UiOption {
    UI_OPTION_LINE,
    UI_OPTION_SCREEN,
    UI_OPTION_ASCII,
    UI_OPTION_NO_MOUSE
} UiOption;

typedef enum UiModeKind { UI_LINE, UI_SCREEN } UiModeKind;

typedef struct UiMode {
    UiModeKind kind;
    bool       ascii, mouse; /* on the full screen */
} UiMode;

/* `options`: the rows of UI_OPTIONS.  Return EXIT_DONE, or the exit
 * status after an error message. */
int ui_mode_from_options(const OptionValue *options, UiMode *ui, FILE *err);

/* Both return the exit status. */
int ui_play(const UiMode *ui, TermGame *play, FILE *out, FILE *err);
int ui_replay(const UiMode *ui, Replay *replay, int in, FILE *out, FILE *err);

#endif
