/* SPDX-License-Identifier: MIT */
#include "cmd/ui_mode.h"

#include <unistd.h>

#include "term/console.h"
#include "term/console_commands.h"
#include "term/screen.h"

int ui_mode_from_options(const OptionValue *options, UiMode *ui, FILE *err)
{
    Fault fault = { .why = "" };
    bool  line = options[UI_OPTION_LINE].given, screen = options[UI_OPTION_SCREEN].given;
    if (line && screen)
        return cmd_error(err, "play", "--line and --screen exclude each other");
    bool is_possible = screen_is_possible(STDIN_FILENO, &fault);
    if (screen && !is_possible)
        return cmd_error(err, "play", "full screen is not available: %s; pass --line", fault.why);
    *ui = (UiMode){ .kind = is_possible && !line ? UI_SCREEN : UI_LINE,
                    .ascii = options[UI_OPTION_ASCII].given,
                    .mouse = !options[UI_OPTION_NO_MOUSE].given };
    return EXIT_DONE;
}

static ScreenOptions screen_options(const UiMode *ui, int in)
{
    return (ScreenOptions){ .tty = { .input = in, .ascii = ui->ascii, .mouse = ui->mouse } };
}

static int answer(int status, const Fault *fault, FILE *err)
{
    if (fault->why[0] != '\0')
        cmd_error(err, "screen", "%s", fault->why);
    return status;
}

/* Print the result and the autosave file after the full screen is closed. */
static void print_ending(const TermGame *play, FILE *out)
{
    char result[TERM_GAME_NOTICE_MAX];
    Text text = text_over(result, sizeof result);
    term_game_result(play, &text);
    TermText speech = term_game_text(play);
    Message  saved = term_message(TERM_MSG_SAVED_IN);
    if (result[0] != '\0')
        fprintf(out, "%s\n", result);
    if (term_game_autosave(play) == NULL)
        return;
    message_text(&saved, "file", term_game_autosave(play));
    console_message(out, &speech, &saved);
}

int ui_play(const UiMode *ui, TermGame *play, FILE *out, FILE *err)
{
    ScreenOptions options = screen_options(ui, STDIN_FILENO);
    Fault         fault = { .why = "" };
    if (ui->kind == UI_LINE)
        return console_play(play, STDIN_FILENO, out);
    int status = screen_play(play, &options, &fault);
    print_ending(play, out);
    return answer(status, &fault, err);
}

int ui_replay(const UiMode *ui, Replay *replay, int in, FILE *out, FILE *err)
{
    ScreenOptions options = screen_options(ui, in);
    Fault         fault = { .why = "" };
    if (ui->kind == UI_LINE)
        return console_replay(replay, in, out);
    return answer(screen_replay(replay, &options, &fault), &fault, err);
}
