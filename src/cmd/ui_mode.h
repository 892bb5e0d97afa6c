/* ui_mode.h - which face a table in a terminal has.
 *
 * On a terminal it is the full screen, in a pipe or where the terminal can do nothing the line face;
 * --line and --screen say otherwise.
 */
#ifndef CMD_UI_MODE_H
#define CMD_UI_MODE_H

#include "cmd/cmd.h"
#include "term/term_game.h"
#include "term/replay.h"

/* Rows of a table of options, in the order of UiOption. */
#define UI_OPTIONS                                                                                  \
    { "line", OPTION_FLAG, NULL, "lines of text, for pipes and screen readers", 0, 0 },             \
        { "screen", OPTION_FLAG, NULL, "the full screen, where it is not chosen by itself", 0, 0 }, \
        { "ascii", OPTION_FLAG,                                                                     \
          NULL,    "no Unicode on the full screen, even if the terminal has it",                    \
          0,       0 },                                                                             \
    {                                                                                               \
        "no-mouse", OPTION_FLAG, NULL, "leave the mouse to the terminal, to mark and to copy", 0,   \
            0                                                                                       \
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

/* `options`: the rows of UI_OPTIONS.  EXIT_DONE, or the exit status after a complaint. */
int ui_mode_from_options(const OptionValue *options, UiMode *ui, FILE *err);

/* Both return the exit status. */
int ui_play(const UiMode *ui, TermGame *play, FILE *out, FILE *err);
int ui_replay(const UiMode *ui, Replay *replay, int in, FILE *out, FILE *err);

#endif
