/* SPDX-License-Identifier: MIT */
/* learn_fit.c - learn fit, learn ranks: numbers fitted to games. */
#include <math.h>
#include <stdlib.h>

#include "base/input.h"
#include "base/random.h"
#include "cmd/cmd_learn.h"
#include "cmd/results.h"
#include "core/model.h"
#include "core/ranks.h"
#include "core/weights.h"
#include "games/list.h"
#include "learn/fit.h"
#include "learn/fit_ranks.h"
#include "learn/fit_weights.h"
#include "learn/self_play.h"
#include "search/score.h"

enum {
    EPOCHS_DEFAULT = 6,
    SHARE_DEFAULT = 50,
    HELD_OUT = 8,      /* one opening in so many is held out */
    OPENING_STEPS = 6, /* games that begin with the same steps have the same opening */
    MADE_MAX = 128,
};

/* Of Adam, of AdaGrad, of Adam for ranks. */
static const double RATE = 0.002, WEIGHTS_RATE = 0.05, RANKS_RATE = 0.02;

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
    return a->game == b->game && learn_has_weights(a) == learn_has_weights(b) &&
           (learn_has_weights(a) || model == NULL ||
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
    buffer_init(&reading->made, LEARN_BYTES_MAX);
    for (int i = 2; i < args->arg_count && failed == EXIT_DONE; i++) {
        FILE *file = fopen(args->arg[i], "r");
        if (file == NULL)
            return learn_file_error(err, args->arg[i]);
        failed = read_games(setup, file, args->arg[i], reading, err);
        fclose(file);
    }
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

/* Write the file and print the report. */
static int write_fitted(const Setup *setup, const Args *args, const Fitted *fitted, FILE *out,
                        FILE *err)
{
    int failed = learn_write(setup, args, fitted, err);
    if (failed != EXIT_DONE)
        return failed;
    return print_report(setup, fitted->report, args->option[LEARN_JSON].given, out, err);
}

static int fit_and_write(const Setup *setup, const Args *args, const Reading *reading, FILE *out,
                         FILE *err)
{
    const bool       weighs = learn_has_weights(setup);
    const FitOptions options = { .linear = args->option[LEARN_LINEAR].given,
                                 .epochs = (int)learn_number(args, LEARN_EPOCHS, EPOCHS_DEFAULT),
                                 .rate = weighs ? WEIGHTS_RATE : RATE,
                                 .seed = learn_number(args, LEARN_SEED, 1) };
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
             learn_number(args, LEARN_SHARE, SHARE_DEFAULT), options.linear ? " --linear" : "",
             options.epochs, (unsigned long long)options.seed);
    return write_fitted(setup, args, &fitted, out, err);
}

int learn_fit(const Setup *setup, const Args *args, FILE *out, FILE *err)
{
    Reading reading = { .game = setup->game,
                        .add = learn_has_weights(setup) ? add_quiet_sample : add_sample,
                        .share = learn_number(args, LEARN_SHARE, SHARE_DEFAULT) / 100.0 };
    int     failed = learn_check_output(args, err);
    if (failed != EXIT_DONE)
        return failed;
    if (learn_has_weights(setup))
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
    const FitOptions options = { .epochs = (int)learn_number(args, LEARN_EPOCHS, EPOCHS_DEFAULT),
                                 .rate = RANKS_RATE,
                                 .seed = learn_number(args, LEARN_SEED, 1) };
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
    return write_fitted(setup, args, &fitted, out, err);
}

int learn_ranks(const Setup *setup, const Args *args, FILE *out, FILE *err)
{
    Reading reading = { .game = setup->game,
                        .add = add_ranked_sample,
                        .random = random_seeded(learn_number(args, LEARN_SEED, 1)) };
    int     failed = learn_check_output(args, err);
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
