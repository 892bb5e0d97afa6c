/* SPDX-License-Identifier: MIT */
/* cmd_learn.c - learn: games to learn from, numbers fitted to them, and matches that prove them. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commit.h"

#include "base/input.h"
#include "base/random.h"
#include "cmd/atomic_file.h"
#include "cmd/interrupts.h"
#include "cmd/player_option.h"
#include "cmd/progress.h"
#include "cmd/queued_job.h"
#include "cmd/results.h"
#include "cmd/work.h"
#include "core/model.h"
#include "core/ranks.h"
#include "core/weights.h"
#include "games/list.h"
#include "learn/fit.h"
#include "learn/fit_ranks.h"
#include "learn/fit_weights.h"
#include "learn/self_play.h"
#include "learn/tune.h"
#include "search/score.h"

enum {
    GROUPS_DEFAULT = 1000,
    PAIRS_DEFAULT = 10000,
    NODES_DEFAULT = 250,
    OPENINGS_DEFAULT = 4,
    EXPLORE_DEFAULT = 7,
    EPOCHS_DEFAULT = 6,
    SHARE_DEFAULT = 50,
    HELD_OUT = 8,      /* one opening in so many is held out */
    OPENING_STEPS = 6, /* games that begin with the same steps have the same opening */
    MATCH_DEFAULT = 400,
    TABLE_BYTES = 16 << 20,
    LIMIT_TURNS = 500,
    TIME_MARGIN_MS = 60000, /* CPU time is measured, so the wall clock must not decide */
    MODEL_BYTES_MAX = 1 << 20,
    MADE_MAX = 128,
};

/* Of Adam, of AdaGrad, of Adam for ranks. */
static const double RATE = 0.002, WEIGHTS_RATE = 0.05, RANKS_RATE = 0.02;

enum {
    LEARN_GAMES,
    LEARN_NODES,
    LEARN_TIME,
    LEARN_OPENINGS,
    LEARN_EXPLORE,
    LEARN_NOISE,
    LEARN_SEED,
    LEARN_OUTPUT,
    LEARN_NOTE,
    LEARN_EPOCHS,
    LEARN_SHARE,
    LEARN_LINEAR,
    LEARN_SPRT,
    LEARN_DATABASE,
    LEARN_JSON,
};
const Option LEARN_OPTIONS[] = {
    { "games", OPTION_NUMBER, "N",
      "play: groups of games (default 1000); tune: pairs (10000); prove: games (400)", 1,
      10000000 },
    { "nodes", OPTION_NUMBER, "N", "limit each move to N nodes (default 250)", 1, UINT32_MAX },
    { "time", OPTION_NUMBER, "MS", "prove: limit each move to MS ms of CPU time instead", 1,
      3600000 },
    { "openings", OPTION_NUMBER, "N", "start with N random moves (default 4)", 0,
      SELF_PLAY_OPENINGS_MAX },
    { "explore", OPTION_NUMBER, "N", "play: exploring starts per game (default 7)", 0,
      SELF_PLAY_EXPLORE_MAX },
    { "noise", OPTION_NUMBER, "N", "play: make evaluations off by up to N/1000 of a unit", 0,
      SELF_PLAY_NOISE_MAX },
    { "seed", OPTION_NUMBER, "N", "random seed (default 1)", 0, UINT32_MAX },
    { "output", OPTION_TEXT, "FILE", "fit, ranks, tune: write the numbers to FILE", 0, 0 },
    { "note", OPTION_TEXT, "TEXT", "fit, ranks, tune: add TEXT to the header of FILE", 0, 0 },
    { "epochs", OPTION_NUMBER, "N", "fit, ranks: passes over the games (default 6)", 1, 1000 },
    { "score-share", OPTION_NUMBER, "PERCENT",
      "fit: share of the search score in the target (default 50)", 0, 100 },
    { "linear", OPTION_FLAG, NULL, "fit: leave out the hidden layer", 0, 0 },
    { "sprt", OPTION_TEXT, "ELO0,ELO1", "prove: stop when the SPRT accepts ELO0 or ELO1", 0, 0 },
    { "database", OPTION_TEXT, "URL", "play: queue the games for `tessera worker`", 0, 0 },
    JSON_OPTION,
    { .name = NULL },
};

static uint32_t number_or(const Args *args, int option, uint32_t otherwise)
{
    return args->option[option].given ? args->option[option].number : otherwise;
}

static int file_error(FILE *err, const char *path)
{
    cmd_error(err, path, "%s", strerror(errno));
    return EXIT_FAILED;
}

/* --- play --------------------------------------------------------------------------------- */

/* Find the complete groups of lines in the file: their number, and where they end.  False if it was made
 * in another way. */
static bool find_groups(FILE *file, const char *head, int group_lines, uint32_t *groups, long *end)
{
    char  *line = malloc(SELF_PLAY_LINE_MAX);
    size_t length = 0;
    int    lines = 0;
    bool   cut = false, same = line != NULL &&
                             input_line(file, line, SELF_PLAY_LINE_MAX, &length, &cut) &&
                             strcmp(line, head) == 0;
    *groups = 0;
    *end = ftell(file);
    while (same && input_line(file, line, SELF_PLAY_LINE_MAX, &length, &cut)) {
        fseek(file, -1, SEEK_CUR);
        if (getc(file) != '\n')
            break; /* an unfinished line */
        if (++lines == group_lines) {
            lines = 0;
            ++*groups;
            *end = ftell(file);
        }
    }
    free(line);
    return same;
}

/* Open the file to append groups of lines, after those that it has. */
static int open_groups(const char *path, const char *head, int group_lines, FILE **file,
                       uint32_t *groups, FILE *err)
{
    long end = 0;
    int  failed = EXIT_DONE;
    *groups = 0;
    *file = fopen(path, "r+");
    if (*file == NULL && errno == ENOENT) {
        *file = fopen(path, "w+");
        if (*file != NULL)
            fprintf(*file, "%s\n", head);
    } else if (*file != NULL) {
        if (!find_groups(*file, head, group_lines, groups, &end))
            failed =
                cmd_error(err, path, "the file has games of other settings; name another file");
        else if (ftruncate(fileno(*file), end) != 0 || fseek(*file, end, SEEK_SET) != 0)
            failed = file_error(err, path);
    }
    if (*file == NULL)
        return file_error(err, path);
    if (failed != EXIT_DONE)
        fclose(*file);
    return failed;
}

static int open_games(const char *path, const SelfPlay *play, FILE **file, uint32_t *groups,
                      FILE *err)
{
    char head[SELF_PLAY_HEAD_MAX];
    Text text = text_over(head, sizeof head);
    self_play_head(play, &text);
    return open_groups(path, head, play->explore + 1, file, groups, err);
}

/* Where groups are played: here, or by workers. */
typedef struct Groups {
    const SelfPlay *play;
    SelfPlayer     *player; /* or NULL */
    JobQueue        queue;
    QueuedJob       job;
} Groups;

static int queue_groups(Groups *groups, uint32_t wanted, const char *url, FILE *err)
{
    char head[SELF_PLAY_HEAD_MAX];
    Text text = text_over(head, sizeof head);
    self_play_head(groups->play, &text);
    int failed = job_queue_open(&groups->queue, url, "learn", err);
    if (failed != EXIT_DONE)
        return failed;
    QueueJob job = {
        .kind = WORK_SELF_PLAY.name, .spec = head, .title = head, .tasks = (int)wanted
    };
    failed = queued_job_begin(&groups->job, &groups->queue, &job);
    if (failed == EXIT_DONE)
        fprintf(err, "job %lld: %u groups of games; `tessera worker` plays them\n",
                (long long)groups->job.id, wanted);
    return failed;
}

static int begin_groups(Groups *groups, const SelfPlay *play, uint32_t wanted, const char *url,
                        FILE *err)
{
    *groups = (Groups){ .play = play };
    if (url != NULL)
        return queue_groups(groups, wanted, url, err);
    groups->player = self_player_new(play);
    return groups->player != NULL ? EXIT_DONE : cmd_error_memory(err, "learn");
}

static void end_groups(Groups *groups)
{
    self_player_delete(groups->player);
    queued_job_end(&groups->job);
    job_queue_close(&groups->queue);
}

/* Write a group into the empty buffer, which stays empty if it is not yet there. */
static Status get_group(Groups *groups, uint32_t number, Buffer *out, Fault *fault)
{
    const char *text;
    size_t      size;
    Status      status;
    if (groups->player != NULL) {
        status = self_player_group(groups->player, number, out);
        return status == STATUS_OK ? status
                                   : fault_set(fault, status, 0, "%s", status_text(status));
    }
    status = queued_job_result(&groups->job, (int)number, &text, &size, fault);
    if (status != STATUS_OK || text == NULL)
        return status;
    status = self_play_check(groups->play, text, fault);
    if (status == STATUS_OK)
        buffer_bytes(out, text, size);
    return status;
}

/* Write the groups from `*done` to `to`, and count them. */
static int write_groups(Groups *groups, uint32_t *done, uint32_t to, FILE *file, const char *path,
                        FILE *err)
{
    const uint32_t from = *done;
    Progress       progress = progress_begin(err, false);
    Buffer         games;
    Fault          fault;
    Status         status = STATUS_OK;
    bool           written = true;
    buffer_init(&games, (size_t)SELF_PLAY_LINE_MAX * (size_t)(groups->play->explore + 1));
    interrupts_begin();
    while (*done < to && !interrupts_came()) {
        buffer_clear(&games);
        status = get_group(groups, *done, &games, &fault);
        if (status == STATUS_OK && games.length > 0)
            written =
                fwrite(games.data, 1, games.length, file) == games.length && fflush(file) == 0;
        if (status != STATUS_OK || !written)
            break;
        progress_parts(&progress, *done - from, to - from, "self-play");
        *done += games.length > 0;
    }
    interrupts_end();
    progress_end(&progress);
    buffer_free(&games);
    if (status != STATUS_OK) {
        cmd_error(err, "learn", "%s", fault.why);
        return EXIT_FAILED;
    }
    return written ? EXIT_DONE : file_error(err, path);
}

static int learn_play(const Setup *setup, const Args *args, FILE *out, FILE *err)
{
    const SelfPlay play = {
        .setup = *setup,
        .seed = number_or(args, LEARN_SEED, 1),
        .nodes = number_or(args, LEARN_NODES, NODES_DEFAULT),
        .noise = (int)number_or(args, LEARN_NOISE, 0),
        .openings = (int)number_or(args, LEARN_OPENINGS, OPENINGS_DEFAULT),
        .explore = (int)number_or(args, LEARN_EXPLORE, EXPLORE_DEFAULT),
    };
    const char *path = args->arg[2], *url = args->option[LEARN_DATABASE].text;
    FILE       *file;
    Groups      source;
    uint32_t    groups, wanted = number_or(args, LEARN_GAMES, GROUPS_DEFAULT);
    if (args->arg_count != 3)
        return cmd_error(err, "learn", "play writes one file");
    if (url != NULL && wanted > QUEUE_TASKS_MAX)
        return cmd_error(err, "learn", "a queue takes at most %d groups; lower --games",
                         QUEUE_TASKS_MAX);
    int failed = open_games(path, &play, &file, &groups, err);
    if (failed != EXIT_DONE)
        return failed;
    failed = begin_groups(&source, &play, wanted, url, err);
    if (failed == EXIT_DONE)
        failed = write_groups(&source, &groups, wanted, file, path, err);
    end_groups(&source);
    if (fclose(file) != 0 && failed == EXIT_DONE)
        failed = file_error(err, path);
    if (failed == EXIT_DONE && url != NULL && groups < wanted)
        cmd_error(err, "learn",
                  "the games stay in the queue; run the same command to wait for them again");
    if (failed != EXIT_DONE || !args->option[LEARN_JSON].given)
        return failed;
    Results results;
    results_begin(&results, out, true);
    json_setup(&results.json, "game", setup);
    json_integer(&results.json, "groups", groups);
    json_integer(&results.json, "games", (int64_t)groups * (play.explore + 1));
    json_bool(&results.json, "stopped", groups < wanted);
    return results_end(&results, "learn", err);
}

/* --- fit ---------------------------------------------------------------------------------- */

/* The games being read. */
typedef struct Reading {
    const Game *game;
    FitData     data;    /* for a model */
    FitSamples  samples; /* for weights */
    RankSamples ranks;   /* for the order of steps */
    Random      random;
    double      share; /* of the search score in the target */
    Buffer      made;  /* lines of the header: how many games of which settings were read */
    /* Add one sample. */
    void (*add)(void *context, const Sample *sample);
    bool   held_out;
    Status status;
} Reading;

static double scale_of(const Game *game)
{
    return game->eval->likely / log(3);
}

static double target_of(const Reading *reading, const Sample *sample)
{
    const double won = (sample->pos->side == 0 ? sample->result : 2 - sample->result) / 2.0;
    const double found = 1 / (1 + exp(-sample->score / scale_of(reading->game)));
    return (1 - reading->share) * won + reading->share * found;
}

/* Add a sample.  Proved scores say nothing that the evaluation could learn, and positions with noisy
 * steps are the quiescence search's. */
static void add_sample(void *context, const Sample *sample)
{
    Reading        *reading = context;
    const GameEval *eval = reading->game->eval;
    int16_t         inputs[MODEL_INPUTS_MAX];
    Step            steps[STEPS_MAX];
    if (abs(sample->score) >= EVAL_MAX || reading->status != STATUS_OK ||
        (eval->noisy != NULL && eval->noisy(sample->pos, steps) > 0))
        return;
    const int base = reading->game->model->inputs_of(sample->pos, inputs);
    reading->status = fit_add(&reading->data, inputs, base, eval->eval(sample->pos),
                              target_of(reading, sample), reading->held_out);
}

/* True if the quiescence search would not change the evaluation much: nothing is urgent, and the
 * turn that was played does not begin with a capture or the like. */
static bool is_quiet(const Game *game, const Sample *sample)
{
    int32_t rank = 0;
    if (game->eval->urgent != NULL && game->eval->urgent(sample->pos))
        return false;
    if (game->eval->order != NULL)
        game->eval->order(sample->pos, &sample->step, 1, &rank);
    return rank < ORDER_LOUD;
}

static void add_quiet_sample(void *context, const Sample *sample)
{
    Reading    *reading = context;
    WeightTerms terms;
    if (abs(sample->score) >= EVAL_MAX || reading->status != STATUS_OK ||
        !is_quiet(reading->game, sample))
        return;
    reading->game->weights->terms_of(sample->pos, &terms);
    reading->status =
        fit_samples_add(&reading->samples, &terms, target_of(reading, sample), reading->held_out);
}

static void add_ranked_sample(void *context, const Sample *sample)
{
    Reading *reading = context;
    if (reading->status == STATUS_OK)
        reading->status =
            rank_samples_add(&reading->ranks, sample->pos, &reading->random, reading->held_out);
}

static bool has_weights(const Setup *setup)
{
    return setup->game->weights != NULL && setup->game->weights->covers(setup->variant);
}

static bool has_evaluation(const Setup *setup)
{
    return has_weights(setup) || setup->game->model != NULL;
}

/* True for the games of one opening in HELD_OUT. */
static bool is_held_out(const char *line)
{
    uint64_t hash = 0;
    int      blanks = 0;
    for (; *line != '\0' && blanks < 2 + OPENING_STEPS; line++) {
        blanks += *line == ' ';
        if (blanks >= 2 && *line >= '0' && *line <= '9')
            hash = mix64(hash * 31 + (uint64_t)*line);
    }
    return hash % HELD_OUT == 0;
}

/* True if games of both setups can be samples of one fit. */
static bool fit_together(const Setup *a, const Setup *b)
{
    const GameModel *model = a->game->model;
    return a->game == b->game && has_weights(a) == has_weights(b) &&
           (has_weights(a) || model == NULL ||
            model->input_count(a->variant) == model->input_count(b->variant));
}

/* Read the first line of a file: the games are of the variant that it states, which may be another
 * one than that of the fit. */
static int read_head(const Setup *setup, const char *line, const char *path, SelfPlay *play,
                     FILE *err)
{
    Fault fault = { .why = "" };
    if (self_play_head_read(games_find, line, play, &fault) != STATUS_OK)
        return cmd_error(err, path, "line 1: %s", fault.why);
    if (!fit_together(&play->setup, setup))
        return cmd_error(err, path, "line 1: the games are of another game than the fit");
    return EXIT_DONE;
}

static void note_games(Reading *reading, const SelfPlay *play, int games)
{
    char head[SELF_PLAY_HEAD_MAX];
    Text text = text_over(head, sizeof head);
    self_play_head(play, &text);
    buffer_addf(&reading->made, " * Games: %d of %s\n", games, head);
}

static int read_games(const Setup *setup, FILE *file, const char *path, Reading *reading, FILE *err)
{
    char    *line = malloc(SELF_PLAY_LINE_MAX);
    size_t   length;
    bool     cut = false;
    int      number = 0, failed = EXIT_DONE;
    SelfPlay play = { .setup = *setup };
    if (line == NULL)
        return cmd_error_memory(err, "learn");
    while (failed == EXIT_DONE && input_line(file, line, SELF_PLAY_LINE_MAX, &length, &cut)) {
        Fault fault = { .why = "" };
        if (++number == 1) {
            failed = read_head(setup, line, path, &play, err);
            continue;
        }
        reading->held_out = is_held_out(line);
        if (cut || self_play_read(&play.setup, line, reading->add, reading, &fault) != STATUS_OK)
            failed = cmd_error(err, path, "line %d: %s", number,
                               cut ? "the line is too long" : fault.why);
        if (reading->status != STATUS_OK)
            failed = cmd_error_memory(err, "learn");
    }
    if (number > 0 && failed == EXIT_DONE)
        note_games(reading, &play, number - 1);
    free(line);
    return failed;
}

static int read_files(const Setup *setup, const Args *args, Reading *reading, FILE *err)
{
    int failed = EXIT_DONE;
    buffer_init(&reading->made, MODEL_BYTES_MAX);
    for (int i = 2; i < args->arg_count && failed == EXIT_DONE; i++) {
        FILE *file = fopen(args->arg[i], "r");
        if (file == NULL)
            return file_error(err, args->arg[i]);
        failed = read_games(setup, file, args->arg[i], reading, err);
        fclose(file);
    }
    return failed;
}

/* What was learned: 16-bit numbers of a model or of ranks, or packed weights. */
typedef struct Fitted {
    const char      *made;   /* the verb and its options */
    const FitReport *report; /* NULL: not a fit */
    const Buffer    *from;   /* lines that name the games */
    int              count;
    const int16_t   *numbers;
    const int32_t   *weights; /* if `numbers` is NULL */
} Fitted;

/* Write the numbers with their provenance. */
static int write_fitted(const Setup *setup, const Args *args, const Fitted *fitted, FILE *err)
{
    const char *path = args->option[LEARN_OUTPUT].text, *note = args->option[LEARN_NOTE].text;
    char        name[SETUP_TEXT_MAX];
    Text        text = text_over(name, sizeof name);
    Buffer      file;
    setup_write(setup, &text);
    buffer_init(&file, MODEL_BYTES_MAX);
    buffer_addf(&file, "/* Learned; do not edit.  tessera %s (commit %s), learn %s %s\n",
                TESSERA_VERSION, TESSERA_COMMIT, name, fitted->made);
    if (fitted->report != NULL)
        buffer_addf(
            &file,
            " * Samples: %zu, and %zu held out by opening.  Log loss on those: %.4f, in use %.4f, without\n"
            " * learned numbers %.4f.\n",
            fitted->report->samples[0], fitted->report->samples[1], fitted->report->fitted[1],
            fitted->report->in_use[1], fitted->report->without[1]);
    buffer_bytes(&file, fitted->from->data, fitted->from->length);
    if (note != NULL)
        buffer_addf(&file, " * %s\n", note);
    buffer_add(&file, " */\n");
    for (int i = 0; i < fitted->count; i++)
        buffer_addf(&file, "%d,%s",
                    fitted->numbers != NULL ? fitted->numbers[i] : fitted->weights[i],
                    i % 16 == 15 ? "\n" : " ");
    buffer_add(&file, "\n");
    int failed = file.failed || fitted->from->failed ? cmd_error_memory(err, "learn") : EXIT_DONE;
    if (failed == EXIT_DONE && !atomic_file_write(path, file.data, file.length))
        failed = file_error(err, path);
    buffer_free(&file);
    return failed;
}

static void json_loss(Json *json, const char *name, const double *loss)
{
    json_object(json, name);
    json_number(json, "fitted", loss[0]);
    json_number(json, "held_out", loss[1]);
    json_end_object(json);
}

static int print_report(const Setup *setup, const FitReport *report, bool as_json, FILE *out,
                        FILE *err)
{
    const struct {
        const char   *name, *key;
        const double *loss;
    } rows[] = { { "without", "loss_without", report->without },
                 { "in use", "loss_in_use", report->in_use },
                 { "of fit", "loss_of_fit", report->fitted } };
    Results results;
    if (!as_json) {
        fprintf(out, "samples %zu held out %zu\n", report->samples[0], report->samples[1]);
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
            fprintf(out, "loss %s %.4f held out %.4f\n", rows[i].name, rows[i].loss[0],
                    rows[i].loss[1]);
        return EXIT_DONE;
    }
    results_begin(&results, out, true);
    json_setup(&results.json, "game", setup);
    json_object(&results.json, "samples");
    json_integer(&results.json, "fitted", (int64_t)report->samples[0]);
    json_integer(&results.json, "held_out", (int64_t)report->samples[1]);
    json_end_object(&results.json);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        json_loss(&results.json, rows[i].key, rows[i].loss);
    return results_end(&results, "learn", err);
}

static int fit_and_write(const Setup *setup, const Args *args, const Reading *reading, FILE *out,
                         FILE *err)
{
    const bool       weighs = has_weights(setup);
    const FitOptions options = { .linear = args->option[LEARN_LINEAR].given,
                                 .epochs = (int)number_or(args, LEARN_EPOCHS, EPOCHS_DEFAULT),
                                 .rate = weighs ? WEIGHTS_RATE : RATE,
                                 .seed = number_or(args, LEARN_SEED, 1) };
    FitReport        report;
    int16_t          model[MODEL_NUMBERS_MAX];
    int32_t          weights[WEIGHTS_COUNT_MAX];
    if (weighs && options.linear)
        return cmd_error(err, "learn", "--linear is for models, but %s has weights", args->arg[0]);
    if ((weighs ? reading->samples.count : reading->data.count) == 0)
        return cmd_error(err, "learn", "there are too few games; play more");
    Status status = weighs ? fit_weights(&reading->samples, &options, weights, &report)
                           : fit_model(&reading->data, &options, NULL, model, &report);
    if (status != STATUS_OK)
        return cmd_error_memory(err, "learn");
    if (report.samples[0] == 0 || report.samples[1] == 0)
        return cmd_error(err, "learn", "there are too few games; play more");
    char         made[MADE_MAX];
    const Fitted fitted = { .made = made,
                            .report = &report,
                            .from = &reading->made,
                            .count = weighs ? setup->game->weights->count : model_count(model),
                            .numbers = weighs ? NULL : model,
                            .weights = weights };
    snprintf(made, sizeof made, "fit --score-share %u%s --epochs %d --seed %llu",
             number_or(args, LEARN_SHARE, SHARE_DEFAULT), options.linear ? " --linear" : "",
             options.epochs, (unsigned long long)options.seed);
    int failed = write_fitted(setup, args, &fitted, err);
    if (failed != EXIT_DONE)
        return failed;
    return print_report(setup, &report, args->option[LEARN_JSON].given, out, err);
}

/* True if a text can be a line of a comment. */
static bool is_comment(const char *text)
{
    for (const char *at = text; *at != '\0'; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            return false;
    return strstr(text, "*/") == NULL && strstr(text, "/*") == NULL;
}

static int check_output(const Args *args, FILE *err)
{
    const char *note = args->option[LEARN_NOTE].text;
    if (!args->option[LEARN_OUTPUT].given)
        return cmd_error(err, "learn", "--output is missing; name the file to write");
    if (note != NULL && !is_comment(note))
        return cmd_error(err, "learn", "--note must be one line of text without /* and */");
    if (!atomic_file_is_possible(args->option[LEARN_OUTPUT].text))
        return file_error(err, args->option[LEARN_OUTPUT].text);
    return EXIT_DONE;
}

static int learn_fit(const Setup *setup, const Args *args, FILE *out, FILE *err)
{
    Reading reading = { .game = setup->game,
                        .add = has_weights(setup) ? add_quiet_sample : add_sample,
                        .share = number_or(args, LEARN_SHARE, SHARE_DEFAULT) / 100.0 };
    int     failed = check_output(args, err);
    if (failed != EXIT_DONE)
        return failed;
    if (has_weights(setup))
        fit_samples_init(&reading.samples, setup->game->weights, scale_of(setup->game));
    else
        fit_init(&reading.data, setup->game->model->input_count(setup->variant),
                 scale_of(setup->game));
    failed = read_files(setup, args, &reading, err);
    if (failed == EXIT_DONE)
        failed = fit_and_write(setup, args, &reading, out, err);
    fit_free(&reading.data);
    fit_samples_free(&reading.samples);
    buffer_free(&reading.made);
    return failed;
}

/* --- ranks -------------------------------------------------------------------------------- */

static int fit_ranks_and_write(const Setup *setup, const Args *args, const Reading *reading,
                               FILE *out, FILE *err)
{
    const FitOptions options = { .epochs = (int)number_or(args, LEARN_EPOCHS, EPOCHS_DEFAULT),
                                 .rate = RANKS_RATE,
                                 .seed = number_or(args, LEARN_SEED, 1) };
    const GameRanks *ranks = setup->game->ranks;
    FitReport        report = { .samples = { 0 } };
    int16_t          numbers[RANK_NUMBERS_MAX];
    if (reading->ranks.count > 0 &&
        fit_ranks(&reading->ranks, &options, numbers, &report) != STATUS_OK)
        return cmd_error_memory(err, "learn");
    if (report.samples[0] == 0 || report.samples[1] == 0)
        return cmd_error(err, "learn", "there are too few games; play more");
    char         made[MADE_MAX];
    const Fitted fitted = { .made = made,
                            .report = &report,
                            .from = &reading->made,
                            .count = ranks_count(ranks),
                            .numbers = numbers };
    snprintf(made, sizeof made, "ranks --epochs %d --seed %llu", options.epochs,
             (unsigned long long)options.seed);
    int failed = write_fitted(setup, args, &fitted, err);
    if (failed != EXIT_DONE)
        return failed;
    return print_report(setup, &report, args->option[LEARN_JSON].given, out, err);
}

static int learn_ranks(const Setup *setup, const Args *args, FILE *out, FILE *err)
{
    Reading reading = { .game = setup->game,
                        .add = add_ranked_sample,
                        .random = random_seeded(number_or(args, LEARN_SEED, 1)) };
    int     failed = check_output(args, err);
    if (failed == EXIT_DONE && setup->game->ranks == NULL)
        failed = cmd_error(err, "learn", "%s has no order of moves that ranks could learn",
                           args->arg[0]);
    if (failed != EXIT_DONE)
        return failed;
    rank_samples_init(&reading.ranks, setup->game);
    failed = read_files(setup, args, &reading, err);
    if (failed == EXIT_DONE)
        failed = fit_ranks_and_write(setup, args, &reading, out, err);
    rank_samples_free(&reading.ranks);
    buffer_free(&reading.made);
    return failed;
}

/* --- tune --------------------------------------------------------------------------------- */

/* Read the boards: that of the first argument and those after the file. */
static int read_plan(const Setup *setup, const Args *args, TunePlan *plan, FILE *err)
{
    *plan = (TunePlan){ .setup_count = 1,
                        .seed = number_or(args, LEARN_SEED, 1),
                        .nodes = number_or(args, LEARN_NODES, NODES_DEFAULT),
                        .openings = (int)number_or(args, LEARN_OPENINGS, OPENINGS_DEFAULT) };
    plan->setups[0] = *setup;
    for (int i = 3; i < args->arg_count; i++) {
        Setup *board = &plan->setups[plan->setup_count];
        if (plan->setup_count++ == TUNE_SETUPS_MAX)
            return cmd_error(err, "learn", "tune takes at most %d boards", TUNE_SETUPS_MAX);
        int failed = setup_from_text(args->arg[i], board, err);
        if (failed != EXIT_DONE)
            return failed;
        if (board->game != setup->game)
            return cmd_error(err, "learn", "%s is another game than %s", args->arg[i],
                             args->arg[0]);
    }
    for (int i = 0; i < plan->setup_count; i++) {
        if (!has_weights(&plan->setups[i]))
            return cmd_error(err, "learn", "%s has no weights that tune could change",
                             args->arg[i == 0 ? 0 : i + 2]);
        if (plan->setups[i].turn_limit == 0)
            plan->setups[i].turn_limit = LIMIT_TURNS;
    }
    return EXIT_DONE;
}

/* Results of pairs, and how many there were of each. */
typedef struct Pairs {
    Tuner   *tuner;
    FILE    *file;
    uint32_t done;
    int      counts[2 * TUNE_RESULT_MAX + 1];
} Pairs;

static void add_pair(Pairs *pairs, int result)
{
    tuner_learn(pairs->tuner, result);
    pairs->counts[result + TUNE_RESULT_MAX]++;
    pairs->done++;
}

/* Learn from the results that are in the file, up to `wanted`. */
static int read_pairs(Pairs *pairs, uint32_t wanted, const char *path, FILE *err)
{
    char   line[TUNE_HEAD_MAX];
    size_t length;
    bool   cut = false;
    rewind(pairs->file);
    input_line(pairs->file, line, sizeof line, &length, &cut);
    while (pairs->done < wanted && input_line(pairs->file, line, sizeof line, &length, &cut)) {
        char *end;
        long  result = strtol(line, &end, 10);
        if (length == 0 || *end != '\0' || labs(result) > TUNE_RESULT_MAX)
            return cmd_error(err, path, "line %u: expected a result from %d to %d", pairs->done + 2,
                             -TUNE_RESULT_MAX, TUNE_RESULT_MAX);
        add_pair(pairs, (int)result);
    }
    fseek(pairs->file, 0, SEEK_END);
    return EXIT_DONE;
}

/* Play pairs until there are `wanted` of them. */
static int play_pairs(Pairs *pairs, uint32_t wanted, const char *path, FILE *err)
{
    const uint32_t from = pairs->done;
    Progress       progress = progress_begin(err, false);
    Status         status = STATUS_OK;
    bool           written = true;
    interrupts_begin();
    while (pairs->done < wanted && status == STATUS_OK && written && !interrupts_came()) {
        int result;
        progress_parts(&progress, pairs->done - from, wanted - from, "tune");
        status = tuner_play(pairs->tuner, &result);
        if (status != STATUS_OK)
            break;
        written = fprintf(pairs->file, "%d\n", result) > 0 && fflush(pairs->file) == 0;
        add_pair(pairs, result);
    }
    interrupts_end();
    progress_end(&progress);
    if (status != STATUS_OK)
        return cmd_error(err, "learn", "%s", status_text(status));
    return written ? EXIT_DONE : file_error(err, path);
}

static int write_tuned(const Setup *setup, const Args *args, const TunePlan *plan,
                       const Pairs *pairs, FILE *err)
{
    char         head[TUNE_HEAD_MAX];
    Text         text = text_over(head, sizeof head);
    int32_t      weights[WEIGHTS_COUNT_MAX];
    Buffer       from;
    const Fitted fitted = {
        .made = "tune", .from = &from, .count = setup->game->weights->count, .weights = weights
    };
    buffer_init(&from, sizeof head + 128);
    tune_head(plan, &text);
    buffer_addf(&from, " * Pairs: %u of %s\n", pairs->done, head);
    tuner_numbers(pairs->tuner, weights);
    int failed = write_fitted(setup, args, &fitted, err);
    buffer_free(&from);
    return failed;
}

static int print_tuned(const TunePlan *plan, const Args *args, const Pairs *pairs, FILE *out,
                       FILE *err)
{
    const int *counts = pairs->counts;
    Results    results;
    if (!args->option[LEARN_JSON].given) {
        fprintf(out, "values %d\npairs %d %d %d %d %d\n", tuner_values(pairs->tuner), counts[0],
                counts[1], counts[2], counts[3], counts[4]);
        return EXIT_DONE;
    }
    results_begin(&results, out, true);
    json_array(&results.json, "games");
    for (int i = 0; i < plan->setup_count; i++)
        json_setup(&results.json, NULL, &plan->setups[i]);
    json_end_array(&results.json);
    json_integer(&results.json, "values", tuner_values(pairs->tuner));
    json_array(&results.json, "pairs");
    for (int i = 0; i <= 2 * TUNE_RESULT_MAX; i++)
        json_integer(&results.json, NULL, counts[i]);
    json_end_array(&results.json);
    json_bool(&results.json, "stopped", pairs->done < number_or(args, LEARN_GAMES, PAIRS_DEFAULT));
    return results_end(&results, "learn", err);
}

/* Read and play pairs, and write the weights. */
static int tune_to(const Setup *setup, const Args *args, const TunePlan *plan, Pairs *pairs,
                   FILE *out, FILE *err)
{
    const uint32_t wanted = number_or(args, LEARN_GAMES, PAIRS_DEFAULT);
    const char    *path = args->arg[2];
    char           head[TUNE_HEAD_MAX];
    Text           text = text_over(head, sizeof head);
    uint32_t       found;
    tune_head(plan, &text);
    int failed = open_groups(path, head, 1, &pairs->file, &found, err);
    if (failed != EXIT_DONE)
        return failed;
    failed = read_pairs(pairs, wanted, path, err);
    if (failed == EXIT_DONE)
        failed = play_pairs(pairs, wanted, path, err);
    if (fclose(pairs->file) != 0 && failed == EXIT_DONE)
        failed = file_error(err, path);
    if (failed == EXIT_DONE)
        failed = write_tuned(setup, args, plan, pairs, err);
    return failed == EXIT_DONE ? print_tuned(plan, args, pairs, out, err) : failed;
}

static int learn_tune(const Setup *setup, const Args *args, FILE *out, FILE *err)
{
    TunePlan plan;
    Pairs    pairs = { .done = 0 };
    int      failed = check_output(args, err);
    if (failed == EXIT_DONE)
        failed = read_plan(setup, args, &plan, err);
    if (failed != EXIT_DONE)
        return failed;
    Status status = tuner_new(&plan, &pairs.tuner);
    if (status == STATUS_TOO_LARGE)
        return cmd_error(err, "learn", "the boards have more than %d values; fit them instead",
                         TUNE_VALUES_MAX);
    if (status != STATUS_OK)
        return cmd_error(err, "learn", "%s", status_text(status));
    failed = tune_to(setup, args, &plan, &pairs, out, err);
    tuner_delete(pairs.tuner);
    return failed;
}

/* --- prove -------------------------------------------------------------------------------- */

/* Numbers to play with. */
typedef struct Learned {
    int16_t model[MODEL_NUMBERS_MAX];
    int32_t weights[WEIGHTS_COUNT_MAX];
    int16_t ranks[RANK_NUMBERS_MAX];
} Learned;

/* True if the comment of a file names the command `learn GAME ranks`; see write_fitted. */
static bool has_ranks(const char *text)
{
    const char *command = strstr(text, "learn "), *end = strstr(text, "*/"), *verb;
    if (command == NULL || end == NULL || command > end)
        return false;
    Scan scan = scan_string(command + strlen("learn "));
    scan_token(&scan, &verb);
    scan_blanks(&scan);
    return scan_token(&scan, &verb) == strlen("ranks") && memcmp(verb, "ranks", 5) == 0;
}

/* Read the numbers of a model, weights or ranks, and give them to the player. */
static int read_learned(const Setup *setup, const char *text, const char *path, Learned *learned,
                        PlayerSpec *player, FILE *err)
{
    const Game *game = setup->game;
    Fault       fault;
    Status      status;
    if (has_ranks(text) ? game->ranks == NULL : !has_evaluation(setup))
        return cmd_error(err, path, "the file has %s, and %s has no learned one",
                         has_ranks(text) ? "an order of moves" : "an evaluation", game->name);
    if (has_ranks(text)) {
        status = ranks_read(text, ranks_count(game->ranks), learned->ranks, &fault);
        player->ranks = learned->ranks;
    } else if (has_weights(setup)) {
        status = weights_read(text, game->weights->count, learned->weights, &fault);
        player->weights = learned->weights;
    } else {
        status = model_read(text, game->model->input_count(setup->variant), learned->model, &fault);
        player->model = learned->model;
    }
    return status == STATUS_OK ? EXIT_DONE : cmd_error(err, path, "%s", fault.why);
}

static int read_learned_file(const Setup *setup, const char *path, Learned *learned,
                             PlayerSpec *player, FILE *err)
{
    FILE  *file = fopen(path, "r");
    char  *text = malloc(MODEL_BYTES_MAX);
    size_t length = file != NULL && text != NULL ? fread(text, 1, MODEL_BYTES_MAX - 1, file) : 0;
    int    failed = file == NULL ? file_error(err, path) : EXIT_DONE;
    if (text == NULL)
        failed = cmd_error_memory(err, "learn");
    if (failed == EXIT_DONE) {
        text[length] = '\0';
        failed = read_learned(setup, text, path, learned, player, err);
    }
    if (file != NULL)
        fclose(file);
    free(text);
    return failed;
}

static int learn_prove(const Setup *setup, const Args *args, FILE *out, FILE *err)
{
    Learned     learned;
    MatchConfig config = {
        .setup = *setup,
        .games = (int)number_or(args, LEARN_GAMES, MATCH_DEFAULT),
        .opening_turns = (int)number_or(args, LEARN_OPENINGS, OPENINGS_DEFAULT),
        .balanced = true,
        .seed = number_or(args, LEARN_SEED, 1),
        .concurrency = 1,
        .time_ms = number_or(args, LEARN_TIME, 0),
        .margin_ms = TIME_MARGIN_MS,
    };
    if (args->arg_count != 3)
        return cmd_error(err, "learn", "prove takes one file");
    if (args->option[LEARN_TIME].given && args->option[LEARN_NODES].given)
        return cmd_error(err, "learn", "--nodes and --time exclude each other; pass one of them");
    config.nodes = config.time_ms == 0 ? number_or(args, LEARN_NODES, NODES_DEFAULT) : 0;
    config.has_sprt = args->option[LEARN_SPRT].given;
    if (config.setup.turn_limit == 0)
        config.setup.turn_limit = LIMIT_TURNS;
    int failed = EXIT_DONE;
    if (config.has_sprt)
        failed = sprt_from_text(args->option[LEARN_SPRT].text, "learn", &config.sprt, err);
    for (int i = 0; i < 2 && failed == EXIT_DONE; i++)
        failed = player_from_text("max,clock=cpu,hash=16", &config.player[i], err);
    if (failed == EXIT_DONE)
        failed = read_learned_file(setup, args->arg[2], &learned, &config.player[0], err);
    return failed == EXIT_DONE ? run_match(&config, args->option[LEARN_JSON].given, out, err)
                               : failed;
}

int cmd_learn(const Args *args, FILE *out, FILE *err)
{
    static const struct {
        const char *name;
        int (*run)(const Setup *setup, const Args *args, FILE *out, FILE *err);
    } VERBS[] = { { "play", learn_play },
                  { "fit", learn_fit },
                  { "ranks", learn_ranks },
                  { "tune", learn_tune },
                  { "prove", learn_prove } };
    Setup setup;
    int   failed = setup_from_text(args->arg[0], &setup, err);
    if (failed != EXIT_DONE)
        return failed;
    for (size_t i = 0; i < sizeof VERBS / sizeof VERBS[0]; i++) {
        if (strcmp(args->arg[1], VERBS[i].name) != 0)
            continue;
        if (args->option[LEARN_DATABASE].given && VERBS[i].run != learn_play)
            return cmd_error(err, "learn", "only play takes --database");
        if (!self_play_covers(&setup) || (VERBS[i].run == learn_fit && !has_evaluation(&setup)) ||
            (VERBS[i].run == learn_prove && !has_evaluation(&setup) && setup.game->ranks == NULL))
            return cmd_error(err, "learn", "%s has no evaluation that %s could work on",
                             args->arg[0], VERBS[i].name);
        return VERBS[i].run(&setup, args, out, err);
    }
    return cmd_error(err, "learn",
                     "the second argument is play, fit, ranks, tune or prove, not '%.40s'",
                     args->arg[1]);
}
