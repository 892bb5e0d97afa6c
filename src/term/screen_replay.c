/* SPDX-License-Identifier: MIT */
/* A recorded game in full screen: moves follow each other by keys or automatically. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "term/screen_edit.h"
#include "term/screen_inside.h"

struct ReplayEntry;

typedef struct Viewer {
    ScreenCore                core;
    Replay                   *replay;
    const struct ReplayEntry *entry; /* what is being typed */
    char                      message[LAYOUT_TEXT_MAX];
    bool                      alert;
} Viewer;

static void show_next(Viewer *viewer)
{
    replay_pause(viewer->replay);
    replay_forward(viewer->replay);
}

static void show_previous(Viewer *viewer)
{
    replay_pause(viewer->replay);
    replay_back(viewer->replay);
}

static void show_first(Viewer *viewer)
{
    replay_pause(viewer->replay);
    replay_jump(viewer->replay, 0);
}

static void show_last(Viewer *viewer)
{
    replay_pause(viewer->replay);
    replay_jump(viewer->replay, replay_count(viewer->replay));
}

static void ten_on(Viewer *viewer)
{
    replay_pause(viewer->replay);
    replay_jump(viewer->replay, viewer->replay->at + 10);
}

static void ten_back(Viewer *viewer)
{
    replay_pause(viewer->replay);
    replay_jump(viewer->replay, viewer->replay->at - 10);
}

static void run_or_pause(Viewer *viewer)
{
    if (viewer->replay->running)
        replay_pause(viewer->replay);
    else
        replay_resume(viewer->replay, clock_wall_ms());
}

static void run_faster(Viewer *viewer)
{
    replay_set_pace(viewer->replay, viewer->replay->pace_ms / 2);
}

static void run_slower(Viewer *viewer)
{
    replay_set_pace(viewer->replay, viewer->replay->pace_ms * 2);
}

static void flip(Viewer *viewer)
{
    viewer->replay->flipped = !viewer->replay->flipped;
}

static void larger(Viewer *viewer)
{
    screen_core_zoom(&viewer->core, 1);
}

static void smaller(Viewer *viewer)
{
    screen_core_zoom(&viewer->core, -1);
}

static void show_value(Viewer *viewer)
{
    char words[128];
    Text text = text_over(words, sizeof words), message;
    viewer->replay->tb_view.shown = !viewer->replay->tb_view.shown;
    message = text_over(viewer->message, sizeof viewer->message);
    if (!viewer->replay->tb_view.shown)
        screen_core_say(&viewer->core, TERM_MSG_VALUE_HIDDEN, &message);
    else if (!replay_value(viewer->replay, &text))
        screen_core_say(&viewer->core, TERM_MSG_VALUE_UNKNOWN, &message);
}

/* --- variations --- */

static void say(Viewer *viewer, TermMessage which)
{
    Text text = text_over(viewer->message, sizeof viewer->message);
    screen_core_say(&viewer->core, which, &text);
    viewer->alert = true;
}

static void say_status(Viewer *viewer, Status status, TermMessage not_found)
{
    if (status == STATUS_NOT_FOUND)
        say(viewer, not_found);
    else if (status == STATUS_SYNTAX)
        say(viewer, TERM_MSG_NOTE_USAGE);
    else if (status != STATUS_OK)
        snprintf(viewer->message, sizeof viewer->message, "%s", status_text(status));
}

/* Show continuation `number` of the position shown; false if there is none. */
static bool show_continuation(Viewer *viewer, int number)
{
    int node = replay_continuation(viewer->replay, number);
    return node >= 0 && replay_show(viewer->replay, node) == STATUS_OK;
}

/* Where the moves that follow are listed, the first of them is the game, and the second a variation. */
static void show_next_sibling(Viewer *viewer)
{
    if (!replay_sibling(viewer->replay, 1) && !show_continuation(viewer, 2))
        say(viewer, TERM_MSG_NO_SIBLING);
}

static void show_previous_sibling(Viewer *viewer)
{
    if (!replay_sibling(viewer->replay, -1))
        say(viewer, TERM_MSG_NO_SIBLING);
}

static void show_main(Viewer *viewer)
{
    if (!replay_main(viewer->replay))
        say(viewer, TERM_MSG_ON_MAIN_LINE);
}

static void promote(Viewer *viewer)
{
    say_status(viewer, replay_promote(viewer->replay), TERM_MSG_ON_MAIN_LINE);
}

static void cut(Viewer *viewer)
{
    say_status(viewer, replay_cut(viewer->replay), TERM_MSG_AT_START);
}

static void undo(Viewer *viewer)
{
    if (!replay_undo(viewer->replay))
        say(viewer, TERM_MSG_NO_EDIT);
}

static void redo(Viewer *viewer)
{
    if (!replay_redo(viewer->replay))
        say(viewer, TERM_MSG_NO_EDIT);
}

static void draw(Viewer *viewer);

static void show_lines(Viewer *viewer)
{
    char words[LAYOUT_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    replay_pause(viewer->replay);
    say(viewer, TERM_MSG_SEARCHING);
    viewer->alert = false;
    draw(viewer);
    viewer->message[0] = '\0';
    Status status = replay_lines(viewer->replay, REPLAY_LINES_MAX, &text);
    if (status != STATUS_OK || words[0] == '\0') {
        say_status(viewer, status == STATUS_OK ? STATUS_NOT_FOUND : status, TERM_MSG_LINES_OVER);
        return;
    }
    buffer_free(&viewer->core.text);
    buffer_init(&viewer->core.text, 1 << 16);
    buffer_add(&viewer->core.text, words);
    screen_core_begin_text(&viewer->core);
}

/* --- what is typed --- */

static void jump(Viewer *viewer, const char *words);

static void add_move(Viewer *viewer, const char *words)
{
    Fault fault;
    if (replay_add(viewer->replay, words, &fault) != STATUS_OK) {
        snprintf(viewer->message, sizeof viewer->message, "%s", fault.why);
        viewer->alert = true;
    }
}

static void add_comment(Viewer *viewer, const char *words)
{
    say_status(viewer, replay_comment(viewer->replay, words), TERM_MSG_AT_START);
}

static void set_mark(Viewer *viewer, const char *words)
{
    say_status(viewer, replay_mark(viewer->replay, words), TERM_MSG_AT_START);
}

static void save(Viewer *viewer, const char *words)
{
    Fault   fault;
    Text    text = text_over(viewer->message, sizeof viewer->message);
    Message saved = term_message(TERM_MSG_SAVED);
    message_text(&saved, "file", words);
    if (game_save(&viewer->replay->record, words, &fault) == STATUS_OK) {
        term_text_write(&viewer->core.speech, &saved, &text);
    } else {
        text_add(&text, fault.why);
        viewer->alert = true;
    }
}

typedef struct ReplayEntry {
    TermMessage prompt, status;
    void (*run)(Viewer *viewer, const char *words);
} ReplayEntry;

static void prompt(Viewer *viewer, const ReplayEntry *entry)
{
    char words[PROMPT_MAX];
    Text text = text_over(words, sizeof words);
    replay_pause(viewer->replay);
    viewer->entry = entry;
    screen_core_say(&viewer->core, entry->prompt, &text);
    screen_core_begin_typing(&viewer->core, words, "", 0);
}

static void prompt_turn(Viewer *viewer)
{
    static const ReplayEntry ENTRY = { TERM_MSG_TURN_PROMPT, TERM_MSG_STATUS_TURN, jump };
    prompt(viewer, &ENTRY);
}

static void prompt_move(Viewer *viewer)
{
    static const ReplayEntry ENTRY = { TERM_MSG_MOVE_PROMPT, TERM_MSG_STATUS_ENTRY, add_move };
    prompt(viewer, &ENTRY);
}

static void prompt_comment(Viewer *viewer)
{
    static const ReplayEntry ENTRY = { TERM_MSG_COMMENT_PROMPT, TERM_MSG_STATUS_ENTRY,
                                       add_comment };
    prompt(viewer, &ENTRY);
}

static void prompt_mark(Viewer *viewer)
{
    static const ReplayEntry ENTRY = { TERM_MSG_MARK_PROMPT, TERM_MSG_STATUS_ENTRY, set_mark };
    prompt(viewer, &ENTRY);
}

static void prompt_file(Viewer *viewer)
{
    static const ReplayEntry ENTRY = { TERM_MSG_FILE_PROMPT, TERM_MSG_STATUS_ENTRY, save };
    prompt(viewer, &ENTRY);
}

static void leave(Viewer *viewer)
{
    viewer->core.leaving = true;
}

static void edit(Viewer *viewer)
{
    Replay *replay = viewer->replay;
    Editor  editor;
    Fault   fault = { .why = "" };
    Text    text = text_over(viewer->message, sizeof viewer->message);
    replay_pause(replay);
    if (editor_open(&editor, &replay->record.line.setup, replay_pos(replay), &fault) != STATUS_OK) {
        text_add(&text, fault.why);
        viewer->alert = true;
        return;
    }
    editor.flipped = replay->flipped;
    editor.language = replay->language;
    EditorEnd end = screen_edit(&viewer->core, &editor);
    replay->flipped = editor.flipped;
    if (end == EDITOR_CANCELLED && replay->begins_with_editor)
        viewer->core.leaving = true; /* there is no game to go back to */
    if (end == EDITOR_DONE &&
        replay_begin_at(replay, &editor.setup, editor_pos(&editor), &fault) != STATUS_OK) {
        text_add(&text, fault.why);
        viewer->alert = true;
    }
    editor_free(&editor);
}

static void help(Viewer *viewer);

typedef struct ReplayKey {
    ScreenKey key;
    void (*run)(Viewer *viewer);
} ReplayKey;

static const ReplayKey KEYS[] = {
    { { 'n', TTY_RIGHT, "right, n", TERM_MSG_HELP_NEXT }, show_next },
    { { 'b', TTY_LEFT, "left, b", TERM_MSG_HELP_PREVIOUS }, show_previous },
    { { '}', TTY_PAGE_DOWN, "page down, }", TERM_MSG_HELP_TEN_ON }, ten_on },
    { { '{', TTY_PAGE_UP, "page up, {", TERM_MSG_HELP_TEN_BACK }, ten_back },
    { { '0', TTY_HOME, "home, 0", TERM_MSG_HELP_START }, show_first },
    { { '$', TTY_END_KEY, "end, $", TERM_MSG_HELP_END }, show_last },
    { { ' ', TTY_ENTER, "space", TERM_MSG_HELP_TOGGLE }, run_or_pause },
    { { '>', TTY_OTHER, ">", TERM_MSG_HELP_FASTER }, run_faster },
    { { '<', TTY_OTHER, "<", TERM_MSG_HELP_SLOWER }, run_slower },
    { { ':', TTY_OTHER, ":", TERM_MSG_HELP_TO_TURN }, prompt_turn },
    { { 'j', TTY_DOWN, "down, j", TERM_MSG_HELP_SIBLING_NEXT }, show_next_sibling },
    { { 'k', TTY_UP, "up, k", TERM_MSG_HELP_SIBLING }, show_previous_sibling },
    { { 'm', TTY_OTHER, "m", TERM_MSG_HELP_MAIN }, show_main },
    { { 'l', TTY_OTHER, "l", TERM_MSG_HELP_LINES }, show_lines },
    { { 'a', TTY_OTHER, "a", TERM_MSG_HELP_ADD }, prompt_move },
    { { 'c', TTY_OTHER, "c", TERM_MSG_HELP_COMMENT }, prompt_comment },
    { { '!', TTY_OTHER, "!", TERM_MSG_HELP_MARK }, prompt_mark },
    { { 'p', TTY_OTHER, "p", TERM_MSG_HELP_PROMOTE }, promote },
    { { 'x', TTY_DELETE, "x, delete", TERM_MSG_HELP_CUT }, cut },
    { { 'u', TTY_OTHER, "u", TERM_MSG_HELP_UNDO_EDIT }, undo },
    { { 'r', TTY_OTHER, "r", TERM_MSG_HELP_REDO }, redo },
    { { 'e', TTY_OTHER, "e", TERM_MSG_HELP_EDIT }, edit },
    { { 's', TTY_OTHER, "s", TERM_MSG_HELP_SAVE }, prompt_file },
    { { 'v', TTY_OTHER, "v", TERM_MSG_HELP_TOGGLE_VALUE }, show_value },
    { { 'f', TTY_OTHER, "f", TERM_MSG_HELP_FLIP }, flip },
    { { '+', TTY_OTHER, "+", TERM_MSG_HELP_LARGER }, larger },
    { { '-', TTY_OTHER, "-", TERM_MSG_HELP_SMALLER }, smaller },
    { { '?', TTY_OTHER, "?", TERM_MSG_HELP_HELP }, help },
    { { 'q', TTY_ESCAPE, "q, Escape", TERM_MSG_HELP_QUIT }, leave },
    { { 0, TTY_OTHER, "1 to 9", TERM_MSG_HELP_CONTINUATION }, NULL },
};

static const ScreenKeys KEY_ROWS = { &KEYS[0].key, sizeof KEYS[0], sizeof KEYS / sizeof KEYS[0] };

static void help(Viewer *viewer)
{
    replay_pause(viewer->replay);
    screen_core_begin_help(&viewer->core, &KEY_ROWS);
}

/* --- drawing --- */

static void turn_words(void *context, int turn, Text *out)
{
    const Viewer *viewer = context;
    const Line   *line = &viewer->replay->line;
    Turn          steps;
    line_turn(line, turn, &steps);
    turn_write(line->setup.game, line_before_turn(line, turn), &steps, out);
    replay_turn_mark(viewer->replay, turn, out);
}

static void write_news(const Viewer *viewer, Text *out)
{
    char words[LAYOUT_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    replay_news(viewer->replay, " ", &text);
    if (words[0] != '\0')
        text_addf(out, "\n%s", words);
}

static void write_variations(const Viewer *viewer, Text *out)
{
    char words[LAYOUT_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    replay_variations(viewer->replay, &text);
    if (words[0] == '\0')
        return;
    text_add(out, "\n");
    screen_core_say(&viewer->core, TERM_MSG_VARIATIONS, out);
    text_addf(out, " %s", words);
}

static void write_turn(Viewer *viewer, Text *out)
{
    Replay *replay = viewer->replay;
    char    words[TURN_TEXT_MAX];
    Text    turn = text_over(words, sizeof words);
    replay_turn(replay, &turn);
    Message number = term_message(TERM_MSG_TURN_OF);
    message_count(&number, "n", replay->at);
    message_count(&number, "m", replay_count(replay));
    term_text_write(&viewer->core.speech, &number, out);
    if (words[0] != '\0')
        text_addf(out, ": %s", words);
    Note note = replay_note(replay);
    if (note.mark != NOTE_UNMARKED)
        text_addf(out, " %s", NOTE_MARKS[note.mark].symbol);
    if (note.clock_ms >= 0) {
        char    clock[24] = "";
        Message left = term_message(TERM_MSG_CLOCK_LEFT);
        clock_words(note.clock_ms, clock);
        message_text(&left, "time", clock);
        text_add(out, " (");
        term_text_write(&viewer->core.speech, &left, out);
        text_add(out, ")");
    }
    for (int i = 0; i < note.comment_count; i++)
        text_addf(out, "; %s", note_comment(&note, i));
    write_variations(viewer, out);
    write_news(viewer, out);
    size_t before = out->length;
    text_add(out, "\n");
    size_t behind = out->length;
    replay_result(replay, out);
    if (out->length == behind && replay->tb_view.shown && replay_value(replay, out))
        text_add(out, ".");
    if (out->length == behind)
        text_cut(out, before);
}

static void fill_seat(const Viewer *viewer, int seat, LayoutSeat *out)
{
    Text side = text_over(out->side, sizeof out->side);
    Text name = text_over(out->name, sizeof out->name);
    text_add(&side, viewer->core.side_name[seat]);
    replay_name(viewer->replay, seat, &name);
    out->to_move = viewer->replay->at < replay_count(viewer->replay) &&
                   replay_pos(viewer->replay)->side == seat;
}

static void fill_modes(Viewer *viewer, LayoutView *view)
{
    ScreenCore *core = &viewer->core;
    Text        status = text_over(view->status, sizeof view->status);
    if (core->mode == MODE_TEXT) {
        view->text = core->text.data == NULL ? "" : core->text.data;
        view->text_top = core->text_top;
        screen_core_say(core, TERM_MSG_STATUS_TEXT, &status);
    } else if (core->mode == MODE_PROMPT) {
        view->prompt = core->typing.prompt;
        view->typed = core->typing.words;
        view->typed_at = core->typing.at;
        screen_core_say(core, viewer->entry->status, &status);
    } else {
        screen_core_say(core,
                        viewer->replay->running ? TERM_MSG_STATUS_RUNNING : TERM_MSG_STATUS_PAUSED,
                        &status);
    }
}

static void draw(Viewer *viewer)
{
    LayoutView view = { .turn = turn_words, .context = viewer, .alert = viewer->alert };
    Text       title = text_over(view.title, sizeof view.title);
    Text       message = text_over(view.message, sizeof view.message);
    char       name[64];
    Text       name_text = text_over(name, sizeof name);
    Message    replay = term_message(TERM_MSG_REPLAY_TITLE);
    term_text_title(&viewer->core.speech, &name_text);
    message_text(&replay, "game", name);
    term_text_write(&viewer->core.speech, &replay, &title);
    for (int seat = 0; seat < 2; seat++)
        fill_seat(viewer, seat, &view.seat[seat]);
    view.turn_count = replay_count(viewer->replay);
    view.turn_shown = viewer->replay->at;
    if (viewer->message[0] != '\0')
        text_add(&message, viewer->message);
    else
        write_turn(viewer, &message);
    fill_modes(viewer, &view);
    screen_core_show(&viewer->core, &view, &viewer->core.pieces);
}

static bool update(Viewer *viewer)
{
    CellList last = { .count = 0 };
    TermText speech = replay_text(viewer->replay);
    if (!screen_core_update(&viewer->core, &speech, &viewer->replay->record.line.setup,
                            replay_pos(viewer->replay), viewer->replay->flipped))
        return false;
    replay_touches(viewer->replay, &last);
    screen_core_mark(&viewer->core, &last, GROUND_LAST);
    viewer->core.hides_cursor = true; /* nothing can be selected */
    if (last.count > 0)
        viewer->core.cursor = last.cell[0];
    return true;
}

/* --- keys --- */

static void jump(Viewer *viewer, const char *words)
{
    Scan     scan = scan_string(words);
    uint32_t turn;
    scan_blanks(&scan);
    bool read = scan_number(&scan, 1000000, &turn);
    scan_blanks(&scan);
    if (read && scan_done(&scan)) {
        replay_jump(viewer->replay, (int)turn);
        return;
    }
    Text    text = text_over(viewer->message, sizeof viewer->message);
    char    typed[61];
    Message wrong = term_message(TERM_MSG_NOT_A_TURN);
    snprintf(typed, sizeof typed, "%.60s", words);
    message_text(&wrong, "text", typed);
    message_count(&wrong, "n", replay_count(viewer->replay));
    term_text_write(&viewer->core.speech, &wrong, &text);
    viewer->alert = true;
}

static void board_event(Viewer *viewer, const TtyEvent *event)
{
    int row = screen_core_key(&KEY_ROWS, event);
    if (row >= 0) {
        KEYS[row].run(viewer);
        return;
    }
    if (event->kind == TTY_SIGN && event->sign >= '1' && event->sign <= '9' &&
        !show_continuation(viewer, (int)(event->sign - '0')))
        say(viewer, TERM_MSG_NO_SIBLING);
    if (event->kind == TTY_PRESS && event->code <= 3)
        (event->code == 3 ? show_previous : show_next)(viewer);
    if (event->kind == TTY_PRESS && event->code > 3)
        (event->code == 4 ? show_previous : show_next)(viewer);
}

static void input(Viewer *viewer, const TtyEvent *event)
{
    viewer->message[0] = '\0';
    viewer->alert = false;
    switch (viewer->core.mode) {
    case MODE_TEXT: screen_core_text_key(&viewer->core, event); break;
    case MODE_PROMPT:
        if (screen_core_typing_key(&viewer->core, event))
            viewer->entry->run(viewer, viewer->core.typing.words);
        break;
    case MODE_MENU:
    case MODE_BOARD: board_event(viewer, event); break;
    }
}

static void end(Viewer *viewer, int exit_status)
{
    viewer->core.leaving = true;
    viewer->core.exit_status = exit_status;
}

static void obey_event(Viewer *viewer, const TtyEvent *event)
{
    switch (event->kind) {
    case TTY_SIGN:
    case TTY_KEY:
    case TTY_PRESS: input(viewer, event); break;
    case TTY_INTERRUPT: end(viewer, 130); break;
    case TTY_END: end(viewer, 143); break;
    case TTY_LOST: end(viewer, 129); break;
    case TTY_RESIZE:
    case TTY_NOTHING: break;
    }
}

static void run(Viewer *viewer)
{
    if (viewer->replay->begins_with_editor)
        edit(viewer);
    while (!viewer->core.leaving) {
        replay_tick(viewer->replay, clock_wall_ms());
        if (!update(viewer)) {
            end(viewer, 1);
            return;
        }
        draw(viewer);
        TtyEvent event =
            tty_wait(viewer->core.tty, -1, replay_wait_ms(viewer->replay, clock_wall_ms()));
        obey_event(viewer, &event);
    }
}

int screen_replay(Replay *replay, const ScreenOptions *options, Fault *fault)
{
    Viewer *viewer = calloc(1, sizeof *viewer);
    if (viewer == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory");
        return 1;
    }
    viewer->replay = replay;
    Status   status = screen_core_open(&viewer->core, options, fault);
    TermText speech = replay_text(replay);
    if (status == STATUS_OK && !screen_core_can_show(&viewer->core, &speech))
        replay->language = NULL;
    if (status == STATUS_OK)
        run(viewer);
    int exit_status = status == STATUS_OK ? viewer->core.exit_status : 1;
    if (status == STATUS_OK && exit_status == 1)
        fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory");
    screen_core_close(&viewer->core);
    free(viewer);
    return exit_status;
}
