/* SPDX-License-Identifier: MIT */
/* cmd_review.c - review: evaluate every move of a game, or of all games of a file, and find the turning
 * points. */
#include <ctype.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "cmd/game_source.h"
#include "cmd/interrupts.h"
#include "cmd/language.h"
#include "cmd/progress.h"
#include "cmd/queued_job.h"
#include "cmd/results.h"
#include "cmd/work.h"
#include "play/review_json.h"
#include "play/review_text.h"
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
    SPEC_MAX = 128,
};

enum {
    OPTION_NODES = GAME_SOURCE_END,
    OPTION_JSON,
    OPTION_ANNOTATE,
    OPTION_ALL,
    OPTION_DATABASE,
    OPTION_LANGUAGE
};
const Option REVIEW_OPTIONS[] = {
    GAME_SOURCE_OPTIONS,
    { "nodes", OPTION_NUMBER, "N", "search N nodes per move (default 50000)", 1, 1000000000 },
    JSON_OPTION,
    { "annotate", OPTION_FLAG, NULL, "print the record with marks and better lines", 0, 0 },
    { "all", OPTION_FLAG, NULL, "review all games of the file, and sum them up", 0, 0 },
    { "database", OPTION_TEXT, "URL", "with --all: queue the games for `tessera worker`", 0, 0 },
    LANGUAGE_OPTION,
    { .name = NULL },
};

typedef struct Reviewing {
    const Record *record;
    Review        review;
    TermText      speech;
    char          names[2][NAME_BYTES_MAX];
    FILE         *out;
} Reviewing;

typedef struct Ticking {
    Progress progress;
    char     what[64];
} Ticking;

static bool on_tick(void *context, int done, int total)
{
    Ticking *ticking = context;
    progress_parts(&ticking->progress, done, total, ticking->what);
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

/* What one player did, in one game or in several. */
typedef struct Tally {
    char    name[NAME_BYTES_MAX];
    int64_t turns;
    int64_t accuracy; /* sum over all turns, out of REVIEW_SURE */
    int     classes[REVIEW_CLASS_COUNT];
} Tally;

static Tally tally_of(const Reviewing *r, int player)
{
    Tally tally = { .turns = 0 };
    snprintf(tally.name, sizeof tally.name, "%s", r->names[player]);
    for (int which = REVIEW_GOOD; which < REVIEW_CLASS_COUNT; which++) {
        tally.classes[which] = review_count(&r->review, player, (ReviewClass)which);
        tally.turns += tally.classes[which];
    }
    tally.accuracy = tally.turns * review_accuracy(&r->review, player);
    return tally;
}

static void print_tally(const Reviewing *r, const Tally *tally, const char *before)
{
    Message message = term_message(TERM_MSG_REVIEW_ACCURACY);
    if (tally->turns == 0)
        return;
    message_text(&message, "name", tally->name);
    message_count(&message, "n", percent((int)(tally->accuracy / tally->turns)));
    message_count(&message, "a", tally->classes[REVIEW_INACCURACY]);
    message_count(&message, "b", tally->classes[REVIEW_MISTAKE]);
    message_count(&message, "c", tally->classes[REVIEW_BLUNDER]);
    fputs(before, r->out);
    print_message(r, &message);
}

/* Print the accuracy of both players, and what they did wrong. */
static void print_accuracy(const Reviewing *r, const char *before)
{
    for (int player = 0; player < 2; player++) {
        Tally tally = tally_of(r, player);
        print_tally(r, &tally, before);
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

static int print_annotated(const Reviewing *r, Record *record, FILE *err)
{
    if (review_annotate(&r->review, record) != STATUS_OK)
        return cmd_error_memory(err, "review");
    record_write(record, to_stream, r->out); /* main reports what cannot be written */
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
    fputc('\n', r->out);
    print_accuracy(r, "");
}

/* Search the game.  EXIT_FAILED if it was interrupted. */
static int search(Reviewing *r, uint64_t nodes, const char *what, FILE *err)
{
    Ticking ticking = { .progress = progress_on_terminal(err) };
    snprintf(ticking.what, sizeof ticking.what, "%s", what);
    interrupts_begin();
    Status status = review_line(&r->record->line, nodes, on_tick, &ticking, &r->review);
    interrupts_end();
    progress_end(&ticking.progress);
    if (status != STATUS_OK)
        return cmd_error_memory(err, "review");
    if (r->review.count > 0)
        return EXIT_DONE;
    cmd_error(err, "review", "interrupted");
    return EXIT_FAILED;
}

static Reviewing reviewing_of(const Record *record, const Args *args, FILE *out)
{
    const char *language = language_of(&args->option[OPTION_LANGUAGE]);
    Reviewing   r = { .record = record,
                      .out = out,
                      .speech = term_text_of(&record->line.setup, language) };
    find_names(&r);
    return r;
}

static uint64_t nodes_of(const Args *args)
{
    const OptionValue *nodes = &args->option[OPTION_NODES];
    return nodes->given ? (uint64_t)nodes->number : REVIEW_NODES;
}

static int review_one(const Args *args, FILE *out, FILE *err)
{
    Record record;
    int    failed = open_record(args, &record, err);
    if (failed != EXIT_DONE)
        return failed;
    Reviewing r = reviewing_of(&record, args, out);
    if (line_turns(&record.line) == 0)
        failed = cmd_error(err, "review", "the game has no moves to review");
    else
        failed = search(&r, nodes_of(args), "searching every position", err);
    if (failed == EXIT_DONE && args->option[OPTION_JSON].given)
        failed = print_json(&r, nodes_of(args), err);
    else if (failed == EXIT_DONE && args->option[OPTION_ANNOTATE].given)
        failed = print_annotated(&r, &record, err);
    else if (failed == EXIT_DONE)
        print_text(&r);
    review_free(&r.review);
    record_free(&record);
    return failed;
}

/* --- All games of a file ------------------------------------------------------------------ */

typedef struct Reviews {
    const Args    *args;
    const Buffer  *bytes;
    const GameAsk *ask;
    FILE          *out, *err;
    int            games;
    Tally         *players; /* by name */
    int            player_count;
    Reviewing      last; /* speaks at the end */
    int            failed;
    /* With --database: */
    JobQueue  queue;
    QueuedJob job;
    int       queued, received; /* games */
} Reviews;

/* Add what a player did to all that the player did before. */
static bool add_tally(Reviews *all, const Tally *tally)
{
    int at = 0;
    while (at < all->player_count && strcmp(all->players[at].name, tally->name) != 0)
        at++;
    if (at == all->player_count) {
        Tally *more = realloc(all->players, ((size_t)at + 1) * sizeof *more);
        if (more == NULL)
            return false;
        all->players = more;
        all->player_count++;
        all->players[at] = (Tally){ .turns = 0 };
        memcpy(all->players[at].name, tally->name, sizeof tally->name);
    }
    all->players[at].turns += tally->turns;
    all->players[at].accuracy += tally->accuracy;
    for (int which = REVIEW_GOOD; which < REVIEW_CLASS_COUNT; which++)
        all->players[at].classes[which] += tally->classes[which];
    return true;
}

/* Print the result and the accuracy of a game. */
static void print_short(const Reviewing *r, int number)
{
    char    words[WORDS_MAX];
    Text    text = text_over(words, sizeof words);
    Message result, moves = term_message(TERM_MSG_MOVES_COUNT);
    message_count(&moves, "n", r->review.count);
    term_text_write(&r->speech, &moves, &text);
    text_add(&text, " ");
    replay_result_message(r->record, &result);
    term_text_write(&r->speech, &result, &text);
    fprintf(r->out, "%4d  %s - %s: %s\n", number, r->names[0], r->names[1], words);
    print_accuracy(r, "      ");
    fflush(r->out);
}

/* Annotating changes the record, so it is read again. */
static int annotate_nth(const Reviews *all, const Reviewing *r, int number)
{
    GameAsk ask = *all->ask;
    Record  record;
    Fault   fault = { .why = "" };
    ask.nth = number;
    if (game_read(all->bytes->data, all->bytes->length, &ask, &record, &fault) != STATUS_OK)
        return cmd_error(all->err, "review", "%s", fault.why);
    int failed = print_annotated(r, &record, all->err);
    record_free(&record);
    return failed;
}

static int print_nth(Reviews *all, const Reviewing *r, int number)
{
    Tally tallies[2] = { tally_of(r, 0), tally_of(r, 1) };
    if (!add_tally(all, &tallies[0]) || !add_tally(all, &tallies[1]))
        return cmd_error_memory(all->err, "review");
    if (all->args->option[OPTION_JSON].given)
        return print_json(r, nodes_of(all->args), all->err);
    if (all->args->option[OPTION_ANNOTATE].given)
        return annotate_nth(all, r, number);
    print_short(r, number);
    return EXIT_DONE;
}

/* Wait for the review of the next game in the queue. */
static int receive(Reviews *all, Reviewing *r, const char *what)
{
    Progress    progress = progress_on_terminal(all->err);
    Fault       fault;
    const char *text = NULL;
    size_t      size;
    Status      status = STATUS_OK;
    interrupts_begin();
    while (status == STATUS_OK && text == NULL && !interrupts_came()) {
        progress_parts(&progress, all->received, all->queued, what);
        status = queued_job_result(&all->job, all->received, &text, &size, &fault);
    }
    interrupts_end();
    progress_end(&progress);
    if (status == STATUS_OK && text != NULL)
        status = review_read(text, &r->record->line, &r->review, &fault);
    all->received++;
    if (status == STATUS_OK && text != NULL)
        return EXIT_DONE;
    cmd_error(all->err, "review", "%s",
              status != STATUS_OK
                  ? fault.why
                  : "interrupted; the games stay in the queue, and the same command "
                    "waits for them again");
    return EXIT_FAILED;
}

static bool can_be_reviewed(const Record *record)
{
    return record != NULL && line_turns(&record->line) > 0;
}

/* A game that cannot be reviewed is reported, and the next one follows. */
static bool visit_game(void *context, int number, const Record *record, const Fault *fault)
{
    Reviews *all = context;
    char     what[64];
    if (!can_be_reviewed(record)) {
        cmd_error(all->err, "review", "game %d is left out: %s", number,
                  record == NULL ? fault->why : "it has no moves");
        return true;
    }
    Reviewing r = reviewing_of(record, all->args, all->out);
    snprintf(what, sizeof what, "game %d: searching every position", number);
    all->failed =
        all->queued > 0 ? receive(all, &r, what) : search(&r, nodes_of(all->args), what, all->err);
    if (all->failed == EXIT_DONE)
        all->failed = print_nth(all, &r, number);
    if (all->failed == EXIT_DONE)
        all->games++;
    review_free(&r.review);
    all->last = r;
    return all->failed == EXIT_DONE;
}

static void print_all(const Reviews *all)
{
    Message heading = term_message(TERM_MSG_REVIEW_ALL);
    message_count(&heading, "n", all->games);
    fputc('\n', all->out);
    print_message(&all->last, &heading);
    for (int i = 0; i < all->player_count; i++)
        print_tally(&all->last, &all->players[i], "      ");
}

/* The games of a job as a JSON array of records. */
typedef struct Inputs {
    Buffer text;
    Json   json;
    int    count;
} Inputs;

static bool add_input(void *context, int number, const Record *record, const Fault *fault)
{
    Inputs *inputs = context;
    Buffer  text;
    (void)number, (void)fault;
    if (!can_be_reviewed(record))
        return true;
    buffer_init(&text, QUEUE_RESULT_MAX);
    record_write(record, buffer_sink, &text);
    if (text.failed)
        inputs->text.failed = true;
    else
        json_string(&inputs->json, NULL, text.data);
    buffer_free(&text);
    inputs->count++;
    return !inputs->text.failed;
}

/* Write `nodes N games CHECKSUM`: equal games with an equal limit are one job. */
static void write_spec(const Inputs *inputs, uint64_t nodes, Text *out)
{
    unsigned char hash[SHA256_BYTES];
    sha256(inputs->text.data, inputs->text.length, hash);
    text_addf(out, "nodes %llu games ", (unsigned long long)nodes);
    for (int i = 0; i < SHA256_BYTES; i++)
        text_addf(out, "%02x", hash[i]);
}

static int submit(Reviews *all, const Inputs *inputs)
{
    char spec[SPEC_MAX];
    Text text = text_over(spec, sizeof spec);
    if (inputs->text.failed)
        return cmd_error_memory(all->err, "review");
    if (inputs->count > QUEUE_TASKS_MAX)
        return cmd_error(all->err, "review", "a queue takes at most %d games; split the file",
                         QUEUE_TASKS_MAX);
    write_spec(inputs, nodes_of(all->args), &text);
    QueueJob job = { .kind = WORK_REVIEW.name,
                     .spec = spec,
                     .title = all->args->arg[0],
                     .tasks = inputs->count,
                     .inputs = inputs->text.data };
    int      failed = queued_job_begin(&all->job, &all->queue, &job);
    if (failed == EXIT_DONE)
        fprintf(all->err, "job %lld: %d games; `tessera worker` reviews them\n",
                (long long)all->job.id, inputs->count);
    return failed;
}

/* Queue the games that can be reviewed.  Without any there is no job. */
static int queue_games(Reviews *all)
{
    Inputs      inputs = { .count = 0 };
    const char *url = all->args->option[OPTION_DATABASE].text;
    int         failed = job_queue_open(&all->queue, url, "review", all->err);
    if (failed != EXIT_DONE)
        return failed;
    buffer_init(&inputs.text, 4 * (size_t)GAME_FILE_BYTES_MAX);
    inputs.json = json_over(&inputs.text);
    json_array(&inputs.json, NULL);
    game_each(all->bytes->data, all->bytes->length, all->ask, add_input, &inputs);
    json_end_array(&inputs.json);
    if (inputs.count > 0)
        failed = submit(all, &inputs);
    if (failed == EXIT_DONE)
        all->queued = inputs.count;
    buffer_free(&inputs.text);
    return failed;
}

static int review_all(const Args *args, FILE *out, FILE *err)
{
    GameSource source;
    Buffer     bytes;
    Fault      fault = { .why = "" };
    int        failed = game_source(args, &source, err);
    if (failed != EXIT_DONE)
        return failed;
    Reviews all = { .args = args, .bytes = &bytes, .ask = &source.ask, .out = out, .err = err };
    if (game_bytes(args->arg[0], &bytes, &fault) != STATUS_OK)
        all.failed = cmd_error(err, "review", "%s", fault.why);
    else if (args->option[OPTION_DATABASE].given)
        all.failed = queue_games(&all);
    if (all.failed == EXIT_DONE)
        game_each(bytes.data, bytes.length, &source.ask, visit_game, &all);
    if (all.failed == EXIT_DONE && all.games == 0)
        all.failed = EXIT_BAD_INPUT; /* each game has its own message */
    if (all.games > 0 && !args->option[OPTION_JSON].given && !args->option[OPTION_ANNOTATE].given)
        print_all(&all);
    queued_job_end(&all.job);
    job_queue_close(&all.queue);
    buffer_free(&bytes);
    free(all.players);
    return all.failed;
}

int cmd_review(const Args *args, FILE *out, FILE *err)
{
    bool all = args->option[OPTION_ALL].given;
    if (args->option[OPTION_JSON].given && args->option[OPTION_ANNOTATE].given)
        return cmd_error(err, "review",
                         "--json and --annotate exclude each other; give one of them");
    if (all && args->option[SOURCE_NTH].given)
        return cmd_error(err, "review", "--all and --nth exclude each other; give one of them");
    if (args->option[OPTION_DATABASE].given && !all)
        return cmd_error(err, "review", "--database needs --all, because games are its tasks");
    setlocale(LC_CTYPE, ""); /* for the width of characters */
    return all ? review_all(args, out, err) : review_one(args, out, err);
}
