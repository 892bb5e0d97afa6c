/* SPDX-License-Identifier: MIT */
#include "cmd/faces.h"

#include <unistd.h>

#include "term/console.h"
#include "term/screen.h"

int face_from_options(const OptionValue *options, Face *face, FILE *err)
{
    Fault fault = { .why = "" };
    bool  line = options[FACE_OPTION_LINE].given, screen = options[FACE_OPTION_SCREEN].given;
    if (line && screen)
        return complain(err, "face", "--line and --screen exclude each other");
    bool is_possible = screen_is_possible(STDIN_FILENO, &fault);
    if (screen && !is_possible)
        return complain(err, "face", "there is no full screen here: %s", fault.why);
    *face = (Face){ .kind = is_possible && !line ? FACE_SCREEN : FACE_LINE,
                    .ascii = options[FACE_OPTION_ASCII].given,
                    .mouse = !options[FACE_OPTION_NO_MOUSE].given };
    return EXIT_DONE;
}

static ScreenOptions screen_options(const Face *face, int in)
{
    return (ScreenOptions){ .tty = { .input = in, .ascii = face->ascii, .mouse = face->mouse } };
}

static int answer(int status, const Fault *fault, FILE *err)
{
    if (fault->why[0] != '\0')
        complain(err, "screen", "%s", fault->why);
    return status;
}

/* The screen is gone: what shall be remembered of it. */
static void say_goodbye(const TermGame *play, FILE *out)
{
    char words[TERM_GAME_NOTICE_MAX];
    Text text = text_over(words, sizeof words);
    term_game_result(play, &text);
    if (words[0] != '\0')
        fprintf(out, "%s\n", words);
    if (term_game_protocol(play) != NULL)
        fprintf(out, "The game is in %s.\n", term_game_protocol(play));
}

int face_play(const Face *face, TermGame *play, FILE *out, FILE *err)
{
    ScreenOptions options = screen_options(face, STDIN_FILENO);
    Fault         fault = { .why = "" };
    if (face->kind == FACE_LINE)
        return console_play(play, STDIN_FILENO, out);
    int status = screen_play(play, &options, &fault);
    say_goodbye(play, out);
    return answer(status, &fault, err);
}

int face_replay(const Face *face, Replay *replay, int in, FILE *out, FILE *err)
{
    ScreenOptions options = screen_options(face, in);
    Fault         fault = { .why = "" };
    if (face->kind == FACE_LINE)
        return console_replay(replay, in, out);
    return answer(screen_replay(replay, &options, &fault), &fault, err);
}
