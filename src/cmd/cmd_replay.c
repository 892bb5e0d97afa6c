/* SPDX-License-Identifier: MIT */
/* cmd_replay.c - replay: step through a game in a terminal; edit: set up a position there. */
#include <fcntl.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "cmd/game_source.h"
#include "cmd/language.h"
#include "cmd/ui_mode.h"

enum {
    REPLAY_AT = GAME_SOURCE_END,
    REPLAY_PACE,
    REPLAY_TABLEBASES,
    REPLAY_LANGUAGE,
    REPLAY_UI /* the first of several */
};
const Option REPLAY_OPTIONS[] = {
    GAME_SOURCE_OPTIONS,
    { "at", OPTION_NUMBER, "MOVE", "start after this move", 0, RECORD_TURNS_MAX },
    { "pace", OPTION_NUMBER, "MS", "time per move in automatic replay (default 1000)",
      REPLAY_PACE_LOW_MS, REPLAY_PACE_HIGH_MS },
    { "tablebases", OPTION_TEXT, "DIR", "tablebases for `value` (default: TESSERA_TABLEBASES)", 0,
      0 },
    LANGUAGE_OPTION,
    UI_OPTIONS,
    { .name = NULL },
};

static int open_replay(const Args *args, Replay *replay, FILE *err)
{
    GameSource source;
    Fault      fault = { .why = "" };
    int        failed = game_source(args, &source, err);
    if (failed != EXIT_DONE)
        return failed;
    return replay_open(replay, args->arg[0], &source.ask, &fault) == STATUS_OK
               ? EXIT_DONE
               : cmd_error(err, "replay", "%s", fault.why);
}

/* Return the descriptor to read commands from: the terminal if the game came from standard input. */
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
    UiMode             ui;
    const OptionValue *at = &args->option[REPLAY_AT], *pace = &args->option[REPLAY_PACE];
    int                failed = ui_mode_from_options(&args->option[REPLAY_UI], &ui, err);
    if (failed == EXIT_DONE)
        failed = open_replay(args, &replay, err);
    if (failed != EXIT_DONE)
        return failed;
    setlocale(LC_CTYPE, "");
    replay_use_tables(&replay, args->option[REPLAY_TABLEBASES].text);
    replay.language = language_of(&args->option[REPLAY_LANGUAGE]);
    if (pace->given)
        replay_set_pace(&replay, pace->number);
    if (at->given)
        replay_jump(&replay, (int)at->number);
    int in = open_input(args->arg[0]);
    int status = ui_replay(&ui, &replay, in, out, err);
    if (in > STDERR_FILENO)
        close(in);
    replay_free(&replay);
    return status;
}

/* --- edit --- */

enum {
    EDIT_POSITION,
    EDIT_TABLEBASES,
    EDIT_LANGUAGE,
    EDIT_UI /* the first of several */
};
const Option EDIT_OPTIONS[] = {
    { "position", OPTION_TEXT, "POSITION", "begin with this position (default: the start)", 0, 0 },
    { "tablebases", OPTION_TEXT, "DIR", "tablebases for `value` (default: TESSERA_TABLEBASES)", 0,
      0 },
    LANGUAGE_OPTION,
    UI_OPTIONS,
    { .name = NULL },
};

int cmd_edit(const Args *args, FILE *out, FILE *err)
{
    Replay             replay;
    UiMode             ui;
    Start              start;
    Record             record;
    const OptionValue *position = &args->option[EDIT_POSITION];
    int                failed = ui_mode_from_options(&args->option[EDIT_UI], &ui, err);
    if (failed == EXIT_DONE)
        failed =
            start_from_text(args->arg[0], position->given ? position->text : NULL, &start, err);
    if (failed != EXIT_DONE)
        return failed;
    if (start.setup.game->text->arrange == NULL)
        return cmd_error(err, "edit", "%s has no board editor", start.setup.game->title);
    if (record_init(&record, &start.setup, &start.pos.head) != STATUS_OK ||
        replay_over(&replay, &record) != STATUS_OK)
        return cmd_error_memory(err, "edit");
    setlocale(LC_CTYPE, "");
    replay_use_tables(&replay, args->option[EDIT_TABLEBASES].text);
    replay.language = language_of(&args->option[EDIT_LANGUAGE]);
    replay.begins_with_editor = true;
    int status = ui_replay(&ui, &replay, STDIN_FILENO, out, err);
    replay_free(&replay);
    return status;
}
