/* SPDX-License-Identifier: MIT */
#include "term/editor_commands.h"

#include <string.h>
#include <strings.h>

#include "games/list.h"
#include "term/console_commands.h"

enum { WORD_MAX = 64, NAME_MAX_BYTES = 256, STATE_MAX = 512 };

typedef struct Command {
    Editor   *editor;
    FILE     *out;
    bool      shows_board;
    EditorEnd end;
} Command;

/* --- telling --- */

TermText editor_text(const Editor *editor)
{
    return term_text_of(&editor->setup, editor->language);
}

void editor_state(const Editor *editor, Text *out)
{
    TermText text = editor_text(editor);
    char     words[STATE_MAX];
    Text     why = text_over(words, sizeof words);
    if (editor->is_possible) {
        Message to_move = term_message(TERM_MSG_EDIT_TO_MOVE);
        message_side(&to_move, "side", editor->board.side);
        term_text_write(&text, &to_move, out);
        return;
    }
    term_text_add(&text, TERM_MSG_EDIT_IMPOSSIBLE, out);
    text_add(out, " ");
    term_text_fault(&text, &editor->fault, &why);
    term_text_sentence(&text, words, out);
}

void editor_print_palette(const Editor *editor, FILE *out)
{
    TermText    text = editor_text(editor);
    ConsoleList list = { .out = out };
    for (int i = 0; i < editor->palette.count; i++) {
        char name[NAME_MAX_BYTES];
        Text words = text_over(name, sizeof name);
        text_addf(&words, "%d: ", i + 1);
        term_text_piece(&text, &editor->palette.at[i], &words);
        text_add(&words, i + 1 < editor->palette.count ? ";" : ".");
        console_list_add(&list, name);
    }
    console_list_end(&list);
}

void editor_print(const Editor *editor, FILE *out)
{
    TermText text = editor_text(editor);
    char     words[STATE_MAX];
    Text     state = text_over(words, sizeof words);
    Buffer   board;
    buffer_init(&board, 1 << 20);
    if (editor_draw(editor, &board))
        fputs(board.data, out);
    buffer_free(&board);
    editor_state(editor, &state);
    console_print(out, &text, words);
}

static void say(const Command *command, TermMessage which)
{
    TermText text = editor_text(command->editor);
    console_say(command->out, &text, which);
}

static void say_about(const Command *command, TermMessage which, const char *word)
{
    TermText text = editor_text(command->editor);
    Message  message = term_message(which);
    message_text(&message, "text", word);
    console_message(command->out, &text, &message);
}

static void print_fault(const Command *command, const char *typed, const Fault *fault)
{
    TermText text = editor_text(command->editor);
    char     words[STATE_MAX];
    Text     why = text_over(words, sizeof words);
    term_text_fault(&text, fault, &why);
    console_fault(command->out, &text, typed, fault->at <= strlen(typed) ? fault->at : 0, words);
}

/* Print what a change led to. */
static void after_change(const Command *command, Status status)
{
    TermText text = editor_text(command->editor);
    if (status != STATUS_OK)
        console_print(command->out, &text, status_text(status));
    else if (command->shows_board)
        editor_print(command->editor, command->out);
}

/* --- reading --- */

/* Take the next word; false if there is none or it is too long. */
static bool take_word(const char **rest, char word[WORD_MAX])
{
    size_t length = strcspn(*rest, " \t");
    if (length == 0 || length >= WORD_MAX)
        return false;
    memcpy(word, *rest, length);
    word[length] = '\0';
    *rest += length;
    *rest += strspn(*rest, " \t");
    return true;
}

/* Take the label of a cell.  False after a message. */
static bool take_cell(const Command *command, const char **rest, int *cell)
{
    char word[WORD_MAX];
    if (!take_word(rest, word)) {
        say(command, TERM_MSG_EDIT_CELL_MISSING);
        return false;
    }
    const Shape *shape = &command->editor->shape;
    for (*cell = 0; *cell < shape->cell_count; ++*cell)
        if (strcasecmp(shape->cells[*cell].label, word) == 0)
            return true;
    say_about(command, TERM_MSG_EDIT_NO_CELL, word);
    return false;
}

static bool take_number(const char **rest, int *number)
{
    char     word[WORD_MAX];
    uint32_t value;
    if (!take_word(rest, word))
        return false;
    Scan scan = scan_string(word);
    if (!scan_number(&scan, INT16_MAX, &value) || !scan_done(&scan))
        return false;
    *number = (int)value;
    return true;
}

/* --- commands --- */

static void run_pieces(void *context, const char *rest)
{
    Command *command = context;
    (void)rest;
    editor_print_palette(command->editor, command->out);
}

/* All cells are read before the first piece is placed. */
static void run_put(void *context, const char *rest)
{
    Command    *command = context;
    Editor     *editor = command->editor;
    int         number, cell, other;
    const char *typed = rest;
    if (!take_number(&rest, &number) || number < 1 || number > editor->palette.count) {
        say_about(command, TERM_MSG_EDIT_NO_PIECE, typed);
        return;
    }
    number--;
    bool        connects = editor_is_double(editor, number);
    const char *cells = rest;
    do {
        if (!take_cell(command, &rest, &cell) || (connects && !take_cell(command, &rest, &other)))
            return;
        if (connects && cell == other) {
            say(command, TERM_MSG_EDIT_TWO_CELLS);
            return;
        }
    } while (rest[0] != '\0');
    Status status = STATUS_OK;
    while (cells[0] != '\0' && status == STATUS_OK && take_cell(command, &cells, &cell)) {
        other = cell;
        if (connects)
            take_cell(command, &cells, &other);
        status = editor_put(editor, number, cell, other);
        editor->continues = true;
    }
    editor->continues = false;
    after_change(command, status);
}

static void run_remove(void *context, const char *rest)
{
    Command *command = context;
    Editor  *editor = command->editor;
    int      cell;
    Status   status = STATUS_OK;
    while (rest[0] != '\0' && status == STATUS_OK && take_cell(command, &rest, &cell)) {
        status = editor_remove(editor, cell);
        if (status == STATUS_NOT_FOUND)
            say_about(command, TERM_MSG_EDIT_EMPTY, editor->shape.cells[cell].label);
        else
            editor->continues = true;
    }
    bool has_changed = editor->continues;
    editor->continues = false;
    if (has_changed)
        after_change(command, status == STATUS_NOT_FOUND ? STATUS_OK : status);
}

static void run_move(void *context, const char *rest)
{
    Command *command = context;
    int      from, to;
    if (!take_cell(command, &rest, &from) || !take_cell(command, &rest, &to))
        return;
    Status status = editor_move(command->editor, from, to);
    if (status == STATUS_NOT_FOUND)
        say_about(command, TERM_MSG_EDIT_EMPTY, command->editor->shape.cells[from].label);
    else
        after_change(command, status);
}

static void run_clear(void *context, const char *rest)
{
    (void)rest;
    after_change(context, editor_clear(((Command *)context)->editor));
}

/* A side by its name in English or in the user's language, or by the first letters of it. */
static void run_side(void *context, const char *rest)
{
    Command *command = context;
    Editor  *editor = command->editor;
    TermText text = editor_text(editor);
    int      side = rest[0] == '\0' ? 1 - editor->board.side : -1;
    for (int i = 0; i < 2 && side < 0; i++) {
        char name[NAME_MAX_BYTES];
        Text words = text_over(name, sizeof name);
        term_text_side(&text, i, &words);
        if (strncasecmp(editor->setup.game->sides[i], rest, strlen(rest)) == 0 ||
            strcasecmp(name, rest) == 0)
            side = i;
    }
    if (side >= 0) {
        after_change(command, editor_set_side(editor, side));
        return;
    }
    char names[NAME_MAX_BYTES];
    Text words = text_over(names, sizeof names);
    text_addf(&words, "%s, %s", editor->setup.game->sides[0], editor->setup.game->sides[1]);
    say_about(command, TERM_MSG_EDIT_SIDES, names);
}

static void run_start(void *context, const char *rest)
{
    Command *command = context;
    Fault    fault = { .why = "" };
    (void)rest;
    after_change(command, editor_set_position(command->editor, NULL, &fault));
}

static void run_position(void *context, const char *rest)
{
    Command *command = context;
    Editor  *editor = command->editor;
    Fault    fault = { .why = "" };
    char     words[POS_TEXT_MAX], state[STATE_MAX];
    Text     line = text_over(words, sizeof words), why = text_over(state, sizeof state);
    TermText text = editor_text(editor);
    if (rest[0] != '\0') {
        if (editor_set_position(editor, rest, &fault) == STATUS_OK)
            after_change(command, STATUS_OK);
        else
            print_fault(command, rest, &fault);
    } else if (editor_pos(editor) != NULL) {
        editor->setup.game->text->pos_write(editor_pos(editor), &line);
        fprintf(command->out, "%s\n", words);
    } else {
        editor_state(editor, &why);
        console_print(command->out, &text, state);
    }
}

/* Print the line whose parts can be replaced. */
static void print_parts(const Command *command)
{
    const Editor *editor = command->editor;
    char          words[POS_TEXT_MAX];
    Text          line = text_over(words, sizeof words);
    say(command, TERM_MSG_EDIT_PARTS);
    editor->setup.game->text->pos_write(&editor->board.like.head, &line);
    fprintf(command->out, "%s\n", words);
}

static void run_part(void *context, const char *rest)
{
    Command *command = context;
    Fault    fault = { .why = "" };
    int      number = 0;
    TermText text = editor_text(command->editor);
    take_number(&rest, &number);
    Status status = editor_set_part(command->editor, number, rest, &fault);
    if (status == STATUS_OK)
        after_change(command, STATUS_OK);
    else if (status == STATUS_NOT_FOUND)
        print_parts(command);
    else
        console_print(command->out, &text, fault.why);
}

static void run_setup(void *context, const char *rest)
{
    Command  *command = context;
    Editor    begun;
    Setup     setup;
    PosBuffer start;
    Fault     fault = { .why = "" };
    Status    status = games_setup(rest, &setup, &fault);
    if (status == STATUS_OK) {
        setup.game->rules->start(setup.variant, &start.head);
        status = editor_open(&begun, &setup, &start.head, &fault);
    }
    if (status != STATUS_OK) {
        print_fault(command, rest, &fault);
        return;
    }
    begun.flipped = command->editor->flipped;
    begun.language = command->editor->language;
    editor_free(command->editor);
    *command->editor = begun;
    after_change(command, STATUS_OK);
}

static void run_undo(void *context, const char *rest)
{
    (void)rest;
    editor_undo(((Command *)context)->editor);
    after_change(context, STATUS_OK);
}

static void run_show(void *context, const char *rest)
{
    Command *command = context;
    (void)rest;
    editor_print(command->editor, command->out);
}

static void run_flip(void *context, const char *rest)
{
    Command *command = context;
    (void)rest;
    command->editor->flipped = !command->editor->flipped;
    after_change(command, STATUS_OK);
}

static void run_done(void *context, const char *rest)
{
    Command *command = context;
    TermText text = editor_text(command->editor);
    char     state[STATE_MAX];
    Text     why = text_over(state, sizeof state);
    (void)rest;
    if (command->editor->is_possible) {
        command->end = EDITOR_DONE;
        return;
    }
    editor_state(command->editor, &why);
    console_print(command->out, &text, state);
}

static void run_cancel(void *context, const char *rest)
{
    (void)rest;
    ((Command *)context)->end = EDITOR_CANCELLED;
}

static void run_help(void *context, const char *rest);

static const ConsoleCommand COMMANDS[] = {
    /* clang-format off */
    { "help",     "",            TERM_MSG_HELP_HELP, "?", run_help },
    { "pieces",   "",            TERM_MSG_HELP_PIECES, "palette", run_pieces },
    { "put",      "N CELLS",     TERM_MSG_HELP_PUT, "place add", run_put },
    { "remove",   "CELLS",       TERM_MSG_HELP_REMOVE, "delete", run_remove },
    { "move",     "CELL CELL",   TERM_MSG_HELP_MOVE_PIECE, "", run_move },
    { "clear",    "",            TERM_MSG_HELP_CLEAR, "", run_clear },
    { "start",    "",            TERM_MSG_HELP_EDIT_START, "reset", run_start },
    { "side",     "[SIDE]",      TERM_MSG_HELP_SIDE, "turn", run_side },
    { "part",     "[N TEXT]",    TERM_MSG_HELP_PART, "", run_part },
    { "position", "[POSITION]",  TERM_MSG_HELP_EDIT_POSITION, "", run_position },
    { "setup",    "GAME",        TERM_MSG_HELP_SETUP, "game", run_setup },
    { "undo",     "",            TERM_MSG_HELP_UNDO_CHANGE, "u", run_undo },
    { "show",     "",            TERM_MSG_HELP_SHOW, "board", run_show },
    { "flip",     "",            TERM_MSG_HELP_FLIP, "", run_flip },
    { "done",     "",            TERM_MSG_HELP_DONE, "analyse", run_done },
    { "cancel",   "",            TERM_MSG_HELP_CANCEL, "quit exit q", run_cancel },
    { .name = NULL },
    /* clang-format on */
};

static void run_help(void *context, const char *rest)
{
    Command *command = context;
    TermText text = editor_text(command->editor);
    (void)rest;
    console_help(COMMANDS, &text, command->out);
}

EditorEnd editor_obey(Editor *editor, char *line, bool shows_board, FILE *out)
{
    Command     command = { .editor = editor, .out = out, .shows_board = shows_board };
    TermText    text = editor_text(editor);
    const char *words = console_trim(line);
    if (words[0] == '#' || words[0] == '\0' ||
        console_command(COMMANDS, words, &command, &text, out))
        return command.end;
    const char *meant = console_meant(COMMANDS, words);
    Message     message = term_message(TERM_MSG_DID_YOU_MEAN);
    if (meant != NULL) {
        message_text(&message, "command", meant);
        console_message(out, &text, &message);
    } else {
        char unknown[STATE_MAX];
        Text why = text_over(unknown, sizeof unknown);
        term_text_add(&text, TERM_MSG_UNKNOWN_COMMAND, &why);
        console_fault(out, &text, words, 0, unknown);
    }
    return EDITOR_STAYS;
}
