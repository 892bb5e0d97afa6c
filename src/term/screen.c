/* SPDX-License-Identifier: MIT */
/* Full screen: wait, let the model tick, draw, handle the event. Move input restarts whenever the
 * position changes. */
#include "term/screen.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/turn.h"
#include "term/screen_inside.h"

bool screen_is_possible(int input, Fault *fault)
{
    return tty_is_possible(input, fault);
}

/* --- words --- */

static TermText speech_of(const Screen *screen)
{
    return term_game_text(screen->term_game);
}

void screen_show_words(Screen *screen, const char *words, bool alert)
{
    Text text = text_over(screen->message, sizeof screen->message);
    text_add(&text, words);
    screen->alert = alert;
}

void screen_show_message(Screen *screen, const Message *message, bool alert)
{
    TermText speech = speech_of(screen);
    Text     text = text_over(screen->message, sizeof screen->message);
    term_text_write(&speech, message, &text);
    screen->alert = alert;
}

void screen_say(Screen *screen, TermMessage which)
{
    Message message = term_message(which);
    screen_show_message(screen, &message, false);
}

void screen_show_fault(Screen *screen, const Fault *fault)
{
    TermText speech = speech_of(screen);
    char     words[LAYOUT_TEXT_MAX];
    Text     text = text_over(words, sizeof words);
    Text     sentence = text_over(screen->message, sizeof screen->message);
    term_text_fault(&speech, fault, &text);
    term_text_sentence(&speech, words, &sentence);
    screen->alert = true;
}

static void forgive(Screen *screen)
{
    screen->seen = screen->told;
    screen->message[0] = '\0';
    screen->alert = false;
    screen->offending.count = 0;
}

/* --- keeping up --- */

static void close_hand_menu(Screen *screen)
{
    if (screen->core.mode == MODE_MENU && screen->menu_of_hand)
        screen->core.mode = MODE_BOARD;
}

static void begin_hand(Screen *screen)
{
    const Game *game = term_game_game(screen->term_game);
    const Pos  *pos = term_game_pos(screen->term_game);
    if (!term_game_is_human(screen->term_game)) {
        move_input_rest(&screen->input);
        screen->move_input_active = false;
        close_hand_menu(screen);
        return;
    }
    if (screen->move_input_active && screen->input.game == game &&
        screen->input.shape == &screen->core.shape && game_same(game, &screen->input.pos.head, pos))
        return;
    screen->hint.count = 0;
    screen->move_input_active =
        move_input_begin(&screen->input, &screen->core.speech, &screen->core.shape, pos);
    close_hand_menu(screen);
}

static bool is_turn_open(const Screen *screen)
{
    Turn turn;
    line_open_turn(session_line(term_game_session(screen->term_game)), &turn);
    return turn.count > 0;
}

static void mark_targets(Screen *screen)
{
    ScreenCore *core = &screen->core;
    for (int i = 0; i < core->shape.cell_count; i++)
        if (move_input_is_target(&screen->input, i))
            core->grounds[i] = GROUND_TARGET;
}

static void mark_all(Screen *screen)
{
    CellList last = { .count = 0 }, chosen;
    if (!is_turn_open(screen))
        term_game_last_touches(screen->term_game, &last);
    screen_core_mark(&screen->core, &last, GROUND_LAST);
    if (screen->move_input_active)
        mark_targets(screen);
    screen_core_mark(&screen->core, &screen->hint, GROUND_HINT);
    move_input_chosen(&screen->input, &chosen);
    screen_core_mark(&screen->core, &chosen, GROUND_CHOSEN);
    screen_core_mark(&screen->core, &screen->offending, GROUND_OFFENDING);
}

static bool update(Screen *screen)
{
    TermText speech = speech_of(screen);
    if (!screen_core_update(&screen->core, &speech, term_game_setup(screen->term_game),
                            term_game_pos(screen->term_game),
                            term_game_is_flipped(screen->term_game)))
        return false;
    begin_hand(screen);
    mark_all(screen);
    screen->core.strong =
        screen->input.touched.count > 0; /* before the first selection it may be the whole board */
    return move_input_show(&screen->input, &screen->core.pieces, &screen->shown);
}

/* --- what is told without being asked --- */

static const Piece *piece_at(const Pieces *pieces, int cell)
{
    const Piece *found = NULL;
    for (int i = 0; i < pieces->count; i++)
        if (pieces->at[i].cell == cell && (found == NULL || strcmp(found->glyph, "mark") == 0))
            found = &pieces->at[i];
    return found;
}

/* Write what is on a cell and what it belongs to: "e5: stone of White (island)", "e5: empty". */
static void write_cell(const Screen *screen, int cell, Text *out)
{
    const ScreenCore *core = &screen->core;
    const Piece      *piece = piece_at(&screen->shown, cell);
    const ShapeCell  *place = &core->shape.cells[cell];
    text_addf(out, "%s: ", place->label);
    if (piece == NULL && place->name != NULL)
        message_def_write(place->name, &core->speech.language, out);
    else if (piece == NULL)
        screen_core_say(core, TERM_MSG_CELL_EMPTY, out);
    else if (strcmp(piece->glyph, "mark") == 0)
        screen_core_say(core,
                        (piece->marks & MARK_COVERED) != 0 ? TERM_MSG_CELL_COVERED
                                                           : TERM_MSG_CELL_BLOCKED,
                        out);
    else
        term_text_piece(&core->speech, piece, out);
    screen_core_regions(core, cell, out);
}

/* Write what the step would capture, complete or win. */
static void write_preview(const Screen *screen, Step step, Text *out)
{
    char words[LAYOUT_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    term_text_step_news(&screen->core.speech, term_game_pos(screen->term_game), step, " ", &text);
    if (words[0] != '\0')
        text_addf(out, ". %s", words);
}

/* Write the state of the move input. */
static void write_move_input(const Screen *screen, Text *out)
{
    const MoveInput *input = &screen->input;
    int              left = move_input_left(input);
    Message          message;
    if (input->touched.count == 0) {
        if (!is_turn_open(screen))
            return;
        message = term_message(TERM_MSG_TURN_OPEN);
    } else if (input->choice_count == 1) {
        message = term_message(TERM_MSG_ENTER_AGAIN);
        message_text(&message, "step", input->choice[0].words);
    } else if (left > 0) {
        message = term_message(TERM_MSG_MORE_CELLS);
        message_count(&message, "n", left);
    } else {
        message = term_message(TERM_MSG_NEXT_CELL);
    }
    text_add(out, "; ");
    term_text_write(&screen->core.speech, &message, out);
    if (input->touched.count > 0 && input->choice_count == 1)
        write_preview(screen, input->choice[0].step, out);
}

static const Announcement *announcements_of(const Screen *screen)
{
    const Setup *setup = term_game_setup(screen->term_game);
    return game_announcements(setup->game, setup->variant);
}

/* Return what the player announces with the next move: a suffix of its notation. */
static const char *announced_suffix(const Screen *screen)
{
    const Announcement *announcements = announcements_of(screen);
    return announcements == NULL || screen->announced == 0
               ? ""
               : announcements[screen->announced - 1].suffix;
}

/* Write what the player announces with the next move, where the game asks for it. */
static void write_announcement(const Screen *screen, Text *out)
{
    const Announcement *announcements = announcements_of(screen);
    char                words[64];
    Text                label = text_over(words, sizeof words);
    if (announcements == NULL)
        return;
    text_add(out, "; ");
    if (screen->announced == 0) {
        screen_core_say(&screen->core, TERM_MSG_ANNOUNCES_NONE, out);
        return;
    }
    Message message = term_message(TERM_MSG_ANNOUNCES);
    message_def_write(announcements[screen->announced - 1].label, &screen->core.speech.language,
                      &label);
    message_text(&message, "text", words);
    term_text_write(&screen->core.speech, &message, out);
}

static void write_default(const Screen *screen, Text *out)
{
    if (session_is_over(term_game_session(screen->term_game))) {
        term_game_result(screen->term_game, out);
        return;
    }
    if (term_game_is_paused(screen->term_game)) {
        screen_core_say(&screen->core, TERM_MSG_PROGRAMS_PAUSED, out);
        return;
    }
    if (term_game_task(screen->term_game)[0] != '\0' && screen->move_input_active &&
        screen->input.touched.count == 0)
        text_addf(out, "%s  ", term_game_task(screen->term_game));
    write_cell(screen, screen->core.cursor, out);
    if (screen->move_input_active) {
        write_move_input(screen, out);
        write_announcement(screen, out);
    }
}

static void write_nodes(const Screen *screen, uint64_t nodes, Text *out)
{
    char    number[32];
    Message message = term_message(TERM_MSG_NODES);
    if (nodes >= 10000000)
        snprintf(number, sizeof number, "%d M", (int)(nodes / 1000000));
    else if (nodes >= 10000)
        snprintf(number, sizeof number, "%d k", (int)(nodes / 1000));
    else
        snprintf(number, sizeof number, "%d", (int)nodes);
    message_text(&message, "count", number);
    term_text_write(&screen->core.speech, &message, out);
}

static void write_thought(const Screen *screen, int side, Text *out)
{
    TermGameSearch thought;
    Message        thinks = term_message(TERM_MSG_THINKS), depth = term_message(TERM_MSG_DEPTH);
    message_side(&thinks, "side", side);
    term_text_write(&screen->core.speech, &thinks, out);
    if (!term_game_search(screen->term_game, &thought))
        return;
    message_count(&depth, "n", thought.depth);
    text_add(out, ": ");
    term_text_write(&screen->core.speech, &depth, out);
    text_add(out, ", ");
    write_nodes(screen, thought.nodes, out);
    text_addf(out, ", %d.%d s", (int)(thought.elapsed_ms / 1000),
              (int)(thought.elapsed_ms / 100 % 10));
    if (thought.score[0] != '\0')
        text_addf(out, ", %s", thought.score);
    if (thought.turns[0] != '\0')
        text_addf(out, ": %s", thought.turns);
}

static void write_status(const Screen *screen, Text *out)
{
    int side = session_side(term_game_session(screen->term_game));
    switch (screen->core.mode) {
    case MODE_TEXT: screen_core_say(&screen->core, TERM_MSG_STATUS_TEXT, out); return;
    case MODE_MENU: screen_core_say(&screen->core, TERM_MSG_STATUS_MENU, out); return;
    case MODE_PROMPT: screen_core_say(&screen->core, TERM_MSG_STATUS_PROMPT, out); return;
    case MODE_BOARD: break;
    }
    if (term_game_is_thinking(screen->term_game) && side != SIDE_NONE) {
        write_thought(screen, term_game_side(screen->term_game, side), out);
        return;
    }
    if (term_game_shows_value(screen->term_game) && term_game_value(screen->term_game, out))
        text_add(out, "  ");
    screen_core_say(&screen->core, TERM_MSG_STATUS_BOARD, out);
}

/* --- drawing --- */

static void fill_seat(const Screen *screen, int seat, LayoutSeat *out)
{
    Text side = text_over(out->side, sizeof out->side);
    Text name = text_over(out->name, sizeof out->name);
    text_add(&side, screen->core.side_name[term_game_side(screen->term_game, seat)]);
    text_add(&name, term_game_session(screen->term_game)->seat[seat].name);
    clock_words(term_game_clock_ms(screen->term_game, seat), out->clock);
    out->to_move = session_side(term_game_session(screen->term_game)) == seat;
}

static void turn_words(void *context, int turn, Text *out)
{
    const Screen *screen = context;
    term_game_turn_words(screen->term_game, turn, out);
}

static void fill_actions(const Screen *screen, LayoutView *view)
{
    Text text = text_over(view->actions, sizeof view->actions);
    for (int i = 0; i < screen->input.free_count; i++)
        text_addf(&text, "%s%s", i == 0 ? "a: " : ", ", screen->input.free[i].words);
}

static void fill_modes(Screen *screen, LayoutView *view)
{
    ScreenCore *core = &screen->core;
    if (core->mode == MODE_MENU) {
        view->menu_title = screen->menu_title;
        view->menu_count = screen->menu_count;
        view->menu_at = screen->menu_at;
        for (int i = 0; i < screen->menu_count; i++)
            view->menu[i] = screen->menu[i];
    } else if (core->mode == MODE_PROMPT) {
        view->prompt = core->typing.prompt;
        view->typed = core->typing.words;
        view->typed_at = core->typing.at;
    } else if (core->mode == MODE_TEXT) {
        view->text = core->text.data == NULL ? "" : core->text.data;
        view->text_top = core->text_top;
    }
}

static void draw(Screen *screen)
{
    LayoutView view = { .turn = turn_words, .context = screen };
    char       variant[SETUP_TEXT_MAX];
    Text       setup = text_over(variant, sizeof variant);
    Text       title = text_over(view.title, sizeof view.title);
    Text       message = text_over(view.message, sizeof view.message);
    Text       status = text_over(view.status, sizeof view.status);
    setup_write(term_game_setup(screen->term_game), &setup);
    term_text_title(&screen->core.speech, &title);
    if (strchr(variant, ':') != NULL)
        text_addf(&title, " (%s)", strchr(variant, ':') + 1);
    for (int seat = 0; seat < 2; seat++)
        fill_seat(screen, seat, &view.seat[seat]);
    view.turn_count = view.turn_shown =
        line_turns(session_line(term_game_session(screen->term_game)));
    if (screen->message[0] != '\0')
        text_add(&message, screen->message);
    else
        write_default(screen, &message);
    view.alert = screen->alert;
    write_status(screen, &status);
    fill_actions(screen, &view);
    fill_modes(screen, &view);
    screen_core_show(&screen->core, &view, &screen->shown);
}

/* --- menus --- */

void screen_open_menu(Screen *screen, TermMessage title, ScreenChoose *choose)
{
    Text text = text_over(screen->menu_title, sizeof screen->menu_title);
    screen_core_say(&screen->core, title, &text);
    screen->menu_count = screen->menu_at = 0;
    screen->choose = choose;
    screen->menu_of_hand = false;
    screen->core.mode = MODE_MENU;
}

void screen_add_item(Screen *screen, const char *words)
{
    assert(screen->menu_count >= 0);
    if (screen->menu_count == SCREEN_ITEMS_MAX)
        return;
    Text text = text_over(screen->menu[screen->menu_count++], MOVE_INPUT_TEXT_MAX);
    text_add(&text, words);
}

void screen_add_message(Screen *screen, TermMessage which)
{
    char words[MOVE_INPUT_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    screen_core_say(&screen->core, which, &text);
    screen_add_item(screen, words);
}

static void choose_item(Screen *screen, int item)
{
    if (item < 0 || item >= screen->menu_count)
        return;
    screen->core.mode = MODE_BOARD;
    screen->choose(screen, item);
}

static void menu_back(Screen *screen)
{
    screen->core.mode = MODE_BOARD;
    if (screen->input.must_choose)
        move_input_back(&screen->input);
}

static void menu_press(Screen *screen, const TtyEvent *event)
{
    const LayoutPlaces *places = &screen->core.places;
    int                 row = event->y - places->menu_y;
    if (event->code == 4 || event->code == 5)
        screen->menu_at = (screen->menu_at + (event->code == 4 ? screen->menu_count - 1 : 1)) %
                          screen->menu_count;
    else if (row >= 0 && row < places->menu_shown && event->x >= places->menu_x &&
             event->x < places->menu_x + places->menu_width)
        choose_item(screen, places->menu_first + row);
    else
        menu_back(screen);
}

static void menu_key(Screen *screen, const TtyEvent *event)
{
    if (event->kind == TTY_PRESS) {
        menu_press(screen, event);
    } else if (event->kind == TTY_SIGN && event->sign >= '1' && event->sign <= '9') {
        choose_item(screen, (int)(event->sign - '1'));
    } else if (event->kind == TTY_SIGN && event->sign == ' ') {
        choose_item(screen, screen->menu_at);
    } else if (event->kind == TTY_KEY) {
        switch (event->code) {
        case TTY_UP:
        case TTY_BACK_TAB:
            screen->menu_at = (screen->menu_at + screen->menu_count - 1) % screen->menu_count;
            break;
        case TTY_DOWN:
        case TTY_TAB: screen->menu_at = (screen->menu_at + 1) % screen->menu_count; break;
        case TTY_ENTER: choose_item(screen, screen->menu_at); break;
        case TTY_ESCAPE:
        case TTY_BACKSPACE: menu_back(screen); break;
        default: break;
        }
    }
}

/* --- the hand --- */

bool screen_announce(Screen *screen)
{
    const Announcement *announcements = announcements_of(screen);
    if (announcements == NULL)
        return false;
    screen->announced = announcements[screen->announced].suffix == NULL ? 0 : screen->announced + 1;
    return true;
}

/* Show why a step is rejected: the announcement is wrong, or what the fault says. */
static void show_step_fault(Screen *screen, Step step, const Fault *fault)
{
    const Line *line = session_line(term_game_session(screen->term_game));
    Turn        turn;
    Message     why = message_of(NULL);
    line_open_turn(line, &turn);
    if (announcements_of(screen) != NULL && turn.count < TURN_STEPS_MAX) {
        turn.step[turn.count++] = step;
        turn_check_announcement(line->setup.game, line_before_turn(line, line_turns(line)), &turn,
                                announced_suffix(screen), &why);
    }
    if (why.def == NULL) {
        screen_show_fault(screen, fault);
        return;
    }
    screen_show_message(screen, &why, true);
    screen->offending = why.cells;
}

void screen_step(Screen *screen, Step step)
{
    Fault fault;
    if (term_game_step(screen->term_game, step, announced_suffix(screen), &fault) != STATUS_OK)
        show_step_fault(screen, step, &fault);
    else
        screen->announced = 0;
}

static void choose_step(Screen *screen, int item)
{
    screen_step(screen, screen->input.choice[item].step);
}

/* Show what is on the cell, if the rules say nothing about selecting it. */
static void show_cell_error(Screen *screen, int cell)
{
    const Piece *piece = piece_at(&screen->shown, cell);
    int          seat = session_side(term_game_session(screen->term_game));
    bool         is_other = piece != NULL && piece->side <= 1 && seat != SIDE_NONE &&
                    piece->side != term_game_side(screen->term_game, seat);
    bool    is_empty = piece == NULL && screen->input.touched.count == 0;
    Message message = term_message(is_other   ? TERM_MSG_PIECE_OF
                                   : is_empty ? TERM_MSG_CELL_IS_EMPTY
                                              : TERM_MSG_CELL_UNSELECTABLE);
    message_cell(&message, "cell", cell);
    if (is_other)
        message_side(&message, "side", piece->side);
    screen->offending = (CellList){ .count = 1, .cell = { (uint16_t)cell } };
    screen_show_message(screen, &message, true);
}

/* Show why these cells cannot be selected: the game's own reason, with the offending cells. */
static void show_touch_error(Screen *screen, int cell)
{
    const Game *game = term_game_game(screen->term_game);
    CellList    cells = screen->input.touched;
    Message     why = message_of(NULL);
    if (cells.count < TOUCHES_MAX)
        cells.cell[cells.count++] = (uint16_t)cell;
    game->view->explain_cells(term_game_pos(screen->term_game), &cells, &why);
    if (why.def == NULL) {
        show_cell_error(screen, cell);
        return;
    }
    char words[LAYOUT_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    Text sentence = text_over(screen->message, sizeof screen->message);
    term_text_write(&screen->core.speech, &why, &text);
    term_text_sentence(&screen->core.speech, words, &sentence);
    screen->offending = why.cells;
    screen->alert = true;
}

static void touch(Screen *screen, int cell)
{
    Step step = 0;
    if (!screen->move_input_active) {
        if (!session_is_over(term_game_session(screen->term_game)))
            screen_say(screen, TERM_MSG_NOT_YOUR_TURN);
        return;
    }
    switch (move_input_select(&screen->input, cell, &step)) {
    case MOVE_INPUT_STEP: screen_step(screen, step); break;
    case MOVE_INPUT_CHOOSE:
        screen_open_menu(screen, TERM_MSG_WHICH_ONE, choose_step);
        screen->menu_of_hand = true;
        for (int i = 0; i < screen->input.choice_count; i++)
            screen_add_item(screen, screen->input.choice[i].words);
        break;
    case MOVE_INPUT_ILLEGAL: show_touch_error(screen, cell); break;
    case MOVE_INPUT_MORE:
    case MOVE_INPUT_BACK: break;
    }
}

/* Escape: undo the last selection, then the last step of the move. */
static void step_back(Screen *screen)
{
    Fault fault;
    if (screen->move_input_active && move_input_back(&screen->input))
        return;
    if (is_turn_open(screen) && term_game_is_human(screen->term_game) &&
        term_game_step_back(screen->term_game, &fault) != STATUS_OK)
        screen_show_fault(screen, &fault);
}

/* Go to the next cell that can be selected, in the order of cells. */
static void next_target(Screen *screen, int by)
{
    int count = screen->core.shape.cell_count, cell = screen->core.cursor;
    for (int i = 0; i < count; i++) {
        cell = (cell + by + count) % count;
        if (move_input_is_target(&screen->input, cell)) {
            screen->core.cursor = cell;
            return;
        }
    }
}

/* --- leaving --- */

static void choose_leave(Screen *screen, int item)
{
    if (item == 1)
        screen->core.leaving = true;
}

void screen_confirm_leave(Screen *screen)
{
    const char *autosave = term_game_autosave(screen->term_game);
    if (session_is_over(term_game_session(screen->term_game))) {
        screen->core.leaving = true;
        return;
    }
    screen_open_menu(screen, autosave != NULL ? TERM_MSG_QUIT_LATER : TERM_MSG_QUIT_SURE,
                     choose_leave);
    screen_add_message(screen, TERM_MSG_QUIT_NO);
    screen_add_message(screen, TERM_MSG_QUIT_YES);
}

/* Ctrl-C closes what is open, then asks, and the next one exits. */
static void interrupt(Screen *screen)
{
    if (screen->core.mode == MODE_MENU && screen->choose == choose_leave) {
        screen->core.leaving = true;
        screen->core.exit_status = 130;
    } else if (screen->core.mode != MODE_BOARD) {
        menu_back(screen);
    } else {
        screen_confirm_leave(screen);
    }
}

/* --- events --- */

static void board_key(Screen *screen, TtyKey key)
{
    if (screen_core_move(&screen->core, key))
        return;
    switch (key) {
    case TTY_ENTER: touch(screen, screen->core.cursor); break;
    case TTY_ESCAPE:
    case TTY_BACKSPACE: step_back(screen); break;
    case TTY_TAB: next_target(screen, 1); break;
    case TTY_BACK_TAB: next_target(screen, -1); break;
    default: break;
    }
}

static void board_press(Screen *screen, const TtyEvent *event)
{
    int cell = screen_core_cell_at(&screen->core, event);
    if (event->code == 3) {
        step_back(screen);
    } else if (event->code == 1 && cell >= 0) {
        screen->core.cursor = cell;
        touch(screen, cell);
    }
}

static void board_event(Screen *screen, const TtyEvent *event)
{
    forgive(screen);
    if (event->kind == TTY_KEY)
        board_key(screen, (TtyKey)event->code);
    else if (event->kind == TTY_PRESS)
        board_press(screen, event);
    else if (event->sign == ' ')
        touch(screen, screen->core.cursor);
    else if (!screen_key_command(screen, event->sign))
        screen_say(screen, TERM_MSG_KEY_UNKNOWN);
}

static void input(Screen *screen, const TtyEvent *event)
{
    ScreenCore *core = &screen->core;
    switch (core->mode) {
    case MODE_BOARD: board_event(screen, event); break;
    case MODE_MENU: menu_key(screen, event); break;
    case MODE_TEXT: screen_core_text_key(core, event); break;
    case MODE_PROMPT:
        if (screen_core_typing_key(core, event)) {
            forgive(screen);
            screen_obey(screen, core->typing.words);
        }
        break;
    }
}

static void obey_event(Screen *screen, const TtyEvent *event)
{
    switch (event->kind) {
    case TTY_SIGN:
    case TTY_KEY:
    case TTY_PRESS: input(screen, event); break;
    case TTY_INTERRUPT: interrupt(screen); break;
    case TTY_END: screen->core.leaving = true, screen->core.exit_status = 143; break;
    case TTY_LOST: screen->core.leaving = true, screen->core.exit_status = 129; break;
    case TTY_RESIZE:
    case TTY_NOTHING: break;
    }
}

static void show_hint(Screen *screen)
{
    Turn turn;
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    if (!term_game_hint(screen->term_game, &turn))
        return;
    const Game *game = term_game_game(screen->term_game);
    PosBuffer   now;
    game_copy(game, term_game_pos(screen->term_game), &now.head);
    turn_write(game, &now.head, &turn, &text);
    screen->hint.count = 0;
    for (int i = 0; i < turn.count; i++) {
        InputHint hint;
        game->view->input_hint(&now.head, turn.step[i], &hint);
        for (int c = 0; c < hint.cells.count && screen->hint.count < TOUCHES_MAX; c++)
            screen->hint.cell[screen->hint.count++] = hint.cells.cell[c];
        game->rules->apply(&now.head, turn.step[i]);
    }
    char    value[128];
    Text    known = text_over(value, sizeof value);
    Message hint = term_message(TERM_MSG_HINT);
    message_text(&hint, "turn", words);
    screen_show_message(screen, &hint, false);
    Text shown = { .data = screen->message,
                   .size = sizeof screen->message,
                   .length = strlen(screen->message) };
    if (term_game_value(screen->term_game, &known)) {
        text_add(&shown, ".  ");
        term_text_sentence(&screen->core.speech, value, &shown);
    }
}

/* Show what the moves since the last key captured, completed or won. */
static void show_news(Screen *screen)
{
    char words[LAYOUT_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    int  turns = line_turns(session_line(term_game_session(screen->term_game)));
    if (turns < screen->seen)
        screen->seen = turns;
    if (turns == screen->told)
        return;
    screen->told = turns;
    for (int turn = screen->seen; turn < turns; turn++)
        term_game_news(screen->term_game, turn, " ", &text);
    if (words[0] == '\0')
        return;
    if (session_is_over(term_game_session(screen->term_game))) {
        char result[LAYOUT_TEXT_MAX];
        Text result_text = text_over(result, sizeof result);
        term_game_result(screen->term_game, &result_text);
        text_add(&text, " ");
        term_text_sentence(&screen->core.speech, result, &text);
    }
    screen_show_words(screen, words, false);
}

static void hear(Screen *screen, unsigned news)
{
    if ((news & TERM_GAME_NEWS_TURN) != 0)
        forgive(screen);
    show_news(screen);
    if ((news & TERM_GAME_NEWS_HINT) != 0)
        show_hint(screen);
    if ((news & TERM_GAME_NEWS_NOTICE) != 0)
        screen_show_words(screen, term_game_notice(screen->term_game), true);
}

/* Redraw regularly while clocks or searches change. */
static int wait_ms(const Screen *screen)
{
    int  due = term_game_wait_ms(screen->term_game);
    bool ticks = term_game_clock_ms(screen->term_game, 0) >= 0 ||
                 term_game_clock_ms(screen->term_game, 1) >= 0;
    int most = ticks && !session_is_over(term_game_session(screen->term_game)) ? 200 : -1;
    if (most < 0)
        return due;
    return due >= 0 && due < most ? due : most;
}

static void run(Screen *screen)
{
    while (!screen->core.leaving) {
        hear(screen, term_game_tick(screen->term_game));
        if (!update(screen)) {
            screen->core.leaving = true;
            screen->core.exit_status = 1;
            return;
        }
        draw(screen);
        TtyEvent event =
            tty_wait(screen->core.tty, term_game_signal(screen->term_game), wait_ms(screen));
        obey_event(screen, &event);
    }
}

int screen_play(TermGame *term_game, const ScreenOptions *options, Fault *fault)
{
    assert(term_game != NULL && options != NULL);
    static const char MEMORY[] = "out of memory";
    Screen           *screen = calloc(1, sizeof *screen);
    if (screen == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, MEMORY);
        return 1;
    }
    screen->term_game = term_game;
    move_input_init(&screen->input);
    pieces_init(&screen->shown);
    Status   status = screen_core_open(&screen->core, options, fault);
    TermText speech = speech_of(screen);
    if (status == STATUS_OK && !screen_core_can_show(&screen->core, &speech))
        term_game_speak_english(term_game);
    if (status == STATUS_OK)
        run(screen);
    int exit_status = status == STATUS_OK ? screen->core.exit_status : 1;
    if (status == STATUS_OK && exit_status == 1)
        fault_set(fault, STATUS_NO_MEMORY, 0, MEMORY);
    screen_core_close(&screen->core);
    move_input_free(&screen->input);
    pieces_free(&screen->shown);
    free(screen);
    return exit_status;
}
