/* SPDX-License-Identifier: MIT */
/* line_face.c - playing in lines of text. */
#include "term/line_face.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "term/line_input.h"
#include "term/line_words.h"
#include "term/pager.h"

enum {
    PATIENCE_MS = 2000, /* people wait so long without a word */
    MOVES_SHOWN = 200,
    PROMPT_MAX = 64,
    LANGUAGE_MAX = 16,
    RULES_BYTES_MAX = 4 << 20
};

typedef struct Face {
    TermGame  *term_game;
    LineInput *input;
    FILE      *out;
    bool       leave;
    int        status;
    bool       wants_hint;
    bool       wants_board; /* the position has changed since it was drawn */
    int        told;        /* turns that were told */
    unsigned   news;        /* TERM_GAME_NEWS_ bits that were not told */
    int64_t    since_ms;    /* a program is waited for; 0: nobody, or people were told so */
    char       board[BOARD_TEXT_MAX];
} Face;

/* --- Telling ------------------------------------------------------------------------------ */

/* False, and nothing told, where it is not known. */
static bool tell_value(Face *face)
{
    char words[128];
    Text text = text_over(words, sizeof words);
    if (!term_game_value(face->term_game, &text))
        return false;
    line_sentence(face->out, words);
    return true;
}

static void tell_board(Face *face)
{
    Text text = text_over(face->board, sizeof face->board);
    term_game_draw(face->term_game, &text);
    fputs(face->board, face->out);
    face->wants_board = false;
    if (term_game_shows_value(face->term_game))
        tell_value(face);
}

static const Line *line_of(const Face *face)
{
    return session_line(term_game_session(face->term_game));
}

/* The side, as the game calls it, that took a turn. */
static const char *side_of_turn(const Face *face, int turn)
{
    return term_game_game(face->term_game)->sides[line_before_turn(line_of(face), turn)->side];
}

static int seat_of_turn(const Face *face, int turn)
{
    const Pos *pos = line_before_turn(line_of(face), turn);
    return game_player(term_game_game(face->term_game), pos, pos->side);
}

static void tell_turn(Face *face, int turn)
{
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    term_game_turn_words(face->term_game, turn, &text);
    fprintf(face->out, "%d. %s %s", turn + 1, side_of_turn(face, turn), words);
}

/* What a seat thought before it played; SIDE_NONE: before it gave a hint. */
static void tell_thought(Face *face, int seat)
{
    TermGameSearch thought;
    if (!term_game_search_of(face->term_game, seat, &thought) || thought.depth <= 0)
        return;
    fprintf(face->out, "  (depth %d", thought.depth);
    if (thought.score[0] != '\0')
        fprintf(face->out, ", %s", thought.score);
    fputs(")", face->out);
}

/* Turns that came up since the last time. */
static void tell_turns(Face *face, bool by_program)
{
    int turns = line_turns(line_of(face));
    for (; face->told < turns; face->told++) {
        tell_turn(face, face->told);
        if (by_program && face->told + 1 == turns)
            tell_thought(face, seat_of_turn(face, face->told));
        fputc('\n', face->out);
        face->wants_board = true;
    }
    face->told = turns;
}

static void tell_result(Face *face)
{
    char words[512];
    Text text = text_over(words, sizeof words);
    term_game_result(face->term_game, &text);
    if (text.length > 0)
        line_sentence(face->out, words);
}

/* Everything about the position that has come up by a jump. */
static void tell_jump(Face *face)
{
    face->told = line_turns(line_of(face));
    face->wants_board = true;
    if (face->told > 0) {
        tell_turn(face, face->told - 1);
        fputc('\n', face->out);
    }
}

static void refuse(Face *face, const Fault *fault)
{
    line_sentence(face->out, fault->why);
}

/* --- Commands ----------------------------------------------------------------------------- */

static void run_help(void *context, const char *rest);

static void run_undo(void *context, const char *rest)
{
    Face *face = context;
    Fault fault;
    (void)rest;
    if (term_game_undo(face->term_game, &fault) != STATUS_OK) {
        refuse(face, &fault);
        return;
    }
    fputs("Taken back.\n", face->out);
    tell_jump(face);
}

static void run_redo(void *context, const char *rest)
{
    Face *face = context;
    Fault fault;
    (void)rest;
    if (term_game_redo(face->term_game, &fault) == STATUS_OK)
        tell_turns(face, false);
    else
        refuse(face, &fault);
}

static void run_hint(void *context, const char *rest)
{
    Face *face = context;
    Fault fault;
    (void)rest;
    if (term_game_ask_hint(face->term_game, &fault) == STATUS_OK)
        face->wants_hint = true;
    else
        refuse(face, &fault);
}

static void run_explain(void *context, const char *rest)
{
    Face    *face = context;
    char     words[1024];
    Text     sentence = text_over(words, sizeof words);
    CellList offending;
    size_t   at;
    if (term_game_explain(face->term_game, rest, &sentence, &at, &offending))
        line_sentence(face->out, words);
    else
        line_fault(face->out, rest, at, words);
}

static void run_score(void *context, const char *rest)
{
    Face *face = context;
    char  words[4096];
    Text  text = text_over(words, sizeof words);
    (void)rest;
    term_game_score(face->term_game, &text);
    fputs(words, face->out);
}

static void run_value(void *context, const char *rest)
{
    Face *face = context;
    if (!term_game_switch_value(face->term_game, rest))
        fputs("Say `value`, `value on` or `value off`.\n", face->out);
    else if (strcmp(rest, "off") == 0)
        fputs("Values are not shown any more.\n", face->out);
    else if (!tell_value(face))
        fputs("No table knows this position.\n", face->out);
}

static void add_move(void *context, const char *turn)
{
    line_list_add(context, turn);
}

static void run_moves(void *context, const char *rest)
{
    Face    *face = context;
    LineList list = { .out = face->out };
    int      count = term_game_each_turn(face->term_game, rest, MOVES_SHOWN, add_move, &list);
    line_list_end(&list);
    if (count > MOVES_SHOWN)
        fprintf(face->out, "%d%s turns, the first %d shown; `moves BEGINNING` shows fewer.\n",
                count, count >= TERM_GAME_TURNS_MAX ? " or more" : "", MOVES_SHOWN);
    else
        fprintf(face->out, "%d turn%s.\n", count, count == 1 ? "" : "s");
}

static void run_show(void *context, const char *rest)
{
    (void)rest;
    tell_board(context);
}

static void run_map(void *context, const char *rest)
{
    Face *face = context;
    Text  text = text_over(face->board, sizeof face->board);
    (void)rest;
    term_game_map(face->term_game, &text);
    fputs(face->board, face->out);
}

static bool to_stream(void *context, const char *data, size_t size)
{
    return fwrite(data, 1, size, (FILE *)context) == size;
}

static void run_record(void *context, const char *rest)
{
    Face *face = context;
    (void)rest;
    record_write(session_record(term_game_session(face->term_game)), to_stream, face->out);
}

static void run_position(void *context, const char *rest)
{
    Face *face = context;
    char  words[POS_TEXT_MAX];
    Text  text = text_over(words, sizeof words);
    (void)rest;
    term_game_game(face->term_game)->text->pos_write(term_game_pos(face->term_game), &text);
    fprintf(face->out, "%s\n", words);
}

static void run_save(void *context, const char *rest)
{
    Face *face = context;
    Fault fault;
    if (term_game_save(face->term_game, rest, &fault) == STATUS_OK)
        fprintf(face->out, "Saved to %s.\n", rest);
    else
        refuse(face, &fault);
}

static void run_load(void *context, const char *rest)
{
    Face *face = context;
    Fault fault;
    if (term_game_load(face->term_game, rest, &fault) != STATUS_OK) {
        refuse(face, &fault);
        return;
    }
    char setup[SETUP_TEXT_MAX];
    Text text = text_over(setup, sizeof setup);
    setup_write(term_game_setup(face->term_game), &text);
    fprintf(face->out, "Loaded a game of %s with %d turns.\n", setup, line_turns(line_of(face)));
    tell_jump(face);
    tell_result(face);
}

static void run_flip(void *context, const char *rest)
{
    Face *face = context;
    (void)rest;
    term_game_flip(face->term_game);
    face->wants_board = true;
}

static void run_resign(void *context, const char *rest)
{
    Face *face = context;
    Fault fault;
    (void)rest;
    if (term_game_resign(face->term_game, &fault) != STATUS_OK)
        refuse(face, &fault);
}

/* Whoever types can leaf through it. */
static void show_long(Face *face, const char *text)
{
    if (line_input_is_terminal(face->input))
        pager_show(text, face->out);
    else
        fputs(text, face->out);
}

static void run_rules(void *context, const char *rest)
{
    Face  *face = context;
    Buffer text;
    buffer_init(&text, RULES_BYTES_MAX);
    if (strlen(rest) < LANGUAGE_MAX &&
        term_game_rules(face->term_game, rest[0] == '\0' ? NULL : rest, &text) && text.data != NULL)
        show_long(face, text.data);
    else
        fputs("The rules are not written in that language: there are en, de, pt, pl and zh-Hant.\n",
              face->out);
    buffer_free(&text);
}

static void run_go(void *context, const char *rest)
{
    Face *face = context;
    (void)rest;
    if (term_game_is_paused(face->term_game))
        term_game_resume(face->term_game);
    else
        fputs("No program waits to go on.\n", face->out);
}

static void run_quit(void *context, const char *rest)
{
    (void)rest;
    ((Face *)context)->leave = true;
}

static const LineCommand COMMANDS[] = {
    /* clang-format off */
    { "help",     "",        "this list", "?", run_help },
    { "moves",    "[TURN]",  "all legal turns, or those that begin with TURN", "", run_moves },
    { "explain",  "TURN",    "why a turn is not allowed", "", run_explain },
    { "hint",     "",        "what the engine would play", "", run_hint },
    { "undo",     "",        "take back your last turn and what followed it", "", run_undo },
    { "redo",     "",        "play again what was taken back", "", run_redo },
    { "show",     "",        "draw the board", "board", run_show },
    { "map",      "",        "draw it with the names of its cells", "", run_map },
    { "score",    "",        "the game's own score, and the clocks", "", run_score },
    { "value",    "[on|off]", "who wins with best play, where a table knows; always, or no more", "", run_value },
    { "position", "",        "the position in one line", "", run_position },
    { "record",   "",        "the game so far, as a record", "", run_record },
    { "save",     "FILE",    "write the record to a file", "write", run_save },
    { "load",     "FILE",    "go on with a game from a file", "open", run_load },
    { "flip",     "",        "look at the board from the other side", "", run_flip },
    { "rules",    "[LANG]",  "the rulings; with en, de, pt, pl, zh-Hant how to play", "", run_rules },
    { "go",       "",        "let programs go on after undo, load or Ctrl-C", "", run_go },
    { "resign",   "",        "give the game up", "", run_resign },
    { "quit",     "",        "leave", "exit q", run_quit },
    { .name = NULL },
    /* clang-format on */
};

static void run_help(void *context, const char *rest)
{
    Face *face = context;
    (void)rest;
    fputs("Type a turn as the rules write it, or one of these:\n", face->out);
    line_help(COMMANDS, face->out);
}

/* --- Turns -------------------------------------------------------------------------------- */

static void say_turn(Face *face, const char *line)
{
    Fault       fault = { .at = 0 };
    const char *meant = line_meant(COMMANDS, line);
    if (term_game_say(face->term_game, line, &fault) == STATUS_OK) {
        tell_turns(face, false);
        return;
    }
    if (!term_game_is_human(face->term_game)) /* no turn would do */
        refuse(face, &fault);
    else
        line_fault(face->out, line, fault.at, fault.why);
    if (meant != NULL)
        fprintf(face->out, "Did you mean the command `%s`?\n", meant);
}

static void obey(Face *face, char *line)
{
    char *words = line_trim(line);
    if (words[0] == '\0' || words[0] == '#')
        return;
    if (!line_command(COMMANDS, words, face, face->out))
        say_turn(face, words);
}

/* --- Completion --------------------------------------------------------------------------- */

/* What all candidates so far have in common behind what was typed. */
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
    Face  *face = context;
    Common common = { .typed = strlen(typed) };
    if (common.typed == 0)
        return;
    for (const LineCommand *command = COMMANDS; command->name != NULL; command++)
        if (strncmp(command->name, typed, common.typed) == 0)
            add_candidate(&common, command->name);
    term_game_each_turn(face->term_game, typed, TERM_GAME_TURNS_MAX, add_candidate, &common);
    if (common.count > 0 && common.length > common.typed)
        snprintf(more, size, "%.*s", (int)(common.length - common.typed),
                 common.word + common.typed);
}

/* --- The loop ----------------------------------------------------------------------------- */

static void tell_hint(Face *face)
{
    Turn turn;
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    face->wants_hint = false;
    if (!term_game_hint(face->term_game, &turn))
        return;
    turn_write(term_game_game(face->term_game), term_game_pos(face->term_game), &turn, &text);
    fprintf(face->out, "Hint: %s", words);
    tell_thought(face, SIDE_NONE);
    fputc('\n', face->out);
    tell_value(face);
}

/* What happened by itself is told. */
static void tell_news(Face *face)
{
    unsigned news = face->news | term_game_tick(face->term_game);
    face->news = 0;
    if (news & TERM_GAME_NEWS_TURN)
        tell_turns(face, true);
    if (news & TERM_GAME_NEWS_NOTICE)
        line_sentence(face->out, term_game_notice(face->term_game));
    if (news & TERM_GAME_NEWS_HINT)
        tell_hint(face);
    if (news & TERM_GAME_NEWS_OVER) {
        tell_board(face);
        tell_result(face);
    }
    fflush(face->out);
}

/* Somebody who looks at a terminal wants to know why nothing happens. */
static void tell_waiting(Face *face)
{
    if (face->since_ms == 0 || clock_wall_ms() - face->since_ms < PATIENCE_MS)
        return;
    fprintf(face->out, "%s thinks; Ctrl-C interrupts.\n",
            face->wants_hint
                ? "The engine"
                : term_game_side_name(face->term_game,
                                      session_side(term_game_session(face->term_game))));
    fflush(face->out);
    face->since_ms = 0;
}

/* Something happened while the face waits; it is told when the prompt is gone. */
static bool wake(void *context)
{
    Face *face = context;
    tell_waiting(face);
    face->news |= term_game_tick(face->term_game) & ~(unsigned)TERM_GAME_NEWS_THOUGHT;
    return face->news != 0;
}

static int wait_ms(void *context)
{
    const Face *face = context;
    int         wait = term_game_wait_ms(face->term_game);
    if (face->since_ms == 0)
        return wait;
    int64_t left = face->since_ms + PATIENCE_MS - clock_wall_ms();
    int     more = left > 0 ? (int)left : 0;
    return wait >= 0 && wait < more ? wait : more;
}

static LineWake wake_of(Face *face)
{
    return (LineWake){ term_game_signal(face->term_game), wait_ms, wake, face };
}

/* A program thinks: nothing is read.  Ctrl-C asks for its answer now, and stops the programs
 * after it. */
static void wait_for_program(Face *face)
{
    LineWake other = wake_of(face);
    face->since_ms = line_input_is_terminal(face->input) ? clock_wall_ms() : 0;
    LineEvent event = line_input_wait(face->input, &other, false);
    face->since_ms = 0;
    if (event == LINE_INTERRUPT && line_input_is_terminal(face->input)) {
        if (face->wants_hint)
            term_game_hurry(face->term_game);
        else
            term_game_pause(face->term_game);
        fputs("Interrupted.\n", face->out);
    } else if (event != LINE_WOKEN) {
        face->leave = true;
        face->status = line_input_status(face->input);
    }
}

/* Who is asked, and what the clock shows. */
static void write_prompt(const Face *face, char prompt[PROMPT_MAX])
{
    Text text = text_over(prompt, PROMPT_MAX);
    int  side = session_side(term_game_session(face->term_game));
    if (side == SIDE_NONE) {
        text_add(&text, "over> ");
        return;
    }
    int64_t seconds = (term_game_clock_ms(face->term_game, side) + 999) / 1000;
    text_add(&text, term_game_side_name(face->term_game, side));
    if (term_game_is_paused(face->term_game))
        text_add(&text, " (paused)");
    if (term_game_clock_ms(face->term_game, side) >= 0)
        text_addf(&text, " %lld:%02lld", (long long)(seconds / 60), (long long)(seconds % 60));
    text_add(&text, "> ");
}

/* A line from whoever is to decide. */
static void ask(Face *face)
{
    char     prompt[PROMPT_MAX], line[LINE_INPUT_MAX];
    LineWake other = wake_of(face);
    if (face->wants_board)
        tell_board(face);
    write_prompt(face, prompt);
    LineEvent event = line_input_read(face->input, prompt, &other, line);
    switch (event) {
    case LINE_READ: obey(face, line); break;
    case LINE_LONG: fputs("That line is too long.\n", face->out); break;
    case LINE_WOKEN: break;
    case LINE_END: face->leave = true; break;
    case LINE_INTERRUPT:
    case LINE_LEAVE:
        face->leave = true;
        face->status = line_input_status(face->input);
        break;
    }
}

static bool is_waiting(const Face *face)
{
    return term_game_is_thinking(face->term_game) || face->wants_hint;
}

/* Who plays, and what can be typed. */
static void greet(Face *face)
{
    TermGame *term_game = face->term_game;
    char      setup[SETUP_TEXT_MAX];
    Text      text = text_over(setup, sizeof setup);
    setup_write(term_game_setup(term_game), &text);
    fprintf(face->out, "%s (%s): %s is %s, %s is %s.\n", term_game_game(term_game)->title, setup,
            term_game_side_name(term_game, 0), term_game_seat(term_game, 0)->text,
            term_game_side_name(term_game, 1), term_game_seat(term_game, 1)->text);
    if (term_game_resumed(term_game) > 0)
        fprintf(face->out, "Going on with %s behind turn %d.\n", term_game_protocol(term_game),
                term_game_resumed(term_game));
    if (term_game_task(term_game)[0] != '\0')
        fprintf(face->out, "%s\n", term_game_task(term_game));
    fputs("`help` lists what can be typed, `map` names the cells of the board.\n", face->out);
    tell_jump(face);
    tell_result(face);
}

int line_face_play(TermGame *term_game, int in, FILE *out)
{
    Face *face = calloc(1, sizeof *face);
    if (face == NULL || (face->input = line_input_new(in, out)) == NULL) {
        free(face);
        fputs("There is not enough memory.\n", out);
        return 1;
    }
    face->term_game = term_game;
    face->out = out;
    line_input_complete(face->input, complete, face);
    greet(face);
    while (!face->leave && !ferror(out)) {
        tell_news(face);
        if (is_waiting(face))
            wait_for_program(face);
        else
            ask(face);
    }
    int status = face->status;
    line_input_delete(face->input);
    free(face);
    return status;
}
