/* SPDX-License-Identifier: MIT */
/* cmd_moves.c - show, moves and apply: draw a position, list its moves, play moves. */
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/language.h"
#include "cmd/results.h"
#include "core/line.h"
#include "core/perft.h"
#include "core/shape.h"
#include "draw/svg.h"
#include "term/plain_board.h"
#include "term/term_text.h"

enum { POSITION }; /* the first row of each option table */

enum { SHOW_PANEL = 1, SHOW_SVG, SHOW_LABELS, SHOW_JSON, SHOW_LANGUAGE };
const Option SHOW_OPTIONS[] = {
    POSITION_OPTION,
    { "panel", OPTION_FLAG, NULL, "also print the labelled values of the position", 0, 0 },
    { "svg", OPTION_FLAG, NULL, "draw it as SVG", 0, 0 },
    { "labels", OPTION_FLAG, NULL, "draw it with the names of its cells", 0, 0 },
    JSON_OPTION,
    LANGUAGE_OPTION,
    { .name = NULL },
};

enum { MOVES_DISTINCT = 1, MOVES_JSON, MOVES_NOTATION };
const Option MOVES_OPTIONS[] = {
    POSITION_OPTION,
    { "distinct", OPTION_FLAG, NULL, "list one move per different resulting position", 0, 0 },
    { "json", OPTION_FLAG, NULL, "print an array of moves with the positions after them", 0, 0 },
    NOTATION_OPTION,
    { .name = NULL },
};

enum { APPLY_JSON = 1, APPLY_LANGUAGE };
const Option APPLY_OPTIONS[] = { POSITION_OPTION, JSON_OPTION, LANGUAGE_OPTION, { .name = NULL } };

/* Write the game, the position, the side to move or null, and the result if the game is over. */
static void json_state(Json *json, const Setup *setup, const Pos *pos, Outcome outcome)
{
    bool over = outcome.ending != ENDING_NONE;
    json_setup(json, "game", setup);
    json_position(json, "position", setup->game, pos);
    json_side(json, "to_move", setup->game, over ? SIDE_NONE : pos->side);
    if (!over)
        return;
    char words[POS_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    outcome_write(setup->game, pos, outcome, &text);
    json_string(json, "result", words);
}

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

static void draw_board(const Start *start, char board[BOARD_TEXT_MAX])
{
    Text text = text_over(board, BOARD_TEXT_MAX);
    start->setup.game->text->draw(&start->pos.head, &text);
}

/* Write whose turn it is, or the result, as a sentence. */
static void put_status(const Start *start, const char *language, Text *out)
{
    const Game *game = start->setup.game;
    const Pos  *pos = &start->pos.head;
    Outcome     outcome = game->rules->outcome(pos);
    Message     message = message_of(&CORE_MESSAGE[CORE_MSG_TO_MOVE]);
    TermText    speech = term_text_of(&start->setup, language);
    if (outcome.ending == ENDING_NONE)
        message_side(&message, "side", pos->side);
    else
        outcome_message(game, pos, outcome, &message);
    term_text_write(&speech, &message, out);
}

static int show_json(const Start *start, const char *language, FILE *out, FILE *err)
{
    const Pos *pos = &start->pos.head;
    Results    results;
    PanelRows  panel;
    char       board[BOARD_TEXT_MAX], status[MESSAGE_TEXT_MAX];
    Text       status_text = text_over(status, sizeof status);
    TermText   speech = term_text_of(&start->setup, language);
    panel_rows(start->setup.game, pos, &speech.language, &panel);
    draw_board(start, board);
    put_status(start, language, &status_text);
    results_begin(&results, out, true);
    json_state(&results.json, &start->setup, pos, start->setup.game->rules->outcome(pos));
    json_string(&results.json, "status", status);
    json_string(&results.json, "board", board);
    json_array(&results.json, "panel");
    for (int i = 0; i < panel.count; i++) {
        json_object(&results.json, NULL);
        json_side(&results.json, "side", start->setup.game, panel.row[i].side);
        json_string(&results.json, "label", panel.row[i].label);
        json_string(&results.json, "value", panel.row[i].value);
        json_end_object(&results.json);
    }
    json_end_array(&results.json);
    return results_end(&results, "show", err);
}

int cmd_show(const Args *args, FILE *out, FILE *err)
{
    Start start;
    int   failed = start_from_text(args->arg[0], args->option[POSITION].text, &start, err);
    if (failed != EXIT_DONE)
        return failed;
    bool        panel = args->option[SHOW_PANEL].given, labels = args->option[SHOW_LABELS].given;
    const char *language = language_of(&args->option[SHOW_LANGUAGE]);
    if (args->option[SHOW_JSON].given)
        return panel || labels || args->option[SHOW_SVG].given
                   ? cmd_error(err, "show", "--json excludes --svg, --labels and --panel")
                   : show_json(&start, language, out, err);
    if (args->option[SHOW_SVG].given)
        return panel    ? cmd_error(err, "show", "--svg and --panel exclude each other")
               : labels ? cmd_error(err, "show", "--svg and --labels exclude each other")
                        : show_svg(&start, out, err);
    char text[BOARD_TEXT_MAX];
    Text status = text_over(text, sizeof text);
    if (labels) {
        failed = print_labelled(&start, out, err);
    } else {
        draw_board(&start, text);
        fputs(text, out);
        text_clear(&status);
    }
    if (failed != EXIT_DONE)
        return failed;
    put_status(&start, language, &status);
    fprintf(out, "%s\n", text);
    if (panel)
        print_panel(&start, language, out);
    return EXIT_DONE;
}

/* --- moves -------------------------------------------------------------------------------- */

typedef struct Listing {
    const Start    *start;
    FILE           *out;
    bool            distinct, json;
    int             count;
    bool            failed; /* memory ran out */
    Successors      seen;   /* positions after the moves listed so far */
    const Notation *notation;
} Listing;

/* Print an element of the array: the move, the position after it, and the result if it ends the
 * game. */
static bool print_json(Listing *listing, const char *notation, const Pos *after)
{
    const Game *game = listing->start->setup.game;
    Outcome     outcome = game->rules->outcome(after);
    char        words[POS_TEXT_MAX];
    Text        text = text_over(words, sizeof words);
    Buffer      out;
    buffer_init(&out, POS_TEXT_MAX + 2 * TURN_TEXT_MAX + 1024);
    Json json = json_over(&out);
    json_object(&json, NULL);
    json_string(&json, "move", notation);
    game->text->pos_write(after, &text);
    json_string(&json, "position", words);
    if (outcome.ending != ENDING_NONE) {
        text_clear(&text);
        outcome_write(game, after, outcome, &text);
        json_string(&json, "result", words);
    }
    json_end_object(&json);
    bool done = !out.failed;
    if (done)
        fprintf(listing->out, "%s\n  %s", listing->count == 0 ? "[" : ",", out.data);
    buffer_free(&out);
    return done;
}

static bool print_turn(void *context, const Turn *turn, const Pos *after)
{
    Listing *listing = context;
    char     notation[TURN_TEXT_MAX];
    Text     text = text_over(notation, sizeof notation);
    bool     is_new = true;
    listing->failed = listing->distinct && !successors_add(&listing->seen, after, &is_new);
    if (listing->failed || !is_new)
        return !listing->failed;
    turn_write_as(listing->start->setup.game, listing->notation, &listing->start->pos.head, turn,
                  &text);
    if (listing->json)
        listing->failed = !print_json(listing, notation, after);
    else
        fprintf(listing->out, "%s\n", notation);
    listing->count++;
    if (listing->failed)
        return false;
    return !ferror(listing->out);
}

int cmd_moves(const Args *args, FILE *out, FILE *err)
{
    Start start;
    int   failed = start_from_text(args->arg[0], args->option[POSITION].text, &start, err);
    if (failed != EXIT_DONE)
        return failed;
    Listing listing = { .start = &start,
                        .out = out,
                        .distinct = args->option[MOVES_DISTINCT].given,
                        .json = args->option[MOVES_JSON].given };
    failed = notation_from_option(start.setup.game, &args->option[MOVES_NOTATION], "moves",
                                  &listing.notation, err);
    if (failed != EXIT_DONE)
        return failed;
    successors_begin(&listing.seen, start.setup.game, start.setup.variant);
    turn_each(start.setup.game, &start.pos.head, print_turn, &listing);
    successors_free(&listing.seen);
    if (listing.json)
        fputs(listing.count == 0 ? "[]\n" : "\n]\n", out);
    return listing.failed ? cmd_error_memory(err, "moves") : EXIT_DONE;
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

static int print_position_json(const Line *line, FILE *out, FILE *err)
{
    Results results;
    results_begin(&results, out, true);
    json_state(&results.json, &line->setup, line_now(line), line_outcome(line));
    json_integer(&results.json, "moves", line_turns(line));
    return results_end(&results, "apply", err);
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
    if (failed == EXIT_DONE && args->option[APPLY_JSON].given)
        failed = print_position_json(&line, out, err);
    else if (failed == EXIT_DONE)
        print_position(&line, out);
    line_free(&line);
    return failed;
}
