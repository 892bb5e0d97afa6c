/* SPDX-License-Identifier: MIT */
/* cmd_review.c - review: evaluate every move of a game and find the turning points. */
#include <ctype.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/game_source.h"
#include "cmd/interrupts.h"
#include "cmd/language.h"
#include "cmd/progress.h"
#include "cmd/results.h"
#include "play/review_json.h"
#include "term/canvas.h"
#include "term/replay.h"

enum {
    POINTS_MAX = 5,   /* turning points printed */
    POINT_LOSS = 150, /* minimum loss of a turning point, out of REVIEW_SURE: 15 % */
    BAR_CELLS = 20,
    PLAYED_COLUMNS = 22,
    MOVE_COLUMNS = 5,
    WORDS_MAX = 1024,
    NAME_COLUMNS = 12,
    NAME_BYTES_MAX = 256,
};

enum { OPTION_NODES = GAME_SOURCE_END, OPTION_JSON, OPTION_ANNOTATE, OPTION_LANGUAGE };
const Option REVIEW_OPTIONS[] = {
    GAME_SOURCE_OPTIONS,
    { "nodes", OPTION_NUMBER, "N", "search N nodes per move (default 50000)", 1, 1000000000 },
    JSON_OPTION,
    { "annotate", OPTION_FLAG, NULL, "print the record with marks and better lines", 0, 0 },
    LANGUAGE_OPTION,
    { .name = NULL },
};

typedef struct Reviewing {
    Record  *record;
    Review   review;
    TermText speech;
    char     names[2][NAME_BYTES_MAX];
    FILE    *out;
} Reviewing;

static bool on_tick(void *context, int done, int total)
{
    progress_parts(context, done, total, "searching every position");
    return !interrupts_came();
}

static int percent(int chance)
{
    return (chance * 100 + REVIEW_SURE / 2) / REVIEW_SURE;
}

static void write_turn(const Reviewing *r, int index, const Turn *turn, char *out, size_t size)
{
    Text text = text_over(out, size);
    turn_write(r->record->line.setup.game, line_before_turn(&r->record->line, index), turn, &text);
}

static void write_played(const Reviewing *r, int index, char *out, size_t size)
{
    Turn played;
    line_turn(&r->record->line, index, &played);
    write_turn(r, index, &played, out, size);
}

static bool is_point(const ReviewTurn *turn)
{
    return review_loss(turn) >= POINT_LOSS;
}

/* --- The moves of the game --------------------------------------------------------------- */

static void print_message(const Reviewing *r, const Message *message)
{
    char words[WORDS_MAX];
    Text text = text_over(words, sizeof words);
    term_text_write(&r->speech, message, &text);
    fprintf(r->out, "%s\n", words);
}

/* Print words and spaces up to a number of columns, and one more. */
static void print_columns(const Reviewing *r, const char *words, int columns)
{
    int used = canvas_columns(true, words);
    fprintf(r->out, "%s%*s ", words, used < columns ? columns - used : 0, "");
}

static void print_heading(const Reviewing *r, TermMessage which, int columns)
{
    char words[WORDS_MAX];
    Text text = text_over(words, sizeof words);
    term_text_add(&r->speech, which, &text);
    if (which == TERM_MSG_REVIEW_MOVE) /* above numbers */
        fprintf(r->out, "%*s%s  ", columns - canvas_columns(true, words), "", words);
    else
        print_columns(r, words, columns);
}

static void print_header(const Reviewing *r)
{
    char    setup[SETUP_TEXT_MAX], words[WORDS_MAX];
    Text    text = text_over(setup, sizeof setup), result_text = text_over(words, sizeof words);
    Message result, chances = term_message(TERM_MSG_REVIEW_CHANCES);
    setup_write(&r->record->line.setup, &text);
    replay_result_message(r->record, &result);
    term_text_write(&r->speech, &result, &result_text);
    fprintf(r->out, "%s: %s - %s\n%s%s\n", setup, r->names[0], r->names[1], words,
            words[0] == '\0' ? "" : "\n");
    print_heading(r, TERM_MSG_REVIEW_MOVE, MOVE_COLUMNS);
    print_heading(r, TERM_MSG_REVIEW_BY, NAME_COLUMNS);
    print_heading(r, TERM_MSG_REVIEW_PLAYED, PLAYED_COLUMNS);
    message_text(&chances, "name", r->names[0]);
    print_message(r, &chances);
}

static void print_turn(const Reviewing *r, int index)
{
    const ReviewTurn *turn = &r->review.turns[index];
    char              played[TURN_TEXT_MAX], best[TURN_TEXT_MAX], bar[BAR_CELLS + 1];
    int               chance = turn->player == 0 ? turn->after : REVIEW_SURE - turn->after;
    int               cell = chance * (BAR_CELLS - 1) / REVIEW_SURE;
    write_played(r, index, played, sizeof played);
    ReviewClass which = review_class(turn);
    if (which != REVIEW_GOOD) {
        size_t length = strlen(played);
        snprintf(played + length, sizeof played - length, " %s",
                 NOTE_MARKS[REVIEW_CLASSES[which].mark].symbol);
    }
    memset(bar, '.', BAR_CELLS);
    bar[cell] = '#';
    bar[BAR_CELLS] = '\0';
    fprintf(r->out, "%5d  %-*.*s %-*s %3d%%  %s", index + 1, NAME_COLUMNS, NAME_COLUMNS,
            r->names[turn->player], PLAYED_COLUMNS, played, percent(chance), bar);
    if (which != REVIEW_GOOD) {
        write_turn(r, index, &turn->best, best, sizeof best);
        char    words[WORDS_MAX];
        Text    text = text_over(words, sizeof words);
        Message better = term_message(TERM_MSG_REVIEW_BETTER);
        message_text(&better, "turn", best);
        term_text_write(&r->speech, &better, &text);
        fprintf(r->out, "  %s", words);
    }
    fputc('\n', r->out);
}

/* --- Turning points ----------------------------------------------------------------------- */

/* Find the moves that lost most, in game order.  Return their number. */
static int find_points(const Review *review, int points[POINTS_MAX])
{
    int count = 0;
    for (int i = 0; i < review->count; i++) {
        if (!is_point(&review->turns[i]))
            continue;
        if (count == POINTS_MAX) { /* drop the cheapest, which may be this one */
            int cheapest = 0;
            for (int k = 1; k < count; k++)
                if (review_loss(&review->turns[points[k]]) <
                    review_loss(&review->turns[points[cheapest]]))
                    cheapest = k;
            if (review_loss(&review->turns[i]) <= review_loss(&review->turns[points[cheapest]]))
                continue;
            memmove(points + cheapest, points + cheapest + 1,
                    (size_t)(count - cheapest - 1) * sizeof *points);
            count--;
        }
        points[count++] = i;
    }
    return count;
}

static void print_points(const Reviewing *r)
{
    int points[POINTS_MAX], count = find_points(&r->review, points);
    if (count == 0) {
        Message none = term_message(TERM_MSG_REVIEW_NONE);
        message_count(&none, "n", percent(POINT_LOSS));
        fputc('\n', r->out);
        print_message(r, &none);
        return;
    }
    Message heading = term_message(TERM_MSG_REVIEW_POINTS);
    fputc('\n', r->out);
    print_message(r, &heading);
    for (int i = 0; i < count; i++) {
        const ReviewTurn *turn = &r->review.turns[points[i]];
        char              played[TURN_TEXT_MAX], best[TURN_TEXT_MAX];
        write_played(r, points[i], played, sizeof played);
        write_turn(r, points[i], &turn->best, best, sizeof best);
        Message point = term_message(TERM_MSG_REVIEW_POINT);
        message_text(&point, "name", r->names[turn->player]);
        message_text(&point, "turn", played);
        message_count(&point, "n", percent(turn->before));
        message_count(&point, "m", percent(turn->after));
        message_text(&point, "best", best);
        fprintf(r->out, "%5d  ", points[i] + 1);
        print_message(r, &point);
    }
}

/* Print the move since which the final leader was ahead without a break. */
static void print_lead(const Reviewing *r)
{
    const Review *review = &r->review;
    int           leader = -1, since = review->count;
    for (int i = review->count - 1; i >= 0; i--) {
        const ReviewTurn *turn = &review->turns[i];
        int               ahead = turn->after == REVIEW_SURE / 2  ? -1
                                  : turn->after > REVIEW_SURE / 2 ? turn->player
                                                                  : 1 - turn->player;
        if (leader < 0)
            leader = ahead;
        if (ahead < 0 || ahead != leader)
            break;
        since = i;
    }
    if (leader < 0)
        return;
    Message lead = term_message(TERM_MSG_REVIEW_LEAD);
    message_text(&lead, "name", r->names[leader]);
    message_count(&lead, "n", since + 1);
    fputc('\n', r->out);
    print_message(r, &lead);
}

/* Print the accuracy of both players, and what they did wrong. */
static void print_accuracy(const Reviewing *r)
{
    fputc('\n', r->out);
    for (int player = 0; player < 2; player++) {
        int     accuracy = review_accuracy(&r->review, player);
        Message message = term_message(TERM_MSG_REVIEW_ACCURACY);
        if (accuracy < 0)
            continue;
        message_text(&message, "name", r->names[player]);
        message_count(&message, "n", percent(accuracy));
        message_count(&message, "a", review_count(&r->review, player, REVIEW_INACCURACY));
        message_count(&message, "b", review_count(&r->review, player, REVIEW_MISTAKE));
        message_count(&message, "c", review_count(&r->review, player, REVIEW_BLUNDER));
        print_message(r, &message);
    }
}

/* --- JSON --------------------------------------------------------------------------------- */

static int print_json(const Reviewing *r, uint64_t nodes, FILE *err)
{
    Results results;
    results_begin(&results, r->out, true);
    review_json(&results.json, r->record, &r->review, nodes);
    return results_end(&results, "review", err);
}

/* --- The record with marks ---------------------------------------------------------------- */

static bool to_stream(void *context, const char *data, size_t size)
{
    return fwrite(data, 1, size, context) == size;
}

static int print_annotated(const Reviewing *r, FILE *err)
{
    if (review_annotate(&r->review, r->record) != STATUS_OK)
        return cmd_error_memory(err, "review");
    record_write(r->record, to_stream, r->out); /* main reports what cannot be written */
    return EXIT_DONE;
}

/* --- Command -------------------------------------------------------------------------- */

static int open_record(const Args *args, Record *record, FILE *err)
{
    GameSource source;
    Fault      fault = { .why = "" };
    int        failed = game_source(args, &source, err);
    if (failed != EXIT_DONE)
        return failed;
    return game_open(args->arg[0], &source.ask, record, &fault) == STATUS_OK
               ? EXIT_DONE
               : cmd_error(err, "review", "%s", fault.why);
}

/* Set the names of the players; the names of the sides if they are missing or equal. */
static void find_names(Reviewing *r)
{
    const char *first = record_tag(r->record, "First"), *second = record_tag(r->record, "Second");
    bool        named = first != NULL && second != NULL && strcmp(first, second) != 0;
    for (int side = 0; side < 2; side++) {
        Text name = text_over(r->names[side], sizeof r->names[side]);
        if (named)
            text_add(&name, side == 0 ? first : second);
        else
            term_text_side(&r->speech, side, &name);
    }
}

static void print_text(const Reviewing *r)
{
    print_header(r);
    for (int i = 0; i < r->review.count; i++)
        print_turn(r, i);
    print_points(r);
    print_lead(r);
    print_accuracy(r);
}

static int print_review(Reviewing *r, uint64_t nodes, const Args *args, FILE *err)
{
    Progress progress = progress_on_terminal(err);
    int      failed = EXIT_DONE;
    interrupts_begin();
    Status status = review_line(&r->record->line, nodes, on_tick, &progress, &r->review);
    interrupts_end();
    progress_end(&progress);
    if (status != STATUS_OK)
        return cmd_error_memory(err, "review");
    if (r->review.count == 0) {
        cmd_error(err, "review", "interrupted");
        return EXIT_FAILED;
    }
    if (args->option[OPTION_JSON].given)
        failed = print_json(r, nodes, err);
    else if (args->option[OPTION_ANNOTATE].given)
        failed = print_annotated(r, err);
    else
        print_text(r);
    review_free(&r->review);
    return failed;
}

int cmd_review(const Args *args, FILE *out, FILE *err)
{
    Record             record;
    const OptionValue *nodes = &args->option[OPTION_NODES];
    if (args->option[OPTION_JSON].given && args->option[OPTION_ANNOTATE].given)
        return cmd_error(err, "review",
                         "--json and --annotate exclude each other; give one of them");
    int failed = open_record(args, &record, err);
    if (failed != EXIT_DONE)
        return failed;
    setlocale(LC_CTYPE, ""); /* for the width of characters */
    const char *language = language_of(&args->option[OPTION_LANGUAGE]);
    Reviewing   reviewing = { .record = &record,
                              .out = out,
                              .speech = term_text_of(&record.line.setup, language) };
    find_names(&reviewing);
    if (line_turns(&record.line) == 0)
        failed = cmd_error(err, "review", "the game has no moves to review");
    else
        failed = print_review(&reviewing, nodes->given ? (uint64_t)nodes->number : REVIEW_NODES,
                              args, err);
    record_free(&record);
    return failed;
}
