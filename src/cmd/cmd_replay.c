/* SPDX-License-Identifier: MIT */
/* cmd_replay.c - stepping through a game in a terminal: replay. */
#include <fcntl.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "cmd/faces.h"

enum {
    REPLAY_FROM,
    REPLAY_GAME,
    REPLAY_NTH,
    REPLAY_AT,
    REPLAY_PACE,
    REPLAY_TABLES,
    REPLAY_FACE /* the first of several */
};
const Option REPLAY_OPTIONS[] = {
    { "from", OPTION_TEXT, "FORMAT", "what the game is written in; without this it is found out", 0,
      0 },
    { "game", OPTION_TEXT, "GAME", "the game and variant that a foreign text is read as", 0, 0 },
    { "nth", OPTION_NUMBER, "N", "take the Nth of several games in the file", 1, 1000000 },
    { "at", OPTION_NUMBER, "TURN", "begin after this turn", 0, RECORD_TURNS_MAX },
    { "pace", OPTION_NUMBER, "MS", "a turn takes so long when it runs by itself (default 1000)",
      REPLAY_PACE_LOW_MS, REPLAY_PACE_HIGH_MS },
    { "tables", OPTION_TEXT, "FOLDER",
      "tables of solved positions, for `value` (default: TESSERA_TABLES)", 0, 0 },
    FACE_OPTIONS,
    { .name = NULL },
};

static int open_replay(const Args *args, Replay *replay, FILE *err)
{
    const OptionValue *from = &args->option[REPLAY_FROM], *game = &args->option[REPLAY_GAME];
    const OptionValue *nth = &args->option[REPLAY_NTH];
    GameAsk            ask = { .format = from->given ? from->text : NULL,
                               .nth = nth->given ? (int)nth->number : 0 };
    Setup              setup;
    Fault              fault = { .why = "" };
    if (game->given) {
        int failed = setup_from_word(game->text, &setup, err);
        if (failed != EXIT_DONE)
            return failed;
        ask.setup = &setup;
    }
    return replay_open(replay, args->words[0], &ask, &fault) == STATUS_OK
               ? EXIT_DONE
               : complain(err, "replay", "%s", fault.why);
}

/* A game that came from standard input leaves nothing there to type on. */
static int open_input(const char *path)
{
    if (strcmp(path, "-") != 0)
        return STDIN_FILENO;
    int in = open("/dev/tty", O_RDONLY | O_CLOEXEC);
    return in >= 0 ? in : open("/dev/null", O_RDONLY | O_CLOEXEC);
}

int cmd_replay(const Args *args, FILE *out, FILE *err)
{
    Replay             replay;
    Face               face;
    const OptionValue *at = &args->option[REPLAY_AT], *pace = &args->option[REPLAY_PACE];
    int                failed = face_from_options(&args->option[REPLAY_FACE], &face, err);
    if (failed == EXIT_DONE)
        failed = open_replay(args, &replay, err);
    if (failed != EXIT_DONE)
        return failed;
    setlocale(LC_CTYPE, "");
    replay_use_tables(&replay, args->option[REPLAY_TABLES].text);
    if (pace->given)
        replay_set_pace(&replay, pace->number);
    if (at->given)
        replay_jump(&replay, (int)at->number);
    int in = open_input(args->words[0]);
    int status = face_replay(&face, &replay, in, out, err);
    if (in > STDERR_FILENO)
        close(in);
    replay_free(&replay);
    return status;
}
