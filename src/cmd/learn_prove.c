/* SPDX-License-Identifier: MIT */
/* learn_prove.c - learn prove: a match of learned numbers against those in use. */
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd_learn.h"
#include "cmd/player_option.h"
#include "core/model.h"
#include "core/ranks.h"
#include "core/weights.h"

enum {
    MATCH_DEFAULT = 400,
    TIME_MARGIN_MS = 60000, /* CPU time is measured, so the wall clock must not decide */
};

/* Numbers to play with. */
typedef struct Learned {
    int16_t model[MODEL_NUMBERS_MAX];
    int32_t weights[WEIGHTS_COUNT_MAX];
    int16_t ranks[RANK_NUMBERS_MAX];
} Learned;

/* True if the comment of a file names the command `learn GAME ranks`; see learn_write. */
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
    if (has_ranks(text) ? game->ranks == NULL : !learn_has_evaluation(setup))
        return cmd_error(err, path, "the file has %s, and %s has no learned one",
                         has_ranks(text) ? "an order of moves" : "an evaluation", game->name);
    if (has_ranks(text)) {
        status = ranks_read(text, ranks_count(game->ranks), learned->ranks, &fault);
        player->ranks = learned->ranks;
    } else if (learn_has_weights(setup)) {
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
    char  *text = malloc(LEARN_BYTES_MAX);
    size_t length = file != NULL && text != NULL ? fread(text, 1, LEARN_BYTES_MAX - 1, file) : 0;
    int    failed = file == NULL ? learn_file_error(err, path) : EXIT_DONE;
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

int learn_prove(const Setup *setup, const Args *args, FILE *out, FILE *err)
{
    Learned     learned;
    MatchConfig config = {
        .setup = *setup,
        .games = (int)learn_number(args, LEARN_GAMES, MATCH_DEFAULT),
        .opening_turns = (int)learn_number(args, LEARN_OPENINGS, LEARN_OPENINGS_DEFAULT),
        .balanced = true,
        .seed = learn_number(args, LEARN_SEED, 1),
        .concurrency = 1,
        .time_ms = learn_number(args, LEARN_TIME, 0),
        .margin_ms = TIME_MARGIN_MS,
    };
    if (args->arg_count != 3)
        return cmd_error(err, "learn", "prove takes one file");
    if (args->option[LEARN_TIME].given && args->option[LEARN_NODES].given)
        return cmd_error(err, "learn", "--nodes and --time exclude each other; pass one of them");
    config.nodes = config.time_ms == 0 ? learn_number(args, LEARN_NODES, LEARN_NODES_DEFAULT) : 0;
    config.has_sprt = args->option[LEARN_SPRT].given;
    if (config.setup.turn_limit == 0)
        config.setup.turn_limit = LEARN_TURNS_MAX;
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
