/* SPDX-License-Identifier: MIT */
/* cmd_review.c - review: evaluate every move of a game and find the turning points. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/game_source.h"
#include "cmd/interrupts.h"
#include "play/review.h"

enum {
    NODES_DEFAULT = 50000,
    POINTS_MAX = 5,   /* turning points printed */
    POINT_LOSS = 150, /* minimum loss of a turning point, out of REVIEW_SURE: 15 % */
    BAR_CELLS = 20,
    PLAYED_COLUMNS = 22,
    NAME_COLUMNS = 12,
};

enum { REVIEW_NODES = GAME_SOURCE_END };
const Option REVIEW_OPTIONS[] = {
    GAME_SOURCE_OPTIONS,
    { "nodes", OPTION_NUMBER, "N", "search N nodes per move (default 50000)", 1, 1000000000 },
    { .name = NULL },
};

typedef struct Reviewing {
    const Record *record;
    Review        review;
    const char   *names[2];
    FILE         *out;
} Reviewing;

static bool on_tick(void *context, int done, int total)
{
    FILE *err = context;
    if (isatty(fileno(err)))
        fprintf(err, "\r%d of %d positions\033[K", done, total);
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

static void print_header(const Reviewing *r)
{
    char         setup[SETUP_TEXT_MAX];
    Text         text = text_over(setup, sizeof setup);
    RecordResult result = record_result(r->record);
    setup_write(&r->record->line.setup, &text);
    fprintf(r->out, "%s: %s - %s", setup, r->names[0], r->names[1]);
    if (strcmp(result.winner, "*") != 0)
        fprintf(r->out, ", %s%s by %s%s%s%s", result.winner,
                strcmp(result.winner, "draw") == 0 ? "" : " wins", result.reason,
                result.details[0] == '\0' ? "" : " (", result.details,
                result.details[0] == '\0' ? "" : ")");
    fprintf(r->out, "\n\n%5s  %-*s %-*s winning chances of %s\n", "move", NAME_COLUMNS, "by",
            PLAYED_COLUMNS, "played", r->names[0]);
}

static void print_turn(const Reviewing *r, int index)
{
    const ReviewTurn *turn = &r->review.turns[index];
    char              played[TURN_TEXT_MAX], best[TURN_TEXT_MAX], bar[BAR_CELLS + 1];
    int               chance = turn->player == 0 ? turn->after : REVIEW_SURE - turn->after;
    int               cell = chance * (BAR_CELLS - 1) / REVIEW_SURE;
    write_played(r, index, played, sizeof played);
    memset(bar, '.', BAR_CELLS);
    bar[cell] = '#';
    bar[BAR_CELLS] = '\0';
    fprintf(r->out, "%5d  %-*.*s %-*s %3d%%  %s", index + 1, NAME_COLUMNS, NAME_COLUMNS,
            r->names[turn->player], PLAYED_COLUMNS, played, percent(chance), bar);
    if (is_point(turn)) {
        write_turn(r, index, &turn->best, best, sizeof best);
        fprintf(r->out, "  better: %s", best);
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
        fputs("\nNo single move decided this game: none cost 15% or more.\n", r->out);
        return;
    }
    fputs("\nTurning points:\n", r->out);
    for (int i = 0; i < count; i++) {
        const ReviewTurn *turn = &r->review.turns[points[i]];
        char              played[TURN_TEXT_MAX], best[TURN_TEXT_MAX];
        write_played(r, points[i], played, sizeof played);
        write_turn(r, points[i], &turn->best, best, sizeof best);
        fprintf(r->out, "%5d  %s plays %s and drops from %d%% to %d%%; %s was better\n",
                points[i] + 1, r->names[turn->player], played, percent(turn->before),
                percent(turn->after), best);
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
    if (leader >= 0)
        fprintf(r->out, "\n%s was ahead from move %d on.\n", r->names[leader], since + 1);
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
    const Game *game = r->record->line.setup.game;
    bool        named = first != NULL && second != NULL && strcmp(first, second) != 0;
    r->names[0] = named ? first : game->sides[0];
    r->names[1] = named ? second : game->sides[1];
}

static int print_review(Reviewing *r, uint64_t nodes, FILE *err)
{
    interrupts_begin();
    Status status = review_line(&r->record->line, nodes, on_tick, err, &r->review);
    interrupts_end();
    if (isatty(fileno(err)))
        fputs("\r\033[K", err);
    if (status != STATUS_OK)
        return cmd_error_memory(err, "review");
    if (r->review.count == 0) {
        cmd_error(err, "review", "interrupted");
        return EXIT_FAILED;
    }
    print_header(r);
    for (int i = 0; i < r->review.count; i++)
        print_turn(r, i);
    print_points(r);
    print_lead(r);
    review_free(&r->review);
    return EXIT_DONE;
}

int cmd_review(const Args *args, FILE *out, FILE *err)
{
    Record             record;
    const OptionValue *nodes = &args->option[REVIEW_NODES];
    int                failed = open_record(args, &record, err);
    if (failed != EXIT_DONE)
        return failed;
    Reviewing reviewing = { .record = &record, .out = out };
    find_names(&reviewing);
    if (line_turns(&record.line) == 0)
        failed = cmd_error(err, "review", "the game has no moves to review");
    else
        failed =
            print_review(&reviewing, nodes->given ? (uint64_t)nodes->number : NODES_DEFAULT, err);
    record_free(&record);
    return failed;
}
