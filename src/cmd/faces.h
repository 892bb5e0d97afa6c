/* faces.h - which face a table in a terminal has.
 *
 * On a terminal it is the full screen, in a pipe or where the terminal can do nothing the line face;
 * --line and --screen say otherwise.
 */
#ifndef CMD_FACES_H
#define CMD_FACES_H

#include "cmd/cmd.h"
#include "term/term_game.h"
#include "term/replay.h"

/* Rows of a table of options, in the order of FaceOption. */
#define FACE_OPTIONS                                                                                \
    { "line", OPTION_FLAG, NULL, "lines of text, for pipes and screen readers", 0, 0 },             \
        { "screen", OPTION_FLAG, NULL, "the full screen, where it is not chosen by itself", 0, 0 }, \
        { "ascii", OPTION_FLAG,                                                                     \
          NULL,    "no Unicode on the full screen, even if the terminal has it",                    \
          0,       0 },                                                                             \
    {                                                                                               \
        "no-mouse", OPTION_FLAG, NULL, "leave the mouse to the terminal, to mark and to copy", 0,   \
            0                                                                                       \
    }

typedef enum FaceOption {
    FACE_OPTION_LINE,
    FACE_OPTION_SCREEN,
    FACE_OPTION_ASCII,
    FACE_OPTION_NO_MOUSE
} FaceOption;

typedef enum FaceKind { FACE_LINE, FACE_SCREEN } FaceKind;

typedef struct Face {
    FaceKind kind;
    bool     ascii, mouse; /* on the full screen */
} Face;

/* `options`: the rows of FACE_OPTIONS.  EXIT_DONE, or the exit status after a complaint. */
int face_from_options(const OptionValue *options, Face *face, FILE *err);

/* Both return the exit status. */
int face_play(const Face *face, TermGame *play, FILE *out, FILE *err);
int face_replay(const Face *face, Replay *replay, int in, FILE *out, FILE *err);

#endif
