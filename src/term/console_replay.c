/* SPDX-License-Identifier: MIT */
/* console_replay.c - step through a game in line mode. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "core/shape.h"
#include "term/console.h"
#include "term/console_input.h"
#include "term/console_commands.h"
#include "term/plain_board.h"

enum { PROMPT_MAX = 64 };

typedef struct ConsoleReplay {
    Replay       *replay;
    ConsoleInput *input;
    FILE         *out;
    bool          leave;
    int           status;
    char          board[BOARD_TEXT_MAX];
} ConsoleReplay;

/* --- Telling ------------------------------------------------------------------------------ */

static const Game *game_of(const ConsoleReplay *console)
{
    return console->replay->record.line.setup.game;
}

static void print_turn(ConsoleReplay *console)
{
    Replay    *replay = console->replay;
    RecordNote note = replay_note(replay);
    char       words[TURN_TEXT_MAX];
    Text       text = text_over(words, sizeof words);
    if (replay->at == 0) {
        fputs("The start.\n", console->out);
        return;
    }
    const Pos *before = line_before_turn(&replay->record.line, replay->at - 1);
    replay_turn(replay, &text);
    fprintf(console->out, "%d. %s %s", replay->at, game_of(console)->sides[before->side], words);
    if (note.clock_ms >= 0)
        fprintf(console->out, " @%lld.%03lld", (long long)(note.clock_ms / 1000),
                (long long)(note.clock_ms % 1000));
    if (note.comment != NULL)
        fprintf(console->out, " {%s}", note.comment);
    fputc('\n', console->out);
}

static void print_board(ConsoleReplay *console)
{
    const Replay *replay = console->replay;
    Text          text = text_over(console->board, sizeof console->board);
    Buffer        turned;
    buffer_init(&turned, BOARD_TEXT_MAX - 1);
    if (replay->flipped &&
        plain_board_write(&replay->record.line.setup, replay_pos(replay), true, &turned))
        text_add(&text, turned.data);
    else
        game_of(console)->text->draw(replay_pos(replay), &text);
    buffer_free(&turned);
    fputs(console->board, console->out);
}

/* False, and nothing printed, if the value is unknown. */
static bool print_value(ConsoleReplay *console)
{
    char words[128];
    Text text = text_over(words, sizeof words);
    if (!replay_value(console->replay, &text))
        return false;
    console_print(console->out, words);
    return true;
}

static void print_state(ConsoleReplay *console)
{
    char words[512];
    Text text = text_over(words, sizeof words);
    print_turn(console);
    print_board(console);
    replay_result(console->replay, &text);
    if (text.length > 0)
        console_print(console->out, words);
    if (console->replay->tb_view.shown)
        print_value(console);
    fflush(console->out);
}

/* --- Commands ----------------------------------------------------------------------------- */

/* Read a number after a command; `usual` is the default. False after an error message. */
static bool read_count(const ConsoleReplay *console, const char *rest, int usual, int *out)
{
    Scan     scan = scan_string(rest);
    uint32_t number;
    *out = usual;
    if (rest[0] == '\0')
        return true;
    if (!scan_number(&scan, RECORD_TURNS_MAX, &number) || !scan_done(&scan)) {
        console_fault(console->out, rest, scan.at, "expected a number of moves");
        return false;
    }
    *out = (int)number;
    return true;
}

static void jump(ConsoleReplay *console, int turn)
{
    if (replay_jump(console->replay, turn))
        print_state(console);
    else
        fputs(console->replay->at == 0 ? "This is the start.\n" : "This is the end.\n",
              console->out);
}

static void run_forward(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    int            count;
    if (read_count(console, rest, 1, &count))
        jump(console, console->replay->at + count);
}

static void run_back(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    int            count;
    if (read_count(console, rest, 1, &count))
        jump(console, console->replay->at - count);
}

static void run_jump(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    int            turn;
    if (!read_count(console, rest, 0, &turn))
        return;
    if (turn > replay_count(console->replay))
        fprintf(console->out, "There are %d turns.\n", replay_count(console->replay));
    replay_jump(console->replay, turn);
    print_state(console);
}

static void run_start(void *context, const char *rest)
{
    (void)rest;
    jump(context, 0);
}

static void run_end(void *context, const char *rest)
{
    (void)rest;
    jump(context, RECORD_TURNS_MAX);
}

static void run_resume(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    int            pace;
    if (!read_count(console, rest, (int)console->replay->pace_ms, &pace))
        return;
    replay_set_pace(console->replay, pace);
    replay_resume(console->replay, clock_wall_ms());
}

static void run_pause(void *context, const char *rest)
{
    (void)rest;
    replay_pause(((ConsoleReplay *)context)->replay);
}

static void run_show(void *context, const char *rest)
{
    (void)rest;
    print_state(context);
}

static void run_flip(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    (void)rest;
    console->replay->flipped = !console->replay->flipped;
    print_state(console);
}

static void run_score(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    PanelRows      panel;
    (void)rest;
    panel_rows(game_of(console), replay_pos(console->replay), &LANGUAGE_ENGLISH, &panel);
    for (int i = 0; i < panel.count; i++)
        fprintf(console->out, "%s%s%s: %s\n",
                panel.row[i].side < 2 ? game_of(console)->sides[panel.row[i].side] : "",
                panel.row[i].side < 2 ? " " : "", panel.row[i].label, panel.row[i].value);
}

static void run_value(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    if (!tb_view_choose(&console->replay->tb_view, rest))
        fputs("Type `value`, `value on` or `value off`.\n", console->out);
    else if (strcmp(rest, "off") == 0)
        fputs("Tablebase values are now hidden.\n", console->out);
    else if (!print_value(console))
        fputs("This position is not in a tablebase.\n", console->out);
}

static void run_position(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    char           words[POS_TEXT_MAX];
    Text           text = text_over(words, sizeof words);
    (void)rest;
    game_of(console)->text->pos_write(replay_pos(console->replay), &text);
    fprintf(console->out, "%s\n", words);
}

static bool to_stream(void *context, const char *data, size_t size)
{
    return fwrite(data, 1, size, (FILE *)context) == size;
}

static void run_record(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    (void)rest;
    record_write(&console->replay->record, to_stream, console->out);
}

static void run_quit(void *context, const char *rest)
{
    (void)rest;
    ((ConsoleReplay *)context)->leave = true;
}

static void run_help(void *context, const char *rest);

static const ConsoleCommand COMMANDS[] = {
    /* clang-format off */
    { "help",     "",     "this list", "?", run_help },
    { "forward",  "[N]",  "go one move forwards, or N; same as an empty line", "next n f", run_forward },
    { "back",     "[N]",  "go one move back, or N", "previous b", run_back },
    { "jump",     "TURN", "go to the position after that turn; the number alone is enough", "goto", run_jump },
    { "start",    "",     "go to the start", "first", run_start },
    { "end",      "",     "go to the end", "last", run_end },
    { "resume",   "[MS]", "play the moves automatically, one every MS milliseconds", "run play", run_resume },
    { "pause",    "",     "stop; so does Enter or Ctrl-C", "", run_pause },
    { "show",     "",     "show the move and the board again", "board", run_show },
    { "score",    "",     "show the score", "", run_score },
    { "value",    "[on|off]", "show the tablebase value; on: always", "", run_value },
    { "flip",     "",     "flip the board", "", run_flip },
    { "position", "",     "print the position in one line", "", run_position },
    { "record",   "",     "print the complete game record", "", run_record },
    { "quit",     "",     "exit", "exit q", run_quit },
    { .name = NULL },
    /* clang-format on */
};

static void run_help(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    (void)rest;
    console_help(COMMANDS, console->out);
}

static void obey(ConsoleReplay *console, char *line)
{
    line = console_trim(line);
    const char *meant = console_meant(COMMANDS, line);
    if (line[0] == '#')
        return;
    if (line[0] == '\0')
        run_forward(console, "");
    else if (line[0] >= '0' && line[0] <= '9')
        run_jump(console, line);
    else if (console_command(COMMANDS, line, console, console->out))
        return;
    else if (meant != NULL)
        fprintf(console->out, "Did you mean `%s`?\n", meant);
    else
        console_fault(console->out, line, 0, "unknown command; `help` lists all commands");
}

/* --- The loop ----------------------------------------------------------------------------- */

static bool wake(void *context)
{
    ConsoleReplay *console = context;
    if (replay_tick(console->replay, clock_wall_ms()))
        print_state(console);
    return !console->replay->running;
}

static int wait_ms(void *context)
{
    return replay_wait_ms(((ConsoleReplay *)context)->replay, clock_wall_ms());
}

static void leave_by(ConsoleReplay *console)
{
    console->leave = true;
    console->status = console_input_status(console->input);
}

/* Show moves until the end, or until the user types something. */
static void run(ConsoleReplay *console)
{
    ConsoleWake  other = { -1, wait_ms, wake, console };
    ConsoleEvent event = console_input_wait(console->input, &other, true);
    replay_pause(console->replay);
    if (event == CONSOLE_LEAVE ||
        (event == CONSOLE_INTERRUPT && !console_input_is_terminal(console->input)))
        leave_by(console);
    else if (event == CONSOLE_INTERRUPT)
        fputs("Paused.\n", console->out);
}

static void prompt(ConsoleReplay *console)
{
    char prompt[PROMPT_MAX], line[CONSOLE_INPUT_MAX];
    snprintf(prompt, sizeof prompt, "%d/%d> ", console->replay->at, replay_count(console->replay));
    ConsoleEvent event = console_input_read(console->input, prompt, NULL, line);
    if (event == CONSOLE_READ)
        obey(console, line);
    else if (event == CONSOLE_LONG)
        fputs("This line is too long.\n", console->out);
    else if (event == CONSOLE_END)
        console->leave = true;
    else if (event != CONSOLE_WOKEN)
        leave_by(console);
}

static void greet(ConsoleReplay *console)
{
    char setup[SETUP_TEXT_MAX];
    Text text = text_over(setup, sizeof setup);
    setup_write(&console->replay->record.line.setup, &text);
    fprintf(console->out, "%s (%s): %s is %s, %s is %s; %d turns.\n", game_of(console)->title,
            setup, game_of(console)->sides[0], replay_name(console->replay, 0),
            game_of(console)->sides[1], replay_name(console->replay, 1),
            replay_count(console->replay));
    fputs("`help` lists the commands; an empty line shows the next move.\n", console->out);
    print_state(console);
}

int console_replay(Replay *replay, int in, FILE *out)
{
    ConsoleReplay *console = calloc(1, sizeof *console);
    if (console == NULL || (console->input = console_input_new(in, out)) == NULL) {
        free(console);
        fputs("Out of memory.\n", out);
        return 1;
    }
    console->replay = replay;
    console->out = out;
    greet(console);
    while (!console->leave && !ferror(out)) {
        if (replay->running)
            run(console);
        else
            prompt(console);
    }
    int status = console->status;
    console_input_delete(console->input);
    free(console);
    return status;
}
