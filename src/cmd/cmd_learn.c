/* SPDX-License-Identifier: MIT */
/* cmd_learn.c - learn: games to learn from, numbers fitted to them, and matches that prove them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commit.h"

#include "base/input.h"
#include "cmd/atomic_file.h"
#include "cmd/cmd_learn.h"
#include "cmd/results.h"
#include "core/weights.h"
#include "learn/self_play.h"

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

uint32_t learn_number(const Args *args, int option, uint32_t otherwise)
{
    return args->option[option].given ? args->option[option].number : otherwise;
}

int learn_file_error(FILE *err, const char *path)
{
    cmd_error(err, path, "%s", strerror(errno));
    return EXIT_FAILED;
}

bool learn_has_weights(const Setup *setup)
{
    return setup->game->weights != NULL && setup->game->weights->covers(setup->variant);
}

bool learn_has_evaluation(const Setup *setup)
{
    return learn_has_weights(setup) || setup->game->model != NULL;
}

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

int learn_open_groups(const char *path, const char *head, int group_lines, FILE **file,
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
            failed = learn_file_error(err, path);
    }
    if (*file == NULL)
        return learn_file_error(err, path);
    if (failed != EXIT_DONE)
        fclose(*file);
    return failed;
}

/* True if a text can be a line of a comment. */
static bool is_comment(const char *text)
{
    for (const char *at = text; *at != '\0'; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            return false;
    return strstr(text, "*/") == NULL && strstr(text, "/*") == NULL;
}

int learn_check_output(const Args *args, FILE *err)
{
    const char *note = args->option[LEARN_NOTE].text;
    if (!args->option[LEARN_OUTPUT].given)
        return cmd_error(err, "learn", "--output is missing; name the file to write");
    if (note != NULL && !is_comment(note))
        return cmd_error(err, "learn", "--note must be one line of text without /* and */");
    if (!atomic_file_is_possible(args->option[LEARN_OUTPUT].text))
        return learn_file_error(err, args->option[LEARN_OUTPUT].text);
    return EXIT_DONE;
}

int learn_write(const Setup *setup, const Args *args, const Fitted *fitted, FILE *err)
{
    const char *path = args->option[LEARN_OUTPUT].text, *note = args->option[LEARN_NOTE].text;
    char        name[SETUP_TEXT_MAX];
    Text        text = text_over(name, sizeof name);
    Buffer      file;
    setup_write(setup, &text);
    buffer_init(&file, LEARN_BYTES_MAX);
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
        failed = learn_file_error(err, path);
    buffer_free(&file);
    return failed;
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
        if (!self_play_covers(&setup) ||
            (VERBS[i].run == learn_fit && !learn_has_evaluation(&setup)) ||
            (VERBS[i].run == learn_prove && !learn_has_evaluation(&setup) &&
             setup.game->ranks == NULL))
            return cmd_error(err, "learn", "%s has no evaluation that %s could work on",
                             args->arg[0], VERBS[i].name);
        return VERBS[i].run(&setup, args, out, err);
    }
    return cmd_error(err, "learn",
                     "the second argument is play, fit, ranks, tune or prove, not '%.40s'",
                     args->arg[1]);
}
