/* SPDX-License-Identifier: MIT */
#include "cmd/faces.h"

#include <unistd.h>

#include "term/line_face.h"

int face_from_options(const OptionValue *line, const OptionValue *screen, Face *face, FILE *err)
{
    *face = FACE_LINE;
    if (line->given && screen->given)
        return complain(err, "face", "--line and --screen exclude each other");
    if (screen->given)
        return complain(err, "face", "this build has no full-screen face");
    return EXIT_DONE;
}

int face_play(Face face, Play *play, FILE *out, FILE *err)
{
    (void)face;
    (void)err;
    return line_face_play(play, STDIN_FILENO, out);
}

int face_replay(Face face, Replay *replay, int in, FILE *out, FILE *err)
{
    (void)face;
    (void)err;
    return line_face_replay(replay, in, out);
}
