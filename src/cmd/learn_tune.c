/* SPDX-License-Identifier: MIT */
/* learn_tune.c - learn tune: weights changed by games between two sets of them. */
#include <stdlib.h>

#include "base/input.h"
#include "cmd/cmd_learn.h"
#include "cmd/interrupts.h"
#include "cmd/progress.h"
#include "cmd/results.h"
#include "core/weights.h"
#include "learn/tune.h"

enum { PAIRS_DEFAULT = 10000 };

/* Read the boards: that of the first argument and those after the file. */
static int read_plan(const Setup *setup, const Args *args, TunePlan *plan, FILE *err)
{
    *plan =
        (TunePlan){ .setup_count = 1,
                    .seed = learn_number(args, LEARN_SEED, 1),
                    .nodes = learn_number(args, LEARN_NODES, LEARN_NODES_DEFAULT),
                    .openings = (int)learn_number(args, LEARN_OPENINGS, LEARN_OPENINGS_DEFAULT) };
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
        if (!learn_has_weights(&plan->setups[i]))
            return cmd_error(err, "learn", "%s has no weights that tune could change",
                             args->arg[i == 0 ? 0 : i + 2]);
        if (plan->setups[i].turn_limit == 0)
            plan->setups[i].turn_limit = LEARN_TURNS_MAX;
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
    return written ? EXIT_DONE : learn_file_error(err, path);
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
    int failed = learn_write(setup, args, &fitted, err);
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
    json_bool(&results.json, "stopped",
              pairs->done < learn_number(args, LEARN_GAMES, PAIRS_DEFAULT));
    return results_end(&results, "learn", err);
}

/* Read and play pairs, and write the weights. */
static int tune_to(const Setup *setup, const Args *args, const TunePlan *plan, Pairs *pairs,
                   FILE *out, FILE *err)
{
    const uint32_t wanted = learn_number(args, LEARN_GAMES, PAIRS_DEFAULT);
    const char    *path = args->arg[2];
    char           head[TUNE_HEAD_MAX];
    Text           text = text_over(head, sizeof head);
    uint32_t       found;
    tune_head(plan, &text);
    int failed = learn_open_groups(path, head, 1, &pairs->file, &found, err);
    if (failed != EXIT_DONE)
        return failed;
    failed = read_pairs(pairs, wanted, path, err);
    if (failed == EXIT_DONE)
        failed = play_pairs(pairs, wanted, path, err);
    if (fclose(pairs->file) != 0 && failed == EXIT_DONE)
        failed = learn_file_error(err, path);
    if (failed == EXIT_DONE)
        failed = write_tuned(setup, args, plan, pairs, err);
    return failed == EXIT_DONE ? print_tuned(plan, args, pairs, out, err) : failed;
}

int learn_tune(const Setup *setup, const Args *args, FILE *out, FILE *err)
{
    TunePlan plan;
    Pairs    pairs = { .done = 0 };
    int      failed = learn_check_output(args, err);
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
