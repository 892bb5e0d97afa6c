/* SPDX-License-Identifier: MIT */
/* console.c - play in line mode. */
#include "term/console.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "draw/guide.h"
#include "term/console_input.h"
#include "term/console_commands.h"
#include "term/pager.h"

enum {
    PATIENCE_MS = 2000, /* after this delay a waiting message is printed */
    MOVES_SHOWN = 200,
    PROMPT_MAX = 64,
    LANGUAGE_MAX = 16,
    SIDE_MAX = 64,
    NEWS_MAX = 4096,
    RULES_BYTES_MAX = 4 << 20
};

typedef struct Console {
    TermGame     *term_game;
    ConsoleInput *input;
    FILE         *out;
    bool          leave;
    int           status;
    bool          wants_hint;
    bool          wants_board; /* the position changed since it was drawn */
    int           told;        /* turns printed so far */
    unsigned      news;        /* TERM_GAME_NEWS_ bits that were not printed yet */
    int64_t
         since_ms; /* since when a program has been searching; 0: none is, or the waiting message was printed */
    char board[BOARD_TEXT_MAX];
} Console;

/* --- Telling ------------------------------------------------------------------------------ */

static void say(const Console *console, TermMessage which)
{
    TermText text = term_game_text(console->term_game);
    console_say(console->out, &text, which);
}

static void print_message(const Console *console, const Message *message)
{
    TermText text = term_game_text(console->term_game);
    console_message(console->out, &text, message);
}

static void print_sentence(const Console *console, const char *words)
{
    TermText text = term_game_text(console->term_game);
    console_print(console->out, &text, words);
}

/* False, and nothing printed, if the value is unknown. */
static bool print_value(Console *console)
{
    char words[128];
    Text text = text_over(words, sizeof words);
    if (!term_game_value(console->term_game, &text))
        return false;
    print_sentence(console, words);
    return true;
}

static void print_board(Console *console)
{
    Text text = text_over(console->board, sizeof console->board);
    term_game_draw(console->term_game, &text);
    fputs(console->board, console->out);
    console->wants_board = false;
    if (term_game_shows_value(console->term_game))
        print_value(console);
}

static const Line *line_of(const Console *console)
{
    return session_line(term_game_session(console->term_game));
}

static int seat_of_turn(const Console *console, int turn)
{
    const Pos *pos = line_before_turn(line_of(console), turn);
    return game_player(term_game_game(console->term_game), pos, pos->side);
}

static void print_turn(Console *console, int turn)
{
    char     side[SIDE_MAX], words[TURN_TEXT_MAX];
    TermText speech = term_game_text(console->term_game);
    Text     side_text = text_over(side, sizeof side), text = text_over(words, sizeof words);
    term_text_side(&speech, line_before_turn(line_of(console), turn)->side, &side_text);
    term_game_turn_words(console->term_game, turn, &text);
    fprintf(console->out, "%d. %s %s", turn + 1, side, words);
}

/* Print what a turn captured, completed or won, a line each. */
static void print_turn_news(const Console *console, int turn)
{
    char words[NEWS_MAX];
    Text text = text_over(words, sizeof words);
    term_game_news(console->term_game, turn, "\n   ", &text);
    if (words[0] != '\0')
        fprintf(console->out, "   %s\n", words);
}

/* Print what a seat found before it moved; SIDE_NONE: before it gave a hint. */
static void print_thought(Console *console, int seat)
{
    TermGameSearch thought;
    char           words[64];
    Text           text = text_over(words, sizeof words);
    TermText       speech = term_game_text(console->term_game);
    Message        depth = term_message(TERM_MSG_DEPTH);
    if (!term_game_search_of(console->term_game, seat, &thought) || thought.depth <= 0)
        return;
    message_count(&depth, "n", thought.depth);
    term_text_write(&speech, &depth, &text);
    fprintf(console->out, "  (%s", words);
    if (thought.score[0] != '\0')
        fprintf(console->out, ", %s", thought.score);
    fputs(")", console->out);
}

/* Print the turns that were played since the last time. */
static void print_turns(Console *console, bool by_program)
{
    int turns = line_turns(line_of(console));
    for (; console->told < turns; console->told++) {
        print_turn(console, console->told);
        if (by_program && console->told + 1 == turns)
            print_thought(console, seat_of_turn(console, console->told));
        fputc('\n', console->out);
        print_turn_news(console, console->told);
        console->wants_board = true;
    }
    console->told = turns;
}

static void print_result(Console *console)
{
    char words[512];
    Text text = text_over(words, sizeof words);
    term_game_result(console->term_game, &text);
    if (text.length > 0)
        print_sentence(console, words);
}

/* Print everything about the position after a jump. */
static void print_jump(Console *console)
{
    console->told = line_turns(line_of(console));
    console->wants_board = true;
    if (console->told > 0) {
        print_turn(console, console->told - 1);
        fputc('\n', console->out);
        print_turn_news(console, console->told - 1);
    }
}

static void print_fault(Console *console, const Fault *fault)
{
    char     words[512];
    Text     text = text_over(words, sizeof words);
    TermText speech = term_game_text(console->term_game);
    term_text_fault(&speech, fault, &text);
    print_sentence(console, words);
}

/* --- Commands ----------------------------------------------------------------------------- */

static void run_help(void *context, const char *rest);

static void run_undo(void *context, const char *rest)
{
    Console *console = context;
    Fault    fault;
    (void)rest;
    if (term_game_undo(console->term_game, &fault) != STATUS_OK) {
        print_fault(console, &fault);
        return;
    }
    say(console, TERM_MSG_UNDONE);
    print_jump(console);
}

static void run_redo(void *context, const char *rest)
{
    Console *console = context;
    Fault    fault;
    (void)rest;
    if (term_game_redo(console->term_game, &fault) == STATUS_OK)
        print_turns(console, false);
    else
        print_fault(console, &fault);
}

static void run_hint(void *context, const char *rest)
{
    Console *console = context;
    Fault    fault;
    (void)rest;
    if (term_game_request_hint(console->term_game, &fault) == STATUS_OK)
        console->wants_hint = true;
    else
        print_fault(console, &fault);
}

static void run_explain(void *context, const char *rest)
{
    Console *console = context;
    char     words[1024];
    Text     sentence = text_over(words, sizeof words);
    CellList offending;
    size_t   at;
    TermText speech = term_game_text(console->term_game);
    if (term_game_explain(console->term_game, rest, &sentence, &at, &offending))
        print_sentence(console, words);
    else
        console_fault(console->out, &speech, rest, at, words);
}

static void run_score(void *context, const char *rest)
{
    Console *console = context;
    char     words[4096];
    Text     text = text_over(words, sizeof words);
    (void)rest;
    term_game_score(console->term_game, &text);
    fputs(words, console->out);
}

static void run_value(void *context, const char *rest)
{
    Console *console = context;
    if (!term_game_switch_value(console->term_game, rest))
        say(console, TERM_MSG_VALUE_USAGE);
    else if (strcmp(rest, "off") == 0)
        say(console, TERM_MSG_VALUE_HIDDEN);
    else if (!print_value(console))
        say(console, TERM_MSG_VALUE_UNKNOWN);
}

static void add_move(void *context, const char *turn)
{
    console_list_add(context, turn);
}

static void run_moves(void *context, const char *rest)
{
    Console    *console = context;
    ConsoleList list = { .out = console->out };
    int         count = term_game_each_turn(console->term_game, rest, MOVES_SHOWN, add_move, &list);
    console_list_end(&list);
    Message message = term_message(count > MOVES_SHOWN ? TERM_MSG_MOVES_CUT : TERM_MSG_MOVES_COUNT);
    if (count > MOVES_SHOWN) {
        char number[32];
        snprintf(number, sizeof number, "%d%s", count, count >= TERM_GAME_TURNS_MAX ? "+" : "");
        message_text(&message, "count", number);
    }
    message_count(&message, "n", count > MOVES_SHOWN ? MOVES_SHOWN : count);
    print_message(console, &message);
}

static void run_show(void *context, const char *rest)
{
    (void)rest;
    print_board(context);
}

static void run_map(void *context, const char *rest)
{
    Console *console = context;
    Text     text = text_over(console->board, sizeof console->board);
    (void)rest;
    term_game_map(console->term_game, &text);
    fputs(console->board, console->out);
}

static bool to_stream(void *context, const char *data, size_t size)
{
    return fwrite(data, 1, size, (FILE *)context) == size;
}

static void run_record(void *context, const char *rest)
{
    Console *console = context;
    (void)rest;
    record_write(session_record(term_game_session(console->term_game)), to_stream, console->out);
}

static void run_position(void *context, const char *rest)
{
    Console *console = context;
    char     words[POS_TEXT_MAX];
    Text     text = text_over(words, sizeof words);
    (void)rest;
    term_game_game(console->term_game)->text->pos_write(term_game_pos(console->term_game), &text);
    fprintf(console->out, "%s\n", words);
}

static void run_save(void *context, const char *rest)
{
    Console *console = context;
    Fault    fault;
    Message  saved = term_message(TERM_MSG_SAVED);
    message_text(&saved, "file", rest);
    if (term_game_save(console->term_game, rest, &fault) == STATUS_OK)
        print_message(console, &saved);
    else
        print_fault(console, &fault);
}

static void run_load(void *context, const char *rest)
{
    Console *console = context;
    Fault    fault;
    if (term_game_load(console->term_game, rest, &fault) != STATUS_OK) {
        print_fault(console, &fault);
        return;
    }
    char setup[SETUP_TEXT_MAX];
    Text text = text_over(setup, sizeof setup);
    setup_write(term_game_setup(console->term_game), &text);
    Message loaded = term_message(TERM_MSG_LOADED);
    message_text(&loaded, "game", setup);
    message_count(&loaded, "n", line_turns(line_of(console)));
    print_message(console, &loaded);
    print_jump(console);
    print_result(console);
}

static void run_flip(void *context, const char *rest)
{
    Console *console = context;
    (void)rest;
    term_game_flip(console->term_game);
    console->wants_board = true;
}

static void run_resign(void *context, const char *rest)
{
    Console *console = context;
    Fault    fault;
    (void)rest;
    if (term_game_resign(console->term_game, &fault) != STATUS_OK)
        print_fault(console, &fault);
}

static void run_draw(void *context, const char *rest)
{
    Console *console = context;
    Fault    fault;
    (void)rest;
    if (term_game_offer_draw(console->term_game, &fault) != STATUS_OK)
        print_fault(console, &fault);
    else if (!session_is_over(term_game_session(console->term_game)))
        say(console, TERM_MSG_DRAW_OFFERED);
}

/* On a terminal, a long text goes through the pager. */
static void show_long(Console *console, const char *text)
{
    if (console_input_is_terminal(console->input))
        pager_show(text, console->out);
    else
        fputs(text, console->out);
}

static void print_no_rules(const Console *console)
{
    char    codes[64];
    Text    text = text_over(codes, sizeof codes);
    Message message = term_message(TERM_MSG_NO_RULES);
    for (const GuideLanguage *language = GUIDE_LANGUAGES; language->code != NULL; language++)
        text_addf(&text, "%s%s", text.length > 0 ? ", " : "", language->code);
    message_text(&message, "text", codes);
    print_message(console, &message);
}

static void run_rules(void *context, const char *rest)
{
    Console *console = context;
    Buffer   text;
    buffer_init(&text, RULES_BYTES_MAX);
    if (strlen(rest) < LANGUAGE_MAX &&
        term_game_guide(console->term_game, rest[0] == '\0' ? NULL : rest, &text) &&
        text.data != NULL)
        show_long(console, text.data);
    else
        print_no_rules(console);
    buffer_free(&text);
}

static void run_rulings(void *context, const char *rest)
{
    Console *console = context;
    Buffer   text;
    (void)rest;
    buffer_init(&text, RULES_BYTES_MAX);
    if (term_game_rulings(console->term_game, &text) && text.data != NULL)
        show_long(console, text.data);
    else
        say(console, TERM_MSG_NO_RULINGS);
    buffer_free(&text);
}

static void run_go(void *context, const char *rest)
{
    Console *console = context;
    (void)rest;
    if (term_game_is_paused(console->term_game))
        term_game_resume(console->term_game);
    else
        say(console, TERM_MSG_NOT_PAUSED);
}

static void run_quit(void *context, const char *rest)
{
    (void)rest;
    ((Console *)context)->leave = true;
}

static const ConsoleCommand COMMANDS[] = {
    /* clang-format off */
    { "help",     "",        TERM_MSG_HELP_HELP, "?", run_help },
    { "moves",    "[PREFIX]", TERM_MSG_HELP_MOVES, "", run_moves },
    { "explain",  "MOVE",    TERM_MSG_HELP_EXPLAIN, "", run_explain },
    { "hint",     "",        TERM_MSG_HELP_HINT, "", run_hint },
    { "undo",     "",        TERM_MSG_HELP_UNDO, "", run_undo },
    { "redo",     "",        TERM_MSG_HELP_REDO, "", run_redo },
    { "show",     "",        TERM_MSG_HELP_SHOW, "board", run_show },
    { "map",      "",        TERM_MSG_HELP_MAP, "", run_map },
    { "score",    "",        TERM_MSG_HELP_SCORE, "", run_score },
    { "value",    "[on|off]", TERM_MSG_HELP_VALUE, "", run_value },
    { "position", "",        TERM_MSG_HELP_POSITION, "", run_position },
    { "record",   "",        TERM_MSG_HELP_RECORD, "", run_record },
    { "save",     "FILE",    TERM_MSG_HELP_SAVE, "write", run_save },
    { "load",     "FILE",    TERM_MSG_HELP_LOAD, "open", run_load },
    { "flip",     "",        TERM_MSG_HELP_FLIP, "", run_flip },
    { "rules",    "[LANG]",  TERM_MSG_HELP_RULES, "", run_rules },
    { "rulings",  "",        TERM_MSG_HELP_RULINGS, "", run_rulings },
    { "go",       "",        TERM_MSG_HELP_GO, "", run_go },
    { "draw",     "",        TERM_MSG_HELP_DRAW, "", run_draw },
    { "resign",   "",        TERM_MSG_HELP_RESIGN, "", run_resign },
    { "quit",     "",        TERM_MSG_HELP_QUIT, "exit q", run_quit },
    { .name = NULL },
    /* clang-format on */
};

static void run_help(void *context, const char *rest)
{
    Console *console = context;
    (void)rest;
    TermText text = term_game_text(console->term_game);
    say(console, TERM_MSG_HELP_HEAD);
    console_help(COMMANDS, &text, console->out);
}

/* --- Turns -------------------------------------------------------------------------------- */

/* The game's own reason if it has one, in the user's language. */
static void print_illegal(const Console *console, const char *typed, const Fault *fault)
{
    char     words[1024];
    Text     sentence = text_over(words, sizeof words);
    TermText speech = term_game_text(console->term_game);
    size_t   at = fault->at;
    CellList offending;
    if (term_game_explain(console->term_game, typed, &sentence, &at, &offending)) {
        text_clear(&sentence);
        term_text_fault(&speech, fault, &sentence);
    }
    console_fault(console->out, &speech, typed, at, words);
}

static void enter_turn(Console *console, const char *line)
{
    Fault       fault = { .at = 0 };
    const char *meant = console_meant(COMMANDS, line);
    if (term_game_enter(console->term_game, line, &fault) == STATUS_OK) {
        print_turns(console, false);
        return;
    }
    if (!term_game_is_human(console->term_game)) /* then no move is legal input */
        print_fault(console, &fault);
    else
        print_illegal(console, line, &fault);
    if (meant != NULL) {
        Message message = term_message(TERM_MSG_DID_YOU_MEAN);
        message_text(&message, "command", meant);
        print_message(console, &message);
    }
}

static void obey(Console *console, char *line)
{
    char    *words = console_trim(line);
    TermText text = term_game_text(console->term_game);
    if (words[0] == '\0' || words[0] == '#')
        return;
    if (!console_command(COMMANDS, words, console, &text, console->out))
        enter_turn(console, words);
}

/* --- Completion --------------------------------------------------------------------------- */

/* What all candidates so far have in common after the typed text. */
typedef struct Common {
    size_t typed, length;
    char   word[TURN_TEXT_MAX];
    int    count;
} Common;

static void add_candidate(void *context, const char *word)
{
    Common *common = context;
    if (common->count++ == 0) {
        snprintf(common->word, sizeof common->word, "%s", word);
        common->length = strlen(common->word);
        return;
    }
    size_t same = 0;
    while (same < common->length && common->word[same] == word[same])
        same++;
    common->length = same;
}

static void complete(void *context, const char *typed, char *more, size_t size)
{
    Console *console = context;
    Common   common = { .typed = strlen(typed) };
    if (common.typed == 0)
        return;
    for (const ConsoleCommand *command = COMMANDS; command->name != NULL; command++)
        if (strncmp(command->name, typed, common.typed) == 0)
            add_candidate(&common, command->name);
    term_game_each_turn(console->term_game, typed, TERM_GAME_TURNS_MAX, add_candidate, &common);
    if (common.count > 0 && common.length > common.typed)
        snprintf(more, size, "%.*s", (int)(common.length - common.typed),
                 common.word + common.typed);
}

/* --- The loop ----------------------------------------------------------------------------- */

static void print_hint(Console *console)
{
    Turn turn;
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    console->wants_hint = false;
    if (!term_game_hint(console->term_game, &turn))
        return;
    turn_write(term_game_game(console->term_game), term_game_pos(console->term_game), &turn, &text);
    char     line[TURN_TEXT_MAX];
    Text     hint_text = text_over(line, sizeof line);
    TermText speech = term_game_text(console->term_game);
    Message  hint = term_message(TERM_MSG_HINT);
    message_text(&hint, "turn", words);
    term_text_write(&speech, &hint, &hint_text);
    fputs(line, console->out);
    print_thought(console, SIDE_NONE);
    fputc('\n', console->out);
    print_value(console);
}

/* Print what happened without an action of the user. */
static void print_news(Console *console)
{
    unsigned news = console->news | term_game_tick(console->term_game);
    console->news = 0;
    if (news & TERM_GAME_NEWS_TURN)
        print_turns(console, true);
    if (news & TERM_GAME_NEWS_NOTICE)
        print_sentence(console, term_game_notice(console->term_game));
    if (news & TERM_GAME_NEWS_HINT)
        print_hint(console);
    if (news & TERM_GAME_NEWS_OVER) {
        print_board(console);
        print_result(console);
    }
    fflush(console->out);
}

/* On a terminal, explain why nothing happens. */
static void print_waiting(Console *console)
{
    if (console->since_ms == 0 || clock_wall_ms() - console->since_ms < PATIENCE_MS)
        return;
    int     seat = session_side(term_game_session(console->term_game));
    Message thinks =
        term_message(console->wants_hint ? TERM_MSG_HINT_INTERRUPT : TERM_MSG_THINKS_INTERRUPT);
    if (!console->wants_hint)
        message_side(&thinks, "side", term_game_side(console->term_game, seat));
    print_message(console, &thinks);
    fflush(console->out);
    console->since_ms = 0;
}

/* Called while waiting for input; what happened is printed once the prompt is gone. */
static bool wake(void *context)
{
    Console *console = context;
    print_waiting(console);
    console->news |= term_game_tick(console->term_game) & ~(unsigned)TERM_GAME_NEWS_THOUGHT;
    return console->news != 0;
}

static int wait_ms(void *context)
{
    const Console *console = context;
    int            wait = term_game_wait_ms(console->term_game);
    if (console->since_ms == 0)
        return wait;
    int64_t left = console->since_ms + PATIENCE_MS - clock_wall_ms();
    int     more = left > 0 ? (int)left : 0;
    return wait >= 0 && wait < more ? wait : more;
}

static ConsoleWake wake_of(Console *console)
{
    return (ConsoleWake){ term_game_signal(console->term_game), wait_ms, wake, console };
}

/* A program is searching: no input is read. Ctrl-C requests its answer now and pauses the programs
 * after it. */
static void wait_for_program(Console *console)
{
    ConsoleWake other = wake_of(console);
    console->since_ms = console_input_is_terminal(console->input) ? clock_wall_ms() : 0;
    ConsoleEvent event = console_input_wait(console->input, &other, false);
    console->since_ms = 0;
    if (event == CONSOLE_INTERRUPT && console_input_is_terminal(console->input)) {
        if (console->wants_hint)
            term_game_hurry(console->term_game);
        else
            term_game_pause(console->term_game);
        say(console, TERM_MSG_INTERRUPTED);
    } else if (event != CONSOLE_WOKEN) {
        console->leave = true;
        console->status = console_input_status(console->input);
    }
}

/* Write who is to move and what the clock shows. */
static void write_prompt(const Console *console, char prompt[PROMPT_MAX])
{
    Text     text = text_over(prompt, PROMPT_MAX);
    int      seat = session_side(term_game_session(console->term_game));
    TermText speech = term_game_text(console->term_game);
    if (seat == SIDE_NONE) {
        term_text_add(&speech, TERM_MSG_OVER, &text);
        text_add(&text, "> ");
        return;
    }
    int64_t seconds = (term_game_clock_ms(console->term_game, seat) + 999) / 1000;
    Message paused = term_message(TERM_MSG_PAUSED_SHORT);
    message_side(&paused, "side", term_game_side(console->term_game, seat));
    if (term_game_is_paused(console->term_game))
        term_text_write(&speech, &paused, &text);
    else
        term_text_side(&speech, term_game_side(console->term_game, seat), &text);
    if (term_game_clock_ms(console->term_game, seat) >= 0)
        text_addf(&text, " %lld:%02lld", (long long)(seconds / 60), (long long)(seconds % 60));
    text_add(&text, "> ");
}

/* Read a line from the person to move. */
static void prompt(Console *console)
{
    char        prompt[PROMPT_MAX], line[CONSOLE_INPUT_MAX];
    ConsoleWake other = wake_of(console);
    if (console->wants_board)
        print_board(console);
    write_prompt(console, prompt);
    ConsoleEvent event = console_input_read(console->input, prompt, &other, line);
    switch (event) {
    case CONSOLE_READ: obey(console, line); break;
    case CONSOLE_LONG: say(console, TERM_MSG_LINE_LONG); break;
    case CONSOLE_WOKEN: break;
    case CONSOLE_END: console->leave = true; break;
    case CONSOLE_INTERRUPT:
    case CONSOLE_LEAVE:
        console->leave = true;
        console->status = console_input_status(console->input);
        break;
    }
}

static bool is_waiting(const Console *console)
{
    return term_game_is_thinking(console->term_game) || console->wants_hint;
}

/* Print who plays and what can be typed. */
static void greet(Console *console)
{
    TermGame   *term_game = console->term_game;
    TermText    text = term_game_text(term_game);
    const char *names[2] = { term_game_seat(term_game, 0)->text,
                             term_game_seat(term_game, 1)->text };
    int         sides[2] = { term_game_side(term_game, 0), term_game_side(term_game, 1) };
    console_greet(console->out, &text, term_game_setup(term_game), sides, names);
    if (term_game_resumed(term_game) > 0) {
        Message resuming = term_message(TERM_MSG_RESUMING);
        message_text(&resuming, "file", term_game_autosave(term_game));
        message_count(&resuming, "n", term_game_resumed(term_game));
        print_message(console, &resuming);
    }
    if (term_game_task(term_game)[0] != '\0')
        fprintf(console->out, "%s\n", term_game_task(term_game));
    say(console, TERM_MSG_GREET_HELP);
    print_jump(console);
    print_result(console);
}

int console_play(TermGame *term_game, int in, FILE *out)
{
    Console *console = calloc(1, sizeof *console);
    if (console == NULL || (console->input = console_input_new(in, out)) == NULL) {
        free(console);
        fputs("Out of memory.\n", out);
        return 1;
    }
    console->term_game = term_game;
    console->out = out;
    console_input_complete(console->input, complete, console);
    greet(console);
    while (!console->leave && !ferror(out)) {
        print_news(console);
        if (is_waiting(console))
            wait_for_program(console);
        else
            prompt(console);
    }
    int status = console->status;
    console_input_delete(console->input);
    free(console);
    return status;
}
