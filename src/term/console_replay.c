/* SPDX-License-Identifier: MIT */
/* console_replay.c - step through a game in line mode. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "core/shape.h"
#include "term/console.h"
#include "term/console_input.h"
#include "term/console_commands.h"
#include "term/editor_commands.h"
#include "term/plain_board.h"

enum { PROMPT_MAX = 64, SIDE_MAX = 64, NEWS_MAX = 4096, NAME_MAX_BYTES = 256, PALETTE_SHOWN = 12 };

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

static void say(const ConsoleReplay *console, TermMessage which)
{
    TermText text = replay_text(console->replay);
    console_say(console->out, &text, which);
}

static void print_message(const ConsoleReplay *console, const Message *message)
{
    TermText text = replay_text(console->replay);
    console_message(console->out, &text, message);
}

static void print_sentence(const ConsoleReplay *console, const char *words)
{
    TermText text = replay_text(console->replay);
    console_print(console->out, &text, words);
}

static void print_news(const ConsoleReplay *console)
{
    char words[NEWS_MAX];
    Text text = text_over(words, sizeof words);
    replay_news(console->replay, "\n   ", &text);
    if (words[0] != '\0')
        fprintf(console->out, "   %s\n", words);
}

/* Print the comments and the end of the line; nothing if there are none. */
static void print_comments(const ConsoleReplay *console, const Note *note, const char *before)
{
    for (int i = 0; i < note->comment_count; i++)
        fprintf(console->out, "%s{%s}", i == 0 ? before : " ", note_comment(note, i));
    if (note->comment_count > 0)
        fputc('\n', console->out);
}

static void print_turn(ConsoleReplay *console)
{
    Replay  *replay = console->replay;
    Note     note = replay_note(replay);
    TermText speech = replay_text(replay);
    char     words[TURN_TEXT_MAX], side[SIDE_MAX];
    Text     text = text_over(words, sizeof words), side_text = text_over(side, sizeof side);
    if (replay->at == 0) {
        say(console, TERM_MSG_START);
        print_comments(console, &note, "");
        return;
    }
    const Pos *before = line_before_turn(&replay->line, replay->at - 1);
    replay_turn(replay, &text);
    term_text_side(&speech, before->side, &side_text);
    fprintf(console->out, "%d. %s %s", replay->at, side, words);
    if (note.mark != NOTE_UNMARKED)
        fprintf(console->out, " %s", NOTE_MARKS[note.mark].symbol);
    if (note.clock_ms >= 0)
        fprintf(console->out, " @%lld.%03lld", (long long)(note.clock_ms / 1000),
                (long long)(note.clock_ms % 1000));
    print_comments(console, &note, " ");
    if (note.comment_count == 0)
        fputc('\n', console->out);
    print_news(console);
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
    print_sentence(console, words);
    return true;
}

/* False, and nothing printed, if no variation begins here. */
static bool print_variations(ConsoleReplay *console)
{
    char words[CONSOLE_INPUT_MAX];
    Text text = text_over(words, sizeof words);
    replay_variations(console->replay, &text);
    if (words[0] == '\0')
        return false;
    char     sentence[CONSOLE_INPUT_MAX + 64];
    Text     sentence_text = text_over(sentence, sizeof sentence);
    TermText speech = replay_text(console->replay);
    term_text_add(&speech, TERM_MSG_VARIATIONS, &sentence_text);
    fprintf(console->out, "%s %s\n", sentence, words);
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
        print_sentence(console, words);
    if (console->replay->tb_view.shown)
        print_value(console);
    print_variations(console);
    fflush(console->out);
}

/* --- Commands ----------------------------------------------------------------------------- */

static void print_fault(const ConsoleReplay *console, const char *typed, size_t at, TermMessage why)
{
    char     words[256];
    Text     text = text_over(words, sizeof words);
    TermText speech = replay_text(console->replay);
    term_text_add(&speech, why, &text);
    console_fault(console->out, &speech, typed, at, words);
}

/* Read a number after a command; `usual` is the default. False after an error message. */
static bool read_count(const ConsoleReplay *console, const char *rest, int usual, int *out)
{
    Scan     scan = scan_string(rest);
    uint32_t number;
    *out = usual;
    if (rest[0] == '\0')
        return true;
    if (!scan_number(&scan, RECORD_TURNS_MAX, &number) || !scan_done(&scan)) {
        print_fault(console, rest, scan.at, TERM_MSG_EXPECTED_COUNT);
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
        say(console, console->replay->at == 0 ? TERM_MSG_AT_START : TERM_MSG_AT_END);
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
    Message turns = term_message(TERM_MSG_TURN_COUNT);
    message_count(&turns, "n", replay_count(console->replay));
    if (turn > replay_count(console->replay))
        print_message(console, &turns);
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
    TermText       speech = replay_text(console->replay);
    PanelRows      panel;
    (void)rest;
    panel_rows(game_of(console), replay_pos(console->replay), &speech.language, &panel);
    for (int i = 0; i < panel.count; i++) {
        const PanelRow *row = &panel.row[i];
        char            words[256];
        Text            text = text_over(words, sizeof words);
        term_text_score(&speech, row->side, row->label, row->value, &text);
        fprintf(console->out, "%s\n", words);
    }
}

static void run_value(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    if (!tb_view_choose(&console->replay->tb_view, rest))
        say(console, TERM_MSG_VALUE_USAGE);
    else if (strcmp(rest, "off") == 0)
        say(console, TERM_MSG_VALUE_HIDDEN);
    else if (!print_value(console))
        say(console, TERM_MSG_VALUE_UNKNOWN);
}

static void print_error(const ConsoleReplay *console, const char *typed, const Fault *fault)
{
    TermText speech = replay_text(console->replay);
    console_fault(console->out, &speech, typed, fault->at, fault->why);
}

static void run_position(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    char           words[POS_TEXT_MAX];
    Text           text = text_over(words, sizeof words);
    Fault          fault;
    if (rest[0] != '\0') {
        if (replay_begin(console->replay, rest, &fault) == STATUS_OK)
            print_state(console);
        else
            print_error(console, rest, &fault);
        return;
    }
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

static void run_save(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    Fault          fault;
    Message        saved = term_message(TERM_MSG_SAVED);
    message_text(&saved, "file", rest);
    if (game_save(&console->replay->record, rest, &fault) == STATUS_OK)
        print_message(console, &saved);
    else
        print_sentence(console, fault.why);
}

/* --- Variations --------------------------------------------------------------------------- */

static void run_variation(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    int            number;
    if (!read_count(console, rest, 0, &number))
        return;
    if (rest[0] == '\0') {
        if (!print_variations(console))
            say(console, TERM_MSG_NO_VARIATION);
        return;
    }
    int node = number == 0 ? -1 : replay_continuation(console->replay, number);
    if (node >= 0 && replay_show(console->replay, node) == STATUS_OK)
        print_state(console);
    else
        say(console, TERM_MSG_NO_VARIATION);
}

static void run_main(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    (void)rest;
    if (replay_main(console->replay))
        print_state(console);
    else
        say(console, TERM_MSG_ON_MAIN_LINE);
}

static void run_add(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    Fault          fault;
    if (replay_add(console->replay, rest, &fault) == STATUS_OK)
        print_state(console);
    else
        print_error(console, rest, &fault);
}

/* Print what an edit without text led to. */
static void after_edit(ConsoleReplay *console, Status status, TermMessage not_found)
{
    if (status == STATUS_OK)
        print_state(console);
    else if (status == STATUS_NOT_FOUND)
        say(console, not_found);
    else if (status == STATUS_SYNTAX)
        say(console, TERM_MSG_NOTE_USAGE);
    else
        print_sentence(console, status_text(status));
}

static void run_cut(void *context, const char *rest)
{
    (void)rest;
    after_edit(context, replay_cut(((ConsoleReplay *)context)->replay), TERM_MSG_AT_START);
}

static void run_promote(void *context, const char *rest)
{
    (void)rest;
    after_edit(context, replay_promote(((ConsoleReplay *)context)->replay), TERM_MSG_ON_MAIN_LINE);
}

static void run_comment(void *context, const char *rest)
{
    after_edit(context, replay_comment(((ConsoleReplay *)context)->replay, rest),
               TERM_MSG_AT_START);
}

static void run_mark(void *context, const char *rest)
{
    after_edit(context, replay_mark(((ConsoleReplay *)context)->replay, rest), TERM_MSG_AT_START);
}

static void run_undo(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    (void)rest;
    after_edit(console, replay_undo(console->replay) ? STATUS_OK : STATUS_NOT_FOUND,
               TERM_MSG_NO_EDIT);
}

static void run_redo(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    (void)rest;
    after_edit(console, replay_redo(console->replay) ? STATUS_OK : STATUS_NOT_FOUND,
               TERM_MSG_NO_EDIT);
}

static void run_lines(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    Text           text = text_over(console->board, sizeof console->board);
    int            count;
    if (!read_count(console, rest, 1, &count))
        return;
    count = count < 1 ? 1 : count > REPLAY_LINES_MAX ? REPLAY_LINES_MAX : count;
    if (console_input_is_terminal(console->input)) {
        say(console, TERM_MSG_SEARCHING);
        fflush(console->out);
    }
    Status status = replay_lines(console->replay, count, &text);
    if (status != STATUS_OK)
        print_sentence(console, status_text(status));
    else if (text.length == 0)
        say(console, TERM_MSG_LINES_OVER);
    else
        fputs(console->board, console->out);
}

/* --- The board editor --------------------------------------------------------------------- */

static void leave_by(ConsoleReplay *console)
{
    console->leave = true;
    console->status = console_input_status(console->input);
}

/* Read commands of the editor until it is closed. */
static EditorEnd edit(ConsoleReplay *console, Editor *editor)
{
    EditorEnd end = EDITOR_STAYS;
    while (end == EDITOR_STAYS && !ferror(console->out)) {
        char         line[CONSOLE_INPUT_MAX];
        ConsoleEvent event = console_input_read(console->input, "edit> ", NULL, line);
        if (event == CONSOLE_READ) {
            end = editor_obey(editor, line, true, console->out);
        } else if (event == CONSOLE_LONG) {
            say(console, TERM_MSG_LINE_LONG);
        } else if (event == CONSOLE_END) {
            console->leave = true;
            return EDITOR_CANCELLED;
        } else if (event != CONSOLE_WOKEN) {
            leave_by(console);
            return EDITOR_CANCELLED;
        }
        fflush(console->out);
    }
    return end;
}

static void run_edit(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    Replay        *replay = console->replay;
    Editor         editor;
    Fault          fault;
    (void)rest;
    if (editor_open(&editor, &replay->record.line.setup, replay_pos(replay), &fault) != STATUS_OK) {
        print_sentence(console, fault.why);
        return;
    }
    editor.flipped = replay->flipped;
    editor.language = replay->language;
    editor_print(&editor, console->out);
    if (editor.palette.count <= PALETTE_SHOWN)
        editor_print_palette(&editor, console->out);
    say(console, TERM_MSG_EDIT_GREET);
    bool      is_first = replay->begins_with_editor;
    EditorEnd end = edit(console, &editor);
    replay->flipped = editor.flipped;
    if (end == EDITOR_DONE &&
        replay_begin_at(replay, &editor.setup, editor_pos(&editor), &fault) != STATUS_OK)
        print_sentence(console, fault.why);
    editor_free(&editor);
    if (end == EDITOR_CANCELLED && is_first)
        console->leave = true; /* there is no game to go back to */
    else if (end == EDITOR_CANCELLED && !console->leave)
        say(console, TERM_MSG_EDIT_CANCELLED);
    else if (is_first)
        say(console, TERM_MSG_GREET_REPLAY);
    if (!console->leave)
        print_state(console);
}

static void run_quit(void *context, const char *rest)
{
    (void)rest;
    ((ConsoleReplay *)context)->leave = true;
}

static void run_help(void *context, const char *rest);

static const ConsoleCommand COMMANDS[] = {
    /* clang-format off */
    { "help",     "",     TERM_MSG_HELP_HELP, "?", run_help },
    { "forward",  "[N]",  TERM_MSG_HELP_FORWARD, "next n f", run_forward },
    { "back",     "[N]",  TERM_MSG_HELP_BACK, "previous b", run_back },
    { "jump",     "TURN", TERM_MSG_HELP_JUMP, "goto", run_jump },
    { "start",    "",     TERM_MSG_HELP_START, "first", run_start },
    { "end",      "",     TERM_MSG_HELP_END, "last", run_end },
    { "resume",   "[MS]", TERM_MSG_HELP_RUN, "run play", run_resume },
    { "pause",    "",     TERM_MSG_HELP_STOP, "", run_pause },
    { "show",     "",     TERM_MSG_HELP_AGAIN, "board", run_show },
    { "score",    "",     TERM_MSG_HELP_SCORE, "", run_score },
    { "value",    "[on|off]", TERM_MSG_HELP_VALUE, "", run_value },
    { "flip",     "",     TERM_MSG_HELP_FLIP, "", run_flip },
    { "variation", "[N]", TERM_MSG_HELP_VARIATION, "variations", run_variation },
    { "main",     "",     TERM_MSG_HELP_MAIN, "", run_main },
    { "lines",    "[N]",  TERM_MSG_HELP_LINES, "hint", run_lines },
    { "add",      "MOVE", TERM_MSG_HELP_ADD, "", run_add },
    { "comment",  "[TEXT]", TERM_MSG_HELP_COMMENT, "note", run_comment },
    { "mark",     "[MARK]", TERM_MSG_HELP_MARK, "", run_mark },
    { "promote",  "",     TERM_MSG_HELP_PROMOTE, "", run_promote },
    { "cut",      "",     TERM_MSG_HELP_CUT, "delete", run_cut },
    { "undo",     "",     TERM_MSG_HELP_UNDO_EDIT, "u", run_undo },
    { "redo",     "",     TERM_MSG_HELP_REDO, "", run_redo },
    { "position", "[POSITION]", TERM_MSG_HELP_POSITION_NEW, "", run_position },
    { "edit",     "",     TERM_MSG_HELP_EDIT, "editor", run_edit },
    { "record",   "",     TERM_MSG_HELP_RECORD, "", run_record },
    { "save",     "FILE", TERM_MSG_HELP_SAVE, "write", run_save },
    { "quit",     "",     TERM_MSG_HELP_QUIT, "exit q", run_quit },
    { .name = NULL },
    /* clang-format on */
};

static void run_help(void *context, const char *rest)
{
    ConsoleReplay *console = context;
    (void)rest;
    TermText text = replay_text(console->replay);
    console_help(COMMANDS, &text, console->out);
}

static void print_meant(const ConsoleReplay *console, const char *meant)
{
    Message message = term_message(TERM_MSG_DID_YOU_MEAN);
    message_text(&message, "command", meant);
    print_message(console, &message);
}

static void obey(ConsoleReplay *console, char *line)
{
    line = console_trim(line);
    TermText    text = replay_text(console->replay);
    const char *meant = console_meant(COMMANDS, line);
    if (line[0] == '#')
        return;
    if (line[0] == '\0')
        run_forward(console, "");
    else if (line[0] >= '0' && line[0] <= '9')
        run_jump(console, line);
    else if (console_command(COMMANDS, line, console, &text, console->out))
        return;
    else if (meant != NULL)
        print_meant(console, meant);
    else
        print_fault(console, line, 0, TERM_MSG_UNKNOWN_COMMAND);
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
        say(console, TERM_MSG_PAUSED);
}

static void prompt(ConsoleReplay *console)
{
    char prompt[PROMPT_MAX], line[CONSOLE_INPUT_MAX];
    snprintf(prompt, sizeof prompt, "%d/%d> ", console->replay->at, replay_count(console->replay));
    ConsoleEvent event = console_input_read(console->input, prompt, NULL, line);
    if (event == CONSOLE_READ)
        obey(console, line);
    else if (event == CONSOLE_LONG)
        say(console, TERM_MSG_LINE_LONG);
    else if (event == CONSOLE_END)
        console->leave = true;
    else if (event != CONSOLE_WOKEN)
        leave_by(console);
}

static void greet(ConsoleReplay *console)
{
    char        first[NAME_MAX_BYTES], second[NAME_MAX_BYTES];
    Text        first_text = text_over(first, sizeof first);
    Text        second_text = text_over(second, sizeof second);
    const char *names[2] = { first, second };
    TermText    text = replay_text(console->replay);
    Message     turns = term_message(TERM_MSG_TURN_COUNT);
    replay_name(console->replay, 0, &first_text);
    replay_name(console->replay, 1, &second_text);
    console_greet(console->out, &text, &console->replay->record.line.setup, (int[]){ 0, 1 }, names);
    message_count(&turns, "n", replay_count(console->replay));
    print_message(console, &turns);
    say(console, TERM_MSG_GREET_REPLAY);
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
    if (replay->begins_with_editor)
        run_edit(console, "");
    else
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
