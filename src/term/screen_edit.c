/* SPDX-License-Identifier: MIT */
/* The cursor chooses a cell, and keys put the chosen piece there.  Everything else is typed: the commands
 * are those of line mode. */
#include "term/screen_edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Desk {
    ScreenCore *core;
    Editor     *editor;
    int         piece; /* of the palette */
    int         first; /* the first cell of a piece that connects two; -1: none yet */
    char        message[LAYOUT_TEXT_MAX];
    bool        alert;
    EditorEnd   end;
} Desk;

/* --- what keys do --- */

static void say_status(Desk *desk, Status status)
{
    Text text = text_over(desk->message, sizeof desk->message);
    if (status == STATUS_OK || status == STATUS_NOT_FOUND)
        return;
    text_add(&text, status_text(status));
    desk->alert = true;
}

static bool has_chosen_piece(const Desk *desk, int cell)
{
    const Pieces *pieces = &desk->editor->board.pieces;
    const Piece  *chosen = &desk->editor->palette.at[desk->piece];
    for (int i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->at[i];
        if (piece->cell == cell && piece->cell2 == cell && piece->side == chosen->side &&
            strcmp(piece->glyph, chosen->glyph) == 0 && strcmp(piece->text, chosen->text) == 0 &&
            memcmp(piece->faces, chosen->faces, sizeof piece->faces) == 0)
            return true;
    }
    return false;
}

/* Put the chosen piece under the cursor, or remove it if it is there. */
static void put(Desk *desk)
{
    Editor *editor = desk->editor;
    int     cell = desk->core->cursor;
    if (editor->palette.count == 0)
        return;
    if (!editor_is_double(editor, desk->piece)) {
        say_status(desk, has_chosen_piece(desk, cell)
                             ? editor_remove(editor, cell)
                             : editor_put(editor, desk->piece, cell, cell));
    } else if (desk->first < 0) {
        desk->first = cell;
    } else {
        if (desk->first != cell)
            say_status(desk, editor_put(editor, desk->piece, desk->first, cell));
        desk->first = -1;
    }
}

static void remove_piece(Desk *desk)
{
    desk->first = -1;
    say_status(desk, editor_remove(desk->editor, desk->core->cursor));
}

static void choose(Desk *desk, int by)
{
    int count = desk->editor->palette.count;
    desk->first = -1;
    if (count > 0)
        desk->piece = (desk->piece + by + count) % count;
}

static void choose_next(Desk *desk)
{
    choose(desk, 1);
}

static void choose_previous(Desk *desk)
{
    choose(desk, -1);
}

static void change_side(Desk *desk)
{
    say_status(desk, editor_set_side(desk->editor, 1 - desk->editor->board.side));
}

static void undo(Desk *desk)
{
    editor_undo(desk->editor);
}

static void flip(Desk *desk)
{
    desk->editor->flipped = !desk->editor->flipped;
}

static void larger(Desk *desk)
{
    screen_core_zoom(desk->core, 1);
}

static void smaller(Desk *desk)
{
    screen_core_zoom(desk->core, -1);
}

static void type(Desk *desk)
{
    screen_core_begin_typing(desk->core, "edit> ", "", 0);
}

/* Run a command; what it prints is shown below the board, or as a text if it is long. */
static void obey(Desk *desk, const char *words)
{
    ScreenCore *core = desk->core;
    char        line[TYPED_MAX];
    char       *printed = NULL;
    size_t      size = 0;
    FILE       *out = open_memstream(&printed, &size);
    snprintf(line, sizeof line, "%s", words);
    if (out == NULL) {
        say_status(desk, STATUS_NO_MEMORY);
        return;
    }
    desk->first = -1;
    desk->end = editor_obey(desk->editor, line, false, out);
    fclose(out);
    const char *newline = printed == NULL ? NULL : strchr(printed, '\n');
    if (newline != NULL && newline[1] != '\0') {
        buffer_free(&core->text);
        buffer_init(&core->text, 1 << 20);
        buffer_add(&core->text, printed);
        screen_core_begin_text(core);
    } else if (printed != NULL) {
        snprintf(desk->message, sizeof desk->message, "%.*s", (int)strcspn(printed, "\n"), printed);
    }
    free(printed);
    if (desk->piece >= desk->editor->palette.count)
        desk->piece = 0;
}

static void done(Desk *desk)
{
    obey(desk, "done");
}

static void cancel(Desk *desk)
{
    desk->end = EDITOR_CANCELLED;
}

static void help(Desk *desk);

typedef struct EditKey {
    ScreenKey key;
    void (*run)(Desk *desk);
} EditKey;

static const EditKey KEYS[] = {
    { { ' ', TTY_ENTER, "Enter, space", TERM_MSG_HELP_EDIT_PUT }, put },
    { { 'x', TTY_DELETE, "x, delete", TERM_MSG_HELP_REMOVE }, remove_piece },
    { { 'n', TTY_TAB, "Tab, n", TERM_MSG_HELP_NEXT_PIECE }, choose_next },
    { { 'b', TTY_BACK_TAB, "Shift-Tab, b", TERM_MSG_HELP_PREVIOUS_PIECE }, choose_previous },
    { { 't', TTY_OTHER, "t", TERM_MSG_HELP_SIDE }, change_side },
    { { 'u', TTY_BACKSPACE, "u, backspace", TERM_MSG_HELP_UNDO_CHANGE }, undo },
    { { ':', TTY_OTHER, ":", TERM_MSG_HELP_EDIT_TYPE }, type },
    { { 'f', TTY_OTHER, "f", TERM_MSG_HELP_FLIP }, flip },
    { { '+', TTY_OTHER, "+", TERM_MSG_HELP_LARGER }, larger },
    { { '-', TTY_OTHER, "-", TERM_MSG_HELP_SMALLER }, smaller },
    { { 'd', TTY_OTHER, "d", TERM_MSG_HELP_DONE }, done },
    { { '?', TTY_OTHER, "?", TERM_MSG_HELP_HELP }, help },
    { { 'q', TTY_ESCAPE, "q, Escape", TERM_MSG_HELP_CANCEL }, cancel },
};

static const ScreenKeys KEY_ROWS = { &KEYS[0].key, sizeof KEYS[0], sizeof KEYS / sizeof KEYS[0] };

static void help(Desk *desk)
{
    screen_core_begin_help(desk->core, &KEY_ROWS);
}

/* --- drawing --- */

static bool update(Desk *desk)
{
    const Editor *editor = desk->editor;
    TermText      speech = editor_text(editor);
    if (!screen_core_update(desk->core, &speech, &editor->setup, &editor->board.like.head,
                            editor->flipped))
        return false;
    if (!editor->is_possible)
        desk->core->regions.count = 0;
    if (desk->first >= 0)
        screen_core_mark(desk->core, &(CellList){ .count = 1, .cell = { (uint16_t)desk->first } },
                         GROUND_CHOSEN);
    desk->core->hides_cursor = false;
    return true;
}

/* Write the cell under the cursor with the chosen piece, and the state of the board. */
static void write_message(const Desk *desk, Text *out)
{
    const Editor *editor = desk->editor;
    text_addf(out, "%s", editor->shape.cells[desk->core->cursor].label);
    if (editor->palette.count > 0) {
        text_addf(out, "  %d: ", desk->piece + 1);
        term_text_piece(&desk->core->speech, &editor->palette.at[desk->piece], out);
    }
    text_add(out, "\n");
    editor_state(editor, out);
}

static void fill_mode(const Desk *desk, LayoutView *view)
{
    ScreenCore *core = desk->core;
    Text        status = text_over(view->status, sizeof view->status);
    if (core->mode == MODE_TEXT) {
        view->text = core->text.data == NULL ? "" : core->text.data;
        view->text_top = core->text_top;
        screen_core_say(core, TERM_MSG_STATUS_TEXT, &status);
    } else if (core->mode == MODE_PROMPT) {
        view->prompt = core->typing.prompt;
        view->typed = core->typing.words;
        view->typed_at = core->typing.at;
        screen_core_say(core, TERM_MSG_STATUS_ENTRY, &status);
    } else {
        screen_core_say(core, TERM_MSG_STATUS_EDIT, &status);
    }
}

static void draw(Desk *desk)
{
    ScreenCore *core = desk->core;
    LayoutView  view = { .alert = desk->alert || !desk->editor->is_possible };
    Text        title = text_over(view.title, sizeof view.title);
    Text        message = text_over(view.message, sizeof view.message);
    char        name[64];
    Text        name_text = text_over(name, sizeof name);
    Message     heading = term_message(TERM_MSG_EDIT_TITLE);
    term_text_title(&core->speech, &name_text);
    message_text(&heading, "game", name);
    term_text_write(&core->speech, &heading, &title);
    for (int seat = 0; seat < 2; seat++) {
        Text side = text_over(view.seat[seat].side, sizeof view.seat[seat].side);
        text_add(&side, core->side_name[seat]);
        view.seat[seat].to_move = desk->editor->board.side == seat;
    }
    if (desk->message[0] != '\0')
        text_add(&message, desk->message);
    else
        write_message(desk, &message);
    fill_mode(desk, &view);
    screen_core_show(core, &view, &desk->editor->board.pieces);
}

/* --- keys --- */

static void board_event(Desk *desk, const TtyEvent *event)
{
    if (event->kind == TTY_KEY && screen_core_move(desk->core, (TtyKey)event->code))
        return;
    int row = screen_core_key(&KEY_ROWS, event);
    if (row >= 0)
        KEYS[row].run(desk);
    if (event->kind != TTY_PRESS)
        return;
    int cell = screen_core_cell_at(desk->core, event);
    if (event->code > 3)
        choose(desk, event->code == 4 ? -1 : 1);
    else if (cell >= 0) {
        desk->core->cursor = cell;
        (event->code == 3 ? remove_piece : put)(desk);
    }
}

static void input(Desk *desk, const TtyEvent *event)
{
    desk->message[0] = '\0';
    desk->alert = false;
    switch (desk->core->mode) {
    case MODE_TEXT: screen_core_text_key(desk->core, event); break;
    case MODE_PROMPT:
        if (screen_core_typing_key(desk->core, event))
            obey(desk, desk->core->typing.words);
        break;
    case MODE_MENU:
    case MODE_BOARD: board_event(desk, event); break;
    }
}

static void leave(Desk *desk, int exit_status)
{
    desk->core->leaving = true;
    desk->core->exit_status = exit_status;
}

static void obey_event(Desk *desk, const TtyEvent *event)
{
    switch (event->kind) {
    case TTY_SIGN:
    case TTY_KEY:
    case TTY_PRESS: input(desk, event); break;
    case TTY_INTERRUPT: leave(desk, 130); break;
    case TTY_END: leave(desk, 143); break;
    case TTY_LOST: leave(desk, 129); break;
    case TTY_RESIZE:
    case TTY_NOTHING: break;
    }
}

EditorEnd screen_edit(ScreenCore *core, Editor *editor)
{
    Desk desk = { .core = core, .editor = editor, .first = -1 };
    while (desk.end == EDITOR_STAYS && !core->leaving) {
        if (!update(&desk)) {
            leave(&desk, 1);
            break;
        }
        draw(&desk);
        TtyEvent event = tty_wait(core->tty, -1, -1);
        obey_event(&desk, &event);
    }
    core->mode = MODE_BOARD;
    return core->leaving ? EDITOR_CANCELLED : desk.end;
}
