/* SPDX-License-Identifier: MIT */
/* console.c - play in line mode. */
#include "term/console.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "term/console_input.h"
#include "term/console_commands.h"
#include "term/pager.h"

enum {
    PATIENCE_MS = 2000, /* after this delay a waiting message is printed */
    MOVES_SHOWN = 200,
    PROMPT_MAX = 64,
    LANGUAGE_MAX = 16,
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

/* False, and nothing printed, if the value is unknown. */
static bool print_value(Console *console)
{
    char words[128];
    Text text = text_over(words, sizeof words);
    if (!term_game_value(console->term_game, &text))
        return false;
    console_print(console->out, words);
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

/* Return the name of the side that played a turn. */
static const char *side_of_turn(const Console *console, int turn)
{
    return term_game_game(console->term_game)
        ->sides[line_before_turn(line_of(console), turn)->side];
}

static int seat_of_turn(const Console *console, int turn)
{
    const Pos *pos = line_before_turn(line_of(console), turn);
    return game_player(term_game_game(console->term_game), pos, pos->side);
}

static void print_turn(Console *console, int turn)
{
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    term_game_turn_words(console->term_game, turn, &text);
    fprintf(console->out, "%d. %s %s", turn + 1, side_of_turn(console, turn), words);
}

/* Print what a seat found before it moved; SIDE_NONE: before it gave a hint. */
static void print_thought(Console *console, int seat)
{
    TermGameSearch thought;
    if (!term_game_search_of(console->term_game, seat, &thought) || thought.depth <= 0)
        return;
    fprintf(console->out, "  (depth %d", thought.depth);
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
        console_print(console->out, words);
}

/* Print everything about the position after a jump. */
static void print_jump(Console *console)
{
    console->told = line_turns(line_of(console));
    console->wants_board = true;
    if (console->told > 0) {
        print_turn(console, console->told - 1);
        fputc('\n', console->out);
    }
}

static void print_fault(Console *console, const Fault *fault)
{
    console_print(console->out, fault->why);
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
    fputs("Undone.\n", console->out);
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
    if (term_game_explain(console->term_game, rest, &sentence, &at, &offending))
        console_print(console->out, words);
    else
        console_fault(console->out, rest, at, words);
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
        fputs("Type `value`, `value on` or `value off`.\n", console->out);
    else if (strcmp(rest, "off") == 0)
        fputs("Tablebase values are now hidden.\n", console->out);
    else if (!print_value(console))
        fputs("This position is not in a tablebase.\n", console->out);
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
    if (count > MOVES_SHOWN)
        fprintf(console->out, "%d%s moves, the first %d shown; `moves PREFIX` shows fewer.\n",
                count, count >= TERM_GAME_TURNS_MAX ? " or more" : "", MOVES_SHOWN);
    else
        fprintf(console->out, "%d move%s.\n", count, count == 1 ? "" : "s");
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
    if (term_game_save(console->term_game, rest, &fault) == STATUS_OK)
        fprintf(console->out, "Saved to %s.\n", rest);
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
    fprintf(console->out, "Loaded a game of %s with %d moves.\n", setup,
            line_turns(line_of(console)));
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

/* On a terminal, a long text goes through the pager. */
static void show_long(Console *console, const char *text)
{
    if (console_input_is_terminal(console->input))
        pager_show(text, console->out);
    else
        fputs(text, console->out);
}

static void run_rules(void *context, const char *rest)
{
    Console *console = context;
    Buffer   text;
    buffer_init(&text, RULES_BYTES_MAX);
    if (strlen(rest) < LANGUAGE_MAX &&
        term_game_rules(console->term_game, rest[0] == '\0' ? NULL : rest, &text) &&
        text.data != NULL)
        show_long(console, text.data);
    else
        fputs("There are no rules in that language; available are en, de, pt, pl and zh-Hant.\n",
              console->out);
    buffer_free(&text);
}

static void run_go(void *context, const char *rest)
{
    Console *console = context;
    (void)rest;
    if (term_game_is_paused(console->term_game))
        term_game_resume(console->term_game);
    else
        fputs("No program is paused.\n", console->out);
}

static void run_quit(void *context, const char *rest)
{
    (void)rest;
    ((Console *)context)->leave = true;
}

static const ConsoleCommand COMMANDS[] = {
    /* clang-format off */
    { "help",     "",        "this list", "?", run_help },
    { "moves",    "[PREFIX]", "list the legal moves, or those that start with PREFIX", "", run_moves },
    { "explain",  "MOVE",    "explain why a move is illegal", "", run_explain },
    { "hint",     "",        "show the best move", "", run_hint },
    { "undo",     "",        "undo your last move and everything after it", "", run_undo },
    { "redo",     "",        "redo what was undone", "", run_redo },
    { "show",     "",        "draw the board", "board", run_show },
    { "map",      "",        "draw the board with the labels of its cells", "", run_map },
    { "score",    "",        "show the score and the clocks", "", run_score },
    { "value",    "[on|off]", "show the tablebase value; on: always", "", run_value },
    { "position", "",        "print the position in one line", "", run_position },
    { "record",   "",        "print the game record so far", "", run_record },
    { "save",     "FILE",    "write the record to a file", "write", run_save },
    { "load",     "FILE",    "load a game from a file", "open", run_load },
    { "flip",     "",        "flip the board", "", run_flip },
    { "rules",    "[LANG]",  "print the rulings; with en, de, pt, pl or zh-Hant, how to play", "", run_rules },
    { "go",       "",        "resume programs after undo, load or Ctrl-C", "", run_go },
    { "resign",   "",        "resign", "", run_resign },
    { "quit",     "",        "exit", "exit q", run_quit },
    { .name = NULL },
    /* clang-format on */
};

static void run_help(void *context, const char *rest)
{
    Console *console = context;
    (void)rest;
    fputs("Type a move in notation, or one of these commands:\n", console->out);
    console_help(COMMANDS, console->out);
}

/* --- Turns -------------------------------------------------------------------------------- */

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
        console_fault(console->out, line, fault.at, fault.why);
    if (meant != NULL)
        fprintf(console->out, "Did you mean the command `%s`?\n", meant);
}

static void obey(Console *console, char *line)
{
    char *words = console_trim(line);
    if (words[0] == '\0' || words[0] == '#')
        return;
    if (!console_command(COMMANDS, words, console, console->out))
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
    fprintf(console->out, "Hint: %s", words);
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
        console_print(console->out, term_game_notice(console->term_game));
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
    fprintf(console->out, "%s thinks; Ctrl-C interrupts.\n",
            console->wants_hint
                ? "The engine"
                : term_game_side_name(console->term_game,
                                      session_side(term_game_session(console->term_game))));
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
        fputs("Interrupted.\n", console->out);
    } else if (event != CONSOLE_WOKEN) {
        console->leave = true;
        console->status = console_input_status(console->input);
    }
}

/* Write who is to move and what the clock shows. */
static void write_prompt(const Console *console, char prompt[PROMPT_MAX])
{
    Text text = text_over(prompt, PROMPT_MAX);
    int  side = session_side(term_game_session(console->term_game));
    if (side == SIDE_NONE) {
        text_add(&text, "over> ");
        return;
    }
    int64_t seconds = (term_game_clock_ms(console->term_game, side) + 999) / 1000;
    text_add(&text, term_game_side_name(console->term_game, side));
    if (term_game_is_paused(console->term_game))
        text_add(&text, " (paused)");
    if (term_game_clock_ms(console->term_game, side) >= 0)
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
    case CONSOLE_LONG: fputs("This line is too long.\n", console->out); break;
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
    TermGame *term_game = console->term_game;
    char      setup[SETUP_TEXT_MAX];
    Text      text = text_over(setup, sizeof setup);
    setup_write(term_game_setup(term_game), &text);
    fprintf(console->out, "%s (%s): %s is %s, %s is %s.\n", term_game_game(term_game)->title, setup,
            term_game_side_name(term_game, 0), term_game_seat(term_game, 0)->text,
            term_game_side_name(term_game, 1), term_game_seat(term_game, 1)->text);
    if (term_game_resumed(term_game) > 0)
        fprintf(console->out, "Resuming %s after turn %d.\n", term_game_autosave(term_game),
                term_game_resumed(term_game));
    if (term_game_task(term_game)[0] != '\0')
        fprintf(console->out, "%s\n", term_game_task(term_game));
    fputs("`help` lists the commands, `map` labels the cells of the board.\n", console->out);
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
