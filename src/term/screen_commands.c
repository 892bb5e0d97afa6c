/* SPDX-License-Identifier: MIT */
/* The commands of full screen: one table for keys, typed commands and the help. */
#include <stdlib.h>
#include <string.h>

#include "core/turn.h"
#include "term/screen_inside.h"

typedef struct Command {
    char        key; /* on the board; 0: none */
    const char *name;
    const char *argument; /* how the help names it; "" for none */
    void (*run)(Screen *screen, const char *argument);
    const char *help;
} Command;

static void report(Screen *screen, Status status, const Fault *fault)
{
    if (status != STATUS_OK)
        screen_show_error(screen, "%s.", fault->why);
}

static void cmd_undo(Screen *screen, const char *argument)
{
    Fault fault;
    (void)argument;
    report(screen, term_game_undo(screen->term_game, &fault), &fault);
}

static void cmd_redo(Screen *screen, const char *argument)
{
    Fault fault;
    (void)argument;
    report(screen, term_game_redo(screen->term_game, &fault), &fault);
}

static void cmd_hint(Screen *screen, const char *argument)
{
    Fault  fault;
    Status status = term_game_request_hint(screen->term_game, &fault);
    (void)argument;
    report(screen, status, &fault);
    if (status == STATUS_OK)
        screen_show_message(screen, "Searching for the best move.");
}

/* Show the text, a caret under the position, and the reason. */
static void show_refusal(Screen *screen, const char *words, size_t at, const char *sentence)
{
    char caret[LAYOUT_TEXT_MAX];
    Text text = text_over(caret, sizeof caret);
    text_fill(&text, ' ', at < 200 ? (int)at : 200);
    screen_show_error(screen, "%.200s\n%s^\n%s%s", words, caret, sentence,
                      sentence[0] != '\0' && sentence[strlen(sentence) - 1] != '.' ? "." : "");
}

static void cmd_explain(Screen *screen, const char *argument)
{
    char   words[LAYOUT_TEXT_MAX];
    Text   sentence = text_over(words, sizeof words);
    size_t at = 0;
    if (argument[0] == '\0') {
        screen_core_begin_typing(&screen->core, ":", "explain ", 8);
        return;
    }
    screen->offending.count = 0;
    if (term_game_explain(screen->term_game, argument, &sentence, &at, &screen->offending))
        screen_show_message(screen, "%s", words);
    else
        show_refusal(screen, argument, at, words);
}

static void begin_text(Screen *screen)
{
    buffer_free(&screen->core.text);
    buffer_init(&screen->core.text, 1 << 20);
    screen_core_begin_text(&screen->core);
}

static void cmd_score(Screen *screen, const char *argument)
{
    char words[4096];
    Text text = text_over(words, sizeof words);
    (void)argument;
    term_game_score(screen->term_game, &text);
    begin_text(screen);
    buffer_add(&screen->core.text, words);
}

static void cmd_value(Screen *screen, const char *argument)
{
    char words[128];
    Text text = text_over(words, sizeof words);
    if (!term_game_switch_value(screen->term_game, argument))
        screen_show_error(screen, "Type `value`, `value on` or `value off`.");
    else if (strcmp(argument, "off") == 0)
        screen_show_message(screen, "Tablebase values are now hidden.");
    else if (term_game_value(screen->term_game, &text))
        screen_show_message(screen, "%s.", words);
    else
        screen_show_message(screen, "This position is not in a tablebase.");
}

static void add_turn(void *context, const char *turn)
{
    Buffer *out = context;
    buffer_addf(out, "%s\n", turn);
}

static void cmd_moves(Screen *screen, const char *argument)
{
    enum { LISTED = 2000 };
    Buffer list;
    buffer_init(&list, 1 << 20);
    int count = term_game_each_turn(screen->term_game, argument, LISTED, add_turn, &list);
    begin_text(screen);
    buffer_addf(&screen->core.text, "%d legal move%s%s%s%s\n\n", count, count == 1 ? "" : "s",
                argument[0] == '\0' ? "" : " that start with ", argument,
                count > LISTED ? "; the first of them:" : "");
    if (list.data != NULL)
        buffer_add(&screen->core.text, list.data);
    buffer_free(&list);
}

static void show_board(Screen *screen, void (*draw)(const TermGame *term_game, Text *out))
{
    static const size_t CAPACITY = BOARD_TEXT_MAX;
    char               *words = malloc(CAPACITY);
    if (words == NULL)
        return;
    Text text = text_over(words, CAPACITY);
    draw(screen->term_game, &text);
    begin_text(screen);
    buffer_add(&screen->core.text, words);
    free(words);
}

static void cmd_show(Screen *screen, const char *argument)
{
    (void)argument;
    show_board(screen, term_game_draw);
}

static void cmd_map(Screen *screen, const char *argument)
{
    (void)argument;
    show_board(screen, term_game_map);
}

static void cmd_position(Screen *screen, const char *argument)
{
    char words[POS_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    (void)argument;
    term_game_game(screen->term_game)->text->pos_write(term_game_pos(screen->term_game), &text);
    begin_text(screen);
    buffer_addf(&screen->core.text, "%s\n", words);
}

static void cmd_record(Screen *screen, const char *argument)
{
    (void)argument;
    begin_text(screen);
    record_write(session_record(term_game_session(screen->term_game)), buffer_sink,
                 &screen->core.text);
}

static void cmd_save(Screen *screen, const char *argument)
{
    Fault fault;
    if (argument[0] == '\0') {
        screen_core_begin_typing(&screen->core, ":", "save ", 5);
        return;
    }
    Status status = term_game_save(screen->term_game, argument, &fault);
    report(screen, status, &fault);
    if (status == STATUS_OK)
        screen_show_message(screen, "Saved the game to %.200s.", argument);
}

static void cmd_load(Screen *screen, const char *argument)
{
    Fault fault;
    if (argument[0] == '\0') {
        screen_core_begin_typing(&screen->core, ":", "load ", 5);
        return;
    }
    report(screen, term_game_load(screen->term_game, argument, &fault), &fault);
}

static void cmd_flip(Screen *screen, const char *argument)
{
    (void)argument;
    term_game_flip(screen->term_game);
}

static void choose_resign(Screen *screen, int item)
{
    Fault fault;
    if (item == 1)
        report(screen, term_game_resign(screen->term_game, &fault), &fault);
}

static void cmd_resign(Screen *screen, const char *argument)
{
    (void)argument;
    screen_open_menu(screen, "Resign?", choose_resign);
    screen_add_item(screen, "continue");
    screen_add_item(screen, "resign");
}

static void choose_action(Screen *screen, int item)
{
    if (item < screen->input.free_count)
        screen_step(screen, screen->input.free[item].step);
}

static void cmd_actions(Screen *screen, const char *argument)
{
    (void)argument;
    if (screen->input.free_count == 0) {
        screen_show_message(screen, "There are no actions now; select a cell.");
        return;
    }
    screen_open_menu(screen, "Actions:", choose_action);
    screen->menu_of_hand = true;
    for (int i = 0; i < screen->input.free_count; i++)
        screen_add_item(screen, screen->input.free[i].words);
}

static void cmd_pause(Screen *screen, const char *argument)
{
    (void)argument;
    if (term_game_is_paused(screen->term_game))
        term_game_resume(screen->term_game);
    else
        term_game_pause(screen->term_game);
}

static void cmd_go(Screen *screen, const char *argument)
{
    (void)argument;
    if (term_game_is_paused(screen->term_game))
        term_game_resume(screen->term_game);
    else
        term_game_hurry(screen->term_game);
}

static void cmd_rules(Screen *screen, const char *argument)
{
    const char *language = argument[0] != '\0' ? argument : screen->core.options.language;
    Buffer      rules;
    buffer_init(&rules, 1 << 20);
    if (term_game_rules(screen->term_game, language, &rules) && rules.data != NULL) {
        begin_text(screen);
        buffer_add(&screen->core.text, rules.data);
    } else {
        screen_show_error(screen, "There are no rules in the language '%.20s'.",
                          language == NULL ? "" : language);
    }
    buffer_free(&rules);
}

static void cmd_larger(Screen *screen, const char *argument)
{
    (void)argument;
    if (screen->core.map.size > 0)
        screen->core.zoom++;
}

static void cmd_smaller(Screen *screen, const char *argument)
{
    (void)argument;
    if (screen->core.map.size < board_sizes(&screen->core.shape, screen->core.has_dice) - 1)
        screen->core.zoom--;
}

static void cmd_type(Screen *screen, const char *argument)
{
    (void)argument;
    screen_core_begin_typing(&screen->core, ":", "", 0);
}

static void cmd_quit(Screen *screen, const char *argument)
{
    (void)argument;
    screen_confirm_leave(screen);
}

static void cmd_help(Screen *screen, const char *argument);

static const Command COMMANDS[] = {
    { ':', "type", "", cmd_type, "type a move or a command" },
    { 'u', "undo", "", cmd_undo, "undo" },
    { 'r', "redo", "", cmd_redo, "redo what was undone" },
    { 'a', "actions", "", cmd_actions, "actions without a cell, such as swap or pass" },
    { 'h', "hint", "", cmd_hint, "show the best move" },
    { 'e', "explain", "MOVE", cmd_explain, "why is this move illegal?" },
    { 's', "score", "", cmd_score, "the score and the clocks" },
    { 'v', "value", "[on|off]", cmd_value, "the tablebase value; on: always" },
    { 'm', "moves", "[PREFIX]", cmd_moves, "all legal moves" },
    { 'b', "show", "", cmd_show, "the board as in the rulings" },
    { 0, "map", "", cmd_map, "the board with the labels of its cells, in plain characters" },
    { 0, "position", "", cmd_position, "print the position in one line" },
    { 0, "record", "", cmd_record, "print the game record so far" },
    { 'f', "flip", "", cmd_flip, "flip the board" },
    { '+', "larger", "", cmd_larger, "a larger board" },
    { '-', "smaller", "", cmd_smaller, "a smaller board" },
    { 'p', "pause", "", cmd_pause, "pause or resume the programs" },
    { 'g', "go", "", cmd_go, "make the searching program move now" },
    { 0, "resume", "", cmd_go, "the same" },
    { 'w', "save", "FILE", cmd_save, "write the game to a file" },
    { 'l', "load", "FILE", cmd_load, "load a game from a file" },
    { 'x', "resign", "", cmd_resign, "resign" },
    { 'R', "rules", "[LANGUAGE]", cmd_rules, "the rules, in a language such as de" },
    { '?', "help", "", cmd_help, "this help" },
    { 'q', "quit", "", cmd_quit, "quit" },
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static const char *const HELP_HEAD[] = {
    "Arrows move the cursor; Home, End, Page Up and Page Down move it diagonally.\n",
    "Enter or Space selects the cell under the cursor; a mouse click does both.\n",
    "Tab goes to the next cell that can be selected.\n",
    "Escape, Backspace or the right button undoes the last selection, or the last step.\n",
    "\n",
    "To move, select a cell for a stone; both ends of a bridge or a row; a dot and ",
    "the spot it pushes to; a die and each square that it rolls over, or just the last one.\n",
    "\n",
    "  >W<  the cursor                  ~W~  can be selected\n",
    "  {W}  selected already            'W'  part of the last move\n",
    "  !W!  why a move is illegal       ?W?  a hint\n",
    "  =W=  what decided the game\n",
    "\n",
};

static void cmd_help(Screen *screen, const char *argument)
{
    (void)argument;
    begin_text(screen);
    for (size_t i = 0; i < sizeof HELP_HEAD / sizeof HELP_HEAD[0]; i++)
        buffer_add(&screen->core.text, HELP_HEAD[i]);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        char words[64];
        Text text = text_over(words, sizeof words);
        text_addf(&text, "%s %s", COMMANDS[i].name, COMMANDS[i].argument);
        buffer_addf(&screen->core.text, "  %c  %-20s %s\n",
                    COMMANDS[i].key == 0 ? ' ' : COMMANDS[i].key, words, COMMANDS[i].help);
    }
    buffer_add(&screen->core.text, "\nAny other text typed after : is a move.\n");
}

bool screen_key_command(Screen *screen, uint32_t sign)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (COMMANDS[i].key != 0 && (uint32_t)(unsigned char)COMMANDS[i].key == sign) {
            COMMANDS[i].run(screen, "");
            return true;
        }
    return false;
}

/* An illegal move stays in the line, with the cursor at the error, so that it can be corrected. */
static void term_game_words(Screen *screen, const char *typed)
{
    Fault fault;
    char  words[TYPED_MAX];
    Text  copy = text_over(words, sizeof words); /* of the line that is edited again */
    text_add(&copy, typed);
    if (term_game_enter(screen->term_game, words, &fault) == STATUS_OK)
        return;
    char   sentence[LAYOUT_TEXT_MAX];
    Text   text = text_over(sentence, sizeof sentence);
    size_t at = 0;
    screen->offending.count = 0;
    term_game_explain(screen->term_game, words, &text, &at, &screen->offending);
    screen_core_begin_typing(&screen->core, ":", words, (int)fault.at);
    show_refusal(screen, words, fault.at, fault.why);
}

void screen_obey(Screen *screen, const char *line)
{
    while (*line == ' ')
        line++;
    size_t      length = strcspn(line, " ");
    const char *argument = line + length + strspn(line + length, " ");
    if (length == 0)
        return;
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strlen(COMMANDS[i].name) == length && strncmp(COMMANDS[i].name, line, length) == 0) {
            COMMANDS[i].run(screen, argument);
            return;
        }
    term_game_words(screen, line);
}
