/* SPDX-License-Identifier: MIT */
/* cmd_moves.c - show, moves and apply: draw a position, list its moves, play moves. */
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "core/line.h"
#include "core/shape.h"
#include "draw/svg.h"

enum { POSITION }; /* the first row of each option table */

enum { SHOW_PANEL = 1, SHOW_SVG };
const Option SHOW_OPTIONS[] = {
    POSITION_OPTION,
    { "panel", OPTION_FLAG, NULL, "also print the labelled values of the position", 0, 0 },
    { "svg", OPTION_FLAG, NULL, "draw it as SVG", 0, 0 },
    { .name = NULL },
};

const Option MOVES_OPTIONS[] = { POSITION_OPTION, { .name = NULL } };
const Option APPLY_OPTIONS[] = { POSITION_OPTION, { .name = NULL } };

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

static void print_panel(const Start *start, FILE *out)
{
    PanelRows panel;
    panel_rows(start->setup.game, &start->pos.head, &LANGUAGE_ENGLISH, &panel);
    for (int i = 0; i < panel.count; i++) {
        const PanelRow *item = &panel.row[i];
        const char     *side = item->side < 2 ? start->setup.game->sides[item->side] : NULL;
        fprintf(out, "%s%s%s: %s\n", side == NULL ? "" : side, side == NULL ? "" : " ", item->label,
                item->value);
    }
}

int cmd_show(const Args *args, FILE *out, FILE *err)
{
    Start start;
    int   failed = start_from_text(args->arg[0], args->option[POSITION].text, &start, err);
    if (failed != EXIT_DONE)
        return failed;
    bool panel = args->option[SHOW_PANEL].given;
    if (args->option[SHOW_SVG].given)
        return panel ? cmd_error(err, "show", "--svg and --panel exclude each other")
                     : show_svg(&start, out, err);
    char board[BOARD_TEXT_MAX];
    Text text = text_over(board, sizeof board);
    start.setup.game->text->draw(&start.pos.head, &text);
    fputs(board, out);
    if (panel)
        print_panel(&start, out);
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

static int error_turn(int number, const char *turn, const Fault *fault, FILE *err)
{
    char what[32];
    snprintf(what, sizeof what, "turn %d", number);
    return cmd_error_at(err, what, fault->why, turn, fault->at);
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
            failed = error_turn(i, args->arg[i], &fault, err);
    }
    if (failed == EXIT_DONE)
        print_position(&line, out);
    line_free(&line);
    return failed;
}
