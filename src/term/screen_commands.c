/* SPDX-License-Identifier: MIT */
/* The commands of full screen: one table for keys, typed commands and the help. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/turn.h"
#include "term/screen_inside.h"

typedef struct Command {
    char        key; /* on the board; 0: none */
    const char *name;
    const char *argument; /* how the help names it; "" for none */
    void (*run)(Screen *screen, const char *argument);
    TermMessage help;
} Command;

static void report(Screen *screen, Status status, const Fault *fault)
{
    if (status != STATUS_OK)
        screen_show_fault(screen, fault);
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
        screen_say(screen, TERM_MSG_SEARCHING);
}

/* Show the text, a caret under the position, and the reason. */
static void show_refusal(Screen *screen, const char *words, size_t at, const char *sentence)
{
    char shown[LAYOUT_TEXT_MAX];
    Text text = text_over(shown, sizeof shown);
    text_addf(&text, "%.200s\n", words);
    text_fill(&text, ' ', at < 200 ? (int)at : 200);
    text_add(&text, "^\n");
    term_text_sentence(&screen->core.speech, sentence, &text);
    screen_show_words(screen, shown, true);
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
        screen_show_words(screen, words, false);
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
    char    words[128], sentence[160];
    Text    text = text_over(words, sizeof words), shown = text_over(sentence, sizeof sentence);
    Message usage = term_message(TERM_MSG_VALUE_USAGE);
    if (!term_game_switch_value(screen->term_game, argument)) {
        screen_show_message(screen, &usage, true);
    } else if (strcmp(argument, "off") == 0) {
        screen_say(screen, TERM_MSG_VALUE_HIDDEN);
    } else if (term_game_value(screen->term_game, &text)) {
        term_text_sentence(&screen->core.speech, words, &shown);
        screen_show_words(screen, sentence, false);
    } else {
        screen_say(screen, TERM_MSG_VALUE_UNKNOWN);
    }
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
    int     count = term_game_each_turn(screen->term_game, argument, LISTED, add_turn, &list);
    Message message = term_message(count > LISTED        ? TERM_MSG_MOVES_CUT
                                   : argument[0] == '\0' ? TERM_MSG_MOVES_COUNT
                                                         : TERM_MSG_MOVES_STARTING);
    char    words[LAYOUT_TEXT_MAX], number[32];
    Text    text = text_over(words, sizeof words);
    snprintf(number, sizeof number, "%d", count);
    message_count(&message, "n", count > LISTED ? LISTED : count);
    if (count > LISTED)
        message_text(&message, "count", number);
    else if (argument[0] != '\0')
        message_text(&message, "text", argument);
    term_text_write(&screen->core.speech, &message, &text);
    begin_text(screen);
    buffer_addf(&screen->core.text, "%s\n\n", words);
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
    Message saved = term_message(TERM_MSG_SAVED);
    message_text(&saved, "file", argument);
    if (status == STATUS_OK)
        screen_show_message(screen, &saved, false);
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
    screen_open_menu(screen, TERM_MSG_RESIGN_SURE, choose_resign);
    screen_add_message(screen, TERM_MSG_RESIGN_NO);
    screen_add_message(screen, TERM_MSG_RESIGN_YES);
}

static void cmd_draw(Screen *screen, const char *argument)
{
    Fault fault;
    (void)argument;
    if (term_game_offer_draw(screen->term_game, &fault) != STATUS_OK)
        screen_show_fault(screen, &fault);
    else if (!session_is_over(term_game_session(screen->term_game)))
        screen_say(screen, TERM_MSG_DRAW_OFFERED);
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
        screen_say(screen, TERM_MSG_NO_ACTIONS);
        return;
    }
    screen_open_menu(screen, TERM_MSG_ACTIONS, choose_action);
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

static const char LANGUAGES[] = "en, de, pl, pt, zh-Hant";

static void cmd_rules(Screen *screen, const char *argument)
{
    const char *language = argument[0] != '\0' ? argument : NULL;
    Buffer      rules;
    buffer_init(&rules, 1 << 20);
    if (term_game_guide(screen->term_game, language, &rules) && rules.data != NULL) {
        begin_text(screen);
        buffer_add(&screen->core.text, rules.data);
    } else {
        Message none = term_message(TERM_MSG_NO_RULES);
        message_text(&none, "text", LANGUAGES);
        screen_show_message(screen, &none, true);
    }
    buffer_free(&rules);
}

static void cmd_rulings(Screen *screen, const char *argument)
{
    (void)argument;
    begin_text(screen);
    if (!term_game_rulings(screen->term_game, &screen->core.text)) {
        screen->core.mode = MODE_BOARD;
        screen_say(screen, TERM_MSG_NO_RULINGS);
    }
}

static void cmd_larger(Screen *screen, const char *argument)
{
    (void)argument;
    screen_core_zoom(&screen->core, 1);
}

/* In games without announcements the key makes the board larger, as it does elsewhere. */
static void cmd_announce(Screen *screen, const char *argument)
{
    if (!screen_announce(screen))
        cmd_larger(screen, argument);
}

static void cmd_smaller(Screen *screen, const char *argument)
{
    (void)argument;
    screen_core_zoom(&screen->core, -1);
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
    { ':', "type", "", cmd_type, TERM_MSG_HELP_TYPE },
    { 'u', "undo", "", cmd_undo, TERM_MSG_HELP_UNDO },
    { 'r', "redo", "", cmd_redo, TERM_MSG_HELP_REDO },
    { 'a', "actions", "", cmd_actions, TERM_MSG_HELP_ACTIONS },
    { 'h', "hint", "", cmd_hint, TERM_MSG_HELP_HINT },
    { 'e', "explain", "MOVE", cmd_explain, TERM_MSG_HELP_EXPLAIN },
    { 's', "score", "", cmd_score, TERM_MSG_HELP_SCORE },
    { 'v', "value", "[on|off]", cmd_value, TERM_MSG_HELP_VALUE },
    { 'm', "moves", "[PREFIX]", cmd_moves, TERM_MSG_HELP_MOVES },
    { 'b', "show", "", cmd_show, TERM_MSG_HELP_SHOW },
    { 0, "map", "", cmd_map, TERM_MSG_HELP_MAP },
    { 0, "position", "", cmd_position, TERM_MSG_HELP_POSITION },
    { 0, "record", "", cmd_record, TERM_MSG_HELP_RECORD },
    { 'f', "flip", "", cmd_flip, TERM_MSG_HELP_FLIP },
    { '+', "announce", "", cmd_announce, TERM_MSG_HELP_ANNOUNCE },
    { '=', "larger", "", cmd_larger, TERM_MSG_HELP_LARGER },
    { '-', "smaller", "", cmd_smaller, TERM_MSG_HELP_SMALLER },
    { 'p', "pause", "", cmd_pause, TERM_MSG_HELP_PAUSE },
    { 'g', "go", "", cmd_go, TERM_MSG_HELP_HURRY },
    { 0, "resume", "", cmd_go, TERM_MSG_HELP_RESUME },
    { 'w', "save", "FILE", cmd_save, TERM_MSG_HELP_SAVE },
    { 'l', "load", "FILE", cmd_load, TERM_MSG_HELP_LOAD },
    { 0, "draw", "", cmd_draw, TERM_MSG_HELP_DRAW },
    { 'x', "resign", "", cmd_resign, TERM_MSG_HELP_RESIGN },
    { 'R', "rules", "[LANGUAGE]", cmd_rules, TERM_MSG_HELP_RULES },
    { 0, "rulings", "", cmd_rulings, TERM_MSG_HELP_RULINGS },
    { '?', "help", "", cmd_help, TERM_MSG_HELP_HELP },
    { 'q', "quit", "", cmd_quit, TERM_MSG_HELP_QUIT },
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static const TermMessage HELP_KEYS[] = {
    TERM_MSG_HELP_KEYS_MOVE,
    TERM_MSG_HELP_KEYS_SELECT,
    TERM_MSG_HELP_KEYS_TAB,
    TERM_MSG_HELP_KEYS_BACK,
};

/* How the board marks cells (board.h). */
static const struct {
    const char *sign;
    TermMessage means;
} SIGNS[] = {
    { ">W<", TERM_MSG_SIGN_CURSOR },    { "~W~", TERM_MSG_SIGN_TARGET },
    { "{W}", TERM_MSG_SIGN_CHOSEN },    { "'W'", TERM_MSG_SIGN_LAST },
    { "!W!", TERM_MSG_SIGN_OFFENDING }, { "?W?", TERM_MSG_SIGN_HINT },
    { "=W=", TERM_MSG_SIGN_WIN },       { "*W*", TERM_MSG_SIGN_DANGER },
    { "(W-W)", TERM_MSG_SIGN_AREA },    { " W6", TERM_MSG_SIGN_POINTS },
};

static void add_help(Screen *screen, const char *before, TermMessage which)
{
    char words[LAYOUT_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    screen_core_say(&screen->core, which, &text);
    buffer_addf(&screen->core.text, "%s%s\n", before, words);
}

static void cmd_help(Screen *screen, const char *argument)
{
    (void)argument;
    begin_text(screen);
    for (size_t i = 0; i < sizeof HELP_KEYS / sizeof HELP_KEYS[0]; i++)
        add_help(screen, "", HELP_KEYS[i]);
    buffer_add(&screen->core.text, "\n");
    for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++) {
        char words[16];
        snprintf(words, sizeof words, "  %-5s  ", SIGNS[i].sign);
        add_help(screen, words, SIGNS[i].means);
    }
    buffer_add(&screen->core.text, "\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        char usage[64], words[80];
        snprintf(usage, sizeof usage, "%s %s", COMMANDS[i].name, COMMANDS[i].argument);
        snprintf(words, sizeof words, "  %c  %-20s ", COMMANDS[i].key == 0 ? ' ' : COMMANDS[i].key,
                 usage);
        add_help(screen, words, COMMANDS[i].help);
    }
    buffer_add(&screen->core.text, "\n");
    add_help(screen, "", TERM_MSG_HELP_TYPED);
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
    if (!term_game_is_human(screen->term_game) ||
        term_game_explain(screen->term_game, words, &text, &at, &screen->offending)) {
        text_clear(&text);
        term_text_fault(&screen->core.speech, &fault, &text);
    }
    screen_core_begin_typing(&screen->core, ":", words, (int)fault.at);
    show_refusal(screen, words, fault.at, sentence);
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
