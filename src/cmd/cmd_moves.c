/* SPDX-License-Identifier: MIT */
/* cmd_moves.c - show, moves and apply: draw a position, list its moves, play moves. */
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/language.h"
#include "core/line.h"
#include "core/shape.h"
#include "draw/svg.h"
#include "term/plain_board.h"
#include "term/term_text.h"

enum { POSITION }; /* the first row of each option table */

enum { SHOW_PANEL = 1, SHOW_SVG, SHOW_LABELS, SHOW_LANGUAGE };
const Option SHOW_OPTIONS[] = {
    POSITION_OPTION,
    { "panel", OPTION_FLAG, NULL, "also print the labelled values of the position", 0, 0 },
    { "svg", OPTION_FLAG, NULL, "draw it as SVG", 0, 0 },
    { "labels", OPTION_FLAG, NULL, "draw it with the names of its cells", 0, 0 },
    LANGUAGE_OPTION,
    { .name = NULL },
};

const Option MOVES_OPTIONS[] = { POSITION_OPTION, { .name = NULL } };

enum { APPLY_LANGUAGE = 1 };
const Option APPLY_OPTIONS[] = { POSITION_OPTION, LANGUAGE_OPTION, { .name = NULL } };

/* --- show --------------------------------------------------------------------------------- */

static int show_svg(const Start *start, FILE *out, FILE *err)
{
    Buffer drawing;
    buffer_init(&drawing, SVG_BYTES_MAX);
    svg_position(&drawing, &start->setup, &start->pos.head, true);
    bool failed = drawing.failed;
    if (!failed)
        fwrite(drawing.data, 1, drawing.length, out);
    buffer_free(&drawing);
    return failed ? cmd_error_memory(err, "show") : EXIT_DONE;
}

static void print_panel(const Start *start, const char *language, FILE *out)
{
    TermText  speech = term_text_of(&start->setup, language);
    PanelRows panel;
    panel_rows(start->setup.game, &start->pos.head, &speech.language, &panel);
    for (int i = 0; i < panel.count; i++) {
        const PanelRow *row = &panel.row[i];
        char            words[256];
        Text            text = text_over(words, sizeof words);
        term_text_score(&speech, row->side, row->label, row->value, &text);
        fprintf(out, "%s\n", words);
    }
}

/* Draw the board with the names of its cells: as the game's documents do, or as the terminal does. */
static int print_labelled(const Start *start, FILE *out, FILE *err)
{
    const GameText *text = start->setup.game->text;
    if (text->draw_labels != NULL) {
        char board[BOARD_TEXT_MAX];
        Text drawing = text_over(board, sizeof board);
        text->draw_labels(&start->pos.head, &drawing);
        fputs(board, out);
        return EXIT_DONE;
    }
    Buffer drawing;
    buffer_init(&drawing, BOARD_TEXT_MAX - 1);
    bool done = plain_board_write(&start->setup, &start->pos.head, false, &drawing);
    if (done)
        fputs(drawing.data, out);
    buffer_free(&drawing);
    return done ? EXIT_DONE : cmd_error_memory(err, "show");
}

static void print_board(const Start *start, FILE *out)
{
    char board[BOARD_TEXT_MAX];
    Text text = text_over(board, sizeof board);
    start->setup.game->text->draw(&start->pos.head, &text);
    fputs(board, out);
}

/* Print whose turn it is, or the result. */
static void print_status(const Start *start, const char *language, FILE *out)
{
    const Game *game = start->setup.game;
    const Pos  *pos = &start->pos.head;
    Outcome     outcome = game->rules->outcome(pos);
    Message     message = message_of(&CORE_MESSAGE[CORE_MSG_TO_MOVE]);
    TermText    speech = term_text_of(&start->setup, language);
    char        sentence[MESSAGE_TEXT_MAX];
    Text        text = text_over(sentence, sizeof sentence);
    if (outcome.ending == ENDING_NONE)
        message_side(&message, "side", pos->side);
    else
        outcome_message(game, pos, outcome, &message);
    term_text_write(&speech, &message, &text);
    fprintf(out, "%s\n", sentence);
}

int cmd_show(const Args *args, FILE *out, FILE *err)
{
    Start start;
    int   failed = start_from_text(args->arg[0], args->option[POSITION].text, &start, err);
    if (failed != EXIT_DONE)
        return failed;
    bool        panel = args->option[SHOW_PANEL].given, labels = args->option[SHOW_LABELS].given;
    const char *language = language_of(&args->option[SHOW_LANGUAGE]);
    if (args->option[SHOW_SVG].given)
        return panel    ? cmd_error(err, "show", "--svg and --panel exclude each other")
               : labels ? cmd_error(err, "show", "--svg and --labels exclude each other")
                        : show_svg(&start, out, err);
    if (labels)
        failed = print_labelled(&start, out, err);
    else
        print_board(&start, out);
    if (failed != EXIT_DONE)
        return failed;
    print_status(&start, language, out);
    if (panel)
        print_panel(&start, language, out);
    return EXIT_DONE;
}

/* --- moves -------------------------------------------------------------------------------- */

typedef struct Listing {
    const Start *start;
    FILE        *out;
} Listing;

static bool print_turn(void *context, const Turn *turn, const Pos *after)
{
    (void)after;
    const Listing *listing = context;
    char           notation[TURN_TEXT_MAX];
    Text           text = text_over(notation, sizeof notation);
    turn_write(listing->start->setup.game, &listing->start->pos.head, turn, &text);
    fprintf(listing->out, "%s\n", notation);
    return !ferror(listing->out);
}

int cmd_moves(const Args *args, FILE *out, FILE *err)
{
    Start start;
    int   failed = start_from_text(args->arg[0], args->option[POSITION].text, &start, err);
    if (failed != EXIT_DONE)
        return failed;
    Listing listing = { &start, out };
    turn_each(start.setup.game, &start.pos.head, print_turn, &listing);
    return EXIT_DONE;
}

/* --- apply -------------------------------------------------------------------------------- */

/* Report an illegal turn: the game's own reason, or that of the line of play. */
static int error_turn(const Line *line, int number, const char *typed, const Fault *fault,
                      const char *language, FILE *err)
{
    char     what[64], words[1024];
    Text     what_text = text_over(what, sizeof what), text = text_over(words, sizeof words);
    TermText speech = term_text_of(&line->setup, language);
    Message  why, message = term_message(TERM_MSG_TURN);
    Turn     turn;
    message_count(&message, "n", number);
    term_text_write(&speech, &message, &what_text);
    Outcome over = line_outcome(line);
    if (over.ending != ENDING_NONE) {
        outcome_message(line->setup.game, NULL, over, &why);
        message_def_write(&CORE_MESSAGE[CORE_MSG_OVER], &speech.language, &text);
        text_add(&text, ": ");
        term_text_write(&speech, &why, &text);
    } else if (turn_explain(line->setup.game, line_now(line), typed, &turn, &why) == STATUS_OK) {
        term_text_fault(&speech, fault, &text);
    } else {
        term_text_write(&speech, &why, &text);
    }
    return cmd_error_at(err, what, words, typed, fault->at);
}

static void print_position(const Line *line, FILE *out)
{
    char        written[POS_TEXT_MAX];
    const Game *game = line->setup.game;
    Outcome     outcome = line_outcome(line);
    Text        text = text_over(written, sizeof written);
    game->text->pos_write(line_now(line), &text);
    fprintf(out, "%s\n", written);
    if (outcome.ending == ENDING_NONE)
        return;
    text_clear(&text);
    outcome_write(game, line_now(line), outcome, &text);
    fprintf(out, "result %s\n", written);
}

int cmd_apply(const Args *args, FILE *out, FILE *err)
{
    Start start;
    int   failed = start_from_text(args->arg[0], args->option[POSITION].text, &start, err);
    if (failed != EXIT_DONE)
        return failed;
    Line  line;
    Fault fault;
    if (line_init(&line, &start.setup, &start.pos.head) != STATUS_OK)
        return cmd_error_memory(err, "apply");
    for (int i = 1; i < args->arg_count && failed == EXIT_DONE; i++) {
        Status status = line_play(&line, args->arg[i], &fault);
        if (status == STATUS_NO_MEMORY)
            failed = cmd_error_memory(err, "apply");
        else if (status != STATUS_OK)
            failed = error_turn(&line, i, args->arg[i], &fault,
                                language_of(&args->option[APPLY_LANGUAGE]), err);
    }
    if (failed == EXIT_DONE)
        print_position(&line, out);
    line_free(&line);
    return failed;
}
