/* faces.h - which face a table in a terminal has.
 *
 * On a terminal it is the full screen, in a pipe or where the terminal can do nothing the line face;
 * --line and --screen say otherwise.
 */
#ifndef CMD_FACES_H
#define CMD_FACES_H

#include "cmd/cmd.h"
#include "term/play.h"
#include "term/replay.h"

/* Two rows of a table of options. */
#define FACE_OPTIONS                                                                           \
    { "line", OPTION_FLAG, NULL, "lines of text, for pipes and screen readers", 0, 0 },        \
    {                                                                                          \
        "screen", OPTION_FLAG, NULL, "the full screen, where it is not chosen by itself", 0, 0 \
    }

typedef enum Face { FACE_LINE, FACE_SCREEN } Face;

/* EXIT_DONE, or the exit status after a complaint. */
int face_from_options(const OptionValue *line, const OptionValue *screen, Face *face, FILE *err);

/* Both return the exit status. */
int face_play(Face face, Play *play, FILE *out, FILE *err);
int face_replay(Face face, Replay *replay, int in, FILE *out, FILE *err);

#endif
